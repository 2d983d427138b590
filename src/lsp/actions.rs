//! Changes that an editor offers at a place: to put a mistake right, to allow a warning, to read about it.

use crate::commands::{EXPLAIN, OPEN};
use crate::place::AskedFile;
use crate::refusal::RefusedRequest;
use crate::session::LanguageServer;
use crate::{position, uri};
use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CodeActionResponse, Command, CreateFile,
    OptionalVersionedTextDocumentIdentifier, Range, TextDocumentEdit, TextDocumentIdentifier,
    TextEdit, WorkspaceEdit,
};
use ludex_ide as ide;
use ludex_ide::ActionKind;
use ludex_pipeline::{GameText, PRELUDE_PATH};
use ludex_report::{Code, Diagnostic, Severity};
use ludex_source::Span;
use ludex_source::span::offset;
use ludex_tools::changes::changed_lines;
use ludex_tools::fix;
use std::collections::HashMap;
use std::sync::Arc;

/// Codes of comments that allow something: such a comment is mended, not allowed.
const ABOUT_ALLOWING: [Code; 2] = [Code::UNUSED_ALLOW, Code::WRONG_ALLOW];

/// Answers with what can be done at a place.
pub(super) fn actions(
    server: &mut LanguageServer,
    params: CodeActionParams,
) -> Result<Option<Vec<CodeActionResponse>>, RefusedRequest> {
    let Some(asked) = server.asked_file(&params.text_document.uri) else {
        return Ok(None);
    };
    let only = params.context.only.as_deref();
    let is_asked = |kind: &CodeActionKind| {
        only.is_none_or(|only| only.iter().any(|wanted| is_below(kind, wanted)))
    };
    let mut actions = Vec::new();
    if is_asked(&CodeActionKind::QuickFix) {
        let [start, end] = [params.range.start, params.range.end].map(|at| asked.byte(at));
        let here = |span: Span| span.file == asked.file && span.start <= end && start <= span.end;
        let report = asked.snapshot().report.iter();
        for one in report.filter(|one| one.span().is_some_and(here)) {
            actions.extend(at_diagnostic(one, &asked));
        }
    }
    let [start, end] = [params.range.start, params.range.end].map(|at| asked.byte(at));
    let made = asked
        .snapshot()
        .code_actions(Span::new(asked.file, start, end));
    let made = made.into_iter().filter_map(|one| edits_of(one, &asked));
    actions.extend(made.filter(|one| one.kind.as_ref().is_none_or(is_asked)));
    if is_asked(&CodeActionKind::Refactor) {
        actions.extend(new_ruling(server, &asked, end));
    }
    // It checks the game several times, so it is worked out for whoever asks for it.
    if only.is_some() && is_asked(&CodeActionKind::SourceFixAll) {
        actions.extend(fix_all(&asked));
    }
    Ok(Some(
        actions.into_iter().map(CodeActionResponse::from).collect(),
    ))
}

/// Returns a first ruling about the row at a place, as a file that is not there yet; none for an editor that makes no files.
fn new_ruling(server: &LanguageServer, asked: &AskedFile<'_>, at: u32) -> Option<CodeAction> {
    let game = server.games.get(&asked.checked.folder)?;
    let playable = game
        .playable
        .as_ref()
        .filter(|_| server.client.changes_files)?;
    let program = Arc::new(playable.game.program().clone());
    let path_of = |path: &str| format!("{}/{path}", asked.checked.folder);
    let is_taken = |path: &str| server.host.is_file(&path_of(path));
    let draft = asked
        .snapshot()
        .new_ruling(asked.file, at, &program, &is_taken)?;
    let uri = uri::of_path(&path_of(&draft.path));
    let made = CreateFile {
        uri: uri.clone(),
        options: None,
        annotation_id: None,
    };
    let text = TextEdit {
        range: Range::default(),
        new_text: draft.text,
    };
    let written = TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier::new(
            None,
            TextDocumentIdentifier { uri },
        ),
        edits: vec![text.into()],
    };
    let opened = Command {
        title: "Open it".to_owned(),
        tooltip: None,
        command: OPEN.to_owned(),
        arguments: Some(vec![path_of(&draft.path).into()]),
    };
    let mut title = draft.title.chars();
    let first = title.next().into_iter().flat_map(char::to_uppercase);
    Some(CodeAction {
        title: first.chain(title).collect(),
        kind: Some(CodeActionKind::Refactor),
        edit: Some(WorkspaceEdit {
            document_changes: Some(vec![made.into(), written.into()]),
            ..WorkspaceEdit::default()
        }),
        command: server.client.shows_documents.then_some(opened),
        ..CodeAction::default()
    })
}

/// Returns a change that the meaning of the game allows.
fn edits_of(made: ide::CodeAction, asked: &AskedFile<'_>) -> Option<CodeAction> {
    let kind = match made.kind {
        ActionKind::Mend => CodeActionKind::QuickFix,
        ActionKind::Extract => CodeActionKind::RefactorExtract,
        ActionKind::Inline => CodeActionKind::RefactorInline,
    };
    let converter = asked.converter();
    let mut by_file: HashMap<gen_lsp_types::Uri, Vec<TextEdit>> = HashMap::new();
    for edit in &made.edits {
        let edits = by_file.entry(converter.uri(edit.span.file)?).or_default();
        edits.push(converter.edit(edit.span, &edit.text));
    }
    let mut title = made.title.chars();
    let first = title.next().into_iter().flat_map(char::to_uppercase);
    Some(CodeAction {
        title: first.chain(title).collect(),
        kind: Some(kind),
        edit: Some(WorkspaceEdit {
            changes: Some(by_file),
            ..WorkspaceEdit::default()
        }),
        ..CodeAction::default()
    })
}

/// Returns true if a kind of actions is another one or a sort of it: `source.fixAll` is one of `source`.
fn is_below(kind: &CodeActionKind, wanted: &CodeActionKind) -> bool {
    let [kind, wanted] = [kind, wanted].map(|one| String::from(one.clone()));
    let rest = kind.strip_prefix(wanted.as_str());
    rest.is_some_and(|rest| rest.is_empty() || wanted.is_empty() || rest.starts_with('.'))
}

/// Returns what can be done about a diagnostic.
fn at_diagnostic(one: &Diagnostic, asked: &AskedFile<'_>) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    actions.extend(fix_one(one, asked));
    actions.extend(allow(one, asked));
    let title = format!("Explain {}", one.code);
    actions.push(CodeAction {
        command: Some(Command {
            title: title.clone(),
            tooltip: None,
            command: EXPLAIN.to_owned(),
            arguments: Some(vec![one.code.as_str().into()]),
        }),
        ..quick(title, one, asked)
    });
    actions
}

fn quick(title: String, one: &Diagnostic, asked: &AskedFile<'_>) -> CodeAction {
    CodeAction {
        title,
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(vec![asked.converter().diagnostic(one)]),
        ..CodeAction::default()
    }
}

/// Returns the change that puts a diagnostic right, as `check --fix` makes it.
fn fix_one(one: &Diagnostic, asked: &AskedFile<'_>) -> Option<CodeAction> {
    let converter = asked.converter();
    let fix = one.remedy(converter.sources)?;
    let old = converter
        .sources
        .slice(converter.sources.fit(fix.span))
        .trim();
    let title = match (old, fix.replacement.trim()) {
        (old, "") => format!("Take out `{old}`"),
        ("", new) => format!("Write `{new}`"),
        (old, new) if old.contains('\n') || new.contains('\n') => {
            format!("Put right: {}", one.message)
        }
        (old, new) => format!("Write `{new}` instead of `{old}`"),
    };
    let uri = converter.uri(fix.span.file)?;
    let edit = converter.edit(fix.span, &fix.replacement);
    Some(CodeAction {
        edit: Some(changes(uri, vec![edit])),
        is_preferred: Some(true),
        ..quick(title, one, asked)
    })
}

/// Returns the comment that allows a warning: in a line of its own above, with room for the reason.
fn allow(one: &Diagnostic, asked: &AskedFile<'_>) -> Option<CodeAction> {
    if one.severity != Severity::Warning || ABOUT_ALLOWING.contains(&one.code) {
        return None;
    }
    let (snapshot, converter) = (asked.snapshot(), asked.converter());
    let at = snapshot.sources.fit(one.span()?);
    let text = snapshot.sources.text(at.file);
    let start = text[..at.range().start]
        .rfind('\n')
        .map_or(0, |end| end + 1);
    let line = &text[start..];
    let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
    let is_rules = snapshot.sources.path(at.file).ends_with(".rules");
    let mark = if is_rules || snapshot.is_inside_scalar(at.file, offset(start)) {
        "//"
    } else {
        "#"
    };
    let comment = format!("{indent}{mark} ludex: allow({}) \n", one.code);
    let edit = converter.edit(Span::empty(at.file, offset(start)), &comment);
    Some(CodeAction {
        edit: Some(changes(converter.uri(at.file)?, vec![edit])),
        ..quick(
            format!("Allow {} here, with a reason", one.code),
            one,
            asked,
        )
    })
}

/// Returns the changes of a file that `check --fix` makes of all that is clear.
fn fix_all(asked: &AskedFile<'_>) -> Option<CodeAction> {
    let (snapshot, converter) = (asked.snapshot(), asked.converter());
    let sources = &snapshot.sources;
    let files = sources
        .ids()
        .map(|file| (sources.path(file), sources.text(file)));
    let own = files.filter(|(path, _)| *path != PRELUDE_PATH);
    let game = GameText {
        name: snapshot.game_name().to_owned(),
        files: own
            .map(|(path, text)| (path.to_owned(), text.to_owned()))
            .collect(),
    };
    let fixed = fix::fix(&game, &|_| true);
    let path = sources.path(asked.file);
    let (_, new) = fixed.files.into_iter().find(|(of, _)| of == path)?;
    let lines = changed_lines(sources.text(asked.file), &new).into_iter();
    let edits = lines.map(|(lines, new_text)| {
        let span = Span::new(asked.file, offset(lines.start), offset(lines.end));
        TextEdit {
            range: position::range(sources, span, converter.client.encoding),
            new_text,
        }
    });
    Some(CodeAction {
        title: "Put right all that is clear in this file".to_owned(),
        kind: Some(CodeActionKind::SourceFixAll),
        edit: Some(changes(converter.uri(asked.file)?, edits.collect())),
        ..CodeAction::default()
    })
}

fn changes(uri: gen_lsp_types::Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit {
        changes: Some(HashMap::from([(uri, edits)])),
        ..WorkspaceEdit::default()
    }
}
