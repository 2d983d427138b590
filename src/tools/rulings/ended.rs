//! The end as a ruling says it: `winners`, `scores`, `ranks`. Each of them says that the game is over.

use crate::rulings::play::{RulingPlay, listed, may};
use crate::rulings::ruling::EndCheck;
use ludex_report::{Code, Diagnostic};
use ludex_rules::ids::PlayerId;
use ludex_source::Span;

impl RulingPlay<'_> {
    pub(super) fn ended(&mut self, end: &EndCheck, span: Span) {
        let Some(result) = self.playing.result() else {
            self.not_yet(span);
            return;
        };
        let scores: Vec<i64> = result.scores.iter().copied().map(i64::from).collect();
        let ranks: Vec<i64> = result.ranks.iter().copied().map(i64::from).collect();
        let (same, message) = match end {
            EndCheck::Winners(winners) => (*winners == result.winners, won(&result.winners)),
            EndCheck::Scores(said) => (*said == scores, in_order("scores", &scores)),
            EndCheck::Ranks(said) => (*said == ranks, in_order("ranks", &ranks)),
        };
        if !same {
            // Who won is understood best beside what everybody had.
            let each = scores.iter().zip(&ranks).enumerate();
            let each: Vec<String> = each
                .map(|(seat, (score, rank))| format!("P{seat}: {score}, rank {rank}"))
                .collect();
            let help = listed("at the end", each.iter().map(String::as_str));
            let diagnostic = Diagnostic::error(Code::OTHER_RESULT, message);
            self.fail(diagnostic.at(span, "not so").help(help));
        }
    }

    fn not_yet(&mut self, span: Span) {
        let Some(decision) = self.playing.decision() else {
            return;
        };
        let label = format!("{} is asked: {}", decision.player, decision.prompt);
        self.fail(
            Diagnostic::error(Code::OTHER_RESULT, "the game is not over")
                .at(span, label)
                .help(may(&decision)),
        );
    }
}

fn won(winners: &[PlayerId]) -> String {
    let names: Vec<String> = winners.iter().map(PlayerId::to_string).collect();
    match names.as_slice() {
        [] => "nobody wins".to_owned(),
        [one] => format!("{one} wins alone"),
        several => format!("{} share the victory", several.join(" and ")),
    }
}

fn in_order(what: &str, numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    format!("the {what} are [{}]", numbers.join(", "))
}
