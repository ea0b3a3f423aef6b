"""Bot at a hold'em table, which decides only from the view of its own seat."""

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
"""Number of random deals from which the bot estimates how often it wins."""
BOARD_CARDS = 5
RAISED = (BET, RAISE)

FINE = 1 << 30


def holdem_bot(rules: TableRules, view: Mapping[str, Any], chance: RandomSource) -> BotMove | None:
    """Return the bot's answer to the question that its seat is asked, or None if it is asked nothing."""
    question = next((one for one in (view["decision"] or {"questions": ()})["questions"] if one["is_own"]), None)
    if question is None:
        return None
    actions = {choice["do"] for choice in question["choices"]}
    hand = view["table_stakes"]["hand"]
    if hand["betting"] is None or hand["betting"]["seat"] != question["seat"]:
        return _answer(question, question["default_choice"])  # question to show or muck the cards
    chosen = _choose(rules, view, hand, question["seat"], chance)
    raised = next((action for action in RAISED if action in actions), None)
    if chosen > 1 and raised is not None and hand["betting"]["most_to_cents"]:
        return _answer(question, raised, _raise(hand, question["seat"], chance))
    free = CHECK if CHECK in actions else None
    called = CALL if CALL in actions else question["default_choice"]
    return _answer(question, free or (called if chosen else FOLD))


def _answer(question: Mapping[str, Any], choice: str, cents: int | None = None) -> BotMove:
    answer = {"do": "decide", "seat": question["seat"], "choice": choice, "question": question["question_number"]}
    return answer if cents is None else answer | {"cents": cents}


def _raise(hand: Mapping[str, Any], seat: int, chance: RandomSource) -> int:
    """Return the seat's total wager after a raise by half or all of the pot, in whole chips, within the legal range."""
    betting = hand["betting"]
    own = next(one for one in hand["seats"] if one["seat"] == seat)
    least, most = betting["least_to_cents"], betting["most_to_cents"]
    matched = own["bet_cents"] + betting["to_call_cents"]
    to = raise_to(least, most, hand["pot_cents"], matched, _unit(chance) < 0.3)
    return int(to if to in (least, most) else max(least, to - to % betting["chip_cents"]))


def _choose(
    rules: TableRules, view: Mapping[str, Any], hand: Mapping[str, Any], seat: int, chance: RandomSource
) -> int:
    """Return 0 to fold, 1 to call or 2 to raise, by the same strategy as simulated players."""
    betting, pot = hand["betting"], hand["pot_cents"]
    opponents = [one for one in hand["seats"] if one["seat"] != seat and one["state"] != "folded"]
    own = parse_cards(" ".join(one["card"] for one in view["hands"][f"player:{seat}"]))
    board = parse_cards(" ".join(one["card"] for one in view["hands"].get("board", ())))
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
    """Return the fraction of `DEALS` random showdowns that the hand wins against two random cards; ties count half."""
    left = [card for card in pack if card not in {*own, *board}]
    missing = BOARD_CARDS - len(board)
    won = 0.0
    for _ in range(DEALS):
        drawn = _drawn(left, missing + 2, chance)
        whole = [*board, *drawn[:missing]]
        own_rank, other_rank = rank7([*own, *whole]), rank7([*drawn[missing:], *whole])
        won += 1.0 if own_rank > other_rank else 0.5 if own_rank == other_rank else 0.0
    return won / DEALS


def _unit(chance: RandomSource) -> float:
    """Return a random number from 0 to below 1."""
    return chance.below(FINE) / FINE


def _drawn(cards: Sequence[Card], many: int, chance: RandomSource) -> list[Card]:
    """Draw `many` different random cards."""
    left = list(cards)
    return [left.pop(chance.below(len(left))) for _ in range(many)]
