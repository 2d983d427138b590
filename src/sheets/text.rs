//! Lines: a text is broken where Unicode allows it, and made smaller until it fits.

use crate::metrics::{Weight, width};
use crate::svg::{Area, SvgWriter};
use ludex_rules::look::Colour;
use unicode_linebreak::{BreakOpportunity, linebreaks};

/// The distance of lines, in sizes of the font.
const LEADING: f32 = 1.2;
/// The part of a line above its foot.
const ASCENT: f32 = 0.92;
/// The distance of paragraphs, in sizes of the font.
const GAP: f32 = 0.45;
/// The step by which a text is made smaller, in millimetres.
const STEP: f32 = 0.05;
/// The mark where a text is cut.
const CUT: &str = "…";

/// A paragraph: what it begins with in bold, then the rest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Paragraph {
    /// The bold words; empty for none.
    pub(crate) head: String,
    /// The words behind them, in regular weight.
    pub(crate) body: String,
}

/// A part of a line in one weight.
#[derive(Debug, Clone, PartialEq)]
struct TextRun {
    text: String,
    weight: Weight,
}

/// A line of a text, with the space above it in sizes of the font.
#[derive(Debug, Clone, PartialEq)]
struct LaidLine {
    runs: Vec<TextRun>,
    above: f32,
}

/// A text in lines.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LaidText {
    lines: Vec<LaidLine>,
    size: f32,
    /// False when words had to be left out.
    pub(crate) fits: bool,
}

/// Lays paragraphs in lines of a width, as large as they fit a height.
pub(crate) fn lay(paragraphs: &[Paragraph], area: Area, sizes: (f32, f32)) -> LaidText {
    let (most, least) = sizes;
    let mut size = most;
    loop {
        let (lines, is_broken) = lines(paragraphs, area.width / size);
        let fits = height(&lines) * size <= area.height;
        let is_last = size - STEP < least;
        // A smaller text is better than one whose words are taken apart.
        if is_last || fits && !is_broken {
            let mut laid = LaidText { lines, size, fits };
            laid.cut(area.height, area.width);
            return laid;
        }
        size -= STEP;
    }
}

fn height(lines: &[LaidLine]) -> f32 {
    lines.iter().map(|line| line.above + LEADING).sum()
}

/// Breaks paragraphs into lines, with lengths in sizes of the font; true if a word had to be taken apart.
fn lines(paragraphs: &[Paragraph], most: f32) -> (Vec<LaidLine>, bool) {
    let (mut lines, mut is_broken) = (Vec::new(), false);
    for (nth, paragraph) in paragraphs.iter().enumerate() {
        let mut layer = LineBreaker {
            most,
            at: 0.0,
            is_broken: false,
            lines: vec![LaidLine {
                runs: Vec::new(),
                above: if nth == 0 { 0.0 } else { GAP },
            }],
        };
        let head = if paragraph.head.is_empty() {
            String::new()
        } else {
            format!("{} ", paragraph.head)
        };
        layer.text(&head, Weight::Bold);
        layer.text(&paragraph.body, Weight::Regular);
        is_broken |= layer.is_broken;
        lines.extend(layer.lines);
    }
    (lines, is_broken)
}

/// Puts words into lines, each where it first fits.
struct LineBreaker {
    most: f32,
    at: f32,
    /// True once a word was taken apart.
    is_broken: bool,
    lines: Vec<LaidLine>,
}

impl LineBreaker {
    fn text(&mut self, text: &str, weight: Weight) {
        let mut start = 0;
        for (end, how) in linebreaks(text) {
            let piece = &text[start..end];
            self.word(piece.trim_end_matches(['\n', '\r']), weight);
            start = end;
            if how == BreakOpportunity::Mandatory && end < text.len() {
                self.next_line();
            }
        }
    }

    fn word(&mut self, word: &str, weight: Weight) {
        let visible = width(word.trim_end(), weight);
        if self.at > 0.0 && self.at + visible > self.most {
            self.next_line();
        }
        if visible > self.most {
            return self.letters(word, weight);
        }
        self.push(word, weight);
    }

    /// Breaks a word that is longer than a line wherever the line ends.
    fn letters(&mut self, word: &str, weight: Weight) {
        self.is_broken = true;
        for letter in word.chars() {
            let letter = letter.to_string();
            if self.at > 0.0 && self.at + width(&letter, weight) > self.most {
                self.next_line();
            }
            self.push(&letter, weight);
        }
    }

    fn push(&mut self, text: &str, weight: Weight) {
        self.at += width(text, weight);
        let Some(line) = self.lines.last_mut() else {
            return;
        };
        match line.runs.last_mut().filter(|run| run.weight == weight) {
            Some(run) => run.text.push_str(text),
            None => line.runs.push(TextRun {
                text: text.to_owned(),
                weight,
            }),
        }
    }

    fn next_line(&mut self) {
        self.at = 0.0;
        self.lines.push(LaidLine {
            runs: Vec::new(),
            above: 0.0,
        });
    }
}

impl LaidText {
    /// Leaves out the lines that do not fit, and marks where.
    fn cut(&mut self, most: f32, wide: f32) {
        if self.fits {
            return;
        }
        while self.lines.len() > 1 && height(&self.lines) * self.size > most {
            self.lines.pop();
        }
        let Some(run) = self.lines.last_mut().and_then(|line| line.runs.last_mut()) else {
            return;
        };
        let weight = run.weight;
        while !run.text.is_empty() && (width(&run.text, weight) + 1.0) * self.size > wide {
            run.text.pop();
        }
        let kept = run.text.trim_end().len();
        run.text.truncate(kept);
        run.text.push_str(CUT);
    }

    /// Returns its height in millimetres.
    pub(crate) fn height(&self) -> f32 {
        height(&self.lines) * self.size
    }

    /// Draws the lines from the top of an area; centred lines stand in its middle.
    pub(crate) fn draw(&self, out: &mut SvgWriter, area: Area, colour: Colour, is_centred: bool) {
        let mut y = area.y;
        for line in &self.lines {
            y += line.above * self.size;
            let foot = y + ASCENT * self.size;
            let last = line.runs.len().saturating_sub(1);
            let texts = line.runs.iter().enumerate().map(|(nth, run)| {
                let text = if nth == last {
                    run.text.trim_end()
                } else {
                    &run.text
                };
                (text, run.weight)
            });
            let texts: Vec<(&str, Weight)> = texts.collect();
            let wide: f32 = texts
                .iter()
                .map(|(text, weight)| width(text, *weight) * self.size)
                .sum();
            let mut x = if is_centred {
                area.x + (area.width - wide) / 2.0
            } else {
                area.x
            };
            for (text, weight) in texts {
                let wide = width(text, weight) * self.size;
                out.text((x, foot), text, self.size, weight, wide, colour);
                x += wide;
            }
            y += LEADING * self.size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Paragraph, lay};
    use crate::svg::Area;

    fn laid(body: &str, width: f32, height: f32) -> (Vec<String>, bool) {
        let paragraph = Paragraph {
            head: String::new(),
            body: body.to_owned(),
        };
        let area = Area {
            x: 0.0,
            y: 0.0,
            width,
            height,
        };
        let text = lay(&[paragraph], area, (3.0, 2.0));
        let line = |line: &super::LaidLine| {
            let texts = line.runs.iter().map(|run| run.text.as_str());
            texts.collect::<String>().trim_end().to_owned()
        };
        (text.lines.iter().map(line).collect(), text.fits)
    }

    #[test]
    fn what_fits_is_broken_and_what_does_not_is_cut() {
        let (lines, fits) = laid("gain two coins", 12.0, 20.0);
        assert_eq!(
            (lines, fits),
            (vec!["gain two".into(), "coins".into()], true)
        );
        let (lines, fits) = laid("gain two coins and a card of your choice", 12.0, 5.0);
        assert!(
            !fits && lines.len() == 2 && lines[1].ends_with('…'),
            "{lines:?}"
        );
        let (lines, fits) = laid("日本語のカード", 12.0, 20.0);
        assert_eq!(
            (lines, fits),
            (vec!["日本語の".into(), "カード".into()], true)
        );
    }
}
