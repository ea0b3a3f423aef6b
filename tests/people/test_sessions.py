"""Logins and sessions. [R55]"""

from __future__ import annotations

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from argon2 import Parameters, Type, extract_parameters
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from croupier.people.accounts import change_password, change_user, reset_password
from croupier.people.attempts import SessionRules, printable_address
from croupier.people.calendar import HOUR, MINUTE
from croupier.people.passwords import PasswordService
from croupier.people.roles import SYSTEM, Principal, Role
from croupier.people.session import NewSession, UserSession, token_hash
from croupier.people.sessions import CACHE_MS, SHARED_CACHE_MS, SessionService
from croupier.people.users import NOT_A_NAME, User, stored_hash, user_by_name
from croupier.store import schema
from croupier.store.unit_of_work import UnitOfWork
from tests.people_house import ADDRESS, CHEAP, SECRET, START, House, code_of, hash_of

# Logins


def test_every_login_attempt_is_recorded(house: House) -> None:
    house.person("ann", Role.ADMIN)
    house.log_in("ann", "wrong password")
    house.log_in("Ann")
    house.log_in("nobody-here")
    house.log_in("my secret pass phrase!")
    assert house.outcomes() == [("ann", "wrong"), ("ann", "ok"), ("nobody-here", "wrong"), (NOT_A_NAME, "wrong")]
    row = house.query(select(schema.login_attempts))[0]
    assert (row.at, row.address) == (START, ADDRESS)


def test_an_unknown_name_and_a_wrong_password_get_the_same_response(house: House) -> None:
    house.person("ann", Role.ADMIN)
    known, unknown = [], []
    for _ in range(12):
        known.append(house.log_in("ann", "wrong password"))
        unknown.append(house.log_in("nobody-here", "wrong password"))
        house.wait(4 * MINUTE)
    assert known == unknown
    assert [refused.code for refused in known[:4]] == ["login/wrong", "login/wrong", "login/locked", "login/locked"]


@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_too_many_wrong_passwords_lock_the_account_for_a_while(house: House, most: int) -> None:
    house.sessions = SessionService(SessionRules(failures_most=most, lock_minutes=20))
    house.person("ann", Role.ADMIN)
    codes = [code_of(house.log_in("ann", "wrong password")) for _ in range(most)]
    assert codes == ["login/wrong"] * (most - 1) + ["login/locked"]
    assert code_of(house.log_in("ann")) == "login/locked"  # even the correct password is refused now
    house.wait(20 * MINUTE - 1)
    assert code_of(house.log_in("ann")) == "login/locked"
    house.wait(1)
    assert isinstance(house.log_in("ann"), NewSession)
    user = user_by_name(house.query, "ann")
    assert user is not None
    assert (user.failed, user.locked_until) == (0, None)


def test_a_lock_is_a_significant_event_and_more_attempts_do_not_prolong_it(house: House) -> None:
    ann = house.person("ann", Role.ADMIN)
    for _ in range(5):
        house.log_in("ann", "wrong password")
        house.log_in("nobody-here")
        house.wait(MINUTE)
    rows = house.query(select(schema.significant))
    assert [(row.code, row.actor) for row in rows] == [("login/lockout", f"user:{ann.id}"), ("login/lockout", "")]
    assert house.events()[-1] == {"kind": "user-locked", "user_id": ann.id, "until": START + 17 * MINUTE}
    house.wait(12 * MINUTE)
    assert isinstance(house.log_in("ann"), NewSession)


def test_wrong_guesses_lock_only_the_address_they_come_from(house: House) -> None:
    staff = ["ann", "bob", "cat", "dan", "eve"]
    for name in staff:
        house.person(name, Role.SUPERVISOR)
        codes = [code_of(house.log_in(name, "wrong password", address="203.0.113.9")) for _ in range(5)]
        assert codes == ["login/wrong", "login/wrong", "login/locked", "login/locked", "login/locked"]
    for name in staff:
        assert isinstance(house.log_in(name), NewSession)
        assert code_of(house.log_in(name, address="203.0.113.9")) == "login/locked", "not even a right guess opens"
    user = user_by_name(house.query, "ann")
    assert user is not None
    assert user.locked_until == START + 15 * MINUTE, "who unlocks accounts sees that there was a lock"


def test_guesses_are_counted_separately_for_a_paired_terminal(house: House) -> None:
    house.person("ann", Role.ADMIN)
    first, second = house.paired("T-1").terminal.id, house.paired("T-2").terminal.id
    for _ in range(3):
        house.log_in("ann", "wrong password", terminal_id=first)
    assert code_of(house.log_in("ann", terminal_id=first)) == "login/locked"
    assert isinstance(house.log_in("ann", terminal_id=second), NewSession)
    assert isinstance(house.log_in("ann"), NewSession), "the terminal's own address is not the terminal"


def test_a_name_guessed_from_many_addresses_stays_open_to_known_addresses(house: House) -> None:
    ann, terminal = house.person("ann", Role.ADMIN), house.paired().terminal.id
    assert isinstance(house.log_in("ann"), NewSession)
    for host in range(200):
        house.log_in("ann", "wrong password", address=f"203.0.113.{host}")
    outcomes = Counter(house.outcomes())
    assert outcomes["ann", "wrong"] == 15
    assert outcomes["ann", "wrong"] + outcomes["ann", "lockout"] == 100, "after a hundred nobody new is listened to"
    assert code_of(house.log_in("ann", address="198.51.100.1")) == "login/locked"
    assert isinstance(house.log_in("ann"), NewSession)
    assert isinstance(house.log_in("ann", terminal_id=terminal), NewSession)
    noted = [row.code for row in house.query(select(schema.significant)) if row.actor == f"user:{ann.id}"]
    assert noted.count("login/guessing") == 2
    house.wait(15 * MINUTE)
    assert isinstance(house.log_in("ann", address="198.51.100.1"), NewSession)


def test_guesses_from_a_dozen_addresses_leave_one_try_to_new_addresses(house: House) -> None:
    house.person("ann", Role.ADMIN)
    for host in range(12):
        for _ in range(3):
            house.log_in("ann", "wrong password", address=f"203.0.113.{host}")
    assert isinstance(house.log_in("ann", address="198.51.100.1"), NewSession)
    assert code_of(house.log_in("ann", "wrong password", address="198.51.100.2")) == "login/locked", "a single try"
    assert code_of(house.log_in("ann", address="198.51.100.2")) == "login/locked"


def test_a_right_password_resets_the_count(house: House) -> None:
    house.person("ann", Role.ADMIN)
    for _ in range(3):
        assert code_of(house.log_in("ann", "wrong password")) == "login/wrong"
        assert code_of(house.log_in("ann", "wrong password")) == "login/wrong"
        assert isinstance(house.log_in("ann"), NewSession)


def test_the_count_restarts_after_a_lock_has_ended(house: House) -> None:
    house.person("ann", Role.ADMIN)
    for _ in range(3):
        house.log_in("ann", "wrong password")
    house.wait(15 * MINUTE)
    assert code_of(house.log_in("ann", "wrong password")) == "login/wrong"
    assert isinstance(house.log_in("ann"), NewSession)


def test_a_check_of_the_previous_password_is_rejected(house: House) -> None:
    ann = house.person("ann", Role.ADMIN)
    proof = CHEAP.check("ann", stored_hash(house.query, "ann"), SECRET)
    house.run(reset_password(SYSTEM, ann.id, hash_of("another password"), sessions=house.sessions))
    assert code_of(house.run(house.sessions.log_in(proof, address=ADDRESS))) == "login/wrong"


def test_nobody_logs_in_to_an_account_without_a_password(house: House) -> None:
    ann = house.person("ann", Role.ADMIN)
    house.run(lambda uow: uow.write(schema.users.update().values(password=None)))
    for password in ("", SECRET, "None"):
        assert code_of(house.log_in("ann", password)).startswith("login/")
    house.run(lambda uow: uow.write(schema.users.update().values(password=ann.password)))


def test_nobody_logs_in_to_a_closed_account(house: House) -> None:
    pat = house.person("pat", Role.PLAYER)
    answer = house.logged_in("pat")
    house.run(change_user(SYSTEM, pat.id, sessions=house.sessions, active=False))
    assert code_of(house.find(answer)) == "session/over"
    assert code_of(house.log_in("pat")) == "login/closed"
    # without the password, nobody learns that the account is closed
    assert code_of(house.log_in("pat", "wrong password")) == "login/wrong"


def test_a_password_under_old_parameters_is_hashed_again_at_log_in(house: House) -> None:
    house.person("ann", Role.ADMIN)
    old = stored_hash(house.query, "ann")
    newer = PasswordService(Parameters(Type.ID, 19, 16, 32, 1, 16, 1))
    proof = newer.check("ann", old, SECRET)
    assert isinstance(house.run(house.sessions.log_in(proof, address=ADDRESS)), NewSession)
    renewed = stored_hash(house.query, "ann")
    assert renewed is not None
    assert renewed != old
    assert extract_parameters(renewed).memory_cost == 16
    assert newer.check("ann", renewed, SECRET).renewed is None
    assert newer.check("ann", old, "wrong password").renewed is None


# Sessions


def test_a_session_has_the_data_of_its_user(house: House) -> None:
    tpp = house.person("tpp.one", Role.PLAYER, third_party=True, must_change=False)
    terminal = house.paired().terminal
    answer = house.logged_in("tpp.one", terminal.id)
    session = house.find(answer, terminal.id)
    assert session == answer.session
    assert isinstance(session, UserSession)
    assert (session.user_id, session.name, session.role, session.third_party) == (tpp.id, "tpp.one", Role.PLAYER, True)
    assert (session.terminal_id, session.terminal) == (terminal.id, "T-1")
    assert (session.by, session.account) == (Principal.user(tpp.id, Role.PLAYER), f"player:{tpp.id}")
    assert session.refuse_command("place-wagers") is None
    assert code_of(session.refuse_command("open-bets")) == "role/forbidden"


def test_the_store_keeps_the_hash_of_a_token_and_the_token_has_256_bits(house: House) -> None:
    house.person("ann", Role.ADMIN)
    tokens = [house.logged_in("ann").token for _ in range(4)]
    assert len(set(tokens)) == 4
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", token) for token in tokens)
    stored = {row.token_hash for row in house.query(select(schema.sessions))}
    assert stored == {token_hash(token) for token in tokens}


def test_a_given_password_allows_only_its_change(house: House) -> None:
    house.person("ann", Role.ADMIN)
    session = house.logged_in("ann").session
    assert code_of(session.refuse_command("create-user")) == "password/must_change"
    assert session.refuse_command("change-password") is None


@pytest.mark.parametrize("role", Role)
def test_a_session_ends_when_nobody_uses_it(house: House, role: Role) -> None:
    house.person("ann", role)
    answer = house.logged_in("ann")
    idle = SessionRules().idle_ms(role, at_terminal=False)
    house.wait(idle - 1)
    assert isinstance(house.find(answer), UserSession)
    house.wait(idle - 1)
    assert isinstance(house.find(answer), UserSession)
    house.wait(idle)
    assert code_of(house.find(answer)) == "session/over"


@pytest.mark.parametrize("role", Role)
def test_a_session_ends_after_its_hours_however_busy(house: House, role: Role) -> None:
    house.person("ann", role)
    answer = house.logged_in("ann")
    for _ in range(12 * 6 - 1):
        house.wait(10 * MINUTE)
        assert isinstance(house.find(answer), UserSession)
    house.wait(10 * MINUTE)
    assert code_of(house.find(answer)) == "session/over"


def test_a_player_at_a_paired_terminal_may_stay_longer(house: House) -> None:
    house.person("pat", Role.PLAYER)
    house.person("dan", Role.DEALER)
    terminal_id = house.paired().terminal.id
    pat, dan = house.logged_in("pat", terminal_id), house.logged_in("dan", terminal_id)
    house.wait(3 * HOUR)
    assert isinstance(house.find(pat, terminal_id), UserSession)
    assert code_of(house.find(dan, terminal_id)) == "session/over"


def test_a_session_at_a_terminal_works_at_no_other(house: House) -> None:
    house.person("pat", Role.PLAYER)
    own_terminal, other_terminal = house.paired("T-1").terminal.id, house.paired("T-2").terminal.id
    answer = house.logged_in("pat", own_terminal)
    assert code_of(house.find(answer, other_terminal)) == "session/terminal"
    assert code_of(house.find(answer)) == "session/terminal"
    assert isinstance(house.find(answer, own_terminal), UserSession)
    away = house.logged_in("pat")
    assert isinstance(house.find(away, other_terminal), UserSession)


@pytest.mark.parametrize("token", ["", "x", "x" * 100_000, "\ud800", "\x00", "A" * 43])
def test_unknown_tokens_have_no_session(house: House, token: str) -> None:
    house.person("ann", Role.ADMIN)
    house.logged_in("ann")
    assert code_of(house.sessions.find(house.query, token, house.at)) == "session/over"


def test_logging_out_ends_one_session(house: House) -> None:
    house.person("ann", Role.ADMIN)
    first, second = house.logged_in("ann"), house.logged_in("ann")
    assert isinstance(house.find(first), UserSession)
    house.run(house.sessions.log_out(first.session))
    assert code_of(house.find(first)) == "session/over"
    assert isinstance(house.find(second), UserSession)


def test_a_changed_password_logs_its_owner_out_everywhere(house: House) -> None:
    house.person("ann", Role.ADMIN)
    house.person("bob", Role.DEALER)
    screens = [house.logged_in("ann") for _ in range(3)]
    bobs = house.logged_in("bob")
    proof = CHEAP.check("ann", stored_hash(house.query, "ann"), SECRET)
    new = hash_of("another password")
    changed = house.run(change_password(screens[0].session, proof, new, address=ADDRESS, sessions=house.sessions))
    assert isinstance(changed, User)
    assert not changed.must_change
    assert {code_of(house.find(screen)) for screen in screens} == {"session/over"}
    assert isinstance(house.find(bobs), UserSession)
    assert code_of(house.log_in("ann")) == "login/wrong"
    assert isinstance(house.log_in("ann", "another password"), NewSession)


def test_wrong_old_passwords_in_an_open_session_lock_the_account(house: House) -> None:
    house.person("ann", Role.ADMIN)
    session = house.logged_in("ann").session
    codes = []
    for _ in range(4):
        proof = CHEAP.check("ann", stored_hash(house.query, "ann"), "a guess at it")
        job = change_password(session, proof, hash_of("another password"), address=ADDRESS, sessions=house.sessions)
        codes.append(code_of(house.run(job)))
    assert codes == ["login/wrong", "login/wrong", "login/locked", "login/locked"]


def test_the_password_check_of_another_user_changes_no_password(house: House) -> None:
    house.person("ann", Role.ADMIN)
    house.person("bob", Role.DEALER)
    proof = CHEAP.check("bob", stored_hash(house.query, "bob"), SECRET)
    session = house.logged_in("ann").session
    job = change_password(session, proof, hash_of("another password"), address=ADDRESS, sessions=house.sessions)
    assert code_of(house.run(job)) == "user/not_found"


def test_a_changed_role_ends_the_sessions_of_the_old_one(house: House) -> None:
    bob = house.person("bob", Role.DEALER)
    answer = house.logged_in("bob")
    house.run(change_user(SYSTEM, bob.id, sessions=house.sessions, display_name="Robert"))
    assert isinstance(house.find(answer), UserSession)
    house.run(change_user(SYSTEM, bob.id, sessions=house.sessions, role=Role.SUPERVISOR))
    assert code_of(house.find(answer)) == "session/over"


def test_one_screen_too_many_closes_the_oldest(house: House) -> None:
    house.sessions = SessionService(SessionRules(sessions_each=3))
    house.person("ann", Role.ADMIN)
    screens = []
    for _ in range(5):
        screens.append(house.logged_in("ann"))
        house.wait(1)
    assert [isinstance(house.find(screen), UserSession) for screen in screens] == [False, False, True, True, True]


def test_a_session_ended_elsewhere_is_ended_here_within_half_a_minute(house: House) -> None:
    """Check that another process over the same database, with its own session cache, notices the end in time."""
    house.person("ann", Role.ADMIN)
    answer = house.logged_in("ann")
    elsewhere = SessionService()
    assert isinstance(elsewhere.find(house.query, answer.token, house.at), UserSession)
    house.run(house.sessions.log_out(answer.session))
    assert code_of(elsewhere.find(house.query, answer.token, house.at + CACHE_MS)) == "session/over"


def test_the_sessions_in_use_are_read_again_in_one_query(house: House) -> None:
    for name in ("ann", "bob", "cleo"):
        house.person(name, Role.ADMIN)
    ann, bob, idle = (house.logged_in(name) for name in ("ann", "bob", "cleo"))
    elsewhere = SessionService(cache_ms=SHARED_CACHE_MS)
    at, queries = house.at, []
    for answer in (ann, bob, idle):
        assert isinstance(elsewhere.find(house.query, answer.token, at), UserSession)
    at += SHARED_CACHE_MS - 1
    for answer in (ann, bob):
        assert isinstance(elsewhere.find_cached(answer.token, at), UserSession)
    house.run(house.sessions.log_out(bob.session))
    elsewhere.refresh(lambda statement: queries.append(statement) or house.query(statement), at)
    at += SHARED_CACHE_MS - 1
    assert len(queries) == 1
    assert isinstance(elsewhere.find_cached(ann.token, at), UserSession)
    assert elsewhere.find_cached(bob.token, at) is None, "it was ended, so it has to be looked for"
    assert elsewhere.find_cached(idle.token, at) is None, "it was not used"


def test_a_session_outlives_the_process(house: House) -> None:
    house.person("ann", Role.ADMIN)
    answer = house.logged_in("ann")
    house.sessions = SessionService()
    assert house.find(answer) == answer.session


def test_a_log_out_that_was_not_committed_did_not_happen(house: House) -> None:
    house.person("ann", Role.ADMIN)
    answer = house.logged_in("ann")

    def fails(uow: UnitOfWork) -> None:
        house.sessions.end_all_of(uow, answer.session.user_id)
        raise RuntimeError("the power is gone")

    with pytest.raises(RuntimeError):
        house.run(fails)
    assert isinstance(house.find(answer), UserSession)


def test_the_use_of_a_session_is_stored_once_a_minute(house: House) -> None:
    house.person("ann", Role.ADMIN)
    answer = house.logged_in("ann")
    written = 0
    for _ in range(60):
        house.wait(10_000)
        session = house.find(answer)
        assert isinstance(session, UserSession)
        if job := house.sessions.touch(session, house.at):
            house.run(job)
            written += 1
    assert written == 10
    assert house.query(select(schema.sessions.c.seen_at))[0].seen_at == house.at
    house.sessions = SessionService()
    house.wait(SessionRules().idle_ms(Role.ADMIN, at_terminal=False) - 1)
    assert isinstance(house.find(answer), UserSession)


def test_expired_sessions_are_deleted(house: House) -> None:
    house.person("ann", Role.ADMIN)
    house.logged_in("ann")
    house.wait(12 * HOUR)
    latest = house.logged_in("ann")
    house.run(house.sessions.end_expired)
    assert [row.token_hash for row in house.query(select(schema.sessions))] == [token_hash(latest.token)]


def test_the_whole_csrf_token_is_compared(house: House) -> None:
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
def test_an_address_is_stored_short_and_printable(address: str) -> None:
    shown = printable_address(address)
    assert len(shown) <= 64
    assert shown.isprintable()
