//! Answers for editors: what a place of a text means, what could stand there, and how a text may be changed.
//!
//! Enters: the texts of one game as an editor has them, saved or not, and a byte of a file. Leaves: plain data with spans.
//! Never here: a protocol, lines and columns as an editor counts them, files on a disk, a second reading of a name. Each query
//! is a file of its own and asks the semantic model (`check::semantics`), which is there with errors too.

#![forbid(unsafe_code)]

mod actions;
mod calls;
mod completion;
mod file_symbols;
mod hover;
mod inlay;
mod nesting;
mod occurrences;
mod position;
mod rename;
mod rules_texts;
mod ruling_hover;
mod semantic_tokens;
mod signature;
mod snapshot;
mod symbol_kind;

pub use actions::{ActionKind, CodeAction, RulingDraft, TextEdit};
pub use calls::CallEnd;
pub use completion::{Completion, CompletionKind, CompletionList, RulingCompletions, Snippet};
pub use file_symbols::{FileSymbol, FileSymbolSort};
pub use hover::{Hover, RulingCounts};
pub use inlay::{InlayHint, InlayKind};
pub use occurrences::Occurrence;
pub use rename::RefusedRename;
pub use rules_texts::{RulesForm, RulesText, TableRow};
pub use ruling_hover::RulingHover;
pub use semantic_tokens::{SemanticToken, TOKEN_MODIFIERS, TOKEN_TYPES, TokenKind};
pub use signature::CallSignature;
pub use snapshot::{GameSnapshot, NameAt};
pub use symbol_kind::SymbolKind;
