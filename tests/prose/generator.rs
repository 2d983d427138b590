//! Games in which each name means several things.

use ludex::engine::chance::Stream;
use std::fmt::Write;

/// The names, few enough that each is given several times.
const POOL: [&str; 6] = ["amber", "birch", "cedar", "delta", "ember", "fjord"];
/// The nouns of the variables.
pub(super) const VARIABLES: [(&str, &str); 3] =
    [("apple", "apples"), ("pear", "pears"), ("plum", "plums")];
/// The first values of the variables.
pub(super) const START: [i64; 3] = [11, 23, 37];
/// The arguments that the effect is called with.
pub(super) const ARGUMENTS: [i64; 2] = [7, 13];
/// The numbers on the cards: two lie in the place, the third elsewhere.
pub(super) const NUMBERS: [i64; 3] = [3, 5, 8];
/// The titles of the cards.
pub(super) const TITLES: [&str; 3] = ["Ace", "Bat", "Cow"];
/// The words of the values of the enum, the first of which holds.
pub(super) const VALUES: [&str; 2] = ["crimson", "navy"];

/// The nouns of the variables in Japanese.
pub(super) const JAPANESE_VARIABLES: [&str; 3] = ["りんご", "みかん", "すもも"];
/// The titles of the cards in Japanese.
pub(super) const JAPANESE_TITLES: [&str; 3] = ["エース", "コウモリ", "ウシ"];
/// The words of the values of the enum in Japanese.
pub(super) const JAPANESE_VALUES: [&str; 2] = ["紅", "紺"];

/// A game with what its names mean, as far as a reader of its words must know.
pub(super) struct GeneratedGame {
    pub(super) files: Vec<(String, String)>,
    pub(super) variables: Vec<String>,
    pub(super) mood: String,
    pub(super) attribute: String,
    /// The variable that the query adds to its argument.
    pub(super) added: usize,
    pub(super) parameters: [String; 2],
}

/// The meaning of a name where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Variable,
    Place,
    Mood,
    Query,
    Number,
    Card,
}

struct Names {
    /// All names that hold, the innermost last.
    scope: Vec<(&'static str, Meaning)>,
    attribute: &'static str,
    rows: [&'static str; 3],
    values: [&'static str; 2],
}

/// Makes a game.
pub(super) fn game(stream: &mut Stream) -> GeneratedGame {
    let top = shuffled(stream);
    let [one, two, three, place, mood, query] = top;
    let [value, other, ..] = shuffled(stream);
    let rows = shuffled(stream);
    let parameters = shuffled(stream);
    let attribute = pick(stream, &POOL);
    let mut names = Names {
        scope: vec![
            (one, Meaning::Variable),
            (two, Meaning::Variable),
            (three, Meaning::Variable),
            (place, Meaning::Place),
            (mood, Meaning::Mood),
            (query, Meaning::Query),
            (parameters[0], Meaning::Number),
            (parameters[1], Meaning::Number),
        ],
        attribute,
        rows: [rows[0], rows[1], rows[2]],
        values: [value, other],
    };
    let mut body = String::new();
    block(stream, &mut names, 1, &mut body);
    let mut rules = format!(
        "enum suit {{ {value} \"{}\" {other} \"{}\" }}\n\
         kind card {{\n  name: text\n  {attribute}: int 0..9\n  home rest\n}}\n\
         place rest: list of card\nplace {place}: list of card \"thicket\"\n",
        VALUES[0], VALUES[1]
    );
    for (name, ((noun, nouns), start)) in top.iter().zip(VARIABLES.iter().zip(START)) {
        let _ = writeln!(
            rules,
            "var {name} per player: int -999999..999999 = {start} \"{{{name}|{noun}|{nouns}}}\""
        );
    }
    let argument = pick(stream, &POOL);
    let argument = if argument == query {
        "number"
    } else {
        argument
    };
    // The query adds the first variable, or the second where its parameter hides the first.
    let added = usize::from(argument == one);
    let _ = write!(
        rules,
        "var {mood} per player: suit = suit.{value}\n\
         query {query}({argument}: int) -> int \"{{{query}|vow|vows}} of {{{argument}}}\" = {argument} + {}\n\
         effect act({}: int, {}: int) {{\n{body}}}\n\
         setup {{ move the(nth(rest, 1)) to {place}; move the(nth(rest, 1)) to {place} }}\n\
         action go \"go\" {{ act({}, {}) }}\n\
         play {{ for each p in players {{ as p {{ offer you: go }} }} }}\nresult {{ score {one} high }}\n",
        top[added], parameters[0], parameters[1], ARGUMENTS[0], ARGUMENTS[1]
    );
    let mut cards = "card:\n".to_owned();
    for ((row, title), number) in names.rows.iter().zip(TITLES).zip(NUMBERS) {
        let _ = writeln!(
            cards,
            "  - {{ id: {row}, name: {title}, {attribute}: {number} }}"
        );
    }
    let mut japanese = format!(
        "title: 影\nwords:\n  suit.{value}: {}\n  suit.{other}: {}\n  card: カード\n  card.{attribute}: 印\n  \
         rest: 控え\n  {place}: 藪\n  {mood}: 気分\n  {query}: \"{{{argument}}}の誓い\"\n  go: 行く\n",
        JAPANESE_VALUES[0], JAPANESE_VALUES[1]
    );
    for (name, noun) in top.iter().zip(JAPANESE_VARIABLES) {
        let _ = writeln!(japanese, "  {name}: {noun}");
    }
    japanese.push_str("counters: { card: 枚 }\nrows:\n  card:\n");
    for (row, title) in names.rows.iter().zip(JAPANESE_TITLES) {
        let _ = writeln!(japanese, "    {row}: {title}");
    }
    let manifest = "title: Shade\nedition: 2\nplayers: { min: 1, max: 1 }\n".to_owned();
    GeneratedGame {
        files: vec![
            ("cards.yaml".to_owned(), cards),
            ("game.yaml".to_owned(), manifest),
            ("shade.rules".to_owned(), rules),
            ("words.ja.yaml".to_owned(), japanese),
        ],
        variables: [one, two, three].map(str::to_owned).to_vec(),
        mood: mood.to_owned(),
        attribute: attribute.to_owned(),
        added,
        parameters: [parameters[0], parameters[1]].map(str::to_owned),
    }
}

fn block(stream: &mut Stream, names: &mut Names, depth: usize, body: &mut String) {
    let before = names.scope.len();
    for _ in 0..2 + stream.below(4) {
        statement(stream, names, depth, body);
    }
    names.scope.truncate(before);
}

fn statement(stream: &mut Stream, names: &mut Names, depth: usize, body: &mut String) {
    let indent = "  ".repeat(depth);
    let Some(target) = names.one(stream, Meaning::Variable) else {
        return;
    };
    match stream.below(if depth < 3 { 10 } else { 6 }) {
        0 => {
            let value = names.value(stream);
            let name = pick(stream, &POOL);
            let _ = writeln!(body, "{indent}let {name} = {value}");
            names.scope.push((name, Meaning::Number));
        }
        1 => {
            let value = names.number(stream);
            let _ = writeln!(body, "{indent}{target} = {value}");
        }
        2..=5 => {
            let amount = names.amount(stream);
            let _ = writeln!(body, "{indent}gain {amount} {target}");
        }
        6 => {
            let Some(place) = names.one(stream, Meaning::Place) else {
                return;
            };
            let name = pick(stream, &POOL);
            let _ = writeln!(body, "{indent}for each {name} in {place} {{");
            names.inside(stream, (name, Meaning::Card), depth, body);
        }
        7 => {
            let name = pick(stream, &POOL);
            let most = 1 + stream.below(3);
            let _ = writeln!(body, "{indent}for each {name} in 1..{most} {{");
            names.inside(stream, (name, Meaning::Number), depth, body);
        }
        _ => {
            let cond = names.condition(stream);
            let _ = writeln!(body, "{indent}if {cond} {{");
            block(stream, names, depth + 1, body);
            let _ = writeln!(body, "{indent}}}");
        }
    }
}

impl Names {
    /// Returns a name that means something of a sort here: what is hidden by an inner name is none.
    fn one(&self, stream: &mut Stream, meaning: Meaning) -> Option<&'static str> {
        let means = |name: &str| {
            let inner = self.scope.iter().rev().find(|(one, _)| *one == name);
            inner.is_some_and(|(_, one)| *one == meaning)
        };
        let fit: Vec<&'static str> = POOL.into_iter().filter(|name| means(name)).collect();
        (!fit.is_empty()).then(|| pick(stream, &fit))
    }

    /// Writes the block of a loop, in which a name is bound, and its end.
    fn inside(
        &mut self,
        stream: &mut Stream,
        bound: (&'static str, Meaning),
        depth: usize,
        body: &mut String,
    ) {
        self.scope.push(bound);
        block(stream, self, depth + 1, body);
        self.scope.pop();
        let _ = writeln!(body, "{}}}", "  ".repeat(depth));
    }

    fn number(&self, stream: &mut Stream) -> String {
        let local = self.one(stream, Meaning::Number);
        let local = local.filter(|_| stream.below(3) > 0);
        local.map_or_else(|| (2 + stream.below(7)).to_string(), str::to_owned)
    }

    fn value(&self, stream: &mut Stream) -> String {
        let variable = self.one(stream, Meaning::Variable);
        let place = self.one(stream, Meaning::Place);
        match (stream.below(4), variable, place) {
            (0, Some(variable), _) => variable.to_owned(),
            (1, _, Some(place)) => format!("size({place})"),
            _ => self.number(stream),
        }
    }

    fn amount(&self, stream: &mut Stream) -> String {
        let variable = self.one(stream, Meaning::Variable);
        let place = self.one(stream, Meaning::Place);
        let card = self.one(stream, Meaning::Card);
        let query = self.one(stream, Meaning::Query);
        let inner = pick(stream, &POOL);
        let attribute = self.attribute;
        match stream.below(9) {
            0 | 1 => variable.map(str::to_owned),
            2 => place.map(|place| format!("size({place})")),
            3 | 4 => card.map(|card| format!("{card}.{attribute}")),
            5 => place.map(|place| {
                let least = 2 + stream.below(3);
                format!("count({inner} in {place} where {inner}.{attribute} > {least})")
            }),
            6 => place.map(|place| format!("sum({inner} in {place} : {inner}.{attribute})")),
            7 => query.map(|query| format!("{query}({})", self.number(stream))),
            _ => None,
        }
        .unwrap_or_else(|| self.number(stream))
    }

    fn condition(&self, stream: &mut Stream) -> String {
        let variable = self.one(stream, Meaning::Variable);
        let place = self.one(stream, Meaning::Place);
        let mood = self.one(stream, Meaning::Mood);
        let local = self.one(stream, Meaning::Number);
        match (stream.below(4), variable, mood, place) {
            (0, Some(variable), ..) => format!("{variable} > {}", 2 + stream.below(60)),
            (1, _, Some(mood), _) => {
                let value = pick(stream, &self.values);
                let long = stream.below(2) == 0;
                format!("{mood} == {}{value}", if long { "suit." } else { "" })
            }
            (2, _, _, Some(place)) => format!("{} in {place}", pick(stream, &self.rows)),
            _ => match local {
                Some(local) => format!("{local} == {}", pick(stream, &[7, 13, 2, 3])),
                None => format!("{} > 3", 2 + stream.below(5)),
            },
        }
    }
}

fn pick<T: Copy>(stream: &mut Stream, among: &[T]) -> T {
    among[stream.below(among.len() as u32) as usize]
}

fn shuffled(stream: &mut Stream) -> [&'static str; 6] {
    let mut names = POOL;
    for last in (1..names.len()).rev() {
        names.swap(last, stream.below(last as u32 + 1) as usize);
    }
    names
}
