//! `game.yaml`: `title`, `edition: 2`, `players: {min: 2, max: 4}` and, if one likes, `about` and `budget: {steps: 50000000}`.

use crate::env::Checker;
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::budget::{Budget, BudgetChange};
use ludex_rules::game::EDITION;
use ludex_rules::{budget, limits};
use ludex_source::Span;
use ludex_tables::Node;
use std::cmp::Ordering;

/// More players than a table has chairs.
const MOST: i64 = limits::PLAYERS as i64;

impl Checker<'_> {
    pub(crate) fn manifest(&mut self, manifest: Option<&Node>) {
        let Some(manifest) = manifest else {
            self.report.push(
                Diagnostic::error(Code::MISSING_MANIFEST, "the game has no `game.yaml`")
                    .help(format!(
                        "write one with `title: …`, `edition: {EDITION}` and `players: {{min: 2, max: 4}}`"
                    )),
            );
            return;
        };
        if self
            .known_keys(
                manifest,
                "game.yaml",
                &["title", "edition", "players", "about", "budget"],
            )
            .is_none()
        {
            return;
        }
        if let Some(title) = self.needed(manifest, "title", "title: …")
            && let Some(title) = self.words_for_people(title)
        {
            self.env.game.title = title;
        }
        self.edition(manifest);
        if let Some(about) = manifest.get("about") {
            let _ = self.told(about.as_text());
        }
        if let Some(players) = self.needed(manifest, "players", "players: {min: 2, max: 4}")
            && let Some(range) = self.players(players)
        {
            self.env.game.players = range;
        }
        if let Some(budget) = manifest.get("budget") {
            self.budget(budget);
        }
    }

    /// Refuses a game of another edition; one that is older can be moved by `check --fix`.
    fn edition(&mut self, manifest: &Node) {
        let Some(node) = manifest.get("edition") else {
            let after = manifest
                .get("title")
                .map_or(manifest.span, |title| title.span);
            let end = Span::empty(after.file, after.end);
            self.older(
                "no edition is named, so it is the first",
                end,
                format!("\nedition: {EDITION}"),
            );
            return;
        };
        let Some(number) = self.told(node.as_int()) else {
            return;
        };
        match number.cmp(&i64::from(EDITION)) {
            Ordering::Equal => {}
            Ordering::Less => self.older("an older edition", node.span, EDITION.to_string()),
            Ordering::Greater => self.report.push(
                Diagnostic::error(
                    Code::OTHER_EDITION,
                    format!(
                        "this ludex reads edition {EDITION} of the language, not edition {number}"
                    ),
                )
                .at(node.span, "not known here")
                .help("a later ludex may read it"),
            ),
        }
    }

    /// Reports an edition before this one, and the text that names this one.
    fn older(&mut self, label: &str, at: Span, text: String) {
        self.report.push(
            Diagnostic::error(
                Code::OTHER_EDITION,
                format!("this ludex reads edition {EDITION} of the language"),
            )
            .at(at, label)
            .help(format!(
                "write `edition: {EDITION}`; `ludex check --fix` does so, and rewrites forms that are gone"
            ))
            .fix(at, text),
        );
    }

    fn budget(&mut self, node: &Node) {
        if self
            .known_keys(node, "`budget`", &["steps", "bytes", "decisions"])
            .is_none()
        {
            return;
        }
        let mut part = |key: &str| node.get(key).and_then(|part| self.amount(part));
        let asked = BudgetChange {
            steps: part("steps"),
            bytes: part("bytes"),
            decisions: part("decisions"),
        };
        self.env.game.budget = asked.of(Budget::default());
    }

    /// A part of a budget.
    fn amount(&mut self, node: &Node) -> Option<u64> {
        let number = self.told(node.as_int())?;
        let amount = u64::try_from(number)
            .ok()
            .filter(|amount| (1..=budget::MOST).contains(amount));
        if amount.is_none() {
            self.report.push(
                Diagnostic::error(
                    Code::WRONG_MANIFEST,
                    format!("a budget cannot be `{number}`"),
                )
                .at(node.span, format!("must be from 1 to {}", budget::MOST)),
            );
        }
        amount
    }

    fn known_keys(&mut self, node: &Node, of: &str, known: &[&str]) -> Option<()> {
        self.known_entries(node, of, known, Code::WRONG_MANIFEST)
    }

    /// Refuses keys that are not known; none when this is no map at all.
    pub(crate) fn known_entries(
        &mut self,
        node: &Node,
        of: &str,
        known: &[&str],
        code: Code,
    ) -> Option<()> {
        for entry in self
            .told(node.as_map())?
            .iter()
            .filter(|entry| !known.contains(&entry.key.as_str()))
        {
            let near = nearest(&entry.key, known.iter().copied());
            let words: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
            self.report.push(
                Diagnostic::error(code, format!("unknown entry `{}` in {of}", entry.key))
                    .at(entry.key_span, format!("expected {}", words.join(" or ")))
                    .did_you_mean(near),
            );
        }
        Some(())
    }

    fn needed<'n>(&mut self, node: &'n Node, key: &str, form: &str) -> Option<&'n Node> {
        let found = node.get(key);
        if found.is_none() {
            let first = Span::empty(node.span.file, node.span.start);
            self.report.push(
                Diagnostic::error(Code::WRONG_MANIFEST, format!("`{key}` is missing"))
                    .at(first, "")
                    .help(format!("write `{form}`")),
            );
        }
        found
    }

    fn players(&mut self, node: &Node) -> Option<(u32, u32)> {
        self.known_keys(node, "`players`", &["min", "max"])?;
        let (min, max) = (
            self.needed(node, "min", "min: 2"),
            self.needed(node, "max", "max: 4"),
        );
        let (least, most) = (self.count(min?), self.count(max?));
        let (least, most) = (least?, most?);
        if least > most {
            self.report.push(
                Diagnostic::error(
                    Code::WRONG_MANIFEST,
                    format!("no number is at least {least} and at most {most}"),
                )
                .at(min?.span, "more than `max`")
                .help(format!("write `{{min: {most}, max: {least}}}`")),
            );
            return None;
        }
        Some((least, most))
    }

    fn count(&mut self, node: &Node) -> Option<u32> {
        let number = self.told(node.as_int())?;
        if !(1..=MOST).contains(&number) {
            self.report.push(
                Diagnostic::error(
                    Code::WRONG_MANIFEST,
                    format!("`{number}` players cannot play"),
                )
                .at(node.span, format!("must be from 1 to {MOST}")),
            );
            return None;
        }
        u32::try_from(number).ok()
    }
}
