//! `tools::fmt`: what is shipped is formatted, what was disarranged is put right again, and no meaning ever changes.

use crate::support::settings;
use ludex::rules::digests::Digests;
use ludex::rules::table::Table;
use std::fs;
use std::path::{Path, PathBuf};

use ludex::pipeline::{GameText, PRELUDE};
use ludex::report::{Report, human};
use ludex::source::Sources;
use ludex::tools::fmt::{self, Formatted, RulesSlots};

/// Folders whose files are shipped in our layout.
const SHIPPED: &[&str] = &["games", "examples", "benches/games", "tests/data/accepted"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder, sorted.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The folders of games below a folder.
pub(crate) fn games_below(folder: &str) -> Vec<PathBuf> {
    let manifests = files_below(&root().join(folder)).into_iter();
    manifests
        .filter(|path| path.ends_with("game.yaml"))
        .map(|path| path.parent().unwrap().to_owned())
        .collect()
}

/// The texts of a game, with those of its folders but its rulings.
pub(crate) fn texts(game: &Path) -> Vec<(String, String)> {
    let files = files_below(game).into_iter();
    let of_game = files.filter(|path| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ["rules", "yaml", "yml", "svg"].contains(&ending))
            && !path.to_str().unwrap().contains(".ruling.")
    });
    of_game
        .map(|path| {
            let name = path
                .strip_prefix(game)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect()
}

fn slots(texts: &[(String, String)]) -> RulesSlots {
    let text = GameText {
        name: "game".to_owned(),
        files: texts.to_vec(),
    };
    let parsed = text.parse(&mut Sources::new(), &mut Report::new());
    let analysis = parsed.analyze(&mut Report::new());
    RulesSlots::new(&analysis.names.semantics)
}

/// A text as it should be.
fn formatted(name: &str, text: &str, slots: &RulesSlots) -> String {
    if name.ends_with(".svg") {
        return text.to_owned();
    }
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let answer = if name.ends_with(".rules") {
        fmt::rules(file, &sources)
    } else {
        fmt::yaml(file, &sources, slots)
    };
    match answer {
        Formatted::Same => text.to_owned(),
        Formatted::Changed(new) => new,
        Formatted::Broken(report) => panic!("{name}\n{}", human(&report, &sources, false)),
    }
}

fn all_formatted(texts: &[(String, String)], slots: &RulesSlots) -> Vec<(String, String)> {
    texts
        .iter()
        .map(|(name, text)| (name.clone(), formatted(name, text, slots)))
        .collect()
}

/// The compiled game, apart from places, hash and the words of its texts.
pub(crate) fn program(texts: Vec<(String, String)>) -> String {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let game = GameText {
        name: "game".to_owned(),
        files: texts,
    };
    let checked = game.parse(&mut sources, &mut report).check(&mut report);
    let program = checked.and_then(|checked| checked.compile(&mut report));
    let Some(mut program) = program else {
        panic!("{}", human(&report, &sources, false));
    };
    program.hash.clear();
    program.digests = Digests::default();
    // What rows and spaces say is kept for people as it is written.
    program.names.written = Table::new();
    for board in &mut program.layout.boards {
        board
            .layouts
            .iter_mut()
            .for_each(|layout| layout.written.clear());
    }
    without_places(&format!("{program:?}"))
}

/// A debug text without its spans.
fn without_places(text: &str) -> String {
    let mut parts = text.split("Span { ");
    let mut left = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // `file: FileId::new(0), start: 1, end: 2 }`
        left.push_str(part.split_once(" }").unwrap().1);
    }
    left
}

#[test]
fn what_is_shipped_is_formatted() {
    assert_eq!(
        PRELUDE,
        formatted("prelude.rules", PRELUDE, &RulesSlots::default())
    );
    let mut count = 0;
    for folder in SHIPPED {
        for game in games_below(folder) {
            let slots = slots(&texts(&game));
            for path in files_below(&game) {
                let name = path.to_str().unwrap();
                if !name.ends_with(".rules") && !name.ends_with(".yaml") {
                    continue;
                }
                let text = fs::read_to_string(&path).unwrap();
                let new = formatted(name, &text, &slots);
                assert_eq!(text, new, "run `ludex fmt`: {name} is not formatted");
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) % sides) as usize
    }
}

/// A text whose blanks are in disorder, but mean the same: lines and brackets stay where they are.
fn disarranged(text: &str, dice: &mut Dice) -> String {
    let mut out = "\n".repeat(dice.roll(3));
    for line in text.lines() {
        if line.is_empty() {
            out.push_str(&"\n".repeat(1 + dice.roll(3)));
            continue;
        }
        let inside = line.trim_start();
        if inside.len() < line.len() {
            out.push_str(["\t", " ", "   ", "      "][dice.roll(4)]);
        }
        let (mut quoted, mut comment, mut before) = (false, false, ' ');
        for (at, symbol) in inside.char_indices() {
            quoted ^= symbol == '"';
            comment |= !quoted && inside[at..].starts_with("//");
            out.push(symbol);
            // What follows a blank may be a comment, which keeps its distance.
            let rest = inside[at + symbol.len_utf8()..].trim_start();
            let free = !quoted && !comment && !rest.starts_with("//");
            let sign = [',', '{', '=', '>', '}', ';'].contains(&symbol) && before != '-';
            if free && (symbol == ' ' || sign && inside[at..].starts_with(&format!("{symbol} "))) {
                out.push_str(&" ".repeat(dice.roll(3)));
            }
            before = symbol;
        }
        out.push_str(&" ".repeat(dice.roll(2)));
        out.push('\n');
        if line.ends_with('{') {
            out.push_str(&"\n".repeat(dice.roll(2)));
        }
    }
    out + &"\n".repeat(dice.roll(3))
}

#[test]
fn what_was_disarranged_is_put_right() {
    let mut dice = Dice(7);
    let mut changed = 0;
    for game in SHIPPED.iter().flat_map(|folder| games_below(folder)) {
        for (name, text) in texts(&game) {
            if !name.ends_with(".rules") {
                continue;
            }
            for _ in 0..3 {
                let mess = disarranged(&text, &mut dice);
                changed += usize::from(mess != text);
                let new = formatted(&name, &mess, &RulesSlots::default());
                assert_eq!(text, new, "{} from\n{mess}", game.display());
            }
        }
    }
    assert!(changed > 50, "{changed}");
}

#[test]
fn formatting_twice_is_formatting_once() {
    let mut dice = Dice(3);
    let mut texts = vec![fs::read_to_string(root().join("tests/data/syntax/all.rules")).unwrap()];
    for path in files_below(&root().join("tests/data/rejected")) {
        if path.extension().is_some_and(|ending| ending == "rules") {
            texts.push(fs::read_to_string(path).unwrap());
        }
    }
    let mut count = 0;
    for text in texts
        .iter()
        .flat_map(|text| [text.clone(), disarranged(text, &mut dice)])
    {
        let mut sources = Sources::new();
        let file = sources.add("some.rules", text);
        let Formatted::Changed(once) = fmt::rules(file, &sources) else {
            continue;
        };
        assert_eq!(once, formatted("some.rules", &once, &RulesSlots::default()));
        count += 1;
    }
    assert!(count > 20, "{count}");
}

#[test]
fn no_program_changes() {
    let mut dice = Dice(11);
    let mut count = 0;
    for game in SHIPPED.iter().flat_map(|folder| games_below(folder)) {
        let mut old = texts(&game);
        // Texts are the keys of words in another language, whose file stays, since the view may name the language.
        for (_, text) in (old.iter_mut()).filter(|(name, _)| name.starts_with("words.")) {
            "{}\n".clone_into(text);
        }
        let mess: Vec<(String, String)> = old
            .iter()
            .map(|(name, text)| match name.ends_with(".rules") {
                true => (name.clone(), disarranged(text, &mut dice)),
                false if name.ends_with(".svg") => (name.clone(), text.clone()),
                false => (
                    name.clone(),
                    text.replace(" == ", "  ==   ").replace(", ", ",  "),
                ),
            })
            .collect();
        let before = program(mess.clone());
        let after = program(all_formatted(&mess, &slots(&old)));
        assert_eq!(before, after, "{}", game.display());
        assert_eq!(before, program(old), "{}", game.display());
        count += 1;
    }
    assert!(count > 15, "{count}");
}

const RULES: &str = "\
kind card {
  on_play: effect()
  worth: value(p: player) -> int = 0
  powers: hooks
  note: text = \"\"
  home deck
  active in hand
}
place deck: pile of card
place hand per player: list of card
var money per player: int 0..99
setup { }
play { for each c in deck { play_card(c) } }
effect play_card(card: card) { card.on_play() }
result { score money + sum(c in hand : c.worth(you)) }
";

const TABLE: &str = r#"# Cards in every style.
card:
  - id: plain
    on_play:   gain 2   money ;gain size( hand )money   # kept
  - { id: flow,  on_play: gain 1  money, worth: size( p.hand )+1 }
  - {id: double, on_play: "may \"a  text, and   more\"{ gain 1 money }", note: "as   it is,kept"}
  - id: single
    on_play: 'if money>=2{gain 1 money}'

  - id: literal
    on_play: |
        if money >= 2 {
         gain 1 money // why


           // more
             gain 2 money
        } else { }

    powers: |-
      when play_card(card)   where card==this : gain 1 money
  - id: folded
    on_play: >
      if money  >= 2 {
      gain 1   money }
  - id: wrapped
    worth: size(p.hand)
      +   money*2
  - id: close
    on_play: as you{pool by  you{ gain 1 money;gain 1 money }}
"#;

#[test]
fn values_in_every_style() {
    let old: Vec<(String, String)> = [
        (
            "game.yaml",
            "title: T\nedition: 2\nplayers: { min: 2, max: 2 }",
        ),
        ("t.rules", RULES),
        ("cards.yaml", TABLE),
    ]
    .map(|(name, text)| (name.to_owned(), text.to_owned()))
    .to_vec();
    let slots = slots(&old);
    let new = all_formatted(&old, &slots);
    assert_eq!(new[0].1, format!("{}\n", old[0].1));
    assert_eq!(new, all_formatted(&new, &slots));
    let settings = settings("fmt");
    settings.bind(|| insta::assert_snapshot!("values_in_every_style", new[2].1));
    assert_eq!(program(old), program(new));
}

#[test]
fn rulings_expect_in_our_layout() {
    let text = "id: a\nasks: Is it,really,so?\nexpect: [\"size( P0.hand )==1\", round==2]\nplay:\n  \
                - \"P0:  take   it\"\n  - expect: ['noah==space_at(dock, 2)']\n";
    let new = formatted("a.ruling.yaml", text, &RulesSlots::default());
    assert_eq!(
        new,
        "id: a\nasks: Is it,really,so?\nexpect: [\"size(P0.hand) == 1\", round == 2]\nplay:\n  \
         - \"P0:  take   it\"\n  - expect: ['noah == space_at(dock, 2)']\n"
    );
}

#[test]
fn a_bracket_keeps_its_distance_when_it_means_something() {
    let text = "play {\n  hunt (a) + 1\n  hunt(a)\n  if(a) { stop }\n  draw -1 from deck - 2 to hand\n  x = - 3\n}\n";
    let new = formatted("a.rules", text, &RulesSlots::default());
    assert_eq!(
        new,
        "play {\n  hunt (a) + 1\n  hunt(a)\n  if (a) { stop }\n  draw -1 from deck - 2 to hand\n  x = -3\n}\n"
    );
}

/// `{x from hand}` filters where a value stands; where statements stand it calls `x`.
#[test]
fn braces_of_a_block_keep_their_blanks_before_a_call() {
    let text = "play {\n  if a {take from p.hand}\n  for each q in { q from players } {take from q.hand}\n  \
                if a {stop} else {take from hand}\n  let x = if a then { c from hand } else { c from bag }\n  \
                move_all { c from hand } to bag\n}\n";
    let new = formatted("a.rules", text, &RulesSlots::default());
    assert_eq!(
        new,
        "play {\n  if a { take from p.hand }\n  for each q in {q from players} { take from q.hand }\n  \
         if a { stop } else { take from hand }\n  let x = if a then {c from hand} else {c from bag}\n  \
         move_all {c from hand} to bag\n}\n"
    );
}

/// An `else` behind a filter goes on with the value: at the first column it would begin another item.
#[test]
fn a_value_goes_on_behind_a_filter() {
    let text = "query few  -> all card = if a then {c in hand where c.low}\n else if b then {c in hand where c.high}\n      \
                else none\n";
    let new = formatted("a.rules", text, &RulesSlots::default());
    assert_eq!(
        new,
        "query few -> all card = if a then {c in hand where c.low}\n  else if b then {c in hand where c.high}\n  \
         else none\n"
    );
}

/// A file keeps the line breaks of the system it was written on.
#[test]
fn line_breaks_stay() {
    let slots = slots(&[("t.rules".to_owned(), RULES.to_owned())]);
    let table = "card:\n  - id: a\n    on_play: |\n      gain  1 money\n      gain 2  money\n";
    for (name, text) in [
        ("t.rules", "moment   dusk\n// why\n\n\nmoment dawn"),
        ("t.yaml", table),
    ] {
        let plain = formatted(name, text, &slots);
        assert_ne!(plain, text);
        let windows = formatted(name, &text.replace('\n', "\r\n"), &slots);
        assert_eq!(windows, plain.replace('\n', "\r\n"), "{name}");
    }
}

/// What the pages show is how rules should look.
#[test]
fn the_pages_are_formatted() {
    let mut count = 0;
    for page in ["docs/language.md", "docs/authoring.md", "README.md"] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        for block in text.split("\n```rules").skip(1) {
            let (_, block) = block.split_once('\n').unwrap();
            let (block, _) = block.split_once("\n```").unwrap();
            let block = format!("{}\n", block.trim_start_matches('\n'));
            count += 1;
            // An excerpt from inside a declaration is indented there.
            if block.starts_with(' ') {
                continue;
            }
            let mut sources = Sources::new();
            let file = sources.add("page.rules", &block);
            // An excerpt from the middle of a text is no text of its own.
            if let Formatted::Changed(new) = fmt::rules(file, &sources) {
                assert_eq!(block, new, "{page}");
            }
        }
    }
    assert!(count > 40, "{count}");
}
