//! Wordings: texts for players, with values in braces: `"how many of {g}"`.
//!
//! Takes the words as they were parsed, gives them with an expression for each name. Whoever reads them knows nothing of the
//! rules, so a value has to be one that has words of its own.

use crate::env::{Checker, Scope};
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::Expr;
use ludex_rules::types::Type;
use ludex_rules::wording::{Part, Wording};
use ludex_syntax::ast;

impl Checker<'_> {
    /// The words of a question or a reason, with what their names stand for.
    pub(crate) fn wording(&mut self, scope: &Scope, words: &ast::Phrase) -> Wording<Expr> {
        let is_own = Some(words.span.file) != self.env.prelude;
        if is_own && !self.env.asked {
            (self.env.texts).insert(words.text.clone(), Some(words.clone()));
        }
        let locale = self.env.locale.clone();
        let words = locale
            .iter()
            .find_map(|locale| locale.text(&words.text))
            .unwrap_or(words);
        let parts = words.parts.iter().map(|part| match part {
            ast::PhrasePart::Words(words) => Part::Words(words.clone()),
            ast::PhrasePart::Value(name) => Part::Value(self.in_words(scope, name, false)),
            ast::PhrasePart::Forms(name, one, several) => Part::Forms(
                self.in_words(scope, name, true),
                one.clone(),
                several.clone(),
            ),
        });
        Wording {
            parts: parts.collect(),
            text: words.text.clone(),
        }
    }

    /// A value in the words of a question: one of two words needs what is one or several.
    fn in_words(&mut self, scope: &Scope, name: &ast::Name, forms: bool) -> Expr {
        let asked = ast::Expr {
            kind: Box::new(ast::ExprKind::Name(name.text.clone())),
            span: name.span,
        };
        let value = self.expr(&mut scope.clone(), &asked, None);
        let help = match value.ty.required() {
            Type::Int | Type::Bool | Type::Player | Type::Wrong => return value,
            _ if forms => "one of two words stands for a number, yes or no, or a player",
            Type::All(_) => "say how many with `let n = size(…)`, or tell one of them",
            Type::Bag(_) => "tell one of its numbers, with `let n = …`",
            Type::Shape | Type::Text | Type::None => "tell what a player sees on the table",
            Type::Enum(_)
            | Type::Piece(_)
            | Type::Row(_)
            | Type::Space(_)
            | Type::Place(_)
            | Type::Set(_)
            | Type::Direction(_)
            | Type::Placement(_)
            | Type::Optional(_) => return value,
        };
        let message = format!("`{}` has no words of its own", name.text);
        let wrong = Diagnostic::error(Code::TYPE_MISMATCH, message);
        let label = format!("this is {}", self.describe(&value.ty));
        self.report.push(wrong.at(name.span, label).help(help));
        value
    }
}
