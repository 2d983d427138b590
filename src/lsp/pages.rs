//! The URIs of texts that lie in no file: pages about codes, the prelude.

use gen_lsp_types::Uri;

/// The scheme of the URIs of these texts.
pub(super) const SCHEME: &str = "ludex";
/// The path of the prelude.
pub(super) const PRELUDE_AT: &str = "/prelude.rules";
/// The folder of the pages about codes.
pub(super) const PAGES: &str = "/explain/";
/// The ending of a page.
pub(super) const PAGE: &str = ".txt";

/// Returns the URI of the page about a code.
pub(super) fn page_uri(code: &str) -> Uri {
    Uri::from(format!("{SCHEME}:{PAGES}{code}{PAGE}"))
}

/// Returns the URI of the prelude.
pub(super) fn prelude_uri() -> Uri {
    Uri::from(format!("{SCHEME}:{PRELUDE_AT}"))
}
