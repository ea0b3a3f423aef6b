"""A family's part of a game in the terminal: how its felt is drawn, what its dealer says, what may be typed.

All of it has an answer here that serves a game of open hands in which nobody decides anything; a room says what it
does otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from croupier.cards import CardError
from croupier.cards.random_source import RandomSource
from croupier.money.cents import AmountError, Cents, format_dollars, parse_amount
from croupier.money.settlement import SettledBet
from croupier.play.hands_on_table import HandOnTable
from croupier.play.round import Arrangement, Choice, HandToSet, Question, Void
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.hand_in_play import FinishedHand, HandInPlay, TableSnapshot
from croupier.terminal.screen_parts import WIDE_CARDS_FROM, are_side_by_side, hand_block, names_of, placed
from croupier.terminal.styles import BRASS, QUIET

OwnGame = Callable[[Cents, RandomSource, Callable[[str], str]], None]


class NotADecision(ValueError):  # noqa: N818 - it names what was typed
    """What was typed decides nothing; the message says what would."""


def void_call(void: Void) -> str:
    return f"Void: {void.reason}. All stakes go back."


class FamilyTerminal:
    """One family at the terminal."""

    asks = False
    """Whether hands are decided."""

    @property
    def custom_game(self) -> OwnGame | None:
        """A game that is no betting against a bank is the room's own: chips, where chance comes from, how to ask."""
        return None

    typed: tuple[tuple[str, str], ...] = ()
    """What may be typed at a decision, and what it does, for the help."""
    leaving = "Your hand stands; then you leave."
    """Said to somebody who leaves in the middle of a hand."""
    styles: Mapping[str, str] = {}
    """Wagers and hands that have a colour of their own."""
    unit = "units of your wager"
    in_front = "in front"
    """Where the cards lie that are named when a hand is set."""
    """What a hint is told in."""
    card_seconds = 0.25
    roomy_from = 0
    """Lines of a terminal from which the pieces of the screen have air between them."""

    def __init__(self, rules: TableRules) -> None:
        self.rules = rules
        self.record: Any = None
        """What is remembered of the hands."""

    @property
    def extra_keys(self) -> Mapping[str, str]:
        """Wagers with a letter of their own."""
        return {}

    def new_shoe(self) -> None:
        """Another shoe is begun: most records start again with it."""

    # The felt

    def draw_hands(self, moment: TableSnapshot, width: int) -> list[Text]:
        """The hands next to each other as far as there is room; of more cards than a line holds, their names."""
        for padding in (1, 0) if width >= WIDE_CARDS_FROM else (0,):
            blocks = [
                hand_block(self.hand_title(hand), moment.lying(hand), padding, self.hand_width(hand))
                for hand in moment.felt
            ]
            if are_side_by_side(blocks, width):
                break
        return placed(blocks, [self.hand_text(moment, hand) for hand in moment.felt], width)

    def hand_text(self, moment: TableSnapshot, hand: HandOnTable) -> Text:
        """A hand in one line."""
        return Text.assemble(self.hand_title(hand), f"  {names_of(moment.lying(hand))}")

    def hand_title(self, hand: HandOnTable) -> Text:
        """What stands over a hand."""
        return Text(hand.name.upper(), self.styles.get(hand.name, BRASS))

    def hand_width(self, hand: HandOnTable) -> int:
        """For how many cards a hand has its place before they come."""
        return len(hand.cards)

    def animation_frames(self, hand: HandInPlay, width: int) -> Iterator[tuple[Sequence[RenderableType], float]]:
        """What is shown one after the other while the cards come, and how long each."""
        for moment in hand.moments:
            yield self.draw_hands(moment, width), self.card_seconds

    # What the dealer says

    def announcement(self, hand: HandInPlay) -> str:
        """What lies there when it is time to decide."""
        return ""

    def warning(self, hand: HandInPlay) -> str:
        """What somebody should know before he decides; mostly nothing."""
        return ""

    def result_sentences(self, hand: HandInPlay, result: Any) -> Sequence[str]:
        """How it ended, sentence by sentence."""
        return ()

    def result_text(self, result: Any) -> Text | None:
        """The result in a line of its own, where one hand wins for all."""
        return None

    def bet_outcome(self, hand: HandInPlay, result: Any, one: SettledBet) -> str | None:
        """What became of a wager, where that is not said as in every game."""
        return None

    def record_result(self, hand: HandInPlay, over: FinishedHand) -> None:
        """A hand is over, and was not void."""

    def history_line(self) -> RenderableType | None:
        """The record in a line or two."""
        return None

    # Decisions

    def choice_key(self, do: str) -> str:
        return do[0]

    def choice_label(self, do: str) -> str:
        """A decision as people call it."""
        return do

    def choice_meanings(self, question: Question) -> Mapping[str, str]:
        """What somebody may type, and the decision it is."""
        names = [(name, choice.do) for choice in question.choices for name in (choice.do, self.choice_key(choice.do))]
        return dict(names)

    def question_text(self, question: Question) -> str:
        """`Type h, s or d`."""
        *keys, last = [self.choice_key(choice.do) for choice in question.choices]
        return f"Type {', '.join(keys)} or {last}" if keys else f"Type {last}"

    def parse_decision(self, line: str, question: Question) -> tuple[str, Cents | None]:
        """`h`, `double`, `d 10`, `y 12.50`: what to do, and for how much where that is the player's to say."""
        words = line.lower().split()
        meant = self.choice_meanings(question)
        if do := meant.get("-".join(words)):
            return do, None
        *name, amount = words or [""]
        do = meant.get("-".join(name))
        choice = question.choice(do) if do else None
        if do is None or (choice is not None and choice.least == choice.most):
            raise NotADecision(self.question_text(question))
        try:
            return do, parse_amount(amount.removeprefix("$"))
        except AmountError:
            raise NotADecision(f'"{amount}" is not an amount; write dollars, such as 25 or 2.50') from None

    def choice_text(self, choice: Choice, money_left: Cents) -> Text:
        """A key, and what it does for how much; what the money does not reach is there, but quiet."""
        key, words = self.choice_key(choice.do), self.choice_label(choice.do)
        if choice.most:
            costs = format_dollars(choice.most)
            words += f" (up to {costs})" if choice.least < choice.most else f" ({costs} more)"
        if choice.least > money_left:
            return Text(f"{key} {words}, over your balance", QUIET)
        return Text.assemble((key, BRASS), f" {words}")

    # Hands that are laid

    def arrangement_prompts(self, setting: HandToSet) -> Sequence[tuple[str, str]]:
        """What may be typed to lay one's cards, and what that does."""
        (first, _), *others = setting.sizes
        typed: list[str] = []
        number = len(setting.cards)
        for _, many in reversed(others):
            typed.insert(0, " ".join(str(number - many + 1 + place) for place in range(many)))
            number -= many
        where = ", ".join(f"the {name} hand" for name, _ in others)
        return (" / ".join(typed), f"lays these into {where}, the rest into the {first} one"), ("h", "house way")

    def parse_arrangement(self, line: str, setting: HandToSet) -> Arrangement:
        """`6 7`, `Ks Qd`: the cards of every hand but the first, `/` between hands; `h`: the house way."""
        if line.strip().lower() in ("h", "house", "house way"):
            return Arrangement(setting.seat)
        others = setting.sizes[1:]
        groups = [group.replace(",", " ").split() for group in line.split("/")]
        if len(groups) != len(others) or not all(groups):
            wanted = ", ".join(f"{count} for the {name} hand" for name, count in others)
            raise NotADecision(f"Name {wanted}, by number or as {setting.cards[-1]}, or h for the house way")
        taken: set[int] = set()
        laid = [tuple(self._place(word, setting, taken) for word in group) for group in groups]
        rest = tuple(place for place in range(1, len(setting.cards) + 1) if place not in taken)
        return Arrangement(setting.seat, (rest, *laid))

    def _place(self, word: str, setting: HandToSet, taken: set[int]) -> int:
        """Where a card stands among one's own: by its number, or by its name; of two alike each once."""
        place = self._named(word, setting, taken)
        taken.add(place)
        return place

    def _named(self, word: str, setting: HandToSet, taken: set[int]) -> int:
        if word.isdigit() and 1 <= int(word) <= len(setting.cards):
            return int(word)
        pack = self.rules.shoe.pack
        try:
            piece = pack.parse(word)
        except CardError:
            raise NotADecision(f'"{word}" is no {pack.called}, and no number from 1 to {len(setting.cards)}') from None
        places = [place for place, own in enumerate(setting.cards, start=1) if own == piece]
        if not places:
            raise NotADecision(f"{piece.pretty} is not among your {pack.called}s")
        return next((place for place in places if place not in taken), places[0])

    def decision_for_absent_player(self, hand: HandInPlay) -> str | None:
        """What is decided for somebody who has left; None where that is what silence decides."""
        return None
