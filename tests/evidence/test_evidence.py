"""Evidence: bundles of real rounds, checked and forged; tables rebuilt from the log; the software manifest."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from croupier.cage.ledger_sums import Period, trial_balance
from croupier.cage.meter_report import meters_report
from croupier.cage.reading import ConnectionReader
from croupier.cage.table_reports import table_report
from croupier.cards import parse_pieces
from croupier.errors import BadInput, Refused
from croupier.evidence import bundle_replay
from croupier.evidence import software_manifest as prints
from croupier.evidence.bundle import SIGNED_AS
from croupier.evidence.bundle_check import EVENTS_MOST, check_bundle
from croupier.evidence.log_rebuild import rebuild_all
from croupier.evidence.playing_book_export import decrypt_book, encrypt_book, new_key, provider_book
from croupier.evidence.shoe_check import cards_out, check_shoe, order_findings
from croupier.files import BUNDLE
from croupier.house.round_store import RoundComparison
from croupier.rulebook.rulebook import digest_of_rules
from croupier.store.checkpoint import checkpoint
from croupier.store.log_audit import verify_log
from croupier.store.record import canonical, chain_hash, genesis
from croupier.store.schema import bundles, records, rounds, significant
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from croupier.table.playing_book import totals
from croupier.table.timers import next_timer_at
from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.evidence_house import ANN, FLOOR, MIDI, PIT, Evening
from tests.store_writer import tamper

Body = dict[str, Any]
CLAIMS = {("house", "id"), ("house", "name"), ("made", "at"), ("made", "by"), ("software",), ("round", "demonstration")}
"""Paths of values that a bundle states only once, so that only the signature protects them."""


@pytest.fixture
def evening(database_url: str, tmp_path: Path) -> Iterator[Evening]:  # noqa: F811 - a fixture
    """Open a house on SQLite and on PostgreSQL, one test run for each database."""
    house = Evening(database_url, tmp_path)
    yield house
    house.close()


@pytest.fixture
def sqlite_evening(tmp_path: Path) -> Iterator[Evening]:
    """Open a house on SQLite, for tests that do not depend on the database."""
    house = Evening(f"sqlite:///{tmp_path}/house.db", tmp_path)
    yield house
    house.close()


def findings(data: bytes, key: str | None = None) -> list[str]:
    return [str(problem) for problem in check_bundle(data, key).findings]


def signed(house: Evening, body: Body) -> bytes:
    """Return a bundle body signed with the house's key, as a forger who has the key could sign it."""
    signature = house.keys.sign(SIGNED_AS + canonical(body).encode())
    return json.dumps({"body": body, "signature": signature}).encode()


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not isinstance(value, dict | list):
        yield path
    for key, item in inside:
        yield from leaves(item, (*path, key))


def altered(body: Body, path: tuple[Any, ...], change: Callable[[Any], Any] | None = None) -> Body:
    """Return a copy of the body with one value changed."""
    forged = copy.deepcopy(body)
    place: Any = forged
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = (change or other_value)(place[path[-1]])
    return forged


def other_value(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value or ''}x"


# Bundles


def test_the_bundle_of_a_settled_round_is_sound(evening: Evening) -> None:
    evening.open_midi()
    evening.play_midi(3)
    for number in (1, 2, 3):
        data = evening.bundle(f"midi-1/{number:06d}")
        report = check_bundle(data, evening.keys.public_text)
        assert report.findings == ()
        assert report.round is not None
        assert report.round == evening.house.archived_round(f"midi-1/{number:06d}")
        assert report.body["house"] == {"id": evening.store.house, "name": "Riverside"}


def test_a_bundle_shows_bank_collection_and_correction(evening: Evening) -> None:
    played = evening.play_cash_in()
    assert findings(evening.bundle(played)) == []
    evening.correct(played, 6, "6s")
    report = check_bundle(evening.bundle(played))
    assert report.findings == ()
    assert report.round is not None
    assert report.round["status"] == "corrected"
    later = [event["kind"] for entry in report.body["later"] for event in entry["record"]["events"]]
    assert later == ["correction-requested", "round-corrected"]
    assert report.body["bank"] is not None


def test_a_bundle_follows_a_jackpot_to_its_payment(evening: Evening) -> None:
    played = evening.play_fortunes()
    assert findings(evening.bundle(played)) == []
    evening.act("fortunes-1", c.ConfirmJackpot(id=f"{played}/jackpot-1"), FLOOR)
    body = json.loads(evening.bundle(played))["body"]
    assert findings(signed(evening, body)) == []
    body["later"] = []
    assert findings(signed(evening, body)) == []
    body = json.loads(evening.bundle(played))["body"]
    body["later"][0]["record"]["transfers"][0][2] -= 1
    entry = body["later"][0]
    entry["hash"] = chain_hash(entry["before"], canonical(entry["record"]))
    assert findings(signed(evening, body)) == [
        "player:1: the records moved 999899 cents to it, and the results say 999900"
    ]


def test_a_rejected_jackpot_is_not_paid(evening: Evening) -> None:
    played = evening.play_fortunes()
    evening.act("fortunes-1", c.RejectJackpot(id=f"{played}/jackpot-1", reason="the deck was short"), FLOOR)
    assert findings(evening.bundle(played)) == []


def test_bundle_log_and_reports_agree_about_a_backed_out_jackpot(evening: Evening) -> None:
    """Check that bundle, rebuilt log and reports agree that a jackpot was paid and then backed out. [003 L433, L623]"""
    played = evening.play_fortunes()
    hit, before = f"{played}/jackpot-1", evening.house.ledger.balances["player:1"]
    evening.act("fortunes-1", c.ConfirmJackpot(id=hit), FLOOR)
    evening.act("fortunes-1", c.RequestBackOut(id=hit, reason="the film shows a six"), FLOOR)
    evening.act("fortunes-1", c.RejectBackOut(id="back-out-1", reason="another look first"), PIT)
    evening.act("fortunes-1", c.RequestBackOut(id=hit, reason="the film shows a six"), FLOOR)
    reply = evening.house.execute("fortunes-1", c.ApproveBackOut(id="back-out-2"), FLOOR)
    assert isinstance(reply, Refused)
    evening.act("fortunes-1", c.ApproveBackOut(id="back-out-2"), PIT)
    assert evening.house.ledger.balances["player:1"] == before
    report = check_bundle(evening.bundle(played))
    assert report.findings == ()
    later = [event["kind"] for entry in report.body["later"] for event in entry["record"]["events"]]
    decided = ["back-out-requested", "back-out-rejected", "back-out-requested", "jackpot-backed-out"]
    assert later == ["jackpot-confirmed", *decided]
    assert [str(problem) for problem in rebuild_all(evening.store).findings] == []
    with evening.store.read() as connection:
        reading = ConnectionReader(connection)
        (meter,) = meters_report(reading)
        (row,) = meter["last_hits"]
        (table,) = table_report(reading, Period(0, evening.now + 1))
        agrees = trial_balance(reading, recount=True)
        noted = reading.query(select(significant.c.code).order_by(significant.c.id))
    assert (meter["agrees"], meter["hits"], meter["paid_cents"]) == (True, 0, 0)
    assert (row["status"], row["reason"]) == ("backed-out", "the film shows a six")
    assert table["jackpots_paid_cents"] == table["jackpots_backed_out_cents"] == row["cents"]
    assert (agrees["total_cents"], agrees["differs"]) == (0, [])
    assert [note.code for note in noted if "back" in note.code or note.code == "approval/own"] == [
        *("jackpot/back_out_asked", "jackpot/back_out_refused", "jackpot/back_out_asked", "approval/own"),
        "jackpot/backed_out",
    ]
    evening.correct(played, 4, "3s")  # the round itself can be corrected only after the jackpot is backed out
    report = check_bundle(evening.bundle(played))
    assert report.findings == ()
    assert report.round is not None
    assert (report.round["status"], report.round["jackpots_before"]) == ("corrected", 1)
    assert [str(problem) for problem in rebuild_all(evening.store).findings] == []
    with evening.store.read() as connection:
        (meter,) = meters_report(ConnectionReader(connection))
    assert (meter["agrees"], meter["paid_cents"]) == (True, 0)


def test_the_bundle_of_a_void_round_shows_everything_returned(evening: Evening) -> None:
    evening.open_midi()
    evening.house.run_timers("midi-1")
    evening.act("midi-1", c.PlaceWagers(seat=1, wagers=[c.WagerAmount(wager="banker", cents=5_000)]), ANN)
    assert findings(evening.bundle("midi-1/000001")) == []
    evening.act("midi-1", c.VoidRound(reason="the board went dark"), FLOOR)
    report = check_bundle(evening.bundle("midi-1/000001"))
    assert report.findings == ()
    assert report.round is not None
    assert report.round["returned"] == {"player:1": 5_000}


def test_a_round_in_play_can_be_bundled_and_its_dispute_closed(evening: Evening) -> None:
    evening.open_midi()
    evening.house.run_timers("midi-1")
    evening.act("midi-1", c.PlaceWagers(seat=1, wagers=[c.WagerAmount(wager="banker", cents=5_000)]), ANN)
    evening.act("midi-1", c.OpenDispute(round="midi-1/000001", reason="I said Player"), FLOOR)
    (hold,) = evening.house.tables["midi-1"].holds
    close = c.CloseDispute(id=hold.id, resolution="the player was shown the round")
    refused = evening.house.execute("midi-1", close, FLOOR)
    assert isinstance(refused, Refused)
    assert refused.code == "dispute/no_bundle"
    data = evening.bundle("midi-1/000001")
    report = check_bundle(data)
    assert (report.findings, report.round) == ((), None)
    evening.note("midi-1/000001", data)
    evening.act("midi-1", close, FLOOR)
    assert evening.house.tables["midi-1"].holds == ()


def test_the_bundle_of_a_round_in_play_includes_the_escrow(sqlite_evening: Evening) -> None:
    sqlite_evening.open_midi()
    sqlite_evening.house.run_timers("midi-1")
    sqlite_evening.act("midi-1", c.PlaceWagers(seat=1, wagers=[c.WagerAmount(wager="banker", cents=5_000)]), ANN)
    body = json.loads(sqlite_evening.bundle("midi-1/000001"))["body"]
    entry = body["records"][-1]
    entry["record"]["transfers"][0][2] = 4_000
    entry["hash"] = body["chain"]["after"] = chain_hash(entry["before"], canonical(entry["record"]))
    assert findings(signed(sqlite_evening, body)) == [
        "stakes:midi-1: holds 4000 cents of the round, and 5000 lie on the layout"
    ]


def test_the_making_of_a_bundle_is_on_record(evening: Evening) -> None:
    evening.open_midi()
    evening.play_midi(1)
    data = evening.bundle("midi-1/000001")
    noted = evening.note("midi-1/000001", data)
    assert noted.digest == sha256(data).hexdigest()
    (row,) = evening.house.query(select(bundles))
    assert (row.round_id, row.by, row.digest) == ("midi-1/000001", FLOOR.id, noted.digest)
    last = list(evening.store.records("house"))[-1]
    assert last.events == ({"kind": "bundle-created", "round": "midi-1/000001", "digest": noted.digest},)
    assert verify_log(evening.store).is_sound


def test_rounds_that_end_and_begin_in_one_record_are_separated(sqlite_evening: Evening) -> None:
    quick = MIDI.model_copy(update={"card_ms": 0, "result_ms": 0})
    sqlite_evening.house.create_table("quick", quick)
    sqlite_evening.act("quick", c.OpenTable(), FLOOR)
    sqlite_evening.act("quick", c.SitDown(seat=1), ANN)
    sqlite_evening.play_midi(3, "quick")
    chains = [json.loads(sqlite_evening.bundle(f"quick/{number:06d}"))["body"]["chain"] for number in (1, 2, 3)]
    assert chains[0]["last"] == chains[1]["first"]
    assert [findings(sqlite_evening.bundle(f"quick/{number:06d}")) for number in (1, 2, 3)] == [[], [], []]
    assert rebuild_all(sqlite_evening.store).findings == []


def with_other_end(text: str) -> str:
    return text[:-2] + ("00" if text[-2:] != "00" else "11")


def test_a_checkpoint_confirms_the_records(sqlite_evening: Evening) -> None:
    sqlite_evening.open_midi()
    sqlite_evening.play_midi(1)
    checkpoint(sqlite_evening.store, sqlite_evening.keys, sqlite_evening.now)
    body = json.loads(sqlite_evening.bundle("midi-1/000001"))["body"]
    assert findings(signed(sqlite_evening, body)) == []
    assert "checkpoint 1: its signature is not the house's" in findings(
        signed(sqlite_evening, altered(body, ("checkpoint", "signature"), with_other_end))
    )
    seq = body["chain"]["last"]
    entry = body["records"][-1]
    entry["record"]["at"] += 1
    entry["hash"] = body["chain"]["after"] = chain_hash(entry["before"], canonical(entry["record"]))
    assert findings(signed(sqlite_evening, body)) == [f"table/midi-1#{seq}: is not what checkpoint 1 signed"]


def test_no_field_of_a_bundle_can_be_altered_after_it_was_signed(sqlite_evening: Evening) -> None:
    whole = json.loads(sqlite_evening.bundle(sqlite_evening.play_cash_in()))
    paths = list(leaves(whole["body"]))
    assert len(paths) > 300
    for path in paths[:: len(paths) // 60]:
        if path != ("format",):
            forged = {"body": altered(whole["body"], path), "signature": whole["signature"]}
            assert findings(json.dumps(forged).encode())[0] == (
                "signature: does not match: the bundle was altered after it was signed"
            ), path


def test_most_altered_fields_are_found_even_in_a_signed_bundle(sqlite_evening: Evening) -> None:
    """Check that a change of one value is found even if the house signs the changed bundle.

    Most facts are in a bundle twice or follow from other facts, so a change of one value causes a contradiction.
    """
    played = sqlite_evening.play_cash_in()
    sqlite_evening.correct(played, 6, "6s")
    body = json.loads(sqlite_evening.bundle(played))["body"]
    bodies = [path for path in leaves(body) if path[:2] != ("rulebook", "data") and path != ("format",)]
    wanted = [path for path in bodies if path[0] == "round"][::3] + [path for path in bodies if path[0] != "round"][::6]
    for path in wanted:
        if path not in CLAIMS and path != ("shoe", "place"):
            assert findings(signed(sqlite_evening, altered(body, path))), path


FORGERIES: list[tuple[tuple[Any, ...], Any, str]] = [
    (("round", "results", 0, "net_cents"), 10_000, "round.results: is not what the records say"),
    (("round", "results", 0, "net_cents"), 10_000, "by the rules and 10000 as kept"),
    (("round", "results", 0, "net_cents"), 10_000, "player:2: the records moved"),
    (("round", "spots", 0, "wagers", "player"), 20_000, "round.spots: is not what the records say"),
    (("round", "cards", "banker"), ["2h", "Kc", "9s"], "round: the cards lie otherwise"),
    (("round", "answers", 5, "card"), "9s", "round.answers: is not what the records say"),
    (("round", "fees"), {"player:1": 1}, "the collection of player:1 is 100 cents by the schedule and 1 as kept"),
    (("round", "id"), "cash-1/000002", "round.id: is cash-1/000002, and the bundle is of cash-1/000001"),
    (("round", "status"), "void", "round.status: is not what the records say"),
    (("round",), None, "round: the records end it"),
    (("records", 1, "record", "actor"), "user:99", "its hash does not match its contents"),
    (("records", 1), None, "chain of records: cannot be checked"),
    (("records", 2, "record", "seq"), 99, "its hash does not match its contents"),
    (("chain", "after"), "00", "is missing: the chain ends before it"),
    (("chain", "before"), "00", "is missing, or does not follow the record before it"),
    (("chain", "stream"), "table/other", "is no record of table/other"),
    (("rulebook", "digest"), "00", "rulebook.digest: is not the one in the table's settings"),
    (("rulebook", "options"), {"decks": 6}, "rulebook.options: is not the one in the table's settings"),
    (("rulebook", "data", "title"), "Another game", "the round was played by"),
    (("rulebook", "data"), {}, "cannot be checked"),
    (("shoe", "number"), 2, "shoe: is not the shoe of this round"),
    (("public_key",), "00" * 32, "signature: does not match"),
    (("records",), [], "cannot be checked"),
    (("later",), {"a": 1}, "cannot be checked"),
]


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Evening, Body]]:
    folder = tmp_path_factory.mktemp("dealt")
    house = Evening(f"sqlite:///{folder}/house.db", folder)
    yield house, json.loads(house.bundle(house.play_cash_in()))["body"]
    house.close()


@pytest.mark.parametrize(("path", "value", "message"), FORGERIES)
def test_a_forged_bundle_is_found_with_the_reason(
    dealt: tuple[Evening, Body], path: tuple[Any, ...], value: Any, message: str
) -> None:
    house, body = dealt
    assert findings(signed(house, body)) == []
    assert any(message in finding for finding in findings(signed(house, altered(body, path, lambda _: value))))


def test_a_record_removed_from_a_bundle_is_found(dealt: tuple[Evening, Body]) -> None:
    house, body = dealt
    forged = copy.deepcopy(body)
    removed_seq = forged["records"].pop(2)["record"]["seq"]
    assert f"table/cash-1#{removed_seq}: is missing, or does not follow the record before it" in findings(
        signed(house, forged)
    )


def test_two_exchanged_records_of_a_bundle_are_found(dealt: tuple[Evening, Body]) -> None:
    house, body = dealt
    forged = copy.deepcopy(body)
    forged["records"][1], forged["records"][2] = forged["records"][2], forged["records"][1]
    assert any("does not follow" in finding for finding in findings(signed(house, forged)))


def test_the_key_of_another_house_is_reported(dealt: tuple[Evening, Body]) -> None:
    house, body = dealt
    (messages,) = findings(signed(house, body), "ab" * 32)
    assert "not with the house's" in messages


@pytest.mark.parametrize(
    "data", [b"", b"no", b"[]", b"{}", b'{"body":{},"signature":""}', b"\xff\xfe", b"[" * 100_000, b'{"body":1e999}']
)
def test_a_file_that_is_not_a_bundle_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput, match="bundle: is not a bundle"):
        check_bundle(data)


def test_a_bundle_has_a_size_limit() -> None:
    with pytest.raises(BadInput, match="has more than 16,777,216 bytes"):
        check_bundle(b" " * (BUNDLE.bytes_most + 1))


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ("[" * 100 + "]" * 100, "nested deeper than 64"),
        ("9" * 5_000, "more than 19 digits"),
        ("[" + "0," * BUNDLE.values_most + "0]", "more than 400,000 values"),
        (json.dumps({"events": [{}] * (EVENTS_MOST + 1)}), "20,001 events"),
    ],
)
def test_a_hostile_bundle_is_refused_before_it_is_checked(inside: str, message: str) -> None:
    data = f'{{"body":{{"format":"croupier bundle 1","records":{inside}}},"signature":""}}'
    with pytest.raises(BadInput, match=message):
        check_bundle(data.encode())


def test_a_rulebooks_digest_is_compared_before_its_conditions_are_read(dealt: tuple[Evening, Body]) -> None:
    """Check that a rulebook with exponentially growing terms is refused by its digest, before the terms are expanded.

    The forged rulebook lists the expected digest as one of its earlier editions; the check must not trust this list.
    """
    house, body = dealt
    digest = body["rulebook"]["digest"]
    terms = {"x0": "tie"} | {f"x{n}": f"x{n - 1} or x{n - 1}" for n in range(1, 60)}
    forged = altered(body, ("rulebook", "data"), lambda data: {**data, "define": terms, "earlier": [digest]})
    assert any("has the digest" in finding and digest in finding for finding in findings(signed(house, forged)))


def test_exponential_terms_stop_at_the_limit_where_the_digest_matches(dealt: tuple[Evening, Body]) -> None:
    house, body = dealt
    forged = copy.deepcopy(body)
    forged["rulebook"]["data"]["define"] = {"x0": "tie"} | {f"x{n}": f"x{n - 1} or x{n - 1}" for n in range(1, 60)}
    (changed,) = (event for event in forged["settings"]["record"]["events"] if event["kind"] == "settings-changed")
    changed["digest"] = forged["rulebook"]["digest"] = digest_of_rules(forged["rulebook"]["data"])
    assert any("more than 1,000 names" in finding for finding in findings(signed(house, forged)))


def test_a_burn_of_a_thousand_million_cards_takes_no_memory() -> None:
    order = parse_pieces("2c 3c")
    burnt = {"kind": "cards-burned", "shown": [], "count": 10**9}
    (found,) = order_findings(order, cards_out([burnt]), 0, "shoe 1")
    assert "card 3 came out of a shoe of 2" in str(found)


def test_the_report_names_what_was_not_checked(evening: Evening) -> None:
    """Check that the report lists a missing checkpoint and a sealed shoe as not checked."""
    evening.open_midi()
    evening.play_midi(1)
    report = check_bundle(evening.bundle("midi-1/000001"))
    assert not {"checkpoint", "records as the checkpoint has them", "shoe"} & set(report.checked)
    assert {finding.where: finding.message for finding in report.not_checked} == {
        "checkpoint": "the house had signed none when the bundle was made",
        "records as the checkpoint has them": "the house had signed none when the bundle was made",
        "shoe": "it was still sealed when the bundle was made",
    }
    checkpoint(evening.store, evening.keys, evening.now)
    report = check_bundle(evening.bundle("midi-1/000001"))
    assert {"checkpoint", "round played again by its rulebook"} <= set(report.checked)


def test_a_round_in_play_is_reported_as_not_replayed(sqlite_evening: Evening) -> None:
    sqlite_evening.open_midi()
    sqlite_evening.play_midi(1)
    sqlite_evening.house.run_timers("midi-1")
    while (state := sqlite_evening.house.tables["midi-1"]).round is None:
        sqlite_evening.now = max(sqlite_evening.now, next_timer_at(state) or 0)
        sqlite_evening.house.run_timers("midi-1")
    report = check_bundle(sqlite_evening.bundle("midi-1/000002"))
    assert "round played again by its rulebook" not in report.checked
    assert "money" in report.checked


def test_a_round_can_be_replayed_after_its_rulebook_was_removed(
    dealt: tuple[Evening, Body], monkeypatch: pytest.MonkeyPatch
) -> None:
    house, body = dealt

    def no_rulebook(name: str) -> Any:
        raise BadInput.at("rulebook", f"there is no rulebook {name}")

    monkeypatch.setattr(bundle_replay, "load", no_rulebook)
    assert findings(signed(house, body)) == []
    without = altered(body, ("rulebook", "data"), lambda _: None)
    assert any("there is no rulebook ca-cash-in-baccarat" in finding for finding in findings(signed(house, without)))


def test_a_bundle_without_its_rules_is_checked_with_the_packages_own(dealt: tuple[Evening, Body]) -> None:
    house, body = dealt
    assert findings(signed(house, altered(body, ("rulebook", "data"), lambda _: None))) == []


@pytest.mark.parametrize("name", ["midi-1/000009", "other/000001", "", "/", "midi-1", "%/000001"])
def test_an_unknown_round_has_no_bundle(sqlite_evening: Evening, name: str) -> None:
    sqlite_evening.open_midi()
    sqlite_evening.play_midi(1)
    with pytest.raises(BadInput, match="this house has no such round"):
        sqlite_evening.bundle(name)


# Shoes


def test_a_shoe_in_play_is_not_disclosed(sqlite_evening: Evening) -> None:
    sqlite_evening.open_midi()
    sqlite_evening.play_midi(1)
    shoe = sqlite_evening.house.tables["midi-1"].shoe
    assert shoe is not None
    assert shoe.sealed is not None
    order = sqlite_evening.house.generator.reveal(shoe.sealed)
    text = sqlite_evening.bundle("midi-1/000001").decode()
    coming = " ".join(str(card) for card in order.cards[shoe.dealt : shoe.dealt + 4])
    assert order.nonce.hex() not in text
    assert coming not in text
    with pytest.raises(BadInput, match="is sealed until the next shoe comes in"):
        check_shoe(sqlite_evening.store, "midi-1", 1)


def test_a_revealed_shoe_matches_its_commitment(evening: Evening) -> None:
    evening.open_midi()
    evening.play_midi(2)
    evening.act("midi-1", c.LoadShoe(), FLOOR)
    report = check_shoe(evening.store, "midi-1", 1)
    assert report.findings == ()
    assert report.cards == 416
    assert report.out > 10
    body = json.loads(evening.bundle("midi-1/000002"))["body"]
    assert findings(signed(evening, body)) == []
    assert body["shoe"]["opened"] is not None
    wrong_place = altered(body, ("shoe", "place"))
    assert any("came out as" in finding for finding in findings(signed(evening, wrong_place)))
    opened = [event["kind"] for event in body["shoe"]["opened"]["record"]["events"]].index("shoe-revealed")
    path = ("shoe", "opened", "record", "events", opened, "nonce")
    forged_body = altered(body, path, lambda nonce: "00" + nonce[2:])
    assert any("not the one that was committed to" in finding for finding in findings(signed(evening, forged_body)))
    short = altered(body, (*path[:-1], "cards"), lambda cards: cards[:-3])
    assert any("are not whole decks" in finding for finding in findings(signed(evening, short)))


@pytest.mark.parametrize(
    ("table", "number", "message"),
    [
        ("none", 1, "none: this house has no such table"),
        ("cash-1", 9, "cash-1 shoe 9: no such shoe was filled"),
        ("cash-1", 0, "cash-1 shoe 0: no such shoe was filled"),
        ("cash-1", 1, "cash-1 shoe 1: was dealt by hand"),
    ],
)
def test_a_shoe_that_cannot_be_revealed_gives_the_reason(
    dealt: tuple[Evening, Body], table: str, number: int, message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        check_shoe(dealt[0].store, table, number)


# Rebuilding from the log


def test_rounds_roads_and_meters_are_rebuilt_from_the_log(evening: Evening) -> None:
    evening.open_midi()
    evening.play_midi(3)
    evening.correct(evening.play_cash_in(), 6, "6s")
    evening.play_fortunes()
    assert verify_log(evening.store).is_sound
    progress: list[tuple[str, int]] = []
    again = rebuild_all(evening.store, lambda stream, seq: progress.append((stream, seq)))
    assert again.findings == []
    assert (again.tables, again.rounds, again.replayed, again.other_rules, again.hands) == (3, 5, 5, 0, 5)
    assert again.meters == {"fortunes-1-fortunes-99": evening.store.balance("meter:fortunes-1-fortunes-99")}
    assert len(progress) == sum(head.seq for head in evening.store.heads().values())


TAMPERED: list[tuple[str, str]] = [
    ("UPDATE records SET body = replace(body, 'actor', 'actress') WHERE seq = 6", "#6: its hash does not match"),
    ("DELETE FROM records WHERE stream = 'table/midi-1' AND seq = 7", "#7: is missing"),
    ("UPDATE records SET hash = before WHERE stream = 'table/midi-1' AND seq = 8", "#8: its hash does not match"),
    ("UPDATE records SET actor = 'user:99' WHERE stream = 'table/midi-1' AND seq = 4", "#4: its actor is 'user:99'"),
    ("UPDATE transfers SET cents = cents + 1 WHERE stream = 'table/midi-1'", "its transfers in the ledger"),
    ("UPDATE accounts SET balance = balance + 1 WHERE name = 'player:1'", "account player:1: its balance is"),
]


@pytest.mark.parametrize(("statement", "message"), TAMPERED)
def test_an_audit_names_the_altered_record(evening: Evening, database_url: str, statement: str, message: str) -> None:  # noqa: F811
    evening.open_midi()
    evening.play_midi(1)
    tamper(database_url, statement)
    report = verify_log(evening.store)
    assert report.first is not None
    assert message in str(report.first)


def test_an_audit_names_exchanged_records(evening: Evening, database_url: str) -> None:  # noqa: F811
    evening.open_midi()
    evening.play_midi(1)
    move = "UPDATE records SET seq = {} WHERE stream = 'table/midi-1' AND seq = {}"
    tamper(database_url, move.format(999, 5), move.format(5, 6), move.format(6, 999))
    first = verify_log(evening.store).first
    assert str(first) == "table/midi-1#5: holds what was recorded as table/midi-1#6: the log was reordered"


TAMPERED_ROUNDS: list[tuple[str, str]] = [
    ("UPDATE rounds SET status = 'void' WHERE number = 2", "round midi-1/000002: its column status"),
    ("UPDATE rounds SET number = 77 WHERE number = 2", "round midi-1/000002: its column number"),
    ("UPDATE rounds SET body = '[]' WHERE number = 2", "round midi-1/000002: its body"),
    ("UPDATE rounds SET body = 'no' WHERE number = 2", "round midi-1/000002: its body"),
    ("DELETE FROM round_players WHERE round_id = 'midi-1/000002'", "round midi-1/000002: its players"),
    ("UPDATE round_players SET account = 'player:9' WHERE round_id = 'midi-1/000002'", "its players"),
    ("DELETE FROM rounds WHERE number = 2", "round midi-1/000002: is in the log, and the house has not kept it"),
]


@pytest.mark.parametrize(("statement", "message"), TAMPERED_ROUNDS)
def test_an_audit_names_an_archived_round_that_differs_from_the_log(
    evening: Evening,
    database_url: str,  # noqa: F811
    statement: str,
    message: str,
) -> None:
    evening.open_midi()
    evening.play_midi(3)
    tamper(database_url, statement)
    assert verify_log(evening.store).is_sound
    assert message in str(rebuild_all(evening.store).findings[0])


def test_an_audit_names_a_changed_result(evening: Evening) -> None:
    evening.open_midi()
    evening.play_midi(2)
    archived = dict(evening.house.archived_round("midi-1/000001") or {})
    archived["results"][0]["net_cents"] += 1
    with evening.store.begin() as transaction:
        transaction.write(update(rounds).where(rounds.c.id == archived["id"]).values(body=canonical(archived)))
    (found,) = rebuild_all(evening.store).findings
    assert str(found) == "round midi-1/000001: its results in the house's books is not what the log says"


def test_a_round_that_ends_while_the_log_is_replayed_is_no_finding(evening: Evening) -> None:
    evening.open_midi()
    evening.play_midi(1)
    comparison = RoundComparison(evening.store, "midi-1")
    evening.play_midi(1)
    comparison.finish(1)
    assert comparison.findings == []


def test_an_audit_names_a_round_that_is_not_in_the_log(evening: Evening) -> None:
    evening.open_midi()
    evening.play_midi(1)
    (row,) = evening.house.query(select(rounds))
    for changes in ({"id": "midi-1/000002", "number": 2}, {"id": "other/000001", "table_name": "other"}):
        with evening.store.begin() as transaction:
            transaction.upsert(rounds, **(dict(row._mapping) | changes))
    messages = [str(problem) for problem in rebuild_all(evening.store).findings]
    assert messages == [
        "round midi-1/000002: is kept by the house, and the log knows nothing of it",
        "table other: has rounds in the house's books and no log",
    ]


def forge(house: Evening, url: str, stream: str, change: Callable[[dict[str, Any]], None]) -> None:
    """Change events of a stream and compute every hash again, as an attacker without the house's keys can."""
    before = genesis(house.store.house, stream)
    rows = house.house.query(select(records).where(records.c.stream == stream).order_by(records.c.seq))
    for row in rows:
        facts = json.loads(row.body)
        for event in facts["events"]:
            change(event)
        body = canonical(facts)
        hashed, text = chain_hash(before, body), body.replace("'", "''")
        where = f"WHERE stream = '{stream}' AND seq = {row.seq}"
        tamper(url, f"UPDATE records SET body = '{text}', before = '{before}', hash = '{hashed}' {where}")
        before = hashed


def test_an_audit_finds_a_forged_result_in_a_rehashed_log(evening: Evening, database_url: str) -> None:  # noqa: F811
    evening.open_midi()
    evening.play_midi(1)

    def pay_more(event: dict[str, Any]) -> None:
        if event["kind"] == "round-settled":
            event["results"][0]["net_cents"] += 100

    forge(evening, database_url, "table/midi-1", pay_more)
    assert verify_log(evening.store).is_sound
    messages = [str(problem) for problem in rebuild_all(evening.store).findings]
    assert any("by the rules and" in finding for finding in messages)


def test_a_log_that_cannot_be_replayed_is_reported_with_its_place(evening: Evening, database_url: str) -> None:  # noqa: F811
    evening.open_midi()
    evening.play_midi(1)

    def another_card(event: dict[str, Any]) -> None:
        if event["kind"] == "cards-burned":
            event["shown"] = ["Zz"]

    forge(evening, database_url, "table/midi-1", another_card)
    assert "the table cannot be made again from here on" in str(rebuild_all(evening.store).findings[0])


def test_an_audit_names_roads_that_differ_from_the_results(evening: Evening, database_url: str) -> None:  # noqa: F811
    evening.open_midi()
    evening.play_midi(1)

    def other_winner(event: dict[str, Any]) -> None:
        if event["kind"] == "round-settled":
            event["outcome"] = {"winner": "tie", "player": ["9h", "Kh"], "banker": ["9s", "Ks"]}

    forge(evening, database_url, "table/midi-1", other_winner)
    assert "hand 1 of shoe 1 is drawn otherwise on the roads" in str(rebuild_all(evening.store).findings[0])


# Playing book of a third-party provider


def test_a_playing_book_has_the_hands_that_the_provider_banked_and_bet(evening: Evening) -> None:
    evening.play_cash_in()
    evening.open_midi()
    evening.play_midi(1)
    banked, bet = provider_book(evening.store, ["ann"])
    assert (banked.round, banked.player_dealer, banked.posted_cents, banked.collection_cents) == (
        "cash-1/000001", True, 30_000, 100,
    )  # fmt: skip
    assert (bet.round, bet.player_dealer, bet.posted_cents) == ("midi-1/000001", False, 5_000)
    assert {line.terminal for line in (banked, bet)} == {"t-4"}
    total = totals([banked, bet])
    assert 1_000_000 + total.net_cents == evening.store.balance("player:1")
    assert provider_book(evening.store, ["1"]) == (banked, bet)


def test_a_void_round_is_in_no_playing_book(sqlite_evening: Evening) -> None:
    sqlite_evening.open_midi()
    sqlite_evening.house.run_timers("midi-1")
    sqlite_evening.act("midi-1", c.PlaceWagers(seat=1, wagers=[c.WagerAmount(wager="banker", cents=5_000)]), ANN)
    sqlite_evening.act("midi-1", c.VoidRound(reason="the board went dark"), FLOOR)
    assert provider_book(sqlite_evening.store, ["ann"]) == ()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bob", "is no third-party"),
        ("2", "is no third-party"),
        ("zoe", "nobody"),
        ("0", "nobody"),
        ("9" * 30, "nobody"),
    ],
)
def test_other_players_have_no_playing_book(sqlite_evening: Evening, name: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        provider_book(sqlite_evening.store, [name])


def test_an_encrypted_playing_book_opens_only_with_its_key() -> None:
    key = new_key()
    token = encrypt_book("time,at\n", key)
    assert b"time" not in token
    assert decrypt_book(token, f"{key}\n") == "time,at\n"
    for wrong, message in (
        (new_key(), "was not locked with this key"),
        ("short", "is not a key"),
        ("é" * 44, "is not a key"),
    ):
        with pytest.raises(BadInput, match=message):
            decrypt_book(token, wrong)
    with pytest.raises(BadInput, match="was not locked with this key, or is damaged"):
        decrypt_book(token[:-4], key)


# Manifest of the software


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return the folder of a small package: a program, a rulebook and a page."""
    root = tmp_path / "package"
    (root / "data").mkdir(parents=True)
    for name, text in (("main.py", "pay = 2\n"), ("data/rules.toml", "odds = 1\n"), ("data/page.html", "<p>\n")):
        (root / name).write_text(text)
    return root


def test_one_flipped_byte_is_found_in_any_file(package: Path) -> None:
    written = prints.manifest(package)
    assert set(written) == {"main.py", "data/rules.toml", "data/page.html"}
    assert prints.differences(written, package) == []
    for name in written:
        file = package / name
        data = file.read_bytes()
        for place in range(len(data)):
            file.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
            assert [str(finding) for finding in prints.differences(written, package)] == [f"{name}: was altered"]
        file.write_bytes(data)


def test_missing_and_added_files_are_found_and_caches_are_ignored(package: Path) -> None:
    written = prints.manifest(package)
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "main.cpython-311.pyc").write_bytes(b"\0")
    assert prints.differences(written, package) == []
    (package / "main.py").rename(package / "other.py")
    messages = [str(finding) for finding in prints.differences(written, package)]
    assert messages == ["main.py: is missing", "other.py: is no part of the software"]


def test_the_start_is_refused_when_the_software_differs(package: Path, tmp_path: Path) -> None:
    file = tmp_path / "manifest.json"
    file.write_text(prints.manifest_text(prints.manifest(package)))
    assert prints.require_unaltered(file, package) == prints.digest_of(prints.manifest(package))
    (package / "main.py").write_text("pay = 3\n")
    with pytest.raises(BadInput, match=r"^main.py: was altered$"):
        prints.require_unaltered(file, package)


def test_a_manifest_of_the_package_itself_has_rules_programs_and_templates(tmp_path: Path) -> None:
    copied = tmp_path / "croupier"
    shutil.copytree(prints.package_root(), copied)
    files = prints.manifest(copied)
    assert {"__init__.py", "rulebook/data/ca-cash-in-baccarat.toml", "documents/ticket.typ"} <= set(files)
    assert set(prints.manifest()) == set(files)
    assert prints.differences(files, copied) == []


def test_a_manifest_may_cover_the_dependencies(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needed = prints._needed_distributions()
    assert {"numpy", "pydantic", "pydantic-core", "starlette"} <= set(needed)
    assert not {"pytest", "ruff", "croupier"} & set(needed)
    small = {name: needed[name] for name in ("rich", "typing-extensions")}
    monkeypatch.setattr(prints, "_needed_distributions", lambda: small)
    written = prints.manifest(package) | prints.dependency_digests()
    names = [name.split(" ")[0] for name in written if name.startswith("dependencies/")]
    assert names == ["dependencies/python", "dependencies/rich", "dependencies/typing-extensions"]
    assert prints.differences(written, package) == []
    rich = f"dependencies/rich {small['rich'].version}"
    fingerprint = prints._fingerprint
    monkeypatch.setattr(
        prints, "_fingerprint", lambda path: "0" * 64 if path.name == "console.py" else fingerprint(path)
    )
    assert [str(one) for one in prints.differences(written, package)] == [f"{rich}: was altered"]
    monkeypatch.delitem(small, "rich")
    assert [str(one) for one in prints.differences(written, package)] == [f"{rich}: is missing"]
    assert "dependencies/" not in "".join(prints.manifest_for(prints.manifest(package), package))


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"files": 3}', '{"format": "x", "digest": "y", "files": {}}', "[" * 9999]
)
def test_a_damaged_manifest_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "manifest.json"
    file.write_text(text)
    with pytest.raises(BadInput, match="is not a manifest of croupier, or is damaged"):
        prints.read_manifest(file)


def test_a_manifest_that_was_itself_altered_is_refused(package: Path, tmp_path: Path) -> None:
    file = tmp_path / "manifest.json"
    files = prints.manifest(package)
    file.write_text(prints.manifest_text(files).replace(files["main.py"], "0" * 64))
    with pytest.raises(BadInput, match="is damaged"):
        prints.read_manifest(file)
    with pytest.raises(BadInput, match="there is no such file"):
        prints.read_manifest(tmp_path / "none.json")


def test_a_bundle_names_people_by_number_only(dealt: tuple[Evening, Body]) -> None:
    """Check that a bundle names people only by account and number, as the log does."""
    _, body = dealt
    actors = {entry["record"]["actor"] for entry in body["records"]}
    assert actors <= {Actor("system").id, "user:2", "user:5"}
