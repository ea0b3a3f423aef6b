"""View of a table where seats play against each other: chips, hand in play, and waiting list."""

from __future__ import annotations

from croupier.table.dealing import time_bank_of
from croupier.table.state import TableState
from croupier.table.table_stakes import wager_for_added_chips
from croupier.views.cards_view import DealtRound
from croupier.views.models.table_stakes import BuyInView, StackView, TableStakesView, WaitingPlayerView
from croupier.views.viewer import AccessLevel


def stakes_view(
    state: TableState, dealing: DealtRound | None, own: str | None, access: AccessLevel
) -> TableStakesView | None:
    """Return the table stakes view, or None for a table where players bet against a bank."""
    rules = state.stakes
    if rules is None:
        return None
    hand = None if dealing is None else rules.in_hand(state.rules, dealing.play)
    dealt_in = len(state.seats_ready) if hand is None else len(hand["seats"])
    opponents = min(max(dealt_in, rules.least_players), rules.most_players(state.rules)) - 1
    in_hand = {} if hand is None else {one["seat"]: one["stack_cents"] for one in hand["seats"]}
    return {
        "stacks": [_stack(state, seat, own, in_hand.get(seat, 0)) for seat in sorted(state.seats)],
        "posted": rules.posted(state.rules),
        "points": rules.points(state.rules),
        "outcomes": rules.outcomes(state.rules, opponents),
        "opponents": opponents,
        "buy_in": buy_in_view(state),
        "waiting": _waiting(state, own, access),
        "button": state.button,
        "least_players": rules.least_players,
        "can_start_hand": state.can_start_hand,
        "hand": hand,
        "time_bank": None if state.round is None else state.round.time_bank_seat,
    }


def _stack(state: TableState, seat: int, own: str | None, left_in_hand: int) -> StackView:
    account = state.seats[seat].account
    stack = state.stack(account)
    in_hand = state.round is not None and state.round.staked_by(account) > 0
    return {
        "seat": seat,
        "cents": stack.cents,
        "in_front_cents": stack.cents + left_in_hand,
        "is_sitting_out": stack.is_out,
        "missed_blinds_and_antes": list(stack.owes),
        "is_posting": stack.posts,
        "in_hand": in_hand,
        "may_add": not in_hand or wager_for_added_chips(state) is not None,
        "time_bank_ms": time_bank_of(state, account),
        "is_own": account == own,
        "is_bot": state.seats[seat].bot,
    }


def buy_in_view(state: TableState) -> BuyInView:
    assert state.stakes is not None
    rules = state.stakes.buy_in(state.rules)
    return {
        "least_cents": rules.least,
        "most_cents": rules.most,
        "chip_cents": rules.chip,
        "limit_type": rules.plays,
        "stakes_cents": list(rules.stakes),
        "cite": rules.cite,
    }


def _waiting(state: TableState, own: str | None, access: AccessLevel) -> list[WaitingPlayerView]:
    waiting: list[WaitingPlayerView] = []
    for place, player in enumerate(state.waiting, start=1):
        line: WaitingPlayerView = {"position": place, "is_own": player.account == own}
        if player.account == own or access >= AccessLevel.OFFICE:
            line["name"] = player.name
        waiting.append(line)
    return waiting
