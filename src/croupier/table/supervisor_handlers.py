"""Supervisor commands: irregularities with a reason, correction requests, jackpots. [R22]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from croupier.cards import CardError, Piece
from croupier.errors import Refused
from croupier.play.round import Deal, DrawnInError, FoundFaceUp, VoidedBySupervisor
from croupier.table import events as e
from croupier.table.back_outs import return_award_to_meter
from croupier.table.command_declaration import (
    ADMIN,
    ANY_PHASE,
    BETWEEN,
    DEALER,
    DEALING,
    IN_ROUND,
    OPEN,
    SUPERVISOR,
    CardText,
    Command,
    Name,
    Reason,
    handles,
)
from croupier.table.command_effect import EffectBuilder
from croupier.table.corrections import corrected_play, refuse_pending_jackpots
from croupier.table.dealing import deal, next_card, refuse_until_revealed, send_input
from croupier.table.dealt_cards import feed_and_check_dealt
from croupier.table.round_archive import RoundReplay
from croupier.table.round_settlement import void_round
from croupier.table.settings import DealingMode
from croupier.table.state import Phase

SUPERVISOR_DECIDES = "000 L135-137"


class VoidRound(Command):
    """Command to void the round; stakes and fees are returned."""

    do: Literal["void-round"] = "void-round"
    reason: Reason


@handles(VoidRound, phases=IN_ROUND, roles=SUPERVISOR, paused=True, held=True)
def handle_void_round(builder: EffectBuilder, command: VoidRound) -> Refused | None:
    """Void the round and return stakes and fees. [000 L135; 003 L299]"""
    _report_irregularity(builder, "void-round", command.reason, SUPERVISOR_DECIDES)
    _void_with_code(builder, "void-round", command.reason)
    return None


class DeclareMisdeal(Command):
    """Command to declare a misdeal: dealing errors that cannot be corrected."""

    do: Literal["misdeal"] = "misdeal"
    reason: Reason


@handles(DeclareMisdeal, phases=DEALING, roles=SUPERVISOR, paused=True, held=True)
def misdeal(builder: EffectBuilder, command: DeclareMisdeal) -> Refused | None:
    """Void the round because of a misdeal that cannot be corrected. [000 L137]"""
    _report_irregularity(builder, "misdeal", command.reason, SUPERVISOR_DECIDES)
    _void_with_code(builder, "misdeal", command.reason)
    return None


def _void_with_code(builder: EffectBuilder, code: str, reason: str) -> None:
    if builder.state.phase is Phase.DEALING:
        answer = VoidedBySupervisor(reason)
        builder.emit(e.RoundInputRecorded(answer={"called_off": answer.reason}))
    void_round(builder, code, reason, SUPERVISOR_DECIDES)


class ReportDisagreement(Command):
    """Command that reports a disagreement between a terminal and the board, which counts as a malfunction.

    The table is put on hold. Depending on the rulebook, the round is void.
    """

    do: Literal["report-disagreement"] = "report-disagreement"
    reason: Reason


@handles(ReportDisagreement, phases=OPEN, roles=SUPERVISOR, paused=True, held=True)
def report_disagreement(builder: EffectBuilder, command: ReportDisagreement) -> Refused | None:
    """Put the table on hold because a terminal and the board disagree. [000 L135; 002 L130]

    The round is void if the rulebook's document requires it; if not, the round continues and is paid as the terminals
    show it.
    """
    book = builder.state.rules.rulebook
    irregular = book.written.irregularities
    speaks = irregular.displays_differ != "supervisor"
    _report_irregularity(
        builder, "disagreement", command.reason, book.cite(irregular.cite) if speaks else SUPERVISOR_DECIDES
    )
    if irregular.displays_differ == "void":
        malfunction(builder, command.reason)
    else:
        place_fault(builder, command.reason)
    return None


def malfunction(builder: EffectBuilder, reason: str) -> None:
    """Put the table on hold after a malfunction; only the round in play is void. [000 L135; ILANI-MB-A15]"""
    if builder.state.phase in (Phase.BETTING, Phase.DEALING):
        _void_with_code(builder, "malfunction", reason)
    place_fault(builder, reason)


def place_fault(builder: EffectBuilder, reason: str) -> None:
    """Put the table on hold until a fault is cleared, also after a restart of the server. [R16, R27]"""
    hold_id = f"fault-{builder.state.numbered + 1}"
    builder.emit(e.HoldPlaced(id=hold_id, at=builder.at, why="fault", reason=reason))


class OrderFreeHand(Command):
    """Command to deal the next hand without wagers, which keeps the order of the shoe."""

    do: Literal["free-hand"] = "free-hand"
    reason: Reason


@handles(OrderFreeHand, phases=BETWEEN, roles=SUPERVISOR)
def free_hand(builder: EffectBuilder, command: OrderFreeHand) -> Refused | None:
    """Order a free hand: the next hand is dealt without wagers, up to the limit per shoe. [003 L53, L297]"""
    most, book = builder.state.rules.options.get("free_hands"), builder.state.rules.rulebook
    if isinstance(most, int) and builder.state.free_hands >= most:
        message = f"This shoe has had {builder.state.free_hands} free hands; the house allows {most}."
        return Refused("free_hand/most", message, (book.cite(book.written.options["free_hands"].cite),))
    _report_irregularity(builder, "free-hand", command.reason, "003 L297")
    builder.emit(e.FreeHandOrdered(reason=command.reason))
    return None


class ReportCardFaceUp(Command):
    """Command that reports that the next card in the shoe is face up."""

    do: Literal["report-card-face-up"] = "report-card-face-up"
    card: CardText
    reason: Reason


@handles(ReportCardFaceUp, phases=DEALING, roles=SUPERVISOR)
def report_card_face_up(builder: EffectBuilder, command: ReportCardFaceUp) -> Refused | None:
    """Deal a card that was face up in the shoe. [003 L298]

    As the first card of a round, it voids the round and a free hand follows; later in a round, play continues.
    """
    card = next_card(builder, command.card)
    if isinstance(card, Refused):
        return card
    if not isinstance(builder.state.replay_play.need, Deal):
        return Refused("card/not_due", "No card is due now.", ("003 L298",))
    if refusal := refuse_until_revealed(builder):
        return refusal
    _report_irregularity(builder, "report-card-face-up", command.reason, "003 L298", card)
    deal(builder, card, FoundFaceUp(card))
    return None


class ReportCardInError(Command):
    """Command that reports a card drawn against the rules."""

    do: Literal["report-card-in-error"] = "report-card-in-error"
    card: CardText
    disclosed: bool
    reason: Reason


@handles(ReportCardInError, phases=DEALING, roles=SUPERVISOR)
def report_card_in_error(builder: EffectBuilder, command: ReportCardInError) -> Refused | None:
    """Handle a card drawn in error. [003 L296-297; 001 L45]

    The card goes to the Banker if the Banker must draw. If not, it opens the next hand, which is a free hand if players
    have seen the card.
    """
    card = next_card(builder, command.card)
    if isinstance(card, Refused):
        return card
    if refusal := refuse_until_revealed(builder):
        return refusal
    wrong = DrawnInError(card, command.disclosed)
    _report_irregularity(builder, "report-card-in-error", command.reason, _error_cite(builder, command), card)
    if feed_and_check_dealt(builder.state.replay_play, wrong):
        deal(builder, card, wrong)
    else:
        send_input(builder, wrong)
    return None


def _error_cite(builder: EffectBuilder, command: ReportCardInError) -> str:
    irregular = builder.state.rules.rulebook.written.irregularities
    own = command.disclosed and irregular.exposed_in_error == "free-hand"
    return builder.state.rules.rulebook.cite(irregular.cite) if own else "003 L296-297"


def _report_irregularity(builder: EffectBuilder, what: str, reason: str, cite: str, card: Piece | None = None) -> None:
    builder.emit(e.IrregularityReported(what=what, reason=reason, card=None if card is None else str(card), cite=cite))


class ConfirmJackpot(Command):
    """Command to confirm a win from a meter; above the house's threshold an executive confirms as well."""

    do: Literal["confirm-jackpot"] = "confirm-jackpot"
    id: Name


@handles(ConfirmJackpot, phases=ANY_PHASE, roles=SUPERVISOR | ADMIN, paused=True, held=True)
def confirm_jackpot(builder: EffectBuilder, command: ConfirmJackpot) -> Refused | None:
    """Confirm a jackpot; above the threshold an executive must confirm too, then it is paid. [R47-R51]"""
    jackpot = builder.state.jackpot(command.id)
    if jackpot is None:
        return Refused("jackpot/not_found", f"No jackpot {command.id} waits at this table.")
    large = jackpot.cents > builder.context.executive_above_cents
    if large and jackpot.confirmed_by is None:
        builder.emit(e.JackpotConfirmed(id=jackpot.id, by=builder.actor.id, paid=False))
        return None
    if large and (builder.actor.role != "admin" or jackpot.confirmed_by == builder.actor.id):
        return Refused("jackpot/executive", "A jackpot of this size also needs an executive's confirmation.")
    builder.transfer(builder.account("jackpot"), jackpot.account, jackpot.cents)
    builder.emit(e.JackpotConfirmed(id=jackpot.id, by=builder.actor.id, paid=True))
    return None


class RejectJackpot(Command):
    """Command to reject a win from a meter; its amount returns to the meter."""

    do: Literal["reject-jackpot"] = "reject-jackpot"
    id: Name
    reason: Reason


@handles(RejectJackpot, phases=ANY_PHASE, roles=SUPERVISOR | ADMIN, paused=True, held=True)
def reject_jackpot(builder: EffectBuilder, command: RejectJackpot) -> Refused | None:
    """Reject a jackpot: return its amount to the meter and remove the restart amount from the meter. [R49]"""
    jackpot = builder.state.jackpot(command.id)
    if jackpot is None:
        return Refused("jackpot/not_found", f"No jackpot {command.id} waits at this table.")
    return_award_to_meter(builder, builder.meter(jackpot.meter), jackpot)
    builder.emit(e.JackpotRejected(id=jackpot.id, reason=command.reason))
    return None


class RequestCorrection(Command):
    """Command to request the correction of a card of a settled round.

    `place`: number of the card in the round, from 1.
    """

    do: Literal["request-correction"] = "request-correction"
    round: Name
    place: Annotated[int, Field(ge=1, le=60, strict=True)]
    card: CardText
    reason: Reason


@handles(RequestCorrection, phases=ANY_PHASE, roles=DEALER, paused=True, held=True)
def request_correction(builder: EffectBuilder, command: RequestCorrection) -> Refused | None:
    """Request the correction of a settled round; another supervisor must approve it. [R22, R55]"""
    archived = builder.context.archived_round(command.round)
    if refusal := _refuse_uncorrectable(builder, archived, command.round):
        return refusal
    assert archived is not None
    try:
        card = RoundReplay(archived).rules.shoe.pack.parse(command.card)
    except CardError as error:
        return Refused("card/unreadable", f"{str(error)[:1].upper()}{str(error)[1:]}.")
    play = corrected_play(builder, archived, command.place, card)
    if isinstance(play, Refused):
        return play
    if any(one.round == command.round for one in builder.state.corrections.values()):
        return Refused("correction/asked", "A correction of this round waits for approval already.")
    builder.emit(
        e.CorrectionRequested(
            id=f"correction-{builder.state.numbered + 1}",
            round=command.round,
            place=command.place,
            card=str(card),
            reason=command.reason,
            by=builder.actor.id,
        )
    )
    return None


def _refuse_uncorrectable(builder: EffectBuilder, archived: Mapping[str, Any] | None, name: str) -> Refused | None:
    if archived is None:
        return Refused("round/not_found", f"This table has no settled round {name}.")
    if archived["status"] == "void":
        return Refused("correction/void", "That round was void: everything went back.")
    if archived["settings"]["mode"] == DealingMode.AUTOMATED:
        return Refused("card/automated_table", "The generator's cards are not misread.")
    if not RoundReplay(archived).rules.rulebook.matches_digest(archived["digest"]):
        return Refused("correction/rules_changed", "The rulebook has changed since; this is settled by hand.")
    return refuse_pending_jackpots(builder, RoundReplay(archived))


class RejectCorrection(Command):
    """Command to reject a correction; the round stays as settled."""

    do: Literal["reject-correction"] = "reject-correction"
    id: Name
    reason: Reason


@handles(RejectCorrection, phases=ANY_PHASE, roles=SUPERVISOR, paused=True, held=True)
def reject_correction(builder: EffectBuilder, command: RejectCorrection) -> Refused | None:
    if command.id not in builder.state.corrections:
        return Refused("correction/not_found", f"No correction {command.id} waits at this table.")
    builder.emit(e.CorrectionRejected(id=command.id, reason=command.reason))
    return None
