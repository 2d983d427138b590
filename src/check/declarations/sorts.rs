//! Sorts of kinds: `kind beast of card` says what some rows of a kind have beside what all have.
//!
//! Takes the trees of sorts once all kinds have their ids. A sort's members become members of its kind, so that no later room
//! knows of sorts; the checker notes whose they are, and lets them be asked only of pieces known to be of the sort.

use crate::decl::Decl;
use crate::declarations::declare::{Decls, KindDecl};
use crate::env::{Checker, Known, Scope, SignatureSorts, SortNames, UNKNOWN_KIND};
use crate::semantics::Symbol;
use ludex_report::{Code, Diagnostic};
use ludex_rules::ids::{KindId, SortId};
use ludex_rules::limits;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

impl Checker<'_> {
    /// Gives a sort its id; its kind may be declared further down, so `sorts` reads the rest.
    pub(super) fn declare_sort<'a>(&mut self, tree: &'a ast::Kind, decls: &mut Decls<'a>) {
        let id = SortId::new(self.env.sorts.len());
        // As long as no rows are read, and where there are none, no other sort begins here.
        let nowhere = limits::PIECES as u32 + 1 + id.number();
        self.env.sorts.push(SortNames {
            name: tree.name.text.clone(),
            kind: UNKNOWN_KIND,
            first: nowhere,
            count: 0,
        });
        decls.sorts.push((id, tree));
        self.define(&tree.name, Decl::Sort(id));
    }

    /// Puts the members of all sorts to those of their kinds.
    pub(super) fn sorts(&mut self, decls: &mut Decls<'_>) {
        for (id, tree) in decls.sorts.clone() {
            let Some(kind) = self.kind_of_sort(tree) else {
                continue;
            };
            self.env.sorts[id.index()].kind = kind;
            self.sort_members(id, tree, decls);
        }
    }

    /// The kind that a sort belongs to; none (reported) where it can have no sorts.
    fn kind_of_sort(&mut self, tree: &ast::Kind) -> Option<KindId> {
        let of = tree.of.as_ref()?;
        let kind: KindId = self.find(of)?;
        let name = &tree.name.text;
        if tree.is_record || self.env.game.kind(kind).is_record {
            let message = format!("`{name}` cannot be a sort of a record");
            self.misplaced(of.span, &message, "only kinds of pieces have sorts");
            return None;
        }
        if let Some(copies) = &tree.copies {
            let message = format!("a sort has rows, so `{name}` has no number of copies");
            let label = "a row may have a `count`";
            self.misplaced(copies.count.span, &message, label);
        }
        Some(kind)
    }

    fn sort_members<'a>(&mut self, id: SortId, tree: &'a ast::Kind, decls: &mut Decls<'a>) {
        let kind = self.env.sorts[id.index()].kind;
        let mut members = std::mem::take(&mut self.env.kind_members[kind.index()]);
        for member in &tree.members {
            if let ast::MemberKind::Home(_) | ast::MemberKind::Active { .. } = &member.kind {
                let message = "a sort has no `home` and no `active in` of its own";
                self.misplaced(member.span, message, "belongs to its kind");
                continue;
            }
            if let ast::MemberKind::Attribute(one) = &member.kind
                && KindDecl::is_hooks(one)
            {
                let message = "a sort has no `hooks` of its own";
                self.misplaced(member.span, message, "belongs to its kind");
                continue;
            }
            let Some((name, decl)) = self.kind_member(kind, Some(id), member, decls) else {
                continue;
            };
            if !members.contains_key(&name.text) {
                let of = (kind, name.text.clone());
                self.env.sort_members.insert(of, id);
            }
            let symbol = Symbol::KindMember(kind, decl);
            self.define_member(&mut members, name, decl, symbol);
        }
        self.env.kind_members[kind.index()] = members;
    }

    /// Tells whether the rows of a sort, or those of none, have a member.
    pub(crate) fn has_member(&self, kind: KindId, sort: Option<SortId>, member: &str) -> bool {
        self.sort_with(kind, member)
            .is_none_or(|of| sort == Some(of))
    }

    /// Notes the sort of the piece that a text is about.
    pub(crate) fn know_this(&self, scope: &mut Scope, sort: Option<SortId>) {
        if sort.is_some() {
            let path = "this".to_owned();
            scope.known.push(Some(Known { path, sort }));
        }
    }

    /// A type in which a sort may stand for its kind, and the sort; what it is not known of is refused by `ty`.
    pub(crate) fn type_or_sort(&mut self, written: &ast::Type) -> (Type, Option<SortId>) {
        match &written.kind {
            ast::TypeKind::Optional(inner) => {
                let (ty, sort) = self.type_or_sort(inner);
                (Type::Optional(Box::new(ty)), sort)
            }
            ast::TypeKind::All(inner) => {
                let (ty, sort) = self.type_or_sort(inner);
                (Type::All(Box::new(ty)), sort)
            }
            ast::TypeKind::Name(name) => match self.env.names.get(name) {
                Some(&(Decl::Sort(sort), _)) => {
                    self.refer(written.span, Symbol::Declared(Decl::Sort(sort)));
                    let piece = match self.env.sorts[sort.index()].kind {
                        UNKNOWN_KIND => Type::Wrong,
                        kind => Type::Piece(kind),
                    };
                    (piece, Some(sort))
                }
                _ => (self.ty(written), None),
            },
            ast::TypeKind::IntRange(..)
            | ast::TypeKind::Set(_)
            | ast::TypeKind::Bag(_)
            | ast::TypeKind::PlaceOf(_)
            | ast::TypeKind::Any(_)
            | ast::TypeKind::DirectionOf(_)
            | ast::TypeKind::PlacementOf(_)
            | ast::TypeKind::Effect(_)
            | ast::TypeKind::Value(..) => (self.ty(written), None),
        }
    }

    /// The sorts that parameters name.
    pub(super) fn param_sorts(&self, params: &[ast::Param]) -> Vec<Option<SortId>> {
        let types = params.iter().map(|param| param.ty.as_ref());
        types.map(|ty| self.sort_named(ty?)).collect()
    }

    /// The sort that a type names, be it optional or of several.
    pub(super) fn sort_named(&self, written: &ast::Type) -> Option<SortId> {
        match &written.kind {
            ast::TypeKind::Name(name) => match self.env.names.get(name) {
                Some((Decl::Sort(id), _)) => Some(*id),
                _ => None,
            },
            ast::TypeKind::All(inner) | ast::TypeKind::Optional(inner) => self.sort_named(inner),
            ast::TypeKind::IntRange(..)
            | ast::TypeKind::Set(_)
            | ast::TypeKind::Bag(_)
            | ast::TypeKind::PlaceOf(_)
            | ast::TypeKind::Any(_)
            | ast::TypeKind::DirectionOf(_)
            | ast::TypeKind::PlacementOf(_)
            | ast::TypeKind::Effect(_)
            | ast::TypeKind::Value(..) => None,
        }
    }

    /// Notes the sorts of parameters by the names that a text has for them.
    pub(crate) fn know_params<'n>(
        &self,
        scope: &mut Scope,
        names: impl Iterator<Item = &'n str>,
        sorts: Option<&SignatureSorts>,
    ) {
        let sorts = sorts.into_iter().flat_map(|sorts| &sorts.params);
        for (name, sort) in names.zip(sorts) {
            if sort.is_some() {
                let (path, sort) = (name.to_owned(), *sort);
                scope.known.push(Some(Known { path, sort }));
            }
        }
    }

    /// Reports a key of a row that only rows of another sort have; false when it is nobody's.
    pub(crate) fn of_another_sort(
        &mut self,
        kind: KindId,
        sort: Option<SortId>,
        key: &str,
        span: Span,
    ) -> bool {
        let Some(owner) = self.sort_with(kind, key) else {
            return false;
        };
        let owner = self.env.sorts[owner.index()].name.clone();
        let found = match sort {
            Some(sort) => &self.env.sorts[sort.index()].name,
            None => &self.env.game.kind(kind).name,
        };
        let message = format!("only `{owner}` has `{key}`, and this is a row of `{found}`");
        let error = Diagnostic::error(Code::UNKNOWN_ATTRIBUTE, message)
            .at(span, format!("declared in `{owner}`"))
            .help(format!(
                "put the row into the list `{owner}:`, or declare the attribute in the kind"
            ));
        self.report.push(error);
        true
    }

    /// Counts the rows of a sort that stand in its kind from one on.
    pub(crate) fn count_sort(&mut self, sort: SortId, first: usize, count: usize) {
        let one = &mut self.env.sorts[sort.index()];
        one.first = u32::try_from(first).unwrap_or(u32::MAX);
        one.count = u32::try_from(count).unwrap_or(u32::MAX);
    }

    /// Lists the members of a kind's declaration that rows of a sort give.
    pub(crate) fn of_sort<'a>(
        &self,
        kind: &KindDecl<'a>,
        sort: Option<SortId>,
        all: &[&'a ast::Attribute],
    ) -> Vec<(usize, &'a ast::Attribute)> {
        let own =
            |(_, one): &(usize, &'a ast::Attribute)| self.has_member(kind.id, sort, &one.name.text);
        all.iter().copied().enumerate().filter(own).collect()
    }
}
