//! The binary `niwaki`.
fn main() -> std::process::ExitCode {
    niwaki_app::cli::main()
}
