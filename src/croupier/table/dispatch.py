"""Execute a command on a table state: return the complete effect or the refusal. Pure functions."""

from __future__ import annotations

from typing import Any

from croupier.errors import Refused
from croupier.table import (
    announced_changes,
    back_outs,
    bank_handlers,
    betting,
    corrections,
    dealing,
    dice_corrections,
    operations,
    player_decisions,
    procedure,
    supervisor_handlers,
    surveillance_notices,
    table_stakes,
    timers,
)
from croupier.table.command_effect import CommandContext, CommandEffect, EffectBuilder, Handler
from croupier.table.command_phases import refuse_by_phase
from croupier.table.commands import Command
from croupier.table.state import TableState

HANDLERS: dict[str, Handler] = {
    "open-table": operations.open_table,
    "close-table": operations.close_table,
    "pause-table": operations.pause_table,
    "resume-table": operations.resume_table,
    "change-settings": operations.change_settings,
    "sit-down": operations.sit_down,
    "stand-up": operations.stand_up,
    "buy-chips": table_stakes.buy_chips,
    "sit-out": table_stakes.sit_out,
    "sit-in": table_stakes.sit_in,
    "join-waiting-list": table_stakes.join_waiting,
    "leave-waiting-list": table_stakes.leave_waiting,
    "draw-button": table_stakes.draw_button,
    "deal-hand": table_stakes.deal_hand,
    "place-wagers": betting.place_wagers,
    "offer-bank": bank_handlers.offer_bank,
    "accept-bank": bank_handlers.accept_bank,
    "decline-bank": bank_handlers.decline_bank,
    "post-bank": bank_handlers.post_bank,
    "decide": player_decisions.make_decision,
    "arrange-cards": player_decisions.arrange_cards,
    "save-arrangement-draft": player_decisions.draft_cards,
    "reveal-cards": dealing.reveal_cards,
    "request-reveal-pass": dealing.request_reveal_pass,
    "answer-reveal-pass": dealing.answer_reveal_pass,
    "open-bets": betting.open_bets,
    "close-bets": betting.close_bets,
    "read-card": dealing.read_card,
    "roll-dice": dealing.roll_dice,
    "correct-dice": dice_corrections.correct_dice,
    "correct-card": dealing.correct_card,
    "show-hand": dealing.show_hand,
    "call-result": dealing.call_result,
    "load-shoe": dealing.new_shoe,
    "complete-step": procedure.do_step,
    "verify-step": procedure.verify_step,
    "order-recut": procedure.order_recut,
    "show-burn-card": procedure.show_burned,
    "report-missing-card": procedure.report_missing_card,
    "send-notice": surveillance_notices.give_notice,
    "acknowledge-notice": surveillance_notices.acknowledge_notice,
    "announce-change": announced_changes.announce_change,
    "withdraw-change": announced_changes.withdraw_change,
    "refer-dispute": operations.refer_dispute,
    "record-accommodation": operations.record_accommodation,
    "report-cut-card": dealing.cut_card_out,
    "call-supervisor": operations.call_supervisor,
    "answer-call": operations.answer_call,
    "void-round": supervisor_handlers.handle_void_round,
    "free-hand": supervisor_handlers.free_hand,
    "report-card-face-up": supervisor_handlers.report_card_face_up,
    "report-card-in-error": supervisor_handlers.report_card_in_error,
    "misdeal": supervisor_handlers.misdeal,
    "report-disagreement": supervisor_handlers.report_disagreement,
    "request-correction": supervisor_handlers.request_correction,
    "approve-correction": corrections.approve_correction,
    "reject-correction": supervisor_handlers.reject_correction,
    "confirm-jackpot": supervisor_handlers.confirm_jackpot,
    "reject-jackpot": supervisor_handlers.reject_jackpot,
    "request-back-out": back_outs.request_back_out,
    "approve-back-out": back_outs.approve_back_out,
    "reject-back-out": back_outs.reject_back_out,
    "open-dispute": operations.open_dispute,
    "close-dispute": operations.close_dispute,
    "clear-hold": operations.clear_hold,
    "tick": timers.run_timers,
}


def execute_command(state: TableState, command: Command, context: CommandContext) -> CommandEffect | Refused:
    """Return the effect of a command, or the refusal; `state` itself does not change."""
    name = command_name(command)
    if refusal := refuse_by_phase(state, name):
        return refusal
    builder = EffectBuilder(state, context)
    refusal = HANDLERS[name](builder, command)
    return refusal or builder.build()


def void_for_fault(state: TableState, context: CommandContext, reason: str) -> CommandEffect:
    """Return the effect of an equipment failure: the round is void, the table on hold. [R9, R30; 000 L135]"""
    builder = EffectBuilder(state, context)
    supervisor_handlers.malfunction(builder, reason)
    return builder.build()


def command_name(command: Command) -> str:
    """Return the name of a command, for example `place-wagers`."""
    do: Any = getattr(command, "do", None)
    assert isinstance(do, str)
    return do
