//! The replies with most wrong in them.

use super::super::record::ReplyRecord;
use super::rates::Outcome;

/// The assessed replies in which something is wrong, the worst first: by how many of sufficiency (or
/// uncertainty), over-disclosure and error fail, then by how many facts and statements are named; equal ones
/// in their order.
pub fn worst(replies: &[ReplyRecord]) -> Vec<&ReplyRecord> {
    let badness = |reply: &ReplyRecord| {
        let assessment = reply.assessment.as_ref()?;
        let bad = |outcome: &Outcome| outcome.holds(assessment) == Some(*outcome != Outcome::Ok);
        let failing = Outcome::ALL.iter().filter(|outcome| bad(outcome)).count();
        let named = assessment.over_disclosed.len() + assessment.errors.len();
        (failing > 0).then_some((failing, named))
    };
    let mut found: Vec<((usize, usize), &ReplyRecord)> =
        replies.iter().filter_map(|reply| Some((badness(reply)?, reply))).collect();
    // The sort is stable.
    found.sort_by_key(|(badness, _)| std::cmp::Reverse(*badness));
    found.into_iter().map(|(_, reply)| reply).collect()
}
