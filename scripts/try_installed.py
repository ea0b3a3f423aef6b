"""Try an installed croupier on this system: odds, a game, a house with its screens, and its lock. Only for CI.

    python scripts/try_installed.py

It needs nothing but Python and `croupier[server]`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import urllib.request

CROUPIER = [sys.executable, "-m", "croupier"]


def run(*words: str, typed: str = "") -> str:
    done = subprocess.run(
        [*CROUPIER, *words], input=typed, capture_output=True, text=True, encoding="utf-8", check=False, timeout=120
    )
    if done.returncode:
        sys.exit(f"croupier {' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    for words, typed, shown in (
        (("odds", "co-ez-baccarat"), "", "Dragon 7"),
        (("play", "ilani-midi-baccarat"), "banker 25\n\nquit\n", "Banker"),
    ):
        if shown not in run(*words, typed=typed):
            sys.exit(f"croupier {' '.join(words)} does not show {shown}")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        serve = [*CROUPIER, "serve", "--data", folder, "--port", "0"]
        with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True, encoding="utf-8") as house:
            try:
                assert house.stdout is not None
                address = next(found[0] for line in house.stdout if (found := re.search(r"http://[\d.]+:\d+", line)))
                with urllib.request.urlopen(address, timeout=30) as page:  # noqa: S310
                    assert b"<script" in page.read(), "the house has no screens"
                second = subprocess.run(serve, capture_output=True, text=True, check=False, timeout=120)
                assert second.returncode == 2, second
                assert "is run by another process already" in second.stderr, second
            finally:
                house.terminate()
    print("odds, play and serve work here")


if __name__ == "__main__":
    main()
