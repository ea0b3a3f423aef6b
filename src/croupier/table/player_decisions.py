"""Decisions and arrangements of seats, from the player's terminal or entered by the dealer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from croupier.cards import CardError
from croupier.errors import Refused
from croupier.money.bets import Bet
from croupier.money.cents import Cents, format_dollars
from croupier.play.round import (
    FOUL,
    Arrange,
    Arrangement,
    Ask,
    Decision,
    ForbiddenDecision,
    HandToSet,
    Question,
    UnexpectedAnswer,
)
from croupier.store.ledger_accounts import AccountName
from croupier.table import events as e
from croupier.table import round_input_json as input_json
from croupier.table.command_declaration import (
    DEALER,
    DEALING,
    PLAYER,
    AmountCents,
    CardText,
    Command,
    Name,
    Seat,
    handles,
)
from croupier.table.command_effect import EffectBuilder
from croupier.table.dealing import advance_round, close_time_bank, next_card_at, record_arrangement
from croupier.table.promotional_chips import refuse_promotional
from croupier.table.replay_cache import current_play


class MakeDecision(Command):
    """Command to decide about a seat's hand: hit, stand, double-down, split, surrender, insure or decline."""

    do: Literal["decide"] = "decide"
    seat: Seat
    choice: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9-]+$")]
    cents: AmountCents | None = None
    """Amount put up for the choice, in cents, where less than the maximum is allowed; None: the maximum."""
    question: Annotated[int, Field(ge=1, le=1000, strict=True)] | None = None
    """Number of the seat's question; an answer to an earlier question is refused. None: the question that is open."""


@handles(MakeDecision, phases=DEALING, roles=PLAYER | DEALER)
def make_decision(builder: EffectBuilder, command: MakeDecision) -> Refused | None:
    """Check a decision (player, rules, money), then record it and advance the round."""
    question = _question(builder, command)
    if isinstance(question, Refused):
        return question
    if refusal := _refuse_other_players_seat(builder, command.seat) or _refuse_stale_answer(command, question):
        return refusal
    decision = Decision(command.seat, command.choice, command.cents)
    if refusal := _refuse_forbidden(builder, decision):
        return refusal
    current = builder.state.round
    assert current is not None
    raises = builder.state.deciding.bets_added(
        builder.state.rules, current_play(builder.state), decision, current.bets()
    )
    if raises and (refusal := _refuse_unaffordable(builder, raises[0])):
        return refusal
    followers = [raised for raised in raises[1:] if raised.amount and _refuse_unaffordable(builder, raised) is None]
    paid = [*raises[:1], *followers]
    names = tuple(raised.bettor for raised in followers) if len(raises) > 1 else None
    _record_decision(builder, Decision(command.seat, command.choice, command.cents, names), question, paid)
    return None


class ArrangeCards(Command):
    """Command to set a seat's cards into hands.

    `hands`: cards by hand name; None: set the house way.
    """

    do: Literal["arrange-cards"] = "arrange-cards"
    seat: Seat
    declares: Annotated[str, Field(max_length=40)] = ""
    """Declaration about the hand, in a game with declarations."""
    confirms_foul: bool = False
    """Whether the player confirms a foul after the warning; without confirmation a foul is refused."""
    hands: Annotated[dict[Name, Annotated[list[CardText], Field(max_length=13)]], Field(max_length=5)] | None = None
    question: Annotated[int, Field(ge=1, le=1000, strict=True)] | None = None
    """Number of the seat's question; an answer to an earlier question is refused. None: the question that is open."""


@handles(ArrangeCards, phases=DEALING, roles=PLAYER | DEALER)
def arrange_cards(builder: EffectBuilder, command: ArrangeCards) -> Refused | None:
    """Set a seat's hand; the arrangement is final and hidden from other players until the game shows it."""
    named = _validated_arrangement(builder, command)
    if isinstance(named, Refused):
        return named
    setting, arrangement = named
    is_player = builder.actor.account is not None
    at_ms = builder.at if command.declares and is_player else None
    arrangement = replace(arrangement, declaration=command.declares, declared_at_ms=at_ms)
    # A foul that a dealer finds on the table loses. A player at a terminal is warned first and must confirm the foul.
    # Only the floor may declare a hand foul for another reason.
    confirmed = command.confirms_foul and command.declares != FOUL
    if is_player and not confirmed and (wrong := setting.problem(arrangement)):
        return _as_refusal(builder, wrong, "arrangement")
    if refusal := _refuse_forbidden(builder, arrangement):
        return refusal
    record_arrangement(builder, arrangement)
    return None


class SaveArrangementDraft(Command):
    """Command to save an unfinished arrangement; when the time runs out, it is used if it is valid."""

    do: Literal["save-arrangement-draft"] = "save-arrangement-draft"
    seat: Seat
    hands: Annotated[dict[Name, Annotated[list[CardText], Field(max_length=13)]], Field(max_length=5)]
    question: Annotated[int, Field(ge=1, le=1000, strict=True)] | None = None
    """Number of the seat's question; a draft for an earlier question is refused. None: the question that is open."""


@handles(SaveArrangementDraft, phases=DEALING, roles=PLAYER)
def draft_cards(builder: EffectBuilder, command: SaveArrangementDraft) -> Refused | None:
    """Save an unfinished arrangement; it is used when the decision time runs out, if it is valid."""
    named = _validated_arrangement(builder, command)
    if isinstance(named, Refused):
        return named
    _, arrangement = named
    assert arrangement.card_numbers is not None
    card_numbers = [list(places) for places in arrangement.card_numbers]
    builder.emit(
        e.ArrangementDrafted(seat=command.seat, account=builder.state.deciding_account(command.seat), laid=card_numbers)
    )
    return None


def _validated_arrangement(
    builder: EffectBuilder, command: ArrangeCards | SaveArrangementDraft
) -> tuple[HandToSet, Arrangement] | Refused:
    """Return the arrangement request of the seat and the parsed arrangement, or the refusal.

    Refused: no request for this seat, another player's seat, an earlier question, or a hand that is open on the table.
    """
    setting = _requested_hand(builder, command)
    if isinstance(setting, Refused):
        return setting
    if (
        refusal := _refuse_other_players_seat(builder, command.seat)
        or _refuse_stale_answer(command, setting)
        or _refuse_hand_on_table(builder, setting)
    ):
        return refusal
    arrangement = _parse_arrangement(builder, command, setting)
    return arrangement if isinstance(arrangement, Refused) else (setting, arrangement)


def _requested_hand(builder: EffectBuilder, command: ArrangeCards | SaveArrangementDraft) -> HandToSet | Refused:
    need = current_play(builder.state).need
    if not isinstance(need, Arrange):
        return Refused("arrangement/not_requested", "Nobody is asked to set a hand now.")
    setting = need.hand_to_set(command.seat)
    if setting is not None:
        return setting
    if command.seat in need.done:
        return Refused("arrangement/already_set", f"Seat {command.seat} has set its hand already.")
    return Refused("arrangement/not_requested", f"Seat {command.seat} has no hand to set.")


def _parse_arrangement(
    builder: EffectBuilder, command: ArrangeCards | SaveArrangementDraft, setting: HandToSet
) -> Arrangement | Refused:
    """Return the arrangement for the named cards, or the refusal."""
    if command.hands is None:
        return Arrangement(command.seat)
    parse = builder.state.rules.shoe.pack.parse
    try:
        return setting.arrangement({name: [parse(card) for card in cards] for name, cards in command.hands.items()})
    except CardError as error:
        return Refused("card/unreadable", f"{str(error)[:1].upper()}{str(error)[1:]}.")
    except ForbiddenDecision as refused:
        return _as_refusal(builder, refused, "arrangement")


def _question(builder: EffectBuilder, command: MakeDecision) -> Question | Refused:
    need = current_play(builder.state).need
    question = need.question(command.seat) if isinstance(need, Ask) else None
    if question is not None:
        return question
    if isinstance(need, Ask):
        seats = ", ".join(str(one.seat) for one in need.questions)
        who = f"seats {seats} decide" if len(need.questions) > 1 else f"seat {seats} decides"
        return Refused("decision/not_requested", f"Seat {command.seat} is not asked now: {who}.")
    return Refused("decision/not_requested", "Nobody is asked to decide anything now.")


def _refuse_other_players_seat(builder: EffectBuilder, seat: int) -> Refused | None:
    """Refuse a player's decision for another player's seat.

    A dealer enters decisions that players signal at the table, except where the generator deals.
    """
    if builder.actor.account is None:
        if builder.state.is_automated:
            return Refused("decision/players_only", "At this table the players decide at their terminals.")
        return None
    if builder.state.deciding_account(seat) != builder.actor.account:
        return Refused("decision/not_yours", f"Seat {seat} is not yours to decide for.")
    return None


def _refuse_hand_on_table(builder: EffectBuilder, setting: HandToSet) -> Refused | None:
    """Refuse a player's arrangement of a hand that is open on the table; only the dealer enters it."""
    if setting.is_on_table and builder.actor.account is not None:
        return Refused("arrangement/on_table", "The hands were set on the felt: the dealer enters how they lie.")
    return None


def _refuse_stale_answer(
    command: MakeDecision | ArrangeCards | SaveArrangementDraft, question: Question | HandToSet
) -> Refused | None:
    if command.question is None or command.question == question.nth:
        return None
    return Refused("decision/stale", "That was about an earlier question; look at the hand again.")


def _refuse_forbidden(builder: EffectBuilder, decision: Decision | Arrangement) -> Refused | None:
    """Return why the rules forbid a decision or arrangement, with the citation, or None."""
    kind = "decision" if isinstance(decision, Decision) else "arrangement"
    try:
        current_play(builder.state).require(decision)
    except ForbiddenDecision as refused:
        return _as_refusal(builder, refused, kind)
    except UnexpectedAnswer as refused:
        code = "decision/not_requested" if kind == "decision" else "arrangement/not_requested"
        return Refused(code, f"{str(refused)[:1].upper()}{str(refused)[1:]}.")
    return None


def _as_refusal(builder: EffectBuilder, refused: ForbiddenDecision, kind: str) -> Refused:
    cite = builder.state.deciding.refusal_citation(builder.state.rules, refused)
    sentence = f"{str(refused)[:1].upper()}{str(refused)[1:]}."
    return Refused(f"{kind}/{refused.topic}", sentence, (cite,) if cite else ())


def _refuse_unaffordable(builder: EffectBuilder, raised: Bet) -> Refused | None:
    """Refuse if the bettor's credit or limits are too low for an added wager."""
    current = builder.state.round
    assert current is not None
    account = _account(builder, raised)
    credit = builder.balance(account)
    if raised.amount > credit:
        message = (
            f"That takes {format_dollars(raised.amount)} more, and your credit is {format_dollars(Cents(credit))}."
        )
        return refuse_promotional(builder, account, message)
    return builder.context.check_player_limits(account, builder.at, raised.amount, current.staked_by(account))


def _account(builder: EffectBuilder, raised: Bet) -> AccountName:
    current = builder.state.round
    assert current is not None
    spots = current.spots.values()
    return next(spot.account for spot in spots if (spot.seat, spot.bettor) == (raised.seat, raised.bettor))


def _record_decision(builder: EffectBuilder, decision: Decision, question: Question, paid: Sequence[Bet]) -> None:
    close_time_bank(builder, decision.seat)
    for raised in paid:
        builder.transfer(_account(builder, raised), builder.account("stakes"), raised.amount)
    builder.emit(
        e.DecisionMade(
            seat=decision.seat,
            hand=question.hand,
            choice=decision.do,
            answer=input_json.round_input_to_json(decision),
            raises=[
                {
                    "seat": bet.seat,
                    "bettor": bet.bettor,
                    "account": _account(builder, bet),
                    "wager": bet.wager,
                    "cents": bet.amount,
                }
                for bet in paid
            ],
            next_at=next_card_at(builder),
        )
    )
    advance_round(builder)
