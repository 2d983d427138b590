//! Options: which values may be chosen, and which is taken when nobody chooses.

use crate::decl::Decl;
use crate::declarations::declare::Decls;
use crate::declarations::placeholders::ANY_NUMBER;
use crate::env::Checker;
use ludex_report::{Code, Diagnostic};
use ludex_rules::ids::OptionId;
use ludex_rules::limits;
use ludex_syntax::ast;

/// More values than a person would want to choose from.
const MANY: i32 = limits::CHOICES;

impl Checker<'_> {
    pub(crate) fn options(&mut self, decls: &Decls<'_>) {
        for &(id, tree) in &decls.options {
            self.option(id, tree);
        }
    }

    fn option(&mut self, id: OptionId, tree: &ast::OptionDecl) {
        let values = self.option_values(tree);
        let ty = self.env.game.options[id.index()].ty.clone();
        let default = self.constant(&tree.default, &ty);
        if let Some(default) = default
            && !values.is_empty()
            && values.iter().all(|(_, value)| *value != default)
        {
            let words: Vec<&str> = values.iter().map(|(word, _)| word.as_str()).collect();
            let message = format!(
                "the default of option `{}` is not one of its values",
                tree.name.text
            );
            self.report.push(
                Diagnostic::error(Code::OUTSIDE_BOUNDS, message)
                    .at(tree.default.span, "cannot be chosen")
                    .help(format!("allowed are {}", words.join(", "))),
            );
        }
        let option = &mut self.env.game.options[id.index()];
        option.values = values;
        option.default = default.unwrap_or_default();
    }

    fn option_values(&mut self, tree: &ast::OptionDecl) -> Vec<(String, i32)> {
        match &tree.values {
            ast::OptionValues::Bool(_) => vec![("false".into(), 0), ("true".into(), 1)],
            ast::OptionValues::Words(words) => {
                let numbered = words.iter().zip(0..);
                numbered
                    .map(|(word, number)| (word.text.clone(), number))
                    .collect()
            }
            ast::OptionValues::Enum(name) => {
                let found = self.env.names.get(&name.text);
                let Some((Decl::Enum(of), _)) = found else {
                    return Vec::new();
                };
                let values = &self.env.game.enums[of.index()].values;
                values.iter().cloned().zip(0..).collect()
            }
            ast::OptionValues::Range(low, high) => {
                let (from, to) = self.range(low, high);
                if (from, to) == ANY_NUMBER {
                    return Vec::new();
                }
                if i64::from(to) - i64::from(from) >= i64::from(MANY) {
                    let message = format!("option `{}` has too many values", tree.name.text);
                    let span = low.span.to(high.span);
                    let label = format!("at most {MANY}");
                    self.report
                        .push(Diagnostic::error(Code::WRONG_BOUNDS, message).at(span, label));
                    return Vec::new();
                }
                (from..=to)
                    .map(|value| (value.to_string(), value))
                    .collect()
            }
        }
    }
}
