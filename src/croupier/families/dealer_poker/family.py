"""Implementation of the game family interface for poker against a player-dealer.

Two families use it: three-card poker, and Ultimate Texas Hold'em.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from croupier.cards import Card
from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.board import POKER_HANDS
from croupier.families.dealer_poker.shared.facts import PAR_SHEET_NOTES
from croupier.families.dealer_poker.shared.game import PokerGame
from croupier.families.dealer_poker.shared.round import (
    BOARD,
    DEALER,
    PLAY,
    PokerResult,
    PokerRound,
    PokerSeatResult,
    PokerSeatState,
    seat_name,
)
from croupier.families.dealer_poker.shared.rules import PokerSection, section_of
from croupier.families.dealer_poker.shared.settle import (
    THREE_CARD_GAME,
    ULTIMATE_GAME,
    decide_final_bets,
    edge_case_facts,
    facts_of,
    forfeited_bets,
    game_of,
    round_of,
    wagers_paid_after_fold,
)
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank
from croupier.play.board import RoundHistory
from croupier.play.facts import FactColumns, FactList
from croupier.play.family import (
    ROLES,
    CaseRound,
    DecidedBets,
    Deciding,
    DemoTable,
    FamilySection,
    FinalHand,
    RoundFactory,
    WagerPosition,
    WagerRole,
    rows_won,
    seat_left_of_bank,
)
from croupier.play.hands_on_table import HandOnTable, HandValue, VisibleHands, whole_hands
from croupier.play.round import Ask, Deal, Decision, ForbiddenDecision, Opening, Question, RoundInProgress, Void
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.families.complete_family import CompleteFamily
    from croupier.odds.family_odds import FamilyOdds
    from croupier.terminal.family_terminal import FamilyTerminal


@dataclass(frozen=True)
class DealerPokerFamily:
    """Game family in which players see their own cards, and the other hands only at the showdown."""

    display_name: str
    game: PokerGame
    load_odds: Callable[[], FamilyOdds]
    demo_tables: tuple[DemoTable, ...]
    other_names: tuple[str, ...] = ("poker",)
    common_hands: tuple[str, ...] = (DEALER,)
    rulebook_section: FamilySection = FamilySection(
        "poker", PokerSection, "is missing; it names the ante and the Play wager"
    )
    hand_setting: None = None
    early_results: None = None
    table_stakes: None = None
    card_turning: None = None
    posted_rules: None = None
    history: RoundHistory = POKER_HANDS

    def round_factory(
        self, rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening
    ) -> RoundFactory:
        how = rules.options.get("decisions")
        together = how == "together" or (how == "by-mode" and rules.options.get("mode") == "automated")
        return lambda: round_of(rules, bets, bank_seat, together=together)

    def case_round(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        _require_hands(rules, bets)
        return CaseRound(
            lambda: round_of(rules, bets, bank_seat),
            self.game.case_words(rules),
            allows_times=self.game.allows_times,
            normalize=_with_play_size,
        )

    def decide_bets(
        self, rules: TableRules, result: PokerResult, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> DecidedBets:
        verdicts = decide_final_bets(rules, result, bets, meters)
        final = [bet for bet, _ in verdicts]
        return DecidedBets(final, [verdict for _, verdict in verdicts], forfeited_bets(rules, result, final))

    def first_seat_to_settle(self, rules: TableRules, result: PokerResult, bank: PostedBank | None) -> int | None:
        """Return the seat left of the bank. [004 L674, L2659, L3659]"""
        return seat_left_of_bank(rules, bank)

    def final_hands(self, result: PokerResult) -> list[FinalHand]:
        table_hands = [FinalHand("Player-dealer", result.dealer, None)]
        table_hands += [FinalHand("Board", result.board, None)] if result.board else []
        return table_hands + [FinalHand(f"Seat {seat.seat}", seat.cards, None) for seat in result.seats]

    def case_facts(self, rules: TableRules, result: PokerResult, bets: Sequence[Bet], *, every: bool) -> dict[str, Any]:
        """Return the facts for the JSON of a case: whether the player-dealer qualifies, as `dealer_qualifies`.

        With `every`, also all facts of each seat, under the number of the seat.
        """
        shared = facts_of(rules, result)
        summary: dict[str, Any] = {"dealer_qualifies": shared["dealer_qualifies"]}
        if every:
            for seat in result.seats:
                summary[str(seat.seat)] = facts_of(rules, result, seat.seat).all()
        return summary

    def is_dealt_face_down(self, need: Deal) -> bool:
        """Return True: every card is dealt face down.

        One of the player-dealer's three cards is turned up after the deal. [004 L651, L2660, L3630]
        """
        return True

    def face_up_cards(self, play: RoundInProgress[Any]) -> frozenset[int]:
        """Return the numbers, from 1 in dealing order, of the cards that everybody can see now."""
        current = _round(play)
        return frozenset(range(1, current.dealt + 1) if current.is_shown else current.places_shown_early())

    def hands_on_table(self, rules: TableRules, play: RoundInProgress[Any]) -> list[HandOnTable]:
        current = _round(play)
        table_hands = [HandOnTable(DEALER, None, tuple(current.dealer), tuple(current.dealer_places), None)]
        if current.board:
            table_hands.append(HandOnTable(BOARD, None, tuple(current.board), tuple(current.board_places), None))
        deciding_seats = {one.seat for one in play.need.questions} if isinstance(play.need, Ask) else set()
        return table_hands + [_seat(seat, is_deciding=seat.seat in deciding_seats) for seat in current.seats]

    def evaluate_hands(self, rules: TableRules, cards: VisibleHands) -> Mapping[str, HandValue]:
        """Return the value of every hand that is completely face up, with the community cards shown so far.

        At the showdown, a seat's hand is also compared with the player-dealer's, folded or not.
        """
        board = tuple(card for card in cards.get(BOARD, ()) if card is not None)
        hands = {name: own for name, own in whole_hands(cards).items() if name != BOARD}
        hand_values = {name: self.game.hand_value(rules, own, board) for name, own in hands.items()}
        values = {name: one for name, one in hand_values.items() if one is not None}
        dealer = values.get(DEALER)
        if dealer is None or not dealer["cards"]:
            return values
        return {
            name: one
            if name == DEALER
            else {**one, "compared": _compared(rules, own=hands[name], dealer=hands[DEALER], board=board)}
            for name, one in values.items()
        }

    def result_summary(self, rules: TableRules, result: PokerResult, bets: Sequence[Bet]) -> dict[str, Any]:
        """Return the name of each hand, and whether the player-dealer qualifies."""
        shared = facts_of(rules, result)
        named = {seat.seat: facts_of(rules, result, seat.seat).view.hand.name for seat in result.seats}
        summary: dict[str, Any] = {"dealer_qualifies": shared["dealer_qualifies"], "dealer": shared.view.dealer.name}
        return summary | {f"seat {seat}": name for seat, name in named.items()}

    def winning_wagers(self, rules: TableRules, result: PokerResult, meters: Mapping[str, Cents]) -> dict[str, str]:
        decided = []
        for seat in result.seats:
            bets = [Bet(seat.seat, SEATED, wager, Cents(100)) for wager in rules.betting_wagers]
            final = decide_final_bets(rules, result, bets, meters)
            decided += [(bet.wager, verdict) for bet, verdict in final]
        return rows_won(rules, decided)

    def board_entry(self, result: PokerResult) -> dict[str, Any]:
        return {"dealer": [str(card) for card in result.dealer], "board": [str(card) for card in result.board]}

    def final_cards(self, result: PokerResult) -> dict[str, list[str]]:
        cards = {DEALER: [str(card) for card in result.dealer]}
        if result.board:
            cards[BOARD] = [str(card) for card in result.board]
        return cards | {seat_name(seat.seat): [str(card) for card in seat.cards] for seat in result.seats}

    def order_of_play(self, play: RoundInProgress[Any]) -> None:
        return None

    def next_opening(self, result: PokerResult | Void) -> Opening:
        return Opening()

    @property
    def deciding(self) -> Deciding:
        return self

    def refusal_citation(self, rules: TableRules, refusal: ForbiddenDecision) -> str:
        return rules.rulebook.cite(section_of(rules).cites.get(refusal.topic, []))

    def bettors_at_seat(self, rules: TableRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        names = list(
            dict.fromkeys(bet.bettor for bet in bets if bet.seat == seat and bet.wager == section_of(rules).ante)
        )
        return tuple(sorted(names, key=lambda name: name != SEATED))

    def bets_added(
        self, rules: TableRules, play: RoundInProgress[Any], decision: Decision, bets: Sequence[Bet]
    ) -> list[Bet]:
        """Return the Play wagers that the decision adds.

        Bettors behind the seat put up the same multiple of their Antes.
        """
        assert isinstance(play.need, Ask)
        question = play.need.question(decision.seat)
        choice = question.choice(decision.do) if question else None
        if choice is None or not choice.most:
            return []
        section, seat = section_of(rules), _round(play).seat(decision.seat)
        antes = {bet.bettor: bet.amount for bet in bets if bet.seat == seat.seat and bet.wager == section.ante}
        return [
            Bet(seat.seat, name, section.play, Cents(antes[name] * choice.most // seat.bet.stake))
            for name in seat.bet.bettors
        ]

    def wager_layout(self, rules: TableRules) -> Mapping[str, WagerPosition]:
        stay, section = wagers_paid_after_fold(rules), section_of(rules)
        lines: Mapping[str, WagerRole] = {section.ante: "main", section.play: "raise"}
        return {
            name: WagerPosition(
                lines.get(name, "beside" if wager.group == "line" else ROLES[wager.group]),
                after_fold="stays" if name in stay else "given-up",
            )
            for name, wager in rules.wagers.items()
        }

    def card_sections(self, rules: TableRules) -> tuple[()]:
        return ()

    def edge_case_facts(self, rules: TableRules) -> FactColumns:
        return FactColumns(edge_case_facts(rules), self.facts.types)

    def edge_case_key(self, rules: TableRules) -> tuple[object, ...]:
        section = section_of(rules)
        return rules.value(section.min_hole_cards), rules.value(section.a23_straight)

    def unpriced_wagers(self, rules: TableRules) -> Mapping[str, str]:
        from croupier.families.dealer_poker.shared.odds.exact import unpriced

        return unpriced(rules)

    def terminal(self, rules: TableRules) -> FamilyTerminal:
        from croupier.families.dealer_poker.shared.terminal import DealerPokerTerminal

        return DealerPokerTerminal(rules)

    par_sheet_notes = PAR_SHEET_NOTES

    @property
    def facts(self) -> FactList[Any]:
        return self.game.facts

    @property
    def odds(self) -> FamilyOdds:
        return self.load_odds()


def _require_hands(rules: TableRules, bets: Sequence[Bet]) -> None:
    """Refuse bets at a seat without an Ante, because such a seat gets no hand that could decide them."""
    seats = game_of(rules).dealing_order(rules, bets, None)
    for place, bet in enumerate(bets):
        if bet.seat not in seats:
            ante = rules.wagers[section_of(rules).ante]
            message = f"seat {bet.seat} has no {ante.title}, so no hand is dealt there ({rules.wagers[bet.wager].cite})"
            raise BadInput.at(f"wagers[{place}].seat", message)


def _with_play_size(decision: Decision, question: Question) -> Decision:
    """Return a plain Play decision with its size added, such as `play-4`.

    The size is the one that matches the stated amount, or the largest that is legal if no amount was stated.
    """
    if decision.do != PLAY or question.choice(PLAY) is not None:
        return decision
    plays = [choice for choice in question.choices if choice.do.startswith(PLAY)]
    fitting = [choice for choice in plays if choice.most == decision.cents] or plays
    return replace(decision, do=fitting[0].do) if fitting else decision


def _compared(
    rules: TableRules, *, own: tuple[str, ...], dealer: tuple[str, ...], board: tuple[str, ...]
) -> Literal["win", "lose", "tie"]:
    """Return whether a seat's cards win, lose or tie against the player-dealer's."""
    own_cards, dealer_cards, board_cards = (tuple(Card.parse(card) for card in cards) for cards in (own, dealer, board))
    seat = PokerSeatResult(1, 0, own_cards, 0, (), folded=False)
    facts = facts_of(rules, PokerResult(dealer_cards, board_cards, (seat,)), 1)
    return "tie" if facts["hands_tie"] else "win" if facts["hand_wins"] else "lose"


def _round(play: RoundInProgress[Any]) -> PokerRound:
    assert isinstance(play.state, PokerRound)
    return play.state


def _seat(seat: PokerSeatState, *, is_deciding: bool) -> HandOnTable:
    state = "folded" if seat.folded else "played" if seat.played else "playing" if is_deciding else "waiting"
    stake = seat.bet.stake + seat.played
    return HandOnTable(
        seat_name(seat.seat), seat.seat, tuple(seat.cards), tuple(seat.card_numbers), None, False, state, stake
    )


def _three_card_odds() -> FamilyOdds:
    from croupier.families.dealer_poker.three_card.odds import ODDS

    return ODDS


def _ultimate_odds() -> FamilyOdds:
    from croupier.families.dealer_poker.ultimate.odds import ODDS

    return ODDS


THREE_CARD: CompleteFamily = DealerPokerFamily(
    "three-card poker", THREE_CARD_GAME, _three_card_odds, (DemoTable("dealer-three-card", "ca-3-card-poker"),)
)
ULTIMATE: CompleteFamily = DealerPokerFamily(
    "hold'em", ULTIMATE_GAME, _ultimate_odds, (DemoTable("dealer-holdem", "ca-ultimate-texas-holdem"),)
)
