//! The files of a game as they were parsed.

use crate::locale::{Locale, LocaleFile};
use crate::look::SvgFile;
use ludex_source::citations::Citation;
use ludex_syntax::ast;
use ludex_tables::{Entry, Node};
use std::sync::Arc;

/// The parsed files of one game, in the order of their paths.
#[derive(Debug, Clone, Default)]
pub struct GameFiles {
    /// `game.yaml`, if there is one that could be read.
    pub manifest: Option<Arc<Node>>,
    /// The prelude, if it was read.
    pub prelude: Option<Arc<ast::File>>,
    /// The trees of the `.rules` files.
    pub rules: Vec<Arc<ast::File>>,
    /// All other YAML files: rows, lookup tables, layouts of boards.
    pub tables: Vec<Arc<Node>>,
    /// `statements.yaml`, if there is one that could be read.
    pub statements: Option<Arc<Node>>,
    /// `view.yaml`, if there is one that could be read.
    pub shown: Option<Arc<Node>>,
    /// `look.yaml`, if there is one that could be read.
    pub look: Option<Arc<Node>>,
    /// The SVG files, which `look.yaml` names.
    pub pictures: Vec<SvgFile>,
    /// The files of words, one a locale.
    pub locales: Vec<LocaleFile>,
    /// The locale whose words these trees have; none of the words in the rules themselves.
    pub locale: Option<Arc<Locale>>,
    /// The citations in comments of all files.
    pub citations: Vec<Citation>,
}

impl GameFiles {
    /// Returns the trees of the `.rules` files.
    pub fn rules(&self) -> impl Iterator<Item = &ast::File> {
        self.rules.iter().map(|file| &**file)
    }

    /// Returns the lists of all tables, each with its key.
    pub fn lists(&self) -> impl Iterator<Item = &Entry> {
        self.tables.iter().flat_map(|table| table.entries())
    }
}
