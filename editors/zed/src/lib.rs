//! ludex in Zed: starts `ludex lsp`, the one on the path or the one that the settings name.

use zed_extension_api::{self as zed, settings::LspSettings, Command, LanguageServerId, Result, Worktree};

struct Ludex;

impl zed::Extension for Ludex {
    fn new() -> Self {
        Ludex
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let binary = LspSettings::for_worktree(id.as_ref(), worktree)?.binary;
        let (path, arguments) = binary.map_or((None, None), |binary| (binary.path, binary.arguments));
        let command = path.or_else(|| worktree.which("ludex")).ok_or(
            "ludex is not on the path: `cargo install ludex` or `pipx install ludex` puts it there, or name it in the settings, lsp.ludex.binary.path",
        )?;
        Ok(Command {
            command,
            args: arguments.unwrap_or_else(|| vec!["lsp".to_owned()]),
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Ludex);
