//! YAML: tables, manifests, views and looks are read and checked as rules are.

use crate::rules::fuzz;

#[test]
fn fuzz_yaml() {
    fuzz(|path| path.ends_with(".yaml"));
}
