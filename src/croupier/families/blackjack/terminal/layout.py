"""The pieces of the blackjack screen: the dealer's hand, one's own, results, what the shoe has brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.families.blackjack.terminal.calls import STATES, total_words
from croupier.families.blackjack.terminal.session import BlackjackPlayed, BlackjackSession, Felt
from croupier.money.cents import show_dollars
from croupier.money.outcome import Result
from croupier.money.settlement import Settled
from croupier.play.felt import FeltHand
from croupier.terminal.card_face import card_columns, draw_card
from croupier.terminal.layout import DOT, GAP, WIDE_CARDS_FROM, outcome_words
from croupier.terminal.look import BRASS, MARGIN, QUIET, STRONG, AtMargin, side_by_side, signed, style_of
from croupier.terminal.scenes import FACE_DOWN, FACE_UP, LyingCard

SHOWN_DEALERS = 12
"""The dealer's last hands that are listed."""


def felt_view(felt: Felt, width: int) -> list[Text]:
    """Both sides next to each other where there is room; hands that wait their turn in a line each."""
    dealer, *own = felt
    large = next((hand for hand in own if hand.state == "playing"), own[-1] if len(own) == 1 else None)
    padding = 1 if width >= WIDE_CARDS_FROM else 0
    blocks = [_block(dealer, padding, width, "DEALER")]
    if large is not None:
        title = "YOU" if len(own) == 1 else f"HAND {own.index(large) + 1} OF {len(own)}"
        blocks.append(_block(large, padding, width, title))
    lines = _placed(blocks, width)
    small = [(place, hand) for place, hand in enumerate(own, start=1) if hand is not large]
    return [*lines, *([Text()] if small else []), *(_line(place, hand) for place, hand in small)]


Block = tuple[int, list[Text]]


def _placed(blocks: Sequence[Block], width: int) -> list[Text]:
    taken = len(MARGIN) + sum(columns + GAP for columns, _ in blocks)
    if taken <= width:
        return side_by_side(blocks, GAP)
    return [line for block in blocks for line in side_by_side([block], GAP)]


def _block(hand: FeltHand, padding: int, width: int, title: str) -> Block:
    """A hand with its cards drawn; of more cards than there is room for, their names."""
    head = Text.assemble((title, BRASS), (f"  {_held(hand)}", STRONG))
    if hand.stake_cents:
        head.append(f"  {show_dollars(hand.stake_cents)}", QUIET)
    columns = (card_columns(padding) + 1) * len(hand.cards)
    if columns + len(MARGIN) > width:
        return max(head.cell_len, columns % width), [head, Text(_names(hand))]
    cards = [(card_columns(padding), draw_card(lying, padding)) for lying in _lying(hand)]
    return max(columns, head.cell_len), [head, *side_by_side(cards, 1, margin="")]


def _held(hand: FeltHand) -> str:
    if hand.total is not None:
        return total_words(hand) if hand.cards else ""
    return f"shows {hand.cards[0].pretty}" if hand.cards else ""


def _is_hidden(hand: FeltHand, place: int) -> bool:
    """The hole card, until it is turned."""
    return hand.seat is None and hand.total is None and place == 1


def _lying(hand: FeltHand) -> list[LyingCard]:
    return [LyingCard(card, FACE_DOWN if _is_hidden(hand, place) else FACE_UP) for place, card in enumerate(hand.cards)]


def _names(hand: FeltHand) -> str:
    return " ".join("??" if _is_hidden(hand, place) else card.pretty for place, card in enumerate(hand.cards))


def _line(place: int, hand: FeltHand) -> Text:
    said = f"{STATES.get(hand.state, hand.state)}, {show_dollars(hand.stake_cents)}"
    return Text.assemble(
        MARGIN, (f"hand {place}", BRASS), f"  {_names(hand)}  ", (total_words(hand), STRONG), f"  {said}"
    )


def results(session: BlackjackSession, played: BlackjackPlayed) -> RenderableType:
    """What became of each wager, hand by hand."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for justify in ("left", "right", "left", "right"):
        table.add_column(justify=justify)
    for one in played.settlement.settled:
        net = Text(signed(one.net), style_of(one.net))
        words = ", ".join(_outcome(session, one))
        table.add_row(_title(session, one), show_dollars(one.bet.amount), words, net)
    return Padding(table, (0, 0, 0, len(MARGIN)), expand=False)


def _title(session: BlackjackSession, one: Settled) -> str:
    title = session.house.wagers[one.bet.wager].title
    return f"{title}, hand {one.bet.hand}" if one.bet.hand else title


def _outcome(session: BlackjackSession, one: Settled) -> Iterator[str]:
    if one.result is Result.RETURNED and session.seating.bank is None:
        yield "comes back: a blackjack takes the first wager only"
    elif one.result is Result.LOSE and one.owed is None and -one.bet.amount < one.net < 0:
        yield f"given up, {show_dollars(one.bet.amount + one.net)} comes back"
    else:
        yield from outcome_words(one)


def shoe_counts(session: BlackjackSession) -> AtMargin:
    """The dealer's last hands, and how one's own fared."""
    return AtMargin(list(_counts(session)), DOT)


def _counts(session: BlackjackSession) -> Iterator[Text]:
    record = session.record
    yield Text(f"Dealer's last: {' '.join(record.dealer[-SHOWN_DEALERS:])}", QUIET)
    words = {Result.WIN: "won", Result.PUSH: "pushed", Result.LOSE: "lost"}
    yield Text(", ".join(f"{word} {record.results[result]}" for result, word in words.items()), QUIET)
