"""Envy bonus: what other bettors receive when somebody hits a top row of a pay table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from croupier.money.bets import Bet, Verdict
from croupier.money.cents import Cents


class EnvyMode(StrEnum):
    """Rule for how often the envy bonus is due if several bettors hit a row that has an envy bonus. [CO-99-A7]"""

    SEAT_MATCH_ONLY = "seat-match-only"
    """A bettor gets the bonus once for each other seat that hits a row better than the bettor's own row."""
    ONCE = "once"
    """A bettor gets the bonus once, if any other bettor hits a row with an envy bonus."""
    PER_OTHER_BETTOR = "per-other-bettor"
    """A bettor gets the bonus for every other bettor who hits a row with an envy bonus."""


def envy_due(bets: Sequence[Bet], verdicts: Sequence[Verdict], mode: EnvyMode) -> Iterator[tuple[Bet, Cents, Verdict]]:
    """Yield each bet that receives an envy bonus, the bonus in cents, and the first verdict that causes it.

    The bets are in seat order.
    """
    if not any(verdict.envy for verdict in verdicts):
        return
    for i in sorted(range(len(bets)), key=lambda place: (bets[place].seat, place)):
        envied = [
            verdicts[j]
            for j in _others(bets, i, one_a_seat=mode is EnvyMode.SEAT_MATCH_ONLY)
            if verdicts[j].envy and (mode is not EnvyMode.SEAT_MATCH_ONLY or _is_better(verdicts[j], verdicts[i]))
        ]
        if not envied:
            continue
        amounts = [verdict.envy for verdict in envied]
        total = max(amounts) if mode is EnvyMode.ONCE else sum(amounts)
        yield bets[i], Cents(total), envied[0]


def _others(bets: Sequence[Bet], place: int, *, one_a_seat: bool) -> Iterator[int]:
    """Yield the indexes of other bets on the same wager.

    With `one_a_seat`, each other seat counts once and the bettor's own seat is skipped.
    """
    own = bets[place]
    seats = {own.seat} if one_a_seat else set()
    for other_place, bet in enumerate(bets):
        if other_place == place or bet.wager != own.wager or bet.seat in seats:
            continue
        if one_a_seat:
            seats.add(bet.seat)
        yield other_place


def _is_better(other: Verdict, own: Verdict) -> bool:
    """Return whether another bet's row is higher in the pay table than the bettor's own row."""
    if other.row_number is None:
        return False
    return own.row_number is None or other.row_number < own.row_number
