//! Paths in `file:` URIs. The path has `/` between its parts on every system.

use gen_lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The scheme of files, with the mark of the host behind it.
const FILE: &str = "file://";
/// The bytes that a path in a URI writes in hexadecimal: all that a reader might take for something else.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Returns the path that a URI names; none of a URI that names no file here.
pub(super) fn to_path(uri: &Uri) -> Option<String> {
    let rest = uri.as_ref().strip_prefix(FILE)?;
    let path = &rest[rest.find('/')?..];
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let drive = path
        .strip_prefix('/')
        .filter(|rest| begins_with_drive(rest));
    Some(drive.unwrap_or(&path).to_owned())
}

/// Returns the URI of a path.
pub(super) fn of_path(path: &str) -> Uri {
    let root = if begins_with_drive(path) { "/" } else { "" };
    Uri::from(format!(
        "{FILE}{root}{}",
        utf8_percent_encode(path, ENCODED)
    ))
}

/// Returns true for `C:/…` of Windows.
fn begins_with_drive(path: &str) -> bool {
    let mut symbols = path.chars();
    symbols
        .next()
        .is_some_and(|letter| letter.is_ascii_alphabetic())
        && symbols.next() == Some(':')
}

#[cfg(test)]
mod tests {
    use super::{of_path, to_path};
    use gen_lsp_types::Uri;

    #[test]
    fn paths_and_uris() {
        for path in [
            "/home/me/games/mill/game.yaml",
            "/a b/狐 100%/ü+#?.rules",
            "C:/games/mill/x.rules",
        ] {
            assert_eq!(to_path(&of_path(path)).as_deref(), Some(path));
        }
        assert_eq!(of_path("/a b/狐#").as_ref(), "file:///a%20b/%E7%8B%90%23");
        assert_eq!(
            to_path(&Uri::from("file:///c%3A/x.rules")).as_deref(),
            Some("c:/x.rules")
        );
        assert_eq!(
            to_path(&Uri::from("file://server/share/a%2Bb")).as_deref(),
            Some("/share/a+b")
        );
        for other in [
            "untitled:Untitled-1",
            "file:///%FF",
            "",
            "no uri",
            "file://x",
        ] {
            assert_eq!(to_path(&Uri::from(other)), None, "{other}");
        }
    }
}
