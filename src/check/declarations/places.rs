//! Places: what they hold, how many, and who sees inside.

use crate::decl::{Decl, MemberDecl};
use crate::declarations::declare::Decls;
use crate::env::{Checker, UNKNOWN_KIND};
use crate::semantics::Symbol;
use ludex_report::{Code, Diagnostic, Position, nearest};
use ludex_rules::game::{Holder, Order, Seen};
use ludex_rules::ids::{BoardId, KindId, PlaceId, RoutineId};
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;
use std::collections::BTreeMap;

impl Checker<'_> {
    /// Declares the kind and order of each place: needed before anything names a place.
    pub(crate) fn place_shapes(&mut self, decls: &Decls<'_>) {
        for &(id, tree, holder) in &decls.places {
            self.no_place_in_record(tree, holder);
            if let Some(kind) = self.holds(tree) {
                self.env.game.places[id.index()].holds = kind;
            }
            if let Some(order) = self.order(&tree.order) {
                self.env.game.places[id.index()].order = order;
            }
        }
    }

    /// Checks capacity, visibility and refill of each place.
    pub(crate) fn place_rules(&mut self, decls: &Decls<'_>) {
        for &(id, tree, holder) in &decls.places {
            let holds = self.env.game.places[id.index()].holds;
            let seen = match holds {
                UNKNOWN_KIND => Seen::All,
                kind => self.seen(tree.seen.as_ref(), holder, Some(kind)),
            };
            let capacity = self.capacity(id, tree);
            let when_empty = tree.when_empty.as_ref().and_then(|name| self.refill(name));
            let place = &mut self.env.game.places[id.index()];
            place.seen = seen;
            place.capacity = capacity;
            place.when_empty = when_empty;
        }
    }

    fn no_place_in_record(&mut self, tree: &ast::Place, holder: Holder) {
        if let Holder::Piece(kind) = holder
            && self.env.game.kind(kind).is_record
        {
            let name = &self.env.game.kind(kind).name;
            self.report.push(
                Diagnostic::error(
                    Code::WRONG_PLACE,
                    format!("record `{name}` cannot hold a place"),
                )
                .at(tree.name.span, "its rows are no pieces")
                .help(format!(
                    "declare `kind {name}`, or move the place out of it"
                )),
            );
        }
    }

    fn holds(&mut self, tree: &ast::Place) -> Option<KindId> {
        let mut kinds = tree
            .holds
            .iter()
            .filter_map(|name| Some((name, self.piece_kind(name)?)));
        let first = kinds.next();
        let second = kinds.next().map(|(name, _)| name.span);
        if let Some(span) = second {
            self.report.push(
                Diagnostic::error(Code::WRONG_PLACE, format!("place `{}` holds two kinds", tree.name.text))
                    .at(span, "a place holds pieces of one kind")
                    .help("declare a place for each kind, or make them one kind with an enum that tells them apart"),
            );
        }
        first.map(|(_, kind)| kind)
    }

    fn piece_kind(&mut self, name: &ast::Name) -> Option<KindId> {
        let kind: KindId = self.find(name)?;
        if !self.env.game.kind(kind).is_record {
            return Some(kind);
        }
        let span = self.env.game.kind(kind).span;
        self.report.push(
            Diagnostic::error(
                Code::WRONG_SORT,
                format!("record `{}` has no pieces", name.text),
            )
            .at(name.span, "nothing that could lie in a place")
            .also(span, "declared as a record")
            .help(format!("write `kind {}` if each row is a piece", name.text)),
        );
        None
    }

    fn order(&mut self, name: &ast::Name) -> Option<Order> {
        let words = ["pile", "list", "set", "slot"];
        match name.text.as_str() {
            "pile" => Some(Order::Pile),
            "list" => Some(Order::List),
            "set" => Some(Order::Set),
            "slot" => Some(Order::Slot),
            word => {
                self.unknown_word("sort of place", Position::Order, word, name.span, &words);
                None
            }
        }
    }

    /// Refuses a word that is not one of a few.
    pub(crate) fn unknown_word(
        &mut self,
        what: &str,
        position: Position,
        word: &str,
        span: Span,
        words: &[&str],
    ) {
        let listed: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        let near = nearest(word, words.iter().copied());
        let error = Diagnostic::error(Code::UNKNOWN_NAME, format!("unknown {what} `{word}`"))
            .at(span, format!("expected one of {}", listed.join(", ")))
            .habit_or(position, word, near);
        self.report.push(error);
    }

    fn capacity(&mut self, id: PlaceId, tree: &ast::Place) -> Option<u32> {
        let slot = self.env.game.places[id.index()].order == Order::Slot;
        let written = tree.capacity.as_ref()?;
        let largest = if slot { 1 } else { i32::MAX };
        let number = self.constant_in(written, (1, largest), "capacity")?;
        u32::try_from(number).ok()
    }

    fn refill(&mut self, name: &ast::Name) -> Option<RoutineId> {
        let routine: RoutineId = self.find(name)?;
        let params = self.env.game.routine(routine).params.len();
        if params > 0 {
            let message = format!("effect `{}` cannot refill a place", name.text);
            self.report.push(
                Diagnostic::error(Code::WRONG_ARGUMENTS, message)
                    .at(name.span, "takes arguments, and there is nothing to give")
                    .help("name an effect without parameters"),
            );
            return None;
        }
        Some(routine)
    }

    /// Checks `seen by …`: `holds` is the kind of the pieces, none for a variable.
    pub(crate) fn seen(
        &mut self,
        written: Option<&ast::Seen>,
        holder: Holder,
        holds: Option<KindId>,
    ) -> Seen {
        let Some(written) = written else {
            return Seen::All;
        };
        match written.by.text.as_str() {
            "all" => Seen::All,
            "nobody" => Seen::Nobody,
            "owner" => self.seen_as_owned(Seen::Owner, written.by.span, holder, holds),
            "others" => self.seen_as_owned(Seen::Others, written.by.span, holder, holds),
            "face" => self.seen_by_face(written, holds),
            word => {
                self.unknown_word(
                    "way to be seen",
                    Position::Viewer,
                    word,
                    written.by.span,
                    &["all", "owner", "others", "nobody", "face"],
                );
                Seen::All
            }
        }
    }

    /// Checks that there is an owner who sees it, or alone does not: of a field whoever the piece was made for.
    fn seen_as_owned(
        &mut self,
        seen: Seen,
        span: Span,
        holder: Holder,
        holds: Option<KindId>,
    ) -> Seen {
        let owned = match holder {
            Holder::Player => true,
            Holder::Space(board) => self.env.game.boards[board.index()].per_player,
            // Whom the pieces are made for is known when all rows are (`lints/ownerless.rs`).
            Holder::Piece(_) => holds.is_none(),
            Holder::Table => false,
        };
        if !owned {
            self.report.push(
                Diagnostic::error(Code::WRONG_OWNER, "seen by an owner that is not there")
                    .at(span, "belongs to no player")
                    .help("declare it `per player`, or write `seen by nobody`"),
            );
        }
        seen
    }

    fn seen_by_face(&mut self, written: &ast::Seen, holds: Option<KindId>) -> Seen {
        let (Some(kind), Some(field)) = (holds, &written.field) else {
            self.misplaced(
                written.by.span,
                "a variable has no face",
                "only pieces have one",
            );
            return Seen::All;
        };
        let members = &self.env.kind_members[kind.index()];
        if let Some(&(decl, _)) = members.get(&field.text) {
            self.refer(field.span, Symbol::KindMember(kind, decl));
        }
        let members = &self.env.kind_members[kind.index()];
        if let Some(&(MemberDecl::Field(var), _)) = members.get(&field.text)
            && matches!(self.env.game.vars[var.index()].ty, Type::Bool | Type::Wrong)
        {
            return Seen::Face(var);
        }
        let fields = members
            .iter()
            .filter(|(_, (member, _))| matches!(member, MemberDecl::Field(_)));
        let near = nearest(&field.text, fields.map(|(name, _)| name.as_str()));
        let name = &self.env.game.kind(kind).name;
        self.report.push(
            Diagnostic::error(
                Code::UNKNOWN_NAME,
                format!("`{name}` has no flag `{}`", field.text),
            )
            .at(field.span, "must be a `bool` field")
            .did_you_mean(near)
            .help(format!(
                "declare `var {}: bool` in `kind {name}`",
                field.text
            )),
        );
        Seen::All
    }

    /// The places of a name where pieces of a kind can lie: of the table or a player, or members of spaces and pieces.
    pub(super) fn places_named(&mut self, name: &ast::Name, kind: KindId) -> Vec<PlaceId> {
        let declared = self
            .env
            .names
            .get(&name.text)
            .and_then(|(decl, _)| match decl {
                Decl::Place(id) => Some(*id),
                Decl::Enum(_)
                | Decl::Kind(_)
                | Decl::Sort(_)
                | Decl::Board(_)
                | Decl::Var(_)
                | Decl::Table(_)
                | Decl::Moment(_)
                | Decl::Effect(_)
                | Decl::Query(_)
                | Decl::Action(_)
                | Decl::Option(_) => None,
            });
        let found: Vec<(Symbol, PlaceId)> = match declared {
            Some(id) => vec![(Symbol::Declared(Decl::Place(id)), id)],
            None => self.inner_places(&name.text),
        };
        let holds = |id: PlaceId| {
            let holds = self.env.game.places[id.index()].holds;
            [kind, UNKNOWN_KIND].contains(&holds)
        };
        let holding: Vec<(Symbol, PlaceId)> =
            found.iter().copied().filter(|one| holds(one.1)).collect();
        if found.is_empty() {
            self.unknown_place(name);
        } else if holding.is_empty() {
            let held = &self.env.game.kind(kind).name;
            let span = self.env.game.places[found[0].1.index()].span;
            self.report.push(
                Diagnostic::error(
                    Code::WRONG_PLACE,
                    format!("no `{held}` can lie in `{}`", name.text),
                )
                .at(name.span, "holds another kind")
                .also(span, "declared here"),
            );
        }
        // A name that several have means none of them alone.
        if let ([(symbol, _)], _) | ([], [(symbol, _)]) = (&holding[..], &found[..]) {
            self.refer(name.span, *symbol);
        }
        holding.into_iter().map(|(_, id)| id).collect()
    }

    fn inner_places(&self, name: &str) -> Vec<(Symbol, PlaceId)> {
        let place = |members: &BTreeMap<String, (MemberDecl, Span)>| {
            let (member, _) = members.get(name)?;
            if let MemberDecl::Place(id) = member {
                return Some((*member, *id));
            }
            None
        };
        let of_pieces = self.env.kind_members.iter().enumerate();
        let of_pieces = of_pieces.filter_map(|(kind, members)| {
            let (member, id) = place(members)?;
            Some((Symbol::KindMember(KindId::new(kind), member), id))
        });
        let of_spaces = self.env.space_members.iter().enumerate();
        let of_spaces = of_spaces.filter_map(|(board, members)| {
            let (member, id) = place(members)?;
            Some((Symbol::SpaceMember(BoardId::new(board), member), id))
        });
        of_pieces.chain(of_spaces).collect()
    }

    fn unknown_place(&mut self, name: &ast::Name) {
        let places = self.env.game.places.iter().map(|place| place.name.as_str());
        let near = nearest(&name.text, places);
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_NAME, format!("unknown place `{}`", name.text))
                .at(name.span, "no place has this name")
                .did_you_mean(near),
        );
    }
}
