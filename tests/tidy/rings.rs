//! The sub-rooms of a room, and the arrows between them: whoever names another depends on it. No sub-rooms depend on each other
//! in a ring, and those of the checker and the engine stand in the order that the heads of `check/lib.rs` and `engine/lib.rs` say.
//!
//! A sub-room is a direct child of a room: a file with its folder. What `lib.rs` declares itself is a sub-room, too, called
//! `mod`; what it re-exports belongs to where it comes from.

use super::paths::{Named, named};
use super::{File, none, sources};
use std::collections::{BTreeMap, BTreeSet};

/// Rings that are still there: a room, and the sub-rooms that are in one ring. A ring may only lose members; one that is gone
/// goes from this list.
const RINGS: &[(&str, &[&str])] = &[];

/// Rooms whose head has a table of its sub-rooms, in the order in which they may name each other.
const LAYERED: &[&str] = &["check", "engine"];

/// A room with the arrows between its sub-rooms.
struct Room<'f> {
    name: &'f str,
    /// For each sub-room, those that it names, and where it does so first.
    arrows: BTreeMap<String, BTreeMap<String, String>>,
}

/// The files of a room, each with the path of its module.
type Modules<'f> = [(&'f File, Vec<String>)];

impl<'f> Room<'f> {
    fn of(name: &'f str, files: &'f [File]) -> Room<'f> {
        let files: Vec<(&File, Vec<String>)> = (files.iter())
            .map(|file| (file, module(&file.path)))
            .filter(|(_, module)| module[0] == name)
            .collect();
        let children = files.iter().filter_map(|(_, module)| module.get(1));
        let children: BTreeSet<String> = children.cloned().collect();
        let mut room = Room {
            name,
            arrows: BTreeMap::new(),
        };
        let exports = exports(&files, &children);
        let none = BTreeSet::new();
        for (file, module) in &files {
            let (from, below) = match module.get(1) {
                Some(child) => (child.as_str(), &none),
                None => ("mod", &children),
            };
            let names = named(&file.text, module, root(module), below).into_iter();
            for one in names.filter(|one| from != "mod" || !one.is_exported) {
                let Some(second) = one.path.get(1).filter(|_| one.path[0] == name) else {
                    continue;
                };
                let exported = exports.get(second).map_or("mod", String::as_str);
                let to = children.get(second).map_or(exported, String::as_str);
                let place = format!("src/{}:{}: {}", file.path, one.line, one.path.join("::"));
                room.add(from, to, place);
            }
        }
        room
    }

    fn add(&mut self, from: &str, to: &str, place: String) {
        if from != to {
            let arrows = self.arrows.entry(from.to_owned()).or_default();
            arrows.entry(to.to_owned()).or_insert(place);
        }
    }

    /// All sub-rooms that arrows lead to from one.
    fn reached<'a>(&'a self, from: &'a str) -> BTreeSet<&'a str> {
        let mut reached = BTreeSet::new();
        let mut open = vec![from];
        while let Some(name) = open.pop() {
            let next = self.arrows.get(name).into_iter().flatten();
            let next = next.map(|(to, _)| to.as_str());
            open.extend(next.filter(|to| reached.insert(*to)));
        }
        reached
    }

    /// The rings: the strongly connected components of more than one sub-room.
    fn rings(&self) -> BTreeSet<BTreeSet<&str>> {
        let names = self.arrows.keys().map(String::as_str);
        let reached: BTreeMap<&str, BTreeSet<&str>> =
            names.map(|name| (name, self.reached(name))).collect();
        let leads_back = |other: &str, name: &str| {
            let back = reached.get(other);
            back.is_some_and(|back| back.contains(name))
        };
        let rings = reached.iter().map(|(name, all)| {
            let all = all.iter().copied();
            all.filter(|other| leads_back(other, name)).collect()
        });
        rings
            .filter(|ring: &BTreeSet<&str>| !ring.is_empty())
            .collect()
    }

    /// All arrows, each with where it stands first.
    fn all(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        let from = self.arrows.iter();
        from.flat_map(|(from, all)| all.iter().map(move |(to, at)| (&**from, &**to, &**at)))
    }

    /// What is wrong with the rings, given those that are known.
    fn wrong(&self, known: &[&[&str]]) -> Vec<String> {
        let rings = self.rings();
        let known = known.iter().map(|ring| ring.iter().copied().collect());
        let known: BTreeSet<BTreeSet<&str>> = known.collect();
        let mut wrong = Vec::new();
        for ring in rings.difference(&known) {
            let inside = self
                .all()
                .filter(|(from, to, _)| ring.contains(from) && ring.contains(to));
            wrong.push(format!("a ring in `{}`: {ring:?}", self.name));
            wrong.extend(inside.map(|(from, to, at)| format!("    {from} -> {to}: {at}")));
        }
        let gone = known.difference(&rings);
        wrong.extend(gone.map(|ring| format!("no such ring in `{}`: {ring:?}", self.name)));
        wrong
    }

    /// What is wrong with the order of the sub-rooms, given the order.
    fn out_of_order(&self, order: &[String]) -> Vec<String> {
        let place = |name: &str| order.iter().position(|one| one == name);
        let mut wrong = Vec::new();
        for (from, to, at) in self.all() {
            match (place(from), place(to)) {
                (Some(from), Some(to)) if to < from => {}
                (Some(_), Some(_)) => wrong.push(format!("`{from}` names the later `{to}`: {at}")),
                (_, _) => wrong.push(format!("not in the table: `{from}` or `{to}`: {at}")),
            }
        }
        wrong
    }
}

/// The path of a file's module. A file `no_X.rs` stands for `X` in builds that leave something out.
fn module(path: &str) -> Vec<String> {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let path = path.strip_suffix("/mod").unwrap_or(path);
    let path = path.strip_suffix("/lib").unwrap_or(path);
    let names = path.split('/');
    let names = names.map(|name| name.strip_prefix("no_").unwrap_or(name));
    names.map(str::to_owned).collect()
}

/// Counts the names of a module's path that `crate` stands for: a room is a crate, but for the command, which is a module.
fn root(module: &[String]) -> usize {
    usize::from(module[0] != "cli")
}

/// The names that the head of a room gives to what is declared in sub-rooms, each with its sub-room.
fn exports(files: &Modules<'_>, children: &BTreeSet<String>) -> BTreeMap<String, String> {
    let head = files.iter().find(|(_, module)| module.len() == 1);
    let all = head.map(|(file, module)| named(&file.text, module, root(module), children));
    let exported = all.into_iter().flatten().filter(|one| one.is_exported);
    let pair = |one: Named| Some((one.alias?, one.path.get(1)?.clone()));
    exported.filter_map(pair).collect()
}

fn rooms(files: &[File]) -> Vec<Room<'_>> {
    let folders = files.iter().filter_map(|file| file.path.split_once('/'));
    let folders: BTreeSet<&str> = folders.map(|(room, _)| room).collect();
    let rooms = folders.into_iter();
    rooms.map(|name| Room::of(name, files)).collect()
}

/// The first column of the first table in the head of a room: its sub-rooms, each in backticks.
fn table(head: &str) -> Vec<String> {
    let rows = head.lines().filter_map(|line| line.strip_prefix("//! | `"));
    let names = rows.filter_map(|row| row.split('`').next());
    names.map(str::to_owned).collect()
}

#[test]
fn no_sub_rooms_are_in_a_ring() {
    let files = sources();
    let mut wrong = Vec::new();
    let rooms = rooms(&files);
    assert!(rooms.len() > 15, "{} rooms", rooms.len());
    for room in &rooms {
        let known = RINGS.iter().filter(|(name, _)| *name == room.name);
        let known: Vec<&[&str]> = known.map(|(_, ring)| *ring).collect();
        wrong.extend(room.wrong(&known));
    }
    none(&wrong, "sub-rooms depend on each other in one direction");
}

#[test]
fn sub_rooms_name_those_before_them() {
    let files = sources();
    for name in LAYERED {
        let head = files
            .iter()
            .find(|file| file.path == format!("{name}/lib.rs"));
        let order = table(&head.expect("a head").text);
        let children = files.iter().map(|file| module(&file.path));
        let children = children.filter(|module| module[0] == *name);
        let children: BTreeSet<String> = children.filter_map(|one| one.get(1).cloned()).collect();
        let listed: BTreeSet<String> = order.iter().cloned().collect();
        assert_eq!(
            (order.len(), &listed),
            (children.len(), &children),
            "the table of `{name}`"
        );
        let wrong = Room::of(name, &files).out_of_order(&order);
        none(
            &wrong,
            "sub-rooms stand in the order of the table in their head",
        );
    }
}

/// The objects whose methods stand in many sub-rooms, by room; and those methods that a sub-room calls although a later one
/// declares them: what a program does and what the engine does for it call each other.
const SHARED: [(&str, &str, &[&str]); 2] = [
    ("check", "Checker<", &[]),
    ("engine", "Machine<", &["interpret"]),
];

/// The methods that a file declares of an object.
fn methods<'t>(text: &'t str, object: &str) -> BTreeSet<&'t str> {
    let blocks = text.split("\nimpl").skip(1).filter(|block| {
        let head = block.lines().next().unwrap_or_default();
        head.contains(object) && !head.contains(" for ")
    });
    let blocks = blocks.map(|block| block.split("\n}\n").next().unwrap_or_default());
    let lines = blocks.flat_map(|block| block.lines().filter_map(|line| line.strip_prefix("    ")));
    let lines = lines.filter(|line| line.starts_with("fn ") || line.starts_with("pub"));
    let names = lines.filter_map(|line| line.split_once("fn ")?.1.split(['(', '<']).next());
    names.collect()
}

/// Tells whether a file that works with an object calls one of its methods; what it declares itself is its own.
fn calls(text: &str, object: &str, method: &str) -> bool {
    let call = |of: &str| text.contains(&format!("{of}.{method}("));
    let is_named = text.contains(&format!(".{method}(")) && text.contains(object);
    let is_own = text.contains(&format!("fn {method}(")) || text.contains(&format!("fn {method}<"));
    let receivers = ["self", " m", "(m", "machine", "checker"];
    is_named && !is_own && receivers.into_iter().any(call)
}

/// Methods need no import, so an arrow may hide in them.
#[test]
fn methods_of_shared_objects_are_called_from_above() {
    for (room, object, go_up) in SHARED {
        let mut files = sources();
        files.retain(|file| file.path.starts_with(&format!("{room}/")));
        let head = files
            .iter()
            .find(|file| file.path == format!("{room}/lib.rs"));
        let order = table(&head.expect("a head").text);
        let place = |file: &File| {
            let module = module(&file.path);
            order.iter().position(|room| Some(room) == module.get(1))
        };
        let mut up = BTreeSet::new();
        let mut seen = 0;
        for declares in &files {
            for method in methods(&declares.text, object) {
                seen += 1;
                let below = files.iter().filter(|file| place(file) < place(declares));
                let is_called = |file: &&File| calls(&file.text, object, method);
                up.extend(below.into_iter().find(is_called).map(|_| method));
            }
        }
        assert!(seen > 150, "{seen} methods of {object}");
        assert_eq!(Vec::from_iter(up), go_up, "{room}");
    }
}

mod planted {
    use super::{Room, table};
    use crate::tidy::File;

    fn files(texts: &[(&str, &str)]) -> Vec<File> {
        let file = |(path, text): &(&str, &str)| File {
            path: (*path).to_owned(),
            text: (*text).to_owned(),
        };
        texts.iter().map(file).collect()
    }

    fn rings(texts: &[(&str, &str)]) -> Vec<String> {
        let files = files(texts);
        let room = Room::of("a", &files);
        let rings = room.rings().into_iter();
        rings.map(|ring| Vec::from_iter(ring).join(" ")).collect()
    }

    #[test]
    fn two_that_name_each_other_are_a_ring() {
        let one = [
            ("a/lib.rs", "mod b;\nmod c;\nmod d;"),
            ("a/b.rs", "use crate::{d::E, c::F};"),
            ("a/c/mod.rs", "mod g;"),
            ("a/c/g.rs", "fn f() { crate::b::h() }"),
            ("a/d.rs", "// crate::b"),
            ("b/b.rs", "use ludex_a::b;"),
        ];
        assert_eq!(rings(&one), ["b c"]);
        let broken = one.map(|(path, text)| (path, text.replace("b::h", "d::h")));
        let broken: Vec<(&str, &str)> =
            broken.iter().map(|(path, text)| (*path, &**text)).collect();
        assert_eq!(rings(&broken), [""; 0]);
    }

    #[test]
    fn a_ring_goes_through_several_and_by_other_names() {
        let long = [
            (
                "a/lib.rs",
                "mod b; mod c; mod d;\npub(crate) use self::c::{Named as Other};",
            ),
            ("a/b.rs", "use super::Other;"),
            ("a/c.rs", "fn f(_: super::d::D) {}"),
            ("a/d.rs", "mod tests { fn f() { super::super::b::g() } }"),
        ];
        assert_eq!(rings(&long), ["b c d"]);
    }

    #[test]
    fn what_the_head_declares_counts() {
        let head = [
            (
                "a/lib.rs",
                "mod b; mod c;\npub struct Of;\nfn f() { b::g() }",
            ),
            ("a/b.rs", "use crate::Of;"),
            ("a/c.rs", "use crate::Of;"),
        ];
        assert_eq!(rings(&head), ["b mod"]);
    }

    #[test]
    fn the_list_of_rings_is_exact() {
        let files = files(&[("a/b.rs", "use crate::c;"), ("a/c.rs", "use crate::b;")]);
        let room = Room::of("a", &files);
        assert_eq!(room.wrong(&[&["b", "c"]]), [""; 0]);
        let found = room.wrong(&[]);
        assert!(
            found[0].contains("a ring in `a`") && found[1].contains("src/a/b.rs:1"),
            "{found:?}"
        );
        let found = room.wrong(&[&["b", "c"], &["b", "d"]]);
        assert!(
            found.len() == 1 && found[0].starts_with("no such ring"),
            "{found:?}"
        );
        // A ring that lost a member is another one.
        assert_eq!(room.wrong(&[&["b", "c", "d"]]).len(), 4);
    }

    #[test]
    fn an_arrow_against_the_order_is_found() {
        let files = files(&[("a/b.rs", "use crate::c::D;"), ("a/c.rs", "")]);
        let room = Room::of("a", &files);
        let order = table(
            "//! Head.\n//!\n//! | a | b |\n//! | --- | --- |\n//! | `c` | `d` |\n//! | `b` | |\n",
        );
        assert_eq!(order, ["c", "b"]);
        assert_eq!(room.out_of_order(&order), [""; 0]);
        let found = room.out_of_order(&["b".to_owned(), "c".to_owned()]);
        assert_eq!(found, ["`b` names the later `c`: src/a/b.rs:1: a::c::D"]);
        assert_eq!(room.out_of_order(&["b".to_owned()]).len(), 1);
    }

    #[test]
    fn methods_and_their_calls_are_found() {
        let text = "impl State { fn a() }\nimpl<'a> Machine<'a> {\n    /// Tells fn b(\n    pub(crate) fn c<T>(&self) {\n        fn d() {}\n    }\n    fn e() {}\n}\nfn f() {}\n";
        let text = format!("\n{text}");
        assert_eq!(
            Vec::from_iter(super::methods(&text, "Machine<")),
            ["c", "e"]
        );
        let calls = |text: &str| super::calls(&format!("_: Machine<'_>\n{text}"), "Machine<", "c");
        assert!(calls("self.c()") && calls("f(|m| m.c(1))") && !calls("self.cd()"));
        assert!(!super::calls("self.c()", "Machine<", "c"));
    }
}
