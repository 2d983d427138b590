//! Sentences of Japanese.

use crate::prose::japanese::amounts::Numbers;
use crate::prose::japanese::clauses::{if_all, if_so, plain};
use crate::prose::japanese::nouns::noun;
use crate::prose::japanese::phrases::fill;
use crate::prose::japanese::{Japanese, amounts, clauses, nouns};
use crate::prose::tree::{
    Amount, AssignOp, Change, Clause, EventSaid, FilledPart, FilledPhrase, Filling, Gained,
    LabelSaid, ModifierSubject, NewAnswer, Noun, Sentence, Timing, VerbSaid,
};
use crate::prose::writer::ProseWriter;

/// Writes a line without its end.
pub(super) fn text(said: &Sentence) -> String {
    match said {
        Sentence::Let(name, value) => format!("`{name}`は{}とする", noun(value)),
        Sentence::Assign(op, target, value) => {
            let (target, value) = (noun(target), noun(value));
            match op {
                AssignOp::Set => format!("{target}は{value}になる"),
                AssignOp::Add => format!("{target}は{value}増える"),
                AssignOp::Subtract => format!("{target}は{value}減る"),
            }
        }
        Sentence::If {
            is_first: true,
            cond,
        } => if_so(cond),
        Sentence::If {
            is_first: false,
            cond,
        } => format!("そうでなく、{}", if_so(cond)),
        Sentence::Otherwise => "そうでなければ".into(),
        Sentence::IfNot => "しないなら".into(),
        Sentence::IfNothingChosen => "何も選ばないなら".into(),
        Sentence::ForEach { members, in_secret } => {
            let how = if *in_secret {
                "、秘密に、まだ何も行わずに"
            } else {
                ""
            };
            format!("{}それぞれについて{how}", nouns::members(members))
        }
        Sentence::Repeat(None) => "繰り返し行う".into(),
        Sentence::Repeat(Some(times @ (Noun::Number(_) | Noun::Name(_)))) => {
            format!("{}回行う", noun(times))
        }
        Sentence::Repeat(Some(times)) => format!("（{}）回行う", noun(times)),
        Sentence::While(cond) => format!("{}間、繰り返し行う", plain(cond)),
        Sentence::Choose {
            who,
            choice,
            prompt,
        } => {
            let who = who
                .as_ref()
                .map_or(String::new(), |who| subject_of(who, "が"));
            format!("{who}{}選ぶ{}", clauses::choice(choice), quoted(prompt))
        }
        Sentence::May { who, prompt: None } => format!("{}次を行ってもよい", subject_of(who, "は")),
        Sentence::May {
            who,
            prompt: Some(prompt),
        } => format!(
            "{}「{}」を行ってもよい",
            subject_of(who, "は"),
            fill(prompt)
        ),
        Sentence::YouMay(action) => format!("「{action}」を行ってもよい"),
        Sentence::Offer {
            any,
            who,
            actions,
            prompt,
        } => offer(*any, who, actions, prompt),
        Sentence::Require { cond, reason } => {
            let reason = fill(reason);
            format!(
                "{}だけ行える（そうでなければ「{reason}」）",
                clauses::when(cond)
            )
        }
        Sentence::As(who) => format!("{}が行う", noun(who)),
        Sentence::Pool { who, are_several } => match (are_several, who) {
            (true, who) => format!(
                "以下をプレイヤーごとに（{}）、自分の分を好きな順で解決する",
                noun(who)
            ),
            (false, Noun::You) => "以下を好きな順で解決する".to_owned(),
            (false, who) => format!("以下を{}の好きな順で解決する", noun(who)),
        },
        Sentence::Later(moment) => format!("次の「{moment}」に"),
        Sentence::Reach(moment) => format!("「{moment}」になる"),
        Sentence::Return => "これ以上は行わない".into(),
        Sentence::Stop => "繰り返しを終える".into(),
        Sentence::Continue => "残りを行わず、次に進む".into(),
        Sentence::SlotTakesEffect(slot, of) => format!("{}の「{slot}」を解決する", noun(of)),
        Sentence::Phrase(filled) => fill(filled),
        Sentence::Call { name, args } => {
            let args: Vec<Noun> = args.iter().map(|(_, noun)| noun.clone()).collect();
            done(name, &args)
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
        Sentence::Gate(at, cond) => format!("{}間は{at}より先に進めない", plain(cond)),
        Sentence::Beyond(extra) => format!("失われる歩数（`{extra}`）"),
        Sentence::At(space, how) => {
            let how = match how.as_deref() {
                None => String::new(),
                Some("first") => "（最初に着いたプレイヤーのみ）".into(),
                Some("once") => "（1回のみ）".into(),
                Some(other) => format!("（⟨{other}⟩）"),
            };
            format!("{space}で{how}")
        }
        Sentence::Rank {
            is_first,
            is_count,
            low_wins,
            value,
        } => ranked(*is_first, *is_count, *low_wins, value),
        Sentence::Win(cond) => format!("{}だけ勝てる", clauses::when(cond)),
        Sentence::Heuristic(value) => format!("ボットは局面を次の値で測る：{}", answer(value)),
        Sentence::Demand(value) => format!("どの局面でも：{}", answer(value)),
        Sentence::Answer(value) => answer(value),
    }
}

fn answer(value: &[Amount]) -> String {
    value
        .iter()
        .map(amounts::alone)
        .collect::<Vec<_>>()
        .join("、さらに")
}

/// Writes the player who does something; `you` is left out.
fn subject_of(who: &Noun, particle: &str) -> String {
    if *who == Noun::You {
        String::new()
    } else {
        format!("{}{particle}", noun(who))
    }
}

fn quoted(prompt: &Option<FilledPhrase>) -> String {
    let prompt = prompt.as_ref();
    prompt.map_or(String::new(), |prompt| format!("（「{}」）", fill(prompt)))
}

fn done(name: &str, args: &[Noun]) -> String {
    if args.is_empty() {
        format!("「{name}」を行う")
    } else {
        format!("「{name}」を行う（{}）", nouns::list(args))
    }
}

fn offer(any: bool, who: &Noun, actions: &[String], prompt: &Option<FilledPhrase>) -> String {
    let actions: Vec<String> = actions.iter().map(|one| format!("「{one}」")).collect();
    let (prompt, actions) = (quoted(prompt), actions.join("または"));
    if any {
        format!(
            "{}のうちしたい人が、全員が続けてパスするまで、次のいずれかを繰り返し行う{prompt}：{actions}",
            noun(who)
        )
    } else {
        format!(
            "{}次のいずれかを行う{prompt}：{actions}",
            subject_of(who, "は")
        )
    }
}

/// Writes a statement by a verb of the language, by the template of its row.
fn verb(said: &VerbSaid) -> String {
    let mut numbers = Numbers::default();
    let mut text = String::new();
    let mut rest = said.row.japanese;
    while let Some((before, hole)) = rest.split_once('{') {
        let (hole, after) = hole.split_once('}').unwrap_or((hole, ""));
        text.push_str(before);
        rest = after;
        let nth = hole
            .rsplit(':')
            .next()
            .and_then(|nth| nth.parse::<usize>().ok());
        let arg = nth.and_then(|nth| said.args.get(nth));
        match (&said.count, hole.contains(':'), arg) {
            (Some((amount, kind)), true, Some(_)) => {
                let number = numbers.number(amount, true);
                let counter = nouns::kind_counter(kind);
                text.push_str(&format!("{}を{number}{counter}", kind.one));
            }
            (_, _, Some((_, arg, _))) => text.push_str(&noun(arg)),
            (_, _, None) => text.push_str(&format!("⟨{}⟩", said.row.name)),
        }
    }
    numbers.around(&(text + rest))
}

fn gain(verb: &str, amounts: &[Amount], what: &Gained, who: Option<&Noun>) -> String {
    let done = ludex_rules::verbs::verb(verb).map_or("", |row| row.japanese);
    let told = amounts.iter().map(|amount| {
        let mut numbers = Numbers::default();
        let number = numbers.number(amount, true);
        let (what, counter) = match what {
            Gained::Counted(counted) => (nouns::counted(counted), nouns::counter(counted)),
            Gained::Noun(said) => (noun(said), ""),
            Gained::Word(word, counter) => (word.clone(), counter.as_deref().unwrap_or_default()),
        };
        numbers.around(&format!("{what}を{number}{counter}{done}"))
    });
    let told: Vec<String> = told.collect();
    let who = who.map_or(String::new(), |who| subject_of(who, "は"));
    format!("{who}{}", told.join("。さらに、"))
}

fn hook(
    timing: Timing,
    event: &EventSaid,
    conds: &[Clause],
    limit: Option<&(Noun, String)>,
) -> String {
    let event = match event {
        EventSaid::Phrase(filled) => fill(filled),
        EventSaid::Done(name, args) => done(name, args),
    };
    let head = match timing {
        Timing::Before => format!("{event}前に"),
        Timing::Instead => format!("{event}代わりに"),
        Timing::After => format!("{event}たびに"),
    };
    let cond = if conds.is_empty() {
        String::new()
    } else {
        format!("、{}", if_all(conds))
    };
    let limit = limit.map_or(String::new(), |(most, until)| {
        format!("（次の「{until}」までに{}回まで）", noun(most))
    });
    format!("{head}{cond}{limit}")
}

fn changed(
    subject: &ModifierSubject,
    change: Change,
    answer: &NewAnswer,
    conds: &[Clause],
) -> String {
    let cond = if conds.is_empty() {
        String::new()
    } else {
        format!("{}、", if_all(conds))
    };
    match answer {
        NewAnswer::Flag(so) => format!("{cond}{}", flag(subject, *so)),
        NewAnswer::When {
            cond: when,
            only: true,
        } => {
            let all = [conds, std::slice::from_ref(when)].concat();
            format!("{}、{}", if_all(&all), flag(subject, true))
        }
        NewAnswer::When {
            cond: when,
            only: false,
        } => format!(
            "{cond}{}のは、{}だけ",
            flag(subject, true),
            clauses::when(when)
        ),
        NewAnswer::Amount(amount) => {
            let mut numbers = Numbers::default();
            let value = match amount {
                Amount::Said(value) | Amount::Value(value) => noun(value),
                Amount::Fixed(_) | Amount::Each { .. } | Amount::If(..) | Amount::Steps(..) => {
                    numbers.number(amount, true)
                }
            };
            let subject = named(subject);
            let said = match change {
                Change::Set => format!("{subject}は{value}になる"),
                Change::Plus => format!("{subject}は{value}増える"),
                Change::Minus => format!("{subject}は{value}減る"),
                Change::AtLeast => format!("{subject}は最低でも{value}になる"),
                Change::AtMost => format!("{subject}は最大でも{value}になる"),
            };
            format!("{cond}{}", numbers.around(&said))
        }
    }
}

/// The subject of a modifier that is a number or a thing.
fn named(subject: &ModifierSubject) -> String {
    match subject {
        ModifierSubject::Query(name, of) => match of.as_slice() {
            [] => name.clone(),
            of => format!("{}の{name}", nouns::list(of)),
        },
        ModifierSubject::Phrase { filled, counts, .. } => {
            if *counts {
                format!("{}の数", fill(filled))
            } else {
                fill(filled)
            }
        }
    }
}

/// The subject of a modifier that holds or not, as a clause.
fn flag(subject: &ModifierSubject, so: bool) -> String {
    let clause = match subject {
        ModifierSubject::Query(name, of) => Clause::HoldsFor(name.clone(), of.clone(), so),
        ModifierSubject::Phrase { filled, counts, .. } => {
            let own = if so || !counts {
                Filling::One
            } else {
                Filling::Several
            };
            let parts = filled.parts.iter().map(|part| match part {
                FilledPart::Forms(symbol, Some(Filling::Own), one, several) => {
                    FilledPart::Forms(*symbol, Some(own.clone()), one.clone(), several.clone())
                }
                FilledPart::Words(_) | FilledPart::Value(..) | FilledPart::Forms(..) => {
                    part.clone()
                }
            });
            Clause::Phrase {
                filled: FilledPhrase {
                    parts: parts.collect(),
                },
                denied: !so && !counts,
            }
        }
    };
    plain(&clause)
}

fn ranked(is_first: bool, is_count: bool, low_wins: bool, value: &LabelSaid) -> String {
    let value = Japanese.label(value);
    let how = match (is_count, low_wins) {
        (true, true) => "少ない",
        (true, false) => "多い",
        (false, true) => "小さい",
        (false, false) => "大きい",
    };
    if is_first {
        format!("{value}が最も{how}プレイヤーが勝つ")
    } else {
        format!("同じなら、{value}が最も{how}プレイヤー")
    }
}
