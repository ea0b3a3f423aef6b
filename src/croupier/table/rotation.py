"""Rotation of the player-dealer: who is offered the bank, who takes it, and when the game is broken.

The same player banks at most two consecutive hands before the bank is offered to the other seats (004 L355, L591, L995,
L3460), clockwise; with dominoes counter-clockwise (004 L423). Each player accepts or declines (004 L1577). If another
player must intervene and nobody else accepts, the game is broken (004 L858). If not, the text requires only an offer,
so the player-dealer may then bank another two hands (CA-COM-A5).

All objects are immutable: `advance` takes a rotation and an input, and returns the new rotation with the next outcome,
or a refusal. The limit of two hands applies to a person, not to a seat ("the person in player-dealer position", 004
L355, L858): a player who leaves and sits down again, in any seat, keeps the hands banked and the offers declined.

In some games, when a seated player declines, the bettors behind the seat in the previous hand are asked in the order of
their spots, and bank from that seat (004 L1577). Such a bettor also counts as a person: as the incumbent in the
bettor's own seat, or as an absent player.
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
    """Direction in which the bank is offered; seats are numbered clockwise."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter-clockwise"


class RotationStage(Enum):
    """Stage of the rotation between two inputs."""

    WAITING = "waiting"  # no game has started
    BANKING = "banking"
    OFFERING = "offering"
    BROKEN = "broken"


@dataclass(frozen=True)
class AbsentPlayer:
    """Player who left the table, with what the rotation remembers about the player for any seat taken next."""

    player: str
    banked: bool
    """Whether the player banked the last hand."""
    passed: bool


@dataclass(frozen=True)
class BacklineBettor:
    """Bettor behind a seat in the previous hand."""

    seat: int
    player: str


@dataclass(frozen=True)
class Rotation:
    """State of the bank rotation at one table; the initial state waits for a new game.

    The incumbent is the player who banked the last hand. If another player takes the bank and gives it up before a
    hand, the incumbent stays the same and the offers continue where they were.
    """

    seats: tuple[int, ...]
    direction: RotationDirection = RotationDirection.CLOCKWISE
    hands_limit: int = 2
    must_intervene: bool = False
    stage: RotationStage = RotationStage.WAITING
    player_dealer: int | None = None  # seat that banks the next hand
    incumbent: int | None = None  # seat that banked the last hand, while its player sits at the table
    incumbent_hands: int = 0  # consecutive hands of the incumbent since the bank was last offered to all
    offered_seat: int | None = None  # seat that is offered the bank now
    passed: tuple[int, ...] = ()  # seats that declined in this round of offers
    excluded_seats: tuple[
        int, ...
    ] = ()  # seats that the rotation rules exclude from banking the next hand; they get no offer
    away: tuple[AbsentPlayer, ...] = ()  # players who left during this round of offers
    behind: tuple[BacklineBettor, ...] = ()  # bettors behind seats who may get an offer, in the order of their spots
    offered_behind: str | None = None  # bettor behind the seat who gets the offer; None: the seated player
    banks_behind: str | None = None  # bettor behind the seat who banks; None: the seated player
    incumbent_behind: str | None = None  # bettor who banked the last hand from behind a seat
    passed_behind: tuple[BacklineBettor, ...] = ()  # bettors behind seats who declined in this round of offers

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
        """Number of consecutive hands that the player-dealer has banked."""
        if self.banks_behind is not None:
            return self.incumbent_hands if self.banks_behind == self.incumbent_behind else 0
        return self.incumbent_hands if self.player_dealer == self.incumbent is not None else 0


@dataclass(frozen=True)
class GameStarted:
    """Input: a game starts; the first offer goes to `first_seat` or the next seated player (004 L3935, L4187)."""

    first_seat: int


@dataclass(frozen=True)
class HandBanked:
    """Input: the player-dealer has banked a hand.

    `behind`: bettors behind seats in this hand, where they may be asked next. `own_seat`: the own seat of a
    player-dealer who banked from behind another seat.
    """

    behind: tuple[BacklineBettor, ...] = ()
    own_seat: int | None = None


@dataclass(frozen=True)
class BankAccepted:
    """Input: the player with the offer takes the bank."""

    seat: int


@dataclass(frozen=True)
class BankDeclined:
    """Input: the player with the offer declines, or the player-dealer gives up the bank early."""

    seat: int


@dataclass(frozen=True)
class PlayerSeated:
    """Input: a player sits down. Without `player`, as in older logs, the player counts as new."""

    seat: int
    player: str | None = None


@dataclass(frozen=True)
class PlayerLeft:
    """Input: a player leaves; a player-dealer leaves after the round is settled.

    Without `player`, as in older logs, nothing is stored about the player.
    """

    seat: int
    player: str | None = None


RotationInput = GameStarted | HandBanked | BankAccepted | BankDeclined | PlayerSeated | PlayerLeft


@dataclass(frozen=True)
class OfferBankTo:
    """Outcome: offer the bank to this seat.

    `to_carry_on`: the player at the seat banked the last hand, and all others have declined.
    """

    seat: int
    to_carry_on: bool = False


@dataclass(frozen=True)
class BankTaken:
    """Outcome: this seat has taken the bank, and the round may start."""

    seat: int


@dataclass(frozen=True)
class BankContinues:
    """Outcome: the incumbent continues to bank, and the round may start."""

    seat: int


@dataclass(frozen=True)
class GameBroken:
    """Outcome: no player takes the bank, so play stops (004 L858).

    It goes on when a player sits down who has not been asked, or when a new game starts.
    """


@dataclass(frozen=True)
class GameNotStarted:
    """Outcome: no game has started."""


RotationOutcome = OfferBankTo | BankTaken | BankContinues | GameBroken | GameNotStarted


@dataclass(frozen=True)
class RotationStep:
    """Result of one input: the new rotation, and what happens next."""

    rotation: Rotation
    next: RotationOutcome


def advance(rotation: Rotation, what: RotationInput) -> RotationStep | Refused:
    """Return the rotation after one input and what happens next, or the refusal."""
    refusal = _refusal(rotation, what)
    if refusal:
        return refusal
    match what:
        case GameStarted(first_seat):
            return _start_game(rotation, first_seat)
        case HandBanked():
            assert rotation.player_dealer is not None
            return _hand_banked(rotation, rotation.player_dealer, what)
        case BankAccepted(seat):
            return _accept(rotation, seat)
        case BankDeclined(seat):
            return _decline(rotation, seat)
        case PlayerSeated(seat, player):
            return _seat_player(rotation, seat, player)
        case PlayerLeft(seat, player):
            return _remove_player(rotation, seat, player)


def end_game(rotation: Rotation) -> RotationStep:
    """End the game for a reason outside the rotation; only a new game starts the offers again."""
    ended = replace(
        _clear_passes(rotation), stage=RotationStage.WAITING, player_dealer=None, offered_seat=None, behind=()
    )
    return RotationStep(_clear_backline(ended), GameNotStarted())


def with_terms(
    rotation: Rotation,
    direction: RotationDirection = RotationDirection.CLOCKWISE,
    hands_limit: int = 2,
    *,
    must_intervene: bool = False,
) -> Rotation:
    """Return the rotation under new rules; the hands banked and the open offer stay.

    If the player-dealer has already banked the most hands that the new rules allow, the bank is offered to the next
    player.
    """
    after = replace(rotation, direction=direction, hands_limit=hands_limit, must_intervene=must_intervene)
    if after.banks_behind is not None and after.player_dealer is not None:
        is_over = after.hands_banked >= hands_limit
        return _offer_next(after, after=after.player_dealer).rotation if is_over else after
    incumbent = after.incumbent
    has_the_turn = incumbent in (after.player_dealer, after.offered_seat) and after.offered_behind is None
    if incumbent is None or not has_the_turn or after.incumbent_hands < hands_limit:
        return after
    return _offer_next(after, after=incumbent).rotation


def _refusal(rotation: Rotation, what: RotationInput) -> Refused | None:
    """Refuse an input that is not allowed at this stage."""
    match what:
        case GameStarted() if rotation.stage in (RotationStage.BANKING, RotationStage.OFFERING):
            return _refuse(
                "rotation/game_running", "A game is running; a new one starts once it is broken.", "004 L3935"
            )
        case HandBanked() if rotation.stage is not RotationStage.BANKING:
            return _refuse(
                "rotation/no_player_dealer", f"No round can be settled: {_stage_text(rotation)}.", "004 L995"
            )
        case BankAccepted(seat) | BankDeclined(seat) if seat != _seat_to_answer(rotation, what):
            return _refuse("rotation/not_asked", f"Seat {seat} is not asked: {_stage_text(rotation)}.", "004 L1577")
        case PlayerSeated(seat) if seat in rotation.seats:
            return _refuse("rotation/seat_taken", f"Seat {seat} is taken.", "004 L1577")
        case PlayerSeated(seat) if seat < 1 or len(rotation.seats) == SEATS_MOST:
            return _refuse("rotation/no_such_seat", f"There is no seat {seat} to take.", "004 L1577")
        case PlayerLeft(seat) if seat not in rotation.seats:
            return _refuse("rotation/seat_empty", f"Nobody sits in seat {seat}.", "004 L1577")
    return None


def _refuse(code: str, message: str, cite: str) -> Refused:
    return Refused(code, message, (cite,))


def _stage_text(rotation: Rotation) -> str:
    words = {
        RotationStage.WAITING: "no game has started",
        RotationStage.BANKING: f"seat {rotation.player_dealer} banks",
        RotationStage.OFFERING: f"the bank is offered to seat {rotation.offered_seat}",
        RotationStage.BROKEN: "the game is broken",
    }
    return words[rotation.stage]


def _seat_to_answer(rotation: Rotation, what: BankAccepted | BankDeclined) -> int | None:
    """Return the seat that may give this answer: the one with the offer, or the player-dealer who gives up."""
    if rotation.stage is RotationStage.OFFERING:
        return rotation.offered_seat
    return rotation.player_dealer if isinstance(what, BankDeclined) else None


def _start_game(rotation: Rotation, first_seat: int) -> RotationStep:
    # After a broken game, which was offered to everyone, the incumbent starts without counted hands. After a stopped
    # game, the others are asked first. If another player must intervene, a broken game does not reset the incumbent's
    # hands either.
    is_afresh = rotation.stage is RotationStage.BROKEN and not rotation.must_intervene
    gone = replace(rotation, incumbent=None, incumbent_behind=None, incumbent_hands=0, away=())
    fresh = replace(_clear_backline(gone if is_afresh else rotation), behind=())
    before_first = first_seat - 1 if rotation.direction is RotationDirection.CLOCKWISE else first_seat + 1
    return _offer_next(_clear_passes(fresh), after=before_first)


def _clear_passes(rotation: Rotation) -> Rotation:
    """Return the rotation at the start of a new round of offers.

    Of the absent players, only the one who banked last stays in the state.
    """
    away = tuple(replace(one, passed=False) for one in rotation.away if one.banked)
    return replace(rotation, passed=(), passed_behind=(), away=away)


def _clear_backline(rotation: Rotation) -> Rotation:
    """Return the rotation without a backline bettor who is asked or banks."""
    return replace(rotation, offered_behind=None, banks_behind=None)


def _hand_banked(rotation: Rotation, banker: int, what: HandBanked) -> RotationStep:
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
    may_go_on = hands < rotation.hands_limit and sits not in rotation.excluded_seats
    return RotationStep(banked, BankContinues(banker)) if may_go_on else _offer_next(banked, after=banker)


def _accept(rotation: Rotation, seat: int) -> RotationStep:
    player = rotation.offered_behind
    taken = replace(
        rotation,
        stage=RotationStage.BANKING,
        player_dealer=seat,
        offered_seat=None,
        offered_behind=None,
        banks_behind=player,
    )
    if seat != rotation.incumbent or player is not None:
        return RotationStep(taken, BankTaken(seat))
    hands = rotation.incumbent_hands if rotation.must_intervene else 0
    return RotationStep(replace(_clear_passes(taken), incumbent_hands=hands), BankContinues(seat))


def _decline(rotation: Rotation, seat: int) -> RotationStep:
    """Record that a player declined; the next bettor behind the seat is asked before the next seat (004 L1577)."""
    player = rotation.offered_behind or rotation.banks_behind
    if player is None:
        after = replace(rotation, passed=(*rotation.passed, seat))
    else:
        after = replace(rotation, passed_behind=(*rotation.passed_behind, BacklineBettor(seat, player)))
    in_line = [one for one in after.behind if one.seat == seat and one not in after.passed_behind]
    return _offer_to(after, seat, in_line[0].player) if in_line else _offer_next(after, after=seat)


def _seat_player(rotation: Rotation, seat: int, player: str | None) -> RotationStep:
    """Add a player to the seats.

    A player who has not been asked yet is offered the bank, if the game is broken or the incumbent is asked to
    continue.
    """
    seated = _restore_player(replace(rotation, seats=tuple(sorted((*rotation.seats, seat)))), seat, player)
    had_his_turn = seat in seated.passed or (seat == seated.incumbent and not _may_carry_on(seated))
    if seat in rotation.excluded_seats or had_his_turn:
        return _unchanged(seated)
    if rotation.stage is RotationStage.BROKEN:
        return _offer_to(replace(seated, passed=rotation.seats), seat)
    if (
        rotation.offered_seat is not None
        and rotation.offered_seat == rotation.incumbent
        and rotation.offered_behind is None
    ):
        return _offer_to(seated, seat)
    return _unchanged(seated)


def _restore_player(rotation: Rotation, seat: int, player: str | None) -> Rotation:
    """Restore what the rotation remembers of a player who left and returned: banked last, or already declined."""
    was = next((one for one in rotation.away if one.player == player), None)
    if was is None:
        return rotation
    return replace(
        rotation,
        incumbent=seat if was.banked else rotation.incumbent,
        passed=(*rotation.passed, seat) if was.passed else rotation.passed,
        away=tuple(one for one in rotation.away if one != was),
    )


def _remove_player(rotation: Rotation, seat: int, player: str | None) -> RotationStep:
    has_the_turn = rotation.offered_behind is None and rotation.banks_behind is None
    gives_up, banked = (
        has_the_turn and seat in (rotation.player_dealer, rotation.offered_seat),
        seat == rotation.incumbent,
    )
    gone = None if player is None else AbsentPlayer(player, banked, passed=gives_up or seat in rotation.passed)
    seats, passed = (tuple(other for other in there if other != seat) for there in (rotation.seats, rotation.passed))
    after = replace(rotation, seats=seats, passed=passed, incumbent=None if banked else rotation.incumbent)
    if gone is not None and (gone.banked or gone.passed):
        after = replace(after, away=(*after.away, gone))
    elif banked:
        after = replace(after, incumbent_hands=0)
    return _offer_next(after, after=seat) if gives_up else _unchanged(after)


def _offer_next(rotation: Rotation, *, after: int) -> RotationStep:
    """Offer the bank to the next player who has not declined, last to the incumbent if allowed; or break the game."""
    skipped = (*rotation.passed, *rotation.excluded_seats)
    candidates = [seat for seat in seats_after(rotation, after) if seat not in skipped]
    others = [seat for seat in candidates if seat != rotation.incumbent]
    if others:
        return _offer_to(rotation, others[0])
    if candidates and _may_carry_on(rotation):
        return _offer_to(rotation, candidates[0])
    broken = replace(_clear_backline(rotation), stage=RotationStage.BROKEN, player_dealer=None, offered_seat=None)
    return RotationStep(broken, GameBroken())


def _may_carry_on(rotation: Rotation) -> bool:
    return not rotation.must_intervene or rotation.incumbent_hands < rotation.hands_limit


def seats_after(rotation: Rotation, seat: int) -> list[int]:
    """Return all occupied seats in the bank's direction, from the one after `seat` to `seat` itself."""
    is_clockwise = rotation.direction is RotationDirection.CLOCKWISE
    order = rotation.seats if is_clockwise else rotation.seats[::-1]
    ahead = [other for other in order if (other > seat if is_clockwise else other < seat)]
    return ahead + [other for other in order if other not in ahead]


def _offer_to(rotation: Rotation, seat: int, player: str | None = None) -> RotationStep:
    """Offer the bank to the seated player, or to a bettor behind the seat."""
    offering = replace(_clear_backline(rotation), stage=RotationStage.OFFERING, player_dealer=None, offered_seat=seat)
    to_carry_on = player is None and seat == rotation.incumbent
    return RotationStep(replace(offering, offered_behind=player), OfferBankTo(seat, to_carry_on=to_carry_on))


def _unchanged(rotation: Rotation) -> RotationStep:
    """Return the rotation as it is, with the outcome that its current state calls for."""
    if rotation.offered_seat is not None:
        return _offer_to(rotation, rotation.offered_seat, rotation.offered_behind)
    if rotation.player_dealer is not None:
        return RotationStep(rotation, BankContinues(rotation.player_dealer))
    return RotationStep(rotation, GameBroken() if rotation.stage is RotationStage.BROKEN else GameNotStarted())
