//! Pages of every kind, made from small records that stand beside them: each is as it was, and looks
//! right in a real browser, on a phone and on a desk, by day and by night.
#[path = "../browser/mod.rs"]
mod browser;
mod examine;
mod faults;
mod golden;
mod kinds;
mod looks;
#[path = "../program/mod.rs"]
mod program;
