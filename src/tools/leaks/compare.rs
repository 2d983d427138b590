//! Compares what two states tell a seat.

use crate::leaks::parting::Parting;
use crate::leaks::{Channel, Leak, LeakSearch};
use ludex_engine::chance::Stream;
use ludex_engine::knowledge::event::{Event, Trace, What};
use ludex_engine::knowledge::view;
use ludex_engine::state::State;
use ludex_play::game::Match;
use ludex_program::ids::PieceId;
use ludex_rules::decision::Choice;
use ludex_rules::game::Holder;
use ludex_rules::ids::PlayerId;
use ludex_rules::types::Type;
use ludex_source::Span;
use serde_json::{Value, json};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Two games that look the same to a seat.
pub(super) struct GamePair {
    pub(super) one: Match,
    pub(super) other: Match,
    pub(super) seat: PlayerId,
    pub(super) hidden: String,
    /// Pieces that were exchanged, by name.
    about: Vec<String>,
    /// Choices made before the games began, which have no past.
    before: usize,
    /// The answers by which they parted, if somebody gave different ones.
    parting: Option<Parting>,
    /// The lines told to the seat in both since they parted.
    told: [Vec<ToldLine>; 2],
}

/// A line told to a seat.
#[derive(Debug, Clone)]
struct ToldLine {
    text: String,
    /// The place in the rules where it happened.
    place: Option<Span>,
    /// It tells an answer.
    is_answer: bool,
}

impl GamePair {
    pub(super) fn new(one: Match, other: Match, seat: PlayerId, hidden: String) -> GamePair {
        GamePair {
            one,
            other,
            seat,
            hidden,
            about: Vec::new(),
            before: 0,
            parting: None,
            told: [Vec::new(), Vec::new()],
        }
    }

    /// The same, about to part by different answers to one question.
    pub(super) fn parting(self, parting: Parting) -> GamePair {
        GamePair {
            parting: Some(parting),
            ..self
        }
    }

    /// The same, with pieces that are worth asking about, after so many choices.
    pub(super) fn about(self, pieces: Vec<String>, before: usize) -> GamePair {
        GamePair {
            about: pieces,
            before,
            ..self
        }
    }

    /// Tells whether anything of the game differs, besides what is being done.
    pub(super) fn differs(&self) -> bool {
        let (one, other) = (self.one.state(), self.other.state());
        one.memory != other.memory || one.pieces != other.pieces
    }
}

/// A number that stands for a state.
pub(super) fn hash(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

impl LeakSearch<'_> {
    /// Tells whether a seat sees the same of both; they differ in nothing but what it can't know, so it should.
    pub(super) fn looks_the_same(&mut self, pair: &GamePair) -> bool {
        self.views_differ(pair, &|view| view)
            .map(|told| self.leak(pair, Channel::View, None, told, pair.hidden.clone()))
            .is_none()
    }

    /// Tells whether a seat sees the same of both after the same was seen to happen. Fields may differ: those of a piece
    /// that came into sight show what was done to it unseen. All else shows what happened, and nothing more.
    pub(super) fn still_looks_the_same(&mut self, pair: &GamePair) -> bool {
        if let Some(told) = self.views_differ(pair, &without_fields) {
            self.leak(pair, Channel::View, None, told, pair.hidden.clone());
            return false;
        }
        self.views_differ(pair, &|view| view).is_none()
    }

    fn views_differ(
        &mut self,
        pair: &GamePair,
        of: &dyn Fn(Value) -> Value,
    ) -> Option<[String; 2]> {
        self.found.views += 1;
        let view = |game: &Match| of(self.teller.view(game, pair.seat));
        let (one, other) = (view(&pair.one), view(&pair.other));
        (one != other).then(|| first_difference(&one, &other))
    }
}

/// A view without the fields of pieces.
fn without_fields(view: Value) -> Value {
    match view {
        Value::Array(all) => all.into_iter().map(without_fields).collect(),
        Value::Object(all) => {
            let is_piece = all.contains_key("card");
            let stays = |key: &str, value: &Value| {
                !is_piece || value.is_array() || ["id", "kind", "card"].contains(&key)
            };
            let stay = all.into_iter().filter(|(key, value)| stays(key, value));
            stay.map(|(key, value)| (key, without_fields(value)))
                .collect()
        }
        other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => other,
    }
}

/// Tells whether an event is something that happens on the table, not something that is told about it.
fn is_fact(event: &Event) -> bool {
    match &event.what {
        What::Chose { .. } | What::Began(_) => false,
        What::Traced(trace) => matches!(**trace, Trace::Belief { .. }),
        What::Moved { .. }
        | What::Changed { .. }
        | What::Shuffled(_)
        | What::Turned(_)
        | What::LaidOut { .. }
        | What::Shown { .. }
        | What::Finished => true,
    }
}

impl LeakSearch<'_> {
    /// Goes on in both games; false when that is not possible, or the seat saw different things happen.
    pub(super) fn step(&mut self, pair: &mut GamePair, one: &Choice, other: &Choice) -> bool {
        let Some((first, second)) = pair.one.find(one).zip(pair.other.find(other)) else {
            return false;
        };
        let before = (pair.one.state().clone(), pair.other.state().clone());
        let (Ok(first), Ok(second)) = (pair.one.apply(first), pair.other.apply(second)) else {
            return false;
        };
        self.justified(pair, &before.0, &first);
        let seen = |game: &Match, events: &[Event]| -> Vec<Option<String>> {
            let facts = events.iter().filter(|event| is_fact(event));
            facts
                .map(|event| self.fact(game, event, pair.seat))
                .collect()
        };
        let same = seen(&pair.one, &first) == seen(&pair.other, &second);
        if same {
            let told = [
                self.told(&pair.one, &first, pair.seat),
                self.told(&pair.other, &second, pair.seat),
            ];
            self.found.events += told[0].len().max(told[1].len());
            for (all, told) in pair.told.iter_mut().zip(told) {
                all.extend(told);
            }
        }
        same
    }

    /// Returns the line of an event for a seat, without its causes.
    fn fact(&self, game: &Match, event: &Event, seat: PlayerId) -> Option<String> {
        let bare = Event {
            because: Vec::new(),
            ..event.clone()
        };
        self.teller.line(game, &bare, seat)
    }

    fn told(&self, game: &Match, events: &[Event], seat: PlayerId) -> Vec<ToldLine> {
        let line = |event: &Event| {
            let (place, is_answer) = if let What::Chose { site, .. } = &event.what {
                (Some(game.program().sites[*site].span), true)
            } else {
                (event.because.first().map(|cause| cause.span), false)
            };
            Some(ToldLine {
                text: self.teller.line(game, event, seat)?,
                place,
                is_answer,
            })
        };
        events.iter().filter_map(line).collect()
    }

    /// Checks that what a seat is told of is on the table: a value it sees, a piece it knew, knows now or sees come or go.
    fn justified(&mut self, pair: &GamePair, before: &State, events: &[Event]) {
        let game = &pair.one;
        for event in events {
            let Some(line) = self.fact(game, event, pair.seat) else {
                continue;
            };
            if let Some(hidden) = unjustified(game, before, event, &line, pair.seat) {
                let place = event.because.first().map(|cause| cause.span);
                self.leak(
                    pair,
                    Channel::Event,
                    place,
                    [line, "nothing of it".into()],
                    hidden,
                );
            }
        }
    }

    /// Compares what the seat was told so far, is asked, and can ask; true when all of it was the same.
    pub(super) fn compare(&mut self, pair: &mut GamePair, stream: &mut Stream) -> bool {
        if !self.still_looks_the_same(pair) {
            return false;
        }
        let told = self.compare_told(pair);
        let seat = pair.seat;
        let asks = |game: &Match| self.teller.decision(game, seat);
        let (one, other) = (asks(&pair.one), asks(&pair.other));
        self.found.decisions += usize::from(one.is_some() || other.is_some());
        if one != other {
            let place = pair.one.state().pending.map(|asked| {
                let sites = &pair.one.program().sites;
                sites[asked.site].span
            });
            let text =
                |asked: Option<Vec<String>>| asked.map_or("nothing".into(), |a| a.join("; "));
            let hidden = pair.hidden.clone();
            self.leak(
                pair,
                Channel::Decision,
                place,
                [text(one), text(other)],
                hidden,
            );
            return false;
        }
        told && (one.is_none() || self.compare_explained(pair, stream))
    }

    fn compare_told(&mut self, pair: &GamePair) -> bool {
        let [one, other] = &pair.told;
        let longest = one.len().max(other.len());
        let text = |line: Option<&ToldLine>| line.map_or("nothing", |line| &line.text).to_owned();
        let Some(n) = (0..longest).find(|n| text(one.get(*n)) != text(other.get(*n))) else {
            return true;
        };
        let lines = [one.get(n), other.get(n)];
        let answers = |told: &[ToldLine]| told.iter().take(n).any(|line| line.is_answer);
        let are_answers = lines
            .iter()
            .all(|line| line.is_some_and(|line| line.is_answer));
        if are_answers && !answers(one) && pair.parting.as_ref().is_some_and(|p| p.is_open(pair)) {
            return false;
        }
        let place = lines.iter().flatten().find_map(|line| line.place);
        let hidden = pair.hidden.clone();
        self.leak(pair, Channel::Event, place, lines.map(text), hidden);
        false
    }

    fn compare_explained(&mut self, pair: &mut GamePair, stream: &mut Stream) -> bool {
        let program = pair.one.shared_program();
        let mut same = true;
        for action in &program.actions {
            for args in questions(pair, action, stream) {
                let one = self.teller.explain(&mut pair.one, &action.name, &args);
                let other = self.teller.explain(&mut pair.other, &action.name, &args);
                self.found.explanations += 1;
                if one != other {
                    let routine = &program.routines[action.body];
                    let hidden = pair.hidden.clone();
                    let place = Some(routine.span);
                    self.leak(pair, Channel::Explanation, place, [one, other], hidden);
                    same = false;
                }
            }
        }
        same
    }

    pub(super) fn leak(
        &mut self,
        pair: &GamePair,
        by: Channel,
        place: Option<Span>,
        [here, there]: [String; 2],
        hidden: String,
    ) {
        self.tell(Leak {
            by,
            seat: pair.seat,
            place,
            here,
            there,
            hidden,
            start: pair.one.start().clone(),
            after: pair.before + pair.one.choice_count(),
        });
    }
}

/// Names the secret in the line of an event, if it tells the seat one that it can't know.
fn unjustified(
    game: &Match,
    before: &State,
    event: &Event,
    line: &str,
    seat: PlayerId,
) -> Option<String> {
    let (program, now) = (game.program(), game.state());
    match event.what {
        What::Moved {
            piece, from, to, ..
        } => {
            let sees = |place| now.sees(program, place, piece).has(seat);
            let knows = |state: &State| view::knows(program, state, seat, piece);
            let name = &program.names.pieces[piece];
            let named = line.split([' ', ':']).next() == Some(name.as_str());
            let may = knows(before) || knows(now) || sees(from) || sees(to);
            (named && !may).then(|| "which piece was moved".into())
        }
        What::Changed { var, address, .. } => {
            let rules = &program.layout.vars[var];
            let holder = PieceId::numbered(rules.holder_at(address).0);
            let knows = |state: &State| view::knows(program, state, seat, holder);
            let of_piece = matches!(rules.holder, Holder::Piece(_));
            let sees = view::sees_var(program, now, var, address).has(seat)
                && (!of_piece || rules.is_mark || knows(before) || knows(now));
            let name = &rules.name;
            (!sees).then(|| format!("the value of `{name}`"))
        }
        What::Shuffled(_)
        | What::Turned(_)
        | What::LaidOut { .. }
        | What::Shown { .. }
        | What::Chose { .. }
        | What::Began(_)
        | What::Traced(_)
        | What::Finished => None,
    }
}

/// The first place where two values differ, in words: the way to it and what stands there in each.
pub(super) fn first_difference(one: &Value, other: &Value) -> [String; 2] {
    let (mut way, mut one, mut other) = (String::new(), one, other);
    loop {
        let next: Option<(String, &Value, &Value)> = match (one, other) {
            (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
                (a.iter().zip(b.values()))
                    .find(|((_, a), b)| a != b)
                    .map(|((key, a), b)| (format!("{way}.{key}"), a, b))
            }
            (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
                (a.iter().zip(b).enumerate())
                    .find(|(_, (a, b))| a != b)
                    .map(|(n, (a, b))| (format!("{way}[{n}]"), a, b))
            }
            _ => None,
        };
        match next {
            Some(next) => (way, one, other) = next,
            None => {
                let way = way.trim_start_matches('.');
                return [one, other].map(|value| format!("{way}: {value}"));
            }
        }
    }
}

/// Values asked about for each parameter.
const ASKED: usize = 3;

/// Arguments to ask about an action with: none, then more and more of them.
fn questions(
    pair: &GamePair,
    action: &ludex_program::code::Action,
    stream: &mut Stream,
) -> Vec<Vec<String>> {
    let words = ludex_play::format::ValueFormat::of(pair.one.program(), pair.one.state());
    let mut questions = vec![Vec::new()];
    for _ in 0..ASKED {
        let mut args = Vec::new();
        for (_, ty) in &action.params {
            // What was exchanged is most worth asking about.
            let about = matches!(ty.required(), Type::Piece(_)) && !pair.about.is_empty();
            let all = if about {
                pair.about.clone()
            } else {
                words.candidates(ty)
            };
            let n = stream.pick(all.len().max(1));
            // Of numbers any will do.
            args.push(all.get(n).cloned().unwrap_or_else(|| json!(n).to_string()));
            questions.push(args.clone());
        }
    }
    questions
}
