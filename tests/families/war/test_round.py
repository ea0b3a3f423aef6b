"""A round of war: pairs of cards until two ranks differ, irregularities, and the money."""

from __future__ import annotations

import pytest

from croupier.cards import Card, parse_cards
from croupier.families.war.round import WarEnding, WarResult, WarRound
from croupier.families.war.rules import BANKER, PLAYER
from croupier.play import rulebook_library
from croupier.play.family import family_of, replay_round
from croupier.play.round import (
    AnnounceResult,
    Deal,
    DrawnInError,
    FoundFaceUp,
    NoCardsLeft,
    ResultAnnounced,
    RoundInProgress,
    UnexpectedAnswer,
    Void,
)
from croupier.rulebook.table_rules import TableRules

HOUSE = TableRules.of(rulebook_library.load("ca-ultimate-war"))


def round_with_cards(cards: str = "") -> RoundInProgress[WarResult | Void]:
    play: RoundInProgress[WarResult | Void] = RoundInProgress(lambda: WarRound((BANKER, PLAYER)))
    for card in parse_cards(cards) if cards else ():
        play.answer(card)
    return play


def test_banker_then_player_until_two_differ() -> None:
    play = round_with_cards()
    for place in (1, 2):
        for hand, card in ((BANKER, "Ks"), (PLAYER, "Kh")):
            assert play.need == Deal(hand, place)
            play.answer(Card.parse(card))
    play.answer(Card.parse("4s"))
    play.answer(Card.parse("5s"))
    assert isinstance(play.need, AnnounceResult)
    with pytest.raises(UnexpectedAnswer):
        play.answer(Card.parse("2s"))
    play.answer(ResultAnnounced())
    assert play.result == WarResult(parse_cards("Kh Kh 5s"), parse_cards("Ks Ks 4s"))
    assert play.result.ending == WarEnding(2, 5, 4)
    assert play.result.winner == PLAYER


def test_a_shoe_that_runs_out_in_a_war_ends_the_round() -> None:
    for cards in ("Ks Kh", "Ks Kh 9d"):
        play = round_with_cards(cards)
        play.answer(NoCardsLeft())
        assert isinstance(play.need, AnnounceResult)
        play.answer(ResultAnnounced())
        assert isinstance(play.result, WarResult)
        assert play.result.ending == WarEnding(1, 0, 0)
        assert play.result.winner is None


@pytest.mark.parametrize("cards", ["", "Ks"])
def test_a_shoe_that_runs_out_before_the_first_pair_voids_the_round(cards: str) -> None:
    play = round_with_cards(cards)
    play.answer(NoCardsLeft())
    assert isinstance(play.result, Void)
    assert "too few cards" in play.result.reason


def test_a_card_exposed_early_is_dealt_as_usual() -> None:
    play = round_with_cards()
    play.answer(FoundFaceUp(Card.parse("9s")))
    play.answer(DrawnInError(Card.parse("3s"), disclosed=True))
    play.answer(ResultAnnounced())
    assert isinstance(play.result, WarResult)
    assert play.result.winner == BANKER


def test_a_corrected_card_may_start_a_war() -> None:
    play = round_with_cards("Ks 4h").with_corrected_card(1, Card.parse("Kh"))
    assert play.need == Deal(BANKER, 2)
    play = round_with_cards("Ks Kh 9d 4c").with_corrected_card(1, Card.parse("Qh"))
    assert isinstance(play.need, AnnounceResult), "the pair that was dealt after it counts as drawn in error"


def test_the_felt_shows_the_position_of_each_card_and_the_winner() -> None:
    family = family_of(HOUSE)
    play = replay_round(HOUSE, parse_cards("Ks Kh 9d"))
    banker, player = tuple(family.hands_on_table(HOUSE, play) or ())
    assert (banker.name, banker.places, player.places) == (BANKER, (1, 3), (2,))
    assert {banker.state, player.state} == {"waiting"}
    play.answer(Card.parse("4c"))
    assert [hand.state for hand in family.hands_on_table(HOUSE, play) or ()] == ["won", "lost"]
