"""Recall of a past round: time, cards, each bet, win, credit before and after, fees, jackpot. [R24, R25]

Everyone may look at a round's cards and what they came to; of the money each player sees his own, staff all of it. A
round that is over hides no card that was dealt in it, turned or not: recall shows a round that was broken off too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.rulebook.sources import places_cited
from croupier.table.evidence import accounts_in
from croupier.table.settings import TableSettings, house_rules
from croupier.views.money_seen import bank_seen, own_results, results_seen, totals_of
from croupier.views.table import PLAY_MONEY
from croupier.views.viewer import Sight, Viewer, pick

Kept = Mapping[str, Any]

ROUND_PUBLIC = (
    "id", "table", "number", "shoe", "hand_in_shoe", "version", "digest", "status",
    "opened_at", "closed_at", "ended_at", "dealt", "cards", "facts", "meters", "code", "cite",
)  # fmt: skip
ROUND_STAFF = (
    "settings", "spots", "fees", "action_cents", "opening", "answers", "balances", "reason", "returned",
)  # fmt: skip
CHANGE_PUBLIC = ("at", "place", "was", "card")
CHANGE_STAFF = (*CHANGE_PUBLIC, "reason", "requested_by", "approved_by", "differences", "before")


def round_view(kept: Kept, viewer: Viewer) -> dict[str, Any]:
    """A kept round for one viewer."""
    titles = _titles(kept)
    seen = pick(kept, ROUND_PUBLIC) | _game(kept)
    seen["corrections"] = [pick(change, CHANGE_PUBLIC) for change in kept["corrections"]]
    if viewer.is_staff:
        return seen | _for_staff(kept, titles)
    if viewer.own is not None and viewer.own in accounts_in(kept):
        seen["own"] = _own(kept, viewer.own, titles)
    return seen


def _game(kept: Kept) -> dict[str, Any]:
    settings = TableSettings.model_validate(kept["settings"])
    book = house_rules(settings).book
    return {
        "mark": PLAY_MONEY if kept["demonstration"] else "",
        "rulebook": settings.rulebook,
        "title": book.title,
        "family": book.written.family,
        "mode": settings.mode.value,
        "free_hand": kept["opening"]["free_hand"],
    }


def _titles(kept: Kept) -> Mapping[str, str]:
    written = house_rules(TableSettings.model_validate(kept["settings"])).book.written.wager
    return {name: wager.title for name, wager in written.items()}


def _named(results: list[dict[str, Any]], titles: Mapping[str, str]) -> list[dict[str, Any]]:
    """Each wager by the title on the felt, and the rule it ended by in words people know."""
    return [
        {**one, "title": titles.get(one["wager"], one["wager"]), "rules": places_cited(one["cite"])} for one in results
    ]


def _for_staff(kept: Kept, titles: Mapping[str, str]) -> dict[str, Any]:
    return {
        **pick(kept, ROUND_STAFF),
        "results": _named(results_seen(kept["results"], Sight.OFFICE), titles),
        "totals": totals_of(kept["results"]),
        "bank": bank_seen(kept["bank"], Sight.OFFICE),
        "corrections": [pick(change, CHANGE_STAFF) for change in kept["corrections"]],
    }


def _own(kept: Kept, own: str, titles: Mapping[str, str]) -> dict[str, Any]:
    """A player's own money in the round, as it stands after every correction of it."""
    mine = own_results(kept["results"], own)
    before, after = kept["balances"].get(own, (None, None))
    bank = kept["bank"]
    return {
        "spots": [pick(spot, ("seat", "bettor", "wagers")) for spot in kept["spots"] if spot["account"] == own],
        "results": _named(mine, titles),
        **totals_of(mine),
        "fee_cents": kept["fees"].get(own, 0),
        "returned_cents": kept.get("returned", {}).get(own, 0),
        "balance_before_cents": before,
        "balance_after_cents": after,
        "bank": bank_seen(bank, Sight.PUBLIC) if bank is not None and bank["account"] == own else None,
        "reason": kept.get("reason", ""),
        "corrections": [
            {"at": change["at"], "reason": change["reason"], "difference_cents": change["differences"].get(own, 0)}
            for change in kept["corrections"]
        ],
    }
