//! What people read at the table: words, and never the names that rules use for things.

use std::path::Path;

use super::run_wide;

/// The shipped games and the examples: the name, the folder, the number of players.
const GAMES: &[(&str, &str, &str)] = &[
    ("ark_nova", "games", "2"),
    ("ark_nova", "games", "1"),
    ("jump_gate", "games", "2"),
    ("noah", "games", "2"),
    ("sanctuary", "games", "2"),
    ("sanctuary", "games", "1"),
    ("auction_house", "examples", "3"),
    ("beacons", "examples", "2"),
    ("chess", "examples", "2"),
    ("convoy", "examples", "3"),
    ("counterplans", "examples", "3"),
    ("cove", "examples", "2"),
    ("harvest", "examples", "3"),
    ("kilns", "examples", "2"),
];

/// Answers by chance; those that are none are refused. Small numbers come more often, since most questions have few options.
fn answers(seed: u32, count: usize) -> String {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12345);
    let mut answers = String::new();
    for _ in 0..count {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let most = [3, 6, 12, 24][(state >> 13) as usize % 4];
        answers += &match (state >> 16) % 16 {
            0 => "done\n".to_owned(),
            1 => "pass\n".to_owned(),
            _ => format!("{}\n", 1 + (state >> 20) % most),
        };
    }
    answers
}

/// Tells whether a word is the name of a space, which is a coordinate: `c4_2`, `P0.c4_2+c4_3`.
fn is_coordinate(word: &str) -> bool {
    let spaces = word.rsplit('.').next().unwrap_or(word);
    spaces.split('+').all(|space| {
        let numbers = space
            .strip_prefix('c')
            .and_then(|rest| rest.split_once('_'));
        numbers.is_some_and(|(a, b)| a.parse::<u8>().is_ok() && b.parse::<u8>().is_ok())
    })
}

/// The words that only rules use: identifiers with an underscore, names in the way of `card.S252.when_icon_gained`, values of
/// flags, and what an enum calls a value that is none.
fn internals(line: &str) -> Vec<String> {
    let words =
        line.split(|symbol: char| symbol.is_whitespace() || "/\\()[]“”`,:;".contains(symbol));
    let words = words.map(|word| word.trim_matches(|symbol: char| !symbol.is_alphanumeric()));
    let is_internal = |word: &&str| {
        let is_path = word.split('.').count() > 2;
        let is_value = ["true", "false", "undefined"].contains(word);
        (word.contains('_') || is_path || is_value) && !is_coordinate(word)
    };
    words.filter(is_internal).map(str::to_owned).collect()
}

/// Every option, event, prompt and goal of random games reads in words. `.ci/long words` plays a thousand games.
#[test]
fn no_name_of_the_rules_is_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let games = std::env::var("LUDEX_WORD_GAMES").ok();
    let games: u32 = games.map_or(1, |games| games.parse().unwrap());
    let mut found: Vec<String> = Vec::new();
    for (game, folder, players) in GAMES {
        for seed in 1..=games {
            let said = answers(seed, 150) + "options\ntable\nall\nlog full\nscore\ngoal\nrules\n";
            let seed = seed.to_string();
            let args = [
                "play",
                game,
                "--games",
                folder,
                "--players",
                players,
                "--seed",
                &seed,
            ];
            let ran = run_wide(&args, root, &said, "200");
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
            assert!(ran.out.lines().count() > 50, "{args:?}: {}", ran.out);
            for line in ran.out.lines() {
                found.extend(
                    internals(line)
                        .iter()
                        .map(|word| format!("{game}: {word} in {line}")),
                );
            }
        }
    }
    found.sort();
    found.dedup();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn internals_are_found() {
    let line = "  3. take_xtoken build  \\______/ c1_0 \\ P0.c4_2+c4_3: true";
    assert_eq!(internals(line), ["take_xtoken", "true"]);
    assert_eq!(
        internals("game.when_ability takes effect"),
        ["game.when_ability"]
    );
}
