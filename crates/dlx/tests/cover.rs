//! The generic solvers against the definition of an exact cover.
//!
//! The oracle tries every set of options: slow, and sharing no idea with the
//! solvers. Random problems are small enough for it and hold what has tripped
//! solvers before: equal options, empty options, options without primary items,
//! secondary items, items that no option contains, items and options in mixed
//! order. Faults of this kind were reported against other implementations:
//! uncovering in the wrong order, stopping at the first solution, losing option
//! number zero.

use std::ops::ControlFlow;

use polydoku_core::{Cancel, End, Query};
use polydoku_dlx::{
    CoverError, CoverOption, DancingCells, DancingLinks, ExactCover, ExactCoverSolver, Item,
};

fn solvers() -> [Box<dyn ExactCoverSolver>; 2] {
    [Box::new(DancingLinks::new()), Box::new(DancingCells::new())]
}

/// All solutions, each sorted, the list sorted.
fn solutions(solver: &mut dyn ExactCoverSolver, problem: &ExactCover) -> Vec<Vec<CoverOption>> {
    let mut all = Vec::new();
    let report = solver.run(problem, &Query::all(), &mut |options| {
        let mut options = options.to_vec();
        options.sort();
        all.push(options);
        ControlFlow::Continue(())
    });
    assert_eq!(
        (report.found, report.end),
        (all.len() as u64, End::Exhausted)
    );
    all.sort();
    all
}

/// All sets of options, each with a primary item, that cover every primary
/// item once and every secondary item at most once.
fn by_definition(problem: &ExactCover) -> Vec<Vec<CoverOption>> {
    let options: Vec<_> = problem
        .options()
        .filter(|&option| {
            let items = problem.items(option);
            items.iter().any(|&item| problem.is_primary(item))
        })
        .collect();
    let items: Vec<Item> = (0..problem.item_count())
        .map(|index| {
            let mut same = ExactCover::new();
            same.secondary_items(index);
            same.secondary_item()
        })
        .collect();
    let mut all = Vec::new();
    for set in 0..1u32 << options.len() {
        let chosen: Vec<_> = (0..options.len())
            .filter(|&i| set >> i & 1 == 1)
            .map(|i| options[i])
            .collect();
        let exact = items.iter().all(|&item| {
            let times = chosen
                .iter()
                .filter(|&&option| problem.items(option).contains(&item))
                .count();
            times == 1 || times == 0 && !problem.is_primary(item)
        });
        if exact {
            all.push(chosen);
        }
    }
    all.sort();
    all
}

/// A small generator of numbers, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}

fn random_problem(numbers: &mut Numbers) -> ExactCover {
    let mut problem = ExactCover::new();
    let mut items = Vec::new();
    let (item_count, option_count) = (numbers.below(7), numbers.below(12));
    let density = 2 + numbers.below(3);
    for _ in 0..item_count {
        items.push(match numbers.below(4) {
            0 => problem.secondary_item(),
            _ => problem.primary_item(),
        });
    }
    for _ in 0..option_count {
        let mut option: Vec<_> = items.clone();
        option.retain(|_| numbers.below(density) == 0);
        if numbers.below(2) == 0 {
            option.reverse();
        }
        problem.add_option(option).expect("no item is repeated");
        if numbers.below(8) == 0 {
            // An item added after options, which no earlier one contains.
            items.push(problem.primary_item());
        }
    }
    problem
}

#[test]
fn random_problems_have_the_solutions_of_the_definition() {
    let mut numbers = Numbers(7);
    let mut solvers = solvers();
    let mut found = 0;
    for round in 0..4000 {
        let problem = random_problem(&mut numbers);
        let expected = by_definition(&problem);
        found += expected.len();
        for solver in &mut solvers {
            assert_eq!(
                solutions(solver.as_mut(), &problem),
                expected,
                "{round}: {problem:?}"
            );
        }
    }
    assert!(
        found > 2000,
        "{found} solutions are too few to mean anything"
    );
}

#[test]
fn equal_options_are_different_choices() {
    for mut solver in solvers() {
        let mut problem = ExactCover::new();
        let items = problem.primary_items(2);
        let both: Vec<_> = (0..3)
            .map(|_| problem.add_option(items.clone()).unwrap())
            .collect();
        let expected: Vec<_> = both.iter().map(|&option| vec![option]).collect();
        assert_eq!(solutions(solver.as_mut(), &problem), expected);
        assert_eq!(expected[0][0].index(), 0, "option zero is one of them");
    }
}

#[test]
fn options_without_primary_items_are_in_no_solution() {
    for mut solver in solvers() {
        let mut problem = ExactCover::new();
        problem.add_option([]).unwrap();
        let (item, extra) = (problem.primary_item(), problem.secondary_item());
        problem.add_option([extra]).unwrap();
        let needed = problem.add_option([item]).unwrap();
        problem.add_option([]).unwrap();
        assert_eq!(solutions(solver.as_mut(), &problem), [[needed]]);
        assert_eq!(needed.index(), 2, "they keep their numbers");
    }
}

#[test]
fn a_problem_without_primary_items_has_the_empty_solution() {
    for mut solver in solvers() {
        let mut problem = ExactCover::new();
        assert_eq!(solutions(solver.as_mut(), &problem), [[]]);
        let extra = problem.secondary_item();
        problem.add_option([extra]).unwrap();
        assert_eq!(solutions(solver.as_mut(), &problem), [[]]);
        problem.primary_item();
        assert_eq!(solver.solution(&problem), None);
    }
}

#[test]
fn mistakes_in_options_are_refused_and_leave_no_trace() {
    let mut problem = ExactCover::new();
    let items = problem.primary_items(3);
    let mut smaller = ExactCover::new();
    let item = smaller.primary_item();
    let before = smaller.clone();
    assert_eq!(
        smaller.add_option([item, items[2]]),
        Err(CoverError::UnknownItem(items[2]))
    );
    assert_eq!(
        problem.add_option([items[1], items[0], items[1]]),
        Err(CoverError::RepeatedItem(items[1]))
    );
    assert_eq!(smaller, before);
    assert_eq!(problem.option_count(), 0);
}

/// `n` items with `width` options each: `width` to the power of `n` solutions.
fn independent(n: usize, width: usize) -> ExactCover {
    let mut problem = ExactCover::new();
    for item in problem.primary_items(n) {
        for _ in 0..width {
            problem.add_option([item]).unwrap();
        }
    }
    problem
}

#[test]
fn queries_are_kept() {
    let problem = independent(6, 3);
    for mut solver in solvers() {
        let mut ends = |query: &Query| {
            let mut seen = 0;
            let report = solver.run(&problem, query, &mut |_| {
                seen += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(report.found, seen);
            (report.found, report.end, report.stats.nodes.get())
        };
        assert_eq!(ends(&Query::first()), (1, End::Limit, Some(6)));
        assert_eq!(ends(&Query::count(100)).0, 100);
        // Every node is entered once: 3 + 9 + ... + 3^6.
        assert_eq!(ends(&Query::all()), (729, End::Exhausted, Some(1092)));
        assert_eq!(ends(&Query::count(729)).1, End::Limit);
        assert_eq!(ends(&Query::count(730)).1, End::Exhausted);
        let nodes = Query::all().with_max_nodes(7);
        assert_eq!(ends(&nodes), (2, End::Nodes, Some(7)));
        let cancel = Cancel::new();
        cancel.cancel();
        let cancelled = Query::all().with_cancel(&cancel);
        assert_eq!(ends(&cancelled), (0, End::Cancelled, Some(0)));
        let report = solver.run(&problem, &Query::all(), &mut |_| ControlFlow::Break(()));
        assert_eq!((report.found, report.end), (1, End::Visitor));
        assert_eq!(solver.count_up_to(&problem, 1000), 729);
    }
}

#[test]
fn the_profile_has_one_place_a_level() {
    let problem = independent(4, 3);
    for mut solver in solvers() {
        let query = Query::all().with_figures();
        let report = solver.run(&problem, &query, &mut |_| ControlFlow::Continue(()));
        assert_eq!(solver.profile(), [3, 9, 27, 81]);
        assert_eq!(
            solver.updates(),
            0,
            "no option shares an item with another's"
        );
        assert_eq!(report.stats.guesses.get(), Some(2 + 2 * 3 + 2 * 9 + 2 * 27));
        assert_eq!(report.stats.backtracks.get(), report.stats.nodes.get());
        assert_eq!(report.stats.depth.get(), Some(4));
    }
}

#[test]
fn a_search_may_be_deep() {
    // 6,000 levels, some forced and some not: no recursion, no level limit.
    let mut problem = independent(3_000, 2);
    for item in problem.primary_items(3_000) {
        problem.add_option([item]).unwrap();
    }
    for mut solver in solvers() {
        assert_eq!(solver.count_up_to(&problem, 5), 5);
    }
}

#[test]
fn large_problems_take_wide_indices() {
    // More than 65,536 entries, and an item with more than 32,767 options.
    let mut problem = ExactCover::new();
    let (a, b, extra) = (
        problem.primary_item(),
        problem.primary_item(),
        problem.secondary_item(),
    );
    for _ in 0..40_000 {
        problem.add_option([extra, a]).unwrap();
    }
    let last = problem.add_option([b, extra]).unwrap();
    let free = problem.add_option([b]).unwrap();
    for mut solver in solvers() {
        assert_eq!(solver.count_up_to(&problem, u64::MAX), 40_000);
        let solution = solver.solution(&problem).expect("there are 40,000");
        assert!(solution.contains(&free) && !solution.contains(&last));
    }
}
