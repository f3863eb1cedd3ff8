//! What the commands say of themselves.

use super::bench::help;

#[test]
fn help_of_the_commands_for_people() {
    for command in [
        &["annotate"][..],
        &["annotate", "export"],
        &["annotate", "import"],
        &["annotate", "terminal"],
        &["calibrate"],
    ] {
        let text = help(command);
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{command:?}: it fits a terminal");
        insta::assert_snapshot!(format!("help-{}", command.join("-")), text);
    }
}
