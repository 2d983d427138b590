//! Labels and JSON of options: an answer with its values in words.

use crate::format::{Sight, UNKNOWN, ValueFormat};
use crate::sentences::{Sentences, TextTime};
use crate::vocabulary::{action_name, spaced};
use ludex_program::decision::Ask;
use ludex_program::ids::SiteId;
use ludex_rules::decision::{Answer, Choice};
use ludex_rules::game::NONE;
use ludex_rules::ids::{ActionId, HookId};
use ludex_rules::types::Type;
use serde_json::{Map, Value, json};

impl<'a> ValueFormat<'a> {
    /// An option's label: `play owl_1 red 2`, `owl_1 P2`, `done`, `yes`.
    #[must_use]
    pub fn label(&self, site: SiteId, answer: Answer, values: &[i32]) -> String {
        self.label_parts(site, answer, values).join(" ")
    }

    /// The parts of an option's label: the action or the word, then each value.
    #[must_use]
    pub fn label_parts(&self, site: SiteId, answer: Answer, values: &[i32]) -> Vec<String> {
        let (mut words, typed) = self.parts_of_label(site, answer);
        words.extend(typed.iter().zip(values).map(|(ty, v)| self.offered(ty, *v)));
        if let Answer::Entry(_) = answer {
            words.extend(self.entry_words(values));
        }
        words
    }

    /// A label of which only some parts are told: the action's name or the word, unless values are all, then each value.
    /// None when the reader is told nothing by it.
    #[must_use]
    pub fn told_label(
        &self,
        site: SiteId,
        answer: Answer,
        values: &[i32],
        told: &[bool],
    ) -> Option<String> {
        let (name, typed) = self.parts_of_label(site, answer);
        let is_word = !matches!(answer, Answer::Values);
        let of_values = told.get(usize::from(is_word)..).unwrap_or_default();
        let hidden = if is_word {
            !told.first().copied().unwrap_or(false)
        } else {
            !of_values.contains(&true)
        };
        if hidden {
            return None;
        }
        // Who is told of a piece may read its name.
        let all = ValueFormat {
            sight: Sight::All,
            ..*self
        };
        let word = |((n, ty), value): ((usize, &Type), &i32)| {
            let told = of_values.get(n).copied().unwrap_or(false);
            match (told, matches!(ty.required(), Type::Piece(_))) {
                (false, _) => UNKNOWN.into(),
                (true, true) => all.word(ty, *value),
                (true, false) => self.word(ty, *value),
            }
        };
        let mut words = name;
        words.extend(typed.iter().enumerate().zip(values).map(word));
        if let Answer::Entry(_) = answer {
            words.extend(self.entry_words(values));
        }
        Some(words.join(" "))
    }

    /// The types of the values of an answer.
    #[must_use]
    pub fn types_of_answer(&self, site: SiteId, answer: Answer) -> Vec<Type> {
        self.parts_of_label(site, answer).1
    }

    /// The words of a label before its values, and the types of these.
    fn parts_of_label(&self, site: SiteId, answer: Answer) -> (Vec<String>, Vec<Type>) {
        match answer {
            Answer::Action(action) => {
                let types = self.program.actions[action].params.iter();
                let types: Vec<Type> = types.map(|(_, ty)| ty.clone()).collect();
                (vec![self.action(action, !types.is_empty())], types)
            }
            Answer::Values => (Vec::new(), self.types(site).to_vec()),
            Answer::Done | Answer::Yes | Answer::No | Answer::Pass | Answer::Entry(_) => {
                let word = match self.vocabulary {
                    Some(_) => self.sentences().answer(answer),
                    None => answer.word(),
                };
                (word.map(str::to_owned).into_iter().collect(), Vec::new())
            }
        }
    }

    /// An action's name, or for people what it asks, with a colon before its values.
    fn action(&self, action: ActionId, has_values: bool) -> String {
        if self.vocabulary.is_none() {
            return self.program.actions[action].name.clone();
        }
        let name = action_name(self.program, action);
        let colon = if has_values { ":" } else { "" };
        format!("{name}{colon}")
    }

    /// A waiting entry in words.
    fn entry_words(&self, values: &[i32]) -> Vec<String> {
        let (name, this, args) = self.entry(values);
        let mut words: Vec<String> = match self.vocabulary {
            Some(_) => vec![self.text_name(&name)],
            None => waiting(&name),
        };
        words.extend(this);
        words.extend(args.into_iter().map(|(_, ty, v)| self.word(&ty, v)));
        words
    }

    fn types(&self, site: SiteId) -> &'a [Type] {
        self.program.sites[site].ask.types()
    }

    /// A text of the rules by its row and slot, `card.owl.when_arrived`, or by its hook, `game.when_arrived`, in words for
    /// people.
    pub(crate) fn text_name(&self, name: &str) -> String {
        let parts: Vec<&str> = name.splitn(3, '.').collect();
        let noun = |path: &str| {
            let words = self.vocabulary?;
            words.noun(path).map(str::to_owned)
        };
        let slot = |kind: &str, slot: &str| {
            let timed = || {
                let (time, effect) = timed(slot)?;
                let effect = noun(effect).unwrap_or_else(|| spaced(effect));
                Some(self.sentences().at_time(time, &effect))
            };
            let noun = noun(&format!("{kind}.{slot}"));
            noun.or_else(timed).unwrap_or_else(|| spaced(slot))
        };
        match parts[..] {
            [kind, row, text] => format!("{} ({})", self.row_name(kind, row), slot(kind, text)),
            [kind, text] => slot(kind, text),
            _ => noun(name).unwrap_or_else(|| spaced(name)),
        }
    }

    /// A row of a kind, as people call it.
    pub(crate) fn row_name(&self, kind: &str, row: &str) -> String {
        let names = &self.program.names;
        if let Some(piece) = names.pieces.ids().find(|piece| names.pieces[*piece] == row) {
            return self.word(
                &Type::Piece(self.program.layout.piece_kind[piece]),
                piece.value(),
            );
        }
        let kinds = self.program.layout.kinds.entries();
        let of_kind = kinds.filter(|(_, one)| one.name == kind);
        let found = of_kind.filter_map(|(id, _)| {
            let row = names.rows[id].iter().position(|one| one == row)?;
            Some(self.word(&Type::Row(id), row as i32))
        });
        let mut found = found;
        found.next().unwrap_or_else(|| spaced(row))
    }

    /// A waiting entry: its text's name, its piece when the name doesn't say it, its arguments.
    fn entry(&self, values: &[i32]) -> (String, Option<String>, Vec<(String, Type, i32)>) {
        let [hook, _, this, _, args @ ..] = values else {
            return (UNKNOWN.into(), None, Vec::new());
        };
        let body = self.program.hooks[HookId::from_value(*hook)].body;
        let routine = &self.program.routines[body];
        let ty = routine.locals.get(1).map_or(&Type::None, |(_, ty)| ty);
        let piece = matches!(ty.required(), Type::Piece(_)) && *this != NONE;
        if piece && self.piece(*this) == UNKNOWN {
            return (UNKNOWN.into(), None, Vec::new());
        }
        let this = (*this != NONE)
            .then(|| self.word(ty, *this))
            .filter(|this| {
                let said = routine.name.split('.').any(|part| part == this);
                !said
            });
        let args = routine
            .locals
            .iter()
            .skip(2)
            .zip(args)
            .map(|((name, ty), v)| (name.clone(), ty.clone(), *v));
        (routine.name.clone(), this, args.collect())
    }

    /// An option as JSON: `{"action":"play","args":{"card":"owl_1"}}`, `{"choice":{"receiver":"P1"}}`, `{"answer":"yes"}`,
    /// `{"entry":{"effect":"…","this":"…","args":{…}}}`.
    #[must_use]
    pub fn option_json(&self, site: SiteId, choice: &Choice) -> Value {
        let named = |pairs: Vec<(String, Type, i32)>| {
            Value::Object(
                pairs
                    .into_iter()
                    .map(|(name, ty, v)| (name, self.offered_json(&ty, v)))
                    .collect::<Map<_, _>>(),
            )
        };
        match choice.answer {
            Answer::Action(action) => {
                let action = &self.program.actions[action];
                let args = action
                    .params
                    .iter()
                    .zip(&choice.values)
                    .map(|((name, ty), v)| (name.clone(), ty.clone(), *v));
                json!({ "action": action.name, "args": named(args.collect()) })
            }
            Answer::Values => {
                let names: &[String] = match &self.program.sites[site].ask {
                    Ask::Choose { names, .. } => names,
                    Ask::May | Ask::Offer { .. } | Ask::Pool(_) => &[],
                };
                let values = names.iter().zip(self.types(site)).zip(&choice.values);
                json!({ "choice": named(values.map(|((name, ty), v)| (name.clone(), ty.clone(), *v)).collect()) })
            }
            Answer::Done | Answer::Yes | Answer::No | Answer::Pass => {
                json!({ "answer": choice.answer.word() })
            }
            Answer::Entry(_) => {
                let (effect, this, args) = self.entry(&choice.values);
                json!({ "entry": { "effect": effect, "this": this, "args": named(args) } })
            }
        }
    }
}

/// Returns words for a waiting text: `owl arrived` of the row's text `card.owl.when_arrived`, `arrived` of the whole game's,
/// `owl instead of fall` of what replaces an effect.
fn waiting(name: &str) -> Vec<String> {
    let mut parts: Vec<&str> = name.split('.').collect();
    let timed = parts.pop().unwrap_or(name);
    // The first part is the kind, or the game.
    let of = parts.into_iter().skip(1).map(str::to_owned);
    of.chain(timed_words(timed)).collect()
}

/// Returns words for the time at which a text runs: `before fall` of `before_fall`; none for a slot of a row.
fn timed_words(text: &str) -> Option<String> {
    let (time, effect) = timed(text)?;
    Some(Sentences::default().at_time(time, effect))
}

/// Takes the name of a timed text apart: its time, and the effect.
fn timed(text: &str) -> Option<(TextTime, &str)> {
    let prefixes = [
        ("when_", TextTime::When),
        ("before_", TextTime::Before),
        ("instead_of_", TextTime::Instead),
    ];
    let mut prefixes = prefixes.into_iter();
    prefixes.find_map(|(prefix, time)| Some((time, text.strip_prefix(prefix)?)))
}
