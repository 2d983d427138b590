//! Calls of effects, queries and actions: from the texts that call, watch or change one, and to what a text sets off.

use crate::{FileSymbol, GameSnapshot};
use ludex_check::decl::Decl;
use ludex_check::semantics::{Symbol, UseKind};
use ludex_source::{FileId, Span};

/// A text at the other end of calls, with the places where it calls or is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallEnd {
    /// The declaration or row with the text.
    pub of: FileSymbol,
    /// The places of the name, in the text that calls.
    pub at: Vec<Span>,
}

impl GameSnapshot {
    /// Returns the declaration or row whose calls can be followed from a byte: the effect, query or action named there, else
    /// the one around it.
    #[must_use]
    pub fn call_item(&self, file: FileId, at: u32) -> Option<FileSymbol> {
        let name = self.name_at(file, at).filter(|name| is_called(name.symbol));
        let defined = name.and_then(|name| self.definition(name.symbol));
        let span = defined.map_or(Span::empty(file, at), |definition| definition.span);
        self.symbol_around(span)
    }

    /// Returns the texts that call an item, offer it, watch it or change it. A hook is set off by what it watches.
    #[must_use]
    pub fn incoming_calls(&self, item: &FileSymbol) -> Vec<CallEnd> {
        let Some(symbol) = self.called_symbol(item) else {
            let watched = self.uses_in(item.span, UseKind::Watches);
            return self.grouped(watched, |(span, symbol)| {
                Some((self.defined_in(symbol)?, span))
            });
        };
        let uses = self.semantics().references(symbol);
        let uses = uses.map(|(span, _)| (span, symbol)).collect();
        self.grouped(uses, |(span, _)| Some((self.symbol_around(span)?, span)))
    }

    /// Returns what a text calls, asks and offers, and the hooks and modifiers that watch or change it.
    #[must_use]
    pub fn outgoing_calls(&self, item: &FileSymbol) -> Vec<CallEnd> {
        let named = self.uses_in(item.span, UseKind::Names);
        let mut ends = self.grouped(named, |(span, symbol)| {
            Some((self.defined_in(symbol)?, span))
        });
        if let Some(symbol) = self.called_symbol(item) {
            let uses = self.semantics().references(symbol);
            let watching = uses.filter(|(_, kind)| *kind == UseKind::Watches);
            let watching = watching.map(|(span, _)| (span, symbol)).collect();
            let own = item.name_span;
            ends.extend(self.grouped(watching, |(span, _)| Some((self.symbol_around(span)?, own))));
        }
        ends
    }

    /// Returns the effect, query or action that an item declares.
    fn called_symbol(&self, item: &FileSymbol) -> Option<Symbol> {
        let symbol = self.semantics().symbol(item.name_span)?;
        is_called(symbol).then_some(symbol)
    }

    fn defined_in(&self, symbol: Symbol) -> Option<FileSymbol> {
        self.symbol_around(self.definition(symbol)?.span)
    }

    /// Returns the uses of effects, queries and actions inside a span.
    fn uses_in(&self, span: Span, kind: UseKind) -> Vec<(Span, Symbol)> {
        let uses = self.semantics().uses_within(span);
        let uses = uses.filter(|(_, one)| one.kind == kind && is_called(one.symbol));
        uses.map(|(span, one)| (span, one.symbol)).collect()
    }

    /// Returns the ends of some uses, each once with all its places.
    fn grouped(
        &self,
        uses: Vec<(Span, Symbol)>,
        end: impl Fn((Span, Symbol)) -> Option<(FileSymbol, Span)>,
    ) -> Vec<CallEnd> {
        let mut ends: Vec<CallEnd> = Vec::new();
        for (of, at) in uses.into_iter().filter_map(end) {
            match ends.iter_mut().find(|known| known.of.span == of.span) {
                Some(known) => known.at.push(at),
                None => ends.push(CallEnd { of, at: vec![at] }),
            }
        }
        ends
    }
}

fn is_called(symbol: Symbol) -> bool {
    matches!(
        symbol,
        Symbol::Declared(Decl::Effect(_) | Decl::Query(_) | Decl::Action(_))
    )
}
