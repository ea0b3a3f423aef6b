"""The door of every family: nothing is missing from it, and every rulebook finds its own."""

from __future__ import annotations

import inspect

import pytest

from croupier.odds.family_odds import FamilyOdds
from croupier.play import library
from croupier.play.family import ROOMS, Family, family_named

FAMILIES = tuple(ROOMS)


def asked_of(protocol: type) -> set[str]:
    return {name for name in vars(protocol) if not name.startswith("_")}


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_answers_everything_that_the_house_asks(name: str) -> None:
    family = family_named(name)
    assert {word for word in asked_of(Family) if not hasattr(family, word)} == set()
    assert {word for word in asked_of(FamilyOdds) if not hasattr(family.odds, word)} == set()


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_takes_what_it_is_given(name: str) -> None:
    """The same arguments, in the same order: what the type checker says, at run time too."""
    door = type(family_named(name))
    for word, asked in inspect.getmembers(Family, inspect.isfunction):
        if not word.startswith("_"):
            own = inspect.signature(getattr(door, word))
            assert list(own.parameters) == list(inspect.signature(asked).parameters), word


def test_every_family_has_a_rulebook_and_every_rulebook_a_family() -> None:
    assert {library.load(book).written.family for book in library.names()} == set(FAMILIES)


def test_a_family_that_nobody_knows_is_no_other_family() -> None:
    with pytest.raises(LookupError, match="whist"):
        family_named("whist")


@pytest.mark.parametrize("name", FAMILIES)
def test_every_fact_has_its_words(name: str) -> None:
    facts = family_named(name).facts
    assert facts.types
    assert [name for name in facts.types if not facts.by_name[name].meaning] == []
