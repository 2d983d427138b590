//! Answers to a player's questions: pages, logs, cards, rules, goal and score. A seat is told only what it may know.

use crate::cli::explain::why_not;
use crate::cli::play::board::Detail;
use crate::cli::play::leads::{Lead, LeadWords};
use crate::cli::play::page::{CalledPanel, WantedPart};
use crate::cli::play::paper::wrapped;
use crate::cli::play::session::Session;
use crate::cli::play::{board, cards, options};
use crate::cli::start::Ready;
use crate::play::digest::{DigestReader, Digested};
use crate::play::explain::Explanation;
use crate::play::format::ValueFormat;
use crate::play::game::PlayError;
use crate::play::log::LogReader;
use crate::play::shown::ranking;
use crate::play::vocabulary::spaced;
use crate::play::{digest, format, log};
use crate::report::nearest;
use crate::rules::ids::PlayerId;
use crate::rules::shown::Named;
use crate::rules::types::Type;
use crate::tools::manual::{EntrySort, ManualEntry};

/// The depth of rules that an outline leaves out.
const OUTLINE: usize = 2;
/// The lines that `log` shows at most.
const RECENT: usize = 30;

impl Session {
    /// Returns what happened since there were so many events, folded.
    pub(super) fn digest(&self, seat: PlayerId, first: usize) -> Vec<Digested> {
        let table = self.shown.table.as_ref();
        let quiet = table.map_or(&[][..], |table| &table.shown.quiet);
        let (program, state) = (self.game.program(), self.game.state());
        let reader = DigestReader {
            viewer: seat,
            quiet,
            vocabulary: &self.shown.vocabulary,
        };
        digest::lines(program, state, self.game.events_from(first), reader)
    }

    /// Sets a digest on lines.
    pub(super) fn set(&self, digest: &[Digested]) -> String {
        let line = |one: &Digested| {
            let margin = 2 + 2 * one.depth;
            wrapped(&one.text, margin, margin + 2, self.width())
        };
        digest.iter().map(line).collect()
    }

    /// The answers so far and what came of each, the last ones.
    pub(crate) fn log(&self) -> String {
        let seat = self.seat();
        let all = self.digest(seat, 0);
        let begins = all.iter().position(|one| one.depth == 0);
        let (set_up, played) = all.split_at(begins.unwrap_or(all.len()));
        // Not in the middle of what came of an answer.
        let first = played.len().saturating_sub(RECENT);
        let first = played[first..]
            .iter()
            .position(|one| one.depth == 0)
            .map_or(first, |at| first + at);
        let left = first + set_up.len();
        let before = match left {
            0 => String::new(),
            left => format!("  … {left} before that: `log full`\n"),
        };
        before + &self.set(&played[first..])
    }

    /// Everything that the seat asked knows of what happened.
    pub(crate) fn log_full(&self) -> String {
        let reader = LogReader {
            viewer: Some(self.seat()),
            causes: false,
            vocabulary: Some(&self.shown.vocabulary),
        };
        let (program, state) = (self.game.program(), self.game.state());
        let lines = log::lines(program, state, self.game.events_from(0), reader);
        let lines = lines.iter();
        lines
            .map(|line| wrapped(line, 2, 4, self.width()))
            .collect()
    }

    /// Draws the page of the position, as the seat asked sees it.
    pub(crate) fn table(&self) -> String {
        self.page(self.seat(), WantedPart::Page)
    }

    /// Draws one player's part of the page, as the seat asked sees it.
    pub(crate) fn table_of(&self, player: &str) -> String {
        match self.player_called(player) {
            Some(player) => self.page(self.seat(), WantedPart::Of(player)),
            None => format!("`{player}` is no player: write `table`, or `table P0`\n"),
        }
    }

    /// Draws a panel of the page, or what is asked for by a name of a page without panels; that of another player behind whose
    /// number. None where nothing is called so.
    pub(crate) fn panel(&self, words: &[&str]) -> Option<String> {
        let seat = self.seat();
        let last = words.split_last();
        let of_player = last.and_then(|(last, words)| Some((self.player_called(last)?, words)));
        let (whose, words) = of_player.unwrap_or((seat, words));
        let said = options::plain_words(&words.join(" "));
        if said.is_empty() {
            return None;
        }
        let called = CalledPanel {
            seat,
            whose,
            said: &said,
        };
        let state = self.game.state();
        match &self.shown.table {
            Some(table) if table.shown.has_page() => table.panels(state, &called, self.shown.on),
            Some(_) | None => board::part(self.game.program(), state, &called, self.width()),
        }
    }

    fn player_called(&self, player: &str) -> Option<PlayerId> {
        let seat = PlayerId::read(player.strip_prefix(['P', 'p'])?);
        seat.filter(|seat| seat.is_among(self.game.start().players))
    }

    /// Everything that the seat asked may know of the position.
    pub(crate) fn all(&self) -> String {
        self.drawn(self.seat(), Detail::All)
    }

    pub(super) fn page(&self, seat: PlayerId, wanted: WantedPart) -> String {
        match &self.shown.table {
            Some(table) if table.shown.has_page() => {
                table.draw(self.game.state(), seat, wanted, self.shown.on)
            }
            Some(_) | None => self.drawn(seat, Detail::Short),
        }
    }

    fn drawn(&self, seat: PlayerId, depth: Detail) -> String {
        let (program, state) = (self.game.program(), self.game.state());
        board::draw(program, state, seat, depth, self.width())
    }

    /// The words of the page about things that options name.
    pub(super) fn leads(&self, seat: PlayerId) -> LeadWords {
        let table = self.shown.table.as_ref();
        table.map_or_else(LeadWords::default, |table| {
            let page = table.page(self.game.state(), seat);
            LeadWords::of(self.game.program(), &page, seat)
        })
    }

    /// Describes a piece, a space, a value or a declaration; of long rules the outline, or all of them.
    pub(crate) fn what(&self, words: &[&str]) -> String {
        let (words, depth) = match words {
            [words @ .., "full"] if !words.is_empty() => (words, usize::MAX),
            words => (words, OUTLINE),
        };
        let said = words.join(" ");
        let found = self.cards_called(&said);
        let width = self.width();
        if found.is_empty() {
            return self
                .of_thing(&said)
                .or_else(|| self.declared(&said, depth))
                .or_else(|| self.of_space(&said))
                .or_else(|| self.on_page(words, depth))
                .unwrap_or_else(|| self.nothing(&said));
        }
        let of_card = |id: &String| {
            let (program, manual) = (self.game.program(), &self.shown.manual);
            let name = cards::titled(program, id).unwrap_or_else(|| spaced(id));
            let shows = cards::shows(program, manual, id).unwrap_or_default();
            let head = [name].into_iter().chain(shows);
            let head = head.collect::<Vec<_>>().join(" · ");
            let does = cards::does(program, manual, id);
            let does = does.iter().map(|text| wrapped(text, 2, 4, width));
            wrapped(&head, 2, 4, width) + &does.collect::<String>()
        };
        found.iter().map(of_card).collect()
    }

    /// The ids of the pieces, layouts and records meant by an id or a name; of pieces with the same text one.
    fn cards_called(&self, said: &str) -> Vec<String> {
        let (program, manual) = (self.game.program(), &self.shown.manual);
        if cards::shows(program, manual, said).is_some() {
            return vec![said.to_owned()];
        }
        let mut found: Vec<String> = Vec::new();
        for (id, title) in program.names.pieces.iter().zip(&program.names.titles) {
            let named = title.as_ref().is_some_and(|title| same(title, said));
            if (named || same(&spaced(id), said)) && !found.contains(id) {
                found.push(id.clone());
            }
        }
        if found.is_empty() {
            let words = ValueFormat::of(program, self.game.state());
            found.extend(words.copy_called(said, Some(self.seat())));
        }
        found
    }

    /// A thing that the page tells of: a space, a value with a panel of its own.
    fn of_thing(&self, said: &str) -> Option<String> {
        let leads = self.leads(self.seat());
        let (program, state) = (self.game.program(), self.game.state());
        let lead = leads.called(program, state, self.seat(), said)?;
        let text = match lead {
            Lead::Row(name, beside) => std::iter::once(name).chain(beside).collect(),
            Lead::Marks(marks) if marks.is_empty() => {
                vec![said.to_owned(), "nothing is there".to_owned()]
            }
            Lead::Marks(marks) => {
                let marks = marks.into_iter().map(|mark| mark.said());
                std::iter::once(said.to_owned()).chain(marks).collect()
            }
        };
        Some(wrapped(&text.join(" · "), 2, 4, self.width()))
    }

    /// The pieces on a space of which the page does not tell.
    fn of_space(&self, said: &str) -> Option<String> {
        let (program, state) = (self.game.program(), self.game.state());
        let told = board::spaces_called(program, state, self.seat(), said);
        let told: String = told
            .iter()
            .map(|one| wrapped(one, 2, 4, self.width()))
            .collect();
        (!told.is_empty()).then_some(told)
    }

    /// Something that stands on the page: a value of the rules, what stands behind a label, a panel by its heading; with what
    /// the rules say of it.
    fn on_page(&self, words: &[&str], depth: usize) -> Option<String> {
        let said = options::plain_words(&words.join(" "));
        let said = said.strip_prefix("the ").unwrap_or(&said);
        let table = self.shown.table.as_ref();
        let panel = self.panel(&said.split(' ').collect::<Vec<_>>());
        let shown = table
            .filter(|_| panel.is_none())
            .map_or_else(Vec::new, |table| {
                table.said_of(self.game.state(), self.seat(), said)
            });
        let manual = &self.shown.manual;
        let shown: Vec<String> = self.values_called(said).into_iter().chain(shown).collect();
        let lines = shown.iter().map(|line| wrapped(line, 2, 4, self.width()));
        let lines = self.short_word(&words.join(" ")).into_iter().chain(lines);
        let lines: String = lines.collect();
        // A label of several words names what the rules call by some of them.
        let entries = manual.entries.iter().filter(|entry| {
            let name = options::plain_words(&entry.name);
            let is_value = matches!(entry.sort, EntrySort::Var | EntrySort::Track);
            let mut labels = shown
                .iter()
                .filter_map(|line| line.split([':', '(']).next());
            let in_label = labels.any(|label| {
                let label = options::plain_words(label);
                let mut parts = name.split(' ');
                parts.all(|part| label.split(' ').any(|word| word == part))
            });
            is_value && !entry.doc.is_empty() && in_label
        });
        let told = lines
            + &entries
                .map(|entry| self.of_entry(entry, depth))
                .collect::<String>();
        let told = told + &panel.unwrap_or_default();
        (!told.is_empty()).then_some(told)
    }

    /// The values of enums that are called so, each with what its enum is.
    fn values_called(&self, said: &str) -> Vec<String> {
        let program = self.game.program();
        let words = ValueFormat::of(program, self.game.state());
        let words = words.in_words(&self.shown.vocabulary);
        let mut found = Vec::new();
        for (id, (name, values)) in program.names.enums.entries() {
            for (value, identifier) in (0..).zip(values) {
                let word = words.word(&Type::Enum(id), value);
                if options::plain_words(&word) == said || options::plain_words(identifier) == said {
                    let mut entries = self.shown.manual.named(name);
                    let doc = entries.next().map(|entry| uncited(&entry.doc));
                    let doc = doc.filter(|doc| !doc.is_empty());
                    let what = doc.unwrap_or_else(|| spaced(name));
                    found.push(format!("{word}: {what}"));
                }
            }
        }
        found
    }

    /// Something that the rules declare, or a short word of a map.
    fn declared(&self, said: &str, depth: usize) -> Option<String> {
        let name = said.replace(' ', "_");
        let manual = &self.shown.manual;
        let records = manual
            .rows(&name)
            .filter(|(entry, _)| entry.sort == EntrySort::Record);
        let records: String = records
            .filter_map(|(_, row)| manual.record(&row.id))
            .map(|card| self.entry(said, &card.shows.join(" · "), &card.does))
            .collect();
        let wanted = options::plain_words(said);
        let entries = manual.entries.iter().filter(|entry| {
            let is_named = entry.name == name || self.is_said_as(entry, &wanted);
            is_named && !(entry.doc.is_empty() && entry.does.is_empty())
        });
        let unnamed = [EntrySort::Hook, EntrySort::Modifier];
        let entries = entries.filter(|entry| !unnamed.contains(&entry.sort));
        let entries = entries.map(|entry| self.of_entry(entry, depth));
        let told = records + &entries.collect::<String>();
        (!told.is_empty()).then_some(told)
    }

    /// Returns true if people call a declaration so: an action by what it asks, a variable by its noun.
    fn is_said_as(&self, entry: &ManualEntry, said: &str) -> bool {
        let asks = entry.asks.as_deref().map(options::plain_words);
        let nouns = self.shown.manual.variables.get(&entry.name);
        let noun = nouns.map(|noun| options::plain_words(noun));
        let is_noun = noun.is_some_and(|noun| noun == said || noun == format!("{said}s"));
        is_noun || asks.is_some_and(|asks| asks == said)
    }

    fn short_word(&self, said: &str) -> Option<String> {
        let table = self.shown.table.as_ref()?;
        let word = |named: &Named| {
            let (program, state) = (self.game.program(), self.game.state());
            format::word(program, state, &named.ty, named.value)
        };
        let mut all = table.shown.words.iter();
        let full = match table.shown.short.iter().find(|named| named.word == said) {
            Some(short) => all
                .find(|named| named.ty == short.ty && named.value == short.value)
                .map_or_else(|| word(short), |named| named.word.clone()),
            // A value that the game has plainer words for.
            None => all.find(|named| word(named) == said)?.word.clone(),
        };
        let is_same = options::plain_words(&full) == options::plain_words(said);
        (!is_same).then(|| wrapped(&format!("{said}: {full}"), 2, 4, self.width()))
    }

    fn of_entry(&self, entry: &ManualEntry, depth: usize) -> String {
        let lines = entry.does.iter().filter(|line| line.depth < depth);
        let does = lines.map(|line| format!("{}{}", "  ".repeat(line.depth), line.text));
        let does: Vec<String> = does.collect();
        let name = match self.shown.manual.variables.get(&entry.name) {
            Some(noun) => noun.clone(),
            None => spaced(&entry.name),
        };
        let told = self.entry(&name, &uncited(&entry.doc), &does);
        match entry.does.len() - does.len() {
            0 => told,
            left => {
                let name = spaced(&entry.name);
                told + &format!("    … {left} more: `rules {name} full`\n")
            }
        }
    }

    fn entry(&self, name: &str, says: &str, does: &[String]) -> String {
        let head = match says {
            "" => name.to_owned(),
            says => format!("{name}: {says}"),
        };
        let does = does.iter().map(|text| {
            let blanks = 4 + text.len() - text.trim_start().len();
            wrapped(text.trim_start(), blanks, blanks + 2, self.width())
        });
        wrapped(&head, 2, 4, self.width()) + &does.collect::<String>()
    }

    fn nothing(&self, said: &str) -> String {
        let names = &self.game.program().names;
        let titles = names.titles.iter().flatten();
        let words = names.pieces.iter().chain(titles).map(String::as_str);
        let meant = nearest(said, words);
        let meant = meant.map_or(String::new(), |meant| format!(", did you mean `{meant}`?"));
        format!("there is nothing to tell of `{said}`{meant}\n")
    }

    /// Describes the game: its subject, its actions, its end and its winner.
    pub(crate) fn rules(&self) -> String {
        let manual = &self.shown.manual;
        let (width, paint) = (self.width(), self.shown.on.paint);
        let mut text = wrapped(&manual.about, 2, 2, width);
        text += &format!("  {}\n", paint.head("What can be done:"));
        let actions = manual
            .entries
            .iter()
            .filter(|entry| entry.sort == EntrySort::Action);
        for action in actions {
            let about = action.asks.clone();
            let about = about.unwrap_or_else(|| spaced(&action.name));
            text += &wrapped(&about, 4, 6, width);
        }
        text += &wrapped(
            "`rules NAME` tells what one of them asks for and does, `rules NAME full` all of it.",
            2,
            4,
            width,
        );
        text + &self.how_to_win()
    }

    /// Describes the aim: the game's subject, its winner and its end.
    pub(crate) fn goal(&self) -> String {
        wrapped(&self.shown.manual.about, 2, 2, self.width()) + &self.how_to_win()
    }

    fn how_to_win(&self) -> String {
        let manual = &self.shown.manual;
        let (width, paint) = (self.width(), self.shown.on.paint);
        let results = manual
            .entries
            .iter()
            .filter(|entry| entry.sort == EntrySort::Result);
        let wins = results.flat_map(|entry| &entry.does);
        let mut text = format!("  {}\n", paint.head("Who wins:"));
        text.extend(wins.map(|line| wrapped(&line.text, 4, 6, width)));
        text += &format!("  {}\n", paint.head("The end:"));
        text.extend(
            manual
                .ends
                .iter()
                .map(|line| wrapped(&line.text, 4, 6, width)),
        );
        text
    }

    /// The numbers by which players win, with the parts of the score, as far as the seat asked may know them.
    pub(crate) fn score(&self) -> String {
        let seat = self.seat();
        let (program, state) = (self.game.program(), self.game.state());
        let mut text = String::new();
        let ranking = ranking(program, state, seat);
        for (player, numbers) in PlayerId::first(state.players).zip(ranking) {
            let told = numbers
                .iter()
                .zip(&self.shown.manual.ranks)
                .map(|(number, label)| {
                    let number = number.map_or("?".to_owned(), |number| number.to_string());
                    format!("{label} {number}")
                });
            let told = told.collect::<Vec<_>>().join(" · ");
            text += &wrapped(
                &self.shown.on.paint.head(&format!("{player}: {told}")),
                0,
                4,
                self.width(),
            );
            text += &self.parts_of_score(seat, player);
        }
        text
    }

    /// The scores of all players in parts; empty when `view.yaml` names none.
    pub(super) fn parts_of_scores(&self, seat: PlayerId) -> String {
        let players = PlayerId::first(self.game.start().players);
        let parts = players.map(|player| {
            let parts = self.parts_of_score(seat, player);
            if parts.is_empty() {
                parts
            } else {
                format!("{player}\n{parts}")
            }
        });
        parts.collect()
    }

    fn parts_of_score(&self, seat: PlayerId, player: PlayerId) -> String {
        let table = self.shown.table.as_ref();
        table.map_or(String::new(), |table| {
            let state = self.game.state();
            table.score(&table.page(state, seat), state, player, self.shown.on)
        })
    }

    /// Explains why the seat asked can't do an action.
    pub(crate) fn why_not(&mut self, game: &Ready, words: &[&str]) -> String {
        let (action, args) = self.action_called(words);
        match self.explained(&action, &args) {
            Ok(explained) => {
                let text = why_not::text(&explained, game, &self.shown.manual);
                let lines = text.lines().map(|line| {
                    let blanks = line.len() - line.trim_start().len();
                    wrapped(line.trim_start(), blanks, blanks + 2, self.width())
                });
                lines.collect()
            }
            Err(error) => format!("{error}\n"),
        }
    }

    /// The action that words begin with, by its name or by what it asks, and the words behind it.
    fn action_called(&self, words: &[&str]) -> (String, Vec<String>) {
        let program = self.game.program();
        let (mut found, mut length) = (None, 0);
        for action in program.actions.iter() {
            for name in [&action.name, &action.prompt] {
                let name = options::plain_words(name);
                let count = name.split(' ').count();
                let begins = words
                    .get(..count)
                    .map(|words| options::plain_words(&words.join(" ")));
                if count > length && begins == Some(name) {
                    (found, length) = (Some(action.name.clone()), count);
                }
            }
        }
        let (first, rest) = words.split_at(length.max(1).min(words.len()));
        let action = found.unwrap_or_else(|| first.concat());
        let args = self.arguments_called(&action, rest);
        (action, args)
    }

    /// Reads the arguments of an action: things by their ids, their names or the words for them.
    fn arguments_called(&self, action: &str, words: &[&str]) -> Vec<String> {
        let program = self.game.program();
        let values = ValueFormat::of(program, self.game.state());
        let mut actions = program.actions.iter();
        let rules = actions.find(|rules| rules.name == action);
        let (mut args, mut rest) = (Vec::new(), words);
        for (_, ty) in rules.map_or(&[][..], |rules| &rules.params) {
            let candidates = values.candidates(ty);
            let is_called = |id: &String, said: &str| {
                let title = cards::title(program, id);
                let value = values.value(ty, id);
                let word =
                    value.map(|value| values.in_words(&self.shown.vocabulary).word(ty, value));
                let ways = [Some(id.as_str()), title, word.as_deref()];
                let mut ways = ways.into_iter().flatten();
                ways.any(|way| options::plain_words(way) == said)
            };
            let found = (1..=rest.len()).rev().find_map(|count| {
                let said = options::plain_words(&rest[..count].join(" "));
                let id = candidates.iter().find(|id| is_called(id, &said))?;
                Some((id.clone(), count))
            });
            let next = rest.first().map(|word| ((*word).to_owned(), 1));
            let Some((arg, count)) = found.or(next) else {
                break;
            };
            args.push(arg);
            rest = &rest[count..];
        }
        args.extend(rest.iter().map(|word| (*word).to_owned()));
        args
    }

    /// A space of the own board may stand without the player.
    fn explained(&mut self, action: &str, args: &[String]) -> Result<Explanation, PlayError> {
        let words = &self.shown.vocabulary;
        let explained = self.game.explain_in_words(action, args, words);
        if matches!(explained, Err(PlayError::UnknownWord { .. })) {
            for at in 0..args.len() {
                let mut own = args.to_vec();
                own[at] = format!("{}.{}", self.seat(), args[at]);
                if let Ok(explained) = self.game.explain_in_words(action, &own, words) {
                    return Ok(explained);
                }
            }
        }
        explained
    }
}

/// Tells whether two names are the same but for the size of their letters.
fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

/// A comment without its references, as `[4.10, C1]`.
fn uncited(doc: &str) -> String {
    let mut text = String::new();
    for part in doc.split_inclusive(']') {
        let (before, cited) = part.rsplit_once('[').unwrap_or((part, ""));
        let is_cited =
            cited.ends_with(']') && cited.contains(|symbol: char| symbol.is_ascii_digit());
        text.push_str(if is_cited { before.trim_end() } else { part });
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
