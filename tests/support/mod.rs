//! Helpers that several suites share.

use std::path::Path;

/// This build makes machine code: it has the feature `jit`, and the processor is one for which Cranelift writes code.
pub(crate) const HAS_MACHINE_CODE: bool = cfg!(all(
    feature = "jit",
    any(target_arch = "x86_64", target_arch = "aarch64")
));

/// Gives the settings of snapshots that lie in a folder of `snapshots/`.
pub(crate) fn settings(folder: &str) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    settings.set_snapshot_path(root.join("snapshots").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}
