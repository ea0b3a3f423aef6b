"""Presentation of blackjack in the terminal: drawing of hands, dealer's announcements, and keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rich.text import Text

from croupier.cards import Card
from croupier.families.blackjack.hand_values import count, value
from croupier.families.blackjack.round import BlackjackResult
from croupier.families.blackjack.rules import section_of
from croupier.money.bets import BetResult
from croupier.money.cents import format_dollars
from croupier.money.settlement import SettledBet
from croupier.play.hands_on_table import HandOnTable
from croupier.play.round import Question
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.family_terminal import FamilyTerminal
from croupier.terminal.hand_in_play import FinishedHand, HandInPlay, TableSnapshot
from croupier.terminal.screen_parts import DOT, names_of
from croupier.terminal.styles import BRASS, MARGIN, QUIET, STRONG, IndentedText

TYPED = {
    **dict.fromkeys(("h", "hit"), "hit"),
    **dict.fromkeys(("s", "stand"), "stand"),
    **dict.fromkeys(("d", "double", "double-down"), "double-down"),
    **dict.fromkeys(("p", "split"), "split"),
    **dict.fromkeys(("r", "surrender", "give-up"), "surrender"),
    **dict.fromkeys(("y", "yes", "i", "insure", "insurance"), "insure"),
    **dict.fromkeys(("n", "no", "decline"), "decline"),
}
KEYS = {
    "hit": ("h", "hit"),
    "stand": ("s", "stand"),
    "double-down": ("d", "double"),
    "split": ("p", "split"),
    "surrender": ("r", "give up half"),
    "insure": ("y", "insure"),
    "decline": ("n", "go on"),
}
STATES = {
    "stood": "stands", "doubled": "doubled", "broke": "over", "natural": "blackjack", "31": "thirty-one",
    "charlie": "wins by its cards", "surrendered": "given up", "playing": "to play", "waiting": "waits",
}  # fmt: skip
SHOWN_DEALERS = 12
"""Number of past dealer's hands in the history line."""


@dataclass
class ShoeResults:
    """Results of one shoe: the dealer's hands, and the outcomes of the player's main wagers."""

    dealer: list[str] = field(default_factory=list)
    results: Counter[BetResult] = field(default_factory=Counter)


class BlackjackTerminal(FamilyTerminal):
    """Presentation of blackjack in the terminal."""

    has_decisions = True
    decision_help = (
        ("h  s  d  p  r", "hit, stand, double, split, give up; d 10 doubles for less"),
        ("y  n", "takes insurance (y 5: for so much), or goes on"),
    )
    extra_keys: Mapping[str, str] = {"blackjack": "b", "game": "g"}

    def __init__(self, rules: TableRules) -> None:
        super().__init__(rules)
        self.record = ShoeResults()

    def new_shoe(self) -> None:
        self.record = ShoeResults()

    def draw_hands(self, moment: TableSnapshot, width: int) -> list[Text]:
        """Draw the dealer's hand and the active hand with cards, and every other hand in one line."""
        dealer, *own = moment.hands
        alone = own[0] if len(own) == 1 and own[0].cards else None
        large = next((hand for hand in own if hand.state == "playing"), alone)
        title = "you" if len(own) == 1 else f"hand {own.index(large) + 1} of {len(own)}" if large else ""
        shown = (dealer, replace(large, name=title)) if large else (dealer,)
        small = [(place, hand) for place, hand in enumerate(own, start=1) if hand is not large and hand.cards]
        lines = [_line(place, moment, hand) for place, hand in small]
        return [*super().draw_hands(TableSnapshot(shown, moment.face_up), width), *([Text()] if lines else []), *lines]

    def hand_title(self, hand: HandOnTable) -> Text:
        head = Text.assemble((hand.name.upper(), BRASS), (f"  {_total_text(hand)}" if hand.cards else "", STRONG))
        return head.append(f"  {format_dollars(hand.stake_cents)}", QUIET) if hand.stake_cents else head

    def announcement(self, hand: HandInPlay) -> str:
        dealer, *own = hand.snapshot.hands
        played = next((one for one in own if one.state == "playing"), own[0])
        name = f"Hand {own.index(played) + 1} of {len(own)} has" if len(own) > 1 else "You have"
        return f"{name} {_total_text(played)}; the dealer shows {dealer.cards[0].pretty}."

    def result_sentences(self, hand: HandInPlay, result: BlackjackResult) -> list[str]:
        """Return the sentences that describe the dealer's hand, card by card."""
        up, hole, *drawn = result.dealer
        if result.dealer_natural:
            return [f"The dealer turns {hole.pretty}: blackjack."]
        sentences = [f"The dealer turns {hole.pretty} and has {_total((up, hole))}."]
        for place, card in enumerate(drawn, start=3):
            total = _total(result.dealer[:place])
            sentences.append(f"Draws {card.pretty}: {total}{', over' if total > 21 else ''}.")
        return sentences

    def bet_outcome(self, hand: HandInPlay, result: BlackjackResult, one: SettledBet) -> str | None:
        if one.result is BetResult.RETURNED and hand.session.seating.bank is None:
            return "comes back: a blackjack takes the first wager only"
        if one.result is BetResult.LOSE and one.owed is None and -one.bet.amount < one.net < 0:
            return f"given up, {format_dollars(one.bet.amount + one.net)} comes back"
        return None

    def record_result(self, hand: HandInPlay, over: FinishedHand) -> None:
        self.record.dealer.append(_dealer_total_text(over.result))
        main = section_of(self.rules).wager
        self.record.results.update(one.result for one in over.settlement.settled if one.bet.wager == main)

    def history_line(self) -> IndentedText:
        """Return the line with the dealer's last hands and the player's results."""
        words = {BetResult.WIN: "won", BetResult.PUSH: "pushed", BetResult.LOSE: "lost"}
        results_text = ", ".join(f"{label} {self.record.results[result]}" for result, label in words.items())
        last = f"Dealer's last: {' '.join(self.record.dealer[-SHOWN_DEALERS:])}"
        return IndentedText([Text(last, QUIET), Text(results_text, QUIET)], DOT)

    def choice_key(self, do: str) -> str:
        return KEYS[do][0]

    def choice_label(self, do: str) -> str:
        return KEYS[do][1]

    def choice_meanings(self, question: Question) -> Mapping[str, str]:
        """Return the action that each possible input of the player stands for.

        Before the hole card is checked, only offered actions are accepted. Later every action is accepted, so that the
        rules can state why one is refused.
        """
        return {typed: do for typed, do in TYPED.items() if not _is_offer(question) or question.choice(do)}

    def question_text(self, question: Question) -> str:
        text = super().question_text(question)
        return text.replace("Type", "First") if _is_offer(question) else text


def _is_offer(question: Question) -> bool:
    return question.choice("decline") is not None


def _total_text(hand: HandOnTable) -> str:
    """Return the total of a hand as text: `16`, `soft 17` or `blackjack`.

    For a dealer with a face-down hole card, return the up card.
    """
    if hand.total is None:
        return f"shows {hand.cards[0].pretty}"
    if hand.state == "natural":
        return "blackjack"
    return f"{'soft ' if hand.soft else ''}{hand.total}{', over' if hand.state == 'broke' else ''}"


def _line(place: int, moment: TableSnapshot, hand: HandOnTable) -> Text:
    state_text = f"{STATES.get(hand.state, hand.state)}, {format_dollars(hand.stake_cents)}"
    names = names_of(moment.drawings(hand))
    return Text.assemble(
        MARGIN, (f"hand {place}", BRASS), f"  {names}  ", (_total_text(hand), STRONG), f"  {state_text}"
    )


def _dealer_total_text(result: BlackjackResult) -> str:
    if result.dealer_natural:
        return "BJ"
    total = _total(result.dealer)
    return "bust" if total > 21 else str(total) if total >= 17 else "-"


def _total(cards: Sequence[Card]) -> int:
    return count(value(card.rank) for card in cards).total
