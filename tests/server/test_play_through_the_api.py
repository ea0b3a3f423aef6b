"""Script in docs/ that plays two rounds through the API: it works as written, in the house that `make serve` opens."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "docs" / "play-through-the-api.py"
TUTORIAL = ROOT / "docs" / "tutorials" / "write-a-bot.md"
PAGE = ROOT / "docs" / "play-through-the-api.md"
WAIT_SECONDS = 300
STOP_SECONDS = 60


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run the demonstration house on a free port, and yield its URL."""
    folder = tmp_path_factory.mktemp("house")
    command = [sys.executable, "-m", "croupier", "serve", "--data", str(folder), "--port", "0"]
    with (
        (folder / "errors").open("w") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as server,
    ):
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, (folder / "errors").read_text()
            yield found[0]
        finally:
            server.send_signal(signal.SIGINT)
            try:
                server.wait(STOP_SECONDS)
            finally:
                server.kill()  # a server that did not stop fails only this test
    assert "Traceback" not in (folder / "errors").read_text()


def play(url: str) -> str:
    """Run the script of the documentation and return its output."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT)],
        capture_output=True,
        text=True,
        timeout=WAIT_SECONDS,
        check=False,
        env={**os.environ, "CROUPIER_URL": url},
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def first(url: str) -> str:
    return play(url)


def output_by_step(text: str) -> dict[int, str]:
    """Return the output of each step, by its number."""
    parts = re.split(r"^(\d+)\. ", text, flags=re.MULTILINE)
    return {int(number): output for number, output in zip(parts[1::2], parts[2::2], strict=True)}


def test_a_round_dealt_by_hand_is_settled_to_the_cent(first: str) -> None:
    output = output_by_step(first)
    assert "player has 500000 cents" in output[1]
    assert "409" in output[3]
    assert "wager/invalid_amount" in output[3]
    assert "player has 494000 cents" in output[4]
    assert "the console: Deal: Banker, third card" in output[6]
    assert output[6].rstrip().endswith("the console: Call the result")
    assert "player has 501500 cents" in output[7]
    assert "repeated: True" in output[8]
    assert "banker 5000 win 2500 " in output[10]
    assert "tie 1000 lose -1000 " in output[10]
    assert "credit before 500000 and after 501500" in output[10]
    assert "SIGNER NOT KNOWN: whole, and settled by the rules it names" in output[10]


def test_a_player_receives_every_record_once(first: str) -> None:
    numbers = [int(number) for number in re.findall(r"^  #(\d+) ", output_by_step(first)[9], re.MULTILINE)]
    assert sorted(set(numbers)) == list(range(numbers[0], numbers[-1] + 1))
    assert numbers == sorted(numbers)
    assert f"told since record {numbers[0] - 1}\n" in first


def test_a_round_that_a_player_banks_is_settled_to_the_cent(first: str) -> None:
    output = output_by_step(first)
    assert "Seat 1 is offered the bank" in output[12]
    assert re.search(r"fees-taken.*\n  #\d+ card-dealt", output[15])
    assert "phoenix-7 1000 win 20000 " in output[15]
    assert "player 10000 lose -10000 " in output[15]
    assert "bank: put up 30000 net -10000 collection 100" in output[15]
    assert "player has 491400 cents" in output[15]
    assert "player2 has 510000 cents" in output[15]
    assert "trial balance: 0 cents" in output[16]


def test_the_script_may_be_run_again(url: str, first: str) -> None:
    again = output_by_step(play(url))
    assert "bank: put up 30000 net -10000 collection 100" in again[15]
    assert "player2 has 520000 cents" in again[15]
    assert "trial balance: 0 cents" in again[16]


def test_the_programs_of_the_tutorial_play(url: str, first: str, tmp_path: Path) -> None:
    """Run both programs at once in the house that the first program has left; each bets once."""
    programs = re.findall(
        r"^```python\n((?:import|from) .*?)^```", TUTORIAL.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    running = []
    for number, program in enumerate(programs):
        path = tmp_path / f"program_{number}.py"
        path.write_text(program.replace("http://127.0.0.1:8000", url), "utf-8")
        running.append(subprocess.Popen([sys.executable, str(path), "1"], stdout=subprocess.PIPE, text=True))
    try:
        one_bet, evening = (process.communicate(timeout=WAIT_SECONDS)[0] for process in running)
    finally:
        for process in running:
            process.kill()
    assert re.fullmatch(r"Banker at \$25: -?[0-9.]+ dollars\n", one_bet)
    assert re.fullmatch(r"round 1: [-+][0-9.]+, evening [-+][0-9.]+\n", evening)


def test_the_page_explains_every_step(first: str) -> None:
    explained = re.findall(r"^\| (\d+) \| ", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [int(number) for number in explained] == list(output_by_step(first))
    for amount in ("500,000", "494,000", "501,500", "510,000", "491,400"):
        assert amount in PAGE.read_text("utf-8")
        assert f"{amount.replace(',', '')}" in first
