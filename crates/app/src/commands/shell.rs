//! `niwaki completions` and `niwaki man`: what shells and manuals know of the command line, made
//! from its declaration.
use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::Shell;
use std::{fs, io::Write, path::PathBuf};

/// Whose completions.
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

/// Where manual pages go.
#[derive(Args)]
pub(crate) struct Man {
    /// Folder for the pages of the program and of each of its commands [default: the first is printed]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// Prints the script that completes commands and options in a shell.
pub(crate) fn completions(mut program: Command, options: &Completions, output: &mut impl Write) -> Result<()> {
    let (name, mut script) = (program.get_name().to_string(), Vec::new());
    clap_complete::generate(options.shell, &mut program, name, &mut script);
    Ok(output.write_all(&script)?)
}

/// Prints the manual page, or writes those of all commands.
pub(crate) fn man(program: Command, options: &Man, output: &mut impl Write) -> Result<()> {
    let Some(folder) = &options.out else {
        let mut page = Vec::new();
        clap_mangen::Man::new(program).render(&mut page)?;
        return Ok(output.write_all(&page)?);
    };
    let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(program, folder));
    written.with_context(|| folder.display().to_string())
}
