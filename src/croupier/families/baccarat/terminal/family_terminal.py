"""Baccarat table in the terminal: two hands with squeezed cards, the bead plate, and counts of the shoe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from croupier.families.baccarat.facts import facts_of
from croupier.families.baccarat.round import BANKER, PLAYER, Coup
from croupier.families.baccarat.settle import decide_bets
from croupier.families.baccarat.terminal.scenes import THE, Frame, announcements, frames, result_announcement
from croupier.money.bets import BetResult
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.family_terminal import FamilyTerminal
from croupier.terminal.hand_in_play import FinishedHand, HandInPlay, TableSnapshot
from croupier.terminal.screen_parts import DOT, GAP, WIDE_CARDS_FROM, hand_block
from croupier.terminal.styles import BRASS, MARGIN, QUIET, STRONG, IndentedText, at_margin, side_by_side

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
