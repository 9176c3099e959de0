//! The changes that are measured: methods off or on, alone or in pairs, or options of a program.
use crate::{
    play::matches::{Kind, Spec},
    setup::recipe::Recipe,
};
use niwaki_search::prune::{Id, Methods};
use serde_json::{Value as Json, json};

/// Whether methods are taken away or added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Each method off in turn.
    Off,
    /// Each method on in turn.
    Add,
}

impl Direction {
    /// The word for it in records.
    pub(super) fn word(self) -> &'static str {
        match self {
            Direction::Off => "off",
            Direction::Add => "add",
        }
    }

    pub(super) fn parse(word: &str) -> Option<Direction> {
        [Direction::Off, Direction::Add].into_iter().find(|direction| direction.word() == word)
    }

    /// What the name of a changed player begins with.
    pub(super) fn preposition(self) -> &'static str {
        match self {
            Direction::Off => "without",
            Direction::Add => "with",
        }
    }
}

impl Direction {
    /// The same word at the beginning of a sentence.
    pub(super) fn word_first(self) -> &'static str {
        match self {
            Direction::Off => "Without",
            Direction::Add => "With",
        }
    }
}

/// A changed player.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The methods or options that are changed: one, or two.
    pub switches: Vec<String>,
    /// The player.
    pub spec: Spec,
}

impl Variant {
    pub(super) fn describe(&self) -> Json {
        json!({ "switches": self.switches, "player": self.spec.describe() })
    }

    /// The recipe that it plays; `None` of a program.
    pub fn recipe(&self) -> Option<&Recipe> {
        match &self.spec.kind {
            Kind::Recipe { recipe, .. } => Some(recipe),
            _ => None,
        }
    }
}

/// Methods that decide nothing where nodes are fixed.
const IDLE: [Id; 1] = [Id::Timing];

/// What each method of a recipe changes. With a `base` the methods are added to that, as the
/// recipe sets them; otherwise they are switched off. `names` are the methods, or all.
pub fn of_recipe(
    recipe: &Recipe,
    base: Option<&Recipe>,
    names: &[String],
    pairs: bool,
) -> Result<Vec<Variant>, String> {
    let matters = |id: &Id| recipe.methods.is_on(*id) && !base.is_some_and(|base| base.methods.is_on(*id));
    let chosen: Vec<Id> = match names {
        [] => Id::ALL.iter().copied().filter(|id| matters(id) && !IDLE.contains(id)).collect(),
        names => names.iter().map(|name| find(recipe, base, name, &matters)).collect::<Result<_, _>>()?,
    };
    if chosen.is_empty() {
        return Err(format!("{}: no method to measure", recipe.name));
    }
    let change = |ids: &[Id]| -> Result<Variant, String> {
        let mut changed = base.unwrap_or(recipe).clone();
        for id in ids {
            match base {
                None => changed.methods.switch_off(*id),
                Some(_) => adopt(&mut changed, recipe, *id)?,
            }
        }
        let direction = if base.is_some() { Direction::Add } else { Direction::Off };
        let switches: Vec<String> = ids.iter().map(|id| id.name().to_string()).collect();
        changed.name = format!("{} {}", direction.preposition(), switches.join(" + "));
        Ok(Variant { switches, spec: Spec::of_recipe(&changed) })
    };
    sets(&chosen, pairs).iter().map(|ids| change(ids)).collect()
}

fn find(recipe: &Recipe, base: Option<&Recipe>, name: &str, matters: &dyn Fn(&Id) -> bool) -> Result<Id, String> {
    let id = Id::ALL.iter().copied().find(|id| id.name() == name);
    let id = id.ok_or_else(|| format!("{name}: no such method; niwaki recipes {} lists them", recipe.name))?;
    let how = match base {
        Some(_) if !recipe.methods.is_on(id) => format!("{} does not switch it on", recipe.name),
        Some(base) => format!("{} has it already", base.name),
        None => format!("{} does not switch it on", recipe.name),
    };
    if matters(&id) { Ok(id) } else { Err(format!("{name}: nothing to measure, {how}")) }
}

/// A method with its parameters, and what it knows from outside.
fn adopt(changed: &mut Recipe, recipe: &Recipe, id: Id) -> Result<(), String> {
    let params =
        Methods::about().into_iter().find(|about| about.name == id.name()).map_or(&[][..], |about| about.params);
    for param in params {
        let path = format!("{}.{}", id.name(), param.name);
        let value = recipe.methods.get(&path).unwrap_or(param.default);
        changed.methods.set(&path, &param.print(value))?;
    }
    changed.knowledge = recipe.knowledge.clone();
    Ok(())
}

/// A program with each of its options changed in turn, `NullMove=false`.
pub fn of_options(program: &Spec, options: &[String], pairs: bool) -> Result<Vec<Variant>, String> {
    let Kind::Program(known) = &program.kind else { return Err(format!("{}: expected a program", program.name)) };
    let split = |text: &String| -> Result<(String, String), String> {
        let (name, value) = text.split_once('=').ok_or_else(|| format!("{text}: expected NAME=VALUE"))?;
        Ok((name.trim().to_string(), value.trim().to_string()))
    };
    let options = options.iter().map(split).collect::<Result<Vec<_>, String>>()?;
    let change = |set: &Vec<(String, String)>| {
        let switches: Vec<String> = set.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let name = format!("{} {}", Direction::Add.preposition(), switches.join(" + "));
        Variant { switches, spec: Spec { name, kind: Kind::Program(known.with(set)) } }
    };
    Ok(sets(&options, pairs).iter().map(change).collect())
}

/// Each alone, and each two together if that is asked for.
fn sets<T: Clone>(all: &[T], pairs: bool) -> Vec<Vec<T>> {
    let alone = all.iter().map(|one| vec![one.clone()]);
    let two = (0..all.len()).filter(|_| pairs).flat_map(|one| {
        (one + 1..all.len()).map(move |two| (one, two)).map(|(one, two)| vec![all[one].clone(), all[two].clone()])
    });
    alone.chain(two).collect()
}
