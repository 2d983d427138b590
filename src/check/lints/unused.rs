//! Warnings about what nothing uses.

use crate::decl::{Decl, MemberDecl};
use crate::declarations::declare::{Decls, KindDecl};
use crate::env::Checker;
use crate::flow::call_graph::Graph;
use crate::semantics::Symbol;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::ExprKind;
use ludex_rules::game::Attribute;
use ludex_rules::ids::MomentId;
use ludex_rules::ops::StateRead;
use ludex_rules::types::Type;
use ludex_rules::walk;
use ludex_syntax::ast;

impl Checker<'_> {
    pub(crate) fn check_unused(&mut self, decls: &Decls<'_>, graph: &Graph) {
        self.unused_names(
            "enum",
            (decls.enums.iter()).map(|(id, tree)| (Decl::Enum(*id), &tree.name)),
            "names it",
        );
        self.unused_names(
            "query",
            (decls.queries.iter()).map(|(id, tree)| (Decl::Query(*id), &tree.name)),
            "asks it",
        );
        self.unused_names(
            "effect",
            (decls.effects.iter()).map(|(id, tree)| (Decl::Effect(*id), &tree.name)),
            "does it",
        );
        let moments = (0..).map(MomentId::new).map(Decl::Moment);
        let moments = moments.zip(decls.moments.iter().copied());
        self.unused_names("moment", moments, "waits for it");
        self.unused_names(
            "table",
            (decls.tables.iter()).map(|(id, tree)| (Decl::Table(*id), &tree.name)),
            "looks into it",
        );
        self.unused_options(decls);
        self.unoffered(decls);
        self.unreached(decls, graph);
        self.unused_attributes(decls);
        self.empty_kinds(decls);
    }

    /// A kind that no row and no copy makes a piece of, or a sort without rows.
    fn empty_kinds(&mut self, decls: &Decls<'_>) {
        let is_empty = |kind: &&KindDecl<'_>| {
            self.env.game.kind(kind.id).rows.is_empty() && kind.tree.copies.is_none()
        };
        let kinds = decls.kinds.iter().filter(is_empty).map(|kind| kind.tree);
        let sorts = decls.sorts.iter();
        let sorts = sorts.filter(|(sort, _)| self.env.sorts[sort.index()].count == 0);
        let empty: Vec<&ast::Kind> = kinds.chain(sorts.map(|(_, tree)| *tree)).collect();
        for tree in empty {
            let name = &tree.name;
            self.report.push(
                Diagnostic::warning(
                    Code::NO_ROWS,
                    format!("no file gives rows of `{}`", name.text),
                )
                .at(name.span, "has no rows")
                .help(format!(
                    "write `{}:` and a list of rows in a YAML file of the game",
                    name.text
                )),
            );
        }
    }

    fn is_used(&self, symbol: Symbol, name: &str) -> bool {
        // An underscore says that it is there for people only.
        name.starts_with('_') || self.env.semantics.is_named(symbol)
    }

    fn unused_names<'a>(
        &mut self,
        what: &str,
        names: impl Iterator<Item = (Decl, &'a ast::Name)>,
        label: &str,
    ) {
        let prelude = self.env.prelude;
        for (decl, name) in names.filter(|(_, name)| prelude != Some(name.span.file)) {
            if !self.is_used(Symbol::Declared(decl), &name.text) {
                self.report.push(
                    Diagnostic::warning(
                        Code::UNUSED,
                        format!("{what} `{}` is never used", name.text),
                    )
                    .at(name.span, format!("nothing {label}")),
                );
            }
        }
    }

    fn unused_options(&mut self, decls: &Decls<'_>) {
        for (id, tree) in &decls.options {
            if !self.is_used(Symbol::Declared(Decl::Option(*id)), &tree.name.text) {
                self.report.push(
                    Diagnostic::warning(
                        Code::UNUSED,
                        format!("option `{}` changes nothing", tree.name.text),
                    )
                    .at(tree.name.span, "nothing asks for it")
                    .help(format!("ask for it with `option.{}`", tree.name.text)),
                );
            }
        }
    }

    fn unoffered(&mut self, decls: &Decls<'_>) {
        for (id, _, tree) in &decls.actions {
            if !self.is_used(Symbol::Declared(Decl::Action(*id)), &tree.name.text) {
                self.report.push(
                    Diagnostic::warning(
                        Code::UNOFFERED,
                        format!("action `{}` is never offered", tree.name.text),
                    )
                    .at(tree.name.span, "no `offer` names it")
                    .help(format!(
                        "write `offer you: {}` where it may be done",
                        tree.name.text
                    )),
                );
            }
        }
    }

    /// Returns true if positions are counted since a moment.
    fn counts_since(&self, moment: MomentId) -> bool {
        let mut found = false;
        walk::of_game(&self.env.game, &mut |e| {
            walk::exprs(e, &mut |e| {
                if let ExprKind::Op(op, args) = &*e.kind
                    && op.reads() == StateRead::Positions
                    && let Some(ExprKind::Const(since)) = args.last().map(|arg| &*arg.kind)
                {
                    found |= *since == moment.value();
                }
            });
        });
        found
    }

    /// A moment that is waited for and never comes. Since one that never comes, positions are counted from the beginning.
    fn unreached(&mut self, decls: &Decls<'_>, graph: &Graph) {
        for (id, name) in (0..).map(MomentId::new).zip(&decls.moments) {
            let is_used = self.is_used(Symbol::Declared(Decl::Moment(id)), &name.text);
            if is_used && !graph.reached.contains(&id) && !self.counts_since(id) {
                self.report.push(
                    Diagnostic::warning(
                        Code::UNUSED,
                        format!("moment `{}` never comes", name.text),
                    )
                    .at(name.span, "nothing reaches it")
                    .help(format!("write `reach {}` where it is", name.text)),
                );
            }
        }
    }

    fn unused_attributes(&mut self, decls: &Decls<'_>) {
        for kind in &decls.kinds {
            let types = self.env.game.kind(kind.id).attributes.clone();
            let owner = &kind.tree.name.text;
            let symbol = |decl| Symbol::KindMember(kind.id, decl);
            self.unread(owner, &kind.attributes, &types, symbol);
            for (at, slot) in kind.effect_slots.iter().enumerate() {
                self.unread_one(owner, &slot.name, symbol(MemberDecl::EffectSlot(at)));
            }
            for (at, slot) in kind.value_slots.iter().enumerate() {
                self.unread_one(owner, &slot.name, symbol(MemberDecl::ValueSlot(at)));
            }
        }
        for board in &decls.boards {
            let types = self.env.game.boards[board.id.index()].attributes.clone();
            let symbol = |decl| Symbol::SpaceMember(board.id, decl);
            self.unread(&board.tree.name.text, &board.attributes, &types, symbol);
        }
    }

    fn unread(
        &mut self,
        owner: &str,
        attributes: &[&ast::Attribute],
        types: &[Attribute],
        symbol: impl Fn(MemberDecl) -> Symbol,
    ) {
        for (column, (attribute, made)) in attributes.iter().zip(types).enumerate() {
            // Texts are for people.
            if *made.ty.required() != Type::Text {
                let symbol = symbol(MemberDecl::Attribute(column));
                self.unread_one(owner, &attribute.name, symbol);
            }
        }
    }

    fn unread_one(&mut self, owner: &str, name: &ast::Name, symbol: Symbol) {
        if !self.is_used(symbol, &name.text) {
            self.report.push(
                Diagnostic::warning(
                    Code::UNUSED_ATTRIBUTE,
                    format!("`{owner}.{}` is never read", name.text),
                )
                .at(name.span, "no rule asks for it")
                .help(format!("call it `_{}` if it is for people only", name.text)),
            );
        }
    }
}
