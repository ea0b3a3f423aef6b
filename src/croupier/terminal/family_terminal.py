"""Presentation of a game family in the terminal: drawing of hands, the dealer's sentences, and input.

The defaults fit a game with open hands and without decisions; a family overrides what differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, cast

from rich.console import RenderableType
from rich.text import Text

from croupier.cards import CardError
from croupier.cards.random_source import RandomSource
from croupier.money.cents import AmountError, Cents, format_dollars, parse_amount
from croupier.money.settlement import SettledBet
from croupier.play.family import family_of
from croupier.play.hands_on_table import HandOnTable
from croupier.play.round import Arrangement, Choice, HandToSet, Question, Void
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.hand_in_play import FinishedHand, HandInPlay, TableSnapshot
from croupier.terminal.screen_parts import WIDE_CARDS_FROM, are_side_by_side, arrange_blocks, hand_block, names_of
from croupier.terminal.styles import BRASS, QUIET

CustomGame = Callable[[Cents, RandomSource, Callable[[str], str]], None]


class NotADecision(ValueError):  # noqa: N818 - named after the input
    """Input that is not a decision; the message explains the valid input."""


def void_call(void: Void) -> str:
    return f"Void: {void.reason}. All stakes go back."


class FamilyTerminal:
    """Presentation of one game family in the terminal."""

    has_decisions = False
    """Whether players make decisions during a hand."""

    @property
    def custom_game(self) -> CustomGame | None:
        """Complete game loop of a family without bets against a bank; None for all other families.

        The function takes the chips in cents, the random source, and a function that reads a line.
        """
        return None

    decision_help: tuple[tuple[str, str], ...] = ()
    """Inputs that are valid at a decision, each with its explanation for the help text."""
    leaving_message = "Your hand stands; then you leave."
    """Message to a player who leaves in the middle of a hand."""
    styles: Mapping[str, str] = {}
    """Colour of each wager and each hand in the output, by name."""
    hint_unit = "units of your wager"
    """Unit of the values that a hint prints, such as "units of your wager"."""
    named_cards_position = "in front"
    """Words for where the cards go that the player names when setting a hand; hints print these words."""
    card_seconds = 0.25
    spacious_from_lines = 0
    """Number of terminal lines from which blank lines separate the parts of the screen."""

    def __init__(self, rules: TableRules) -> None:
        self.rules = rules
        self.record: Any = None
        """History of the finished hands; its type depends on the family."""

    @property
    def extra_keys(self) -> Mapping[str, str]:
        """One-letter keys that the family fixes for some wagers, by wager."""
        return {}

    def new_shoe(self) -> None:
        """Prepare for a new shoe; most families also clear their history of finished hands."""

    # Table

    def draw_hands(self, moment: TableSnapshot, width: int) -> list[Text]:
        """Return the lines of all hands, drawn side by side where the width allows.

        A hand that is too wide for a line is printed as text without drawn cards.
        """
        for padding in (1, 0) if width >= WIDE_CARDS_FROM else (0,):
            blocks = [
                hand_block(self.hand_title(hand), moment.drawings(hand), padding, self.hand_width(hand))
                for hand in moment.hands
            ]
            if are_side_by_side(blocks, width):
                break
        return arrange_blocks(blocks, [self.hand_text(moment, hand) for hand in moment.hands], width)

    def hand_text(self, moment: TableSnapshot, hand: HandOnTable) -> Text:
        """Return a hand as one line of text."""
        return Text.assemble(self.hand_title(hand), f"  {names_of(moment.drawings(hand))}")

    def hand_title(self, hand: HandOnTable) -> Text:
        """Return the heading that is printed above a hand."""
        return Text(hand.name.upper(), self.styles.get(hand.name, BRASS))

    def hand_width(self, hand: HandOnTable) -> int:
        """Return the number of cards that a hand reserves space for."""
        return len(hand.cards)

    def animation_frames(self, hand: HandInPlay, width: int) -> Iterator[tuple[Sequence[RenderableType], float]]:
        """Yield the frames of the dealing animation, each with its duration in seconds."""
        for moment in hand.snapshots:
            yield self.draw_hands(moment, width), self.card_seconds

    # Sentences of the dealer

    def announcement(self, hand: HandInPlay) -> str:
        """Return the sentence that the dealer says before the player decides."""
        return ""

    def warning(self, hand: HandInPlay) -> str:
        """Return a warning to print before a decision; empty if there is nothing to warn of."""
        return ""

    def result_sentences(self, hand: HandInPlay, result: Any) -> Sequence[str]:
        """Return the sentences that the dealer says about the result of the hand."""
        return ()

    def result_text(self, result: Any) -> Text | None:
        """Return one line about the result, in games where one hand wins for all bettors."""
        return None

    def bet_outcome(self, hand: HandInPlay, result: Any, one: SettledBet) -> str | None:
        """Return the family's own wording for the result of one settled wager, or None for the standard wording."""
        return None

    def record_result(self, hand: HandInPlay, over: FinishedHand) -> None:
        """Add a finished hand that was not void to the history."""

    def history_line(self) -> RenderableType | None:
        """Return the history of finished hands in one or two lines, or None if there is no history to show."""
        return None

    # Decisions

    def choice_key(self, do: str) -> str:
        return do[0]

    def choice_label(self, do: str) -> str:
        """Return the name of an action for display."""
        return do

    def choice_meanings(self, question: Question) -> Mapping[str, str]:
        """Return the inputs that are valid at a decision, each with its action."""
        names = [(name, choice.do) for choice in question.choices for name in (choice.do, self.choice_key(choice.do))]
        return dict(names)

    def question_text(self, question: Question) -> str:
        """Return the prompt with the valid keys, for example `Type h, s or d`."""
        *keys, last = [self.choice_key(choice.do) for choice in question.choices]
        return f"Type {', '.join(keys)} or {last}" if keys else f"Type {last}"

    def parse_decision(self, line: str, question: Question) -> tuple[str, Cents | None]:
        """Parse `h`, `double`, `d 10` or `y 12.50` into an action and an optional amount in cents."""
        words = line.lower().split()
        meanings = self.choice_meanings(question)
        if do := meanings.get("-".join(words)):
            return do, None
        *name, amount = words or [""]
        do = meanings.get("-".join(name))
        choice = question.choice(do) if do else None
        if do is None or (choice is not None and choice.least == choice.most):
            raise NotADecision(self.question_text(question))
        try:
            return do, parse_amount(amount.removeprefix("$"))
        except AmountError:
            raise NotADecision(f'"{amount}" is not an amount; write dollars, such as 25 or 2.50') from None

    def choice_text(self, choice: Choice, money_left: Cents) -> Text:
        """Return an action with its key and cost as text; an action that costs more than `money_left` is dimmed."""
        key, words = self.choice_key(choice.do), self.choice_label(choice.do)
        if choice.most:
            costs = format_dollars(choice.most)
            words += f" (up to {costs})" if choice.least < choice.most else f" ({costs} more)"
        if choice.least > money_left:
            return Text(f"{key} {words}, over your balance", QUIET)
        return Text.assemble((key, BRASS), f" {words}")

    # Set hands

    def arrangement_prompts(self, setting: HandToSet) -> Sequence[tuple[str, str]]:
        """Return the inputs that are valid when a hand is set, each with its explanation."""
        (first, _), *others = setting.sizes
        typed: list[str] = []
        number = len(setting.cards)
        for _, many in reversed(others):
            typed.insert(0, " ".join(str(number - many + 1 + place) for place in range(many)))
            number -= many
        where = ", ".join(f"the {name} hand" for name, _ in others)
        return (" / ".join(typed), f"lays these into {where}, the rest into the {first} one"), ("h", "house way")

    def parse_arrangement(self, line: str, to_set: HandToSet) -> Arrangement:
        """Parse an arrangement such as `6 7` or `Ks Qd`; `h` is the house way.

        The line names the cards of each hand except the first, with `/` between hands.
        """
        if line.strip().lower() in ("h", "house", "house way"):
            return Arrangement(to_set.seat)
        others = to_set.sizes[1:]
        groups = [group.replace(",", " ").split() for group in line.split("/")]
        if len(groups) != len(others) or not all(groups):
            wanted = ", ".join(f"{count} for the {name} hand" for name, count in others)
            raise NotADecision(f"Name {wanted}, by number or as {to_set.cards[-1]}, or h for the house way")
        taken: set[int] = set()
        groups_set = [tuple(self._place(typed, to_set, taken) for typed in group) for group in groups]
        rest = tuple(place for place in range(1, len(to_set.cards) + 1) if place not in taken)
        return Arrangement(to_set.seat, (rest, *groups_set))

    def _place(self, typed: str, to_set: HandToSet, taken: set[int]) -> int:
        """Return the position of a named card in the player's cards and mark it as taken.

        A card is named by its number or its notation; of two equal cards each is used once.
        """
        place = self._named(typed, to_set, taken)
        taken.add(place)
        return place

    def _named(self, typed: str, to_set: HandToSet, taken: set[int]) -> int:
        if typed.isdigit() and 1 <= int(typed) <= len(to_set.cards):
            return int(typed)
        pack = self.rules.shoe.pack
        try:
            piece = pack.parse(typed)
        except CardError:
            raise NotADecision(
                f'"{typed}" is no {pack.piece_noun}, and no number from 1 to {len(to_set.cards)}'
            ) from None
        places = [place for place, own in enumerate(to_set.cards, start=1) if own == piece]
        if not places:
            raise NotADecision(f"{piece.pretty} is not among your {pack.piece_noun}s")
        return next((place for place in places if place not in taken), places[0])

    def decision_for_absent_player(self, hand: HandInPlay) -> str | None:
        """Return the action for a player who has left, or None to let the timeout decide."""
        return None


class OutcomeTerminal(FamilyTerminal):
    """Terminal of a family whose `result_summary` has the outcome in words, and whose hands all players share."""

    def result_text(self, result: Any) -> Text:
        return Text(f"{family_of(self.rules).result_summary(self.rules, result, ())['outcome']}.")


class FamilyWithTerminal(Protocol):
    """Interface between the terminal and a family."""

    def terminal(self, rules: TableRules) -> FamilyTerminal:
        """Return the object that shows and reads a round of this family in `croupier play`."""


def terminal_of(rules: TableRules) -> FamilyTerminal:
    return cast("FamilyWithTerminal", family_of(rules)).terminal(rules)
