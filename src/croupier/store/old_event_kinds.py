"""Event kinds that versions before 0.1.0 wrote to the log, and their names today.

Records are hash-chained and cannot be rewritten. An old kind is renamed when a record is read; the stored text,
which the hash covers, stays as it was written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

RENAMED = {
    "accommodation-made": "accommodation-recorded",
    "arrangements-asked": "arrangements-requested",
    "back-out-asked": "back-out-requested",
    "back-out-refused": "back-out-rejected",
    "bank-awaited": "bank-deadline-set",
    "bank-turned": "bank-rotated",
    "bundle-made": "bundle-created",
    "cards-burnt": "cards-burned",
    "cards-opened": "cards-unsealed",
    "cards-turned": "cards-revealed",
    "chips-taken": "chips-returned",
    "correction-asked": "correction-requested",
    "correction-refused": "correction-rejected",
    "cut-card-came": "cut-card-reached",
    "decisions-asked": "decisions-requested",
    "free-hand-called": "free-hand-ordered",
    "hand-lined-up": "hand-started",
    "hole-card-shown": "hole-cards-revealed",
    "notice-given": "notice-sent",
    "notice-seen": "notice-acknowledged",
    "paid-at-once": "wagers-paid-early",
    "pairing-asked": "pairing-requested",
    "password-renewed": "password-rehashed",
    "play-excluded": "player-excluded",
    "play-money-given": "play-money-granted",
    "print-asked": "print-requested",
    "print-done": "print-finished",
    "promotional-given": "promotional-granted",
    "rights-given": "reveal-rights-assigned",
    "round-told": "round-input-recorded",
    "seats-exchanged": "seat-transfers-made",
    "second-factor-begun": "second-factor-started",
    "second-factor-proved": "second-factor-verified",
    "second-factor-taken-off": "second-factor-removed",
    "shoe-filled": "shoe-loaded",
    "shoe-opened": "shoe-revealed",
    "step-done": "step-completed",
    "time-ran-out": "decision-timed-out",
    "turn-answered": "reveal-pass-answered",
    "turn-asked": "reveal-pass-requested",
    "turn-due": "reveal-deadline-set",
    "waiting-joined": "waiting-list-joined",
    "waiting-left": "waiting-list-left",
}
_OLD = {new: old for old, new in RENAMED.items()}


def with_current_kinds(events: Iterable[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    """Return the events of a stored record under the kinds that the program uses today."""
    return tuple(
        {**event, "kind": RENAMED[event["kind"]]} if event.get("kind") in RENAMED else event for event in events
    )


def with_old_kinds(kinds: Iterable[str]) -> list[str]:
    """Return these event kinds together with their old names, for searching stored text."""
    return [name for kind in kinds for name in (kind, _OLD.get(kind)) if name is not None]
