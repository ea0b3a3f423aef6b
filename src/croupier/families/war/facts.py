"""Facts of a round of war, and their wording in texts; the conditions of rulebooks use these facts."""

from __future__ import annotations

from croupier.families.war.round import CARDS_PER_PAIR, WarEnding
from croupier.families.war.rules import ACE_HIGH
from croupier.play.facts import FactColumns, FactList, RoundFacts

HEADLINE = ("wars", "player_card", "banker_card", "winning_card", "player_wins", "banker_wins")
fact: FactList[WarEnding] = FactList()
fact.set_wording(
    {
        "player_wins": ("the Player hand", "wins", "does not win"),
        "banker_wins": ("the Banker hand", "wins", "does not win"),
        "nobody_wins": ("", "no pair is left and nobody wins", "somebody wins"),
    },
    {
        "wars": ("the number of wars", "is {}"),
        "player_card": ("the Player's last card", "is {}"),
        "banker_card": ("the Banker's last card", "is {}"),
        "winning_card": ("the winning card", "is {}"),
    },
)


def facts_of(ending: WarEnding) -> RoundFacts[WarEnding]:
    return RoundFacts(fact, ending)


def possible_endings(cards: int) -> list[WarEnding]:
    """Return every possible ending of a round from a shoe of `cards` cards.

    The last one is the round that nobody wins.
    """
    heights = range(2, ACE_HIGH + 1)
    pairs = [(player, banker) for player in heights for banker in heights if player != banker]
    most = cards // CARDS_PER_PAIR
    return [*(WarEnding(wars, *pair) for wars in range(most) for pair in pairs), WarEnding(most, 0, 0)]


def ending_columns_of(endings: list[WarEnding]) -> FactColumns:
    return FactColumns([facts_of(ending) for ending in endings], fact.types)


@fact
def wars(ending: WarEnding) -> int:
    """Number of wars: pairs of cards that were equal."""
    return ending.wars


@fact
def player_wins(ending: WarEnding) -> bool:
    """The Player's last card is higher."""
    return ending.player > ending.banker


@fact
def banker_wins(ending: WarEnding) -> bool:
    """The Banker's last card is higher."""
    return ending.banker > ending.player


@fact
def nobody_wins(ending: WarEnding) -> bool:
    """The two cards were equal every time, and the shoe has too few cards for another war."""
    return ending.player == ending.banker


@fact
def player_card(ending: WarEnding) -> int:
    """The Player's last card: 2 to 10, jack 11, queen 12, king 13, ace 14; 0 when nobody wins."""
    return ending.player


@fact
def banker_card(ending: WarEnding) -> int:
    """The Banker's last card: 2 to 10, jack 11, queen 12, king 13, ace 14; 0 when nobody wins."""
    return ending.banker


@fact
def winning_card(ending: WarEnding) -> int:
    """The higher of the last two cards, 3 to 14; 0 when nobody wins."""
    return max(ending.player, ending.banker)
