//! The origin of a node's value: whose value it passes on.
//!
//! Analyses that follow a value (which place is meant, who knows it) ask this, so that whoever adds a node says here where its
//! value comes from.

use crate::node::{Node, NodeId};
use ludex_rules::ids::{PlaceId, VarId};

/// The origin of a node's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeOrigin {
    /// A slot of the frame holds it.
    Slot(u16),
    /// A variable holds it: the table's or a holder's.
    Variable(VarId),
    /// It is a place: the table's or a holder's.
    Place(PlaceId),
    /// It is the value of another node, which a mark counts.
    Counted(NodeId),
    /// It is the value of another node, which is evaluated behind a binding.
    Behind(NodeId),
    /// It is the value of one of two nodes.
    OneOf(NodeId, NodeId),
    /// It is known beforehand, drawn, or worked out from its operands.
    Own,
}

impl Node {
    /// Returns where its value comes from.
    #[must_use]
    pub fn origin(self) -> NodeOrigin {
        match self {
            Node::Local(slot) => NodeOrigin::Slot(slot),
            Node::Load(var) | Node::LoadOf { var, .. } | Node::LoadAt { var, .. } => {
                NodeOrigin::Variable(var)
            }
            Node::Place(place) | Node::PlaceOf { place, .. } => NodeOrigin::Place(place),
            Node::Seen { of, .. } => NodeOrigin::Counted(of),
            Node::Let { body, .. } | Node::Once { body, .. } => NodeOrigin::Behind(body),
            Node::If(_, a, b) => NodeOrigin::OneOf(a, b),
            Node::Const(_)
            | Node::Option(_)
            | Node::Attribute { .. }
            | Node::BagCount { .. }
            | Node::FirstCopy(_)
            | Node::SpaceAttribute { .. }
            | Node::MadeFor(_)
            | Node::Lookup { .. }
            | Node::Call { .. }
            | Node::Slot { .. }
            | Node::SetOf(_)
            | Node::Not(_)
            | Node::Negate(_)
            | Node::Amount(_)
            | Node::And(..)
            | Node::Or(..)
            | Node::Equal(..)
            | Node::Less(..)
            | Node::LessEqual(..)
            | Node::Arithmetic(..)
            | Node::InSet(..)
            | Node::InPlace(..)
            | Node::InRange(..)
            | Node::InSource(..)
            | Node::Size(_)
            | Node::PlaceSize(_)
            | Node::Op1(..)
            | Node::Op2(..)
            | Node::Beside { .. }
            | Node::Distance { .. }
            | Node::Random(_)
            | Node::RandomPiece(_)
            | Node::Roll(..)
            | Node::PlayerCount
            | Node::Fold { .. }
            | Node::Possible(_)
            | Node::PossibleSet { .. } => NodeOrigin::Own,
        }
    }
}
