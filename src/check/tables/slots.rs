//! Rules text inside rows: effect slots, value slots and hooks.

use crate::declarations::declare::{Decls, KindDecl};
use crate::declarations::hooks::HookOwner;
use crate::env::{Checker, Scope, Where};
use crate::semantics::Symbol;
use crate::tables::copies::WrittenRow;
use crate::tables::rows::{WrittenRows, head};
use ludex_report::{Code, Diagnostic};
use ludex_rules::game::{Query, RoutineKind};
use ludex_rules::ids::{KindId, RoutineId, SortId};
use ludex_rules::types::Type;
use ludex_source::Fragment;
use ludex_syntax::ast;
use ludex_tables::{Node, Scalar};

impl Checker<'_> {
    /// Reads and checks the texts of all rows.
    pub(crate) fn row_texts(&mut self, decls: &Decls<'_>, written: &WrittenRows<'_>) {
        for kind in &decls.kinds {
            let defaults: Vec<Option<usize>> = (0..kind.value_slots.len())
                .map(|slot| self.default_text(kind, slot))
                .collect();
            for row in &mut self.env.game.kinds[kind.id.index()].rows {
                row.values.clone_from(&defaults);
            }
            let (hooks, modifiers) = self.reactions();
            for row in &written[kind.id.index()] {
                let (hooks, modifiers) = self.reactions();
                self.texts_of(kind, row);
                self.fill_copies(kind.id, row);
                self.copy_reactions(kind.id, row, hooks, modifiers);
            }
            self.lend_reactions(kind, hooks, modifiers);
            for (slot, attribute) in kind.value_slots.iter().enumerate() {
                self.texts_of_strangers(kind.id, slot, &attribute.name.text);
            }
        }
    }

    /// Gives rows of other sorts the text of the first row of a sort, as `of_strangers` does with values.
    fn texts_of_strangers(&mut self, kind: KindId, slot: usize, name: &str) {
        let Some(sort) = self.sort_with(kind, name) else {
            return;
        };
        let first = self.env.sorts[sort.index()].first as usize;
        let rows = &mut self.env.game.kinds[kind.index()].rows;
        let text = rows.get(first).and_then(|row| row.values[slot]);
        for row in rows.iter_mut().filter(|row| row.values[slot].is_none()) {
            row.values[slot] = text;
        }
    }

    fn texts_of(&mut self, kind: &KindDecl<'_>, row: &WrittenRow<'_>) {
        let (number, node) = (row.first, row.node);
        for (slot, attribute) in self.of_sort(kind, row.sort, &kind.effect_slots) {
            let routine = self.effect_text(kind, number, slot, node.get(&attribute.name.text));
            self.env.game.kinds[kind.id.index()].rows[number].effects[slot] = routine;
        }
        for (slot, attribute) in self.of_sort(kind, row.sort, &kind.value_slots) {
            let written = node
                .get(&attribute.name.text)
                .filter(|node| !node.is_null());
            let made = self.value_text(kind, number, slot, written);
            let value = &mut self.env.game.kinds[kind.id.index()].rows[number].values[slot];
            *value = made.or(*value);
            if value.is_none() && written.is_none() {
                self.value_left_out(kind, attribute, node);
            }
        }
        if let Some(attribute) = kind.hooks {
            self.hooks_text(kind, number, attribute, node.get(&attribute.name.text));
        }
    }

    /// The text of a slot; none when the row leaves it out.
    pub(super) fn text<'n>(&mut self, node: Option<&'n Node>) -> Option<&'n Scalar> {
        let node = node.filter(|node| !node.is_null())?;
        self.told(node.as_text())
    }

    fn effect_text(
        &mut self,
        kind: &KindDecl<'_>,
        row: usize,
        slot: usize,
        node: Option<&Node>,
    ) -> Option<RoutineId> {
        let text = self.text(node)?;
        let fragment = text.rules();
        // A text that parsed as statements before is no hook or modifier.
        let is_read = text.is_parsed::<ast::Block>();
        if !is_read && self.reaction_in_effect(kind, fragment, &kind.effect_slots[slot].name.text) {
            return None;
        }
        let block = text.parse::<ast::Block>(self.report)?;
        let params = self.env.game.kind(kind.id).effect_slots[slot]
            .params
            .clone();
        let name = self.text_name(kind, row, &kind.effect_slots[slot].name);
        let id = self.new_routine(&name, RoutineKind::Slot, fragment.full_span());
        let sort = self.sort_of_row(kind.id, row);
        let mut scope = self.slot_scope(
            kind.id,
            sort,
            Where::Effect,
            kind.effect_slots[slot],
            &params,
        );
        self.know_slot(&mut scope, kind.id, &kind.effect_slots[slot].name, &params);
        self.env.game.routines[id.index()].params = scope.slots.iter().skip(1).cloned().collect();
        self.fill(id, scope, &block);
        Some(id)
    }

    /// Reports a hook or modifier where the statements of an effect stand.
    fn reaction_in_effect(&mut self, kind: &KindDecl<'_>, text: &Fragment, slot: &str) -> bool {
        let Some((at, word)) = reaction_word(text.text()) else {
            return false;
        };
        let name = &kind.tree.name.text;
        let help = match kind.hooks {
            Some(hooks) => format!(
                "what reacts stands under the attribute of type `hooks`: `{}: \"{word} …\"`",
                hooks.name.text
            ),
            None => format!("declare an attribute of type `hooks` in `{name}` for what reacts"),
        };
        self.report.push(
            Diagnostic::error(
                Code::UNREADABLE_RULES,
                format!("`{word} …` is no statement"),
            )
            .at(
                text.span(at, at + word.len()),
                format!("`{slot}` is done once, and watches nothing"),
            )
            .help(help),
        );
        true
    }

    fn value_text(
        &mut self,
        kind: &KindDecl<'_>,
        row: usize,
        slot: usize,
        node: Option<&Node>,
    ) -> Option<usize> {
        let written = self.text(node)?.parse::<ast::Expr>(self.report)?;
        let name = self.text_name(kind, row, &kind.value_slots[slot].name);
        let sort = self.sort_of_row(kind.id, row);
        Some(self.shared_value(kind, name, sort, slot, &written))
    }

    /// Counts the hooks and the modifiers that the game has so far.
    fn reactions(&self) -> (usize, usize) {
        (self.env.game.hooks.len(), self.env.game.modifiers.len())
    }

    /// Gives what rows that leave a value out share: the default, or `none` where that is allowed.
    fn default_text(&mut self, kind: &KindDecl<'_>, slot: usize) -> Option<usize> {
        let attribute = kind.value_slots[slot];
        let optional = matches!(
            self.env.game.kind(kind.id).value_slots[slot].ty,
            Type::Optional(_)
        );
        let name = format!("{}.{}", kind.tree.name.text, attribute.name.text);
        let sort = self.sort_with(kind.id, &attribute.name.text);
        match &attribute.default {
            Some(written) => Some(self.shared_value(kind, name, sort, slot, written)),
            None if optional => {
                let nothing = ast::Expr {
                    kind: Box::new(ast::ExprKind::None),
                    span: attribute.name.span,
                };
                Some(self.shared_value(kind, name, sort, slot, &nothing))
            }
            None => None,
        }
    }

    fn shared_value(
        &mut self,
        kind: &KindDecl<'_>,
        name: String,
        sort: Option<SortId>,
        slot: usize,
        written: &ast::Expr,
    ) -> usize {
        let decl = &self.env.game.kind(kind.id).value_slots[slot];
        let (params, ty) = (decl.params.clone(), decl.ty.clone());
        let mut scope = self.slot_scope(
            kind.id,
            sort,
            Where::Question,
            kind.value_slots[slot],
            &params,
        );
        let attribute = &kind.value_slots[slot].name;
        self.know_slot(&mut scope, kind.id, attribute, &params);
        let params = scope.slots.iter().skip(1).cloned().collect();
        let body = self.expr(&mut scope, written, Some(&ty));
        let sorts = self.sorts_of_attribute(kind.id, &attribute.text);
        let gives = sorts.and_then(|sorts| sorts.gives);
        self.of_sort_alone(&scope, written, &body, gives);
        let span = written.span;
        self.env.game.value_texts.push(Query {
            name,
            params,
            slots: scope.size(),
            ty,
            body,
            span,
        });
        self.env.game.value_texts.len() - 1
    }

    fn value_left_out(&mut self, kind: &KindDecl<'_>, attribute: &ast::Attribute, node: &Node) {
        let name = &attribute.name.text;
        self.report.push(
            Diagnostic::error(Code::MISSING_ATTRIBUTE, format!("`{name}` is missing"))
                .at(
                    head(node),
                    format!("this {} gives no `{name}`", kind.tree.name.text),
                )
                .also(attribute.name.span, "declared here without a default")
                .help("write an expression, or give the attribute a default"),
        );
    }

    fn hooks_text(
        &mut self,
        kind: &KindDecl<'_>,
        row: usize,
        attribute: &ast::Attribute,
        node: Option<&Node>,
    ) {
        let Some(text) = self.text(node) else {
            return;
        };
        self.sleeping(kind.id, attribute.name.span);
        let Some(items) = text.parse::<Vec<ast::Item>>(self.report) else {
            return;
        };
        let name = format!(
            "{}.{}",
            kind.tree.name.text,
            self.env.game.kind(kind.id).rows[row].written_id()
        );
        let owner = HookOwner::row(name, kind.id, u32::try_from(row).unwrap_or(u32::MAX));
        for item in items.iter() {
            if let ast::ItemKind::Hook(tree) = &item.kind {
                self.hook(tree, &owner);
            } else if let ast::ItemKind::Modifier(tree) = &item.kind {
                self.modifier(tree, &owner);
            }
        }
    }

    fn text_name(&self, kind: &KindDecl<'_>, row: usize, slot: &ast::Name) -> String {
        let row = self.env.game.kind(kind.id).rows[row].written_id();
        [&kind.tree.name.text, row, &slot.text].join(".")
    }

    /// Notes the sorts of a slot's parameters.
    fn know_slot(
        &self,
        scope: &mut Scope,
        kind: KindId,
        slot: &ast::Name,
        params: &[(String, Type)],
    ) {
        let names = params.iter().map(|(name, _)| name.as_str());
        self.know_params(scope, names, self.sorts_of_attribute(kind, &slot.text));
    }

    /// `you`, `this`, a piece of the sort, then the parameters.
    fn slot_scope(
        &self,
        kind: KindId,
        sort: Option<SortId>,
        place: Where,
        slot: &ast::Attribute,
        params: &[(String, Type)],
    ) -> Scope {
        let this = if self.env.game.kind(kind).is_record {
            Type::Row(kind)
        } else {
            Type::Piece(kind)
        };
        let mut scope = Scope::new(place, true, Some(this));
        self.know_this(&mut scope, sort);
        let written = slot.ty.signature().map_or(&[][..], |(written, _)| written);
        for (tree, (name, ty)) in written.iter().zip(params) {
            let symbol = Symbol::Local(tree.name.span);
            scope.bind(name, ty.clone(), Some(symbol));
        }
        scope
    }
}

/// The first statement of a text that begins as a hook or modifier does, with its place.
fn reaction_word(text: &str) -> Option<(usize, &'static str)> {
    const WORDS: [&str; 4] = ["when", "before", "instead", "modify"];
    let mut at = 0;
    for part in text.split_inclusive(['\n', ';']) {
        let begin = at + part.len() - part.trim_start().len();
        let mut words = part.split_whitespace();
        let first = words
            .next()
            .and_then(|first| WORDS.into_iter().find(|word| *word == first));
        // An effect may have this name; then brackets or nothing follow.
        let names = words
            .next()
            .is_some_and(|next| next.starts_with(|one: char| one.is_alphabetic()));
        if let Some(word) = first.filter(|_| names) {
            return Some((begin, word));
        }
        at += part.len();
    }
    None
}
