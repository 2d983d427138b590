//! Ark Nova: cards, maps, buildings and tracks.

use super::{Row, agree, bag, call, facts, flat, row, rows, tree};
use ludex::tables::Node;

const GAME: &str = "ark_nova";

/// Translates condition codes into the game's own words.
fn condition(codes: &str) -> String {
    let one = |code: &str| {
        let (name, args) = call(code);
        match (name, &args[..]) {
            ("icon", [icon, n]) => format!("wants({icon}, {n})"),
            ("partner_zoo", ["any", n]) => format!("wants_partners({n})"),
            ("partner_zoo", [continent]) => format!("wants_partner({continent})"),
            ("upgraded", [card]) => format!("wants_II({card})"),
            ("reputation", [n]) => format!("wants_reputation({n})"),
            ("max_appeal", [n]) => format!("wants_appeal_below({n})"),
            _ => panic!("a condition `{code}`"),
        }
    };
    codes
        .split_whitespace()
        .map(one)
        .collect::<Vec<_>>()
        .join(" + ")
}

const TOUCHING_OTHERS: &[&str] = &["VENOM", "CONSTRICTION", "PILFERING", "HYPNOSIS"];

/// Translates ability codes of animals into the game's own words.
fn abilities(codes: &str) -> String {
    let one = |code: &str| {
        let (name, args) = call(code);
        let name = match name {
            "ACTION" => "act".to_owned(),
            name => name.to_lowercase(),
        };
        match (&name[..], args.is_empty()) {
            ("pouch", _) => format!("pouch {} under this", args[0]),
            (_, true) => name,
            (_, false) => format!("{name}({})", args.join(", ")),
        }
    };
    codes
        .split_whitespace()
        .map(one)
        .collect::<Vec<_>>()
        .join("; ")
}

/// The codes of a cell for which a test holds.
fn only(codes: &str, test: impl Fn(&str) -> bool) -> String {
    let kept: Vec<&str> = codes
        .split_whitespace()
        .filter(|code| test(call(code).0))
        .collect();
    kept.join(" ")
}

fn animal(fact: &Row) -> (String, Row) {
    let codes = &fact["abilities"];
    let others = only(codes, |name| TOUCHING_OTHERS.contains(&name));
    let own = only(codes, |name| {
        !TOUCHING_OTHERS.contains(&name) && name != "FLOCK"
    });
    let flock = only(codes, |name| name == "FLOCK");
    let (house, room) = fact["special_enclosure"]
        .split_once(';')
        .unwrap_or_default();
    let mut attributes = row([
        ("name", fact["name"].clone()),
        ("cost", fact["cost"].clone()),
        ("size", fact["enclosure_size"].clone()),
        ("house", house.to_owned()),
        ("rock", fact["rock"].clone()),
        ("water", fact["water"].clone()),
        ("condition", condition(&fact["conditions"])),
        ("icons", bag(&fact["icons"])),
        ("on_play", abilities(&own)),
        ("against_others", abilities(&others)),
        ("alone", abilities(&fact["solo_ability"])),
        ("flock", call(&flock).1.concat()),
        ("reputation", fact["reputation"].clone()),
        ("appeal", fact["appeal"].clone()),
        ("conservation", fact["conservation"].clone()),
    ]);
    if !house.is_empty() {
        // None is a number like others here.
        attributes.insert("room".to_owned(), room.to_owned());
    }
    (fact["id"].clone(), attributes)
}

#[test]
fn animals() {
    let animals = facts(GAME, "animals").iter().map(animal).collect();
    agree(
        "animals",
        animals,
        rows(&tree(GAME, "animals.yaml"), "animal"),
    );
}

/// Placeholder for texts that codes cannot give word for word: they are compared for presence alone.
const SAID: &str = "said";

fn said(so: bool) -> String {
    if so { SAID.to_owned() } else { String::new() }
}

fn sponsor(fact: &Row) -> (String, Row) {
    let on_play: Vec<&str> = fact["on_play"]
        .split(" & ")
        .filter(|code| !code.is_empty() && *code != "PLACE_UNIQUE")
        .collect();
    let (tokens, other): (Vec<&str>, Vec<&str>) = on_play
        .into_iter()
        .partition(|code| code.starts_with("TOKENS"));
    let attributes = row([
        ("name", fact["name"].clone()),
        ("level", fact["strength"].clone()),
        ("condition", condition(&fact["conditions"])),
        ("rock", fact["rock"].clone()),
        ("water", fact["water"].clone()),
        ("icons", bag(&fact["icons"])),
        ("building", fact["unique_building"].clone()),
        (
            "tokens_put",
            tokens
                .first()
                .map_or(String::new(), |code| call(code).1.concat()),
        ),
        (
            "joker",
            if fact["ongoing"] == "JOKER_ICON" {
                "true".into()
            } else {
                String::new()
            },
        ),
        ("on_play", said(!other.is_empty())),
        // What lends icons says so itself.
        (
            "powers",
            said(!["", "JOKER_ICON"].contains(&&fact["ongoing"][..])),
        ),
        ("income", said(!fact["income"].is_empty())),
        ("at_end", said(!fact["end_game"].is_empty())),
        ("appeal", fact["appeal"].clone()),
        ("conservation", fact["conservation"].clone()),
        ("reputation", fact["reputation"].clone()),
    ]);
    (fact["id"].clone(), attributes)
}

#[test]
fn sponsors() {
    // `INCOME(…)` stands in the column of lasting abilities of no card, and in that of incomes of ten.
    let sponsors = facts(GAME, "sponsors").iter().map(sponsor).collect();
    let mut rows = rows(&tree(GAME, "sponsors.yaml"), "sponsor");
    for slot in rows.iter_mut().flat_map(|(_, row)| row.iter_mut()) {
        if ["on_play", "powers", "income", "at_end"].contains(&slot.0.as_str()) {
            *slot.1 = SAID.to_owned();
        }
    }
    agree("sponsors", sponsors, rows);
}

/// A noun of the facts in the game's words.
fn counted(noun: &str) -> String {
    match noun {
        "distinct_class" => "classes".to_owned(),
        "distinct_continent" => "continents".to_owned(),
        "small_animal" | "large_animal" | "sponsor_card" | "supported_project" => {
            format!("{noun}s")
        }
        "empty_building_space" => "empty_building_spaces".to_owned(),
        "class_lead" | "reputation" => noun.to_owned(),
        icon => format!("icons({icon})"),
    }
}

const LEVELS: [&str; 3] = ["left", "middle", "right"];

/// `left 5 middle 4` of a number for each level.
fn levels(numbers: [String; 3]) -> String {
    let mut parts: Vec<String> = LEVELS
        .iter()
        .zip(numbers)
        .filter(|(_, n)| !n.is_empty())
        .map(|(level, n)| format!("{level} {n}"))
        .collect();
    parts.sort();
    parts.join(" ")
}

/// The number of one code among those of a level's gain.
fn gain(codes: &str, name: &str) -> String {
    let codes = codes.split(" & ").map(call);
    codes
        .filter(|(one, _)| *one == name)
        .map(|(_, args)| args.concat())
        .collect()
}

fn project(fact: &Row) -> (String, Row) {
    let collects = fact["kind"] == "collect";
    let cells = |end: &str| [1, 2, 3].map(|n| fact[&format!("slot{n}_{end}")].clone());
    let sizes = match &fact["kind"][..] {
        "release" => ["SIZE(4+)", "SIZE(3)", "SIZE(2-)"],
        "breed" => ["MATCH"; 3],
        _ => [""; 3],
    };
    if !collects {
        assert_eq!(cells("need"), sizes, "{}", fact["id"]);
    }
    let of_kind = |kind: &str| {
        if fact["kind"] == kind {
            fact["counts"].clone()
        } else {
            String::new()
        }
    };
    let attributes = row([
        ("name", fact["name"].clone()),
        ("project", fact["kind"].clone()),
        (
            "base",
            if fact["set"] == "base" {
                "true".into()
            } else {
                String::new()
            },
        ),
        (
            "counts",
            if collects {
                counted(&fact["counts"])
            } else {
                String::new()
            },
        ),
        ("frees", of_kind("release")),
        ("breeds", of_kind("breed")),
        (
            "needs",
            if collects {
                levels(cells("need"))
            } else {
                String::new()
            },
        ),
        (
            "gives",
            levels(cells("gain").map(|codes| gain(&codes, "CONS"))),
        ),
        (
            "fame",
            levels(cells("gain").map(|codes| gain(&codes, "REP"))),
        ),
        ("on_play", gives(&fact["on_play_bonus"])),
    ]);
    (fact["id"].clone(), attributes)
}

#[test]
fn projects() {
    let projects = facts(GAME, "projects").iter().map(project).collect();
    agree(
        "projects",
        projects,
        rows(&tree(GAME, "projects.yaml"), "project"),
    );
}

fn scoring(fact: &Row) -> (String, Row) {
    let steps = [1, 2, 3, 4].map(|n| fact[&format!("step{n}")].clone());
    let points = if fact["counts"] == "SUM" {
        let check = |step: &String| match step.strip_suffix(":CONS(1)").unwrap() {
            "IF(all_water_connected)" => "yes(all_connected(water))",
            "IF(all_rock_connected)" => "yes(all_connected(rock))",
            "IF(border_covered)" => "yes(border_covered)",
            "IF(map_covered)" => "yes(map_covered)",
            other => panic!("a check `{other}`"),
        };
        steps.iter().map(check).collect::<Vec<_>>().join(" + ")
    } else {
        let least = |(n, step): (usize, &String)| {
            let (least, gained) = step.split_once(':').unwrap();
            assert_eq!(gained, format!("CONS({})", n + 1));
            least.to_owned()
        };
        let least: Vec<String> = steps.iter().enumerate().map(least).collect();
        format!("ladder({}, {})", counted(&fact["counts"]), least.join(", "))
    };
    (
        fact["id"].clone(),
        row([("name", fact["name"].clone()), ("points", points)]),
    )
}

#[test]
fn final_scoring() {
    let cards = facts(GAME, "final_scoring").iter().map(scoring).collect();
    agree(
        "final scoring",
        cards,
        rows(&tree(GAME, "final_scoring.yaml"), "final"),
    );
}

/// Translates bonus codes into the game's own words.
fn gives(codes: &str) -> String {
    let one = |code: &str| {
        let (name, args) = call(code);
        match (name, &args[..]) {
            ("", _) => String::new(),
            ("MONEY", [n]) => format!("gain {n} money"),
            ("REP", [n]) => format!("gain {n} reputation"),
            ("XTOKEN", [n]) => format!("gain {n} xtokens"),
            ("CONS", [n]) => format!("gain_conservation({n})"),
            ("WORKER", [n]) => format!("hire({n})"),
            ("UPGRADE", _) => "upgrade_a_card".to_owned(),
            ("CARD_RANGE", [n]) => format!("take_in_range({n})"),
            ("SNAP", [n]) => format!("snap({n})"),
            ("CLEVER", _) => "clever".to_owned(),
            ("BUY_SPONSOR", _) => "buy_sponsor".to_owned(),
            ("MULTIPLIER", ["any"]) => "multiplier_on_any".to_owned(),
            ("PARTNER", ["any"]) => "take_partner_zoo".to_owned(),
            ("UNIVERSITY", ["any"]) => "take_university".to_owned(),
            ("ACTION", ["any"]) => "act_with_any".to_owned(),
            ("POUCH", [n]) => format!("pouch {n} under none"),
            ("BUILD_FREE", [what]) if what.contains('|') => "reptile_house_or_aviary".to_owned(),
            ("BUILD_FREE", [what]) => format!("build_free({what})"),
            _ => panic!("a bonus `{code}`"),
        }
    };
    codes.split(" & ").map(one).collect::<Vec<_>>().join("; ")
}

/// The name of a map in the game.
fn sheet(map: &str) -> String {
    match map {
        "A" => map.to_owned(),
        number => format!("M{number}"),
    }
}

#[test]
fn spaces() {
    let tree = tree(GAME, "maps.yaml");
    let bonuses = rows(&tree, "bonus");
    let bonus = |id: &str| bonuses.iter().find(|(one, _)| one == id).unwrap().1["gives"].clone();
    let space = |node: &Node, map: &str| {
        let mut found: Row = node
            .entries()
            .iter()
            .map(|entry| (entry.key.clone(), flat(&entry.value)))
            .collect();
        let id = found.remove("id").unwrap();
        if let Some(gift) = found.get_mut("bonus") {
            *gift = bonus(gift);
        }
        (format!("{map}.{id}"), found)
    };
    let layouts = tree.get("maps").unwrap().items().iter();
    let spaces = layouts.flat_map(|layout| {
        let map = flat(layout.get("id").unwrap());
        let spaces = layout.get("spaces").unwrap().items().iter();
        spaces.map(|node| space(node, &map)).collect::<Vec<_>>()
    });
    let fact = |fact: &Row| {
        let mark = match &fact["mark"][..] {
            "II" => "",
            "start_enclosure_3" => "start_enclosure",
            "H" => "hollywood",
            mark => mark.strip_prefix("II ").unwrap_or(mark),
        };
        let is_marked = fact["mark"].split(' ').any(|mark| mark == "II");
        let attributes = row([
            ("at", format!("{} {}", fact["q"], fact["r"])),
            ("terrain", fact["terrain"].clone()),
            (
                "II",
                if is_marked {
                    "true".into()
                } else {
                    String::new()
                },
            ),
            ("mark", mark.to_owned()),
            ("bonus", gives(&fact["bonus"])),
        ]);
        (
            format!("{}.c{}", sheet(&fact["map"]), fact["cell"]),
            attributes,
        )
    };
    agree(
        "spaces",
        facts(GAME, "maps").iter().map(fact).collect(),
        spaces.collect(),
    );
}

#[test]
fn slots() {
    let fact = |fact: &Row| {
        let number = &fact["slot"];
        let (usage, name) = match &fact["kind"][..] {
            "project" => ("left_edge", "edge"),
            "partner" => ("partner_space", "partner"),
            "university" => ("campus_space", "campus"),
            "worker" => ("staff_space", "staff"),
            other => panic!("a slot `{other}`"),
        };
        let is_edge = usage == "left_edge";
        let each_break = fact["timing"] == "now_and_each_break";
        let attributes = row([
            ("sheet", sheet(&fact["map"])),
            ("use", usage.to_owned()),
            (
                "number",
                if is_edge {
                    String::new()
                } else {
                    number.clone()
                },
            ),
            (
                "edge",
                if is_edge {
                    format!("edge_{number}")
                } else {
                    String::new()
                },
            ),
            (
                "each_break",
                if each_break {
                    "true".into()
                } else {
                    String::new()
                },
            ),
            ("gives", gives(&fact["bonus"])),
        ]);
        (
            format!("{}_{name}_{number}", sheet(&fact["map"])),
            attributes,
        )
    };
    let tree = tree(GAME, "maps.yaml");
    let bonuses = rows(&tree, "bonus");
    let mut rows = rows(&tree, "slot");
    for (_, row) in &mut rows {
        // The name is ours; a bonus stands in a row of its own.
        row.remove("name");
        if let Some(bonus) = row.remove("bonus") {
            let (_, found) = bonuses.iter().find(|(id, _)| *id == bonus).unwrap();
            row.insert("gives".to_owned(), found["gives"].clone());
        }
    }
    agree(
        "slots",
        facts(GAME, "map_slots").iter().map(fact).collect(),
        rows,
    );
}

#[test]
fn bonus_tiles() {
    let fact = |fact: &Row| (fact["id"].clone(), row([("gives", gives(&fact["bonus"]))]));
    let mut rows = rows(&tree(GAME, "bonus_tiles.yaml"), "bonus_tile");
    rows.iter_mut()
        .for_each(|(_, row)| drop(row.remove("name")));
    agree(
        "bonus tiles",
        facts(GAME, "bonus_tiles").iter().map(fact).collect(),
        rows,
    );
}

/// `0:0 1:-1` as `0 0 1 -1`.
fn cells(shape: &str) -> String {
    shape.replace(':', " ")
}

/// The number that a building's placement asks for.
fn asked(placement: &str, what: &str) -> String {
    let codes = placement.split(" & ").map(call);
    let numbers = codes.filter_map(|(name, args)| match (name, &args[..]) {
        ("NEXT_TO", [terrain, n]) if *terrain == what => Some((*n).to_owned()),
        ("ON_BORDER", [n]) if what == "border" => Some((*n).to_owned()),
        ("FREESTANDING", []) if what == "freestanding" => Some("true".to_owned()),
        _ => None,
    });
    numbers.collect()
}

#[test]
fn buildings() {
    let game = rows(&tree(GAME, "buildings.yaml"), "building");
    let shown = |id: &str, key: &str| {
        let (_, row) = game.iter().find(|(one, _)| one == id).unwrap();
        row.get(key).cloned().unwrap_or_default()
    };
    let fact = |fact: &Row| {
        let id = &fact["id"];
        // The table may show any of the orientations.
        let orientation = |column: &str, key: &str| {
            let all: Vec<String> = fact[column].split(';').map(cells).collect();
            if all.contains(&shown(id, key)) {
                shown(id, key)
            } else {
                all.join(" or ")
            }
        };
        let sort = match &fact["id"][..] {
            "kiosk" => "stall",
            "pavilion" => "hall",
            _ => &fact["kind"],
        };
        let room = if sort == "special" {
            fact["capacity"].clone()
        } else {
            String::new()
        };
        assert_eq!(
            fact["mirror_allowed"],
            if fact["mirror_orientations"].is_empty() {
                ""
            } else {
                "no"
            }
        );
        let mut attributes = row([
            ("name", fact["name"].clone()),
            ("sort", sort.to_owned()),
            ("size", fact["size"].clone()),
            ("mirror", orientation("mirror_orientations", "mirror")),
            ("room", room),
            (
                "II",
                if fact["needs"] == "upgraded(build)" {
                    "true".into()
                } else {
                    String::new()
                },
            ),
            ("rock", asked(&fact["placement"], "rock")),
            ("water", asked(&fact["placement"], "water")),
            ("border", asked(&fact["placement"], "border")),
            ("freestanding", asked(&fact["placement"], "freestanding")),
        ]);
        attributes.insert("shape".into(), orientation("orientations", "shape"));
        (id.clone(), attributes)
    };
    let facts = facts(GAME, "buildings").iter().map(fact).collect();
    agree("buildings", facts, game.clone());
}

/// The row of a table that a key falls to: its own, or the nearest lower one.
fn looked_up(table: &Node, key: i64) -> String {
    let entries = table
        .entries()
        .iter()
        .map(|entry| (entry.key.parse::<i64>().unwrap(), &entry.value));
    let best = entries
        .filter(|(from, _)| *from <= key)
        .max_by_key(|(from, _)| *from);
    best.map(|(_, value)| flat(value)).unwrap_or_default()
}

#[test]
fn tracks() {
    let tables = tree(GAME, "tables.yaml");
    let table = |name: &str| tables.get(name).unwrap_or_else(|| panic!("no `{name}`"));
    let mut seen = 0;
    for fact in facts(GAME, "tracks") {
        let position: i64 = fact["position"].parse().unwrap();
        let (found, wanted) = match &fact["track"][..] {
            "appeal" => (looked_up(table("income"), position), &fact["income"]),
            "conservation" => (looked_up(table("target"), position), &fact["value"]),
            "reputation" => (looked_up(table("range_of"), position), &fact["value"]),
            "break" => match fact["value"].parse() {
                Ok(players) => (looked_up(table("break_length"), players), &fact["position"]),
                Err(_) => continue,
            },
            other => panic!("a track `{other}`"),
        };
        // The facts leave the target of no conservation to a note.
        if !wanted.is_empty() {
            assert_eq!(&found, wanted, "{} {position}", fact["track"]);
            seen += 1;
        }
    }
    assert!(seen > 150, "{seen}");
}

#[test]
fn universities() {
    let tables = tree(GAME, "tables.yaml");
    for fact in facts(GAME, "universities") {
        let name = match &fact["id"][..] {
            "UNI_hand" => "hand_university",
            "UNI_reputation" => "fame_university",
            _ => "research_university",
        };
        let of = |table: &str| flat(tables.get(table).unwrap().get(name).unwrap());
        let science = fact["icons"].split_whitespace().count().to_string();
        assert_eq!(of("science_of"), science);
        let fame = call(&fact["on_gain"]).1.concat();
        assert_eq!(
            of("reputation_of"),
            if fame.is_empty() { "0" } else { &fame }
        );
    }
}

/// The numbers of a code in a cell such as `DRAW(2) & DISCARD(1) | SNAP(1)`; 0 when it is not there.
fn number(cell: &str, name: &str) -> String {
    let mut codes = cell.split([' ', '&', '|']).map(call);
    let found = codes.find(|(one, _)| *one == name);
    found.map_or("0".to_owned(), |(_, args)| args.concat())
}

#[test]
fn action_cards() {
    let tables = tree(GAME, "tables.yaml");
    let at = |table: &str, strength: i64| looked_up(tables.get(table).unwrap(), strength);
    for fact in facts(GAME, "action_cards") {
        for strength in 1..=5 {
            let cell = &fact[&format!("s{strength}")];
            let side = &fact["side"];
            match &fact["card"][..] {
                "animals" => assert_eq!(
                    at(&format!("animals_{side}"), strength),
                    number(cell, "ANIMALS")
                ),
                "cards" => {
                    let drawn = if side == "I" { "DRAW" } else { "CARD_RANGE" };
                    assert_eq!(at(&format!("draw_{side}"), strength), number(cell, drawn));
                    assert_eq!(
                        at(&format!("discard_{side}"), strength),
                        number(cell, "DISCARD")
                    );
                }
                // What these allow is their strength itself.
                "build" | "association" | "sponsors" => {}
                other => panic!("a card `{other}`"),
            }
        }
    }
}
