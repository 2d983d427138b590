//! The shape of files: symbols, parts that fold, selections that grow.

use crate::convert::Converter;
use crate::refusal::RefusedRequest;
use crate::session::LanguageServer;
use gen_lsp_types::{
    BaseSymbolInformation, DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse,
    FoldingRange, FoldingRangeParams, SelectionRange, SelectionRangeParams, SymbolKind,
    WorkspaceSymbol, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use ludex_ide::{FileSymbol, FileSymbolSort};
use ludex_pipeline::PRELUDE_PATH;
use ludex_source::Span;
use std::collections::BTreeMap;

/// The most symbols that a search answers with: an editor asks again with each letter.
const MOST_FOUND: usize = 500;

/// Answers with the symbols of a file.
pub(super) fn document_symbols(
    server: &mut LanguageServer,
    params: DocumentSymbolParams,
) -> Result<Option<DocumentSymbolResponse>, RefusedRequest> {
    let Some(asked) = server.asked_file(&params.text_document.uri) else {
        return Ok(None);
    };
    let symbols = asked.snapshot().file_symbols(asked.file);
    let symbols = symbols
        .iter()
        .map(|one| document_symbol(one, &asked.converter()));
    Ok(Some(symbols.collect::<Vec<_>>().into()))
}

fn document_symbol(symbol: &FileSymbol, converter: &Converter<'_>) -> DocumentSymbol {
    let children = symbol.children.iter();
    let children: Vec<DocumentSymbol> = children
        .map(|child| document_symbol(child, converter))
        .collect();
    // Named one by one, a part of it would be one that the protocol has given up.
    DocumentSymbol::new(
        symbol.name.clone(),
        None,
        symbol_kind(symbol.sort),
        None,
        None,
        converter.range(symbol.span.to(symbol.name_span)),
        converter.range(symbol.name_span),
        Some(children),
    )
}

/// Returns the protocol's picture of a sort of symbols.
pub(super) fn symbol_kind(sort: FileSymbolSort) -> SymbolKind {
    match sort {
        FileSymbolSort::Enum => SymbolKind::Enum,
        FileSymbolSort::EnumValue => SymbolKind::EnumMember,
        FileSymbolSort::Option => SymbolKind::Boolean,
        FileSymbolSort::Kind => SymbolKind::Class,
        FileSymbolSort::Record => SymbolKind::Struct,
        FileSymbolSort::Attribute => SymbolKind::Property,
        FileSymbolSort::Field => SymbolKind::Field,
        FileSymbolSort::Place => SymbolKind::Array,
        FileSymbolSort::Board => SymbolKind::Namespace,
        FileSymbolSort::Variable | FileSymbolSort::Track => SymbolKind::Variable,
        FileSymbolSort::Table | FileSymbolSort::List => SymbolKind::Module,
        FileSymbolSort::Moment | FileSymbolSort::Hook => SymbolKind::Event,
        FileSymbolSort::Effect | FileSymbolSort::Part => SymbolKind::Function,
        FileSymbolSort::Query => SymbolKind::Operator,
        FileSymbolSort::Action => SymbolKind::Method,
        FileSymbolSort::Modifier => SymbolKind::Interface,
        FileSymbolSort::Row => SymbolKind::Object,
        FileSymbolSort::Key => SymbolKind::Key,
    }
}

/// Answers with the symbols of all games whose names hold the letters of a query in their order.
pub(super) fn workspace_symbols(
    server: &mut LanguageServer,
    params: WorkspaceSymbolParams,
) -> Result<Option<WorkspaceSymbolResponse>, RefusedRequest> {
    let mut found = Vec::new();
    for checked in server.games.iter().filter_map(|game| game.checked.as_ref()) {
        let snapshot = &checked.snapshot;
        let converter = server.converter(&snapshot.sources);
        let own = |path: &str| path != PRELUDE_PATH;
        for file in snapshot
            .sources
            .ids()
            .filter(|id| own(snapshot.sources.path(*id)))
        {
            for outer in snapshot.file_symbols(file) {
                let inner = outer
                    .children
                    .iter()
                    .map(|one| (one, Some(outer.name.as_str())));
                for (symbol, container) in std::iter::once((&outer, None)).chain(inner) {
                    if is_spelt(&symbol.name, &params.query) {
                        found.extend(workspace_symbol(symbol, container, &converter));
                    }
                }
            }
        }
    }
    found.sort_by_key(|one: &WorkspaceSymbol| one.base_symbol_information.name.len());
    found.truncate(MOST_FOUND);
    Ok(Some(found.into()))
}

fn workspace_symbol(
    symbol: &FileSymbol,
    container: Option<&str>,
    converter: &Converter<'_>,
) -> Option<WorkspaceSymbol> {
    Some(WorkspaceSymbol {
        location: converter.location(symbol.name_span)?.into(),
        data: None,
        base_symbol_information: BaseSymbolInformation {
            name: symbol.name.clone(),
            kind: symbol_kind(symbol.sort),
            tags: None,
            container_name: container.map(str::to_owned),
        },
    })
}

/// Returns true if a name holds the letters of a query in their order.
fn is_spelt(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    let mut query = query.chars().flat_map(char::to_lowercase);
    query.all(|wanted| letters.any(|letter| letter == wanted))
}

/// Answers with the parts of a file that fold: those of several lines, one for each first line.
pub(super) fn folding_ranges(
    server: &mut LanguageServer,
    params: FoldingRangeParams,
) -> Result<Option<Vec<FoldingRange>>, RefusedRequest> {
    let Some(asked) = server.asked_file(&params.text_document.uri) else {
        return Ok(None);
    };
    let converter = asked.converter();
    let mut by_line: BTreeMap<u32, u32> = BTreeMap::new();
    for part in asked.snapshot().parts(asked.file) {
        let range = converter.range(trimmed(part, &converter));
        if range.end.line > range.start.line {
            let end = by_line.entry(range.start.line).or_default();
            *end = range.end.line.max(*end);
        }
    }
    let folds = by_line
        .into_iter()
        .map(|(start_line, end_line)| FoldingRange {
            start_line,
            end_line,
            ..FoldingRange::default()
        });
    Ok(Some(folds.collect()))
}

/// Returns a span without the blanks and line breaks at its end.
fn trimmed(span: Span, converter: &Converter<'_>) -> Span {
    let span = converter.sources.fit(span);
    let text = converter.sources.slice(span).trim_end();
    Span::new(span.file, span.start, span.start + text.len() as u32)
}

/// Answers with the parts around some positions, from the word out to the file.
pub(super) fn selection_ranges(
    server: &mut LanguageServer,
    params: SelectionRangeParams,
) -> Result<Option<Vec<SelectionRange>>, RefusedRequest> {
    let Some(asked) = server.asked_file(&params.text_document.uri) else {
        return Ok(None);
    };
    let around = params.positions.iter().filter_map(|position| {
        let spans = asked
            .snapshot()
            .selections(asked.file, asked.byte(*position));
        let outwards = spans.into_iter().rev();
        outwards.fold(None, |parent, span| {
            Some(SelectionRange {
                range: asked.converter().range(span),
                parent: parent.map(Box::new),
            })
        })
    });
    Ok(Some(around.collect()))
}
