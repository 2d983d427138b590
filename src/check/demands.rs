//! Demands on rows: `require` among the members of a kind or record, asked of every row before play.

use crate::check::declare::Decls;
use crate::check::declare::KindDecl;
use crate::check::env::Checker;
use crate::check::env::Scope;
use crate::check::presets;
use crate::check::rows::Written;
use crate::check::rows::head;
use crate::report::Code;
use crate::report::Diagnostic;
use crate::rules::expr::Expr;
use crate::rules::game::Value;
use crate::rules::ids::KindId;
use crate::rules::types::Type;
use crate::source::Span;
use crate::syntax::ast;
use crate::tables::Node;

impl Checker<'_> {
    /// Reads all demands, and holds every row against them when nothing else is wrong with the game.
    pub(super) fn demands(&mut self, decls: &Decls<'_>, written: &Written<'_>) {
        let mut read = Vec::new();
        for kind in &decls.kinds {
            for (span, demand) in &kind.demands {
                read.push((kind, *demand, self.demand(kind, demand)));
                if kind.tree.copies.is_some() {
                    let message = "equal pieces have no rows to demand something of";
                    self.misplaced(*span, message, "no row would be asked");
                }
            }
        }
        if self.report.has_errors() {
            return;
        }
        for (kind, demand, cond) in read {
            self.demand_of_rows(kind.id, demand, &cond, &written[kind.id.index()]);
        }
    }

    /// The condition, in which every attribute is known by its name, and the row is `this`.
    fn demand(&mut self, kind: &KindDecl<'_>, demand: &ast::Demand) -> Expr {
        let mut scope = Scope {
            slots: vec![("you".into(), Type::Player)],
            ..Scope::default()
        };
        let made = self.env.game.kind(kind.id);
        for attribute in &made.attributes {
            scope.bind(&attribute.name, attribute.ty.clone());
        }
        let this = match made.is_record {
            true => Type::Row(kind.id),
            false => Type::Piece(kind.id),
        };
        scope.bind("this", this);
        self.named_attributes(&kind.tree.name.text, scope, &demand.cond, &Type::Bool)
    }

    fn demand_of_rows(&mut self, kind: KindId, demand: &ast::Demand, cond: &Expr, nodes: &[&Node]) {
        let rows = self.env.game.kind(kind).rows.clone();
        for (number, (row, node)) in (0..).zip(rows.iter().zip(nodes)) {
            let mut frame: Vec<Option<Value>> = row.attributes.iter().cloned().map(Some).collect();
            frame.push(Some(Value::Scalar(number)));
            match presets::value(cond, &frame, &self.env.game) {
                Some(Value::Scalar(0)) => self.broken_demand(&row.id, demand, head(node)),
                Some(_) => {}
                None => return self.unknown_demand(cond.span, &row.id, head(node)),
            }
        }
    }

    fn broken_demand(&mut self, id: &str, demand: &ast::Demand, row: Span) {
        self.report.push(
            Diagnostic::error(Code::BROKEN_DEMAND, format!("`{id}`: {}", demand.reason))
                .at(row, "this row does not meet a demand of the rules")
                .also(demand.cond.span, "what is demanded of every row"),
        );
    }

    fn unknown_demand(&mut self, cond: Span, id: &str, row: Span) {
        self.report.push(
            Diagnostic::error(Code::NOT_CONSTANT, "a demand without an answer before play")
                .at(cond, format!("cannot be told for `{id}`"))
                .also(row, "this row")
                .help("use attributes and rows, and ask for `!= none` before a member is asked"),
        );
    }
}
