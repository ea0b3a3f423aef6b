"""View of a whole table for one viewer: everything that a screen needs when it opens or reconnects. [R14, R21]

Every key is added because the viewer may see it; nothing is removed afterwards. Views share the parts that do not
change between hands, so a view must not be modified.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from typing_extensions import TypedDict

from croupier.money.cents import Cents
from croupier.play.family import family_of
from croupier.store.ledger_accounts import AccountName
from croupier.table.betting import bank_refusal, betting_closed_reason, players_to_wait_for
from croupier.table.dice_corrections import correctable_roll
from croupier.table.settings import game_rules
from croupier.table.state import AddedWager, Phase, SpotBets, TableState
from croupier.table.timers import opens_at
from croupier.views.arrangement_view import arrangements_view, decided_wagers_view, order_view
from croupier.views.cards_view import (
    decision_view,
    drawing_view,
    hand_states_view,
    hand_values_view,
    hands_view,
    in_dealing,
    next_hand_view,
    turning_view,
)
from croupier.views.jackpots_view import jackpots_view, paid_jackpots_view, progressives_view
from croupier.views.layout_view import game_view, house_meter, wagers_view, winning_pays
from croupier.views.models.decisions import RevealView
from croupier.views.models.game import GameView
from croupier.views.models.hands import ShoeView
from croupier.views.models.jackpots import ProgressiveView
from croupier.views.models.player import OwnView, PromotionalBalanceView
from croupier.views.models.rounds import LastRoundView
from croupier.views.models.seats import PlacedChipsView, SeatView
from croupier.views.models.settings import SettingsView
from croupier.views.models.staff import EnteredDiceView, StaffView
from croupier.views.models.table import BettingView, TableBodyView
from croupier.views.models.trends import TrendsView
from croupier.views.models.wagers import WagerView
from croupier.views.next_step_view import next_step
from croupier.views.player_dealer_view import player_dealer_view
from croupier.views.possible_wins import highest_win
from croupier.views.procedure_view import (
    accommodations_view,
    approvals_view,
    done_view,
    notices_view,
    recut_view,
    steps_view,
)
from croupier.views.results_view import (
    bank_view,
    collected_cents,
    own_results,
    own_spot,
    result_of,
    result_parts,
    results_view,
    seat_results,
    seated_results,
    total_placed_cents,
    totals_of,
    trends_view,
    wager_sums,
)
from croupier.views.round_money_view import current_round_money
from croupier.views.stake_sums_view import stake_sums
from croupier.views.table_stakes_view import stakes_view
from croupier.views.viewer import AccessLevel, Viewer, access_level_at, pick_fields

VOIDED_BY_GAME = ("rules", "collection")
"""Codes of the reasons for which the game itself voids a round; the text of such a reason is public."""
PLAY_MONEY = "PLAY MONEY"
"""Mark of a demonstration system, on everything it shows. [R20; 9 NYCRR 5319.58]"""


class CommonParts(TypedDict):
    """Parts of a table view that are the same for every viewer."""

    game: GameView
    betting: BettingView
    wagers: list[WagerView]
    reveal: RevealView | None
    shoe: ShoeView | None
    trends: TrendsView
    progressives: list[ProgressiveView]


def common_parts(state: TableState, at: int, meters: Mapping[str, int]) -> CommonParts:
    """Return the parts of a table view that are the same for every viewer."""
    return {
        "game": game_view(state),
        "betting": betting_view(state, at),
        "wagers": wagers_view(state, meters),
        "reveal": turning_view(state),
        "shoe": _shoe(state),
        "trends": cast("TrendsView", trends_view(state.trends, state.family.history)),
        "progressives": progressives_view(state, meters),
    }


def table_view(
    state: TableState,
    viewer: Viewer,
    at: int,
    meters: Mapping[str, int],
    balance: int | None = None,
    purse: PromotionalBalanceView | None = None,
    common: CommonParts | None = None,
) -> TableBodyView:
    """Return the view of a table.

    `meters`: amount of each house meter in cents; a meter that is missing cannot be read. `balance`: a player's own
    credit in cents. `purse`: a player's own promotional chips. `common`: the parts for every viewer, if they exist.
    """
    common = common or common_parts(state, at, meters)
    own, access = viewer.own, access_level_at(viewer, state)
    own_seat = None if own is None else state.seat_of(own)
    dealing = in_dealing(state, own)
    hands = hands_view(state, dealing, access, own)
    chips = _chips(state, own, access, meters)
    view: TableBodyView = {
        "table": state.name,
        "now": at,
        "demo_label": PLAY_MONEY if state.demonstration else "",
        "game": common["game"],
        "version": state.version,
        "mode": state.settings.mode,
        "phase": state.phase,
        "is_running": state.is_running,
        "is_paused": state.paused_at is not None,
        "hold_reasons": list(dict.fromkeys(hold.why for hold in state.holds)),
        "seats": seats_view(state, own, access),
        "betting": common["betting"],
        "wagers": common["wagers"],
        "chips": chips,
        "stakes": stake_sums(chips, state.rules.wagers, is_staff=access >= AccessLevel.OFFICE),
        "hands": hands,
        "hand_values": dict(hand_values_view(state, hands)),
        "hand_states": hand_states_view(dealing),
        "next_draw": drawing_view(state, dealing),
        "decision": decision_view(state, dealing, own),
        "reveal": common["reveal"],
        "next_hand": next_hand_view(state, access),
        "shoe": common["shoe"],
        "rounds": state.rounds,
        "last_round": _last(state.last, own, access),
        "trends": common["trends"],
        "progressives": common["progressives"],
        "jackpots": jackpots_view(state, own, access),
        "player_dealer": player_dealer_view(state, own, access),
    }
    if (arrangements := arrangements_view(state, dealing, own, access)) is not None:
        view["arrangements"] = arrangements
    if (order := order_view(state, dealing)) is not None:
        view["action_order"] = order
    if decided := decided_wagers_view(state, dealing, own):
        view["decided_wagers"] = decided
    if (stakes := stakes_view(state, dealing, own, access)) is not None:
        view["table_stakes"] = stakes
    if own is not None:
        view["player"] = _own(state, own, own_seat, balance)
        if purse is not None and (purse["wager_groups"] or purse["cents"]):
            view["player"]["promotional"] = purse
    if access >= AccessLevel.OFFICE:
        view["staff"] = _staff(state, at)
    return view


def betting_view(state: TableState, at: int) -> BettingView:
    """Return the state of betting, with its deadline by the server's clock; the same for all viewers. [R18]"""
    current, seconds = state.round, state.settings.betting_seconds
    starts = "the first wager" if state.is_automated else "when the bets open"
    rule = f"{seconds} seconds, counted from {starts}; a wager counts if the server has it before they are over."
    closes_at = None if current is None else current.closes_at
    closed_reason = betting_closed_reason(state, at)
    view: BettingView = {
        "is_open": closed_reason is None,
        "closed_reason": closed_reason,
        "round": None if current is None else current.id,
        "opened_at": None if current is None else current.opened_at,
        "closes_at": closes_at,
        "closed_at": None if current is None else current.closed_at,
        "opens_at": opens_at(state) if state.phase is Phase.BETWEEN and state.is_running else None,
        "clock_stopped_at": _clock_stopped_at(state),
        "seconds": seconds,
        "rule": rule,
        "action_cents": 0 if current is None else current.action_cents,
    }
    if state.settings.closes_when_ready and closed_reason is None and current is not None:
        players = players_to_wait_for(state)
        view["ready"] = {"players": len(players), "ready": len(players & current.ready)}
    return view


def _clock_stopped_at(state: TableState) -> int | None:
    """Return the time since which the clocks are stopped, or None while they run."""
    since = [hold.since for hold in state.holds] + ([] if state.paused_at is None else [state.paused_at])
    return min(since, default=None)


def seats_view(state: TableState, own: str | None, access: AccessLevel) -> list[SeatView]:
    """Return every seat of a table, with names for staff."""
    return [_seat(state, seat, own, access) for seat in state.rules.seats]


def _seat(state: TableState, seat: int, own: str | None, access: AccessLevel) -> SeatView:
    """Return the view of one seat.

    The name is for the player at the seat and for staff; everybody may see that a third-party provider sits there.
    [R60]
    """
    sitter = state.seats.get(seat)
    if sitter is None:
        return {"seat": seat, "is_taken": False, "is_third_party": False, "is_bot": False, "is_own": False}
    is_own = sitter.account == own
    view: SeatView = {
        "seat": seat,
        "is_taken": True,
        "is_third_party": sitter.third_party,
        "is_bot": sitter.bot,
        "is_own": is_own,
    }
    if is_own or access >= AccessLevel.OFFICE:
        view["name"] = sitter.name
    if access >= AccessLevel.OFFICE:
        view["account"] = sitter.account
    return view


def _chips(state: TableState, own: str | None, access: AccessLevel, meters: Mapping[str, int]) -> list[PlacedChipsView]:
    """Return all chips on the layout; everybody may see them. The viewer's own chips have the most they can win."""
    if state.round is None:
        return []
    spots = state.round.spots.values()
    placed = [_chip(spot, wager, cents, own, access) for spot in spots for wager, cents in spot.wagers.items()]
    raised = [_chip(one, one.wager, one.cents, own, access) for one in state.round.added_wagers]
    for chip in raised:
        chip["is_added_wager"] = True
    chips = placed + raised
    rules = state.rules
    standing = {
        meter.id: Cents(meters[name]) for meter in rules.meters if (name := house_meter(state, meter.id)) in meters
    }
    for chip in [chip for chip in chips if chip["is_own"]]:
        others = [Cents(one["cents"]) for one in chips if one is not chip and one["wager"] == chip["wager"]]
        wager = rules.wagers[chip["wager"]]
        chip["wins_cents"] = highest_win(rules, wager, Cents(chip["cents"]), standing, others)
    return chips


def _chip(spot: SpotBets | AddedWager, wager: str, cents: int, own: str | None, access: AccessLevel) -> PlacedChipsView:
    is_own = spot.account == own
    view: PlacedChipsView = {"seat": spot.seat, "bettor": spot.bettor, "wager": wager, "cents": cents, "is_own": is_own}
    if isinstance(spot, SpotBets) and spot.promotional_on(wager):
        view["is_promotional"] = True
    if access >= AccessLevel.OFFICE:
        view["account"] = spot.account
    return view


def _shoe(state: TableState) -> ShoeView | None:
    """Return the state of the shoe; the cards left in it are hidden from everybody."""
    shoe = state.shoe
    if shoe is None:
        return None
    return {
        "number": shoe.number,
        "source": shoe.source,
        "decks": shoe.rules.decks,
        "cards": shoe.total,
        "cards_left": shoe.left,
        "burn_due": shoe.burn_due,
        "cut_card_out": shoe.hands_left is not None,
        "last_hand": shoe.is_last_hand,
        "finished": shoe.is_finished,
        "digest": shoe.digest,
        "is_order_revealed": shoe.opened,
        "batch": shoe.batch,
        "burned": list(shoe.burned),
        "burn_cards_unseen": shoe.burned_unseen,
    }


def _last(last: Mapping[str, Any] | None, own: str | None, access: AccessLevel) -> LastRoundView | None:
    """Return the view of the table's last round, or None before the first. [R14]"""
    if last is None:
        return None
    rules = game_rules(last["settings"])
    view: LastRoundView = {
        "round": last["round"],
        "status": last["status"],
        "family": rules.rulebook.written.family,
        "cards": last["cards"],
        "hand_values": dict(family_of(rules).evaluate_hands(rules, last["cards"])),
    }
    if last["status"] == "void":
        view["code"] = last["code"]
        if last["code"] in VOIDED_BY_GAME or access >= AccessLevel.OFFICE:
            view["reason"] = last["reason"]
    if "results" not in last:
        return view
    view["facts"] = last["facts"]
    view["results"] = results_view(last["results"], access)
    view["seats"] = seat_results(seated_results(last["results"]))
    view["winning_wagers"] = last["winning_wagers"]
    view["winning_pays"] = winning_pays(rules, last["winning_rows"])
    view["bank"] = bank_view(last["bank"], access)
    if settled := last.get("settled_hand"):
        view["settled_hand"] = settled
    if access >= AccessLevel.OFFICE:
        view["settlement_order"] = last["order"]
        view["collect_cents"] = collected_cents(last["results"])
    player_results = [] if own is None else own_results(last["results"], own)
    is_bank = last["bank"] is not None and last["bank"]["account"] == own
    if own is not None and (player_results or is_bank):
        totals, fee = totals_of(player_results), last["fees"].get(own, 0)
        spots = [own_spot(spot) for spot in last["spots"] if spot.account == own]
        view["player"] = {
            "results": player_results,
            "seats": seat_results(player_results),
            **totals,
            "fee_cents": fee,
            "result_cents": result_of(totals, fee, last["bank"], own),
            "parts": result_parts(player_results, fee, last["bank"], own),
            "came_back_cents": totals["staked_cents"] + totals["net_cents"],
            "wagers": wager_sums(player_results),
            "spots": spots,
            "placed_cents": total_placed_cents(spots),
        }
    return view


def _own(state: TableState, own: AccountName, seat: int | None, balance: int | None) -> OwnView:
    """Return the player's own seat, credit and stakes."""
    current, bank = state.round, state.bank
    spots = [] if current is None else [spot for spot in current.spots.values() if spot.account == own]
    promotional_cents = 0 if current is None else current.promotional_by(own)
    view: OwnView = {
        "account": own,
        "seat": seat,
        "seats": state.seats_of(own),
        "balance_cents": balance,
        "spots": [own_spot(spot) for spot in spots],
        "staked_cents": 0 if current is None else current.staked_by(own),
        "fee_cents": 0 if current is None else current.fees.get(own, 0),
        "bank_cents": bank.cents if bank is not None and bank.account == own else 0,
        "bank_refusal": bank_refusal(state, seat, own),
        "in_play": state.has_money_in_play(own),
    }
    if current is not None and own in current.ready:
        view["is_ready"] = True
    return view | {"promotional_staked_cents": promotional_cents} if promotional_cents else view


def _dice_entered(state: TableState) -> EnteredDiceView | None:
    throw = correctable_roll(state) if state.phase is Phase.DEALING else None
    return None if throw is None else {"numbers": list(throw.numbers), "sides": throw.need.most}


def _staff(state: TableState, at: int) -> StaffView:
    """Return the part for staff: the next step, reasons, and requests that wait for an answer."""
    current = state.round
    return {
        "next_step": next_step(state, at),
        "settings": pick_fields(state.settings.model_dump(mode="json"), SettingsView),
        "pause_reason": state.paused_for,
        "holds": [
            {
                "id": hold.id,
                "kind": hold.why,
                "reason": hold.reason,
                "since": hold.since,
                "round": hold.round,
                "referred_to": hold.referred_to,
                "reference": hold.reference,
            }
            for hold in state.holds
        ],
        "supervisor_called": state.supervisor_called,
        "corrections": [
            {
                "id": correction.id,
                "round": correction.round,
                "place": correction.place,
                "card": correction.card,
                "reason": correction.reason,
                "by": correction.by,
            }
            for correction in state.corrections.values()
        ],
        "paid_jackpots": paid_jackpots_view(state),
        "dice": _dice_entered(state),
        "fees": {} if current is None else dict(current.fees),
        "round_money": current_round_money(state),
        "bank": None if state.bank is None else {"account": state.bank.account, "cents": state.bank.cents},
        "steps": steps_view(state, at),
        "to_verify": [done_view(state, one) for one in state.to_verify],
        "recut": recut_view(state),
        "notices": notices_view(state),
        "accommodations": accommodations_view(state),
        "approvals": approvals_view(state),
        "dispute_authority": state.rules.rulebook.written.irregularities.disputes_to,
    }
