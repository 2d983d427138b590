//! Text inside HTML and XML.

/// Escapes a text for HTML and XML, in elements and in attributes; leaves out control characters, which neither may hold.
///
/// ```
/// assert_eq!(ludex_markup::escaped("a < \"b\" & c\u{7}"), "a &lt; &quot;b&quot; &amp; c");
/// ```
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(letter),
            control if control.is_control() => {}
            other => out.push(other),
        }
    }
    out
}
