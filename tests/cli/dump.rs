//! `ludex dump`.

use super::ludex;

#[test]
fn every_stage_of_an_effect_and_of_a_row() {
    for (stage, of, has) in [
        ("ast", "load", "Call("),
        ("rules", "woodpecker_m1", "at most"),
        ("program", "load", "routine load"),
        ("program", "load", "action load"),
        ("clif", "load", "return"),
    ] {
        let ran = ludex(&["dump", "noah", "--stage", stage, "--of", of]);
        assert_eq!(ran.code, 0, "{stage} {of}: {}", ran.err);
        assert!(ran.out.contains(has), "{stage} {of}: {}", ran.out);
        assert_eq!(
            ran.out,
            ludex(&["dump", "noah", "--stage", stage, "--of", of]).out
        );
    }
}

#[test]
fn what_is_not_there() {
    let ran = ludex(&["dump", "noah", "--of", "unload_everything"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("called `unload_everything`"),
        "{}",
        ran.err
    );
    assert_eq!(ludex(&["dump", "noah", "--stage", "nonesuch"]).code, 2);
}
