"""A blackjack round given as a case: cards, and decisions in the order they are asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.cards import Card
from croupier.families.blackjack.facts import HEADLINE, fact, facts_of
from croupier.families.blackjack.hands import count, value
from croupier.families.blackjack.round import OFFERS, PLAYS, BlackjackResult, BlackjackRound
from croupier.families.blackjack.settling import judge, rules_of, section_of, settle_blackjack, start_seat, table_of
from croupier.money.cents import Cents
from croupier.money.outcome import Bet, Verdict
from croupier.money.settlement import PostedBank, Settlement
from croupier.play.case_asked import AskedCase
from croupier.play.case_decisions import read_decisions
from croupier.play.case_reading import LaidHand
from croupier.rulebook.house_rules import HouseRules

WORDS = tuple(dict.fromkeys((*PLAYS, *OFFERS)))
ALSO = {"double": "double-down"}


class BlackjackCase:
    """How blackjack reads and settles a case."""

    def deal(
        self, house: HouseRules, data: dict[str, Any], bets: Sequence[Bet], bank_seat: int | None
    ) -> BlackjackResult:
        rules, table = rules_of(house), table_of(house, bets, bank_seat)
        result: BlackjackResult = AskedCase(
            house,
            data,
            lambda: BlackjackRound(rules, table),
            read_decisions(data, WORDS, ALSO),
            cite=lambda topic: house.book.cite(section_of(house).cites.get(topic, [])),
            speaks_to=lambda decision, question: question.silence != OFFERS[0] or decision.do in OFFERS,
        ).result()
        return result

    def verdicts(
        self, house: HouseRules, result: BlackjackResult, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> list[Verdict]:
        return [verdict for _, verdict in judge(house, result, bets, meters)]

    def settle(
        self,
        house: HouseRules,
        result: BlackjackResult,
        bets: Sequence[Bet],
        *,
        bank: PostedBank | None,
        meters: Mapping[str, Cents],
        action_seat: int | None,
    ) -> Settlement:
        return settle_blackjack(house, result, bets, bank=bank, meters=meters, action_seat=action_seat)

    def start_seat(self, house: HouseRules, result: BlackjackResult, bank: PostedBank | None) -> int | None:
        return start_seat(house, bank)

    def hands(self, result: BlackjackResult) -> list[LaidHand]:
        laid = [LaidHand("Dealer", result.dealer, _total(result.dealer))]
        for seat in result.seats:
            for place, hand in enumerate(seat.hands, start=1):
                title = f"Seat {seat.seat}" if len(seat.hands) == 1 else f"Seat {seat.seat}, hand {place}"
                laid.append(LaidHand(title, hand.cards, _total(hand.cards)))
        return laid

    def facts(self, house: HouseRules, result: BlackjackResult, bets: Sequence[Bet], *, every: bool) -> dict[str, Any]:
        """The dealer's; every fact is told hand by hand, as `2` or `2/1`, beside what all seats share."""
        shared = facts_of(result)
        told: dict[str, Any] = {name: shared[name] for name in HEADLINE}
        if not every:
            return told
        told |= {name: shared[name] for name in fact.by_name if name not in fact.spot_facts}
        for seat in result.seats:
            for place in range(1, len(seat.hands) + 1):
                name = str(seat.seat) if len(seat.hands) == 1 else f"{seat.seat}/{place}"
                seen = facts_of(result, seat.seat, place)
                told[name] = {one: seen[one] for one in sorted(fact.spot_facts)}
        return told


def _total(cards: tuple[Card, ...]) -> int:
    return count(value(card.rank) for card in cards).total
