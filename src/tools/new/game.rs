//! A small complete game with a ruling: every file passes `check`, `fmt` and its ruling as it is.

/// Paths below the game's folder, with texts in which `TITLE` stands for the title. `rules.rules` is called like the game.
const TEMPLATES: &[(&str, &str)] = &[
    ("game.yaml", include_str!("../templates/game/game.yaml")),
    ("rules.rules", include_str!("../templates/game/rules.rules")),
    ("cards.yaml", include_str!("../templates/game/cards.yaml")),
    (
        "rulings/a-gift.ruling.yaml",
        include_str!("../templates/game/rulings/a-gift.ruling.yaml"),
    ),
];

/// The files of a new game, below its folder.
#[must_use]
pub fn game(name: &str) -> Vec<(String, String)> {
    let title = title(name);
    TEMPLATES
        .iter()
        .map(|(path, text)| {
            let path = path.replace("rules.rules", &format!("{name}.rules"));
            (path, text.replace("TITLE", &title))
        })
        .collect()
}

/// `my_game` as people write it: `My game`.
fn title(name: &str) -> String {
    let words = name.replace(['_', '-'], " ");
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().collect::<String>() + letters.as_str(),
        None => words,
    }
}

/// Tells whether a word can be the name of a game's folder, and of its rules.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let plain = |symbol: char| symbol.is_ascii_lowercase() || symbol.is_ascii_digit();
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name
            .chars()
            .all(|symbol| plain(symbol) || symbol == '_' || symbol == '-')
}
