//! Warnings about what nothing uses.

use crate::check::declarations::declare::Decls;
use crate::check::declarations::declare::KindDecl;
use crate::check::env::Checker;
use crate::check::flow::call_graph;
use crate::report::Code;
use crate::report::Diagnostic;
use crate::rules::game::Attribute;
use crate::rules::ids::MomentId;
use crate::rules::types::Type;
use crate::syntax::ast;

impl Checker<'_> {
    pub(in crate::check) fn check_unused(&mut self, decls: &Decls<'_>) {
        self.unused_names(
            "enum",
            decls.enums.iter().map(|(_, tree)| &tree.name),
            "names it",
        );
        self.unused_names(
            "query",
            decls.queries.iter().map(|(_, tree)| &tree.name),
            "asks it",
        );
        self.unused_names(
            "effect",
            decls.effects.iter().map(|(_, tree)| &tree.name),
            "does it",
        );
        self.unused_names("moment", decls.moments.iter().copied(), "waits for it");
        self.unused_names(
            "table",
            decls.tables.iter().map(|(_, tree)| &tree.name),
            "looks into it",
        );
        self.unused_options(decls);
        self.unoffered(decls);
        self.unreached(decls);
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

    fn is_used(&self, owner: &str, name: &str) -> bool {
        // An underscore says that it is there for people only.
        name.starts_with('_') || self.env.used.contains(&(owner.into(), name.into()))
    }

    fn unused_names<'a>(
        &mut self,
        what: &str,
        names: impl Iterator<Item = &'a ast::Name>,
        label: &str,
    ) {
        let prelude = self.env.prelude;
        for name in names.filter(|name| prelude != Some(name.span.file)) {
            if !self.is_used("", &name.text) {
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
        for (_, tree) in &decls.options {
            if !self.is_used("option", &tree.name.text) {
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
        for (_, _, tree) in &decls.actions {
            if !self.is_used("", &tree.name.text) {
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

    /// A moment that is waited for and never comes.
    fn unreached(&mut self, decls: &Decls<'_>) {
        let reached = call_graph::graph(&self.env.game).reached;
        for (name, number) in decls.moments.iter().zip(0..) {
            if self.is_used("", &name.text) && !reached.contains(&MomentId::new(number)) {
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
            self.unread(&kind.tree.name.text, &kind.attributes, &types);
            for slot in kind.effect_slots.iter().chain(&kind.value_slots) {
                self.unread_one(&kind.tree.name.text, &slot.name);
            }
        }
        for board in &decls.boards {
            let types = self.env.game.boards[board.id.index()].attributes.clone();
            self.unread(&board.tree.name.text, &board.attributes, &types);
        }
    }

    fn unread(&mut self, owner: &str, attributes: &[&ast::Attribute], types: &[Attribute]) {
        for (attribute, made) in attributes.iter().zip(types) {
            // Texts are for people.
            if *made.ty.required() != Type::Text {
                self.unread_one(owner, &attribute.name);
            }
        }
    }

    fn unread_one(&mut self, owner: &str, name: &ast::Name) {
        if !self.is_used(owner, &name.text) {
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
