"""Table stakes: chips in front of players, the waiting list, the dealer button, and the start of a hand."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from croupier.cards import CardError, Piece
from croupier.errors import Refused
from croupier.money.bets import SEATED
from croupier.money.cents import Cents, format_dollars
from croupier.play.round import Arrange, Deal
from croupier.play.table_stakes import BuyInLimits, TableStakes
from croupier.store.ledger_accounts import NO_ACCOUNT, AccountName
from croupier.table import events as e
from croupier.table.betting import open_round, refuse_if_not_ready, switch_deck
from croupier.table.command_declaration import BETWEEN, DEALER, OPEN, PLAYER, AmountCents, CardText, Command, handles
from croupier.table.command_effect import EffectBuilder
from croupier.table.promotional_chips import refuse_promotional
from croupier.table.replay_cache import current_play
from croupier.table.state import Phase, TableState

TABLE_STAKES = "004 L30"
"""Citation: only chips on the table at the start of the hand play."""
PLAYERS_ONLY = Refused("seat/players_only", "Only a player may do that.")


def stakes_of(builder: EffectBuilder) -> TableStakes | Refused:
    stakes = builder.state.stakes
    return (
        Refused("table/no_table_stakes", "Nobody brings chips to this table: wagers are placed here.")
        if stakes is None
        else stakes
    )


class BuyChips(Command):
    """Command to buy chips with credit, at a table where seats play against each other.

    Allowed between hands; in some games also during a hand, until the showdown.
    """

    do: Literal["buy-chips"] = "buy-chips"
    cents: AmountCents


@handles(BuyChips, phases=OPEN, roles=PLAYER)
def buy_chips(builder: EffectBuilder, command: BuyChips) -> Refused | None:
    """Buy chips with credit; a player in the hand may add chips if the game allows it. [004 L30, L210]"""
    here = _player_with_chips(builder)
    if isinstance(here, Refused):
        return here
    seat, account = here.seat, here.account
    state = builder.state
    spot = None if state.round is None else state.round.spots.get((seat, account))
    rules, wager = here.stakes.buy_in(state.rules), wager_for_added_chips(state)
    if spot is not None and wager is None:
        message = "You are in this hand: chips are added between hands only"
        if rules.adds_to is not None:
            message = "The showdown has begun: chips are added before it, or between hands"
        return Refused("chips/in_hand", f"{message}; what lay in front of you plays.", (rules.cite or TABLE_STAKES,))
    stack = state.stack(account).cents
    in_front = stack + (0 if spot is None else spot.total)
    if refusal := _refuse_amount(rules, in_front, command.cents) or _refuse_unaffordable(builder, account, command):
        return refusal
    builder.transfer(account, builder.stack(account), command.cents)
    builder.emit(e.ChipsBought(seat=seat, account=account, cents=command.cents, stack_cents=stack + command.cents))
    if spot is not None and wager is not None:
        more = {**spot.wagers, wager: spot.wagers.get(wager, 0) + command.cents}
        builder.transfer(builder.stack(account), builder.account("stakes"), command.cents)
        builder.emit(e.WagersPlaced(seat=seat, bettor=spot.bettor, account=account, wagers=more))
    return None


def _refuse_amount(rules: BuyInLimits, stack: int, cents: int) -> Refused | None:
    """Refuse an amount that leaves too few or too many chips in front of the player."""
    cites = (rules.cite,) if rules.cite else ()
    after = stack + cents
    least, most = format_dollars(rules.least), None if rules.most is None else format_dollars(rules.most)
    if cents % rules.chip:
        message = f"Chips here are whole {format_dollars(rules.chip)}; {format_dollars(Cents(cents))} is not."
        return Refused("chips/amount", message, cites)
    if after < rules.least:
        short = format_dollars(Cents(rules.least - stack))
        return Refused("chips/amount", f"The least to sit down with is {least}: buy {short} or more.", cites)
    if rules.most is not None and after > rules.most:
        addable = rules.most - stack
        may = f"you may add {format_dollars(Cents(addable))}" if addable > 0 else "you may add nothing"
        return Refused("chips/amount", f"The most to have in front of you is {most}: {may}.", cites)
    return None


def wager_for_added_chips(state: TableState) -> str | None:
    """Return the wager that receives chips bought during a hand; None where no chips may be added now. [004 L210]"""
    if (
        state.stakes is None
        or state.phase is not Phase.DEALING
        or not isinstance(current_play(state).need, Deal | Arrange)
    ):
        return None
    return state.stakes.buy_in(state.rules).adds_to


def _refuse_unaffordable(builder: EffectBuilder, account: AccountName, command: BuyChips) -> Refused | None:
    credit = builder.balance(account)
    if command.cents > credit:
        message = (
            f"That takes {format_dollars(Cents(command.cents))}, and your credit is {format_dollars(Cents(credit))}."
        )
        return refuse_promotional(builder, account, message)
    return builder.context.check_player_limits(account, builder.at, command.cents, 0)


class _PlayerHere(NamedTuple):
    """Seated player at a table where seats play against each other."""

    stakes: TableStakes
    seat: int
    account: AccountName


def _player_with_chips(builder: EffectBuilder) -> _PlayerHere | Refused:
    stakes, account = stakes_of(builder), builder.actor.account
    if isinstance(stakes, Refused):
        return stakes
    if account is None:
        return PLAYERS_ONLY
    seat = builder.state.seat_of(account)
    if seat is None:
        return Refused("seat/not_seated", "You have no seat at this table: sit down first.")
    return _PlayerHere(stakes, seat, account)


def return_chips(builder: EffectBuilder, seat: int, account: AccountName) -> None:
    """Move a player's chips from the table to the player's credit."""
    cents = builder.state.stack(account).cents
    if cents:
        builder.transfer(builder.stack(account), account, cents)
        builder.emit(e.ChipsReturned(seat=seat, account=account, cents=cents))


def take_all_chips(builder: EffectBuilder) -> None:
    """Move the chips of all players to their credit, because the game changes or the table closes."""
    for seat, sitter in dict(builder.state.seats).items():
        return_chips(builder, seat, sitter.account)


class SitOut(Command):
    """Command to sit out: the player is not dealt in, and keeps seat and chips."""

    do: Literal["sit-out"] = "sit-out"


@handles(SitOut, phases=OPEN, roles=PLAYER, paused=True)
def sit_out(builder: EffectBuilder, command: SitOut) -> Refused | None:
    """Let a player sit out after the hand in play."""
    here = _player_with_chips(builder)
    if isinstance(here, Refused):
        return here
    seat, account = here.seat, here.account
    if builder.state.stack(account).is_out:
        return Refused("seat/already_out", "You sit out already.")
    builder.emit(e.SatOut(seat=seat, account=account, why="asked"))
    return None


class SitIn(Command):
    """Command to be dealt in again after sitting out.

    With `post`, the player pays the missed blinds and antes and is dealt in at once; otherwise the player waits for the
    regular turn.
    """

    do: Literal["sit-in"] = "sit-in"
    post: bool = False


@handles(SitIn, phases=OPEN, roles=PLAYER, paused=True)
def sit_in(builder: EffectBuilder, command: SitIn) -> Refused | None:
    here = _player_with_chips(builder)
    if isinstance(here, Refused):
        return here
    seat, account = here.seat, here.account
    stack = builder.state.stack(account)
    if not stack.is_out and stack.posts == command.post:
        return Refused("seat/already_in", "You are dealt in already.")
    if command.post and not stack.owes:
        return Refused("seat/nothing_missed", "You have missed nothing: there is nothing to post.", ("004 L51",))
    builder.emit(e.SatIn(seat=seat, account=account, posts=command.post))
    return None


class JoinWaitingList(Command):
    """Command to join the waiting list of a full table."""

    do: Literal["join-waiting-list"] = "join-waiting-list"


@handles(JoinWaitingList, phases=OPEN, roles=PLAYER, paused=True)
def join_waiting(builder: EffectBuilder, command: JoinWaitingList) -> Refused | None:
    stakes, account = stakes_of(builder), builder.actor.account
    if isinstance(stakes, Refused):
        return stakes
    state = builder.state
    if account is None:
        return PLAYERS_ONLY
    if (seat := state.seat_of(account)) is not None:
        return Refused("seat/already_seated", f"You sit in seat {seat} already.")
    if any(one.account == account for one in state.waiting):
        return Refused(
            "waiting/already_listed",
            f"You are on the list already, number {_waiting_position(state, account)}.",
        )
    if free := free_seats(state)[len(state.waiting) :]:
        return Refused("waiting/seat_free", f"Seat {free[0]} is free: sit down.")
    builder.emit(e.WaitingListJoined(account=account, name=builder.actor.name, place=len(state.waiting) + 1))
    return None


class LeaveWaitingList(Command):
    """Command to leave the waiting list."""

    do: Literal["leave-waiting-list"] = "leave-waiting-list"


@handles(LeaveWaitingList, phases=OPEN, roles=PLAYER, paused=True, held=True)
def leave_waiting(builder: EffectBuilder, command: LeaveWaitingList) -> Refused | None:
    account = builder.actor.account or NO_ACCOUNT
    if not any(one.account == account for one in builder.state.waiting):
        return Refused("waiting/not_listed", "You are not on the list of this table.")
    builder.emit(e.WaitingListLeft(account=account))
    return None


def free_seats(state: TableState) -> list[int]:
    return [seat for seat in state.rules.seats if seat not in state.seats]


def _waiting_position(state: TableState, account: AccountName) -> int:
    return 1 + [one.account for one in state.waiting].index(account)


def refuse_seat_out_of_turn(state: TableState, account: AccountName) -> Refused | None:
    """Refuse a seat to a player while others on the waiting list come first."""
    free, names = len(free_seats(state)), [one.account for one in state.waiting]
    if len(names) < free or account in names[:free]:
        return None
    return Refused("seat/waiting_list", f"{min(free, len(names))} on the waiting list come first for a free seat.")


class DrawButton(Command):
    """Command to draw for the dealer button, one card per player; the highest card gets the button.

    `cards`: the dealer's cards by seat; None: the generator draws them.
    """

    do: Literal["draw-button"] = "draw-button"
    cards: Annotated[dict[int, CardText], Field(max_length=64)] | None = None


@handles(DrawButton, phases=BETWEEN, roles=DEALER)
def draw_button(builder: EffectBuilder, command: DrawButton) -> Refused | None:
    """Draw one card for each player who is ready; the highest card gets the dealer button. [004 L6]"""
    stakes = stakes_of(builder)
    if isinstance(stakes, Refused):
        return stakes
    state = builder.state
    if state.button is not None:
        return Refused("button/drawn", f"The button lies at seat {state.button}; it moves by itself.", ("004 L6",))
    if not state.can_start_hand:
        return too_few_players(stakes)
    cards = _draw_cards(builder) if command.cards is None else _parse_drawn_cards(builder, command.cards)
    if isinstance(cards, Refused):
        return cards
    _emit_button(builder, stakes, cards, "generator" if command.cards is None else "dealer")
    return None


def too_few_players(stakes: TableStakes) -> Refused:
    message = f"A hand needs {stakes.least_players} players with chips who are not sitting out."
    return Refused("hand/too_few", message)


def _draw_cards(builder: EffectBuilder) -> dict[int, Piece]:
    """Return one random card per ready seat, all different."""
    left = list(builder.state.rules.shoe.pack.pieces)
    return {seat: left.pop(builder.context.card_source.random_below(len(left))) for seat in builder.state.seats_ready}


def _parse_drawn_cards(builder: EffectBuilder, texts: dict[int, str]) -> dict[int, Piece] | Refused:
    seats = builder.state.seats_ready
    if sorted(texts) != seats:
        wanted = ", ".join(map(str, seats))
        return Refused("button/cards", f"One card for each player who is dealt in: seats {wanted}.", ("004 L6",))
    try:
        cards = {seat: builder.state.rules.shoe.pack.parse(texts[seat]) for seat in seats}
    except CardError as error:
        return Refused("card/unreadable", f"{str(error)[:1].upper()}{str(error)[1:]}.")
    if len(set(cards.values())) != len(cards):
        return Refused(
            "shoe/impossible_card", "Two players have the same card; one of them was misread.", ("000 L136",)
        )
    return cards


def _emit_button(builder: EffectBuilder, stakes: TableStakes, cards: dict[int, Piece], source: str) -> None:
    seat = stakes.first_button(builder.state.rules, cards)
    builder.emit(e.ButtonDrawn(seat=seat, cards={str(at): str(card) for at, card in cards.items()}, source=source))


class DealHand(Command):
    """Command to begin the next hand, at a table where seats play against each other."""

    do: Literal["deal-hand"] = "deal-hand"


@handles(DealHand, phases=BETWEEN, roles=DEALER)
def deal_hand(builder: EffectBuilder, command: DealHand) -> Refused | None:
    """Start the next hand with all chips in front of the players; the family sets blinds and antes."""
    stakes = stakes_of(builder)
    if isinstance(stakes, Refused):
        return stakes
    if refusal := refuse_if_not_ready(builder):
        return refusal
    if not builder.state.can_start_hand:
        return too_few_players(stakes)
    if builder.state.button is None:
        if not builder.state.is_automated:
            message = "Nobody has the button yet: deal one card to each player for it."
            return Refused("button/not_drawn", message, ("004 L6",))
        _emit_button(builder, stakes, _draw_cards(builder), "generator")
    _start_hand(builder, stakes)
    return None


def _start_hand(builder: EffectBuilder, stakes: TableStakes) -> None:
    state = builder.state
    start = stakes.start_hand(state.rules, state.seated_stacks, state.button, moves=not state.button_drawn)
    accounts = {seat: sitter.account for seat, sitter in state.seats.items()}
    gone = {
        account: list(stack.owes)
        for account, stack in state.stacks.items()
        if stack.owes and account not in accounts.values()
    }
    owes = gone | {accounts[seat]: list(words) for seat, words in start.owes.items() if words}
    switch_deck(builder)
    builder.emit(e.HandStarted(button=start.button, owes=owes))
    open_round(builder, closes_at=None)
    for seat, wagers in start.wagers.items():
        brought = {name: cents for name, cents in sorted(wagers.items()) if cents}
        builder.transfer(builder.stack(accounts[seat]), builder.account("stakes"), sum(brought.values()))
        builder.emit(e.WagersPlaced(seat=seat, bettor=SEATED, account=accounts[seat], wagers=brought))
    next_at = builder.at + state.settings.card_ms if state.is_automated else None
    builder.emit(e.BetsClosed(at=builder.at, next_at=next_at))
