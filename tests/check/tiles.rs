//! Slips in the tiles and maps of Sanctuary: each is told by `check` at its line and column.

use crate::check::slips::said_of;

/// Holds that a slip is told, with the mistake's code and words, where it stands.
fn told(table: &str, old: &str, new: &str, mistake: &str, place: &str) {
    let said = said_of("sanctuary", table, old, new);
    assert!(said.contains(mistake), "{said}");
    assert!(said.contains(&format!("{table}:{place}")), "{said}");
    assert!(said.ends_with("\n1 error\n"), "{said}");
}

const CARACAL: &str =
    "    icons: [rock, africa, predator]\n    arrows: [south_west]\n    on_play: hunt 3";

#[test]
fn an_unknown_icon() {
    let new = CARACAL.replace("africa", "afrika");
    told(
        "animals.yaml",
        CARACAL,
        &new,
        "error[Y11]: unknown icon `afrika`",
        "53:19",
    );
}

#[test]
fn an_icon_that_is_never_printed() {
    let new = CARACAL.replace("africa", "small");
    let mistake = "error[Y14]: `A007`: `animal`, `small`, `large` and `any` are not printed";
    told("animals.yaml", CARACAL, &new, mistake, "50:5");
}

#[test]
fn an_animal_that_costs_tiles() {
    let new = CARACAL.replace("    arrows", "    discard: 1\n    arrows");
    let mistake = "error[Y14]: `A007`: only a building is paid for with tiles";
    told("animals.yaml", CARACAL, &new, mistake, "50:5");
}

#[test]
fn an_arrow_that_is_no_direction() {
    let new = CARACAL.replace("south_west", "west");
    told(
        "animals.yaml",
        CARACAL,
        &new,
        "error[Y11]: unknown arrow `west`",
        "54:14",
    );
}

#[test]
fn an_effect_that_does_not_exist() {
    let new = CARACAL.replace("hunt 3", "humt 3");
    let said = said_of("sanctuary", "animals.yaml", CARACAL, &new);
    assert!(
        said.contains("error[N01]: unknown verb or effect `humt`"),
        "{said}"
    );
    assert!(said.contains("animals.yaml:55:14"), "{said}");
}

#[test]
fn a_condition_with_an_unknown_filter() {
    let old = "site: beside(this, here, large) >= 2";
    let new = "site: beside(this, here, huge) >= 2";
    told(
        "buildings.yaml",
        old,
        new,
        "error[N01]: unknown name `huge`",
        "121:30",
    );
}

#[test]
fn two_tiles_with_one_id() {
    let (old, new) = ("id: B134", "id: B133");
    told(
        "buildings.yaml",
        old,
        new,
        "error[Y06]: `B133` is the id of two rows of `tile`",
        "200:9",
    );
}

#[test]
fn a_pair_whose_mate_is_missing() {
    let (old, new) = ("mate: A035", "mate: A135");
    told(
        "animals.yaml",
        old,
        new,
        "error[Y11]: unknown tile `A135`",
        "247:11",
    );
}

#[test]
fn a_mate_of_another_species() {
    let said = said_of("sanctuary", "animals.yaml", "mate: A035", "mate: A036");
    assert!(
        said.contains("error[Y14]: `A034`: its mate has another mate"),
        "{said}"
    );
    assert!(said.contains("animals.yaml:244:5"), "{said}");
}

#[test]
fn a_pair_of_one_sex() {
    let old = "    sex: female\n    mate: A034";
    let said = said_of(
        "sanctuary",
        "animals.yaml",
        old,
        &old.replace("female", "male"),
    );
    assert!(
        said.contains("error[Y14]: `A035`: a pair is a male and a female"),
        "{said}"
    );
}

#[test]
fn a_map_with_a_gap() {
    let old = "      - { id: c4_3, at: [4, -1] }\n      - { id: c4_5, at: [4, 0] }\n      - { id: c5_0, at: [5, -3], ground";
    let new = "      - { id: c4_5, at: [4, 0] }\n      - { id: c5_0, at: [5, -3], ground";
    let mistake = "error[Y14]: `I`: a map has 21 spaces to cover: here is a gap, or one too many";
    told("maps.yaml", old, new, mistake, "11:9");
}

#[test]
fn a_map_in_two_parts() {
    let said = said_of(
        "sanctuary",
        "maps.yaml",
        "c6_3, at: [6, -2]",
        "c6_3, at: [9, -2]",
    );
    assert!(
        said.contains("error[Y14]: `II`: a part of the map is cut off"),
        "{said}"
    );
}

#[test]
fn a_map_without_an_entrance() {
    let said = said_of("sanctuary", "maps.yaml", ", ground: entrance", "");
    assert!(
        said.contains("error[Y14]: `I`: a map has one entrance"),
        "{said}"
    );
    assert!(said.contains("maps.yaml:11:9"), "{said}");
}
