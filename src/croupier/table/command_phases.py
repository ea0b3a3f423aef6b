"""When each command is allowed: the phases of the table, and whether also while it is paused or on hold. [R16]"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.errors import Refused
from croupier.table.state import Phase, TableState

ANY_PHASE = frozenset(Phase)
OPEN = ANY_PHASE - {Phase.CLOSED}
BETWEEN = frozenset({Phase.BETWEEN})
BETTING = frozenset({Phase.BETTING})
DEALING = frozenset({Phase.DEALING})
IN_ROUND = BETTING | DEALING
SETTING_UP = frozenset({Phase.CLOSED, Phase.BETWEEN, Phase.BETTING})
"""Phases in which a table may be set up; in the betting phase, only while no wager is on the layout."""


@dataclass(frozen=True)
class CommandWindow:
    """Phases in which a command is allowed, and whether it is allowed while the table is paused or on hold."""

    phases: frozenset[Phase]
    paused: bool = False
    held: bool = False


COMMAND_WINDOWS: dict[str, CommandWindow] = {
    "open-table": CommandWindow(frozenset({Phase.CLOSED})),
    "close-table": CommandWindow(BETWEEN | BETTING, paused=True),
    "pause-table": CommandWindow(OPEN),
    "resume-table": CommandWindow(OPEN, paused=True),
    "change-settings": CommandWindow(SETTING_UP, paused=True),
    "sit-down": CommandWindow(OPEN),
    "stand-up": CommandWindow(OPEN, paused=True),
    "buy-chips": CommandWindow(OPEN),
    "sit-out": CommandWindow(OPEN, paused=True),
    "sit-in": CommandWindow(OPEN, paused=True),
    "join-waiting-list": CommandWindow(OPEN, paused=True),
    "leave-waiting-list": CommandWindow(OPEN, paused=True, held=True),
    "draw-button": CommandWindow(BETWEEN),
    "deal-hand": CommandWindow(BETWEEN),
    "place-wagers": CommandWindow(BETTING),
    "offer-bank": CommandWindow(BETWEEN),
    "accept-bank": CommandWindow(BETWEEN),
    "decline-bank": CommandWindow(BETWEEN),
    "post-bank": CommandWindow(BETWEEN),
    "decide": CommandWindow(DEALING),
    "arrange-cards": CommandWindow(DEALING),
    "save-arrangement-draft": CommandWindow(DEALING),
    "reveal-cards": CommandWindow(DEALING),
    "request-reveal-pass": CommandWindow(DEALING),
    "answer-reveal-pass": CommandWindow(DEALING),
    "open-bets": CommandWindow(BETWEEN),
    "close-bets": CommandWindow(BETTING),
    "read-card": CommandWindow(BETWEEN | DEALING),
    "roll-dice": CommandWindow(DEALING),
    "correct-dice": CommandWindow(DEALING),
    "correct-card": CommandWindow(DEALING),
    "show-hand": CommandWindow(DEALING),
    "call-result": CommandWindow(DEALING),
    "load-shoe": CommandWindow(BETWEEN | BETTING),
    "complete-step": CommandWindow(BETWEEN | DEALING),
    "verify-step": CommandWindow(ANY_PHASE, paused=True, held=True),
    "order-recut": CommandWindow(BETWEEN),
    "show-burn-card": CommandWindow(BETWEEN),
    "report-missing-card": CommandWindow(ANY_PHASE, paused=True, held=True),
    "send-notice": CommandWindow(ANY_PHASE, paused=True, held=True),
    "acknowledge-notice": CommandWindow(ANY_PHASE, paused=True, held=True),
    "announce-change": CommandWindow(ANY_PHASE, paused=True, held=True),
    "withdraw-change": CommandWindow(ANY_PHASE, paused=True, held=True),
    "refer-dispute": CommandWindow(ANY_PHASE, paused=True, held=True),
    "record-accommodation": CommandWindow(OPEN, paused=True, held=True),
    "report-cut-card": CommandWindow(OPEN),
    "call-supervisor": CommandWindow(OPEN, paused=True, held=True),
    "answer-call": CommandWindow(ANY_PHASE, paused=True, held=True),
    "void-round": CommandWindow(IN_ROUND, paused=True, held=True),
    "free-hand": CommandWindow(BETWEEN),
    "report-card-face-up": CommandWindow(DEALING),
    "report-card-in-error": CommandWindow(DEALING),
    "misdeal": CommandWindow(DEALING, paused=True, held=True),
    "report-disagreement": CommandWindow(OPEN, paused=True, held=True),
    "request-correction": CommandWindow(ANY_PHASE, paused=True, held=True),
    "approve-correction": CommandWindow(ANY_PHASE, paused=True, held=True),
    "reject-correction": CommandWindow(ANY_PHASE, paused=True, held=True),
    "confirm-jackpot": CommandWindow(ANY_PHASE, paused=True, held=True),
    "reject-jackpot": CommandWindow(ANY_PHASE, paused=True, held=True),
    "request-back-out": CommandWindow(ANY_PHASE, paused=True, held=True),
    "approve-back-out": CommandWindow(ANY_PHASE, paused=True, held=True),
    "reject-back-out": CommandWindow(ANY_PHASE, paused=True, held=True),
    "open-dispute": CommandWindow(ANY_PHASE, paused=True, held=True),
    "close-dispute": CommandWindow(ANY_PHASE, paused=True, held=True),
    "clear-hold": CommandWindow(ANY_PHASE, paused=True, held=True),
    "tick": CommandWindow(OPEN),
}


def refuse_by_phase(state: TableState, command: str) -> Refused | None:
    """Return why the table cannot accept this command now, or None."""
    when = COMMAND_WINDOWS[command]
    if state.holds and not when.held:
        hold = state.holds[0]
        return Refused(f"table/{hold.why}", f"The table is held: {hold.reason}. A supervisor has to release it.")
    if state.paused_at is not None and not when.paused:
        return Refused("table/paused", f"The table is paused: {state.paused_for}.")
    if state.phase not in when.phases:
        return Refused("table/wrong_phase", f"Not now: {PHASE_TEXT[state.phase]}.")
    return None


PHASE_TEXT = {
    Phase.CLOSED: "the table is closed",
    Phase.BETWEEN: "no round is open",
    Phase.BETTING: "bets are open",
    Phase.DEALING: "no more bets, the round is being dealt",
}
