"""Replay of a bundled round: from the events of its records, and from its cards by its own rulebook.

The rulebook comes from the bundle, so that a later version of the package can replay a round of an earlier one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.errors import BadInput
from croupier.evidence.log_search import ends_round, opens_round
from croupier.evidence.round_records import is_about_round
from croupier.money.bets import Bet
from croupier.money.collection import NoBracket
from croupier.play.family import family_of, opening_of
from croupier.play.rulebook_library import family_rules, load
from croupier.rulebook.loader import load_checked
from croupier.rulebook.rulebook import Rulebook, digest_of_rules
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.toml_reader import TomlWithPositions
from croupier.table.events import RoundCorrected, RoundSettled, RoundVoided, event_of
from croupier.table.round_archive import ArchivedRoundJson, RoundReplay, archive_round, corrected_round, spot_from_json
from croupier.table.sealing import has_sealed_cards, read_openings, substitute_cards, unseal_events
from croupier.table.settings import TableSettings, rules_for_mode
from croupier.table.shoe import LiveShoe
from croupier.table.state import Phase, PlayerDealerBank, TableState

ROUND_EVENT_KINDS = frozenset(
    {
        *("bets-opened", "wagers-placed", "bets-closed", "fees-taken", "card-dealt", "round-input-recorded"),
        *("card-corrected", "dice-corrected"),
        *("decision-made", "decision-timed-out", "hole-cards-revealed", "wagers-paid-early"),
        *("arrangement-made", "hand-shown", "dice-rolled", "seat-transfers-made", "cards-burned"),
    }
)
"""Events that determine an archived round; timers, holds and card turning leave no trace in it."""

EventJson = Mapping[str, Any]
BundleJson = Mapping[str, Any]


@dataclass(frozen=True)
class BundledTable(TableState):
    """State of the table in a bundle; its rules come from the rulebook in the bundle."""

    bundled_rules: TableRules | None = None

    @property
    def rules(self) -> TableRules:
        assert self.bundled_rules is not None
        return self.bundled_rules


class BundledRound(RoundReplay):
    """Archived round that is replayed under the rules of a given rulebook, not of the one in the package."""

    def __init__(self, archived: Mapping[str, Any], house: TableRules) -> None:
        self.archived = archived
        self.settings = TableSettings.model_validate(archived["settings"])
        self.rules = house
        self.family = family_of(house)
        bank = archived["bank"]
        self.bank = None if bank is None else PlayerDealerBank(bank["seat"], bank["account"], bank["cents"])
        self.spots = [spot_from_json(spot) for spot in archived["spots"]]

    @property
    def bets(self) -> list[Bet]:
        """Bets in the order of settlement; the file has a spot's wagers by name, not by time of placement."""
        places: dict[tuple[int, str, str], int] = {}
        for place, result in enumerate(self.archived["results"]):
            places.setdefault((result["seat"], result["bettor"], result["wager"]), place)
        return sorted(super().bets, key=lambda bet: places.get((bet.seat, bet.bettor, bet.wager), len(places)))


def bundle_rules(body: BundleJson) -> TableRules:
    """Return the rules of a bundle: its own rulebook, or the package's with the same digest."""
    given, settings = body["rulebook"], settings_of(body)
    book = _own_rulebook(body) if given["data"] is not None else load(given["id"])
    if given["data"] is None and not book.matches_digest(settings["digest"]):
        raise _other_rules(book.digest, settings["digest"])
    table = TableSettings.model_validate(settings["settings"])
    return rules_for_mode(book, table.options, table.mode, table.schedule, table.fee_sheet)


def _own_rulebook(body: BundleJson) -> Rulebook:
    """Return the rulebook in a bundle; its digest is checked before its contents are parsed."""
    given, wanted = body["rulebook"], settings_of(body)["digest"]
    if (found := digest_of_rules(given["data"])) != wanted:
        raise _other_rules(found, wanted)
    return read_rulebook(given["data"], given["id"])


def _other_rules(found: str, wanted: str) -> BadInput:
    return BadInput.at("rulebook", f"has the digest {found}; the round was played by {wanted}")


def read_rulebook(data: Mapping[str, Any], name: str) -> Rulebook:
    """Load and check a rulebook from its data."""
    return load_checked(
        TomlWithPositions(dict(data), {(): (f"{name} in the bundle", 1)}), f"{name} in the bundle", family_rules()
    )


def settings_of(body: BundleJson) -> EventJson:
    """Return the event with the settings that the round was played under."""
    return last_event(body["settings"]["record"]["events"], "settings-changed")


def last_event(events: Sequence[EventJson], kind: str) -> EventJson:
    return [event for event in events if event["kind"] == kind][-1]


def round_events(body: BundleJson) -> Iterator[EventJson]:
    """Yield the round's events from the opening of betting to the end, with revealed cards decrypted."""
    is_open = False
    all_events = [event for entry in body["records"] for event in entry["record"]["events"]]
    openings = read_openings(all_events, "records")
    openings |= substitute_cards(all_events, openings)
    for entry in body["records"]:
        for event in unseal_events(entry["record"]["events"], openings):
            is_open = is_open or opens_round(event, body["round_id"])
            if is_open:
                yield event
            if ends_round(event, body["round_id"]):
                return


def rebuild_round(body: BundleJson, house: TableRules) -> ArchivedRoundJson | None:
    """Rebuild the archived round from its records; return None while the round is in play."""
    state: TableState = initial_state(body, house)
    events = list(round_events(body))
    if has_sealed_cards(events) and not ends_round(events[-1], body["round_id"]):
        return None
    for event in events:
        if ends_round(event, body["round_id"]):
            ending = event_of(dict(event))
            assert isinstance(ending, RoundSettled | RoundVoided)
            return _json_round_trip(_corrected(archive_round(state, ending), body))
        if event["kind"] in ROUND_EVENT_KINDS:
            state = event_of(dict(event)).apply(state)
    return None


def initial_state(body: BundleJson, house: TableRules) -> BundledTable:
    """Return the table state at the opening of betting, with only the parts that affect the round."""
    changed, archived = settings_of(body), body["round"] or {}
    opening, opened = archived.get("opening") or {}, next(iter(round_events(body)))
    posted = last_event(body["bank"]["record"]["events"], "bank-posted") if body["bank"] else None
    return BundledTable(
        name=body["chain"]["stream"].removeprefix("table/"),
        demonstration=archived.get("demonstration", False),
        settings=TableSettings.model_validate(changed["settings"]),
        version=changed["version"],
        digest=changed["digest"],
        phase=Phase.BETWEEN,
        shoe=LiveShoe(body["shoe"]["number"], house.shoe, source="bundle"),
        opening=opening_of(
            opening.get("carried"),
            disclosed=bool(opening.get("disclosed")),
            free_hand=opened["free_hand"],
            button=_button(body),
        ),
        bank=None if posted is None else PlayerDealerBank(posted["seat"], posted["account"], posted["cents"]),
        bundled_rules=house,
    )


def _button(body: BundleJson) -> int | None:
    """Return the seat of the dealer button in a game between seats, from the record that starts the hand; else None."""
    events_found = [event for event in body["records"][0]["record"]["events"] if event["kind"] == "hand-started"]
    return events_found[-1]["button"] if events_found else None


def _corrected(archived: ArchivedRoundJson, body: BundleJson) -> ArchivedRoundJson:
    for entry in (*body["records"], *body["later"]):
        for event in entry["record"]["events"]:
            if event["kind"] == "round-corrected" and is_about_round(event, body["round_id"]):
                correction = event_of(dict(event))
                assert isinstance(correction, RoundCorrected)
                archived = corrected_round(archived, correction)
    return archived


def _json_round_trip(archived: ArchivedRoundJson) -> ArchivedRoundJson:
    """Return the archived round written to JSON and read again, so that it can be compared with one from a file."""
    parsed: ArchivedRoundJson = json.loads(json.dumps(archived))
    return parsed


def fee_differences(archived: Mapping[str, Any], house: TableRules) -> Iterator[str]:
    """Yield each difference between the collection fees taken and those that the schedule requires. [R60; 004 L3060]"""
    round_ = BundledRound(archived, house)
    if archived["status"] == "void" or round_.settings.schedule is None or not round_.bets or archived.get("between"):
        return  # between seats, fees are entries of the results and are settled again with them
    schedule = house.schedule(round_.settings.schedule)
    try:
        fees = house.collection(schedule, round_.bets)
    except NoBracket as over:
        yield f"the collection cannot be looked up: {over}"
        return
    owners = {bet.payer: round_.accounts[bet.seat, bet.bettor] for bet in round_.bets}
    due: dict[str, int] = {}
    for payer, cents in (*((owners[payer], cents) for payer, cents in fees.players.items()), *_bankers(round_, fees)):
        due[payer] = due.get(payer, 0) + cents
    for account in sorted(due.keys() | archived["fees"].keys()):
        if due.get(account, 0) != archived["fees"].get(account, 0):
            taken = archived["fees"].get(account, 0)
            yield f"the collection of {account} is {due.get(account, 0)} cents by the schedule and {taken} as kept"


def _bankers(round_: RoundReplay, fees: Any) -> list[tuple[str, int]]:
    return [(round_.bank.account, fees.player_dealer)] if round_.bank and fees.player_dealer else []
