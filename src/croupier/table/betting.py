"""Open betting, place wagers and close betting; the server's clock decides whether a wager is in time. [R18]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from croupier.errors import Refused
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents, format_dollars
from croupier.money.collection import Collection, NoBracket
from croupier.rulebook.wager_checks import WagerProblem, WagerProblemReason, check_bets
from croupier.store.ledger_accounts import AccountName
from croupier.table import events as e
from croupier.table.bank_handlers import backline_number
from croupier.table.command_declaration import (
    BETTING,
    BETWEEN,
    DEALER,
    PLAYER,
    AmountCents,
    Command,
    Name,
    Seat,
    handles,
)
from croupier.table.command_effect import EffectBuilder
from croupier.table.procedure import batch_for, has_burn_cards_to_show, refuse_outstanding_step
from croupier.table.promotional_chips import move_stake, promotional_stake
from croupier.table.round_settlement import void_round
from croupier.table.settings import schedule_of
from croupier.table.state import CurrentRound, Phase, PlayerDealerBank, SpotBets, TableState

CODES = {
    "amount": "wager/invalid_amount",
    "wager": "wager/not_allowed",
    "seat": "wager/invalid_seat",
    "bettor": "wager/backline",
    "jackpot": "wager/jackpot_pending",
    "meter": "wager/meter_down",
}
"""Codes of refusals by the part of a wager that has the problem."""


class BettingClosedReason(StrEnum):
    """Reason why a table takes no wagers now."""

    TABLE_CLOSED = "table-closed"
    HELD = "held"
    PAUSED = "paused"
    FREE_HAND = "free-hand"
    NO_MORE_BETS = "no-more-bets"
    NO_BANK = "no-bank"
    NOT_OPEN = "not-open"


class BankRefusal(StrEnum):
    """Reason why a player cannot bet against the bank in play."""

    HAS_BANK = "has-bank"
    """The player is the player-dealer."""
    BANK_AT_SEAT = "bank-at-seat"
    """Another player banks from behind the player's seat."""


@dataclass(frozen=True)
class WagersRefused(Refused):
    """Refusal of placed wagers that lists every problem and the wagers that could be placed without the others."""

    problems: tuple[WagerProblem, ...] = ()
    """First problem of each wager that could not be placed."""
    placeable: Mapping[str, Cents] = field(default_factory=dict)
    """Stakes of the other wagers, by wager id."""


class OpenBets(Command):
    """Command to open betting for the next round."""

    do: Literal["open-bets"] = "open-bets"


@handles(OpenBets, phases=BETWEEN, roles=DEALER)
def open_bets(builder: EffectBuilder, command: OpenBets) -> Refused | None:
    """Open betting for the next round.

    Where the generator deals, the countdown starts with the first wager.
    """
    if builder.state.stakes is not None:
        return Refused("wager/table_stakes_game", "Seats play one another here: deal the next hand.", ("004 L969",))
    if refusal := refuse_if_not_ready(builder):
        return refusal
    state, free = builder.state, builder.state.opening.free_hand
    closes = None if state.is_automated and not free else builder.at + 1000 * state.settings.betting_seconds
    open_round(builder, closes_at=builder.at if free else closes)
    return None


def open_round(builder: EffectBuilder, *, closes_at: int | None) -> None:
    """Start the next round under a new number; if every round has its own deck, load a new deck."""
    switch_deck(builder)
    state = builder.state
    number = state.rounds + 1
    builder.emit(
        e.BetsOpened(
            round=f"{state.name}/{number:06d}",
            number=number,
            at=builder.at,
            closes_at=closes_at,
            free_hand=state.opening.free_hand,
        )
    )


def switch_deck(builder: EffectBuilder) -> None:
    """Load the alternate deck, in a game with a full deck for every round. [004 L2617-2621]

    One deck is dealt while the other is shuffled.
    """
    state = builder.state
    assert state.shoe is not None
    if state.rules.rulebook_shuffles_each_round and not state.is_automated and state.shoe.dealt:
        batch = batch_for(builder, None)
        assert not isinstance(batch, Refused)
        builder.emit(e.ShoeLoaded(number=state.shoes + 1, source="dealer", batch=batch))


def refuse_if_not_ready(builder: EffectBuilder) -> Refused | None:
    state = builder.state
    if refusal := refuse_outstanding_step(builder, "day", "opening", "hand"):
        return refusal
    if state.shoe is None or state.shoe.is_finished:
        return Refused("shoe/finished", "The shoe is used up, or there is none: bring in a new shoe.", ("003 L230",))
    if state.shoe.burn_due:
        return Refused("shoe/burn", "Burn first: read the first card of the new shoe.", ("003 L200",))
    if has_burn_cards_to_show(state):
        left = state.shoe.burned_unseen
        return Refused("shoe/burned_unseen", f"Show the burned cards first: {left} more.", ("000 L94",))
    if state.offers is not None:
        if state.bank is None:
            text = "No bank is posted: the player-dealer puts up a wager first."
            return Refused("bank/not_posted", text, ("004 L357",))
        if state.offers.must_stop(builder.at):
            return Refused(
                "bank/time_up", "The game has to stop: the seat was not offered on.", state.offers.rules.cites
            )
    return None


def betting_closed_reason(state: TableState, at: int) -> BettingClosedReason | None:
    """Return why the table takes no wagers now, or None while betting is open."""
    reasons = BettingClosedReason
    if state.phase is Phase.CLOSED:
        return reasons.TABLE_CLOSED
    if state.holds:
        return reasons.HELD
    if state.paused_at is not None:
        return reasons.PAUSED
    if state.opening.free_hand:
        return reasons.FREE_HAND
    if state.phase is Phase.BETWEEN:
        return reasons.NO_BANK if state.offers is not None and state.bank is None else reasons.NOT_OPEN
    if state.phase is Phase.DEALING or (state.round is not None and _is_countdown_over(state.round, at)):
        return reasons.NO_MORE_BETS
    return None


def _is_countdown_over(current: CurrentRound, at: int) -> bool:
    return current.closes_at is not None and at >= current.closes_at


def bank_refusal(state: TableState, seat: int | None, account: AccountName) -> BankRefusal | None:
    """Return why a player cannot bet at a seat of the player's own against the bank in play, or None. [004 L262]"""
    if state.bank is None:
        return None
    if state.bank.account == account:
        return BankRefusal.HAS_BANK
    return BankRefusal.BANK_AT_SEAT if state.bank.seat == seat else None


class WagerAmount(Command):
    """Chips on one wager."""

    wager: Name
    cents: AmountCents
    promotional: bool = False
    """Whether the whole wager is placed with promotional chips."""


class PlaceWagers(Command):
    """Command that replaces all chips a bettor has at a seat; an empty list takes all of them back.

    The seat is the player's own, or one the player bets behind.
    """

    do: Literal["place-wagers"] = "place-wagers"
    seat: Seat
    wagers: Annotated[list[WagerAmount], Field(max_length=40)]
    round: Name | None = None
    """Id of the round for which the chips are; the command is refused in any other round. None: the round in play."""


@handles(PlaceWagers, phases=BETTING, roles=PLAYER)
def place_wagers(builder: EffectBuilder, command: PlaceWagers) -> Refused | None:
    """Replace a bettor's wagers at a seat: check all of them, then transfer the difference."""
    current = builder.state.round
    account = builder.actor.account
    assert current is not None
    if account is None:
        return Refused("wager/players_only", "Only a player may bet.")
    if _is_countdown_over(current, builder.at):
        return Refused("wager/no_more_bets", "No more bets.", ("004 L287",))
    if command.round is not None and command.round != current.id:
        return Refused("wager/no_more_bets", f"No more bets in round {command.round}.", ("004 L287",))
    # Sort by wager id as the log does, so that a round replayed from the log has its chips in the same order.
    wagers = {on.wager: on.cents for on in sorted(command.wagers, key=lambda on: on.wager)}
    if len(wagers) != len(command.wagers):
        return Refused("wager/duplicate", "A wager is named twice; give each spot once with all its chips.")
    bettor = _bettor(builder, command.seat, account)
    if isinstance(bettor, Refused):
        return bettor
    before = current.spots.get((command.seat, account))
    spot = SpotBets(command.seat, bettor, account, wagers)
    if refusal := _refuse_forbidden_wagers(builder, spot):
        return refusal
    chosen = [on.wager for on in command.wagers if on.promotional]
    promotional = promotional_stake(builder, before, wagers, chosen, account)
    if isinstance(promotional, Refused):
        return promotional
    spot = replace(spot, promotional=promotional)
    extra = spot.credit_cents - (before.credit_cents if before else 0)
    if refusal := (_adds_chips(before, spot) and _refuse_unaffordable(builder, spot, extra)) or None:
        return refusal
    builder.transfer(account, builder.account("stakes"), extra)
    move_stake(builder, before.promotional if before else None, promotional)
    placed = e.WagersPlaced(seat=spot.seat, bettor=bettor, account=account, wagers=wagers, promotional=promotional)
    builder.emit(placed)
    _update_countdown(builder)
    return None


def _adds_chips(before: SpotBets | None, spot: SpotBets) -> bool:
    """Return whether new wagers add chips to a spot, or change a wager between credit and promotional chips.

    Taking chips back needs no check of credit or limits.
    """
    there = before.wagers if before else {}
    changed = set(spot.promotional.wagers if spot.promotional else ())
    changed ^= set(before.promotional.wagers if before and before.promotional else ())
    return any(cents > there.get(wager, 0) or wager in changed for wager, cents in spot.wagers.items())


def _bettor(builder: EffectBuilder, seat: int, account: AccountName) -> str | Refused:
    """Return the bettor's name at the seat: the seated player, or a backline bettor. [004 L735]"""
    state = builder.state
    assert state.round is not None
    if seat not in state.rules.seats:
        return Refused("wager/invalid_seat", f"There is no seat {seat} on this layout.")
    sitter = state.seats.get(seat)
    if sitter is None and (seat, account) in state.round.spots:
        return state.round.spots[seat, account].bettor  # the seated player has left; the bettor keeps these chips
    if sitter is None:
        return Refused("wager/invalid_seat", f"Nobody sits in seat {seat}. Sit down to bet there.")
    if state.bank is not None and state.bank.account == account and state.bank.seat != seat:
        return Refused(
            "wager/player_dealer_cannot_bet",
            "The player-dealer does not bet against himself.",
            ("004 L262",),
        )
    if sitter.account == account:
        return SEATED
    if (seat, account) in state.round.spots:
        return state.round.spots[seat, account].bettor
    behind = [spot.bettor for spot in state.round.spots.values() if spot.seat == seat and spot.bettor != SEATED]
    number = 1 + max((backline_number(name) for name in behind), default=0)
    return f"backline-{number}"


def _refuse_forbidden_wagers(builder: EffectBuilder, spot: SpotBets) -> Refused | None:
    """Refuse wagers that the rules forbid: limits, prerequisites, exclusions, closed wagers."""
    if builder.state.opening.free_hand:
        return Refused("wager/free_hand", "This is a free hand: it is dealt without wagers.", ("003 L297",))
    if not (problems := _wager_problems(builder, spot)):
        return None
    first = problems[0]
    sentence = first.message[:1].upper() + first.message[1:]
    rejected = _rejected_wagers(builder, spot, problems)
    return WagersRefused(
        CODES[first.where.rpartition(".")[2]],
        f"{sentence}.",
        (first.cite,) if first.cite else (),
        tuple(rejected.values()),
        {name: Cents(cents) for name, cents in spot.wagers.items() if name not in rejected},
    )


def _wager_problems(builder: EffectBuilder, spot: SpotBets) -> list[WagerProblem]:
    state = builder.state
    bank = state.bank.seat if state.bank else None
    return _closed_wagers(builder, spot) or check_bets(
        state.rules, spot.bets(), bank_seat=bank, schedule=schedule_of(state.settings)
    )


def _rejected_wagers(
    builder: EffectBuilder, spot: SpotBets, problems: Sequence[WagerProblem]
) -> dict[str, WagerProblem]:
    """Return the wagers that cannot be placed, each with its first problem.

    A wager that fails only because others cannot be placed waits for them: it is incomplete.
    """
    rejected: dict[str, WagerProblem] = {}
    while problems:
        for problem in problems:
            together = problem.reason is WagerProblemReason.BELOW_COMBINED_MINIMUM
            for name in [name for name in spot.wagers if together or name == problem.wager]:
                rejected.setdefault(name, replace(problem, wager=name))
        left = {name: cents for name, cents in spot.wagers.items() if name not in rejected}
        found = _wager_problems(builder, replace(spot, wagers=left))
        problems = [replace(problem, is_incomplete=True) for problem in found]
    return rejected


def _closed_wagers(builder: EffectBuilder, spot: SpotBets) -> list[WagerProblem]:
    """Return the problems of wagers that are closed: a jackpot waits for confirmation, or a meter is down."""
    state, reasons = builder.state, WagerProblemReason
    locked = [
        WagerProblem("jackpot", f"{name} is closed: a jackpot is being confirmed", "", reasons.JACKPOT_PENDING, name)
        for name in sorted(state.locked_wagers & set(spot.wagers))
    ]
    down = [
        WagerProblem("meter", f"{name} is closed: its meter cannot be reached", "", reasons.METER_DOWN, name)
        for name in dict.fromkeys(meter.wager for meter in state.rules.meters)
        if name in spot.wagers and not _meter_is_up(builder, name)
    ]
    return locked or down


def _meter_is_up(builder: EffectBuilder, wager: str) -> bool:
    meters = [meter.id for meter in builder.state.rules.meters if meter.wager == wager]
    return all(builder.context.meter_is_up(builder.meter(meter)) for meter in meters)


def _refuse_unaffordable(builder: EffectBuilder, spot: SpotBets, extra: int) -> Refused | None:
    """Refuse if the bettor's credit, the player's limits or the player-dealer's credit for the fee are too low."""
    current = builder.state.round
    assert current is not None
    fee = _own_fee(builder, spot)
    if isinstance(fee, Refused):
        return fee
    credit = builder.balance(spot.account)
    if extra + fee > credit:
        text = (
            f"That takes {format_dollars(Cents(extra + fee))} more, and your credit is {format_dollars(Cents(credit))}."
        )
        return Refused("money/insufficient", text)
    if extra <= 0 and spot.promotional is None:
        return None
    # Promotional chips count towards no stake or loss limit; the check still shows whether the player may play.
    return builder.context.check_player_limits(spot.account, builder.at, max(0, extra), current.staked_by(spot.account))


def _own_fee(builder: EffectBuilder, spot: SpotBets) -> int | Refused:
    """Return the collection fee of this bettor in cents, or a refusal.

    The wager is refused if the player-dealer cannot pay the bank's part of the fees.
    """
    current, bank = builder.state.round, builder.state.bank
    assert current is not None
    spots = [*(one for key, one in current.spots.items() if key != (spot.seat, spot.account)), spot]
    try:
        fees = collection(builder, [bet for spot in spots for bet in spot.bets()])
    except NoBracket as none:
        return Refused("wager/invalid_amount", f"{str(none)[:1].upper()}{str(none)[1:]}.", ("004 L3060",))
    if fees is None:
        return 0
    if bank is not None and builder.balance(bank.account) < fees.player_dealer:
        return Refused(
            "bank/fee_not_covered",
            "The player-dealer's credit does not reach for the collection of so much action.",
        )
    return _fees_by_account(fees, spots, None).get(spot.account, 0)


def _fees_by_account(
    fees: Collection, spots: Iterable[SpotBets], bank: PlayerDealerBank | None
) -> dict[AccountName, int]:
    """Return the collection fees by account in cents: each bettor's for all spots together, and the player-dealer's."""
    accounts = {bet.payer: spot.account for spot in spots for bet in spot.bets()}
    due: dict[AccountName, int] = {}
    for payer, cents in fees.players.items():
        due[accounts[payer]] = due.get(accounts[payer], 0) + cents
    if bank is not None and fees.player_dealer:
        due[bank.account] = due.get(bank.account, 0) + fees.player_dealer
    return due


def collection(builder: EffectBuilder, bets: Sequence[Bet]) -> Collection | None:
    """Return the collection fees of these bets, or None if no schedule is in effect. [004 L3060, L3464]"""
    schedule = schedule_of(builder.state.settings)
    if schedule is None or not bets:
        return None
    return builder.state.rules.collection(schedule, bets)


def _update_countdown(builder: EffectBuilder) -> None:
    """Start the countdown with the first wager.

    Where the generator deals, stop the countdown when the last wager is taken back.
    """
    current = builder.state.round
    assert current is not None
    if current.spots and current.closes_at is None:
        builder.emit(e.CountdownSet(closes_at=builder.at + 1000 * builder.state.settings.betting_seconds))
    elif builder.state.is_automated and not current.spots and current.closes_at is not None:
        builder.emit(e.CountdownSet(closes_at=None))


def close_bets_on_timeout(builder: EffectBuilder) -> None:
    """Close betting at the deadline; without a wager, betting stays open and waits for the first one. [004 L1420]"""
    if close_bets(builder, CloseBets()) is not None:
        builder.emit(e.CountdownSet(closes_at=None))


class SayReady(Command):
    """Command of a player whose bets are made; betting closes when every player has sent it."""

    do: Literal["say-ready"] = "say-ready"


@handles(SayReady, phases=BETTING, roles=PLAYER)
def say_ready(builder: EffectBuilder, command: SayReady) -> Refused | None:
    """Record that a player's bets are made, and close betting if the table waits for nobody else.

    The rules leave the length of the countdown to the house, so that a table may end it early; a table does so only if
    its settings say it. [ILANI-MB-A16]
    """
    current, account = builder.state.round, builder.actor.account
    assert current is not None
    if not builder.state.settings.closes_when_ready:
        return Refused("betting/fixed_time", "Betting closes at the end of the countdown at this table.")
    if account is None or account not in players_to_wait_for(builder.state):
        return Refused("betting/no_player", "Sit down or place a bet first: the table does not wait for you.")
    if _is_countdown_over(current, builder.at):
        return Refused("wager/no_more_bets", "No more bets.", ("004 L287",))
    if account not in current.ready:
        builder.emit(e.ReadySaid(account=account))
    # Without a wager betting stays open, as it does at the end of the countdown.
    if current.spots and not players_to_wait_for(builder.state) - current.ready - {account}:
        return close_bets(builder, CloseBets())
    return None


def players_to_wait_for(state: TableState) -> frozenset[AccountName]:
    """Return the players that have to be ready before betting closes early: seated, or with chips on the layout.

    The player-dealer places no bets and is not among them.
    """
    assert state.round is not None
    seated = {player.account for player in state.seats.values()}
    bettors = {spot.account for spot in state.round.spots.values()}
    return frozenset(seated | bettors) - ({state.bank.account} if state.bank is not None else set())


class CloseBets(Command):
    """Command to close betting."""

    do: Literal["close-bets"] = "close-bets"


@handles(CloseBets, phases=BETTING, roles=DEALER)
def close_bets(builder: EffectBuilder, command: CloseBets) -> Refused | None:
    """Close betting and take the collection fee before the first card. [004 L343, L911; R60]

    If a fee cannot be paid, the round is void.
    """
    state = builder.state
    assert state.round is not None
    if not state.round.spots and not state.round.opening.free_hand:
        text = "Nobody has bet: a round is dealt when at least one wager is down."
        return Refused("round/no_wager", text, ("004 L1420",))
    next_at = builder.at + state.settings.card_ms if state.is_automated else None
    fees = collection(builder, state.round.bets())
    builder.emit(e.BetsClosed(at=builder.at, next_at=next_at))
    if fees is not None and not _take_fees(builder, fees):
        void_round(builder, "collection", "somebody's credit no longer reached for the collection", "004 L3060")
    else:
        _assign_reveal_rights(builder)
    return None


def _take_fees(builder: EffectBuilder, fees: Collection) -> bool:
    state = builder.state
    assert state.round is not None
    due = _fees_by_account(fees, state.round.spots.values(), state.bank)
    if any(builder.balance(account) < owed for account, owed in due.items()):
        return False
    for account, owed in due.items():
        builder.transfer(account, builder.account("drop"), owed)
    schedule = schedule_of(state.settings)
    assert schedule is not None
    builder.emit(e.FeesTaken(schedule=schedule.id, action_cents=fees.action, fees=due))
    return True


def _assign_reveal_rights(builder: EffectBuilder) -> None:
    """Assign the rights to reveal cards, where the game deals them face down for that."""
    state = builder.state
    assert state.round is not None
    turning = state.family.card_turning
    held = None if turning is None else turning.assigned_rights(state.rules, state.round.bets(), list(state.seats))
    if held is None:
        return
    named: dict[str, list[int | str] | None] = {
        hand: None if holder is None else [holder.seat, holder.bettor] for hand, holder in held.items()
    }
    builder.emit(e.RevealRightsAssigned(rights=named))
