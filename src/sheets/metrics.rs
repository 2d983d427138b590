//! The widths of letters, in thousandths of the size of the font.
//!
//! They are those of Helvetica, with which Arial and Liberation Sans agree. Whoever draws in another font is told the width
//! of each line, so that the line keeps it.

/// The first letter of the tables.
const FIRST: char = ' ';
/// The width of letters that the tables lack but which take a square, as those of Chinese and Japanese do.
const SQUARE: u16 = 1000;
/// The width of all others.
const OTHER: u16 = 611;
/// Letters from here on take a square.
const SQUARES_FROM: char = '\u{2e80}';

/// The widths of ASCII from the blank to the tilde.
const REGULAR: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// As `REGULAR`, of the bold face.
const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

/// The weight of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// The weight of running text.
    Regular,
    /// The weight of headings and numbers.
    Bold,
}

/// Returns the width of a text in a font of size 1.
pub(crate) fn width(text: &str, weight: Weight) -> f32 {
    let letters = text.chars().map(|letter| u32::from(of(letter, weight)));
    // A line has far fewer than 2^24 thousandths: exact.
    letters.sum::<u32>() as f32 / 1000.0
}

fn of(letter: char, weight: Weight) -> u16 {
    let table = match weight {
        Weight::Regular => &REGULAR,
        Weight::Bold => &BOLD,
    };
    let place = u32::from(letter).checked_sub(u32::from(FIRST));
    let known = place.and_then(|place| table.get(usize::try_from(place).ok()?));
    match known {
        Some(width) => *width,
        None if letter >= SQUARES_FROM => SQUARE,
        None => OTHER,
    }
}

#[cfg(test)]
mod tests {
    use super::{Weight, width};

    #[test]
    fn known_words_have_their_width() {
        // By the tables of Adobe: H 722, e 556, l 222, o 556.
        assert_eq!(width("Hello", Weight::Regular), 2.278);
        assert_eq!(width("~", Weight::Bold), 0.584);
        assert_eq!(width("日本", Weight::Regular), 2.0);
        assert_eq!(width("é", Weight::Regular), 0.611);
    }
}
