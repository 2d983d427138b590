//! Calls followed step by step, to those who call, watch or change something and to what it sets off.

use crate::outline::symbol_kind;
use crate::place::AskedFile;
use crate::refusal::RefusedRequest;
use crate::session::LanguageServer;
use gen_lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, Range,
};
use ludex_ide::{CallEnd, FileSymbol};

/// Answers with the declaration or row whose calls can be followed from a place.
pub(super) fn prepare(
    server: &mut LanguageServer,
    params: CallHierarchyPrepareParams,
) -> Result<Option<Vec<CallHierarchyItem>>, RefusedRequest> {
    let found = || {
        let (asked, at) = server.asked_place(&params.text_document_position_params)?;
        let symbol = asked.snapshot().call_item(asked.file, at)?;
        Some(vec![item(&symbol, &asked)?])
    };
    Ok(found())
}

/// Answers with the texts that call, offer, watch or change something.
pub(super) fn incoming(
    server: &mut LanguageServer,
    params: CallHierarchyIncomingCallsParams,
) -> Result<Option<Vec<CallHierarchyIncomingCall>>, RefusedRequest> {
    let found = || {
        let (asked, symbol) = asked_item(server, &params.item)?;
        let ends = asked.snapshot().incoming_calls(&symbol).into_iter();
        let calls = ends.filter_map(|end| {
            Some(CallHierarchyIncomingCall {
                from: item(&end.of, &asked)?,
                from_ranges: ranges(&end, &asked),
            })
        });
        Some(calls.collect())
    };
    Ok(found())
}

/// Answers with what a text sets off.
pub(super) fn outgoing(
    server: &mut LanguageServer,
    params: CallHierarchyOutgoingCallsParams,
) -> Result<Option<Vec<CallHierarchyOutgoingCall>>, RefusedRequest> {
    let found = || {
        let (asked, symbol) = asked_item(server, &params.item)?;
        let ends = asked.snapshot().outgoing_calls(&symbol).into_iter();
        let calls = ends.filter_map(|end| {
            Some(CallHierarchyOutgoingCall {
                to: item(&end.of, &asked)?,
                from_ranges: ranges(&end, &asked),
            })
        });
        Some(calls.collect())
    };
    Ok(found())
}

/// Returns the declaration or row that an item of the client stands for, in the texts as they are now.
fn asked_item<'a>(
    server: &'a LanguageServer,
    item: &CallHierarchyItem,
) -> Option<(AskedFile<'a>, FileSymbol)> {
    let asked = server.asked_file(&item.uri)?;
    let at = asked.byte(item.selection_range.start);
    let at = ludex_source::Span::empty(asked.file, at);
    let symbol = asked.snapshot().symbol_around(at)?;
    Some((asked, symbol))
}

fn item(symbol: &FileSymbol, asked: &AskedFile<'_>) -> Option<CallHierarchyItem> {
    let converter = asked.converter();
    Some(CallHierarchyItem {
        name: symbol.name.clone(),
        kind: symbol_kind(symbol.sort),
        tags: None,
        detail: None,
        uri: converter.uri(symbol.span.file)?,
        range: converter.range(symbol.span),
        selection_range: converter.range(symbol.name_span),
        data: None,
    })
}

fn ranges(end: &CallEnd, asked: &AskedFile<'_>) -> Vec<Range> {
    let places = end.at.iter();
    places.map(|span| asked.converter().range(*span)).collect()
}
