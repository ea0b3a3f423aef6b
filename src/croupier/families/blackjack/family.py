"""Blackjack's implementation of the game family interface."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from typing_extensions import TypedDict

from croupier.cards import Card
from croupier.families.blackjack.board import DEALER_HANDS
from croupier.families.blackjack.edge_cases import edge_case_hands
from croupier.families.blackjack.facts import HEADLINE, PAR_SHEET_NOTES, fact, facts_of
from croupier.families.blackjack.hand_values import count, is_natural, value
from croupier.families.blackjack.round import (
    DEALER,
    DOUBLE,
    INSURE,
    OFFERS,
    PLAYS,
    SPLIT,
    BlackjackHandState,
    BlackjackResult,
    BlackjackRound,
    BlackjackSeatState,
    hand_name,
)
from croupier.families.blackjack.rules import BlackjackSection, section_of
from croupier.families.blackjack.settle import decide_final_bets, play_rules_of, round_seats
from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank, SettledBet
from croupier.play.facts import FactColumns
from croupier.play.family import (
    ROLES,
    CaseRound,
    DecidedBets,
    Deciding,
    DemoTable,
    EarlyResults,
    FamilySection,
    FinalHand,
    PostedRules,
    RoundFactory,
    WagerPosition,
    WagerRole,
    rows_won,
    seat_left_of_bank,
    settle_bets,
)
from croupier.play.hands_on_table import HandOnTable, HandValue, VisibleHands, whole_hands
from croupier.play.round import Ask, Deal, Decision, ForbiddenDecision, Opening, RoundInProgress, Void
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.families.complete_family import CompleteFamily
    from croupier.odds.family_odds import FamilyOdds
    from croupier.terminal.family_terminal import FamilyTerminal

WORDS = tuple(dict.fromkeys((*PLAYS, *OFFERS)))
ALSO = {"double": "double-down"}
CARDS_LAST = "then-cards"
"""Value of the option `decisions`: all seats decide in one countdown, then cards are dealt. [002 L102-104, L121-123]"""


class Soft17View(TypedDict):
    """Posted rule of a game whose dealer draws by fixed rules."""

    soft_17: Literal["hit", "stand"] | None
    """The dealer's rule for a soft 17, as printed on the layout."""


class BlackjackFamily:
    """Game family of blackjack: each seat plays its hand against the dealer's hand."""

    display_name = "blackjack"
    other_names = ("21", "twenty-one", "vingt-et-un", "pontoon", "xì dách")
    facts = fact
    rulebook_section = FamilySection("blackjack", BlackjackSection, "is missing; it says how the hands are played")
    common_hands = (DEALER,)
    demo_tables = (DemoTable("dealer-blackjack", "ilani-blackjack"),)
    hand_setting = None
    table_stakes = None
    card_turning = None
    posted_rules = PostedRules(Soft17View, {"soft_17": None}, lambda rules: {"soft_17": _action_on_soft_17(rules)})
    history = DEALER_HANDS

    def round_factory(
        self, rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening
    ) -> RoundFactory:
        play_rules = play_rules_of(rules)
        asks_on_21 = not bool(rules.options.get("stands_on_21", True))
        last = rules.options.get("decisions") == CARDS_LAST
        together = last or _together(rules)
        table = round_seats(rules, bets, bank_seat, together=together, cards_last=last, asks_on_21=asks_on_21)
        return lambda: BlackjackRound(play_rules, table)

    def case_round(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        play_rules, table = play_rules_of(rules), round_seats(rules, bets, bank_seat)
        return CaseRound(
            lambda: BlackjackRound(play_rules, table),
            WORDS,
            ALSO,
            fits_question=lambda decision, question: question.timeout_action != OFFERS[0] or decision.do in OFFERS,
        )

    def decide_bets(
        self, rules: TableRules, result: BlackjackResult, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> DecidedBets:
        verdicts = decide_final_bets(rules, result, bets, meters)
        return DecidedBets([bet for bet, _ in verdicts], [verdict for _, verdict in verdicts])

    def first_seat_to_settle(self, rules: TableRules, result: BlackjackResult, bank: PostedBank | None) -> int | None:
        """Return the seat left of the bank. [CA-BJX-A8]"""
        return seat_left_of_bank(rules, bank)

    def final_hands(self, result: BlackjackResult) -> list[FinalHand]:
        final = [FinalHand("Dealer", result.dealer, _total(result.dealer))]
        for seat in result.seats:
            for place, hand in enumerate(seat.hands, start=1):
                title = f"Seat {seat.seat}" if len(seat.hands) == 1 else f"Seat {seat.seat}, hand {place}"
                final.append(FinalHand(title, hand.cards, _total(hand.cards)))
        return final

    def result_summary(self, rules: TableRules, result: BlackjackResult, bets: Sequence[Bet]) -> dict[str, Any]:
        facts = facts_of(result)
        return {name: facts[name] for name in (*HEADLINE, "dealer_broke")}

    def case_facts(
        self, rules: TableRules, result: BlackjackResult, bets: Sequence[Bet], *, every: bool
    ) -> dict[str, Any]:
        """Return the facts for the JSON of a case: the dealer's main ones; with `every`, also all facts of each hand.

        The facts of a hand have the key `2` (seat 2) or `2/1` (seat 2, first hand after a split).
        """
        shared = facts_of(result)
        summary: dict[str, Any] = {name: shared[name] for name in HEADLINE}
        if not every:
            return summary
        own = sorted(fact.spot_facts)
        summary |= {name: shared[name] for name in fact.by_name if name not in own}
        for seat in result.seats:
            for place in range(1, len(seat.hands) + 1):
                name = str(seat.seat) if len(seat.hands) == 1 else f"{seat.seat}/{place}"
                facts = facts_of(result, seat.seat, place)
                summary[name] = {one: facts[one] for one in own}
        return summary

    def is_dealt_face_down(self, need: Deal) -> bool:
        """Return whether the card is the hole card, which is dealt face down. [002 L93]"""
        return need.hand == DEALER and need.place == 2

    def face_up_cards(self, play: RoundInProgress[Any]) -> frozenset[int]:
        """Return the numbers of the dealer's cards once the hole card is turned up; before that, an empty set."""
        current = _round(play)
        return frozenset(current.dealer_places) if current.hole_is_up else frozenset()

    def hands_on_table(self, rules: TableRules, play: RoundInProgress[Any]) -> list[HandOnTable]:
        return list(_hands_on_table(_round(play), play))

    def evaluate_hands(self, rules: TableRules, cards: VisibleHands) -> Mapping[str, HandValue]:
        return {
            hand: _hand_value(shown_cards, is_split="/" in hand) for hand, shown_cards in whole_hands(cards).items()
        }

    @property
    def early_results(self) -> EarlyResults:
        return self

    def paid_early(self, rules: TableRules, play: RoundInProgress[Any], bets: Sequence[Bet]) -> Sequence[SettledBet]:
        """Settle naturals against an up card of two to nine, if the rulebook pays them at the deal. [002 L99, L113]"""
        section, current = section_of(rules), _round(play)
        seats = current.naturals_to_pay if section.natural_paid == "at-deal" else frozenset()
        paid = [bet for bet in bets if bet.seat in seats and bet.wager == section.wager]
        return settle_bets(rules, current.result_so_far(), paid).settled if paid else ()

    def decided_early(self, rules: TableRules, play: RoundInProgress[Any], bets: Sequence[Bet]) -> tuple[()]:
        return ()

    def winning_wagers(self, rules: TableRules, result: BlackjackResult, meters: Mapping[str, Cents]) -> dict[str, str]:
        """Return the wagers that would win for at least one hand of this round, with the row if it is the same for all.

        The result does not depend on which wagers were placed.
        """
        decided = []
        for seat in result.seats:
            bets = [
                Bet(seat.seat, name, wager, Cents(100))
                for wager in rules.betting_wagers
                for name in _deciding_bettor(seat.hands)
            ]
            decided += [(bet.wager, verdict) for bet, verdict in decide_final_bets(rules, result, bets, meters)]
        return rows_won(rules, decided)

    def board_entry(self, result: BlackjackResult) -> dict[str, Any]:
        """Return the dealer's cards for the history of the board."""
        return {"dealer": [str(card) for card in result.dealer]}

    def final_cards(self, result: BlackjackResult) -> dict[str, list[str]]:
        cards = {DEALER: [str(card) for card in result.dealer]}
        for seat in result.seats:
            for place, hand in enumerate(seat.hands):
                cards[hand_name(seat.seat, place, len(seat.hands))] = [str(card) for card in hand.cards]
        return cards

    def order_of_play(self, play: RoundInProgress[Any]) -> None:
        return None

    def next_opening(self, result: BlackjackResult | Void) -> Opening:
        return Opening()

    @property
    def deciding(self) -> Deciding:
        return self

    def refusal_citation(self, rules: TableRules, refusal: ForbiddenDecision) -> str:
        return rules.rulebook.cite(section_of(rules).cites.get(refusal.topic, []))

    def bettors_at_seat(self, rules: TableRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        entrants = round_seats(rules, bets).seat_bets
        return next((one.bettors for one in entrants if one.seat == seat), ())

    def bets_added(
        self, rules: TableRules, play: RoundInProgress[Any], decision: Decision, bets: Sequence[Bet]
    ) -> list[Bet]:
        """Return the bets that a double, a split or insurance adds.

        Bettors behind the seat add money in proportion to the deciding bettor.
        """
        assert isinstance(play.need, Ask)
        question = play.need.question(decision.seat)
        choice = question.choice(decision.do) if question else None
        if question is None or choice is None or not choice.most:
            return []
        seat = _round(play).seat(decision.seat)
        cents = choice.most if decision.cents is None else decision.cents
        section, holders = section_of(rules), seat.hands[question.hand - 1].hand_bettors
        wager = {INSURE: section.insurance, DOUBLE: section.wager, SPLIT: section.wager}[decision.do]
        staked = {bet.bettor: bet.amount for bet in bets if bet.seat == seat.seat and bet.wager == section.wager}
        return [Bet(seat.seat, name, wager, Cents(staked[name] * cents // seat.bet.stake)) for name in holders]

    def wager_layout(self, rules: TableRules) -> Mapping[str, WagerPosition]:
        own: Mapping[str, WagerRole] = {section_of(rules).insurance: "insurance"}
        return {name: WagerPosition(own.get(name, ROLES[wager.group])) for name, wager in rules.wagers.items()}

    def card_sections(self, rules: TableRules) -> tuple[()]:
        return ()

    def edge_case_facts(self, rules: TableRules) -> FactColumns:
        return FactColumns(edge_case_hands(play_rules_of(rules)), fact.types)

    def edge_case_key(self, rules: TableRules) -> tuple[object, ...]:
        return (play_rules_of(rules),)

    def unpriced_wagers(self, rules: TableRules) -> Mapping[str, str]:
        from croupier.families.blackjack.odds.exact import unpriced

        return unpriced(rules)

    def terminal(self, rules: TableRules) -> FamilyTerminal:
        from croupier.families.blackjack.terminal import BlackjackTerminal

        return BlackjackTerminal(rules)

    par_sheet_notes = PAR_SHEET_NOTES

    @property
    def odds(self) -> FamilyOdds:
        from croupier.families.blackjack.odds import ODDS

        return ODDS


def _action_on_soft_17(rules: TableRules) -> str:
    """Return whether the dealer hits or stands on a soft 17, as printed on the table layout. [002 L17-19, L81]"""
    return "hit" if play_rules_of(rules).hits_soft_17 else "stand"


def _deciding_bettor(hands: Sequence[Any]) -> tuple[str, ...]:
    return hands[0].hand_bettors[:1] if hands else ()


def _together(rules: TableRules) -> bool:
    """Return whether all seats decide at the same time, by the option `decisions`.

    With its value `by-mode`, seats decide together in automated mode and one after the other with a live dealer.
    """
    how = rules.options.get("decisions")
    return how == "together" or (how == "by-mode" and rules.options.get("mode") == "automated")


def _round(play: RoundInProgress[Any]) -> BlackjackRound:
    assert isinstance(play.state, BlackjackRound)
    return play.state


def _hands_on_table(current: BlackjackRound, play: RoundInProgress[Any]) -> Iterator[HandOnTable]:
    held = count(value(card.rank) for card in current.dealer)
    shown = current.hole_is_up
    yield HandOnTable(
        DEALER, None, tuple(current.dealer), tuple(current.dealer_places), held.total if shown else None, held.soft,
        _dealer_state(current, held.total),
    )  # fmt: skip
    asked_hands = {one.seat: one.hand for one in play.need.questions} if isinstance(play.need, Ask) else {}
    for seat in current.seats:
        for place, hand in enumerate(seat.hands):
            own = hand.count
            yield HandOnTable(
                hand_name(seat.seat, place, len(seat.hands)),
                seat.seat,
                tuple(hand.cards),
                tuple(hand.card_numbers),
                own.total,
                own.soft,
                _state(current, seat, hand, is_deciding=asked_hands.get(seat.seat) == place + 1),
                seat.bet.stake + hand.doubled_by,
            )


def _dealer_state(current: BlackjackRound, total: int) -> str:
    if not current.hole_is_up:
        return "waiting"
    return "natural" if current.dealer_natural else "broke" if total > 21 else "stood"


def _state(current: BlackjackRound, seat: BlackjackSeatState, hand: BlackjackHandState, *, is_deciding: bool) -> str:
    """Return the state of a hand as the code that views show, such as `stood` or `broke`."""
    held = hand.count
    if hand.surrendered:
        return "surrendered"
    if held.is_over:
        is_31 = held.total == 31 and current.rules.plays_to_31 and count(hand.values[:-1]) == (21, False)
        return "31" if is_31 else "broke"
    if current.legal.is_natural(hand):
        return "natural"
    if current.legal.is_charlie(hand):
        return "charlie"
    if is_deciding:
        return "playing"
    if hand.doubled_by:
        return "doubled"
    return "stood" if hand.stood or (len(hand.cards) > 1 and current.legal.is_finished(seat, hand)) else "waiting"


@lru_cache(maxsize=4096)
def _hand_value(cards: tuple[str, ...], *, is_split: bool) -> HandValue:
    values = [value(Card.parse(card).rank) for card in cards]
    held = count(values)
    natural = len(values) == 2 and not is_split and is_natural(*values)
    category = "natural" if natural else "broke" if held.is_over else None
    return {"total": held.total, "is_soft": held.soft, "category": category, "ranks": [], "cards": list(cards)}


def _total(cards: tuple[Card, ...]) -> int:
    return count(value(card.rank) for card in cards).total


BLACKJACK: CompleteFamily = BlackjackFamily()
