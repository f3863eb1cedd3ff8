//! What probes came to, in the terminal.

use std::fmt;
use std::path::Path;

use super::{All, ProbeFile, Sitter};
use crate::case::ProbeKind;
use crate::model::BudgetReport;
use crate::model::journal::Spent;
use crate::printable::printable;
use crate::report::money;
use crate::report::number::{count, decimal, interval, of};
use crate::report::table::Table;
use crate::suite::fidelity::{ConditionRates, Difference, Outcome, Rate, ReplyRecord, UserFidelity, worst};

/// The text at the end.
pub struct Closing<'a> {
    pub folder: &'a Path,
    pub file: &'a ProbeFile<'a>,
    pub brought: &'a All,
    pub budget: Option<BudgetReport>,
    /// How many of the worst replies are shown.
    pub worst: usize,
}

/// Characters of a text that are shown.
const CHARS_MAX: usize = 400;

impl fmt::Display for Closing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.header(f)?;
        let (whole, groups): (Vec<&UserFidelity>, Vec<&UserFidelity>) =
            self.file.fidelity.users.iter().partition(|user| user.group.is_none());
        for user in &whole {
            self.user(f, user)?;
        }
        self.questions(f)?;
        if whole.len() > 1 {
            self.pairs(f)?;
        }
        self.groups(f, &groups)?;
        self.worst(f)?;
        writeln!(f, "{}", Money(&self.file.spent))?;
        if let Some(budget) = &self.budget {
            money::limit(f, budget)?;
        }
        let folder = self.folder.display();
        writeln!(f, "All replies and numbers: {folder}/probe.json")?;
        if !self.brought.is_whole() {
            let name = self.folder.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
            writeln!(f, "Something is owed still. Next: the same command with --name {name}")?;
        }
        Ok(())
    }
}

impl Closing<'_> {
    fn header(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file;
        let said = |sitter: &Sitter| match sitter.rules {
            true => format!("{} (rules, not models)", sitter.name),
            false => sitter.name.clone(),
        };
        writeln!(f, "\nprobes     {}", file.run)?;
        writeln!(f, "pack       {}", file.pack)?;
        for user in &file.users {
            writeln!(f, "user       {}", said(user))?;
        }
        writeln!(f, "assessor   {}", said(&file.assessor))?;
        writeln!(f, "judge      {}", said(&file.judge))?;
        let (assessed, all) =
            (file.replies.iter().filter(|record| record.assessment.is_some()).count(), file.replies.len());
        let cut = self.brought.cut_short().map(|why| format!("; {why}")).unwrap_or_default();
        writeln!(
            f,
            "replies    {} of {} assessed{cut}; {} new, {} from the journal",
            count(assessed as u64),
            count(all as u64),
            of(self.brought.fresh as usize, "ask", "asks"),
            count(self.brought.asked - self.brought.fresh)
        )?;
        if file.assessor.rules {
            writeln!(
                f,
                "Assessed by rules: facts by their marks, numbers of one's own; what is said otherwise they cannot see."
            )?;
        }
        Ok(())
    }

    /// The paper's table, for one user.
    fn user(&self, f: &mut fmt::Formatter<'_>, user: &UserFidelity) -> fmt::Result {
        writeln!(f, "\n{}", user.user)?;
        let headings = [
            "request",
            "as it should be",
            "%",
            "95%",
            "over-disclosed",
            "%",
            "95%",
            "error",
            "%",
            "95%",
            "lost",
        ];
        let mut table = Table::new(&headings).numbers(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        for condition in &user.conditions {
            let ok = condition.ok.map_or_else(|| ["", "", ""].map(str::to_owned), |ok| cells(&ok));
            table.row(
                [format!("{} {}", condition.kind, condition.kind.name())]
                    .into_iter()
                    .chain(ok)
                    .chain(cells(&condition.over_disclosed))
                    .chain(cells(&condition.error))
                    .chain([lost(condition)]),
            );
        }
        writeln!(f, "{table}")?;
        let lacking: Vec<String> = user
            .conditions
            .iter()
            .filter(|condition| condition.incomplete)
            .map(|condition| condition.kind.to_string())
            .collect();
        incomplete(f, &lacking)?;
        let errors: Vec<String> = user
            .conditions
            .iter()
            .flat_map(|condition| condition.errors.iter().map(move |(kind, n)| (condition.kind, kind, *n)))
            .filter(|(_, _, n)| *n > 0)
            .map(|(kind, error, n)| format!("{kind} {error} {}", count(n)))
            .collect();
        if !errors.is_empty() {
            writeln!(f, "Errors: {}", errors.join(", "))?;
        }
        writeln!(f, "B - A: {}", points(&user.b_minus_a))?;
        let joint = &user.a_and_d;
        writeln!(
            f,
            "A and D: both {}, A alone {}, D alone {}, neither {}: {}",
            count(joint.both),
            count(joint.a_only),
            count(joint.d_only),
            count(joint.neither),
            share(&joint.joint)
        )?;
        let recovery = &user.recovery;
        write!(
            f,
            "Facts recovered by accepted questions (A, B): {}; failure {}",
            share(&recovery.recovered),
            decimal(recovery.failure_rate.map(|rate| 100.0 * rate), 1)
        )?;
        if recovery.failure_rate.is_some() {
            write!(f, "%")?;
        }
        if recovery.unjudged > 0 {
            write!(f, "; {} left out, their questions unjudged", count(recovery.unjudged))?;
        }
        writeln!(f)?;
        let numbers = [
            ("B - A", user.b_minus_a.incomplete),
            ("A and D", joint.incomplete),
            ("facts recovered", recovery.incomplete),
        ];
        let lacking: Vec<String> =
            numbers.iter().filter(|(_, lacks)| *lacks).map(|(name, _)| (*name).to_owned()).collect();
        incomplete(f, &lacking)
    }

    fn questions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nQuestions that the DCG judge accepts (DCG+), whoever answers them")?;
        let mut table = Table::new(&["question", "accepted", "%", "95%", "lost"]).numbers(&[1, 2, 3, 4]);
        for rates in &self.file.fidelity.questions {
            let lost: u64 = rates.lost.values().sum();
            table.row(
                [format!("{} {}", rates.kind, rates.kind.name())]
                    .into_iter()
                    .chain(cells(&rates.accepted))
                    .chain([count(lost)]),
            );
        }
        writeln!(f, "{table}")?;
        let lacking = self.file.fidelity.questions.iter().filter(|rates| rates.incomplete);
        incomplete(f, &lacking.map(|rates| rates.kind.to_string()).collect::<Vec<_>>())
    }

    fn pairs(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nUsers on the same requests: second less first, in points")?;
        let headings = [
            "first",
            "second",
            "request",
            "share",
            "pairs",
            "lost",
            "first only",
            "second only",
            "points",
            "95%",
            "p",
        ];
        let mut table = Table::new(&headings).numbers(&[4, 5, 6, 7, 8, 9, 10]);
        for pair in &self.file.fidelity.pairs {
            let difference = &pair.difference;
            let outcome = match pair.outcome {
                Outcome::Ok => "as it should be",
                Outcome::OverDisclosed => "over-disclosed",
                Outcome::Error => "error",
            };
            table.row([
                pair.first.clone(),
                pair.second.clone(),
                pair.kind.to_string(),
                outcome.to_owned(),
                count(difference.n),
                format!(
                    "{}{}",
                    count(difference.planned - difference.n),
                    if difference.incomplete { " incomplete" } else { "" }
                ),
                count(difference.first_only),
                count(difference.second_only),
                decimal(percent(difference.difference), 1),
                interval(percent(difference.low), percent(difference.high), 1),
                decimal(difference.mcnemar_exact_p, 3),
            ]);
        }
        writeln!(f, "{table}")
    }

    fn groups(&self, f: &mut fmt::Formatter<'_>, groups: &[&UserFidelity]) -> fmt::Result {
        if groups.is_empty() {
            return Ok(());
        }
        writeln!(
            f,
            "\nBy class and by type of the fact: as it should be; over-disclosed; errors; of so many"
        )?;
        let mut table =
            Table::new(&["user", "group", "A", "B", "C", "D", "recovered"]).numbers(&[2, 3, 4, 5, 6]);
        for user in groups {
            let cell = |kind: ProbeKind| {
                let condition = user.conditions.iter().find(|condition| condition.kind == kind);
                condition.map(short).unwrap_or_default()
            };
            let recovered = &user.recovery.recovered;
            table.row(
                [user.user.clone(), user.group.clone().unwrap_or_default()]
                    .into_iter()
                    .chain(ProbeKind::ALL.map(cell))
                    .chain([mark(format!("{}/{}", recovered.count, recovered.n), user.recovery.incomplete)]),
            );
        }
        writeln!(f, "{table}")?;
        let lacks = |user: &&UserFidelity| user.incomplete || user.recovery.incomplete;
        if groups.iter().any(lacks) {
            writeln!(f, "* incomplete: more than 2% of it was lost")?;
        }
        Ok(())
    }

    fn worst(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = worst(self.file.replies);
        let shown = found.len().min(self.worst);
        if shown == 0 {
            return Ok(());
        }
        writeln!(f, "\nWorst replies, {shown} of {} in which something is wrong", count(found.len() as u64))?;
        for record in &found[..shown] {
            reply(f, record)?;
        }
        Ok(())
    }
}

/// One reply, with what is wrong in it.
fn reply(f: &mut fmt::Formatter<'_>, record: &ReplyRecord) -> fmt::Result {
    let unit = &record.unit;
    writeln!(
        f,
        "\n{} · {} · {} {} of {} · repeat {}",
        unit.user,
        unit.case,
        unit.kind,
        unit.kind.name(),
        unit.target,
        unit.repeat
    )?;
    writeln!(f, "  asked  {}", clip(&record.question))?;
    writeln!(f, "  said   {}", clip(record.reply.as_deref().unwrap_or_default()))?;
    if let Some(assessment) = &record.assessment {
        if assessment.answer.is_ok() == Some(false) {
            writeln!(f, "  {}", assessment.answer.name())?;
        }
        for entry in &assessment.over_disclosed {
            writeln!(f, "  over-disclosed {}: {}", entry.fact, clip(&entry.quote))?;
        }
        for entry in &assessment.errors {
            writeln!(f, "  {}: {}", entry.kind.name(), clip(&entry.quote))?;
        }
        writeln!(f, "  why    {}", clip(&assessment.reason))?;
    }
    Ok(())
}

/// A text on one line, at bounded length.
fn clip(text: &str) -> String {
    let line = printable(text).split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(CHARS_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

fn percent(value: Option<f64>) -> Option<f64> {
    value.map(|value| 100.0 * value)
}

/// Count, percent, interval.
fn cells(rate: &Rate) -> [String; 3] {
    [
        format!("{}/{}", count(rate.count), count(rate.n)),
        decimal(percent(rate.rate), 1),
        interval(percent(rate.low), percent(rate.high), 1),
    ]
}

/// The same in a line.
fn share(rate: &Rate) -> String {
    let [counts, percent, ends] = cells(rate);
    if rate.rate.is_none() { counts } else { format!("{counts} = {percent}% {ends}") }
}

/// As it should be, over-disclosed, errors, of so many.
fn short(condition: &ConditionRates) -> String {
    let (od, error) = (condition.over_disclosed.count, condition.error.count);
    let ok = condition.ok.map_or_else(|| "–".to_owned(), |ok| ok.count.to_string());
    mark(format!("{ok}; {od}; {error} /{}", condition.n), condition.incomplete)
}

/// A cell with a star where it is incomplete.
fn mark(cell: String, incomplete: bool) -> String {
    if incomplete { cell + "*" } else { cell }
}

/// The line that names what is incomplete.
fn incomplete(f: &mut fmt::Formatter<'_>, lacking: &[String]) -> fmt::Result {
    if lacking.is_empty() {
        return Ok(());
    }
    writeln!(f, "Incomplete, more than 2% of it lost: {}", lacking.join(", "))
}

fn points(difference: &Difference) -> String {
    let how = match difference.resamples {
        0 => "exact bootstrap over cases".to_owned(),
        n => format!("bootstrap over cases, {} resamples", count(n as u64)),
    };
    let test = match difference.mcnemar_exact_p {
        Some(p) => format!("; McNemar p = {}", decimal(Some(p), 3)),
        None => String::new(),
    };
    format!(
        "{} points {} ({}; A alone {}, B alone {}; {how}{test})",
        decimal(percent(difference.difference), 1),
        interval(percent(difference.low), percent(difference.high), 1),
        of(difference.n as usize, "pair", "pairs"),
        count(difference.first_only),
        count(difference.second_only),
    )
}

/// What was lost, by reason.
fn lost(condition: &ConditionRates) -> String {
    let one = |(reason, n): (&&str, &u64)| format!("{reason} {n}");
    match condition.lost.is_empty() {
        true => "0".to_owned(),
        false => condition.lost.iter().map(one).collect::<Vec<_>>().join(", "),
    }
}

/// What was asked and paid.
struct Money<'a>(&'a Spent);

impl fmt::Display for Money<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        money::spent(f, self.0)
    }
}
