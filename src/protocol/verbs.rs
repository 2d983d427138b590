//! The table of verbs, but for `help`, which tells of it.

use crate::apply::Apply;
use crate::best::Best;
use crate::cancel::Cancel;
use crate::clone::CloneRequest;
use crate::decision::DecisionRequest;
use crate::determinize::Determinize;
use crate::drop::DropRequest;
use crate::explain::ExplainRequest;
use crate::games::GamesRequest;
use crate::load::Load;
use crate::log::LogRequest;
use crate::new::NewRequest;
use crate::playout::PlayoutRequest;
use crate::save::SaveRequest;
use crate::setup::Setup;
use crate::state::StateRequest;
use crate::undo::Undo;
use crate::verb::Verb;
use crate::view::ViewRequest;

/// The version of the protocol: it counts up when a field changes its meaning or goes.
pub(super) const VERSION: u32 = 1;

/// Returns the verbs, in the order in which the page tells them.
pub(super) fn verbs() -> Vec<Verb> {
    vec![
        Verb::of::<GamesRequest>(),
        Verb::of::<NewRequest>(),
        Verb::of::<Setup>(),
        Verb::of::<StateRequest>(),
        Verb::of::<ViewRequest>(),
        Verb::of::<DecisionRequest>(),
        Verb::of::<Apply>(),
        Verb::of::<ExplainRequest>(),
        Verb::of::<Undo>(),
        Verb::of::<CloneRequest>(),
        Verb::of::<DropRequest>(),
        Verb::of::<SaveRequest>(),
        Verb::of::<Load>(),
        Verb::of::<PlayoutRequest>(),
        Verb::of::<LogRequest>(),
        Verb::of::<Determinize>(),
        Verb::of::<Best>(),
        Verb::of::<Cancel>(),
    ]
}
