//! The layouts of boards: what the rules ask of one of them alone is told with it, as with a card that has a power.
//!
//! A layout has no text of rules. What a hook, a modifier or an action asks for, by itself or through queries, belongs to a
//! layout when the spaces of no other one of the board have it.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only what reacts or is offered can belong to a layout"
)]

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::manual::EntrySort;
use crate::manual::ManualCell;
use crate::manual::ManualEntry;
use crate::manual::ManualRow;
use crate::prose;
use crate::prose::Lexicon;
use ludex_check::game::GameFiles;
use ludex_markup::Line;
use ludex_source::Sources;
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_syntax::ast::ItemKind;
use ludex_tables::Node;
use ludex_tables::Value;

/// A rule that may belong to a layout: the words that it asks for, and what it says.
struct Rule {
    asks: BTreeSet<String>,
    says: Vec<Line>,
}

/// Puts the layouts of all boards where their boards are declared.
pub(super) fn fill(
    entries: &mut [ManualEntry],
    files: &GameFiles,
    lexicon: &Lexicon<'_>,
    sources: &Sources,
) {
    let items: Vec<&ItemKind> = files
        .rules
        .iter()
        .flat_map(|file| &file.items)
        .map(|item| &item.kind)
        .collect();
    let rules = rules(&items, lexicon, sources);
    for board in &items {
        let ItemKind::Board(board) = board else {
            continue;
        };
        let table = board.from.as_ref().map(|from| from.text.as_str());
        let lists = files.lists();
        let layouts: Vec<&Node> = lists
            .filter(|list| Some(list.key.as_str()) == table)
            .flat_map(|list| list.value.items())
            .collect();
        let entry = entries
            .iter_mut()
            .find(|entry| entry.sort == EntrySort::Board && entry.name == board.name.text);
        if let Some(entry) = entry {
            let rows = layouts.iter().filter_map(|one| row(one, &layouts, &rules));
            entry.rows.extend(rows);
        }
    }
}

/// A layout with what only it is asked for.
fn row(layout: &Node, all: &[&Node], rules: &[Rule]) -> Option<ManualRow> {
    let id_node = layout.get("id")?;
    let id = id_node.scalar()?.text().to_owned();
    let spaces = layout.get("spaces")?;
    let mut own = words(layout);
    let others = all.iter().filter(|other| other.span != layout.span);
    for word in others.flat_map(|other| words(other)) {
        own.remove(&word);
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

/// The words that the spaces of a layout give their attributes.
fn words(layout: &Node) -> BTreeSet<String> {
    let spaces = layout.get("spaces").map_or(&[][..], Node::items);
    let values = spaces.iter().flat_map(Node::entries);
    let values = values.filter(|entry| entry.key != "id");
    let scalars = values.filter_map(|entry| match &entry.value.value {
        Value::Scalar(scalar) => Some(scalar.text().to_owned()),
        _ => None,
    });
    scalars
        .filter(|word| word.starts_with(|letter: char| letter.is_alphabetic()))
        .collect()
}

/// All rules that react or are offered, with the words that they and the queries they ask name.
fn rules(items: &[&ItemKind], lexicon: &Lexicon<'_>, sources: &Sources) -> Vec<Rule> {
    let queries: BTreeMap<&str, Span> = items
        .iter()
        .filter_map(|item| match item {
            ItemKind::Query(query) => Some((query.name.text.as_str(), query.body.span)),
            _ => None,
        })
        .collect();
    let rules = items.iter().filter_map(|item| {
        let says = match item {
            ItemKind::Action(action) => offered(action, lexicon),
            item => prose::reaction(item, lexicon, None),
        };
        let asks = reached(&asked(item), &queries, sources);
        (!says.is_empty()).then_some(Rule { asks, says })
    });
    rules.collect()
}

/// A requirement of a rule.
fn asked(item: &ItemKind) -> Vec<Span> {
    match item {
        ItemKind::Hook(hook) => hook.cond.iter().map(|cond| cond.span).collect(),
        ItemKind::Modifier(one) => {
            let asked = one.cond.iter().chain([&one.value]);
            asked.map(|asked| asked.span).collect()
        }
        ItemKind::Action(action) => {
            let head = action.body.stmts.iter();
            head.filter_map(|stmt| stmt.kind.demand())
                .map(|(cond, _)| cond.span)
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The words in some texts, and in the queries that they name.
fn reached(asked: &[Span], queries: &BTreeMap<&str, Span>, sources: &Sources) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = asked.to_vec();
    while let Some(span) = open.pop() {
        let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
        for word in sources.slice(span).split(|symbol| !is_word(symbol)) {
            if found.insert(word.to_owned()) {
                open.extend(queries.get(word));
            }
        }
    }
    found
}

/// An action that a layout allows.
fn offered(action: &ast::Action, lexicon: &Lexicon<'_>) -> Vec<Line> {
    let head = format!(
        "You may {}:",
        lexicon.action(&action.name.text, action.name.span)
    );
    let head = Line {
        depth: 0,
        text: head,
    };
    let does = prose::action(action, lexicon).into_iter();
    let does = does.map(|line| Line {
        depth: line.depth + 1,
        ..line
    });
    std::iter::once(head).chain(does).collect()
}
