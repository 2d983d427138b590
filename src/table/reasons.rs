//! Reasons for a thing not to glow: the offered actions that take it, each with the requirements that fail.

use crate::game::TableGame;
use crate::things::Thing;
use ludex_play::explain::{Explanation, Legality, Requirement};
use ludex_play::format::ValueFormat;
use ludex_play::game::Match;
use ludex_program::code::Action;
use ludex_program::decision::Ask;
use ludex_program::ids::PieceId;
use ludex_rules::types::Type;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The reasons for an action to be legal or not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ActionReasons {
    /// The action by its name.
    pub action: String,
    /// The action in words.
    pub words: String,
    /// The verdict on the action.
    pub verdict: VerdictText,
    /// Requirements that fail, or of which the player can't know whether they do.
    pub failing: Vec<FailingText>,
}

/// The verdict on an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerdictText {
    /// It can be chosen.
    Legal,
    /// The open question does not offer it.
    NotOffered,
    /// The action does not take this thing now.
    NotAmong,
    /// The player can't know whether the action takes this thing.
    NotKnown,
    /// Some requirement of it fails.
    Refused,
    /// No further choices make it legal.
    NoWay,
}

/// A requirement of an action that fails.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FailingText {
    /// The words for the player.
    pub reason: String,
    /// True if the player can't know whether it fails.
    pub unknown: bool,
    /// The values that it saw, in words.
    pub saw: Vec<String>,
}

/// Explains the actions that the open question offers and that take a thing first; without a thing, all that it offers.
pub(super) fn reasons(
    game: &TableGame,
    turn: &mut Match,
    about: Option<&Thing>,
) -> Vec<ActionReasons> {
    let program = turn.shared_program();
    let Some(pending) = turn.state().pending else {
        return Vec::new();
    };
    let Ask::Offer { actions, .. } = &program.sites[pending.site].ask else {
        return Vec::new();
    };
    let mut told = Vec::new();
    for action in actions.iter().map(|id| &program.actions[*id]) {
        let Some(args) = arguments(turn, action, about) else {
            continue;
        };
        if let Ok(explained) = turn.explain_in_words(&action.name, &args, &game.vocabulary) {
            told.push(action_reasons(game, action, &explained));
        }
    }
    told
}

/// The arguments that name a thing; none if the action does not take such a thing first.
fn arguments(turn: &Match, action: &Action, about: Option<&Thing>) -> Option<Vec<String>> {
    let Some(about) = about else {
        return Some(Vec::new());
    };
    if let Thing::Action(name) = about {
        return (*name == action.name).then(Vec::new);
    }
    let (_, ty) = action.params.first()?;
    let value = value_of(turn, ty, about)?;
    let words = ValueFormat::of(turn.program(), turn.state());
    Some(vec![words.word(ty, value)])
}

/// The value of a type that a thing stands for; none if it is no value of the type.
fn value_of(turn: &Match, ty: &Type, about: &Thing) -> Option<i32> {
    let layout = &turn.program().layout;
    let number = match (about, ty.required()) {
        (Thing::Piece(piece), Type::Piece(kind)) => {
            let own = *layout.piece_kind.get(PieceId::numbered(*piece))?;
            (own == *kind || layout.kinds[*kind].is_any).then_some(*piece)?
        }
        (Thing::Space(space), Type::Space(board)) => {
            let own = *layout
                .space_board
                .get(ludex_program::ids::SpaceId::numbered(*space))?;
            (own == *board).then_some(*space)?
        }
        (Thing::Row { kind, row }, Type::Row(of)) => (of.number() == *kind).then_some(*row)?,
        (Thing::Value { of, value }, Type::Enum(id)) => (id.number() == *of).then_some(*value)?,
        (Thing::Player(player), Type::Player) => *player,
        (Thing::Number(number), Type::Int) => number.cast_unsigned(),
        _ => return None,
    };
    Some(number.cast_signed())
}

fn action_reasons(game: &TableGame, action: &Action, explained: &Explanation) -> ActionReasons {
    let failing = explained
        .requirements
        .iter()
        .filter(|one| one.holds != Some(true));
    ActionReasons {
        action: action.name.clone(),
        words: if action.prompt.is_empty() {
            game.vocabulary.name(&action.name)
        } else {
            action.prompt.clone()
        },
        verdict: match explained.verdict {
            Legality::Legal => VerdictText::Legal,
            Legality::NotOffered => VerdictText::NotOffered,
            Legality::NotKnown { .. } => VerdictText::NotKnown,
            Legality::NotAmong { .. } => VerdictText::NotAmong,
            Legality::Refused => VerdictText::Refused,
            Legality::NoWay => VerdictText::NoWay,
        },
        failing: failing.map(|one| failing_text(game, one)).collect(),
    }
}

fn failing_text(game: &TableGame, requirement: &Requirement) -> FailingText {
    let mut saw: Vec<String> = Vec::new();
    for value in &requirement.shown {
        let asked = game.manual.asked_at(value.span);
        let line = asked.map(|asked| {
            let names = value.names.iter();
            let asked = names.fold(asked.to_owned(), |text, (name, value)| {
                text.replace(&format!("`{name}`"), value)
            });
            format!("{asked}: {}", value.value)
        });
        saw.extend(line.filter(|line| !saw.contains(line)));
    }
    FailingText {
        reason: requirement.reason.clone(),
        unknown: requirement.holds.is_none(),
        saw,
    }
}
