//! Decisions: a question to a player, and the answers that it allows.
//!
//! What an answer is stands in `ludex_rules::decision`. `compile/choices.rs` makes questions, `engine/decisions` lists the
//! legal answers of one.

use crate::cursor::Cursor;
use crate::ids::{NodeId, SourceId};
use ludex_rules::decision::Answer;
use ludex_rules::ids::{ActionId, MomentId};
use ludex_rules::types::Type;
use ludex_rules::wording::Wording;
use ludex_source::Span;

/// A name bound to members of a collection: an iterator variable.
#[derive(Debug, Clone, Copy)]
pub struct Binder {
    /// The slot that holds the member.
    pub slot: u16,
    /// The collection, its filters included.
    pub source: SourceId,
}

/// A site: a statement that asks a player.
#[derive(Debug, Clone)]
pub struct Site {
    /// The player who is asked.
    pub by: NodeId,
    /// The question that the player reads.
    pub prompt: Wording<Told>,
    /// The answers that are allowed.
    pub ask: Ask,
    /// The block of `at once` that it stands in: nobody else is told of its answers, and what is chosen is done last.
    pub at_once: Option<AtOnce>,
    /// The place of the statement.
    pub span: Span,
}

/// A block of `at once`, in which members decide one after another without being told of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtOnce {
    /// The moment that all changes wait for.
    pub moment: MomentId,
    /// The cursor of the members; those behind its position have not begun to decide.
    pub members: Cursor,
    /// True if the members are players.
    pub of_players: bool,
}

/// A value that stands in words for a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The node whose value is told.
    pub node: NodeId,
    /// The type, by which the value is rendered.
    pub ty: Type,
    /// The number of an action's parameters that must be bound before; 0 elsewhere.
    pub after: u16,
}

/// The answers that a site allows.
#[derive(Debug, Clone)]
pub enum Ask {
    /// A tuple of members, one of each binder.
    Choose {
        /// The binders, each in the scope of those before it.
        binders: Vec<Binder>,
        /// The name of each, for JSON.
        names: Vec<String>,
        /// The type of each, for labels.
        types: Vec<Type>,
        /// The state of a choice of several; none of one.
        more: Option<More>,
        /// Makes it a fault when there are no candidates, instead of an `else`.
        must: bool,
    },
    /// Yes or no: a truth value.
    May,
    /// A legal instance of one of these actions.
    Offer {
        /// The actions on offer, in the order of the options.
        actions: Vec<ActionId>,
        /// True if the player may pass instead; nobody is asked who could only pass.
        pass: bool,
    },
    /// A text that waits for an order.
    Pool(PoolOrder),
}

/// Texts that wait for an order, and those who give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolOrder {
    /// The cursor of the listed hooks that wait; none for the entries of the innermost pool.
    pub listed: Option<Cursor>,
    /// True if one of them is chosen, and the others are dropped.
    pub replaces: bool,
    /// The players each of whom orders the texts of their own, one player after the other; none where one player orders all.
    pub owners: Option<SourceId>,
}

impl Ask {
    /// Tells whether what is chosen is a piece.
    #[must_use]
    pub fn is_of_pieces(&self) -> bool {
        let is_piece = |ty: &Type| matches!(ty.required(), Type::Piece(_));
        matches!(self, Ask::Choose { types, .. } if types.first().is_some_and(is_piece))
    }

    /// Returns the order that is asked for.
    #[must_use]
    pub fn order(&self) -> Option<PoolOrder> {
        match self {
            Ask::Pool(order) => Some(*order),
            Ask::Choose { .. } | Ask::May | Ask::Offer { .. } => None,
        }
    }

    /// Returns the slot that counts the answers to one question asked in steps.
    #[must_use]
    pub fn counts(&self) -> Option<u16> {
        match self {
            Ask::Choose { more, .. } => more.and_then(|more| more.whole).map(|whole| whole.asked),
            Ask::May | Ask::Offer { .. } | Ask::Pool(_) => None,
        }
    }
}

/// The state of a choice of several, in slots of the frame.
#[derive(Debug, Clone, Copy)]
pub struct More {
    /// The cursor of those chosen so far; each is left out of later options.
    pub chosen: Cursor,
    /// The slot with the number still allowed.
    pub left: u16,
    /// True if the player may say `done`.
    pub done: bool,
    /// True if what was chosen may be chosen again.
    pub again: bool,
    /// The condition on all of them; none where each is done before the next is asked.
    pub whole: Option<WholeSet>,
}

/// A condition on all that is chosen together. Nothing changes before all of it is chosen.
#[derive(Debug, Clone, Copy)]
pub struct WholeSet {
    /// The condition, which reads what was chosen by the cursor.
    pub cond: NodeId,
    /// True if exactly the number still allowed must be chosen.
    pub exact: bool,
    /// True if it is a fault when nothing meets the condition, instead of an `else`.
    pub must: bool,
    /// The slot with the number of answers that the player gave to it.
    pub asked: u16,
}

impl Ask {
    /// Returns the types of what a choice binds; none of another question.
    #[must_use]
    pub fn types(&self) -> &[Type] {
        match self {
            Ask::Choose { types, .. } => types,
            Ask::May | Ask::Offer { .. } | Ask::Pool(_) => &[],
        }
    }

    /// Returns the answers that it may have, one of each sort.
    #[must_use]
    pub fn answers(&self) -> Vec<Answer> {
        match self {
            Ask::Choose { more, .. } => {
                let done = more.is_some_and(|more| more.done);
                let done = done.then_some(Answer::Done);
                [Answer::Values].into_iter().chain(done).collect()
            }
            Ask::May => vec![Answer::Yes, Answer::No],
            Ask::Offer { actions, pass } => {
                let actions = actions.iter().map(|action| Answer::Action(*action));
                actions.chain(pass.then_some(Answer::Pass)).collect()
            }
            Ask::Pool(_) => vec![Answer::Entry(0)],
        }
    }
}
