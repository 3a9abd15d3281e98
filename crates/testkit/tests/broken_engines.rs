//! The suite passes an engine that is right, and refuses each that is broken.
//!
//! A check that never goes red is worth nothing. For every fault of the model
//! engine the aspect that must find it is named here; the message must name the
//! engine and show what was found.

mod model;

use std::panic::catch_unwind;

use model::{Broken, Model};
use polydoku_testkit::{Aspect, conformance};

polydoku_testkit::conformance! {
    sound => &Model(Broken::Nothing),
}

#[test]
fn one_call_runs_everything() {
    let panic = catch_unwind(|| conformance(&Model(Broken::RefusesEverything))).unwrap_err();
    let message = panic.downcast_ref::<String>().expect("a message");
    for aspect in ["cases", "limits", "trace", "sizes"] {
        let head = format!("model breaks `{aspect}`");
        assert!(message.contains(&head), "{message}");
    }
}

fn refuses(aspect: Aspect, broken: Broken) {
    match aspect.check(&Model(broken)) {
        Err(faults) => assert!(!faults.list.is_empty(), "{broken:?}"),
        Ok(tally) => panic!("{broken:?} passes {aspect:?}: {tally:?}"),
    }
}

macro_rules! refused {
    ($($test:ident: $broken:ident by $($aspect:ident),+;)+) => {
        $(#[test]
        fn $test() {
            $(refuses(Aspect::$aspect, Broken::$broken);)+
        })+

        /// No fault of the model is left out above.
        #[test]
        fn every_fault_has_a_test() {
            let tested = [$(Broken::$broken),+];
            let last = Broken::MiscountsManySolutions as usize;
            assert_eq!(tested.len(), last, "`Nothing` is the one that is not here");
        }
    };
}

refused! {
    dropped_solutions: DropsEveryThirdSolution by Cases, Limits;
    repeated_solutions: RepeatsASolution by Cases, Limits;
    wrong_solutions: ShowsAnOpenCellFilledWrongly by Cases, Properties, Sizes;
    an_ignored_clue: IgnoresTheFirstClue by Cases, Properties;
    ignored_marks: IgnoresMarks by Cases, Properties;
    ignored_boxes: IgnoresBoxes by Cases, Properties;
    ignored_extra_houses: IgnoresExtraHouses by Cases, Properties;
    an_ignored_limit: IgnoresTheLimit by Limits;
    a_limit_one_too_small: StopsOneEarly by Limits;
    exhausted_at_the_limit: SaysExhaustedAtTheLimit by Limits, Cases;
    none_after_giving_up: SaysNoneWhenItGaveUp by Nodes;
    too_many_nodes: OverspendsNodes by Nodes;
    too_few_nodes: UnderspendsNodes by Nodes;
    no_nodes_reported: ReportsNoNodes by Nodes;
    an_ignored_clock: IgnoresTheClock by Time;
    an_ignored_flag: IgnoresTheFlag by Cancel;
    an_ignored_visitor: IgnoresTheVisitor by Visitor;
    the_wrong_end: SaysLimitWhenTheVisitorStopped by Visitor;
    state_between_runs: KeepsState by Reuse;
    state_after_cancel: KeepsStateAfterCancel by Reuse;
    a_placement_told_twice: TellsAPlacementTwice by Trace, Properties;
    backtracks_not_told: TellsNoBacktracks by Trace;
    another_search_when_traced: TracedSearchDiffers by Trace;
    events_after_enough: GoesOnAfterTheReceiverStopped by Trace;
    swapped_answers: BatchSwapsTwoAnswers by Batch;
    a_lost_answer: BatchForgetsTheLast by Batch;
    lost_rows: BatchKeepsOnlyFirst by Batch;
    old_rows: BatchLeavesOldRows by Batch;
    lost_figures: BatchForgetsFiguresAreWanted by Batch;
    figures_that_change_the_answer: FiguresChangeTheAnswer by Figures;
    missing_figures: TooFewFigures by Figures;
    an_engine_that_refuses_all: RefusesEverything by Cases, Sizes, Limits;
    a_surprising_refusal: RefusesWithoutSayingSo by Description;
    a_large_count_off_by_one: MiscountsManySolutions by Cases;
}
