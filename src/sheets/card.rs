//! Drawing the two sides of a card.

use crate::content::{ArtContent, CardContent, Corner};
use crate::frame::{CardFrame, UsedParts};
use crate::game::SheetGame;
use crate::metrics::{Weight, width};
use crate::svg::{Area, SvgWriter};
use crate::text::{Paragraph, lay};
use crate::words::CardToken;
use ludex_rules::ids::ShapeId;
use ludex_rules::look::{CardLook, CardShape, Colour, LookSubject};

/// The distance by which both sides reach beyond the outline, in millimetres: a cut that is a little off shows no white.
pub(crate) const BLEED: f32 = 3.0;
/// The paper inside of a frame.
const PAPER: Colour = Colour {
    channels: [0xff, 0xfd, 0xf7],
};
/// The ink on it.
const INK: Colour = Colour {
    channels: [0x22, 0x26, 0x2b],
};
const CHALK: Colour = Colour {
    channels: [0xff; 3],
};
const BLACK: Colour = Colour { channels: [0; 3] };
/// The colour of pills that have none.
const GREY: Colour = Colour {
    channels: [0xe4, 0xe2, 0xda],
};
/// The smallest size of a text, in millimetres: nobody reads a smaller one without a glass.
const SMALLEST: f32 = 1.6;
/// An icon stands several times up to this; then a number stands before it.
const REPEATED: u32 = 4;

/// Draws a front, and names the parts that do not fit.
pub(crate) fn front(
    game: &SheetGame<'_>,
    look: &CardLook,
    content: &CardContent,
) -> (String, Vec<&'static str>) {
    let used = UsedParts {
        corners: content.corners.each_ref().map(Option::is_some),
        foot: !content.foot.is_empty(),
    };
    let size = (look.size.0.millimetres(), look.size.1.millimetres());
    let mut face = Face {
        game,
        frame: CardFrame::new(look.shape, size, used),
        tint: content.tint(),
        out: SvgWriter::default(),
        cut: Vec::new(),
    };
    face.paper();
    face.title(&content.title);
    face.body(content);
    face.foot(&content.foot);
    for (nth, corner) in content.corners.iter().enumerate() {
        if let Some(corner) = corner {
            face.corner(face.frame.corners[nth], corner);
        }
    }
    (face.out.finish(), face.cut)
}

/// Draws the back of a kind's cards.
pub(crate) fn back(game: &SheetGame<'_>, look: &CardLook) -> String {
    let words = game.words();
    let subject = match &look.rows {
        Some(rows) => LookSubject::Sort(look.kind, rows.clone()),
        None => LookSubject::Kind(look.kind),
    };
    let colour = look.back.colour.or_else(|| words.colour(&subject));
    let colour = colour.unwrap_or_else(|| CardContent::default().tint());
    let size = (look.size.0.millimetres(), look.size.1.millimetres());
    let mut face = Face {
        game,
        frame: CardFrame::new(look.shape, size, UsedParts::default()),
        tint: colour,
        out: SvgWriter::default(),
        cut: Vec::new(),
    };
    let icon = look.back.icon.or_else(|| words.icon(&subject));
    let title = look.back.title.clone();
    face.back(icon, &title.unwrap_or_else(|| game.manual.title.clone()));
    face.out.finish()
}

/// A side of a card that is being drawn.
struct Face<'a, 'g> {
    game: &'a SheetGame<'g>,
    frame: CardFrame,
    tint: Colour,
    out: SvgWriter,
    /// The parts that do not fit.
    cut: Vec<&'static str>,
}

impl Face<'_, '_> {
    /// Fills the outline, larger by a distance on each side.
    fn fill(&mut self, more: f32, radius: f32, colour: Colour) {
        match self.frame.shape {
            CardShape::Card => self.out.rect(self.frame.whole(more), radius, colour),
            CardShape::Hex => self.out.polygon(&self.frame.hexagon(more), colour, None),
            CardShape::Round => self.out.ellipse(self.frame.whole(more), colour),
        }
    }

    fn paper(&mut self) {
        let scale = self.frame.scale;
        self.fill(BLEED, 0.0, self.tint);
        match self.frame.shape {
            CardShape::Card => self.out.rect(self.frame.panel, 2.0 * scale, PAPER),
            CardShape::Hex | CardShape::Round => self.fill(-2.4 * scale, 0.0, PAPER),
        }
    }

    /// The ink of what stands on the frame, where that is a bar, or on the paper.
    fn title_ink(&self) -> Colour {
        match self.frame.shape {
            CardShape::Card => self.tint.ink(),
            CardShape::Hex | CardShape::Round => INK,
        }
    }

    /// Draws words in the middle of an area, as large as they fit.
    fn words(
        &mut self,
        text: &str,
        area: Area,
        sizes: (f32, f32),
        colour: Colour,
        part: &'static str,
    ) {
        let paragraph = Paragraph {
            head: text.to_owned(),
            body: String::new(),
        };
        let laid = lay(&[paragraph], area, sizes);
        if !laid.fits {
            self.cut.push(part);
        }
        let area = Area {
            y: area.y + (area.height - laid.height()).max(0.0) / 2.0,
            ..area
        };
        laid.draw(&mut self.out, area, colour, true);
    }

    fn title(&mut self, title: &str) {
        let scale = self.frame.scale;
        let ink = self.title_ink();
        let sizes = (4.6 * scale, SMALLEST);
        self.words(title, self.frame.title, sizes, ink, "title");
    }

    fn foot(&mut self, foot: &str) {
        if foot.is_empty() {
            return;
        }
        let scale = self.frame.scale;
        let ink = self.title_ink();
        let area = self.frame.foot;
        let paragraph = Paragraph {
            head: String::new(),
            body: foot.to_owned(),
        };
        let laid = lay(&[paragraph], area, (2.3 * scale, 1.2));
        if !laid.fits {
            self.cut.push("foot");
        }
        let area = Area {
            y: area.y + (area.height - laid.height()).max(0.0) / 2.0,
            ..area
        };
        laid.draw(&mut self.out, area, ink, true);
    }

    /// Picture, icons and text, from top to bottom.
    fn body(&mut self, content: &CardContent) {
        let scale = self.frame.scale;
        let mut left = self.frame.body;
        let rows = content.rows.len() as f32;
        let is_bare = content.text.is_empty() && content.art.is_none();
        let high = if is_bare {
            (17.0 * scale).min(left.height / (rows * 1.35).max(1.0))
        } else {
            6.4 * scale
        };
        let icons = rows * high * 1.25;
        if let Some(art) = &content.art {
            let rest = (left.height - icons).max(0.0);
            let share = if content.text.is_empty() { 1.0 } else { 0.46 };
            let height = art.height;
            let height = height.map_or(rest * share, |height| height.millimetres());
            let area = Area {
                height: height.min(rest),
                ..left
            };
            self.art(art, area);
            let taken = area.height + 0.8 * scale;
            left.y += taken;
            left.height = (left.height - taken).max(0.0);
        }
        if is_bare {
            left.y += (left.height - icons).max(0.0) / 2.0;
        }
        for row in &content.rows {
            let area = Area {
                height: high,
                ..left
            };
            self.icons(row, area);
            left.y += high * 1.25;
            left.height = (left.height - high * 1.25).max(0.0);
        }
        self.text(&content.text, left);
    }

    fn text(&mut self, paragraphs: &[Paragraph], area: Area) {
        if paragraphs.is_empty() {
            return;
        }
        let scale = self.frame.scale;
        let area = area.inset(0.4 * scale);
        let laid = lay(paragraphs, area, ((3.2 * scale).max(2.0), SMALLEST));
        if !laid.fits {
            self.cut.push("text");
        }
        let area = Area {
            y: area.y + (area.height - laid.height()).max(0.0) / 2.0,
            ..area
        };
        let is_centred = self.frame.shape != CardShape::Card;
        laid.draw(&mut self.out, area, INK, is_centred);
    }

    fn art(&mut self, art: &ArtContent, area: Area) {
        let scale = self.frame.scale;
        if area.height < 2.0 {
            return;
        }
        if self.frame.shape == CardShape::Card {
            let behind = match &art.token {
                CardToken::Thing { colour, .. } => colour.filter(|_| art.filled),
                CardToken::Number(_) | CardToken::Shape(_) => None,
            };
            let behind = behind.unwrap_or_else(|| self.tint.mixed(CHALK, 76));
            self.out.rect(area, 1.6 * scale, behind);
        }
        let side = area.width.min(area.height) * 0.86;
        let square = square(area.middle(), side / 2.0);
        match &art.token {
            CardToken::Thing {
                icon: Some(icon), ..
            } => self.out.icon(*icon, square),
            CardToken::Thing { word, .. } => {
                let size = (side / 3.0).min(9.0 * scale);
                let area = area.inset(scale);
                self.words(word, area, (size, SMALLEST), INK, "picture");
            }
            CardToken::Number(number) => {
                self.words(&number.to_string(), area, (side, SMALLEST), INK, "picture");
            }
            CardToken::Shape(shape) => self.hexes(*shape, area.inset(scale)),
        }
    }

    /// Draws hexes at their offsets, as large as they fit.
    fn hexes(&mut self, shape: ShapeId, area: Area) {
        let Some(offsets) = self.game.game().shapes.get(shape.index()) else {
            return;
        };
        let middles: Vec<(f32, f32)> = offsets.iter().map(|at| hex_middle(*at)).collect();
        let (left, right) = bounds(middles.iter().map(|(x, _)| *x));
        let (top, bottom) = bounds(middles.iter().map(|(_, y)| *y));
        // A hex of side 1 is 2 wide and √3 high.
        let (wide, high) = (right - left + 2.0, bottom - top + 1.74);
        let side = (area.width / wide).min(area.height / high).min(7.0);
        let (x, y) = area.middle();
        for (at_x, at_y) in middles {
            let middle = (
                x + (at_x - (left + right) / 2.0) * side,
                y + (at_y - (top + bottom) / 2.0) * side,
            );
            let points = hexagon(middle, side * 0.96);
            self.out
                .polygon(&points, self.tint.mixed(CHALK, 25), Some(INK));
        }
    }

    /// Draws things side by side, in the middle of an area.
    fn icons(&mut self, tokens: &[CardToken], area: Area) {
        let drawn: Vec<IconBox> = tokens
            .iter()
            .flat_map(|token| boxes(token, area.height))
            .collect();
        let gap = area.height * 0.16;
        let gaps = gap * (drawn.len() as f32 - 1.0).max(0.0);
        let wide: f32 = drawn.iter().map(|one| one.width).sum::<f32>() + gaps;
        let shrink = (area.width / wide.max(0.1)).min(1.0);
        let mut x = area.x + (area.width - wide * shrink) / 2.0;
        for one in drawn {
            let place = Area {
                x,
                y: area.y + area.height * (1.0 - shrink) / 2.0,
                width: one.width * shrink,
                height: area.height * shrink,
            };
            self.icon_box(&one, place);
            x += (one.width + gap) * shrink;
        }
    }

    fn icon_box(&mut self, one: &IconBox, place: Area) {
        let radius = place.height / 2.0;
        match (one.icon, &one.word) {
            (Some(icon), _) => self.disc_icon(place.middle(), radius, icon, one.colour),
            (None, Some(word)) => {
                let fill = one.colour.unwrap_or(GREY);
                let pill = Area {
                    y: place.y + place.height * 0.12,
                    height: place.height * 0.76,
                    ..place
                };
                if one.has_pill {
                    self.out.rect(pill, pill.height / 2.0, fill);
                }
                let ink = if one.has_pill { fill.ink() } else { INK };
                let size = pill.height * WORD;
                let wide = width(word, Weight::Bold) * size;
                let foot = pill.y + pill.height / 2.0 + size * 0.35;
                let at = (place.x + (place.width - wide) / 2.0, foot);
                self.out.text(at, word, size, Weight::Bold, wide, ink);
            }
            (None, None) => {}
        }
    }

    /// Draws an icon, on a disc if it has a colour.
    fn disc_icon(&mut self, middle: (f32, f32), radius: f32, icon: usize, colour: Option<Colour>) {
        let part = match colour {
            Some(colour) => {
                let rim = colour.mixed(BLACK, 30);
                self.out.disc(middle, radius - 0.2, colour, rim);
                0.7
            }
            None => 1.0,
        };
        self.out.icon(icon, square(middle, radius * part));
    }

    fn corner(&mut self, middle: (f32, f32), corner: &Corner) {
        let radius = self.frame.badge;
        let rim = self.tint.mixed(BLACK, 45);
        match &corner.token {
            CardToken::Thing {
                icon: Some(icon),
                colour,
                ..
            } => {
                let fill = colour.unwrap_or(CHALK);
                self.out.disc(middle, radius, fill, rim);
                self.out.icon(*icon, square(middle, radius * 0.74));
            }
            CardToken::Thing { word, colour, .. } => {
                let fill = colour.unwrap_or(CHALK);
                self.out.disc(middle, radius, fill, rim);
                let area = square(middle, radius * 0.84);
                self.words(
                    word,
                    area,
                    (radius * 0.8, radius * 0.3),
                    fill.ink(),
                    "corner",
                );
            }
            CardToken::Number(number) => self.number(middle, *number, corner, rim),
            CardToken::Shape(shape) => self.hexes(*shape, square(middle, radius)),
        }
    }

    /// Draws a number with the icon of its attribute, or with its name.
    fn number(&mut self, middle: (f32, f32), number: i32, corner: &Corner, rim: Colour) {
        let (x, y) = middle;
        let radius = self.frame.badge;
        let fill = corner.colour.unwrap_or(CHALK);
        self.out.disc(middle, radius, fill, rim);
        let text = number.to_string();
        let size = match text.len() {
            1 => radius * 1.25,
            2 => radius * 1.1,
            _ => radius * 0.75,
        };
        let wide = width(&text, Weight::Bold) * size;
        let foot = y + size * 0.26;
        let at = (x - wide / 2.0, foot);
        self.out
            .text(at, &text, size, Weight::Bold, wide, fill.ink());
        match corner.icon {
            Some(icon) => {
                // Towards the middle of the card, away from where it is cut.
                let towards = |at: f32, whole: f32| if at > whole / 2.0 { -0.72 } else { 0.72 };
                let middle = (
                    x + radius * towards(x, self.frame.width),
                    y + radius * towards(y, self.frame.height),
                );
                // An icon that is drawn for a colour needs it.
                let behind = corner.colour.unwrap_or(CHALK);
                self.out.disc(middle, radius * 0.52, behind, rim);
                self.out.icon(icon, square(middle, radius * 0.38));
            }
            None => {
                let size = (radius * 0.42)
                    .min(radius * 1.45 / width(&corner.label, Weight::Regular).max(0.1));
                let wide = width(&corner.label, Weight::Regular) * size;
                let at = (x - wide / 2.0, y + radius * 0.72);
                self.out
                    .text(at, &corner.label, size, Weight::Regular, wide, fill.ink());
            }
        }
    }

    fn back(&mut self, icon: Option<usize>, title: &str) {
        let scale = self.frame.scale;
        let (dark, light) = (self.tint.mixed(BLACK, 22), self.tint.mixed(CHALK, 18));
        self.fill(BLEED, 0.0, dark);
        self.fill(-2.6 * scale, 2.4 * scale, light);
        self.fill(-3.4 * scale, 2.0 * scale, self.tint);
        let (x, y) = self.frame.whole(0.0).middle();
        let (wide, high) = (self.frame.width, self.frame.height);
        let radius = wide.min(high) * 0.24;
        let ink = self.tint.ink();
        let below = match icon {
            Some(icon) => {
                let middle = (x, y - high * 0.06);
                self.out.disc(middle, radius, light, dark);
                self.out.icon(icon, square(middle, radius * 0.68));
                middle.1 + radius
            }
            None => y - high * 0.12,
        };
        let wide = wide * 0.62;
        let area = Area {
            x: x - wide / 2.0,
            y: below + 1.5 * scale,
            width: wide,
            height: high * 0.2,
        };
        self.words(title, area, (6.0 * scale, SMALLEST), ink, "back");
    }
}

/// The size of a word in a pill, as a part of the pill's height.
const WORD: f32 = 0.62;

/// A thing in a row of icons.
struct IconBox {
    icon: Option<usize>,
    word: Option<String>,
    colour: Option<Colour>,
    has_pill: bool,
    width: f32,
}

/// Returns what is drawn for a token in a row of a height.
fn boxes(token: &CardToken, high: f32) -> Vec<IconBox> {
    let word = |word: &str, colour: Option<Colour>, has_pill: bool| {
        let padding = if has_pill { high * 0.7 } else { high * 0.1 };
        IconBox {
            icon: None,
            width: width(word, Weight::Bold) * high * 0.76 * WORD + padding,
            word: Some(word.to_owned()),
            colour,
            has_pill,
        }
    };
    match token {
        CardToken::Number(number) => vec![word(&number.to_string(), None, false)],
        CardToken::Shape(_) => Vec::new(),
        CardToken::Thing {
            icon,
            colour,
            word: name,
            times,
        } => {
            let one = || match icon {
                Some(icon) => IconBox {
                    icon: Some(*icon),
                    word: None,
                    colour: *colour,
                    has_pill: false,
                    width: high,
                },
                None => word(name, *colour, true),
            };
            match icon.is_some() && *times <= REPEATED {
                true => (0..*times).map(|_| one()).collect(),
                false if *times == 1 => vec![one()],
                false => vec![word(&format!("{times}×"), None, false), one()],
            }
        }
    }
}

/// Returns the square around a point.
fn square(middle: (f32, f32), half: f32) -> Area {
    Area {
        x: middle.0 - half,
        y: middle.1 - half,
        width: 2.0 * half,
        height: 2.0 * half,
    }
}

/// Returns the middle of a hex at axial coordinates, in sides of a hex; north is up, and q grows to the right.
pub(crate) fn hex_middle(axial: (i32, i32)) -> (f32, f32) {
    // Boards have some hundred spaces: exact in 32 bits.
    let (q, r) = (axial.0 as f32, axial.1 as f32);
    (1.5 * q, 3.0_f32.sqrt() * (r + q / 2.0))
}

/// Returns the corners of a hex with a corner on the left and one on the right.
pub(crate) fn hexagon(middle: (f32, f32), side: f32) -> [(f32, f32); 6] {
    let (x, y) = middle;
    let high = side * 3.0_f32.sqrt() / 2.0;
    [
        (x - side / 2.0, y - high),
        (x + side / 2.0, y - high),
        (x + side, y),
        (x + side / 2.0, y + high),
        (x - side / 2.0, y + high),
        (x - side, y),
    ]
}

/// Returns the least and the greatest of some numbers; zeros of none.
pub(crate) fn bounds(numbers: impl Iterator<Item = f32>) -> (f32, f32) {
    let ends = numbers.fold(None, |ends: Option<(f32, f32)>, one| {
        let (low, high) = ends.unwrap_or((one, one));
        Some((low.min(one), high.max(one)))
    });
    ends.unwrap_or_default()
}
