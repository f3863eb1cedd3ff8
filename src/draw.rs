//! The project's own randomness: named draws that are the same on every machine and at any
//! concurrency.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// 32 bytes from the run's seed and the names of what is drawn; parts are told apart by length.
pub fn seed(run_seed: u64, parts: &[&str]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&run_seed.to_le_bytes());
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    *hasher.finalize().as_bytes()
}

/// A generator for one named draw.
pub fn rng(run_seed: u64, parts: &[&str]) -> ChaCha8Rng {
    ChaCha8Rng::from_seed(seed(run_seed, parts))
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;

    #[test]
    fn draws_are_the_same_on_every_machine() {
        let mut rng = rng(7, &["case", "underspecified", "1", "assistant"]);
        let drawn: [u64; 2] = [rng.next_u64(), rng.next_u64()];
        assert_eq!(drawn, [16_842_125_723_142_457_743, 16_857_691_030_082_978_133]);
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(seed(1, &["ab", "c"]), seed(1, &["a", "bc"]));
        assert_ne!(seed(1, &["a"]), seed(2, &["a"]));
    }
}
