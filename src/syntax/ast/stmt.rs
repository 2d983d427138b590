//! Statements as they are written, and what each is made of.
//!
//! Takes nothing, gives types. Whoever needs only the values, names and blocks of a statement asks for its parts, so that
//! another sort of statement is nothing new there.

use crate::ast::{Binder, Expr, Name, Phrase, Shift};
use ludex_source::Span;

/// Statements between braces, or a whole effect text in YAML.
#[derive(Debug, Clone)]
pub struct Block {
    /// The statements, in order.
    pub stmts: Vec<Stmt>,
    /// From the opening to the closing brace.
    pub span: Span,
}

impl Block {
    /// Tells whether a `stop` or `continue` stands in it, at any depth: it may leave a round of a loop around the block.
    #[must_use]
    pub fn stops(&self) -> bool {
        self.stmts.iter().any(|stmt| {
            let parts = stmt.kind.parts();
            let mut blocks = parts.into_iter().filter_map(StmtPart::block);
            matches!(stmt.kind, StmtKind::Stop | StmtKind::Continue) || blocks.any(Block::stops)
        })
    }
}

/// A statement with its place.
#[derive(Debug, Clone)]
pub struct Stmt {
    /// The statement by its sort.
    pub kind: StmtKind,
    /// The bytes of the whole statement.
    pub span: Span,
}

/// The sorts of statements.
#[derive(Debug, Clone)]
pub enum StmtKind {
    /// `let x = …`
    Let {
        /// The name bound for the rest of the block.
        name: Name,
        /// The first value of the name.
        value: Expr,
    },
    /// `x.turned = true`, `money += 2`, `money -= 2`
    Assign {
        /// A variable or field.
        target: Expr,
        /// The operator of the assignment.
        op: AssignOp,
        /// The operand behind the operator.
        value: Expr,
    },
    /// `if … { } else if … { } else { }`
    If {
        /// Conditions with their blocks.
        arms: Vec<(Expr, Block)>,
        /// The block behind the last `else`.
        otherwise: Option<Block>,
    },
    /// `for each x in … where … { }`: over the members as they are when the loop begins.
    ForEach {
        /// The name and what it goes through.
        binder: Binder,
        /// The statements for each member.
        body: Block,
    },
    /// `at once p in players { }`: all decide, each in a block of their own, before anything is changed.
    AtOnce {
        /// The name and what it goes through.
        binder: Binder,
        /// The statements for each member.
        body: Block,
    },
    /// `repeat { }` or `repeat 3 { }`
    Repeat {
        /// The number of rounds; for ever when left out.
        times: Option<Expr>,
        /// The statements of a round.
        body: Block,
    },
    /// `while … { }`
    While {
        /// As long as this holds.
        cond: Expr,
        /// The statements of a round.
        body: Block,
    },
    /// `choose card from hand where … by opponent "which one" { } else { }`
    Choose(Choose),
    /// `may "take a card" { }`
    May {
        /// The player who decides; `you` when left out.
        by: Option<Expr>,
        /// The words of the question.
        prompt: Option<Phrase>,
        /// The statements after a yes.
        body: Block,
        /// The statements after a no.
        otherwise: Option<Block>,
    },
    /// `offer you: load or take_back`, `offer any of players: bid`
    Offer {
        /// True when `who` are several, each of whom may act, or pass.
        any: bool,
        /// The player who acts, or several.
        who: Expr,
        /// The names of the actions.
        actions: Vec<Name>,
        /// The words of the question.
        prompt: Option<Phrase>,
    },
    /// `require … "reason"`: only at the head of an action.
    Require {
        /// The condition that must hold.
        cond: Expr,
        /// The words for the player when it does not.
        reason: Phrase,
    },
    /// `as opponent { }`: inside, `you` is that player.
    As {
        /// The player who is `you` inside.
        who: Expr,
        /// The statements with another `you`.
        body: Block,
    },
    /// `pool by you { }`: hooks on effects inside wait and are then resolved in the order that player likes.
    Pool {
        /// The player who chooses the order.
        by: Expr,
        /// The statements whose hooks wait.
        body: Block,
    },
    /// `later end_of_turn: give card to opponent`: also `later end_of_turn { }`.
    Later {
        /// The moment they are put off to.
        moment: Name,
        /// The statements put off; they may name local values.
        body: Block,
    },
    /// `reach end_of_turn`: runs what waits for the moment and resets what lasts until it.
    Reach {
        /// The moment that is reached.
        moment: Name,
    },
    /// `return`
    Return,
    /// `stop`: leaves the nearest loop.
    Stop,
    /// `continue`: goes on with the next round of the nearest loop.
    Continue,
    /// `draw 2 from deck to hand`, `hunt(3)`
    Call(Call),
}

/// The operator of an assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Subtract,
}

/// The number of members to choose.
#[derive(Debug, Clone)]
pub enum Quantity {
    /// `choose card in hand`: exactly one
    One,
    /// `2 of`: exactly so many, or all when there are fewer.
    Exactly(Expr),
    /// `up to 3 of`
    UpTo(Expr),
    /// `any of`: none to all.
    Any,
    /// `all of`: each once, in the chosen order.
    All,
}

/// `choose up to 2 of card from hand by you "discard" { discard card }`
#[derive(Debug, Clone)]
pub struct Choose {
    /// The number of members to choose.
    pub quantity: Quantity,
    /// The collections to choose from; several names are chosen together.
    pub binders: Vec<Binder>,
    /// True if what was chosen may be chosen again (`again`).
    pub again: bool,
    /// The condition on all that is chosen together (`with`), in which `chosen` names it.
    pub whole: Option<Expr>,
    /// The player who chooses; `you` when left out.
    pub by: Option<Expr>,
    /// The words of the question.
    pub prompt: Option<Phrase>,
    /// Runs for each choice; without it the names hold for the rest of the block.
    pub body: Option<Block>,
    /// Runs when nothing was chosen.
    pub otherwise: Option<Block>,
}

/// A verb or a named effect with its arguments.
#[derive(Debug, Clone)]
pub struct Call {
    /// The callee: a name, or a member that is a row's slot (`card.on_load`).
    pub callee: Expr,
    /// Arguments in order, each with the word before it if there is one.
    pub args: Vec<Arg>,
    /// The bytes of the whole call.
    pub span: Span,
}

/// `to hand`, or a bare argument.
#[derive(Debug, Clone)]
pub struct Arg {
    /// The word before it.
    pub label: Option<Name>,
    /// The value behind the label.
    pub value: Expr,
}

/// The change that a statement makes by itself, beside the statements in it.
#[derive(Debug, Clone, Copy)]
pub enum StmtDoes<'a> {
    /// Changes nothing in play.
    Nothing,
    /// Writes to a variable, a field or a local name.
    Writes(&'a Expr),
    /// Does what a verb, an effect or a text of a row does.
    Calls(&'a Call),
    /// Runs texts that are named elsewhere.
    Anything,
}

/// A part of a statement.
#[derive(Debug, Clone, Copy)]
pub enum StmtPart<'a> {
    /// A value that is asked.
    Value(&'a Expr),
    /// A condition on all that is chosen together.
    Whole(&'a Expr),
    /// A name that goes through a collection.
    Binder(&'a Binder),
    /// Words for a player.
    Words(&'a Phrase),
    /// A condition without which an action is not offered.
    Demand(&'a Expr),
    /// A block that is done once if a condition holds.
    Arm(&'a Expr, &'a Block),
    /// A block that is done as long as a condition holds.
    While(&'a Expr, &'a Block),
    /// A block that is done.
    Block(&'a Block),
    /// A block that is done when nothing before it was.
    Otherwise(&'a Block),
    /// A block that is done at another time, in a frame of its own.
    PutOff(&'a Block),
}

impl<'a> StmtPart<'a> {
    /// The block that is done in the frame of the statement.
    #[must_use]
    pub fn block(self) -> Option<&'a Block> {
        match self {
            StmtPart::Arm(_, block) | StmtPart::While(_, block) => Some(block),
            StmtPart::Block(block) | StmtPart::Otherwise(block) => Some(block),
            StmtPart::Value(_)
            | StmtPart::Whole(_)
            | StmtPart::Binder(_)
            | StmtPart::Words(_)
            | StmtPart::Demand(_)
            | StmtPart::PutOff(_) => None,
        }
    }
}

impl StmtKind {
    /// Its parts, in the order in which they are written.
    #[must_use]
    pub fn parts(&self) -> Vec<StmtPart<'_>> {
        match self {
            StmtKind::Let { value, .. } => vec![StmtPart::Value(value)],
            StmtKind::Assign { target, value, .. } => {
                vec![StmtPart::Value(target), StmtPart::Value(value)]
            }
            StmtKind::If { arms, otherwise } => {
                let arms = arms.iter().map(|(cond, body)| StmtPart::Arm(cond, body));
                arms.chain(otherwise.iter().map(StmtPart::Otherwise))
                    .collect()
            }
            StmtKind::ForEach { binder, body } | StmtKind::AtOnce { binder, body } => {
                vec![StmtPart::Binder(binder), StmtPart::Block(body)]
            }
            StmtKind::Repeat { times, body } => {
                let times = times.iter().map(StmtPart::Value);
                times.chain([StmtPart::Block(body)]).collect()
            }
            StmtKind::While { cond, body } => vec![StmtPart::While(cond, body)],
            StmtKind::Choose(choose) => choose.parts(),
            StmtKind::May {
                by,
                prompt,
                body,
                otherwise,
            } => {
                let asked = by.iter().map(StmtPart::Value);
                let asked = asked.chain(prompt.iter().map(StmtPart::Words));
                let done = asked.chain([StmtPart::Block(body)]);
                done.chain(otherwise.iter().map(StmtPart::Otherwise))
                    .collect()
            }
            StmtKind::Offer { who, prompt, .. } => {
                let who = std::iter::once(StmtPart::Value(who));
                who.chain(prompt.iter().map(StmtPart::Words)).collect()
            }
            StmtKind::Require { cond, reason } => {
                vec![StmtPart::Demand(cond), StmtPart::Words(reason)]
            }
            StmtKind::As { who, body } | StmtKind::Pool { by: who, body } => {
                vec![StmtPart::Value(who), StmtPart::Block(body)]
            }
            StmtKind::Later { body, .. } => vec![StmtPart::PutOff(body)],
            StmtKind::Reach { .. } | StmtKind::Return | StmtKind::Stop | StmtKind::Continue => {
                Vec::new()
            }
            StmtKind::Call(call) => {
                let args = call.args.iter().map(|arg| StmtPart::Value(&arg.value));
                std::iter::once(StmtPart::Value(&call.callee))
                    .chain(args)
                    .collect()
            }
        }
    }

    /// Tells which change it makes by itself.
    #[must_use]
    pub fn does(&self) -> StmtDoes<'_> {
        match self {
            StmtKind::Assign { target, .. } => StmtDoes::Writes(target),
            StmtKind::Call(call) => StmtDoes::Calls(call),
            StmtKind::Offer { .. } | StmtKind::Pool { .. } | StmtKind::Reach { .. } => {
                StmtDoes::Anything
            }
            StmtKind::Let { .. }
            | StmtKind::If { .. }
            | StmtKind::ForEach { .. }
            | StmtKind::AtOnce { .. }
            | StmtKind::Repeat { .. }
            | StmtKind::While { .. }
            | StmtKind::Choose(_)
            | StmtKind::May { .. }
            | StmtKind::Require { .. }
            | StmtKind::As { .. }
            | StmtKind::Later { .. }
            | StmtKind::Return
            | StmtKind::Stop
            | StmtKind::Continue => StmtDoes::Nothing,
        }
    }

    /// The name that it binds to a value, for the statements that follow.
    #[must_use]
    pub fn binding(&self) -> Option<(&Name, &Expr)> {
        let StmtKind::Let { name, value } = self else {
            return None;
        };
        Some((name, value))
    }

    /// The choice among members that it is.
    #[must_use]
    pub fn choice(&self) -> Option<&Choose> {
        let StmtKind::Choose(choose) = self else {
            return None;
        };
        Some(choose)
    }

    /// Tells whether its names hold for the statements that follow.
    #[must_use]
    pub fn names_rest(&self) -> bool {
        let asks = self.choice().map(|choose| choose.body.is_none());
        asks.unwrap_or(matches!(self, StmtKind::Let { .. }))
    }

    /// Tells whether it goes on for ever.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        matches!(self, StmtKind::Repeat { times: None, .. })
    }

    /// The condition without which an action is not offered, and what is told then.
    #[must_use]
    pub fn demand(&self) -> Option<(&Expr, &Phrase)> {
        let StmtKind::Require { cond, reason } = self else {
            return None;
        };
        Some((cond, reason))
    }

    /// The call that it is.
    #[must_use]
    pub fn call(&self) -> Option<&Call> {
        let StmtKind::Call(call) = self else {
            return None;
        };
        Some(call)
    }
}

impl Shift for StmtKind {
    fn shift(&mut self, by: i32) {
        match self {
            StmtKind::Let { name, value } => {
                name.shift(by);
                value.shift(by);
            }
            StmtKind::Assign {
                target,
                op: _,
                value,
            } => {
                target.shift(by);
                value.shift(by);
            }
            StmtKind::If { arms, otherwise } => {
                arms.shift(by);
                otherwise.shift(by);
            }
            StmtKind::ForEach { binder, body } | StmtKind::AtOnce { binder, body } => {
                binder.shift(by);
                body.shift(by);
            }
            StmtKind::Repeat { times, body } => {
                times.shift(by);
                body.shift(by);
            }
            StmtKind::Choose(choose) => choose.shift(by),
            StmtKind::May {
                by: who,
                prompt,
                body,
                otherwise,
            } => {
                who.shift(by);
                prompt.shift(by);
                body.shift(by);
                otherwise.shift(by);
            }
            StmtKind::Offer {
                any: _,
                who,
                actions,
                prompt,
            } => {
                who.shift(by);
                actions.shift(by);
                prompt.shift(by);
            }
            StmtKind::Require { cond, reason } => {
                cond.shift(by);
                reason.shift(by);
            }
            StmtKind::While { cond: of, body }
            | StmtKind::As { who: of, body }
            | StmtKind::Pool { by: of, body } => {
                of.shift(by);
                body.shift(by);
            }
            StmtKind::Later { moment, body } => {
                moment.shift(by);
                body.shift(by);
            }
            StmtKind::Reach { moment } => moment.shift(by),
            StmtKind::Return | StmtKind::Stop | StmtKind::Continue => {}
            StmtKind::Call(call) => call.shift(by),
        }
    }
}

impl Choose {
    /// Lists its parts, in the order of the text.
    #[must_use]
    pub fn parts(&self) -> Vec<StmtPart<'_>> {
        let count = match &self.quantity {
            Quantity::Exactly(count) | Quantity::UpTo(count) => Some(count),
            Quantity::One | Quantity::Any | Quantity::All => None,
        };
        let asked = count.into_iter().map(StmtPart::Value);
        let asked = asked.chain(self.binders.iter().map(StmtPart::Binder));
        let asked = asked.chain(self.whole.iter().map(StmtPart::Whole));
        let asked = asked.chain(self.by.iter().map(StmtPart::Value));
        let asked = asked.chain(self.prompt.iter().map(StmtPart::Words));
        let done = asked.chain(self.body.iter().map(StmtPart::Block));
        done.chain(self.otherwise.iter().map(StmtPart::Otherwise))
            .collect()
    }
}
