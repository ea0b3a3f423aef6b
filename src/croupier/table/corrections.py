"""Correct a settled round: reverse its entries and settle it again; no record is edited. [R22, R53, R55]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from croupier.cards import Piece, parse_piece
from croupier.errors import Refused
from croupier.money.cents import Cents
from croupier.money.settlement import Settlement
from croupier.play.round import (
    AnnounceResult,
    Answer,
    ForbiddenDecision,
    ResultAnnounced,
    RoundInProgress,
    UnexpectedAnswer,
    Void,
)
from croupier.store.ledger_accounts import overflow, owner_of
from croupier.table import events as e
from croupier.table import round_input_json as input_json
from croupier.table.command_declaration import ANY_PHASE, SUPERVISOR, Command, Name, handles
from croupier.table.command_effect import EffectBuilder
from croupier.table.dealt_cards import replay_dealt_cards, replay_numbered_cards
from croupier.table.promotional_chips import waive_missing_chips
from croupier.table.round_archive import RoundReplay, accounts_in, archived_inputs, mask_unseen_cards, results_of
from croupier.table.round_settlement import (
    bank_json,
    jackpots_of,
    post_settlement,
    record_debt,
    settled_hand_json,
)
from croupier.table.state import CorrectionRequest


class ApproveCorrection(Command):
    """Command to approve a correction that another person requested.

    The entries are reversed and the round is settled again.
    """

    do: Literal["approve-correction"] = "approve-correction"
    id: Name


@handles(ApproveCorrection, phases=ANY_PHASE, roles=SUPERVISOR, paused=True, held=True)
def approve_correction(builder: EffectBuilder, command: ApproveCorrection) -> Refused | None:
    """Approve a correction that another person requested; the difference is posted as new entries."""
    request = builder.state.corrections.get(command.id)
    if request is None:
        return Refused("correction/not_found", f"No correction {command.id} waits at this table.")
    if request.by == builder.actor.id:
        return Refused("approval/own", "Nobody approves their own correction: another supervisor has to.")
    archived = builder.context.archived_round(request.round)
    assert archived is not None
    play = corrected_play(builder, archived, request.place, parse_piece(request.card))
    if isinstance(play, Refused):
        return play
    return _settle_again(builder, request, RoundReplay(archived), play)


def corrected_play(
    builder: EffectBuilder, archived: Mapping[str, Any], place: int, card: Piece
) -> RoundInProgress[Any] | Refused:
    """Return the round with the corrected card, or the refusal if that is impossible.

    `place`: number of the card in the round, from 1.
    """
    answers = archived_inputs(archived, RoundReplay(archived).rules)
    if place in archived.get("unseen", ()):
        return Refused("card/unseen", "That card was thrown in unseen: it decides nothing, and nobody looks at it.")
    places = [at for at, _ in replay_numbered_cards(RoundReplay(archived).play([]), answers)]
    if place > len(places) or not isinstance(answers[places[place - 1]], Piece):
        message = f"Round {archived['id']} has {len(places)} cards; there is no plain card there."
        return Refused("card/not_found", message)
    was = answers[places[place - 1]]
    assert isinstance(was, Piece)
    return _refuse_impossible_card(builder, archived, was, card) or _replay_corrected(
        archived, answers, places[place - 1], card
    )


def _refuse_impossible_card(
    builder: EffectBuilder, archived: Mapping[str, Any], was: Piece, card: Piece
) -> Refused | None:
    """Refuse a correction that does not change the card, or that names a card of which the shoe has no copy left.

    If the shoe is still in play, all its dealt cards count; for an earlier shoe, only those of this round.
    """
    if card == was:
        return Refused("card/unchanged", f"It was read as {was} already.")
    shoe = builder.state.shoe
    if shoe is not None and shoe.number == archived["shoe"]:
        fits = not shoe.after_correction(was, card).is_overfull
    else:
        there = [input_json.card_of_input(answer) for answer in archived_inputs(archived, RoundReplay(archived).rules)]
        fits = there.count(card) < RoundReplay(archived).rules.shoe.copies_of(card)
    if fits:
        return None
    return Refused("shoe/impossible_card", f"All {card} of the shoe are out; this one cannot be.", ("000 L136",))


def _replay_corrected(
    archived: Mapping[str, Any], answers: list[Answer], place: int, card: Piece
) -> RoundInProgress[Any] | Refused:
    """Return the round replayed with the corrected card, or the refusal if it cannot be settled.

    The result is announced again at the end, because the round may now end with another card than before.
    """
    called = isinstance(answers[-1], ResultAnnounced)
    try:
        play = RoundReplay(archived).play(answers[:-1] if called else answers).with_corrected_card(place, card)
        if called and isinstance(play.need, AnnounceResult):
            play.answer(ResultAnnounced())
    except (UnexpectedAnswer, ForbiddenDecision) as error:
        return Refused("card/cannot_correct", f"{str(error)[:1].upper()}{str(error)[1:]}.", ("003 L296-297",))
    if not play.is_over or isinstance(play.result, Void):
        message = f"With {card} there the round would have needed another card; it cannot be settled again."
        return Refused("correction/incomplete", message, ("000 L137",))
    return play


def _settle_again(
    builder: EffectBuilder, request: CorrectionRequest, round_: RoundReplay, play: RoundInProgress[Any]
) -> Refused | None:
    archived = round_.archived
    if refusal := refuse_pending_jackpots(builder, round_):
        return refusal
    before = {account: builder.balance(account) for account in accounts_in(archived)}
    settlement = round_.settle(play.result)
    was_settled = round_.settle(round_.play().result)
    taken_back = jackpots_of(request.round, was_settled, round_.accounts, {}, before=round_.jackpots_before)
    _post(builder, round_, _without_jackpots(was_settled), reverse=True)
    poured = _post(builder, round_, settlement, reverse=False)
    numbered = max((hit.order for hit in taken_back), default=0) + round_.jackpots_before
    hits = jackpots_of(request.round, settlement, round_.accounts, poured, before=numbered)
    off_meters = any(run.other_hands for run in settlement.meter_rounds.values())
    if (hits or off_meters) and (refusal := _refuse_missing_meter(builder, round_)):
        return refusal
    differences = {account: builder.balance(account) - cents for account, cents in before.items()}
    record_debt(builder, differences)
    forgone = waive_missing_chips(builder, round_.spots)
    was = _card_at(archived, request.place)
    card = str(parse_piece(request.card))
    won = round_.family.winning_wagers(round_.rules, play.result, round_.meters)
    builder.emit(
        e.RoundCorrected(
            round=request.round,
            approval=request.id,
            at=builder.at,
            place=request.place,
            was=was,
            card=card,
            answers=mask_unseen_cards(
                [input_json.round_input_to_json(answer) for answer in play.answers], archived.get("unseen", ())
            ),
            cards=round_.family.final_cards(play.result),
            facts=round_.family.result_summary(round_.rules, play.result, round_.bets),
            results=results_of(settlement, round_.spots),
            order=list(settlement.order),
            bank=bank_json(round_.bank, settlement),
            differences={account: cents for account, cents in differences.items() if cents},
            forgone=forgone,
            requested_by=request.by,
            approved_by=builder.actor.id,
            reason=request.reason,
            hand_in_shoe=archived["hand_in_shoe"],
            outcome=round_.family.board_entry(play.result),
            winning_wagers=list(won),
            winning_rows={wager: row for wager, row in won.items() if row},
            jackpots_before=numbered,
            settled_hand=settled_hand_json(round_.rules, play.result),
        )
    )
    for hit in hits:
        builder.emit(hit)
    return None


def refuse_pending_jackpots(builder: EffectBuilder, round_: RoundReplay) -> Refused | None:
    """Refuse the correction while a jackpot of the round is neither rejected nor backed out.

    A jackpot is decided separately, by the people who may do that. The corrected round may win from a meter again; that
    win needs confirmation as usual.
    """
    settlement = round_.settle(round_.play().result)
    for hit in jackpots_of(round_.archived["id"], settlement, round_.accounts, {}, before=round_.jackpots_before):
        if hit.id in builder.state.backed_out or hit.id in builder.state.rejected:
            continue
        if builder.state.jackpot(hit.id) is not None:
            message = (
                f"{hit.id} was won in that round and waits: reject it first if it was none, then correct the round."
            )
            return Refused("correction/jackpot_waits", message, ("003 L433",))
        if builder.state.paid_jackpot(hit.id) is not None:
            message = f"{hit.id} was won in that round and paid: back it out first, then correct the round."
            return Refused("correction/jackpot_paid", message, ("003 L433",))
        return Refused("correction/jackpot", f"{hit.id} was won in that round long ago: this is settled by hand.")
    return None


def _without_jackpots(settlement: Settlement) -> Settlement:
    """Return the settlement without jackpots and meter restarts, which were rejected or backed out before."""
    runs = {
        meter: replace(run, prizes={}, reseeded=Cents(0), won_whole_by=frozenset())
        for meter, run in settlement.meter_rounds.items()
    }
    return replace(settlement, meter_rounds=runs)


def _post(builder: EffectBuilder, round_: RoundReplay, settlement: Settlement, *, reverse: bool) -> dict[str, int]:
    """Post a settlement under the settings that its round had; with `reverse`, swap debit and credit of every entry.

    Return the cents by meter that moved from the overflow account to the meter.
    """
    then = EffectBuilder(replace(builder.state, settings=round_.settings), builder.context)
    poured = post_settlement(then, settlement, round_.spots, round_.bank)
    for debit, credit, cents in then.transfers():
        builder.transfer(*((credit, debit) if reverse else (debit, credit)), cents)
    return poured


def _refuse_missing_meter(builder: EffectBuilder, round_: RoundReplay) -> Refused | None:
    """Refuse the correction if the table's meters have changed, or no longer have what the corrected round wins."""
    then, now = round_.settings, builder.state.settings
    same = (then.rulebook, then.meters) == (now.rulebook, now.meters)
    meters = [builder.meter(meter) for meter in round_.meters]
    pots = [*meters, *(overflow(owner_of(meter)) for meter in meters)]
    if same and all(builder.balance(pot) >= 0 for pot in pots):
        return None
    message = "It would have been won off a meter that no longer holds it: this is settled by hand."
    return Refused("correction/jackpot", message)


def _card_at(archived: Mapping[str, Any], place: int) -> str:
    answers = archived_inputs(archived, RoundReplay(archived).rules)
    return str(replay_dealt_cards(RoundReplay(archived).play([]), answers)[place - 1].card)
