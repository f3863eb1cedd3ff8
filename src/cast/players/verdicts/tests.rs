use proptest::prelude::*;

use super::*;

const S: Option<Verdict> = Some(Verdict::Supported);
const P: Option<Verdict> = Some(Verdict::PartiallySupported);
const D: Option<Verdict> = Some(Verdict::Dismissed);

fn check(message: &str, expected: &[Option<Verdict>]) {
    let verdicts: Vec<_> = read(message, expected.len()).into_iter().map(|r| r.verdict).collect();
    assert_eq!(verdicts, expected, "{message}");
}

#[test]
fn verdict_lines_are_read_as_the_prompts_ask_for_them() {
    check("1. 支持\n2. 部分支持\n3. 驳回", &[S, P, D]);
    check("1. 归还本金20万元：支持\n2. 利息：部分支持\n3. 连带责任：驳回", &[S, P, D]);
    check("1. Supported\n2. Partially Supported\n3. Dismissed", &[S, P, D]);
    check("1. Return of the deposit: Supported\n2. Moving truck: Dismissed", &[S, D]);
    check("全部诉讼请求：支持", &[S, S]);
    check("All claims: Dismissed", &[D, D, D]);
    check("2. 驳回\n1. 支持", &[S, D]);
}

#[test]
fn dress_and_reasons_around_the_verdict_make_no_difference() {
    check("**1. 本金**：**部分支持**（196,243.29元）\n**2. 利息**：不予支持。", &[P, D]);
    check("- 诉讼请求一：支持，被告的抗辩应予驳回\n- 诉讼请求二：驳回。", &[S, D]);
    check("| 序号 | 诉求 | 结论 |\n|---|---|---|\n| 1 | 本金 | 支持 |\n| 2 | 利息 | 部分支持 |", &[S, P]);
    check("1) Deposit — Partially Supported ($800).\n2) Truck — Not supported.", &[P, D]);
    check("Claim 1 (deposit): Supported, because the notice came late.\nClaim 2: Dismissed.", &[S, D]);
    check("1. 归还本金（部分支持）\n2. 利息（驳回）", &[P, D]);
    check("１．本金：支持\n２．利息：驳回", &[S, D]);
    check("第一项：支持，第二项另说。\n第二项：驳回", &[S, D]);
}

#[test]
fn reasons_in_numbered_prose_do_not_replace_verdict_lines() {
    check(
        "1. 支持\n2. 驳回\n\n理由：\n1. 借条有效，对方的抗辩不予支持。\n2. 没有约定，法院会支持吗？不会。",
        &[S, D],
    );
    check(
        "1. The court may dismiss this if no list came.\n2. The lease is silent.\n\n1. Deposit: Supported\n2. Truck: Dismissed",
        &[S, D],
    );
}

#[test]
fn supporting_a_sum_and_dismissing_the_rest_is_partial() {
    check("1. 本金：支持18万元，超出部分驳回\n2. 利息：支持；其余请求不予支持。", &[P, P]);
    check("1. Deposit: supported as to $800; the rest is dismissed", &[P]);
    check("3. 驳回其他诉讼请求\n1. 支持\n2. 支持", &[S, S, D]);
}

#[test]
fn conditional_and_hedged_lines_are_open() {
    for message in [
        "1. 如果对方还过款，则部分支持",
        "1. 本金：若有催收记录则支持，否则驳回",
        "1. 本金：支持或部分支持",
        "1. 本金：支持|部分支持|驳回",
        "1. 可能支持",
        "1. Deposit: Supported if he sent no list",
        "1. Supported / Dismissed",
        "1. The claim might be granted",
        "All claims: supported, provided that the lease was in writing",
    ] {
        let readings = read(message, 1);
        assert_eq!((readings[0].verdict, readings[0].open), (None, true), "{message}");
        assert_eq!(readings[0].quote.as_deref(), Some(message));
    }
}

#[test]
fn prose_that_names_claims_is_read() {
    check("法院会支持您的第一项诉求；第二项诉求会被驳回。", &[S, D]);
    check("第一项请求，借条和转账都在，应予支持。\n第二项请求没有约定，难以得到支持。", &[S, D]);
    check("Your first claim will likely be granted in part. The second claim should be dismissed.", &[P, D]);
    check("诉讼请求1、2均应支持，诉讼请求3应予驳回。", &[S, S, D]);
    check(
        "1. 关于本金，借条可以证明，因此应当支持。\n2. 关于利息，法院是否支持？约定过高，只能部分支持。",
        &[S, P],
    );
    check("法院会驳回您的请求。", &[D]);
    check("The court will uphold your claim in full.", &[S]);
}

#[test]
fn verdicts_before_the_names_of_their_claims_are_read() {
    check("综上，法院会支持您第1项、部分支持第2项、驳回第3项诉求。", &[S, P, D]);
    check("The court will support claim 1, partially support claim 2 and dismiss claim 3.", &[S, P, D]);
    check("第1项支持、第2项部分支持、第3项驳回。", &[S, P, D]);
    check("第1项、第2项诉求均应支持，第3项应予驳回。", &[S, S, D]);
    check("如果他承认，法院会支持第1项、驳回第2项。", &[None, None]);
}

#[test]
fn several_verdicts_on_a_line_are_read() {
    check("1. 支持 2. 部分支持 3. 驳回", &[S, P, D]);
    check("结论：1. 本金：支持；2. 利息：驳回。", &[S, D]);
    check("Verdict: 1. Supported, 2. Dismissed.", &[S, D]);
}

#[test]
fn a_condition_counts_before_a_verdict_or_right_after_it() {
    check("1. 本金：支持，因为借条写明若逾期则加付利息。\n2. 利息：支持，但如果已还则驳回", &[S, None]);
    check(
        "1. Supported, because he pays interest if he is late.\n2. Supported, but only if he is late.",
        &[S, None],
    );
    check("1. 如无还款记录：支持\n2. 若未还款，支持", &[S, None]);
}

#[test]
fn headings_in_words_or_chinese_numerals_carry_the_conclusions_below_them() {
    check(
        "### 一、归还本金\n**裁判预测：部分支持**\n理由略。\n### 二、利息\n**裁判预测：驳回**\n三、综合结论：支持",
        &[P, D],
    );
    check("一、案情分析\n对方的抗辩不能得到支持。\n二、结论\n1. 支持\n2. 驳回", &[S, D]);
}

#[test]
fn what_is_said_of_all_claims_fills_the_gaps() {
    check("三项诉讼请求均应得到支持。", &[S, S, S]);
    check("除第二项应予驳回外，其余从略。\n全部诉讼请求：支持", &[S, D]);
    check("并非所有诉讼请求都会得到支持。", &[None, None]);
    check("Both claims will be dismissed.", &[D, D]);
}

#[test]
fn a_conclusion_below_its_heading_counts() {
    check(
        "诉讼请求一：归还本金\n1. 借条有效\n2. 已经还过\n结论：部分支持\n\n诉讼请求二：利息\n结论：驳回",
        &[P, D],
    );
    check("### Claim 1\nThe notice was late.\nVerdict: Supported\n### Claim 2\n**Dismissed**", &[S, D]);
}

#[test]
fn unnumbered_verdict_lines_stand_in_order() {
    check("归还本金：支持\n支付利息：部分支持", &[S, P]);
    check("归还本金：支持\n支付利息：部分支持", &[None, None, None]);
}

#[test]
fn a_message_without_verdicts_gives_none() {
    for message in [
        "",
        "借款之后他有没有还过钱？",
        "法院是否支持，要看证据。",
        "建议您咨询当地律师。",
        "1. 请问他还过钱吗？\n2. 有聊天记录吗？",
        "Did the landlord send a list? Then we can see whether the claim is supported.",
        "一、法律支持的范围\n二、程序",
    ] {
        check(message, &[None, None]);
    }
}

#[test]
fn the_quote_is_the_line() {
    let readings = read("好的。\n  **1. 本金**：支持  \n2. 利息：驳回", 2);
    assert_eq!(readings[0].quote.as_deref(), Some("**1. 本金**：支持"));
}

/// Answers as models write them.
#[test]
fn whole_answers_are_read() {
    check(
        "【结论】\n1. 归还借款本金20万元：部分支持\n2. 按月息2分支付利息：部分支持\n3. 弟弟承担连带责任：驳回\n\n\
         理由：借条与转账凭证足以证明借款事实。对方若主张已过时效，因2024年2月曾承诺还款，该抗辩不能成立。\n\
         关于利息，月息2分超过合同成立时一年期LPR的四倍，超过部分不予支持。\n\
         关于担保，未约定保证方式，为一般保证，保证期间已过，保证人不再承担责任。",
        &[P, P, D],
    );
    check(
        "根据您陈述的情况，我的判断如下：\n\n**第一项诉讼请求（归还本金20万元）**\n\n法院大概率会予以支持。理由是……\n\n\
         **第二项诉讼请求（利息）**\n\n预测结果：部分支持。约定利率过高。\n\n**第三项诉讼请求（连带责任）**\n\n预测结果：驳回。",
        &[None, P, D],
    );
    check(
        "| 诉求 | 预测 | 理由 |\n| --- | --- | --- |\n| 1. 本金 | 部分支持 | 已还3万元先抵利息 |\n\
         | 2. 利息 | 部分支持 | 超过四倍LPR的不予支持 |\n| 3. 连带责任 | 驳回 | 保证期间已过 |",
        &[P, P, D],
    );
    check(
        "[VERDICT]\n1. Return of the $1,200 deposit: Partially Supported\n2. $300 for the truck: Dismissed\n\n\
         Reasons. Under G.L. c. 186, s. 15B(4), the landlord may deduct $400 if the list is sworn. \
         1. The list came in time. 2. Nothing in the lease supports the truck.",
        &[P, D],
    );
    check(
        "Here is how I expect a court to rule:\n\n- **Claim 1 – deposit:** *Partially Supported.* The deduction of $400 \
         stands, and the rest must be paid back.\n- **Claim 2 – moving truck:** *Dismissed.* The lease is silent.",
        &[P, D],
    );
    check(
        "On the first claim, the deposit, the court will probably grant it in part. On the second claim, the truck, \
         you are unlikely to succeed.",
        &[P, D],
    );
    check(
        "I cannot tell yet. If the landlord sent a list in time, claim 1 will be granted in part; otherwise it will \
         be granted in full.",
        &[None, None],
    );
    check(
        "结论取决于他有没有还过钱：如果没有，第一项会得到支持；如果有，只能部分支持。第二项无论如何都应驳回。",
        &[None, D],
    );
}

proptest! {
    #[test]
    fn any_message_can_be_read(
        message in "(?s).{0,200}|(1|2|一|[.、：:|（(\\-\n ]|支持|部分|不|驳回|如果|诉讼请求|第|项|claim |all claims|supported|partially |not |dismissed){0,40}",
        claims in 0usize..5,
    ) {
        let readings = read(&message, claims);
        prop_assert_eq!(readings.len(), claims);
        for reading in readings {
            prop_assert!(!(reading.open && reading.verdict.is_some()));
            prop_assert_eq!(reading.quote.is_some(), reading.open || reading.verdict.is_some());
        }
    }

    #[test]
    fn written_verdict_lines_are_read_back(codes in prop::collection::vec((0usize..3, any::<bool>()), 1..7)) {
        use crate::case::Language;
        let (mut lines, mut expected) = (Vec::new(), Vec::new());
        for (i, (code, chinese)) in codes.into_iter().enumerate() {
            let language = if chinese { Language::Zh } else { Language::En };
            lines.push(format!("{}. {}", i + 1, Verdict::ALL[code].word(language)));
            expected.push(Some(Verdict::ALL[code]));
        }
        check(&lines.join("\n"), &expected);
    }
}
