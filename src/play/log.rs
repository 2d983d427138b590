//! Events as lines that people read.
//!
//! `Event::seen` decides who is told the particulars, and for an answer `Told` who is told which part.

use crate::format::{Sight, ValueFormat, place_phrase, with_holder};
use crate::vocabulary::Vocabulary;
use ludex_engine::knowledge::event::{Cause, Event, MarkedPiece, Trace, What};
use ludex_engine::state::{PlayerSet, State};
use ludex_program::Program;
use ludex_program::ids::{Address, PieceId, SpotId};
use ludex_program::layout::Var;
use ludex_rules::ids::{PlayerId, RoutineId};
use ludex_rules::table::widened;
use ludex_rules::types::Type;

/// The reader of a log: a seat, and the detail wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct LogReader<'a> {
    /// The seat; none reads everything.
    pub viewer: Option<PlayerId>,
    /// Tell after each line what led to it.
    pub causes: bool,
    /// Words for people in place of the names of the rules.
    pub vocabulary: Option<&'a Vocabulary>,
}

/// The lines of some events; the state is the position after them.
#[must_use]
pub fn lines<'a>(
    program: &Program,
    state: &State,
    events: impl IntoIterator<Item = &'a Event>,
    reader: LogReader<'_>,
) -> Vec<String> {
    events
        .into_iter()
        .filter_map(|event| line(program, state, event, reader))
        .collect()
}

/// The line of an event; none when the reader learns nothing from it.
#[must_use]
pub fn line(
    program: &Program,
    state: &State,
    event: &Event,
    reader: LogReader<'_>,
) -> Option<String> {
    let sight = reader.viewer.map_or(Sight::All, Sight::Player);
    line_for(program, state, event, sight, reader)
}

/// The line of an event for somebody who is told what all players are told.
#[must_use]
pub fn common_line(
    program: &Program,
    state: &State,
    event: &Event,
    vocabulary: &Vocabulary,
) -> Option<String> {
    let reader = LogReader {
        vocabulary: Some(vocabulary),
        ..LogReader::default()
    };
    line_for(program, state, event, Sight::Common, reader)
}

fn line_for(
    program: &Program,
    state: &State,
    event: &Event,
    sight: Sight,
    reader: LogReader<'_>,
) -> Option<String> {
    let told = |who: PlayerSet| match sight {
        Sight::All => true,
        Sight::Player(viewer) => who.has(viewer),
        Sight::Common => PlayerId::first(state.players).all(|player| who.has(player)),
    };
    let words = ValueFormat {
        vocabulary: reader.vocabulary,
        ..ValueFormat::of(program, state)
    };
    let mut line = what(&words, &event.what, event.seen, sight, &told)?;
    let known = |cause: &&Cause| told(cause.seen);
    if reader.causes && event.because.iter().any(|cause| known(&cause)) {
        let causes = event.because.iter().filter(known);
        let causes: Vec<String> = causes.map(|cause| cause_name(program, cause)).collect();
        line = format!("{line} ({})", causes.join(" < "));
    }
    Some(line)
}

/// The name of a cause: `load`, `card.lion_m1.on_load`.
#[must_use]
pub fn cause_name(program: &Program, cause: &Cause) -> String {
    let name = &program.routines[cause.routine].name;
    match cause
        .piece
        .and_then(|piece| program.names.pieces.get(piece))
    {
        Some(piece) if !name.split('.').any(|part| part == piece) => format!("{name} of {piece}"),
        _ => name.clone(),
    }
}

fn what(
    words: &ValueFormat<'_>,
    what: &What,
    seen: PlayerSet,
    sight: Sight,
    is_told: &dyn Fn(PlayerSet) -> bool,
) -> Option<String> {
    let program = words.program;
    let (told, says) = (is_told(seen), words.sentences());
    // Who is told of a piece knows it; a place held by a piece may still hide which piece that is.
    let place = |place: SpotId| place_phrase(&ValueFormat { sight, ..*words }, place);
    let end = |at: u32, spot: SpotId| match at {
        0 => place(spot),
        at => format!("{} ({at})", place(spot)),
    };
    let piece = |piece: PieceId| {
        let kind = program.layout.piece_kind[piece];
        match (told, words.vocabulary) {
            (true, None) => titled(program, piece),
            (true, Some(_)) => words.word(&Type::Piece(kind), piece.value()),
            (false, _) => says.one_of(&words.name(&program.layout.kinds[kind].name)),
        }
    };
    let text = |routine: RoutineId| {
        let name = &program.routines[routine].name;
        match words.vocabulary {
            Some(_) => words.text_name(name),
            None => name.clone(),
        }
    };
    Some(match what {
        What::Moved {
            piece: moved,
            from,
            to,
            at: [left, came],
        } => format!(
            "{}: {} → {}",
            piece(*moved),
            end(*left, *from),
            end(*came, *to)
        ),
        What::Changed {
            var,
            address,
            old,
            new,
            on,
        } if told => {
            let rules = &program.layout.vars[*var];
            let is_known = |on: &MarkedPiece| is_told(on.known);
            let name = match on.filter(|on| !is_known(on)) {
                Some(on) => {
                    let holder = PieceId::numbered(rules.holder_at(*address).0);
                    let kind = &program.layout.kinds[program.layout.piece_kind[holder]].name;
                    let (name, kind) = (words.variable(rules), words.name(kind));
                    says.of_one_in(&name, &kind, &end(on.at, on.place))
                }
                None => variable(words, rules, *address)?,
            };
            format!(
                "{name}: {} → {}",
                words.word(&rules.ty, *old),
                words.word(&rules.ty, *new)
            )
        }
        What::Changed { .. } => return None,
        What::Shuffled(shuffled) => says.shuffled(&place(*shuffled)),
        What::Turned(turned) => says.turned_over(&place(*turned)),
        What::LaidOut {
            board,
            copy,
            layout,
        } => {
            let board = &program.layout.boards[*board];
            let (name, layout) = (
                words.name(&board.name),
                words.name(&board.layouts[*layout].id),
            );
            if board.per_player {
                says.laid_out(&says.held_by(&name, &format!("P{copy}")), &layout)
            } else {
                says.laid_out(&name, &layout)
            }
        }
        What::Shown { piece: shown, to } => {
            let to: Vec<String> = PlayerId::first(words.state.players)
                .filter(|p| to.has(*p))
                .map(|p| p.to_string())
                .collect();
            says.shown_to(&piece(*shown), &to)
        }
        What::Chose {
            player,
            site,
            choice,
            told: parts,
        } => {
            let told: Vec<bool> = parts.iter().map(|part| is_told(part.to)).collect();
            let words = ValueFormat { sight, ..*words };
            let label = words.told_label(*site, choice.answer, &choice.values, &told)?;
            format!("{player}: {label}")
        }
        What::Began(routine) if told => says.takes_effect(&text(*routine)),
        What::Began(_) => return None,
        What::Traced(trace) => match &**trace {
            Trace::Belief { routine, .. } => says.says_what_is_so(&text(*routine)),
            Trace::Mixed(_) => return None,
        },
        What::Finished => says.game_over().into(),
    })
}

/// A piece by its id, and by the name that people have for it.
#[must_use]
pub fn titled(program: &Program, piece: PieceId) -> String {
    let id = &program.names.pieces[piece];
    match &program.names.titles[piece] {
        Some(title) => format!("{id} ({title})"),
        None => id.clone(),
    }
}

impl ValueFormat<'_> {
    /// The name of a variable without its holder, as the reader reads it.
    fn variable(&self, var: &Var) -> String {
        let words = self.vocabulary.map(|words| words.of_variable(&var.name));
        words.unwrap_or_else(|| var.name.clone())
    }
}

/// The name of a variable with its holder: `round`, `money of P0`, `turned of owl_1`; none for those nobody declared.
fn variable(words: &ValueFormat<'_>, var: &Var, address: Address) -> Option<String> {
    if var.name.contains('.') {
        return None;
    }
    let (holder, at) = var.holder_at(address);
    let index = match var.index {
        Some(e) if words.vocabulary.is_some() => {
            format!(" {}", words.word(&Type::Enum(e), at as i32))
        }
        Some(e) => format!("[{}]", words.program.names.enums[e].1[widened(at)]),
        None => String::new(),
    };
    let name = format!("{}{index}", words.variable(var));
    Some(with_holder(words, &name, var.holder, holder))
}
