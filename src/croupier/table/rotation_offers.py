"""Bank offers under rotation rules: the rotation, its time limit, and the rules for third-party providers.

`BankOffers.apply_input` takes an input, its time and the seats of third-party providers. It returns the new offers,
what happens next and the notices, or a refusal. Under rules with a time window, the table calls `must_stop` before it
deals, and sends `DeadlinePassed` at the deadline; a hand in progress is finished first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from croupier.errors import Refused
from croupier.table import rotation as bank
from croupier.table.rotation import (
    BacklineBettor,
    BankAccepted,
    BankDeclined,
    GameStarted,
    HandBanked,
    PlayerLeft,
    PlayerSeated,
    Rotation,
    RotationInput,
    RotationStage,
)
from croupier.table.rotation_clock import RotationClock
from croupier.table.rotation_rules_file import (
    DEFAULT,
    MINUTE_MS,
    RotationRules,
    RotationWindow,
    read_rotation_rules,
    rotation_rules,
    shipped_rotation_rules,
)


class RotationNoticeKind(StrEnum):
    """Kind of a notice about the bank, such as an offer or a decline."""

    POSTED = "posted"
    OFFERED = "offered"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    GIVEN_UP = "given-up"
    BANKED = "banked"
    BROKEN = "broken"
    STOPPED = "stopped"


@dataclass(frozen=True)
class RotationNotice:
    """Notice to the whole table, or to one seat only."""

    kind: RotationNoticeKind
    at: int
    text: str
    seat: int | None = None
    to_all: bool = True


def answer_notices(pack: RotationRules, before: Rotation, what: RotationInput, at: int) -> tuple[RotationNotice, ...]:
    """Return the notices to send after a player's input, such as taking or declining the bank."""
    match what:
        case GameStarted() if pack.posted_notice:
            return (RotationNotice(RotationNoticeKind.POSTED, at, pack.posted_notice),)
        case BankAccepted(seat):
            message = f"{who_at(seat, before.offered_behind)} takes the player-dealer's seat."
            return (RotationNotice(RotationNoticeKind.ACCEPTED, at, message, seat),)
        case BankDeclined(seat) if seat == before.offered_seat:
            return (
                RotationNotice(RotationNoticeKind.DECLINED, at, f"{who_at(seat, before.offered_behind)} passes.", seat),
            )
        case BankDeclined(seat):
            message = f"{who_at(seat, before.banks_behind)} gives the player-dealer's seat up."
            return (RotationNotice(RotationNoticeKind.GIVEN_UP, at, message, seat),)
        case HandBanked() if before.player_dealer is not None:
            message = f"{who_at(before.player_dealer, before.banks_behind)} has banked a hand."
            return (RotationNotice(RotationNoticeKind.BANKED, at, message, before.player_dealer),)
    return ()


def who_at(seat: int, behind: str | None) -> str:
    """Return the text for a seated player, or for a bettor behind the seat; it contains no names. [004 L1577]"""
    return f"Seat {seat}" if behind is None else f"The player behind seat {seat}"


def next_notices(pack: RotationRules, before: Rotation, after: Rotation, at: int) -> tuple[RotationNotice, ...]:
    """Return the notices about a new offer or the end of the game.

    An offer is public where the rotation rules require it.
    """
    is_news = (after.offered_seat, after.offered_behind) != (before.offered_seat, before.offered_behind)
    if after.offered_seat is not None and is_news:
        who = who_at(after.offered_seat, after.offered_behind)
        message = f"{who} is offered the player-dealer's seat, to take or to pass."
        return (
            RotationNotice(RotationNoticeKind.OFFERED, at, message, after.offered_seat, to_all=pack.offered_visibly),
        )
    if after.stage is RotationStage.BROKEN and before.stage is not RotationStage.BROKEN:
        return (
            RotationNotice(RotationNoticeKind.BROKEN, at, "Nobody takes the player-dealer's seat; the game is broken."),
        )
    return ()


def stop_notice(window: RotationWindow, at: int) -> RotationNotice:
    """Return the notice that the time limit has ended the game."""
    done = "was offered to" if window.counts == "offered" else "was banked by"
    message = f"in {window.ms // MINUTE_MS} minutes the seat {done} fewer than {window.others} players"
    return RotationNotice(RotationNoticeKind.STOPPED, at, f"The game ends: {message} other than third-party providers.")


__all__ = [
    "DEFAULT",
    "BankOffers",
    "BankOffersStep",
    "DeadlinePassed",
    "GameStopped",
    "RotationClock",
    "RotationNotice",
    "RotationNoticeKind",
    "RotationRules",
    "RotationWindow",
    "first_offers",
    "first_rotation",
    "read_rotation_rules",
    "rotation_input_from_json",
    "rotation_rules",
    "shipped_rotation_rules",
]  # fmt: skip

ANSWERS: dict[str, type[BankAccepted | BankDeclined]] = {"accept": BankAccepted, "decline": BankDeclined}
SEAT_CHANGES: dict[str, type[PlayerSeated | PlayerLeft]] = {"seat-joins": PlayerSeated, "seat-leaves": PlayerLeft}


@dataclass(frozen=True)
class DeadlinePassed:
    """Input: the time limit of the rotation rules is over, between two hands."""


@dataclass(frozen=True)
class GameStopped:
    """Outcome: the time limit has ended the game; a new game may start."""

    deadline: int


@dataclass(frozen=True)
class BankOffersStep:
    """Result of one input: the new offers, what happens next, and the notices to send."""

    offers: BankOffers
    next: bank.RotationOutcome | GameStopped
    notices: tuple[RotationNotice, ...] = ()


@dataclass(frozen=True)
class BankOffers:
    """State of the bank offers at one table: the rotation, its clock and its rules."""

    rules: RotationRules
    rotation: Rotation
    clock: RotationClock | None = None
    third_party_banked_last: bool = False
    at: int = 0
    """Latest time of any input, in milliseconds; an input with an earlier time counts as at this time."""

    @property
    def deadline(self) -> int | None:
        """Time at which the game ends unless other players get a turn; None if there is no limit now."""
        return self.clock.deadline if self.clock else None

    def must_stop(self, at: int) -> bool:
        """Return whether the time limit is over, so that no further hand may begin."""
        return self.clock is not None and self.clock.is_up(max(at, self.at))

    def with_rules(self, pack: RotationRules) -> BankOffers:
        """Return the offers under other rotation rules; banked hands and the open offer stay. [004 L355, L858]"""
        terms = bank.with_terms(self.rotation, pack.direction, pack.hands_limit, must_intervene=pack.must_intervene)
        was = self.clock.window if self.clock else None
        clock = self.clock if was == pack.window else _clock_of(pack)
        return replace(self, rules=pack, rotation=terms, clock=clock)

    def refuse_settling(self, seat: int, third_party_seats: Collection[int]) -> Refused | None:
        """Return why this seat may not put up money to settle wagers, or None."""
        if not self.rules.third_party_settles_only_in_seat or seat not in third_party_seats:
            return None
        if seat == self.rotation.player_dealer:
            return None
        text = f"Seat {seat} is a third-party provider's and settles wagers only as player-dealer."
        return _refuse("rotation/third_party_settles", text, self.rules)

    def apply_input(
        self,
        what: RotationInput | DeadlinePassed,
        at: int,
        third_party_seats: Collection[int] = (),
        players: Mapping[int, str] | None = None,
    ) -> BankOffersStep | Refused:
        """Apply one input; return the new offers and what happens next, or the refusal.

        `third_party_seats`: all seats of third-party providers, a seat that joins now included. `players`: account by
        seat, so that a player who changes seats is not counted twice; without it, each seat counts as one player.
        """
        now = replace(self, at=max(at, self.at))
        people = OfferCandidates(frozenset(third_party_seats), players or {})
        if refusal := _refusal(now, what, people):
            return refusal
        if isinstance(what, DeadlinePassed):
            return _stop_game(now, now.deadline, ())
        step = bank.advance(replace(self.rotation, excluded_seats=_excluded_seats(now, what, people)), what)
        return step if isinstance(step, Refused) else _updated_offers(now, what, step, people)


@dataclass(frozen=True)
class OfferCandidates:
    """Players who can be offered the bank: the account at each seat, and the seats of third-party providers."""

    third_party_seats: frozenset[int]
    names: Mapping[int, str]

    def other(self, seat: int | None) -> str | None:
        """Return who sits at a seat: the account, or a label such as `seat 3` if the account is not known.

        None for no seat, and for a third-party provider, who does not count.
        """
        return None if seat is None or seat in self.third_party_seats else self.names.get(seat, f"seat {seat}")


def first_rotation(pack: RotationRules, seats: Iterable[int]) -> Rotation:
    """Return the rotation of a table under these rules, before its first game."""
    return Rotation(tuple(sorted(seats)), pack.direction, pack.hands_limit, pack.must_intervene)


def rotation_input_from_json(written: dict[str, Any]) -> RotationInput | DeadlinePassed:
    """Return the rotation input that JSON from the log describes."""
    match written:
        case {"do": "new-game", "seat": int(seat)}:
            return GameStarted(seat)
        case {"do": "round-settled", **rest}:
            behind = tuple(BacklineBettor(int(seat), player) for seat, player in rest.get("behind", ()))
            return HandBanked(behind, rest.get("own_seat"))
        case {"do": "time-up"}:
            return DeadlinePassed()
        case {"do": str(what), "seat": int(seat)} if what in ANSWERS:
            return ANSWERS[what](seat)
        case {"do": str(what), "seat": int(seat), **rest} if what in SEAT_CHANGES:
            return SEAT_CHANGES[what](seat, rest.get("player"))
    raise ValueError(f"{written!r} is nothing a rotation knows")


def first_offers(pack: RotationRules, seats: Iterable[int]) -> BankOffers:
    """Return the offers of a table under these rules, before its first game."""
    return BankOffers(pack, first_rotation(pack, seats), _clock_of(pack))


def _clock_of(pack: RotationRules) -> RotationClock | None:
    return RotationClock(pack.window) if pack.window else None


def _refusal(offers: BankOffers, what: RotationInput | DeadlinePassed, people: OfferCandidates) -> Refused | None:
    """Refuse an input that the rotation rules forbid, in addition to the refusals of the rotation itself."""
    match what:
        case DeadlinePassed() if not offers.must_stop(offers.at):
            return _refuse(
                "rotation/not_time_up", "The time for other players to have their turn is not up.", offers.rules
            )
        case GameStarted() if _third_parties(offers.rotation.seats, people) > _third_party_limit(offers.rules):
            return _too_many(offers.rules)
        case PlayerSeated(seat) if seat in people.third_party_seats:
            is_too_many = _third_parties({*offers.rotation.seats, seat}, people) > _third_party_limit(offers.rules)
            return _too_many(offers.rules) if is_too_many else None
        case BankAccepted(seat) if seat == offers.rotation.offered_seat and seat in _excluded_seats(
            offers, what, people
        ):
            text = f"Seat {seat} is a third-party provider's; another player has to bank before it does again."
            return _refuse("rotation/third_party_twice", text, offers.rules)
    return None


def _refuse(code: str, message: str, pack: RotationRules) -> Refused:
    return Refused(code, message, pack.cites)


def _third_parties(seats: Collection[int], people: OfferCandidates) -> int:
    return len(people.third_party_seats & set(seats))


def _third_party_limit(pack: RotationRules) -> int:
    return bank.SEATS_MOST if pack.third_parties_most is None else pack.third_parties_most


def _too_many(pack: RotationRules) -> Refused:
    text = f"Third-party providers may have at most {_third_party_limit(pack)} of this table's seats."
    return _refuse("rotation/third_parties_most", text, pack)


def _banked_last(offers: BankOffers, what: RotationInput | DeadlinePassed, people: OfferCandidates) -> bool:
    """Return whether a third-party provider banked the last hand.

    If the input reports the end of a hand, that hand is the last one.
    """
    if isinstance(what, HandBanked):
        seat = offers.rotation.player_dealer if offers.rotation.banks_behind is None else what.own_seat
        return seat in people.third_party_seats
    return offers.third_party_banked_last


def _excluded_seats(
    offers: BankOffers, what: RotationInput | DeadlinePassed, people: OfferCandidates
) -> tuple[int, ...]:
    """Return the seats that may not get the bank now: all of third-party providers, or none.

    They are excluded if one of them has just banked and the rules forbid two consecutive hands by providers.
    """
    is_barred = not offers.rules.third_party_twice_running and _banked_last(offers, what, people)
    return tuple(sorted(people.third_party_seats)) if is_barred else ()


def _updated_offers(
    before: BankOffers, what: RotationInput, step: bank.RotationStep, people: OfferCandidates
) -> BankOffersStep:
    """Return the result of an input with the clock updated; stop the game if its time limit is over."""
    clock = _updated_clock(before, what, step.rotation, people)
    banked_last = _banked_last(before, what, people)
    after = replace(before, rotation=step.rotation, clock=clock, third_party_banked_last=banked_last)
    notices = answer_notices(before.rules, before.rotation, what, before.at)
    for offers in (before, after):
        if offers.must_stop(offers.at) and _is_between_hands(what, after.rotation):
            return _stop_game(after, offers.deadline, notices)
    return BankOffersStep(
        after, step.next, (*notices, *next_notices(after.rules, before.rotation, after.rotation, after.at))
    )


def _is_running(rotation: Rotation) -> bool:
    return rotation.stage in (RotationStage.OFFERING, RotationStage.BANKING)


def _is_between_hands(what: RotationInput, after: Rotation) -> bool:
    """Return whether the game runs and no hand is in progress after this input.

    During a hand, the only inputs are players who sit down or leave.
    """
    during_a_hand = after.stage is RotationStage.BANKING and isinstance(what, PlayerSeated | PlayerLeft)
    return _is_running(after) and not during_a_hand


def _updated_clock(
    before: BankOffers, what: RotationInput, after: Rotation, people: OfferCandidates
) -> RotationClock | None:
    """Return the clock after an input: bank offered, taken, banked or given up."""
    clock, at, was = before.clock, before.at, before.rotation
    if clock is None or not _is_running(after):
        return clock and clock.ended()
    if clock.started_at is None:
        clock = clock.began(at)
    if isinstance(what, HandBanked) and (banker := was.banks_behind or people.other(was.player_dealer)):
        clock = clock.banked(banker, at)
    if was.player_dealer is not None and after.player_dealer is None:
        clock = clock.given_up()
    if isinstance(what, BankAccepted) and (taker := was.offered_behind or people.other(what.seat)):
        clock = clock.taken(taker, at)
    is_news = (after.offered_seat, after.offered_behind) != (was.offered_seat, was.offered_behind)
    if is_news and (offered_to := after.offered_behind or people.other(after.offered_seat)):
        clock = clock.offered(offered_to, at)
    return clock


def _stop_game(offers: BankOffers, deadline: int | None, notices: tuple[RotationNotice, ...]) -> BankOffersStep:
    """End the game because of the time limit."""
    assert deadline is not None
    assert offers.clock is not None
    ended = replace(offers, rotation=bank.end_game(offers.rotation).rotation, clock=offers.clock.ended())
    return BankOffersStep(ended, GameStopped(deadline), (*notices, stop_notice(offers.clock.window, offers.at)))
