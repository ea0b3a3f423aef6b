"""The dealer's words at a baccarat table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier.cards import Card, Rank
from croupier.families.baccarat.hands import is_natural, points, total
from croupier.families.baccarat.round import BANKER, PLAYER, Coup
from croupier.play.round import Void
from croupier.terminal.card_face import side_pips
from croupier.terminal.hand import Dealt
from croupier.terminal.room import void_call

THE = {PLAYER: "Player", BANKER: "Banker"}
SIDES = {0: "No side.", 2: "Two sides.", 3: "Three sides.", 4: "Four sides."}


def calls(dealt: Dealt, result: Coup | Void) -> list[str]:
    """A hand in the dealer's words, a sentence for each turn of it, the result last."""
    hands: dict[str, list[Card]] = {PLAYER: [], BANKER: []}
    for name, card in dealt[:4]:
        hands[name].append(card)
    said = [first_two_call(name, hand) for name, hand in hands.items() if len(hand) == 2]
    for name, card in dealt[4:]:
        hands[name].append(card)
        said.append(third_card_call(name, hands[name]))
    return [*said, result_call(result)]


def first_two_call(name: str, cards: Sequence[Card]) -> str:
    points_now = count(cards)
    return f"{THE[name]}, natural {points_now}." if is_natural(points_now) else f"{THE[name]} has {points_now}."


def third_card_call(name: str, cards: Sequence[Card]) -> str:
    return f"{THE[name]} draws {cards[2].pretty} and has {count(cards)}."


def edge_call(card: Card) -> str:
    """What the edge of a squeezed card tells."""
    return "A picture." if card.rank > Rank.TEN else SIDES[side_pips(card.rank)]


def result_call(result: Coup | Void) -> str:
    """Such as: Banker wins, 7 over 6."""
    if isinstance(result, Void):
        return void_call(result)
    if result.winner == "tie":
        return f"Tie, {result.player_total} all."
    low, high = sorted((result.player_total, result.banker_total))
    cards = result.player if result.winner == PLAYER else result.banker
    natural = " with a natural" if len(cards) == 2 and is_natural(high) else ""
    return f"{THE[result.winner]} wins{natural}, {high} over {low}."


def count(cards: Iterable[Card]) -> int:
    """A hand's point count, however many of its cards are out."""
    return total(sum(points(card.rank) for card in cards), 0)
