"""The dealer's words at a blackjack table, and what a person may type when asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier.cards import Card
from croupier.families.blackjack.hands import count, value
from croupier.families.blackjack.round import BlackjackResult
from croupier.money.cents import AmountError, Cents, parse_amount, show_dollars
from croupier.play.felt import FeltHand
from croupier.play.round import Choice, Question, Void
from croupier.terminal.asked_game import NotADecision

TYPED = {
    **dict.fromkeys(("h", "hit"), "hit"),
    **dict.fromkeys(("s", "stand"), "stand"),
    **dict.fromkeys(("d", "double", "double-down"), "double-down"),
    **dict.fromkeys(("p", "split"), "split"),
    **dict.fromkeys(("r", "surrender", "give up"), "surrender"),
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
SAID = {"stand": "Stand", "hit": "Hit", "double-down": "Double", "split": "Split", "surrender": "Give up",
        "insure": "Insure", "decline": "Go on"}  # fmt: skip
STATES = {
    "stood": "stands", "doubled": "doubled", "broke": "over", "natural": "blackjack", "31": "thirty-one",
    "charlie": "wins by its cards", "surrendered": "given up", "playing": "to play", "waiting": "waits",
}  # fmt: skip


def read_decision(line: str, question: Question) -> tuple[str, Cents | None]:
    """`h`, `double`, `d 10`, `y 12.50`: what to do, and for how much where that is said."""
    words = line.lower().split()
    is_offer = question.choice("decline") is not None
    do = TYPED.get(" ".join(words))
    if do is not None and not (is_offer and question.choice(do) is None):
        return do, None
    *name, amount = words or [""]
    do = TYPED.get(" ".join(name))
    if do is None or (is_offer and question.choice(do) is None):
        raise NotADecision(f"{'First' if is_offer else 'Type'} {typed_words(question)}")
    try:
        return do, parse_amount(amount.removeprefix("$"))
    except AmountError:
        raise NotADecision(f'"{amount}" is not an amount; write dollars, such as 25 or 2.50') from None


def typed_words(question: Question) -> str:
    """`h, s or d`."""
    keys = [KEYS[choice.do][0] for choice in question.choices]
    return f"{', '.join(keys[:-1])} or {keys[-1]}" if len(keys) > 1 else keys[0]


def choice_words(choice: Choice) -> tuple[str, str]:
    """A key, and what it does for how much."""
    key, does = KEYS[choice.do]
    if not choice.most:
        return key, does
    costs = show_dollars(choice.most)
    return key, f"{does} (up to {costs})" if choice.least < choice.most else f"{does} ({costs} more)"


def total_words(hand: FeltHand) -> str:
    """`16`, `soft 17`, `blackjack`."""
    if hand.state == "natural":
        return "blackjack"
    return f"{'soft ' if hand.soft else ''}{hand.total}{', over' if hand.state == 'broke' else ''}"


def first_call(felt: Sequence[FeltHand]) -> str:
    """What lies there when it is time to decide."""
    own = next((hand for hand in felt[1:] if hand.state == "playing"), felt[1])
    name = f"Hand {felt.index(own)} of {len(felt) - 1} has" if len(felt) > 2 else "You have"
    return f"{name} {total_words(own)}; the dealer shows {felt[0].cards[0].pretty}."


def end_calls(result: BlackjackResult | Void) -> Iterator[str]:
    """How it ended: the dealer's hand, card by card."""
    if isinstance(result, Void):
        yield f"Void: {result.reason}. All stakes go back."
        return
    up, hole, *drawn = result.dealer
    if result.dealer_natural:
        yield f"The dealer turns {hole.pretty}: blackjack."
        return
    yield f"The dealer turns {hole.pretty} and has {_total((up, hole))}."
    for place, card in enumerate(drawn, start=3):
        total = _total(result.dealer[:place])
        yield f"Draws {card.pretty}: {total}{', over' if total > 21 else ''}."


def _total(cards: Sequence[Card]) -> int:
    return count(value(card.rank) for card in cards).total
