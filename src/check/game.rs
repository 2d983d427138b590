//! The entry of the room: all passes over one game, in their order.

use crate::decl::Decl;
use crate::declarations::declare::Decls;
use crate::env::{Checker, Env, UNKNOWN_KIND};
pub use crate::files::GameFiles;
use crate::flow::call_graph;
use crate::semantics::Symbol;
use crate::tables::rows::KindList;
use ludex_report::{Code, Diagnostic, Report, nearest};
use ludex_rules::game::Game;
use ludex_rules::ids::TableId;
use ludex_source::{FileId, Span};
use ludex_syntax::ast;
use ludex_tables::{Entry, Node};
use std::sync::Arc;

/// The parts of the YAML files, by purpose.
#[derive(Default)]
struct Lists<'a> {
    rows: Vec<KindList<'a>>,
    lookups: Vec<(TableId, &'a Entry)>,
    layouts: Vec<(&'a str, &'a Entry)>,
}

/// The typed rules of a game; none when something is wrong with it, and then the reasons are in the report.
pub fn game(name: &str, files: &GameFiles, report: &mut Report) -> Option<Game> {
    let env = names(name, files, report);
    (!report.has_errors()).then_some(env.game)
}

/// Returns the names that lead into a game and what each means; if the report has errors, those that could be resolved.
pub fn names(name: &str, files: &GameFiles, report: &mut Report) -> Env {
    let mut checker = Checker::new(Env::default(), report);
    checker.env.game.name = name.into();
    checker.env.locale = files.locale.clone();
    checker.manifest(files.manifest.as_deref());
    checker.env.prelude = files.prelude.as_deref().and_then(file_of);
    checker.env.begins = begins(files);
    let decls = checker.declare(files.prelude.as_deref().into_iter().chain(files.rules()));
    checker.check_phrases(files.prelude.as_deref().into_iter().chain(files.rules()));
    checker.types(&decls);
    checker.record_lists(files.rules());
    let lists = checker.lists(&decls, &files.tables);
    checker.data(&decls, &lists);
    checker.check_slow();
    checker.statements(files.statements.as_deref(), &files.citations);
    let graph = call_graph::graph(&checker.env.game);
    // Lints of the whole game wait until no part is missing; a circle of sound effects is there anyway.
    let sound = !checker.report.has_errors();
    if sound {
        checker.check_hooks(&decls, &graph);
        checker.check_rivals();
        checker.check_ownerless();
    }
    checker.check_ends(&decls, &graph, &broken(files));
    if sound {
        checker.check_cycles(&decls);
        checker.check_refills();
        checker.check_set_up();
    }
    checker.refer_to_words(files);
    if !checker.report.has_errors() {
        checker.check_futile();
        checker.check_idle(&graph);
        checker.check_result(&decls);
        checker.check_decided();
        checker.check_endless(&graph);
        checker.check_amounts();
        checker.check_fixed_members();
        checker.check_hidden();
        checker.check_marks();
        checker.check_beliefs();
        checker.check_takers();
        checker.check_unused(&decls, &graph);
        checker.shown(files.shown.as_deref());
        checker.words_of_locale();
        checker.look(files.look.as_deref(), &files.pictures);
        checker.order_bonuses(&graph);
        if files.locale.is_none() {
            checker.review_locales(files);
        }
    }
    checker.env
}

/// The declarations that could not be read whole.
fn broken(files: &GameFiles) -> Vec<Span> {
    let items = files.rules.iter().flat_map(|file| &file.items);
    let broken = items.filter(|item| item.broken);
    broken.map(|item| item.span).collect()
}

fn begins(files: &GameFiles) -> Option<Span> {
    let rules = files.rules().find_map(file_of);
    let manifest = || files.manifest.as_ref().map(|node| node.span.file);
    Some(Span::empty(rules.or_else(manifest)?, 0))
}

fn file_of(tree: &ast::File) -> Option<FileId> {
    Some(tree.items.first()?.span.file)
}

impl Checker<'_> {
    /// Resolves the type of every name, without any value.
    fn types(&mut self, decls: &Decls<'_>) {
        self.board_shapes(decls);
        self.place_shapes(decls);
        self.kind_types(decls);
        self.space_types(decls);
        self.var_types(decls);
        self.track_types(decls);
        self.joined_spaces(decls);
        self.lookup_types(decls);
        self.signatures(decls);
    }

    /// Values and texts. The order matters: words and ids first, then what names them.
    fn data(&mut self, decls: &Decls<'_>, lists: &Lists<'_>) {
        self.options(decls);
        let (mut written, derived) = self.row_ids(decls, &lists.rows);
        self.board_spaces(decls, &lists.layouts);
        self.place_rules(decls);
        self.kind_rules(decls);
        self.row_values(decls, &written);
        self.derived_rows(decls, &derived, &mut written);
        self.space_values(decls, &lists.layouts);
        self.lookup_rows(decls, &lists.lookups);
        self.board_layouts(decls);
        self.var_defaults(decls);
        self.track_parts(decls);
        self.bodies(decls);
        self.game_reactions(decls);
        self.row_texts(decls, &written);
        self.demands(decls, &written);
        self.position_demands(&decls.demands);
    }

    /// Sorts the top-level keys of all YAML files by what they fill.
    fn lists<'a>(&mut self, decls: &Decls<'_>, tables: &'a [Arc<Node>]) -> Lists<'a> {
        let mut lists = Lists::default();
        let layouts: Vec<&str> = decls
            .boards
            .iter()
            .filter_map(|board| Some(board.tree.from.as_ref()?.text.as_str()))
            .collect();
        for node in tables.iter().filter(|node| !node.is_null()) {
            for entry in self.told(node.as_map()).unwrap_or_default() {
                let decl = self.env.names.get(&entry.key).map(|(decl, _)| *decl);
                if let Some(decl) = decl {
                    self.fills(entry.key_span, Symbol::Declared(decl));
                }
                if let Some(Decl::Kind(id)) = decl {
                    lists.rows.push((id, None, entry));
                } else if let Some(Decl::Sort(id)) = decl {
                    let kind = self.env.sorts[id.index()].kind;
                    // Of no kind, it was told where the sort is declared.
                    let known = kind != UNKNOWN_KIND;
                    (lists.rows).extend(known.then_some((kind, Some(id), entry)));
                } else if let Some(Decl::Table(id)) = decl {
                    lists.lookups.push((id, entry));
                } else if layouts.contains(&entry.key.as_str()) {
                    lists.layouts.push((&entry.key, entry));
                } else {
                    self.unknown_list(entry, &layouts);
                }
            }
        }
        lists
    }

    fn unknown_list(&mut self, entry: &Entry, layouts: &[&str]) {
        let filled = self.env.names.iter().filter(|(_, (decl, _))| {
            matches!(decl, Decl::Kind(_) | Decl::Sort(_) | Decl::Table(_))
        });
        let names = filled
            .map(|(name, _)| name.as_str())
            .chain(layouts.iter().copied());
        let error = Diagnostic::error(
            Code::UNKNOWN_TABLE,
            format!("`{}` fills nothing", entry.key),
        )
        .at(
            entry.key_span,
            "no kind, record, table or `from` of a board has this name",
        );
        let attribute = self.attribute_of(&entry.key);
        self.report
            .push(match (nearest(&entry.key, names), attribute) {
            (None, Some(owner)) => error.help(format!(
                "`{}` is an attribute of `{owner}`: indent it as far as the other keys of its row",
                entry.key
            )),
            (near, _) => error.did_you_mean(near),
        });
    }
}
