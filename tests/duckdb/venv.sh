#!/usr/bin/env bash
# Puts DuckDB for Python into a virtual environment, by the hashes of requirements.txt; needs python3 with
# venv, and the network. One that is there already is left as it is.
#   tests/duckdb/venv.sh DIR
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=$1/bin/python
if [ -x "$python" ] && "$python" -c 'import duckdb' 2>/dev/null; then
    exit 0
fi
rm -rf "$1"
python3 -m venv "$1"
"$python" -m pip install --quiet --disable-pip-version-check --retries 1 --only-binary=:all: --no-deps \
    --require-hashes -r "$here/requirements.txt"
"$python" -c 'import duckdb'
