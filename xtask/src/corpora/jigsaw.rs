//! Region maps for jigsaw puzzles.
//!
//! A map starts as the grid's boxes. Again and again two cells of touching regions
//! are exchanged, and the exchange stays if both regions still hang together;
//! after enough of them nothing of the boxes is left to see.

use polydoku_corpus::isomorph::SplitMix64;

/// Exchanges that must succeed, for a hundred cells.
const EXCHANGES: usize = 75;

/// A map of connected regions, one letter a cell, drawn from boxes of so many
/// rows and columns.
pub fn map(rows: usize, cols: usize, random: &mut SplitMix64) -> String {
    let size = rows * cols;
    let mut map: Vec<usize> = (0..size * size)
        .map(|cell| cell / (rows * size) * rows + cell % size / cols)
        .collect();
    let mut left = map.len() * EXCHANGES / 100;
    while left > 0 {
        let mut cell = || random.below((size * size) as u64) as usize;
        let (one, two) = (cell(), cell());
        let (from, to) = (map[one], map[two]);
        let touches = |cell, region| neighbours(cell, size).any(|next| map[next] == region);
        if from == to || !touches(one, to) || !touches(two, from) {
            continue;
        }
        map.swap(one, two);
        if is_connected(&map, size, from) && is_connected(&map, size, to) {
            left -= 1;
        } else {
            map.swap(one, two);
        }
    }
    let letters = map.iter().map(|&region| char::from(b'A' + region as u8));
    letters.collect()
}

/// The cells beside, above and below a cell.
fn neighbours(cell: usize, size: usize) -> impl Iterator<Item = usize> {
    let (row, col) = (cell / size, cell % size);
    let near = [
        (row > 0).then(|| cell - size),
        (row + 1 < size).then(|| cell + size),
        (col > 0).then(|| cell - 1),
        (col + 1 < size).then(|| cell + 1),
    ];
    near.into_iter().flatten()
}

/// Whether a region hangs together by its cells' sides.
fn is_connected(map: &[usize], size: usize, region: usize) -> bool {
    let Some(first) = map.iter().position(|&one| one == region) else {
        return true;
    };
    let mut reached = vec![first];
    let mut next = 0;
    while next < reached.len() {
        for cell in neighbours(reached[next], size) {
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
    fn regions_have_their_cells_and_hang_together() {
        for (seed, rows, cols) in [(0, 3, 3), (1, 3, 3), (2, 3, 4), (3, 5, 2), (4, 4, 4)] {
            let letters = map(rows, cols, &mut SplitMix64::new(seed));
            let map: Vec<usize> = letters
                .bytes()
                .map(|byte| usize::from(byte - b'A'))
                .collect();
            let size = rows * cols;
            assert_eq!(map.len(), size * size);
            for region in 0..size {
                assert_eq!(map.iter().filter(|&&one| one == region).count(), size);
                assert!(is_connected(&map, size, region), "{letters}");
            }
        }
    }

    #[test]
    fn a_torn_region_is_seen() {
        let mut map = vec![1; 81];
        (map[0], map[1]) = (0, 0);
        assert!(is_connected(&map, 9, 0));
        (map[1], map[40]) = (1, 0);
        assert!(!is_connected(&map, 9, 0));
    }
}
