use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
fn main() {
    let s = std::time::Instant::now();
    let mut x = 0u64;
    for b in 0..20000u64 {
        let mut r = ChaCha8Rng::from_seed([1; 32]);
        r.set_stream(b);
        x ^= r.next_u32() as u64;
    }
    println!("reseed+1 word {:?}", s.elapsed() / 20000);
    let mut r = ChaCha8Rng::from_seed([1; 32]);
    let s = std::time::Instant::now();
    for _ in 0..1_000_000 {
        x ^= r.next_u32() as u64;
    }
    println!("word {:?}", s.elapsed() / 1_000_000);
    let mut buf = vec![0u8; 4_000_000];
    let s = std::time::Instant::now();
    r.fill_bytes(&mut buf);
    println!("fill word {:?} {x} {}", s.elapsed() / 1_000_000, buf[5]);
}
