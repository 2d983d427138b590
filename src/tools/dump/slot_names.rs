//! The names of a frame's slots, and typed expressions with them.

use crate::dump::layout::ExprDoc;
use ludex_rules::expr::{Arithmetic, Binder, Expr, ExprKind, PossibleSet, Quantity, Target};
use ludex_rules::game::Game;
use ludex_rules::ids::{EnumId, KindId, NONE, Slot};
use ludex_rules::ops::{FOLDS, FoldOp, QUERIES, QueryOp};
use ludex_rules::types::Type;
use std::collections::BTreeMap;

/// The names of slots, as far as they are bound.
pub(super) struct SlotNames<'g> {
    pub(super) game: &'g Game,
    names: BTreeMap<Slot, String>,
}

impl<'g> SlotNames<'g> {
    /// Begins with what stands in the slots after `you`.
    pub(super) fn new(game: &'g Game, locals: &[(String, Type)]) -> SlotNames<'g> {
        let names = (1..).zip(locals.iter().map(|(name, _)| name.clone()));
        let names = names.collect();
        SlotNames { game, names }
    }

    /// The name of a slot, with its number.
    pub(super) fn slot(&self, slot: Slot) -> String {
        match (slot, self.names.get(&slot)) {
            (0, _) => "you".into(),
            (_, Some(name)) => format!("{name}#{slot}"),
            (_, None) => format!("_#{slot}"),
        }
    }

    /// The name of a type.
    pub(super) fn ty(&self, ty: &Type) -> String {
        let game = self.game;
        match ty {
            Type::Int => "int".into(),
            Type::Bool => "bool".into(),
            Type::Text => "text".into(),
            Type::Enum(id) => game.enums[id.index()].name.clone(),
            Type::Player => "player".into(),
            Type::Piece(kind) => game.kind(*kind).name.clone(),
            Type::Row(kind) => format!("row {}", game.kind(*kind).name),
            Type::Space(board) => format!("space {}", game.boards[board.index()].name),
            Type::Place(kind) => format!("place {}", game.kind(*kind).name),
            Type::Set(id) => format!("set {}", game.enums[id.index()].name),
            Type::Bag(id) => format!("bag {}", game.enums[id.index()].name),
            Type::Shape => "shape".into(),
            Type::Direction(board) => format!("direction {}", game.boards[board.index()].name),
            Type::Placement(board) => format!("placement {}", game.boards[board.index()].name),
            Type::All(member) => format!("all {}", self.ty(member)),
            Type::Optional(inner) => format!("{}?", self.ty(inner)),
            Type::None => "none".into(),
            Type::Wrong => "wrong".into(),
        }
    }

    /// Binds a name to the members of a collection: `c#1: card in hand[you] if …`.
    pub(super) fn binder(&mut self, binder: &Binder) -> ExprDoc {
        let source = self.expr(&binder.source);
        self.names.insert(binder.slot, binder.name.clone());
        let name = format!("{}: {}", self.slot(binder.slot), self.ty(&binder.ty));
        let bound = ExprDoc::infix("in", ExprDoc::Word(name), source);
        match &binder.cond {
            Some(cond) => ExprDoc::infix("if", bound, self.expr(cond)),
            None => bound,
        }
    }

    /// A variable that is written to.
    pub(super) fn target(&mut self, target: &Target) -> ExprDoc {
        let name = self.game.vars[target.var.index()].name.clone();
        let inside = target.of.iter().chain(&target.at);
        ExprDoc::of(name, inside.map(|part| self.expr(part)).collect())
    }

    /// Expressions one after the other.
    pub(super) fn exprs(&mut self, all: &[Expr]) -> Vec<ExprDoc> {
        all.iter().map(|one| self.expr(one)).collect()
    }

    /// The number of members to be chosen.
    pub(super) fn quantity(&mut self, quantity: &Quantity) -> ExprDoc {
        match quantity {
            Quantity::One => ExprDoc::Word("one".into()),
            Quantity::Exactly(n) => self.expr(n),
            Quantity::UpTo(n) => ExprDoc::call("up_to", vec![self.expr(n)]),
            Quantity::Any => ExprDoc::Word("any".into()),
            Quantity::All => ExprDoc::Word("all".into()),
        }
    }

    /// An expression, by its sort.
    pub(super) fn expr(&mut self, e: &Expr) -> ExprDoc {
        let game = self.game;
        match &*e.kind {
            ExprKind::Const(n) => ExprDoc::Word(self.constant(*n, &e.ty)),
            ExprKind::Local(slot) => ExprDoc::Word(self.slot(*slot)),
            ExprKind::Option(id) => {
                ExprDoc::Word(format!("option {}", game.options[id.index()].name))
            }
            ExprKind::Var { var, of, at } => {
                let inside = of.iter().chain(at).map(|part| self.expr(part)).collect();
                ExprDoc::of(game.vars[var.index()].name.clone(), inside)
            }
            ExprKind::Attribute { kind, column, of } => {
                let attribute = &game.kind(*kind).attributes[*column].name;
                ExprDoc::of(attribute.clone(), vec![self.expr(of)])
            }
            ExprKind::BagCount {
                kind,
                column,
                of,
                at,
            } => {
                let attribute = &game.kind(*kind).attributes[*column].name;
                ExprDoc::of(attribute.clone(), vec![self.expr(of), self.expr(at)])
            }
            ExprKind::MadeFor(of) => ExprDoc::of("made_for", vec![self.expr(of)]),
            ExprKind::SpaceAttribute { board, column, of } => {
                let attribute = &game.boards[board.index()].attributes[*column].name;
                ExprDoc::of(attribute.clone(), vec![self.expr(of)])
            }
            ExprKind::Place { place, of } => {
                let inside = of.iter().map(|part| self.expr(part)).collect();
                ExprDoc::of(game.places[place.index()].name.clone(), inside)
            }
            ExprKind::Query(query, args) => {
                ExprDoc::call(game.queries[query.index()].name.clone(), self.exprs(args))
            }
            ExprKind::Slot {
                kind,
                slot,
                of,
                args,
            } => {
                let slot = &game.kind(*kind).value_slots[*slot].name;
                let mut inside = vec![self.expr(of)];
                inside.extend(self.exprs(args));
                ExprDoc::call(format!("slot {slot}"), inside)
            }
            ExprKind::Lookup(table, key) => ExprDoc::of(
                game.tables[table.index()].name.clone(),
                vec![self.expr(key)],
            ),
            ExprKind::Op(op, args) => ExprDoc::call(operator(*op), self.exprs(args)),
            ExprKind::Possible(action) => {
                let action = &game.actions[action.index()].name;
                ExprDoc::call("possible", vec![ExprDoc::Word(action.clone())])
            }
            ExprKind::AllPieces(kind) => ExprDoc::Word(format!("pieces {}", game.kind(*kind).name)),
            ExprKind::Copies { kind, first, count } => {
                let kind = game.kind(*kind);
                let row = &kind.rows[first.index()].id;
                ExprDoc::Word(format!("copies {}.{row} {count}", kind.name))
            }
            ExprKind::AllRows(kind) => ExprDoc::Word(format!("rows {}", game.kind(*kind).name)),
            ExprKind::AllValues(count) => ExprDoc::Word(format!("values {count}")),
            ExprKind::AllSpaces { board, of } => {
                let inside = of.iter().map(|part| self.expr(part)).collect();
                ExprDoc::of(
                    format!("spaces {}", game.boards[board.index()].name),
                    inside,
                )
            }
            ExprKind::Range(from, to) => ExprDoc::infix("..", self.expr(from), self.expr(to)),
            ExprKind::Filter(binder) => ExprDoc::call("filter", vec![self.binder(binder)]),
            ExprKind::Union(a, b) => ExprDoc::call("union", vec![self.expr(a), self.expr(b)]),
            ExprKind::SetOf(members) => ExprDoc::Bracketed {
                head: String::new(),
                brackets: ['[', ']'],
                inside: self.exprs(members),
            },
            ExprKind::Fold { op, binder, value } => {
                let mut inside = vec![self.binder(binder)];
                inside.extend(value.iter().map(|value| self.expr(value)));
                ExprDoc::call(fold(*op), inside)
            }
            ExprKind::PossibleSet(set) => self.possible_set(set),
            ExprKind::Players => ExprDoc::Word("players".into()),
            ExprKind::Not(a) => ExprDoc::call("not", vec![self.expr(a)]),
            ExprKind::Negate(a) => ExprDoc::call("negate", vec![self.expr(a)]),
            ExprKind::Amount(a) => ExprDoc::call("amount", vec![self.expr(a)]),
            ExprKind::And(a, b) => self.infix("and", a, b),
            ExprKind::Or(a, b) => self.infix("or", a, b),
            ExprKind::Equal(a, b) => self.infix("==", a, b),
            ExprKind::Less(a, b) => self.infix("<", a, b),
            ExprKind::LessEqual(a, b) => self.infix("<=", a, b),
            ExprKind::Arithmetic(op, a, b) => self.infix(sign(*op), a, b),
            ExprKind::Member(a, b) => self.infix("in", a, b),
            ExprKind::If(cond, yes, no) => {
                let parts = [cond, yes, no].map(|part| self.expr(part));
                ExprDoc::call("if", parts.into())
            }
            ExprKind::Let(slot, value) => {
                let value = self.expr(value);
                let name = ExprDoc::Word(format!("let {}", self.slot(*slot)));
                ExprDoc::infix("=", name, value)
            }
            ExprKind::Else(a, b) => self.infix("else", a, b),
            ExprKind::For(player, value) => {
                ExprDoc::call("for", vec![self.expr(player), self.expr(value)])
            }
            ExprKind::Shape(shape) => ExprDoc::Word(format!("shape{}", shape.number())),
        }
    }

    fn possible_set(&mut self, set: &PossibleSet) -> ExprDoc {
        let quantity = self.quantity(&set.quantity);
        let binder = self.binder(&set.binder);
        let again = set.again.then(|| ExprDoc::Word("again".into()));
        self.names.insert(set.whole.chosen, "chosen".into());
        let whole = ExprDoc::call("with", vec![self.expr(&set.whole.cond)]);
        let inside = [Some(quantity), Some(binder), again, Some(whole)];
        ExprDoc::call("possible_set", inside.into_iter().flatten().collect())
    }

    fn infix(&mut self, operator: &'static str, a: &Expr, b: &Expr) -> ExprDoc {
        let (a, b) = (self.expr(a), self.expr(b));
        ExprDoc::infix(operator, a, b)
    }

    /// A value that is known beforehand, by its type.
    fn constant(&self, n: i32, ty: &Type) -> String {
        let game = self.game;
        let row = |kind: KindId| {
            let kind = game.kind(kind);
            let row = usize::try_from(n).ok().and_then(|n| kind.rows.get(n));
            row.map(|row| format!("{}.{}", kind.name, row.id))
        };
        let named = match ty.required() {
            _ if n == NONE => Some("none".into()),
            Type::Bool => Some(if n == 0 { "no" } else { "yes" }.into()),
            Type::Enum(id) => usize::try_from(n).ok().and_then(|n| self.value(*id, n)),
            Type::Set(id) => {
                let has = |value: &usize| n & 1 << value != 0;
                let names = (0..31)
                    .filter(has)
                    .filter_map(|value| self.value(*id, value));
                Some(format!("[{}]", names.collect::<Vec<_>>().join(", ")))
            }
            Type::Player => Some(format!("P{n}")),
            Type::Piece(kind) | Type::Row(kind) => row(*kind),
            Type::Direction(board) => {
                let names = &game.boards[board.index()].directions;
                let name = usize::try_from(n).ok().and_then(|n| names.get(n));
                name.cloned()
            }
            Type::Int
            | Type::Text
            | Type::Space(_)
            | Type::Place(_)
            | Type::Bag(_)
            | Type::Shape
            | Type::Placement(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => None,
        };
        named.unwrap_or_else(|| n.to_string())
    }

    fn value(&self, id: EnumId, n: usize) -> Option<String> {
        self.game.enums[id.index()].values.get(n).cloned()
    }
}

fn sign(op: Arithmetic) -> &'static str {
    match op {
        Arithmetic::Add => "+",
        Arithmetic::Subtract => "-",
        Arithmetic::Multiply => "*",
        Arithmetic::Divide => "div",
        Arithmetic::Modulo => "mod",
    }
}

fn operator(op: QueryOp) -> String {
    let row = QUERIES.iter().find(|row| row.op == op);
    row.map_or_else(|| format!("{op:?}"), |row| row.name.to_owned())
}

fn fold(op: FoldOp) -> String {
    let row = FOLDS.iter().find(|row| row.op == op);
    row.map_or_else(|| format!("{op:?}"), |row| row.name.to_owned())
}
