"""A throw that was entered wrong: put right by the dealer while no hand is open, and play goes on. [000 L136]

The packets lie where the cup sent them; what was wrong is what was entered. So each card stays where it came in the
round and goes to the seat that the right numbers say. Hands that were set meanwhile are set again: they were other
cards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.errors import Refused
from croupier.play.family import replay_round
from croupier.play.round import Arrange, Ask, Deal, ForbiddenDecision, Roll, Rolled, RoundInProgress, UnexpectedAnswer
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.command_effect import EffectBuilder
from croupier.table.dealing import advance_round
from croupier.table.state import TableState


class DiceRoll(NamedTuple):
    """The last throw of the round in play."""

    place: int
    """Which of the round's answers it was."""
    need: Roll
    numbers: tuple[int, ...]


def last_throw(state: TableState) -> DiceRoll | None:
    """What was thrown, where a round is dealt and something was."""
    current = state.round
    thrown = [] if current is None else [at for at, one in enumerate(current.answers) if isinstance(one, Rolled)]
    if current is None or not thrown:
        return None
    place = thrown[-1]
    bank_seat = state.bank.seat if state.bank else None
    before = current.answers[:place]
    need = replay_round(state.rules, before, current.bets(), bank_seat=bank_seat, opening=current.opening).need
    answer = current.answers[place]
    assert isinstance(need, Roll)
    assert isinstance(answer, Rolled)
    return DiceRoll(place, need, answer.numbers)


def correct_dice(builder: EffectBuilder, command: c.CorrectDice) -> Refused | None:
    """The cup showed something else than was entered."""
    throw = last_throw(builder.state)
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
    if state.is_automated or state.round.thrown_by == "generator":
        return Refused("dice/automated_table", "The generator threw: what it shows is not misread.")
    if wrong := throw.need.wrong(numbers):
        return Refused("dice/impossible", f"{wrong[:1].upper()}{wrong[1:]}.")
    if numbers == throw.numbers:
        return Refused("dice/unchanged", "They were entered so already.")
    return None


def replay_with_roll(state: TableState, place: int, numbers: tuple[int, ...]) -> RoundInProgress[Any] | Refused:
    """The round as it is with the right numbers; or why it is too late for that. A hand that is open was seen by those
    who would set theirs again."""
    try:
        play = state.replay_play.thrown_again(place, numbers)
    except (UnexpectedAnswer, ForbiddenDecision) as error:
        return Refused("dice/too_late", f"{str(error)[:1].upper()}{str(error)[1:]}.", ("000 L136-137",))
    if state.family.face_up_cards(state.current_play) and isinstance(play.need, Arrange | Ask | Deal):
        said = "A hand is open already and others would be set again: a supervisor voids the round."
        return Refused("dice/too_late", said, ("000 L136-137",))
    return play


def correctable_roll(state: TableState) -> DiceRoll | None:
    """The throw, while it may still be put right."""
    if state.is_automated or state.round is None or state.round.thrown_by != "dealer":
        return None
    throw = last_throw(state)
    if throw is None:
        return None
    return None if isinstance(replay_with_roll(state, throw.place, throw.numbers), Refused) else throw
