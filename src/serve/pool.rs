//! Threads for engine work: play never blocks the reactor.
//!
//! A `Lane` is the queue of one table: its jobs run in order, never two at once, on whichever thread is free. After a few jobs
//! it stands at the back again, so that a busy table keeps none waiting.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Jobs of one table after which the others get their turn.
const TURN: usize = 8;
/// Most jobs that wait at a table; whoever sends more is refused.
const LONGEST_QUEUE: usize = 1_024;

/// The threads of a server.
#[derive(Debug, Clone)]
pub(crate) struct Pool(Arc<rayon::ThreadPool>);

/// The threads could not be started.
#[derive(Debug, thiserror::Error)]
#[error("the threads can't be started: {0}")]
pub struct NoThreads(String);

impl Pool {
    /// Starts so many threads.
    pub(crate) fn new(name: &'static str, threads: usize) -> Result<Pool, NoThreads> {
        let built = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.max(1))
            .thread_name(move |n| format!("{name}-{n}"))
            .panic_handler(|_| tracing::error!("a job panicked outside a table"))
            .build();
        Ok(Pool(Arc::new(
            built.map_err(|error| NoThreads(error.to_string()))?,
        )))
    }

    /// Runs a job when a thread is free.
    pub(crate) fn spawn(&self, job: impl FnOnce() + Send + 'static) {
        self.0.spawn_fifo(job);
    }

    /// Runs a job and waits for what it gives; none if it panicked.
    pub(crate) async fn run<R: Send + 'static>(
        &self,
        job: impl FnOnce() -> R + Send + 'static,
    ) -> Option<R> {
        let (give, take) = tokio::sync::oneshot::channel();
        self.spawn(move || {
            // Whoever waited may be gone.
            let _ = give.send(job());
        });
        take.await.ok()
    }
}

/// The queue of a table.
pub(crate) struct Lane<S> {
    pool: Pool,
    /// None once a job has panicked: the state may be half changed.
    state: Mutex<Option<S>>,
    queue: Mutex<Queue<S>>,
}

type Job<S> = Box<dyn FnOnce(&mut S) + Send>;

struct Queue<S> {
    jobs: VecDeque<Job<S>>,
    is_running: bool,
    /// The state was given up, so no other job is run.
    is_broken: bool,
}

/// The reason why a job is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refused {
    /// Too many jobs wait already.
    #[error("too many jobs wait already")]
    Full,
    /// A job before it panicked.
    #[error("a job before it panicked")]
    Broken,
}

impl<S: Send + 'static> Lane<S> {
    /// Makes a queue for a state, which may keep hold of it.
    pub(crate) fn new(pool: Pool, state: impl FnOnce(&Weak<Lane<S>>) -> S) -> Arc<Lane<S>> {
        let queue = Queue {
            jobs: VecDeque::new(),
            is_running: false,
            is_broken: false,
        };
        Arc::new_cyclic(|lane| Lane {
            pool,
            state: Mutex::new(Some(state(lane))),
            queue: Mutex::new(queue),
        })
    }

    /// Takes no further job: the state is given up.
    pub(crate) fn break_off(&self) {
        let mut queue = self.queue();
        queue.is_broken = true;
        queue.jobs.clear();
    }

    /// Queues a job behind the others.
    pub(crate) fn submit(
        self: &Arc<Self>,
        job: impl FnOnce(&mut S) + Send + 'static,
    ) -> Result<(), Refused> {
        let mut queue = self.queue();
        if queue.is_broken {
            return Err(Refused::Broken);
        }
        if queue.jobs.len() >= LONGEST_QUEUE {
            return Err(Refused::Full);
        }
        queue.jobs.push_back(Box::new(job));
        if !queue.is_running {
            queue.is_running = true;
            self.schedule();
        }
        Ok(())
    }

    /// Returns true if nothing runs or waits.
    pub(crate) fn is_idle(&self) -> bool {
        !self.queue().is_running
    }

    /// Returns true once a job has panicked.
    pub(crate) fn is_broken(&self) -> bool {
        self.queue().is_broken
    }

    fn queue(&self) -> MutexGuard<'_, Queue<S>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn schedule(self: &Arc<Self>) {
        let lane = Arc::clone(self);
        self.pool.spawn(move || lane.work());
    }

    fn work(self: &Arc<Self>) {
        for _ in 0..TURN {
            let job = {
                let mut queue = self.queue();
                match queue.jobs.pop_front() {
                    Some(job) => job,
                    None => {
                        queue.is_running = false;
                        return;
                    }
                }
            };
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let run = || state.as_mut().map(job);
            if std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err() {
                self.break_off();
                *state = None;
            }
        }
        self.schedule();
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_QUEUE, Lane, Pool, Refused};
    use std::error::Error;
    use std::sync::mpsc::channel;

    #[test]
    fn jobs_of_a_lane_run_in_order_on_many_threads() -> Result<(), Box<dyn Error>> {
        let pool = Pool::new("test", 4)?;
        let lanes: Vec<_> = (0..10)
            .map(|_| Lane::new(pool.clone(), |_| Vec::new()))
            .collect();
        for n in 0..100 {
            for lane in &lanes {
                lane.submit(move |seen| seen.push(n))?;
            }
        }
        let (give, take) = channel();
        for lane in &lanes {
            let give = give.clone();
            lane.submit(move |seen: &mut Vec<i32>| drop(give.send(seen.clone())))?;
        }
        for _ in &lanes {
            assert_eq!(take.recv()?, (0..100).collect::<Vec<_>>());
        }
        Ok(())
    }

    #[test]
    fn a_lane_is_broken_by_a_panic_and_no_other_is() -> Result<(), Box<dyn Error>> {
        let pool = Pool::new("test", 1)?;
        let (one, other) = (Lane::new(pool.clone(), |_| 0), Lane::new(pool, |_| 0));
        one.submit(|_| std::panic::resume_unwind(Box::new("on purpose")))?;
        let (give, take) = channel();
        other.submit(move |_| give.send(()).unwrap_or_default())?;
        take.recv()?;
        assert!(one.is_broken() && !other.is_broken());
        assert_eq!(one.submit(|_| ()), Err(Refused::Broken));
        Ok(())
    }

    #[test]
    fn a_queue_has_an_end() -> Result<(), Box<dyn Error>> {
        let pool = Pool::new("test", 1)?;
        let lane = Lane::new(pool, |_| 0);
        let (open, door) = channel::<()>();
        lane.submit(move |_| door.recv().unwrap_or_default())?;
        // The first job may have left the queue or not.
        let taken = (0..LONGEST_QUEUE + 1).take_while(|_| lane.submit(|n| *n += 1).is_ok());
        assert!(taken.count() >= LONGEST_QUEUE - 1);
        assert_eq!(lane.submit(|_| ()), Err(Refused::Full));
        drop(open);
        Ok(())
    }
}
