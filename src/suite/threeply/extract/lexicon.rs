//! Classes of words that the grammar knows.

/// Verbs by which a case has a factor, and auxiliaries that stand for them.
pub(super) const HOLDS: &str = " has have had contains contained contain includes included include involves involved \
    involve features featured feature shares shared share lacks lacked lack presents presented present exhibits exhibited \
    exhibit adds added add carries carried carry shows showed show does do did possesses possessed possess suffers suffered \
    suffer enjoys enjoyed enjoy cannot also differs differed rests rested rest turned turns turn offers offered offer \
    displays displayed display display boasts boasted boast omits omitted likewise never still knows knew know bears bore holds held \
    owns owned brings brought comes came went goes sports sported supplies supplied furnishes furnished records recorded \
    reveals revealed keeps kept retains retained faces faced misses missed needs needed can could may must would matches \
    matched mirrors mirrored resembles resembled parallels paralleled outdoes outdid reproduces reproduced replicates \
    repeats repeated demonstrates demonstrated labours labors laboured labored relies relied stood stands fell gained \
    benefits benefited escapes escaped avoids avoided gets got sees saw combines combined encompasses encompassed \
    manifests manifested hinged hinges depended depends concerned concerns ";

/// Those of them that may stand before another verb.
pub(super) const ADVERBS: &str = " also likewise never still ";

/// Forms of to be.
pub(super) const BE: &str = " is was are were ";

/// Verbs whose subject is a factor.
pub(super) const FINITE: &str = " appears appear do does did recur recurs belong belongs occur occurs exist exists figure \
    figures feature features remain remains apply applies count counts come comes stand stands ";

/// What says that factors are there.
pub(super) const PRESENCE: &str = " present found appears appear appeared recurs recur recurred occurs occur occurred \
    exists exist existed reappear reappears reappeared resurface resurfaces resurfaced return returns returned figures figured figure arises arose contained included established shown made featured feature \
    features seen located available repeated replicated mirrored in ";

/// Words that stand for factors named before.
pub(super) const FACTOR_PRONOUNS: &str =
    " both these those they all each them same ones it either everything ";

/// Words that say that the cases named have the factors in common, or that what is named recurs.
pub(super) const SHARED: &str = " share shares shared sharing common overlap overlapping overlaps mutual commonality \
    commonalities intersection coincide coincides recur recurs reappear reappears resurface resurfaces converge converges alike matching matched match similarities similarity joint jointly resembles matches \
    contact parallel parallels agree agrees agreed recurring coincided concur concurs ";

/// Words by which cases are said to differ in what is named.
pub(super) const DIFFER: &str = " dissimilar differ differed different diverge diverged ways difference differences distinction distinctions disagree disagreed ";

/// Words that open an exception: what they name is the other way than what the rest says.
pub(super) const EXCEPTION: &str = " except excepting save excluding barring ";

/// Whether a word belongs to a class: a string of words with a space before and after each.
pub(super) fn within(class: &str, word: &str) -> bool {
    let space = |at: Option<usize>| at.is_some_and(|at| class.as_bytes().get(at) == Some(&b' '));
    !word.is_empty()
        && class.match_indices(word).any(|(at, _)| space(at.checked_sub(1)) && space(Some(at + word.len())))
}
