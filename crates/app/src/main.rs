//! The binary `niwaki`.
fn main() {}
