"""Passwords: how they are stored, and which ones are refused. [R55]"""

from __future__ import annotations

import pytest
from argon2 import Type, extract_parameters
from argon2.profiles import CHEAPEST
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.people.passwords import LENGTH_MOST, PasswordService, refuse_weak
from tests.people_house import CHEAP, SECRET, code_of, hash_of


def test_the_hash_is_argon2id_with_the_parameters_of_rfc_9106() -> None:
    house_passwords = PasswordService()
    hashed = house_passwords.hash_new(SECRET, name="ann")
    assert isinstance(hashed, str)
    parameters = extract_parameters(hashed)
    assert (parameters.type, parameters.version) == (Type.ID, 19)
    assert (parameters.time_cost, parameters.memory_cost, parameters.parallelism) == (3, 64 * 1024, 4)
    assert (parameters.salt_len, parameters.hash_len) == (16, 32)
    assert house_passwords.check("ann", hashed, SECRET).is_right
    assert house_passwords.check("ann", hashed, SECRET).renewed is None


def test_two_hashes_of_one_password_differ() -> None:
    assert hash_of(SECRET) != hash_of(SECRET)


def test_a_wrong_password_an_unknown_name_and_a_broken_hash_are_rejected() -> None:
    hashed = hash_of(SECRET)
    assert CHEAP.check("ann", hashed, SECRET).is_right
    for stored, password in (
        (hashed, SECRET + "!"),
        (hashed, ""),
        (hashed, "\ud800" * 12),
        (None, SECRET),
        ("", SECRET),
        ("not a hash", SECRET),
        ("$argon2id$broken", SECRET),
    ):
        assert not CHEAP.check("ann", stored, password).is_right


def test_an_unknown_name_costs_one_password_hash_too(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []
    some = PasswordService(CHEAPEST)
    real = some._is_right

    def counted(stored: str, password: str) -> bool:
        checked.append(stored)
        return real(stored, password)

    monkeypatch.setattr(some, "_is_right", counted)
    some.check("nobody", None, SECRET)
    some.check("ann", hash_of(SECRET), SECRET)
    assert len(checked) == 2
    assert extract_parameters(checked[0]) == extract_parameters(checked[1])


def test_letters_typed_on_different_keyboards_are_the_same_password() -> None:
    assert CHEAP.check("ann", hash_of("cafe\u0301 au lait"), "caf\u00e9 au lait").is_right


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("", "password/too_short"),
        ("123456789", "password/too_short"),
        ("x" * (LENGTH_MOST + 1), "password/too_long"),
        ("jane.doe-smith", "password/contains_name"),
        ("JANE.DOE-Smith ", "password/contains_name"),
        ("Jane Doe Smith", "password/contains_name"),
        ("jane.doe-smithjane.doe-smith", "password/contains_name"),
        ("smith-2024!!!!", "password/contains_name"),
        ("Jane jane 007", "password/contains_name"),
        ("Password1234", "password/contains_name"),
        ("player2player2", "password/pattern"),
        ("aaaaaaaaaaaa", "password/pattern"),
        ("abcabcabcab", "password/pattern"),
        ("          ", "password/pattern"),
        ("1234567890", "password/pattern"),
        ("poiuytrewq", "password/pattern"),
        ("\ud800" * 12, "password/characters"),
    ],
)
def test_weak_passwords_are_refused(password: str, code: str) -> None:
    assert code_of(CHEAP.hash_new(password, name="jane.doe-smith", display_name="Jane Doe Smith")) == code


@settings(max_examples=60)
@given(st.text(st.characters(codec="utf-8"), max_size=LENGTH_MOST - len(" of mine alone")))
def test_a_password_may_contain_any_characters(begins: str) -> None:
    password = f"{begins} of mine alone"
    assert refuse_weak(password, "ann") is None
    assert CHEAP.check("ann", hash_of(password), password).is_right


def test_a_proof_does_not_show_its_hash() -> None:
    proof = CHEAP.check("ann", hash_of(SECRET), SECRET)
    assert "argon2" not in repr(proof)
