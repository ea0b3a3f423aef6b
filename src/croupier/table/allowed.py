"""When a command may be given: by phase, and while the table is paused or held. One matrix, tested in full. [R16]"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.errors import Refused
from croupier.table.state import Phase, TableState

EVER = frozenset(Phase)
OPEN = EVER - {Phase.CLOSED}
BETWEEN = frozenset({Phase.BETWEEN})
BETTING = frozenset({Phase.BETTING})
DEALING = frozenset({Phase.DEALING})
IN_ROUND = BETTING | DEALING
SETTING_UP = frozenset({Phase.CLOSED, Phase.BETWEEN, Phase.BETTING})
"""Betting counts while no chip lies on the layout: the handlers look."""


@dataclass(frozen=True)
class When:
    """When a command may be given."""

    phases: frozenset[Phase]
    paused: bool = False
    held: bool = False


ALLOWED: dict[str, When] = {
    "open-table": When(frozenset({Phase.CLOSED})),
    "close-table": When(BETWEEN | BETTING, paused=True),
    "pause-table": When(OPEN),
    "resume-table": When(OPEN, paused=True),
    "change-settings": When(SETTING_UP, paused=True),
    "sit-down": When(OPEN),
    "stand-up": When(OPEN, paused=True),
    "buy-chips": When(OPEN),
    "sit-out": When(OPEN, paused=True),
    "sit-in": When(OPEN, paused=True),
    "join-waiting-list": When(OPEN, paused=True),
    "leave-waiting-list": When(OPEN, paused=True, held=True),
    "draw-button": When(BETWEEN),
    "deal-hand": When(BETWEEN),
    "place-wagers": When(BETTING),
    "offer-bank": When(BETWEEN),
    "accept-bank": When(BETWEEN),
    "decline-bank": When(BETWEEN),
    "post-bank": When(BETWEEN),
    "decide": When(DEALING),
    "arrange-cards": When(DEALING),
    "draft-cards": When(DEALING),
    "turn-cards": When(DEALING),
    "pass-turn": When(DEALING),
    "agree-turn": When(DEALING),
    "open-bets": When(BETWEEN),
    "close-bets": When(BETTING),
    "read-card": When(BETWEEN | DEALING),
    "roll-dice": When(DEALING),
    "correct-dice": When(DEALING),
    "correct-card": When(DEALING),
    "show-hand": When(DEALING),
    "call-result": When(DEALING),
    "new-shoe": When(BETWEEN | BETTING),
    "do-step": When(BETWEEN | DEALING),
    "verify-step": When(EVER, paused=True, held=True),
    "order-recut": When(BETWEEN),
    "show-burned": When(BETWEEN),
    "report-missing-card": When(EVER, paused=True, held=True),
    "give-notice": When(EVER, paused=True, held=True),
    "see-notice": When(EVER, paused=True, held=True),
    "announce-change": When(EVER, paused=True, held=True),
    "withdraw-change": When(EVER, paused=True, held=True),
    "refer-dispute": When(EVER, paused=True, held=True),
    "record-accommodation": When(OPEN, paused=True, held=True),
    "cut-card-out": When(OPEN),
    "call-supervisor": When(OPEN, paused=True, held=True),
    "answer-call": When(EVER, paused=True, held=True),
    "void-round": When(IN_ROUND, paused=True, held=True),
    "free-hand": When(BETWEEN),
    "card-face-up": When(DEALING),
    "card-in-error": When(DEALING),
    "misdeal": When(DEALING, paused=True, held=True),
    "report-disagreement": When(OPEN, paused=True, held=True),
    "request-correction": When(EVER, paused=True, held=True),
    "approve-correction": When(EVER, paused=True, held=True),
    "reject-correction": When(EVER, paused=True, held=True),
    "confirm-jackpot": When(EVER, paused=True, held=True),
    "reject-jackpot": When(EVER, paused=True, held=True),
    "request-back-out": When(EVER, paused=True, held=True),
    "approve-back-out": When(EVER, paused=True, held=True),
    "reject-back-out": When(EVER, paused=True, held=True),
    "open-dispute": When(EVER, paused=True, held=True),
    "close-dispute": When(EVER, paused=True, held=True),
    "clear-hold": When(EVER, paused=True, held=True),
    "tick": When(OPEN),
}


def not_now(state: TableState, command: str) -> Refused | None:
    """Why the table cannot take this command as it stands; None when it can."""
    when = ALLOWED[command]
    if state.holds and not when.held:
        hold = state.holds[0]
        return Refused(f"table/{hold.why}", f"The table is held: {hold.reason}. A supervisor has to release it.")
    if state.paused_at is not None and not when.paused:
        return Refused("table/paused", f"The table is paused: {state.paused_for}.")
    if state.phase not in when.phases:
        return Refused("table/phase", f"Not now: {IN_WORDS[state.phase]}.")
    return None


IN_WORDS = {
    Phase.CLOSED: "the table is closed",
    Phase.BETWEEN: "no round is open",
    Phase.BETTING: "bets are open",
    Phase.DEALING: "no more bets, the round is being dealt",
}
