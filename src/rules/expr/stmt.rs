//! Statements with their names resolved, and what each is made of.
//!
//! Whoever goes through statements asks for their blocks, values and what they set off, so that another sort of statement is
//! nothing new there.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a question names the few sorts it concerns; the blocks and values of all are told once"
)]

use crate::rules::expr::{Binder, Expr};
use crate::rules::ids::{ActionId, KindId, MomentId, RoutineId, Slot, VarId};
use crate::rules::verbs::{Argument, Role, VerbOp};
use crate::rules::wording::Wording;
use crate::source::Span;

/// Statements.
pub type Block = Vec<Stmt>;

/// A statement.
#[derive(Debug, Clone)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it was written.
    pub span: Span,
}

/// A thing that can be written to.
#[derive(Debug, Clone)]
pub struct Target {
    /// The variable.
    pub var: VarId,
    /// Whose.
    pub of: Option<Expr>,
    /// Which of an indexed variable.
    pub at: Option<Expr>,
}

/// How a number is written to a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Write {
    /// `target = value`
    Set,
    /// `target += value`; out of its bounds it is a fault.
    Add,
    /// `gain`: stops at the bounds; on a track its spaces, gates and overflow run. Negative for `lose`.
    Gain,
}

/// The sorts of statements.
#[derive(Debug, Clone)]
pub enum StmtKind {
    /// A local value.
    Let(Slot, Expr),
    /// A local value again (`x = x + 1` of a `let`).
    SetLocal(Slot, Expr),
    /// A variable gets another value.
    Write(Write, Target, Expr),
    /// `if`
    If(Vec<(Expr, Block)>, Block),
    /// `for each`; the members are fixed when the loop begins.
    ForEach(Binder, Block),
    /// `repeat n`; without a number for ever.
    Repeat(Option<Expr>, Block),
    /// `while`
    While(Expr, Block),
    /// A choice.
    Choose(Choose),
    /// Yes or no.
    May {
        /// Who decides.
        by: Expr,
        /// What the player reads.
        prompt: Wording<Expr>,
        /// On yes.
        body: Block,
        /// On no.
        otherwise: Block,
    },
    /// A choice among the legal instances of actions.
    Offer {
        /// Who acts; becomes `you` in the action.
        who: Expr,
        /// Which actions.
        actions: Vec<ActionId>,
        /// What the player reads.
        prompt: Wording<Expr>,
    },
    /// Inside, `you` is another player.
    As(Expr, Block),
    /// Hooks inside wait for an order chosen by a player.
    Pool(Expr, Block),
    /// Runs `routine` at a moment, with `you` and these values as its first locals.
    Later {
        /// When.
        moment: MomentId,
        /// A routine made from the block; its parameters are the locals it names.
        routine: RoutineId,
        /// Values of those now.
        args: Vec<Expr>,
    },
    /// A moment has come.
    Reach(MomentId),
    /// A named effect.
    Call(RoutineId, Vec<Expr>),
    /// An effect slot of a row; nothing when the row leaves it empty.
    CallSlot {
        /// The kind or record.
        kind: KindId,
        /// Number of the slot among the kind's effect slots.
        slot: usize,
        /// Whose.
        of: Expr,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// Runs the place's `when empty` effect if it has one and the place is empty.
    Refill(Expr),
    /// A built-in verb.
    Verb(VerbOp, Vec<Expr>),
    /// Leaves the routine.
    Return,
    /// Leaves the nearest loop.
    Stop,
}

/// A `choose` statement.
#[derive(Debug, Clone)]
pub struct Choose {
    /// How many.
    pub quantity: Quantity,
    /// What is chosen together.
    pub binders: Vec<Binder>,
    /// Who chooses.
    pub by: Expr,
    /// What the player reads.
    pub prompt: Wording<Expr>,
    /// Runs for each choice. `None`: the names hold in what follows.
    pub body: Option<Block>,
    /// Runs when there was nothing to choose from. `None` and nothing there is a fault (only for `One`).
    pub otherwise: Option<Block>,
}

/// How many are chosen.
#[derive(Debug, Clone)]
pub enum Quantity {
    /// One.
    One,
    /// Exactly so many, or all there are.
    Exactly(Expr),
    /// At most so many.
    UpTo(Expr),
    /// None to all.
    Any,
    /// Each once, in a chosen order.
    All,
}

/// What a statement sets off beside the statements in it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SetsOff<'s> {
    /// An effect, with its arguments.
    Effect(RoutineId, &'s [Expr]),
    /// Texts of a slot of rows.
    Slot(KindId, usize),
    /// The bodies of actions, one of which is chosen.
    Actions(&'s [ActionId]),
    /// What happens on the track that a variable is, if it is one.
    Track(VarId),
    /// What fills a place that is empty.
    Filling(&'s Expr),
    /// The same, before each piece that a verb takes from the place.
    Drawing(&'s Expr),
    /// What waits for a moment.
    Waiting(MomentId),
    /// A text that waits for a moment from now on, with the values it takes along.
    PutOff(MomentId, RoutineId, &'s [Expr]),
}

impl Stmt {
    /// The statements right inside it, block by block.
    pub(crate) fn blocks(&self) -> Vec<&[Stmt]> {
        match &self.kind {
            StmtKind::If(arms, otherwise) => arms
                .iter()
                .map(|(_, block)| block.as_slice())
                .chain([otherwise.as_slice()])
                .collect(),
            StmtKind::ForEach(_, block)
            | StmtKind::Repeat(_, block)
            | StmtKind::While(_, block)
            | StmtKind::As(_, block)
            | StmtKind::Pool(_, block) => vec![block],
            StmtKind::May {
                body, otherwise, ..
            } => vec![body, otherwise],
            StmtKind::Choose(choose) => choose
                .body
                .iter()
                .chain(&choose.otherwise)
                .map(Vec::as_slice)
                .collect(),
            StmtKind::Let(..)
            | StmtKind::SetLocal(..)
            | StmtKind::Write(..)
            | StmtKind::Offer { .. }
            | StmtKind::Later { .. }
            | StmtKind::Reach(_)
            | StmtKind::Call(..)
            | StmtKind::CallSlot { .. }
            | StmtKind::Refill(_)
            | StmtKind::Verb(..)
            | StmtKind::Return
            | StmtKind::Stop => Vec::new(),
        }
    }

    /// The expressions right inside it.
    pub(crate) fn values(&self) -> Vec<&Expr> {
        match &self.kind {
            StmtKind::Let(_, e)
            | StmtKind::SetLocal(_, e)
            | StmtKind::Refill(e)
            | StmtKind::While(e, _)
            | StmtKind::As(e, _)
            | StmtKind::Pool(e, _) => vec![e],
            StmtKind::May { by: e, prompt, .. } | StmtKind::Offer { who: e, prompt, .. } => {
                prompt.values().chain([e]).collect()
            }
            StmtKind::Write(_, target, e) => {
                target.of.iter().chain(&target.at).chain([e]).collect()
            }
            StmtKind::If(arms, _) => arms.iter().map(|(e, _)| e).collect(),
            StmtKind::ForEach(binder, _) => binder.values(),
            StmtKind::Repeat(times, _) => times.iter().collect(),
            StmtKind::Choose(choose) => {
                let limit = match &choose.quantity {
                    Quantity::Exactly(n) | Quantity::UpTo(n) => Some(n),
                    Quantity::One | Quantity::Any | Quantity::All => None,
                };
                let binders = choose.binders.iter().flat_map(Binder::values);
                let told = choose.prompt.values();
                binders
                    .chain([&choose.by])
                    .chain(limit)
                    .chain(told)
                    .collect()
            }
            StmtKind::Later { args, .. } | StmtKind::Call(_, args) | StmtKind::Verb(_, args) => {
                args.iter().collect()
            }
            StmtKind::CallSlot { of, args, .. } => args.iter().chain([of]).collect(),
            StmtKind::Reach(_) | StmtKind::Return | StmtKind::Stop => vec![],
        }
    }

    /// What it sets off beside the statements in it.
    pub(crate) fn sets_off(&self) -> Option<SetsOff<'_>> {
        Some(match &self.kind {
            StmtKind::Call(to, args) => SetsOff::Effect(*to, args),
            StmtKind::CallSlot { kind, slot, .. } => SetsOff::Slot(*kind, *slot),
            StmtKind::Offer { actions, .. } => SetsOff::Actions(actions),
            StmtKind::Write(Write::Gain, target, _) => SetsOff::Track(target.var),
            StmtKind::Refill(place) => SetsOff::Filling(place),
            StmtKind::Verb(..) => SetsOff::Drawing(self.with_role(&[Role::From]).next()?),
            StmtKind::Reach(moment) => SetsOff::Waiting(*moment),
            StmtKind::Later {
                moment,
                routine,
                args,
            } => SetsOff::PutOff(*moment, *routine, args),
            _ => return None,
        })
    }

    /// Tells whether a player is asked before it is done.
    pub(crate) fn asks(&self) -> bool {
        matches!(
            self.kind,
            StmtKind::Choose(_) | StmtKind::May { .. } | StmtKind::Offer { .. }
        )
    }

    /// Tells whether its block may be done several times.
    pub(crate) fn repeats(&self) -> bool {
        matches!(
            self.kind,
            StmtKind::ForEach(..) | StmtKind::Repeat(..) | StmtKind::While(..)
        )
    }

    /// Tells whether what follows it in its block is never done.
    pub(crate) fn leaves(&self) -> bool {
        matches!(self.kind, StmtKind::Return | StmtKind::Stop)
    }

    /// The name that goes through a collection, with the block that is done for each member.
    pub(crate) fn for_each(&self) -> Option<(&Binder, &[Stmt])> {
        match &self.kind {
            StmtKind::ForEach(binder, body) => Some((binder, body)),
            _ => None,
        }
    }

    /// The first condition of an `if`.
    pub(crate) fn condition(&self) -> Option<&Expr> {
        match &self.kind {
            StmtKind::If(arms, _) => arms.first().map(|(cond, _)| cond),
            _ => None,
        }
    }

    /// The choice that it is.
    pub(crate) fn choice(&self) -> Option<&Choose> {
        match &self.kind {
            StmtKind::Choose(choose) => Some(choose),
            _ => None,
        }
    }

    /// Who is `you` in its block, where that is said, with the block.
    pub(crate) fn acts_as(&self) -> Option<(&Expr, &[Stmt])> {
        match &self.kind {
            StmtKind::As(who, body) => Some((who, body)),
            _ => None,
        }
    }

    /// The arguments of a verb, each with what the verb does with it; none of another statement.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = (&'static Argument, &Expr)> {
        let (takes, args) = match &self.kind {
            StmtKind::Verb(verb, args) => (verb.row().takes, args.as_slice()),
            _ => (&[][..], &[][..]),
        };
        takes.iter().zip(args)
    }

    /// The arguments of a verb with one of some roles.
    pub(crate) fn with_role<'s>(&'s self, roles: &'s [Role]) -> impl Iterator<Item = &'s Expr> {
        let fits = |argument: &Argument| roles.contains(&argument.role);
        let arguments = self.arguments();
        arguments.filter_map(move |(argument, e)| fits(argument).then_some(e))
    }

    /// The arguments that may name a place where pieces come to; of a call all, as its effect may put something there.
    pub(crate) fn targets(&self) -> Vec<&Expr> {
        match &self.kind {
            StmtKind::Call(_, args) => args.iter().collect(),
            _ => self.with_role(&[Role::To]).collect(),
        }
    }
}
