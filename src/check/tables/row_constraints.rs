//! Demands on tables: `require` among the members of a kind, record or board, asked before play of every row, every space, or
//! every layout when a demand names no single space.

use crate::decl::MemberDecl;
use crate::declarations::declare::{Decls, KindDecl};
use crate::env::{Checker, Known, Scope, Where};
use crate::semantics::{Symbol, THIS};
use crate::tables::copies::WrittenRow;
use crate::tables::rows::{WrittenRows, head};
use ludex_report::{Code, Diagnostic};
use ludex_rules::constants::Unknown;
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::Value;
use ludex_rules::ids::{BoardId, KindId, SortId};
use ludex_rules::types::Type;
use ludex_rules::walk;
use ludex_source::Span;
use ludex_syntax::ast;

impl Checker<'_> {
    /// Reads all demands, and holds every row against them when nothing else is wrong with the game.
    pub(crate) fn demands(&mut self, decls: &Decls<'_>, written: &WrittenRows<'_>) {
        let mut read = Vec::new();
        for kind in &decls.kinds {
            for (span, demand, sort) in &kind.demands {
                read.push((kind, *demand, *sort, self.demand(kind, demand, *sort)));
                if kind.tree.copies.is_some() {
                    let message = "equal pieces have no rows to demand something of";
                    self.misplaced(*span, message, "no row would be asked");
                }
            }
        }
        let on_boards = self.read_of_boards(decls);
        if self.report.has_errors() {
            return;
        }
        for (board, demand, cond) in on_boards {
            self.demand_of_layouts(board, demand, &cond);
        }
        for (kind, demand, sort, cond) in read {
            let all = written[kind.id.index()].iter();
            let asked = all.filter(|row| sort.is_none() || row.sort == sort);
            let asked: Vec<WrittenRow<'_>> = asked.copied().collect();
            self.demand_of_rows(kind.id, demand, &cond, &asked);
        }
    }

    /// The condition, in which every attribute is known by its name, and the row is `this`.
    fn demand(&mut self, kind: &KindDecl<'_>, demand: &ast::Demand, sort: Option<SortId>) -> Expr {
        let mut scope = Scope {
            slots: vec![("you".into(), Type::Player)],
            ..Scope::default()
        };
        let made = self.env.game.kind(kind.id);
        for (column, attribute) in made.attributes.iter().enumerate() {
            let own = self.has_member(kind.id, sort, &attribute.name);
            let name = if own { &attribute.name } else { "" };
            let symbol = Symbol::KindMember(kind.id, MemberDecl::Attribute(column));
            scope.bind(name, attribute.ty.clone(), Some(symbol));
            let named = self.sorts_of_attribute(kind.id, &attribute.name);
            if let Some(sort) = named.and_then(|sorts| sorts.gives).filter(|_| own) {
                scope.known.push(Some(Known {
                    path: attribute.name.clone(),
                    sort: Some(sort),
                }));
            }
        }
        let this = if made.is_record {
            Type::Row(kind.id)
        } else {
            Type::Piece(kind.id)
        };
        scope.bind("this", this, Some(THIS));
        self.know_this(&mut scope, sort);
        self.named_attributes(&mut scope, &demand.cond, &Type::Bool)
    }

    fn demand_of_rows(
        &mut self,
        kind: KindId,
        demand: &ast::Demand,
        cond: &Expr,
        written: &[WrittenRow<'_>],
    ) {
        let rows = self.env.game.kind(kind).rows.clone();
        for written in written {
            let (row, node) = (&rows[written.first], written.node);
            let mut frame: Vec<Option<Value>> = row.attributes.iter().cloned().map(Some).collect();
            frame.push(Some(Value::Scalar(written.first as i32)));
            match self.constants().value(cond, &frame) {
                Ok(Value::Scalar(0)) => {
                    self.broken_demand("row", row.written_id(), demand, head(node))
                }
                Ok(_) => {}
                Err(Unknown::Wrong) => return,
                Err(Unknown::Spent) => return self.too_long_before_play(cond.span),
                Err(Unknown::Open | Unknown::Fault(_)) => {
                    return self.unknown_demand(cond.span, row.written_id(), head(node));
                }
            }
        }
    }

    fn read_of_boards<'d>(&mut self, decls: &Decls<'d>) -> Vec<(BoardId, &'d ast::Demand, Expr)> {
        let mut read = Vec::new();
        for board in &decls.boards {
            for demand in &board.demands {
                let mut scope = Scope::new(Where::Question, true, None);
                let made = &self.env.game.boards[board.id.index()];
                for (column, attribute) in made.attributes.iter().enumerate() {
                    let symbol = Symbol::SpaceMember(board.id, MemberDecl::Attribute(column));
                    scope.bind(&attribute.name, attribute.ty.clone(), Some(symbol));
                }
                scope.bind("this", Type::Space(board.id), Some(THIS));
                let cond = self.named_attributes(&mut scope, &demand.cond, &Type::Bool);
                read.push((board.id, *demand, cond));
            }
        }
        read
    }

    /// Each layout is asked as if it were the only one of its board.
    fn demand_of_layouts(&mut self, board: BoardId, demand: &ast::Demand, cond: &Expr) {
        let game = self.env.game.clone();
        let made = &game.boards[board.index()];
        let of_spaces = 1..=made.attributes.len() + 1;
        let mut of_each = false;
        walk::exprs(cond, &mut |e| {
            of_each |=
                matches!(*e.kind, ExprKind::Local(slot) if of_spaces.contains(&usize::from(slot)));
        });
        for layout in &made.layouts {
            let mut alone = game.clone();
            let only = &mut alone.boards[board.index()];
            (only.layouts, only.size, only.waits) = (vec![layout.clone()], None, false);
            let asked = if of_each { layout.spaces.len() } else { 1 };
            for (at, (number, space)) in (0..).zip(&layout.spaces).take(asked).enumerate() {
                let mut frame: Vec<Option<Value>> =
                    space.attributes.iter().cloned().map(Some).collect();
                frame.push(Some(Value::Scalar(number)));
                let written = layout.spans.get(at).filter(|_| of_each);
                let (what, id, span) = match written {
                    Some(span) => ("space", &space.id, *span),
                    None => ("layout", &layout.id, layout.span),
                };
                match self.constants_in(&alone).value(cond, &frame) {
                    Ok(Value::Scalar(0)) => self.broken_demand(what, id, demand, span),
                    Ok(_) => {}
                    Err(Unknown::Wrong) => return,
                    Err(Unknown::Spent) => return self.too_long_before_play(cond.span),
                    Err(Unknown::Open | Unknown::Fault(_)) => {
                        return self.unknown_demand(cond.span, id, span);
                    }
                }
            }
        }
    }

    fn broken_demand(&mut self, what: &str, id: &str, demand: &ast::Demand, row: Span) {
        self.report.push(
            Diagnostic::error(Code::BROKEN_DEMAND, format!("`{id}`: {}", demand.reason))
                .at(
                    row,
                    format!("this {what} does not meet a demand of the rules"),
                )
                .also(
                    demand.cond.span,
                    format!("what is demanded of every {what}"),
                ),
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
