//! Work shared out among threads, with results that come back in order.
use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    sync::{
        atomic::{AtomicUsize, Ordering::Relaxed},
        mpsc,
    },
};

/// Does `work` on every item, each with one of the workers. `take` gets the results in the
/// order of the items, as soon as those before are done. The first error, in the order in
/// which they come, ends everything.
pub(crate) fn run<W: Send, T: Sync, R: Send, E: Send>(
    workers: &mut [W],
    items: &[T],
    work: &(dyn Fn(&mut W, &T) -> Result<R, E> + Sync),
    take: &mut dyn FnMut(R),
) -> Result<(), E> {
    run_until(workers, items, work, &mut |result| {
        take(result);
        ControlFlow::Continue(())
    })
}

/// The same, until `take` breaks; what is being worked on then is finished in vain.
pub(crate) fn run_until<W: Send, T: Sync, R: Send, E: Send>(
    workers: &mut [W],
    items: &[T],
    work: &(dyn Fn(&mut W, &T) -> Result<R, E> + Sync),
    take: &mut dyn FnMut(R) -> ControlFlow<()>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for worker in workers {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Relaxed);
                    let Some(item) = items.get(index) else { break };
                    // Nobody listens any more when another worker has failed, or it is enough.
                    if sender.send((index, work(worker, item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        in_order(results, take)
    })
}

fn in_order<R, E>(
    results: mpsc::Receiver<(usize, Result<R, E>)>,
    take: &mut dyn FnMut(R) -> ControlFlow<()>,
) -> Result<(), E> {
    let mut early = BTreeMap::new();
    let mut wanted = 0;
    for (index, result) in results {
        early.insert(index, result?);
        while let Some(result) = early.remove(&wanted) {
            if take(result).is_break() {
                return Ok(());
            }
            wanted += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_number_of_workers() {
        let items: Vec<u64> = (0..100).collect();
        for count in [1, 3, 8] {
            let mut taken = Vec::new();
            let work = |seen: &mut u64, item: &u64| {
                *seen += 1;
                std::thread::sleep(std::time::Duration::from_micros(item % 7 * 50));
                Ok::<u64, String>(item * 2)
            };
            let mut workers = vec![0; count];
            run(&mut workers, &items, &work, &mut |result| taken.push(result)).unwrap();
            assert!(taken.into_iter().eq((0..100).map(|item| item * 2)));
            assert_eq!(workers.iter().sum::<u64>(), 100);
        }
    }

    #[test]
    fn it_ends_when_it_is_enough() {
        let items: Vec<i32> = (0..1000).collect();
        let mut taken = Vec::new();
        run_until(&mut [(), ()], &items, &|(), item| Ok::<i32, String>(*item), &mut |item| {
            taken.push(item);
            if item == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
        assert_eq!(taken, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn an_error_ends_the_work() {
        let work = |_: &mut (), item: &i32| if *item == 5 { Err("five".to_string()) } else { Ok(*item) };
        let items: Vec<i32> = (0..1000).collect();
        assert_eq!(run(&mut [(), ()], &items, &work, &mut |_| ()), Err("five".to_string()));
    }
}
