"""Insiders who can write to the database: an audit finds their changes, and the house does not open. [R53]"""

# ruff: noqa: F811 - pytest finds the fixtures of tests.database by these names

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select, select

from croupier.cage import buy_in, cash_out, redemptions, shifts
from croupier.cards.random_source import SeededRandomSource
from croupier.errors import BadInput, Refused
from croupier.evidence.log_rebuild import rebuild_all
from croupier.evidence.row_audit import audit_rows
from croupier.house.house import Accepted, House
from croupier.people.accounts import create_user
from croupier.people.exclusions import ExclusionKind
from croupier.people.limit_jobs import exclude_myself, set_limit
from croupier.people.limits import LimitKind
from croupier.people.roles import SYSTEM, Principal, Role
from croupier.people.sessions import SessionService
from croupier.people.terminals import create_pairing_code, exchange_code
from croupier.people.users import stored_hash
from croupier.server.config import CheckpointSection, HouseConfig
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.store.checkpoint import read_copy
from croupier.store.keys import HouseKeys
from croupier.store.log_audit import verify_log
from croupier.store.record import Record
from croupier.store.schema import metadata, vouchers
from croupier.store.store import Store
from croupier.store.verified import VERIFIED
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from tests.database import PostgresServer, postgres_server  # noqa: F401 - fixtures
from tests.server_fixture import NOON, QUICK, TABLE, config_in
from tests.store_writer import tamper
from tests.table_driver import DEALER, placed

PEOPLE = {"ada": Role.ADMIN, "cass": Role.CASHIER, "carl": Role.CASHIER, "pat": Role.PLAYER, "ned": Role.PLAYER}
ADA, CASS, CARL, PAT, NED = range(1, 6)
SECRET = "correct horse battery"


class Insider:
    """Small house that was run twice and stopped, and whose files a test alters."""

    def __init__(self, folder: Path, database: str | None = None) -> None:
        self.folder = folder
        changes = {"database": database} if database else {}
        copy = CheckpointSection(copy_to=str(folder / "checkpoints.jsonl"))
        self.config: HouseConfig = config_in(folder, **changes).model_copy(update={"checkpoints": copy})

    @property
    def url(self) -> str:
        database = self.config.house.database
        return database if "://" in database else f"sqlite:///{database}"

    def play_money(self, *, demonstration: bool) -> None:
        """Set in the configuration whether the house is a demonstration."""
        house = self.config.house.model_copy(update={"demonstration": demonstration})
        self.config = self.config.model_copy(update={"house": house})

    def opened(self, *, create: bool = False) -> House:
        return open_casino(self.config, clock=lambda: NOON, chance=SeededRandomSource(3), create=create)

    def run(self, work: Any = None) -> None:
        """Start a server, do some work, and stop the server."""
        house = self.opened(create=work is not None)
        runtime = Runtime(self.config, house, QUICK)
        runtime.set_up()
        if work:
            work(house)

        async def day() -> None:
            await runtime.start()
            await runtime.stop()

        asyncio.run(day())

    def audited(self) -> list[str]:
        """Return the findings of `croupier audit verify --keys --copy`."""
        keys = HouseKeys.load(self.config.house.keys)
        with Store.open(self.config.house.database) as store:
            report = verify_log(store, keys.public_text, Path(self.config.checkpoints.copy_to))
            found = report.findings or tuple(rebuild_all(store).findings)
        return [str(finding) for finding in found]

    def refusal(self) -> str:
        """Return the message with which the house refuses to open."""
        with pytest.raises(BadInput) as bad:
            self.opened().store.close()
        return str(bad.value)


def accepted(answer: Any) -> Any:
    """Return the answer to a command, which must not be a refusal."""
    assert not isinstance(answer, Refused), answer
    return answer


def create_rows(house: House) -> None:
    """Create rows of every kind.

    The rows are of users, shifts, paid, voided and open vouchers, limits, a terminal, a locked account, and a round.
    """
    run, cass, pat = house.writer.run, f"user:{CASS}", f"player:{PAT}"
    for name, role in PEOPLE.items():
        hashed = accepted(QUICK.hash_new(SECRET, name=name))
        accepted(run(create_user(SYSTEM, name=name, display_name=name, role=role, password=hashed, must_change=False)))
    accepted(run(lambda uow: shifts.open_shift(uow, by=f"user:{CARL}", float_cents=7_000)))
    accepted(run(lambda uow: shifts.close_shift(uow, shift=1, by=f"user:{CARL}", counted_cents=6_900)))
    accepted(run(lambda uow: shifts.open_shift(uow, by=cass, float_cents=50_000)))
    accepted(run(lambda uow: buy_in.with_cash(uow, account=pat, cents=30_000, shift=2, by=cass)))
    tickets = [
        accepted(run(lambda uow, cents=cents: cash_out.cash_out(  # type: ignore[misc]
            uow, account=pat, by=cass, consent_by=f"user:{PAT}", in_play=False, chance=SeededRandomSource(cents),
            cents=cents)))
        for cents in (4_000, 5_000, 2_000, 3_000)
    ]  # fmt: skip
    accepted(run(lambda uow: redemptions.redeem_for_cash(uow, number=tickets[0].number, shift=2, by=cass)))
    accepted(run(lambda uow: cash_out.void_voucher(uow, number=tickets[2].number, by=cass, reason="torn")))
    accepted(run(exclude_myself(Principal.user(NED, Role.PLAYER), ExclusionKind.SIX_MONTHS, house.limit_tracker)))
    accepted(run(set_limit(Principal.user(PAT, Role.PLAYER), LimitKind.LOSS_DAY, 5_000, house.limit_tracker)))
    sessions = SessionService()
    code = accepted(run(create_pairing_code(SYSTEM, "T-1", table_name="co-1")))
    accepted(run(exchange_code(code.code, address="loopback", sessions=sessions)))
    right = QUICK.check("ada", _stored(house, "ada"), SECRET)
    accepted(run(sessions.log_in(right, address="loopback")))
    _play(house, Actor(f"user:{PAT}", "pat", "player", pat))
    for _ in range(sessions.rules.failures_most):
        proof = QUICK.check("ned", _stored(house, "ned"), "a wrong password")
        assert isinstance(run(sessions.log_in(proof, address="loopback")), Refused)


def _play(house: House, pat: Actor) -> None:
    """Play a round at the table that a dealer deals."""
    steps: list[tuple[c.Command, Actor]] = [(c.LoadShoe(), DEALER), (c.ReadCard(card="As"), DEALER)]
    steps += [(c.SitDown(seat=1), pat), (c.OpenBets(), DEALER), (placed(1, {"player": 1_000}), pat)]
    steps += [(c.CloseBets(), DEALER), *((c.ReadCard(card=card), DEALER) for card in ("9s", "Kh", "Kd", "2c"))]
    for command, actor in (*steps, (c.CallResult(), DEALER)):
        assert isinstance(reply := house.execute(TABLE, command, actor), Accepted), reply


def _stored(house: House, name: str) -> str | None:
    return stored_hash(house.query, name)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the house, stop it, and return its folder."""
    folder = tmp_path_factory.mktemp("insiders")
    house = Insider(folder)
    house.run(create_rows)
    house.run()
    return folder


@pytest.fixture
def insider(stopped: Path, tmp_path: Path) -> Insider:
    """Return a copy of the house for one test to alter."""
    shutil.copytree(stopped, tmp_path / "house")
    return Insider(tmp_path / "house")


def test_an_unaltered_house_is_sound_and_opens(insider: Insider) -> None:
    assert insider.audited() == []
    insider.opened().store.close()


NOTHING_OF_IT = "is in the house's books, and the log knows nothing of it"
NOT_THERE = "is in the log, and not in the house's books"
TAMPERED = {
    "a paid ticket made payable again": (
        "UPDATE vouchers SET status = 'issued', redeemed_at = NULL, redeemed_by = NULL WHERE status = 'redeemed'",
        "its status is 'issued' in the house's books and 'redeemed' in the log",
    ),
    "a void ticket made payable again": (
        "UPDATE vouchers SET status = 'issued' WHERE status = 'void'",
        "its status is 'issued' in the house's books and 'void' in the log",
    ),
    "a ticket raised": (
        "UPDATE vouchers SET cents = 90000 WHERE cents = 5000",
        "its cents is 90000 in the house's books and 5000 in the log",
    ),
    "a ticket invented": (
        "INSERT INTO vouchers (number, cents, status, kind, issued_at, issued_by) "
        "VALUES ('12345678901234567890', 90000, 'issued', 'cash-out', 1, 'user:2')",
        "ticket ending in 7890, with the digest ",
    ),
    "a ticket deleted": ("DELETE FROM vouchers WHERE cents = 3000", NOT_THERE),
    "who paid a ticket": ("UPDATE vouchers SET redeemed_by = 'user:3' WHERE cents = 4000", "its redeemed_by is"),
    "a shift's float": (
        "UPDATE shifts SET float_cents = 1 WHERE id = 2",
        "shift 2: its float_cents is 1 in the house's books and 50000 in the log",
    ),
    "a shift's count": ("UPDATE shifts SET over_short_cents = 0 WHERE id = 1", "shift 1: its over_short_cents is 0"),
    "an exclusion deleted": ("DELETE FROM exclusions", f"exclusion of player {NED}, 6-months from"),
    "an exclusion lifted": ("UPDATE exclusions SET lifted_at = 5", "its lifted_at is 5"),
    "an exclusion shortened": ("UPDATE exclusions SET ends_at = starts_at + 1", NOTHING_OF_IT),
    "a limit loosened": ("UPDATE player_limits SET cents_or_minutes = 9999999", f"limit of player {PAT} loss-day: its"),
    "a player made administrator": (
        "UPDATE users SET role = 'admin' WHERE name = 'pat'",
        f"user {PAT} (pat): its role is 'admin' in the house's books and 'player' in the log",
    ),
    "an administrator invented": (
        "INSERT INTO users (name, display_name, role, created_at, active, third_party, must_change) "
        "VALUES ('eve', 'Eve', 'admin', 1, TRUE, FALSE, FALSE)",
        f"user 6 (eve): {NOTHING_OF_IT}",
    ),
    "a password replaced": (
        "UPDATE users SET password = (SELECT password FROM users WHERE name = 'pat') WHERE name = 'ada'",
        f"user {ADA} (ada): its password is not the one the log knows",
    ),
    "a lock taken off": ("UPDATE users SET locked_until = NULL", f"user {NED} (ned): its locked_until is None"),
    "a terminal's secret replaced": (
        "UPDATE terminals SET secret_hash = 'another'",
        "its secret_hash is not the one the log knows",
    ),
    "a session invented": (
        "INSERT INTO sessions (token_hash, user_id, csrf, created_at, seen_at, expires_at) "
        "VALUES ('mine', 1, 'mine', 1, 1, 9999999999999)",
        f"user {ADA} (ada): has a session that no log-in began",
    ),
    "a session prolonged": (
        "UPDATE sessions SET expires_at = expires_at + 3600000",
        f"user {ADA} (ada): has a session that ends at ",
    ),
    "what a round paid": (
        """UPDATE rounds SET body = replace(body, '"balances":{', '"balances":{"player:9":[0,1],')""",
        "round co-1/000001: its balances in the house's books is not what the log says",
    ),
    "when a round ended": ("UPDATE rounds SET ended_at = 1", "round co-1/000001: its column ended_at in the house's"),
    "a round of another shoe": ("UPDATE rounds SET shoe = '7'", "round co-1/000001: its column shoe in the house's"),
    "a round moved away": ("UPDATE rounds SET number = 9", "round co-1/000001: its column number in the house's books"),
    "who played a round": ("DELETE FROM round_players", "round co-1/000001: its players in the house's books are not"),
    "a round invented": (
        "INSERT INTO rounds (id, table_name, number, opened_at, rulebook, digest, version, mode, status, body) "
        "VALUES ('co-1/000002', 'co-1', 2, 1, 'co-baccarat', '', '1', 'dealer-assist', 'settled', '{}')",
        "round co-1/000002: is kept by the house, and the log knows nothing of it",
    ),
    "a round of a table invented": (
        "INSERT INTO rounds (id, table_name, number, opened_at, rulebook, digest, version, mode, status, body) "
        "VALUES ('t-9/000001', 't-9', 1, 1, 'co-baccarat', '', '1', 'dealer-assist', 'settled', '{}')",
        "table t-9: has rounds in the house's books and no log",
    ),
    "a meter's seed": ("UPDATE meters SET seed_cents = 1", "meter wall: its seed_cents is 1"),
    "the rules": (
        "UPDATE settings SET value = replace(value, 'banker', 'banger') WHERE key LIKE 'rulebook:%'",
        "the rules kept there are not those with this digest",
    ),
    "all checkpoints taken away": ("DELETE FROM checkpoints", "is in the second copy and not in the database"),
    "a balance": ("UPDATE accounts SET balance = balance + 5 WHERE name = 'player:4'", "account player:4: its balance"),
    "a transfer": ("UPDATE transfers SET cents = cents + 1", "its transfers in the ledger are not those it recorded"),
    "a stream cut off": (
        "DELETE FROM records WHERE stream = 'house' AND seq > 20",
        "house#21: is missing: checkpoint 1 of",
    ),
}
KIND = {
    "changed": (
        "UPDATE settings SET value = 'house' WHERE key = 'kind'",
        "setting kind: its value is 'house' in the house's books and 'demonstration' in the log",
    ),
    "taken away": ("DELETE FROM settings WHERE key = 'kind'", f"setting kind: {NOT_THERE}"),
}
EMPTY = "CREATE TRIGGER records_no_delete BEFORE DELETE ON records BEGIN SELECT 1; END"


@pytest.mark.parametrize(("statement", "finding"), TAMPERED.values(), ids=TAMPERED)
def test_a_change_by_an_insider_is_found_and_the_house_does_not_open(
    insider: Insider, statement: str, finding: str
) -> None:
    tamper(insider.url, statement)
    found = insider.audited()
    assert any(finding in message for message in found), found
    refusal = insider.refusal()
    assert finding in refusal
    assert "the house does not open. To see them all, run: croupier audit verify" in refusal


@pytest.mark.parametrize(("statement", "finding"), KIND.values(), ids=KIND)
def test_a_demonstration_house_cannot_become_a_real_one(insider: Insider, statement: str, finding: str) -> None:
    """Check that neither the configuration nor a row changes what the log records about the kind of house. [R20]"""
    tamper(insider.url, statement)
    assert finding in "\n".join(insider.audited())
    insider.play_money(demonstration=False)
    assert finding in insider.refusal()


def test_a_demonstration_house_with_an_older_log_cannot_become_a_real_one(
    insider: Insider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an older house, only the events of its tables record that the house is a demonstration."""
    read = Record.from_row

    def older(row: Mapping[Any, Any]) -> Record:
        record = read(row)
        events = ({name: value for name, value in event.items() if name != "house"} for event in record.events)
        return replace(record, events=tuple(events))

    monkeypatch.setattr(Record, "from_row", older)
    assert insider.audited() == []
    insider.opened().store.close()
    finding = "table co-1: was not set up in a house, which the house's books say it is"
    tamper(insider.url, "DELETE FROM settings WHERE key = 'kind'")
    assert insider.audited() == [], "an older house need not have the row"
    insider.play_money(demonstration=False)
    assert finding in insider.refusal()
    tamper(insider.url, "UPDATE settings SET value = 'house' WHERE key = 'kind'")
    assert finding in "\n".join(insider.audited())


def test_a_change_by_an_insider_is_found_over_postgresql(postgres_server: PostgresServer, tmp_path: Path) -> None:
    insider = Insider(tmp_path, postgres_server.new_database())
    insider.run(create_rows)
    assert insider.audited() == []
    last_row_case = list(TAMPERED).index("all checkpoints taken away")
    cases = list(TAMPERED.items())[:last_row_case]
    for _, (statement, _) in cases:
        tamper(insider.url, statement)
    found = "\n".join(insider.audited())
    for name, (_, finding) in cases:
        assert finding in found or name == "an exclusion lifted", name  # the exclusion was deleted before
    assert "the house does not open" in insider.refusal()


def test_a_house_with_emptied_triggers_does_not_open(insider: Insider) -> None:
    with closing(sqlite3.connect(insider.config.house.database)) as file:
        file.executescript(f"DROP TRIGGER records_no_delete; {EMPTY};")
    assert "trigger records_no_delete: was replaced" in insider.refusal()


def test_a_ticket_that_was_made_payable_and_paid_again_is_found(insider: Insider) -> None:
    house = insider.opened()
    tamper(insider.url, TAMPERED["a paid ticket made payable again"][0])
    number = house.query(_tickets(4_000))[0][0]
    accepted(house.writer.run(lambda uow: redemptions.redeem_for_cash(uow, number=number, shift=2, by=f"user:{CASS}")))
    house.store.close()
    (found,) = insider.audited()
    assert found.endswith(f"the ticket ending in {number[-4:]} was redeemed before")


def test_a_ticket_that_was_raised_and_paid_is_found(insider: Insider) -> None:
    house = insider.opened()
    tamper(insider.url, "UPDATE vouchers SET cents = 8000 WHERE cents = 5000")
    number = house.query(_tickets(8_000))[0][0]
    accepted(house.writer.run(lambda uow: redemptions.redeem_for_cash(uow, number=number, shift=2, by=f"user:{CASS}")))
    house.store.close()
    assert insider.audited()[0].endswith("was issued for 5000 cents and not 8000")


def _tickets(cents: int) -> Select[Any]:
    return select(vouchers.c.number).where(vouchers.c.cents == cents)


def test_the_log_shows_a_checkpoint_removed_since_the_server_started(insider: Insider) -> None:
    tamper(insider.url, "DELETE FROM checkpoints")
    Path(insider.config.checkpoints.copy_to).unlink()
    assert f"checkpoint 1: {NOT_THERE}" in insider.refusal()


def test_a_second_copy_that_was_put_aside_starts_again(insider: Insider) -> None:
    """Check that a new second copy is started after its keeper has put the old one aside, as after a restore."""
    tamper(insider.url, "DELETE FROM checkpoints WHERE id = 2")
    assert "checkpoint 2 of" in insider.refusal()
    copy = Path(insider.config.checkpoints.copy_to)
    copy.rename(copy.with_suffix(".aside"))
    insider.run()
    assert [checkpoint.id for checkpoint in read_copy(copy)] == [2]


def test_an_older_log_without_digests_is_read_with_a_note(insider: Insider, monkeypatch: pytest.MonkeyPatch) -> None:
    read, newer = Record.from_row, ("password_digest", "must_change", "secret_digest")

    def older(row: Mapping[Any, Any]) -> Record:
        record = read(row)
        events = ({name: value for name, value in event.items() if name not in newer} for event in record.events)
        return replace(record, events=tuple(events))

    monkeypatch.setattr(Record, "from_row", older)
    with Store.open(insider.config.house.database) as store:
        report = audit_rows(store)
    assert report.findings == []
    note = "cannot be checked, for the log did not tell it then"
    subjects = ("terminals, secret_hash: 1", "users, must_change: 5", "users, password: 5")
    assert report.notes == [f"{subject} {note}" for subject in subjects]


FLIPS = 25
WRITTEN_ANEW = ("claim house", VERIFIED)
"""Settings that every start writes."""
UNREAD_MOST = 3
"""Largest allowed number of flipped bits that change nothing: SQLite's counters, remains of moved rows, the case of SQL
keywords."""


def test_a_flipped_bit_is_found_or_changes_no_row(insider: Insider, stopped: Path) -> None:
    """After a flip of any bit, the house does not open, the audit finds it, or every row is unchanged."""
    path = Path(insider.config.house.database)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("DELETE FROM snapshots")  # A damaged snapshot is not used: see tests/house/test_snapshots.py.
        file.execute("VACUUM")
    whole, rows = path.read_bytes(), _every_row(path)
    used = [place for place, byte in enumerate(whole) if byte]  # most of a small file is empty
    chance = random.Random(13)
    unread = 0
    for _ in range(FLIPS):
        place, bit = chance.choice(used), chance.randrange(8)
        flipped = bytearray(whole)
        flipped[place] ^= 1 << bit
        path.write_bytes(flipped)
        if _is_noticed(insider):
            continue
        assert _every_row(path) == rows, f"bit {bit} of byte {place} changed what the house reads"
        unread += 1
    assert unread <= UNREAD_MOST


def _is_noticed(insider: Insider) -> bool:
    """Return whether the house does not open or the audit has a finding."""
    try:
        insider.opened().store.close()
        return bool(insider.audited())
    except BadInput:
        return True


def _every_row(path: Path) -> list[Any]:
    """Return every schema definition in lower case, and every row that a start does not write anew."""
    with closing(sqlite3.connect(path)) as file:
        definitions = file.execute("SELECT lower(sql) FROM sqlite_master WHERE sql IS NOT NULL ORDER BY 1").fetchall()
        return [
            definitions,
            *(
                [row for row in file.execute(f"SELECT * FROM {table.name}") if row[0] not in WRITTEN_ANEW]
                for table in metadata.sorted_tables
            ),
        ]
