//! Region maps for jigsaw puzzles.
//!
//! A map starts as the nine boxes. Again and again two cells of touching regions
//! are exchanged, and the exchange stays if both regions still hang together;
//! after enough of them nothing of the boxes is left to see.

use polydoku_corpus::isomorph::SplitMix64;

const SIZE: usize = 9;
/// Exchanges that must succeed.
const EXCHANGES: usize = 60;

/// A map of nine connected regions of nine cells, one letter a cell.
pub fn map(random: &mut SplitMix64) -> String {
    let mut map: Vec<usize> = (0..SIZE * SIZE)
        .map(|cell| cell / (3 * SIZE) * 3 + cell % SIZE / 3)
        .collect();
    let mut left = EXCHANGES;
    while left > 0 {
        let mut cell = || random.below((SIZE * SIZE) as u64) as usize;
        let (one, two) = (cell(), cell());
        let (from, to) = (map[one], map[two]);
        let touches = |cell, region| neighbours(cell).any(|next| map[next] == region);
        if from == to || !touches(one, to) || !touches(two, from) {
            continue;
        }
        map.swap(one, two);
        if is_connected(&map, from) && is_connected(&map, to) {
            left -= 1;
        } else {
            map.swap(one, two);
        }
    }
    let letters = map.iter().map(|&region| char::from(b'A' + region as u8));
    letters.collect()
}

/// The cells beside, above and below a cell.
fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let (row, col) = (cell / SIZE, cell % SIZE);
    let near = [
        (row > 0).then(|| cell - SIZE),
        (row + 1 < SIZE).then(|| cell + SIZE),
        (col > 0).then(|| cell - 1),
        (col + 1 < SIZE).then(|| cell + 1),
    ];
    near.into_iter().flatten()
}

/// Whether a region hangs together by its cells' sides.
fn is_connected(map: &[usize], region: usize) -> bool {
    let Some(first) = map.iter().position(|&one| one == region) else {
        return true;
    };
    let mut reached = vec![first];
    let mut next = 0;
    while next < reached.len() {
        for cell in neighbours(reached[next]) {
            if map[cell] == region && !reached.contains(&cell) {
                reached.push(cell);
            }
        }
        next += 1;
    }
    reached.len() == map.iter().filter(|&&one| one == region).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_have_nine_cells_and_hang_together() {
        for seed in 0..20 {
            let letters = map(&mut SplitMix64::new(seed));
            let map: Vec<usize> = letters
                .bytes()
                .map(|byte| usize::from(byte - b'A'))
                .collect();
            for region in 0..SIZE {
                assert_eq!(map.iter().filter(|&&one| one == region).count(), SIZE);
                assert!(is_connected(&map, region), "{letters}");
            }
        }
    }

    #[test]
    fn a_torn_region_is_seen() {
        let mut map = vec![1; SIZE * SIZE];
        (map[0], map[1]) = (0, 0);
        assert!(is_connected(&map, 0));
        (map[1], map[40]) = (1, 0);
        assert!(!is_connected(&map, 0));
    }
}
