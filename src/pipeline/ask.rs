//! Questions from outside: conditions, values and statements about a running game, compiled against its names.

use crate::Checked;
use ludex_check::condition;
use ludex_check::condition::{FrameNames, condition};
use ludex_check::env::Env;
use ludex_compile as compile;
use ludex_compile::{Adding, CompiledCondition, compile};
use ludex_program::Program;
use ludex_report::Report;
use ludex_rules::ids::RoutineId;
use ludex_rules::types::Type;
use ludex_rules::verbs::verb;
use ludex_source::Fragment;
use ludex_syntax::{ast, parse};

/// Conditions about a running game, being added to a copy of its program.
pub struct ConditionBuilder<'a> {
    names: Env,
    adding: Adding<'a>,
}

impl ConditionBuilder<'_> {
    /// Adds a condition, such as `size(P0.hand) == 1`; `you` is whoever it is asked for. None when something is wrong
    /// with it.
    pub fn condition(&mut self, text: &Fragment, report: &mut Report) -> Option<CompiledCondition> {
        let tree = parse::value_text(text, report)?;
        let (cond, slots) = condition(&mut self.names, &tree, report)?;
        self.adding.question(&cond, slots, report)
    }

    /// Returns the program with what was added.
    pub fn program(self) -> Program {
        self.adding.program()
    }
}

/// Something asked of a game from outside, ready to be asked of one of its positions.
#[derive(Debug, Clone)]
pub struct CompiledQuestion {
    /// The game's program with what it takes to ask.
    pub program: Program,
    /// The parts of that program which answer the question.
    pub what: AskedSort,
}

/// The sorts of questions about a position.
#[derive(Debug, Clone)]
pub enum AskedSort {
    /// A value of a type.
    Value(CompiledCondition, Type),
    /// Members of this type: the routine stops with all of them listed.
    Members(RoutineId, Type),
    /// Statements: the routine that does them.
    Effect(RoutineId),
}

impl Checked {
    /// Begins to add conditions to a copy of the game's program.
    pub fn asking(&self, program: &Program) -> ConditionBuilder<'_> {
        ConditionBuilder {
            // The names are copied: what a condition mentions is not used by the game.
            names: self.names.clone(),
            adding: Adding::new(self.game(), program.clone()),
        }
    }

    /// A value, a collection or statements about a running game, such as `size(P0.hand)`, `hand` or `draw 2 from deck to
    /// hand`. None when something is wrong with it.
    pub fn ask(&self, text: &Fragment, report: &mut Report) -> Option<CompiledQuestion> {
        self.ask_in(FrameNames::default(), text, report)
    }

    /// As `ask`, in a frame whose names may be used.
    pub fn ask_in(
        &self,
        frame: FrameNames<'_>,
        text: &Fragment,
        report: &mut Report,
    ) -> Option<CompiledQuestion> {
        let mut as_value = Report::new();
        let tree = parse::value_text(text, &mut as_value);
        let asked = tree
            .as_ref()
            .and_then(|tree| self.value(frame, tree, &mut as_value));
        if asked.is_some() {
            return asked;
        }
        let mut as_effect = Report::new();
        let block = parse::effect_text(text, &mut as_effect);
        let readable = block.is_some();
        let asked = block.and_then(|block| self.effect(frame, &block, &mut as_effect));
        if asked.is_none() {
            // What reads as a value was meant as one, unless only statements read so, or begin so.
            let first = text.text().split_whitespace().next().unwrap_or_default();
            let readable = readable || verb(first).is_some();
            let meant = if tree.is_none() && readable {
                as_effect
            } else {
                as_value
            };
            report.extend(meant);
        }
        asked
    }

    /// The game's program with statements in the place of `play`. None when something is wrong with them.
    pub fn beginning(
        &self,
        text: &Fragment,
        program: &Program,
        report: &mut Report,
    ) -> Option<Program> {
        let block = parse::effect_text(text, report)?;
        let mut names = self.names.clone();
        let routine = condition::routine(
            &mut names,
            FrameNames::default(),
            "the beginning",
            &block,
            report,
        )?;
        let hash = self.hash.clone();
        let own = if program.marks.is_some() {
            compile::compile_observed(&names.game, hash, report)
        } else {
            compile(&names.game, hash, report)
        };
        Some(Program {
            play: routine,
            ..own?
        })
    }

    fn value(
        &self,
        frame: FrameNames<'_>,
        tree: &ast::Expr,
        report: &mut Report,
    ) -> Option<CompiledQuestion> {
        let mut names = self.names.clone();
        let (value, slots) = condition::value(&mut names, frame, tree, report)?;
        if let Some(of) = members(&value.ty) {
            let asked = self.effect(frame, &listing(tree), report)?;
            let AskedSort::Effect(routine) = asked.what else {
                return None;
            };
            return Some(CompiledQuestion {
                what: AskedSort::Members(routine, of),
                ..asked
            });
        }
        let mut adding = Adding::new(self.game(), self.compile(report)?);
        let ty = value.ty.clone();
        let question = adding.question(&value, slots, report)?;
        Some(CompiledQuestion {
            program: adding.program(),
            what: AskedSort::Value(question, ty),
        })
    }

    fn effect(
        &self,
        frame: FrameNames<'_>,
        block: &ast::Block,
        report: &mut Report,
    ) -> Option<CompiledQuestion> {
        let mut names = self.names.clone();
        let routine = condition::routine(&mut names, frame, "what is tried", block, report)?;
        let program = compile(&names.game, self.hash.clone(), report)?;
        Some(CompiledQuestion {
            program,
            what: AskedSort::Effect(routine),
        })
    }
}

/// Gives what a collection holds; none for a single value.
fn members(ty: &Type) -> Option<Type> {
    if let Type::Place(kind) = ty {
        return Some(Type::Piece(*kind));
    }
    if let Type::All(of) = ty {
        return Some((**of).clone());
    }
    None
}

/// `for each member in MANY { may { } }`: stops at the first member, when all are listed.
fn listing(many: &ast::Expr) -> ast::Block {
    let span = many.span;
    let block = |stmts| ast::Block { stmts, span };
    let stop = ast::StmtKind::May {
        by: None,
        prompt: None,
        body: block(Vec::new()),
        otherwise: None,
    };
    let member = ast::Name {
        text: "member".to_owned(),
        span,
    };
    let through = ast::StmtKind::ForEach {
        binder: ast::Binder {
            name: member,
            source: many.clone(),
            cond: None,
        },
        body: block(vec![ast::Stmt { kind: stop, span }]),
    };
    block(vec![ast::Stmt {
        kind: through,
        span,
    }])
}
