//! Writing SVG: shapes and texts with lengths in millimetres. Whatever the words are, they stay words.

use crate::metrics::Weight;
use ludex_markup::escaped;
use ludex_rules::look::{Colour, Drawing, GameLook};
use std::fmt::Write;

/// Fonts with the widths of `metrics`, then any.
pub(crate) const FONTS: &str = "Liberation Sans, Arial, Helvetica, Noto Sans CJK JP, sans-serif";

/// A rectangle with lengths in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Area {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

impl Area {
    /// Returns the rectangle without a margin on each side.
    pub(crate) fn inset(self, by: f32) -> Area {
        Area {
            x: self.x + by,
            y: self.y + by,
            width: (self.width - 2.0 * by).max(0.0),
            height: (self.height - 2.0 * by).max(0.0),
        }
    }

    pub(crate) fn middle(self) -> (f32, f32) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }
}

/// A length with at most two digits behind the point: a hundredth of a millimetre is less than a printer's dot.
pub(crate) fn mm(length: f32) -> String {
    let text = format!("{length:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// The elements of a picture, one after the other.
#[derive(Debug, Default)]
pub(crate) struct SvgWriter {
    body: String,
}

impl SvgWriter {
    pub(crate) fn finish(self) -> String {
        self.body
    }

    /// Draws a rectangle with corners of a radius.
    pub(crate) fn rect(&mut self, area: Area, radius: f32, fill: Colour) {
        let Area {
            x,
            y,
            width,
            height,
        } = area;
        let _ = write!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            mm(x),
            mm(y),
            mm(width),
            mm(height)
        );
        if radius > 0.0 {
            let _ = write!(self.body, " rx=\"{}\"", mm(radius));
        }
        let _ = write!(self.body, " fill=\"{fill}\"/>");
    }

    /// Draws an ellipse that touches the sides of a rectangle.
    pub(crate) fn ellipse(&mut self, area: Area, fill: Colour) {
        let (x, y) = area.middle();
        let _ = write!(
            self.body,
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"{fill}\"/>",
            mm(x),
            mm(y),
            mm(area.width / 2.0),
            mm(area.height / 2.0)
        );
    }

    /// Draws a disc with a rim.
    pub(crate) fn disc(&mut self, middle: (f32, f32), radius: f32, fill: Colour, rim: Colour) {
        let (x, y) = middle;
        let _ = write!(
            self.body,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"0.4\"/>",
            mm(x),
            mm(y),
            mm(radius)
        );
    }

    /// Draws a polygon through some points.
    pub(crate) fn polygon(&mut self, points: &[(f32, f32)], fill: Colour, rim: Option<Colour>) {
        let points: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{},{}", mm(*x), mm(*y)))
            .collect();
        let rim = rim.map(|rim| format!(" stroke=\"{rim}\" stroke-width=\"0.4\""));
        let _ = write!(
            self.body,
            "<polygon points=\"{}\" fill=\"{fill}\"{}/>",
            points.join(" "),
            rim.unwrap_or_default()
        );
    }

    /// Draws a line between two points.
    pub(crate) fn line(&mut self, from: (f32, f32), to: (f32, f32), colour: Colour, width: f32) {
        let _ = write!(
            self.body,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
            mm(from.0),
            mm(from.1),
            mm(to.0),
            mm(to.1),
            mm(width)
        );
    }

    /// Draws a text from the left end of its foot, which takes exactly a width.
    pub(crate) fn text(
        &mut self,
        at: (f32, f32),
        text: &str,
        size: f32,
        weight: Weight,
        width: f32,
        colour: Colour,
    ) {
        let (x, foot) = at;
        if text.trim().is_empty() {
            return;
        }
        let bold = match weight {
            Weight::Regular => "",
            Weight::Bold => " font-weight=\"bold\"",
        };
        let _ = write!(
            self.body,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{bold} textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" \
             xml:space=\"preserve\" fill=\"{colour}\">{}</text>",
            mm(x),
            mm(foot),
            mm(size),
            mm(width),
            escaped(text)
        );
    }

    /// Draws an icon as large as it fits an area.
    pub(crate) fn icon(&mut self, number: usize, area: Area) {
        let _ = write!(
            self.body,
            "<use href=\"#icon-{number}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            mm(area.x),
            mm(area.y),
            mm(area.width),
            mm(area.height)
        );
    }
}

/// Returns an icon as a symbol that `icon` uses.
pub(crate) fn symbol(number: usize, drawing: &Drawing) -> String {
    let [left, top, width, height] = drawing.view_box;
    format!(
        "<symbol id=\"icon-{number}\" viewBox=\"{} {} {} {}\">{}</symbol>",
        mm(left),
        mm(top),
        mm(width),
        mm(height),
        drawing.body
    )
}

/// Returns the symbols of all icons that a picture uses.
pub(crate) fn symbols(look: &GameLook, svg: &str) -> String {
    let all = look.drawings.iter().enumerate();
    let used = all.filter(|(nth, _)| svg.contains(&format!("\"#icon-{nth}\"")));
    used.map(|(nth, drawing)| symbol(nth, drawing)).collect()
}

/// Returns a picture as a file of its own.
pub(crate) fn file(look: &GameLook, body: &str, size: (f32, f32), bleed: f32) -> String {
    let (width, height) = size;
    let (wide, high) = (mm(width + 2.0 * bleed), mm(height + 2.0 * bleed));
    let begin = mm(-bleed);
    let symbols = symbols(look, body);
    let defs = if symbols.is_empty() {
        String::new()
    } else {
        format!("<defs>{symbols}</defs>\n")
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}mm\" height=\"{high}mm\" \
         viewBox=\"{begin} {begin} {wide} {high}\" font-family=\"{FONTS}\">\n{defs}{body}\n</svg>\n"
    )
}
