//! Files of words held against the game: nothing in them is unknown, each phrase has the values of the first, and nothing is
//! missing.

use crate::env::Checker;
use crate::files::GameFiles;
use crate::locale::{
    FIRST, Language, LocaleFile, SlotWords, WordsEntry, WordsFile, WordsSlot, each_slot,
};
use crate::translation::translate::back_titles;
use ludex_report::{Code, Diagnostic, nearest};
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_syntax::ast::PhrasePart;
use ludex_tables::Node;
use std::collections::{BTreeMap, BTreeSet};

/// So many of what is missing are listed.
const LISTED: usize = 6;

/// The findings while a file is gone through.
#[derive(Default)]
struct Review {
    /// The names that may have words.
    known: BTreeSet<String>,
    missing: Vec<String>,
    found: Vec<Diagnostic>,
}

impl Checker<'_> {
    /// Holds the files of words against the game, which is checked.
    pub(crate) fn review_locales(&mut self, files: &GameFiles) {
        for file in &files.locales {
            if Language::find(&file.tag).is_none() || file.tag == FIRST {
                self.unknown_locale(file);
            }
            let words = WordsFile::read(file, self.report);
            self.review(file, &words, files);
        }
    }

    fn unknown_locale(&mut self, file: &LocaleFile) {
        let tags = Language::TAGS.iter().map(|(tag, _)| *tag);
        let tags: Vec<String> = tags
            .filter(|tag| *tag != FIRST)
            .map(|tag| format!("`{tag}`"))
            .collect();
        let message = format!("rules cannot be told in `{}` here", file.tag);
        let label = if file.tag == FIRST {
            "the words in the rules themselves are of this locale".to_owned()
        } else {
            format!("known: {}", tags.join(", "))
        };
        let wrong = Diagnostic::error(Code::WRONG_WORDS, message);
        self.report.push(wrong.at(begins(file), label));
    }

    fn review(&mut self, file: &LocaleFile, words: &WordsFile, files: &GameFiles) {
        let mut review = Review::default();
        for tree in &files.rules {
            each_slot(&mut (**tree).clone(), &mut |slot| review.slot(&slot, words));
        }
        for item in files.rules().flat_map(|file| &file.items) {
            if let ast::ItemKind::Option(option) = &item.kind
                && let ast::OptionValues::Words(values) = &option.values
            {
                review
                    .known
                    .extend(values.iter().map(|value| value.text.clone()));
            }
        }
        review.waiting(files, words);
        let locals = self.env.semantics.definitions();
        let locals = locals.map(|(_, one)| one.name.clone());
        review.known.extend(locals);
        review.unknown_names(&words.words, "name");
        review.unknown_names(&words.nouns, "name");
        review.unknown_names(&words.counters, "name");
        review.rows(files, words);
        let options = files.rules().flat_map(|file| &file.items);
        let options = options.filter_map(|item| {
            let ast::ItemKind::Option(option) = &item.kind else {
                return None;
            };
            option.text.clone()
        });
        let mut texts = self.env.texts.clone();
        texts.extend(options.map(|text| (text, None)));
        let backs = files.look.iter().flat_map(|look| back_titles(look));
        for text in backs {
            // A title of the view may stand on a back, too.
            texts.entry(text).or_insert(None);
        }
        texts.retain(|text, _| !file.beside.contains(text) || words.texts.contains_key(text));
        review.texts(&texts, words);
        let manifest = files.manifest.as_deref();
        for (key, node) in [("title", &words.title), ("about", &words.about)] {
            let first = manifest.and_then(|manifest| manifest.get(key));
            let text = first.and_then(Node::scalar);
            let has_words = |text: &str| node.is_some() || file.beside.contains(text);
            if text.is_some_and(|text| !has_words(text.text())) {
                review.missing.push(key.to_owned());
            }
        }
        review
            .found
            .into_iter()
            .for_each(|one| self.report.push(one));
        if !review.missing.is_empty() {
            self.report.push(missing(file, &review.missing));
        }
    }
}

/// Tells what has no words in a locale.
fn missing(file: &LocaleFile, missing: &[String]) -> Diagnostic {
    let count = missing.len();
    let what = if count == 1 { "text has" } else { "texts have" };
    let message = format!("{count} {what} no words in `{}`", file.tag);
    let first = missing.iter().take(LISTED).map(|one| format!("`{one}`"));
    let first: Vec<String> = first.collect();
    let more = match count.saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let label = format!("without {}{more}", first.join(", "));
    Diagnostic::warning(Code::MISSING_WORDS, message).at(begins(file), label)
}

/// The first key of a file.
fn begins(file: &LocaleFile) -> Span {
    let first = file.tree.entries().first();
    first.map_or(file.tree.span, |entry| entry.key_span)
}

impl Review {
    fn slot(&mut self, slot: &WordsSlot<'_>, words: &WordsFile) {
        self.known.insert(slot.path.clone());
        self.known.insert(slot.name.text.clone());
        let Some(entry) = words.words.get(&slot.path) else {
            if slot.words.has_words() || slot.is_thing {
                self.missing.push(slot.path.clone());
            }
            return;
        };
        match &slot.words {
            SlotWords::Phrase(Some(first)) => {
                self.values(entry, first);
                let is_own = |part: &PhrasePart| matches!(part, PhrasePart::Forms(hole, ..) if hole.text == slot.name.text);
                let both = |phrase: &ast::Phrase| phrase.parts.iter().any(is_own);
                if slot.is_bool && both(first) && !both(&entry.words) {
                    let name = &slot.name.text;
                    let message = format!("these words of `{}` say only one of two", slot.path);
                    let help =
                        format!("write `{{{name}|…|…}}`: what is said when it holds, and when not");
                    let wrong = Diagnostic::error(Code::WRONG_WORDS, message);
                    self.found
                        .push(wrong.at(entry.words.span, "true or false?").help(help));
                }
            }
            SlotWords::Text(_) | SlotWords::None => self.plain(entry),
            // The values that the declaration knows are asked where its phrase is checked.
            SlotWords::Phrase(None) => {}
        }
    }

    /// Effects with hooks, which are told by their names while they wait in a pool.
    fn waiting(&mut self, files: &GameFiles, words: &WordsFile) {
        let hooks = files.rules().flat_map(|file| &file.items);
        let effects = hooks.filter_map(|item| {
            let ast::ItemKind::Hook(hook) = &item.kind else {
                return None;
            };
            Some(&hook.effect.text)
        });
        let effects: BTreeSet<&String> = effects.collect();
        let has_words =
            |name: &str| words.words.contains_key(name) || words.nouns.contains_key(name);
        for effect in effects {
            if !has_words(effect) && !self.missing.contains(effect) {
                self.missing.push(effect.clone());
            }
        }
    }

    /// Words in which nothing can be filled in.
    fn plain(&mut self, entry: &WordsEntry) {
        if entry.words.parts.iter().any(|part| part.name().is_some()) {
            let message = "values in braces, which are told as they stand";
            let wrong = Diagnostic::error(Code::BRACES_IN_WORDS, message);
            self.found.push(wrong.at(entry.words.span, "no value here"));
        }
    }

    /// Holds the values of a phrase against those of the first: none more, and each that is told there.
    fn values(&mut self, entry: &WordsEntry, first: &ast::Phrase) {
        let all = holes(first, true);
        for hole in holes(&entry.words, true).difference(&all) {
            let message = format!("`{hole}` is no value of these words");
            let wrong = Diagnostic::error(Code::WRONG_WORDS, message);
            let help = if all.is_empty() {
                "the words in the rules have no values".to_owned()
            } else {
                format!("values are: {}", ticked(&all))
            };
            self.found
                .push(wrong.at(entry.words.span, "unknown").help(help));
        }
        let told = holes(&entry.words, true);
        let left: BTreeSet<&str> = holes(first, false).difference(&told).copied().collect();
        if !left.is_empty() {
            let message = format!("these words leave {} out", ticked(&left));
            let wrong = Diagnostic::error(Code::WRONG_WORDS, message);
            let label = format!("“{}” says more", first.text);
            self.found.push(wrong.at(entry.words.span, label));
        }
    }

    fn unknown_names(&mut self, words: &BTreeMap<String, WordsEntry>, what: &str) {
        for (name, entry) in words.iter().filter(|(name, _)| !self.known.contains(*name)) {
            let near = nearest(name, self.known.iter().map(String::as_str));
            let message = format!("no {what} of the rules is called `{name}`");
            let wrong = Diagnostic::error(Code::UNKNOWN_NAME, message);
            self.found
                .push(wrong.at(entry.key, "unknown").did_you_mean(near));
        }
    }

    fn rows(&mut self, files: &GameFiles, words: &WordsFile) {
        let mut ids: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for list in files.lists() {
            let translated = words.rows.get(&list.key);
            for row in list.value.items() {
                let Some(id) = row.get("id").and_then(Node::scalar) else {
                    continue;
                };
                ids.entry(&list.key).or_default().insert(id.text());
                let has_words = translated.is_some_and(|rows| rows.contains_key(id.text()));
                let is_named = row.get("name").is_some_and(|name| name.scalar().is_some());
                if !has_words && (is_named || translated.is_some()) {
                    self.missing.push(format!("{}.{}", list.key, id.text()));
                }
            }
        }
        for (list, rows) in &words.rows {
            let Some(known) = ids.get(list.as_str()) else {
                let near = nearest(list, ids.keys().copied());
                let message = format!("no list of rows is called `{list}`");
                let wrong = Diagnostic::error(Code::UNKNOWN_NAME, message);
                let at = words.lists.get(list).copied();
                self.found
                    .extend(at.map(|at| wrong.at(at, "unknown").did_you_mean(near)));
                continue;
            };
            for (id, entry) in rows.iter().filter(|(id, _)| !known.contains(id.as_str())) {
                let near = nearest(id, known.iter().copied());
                let message = format!("no row of `{list}` is called `{id}`");
                let wrong = Diagnostic::error(Code::UNKNOWN_NAME, message);
                self.found
                    .push(wrong.at(entry.key, "unknown").did_you_mean(near));
            }
        }
    }

    fn texts(&mut self, known: &BTreeMap<String, Option<ast::Phrase>>, words: &WordsFile) {
        for (text, entry) in &words.texts {
            match known.get(text) {
                Some(Some(first)) => self.values(entry, first),
                Some(None) => self.plain(entry),
                None => {
                    let near = nearest(text, known.keys().map(String::as_str));
                    let message = format!("neither the rules nor the view say “{text}”");
                    let wrong = Diagnostic::error(Code::UNKNOWN_NAME, message);
                    self.found
                        .push(wrong.at(entry.key, "unknown").did_you_mean(near));
                }
            }
        }
        let missing = known.keys().filter(|text| !words.texts.contains_key(*text));
        self.missing.extend(missing.cloned());
    }
}

/// The values of a phrase; of those in forms alone only if `forms`.
fn holes(phrase: &ast::Phrase, forms: bool) -> BTreeSet<&str> {
    let parts = phrase.parts.iter();
    let parts = parts.filter(|part| forms || matches!(part, PhrasePart::Value(_)));
    let names = parts.filter_map(PhrasePart::name);
    names.map(|name| name.text.as_str()).collect()
}

fn ticked(names: &BTreeSet<&str>) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
