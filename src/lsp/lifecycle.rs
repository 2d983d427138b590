//! The beginning of a session: what both sides can do.

use crate::commands::COMMANDS;
use crate::pages::SCHEME;
use crate::position::PositionEncoding;
use crate::typing;
use gen_lsp_types::{
    ChangeNotifications, CodeActionKind, CodeActionOptions, CodeLensOptions, CompletionOptions,
    DidChangeWatchedFilesRegistrationOptions, DocumentOnTypeFormattingOptions,
    ExecuteCommandOptions, FileOperationFilter, FileOperationOptions, FileOperationPattern,
    FileOperationPatternKind, FileOperationRegistrationOptions, FileSystemWatcher,
    InitializeResult, Registration, RegistrationParams, RenameOptions, Save, SaveOptions,
    ServerCapabilities, ServerInfo, SignatureHelpOptions, TextDocumentContentOptions,
    TextDocumentSyncKind, TextDocumentSyncOptions, WorkspaceFoldersServerCapabilities,
    WorkspaceOptions,
};

/// The files whose changes the server wants to know of: all that can be part of a game, and accepted outcomes.
const WATCHED: &str = "**/*.{rules,yaml,yml,svg,snap}";

/// Returns the answer to `initialize`.
pub(super) fn welcome(encoding: PositionEncoding) -> InitializeResult {
    InitializeResult {
        capabilities: ServerCapabilities {
            position_encoding: Some(encoding.kind()),
            text_document_sync: Some(
                TextDocumentSyncOptions {
                    open_close: Some(true),
                    change: Some(TextDocumentSyncKind::Incremental),
                    save: Some(Save::SaveOptions(SaveOptions {
                        include_text: Some(false),
                    })),
                    ..TextDocumentSyncOptions::default()
                }
                .into(),
            ),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(vec![".".to_owned()]),
                resolve_provider: Some(true),
                ..CompletionOptions::default()
            }),
            hover_provider: Some(true.into()),
            signature_help_provider: Some(SignatureHelpOptions {
                trigger_characters: Some(["(", ",", " "].map(str::to_owned).to_vec()),
                ..SignatureHelpOptions::default()
            }),
            inlay_hint_provider: Some(true.into()),
            semantic_tokens_provider: Some(typing::token_options().into()),
            definition_provider: Some(true.into()),
            type_definition_provider: Some(true.into()),
            references_provider: Some(true.into()),
            document_highlight_provider: Some(true.into()),
            document_symbol_provider: Some(true.into()),
            workspace_symbol_provider: Some(true.into()),
            folding_range_provider: Some(true.into()),
            selection_range_provider: Some(true.into()),
            call_hierarchy_provider: Some(true.into()),
            document_formatting_provider: Some(true.into()),
            document_range_formatting_provider: Some(true.into()),
            document_on_type_formatting_provider: Some(DocumentOnTypeFormattingOptions {
                first_trigger_character: "}".to_owned(),
                more_trigger_character: Some(vec!["\n".to_owned()]),
            }),
            code_action_provider: Some(
                CodeActionOptions {
                    code_action_kinds: Some(vec![
                        CodeActionKind::QuickFix,
                        CodeActionKind::Refactor,
                        CodeActionKind::RefactorExtract,
                        CodeActionKind::RefactorInline,
                        CodeActionKind::SourceFixAll,
                    ]),
                    ..CodeActionOptions::default()
                }
                .into(),
            ),
            code_lens_provider: Some(CodeLensOptions::default()),
            execute_command_provider: Some(ExecuteCommandOptions {
                commands: COMMANDS.map(str::to_owned).to_vec(),
                ..ExecuteCommandOptions::default()
            }),
            rename_provider: Some(
                RenameOptions {
                    prepare_provider: Some(true),
                    ..RenameOptions::default()
                }
                .into(),
            ),
            workspace: Some(WorkspaceOptions {
                workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                    supported: Some(true),
                    change_notifications: Some(ChangeNotifications::Bool(true)),
                }),
                file_operations: Some(FileOperationOptions {
                    will_rename: Some(renamed_rulings()),
                    ..FileOperationOptions::default()
                }),
                text_document_content: Some(
                    TextDocumentContentOptions {
                        schemes: vec![SCHEME.to_owned()],
                    }
                    .into(),
                ),
            }),
            ..ServerCapabilities::default()
        },
        server_info: Some(ServerInfo {
            name: "ludex".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

/// Returns the files about whose renaming the server wants to be asked: what goes with a ruling goes along.
fn renamed_rulings() -> FileOperationRegistrationOptions {
    let pattern = FileOperationPattern {
        glob: "**/*.ruling.yaml".to_owned(),
        matches: Some(FileOperationPatternKind::File),
        options: None,
    };
    FileOperationRegistrationOptions {
        filters: vec![FileOperationFilter {
            scheme: Some("file".to_owned()),
            pattern,
        }],
    }
}

/// Returns the request to be told of files that change.
pub(super) fn watching() -> RegistrationParams {
    let options = DidChangeWatchedFilesRegistrationOptions {
        watchers: vec![FileSystemWatcher {
            glob_pattern: WATCHED.to_owned().into(),
            kind: None,
        }],
    };
    RegistrationParams {
        registrations: vec![Registration {
            id: "files".to_owned(),
            method: "workspace/didChangeWatchedFiles".to_owned(),
            register_options: serde_json::to_value(options).ok(),
        }],
    }
}
