//! The page that shows a position to people at a table, as `view.yaml` says it.

use crate::expr::Expr;
use crate::ids::{BoardId, Slot};
use crate::types::Type;

/// The panels of the page, from top to bottom, and its words. `Q` is the question asked of a position: a text once it is
/// checked, a node once compiled.
#[derive(Debug, Clone)]
pub struct Shown<Q> {
    /// The panels that all share.
    pub table: Vec<Panel<Q>>,
    /// The panels that each player has; `you` is that player.
    pub players: Vec<Panel<Q>>,
    /// The panels that tell a player's score in parts; `you` is that player.
    pub score: Vec<Panel<Q>>,
    /// The variables whose changes the log leaves out unless all of it is asked for.
    pub quiet: Vec<String>,
    /// Words that stand here for values, rows and pieces.
    pub words: Vec<Named>,
    /// Shorter ones for the spaces of boards, told below the board.
    pub short: Vec<Named>,
}

/// A word for a value, row or piece.
#[derive(Debug, Clone)]
pub struct Named {
    /// The type of the thing that is named.
    pub ty: Type,
    /// The value, or the number of the row or piece.
    pub value: i32,
    /// The word that stands for it.
    pub word: String,
}

/// An expression with the slots that its frame needs.
#[derive(Debug, Clone)]
pub struct Text {
    /// The typed expression, not yet compiled.
    pub expr: Expr,
    /// The number of slots that its frame needs.
    pub slots: Slot,
}

/// A part of the page.
#[derive(Debug, Clone)]
pub struct Panel<Q> {
    /// The heading above the panel or before it.
    pub title: Option<String>,
    /// Only the player who looks is shown theirs.
    pub own: bool,
    /// Left out when this does not hold.
    pub when: Option<Q>,
    /// The content below the heading.
    pub body: Body<Q>,
}

/// The content of a panel.
#[derive(Debug, Clone)]
pub enum Body<Q> {
    /// Values with their labels, one after the other.
    Line(Vec<(String, Q)>),
    /// The members of something.
    Each(Box<Each<Q>>),
    /// A board with what is on its spaces.
    Board(OnBoard<Q>),
}

/// Members with what stands beside each of them. All of its texts but the source know the member, in slot 1.
#[derive(Debug, Clone)]
pub struct Each<Q> {
    /// The type of the members.
    pub member: Type,
    /// The source of the members.
    pub source: Members<Q>,
    /// The filter: a condition on the member.
    pub cond: Option<Q>,
    /// A number that orders them and stands before them.
    pub by: Option<Q>,
    /// The words of a mark, and who has it.
    pub mark: Option<(String, Q)>,
    /// The values beside each member, with their labels.
    pub with: Vec<(String, Q)>,
    /// The form in which they are set.
    pub form: Form,
    /// Options that name a member tell what stands beside it, too.
    pub leads: bool,
}

/// The source of members.
#[derive(Debug, Clone)]
pub enum Members<Q> {
    /// A place, in its order.
    Place(Q),
    /// All values of the type for which this holds, in the order of the type.
    Among(Q),
}

/// The form in which members are set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Form {
    /// One after the other.
    #[default]
    Row,
    /// Each on a line of its own, in columns where there is room.
    Lines,
    /// A table with the labels above.
    Table,
}

/// A board with what is written into its spaces. The texts know the space as `here`, in slot 1.
#[derive(Debug, Clone)]
pub struct OnBoard<Q> {
    /// The board that is drawn.
    pub board: BoardId,
    /// The values written into a space, with their labels, the most important first.
    pub cell: Vec<(String, Q)>,
    /// Spaces side by side with the same value here are drawn as one.
    pub joined: Option<Q>,
}

impl<Q> Default for Shown<Q> {
    fn default() -> Shown<Q> {
        Shown {
            table: Vec::new(),
            players: Vec::new(),
            score: Vec::new(),
            quiet: Vec::new(),
            words: Vec::new(),
            short: Vec::new(),
        }
    }
}

impl<Q> Shown<Q> {
    /// Returns true if `view.yaml` says nothing of a page, a score, a log or words.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.has_page() && self.score.is_empty() && self.quiet.is_empty() && self.words.is_empty()
    }

    /// Tells whether the page has panels.
    #[must_use]
    pub fn has_page(&self) -> bool {
        !self.table.is_empty() || !self.players.is_empty()
    }

    /// Maps each question to another, such as a text to its compiled node.
    pub fn map<R>(&self, made: &mut impl FnMut(&Q) -> R) -> Shown<R> {
        let mut panels = |panels: &[Panel<Q>]| panels.iter().map(|panel| panel.map(made)).collect();
        Shown {
            table: panels(&self.table),
            players: panels(&self.players),
            score: panels(&self.score),
            quiet: self.quiet.clone(),
            words: self.words.clone(),
            short: self.short.clone(),
        }
    }
}

impl<Q> Panel<Q> {
    fn map<R>(&self, made: &mut impl FnMut(&Q) -> R) -> Panel<R> {
        Panel {
            title: self.title.clone(),
            own: self.own,
            when: self.when.as_ref().map(&mut *made),
            body: match &self.body {
                Body::Line(values) => Body::Line(labelled(values, made)),
                Body::Each(each) => Body::Each(Box::new(each.map(made))),
                Body::Board(drawn) => Body::Board(OnBoard {
                    board: drawn.board,
                    cell: labelled(&drawn.cell, made),
                    joined: drawn.joined.as_ref().map(made),
                }),
            },
        }
    }
}

impl<Q> Each<Q> {
    fn map<R>(&self, made: &mut impl FnMut(&Q) -> R) -> Each<R> {
        Each {
            member: self.member.clone(),
            source: match &self.source {
                Members::Place(place) => Members::Place(made(place)),
                Members::Among(cond) => Members::Among(made(cond)),
            },
            cond: self.cond.as_ref().map(&mut *made),
            by: self.by.as_ref().map(&mut *made),
            mark: self
                .mark
                .as_ref()
                .map(|(words, q)| (words.clone(), made(q))),
            with: labelled(&self.with, made),
            form: self.form,
            leads: self.leads,
        }
    }
}

fn labelled<Q, R>(values: &[(String, Q)], made: &mut impl FnMut(&Q) -> R) -> Vec<(String, R)> {
    let pairs = values.iter();
    pairs.map(|(label, q)| (label.clone(), made(q))).collect()
}
