"""Settlement between seats: main and side pots after all-ins, their division in whole chips, and shares of the fee.

[004 L8, L30]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Pot:
    """One pot: its amount, the seats that can win it, and the amount won by each seat."""

    cents: int
    seats: tuple[int, ...]
    won: Mapping[int, int] = field(default_factory=dict)


def uncalled_excess(put_in: Mapping[int, int]) -> tuple[int, int] | None:
    """Return the seat that has put in more than every other seat, and by how many cents; None if there is none."""
    most = max(put_in, key=lambda seat: put_in[seat])
    second = max((cents for seat, cents in put_in.items() if seat != most), default=0)
    return (most, put_in[most] - second) if put_in[most] > second else None


def pots_of(put_in: Mapping[int, int], live: Sequence[int], dead: int = 0) -> list[Pot]:
    """Return the pots, one for each all-in amount; amounts that the same players can win form one pot.

    `put_in` is the amount of every seat, including folded ones, without uncalled amounts. `live` lists the seats that
    have not folded. Dead posts belong to the main pot.
    """
    levels = sorted({put_in[seat] for seat in live if put_in[seat] > 0})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        cents = sum(min(cents, level) - min(cents, below) for cents in put_in.values())
        seats = tuple(seat for seat in live if put_in[seat] >= level)
        if pots and pots[-1].seats == seats:
            pots[-1] = Pot(pots[-1].cents + cents, seats)
        else:
            pots.append(Pot(cents, seats))
        below = level
    over = sum(cents - min(cents, below) for cents in put_in.values())
    if not pots:
        return [Pot(dead + over, tuple(live))] if dead + over else []
    # Amounts of folded seats above every live level belong to the last pot.
    pots[-1] = Pot(pots[-1].cents + over, pots[-1].seats)
    return [Pot(pots[0].cents + dead, pots[0].seats), *pots[1:]]


def pots_after_fee(pots: Sequence[Pot], fee: int) -> list[Pot]:
    """Return the pots after the house's fee, which is taken from the main pot first."""
    left, after = fee, []
    for pot in pots:
        taken = min(left, pot.cents)
        left -= taken
        after.append(Pot(pot.cents - taken, pot.seats))
    return after


def split_pot(pot: Pot, winners: Sequence[int], chip: int, first: Sequence[int], *, one_each: bool = True) -> Pot:
    """Divide a pot among its winners in whole chips.

    Odd chips go one each to the winners in the order of `first`, or all to the first one. [004 L8; CA-THE-A16]
    """
    chips, rest = divmod(pot.cents, chip)
    each, odd = divmod(chips, len(winners))
    won = dict.fromkeys(winners, each * chip)
    in_order = [seat for seat in first if seat in won]
    for seat in in_order[:odd] if one_each else in_order[:1] * odd:
        won[seat] += chip
    if rest:  # the remainder after a fee that is not a whole number of chips
        won[in_order[0]] += rest
    return Pot(pot.cents, pot.seats, won)


def odd_chip_order(seats: Sequence[int], button: int, every: Sequence[int], *, nearest: bool = False) -> list[int]:
    """Return the winners in the order in which they get odd chips: clockwise from the button, or nearest to it.

    [CA-THE-A7]
    """
    ring = list(every)
    at = ring.index(button)
    clockwise = sorted(seats, key=lambda seat: (ring.index(seat) - at - 1) % len(ring))
    if not nearest:
        return clockwise
    return sorted(
        clockwise, key=lambda seat: min((ring.index(seat) - at) % len(ring), (at - ring.index(seat)) % len(ring))
    )


def fee_shares(put_in: Sequence[int], fee: int) -> list[int]:
    """Divide the fee in proportion to the amounts put in.

    Cents left over by rounding are added to the first seats, up to the amounts that they put in.
    """
    whole = sum(put_in)
    if not fee:
        return [0] * len(put_in)
    shares = [fee * cents // whole for cents in put_in]
    left = fee - sum(shares)
    for place, cents in enumerate(put_in):
        more = min(left, cents - shares[place])
        shares[place] += more
        left -= more
    return shares
