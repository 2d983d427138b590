//! A game ready for tables: its program, the panels of `view.yaml`, its words and its manual.

use ludex_bots::system::System;
use ludex_check::env::Env;
use ludex_check::locale::Locale;
use ludex_compile::Lookup;
use ludex_pipeline::{GameText, Parsed};
use ludex_play::vocabulary::Vocabulary;
use ludex_program::Program;
use ludex_program::layout::BoardLayout;
use ludex_report::{Report, human};
use ludex_rules::shown::{Named, Shown};
use ludex_rules::table::widened;
use ludex_rules::types::Type;
use ludex_source::Sources;
use ludex_tools::manual::Manual;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// A game with all that its tables share.
#[derive(Debug)]
pub struct TableGame {
    pub(super) program: Arc<Program>,
    /// The panels, and the game's program with what they ask; none of a game without `view.yaml`.
    pub(super) panels: Option<(Program, Shown<Lookup>)>,
    pub(super) vocabulary: Vocabulary,
    pub(super) manual: Manual,
    /// The typed rules with their looks.
    pub(super) names: Env,
    /// The files as they were read, for its words in other locales.
    parsed: Parsed,
    sources: Sources,
    /// The game in the words of other locales, once somebody has asked for them.
    translations: BTreeMap<String, OnceLock<Arc<TableGame>>>,
    /// The system that bots work on, if any.
    system: Option<&'static dyn System>,
}

impl TableGame {
    /// Reads, checks and compiles a game.
    ///
    /// # Errors
    /// The game has mistakes; the text lists them for people.
    pub fn new(text: GameText) -> Result<TableGame, String> {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let parsed = text.parse(&mut sources, &mut report);
        TableGame::of(parsed, sources, report)
    }

    fn of(parsed: Parsed, sources: Sources, mut report: Report) -> Result<TableGame, String> {
        let checked = parsed.check(&mut report);
        let program = checked
            .as_ref()
            .and_then(|checked| checked.compile(&mut report));
        let (Some(checked), Some(program)) = (checked, program) else {
            return Err(human(&report, &sources, false));
        };
        let mut panels = if checked.game().shown.is_empty() {
            None
        } else {
            checked.shown(&program, &mut report)
        };
        let names = parsed.analyze(&mut Report::new()).names;
        let manual = Manual::new(parsed.files(), &names, &sources, &[]);
        let words = panels.as_mut().map(|(_, shown)| &mut shown.words);
        let vocabulary = vocabulary(&program, words, &manual);
        Ok(TableGame {
            program: Arc::new(program),
            panels,
            vocabulary,
            manual,
            names: checked.names,
            translations: translations(&parsed),
            parsed,
            sources,
            system: None,
        })
    }

    /// Lets bots at tables of the game work on a system: with budgets of time, and trees side by side.
    #[must_use]
    pub fn on(self, system: &'static dyn System) -> TableGame {
        TableGame {
            system: Some(system),
            ..self
        }
    }

    /// Returns the system that bots work on, if any.
    pub(super) fn system(&self) -> Option<&'static dyn System> {
        self.system
    }

    /// Returns the title of the game in each locale that it has words of.
    #[must_use]
    pub fn titles(&self) -> BTreeMap<String, String> {
        let tags = self.parsed.locales().into_iter();
        let titles = tags.filter_map(|tag| {
            let title = self.parsed.in_locale(&tag).title()?;
            Some((tag, title))
        });
        titles.collect()
    }

    /// Returns true if the game has words of a locale besides those of its rules.
    #[must_use]
    pub fn has_locale(&self, tag: &str) -> bool {
        self.translations.contains_key(tag)
    }

    /// Returns the game in the words of a locale; as it is if it has no words there.
    #[must_use]
    pub fn in_locale(self: &Arc<TableGame>, tag: &str) -> Arc<TableGame> {
        let Some(translation) = self.translations.get(tag) else {
            return Arc::clone(self);
        };
        let made = translation.get_or_init(|| {
            let parsed = self.parsed.in_locale(tag);
            let made = TableGame::of(parsed, self.sources.clone(), Report::new());
            // Words that do not fit the game are told where it is checked.
            made.map_or_else(
                |_| Arc::clone(self),
                |made| {
                    Arc::new(TableGame {
                        system: self.system,
                        ..made
                    })
                },
            )
        });
        Arc::clone(made)
    }

    /// Returns the compiled rules.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }
}

/// Returns a place for the game in each other locale that it has words of.
fn translations(parsed: &Parsed) -> BTreeMap<String, OnceLock<Arc<TableGame>>> {
    let tags = parsed.locales().into_iter().skip(1);
    tags.map(|tag| (tag, OnceLock::new())).collect()
}

/// Collects the words of a game: those that `view.yaml` gives, to which those are added that its declarations give values.
#[must_use]
pub fn vocabulary(
    program: &Program,
    words: Option<&mut Vec<Named>>,
    manual: &Manual,
) -> Vocabulary {
    let declared = manual.values.iter().filter_map(|words| {
        let mut enums = program.names.enums.entries();
        let (id, (_, values)) = enums.find(|(_, (name, _))| *name == words.of)?;
        let value = values.iter().position(|value| *value == words.value)?;
        Some(Named {
            ty: Type::Enum(id),
            value: i32::try_from(value).ok()?,
            word: words.words.clone(),
        })
    });
    let spaces = manual
        .locale
        .iter()
        .flat_map(|locale| numbered_spaces(program, locale));
    let declared = declared.chain(spaces);
    let values = match words {
        Some(words) => {
            words.extend(declared);
            words.clone()
        }
        None => declared.collect(),
    };
    let vocabulary = Vocabulary::new(values, manual.variables.clone());
    match &manual.locale {
        Some(locale) => vocabulary.in_language(locale.language, locale.names()),
        None => vocabulary,
    }
}

/// Words for the spaces of the table's boards that have numbers as ids: the noun of the board in a locale, and the number.
fn numbered_spaces(program: &Program, locale: &Locale) -> Vec<Named> {
    let boards = program.layout.boards.entries();
    let boards = boards.filter(|(_, board)| !board.per_player);
    let named = boards.filter_map(|(id, board)| Some((id, board, locale.noun(&board.name)?)));
    let spaces = named.flat_map(|(board_id, board, noun)| {
        (0..board.capacity).filter_map(move |offset| {
            let ids = |layout: &'_ BoardLayout| layout.ids.get(widened(offset)).cloned();
            let mut ids = board.layouts.iter().filter_map(ids);
            let id = ids.next().filter(|id| id.parse::<u32>().is_ok())?;
            // A space that layouts call differently is named by the layout in use.
            ids.all(|other| other == id).then(|| Named {
                ty: Type::Space(board_id),
                value: (board.first + offset).cast_signed(),
                word: format!("{noun} {id}"),
            })
        })
    });
    spaces.collect()
}
