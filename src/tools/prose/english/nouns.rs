//! Nouns of English.

use crate::prose::english::{clauses, fill, listed};
use crate::prose::tree::{
    BinaryOp, Counted, KindNoun, MemberNoun, MemberSource, MembersSaid, Noun,
};

/// Writes a noun as it stands in a sentence.
pub(super) fn noun(said: &Noun) -> String {
    match said {
        Noun::Number(number) => number.to_string(),
        Noun::Flag(flag) => if *flag { "yes" } else { "no" }.into(),
        Noun::Nothing => "none".into(),
        Noun::Text(text) => format!("“{text}”"),
        Noun::Word(word) => word.clone(),
        Noun::Name(name) => format!("`{name}`"),
        Noun::You => "you".into(),
        Noun::It => "it".into(),
        Noun::ThisOne => "this one".into(),
        Noun::This(kind) => format!("this {}", kind.one),
        Noun::The(kind, None) => format!("the {}", kind.one),
        Noun::The(kind, Some(name)) => format!("the {} `{name}`", kind.one),
        Noun::Some(kind) => format!("a {}", kind.one),
        Noun::Anybody => "anybody".into(),
        Noun::ThatPlayer => "that player".into(),
        Noun::Chosen => "what is chosen".into(),
        Noun::Place { noun, is_yours } => {
            let whose = if *is_yours { "your" } else { "the" };
            format!("{whose} {noun}")
        }
        Noun::Yours(word) => format!("your {word}"),
        Noun::YourCount(told) => format!("your {}", counted(told, true)),
        Noun::NumberOf(told) => format!("the number of {}", counted(told, true)),
        Noun::AllOf(kind) => format!("all {}", kind.many),
        Noun::All(members) => format!("all {}", many(members)),
        Noun::List(nouns) => listed(&nouns.iter().map(noun).collect::<Vec<_>>()),
        Noun::Between(low, high) => format!("{} to {}", noun(low), noun(high)),
        Noun::Minus(of) => format!("minus {}", noun(of)),
        Noun::Bracketed(of) => format!("({})", noun(of)),
        Noun::Calculation(op, a, b) => format!("{} {} {}", noun(a), sign(*op), noun(b)),
        Noun::OrElse(a, b) => format!("{}, or {} if there is none", noun(a), noun(b)),
        Noun::Either(cond, a, b) => {
            let cond = clauses::condition(cond);
            format!("{} if {cond}, otherwise {}", noun(a), noun(b))
        }
        Noun::Whether(clause) => format!("whether {}", clauses::condition(clause)),
        Noun::OptionNamed(name) => format!("the option “{name}”"),
        Noun::Phrase(filled) => fill(filled, true),
        Noun::Member { whose, name } => member(whose, name),
        Noun::Applied(callee, args) => {
            if args.is_empty() {
                noun(callee)
            } else {
                format!("{} ({})", noun(callee), commas(args))
            }
        }
        Noun::End { name, kind, of } => {
            let kind = kind.as_ref();
            let kind = kind.map_or(String::new(), |kind| format!(" {}", kind.one));
            format!("the {name}{kind} of {}", noun(of))
        }
        Noun::BuiltIn(name, args) => built_in(name, args),
        Noun::Query(name, args) => {
            let name = name.strip_suffix(" of").unwrap_or(name);
            let args: Vec<String> = args.iter().map(noun).collect();
            format!("the {name} of {}", listed(&args))
        }
        Noun::Fold {
            name,
            members,
            value,
        } => fold(name, members, value.as_deref().map(noun)),
        Noun::Of(a, b) => format!("{} of {}", noun(a), noun(b)),
        Noun::For(a, b) => format!("{} for {}", noun(a), noun(b)),
    }
}

/// Writes what belongs to a thing: `your weight`, `its weight`, `the weight of the card`.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "`noun` lists every noun; only pronouns have a possessive form besides"
)]
fn member(whose: &Noun, name: &str) -> String {
    match whose {
        Noun::You => format!("your {name}"),
        Noun::It => format!("its {name}"),
        whose => format!("the {name} of {}", noun(whose)),
    }
}

pub(super) fn commas(nouns: &[Noun]) -> String {
    let nouns: Vec<String> = nouns.iter().map(noun).collect();
    nouns.join(", ")
}

fn built_in(name: &str, args: &[Noun]) -> String {
    let said: Vec<String> = args.iter().map(noun).collect();
    match (name, said.as_slice()) {
        ("size", [of]) => format!("the number in {of}"),
        ("random", [of]) => format!("one of {of} by chance"),
        ("roll", [low, high]) => format!("a roll from {low} to {high}"),
        ("min", [a, b]) => format!("the smaller of {a} and {b}"),
        ("max", [a, b]) => format!("the larger of {a} and {b}"),
        ("abs", [of]) => format!("{of} without its sign"),
        ("div_up", [a, b]) => format!("{a} divided by {b}, rounded up"),
        ("next", [of]) => format!("the player after {of}"),
        ("opponents", [of]) if of == "you" => "the other players".into(),
        ("opponents", [of]) => format!("the opponents of {of}"),
        ("players_from", [of]) => format!("the players, beginning with {of}"),
        ("player_count", []) => "the number of players".into(),
        ("nth", [place, number]) => format!("number {number} of {place}"),
        ("distance", [a, b]) => format!("the distance from {a} to {b}"),
        ("neighbours", [of]) => format!("the spaces beside {of}"),
        ("cells", [of]) => format!("the spaces of {of}"),
        ("placements", [shape, board]) => format!("the ways to lay {shape} on {board}"),
        ("placements_at", [shape, space]) => {
            format!("the ways to lay {shape} that begin at {space}")
        }
        ("owner" | "board_owner", [of]) => format!("the owner of {of}"),
        ("space", [of]) => format!("the space of {of}"),
        ("place", [of]) => format!("the place of {of}"),
        (name, said) => format!("{name} ({})", said.join(", ")),
    }
}

fn fold(name: &str, members: &MembersSaid, value: Option<String>) -> String {
    let (one, many) = (one(members), many(members));
    match (name, value) {
        ("sum", Some(value)) => format!("the sum of {value} for each {one}"),
        ("greatest", Some(value)) => format!("the {one} with the greatest number: {value}"),
        ("fewest", Some(value)) => format!("the {one} with the smallest number: {value}"),
        ("most", Some(value)) => format!("the greatest number among {many}: {value}"),
        ("least", Some(value)) => format!("the smallest number among {many}: {value}"),
        ("first" | "last", None) => format!("the {name} {one}"),
        ("distinct", Some(value)) => format!("how many different answers {many} give: {value}"),
        (name, None) => format!("the {} of {many}", name.replace('_', " ")),
        (name, Some(value)) => format!("the {} of {many} ({value})", name.replace('_', " ")),
    }
}

/// Writes a noun that is counted, in the singular or the plural.
pub(super) fn counted(told: &Counted, is_many: bool) -> String {
    match told {
        Counted::Phrase(filled, _) => fill(filled, is_many),
        Counted::Members(members) if is_many => many(members),
        Counted::Members(members) => one(members),
    }
}

/// `card in your hand such that it is red`
pub(super) fn one(members: &MembersSaid) -> String {
    format!("{}{}", member_noun(&members.noun, false), behind(members))
}

/// `cards in your hand such that it is red`
pub(super) fn many(members: &MembersSaid) -> String {
    format!("{}{}", member_noun(&members.noun, true), behind(members))
}

fn member_noun(noun: &MemberNoun, is_many: bool) -> String {
    let form = |kind: &KindNoun| if is_many { &kind.many } else { &kind.one }.clone();
    match noun {
        MemberNoun::Kind(kind, _) => form(kind),
        MemberNoun::Named(kind, name) => format!("{} `{name}`", form(kind)),
        MemberNoun::OtherPlayers if is_many => "other players".into(),
        MemberNoun::OtherPlayers => "other player".into(),
        MemberNoun::End(which, kind) => format!("{which} {}", form(kind)),
    }
}

/// Returns the words behind the noun of members.
fn behind(members: &MembersSaid) -> String {
    let conds: Vec<String> = members.conds.iter().map(clauses::condition).collect();
    let such = if conds.is_empty() {
        String::new()
    } else {
        format!(" such that {}", conds.join(" and "))
    };
    source(&members.source) + &such
}

fn source(from: &MemberSource) -> String {
    match from {
        MemberSource::Everything => String::new(),
        MemberSource::Of(of) => format!(" of {}", noun(of)),
        MemberSource::In(place) => format!(" in {}", noun(place)),
        MemberSource::OnYour(board) => format!(" on your {board}"),
        MemberSource::Or(a, b) => format!("{} or{}", source(a), source(b)),
        MemberSource::Between(low, high) => format!(" from {} to {}", noun(low), noun(high)),
        MemberSource::BeginningWith(of) => format!(", beginning with {}", noun(of)),
        MemberSource::Beside(of) => format!(" beside {}", noun(of)),
        MemberSource::Among(words, kind) => {
            let words = noun(words);
            let noun = kind.as_ref().map(|kind| format!("the {} ", kind.many));
            match noun.and_then(|noun| words.strip_prefix(&noun).map(str::to_owned)) {
                Some(rest) => format!(" {rest}"),
                None => format!(" of {words}"),
            }
        }
    }
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "−",
        BinaryOp::Multiply => "×",
        BinaryOp::Divide => "divided (rounded down) by",
        BinaryOp::Modulo => "modulo",
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
        | BinaryOp::Else => "?",
    }
}
