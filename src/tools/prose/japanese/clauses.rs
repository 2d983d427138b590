//! Clauses of Japanese: a noun with its copula or a verb, so that each can stand before `なら`, `とき` and the end.

use crate::prose::japanese::nouns::{counted, counter, list, member_counter, members, noun};
use crate::prose::japanese::phrases::fill;
use crate::prose::tree::{
    BinaryOp, ChoiceSaid, Clause, Counted, HowMany, MemberNoun, MembersSaid, Noun, Right,
};

/// A clause before its end.
enum Predicate {
    /// `重さが3`, which the copula ends.
    Noun(String),
    /// `カードがある`, which ends itself.
    Verb(String),
}

impl Predicate {
    fn plain(self) -> String {
        match self {
            Predicate::Noun(text) => format!("{text}である"),
            Predicate::Verb(text) => text,
        }
    }

    fn denied(self) -> Predicate {
        Predicate::Verb(match self {
            Predicate::Noun(text) => format!("{text}でない"),
            Predicate::Verb(text) => denied(&text),
        })
    }
}

/// Writes a clause in the plain form: `重さが3である`.
pub(super) fn plain(said: &Clause) -> String {
    predicate(said).plain()
}

/// Writes a clause as a condition: `重さが3なら`.
pub(super) fn if_so(said: &Clause) -> String {
    match predicate(said) {
        Predicate::Noun(text) | Predicate::Verb(text) => format!("{text}なら"),
    }
}

/// Writes clauses that must all hold as a condition.
pub(super) fn if_all(all: &[Clause]) -> String {
    match all {
        [] => String::new(),
        [first @ .., last] => {
            let first: Vec<String> = first
                .iter()
                .map(|one| format!("{}、かつ", plain(one)))
                .collect();
            format!("{}{}", first.concat(), if_so(last))
        }
    }
}

/// Writes a clause as a time: `重さが3のとき`.
pub(super) fn when(said: &Clause) -> String {
    match predicate(said) {
        Predicate::Noun(text) => format!("{text}のとき"),
        Predicate::Verb(text) => format!("{text}とき"),
    }
}

/// `ある` or `ない`, of what is alive `いる` or `いない`.
fn exist(is_alive: bool, so: bool) -> &'static str {
    match (is_alive, so) {
        (false, true) => "ある",
        (false, false) => "ない",
        (true, true) => "いる",
        (true, false) => "いない",
    }
}

fn predicate(said: &Clause) -> Predicate {
    use Predicate::{Noun as N, Verb as V};
    let is = |text: String, so: bool| {
        if so {
            N(text)
        } else {
            V(format!("{text}でない"))
        }
    };
    match said {
        Clause::Always(true) => V("常に成り立つ".into()),
        Clause::Always(false) => V("決して成り立たない".into()),
        Clause::Joined { is_or, a, b } => {
            let word = if *is_or { "または" } else { "かつ" };
            let begin = format!("{}、{word}", part(a, *is_or).plain());
            match part(b, *is_or) {
                N(text) => N(begin + &text),
                V(text) => V(begin + &text),
            }
        }
        Clause::Bracketed(of) => V(format!("（{}）", plain(of))),
        Clause::Either { cond, a, b } => {
            let (cond, a, b) = (if_so(cond), plain(a), plain(b));
            V(format!("（{cond}{a}、そうでなければ{b}）"))
        }
        Clause::OptionIs(name, so) => {
            let used = if *so { "使う" } else { "使わない" };
            V(format!("選択ルール「{name}」を{used}"))
        }
        Clause::Holds(value, so) | Clause::Value(value, so) => {
            let holds = if *so {
                "成り立つ"
            } else {
                "成り立たない"
            };
            V(format!("{}が{holds}", noun(value)))
        }
        Clause::Phrase { filled, denied } => {
            let text = V(fill(filled));
            if *denied { text.denied() } else { text }
        }
        Clause::CanChoose(what, so) => {
            let can = if *so { "選べる" } else { "選べない" };
            V(format!("{}{can}", choice(what)))
        }
        Clause::CanDo(action, so) => {
            let can = if *so { "できる" } else { "できない" };
            V(format!("「{action}」が{can}"))
        }
        Clause::OnEdge(what, so) => V(format!("{}が端に{}", noun(what), exist(false, *so))),
        Clause::Knows(who, what, so) => {
            let know = if *so {
                "知っている"
            } else {
                "知らない"
            };
            V(format!("{}が{}を{know}", noun(who), noun(what)))
        }
        Clause::Named(name, so) => is(name.clone(), *so),
        Clause::HoldsFor(name, args, so) => {
            let holds = if *so {
                "成り立つ"
            } else {
                "成り立たない"
            };
            match args.as_slice() {
                [Noun::It] => V(format!("「{name}」が{holds}")),
                args => V(format!("{}について「{name}」が{holds}", list(args))),
            }
        }
        Clause::Flag(Noun::It, name, so) => is(name.clone(), *so),
        Clause::Flag(of, name, so) => is(format!("{}が{name}", noun(of)), *so),
        Clause::Compared { op, a, b, right } => compared(*op, a, b, *right),
        Clause::Denied(of) => predicate(of).denied(),
        Clause::TakenBy(of, name, so) => {
            let name = Noun::Member {
                whose: Box::new(of.clone()),
                name: name.clone(),
            };
            V(format!("{}が{}", noun(&name), exist(true, *so)))
        }
        Clause::HasA(Noun::It, name, so) => V(format!("{name}が{}", exist(false, *so))),
        Clause::HasA(of, name, so) => V(format!("{}に{name}が{}", noun(of), exist(false, *so))),
        Clause::There(what, so) => V(format!("{}が{}", noun(what), exist(false, *so))),
        Clause::OnYour(of, ty, so) => V(format!("{}が自分の{ty}に{}", noun(of), exist(false, *so))),
        Clause::Yours(of, so) => is(format!("{}が自分のもの", noun(of)), *so),
        Clause::Among { of, at, name, has } => {
            let icons = Noun::Member {
                whose: Box::new(of.clone()),
                name: name.clone(),
            };
            V(format!(
                "{}に{}が{}",
                noun(&icons),
                noun(at),
                exist(false, *has)
            ))
        }
        Clause::SoMany {
            op,
            counted,
            number,
        } => so_many(*op, counted, number),
        Clause::Exists(of, so) => V(format!("{}が{}", members(of), exist(are_players(of), *so))),
        Clause::Every {
            members: of,
            holds,
            all,
        } => {
            let holds = holds.as_deref().map_or(V(String::new()), predicate);
            let of = if *all {
                format!("{}すべてについて、", members(of))
            } else {
                format!("{}のいずれかについて、", members(of))
            };
            match holds {
                N(text) => N(of + &text),
                V(text) => V(of + &text),
            }
        }
    }
}

/// A clause that is joined to another: in brackets when its parts are joined by another word.
fn part(of: &Clause, is_or: bool) -> Predicate {
    if matches!(of, Clause::Joined { is_or: other, .. } if *other != is_or) {
        Predicate::Verb(format!("（{}）", plain(of)))
    } else {
        predicate(of)
    }
}

fn are_players(of: &MembersSaid) -> bool {
    match &of.noun {
        MemberNoun::Kind(kind, _) | MemberNoun::Named(kind, _) | MemberNoun::End(_, kind) => {
            kind.one == "プレイヤー"
        }
        MemberNoun::OtherPlayers => true,
    }
}

fn compared(op: BinaryOp, a: &Noun, b: &Noun, right: Right) -> Predicate {
    use BinaryOp::{Equal, Greater, GreaterEqual, Has, In, Less, LessEqual, NotEqual, NotIn};
    use Predicate::{Noun as N, Verb as V};
    let begin = format!("{}が{}", noun(a), noun(b));
    let is_place = matches!(b, Noun::Place { .. } | Noun::Member { .. });
    match (op, right) {
        (Equal, _) => N(begin),
        (NotEqual, _) => V(format!("{begin}でない")),
        (Less, _) => N(format!("{begin}未満")),
        (LessEqual, _) => N(format!("{begin}以下")),
        (Greater, _) => V(format!("{begin}より大きい")),
        (GreaterEqual, _) => N(format!("{begin}以上")),
        (In, Right::Set) => N(format!("{begin}のいずれか")),
        (NotIn, Right::Set) => V(format!("{begin}のいずれでもない")),
        (In, Right::Range) => N(begin),
        (NotIn, Right::Range) => V(format!("{begin}でない")),
        (In, Right::Other) if is_place => V(format!("{begin}にある")),
        (NotIn, Right::Other) if is_place => V(format!("{begin}にない")),
        (In, Right::Other) => V(format!("{begin}に含まれる")),
        (NotIn, Right::Other) => V(format!("{begin}に含まれない")),
        (Has, _) => V(format!("{begin}を持つ")),
        (
            BinaryOp::Or
            | BinaryOp::And
            | BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Modulo
            | BinaryOp::Else,
            _,
        ) => V(format!("⟨{} ? {}⟩", noun(a), noun(b))),
    }
}

/// `鳥が3羽以上`
fn so_many(op: BinaryOp, told: &Counted, number: &Noun) -> Predicate {
    use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    use Predicate::{Noun as N, Verb as V};
    let what = counted(told);
    let is_alive = match told {
        Counted::Members(of) => are_players(of),
        Counted::Phrase(..) => false,
    };
    match (op, number) {
        (Equal | LessEqual, Noun::Number(0)) | (Less, Noun::Number(1)) => {
            return V(format!("{what}が{}", exist(is_alive, false)));
        }
        (Greater | NotEqual, Noun::Number(0)) | (GreaterEqual, Noun::Number(1)) => {
            return V(format!("{what}が{}", exist(is_alive, true)));
        }
        _ => {}
    }
    let begin = match number.as_number() {
        Some(number) => format!("{what}が{number}{}", counter(told)),
        None => format!("{what}の数が{}", noun(number)),
    };
    match op {
        Equal => match number.as_number() {
            Some(number) => N(format!("{what}がちょうど{number}{}", counter(told))),
            None => N(begin),
        },
        NotEqual => V(format!("{begin}でない")),
        Less => N(format!("{begin}未満")),
        LessEqual => N(format!("{begin}以下")),
        Greater => V(format!("{begin}より多い")),
        GreaterEqual => N(format!("{begin}以上")),
        BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::In
        | BinaryOp::NotIn
        | BinaryOp::Has
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Modulo
        | BinaryOp::Else => V(format!("⟨{what} ? {}⟩", noun(number))),
    }
}

/// Writes a choice as the object of `選ぶ`, its particle included.
pub(super) fn choice(said: &ChoiceSaid) -> String {
    let what = said.parts.iter().map(|part| chosen(part, &said.many));
    let how = match said.many {
        HowMany::Any => "を好きな数だけ",
        HowMany::All => "すべてを好きな順で",
        HowMany::One | HowMany::Exactly(_) | HowMany::UpTo(_) => "を",
    };
    let again = if said.again {
        "（同じものでもよい）"
    } else {
        ""
    };
    let whole = said.whole.as_ref();
    let whole = whole.map_or(String::new(), |cond| format!("{}ように、", plain(cond)));
    let what: Vec<String> = what.collect();
    format!("{whole}{}{again}{how}", what.join("と"))
}

/// `手札の動物1枚`
fn chosen(of: &MembersSaid, many: &HowMany) -> String {
    let (what, counter) = (members(of), member_counter(of));
    match many {
        // A number that is chosen is one.
        HowMany::One if matches!(of.noun, MemberNoun::Named(..)) => what,
        HowMany::One => format!("{what}1{counter}"),
        HowMany::Exactly(count) => format!("{what}{}{counter}", noun(count)),
        HowMany::UpTo(count) => format!("{what}{}{counter}まで", noun(count)),
        HowMany::Any | HowMany::All => what,
    }
}

/// Endings of the plain form with their denials.
const DENIALS: &[(&str, &str)] = &[
    ("である", "でない"),
    ("がある", "がない"),
    ("にある", "にない"),
    ("ている", "ていない"),
    ("がいる", "がいない"),
    ("にいる", "にいない"),
    ("できる", "できない"),
    ("する", "しない"),
    ("を持つ", "を持たない"),
    ("でない", "である"),
];

/// Denies a clause in the plain form.
fn denied(text: &str) -> String {
    for (so, not) in DENIALS {
        if let Some(begin) = text.strip_suffix(so) {
            return format!("{begin}{not}");
        }
    }
    format!("「{text}」ではない")
}
