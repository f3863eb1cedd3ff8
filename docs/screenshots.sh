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
"$program" report runs/lexical --lang en -o en.html
"$program" report runs/lexical --lang zh -o zh.html
"$program" report runs/lexical runs/leaky --lang en -o two.html
"$program" report runs/lexical --lang zh -o figures.md
"$program" compare runs/lexical --a builtin/never-ask --b builtin/listener --resamples 2000 --lang en -o compare.html

# One section of a page, cut from the whole by hiding the others.
section() { # PAGE SECTION NAME HEIGHT [dark]
    local page=$1 id=$2 name=$3 height=$4 dark=${5:-}
    local css="nav,h1{display:none}section{display:none}section#$id{display:block}h2{border:0;margin-top:0}"
    sed "s|</head>|<style>$css</style></head>|" "$page" >"$name.html"
    shoot "$name.html" "$name" "$height" "$dark"
}

shoot() { # FILE NAME HEIGHT [dark [WIDTH]]
    local scheme=1
    [ -n "${4:-}" ] && scheme=0
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 \
        --blink-settings=preferredColorScheme=$scheme --window-size="${5:-1160},$3" \
        --screenshot="$2.png" "file://$work/$1" 2>/dev/null
    pngquant --force --output "$img/$2.png" 16 "$2.png"
}

section en.html what-was-played report-en-played 380
section en.html what-it-bears report-en-opening 760
section en.html headlines report-en-headlines 1180
section en.html versus report-en-versus 1560
section en.html lca report-en-lca 1640
section en.html dcg report-en-dcg 2500
section en.html ljp report-en-ljp 2060
section en.html dialogues report-en-dialogues 3960
section two.html simulator report-en-simulator 830
section en.html complexity report-en-complexity 1120
section en.html pack report-en-pack 1420
section en.html published report-en-published 1840
section zh.html headlines report-zh-dark 1130 dark
section zh.html dcg report-zh-dcg 2500
section zh.html pack report-zh-pack 1220
section compare.html comparison compare-en 1060
section compare.html to-read-first compare-en-read 1130
for figure in figures.figures/*.svg; do
    name=$(basename "$figure" .svg)
    height=$(sed -n 's/.* height="\([0-9]*\)".*/\1/p' "$figure" | head -n 1)
    printf '<!DOCTYPE html><meta charset="utf-8"><body style="margin:0;background:#14181c"><img src="%s">' "$figure" >"$name.html"
    shoot "$name.html" "figure-$name-dark" "$((height + 4))" dark 680
done
ls -l "$img"
