//! YAML as it was written, places kept, no meaning yet.
