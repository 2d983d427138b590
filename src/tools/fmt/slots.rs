//! The values of YAML files that hold rules: those of the slots that kinds, records and boards declare, and what rulings
//! expect.

use std::collections::BTreeMap;

use ludex_syntax::ast;
use ludex_syntax::ast::ItemKind;
use ludex_syntax::ast::MemberKind;
use ludex_syntax::ast::TypeKind;
use ludex_tables::Node;
use std::sync::Arc;

/// The grammar of the rules in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RulesGrammar {
    /// Statements of an effect slot.
    Effect,
    /// An expression of a value slot.
    Value,
    /// Hooks and modifiers of a row.
    Hooks,
}

/// The slots of a game, by the top-level key and the attribute.
#[derive(Clone, Debug, Default)]
pub struct RulesSlots {
    attributes: BTreeMap<(String, String), RulesGrammar>,
}

impl RulesSlots {
    /// The slots that rules files declare.
    #[must_use]
    pub fn of(files: &[Arc<ast::File>]) -> RulesSlots {
        let mut slots = RulesSlots::default();
        let kinds = || {
            let items = files.iter().flat_map(|file| &file.items);
            items.filter_map(|item| item.kind.as_kind())
        };
        for item in files.iter().flat_map(|file| &file.items) {
            match &item.kind {
                ItemKind::Kind(kind) => {
                    let whole = kind.with_its_kind(kinds());
                    slots.add(&kind.name.text, &whole.members);
                }
                ItemKind::Board(board) => {
                    if let Some(from) = &board.from {
                        slots.add(&from.text, &board.members);
                    }
                }
                ItemKind::Enum(_)
                | ItemKind::Option(_)
                | ItemKind::Place(_)
                | ItemKind::Var(_)
                | ItemKind::Track(_)
                | ItemKind::Table(_)
                | ItemKind::Moment(_)
                | ItemKind::Effect(_)
                | ItemKind::Query(_)
                | ItemKind::Action(_)
                | ItemKind::Hook(_)
                | ItemKind::Modifier(_)
                | ItemKind::Setup(_)
                | ItemKind::Play(_)
                | ItemKind::Result(_)
                | ItemKind::Heuristic(_)
                | ItemKind::Demand(_) => (),
            }
        }
        slots
    }

    fn add(&mut self, list: &str, members: &[ast::Member]) {
        for member in members {
            let MemberKind::Attribute(attribute) = &member.kind else {
                continue;
            };
            if let Some(slot) = slot(&attribute.ty) {
                let key = (list.to_owned(), attribute.name.text.clone());
                self.attributes.insert(key, slot);
            }
        }
    }

    /// The values of a file that hold rules.
    pub(super) fn values<'a>(
        &self,
        tree: &'a Node,
        is_ruling: bool,
    ) -> Vec<(&'a Node, RulesGrammar)> {
        let mut found = Vec::new();
        if is_ruling {
            expected(tree, &mut found);
            let lines = tree.get("play").map_or(&[][..], Node::items);
            lines.iter().for_each(|line| expected(line, &mut found));
            return found;
        }
        for list in tree.entries() {
            for row in list.value.items() {
                self.of_row(&list.key, row, &mut found);
                let spaces = row.get("spaces").map_or(&[][..], Node::items);
                for space in spaces {
                    self.of_row(&list.key, space, &mut found);
                }
            }
        }
        found
    }

    fn of_row<'a>(&self, list: &str, row: &'a Node, found: &mut Vec<(&'a Node, RulesGrammar)>) {
        for entry in row.entries() {
            let key = (list.to_owned(), entry.key.clone());
            if let Some(slot) = self.attributes.get(&key) {
                found.push((&entry.value, *slot));
            }
        }
    }
}

/// The conditions of `expect: [round == 2]`.
fn expected<'a>(map: &'a Node, found: &mut Vec<(&'a Node, RulesGrammar)>) {
    let conditions = map.get("expect").map_or(&[][..], Node::items);
    found.extend(
        conditions
            .iter()
            .map(|condition| (condition, RulesGrammar::Value)),
    );
}

fn slot(ty: &ast::Type) -> Option<RulesGrammar> {
    match &ty.kind {
        TypeKind::Effect(_) => Some(RulesGrammar::Effect),
        TypeKind::Value(..) => Some(RulesGrammar::Value),
        TypeKind::Name(name) if name == "hooks" => Some(RulesGrammar::Hooks),
        TypeKind::Name(_)
        | TypeKind::IntRange(..)
        | TypeKind::Optional(_)
        | TypeKind::Set(_)
        | TypeKind::Bag(_)
        | TypeKind::All(_)
        | TypeKind::PlaceOf(_)
        | TypeKind::Any(_)
        | TypeKind::DirectionOf(_)
        | TypeKind::PlacementOf(_) => None,
    }
}
