"""Commands `croupier audit` and `croupier store`: their output and their refusals."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from rich.console import Console

from croupier.cli.audit_bundle import _print_round
from croupier.evidence.bundle_check import check_bundle
from croupier.evidence.software_manifest import package_root
from croupier.store.checkpoint import checkpoint
from croupier.store.keys import HouseKeys
from croupier.store.store import Store
from croupier.table import commands as c
from tests.command_line import Printed, croupier
from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.evidence_house import FLOOR, NOON, Evening
from tests.store_writer import full_disk, tamper


def refused(message: str, *words: str | Path) -> None:
    """Assert that the command prints only an error message with this text and exits with status 2."""
    done = croupier(*words)
    assert done.status == 2, done
    assert message in done.err
    assert done.err.startswith("croupier: ")
    assert done.out == ""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play rounds at two tables, reveal a shoe and return the folder of the house.

    Tests that alter the house copy it first.
    """
    folder = tmp_path_factory.mktemp("played")
    house = Evening(f"sqlite:///{folder}/house.db", folder)
    house.open_midi()
    house.play_midi(2)
    house.act("midi-1", c.LoadShoe(), FLOOR)
    house.play_cash_in()
    checkpoint(house.store, house.keys, house.now, folder / "checkpoints.jsonl")
    (folder / "round.json").write_bytes(house.bundle("cash-1/000001"))
    (folder / "public").write_text(house.keys.public_text)
    house.close()
    return folder


@pytest.fixture
def copied(played: Path, tmp_path: Path) -> Path:
    """Return the folder of a copy of the house that a test may alter."""
    assert croupier("store", "backup", played / "house.db", tmp_path / "house.db").status == 0
    HouseKeys.load(played / "house.keys")
    (tmp_path / "house.keys").write_bytes((played / "house.keys").read_bytes())
    (tmp_path / "house.keys").chmod(0o600)
    return tmp_path


# audit verify


@pytest.mark.parametrize("left", ["stopped", "killed"])
def test_a_house_is_audited_on_a_full_disk(copied: Path, left: str) -> None:
    """Check that an audit needs no free disk space, after a clean stop and after a kill.

    A killed server leaves its last records in the journal beside the database file, and the index of the journal is
    missing.
    """
    place = copied / "house.db"
    with Store.open(place) as store:
        with store.begin() as transaction:
            store.write_probe(transaction)
        for end in ("", "-wal"):
            shutil.copy(f"{place}{end}", f"{place}.killed{end}")
    place = place if left == "stopped" else copied / "house.db.killed"
    with full_disk():
        done = croupier("audit", "verify", place, "--keys", copied / "house.keys")
        events = croupier("audit", "events", place)
    assert (done.status, done.err) == (0, "")
    assert "SOUND" in done.out
    assert events.status == 0, events
    assert croupier("audit", "verify", place).status == 0, "and where there is room again"


def test_verify_says_what_it_counted_and_that_all_is_sound(played: Path) -> None:
    done = croupier("audit", "verify", played / "house.db")
    assert done.status == 0
    assert "SOUND: every record is as it was written." in done.words
    assert "3 rounds at 2 tables, 3 of them played and settled again" in done.words


def test_verify_prints_json(played: Path) -> None:
    keys, copy = played / "house.keys", played / "checkpoints.jsonl"
    done = croupier("audit", "verify", played / "house.db", "--keys", keys, "--copy", copy, "--json")
    report = json.loads(done.out)
    assert (done.status, report["sound"], report["findings"], report["signatures_checked"]) == (0, True, [], True)
    assert set(report) == {
        "sound", "streams", "records", "transfers", "accounts", "checkpoints", "signatures_checked", "from_the_log",
        "findings", "notes", "since",
    }  # fmt: skip
    assert report["from_the_log"] == {
        "tables": 2, "rounds": 3, "rounds_replayed": 3, "rounds_of_other_rules": 0, "hands_on_roads": 3,
        "meters_cents": {}, "people": 2, "tickets": 0, "shifts": 0, "notes": [],
    }  # fmt: skip


def test_verify_since_a_checkpoint_reads_what_follows_it(copied: Path) -> None:
    done = croupier("audit", "verify", copied / "house.db", "--since", "1")
    assert done.status == 0, done
    assert "Only what follows checkpoint 1 was read" in done.words
    assert "SOUND: every record after checkpoint 1 is as it was written." in done.words
    report = json.loads(croupier("audit", "verify", copied / "house.db", "--since", "1", "--json").out)
    assert (report["since"], report["from_the_log"], report["sound"]) == (1, None, True)


@pytest.mark.parametrize(
    ("since", "message"),
    [
        ("99", "--since: there is no checkpoint 99 that the house signed"),
        ("last", "--since: the house has not marked how far its log was verified"),
        ("yesterday", '--since: is "yesterday"; give the number of a checkpoint, or last'),
    ],
)
def test_verify_since_an_unknown_checkpoint_is_refused(played: Path, since: str, message: str) -> None:
    done = croupier("audit", "verify", played / "house.db", "--since", since)
    assert done.status == 2
    assert message in " ".join(done.err.split())


def test_verify_works_by_url(database_url: str, tmp_path: Path) -> None:  # noqa: F811
    house = Evening(database_url, tmp_path)
    house.play_cash_in()
    house.close()
    assert croupier("audit", "verify", database_url).status == 0
    tamper(database_url, "DELETE FROM records WHERE stream = 'table/cash-1' AND seq = 5")
    done = croupier("audit", "verify", database_url)
    assert done.status == 1
    assert "FAIL table/cash-1#5: is missing: #6 comes next" in done.words


def test_verify_names_the_first_altered_record(copied: Path) -> None:
    tamper(f"sqlite:///{copied}/house.db", "UPDATE records SET at = at + 1 WHERE stream = 'table/cash-1' AND seq = 9")
    done = croupier("audit", "verify", copied / "house.db")
    assert done.status == 1
    assert "FAIL table/cash-1#9: its at is" in done.words
    assert "NOT SOUND: findings: 1, the first at table/cash-1#9." in done.words
    report = json.loads(croupier("audit", "verify", copied / "house.db", "--json").out)
    assert (report["sound"], report["from_the_log"]) == (False, None)
    assert report["findings"][0]["where"] == "table/cash-1#9"


def test_verify_names_an_altered_archived_round(copied: Path) -> None:
    tamper(f"sqlite:///{copied}/house.db", "UPDATE rounds SET ended_at = 5 WHERE id = 'cash-1/000001'")
    done = croupier("audit", "verify", copied / "house.db")
    assert done.status == 1
    assert "FAIL round cash-1/000001: its column ended_at in the house's books" in done.words


def test_verify_with_another_houses_keys_doubts_the_checkpoints(played: Path, tmp_path: Path) -> None:
    HouseKeys.create(tmp_path / "other.keys")
    done = croupier("audit", "verify", played / "house.db", "--keys", tmp_path / "other.keys")
    assert done.status == 1
    assert "its signature is not the house's" in done.words


def test_a_log_cut_short_is_noticed_by_the_second_copy(copied: Path, played: Path) -> None:
    statements = (
        "DELETE FROM checkpoints",
        "DELETE FROM significant",
        "DELETE FROM transfers WHERE stream = 'table/cash-1' AND seq = 17",
        "DELETE FROM records WHERE stream = 'table/cash-1' AND seq = 17",
    )
    tamper(f"sqlite:///{copied}/house.db", *statements)
    done = croupier("audit", "verify", copied / "house.db", "--copy", played / "checkpoints.jsonl")
    assert done.status == 1
    assert "table/cash-1#17: is missing" in done.words


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("audit", "verify"), "there is no database here"),
        (("audit", "shoe", "{}", "midi-1", "1"), "there is no database here"),
        (("audit", "events"), "there is no database here"),
        (("audit", "book", "{}", "ann"), "there is no database here"),
        (("store", "upgrade"), "there is no database here"),
        (("store", "export", "{}", "out"), "there is no database here"),
        (("store", "backup", "{}", "copy.db"), "there is no database here"),
        (("store", "check"), "cannot be read: No such file"),
        (("store", "restore", "{}", "new.db"), "cannot be read: No such file"),
        (("audit", "bundle"), "there is no such file"),
        (("audit", "software", "--check"), "there is no such file"),
    ],
)
def test_a_file_that_is_not_there_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    missing = str(tmp_path / "nothing.db")
    given = [missing if argument == "{}" else argument for argument in words]
    refused(message, *given, *(() if missing in given else (missing,)))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("data", [b"", b"no database at all\n" * 400, b"SQLite format 3\0" + b"\xff" * 9000])
def test_a_file_that_is_no_house_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "house.db").write_bytes(data)
    for command in (("audit", "verify"), ("audit", "events")):
        done = croupier(*command, tmp_path / "house.db")
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith(f"croupier: {tmp_path / 'house.db'}: ")
        assert "Traceback" not in done.err


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as file:
        file.execute("CREATE TABLE cards (suit TEXT)")
    refused("is a database of something else", "audit", "verify", tmp_path / "other.db")
    refused("is a database of something else", "store", "upgrade", tmp_path / "other.db")
    refused("is not empty", "store", "create", tmp_path / "other.db", "--keys", tmp_path / "k")
    assert not (tmp_path / "k").exists()


@pytest.mark.parametrize("url", ["mysql://here/there", "postgresql://nobody@127.0.0.1:1/none", "sqlite://"])
def test_a_url_that_leads_nowhere_is_refused(url: str) -> None:
    done = croupier("audit", "verify", url)
    assert (done.status, done.out) == (2, "")
    assert "Traceback" not in done.err


def test_keys_that_others_can_read_are_refused(played: Path, tmp_path: Path) -> None:
    loose = tmp_path / "loose.keys"
    loose.write_bytes((played / "house.keys").read_bytes())
    loose.chmod(0o644)
    refused("others may read the house's keys", "audit", "verify", played / "house.db", "--keys", loose)


# audit bundle


def test_a_bundle_is_shown_and_found_sound(played: Path) -> None:
    done = croupier("audit", "bundle", played / "round.json", "--public-key", (played / "public").read_text())
    assert done.status == 0
    for words in (
        "Round cash-1/000001 of Riverside",
        "ca-cash-in-baccarat",
        "10♠",
        "phoenix-7",
        "$300 posted",
        "SOUND: signed by the house",
    ):
        assert words in done.words


def test_a_bundle_that_anybody_may_have_signed_is_not_sound(played: Path) -> None:
    done = croupier("audit", "bundle", played / "round.json")
    assert done.status == 1
    assert "SOUND" not in done.words
    assert "Not checked: who signed it." in done.words
    assert f"is {(played / 'public').read_text().strip()} the house's key?" in done.words
    assert "--public-key" in done.words
    report = json.loads(croupier("audit", "bundle", played / "round.json", "--json").out)
    assert (report["sound"], report["signer_known"], report["findings"]) == (False, False, [])


def test_a_bundle_names_hands_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    cards = {"dealer": ["9c", "Kd"], "player:3": ["8c", "5h"], "player:4/2": ["As", "Td"]}
    archived = {
        "shoe": 1, "number": 7, "status": "settled", "opened_at": 0, "closed_at": 1, "ended_at": 2, "cards": cards,
        "results": [], "spots": [], "bank": None, "fees": {}, "corrections": [],
    }  # fmt: skip
    _print_round(Console(highlight=False, markup=False), archived)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:4] == ["Dealer          9♣ K♦", "Seat 3          8♣ 5♥", "Seat 4, hand 2  A♠ 10♦"]


def test_a_bundle_prints_json(played: Path) -> None:
    done = croupier("audit", "bundle", played / "round.json", "--json", "--public-key", (played / "public").read_text())
    report = json.loads(done.out)
    assert (done.status, report["sound"], report["signer_known"], report["findings"]) == (0, True, True, [])
    assert set(report) == {
        "sound", "signer_known", "checked", "not_checked", "findings", "house", "public_key", "software", "made",
        "round_id", "chain", "round",
    }  # fmt: skip
    assert report["round"]["id"] == "cash-1/000001"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("10000", "99999"), "FAIL signature: does not match"),
        (lambda text: text.replace('"cash-1/000001"', '"cash-1/000009"'), "FAIL signature: does not match"),
        (lambda text: text.replace('"round": {', '"square": {', 1), "FAIL signature: does not match"),
    ],
)
def test_an_altered_bundle_is_not_sound(
    played: Path, tmp_path: Path, change: Callable[[str], str], message: str
) -> None:
    text = (played / "round.json").read_text()
    assert change(text) != text
    (tmp_path / "forged.json").write_text(change(text))
    done = croupier("audit", "bundle", tmp_path / "forged.json")
    assert done.status == 1
    assert message in done.words
    assert "NOT SOUND" in done.words
    assert json.loads(croupier("audit", "bundle", tmp_path / "forged.json", "--json").out)["sound"] is False


def test_a_bundle_of_another_house_is_not_sound(played: Path) -> None:
    done = croupier("audit", "bundle", played / "round.json", "--public-key", "ab" * 32)
    assert done.status == 1
    assert "not with the house's" in done.words


@pytest.mark.parametrize("data", [b"", b"hello", b"[1, 2]", b'{"body": {}, "signature": "00"}', b"\x00\xff"])
def test_a_file_that_is_no_bundle_is_unreadable(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "file").write_bytes(data)
    refused("is not a bundle", "audit", "bundle", tmp_path / "file")
    refused("is a folder, not a file", "audit", "bundle", tmp_path)


def test_a_bundle_is_made_recorded_and_checked(copied: Path) -> None:
    words = ("audit", "make-bundle", copied / "house.db", "midi-1/000002", "--keys", copied / "house.keys")
    done = croupier(*words, "--to", copied / "round.json", "--by", "user:8")
    assert done.status == 0, done.err
    assert check_bundle((copied / "round.json").read_bytes()).findings == ()
    assert "SHA-256" in done.out
    events = json.loads(croupier("audit", "events", copied / "house.db", "--code", "bundle", "--json").out)["events"]
    assert [(event["actor"], event["table_name"]) for event in events] == [("user:8", "midi-1")]
    assert croupier("audit", "verify", copied / "house.db").status == 0
    refused("is there already", *words, "--to", copied / "round.json")


def test_a_bundle_that_cannot_be_made_says_why(copied: Path) -> None:
    database, keys, to = copied / "house.db", copied / "house.keys", ("--to", copied / "new.json")
    refused("this house has no such round", "audit", "make-bundle", database, "midi-1/000099", "--keys", keys, *to)
    HouseKeys.create(copied / "other.keys")
    other_keys = copied / "other.keys"
    refused(
        "are the keys of another house", "audit", "make-bundle", database, "midi-1/000001", "--keys", other_keys, *to
    )
    with Store.open(database) as store, store.lock_stream("house"):
        words = ("audit", "make-bundle", database, "midi-1/000001", "--keys", keys, *to)
        refused("is run by another process already", *words)
    assert not (copied / "new.json").exists()


# audit shoe, events, book, software


def test_a_shoe_is_opened_and_checked(played: Path) -> None:
    done = croupier("audit", "shoe", played / "house.db", "midi-1", "1")
    assert done.status == 0
    assert "Shoe 1 of table midi-1: 416 cards" in done.words
    assert "SOUND" in done.words
    report = json.loads(croupier("audit", "shoe", played / "house.db", "midi-1", "1", "--json").out)
    assert (report["sound"], report["cards"], report["number"]) == (True, 416, 1)


@pytest.mark.parametrize(
    ("table", "number", "message"),
    [
        ("midi-1", "2", "is sealed until the next shoe comes in"),
        ("midi-1", "3", "no such shoe"),
        ("none", "1", "no such table"),
        ("cash-1", "1", "was dealt by hand"),
    ],
)
def test_a_shoe_that_cannot_be_opened_is_refused(played: Path, table: str, number: str, message: str) -> None:
    refused(message, "audit", "shoe", played / "house.db", table, number)


def test_an_exchanged_shoe_does_not_match_its_commitment(copied: Path) -> None:
    swap = "UPDATE records SET body = replace(body, '\"cut_from_back\":14', '\"cut_from_back\":15')"
    tamper(f"sqlite:///{copied}/house.db", f"{swap} WHERE body LIKE '%shoe-revealed%'")
    done = croupier("audit", "shoe", copied / "house.db", "midi-1", "1")
    assert done.status == 1
    assert "not the one that was committed to" in done.words


def test_significant_events_are_found(played: Path) -> None:
    found = json.loads(croupier("audit", "events", played / "house.db", "--code", "table", "--json").out)
    codes = [event["code"] for event in found["events"]]
    assert codes
    assert all(code.startswith("table/") for code in codes)
    at_cash = json.loads(croupier("audit", "events", played / "house.db", "--table", "cash-1", "--json").out)
    assert {event["table_name"] for event in at_cash["events"]} == {"cash-1"}
    by_floor = croupier("audit", "events", played / "house.db", "--actor", FLOOR.id, "--text", "OPENED")
    assert "The table was opened." in by_floor.words
    assert "Nothing of the kind" in croupier("audit", "events", played / "house.db", "--text", "no such words").words


def test_significant_events_are_bounded_by_time_and_page(played: Path) -> None:
    every = json.loads(croupier("audit", "events", played / "house.db", "--json").out)["events"]
    assert len(every) > 1
    assert all(event["at"] >= NOON for event in every)
    early = croupier("audit", "events", played / "house.db", "--until", "2026-01-01", "--json")
    assert json.loads(early.out)["events"] == []
    first = croupier("audit", "events", played / "house.db", "--limit", "1", "--since", "2026-01-01T00:00:00+02:00")
    assert f"--before {every[0]['id']}" in first.words
    second = croupier("audit", "events", played / "house.db", "--limit", "1", "--before", str(every[0]["id"]), "--json")
    assert json.loads(second.out)["events"] == [every[1]]


def test_a_search_that_cannot_be_made_is_refused(played: Path) -> None:
    refused('--since: is "noon"', "audit", "events", played / "house.db", "--since", "noon")
    refused("--limit: is 0", "audit", "events", played / "house.db", "--limit", "0")


def test_a_playing_book_is_printed_and_written(played: Path, tmp_path: Path) -> None:
    shown = croupier("audit", "book", played / "house.db", "ann")
    assert shown.status == 0
    assert "3 lines, 1 hands banked" in shown.words
    lines = [
        json.loads(line) for line in croupier("audit", "book", played / "house.db", "1", "--json").out.splitlines()
    ]
    assert [line["user"] for line in lines] == ["ann"] * 3
    assert croupier("audit", "book", played / "house.db", "ann", "--csv", tmp_path / "book.csv").status == 0
    assert (tmp_path / "book.csv").read_text().count("\n") == 4
    assert (tmp_path / "book.csv").stat().st_mode & 0o077 == 0
    refused("is there already", "audit", "book", played / "house.db", "ann", "--csv", tmp_path / "book.csv")


def test_a_locked_playing_book_opens_with_its_key(played: Path, tmp_path: Path) -> None:
    book, key = tmp_path / "book.locked", tmp_path / "key"
    done = croupier("audit", "book", played / "house.db", "ann", "--csv", book, "--encrypt")
    assert b"ann" not in book.read_bytes()
    key.write_text(done.out.rpartition(": ")[2])
    opened = croupier("audit", "unlock-book", book, "--key-file", key)
    assert (opened.status, opened.out.splitlines()[0][:8]) == (0, "time,at,")
    again = tmp_path / "again.locked"
    silent = croupier("audit", "book", played / "house.db", "ann", "--csv", again, "--encrypt", "--key-file", key)
    assert silent == Printed("", "", 0)
    assert croupier("audit", "unlock-book", again, "--key-file", key).out == opened.out
    new_key = ("--csv", tmp_path / "third", "--encrypt", "--key-file", tmp_path / "new-key")
    assert croupier("audit", "book", played / "house.db", "ann", *new_key).status == 0
    assert (tmp_path / "new-key").stat().st_mode & 0o077 == 0
    refused("was not locked with this key", "audit", "unlock-book", book, "--key-file", tmp_path / "new-key")
    refused("is not a key", "audit", "unlock-book", book, "--key-file", played / "house.keys")


def test_an_impossible_playing_book_is_refused(played: Path, tmp_path: Path) -> None:
    refused("is no third-party provider's player", "audit", "book", played / "house.db", "bob")
    refused("nobody in this house", "audit", "book", played / "house.db", "zoe")
    refused("name it with --csv", "audit", "book", played / "house.db", "ann", "--encrypt")
    words = ("audit", "book", played / "house.db", "ann", "--csv", tmp_path / "b", "--key-file", tmp_path / "k")
    refused("goes with --encrypt", *words)


def test_the_software_is_fingerprinted_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(package_root(), tmp_path / "croupier")
    monkeypatch.setattr("croupier.evidence.software_manifest.package_root", lambda: tmp_path / "croupier")
    file = tmp_path / "manifest.json"
    assert croupier("audit", "software", "--write", file).status == 0
    done = croupier("audit", "software", "--check", file)
    assert done.status == 0
    assert "SOUND: the software is the one in the manifest." in done.words
    report = json.loads(croupier("audit", "software", "--check", file, "--json").out)
    assert (report["sound"], report["findings"]) == (True, [])
    refused("is there already", "audit", "software", "--write", file)
    refused("does not go with --write", "audit", "software", "--write", tmp_path / "m", "--check", file)
    file.write_text(file.read_text().replace("croupier manifest 1", "something"))
    refused("is not a manifest of croupier", "audit", "software", "--check", file)


def test_altered_software_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "rules.toml").write_text("pays = 2\n")
    monkeypatch.setattr("croupier.evidence.software_manifest.package_root", lambda: tmp_path / "package")
    assert croupier("audit", "software", "--write", tmp_path / "m").status == 0
    (tmp_path / "package" / "rules.toml").write_text("pays = 3\n")
    done = croupier("audit", "software", "--check", tmp_path / "m")
    assert done.status == 1
    assert "FAIL rules.toml: was altered" in done.words


# store


def test_a_house_is_created_once(tmp_path: Path) -> None:
    database, keys = tmp_path / "house.db", tmp_path / "house.keys"
    done = croupier("store", "create", database, "--keys", keys, "--name", "Riverside")
    assert done.status == 0
    assert HouseKeys.load(keys).public_text in done.out
    with Store.open(database) as store:
        assert store.key_value("public_key") == HouseKeys.load(keys).public_text
    assert croupier("audit", "verify", database).status == 0
    refused("is not empty", "store", "create", database, "--keys", tmp_path / "other.keys")
    refused("cannot be written: File exists", "store", "create", tmp_path / "new.db", "--keys", keys)
    assert not (tmp_path / "new.db").exists()
    refused("cannot be made", "store", "create", tmp_path / "no" / "house.db", "--keys", tmp_path / "k2")
    assert not (tmp_path / "k2").exists()


def test_a_house_is_created_by_url(database_url: str, tmp_path: Path) -> None:  # noqa: F811
    assert croupier("store", "create", database_url, "--keys", tmp_path / "k").status == 0
    refused("is not empty", "store", "create", database_url, "--keys", tmp_path / "k2")
    assert "was up to date" in croupier("store", "upgrade", database_url).out
    assert croupier("store", "check", database_url).status == 0


def test_an_empty_database_becomes_a_house_by_an_upgrade(tmp_path: Path) -> None:
    (tmp_path / "house.db").touch()
    refused("run: croupier store upgrade", "audit", "verify", tmp_path / "house.db")
    assert "was upgraded" in croupier("store", "upgrade", tmp_path / "house.db").out
    assert croupier("audit", "verify", tmp_path / "house.db").status == 0


def test_a_copy_is_made_checked_and_restored(played: Path, tmp_path: Path) -> None:
    assert croupier("store", "backup", played / "house.db", tmp_path / "copy.db").status == 0
    refused("is there already", "store", "backup", played / "house.db", tmp_path / "copy.db")
    assert "SOUND" in croupier("store", "check", tmp_path / "copy.db").words
    done = croupier("store", "restore", tmp_path / "copy.db", tmp_path / "again.db", "--json")
    assert (done.status, json.loads(done.out)["sound"]) == (0, True)
    refused("is there already", "store", "restore", tmp_path / "copy.db", tmp_path / "again.db")
    tamper(f"sqlite:///{tmp_path}/copy.db", "DELETE FROM records WHERE stream = 'table/cash-1' AND seq = 3")
    done = croupier("store", "check", tmp_path / "copy.db")
    assert done.status == 1
    assert "table/cash-1#3: is missing" in done.words


def test_a_damaged_copy_is_refused(tmp_path: Path) -> None:
    (tmp_path / "copy.gz").write_bytes(b"\x1f\x8b\x08\x00damaged")
    refused("is not a copy of a house, or is damaged", "store", "check", tmp_path / "copy.gz")
    refused("is not a copy of a house, or is damaged", "store", "restore", tmp_path / "copy.gz", tmp_path / "new.db")


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_everything_is_exported(played: Path, tmp_path: Path, form: str) -> None:
    done = croupier("store", "export", played / "house.db", tmp_path / "out", "--format", form)
    assert done.status == 0
    assert f"records.{form}" in done.out
    assert (tmp_path / "out" / "manifest.json").exists()
    refused("cannot be written", "store", "export", played / "house.db", tmp_path / "out", "--format", form)


def test_an_unknown_format_is_refused(played: Path, tmp_path: Path) -> None:
    refused('--format: is "xml"', "store", "export", played / "house.db", tmp_path / "out", "--format", "xml")


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a fixed width for output, independent of the terminal that runs the tests."""
    monkeypatch.setenv("COLUMNS", "160")


def test_a_copy_with_a_relative_path_is_checked_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text("no house at all")
    refused("not a database", "store", "check", "letter.txt")
    assert croupier("store", "create", "house.db", "--keys", "house.key").status == 0
    assert croupier("store", "backup", "house.db", "copy.db").status == 0
    assert croupier("store", "check", "copy.db").status == 0
