//! From a name to where it is defined and used.

use crate::refusal::RefusedRequest;
use crate::session::LanguageServer;
use gen_lsp_types::{
    Definition, DefinitionParams, DefinitionResponse, DocumentHighlight, DocumentHighlightKind,
    DocumentHighlightParams, Location, ReferenceParams, TypeDefinitionParams,
    TypeDefinitionResponse,
};
use ludex_check::semantics::UseKind;

/// Answers with the place where a name is defined.
pub(super) fn definition(
    server: &mut LanguageServer,
    params: DefinitionParams,
) -> Result<Option<DefinitionResponse>, RefusedRequest> {
    let found = || {
        let (checked, symbol) = server.asked_symbol(&params.text_document_position_params)?;
        let span = checked.snapshot.definition(symbol)?.span;
        server.converter(&checked.snapshot.sources).location(span)
    };
    Ok(found().map(|location| Definition::Location(location).into()))
}

/// Answers with the declaration of what a value is made of.
pub(super) fn type_definition(
    server: &mut LanguageServer,
    params: TypeDefinitionParams,
) -> Result<Option<TypeDefinitionResponse>, RefusedRequest> {
    let found = || {
        let (asked, at) = server.asked_place(&params.text_document_position_params)?;
        let span = asked.snapshot().type_definition(asked.file, at)?;
        asked.converter().location(span)
    };
    Ok(found().map(|location| Definition::Location(location).into()))
}

/// Answers with all places where a name is used.
pub(super) fn references(
    server: &mut LanguageServer,
    params: ReferenceParams,
) -> Result<Option<Vec<Location>>, RefusedRequest> {
    let found = || {
        let (checked, symbol) = server.asked_symbol(&params.text_document_position_params)?;
        let all = checked.snapshot.occurrences(symbol).into_iter();
        let wanted = all.filter(|one| one.kind.is_some() || params.context.include_declaration);
        let converter = server.converter(&checked.snapshot.sources);
        let places = wanted.filter_map(|one| converter.location(one.span));
        let in_rulings = checked.uses_in_rulings(|_| true).into_iter();
        let in_rulings = in_rulings.filter(|one| one.used.symbol == symbol);
        let in_rulings = in_rulings.filter_map(|one| {
            let converter = server.converter(&one.ruling.sources);
            converter.location(one.used.span)
        });
        Some(places.chain(in_rulings).collect())
    };
    Ok(found())
}

/// Answers with the places of a name in its own file.
pub(super) fn highlights(
    server: &mut LanguageServer,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>, RefusedRequest> {
    let found = || {
        let (asked, at) = server.asked_place(&params.text_document_position_params)?;
        let name = asked.snapshot().name_at(asked.file, at)?;
        let all = asked.snapshot().occurrences(name.symbol).into_iter();
        let here = all.filter(|one| one.span.file == asked.file);
        let marks = here.map(|one| DocumentHighlight {
            range: asked.converter().range(one.span),
            kind: Some(match one.kind {
                None | Some(UseKind::Fills) => DocumentHighlightKind::Write,
                Some(UseKind::Names | UseKind::Watches) => DocumentHighlightKind::Read,
            }),
        });
        Some(marks.collect())
    };
    Ok(found())
}
