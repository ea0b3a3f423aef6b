"""Protocols of a family: every family implements the required ones, and each optional one completely or not at all."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import UnionType
from typing import Any, get_args, get_type_hints

import pytest

from croupier.documents.family import FamilyDocuments
from croupier.families.complete_family import CompleteFamily
from croupier.odds.family_odds import Coach, FamilyOdds, FamilyWithOdds, Strategy, load_odds
from croupier.play import rulebook_library
from croupier.play.card_turning import CardTurning
from croupier.play.family import (
    FAMILIES,
    Boards,
    Dealing,
    Deciding,
    EarlyResults,
    Family,
    HandSetting,
    Settling,
    load_family,
)
from croupier.play.table_stakes import TableStakes
from croupier.terminal.family_terminal import FamilyWithTerminal
from tests.toy_family import TOY, Toy

ALL_FAMILIES = tuple(FAMILIES)
REQUIRED = (Dealing, Settling, Boards, Family, FamilyDocuments, FamilyWithOdds, FamilyWithTerminal)
OPTIONAL = {
    "deciding": Deciding,
    "hand_setting": HandSetting,
    "early_results": EarlyResults,
    "table_stakes": TableStakes,
    "card_turning": CardTurning,
}
OPTIONAL_ODDS = {"strategy": Strategy, "coach": Coach}


def members(protocol: type) -> dict[str, Any]:
    """Return the public members that a protocol itself declares."""
    return {name: declared for name, declared in vars(protocol).items() if not name.startswith("_")}


def parameters(function: Any) -> list[str]:
    return [name for name in inspect.signature(function).parameters if name != "self"]


def problems(part: Any, protocol: type) -> Iterator[str]:
    """Yield what an object lacks of a protocol: missing members, and methods with too few or other parameters.

    A method may have further parameters with a default. A property that holds a function is not compared.
    """
    for name, declared in members(protocol).items():
        if not hasattr(type(part), name) and name not in vars(part):
            yield f"{protocol.__name__}.{name} is missing"
        elif inspect.isfunction(declared):
            wanted, own = parameters(declared), inspect.signature(getattr(part, name)).parameters
            more = [one for one in own.values() if one.name not in wanted and one.default is one.empty]
            if [one for one in own if one in wanted] != wanted or more:
                yield f"{protocol.__name__}.{name} has the parameters {list(own)}, not {wanted}"


def family_problems(family: Any) -> list[str]:
    """Return what a family lacks of the required protocols and of the optional ones that it states."""
    found = [problem for protocol in REQUIRED for problem in problems(family, protocol)]
    for name, protocol in OPTIONAL.items():
        if (part := getattr(family, name, None)) is not None:
            found += problems(part, protocol)
    return found


@pytest.mark.parametrize("name", ALL_FAMILIES)
def test_a_family_implements_every_protocol(name: str) -> None:
    assert family_problems(load_family(name)) == []


@pytest.mark.parametrize("name", ALL_FAMILIES)
def test_the_odds_of_a_family_implement_every_protocol(name: str) -> None:
    odds = load_odds(name)
    found = list(problems(odds, FamilyOdds))
    for part, protocol in OPTIONAL_ODDS.items():
        if getattr(odds, part) is not None:
            found += problems(getattr(odds, part), protocol)
    assert found == []


def test_the_protocols_are_small_and_list_every_optional_part() -> None:
    assert [len(members(protocol)) for protocol in (Dealing, Settling, Boards, Family)] == [9, 9, 7, 8]
    hints = get_type_hints(CompleteFamily)
    assert not hints, "protocols have properties and methods, because a plain attribute could not be a narrower type"
    optional = {
        name
        for name, declared in members(Family).items()
        if isinstance(shown := get_type_hints(declared.fget)["return"], UnionType) and type(None) in get_args(shown)
    }
    assert optional == set(OPTIONAL)


@pytest.mark.parametrize(
    ("protocol", "member"), [(protocol, member) for protocol in REQUIRED for member in members(protocol)]
)
def test_a_family_that_forgets_a_member_is_found(protocol: type, member: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert family_problems(TOY) == []
    monkeypatch.delattr(Toy, member)
    assert f"{protocol.__name__}.{member} is missing" in family_problems(TOY)


@pytest.mark.parametrize("member", ["bets_added", "arrangements"])
def test_an_optional_protocol_that_is_incomplete_is_found(member: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Toy, member)
    assert [problem for problem in family_problems(TOY) if problem.endswith(f".{member} is missing")]


def test_a_method_with_other_parameters_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "board_entry", lambda self, result, more: {})
    assert family_problems(TOY) == ["Boards.board_entry has the parameters ['result', 'more'], not ['result']"]


@pytest.mark.parametrize("name", ALL_FAMILIES)
def test_a_family_inherits_nothing_from_the_layers_that_ask(name: str) -> None:
    """Check that every member is the family's own: no base class outside its package answers for it."""
    for part in (load_family(name), load_odds(name)):
        bases = [base.__module__ for base in type(part).__mro__[:-1] if base.__module__ != "abc"]
        assert [module for module in bases if not module.startswith("croupier.families.")] == []


def test_every_family_has_a_rulebook_and_every_rulebook_a_family() -> None:
    assert {rulebook_library.load(name).written.family for name in rulebook_library.names()} == set(ALL_FAMILIES)


def test_an_unknown_family_is_refused() -> None:
    with pytest.raises(LookupError, match="whist"):
        load_family("whist")


@pytest.mark.parametrize("name", ALL_FAMILIES)
def test_every_fact_has_a_meaning_and_a_wording(name: str) -> None:
    facts = load_family(name).facts
    assert facts.types
    assert [name for name in facts.types if not facts.by_name[name].meaning] == []
    assert facts.by_name.keys() == facts.boolean_wording.keys() | facts.number_wording.keys()
