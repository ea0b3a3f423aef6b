"""The player-dealer's seat under a rule pack: the rotation, the pack's clock, and its rules for third-party providers.

`Offers.turn` takes what happened, when, and which seats are third-party providers'; it gives the new offers, what
happens next and what to tell the table, or a refusal. Under a pack with a window the table asks `must_stop` before it
deals, and sends `TimeUp` when the deadline comes; a hand that has begun is played to its end first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from croupier.errors import Refused
from croupier.table import rotation as bank
from croupier.table.offer_clock import OfferClock
from croupier.table.offer_notices import Notice, NoticeKind, answer_notices, next_notices, stop_notice
from croupier.table.rotation import (
    Accept,
    Behind,
    Decline,
    Input,
    NewGame,
    Rotation,
    RoundSettled,
    SeatJoins,
    SeatLeaves,
    Stage,
)
from croupier.table.rotation_pack_file import DEFAULT, RotationPack, Window, pack_named, packs, read_packs

__all__ = [
    "DEFAULT", "Notice", "NoticeKind", "OfferClock", "Offers", "OffersStep", "RotationPack", "Stopped", "TimeUp",
    "Window", "first_offers", "first_rotation", "inputs_of", "pack_named", "packs", "read_packs",
]  # fmt: skip

ANSWERS: dict[str, type[Accept | Decline]] = {"accept": Accept, "decline": Decline}
COMERS: dict[str, type[SeatJoins | SeatLeaves]] = {"seat-joins": SeatJoins, "seat-leaves": SeatLeaves}


@dataclass(frozen=True)
class TimeUp:
    """The pack's deadline has come, between two hands."""


@dataclass(frozen=True)
class Stopped:
    """The pack's clock has ended the game; a new game may start."""

    deadline: int


@dataclass(frozen=True)
class OffersStep:
    """The offers after an input, what happens next, and what to tell the table."""

    offers: Offers
    next: bank.Next | Stopped
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True)
class Offers:
    """The seat of one table under a pack."""

    pack: RotationPack
    rotation: Rotation
    clock: OfferClock | None = None
    third_party_banked_last: bool = False
    at: int = 0
    """The latest time that came in; one before it counts as this."""

    @property
    def deadline(self) -> int | None:
        """When the game ends unless others have their turn; None if nothing is due."""
        return self.clock.deadline if self.clock else None

    def must_stop(self, at: int) -> bool:
        """Whether no further hand may begin."""
        return self.clock is not None and self.clock.is_up(max(at, self.at))

    def under(self, pack: RotationPack) -> Offers:
        """The same seat under another pack, or the same one: hands banked and the offer stay. [004 L355, L858]"""
        terms = bank.retermed(self.rotation, pack.direction, pack.hands_limit, must_intervene=pack.must_intervene)
        was = self.clock.window if self.clock else None
        clock = self.clock if was == pack.window else _clock_of(pack)
        return replace(self, pack=pack, rotation=terms, clock=clock)

    def may_settle(self, seat: int, third_party_seats: Collection[int]) -> Refused | None:
        """Why this seat may not put up money to settle wagers with; None when it may."""
        if not self.pack.third_party_settles_only_in_seat or seat not in third_party_seats:
            return None
        if seat == self.rotation.player_dealer:
            return None
        said = f"Seat {seat} is a third-party provider's and settles wagers only as player-dealer."
        return _refuse("third_party_settles", said, self.pack)

    def turn(
        self,
        what: Input | TimeUp,
        at: int,
        third_party_seats: Collection[int] = (),
        players: Mapping[int, str] | None = None,
    ) -> OffersStep | Refused:
        """The offers after one input, or why it is refused.

        `third_party_seats`: every seat that is a third-party provider's, the one that joins now among them. `players`:
        who sits where, so that a player who changes seats is not counted twice; without it a seat is a player.
        """
        now = replace(self, at=max(at, self.at))
        people = People(frozenset(third_party_seats), players or {})
        if refusal := _refusal(now, what, people):
            return refusal
        if isinstance(what, TimeUp):
            return _stopped(now, now.deadline, ())
        step = bank.turn(replace(self.rotation, barred=_barred(now, what, people)), what)
        return step if isinstance(step, Refused) else _after(now, what, step, people)


@dataclass(frozen=True)
class People:
    """Who sits where, as far as a pack asks."""

    third_party_seats: frozenset[int]
    names: Mapping[int, str]

    def other(self, seat: int | None) -> str | None:
        """The name of the player in a seat if he is no third-party provider."""
        return None if seat is None or seat in self.third_party_seats else self.names.get(seat, f"seat {seat}")


def first_rotation(pack: RotationPack, seats: Iterable[int]) -> Rotation:
    """The rotation of a table under a pack, before its first game."""
    return Rotation(tuple(sorted(seats)), pack.direction, pack.hands_limit, pack.must_intervene)


def inputs_of(written: dict[str, Any]) -> Input | TimeUp:
    """What was put to the rotation, from the log."""
    match written:
        case {"do": "new-game", "seat": int(seat)}:
            return NewGame(seat)
        case {"do": "round-settled", **rest}:
            behind = tuple(Behind(int(seat), player) for seat, player in rest.get("behind", ()))
            return RoundSettled(behind, rest.get("own_seat"))
        case {"do": "time-up"}:
            return TimeUp()
        case {"do": str(what), "seat": int(seat)} if what in ANSWERS:
            return ANSWERS[what](seat)
        case {"do": str(what), "seat": int(seat), **rest} if what in COMERS:
            return COMERS[what](seat, rest.get("player"))
    raise ValueError(f"{written!r} is nothing a rotation knows")


def first_offers(pack: RotationPack, seats: Iterable[int]) -> Offers:
    """A table under a pack, before its first game."""
    return Offers(pack, first_rotation(pack, seats), _clock_of(pack))


def _clock_of(pack: RotationPack) -> OfferClock | None:
    return OfferClock(pack.window) if pack.window else None


def _refusal(offers: Offers, what: Input | TimeUp, people: People) -> Refused | None:
    """What the pack forbids, beside what the rotation itself does."""
    match what:
        case TimeUp() if not offers.must_stop(offers.at):
            return _refuse("not_time_up", "The time for other players to have their turn is not up.", offers.pack)
        case NewGame() if _third_parties(offers.rotation.seats, people) > _most(offers.pack):
            return _too_many(offers.pack)
        case SeatJoins(seat) if seat in people.third_party_seats:
            is_too_many = _third_parties({*offers.rotation.seats, seat}, people) > _most(offers.pack)
            return _too_many(offers.pack) if is_too_many else None
        case Accept(seat) if seat == offers.rotation.asked and seat in _barred(offers, what, people):
            said = f"Seat {seat} is a third-party provider's; another player has to bank before it does again."
            return _refuse("third_party_twice", said, offers.pack)
    return None


def _refuse(code: str, message: str, pack: RotationPack) -> Refused:
    return Refused(f"rotation/{code}", message, pack.cites)


def _third_parties(seats: Collection[int], people: People) -> int:
    return len(people.third_party_seats & set(seats))


def _most(pack: RotationPack) -> int:
    return bank.SEATS_MOST if pack.third_parties_most is None else pack.third_parties_most


def _too_many(pack: RotationPack) -> Refused:
    said = f"Third-party providers may have at most {_most(pack)} of this table's seats."
    return _refuse("third_parties_most", said, pack)


def _banked_last(offers: Offers, what: Input | TimeUp, people: People) -> bool:
    """Whether a third-party provider banked the last hand, the one that is settled now included."""
    if isinstance(what, RoundSettled):
        seat = offers.rotation.player_dealer if offers.rotation.banks_behind is None else what.own_seat
        return seat in people.third_party_seats
    return offers.third_party_banked_last


def _barred(offers: Offers, what: Input | TimeUp, people: People) -> tuple[int, ...]:
    """Every third-party provider, when one has just banked and none may bank twice running."""
    is_barred = not offers.pack.third_party_twice_running and _banked_last(offers, what, people)
    return tuple(sorted(people.third_party_seats)) if is_barred else ()


def _after(before: Offers, what: Input, step: bank.Step, people: People) -> OffersStep:
    """Bring the clock up to date, and stop the game if its time was up before or is up now."""
    clock = _ticked(before, what, step.rotation, people)
    banked_last = _banked_last(before, what, people)
    after = replace(before, rotation=step.rotation, clock=clock, third_party_banked_last=banked_last)
    said = answer_notices(before.pack, before.rotation, what, before.at)
    for offers in (before, after):
        if offers.must_stop(offers.at) and _is_between_hands(what, after.rotation):
            return _stopped(after, offers.deadline, said)
    return OffersStep(after, step.next, (*said, *next_notices(after.pack, before.rotation, after.rotation, after.at)))


def _is_running(rotation: Rotation) -> bool:
    return rotation.stage in (Stage.OFFERING, Stage.BANKING)


def _is_between_hands(what: Input, after: Rotation) -> bool:
    """In a running game everything happens between two hands, but for players who come and go during one."""
    during_a_hand = after.stage is Stage.BANKING and isinstance(what, SeatJoins | SeatLeaves)
    return _is_running(after) and not during_a_hand


def _ticked(before: Offers, what: Input, after: Rotation, people: People) -> OfferClock | None:
    """The clock after an input: who was offered the seat, took it, banked or gave it up."""
    clock, at, was = before.clock, before.at, before.rotation
    if clock is None or not _is_running(after):
        return clock and clock.ended()
    if clock.started_at is None:
        clock = clock.began(at)
    if isinstance(what, RoundSettled) and (banker := was.banks_behind or people.other(was.player_dealer)):
        clock = clock.banked(banker, at)
    if was.player_dealer is not None and after.player_dealer is None:
        clock = clock.given_up()
    if isinstance(what, Accept) and (taker := was.asked_behind or people.other(what.seat)):
        clock = clock.taken(taker, at)
    is_news = (after.asked, after.asked_behind) != (was.asked, was.asked_behind)
    if is_news and (asked := after.asked_behind or people.other(after.asked)):
        clock = clock.offered(asked, at)
    return clock


def _stopped(offers: Offers, deadline: int | None, notices: tuple[Notice, ...]) -> OffersStep:
    """End the game by the clock."""
    assert deadline is not None
    assert offers.clock is not None
    ended = replace(offers, rotation=bank.stop(offers.rotation).rotation, clock=offers.clock.ended())
    return OffersStep(ended, Stopped(deadline), (*notices, stop_notice(offers.clock.window, offers.at)))
