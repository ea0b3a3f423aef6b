"""Baccarat table in the terminal: two hands with squeezed cards, the bead plate, and counts of the shoe.

A round is over and settled before the first frame of its animation is shown, so nothing here can change what it pays.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rich.console import RenderableType
from rich.text import Text

from croupier.cards import Card, Rank
from croupier.cards.pack import require_card
from croupier.families.baccarat.facts import facts_of
from croupier.families.baccarat.hand_values import is_natural, points, total
from croupier.families.baccarat.round import BANKER, PLAYER, Coup
from croupier.families.baccarat.settle import decide_bets
from croupier.money.bets import BetResult
from croupier.play.round import Void
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.card_art import EDGE, FACE_UP, HALF, CardDrawing, side_pips
from croupier.terminal.family_terminal import FamilyTerminal, void_call
from croupier.terminal.hand_in_play import Dealt, FinishedHand, HandInPlay, TableSnapshot
from croupier.terminal.screen_parts import DOT, GAP, WIDE_CARDS_FROM, hand_block
from croupier.terminal.styles import BRASS, MARGIN, QUIET, STRONG, IndentedText, at_margin, side_by_side

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
    """Yield the frames in which a third card is turned slowly and the dealer announces what its edge shows."""
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


SIDE = {PLAYER: "bold #3f7fd0", BANKER: "bold #d0443f", "tie": "bold #2f9459"}
BEAD = {"P": "bold #ffffff on #1f5fb5", "B": "bold #ffffff on #b3261e", "T": "bold #ffffff on #1f7f49"}
LETTERS = {PLAYER: "P", BANKER: "B", "tie": "T"}
BEAD_ROWS = 6
MOST_BEAD_COLUMNS = 20
ROAD_ASIDE_FROM = 78
EMPTY = ""


class BaccaratTerminal(FamilyTerminal):
    """Presentation of baccarat in the terminal."""

    styles = SIDE

    def __init__(self, rules: TableRules) -> None:
        super().__init__(rules)
        self.record = ShoeRecord()

    @property
    def extra_keys(self) -> Mapping[str, str]:
        tie = next((wager for wager in self.rules.wagers if wager == "tie" or wager.startswith("tie-")), "tie")
        return {PLAYER: "p", BANKER: "b", tie: "t"}

    def new_shoe(self) -> None:
        self.record = ShoeRecord()

    def draw_hands(self, moment: TableSnapshot, width: int) -> list[Text]:
        player, banker = (tuple(moment.drawings(hand)) for hand in moment.hands)
        return self._view(Frame(player, banker), width)

    def _view(self, scene: Frame, width: int) -> list[Text]:
        """Return both hands, with the bead plate beside them or, on a narrow screen, below them."""
        padding = 1 if width >= WIDE_CARDS_FROM else 0
        hands = [hand_block(_head(scene, name), scene.hand(name), padding, 3) for name in (PLAYER, BANKER)]
        taken = len(MARGIN) + sum(columns + GAP for columns, _ in hands)
        is_aside = width >= ROAD_ASIDE_FROM
        columns = min(MOST_BEAD_COLUMNS, (width - (taken if is_aside else len(MARGIN))) // 2)
        beads = 2 * columns, _road(self.record.beads, columns)
        rows = [[*hands, beads]] if is_aside else [hands, [beads]]
        return [line for row in rows for line in side_by_side(row, GAP)]

    def animation_frames(self, hand: HandInPlay, width: int) -> Iterator[tuple[Sequence[RenderableType], float]]:
        """Yield the frames in which every card is squeezed.

        The round is already settled, so nothing shown here can change what it pays.
        """
        assert hand.play.result is not None
        for scene in frames(tuple(hand.dealt), hand.play.result):
            yield [*self._view(scene, width), "", at_margin(scene.call, BRASS)], scene.seconds

    def result_sentences(self, hand: HandInPlay, result: Coup) -> list[str]:
        return announcements(tuple(hand.dealt), result)[:-1]

    def result_text(self, result: Coup) -> Text:
        return Text(result_announcement(result), SIDE[result.winner])

    def record_result(self, hand: HandInPlay, over: FinishedHand) -> None:
        """Add the coup to the history of the shoe, with every side bet that it pays, whether or not it was placed."""
        side = [wager for wager in self.rules.wagers.values() if wager.group in ("side", "progressive")]
        bets = hand.session.bets_of({wager.id: wager.limit.least for wager in side})
        verdicts = decide_bets(self.rules, over.result, bets, hand.session.meters)
        hits = [wager.id for wager, verdict in zip(side, verdicts, strict=True) if verdict.result is BetResult.WIN]
        self.record = self.record.after(over.result, tuple(hits))

    def history_line(self) -> IndentedText:
        """Return the statistics of the shoe: wins of each side, naturals, and every side bet that won."""
        return IndentedText(list(self._counts()), DOT)

    def _counts(self) -> Iterator[Text]:
        record = self.record
        hands = len(record.winners)
        yield Text(f"This shoe: {hands} {'hand' if hands == 1 else 'hands'}", QUIET)
        for winner, name in ((BANKER, "Banker"), (PLAYER, "Player"), ("tie", "Tie")):
            count = record.winners.count(winner)
            share = f" ({100 * count / hands:.0f}%)" if hands else ""
            yield Text.assemble((name, SIDE[winner]), f" {count}{share}")
        yield Text(f"naturals {record.naturals}", QUIET)
        for wager in dict.fromkeys(record.hits):
            yield Text(f"{self.rules.wagers[wager].title}: {record.hits.count(wager)}", QUIET)


def _head(scene: Frame, name: str) -> Text:
    total = scene.total(name)
    return Text.assemble((THE[name].upper(), SIDE[name]), (f"  {total}" if total is not None else "", STRONG))


def _road(beads: Sequence[str], columns: int) -> list[Text]:
    """Return the bead plate as text; each bead is a letter on its colour."""
    lines = [Text("Bead plate", QUIET)]
    for row in bead_plate(beads, columns):
        line = Text()
        for bead in row:
            line.append("·" if bead == EMPTY else bead, BEAD.get(bead, QUIET)).append(" ")
        lines.append(line)
    return lines


def bead_plate(beads: Sequence[str], columns: int) -> list[list[str]]:
    """Return the six rows of the bead plate; results fill a column downwards, then the next column to the right.

    When all columns are full, the oldest column is dropped.
    """
    first = max(0, -(-len(beads) // BEAD_ROWS) - columns)
    shown = beads[first * BEAD_ROWS :]
    return [
        [shown[place] if (place := column * BEAD_ROWS + row) < len(shown) else EMPTY for column in range(columns)]
        for row in range(BEAD_ROWS)
    ]


@dataclass(frozen=True)
class ShoeRecord:
    """Results of the coups of one shoe."""

    winners: tuple[str, ...] = ()
    naturals: int = 0
    hits: tuple[str, ...] = ()
    """Side bets that the coups of this shoe paid, in the order of the coups."""

    def after(self, coup: Coup, hits: tuple[str, ...]) -> ShoeRecord:
        facts = facts_of(coup)
        natural = bool(facts["player_natural"] or facts["banker_natural"])
        return ShoeRecord((*self.winners, coup.winner), self.naturals + natural, self.hits + hits)

    @property
    def beads(self) -> tuple[str, ...]:
        return tuple(LETTERS[winner] for winner in self.winners)
