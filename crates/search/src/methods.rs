//! Every method with its parameters, reached by one path: `null_move.reduction`.
use crate::{id::register, param::Param};

pub use crate::id::{Id, Place};

/// A method in words.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Name in paths.
    pub name: &'static str,
    /// Where it acts.
    pub place: Place,
    /// What it is.
    pub text: &'static str,
    /// Its parameters, the switch first.
    pub params: &'static [Param],
}

macro_rules! declare_methods {
    (
        methods { $($method:ident: $type:ident, $place:ident, $kind:ident;)* }
        tools { $($tool:ident: $file:ident::$tool_type:ident, $tool_place:ident, $tool_kind:ident;)* }
    ) => {
        declare_methods! {
            $($method: crate::prune::$method::$type, $type;)*
            $($tool: crate::$file::$tool_type, $tool_type;)*
        }
    };
    ($($field:ident: $type:ty, $id:ident;)*) => {
        /// Every method with its parameters.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs)]
        pub struct Methods { $(pub $field: $type,)* }

        $(impl $type {
            /// Its name in counters and permits.
            pub const ID: Id = Id::$id;

            /// The same, of a value.
            #[inline(always)]
            pub fn id(&self) -> Id {
                Self::ID
            }
        })*

        impl Methods {
            /// Everything switched off.
            pub const fn off() -> Self { Self { $($field: <$type>::off(),)* } }

            /// Whether the method is switched on.
            pub fn is_on(&self, id: Id) -> bool {
                match id { $(Id::$id => self.$field.enabled,)* }
            }

            /// Switches a method off.
            pub fn switch_off(&mut self, id: Id) {
                match id { $(Id::$id => self.$field.enabled = false,)* }
            }

            /// `set("null_move.reduction", "3")`: the one door for CLI, UCI and files.
            pub fn set(&mut self, path: &str, value: &str) -> Result<(), String> {
                let (method, field) = path.split_once('.').ok_or_else(|| format!("{path}: expected method.parameter"))?;
                match method {
                    $(stringify!($field) => self.$field.set(field, value),)*
                    _ => Err(format!("no such method; there are {}", Self::names().join(", "))),
                }
                .map_err(|reason| format!("{path}: {reason}"))
            }

            /// Value of a parameter by its path.
            pub fn get(&self, path: &str) -> Option<i32> {
                let (method, field) = path.split_once('.')?;
                match method {
                    $(stringify!($field) => self.$field.get(field),)*
                    _ => None,
                }
            }

            /// Every method in words, in the order of the register.
            pub fn about() -> Vec<About> {
                vec![$(About {
                    name: stringify!($field),
                    place: Id::$id.place(),
                    text: <$type>::ABOUT.trim(),
                    params: <$type>::PARAMS,
                },)*]
            }
        }
    };
}

register!(declare_methods);

impl Methods {
    /// Whether anything may make the search miss what plain minimax would see.
    pub fn is_selective(&self) -> bool {
        Id::ALL.iter().any(|id| id.is_selective() && self.is_on(*id))
    }

    /// The same without forward pruning, but for that of quiescence: a judge of what pruning does.
    pub fn without_pruning(&self) -> Methods {
        let mut methods = *self;
        let pruning = |id: &&Id| id.is_selective() && id.place() != Place::Quiescence;
        Id::ALL.iter().filter(pruning).for_each(|id| methods.switch_off(*id));
        methods
    }

    /// Every method with the table of its parameters.
    pub fn describe() -> Vec<(&'static str, &'static [Param])> {
        Self::about().iter().map(|about| (about.name, about.params)).collect()
    }

    fn names() -> Vec<&'static str> {
        Id::ALL.iter().map(|id| id.name()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_in_its_range() {
        for (method, params) in Methods::describe() {
            for p in params {
                assert!((p.min..=p.max).contains(&p.default), "{method}.{}", p.name);
            }
        }
    }

    #[test]
    fn every_parameter_is_reached_by_its_path() {
        let mut methods = Methods::off();
        for (method, params) in Methods::describe() {
            for p in params {
                let path = format!("{method}.{}", p.name);
                methods.set(&path, &p.print(p.max)).unwrap();
                assert_eq!(methods.get(&path), Some(p.max), "{path}");
                let refusal = methods.set(&path, &(p.max as i64 + 1).to_string()).unwrap_err();
                let range = match p.choices {
                    [] => format!("{}..={}", p.min, p.max),
                    choices => choices.join(", "),
                };
                assert!(refusal.starts_with(&path) && refusal.contains(&range), "{refusal}");
            }
        }
    }

    #[test]
    fn a_judge_prunes_in_quiescence_only() {
        let mut all = Methods::off();
        Id::ALL.iter().for_each(|id| all.set(&format!("{}.enabled", id.name()), "true").unwrap());
        let judge = all.without_pruning();
        for &id in Id::ALL {
            assert_eq!(judge.is_on(id), !id.is_selective() || id == Id::QuiescencePruning, "{id:?}");
        }
    }

    #[test]
    fn a_wrong_path_says_what_there_is() {
        let mut methods = Methods::off();
        assert!(methods.set("nonsense.enabled", "1").unwrap_err().contains("null_move"));
        assert!(methods.set("null_move.nonsense", "1").unwrap_err().contains("min_depth"));
        assert!(methods.set("null_move", "1").is_err());
    }

    #[test]
    fn one_selective_method_makes_the_search_selective() {
        for &id in Id::ALL {
            let mut methods = Methods::off();
            assert!(!methods.is_selective());
            methods.set(&format!("{}.enabled", id.name()), "true").unwrap();
            assert!(methods.is_on(id));
            assert_eq!(methods.is_selective(), id.is_selective(), "{id:?}");
        }
        assert!(Id::NullMove.is_selective() && !Id::Killers.is_selective());
    }
}
