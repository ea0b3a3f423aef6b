"""A hand as the table sees it: cards face down, squeezed, turned; and what the dealer says meanwhile.

Pure: the hand is over and settled before its first scene is shown, so nothing here can change what it pays.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from croupier.cards import Card, Rank
from croupier.cards.pack import require_card
from croupier.families.baccarat.hand_values import is_natural, points, total
from croupier.families.baccarat.round import BANKER, PLAYER, Coup
from croupier.play.round import Void
from croupier.terminal.card_art import EDGE, FACE_UP, HALF, CardDrawing, side_pips
from croupier.terminal.family_terminal import void_call
from croupier.terminal.hand_in_play import Dealt

THE = {PLAYER: "Player", BANKER: "Banker"}
SIDES = {0: "No side.", 2: "Two sides.", 3: "Three sides.", 4: "Four sides."}
DEAL_SECONDS = 0.06
SQUEEZE_SECONDS = {EDGE: 0.11, HALF: 0.08, FACE_UP: 0.05}
THIRD_CARD_SECONDS = {EDGE: 0.28, HALF: 0.18, FACE_UP: 0.08}
CALL_SECONDS = 0.22


@dataclass(frozen=True)
class Frame:
    """The layout at one moment, what the dealer says, and how long it stays."""

    player: tuple[CardDrawing, ...] = ()
    banker: tuple[CardDrawing, ...] = ()
    call: str = ""
    seconds: float = 0.0

    def hand(self, name: str) -> tuple[CardDrawing, ...]:
        return self.player if name == PLAYER else self.banker

    def cards(self, name: str) -> list[Card]:
        return [require_card(lying.card) for lying in self.hand(name)]

    def total(self, name: str) -> int | None:
        """A hand's count, once all its cards are turned."""
        is_open = self.hand(name) and all(lying.turned == FACE_UP for lying in self.hand(name))
        return count(self.cards(name)) if is_open else None

    def saying(self, call: str, seconds: float = CALL_SECONDS) -> Frame:
        return replace(self, call=call, seconds=seconds)

    def laid(self, name: str, card: Card) -> Frame:
        """With one more card, face down."""
        return self._with_hand(name, (*self.hand(name), CardDrawing(card)))

    def turned(self, name: str, place: int, how_far: int) -> Frame:
        hand = list(self.hand(name))
        hand[place] = replace(hand[place], turned=how_far)
        return self._with_hand(name, tuple(hand))

    def _with_hand(self, name: str, hand: tuple[CardDrawing, ...]) -> Frame:
        return replace(self, player=hand) if name == PLAYER else replace(self, banker=hand)


Scenes = Generator[Frame, None, Frame]
"""Scenes one after the other, and the last again at the end, to go on from."""


def scenes(dealt: Dealt, result: Coup | Void) -> Iterator[Frame]:
    """The hand from the first card to the result: four cards face down, the Player's turned, the Banker's, thirds."""
    scene = Frame()
    for name, card in dealt[:4]:
        scene = scene.laid(name, card).saying("", DEAL_SECONDS)
        yield scene
    for name in (PLAYER, BANKER):
        for place in range(len(scene.hand(name))):
            scene = yield from _squeeze(scene, name, place, SQUEEZE_SECONDS)
        if len(scene.hand(name)) == 2:
            scene = scene.saying(first_two_call(name, scene.cards(name)))
            yield scene
    for name, card in dealt[4:]:
        scene = yield from _third_card(scene, name, card)
    yield scene.saying(result_call(result), 0.0)


def _third_card(scene: Frame, name: str, card: Card) -> Scenes:
    """Turned slowly, with a word on what its edge shows."""
    scene = scene.laid(name, card).saying(f"Card for the {THE[name]}.")
    yield scene
    scene = scene.saying(squeeze_announcement(card))
    scene = yield from _squeeze(scene, name, 2, THIRD_CARD_SECONDS)
    scene = scene.saying(third_card_call(name, scene.cards(name)))
    yield scene
    return scene


def _squeeze(scene: Frame, name: str, place: int, seconds: dict[int, float]) -> Scenes:
    for how_far in (EDGE, HALF, FACE_UP):
        scene = replace(scene.turned(name, place, how_far), seconds=seconds[how_far])
        yield scene
    return scene


# The dealer's words


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


def squeeze_announcement(card: Card) -> str:
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
