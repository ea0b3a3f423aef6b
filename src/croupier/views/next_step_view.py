"""View of the next step at a table: an instruction for the dealer, and the command that carries it out."""

from __future__ import annotations

from typing import Unpack

from croupier.play.hands_on_table import hand_words
from croupier.play.round import Arrange, Ask, Deal, OpenHand, Roll
from croupier.play.table_stakes import TableStakes
from croupier.table.dealing import hand_to_reveal
from croupier.table.procedure import StepStatus, has_burn_cards_to_show, next_outstanding_step
from croupier.table.replay_cache import current_play
from croupier.table.rotation import Rotation, RotationStage
from croupier.table.rotation_offers import who_at
from croupier.table.state import CurrentRound, Phase, TableState
from croupier.views.models.staff import NextStepTargetView, NextStepView

NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def next_step(state: TableState, at: int) -> NextStepView:
    """Return the next step; its `command` is None if nobody at the console has to act."""
    if state.holds:
        return _next_step(f"The table is held: {state.holds[0].why}. A supervisor releases it")
    if state.paused_at is not None:
        return _next_step("The table is paused", "resume-table")
    match state.phase:
        case Phase.CLOSED:
            return _next_step("Open the table", "open-table")
        case Phase.BETWEEN:
            return _between(state, at)
        case Phase.BETTING:
            return _betting(state)
        case Phase.DEALING:
            return _dealing(state, at)


def _next_step(words: str, do: str | None = None, **where: Unpack[NextStepTargetView]) -> NextStepView:
    return {"text": words, "command": do, **where}


def _between(state: TableState, at: int) -> NextStepView:
    """Return the next step between rounds: procedure, shoe, bank, then bets.

    The random generator fills its shoe automatically when the bets open.
    """
    shoe, offers = state.shoe, state.offers
    if (step := next_outstanding_step(state, at, ("day", "opening", "shoe", "hand", "idle"))) is not None:
        return _step(step)
    if not state.is_automated and (shoe is None or shoe.is_finished):
        return _next_step("New shoe", "load-shoe")
    if shoe is not None and shoe.burn_due:
        return _next_step("Burn: read the first card", "read-card")
    if shoe is not None and has_burn_cards_to_show(state):
        return _next_step(
            f"Show the burned cards: {shoe.burned_unseen} more", "show-burn-card", count=shoe.burned_unseen
        )
    if state.stakes is not None:
        return _next_hand(state, state.stakes)
    if offers is not None and state.bank is None:
        return _bank_step(offers.rotation)
    return (
        _next_step("The next bets open by themselves")
        if state.is_automated
        else _next_step("Open the bets", "open-bets")
    )


def _step(now: StepStatus) -> NextStepView:
    """Return the next step if a step of the procedure is due or waits for confirmation. [003 L190-203]"""
    if now.waits:
        return _next_step(f"{now.step.title}: {now.step.verified_by} confirms it", step=now.step.id)
    return _next_step(now.step.title, "complete-step", step=now.step.id)


def _next_hand(state: TableState, stakes: TableStakes) -> NextStepView:
    """Return the next step if seats play against each other: wait for players, draw the button, or deal."""
    if not state.can_start_hand:
        return _next_step(f"A hand needs {stakes.least_players} players with chips")
    if state.is_automated:
        return _next_step("The next hand begins by itself")
    if state.button is None:
        return _next_step("Deal one card to each player for the button", "draw-button")
    return _next_step("Deal the next hand", "deal-hand")


def _bank_step(rotation: Rotation) -> NextStepView:
    """Return the next step if a seat has to answer the bank offer or post the bank. [004 L357, L1577]"""
    match rotation.stage:
        case RotationStage.OFFERING:
            assert rotation.offered_seat is not None
            who = who_at(rotation.offered_seat, rotation.offered_behind)
            return _next_step(f"{who} is offered the bank: it takes or passes", seat=rotation.offered_seat)
        case RotationStage.BANKING:
            assert rotation.player_dealer is not None
            who = who_at(rotation.player_dealer, rotation.banks_behind)
            return _next_step(f"{who} posts the bank", seat=rotation.player_dealer)
        case RotationStage.BROKEN:
            return _next_step("Nobody takes the bank: a new player, or a new game")
        case RotationStage.WAITING:
            return _next_step("The bank waits for a player to sit down")


def _betting(state: TableState) -> NextStepView:
    assert state.round is not None
    if state.round.opening.free_hand:
        return _next_step("Free hand: no bets are taken", None if state.is_automated else "close-bets")
    if state.is_automated:
        return _next_step("Bets are open")
    if not state.round.spots:
        return _next_step("Nobody has bet yet: ask for bets")  # A round without any wager is not dealt. [004 L1420]
    return _next_step("No more bets: close the bets", "close-bets")


def _dealing(state: TableState, at: int) -> NextStepView:
    """Return the next step while a round is dealt.

    Face-down cards are turned first, because the next card or question depends on them.
    """
    current = state.round
    assert current is not None
    if hand := hand_to_reveal(state):
        return _turn_step(state, current, hand)
    need = current_play(state).need
    if isinstance(need, Ask):
        return _seats_decide(state, need)
    if isinstance(need, Arrange):
        return _seats_set_hands(state, need)
    if isinstance(need, Roll):
        return _next_step(
            f"Throw the {need.what}", None if state.is_automated else "roll-dice", count=need.count, sides=need.most
        )
    opens = isinstance(need, OpenHand) or (isinstance(need, Deal) and need.opens)
    if opens and (step := next_outstanding_step(state, at, ("dealt",))) is not None:
        return _step(step)
    if isinstance(need, OpenHand):
        shown = _next_step(
            f"Open: {hand_words(need.hand)}", None if state.is_automated else "show-hand", hand=need.hand
        )
        return shown if need.seat is None else {**shown, "seat": need.seat}
    if isinstance(need, Deal):
        does = "Open" if need.opens else "Deal"
        words = f"{does}: {hand_words(need.hand)}, {ordinal(need.place)} {state.rules.shoe.pack.piece_noun}"
        return _next_step(
            words, None if state.is_automated else "read-card", hand=need.hand, position_in_hand=need.place
        )
    return _next_step("Call the result", None if state.is_automated else "call-result")


def _seats_decide(state: TableState, need: Ask) -> NextStepView:
    """Return the next step if seats have to decide; a dealer may enter the decision that a player signals."""
    seats = [one.seat for one in need.questions]
    instruction = f"Seat {seats[0]} decides" if len(seats) == 1 else f"Seats {', '.join(map(str, seats))} decide"
    choices = [choice.do for choice in need.questions[0].choices]
    return _next_step(instruction, None if state.is_automated else "decide", seat=seats[0], choices=choices)


def _seats_set_hands(state: TableState, need: Arrange) -> NextStepView:
    """Return the next step if seats have to set their hands."""
    seats = [one.seat for one in need.hands_to_set]
    instruction = (
        f"Seat {seats[0]} sets its hand" if len(seats) == 1 else f"Seats {', '.join(map(str, seats))} set their hands"
    )
    return _next_step(instruction, None if state.is_automated else "arrange-cards", seat=seats[0])


def ordinal(place: int) -> str:
    return NTH[place - 1] if place <= len(NTH) else f"{place}th"


def _turn_step(state: TableState, current: CurrentRound, hand: str) -> NextStepView:
    """Return the next step while cards are face down: who turns them, or who must agree to a pass. [003 L310-315]

    A pass hands the right to turn the cards to another bettor.
    """
    assert current.turning is not None
    assert current.turning.next is not None
    cards = "cards" if current.turning.next.cards > 1 else "third card"
    open_request, turner = current.turning.open_request, current.turning.turner
    if open_request is not None:
        waits = ", ".join(str(one) for one in open_request.waiting_for)
        return _next_step(
            f"{waits}: agree that {open_request.request.to} turns the {hand.capitalize()}'s {cards}?", hand=hand
        )
    if turner is not None:
        return _next_step(f"{turner} turns the {hand.capitalize()}'s {cards}", hand=hand, seat=turner.seat)
    return _next_step(
        f"Turn the {hand.capitalize()}'s {cards}", None if state.is_automated else "reveal-cards", hand=hand
    )
