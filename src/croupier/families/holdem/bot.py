"""A bot at a hold'em table: what it does, by what its own seat's view shows and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.cards import Card, parse_cards
from croupier.cards.random_source import RandomSource
from croupier.families.holdem.betting import BET, CALL, CHECK, FOLD, RAISE
from croupier.families.holdem.bot_strategy import choose_after_flop, choose_before_flop, opening_strengths, raise_to
from croupier.hands import rank7
from croupier.hands.card_parsing import index_of
from croupier.play.table_stakes import BotMove
from croupier.rulebook.table_rules import TableRules

DEALS = 200
"""How many deals it imagines to know how often it would win."""
BOARD_CARDS = 5
RAISED = (BET, RAISE)

FINE = 1 << 30


def holdem_bot(rules: TableRules, seen: Mapping[str, Any], chance: RandomSource) -> BotMove | None:
    """An answer to the question that is put to the seat; None where there is none."""
    asked = next((one for one in (seen["asking"] or {"questions": ()})["questions"] if one["own"]), None)
    if asked is None:
        return None
    words = {choice["do"] for choice in asked["choices"]}
    hand = seen["stakes"]["hand"]
    if hand["betting"] is None or hand["betting"]["seat"] != asked["seat"]:
        return _answer(asked, asked["silence"])  # show or muck
    wanted = _wanted(rules, seen, hand, asked["seat"], chance)
    raised = next((word for word in RAISED if word in words), None)
    if wanted > 1 and raised is not None and hand["betting"]["most_to_cents"]:
        return _answer(asked, raised, _raise(hand, asked["seat"], chance))
    free = CHECK if CHECK in words else None
    called = CALL if CALL in words else asked["silence"]
    return _answer(asked, free or (called if wanted else FOLD))


def _answer(asked: Mapping[str, Any], word: str, cents: int | None = None) -> BotMove:
    answer = {"do": "decide", "seat": asked["seat"], "choice": word, "question": asked["question"]}
    return answer if cents is None else answer | {"cents": cents}


def _raise(hand: Mapping[str, Any], seat: int, chance: RandomSource) -> int:
    """Half the pot or the whole of it, in whole chips; all of them where that is what there is."""
    betting = hand["betting"]
    own = next(one for one in hand["seats"] if one["seat"] == seat)
    least, most = betting["least_to_cents"], betting["most_to_cents"]
    matched = own["bet_cents"] + betting["to_call_cents"]
    to = raise_to(least, most, hand["pot_cents"], matched, _unit(chance) < 0.3)
    return int(to if to in (least, most) else max(least, to - to % betting["chip_cents"]))


def _wanted(
    rules: TableRules, seen: Mapping[str, Any], hand: Mapping[str, Any], seat: int, chance: RandomSource
) -> int:
    """0 to fold, 1 to call, 2 to raise: as the players of a simulation choose."""
    betting, pot = hand["betting"], hand["pot_cents"]
    opponents = [one for one in hand["seats"] if one["seat"] != seat and one["state"] != "folded"]
    own = parse_cards(" ".join(one["card"] for one in seen["hands"][f"player:{seat}"]))
    board = parse_cards(" ".join(one["card"] for one in seen["hands"].get("board", ())))
    call, can_raise = betting["to_call_cents"], betting["most_to_cents"] > 0
    raises = sum(one["last"] in RAISED for one in hand["seats"])
    if not board:
        order = hand["order"]
        behind = len(order) - 1 - order.index(seat)
        first, second = (index_of(card) for card in own)
        strength = float(opening_strengths()[first, second])
        return choose_before_flop(strength, behind, len(opponents), raises + 1, call, pot, can_raise, _unit(chance))
    share = share_won(own, board, [card for card in rules.shoe.pack.pieces if isinstance(card, Card)], chance)
    return choose_after_flop(share, len(opponents), call, pot, raises, can_raise, _unit(chance))


def share_won(own: Sequence[Card], board: Sequence[Card], pack: Sequence[Card], chance: RandomSource) -> float:
    """The share of showdowns that these two cards win against two dealt at random, by a few hundred deals."""
    left = [card for card in pack if card not in {*own, *board}]
    missing = BOARD_CARDS - len(board)
    won = 0.0
    for _ in range(DEALS):
        drawn = _drawn(left, missing + 2, chance)
        whole = [*board, *drawn[:missing]]
        mine, theirs = rank7([*own, *whole]), rank7([*drawn[missing:], *whole])
        won += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    return won / DEALS


def _unit(chance: RandomSource) -> float:
    """From 0 up to 1."""
    return chance.below(FINE) / FINE


def _drawn(cards: Sequence[Card], many: int, chance: RandomSource) -> list[Card]:
    """So many of them, each once."""
    left = list(cards)
    return [left.pop(chance.below(len(left))) for _ in range(many)]
