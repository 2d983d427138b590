//! Signatures in messages: what a call takes, and an example of one.

use crate::env::Checker;
use crate::types::const_eval::plain_number;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::Expr;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

/// Codes of arguments that do not fit their parameter.
const MISFITS: &[Code] = &[Code::TYPE_MISMATCH, Code::WRONG_KIND, Code::OTHER_SORT];

impl Checker<'_> {
    /// `hunt(n: int)`, with the words before arguments: `give(card: card, to receiver: player)`.
    pub(crate) fn signature(
        &self,
        name: &str,
        labels: &[&str],
        params: &[(String, Type)],
    ) -> String {
        let params = params.iter().enumerate().map(|(at, (param, ty))| {
            let label = labels.get(at).copied().filter(|label| !label.is_empty());
            let label = label.map_or(String::new(), |label| format!("{label} "));
            format!("{label}{param}: {}", ty.notation(&self.env.game))
        });
        match params.len() {
            0 => name.to_owned(),
            _ => format!("{name}({})", params.collect::<Vec<_>>().join(", ")),
        }
    }

    /// `hunt(2)`, `give card to you`
    fn example_call(&self, name: &str, labels: &[&str], params: &[(String, Type)]) -> String {
        let values = params
            .iter()
            .map(|(param, ty)| self.example_value(param, ty));
        let values: Vec<String> = values.collect();
        if labels.iter().all(|label| label.is_empty()) {
            return if values.is_empty() {
                name.to_owned()
            } else {
                format!("{name}({})", values.join(", "))
            };
        }
        let words = labels.iter().zip(values);
        let words = words.map(|(label, value)| format!(" {label} {value}").replace("  ", " "));
        format!("{name}{}", words.collect::<String>())
    }

    /// A value of a type, as it may stand in a call.
    fn example_value(&self, param: &str, ty: &Type) -> String {
        match ty.required() {
            Type::Int => "2".to_owned(),
            Type::Bool => "true".to_owned(),
            Type::Player => "you".to_owned(),
            Type::Enum(id) => {
                let first = self.env.game.enums[id.index()].values.first();
                first.cloned().unwrap_or_else(|| param.to_owned())
            }
            Type::Text
            | Type::Piece(_)
            | Type::Row(_)
            | Type::Space(_)
            | Type::Place(_)
            | Type::Set(_)
            | Type::Bag(_)
            | Type::Shape
            | Type::Direction(_)
            | Type::Placement(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => param.to_owned(),
        }
    }

    /// The advice for a call that does not fit: its declaration and an example.
    pub(super) fn call_help(
        &self,
        name: &str,
        labels: &[&str],
        params: &[(String, Type)],
    ) -> String {
        let example = self.example_call(name, labels, params);
        if params.is_empty() {
            format!("`{name}` takes nothing: `{example}`")
        } else {
            format!(
                "declared as `{}`; write it as in `{example}`",
                self.signature(name, labels, params)
            )
        }
    }

    /// Adds advice to what was said, behind the first so many findings, of the types of these arguments.
    pub(super) fn explain_misfits(
        &mut self,
        since: usize,
        args: &[Span],
        help: impl Fn() -> String,
    ) {
        let misfits = |one: &Diagnostic| {
            MISFITS.contains(&one.code)
                && one.message.starts_with("expected")
                && one.span().is_some_and(|span| args.contains(&span))
        };
        (self.report).amend_since(
            since,
            |one| if misfits(&one) { one.help(help()) } else { one },
        );
    }

    /// Reports arguments outside the bounds that their parameter declares.
    pub(super) fn check_bounds(&mut self, name: &str, args: &[Expr], bounds: &[(i32, i32)]) {
        for (arg, (low, high)) in args.iter().zip(bounds) {
            let Some(number) = plain_number(arg) else {
                continue;
            };
            if arg.ty == Type::Int && !(*low..=*high).contains(&number) {
                let message = format!("`{number}` is outside the bounds of this parameter");
                let label = format!("`{name}` takes {low} to {high}");
                self.report
                    .push(Diagnostic::error(Code::OUTSIDE_BOUNDS, message).at(arg.span, label));
            }
        }
    }

    /// Adds to what was said of the types of a reaction's names what is watched, and in which order it gives them.
    pub(crate) fn explain_names(
        &mut self,
        since: usize,
        watched: &ast::Name,
        params: &[(String, Type)],
    ) {
        if params.len() < 2 {
            return;
        }
        let found: Vec<String> = params.iter().map(|(_, ty)| self.describe(ty)).collect();
        let codes = [
            Code::TYPE_MISMATCH,
            Code::NOT_COMPARABLE,
            Code::WRONG_SORT,
            Code::UNKNOWN_NAME,
        ];
        let signature = self.signature(&watched.text, &[], params);
        let help = format!(
            "`{signature}` gives its parameters in this order, whatever they are called here"
        );
        (self.report).amend_since(since, |one| {
            let concerns = codes.contains(&one.code)
                && found
                    .iter()
                    .any(|found| one.message.contains(found.as_str()));
            if concerns {
                one.help(help.as_str())
            } else {
                one
            }
        });
    }

    /// Reports a name of a reaction that is declared as another parameter of what is watched: the order counts, not the name.
    /// Gives the parameters as the author took them for.
    pub(crate) fn swapped_names(
        &mut self,
        watched: &ast::Name,
        names: &[ast::Name],
        params: &[(String, Type)],
    ) -> Vec<(String, Type)> {
        let declared = |name: &ast::Name| params.iter().position(|(param, _)| *param == name.text);
        let places: Vec<Option<usize>> = names.iter().map(declared).collect();
        let mut swapped = places.iter().zip(names).enumerate();
        let swapped = swapped.find(|(at, (place, _))| place.is_some_and(|place| place != *at));
        let Some((_, (_, name))) = swapped.filter(|_| names.len() <= params.len()) else {
            return params.to_vec();
        };
        let order = params.iter().take(names.len());
        let order: Vec<&str> = order.map(|(param, _)| param.as_str()).collect();
        let message = format!("`{}` is another parameter of `{}`", name.text, watched.text);
        self.report.push(
            Diagnostic::error(Code::WRONG_ARGUMENTS, message)
                .at(name.span, "the order counts, not the name")
                .help(format!(
                    "declared as `{}`; write `{}({})`, or give it a name of its own",
                    self.signature(&watched.text, &[], params),
                    watched.text,
                    order.join(", ")
                )),
        );
        let taken = params.iter().enumerate().map(|(at, param)| {
            let place = places.get(at).copied().flatten().unwrap_or(at);
            (param.0.clone(), params[place].1.clone())
        });
        taken.collect()
    }
}
