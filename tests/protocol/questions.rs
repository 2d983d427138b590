//! Promises of docs/protocol.md about questions and answers: what options, events and verdicts look like, in any order where all
//! decide at once, and what `playout`, `log`, `best` and `cancel` give.

use super::{ask, refusal, reply, server};
use ludex::engine::chance::{Stream, purpose};
use ludex::play::interrupt::Interrupt;
use ludex::protocol::{OpenRequests, Server};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Games that have, together, all sorts of options and events.
const GAMES: [&str; 9] = [
    "calls", "charts", "duel", "guards", "lanterns", "mosaic", "noah", "ring", "voids",
];

fn all_games() -> Server {
    let folder = |game: &&str| match *game {
        "noah" => "games/noah".to_owned(),
        other => format!("tests/data/accepted/{other}"),
    };
    let folders: Vec<String> = GAMES.iter().map(folder).collect();
    server(&folders.iter().map(String::as_str).collect::<Vec<_>>())
}

fn begin(server: &mut Server, game: &str, players: u8, seed: u64) -> Value {
    let new = json!({ "do": "new", "game": game, "players": players, "seed": seed });
    ask(server, new)
}

/// Sees each question of some random games, and the events of each answer.
fn walk(seen: &mut dyn FnMut(&mut Server, &Value, &Value), happened: &mut dyn FnMut(&Value)) {
    let mut server = all_games();
    for game in GAMES {
        for seed in 0..3 {
            let mut open = begin(&mut server, game, 2, seed);
            let position = open["position"].clone();
            let mut chance = Stream::new(seed, purpose("questions"), 0);
            for _ in 0..40 {
                let Some(options) = open["decision"]["options"].as_array() else {
                    break;
                };
                let option = chance.below(options.len() as u32);
                let question = open["decision"].clone();
                seen(&mut server, &position, &question);
                open = ask(
                    &mut server,
                    json!({ "do": "apply", "position": position, "option": option }),
                );
                open["events"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .for_each(&mut *happened);
            }
        }
    }
}

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

/// The sort of an option by its value, which must be one that the page tells of.
fn sort(value: &Value) -> String {
    let shape: Vec<&str> = keys(value)
        .into_iter()
        .filter(|key| *key != "nth")
        .collect();
    match shape.as_slice() {
        ["action", "args"] => {
            assert!(
                value["action"].is_string() && value["args"].is_object(),
                "{value}"
            );
            "action".into()
        }
        ["choice"] => {
            assert!(!keys(&value["choice"]).is_empty(), "{value}");
            "choice".into()
        }
        ["entry"] => {
            assert_eq!(keys(&value["entry"]), ["effect", "this", "args"], "{value}");
            "entry".into()
        }
        ["answer"] => value["answer"].as_str().unwrap().into(),
        _ => panic!("{value}"),
    }
}

/// "An option has its `index`, for `apply`, the words that people choose it by (`label`) and what it means (`value`), an object:
/// …"; options that read the same have their number.
#[test]
fn an_option_has_its_index_words_and_meaning() {
    let (mut sorts, mut numbered) = (BTreeSet::new(), 0);
    walk(
        &mut |_, _, question| {
            let options = question["options"].as_array().unwrap();
            let mut labels = BTreeSet::new();
            for (index, option) in options.iter().enumerate() {
                assert_eq!(keys(option), ["index", "label", "value"]);
                assert_eq!(option["index"], index);
                let label = option["label"].as_str().unwrap();
                assert!(!label.is_empty() && labels.insert(label), "{question}");
                sorts.insert(sort(&option["value"]));
                if let Some(nth) = option["value"].get("nth") {
                    assert!(label.ends_with(&format!(" {nth}")), "{option}");
                    numbered += 1;
                }
            }
        },
        &mut |_| {},
    );
    let all = ["action", "choice", "done", "entry", "no", "pass", "yes"];
    assert_eq!(sorts.iter().map(String::as_str).collect::<Vec<_>>(), all);
    assert!(numbered > 0, "no two options read the same");
}

/// "Chooses an option, by `option` or by `value`": the option's value is as good as its index.
#[test]
fn an_option_is_chosen_by_its_value() {
    let mut compared = 0;
    walk(
        &mut |server, position, question| {
            for option in question["options"].as_array().unwrap().iter().take(3) {
                let ways = [
                    json!({ "option": option["index"] }),
                    json!({ "value": option["value"] }),
                ];
                let [one, other] = ways.map(|mut apply| {
                    let clone = json!({ "do": "clone", "position": position });
                    let clone = ask(server, clone)["position"].take();
                    apply["do"] = "apply".into();
                    apply["position"] = clone.clone();
                    let answer = reply(server, &apply.to_string());
                    ask(server, json!({ "do": "drop", "position": clone }));
                    answer
                });
                // The value of the first of several that read the same is a part of the others'.
                if other["error"]["code"] != "several_options" {
                    assert_eq!(one, other, "{option}");
                    compared += 1;
                }
            }
        },
        &mut |_| {},
    );
    assert!(compared > 500, "{compared}");
}

/// "An event has its sort (`what`: …), a line for people, and the seats that may know the particulars."
#[test]
fn an_event_has_its_sort_a_line_and_seats() {
    let mut sorts = BTreeSet::new();
    walk(&mut |_, _, _| {}, &mut |event| {
        assert_eq!(keys(event), ["what", "text", "seen"]);
        sorts.insert(event["what"].as_str().unwrap().to_owned());
        let text = event["text"].as_str().unwrap();
        assert!(!text.is_empty() && !text.contains('\n'), "{event}");
        let seats = event["seen"].as_array().unwrap();
        let seats: Vec<u64> = seats.iter().map(|seat| seat.as_u64().unwrap()).collect();
        assert!(
            seats.is_sorted() && seats.iter().all(|seat| *seat < 2),
            "{event}"
        );
    });
    let page = include_str!("../../docs/protocol.md");
    let (_, listed) = page.split_once("An event has its sort (`what`: ").unwrap();
    let (listed, _) = listed.split_once(')').unwrap();
    let listed: BTreeSet<String> = listed
        .split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    assert_eq!(sorts, listed);
}

/// "`undecided` lists the seats that have not and have a choice, the one asked first"; "they answer in any order".
#[test]
fn all_who_are_undecided_answer_in_any_order() {
    let mut server = server(&["tests/data/accepted/kites"]);
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
        let begun = begin(&mut server, "kites", 3, 4);
        let position = &begun["position"];
        let mut undecided = vec![0, 1, 2];
        for player in order {
            let decision = json!({ "do": "decision", "position": position });
            let open = ask(&mut server, decision);
            let open = &open["decision"];
            assert_eq!(open["undecided"], json!(undecided));
            assert_eq!(open["player"], undecided[0]);
            let own = json!({ "do": "decision", "position": position, "player": player });
            let own = ask(&mut server, own);
            assert_eq!(own["decision"]["player"], player);
            // Nobody is shown what another answered.
            let others: Vec<i32> = undecided
                .iter()
                .copied()
                .filter(|seat| *seat != player)
                .collect();
            let views = |server: &mut Server| -> Vec<Value> {
                let view =
                    |seat: &i32| json!({ "do": "view", "position": position, "player": seat });
                others.iter().map(|seat| ask(server, view(seat))).collect()
            };
            let before = views(&mut server);
            let answer =
                json!({ "do": "apply", "position": position, "player": player, "option": 0 });
            ask(&mut server, answer.clone());
            undecided.retain(|seat| *seat != player);
            if !undecided.is_empty() {
                assert_eq!(views(&mut server), before);
                assert_eq!(refusal(&mut server, answer), "not_asked");
            }
        }
        let state = ask(&mut server, json!({ "do": "state", "position": position }));
        let first = &begun["decision"]["options"][0]["label"];
        assert_eq!(
            state["state"]["players"][0]["places"]["shed"][0]["card"],
            *first
        );
    }
}

/// "An answer given ahead is sealed; …, and `undo` takes it back as it does any other."
#[test]
fn an_answer_ahead_is_taken_back() {
    let mut server = server(&["tests/data/accepted/kites"]);
    let begun = begin(&mut server, "kites", 3, 4);
    let position = &begun["position"];
    let decision = json!({ "do": "decision", "position": position });
    let before = ask(&mut server, decision.clone());
    for player in [2, 1] {
        ask(
            &mut server,
            json!({ "do": "apply", "position": position, "player": player, "option": 1 }),
        );
    }
    assert_ne!(ask(&mut server, decision.clone()), before);
    for _ in 0..2 {
        ask(&mut server, json!({ "do": "undo", "position": position }));
    }
    assert_eq!(ask(&mut server, decision), before);
    let undo = json!({ "do": "undo", "position": position });
    assert_eq!(refusal(&mut server, undo), "nothing_to_undo");
}

/// "Its arguments, as options name them": what an option says can be asked, of pieces too that are named by their position.
#[test]
fn an_option_is_explained_in_its_own_words() {
    let mut server = server(&["tests/data/accepted/clues"]);
    let mut open = begin(&mut server, "clues", 3, 5);
    let position = open["position"].clone();
    let (mut by_position, mut explained) = (0, 0);
    for _ in 0..12 {
        let options = open["decision"]["options"].as_array().unwrap().clone();
        for option in &options {
            let label = option["label"].as_str().unwrap();
            let words: Vec<&str> = label.split(' ').collect();
            let action = &option["value"]["action"];
            if action.is_null() {
                continue;
            }
            let explain = json!({ "do": "explain", "position": position, "action": action, "args": words[1..] });
            let reply = ask(&mut server, explain);
            assert_eq!(reply["verdict"], "legal", "{label}: {reply}");
            assert_eq!(reply["failing"], json!([]), "{label}: {reply}");
            by_position += usize::from(words[1].starts_with("hand."));
            explained += 1;
        }
        let none =
            json!({ "do": "explain", "position": position, "action": "lay", "args": ["hand.9"] });
        assert_eq!(refusal(&mut server, none), "wrong_arguments");
        let apply = json!({ "do": "apply", "position": position, "option": options.len() - 1 });
        open = ask(&mut server, apply);
    }
    assert!(
        by_position >= 20 && explained > by_position,
        "{by_position} of {explained}"
    );
}

/// `help` says all that the page says of `undo`.
#[test]
fn help_says_that_a_playout_is_undone_as_one() {
    let help = ask(
        &mut server(&["games/noah"]),
        json!({ "do": "help", "verb": "undo" }),
    );
    let does = help["verbs"][0]["does"].as_str().unwrap();
    assert!(does.contains("so is a `playout`"), "{does}");
}

/// Returns the explanation of an action after some choices in a game.
fn explanation(
    server: &mut Server,
    game: &str,
    seed: u64,
    choices: &[u32],
    action: &str,
    args: Value,
) -> Value {
    let position = begin(server, game, 2, seed)["position"].take();
    for option in choices {
        ask(
            server,
            json!({ "do": "apply", "position": position, "option": option }),
        );
    }
    let explain = json!({ "do": "explain", "position": position, "action": action, "args": args });
    ask(server, explain)
}

fn explaining() -> Server {
    server(&[
        "games/noah",
        "tests/data/accepted/clues",
        "tests/data/accepted/kites",
        "tests/data/accepted/lanterns",
    ])
}

/// `verdict`: "`legal`, `not_offered`, `refused`, `no_way`, or which argument is none (`not_among`, `not_known`)". Arguments "at
/// the end may be left out".
#[test]
fn an_explanation_gives_one_of_six_verdicts() {
    let mut server = explaining();
    for (verdict, game, seed, choices, action, args) in [
        (
            "legal",
            "noah",
            7,
            &[][..],
            "load",
            json!(["bear_f1", "female", 7]),
        ),
        ("legal", "noah", 7, &[], "load", json!(["bear_f1"])),
        ("legal", "noah", 7, &[], "load", json!([])),
        (
            "not_among",
            "noah",
            7,
            &[],
            "load",
            json!(["bear_f1", "male"]),
        ),
        ("refused", "noah", 7, &[], "take_back", json!([])),
        ("not_offered", "kites", 4, &[], "rise", json!([])),
        ("not_known", "clues", 1, &[], "lay", json!(["red_1"])),
        ("no_way", "lanterns", 1, &[0], "light", json!([])),
    ] {
        let answer = explanation(&mut server, game, seed, choices, action, args);
        let found = &answer["verdict"];
        match found.as_str() {
            Some(word) => assert_eq!(word, verdict, "{answer}"),
            None => assert_eq!(keys(&found[verdict]), ["parameter", "value"], "{answer}"),
        }
        assert_eq!(answer["legal"], verdict == "legal", "{answer}");
        let is_refused = verdict == "refused";
        assert_eq!(answer["failing"] != json!([]), is_refused, "{answer}");
    }
}

/// "A requirement has its `reason`, the `file`, `line` and `column` where it stands, and what it `saw`: parts of the condition
/// with their values." Those that are `unknown` "may fail, as far as the player can know".
#[test]
fn a_requirement_has_its_reason_and_place() {
    let mut server = explaining();
    let unknown = explanation(&mut server, "lanterns", 1, &[], "peer", json!([]))["unknown"].take();
    let full = json!({ "do": "setup", "game": "clues", "players": 2, "state": { "vars": { "clues": 0 } } });
    let position = ask(&mut server, full)["position"].take();
    let tell =
        json!({ "do": "explain", "position": position, "action": "tell", "args": ["P1", "red"] });
    let failing = ask(&mut server, tell)["failing"].take();
    for (one, file) in [
        (&unknown[0], "lanterns.rules"),
        (&failing[0], "clues.rules"),
    ] {
        assert_eq!(keys(one), ["reason", "file", "line", "column", "saw"]);
        assert!(one["line"].as_u64() > Some(1) && one["column"].as_u64() > Some(0));
        assert!(one["file"].as_str().unwrap().ends_with(file), "{one}");
    }
    assert_eq!(failing[0]["saw"], json!([{ "part": "clues", "value": 0 }]));
}

/// "Plays on at random, to the end or so far": `max_decisions` is the most, one seed makes one playout, `random` is what is played
/// when nothing is said, and there is a result at the end alone. `undo` takes all of it back.
#[test]
fn a_playout_goes_to_the_end_or_so_far() {
    let mut server = all_games();
    let position = begin(&mut server, "noah", 2, 1)["position"].take();
    let begun = json!({ "do": "state", "position": position });
    let before = ask(&mut server, begun.clone());
    let mut play = |seed: u64, policy: Value, most: Value| {
        let playout = json!({ "do": "playout", "position": position, "seed": seed, "policy": policy, "max_decisions": most });
        let played = ask(&mut server, playout);
        let state = ask(&mut server, begun.clone());
        if played["decisions"] != 0 {
            ask(&mut server, json!({ "do": "undo", "position": position }));
        }
        assert_eq!(ask(&mut server, begun.clone()), before);
        (played, state)
    };
    for most in [0, 1, 7] {
        let (played, _) = play(1, Value::Null, json!(most));
        assert_eq!(played["decisions"], most);
        assert_eq!(
            (&played["over"], &played["result"]),
            (&json!(false), &Value::Null)
        );
    }
    let whole = play(1, Value::Null, Value::Null);
    assert_eq!(whole.0["over"], true);
    for part in ["scores", "ranks", "winners"] {
        assert!(whole.0["result"][part].is_array(), "{part}");
    }
    assert_eq!(play(1, json!("random"), Value::Null), whole);
    assert_ne!(play(2, Value::Null, Value::Null), whole);
    let beyond = whole.0["decisions"].as_u64().unwrap() + 1;
    assert_eq!(play(1, Value::Null, json!(beyond)), whole);
}

/// `events` are "the lines after those" that were read before, `next` is "what to give as `since` next time".
#[test]
fn a_log_is_read_on() {
    let mut server = all_games();
    let position = begin(&mut server, "noah", 2, 3)["position"].take();
    let (mut since, mut read) = (Value::Null, Vec::new());
    for seed in 0..6 {
        let log = json!({ "do": "log", "position": position, "player": 1, "since": since });
        let mut part = ask(&mut server, log.clone());
        read.extend(part["events"].as_array().unwrap().iter().cloned());
        since = part["next"].take();
        let nothing_new = json!({ "do": "log", "position": position, "player": 1, "since": since });
        assert_eq!(ask(&mut server, nothing_new)["events"], json!([]));
        let on = json!({ "do": "playout", "position": position, "seed": seed, "max_decisions": 2 });
        ask(&mut server, on);
    }
    let log = json!({ "do": "log", "position": position, "player": 1, "since": since });
    read.extend(
        ask(&mut server, log)["events"]
            .as_array()
            .unwrap()
            .iter()
            .cloned(),
    );
    let whole = json!({ "do": "log", "position": position, "player": 1 });
    assert_eq!(ask(&mut server, whole)["events"], json!(read));
    assert!(read.len() > 20);
}

/// `thoughts` are "what it thought of each option"; "`gain` is a mean of shares in the victory, or null for an option that was
/// never tried".
#[test]
fn a_bot_thinks_of_each_option() {
    let mut server = all_games();
    let begun = begin(&mut server, "noah", 2, 1);
    let (position, options) = (
        &begun["position"],
        begun["decision"]["options"].as_array().unwrap(),
    );
    let state = json!({ "do": "state", "position": position });
    let before = ask(&mut server, state.clone());
    let (mut tried, mut untried) = (0, 0);
    for bot in ["random", "greedy", "mcts:5", "ismcts:5", "flat:40"] {
        let best = json!({ "do": "best", "position": position, "bot": bot, "seed": 3 });
        let advice = ask(&mut server, best.clone());
        assert_eq!(ask(&mut server, best), advice, "{bot}");
        assert_eq!(advice["player"], begun["decision"]["player"]);
        assert!(advice["option"].as_u64().unwrap() < options.len() as u64);
        let thoughts = advice["thoughts"].as_array().unwrap();
        assert_eq!(thoughts.len(), options.len(), "{bot}");
        for (index, thought) in thoughts.iter().enumerate() {
            assert_eq!(thought["option"], index);
            match thought["gain"].as_f64() {
                Some(gain) => assert!((0.0..=1.0).contains(&gain), "{bot}: {thought}"),
                None => assert_eq!(thought["playouts"], 0, "{bot}: {thought}"),
            }
            let (known, unknown) = (thought["gain"].is_number(), thought["gain"].is_null());
            tried += usize::from(known);
            untried += usize::from(unknown);
        }
    }
    assert!(tried > 0 && untried > 0, "{tried} {untried}");
    assert_eq!(ask(&mut server, state), before);
}

/// "A request has at most 1,000,000 playouts": that many are begun, one more is refused at once.
#[test]
fn a_request_has_a_million_playouts() {
    let mut server = all_games();
    begin(&mut server, "noah", 2, 1);
    let raised = Interrupt::default();
    raised.raise();
    for (playouts, code) in [(1_000_000, "cancelled"), (1_000_001, "too_much_work")] {
        server.interrupt_by(raised.clone());
        let bot = format!("mcts:{playouts}");
        let best = json!({ "do": "best", "position": 1, "bot": bot, "seed": 1 });
        assert_eq!(refusal(&mut server, best), code);
    }
}

/// "`request` is the `id` of that request, written as it was there. `best` and `playout` end at once, …; every other request is
/// short, and answered as ever. So is one that was done already."
#[test]
fn a_request_is_cancelled_by_its_id_as_it_was_written() {
    let mut server = all_games();
    begin(&mut server, "noah", 2, 1);
    let state = ask(&mut server, json!({ "do": "state", "position": 1 }));
    let mut answers = |request: &str, cancel: &str| {
        let mut open = OpenRequests::default();
        server.interrupt_by(open.enter(request.as_bytes()));
        open.enter(cancel.as_bytes());
        let answer = reply(&mut server, request);
        open.leave();
        server.interrupt_by(Interrupt::default());
        assert_eq!(reply(&mut server, cancel)["ok"], true, "{cancel}");
        answer
    };
    let long = |id: &str| format!(r#"{{"id":{id},"do":"playout","position":1,"seed":1}}"#);
    let cancel = |id: &str| format!(r#"{{"do":"cancel","request":{id}}}"#);
    for id in ["7", "7.0", "\"a\"", "[1, 2]"] {
        let cancelled = answers(&long(id), &cancel(id));
        assert_eq!(cancelled["error"]["code"], "cancelled", "{id}: {cancelled}");
    }
    // What was cancelled changed nothing; what is no `best` or `playout` is answered.
    let same = answers(r#"{"id":1,"do":"state","position":1}"#, &cancel("1"));
    assert_eq!(same["state"], state["state"]);
    let written_otherwise = answers(&long("7"), &cancel("7.0"));
    assert_eq!(written_otherwise["over"], true);
    let done = answers(
        r#"{"id":1,"do":"undo","position":1}"#,
        &cancel("\"long ago\""),
    );
    assert_eq!(done["ok"], true);
}
