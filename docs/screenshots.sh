#!/usr/bin/env bash
# Makes the pictures of docs/img. Needs, besides the program, what Debian calls chromium, fonts-noto-cjk and pngquant:
#   apt-get install chromium fonts-noto-cjk pngquant
# Usage: docs/screenshots.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "${1:-target/debug/lexconsult}")
img=$PWD/docs/img
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$img"
cd "$work"

assistants=builtin/listener,builtin/always-ask,builtin/never-ask
for user in lexical leaky; do
    "$program" run --pack zh-civil --limit 24 --model "$assistants" --user "builtin/$user" --repeats 2 --resamples 2000 \
        --display none --log-dir runs --name "$user" >/dev/null
done
# Two annotators who are made up: they say what the judge says, but of every ninth item of a task.
"$program" annotate export runs/lexical --out sheets >/dev/null
python3 - <<'PEOPLE' >people.csv
import json
words = {"lca": ["complete", "underspecified", "neither"], "dcg": ["accepted", "relevant_only", "neither", "no_question"],
         "ljp": ["dismissed", "partially_supported", "supported", "no_verdict"]}
print("item,label,note")
for at, item in enumerate(json.load(open("sheets/key.json"))["items"]):
    label, of = item["labels"]["builtin/rules"], words[item["task"]]
    other = of[(of.index(label) + 1) % len(of)] if label in of else of[0]
    print(f'{item["item"]},{other if at % 9 == 4 else label},')
PEOPLE
for annotator in one two; do
    "$program" annotate import sheets --annotator "$annotator" people.csv >/dev/null
done
"$program" annotate import sheets --adjudicated sheets/disagreements.csv >/dev/null
cp -r runs/lexical runs/calibrated
"$program" calibrate runs/lexical --annotations sheets >/dev/null
mv runs/lexical/calibration.json runs/calibrated/
# The same calibration, its judge read by another rubric.
cp -r runs/calibrated runs/stale
sed -i '0,/"rubric_hash": "[^"]*"/s//"rubric_hash": "another"/' runs/stale/calibration.json

"$program" probe --pack zh-civil --limit 24 --user builtin/lexical,builtin/leaky,builtin/evasive --resamples 2000 \
    --display none --log-dir runs --name probes >/dev/null
"$program" report runs/lexical runs/probes --lang en -o probed.html
"$program" report runs/lexical --lang en -o en.html
"$program" report runs/lexical --lang zh -o zh.html
"$program" report runs/lexical runs/leaky --lang en -o two.html
"$program" report runs/calibrated --lang en -o calibrated.html
"$program" report runs/calibrated --lang zh -o figures.md
"$program" report runs/stale --lang zh -o stale.html
"$program" compare runs/lexical --a builtin/never-ask --b builtin/listener --resamples 2000 --lang en -o compare.html

browse() { # WIDTH HEIGHT SCHEME ARGUMENTS...
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 \
        --blink-settings=preferredColorScheme="$3" --window-size="$1,$2" "${@:4}" 2>/dev/null
}

# A page as high as it is, so that nothing is cut.
shoot() { # FILE NAME [dark [WIDTH]]
    local scheme=1 width=${4:-1160} height
    [ -n "${3:-}" ] && scheme=0
    # The page forbids scripts; its copy that is measured does not.
    sed 's|<meta http-equiv="Content-Security-Policy"[^>]*>||' "$1" >measured.html
    echo '<script>addEventListener("load", () => document.title = "height " + document.documentElement.scrollHeight)</script>' \
        >>measured.html
    height=$(browse "$width" 100 "$scheme" --dump-dom "file://$work/measured.html" | grep -o -m 1 'height [0-9]*</title>' | grep -o '[0-9]*')
    browse "$width" "$height" "$scheme" --screenshot="$2.png" "file://$work/$1"
    pngquant --force --output "$img/$2.png" 32 "$2.png"
}

# One section of a page, cut from the whole by hiding the others.
section() { # PAGE SECTION NAME [dark]
    local css="nav,h1{display:none}section{display:none}section#$2{display:block}h2{border:0;margin-top:0}"
    sed "s|</head>|<style>$css</style></head>|" "$1" >"$3.html"
    shoot "$3.html" "$3" "${4:-}"
}

section en.html findings report-en-findings
section en.html what-was-played report-en-played
section en.html what-it-bears report-en-opening
section en.html headlines report-en-headlines
section en.html versus report-en-versus
section en.html lca report-en-lca
section en.html dcg report-en-dcg
section en.html ljp report-en-ljp
section en.html dialogues report-en-dialogues
section two.html simulator report-en-simulator
section probed.html fidelity report-en-fidelity
section calibrated.html judge report-en-judge
section stale.html judge report-zh-judge-stale dark
section en.html complexity report-en-complexity
section en.html pack report-en-pack
section en.html published report-en-published
section zh.html headlines report-zh-dark dark
section zh.html dcg report-zh-dcg
section zh.html pack report-zh-pack
section compare.html comparison compare-en
section compare.html to-read-first compare-en-read
for figure in figures.figures/*.svg; do
    name=$(basename "$figure" .svg)
    printf '<!DOCTYPE html><meta charset="utf-8"><body style="margin:0;background:#14181c"><img src="%s" style="display:block">' "$figure" >"$name.html"
    shoot "$name.html" "figure-$name-dark" dark 680
done
ls -l "$img"
