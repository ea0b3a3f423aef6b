"""A house played by an earlier version opens, plays on and passes the audit.

`house-before` has seven tables, eleven rounds of four families, one of them corrected, a jackpot, and a round in
progress with its hole card hidden. `house-old-kinds` has eleven tables of all ten families, played by the last version
that wrote the event kinds that `store.old_event_kinds` renames.
"""

from __future__ import annotations

import lzma
import shutil
from pathlib import Path

import pytest

from croupier.cards.random_source import SeededRandomSource
from croupier.cli import main
from croupier.evidence.bundle_check import check_bundle
from croupier.evidence.log_rebuild import rebuild_all
from croupier.house.house import Accepted, House, HousePolicy
from croupier.store.keys import HouseKeys
from croupier.store.old_event_kinds import RENAMED
from croupier.store.store import Store
from croupier.table import commands as c
from croupier.table.state import Phase
from tests.evidence_house import ANN, BOB, DEALER

KEPT = Path(__file__).parents[1] / "data"
LEFT_AT = 1_790_000_369_567
HELD = {"player:1": 1_007_100, "player:2": 1_177_400}
OLD_KINDS_LEFT_AT = 1_790_001_008_172
OLD_KINDS_HELD = {"player:1": 1_942_600, "player:2": 1_134_500}


def unpacked(name: str, folder: Path) -> Path:
    """Copy a stored house and its keys to a folder."""
    (folder / "house.sqlite").write_bytes(lzma.decompress((KEPT / f"{name}.sqlite.xz").read_bytes()))
    shutil.copy(KEPT / f"{name}.keys", folder / "house.keys")
    (folder / "house.keys").chmod(0o600)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return unpacked("house-before", tmp_path)


@pytest.fixture
def old_kinds(tmp_path: Path) -> Path:
    return unpacked("house-old-kinds", tmp_path)


def opened(folder: Path, left_at: int = LEFT_AT) -> House:
    keys = HouseKeys.load(folder / "house.keys")
    store = Store.open(f"sqlite:///{folder}/house.sqlite", upgrade=True)
    return House(store, keys, HousePolicy("Riverside"), clock=lambda: left_at + 1, chance=SeededRandomSource(5))


def test_every_round_of_an_earlier_version_replays_with_the_same_result(folder: Path) -> None:
    house = opened(folder)
    found = rebuild_all(house.store)
    house.store.close()
    assert found.findings == []
    assert (found.rounds, found.replayed, found.other_rules) == (11, 11, 0)


@pytest.mark.parametrize("name", ["house-before", "house-old-kinds"])
def test_an_audit_finds_the_earlier_house_sound(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(unpacked(name, tmp_path)).store.close()  # upgrade the schema first, as the program requires
    arguments = ["audit", "verify", tmp_path / "house.sqlite", "--keys", tmp_path / "house.keys"]
    monkeypatch.setattr("sys.argv", ["croupier", *map(str, arguments)])
    with pytest.raises(SystemExit, match="0"):
        main()
    output = capsys.readouterr().out
    assert "SOUND" in output
    assert "no longer has" not in output


def test_the_balances_and_rules_of_the_earlier_house_are_unchanged(folder: Path) -> None:
    house = opened(folder)
    try:
        assert {account: house.ledger.balances[account] for account in HELD} == HELD
        assert house.changed_rules() == []
        assert sorted(house.tables) == ["bj-1", "bj-2", "cash-1", "fortunes-1", "midi-1", "tc-1", "uth-1"]
    finally:
        house.store.close()


def test_a_round_in_progress_of_the_earlier_house_is_finished(folder: Path) -> None:
    house = opened(folder)
    try:
        assert house.tables["bj-2"].phase is Phase.DEALING
        assert isinstance(house.execute("bj-2", c.MakeDecision(seat=1, choice="stand"), ANN), Accepted)
        house.execute("bj-2", c.ReadCard(card="5s"), DEALER)
        house.execute("bj-2", c.CallResult(), DEALER)
        assert house.tables["bj-2"].rounds == 1
        assert rebuild_all(house.store).findings == []
    finally:
        house.store.close()


def test_every_table_with_old_event_kinds_replays_with_the_same_result(old_kinds: Path) -> None:
    house = opened(old_kinds, OLD_KINDS_LEFT_AT)
    try:
        found = rebuild_all(house.store)
        assert found.findings == []
        assert (found.rounds, found.replayed, found.other_rules) == (20, 20, 0)
        assert {account: house.ledger.balances[account] for account in OLD_KINDS_HELD} == OLD_KINDS_HELD
    finally:
        house.store.close()


def test_a_house_with_old_event_kinds_plays_on(old_kinds: Path) -> None:
    house = opened(old_kinds, OLD_KINDS_LEFT_AT)
    try:
        played = house.tables["cash-1"].rounds
        for order, actor in (
            (c.PostBank(cents=30_000), ANN),
            (c.OpenBets(), DEALER),
            (c.PlaceWagers(seat=2, wagers=[c.WagerAmount(wager="player", cents=10_000)]), BOB),
            (c.CloseBets(), DEALER),
            *((c.ReadCard(card=card), DEALER) for card in ("9s", "2h", "Td", "Kc")),
            (c.CallResult(), DEALER),
        ):
            assert isinstance(reply := house.execute("cash-1", order, actor), Accepted), reply
        assert house.tables["cash-1"].rounds == played + 1
        assert rebuild_all(house.store).findings == []
        kinds = {event["kind"] for record in house.store.records("table/cash-1") for event in record.events}
        assert "shoe-loaded" in kinds
        assert not kinds & set(RENAMED)
    finally:
        house.store.close()


def test_a_bundle_with_old_event_kinds_is_checked(old_kinds: Path) -> None:
    data = lzma.decompress((KEPT / "bundle-old-kinds.json.xz").read_bytes())
    assert any(f'"{kind}"'.encode() in data for kind in RENAMED)
    report = check_bundle(data, HouseKeys.load(old_kinds / "house.keys").public_text)
    assert (report.is_sound, report.findings) == (True, ())
    assert "round played again by its rulebook" in report.checked
