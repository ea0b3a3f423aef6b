"""Lists of the event fields that each access level may see; a field that is in no list is hidden from everybody.

`public` fields are for everybody, `staff` fields for staff. For a `shaped` field, a filter decides which part is shown.
`never` lists the fields that are always hidden, so that every field is in a list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.views import event_field_filters as shape
from croupier.views.event_field_filters import Shape


@dataclass(frozen=True)
class EventVisibility:
    """Which fields of one kind of event each access level may see."""

    public: tuple[str, ...] = ()
    staff: tuple[str, ...] = ()
    shaped: Mapping[str, Shape] = field(default_factory=dict)
    never: tuple[str, ...] = ()
    staff_only: bool = False
    """Whether the event itself is hidden from the public."""

    @property
    def fields(self) -> frozenset[str]:
        return frozenset((*self.public, *self.staff, *self.shaped, *self.never))


FLOOR: dict[str, EventVisibility] = {
    "table-created": EventVisibility(("name", "demonstration")),
    "settings-changed": EventVisibility(
        ("version", "digest", "next_at", "change", "must_intervene"), shaped={"settings": shape.settings}
    ),
    "table-opened": EventVisibility(("next_at",)),
    "table-closed": EventVisibility(),
    "table-paused": EventVisibility(("at",), ("reason",)),
    "table-resumed": EventVisibility(("stood_ms",)),
    "seat-taken": EventVisibility(("seat", "third_party", "bot"), ("account", "name")),
    "seat-left": EventVisibility(("seat",), ("account",)),
    "chips-bought": EventVisibility(("seat", "cents", "stack_cents"), ("account",)),
    "chips-returned": EventVisibility(("seat", "cents"), ("account",)),
    "sat-out": EventVisibility(("seat", "why"), ("account",)),
    "sat-in": EventVisibility(("seat", "posts"), ("account",)),
    "waiting-list-joined": EventVisibility(("place",), ("account", "name")),
    "waiting-list-left": EventVisibility((), ("account",)),
    "button-drawn": EventVisibility(("seat", "cards", "source")),
    "hand-started": EventVisibility(("button",), ("owes",)),
    "time-bank-opened": EventVisibility(("seat", "left_ms", "next_at"), ("account",)),
    "time-bank-closed": EventVisibility(("seat", "left_ms"), ("account",)),
    "supervisor-called": EventVisibility(staff=("note",), staff_only=True),
    "call-answered": EventVisibility(staff_only=True),
    "hold-placed": EventVisibility(("id", "at", "why"), ("reason", "round")),
    "hold-lifted": EventVisibility(("id", "stood_ms"), ("reason",)),
}

SHOE: dict[str, EventVisibility] = {
    "shoe-loaded": EventVisibility(("number", "source", "digest", "batch"), never=("sealed",)),
    "cards-burned": EventVisibility(("shown", "count")),
    "burned-card-shown": EventVisibility(("card",)),
    "cut-card-reached": EventVisibility(("last_hand",)),
    "shoe-revealed": EventVisibility(("number", "digest", "nonce", "cards", "cut_from_back")),
}

BANK: dict[str, EventVisibility] = {
    "bank-rotated": EventVisibility(("at", "deadline"), shaped={"input": shape.bank_input}),
    "bank-posted": EventVisibility(("seat", "cents", "next_at"), ("account",)),
    "bank-deadline-set": EventVisibility(("until",)),
    "bank-returned": EventVisibility(("cents",), ("account",)),
}

BETTING: dict[str, EventVisibility] = {
    "bets-opened": EventVisibility(("round", "number", "at", "closes_at", "free_hand")),
    "countdown-set": EventVisibility(("closes_at",)),
    "wagers-placed": EventVisibility(("seat", "bettor", "wagers"), ("account",), never=("promotional",)),
    "bets-closed": EventVisibility(("at", "next_at")),
    "fees-taken": EventVisibility(("schedule", "action_cents"), ("fees",)),
    "wagers-paid-early": EventVisibility(shaped={"paid": shape.paid}),
}

DEALING: dict[str, EventVisibility] = {
    "reveal-rights-assigned": EventVisibility(("rights",)),
    "reveal-pass-requested": EventVisibility(("hand", "by", "to", "next_at")),
    "reveal-pass-answered": EventVisibility(("who", "agree", "next_at")),
    "reveal-deadline-set": EventVisibility(("next_at",)),
    "cards-revealed": EventVisibility(("hand", "by", "silent", "cards", "next_at")),
    "card-dealt": EventVisibility(
        ("place", "hand", "nth", "face_down", "next_at"),
        shaped={"card": shape.card_dealt, "irregular": shape.irregular},
        never=("owner",),
    ),
    "decisions-requested": EventVisibility(("questions", "next_at")),
    "decision-made": EventVisibility(
        ("seat", "hand", "choice", "next_at"), shaped={"raises": shape.raises}, never=("answer",)
    ),
    "decision-timed-out": EventVisibility(("seats", "next_at")),
    "arrangements-requested": EventVisibility(("settings", "next_at")),
    "arrangement-made": EventVisibility(("seat", "declares", "next_at"), ("account",), never=("answer",)),
    "arrangement-drafted": EventVisibility(("seat",), ("account",), never=("laid",)),
    "hand-shown": EventVisibility(("hand", "seat", "next_at")),
    "dice-rolled": EventVisibility(("what", "source", "numbers", "next_at")),
    "dice-corrected": EventVisibility(("what", "place", "was", "numbers")),
    "hole-cards-revealed": EventVisibility(("hand", "cards", "places")),
    "round-input-recorded": EventVisibility(shaped={"answer": shape.answer, "card": shape.input_card}),
    "card-corrected": EventVisibility(
        ("place", "face_down", "next_at"),
        shaped={
            "was": shape.corrected_card("was"),
            "card": shape.corrected_card("card"),
            "answers": shape.corrected_answers,
        },
        never=("owner",),
    ),
}

ENDING: dict[str, EventVisibility] = {
    "seat-transfers-made": EventVisibility(("exchanges",)),
    "round-settled": EventVisibility(
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
    "round-voided": EventVisibility(
        ("round", "at", "next_at", "code", "cite", "cards", "unseen"),
        ("reason", "returned"),
        {"next_opening": shape.next_opening},
    ),
    "round-corrected": EventVisibility(
        ("round", "at", "place", "was", "card", "cards", "facts", "hand_in_shoe", "outcome", "winning_wagers"),
        ("approval", "differences", "forgone", "jackpots_before", "order", "requested_by", "approved_by", "reason"),
        {"answers": shape.answers, "results": shape.results, "bank": shape.bank},
    ),
    "jackpot-hit": EventVisibility(
        ("id", "round", "meter", "wager", "seat", "cents", "order", "restarts_at"),
        ("account", "reseeded_cents", "restart"),
    ),
    "jackpot-confirmed": EventVisibility(("id", "paid"), ("by",)),
    "jackpot-rejected": EventVisibility(("id",), ("reason",)),
    "jackpot-backed-out": EventVisibility(
        ("id", "at", "round", "meter", "meter_before_cents", "meter_after_cents"),
        ("approval", "seat", "account", "cents", "seed_off_cents", "requested_by", "approved_by", "reason"),
    ),
}

SUPERVISED: dict[str, EventVisibility] = {
    "correction-requested": EventVisibility(staff=("id", "round", "place", "card", "reason", "by"), staff_only=True),
    "correction-rejected": EventVisibility(staff=("id", "reason"), staff_only=True),
    "back-out-requested": EventVisibility(
        staff=("id", "jackpot", "round", "seat", "account", "cents", "reason", "by"), staff_only=True
    ),
    "back-out-rejected": EventVisibility(staff=("id", "reason"), staff_only=True),
    "irregularity-reported": EventVisibility(("what", "cite"), ("reason",), {"card": shape.reported_card}),
    "free-hand-ordered": EventVisibility(staff=("reason",)),
}

BY_THE_BOOK: dict[str, EventVisibility] = {
    "step-completed": EventVisibility(("id", "step", "at", "cite"), ("by", "name", "entered", "until", "empties_shoe")),
    "step-verified": EventVisibility(("id", "at"), ("by", "name")),
    "recut-ordered": EventVisibility(("cutter",), ("by", "name", "reason")),
    "notice-sent": EventVisibility(staff=("id", "to", "at", "until", "text", "by", "name"), staff_only=True),
    "notice-acknowledged": EventVisibility(staff=("id", "at", "by", "name", "late"), staff_only=True),
    "change-announced": EventVisibility(
        ("id", "at", "from_at", "changes"), ("by", "name"), shaped={"settings": shape.settings}
    ),
    "change-withdrawn": EventVisibility(("id",), ("reason",)),
    "dispute-referred": EventVisibility(("id", "at"), ("to", "reference")),
    "accommodation-recorded": EventVisibility(staff=("seat", "account", "what", "by", "name"), staff_only=True),
}

LISTINGS: Mapping[str, EventVisibility] = FLOOR | SHOE | BANK | BETTING | DEALING | ENDING | SUPERVISED | BY_THE_BOOK
