"""Cards that the inputs of a round deal, found by replaying the inputs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from croupier.play.family import replay_round
from croupier.play.round import Answer, Deal, RoundInProgress
from croupier.table import round_input_json as input_json
from croupier.table.state import DealtCard, TableState


def dealt_cards(state: TableState, answers: Iterable[Answer]) -> tuple[DealtCard, ...]:
    """Replay the inputs of a round and return every dealt card with its hand.

    A card is face down if the game deals it face down and it is not open at the end of the replay.
    """
    play = _new_play(state)
    dealt = replay_dealt_cards(play, answers)
    is_open = state.family.face_up_cards(play)
    return tuple(
        replace(card, face_down=state.family.is_dealt_face_down(Deal(card.hand, card.nth)) and place not in is_open)
        for place, card in enumerate(dealt, start=1)
    )


def input_indexes(state: TableState, answers: Iterable[Answer]) -> list[int]:
    """Return the index of the input that dealt each card of the round."""
    return [number for number, _ in replay_numbered_cards(_new_play(state), answers)]


def _new_play(state: TableState) -> RoundInProgress[Any]:
    assert state.round is not None
    bank_seat = state.bank.seat if state.bank else None
    return replay_round(state.rules, (), state.round.bets(), bank_seat=bank_seat, opening=state.round.opening)


def replay_dealt_cards(play: RoundInProgress[Any], answers: Iterable[Answer]) -> list[DealtCard]:
    """Replay the inputs of a round and return every dealt card with its hand; all cards count as face up."""
    return [card for _, card in replay_numbered_cards(play, answers)]


def replay_numbered_cards(play: RoundInProgress[Any], answers: Iterable[Answer]) -> list[tuple[int, DealtCard]]:
    """Return each dealt card with the index of the input that dealt it.

    A card that is set aside for the next hand is left out.
    """
    dealt: list[tuple[int, DealtCard]] = []
    for number, answer in enumerate(answers):
        need, card = play.need, input_json.card_of_input(answer)
        if feed_and_check_dealt(play, answer) and isinstance(need, Deal) and card is not None:
            dealt.append((number, DealtCard(need.hand, need.place, card, face_down=False)))
    return dealt


def feed_and_check_dealt(play: RoundInProgress[Any], answer: Answer) -> bool:
    """Send one input to the round; return whether it dealt the card that the round waited for. [001 L45]"""
    need = play.need
    play.answer(answer)
    return isinstance(need, Deal) and play.need != need and input_json.card_of_input(answer) is not None
