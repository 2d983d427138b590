//! One test binary, one module per suite.
