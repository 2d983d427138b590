//! From a file to a `Ruling`: every key known, every value of the right shape.
//!
//! Takes text, gives a ruling or every mistake in its form. Knows no game: names in it are looked up later.

mod checks;

use crate::rulings::ruling::{
    ChanceOutcome, Given, LabelWords, PlayLine, Ruling, RulingChoice, SnapshotParts,
};
use ludex_report::{Code, Diagnostic, Report, nearest};
use ludex_rules::ids::PlayerId;
use ludex_source::{Sources, Span};
use ludex_tables as tables;
use ludex_tables::node::NodeResult;
use ludex_tables::{Node, Scalar};

/// The keys of a ruling.
pub const KEYS: &[&str] = &[
    "id",
    "game",
    "asks",
    "says",
    "cites",
    "given",
    "play",
    "expect",
    "exactly",
    "offers",
    "refuses",
    "next",
    "changes",
    "winners",
    "scores",
    "ranks",
    "log",
    "view",
    "unplayable",
    "snapshot",
];
const GIVEN: &[&str] = &[
    "players", "seed", "options", "bare", "state", "begin", "chance",
];
/// The keys of a check between the choices.
pub const CHECKS: &[&str] = &[
    "expect", "exactly", "offers", "refuses", "next", "changes", "winners", "scores", "ranks",
    "log", "view",
];
const SETTLE: &[&str] = &["settle"];
const CHANCE: &[&str] = &["chance"];
/// A key that must be there, with its value.
const EXAMPLES: &[(&str, &str)] = &[
    ("id", "id: no-second-build"),
    ("asks", "asks: May a space be built on twice?"),
    ("says", "says: No. Each space takes one building."),
    ("given", "given: { players: 2 }"),
    ("players", "players: 2"),
    ("choice", "choice: \"build c3\""),
    ("of", "of: \"{s in map where s.open}\""),
    ("are", "are: [c1, c2]"),
];
const ENDING: &str = ".ruling.yaml";

/// Reads a ruling file; none when something is wrong with its form, and then the reasons are in the report.
pub fn read(path: &str, text: &str, sources: &mut Sources, report: &mut Report) -> Option<Ruling> {
    let before = report.errors();
    let file = sources.add(path, text);
    tables::controls::in_text(file, sources, report);
    let tree = tables::read(file, sources, report)?;
    tables::controls::in_values(&tree, report);
    let mut reader = RulingReader { report };
    let ruling = reader.ruling(path, &tree);
    (report.errors() == before).then_some(ruling)?
}

struct RulingReader<'a> {
    report: &'a mut Report,
}

impl RulingReader<'_> {
    fn ruling(&mut self, path: &str, tree: &Node) -> Option<Ruling> {
        self.keys(tree, KEYS, &["id", "asks", "says", "given"])?;
        let id = self.text(tree, "id");
        let named = file_id(path);
        if let (Some(id), Some(node)) = (&id, tree.get("id"))
            && *id != named
        {
            self.say(
                Code::RULING_ID,
                format!("`{id}` stands in the file `{named}{ENDING}`"),
                node.span,
                "not the file's name",
            );
        }
        let given = self.given(tree.get("given"));
        let play = tree
            .get("play")
            .map(|node| self.lines(node))
            .unwrap_or_default();
        let end = self.checks(tree);
        let cites = tree
            .get("cites")
            .map(|node| self.texts(node))
            .unwrap_or_default();
        let snapshot = tree
            .get("snapshot")
            .map_or_else(SnapshotParts::default, |node| self.kept(node));
        let game = self.text(tree, "game").or_else(|| game_of(path));
        if game.is_none() {
            let message = "no game is named";
            let help = "write `game: NAME`, or keep the ruling in `games/NAME/rulings/`";
            self.report.push(
                Diagnostic::error(Code::RULING_KEY, message)
                    .at(head(tree), "of which game?")
                    .help(help),
            );
        }
        let unplayable = tree
            .get("unplayable")
            .map(Node::as_text)
            .and_then(|text| self.told(text))
            .map(words);
        Some(Ruling {
            unplayable,
            file: tree.span.file,
            head: head(tree),
            path: path.to_owned(),
            id: id?,
            game: game?,
            asks: self.text(tree, "asks")?,
            says: self.text(tree, "says")?,
            cites,
            given: given?,
            play,
            end,
            snapshot,
        })
    }

    /// `false`, or a list of what is kept beside the rest.
    fn kept(&mut self, node: &Node) -> SnapshotParts {
        let mut kept = SnapshotParts::default();
        let Ok(parts) = node.as_list() else {
            kept.outcome = self.told(node.as_bool()).unwrap_or(true);
            return kept;
        };
        for part in parts {
            match self.told(part.as_text()).map(Scalar::text) {
                Some("options") => kept.options = true,
                Some("deals") => kept.deals = true,
                Some(words) if last_lines(words).is_some() => kept.last = last_lines(words),
                Some(other) => {
                    let message = format!("`{other}` is nothing that a snapshot can hold");
                    let diagnostic = Diagnostic::error(Code::RULING_LINE, message);
                    let known = nearest(other, ["options", "deals", "last"]);
                    let help = "write `[options]`, `[deals]`, `[last]`, `[last 3]` or several of them; `false` keeps none";
                    let diagnostic = diagnostic.at(part.span, "not known here");
                    self.report.push(match known {
                        Some(near) => diagnostic.did_you_mean(Some(near)),
                        None => diagnostic.help(help),
                    });
                }
                None => {}
            }
        }
        kept
    }

    fn given(&mut self, node: Option<&Node>) -> Option<Given> {
        let node = node?;
        self.keys(node, GIVEN, &["players"])?;
        let players = node.get("players")?;
        let count = self.told(players.as_int());
        let seed = node.get("seed").map(|seed| self.seed(seed));
        let (bare, cleared) = node
            .get("bare")
            .map(|node| self.bare(node))
            .unwrap_or_default();
        let part = |key: &str| node.get(key).filter(|part| !part.is_null()).cloned();
        let begin = node.get("begin").map(Node::as_text);
        let begin = begin.and_then(|text| self.told(text)).cloned();
        let chance = node.get("chance").map(|node| self.drawn(node));
        let (options, state) = (part("options"), part("state"));
        for map in options.iter().chain(&state) {
            self.told(map.as_map());
        }
        Some(Given {
            span: node.span,
            players: (count?, players.span),
            seed: seed.unwrap_or(0),
            options,
            bare,
            cleared,
            begin,
            chance: chance.unwrap_or_default(),
            state,
        })
    }

    /// Reads `bare`: everything, or a list of places.
    fn bare(&mut self, node: &Node) -> (bool, Vec<LabelWords>) {
        match node.as_list() {
            Ok(_) => (false, self.texts(node).iter().map(words).collect()),
            Err(_) => (self.told(node.as_bool()).unwrap_or(false), Vec::new()),
        }
    }

    fn seed(&mut self, node: &Node) -> u64 {
        let seed = self.told(node.as_int()).unwrap_or(0);
        u64::try_from(seed).unwrap_or_else(|_| {
            self.say(
                Code::RULING_START,
                "a seed is a whole number from 0",
                node.span,
                "below 0",
            );
            0
        })
    }

    fn lines(&mut self, node: &Node) -> Vec<PlayLine> {
        let mut lines = Vec::new();
        for item in self.told(node.as_list()).unwrap_or_default() {
            let read_as_key = item.entries().first();
            let read_as_key = read_as_key.filter(|entry| seat(&entry.key).is_some());
            if item.entries().is_empty() {
                lines.extend(self.choice(item).map(PlayLine::Choice));
            } else if let Some(chance) = item.get("chance") {
                if self.keys(item, CHANCE, &[]).is_some() {
                    lines.push(PlayLine::Chance(self.drawn(chance)));
                }
            } else if let Some(settles) = item.get("settle") {
                if self.keys(item, SETTLE, &[]).is_some() {
                    lines.extend(self.settles(settles));
                }
            } else if let Some(entry) = read_as_key {
                let message = "a choice that YAML reads as a key with a value";
                let help = format!("put it in quotes: `\"{}: …\"`", entry.key);
                let error = Diagnostic::error(Code::RULING_LINE, message);
                self.report
                    .push(error.at(entry.key_span, "no text").help(help));
            } else if self.keys(item, CHECKS, &[]).is_some() {
                lines.extend(self.checks(item).into_iter().map(PlayLine::Check));
            }
        }
        lines
    }

    fn choice(&mut self, node: &Node) -> Option<RulingChoice> {
        let scalar = self.told(node.as_text())?;
        let text = scalar.text();
        let line = text
            .split_once(':')
            .and_then(|(who, words)| Some((seat(who.trim())?, who.len() + 1, words)));
        let Some((player, start, words)) = line.filter(|(.., words)| !words.trim().is_empty())
        else {
            let help = "write `\"P0: play owl_1\"`: the player, a colon, the words of an option";
            let diagnostic = Diagnostic::error(
                Code::RULING_LINE,
                format!("`{text}` is no choice of a player"),
            );
            self.report
                .push(diagnostic.at(node.span, "who chooses what?").help(help));
            return None;
        };
        let span = scalar.span(
            start + words.len() - words.trim_start().len(),
            text.trim_end().len(),
        );
        Some(RulingChoice {
            player,
            words: LabelWords {
                text: spaced(words),
                span,
            },
            span: node.span,
        })
    }

    /// The player of `settle: P0`.
    fn settles(&mut self, node: &Node) -> Option<PlayLine> {
        let text = self.told(node.as_text())?.text();
        let player = seat(text);
        if player.is_none() {
            let error = Diagnostic::error(Code::RULING_LINE, format!("`{text}` is no player"));
            let error = error.at(node.span, "who puts things in order?");
            self.report.push(error.help("write `P0`, `P1` …"));
        }
        player.map(|player| PlayLine::Settle(player, node.span))
    }

    /// Outcomes of chance, in order.
    fn drawn(&mut self, node: &Node) -> Vec<ChanceOutcome> {
        let mut all = Vec::new();
        for item in self.told(node.as_list()).unwrap_or_default() {
            let is_list = item.as_list().is_ok();
            let texts = if is_list {
                self.texts(item)
            } else {
                self.told(item.as_text()).cloned().into_iter().collect()
            };
            all.push(ChanceOutcome {
                words: texts.iter().map(words).collect(),
                is_list,
                span: item.span,
            });
        }
        all
    }

    fn texts(&mut self, node: &Node) -> Vec<Scalar> {
        let items = self.told(node.as_list()).unwrap_or_default();
        items
            .iter()
            .filter_map(|item| self.told(item.as_text()).cloned())
            .collect()
    }

    fn text(&mut self, tree: &Node, key: &str) -> Option<String> {
        let text = self.told(tree.get(key)?.as_text())?;
        Some(text.text().trim().to_owned())
    }

    /// Reports unknown and missing keys; none when this has no keys at all.
    fn keys(&mut self, node: &Node, known: &[&str], needed: &[&str]) -> Option<()> {
        let entries = self.told(node.as_map())?;
        for entry in entries
            .iter()
            .filter(|entry| !known.contains(&entry.key.as_str()))
        {
            let words: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
            let diagnostic =
                Diagnostic::error(Code::RULING_KEY, format!("unknown key `{}`", entry.key));
            let diagnostic = diagnostic.at(entry.key_span, "not known here");
            self.report
                .push(match nearest(&entry.key, known.iter().copied()) {
                    Some(near) => diagnostic.did_you_mean(Some(near)),
                    None => diagnostic.help(format!("known here: {}", words.join(", "))),
                });
        }
        for key in needed.iter().filter(|key| node.get(key).is_none()) {
            let message = format!("the key `{key}` is missing");
            let error = Diagnostic::error(Code::RULING_KEY, message).at(head(node), "missing here");
            let example = EXAMPLES.iter().find(|(of, _)| of == key);
            self.report.push(match example {
                Some((_, example)) => error.help(format!("for example `{example}`")),
                None => error,
            });
        }
        Some(())
    }

    fn told<T>(&mut self, answer: NodeResult<T>) -> Option<T> {
        answer
            .map_err(|diagnostic| self.report.push(*diagnostic))
            .ok()
    }

    fn say(&mut self, code: Code, message: impl Into<String>, span: Span, label: &str) {
        self.report
            .push(Diagnostic::error(code, message).at(span, label));
    }
}

fn words(scalar: &Scalar) -> LabelWords {
    LabelWords {
        text: spaced(scalar.text()),
        span: scalar.span(0, scalar.text().len()),
    }
}

fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The player of `P0`, `P1` …
fn seat(text: &str) -> Option<PlayerId> {
    let digits = text.strip_prefix('P')?;
    let seat = PlayerId::read(digits)?;
    (digits == "0" || !digits.starts_with(['0', '+'])).then_some(seat)
}

/// A ruling is named like its file.
fn file_id(path: &str) -> String {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    file.strip_suffix(ENDING).unwrap_or(file).to_owned()
}

/// The folder that holds `rulings/`.
fn game_of(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split(['/', '\\']).collect();
    let rulings = parts.iter().rposition(|part| *part == "rulings")?;
    let game = parts.get(rulings.checked_sub(1)?)?;
    (!game.is_empty()).then(|| (*game).to_owned())
}

/// The place of a map that lacks something: its first key, for a map can be long.
fn head(node: &Node) -> Span {
    node.entries()
        .first()
        .map_or(node.span, |entry| entry.key_span)
}

/// Returns the number of last lines of play that a snapshot is to keep: 1 of `last`, 3 of `last 3`.
fn last_lines(words: &str) -> Option<usize> {
    match words.strip_prefix("last")? {
        "" => Some(1),
        number => number
            .strip_prefix(' ')?
            .parse()
            .ok()
            .filter(|lines| *lines > 0),
    }
}
