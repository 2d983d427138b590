//! Names: what is declared under a name, and the record of what each name means.

use crate::decl::{Decl, DeclId};
use crate::env::{Checker, Scope, SortNames};
use crate::semantics::{Definition, NameHole, Symbol, UseKind};
use ludex_report::{Code, Diagnostic, Position};
use ludex_rules::ids::{KindId, MomentId, SortId};
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_tables::Entry;

impl Checker<'_> {
    /// The declaration of a name that must be of one sort; reported when it is not.
    pub(crate) fn find<T: DeclId>(&mut self, name: &ast::Name) -> Option<T> {
        self.find_to(UseKind::Names, name)
    }

    /// Finds the same for another kind of use.
    pub(crate) fn find_to<T: DeclId>(&mut self, kind: UseKind, name: &ast::Name) -> Option<T> {
        let sort = T::SORT.word();
        let Some(&(decl, place)) = self.env.names.get(&name.text) else {
            self.unknown_name(sort, &name.text, name.span, |decl| T::SORT.holds(decl), &[]);
            let hole = NameHole::Declared(T::SORT);
            self.env.semantics_mut().leave_open(name.span, hole);
            return None;
        };
        let symbol = Symbol::Declared(decl);
        self.env.semantics_mut().refer(name.span, symbol, kind);
        let found = T::from_decl(decl);
        if found.is_none() {
            self.wrong_sort(&name.text, name.span, &with_article(sort), place);
        }
        found
    }

    /// Says that a name of this sort is not declared, and which one is near.
    pub(crate) fn unknown_name(
        &mut self,
        sort: &str,
        name: &str,
        span: Span,
        fits: impl Fn(Decl) -> bool,
        more: &[&str],
    ) {
        let declared = self.env.names.iter().filter(|(_, (decl, _))| fits(*decl));
        let names = declared.map(|(name, _)| name.as_str());
        let names = names.chain(more.iter().copied());
        let error = Diagnostic::error(Code::UNKNOWN_NAME, format!("unknown {sort} `{name}`"))
            .at(span, "not declared in this game");
        let near = self.report.nearest(Code::UNKNOWN_NAME, name, names);
        let attribute = self.attribute_of(name);
        let error = match (sort, attribute) {
            ("type", _) => error.habit_or(Position::Type, name, near),
            ("query", Some(owner)) => error.help(format!(
                "`{name}` is an attribute of `{owner}`: make it a query, `query {name}_of(x: {owner}) -> … = x.{name}`, \
                 ask that where the attribute is asked now, and modify it"
            )),
            _ => error.did_you_mean(near),
        };
        self.report.push(error);
    }

    /// The first kind or its sort, record or board with a member of this name.
    pub(crate) fn attribute_of(&self, name: &str) -> Option<String> {
        let kinds = (0..).map(KindId::new).zip(&self.env.game.kinds);
        let mut of_kinds = self.env.kind_members.iter().zip(kinds);
        if let Some((_, (id, kind))) = of_kinds.find(|(members, _)| members.contains_key(name)) {
            let sort = self.sort_with(id, name);
            let sort = sort.map(|sort| &self.env.sorts[sort.index()].name);
            return Some(sort.unwrap_or(&kind.name).clone());
        }
        let mut boards = self.env.space_members.iter().zip(&self.env.game.boards);
        let (_, board) = boards.find(|(members, _)| members.contains_key(name))?;
        Some(board.name.clone())
    }

    pub(crate) fn wrong_sort(&mut self, name: &str, span: Span, wanted: &str, declared: Span) {
        let error = Diagnostic::error(Code::WRONG_SORT, format!("`{name}` is not {wanted}"))
            .at(span, format!("expected {wanted}"))
            .also(declared, "declared here");
        let decl = self.env.names.get(name).map(|&(decl, _)| decl);
        let help = match (wanted, decl) {
            ("a type" | "a kind", Some(Decl::Sort(sort))) => {
                let sort = &self.env.sorts[sort.index()];
                let kinds = &self.env.game.kinds;
                let kind = kinds
                    .get(sort.kind.index())
                    .map_or("its kind", |kind| &kind.name);
                format!(
                    "it is a sort of `{kind}`: that is what stands here, and `x in {name}` asks for the sort"
                )
            }
            ("a query", Some(Decl::Var(_) | Decl::Place(_))) => format!(
                "only the answer of a query is modified: make it a query, `query {name}_now() -> … = {name}`, ask that \
                 where `{name}` is asked now, and modify it"
            ),
            ("a query", Some(Decl::Effect(_))) => {
                format!(
                    "an effect is watched: `when {name}(…) {{ … }}`, or `instead of {name}(…) {{ … }}`"
                )
            }
            ("an effect", Some(Decl::Query(_))) => {
                format!("a query is modified: `modify {name}(…): plus 1`")
            }
            _ => return self.report.push(error),
        };
        self.report.push(error.help(help));
    }

    /// Records that the rules name something.
    pub(crate) fn refer(&mut self, span: Span, symbol: Symbol) {
        self.env.semantics_mut().refer(span, symbol, UseKind::Names);
    }

    /// Records that a table, a look or words name something, to fill it or as a value: no rule asks for it by that.
    pub(crate) fn fills(&mut self, span: Span, symbol: Symbol) {
        self.env.semantics_mut().refer(span, symbol, UseKind::Fills);
    }

    /// Records the same for a key such as `rye` or `grain.rye`, and for what owns the name.
    pub(crate) fn fills_key(&mut self, entry: &Entry, symbol: Symbol) {
        let (owner, (_, span)) = entry.key_parts();
        self.fills(span, symbol);
        // Before the name of a declaration stands a word of the language, such as `var`.
        let owner = owner.filter(|_| !matches!(symbol, Symbol::Declared(_)));
        let Some((owner, span)) = owner else {
            return;
        };
        if let Some((decl, _)) = self.env.names.get(owner) {
            self.fills(span, Symbol::Declared(*decl));
        }
    }

    /// Records what a name means that is given here.
    pub(crate) fn define_symbol(&mut self, name: &ast::Name, symbol: Symbol) {
        let definition = Definition::new(&name.text, name.span);
        self.env.semantics_mut().define(symbol, definition);
    }

    /// Records a local name, which holds from here to the end of the text around it.
    pub(crate) fn define_local(&mut self, scope: &Scope, name: &ast::Name, ty: &Type) -> Symbol {
        self.define_within(name, ty, scope.extent, false)
    }

    /// Records a parameter, which holds in the text around it.
    pub(crate) fn define_parameter(
        &mut self,
        extent: Option<Span>,
        name: &ast::Name,
        ty: &Type,
    ) -> Symbol {
        self.define_within(name, ty, extent, true)
    }

    fn define_within(
        &mut self,
        name: &ast::Name,
        ty: &Type,
        extent: Option<Span>,
        is_parameter: bool,
    ) -> Symbol {
        let symbol = Symbol::Local(name.span);
        let definition = Definition {
            visible: extent.map(|extent| name.span.to(Span::empty(extent.file, extent.end))),
            ty: Some(ty.clone()),
            is_parameter,
            ..Definition::new(&name.text, name.span)
        };
        self.env.semantics_mut().define(symbol, definition);
        symbol
    }

    /// The sort that a row of a kind belongs to.
    pub(crate) fn sort_of_row(&self, kind: KindId, row: usize) -> Option<SortId> {
        let holds = |sort: &SortNames| {
            let first = sort.first as usize;
            sort.kind == kind && (first..first + sort.count as usize).contains(&row)
        };
        self.env.sorts.iter().position(holds).map(SortId::new)
    }

    /// The sort that alone has a member; none of what all pieces of the kind have.
    pub(crate) fn sort_with(&self, kind: KindId, member: &str) -> Option<SortId> {
        // Of each cell of a table it is asked which rows may have it, and most games have no sorts.
        if self.env.sort_members.is_empty() {
            return None;
        }
        let of = (kind, member.to_owned());
        self.env.sort_members.get(&of).copied()
    }

    pub(crate) fn moment(&mut self, name: &ast::Name) -> Option<MomentId> {
        self.find(name)
    }

    /// Returns true if a kind stands for any kind.
    pub(crate) fn is_any(&self, kind: KindId) -> bool {
        self.env.game.kind(kind).is_any
    }
}

fn with_article(sort: &str) -> String {
    if sort.starts_with(['a', 'e', 'i', 'o', 'u']) {
        format!("an {sort}")
    } else {
        format!("a {sort}")
    }
}
