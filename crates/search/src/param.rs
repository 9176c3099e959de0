//! One declaration a method gives its struct, defaults, ranges, access by name,
//! UCI options, TOML keys and its page of documentation.

/// One parameter of a method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// Name within the method.
    pub name: &'static str,
    /// Least value.
    pub min: i32,
    /// Greatest value.
    pub max: i32,
    /// Value unless set.
    pub default: i32,
    /// Names of the values 0, 1, ... if it is a choice; empty for a number.
    pub choices: &'static [&'static str],
    /// What each of them means.
    pub meanings: &'static [&'static str],
    /// Meaning, with its unit.
    pub about: &'static str,
}

impl Param {
    /// The switch that every method has.
    pub const fn switch() -> Param {
        Param {
            name: "enabled",
            min: 0,
            max: 1,
            default: 0,
            choices: &["false", "true"],
            meanings: &[],
            about: "switched on",
        }
    }

    /// Reads a value: a number in range, or the name of a choice.
    pub fn parse(&self, text: &str) -> Result<i32, String> {
        if let Some(index) = self.choices.iter().position(|name| *name == text) {
            return Ok(index as i32);
        }
        match text.parse::<i32>() {
            Ok(value) if (self.min..=self.max).contains(&value) => Ok(value),
            _ if self.choices.is_empty() => {
                Err(format!("must be a whole number in {}..={}, not {text:?}", self.min, self.max))
            }
            _ => Err(format!("must be one of {}, not {text:?}", self.choices.join(", "))),
        }
    }

    /// Writes a value as [`Param::parse`] reads it.
    pub fn print(&self, value: i32) -> String {
        match self.choices.get(value as usize) {
            Some(name) => (*name).to_string(),
            None => value.to_string(),
        }
    }
}

/// A parameter whose values have names; made by `choice!`.
pub trait Choice: Copy + 'static {
    /// The names, in the order of the values.
    const NAMES: &'static [&'static str];
    /// What they mean.
    const MEANINGS: &'static [&'static str];
    /// Value from its place in `NAMES`.
    fn from_index(index: i32) -> Self;
}

/// Declares an enum whose variants are the named values of a parameter.
#[macro_export]
macro_rules! choice {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[doc = $vdoc:literal])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $vdoc])* $variant,)* }

        impl $crate::param::Choice for $name {
            const NAMES: &'static [&'static str] = &[$($text,)*];
            const MEANINGS: &'static [&'static str] = &[$(concat!($($vdoc,)*),)*];
            fn from_index(index: i32) -> Self {
                const ALL: &[$name] = &[$($name::$variant,)*];
                ALL[index as usize]
            }
        }
    };
}

/// Declares a method's parameters: numbers with default and range, then (after
/// `choose`) choices with their default.
#[macro_export]
macro_rules! params {
    (
        $(#[doc = $doc:literal])* pub struct $name:ident {
            $($field:ident = $default:literal in $min:literal..=$max:literal : $about:literal;)*
        }
        $(choose { $($pick:ident : $choice:ident = $first:ident : $what:literal;)* })?
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name {
            /// Switched on.
            pub enabled: bool,
            $(#[doc = $about] pub $field: i32,)*
            $($(#[doc = $what] pub $pick: $choice,)*)?
        }

        impl $name {
            /// What it is, in a few sentences.
            pub const ABOUT: &'static str = concat!($($doc,)*);

            /// All parameters, the switch first.
            pub const PARAMS: &'static [$crate::param::Param] = &[
                $crate::param::Param::switch(),
                $($crate::param::Param {
                    name: stringify!($field), min: $min, max: $max, default: $default, choices: &[],
                    meanings: &[], about: $about,
                },)*
                $($($crate::param::Param {
                    name: stringify!($pick), min: 0, max: <$choice as $crate::param::Choice>::NAMES.len() as i32 - 1,
                    default: $choice::$first as i32, choices: <$choice as $crate::param::Choice>::NAMES,
                    meanings: <$choice as $crate::param::Choice>::MEANINGS, about: $what,
                },)*)?
            ];

            /// Switched off, with default values.
            pub const fn off() -> Self {
                Self { enabled: false, $($field: $default,)* $($($pick: $choice::$first,)*)? }
            }

            /// Switched on, with default values.
            #[allow(clippy::needless_update)]
            pub const fn on() -> Self {
                Self { enabled: true, ..Self::off() }
            }

            /// Value of a parameter by its name.
            pub fn get(&self, field: &str) -> Option<i32> {
                Some(match field {
                    "enabled" => self.enabled as i32,
                    $(stringify!($field) => self.$field,)*
                    $($(stringify!($pick) => self.$pick as i32,)*)?
                    _ => return None,
                })
            }

            /// Sets a parameter by its name; the message gives the range.
            pub fn set(&mut self, field: &str, text: &str) -> Result<(), String> {
                let Some(param) = Self::PARAMS.iter().find(|p| p.name == field) else {
                    let names: Vec<&str> = Self::PARAMS.iter().map(|p| p.name).collect();
                    return Err(format!("no such parameter; there are {}", names.join(", ")));
                };
                let value = param.parse(text)?;
                match field {
                    $(stringify!($field) => self.$field = value,)*
                    $($(stringify!($pick) => self.$pick = $crate::param::Choice::from_index(value),)*)?
                    _ => self.enabled = value != 0,
                }
                Ok(())
            }
        }
    };
}

choice! {
    /// A part of a method that can be switched off by itself.
    pub enum Switch {
        /// Off.
        Off = "false",
        /// On.
        On = "true",
    }
}

impl Switch {
    /// Whether it is on.
    #[inline]
    pub fn is_on(self) -> bool {
        self == Switch::On
    }
}

#[cfg(test)]
mod tests {
    choice! {
        /// A test choice.
        pub enum Colour { /// red
            Red = "red", /// dark green
            DarkGreen = "dark-green", }
    }
    params! {
        /// A test method.
        pub struct Sample {
            moves = 6 in 1..=64: "moves tried";
        }
        choose {
            colour: Colour = Red: "its colour";
        }
    }

    #[test]
    fn numbers_are_set_within_their_range_only() {
        let mut sample = Sample::off();
        sample.set("moves", "8").unwrap();
        assert_eq!((sample.moves, sample.get("moves")), (8, Some(8)));
        let message = sample.set("moves", "65").unwrap_err();
        assert!(message.contains("1..=64"), "{message}");
        assert!(sample.set("moves", "many").is_err());
        assert!(sample.set("nonsense", "1").unwrap_err().contains("moves"));
        assert_eq!(sample.moves, 8);
    }

    #[test]
    fn choices_are_set_by_name_and_printed_by_name() {
        let mut sample = Sample::on();
        sample.set("colour", "dark-green").unwrap();
        assert_eq!(sample.colour, Colour::DarkGreen);
        assert_eq!(Sample::ABOUT.trim(), "A test method.");
        assert!(sample.set("colour", "blue").unwrap_err().contains("dark-green"));
        let param = Sample::PARAMS.iter().find(|p| p.name == "colour").unwrap();
        assert_eq!(param.print(sample.get("colour").unwrap()), "dark-green");
    }

    #[test]
    fn the_switch_takes_words_and_numbers() {
        let mut sample = Sample::off();
        sample.set("enabled", "true").unwrap();
        assert!(sample.enabled);
        sample.set("enabled", "0").unwrap();
        assert!(!sample.enabled);
    }
}
