"""Terminals: pairing, moving and removal. [R55, R56]"""

from __future__ import annotations

import pytest
from sqlalchemy import select

from croupier.cards.random_source import SeededRandomSource
from croupier.people.calendar import MINUTE
from croupier.people.roles import SYSTEM, Role
from croupier.people.terminals import (
    ALPHABET,
    CODE_MS,
    GUESSES_ALL,
    GUESSES_EACH,
    PairedTerminal,
    PairingCode,
    all_terminals,
    create_pairing_code,
    exchange_code,
    retire_terminal,
    terminal_of,
)
from croupier.store import schema
from tests.people_house import ADDRESS, START, House, code_of


def test_a_terminal_is_paired_by_its_code_and_known_by_its_secret(house: House) -> None:
    house.person("sue", Role.SUPERVISOR)
    code = house.run(create_pairing_code(house.by("sue"), " T-7 ", table_name="ez-1"))
    assert isinstance(code, PairingCode)
    assert (len(code.code), set(code.code) <= set(ALPHABET)) == (8, True)
    assert code.expires_at == START + CODE_MS
    assert all_terminals(house.query) == []  # not listed before it is paired
    typed = f" {code.code[:4].lower()}-{code.code[4:]} "
    paired = house.run(exchange_code(typed, address=ADDRESS, sessions=house.sessions))
    assert isinstance(paired, PairedTerminal)
    assert (paired.terminal.name, paired.terminal.table_name) == ("T-7", "ez-1")
    assert terminal_of(house.query, paired.secret) == paired.terminal
    assert all_terminals(house.query) == [paired.terminal]
    assert terminal_of(house.query, code.code) is None
    row = house.query(select(schema.terminals))[0]
    assert paired.secret not in tuple(row)
    assert row.code_hash is None
    assert [event["kind"] for event in house.events()[-2:]] == ["pairing-requested", "terminal-paired"]


def test_a_code_is_good_once(house: House) -> None:
    code = house.run(create_pairing_code(SYSTEM, "T-1")).code
    assert isinstance(house.run(exchange_code(code, address=ADDRESS, sessions=house.sessions)), PairedTerminal)
    assert code_of(house.run(exchange_code(code, address=ADDRESS, sessions=house.sessions))) == "terminal/code"


def test_a_code_is_good_for_ten_minutes(house: House) -> None:
    codes = [house.run(create_pairing_code(SYSTEM, name)).code for name in ("T-1", "T-2")]
    house.wait(10 * MINUTE - 1)
    assert isinstance(house.run(exchange_code(codes[0], address=ADDRESS, sessions=house.sessions)), PairedTerminal)
    house.wait(1)
    assert code_of(house.run(exchange_code(codes[1], address=ADDRESS, sessions=house.sessions))) == "terminal/code"


def test_wrong_pairing_codes_are_limited_by_address(house: House) -> None:
    code = house.run(create_pairing_code(SYSTEM, "T-1")).code
    for _ in range(GUESSES_EACH):
        guess = exchange_code("22222222", address=ADDRESS, sessions=house.sessions)
        assert code_of(house.run(guess)) == "terminal/code"
    right = exchange_code(code, address=ADDRESS, sessions=house.sessions)
    assert code_of(house.run(right)) == "terminal/guesses"
    elsewhere = exchange_code(code, address="192.0.2.8", sessions=house.sessions)
    assert isinstance(house.run(elsewhere), PairedTerminal)


def test_wrong_pairing_codes_from_all_addresses_are_limited_together(house: House) -> None:
    for number in range(GUESSES_ALL):
        house.run(exchange_code("22222222", address=f"192.0.2.{number}", sessions=house.sessions))
    code = house.run(create_pairing_code(SYSTEM, "T-1")).code
    right = exchange_code(code, address="198.51.100.1", sessions=house.sessions)
    assert code_of(house.run(right)) == "terminal/guesses"
    house.wait(CODE_MS)
    code = house.run(create_pairing_code(SYSTEM, "T-1")).code
    assert isinstance(house.run(exchange_code(code, address="198.51.100.1", sessions=house.sessions)), PairedTerminal)


def test_a_new_code_replaces_the_old_one_and_its_use_the_old_secret(house: House) -> None:
    old = house.paired("T-1")
    house.person("pat", Role.PLAYER)
    answer = house.logged_in("pat", old.terminal.id)
    first = house.run(create_pairing_code(SYSTEM, "T-1"))
    second = house.run(create_pairing_code(SYSTEM, "T-1"))
    assert first.terminal_id == second.terminal_id == old.terminal.id
    assert code_of(house.run(exchange_code(first.code, address=ADDRESS, sessions=house.sessions))) == "terminal/code"
    assert terminal_of(house.query, old.secret) is not None
    new = house.run(exchange_code(second.code, address=ADDRESS, sessions=house.sessions))
    assert terminal_of(house.query, old.secret) is None
    assert terminal_of(house.query, new.secret) is not None
    assert code_of(house.find(answer, old.terminal.id)) == "session/over"


def test_a_retired_terminal_has_no_access(house: House) -> None:
    house.person("pat", Role.PLAYER)
    paired = house.paired()
    answer = house.logged_in("pat", paired.terminal.id)
    pending = house.run(create_pairing_code(SYSTEM, "T-1")).code
    assert house.run(retire_terminal(SYSTEM, paired.terminal.id, sessions=house.sessions)) is None
    assert terminal_of(house.query, paired.secret) is None
    assert code_of(house.find(answer, paired.terminal.id)) == "session/over"
    assert code_of(house.log_in("pat", terminal_id=paired.terminal.id)) == "terminal/not_found"
    assert house.outcomes()[-1] == ("pat", "no-terminal")
    assert code_of(house.run(exchange_code(pending, address=ADDRESS, sessions=house.sessions))) == "terminal/code"
    assert house.paired().terminal.id == paired.terminal.id  # the terminal may be paired again


@pytest.mark.parametrize("role", [Role.PLAYER, Role.DEALER, Role.CASHIER, Role.AUDITOR])
def test_only_a_supervisor_or_an_admin_pairs_and_retires(house: House, role: Role) -> None:
    house.person("bob", role)
    terminal_id = house.paired().terminal.id
    assert code_of(house.run(create_pairing_code(house.by("bob"), "T-9"))) == "role/forbidden"
    retire = retire_terminal(house.by("bob"), terminal_id, sessions=house.sessions)
    assert code_of(house.run(retire)) == "role/forbidden"


@pytest.mark.parametrize("code", ["", "2", "2" * 100_000, "\ud800", "\x00" * 8])
def test_invalid_pairing_codes_are_refused(house: House, code: str) -> None:
    house.run(create_pairing_code(SYSTEM, "T-1"))
    assert code_of(house.run(exchange_code(code, address=ADDRESS, sessions=house.sessions))) == "terminal/code"


def test_misuse_of_terminals(house: House) -> None:
    for name in ("", "  ", "x" * 41, "T\n1", "T\x00", "\ud800"):
        assert code_of(house.run(create_pairing_code(SYSTEM, name))) == "terminal/name"
    assert code_of(house.run(create_pairing_code(SYSTEM, "T-1", table_name="ez\x00"))) == "terminal/table"
    house.person("pat", Role.PLAYER)
    for terminal_id in ("", "t-none", "t-0123456789abcdef", "\x00", "\ud800"):
        retire = retire_terminal(SYSTEM, terminal_id, sessions=house.sessions)
        assert code_of(house.run(retire)) == "terminal/not_found"
        assert code_of(house.log_in("pat", terminal_id=terminal_id)) == "terminal/not_found"
    for secret in ("", "\ud800", "x" * 1000):
        assert terminal_of(house.query, secret) is None


def test_pairing_codes_come_from_the_given_random_source(house: House) -> None:
    codes = {house.run(create_pairing_code(SYSTEM, "T-1", chance=SeededRandomSource(seed))).code for seed in (1, 1, 2)}
    assert len(codes) == 2
