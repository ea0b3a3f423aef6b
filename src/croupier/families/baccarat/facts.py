"""Facts of a baccarat round and their wording on the rules card; the conditions of rulebooks use these facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from croupier.cards import Card, Rank
from croupier.families.baccarat.hand_values import is_natural, points, total
from croupier.families.baccarat.round import Coup
from croupier.play.facts import Clause, FactColumns, FactList, Phrase, RoundFacts


def _of_side(side: str) -> tuple[dict[str, Phrase], dict[str, Clause]]:
    name = side.capitalize()
    hand, cards, first_two = f"the {name} hand", f"the {name}'s cards", f"the {name}'s first two cards"
    holding: dict[str, Phrase] = {
        "wins": (hand, "wins", "does not win"),
        "natural": (hand, "is a natural", "is no natural"),
        "pair": (first_two, "are a pair", "are no pair"),
        "perfect_pair": (first_two, "are identical", "are not identical"),
        "suited": (cards, "are of one suit", "are not of one suit"),
        "one_colour": (cards, "are of one colour", "are not of one colour"),
        "royal_9": (first_two, "are a nine and a picture", "are no nine and picture"),
        "suited_royal_9": (first_two, "are a nine and a picture of one suit", "are no nine and picture of one suit"),
    }
    counted: dict[str, Clause] = {
        "total": (hand, "counts {}"),
        "cards": (hand, "has {} cards"),
        "first_two": (first_two, "count {}"),
        "third": (f"the {name}'s third card", "counts {}"),
        "king_9": (f"the {name}'s king and nine", "are number {}"),
    }
    return {f"{side}_{key}": v for key, v in holding.items()}, {f"{side}_{key}": v for key, v in counted.items()}


_PLAYER, _BANKER = _of_side("player"), _of_side("banker")
_FOUR = "the first four cards"
_TWICE = "both hands are the king and nine printed at another seat"

HOLDING: Mapping[str, Phrase] = {
    **_PLAYER[0],
    **_BANKER[0],
    "tie": ("the hands", "tie", "do not tie"),
    "natural_tie": ("the hands", "tie with naturals", "do not tie with naturals"),
    "all_suited": ("all cards", "are of one suit", "are not of one suit"),
    "all_one_colour": ("all cards", "are of one colour", "are not of one colour"),
    "quads": (_FOUR, "are of one rank", "are not of one rank"),
    "suited_quads": (_FOUR, "are identical", "are not identical"),
    "trips": (_FOUR, "hold three of one rank", "do not hold three of one rank"),
    "suited_trips": (_FOUR, "hold three of one rank and suit", "do not hold three of one rank and suit"),
    "two_pair": (_FOUR, "are two pairs", "are not two pairs"),
    "suited_pair": (_FOUR, "hold two identical cards", "hold no two identical cards"),
    "quads_seat_bets": ("", "the seat of the quads' rank is betting", "the seat of the quads' rank is not betting"),
    "other_seat_king_9": ("", _TWICE, f"it is not so that {_TWICE}"),
    "other_betting_seat_king_9": ("", f"{_TWICE} that is betting", f"it is not so that {_TWICE} that is betting"),
}
COUNTED: Mapping[str, Clause] = {
    **_PLAYER[1],
    **_BANKER[1],
    "total_cards": ("both hands together", "have {} cards"),
    "margin": ("the winning margin", "is {}"),
    "winning_total": ("the higher count", "is {}"),
    "quads_rank": ("the rank of the four of a kind", "is {}"),
    "seat": ("the bettor's seat", "is number {}"),
    "seat_king_9": ("the king and nine at the bettor's seat", "are number {}"),
}


@dataclass(frozen=True)
class TableContext:
    """Data of the table that facts need: the hand printed at each seat, and the seats with a progressive wager."""

    seat_hands: dict[int, tuple[Card, ...]] = field(default_factory=dict, hash=False)
    progressive_seats: frozenset[int] = frozenset()


@dataclass(frozen=True)
class SeatContext:
    """A coup as one seat sees it: the input of all facts."""

    coup: Coup
    seat: int = 0
    layout: TableContext = field(default_factory=TableContext)

    @cached_property
    def first_four(self) -> tuple[Card, ...]:
        """First two cards of both hands."""
        return self.coup.player[:2] + self.coup.banker[:2]

    @cached_property
    def rank_counts(self) -> dict[int, int]:
        """Number of cards of each rank among the first four cards."""
        counts: dict[int, int] = {}
        for card in self.first_four:
            counts[card.rank] = counts.get(card.rank, 0) + 1
        return counts


def facts_of(
    coup: Coup, seat: int = 0, layout: TableContext | None = None, shared: RoundFacts[SeatContext] | None = None
) -> RoundFacts[SeatContext]:
    """Return the facts of a coup for one seat."""
    return RoundFacts(fact, SeatContext(coup, seat, layout or TableContext()), shared)


def columns_of(coups: Sequence[Coup], seats: Sequence[int] = (0,), layout: TableContext | None = None) -> FactColumns:
    """Return the facts of many coups. `seats` has one seat per coup, or a single seat for all."""
    seat_per_coup = seats if len(seats) == len(coups) else [seats[0]] * len(coups)
    return FactColumns(
        [facts_of(coup, seat, layout) for coup, seat in zip(coups, seat_per_coup, strict=True)], fact.types
    )


fact: FactList[SeatContext] = FactList()
fact.set_wording(HOLDING, COUNTED)
HEADLINE = ("player_total", "banker_total", "player_cards", "banker_cards")


@fact
def player_total(context: SeatContext) -> int:
    """The Player's final point count, 0-9."""
    return context.coup.player_total


@fact
def banker_total(context: SeatContext) -> int:
    """The Banker's final point count, 0-9."""
    return context.coup.banker_total


@fact
def player_cards(context: SeatContext) -> int:
    """Number of the Player's cards: 2 or 3."""
    return len(context.coup.player)


@fact
def banker_cards(context: SeatContext) -> int:
    """Number of the Banker's cards: 2 or 3."""
    return len(context.coup.banker)


@fact
def total_cards(context: SeatContext) -> int:
    """Number of cards dealt to both hands: 4, 5 or 6."""
    return len(context.coup.player) + len(context.coup.banker)


@fact
def player_wins(context: SeatContext) -> bool:
    """The Player's count is higher."""
    return context.coup.player_total > context.coup.banker_total


@fact
def banker_wins(context: SeatContext) -> bool:
    """The Banker's count is higher."""
    return context.coup.banker_total > context.coup.player_total


@fact
def tie(context: SeatContext) -> bool:
    """Both counts are equal."""
    return context.coup.player_total == context.coup.banker_total


@fact
def margin(context: SeatContext) -> int:
    """Points by which the winner is ahead, 0-9."""
    return abs(context.coup.player_total - context.coup.banker_total)


@fact
def winning_total(context: SeatContext) -> int:
    """The higher count, 0-9; on a tie the count of both."""
    return max(context.coup.player_total, context.coup.banker_total)


@fact
def player_natural(context: SeatContext) -> bool:
    """The Player has 8 or 9 on the first two cards."""
    return is_natural(player_first_two(context))


@fact
def banker_natural(context: SeatContext) -> bool:
    """The Banker has 8 or 9 on the first two cards."""
    return is_natural(banker_first_two(context))


@fact
def natural_tie(context: SeatContext) -> bool:
    """Both hands are naturals and equal: 8-8 or 9-9."""
    return player_natural(context) and banker_natural(context) and tie(context)


@fact
def player_first_two(context: SeatContext) -> int:
    """The count of the Player's first two cards, 0-9."""
    return _first_two(context.coup.player)


@fact
def banker_first_two(context: SeatContext) -> int:
    """The count of the Banker's first two cards, 0-9."""
    return _first_two(context.coup.banker)


@fact
def player_third(context: SeatContext) -> int:
    """The points of the Player's third card, 0-9; -1 if the Player stood."""
    return _third(context.coup.player)


@fact
def banker_third(context: SeatContext) -> int:
    """The points of the Banker's third card, 0-9; -1 if the Banker stood."""
    return _third(context.coup.banker)


@fact
def player_pair(context: SeatContext) -> bool:
    """The Player's first two cards are of one rank."""
    return _is_pair(context.coup.player)


@fact
def banker_pair(context: SeatContext) -> bool:
    """The Banker's first two cards are of one rank."""
    return _is_pair(context.coup.banker)


@fact
def player_perfect_pair(context: SeatContext) -> bool:
    """The Player's first two cards are of one rank and one suit."""
    return context.coup.player[0] == context.coup.player[1]


@fact
def banker_perfect_pair(context: SeatContext) -> bool:
    """The Banker's first two cards are of one rank and one suit."""
    return context.coup.banker[0] == context.coup.banker[1]


@fact
def player_suited(context: SeatContext) -> bool:
    """All the Player's cards are of one suit."""
    return _is_suited(context.coup.player)


@fact
def banker_suited(context: SeatContext) -> bool:
    """All the Banker's cards are of one suit."""
    return _is_suited(context.coup.banker)


@fact
def player_one_colour(context: SeatContext) -> bool:
    """All the Player's cards are red, or all are black."""
    return _is_one_colour(context.coup.player)


@fact
def banker_one_colour(context: SeatContext) -> bool:
    """All the Banker's cards are red, or all are black."""
    return _is_one_colour(context.coup.banker)


@fact
def all_suited(context: SeatContext) -> bool:
    """All cards of both hands are of one suit."""
    return _is_suited(context.coup.cards)


@fact
def all_one_colour(context: SeatContext) -> bool:
    """All cards of both hands are red, or all are black."""
    return _is_one_colour(context.coup.cards)


@fact
def quads(context: SeatContext) -> bool:
    """The first four cards (both hands' first two) are of one rank."""
    return max(context.rank_counts.values()) == 4


@fact
def suited_quads(context: SeatContext) -> bool:
    """The first four cards are of one rank and one suit."""
    return len(set(context.first_four)) == 1


@fact
def quads_rank(context: SeatContext) -> int:
    """The rank of four of a kind in the first four cards: ace 1 to king 13; 0 without one."""
    return int(context.first_four[0].rank) if quads(context) else 0


@fact
def trips(context: SeatContext) -> bool:
    """Exactly three of the first four cards are of one rank."""
    return max(context.rank_counts.values()) == 3


@fact
def suited_trips(context: SeatContext) -> bool:
    """Exactly three of the first four cards are of one rank, and those three are of one suit."""
    if not trips(context):
        return False
    return len({card.suit for card in context.first_four if context.rank_counts[card.rank] == 3}) == 1


@fact
def two_pair(context: SeatContext) -> bool:
    """The first four cards are two different pairs."""
    return sorted(context.rank_counts.values()) == [2, 2]


@fact
def suited_pair(context: SeatContext) -> bool:
    """At least two of the first four cards are of one rank and one suit."""
    return len(set(context.first_four)) < 4


@fact
def player_royal_9(context: SeatContext) -> bool:
    """The Player's first two cards are a nine and a jack, queen or king."""
    return _is_royal_9(context.coup.player)


@fact
def banker_royal_9(context: SeatContext) -> bool:
    """The Banker's first two cards are a nine and a jack, queen or king."""
    return _is_royal_9(context.coup.banker)


@fact
def player_suited_royal_9(context: SeatContext) -> bool:
    """The Player's first two cards are a nine and a picture of the same suit."""
    return _is_royal_9(context.coup.player) and _is_suited(context.coup.player[:2])


@fact
def banker_suited_royal_9(context: SeatContext) -> bool:
    """The Banker's first two cards are a nine and a picture of the same suit."""
    return _is_royal_9(context.coup.banker) and _is_suited(context.coup.banker[:2])


@fact
def player_king_9(context: SeatContext) -> int:
    """Which king and nine the Player's first two cards are, 1-16 by their suits; 0 if they are not."""
    return _king_9(context.coup.player)


@fact
def banker_king_9(context: SeatContext) -> int:
    """Which king and nine the Banker's first two cards are, 1-16 by their suits; 0 if they are not."""
    return _king_9(context.coup.banker)


@fact.seat_fact
def seat(context: SeatContext) -> int:
    """The number of the bettor's seat."""
    return context.seat


@fact.seat_fact
def seat_king_9(context: SeatContext) -> int:
    """The king and nine printed at the bettor's seat, 1-16 by their suits; 0 if nothing is printed there."""
    return _king_9(context.layout.seat_hands.get(context.seat, ()))


@fact.seat_fact
def other_seat_king_9(context: SeatContext) -> bool:
    """Both hands are the same king and nine, and it is printed at another seat of the layout."""
    return _twice_at_another_seat(context, in_action_only=False)


@fact.seat_fact
def other_betting_seat_king_9(context: SeatContext) -> bool:
    """Both hands are the same king and nine, and it is printed at another seat that has a progressive wager down."""
    return _twice_at_another_seat(context, in_action_only=True)


@fact
def quads_seat_bets(context: SeatContext) -> bool:
    """The seat whose number is the rank of the four of a kind has a progressive wager down."""
    return quads_rank(context) in context.layout.progressive_seats


def _first_two(hand: tuple[Card, ...]) -> int:
    return total(points(hand[0].rank), points(hand[1].rank))


def _third(hand: tuple[Card, ...]) -> int:
    return points(hand[2].rank) if len(hand) == 3 else -1


def _is_pair(hand: tuple[Card, ...]) -> bool:
    return hand[0].rank == hand[1].rank


def _is_suited(cards: tuple[Card, ...]) -> bool:
    return len({card.suit for card in cards}) == 1


def _is_one_colour(cards: tuple[Card, ...]) -> bool:
    return len({card.suit.is_red for card in cards}) == 1


def _is_royal_9(hand: tuple[Card, ...]) -> bool:
    low, high = sorted((hand[0].rank, hand[1].rank))
    return low == Rank.NINE and high >= Rank.JACK


def _king_9(hand: tuple[Card, ...]) -> int:
    """Return 1 + 4 * the king's suit + the nine's suit, or 0 if the hand is not a king and a nine."""
    if len(hand) < 2 or {hand[0].rank, hand[1].rank} != {Rank.KING, Rank.NINE}:
        return 0
    king, nine = (hand[0], hand[1]) if hand[0].rank == Rank.KING else (hand[1], hand[0])
    return 1 + 4 * king.suit + nine.suit


def _twice_at_another_seat(context: SeatContext, *, in_action_only: bool) -> bool:
    dealt = player_king_9(context)
    if dealt == 0 or dealt != banker_king_9(context):
        return False
    others = {
        number: hand
        for number, hand in context.layout.seat_hands.items()
        if number != context.seat and (not in_action_only or number in context.layout.progressive_seats)
    }
    return any(_king_9(hand) == dealt for hand in others.values())
