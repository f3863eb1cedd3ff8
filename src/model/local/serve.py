"""Serves one model on a loopback port until stdin closes.

Usage: serve.py MODEL PORT CONTEXT SLOTS
"""

import os
import sys

# Workers that spin starve the generation on a busy machine. Set before the library is loaded.
os.environ["OMP_WAIT_POLICY"] = "passive"

from xllamacpp import CommonParams, Server  # noqa: E402


def main() -> None:
    model, port, context, slots = sys.argv[1], *map(int, sys.argv[2:5])
    params = CommonParams()
    params.model.path = model
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = context
    params.n_parallel = slots
    params.n_gpu_layers = 0
    params.warmup = False
    params.cpuparams.n_threads = max(1, os.cpu_count() or 1)
    server = Server(params)  # noqa: F841. It lives as long as its name; 503 until the model is loaded.
    sys.stdin.buffer.read()
    os._exit(0)


main()
