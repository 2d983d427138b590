//! Reading of checks: those under a ruling's own keys, and those between the choices.

use crate::rulings::read::{RulingReader, seat, spaced, words};
use crate::rulings::ruling::{
    Changes, EndCheck, LabelWords, MembersCheck, Next, OffersCheck, RefusalCheck, RulingCheck,
};
use ludex_report::{Code, Diagnostic};
use ludex_rules::ids::PlayerId;
use ludex_source::Span;
use ludex_tables::{Entry, Node};

const AMONG: &[&str] = &["some", "not"];
const REFUSAL: &[&str] = &["choice", "because"];
const COLLECTION: &[&str] = &["of", "are"];

impl RulingReader<'_> {
    pub(super) fn checks(&mut self, node: &Node) -> Vec<RulingCheck> {
        let mut checks = Vec::new();
        for entry in node.entries() {
            match entry.key.as_str() {
                "expect" => checks.push(RulingCheck::Expect(self.texts(&entry.value))),
                "offers" if !entry.value.entries().is_empty() => {
                    checks.push(RulingCheck::Among(self.among(&entry.value)));
                }
                "log" => checks.push(RulingCheck::Log(self.of_seats(&entry.value))),
                "view" => {
                    let entries = self.told(entry.value.as_map()).unwrap_or_default();
                    let views: Vec<_> = entries.iter().collect();
                    let views = views.into_iter().filter_map(|entry| {
                        let seat = self.seat_of(entry)?;
                        self.seats_once(&entry.value);
                        Some((seat, entry.key_span, entry.value.clone()))
                    });
                    let views = views.collect();
                    checks.push(RulingCheck::View(views));
                }
                "offers" => {
                    let texts = self.texts(&entry.value);
                    checks.push(RulingCheck::Offers(
                        texts.iter().map(words).collect(),
                        entry.key_span,
                    ));
                }
                "exactly" => checks.push(RulingCheck::Exactly(self.collections(&entry.value))),
                "refuses" => checks.push(RulingCheck::Refuses(self.refusals(&entry.value))),
                "next" => checks.extend(self.next(entry)),
                "changes" => checks.push(RulingCheck::Changes(self.changes(&entry.value))),
                "winners" => {
                    let winners = EndCheck::Winners(self.seats(&entry.value));
                    checks.push(RulingCheck::Ended(winners, entry.value.span));
                }
                "scores" => {
                    let scores = EndCheck::Scores(self.numbers(&entry.value));
                    checks.push(RulingCheck::Ended(scores, entry.value.span));
                }
                "ranks" => {
                    let ranks = EndCheck::Ranks(self.numbers(&entry.value));
                    checks.push(RulingCheck::Ended(ranks, entry.value.span));
                }
                _ => {}
            }
        }
        checks
    }

    /// A list of what must be there, or a map that says what must and what must not.
    fn among(&mut self, node: &Node) -> OffersCheck {
        let of = |reader: &mut Self, node: Option<&Node>| {
            let texts = node.map(|node| reader.texts(node)).unwrap_or_default();
            texts.iter().map(words).collect()
        };
        if node.entries().is_empty() {
            return OffersCheck {
                some: of(self, Some(node)),
                not: Vec::new(),
            };
        }
        self.keys(node, AMONG, &[]);
        OffersCheck {
            some: of(self, node.get("some")),
            not: of(self, node.get("not")),
        }
    }

    /// The same for some players.
    fn of_seats(&mut self, node: &Node) -> Vec<(PlayerId, Span, OffersCheck)> {
        let mut all = Vec::new();
        for entry in self.told(node.as_map()).unwrap_or_default() {
            if let Some(seat) = self.seat_of(entry) {
                all.push((seat, entry.key_span, self.among(&entry.value)));
            }
        }
        all
    }

    /// The player that a key names.
    fn seat_of(&mut self, entry: &Entry) -> Option<PlayerId> {
        let found = seat(&entry.key);
        if found.is_none() {
            let message = format!("`{}` is no player", entry.key);
            let diagnostic = Diagnostic::error(Code::RULING_LINE, message);
            let diagnostic = diagnostic.at(entry.key_span, "of whom?");
            self.report.push(diagnostic.help("write `P0`, `P1` …"));
        }
        found
    }

    /// Reports players of a part of the position that two keys name: `0` and `P0`.
    fn seats_once(&mut self, part: &Node) {
        let seat = |key: &str| PlayerId::read(key.strip_prefix('P').unwrap_or(key));
        let players = part.get("players").map_or(&[][..], Node::entries);
        for (at, entry) in players.iter().enumerate() {
            let Some(read) = seat(&entry.key) else {
                continue;
            };
            let mut before = players[..at].iter();
            if let Some(first) = before.find(|other| seat(&other.key) == Some(read)) {
                let message = format!("`{}` and `{}` are the same player", first.key, entry.key);
                self.say(Code::RULING_LINE, message, entry.key_span, "named twice");
            }
        }
    }

    fn refusals(&mut self, node: &Node) -> Vec<RefusalCheck> {
        let mut refusals = Vec::new();
        for item in self.told(node.as_list()).unwrap_or_default() {
            if item.entries().is_empty() {
                let text = self.told(item.as_text());
                refusals.extend(text.map(|text| RefusalCheck {
                    words: words(text),
                    because: None,
                }));
            } else if self.keys(item, REFUSAL, &["choice"]).is_some() {
                let choice = item
                    .get("choice")
                    .map(Node::as_text)
                    .and_then(|text| self.told(text));
                let because = item
                    .get("because")
                    .map(Node::as_text)
                    .and_then(|text| self.told(text));
                let because = because.map(words);
                refusals.extend(choice.map(|choice| RefusalCheck {
                    words: words(choice),
                    because,
                }));
            }
        }
        refusals
    }

    /// Collections, each with all its members.
    fn collections(&mut self, node: &Node) -> Vec<MembersCheck> {
        let mut collections = Vec::new();
        for item in self.told(node.as_list()).unwrap_or_default() {
            if self.keys(item, COLLECTION, COLLECTION).is_none() {
                continue;
            }
            let of = item.get("of").map(Node::as_text);
            let of = of.and_then(|text| self.told(text)).cloned();
            let are = item.get("are").map(|node| self.texts(node));
            collections.extend(of.zip(are).map(|(of, are)| MembersCheck {
                of,
                are: are.iter().map(words).collect(),
            }));
        }
        collections
    }

    fn next(&mut self, entry: &Entry) -> Option<RulingCheck> {
        let text = self.told(entry.value.as_text())?.text();
        let next = if text == "over" {
            Some(Next::Over)
        } else {
            seat(text).map(Next::Player)
        };
        if next.is_none() {
            let diagnostic = Diagnostic::error(Code::RULING_LINE, format!("`{text}` is no player"));
            self.report.push(
                diagnostic
                    .at(entry.value.span, "who is asked next?")
                    .help("write `P0`, `P1` … or `over`"),
            );
        }
        next.map(|next| RulingCheck::Next(next, entry.value.span))
    }

    /// Numbers by name, each with its change, and `others: none`.
    fn changes(&mut self, node: &Node) -> Changes {
        let mut changes = Changes {
            numbers: Vec::new(),
            no_others: None,
        };
        for entry in self.told(node.as_map()).unwrap_or_default() {
            if entry.key == "others" {
                changes.no_others = Some(entry.key_span);
                if entry
                    .value
                    .scalar()
                    .is_none_or(|text| text.text() != "none")
                {
                    let message = "of the other numbers only `none` can be said";
                    let error = Diagnostic::error(Code::RULING_LINE, message);
                    let help =
                        "write `others: none` when no other number changes, else leave it out";
                    self.report
                        .push(error.at(entry.value.span, "not `none`").help(help));
                }
            } else if let Some(by) = self.told(entry.value.as_int()) {
                let name = LabelWords {
                    text: spaced(&entry.key),
                    span: entry.key_span,
                };
                changes.numbers.push((name, by));
            }
        }
        changes
    }

    /// Players, each once, by their seats.
    fn seats(&mut self, node: &Node) -> Vec<PlayerId> {
        let mut seats = Vec::new();
        for item in self.told(node.as_list()).unwrap_or_default() {
            let Some(text) = self.told(item.as_text()) else {
                continue;
            };
            match seat(text.text()) {
                Some(seat) if seats.contains(&seat) => self.say(
                    Code::RULING_LINE,
                    format!("`{}` stands here twice", text.text()),
                    item.span,
                    "once is enough",
                ),
                Some(seat) => seats.push(seat),
                None => {
                    let message = format!("`{}` is no player", text.text());
                    let diagnostic = Diagnostic::error(Code::RULING_LINE, message);
                    let diagnostic = diagnostic.at(item.span, "who wins?");
                    self.report
                        .push(diagnostic.help("write `[P0]`, `[P0, P1]` …, or `[]` for nobody"));
                }
            }
        }
        seats.sort_unstable();
        seats
    }

    fn numbers(&mut self, node: &Node) -> Vec<i64> {
        let items = self.told(node.as_list()).unwrap_or_default();
        items
            .iter()
            .filter_map(|item| self.told(item.as_int()))
            .collect()
    }
}
