"""Answers SQL by DuckDB: one statement a line on standard input, one JSON document a line on standard output.

A document has the columns, each with its type, and the rows."""

import json
import sys

import duckdb

for statement in sys.stdin:
    answer = duckdb.sql(statement)
    print(json.dumps({
        "columns": [[name, str(kind)] for name, kind in zip(answer.columns, answer.types)],
        "rows": answer.fetchall(),
    }, ensure_ascii=False))
