"""Animation of a round in the terminal: cards face down, squeezed, turned; with the dealer's announcements.

The round is over and settled before the first frame is shown, so nothing here can change what it pays.
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
    """One frame: the cards on the layout, the dealer's announcement, and the display time in seconds."""

    player: tuple[CardDrawing, ...] = ()
    banker: tuple[CardDrawing, ...] = ()
    call: str = ""
    seconds: float = 0.0

    def hand(self, name: str) -> tuple[CardDrawing, ...]:
        return self.player if name == PLAYER else self.banker

    def cards(self, name: str) -> list[Card]:
        return [require_card(drawing.card) for drawing in self.hand(name)]

    def total(self, name: str) -> int | None:
        """Return the point count of a hand, or None until all its cards are turned."""
        is_open = self.hand(name) and all(drawing.turned == FACE_UP for drawing in self.hand(name))
        return point_count(self.cards(name)) if is_open else None

    def with_announcement(self, call: str, seconds: float = CALL_SECONDS) -> Frame:
        return replace(self, call=call, seconds=seconds)

    def with_card(self, name: str, card: Card) -> Frame:
        """Return the frame with one more card, which is face down."""
        return self._with_hand(name, (*self.hand(name), CardDrawing(card)))

    def with_turned_card(self, name: str, place: int, how_far: int) -> Frame:
        hand = list(self.hand(name))
        hand[place] = replace(hand[place], turned=how_far)
        return self._with_hand(name, tuple(hand))

    def _with_hand(self, name: str, hand: tuple[CardDrawing, ...]) -> Frame:
        return replace(self, player=hand) if name == PLAYER else replace(self, banker=hand)


Frames = Generator[Frame, None, Frame]
"""Generator of frames that returns the last frame, so that the next generator can continue from it."""


def frames(dealt: Dealt, result: Coup | Void) -> Iterator[Frame]:
    """Yield the frames of a round: four cards dealt face down, then each hand turned, then third cards."""
    scene = Frame()
    for name, card in dealt[:4]:
        scene = scene.with_card(name, card).with_announcement("", DEAL_SECONDS)
        yield scene
    for name in (PLAYER, BANKER):
        for place in range(len(scene.hand(name))):
            scene = yield from _squeeze(scene, name, place, SQUEEZE_SECONDS)
        if len(scene.hand(name)) == 2:
            scene = scene.with_announcement(first_two_announcement(name, scene.cards(name)))
            yield scene
    for name, card in dealt[4:]:
        scene = yield from _third_card(scene, name, card)
    yield scene.with_announcement(result_announcement(result), 0.0)


def _third_card(scene: Frame, name: str, card: Card) -> Frames:
    """Yield the frames in which a third card is turned slowly and the dealer announces its edge."""
    scene = scene.with_card(name, card).with_announcement(f"Card for the {THE[name]}.")
    yield scene
    scene = scene.with_announcement(squeeze_announcement(card))
    scene = yield from _squeeze(scene, name, 2, THIRD_CARD_SECONDS)
    scene = scene.with_announcement(third_card_announcement(name, scene.cards(name)))
    yield scene
    return scene


def _squeeze(scene: Frame, name: str, place: int, seconds: dict[int, float]) -> Frames:
    for how_far in (EDGE, HALF, FACE_UP):
        scene = replace(scene.with_turned_card(name, place, how_far), seconds=seconds[how_far])
        yield scene
    return scene


def announcements(dealt: Dealt, result: Coup | Void) -> list[str]:
    """Return the dealer's announcements of a round, one sentence per step, the result last."""
    hands: dict[str, list[Card]] = {PLAYER: [], BANKER: []}
    for name, card in dealt[:4]:
        hands[name].append(card)
    sentences = [first_two_announcement(name, hand) for name, hand in hands.items() if len(hand) == 2]
    for name, card in dealt[4:]:
        hands[name].append(card)
        sentences.append(third_card_announcement(name, hands[name]))
    return [*sentences, result_announcement(result)]


def first_two_announcement(name: str, cards: Sequence[Card]) -> str:
    points_now = point_count(cards)
    return f"{THE[name]}, natural {points_now}." if is_natural(points_now) else f"{THE[name]} has {points_now}."


def third_card_announcement(name: str, cards: Sequence[Card]) -> str:
    return f"{THE[name]} draws {cards[2].pretty} and has {point_count(cards)}."


def squeeze_announcement(card: Card) -> str:
    """Return the announcement of what the edge of a squeezed card shows: the number of side pips, or a picture."""
    return "A picture." if card.rank > Rank.TEN else SIDES[side_pips(card.rank)]


def result_announcement(result: Coup | Void) -> str:
    """Return the announcement of the result, for example "Banker wins, 7 over 6."."""
    if isinstance(result, Void):
        return void_call(result)
    if result.winner == "tie":
        return f"Tie, {result.player_total} all."
    low, high = sorted((result.player_total, result.banker_total))
    cards = result.player if result.winner == PLAYER else result.banker
    natural = " with a natural" if len(cards) == 2 and is_natural(high) else ""
    return f"{THE[result.winner]} wins{natural}, {high} over {low}."


def point_count(cards: Iterable[Card]) -> int:
    """Return the point count of any number of cards."""
    return total(sum(points(card.rank) for card in cards), 0)
