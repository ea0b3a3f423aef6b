"""The people of a house: roles, passwords, accounts, sessions, terminals and the help line. [R55, R56]"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
from argon2 import Parameters, Type, extract_parameters
from argon2.profiles import CHEAPEST
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Executable, select
from sqlalchemy.engine import Row

from croupier.cards.chance import SeededChance
from croupier.errors import BadInput, Refused
from croupier.evidence.books import books_again
from croupier.house.writer import Writer
from croupier.people.accounts import change_password, change_user, create_user, reset_password
from croupier.people.attempts import shown_address
from croupier.people.calendar import HOUR, MINUTE
from croupier.people.help import help_line, help_lines
from croupier.people.passwords import LENGTH_MOST, PasswordHash, Passwords, weak
from croupier.people.roles import (
    HOUSE_COMMANDS,
    MAY,
    SYSTEM,
    TABLE_COMMANDS,
    By,
    Role,
    may,
    permitted,
    refusal,
)
from croupier.people.session import LoggedIn, Session, token_hash
from croupier.people.session_rules import SessionRules
from croupier.people.sessions import TRUSTED_MS, Sessions
from croupier.people.terminals import (
    ALPHABET,
    CODE_MS,
    GUESSES_ALL,
    GUESSES_EACH,
    Paired,
    PairingCode,
    all_terminals,
    ask_code,
    exchange_code,
    retire_terminal,
    terminal_of,
)
from croupier.people.users import NOT_A_NAME, User, all_users, known_name, stored_hash, user_by_id, user_by_name
from croupier.play.library import names
from croupier.store import schema
from croupier.store.desk import Books, Desk
from croupier.store.store import Store
from croupier.table.commands import COMMANDS
from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures

START = 1_772_600_000_000  # 4 March 2026
CHEAP = Passwords(CHEAPEST)
SECRET = "correct horse battery"
ADDRESS = "192.0.2.7"


@dataclass
class House:
    """A house in a file, with a clock that the test turns."""

    store: Store
    at: int = START
    sessions: Sessions = field(default_factory=Sessions)

    def __post_init__(self) -> None:
        self.writer = Writer(self.store, Books(self.store.house), lambda: self.at)

    def run(self, job: Callable[[Desk], Any]) -> Any:
        return self.writer.run(job)

    def query(self, statement: Executable) -> Sequence[Row[Any]]:
        with self.store.read() as connection:
            return connection.execute(statement).all()

    def wait(self, milliseconds: int) -> None:
        self.at += milliseconds

    def person(self, name: str, role: Role, **more: Any) -> User:
        user = self.run(new_user(name, role, **more))
        assert isinstance(user, User), user
        return user

    def by(self, name: str) -> By:
        user = user_by_name(self.query, name)
        assert user is not None
        return By.user(user.id, user.role)

    def log_in(self, name: str, password: str = SECRET, terminal_id: str | None = None, address: str = ADDRESS) -> Any:
        proof = CHEAP.proof(name, stored_hash(self.query, name), password)
        return self.run(self.sessions.log_in(proof, address=address, terminal_id=terminal_id))

    def logged_in(self, name: str, terminal_id: str | None = None) -> LoggedIn:
        answer = self.log_in(name, terminal_id=terminal_id)
        assert isinstance(answer, LoggedIn), answer
        return answer

    def find(self, answer: LoggedIn, terminal_id: str | None = None) -> Session | Refused:
        return self.sessions.find(self.query, answer.token, self.at, terminal_id)

    def outcomes(self) -> list[tuple[str, str]]:
        columns = schema.login_attempts.c
        return [
            (row.name, row.outcome) for row in self.query(select(columns.name, columns.outcome).order_by(columns.id))
        ]

    def events(self) -> list[dict[str, Any]]:
        return [event for record in self.store.records("house") for event in record.events]

    def paired(self, name: str = "T-1") -> Paired:
        code = self.run(ask_code(SYSTEM, name, table_name="ez-1"))
        answer = self.run(exchange_code(code.code, address=ADDRESS, sessions=self.sessions))
        assert isinstance(answer, Paired), answer
        return answer


@pytest.fixture
def house(database_url: str) -> Iterator[House]:  # noqa: F811 - a fixture
    """Each test runs over SQLite and over PostgreSQL, and leaves rows that follow from the log."""
    with Store.open(database_url, create=True) as store:
        yield House(store)
        assert books_again(store).findings == []


def hash_of(password: str) -> PasswordHash:
    hashed = CHEAP.hashed(password, name="nobody")
    assert not isinstance(hashed, Refused), hashed
    return hashed


def new_user(name: str, role: Role, by: By = SYSTEM, **more: Any) -> Callable[[Desk], User | Refused]:
    return create_user(by, name=name, display_name=name.title(), role=role, password=hash_of(SECRET), **more)


def code_of(answer: object) -> str:
    assert isinstance(answer, Refused), answer
    assert answer.message.endswith(".")
    return answer.code


# Roles

TABLE_WORDS = [
    *("open-table", "close-table", "pause-table", "resume-table", "change-settings", "sit-down", "stand-up"),
    *("buy-chips", "sit-out", "sit-in", "join-waiting-list", "leave-waiting-list"),
    *("draw-button", "deal-hand"),
    *(
        "place-wagers",
        "offer-bank",
        "accept-bank",
        "decline-bank",
        "post-bank",
        "decide",
        "arrange-cards",
        "draft-cards",
        "turn-cards",
        "pass-turn",
        "agree-turn",
    ),
    *("open-bets", "close-bets", "read-card", "roll-dice", "correct-dice", "correct-card", "show-hand"),
    *("call-result", "new-shoe", "cut-card-out"),
    *("do-step", "verify-step", "order-recut", "show-burned", "report-missing-card", "give-notice", "see-notice"),
    *("announce-change", "withdraw-change", "refer-dispute", "record-accommodation"),
    *("call-supervisor", "answer-call", "void-round", "free-hand", "card-face-up", "card-in-error", "misdeal"),
    *("report-disagreement", "request-correction", "approve-correction", "reject-correction", "confirm-jackpot"),
    *("reject-jackpot", "request-back-out", "approve-back-out", "reject-back-out"),
    *("open-dispute", "close-dispute", "clear-hold", "tick"),
]
HOUSE_WORDS = [
    *("take-play-money", "create-table", "ask-coach", "confirm-large-jackpot"),
    *("give-promotional", "print-coupons", "redeem-coupon", "void-coupon"),
    *("buy-in", "cash-out", "redeem-voucher", "void-voucher", "reprint-voucher", "pay-hand-pay", "open-shift"),
    *(
        "close-shift",
        "fill-drawer",
        "create-meter",
        "adjust-meter",
        "change-meter",
        "stop-meter",
        "start-meter",
        "create-user",
    ),
    *("change-user", "reset-password", "change-password", "pair-terminal", "retire-terminal", "set-limit"),
    *("set-up-second-factor", "take-second-factor"),
    *("take-break", "exclude-myself", "lift-exclusion", "recall", "export", "verify-log", "search-events"),
    *("make-bundle", "see-reports", "see-users", "backup"),
]

OWN_PLAY = {
    *("sit-down", "stand-up", "place-wagers", "accept-bank", "decline-bank", "post-bank", "turn-cards", "pass-turn"),
    *("buy-chips", "sit-out", "sit-in", "join-waiting-list", "leave-waiting-list"),
    *(
        "decide",
        "arrange-cards",
        "draft-cards",
        "ask-coach",
        "agree-turn",
        "call-supervisor",
        "take-play-money",
        "offer-bank",
        "cash-out",
        "redeem-voucher",
        "redeem-coupon",
        "set-limit",
        "take-break",
        "exclude-myself",
        "recall",
    ),
    "change-password",
}
DEALING = {
    *("draw-button", "deal-hand"),
    *("pause-table", "resume-table", "open-bets", "close-bets", "read-card", "correct-card", "call-result", "new-shoe"),
    *("cut-card-out", "call-supervisor", "request-correction", "recall", "change-password", "turn-cards"),
    *("decide", "arrange-cards", "roll-dice", "correct-dice", "show-hand", "agree-turn"),
    "offer-bank",
    *("do-step", "show-burned", "report-missing-card", "see-notice", "record-accommodation"),
    "set-up-second-factor",
}
FLOOR = DEALING | {
    *("verify-step", "order-recut", "announce-change", "withdraw-change", "refer-dispute"),
    *("open-table", "close-table", "change-settings", "answer-call", "void-round", "free-hand", "card-face-up"),
    *("card-in-error", "misdeal", "report-disagreement", "approve-correction", "reject-correction", "confirm-jackpot"),
    *("request-back-out", "approve-back-out", "reject-back-out"),
    *("give-promotional", "print-coupons", "void-coupon"),
    *(
        "reject-jackpot",
        "open-dispute",
        "close-dispute",
        "clear-hold",
        "void-voucher",
        "reprint-voucher",
        "fill-drawer",
    ),
    *("adjust-meter", "stop-meter", "start-meter", "change-user", "pair-terminal", "retire-terminal", "lift-exclusion"),
    *("search-events", "make-bundle", "see-reports", "see-users"),
}
CAGE = {
    *("buy-in", "cash-out", "redeem-voucher", "reprint-voucher", "pay-hand-pay", "open-shift", "close-shift"),
    *("give-promotional", "print-coupons", "redeem-coupon"),
    *("fill-drawer", "change-password", "set-up-second-factor"),
}
SEEING = {
    "recall",
    "export",
    "verify-log",
    "search-events",
    "make-bundle",
    "see-reports",
    "see-users",
    "change-password",
    "set-up-second-factor",
}
CONFIGURING = SEEING | {
    *(
        "open-table",
        "close-table",
        "change-settings",
        "confirm-jackpot",
        "reject-jackpot",
        "create-table",
        "create-meter",
        "adjust-meter",
        "change-meter",
    ),
    *("stop-meter", "start-meter", "create-user", "change-user", "reset-password", "pair-terminal", "retire-terminal"),
    *("lift-exclusion", "backup", "confirm-large-jackpot"),
    *("request-back-out", "approve-back-out", "reject-back-out"),
    *("announce-change", "withdraw-change"),
    "take-second-factor",
}
WATCHING = {
    "recall",
    "verify-log",
    "search-events",
    "see-reports",
    "see-users",
    "change-password",
    "set-up-second-factor",
}
OWN_WORD = {"verify-step", "give-notice", "see-notice"}
"""Surveillance's own verifications and notices."""
EXPECTED = {
    Role.PLAYER: OWN_PLAY,
    Role.DEALER: DEALING,
    Role.SUPERVISOR: FLOOR,
    Role.CASHIER: CAGE,
    Role.AUDITOR: SEEING,
    Role.ADMIN: CONFIGURING,
    Role.SURVEILLANCE: WATCHING | OWN_WORD,
}


def test_the_table_of_commands_is_complete() -> None:
    assert set(MAY) == {*TABLE_WORDS, *HOUSE_WORDS}
    assert len(TABLE_WORDS + HOUSE_WORDS) == len(MAY)


def test_every_command_a_table_takes_has_a_line() -> None:
    assert {*COMMANDS, "tick"} == {line.split()[0] for line in TABLE_COMMANDS.strip().splitlines()}
    assert not {line.split()[0] for line in HOUSE_COMMANDS.strip().splitlines()} & set(COMMANDS)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("command", [*TABLE_WORDS, *HOUSE_WORDS])
def test_every_role_with_every_command(role: Role, command: str) -> None:
    by = By.user(7, role)
    if command in EXPECTED[role]:
        assert may(role, command)
        assert permitted(by, command) is None
    else:
        assert not may(role, command)
        refused = permitted(by, command)
        assert refused == refusal(role, command)
        assert code_of(refused) == "role/forbidden"
        assert refused is not None
        assert refused.cites


def test_a_supervisor_may_do_what_a_dealer_may() -> None:
    assert all(Role.SUPERVISOR in roles for roles in MAY.values() if Role.DEALER in roles)


def test_an_auditor_gives_no_command_that_changes_play_or_money() -> None:
    assert SEEING & {*TABLE_WORDS} == set()
    assert {command for command, roles in MAY.items() if Role.AUDITOR in roles} == SEEING


def test_surveillance_changes_nothing_but_its_own_verifications_and_notices() -> None:
    given = {command for command, roles in MAY.items() if Role.SURVEILLANCE in roles}
    assert given & {*TABLE_WORDS} == OWN_WORD
    assert given - OWN_WORD <= SEEING


def test_nobody_but_the_clock_ticks() -> None:
    assert not MAY["tick"]
    assert "the house's own clock" in refusal(Role.ADMIN, "tick").message
    assert permitted(SYSTEM, "tick") is None


def test_an_unknown_command_is_refused_with_a_guess_at_what_was_meant() -> None:
    assert not may(Role.ADMIN, "place-wager")
    refused = refusal(Role.ADMIN, "place-wager")
    assert code_of(refused) == "command/unknown"
    assert 'did you mean "place-wagers"?' in refused.message
    assert permitted(By.user(1, Role.PLAYER), "") is not None


def test_a_refusal_says_whose_command_it_is() -> None:
    assert refusal(Role.DEALER, "open-table").message == (
        "A dealer may not open-table; that is for a supervisor or an admin."
    )
    assert refusal(Role.AUDITOR, "buy-in").message == "An auditor may not buy-in; that is for a cashier."


def test_the_matrix_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        MAY["tick"] = frozenset(Role)  # type: ignore[index]


# Passwords


def test_the_hash_is_argon2id_with_the_parameters_of_rfc_9106() -> None:
    house_passwords = Passwords()
    hashed = house_passwords.hashed(SECRET, name="ann")
    assert isinstance(hashed, str)
    parameters = extract_parameters(hashed)
    assert (parameters.type, parameters.version) == (Type.ID, 19)
    assert (parameters.time_cost, parameters.memory_cost, parameters.parallelism) == (3, 64 * 1024, 4)
    assert (parameters.salt_len, parameters.hash_len) == (16, 32)
    assert house_passwords.proof("ann", hashed, SECRET).is_right
    assert house_passwords.proof("ann", hashed, SECRET).renewed is None


def test_two_hashes_of_one_password_differ() -> None:
    assert hash_of(SECRET) != hash_of(SECRET)


def test_a_wrong_password_an_unknown_name_and_a_broken_hash_prove_nothing() -> None:
    hashed = hash_of(SECRET)
    assert CHEAP.proof("ann", hashed, SECRET).is_right
    for stored, password in (
        (hashed, SECRET + "!"),
        (hashed, ""),
        (hashed, "\ud800" * 12),
        (None, SECRET),
        ("", SECRET),
        ("not a hash", SECRET),
        ("$argon2id$broken", SECRET),
    ):
        assert not CHEAP.proof("ann", stored, password).is_right


def test_an_unknown_name_costs_a_verification_too(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []
    some = Passwords(CHEAPEST)
    real = some._is_right

    def counted(stored: str, password: str) -> bool:
        checked.append(stored)
        return real(stored, password)

    monkeypatch.setattr(some, "_is_right", counted)
    some.proof("nobody", None, SECRET)
    some.proof("ann", hash_of(SECRET), SECRET)
    assert len(checked) == 2
    assert extract_parameters(checked[0]) == extract_parameters(checked[1])


def test_letters_typed_on_different_keyboards_are_the_same_password() -> None:
    assert CHEAP.proof("ann", hash_of("cafe\u0301 au lait"), "caf\u00e9 au lait").is_right


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("", "password/short"),
        ("123456789", "password/short"),
        ("x" * (LENGTH_MOST + 1), "password/long"),
        ("jane.doe-smith", "password/name"),
        ("JANE.DOE-Smith ", "password/name"),
        ("Jane Doe Smith", "password/name"),
        ("jane.doe-smithjane.doe-smith", "password/name"),
        ("smith-2024!!!!", "password/name"),
        ("Jane jane 007", "password/name"),
        ("Password1234", "password/name"),
        ("player2player2", "password/pattern"),
        ("aaaaaaaaaaaa", "password/pattern"),
        ("abcabcabcab", "password/pattern"),
        ("          ", "password/pattern"),
        ("1234567890", "password/pattern"),
        ("poiuytrewq", "password/pattern"),
        ("\ud800" * 12, "password/characters"),
    ],
)
def test_passwords_that_will_not_do(password: str, code: str) -> None:
    assert code_of(CHEAP.hashed(password, name="jane.doe-smith", display_name="Jane Doe Smith")) == code


@settings(max_examples=60)
@given(st.text(st.characters(codec="utf-8"), max_size=LENGTH_MOST - len(" of mine alone")))
def test_what_a_password_is_made_of_is_its_owners_affair(begins: str) -> None:
    password = f"{begins} of mine alone"
    assert weak(password, "ann") is None
    assert CHEAP.proof("ann", hash_of(password), password).is_right


def test_a_proof_does_not_show_its_hash() -> None:
    proof = CHEAP.proof("ann", hash_of(SECRET), SECRET)
    assert "argon2" not in repr(proof)


# Accounts


def test_an_account_is_one_persons_under_a_name_of_his_own(house: House) -> None:
    ann = house.person("Ann.Lee", Role.ADMIN)
    assert (ann.name, ann.role, ann.active, ann.must_change) == ("ann.lee", Role.ADMIN, True, True)
    assert user_by_name(house.query, " ANN.LEE ") == ann
    assert user_by_id(house.query, ann.id) == ann
    assert all_users(house.query) == [ann]
    assert code_of(house.run(new_user("ANN.lee", Role.DEALER))) == "user/taken"


@pytest.mark.parametrize(
    "name", ["", "a", "x" * 33, "ann lee", "ann\x00", "änn", "-ann", "ann.", "ann/lee", "\ud800ab"]
)
def test_names_that_cannot_be_kept(house: House, name: str) -> None:
    assert (
        code_of(
            house.run(create_user(SYSTEM, name=name, display_name="Ann", role=Role.PLAYER, password=hash_of(SECRET)))
        )
        == "user/name"
    )
    assert known_name(name) is None
    assert user_by_name(house.query, name) is None


@pytest.mark.parametrize("name", ["admin", "dealer", "Dealer2", "cashier-01", "test", "floor", "user.7"])
def test_there_are_no_generic_accounts_outside_a_demonstration(house: House, name: str) -> None:
    assert code_of(house.run(new_user(name, Role.DEALER))) == "user/generic_name"
    assert isinstance(house.run(new_user(name, Role.DEALER, demonstration=True)), User)


def test_names_that_only_begin_like_a_job_are_names(house: House) -> None:
    assert house.person("dealer.mary", Role.DEALER).name == "dealer.mary"
    assert house.person("tester-jones", Role.DEALER).name == "tester-jones"


@pytest.mark.parametrize("display_name", ["", "   ", "x" * 61, "Ann\nLee", "Ann\x00"])
def test_names_others_cannot_read(house: House, display_name: str) -> None:
    job = create_user(SYSTEM, name="ann", display_name=display_name, role=Role.PLAYER, password=hash_of(SECRET))
    assert code_of(house.run(job)) == "user/display_name"


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.ADMIN])
def test_only_an_admin_makes_accounts_and_resets_passwords(house: House, role: Role) -> None:
    house.person("ann", Role.ADMIN)
    bob = house.person("bob", role)
    assert code_of(house.run(new_user("eve", Role.ADMIN, by=house.by("bob")))) == "role/forbidden"
    reset = reset_password(house.by("bob"), bob.id, hash_of(SECRET), sessions=house.sessions)
    assert code_of(house.run(reset)) == "role/forbidden"


def test_only_a_player_can_be_a_third_party_provider(house: House) -> None:
    assert house.person("tpp.one", Role.PLAYER, third_party=True).third_party
    assert code_of(house.run(new_user("bob", Role.DEALER, third_party=True))) == "user/third_party"
    bob = house.person("bob", Role.DEALER)
    job = change_user(SYSTEM, bob.id, sessions=house.sessions, third_party=True)
    assert code_of(house.run(job)) == "user/third_party"


def test_a_change_says_from_what_to_what(house: House) -> None:
    ann, bob = house.person("ann", Role.ADMIN), house.person("bob", Role.DEALER)
    job = change_user(house.by("ann"), bob.id, sessions=house.sessions, role=Role.SUPERVISOR, display_name="Bob")
    changed = house.run(job)
    assert changed.role is Role.SUPERVISOR
    event = house.events()[-1]
    assert (event["kind"], event["from"], event["to"]) == ("user-changed", {"role": "dealer"}, {"role": "supervisor"})
    assert list(house.store.records("house"))[-1].actor == f"user:{ann.id}"


def test_a_change_of_nothing_leaves_nothing_behind(house: House) -> None:
    bob = house.person("bob", Role.DEALER)
    before = house.events()
    assert house.run(change_user(SYSTEM, bob.id, sessions=house.sessions, role=Role.DEALER, unlock=True)) == bob
    assert house.events() == before


def test_nobody_changes_his_own_role_or_closes_his_own_account(house: House) -> None:
    ann = house.person("ann", Role.ADMIN)
    for changes in ({"role": Role.DEALER}, {"active": False}):
        job = change_user(house.by("ann"), ann.id, sessions=house.sessions, **changes)
        assert code_of(house.run(job)) == "user/own_account"
    reset = reset_password(house.by("ann"), ann.id, hash_of(SECRET), sessions=house.sessions)
    assert code_of(house.run(reset)) == "user/own_account"


def test_a_players_account_stays_a_players(house: House) -> None:
    pat, bob = house.person("pat", Role.PLAYER), house.person("bob", Role.DEALER)
    assert code_of(house.run(change_user(SYSTEM, pat.id, sessions=house.sessions, role=Role.ADMIN))) == "user/role"
    assert code_of(house.run(change_user(SYSTEM, bob.id, sessions=house.sessions, role=Role.PLAYER))) == "user/role"


def test_a_supervisor_unlocks_and_changes_nothing_else(house: House) -> None:
    sue, bob = house.person("sue", Role.SUPERVISOR), house.person("bob", Role.DEALER)
    by = By.user(sue.id, sue.role)
    for _ in range(3):
        house.log_in("bob", "not his password")
    assert code_of(house.log_in("bob")) == "login/locked"
    renamed = change_user(by, bob.id, sessions=house.sessions, display_name="Robert", unlock=True)
    assert code_of(house.run(renamed)) == "role/forbidden"
    assert house.run(change_user(by, bob.id, sessions=house.sessions, unlock=True)).failed == 0
    assert isinstance(house.log_in("bob"), LoggedIn)


def test_an_account_that_is_not_there(house: House) -> None:
    for user_id in (99, 0, -1, 2**80):
        assert code_of(house.run(change_user(SYSTEM, user_id, sessions=house.sessions, active=False))) == "user/unknown"
        assert (
            code_of(house.run(reset_password(SYSTEM, user_id, hash_of(SECRET), sessions=house.sessions)))
            == "user/unknown"
        )


def test_a_role_taken_away_while_a_command_waited_counts(house: House) -> None:
    """Two admins take each other's role in the same breath: the second finds that he is no admin any more."""
    ann, bob = house.person("ann", Role.ADMIN), house.person("bob", Role.ADMIN)
    bobs_own = By.user(bob.id, Role.ADMIN)
    house.run(change_user(By.user(ann.id, Role.ADMIN), bob.id, sessions=house.sessions, role=Role.SUPERVISOR))
    answer = house.run(change_user(bobs_own, ann.id, sessions=house.sessions, role=Role.DEALER))
    assert code_of(answer) == "user/changed"
    house.run(change_user(SYSTEM, bob.id, sessions=house.sessions, active=False))
    assert code_of(house.run(new_user("eve", Role.DEALER, by=By.user(bob.id, Role.SUPERVISOR)))) == "user/changed"


def test_no_secret_is_in_the_log(house: House) -> None:
    house.person("ann", Role.ADMIN)
    bob = house.person("bob", Role.DEALER)
    code = house.run(ask_code(house.by("ann"), "T-1"))
    paired = house.run(exchange_code(code.code, address=ADDRESS, sessions=house.sessions))
    first = house.logged_in("bob", paired.terminal.id)
    other = hash_of("another password")
    proof = CHEAP.proof("bob", stored_hash(house.query, "bob"), SECRET)
    house.run(change_password(first.session, proof, other, address=ADDRESS, sessions=house.sessions))
    house.run(reset_password(house.by("ann"), bob.id, hash_of(SECRET), sessions=house.sessions))
    log = json.dumps(house.events())
    assert {event["kind"] for event in house.events()} >= {"user-created", "password-changed", "password-reset"}
    for secret in (SECRET, "another password", "argon2", code.code, paired.secret, first.token, first.session.csrf):
        assert secret not in log
    assert token_hash(first.token) not in log
    for shown in (repr(first), repr(paired), repr(code), repr(bob), repr(user_by_name(house.query, "bob"))):
        assert not any(
            secret in shown for secret in ("argon2", code.code, paired.secret, first.token, first.session.csrf)
        )


# Logging in


def test_every_attempt_is_written_down(house: House) -> None:
    house.person("ann", Role.ADMIN)
    house.log_in("ann", "wrong password")
    house.log_in("Ann")
    house.log_in("nobody-here")
    house.log_in("my secret pass phrase!")
    assert house.outcomes() == [("ann", "wrong"), ("ann", "ok"), ("nobody-here", "wrong"), (NOT_A_NAME, "wrong")]
    row = house.query(select(schema.login_attempts))[0]
    assert (row.at, row.address) == (START, ADDRESS)


def test_an_unknown_name_and_a_wrong_password_get_the_same_answers(house: House) -> None:
    house.person("ann", Role.ADMIN)
    known, unknown = [], []
    for _ in range(12):
        known.append(house.log_in("ann", "wrong password"))
        unknown.append(house.log_in("nobody-here", "wrong password"))
        house.wait(4 * MINUTE)
    assert known == unknown
    assert [refused.code for refused in known[:4]] == ["login/wrong", "login/wrong", "login/locked", "login/locked"]


@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_so_many_wrong_passwords_lock_the_account_for_a_while(house: House, most: int) -> None:
    house.sessions = Sessions(SessionRules(failures_most=most, lock_minutes=20))
    house.person("ann", Role.ADMIN)
    codes = [code_of(house.log_in("ann", "wrong password")) for _ in range(most)]
    assert codes == ["login/wrong"] * (most - 1) + ["login/locked"]
    assert code_of(house.log_in("ann")) == "login/locked"  # the right password opens nothing now
    house.wait(20 * MINUTE - 1)
    assert code_of(house.log_in("ann")) == "login/locked"
    house.wait(1)
    assert isinstance(house.log_in("ann"), LoggedIn)
    user = user_by_name(house.query, "ann")
    assert user is not None
    assert (user.failed, user.locked_until) == (0, None)


def test_a_lock_is_a_significant_event_and_trying_on_does_not_prolong_it(house: House) -> None:
    ann = house.person("ann", Role.ADMIN)
    for _ in range(5):
        house.log_in("ann", "wrong password")
        house.log_in("nobody-here")
        house.wait(MINUTE)
    rows = house.query(select(schema.significant))
    assert [(row.code, row.actor) for row in rows] == [("login/lockout", f"user:{ann.id}"), ("login/lockout", "")]
    assert house.events()[-1] == {"kind": "user-locked", "user_id": ann.id, "until": START + 17 * MINUTE}
    house.wait(12 * MINUTE)
    assert isinstance(house.log_in("ann"), LoggedIn)


def test_a_stranger_who_guesses_locks_himself_out_and_nobody_else(house: House) -> None:
    staff = ["ann", "bob", "cat", "dan", "eve"]
    for name in staff:
        house.person(name, Role.SUPERVISOR)
        codes = [code_of(house.log_in(name, "wrong password", address="203.0.113.9")) for _ in range(5)]
        assert codes == ["login/wrong", "login/wrong", "login/locked", "login/locked", "login/locked"]
    for name in staff:
        assert isinstance(house.log_in(name), LoggedIn)
        assert code_of(house.log_in(name, address="203.0.113.9")) == "login/locked", "not even a right guess opens"
    user = user_by_name(house.query, "ann")
    assert user is not None
    assert user.locked_until == START + 15 * MINUTE, "who unlocks accounts sees that there was a lock"


def test_a_paired_terminal_is_a_place_of_its_own(house: House) -> None:
    house.person("ann", Role.ADMIN)
    first, second = house.paired("T-1").terminal.id, house.paired("T-2").terminal.id
    for _ in range(3):
        house.log_in("ann", "wrong password", terminal_id=first)
    assert code_of(house.log_in("ann", terminal_id=first)) == "login/locked"
    assert isinstance(house.log_in("ann", terminal_id=second), LoggedIn)
    assert isinstance(house.log_in("ann"), LoggedIn), "the terminal's own address is not the terminal"


def test_a_name_guessed_at_from_many_places_is_kept_for_those_its_owner_comes_from(house: House) -> None:
    ann, terminal = house.person("ann", Role.ADMIN), house.paired().terminal.id
    assert isinstance(house.log_in("ann"), LoggedIn)
    for host in range(8):
        for _ in range(2):
            house.log_in("ann", "wrong password", address=f"203.0.113.{host}")
    assert house.outcomes().count(("ann", "wrong")) == 15, "after five times three nobody new is listened to"
    assert code_of(house.log_in("ann", address="198.51.100.1")) == "login/locked"
    assert isinstance(house.log_in("ann"), LoggedIn)
    assert isinstance(house.log_in("ann", terminal_id=terminal), LoggedIn)
    noted = [row.code for row in house.query(select(schema.significant)) if row.actor == f"user:{ann.id}"]
    assert noted == ["login/guessing"]
    house.wait(15 * MINUTE)
    assert isinstance(house.log_in("ann", address="198.51.100.1"), LoggedIn)


def test_a_right_password_begins_the_count_afresh(house: House) -> None:
    house.person("ann", Role.ADMIN)
    for _ in range(3):
        assert code_of(house.log_in("ann", "wrong password")) == "login/wrong"
        assert code_of(house.log_in("ann", "wrong password")) == "login/wrong"
        assert isinstance(house.log_in("ann"), LoggedIn)


def test_after_a_lock_has_run_out_the_count_begins_afresh(house: House) -> None:
    house.person("ann", Role.ADMIN)
    for _ in range(3):
        house.log_in("ann", "wrong password")
    house.wait(15 * MINUTE)
    assert code_of(house.log_in("ann", "wrong password")) == "login/wrong"
    assert isinstance(house.log_in("ann"), LoggedIn)


def test_a_proof_of_the_password_before_the_last_is_none(house: House) -> None:
    ann = house.person("ann", Role.ADMIN)
    proof = CHEAP.proof("ann", stored_hash(house.query, "ann"), SECRET)
    house.run(reset_password(SYSTEM, ann.id, hash_of("another password"), sessions=house.sessions))
    assert code_of(house.run(house.sessions.log_in(proof, address=ADDRESS))) == "login/wrong"


def test_nobody_logs_in_to_an_account_without_a_password(house: House) -> None:
    ann = house.person("ann", Role.ADMIN)
    house.run(lambda desk: desk.write(schema.users.update().values(password=None)))
    for password in ("", SECRET, "None"):
        assert code_of(house.log_in("ann", password)).startswith("login/")
    house.run(lambda desk: desk.write(schema.users.update().values(password=ann.password)))


def test_a_closed_account_opens_for_nobody(house: House) -> None:
    pat = house.person("pat", Role.PLAYER)
    answer = house.logged_in("pat")
    house.run(change_user(SYSTEM, pat.id, sessions=house.sessions, active=False))
    assert code_of(house.find(answer)) == "session/over"
    assert code_of(house.log_in("pat")) == "login/closed"
    assert code_of(house.log_in("pat", "wrong password")) == "login/wrong"  # who does not know it learns nothing


def test_a_password_under_old_parameters_is_hashed_again_at_log_in(house: House) -> None:
    house.person("ann", Role.ADMIN)
    old = stored_hash(house.query, "ann")
    newer = Passwords(Parameters(Type.ID, 19, 16, 32, 1, 16, 1))
    proof = newer.proof("ann", old, SECRET)
    assert isinstance(house.run(house.sessions.log_in(proof, address=ADDRESS)), LoggedIn)
    renewed = stored_hash(house.query, "ann")
    assert renewed is not None
    assert renewed != old
    assert extract_parameters(renewed).memory_cost == 16
    assert newer.proof("ann", renewed, SECRET).renewed is None
    assert newer.proof("ann", old, "wrong password").renewed is None


# Sessions


def test_a_session_says_who_is_there(house: House) -> None:
    tpp = house.person("tpp.one", Role.PLAYER, third_party=True, must_change=False)
    terminal = house.paired().terminal
    answer = house.logged_in("tpp.one", terminal.id)
    session = house.find(answer, terminal.id)
    assert session == answer.session
    assert isinstance(session, Session)
    assert (session.user_id, session.name, session.role, session.third_party) == (tpp.id, "tpp.one", Role.PLAYER, True)
    assert (session.terminal_id, session.terminal) == (terminal.id, "T-1")
    assert (session.by, session.account) == (By.user(tpp.id, Role.PLAYER), f"player:{tpp.id}")
    assert session.refused("place-wagers") is None
    assert code_of(session.refused("open-bets")) == "role/forbidden"


def test_the_store_keeps_the_hash_of_a_token_and_the_token_has_256_bits(house: House) -> None:
    house.person("ann", Role.ADMIN)
    tokens = [house.logged_in("ann").token for _ in range(4)]
    assert len(set(tokens)) == 4
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", token) for token in tokens)
    kept = {row.token_hash for row in house.query(select(schema.sessions))}
    assert kept == {token_hash(token) for token in tokens}


def test_a_given_password_opens_nothing_but_its_change(house: House) -> None:
    house.person("ann", Role.ADMIN)
    session = house.logged_in("ann").session
    assert code_of(session.refused("create-user")) == "password/must_change"
    assert session.refused("change-password") is None


@pytest.mark.parametrize("role", Role)
def test_a_session_ends_when_nobody_uses_it(house: House, role: Role) -> None:
    house.person("ann", role)
    answer = house.logged_in("ann")
    idle = SessionRules().idle_ms(role, at_terminal=False)
    house.wait(idle - 1)
    assert isinstance(house.find(answer), Session)
    house.wait(idle - 1)
    assert isinstance(house.find(answer), Session)
    house.wait(idle)
    assert code_of(house.find(answer)) == "session/over"


@pytest.mark.parametrize("role", Role)
def test_a_session_ends_after_its_hours_however_busy(house: House, role: Role) -> None:
    house.person("ann", role)
    answer = house.logged_in("ann")
    for _ in range(12 * 6 - 1):
        house.wait(10 * MINUTE)
        assert isinstance(house.find(answer), Session)
    house.wait(10 * MINUTE)
    assert code_of(house.find(answer)) == "session/over"


def test_a_player_at_a_paired_terminal_may_stay_longer(house: House) -> None:
    house.person("pat", Role.PLAYER)
    house.person("dan", Role.DEALER)
    terminal_id = house.paired().terminal.id
    pat, dan = house.logged_in("pat", terminal_id), house.logged_in("dan", terminal_id)
    house.wait(3 * HOUR)
    assert isinstance(house.find(pat, terminal_id), Session)
    assert code_of(house.find(dan, terminal_id)) == "session/over"


def test_a_session_at_a_terminal_works_at_no_other(house: House) -> None:
    house.person("pat", Role.PLAYER)
    here, there = house.paired("T-1").terminal.id, house.paired("T-2").terminal.id
    answer = house.logged_in("pat", here)
    assert code_of(house.find(answer, there)) == "session/terminal"
    assert code_of(house.find(answer)) == "session/terminal"
    assert isinstance(house.find(answer, here), Session)
    away = house.logged_in("pat")
    assert isinstance(house.find(away, there), Session)


@pytest.mark.parametrize("token", ["", "x", "x" * 100_000, "\ud800", "\x00", "A" * 43])
def test_tokens_that_are_nobodys(house: House, token: str) -> None:
    house.person("ann", Role.ADMIN)
    house.logged_in("ann")
    assert code_of(house.sessions.find(house.query, token, house.at)) == "session/over"


def test_logging_out_ends_one_session(house: House) -> None:
    house.person("ann", Role.ADMIN)
    one, other = house.logged_in("ann"), house.logged_in("ann")
    assert isinstance(house.find(one), Session)
    house.run(house.sessions.log_out(one.session))
    assert code_of(house.find(one)) == "session/over"
    assert isinstance(house.find(other), Session)


def test_a_changed_password_logs_its_owner_out_everywhere(house: House) -> None:
    house.person("ann", Role.ADMIN)
    house.person("bob", Role.DEALER)
    screens = [house.logged_in("ann") for _ in range(3)]
    bobs = house.logged_in("bob")
    proof = CHEAP.proof("ann", stored_hash(house.query, "ann"), SECRET)
    new = hash_of("another password")
    changed = house.run(change_password(screens[0].session, proof, new, address=ADDRESS, sessions=house.sessions))
    assert isinstance(changed, User)
    assert not changed.must_change
    assert {code_of(house.find(screen)) for screen in screens} == {"session/over"}
    assert isinstance(house.find(bobs), Session)
    assert code_of(house.log_in("ann")) == "login/wrong"
    assert isinstance(house.log_in("ann", "another password"), LoggedIn)


def test_guessing_the_old_password_at_an_open_screen_locks_too(house: House) -> None:
    house.person("ann", Role.ADMIN)
    session = house.logged_in("ann").session
    codes = []
    for _ in range(4):
        proof = CHEAP.proof("ann", stored_hash(house.query, "ann"), "a guess at it")
        job = change_password(session, proof, hash_of("another password"), address=ADDRESS, sessions=house.sessions)
        codes.append(code_of(house.run(job)))
    assert codes == ["login/wrong", "login/wrong", "login/locked", "login/locked"]


def test_anothers_proof_changes_no_password(house: House) -> None:
    house.person("ann", Role.ADMIN)
    house.person("bob", Role.DEALER)
    proof = CHEAP.proof("bob", stored_hash(house.query, "bob"), SECRET)
    session = house.logged_in("ann").session
    job = change_password(session, proof, hash_of("another password"), address=ADDRESS, sessions=house.sessions)
    assert code_of(house.run(job)) == "user/unknown"


def test_a_changed_role_ends_the_sessions_of_the_old_one(house: House) -> None:
    bob = house.person("bob", Role.DEALER)
    answer = house.logged_in("bob")
    house.run(change_user(SYSTEM, bob.id, sessions=house.sessions, display_name="Robert"))
    assert isinstance(house.find(answer), Session)
    house.run(change_user(SYSTEM, bob.id, sessions=house.sessions, role=Role.SUPERVISOR))
    assert code_of(house.find(answer)) == "session/over"


def test_one_screen_too_many_closes_the_oldest(house: House) -> None:
    house.sessions = Sessions(SessionRules(sessions_each=3))
    house.person("ann", Role.ADMIN)
    screens = []
    for _ in range(5):
        screens.append(house.logged_in("ann"))
        house.wait(1)
    assert [isinstance(house.find(screen), Session) for screen in screens] == [False, False, True, True, True]


def test_a_session_ended_elsewhere_is_ended_here_within_half_a_minute(house: House) -> None:
    """Another process over the same database has its own memory."""
    house.person("ann", Role.ADMIN)
    answer = house.logged_in("ann")
    elsewhere = Sessions()
    assert isinstance(elsewhere.find(house.query, answer.token, house.at), Session)
    house.run(house.sessions.log_out(answer.session))
    assert code_of(elsewhere.find(house.query, answer.token, house.at + TRUSTED_MS)) == "session/over"


def test_a_session_outlives_the_process(house: House) -> None:
    house.person("ann", Role.ADMIN)
    answer = house.logged_in("ann")
    house.sessions = Sessions()
    assert house.find(answer) == answer.session


def test_a_log_out_that_was_not_committed_did_not_happen(house: House) -> None:
    house.person("ann", Role.ADMIN)
    answer = house.logged_in("ann")

    def fails(desk: Desk) -> None:
        house.sessions.end_all_of(desk, answer.session.user_id)
        raise RuntimeError("the power is gone")

    with pytest.raises(RuntimeError):
        house.run(fails)
    assert isinstance(house.find(answer), Session)


def test_use_is_written_down_once_a_minute(house: House) -> None:
    house.person("ann", Role.ADMIN)
    answer = house.logged_in("ann")
    written = 0
    for _ in range(60):
        house.wait(10_000)
        session = house.find(answer)
        assert isinstance(session, Session)
        if job := house.sessions.touch(session, house.at):
            house.run(job)
            written += 1
    assert written == 10
    assert house.query(select(schema.sessions.c.seen_at))[0].seen_at == house.at
    house.sessions = Sessions()
    house.wait(SessionRules().idle_ms(Role.ADMIN, at_terminal=False) - 1)
    assert isinstance(house.find(answer), Session)


def test_sessions_that_have_run_out_are_swept_away(house: House) -> None:
    house.person("ann", Role.ADMIN)
    house.logged_in("ann")
    house.wait(12 * HOUR)
    kept = house.logged_in("ann")
    house.run(house.sessions.sweep)
    assert [row.token_hash for row in house.query(select(schema.sessions))] == [token_hash(kept.token)]


def test_the_csrf_token_is_checked_whole(house: House) -> None:
    house.person("ann", Role.ADMIN)
    session = house.logged_in("ann").session
    assert session.csrf_matches(session.csrf)
    for given_token in ("", session.csrf[:-1], session.csrf + "x", "\ud800"):
        assert not session.csrf_matches(given_token)
    assert session.csrf != house.logged_in("ann").session.csrf


def test_many_requests_at_once_find_the_same_session(house: House) -> None:
    house.person("ann", Role.ADMIN)
    answer = house.logged_in("ann")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: house.find(answer), range(40)))
    assert found == [answer.session] * 40


@given(st.text(max_size=200))
def test_an_address_is_written_down_short_and_printable(address: str) -> None:
    shown = shown_address(address)
    assert len(shown) <= 64
    assert shown.isprintable()


# Terminals


def test_a_terminal_is_paired_by_its_code_and_known_by_its_secret(house: House) -> None:
    house.person("sue", Role.SUPERVISOR)
    code = house.run(ask_code(house.by("sue"), " T-7 ", table_name="ez-1"))
    assert isinstance(code, PairingCode)
    assert (len(code.code), set(code.code) <= set(ALPHABET)) == (8, True)
    assert code.expires_at == START + CODE_MS
    assert all_terminals(house.query) == []  # not in use before it is paired
    typed = f" {code.code[:4].lower()}-{code.code[4:]} "
    paired = house.run(exchange_code(typed, address=ADDRESS, sessions=house.sessions))
    assert isinstance(paired, Paired)
    assert (paired.terminal.name, paired.terminal.table_name) == ("T-7", "ez-1")
    assert terminal_of(house.query, paired.secret) == paired.terminal
    assert all_terminals(house.query) == [paired.terminal]
    assert terminal_of(house.query, code.code) is None
    row = house.query(select(schema.terminals))[0]
    assert paired.secret not in tuple(row)
    assert row.code_hash is None
    assert [event["kind"] for event in house.events()[-2:]] == ["pairing-asked", "terminal-paired"]


def test_a_code_is_good_once(house: House) -> None:
    code = house.run(ask_code(SYSTEM, "T-1")).code
    assert isinstance(house.run(exchange_code(code, address=ADDRESS, sessions=house.sessions)), Paired)
    assert code_of(house.run(exchange_code(code, address=ADDRESS, sessions=house.sessions))) == "terminal/code"


def test_a_code_is_good_for_ten_minutes(house: House) -> None:
    codes = [house.run(ask_code(SYSTEM, name)).code for name in ("T-1", "T-2")]
    house.wait(10 * MINUTE - 1)
    assert isinstance(house.run(exchange_code(codes[0], address=ADDRESS, sessions=house.sessions)), Paired)
    house.wait(1)
    assert code_of(house.run(exchange_code(codes[1], address=ADDRESS, sessions=house.sessions))) == "terminal/code"


def test_few_wrong_codes_are_listened_to(house: House) -> None:
    code = house.run(ask_code(SYSTEM, "T-1")).code
    for _ in range(GUESSES_EACH):
        guess = exchange_code("22222222", address=ADDRESS, sessions=house.sessions)
        assert code_of(house.run(guess)) == "terminal/code"
    right = exchange_code(code, address=ADDRESS, sessions=house.sessions)
    assert code_of(house.run(right)) == "terminal/guesses"
    elsewhere = exchange_code(code, address="192.0.2.8", sessions=house.sessions)
    assert isinstance(house.run(elsewhere), Paired)


def test_wrong_codes_from_everywhere_are_counted_together(house: House) -> None:
    for number in range(GUESSES_ALL):
        house.run(exchange_code("22222222", address=f"192.0.2.{number}", sessions=house.sessions))
    code = house.run(ask_code(SYSTEM, "T-1")).code
    right = exchange_code(code, address="198.51.100.1", sessions=house.sessions)
    assert code_of(house.run(right)) == "terminal/guesses"
    house.wait(CODE_MS)
    code = house.run(ask_code(SYSTEM, "T-1")).code
    assert isinstance(house.run(exchange_code(code, address="198.51.100.1", sessions=house.sessions)), Paired)


def test_a_new_code_replaces_the_last_and_its_use_the_old_secret(house: House) -> None:
    old = house.paired("T-1")
    house.person("pat", Role.PLAYER)
    answer = house.logged_in("pat", old.terminal.id)
    first = house.run(ask_code(SYSTEM, "T-1"))
    second = house.run(ask_code(SYSTEM, "T-1"))
    assert first.terminal_id == second.terminal_id == old.terminal.id
    assert code_of(house.run(exchange_code(first.code, address=ADDRESS, sessions=house.sessions))) == "terminal/code"
    assert terminal_of(house.query, old.secret) is not None
    new = house.run(exchange_code(second.code, address=ADDRESS, sessions=house.sessions))
    assert terminal_of(house.query, old.secret) is None
    assert terminal_of(house.query, new.secret) is not None
    assert code_of(house.find(answer, old.terminal.id)) == "session/over"


def test_a_retired_terminal_opens_nothing(house: House) -> None:
    house.person("pat", Role.PLAYER)
    paired = house.paired()
    answer = house.logged_in("pat", paired.terminal.id)
    pending = house.run(ask_code(SYSTEM, "T-1")).code
    assert house.run(retire_terminal(SYSTEM, paired.terminal.id, sessions=house.sessions)) is None
    assert terminal_of(house.query, paired.secret) is None
    assert code_of(house.find(answer, paired.terminal.id)) == "session/over"
    assert code_of(house.log_in("pat", terminal_id=paired.terminal.id)) == "terminal/unknown"
    assert house.outcomes()[-1] == ("pat", "no-terminal")
    assert code_of(house.run(exchange_code(pending, address=ADDRESS, sessions=house.sessions))) == "terminal/code"
    assert house.paired().terminal.id == paired.terminal.id  # and may be paired again


@pytest.mark.parametrize("role", [Role.PLAYER, Role.DEALER, Role.CASHIER, Role.AUDITOR])
def test_only_a_supervisor_or_an_admin_pairs_and_retires(house: House, role: Role) -> None:
    house.person("bob", role)
    terminal_id = house.paired().terminal.id
    assert code_of(house.run(ask_code(house.by("bob"), "T-9"))) == "role/forbidden"
    retire = retire_terminal(house.by("bob"), terminal_id, sessions=house.sessions)
    assert code_of(house.run(retire)) == "role/forbidden"


@pytest.mark.parametrize("code", ["", "2", "2" * 100_000, "\ud800", "\x00" * 8])
def test_codes_that_are_none(house: House, code: str) -> None:
    house.run(ask_code(SYSTEM, "T-1"))
    assert code_of(house.run(exchange_code(code, address=ADDRESS, sessions=house.sessions))) == "terminal/code"


def test_misuse_of_terminals(house: House) -> None:
    for name in ("", "  ", "x" * 41, "T\n1", "T\x00", "\ud800"):
        assert code_of(house.run(ask_code(SYSTEM, name))) == "terminal/name"
    assert code_of(house.run(ask_code(SYSTEM, "T-1", table_name="ez\x00"))) == "terminal/table"
    house.person("pat", Role.PLAYER)
    for terminal_id in ("", "t-none", "t-0123456789abcdef", "\x00", "\ud800"):
        retire = retire_terminal(SYSTEM, terminal_id, sessions=house.sessions)
        assert code_of(house.run(retire)) == "terminal/unknown"
        assert code_of(house.log_in("pat", terminal_id=terminal_id)) == "terminal/unknown"
    for secret in ("", "\ud800", "x" * 1000):
        assert terminal_of(house.query, secret) is None


def test_codes_come_from_the_chance_that_is_given(house: House) -> None:
    codes = {house.run(ask_code(SYSTEM, "T-1", chance=SeededChance(seed))).code for seed in (1, 1, 2)}
    assert len(codes) == 2


# Help


def test_every_rulebook_has_a_help_line_that_fits_a_ticket() -> None:
    for rulebook in names():
        line = help_line(rulebook)
        assert re.search(r"1-800-\w", line)
        assert len(line) <= 160
        # A house's own game is played anywhere: it has the line that serves everywhere.
        assert (line == help_line("elsewhere")) == rulebook.startswith("house-")


def test_help_lines_by_jurisdiction() -> None:
    assert set(help_lines()) == {"us", "ca", "co", "pa", "ilani"}
    for jurisdiction in ("ca", "co", "pa", "CA", "pa-mini-baccarat"):
        assert "1-800-GAMBLER" in help_line(jurisdiction)
    assert "1-800-547-6133" in help_line("ilani")
    assert "1-800-522-4700" in help_line("nv")
    assert "1-800-522-4700" in help_line("")


def test_an_operator_may_give_his_own_help_line() -> None:
    own = {"ca": "Call our own counsellors: 555-0100.", "us": "Elsewhere: 555-0199."}
    assert help_line("ca-ez-baccarat-panda-8", own) == own["ca"]
    assert help_line("nv", own) == own["us"]
    assert "1-800-GAMBLER" in help_line("co", own)


@pytest.mark.parametrize("line", ["", "   ", "two\nlines", "x" * 161])
def test_a_help_line_nobody_could_read_is_refused(line: str) -> None:
    with pytest.raises(BadInput, match=r"help_lines\.ca"):
        help_line("ca", {"ca": line})
