//! Nouns of Japanese.

use crate::prose::japanese::{PIECES, clauses, phrases};
use crate::prose::tree::{
    BinaryOp, Counted, KindNoun, MemberNoun, MemberSource, MembersSaid, Noun,
};

/// Writes a noun as it stands in a sentence.
pub(super) fn noun(said: &Noun) -> String {
    match said {
        Noun::Number(number) => number.to_string(),
        Noun::Flag(flag) => if *flag { "はい" } else { "いいえ" }.into(),
        Noun::Nothing => "なし".into(),
        Noun::Text(text) => format!("「{text}」"),
        Noun::Word(word) => word.clone(),
        Noun::Name(name) => format!("`{name}`"),
        Noun::You => "あなた".into(),
        Noun::It => "それ".into(),
        Noun::ThisOne => "これ".into(),
        Noun::This(kind) => format!("この{}", kind.one),
        Noun::The(kind, None) => format!("その{}", kind.one),
        Noun::The(kind, Some(name)) => format!("その{}`{name}`", kind.one),
        Noun::Some(kind) => kind.one.clone(),
        Noun::Anybody => "誰か".into(),
        Noun::ThatPlayer => "そのプレイヤー".into(),
        Noun::Chosen => "選んだもの".into(),
        Noun::Place { noun, is_yours } => {
            let whose = if *is_yours { "自分の" } else { "" };
            format!("{whose}{noun}")
        }
        Noun::Yours(word) => format!("自分の{word}"),
        Noun::YourCount(told) => format!("自分の{}", counted(told)),
        Noun::NumberOf(told) => format!("{}の数", counted(told)),
        Noun::AllOf(kind) => format!("すべての{}", kind.one),
        Noun::All(of) => format!("{}すべて", members(of)),
        Noun::List(nouns) => list(nouns),
        Noun::Between(low, high) => format!("{}～{}", noun(low), noun(high)),
        Noun::Minus(of) => format!("−{}", noun(of)),
        Noun::Bracketed(of) => format!("（{}）", noun(of)),
        Noun::Calculation(op, a, b) => calculation(*op, &noun(a), &noun(b)),
        Noun::OrElse(a, b) => format!("{}（なければ{}）", noun(a), noun(b)),
        Noun::Either(cond, a, b) => {
            let cond = clauses::if_so(cond);
            format!("{cond}{}、そうでなければ{}", noun(a), noun(b))
        }
        Noun::Whether(clause) => format!("{}かどうか", clauses::plain(clause)),
        Noun::OptionNamed(name) => format!("選択ルール「{name}」"),
        Noun::Phrase(filled) => phrases::fill(filled),
        Noun::Member { whose, name } => of(whose, name),
        Noun::Applied(callee, args) => {
            if args.is_empty() {
                noun(callee)
            } else {
                format!("{}（{}）", noun(callee), list(args))
            }
        }
        Noun::End { name, kind, of } => {
            let kind = kind.as_ref().map_or("もの", |kind| kind.one.as_str());
            format!("{}の{}{kind}", noun(of), end(name))
        }
        Noun::BuiltIn(name, args) => built_in(name, args),
        Noun::Query(name, args) => match args.as_slice() {
            [one] => of(one, name),
            args => format!("{}の{name}", list(args)),
        },
        Noun::Fold {
            name,
            members,
            value,
        } => fold(name, members, value.as_deref().map(noun)),
        Noun::Of(a, whose) => of(whose, &noun(a)),
        Noun::For(a, key) => format!("{}に応じた{}", noun(key), noun(a)),
    }
}

/// `動物の重さ`; of what is spoken of, the name alone.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "`noun` lists every noun; only pronouns have a form besides when something is theirs"
)]
fn of(whose: &Noun, name: &str) -> String {
    match whose {
        Noun::You => format!("自分の{name}"),
        Noun::It => name.to_owned(),
        whose => format!("{}の{name}", noun(whose)),
    }
}

/// `a、b、c`
pub(super) fn list(nouns: &[Noun]) -> String {
    let nouns: Vec<String> = nouns.iter().map(noun).collect();
    nouns.join("、")
}

/// The piece at an end of a place.
fn end(name: &str) -> &'static str {
    match name {
        "top" => "一番上の",
        _ => "一番下の",
    }
}

fn calculation(op: BinaryOp, a: &str, b: &str) -> String {
    match op {
        BinaryOp::Add => format!("{a}＋{b}"),
        BinaryOp::Subtract => format!("{a}−{b}"),
        BinaryOp::Multiply => format!("{a}×{b}"),
        BinaryOp::Divide => format!("{a}÷{b}（端数切り捨て）"),
        BinaryOp::Modulo => format!("{a}を{b}で割った余り"),
        BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual
        | BinaryOp::In
        | BinaryOp::NotIn
        | BinaryOp::Has
        | BinaryOp::Else => format!("⟨{a} ? {b}⟩"),
    }
}

fn built_in(name: &str, args: &[Noun]) -> String {
    if let ("opponents", [Noun::You]) = (name, args) {
        return "ほかのプレイヤー".into();
    }
    if let ("nth", [place, Noun::Minus(number)]) = (name, args) {
        return format!("{}の後ろから{}番目", noun(place), noun(number));
    }
    let said: Vec<String> = args.iter().map(noun).collect();
    match (name, said.as_slice()) {
        ("size", [of]) => format!("{of}の数"),
        ("random", [of]) => format!("{of}から無作為に選んだ1つ"),
        ("roll", [low, high]) => format!("{low}～{high}の無作為な数"),
        ("min", [a, b]) => format!("{a}と{b}の小さいほう"),
        ("max", [a, b]) => format!("{a}と{b}の大きいほう"),
        ("abs", [of]) => format!("{of}の絶対値"),
        ("div_up", [a, b]) => format!("{a}÷{b}（端数切り上げ）"),
        ("next", [of]) => format!("{of}の次のプレイヤー"),
        ("opponents", [of]) => format!("{of}以外のプレイヤー"),
        ("players_from", [of]) => format!("{of}から順に全プレイヤー"),
        ("player_count", []) => "プレイヤー人数".into(),
        ("nth", [place, number]) => format!("{place}の{number}番目"),
        ("distance", [a, b]) => format!("{a}から{b}までの距離"),
        ("neighbours", [of]) => format!("{of}に隣接するスペース"),
        ("cells", [of]) => format!("{of}の各スペース"),
        ("placements", [shape, board]) => format!("{board}への{shape}の置き方"),
        ("placements_at", [shape, space]) => format!("{space}から始まる{shape}の置き方"),
        ("owner" | "board_owner", [of]) => format!("{of}の持ち主"),
        ("space", [of]) => format!("{of}のあるスペース"),
        ("place", [of]) => format!("{of}のある場所"),
        (name, said) => format!("⟨{name}⟩（{}）", said.join("、")),
    }
}

fn fold(name: &str, of: &MembersSaid, value: Option<String>) -> String {
    let of = members(of);
    match (name, value) {
        ("sum", Some(value)) => format!("{of}ごとの{value}の合計"),
        ("greatest", Some(value)) => format!("{value}が最大の{of}"),
        ("fewest", Some(value)) => format!("{value}が最小の{of}"),
        ("most", Some(value)) => format!("{of}ごとの{value}の最大値"),
        ("least", Some(value)) => format!("{of}ごとの{value}の最小値"),
        ("first", None) => format!("最初の{of}"),
        ("last", None) => format!("最後の{of}"),
        ("distinct", Some(value)) => format!("{of}の{value}の種類数"),
        (name, None) => format!("{of}の⟨{name}⟩"),
        (name, Some(value)) => format!("{of}の⟨{name}⟩（{value}）"),
    }
}

/// Writes a noun that is counted, without its number.
pub(super) fn counted(told: &Counted) -> String {
    match told {
        Counted::Phrase(filled, _) => phrases::fill(filled),
        Counted::Members(of) => members(of),
    }
}

/// `手札の動物3枚`
pub(super) fn so_many(told: &Counted, number: &str) -> String {
    format!("{}{number}{}", counted(told), counter(told))
}

/// The counter of what is counted: of pieces one for all, of numbers none.
pub(super) fn counter(told: &Counted) -> &str {
    match told {
        Counted::Phrase(_, counter) => counter.as_deref().unwrap_or_default(),
        Counted::Members(of) => member_counter(of),
    }
}

pub(super) fn member_counter(of: &MembersSaid) -> &str {
    match &of.noun {
        MemberNoun::Kind(kind, _) | MemberNoun::Named(kind, _) | MemberNoun::End(_, kind) => {
            kind_counter(kind)
        }
        MemberNoun::OtherPlayers => "人",
    }
}

pub(super) fn kind_counter(kind: &KindNoun) -> &str {
    kind.counter.as_deref().unwrap_or(PIECES)
}

/// `手札の動物（重さが3以上のもの）`
pub(super) fn members(of: &MembersSaid) -> String {
    let conds: Vec<String> = of.conds.iter().map(clauses::plain).collect();
    let such = if conds.is_empty() {
        String::new()
    } else {
        format!("（{}もの）", conds.join("、かつ"))
    };
    format!(
        "{}{}{such}",
        source(&of.source, &of.noun),
        member_noun(&of.noun)
    )
}

fn member_noun(noun: &MemberNoun) -> String {
    match noun {
        MemberNoun::Kind(kind, None) => kind.one.clone(),
        MemberNoun::Kind(kind, Some(name)) | MemberNoun::Named(kind, name) => {
            format!("{}`{name}`", kind.one)
        }
        MemberNoun::OtherPlayers => "ほかのプレイヤー".into(),
        MemberNoun::End(which, kind) => format!("{}{}", end(which), kind.one),
    }
}

fn source(from: &MemberSource, of: &MemberNoun) -> String {
    match from {
        MemberSource::Everything => String::new(),
        MemberSource::Of(place) | MemberSource::In(place) => format!("{}の", noun(place)),
        MemberSource::OnYour(board) => format!("自分の{board}の"),
        MemberSource::Or(a, b) => {
            let first = source(a, of);
            let first = first.strip_suffix('の').unwrap_or(&first);
            format!("{first}または{}", source(b, of))
        }
        MemberSource::Between(low, high) => format!("{}～{}の", noun(low), noun(high)),
        MemberSource::BeginningWith(first) => format!("{}から順に各", noun(first)),
        MemberSource::Beside(place) => format!("{}に隣接する", noun(place)),
        MemberSource::Among(words, _) => {
            // The noun of the members stands at the end of the words already.
            let words = noun(words);
            match words.strip_suffix(&member_noun(of)) {
                Some(rest) => rest.to_owned(),
                None => format!("{words}の"),
            }
        }
    }
}
