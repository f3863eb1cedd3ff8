//! The form of a reply, as a schema and as it is read.

use lexconsult::suite::threeply::{EXTRACTION_PROMPT, extraction_schema, read_extraction};

#[test]
fn the_reply_of_the_shipped_prompt_fits_schema_and_reader() {
    let example =
        EXTRACTION_PROMPT.lines().find(|line| line.starts_with("{\"abstains\"")).expect("an example");
    let schema = jsonschema::validator_for(&extraction_schema()).expect("a schema");
    let accepts = |text: &str| serde_json::from_str(text).is_ok_and(|value| schema.is_valid(&value));
    assert!(accepts(example));
    assert!(read_extraction(example).is_ok());
    for (from, to) in [
        ("\"tsc1\": []", "\"tsc1\": null"),
        ("null", "\"current\""),
        ("[2, 15]", "[-2]"),
        ("[2, 15]", "[\"F2\"]"),
        ("false", "\"no\""),
        ("\"abstains\": false, ", ""),
        ("\"tsc1\": []", "\"tsc1\": [], \"tsc3\": []"),
    ] {
        let changed = example.replace(from, to);
        assert_ne!(changed, example);
        assert!(!accepts(&changed), "{changed}");
        assert!(read_extraction(&changed).is_err(), "{changed}");
    }
}
