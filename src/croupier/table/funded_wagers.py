"""Split settled wagers into their credit and promotional parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier.money.promotional_funding import AfterWin, FundingSplit, promotional_stakes, split_by_funding
from croupier.money.settlement import SettledBet
from croupier.table.state import SpotBets


def fundings(settled: Sequence[SettledBet], spots: Iterable[SpotBets]) -> list[FundingSplit]:
    """Split each settled wager into the part paid from credit and the part paid with promotional chips."""
    by_bettor = {(spot.seat, spot.bettor): spot for spot in spots}
    staked = {
        (spot.seat, spot.bettor, wager): sum(part.cents for part in spot.promotional_on(wager))
        for spot in by_bettor.values()
        if spot.promotional is not None
        for wager in spot.wagers
    }
    parts = promotional_stakes(settled, staked)
    after = {place: spot.after_win for place, spot in by_bettor.items()}
    return [
        split_by_funding(one, part, after.get((one.bet.seat, one.bet.bettor), AfterWin.TAKEN))
        for one, part in zip(settled, parts, strict=True)
    ]
