"""A command and the table it is given to: its whole effect, or why it is refused. Pure."""

from __future__ import annotations

from typing import Any

from croupier.errors import Refused
from croupier.table import (
    back_outs,
    banking,
    betting,
    changes,
    clock,
    corrections,
    dealing,
    deciding,
    dice,
    floor,
    notices,
    procedure,
    stacks,
    supervised,
)
from croupier.table.allowed import not_now
from croupier.table.commands import Order
from croupier.table.draft import Context, Decided, Draft, Handler
from croupier.table.state import TableState

HANDLERS: dict[str, Handler] = {
    "open-table": floor.open_table,
    "close-table": floor.close_table,
    "pause-table": floor.pause_table,
    "resume-table": floor.resume_table,
    "change-settings": floor.change_settings,
    "sit-down": floor.sit_down,
    "stand-up": floor.stand_up,
    "buy-chips": stacks.buy_chips,
    "sit-out": stacks.sit_out,
    "sit-in": stacks.sit_in,
    "join-waiting-list": stacks.join_waiting,
    "leave-waiting-list": stacks.leave_waiting,
    "draw-button": stacks.draw_button,
    "deal-hand": stacks.deal_hand,
    "place-wagers": betting.place_wagers,
    "offer-bank": banking.offer_bank,
    "accept-bank": banking.accept_bank,
    "decline-bank": banking.decline_bank,
    "post-bank": banking.post_bank,
    "decide": deciding.decide,
    "arrange-cards": deciding.arrange,
    "draft-cards": deciding.draft_cards,
    "turn-cards": dealing.turn,
    "pass-turn": dealing.pass_turn,
    "agree-turn": dealing.agree_turn,
    "open-bets": betting.open_bets,
    "close-bets": betting.close_bets,
    "read-card": dealing.read_card,
    "roll-dice": dealing.roll_dice,
    "correct-dice": dice.correct_dice,
    "correct-card": dealing.correct_card,
    "show-hand": dealing.show_hand,
    "call-result": dealing.call_result,
    "new-shoe": dealing.new_shoe,
    "do-step": procedure.do_step,
    "verify-step": procedure.verify_step,
    "order-recut": procedure.order_recut,
    "show-burned": procedure.show_burned,
    "report-missing-card": procedure.report_missing_card,
    "give-notice": notices.give_notice,
    "see-notice": notices.see_notice,
    "announce-change": changes.announce_change,
    "withdraw-change": changes.withdraw_change,
    "refer-dispute": floor.refer_dispute,
    "record-accommodation": floor.record_accommodation,
    "cut-card-out": dealing.cut_card_out,
    "call-supervisor": floor.call_supervisor,
    "answer-call": floor.answer_call,
    "void-round": supervised.void,
    "free-hand": supervised.free_hand,
    "card-face-up": supervised.face_up,
    "card-in-error": supervised.in_error,
    "misdeal": supervised.misdeal,
    "report-disagreement": supervised.disagreement,
    "request-correction": supervised.request_correction,
    "approve-correction": corrections.approve_correction,
    "reject-correction": supervised.reject_correction,
    "confirm-jackpot": supervised.confirm_jackpot,
    "reject-jackpot": supervised.reject_jackpot,
    "request-back-out": back_outs.request_back_out,
    "approve-back-out": back_outs.approve_back_out,
    "reject-back-out": back_outs.reject_back_out,
    "open-dispute": floor.open_dispute,
    "close-dispute": floor.close_dispute,
    "clear-hold": floor.clear_hold,
    "tick": clock.tick,
}


def decide(state: TableState, command: Order, context: Context) -> Decided | Refused:
    """What the command does to the table; the table itself stays as it is."""
    name = word_of(command)
    if refusal := not_now(state, name):
        return refusal
    draft = Draft(state, context)
    refusal = HANDLERS[name](draft, command)
    return refusal or draft.decided()


def faulted(state: TableState, context: Context, reason: str) -> Decided:
    """The table's own equipment failed: the round is void, and the table is held. [R9, R30; 000 L135]"""
    draft = Draft(state, context)
    supervised.malfunction(draft, reason)
    return draft.decided()


def word_of(command: Order) -> str:
    """The command's own word: `place-wagers`."""
    word: Any = getattr(command, "do", None)
    assert isinstance(word, str)
    return word
