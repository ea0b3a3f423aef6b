"""Every kind of event, and who may see which of its fields. A field that is in no list is shown to nobody.

`public` fields are for all, `staff` fields for those who run the table. `shaped` fields are shown in part: the shape
decides. `never` names what leaves the house under no circumstances, so that each field has been thought of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.views import event_shapes as shape
from croupier.views.event_shapes import Shape


@dataclass(frozen=True)
class Listing:
    """What may be seen of one kind of event."""

    public: tuple[str, ...] = ()
    staff: tuple[str, ...] = ()
    shaped: Mapping[str, Shape] = field(default_factory=dict)
    never: tuple[str, ...] = ()
    staff_only: bool = False
    """The public is not told that it happened."""

    @property
    def fields(self) -> frozenset[str]:
        return frozenset((*self.public, *self.staff, *self.shaped, *self.never))


FLOOR: dict[str, Listing] = {
    "table-created": Listing(("name", "demonstration")),
    "settings-changed": Listing(
        ("version", "digest", "next_at", "change", "must_intervene"), shaped={"settings": shape.settings}
    ),
    "table-opened": Listing(("next_at",)),
    "table-closed": Listing(),
    "table-paused": Listing(("at",), ("reason",)),
    "table-resumed": Listing(("stood_ms",)),
    "seat-taken": Listing(("seat", "third_party", "bot"), ("account", "name")),
    "seat-left": Listing(("seat",), ("account",)),
    "chips-bought": Listing(("seat", "cents", "stack_cents"), ("account",)),
    "chips-taken": Listing(("seat", "cents"), ("account",)),
    "sat-out": Listing(("seat", "why"), ("account",)),
    "sat-in": Listing(("seat", "posts"), ("account",)),
    "waiting-joined": Listing(("place",), ("account", "name")),
    "waiting-left": Listing((), ("account",)),
    "button-drawn": Listing(("seat", "cards", "source")),
    "hand-lined-up": Listing(("button",), ("owes",)),
    "time-bank-opened": Listing(("seat", "left_ms", "next_at"), ("account",)),
    "time-bank-closed": Listing(("seat", "left_ms"), ("account",)),
    "supervisor-called": Listing(staff=("note",), staff_only=True),
    "call-answered": Listing(staff_only=True),
    "hold-placed": Listing(("id", "at", "why"), ("reason", "round")),
    "hold-lifted": Listing(("id", "stood_ms"), ("reason",)),
}

SHOE: dict[str, Listing] = {
    "shoe-filled": Listing(("number", "source", "digest", "batch"), never=("sealed",)),
    "cards-burnt": Listing(("shown", "count")),
    "burned-card-shown": Listing(("card",)),
    "cut-card-came": Listing(("last_hand",)),
    "shoe-opened": Listing(("number", "digest", "nonce", "cards", "cut_from_back")),
}

BANK: dict[str, Listing] = {
    "bank-turned": Listing(("at", "deadline"), shaped={"input": shape.bank_input}),
    "bank-posted": Listing(("seat", "cents", "next_at"), ("account",)),
    "bank-awaited": Listing(("until",)),
    "bank-returned": Listing(("cents",), ("account",)),
}

BETTING: dict[str, Listing] = {
    "bets-opened": Listing(("round", "number", "at", "closes_at", "free_hand")),
    "countdown-set": Listing(("closes_at",)),
    "wagers-placed": Listing(("seat", "bettor", "wagers"), ("account",), never=("promotional",)),
    "bets-closed": Listing(("at", "next_at")),
    "fees-taken": Listing(("schedule", "action_cents"), ("fees",)),
    "paid-at-once": Listing(shaped={"paid": shape.paid}),
}

DEALING: dict[str, Listing] = {
    "rights-given": Listing(("rights",)),
    "turn-asked": Listing(("hand", "by", "to", "next_at")),
    "turn-answered": Listing(("who", "agree", "next_at")),
    "turn-due": Listing(("next_at",)),
    "cards-turned": Listing(("hand", "by", "silent", "cards", "next_at")),
    "card-dealt": Listing(
        ("place", "hand", "nth", "face_down", "next_at"),
        shaped={"card": shape.card_dealt, "irregular": shape.irregular},
        never=("owner",),
    ),
    "decisions-asked": Listing(("questions", "next_at")),
    "decision-made": Listing(("seat", "hand", "choice", "next_at"), shaped={"raises": shape.raises}, never=("answer",)),
    "time-ran-out": Listing(("seats", "next_at")),
    "arrangements-asked": Listing(("settings", "next_at")),
    "arrangement-made": Listing(("seat", "declares", "next_at"), ("account",), never=("answer",)),
    "arrangement-drafted": Listing(("seat",), ("account",), never=("laid",)),
    "hand-shown": Listing(("hand", "seat", "next_at")),
    "dice-rolled": Listing(("what", "source", "numbers", "next_at")),
    "dice-corrected": Listing(("what", "place", "was", "numbers")),
    "hole-card-shown": Listing(("hand", "cards", "places")),
    "round-told": Listing(shaped={"answer": shape.answer, "card": shape.card_told}),
    "card-corrected": Listing(
        ("place", "face_down", "next_at"),
        shaped={
            "was": shape.corrected_card("was"),
            "card": shape.corrected_card("card"),
            "answers": shape.corrected_answers,
        },
        never=("owner",),
    ),
}

ENDING: dict[str, Listing] = {
    "seats-exchanged": Listing(("exchanges",)),
    "round-settled": Listing(
        (
            "round",
            "at",
            "next_at",
            "cards",
            "facts",
            "meters",
            "winning_wagers",
            "hand_in_shoe",
            "outcome",
            "between",
            "unseen",
        ),
        ("balances", "order", "put_in", "bots"),
        {"results": shape.results, "bank": shape.bank, "next_opening": shape.next_opening},
    ),
    "round-voided": Listing(
        ("round", "at", "next_at", "code", "cite", "cards", "unseen"),
        ("reason", "returned"),
        {"next_opening": shape.next_opening},
    ),
    "round-corrected": Listing(
        ("round", "at", "place", "was", "card", "cards", "facts", "hand_in_shoe", "outcome", "winning_wagers"),
        ("approval", "differences", "forgone", "jackpots_before", "order", "requested_by", "approved_by", "reason"),
        {"answers": shape.answers, "results": shape.results, "bank": shape.bank},
    ),
    "jackpot-hit": Listing(
        ("id", "round", "meter", "wager", "seat", "cents", "order", "restarts_at"),
        ("account", "reseeded_cents", "restart"),
    ),
    "jackpot-confirmed": Listing(("id", "paid"), ("by",)),
    "jackpot-rejected": Listing(("id",), ("reason",)),
    "jackpot-backed-out": Listing(
        ("id", "at", "round", "meter", "meter_before_cents", "meter_after_cents"),
        ("approval", "seat", "account", "cents", "seed_off_cents", "requested_by", "approved_by", "reason"),
    ),
}

SUPERVISED: dict[str, Listing] = {
    "correction-asked": Listing(staff=("id", "round", "place", "card", "reason", "by"), staff_only=True),
    "correction-refused": Listing(staff=("id", "reason"), staff_only=True),
    "back-out-asked": Listing(
        staff=("id", "jackpot", "round", "seat", "account", "cents", "reason", "by"), staff_only=True
    ),
    "back-out-refused": Listing(staff=("id", "reason"), staff_only=True),
    "irregularity-reported": Listing(("what", "cite"), ("reason",), {"card": shape.card_reported}),
    "free-hand-called": Listing(staff=("reason",)),
}

BY_THE_BOOK: dict[str, Listing] = {
    "step-done": Listing(("id", "step", "at", "cite"), ("by", "name", "entered", "until", "empties_shoe")),
    "step-verified": Listing(("id", "at"), ("by", "name")),
    "recut-ordered": Listing(("cutter",), ("by", "name", "reason")),
    "notice-given": Listing(staff=("id", "to", "at", "until", "text", "by", "name"), staff_only=True),
    "notice-seen": Listing(staff=("id", "at", "by", "name", "late"), staff_only=True),
    "change-announced": Listing(
        ("id", "at", "from_at", "changes"), ("by", "name"), shaped={"settings": shape.settings}
    ),
    "change-withdrawn": Listing(("id",), ("reason",)),
    "dispute-referred": Listing(("id", "at"), ("to", "reference")),
    "accommodation-made": Listing(staff=("seat", "account", "what", "by", "name"), staff_only=True),
}

LISTINGS: Mapping[str, Listing] = FLOOR | SHOE | BANK | BETTING | DEALING | ENDING | SUPERVISED | BY_THE_BOOK
