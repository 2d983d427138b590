//! News of the client that nobody asked for: texts that change, files, folders.

use crate::game::{MANIFEST, OpenGame};
use crate::games::game_folder;
use crate::session::LanguageServer;
use crate::{publish, uri};
use gen_lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
};
use std::sync::Arc;

/// A text was opened.
pub(super) fn opened(server: &mut LanguageServer, params: DidOpenTextDocumentParams) {
    let item = params.text_document;
    let Some(path) = uri::to_path(&item.uri) else {
        return;
    };
    server
        .documents
        .open(path.clone(), item.uri, item.version, &item.text);
    if path.ends_with(MANIFEST) {
        // It may make a game of a folder, saved or not.
        return regroup(server);
    }
    load_around(server, &path);
    touch(server, &path);
}

/// A text was changed in the editor.
pub(super) fn changed(server: &mut LanguageServer, params: DidChangeTextDocumentParams) {
    let Some(path) = uri::to_path(&params.text_document.text_document_identifier.uri) else {
        return;
    };
    let version = params.text_document.version;
    let encoding = server.client.encoding;
    let is_open = (server.documents).change(&path, version, params.content_changes, encoding);
    if is_open {
        server.refuse_stale(&path);
        touch(server, &path);
    }
}

/// A text was saved: what lies on the disk counts again, for clients that tell of no files.
pub(super) fn saved(server: &mut LanguageServer, params: DidSaveTextDocumentParams) {
    let Some(path) = uri::to_path(&params.text_document.uri) else {
        return;
    };
    let host = Arc::clone(&server.host);
    let Some(game) = server.games.around_mut(&path) else {
        return;
    };
    let outcome = game.reload(&*host);
    game.run_rulings([]);
    if let Err(message) = outcome {
        server.warn(&message);
    }
}

/// A text was closed: what lies on the disk takes its place.
pub(super) fn closed(server: &mut LanguageServer, params: DidCloseTextDocumentParams) {
    let Some(path) = uri::to_path(&params.text_document.uri) else {
        return;
    };
    if !server.documents.close(&path) {
        return;
    }
    let host = Arc::clone(&server.host);
    if let Some(game) = server.games.around_mut(&path) {
        game.reread(&path, &*host);
        game.touch();
    }
    if path.ends_with(MANIFEST) {
        regroup(server);
    }
}

/// Files were written, made or deleted, by whomever.
pub(super) fn files_changed(server: &mut LanguageServer, params: DidChangeWatchedFilesParams) {
    let host = Arc::clone(&server.host);
    let mut makes_games = false;
    for path in params
        .changes
        .iter()
        .filter_map(|one| uri::to_path(&one.uri))
    {
        makes_games |= path.ends_with(MANIFEST);
        if let Some(game) = server.games.around_mut(&path) {
            game.reread(&path, &*host);
        }
    }
    if makes_games {
        regroup(server);
    }
}

/// Folders were opened or closed.
pub(super) fn folders_changed(
    server: &mut LanguageServer,
    params: DidChangeWorkspaceFoldersParams,
) {
    let removed: Vec<String> = (params.event.removed.iter())
        .filter_map(|one| uri::to_path(&one.uri))
        .collect();
    let folders = &mut server.client.folders;
    folders.retain(|folder| !removed.contains(folder));
    folders.extend(
        params
            .event
            .added
            .iter()
            .filter_map(|one| uri::to_path(&one.uri)),
    );
    let folders = folders.clone();
    drop_games(server, |server, game| {
        has_open_text(server, game) || folders.iter().any(|folder| game.folder.starts_with(folder))
    });
}

/// Groups the open texts into games again, after a manifest came or went.
fn regroup(server: &mut LanguageServer) {
    let host = Arc::clone(&server.host);
    let paths: Vec<String> = server
        .documents
        .iter()
        .map(|(path, _)| path.clone())
        .collect();
    for path in &paths {
        load_around(server, path);
    }
    for game in server.games.iter_mut() {
        game.touch();
    }
    drop_games(server, |server, game| {
        let manifest = format!("{}/{MANIFEST}", game.folder);
        let is_game = server.documents.get(&manifest).is_some() || host.is_file(&manifest);
        is_game || has_open_text(server, game)
    });
}

/// Returns true if a text is open that belongs to a game and to none inside it.
fn has_open_text(server: &LanguageServer, game: &OpenGame) -> bool {
    let mut open = server.documents.iter();
    open.any(|(path, _)| {
        let around = server.games.around(path);
        around.is_some_and(|around| around.folder == game.folder)
    })
}

/// Forgets the games that are not to stay, and takes back what was said of them.
fn drop_games(server: &mut LanguageServer, stays: impl Fn(&LanguageServer, &OpenGame) -> bool) {
    let staying = server.games.iter().filter(|game| stays(server, game));
    let staying: Vec<String> = staying.map(|game| game.folder.clone()).collect();
    let gone = server.games.take_out(|game| staying.contains(&game.folder));
    for game in gone {
        for params in publish::withdrawal(&game, &server.documents) {
            server.publish(params);
        }
    }
}

/// Reads the game around a file, unless it is known.
pub(super) fn load_around(server: &mut LanguageServer, path: &str) {
    let host = Arc::clone(&server.host);
    let Some(folder) = game_folder(path, &server.documents, &*host) else {
        return;
    };
    if server.games.get_mut(&folder).is_some() {
        return;
    }
    let (game, outcome) = OpenGame::load(&folder, &*host);
    server.games.add(game);
    if let Err(message) = outcome {
        server.warn(&message);
    }
}

/// Notes that a text of the game around a file is another one now.
fn touch(server: &mut LanguageServer, path: &str) {
    let game = server.games.around_mut(path);
    if let Some(game) = game.filter(|game| game.part(path).is_some()) {
        game.touch();
    }
}
