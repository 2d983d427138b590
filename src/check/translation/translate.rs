//! A game's trees with the words of a locale in them.
//!
//! Phrases of declarations, names of rows and labels of the view are exchanged in the trees; texts inside of rules are looked
//! up where they are read.

use crate::files::GameFiles;
use crate::locale::{Language, Locale, SlotWords, WordsEntry, WordsFile, WordsSlot, each_slot};
use ludex_syntax::ast;
use ludex_syntax::ast::PhrasePart;
use ludex_tables::{Entry, Node, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The keys of `view.yaml` under which labels are keys.
const LABELLED: &[&str] = &["line", "with", "mark", "cell"];

/// Puts the words of a file into the trees of a game.
pub(super) fn translate(files: &mut GameFiles, tag: &str, words: WordsFile) {
    let mut locale = Locale {
        tag: tag.to_owned(),
        language: Language::find(tag).unwrap_or_default(),
        ..Locale::default()
    };
    let mut declared = BTreeSet::new();
    for file in &mut files.rules {
        let file = Arc::make_mut(file);
        each_slot(file, &mut |slot| {
            declared.insert(slot.path.clone());
            exchange(slot, &words, &mut locale.nouns);
        });
    }
    for (name, one) in &words.nouns {
        // A local name may be called like a declaration, and means something else.
        let nouns = if declared.contains(name) {
            &mut locale.nouns
        } else {
            &mut locale.locals
        };
        nouns.insert(name.clone(), one.words.text.clone());
    }
    let manifest = [("title", &words.title), ("about", &words.about)];
    for (key, node) in manifest {
        if let (Some(file), Some(node)) = (&mut files.manifest, node) {
            put(Arc::make_mut(file), key, node);
        }
    }
    for table in &mut files.tables {
        rows(Arc::make_mut(table), &words);
    }
    let texts = words.texts.into_iter();
    locale.texts = texts.map(|(text, one)| (text, one.words)).collect();
    for file in &mut files.rules {
        option_texts(Arc::make_mut(file), &locale);
    }
    if let Some(file) = &mut files.shown {
        labels(Arc::make_mut(file), &locale);
    }
    if let Some(file) = &mut files.look {
        look_words(Arc::make_mut(file), &locale);
    }
    let plain = |words: BTreeMap<String, WordsEntry>| {
        let words = words.into_iter().map(|(key, one)| (key, one.words.text));
        words.collect::<BTreeMap<String, String>>()
    };
    locale.counters = plain(words.counters);
    let lists = words.rows.into_iter();
    locale.rows = lists.map(|(list, rows)| (list, plain(rows))).collect();
    files.locale = Some(Arc::new(locale));
}

/// Puts the words of a locale where a declaration has its words.
fn exchange(slot: WordsSlot<'_>, words: &WordsFile, nouns: &mut BTreeMap<String, String>) {
    let Some(found) = words.words.get(&slot.path) else {
        let has_words = slot.words.has_words();
        if let (SlotWords::Phrase(Some(phrase)), true) = (slot.words, has_words) {
            mark(phrase);
        }
        return;
    };
    let is_plain = found.words.parts.iter().all(|part| part.name().is_none());
    match slot.words {
        SlotWords::Phrase(phrase) if phrase.is_some() || slot.is_thing || !is_plain => {
            let own = with_its_forms(&found.words, phrase.as_ref(), &slot.name.text);
            *phrase = Some(own);
        }
        SlotWords::Text(text) => *text = Some(found.words.text.clone()),
        SlotWords::Phrase(_) | SlotWords::None => {
            nouns.insert(slot.path.clone(), found.words.text.clone());
        }
    }
    if is_plain {
        nouns.insert(slot.path, found.words.text.clone());
    }
}

/// Marks a phrase that the locale has no words for, as it stands in sentences of another language.
fn mark(phrase: &mut ast::Phrase) {
    let words = |words: &str| PhrasePart::Words(words.to_owned());
    phrase.parts.insert(0, words("⟨"));
    phrase.parts.push(words("⟩"));
    phrase.text = format!("⟨{}⟩", phrase.text);
}

/// A phrase that has forms for one and for several of what it is the phrase of counts that, also where a language has one form.
fn with_its_forms(words: &ast::Phrase, first: Option<&ast::Phrase>, name: &str) -> ast::Phrase {
    let forms = |phrase: &ast::Phrase| {
        let mut parts = phrase.parts.iter();
        parts.any(|part| matches!(part, PhrasePart::Forms(hole, ..) if hole.text == name))
    };
    let mut made = words.clone();
    if first.is_some_and(forms) && !forms(words) {
        let hole = ast::Name {
            text: name.to_owned(),
            span: words.span,
        };
        let silent = PhrasePart::Forms(hole, String::new(), String::new());
        made.parts.insert(0, silent);
    }
    made
}

/// Exchanges what options mean.
fn option_texts(file: &mut ast::File, locale: &Locale) {
    for item in &mut file.items {
        if let ast::ItemKind::Option(option) = &mut item.kind
            && let Some(text) = &mut option.text
            && let Some(words) = locale.text(text)
        {
            text.clone_from(&words.text);
        }
    }
}

/// Replaces the value of a key that is there.
fn put(map: &mut Node, key: &str, value: &Node) {
    if let Value::Map(entries) = &mut map.value {
        let entry = Arc::make_mut(entries)
            .iter_mut()
            .find(|entry| entry.key == key);
        if let Some(entry) = entry {
            entry.value = value.clone();
        }
    }
}

/// Puts the names of rows into their tables.
fn rows(table: &mut Node, words: &WordsFile) {
    let Value::Map(lists) = &mut table.value else {
        return;
    };
    for list in Arc::make_mut(lists).iter_mut() {
        let (Some(words), Value::List(rows)) = (words.rows.get(&list.key), &mut list.value.value)
        else {
            continue;
        };
        for row in rows {
            let id = row.get("id").and_then(Node::scalar);
            if let Some(found) = id.and_then(|id| words.get(id.text())) {
                put(row, "name", &found.node);
            }
        }
    }
}

/// Exchanges the words of the look: titles by which it names panels, and titles on backs of cards.
fn look_words(look: &mut Node, locale: &Locale) {
    for page in values_of(look, "page") {
        if let Value::Map(entries) = &mut page.value {
            let panels = Arc::make_mut(entries)
                .iter_mut()
                .filter(|entry| entry.key == "panels");
            panels.for_each(|panels| keys(panels, locale));
        }
    }
    for cards in values_of(look, "cards") {
        let Value::Map(layouts) = &mut cards.value else {
            continue;
        };
        let backs = Arc::make_mut(layouts)
            .iter_mut()
            .flat_map(|layout| values_of(&mut layout.value, "back"));
        for title in backs.flat_map(|back| values_of(back, "title")) {
            if let Value::Scalar(scalar) = &mut title.value
                && let Some(words) = locale.text(scalar.text().trim())
            {
                *scalar = scalar.with_text(&words.text);
            }
        }
    }
}

/// Returns the titles that the look puts on backs of cards.
pub(super) fn back_titles(look: &Node) -> Vec<String> {
    let layouts = look.get("cards").map_or(&[][..], Node::entries);
    let titles = layouts.iter().filter_map(|layout| {
        let title = layout.value.get("back")?.get("title")?.scalar()?;
        Some(title.text().trim().to_owned())
    });
    titles.collect()
}

/// The values that stand under a key of a map.
fn values_of<'n>(node: &'n mut Node, key: &str) -> impl Iterator<Item = &'n mut Node> {
    let entries = match &mut node.value {
        Value::Map(entries) => Arc::make_mut(entries).as_mut_slice(),
        Value::List(_) | Value::Null | Value::Scalar(_) => &mut [],
    };
    let found = entries.iter_mut().filter(move |entry| entry.key == key);
    found.map(|entry| &mut entry.value)
}

/// Exchanges the keys of a map.
fn keys(map: &mut Entry, locale: &Locale) {
    if let Value::Map(entries) = &mut map.value.value {
        for entry in Arc::make_mut(entries).iter_mut() {
            if let Some(words) = locale.text(&entry.key) {
                entry.key.clone_from(&words.text);
            }
        }
    }
}

/// Exchanges titles and labels of the view.
fn labels(node: &mut Node, locale: &Locale) {
    match &mut node.value {
        Value::Map(entries) => {
            for entry in Arc::make_mut(entries).iter_mut() {
                label(entry, locale);
            }
        }
        Value::List(items) => items.iter_mut().for_each(|item| labels(item, locale)),
        Value::Null | Value::Scalar(_) => {}
    }
}

fn label(entry: &mut Entry, locale: &Locale) {
    if LABELLED.contains(&entry.key.as_str()) {
        return keys(entry, locale);
    }
    let is_text = ["title", "words", "short"].contains(&entry.key.as_str());
    match (is_text, &mut entry.value.value) {
        (true, Value::Scalar(scalar)) => {
            if let Some(words) = locale.text(scalar.text().trim()) {
                *scalar = scalar.with_text(&words.text);
            }
        }
        (true, Value::Map(entries)) => {
            for entry in Arc::make_mut(entries).iter_mut() {
                if let Value::Scalar(scalar) = &mut entry.value.value
                    && let Some(words) = locale.text(scalar.text().trim())
                {
                    *scalar = scalar.with_text(&words.text);
                }
            }
        }
        _ => labels(&mut entry.value, locale),
    }
}
