"""Correct wrongly entered dice while no hand is open; play continues afterwards. [000 L136]

The cards went to the right seats; only the numbers that the dealer entered were wrong. Each card keeps its number in
the round and belongs to the seat that the corrected numbers give. Hands that were set in the meantime must be set
again, because they were set with other cards.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from croupier.errors import Refused
from croupier.play.family import replay_round
from croupier.play.round import Arrange, Ask, Deal, ForbiddenDecision, Roll, Rolled, RoundInProgress, UnexpectedAnswer
from croupier.table import events as e
from croupier.table.command_declaration import DEALER, DEALING, Command, handles
from croupier.table.command_effect import EffectBuilder
from croupier.table.dealing import advance_round
from croupier.table.replay_cache import current_play
from croupier.table.state import TableState


class DiceRoll(NamedTuple):
    """Last roll of the current round."""

    place: int
    """Index of the roll among the inputs of the round, from 0."""
    need: Roll
    numbers: tuple[int, ...]


def last_roll(state: TableState) -> DiceRoll | None:
    """Return the last roll of the current round, or None."""
    current = state.round
    thrown = [] if current is None else [at for at, one in enumerate(current.inputs) if isinstance(one, Rolled)]
    if current is None or not thrown:
        return None
    place = thrown[-1]
    bank_seat = state.bank.seat if state.bank else None
    before = current.inputs[:place]
    need = replay_round(state.rules, before, current.bets(), bank_seat=bank_seat, opening=current.opening).need
    answer = current.inputs[place]
    assert isinstance(need, Roll)
    assert isinstance(answer, Rolled)
    return DiceRoll(place, need, answer.numbers)


class CorrectDice(Command):
    """Command to correct the dice numbers of the current round."""

    do: Literal["correct-dice"] = "correct-dice"
    numbers: Annotated[list[Annotated[int, Field(ge=0, le=1000, strict=True)]], Field(max_length=10)]


@handles(CorrectDice, phases=DEALING, roles=DEALER)
def correct_dice(builder: EffectBuilder, command: CorrectDice) -> Refused | None:
    """Correct the numbers of the last roll."""
    throw = last_roll(builder.state)
    if throw is None:
        return Refused("dice/not_rolled", "Nothing has been thrown in this round yet.")
    if refusal := _refuse_unchanged_roll(builder.state, throw, tuple(command.numbers)):
        return refusal
    play = replay_with_roll(builder.state, throw.place, tuple(command.numbers))
    if isinstance(play, Refused):
        return play
    builder.emit(
        e.DiceCorrected(what=throw.need.what, place=throw.place, was=list(throw.numbers), numbers=command.numbers)
    )
    advance_round(builder)
    return None


def _refuse_unchanged_roll(state: TableState, throw: DiceRoll, numbers: tuple[int, ...]) -> Refused | None:
    assert state.round is not None
    if state.is_automated or state.round.rolled_by == "generator":
        return Refused("dice/automated_table", "The generator threw: what it shows is not misread.")
    if wrong := throw.need.problem(numbers):
        return Refused("dice/impossible", f"{wrong[:1].upper()}{wrong[1:]}.")
    if numbers == throw.numbers:
        return Refused("dice/unchanged", "They were entered so already.")
    return None


def replay_with_roll(state: TableState, place: int, numbers: tuple[int, ...]) -> RoundInProgress[Any] | Refused:
    """Return the round with the corrected numbers, or the refusal if it is too late.

    It is too late when a hand is open and other hands would be set again: their players have seen the open hand.
    """
    try:
        play = state.replay_play.with_corrected_dice(place, numbers)
    except (UnexpectedAnswer, ForbiddenDecision) as error:
        return Refused("dice/too_late", f"{str(error)[:1].upper()}{str(error)[1:]}.", ("000 L136-137",))
    if state.family.face_up_cards(current_play(state)) and isinstance(play.need, Arrange | Ask | Deal):
        message = "A hand is open already and others would be set again: a supervisor voids the round."
        return Refused("dice/too_late", message, ("000 L136-137",))
    return play


def correctable_roll(state: TableState) -> DiceRoll | None:
    """Return the last roll if the dealer may still correct it, else None."""
    if state.is_automated or state.round is None or state.round.rolled_by != "dealer":
        return None
    throw = last_roll(state)
    if throw is None:
        return None
    return None if isinstance(replay_with_roll(state, throw.place, throw.numbers), Refused) else throw
