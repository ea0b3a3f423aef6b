"""View of the game and its layout: everything posted before a bet is committed. [R13; 9 NYCRR 5319.30(a),(d),(h)]"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from croupier.documents.rules_card_model import WagerCard
from croupier.documents.rules_card_wagers import charges_taken, wager_cards
from croupier.documents.rules_card_wording import percent
from croupier.money.cents import Cents
from croupier.money.collection import Schedule
from croupier.money.pay_odds import PayOdds, PayOddsKind
from croupier.play.family import WagerPosition, all_posted_rules, family_of
from croupier.rulebook.citations import cited_rules
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager, PayRow
from croupier.table.settings import TableSettings, game_rules, schedule_of
from croupier.table.state import TableState
from croupier.views.models.game import AnnouncedChangeView, AnnouncedOptionView, GameView, ScheduleView
from croupier.views.models.wagers import OddsLabelView, PayoutView, PostedWagerView, WagerView
from croupier.views.viewer import pick_fields


def game_view(state: TableState) -> GameView:
    """Return the game of a table and the rules that apply."""
    rules, written = state.rules, state.rules.rulebook.written
    schedule = schedule_of(state.settings)
    notices = rules.notices_under(schedule)
    return {
        "rulebook": written.id,
        "title": written.title,
        "short_title": written.short_title or written.title,
        "summary": written.summary,
        "family": written.family,
        "banking": written.banking,
        "house": written.house,
        "digest": state.digest,
        "decks": rules.shoe.decks,
        "hands": list(state.family.common_hands),
        "combined_minimum_cents": max((int(least.least) for least in rules.joint_minimums), default=0),
        "printed": {str(seat): [str(card) for card in cards] for seat, cards in rules.seat_hands.items()},
        "schedule": _schedule(schedule),
        "notices": [{"id": one.id, "text": one.text, "cite": rules.rulebook.cite(one.cite)} for one in notices],
        "announced_changes": coming_view(state),
        "boxes": rules.seats_per_player,
        **_posted_rules(state),  # type: ignore[typeddict-item]  # Families add these keys at run time.
    }


def _posted_rules(state: TableState) -> dict[str, Any]:
    """Return the rules printed on the layout: the family's own, and the keys of other families' rules."""
    posted = {key: value for one in all_posted_rules() for key, value in one.other_games.items()}
    own = state.family.posted_rules
    return posted if own is None else posted | dict(own.of(state.rules))


def _schedule(schedule: Schedule | None) -> ScheduleView | None:
    if schedule is None:
        return None
    rules = cited_rules(schedule.cite)
    return {
        "id": schedule.id,
        "title": schedule.title,
        "cite": schedule.cite,
        "rules": rules,
        "basis": schedule.basis,
        "player_dealer_cents": schedule.player_dealer_fee,
        "fees": [{"lowest": one.lowest, "highest": one.highest, "fee_cents": one.fee} for one in schedule.brackets],
    }


def coming_view(state: TableState) -> list[AnnouncedChangeView]:
    """Return the announced changes that do not apply yet. [003 L148; 004 L900]"""
    return [
        {
            "id": change.id,
            "at": change.at,
            "from_at": change.from_at,
            "changes": [pick_fields(option, AnnouncedOptionView) for option in change.changes],
        }
        for change in state.announced_changes
    ]


def wagers_view(state: TableState, meters: Mapping[str, int]) -> list[WagerView]:
    """Return all wagers and whether each is open; a wager is closed if its meter cannot be read. [R51]"""
    locked = state.locked_wagers
    down = {meter.wager for meter in state.rules.meters if house_meter(state, meter.id) not in meters}
    return [
        {**posted, "is_locked": posted["id"] in locked, "is_meter_down": posted["id"] in down}
        for posted in posted_wagers(state.settings)
    ]


def house_meter(state: TableState, meter: str) -> str:
    """Return the id of the house meter that the table uses for a meter of the rulebook.

    By default it is a meter that belongs to this table alone.
    """
    return state.settings.house_meter(state.name, meter)


def posted_wagers(settings: TableSettings) -> tuple[PostedWagerView, ...]:
    """Return the wagers on the layout under these settings, from a cache."""
    options, fee_sheet = (json.dumps(part, sort_keys=True) for part in (settings.options, settings.fee_sheet))
    return _posted(settings.rulebook, options, settings.schedule, fee_sheet)


@lru_cache(maxsize=256)
def _posted(rulebook: str, options: str, schedule: int | str | None, fee_sheet: str) -> tuple[PostedWagerView, ...]:
    settings = TableSettings(
        rulebook=rulebook, options=json.loads(options), schedule=schedule, fee_sheet=json.loads(fee_sheet)
    )
    rules, in_force = game_rules(settings), schedule_of(settings)
    cards = wager_cards(rules, in_force)
    painted = family_of(rules).wager_layout(rules)
    return tuple(_wager(rules, card, painted[card.id], in_force) for card in cards)


def _wager(rules: TableRules, card: WagerCard, painted: WagerPosition, schedule: Schedule | None) -> PostedWagerView:
    wager = rules.wagers[card.id]
    limit = rules.limit(wager, schedule)
    return {
        "id": wager.id,
        "title": wager.title,
        "short_title": wager.short_title,
        "spot_title": wager.spot_title,
        "spot_hint": wager.spot_hint,
        "group": wager.group,
        "role": painted.role,
        "zone": painted.zone,
        "summary": card.summary,
        "outcome": card.outcome,
        "rows": [
            {
                "name": row.name,
                "pays": row.pays,
                "odds": row.odds,
                "pay": _pay(paid.odds),
                "meter": row.meter,
                "envy": row.envy,
                "cite": row.cite,
            }
            for row, paid in zip(card.rows, wager.rows, strict=True)
        ],
        "odds_label": _odds_label(wager),
        "charges": [
            {
                "taken_on": charge.taken_on,
                "of": charge.of,
                "percent": percent(charge.rate).removesuffix("%"),
                "when": charge.when,
                "cite": charge.cite,
            }
            for charge in charges_taken(rules, wager)
        ],
        "limit": {"least_cents": int(limit.least), "most_cents": int(limit.most), "cite": limit.cite},
        "placed_with": _placed_with(rules, wager),
        "is_backline_allowed": wager.backline,
        "is_placed_during_round": wager.is_placed_during_round,
        "after_fold": painted.after_fold,
        "envy_from_cents": None if painted.envy_from is None else int(painted.envy_from),
        "terms": [{"title": term.label, "text": term.text, "cite": term.cite} for term in card.terms],
        "note": wager.note,
        "cite": wager.cite,
    }


def winning_pays(rules: TableRules, winning_rows: Mapping[str, str]) -> dict[str, PayoutView]:
    """Return what the winning pay table row of each wager pays; wagers paid by several rows together are left out."""
    rows = {
        name: next((row for row in rules.wagers[name].rows if row.title == title), None)
        for name, title in winning_rows.items()
    }
    return {name: _pay(row.odds) for name, row in rows.items() if row is not None}


def _pay(odds: PayOdds) -> PayoutView:
    return {"kind": odds.kind, "numerator": odds.value.numerator, "denominator": odds.value.denominator}


def _placed_with(rules: TableRules, wager: OfferedWager) -> list[str]:
    """Return the wagers whose stake must equal the stake on this one."""
    equal = [cap.of[0] for cap in wager.caps if cap.exact and cap.share == 1 and len(cap.of) == 1]
    return [name for name in rules.betting_wagers if name in equal]


def _odds_label(wager: OfferedWager) -> OddsLabelView:
    """Return the odds of a wager in short, as a spot shows them."""
    highest = _highest_odds(wager.rows)
    label: OddsLabelView = {
        "kind": "none",
        "pay": None,
        "exception": None,
        "exception_name": "",
        "highest": highest,
        "has_several": len({row.odds.text for row in wager.rows}) > 1,
    }
    if (exception := _exception_of_line(wager)) is not None:
        label |= {
            "kind": "except",
            "pay": _pay(wager.rows[-1].odds),
            "exception": _pay(exception.odds),
            "exception_name": exception.short_title,
        }
    elif highest is not None:
        label |= {"kind": "up-to" if label["has_several"] else "ratio", "pay": highest}
    elif any(row.meter for row in wager.rows):
        label["kind"] = "meter"
    elif wager.rows:
        label |= {"kind": "up-to", "pay": _pay(max((row.odds for row in wager.rows), key=lambda odds: odds.value))}
    return label


def _highest_odds(rows: Sequence[PayRow]) -> PayoutView | None:
    """Return the highest odds of a pay table, those "to" one before those "for" one; None if the meter pays more."""
    odds = [row.odds for row in rows if row.odds.kind is PayOddsKind.TO]
    if not odds and not any(row.meter for row in rows):
        odds = [row.odds for row in rows if row.odds.kind is PayOddsKind.FOR]
    return _pay(max(odds, key=lambda one: one.winnings(Cents(1)))) if odds else None


def _exception_of_line(wager: OfferedWager) -> PayRow | None:
    """Return the named row of a line that pays other odds than all its other rows, or None."""
    others = [row for row in wager.rows if row.odds.text != wager.rows[-1].odds.text]
    is_plain = wager.group == "line" and all(row.odds.kind is PayOddsKind.TO for row in wager.rows)
    if not is_plain or len({row.odds.text for row in others}) != 1:
        return None
    return others[0] if others[0].short_title else None
