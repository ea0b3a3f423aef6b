"""The game and its layout: everything that is posted before a bet is committed. [R13; 9 NYCRR 5319.30(a),(d),(h)]"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from croupier.documents.card_parts import WagerCard
from croupier.documents.card_wagers import charges_taken, wager_cards
from croupier.money.collection import Schedule
from croupier.play.family import family_of
from croupier.rulebook.house_rules import HouseRules
from croupier.rulebook.sources import places_cited
from croupier.rulebook.wagers import Prerequisite, StakeCap, TableWager
from croupier.table.settings import TableSettings, house_rules, schedule_of
from croupier.table.state import TableState

Entry = Mapping[str, Any]


def game_seen(state: TableState) -> dict[str, Any]:
    """Which game this is, by whose rules."""
    house, written = state.house, state.house.book.written
    return {
        "rulebook": written.id,
        "title": written.title,
        "summary": written.summary,
        "family": written.family,
        "banking": written.banking,
        "house": written.house,
        "digest": state.digest,
        "decks": house.shoe.decks,
        "hands": list(state.game.hands),
        "together_least_cents": max((int(least.least) for least in house.together), default=0),
        "printed": {str(seat): [str(card) for card in cards] for seat, cards in house.seat_hands.items()},
        "schedule": _schedule(schedule_of(state.settings)),
        "soft_17": None,
        **family_of(house).posted(house),
    }


def _schedule(schedule: Schedule | None) -> dict[str, Any] | None:
    if schedule is None:
        return None
    rules = places_cited(schedule.cite)
    return {"id": schedule.id, "title": schedule.title, "cite": schedule.cite, "rules": rules}


def wagers_seen(state: TableState, meters: Mapping[str, int]) -> list[dict[str, Any]]:
    """Every wager offered, and whether it is open. A meter that cannot be read closes its wager. [R51]"""
    locked = state.locked_wagers
    down = {meter.wager for meter in state.house.meters if house_meter(state, meter.id) not in meters}
    return [
        {**posted, "locked": posted["id"] in locked, "meter_down": posted["id"] in down}
        for posted in posted_wagers(state.settings)
    ]


def house_meter(state: TableState, meter: str) -> str:
    """The house's meter behind one of the rulebook; the table's own where none is named."""
    return state.settings.house_meter(state.name, meter)


def posted_wagers(settings: TableSettings) -> tuple[Entry, ...]:
    """What stands on the layout under these settings; worked out once for each."""
    return _posted(settings.rulebook, json.dumps(settings.options, sort_keys=True), settings.schedule)


@lru_cache(maxsize=256)
def _posted(rulebook: str, options: str, schedule: int | str | None) -> tuple[Entry, ...]:
    settings = TableSettings(rulebook=rulebook, options=json.loads(options), schedule=schedule)
    house, in_force = house_rules(settings), schedule_of(settings)
    cards = wager_cards(house, in_force)
    fates = family_of(house).after_fold(house)
    return tuple(
        {**_wager(house, house.wagers[card.id], card, in_force), "after_fold": fates.get(card.id)} for card in cards
    )


def _wager(house: HouseRules, wager: TableWager, card: WagerCard, schedule: Schedule | None) -> Entry:
    limit = house.limit(wager, schedule)
    return {
        "id": wager.id,
        "title": wager.title,
        "group": wager.group,
        "summary": card.summary,
        "outcome": card.outcome,
        "rows": [
            {
                "name": row.name,
                "pays": row.pays,
                "odds": row.odds,
                "pay": {"kind": paid.odds.kind.value, **_ratio(paid.odds.value)},
                "meter": row.meter,
                "envy": row.envy,
                "cite": row.cite,
            }
            for row, paid in zip(card.rows, wager.rows, strict=True)
        ],
        "charges": [
            {"taken_on": one.taken_on, "of": one.of, "share": str(one.rate), "when": one.when, "cite": one.cite}
            for one in charges_taken(house, wager)
        ],
        "limit": {"least_cents": int(limit.least), "most_cents": int(limit.most), "cite": limit.cite},
        "requires": [_prerequisite(one) for one in wager.requires],
        "excludes": [_prerequisite(one) for one in wager.excludes],
        "at_most": [_cap(cap) for cap in wager.caps],
        "backline": wager.backline,
        "asked": wager.is_asked,
        "terms": [{"title": term.label, "text": term.text, "cite": term.cite} for term in card.terms],
        "note": wager.note,
        "cite": wager.cite,
    }


def _ratio(value: Fraction) -> dict[str, int]:
    return {"numerator": value.numerator, "denominator": value.denominator}


def _cap(cap: StakeCap) -> dict[str, Any]:
    share = str(cap.share)
    return {"of": list(cap.of), "by_total": cap.by_total, "share": share, "exact": cap.exact, "cite": cap.cite}


def _prerequisite(one: Prerequisite) -> dict[str, Any]:
    return {"wagers": list(one.wagers), "seated_only": one.seated_only, "cite": one.cite}
