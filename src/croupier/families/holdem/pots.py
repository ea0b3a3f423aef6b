"""Pots: who can win what, after every all-in, split to the chip. [004 L8, L30]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Pot:
    """One pot: what is in it, who can win it, and who has."""

    cents: int
    seats: tuple[int, ...]
    won: Mapping[int, int] = field(default_factory=dict)


def uncalled(put_in: Mapping[int, int]) -> tuple[int, int] | None:
    """The seat that has put in more than every other, and how much more: that goes back; None where nobody has."""
    most = max(put_in, key=lambda seat: put_in[seat])
    second = max((cents for seat, cents in put_in.items() if seat != most), default=0)
    return (most, put_in[most] - second) if put_in[most] > second else None


def pots_of(put_in: Mapping[int, int], live: Sequence[int], dead: int = 0) -> list[Pot]:
    """A level for each all-in; levels that the same players can win are one pot. Dead posts are in the main pot.

    `put_in`: what each seat has put in, folded ones too, with what was uncalled taken off. `live`: who has not folded.
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
    # What a folded seat put in above every live level belongs to the last pot.
    pots[-1] = Pot(pots[-1].cents + over, pots[-1].seats)
    return [Pot(pots[0].cents + dead, pots[0].seats), *pots[1:]]


def less_fee(pots: Sequence[Pot], fee: int) -> list[Pot]:
    """The fee comes from the main pot first."""
    left, after = fee, []
    for pot in pots:
        taken = min(left, pot.cents)
        left -= taken
        after.append(Pot(pot.cents - taken, pot.seats))
    return after


def split(pot: Pot, winners: Sequence[int], chip: int, first: Sequence[int], *, one_each: bool = True) -> Pot:
    """A pot shared in whole chips; odd chips one each in the order of `first`, or all to him. [004 L8; CA-THE-A16]"""
    chips, rest = divmod(pot.cents, chip)
    each, odd = divmod(chips, len(winners))
    won = dict.fromkeys(winners, each * chip)
    in_order = [seat for seat in first if seat in won]
    for seat in in_order[:odd] if one_each else in_order[:1] * odd:
        won[seat] += chip
    if rest:  # a fee that is no whole chip leaves less than one: it goes with the first odd chip
        won[in_order[0]] += rest
    return Pot(pot.cents, pot.seats, won)


def odd_chip_order(seats: Sequence[int], button: int, every: Sequence[int], *, nearest: bool = False) -> list[int]:
    """Who gets odd chips first: clockwise from the button, the button last; or whoever sits nearest. [CA-THE-A7]"""
    ring = list(every)
    at = ring.index(button)
    clockwise = sorted(seats, key=lambda seat: (ring.index(seat) - at - 1) % len(ring))
    if not nearest:
        return clockwise
    return sorted(
        clockwise, key=lambda seat: min((ring.index(seat) - at) % len(ring), (at - ring.index(seat)) % len(ring))
    )
