//! The first pass: every top-level name and every member gets its id, before any type is read.
//!
//! Takes the trees, gives `Decls`: each id beside the tree it came from. The tables of the game get a stand-in for each,
//! which the later passes fill.

use crate::decl::Decl;
use crate::declarations::placeholders::unknown;
use crate::env::Checker;
use crate::mistaken::NamedSort;
use crate::semantics::Symbol;
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::game::Holder;
use ludex_rules::types::Type;
use ludex_rules::verbs::verb;
use ludex_rules::{game, ids, limits, ops};
use ludex_source::Span;
use ludex_syntax::{ast, keywords};

/// Everything that was declared, by sort, each with its id.
#[derive(Debug, Default)]
pub(crate) struct Decls<'a> {
    pub(crate) enums: Vec<(ids::EnumId, &'a ast::Enum)>,
    pub(crate) options: Vec<(ids::OptionId, &'a ast::OptionDecl)>,
    pub(crate) kinds: Vec<KindDecl<'a>>,
    pub(crate) sorts: Vec<(ids::SortId, &'a ast::Kind)>,
    pub(crate) places: Vec<(ids::PlaceId, &'a ast::Place, Holder)>,
    pub(crate) boards: Vec<BoardDecl<'a>>,
    pub(crate) vars: Vec<(ids::VarId, &'a ast::Var, Holder)>,
    pub(crate) tracks: Vec<(ids::VarId, &'a ast::Track)>,
    pub(crate) tables: Vec<(ids::TableId, &'a ast::Table)>,
    pub(crate) moments: Vec<&'a ast::Name>,
    pub(crate) effects: Vec<(ids::RoutineId, &'a ast::Effect)>,
    pub(crate) queries: Vec<(ids::QueryId, &'a ast::Query)>,
    pub(crate) actions: Vec<(ids::ActionId, ids::RoutineId, &'a ast::Action)>,
    pub(crate) hooks: Vec<&'a ast::Hook>,
    pub(crate) modifiers: Vec<&'a ast::Modifier>,
    pub(super) setups: Vec<(Span, &'a ast::Block)>,
    pub(crate) plays: Vec<(Span, &'a ast::Block)>,
    pub(crate) results: Vec<(Span, &'a ast::ResultDecl)>,
    pub(super) heuristics: Vec<(Span, &'a ast::Expr)>,
    /// The demands on positions.
    pub(crate) demands: Vec<(Span, &'a ast::Demand)>,
}

/// A kind or record with its members sorted out.
#[derive(Debug)]
pub(crate) struct KindDecl<'a> {
    pub(crate) id: ids::KindId,
    pub(crate) tree: &'a ast::Kind,
    /// The attributes, by column of the table.
    pub(crate) attributes: Vec<&'a ast::Attribute>,
    pub(crate) effect_slots: Vec<&'a ast::Attribute>,
    pub(crate) value_slots: Vec<&'a ast::Attribute>,
    /// The attribute of type `hooks`.
    pub(crate) hooks: Option<&'a ast::Attribute>,
    /// The demands that hold for every row (`require`), or for those of a sort, with their spans.
    pub(crate) demands: Vec<(Span, &'a ast::Demand, Option<ids::SortId>)>,
}

/// A board with its members sorted out.
#[derive(Debug)]
pub(crate) struct BoardDecl<'a> {
    pub(crate) id: ids::BoardId,
    pub(crate) tree: &'a ast::Board,
    /// The attributes of a space, by column.
    pub(crate) attributes: Vec<&'a ast::Attribute>,
    /// The demands that hold for every space, or for every layout.
    pub(crate) demands: Vec<&'a ast::Demand>,
    /// The fields that join spaces under one thing: what lies there, and the first of its spaces.
    pub(crate) joins: Vec<(&'a ast::Name, &'a ast::Name)>,
}

impl Checker<'_> {
    /// Gives every name its id.
    pub(crate) fn declare<'a>(
        &mut self,
        files: impl IntoIterator<Item = &'a ast::File>,
    ) -> Decls<'a> {
        let mut decls = Decls::default();
        let items: Vec<&ast::Item> = files.into_iter().flat_map(|file| &file.items).collect();
        for item in &items {
            self.declare_item(item, &mut decls);
        }
        self.sorts(&mut decls);
        for item in &items {
            self.document(item);
        }
        self.options_of_enums(&decls);
        decls
    }

    /// Records the doc comments of a declaration and of its members.
    fn document(&mut self, item: &ast::Item) {
        let semantics = self.env.semantics_mut();
        if let Some(name) = item.kind.name() {
            semantics.document(name.span, item.span, &item.doc);
        }
        for member in item.kind.members() {
            if let Some(name) = member.kind.name() {
                semantics.document(name.span, member.span, &member.doc);
            }
        }
    }

    /// Gives an option the type of the enum that it names, which may stand in a later file.
    fn options_of_enums(&mut self, decls: &Decls<'_>) {
        for (id, tree) in &decls.options {
            let ast::OptionValues::Enum(name) = &tree.values else {
                continue;
            };
            if keywords::is(&name.text, keywords::FIXED) {
                self.no_option(name);
                continue;
            }
            let found = self.find(name);
            if let Some(of) = found {
                self.env.game.options[id.index()].ty = Type::Enum(of);
            }
        }
    }

    fn no_option(&mut self, name: &ast::Name) {
        let message = format!("an option cannot be of the type `{}`", name.text);
        self.report.push(
            Diagnostic::error(Code::WRONG_SORT, message)
                .at(name.span, "what may be chosen?")
                .help("write `bool`, the bounds of a number, `2..5`, words, `{ early, late }`, or an enum"),
        );
    }

    fn declare_item<'a>(&mut self, item: &'a ast::Item, decls: &mut Decls<'a>) {
        match &item.kind {
            ast::ItemKind::Enum(tree) => self.declare_enum(tree, decls),
            ast::ItemKind::Option(tree) => self.declare_option(tree, decls),
            ast::ItemKind::Kind(tree) if tree.of.is_some() => self.declare_sort(tree, decls),
            ast::ItemKind::Kind(tree) => self.declare_kind(tree, decls),
            ast::ItemKind::Board(tree) => self.declare_board(tree, decls),
            ast::ItemKind::Place(tree) => {
                let holder = self.holder(tree.per.as_ref());
                let id = self.new_place(tree, holder, decls);
                self.define(&tree.name, Decl::Place(id));
            }
            ast::ItemKind::Var(tree) => {
                let holder = self.holder(tree.per.as_ref());
                let id = self.new_var(&tree.name, holder);
                decls.vars.push((id, tree, holder));
                self.define(&tree.name, Decl::Var(id));
            }
            ast::ItemKind::Track(tree) => {
                let holder = self.holder(tree.per.as_ref());
                let id = self.new_var(&tree.name, holder);
                decls.tracks.push((id, tree));
                self.define(&tree.name, Decl::Var(id));
            }
            ast::ItemKind::Table(tree) => self.declare_table(tree, decls),
            ast::ItemKind::Moment(name) => {
                self.room(self.env.game.moments.len(), "moments", name.span);
                let id = ids::MomentId::new(self.env.game.moments.len());
                self.env.game.moments.push(name.text.clone());
                decls.moments.push(name);
                self.define(name, Decl::Moment(id));
            }
            ast::ItemKind::Effect(tree) => {
                let id = self.new_routine(&tree.name.text, game::RoutineKind::Effect, item.span);
                decls.effects.push((id, tree));
                self.define(&tree.name, Decl::Effect(id));
            }
            ast::ItemKind::Query(tree) => self.declare_query(tree, item.span, decls),
            ast::ItemKind::Action(tree) => self.declare_action(tree, item.span, decls),
            ast::ItemKind::Hook(tree) => decls.hooks.push(tree),
            ast::ItemKind::Modifier(tree) => decls.modifiers.push(tree),
            ast::ItemKind::Setup(block) => decls.setups.push((item.span, block)),
            ast::ItemKind::Play(block) => decls.plays.push((item.span, block)),
            ast::ItemKind::Result(tree) => decls.results.push((item.span, tree)),
            ast::ItemKind::Heuristic(value) => decls.heuristics.push((item.span, value)),
            ast::ItemKind::Demand(demand) => decls.demands.push((item.span, demand)),
        }
    }

    /// Enters a top-level name, unless it is taken or kept by the language.
    pub(super) fn define(&mut self, name: &ast::Name, decl: Decl) {
        if self.is_reserved(name) {
            return;
        }
        if let Some(&(_, first)) = self.env.names.get(&name.text) {
            if self.env.prelude == Some(first.file) {
                return self.in_the_prelude(name);
            }
            return self.defined_twice(name, first);
        }
        self.define_symbol(name, Symbol::Declared(decl));
        self.env.names.insert(name.text.clone(), (decl, name.span));
    }

    /// Refuses a name that means something already.
    pub(super) fn is_reserved(&mut self, name: &ast::Name) -> bool {
        let what = match name.text.as_str() {
            word if keywords::is(word, keywords::FIXED) => "word of the language",
            word if verb(word).is_some() => "built-in verb",
            word if ops::query(word).is_some() => "built-in query",
            word if ops::fold(word).is_some() => "built-in question about collections",
            _ => return false,
        };
        self.report.push(
            Diagnostic::error(
                Code::RESERVED_NAME,
                format!("`{}` cannot be declared", name.text),
            )
            .at(name.span, format!("already a {what}"))
            .help("choose another name"),
        );
        true
    }

    fn in_the_prelude(&mut self, name: &ast::Name) {
        self.report.push(
            Diagnostic::error(
                Code::RESERVED_NAME,
                format!("`{}` cannot be declared", name.text),
            )
            .at(name.span, "every game has this already")
            .help(
                "choose another name, or use what is there: see the prelude in `docs/language.md`",
            ),
        );
    }

    pub(super) fn defined_twice(&mut self, name: &ast::Name, first: Span) {
        self.report.push(
            Diagnostic::error(
                Code::DEFINED_TWICE,
                format!("`{}` is defined twice", name.text),
            )
            .at(name.span, "defined again here")
            .also(first, "first defined here"),
        );
    }

    /// The table, or each player after `per player`.
    pub(crate) fn holder(&mut self, per: Option<&ast::Name>) -> Holder {
        let Some(per) = per else { return Holder::Table };
        if per.text != "player" {
            let wrong = Diagnostic::error(
                Code::WRONG_OWNER,
                format!("nothing can be declared per `{}`", per.text),
            )
            .at(per.span, "only `per player`");
            let owned = || format!("what each `{}` has is declared inside its braces", per.text);
            self.report.push(match nearest(&per.text, ["player"]) {
                Some(player) => wrong.did_you_mean(Some(player)),
                None => wrong.help(owned()),
            });
        }
        Holder::Player
    }

    fn declare_enum<'a>(&mut self, tree: &'a ast::Enum, decls: &mut Decls<'a>) {
        for value in &tree.values {
            self.not_mistaken(NamedSort::EnumValue, &value.text, value.span);
        }
        let id = self.new_enum(&tree.name.text, &tree.values);
        decls.enums.push((id, tree));
        self.define(&tree.name, Decl::Enum(id));
    }

    fn declare_option<'a>(&mut self, tree: &'a ast::OptionDecl, decls: &mut Decls<'a>) {
        let id = ids::OptionId::new(self.env.game.options.len());
        let ty = match &tree.values {
            ast::OptionValues::Bool(_) => Type::Bool,
            ast::OptionValues::Range(..) => Type::Int,
            ast::OptionValues::Words(words) => Type::Enum(self.new_enum(&tree.name.text, words)),
            ast::OptionValues::Enum(_) => Type::Wrong,
        };
        self.env.game.options.push(game::OptionDecl {
            name: tree.name.text.clone(),
            ty,
            values: Vec::new(),
            default: 0,
            text: tree.text.clone().unwrap_or_default(),
        });
        decls.options.push((id, tree));
        self.define_symbol(&tree.name, Symbol::Declared(Decl::Option(id)));
        match self.env.options.get(&tree.name.text) {
            Some(&(_, first)) => self.defined_twice(&tree.name, first),
            None => drop(
                self.env
                    .options
                    .insert(tree.name.text.clone(), (id, tree.name.span)),
            ),
        }
    }

    pub(crate) fn misplaced(&mut self, span: Span, message: &str, label: &str) {
        self.report
            .push(Diagnostic::error(Code::MISPLACED_PART, message).at(span, label));
    }

    /// Refuses the declaration one past the most of its sort.
    fn room(&mut self, before: usize, what: &str, span: Span) {
        if before == limits::DECLARATIONS {
            let message = format!("there are too many {what}");
            let label = format!("at most {before}");
            self.report
                .push(Diagnostic::error(Code::TOO_MANY, message).at(span, label));
        }
    }

    fn declare_table<'a>(&mut self, tree: &'a ast::Table, decls: &mut Decls<'a>) {
        self.room(self.env.game.tables.len(), "tables", tree.name.span);
        let id = ids::TableId::new(self.env.game.tables.len());
        let name = tree.name.text.clone();
        let table = game::LookupTable {
            name,
            key: Type::Wrong,
            value: Type::Wrong,
            rows: Vec::new(),
        };
        self.env.game.tables.push(table);
        decls.tables.push((id, tree));
        self.define(&tree.name, Decl::Table(id));
    }

    fn declare_query<'a>(&mut self, tree: &'a ast::Query, span: Span, decls: &mut Decls<'a>) {
        let id = ids::QueryId::new(self.env.game.queries.len());
        self.env.game.queries.push(game::Query {
            name: tree.name.text.clone(),
            params: Vec::new(),
            slots: 1,
            ty: Type::Wrong,
            body: unknown(tree.body.span),
            span,
        });
        decls.queries.push((id, tree));
        self.define(&tree.name, Decl::Query(id));
    }

    fn declare_action<'a>(&mut self, tree: &'a ast::Action, span: Span, decls: &mut Decls<'a>) {
        self.not_mistaken(NamedSort::Action, &tree.name.text, tree.name.span);
        let id = ids::ActionId::new(self.env.game.actions.len());
        let body = self.new_routine(&tree.name.text, game::RoutineKind::Action, span);
        self.env.game.actions.push(game::Action {
            name: tree.name.text.clone(),
            prompt: tree
                .prompt
                .clone()
                .unwrap_or_else(|| tree.name.text.replace('_', " ")),
            binders: Vec::new(),
            requires: Vec::new(),
            body,
            span: tree.name.span,
        });
        decls.actions.push((id, body, tree));
        self.define(&tree.name, Decl::Action(id));
    }
}
