"""The player-dealer's seat at a live table: offered, taken, posted, given up."""

from __future__ import annotations

from typing import Any

from croupier.errors import Refused
from croupier.money.bets import SEATED
from croupier.table import events as e
from croupier.table.command_effect import EffectBuilder
from croupier.table.commands import AcceptBank, DeclineBank, OfferBank, PostBank
from croupier.table.promotional_chips import refuse_promotional
from croupier.table.rotation import BankContinues, BankTaken, OfferBankTo, Rotation, RotationStage
from croupier.table.rotation_offers import COMERS, BankOffersStep, inputs_of
from croupier.table.state import CurrentRound, TableState


def advance_rotation(builder: EffectBuilder, what: dict[str, Any]) -> Refused | None:
    """Put something to the rotation; whoever is asked next has until the deadline to answer."""
    state = builder.state
    assert state.offers is not None
    step = state.offers.turn(inputs_of(what), builder.at, *state.offer_candidates)
    if isinstance(step, Refused):
        return step
    builder.emit(e.BankRotated(input=what, at=builder.at, deadline=_deadline(builder, what, step)))
    return None


def _deadline(builder: EffectBuilder, what: dict[str, Any], step: BankOffersStep) -> int | None:
    state = builder.state
    waits = isinstance(step.next, OfferBankTo | BankTaken | BankContinues) and state.round is None
    if not waits:
        return None
    assert state.offers is not None
    was, now = state.offers.rotation, step.offers.rotation
    answered = what["do"] not in COMERS
    if not answered and seat_to_act(was) == seat_to_act(now):
        return state.offer_until  # others come and go; whoever is asked has no more time for it
    return builder.table_time + 1000 * state.settings.offer_seconds


def seat_to_act(rotation: Rotation) -> tuple[int | None, int | None, str | None]:
    """Whose turn it is: the seat that is asked or banks, and who does so from behind it."""
    return rotation.asked, rotation.player_dealer, rotation.asked_behind or rotation.banks_behind


def record_banked_hand(builder: EffectBuilder, hand: CurrentRound) -> None:
    """The player-dealer goes on, or the seat is offered on; where the rules say so, to those behind it too. [004 L355,
    L1577]"""
    state = builder.state
    if state.offers is None:
        return
    what: dict[str, Any] = {"do": "round-settled"}
    if state.rules.offers_bank_behind:
        what["behind"] = _backline_order(hand)
    if player := state.offers.rotation.banks_behind:
        what["own_seat"] = state.seat_of(player)
    refusal = advance_rotation(builder, what)
    assert refusal is None, refusal


def _backline_order(hand: CurrentRound) -> list[list[Any]]:
    """Who bet behind which seat in this hand, in the order of their spots; once behind each. [004 L1577]"""
    behind = [spot for spot in hand.spots.values() if spot.bettor != SEATED]
    behind.sort(key=lambda spot: (spot.seat, backline_number(spot.bettor)))
    return [[spot.seat, spot.account] for spot in behind]


def start_game(builder: EffectBuilder) -> None:
    """Offer the seat, from the first player on, when no game has begun and somebody sits."""
    state = builder.state
    if state.offers is not None and state.seats and state.offers.rotation.stage is RotationStage.WAITING:
        advance_rotation(builder, {"do": "new-game", "seat": min(state.seats)})


def record_seat_change(builder: EffectBuilder, what: str, seat: int, account: str) -> Refused | None:
    """Tell the rotation who came or went: the two hands are a person's, wherever he sits. [004 L355, L858]"""
    if builder.state.offers is None:
        return None
    return advance_rotation(builder, {"do": what, "seat": seat, "player": account})


def reset_bank_deadline(builder: EffectBuilder) -> None:
    """Whoever the table waits for, to answer or to post, has his time again."""
    if builder.state.offers is not None and unanswered_seat(builder.state) is not None:
        builder.emit(e.BankDeadlineSet(until=builder.table_time + 1000 * builder.state.settings.offer_seconds))


def offer_bank(builder: EffectBuilder, command: OfferBank) -> Refused | None:
    """A game that was broken, or never began, may begin again: the seat is offered round. [004 L858, L3935]"""
    state = builder.state
    if state.offers is None:
        return Refused("bank/house_banks", f"{state.rules.book.title} is banked by the house.")
    if state.offers.rotation.stage not in (RotationStage.WAITING, RotationStage.BROKEN):
        return Refused("bank/offered", "The bank is taken, or is being offered already.", ("004 L1577",))
    if not state.seats:
        return Refused("bank/no_players", "Nobody sits at the table to be offered the bank.", ("004 L1577",))
    return advance_rotation(builder, {"do": "new-game", "seat": min(state.seats)})


def accept_bank(builder: EffectBuilder, command: AcceptBank) -> Refused | None:
    """Take the seat that is offered, with a wager; from behind it, where its own player passes. [004 L357, L1577]"""
    seat = _seat_answered_for(builder)
    if isinstance(seat, Refused):
        return seat
    if refusal := _cannot_post(builder, command.cents):
        return refusal
    if refusal := _time_is_up(builder) or advance_rotation(builder, {"do": "accept", "seat": seat}):
        return refusal
    _post(builder, seat, command.cents)
    return None


def post_bank(builder: EffectBuilder, command: PostBank) -> Refused | None:
    """The wager for a further hand. [004 L357, L995]"""
    seat = _seat_answered_for(builder)
    if isinstance(seat, Refused):
        return seat
    assert builder.state.offers is not None
    if builder.state.offers.rotation.player_dealer != seat:
        return Refused("bank/not_player_dealer", f"Seat {seat} does not have the bank.", ("004 L1577",))
    if refusal := _time_is_up(builder) or _cannot_post(builder, command.cents):
        return refusal
    _post(builder, seat, command.cents)
    return None


def _time_is_up(builder: EffectBuilder) -> Refused | None:
    """Nobody takes the seat, or posts, in a game that its clock has ended."""
    offers = builder.state.offers
    if offers is None or not offers.must_stop(builder.at):
        return None
    return Refused("bank/time_up", "The game has to stop: the seat was not offered on.", offers.pack.cites)


def decline_bank(builder: EffectBuilder, command: DeclineBank) -> Refused | None:
    """Pass, or give the bank up before the bets open. [004 L1577]"""
    seat = _seat_answered_for(builder)
    if isinstance(seat, Refused):
        return seat
    return give_up_bank(builder, seat)


def give_up_bank(builder: EffectBuilder, seat: int) -> Refused | None:
    """A seat passes; money it has posted goes back."""
    if refusal := advance_rotation(builder, {"do": "decline", "seat": seat}):
        return refusal
    if builder.state.bank is not None and builder.state.bank.seat == seat:
        return_bank(builder)
    return None


def return_bank(builder: EffectBuilder) -> None:
    """What is posted goes back to the player-dealer."""
    bank = builder.state.bank
    if bank is None:
        return
    builder.transfer(builder.account("bank"), bank.account, bank.cents)
    builder.emit(e.BankReturned(account=bank.account, cents=bank.cents))


def _seat_answered_for(builder: EffectBuilder) -> int | Refused:
    """The seat somebody answers for: his own, or the one behind which he is asked or banks."""
    state, account = builder.state, builder.actor.account or ""
    if state.offers is None:
        said = f"{state.rules.book.title} is banked by the house."
        return Refused("bank/house_banks", said)
    turn, held, behind = seat_to_act(state.offers.rotation)
    has_the_turn = turn if turn is not None else held
    if behind is not None and has_the_turn is not None and behind == account:
        return has_the_turn
    seat = state.seat_of(account)
    if seat is None:
        return Refused("seat/not_seated", "Only a seated player may bank. Sit down first.")
    if behind is not None and seat == has_the_turn:
        said = f"Seat {seat} has passed: a player behind it is asked."
        return Refused("rotation/not_asked", said, ("004 L1577",))
    return seat


def _cannot_post(builder: EffectBuilder, cents: int) -> Refused | None:
    if builder.state.bank is not None:
        return Refused("bank/posted", "A bank is posted for the next hand already.")
    account = builder.actor.account or ""
    if builder.balance(account) < cents:
        return refuse_promotional(builder, account, "Your credit does not reach that far.")
    return builder.context.check_player_limits(account, builder.at, cents, 0)


def _post(builder: EffectBuilder, seat: int, cents: int) -> None:
    account = builder.actor.account or ""
    builder.transfer(account, builder.account("bank"), cents)
    # A result on show stays there for its time. [R14]
    next_at = max(builder.at, builder.state.next_at or 0)
    builder.emit(e.BankPosted(seat=seat, account=account, cents=cents, next_at=next_at))


def backline_number(bettor: str) -> int:
    """Which of the spots behind a seat is somebody's."""
    return int(bettor.removeprefix("backline-"))


def unanswered_seat(state: TableState) -> int | None:
    """Whose answer the table waits for: the seat that is asked, or the player-dealer who has not posted."""
    assert state.offers is not None
    rotation = state.offers.rotation
    if rotation.stage is RotationStage.OFFERING:
        return rotation.asked
    return rotation.player_dealer if state.bank is None else None
