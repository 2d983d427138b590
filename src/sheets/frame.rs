//! The division of a card into its parts, by shape and size. Lengths that `look.yaml` does not give are parts of the card's
//! own, so that a small card is a large one made smaller.

use crate::svg::Area;
use ludex_rules::look::CardShape;

/// The width of the card whose proportions the lengths here are, in millimetres.
const POKER: f32 = 63.0;
/// Nothing is made smaller than this part of a poker card's.
const SMALLEST: f32 = 0.42;

/// The parts of a card.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CardFrame {
    pub(crate) shape: CardShape,
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// The size of everything, where that of a poker card is 1.
    pub(crate) scale: f32,
    pub(crate) title: Area,
    /// The middles of the corners, in their order in a layout.
    pub(crate) corners: [(f32, f32); 4],
    /// The radius of what stands in a corner.
    pub(crate) badge: f32,
    /// The paper inside of the frame.
    pub(crate) panel: Area,
    /// The rest, for picture, icons and text.
    pub(crate) body: Area,
    pub(crate) foot: Area,
}

/// The parts of a card that are used, so that the others take no room.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct UsedParts {
    pub(crate) corners: [bool; 4],
    pub(crate) foot: bool,
}

impl CardFrame {
    /// Divides a card into its parts.
    pub(crate) fn new(shape: CardShape, size: (f32, f32), used: UsedParts) -> CardFrame {
        let (width, height) = size;
        match shape {
            CardShape::Card => CardFrame::card(width, height, used),
            CardShape::Hex => CardFrame::hex(width, height, used),
            CardShape::Round => CardFrame::round(width, height, used),
        }
    }

    fn card(width: f32, height: f32, used: UsedParts) -> CardFrame {
        let scale = (width / POKER).min(height / 88.0).clamp(SMALLEST, 1.6);
        let (edge, badge) = (3.0 * scale, 4.8 * scale);
        let corner = 6.3 * scale;
        let side = |is_used: bool| {
            if is_used {
                corner + badge + scale
            } else {
                edge + scale
            }
        };
        let [top_left, top_right, bottom_left, bottom_right] = used.corners;
        let (left, right) = (side(top_left), side(top_right));
        let top = 11.0 * scale;
        let bottom = if used.foot { 5.6 * scale } else { edge };
        let panel = Area {
            x: edge,
            y: top,
            width: width - 2.0 * edge,
            height: height - top - bottom,
        };
        let mut body = panel;
        if bottom_left || bottom_right {
            body.height -= (corner + badge - bottom).max(0.0) + 0.6 * scale;
        }
        let beside = |is_used: bool| {
            if is_used {
                corner + badge + scale
            } else {
                edge
            }
        };
        let foot_left = beside(bottom_left);
        CardFrame {
            shape: CardShape::Card,
            width,
            height,
            scale,
            title: Area {
                x: left,
                y: 1.4 * scale,
                width: width - left - right,
                height: 8.8 * scale,
            },
            corners: [
                (corner, corner),
                (width - corner, corner),
                (corner, height - corner),
                (width - corner, height - corner),
            ],
            badge,
            panel,
            body: body.inset(1.6 * scale),
            foot: Area {
                x: foot_left,
                y: height - bottom + 0.9 * scale,
                width: width - foot_left - beside(bottom_right),
                height: 3.6 * scale,
            },
        }
    }

    /// A hexagon with a corner on the left and one on the right: at a distance `d` from the middle it is `W - 2d/√3` wide.
    fn hex(width: f32, height: f32, used: UsedParts) -> CardFrame {
        let part = |of: f32| of * width;
        let bottom = used.corners[2] || used.corners[3];
        let top = part(0.145);
        let end = height - part(if bottom { 0.175 } else { 0.11 });
        CardFrame {
            shape: CardShape::Hex,
            width,
            height,
            scale: (width / 70.0).clamp(SMALLEST, 1.6),
            title: Area {
                x: part(0.26),
                y: part(0.04),
                width: part(0.48),
                height: part(0.1),
            },
            corners: [
                (part(0.102), height / 2.0),
                (part(0.898), height / 2.0),
                (part(0.31), height - part(0.1)),
                (part(0.69), height - part(0.1)),
            ],
            badge: part(0.063),
            panel: Area {
                x: 0.0,
                y: 0.0,
                width,
                height,
            },
            body: Area {
                x: part(0.205),
                y: top,
                width: part(0.59),
                height: end - top,
            },
            foot: Area {
                x: part(0.39),
                y: height - part(0.085),
                width: part(0.22),
                height: part(0.05),
            },
        }
    }

    fn round(width: f32, height: f32, used: UsedParts) -> CardFrame {
        let bottom = used.corners[2] || used.corners[3];
        let end = if bottom { 0.72 } else { 0.82 };
        CardFrame {
            shape: CardShape::Round,
            width,
            height,
            scale: (width.min(height) / 70.0).clamp(SMALLEST, 1.6),
            title: Area {
                x: 0.24 * width,
                y: 0.09 * height,
                width: 0.52 * width,
                height: 0.13 * height,
            },
            corners: [
                (0.13 * width, 0.5 * height),
                (0.87 * width, 0.5 * height),
                (0.33 * width, 0.83 * height),
                (0.67 * width, 0.83 * height),
            ],
            badge: 0.08 * width.min(height),
            panel: Area {
                x: 0.0,
                y: 0.0,
                width,
                height,
            },
            body: Area {
                x: 0.2 * width,
                y: 0.24 * height,
                width: 0.6 * width,
                height: (end - 0.24) * height,
            },
            foot: Area {
                x: 0.36 * width,
                y: 0.88 * height,
                width: 0.28 * width,
                height: 0.06 * height,
            },
        }
    }

    /// Returns the points of a hexagon that is larger by a distance on each side.
    pub(crate) fn hexagon(&self, more: f32) -> [(f32, f32); 6] {
        let (x, y) = (self.width / 2.0, self.height / 2.0);
        let stretch = 1.0 + more / y;
        let (wide, high) = (x * stretch, y * stretch);
        [
            (x - wide / 2.0, y - high),
            (x + wide / 2.0, y - high),
            (x + wide, y),
            (x + wide / 2.0, y + high),
            (x - wide / 2.0, y + high),
            (x - wide, y),
        ]
    }

    /// Returns the whole card, larger by a distance on each side.
    pub(crate) fn whole(&self, more: f32) -> Area {
        Area {
            x: -more,
            y: -more,
            width: self.width + 2.0 * more,
            height: self.height + 2.0 * more,
        }
    }
}
