//! Clauses of English, as they follow `if` and `whenever`.

use crate::prose::english::nouns::{counted, many, noun, one};
use crate::prose::english::{fill, listed};
use crate::prose::tree::{
    BinaryOp, ChoiceSaid, Clause, Counted, HowMany, MembersSaid, Noun, Right,
};

/// Tells whether a clause is a time rather than a sentence: `in your turn`.
fn says_when(said: &str) -> bool {
    said.starts_with("in ")
}

/// Writes a clause as it follows `if`.
pub(super) fn condition(said: &Clause) -> String {
    let said = clause(said);
    if says_when(&said) {
        format!("this is {said}")
    } else {
        said
    }
}

/// Some things that hold: when, as it follows what happens then, and the others, as they follow `if`.
pub(super) fn when_and_if(all: &[Clause]) -> (String, String) {
    let said = all.iter().map(clause);
    let (when, rest): (Vec<String>, Vec<String>) = said.partition(|said| says_when(said));
    (when.join(" and "), rest.join(" and "))
}

/// Writes a clause by itself.
pub(super) fn clause(said: &Clause) -> String {
    let is = |so: bool| if so { "is" } else { "is not" };
    match said {
        Clause::Always(so) => if *so { "always" } else { "never" }.into(),
        Clause::Joined { is_or, a, b } => {
            let word = if *is_or { "or" } else { "and" };
            format!("{} {word} {}", clause(a), clause(b))
        }
        Clause::Bracketed(of) => format!("({})", clause(of)),
        Clause::Either { cond, a, b } => format!(
            "{} when {}, otherwise {}",
            clause(a),
            clause(cond),
            clause(b)
        ),
        Clause::OptionIs(name, so) => {
            let on = if *so { "on" } else { "off" };
            format!("the option “{name}” is {on}")
        }
        Clause::Holds(value, true) => format!("{} holds", noun(value)),
        Clause::Holds(value, false) => format!("{} does not hold", noun(value)),
        Clause::Value(value, true) => noun(value),
        Clause::Value(value, false) => format!("not {}", noun(value)),
        Clause::Phrase {
            filled,
            denied: false,
        } => fill(filled, true),
        Clause::Phrase {
            filled,
            denied: true,
        } => denied(&fill(filled, true)),
        Clause::CanChoose(what, so) => {
            format!("it {} possible to choose {}", is(*so), choice(what))
        }
        Clause::CanDo(action, so) => format!("“{action}” {} possible", is(*so)),
        Clause::OnEdge(what, so) => format!("{} {} on the edge", noun(what), is(*so)),
        Clause::Knows(who, what, so) => {
            let know = if *so { "knows" } else { "does not know" };
            format!("{} {know} {}", noun(who), noun(what))
        }
        Clause::Named(name, true) => name.clone(),
        Clause::Named(name, false) => format!("not {name}"),
        Clause::HoldsFor(name, args, so) => {
            let args: Vec<String> = args.iter().map(noun).collect();
            let holds = if *so { "holds" } else { "does not hold" };
            format!("“{name}” {holds} for {}", listed(&args))
        }
        Clause::Flag(of, name, so) => format!("{} {} {name}", noun(of), is(*so)),
        Clause::Compared { op, a, b, right } => compared(*op, a, b, *right),
        Clause::Denied(of) => denied(&clause(of)),
        Clause::TakenBy(of, name, there) => {
            let who = if *there { "somebody" } else { "nobody" };
            format!("{} is {name} {who}", noun(of))
        }
        Clause::HasA(of, name, there) => {
            let has = if *there { "has a" } else { "has no" };
            format!("{} {has} {name}", noun(of))
        }
        Clause::There(what, there) => is_there(&noun(what), *there),
        Clause::OnYour(of, ty, so) => {
            let not = if *so { "" } else { "not " };
            format!("{} is {not}on your {ty}", noun(of))
        }
        Clause::Yours(of, so) => {
            let not = if *so { "" } else { "not " };
            format!("{} is {not}yours", noun(of))
        }
        Clause::Among { of, at, name, has } => {
            let has = if *has { "has" } else { "has no" };
            format!("{} {has} {} among its {name}", noun(of), noun(at))
        }
        Clause::SoMany {
            op,
            counted,
            number,
        } => so_many(*op, counted, number),
        Clause::Exists(members, true) => format!("there is a {}", one(members)),
        Clause::Exists(members, false) => format!("there is no {}", one(members)),
        Clause::Every {
            members,
            holds,
            all,
        } => {
            let every = if *all { "every" } else { "some" };
            let holds = holds.as_ref().map_or(String::new(), |holds| clause(holds));
            format!("for {every} {}, {holds}", one(members))
        }
    }
}

fn is_there(what: &str, there: bool) -> String {
    if let Some(own) = what.strip_prefix("your ") {
        let has = if there { "have a" } else { "have no" };
        return format!("you {has} {own}");
    }
    let what = what.strip_prefix("the ").unwrap_or(what);
    let is = if there { "is a" } else { "is no" };
    format!("there {is} {what}")
}

fn compared(op: BinaryOp, a: &Noun, b: &Noun, right: Right) -> String {
    use BinaryOp::{Equal, Greater, GreaterEqual, Has, In, Less, LessEqual, NotEqual, NotIn};
    let (left, said) = (noun(a), noun(b));
    match op {
        Equal => format!("{left} is {said}"),
        NotEqual => format!("{left} is not {said}"),
        Less => format!("{left} is less than {said}"),
        LessEqual => format!("{left} is at most {said}"),
        Greater => format!("{left} is more than {said}"),
        GreaterEqual => format!("{left} is at least {said}"),
        In | NotIn => {
            let is_in = if op == In { "is" } else { "is not" };
            match right {
                Right::Set => format!("{left} {is_in} {}", said.replace(" and ", " or ")),
                Right::Range => format!("{left} {is_in} {said}"),
                Right::Other => format!("{left} {is_in} in {said}"),
            }
        }
        Has => format!("{left} has {said}"),
        BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Modulo
        | BinaryOp::Else => format!("{left}, {said}"),
    }
}

/// `there are at least 3 birds`
fn so_many(op: BinaryOp, told: &Counted, number: &Noun) -> String {
    let (one, several) = (counted(told, false), counted(told, true));
    let amount = number.as_number();
    match (op, amount) {
        (BinaryOp::Equal | BinaryOp::LessEqual, Some(0)) | (BinaryOp::Less, Some(1)) => {
            return format!("there is no {one}");
        }
        (BinaryOp::Greater | BinaryOp::NotEqual, Some(0)) | (BinaryOp::GreaterEqual, Some(1)) => {
            return format!("there is a {one}");
        }
        _ => {}
    }
    let Some(amount) = amount else {
        return format!("the number of {several} is {}{}", than(op), noun(number));
    };
    let so = match op {
        BinaryOp::Equal => "exactly ",
        BinaryOp::NotEqual => "not exactly ",
        BinaryOp::Less => "fewer than ",
        BinaryOp::LessEqual => "at most ",
        BinaryOp::Greater => "more than ",
        BinaryOp::GreaterEqual
        | BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::In
        | BinaryOp::NotIn
        | BinaryOp::Has
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Modulo
        | BinaryOp::Else => "at least ",
    };
    match amount {
        1 => format!("there is {so}1 {one}"),
        amount => format!("there are {so}{amount} {several}"),
    }
}

fn than(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::NotEqual => "not ",
        BinaryOp::Less => "less than ",
        BinaryOp::LessEqual => "at most ",
        BinaryOp::Greater => "more than ",
        BinaryOp::GreaterEqual => "at least ",
        BinaryOp::Equal
        | BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::In
        | BinaryOp::NotIn
        | BinaryOp::Has
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Modulo
        | BinaryOp::Else => "",
    }
}

/// Writes a choice behind who makes it.
pub(super) fn choice(said: &ChoiceSaid) -> String {
    let many = match &said.many {
        HowMany::One => None,
        HowMany::Exactly(count) => Some(noun(count)),
        HowMany::UpTo(count) => Some(format!("up to {}", noun(count))),
        HowMany::Any => Some("any number of".to_owned()),
        HowMany::All => Some("all, in any order,".to_owned()),
    };
    let what = said.parts.iter();
    let what: Vec<String> = what.map(|part| chosen(part, many.as_deref())).collect();
    let again = if said.again {
        ", also the same again"
    } else {
        ""
    };
    let whole = said.whole.as_ref();
    let whole = whole.map_or(String::new(), |cond| {
        format!(", so that {}", condition(cond))
    });
    format!("{}{again}{whole}", what.join(", and "))
}

/// `a card in your hand`, `up to 2 cards in your hand`
fn chosen(members: &MembersSaid, count: Option<&str>) -> String {
    match count {
        None => format!("a {}", one(members)),
        Some(few @ ("1" | "up to 1")) => format!("{few} {}", one(members)),
        Some(count) => format!("{count} {}", many(members)),
    }
}

/// Negates a clause of English.
pub(super) fn denied(clause: &str) -> String {
    if let Some((before, after)) = clause.split_once(" has ") {
        return format!("{before} has no {after}");
    }
    for word in [" is ", " are ", " may ", " can "] {
        if let Some((before, after)) = clause.split_once(word) {
            return format!("{before}{word}not {after}");
        }
    }
    format!("it is not so that {clause}")
}
