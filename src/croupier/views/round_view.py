"""View of an archived round: time, cards, bets, wins, credit before and after, fees, jackpots. [R24, R25]

Everybody may see the cards and results of a round. A player also sees their own money, staff the money of all
players. A finished round shows all cards that were dealt, also those that were never turned; this includes void rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from croupier.money.settlement import ENVY
from croupier.play.family import family_of
from croupier.rulebook.citations import cited_rules
from croupier.table.round_archive import accounts_in, spot_from_json
from croupier.table.round_figures import house_cents, staked_by, wagered_cents
from croupier.table.settings import TableSettings, game_rules
from croupier.views.layout_view import posted_wagers
from croupier.views.models.bank import ArchivedBankView, PublicBankView
from croupier.views.models.results import OwnResultView, PublicResultView, StaffResultView
from croupier.views.models.rounds import (
    ArchivedGameView,
    ArchivedMoneyView,
    ArchivedRoundBase,
    NamedWagerView,
    OwnRoundView,
    PublicCorrectionView,
    RoundFollowUpView,
    RoundView,
    StaffCorrectionView,
    StaffRoundView,
)
from croupier.views.models.wagers import PayRowView, PostedWagerView
from croupier.views.results_view import (
    account_nets,
    own_results,
    own_spot,
    result_of,
    result_parts,
    seat_results,
    total_placed_cents,
    totals_of,
    wager_sums,
)
from croupier.views.round_money_view import archived_round_money
from croupier.views.table_view import PLAY_MONEY
from croupier.views.viewer import Viewer, pick_fields

ArchivedRound = Mapping[str, Any]
ENVY_TITLE = "Envy Bonus"
"""Title of the result of an envy bonus, which is paid without a wager of its own."""


def round_view(archived: ArchivedRound, viewer: Viewer) -> RoundView | StaffRoundView:
    """Return the view of an archived round for one viewer."""
    if viewer.is_staff:
        return _for_staff(archived)
    read: RoundFollowUpView = {
        "corrections": [pick_fields(change, PublicCorrectionView) for change in archived["corrections"]]
    }
    if viewer.own is not None and viewer.own in accounts_in(archived):
        read["player"] = _own(archived, viewer.own)
    return {**pick_fields(archived, ArchivedRoundBase), **_game(archived), **read}


def _game(archived: ArchivedRound) -> ArchivedGameView:
    settings = TableSettings.model_validate(archived["settings"])
    rules = game_rules(settings)
    return {
        "demo_label": PLAY_MONEY if archived["demonstration"] else "",
        "rulebook": settings.rulebook,
        "title": rules.rulebook.title,
        "family": rules.rulebook.written.family,
        "mode": settings.mode,
        "free_hand": archived["opening"]["free_hand"],
        "hand_values": dict(family_of(rules).evaluate_hands(rules, archived["cards"])),
    }


def _named(archived: ArchivedRound) -> Callable[[PublicResultView | OwnResultView], NamedWagerView]:
    """Return a function that adds to a result the wager's title and the rules that decided it."""
    posted = {wager["id"]: wager for wager in posted_wagers(TableSettings.model_validate(archived["settings"]))}

    def named(one: PublicResultView | OwnResultView) -> NamedWagerView:
        wager, rules = posted.get(one["wager"]), cited_rules(one["cite"])
        if wager is None:
            name = ENVY_TITLE if one["wager"] == ENVY else one["wager"]
            return {
                "title": name,
                "short_title": name,
                "rules": rules,
                "wins": "",
                "ends": "",
                "pays": "",
                "pay": None,
            }
        row = _row_paid(wager, one)
        return {
            "title": wager["title"],
            "short_title": wager["short_title"],
            "rules": rules,
            "wins": wager["summary"],
            "ends": wager["outcome"],
            "pays": "" if row is None else row["pays"],
            "pay": None if row is None else row["pay"],
        }

    return named


def _row_paid(wager: PostedWagerView, one: PublicResultView | OwnResultView) -> PayRowView | None:
    """Return the pay table row that a wager won by, or None; it is found by its name, or by its odds without one."""
    by_name = [row for row in wager["rows"] if row["name"] == one["name"]]
    paid = [row for row in by_name or wager["rows"] if row["odds"] == one["row"]]
    return paid[0] if paid else None


def _for_staff(archived: ArchivedRound) -> StaffRoundView:
    named = _named(archived)
    return {
        **pick_fields(archived, ArchivedRoundBase),
        **_game(archived),
        **pick_fields(archived, ArchivedMoneyView),
        "spots": [{**own_spot(spot_from_json(spot)), "account": spot["account"]} for spot in archived["spots"]],
        "results": [
            {**pick_fields(result, StaffResultView), **named(pick_fields(result, StaffResultView))}
            for result in archived["results"]
        ],
        "totals": totals_of(archived["results"]),
        "house": {
            "wagered_cents": wagered_cents(archived),
            "net_cents": house_cents(archived),
            "collection_cents": sum(archived["fees"].values()),
            "commission_cents": sum(result["commission_cents"] for result in archived["results"]),
        },
        "money": archived_round_money(archived),
        "bank": _bank(archived["bank"], ArchivedBankView),
        "nets": account_nets(archived["results"], archived["bank"]),
        "corrections": [_for_staff_correction(change) for change in archived["corrections"]],
    }


def _for_staff_correction(change: Mapping[str, Any]) -> StaffCorrectionView:
    before = change["before"]
    nets = account_nets(before["results"], before["bank"])
    return pick_fields({**change, "before": {**before, "nets": nets}}, StaffCorrectionView)


def _bank(
    bank: Mapping[str, Any] | None, shape: type[PublicBankView] | type[ArchivedBankView]
) -> ArchivedBankView | None:
    return None if bank is None else cast("ArchivedBankView", pick_fields(bank, shape))


def _own(archived: ArchivedRound, own: str) -> OwnRoundView:
    """Return the player's money in the round, after all corrections."""
    player_results, named = own_results(archived["results"], own), _named(archived)
    before, after = archived["balances"].get(own, (None, None))
    bank = archived["bank"]
    is_void = archived["status"] == "void"
    fee, totals = archived["fees"].get(own, 0), totals_of(player_results)
    staked = staked_by(archived, own) if archived.get("put_in") else totals["staked_cents"]
    spots = [own_spot(spot_from_json(spot)) for spot in archived["spots"] if spot["account"] == own]
    return {
        "spots": spots,
        "placed_cents": total_placed_cents(spots),
        "results": [{**one, **named(one)} for one in player_results],
        "seats": seat_results(player_results),
        **totals,
        "staked_cents": staked,
        "fee_cents": fee,
        "returned_cents": archived.get("returned", {}).get(own, 0),
        "balance_before_cents": before,
        "balance_after_cents": after,
        "result_cents": 0 if is_void else result_of(totals, fee, bank, own),
        "parts": [] if is_void else result_parts(player_results, fee, bank, own),
        "wagers": wager_sums(player_results),
        "came_back_cents": staked + totals["net_cents"],
        "bank": _bank(bank, PublicBankView) if bank is not None and bank["account"] == own else None,
        "reason": archived.get("reason", ""),
        "corrections": [
            {"at": change["at"], "reason": change["reason"], "difference_cents": change["differences"].get(own, 0)}
            for change in archived["corrections"]
        ],
    }
