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
    check("第一项：支持；第二项另说。\n第二项：驳回", &[S, D]);
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
