"""Trips and Bad Beat, by counting every deal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np

from croupier.families.poker_dealer.holdem.board_count import DEALS, category_starts, count
from croupier.families.poker_dealer.holdem.desk import DEALERS
from croupier.families.poker_dealer.holdem.pays import Bonus, BonusRow, HandPays, by_name
from croupier.families.poker_dealer.holdem.rules import HANDS, TRIPS, BadBeat, HoldemRules

SEVEN_CARDS = comb(52, 7)
PLACES = comb(7, 2)


@dataclass(frozen=True)
class HandCounts:
    """All hands of seven cards, and of all boards with two hands, those in which the one beats the other."""

    hands: int
    """How many there are: where one's own cards count as such, each choice of the two is a hand."""
    dealt: dict[str, int]
    beaten: dict[str, int]
    """By what was beaten, of one side: the other side's numbers are the same."""


@cache
def hand_counts(min_hole_cards: int = 0) -> HandCounts:
    """They depend on no pay table."""
    sums = count(HoldemRules(min_hole_cards=min_hole_cards))
    alike = 1 if min_hole_cards else PLACES
    starts = category_starts()
    names = [category.name.lower() for category in HANDS]
    dealt = np.add.reduceat(sums.dealt, starts) // alike
    beaten = np.add.reduceat(sums.lost, starts)
    return HandCounts(
        DEALS // alike, dict(zip(names, dealt.tolist(), strict=True)), dict(zip(names, beaten.tolist(), strict=True))
    )  # fmt: skip


def trips(pays: HandPays = TRIPS, min_hole_cards: int = 0) -> Bonus:
    """The player's best five of seven, whoever wins and whether or not he folds. [004 L3706]"""
    counts = hand_counts(min_hole_cards)
    return Bonus.of(counts.dealt, by_name(pays, HANDS), counts.hands)


def bad_beat(pays: BadBeat = BadBeat(), min_hole_cards: int = 0) -> Bonus:  # noqa: B008 - it is frozen
    """Both ways: the player's hand beaten by the dealer's, and the dealer's by the player's. [004 L3751-3752]"""
    beaten = hand_counts(min_hole_cards).beaten
    rows = tuple(
        BonusRow(f"{who} beaten with {name}", beaten[name], pay)
        for who, table in (("player", pays.player_beaten), ("dealer", pays.dealer_beaten))
        for name, pay in by_name(table, HANDS).items()
        if pay
    )
    return Bonus(rows, DEALS * DEALERS)
