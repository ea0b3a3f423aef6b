"""Rotation of the player-dealer: who is offered the bank, who takes it, and when the game is broken.

The same player banks at most two hands running before the bank is offered on round the table (004 L355, L591, L995,
L3460); with dominoes it goes round counter-clockwise (004 L423). Each player accepts or passes (004 L1577). Where an
intervening player-dealer is compulsory the game is broken if nobody else accepts (004 L858); elsewhere the text asks
only for an offer, so the player-dealer may then carry on for another two hands if he wants to (CA-COM-A5).

Everything here is a value: `advance` takes the rotation and an input, and returns the new rotation and what happens
next, or
a refusal. The two hands are a person's, not a seat's ("the person in player-dealer position", 004 L355, L858): who gets
up and sits down again, in whatever seat, has banked what he has banked and passed where he has passed.

In some games whoever bet behind a seat in the hand before is asked when the seat's own player passes, in the order of
their spots, and banks from that seat (004 L1577). He too is a person: he is the incumbent in a seat of his own, or is
remembered as one who is away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from croupier.errors import Refused

__all__ = [
    "AbsentPlayer",
    "BacklineBettor",
    "BankAccepted",
    "BankContinues",
    "BankDeclined",
    "BankTaken",
    "GameBroken",
    "GameNotStarted",
    "GameStarted",
    "HandBanked",
    "OfferBankTo",
    "PlayerLeft",
    "PlayerSeated",
    "Refused",
    "Rotation",
    "RotationDirection",
    "RotationInput",
    "RotationOutcome",
    "RotationStage",
    "RotationStep",
    "advance",
    "end_game",
    "seats_after",
    "with_terms",
]  # fmt: skip

SEATS_MOST = 64


class RotationDirection(Enum):
    """The way the bank goes round. Seats are numbered clockwise."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter-clockwise"


class RotationStage(Enum):
    """Where the rotation stands between two inputs."""

    WAITING = "waiting"  # no game has started
    BANKING = "banking"
    OFFERING = "offering"
    BROKEN = "broken"


@dataclass(frozen=True)
class AbsentPlayer:
    """A player who got up, and what of his turn he has had: it waits for him in whatever seat he takes next."""

    player: str
    banked: bool
    """He banked the last hand."""
    passed: bool


@dataclass(frozen=True)
class BacklineBettor:
    """Somebody who bet behind a seat in the hand before."""

    seat: int
    player: str


@dataclass(frozen=True)
class Rotation:
    """The bank at one table; as first made, it waits for a new game.

    A bank that is taken and given up before a hand is banked has not changed hands: the incumbent, who banked the last
    hand, stays the incumbent until another has banked one, and the round of offers goes on where it was.
    """

    seats: tuple[int, ...]
    direction: RotationDirection = RotationDirection.CLOCKWISE
    hands_limit: int = 2
    must_intervene: bool = False
    stage: RotationStage = RotationStage.WAITING
    player_dealer: int | None = None  # who banks the next hand
    incumbent: int | None = None  # who banked the last one, while he sits at the table
    incumbent_hands: int = 0  # hands running, since the bank last went round
    asked: int | None = None  # to whom the bank is offered now
    passed: tuple[int, ...] = ()  # who has been asked since, and passed
    barred: tuple[int, ...] = ()  # whom a rule pack keeps from banking the next hand; nobody offers it to them
    away: tuple[AbsentPlayer, ...] = ()  # who has got up since the bank last went round
    behind: tuple[BacklineBettor, ...] = ()  # who is next in line behind which seat, in the order of their spots
    asked_behind: str | None = None  # who is asked, where he stands behind the seat that is asked
    banks_behind: str | None = None  # who has the bank, where he stands behind its seat
    incumbent_behind: str | None = None  # who banked the last hand from behind a seat
    passed_behind: tuple[BacklineBettor, ...] = ()  # who has been asked behind a seat since, and passed

    def __post_init__(self) -> None:
        if self.hands_limit < 1:
            raise ValueError(f"hands_limit is {self.hands_limit}; a player-dealer banks at least one hand")
        if (
            len(self.seats) > SEATS_MOST
            or list(self.seats) != sorted(set(self.seats))
            or min(self.seats, default=1) < 1
        ):
            raise ValueError(
                f"seats are {self.seats}; expected up to {SEATS_MOST} seat numbers from 1, each once, rising"
            )

    @property
    def hands_banked(self) -> int:
        """How many of his hands the player-dealer has banked."""
        if self.banks_behind is not None:
            return self.incumbent_hands if self.banks_behind == self.incumbent_behind else 0
        return self.incumbent_hands if self.player_dealer == self.incumbent is not None else 0


@dataclass(frozen=True)
class GameStarted:
    """A game starts; the first offer goes to `first_seat` or the next player after it (004 L3935, L4187)."""

    first_seat: int


@dataclass(frozen=True)
class HandBanked:
    """The player-dealer has banked a hand. `behind`: who bet behind a seat in it, where they are next in line; and the
    seat of his own that one has who banked from behind another's."""

    behind: tuple[BacklineBettor, ...] = ()
    own_seat: int | None = None


@dataclass(frozen=True)
class BankAccepted:
    """The player who is asked takes the bank."""

    seat: int


@dataclass(frozen=True)
class BankDeclined:
    """The player who is asked passes, or the player-dealer gives the bank up before his hands are used."""

    seat: int


@dataclass(frozen=True)
class PlayerSeated:
    """A player sits down. Without a name, as in older logs, he is new to the table."""

    seat: int
    player: str | None = None


@dataclass(frozen=True)
class PlayerLeft:
    """A player gets up; if it is the player-dealer, after his round is settled. Without a name he is forgotten."""

    seat: int
    player: str | None = None


RotationInput = GameStarted | HandBanked | BankAccepted | BankDeclined | PlayerSeated | PlayerLeft


@dataclass(frozen=True)
class OfferBankTo:
    """Ask this seat. `to_carry_on`: it banked last, and everyone else has passed."""

    seat: int
    to_carry_on: bool = False


@dataclass(frozen=True)
class BankTaken:
    """This seat has taken the bank; the round may start."""

    seat: int


@dataclass(frozen=True)
class BankContinues:
    """The incumbent goes on banking; the round may start."""

    seat: int


@dataclass(frozen=True)
class GameBroken:
    """Nobody banks: no round until a player sits down who has not been asked, or a new game starts (004 L858)."""


@dataclass(frozen=True)
class GameNotStarted:
    """No game has started."""


RotationOutcome = OfferBankTo | BankTaken | BankContinues | GameBroken | GameNotStarted


@dataclass(frozen=True)
class RotationStep:
    """The rotation after an input, and what happens next."""

    rotation: Rotation
    next: RotationOutcome


def advance(rotation: Rotation, what: RotationInput) -> RotationStep | Refused:
    """The rotation after one input, or why the input is refused."""
    refusal = _refusal(rotation, what)
    if refusal:
        return refusal
    match what:
        case GameStarted(first_seat):
            return _began(rotation, first_seat)
        case HandBanked():
            assert rotation.player_dealer is not None
            return _settled(rotation, rotation.player_dealer, what)
        case BankAccepted(seat):
            return _accepted(rotation, seat)
        case BankDeclined(seat):
            return _declined(rotation, seat)
        case PlayerSeated(seat, player):
            return _joined(rotation, seat, player)
        case PlayerLeft(seat, player):
            return _left(rotation, seat, player)


def end_game(rotation: Rotation) -> RotationStep:
    """The game is ended by a rule from outside the rotation; only a new game starts the offers again."""
    ended = replace(_nobody_passed(rotation), stage=RotationStage.WAITING, player_dealer=None, asked=None, behind=())
    return RotationStep(_nobody_behind(ended), GameNotStarted())


def with_terms(
    rotation: Rotation,
    direction: RotationDirection = RotationDirection.CLOCKWISE,
    hands_limit: int = 2,
    *,
    must_intervene: bool = False,
) -> Rotation:
    """The same bank under other terms: the hands count on and the offer stays, unless the new terms end a turn."""
    after = replace(rotation, direction=direction, hands_limit=hands_limit, must_intervene=must_intervene)
    if after.banks_behind is not None and after.player_dealer is not None:
        is_over = after.hands_banked >= hands_limit
        return _offer_on(after, after=after.player_dealer).rotation if is_over else after
    incumbent = after.incumbent
    has_the_turn = incumbent in (after.player_dealer, after.asked) and after.asked_behind is None
    if incumbent is None or not has_the_turn or after.incumbent_hands < hands_limit:
        return after
    return _offer_on(after, after=incumbent).rotation


def _refusal(rotation: Rotation, what: RotationInput) -> Refused | None:
    """The one list of what is illegal when."""
    match what:
        case GameStarted() if rotation.stage in (RotationStage.BANKING, RotationStage.OFFERING):
            return _refuse("game_running", "A game is running; a new one starts once it is broken.", "004 L3935")
        case HandBanked() if rotation.stage is not RotationStage.BANKING:
            return _refuse("no_player_dealer", f"No round can be settled: {_standing(rotation)}.", "004 L995")
        case BankAccepted(seat) | BankDeclined(seat) if seat != _answering(rotation, what):
            return _refuse("not_asked", f"Seat {seat} is not asked: {_standing(rotation)}.", "004 L1577")
        case PlayerSeated(seat) if seat in rotation.seats:
            return _refuse("seat_taken", f"Seat {seat} is taken.", "004 L1577")
        case PlayerSeated(seat) if seat < 1 or len(rotation.seats) == SEATS_MOST:
            return _refuse("no_such_seat", f"There is no seat {seat} to take.", "004 L1577")
        case PlayerLeft(seat) if seat not in rotation.seats:
            return _refuse("seat_empty", f"Nobody sits in seat {seat}.", "004 L1577")
    return None


def _refuse(code: str, message: str, cite: str) -> Refused:
    return Refused(f"rotation/{code}", message, (cite,))


def _standing(rotation: Rotation) -> str:
    words = {
        RotationStage.WAITING: "no game has started",
        RotationStage.BANKING: f"seat {rotation.player_dealer} banks",
        RotationStage.OFFERING: f"the bank is offered to seat {rotation.asked}",
        RotationStage.BROKEN: "the game is broken",
    }
    return words[rotation.stage]


def _answering(rotation: Rotation, what: BankAccepted | BankDeclined) -> int | None:
    """Who may give this answer: the seat that is asked; unasked, only the player-dealer, who may give up."""
    if rotation.stage is RotationStage.OFFERING:
        return rotation.asked
    return rotation.player_dealer if isinstance(what, BankDeclined) else None


def _began(rotation: Rotation, first_seat: int) -> RotationStep:
    # A broken game was offered to everyone; one that was stopped was not, so there the others come first. Where another
    # must intervene, breaking the game does not give the incumbent his hands afresh either.
    is_afresh = rotation.stage is RotationStage.BROKEN and not rotation.must_intervene
    gone = replace(rotation, incumbent=None, incumbent_behind=None, incumbent_hands=0, away=())
    fresh = replace(_nobody_behind(gone if is_afresh else rotation), behind=())
    before_first = first_seat - 1 if rotation.direction is RotationDirection.CLOCKWISE else first_seat + 1
    return _offer_on(_nobody_passed(fresh), after=before_first)


def _nobody_passed(rotation: Rotation) -> Rotation:
    """The bank starts round the table anew; of those who got up only the one who banked last is remembered."""
    away = tuple(replace(one, passed=False) for one in rotation.away if one.banked)
    return replace(rotation, passed=(), passed_behind=(), away=away)


def _nobody_behind(rotation: Rotation) -> Rotation:
    """Nobody is asked or banks from behind a seat."""
    return replace(rotation, asked_behind=None, banks_behind=None)


def _settled(rotation: Rotation, banker: int, what: HandBanked) -> RotationStep:
    hands, player = rotation.hands_banked + 1, rotation.banks_behind
    sits = banker if player is None else what.own_seat
    banked = replace(
        rotation,
        incumbent=sits,
        incumbent_behind=player,
        incumbent_hands=hands,
        passed=(),
        passed_behind=(),
        behind=what.behind,
        away=() if player is None or sits is not None else (AbsentPlayer(player, banked=True, passed=False),),
    )
    may_go_on = hands < rotation.hands_limit and sits not in rotation.barred
    return RotationStep(banked, BankContinues(banker)) if may_go_on else _offer_on(banked, after=banker)


def _accepted(rotation: Rotation, seat: int) -> RotationStep:
    player = rotation.asked_behind
    taken = replace(
        rotation, stage=RotationStage.BANKING, player_dealer=seat, asked=None, asked_behind=None, banks_behind=player
    )
    if seat != rotation.incumbent or player is not None:
        return RotationStep(taken, BankTaken(seat))
    hands = rotation.incumbent_hands if rotation.must_intervene else 0
    return RotationStep(replace(_nobody_passed(taken), incumbent_hands=hands), BankContinues(seat))


def _declined(rotation: Rotation, seat: int) -> RotationStep:
    """The seat's own player passes, or one behind him; the next behind it is asked before the next seat. (004 L1577)"""
    player = rotation.asked_behind or rotation.banks_behind
    if player is None:
        after = replace(rotation, passed=(*rotation.passed, seat))
    else:
        after = replace(rotation, passed_behind=(*rotation.passed_behind, BacklineBettor(seat, player)))
    in_line = [one for one in after.behind if one.seat == seat and one not in after.passed_behind]
    return _ask(after, seat, in_line[0].player) if in_line else _offer_on(after, after=seat)


def _joined(rotation: Rotation, seat: int, player: str | None) -> RotationStep:
    """A newcomer is asked in his turn; before the incumbent carries on, and before a broken game stays broken."""
    seated = _back(replace(rotation, seats=tuple(sorted((*rotation.seats, seat)))), seat, player)
    had_his_turn = seat in seated.passed or (seat == seated.incumbent and not _may_carry_on(seated))
    if seat in rotation.barred or had_his_turn:
        return _unchanged(seated)
    if rotation.stage is RotationStage.BROKEN:
        return _ask(replace(seated, passed=rotation.seats), seat)
    if rotation.asked is not None and rotation.asked == rotation.incumbent and rotation.asked_behind is None:
        return _ask(seated, seat)
    return _unchanged(seated)


def _back(rotation: Rotation, seat: int, player: str | None) -> Rotation:
    """Whoever had got up has his place in the round of offers again."""
    was = next((one for one in rotation.away if one.player == player), None)
    if was is None:
        return rotation
    return replace(
        rotation,
        incumbent=seat if was.banked else rotation.incumbent,
        passed=(*rotation.passed, seat) if was.passed else rotation.passed,
        away=tuple(one for one in rotation.away if one != was),
    )


def _left(rotation: Rotation, seat: int, player: str | None) -> RotationStep:
    has_the_turn = rotation.asked_behind is None and rotation.banks_behind is None
    gives_up, banked = has_the_turn and seat in (rotation.player_dealer, rotation.asked), seat == rotation.incumbent
    gone = None if player is None else AbsentPlayer(player, banked, passed=gives_up or seat in rotation.passed)
    seats, passed = (tuple(other for other in there if other != seat) for there in (rotation.seats, rotation.passed))
    after = replace(rotation, seats=seats, passed=passed, incumbent=None if banked else rotation.incumbent)
    if gone is not None and (gone.banked or gone.passed):
        after = replace(after, away=(*after.away, gone))
    elif banked:
        after = replace(after, incumbent_hands=0)
    return _offer_on(after, after=seat) if gives_up else _unchanged(after)


def _offer_on(rotation: Rotation, *, after: int) -> RotationStep:
    """Ask the next player who has not passed; the incumbent last of all, if he may carry on; or break the game."""
    not_asked = (*rotation.passed, *rotation.barred)
    unasked = [seat for seat in seats_after(rotation, after) if seat not in not_asked]
    others = [seat for seat in unasked if seat != rotation.incumbent]
    if others:
        return _ask(rotation, others[0])
    if unasked and _may_carry_on(rotation):
        return _ask(rotation, unasked[0])
    broken = replace(_nobody_behind(rotation), stage=RotationStage.BROKEN, player_dealer=None, asked=None)
    return RotationStep(broken, GameBroken())


def _may_carry_on(rotation: Rotation) -> bool:
    return not rotation.must_intervene or rotation.incumbent_hands < rotation.hands_limit


def seats_after(rotation: Rotation, seat: int) -> list[int]:
    """Every seated player in the bank's direction, from the one after `seat` round to `seat` itself."""
    is_clockwise = rotation.direction is RotationDirection.CLOCKWISE
    order = rotation.seats if is_clockwise else rotation.seats[::-1]
    ahead = [other for other in order if (other > seat if is_clockwise else other < seat)]
    return ahead + [other for other in order if other not in ahead]


def _ask(rotation: Rotation, seat: int, player: str | None = None) -> RotationStep:
    """Ask the seat's own player, or one who stands behind him."""
    asking = replace(_nobody_behind(rotation), stage=RotationStage.OFFERING, player_dealer=None, asked=seat)
    to_carry_on = player is None and seat == rotation.incumbent
    return RotationStep(replace(asking, asked_behind=player), OfferBankTo(seat, to_carry_on=to_carry_on))


def _unchanged(rotation: Rotation) -> RotationStep:
    """What was to happen next still is."""
    if rotation.asked is not None:
        return _ask(rotation, rotation.asked, rotation.asked_behind)
    if rotation.player_dealer is not None:
        return RotationStep(rotation, BankContinues(rotation.player_dealer))
    return RotationStep(rotation, GameBroken() if rotation.stage is RotationStage.BROKEN else GameNotStarted())
