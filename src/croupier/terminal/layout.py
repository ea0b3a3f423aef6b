"""The pieces of the screen: header, the two hands with the road, results, counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.cards.card import DECK
from croupier.families.baccarat.round import BANKER, PLAYER
from croupier.money.cents import show_dollars
from croupier.money.outcome import Result
from croupier.money.settlement import ENVY, Settled
from croupier.terminal.calls import THE
from croupier.terminal.card_face import card_columns, draw_card
from croupier.terminal.look import BEAD, BRASS, MARGIN, QUIET, SIDE, STRONG, AtMargin, side_by_side, signed, style_of
from croupier.terminal.road import EMPTY, bead_plate
from croupier.terminal.scenes import Scene
from croupier.terminal.session import HandPlayed, Session
from croupier.terminal.sitting import Sitting

WIDE_CARDS_FROM = 96
ROAD_ASIDE_FROM = 78
MOST_BEAD_COLUMNS = 20
GAP = 4
BAR_CELLS = 10
DOT = " · "


def header(session: Sitting, width: int, *, staked: int = 0) -> list[RenderableType]:
    """Game and balance, then seat, shoe, bank and meters."""
    left = Text(MARGIN).append(session.house.book.title, BRASS)
    right = Text.assemble(("staked ", QUIET), (f"{show_dollars(staked)}   ", STRONG)) if staked else Text()
    right.append("balance ", QUIET).append(show_dollars(session.balance - staked), STRONG)
    left.append(" " * max(2, width - left.cell_len - right.cell_len - len(MARGIN))).append_text(right)
    return [left, AtMargin(list(_table_line(session)), DOT), Text("─" * width, QUIET)]


def _table_line(session: Sitting) -> Iterator[Text]:
    left, full = session.shoe.left, len(session.shoe.cards)
    bar = ("▓" * -(-left * BAR_CELLS // full)).ljust(BAR_CELLS, "░")
    yield Text(f"seat {session.seating.seat}", QUIET)
    is_a_deck = full == len(DECK) and session.is_fresh_each_round
    said = f"deck {session.fresh.number}" if is_a_deck else f"shoe {session.fresh.number} {bar} {left} left"
    yield Text(said, QUIET)
    if session.shoe.is_last_hand:
        yield Text("LAST HAND", BRASS)
    if bank := session.seating.bank:
        yield Text(f"player-dealer at seat {bank.seat}, bank {show_dollars(bank.amount)}", QUIET)
    if printed := session.house.seat_hands.get(session.seating.seat):
        yield Text(f"your seat's hand {' '.join(card.pretty for card in printed)}", QUIET)
    for meter, amount in session.meters.items():
        yield Text.assemble((f"{_meter_title(session, meter)} ", QUIET), (show_dollars(amount), BRASS))


def _meter_title(session: Sitting, meter: str) -> str:
    return session.house.book.written.meter[meter].title or meter


def hand_view(scene: Scene, beads: Sequence[str], width: int) -> list[Text]:
    """Both hands, and the bead plate beside them or under them."""
    padding = 1 if width >= WIDE_CARDS_FROM else 0
    hand_columns = 3 * card_columns(padding) + 2
    hands = [(hand_columns, _hand(scene, name, padding)) for name in (PLAYER, BANKER)]
    taken = len(MARGIN) + 2 * (hand_columns + GAP)
    if width >= ROAD_ASIDE_FROM:
        columns = min(MOST_BEAD_COLUMNS, (width - taken) // 2)
        return side_by_side([*hands, (2 * columns, road(beads, columns))], GAP)
    columns = min(MOST_BEAD_COLUMNS, (width - len(MARGIN)) // 2)
    return [*side_by_side(hands, GAP), *side_by_side([(2 * columns, road(beads, columns))], GAP)]


def _hand(scene: Scene, name: str, padding: int) -> list[Text]:
    total = scene.total(name)
    title = Text.assemble((THE[name].upper(), SIDE[name]), (f"  {total}" if total is not None else "", STRONG))
    cards = [(card_columns(padding), draw_card(lying, padding)) for lying in scene.hand(name)]
    return [title, *side_by_side(cards, 1, margin="")]


def road(beads: Sequence[str], columns: int) -> list[Text]:
    """The bead plate, each bead a letter on its colour."""
    lines = [Text("Bead plate", QUIET)]
    for row in bead_plate(beads, columns):
        line = Text()
        for bead in row:
            line.append("·" if bead == EMPTY else bead, BEAD.get(bead, QUIET)).append(" ")
        lines.append(line)
    return lines


def results(session: Session, hand: HandPlayed) -> RenderableType:
    """What became of each wager."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for justify in ("left", "right", "left", "right"):
        table.add_column(justify=justify)
    for settled in hand.settlement.settled:
        net = Text(signed(settled.net), style_of(settled.net))
        stake = show_dollars(settled.bet.amount)
        table.add_row(_wager_title(session, settled), stake, ", ".join(outcome_words(settled)), net)
    return Padding(table, (0, 0, 0, len(MARGIN)), expand=False)


def _wager_title(session: Session, settled: Settled) -> str:
    return "Envy" if settled.bet.wager == ENVY else session.house.wagers[settled.bet.wager].title


def outcome_words(settled: Settled) -> Iterator[str]:
    verdict = settled.verdict
    match settled.result:
        case Result.WIN:
            row = (verdict.row or "").replace(":", " to ")
            yield f"{verdict.name} pays {row}" if verdict.name and verdict.name != verdict.row else f"pays {row}"
        case Result.LOSE:
            yield "loses"
        case Result.PUSH:
            yield "push, the stake comes back"
        case Result.RETURNED:
            yield "returned, the bank is used up"
    if settled.prize:
        yield f"{show_dollars(settled.prize)} off the meter"
    if settled.charge:
        yield f"less {show_dollars(settled.charge)} vigorish"
    if settled.owed is not None:
        yield f"{show_dollars(settled.owed)} was due and could not be paid in full"


def shoe_counts(session: Session) -> AtMargin:
    """Statistics of the shoe: who won how often, naturals, and every side bet that came in."""
    return AtMargin(list(_counts(session)), DOT)


def _counts(session: Session) -> Iterator[Text]:
    record = session.record
    hands = len(record.winners)
    yield Text(f"This shoe: {hands} {'hand' if hands == 1 else 'hands'}", QUIET)
    for winner, name in ((BANKER, "Banker"), (PLAYER, "Player"), ("tie", "Tie")):
        count = record.count(winner)
        share = f" ({100 * count / hands:.0f}%)" if hands else ""
        yield Text.assemble((name, SIDE[winner]), f" {count}{share}")
    yield Text(f"naturals {record.naturals}", QUIET)
    for wager, count in record.hit_counts().items():
        yield Text(f"{session.house.wagers[wager].title}: {count}", QUIET)
