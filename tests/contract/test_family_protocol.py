"""The door of every family: nothing is missing from it, and every rulebook finds its own."""

from __future__ import annotations

import inspect

import pytest

from croupier.odds.family_odds import FamilyOdds
from croupier.play import rulebook_library
from croupier.play.family import FAMILIES, Family, load_family

ALL_FAMILIES = tuple(FAMILIES)


def asked_of(protocol: type) -> set[str]:
    return {name for name in vars(protocol) if not name.startswith("_")}


@pytest.mark.parametrize("name", ALL_FAMILIES)
def test_a_family_answers_everything_that_the_house_asks(name: str) -> None:
    family = load_family(name)
    assert {word for word in asked_of(Family) if not hasattr(family, word)} == set()
    assert {word for word in asked_of(FamilyOdds) if not hasattr(family.odds, word)} == set()


@pytest.mark.parametrize("name", ALL_FAMILIES)
def test_a_family_takes_what_it_is_given(name: str) -> None:
    """The same arguments, in the same order: what the type checker says, at run time too."""
    door = type(load_family(name))
    for word, asked in inspect.getmembers(Family, inspect.isfunction):
        if not word.startswith("_"):
            own = inspect.signature(getattr(door, word))
            assert list(own.parameters) == list(inspect.signature(asked).parameters), word


def test_every_family_has_a_rulebook_and_every_rulebook_a_family() -> None:
    assert {rulebook_library.load(rulebook).written.family for rulebook in rulebook_library.names()} == set(
        ALL_FAMILIES
    )


def test_a_family_that_nobody_knows_is_no_other_family() -> None:
    with pytest.raises(LookupError, match="whist"):
        load_family("whist")


@pytest.mark.parametrize("name", ALL_FAMILIES)
def test_every_fact_has_its_words(name: str) -> None:
    facts = load_family(name).facts
    assert facts.types
    assert [name for name in facts.types if not facts.by_name[name].meaning] == []
