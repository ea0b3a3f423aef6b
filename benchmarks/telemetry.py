"""Cost of traces: processor time of the server for each bet, without traces, with traces, and in another commit.

    python -m benchmarks.telemetry [COMMIT] [--turns 3] [--seconds 5] [--rate 300]

The houses take turns in one run, and the least of several turns counts, so that other load on the machine matters
little. With traces, every span is sent to a collector in this process, which discards it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest.mock import patch

from benchmarks.compare_commits import other_tree
from benchmarks.load import ROOT, drive, processor_seconds, server

TABLES, PLAYERS = 14, 98


class Collector(BaseHTTPRequestHandler):
    """Collector of traces that discards them."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def collector() -> Iterator[str]:
    """Run a collector, and yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as sink:
        thread = threading.Thread(target=sink.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{sink.server_address[1]}"
        finally:
            sink.shutdown()
            thread.join()


def seconds_each(tree: Path, environment: dict[str, str], rate: float, seconds: float) -> float:
    """Return the processor seconds of the server for each bet of a new house."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, environment),
        server("house", folder, str(TABLES), str(PLAYERS), tree=tree) as house,
    ):
        asyncio.run(drive(house["port"], house["tokens"], "tables", 50, 1))
        before = processor_seconds(house["pid"])
        measured = asyncio.run(drive(house["port"], house["tokens"], "tables", rate, seconds))
        return (processor_seconds(house["pid"]) - before) / len(measured.acknowledged)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("commit", nargs="?")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rate", type=float, default=300)
    options = parser.parse_args()
    gc.disable()
    with ExitStack() as stack:
        address = stack.enter_context(collector())
        variants: dict[str, tuple[Path, dict[str, str]]] = {
            "without traces": (ROOT, {}),
            "with traces": (ROOT, {"OTEL_EXPORTER_OTLP_ENDPOINT": address}),
        }
        if options.commit:
            variants[f"commit {options.commit[:12]}"] = stack.enter_context(other_tree(options.commit)), {}
        best = dict.fromkeys(variants, float("inf"))
        for turn in range(options.turns):
            for name, (tree, environment) in list(variants.items())[:: -1 if turn % 2 else 1]:
                best[name] = min(best[name], seconds_each(tree, environment, options.rate, options.seconds))
    for name, least in best.items():
        print(f"{name:22} {1e6 * least:8.0f} µs a bet   ratio {least / best['without traces']:5.2f}")


if __name__ == "__main__":
    main()
