//! Decks of Tabletop Simulator: pictures of ten columns and seven rows of cards, and the object that says which is which.
//!
//! Its pictures are PNG or JPEG, which a browser makes of the SVG; `docs/sheets.md` says how.

use crate::deck::ComponentGroup;
use crate::game::SheetGame;
use crate::svg::{FONTS, mm, symbols};
use crate::words::heading;
use serde_json::{Value, json};

/// The columns and rows of a picture, as the simulator has them at most.
const COLUMNS: usize = 10;
const ROWS: usize = 7;
/// The cards of a picture: its last place is what others see of a hidden hand.
const CARDS: usize = COLUMNS * ROWS - 1;
/// The height of a card in pixels: seven of them stay below the simulator's largest picture of 4096.
const PIXELS: f32 = 512.0;

/// A deck: its pictures and the object that holds them.
#[derive(Debug, Clone)]
pub struct TabletopDeck {
    /// The name of the kind.
    pub name: String,
    /// Names of SVG files without their ending, with their texts and their sizes in pixels; the back is the last.
    pub pictures: Vec<(String, String, (u32, u32))>,
    /// The object that the simulator loads.
    pub object: Value,
}

/// Makes the deck of a kind. The pictures are looked for at an address to which their names are added.
#[must_use]
pub fn tabletop(game: &SheetGame<'_>, group: &ComponentGroup, address: &str) -> TabletopDeck {
    let mut pictures = Vec::new();
    for (nth, cards) in group.components.chunks(CARDS).enumerate() {
        let fronts: Vec<&str> = cards.iter().map(|one| one.front.as_str()).collect();
        let picture = picture(game, group, &fronts, COLUMNS, ROWS);
        pictures.push((format!("{}-{}", group.name, nth + 1), picture.0, picture.1));
    }
    let back = picture(game, group, &[&group.back], 1, 1);
    pictures.push((format!("{}-back", group.name), back.0, back.1));
    TabletopDeck {
        object: object(group, address),
        name: group.name.clone(),
        pictures,
    }
}

/// Draws cards in columns and rows, cut at their outlines.
fn picture(
    game: &SheetGame<'_>,
    group: &ComponentGroup,
    sides: &[&str],
    columns: usize,
    rows: usize,
) -> (String, (u32, u32)) {
    let (wide, high) = group.size;
    let mut body = String::new();
    for (nth, side) in sides.iter().enumerate() {
        let (column, row) = (nth % columns, nth / columns);
        body.push_str(&format!(
            "<svg x=\"{}\" y=\"{}\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">{side}</svg>\n",
            mm(column as f32 * wide),
            mm(row as f32 * high),
            w = mm(wide),
            h = mm(high),
        ));
    }
    let (wide, high) = (wide * columns as f32, high * rows as f32);
    let scale = PIXELS / group.size.1;
    // Pictures are some thousand pixels wide.
    let pixels = ((wide * scale).round() as u32, (high * scale).round() as u32);
    let symbols = symbols(&game.names.game.look, &body);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" \
         preserveAspectRatio=\"none\" font-family=\"{FONTS}\">\n<defs>{symbols}</defs>\n{body}</svg>\n",
        pixels.0,
        pixels.1,
        mm(wide),
        mm(high)
    );
    (svg, pixels)
}

/// Returns the saved object of a deck. A card's number is that of its picture, then two digits of its place.
fn object(group: &ComponentGroup, address: &str) -> Value {
    let pictures = group.components.len().div_ceil(CARDS);
    let custom: serde_json::Map<String, Value> = (1..=pictures)
        .map(|nth| (nth.to_string(), custom(group, nth, address)))
        .collect();
    let cards = group.components.iter().enumerate().flat_map(|(nth, one)| {
        let number = (nth / CARDS + 1) * 100 + nth % CARDS;
        (0..one.count).map(move |_| (number, one))
    });
    let cards: Vec<_> = cards.collect();
    let ids: Vec<usize> = cards.iter().map(|(number, _)| *number).collect();
    let contained: Vec<Value> = cards
        .iter()
        .map(|(number, one)| {
            json!({
                "Name": "CardCustom",
                "Transform": transform(),
                "Nickname": one.title,
                "Description": one.words,
                "CardID": number,
                "CustomDeck": { (number / 100).to_string(): custom[&(number / 100).to_string()] },
            })
        })
        .collect();
    let deck = match contained.as_slice() {
        [one] => one.clone(),
        _ => json!({
            "Name": "DeckCustom",
            "Transform": transform(),
            "Nickname": heading(&group.name),
            "DeckIDs": ids,
            "CustomDeck": custom,
            "ContainedObjects": contained,
        }),
    };
    json!({ "ObjectStates": [deck] })
}

fn custom(group: &ComponentGroup, nth: usize, address: &str) -> Value {
    json!({
        "FaceURL": format!("{address}{}-{nth}.png", group.name),
        "BackURL": format!("{address}{}-back.png", group.name),
        "NumWidth": COLUMNS,
        "NumHeight": ROWS,
        "BackIsHidden": true,
        "UniqueBack": false,
        "Type": 0,
    })
}

/// Lies in the middle of the table, with its face down.
fn transform() -> Value {
    json!({
        "posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 180, "scaleX": 1, "scaleY": 1, "scaleZ": 1,
    })
}
