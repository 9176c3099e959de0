//! The forward-pruning methods, in the order in which the search asks them.
pub mod null_move;

macro_rules! methods {
    ($($field:ident: $ty:ty, $id:ident;)*) => {
        /// Every method with its parameters.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs)]
        pub struct Methods { $(pub $field: $ty,)* }

        /// Names a method in counters and permits.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[allow(missing_docs)]
        pub enum Id { $($id,)* }

        impl Id {
            /// All of them, in the order of the declaration.
            pub const ALL: &'static [Id] = &[$(Id::$id,)*];
            /// How many there are.
            pub const COUNT: usize = Self::ALL.len();

            /// Name in paths: `null_move`.
            pub fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$(stringify!($field),)*];
                NAMES[self as usize]
            }
        }

        impl Methods {
            /// Everything switched off.
            pub const fn off() -> Self { Self { $($field: <$ty>::off(),)* } }

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

            /// Every method with the table of its parameters.
            pub fn describe() -> Vec<(&'static str, &'static [$crate::param::Param])> {
                vec![$((stringify!($field), <$ty>::PARAMS),)*]
            }

            fn names() -> Vec<&'static str> { vec![$(stringify!($field),)*] }
        }
    };
}

methods! {
    null_move: null_move::NullMove, NullMove;
}
