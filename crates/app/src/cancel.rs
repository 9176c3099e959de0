//! Ending work that another thread does with an engine.
use niwaki_search::limits::Control;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Ends a piece of work that may consist of many searches.
///
/// Each search begins with [`Control::prepare`], which forgets an earlier stop;
/// the lock makes sure that a cancellation never falls between the two.
#[derive(Debug)]
pub struct Cancel {
    cancelled: Mutex<bool>,
    control: Arc<Control>,
}

impl Cancel {
    /// For work with the engine that `control` belongs to.
    pub fn new(control: Arc<Control>) -> Self {
        Cancel { cancelled: Mutex::new(false), control }
    }

    /// Stops the running search and all that would follow.
    pub fn cancel(&self) {
        let mut cancelled = self.lock();
        *cancelled = true;
        self.control.stop();
    }

    /// Whether the work was cancelled.
    pub fn cancelled(&self) -> bool {
        *self.lock()
    }

    /// Makes ready for the next search; false if there must be none.
    pub fn prepare(&self, ponder: bool) -> bool {
        let cancelled = self.lock();
        if !*cancelled {
            self.control.prepare(ponder);
        }
        !*cancelled
    }

    /// The expected move was played.
    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.cancelled.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
