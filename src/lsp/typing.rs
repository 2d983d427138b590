//! Help while somebody types: the signature of the call, hints within lines, colours by meaning.

use crate::convert::Converter;
use crate::position::PositionEncoding;
use crate::refusal::RefusedRequest;
use crate::session::LanguageServer;
use gen_lsp_types::{
    Documentation, Full, InlayHint, InlayHintKind, InlayHintParams, Label, ParameterInformation,
    ParameterInformationLabel, Position, SemanticToken, SemanticTokens, SemanticTokensLegend,
    SemanticTokensOptions, SemanticTokensParams, SignatureHelp, SignatureHelpParams,
    SignatureInformation,
};
use ludex_ide::{
    CallSignature, InlayHint as HintAt, InlayKind, SemanticToken as TokenAt, TOKEN_TYPES,
};
use ludex_source::Span;

/// The modifiers of tokens, each a bit of its number.
const TOKEN_MODIFIERS: [&str; 2] = ["declaration", "defaultLibrary"];

/// Returns what the server tells of its tokens.
pub(super) fn token_options() -> SemanticTokensOptions {
    SemanticTokensOptions {
        legend: SemanticTokensLegend {
            token_types: TOKEN_TYPES.iter().copied().map(str::to_owned).collect(),
            token_modifiers: TOKEN_MODIFIERS.map(str::to_owned).to_vec(),
        },
        range: None,
        full: Some(Full::Bool(true)),
        ..SemanticTokensOptions::default()
    }
}

/// Answers with the signature of the call around a place.
pub(super) fn signature(
    server: &mut LanguageServer,
    params: SignatureHelpParams,
) -> Result<Option<SignatureHelp>, RefusedRequest> {
    let found = || {
        let (asked, at) = server.asked_place(&params.text_document_position_params)?;
        let found = asked.snapshot().call_signature(asked.file, at)?;
        Some(signature_help(found, server.client.encoding))
    };
    Ok(found())
}

fn signature_help(found: CallSignature, encoding: PositionEncoding) -> SignatureHelp {
    let parameters = found.params.iter().map(|range| {
        let ends = [range.start, range.end].map(|end| encoding.columns(&found.label[..end]));
        ParameterInformation {
            label: ParameterInformationLabel::Tuple((ends[0], ends[1])),
            documentation: None,
        }
    });
    let information = SignatureInformation {
        parameters: Some(parameters.collect()),
        documentation: (!found.doc.is_empty()).then_some(Documentation::String(found.doc)),
        label: found.label,
        active_parameter: None,
    };
    let active = found.active.and_then(|nth| u32::try_from(nth).ok());
    SignatureHelp {
        signatures: vec![information],
        active_signature: Some(0),
        active_parameter: active.map(Into::into),
    }
}

/// Answers with the hints of some lines.
pub(super) fn hints(
    server: &mut LanguageServer,
    params: InlayHintParams,
) -> Result<Option<Vec<InlayHint>>, RefusedRequest> {
    let found = || {
        let asked = server.asked_file(&params.text_document.uri)?;
        let [start, end] = [params.range.start, params.range.end].map(|at| asked.byte(at));
        let part = Span::new(asked.file, start, end);
        let hints = asked.snapshot().inlay_hints(part).into_iter();
        let converter = asked.converter();
        Some(hints.map(|hint| inlay_hint(hint, &converter)).collect())
    };
    Ok(found())
}

fn inlay_hint(hint: HintAt, converter: &Converter<'_>) -> InlayHint {
    let (kind, is_before) = match hint.kind {
        InlayKind::Type => (InlayHintKind::Type, false),
        InlayKind::Parameter => (InlayHintKind::Parameter, true),
    };
    InlayHint {
        position: converter.range(hint.at).start,
        label: Label::String(hint.words),
        kind: Some(kind),
        text_edits: None,
        tooltip: None,
        padding_left: None,
        padding_right: Some(is_before),
        data: None,
    }
}

/// Answers with the sort of each word of a file.
pub(super) fn tokens(
    server: &mut LanguageServer,
    params: SemanticTokensParams,
) -> Result<Option<SemanticTokens>, RefusedRequest> {
    let found = || {
        let asked = server.asked_file(&params.text_document.uri)?;
        let tokens = asked.snapshot().semantic_tokens(asked.file);
        Some(SemanticTokens {
            result_id: None,
            data: encoded(&tokens, &asked.converter()),
        })
    };
    Ok(found())
}

/// Encodes tokens as the protocol has them: each by its distance from the one before.
fn encoded(tokens: &[TokenAt], converter: &Converter<'_>) -> Vec<SemanticToken> {
    let mut last = Position::default();
    let encode = |token: &TokenAt| {
        let range = converter.range(token.span);
        let name = token.kind.name();
        let token_type = TOKEN_TYPES.iter().position(|one| *one == name)?;
        let delta_line = range.start.line - last.line;
        let from = if delta_line == 0 { last.character } else { 0 };
        let encoded = SemanticToken {
            delta_line,
            delta_start: range.start.character - from,
            length: range.end.character.saturating_sub(range.start.character),
            token_type: u32::try_from(token_type).ok()?,
            token_modifiers_bitset: u32::from(token.is_declaration)
                | u32::from(token.is_built_in) << 1,
        };
        last = range.start;
        Some(encoded)
    };
    tokens.iter().filter_map(encode).collect()
}
