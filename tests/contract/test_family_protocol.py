"""Family protocol: every family implements it completely, and every rulebook has a family."""

from __future__ import annotations

import inspect

import pytest

from croupier.odds.family_odds import FamilyOdds
from croupier.play import rulebook_library
from croupier.play.family import FAMILIES, Family, load_family

ALL_FAMILIES = tuple(FAMILIES)


def public_members(protocol: type) -> set[str]:
    """Return the public names that a protocol declares."""
    return {name for name in vars(protocol) if not name.startswith("_")}


@pytest.mark.parametrize("name", ALL_FAMILIES)
def test_a_family_has_every_member_of_the_protocols(name: str) -> None:
    family = load_family(name)
    assert {member for member in public_members(Family) if not hasattr(family, member)} == set()
    assert {member for member in public_members(FamilyOdds) if not hasattr(family.odds, member)} == set()


@pytest.mark.parametrize("name", ALL_FAMILIES)
def test_a_family_has_the_parameters_of_the_protocol(name: str) -> None:
    """Check names and order of the parameters at run time, as the type checker does statically."""
    family_class = type(load_family(name))
    for member, declared in inspect.getmembers(Family, inspect.isfunction):
        if not member.startswith("_"):
            own = inspect.signature(getattr(family_class, member))
            assert list(own.parameters) == list(inspect.signature(declared).parameters), member


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
