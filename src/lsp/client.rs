//! The abilities of the client on the other side, as it told them at the beginning.

use crate::position::PositionEncoding;
use crate::uri;
use gen_lsp_types::{InitializeParams, ResourceOperationKind, WorkspaceFolders};

/// The abilities of the client that the server asks for.
#[derive(Debug, Clone, Default)]
pub(super) struct ClientAbilities {
    /// The units of columns.
    pub(super) encoding: PositionEncoding,
    /// The folders that are open, as paths.
    pub(super) folders: Vec<String>,
    /// It shows other places of a diagnostic.
    pub(super) shows_related: bool,
    /// It tells of changed files when it is asked to.
    pub(super) watches_files: bool,
    /// It fills in the places of a snippet.
    pub(super) fills_snippets: bool,
    /// It opens a text in a window of its own when it is asked to.
    pub(super) shows_documents: bool,
    /// It asks for texts that lie nowhere: pages about codes, the prelude.
    pub(super) reads_content: bool,
    /// It shows how far long work is, and lets people cancel it.
    pub(super) shows_progress: bool,
    /// It makes and renames files as a part of a change.
    pub(super) changes_files: bool,
    /// It asks for the lenses of all files again when it is told to.
    pub(super) refreshes_lenses: bool,
}

impl ClientAbilities {
    /// Reads what a client says of itself.
    pub(super) fn new(params: &InitializeParams) -> ClientAbilities {
        let abilities = &params.capabilities;
        let general = abilities.general.as_ref();
        let encodings = general.and_then(|general| general.position_encodings.as_deref());
        let text_document = abilities.text_document.as_ref();
        let diagnostics = text_document.and_then(|text| text.publish_diagnostics.as_ref());
        let workspace = abilities.workspace.as_ref();
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        let completion = text_document.and_then(|text| text.completion.as_ref());
        let window = abilities.window.as_ref();
        ClientAbilities {
            encoding: PositionEncoding::negotiate(encodings.unwrap_or_default()),
            folders: folders(params),
            shows_related: diagnostics
                .and_then(|one| one.diagnostics_capabilities.related_information)
                .unwrap_or(false),
            watches_files: watched
                .and_then(|one| one.dynamic_registration)
                .unwrap_or(false),
            fills_snippets: completion
                .and_then(|one| one.completion_item.as_ref()?.snippet_support)
                .unwrap_or(false),
            shows_documents: window
                .and_then(|window| window.show_document.as_ref())
                .is_some_and(|one| one.support),
            reads_content: workspace.is_some_and(|one| one.text_document_content.is_some()),
            shows_progress: window
                .and_then(|window| window.work_done_progress)
                .unwrap_or(false),
            changes_files: workspace
                .and_then(|one| one.workspace_edit.as_ref()?.resource_operations.as_ref())
                .is_some_and(|can| {
                    let all = [ResourceOperationKind::Create, ResourceOperationKind::Rename];
                    all.iter().all(|one| can.contains(one))
                }),
            refreshes_lenses: workspace
                .and_then(|one| one.code_lens.as_ref()?.refresh_support)
                .unwrap_or(false),
        }
    }
}

/// The folders that a client has open at the beginning.
#[expect(deprecated, reason = "older clients name one folder, and no list")]
fn folders(params: &InitializeParams) -> Vec<String> {
    let listed = &params.workspace_folders_initialize_params.workspace_folders;
    match listed {
        Some(WorkspaceFolders::WorkspaceFolderList(folders)) => folders
            .iter()
            .filter_map(|one| uri::to_path(&one.uri))
            .collect(),
        Some(WorkspaceFolders::Null) | None => {
            params.root_uri.iter().filter_map(uri::to_path).collect()
        }
    }
}
