//! The guidelines as people read them.

use lexconsult::annotate::guideline::{in_words, template};
use lexconsult::case::Language;
use lexconsult::prompt::Prompts;
use lexconsult::suite::lexpilot::Task;

#[test]
fn the_shipped_guidelines() {
    let prompts = Prompts::load(None).expect("the shipped prompts load");
    for task in Task::ALL.iter().copied() {
        for language in [Language::En, Language::Zh] {
            let path = template(task).path(language);
            let (_, text) = prompts.sources().find(|(name, _)| *name == path).expect("a known prompt");
            let (_, after) = text.split_once("[[system]]").expect("a section");
            let instructions = after.split("[[user]]").next().expect("a section");
            insta::assert_snapshot!(
                format!("guideline-{}-{task}", language.code()),
                in_words(instructions, task, language)
            );
        }
    }
}
