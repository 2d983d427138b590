//! `ludex protocol`: the loop only; what the lines mean is tested elsewhere.

use super::mill;
use super::run;

#[test]
fn a_line_for_a_line() {
    let folder = mill("protocol");
    let input = "{\"id\":1,\"do\":\"games\"}\nnonsense\n{\"id\":2,\"do\":\"new\",\"game\":\"mill\",\"players\":2,\"seed\":7}\n";
    let ran = run(&["protocol"], &folder, input);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines: Vec<serde_json::Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        (&lines[0]["ok"], &lines[1]["ok"], &lines[2]["ok"]),
        (&true.into(), &false.into(), &true.into())
    );
    assert_eq!(lines[2]["id"], 2);
}

#[test]
fn a_line_that_is_too_long() {
    let folder = mill("protocol_long");
    let input = format!("{}\n{{\"id\":1,\"do\":\"games\"}}\n", "x".repeat(17 << 20));
    let ran = run(&["protocol"], &folder, &input);
    let lines: Vec<serde_json::Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (&lines[0]["ok"], &lines[1]["ok"]),
        (&false.into(), &true.into())
    );
}
