"""Timers of a table: when the table next acts automatically, and what it does."""

from __future__ import annotations

from typing import Literal

from croupier.errors import Refused
from croupier.play.round import Arrange, Ask
from croupier.table.announced_changes import next_announced_change
from croupier.table.bank_handlers import advance_rotation, give_up_bank, return_bank, unanswered_seat
from croupier.table.betting import OpenBets, close_bets_on_timeout, open_bets
from croupier.table.command_declaration import ONLY_SYSTEM, OPEN, Command, handles
from croupier.table.command_effect import EffectBuilder
from croupier.table.dealing import LoadShoe, apply_timeouts, deal_next_automatically, new_shoe, reveal_on_timeout
from croupier.table.operations import apply_announced_change
from croupier.table.replay_cache import current_play
from croupier.table.state import Phase, TableState
from croupier.table.table_stakes import DealHand, deal_hand

STEPS_MOST = 64
"""Highest number of actions in one timer run."""


def next_timer_at(state: TableState) -> int | None:
    """Return when the table next acts automatically; None while it waits for people.

    In milliseconds since the epoch.
    """
    if not state.is_running:
        return None
    if state.phase is Phase.BETTING:
        return _earliest(state.round.closes_at if state.round else None, _change_at(state))
    if state.phase is Phase.DEALING:
        return state.round.next_at if state.round else None
    return _next_between_rounds(state)


def _next_between_rounds(state: TableState) -> int | None:
    return _earliest(opens_at(state), _answer_deadline(state), _game_stops_at(state), _change_at(state))


def _earliest(*times: int | None) -> int | None:
    return min((time for time in times if time is not None), default=None)


def _change_at(state: TableState) -> int | None:
    """Return when an announced change takes effect: between rounds, or while betting has no wagers. [R15]"""
    change = next_announced_change(state)
    free = state.round is None or (state.phase is Phase.BETTING and not state.round.spots)
    return change.from_at if change is not None and free else None


def opens_at(state: TableState) -> int | None:
    """Return when the next round opens automatically, where the generator deals; None if it cannot open.

    It cannot open without a posted bank in a player-dealer game, or with too few players where seats play against each
    other.
    """
    if state.stakes is not None and not state.can_start_hand:
        return None
    has_bank = state.offers is None or state.bank is not None
    return state.next_at if state.is_automated and has_bank else None


def _answer_deadline(state: TableState) -> int | None:
    return state.offer_until if state.offers is not None and unanswered_seat(state) is not None else None


def _game_stops_at(state: TableState) -> int | None:
    """Return the deadline of a rotation with a time window; it applies with or without a posted bank."""
    return None if state.offers is None else state.offers.deadline


class RunTimers(Command):
    """Command of the server's own timer: carry out everything at the table that is due."""

    do: Literal["tick"] = "tick"


@handles(RunTimers, phases=OPEN, roles=ONLY_SYSTEM)
def run_timers(builder: EffectBuilder, command: RunTimers) -> Refused | None:
    """Carry out everything that is due, at most `STEPS_MOST` actions."""
    for _ in range(STEPS_MOST):
        due = next_timer_at(builder.state)
        if due is None or due > builder.at:
            return None
        if not _run_due_action(builder):
            return None
    return None


def _run_due_action(builder: EffectBuilder) -> bool:
    state = builder.state
    change, change_at = next_announced_change(state), _change_at(state)
    if change is not None and change_at is not None and change_at <= builder.at:
        apply_announced_change(builder, change)
    elif state.phase is Phase.BETTING:
        close_bets_on_timeout(builder)
    elif state.phase is Phase.DEALING and state.is_automated:
        deal_next_automatically(builder)
    elif state.phase is Phase.DEALING:
        _act_for_silent_players(builder)
    else:
        return _act_between_rounds(builder)
    return True


def _act_for_silent_players(builder: EffectBuilder) -> None:
    """Act for players out of time at a dealer's table: apply their default decisions or reveal their cards."""
    current, need = builder.state.round, current_play(builder.state).need
    assert current is not None
    if isinstance(need, Ask | Arrange):
        apply_timeouts(builder, need)
        return
    assert current.turning is not None
    assert current.turning.next is not None
    reveal_on_timeout(builder, current.turning.next.hand)


def _act_between_rounds(builder: EffectBuilder) -> bool:
    state = builder.state
    stops, answer_by = _game_stops_at(state), _answer_deadline(state)
    if stops is not None and stops <= builder.at:
        return_bank(builder)
        return advance_rotation(builder, {"do": "time-up"}) is None
    if answer_by is not None and answer_by <= builder.at:
        seat = unanswered_seat(state)
        assert seat is not None
        return give_up_bank(builder, seat) is None
    return _open_next(builder)


def _open_next(builder: EffectBuilder) -> bool:
    """Open the next round where the generator deals, with a new shoe if necessary; return whether a round opened."""
    state = builder.state
    if state.stakes is not None and builder.events:
        # the end of a hand and the start of the next are separate log records, because each moves its own money
        return False
    fresh = state.rules.shuffles_each_round and state.opening.carried is None
    played = state.shoe is not None and state.rounds > 0 and state.shoe.dealt > 0 and _has_played_hand(state)
    if state.shoe is None or state.shoe.is_finished or (fresh and played):
        new_shoe(builder, LoadShoe())
    refusal = open_bets(builder, OpenBets()) if state.stakes is None else deal_hand(builder, DealHand())
    return refusal is None


def _has_played_hand(state: TableState) -> bool:
    return bool(state.trends.current.hands) or state.last is not None
