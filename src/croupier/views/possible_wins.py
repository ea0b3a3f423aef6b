"""The highest win of a stake, by the arithmetic that settles it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from weakref import WeakKeyDictionary

from croupier.documents.rules_card_wagers import charges_taken
from croupier.money.bets import SEATED, Bet, BetResult, Verdict
from croupier.money.cents import Cents
from croupier.money.settlement import SettlementRules, settle
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager, PayRow, VigorishCharge

_CHARGES_ON_WIN: WeakKeyDictionary[OfferedWager, VigorishCharge | None] = WeakKeyDictionary()


def highest_win(
    rules: TableRules,
    wager: OfferedWager,
    stake: Cents,
    meters: Mapping[str, Cents],
    others: Sequence[Cents] = (),
) -> Cents | None:
    """Return the net win in cents of the pay table row that pays most, or None if no row has a known win.

    `meters`: the readable meters of the table, by their id in the rulebook. `others`: stakes of other bettors on the
    same wager, which feed its meter. The bank counts as large enough. Where the rules pay every row that applies, the
    win is that of the best row alone, because the rows do not tell which of them can apply together.
    """
    own = [meter.id for meter in rules.meters if meter.wager == wager.id]
    standing = tuple((meter, meters[meter]) for meter in own if meter in meters)
    charge = _charge_on_win(rules, wager)
    return _highest_win(rules.settlement, wager, charge, stake, standing, tuple(others) if own else ())


@lru_cache(maxsize=2**14)
def _highest_win(
    settlement: SettlementRules,
    wager: OfferedWager,
    charge: VigorishCharge | None,
    stake: Cents,
    meters: tuple[tuple[str, Cents], ...],
    others: tuple[Cents, ...],
) -> Cents | None:
    before = dict(meters)
    bets = [Bet(1, SEATED, wager.id, stake), *(Bet(2, SEATED, wager.id, other) for other in others)]
    lost = [Verdict(BetResult.LOSE, other) for other in others]

    def settled(row: PayRow) -> Cents:
        won = wager.win_by((row,), charge, stake)
        return settle(bets, [won, *lost], settlement, meters=before).settled[0].net

    return max((settled(row) for row in wager.rows if not row.meter or row.meter in before), default=None)


def _charge_on_win(rules: TableRules, wager: OfferedWager) -> VigorishCharge | None:
    """Return the vigorish that is taken from a win, or None. Working out when it is taken is slow, so it is cached."""
    if not wager.charges:
        return None
    if wager not in _CHARGES_ON_WIN:
        taken = [one.charge for one in charges_taken(rules, wager) if one.taken_on == "win"]
        _CHARGES_ON_WIN[wager] = taken[0] if taken else None
    return _CHARGES_ON_WIN[wager]
