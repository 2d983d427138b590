//! A crate without unit tests is not built a second time to run none, and one without examples in its comments is not asked for
//! any: `test = false` and `doctest = false` stand in the manifests of exactly those.

use super::{none, root, sources_below};
use std::fs;

#[test]
fn manifests_say_what_there_is_to_test() {
    let mut wrong = Vec::new();
    for room in fs::read_dir(root().join("src")).unwrap() {
        let room = room.unwrap().path();
        let Ok(manifest) = fs::read_to_string(room.join("Cargo.toml")) else {
            continue;
        };
        let name = room.file_name().unwrap().to_str().unwrap();
        let files = sources_below(&format!("src/{name}"));
        let mut lines = files.iter().flat_map(|file| file.text.lines());
        let has_tests = lines.clone().any(|line| line.trim() == "#[test]");
        let has_examples = lines.any(|line| ["/// ```", "//! ```"].contains(&line.trim()));
        let (_, library) = manifest.split_once("[lib]\n").unwrap();
        let library = library.split("\n[").next().unwrap();
        for (key, there) in [("test", has_tests), ("doctest", has_examples)] {
            let left_out = library.lines().any(|line| line == format!("{key} = false"));
            if there && left_out {
                wrong.push(format!(
                    "src/{name}: nobody runs what is left out by `{key} = false`"
                ));
            } else if !there && !left_out {
                wrong.push(format!(
                    "src/{name}: `{key} = false` is missing, for there is none"
                ));
            }
        }
    }
    none(&wrong, "crates and their tests:");
}
