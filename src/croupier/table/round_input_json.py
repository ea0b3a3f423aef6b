"""Convert the inputs of a round to and from the JSON of the log."""

from __future__ import annotations

from typing import Any

from croupier.cards import Piece, parse_piece
from croupier.play.round import (
    Answer,
    Arrangement,
    Decision,
    DrawnInError,
    FoundFaceUp,
    HandOpened,
    NoCardsLeft,
    ResultAnnounced,
    Rolled,
    TimedOut,
    VoidedBySupervisor,
)

CARD_KEYS = ("card", "face_up", "in_error")
"""JSON keys under which an input names the card that left the shoe."""
MARKS: dict[str, Answer] = {
    "called": ResultAnnounced(),
    "no-cards-left": NoCardsLeft(),
    "silence": TimedOut(),
    "shown": HandOpened(),
}


def round_input_to_json(answer: Answer) -> dict[str, Any]:
    if isinstance(answer, Piece):
        return {"card": str(answer)}
    match answer:
        case FoundFaceUp(card):
            return {"face_up": str(card)}
        case DrawnInError(card, disclosed):
            return {"in_error": str(card), "disclosed": disclosed}
        case VoidedBySupervisor(reason):
            return {"called_off": reason}
        case ResultAnnounced():
            return {"mark": "called"}
        case NoCardsLeft():
            return {"mark": "no-cards-left"}
        case TimedOut():
            return {"mark": "silence"}
        case HandOpened():
            return {"mark": "shown"}
        case Decision():
            followers = None if answer.followers is None else list(answer.followers)
            return {"seat": answer.seat, "decided": answer.do, "cents": answer.cents, "with_them": followers}
        case Arrangement(seat, card_numbers, declares, at_ms):
            declaration: dict[str, Any] = {"declares": declares} if declares else {}
            declaration |= {} if at_ms is None else {"declared_at_ms": at_ms}
            return {
                "seat": seat,
                "laid": None if card_numbers is None else [list(places) for places in card_numbers],
            } | declaration
        case Rolled(numbers):
            return {"rolled": list(numbers)}


def round_input_from_json(data: dict[str, Any]) -> Answer:
    match data:
        case {"card": str(card)}:
            return parse_piece(card)
        case {"face_up": str(card)}:
            return FoundFaceUp(parse_piece(card))
        case {"in_error": str(card), "disclosed": bool(disclosed)}:
            return DrawnInError(parse_piece(card), disclosed)
        case {"called_off": str(reason)}:
            return VoidedBySupervisor(reason)
        case {"seat": int(seat), "decided": str(do), "cents": cents, "with_them": followers}:
            return Decision(seat, do, cents, None if followers is None else tuple(followers))
        case {"seat": int(seat), "laid": card_numbers}:
            places = None if card_numbers is None else tuple(tuple(hand) for hand in card_numbers)
            return Arrangement(seat, places, data.get("declares", ""), data.get("declared_at_ms"))
        case {"rolled": list(numbers)}:
            return Rolled(tuple(numbers))
        case {"mark": str(mark)} if mark in MARKS:
            return MARKS[mark]
    raise ValueError(f"{data!r} is no answer to a round")


def card_of_input(answer: Answer) -> Piece | None:
    """Return the card that left the shoe with this input, or None."""
    if isinstance(answer, Piece):
        return answer
    match answer:
        case FoundFaceUp(card) | DrawnInError(card):
            return card
    return None
