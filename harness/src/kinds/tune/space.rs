//! The points among which a tuning chooses: every parameter has levels, and a point has a level of each.

use std::collections::BTreeMap;

/// The coordinate of a parameter that does not apply to a point.
pub(super) const ABSENT: usize = usize::MAX;

/// The levels of one parameter.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Dimension {
    /// The number of levels.
    pub(super) levels: usize,
    /// Whether neighbouring levels are similar: numbers, in contrast to words.
    pub(super) ordered: bool,
    /// The level of the default.
    pub(super) default: usize,
    /// The parameter on which it depends, and the levels of that with which it applies; `None` if it always applies.
    pub(super) needs: Option<(usize, Vec<usize>)>,
}

/// All possible points.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Space {
    dimensions: Vec<Dimension>,
    points: Vec<Vec<usize>>,
    places: BTreeMap<Vec<usize>, usize>,
    default: usize,
    /// Whether the points are a sample, so that most combinations are not among them.
    drawn: bool,
}

impl Space {
    /// The space of these points, each with a level or [`ABSENT`] for every dimension. All other combinations are impossible.
    ///
    /// # Panics
    /// If the default point is not among them.
    pub(super) fn new(dimensions: Vec<Dimension>, points: Vec<Vec<usize>>) -> Space {
        let places: BTreeMap<Vec<usize>, usize> = points.iter().cloned().enumerate().map(|(place, point)| (point, place)).collect();
        let mut space = Space { dimensions, points, places, default: 0, drawn: false };
        let mut default: Vec<usize> = space.dimensions.iter().map(|dimension| dimension.default).collect();
        space.settle(&mut default);
        space.default = space.find(&default).expect("the default is a possible point");
        space
    }

    /// The same points as a sample of a continuous space.
    pub(super) fn drawn(self, drawn: bool) -> Space {
        Space { drawn, ..self }
    }

    /// Whether the points are a sample.
    pub(super) fn is_drawn(&self) -> bool {
        self.drawn
    }

    /// All combinations of levels of parameters that always apply.
    #[cfg(test)]
    pub(super) fn full(levels: &[usize], default: &[usize]) -> Space {
        let dimension = |(&levels, &default)| Dimension { levels, ordered: true, default, needs: None };
        let dimensions: Vec<Dimension> = levels.iter().zip(default).map(dimension).collect();
        let points = levels.iter().fold(vec![Vec::new()], |points: Vec<Vec<usize>>, &levels| {
            points.iter().flat_map(|point| (0..levels).map(move |level| [&point[..], &[level]].concat())).collect()
        });
        Space::new(dimensions, points)
    }

    /// The parameters.
    pub(super) fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// The number of possible points.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// The coordinates of a point.
    pub(super) fn point(&self, place: usize) -> &[usize] {
        &self.points[place]
    }

    /// The point of the default parameters.
    pub(super) fn default_point(&self) -> usize {
        self.default
    }

    /// The point with these coordinates; `None` if it is impossible.
    pub(super) fn find(&self, point: &[usize]) -> Option<usize> {
        self.places.get(point).copied()
    }

    /// The point with these coordinates; of a sample the point that is closest to them, every parameter measured by its range.
    pub(super) fn find_near(&self, point: &[usize]) -> Option<usize> {
        if !self.drawn {
            return self.find(point);
        }
        let apart = |(dimension, (&a, &b)): (&Dimension, (&usize, &usize))| match (a == b, dimension.ordered && a != ABSENT && b != ABSENT)
        {
            (true, _) => 0.0,
            (false, true) => a.abs_diff(b) as f64 / (dimension.levels - 1) as f64,
            (false, false) => 1.0,
        };
        let distance = |place: usize| self.dimensions.iter().zip(self.points[place].iter().zip(point)).map(apart).sum::<f64>();
        (0..self.len()).min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
    }

    /// Takes out the coordinates of parameters that do not apply, and gives those that do their default if they have none.
    pub(super) fn settle(&self, point: &mut [usize]) {
        for (place, dimension) in self.dimensions.iter().enumerate() {
            let applies = dimension.needs.as_ref().is_none_or(|(other, levels)| levels.contains(&point[*other]));
            match (applies, point[place]) {
                (false, _) => point[place] = ABSENT,
                (true, ABSENT) => point[place] = dimension.default,
                (true, _) => {}
            }
        }
    }

    /// The possible point with the least distance, summed over the parameters; the first of several. It is measured in levels; in a sample by
    /// the square of the share of a parameter's range.
    pub(super) fn nearest(&self, target: &[f64]) -> usize {
        let mut rounded: Vec<usize> = target.iter().map(|target| target.round() as usize).collect();
        self.settle(&mut rounded);
        if let Some(found) = self.find(&rounded) {
            return found;
        }
        let apart = |(dimension, (&level, &target)): (&Dimension, (&usize, &f64))| match level {
            ABSENT => 0.0,
            _ if self.drawn => ((level as f64 - target) / (dimension.levels - 1).max(1) as f64).powi(2),
            _ => (level as f64 - target).abs(),
        };
        let distance = |point: &Vec<usize>| self.dimensions.iter().zip(point.iter().zip(target)).map(apart).sum::<f64>();
        let distances = self.points.iter().map(distance).enumerate();
        distances.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(self.default, |(point, _)| point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_apply_only_with_what_they_need() {
        let dimension = |levels, default, needs| Dimension { levels, ordered: true, default, needs };
        let dimensions = vec![dimension(2, 0, None), dimension(3, 2, Some((0, vec![1])))];
        let points = vec![vec![0, ABSENT], vec![1, 0], vec![1, 1], vec![1, 2]];
        let space = Space::new(dimensions, points);
        assert_eq!((space.len(), space.default_point()), (4, 0));
        let mut point = vec![1, ABSENT];
        space.settle(&mut point);
        assert_eq!((&point[..], space.find(&point)), (&[1, 2][..], Some(3)));
        point[0] = 0;
        space.settle(&mut point);
        assert_eq!(space.find(&point), Some(0));
        assert_eq!(space.find(&[0, 1]), None);
        assert_eq!(space.nearest(&[0.9, 0.8]), 2);
    }

    #[test]
    fn a_sample_has_the_closest_point() {
        let dimension = |levels, ordered| Dimension { levels, ordered, default: 0, needs: None };
        let points = vec![vec![0, 0], vec![40, 1], vec![100, 0]];
        let space = Space::new(vec![dimension(101, true), dimension(2, false)], points);
        assert_eq!((space.find_near(&[60, 0]), space.find_near(&[40, 1])), (None, Some(1)));
        let space = space.drawn(true);
        assert_eq!([[60, 0], [60, 1], [45, 0], [100, 0]].map(|point| space.find_near(&point)), [Some(2), Some(1), Some(0), Some(2)]);
    }

    #[test]
    fn a_full_space_has_every_combination_once() {
        let space = Space::full(&[2, 3], &[1, 0]);
        assert_eq!((space.len(), space.default_point()), (6, 3));
        assert!((0..6).all(|place| space.find(space.point(place)) == Some(place)));
    }
}
