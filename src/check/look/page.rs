//! Positions of panels on a page.

use crate::env::Checker;
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::look::PanelPosition;
use ludex_tables::{Entry, Node};

const PAGE: &[&str] = &["columns", "panels"];
const POSITION: &[&str] = &["column", "row", "wide", "high"];
/// The most columns of a page, and its most rows.
const COLUMNS: u32 = 12;
const ROWS: u32 = 99;

impl Checker<'_> {
    /// Reads the number of columns and where panels stand.
    pub(super) fn page(&mut self, node: Option<&Node>) -> (Option<u32>, Vec<PanelPosition>) {
        let Some(node) = node else {
            return (None, Vec::new());
        };
        if self
            .known_entries(node, "`page`", PAGE, Code::WRONG_LOOK)
            .is_none()
        {
            return (None, Vec::new());
        }
        let columns = node.get("columns");
        let columns = columns.and_then(|columns| self.cell_number(columns, COLUMNS));
        let entries = node.get("panels").and_then(|map| self.told(map.as_map()));
        let entries = entries.unwrap_or_default().iter();
        let panels = entries.filter_map(|entry| self.position(entry, columns));
        let panels = panels.collect();
        (columns, panels)
    }

    fn position(&mut self, entry: &Entry, columns: Option<u32>) -> Option<PanelPosition> {
        self.panel_named(entry)?;
        let node = &entry.value;
        self.known_entries(node, "a position", POSITION, Code::WRONG_LOOK)?;
        let most = columns.unwrap_or(COLUMNS);
        let mut number = |key: &str, most: u32| match node.get(key) {
            Some(node) => self.cell_number(node, most),
            None => Some(1),
        };
        let position = PanelPosition {
            panel: entry.key.clone(),
            column: number("column", most)?,
            row: number("row", ROWS)?,
            wide: number("wide", most)?,
            high: number("high", ROWS)?,
        };
        let last = position.column + position.wide - 1;
        if last > most {
            let message = format!("`{}` ends in column {last}", entry.key);
            self.report.push(
                Diagnostic::error(Code::WRONG_LOOK, message)
                    .at(node.span, format!("the page has {most} columns")),
            );
            return None;
        }
        Some(position)
    }

    /// Refuses a name that no panel of `view.yaml` has as its title, and no board as its name.
    fn panel_named(&mut self, entry: &Entry) -> Option<()> {
        let shown = &self.env.game.shown;
        let panels = shown.table.iter().chain(&shown.players);
        let titles = panels.filter_map(|panel| panel.title.as_deref());
        let boards = self.env.game.boards.iter().map(|board| board.name.as_str());
        let names: Vec<&str> = titles.chain(boards).collect();
        if names.contains(&entry.key.as_str()) {
            return Some(());
        }
        let message = format!("no panel of view.yaml is called `{}`", entry.key);
        let near = nearest(&entry.key, names.iter().copied());
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_NAME, message)
                .at(entry.key_span, "unknown")
                .did_you_mean(near),
        );
        None
    }
}
