//! A digest of events, folded to what matters to people: each answer, and below it what came of it.
//!
//! Every line is made of lines of the log, so it tells a reader no more than they do: pieces that went the same way stand
//! together, of a variable that changed several times the first and the last value is told, and quiet variables are not.

use crate::format::ValueFormat;
use crate::log;
use crate::log::LogReader;
use crate::vocabulary::Vocabulary;
use ludex_engine::knowledge::event::{Event, What};
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_rules::decision::Answer;
use ludex_rules::ids::PlayerId;
use ludex_rules::wording::Part;

/// A line of the digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digested {
    /// An answer stands at 0, its consequences at 1.
    pub depth: usize,
    /// The words of the line.
    pub text: String,
}

/// A line that may be folded with later ones.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Folded {
    /// Pieces that went the same way.
    Moved { pieces: Vec<String>, way: String },
    /// A variable's first and last value.
    Changed {
        name: String,
        old: String,
        new: String,
    },
    /// Any other line, never folded.
    Other(String),
}

/// The reader of a digest.
#[derive(Debug, Clone, Copy)]
pub struct DigestReader<'a> {
    /// The seat that reads.
    pub viewer: PlayerId,
    /// The names of the variables whose changes are left out.
    pub quiet: &'a [String],
    /// The words of the game.
    pub vocabulary: &'a Vocabulary,
}

/// Returns the digest of some events for a player; the state is the position after them.
#[must_use]
pub fn lines<'a>(
    program: &Program,
    state: &State,
    events: impl IntoIterator<Item = &'a Event>,
    for_whom: DigestReader<'_>,
) -> Vec<Digested> {
    let DigestReader {
        viewer,
        quiet,
        vocabulary,
    } = for_whom;
    let reader = LogReader {
        viewer: Some(viewer),
        causes: false,
        vocabulary: Some(vocabulary),
    };
    let words = ValueFormat::to(program, state, viewer).in_words(vocabulary);
    let mut digest = Vec::new();
    let mut below: Vec<Folded> = Vec::new();
    for event in events {
        if is_quiet(program, event, quiet) {
            continue;
        }
        let Some(line) = log::line(program, state, event, reader) else {
            continue;
        };
        if let What::Chose { .. } = event.what {
            flush(&mut below, &mut digest);
            let text = answered(program, event, line, viewer);
            digest.push(Digested { depth: 0, text });
        } else {
            fold(&mut below, folded(words, &event.what, line));
        }
    }
    flush(&mut below, &mut digest);
    digest
}

/// Returns true if an event is left out: a quiet variable changed, or a text of the whole game began, whose changes follow.
fn is_quiet(program: &Program, event: &Event, quiet: &[String]) -> bool {
    if let What::Began(routine) = event.what {
        return program.routines[routine].name.split('.').count() < 3;
    }
    let What::Changed { var, .. } = event.what else {
        return false;
    };
    quiet.contains(&program.layout.vars[var].name)
}

/// Returns the line of an answer; an own one other than an action with what was asked, where that is always the same words.
/// What others were asked is not known.
fn answered(program: &Program, event: &Event, line: String, viewer: PlayerId) -> String {
    let What::Chose {
        player,
        site,
        choice,
        ..
    } = &event.what
    else {
        return line;
    };
    let prompt = &program.sites[*site].prompt;
    let plain = prompt.values().next().is_none();
    let is_action = matches!(choice.answer, Answer::Action(_) | Answer::Entry(_));
    let (who, label) = match line.split_once(": ") {
        Some(parts) if *player == viewer && plain && !is_action => parts,
        Some(_) | None => return line,
    };
    let words: Vec<&str> = prompt.parts.iter().filter_map(words_of).collect();
    format!("{who}, {}: {label}", words.concat())
}

fn words_of<Q>(part: &Part<Q>) -> Option<&str> {
    if let Part::Words(words) = part {
        Some(words)
    } else {
        None
    }
}

/// Takes a line of the log apart.
fn folded(words: ValueFormat<'_>, what: &What, line: String) -> Folded {
    if let What::Moved { .. } = what
        && let Some((piece, way)) = line.rsplit_once(": ")
    {
        return Folded::Moved {
            pieces: vec![piece.to_owned()],
            way: way.to_owned(),
        };
    }
    if let What::Changed { var, old, new, .. } = what {
        let ty = &words.program.layout.vars[*var].ty;
        let [old, new] = [old, new].map(|value| words.word(ty, *value));
        if let Some(name) = line.strip_suffix(&format!(": {old} → {new}")) {
            let name = name.to_owned();
            return Folded::Changed { name, old, new };
        }
    }
    Folded::Other(line)
}

/// Adds a line to those of one answer.
fn fold(below: &mut Vec<Folded>, next: Folded) {
    if let (Folded::Moved { pieces: more, way }, Some(Folded::Moved { pieces, way: same })) =
        (&next, below.last_mut())
        && way == same
    {
        pieces.extend_from_slice(more);
        return;
    }
    let mut earlier = below.iter_mut();
    match earlier.find_map(|one| last_value(one, &next)) {
        Some((last, new)) => last.clone_from(new),
        None => below.push(next),
    }
}

/// The last value told of a variable, when the next line changes it again, and the new one.
fn last_value<'a>(one: &'a mut Folded, next: &'a Folded) -> Option<(&'a mut String, &'a String)> {
    if let (
        Folded::Changed {
            name: same,
            new: last,
            ..
        },
        Folded::Changed { name, new, .. },
    ) = (one, next)
        && same == name
    {
        return Some((last, new));
    }
    None
}

/// Moves what came of an answer into the digest; what changed and changed back is not told.
fn flush(below: &mut Vec<Folded>, digest: &mut Vec<Digested>) {
    let told = below.drain(..).filter_map(|one| match one {
        Folded::Changed { old, new, .. } if old == new => None,
        Folded::Changed { name, old, new } => Some(format!("{name}: {old} → {new}")),
        Folded::Moved { pieces, way } => Some(format!("{}: {way}", counted(&pieces).join(", "))),
        Folded::Other(line) => Some(line),
    });
    digest.extend(told.map(|text| Digested { depth: 1, text }));
}

/// Names, those that are the same in a row once with their number: `8 × card`.
fn counted(pieces: &[String]) -> Vec<String> {
    let runs = pieces.chunk_by(|a, b| a == b);
    let said = runs.map(|run| match run {
        [one] => one.clone(),
        [first, ..] => {
            let noun = first.strip_prefix("an ").or(first.strip_prefix("a "));
            format!("{} × {}", run.len(), noun.unwrap_or(first))
        }
        [] => String::new(),
    });
    said.collect()
}

#[cfg(test)]
mod tests {
    use super::{Digested, Folded, flush, fold};

    fn moved(piece: &str, way: &str) -> Folded {
        Folded::Moved {
            pieces: vec![piece.to_owned()],
            way: way.to_owned(),
        }
    }

    fn changed(name: &str, old: &str, new: &str) -> Folded {
        Folded::Changed {
            name: name.to_owned(),
            old: old.to_owned(),
            new: new.to_owned(),
        }
    }

    #[test]
    fn what_went_the_same_way_stands_together() {
        let mut below = Vec::new();
        for next in [
            moved("an owl", "deck → hand"),
            moved("an owl", "deck → hand"),
            moved("an owl", "deck → hand"),
            moved("elk", "deck → hand"),
            changed("turn", "1", "2"),
            moved("wolf", "deck → field"),
            changed("coins", "5", "4"),
            changed("coins", "4", "3"),
            changed("turn", "2", "1"),
        ] {
            fold(&mut below, next);
        }
        let mut digest = Vec::new();
        flush(&mut below, &mut digest);
        let told = [
            "3 × owl, elk: deck → hand",
            "wolf: deck → field",
            "coins: 5 → 3",
        ];
        let told = told.map(|text| Digested {
            depth: 1,
            text: text.to_owned(),
        });
        assert_eq!(digest, told);
    }
}
