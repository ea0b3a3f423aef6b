"""Handlers for the player-dealer's bank at a live table: offer, accept, post, decline and return it."""

from __future__ import annotations

from typing import Any, Literal

from croupier.errors import Refused
from croupier.money.bets import SEATED
from croupier.store.ledger_accounts import NO_ACCOUNT, AccountName
from croupier.table import events as e
from croupier.table.command_declaration import BETWEEN, DEALER, PLAYER, AmountCents, Command, handles
from croupier.table.command_effect import EffectBuilder
from croupier.table.promotional_chips import refuse_promotional
from croupier.table.rotation import BankContinues, BankTaken, OfferBankTo, Rotation, RotationStage
from croupier.table.rotation_offers import SEAT_CHANGES, BankOffersStep, rotation_input_from_json
from croupier.table.state import CurrentRound, TableState


def advance_rotation(builder: EffectBuilder, what: dict[str, Any]) -> Refused | None:
    """Send an input to the bank rotation, and set the deadline of the player who must answer next."""
    state = builder.state
    assert state.offers is not None
    step = state.offers.apply_input(rotation_input_from_json(what), builder.at, *state.offer_candidates)
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
    answered = what["do"] not in SEAT_CHANGES
    if not answered and seat_to_act(was) == seat_to_act(now):
        return state.offer_until  # players come and go, but the deadline of the player who is asked stays
    return max(builder.table_time, result_shown_until(state) or 0) + 1000 * state.settings.offer_seconds


def result_shown_until(state: TableState) -> int | None:
    """Return until when the screens show the last result before they ask who banks next; None if nobody is asked."""
    return state.next_at if state.round is None and state.last is not None and state.bank is None else None


def seat_to_act(rotation: Rotation) -> tuple[int | None, int | None, str | None]:
    """Return the seat that is offered the bank, the seat that banks, and the backline bettor who acts for that seat.

    Each is None if there is none.
    """
    return rotation.offered_seat, rotation.player_dealer, rotation.offered_behind or rotation.banks_behind


def record_banked_hand(builder: EffectBuilder, hand: CurrentRound) -> None:
    """Tell the bank rotation that a hand was banked; it decides who banks next. [004 L355, L1577]

    Where the rules allow it, bettors behind a seat are offered the bank too.
    """
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
    """Return seat and account of the backline bettors of this hand, in the order of their spots. [004 L1577]"""
    behind = [spot for spot in hand.spots.values() if spot.bettor != SEATED]
    behind.sort(key=lambda spot: (spot.seat, backline_number(spot.bettor)))
    return [[spot.seat, spot.account] for spot in behind]


def start_game(builder: EffectBuilder) -> None:
    """Offer the bank to the first player, if no game has begun and a player sits at the table."""
    state = builder.state
    if state.offers is not None and state.seats and state.offers.rotation.stage is RotationStage.WAITING:
        advance_rotation(builder, {"do": "new-game", "seat": min(state.seats)})


def record_seat_change(builder: EffectBuilder, what: str, seat: int, account: AccountName) -> Refused | None:
    """Tell the bank rotation that a player sat down or left. [004 L355, L858]

    The limit of two hands applies to the person, in any seat.
    """
    if builder.state.offers is None:
        return None
    return advance_rotation(builder, {"do": what, "seat": seat, "player": account})


def reset_bank_deadline(builder: EffectBuilder) -> None:
    """Restart the deadline of the player who must answer or post."""
    if builder.state.offers is not None and unanswered_seat(builder.state) is not None:
        builder.emit(e.BankDeadlineSet(until=builder.table_time + 1000 * builder.state.settings.offer_seconds))


class OfferBank(Command):
    """Command to offer the bank to the seats again after no player has taken it."""

    do: Literal["offer-bank"] = "offer-bank"


@handles(OfferBank, phases=BETWEEN, roles=PLAYER | DEALER)
def offer_bank(builder: EffectBuilder, command: OfferBank) -> Refused | None:
    """Offer the bank to the seats again, after a broken game or before the first one. [004 L858, L3935]"""
    state = builder.state
    if state.offers is None:
        return Refused("bank/house_banks", f"{state.rules.rulebook.title} is banked by the house.")
    if state.offers.rotation.stage not in (RotationStage.WAITING, RotationStage.BROKEN):
        return Refused("bank/offered", "The bank is taken, or is being offered already.", ("004 L1577",))
    if not state.seats:
        return Refused("bank/no_players", "Nobody sits at the table to be offered the bank.", ("004 L1577",))
    return advance_rotation(builder, {"do": "new-game", "seat": min(state.seats)})


class AcceptBank(Command):
    """Command to take the offered bank and post its amount."""

    do: Literal["accept-bank"] = "accept-bank"
    cents: AmountCents


@handles(AcceptBank, phases=BETWEEN, roles=PLAYER)
def accept_bank(builder: EffectBuilder, command: AcceptBank) -> Refused | None:
    """Take the offered bank and post its amount. [004 L357, L1577]

    A bettor behind the seat may take it where the seated player declines.
    """
    seat = _seat_answered_for(builder)
    if isinstance(seat, Refused):
        return seat
    if refusal := _refuse_posting(builder, command.cents):
        return refusal
    if refusal := _refuse_after_time_limit(builder) or advance_rotation(builder, {"do": "accept", "seat": seat}):
        return refusal
    _post(builder, seat, command.cents)
    return None


class PostBank(Command):
    """Command of the player-dealer to post the bank for the next hand."""

    do: Literal["post-bank"] = "post-bank"
    cents: AmountCents


@handles(PostBank, phases=BETWEEN, roles=PLAYER)
def post_bank(builder: EffectBuilder, command: PostBank) -> Refused | None:
    """Post the bank for a further hand. [004 L357, L995]"""
    seat = _seat_answered_for(builder)
    if isinstance(seat, Refused):
        return seat
    assert builder.state.offers is not None
    if builder.state.offers.rotation.player_dealer != seat:
        return Refused("bank/not_player_dealer", f"Seat {seat} does not have the bank.", ("004 L1577",))
    if refusal := _refuse_after_time_limit(builder) or _refuse_posting(builder, command.cents):
        return refusal
    _post(builder, seat, command.cents)
    return None


def _refuse_after_time_limit(builder: EffectBuilder) -> Refused | None:
    """Refuse to take or post the bank after the rotation's time limit has ended the game."""
    offers = builder.state.offers
    if offers is None or not offers.must_stop(builder.at):
        return None
    return Refused("bank/time_up", "The game has to stop: the seat was not offered on.", offers.rules.cites)


class DeclineBank(Command):
    """Command to decline the offered bank, or to give the bank up."""

    do: Literal["decline-bank"] = "decline-bank"


@handles(DeclineBank, phases=BETWEEN, roles=PLAYER)
def decline_bank(builder: EffectBuilder, command: DeclineBank) -> Refused | None:
    """Decline the offered bank, or give it up before betting opens. [004 L1577]"""
    seat = _seat_answered_for(builder)
    if isinstance(seat, Refused):
        return seat
    return give_up_bank(builder, seat)


def give_up_bank(builder: EffectBuilder, seat: int) -> Refused | None:
    """Decline the bank for a seat, and pay back the bank that the seat has posted."""
    if refusal := advance_rotation(builder, {"do": "decline", "seat": seat}):
        return refusal
    if builder.state.bank is not None and builder.state.bank.seat == seat:
        return_bank(builder)
    return None


def return_bank(builder: EffectBuilder) -> None:
    """Pay the posted bank back to the player-dealer's credit."""
    bank = builder.state.bank
    if bank is None:
        return
    builder.transfer(builder.account("bank"), bank.account, bank.cents)
    builder.emit(e.BankReturned(account=bank.account, cents=bank.cents))


def _seat_answered_for(builder: EffectBuilder) -> int | Refused:
    """Return the seat for which the actor answers a bank offer, or a refusal.

    That is the actor's own seat, or the seat behind which the actor is asked as a backline bettor.
    """
    state, account = builder.state, builder.actor.account or NO_ACCOUNT
    if state.offers is None:
        message = f"{state.rules.rulebook.title} is banked by the house."
        return Refused("bank/house_banks", message)
    turn, held, behind = seat_to_act(state.offers.rotation)
    has_the_turn = turn if turn is not None else held
    if behind is not None and has_the_turn is not None and behind == account:
        return has_the_turn
    seat = state.seat_of(account)
    if seat is None:
        return Refused("seat/not_seated", "Only a seated player may bank. Sit down first.")
    if behind is not None and seat == has_the_turn:
        message = f"Seat {seat} has passed: a player behind it is asked."
        return Refused("rotation/not_asked", message, ("004 L1577",))
    return seat


def _refuse_posting(builder: EffectBuilder, cents: int) -> Refused | None:
    if builder.state.bank is not None:
        return Refused("bank/posted", "A bank is posted for the next hand already.")
    account = builder.actor.account or NO_ACCOUNT
    if builder.balance(account) < cents:
        return refuse_promotional(builder, account, "Your credit does not reach that far.")
    return builder.context.check_player_limits(account, builder.at, cents, 0)


def _post(builder: EffectBuilder, seat: int, cents: int) -> None:
    account = builder.actor.account or NO_ACCOUNT
    builder.transfer(account, builder.account("bank"), cents)
    # A result stays on display for its full time. [R14]
    next_at = max(builder.at, builder.state.next_at or 0)
    builder.emit(e.BankPosted(seat=seat, account=account, cents=cents, next_at=next_at))


def backline_number(bettor: str) -> int:
    """Return the number of a backline bettor's spot behind the seat."""
    return int(bettor.removeprefix("backline-"))


def unanswered_seat(state: TableState) -> int | None:
    """Return the seat that has to answer: the one that is offered the bank, or the player-dealer's before posting.

    None if no answer is due.
    """
    assert state.offers is not None
    rotation = state.offers.rotation
    if rotation.stage is RotationStage.OFFERING:
        return rotation.offered_seat
    return rotation.player_dealer if state.bank is None else None
