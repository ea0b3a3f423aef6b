"""A bundled round made again: from its records by the fold of the live table, and from its cards by its own rulebook.

The rulebook comes out of the bundle, so that a later edition of the package can still play a round of an earlier one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.errors import BadInput
from croupier.evidence.log_search import ends, opens
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
from croupier.table.reducer import apply_event
from croupier.table.round_archive import ArchivedRoundJson, RoundReplay, archive_round, corrected_round, spot_from_json
from croupier.table.sealing import has_sealed_cards, read_openings, substitute_cards, unseal_events
from croupier.table.settings import TableSettings, rules_for_mode
from croupier.table.shoe import LiveShoe
from croupier.table.state import Phase, PlayerDealerBank, TableState

PLAYED = frozenset(
    {
        *("bets-opened", "wagers-placed", "bets-closed", "fees-taken", "card-dealt", "round-input-recorded"),
        *("card-corrected", "dice-corrected"),
        *("decision-made", "decision-timed-out", "hole-cards-revealed", "wagers-paid-early"),
        *("arrangement-made", "hand-shown", "dice-rolled", "seat-transfers-made", "cards-burned"),
    }
)
"""What a kept round is made of; clocks, holds and the turning of cards leave no mark on it."""

EventJson = Mapping[str, Any]
BundleJson = Mapping[str, Any]


@dataclass(frozen=True)
class BundledTable(TableState):
    """The table of a bundle: its rules are the bundle's own."""

    bundled_rules: TableRules | None = None

    @property
    def rules(self) -> TableRules:
        assert self.bundled_rules is not None
        return self.bundled_rules


class BundledRound(RoundReplay):
    """A kept round under rules of a given rulebook, whatever the package has under that name today."""

    def __init__(self, kept: Mapping[str, Any], house: TableRules) -> None:
        self.kept = kept
        self.settings = TableSettings.model_validate(kept["settings"])
        self.house = house
        self.game = family_of(house)
        bank = kept["bank"]
        self.bank = None if bank is None else PlayerDealerBank(bank["seat"], bank["account"], bank["cents"])
        self.spots = [spot_from_json(spot) for spot in kept["spots"]]

    @property
    def bets(self) -> list[Bet]:
        """In the order they were settled in: a file keeps a spot's wagers by name, not in the order they were made."""
        places: dict[tuple[int, str, str], int] = {}
        for place, one in enumerate(self.kept["results"]):
            places.setdefault((one["seat"], one["bettor"], one["wager"]), place)
        return sorted(super().bets, key=lambda bet: places.get((bet.seat, bet.bettor, bet.wager), len(places)))


def rules_of(body: BundleJson) -> TableRules:
    """The rules of a bundle: its own rulebook or, where it has none, the package's if it is still the same."""
    given, settings = body["rulebook"], settings_of(body)
    book = _own_rulebook(body) if given["data"] is not None else load(given["id"])
    if given["data"] is None and not book.is_the_book(settings["digest"]):
        raise _other_rules(book.digest, settings["digest"])
    table = TableSettings.model_validate(settings["settings"])
    return rules_for_mode(book, table.options, table.mode, table.schedule, table.fee_sheet)


def _own_rulebook(body: BundleJson) -> Rulebook:
    """Return the rulebook in a bundle. Its digest is compared before anything in it is read."""
    given, wanted = body["rulebook"], settings_of(body)["digest"]
    if (found := digest_of_rules(given["data"])) != wanted:
        raise _other_rules(found, wanted)
    return read_rulebook(given["data"], given["id"])


def _other_rules(found: str, wanted: str) -> BadInput:
    return BadInput.at("rulebook", f"has the digest {found}; the round was played by {wanted}")


def read_rulebook(data: Mapping[str, Any], name: str) -> Rulebook:
    """A rulebook from its data."""
    return load_checked(
        TomlWithPositions(dict(data), {(): (f"{name} in the bundle", 1)}), f"{name} in the bundle", family_rules()
    )


def settings_of(body: BundleJson) -> EventJson:
    """The settings the round was played under."""
    return last_event(body["settings"]["record"]["events"], "settings-changed")


def last_event(events: Sequence[EventJson], kind: str) -> EventJson:
    return [event for event in events if event["kind"] == kind][-1]


def round_events(body: BundleJson) -> Iterator[EventJson]:
    """The events of the round's own records, from the opening of its bets to its end, with the cards that are open."""
    begun = False
    told = [event for entry in body["records"] for event in entry["record"]["events"]]
    openings = read_openings(told, "records")
    openings |= substitute_cards(told, openings)
    for entry in body["records"]:
        for event in unseal_events(entry["record"]["events"], openings):
            begun = begun or opens(event, body["round_id"])
            if begun:
                yield event
            if ends(event, body["round_id"]):
                return


def rebuild_round(body: BundleJson, house: TableRules) -> ArchivedRoundJson | None:
    """The round as it must have been kept, made from its records; None while it is in play."""
    state: TableState = initial_state(body, house)
    events = list(round_events(body))
    if has_sealed_cards(events) and not ends(events[-1], body["round_id"]):
        return None
    for event in events:
        if ends(event, body["round_id"]):
            ending = event_of(dict(event))
            assert isinstance(ending, RoundSettled | RoundVoided)
            return _as_kept(_corrected(archive_round(state, ending), body))
        if event["kind"] in PLAYED:
            state = apply_event(state, event_of(dict(event)))
    return None


def initial_state(body: BundleJson, house: TableRules) -> BundledTable:
    """The table as it stood when the bets opened, as far as the round asks."""
    changed, kept = settings_of(body), body["round"] or {}
    opening, opened = kept.get("opening") or {}, next(iter(round_events(body)))
    posted = last_event(body["bank"]["record"]["events"], "bank-posted") if body["bank"] else None
    return BundledTable(
        name=body["chain"]["stream"].removeprefix("table/"),
        demonstration=kept.get("demonstration", False),
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
    """Where the button lay, in a game between seats: the record that opens the hand says so."""
    said = [event for event in body["records"][0]["record"]["events"] if event["kind"] == "hand-started"]
    return said[-1]["button"] if said else None


def _corrected(kept: ArchivedRoundJson, body: BundleJson) -> ArchivedRoundJson:
    for entry in (*body["records"], *body["later"]):
        for event in entry["record"]["events"]:
            if event["kind"] == "round-corrected" and is_about_round(event, body["round_id"]):
                put_right = event_of(dict(event))
                assert isinstance(put_right, RoundCorrected)
                kept = corrected_round(kept, put_right)
    return kept


def _as_kept(kept: ArchivedRoundJson) -> ArchivedRoundJson:
    """As it comes back from a file."""
    again: ArchivedRoundJson = json.loads(json.dumps(kept))
    return again


def wrong_fees(kept: Mapping[str, Any], house: TableRules) -> Iterator[str]:
    """Where the collection is not what the schedule in force says. [R60; 004 L3060]"""
    round_ = BundledRound(kept, house)
    if kept["status"] == "void" or round_.settings.schedule is None or not round_.bets or kept.get("between"):
        return  # between seats the fee is a line of the results: settled again with them
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
    for account in sorted(due.keys() | kept["fees"].keys()):
        if due.get(account, 0) != kept["fees"].get(account, 0):
            taken = kept["fees"].get(account, 0)
            yield f"the collection of {account} is {due.get(account, 0)} cents by the schedule and {taken} as kept"


def _bankers(round_: RoundReplay, fees: Any) -> list[tuple[str, int]]:
    return [(round_.bank.account, fees.player_dealer)] if round_.bank and fees.player_dealer else []
