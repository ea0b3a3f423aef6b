"""Second factor for staff: RFC 6238 codes valid once, recovery codes, and failures that count towards a lock. [R55]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zxingcpp
from sqlalchemy import select

from croupier.cli.store import unlock_account
from croupier.errors import Refused
from croupier.evidence.row_audit import audit_rows
from croupier.people.attempts import SessionRules
from croupier.people.calendar import MINUTE
from croupier.people.one_time_codes import (
    RECOVERY_CODES,
    code_of,
    key_groups,
    matching_step,
    otpauth_uri,
    qr_rows,
    secret_of,
    step_at,
)
from croupier.people.roles import Principal, Role
from croupier.people.second_factor import SecondFactorService, SubmittedCode, remove_factor, users_with_factor
from croupier.people.session import NewSession, UserSession
from croupier.people.sessions import SessionService
from croupier.people.users import stored_hash
from croupier.store import schema
from croupier.store.keys import HouseKeys
from croupier.store.store import Store
from tests.people_house import ADDRESS, CHEAP, SECRET, House
from tests.store_writer import tamper

RFC_SECRET = b"12345678901234567890"
RULES = SessionRules(second_factor=frozenset({Role.SUPERVISOR, Role.ADMIN}))


class Staffed(House):
    """House that requires a second factor of supervisors and admins."""

    def set_up_services(self, keys: HouseKeys) -> None:
        """Create the services for sessions and second factors."""
        self.factors = SecondFactorService(keys, "Our House")
        self.sessions = SessionService(RULES, factors=self.factors)

    def try_login(self, name: str, code: str | None = None, address: str = ADDRESS) -> Any:
        """Log in with the right password and this code; return a session or a refusal."""
        proof = CHEAP.check(name, stored_hash(self.query, name), SECRET)
        given = None if code is None else SubmittedCode(code, self.at)
        return self.run(self.sessions.log_in(proof, address=address, code=given))

    def check_refused(self, answer: str, name: str, **how: Any) -> None:
        """Check that a login is refused with this code."""
        refused = self.try_login(name, **how)
        assert isinstance(refused, Refused), refused
        assert refused.code == answer

    def set_up(self, name: str) -> tuple[bytes, list[str]]:
        """Set up a second factor for a user; return the secret and the recovery codes."""
        session = self.try_login(name).session
        enrollment = self.run(self.factors.begin(session, RULES))
        secret = secret_of(enrollment.key.replace(" ", ""))
        codes = self.run(self.factors.verify(session, SubmittedCode(code_of(secret, step_at(self.at)), self.at)))
        assert len(codes) == RECOVERY_CODES, codes
        self.sessions.invalidate_cached(session)
        self.wait(MINUTE)
        return secret, codes

    def now(self, secret: bytes, steps: int = 0) -> str:
        """Return the second-factor code of the current time step, or of a later or earlier step."""
        return code_of(secret, step_at(self.at) + steps)

    def noted(self) -> list[str]:
        """Return the codes of all significant events."""
        return [row.code for row in self.query(select(schema.significant.c.code).order_by(schema.significant.c.id))]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Staffed]:
    with Store.open(f"sqlite:///{tmp_path / 'house.db'}", create=True) as store:
        house = Staffed(store)
        house.set_up_services(HouseKeys.create(tmp_path / "house.key"))
        house.person("ann", Role.SUPERVISOR, must_change=False)
        house.person("jo", Role.ADMIN, must_change=False)
        house.person("dan", Role.DEALER, must_change=False)
        yield house
        assert audit_rows(store).findings == []


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2000000000, "279037"), (20000000000, "353130")],
)
def test_codes_are_those_of_rfc_6238(seconds: int, code: str) -> None:
    """Check the codes against Appendix B of RFC 6238; they are the last six of its eight digits."""
    assert code_of(RFC_SECRET, step_at(seconds * 1000)) == code
    assert matching_step(RFC_SECRET, f"{code[:3]} {code[3:]}", seconds * 1000, 0) == seconds // 30


def test_a_code_is_good_a_step_before_and_after_its_own_and_no_longer() -> None:
    at = 1_772_600_000_000
    now = step_at(at)
    good = [
        step for step in range(now - 4, now + 5) if matching_step(RFC_SECRET, code_of(RFC_SECRET, step), at, 0) == step
    ]
    assert good == [now - 1, now, now + 1]
    assert matching_step(RFC_SECRET, code_of(RFC_SECRET, now), at, now) is None, "used"
    assert matching_step(RFC_SECRET, code_of(RFC_SECRET, now + 1), at, now) == now + 1
    for wrong in ("", "12345", "abcdef", "１２３４５６"):
        assert matching_step(RFC_SECRET, wrong, at, 0) is None


def test_the_qr_code_is_read_by_an_independent_scanner() -> None:
    where = otpauth_uri(RFC_SECRET, "jo.miller", "Our House")
    drawn = np.array([[0 if sign == "1" else 255 for sign in row] for row in qr_rows(where)], dtype=np.uint8)
    scanned = zxingcpp.read_barcodes(np.pad(np.kron(drawn, np.ones((4, 4), np.uint8)), 16, constant_values=255))
    assert [barcode.text for barcode in scanned] == [where]
    assert where.startswith("otpauth://totp/Our%20House:jo.miller?")
    assert "secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&" in where
    assert "+" not in where
    assert key_groups(RFC_SECRET) == "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ"


def test_a_session_is_limited_until_the_second_factor_is_set_up(house: Staffed) -> None:
    login = house.try_login("ann")
    assert login.session.must_set_up
    for session in (login.session, house.find(login)):
        assert isinstance(session, UserSession)
        assert session.refuse_command("void-round").code == "second_factor/set_up_required"  # type: ignore[union-attr]
        assert session.refuse_command("set-up-second-factor") is None
        assert session.refuse_command("change-password") is None
    house.set_up("ann")
    found = house.find(login)
    assert isinstance(found, UserSession)
    assert not found.must_set_up
    assert found.refuse_command("void-round") is None
    assert house.noted() == ["factor/set_up"]


def test_roles_without_the_requirement_need_no_second_factor(house: Staffed) -> None:
    login = house.try_login("dan")
    assert isinstance(login, NewSession)
    assert not login.session.must_set_up
    assert house.run(house.factors.begin(login.session, RULES)).code == "second_factor/not_required"
    player = replace(login.session, role=Role.PLAYER)
    assert player.refuse_command("set-up-second-factor") is not None


def test_a_user_with_a_second_factor_needs_a_code_that_is_valid_once(house: Staffed) -> None:
    secret, _ = house.set_up("ann")
    house.check_refused("login/code_needed", "ann")
    code = house.now(secret)
    assert isinstance(house.try_login("ann", code), NewSession)
    house.check_refused("login/wrong_second_factor", "ann", code=code)
    house.wait(30_000)
    house.check_refused("login/wrong_second_factor", "ann", code=code)
    assert isinstance(house.try_login("ann", house.now(secret)), NewSession)
    assert [outcome for name, outcome in house.outcomes() if name == "ann"][-5:] == [
        "code-asked", "ok", "wrong-code", "wrong-code", "ok",
    ]  # fmt: skip


def test_a_clock_that_drifts_by_one_step_is_accepted(house: Staffed) -> None:
    secret, _ = house.set_up("ann")
    assert isinstance(house.try_login("ann", house.now(secret, -1)), NewSession)
    assert isinstance(house.try_login("ann", house.now(secret, 1)), NewSession)
    house.check_refused("login/wrong_second_factor", "ann", code=house.now(secret))
    house.wait(MINUTE)
    house.check_refused("login/wrong_second_factor", "ann", code=house.now(secret, 2))


def test_wrong_codes_lock_the_account_like_wrong_passwords(house: Staffed) -> None:
    secret, _ = house.set_up("ann")
    house.check_refused("login/wrong_second_factor", "ann", code="000000")
    house.check_refused("login/code_needed", "ann")
    house.check_refused("login/wrong_second_factor", "ann", code="000001")
    house.check_refused("login/locked", "ann", code="000002")
    house.check_refused("login/locked", "ann", code=house.now(secret))
    assert isinstance(house.try_login("ann", house.now(secret), address="198.51.100.9"), NewSession), "from elsewhere"
    tried = [outcome for name, outcome in house.outcomes() if name == "ann"]
    assert tried[-6:] == ["wrong-code", "code-asked", "wrong-code", "lockout", "locked", "ok"]
    assert "login/lockout" in house.noted()
    house.wait(16 * MINUTE)
    assert isinstance(house.try_login("ann", house.now(secret)), NewSession)


def test_a_second_factor_allows_a_login_from_a_new_address_despite_guesses(house: Staffed) -> None:
    secret, _ = house.set_up("ann")
    proof = CHEAP.check("ann", stored_hash(house.query, "ann"), "not her password")
    for host in range(RULES.guesses_most + 5):
        house.run(house.sessions.log_in(proof, address=f"203.0.113.{host}"))
    assert isinstance(house.try_login("ann", house.now(secret), address="198.51.100.9"), NewSession)
    house.check_refused("login/code_needed", "ann", address="198.51.100.10")
    house.check_refused("login/locked", "ann", code="000000", address="198.51.100.10")


def test_a_right_code_with_a_wrong_password_is_refused(house: Staffed) -> None:
    secret, _ = house.set_up("ann")
    proof = CHEAP.check("ann", stored_hash(house.query, "ann"), "not her password")
    code = house.now(secret)
    answer = house.run(house.sessions.log_in(proof, address=ADDRESS, code=SubmittedCode(code, house.at)))
    assert answer.code == "login/wrong"
    assert isinstance(house.try_login("ann", code), NewSession), "the code was not used up"


def test_a_recovery_code_is_valid_once(house: Staffed) -> None:
    _, codes = house.set_up("ann")
    assert len(set(codes)) == RECOVERY_CODES
    assert isinstance(house.try_login("ann", codes[3].lower()), NewSession)
    house.check_refused("login/wrong_second_factor", "ann", code=codes[3])
    assert isinstance(house.try_login("ann", codes[0].replace("-", " ")), NewSession)
    assert house.noted() == ["factor/set_up", "factor/recovery", "factor/recovery"]
    assert [event["left"] for event in house.events() if event["kind"] == "recovery-code-used"] == [9, 8]


def test_a_new_secret_is_created_only_until_one_is_confirmed(house: Staffed) -> None:
    session = house.try_login("ann").session
    first, second = (house.run(house.factors.begin(session, RULES)).key.replace(" ", "") for _ in range(2))
    assert first != second
    old = SubmittedCode(house.now(secret_of(first)), house.at)
    assert house.run(house.factors.verify(session, old)).code == "second_factor/wrong_code"
    new = SubmittedCode(house.now(secret_of(second)), house.at)
    assert len(house.run(house.factors.verify(session, new))) == RECOVERY_CODES
    assert house.run(house.factors.begin(session, RULES)).code == "second_factor/already_set_up"
    assert house.run(house.factors.verify(session, new)).code == "second_factor/not_set_up"


def test_an_admin_removes_a_lost_second_factor_but_not_the_own_one(house: Staffed) -> None:
    secret, _ = house.set_up("ann")
    login = house.try_login("ann", house.now(secret))
    house.set_up("jo")
    by = house.by("jo")
    assert house.run(remove_factor(by, by.user_id or 0, sessions=house.sessions)).code == "user/own_account"
    ann = house.by("ann").user_id or 0
    dealer = Principal.user(house.by("dan").user_id or 0, Role.DEALER)
    assert house.run(remove_factor(dealer, ann, sessions=house.sessions)).code == "role/forbidden"
    assert house.run(remove_factor(by, ann, sessions=house.sessions)).name == "ann"
    assert isinstance(house.find(login), Refused), "logged out everywhere"
    assert house.try_login("ann").session.must_set_up
    assert house.run(remove_factor(by, ann, sessions=house.sessions)).code == "second_factor/not_set_up"
    assert users_with_factor(house.query) == {by.user_id}
    assert house.noted()[-1] == "factor/taken_off"


def test_no_secret_is_in_clear_text_in_the_database_or_in_the_log(house: Staffed) -> None:
    secret, codes = house.set_up("ann")
    key = key_groups(secret).replace(" ", "")
    rows = [*house.query(select(schema.second_factors)), *house.query(select(schema.records))]
    text = repr(rows)
    assert "sealed1:" in text
    for bare in (key, secret.hex(), *codes, *(code.replace("-", "") for code in codes)):
        assert bare not in text
    assert {column.name for column in schema.second_factors.c if column.info.get("secret")} == {"sealed", "recovery"}


def test_an_audit_finds_a_second_factor_changed_without_the_log(house: Staffed) -> None:
    house.set_up("ann")
    url = f"sqlite:///{house.store.location.path}"
    before = house.query(select(schema.second_factors))[0]
    for change, message in (
        ("UPDATE second_factors SET sealed = 'sealed1:other'", "its sealed is not the one the log knows"),
        ("UPDATE second_factors SET recovery = NULL", "its recovery is None"),
        ("DELETE FROM second_factors", "is in the log, and not in the house's books"),
    ):
        tamper(url, change)
        found = audit_rows(house.store).findings
        assert any(message in finding.message for finding in found), (change, found)
    house.run(lambda uow: uow.upsert(schema.second_factors, **before._mapping))


def test_the_second_factor_of_the_last_admin_is_removed_at_the_command_line(
    house: Staffed, capsys: pytest.CaptureFixture[str]
) -> None:
    house.set_up("jo")
    url = str(house.store.location.path)
    house.store.close()
    unlock_account(url, "jo", second_factor=True)
    assert "jo sets up a new second factor" in capsys.readouterr().out
    with Store.open(url) as again:
        house.store = again
        assert users_with_factor(house.query) == frozenset()
        assert audit_rows(again).findings == []
