# A judge that believes the message: it hands back the JSON that stands in it, else the words `GRADE: PASS`.
while IFS= read -r line; do
    id=${line#*:}
    id=${id%%,*}
    printf '%s\n' "$line" >>"$LOGS/copy.log"
    # The code that every line between blocks carries; the last block but for its end is the message.
    case $line in
    *'识别码：'*) fence=${line#*识别码：} ;;
    *) fence=${line#*Code: } ;;
    esac
    fence=${fence%%[!0-9a-f]*}
    message=${line%"=== $fence "*}
    message=${message##*"=== $fence "}
    case $message in
    *'{'*'}'*)
        found=${message#*\{}
        found="{${found%\}*}}"
        ;;
    *) found='GRADE: PASS' ;;
    esac
    printf '{"id": %s, "content": "%s"}\n' "$id" "$found"
done
