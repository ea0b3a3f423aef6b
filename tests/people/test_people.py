"""People of a house: accounts, and the help line. [R55, R56]"""

from __future__ import annotations

import json
import re

import pytest

from croupier.errors import BadInput
from croupier.people.accounts import change_password, change_user, create_user, reset_password
from croupier.people.help import help_line, help_lines
from croupier.people.roles import SYSTEM, Principal, Role
from croupier.people.session import NewSession, token_hash
from croupier.people.terminals import create_pairing_code, exchange_code
from croupier.people.users import User, all_users, normalise_name, stored_hash, user_by_id, user_by_name
from croupier.play.rulebook_library import names
from tests.people_house import ADDRESS, CHEAP, SECRET, House, code_of, hash_of, new_user

# Accounts


def test_an_account_belongs_to_one_person_and_has_a_unique_name(house: House) -> None:
    ann = house.person("Ann.Lee", Role.ADMIN)
    assert (ann.name, ann.role, ann.active, ann.must_change) == ("ann.lee", Role.ADMIN, True, True)
    assert user_by_name(house.query, " ANN.LEE ") == ann
    assert user_by_id(house.query, ann.id) == ann
    assert all_users(house.query) == [ann]
    assert code_of(house.run(new_user("ANN.lee", Role.DEALER))) == "user/name_taken"


@pytest.mark.parametrize(
    "name", ["", "a", "x" * 33, "ann lee", "ann\x00", "änn", "-ann", "ann.", "ann/lee", "\ud800ab"]
)
def test_invalid_user_names_are_refused(house: House, name: str) -> None:
    assert (
        code_of(
            house.run(create_user(SYSTEM, name=name, display_name="Ann", role=Role.PLAYER, password=hash_of(SECRET)))
        )
        == "user/name"
    )
    assert normalise_name(name) is None
    assert user_by_name(house.query, name) is None


@pytest.mark.parametrize("name", ["admin", "dealer", "Dealer2", "cashier-01", "test", "floor", "user.7"])
def test_there_are_no_generic_accounts_outside_a_demonstration(house: House, name: str) -> None:
    assert code_of(house.run(new_user(name, Role.DEALER))) == "user/generic_name"
    assert isinstance(house.run(new_user(name, Role.DEALER, demonstration=True)), User)


def test_names_that_only_start_like_a_role_are_allowed(house: House) -> None:
    assert house.person("dealer.mary", Role.DEALER).name == "dealer.mary"
    assert house.person("tester-jones", Role.DEALER).name == "tester-jones"


@pytest.mark.parametrize("display_name", ["", "   ", "x" * 61, "Ann\nLee", "Ann\x00"])
def test_unreadable_display_names_are_refused(house: House, display_name: str) -> None:
    job = create_user(SYSTEM, name="ann", display_name=display_name, role=Role.PLAYER, password=hash_of(SECRET))
    assert code_of(house.run(job)) == "user/display_name"


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.ADMIN])
def test_only_an_admin_creates_accounts_and_resets_passwords(house: House, role: Role) -> None:
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


def test_a_change_is_logged_with_the_old_and_the_new_value(house: House) -> None:
    ann, bob = house.person("ann", Role.ADMIN), house.person("bob", Role.DEALER)
    job = change_user(house.by("ann"), bob.id, sessions=house.sessions, role=Role.SUPERVISOR, display_name="Bob")
    changed = house.run(job)
    assert changed.role is Role.SUPERVISOR
    event = house.events()[-1]
    assert (event["kind"], event["from"], event["to"]) == ("user-changed", {"role": "dealer"}, {"role": "supervisor"})
    assert list(house.store.records("house"))[-1].actor == f"user:{ann.id}"


def test_a_change_without_an_effect_writes_nothing(house: House) -> None:
    bob = house.person("bob", Role.DEALER)
    before = house.events()
    assert house.run(change_user(SYSTEM, bob.id, sessions=house.sessions, role=Role.DEALER, unlock=True)) == bob
    assert house.events() == before


def test_users_cannot_change_their_own_role_or_close_their_own_account(house: House) -> None:
    ann = house.person("ann", Role.ADMIN)
    for changes in ({"role": Role.DEALER}, {"active": False}):
        job = change_user(house.by("ann"), ann.id, sessions=house.sessions, **changes)
        assert code_of(house.run(job)) == "user/own_account"
    reset = reset_password(house.by("ann"), ann.id, hash_of(SECRET), sessions=house.sessions)
    assert code_of(house.run(reset)) == "user/own_account"


def test_the_role_of_a_player_cannot_change(house: House) -> None:
    pat, bob = house.person("pat", Role.PLAYER), house.person("bob", Role.DEALER)
    assert code_of(house.run(change_user(SYSTEM, pat.id, sessions=house.sessions, role=Role.ADMIN))) == "user/role"
    assert code_of(house.run(change_user(SYSTEM, bob.id, sessions=house.sessions, role=Role.PLAYER))) == "user/role"


def test_a_supervisor_unlocks_and_changes_nothing_else(house: House) -> None:
    sue, bob = house.person("sue", Role.SUPERVISOR), house.person("bob", Role.DEALER)
    by = Principal.user(sue.id, sue.role)
    for _ in range(3):
        house.log_in("bob", "not his password")
    assert code_of(house.log_in("bob")) == "login/locked"
    renamed = change_user(by, bob.id, sessions=house.sessions, display_name="Robert", unlock=True)
    assert code_of(house.run(renamed)) == "role/forbidden"
    assert house.run(change_user(by, bob.id, sessions=house.sessions, unlock=True)).failed == 0
    assert isinstance(house.log_in("bob"), NewSession)


def test_an_unknown_account_is_refused(house: House) -> None:
    for user_id in (99, 0, -1, 2**80):
        assert (
            code_of(house.run(change_user(SYSTEM, user_id, sessions=house.sessions, active=False))) == "user/not_found"
        )
        assert (
            code_of(house.run(reset_password(SYSTEM, user_id, hash_of(SECRET), sessions=house.sessions)))
            == "user/not_found"
        )


def test_a_role_that_was_lost_while_a_command_waited_is_checked(house: House) -> None:
    """Check that the second of two admins who remove each other's role at the same time is refused."""
    ann, bob = house.person("ann", Role.ADMIN), house.person("bob", Role.ADMIN)
    bobs_own = Principal.user(bob.id, Role.ADMIN)
    house.run(change_user(Principal.user(ann.id, Role.ADMIN), bob.id, sessions=house.sessions, role=Role.SUPERVISOR))
    answer = house.run(change_user(bobs_own, ann.id, sessions=house.sessions, role=Role.DEALER))
    assert code_of(answer) == "user/login_again"
    house.run(change_user(SYSTEM, bob.id, sessions=house.sessions, active=False))
    assert (
        code_of(house.run(new_user("eve", Role.DEALER, by=Principal.user(bob.id, Role.SUPERVISOR))))
        == "user/login_again"
    )


def test_no_secret_is_in_the_log(house: House) -> None:
    house.person("ann", Role.ADMIN)
    bob = house.person("bob", Role.DEALER)
    code = house.run(create_pairing_code(house.by("ann"), "T-1"))
    paired = house.run(exchange_code(code.code, address=ADDRESS, sessions=house.sessions))
    first = house.logged_in("bob", paired.terminal.id)
    other_hash = hash_of("another password")
    proof = CHEAP.check("bob", stored_hash(house.query, "bob"), SECRET)
    house.run(change_password(first.session, proof, other_hash, address=ADDRESS, sessions=house.sessions))
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


# Help


def test_every_rulebook_has_a_help_line_that_fits_a_ticket() -> None:
    for rulebook in names():
        line = help_line(rulebook)
        assert re.search(r"1-800-\w", line)
        assert len(line) <= 160
        # A house's own game is not tied to a jurisdiction, so it has the general help line.
        assert (line == help_line("elsewhere")) == rulebook.startswith("house-")


def test_help_lines_by_jurisdiction() -> None:
    assert set(help_lines()) == {"us", "ca", "co", "pa", "ilani"}
    for jurisdiction in ("ca", "co", "pa", "CA", "pa-mini-baccarat"):
        assert "1-800-GAMBLER" in help_line(jurisdiction)
    assert "1-800-547-6133" in help_line("ilani")
    assert "1-800-522-4700" in help_line("nv")
    assert "1-800-522-4700" in help_line("")


def test_an_operator_may_configure_a_help_line() -> None:
    own = {"ca": "Call our own counsellors: 555-0100.", "us": "Elsewhere: 555-0199."}
    assert help_line("ca-ez-baccarat-panda-8", own) == own["ca"]
    assert help_line("nv", own) == own["us"]
    assert "1-800-GAMBLER" in help_line("co", own)


@pytest.mark.parametrize("line", ["", "   ", "two\nlines", "x" * 161])
def test_an_unreadable_help_line_is_refused(line: str) -> None:
    with pytest.raises(BadInput, match=r"help_lines\.ca"):
        help_line("ca", {"ca": line})
