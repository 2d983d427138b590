//! `count` of a row: so many equal pieces instead of one, for the table or for each player.

use crate::declarations::declare::KindDecl;
use crate::env::{Checker, RowName};
use crate::semantics::{Definition, Symbol};
use crate::tables::rows::RowPlaces;
use ludex_report::{Code, Diagnostic};
use ludex_rules::game::{Hook, Modifier, Row, RowCopy};
use ludex_rules::ids::{KindId, PlayerId, RowId, SortId};
use ludex_rules::{limits, table};
use ludex_source::Span;
use ludex_tables::Node;
use ludex_tables::node::Written;

/// A row as it is written, and the rows of its kind that it became.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WrittenRow<'a> {
    /// The node of the YAML that gives the row.
    pub(crate) node: &'a Node,
    /// The sort of its list; none of a list of the kind itself.
    pub(crate) sort: Option<SortId>,
    /// The number of the first row that it became.
    pub(crate) first: usize,
    /// The number of rows that it became: 1, or its `count`.
    pub(crate) copies: usize,
}

/// The number of equal pieces that a row stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowCount {
    each: u32,
    per_player: bool,
}

/// The key of a row that says how many equal pieces it stands for.
pub(super) const COUNT: &str = "count";

impl Checker<'_> {
    /// Tells whether `count` is no attribute of a kind's own, and so says how many pieces a row stands for.
    pub(super) fn counts_rows(&self, kind: KindId) -> bool {
        !self.env.kind_members[kind.index()].contains_key(COUNT)
    }

    /// Returns the key of a kind's rows that says how many pieces a row stands for.
    pub(super) fn count_key(&self, kind: KindId) -> &'static [&'static str] {
        if self.counts_rows(kind) {
            &[COUNT]
        } else {
            &[]
        }
    }

    /// Reads the `count` of a row; none when it has none, or a wrong one, which is reported.
    pub(super) fn row_count(&mut self, kind: &KindDecl<'_>, node: &Node) -> Option<RowCount> {
        let count = node.get(COUNT).filter(|_| self.counts_rows(kind.id))?;
        if kind.tree.is_record {
            let message = format!("rows of the record `{}` are no pieces", kind.tree.name.text);
            self.report.push(
                Diagnostic::error(Code::WRONG_VALUE, message)
                    .at(count.span, "nothing is there so many times")
                    .help("leave it out, or declare an attribute `count`"),
            );
            return None;
        }
        let text = count.scalar().map(|_| count.as_text());
        let words = text.and_then(Result::ok).map(|text| text.text().to_owned());
        let Some(number) = words
            .as_deref()
            .and_then(|words| words.strip_suffix("per player"))
        else {
            let each = self.int_cell(count, (1, limits::PIECES as i32))?;
            return Some(RowCount {
                each: each as u32,
                per_player: false,
            });
        };
        let each = number.trim().parse().ok();
        let Some(each) = each.filter(|each| (1..=limits::PIECES as u32).contains(each)) else {
            self.report.push(
                Diagnostic::error(Code::WRONG_VALUE, "a number of copies is missing")
                    .at(count.span, "not so many for each player")
                    .help("write `count: 2 per player`"),
            );
            return None;
        };
        Some(RowCount {
            each,
            per_player: true,
        })
    }

    /// Adds a row to its kind, or its copies, and names them. `named` holds the ids given so far.
    pub(super) fn add_rows<'a>(
        &mut self,
        kind: &KindDecl<'_>,
        id: &'a str,
        span: Span,
        sort: Option<SortId>,
        node: &'a Node,
        named: &mut RowPlaces<'a>,
    ) -> WrittenRow<'a> {
        let count = self.row_count(kind, node);
        let first = self.env.game.kind(kind.id).rows.len();
        let written = Row {
            id: id.to_owned(),
            copy: None,
            span: node.span,
            written: written(node, self.count_key(kind.id)),
            attributes: Vec::new(),
            effects: vec![None; kind.effect_slots.len()],
            values: vec![None; kind.value_slots.len()],
        };
        let rows = match count {
            Some(count) => copies(&written, count, first, self.env.game.players.1),
            None => vec![written],
        };
        self.name_row(kind.id, id, first, count.map(|_| rows.len()));
        self.define_row(kind.id, first, id, span);
        named.insert(id.into(), span);
        for (number, row) in rows
            .iter()
            .enumerate()
            .filter(|(_, row)| row.copy.is_some())
        {
            if let Some(&given) = named.get(row.id.as_str()) {
                let message = format!("`{}` is also the id of a copy", row.id);
                self.report.push(
                    Diagnostic::error(Code::DUPLICATE_ID, message)
                        .at(span, "its copies are numbered")
                        .also(given, "given here"),
                );
            }
            self.name_row(kind.id, &row.id, first + number, None);
            named.insert(row.id.clone().into(), span);
        }
        let copies = rows.len();
        self.env.game.kinds[kind.id.index()].rows.extend(rows);
        WrittenRow {
            node,
            sort,
            first,
            copies,
        }
    }

    /// Records the place of a row's id.
    pub(super) fn define_row(&mut self, kind: KindId, number: usize, id: &str, span: Span) {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let definition = Definition::new(id, span);
        let symbol = Symbol::Row(kind, number);
        self.env.semantics_mut().define(symbol, definition);
    }

    pub(super) fn name_row(
        &mut self,
        kind: KindId,
        id: &str,
        number: usize,
        copies: Option<usize>,
    ) {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let copies = copies.map(|copies| u32::try_from(copies).unwrap_or(u32::MAX));
        let rows = self.env.rows.entry(id.to_owned()).or_default();
        rows.push(RowName {
            kind,
            number,
            copies,
        });
    }

    /// Gives the copies of a row what the first of them has: its values, texts, hooks and modifiers.
    pub(crate) fn fill_copies(&mut self, kind: KindId, row: &WrittenRow<'_>) {
        let rows = &mut self.env.game.kinds[kind.index()].rows;
        let (done, rest) = rows.split_at_mut(row.first + 1);
        let (Some(first), Some(rest)) = (done.last(), rest.get_mut(..row.copies - 1)) else {
            return;
        };
        for copy in rest {
            copy.attributes.clone_from(&first.attributes);
            copy.effects.clone_from(&first.effects);
            copy.values.clone_from(&first.values);
        }
    }

    /// Gives each copy of a row the hooks and modifiers that were read for the first, past so many of the game; a text is
    /// shared, and finds its own piece in `this`.
    pub(super) fn copy_reactions(
        &mut self,
        kind: KindId,
        row: &WrittenRow<'_>,
        hooks: usize,
        modifiers: usize,
    ) {
        let sources = row.first + 1..row.first + row.copies;
        let sources = sources.map(|number| Some((kind, RowId::new(number))));
        let game = &mut self.env.game;
        let (read_hooks, read_modifiers) = (
            game.hooks[hooks..].to_vec(),
            game.modifiers[modifiers..].to_vec(),
        );
        for source in sources {
            let hooks = read_hooks.iter().cloned();
            game.hooks.extend(hooks.map(|hook| Hook { source, ..hook }));
            let modifiers = read_modifiers.iter().cloned();
            (game.modifiers).extend(modifiers.map(|one| Modifier { source, ..one }));
        }
    }
}

/// The copies of a row, numbered from 1, those of a player together.
fn copies(row: &Row, count: RowCount, first: usize, players: u32) -> Vec<Row> {
    let seats: Vec<Option<PlayerId>> = if count.per_player {
        // At least one and no more than may play, where the number of players is wrong and reported.
        table::ids(PlayerId::new(0)..PlayerId::numbered(players.clamp(1, limits::PLAYERS)))
            .map(Some)
            .collect()
    } else {
        vec![None]
    };
    let of_seat = |made_for: Option<PlayerId>| {
        (1..=count.each).map(move |n| Row {
            id: match made_for {
                Some(player) => format!("{}_p{}_{n}", row.id, player.number()),
                None => format!("{}_{n}", row.id),
            },
            copy: Some(RowCopy {
                of: row.id.clone(),
                first: RowId::new(first),
                made_for,
            }),
            ..row.clone()
        })
    };
    // More than any game may have are refused when all are counted; no more than that are made.
    let most = limits::PIECES as usize + 1;
    seats.into_iter().flat_map(of_seat).take(most).collect()
}

/// Returns what a row writes, without keys that are no attributes.
pub(super) fn written(node: &Node, without: &[&str]) -> Written {
    let all = node.written();
    let is_left = |(name, _): &&(String, String)| !without.contains(&name.as_str());
    if all.iter().all(|cell| is_left(&cell)) {
        all
    } else {
        all.iter().filter(is_left).cloned().collect()
    }
}
