//! Names that fit a hole, ranked: those of the type that is wanted first, then those that are nearer.

use crate::completion::wanted::{WantedValue, misfit};
use crate::completion::{Completion, CompletionKind, snippets};
use crate::{GameSnapshot, SymbolKind};
use ludex_check::decl::{Decl, MemberDecl};
use ludex_check::env::Env;
use ludex_check::semantics::{LocalAt, NameHole, Symbol};
use ludex_rules::game::Holder;
use ludex_rules::ids::KindId;
use ludex_rules::ops::{FOLDS, QUERIES, Takes};
use ludex_rules::types::Type;
use ludex_rules::verbs::VERBS;

/// The ranks of names by how near they are.
pub(super) mod locality {
    pub(in crate::completion) const LOCAL: u32 = 0;
    pub(in crate::completion) const LISTED: u32 = 1;
    pub(in crate::completion) const DECLARED: u32 = 2;
    pub(in crate::completion) const BUILT_IN: u32 = 4;
    pub(in crate::completion) const ELSEWHERE: u32 = 6;
}

impl GameSnapshot {
    /// Returns the names that may stand in a hole. Rows of no kind in particular are there once something is typed.
    pub(super) fn names_for(&self, hole: &NameHole, typed: &str) -> Vec<Completion> {
        match hole {
            NameHole::Value {
                wanted,
                takes,
                locals,
                has_you,
            } => {
                let wanted = WantedValue {
                    ty: wanted.as_ref(),
                    takes: *takes,
                };
                self.values(wanted, locals, *has_you, typed)
            }
            NameHole::Statement { locals, has_you } => self.first_words(locals, *has_you),
            NameHole::Member { of, sort } => self.members_of(of, *sort),
            NameHole::PartOf(owner) => self.parts_of(*owner),
            NameHole::Declared(sort) => {
                let declared = self.names_env().names.values().map(|(decl, _)| *decl);
                let fitting = declared.filter(|decl| sort.holds(*decl));
                let symbols = fitting.map(Symbol::Declared);
                symbols
                    .filter_map(|one| self.named(one, locality::DECLARED))
                    .collect()
            }
            NameHole::Type => self.types(),
        }
    }

    pub(super) fn names_env(&self) -> &Env {
        &self.analysis.names
    }

    fn values(
        &self,
        wanted: WantedValue<'_>,
        locals: &[LocalAt],
        has_you: bool,
        typed: &str,
    ) -> Vec<Completion> {
        let mut items = self.locals(locals, wanted);
        let declared = self.names_env().names.values().map(|(decl, _)| *decl);
        let declared = declared.filter(|decl| self.has_value(*decl, has_you, wanted));
        items.extend(declared.filter_map(|decl| {
            let symbol = Symbol::Declared(decl);
            let mut item = self.named(symbol, locality::DECLARED)?;
            item.rank += misfit(self.symbol_type(symbol).as_ref(), symbol, wanted);
            item.snippet = self.call_snippet(decl);
            Some(item)
        }));
        items.extend(self.listed_values(wanted, typed));
        items.extend(self.built_in_values(wanted));
        items
    }

    fn locals(&self, locals: &[LocalAt], wanted: WantedValue<'_>) -> Vec<Completion> {
        let item = |local: &LocalAt| Completion {
            label: local.name.clone(),
            kind: CompletionKind::Symbol(self.symbol_kind(local.symbol)),
            detail: local.ty.notation(self.game()),
            snippet: None,
            symbol: Some(local.symbol),
            rank: locality::LOCAL + misfit(Some(&local.ty), local.symbol, wanted),
        };
        locals.iter().map(item).collect()
    }

    /// Returns true if a declaration has a value where it is named alone.
    fn has_value(&self, decl: Decl, has_you: bool, wanted: WantedValue<'_>) -> bool {
        let game = self.game();
        let holder = match decl {
            Decl::Var(id) => game.vars.get(id.index()).map(|one| one.holder),
            Decl::Place(id) => game.places.get(id.index()).map(|one| one.holder),
            Decl::Board(id) => match game.boards.get(id.index()) {
                Some(board) if board.per_player => Some(Holder::Player),
                Some(_) | None => Some(Holder::Table),
            },
            Decl::Enum(_) | Decl::Kind(_) | Decl::Sort(_) | Decl::Query(_) | Decl::Table(_) => {
                Some(Holder::Table)
            }
            Decl::Moment(_) => return wanted.takes == Some(Takes::Moment),
            Decl::Effect(_) | Decl::Action(_) | Decl::Option(_) => None,
        };
        match holder {
            Some(Holder::Table) => true,
            Some(Holder::Player) => has_you,
            Some(Holder::Space(_) | Holder::Piece(_)) | None => false,
        }
    }

    /// Returns the values of the enum, and the rows of the kind, that are wanted; those of others once something is typed.
    fn listed_values(&self, wanted: WantedValue<'_>, typed: &str) -> Vec<Completion> {
        let mut items = Vec::new();
        let member = wanted.ty.map(Type::member);
        for (number, value) in self.names_env().enum_values.values().flatten() {
            let is_wanted = member == Some(&Type::Enum(*number));
            if !is_wanted && typed.is_empty() {
                continue;
            }
            let near = if is_wanted {
                locality::LISTED
            } else {
                10 + locality::ELSEWHERE
            };
            items.extend(self.named(Symbol::EnumValue(*number, *value), near));
        }
        if let Some(Type::Direction(board)) = member {
            items.extend(self.directions(*board));
        }
        for (name, rows) in &self.names_env().rows {
            let begins = !typed.is_empty() && name.starts_with(typed);
            for row in rows {
                let is_wanted = [Type::Piece(row.kind), Type::Row(row.kind)]
                    .iter()
                    .any(|ty| member == Some(ty));
                if is_wanted || begins {
                    let near = if is_wanted {
                        locality::LISTED
                    } else {
                        10 + locality::ELSEWHERE
                    };
                    items.extend(self.row_named(row.kind, name, near));
                }
            }
        }
        items
    }

    pub(super) fn row_named(&self, kind: KindId, name: &str, rank: u32) -> Option<Completion> {
        let kind_name = &self.game().kinds.get(kind.index())?.name;
        let rows = self.names_env().rows.get(name)?;
        let row = rows.iter().find(|row| row.kind == kind)?;
        Some(Completion {
            label: name.to_owned(),
            kind: CompletionKind::Symbol(SymbolKind::Row),
            detail: kind_name.clone(),
            snippet: None,
            symbol: Some(Symbol::Row(kind, row.number)),
            rank,
        })
    }

    pub(super) fn directions(&self, board: ludex_rules::ids::BoardId) -> Vec<Completion> {
        let directions = self.game().boards.get(board.index());
        let directions = directions.map_or(&[][..], |board| &board.directions);
        let ty = Type::Direction(board).notation(self.game());
        let item = |(number, name): (i32, &String)| Completion {
            label: name.clone(),
            kind: CompletionKind::Symbol(SymbolKind::Direction),
            detail: ty.clone(),
            snippet: None,
            symbol: Some(Symbol::Direction(board, number)),
            rank: locality::LISTED,
        };
        (0..).zip(directions).map(item).collect()
    }

    fn built_in_values(&self, wanted: WantedValue<'_>) -> Vec<Completion> {
        let built_in =
            |label: &'static str, kind, detail: String, snippet, fits: bool| Completion {
                label: label.to_owned(),
                kind: CompletionKind::Symbol(kind),
                detail,
                snippet,
                symbol: Some(Symbol::BuiltIn(label)),
                rank: locality::BUILT_IN + 20 * u32::from(!fits),
            };
        if matches!(
            wanted.takes,
            Some(Takes::Variable | Takes::Board | Takes::Moment)
        ) {
            return Vec::new();
        }
        let fits = |gives: &str| wanted.noun().is_none_or(|noun| gives.starts_with(noun));
        let queries = QUERIES.iter().map(|row| {
            let (detail, snippet) = (row.signature(), snippets::query(row));
            let fits = fits(row.gives.noun());
            built_in(
                row.name,
                SymbolKind::BuiltInQuery,
                detail,
                Some(snippet),
                fits,
            )
        });
        let folds = FOLDS.iter().map(|row| {
            let (detail, snippet) = (row.signature(), snippets::fold(row));
            let fits = fits(row.gives.noun());
            built_in(row.name, SymbolKind::Fold, detail, Some(snippet), fits)
        });
        let players = Type::All(Box::new(Type::Player));
        let fits = misfit(Some(&players), Symbol::BuiltIn("players"), wanted) == 0;
        let players = built_in(
            "players",
            SymbolKind::Word,
            "all player".to_owned(),
            None,
            fits,
        );
        queries.chain(folds).chain([players]).collect()
    }

    /// Returns verbs, effects, and what can be written to.
    fn first_words(&self, locals: &[LocalAt], has_you: bool) -> Vec<Completion> {
        let any = WantedValue {
            ty: None,
            takes: None,
        };
        let verbs = VERBS.iter().map(|row| Completion {
            label: row.name.to_owned(),
            kind: CompletionKind::Symbol(SymbolKind::Verb),
            detail: row.signature(),
            snippet: Some(snippets::verb(row)),
            symbol: Some(Symbol::BuiltIn(row.name)),
            rank: locality::LISTED,
        });
        let declared = self.names_env().names.values().map(|(decl, _)| *decl);
        let declared = declared.filter_map(|decl| {
            let near = match decl {
                Decl::Effect(_) => locality::LISTED,
                Decl::Var(_) if self.has_value(decl, has_you, any) => locality::DECLARED,
                Decl::Var(_)
                | Decl::Enum(_)
                | Decl::Kind(_)
                | Decl::Sort(_)
                | Decl::Place(_)
                | Decl::Board(_)
                | Decl::Table(_)
                | Decl::Moment(_)
                | Decl::Query(_)
                | Decl::Action(_)
                | Decl::Option(_) => return None,
            };
            let mut item = self.named(Symbol::Declared(decl), near)?;
            item.snippet = self.call_snippet(decl);
            Some(item)
        });
        let mut items: Vec<Completion> = verbs.chain(declared).collect();
        items.extend(self.locals(locals, any));
        items
    }

    /// Returns the completion of a symbol by its name.
    pub(super) fn named(&self, symbol: Symbol, rank: u32) -> Option<Completion> {
        let definition = self.definition(symbol)?;
        let detail = match symbol {
            Symbol::Declared(decl) => self.signature_of(decl),
            Symbol::KindMember(_, MemberDecl::EffectSlot(_)) => Some("effect".to_owned()),
            Symbol::KindMember(..)
            | Symbol::SpaceMember(..)
            | Symbol::EnumValue(..)
            | Symbol::Row(..)
            | Symbol::Space(..)
            | Symbol::Direction(..)
            | Symbol::Local(_)
            | Symbol::BuiltIn(_) => None,
        };
        let ty = || self.symbol_type(symbol).map(|ty| ty.notation(self.game()));
        Some(Completion {
            label: definition.name.clone(),
            kind: CompletionKind::Symbol(self.symbol_kind(symbol)),
            detail: detail.or_else(ty).unwrap_or_default(),
            snippet: None,
            symbol: Some(symbol),
            rank,
        })
    }
}
