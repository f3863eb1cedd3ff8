//! The draws behind every bootstrap: cases with replacement, the same on any number of threads.
//!
//! Resamples are drawn in blocks of 64, block `b` by ChaCha8 keyed by the seed on stream `b`. Threads take whole blocks.

use std::num::NonZeroUsize;
use std::thread;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use super::resampling::CaseBootstrap;

/// The draws of a block of resamples, one resample after the other.
pub(crate) struct Draws {
    rng: ChaCha8Rng,
    n_cases: u32,
    /// The half of the last word that is not used yet.
    spare: Option<u16>,
}

impl Draws {
    fn of_block(seed: [u8; 32], block: u64, n_cases: u32) -> Self {
        let mut rng = ChaCha8Rng::from_seed(seed);
        rng.set_stream(block);
        Self { rng, n_cases, spare: None }
    }

    /// Draws one resample, as many cases as there are, with replacement, and calls `take` with the index of each.
    pub(crate) fn for_each(&mut self, mut take: impl FnMut(usize)) {
        /// Up to here half a word serves a draw and is seldom rejected.
        const HALF_WORD_CASES_MAX: u32 = 4096;
        let n = self.n_cases;
        for _ in 0..n {
            take(if n <= HALF_WORD_CASES_MAX { self.below_by_half(n) } else { self.below(n) } as usize);
        }
    }

    /// Uniform on `0..bound` by Lemire's multiplication with rejection. Written out because the draws must stay the same
    /// when a library changes its own method.
    fn below(&mut self, bound: u32) -> u32 {
        loop {
            let product = u64::from(self.rng.next_u32()) * u64::from(bound);
            let low = product as u32;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// The same from half a word; `bound` is at most 2^16.
    fn below_by_half(&mut self, bound: u32) -> u32 {
        loop {
            let product = u32::from(self.half()) * bound;
            let low = product & 0xFFFF;
            if low >= bound || low >= (0x1_0000 - bound) % bound {
                return product >> 16;
            }
        }
    }

    fn half(&mut self) -> u16 {
        if let Some(half) = self.spare.take() {
            return half;
        }
        let word = self.rng.next_u32();
        self.spare = Some((word >> 16) as u16);
        word as u16
    }
}

/// Resamples of one block, which a thread draws as a whole.
const BLOCK: usize = 64;

/// One value per resample, computed on `threads` threads. Values that are not finite are undefined.
pub(crate) fn replicate(
    threads: NonZeroUsize,
    n_cases: u32,
    options: &CaseBootstrap,
    statistic: impl Fn(&mut Draws) -> Option<f64> + Sync,
) -> Vec<Option<f64>> {
    replicate_each(threads, n_cases, 1, options, |draws, values| values[0] = statistic(draws))
}

/// As [`replicate`], with `width` values per resample, one resample after the other. `fill` draws once and sets the
/// values of its resample, which come undefined.
pub(crate) fn replicate_each(
    threads: NonZeroUsize,
    n_cases: u32,
    width: usize,
    options: &CaseBootstrap,
    fill: impl Fn(&mut Draws, &mut [Option<f64>]) + Sync,
) -> Vec<Option<f64>> {
    let width = width.max(1);
    let mut values = vec![None; options.resamples * width];
    let fill_part = |first: usize, values: &mut [Option<f64>]| {
        for (index, block) in values.chunks_mut(BLOCK * width).enumerate() {
            let mut draws = Draws::of_block(options.seed, (first + index) as u64, n_cases);
            for resample in block.chunks_mut(width) {
                fill(&mut draws, resample);
                for value in resample {
                    *value = finite(*value);
                }
            }
        }
    };
    if threads.get() == 1 {
        fill_part(0, &mut values);
        return values;
    }
    let blocks_each = options.resamples.div_ceil(BLOCK).div_ceil(threads.get()).max(1);
    thread::scope(|scope| {
        for (index, part) in values.chunks_mut(blocks_each * BLOCK * width).enumerate() {
            let fill_part = &fill_part;
            scope.spawn(move || fill_part(index * blocks_each, part));
        }
    });
    values
}

/// The number of cases as the draws take it; `None` when there is nothing to draw, or too much.
pub(crate) fn drawable(n_cases: usize) -> Option<u32> {
    u32::try_from(n_cases).ok().filter(|n| *n > 0)
}

/// Threads worth starting for a number of additions.
pub(crate) fn threads_for(additions: usize) -> NonZeroUsize {
    const ADDITIONS_WORTH_A_THREAD: usize = 4_000_000;
    let worthwhile = NonZeroUsize::new(additions / ADDITIONS_WORTH_A_THREAD).unwrap_or(NonZeroUsize::MIN);
    thread::available_parallelism().map_or(NonZeroUsize::MIN, |cores| cores.min(worthwhile))
}

/// The value unless it is NaN or infinite.
pub(crate) fn finite(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounded_draws_reach_every_case_about_equally_often() {
        for bound in [7, 4096, 5000] {
            let mut draws = Draws::of_block([7; 32], 0, bound);
            let mut hits = vec![0u32; bound as usize];
            let each = 200;
            for _ in 0..each {
                draws.for_each(|case| hits[case] += 1);
            }
            // Chi-squared of the hits: mean bound - 1, standard deviation sqrt(2 (bound - 1)).
            let expected = f64::from(each);
            let chi: f64 = hits.iter().map(|hits| (f64::from(*hits) - expected).powi(2) / expected).sum();
            let freedom = f64::from(bound - 1);
            assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{bound}: {chi}");
        }
    }

    #[test]
    fn the_draws_of_a_seed_are_pinned() {
        // A change here changes every interval ever printed.
        let mut drawn = Vec::new();
        Draws::of_block([0; 32], 0, 6).for_each(|case| drawn.push(case));
        Draws::of_block([0; 32], 1, 6).for_each(|case| drawn.push(case));
        assert_eq!(drawn, [0, 1, 2, 5, 2, 5, 3, 4, 3, 4, 1, 2]);
    }
}
