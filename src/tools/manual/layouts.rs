//! The layouts of boards: what the rules ask of one of them alone is told with it, as with a card that has a power.
//!
//! A layout has no text of rules. What a hook, a modifier or an action asks for, by itself or through queries, belongs to a
//! layout when the spaces of no other one of the board have it.

use std::collections::BTreeSet;

use crate::manual::{EntrySort, ManualCell, ManualEntry, ManualRow};
use crate::prose;
use crate::prose::Lexicon;
use ludex_check::decl::Decl;
use ludex_check::env::Env;
use ludex_check::game::GameFiles;
use ludex_check::semantics::{Fills, Symbol};
use ludex_markup::Line;
use ludex_source::Span;
use ludex_syntax::{Item, ItemSort};
use ludex_tables::Node;

/// A rule that may belong to a layout: the values that it asks for, and what it says.
struct Rule {
    asks: BTreeSet<Symbol>,
    says: Vec<Line>,
}

/// Puts the layouts of all boards where their boards are declared.
pub(super) fn fill(
    entries: &mut [ManualEntry],
    files: &GameFiles,
    names: &Env,
    lexicon: &Lexicon<'_>,
) {
    let items = files.rules.iter().flat_map(|file| &file.items);
    let rules: Vec<Rule> = items
        .filter_map(|item| rule(item, names, lexicon))
        .collect();
    for list in names.semantics.lists() {
        let Fills::Layouts(board) = list.fills else {
            continue;
        };
        let lists = files.lists().filter(|written| written.key == list.key);
        let layouts: Vec<&Node> = lists.flat_map(|written| written.value.items()).collect();
        let board = &names.game.boards[board.index()].name;
        let entry = entries
            .iter_mut()
            .find(|entry| entry.sort == EntrySort::Board && entry.name == *board);
        if let Some(entry) = entry {
            let rows = layouts.iter();
            let rows = rows.filter_map(|one| row(one, &layouts, &rules, names));
            entry.rows.extend(rows);
        }
    }
}

/// A layout with what only it is asked for.
fn row(layout: &Node, all: &[&Node], rules: &[Rule], names: &Env) -> Option<ManualRow> {
    let id_node = layout.get("id")?;
    let id = id_node.scalar()?.text().to_owned();
    let spaces = layout.get("spaces")?;
    let mut own = values(layout, names);
    let others = all.iter().filter(|other| other.span != layout.span);
    for value in others.flat_map(|other| values(other, names)) {
        own.remove(&value);
    }
    let mut cells = vec![cell(
        "spaces",
        spaces.items().len().to_string(),
        spaces.span,
    )];
    let asked = rules.iter().filter(|rule| !rule.asks.is_disjoint(&own));
    let does: Vec<Line> = asked.flat_map(|rule| rule.says.clone()).collect();
    if !does.is_empty() {
        cells.push(ManualCell {
            told: prose::in_one_line(&does),
            label: String::new(),
            is_rules: true,
            does,
            ..cell("rules", String::new(), spaces.span)
        });
    }
    Some(ManualRow {
        id,
        id_span: id_node.span,
        span: layout.span,
        cells,
        named_by: Vec::new(),
        rulings: Vec::new(),
    })
}

fn cell(name: &str, text: String, span: Span) -> ManualCell {
    ManualCell {
        name: name.to_owned(),
        label: name.to_owned(),
        told: format!("{text} {name}"),
        text,
        does: Vec::new(),
        span,
        is_rules: false,
        is_words: false,
    }
}

/// Returns the values of enums and the rows that the spaces of a layout give their attributes.
fn values(layout: &Node, names: &Env) -> BTreeSet<Symbol> {
    let spaces = layout.get("spaces").map_or(&[][..], Node::items);
    let cells = spaces.iter().flat_map(Node::entries);
    let symbols = cells.filter_map(|cell| names.semantics.symbol(cell.value.span));
    symbols.filter(|symbol| is_value(*symbol)).collect()
}

fn is_value(symbol: Symbol) -> bool {
    matches!(symbol, Symbol::EnumValue(..) | Symbol::Row(..))
}

/// Returns a declaration that reacts or is offered, with the values that it and the queries it asks name.
fn rule(item: &Item, names: &Env, lexicon: &Lexicon<'_>) -> Option<Rule> {
    let says = if item.kind.sort() == ItemSort::Action {
        prose::offered(item, lexicon)
    } else {
        prose::reaction(&item.kind, lexicon, None)
    };
    let deciding = item.kind.deciding().into_iter();
    let asks = reached(deciding.map(|cond| cond.span).collect(), names);
    (!says.is_empty()).then_some(Rule { asks, says })
}

/// Returns the values that some texts name, and the queries that they ask.
fn reached(mut open: Vec<Span>, names: &Env) -> BTreeSet<Symbol> {
    let (mut values, mut asked) = (BTreeSet::new(), BTreeSet::new());
    while let Some(text) = open.pop() {
        for (_, one) in names.semantics.uses_within(text) {
            if is_value(one.symbol) {
                values.insert(one.symbol);
            }
            if matches!(one.symbol, Symbol::Declared(Decl::Query(_))) && asked.insert(one.symbol) {
                let query = names.semantics.definition(one.symbol);
                open.extend(query.map(|query| query.whole));
            }
        }
    }
    values
}
