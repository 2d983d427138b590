//! The words that may be typed at a decision, for completion: answers, commands and the names that they take.

use std::collections::BTreeSet;

use crate::cli::lines::Complete;
use crate::cli::play::session::Session;
use crate::play::vocabulary::spaced;
use crate::rules::ids::PlayerId;
use crate::tools::manual::EntrySort;

/// Commands without a name behind them.
const ALONE: &[&str] = &[
    "all", "goal", "help", "hint", "log", "log full", "options", "quit", "rules", "score", "table",
    "undo",
];

/// Bots worth asking for a hint.
const BOTS: &[&str] = &[
    "greedy",
    "flat:1000",
    "mcts:2s",
    "ismcts:2s",
    "mo-ismcts:2s",
];

/// Whole lines that can be said.
#[derive(Debug, Default)]
pub(crate) struct Says(BTreeSet<String>);

impl Says {
    /// The lines that can be said now.
    pub(crate) fn of(session: &Session) -> Says {
        let game = session.position();
        let names = &game.program().names;
        let mut lines: BTreeSet<String> = ALONE.iter().map(|line| (*line).to_owned()).collect();
        if let Some(decision) = game.decision() {
            lines.extend(session.labels(&decision));
            // The names that rules use are understood as well.
            let own = format!("{}.", decision.player);
            let names = decision.options.iter().map(|option| {
                let words = option.label.split(' ');
                let words = words.map(|word| spaced(word.strip_prefix(&own).unwrap_or(word)));
                words.collect::<Vec<_>>().join(" ")
            });
            lines.extend(names);
        }
        let pieces = names.pieces.iter().chain(names.titles.iter().flatten());
        lines.extend(pieces.map(|name| format!("what {name}")));
        let declared = session.shown.manual.entries.iter();
        for entry in declared.filter(|entry| !UNNAMED.contains(&entry.sort)) {
            lines.insert(format!("rules {}", entry.name));
            if entry.sort == EntrySort::Action {
                lines.insert(format!("why not {}", entry.name));
            }
        }
        lines.extend(session.panel_names());
        lines.extend(PlayerId::first(game.start().players).map(|player| format!("table {player}")));
        lines.extend(session.marks().iter().map(|name| format!("back {name}")));
        lines.extend(BOTS.iter().map(|bot| format!("hint {bot}")));
        lines.extend(["mark ", "save ", "ruling "].map(str::to_owned));
        Says(lines)
    }
}

/// The sorts of declarations without a name of their own.
const UNNAMED: &[EntrySort] = &[
    EntrySort::Hook,
    EntrySort::Modifier,
    EntrySort::Setup,
    EntrySort::Play,
    EntrySort::Result,
    EntrySort::Heuristic,
    EntrySort::Demand,
];

impl Complete for Says {
    /// Goes on by one word, so that lines with the same beginning are met once.
    fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        let before = line.get(..at).unwrap_or(line);
        let word = before.rfind(' ').map_or(0, |blank| blank + 1);
        let begun = before.trim_start();
        let skipped = before.len() - begun.len();
        let fits = self.0.iter().filter(|line| line.starts_with(begun));
        let next = fits.filter_map(|line| {
            let rest = line.get(word.checked_sub(skipped)?..)?;
            rest.split(' ').next()
        });
        let next: BTreeSet<&str> = next.filter(|next| !next.is_empty()).collect();
        (word, next.into_iter().map(str::to_owned).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::Says;
    use crate::cli::lines::Complete;

    #[test]
    fn a_word_at_a_time() {
        let lines = [
            "put red_1 left",
            "put red_2 right",
            "log",
            "log full",
            "what red_1",
        ];
        let says = Says(lines.map(str::to_owned).into());
        let completed = |line: &str| says.complete(line, line.len());
        assert_eq!(completed("p"), (0, vec!["put".to_owned()]));
        assert_eq!(completed("put red_1"), (4, vec!["red_1".to_owned()]));
        assert_eq!(completed("put red_1 "), (10, vec!["left".to_owned()]));
        assert_eq!(completed("log "), (4, vec!["full".to_owned()]));
        assert_eq!(completed("  log "), (6, vec!["full".to_owned()]));
        assert_eq!(completed("nothing").1, Vec::<String>::new());
    }
}
