//! What an editor shows while somebody types and reads: signatures, hints, colours.

use super::each_case;
use ludex::ide::{TOKEN_TYPES, TokenKind};
use ludex::source::Span;

#[test]
fn signatures() {
    each_case("signature", |snapshot, file, at| {
        let Some(call) = snapshot.call_signature(file, at) else {
            return "nothing".to_owned();
        };
        let active = call
            .active
            .map(|nth| call.label[call.params[nth].clone()].to_owned());
        format!("{}\n  writing {active:?}\n  {}", call.label, call.doc)
    });
}

#[test]
fn inlay_hints() {
    each_case("inlay", |snapshot, file, at| {
        // From the cursor to the end of the file.
        let part = Span::new(file, at, u32::MAX);
        let mut text = snapshot.sources.text(file).to_owned();
        for hint in snapshot.inlay_hints(part).iter().rev() {
            text.insert_str(hint.at.range().start, &format!("⟦{}⟧", hint.words));
        }
        text[at as usize..].to_owned()
    });
}

#[test]
fn semantic_tokens() {
    each_case("tokens", |snapshot, file, at| {
        let tokens = snapshot.semantic_tokens(file).into_iter();
        let tokens: Vec<_> = tokens.filter(|one| one.span.start >= at).collect();
        for pair in tokens.windows(2) {
            assert!(pair[0].span.end <= pair[1].span.start, "{pair:?} overlap");
        }
        let lines = tokens.iter().map(|one| {
            let kind = match one.kind {
                TokenKind::Symbol(kind) => format!("{kind:?}"),
                TokenKind::Keyword | TokenKind::Number | TokenKind::Text | TokenKind::Comment => {
                    format!("{:?}", one.kind).to_lowercase()
                }
            };
            assert!(TOKEN_TYPES.contains(&one.kind.name()));
            let given = if one.is_declaration { ", given" } else { "" };
            format!("  {} — {kind}{given}\n", snapshot.sources.slice(one.span))
        });
        lines.collect()
    });
}
