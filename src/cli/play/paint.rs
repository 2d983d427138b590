//! Colours at the table. What is painted takes no more room: `paper::length` passes the codes over.

/// The use of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Plain,
    Coloured,
}

const BOLD: &str = "1";
const DIM: &str = "2";
const GREEN: &str = "32";
const YELLOW: &str = "33";
const CYAN: &str = "36";
/// The end of every colour.
const RESET: &str = "\x1b[0m";

impl Paint {
    pub(crate) fn wanted(coloured: bool) -> Paint {
        if coloured {
            Paint::Coloured
        } else {
            Paint::Plain
        }
    }

    fn in_colour(self, code: &str, text: &str) -> String {
        match self {
            Paint::Coloured if !text.trim().is_empty() => format!("\x1b[{code}m{text}{RESET}"),
            Paint::Coloured | Paint::Plain => text.to_owned(),
        }
    }

    /// Paints a heading, if colours are wanted.
    pub(crate) fn head(self, text: &str) -> String {
        self.in_colour(BOLD, text)
    }

    /// Paints the number of an option.
    pub(crate) fn number(self, text: &str) -> String {
        self.in_colour(CYAN, text)
    }

    /// Paints a member that has the mark of its panel.
    pub(crate) fn marked(self, text: &str) -> String {
        self.in_colour(GREEN, text)
    }

    /// Paints what is hidden or beside the point.
    pub(crate) fn dim(self, text: &str) -> String {
        self.in_colour(DIM, text)
    }

    /// Paints the lines of a page that the page before did not have.
    pub(crate) fn changed(self, page: &str, before: &str) -> String {
        if self == Paint::Plain || before.is_empty() {
            return page.to_owned();
        }
        let known: std::collections::BTreeSet<&str> = before.lines().collect();
        let lines = page.lines().map(|line| {
            if known.contains(line) {
                format!("{line}\n")
            } else {
                // A colour inside of the line would end that of the line.
                self.in_colour(YELLOW, &plain(line)) + "\n"
            }
        });
        lines.collect()
    }
}

/// A text without its colours.
pub(crate) fn plain(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |told, part| {
        told + part.split_once('m').map_or("", |(_, rest)| rest)
    })
}

#[cfg(test)]
mod tests {
    use super::{Paint, plain};

    #[test]
    fn only_what_changed_is_painted() {
        let paint = Paint::Coloured;
        let before = paint.head("Hand:") + "\n  owl\n";
        let after = paint.head("Hand:") + "\n  elk\n";
        let painted = paint.changed(&after, &before);
        assert_eq!(painted, "\x1b[1mHand:\x1b[0m\n\x1b[33m  elk\x1b[0m\n");
        assert_eq!(plain(&painted), "Hand:\n  elk\n");
        assert_eq!(Paint::Plain.changed("a\n", "b\n"), "a\n");
    }
}
