# A judge that says what the message tells it to.
#
#   sh judge.sh NAME
#
# The message holds `NAME=WORD`: complete, underspecified or neither (LCA); yes or no (DCG); a letter a claim of
# s, p, d, n (LJP); anything else is no label. Each prompt names the keys that its reply must have.
name=$1

say() {
    printf '{"id": %s, "content": "%s"}\n' "$id" "$1"
}

verdicts() {
    list=
    number=1
    rest=$word
    while [ -n "$rest" ]; do
        quote='\"'"$name=$word"'\"'
        case $rest in
        s*) verdict='\"supported\"' ;;
        p*) verdict='\"partially_supported\"' ;;
        d*) verdict='\"dismissed\"' ;;
        n*) verdict=null quote=null ;;
        *) verdict='\"unheard-of\"' ;;
        esac
        list="$list${list:+, }{\\\"number\\\": $number, \\\"quote\\\": $quote, \\\"verdict\\\": $verdict}"
        number=$((number + 1))
        rest=${rest#?}
    done
    say "{\\\"claims\\\": [$list]}"
}

while IFS= read -r line; do
    id=${line#*:}
    id=${id%%,*}
    printf '%s\n' "$line" >>"$LOGS/$name.log"
    word=${line##*$name=}
    word=${word%%[!a-z]*}
    case $line in
    *'\"label\"'*)
        if [ "$word" = complete ]; then decides=true; else decides=false; fi
        say "{\\\"reason\\\": \\\"r\\\", \\\"decides\\\": $decides, \\\"asks\\\": false, \\\"label\\\": \\\"$word\\\"}"
        ;;
    *'\"focal_point\"'*)
        case $word in
        yes) question='\"focal_point\": \"f1\", \"facts\": [\"k3\"], \"relevant\": true, \"answerable\": true' ;;
        no) question='\"focal_point\": null, \"facts\": [], \"relevant\": false, \"answerable\": true' ;;
        *) question= ;;
        esac
        say "{\\\"reason\\\": \\\"r\\\", \\\"asks\\\": true, \\\"questions\\\": [{$question}]}"
        ;;
    *) verdicts ;;
    esac
done
