"""Terminal presentation of war."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rich.text import Text

from croupier.families.war.round import WarResult
from croupier.families.war.rules import BANKER, PLAYER
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.family_terminal import FamilyTerminal
from croupier.terminal.hand_in_play import FinishedHand, HandInPlay
from croupier.terminal.screen_parts import DOT
from croupier.terminal.styles import QUIET, STRONG, IndentedText

SIDE = {PLAYER: "bold #3f7fd0", BANKER: "bold #d0443f"}
NAMES = {11: "jack", 12: "queen", 13: "king", 14: "ace"}


class WarTerminal(FamilyTerminal):
    """Presentation of war in the terminal."""

    styles = SIDE

    def __init__(self, rules: TableRules) -> None:
        super().__init__(rules)
        self.record: Counter[str] = Counter()

    @property
    def extra_keys(self) -> Mapping[str, str]:
        return {PLAYER: "p", BANKER: "b", "war": "w"}

    def result_sentences(self, hand: HandInPlay, result: WarResult) -> list[str]:
        """Return one sentence for every war of the round, in order."""
        wars = result.ending.wars
        return [
            f"{card.pretty} against {result.player[place].pretty}: war."
            for place, card in enumerate(result.banker[:wars])
        ]

    def result_text(self, result: WarResult) -> Text:
        return Text(result_announcement(result), SIDE.get(result.winner or "", STRONG))

    def record_result(self, hand: HandInPlay, over: FinishedHand) -> None:
        self.record.update([over.result.winner or "nobody", *["war"] * bool(over.result.ending.wars)])

    def history_line(self) -> IndentedText:
        return IndentedText(list(self._counts()), DOT)

    def _counts(self) -> Iterator[Text]:
        hands = sum(self.record[who] for who in (BANKER, PLAYER, "nobody"))
        yield Text(f"{hands} {'round' if hands == 1 else 'rounds'}", QUIET)
        for who in (BANKER, PLAYER):
            yield Text.assemble((who.capitalize(), SIDE[who]), f" {self.record[who]}")
        yield Text(f"with a war {self.record['war']}", QUIET)


def result_announcement(result: WarResult) -> str:
    """Return the announcement of the result, for example "Banker wins, 5 over 4, after 2 wars."."""
    wars, player, banker = result.ending
    after = f", after {wars} war{'s' * (wars > 1)}" if wars else ""
    if result.winner is None:
        return f"Nobody wins{after}: the shoe has no pair left."
    low, high = (NAMES.get(card, str(card)) for card in sorted((player, banker)))
    return f"{result.winner.capitalize()} wins, {high} over {low}{after}."
