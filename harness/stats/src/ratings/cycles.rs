//! Cyclic triples: three players of whom each beats the next, which no single number per player can show.

/// All triples (a, b, c) in which a beats b, b beats c and c beats a, each once, the smallest number first; at most `most` of them, and how
/// many there are. `beats[i][j]` says whether i beats j.
pub fn cyclic_triples(beats: &[Vec<bool>], most: usize) -> (Vec<[usize; 3]>, usize) {
    let n = beats.len();
    let (mut triples, mut count) = (Vec::new(), 0);
    for a in 0..n {
        for b in (a + 1..n).filter(|&b| beats[a][b] || beats[b][a]) {
            for c in b + 1..n {
                let found = if beats[a][b] && beats[b][c] && beats[c][a] {
                    [a, b, c]
                } else if beats[a][c] && beats[c][b] && beats[b][a] {
                    [a, c, b]
                } else {
                    continue;
                };
                count += 1;
                if triples.len() < most {
                    triples.push(found);
                }
            }
        }
    }
    (triples, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rock_paper_scissors_is_one_triple_and_an_order_has_none() {
        let table = |pairs: &[(usize, usize)]| {
            let mut beats = vec![vec![false; 4]; 4];
            pairs.iter().for_each(|&(i, j)| beats[i][j] = true);
            beats
        };
        assert_eq!(cyclic_triples(&table(&[(0, 1), (1, 2), (2, 0), (3, 0)]), 9), (vec![[0, 1, 2]], 1));
        assert_eq!(cyclic_triples(&table(&[(1, 0), (2, 1), (0, 2)]), 9), (vec![[0, 2, 1]], 1));
        assert_eq!(cyclic_triples(&table(&[(0, 1), (1, 2), (0, 2)]), 9), (Vec::new(), 0));
        assert_eq!(cyclic_triples(&table(&[(0, 1), (1, 2), (2, 0), (1, 3), (3, 0)]), 1), (vec![[0, 1, 2]], 2));
    }
}
