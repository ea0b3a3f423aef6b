"""Thirteen-card poker as a game family: implementation of the `Family` protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards import Card
from croupier.documents.family import ParSheetNotes
from croupier.errors import BadInput
from croupier.families.thirteen_card.board import THIRTEENS
from croupier.families.thirteen_card.facts import HEADLINE, fact
from croupier.families.thirteen_card.hand_setting import offered_arrangements, row_value
from croupier.families.thirteen_card.hand_values import BACK, ROWS, row_name, strength
from croupier.families.thirteen_card.points import HandStatus, best_hands
from croupier.families.thirteen_card.round import SeatHand, ThirteenHandState, ThirteenResult, ThirteenRound
from croupier.families.thirteen_card.rules import KEY, ThirteenCardSection, rules_of, section_of
from croupier.families.thirteen_card.settle import debts_between_seats, point_payments
from croupier.families.thirteen_card.table_stakes import STATES, ThirteenStakes, round_factory_of
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank
from croupier.play.facts import FactColumns, RoundFacts
from croupier.play.family import (
    ROLES,
    CaseRound,
    DecidedBets,
    Deciding,
    DemoTable,
    FamilySection,
    FinalHand,
    HandSetting,
    OfferedArrangement,
    OrderOfPlay,
    RoundFactory,
    WagerPosition,
    wagers_without_bank,
)
from croupier.play.hands_on_table import HandName, HandOnTable, HandValue, VisibleHands, whole_hands
from croupier.play.round import Deal, Decision, ForbiddenDecision, HandToSet, Opening, RoundInProgress, Void
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.families.complete_family import CompleteFamily
    from croupier.odds.family_odds import FamilyOdds
    from croupier.terminal.family_terminal import FamilyTerminal


class ThirteenCard:
    """Game family in which each player sets a hand face down and plays against every other player.

    All hands are shown at the end.
    """

    display_name = "thirteen-card poker"
    other_names = ("13", "chinese poker", "poker")
    facts = fact
    rulebook_section = FamilySection(KEY, ThirteenCardSection, "is missing; it has what rows and Clean Sweeps bring")
    common_hands = ()
    demo_tables = (DemoTable("dealer-thirteen", "ca-13-card-chinese-poker"),)
    early_results = None
    card_turning = None
    posted_rules = None
    table_stakes = ThirteenStakes()
    history = THIRTEENS

    def round_factory(
        self, rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening
    ) -> RoundFactory:
        return round_factory_of(rules, bets, opening)

    def case_round(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        raise BadInput.at("stacks", "is missing; thirteen cards are played with the chips in front of the seats")

    def decide_bets(
        self, rules: TableRules, result: ThirteenResult, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> DecidedBets:
        return DecidedBets(list(bets), [], between=debts_between_seats(rules, result, bets))

    def first_seat_to_settle(self, rules: TableRules, result: ThirteenResult, bank: PostedBank | None) -> int | None:
        return result.hands[0].seat

    def is_dealt_face_down(self, need: Deal) -> bool:
        """Return True: all cards are dealt face down. [004 L70]"""
        return True

    def face_up_cards(self, play: RoundInProgress[Any]) -> frozenset[int]:
        return frozenset(place for hand in _round(play).hands if hand.is_open for place in hand.places)

    def hands_on_table(self, rules: TableRules, play: RoundInProgress[Any]) -> list[HandOnTable[Any]]:
        return [shown for hand in _round(play).hands if hand.cards for shown in _hands_on_table(hand)]

    def evaluate_hands(self, rules: TableRules, cards: VisibleHands) -> Mapping[str, HandValue]:
        """Return the values of the visible rows; a hand that is not set has no value."""
        whole = {hand: own for hand, own in whole_hands(cards).items() if HandName.parse(hand).part in ROWS}
        values = {hand: row_value([Card.parse(card) for card in own]) for hand, own in whole.items()}
        return {hand: one for hand, one in values.items() if one is not None}

    def order_of_play(self, play: RoundInProgress[Any]) -> OrderOfPlay | None:
        plan = _round(play).plan
        return OrderOfPlay((), plan.action, plan.action, tuple(plan.plays))

    @property
    def hand_setting(self) -> HandSetting:
        return self

    def arrangements(self, rules: TableRules, setting: HandToSet) -> Sequence[OfferedArrangement]:
        """Return some good arrangements to choose from; there are too many to return all."""
        return offered_arrangements(rules, setting)

    def sets_first_seat_only(self, rules: TableRules) -> bool:
        return False

    def final_hands(self, result: ThirteenResult) -> list[FinalHand[Any]]:
        return [
            FinalHand(HandName.parse(hand).words, tuple(cards), None) for hand, cards in _rows_by_name(result).items()
        ]

    def final_cards(self, result: ThirteenResult) -> dict[str, list[str]]:
        """Return the cards of the hands that were shown at the end."""
        return {hand: [str(card) for card in cards] for hand, cards in _rows_by_name(result).items()}

    @property
    def deciding(self) -> Deciding:
        return self

    def refusal_citation(self, rules: TableRules, refusal: ForbiddenDecision) -> str:
        cites = section_of(rules).cites
        return rules.rulebook.cite(cites.get(refusal.topic) or cites.get("set", []))

    def bettors_at_seat(self, rules: TableRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        return (SEATED,)

    def bets_added(
        self, rules: TableRules, play: RoundInProgress[Any], decision: Decision, bets: Sequence[Bet]
    ) -> list[Bet]:
        return []

    def arranged_hands_json(self, rules: TableRules, result: ThirteenResult) -> dict[str, Any]:
        return {}

    def result_summary(self, rules: TableRules, result: ThirteenResult, bets: Sequence[Bet]) -> dict[str, Any]:
        """Return the best hand, and the ending and points of each seat."""
        play_rules = rules_of(rules)
        best = best_hands(result.shown, play_rules)
        points = dict.fromkeys((hand.seat for hand in result.hands), 0)
        for payment in point_payments(rules, result):
            points[payment.taker] += payment.points
            points[payment.giver] -= payment.points
        first = result.hand(best[0]) if best else None
        return {
            "best": list(best),
            "best_with": "" if first is None else first.sweep or row_name(strength(first.rows[ROWS.index(BACK)])),
            **{f"seat {hand.seat} end": hand.sweep or str(hand.end) for hand in result.hands},
            **{f"seat {seat} points": many for seat, many in points.items()},
            "button": result.button,
            "action": result.action,
            "next_action": result.next_action,
        }

    def case_facts(
        self, rules: TableRules, result: ThirteenResult, bets: Sequence[Bet], *, every: bool
    ) -> dict[str, Any]:
        facts = RoundFacts(fact, result)
        fact_values = facts.all() if every else {one: facts[one] for one in HEADLINE}
        return fact_values | self.result_summary(rules, result, bets)

    def winning_wagers(self, rules: TableRules, result: ThirteenResult, meters: Mapping[str, Cents]) -> dict[str, str]:
        return {}

    def board_entry(self, result: ThirteenResult) -> dict[str, Any]:
        return self.final_cards(result)

    def next_opening(self, result: ThirteenResult | Void) -> Opening:
        """Return the opening of the next hand: the action button goes to the seat with the best hand.

        [004 L70, L132]
        """
        return Opening() if isinstance(result, Void) else Opening(action=result.next_action)

    def wager_layout(self, rules: TableRules) -> Mapping[str, WagerPosition]:
        return {name: WagerPosition(ROLES[wager.group]) for name, wager in rules.wagers.items()}

    def card_sections(self, rules: TableRules) -> tuple[()]:
        return ()

    def edge_case_facts(self, rules: TableRules) -> FactColumns:
        return FactColumns([], fact.types)

    def edge_case_key(self, rules: TableRules) -> tuple[object, ...]:
        return ()

    def unpriced_wagers(self, rules: TableRules) -> Mapping[str, str]:
        return wagers_without_bank(rules)

    def terminal(self, rules: TableRules) -> FamilyTerminal:
        from croupier.families.thirteen_card.terminal import ThirteenTerminal

        return ThirteenTerminal(rules)

    par_sheet_notes = ParSheetNotes(
        lambda sheet: "seats play one another: nobody banks, so no wager has an edge to count."
    )

    @property
    def odds(self) -> FamilyOdds:
        from croupier.families.thirteen_card.odds import ODDS

        return ODDS


def _round(play: RoundInProgress[Any]) -> ThirteenRound:
    assert isinstance(play.state, ThirteenRound)
    return play.state


def _rows_by_name(result: ThirteenResult) -> dict[str, tuple[Card, ...]]:
    shown = [hand for hand in result.hands if hand.end is not HandStatus.SURRENDER]
    return {
        str(HandName.of_seat(hand.seat, row)): cards
        for hand in shown
        for row, cards in zip(ROWS, _in_rows(hand), strict=True)
    }


def _in_rows(hand: SeatHand) -> tuple[tuple[Card, ...], ...]:
    """Return the three rows of a hand; a foul hand that was never set is divided into rows in dealing order."""
    cards = hand.cards
    return hand.rows if len(hand.rows) == len(ROWS) else (cards[:3], cards[3:8], cards[8:])


def _hands_on_table(hand: ThirteenHandState) -> list[HandOnTable[Any]]:
    """Return a hand as dealt or, once it is set, its rows, which others see only at the showdown."""
    ended = hand.ended
    if ended is None or ended.end is HandStatus.SURRENDER:
        state = "waiting" if ended is None else STATES[HandStatus.SURRENDER]
        return [HandOnTable(hand.name, hand.seat, tuple(hand.cards), tuple(hand.places), None, state=state)]
    hidden = not hand.is_open
    state = "clean-sweep" if ended.end is HandStatus.SWEEP else "set" if hidden else STATES[ended.end]
    return [
        HandOnTable(
            str(HandName.of_seat(hand.seat, row)),
            hand.seat,
            cards,
            tuple(hand.places[hand.cards.index(card)] for card in cards),
            None,
            state=state,
            is_private_arrangement=hidden,
        )
        for row, cards in zip(ROWS, _in_rows(ended), strict=True)
    ]


THIRTEEN_CARD: CompleteFamily = ThirteenCard()
