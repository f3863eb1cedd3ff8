# An agent that answers by the conversation alone, and keeps a log of what it is asked.
#
#   sh agent.sh NAME [MANNER]
#
# It runs in the folder of the program. Each request is appended, as it came, to $LOGS/NAME.log; then a
# line is written to descriptor 9, if that is open, so that whoever holds its other end can follow.
# MANNER is how an assistant talks where it may ask (`asks`, `decides`, `unmarked`), `quotes` for an assessor
# that finds an error in every reply, or `waits`: then
# the first request waits until something is written to the pipe $LOGS/go.
#
# While the file $LOGS/NAME.spoilt is there, answers to requests that hold its first line are spoilt:
# `error`, `empty`, `cut`, `filtered` or `garbage`, as its second line says. With `once` as its third line it is gone after
# the first of them.
name=$1
manner=$2

say() {
    printf '{"id": %s, "content": "%s"}\n' "$id" "$1"
}

# How many numbered claims stand between the heading and the next fence.
count_claims() {
    section=${asked##* CLAIMS ===}
    section=${section##* 诉求 ===}
    section=${section%%===*}
    claims=0
    while :; do
        case $section in
        *"\\n$((claims + 1)). "*) claims=$((claims + 1)) ;;
        *) return ;;
        esac
    done
}

# One verdict a claim, each by its own part of the sum.
verdicts() {
    count_claims
    list=
    rest=$sum
    number=1
    while [ "$number" -le "$claims" ]; do
        case $((rest % 4)) in
        0) verdict='\"dismissed\"' ;;
        1) verdict='\"partially_supported\"' ;;
        2) verdict='\"supported\"' ;;
        *) verdict=null ;;
        esac
        list="$list${list:+, }{\\\"number\\\": $number, \\\"quote\\\": null, \\\"verdict\\\": $verdict}"
        rest=$((rest / 4))
        number=$((number + 1))
    done
    say "{\\\"claims\\\": [$list]}"
}

# One question for a missing fact, on the focal point that turns on it; answerable or not by the sum.
judge_question() {
    fact=1
    while [ "$fact" -lt 30 ]; do
        case $asked in
        *"\\nk$fact (missing)"* | *"\\nk${fact}（缺失）"*) break ;;
        esac
        fact=$((fact + 1))
    done
    focal=1
    while [ "$focal" -lt 30 ]; do
        line=${asked#*"\\nf$focal"}
        line=${line%%\\n*}
        case $line in
        *"k$fact)"* | *"k$fact,"* | *"k${fact}）"* | *"k${fact}、"*) break ;;
        esac
        focal=$((focal + 1))
    done
    if [ $((sum % 2)) -eq 0 ]; then answerable=true; else answerable=false; fi
    question="\\\"focal_point\\\": \\\"f$focal\\\", \\\"facts\\\": [\\\"k$fact\\\"], \\\"relevant\\\": true, \\\"answerable\\\": $answerable"
    say "{\\\"reason\\\": \\\"r\\\", \\\"asks\\\": true, \\\"questions\\\": [{$question}]}"
}

# An assessment of a reply by a user of this script, by the sum; it quotes what every such reply begins with.
assess() {
    errors=
    case $asked in
    *'\"answer\" is \"none_due\"'* | *'\"answer\" 写 \"none_due\"'*) answer=none_due ;;
    *'\"answer\" is \"uncertain\"'* | *'\"answer\" 写 \"uncertain\"'*)
        if [ $((sum % 2)) -eq 0 ]; then answer=uncertain; else answer=not_uncertain; fi
        ;;
    *) if [ $((sum % 3)) -eq 0 ]; then answer=insufficient; else answer=sufficient; fi ;;
    esac
    if [ "$manner" = quotes ] || [ $((sum % 5)) -eq 0 ]; then
        errors='{\"kind\": \"unsupported\", \"quote\": \"as paper\"}'
    fi
    say "{\\\"reason\\\": \\\"r\\\", \\\"answer\\\": \\\"$answer\\\", \\\"over_disclosed\\\": [], \\\"errors\\\": [$errors]}"
}

decide() {
    say "$1All claims: Supported\\nBy sum $sum."
}

# May ask: how, depends on the manner.
lexawn() {
    ask='[ASK]\n'
    verdict='[VERDICT]\n'
    case $manner in
    asks) choice=0 ;;
    decides) choice=1 ;;
    unmarked) ask= verdict= choice=$((sum % 2)) ;;
    *) choice=$((sum % 4)) ;;
    esac
    if [ "$choice" -ne 1 ]; then
        say "${ask}Which paper is number $sum?"
    else
        decide "$verdict"
    fi
}

while IFS= read -r line; do
    id=${line#*:}
    id=${id%%,*}
    asked=${line#*,}
    printf '%s\n' "$line" >>"$LOGS/$name.log"
    { echo asked >&9; } 2>/dev/null
    sum=$(printf '%s' "$asked" | cksum)
    sum=${sum%% *}

    if [ "$manner" = waits ]; then
        IFS= read -r manner <"$LOGS/go"
    fi
    if [ -e "$LOGS/$name.spoilt" ]; then
        { IFS= read -r words && IFS= read -r how && IFS= read -r times; } <"$LOGS/$name.spoilt"
        case $asked in
        *"$words"*)
            [ "$times" = once ] && rm "$LOGS/$name.spoilt"
            case $how in
            error) printf '{"id": %s, "error": "out of paper"}\n' "$id" ;;
            empty) say '' ;;
            cut) printf '{"id": %s, "content": "", "finish_reason": "length"}\n' "$id" ;;
            filtered) printf '{"id": %s, "content": null, "finish_reason": "content_filter"}\n' "$id" ;;
            garbage) say 'no object' ;;
            esac
            continue
            ;;
        esac
    fi

    # Each prompt names the keys that its reply must have; the assistant's prompts name none.
    case $asked in
    *'\"decides_all\"'*)
        if [ $((sum % 2)) -eq 0 ]; then
            say '{\"asks\": true, \"decides_all\": false}'
        else
            say '{\"asks\": false, \"decides_all\": true}'
        fi
        ;;
    *'\"label\"'*)
        case $((sum % 3)) in
        0) say '{\"reason\": \"r\", \"decides\": true, \"asks\": false, \"label\": \"complete\"}' ;;
        1) say '{\"reason\": \"r\", \"decides\": false, \"asks\": true, \"label\": \"underspecified\"}' ;;
        *) say '{\"reason\": \"r\", \"decides\": false, \"asks\": false, \"label\": \"neither\"}' ;;
        esac
        ;;
    *'\"over_disclosed\"'*) assess ;;
    *'\"focal_point\"'*) judge_question ;;
    *'\"quote\"'*) verdicts ;;
    *'\"disclosures\"'*) say '{\"disclosures\": []}' ;;
    *'\"facts\"'*) say '{\"facts\": []}' ;;
    *)
        case $name in
        user*) say "It is as paper $sum says." ;;
        *)
            case $asked in
            # The instruction to decide now stands below a rule.
            *'\n\n---\n\n'*) decide '[VERDICT]\n' ;;
            *'[ASK]'* | *'【追问】'*) lexawn ;;
            # The direct prompt shows the form of a verdict line.
            *'Supported|'* | *'部分支持|'*) decide '' ;;
            *) say "What about paper $sum?" ;;
            esac
            ;;
        esac
        ;;
    esac
done
