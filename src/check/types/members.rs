//! Names after a dot: `card.weight`, `p.hand`, `option.long`, `colour.red`.
//!
//! Takes what stands before the dot and the name after it, gives the member's value.

use crate::decl::{Decl, MemberDecl};
use crate::describe::path;
use crate::env::{Checker, Scope, UNKNOWN_KIND};
use crate::semantics::{NameHole, Symbol};
use crate::types::exprs::{typed, wrong};
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::Holder;
use ludex_rules::ids::{BoardId, EnumId, KindId};
use ludex_rules::ops::QueryOp;
use ludex_rules::types::{Declarer, Type};
use ludex_source::Span;
use ludex_syntax::ast;
use std::collections::BTreeMap;

/// The members of a kind or of a board's spaces.
type Members = BTreeMap<String, (MemberDecl, Span)>;

impl Checker<'_> {
    /// The value of a member.
    pub(crate) fn member(
        &mut self,
        scope: &mut Scope,
        base: &ast::Expr,
        name: &ast::Name,
        span: Span,
    ) -> Expr {
        if let Some(value) = self.of_declared(scope, base, name, span) {
            return value;
        }
        let of = self.infer(scope, base, None);
        if let (Type::All(_), ExprKind::AllSpaces { board, .. }) = (&of.ty, &*of.kind)
            && let Some(number) = self.space_number(*board, &name.text)
        {
            self.refer(name.span, Symbol::Space(*board, number));
            return space_of(*board, of, number, span);
        }
        match of.ty.required().clone() {
            Type::Wrong => wrong(span),
            Type::Player => self.of_player(scope, base, of, name, span),
            Type::Piece(_) if self.is_strangers(scope, base, &of, name) => wrong(span),
            Type::Piece(_) | Type::Row(_) | Type::Space(_) => {
                self.of_thing(of, Some(base), name, span)
            }
            Type::Int
            | Type::Bool
            | Type::Text
            | Type::Enum(_)
            | Type::Place(_)
            | Type::Set(_)
            | Type::Bag(_)
            | Type::Shape
            | Type::Direction(_)
            | Type::Placement(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None => {
                self.no_members(base, &of.ty, name);
                wrong(span)
            }
        }
    }

    /// Gives what a member of a piece, row or space is declared as.
    pub(super) fn member_decl(&mut self, ty: &Type, name: &ast::Name) -> Option<MemberDecl> {
        let (decl, _) = self.members(ty)?.get(&name.text).copied()?;
        if let Some(symbol) = member_symbol(ty, decl) {
            self.refer(name.span, symbol);
        }
        Some(decl)
    }

    fn members(&self, ty: &Type) -> Option<&Members> {
        match ty.required().declarer()? {
            Declarer::Kind(id) => self.env.kind_members.get(id.index()),
            Declarer::Board(id) => self.env.space_members.get(id.index()),
        }
    }

    /// `option.NAME`, `ENUM.value`, `KIND.row`, `BOARD.direction`, `BOARD.space`.
    fn of_declared(
        &mut self,
        scope: &mut Scope,
        base: &ast::Expr,
        name: &ast::Name,
        span: Span,
    ) -> Option<Expr> {
        let ast::ExprKind::Name(owner) = &*base.kind else {
            return None;
        };
        if scope.find(owner).is_some() {
            return None;
        }
        if owner == "option" {
            return Some(self.option_value(name, span));
        }
        let &(decl, _) = self.env.names.get(owner)?;
        match decl {
            Decl::Enum(id) => {
                self.refer(base.span, Symbol::Declared(decl));
                Some(self.value_of(id, owner, name, span))
            }
            Decl::Kind(id) => {
                self.refer(base.span, Symbol::Declared(decl));
                Some(self.row_of(id, owner, name, span))
            }
            Decl::Sort(id) => {
                self.refer(base.span, Symbol::Declared(decl));
                match self.env.sorts[id.index()].kind {
                    UNKNOWN_KIND => Some(wrong(span)),
                    kind => Some(self.row_of(kind, owner, name, span)),
                }
            }
            Decl::Board(id) => Some(self.board_member(scope, id, base, name, span)),
            Decl::Var(_)
            | Decl::Place(_)
            | Decl::Table(_)
            | Decl::Moment(_)
            | Decl::Effect(_)
            | Decl::Query(_)
            | Decl::Action(_)
            | Decl::Option(_) => None,
        }
    }

    fn option_value(&mut self, name: &ast::Name, span: Span) -> Expr {
        if let Some(&(id, _)) = self.env.options.get(&name.text) {
            self.refer(name.span, Symbol::Declared(Decl::Option(id)));
            let ty = self.env.game.options[id.index()].ty.clone();
            return typed(ExprKind::Option(id), ty, span);
        }
        let hole = NameHole::PartOf(Symbol::BuiltIn("option"));
        self.env.semantics_mut().leave_open(name.span, hole);
        let near =
            nearest(&name.text, self.env.options.keys().map(String::as_str)).map(str::to_owned);
        self.report.push(
            Diagnostic::error(
                Code::UNKNOWN_NAME,
                format!("unknown option `{}`", name.text),
            )
            .at(name.span, "no option of this game")
            .did_you_mean(near.as_deref()),
        );
        wrong(span)
    }

    fn value_of(&mut self, id: EnumId, owner: &str, name: &ast::Name, span: Span) -> Expr {
        if let Some(number) = self.enum_value(id, &name.text, name.span) {
            return typed(ExprKind::Const(number), Type::Enum(id), span);
        }
        self.leave_part_open(name, Decl::Enum(id));
        let values = self.env.game.enums[id.index()].values.clone();
        self.no_such(owner, "value", name, values.iter().map(String::as_str));
        wrong(span)
    }

    fn row_of(&mut self, id: KindId, owner: &str, name: &ast::Name, span: Span) -> Expr {
        let kind = self.env.game.kind(id);
        let ty = if kind.is_record {
            Type::Row(id)
        } else {
            Type::Piece(id)
        };
        if let Some(row) = self.row(id, &name.text) {
            self.refer(name.span, self.row_symbol(row));
            return self.row_value(row, span);
        }
        if self.env.kind_members[id.index()].contains_key(&name.text) {
            let many = self.describe(&Type::All(Box::new(ty)));
            self.report.push(
                Diagnostic::error(
                    Code::WRONG_SORT,
                    format!("`{owner}` means all {many}, not one of them"),
                )
                .at(name.span, "asked of one piece or row")
                .help(format!(
                    "go through them: `for each x in {owner}`, `sum(x in {owner} : x.{})`",
                    name.text
                )),
            );
            return wrong(span);
        }
        self.leave_part_open(name, Decl::Kind(id));
        let rows: Vec<String> = self
            .env
            .game
            .kind(id)
            .rows
            .iter()
            .map(|row| row.id.clone())
            .collect();
        self.no_such(owner, "row", name, rows.iter().map(String::as_str));
        wrong(span)
    }

    /// A direction of a board, or the space with an id.
    fn board_member(
        &mut self,
        scope: &mut Scope,
        id: BoardId,
        base: &ast::Expr,
        name: &ast::Name,
        span: Span,
    ) -> Expr {
        let owner = self.env.game.boards[id.index()].name.clone();
        if let Some(number) = self.direction(id, &name.text) {
            self.refer(base.span, Symbol::Declared(Decl::Board(id)));
            self.refer(name.span, Symbol::Direction(id, number));
            return typed(ExprKind::Const(number), Type::Direction(id), span);
        }
        if let Some(number) = self.space_number(id, &name.text) {
            let board = self.infer(scope, base, None);
            self.refer(name.span, Symbol::Space(id, number));
            return space_of(id, board, number, span);
        }
        self.leave_part_open(name, Decl::Board(id));
        let board = &self.env.game.boards[id.index()];
        let spaces = board
            .layouts
            .iter()
            .flat_map(|layout| &layout.spaces)
            .map(|space| space.id.clone());
        let known: Vec<String> = board.directions.iter().cloned().chain(spaces).collect();
        self.no_such(
            &owner,
            "direction or space",
            name,
            known.iter().map(String::as_str),
        );
        wrong(span)
    }

    /// The number of a space, when every layout of the board has it there.
    fn space_number(&self, id: BoardId, name: &str) -> Option<i32> {
        let layouts = &self.env.game.boards[id.index()].layouts;
        let mut numbers = layouts
            .iter()
            .map(|layout| layout.spaces.iter().position(|space| space.id == name));
        let first = numbers.next()??;
        numbers
            .all(|number| number == Some(first))
            .then(|| i32::try_from(first).ok())
            .flatten()
    }

    fn of_player(
        &mut self,
        scope: &mut Scope,
        base: &ast::Expr,
        of: Expr,
        name: &ast::Name,
        span: Span,
    ) -> Expr {
        let decl = self.env.names.get(&name.text).map(|&(decl, _)| decl);
        let Some(decl) = decl.filter(|&decl| self.is_players(decl)) else {
            return match self.boards_with(&name.text).as_slice() {
                [(board, number)] => {
                    self.refer(name.span, Symbol::Space(*board, *number));
                    let spaces = self.spaces(*board, Some(of), span);
                    space_of(*board, spaces, *number, span)
                }
                [] => {
                    if let Some(Decl::Query(id)) = decl.filter(|_| self.env.asked) {
                        return self.query_for(scope, of, id, &[], span);
                    }
                    self.not_of_player(base, name, decl);
                    wrong(span)
                }
                several => self.on_several_boards(name, several, span),
            };
        };
        self.refer(name.span, Symbol::Declared(decl));
        match decl {
            Decl::Var(id) => self.var(id, Some(of), span),
            Decl::Place(id) => self.place(id, Some(of), span),
            Decl::Board(id) => self.spaces(id, Some(of), span),
            Decl::Enum(_)
            | Decl::Kind(_)
            | Decl::Sort(_)
            | Decl::Table(_)
            | Decl::Moment(_)
            | Decl::Effect(_)
            | Decl::Query(_)
            | Decl::Action(_)
            | Decl::Option(_) => wrong(span),
        }
    }

    /// The boards of each player with a space of this id, each with its number.
    fn boards_with(&self, id: &str) -> Vec<(BoardId, i32)> {
        let boards = (0..).map(BoardId::new).zip(&self.env.game.boards);
        let per_player = boards.filter(|(_, board)| board.per_player);
        per_player
            .filter_map(|(board, _)| Some((board, self.space_number(board, id)?)))
            .collect()
    }

    fn on_several_boards(
        &mut self,
        name: &ast::Name,
        boards: &[(BoardId, i32)],
        span: Span,
    ) -> Expr {
        let names = boards.iter().map(|(id, _)| {
            let board = &self.env.game.boards[id.index()].name;
            format!("`p.{board}.{}`", name.text)
        });
        let help = format!("write {}", names.collect::<Vec<_>>().join(" or "));
        let message = format!("several boards of a player have a space `{}`", name.text);
        self.report.push(
            Diagnostic::error(Code::AMBIGUOUS, message)
                .at(name.span, "not clear which")
                .help(help),
        );
        wrong(span)
    }

    /// Tells whether each player has one of these.
    fn is_players(&self, decl: Decl) -> bool {
        match decl {
            Decl::Var(id) => self.env.game.vars[id.index()].holder == Holder::Player,
            Decl::Place(id) => self.env.game.places[id.index()].holder == Holder::Player,
            Decl::Board(id) => self.env.game.boards[id.index()].per_player,
            Decl::Enum(_)
            | Decl::Kind(_)
            | Decl::Sort(_)
            | Decl::Table(_)
            | Decl::Moment(_)
            | Decl::Effect(_)
            | Decl::Query(_)
            | Decl::Action(_)
            | Decl::Option(_) => false,
        }
    }

    fn not_of_player(&mut self, base: &ast::Expr, name: &ast::Name, decl: Option<Decl>) {
        let of = path(base).unwrap_or_else(|| "p".to_owned());
        match decl {
            Some(decl @ (Decl::Var(_) | Decl::Place(_) | Decl::Board(_))) => {
                let sort = format!("{} of the table", self.sort_of(decl));
                let help = format!("write `{}` alone", name.text);
                self.other_sort(&name.text, &sort, "of each player", name.span, Some(help));
            }
            Some(Decl::Query(_)) => {
                let help = self.asked_as_query(&of, &Type::Player, &name.text);
                self.other_sort(
                    &name.text,
                    "a query",
                    "a thing of a player",
                    name.span,
                    help,
                );
            }
            Some(decl) => {
                let sort = self.sort_of(decl);
                self.other_sort(&name.text, sort, "a thing of a player", name.span, None);
            }
            None => {
                let hole = NameHole::Member {
                    of: Type::Player,
                    sort: None,
                };
                self.env.semantics_mut().leave_open(name.span, hole);
                let names = self
                    .env
                    .names
                    .iter()
                    .filter(|(_, (decl, _))| self.is_players(*decl));
                let names = names.map(|(name, _)| name.as_str());
                let near = self.report.nearest(Code::UNKNOWN_NAME, &name.text, names);
                let near = near.map(str::to_owned);
                let boards = self.env.game.boards.iter().filter(|board| board.per_player);
                let layouts = boards.flat_map(|board| &board.layouts);
                let spaces = || layouts.clone().flat_map(|layout| layout.spaces.iter());
                let ids = || spaces().map(|space| &*space.id);
                let near = near.or_else(|| {
                    let near = self.report.nearest(Code::UNKNOWN_NAME, &name.text, ids());
                    near.map(str::to_owned)
                });
                let error = Diagnostic::error(
                    Code::UNKNOWN_NAME,
                    format!("a player has no `{}`", name.text),
                )
                .at(name.span, "nothing declared `per player` is called so");
                let declare = match ids().next() {
                    // No variable is meant by what looks like a space.
                    Some(id) if name.text.contains(|symbol: char| symbol.is_ascii_digit()) => {
                        format!("a space of a player's board is named by its id, such as `{id}`")
                    }
                    Some(_) | None if self.env.asked => self.what_stands_behind_a_player(),
                    Some(_) | None => {
                        format!("declare it: `var {} per player: int`", name.text)
                    }
                };
                let asked = self.asked_as_query(&of, &Type::Player, &name.text);
                self.report.push(match (near, asked) {
                    (_, Some(help)) => error.help(help),
                    (Some(near), None) => error.did_you_mean(Some(&near)),
                    (None, None) => error.help(declare),
                });
            }
        }
    }

    /// Reports a call behind a player, where a question may ask a query for that player, that asks none.
    pub(super) fn no_query_for_player(&mut self, name: &ast::Name) {
        let decl = self.env.names.get(&name.text).map(|&(decl, _)| decl);
        if let Some(decl) = decl {
            let sort = self.sort_of(decl);
            let help = if self.is_players(decl) {
                "it takes no arguments: write it without brackets".to_owned()
            } else {
                self.what_stands_behind_a_player()
            };
            self.other_sort(&name.text, sort, "a query", name.span, Some(help));
            return;
        }
        let queries = (self.env.names.iter())
            .filter(|(_, (decl, _))| matches!(decl, Decl::Query(_)))
            .map(|(name, _)| name.as_str());
        let near = self.report.nearest(Code::UNKNOWN_NAME, &name.text, queries);
        let near = near.map(str::to_owned);
        let message = format!("there is no query `{}`", name.text);
        let error =
            Diagnostic::error(Code::UNKNOWN_NAME, message).at(name.span, "asked for a player");
        self.report.push(match near {
            Some(near) => error.did_you_mean(Some(&near)),
            None => error.help(self.what_stands_behind_a_player()),
        });
    }

    /// The advice for a question about a player: everything that can be asked of one.
    fn what_stands_behind_a_player(&self) -> String {
        let names = self.env.names.iter();
        let names = names.filter(|(_, (decl, _))| self.is_players(*decl));
        let mut shown: Vec<String> = names.take(4).map(|(name, _)| format!("`{name}`")).collect();
        if shown.len() == 4 {
            shown[3] = "…".to_owned();
        }
        let own = if shown.is_empty() {
            String::new()
        } else {
            format!(" ({})", shown.join(", "))
        };
        format!(
            "behind a player stands a variable, place or board of each player{own}, a space of such a board, or a query of the game \
             that is asked for that player"
        )
    }

    /// A member of a piece, row or space.
    fn of_thing(
        &mut self,
        of: Expr,
        base: Option<&ast::Expr>,
        name: &ast::Name,
        span: Span,
    ) -> Expr {
        let ty = of.ty.required().clone();
        match self.member_decl(&ty, name) {
            Some(MemberDecl::Attribute(column)) => self.attribute_value(of, &ty, column, span),
            Some(MemberDecl::Field(id)) => self.var(id, Some(of), span),
            Some(MemberDecl::Place(id)) => self.place(id, Some(of), span),
            Some(MemberDecl::ValueSlot(slot)) => {
                self.slot_value(of, &ty, slot, name, Vec::new(), span)
            }
            Some(MemberDecl::EffectSlot(_)) => {
                self.slot_is_effect(name);
                wrong(span)
            }
            None if name.text == "of" && self.is_made_for_player(&ty) => {
                self.refer(name.span, Symbol::BuiltIn("of"));
                typed(ExprKind::MadeFor(of), self.maker_type(&ty), span)
            }
            None | Some(MemberDecl::Hooks) => {
                self.unknown_member(base, &ty, name);
                wrong(span)
            }
        }
    }

    fn attribute_value(&self, of: Expr, ty: &Type, column: usize, span: Span) -> Expr {
        let Some(declarer) = ty.declarer() else {
            return wrong(span);
        };
        let (kind, attribute) = match declarer {
            Declarer::Kind(kind) => {
                let attribute = self.env.game.kind(kind).attributes.get(column);
                (ExprKind::Attribute { kind, column, of }, attribute)
            }
            Declarer::Board(board) => {
                let attribute = self.env.game.boards[board.index()].attributes.get(column);
                (ExprKind::SpaceAttribute { board, column, of }, attribute)
            }
        };
        typed(
            kind,
            attribute.map_or(Type::Wrong, |attribute| attribute.ty.clone()),
            span,
        )
    }

    fn is_made_for_player(&self, ty: &Type) -> bool {
        matches!(ty, Type::Piece(id) if self.env.game.kind(*id).is_made_for_players())
    }

    /// The type of who a piece is made for: none of a piece that is nobody's, where there are such.
    fn maker_type(&self, ty: &Type) -> Type {
        let Type::Piece(id) = ty else {
            return Type::Player;
        };
        let kind = self.env.game.kind(*id);
        if kind.copies.is_some() || kind.is_all_for_players() {
            Type::Player
        } else {
            Type::Optional(Box::new(Type::Player))
        }
    }

    /// Reports an effect slot that is asked for a value.
    pub(super) fn slot_is_effect(&mut self, name: &ast::Name) {
        self.report.push(
            Diagnostic::error(
                Code::WRONG_SORT,
                format!("`{}` is an effect, not a value", name.text),
            )
            .at(name.span, "does something")
            .help("an effect stands alone, as a statement"),
        );
    }

    /// Reports a name that a piece, row or space does not have.
    pub(super) fn unknown_member(&mut self, of: Option<&ast::Expr>, ty: &Type, name: &ast::Name) {
        if let Type::Piece(kind) = ty
            && self.is_any(*kind)
        {
            return self.member_of_any(*kind, name);
        }
        let sort = of.and_then(|of| self.env.semantics.sort_at(of.span));
        let hole = NameHole::Member {
            of: ty.clone(),
            sort,
        };
        self.env.semantics_mut().leave_open(name.span, hole);
        let known = self.members(ty).into_iter().flat_map(BTreeMap::keys);
        let known: Vec<String> = known.cloned().collect();
        let owner = self.owner_name(ty).unwrap_or_default().to_owned();
        let sort = if matches!(ty, Type::Space(_)) {
            "field"
        } else {
            "member"
        };
        if let Some(help) = self.asked_as_query(
            &of.and_then(path).unwrap_or_else(|| "x".to_owned()),
            ty,
            &name.text,
        ) {
            let message = format!("`{owner}` has no {sort} `{}`", name.text);
            let label = format!("no {sort} of `{owner}`");
            let error = Diagnostic::error(Code::UNKNOWN_NAME, message).at(name.span, label);
            return self.report.push(error.help(help));
        }
        self.no_such(&owner, sort, name, known.iter().map(String::as_str));
    }

    fn member_of_any(&mut self, kind: KindId, name: &ast::Name) {
        let kind = &self.env.game.kind(kind).name;
        self.report.push(
            Diagnostic::error(
                Code::UNKNOWN_NAME,
                format!("`{kind}` is any kind, and has no `{}`", name.text),
            )
            .at(name.span, "not every kind has this")
            .help("name the kind in the signature, or let the caller ask"),
        );
    }

    pub(crate) fn no_such<'n>(
        &mut self,
        owner: &str,
        sort: &str,
        name: &ast::Name,
        known: impl Iterator<Item = &'n str> + Clone,
    ) {
        let diagnostic = Diagnostic::error(
            Code::UNKNOWN_NAME,
            format!("`{owner}` has no {sort} `{}`", name.text),
        )
        .at(name.span, format!("no {sort} of `{owner}`"));
        let near = (self.report).nearest(Code::UNKNOWN_NAME, &name.text, known.clone());
        self.report.push(match near {
            Some(near) => diagnostic.did_you_mean(Some(near)),
            None => match listed(known) {
                Some(list) => diagnostic.help(format!("it has {list}")),
                None => diagnostic,
            },
        });
    }

    fn no_members(&mut self, base: &ast::Expr, ty: &Type, name: &ast::Name) {
        let found = self.describe(ty);
        let what = path(base).unwrap_or_else(|| "…".to_owned());
        let asked = self.asked_as_query(&what, ty, &name.text);
        let help = match (asked, ty.required()) {
            (Some(help), _) => help,
            (None, Type::Place(_) | Type::All(_)) => {
                format!(
                    "ask its members: `sum(x in {what} : x.{0})`, `any(x in {what} where x.{0} …)`",
                    name.text
                )
            }
            _ => "a dot stands after a player, a piece, a row or a space".to_owned(),
        };
        self.report.push(
            Diagnostic::error(
                Code::UNKNOWN_NAME,
                format!("{found} has no `{}`", name.text),
            )
            .at(base.span.to(name.span), found)
            .help(help),
        );
    }
}

/// The symbol of a member of a piece, row or space.
#[must_use]
pub(super) fn member_symbol(ty: &Type, decl: MemberDecl) -> Option<Symbol> {
    Some(match ty.required().declarer()? {
        Declarer::Kind(id) => Symbol::KindMember(id, decl),
        Declarer::Board(id) => Symbol::SpaceMember(id, decl),
    })
}

/// The space of a board with a number.
fn space_of(id: BoardId, board: Expr, number: i32, span: Span) -> Expr {
    let ty = if board.ty == Type::Wrong {
        Type::Wrong
    } else {
        Type::Space(id)
    };
    let number = typed(ExprKind::Const(number), Type::Int, span);
    typed(
        ExprKind::Op(QueryOp::SpaceAt, vec![board, number]),
        ty,
        span,
    )
}

/// A few names, each in backticks.
fn listed<'n>(names: impl Iterator<Item = &'n str>) -> Option<String> {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    (1..=8).contains(&names.len()).then(|| names.join(", "))
}
