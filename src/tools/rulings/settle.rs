//! `settle: P0`: what may come in any order comes in the order in which it is listed. What replaces something is chosen, not
//! ordered.

use crate::rulings::play::{RulingPlay, may};
use ludex_program::decision::Ask;
use ludex_report::{Code, Diagnostic};
use ludex_rules::ids::PlayerId;
use ludex_source::Span;

impl RulingPlay<'_> {
    /// Tells whether a player is asked which part of a pool comes next.
    pub(super) fn settles(&self, player: PlayerId) -> bool {
        let pending = self.playing.state().pending;
        pending.is_some_and(|pending| {
            let site = &self.playing.program().sites[pending.site];
            let in_order = matches!(&site.ask, Ask::Pool(order) if !order.replaces);
            pending.player == player && in_order
        })
    }

    /// Takes the first part of the pool that is asked about; its label, or none when the rules fail.
    pub(super) fn settle(&mut self, span: Span) -> Option<String> {
        let decision = self.playing.decision()?;
        self.apply(&decision, 0, span)
    }

    /// Reports a line that settles nothing.
    pub(super) fn has_to_settle(&mut self, player: PlayerId, span: Span) -> Option<()> {
        if self.settles(player) {
            return Some(());
        }
        let message = format!("{player} is not asked what comes first");
        let error = Diagnostic::error(Code::NO_SUCH_CHOICE, message);
        let error = match self.playing.decision() {
            None => error.at(span, "the game is over"),
            Some(decision) => {
                let label = format!("here {} decides: {}", decision.player, decision.prompt);
                error.at(span, label).help(may(&decision))
            }
        };
        self.fail(error.help("what is the only one left comes without a question"));
        None
    }
}
