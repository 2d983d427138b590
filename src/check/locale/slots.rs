//! The places in a game's rules where words for people stand or could stand, each with the path by which a locale names it.

use ludex_syntax::ast;
use ludex_syntax::ast::{ItemKind, MemberKind, Phrase};

/// A declared name with the words that its declaration gives it.
pub(crate) struct WordsSlot<'a> {
    /// `species`, `species.weight`, `sex.male`, `option.frog`.
    pub(crate) path: String,
    /// The name that is declared.
    pub(crate) name: &'a ast::Name,
    pub(crate) words: SlotWords<'a>,
    /// Marks what people meet by its bare name too: values of enums, kinds, places and boards.
    pub(crate) is_thing: bool,
    /// Marks a name that is true or false: its words say both.
    pub(crate) is_bool: bool,
}

/// The words of a declared name.
pub(crate) enum SlotWords<'a> {
    /// A phrase with values in braces.
    Phrase(&'a mut Option<Phrase>),
    /// A text without values: the prompt of an action.
    Text(&'a mut Option<String>),
    /// The declaration cannot have words in the rules.
    None,
}

impl SlotWords<'_> {
    /// Returns true if the rules have words here.
    pub(crate) fn has_words(&self) -> bool {
        match self {
            // An empty phrase hides what it is the phrase of.
            SlotWords::Phrase(phrase) => phrase.as_ref().is_some_and(|one| !one.text.is_empty()),
            SlotWords::Text(text) => text.is_some(),
            SlotWords::None => false,
        }
    }
}

/// Goes through all declared names of a file.
pub(crate) fn each_slot(file: &mut ast::File, to: &mut dyn FnMut(WordsSlot<'_>)) {
    for item in &mut file.items {
        in_item(&mut item.kind, to);
    }
}

fn in_item(item: &mut ItemKind, to: &mut dyn FnMut(WordsSlot<'_>)) {
    match item {
        ItemKind::Enum(one) => {
            one.phrases.resize(one.values.len(), None);
            for (value, phrase) in one.values.iter().zip(&mut one.phrases) {
                let path = format!("{}.{}", one.name.text, value.text);
                to(thing(path, value, phrase));
            }
            to(slot(&one.name, SlotWords::None, false));
        }
        ItemKind::Option(one) => {
            let path = format!("option.{}", one.name.text);
            to(WordsSlot {
                path,
                ..slot(&one.name, SlotWords::None, false)
            });
        }
        ItemKind::Kind(one) => {
            let path = one.name.text.clone();
            in_members(&path, &mut one.members, to);
            to(thing(path, &one.name, &mut one.phrase));
        }
        ItemKind::Board(one) => {
            let path = one.name.text.clone();
            in_members(&path, &mut one.members, to);
            to(thing(path, &one.name, &mut one.phrase));
        }
        ItemKind::Place(one) => to(thing(one.name.text.clone(), &one.name, &mut one.phrase)),
        ItemKind::Var(one) => {
            let is_bool = is_bool(&one.ty);
            to(slot(&one.name, SlotWords::Phrase(&mut one.phrase), is_bool));
        }
        ItemKind::Track(one) => to(slot(&one.name, SlotWords::Phrase(&mut one.phrase), false)),
        ItemKind::Effect(one) => to(slot(&one.name, SlotWords::Phrase(&mut one.phrase), false)),
        ItemKind::Query(one) => {
            let is_bool = is_bool(&one.ty);
            to(slot(&one.name, SlotWords::Phrase(&mut one.phrase), is_bool));
        }
        ItemKind::Action(one) => to(slot(&one.name, SlotWords::Text(&mut one.prompt), false)),
        ItemKind::Moment(name) => to(slot(name, SlotWords::None, false)),
        ItemKind::Table(one) => to(slot(&one.name, SlotWords::None, false)),
        // These give no name.
        ItemKind::Hook(_)
        | ItemKind::Modifier(_)
        | ItemKind::Setup(_)
        | ItemKind::Play(_)
        | ItemKind::Result(_)
        | ItemKind::Heuristic(_)
        | ItemKind::Demand(_) => {}
    }
}

fn in_members(owner: &str, members: &mut [ast::Member], to: &mut dyn FnMut(WordsSlot<'_>)) {
    for member in members {
        let (name, phrase, is_bool) = match &mut member.kind {
            MemberKind::Attribute(one) => (&one.name, &mut one.phrase, is_bool(&one.ty)),
            MemberKind::Field(one) => (&one.name, &mut one.phrase, is_bool(&one.ty)),
            MemberKind::Place(one) => (&one.name, &mut one.phrase, false),
            MemberKind::Home(_)
            | MemberKind::Active { .. }
            | MemberKind::Join { .. }
            | MemberKind::Demand(_) => continue,
        };
        let path = format!("{owner}.{}", name.text);
        to(WordsSlot {
            path,
            ..slot(name, SlotWords::Phrase(phrase), is_bool)
        });
    }
}

fn slot<'a>(name: &'a ast::Name, words: SlotWords<'a>, is_bool: bool) -> WordsSlot<'a> {
    WordsSlot {
        path: name.text.clone(),
        name,
        words,
        is_thing: false,
        is_bool,
    }
}

fn thing<'a>(path: String, name: &'a ast::Name, phrase: &'a mut Option<Phrase>) -> WordsSlot<'a> {
    WordsSlot {
        path,
        name,
        words: SlotWords::Phrase(phrase),
        is_thing: true,
        is_bool: false,
    }
}

fn is_bool(ty: &ast::Type) -> bool {
    matches!(&ty.kind, ast::TypeKind::Name(name) if name == "bool")
}
