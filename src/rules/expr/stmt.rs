//! Statements with their names resolved, and what each is made of.
//!
//! Whoever goes through statements asks for their blocks, values and what they set off, so that another sort of statement is
//! nothing new there.

use crate::expr::{Binder, Expr};
use crate::ids::{ActionId, KindId, MomentId, RoutineId, Slot, VarId};
use crate::types::Type;
use crate::verbs::{Argument, Role, VerbOp};
use crate::wording::Wording;
use ludex_source::Span;

/// A block: statements that are done one after the other.
pub type Block = Vec<Stmt>;

/// An arm of an `if`: its condition and its block.
pub(crate) type Arm = (Expr, Block);

/// A statement with its place in the source.
#[derive(Debug, Clone)]
pub struct Stmt {
    /// The sort of statement, with its operands.
    pub kind: StmtKind,
    /// The bytes of the source that it was written as.
    pub span: Span,
}

/// The left side of an assignment: a variable of some holder.
#[derive(Debug, Clone)]
pub struct Target {
    /// The variable or track that is written to.
    pub var: VarId,
    /// The holder: a player, space or piece; none for the table.
    pub of: Option<Expr>,
    /// The enum value that selects a number of an indexed variable.
    pub at: Option<Expr>,
}

/// The ways to write a number to a variable; they differ at its bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Write {
    /// `target = value`
    Set,
    /// `target += value`; out of its bounds it is a fault.
    Add,
    /// `gain`: stops at the bounds; on a track its spaces, gates and overflow run. Negative for `lose`.
    Gain,
}

/// The sorts of statements, each with its operands.
#[derive(Debug, Clone)]
pub enum StmtKind {
    /// Binds a slot of the frame to a value (`let`).
    Let(Slot, Expr),
    /// Assigns another value to a bound slot (`x = x + 1` of a `let`).
    SetLocal(Slot, Expr),
    /// Writes a value to a variable.
    Write(Write, Target, Expr),
    /// `if`: conditions with their blocks, and the block of `else`.
    If(Vec<(Expr, Block)>, Block),
    /// `for each`; the members are fixed when the loop begins.
    ForEach(Binder, Block),
    /// Lets the block of each member decide from one position, and then makes the changes of all (`at once`).
    AtOnce {
        /// The moment that the changes wait for: one of its own.
        moment: MomentId,
        /// The members, in the order in which their changes are made.
        binder: Binder,
        /// The block of a member, whose changes are put off.
        body: Block,
    },
    /// `repeat n`; without a number for ever.
    Repeat(Option<Expr>, Block),
    /// `while`
    While(Expr, Block),
    /// Asks a player to choose among members (`choose`).
    Choose(Choose),
    /// Asks a player yes or no (`may`).
    May {
        /// The player who decides.
        by: Expr,
        /// The question that the player reads.
        prompt: Wording<Expr>,
        /// The block that runs on yes.
        body: Block,
        /// The block that runs on no.
        otherwise: Block,
    },
    /// Asks a player to choose among the legal instances of actions (`offer`).
    Offer {
        /// The players of whom each may act or pass, again and again until all have passed one after another
        /// (`offer any of`); none when one player must act.
        among: Option<Binder>,
        /// The player who acts; becomes `you` in the action. Of several it is the member that is bound.
        who: Expr,
        /// The actions on offer, in the order of the options.
        actions: Vec<ActionId>,
        /// The question that the player reads.
        prompt: Wording<Expr>,
    },
    /// Runs a block in which `you` is another player (`as`).
    As(Expr, Block),
    /// Runs a block in which triggered hooks wait for an order chosen by a player (`pool`).
    Pool(Expr, Block),
    /// Delays a routine to a moment, with `you` and these values as its first locals (`later`).
    Later {
        /// The moment that it waits for.
        moment: MomentId,
        /// A routine made from the block; its parameters are the locals it names.
        routine: RoutineId,
        /// The captured values: of the locals that the block names, as they are now.
        args: Vec<Expr>,
    },
    /// Says that a moment has come: variables fall back and delayed effects run.
    Reach(MomentId),
    /// Calls a named effect with its arguments.
    Call(RoutineId, Vec<Expr>),
    /// Calls the effect slot of a row; nothing is done when the row leaves it empty.
    CallSlot {
        /// The kind or record.
        kind: KindId,
        /// The index of the slot in `Kind::effect_slots`.
        slot: usize,
        /// The piece or row whose text runs.
        of: Expr,
        /// The arguments, in slots 2, 3, … of its frame.
        args: Vec<Expr>,
    },
    /// Runs the place's `when empty` effect if it has one and the place is empty.
    Refill(Expr),
    /// Does a built-in verb with its arguments.
    Verb(VerbOp, Vec<Expr>),
    /// Leaves the routine (`return`).
    Return,
    /// Leaves the nearest loop (`stop`).
    Stop,
    /// Goes on with the next round of the nearest loop (`continue`).
    Continue,
}

/// A `choose` statement, with its options and its blocks.
#[derive(Debug, Clone)]
pub struct Choose {
    /// The number of members to be chosen.
    pub quantity: Quantity,
    /// The names bound to the members that are chosen together, as one option.
    pub binders: Vec<Binder>,
    /// True if what was chosen may be chosen again (`again`).
    pub again: bool,
    /// The condition on all that is chosen together (`with`).
    pub whole: Option<Whole>,
    /// The player who chooses.
    pub by: Expr,
    /// The question that the player reads.
    pub prompt: Wording<Expr>,
    /// The block that runs for each choice. `None`: the names hold in what follows.
    pub body: Option<Block>,
    /// The block that runs when nothing was chosen. `None` and nothing there is a fault, of one and where a condition on the
    /// whole can't be met.
    pub otherwise: Option<Block>,
}

/// A condition on all that is chosen together.
#[derive(Debug, Clone)]
pub struct Whole {
    /// The first of three slots: a cursor of what was chosen, which the condition and the block name `chosen`.
    pub chosen: Slot,
    /// The condition, which must hold in the end.
    pub cond: Expr,
}

/// A choice of several by a condition on the whole that nobody is asked: whether it could be made.
#[derive(Debug, Clone)]
pub struct PossibleSet {
    /// The number of members to be chosen.
    pub quantity: Quantity,
    /// The name of a member, and the candidates.
    pub binder: Binder,
    /// True if what was chosen may be chosen again (`again`).
    pub again: bool,
    /// The condition on all that is chosen together (`with`).
    pub whole: Whole,
}

impl PossibleSet {
    /// Lists what it asks: the candidates, how many, and the condition.
    pub fn values(&self) -> Vec<&Expr> {
        let asked = self
            .binder
            .values()
            .into_iter()
            .chain(self.quantity.count());
        asked.chain([&self.whole.cond]).collect()
    }
}

/// The number of members to be chosen, as `choose` says it.
#[derive(Debug, Clone)]
pub enum Quantity {
    /// Exactly one; a fault when there is none and no block says what then.
    One,
    /// Exactly so many, or all there are if they are fewer.
    Exactly(Expr),
    /// At most so many, perhaps none.
    UpTo(Expr),
    /// Any number, from none to all.
    Any,
    /// All of them once each, in a chosen order.
    All,
}

impl Quantity {
    /// Returns the number that it names.
    pub fn count(&self) -> Option<&Expr> {
        match self {
            Quantity::Exactly(n) | Quantity::UpTo(n) => Some(n),
            Quantity::One | Quantity::Any | Quantity::All => None,
        }
    }
}

/// Texts that a statement may run beside the statements in it: an edge of the call graph.
#[derive(Debug, Clone, Copy)]
pub enum SetsOff<'s> {
    /// An effect, with its arguments.
    Effect(RoutineId, &'s [Expr]),
    /// Texts of a slot of rows.
    Slot(KindId, usize),
    /// The bodies of actions, one of which is chosen.
    Actions(&'s [ActionId]),
    /// The gates, spaces and overflow of the track that a variable is, if it is one.
    Track(VarId),
    /// The `when empty` effect of a place.
    Filling(&'s Expr),
    /// The same effect, before each piece that a verb takes from the place.
    Drawing(&'s Expr),
    /// The effects that wait for a moment.
    Waiting(MomentId),
    /// A text that waits for a moment from now on, with the values it takes along.
    PutOff(MomentId, RoutineId, &'s [Expr]),
}

/// The time at which a statement is done that stands in a block of `at once`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waits {
    /// While all decide; with the slot that it assigns to again.
    Decides(Option<Slot>),
    /// It is done when all have decided.
    Changes,
    /// Not at all: it can't be put off.
    Never,
}

impl Stmt {
    /// Makes the loop that does a block for each member.
    pub fn each(binder: Binder, body: Block, span: Span) -> Stmt {
        Stmt {
            kind: StmtKind::ForEach(binder, body),
            span,
        }
    }

    /// Makes the statement that puts a text off to a moment, with the values it takes along.
    pub fn put_off(moment: MomentId, routine: RoutineId, args: Vec<Expr>, span: Span) -> Stmt {
        let kind = StmtKind::Later {
            moment,
            routine,
            args,
        };
        Stmt { kind, span }
    }

    /// Makes the statement that says that a moment has come.
    pub fn reach(moment: MomentId, span: Span) -> Stmt {
        let kind = StmtKind::Reach(moment);
        Stmt { kind, span }
    }

    /// Makes the statement in whose block somebody else is `you`.
    pub fn acting(who: Expr, body: Block, span: Span) -> Stmt {
        Stmt {
            kind: StmtKind::As(who, body),
            span,
        }
    }

    /// Tells when it is done in a block of `at once`.
    pub fn waits(&self) -> Waits {
        match &self.kind {
            StmtKind::SetLocal(slot, _) => Waits::Decides(Some(*slot)),
            StmtKind::Let(..)
            | StmtKind::If(..)
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::While(..)
            | StmtKind::Choose(_)
            | StmtKind::May { .. }
            | StmtKind::Offer { among: None, .. }
            | StmtKind::As(..)
            | StmtKind::Stop
            | StmtKind::Continue => Waits::Decides(None),
            StmtKind::Write(..)
            | StmtKind::Call(..)
            | StmtKind::CallSlot { .. }
            | StmtKind::Refill(_)
            | StmtKind::Verb(..) => Waits::Changes,
            StmtKind::Offer { among: Some(_), .. }
            | StmtKind::AtOnce { .. }
            | StmtKind::Pool(..)
            | StmtKind::Later { .. }
            | StmtKind::Reach(_)
            | StmtKind::Return => Waits::Never,
        }
    }

    /// Lists the blocks right inside the statement, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match &mut self.kind {
            StmtKind::If(arms, otherwise) => {
                let arms = arms.iter_mut().map(|(_, block)| block);
                arms.chain([otherwise]).collect()
            }
            StmtKind::ForEach(_, block)
            | StmtKind::AtOnce { body: block, .. }
            | StmtKind::Repeat(_, block)
            | StmtKind::While(_, block)
            | StmtKind::As(_, block)
            | StmtKind::Pool(_, block) => vec![block],
            StmtKind::May {
                body, otherwise, ..
            } => vec![body, otherwise],
            StmtKind::Choose(choose) => {
                let body = choose.body.iter_mut();
                body.chain(&mut choose.otherwise).collect()
            }
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
            | StmtKind::Stop
            | StmtKind::Continue => Vec::new(),
        }
    }

    /// Lists what a statement that changes something works with: targets, amounts and arguments.
    pub fn operands_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            StmtKind::Write(_, target, value) => {
                let target = target.of.iter_mut().chain(&mut target.at);
                target.chain([value]).collect()
            }
            StmtKind::Call(_, args) | StmtKind::Verb(_, args) => args.iter_mut().collect(),
            StmtKind::CallSlot { of, args, .. } => args.iter_mut().chain([of]).collect(),
            StmtKind::Refill(place) => vec![place],
            StmtKind::Let(..)
            | StmtKind::SetLocal(..)
            | StmtKind::If(..)
            | StmtKind::ForEach(..)
            | StmtKind::AtOnce { .. }
            | StmtKind::Repeat(..)
            | StmtKind::While(..)
            | StmtKind::Choose(_)
            | StmtKind::May { .. }
            | StmtKind::Offer { .. }
            | StmtKind::As(..)
            | StmtKind::Pool(..)
            | StmtKind::Later { .. }
            | StmtKind::Reach(_)
            | StmtKind::Return
            | StmtKind::Stop
            | StmtKind::Continue => Vec::new(),
        }
    }

    /// Makes the statement that puts a value into a slot.
    pub fn binding(slot: Slot, value: Expr, span: Span) -> Stmt {
        Stmt {
            kind: StmtKind::Let(slot, value),
            span,
        }
    }

    /// Lists the blocks right inside the statement.
    pub fn blocks(&self) -> Vec<&[Stmt]> {
        match &self.kind {
            StmtKind::If(arms, otherwise) => arms
                .iter()
                .map(|(_, block)| block.as_slice())
                .chain([otherwise.as_slice()])
                .collect(),
            StmtKind::ForEach(_, block)
            | StmtKind::AtOnce { body: block, .. }
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
            | StmtKind::Stop
            | StmtKind::Continue => Vec::new(),
        }
    }

    /// Lists the expressions right inside the statement.
    pub fn values(&self) -> Vec<&Expr> {
        match &self.kind {
            StmtKind::Let(_, e)
            | StmtKind::SetLocal(_, e)
            | StmtKind::Refill(e)
            | StmtKind::While(e, _)
            | StmtKind::As(e, _)
            | StmtKind::Pool(e, _) => vec![e],
            StmtKind::May { by, prompt, .. } => prompt.values().chain([by]).collect(),
            StmtKind::Offer {
                among, who, prompt, ..
            } => {
                let among = among.iter().flat_map(Binder::values);
                among.chain(prompt.values()).chain([who]).collect()
            }
            StmtKind::Write(_, target, e) => {
                target.of.iter().chain(&target.at).chain([e]).collect()
            }
            StmtKind::If(arms, _) => arms.iter().map(|(e, _)| e).collect(),
            StmtKind::ForEach(binder, _) | StmtKind::AtOnce { binder, .. } => binder.values(),
            StmtKind::Repeat(times, _) => times.iter().collect(),
            StmtKind::Choose(choose) => {
                let limit = choose.quantity.count();
                let binders = choose.binders.iter().flat_map(Binder::values);
                let told = choose.prompt.values();
                let whole = choose.whole.iter().map(|whole| &whole.cond);
                binders
                    .chain(whole)
                    .chain([&choose.by])
                    .chain(limit)
                    .chain(told)
                    .collect()
            }
            StmtKind::Later { args, .. } | StmtKind::Call(_, args) | StmtKind::Verb(_, args) => {
                args.iter().collect()
            }
            StmtKind::CallSlot { of, args, .. } => args.iter().chain([of]).collect(),
            StmtKind::Reach(_) | StmtKind::Return | StmtKind::Stop | StmtKind::Continue => vec![],
        }
    }

    /// Returns the texts that it may run beside the statements in it.
    pub fn sets_off(&self) -> Option<SetsOff<'_>> {
        Some(match &self.kind {
            StmtKind::Call(to, args) => SetsOff::Effect(*to, args),
            StmtKind::CallSlot { kind, slot, .. } => SetsOff::Slot(*kind, *slot),
            StmtKind::Offer { actions, .. } => SetsOff::Actions(actions),
            StmtKind::Write(Write::Gain, target, _) => SetsOff::Track(target.var),
            StmtKind::Refill(place) => SetsOff::Filling(place),
            StmtKind::Verb(..) => SetsOff::Drawing(self.with_role(&[Role::From]).next()?),
            StmtKind::Reach(moment) | StmtKind::AtOnce { moment, .. } => SetsOff::Waiting(*moment),
            StmtKind::Later {
                moment,
                routine,
                args,
            } => SetsOff::PutOff(*moment, *routine, args),
            StmtKind::Let(..)
            | StmtKind::SetLocal(..)
            | StmtKind::Write(..)
            | StmtKind::If(..)
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::While(..)
            | StmtKind::Choose(_)
            | StmtKind::May { .. }
            | StmtKind::As(..)
            | StmtKind::Pool(..)
            | StmtKind::Return
            | StmtKind::Stop
            | StmtKind::Continue => return None,
        })
    }

    /// Tells whether a player is asked before it is done.
    pub fn asks(&self) -> bool {
        matches!(
            self.kind,
            StmtKind::Choose(_) | StmtKind::May { .. } | StmtKind::Offer { .. }
        )
    }

    /// Tells whether its block may be done several times.
    pub fn repeats(&self) -> bool {
        matches!(
            self.kind,
            StmtKind::ForEach(..)
                | StmtKind::AtOnce { .. }
                | StmtKind::Repeat(..)
                | StmtKind::While(..)
        )
    }

    /// Tells whether what follows it in its block is never done.
    pub fn leaves(&self) -> bool {
        matches!(
            self.kind,
            StmtKind::Return | StmtKind::Stop | StmtKind::Continue
        )
    }

    /// Returns true if it leaves the loops around it, or the nearest one.
    pub fn leaves_loop(&self) -> bool {
        matches!(self.kind, StmtKind::Return | StmtKind::Stop)
    }

    /// Returns true if it leaves the nearest loop, and not the routine.
    pub fn stops(&self) -> bool {
        matches!(self.kind, StmtKind::Stop)
    }

    /// Returns true if the game is over with it.
    pub fn ends_game(&self) -> bool {
        matches!(&self.kind, StmtKind::Verb(op, _) if op.row().ends)
    }

    /// Returns the block of a loop without members and without a number, with the condition that is asked before each round.
    pub fn open_loop(&self) -> Option<(Option<&Expr>, &[Stmt])> {
        if let StmtKind::Repeat(None, body) = &self.kind {
            Some((None, body))
        } else if let StmtKind::While(cond, body) = &self.kind {
            Some((Some(cond), body))
        } else {
            None
        }
    }

    /// Returns the block that is done whatever holds, with the number of times where one is given.
    pub fn sure_block(&self) -> Option<(Option<&Expr>, &[Stmt])> {
        if let StmtKind::As(_, body) | StmtKind::Pool(_, body) = &self.kind {
            Some((None, body))
        } else if let StmtKind::Repeat(Some(times), body) = &self.kind {
            Some((Some(times), body))
        } else {
            None
        }
    }

    /// Returns the variable that it writes to.
    pub fn written(&self) -> Option<&Target> {
        if let StmtKind::Write(_, target, _) = &self.kind {
            Some(target)
        } else {
            None
        }
    }

    /// Returns the name that goes through a collection, with the block that is done for each member.
    pub fn for_each(&self) -> Option<(&Binder, &[Stmt])> {
        if let StmtKind::ForEach(binder, body) | StmtKind::AtOnce { binder, body, .. } = &self.kind
        {
            Some((binder, body))
        } else {
            None
        }
    }

    /// Returns the slot of a name that keeps members, with the collection.
    pub fn members(&self) -> Option<(Slot, &Expr)> {
        if let StmtKind::Let(slot, many) = &self.kind
            && matches!(many.ty, Type::All(_))
        {
            Some((*slot, many))
        } else {
            None
        }
    }

    /// Returns the slot that it gives a value, with the value.
    pub fn assigns(&self) -> Option<(Slot, &Expr)> {
        if let StmtKind::Let(slot, value) | StmtKind::SetLocal(slot, value) = &self.kind {
            Some((*slot, value))
        } else {
            None
        }
    }

    /// Returns the variable that it writes to, how, and the value or change.
    pub fn writes(&self) -> Option<(Write, &Target, &Expr)> {
        if let StmtKind::Write(how, target, value) = &self.kind {
            Some((*how, target, value))
        } else {
            None
        }
    }

    /// Returns the conditions of an `if` with their blocks, and the block of `else`.
    pub fn arms(&self) -> Option<(&[Arm], &[Stmt])> {
        if let StmtKind::If(arms, otherwise) = &self.kind {
            Some((arms, otherwise))
        } else {
            None
        }
    }

    /// Lists the arguments of the text that it calls or puts off, in the order of its parameters.
    pub fn called_with(&self) -> &[Expr] {
        match &self.kind {
            StmtKind::Call(_, args)
            | StmtKind::CallSlot { args, .. }
            | StmtKind::Later { args, .. } => args,
            StmtKind::Let(..)
            | StmtKind::SetLocal(..)
            | StmtKind::Write(..)
            | StmtKind::If(..)
            | StmtKind::ForEach(..)
            | StmtKind::AtOnce { .. }
            | StmtKind::Repeat(..)
            | StmtKind::While(..)
            | StmtKind::Choose(_)
            | StmtKind::May { .. }
            | StmtKind::Offer { .. }
            | StmtKind::As(..)
            | StmtKind::Pool(..)
            | StmtKind::Reach(_)
            | StmtKind::Refill(_)
            | StmtKind::Verb(..)
            | StmtKind::Return
            | StmtKind::Stop
            | StmtKind::Continue => &[],
        }
    }

    /// Returns the first condition of an `if`.
    pub fn condition(&self) -> Option<&Expr> {
        if let StmtKind::If(arms, _) = &self.kind {
            arms.first().map(|(cond, _)| cond)
        } else {
            None
        }
    }

    /// Returns the operands of a `choose`.
    pub fn choice(&self) -> Option<&Choose> {
        if let StmtKind::Choose(choose) = &self.kind {
            Some(choose)
        } else {
            None
        }
    }

    /// Returns the name that goes through the members of an `at once`, with the block of a member.
    pub fn at_once(&self) -> Option<(&Binder, &[Stmt])> {
        if let StmtKind::AtOnce { binder, body, .. } = &self.kind {
            Some((binder, body))
        } else {
            None
        }
    }

    /// Returns the player who is `you` in the block of an `as`, with the block.
    pub fn acts_as(&self) -> Option<(&Expr, &[Stmt])> {
        if let StmtKind::As(who, body) = &self.kind {
            Some((who, body))
        } else {
            None
        }
    }

    /// Lists the arguments of a verb, each with its formal argument, which tells the role; none of another statement.
    pub fn arguments(&self) -> impl Iterator<Item = (&'static Argument, &Expr)> {
        let (takes, args) = if let StmtKind::Verb(verb, args) = &self.kind {
            (verb.row().takes, args.as_slice())
        } else {
            (&[][..], &[][..])
        };
        takes.iter().zip(args)
    }

    /// Lists the arguments of a verb that have one of some roles.
    pub fn with_role<'s>(&'s self, roles: &'s [Role]) -> impl Iterator<Item = &'s Expr> {
        let fits = |argument: &Argument| roles.contains(&argument.role);
        let arguments = self.arguments();
        arguments.filter_map(move |(argument, e)| fits(argument).then_some(e))
    }

    /// Lists the arguments that may name a place where pieces come to; of a call all, as its effect may put something there.
    pub fn targets(&self) -> Vec<&Expr> {
        if let StmtKind::Call(_, args) = &self.kind {
            args.iter().collect()
        } else {
            self.with_role(&[Role::To]).collect()
        }
    }
}
