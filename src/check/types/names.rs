//! Names alone: what `hand`, `red` or `owl` stands for.
//!
//! Takes a name and the type that is likely wanted, gives its value. The order: local names; what is declared, a player's
//! own things as those of `you`; `players` and `P0`, `P1` …; values of enums; rows; queries without parameters.

use crate::decl::Decl;
use crate::env::{Checker, RowName, Scope, UNKNOWN_KIND};
use crate::semantics::Symbol;
use crate::types::exprs::{typed, wrong};
use ludex_report::{Code, Diagnostic, Position, nearest};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::Holder;
use ludex_rules::ids::{BoardId, EnumId, KindId, PlaceId, QueryId, RowId, VarId};
use ludex_rules::ops;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

impl Checker<'_> {
    /// The value of a name that stands alone.
    pub(crate) fn name(
        &mut self,
        scope: &Scope,
        name: &str,
        span: Span,
        hint: Option<&Type>,
    ) -> Expr {
        if let Some(local) = scope.find(name) {
            if let Some(symbol) = local.symbol {
                self.refer(span, symbol);
            }
            return typed(ExprKind::Local(local.slot), local.ty.clone(), span);
        }
        let decl = self.env.names.get(name).map(|&(decl, _)| decl);
        if let Some(value) = self.hinted(name, hint, span)
            && !decl.is_some_and(|decl| self.is_of_type(decl, &value.ty))
        {
            return value;
        }
        if let Some(decl) = decl
            && let Some(value) = self.declared(scope, name, decl, span)
        {
            return value;
        }
        if name == "players" {
            self.refer(span, Symbol::BuiltIn("players"));
            return typed(ExprKind::Players, Type::All(Box::new(Type::Player)), span);
        }
        if let Some(seat) = self.seat(name) {
            return typed(ExprKind::Const(seat), Type::Player, span);
        }
        self.value_or_row(name, span)
            .unwrap_or_else(|| self.bare_query(scope, name, decl, span, hint))
    }

    /// Tells whether a name means something only with the type that is wanted: the other side of `==` is then asked first.
    pub(super) fn wants_hint(&self, scope: &Scope, e: &ast::Expr) -> bool {
        match &*e.kind {
            ast::ExprKind::Set(_) | ast::ExprKind::None => true,
            ast::ExprKind::Name(name) => scope.find(name).is_none() && !self.is_value(name),
            ast::ExprKind::Int(_)
            | ast::ExprKind::Bool(_)
            | ast::ExprKind::Text(_)
            | ast::ExprKind::Member(..)
            | ast::ExprKind::Call(..)
            | ast::ExprKind::Index(..)
            | ast::ExprKind::Fold(_)
            | ast::ExprKind::Filter(_)
            | ast::ExprKind::Range(..)
            | ast::ExprKind::Unary(..)
            | ast::ExprKind::Binary(..)
            | ast::ExprKind::Let(..)
            | ast::ExprKind::If(..)
            | ast::ExprKind::Possible(_) => false,
        }
    }

    fn is_value(&self, name: &str) -> bool {
        let decl = self.env.names.get(name).map(|&(decl, _)| decl);
        matches!(decl, Some(Decl::Var(_) | Decl::Place(_) | Decl::Query(_)))
    }

    /// Tells whether a declaration has this type itself, so that it goes before a value of the same name.
    fn is_of_type(&self, decl: Decl, ty: &Type) -> bool {
        matches!(decl, Decl::Var(id) if self.env.game.vars[id.index()].ty.required() == ty)
    }

    /// The enum value, direction or row of the type that is wanted.
    fn hinted(&mut self, name: &str, hint: Option<&Type>, span: Span) -> Option<Expr> {
        let wanted = hint?.member();
        let number = match wanted {
            Type::Enum(id) => self.enum_value(*id, name, span)?,
            Type::Direction(board) => {
                let number = self.direction(*board, name)?;
                self.refer(span, Symbol::Direction(*board, number));
                number
            }
            Type::Piece(kind) | Type::Row(kind) => {
                return Some(self.row_named(self.row(*kind, name)?, span));
            }
            Type::Int
            | Type::Bool
            | Type::Text
            | Type::Player
            | Type::Space(_)
            | Type::Place(_)
            | Type::Set(_)
            | Type::Bag(_)
            | Type::Shape
            | Type::Placement(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => return None,
        };
        Some(typed(ExprKind::Const(number), wanted.clone(), span))
    }

    /// The number of an enum's value.
    pub(super) fn enum_value(&mut self, id: EnumId, name: &str, span: Span) -> Option<i32> {
        let &(_, number) = self
            .env
            .enum_values
            .get(name)?
            .iter()
            .find(|(of, _)| *of == id)?;
        self.refer(span, Symbol::EnumValue(id, number));
        Some(number)
    }

    /// The player of `P0`, `P1` …, as labels and rulings write them.
    fn seat(&self, name: &str) -> Option<i32> {
        let digits = name.strip_prefix('P')?;
        let seat: i32 = digits.parse().ok()?;
        // `P01` is no player, so that every player has one name.
        let plain = digits == "0" || !digits.starts_with('0');
        let players = i32::try_from(self.env.game.players.1).unwrap_or(i32::MAX);
        (plain && (0..players).contains(&seat)).then_some(seat)
    }

    /// The number of a board's direction.
    pub(crate) fn direction(&self, id: BoardId, name: &str) -> Option<i32> {
        let board = &self.env.game.boards[id.index()];
        let number = board
            .directions
            .iter()
            .position(|direction| direction == name)?;
        i32::try_from(number).ok()
    }

    /// The number of a kind's row.
    pub(crate) fn row(&self, kind: KindId, name: &str) -> Option<RowName> {
        let rows = self.env.rows.get(name)?;
        rows.iter().find(|row| row.kind == kind).copied()
    }

    /// The value of a row that is named here.
    pub(super) fn row_named(&mut self, row: RowName, span: Span) -> Expr {
        self.refer(span, self.row_symbol(row));
        self.row_value(row, span)
    }

    /// The meaning of a row's id, and of the ids of its copies.
    pub(crate) fn row_symbol(&self, row: RowName) -> Symbol {
        let written = self.env.game.kinds.get(row.kind.index());
        let written = written.and_then(|kind| kind.rows.get(row.number as usize));
        let copy = written.and_then(|written| written.copy.as_ref());
        Symbol::Row(
            row.kind,
            copy.map_or(row.number, |copy| copy.first.number()),
        )
    }

    /// A row by its name: the piece, the row of a record, or all copies of a row that has several.
    pub(crate) fn row_value(&self, row: RowName, span: Span) -> Expr {
        let id = row.kind;
        let one = if self.env.game.kind(id).is_record {
            Type::Row(id)
        } else {
            Type::Piece(id)
        };
        match row.copies {
            Some(count) => {
                let first = RowId::numbered(row.number);
                let kind = ExprKind::Copies {
                    kind: id,
                    first,
                    count,
                };
                typed(kind, Type::All(Box::new(one)), span)
            }
            None => typed(ExprKind::Const(row.number as i32), one, span),
        }
    }

    /// Gives what a declared thing is worth as a value; none for a query, which comes last, and for what has no value.
    fn declared(&mut self, scope: &Scope, name: &str, decl: Decl, span: Span) -> Option<Expr> {
        let value = match decl {
            Decl::Var(id) => {
                let of = self.of_you(scope, name, self.env.game.vars[id.index()].holder, span)?;
                self.var(id, of, span)
            }
            Decl::Place(id) => {
                let of = self.of_you(scope, name, self.env.game.places[id.index()].holder, span)?;
                self.place(id, of, span)
            }
            Decl::Board(id) => {
                let per_player = self.env.game.boards[id.index()].per_player;
                let holder = if per_player {
                    Holder::Player
                } else {
                    Holder::Table
                };
                let of = self.of_you(scope, name, holder, span)?;
                self.spaces(id, of, span)
            }
            Decl::Kind(id) => self.whole_kind(id, span),
            Decl::Sort(id) => self.whole_sort(id, span),
            Decl::Enum(id) => self.whole_enum(id, span),
            Decl::Query(_)
            | Decl::Table(_)
            | Decl::Moment(_)
            | Decl::Effect(_)
            | Decl::Action(_)
            | Decl::Option(_) => return None,
        };
        self.refer(span, Symbol::Declared(decl));
        Some(value)
    }

    /// Nobody for a thing of the table, `you` for a thing of each player; `Wrong` (reported) where nobody is `you`.
    fn of_you(
        &mut self,
        scope: &Scope,
        name: &str,
        holder: Holder,
        span: Span,
    ) -> Option<Option<Expr>> {
        if holder == Holder::Table {
            return Some(None);
        }
        if let Some(you) = scope.has_you.then(|| scope.find("you")).flatten() {
            return Some(Some(typed(ExprKind::Local(you.slot), Type::Player, span)));
        }
        self.report.push(
            Diagnostic::error(
                Code::NEEDS_OWNER,
                format!("`{name}` belongs to a player, and nobody is `you` here"),
            )
            .at(span, "whose?")
            .help(format!("write `p.{name}` for the player `p` you mean")),
        );
        Some(Some(wrong(span)))
    }

    /// A variable; an indexed one is a bag until it is asked for one of its numbers.
    pub(crate) fn var(&self, id: VarId, of: Option<Expr>, span: Span) -> Expr {
        let var = &self.env.game.vars[id.index()];
        let ty = match (&of, var.index) {
            (Some(owner), _) if owner.ty == Type::Wrong => Type::Wrong,
            (_, Some(index)) => Type::Bag(index),
            (_, None) => var.ty.clone(),
        };
        typed(
            ExprKind::Var {
                var: id,
                of,
                at: None,
            },
            ty,
            span,
        )
    }

    /// Builds a place of a holder.
    pub(crate) fn place(&self, id: PlaceId, of: Option<Expr>, span: Span) -> Expr {
        let holds = match self.env.game.places[id.index()].holds {
            UNKNOWN_KIND => Type::Wrong,
            kind => Type::Place(kind),
        };
        let ty = of
            .as_ref()
            .filter(|owner| owner.ty == Type::Wrong)
            .map_or(holds, |_| Type::Wrong);
        typed(ExprKind::Place { place: id, of }, ty, span)
    }

    /// The spaces of a board.
    pub(crate) fn spaces(&self, board: BoardId, of: Option<Expr>, span: Span) -> Expr {
        let all = Type::All(Box::new(Type::Space(board)));
        let ty = of
            .as_ref()
            .filter(|owner| owner.ty == Type::Wrong)
            .map_or(all, |_| Type::Wrong);
        typed(ExprKind::AllSpaces { board, of }, ty, span)
    }

    fn whole_kind(&self, id: KindId, span: Span) -> Expr {
        let (kind, member) = if self.env.game.kind(id).is_record {
            (ExprKind::AllRows(id), Type::Row(id))
        } else {
            (ExprKind::AllPieces(id), Type::Piece(id))
        };
        typed(kind, Type::All(Box::new(member)), span)
    }

    fn whole_enum(&self, id: EnumId, span: Span) -> Expr {
        let values = self.env.game.enums[id.index()].values.len();
        // INVARIANT: an enum has as many values as its text has words; that fits 32 bits.
        let count = u32::try_from(values).unwrap_or(u32::MAX);
        typed(
            ExprKind::AllValues(count),
            Type::All(Box::new(Type::Enum(id))),
            span,
        )
    }

    /// An enum value or row that is the only one of its name.
    fn value_or_row(&mut self, name: &str, span: Span) -> Option<Expr> {
        let values = self.env.enum_values.get(name).into_iter().flatten();
        let mut meanings: Vec<Expr> = values
            .map(|&(id, number)| typed(ExprKind::Const(number), Type::Enum(id), span))
            .collect();
        if meanings.is_empty() {
            let rows = self.env.rows.get(name).into_iter().flatten();
            meanings.extend(rows.map(|row| self.row_value(*row, span)));
        }
        if let [one] = meanings.as_slice() {
            if let Type::Enum(id) = one.ty {
                self.enum_value(id, name, span);
            } else if let Some(&[row]) = self.env.rows.get(name).map(Vec::as_slice) {
                self.refer(span, self.row_symbol(row));
            }
            return meanings.pop();
        }
        (!meanings.is_empty()).then(|| self.ambiguous(name, &meanings, span))
    }

    /// Writes a value of an enum out; one that only an option knows is told by the option that it is compared with.
    fn full_value(&self, of: EnumId, value: &str) -> String {
        let declared = &self.env.game.enums[of.index()].name;
        let is_declared =
            matches!(self.env.names.get(declared), Some((Decl::Enum(id), _)) if *id == of);
        if is_declared {
            format!("`{declared}.{value}`")
        } else {
            format!("`option.{declared} == {value}`")
        }
    }

    fn ambiguous(&mut self, name: &str, meanings: &[Expr], span: Span) -> Expr {
        let full = meanings.iter().map(|one| {
            if let Type::Enum(id) = one.ty.member() {
                self.full_value(*id, name)
            } else {
                let owner = self.owner_name(one.ty.member());
                format!("`{}.{name}`", owner.unwrap_or_default())
            }
        });
        let full: Vec<String> = full.collect();
        self.report.push(
            Diagnostic::error(
                Code::AMBIGUOUS,
                format!("`{name}` could mean several things"),
            )
            .at(span, "not clear which")
            .help(format!("write {}", full.join(" or "))),
        );
        wrong(span)
    }

    /// A query without parameters, named without brackets; or a name that means nothing here.
    fn bare_query(
        &mut self,
        scope: &Scope,
        name: &str,
        decl: Option<Decl>,
        span: Span,
        hint: Option<&Type>,
    ) -> Expr {
        if let Some(Decl::Query(id)) = decl {
            return self.query_without_arguments(name, id, span);
        }
        if let Some(row) = ops::query(name) {
            self.refer(span, Symbol::BuiltIn(row.name));
            if row.takes.is_empty() {
                return self.built_in(&mut scope.clone(), row, &[], span);
            }
            return self.needs_arguments(name, row.example, span);
        }
        match decl {
            Some(decl) => self.no_value(name, decl, span),
            None => self.unknown(scope, name, span, hint),
        }
        wrong(span)
    }

    fn query_without_arguments(&mut self, name: &str, id: QueryId, span: Span) -> Expr {
        self.refer(span, Symbol::Declared(Decl::Query(id)));
        let query = &self.env.game.queries[id.index()];
        if query.params.is_empty() {
            return typed(ExprKind::Query(id, Vec::new()), query.ty.clone(), span);
        }
        let params: Vec<&str> = query
            .params
            .iter()
            .map(|(param, _)| param.as_str())
            .collect();
        let example = format!("{name}({})", params.join(", "));
        self.needs_arguments(name, &example, span)
    }

    fn needs_arguments(&mut self, name: &str, example: &str, span: Span) -> Expr {
        self.report.push(
            Diagnostic::error(Code::WRONG_ARGUMENTS, format!("`{name}` needs arguments"))
                .at(span, "a query")
                .help(format!("as in `{example}`")),
        );
        wrong(span)
    }

    /// Reports a declared name that has no value.
    fn no_value(&mut self, name: &str, decl: Decl, span: Span) {
        let sort = self.sort_of(decl);
        let help = match decl {
            Decl::Table(_) => Some(format!("ask for one row of it: `{name}[…]`")),
            Decl::Action(_) => Some(format!(
                "`possible({name})` asks whether it can be done now"
            )),
            Decl::Effect(_) => Some("an effect stands alone, as a statement".to_owned()),
            Decl::Moment(_) => Some(format!(
                "a moment stands after `reach`, `later` or `until`: `reach {name}`"
            )),
            Decl::Enum(_)
            | Decl::Kind(_)
            | Decl::Sort(_)
            | Decl::Place(_)
            | Decl::Board(_)
            | Decl::Var(_)
            | Decl::Query(_)
            | Decl::Option(_) => None,
        };
        self.other_sort(name, sort, "a value", span, help);
    }

    /// Reports a name that exists, but is another sort of thing than is wanted here.
    pub(super) fn other_sort(
        &mut self,
        name: &str,
        sort: &str,
        wanted: &str,
        span: Span,
        help: Option<String>,
    ) {
        let mut diagnostic = Diagnostic::error(
            Code::WRONG_SORT,
            format!("`{name}` is {sort}, not {wanted}"),
        )
        .at(span, sort);
        if let Some(&(_, declared)) = self.env.names.get(name) {
            diagnostic = diagnostic.also(declared, "declared here");
        }
        if let Some(help) = help {
            diagnostic = diagnostic.help(help);
        }
        self.report.push(diagnostic);
    }

    /// Reports a name that means nothing, with the nearest that has a value.
    fn unknown(&mut self, scope: &Scope, name: &str, span: Span, hint: Option<&Type>) {
        if name == "you" || name == "this" {
            return self.nobody(name, span);
        }
        self.leave_value_open(scope, span, hint);
        let diagnostic = Diagnostic::error(Code::UNKNOWN_NAME, format!("unknown name `{name}`"))
            .at(span, "not known here");
        if !self.report.lists(Code::UNKNOWN_NAME) {
            return self.report.push(diagnostic);
        }
        let wanted = self.wanted_names(hint);
        let near = nearest(name, wanted.iter().map(String::as_str)).map(str::to_owned);
        let near = near.or_else(|| {
            let all = self.value_names(scope);
            let option = (!self.env.options.is_empty()).then_some("option");
            let names = all.iter().map(String::as_str).chain(option);
            nearest(name, names).map(str::to_owned)
        });
        if let Some(help) = self.known_elsewhere(scope, name) {
            return self.report.push(diagnostic.help(help));
        }
        self.report.push(match near.as_deref() {
            None if (1..=8).contains(&wanted.len()) => {
                diagnostic.help(format!("expected one of `{}`", wanted.join("`, `")))
            }
            near => diagnostic.habit_or(Position::Value, name, near),
        });
    }

    fn nobody(&mut self, name: &str, span: Span) {
        let (message, help) = match name {
            "you" => (
                "nobody is `you` here",
                "name the player: `for each p in players { as p { … } }`",
            ),
            _ => (
                "`this` means nothing here",
                "`this` is the piece or row that a text belongs to; only texts of rows know one",
            ),
        };
        self.report.push(
            Diagnostic::error(Code::NEEDS_OWNER, message)
                .at(span, "not known here")
                .help(help),
        );
    }

    /// The values of the enum, or the directions of the board, that are wanted.
    fn wanted_names(&self, hint: Option<&Type>) -> Vec<String> {
        match hint.map(Type::member) {
            Some(Type::Enum(id)) => self.env.game.enums[id.index()].values.clone(),
            Some(Type::Direction(id)) => self.env.game.boards[id.index()].directions.clone(),
            _ => Vec::new(),
        }
    }

    /// Every name that has a value here.
    fn value_names(&self, scope: &Scope) -> Vec<String> {
        let locals = scope.locals.iter().map(|local| &local.name);
        let declared = self.env.names.iter().filter(|(_, (decl, _))| {
            !matches!(
                decl,
                Decl::Table(_) | Decl::Moment(_) | Decl::Effect(_) | Decl::Action(_)
            )
        });
        let declared = declared.map(|(name, _)| name);
        let values = self.env.enum_values.keys().chain(self.env.rows.keys());
        let mut names: Vec<String> = locals.chain(declared).chain(values).cloned().collect();
        names.push("players".into());
        names
    }
}
