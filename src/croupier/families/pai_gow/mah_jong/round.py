"""A round of mah-jong pai gow: a ten-sided die decides which seat gets the first two tiles.

The player-dealer's tiles are opened first, then those of the seats in turn. Nobody decides anything.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from croupier.cards import Piece
from croupier.families.pai_gow.shared.base_round import DealingPlan, PaiGowHand, TileRound
from croupier.play.prompter import Prompter
from croupier.play.round import Answer, Need, Roll, Round, RoundVoidedError, Void
from croupier.rulebook.table_rules import TableRules

PROMPTER = Prompter(called_off="004 L554", too_few_cards="004 L560", called_early="004 L569")
DIE = Roll(1, most=10)
TILES_PER_HAND = 2


@dataclass(frozen=True)
class MahJongResult:
    """Result of a finished round."""

    dealer: tuple[Piece, ...]
    seats: dict[int, tuple[Piece, ...]]
    """Tiles of each seat, in ascending order of seats."""
    dice: tuple[int, ...] = ()
    first: int | None = None
    """Seat that got the first two tiles."""
    action: int | None = None
    """Seat with the action button, where settlement starts."""
    bank: int | None = None
    """Seat of the player-dealer."""


class MahJongRound(TileRound):
    """Round of mah-jong pai gow in progress."""

    def __init__(self, order: DealingPlan, seats: Sequence[PaiGowHand]) -> None:
        super().__init__(order, PROMPTER, seats)

    def steps(self) -> Round[MahJongResult | Void]:
        try:
            yield from self.throw_dice()
            if self.order.read_opened:
                yield from self.read_packets(lambda hand: _nothing_to_set())
            else:
                yield from self.deal_packets()
                self.dealer.is_open = True
                yield from self.open_hands()
            yield from PROMPTER.announce()
        except RoundVoidedError as void:
            return void.void
        seats = {hand.seat: tuple(hand.pieces) for hand in self.seats if hand.seat is not None}
        return MahJongResult(tuple(self.dealer.pieces), seats, self.dice, self.first, self.action, self.order.bank)


def _nothing_to_set() -> Generator[Need, Answer, None]:
    yield from ()


def round_of(
    rules: TableRules,
    stakes: dict[int, int],
    bank_seat: int | None,
    first: int | None = None,
    *,
    read_opened: bool = False,
) -> MahJongRound:
    """Return the round for these seats, which are given with their stakes in cents."""
    order = DealingPlan(rules.seats, TILES_PER_HAND, DIE, bank_seat, first, read_opened)
    return MahJongRound(order, [PaiGowHand.of_seat(seat, stake) for seat, stake in sorted(stakes.items())])
