"""Parts of the screen: header, hands with their cards, and results of the wagers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.money.bets import BetResult
from croupier.money.cents import format_dollars
from croupier.money.settlement import ENVY, SettledBet
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.card_art import FACE_UP, CardDrawing, card_columns, draw_card
from croupier.terminal.styles import BRASS, MARGIN, QUIET, STRONG, IndentedText, side_by_side, signed, style_of

if TYPE_CHECKING:
    from croupier.terminal.session import Session

WIDE_CARDS_FROM = 96
GAP = 4
BAR_CELLS = 10
DOT = " · "
Block = tuple[int, list[Text]]
"""Block of text: its width in columns, and its lines."""


def header(session: Session, width: int, balance: int, *, staked: int = 0) -> list[RenderableType]:
    """Return the header: game and balance, then seat, shoe, bank and meters."""
    left = Text(MARGIN).append(session.rules.rulebook.title, BRASS)
    right = Text.assemble(("staked ", QUIET), (f"{format_dollars(staked)}   ", STRONG)) if staked else Text()
    right.append("balance ", QUIET).append(format_dollars(balance - staked), STRONG)
    left.append(" " * max(2, width - left.cell_len - right.cell_len - len(MARGIN))).append_text(right)
    return [left, IndentedText(list(_table_line(session)), DOT), Text("─" * width, QUIET)]


def _table_line(session: Session) -> Iterator[Text]:
    left, full = session.shoe.cards_left, len(session.shoe.cards)
    bar = ("▓" * -(-left * BAR_CELLS // full)).ljust(BAR_CELLS, "░")
    number = session.committed_shoe.number
    yield Text(f"seat {session.seating.seat}", QUIET)
    deck = f"{session.deck_noun.lower()} {number}"
    yield Text(deck if session.is_a_deck else f"shoe {number} {bar} {left} left", QUIET)
    if session.shoe.is_last_hand:
        yield Text("LAST HAND", BRASS)
    if bank := session.seating.bank:
        yield Text(f"player-dealer at seat {bank.seat}, bank {format_dollars(bank.amount)}", QUIET)
    if printed := session.rules.seat_hands.get(session.seating.seat):
        yield Text(f"your seat's hand {' '.join(card.pretty for card in printed)}", QUIET)
    for meter, amount in session.meters.items():
        title = session.rules.rulebook.written.meter[meter].title or meter
        yield Text.assemble((f"{title} ", QUIET), (format_dollars(amount), BRASS))


def hand_block(head: Text, cards: Sequence[CardDrawing], padding: int, card_slots: int) -> Block:
    """Return a hand with drawn cards, wide enough for `card_slots` cards."""
    drawn = [(card_columns(padding), draw_card(drawing, padding)) for drawing in cards]
    columns = max(card_slots, len(cards), 1) * (card_columns(padding) + 1) - 1
    return max(columns, head.cell_len), [head, *side_by_side(drawn, 1, margin="")]


def names_of(cards: Sequence[CardDrawing]) -> str:
    return " ".join(drawing.card.pretty if drawing.turned == FACE_UP else "??" for drawing in cards)


def are_side_by_side(blocks: Sequence[Block], width: int) -> bool:
    """Return whether all blocks fit next to each other in one row of the screen."""
    return len(MARGIN) + sum(columns + GAP for columns, _ in blocks) - GAP <= width


def arrange_blocks(blocks: Sequence[Block], in_words: Sequence[Text], width: int) -> list[Text]:
    """Arrange blocks in rows, each in the first row with enough space; too wide a block becomes a line of text."""
    rows: list[list[Block]] = []
    for block, words in zip(blocks, in_words, strict=True):
        if not are_side_by_side([block], width):
            rows.append([(width, [words])])
        elif row := next((row for row in rows if are_side_by_side([*row, block], width)), None):
            row.append(block)
        else:
            rows.append([block])
    return [line for row in rows for line in side_by_side(row, GAP)]


OutcomeText = Callable[[SettledBet], str | None]


def results_table(rules: TableRules, settled: Sequence[SettledBet], outcome: OutcomeText) -> RenderableType:
    """Return a table of the settled wagers in layout order. `outcome` returns a game's own wording, or None."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for justify in ("left", "right", "left", "right"):
        table.add_column(justify=justify)
    layout_order = [*rules.wagers, ENVY]
    for settled_bet in sorted(settled, key=lambda settled_bet: layout_order.index(settled_bet.bet.wager)):
        words = outcome(settled_bet) or ", ".join(_outcome_words(settled_bet))
        net = Text(signed(settled_bet.net), style_of(settled_bet.net))
        table.add_row(_wager_title(rules, settled_bet), format_dollars(settled_bet.bet.amount), words, net)
    return Padding(table, (0, 0, 0, len(MARGIN)), expand=False)


def _wager_title(rules: TableRules, one: SettledBet) -> str:
    if one.bet.wager == ENVY:
        return "Envy"
    title = rules.wagers[one.bet.wager].title
    return f"{title}, hand {one.bet.hand}" if one.bet.hand else title


def _outcome_words(settled: SettledBet) -> Iterator[str]:
    verdict = settled.verdict
    match settled.result:
        case BetResult.WIN:
            row = (verdict.row or "").replace(":", " to ")
            yield f"{verdict.name} pays {row}" if verdict.name and verdict.name != verdict.row else f"pays {row}"
        case BetResult.LOSE:
            yield "loses"
        case BetResult.PUSH:
            yield "push, the stake comes back"
        case BetResult.RETURNED:
            yield "returned, the bank is used up"
    if settled.prize:
        yield f"{format_dollars(settled.prize)} off the meter"
    if settled.charge:
        yield f"less {format_dollars(settled.charge)} vigorish"
    if settled.owed is not None:
        yield f"{format_dollars(settled.owed)} was due and could not be paid in full"
