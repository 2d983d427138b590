//! Random programs by both executors: statements and expressions of the right types, and games changed by mutation.
//!
//! `LUDEX_PROGRAMS` gives their number, `LUDEX_PROGRAMS_FROM` the first one, to play a found one again.
#![expect(
    clippy::print_stdout,
    reason = "a test that fails shows what it played"
)]

use super::{Compiled, agree, compiled, table};
use crate::support::games_in;
use ludex::engine::chance::{Stream, purpose};
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::Report;
use ludex::source::Sources;
use ludex::tools::mutate::mutants;
use std::path::PathBuf;
use std::sync::Arc;

fn asked(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |number| number.parse().unwrap())
}

/// Writes expressions and statements at random.
struct Writer {
    stream: Stream,
    /// Local names, each with what it stands for.
    names: Vec<(String, Sort)>,
    /// Names that keep members, each with what these are.
    kept: Vec<(String, Sort)>,
    bound: usize,
    /// The statement stands in a block of `at once`.
    at_once: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Int,
    Thing,
    Player,
    Space,
    Direction,
}

const INTS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "-1",
    "46341",
    "2147483647",
    "-2147483647",
    "money",
    "cost",
    "turn",
    "told",
    "player_count()",
    "size(row)",
    "large",
    "t3.marks",
    "starter.money",
];
const PLACES: &[&str] = &[
    "row",
    "hand",
    "discards",
    "next(you).hand",
    "deck",
    "narrow",
];

impl Writer {
    fn new(seed: u64) -> Writer {
        Writer {
            stream: Stream::new(seed, purpose("programs"), 0),
            names: Vec::new(),
            kept: Vec::new(),
            bound: 0,
            at_once: false,
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.stream.below(n as u32) as usize
    }

    fn one_of(&mut self, words: &[&str]) -> String {
        words[self.below(words.len())].to_owned()
    }

    /// A local name of a sort, if there is one.
    fn name(&mut self, sort: Sort) -> Option<String> {
        let names: Vec<_> = self.names.iter().filter(|(_, of)| *of == sort).collect();
        let names: Vec<String> = names.iter().map(|(name, _)| name.clone()).collect();
        (!names.is_empty()).then(|| names[self.below(names.len())].clone())
    }

    /// What a name bound to each member of a collection is used in.
    fn within(&mut self, sort: Sort, write: impl FnOnce(&mut Self, &str) -> String) -> String {
        self.bound += 1;
        let name = format!("n{}", self.bound);
        self.names.push((name.clone(), sort));
        let written = write(self, &name);
        self.names.pop();
        written
    }

    fn int(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(6) == 0 {
            let name = if self.below(2) == 0 {
                self.name(Sort::Int)
            } else {
                None
            };
            return name.unwrap_or_else(|| self.one_of(INTS));
        }
        let d = depth - 1;
        match self.below(24) {
            0..=4 => {
                let op = self.one_of(&["+", "-", "*", "div", "mod"]);
                format!("({} {op} {})", self.int(d), self.int(d))
            }
            5 => format!("-({})", self.int(d)),
            6 => {
                let op = self.one_of(&["min", "max"]);
                format!("{op}({}, {})", self.int(d), self.int(d))
            }
            7 => format!("abs({})", self.int(d)),
            8 => format!(
                "(if {} then {} else {})",
                self.truth(d),
                self.int(d),
                self.int(d)
            ),
            9..=11 => self.fold(d),
            12 => format!("size({})", self.many(d).1),
            13 => format!("{}.cost", self.maybe_thing(d)),
            14 => format!("{}.price({})", self.maybe_thing(d), self.int(d)),
            15 => format!("worth({})", self.thing()),
            16 if self.below(2) == 0 => {
                // The members of any collection of things, handed on to a query.
                let things = (0..9).map(|_| self.many(d));
                let things = things.collect::<Vec<_>>().into_iter();
                let mut things = things.filter(|(sort, _)| *sort == Sort::Thing);
                let handed = things.next().map_or("thing".into(), |(_, many)| many);
                format!("heft({handed})")
            }
            16 => format!("position({})", self.thing()),
            17 => format!("parts({})", self.int(d)),
            18 => format!("income[{}]", self.int(d)),
            19 => format!(
                "{}.goods[{}.colour]",
                self.maybe_player(d),
                self.maybe_thing(d)
            ),
            20 => format!("{}.height", self.maybe_space(d)),
            21 => format!("index({})", self.space()),
            22 => format!("distance({}, {})", self.space(), self.space()),
            _ => {
                let (space, direction) = (self.space(), self.direction());
                let cond = self.within(Sort::Space, |w, name| {
                    format!("{name} where {}", w.truth(d))
                });
                let (name, cond) = cond.split_once(" where ").unwrap();
                format!("streak({name} in ray({space}, {direction}) where {cond})")
            }
        }
    }

    /// A fold that gives a number.
    fn fold(&mut self, depth: usize) -> String {
        let (sort, many) = self.many(depth);
        let op = self.below(5);
        self.within(sort, |w, name| {
            let cond = w.condition(depth);
            match op {
                0 => format!("count({name} in {many}{cond})"),
                1 => format!("sum({name} in {many}{cond} : {})", w.int(depth)),
                2 => format!("least({name} in {many}{cond} : {})", w.int(depth)),
                3 => format!("most({name} in {many}{cond} : {})", w.int(depth)),
                _ => format!("distinct({name} in {many}{cond} : {})", w.int(depth)),
            }
        })
    }

    /// `where …`, or nothing.
    fn condition(&mut self, depth: usize) -> String {
        match self.below(2) {
            0 => String::new(),
            _ => format!(" where {}", self.truth(depth)),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.below(if depth == 0 { 2 } else { 15 }) {
            0 | 2 | 3 => {
                let op = self.one_of(&["==", "!=", "<", "<=", ">", ">="]);
                format!("({} {op} {})", self.int(d), self.int(d))
            }
            1 => format!("{}.wood", self.space()),
            4 => format!("({} and {})", self.truth(d), self.truth(d)),
            5 => format!("({} or {})", self.truth(d), self.truth(d)),
            6 => format!("not {}", self.truth(d)),
            7 | 8 => {
                let (sort, many) = self.many(d);
                let op = self.one_of(&["any", "nothing"]);
                self.within(sort, |w, name| {
                    format!("{op}({name} in {many}{})", w.condition(d))
                })
            }
            9 => {
                let (sort, many) = self.many(d);
                self.within(sort, |w, name| {
                    format!("every({name} in {many} : {})", w.truth(d))
                })
            }
            10 => format!("{} in {}", self.thing(), self.one_of(PLACES)),
            11 => format!("{} == {}", self.thing(), self.maybe_thing(d)),
            12 => format!("{} == {}", self.player(), self.maybe_player(d)),
            13 => self.possible_set(d),
            _ => format!("{} in {}", self.int(d), self.range(d)),
        }
    }

    /// Whether a set could be chosen by a condition on the whole.
    fn possible_set(&mut self, depth: usize) -> String {
        let (sort, many) = self.many(depth);
        let how = self.one_of(&["any of", "up to 2 of", "2 of", "up to 3 of"]);
        let again = match how.as_str() {
            "any of" => String::new(),
            _ => self.one_of(&["", " again"]),
        };
        let from = self.within(sort, |w, name| {
            format!("{name} in {many}{}", w.condition(depth))
        });
        self.kept.push(("chosen".into(), sort));
        let whole = match self.below(3) {
            0 => self.truth(depth),
            1 => format!("size(chosen) > 1 and {}", self.truth(depth)),
            _ => {
                let sum = self.within(sort, |w, name| {
                    format!("sum({name} in chosen : {})", w.int(depth))
                });
                let op = self.one_of(&["==", "<", "<=", ">", ">="]);
                format!("{sum} {op} {}", self.int(depth))
            }
        };
        self.kept.pop();
        format!("possible({how} {from}{again} with {whole})")
    }

    fn range(&mut self, depth: usize) -> String {
        let low = self.one_of(&["0", "1", "-2", "turn", "money - 6"]);
        format!("{low}..({} mod 6)", self.int(depth))
    }

    /// A collection, and the sort of its members.
    fn many(&mut self, depth: usize) -> (Sort, String) {
        if !self.kept.is_empty() && self.below(2) == 0 {
            let at = self.below(self.kept.len());
            let (name, sort) = self.kept[at].clone();
            return (sort, name);
        }
        match self.below(13) {
            12 if depth > 0 => {
                let (sort, first) = self.many(depth - 1);
                let second = match sort {
                    Sort::Thing => self.one_of(PLACES),
                    Sort::Int => self.range(depth - 1),
                    Sort::Player => format!("opponents({})", self.player()),
                    Sort::Space | Sort::Direction => format!("neighbours({})", self.space()),
                };
                (sort, format!("(({first}) + ({second}))"))
            }
            0 | 1 => (Sort::Thing, "thing".into()),
            2 | 3 => (Sort::Thing, self.one_of(PLACES)),
            4 => (Sort::Int, self.range(depth)),
            5 => (Sort::Player, "players".into()),
            6 => {
                let op = self.one_of(&["opponents", "players_from"]);
                (Sort::Player, format!("{op}({})", self.player()))
            }
            7 => (Sort::Space, "map".into()),
            8 => (Sort::Space, format!("neighbours({})", self.space())),
            9 => (
                Sort::Space,
                format!("ray({}, {})", self.space(), self.direction()),
            ),
            10 if depth > 0 => {
                let (sort, many) = self.many(depth - 1);
                let filtered = self.within(sort, |w, name| {
                    format!("{{{name} in {many} where {}}}", w.truth(depth - 1))
                });
                (sort, filtered)
            }
            10 => (Sort::Thing, format!("{}.heap", self.space())),
            _ => {
                let group = self.within(Sort::Space, |w, name| {
                    let cond = w.truth(depth.saturating_sub(1));
                    match w.below(2) {
                        0 => format!("groups({name} in map where {cond})"),
                        _ => format!("group({name} in map where {cond} : map.a)"),
                    }
                });
                (Sort::Space, group)
            }
        }
    }

    fn thing(&mut self) -> String {
        let name = if self.below(3) > 0 {
            self.name(Sort::Thing)
        } else {
            None
        };
        name.unwrap_or_else(|| self.one_of(&["t1", "t2", "t4", "t5", "t7"]))
    }

    /// A thing that may be none, to be asked something or compared.
    fn maybe_thing(&mut self, depth: usize) -> String {
        match self.below(9) {
            0..=3 => self.thing(),
            4 => format!("top({})", self.one_of(PLACES)),
            5 => format!("bottom({})", self.one_of(PLACES)),
            6 => format!("nth({}, {})", self.one_of(PLACES), self.int(depth.min(1))),
            7 => format!("{}.twin", self.thing()),
            _ => {
                let op = self.one_of(&["first", "last"]);
                self.within(Sort::Thing, |w, name| {
                    format!("{op}({name} in thing{})", w.condition(depth))
                })
            }
        }
    }

    fn player(&mut self) -> String {
        let name = if self.below(2) == 0 {
            self.name(Sort::Player)
        } else {
            None
        };
        name.unwrap_or_else(|| self.one_of(&["you", "starter", "next(you)"]))
    }

    fn maybe_player(&mut self, depth: usize) -> String {
        match self.below(5) {
            0..=2 => self.player(),
            3 => format!("owner({})", self.thing()),
            _ => {
                let op = self.one_of(&["fewest", "greatest"]);
                self.within(Sort::Player, |w, name| {
                    format!("{op}({name} in players : {})", w.int(depth))
                })
            }
        }
    }

    fn space(&mut self) -> String {
        let name = if self.below(3) > 0 {
            self.name(Sort::Space)
        } else {
            None
        };
        name.unwrap_or_else(|| self.one_of(&["map.a", "map.b"]))
    }

    fn maybe_space(&mut self, _depth: usize) -> String {
        match self.below(4) {
            0 | 1 => self.space(),
            2 => format!("step({}, {})", self.space(), self.direction()),
            _ => "nowhere".into(),
        }
    }

    fn direction(&mut self) -> String {
        let name = self.name(Sort::Direction);
        name.unwrap_or_else(|| self.one_of(&["map.north", "map.south_east", "opposite(map.south)"]))
    }

    /// A block in which a name keeps the members of a collection.
    fn kept_members(&mut self, depth: usize) -> String {
        let (sort, many) = self.many(depth);
        let members = self.within(sort, |w, name| {
            let cond = w.condition(depth);
            format!("{{{name} in {many}{cond}}}")
        });
        self.bound += 1;
        let name = format!("k{}", self.bound);
        self.kept.push((name.clone(), sort));
        let statements: Vec<String> = (0..3).map(|_| self.statement(depth)).collect();
        self.kept.pop();
        let leave = self.one_of(&["stop", "note(1)"]);
        format!(
            "repeat 2 {{ let {name} = {members}; {}; {leave} }}",
            statements.join("; ")
        )
    }

    /// A choice of several by a condition on the whole, or one that takes the same again.
    fn chosen_set(&mut self, depth: usize) -> String {
        let (sort, many) = self.many(depth);
        let how = self.one_of(&["up to 2 of", "2 of", "up to 3 of"]);
        let again = self.one_of(&["", " again"]);
        self.within(sort, |w, name| {
            let cond = w.condition(depth);
            w.kept.push(("chosen".into(), sort));
            let whole = w.one_of(&["size(chosen) > 0", "size(chosen) mod 2 == 1"]);
            let whole = format!("{whole} or {}", w.truth(depth));
            let block = w.statement(depth);
            w.kept.pop();
            format!(
                "choose {how} {name} from {many}{cond}{again} with {whole} \"which\" {{ {block} }} else {{ note(2) }}"
            )
        })
    }

    fn statement(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.below(if depth == 0 { 9 } else { 19 }) {
            16 | 17 => self.kept_members(d),
            18 => self.chosen_set(d),
            0..=2 => format!("note({})", self.int(depth + 1)),
            3 => format!("{}.marks += {}", self.thing(), self.int(depth)),
            4 => format!("gain {} money", self.int(depth)),
            5 => format!("cost = {}", self.int(depth)),
            6 => format!(
                "move {} to {}",
                self.thing(),
                self.one_of(&["row", "hand", "discards", "map.a.heap"])
            ),
            7 => format!("insert {} into row at {}", self.thing(), self.int(depth)),
            8 => format!(
                "draw {} mod 4 from {} to hand",
                self.int(depth),
                self.one_of(PLACES)
            ),
            9 if self.below(4) == 0 => {
                let cond = self.truth(d);
                format!(
                    "if {cond} {{ believe {cond} }} else {{ {} }}",
                    self.statement(d)
                )
            }
            9 | 10 => format!(
                "if {} {{ {} }} else {{ {} }}",
                self.truth(d),
                self.statement(d),
                self.statement(d)
            ),
            11 | 12 => {
                let (sort, many) = self.many(d);
                self.within(sort, |w, name| {
                    format!("for each {name} in {many} {{ {} }}", w.statement(d))
                })
            }
            13 if self.at_once => self.statement(d),
            13 => {
                self.at_once = true;
                let many = self.one_of(&["players", "players_from(starter)", "opponents(you)"]);
                let block = self.within(Sort::Player, |w, name| {
                    format!("at once {name} in {many} {{ {} }}", w.statement(d))
                });
                self.at_once = false;
                block
            }
            14 if !self.at_once => "offer any of players_from(you): toss".into(),
            _ => {
                let (sort, many) = self.many(d);
                self.within(sort, |w, name| {
                    format!(
                        "choose {name} from {many}{} \"which\" {{ {} }} else {{ }}",
                        w.condition(d),
                        w.statement(d)
                    )
                })
            }
        }
    }
}

/// Programs in one game: each is done when the option says so.
const TOGETHER: u64 = 8;

/// The text is printed, so that a test that fails shows it.
fn written(numbers: impl Iterator<Item = u64>, first: u64) -> Compiled {
    let effects = numbers.map(|n| {
        let mut writer = Writer::new(n);
        let statements: Vec<String> = (0..3).map(|_| writer.statement(2)).collect();
        format!(
            "if option.which == {} {{\n{}\n}}",
            n - first,
            statements.join("\n")
        )
    });
    let text = effects.collect::<Vec<_>>().join("\n");
    println!("{text}");
    table(&text, ("", ""))
}

/// Plays a program twice; tells whether it came to its end.
fn plays(program: &Arc<Program>, which: u64) -> bool {
    let mut ended = true;
    for seed in [which, which + 50] {
        let mut start = Start::new(program, 2 + (seed % 2) as u8, seed);
        start.options[0] = (seed / 50) as i32;
        start.options[1] = which as i32;
        ended &= agree(program, &start).is_ok();
    }
    ended
}

#[test]
fn statements() {
    let (from, count) = (
        asked("LUDEX_PROGRAMS_FROM", 0),
        asked("LUDEX_PROGRAMS", 320),
    );
    let (mut played, mut ended) = (0, 0);
    for first in (from..from + count).step_by(TOGETHER as usize) {
        let all = first..(first + TOGETHER).min(from + count);
        println!("programs {all:?}");
        if let Ok((program, _)) = written(all.clone(), first) {
            played += all.end - first;
            ended += all.filter(|n| plays(&program, n - first)).count();
            continue;
        }
        // One that `check` refuses does not stand in the way of the others.
        for n in all {
            if let Ok((program, _)) = written(n..n + 1, first) {
                played += 1;
                ended += usize::from(plays(&program, n - first));
            }
        }
    }
    println!("{played} of {count} programs played, {ended} without a fault");
    assert!(played * 10 > count * 6, "{played} of {count} programs");
    assert!(
        ended as u64 * 5 > played && (ended as u64) < played,
        "{ended} of {played} without a fault"
    );
}

/// Games that are changed: those whose programs are small.
fn folders() -> Vec<PathBuf> {
    let mut folders = games_in("tests/data/accepted");
    folders.retain(|folder| !folder.ends_with("declarations"));
    folders
}

#[test]
fn changed_games() {
    let (from, count) = (
        asked("LUDEX_PROGRAMS_FROM", 0),
        asked("LUDEX_PROGRAMS", 320) / 4,
    );
    let folders = folders();
    let (mut played, mut stream) = (0, Stream::new(from, purpose("changes"), 0));
    for n in from..from + count {
        let folder = &folders[n as usize % folders.len()];
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let text = ludex::pipeline::GameText {
            name: "changed".into(),
            files: crate::support::files(folder),
        };
        let parsed = text.parse(&mut sources, &mut report);
        let names = parsed.analyze(&mut report).names;
        let changes = mutants(parsed.files(), &names, &sources);
        let change = &changes[stream.below(changes.len() as u32) as usize];
        let path = sources.path(change.file());
        let mut files = crate::support::files(folder);
        for (name, text) in &mut files {
            if path.ends_with(&**name) {
                *text = change.applied(&sources);
            }
        }
        println!(
            "change {n}: {} {:?} {:?}",
            folder.display(),
            change.span,
            change.replacement
        );
        let Ok((program, _)) = compiled("changed", files) else {
            continue;
        };
        let mut program = (*program).clone();
        program.budget.steps = program.budget.steps.min(100_000);
        program.budget.decisions = 2_000;
        let program = Arc::new(program);
        let _ = agree(
            &program,
            &Start::new(&program, program.names.players.0 as u8, n),
        );
        played += 1;
    }
    assert!(played * 2 > count, "{played} of {count} changed games");
}
