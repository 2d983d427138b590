//! Sentences of English.

use crate::prose::english::clauses::condition;
use crate::prose::english::nouns::noun;
use crate::prose::english::{
    English, alone, capital, clauses, fill, in_words, is_one, listed, nouns,
};
use crate::prose::tree::{
    Amount, AssignOp, Change, Clause, EventSaid, FilledPhrase, Gained, LabelSaid, ModifierSubject,
    NewAnswer, Noun, Sentence, SentenceEnd, Timing, VerbSaid,
};
use crate::prose::writer::ProseWriter;

/// Writes a line with its end.
pub(super) fn sentence(said: &Sentence, stop: SentenceEnd) -> String {
    let text = text(said);
    capital(&match stop {
        SentenceEnd::Full => format!("{text}."),
        SentenceEnd::Head => format!("{text}:"),
        SentenceEnd::Nothing => format!("{text}, nothing."),
    })
}

fn text(said: &Sentence) -> String {
    match said {
        Sentence::Let(name, value) => format!("`{name}` is {}", noun(value)),
        Sentence::Assign(op, target, value) => {
            let (target, value) = (noun(target), noun(value));
            match op {
                AssignOp::Set => format!("{target} becomes {value}"),
                AssignOp::Add => format!("{target} grows by {value}"),
                AssignOp::Subtract => format!("{target} falls by {value}"),
            }
        }
        Sentence::If { is_first, cond } => {
            let word = if *is_first { "if" } else { "otherwise, if" };
            format!("{word} {}", condition(cond))
        }
        Sentence::Otherwise => "otherwise".into(),
        Sentence::IfNot => "if not".into(),
        Sentence::IfNothingChosen => "if nothing is chosen".into(),
        Sentence::ForEach { members, in_secret } => {
            let how = if *in_secret {
                ", in secret and before anything of it is done"
            } else {
                ""
            };
            format!("for each {}{how}", nouns::one(members))
        }
        Sentence::Repeat(None) => "again and again".into(),
        Sentence::Repeat(Some(times)) => format!("{} times", noun(times)),
        Sentence::While(cond) => format!("as long as {}", condition(cond)),
        Sentence::Choose {
            who,
            choice,
            prompt,
        } => {
            let who = match who {
                None => "choose".to_owned(),
                Some(who) => format!("{} chooses", noun(who)),
            };
            format!("{who} {}{}", clauses::choice(choice), quoted(prompt))
        }
        Sentence::May { who, prompt: None } => format!("{} may", noun(who)),
        Sentence::May {
            who,
            prompt: Some(prompt),
        } => {
            format!("{} may {}", noun(who), fill(prompt, true))
        }
        Sentence::YouMay(action) => format!("you may {action}"),
        Sentence::Offer {
            any,
            who,
            actions,
            prompt,
        } => offer(*any, who, actions, prompt),
        Sentence::Require { cond, reason } => {
            let reason = fill(reason, true);
            format!("only if {} (otherwise: “{reason}”)", condition(cond))
        }
        Sentence::As(who) => format!("{} acts", noun(who)),
        Sentence::Pool { who, are_several } => pool(who, *are_several),
        Sentence::Later(moment) => format!("at the next {moment}"),
        Sentence::Reach(moment) => format!("the moment “{moment}” has come"),
        Sentence::Return => "nothing more of this happens".into(),
        Sentence::Stop => "this is not repeated any more".into(),
        Sentence::Continue => "go on with the next".into(),
        Sentence::SlotTakesEffect(slot, of) => {
            format!("the “{slot}” of {} takes effect", noun(of))
        }
        Sentence::Phrase(filled) => fill(filled, true),
        Sentence::Call { name, args } => {
            let args = args.iter().map(|(label, noun)| (label.as_deref(), noun));
            as_written(name, args)
        }
        Sentence::Verb(said) => verb(said),
        Sentence::Gain {
            verb,
            amounts,
            what,
            who,
        } => gain(verb, amounts, what, who.as_ref()),
        Sentence::Hook {
            timing,
            event,
            conds,
            limit,
        } => hook(*timing, event, conds, limit.as_ref()),
        Sentence::Modify {
            subject,
            change,
            answer,
            conds,
        } => changed(subject, *change, answer, conds),
        Sentence::Gate(at, cond) => format!("Not beyond {at} as long as {}", condition(cond)),
        Sentence::Beyond(extra) => format!("Steps that are lost (`{extra}`)"),
        Sentence::At(space, how) => {
            let how = match how.as_deref() {
                None => String::new(),
                Some("first") => ", for the first player there".into(),
                Some(other) => format!(", {other}"),
            };
            format!("At {space}{how}")
        }
        Sentence::Rank {
            is_first,
            is_count,
            low_wins,
            value,
        } => ranked(*is_first, *is_count, *low_wins, value),
        Sentence::Win(cond) => format!("You can win only if {}", condition(cond)),
        Sentence::Heuristic(value) => format!("Bots value a position by {}", answer(value)),
        Sentence::Demand(value) => format!("In every given position {}", answer(value)),
        Sentence::Answer(value) => answer(value),
    }
}

/// ` (“what is asked”)`
fn quoted(prompt: &Option<FilledPhrase>) -> String {
    let prompt = prompt.as_ref();
    prompt.map_or(String::new(), |prompt| {
        format!(" (“{}”)", fill(prompt, true))
    })
}

fn answer(value: &[Amount]) -> String {
    capital(&listed(&value.iter().map(alone).collect::<Vec<_>>()))
}

fn offer(any: bool, who: &Noun, actions: &[String], prompt: &Option<FilledPhrase>) -> String {
    let (must, may) = if *who == Noun::You {
        ("do", "you may")
    } else {
        ("does", "whoever likes may")
    };
    let (who, prompt, actions) = (noun(who), quoted(prompt), actions.join(", or "));
    if any {
        format!(
            "{who}: {may} do one of these{prompt}, again and again until all have passed one after another: {actions}"
        )
    } else {
        format!("{who} {must} one of these{prompt}: {actions}")
    }
}

fn pool(who: &Noun, are_several: bool) -> String {
    match (are_several, who) {
        (true, who) => format!(
            "what follows takes effect player by player ({}), each of whom orders what is their own",
            noun(who)
        ),
        (false, Noun::You) => "what follows takes effect in the order that you like".to_owned(),
        (false, who) => format!(
            "what follows takes effect in the order that {} likes",
            noun(who)
        ),
    }
}

fn as_written<'n>(name: &str, args: impl Iterator<Item = (Option<&'n str>, &'n Noun)>) -> String {
    let mut words = vec![name.to_owned()];
    for (nth, (label, arg)) in args.enumerate() {
        match label {
            Some(label) => words.push(label.to_owned()),
            None if nth > 0 => words.push("and".into()),
            None => {}
        }
        words.push(noun(arg));
    }
    words.join(" ")
}

/// The built-in verbs that want more than their words.
fn verb(said: &VerbSaid) -> String {
    let plain = || {
        let args = said.args.iter();
        let args = args.map(|(label, noun, _)| (label.as_deref(), noun));
        as_written(&said.row.name.replace('_', " "), args)
    };
    let Some(template) = said.row.words else {
        return plain();
    };
    let (mut words, mut tails) = (Vec::new(), String::new());
    for word in template.split(' ') {
        let hole = word
            .strip_prefix('{')
            .and_then(|word| word.strip_suffix('}'));
        let Some(hole) = hole else {
            words.push(word.to_owned());
            continue;
        };
        let (before, after) = hole.split_once(':').unwrap_or(("", hole));
        let arg = after.parse().ok().and_then(|nth: usize| said.args.get(nth));
        let Some((_, arg, is_place)) = arg else {
            return plain();
        };
        words.push(match (before, &said.count) {
            ("all", _) if *is_place => format!("all of {}", noun(arg)),
            ("" | "all", _) | (_, None) => noun(arg),
            (_, Some((amount, kind))) => {
                let (number, tail) = in_words(amount, true);
                tails += &tail;
                let noun = if number == "1" { &kind.one } else { &kind.many };
                format!("{number} {noun}")
            }
        });
    }
    words.join(" ") + &tails
}

/// `gain 2 money for each coin`; of another's number: `that player gains 2 money`.
fn gain(verb: &str, amounts: &[Amount], what: &Gained, who: Option<&Noun>) -> String {
    let told = |amount: &Amount| {
        let (number, tail) = in_words(amount, true);
        let what = match what {
            Gained::Counted(counted) => nouns::counted(counted, !is_one(amount, true)),
            Gained::Noun(said) => noun(said),
            Gained::Word(word, _) => word.clone(),
        };
        match who {
            None => format!("{verb} {number} {what}{tail}"),
            Some(who) => format!("{} {verb}s {number} {what}{tail}", noun(who)),
        }
    };
    let told: Vec<String> = amounts.iter().map(told).collect();
    told.join(", and ")
}

fn hook(
    timing: Timing,
    event: &EventSaid,
    conds: &[Clause],
    limit: Option<&(Noun, String)>,
) -> String {
    let event = match event {
        EventSaid::Phrase(filled) => fill(filled, true),
        EventSaid::Done(name, args) if args.is_empty() => format!("“{name}” is done"),
        EventSaid::Done(name, args) => format!("“{name}” is done ({})", nouns::commas(args)),
    };
    let (when, cond) = clauses::when_and_if(conds);
    let when = if when.is_empty() {
        when
    } else {
        format!(" {when}")
    };
    let head = match timing {
        Timing::Before => format!("before {event}{when}"),
        Timing::Instead => format!("instead, whenever {event}{when}"),
        Timing::After => format!("whenever {event}{when}"),
    };
    let limit = limit.map_or(String::new(), |(most, until)| {
        let times = match most.as_number() {
            Some(1) => "once".to_owned(),
            Some(_) | None => format!("{} times", noun(most)),
        };
        format!(", at most {times} until {until}")
    });
    if cond.is_empty() {
        head + &limit
    } else {
        format!("{head}, if {cond}{limit}")
    }
}

fn changed(
    subject: &ModifierSubject,
    change: Change,
    answer: &NewAnswer,
    conds: &[Clause],
) -> String {
    let (subject, denied) = self::subject(subject);
    let (when, cond) = clauses::when_and_if(conds);
    let cond = if cond.is_empty() {
        cond
    } else {
        format!(" if {cond}")
    };
    let said = match answer {
        NewAnswer::Flag(true) => format!("{subject}{cond}"),
        NewAnswer::Flag(false) => format!("{denied}{cond}"),
        NewAnswer::When {
            cond: when,
            only: true,
        } => {
            let cond = cond.strip_prefix(" if ");
            let cond = cond.map_or(String::new(), |cond| format!("{cond} and "));
            format!("{subject} if {cond}{}", condition(when))
        }
        NewAnswer::When {
            cond: when,
            only: false,
        } => match cond.strip_prefix(" if ") {
            Some(cond) => format!("if {cond}: {subject} exactly if {}", condition(when)),
            None => format!("{subject} exactly if {}", condition(when)),
        },
        NewAnswer::Amount(amount) => {
            let value = alone(amount);
            match change {
                Change::Set => format!("{subject} is {value}{cond}"),
                Change::Plus => format!("{subject} is {value} more{cond}"),
                Change::Minus => format!("{subject} is {value} less{cond}"),
                Change::AtLeast => format!("{subject} is at least {value}{cond}"),
                Change::AtMost => format!("{subject} is at most {value}{cond}"),
            }
        }
    };
    if when.is_empty() {
        said
    } else {
        format!("{when}, {said}")
    }
}

/// The subject of a modifier; of what holds or not, its denial as well.
fn subject(subject: &ModifierSubject) -> (String, String) {
    match subject {
        ModifierSubject::Query(name, of) => {
            let subject = if of.is_empty() {
                format!("the {name}")
            } else {
                format!("the {name} of {}", nouns::commas(of))
            };
            let denied = format!("not {subject}");
            (subject, denied)
        }
        ModifierSubject::Phrase {
            filled,
            is_bool,
            counts,
        } => {
            let (one, several) = (fill(filled, false), fill(filled, true));
            match (is_bool, counts) {
                (true, true) => (one, several),
                (true, false) => {
                    let denied = clauses::denied(&one);
                    (one, denied)
                }
                (false, true) => (format!("the number of {several}"), String::new()),
                (false, false) => (one, String::new()),
            }
        }
    }
}

fn ranked(is_first: bool, is_count: bool, low_wins: bool, value: &LabelSaid) -> String {
    let value = English.label(value);
    let value = match (is_count, low_wins) {
        (true, true) => format!("the fewest {value}"),
        (true, false) => format!("the most {value}"),
        (false, true) => format!("the lowest number: {value}"),
        (false, false) => format!("the highest number: {value}"),
    };
    match (is_first, is_count) {
        (true, true) => format!("Whoever has {value} wins"),
        (true, false) => format!("The winner has {value}"),
        (false, _) => format!("Among equals, whoever has {value}"),
    }
}
