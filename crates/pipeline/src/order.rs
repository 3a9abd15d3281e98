//! Blocks are finished in any order and leave in theirs.
//!
//! Every block has a number, given when it was read. A worker that finishes one
//! puts what it came to at its place in a short queue; whoever fills the first
//! place carries everything that is ready to the sink, one block after the
//! other, while the other workers go on. So there is no writing thread, a block
//! that was answered on a core is usually written by the same core, and with
//! one worker each block is written as soon as it is answered.
//!
//! ```text
//! head = 7      7     8     9    10    11
//! ready      [ --- | done| --- | done| done]      7 is still being answered;
//!                                                 whoever finishes it writes 7 and 8
//! ```
//!
//! Three things keep memory constant. [`Order::reserve`] makes a worker wait
//! before it takes a block too far ahead of the head, or while too many bytes
//! wait to be written. A block with a very long answer hands it over in parts
//! ([`Order::part`]): at once when it is the head, else only when its buffer is
//! full, and then it waits to become the head. The worker with the head never
//! waits for another one, so all of them get on. Buffers are used again.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes that may wait to be written before workers stop taking new blocks.
const WAITING_BYTES: usize = 16 << 20;

/// Written buffers larger than this are given back to the system.
const LARGEST_SPARE: usize = 2 << 20;

/// What a block came to.
pub(crate) trait Finished {
    /// The text that answers it, to be used again.
    fn output(&mut self) -> &mut Vec<u8>;

    /// The bytes it holds, roughly.
    fn weight(&self) -> usize;
}

/// Where finished blocks go, in order.
pub(crate) trait Sink {
    /// What a block comes to.
    type Finished: Finished;

    /// Takes a finished block; `Break` ends the run.
    fn take(&mut self, finished: &mut Self::Finished) -> ControlFlow<()>;

    /// Takes a part of a block's output before the block is finished.
    fn take_part(&mut self, output: &[u8]) -> ControlFlow<()>;
}

/// The queue in front of a sink.
pub(crate) struct Order<S: Sink> {
    queue: Mutex<Queue<S::Finished>>,
    /// Told when the head moves on and someone waits for it.
    moved: Condvar,
    sink: Mutex<S>,
    /// How many blocks may be under way at a time.
    window: u64,
}

struct Queue<F> {
    /// The number of the first block that is not written yet.
    head: u64,
    /// The blocks from the head on; `None` is still being answered.
    ready: VecDeque<Option<F>>,
    /// What those that are ready weigh.
    weight: usize,
    /// How many blocks workers have asked for.
    reserved: u64,
    /// How many workers wait for the head to move on.
    waiting: usize,
    /// Whether some worker is carrying blocks to the sink.
    draining: bool,
    /// Whether nothing more is taken.
    ended: bool,
    spare: Vec<Vec<u8>>,
}

impl<S: Sink> Order<S> {
    /// An empty queue for this many workers.
    pub(crate) fn new(sink: S, workers: usize) -> Order<S> {
        Order {
            queue: Mutex::new(Queue {
                head: 0,
                ready: VecDeque::new(),
                weight: 0,
                reserved: 0,
                waiting: 0,
                draining: false,
                ended: false,
                spare: Vec::new(),
            }),
            moved: Condvar::new(),
            sink: Mutex::new(sink),
            window: 16 * workers as u64,
        }
    }

    /// Waits until another block may be taken, and gives a buffer for its
    /// output; `None` when no more blocks are wanted.
    pub(crate) fn reserve(&self) -> Option<Vec<u8>> {
        let mut queue = locked(&self.queue);
        loop {
            if queue.ended {
                return None;
            }
            let ahead = queue.reserved - queue.head;
            if ahead < self.window && queue.weight < WAITING_BYTES {
                queue.reserved += 1;
                return Some(queue.spare.pop().unwrap_or_default());
            }
            queue = self.wait(queue);
        }
    }

    /// Takes over a finished block, and carries to the sink what is ready.
    pub(crate) fn finish(&self, number: u64, finished: S::Finished) {
        let mut queue = locked(&self.queue);
        if queue.ended {
            return;
        }
        let place = (number - queue.head) as usize;
        if queue.ready.len() <= place {
            queue.ready.resize_with(place + 1, || None);
        }
        queue.weight += finished.weight();
        queue.ready[place] = Some(finished);
        if place > 0 || queue.draining {
            return;
        }
        queue.draining = true;
        drop(queue);
        self.drain();
    }

    /// Hands over a part of an unfinished block's output and empties it, if the
    /// block is the head. Otherwise does nothing, or, when it `must` be, waits.
    pub(crate) fn part(&self, number: u64, output: &mut Vec<u8>, must: bool) -> ControlFlow<()> {
        let mut queue = locked(&self.queue);
        loop {
            if queue.ended {
                return ControlFlow::Break(());
            }
            if queue.head == number {
                break;
            }
            if !must {
                return ControlFlow::Continue(());
            }
            queue = self.wait(queue);
        }
        drop(queue);
        // Nobody can be past the head, so the sink is free or about to be.
        let flow = locked(&self.sink).take_part(output);
        output.clear();
        if flow.is_break() {
            self.end();
        }
        flow
    }

    /// Ends the run: nothing more is taken, nobody waits any longer.
    pub(crate) fn end(&self) {
        let mut queue = locked(&self.queue);
        queue.ended = true;
        queue.ready.clear();
        self.moved.notify_all();
    }

    /// The sink, when all work is done.
    pub(crate) fn into_sink(self) -> S {
        self.sink
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn drain(&self) {
        let mut sink = locked(&self.sink);
        loop {
            let mut queue = locked(&self.queue);
            let Some(mut finished) = queue.ready.front_mut().and_then(Option::take) else {
                queue.draining = false;
                return;
            };
            drop(queue);
            let weight = finished.weight();
            let flow = sink.take(&mut finished);
            if flow.is_break() {
                self.end();
                return;
            }
            let mut output = std::mem::take(finished.output());
            output.clear();
            let mut queue = locked(&self.queue);
            if queue.ended {
                return;
            }
            queue.ready.pop_front();
            queue.head += 1;
            queue.weight -= weight;
            if output.capacity() <= LARGEST_SPARE {
                queue.spare.push(output);
            }
            if queue.waiting > 0 {
                self.moved.notify_all();
            }
        }
    }

    fn wait<'q>(
        &self,
        mut queue: MutexGuard<'q, Queue<S::Finished>>,
    ) -> MutexGuard<'q, Queue<S::Finished>> {
        queue.waiting += 1;
        let mut queue = self
            .moved
            .wait(queue)
            .unwrap_or_else(PoisonError::into_inner);
        queue.waiting -= 1;
        queue
    }
}

/// Ends the run when a worker is torn down by a panic, so that the others do
/// not wait for its block for ever.
pub(crate) struct EndOnPanic<'o, S: Sink>(pub(crate) &'o Order<S>);

impl<S: Sink> Drop for EndOnPanic<'_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

/// The lock, whatever happened to those who held it: what it guards is put
/// right before anything that may panic is called.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block that came to some text, and may be the last one wanted.
    struct Text(Vec<u8>, bool);

    impl Finished for Text {
        fn output(&mut self) -> &mut Vec<u8> {
            &mut self.0
        }
        fn weight(&self) -> usize {
            self.0.len()
        }
    }

    struct Page(Vec<u8>);

    impl Sink for Page {
        type Finished = Text;
        fn take(&mut self, text: &mut Text) -> ControlFlow<()> {
            self.0.extend_from_slice(&text.0);
            if text.1 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }
        fn take_part(&mut self, output: &[u8]) -> ControlFlow<()> {
            self.0.extend_from_slice(output);
            ControlFlow::Continue(())
        }
    }

    fn page(order: Order<Page>) -> String {
        String::from_utf8(order.into_sink().0).unwrap()
    }

    fn text(text: &str) -> Text {
        Text(text.into(), false)
    }

    #[test]
    fn what_is_finished_early_waits_for_its_turn() {
        let order = Order::new(Page(Vec::new()), 2);
        order.finish(2, text("c"));
        order.finish(1, text("b"));
        assert_eq!(locked(&order.sink).0, b"");
        order.finish(0, text("a"));
        assert_eq!(locked(&order.sink).0, b"abc");
        order.finish(3, text("d"));
        assert_eq!(page(order), "abcd");
    }

    #[test]
    fn only_the_head_hands_over_parts() {
        let order = Order::new(Page(Vec::new()), 2);
        let mut early = b"second".to_vec();
        assert!(order.part(1, &mut early, false).is_continue());
        assert_eq!(early, b"second");
        let mut long = b"first ".to_vec();
        assert!(order.part(0, &mut long, false).is_continue());
        assert_eq!(long, b"");
        order.finish(0, text("still first "));
        assert!(order.part(1, &mut early, true).is_continue());
        assert_eq!(page(order), "first still first second");
    }

    #[test]
    fn who_must_hand_over_waits_to_be_the_head() {
        let order = Order::new(Page(Vec::new()), 2);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut long = b"second".to_vec();
                assert!(order.part(1, &mut long, true).is_continue());
            });
            while locked(&order.queue).waiting == 0 {
                std::thread::yield_now();
            }
            order.finish(0, text("first "));
        });
        assert_eq!(page(order), "first second");
    }

    #[test]
    fn nothing_follows_the_end() {
        let order = Order::new(Page(Vec::new()), 1);
        order.finish(1, text("b"));
        order.finish(0, Text("a".into(), true));
        order.finish(2, text("c"));
        assert!(order.reserve().is_none());
        assert!(order.part(2, &mut Vec::new(), true).is_break());
        assert_eq!(page(order), "a");
    }

    #[test]
    fn a_worker_too_far_ahead_waits_for_the_head() {
        let order = Order::new(Page(Vec::new()), 1);
        for number in 0..order.window {
            assert!(order.reserve().is_some());
            if number > 0 {
                order.finish(number, text("x"));
            }
        }
        std::thread::scope(|scope| {
            let ahead = scope.spawn(|| order.reserve().is_some());
            while locked(&order.queue).waiting == 0 {
                std::thread::yield_now();
            }
            order.finish(0, text("x"));
            assert!(ahead.join().unwrap());
        });
        assert_eq!(page(order).len(), 16);
    }

    #[test]
    fn buffers_come_back() {
        let order = Order::new(Page(Vec::new()), 1);
        let mut output = order.reserve().expect("there is room");
        output.reserve(1000);
        output.extend_from_slice(b"a");
        order.finish(0, Text(output, false));
        let buffer = order.reserve().expect("there is room");
        assert!(buffer.is_empty() && buffer.capacity() >= 1000);
    }
}
