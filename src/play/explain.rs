//! Explanations why an action is legal or not: each requirement with what it saw.
//!
//! A player is told nothing that depends on what they can't know. Each question is asked of a program that notes whether
//! it met such a thing (`engine/watch.rs`); its answer is then kept back, and what it saw is not told either.

use crate::format::{Both, ValueFormat};
use crate::game::{Match, PlayError};
use crate::prompt::filled;
use crate::vocabulary::Vocabulary;
use ludex_engine::decisions::ask::{Among, Asked};
use ludex_engine::knowledge::view;
use ludex_engine::machine::{Machine, Work};
use ludex_engine::state::Pending;
use ludex_program::Program;
use ludex_program::code::Action;
use ludex_program::decision::Ask;
use ludex_program::ids::PieceId;
use ludex_report::nearest;
use ludex_rules::decision::Answer;
use ludex_rules::game::NONE;
use ludex_rules::ids::{ActionId, PlayerId};
use ludex_rules::types::Type;
use ludex_source::Span;

/// The reasons why an action is legal or not for the player who is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The name of the action.
    pub action: String,
    /// The player who would act.
    pub player: PlayerId,
    /// Tells whether the open question offers the action at all.
    pub offered: bool,
    /// The verdict on the action as a whole.
    pub verdict: Legality,
    /// Its requirements, as far as they can be asked with these arguments.
    pub requirements: Vec<Requirement>,
}

/// The answer of an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Legality {
    /// It can be chosen now (with these arguments, or with some that begin so).
    Legal,
    /// The open question doesn't offer it; its requirements are told all the same.
    NotOffered,
    /// An argument of which the player can't know whether its parameter goes through it.
    NotKnown {
        /// The name of the parameter.
        parameter: String,
        /// The value in words.
        value: String,
    },
    /// An argument that its parameter doesn't go through.
    NotAmong {
        /// The name of the parameter.
        parameter: String,
        /// The value in words.
        value: String,
    },
    /// Some requirement does not hold.
    Refused,
    /// Every requirement that can be asked holds, but no further arguments make it legal.
    NoWay,
}

/// A requirement with what it saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// The words for the player.
    pub reason: String,
    /// The span of the requirement.
    pub span: Span,
    /// Tells whether it holds; none when that depends on what the player can't know.
    pub holds: Option<bool>,
    /// The values that tell why.
    pub shown: Vec<ShownValue>,
}

/// A value that tells why a requirement holds or fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownValue {
    /// The place of the expression whose value it is.
    pub span: Span,
    /// The value in words and as JSON.
    pub value: Both,
    /// The number of queries and members that lead to it.
    pub depth: usize,
    /// True of the member that comes nearest to what is wanted of one.
    pub nearest: bool,
    /// The names in the text of the expression, with their values in words.
    pub names: Vec<(String, String)>,
}

/// On whose behalf it is explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum For {
    /// The player who is asked, who is told nothing they can't know.
    Player,
    /// The author of the rules, who may know everything: requirements are asked even of a value that is none.
    Author,
}

impl Match {
    /// Tells whether the player who is asked could do an action, and if not, why: nothing that this player can't know.
    ///
    /// # Errors
    /// Unknown names, too many arguments, or the game is over.
    pub fn explain(&mut self, action: &str, args: &[String]) -> Result<Explanation, PlayError> {
        explain(self, action, args, For::Player, None)
    }

    /// As `explain`, in words for people.
    ///
    /// # Errors
    /// As of `explain`.
    pub fn explain_in_words(
        &mut self,
        action: &str,
        args: &[String],
        vocabulary: &Vocabulary,
    ) -> Result<Explanation, PlayError> {
        explain(self, action, args, For::Player, Some(vocabulary))
    }

    /// As `explain`, for the author of the rules, who may know everything.
    ///
    /// # Errors
    /// As of `explain`.
    pub fn explain_all(&mut self, action: &str, args: &[String]) -> Result<Explanation, PlayError> {
        explain(self, action, args, For::Author, None)
    }
}

fn explain(
    game: &mut Match,
    action: &str,
    args: &[String],
    reader: For,
    vocabulary: Option<&Vocabulary>,
) -> Result<Explanation, PlayError> {
    let Pending { player, site } = game.state.pending.ok_or(PlayError::Over)?;
    let program = std::sync::Arc::clone(&game.program);
    let id = find(&program, action)?;
    let rules = &program.actions[id];
    let arguments = read_arguments(game, id, args, player, reader)?;
    let values: Vec<i32> = arguments.iter().map(|one| one.value).collect();
    let offered =
        matches!(&program.sites[site].ask, Ask::Offer { actions, .. } if actions.contains(&id));
    let options = &game.options;
    let legal = (0..options.len())
        .map(|n| options.get(n))
        .any(|(a, v)| a == Answer::Action(id) && v.starts_with(&values));
    let legal = legal && (reader == For::Author || knows_all(game, rules, player, &arguments));
    let told = ask(game, id, player, &values, reader, offered && legal);
    let words = match reader {
        For::Player => ValueFormat::to(&program, &game.state, player),
        For::Author => ValueFormat::of(&program, &game.state),
    };
    let words = ValueFormat {
        vocabulary,
        ..words
    };
    let arguments = rules.params.iter().zip(&values);
    let arguments = arguments.map(|((name, ty), value)| (name.clone(), words.word(ty, *value)));
    let arguments: Vec<(String, String)> = arguments.collect();
    let mut requirements: Vec<Requirement> = Vec::new();
    for (told, require) in told.requirements.into_iter().zip(&rules.requires) {
        let fails = |one: &Requirement| one.holds == Some(false);
        if told.failed && requirements.iter().any(fails) {
            // It asks something of what is not there, which a requirement before it says.
            continue;
        }
        let evidence = require.evidence.iter().zip(told.shown);
        let shown = evidence.filter_map(|(evidence, asked)| {
            let value = words.both(&evidence.ty, asked.value?);
            let names = evidence.names.iter().zip(asked.names);
            let names = names.filter_map(|(name, value)| {
                Some((name.name.clone(), words.word(&name.ty, value?)))
            });
            Some(ShownValue {
                span: evidence.span,
                value,
                depth: evidence.depth,
                nearest: evidence.nearest,
                // The names of the innermost text come first.
                names: names.rev().chain(arguments.clone()).collect(),
            })
        });
        requirements.push(Requirement {
            reason: filled(&require.reason, &told.told, words),
            span: require.span,
            holds: if told.failed { Some(false) } else { told.holds },
            shown: shown.collect(),
        });
    }
    let argument = |n: usize| (rules.params[n].0.clone(), args[n].clone());
    let fails = |one: &Requirement| one.holds == Some(false);
    let verdict = match told.stray.map(|(n, stray)| (argument(n), stray)) {
        _ if offered && legal => Legality::Legal,
        Some(((parameter, value), Among::Not)) => Legality::NotAmong { parameter, value },
        Some(((parameter, value), _)) => Legality::NotKnown { parameter, value },
        None if requirements.iter().any(fails) => Legality::Refused,
        None if !offered => Legality::NotOffered,
        None => Legality::NoWay,
    };
    Ok(Explanation {
        action: rules.name.clone(),
        player,
        offered,
        verdict,
        requirements,
    })
}

/// An argument of an action, as it was read.
#[derive(Debug, Clone, Copy)]
struct KnownArgument {
    value: i32,
    /// True if it is named as an option names it for the player, who need not know which piece that is: `hand.1`.
    is_as_offered: bool,
}

/// Returns true if a player can tell apart all pieces among some arguments, or names them as the options do: otherwise an
/// option with them tells where they lie.
fn knows_all(game: &Match, action: &Action, player: PlayerId, arguments: &[KnownArgument]) -> bool {
    action.params.iter().zip(arguments).all(|((_, ty), one)| {
        let is_piece = matches!(ty.required(), Type::Piece(_)) && one.value != NONE;
        let piece = || PieceId::from_value(one.value);
        !is_piece || one.is_as_offered || view::knows(&game.program, &game.state, player, piece())
    })
}

fn find(program: &Program, name: &str) -> Result<ActionId, PlayError> {
    let found = program
        .actions
        .entries()
        .find(|(_, action)| action.name == name);
    found.map(|(id, _)| id).ok_or_else(|| {
        let nearest =
            nearest(name, program.actions.iter().map(|a| a.name.as_str())).map(str::to_owned);
        PlayError::UnknownAction {
            name: name.to_owned(),
            nearest,
        }
    })
}

/// Reads the arguments. A row with copies means any of them: the first that its parameter goes through, of the player's own
/// first.
fn read_arguments(
    game: &Match,
    id: ActionId,
    args: &[String],
    player: PlayerId,
    reader: For,
) -> Result<Vec<KnownArgument>, PlayError> {
    let action = &game.program.actions[id];
    let takes = action.params.len();
    if args.len() > takes {
        return Err(PlayError::TooManyArguments {
            action: action.name.clone(),
            takes,
            given: args.len(),
        });
    }
    let words = ValueFormat::of(&game.program, &game.state);
    let mut arguments: Vec<KnownArgument> = Vec::new();
    for ((name, ty), word) in action.params.iter().zip(args) {
        let called = words.values_called(ty, word, Some(player));
        let value = match called.as_slice() {
            [] => None,
            [one] => Some(*one),
            several => {
                let values: Vec<i32> = arguments.iter().map(|one| one.value).collect();
                let gone_through = several
                    .iter()
                    .find(|value| is_among(game, id, player, reader, &values, **value));
                gone_through.or(several.first()).copied()
            }
        };
        let known = value.map(|value| KnownArgument {
            value,
            is_as_offered: false,
        });
        let argument = known.or_else(|| offered_as(game, id, player, &arguments, word));
        arguments.push(argument.ok_or_else(|| {
            let candidates = words.candidates(ty);
            let nearest = nearest(word, candidates.iter().map(String::as_str)).map(str::to_owned);
            PlayError::UnknownWord {
                parameter: name.clone(),
                word: word.clone(),
                nearest,
            }
        })?);
    }
    Ok(arguments)
}

/// Returns the argument that an option names with a word, behind the arguments before it: a piece that the player does not
/// know is named by its position there.
fn offered_as(
    game: &Match,
    id: ActionId,
    player: PlayerId,
    before: &[KnownArgument],
    word: &str,
) -> Option<KnownArgument> {
    let words = ValueFormat::to(&game.program, &game.state, player);
    let (_, ty) = game.program.actions[id].params.get(before.len())?;
    let options = (0..game.options.len()).map(|n| game.options.get(n));
    let mut values = options.filter_map(|(answer, values)| {
        let mut same = before.iter().zip(values);
        let follows = answer == Answer::Action(id) && same.all(|(one, value)| one.value == *value);
        values.get(before.len()).copied().filter(|_| follows)
    });
    let value = values.find(|value| words.offered(ty, *value) == word)?;
    Some(KnownArgument {
        value,
        is_as_offered: true,
    })
}

/// Returns true if the reader may know that a parameter goes through a value, after those before it.
fn is_among(
    game: &Match,
    action: ActionId,
    player: PlayerId,
    reader: For,
    before: &[i32],
    value: i32,
) -> bool {
    let (mut state, values) = (game.state.clone(), [before, &[value]].concat());
    let mut work = match reader {
        For::Player => Work::lent_to_watch(&game.program),
        For::Author => Work::lent(&game.program),
    };
    let mut machine = match reader {
        For::Player => Machine::asked_by(&game.program, &mut state, &mut work, player),
        For::Author => Machine::new(&game.program, &mut state, &mut work),
    };
    machine.is_candidate(action, player.value(), &values, before.len()) == Among::Yes
}

/// The answers about an action's requirements and arguments that may be told.
struct ToldAnswers {
    requirements: Vec<Asked>,
    /// The first argument that is not surely one its parameter goes through.
    stray: Option<(usize, Among)>,
}

fn ask(
    game: &mut Match,
    action: ActionId,
    player: PlayerId,
    values: &[i32],
    reader: For,
    legal: bool,
) -> ToldAnswers {
    // Asked on a copy: questions use slots of the frame.
    let mut state = game.state.clone();
    let mut work = match reader {
        For::Player => Work::lent_to_watch(&game.program),
        For::Author => Work::lent(&game.program),
    };
    let you = player.value();
    let mut machine = match reader {
        For::Player => Machine::asked_by(&game.program, &mut state, &mut work, player),
        For::Author => Machine::new(&game.program, &mut state, &mut work),
    };
    let stray = (0..values.len())
        .filter(|n| values[*n] != NONE)
        .map(|n| (n, machine.is_candidate(action, you, values, n)))
        // What the player is offered is surely one.
        .find(|(_, among)| *among != Among::Yes && !legal);
    // Of a value that is none nothing more is told, for it may stand where the player can't look.
    let bound = match (reader, stray) {
        (For::Player, Some((n, _))) => n,
        _ => values.len(),
    };
    ToldAnswers {
        requirements: machine.requirements(action, you, &values[..bound]),
        stray,
    }
}
