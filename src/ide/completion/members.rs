//! Names after a dot, and names of types.

use crate::completion::Completion;
use crate::completion::names::locality;
use crate::{GameSnapshot, SymbolKind};
use ludex_check::decl::Decl;
use ludex_check::semantics::Symbol;
use ludex_rules::game::Holder;
use ludex_rules::ids::SortId;
use ludex_rules::types::Type;

impl GameSnapshot {
    pub(super) fn members_of(&self, of: &Type, sort: Option<SortId>) -> Vec<Completion> {
        let names = self.names_env();
        let symbols: Vec<Symbol> = match of.required() {
            Type::Player => {
                let declared = names.names.values().map(|(decl, _)| *decl);
                let of_player = declared.filter(|decl| self.is_of_player(*decl));
                of_player.map(Symbol::Declared).collect()
            }
            Type::Piece(kind) | Type::Row(kind) => {
                let members = names.kind_members.get(kind.index());
                let members = members.into_iter().flatten();
                let of_sort = |name: &String| names.sort_members.get(&(*kind, name.clone()));
                let members = members.filter(|(name, _)| match (of_sort(name), sort) {
                    (Some(needs), Some(sort)) => *needs == sort,
                    (Some(_) | None, _) => true,
                });
                members
                    .map(|(_, (member, _))| Symbol::KindMember(*kind, *member))
                    .collect()
            }
            Type::Space(board) => {
                let members = names.space_members.get(board.index());
                let members = members.into_iter().flatten();
                members
                    .map(|(_, (member, _))| Symbol::SpaceMember(*board, *member))
                    .collect()
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
            | Type::None
            | Type::Wrong => Vec::new(),
        };
        let items = symbols.into_iter().filter_map(|symbol| {
            let is_slot = self.symbol_kind(symbol) == SymbolKind::Slot;
            self.named(symbol, locality::DECLARED + u32::from(is_slot))
        });
        items.collect()
    }

    fn is_of_player(&self, decl: Decl) -> bool {
        let game = self.game();
        match decl {
            Decl::Var(id) => game
                .vars
                .get(id.index())
                .is_some_and(|one| one.holder == Holder::Player),
            Decl::Place(id) => game
                .places
                .get(id.index())
                .is_some_and(|one| one.holder == Holder::Player),
            Decl::Board(id) => game
                .boards
                .get(id.index())
                .is_some_and(|one| one.per_player),
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

    pub(super) fn parts_of(&self, owner: Symbol) -> Vec<Completion> {
        let names = self.names_env();
        let Symbol::Declared(decl) = owner else {
            let options = names
                .options
                .values()
                .map(|(id, _)| Symbol::Declared(Decl::Option(*id)));
            return options
                .filter_map(|one| self.named(one, locality::DECLARED))
                .collect();
        };
        match decl {
            Decl::Enum(id) => {
                let values = names.enum_values.values().flatten();
                let values = values.filter(|(of, _)| *of == id);
                let values = values.map(|(of, number)| Symbol::EnumValue(*of, *number));
                values
                    .filter_map(|one| self.named(one, locality::LISTED))
                    .collect()
            }
            Decl::Kind(id) => {
                let rows = names.rows.iter();
                let rows = rows.filter(|(_, rows)| rows.iter().any(|row| row.kind == id));
                rows.filter_map(|(name, _)| self.row_named(id, name, locality::LISTED))
                    .collect()
            }
            Decl::Board(id) => {
                let spaces = self.semantics().definitions().map(|(symbol, _)| symbol);
                let spaces = spaces.filter(|one| matches!(one, Symbol::Space(of, _) if *of == id));
                let spaces = spaces.filter_map(|one| self.named(one, locality::DECLARED));
                self.directions(id).into_iter().chain(spaces).collect()
            }
            Decl::Sort(_)
            | Decl::Place(_)
            | Decl::Var(_)
            | Decl::Table(_)
            | Decl::Moment(_)
            | Decl::Effect(_)
            | Decl::Query(_)
            | Decl::Action(_)
            | Decl::Option(_) => Vec::new(),
        }
    }

    pub(super) fn types(&self) -> Vec<Completion> {
        let declared = self.names_env().names.values().map(|(decl, _)| *decl);
        let declared = declared.filter(|decl| match decl {
            Decl::Enum(_) | Decl::Kind(_) | Decl::Sort(_) | Decl::Board(_) => true,
            Decl::Place(_)
            | Decl::Var(_)
            | Decl::Table(_)
            | Decl::Moment(_)
            | Decl::Effect(_)
            | Decl::Query(_)
            | Decl::Action(_)
            | Decl::Option(_) => false,
        });
        declared
            .filter_map(|decl| self.named(Symbol::Declared(decl), locality::DECLARED))
            .collect()
    }
}
