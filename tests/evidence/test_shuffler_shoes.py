"""Shuffle tests of the shoes of one shuffling machine, read from the log. [R12; COMAR 36.05.02.17.F-G]"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.cards.shoe import build_decks
from croupier.cli.generator import show_generator
from croupier.errors import BadInput
from croupier.evidence.shuffler_shoes import machine_shoes, shoes_by_machine
from croupier.house.writer import Writer
from croupier.store import Store
from croupier.store.unit_of_work import LedgerState, UnitOfWork

FAIR, LAZY = "Machine 4", "Machine 7"


def shoe_events(number: int, cards: list[str]) -> list[dict[str, object]]:
    """Return the events of one shoe: three cards burned, the first of them shown, and the last dealt card misread."""
    dealt = [
        {"kind": "card-dealt", "place": place, "hand": "player", "nth": 1, "card": card, "face_down": False}
        for place, card in enumerate(cards[3:], start=1)
    ]
    right = {"kind": "card-corrected", "place": len(dealt), "was": "Xx", "card": cards[-1], "face_down": []}
    dealt[-1] = {**dealt[-1], "card": "Xx"}
    filled = {"kind": "shoe-loaded", "number": number, "source": "dealer", "digest": None, "sealed": None}
    return [filled, {"kind": "cards-burned", "shown": cards[:1], "count": 3}, *dealt, right]


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Write a log of a fair machine, a machine that barely shuffles, and a shoe that a dealer loaded by hand."""
    where = str(tmp_path / "house.db")
    pack = [str(card) for card in build_decks(8)]
    with Store.open(where, create=True) as store:
        writer = Writer(store, LedgerState(store.house), lambda: 1000)

        def write(stream: str, actor: str, events: list[dict[str, object]]) -> None:
            def job(uow: UnitOfWork) -> None:
                uow.append_record(stream, actor=actor, command="read-card", events=events)

            writer.run(job)

        for number in range(1, 25):
            fair = list(shuffled(pack, SeededRandomSource(number)))[:300]
            write("table/a", f"device:{FAIR}", shoe_events(number, fair))
            lazy = pack[number:] + pack[:number]
            write("table/b", f"device:{LAZY}", shoe_events(number, lazy[:300]))
        write("table/c", "user:5", shoe_events(1, pack[:300]))
        write("table/b", f"device:{LAZY}", shoe_events(99, pack[:20]))
    return where


def test_shoes_are_read_from_the_log_as_they_were_dealt(database: str) -> None:
    with Store.open(database) as store:
        assert shoes_by_machine(machine_shoes(store)) == {FAIR: 24, LAZY: 25}
        first = next(machine_shoes(store, FAIR))
    fair = [str(card) for card in shuffled(build_decks(8), SeededRandomSource(1))][:300]
    assert first.cards == fair[:1] + fair[3:], "two were burned that nobody saw; the misread one was put right"
    assert (first.machine, first.table, first.number) == (FAIR, "a", 1)


def test_a_fair_shuffler_passes_and_a_poor_one_fails(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    defaults = {"draws": None, "shoes": None, "decks": 8, "seed": None, "file": None, "log": database}
    show_generator(**defaults, machine=FAIR, as_json=True)  # type: ignore[arg-type]
    report = json.loads(capsys.readouterr().out)
    assert (report["passed"], report["shoes"], report["level"]) == (True, 24, 0.05)
    assert report["source"] == f"shoes of {FAIR} in {database}"
    with pytest.raises(SystemExit) as ended:
        show_generator(**defaults, machine=LAZY, as_json=False)  # type: ignore[arg-type]
    assert ended.value.code == 1
    assert "1 more not dealt far enough" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"machine": None},
            "several machines brought in shoes; name one with --machine: Machine 4 (24), Machine 7",
        ),
        ({"machine": "Machine 5"}, "brought in no shoe here; these did: Machine 4 (24), Machine 7 (25)"),
        ({"machine": FAIR, "file": "-"}, "does not go with --log"),
        ({"machine": FAIR, "log": None}, "goes with --log"),
    ],
)
def test_a_command_with_wrong_options_is_refused(database: str, changes: dict[str, str], message: str) -> None:
    defaults = {"draws": None, "shoes": None, "decks": 8, "seed": None, "file": None, "log": database, "as_json": False}
    with pytest.raises(BadInput) as refused:
        show_generator(**{**defaults, **changes})  # type: ignore[arg-type]
    assert message in str(refused.value)
