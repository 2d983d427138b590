//! Options are chosen by what the player who is asked reads: a name that this player can't know is none.

use crate::play::{begin, games};
use ludex::play::format::ValueFormat;
use ludex::play::game::Match;
use ludex::play::start::Start;

/// Tries the options that name what the player can't know, by their full names; gives how many there were.
fn tried(game: &Match) -> usize {
    let Some(decision) = game.decision() else {
        return 0;
    };
    let all = ValueFormat::of(game.program(), game.state());
    let hidden = decision
        .options
        .iter()
        .filter(|option| option.label.contains('?'));
    for option in hidden.clone() {
        let choice = &option.choice;
        let full = all.label(decision.site, choice.answer, &choice.values);
        let value = all.option_json(decision.site, choice);
        assert!(game.find_words(&full).is_err(), "{full}");
        assert!(game.find_value(&value).is_err(), "{value}");
        assert!(game.find_words_all(&full).is_ok(), "{full}");
    }
    hidden.count()
}

#[test]
fn a_hidden_piece_is_not_chosen_by_its_name() {
    let tray = games().iter().find(|p| p.names.game == "tray").unwrap();
    let mut hidden = 0;
    for seed in 0..40 {
        let mut game = begin(tray, &Start::new(tray, 2, seed));
        while !game.is_over() {
            hidden += tried(&game);
            // What lies face down can be named once something does.
            let labels = game.decision().unwrap().options.into_iter();
            let lay = labels
                .map(|o| o.label)
                .position(|label| label.starts_with("lay "));
            game.apply(lay.unwrap_or(seed as usize % game.options()))
                .unwrap();
        }
    }
    assert!(hidden > 100, "{hidden}");
}
