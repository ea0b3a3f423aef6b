"""Table stakes of thirteen-card poker: who is dealt in, the chips at stake, and hands that are given as cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.cards import Card, Piece
from croupier.cards.random_source import RandomSource
from croupier.errors import BadInput, Problem
from croupier.families.thirteen_card.hand_values import HAND_CARDS, ROWS
from croupier.families.thirteen_card.points import HandStatus
from croupier.families.thirteen_card.round import (
    CLEAN_SWEEP,
    DECLARATIONS,
    RoundSetup,
    ThirteenResult,
    ThirteenRound,
    positions,
)
from croupier.families.thirteen_card.rules import (
    points_posted,
    rules_of,
    section_of,
    stakes_of,
    stakes_problem,
    tables_of,
)
from croupier.families.thirteen_card.settle import ANTE, POINTS, case_json, fee_of, whole_points
from croupier.families.thirteen_card.settled_hand import outcomes, settled_hand
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents, format_dollars
from croupier.play.family import CaseRound, RoundFactory
from croupier.play.round import Opening, RoundInProgress
from croupier.play.table_stakes import (
    AmountPosted,
    BotMove,
    BuyInLimits,
    CaseHandStart,
    HandBetweenSeats,
    HandStart,
    PointsPosted,
    PossibleOutcome,
    SeatedStack,
    SeatInHand,
    SettledHand,
)
from croupier.rulebook.table_rules import TableRules

MOST_HANDS, FEWEST_HANDS = 4, 2
CHIP = Cents(100)
SETTING_SECONDS = 90
"""Usual time to set thirteen cards; the source document has no rule for it."""
RESULT_MS = 15_000
"""Usual time to read the result of a hand, in milliseconds: every row against every seat."""
SET, SETTING = "set", "setting"
STATES = {
    HandStatus.SWEEP: "clean-sweep",
    HandStatus.SURRENDER: "surrendered",
    HandStatus.FOUL: "foul",
    HandStatus.REGULAR: "opened",
}


def round_setup(
    rules: TableRules, chips: Mapping[int, int], opening: Opening, *, silence: str, is_case: bool = False
) -> RoundSetup:
    """Return the parameters of a hand; `chips` are the cents of each seat dealt in, after the ante."""
    stakes, section = stakes_of(rules), section_of(rules)
    assert opening.button is not None
    seats = positions(sorted(chips), opening.button)
    action = seats[0] if opening.action is None or opening.action not in chips else opening.action
    left = {seat: int(chips[seat]) for seat in seats}
    if not is_case:
        left[action] = max(0, left[action] - fee_of(stakes, len(seats)).from_button)
    return RoundSetup(
        rules_of(rules),
        tables_of(rules),
        stakes.point,
        opening.button,
        action,
        whole_points(left, stakes.point),
        silence,
        bool(rules.value(section.sweep_needs_order)),
        is_case,
        int(rules.value(section.same_moment_ms)),
    )


def round_factory_of(rules: TableRules, bets: Sequence[Bet], opening: Opening) -> RoundFactory:
    """Return a function that creates the rounds of a live table."""
    chips = {bet.seat: int(bet.amount) for bet in bets if bet.wager == POINTS}
    plan = round_setup(rules, chips, opening, silence=str(rules.value(section_of(rules).time_out)))
    return lambda: ThirteenRound(plan)


class ThirteenStakes:
    """Table stakes of thirteen-card poker: two to four hands at five seats, for chips in whole points."""

    least_players = FEWEST_HANDS
    folded_stay_hidden = True
    stack_wagers = frozenset({POINTS})
    usual_times: Mapping[str, int] = {"decision_seconds": SETTING_SECONDS, "result_ms": RESULT_MS}

    def time_bank_seconds(self, rules: TableRules) -> int:
        return 0

    def buy_in(self, rules: TableRules) -> BuyInLimits:
        """Return the buy-in limits: at least twenty points. Chips added before the showdown are in play. [004 L210]"""
        stakes = stakes_of(rules)
        played_for = stakes.point, stakes.ante
        return BuyInLimits(stakes.buy_in, None, rules.rulebook.cite(["L210"]), CHIP, stakes=played_for, adds_to=POINTS)

    def posted(self, rules: TableRules) -> list[AmountPosted]:
        """Return the point value and the ante for display. [004 L94-96, L959-963]"""
        stakes = stakes_of(rules)
        return [{"name": "point", "cents": int(stakes.point)}, {"name": "ante", "cents": int(stakes.ante)}]

    def points(self, rules: TableRules) -> list[PointsPosted]:
        return points_posted(rules)

    def outcomes(self, rules: TableRules, opponents: int) -> list[PossibleOutcome]:
        return outcomes(rules, opponents)

    def most_players(self, rules: TableRules) -> int:
        return MOST_HANDS

    def problem(self, rules: TableRules) -> Problem | None:
        return stakes_problem(rules)

    def first_button(self, rules: TableRules, cards: Mapping[int, Piece]) -> int:
        """Return the seat that drew the highest card, by rank, then by suit.

        The source document has no rule for the first button.
        """
        return max(cards, key=lambda seat: _height(cards[seat]))

    def is_ready(self, rules: TableRules, one: SeatedStack) -> bool:
        """Return whether a player's chips cover the ante, the largest share of the fee, and one point."""
        stakes = stakes_of(rules)
        return one.cents >= stakes.ante + fee_of(stakes, FEWEST_HANDS).from_button + stakes.point

    def start_hand(
        self, rules: TableRules, seated: Sequence[SeatedStack], button: int | None, *, moves: bool
    ) -> HandStart:
        """Return the start of the next hand, with the button moved clockwise. [004 L70; CA-13C-A13]

        With five players, the seat with the button is dealt no hand.
        """
        ready = {one.seat: one.cents for one in seated if one.is_in and self.is_ready(rules, one)}
        after = [seat for seat in sorted(ready) if button is None or seat > button or (seat == button and not moves)]
        at = min(after or ready)
        dealt = [seat for seat in sorted(ready) if len(ready) <= MOST_HANDS or seat != at]
        ante = stakes_of(rules).ante
        return HandStart(at, {seat: {ANTE: ante, POINTS: ready[seat] - ante} for seat in positions(dealt, at)}, {})

    def never_revealed(self, result: ThirteenResult) -> frozenset[int]:
        """Return the numbers, from 1 in dealing order, of the cards of a surrendered hand. [004 L188]"""
        seats = [hand.seat for hand in result.hands]
        at = seats.index(result.action)
        first = {seat: HAND_CARDS * place for place, seat in enumerate(seats[at:] + seats[:at])}
        surrendered = [first[hand.seat] for hand in result.hands if hand.end is HandStatus.SURRENDER]
        return frozenset(begin + nth for begin in surrendered for nth in range(1, HAND_CARDS + 1))

    def in_hand(self, rules: TableRules, play: RoundInProgress[Any]) -> HandBetweenSeats:
        current = play.state
        assert isinstance(current, ThirteenRound)
        stakes, seats = stakes_of(rules), list(current.plan.plays)
        fee = fee_of(stakes, len(seats))
        antes = len(seats) * stakes.ante
        return {
            "stage": "dealing" if current.dealt < HAND_CARDS * len(seats) else stage_of(current),
            "seats": [_in_hand(current, seat, stakes.ante) for seat in seats],
            "pots": [{"cents": antes - fee.from_antes, "seats": seats}],
            "pot_cents": antes - fee.from_antes,
            "fee_cents": fee.from_antes + fee.from_button,
            "fee_due_cents": 0,
            "betting": None,
            "order": current.plan.in_dealing_order,
        }

    def settled_hand(self, rules: TableRules, result: ThirteenResult) -> SettledHand:
        return settled_hand(rules, result)

    def case(self, rules: TableRules, given: CaseHandStart) -> tuple[CaseRound, list[Bet]]:
        _check(rules, given)
        stakes, section = stakes_of(rules), section_of(rules)
        opening = Opening(button=given.button, action=given.action_seat)
        silence = str(rules.value(section.silence))
        plan = round_setup(rules, given.stacks, opening, silence=silence, is_case=True)
        brought = [
            Bet(seat, SEATED, wager, Cents(cents))
            for seat in sorted(given.stacks)
            for wager, cents in ((ANTE, stakes.ante), (POINTS, plan.plays[seat]))
        ]
        words = ("set", "house-way", *DECLARATIONS)
        return CaseRound(lambda: ThirteenRound(plan), words, hands=ROWS, declarations=DECLARATIONS), brought

    def bot(self, rules: TableRules, view: Mapping[str, Any], chance: RandomSource) -> BotMove | None:
        """Return the bot's move: declare a Clean Sweep if possible, otherwise set the house way."""
        question = next(
            (one for one in (view.get("arrangements") or {"requests": ()})["requests"] if one["is_own"]), None
        )
        if question is None:
            return None
        move: BotMove = {"do": "arrange-cards", "seat": question["seat"], "question": question["question_number"]}
        open_to_it = [
            declaration["name"]
            for declaration in question.get("declarations", ())
            if not declaration["refusal"] and not declaration["foul_reason"]
        ]
        return move | {"declares": CLEAN_SWEEP} if CLEAN_SWEEP in open_to_it else move

    def history(self, rules: TableRules, result: ThirteenResult, archived: Mapping[str, Any]) -> str | None:
        """Return None, because no open file format for hands of this game exists."""
        return None

    def case_json(self, rules: TableRules, result: ThirteenResult) -> dict[str, Any]:
        return case_json(rules, result)


def _check(rules: TableRules, given: CaseHandStart) -> None:
    if given.wagers:
        raise BadInput.at("wagers", "the antes go with the point, and chips in front play: leave wagers out")
    if not FEWEST_HANDS <= len(given.stacks) <= MOST_HANDS:
        raise BadInput.at("stacks", f"holds {len(given.stacks)} hands; two to four are dealt (004 L70)")
    for seat, cents in given.stacks.items():
        if cents % CHIP:
            raise BadInput.at(f"stacks.{seat}", f"is {format_dollars(cents)}; chips are whole dollars")
    if given.action_seat is not None and given.action_seat not in given.stacks:
        raise BadInput.at("action_seat", f"seat {given.action_seat} is not dealt in")


def stage_of(current: ThirteenRound) -> str:
    return SET if any(hand.ended is None for hand in current.hands) else "showdown"


def _in_hand(current: ThirteenRound, seat: int, ante: int) -> SeatInHand:
    hand = current.of(seat)
    state = SETTING if hand.ended is None else SET
    if hand.ended is not None and (hand.is_open or hand.ended.end in (HandStatus.SWEEP, HandStatus.SURRENDER)):
        state = STATES[hand.ended.end]
    position = "button" if seat == current.plan.button else "action" if seat == current.plan.action else ""
    return {
        "seat": seat,
        "stack_cents": current.plan.plays[seat],
        "bet_cents": 0,
        "put_in_cents": ante,
        "state": state,
        "last": "",
        "position": position,
    }


def _height(card: Piece) -> tuple[int, int]:
    assert isinstance(card, Card)
    return (card.rank - 2) % 13, -card.suit
