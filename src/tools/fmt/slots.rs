//! The values of YAML files that hold rules: the cells that hold a text of the rules, and what rulings expect.

use std::collections::BTreeMap;

use ludex_check::semantics::{CellContent, Semantics};
use ludex_tables::Node;

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
    /// Collects the cells of a game's tables that hold rules.
    #[must_use]
    pub fn new(semantics: &Semantics) -> RulesSlots {
        let columns = semantics.lists().iter().flat_map(|list| {
            let columns = list.columns.iter();
            columns.map(move |column| (&list.key, column))
        });
        let slots = columns.filter_map(|(list, column)| {
            let grammar = match column.holds {
                CellContent::Data(_) => return None,
                CellContent::Effect => RulesGrammar::Effect,
                CellContent::Value(_) => RulesGrammar::Value,
                CellContent::Hooks => RulesGrammar::Hooks,
            };
            Some(((list.clone(), column.name.clone()), grammar))
        });
        RulesSlots {
            attributes: slots.collect(),
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
