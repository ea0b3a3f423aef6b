"""A round of three-card poker or hold'em given as a case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from croupier.errors import BadInput
from croupier.families.poker_dealer.felt import CHECK, FOLD, PLAY, PokerResult
from croupier.families.poker_dealer.settling import (
    dealt_to,
    facts_of,
    is_holdem,
    judge,
    round_of,
    section_of,
    settle_poker,
    start_seat,
    streets_of,
)
from croupier.money.cents import Cents
from croupier.money.outcome import Bet, Verdict
from croupier.money.settlement import PostedBank, Settlement
from croupier.play.case_asked import AskedCase
from croupier.play.case_decisions import read_decisions
from croupier.play.case_reading import LaidHand
from croupier.play.round import Decision, Question
from croupier.rulebook.house_rules import HouseRules

THREE_CARD_WORDS = (PLAY, FOLD)


def _holdem_words(house: HouseRules) -> tuple[str, ...]:
    sizes = dict.fromkeys(times for street in streets_of(section_of(house)).values() for times in street)
    return PLAY, CHECK, FOLD, *(f"{PLAY}-{times}" for times in sizes)


class PokerCase:
    """How poker against a player-dealer reads and settles a case."""

    def deal(self, house: HouseRules, data: dict[str, Any], bets: Sequence[Bet], bank_seat: int | None) -> PokerResult:
        _require_hands(house, bets)
        words = _holdem_words(house) if is_holdem(house) else THREE_CARD_WORDS
        result: PokerResult = AskedCase(
            house,
            data,
            lambda: round_of(house, bets, bank_seat),
            read_decisions(data, words, {}, may_say_times=is_holdem(house)),
            cite=lambda topic: house.book.cite(section_of(house).cites.get(topic, [])),
            meant=_of_its_size,
        ).result()
        return result

    def verdicts(
        self, house: HouseRules, result: PokerResult, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> list[Verdict]:
        return [verdict for _, verdict in judge(house, result, bets, meters)]

    def settle(
        self,
        house: HouseRules,
        result: PokerResult,
        bets: Sequence[Bet],
        *,
        bank: PostedBank | None,
        meters: Mapping[str, Cents],
        action_seat: int | None,
    ) -> Settlement:
        return settle_poker(house, result, bets, bank=bank, meters=meters, action_seat=action_seat)

    def start_seat(self, house: HouseRules, result: PokerResult, bank: PostedBank | None) -> int | None:
        return start_seat(house, bank)

    def hands(self, result: PokerResult) -> list[LaidHand]:
        laid = [LaidHand("Player-dealer", result.dealer, None)]
        laid += [LaidHand("Board", result.board, None)] if result.board else []
        return laid + [LaidHand(f"Seat {seat.seat}", seat.cards, None) for seat in result.seats]

    def facts(self, house: HouseRules, result: PokerResult, bets: Sequence[Bet], *, every: bool) -> dict[str, Any]:
        """The player-dealer's; every fact is told seat by seat."""
        shared = facts_of(house, result)
        told: dict[str, Any] = {"dealer_qualifies": shared["dealer_qualifies"]}
        if every:
            for seat in result.seats:
                told[str(seat.seat)] = facts_of(house, result, seat.seat).all()
        return told


def _require_hands(house: HouseRules, bets: Sequence[Bet]) -> None:
    """A bonus behind a seat follows that seat's hand, so there has to be one."""
    seats = dealt_to(house, bets, None)
    for place, bet in enumerate(bets):
        if bet.seat not in seats:
            ante = house.wagers[section_of(house).ante]
            said = f"seat {bet.seat} has no {ante.title}, so no hand is dealt there ({house.wagers[bet.wager].cite})"
            raise BadInput.at(f"wagers[{place}].seat", said)


def _of_its_size(decision: Decision, question: Question) -> Decision:
    """A Play wager that says only its amount is of that size; one that says neither is the largest that is open."""
    if decision.do != PLAY or question.choice(PLAY) is not None:
        return decision
    plays = [choice for choice in question.choices if choice.do.startswith(PLAY)]
    fitting = [choice for choice in plays if choice.most == decision.cents] or plays
    return replace(decision, do=fitting[0].do) if fitting else decision
