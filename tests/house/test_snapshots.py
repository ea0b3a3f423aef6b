"""A house starts from its tables' snapshots, and without any of them from the whole log, with the same result."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from croupier.cards.random_source import SeededRandomSource
from croupier.evidence.log_rebuild import rebuild_all
from croupier.house import house as house_module
from croupier.house.house import House
from croupier.house.log_replay import rebuild_table
from croupier.store.export import export
from croupier.store.schema import snapshots
from croupier.store.store import StreamHead
from croupier.table import commands as c
from croupier.table.state import TableState
from tests.evidence_house import ANN, FLOOR, Evening
from tests.store_writer import tamper
from tests.table.test_sealing import GAMES, TABLE, cards_named_in, dealt_house, rows, run_steps

STREAM = f"table/{TABLE}"


def opened_again(evening: Evening) -> House:
    """Return the house that a new process opens from the same database."""
    chance = SeededRandomSource(9)
    return House(evening.store, evening.keys, evening.house.policy, clock=lambda: evening.now, chance=chance)


def take_snapshot(house: House, table: str = TABLE) -> None:
    made = house.snapshots.make(table, house.committed_tables[table])
    assert made is not None
    house.writer.run(house.snapshots.write_job(made))


def seqs(house: House) -> list[int]:
    """Return the numbers of the records that the table's snapshots follow."""
    return [row.seq for row in house.query(select(snapshots.c.seq).order_by(snapshots.c.seq))]


@pytest.mark.parametrize("name", GAMES)
def test_every_snapshot_of_a_round_with_sealed_cards_continues_to_the_same_state(name: str, tmp_path: Path) -> None:
    """Take a snapshot after every step, also while cards are face down, and replay the rest of the log from each."""
    game = GAMES[name]
    evening = dealt_house(tmp_path, game)
    taken: list[tuple[StreamHead, TableState]] = []
    for step in (None, *game.then):
        if step is not None:
            run_steps(evening, [step])
        take_snapshot(evening.house)
        found = evening.house.snapshots.load(TABLE)
        assert found is not None
        assert found[1] == evening.house.tables[TABLE]
        taken.append(found)
        replayed = rebuild_table(evening.store, TABLE, evening.keys.decrypt)
        for snapshot in taken:
            assert rebuild_table(evening.store, TABLE, evening.keys.decrypt, snapshot=snapshot) == replayed
    assert any(state.seals for _, state in taken)
    assert taken[-1][1].seals == ()
    evening.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_house_restarted_from_snapshots_during_a_round_finishes_it(name: str, tmp_path: Path) -> None:
    """Restart after every step, from a snapshot one step old; the whole log is sound at the end."""
    game = GAMES[name]
    evening = dealt_house(tmp_path, game)
    take_snapshot(evening.house)
    for step in game.then:
        again = opened_again(evening)
        assert again.tables == evening.house.tables
        evening.house = again
        take_snapshot(again)
        run_steps(evening, [step])
    again = opened_again(evening)
    assert again.log_differences == []
    assert again.tables == evening.house.tables
    assert rebuild_all(evening.store).findings == []
    evening.close()


def test_a_start_reads_only_the_records_after_the_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with midi_house(tmp_path) as evening:
        take_snapshot(evening.house, "midi-1")
        at = evening.house.committed_tables["midi-1"][0]
        evening.play_midi(1)
        read: list[int] = []
        verified = house_module.rebuild_table.__globals__["verified_records"]

        def counted(*args: object) -> Iterator[object]:
            for record in verified(*args):
                read.append(record.seq)
                yield record

        monkeypatch.setitem(house_module.rebuild_table.__globals__, "verified_records", counted)
        again = opened_again(evening)
        assert again.tables == evening.house.tables
        assert read == list(range(at + 1, evening.house.committed_tables["midi-1"][0] + 1))


@contextmanager
def midi_house(folder: Path) -> Iterator[Evening]:
    """Yield a house with a table that the generator deals, with three rounds."""
    evening = Evening(f"sqlite:///{folder / 'house.db'}", folder)
    evening.open_midi()
    evening.play_midi(3)
    try:
        yield evening
    finally:
        evening.close()


SPOILED = {
    "damaged": ("UPDATE snapshots SET sealed = 'sealed1:AAAA'", "its signature is not the house's"),
    "moved to another record": ("UPDATE snapshots SET seq = seq - 1", "its signature is not the house's"),
    "of another version": (
        "UPDATE snapshots SET format = 'table-state 0 0123456789abcdef'",
        "it was written by another version of the program (table-state 0 0123456789abcdef)",
    ),
}


@pytest.mark.parametrize(("statement", "reason"), SPOILED.values(), ids=SPOILED)
def test_a_snapshot_that_cannot_be_used_is_named_and_the_log_is_replayed(
    statement: str, reason: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with midi_house(tmp_path) as evening:
        take_snapshot(evening.house, "midi-1")
        tamper(f"sqlite:///{tmp_path / 'house.db'}", statement)
        with caplog.at_level(logging.WARNING, "croupier"):
            again = opened_again(evening)
        assert again.tables == evening.house.tables
        assert any("the snapshot of table/midi-1" in line and reason in line for line in caplog.messages)


def test_the_snapshot_before_a_damaged_one_is_used(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with midi_house(tmp_path) as evening:
        for _ in range(3):
            take_snapshot(evening.house, "midi-1")
            evening.play_midi(1)
        first, second = seqs(evening.house)
        tamper(f"sqlite:///{tmp_path / 'house.db'}", f"UPDATE snapshots SET signature = 'x' WHERE seq = {second}")
        found = evening.house.snapshots.load("midi-1")
        assert found is not None
        assert found[0].seq == first
        assert len(caplog.messages) == 1
        assert opened_again(evening).tables == evening.house.tables


def test_a_snapshot_of_a_log_that_was_cut_off_is_not_used(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A snapshot after the last record would hide that records are missing, so its record has to be in the log."""
    with midi_house(tmp_path) as evening:
        take_snapshot(evening.house, "midi-1")
        cut = evening.house.committed_tables["midi-1"][0]
        for table in ("transfers", "records"):
            tamper(
                f"sqlite:///{tmp_path / 'house.db'}",
                f"DELETE FROM {table} WHERE stream = 'table/midi-1' AND seq = {cut}",
            )
        assert evening.house.snapshots.load("midi-1") is None
        assert "the record that it follows is not in the log" in caplog.text


def test_a_snapshot_is_due_between_rounds_and_later_also_during_one(tmp_path: Path) -> None:
    evening = dealt_house(tmp_path, GAMES["squeeze"])
    house = evening.house
    count, _ = house.committed_tables[TABLE]
    assert house.snapshots.due(house.committed_tables, count) == []
    assert house.snapshots.due(house.committed_tables, count // 2) == [TABLE]
    run_steps(evening, GAMES["squeeze"].then)
    count, _ = house.committed_tables[TABLE]
    assert house.snapshots.due(house.committed_tables, count) == [TABLE]
    assert house.snapshots.due(house.committed_tables, count + 1) == []
    take_snapshot(house)
    assert house.snapshots.due(house.committed_tables, 1) == []
    evening.close()


def test_no_snapshot_shows_a_card_that_is_face_down(tmp_path: Path) -> None:
    game = GAMES["ultimate"]
    evening = dealt_house(tmp_path, game)
    take_snapshot(evening.house)
    export(evening.store, tmp_path / "export")
    exported = "".join(path.read_text() for path in (tmp_path / "export").iterdir())
    hidden = game.hidden.split()
    assert cards_named_in("\n".join(rows(evening.store)) + exported, hidden) == set()
    assert "sealed1:" not in (tmp_path / "export" / "snapshots.jsonl").read_text()
    evening.close()


def test_a_correction_of_a_round_before_the_snapshot_is_replayed(tmp_path: Path) -> None:
    evening = Evening(f"sqlite:///{tmp_path / 'house.db'}", tmp_path)
    round_id = evening.play_cash_in()
    take_snapshot(evening.house, "cash-1")
    evening.correct(round_id, 1, "9s")
    again = opened_again(evening)
    assert again.tables == evening.house.tables
    assert again.log_differences == []
    assert rebuild_all(evening.store).findings == []
    evening.act("cash-1", c.CallSupervisor(note="more"), ANN)
    evening.act("cash-1", c.AnswerCall(), FLOOR)
    assert opened_again(evening).tables == evening.house.tables
    evening.close()


def test_a_replay_of_the_log_compares_the_snapshot(tmp_path: Path) -> None:
    """A program whose events mean something else than before is found by the daily check."""
    with midi_house(tmp_path) as evening:
        take_snapshot(evening.house, "midi-1")
        found = evening.house.snapshots.load("midi-1")
        assert found is not None
        evening.play_midi(1)
        assert rebuild_all(evening.store, snapshot_of=evening.house.snapshots.load).findings == []
        other = found[0], replace(found[1], rounds=99)
        (finding,) = rebuild_all(evening.store, snapshot_of=lambda _table: other).findings
        wrong = "the snapshot of the table after it is not what the log makes of the table"
        assert str(finding) == f"table/midi-1#{found[0].seq}: {wrong}"
