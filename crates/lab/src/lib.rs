//! Niwaki: lab.
