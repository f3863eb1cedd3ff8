#!/usr/bin/env python3
"""Makes the screenshots of docs/annotation.md: a terminal in tmux, drawn by headless Chromium.

Needs tmux, chromium and a font with Chinese characters; LEXCONSULT names the program.
    LEXCONSULT=target/debug/lexconsult docs/img/annotate.py
"""

import html
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAM = Path(os.environ.get("LEXCONSULT", "lexconsult"))
PROGRAM = PROGRAM.resolve() if PROGRAM.exists() else PROGRAM
SOCKET = f"annotate-{os.getpid()}"

PAGE = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #1e2127; }
pre { margin: 14px; color: #d5d8de; font: 15px/20px "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace; }
i { font-style: normal; display: inline-block; text-align: center; width: 18.06px; }
b { color: #ffffff; } s { text-decoration: none; color: #1e2127; background: #d5d8de; }
</style><pre>%s</pre>"""


def tmux(*arguments):
    done = subprocess.run(["tmux", "-L", SOCKET, *arguments], check=True, capture_output=True, text=True)
    return done.stdout


def wide(text):
    """Wide characters in boxes of two places, so that columns stay columns."""
    escaped = html.escape(text)
    return re.sub("([\u2e80-\u9fff\uff00-\uffef])", r"<i>\1</i>", escaped)


def to_html(screen):
    out, bold, reverse = [], False, False
    for part in re.split("(\x1b\\[[0-9;]*m)", screen):
        code = re.fullmatch("\x1b\\[([0-9;]*)m", part)
        if code:
            for number in code.group(1).split(";"):
                bold = {"1": True, "0": False, "": False, "22": False}.get(number, bold)
                reverse = {"7": True, "0": False, "": False, "27": False}.get(number, reverse)
            continue
        text = wide(part)
        if reverse:
            text = f"<s>{text}</s>"
        out.append(f"<b>{text}</b>" if bold else text)
    return PAGE % "".join(out)


def until(*texts):
    for _ in range(600):
        screen = tmux("capture-pane", "-e", "-p", "-N")
        if any(text in screen for text in texts):
            return screen
        time.sleep(0.1)
    raise SystemExit(f"never saw {texts}")


def shot(name, screen, columns, rows, folder):
    page = Path(folder) / f"{name}.html"
    page.write_text(to_html(screen), encoding="utf-8")
    size = f"{round(columns * 9.03) + 28},{rows * 20 + 28}"
    subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={size}",
         f"--screenshot={HERE / (name + '.png')}", page.as_uri()],
        check=True, capture_output=True,
    )


def label(folder, columns, rows, keys, wanted, name):
    command = f"{PROGRAM} annotate terminal study --annotator chen"
    tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), "-c", folder, command)
    until("q quit")
    for key in keys:
        tmux("send-keys", key)
    shot(name, until(*wanted), columns, rows, folder)
    tmux("kill-session")


def main():
    with tempfile.TemporaryDirectory() as folder:
        def run(*arguments):
            subprocess.run([PROGRAM, *arguments], cwd=folder, check=True, capture_output=True)

        run("run", "--model", "builtin/listener", "--task", "lca", "--repeats", "1", "--name", "r", "--display", "none")
        run("annotate", "export", "results/r", "--out", "study", "--per-task", "12", "--seed", "3")
        label(folder, 96, 30, ["1", "2", "n", "w", "h", "y", "Enter", "End"], ["Claims"], "annotate-item")
        label(folder, 56, 26, ["s", "g"], ["You are a judge", "你是法律咨询"], "annotate-guidelines")


if __name__ == "__main__":
    main()
