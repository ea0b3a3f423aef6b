"""Implementation of the game family interface for pai gow poker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards import Pack, parse_piece
from croupier.documents.family import ParSheetNotes
from croupier.families.pai_gow.poker.edge_cases import edge_case_facts
from croupier.families.pai_gow.poker.facts import OWN_CARD_FACTS, PaiGowSeatContext, fact
from croupier.families.pai_gow.poker.hand_setting import (
    arrangements,
    category_code,
    dealing_order,
    decided_early,
    hand_value_of,
    high_name,
    low_name,
    returned_doubles,
)
from croupier.families.pai_gow.poker.round import DOUBLE, STAY, PaiGowRound
from croupier.families.pai_gow.poker.rules import KEY, PaiGowSection, section_of
from croupier.families.pai_gow.poker.settle import (
    compare_parts,
    create_round,
    decide_bets,
    envied_hands,
    house_way_for,
    seat_facts,
)
from croupier.families.pai_gow.shared.base_family import PARTS, SetHandFamily, dice_summary
from croupier.families.pai_gow.shared.base_round import (
    BANKER,
    DEALER,
    PLAYER,
    PaiGowResult,
    SetHand,
    entrant_of,
    reads_when_opened,
)
from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank, SettledBet
from croupier.play.facts import FactColumns, RoundFacts
from croupier.play.family import (
    ROLES,
    CaseRound,
    DecidedBets,
    DecidedWager,
    Deciding,
    DemoTable,
    EarlyResults,
    FamilySection,
    HandSetting,
    OfferedArrangement,
    OrderOfPlay,
    RoundFactory,
    WagerPosition,
    seat_left_of_bank,
)
from croupier.play.hands_on_table import HandName, HandValue, VisibleHands, whole_hands
from croupier.play.prompter import paying_bettors
from croupier.play.round import Deal, Decision, HandToSet, Opening, RoundInProgress
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.families.complete_family import CompleteFamily
    from croupier.odds.family_odds import FamilyOdds
    from croupier.terminal.family_terminal import FamilyTerminal


class PaiGowPoker(SetHandFamily):
    """Family of pai gow poker: each player sets the cards face down; all hands are shown at the end."""

    display_name = "pai gow poker"
    other_names = ("double-hand poker", "poker")
    facts = fact
    rulebook_section = FamilySection(
        KEY, PaiGowSection, "is missing; it has the house way and how hands are dealt", (Pack.CARDS_AND_JOKER,)
    )
    demo_tables = (
        DemoTable("dealer-pai-gow", "ca-fortune-pai-gow-poker"),
        DemoTable("dealer-pai-gow-piles", "ca-royal-pai-gow-poker", {"deal": "piles"}),
    )

    def round_factory(
        self, rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening
    ) -> RoundFactory:
        by_hand = rules.value(section_of(rules).deal) == "piles"
        return lambda: create_round(rules, bets, bank_seat, by_hand=by_hand, read_opened=reads_when_opened(rules))

    def case_round(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        """Return how a case of this game is played; its cards are dealt straight to the hands.

        Piles are left out, because they do not change the result.
        """
        section = section_of(rules)
        if not section.dice:
            return CaseRound(lambda: create_round(rules, bets, bank_seat), dealt_to=(PLAYER, BANKER))
        words = ("set", "house-way", *((DOUBLE, STAY) if section.double else ()))
        return CaseRound(
            lambda: create_round(rules, bets, bank_seat),
            words,
            hands=PARTS,
            begin_at=lambda seat: lambda: create_round(rules, bets, bank_seat, seat),
        )

    def decide_bets(
        self, rules: TableRules, result: PaiGowResult, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> DecidedBets:
        judged = decide_bets(rules, result, bets, meters)
        return DecidedBets([bet for bet, _ in judged], [verdict for _, verdict in judged])

    def first_seat_to_settle(self, rules: TableRules, result: PaiGowResult, bank: PostedBank | None) -> int | None:
        """Return the seat with the action button, or the seat left of the bank. [004 L1701, L1903; CA-TBB-A2]

        Games with two common hands start left of the bank.
        """
        if result.common is not None or result.action is None or rules.value(section_of(rules).start) == "left":
            return seat_left_of_bank(rules, bank)
        return result.action

    def is_dealt_face_down(self, need: Deal) -> bool:
        """Return True for all cards, also in piles, except those of two common hands. [004 L1538-1540, L1905]"""
        return not need.opens and need.hand not in (PLAYER, BANKER)

    def evaluate_hands(self, rules: TableRules, cards: VisibleHands) -> Mapping[str, HandValue]:
        play_rules = house_way_for(rules).rules
        values = {
            name: hand_value_of([parse_piece(card) for card in own], play_rules)
            for name, own in whole_hands(cards).items()
        }
        return {name: one for name, one in values.items() if one is not None}

    @property
    def deciding(self) -> Deciding:
        return self

    @property
    def hand_setting(self) -> HandSetting:
        return self

    @property
    def early_results(self) -> EarlyResults:
        return self

    def order_of_play(self, play: RoundInProgress[Any]) -> OrderOfPlay | None:
        return dealing_order(_round(play))

    def paid_early(self, rules: TableRules, play: RoundInProgress[Any], bets: Sequence[Bet]) -> Sequence[SettledBet]:
        """Return the double-downs that push because the player-dealer does not qualify. [004 L1282]"""
        return returned_doubles(rules, _round(play), bets)

    def decided_early(self, rules: TableRules, play: RoundInProgress[Any], bets: Sequence[Bet]) -> list[DecidedWager]:
        return decided_early(rules, _round(play), bets)

    def arrangements(self, rules: TableRules, setting: HandToSet) -> Sequence[OfferedArrangement]:
        return arrangements(house_way_for(rules), setting.cards)

    def sets_first_seat_only(self, rules: TableRules) -> bool:
        """Return whether a player with several seats sets only the first hand: yes in games with dice. [004 L1541]"""
        return section_of(rules).dice > 0

    def bets_added(
        self, rules: TableRules, play: RoundInProgress[Any], decision: Decision, bets: Sequence[Bet]
    ) -> list[Bet]:
        """Return the bets of a double-down; bettors behind the seat add as much as their own wager. [CA-MPG-A15]"""
        section = section_of(rules)
        if decision.do != DOUBLE or section.double is None:
            return []
        entrant = entrant_of(decision.seat, bets, section.base)
        return [
            Bet(decision.seat, name, section.double, Cents(_staked(bets, decision.seat, name, section.base)))
            for name in paying_bettors(decision, entrant.bettors)
        ]

    def section_of(self, rules: TableRules) -> PaiGowSection:
        return section_of(rules)

    def seat_facts(self, rules: TableRules, result: PaiGowResult, seat: int = 0) -> RoundFacts[PaiGowSeatContext]:
        return seat_facts(rules, result, seat)

    def compare_parts(self, rules: TableRules, result: PaiGowResult, seat: int) -> Mapping[str, str]:
        return compare_parts(rules, result, seat)

    def rank_parts(self, rules: TableRules, result: PaiGowResult, name: str, hand: SetHand) -> dict[str, Any]:
        seat = HandName.parse(name).seat
        context = seat_facts(rules, result, seat or 0).view
        ranked = context.set_own if seat is not None or name == PLAYER else context.set_dealer
        summary: dict[str, Any] = {}
        if len(hand.high) == 5:
            summary["high_rank"] = category_code(ranked.high)
            if len(hand.low) > 1:
                summary["low_rank"] = category_code(ranked.low)
        return summary if seat is None else summary | {"foul": ranked.foul}

    def result_summary(self, rules: TableRules, result: PaiGowResult, bets: Sequence[Bet]) -> dict[str, Any]:
        """Return the names of the player-dealer's hands, the dice, the action seat, and the result of each seat.

        Also what explains the payments: wagers that a seat's own cards decide, hands that pay an envy bonus, a
        player-dealer with ace high or too little to play, and the seat that is paid first if it is not the action seat.
        """
        facts, play_rules, section = seat_facts(rules, result), house_way_for(rules).rules, section_of(rules)
        context = facts.view
        summary: dict[str, Any] = {
            "against": BANKER if result.common else DEALER,
            "high": high_name(context.set_dealer.high, play_rules),
            "low": low_name(result.dealer.low, play_rules),
            **dice_summary(result),
        }
        seats = {"player": 0} if result.common else {f"seat {one.seat}": one.seat for one in result.seats}
        for whose, seat in seats.items():
            summary |= {f"{whose} {part}": how for part, how in compare_parts(rules, result, seat).items()}
        summary |= {f"seat {seat} envy": verdict.name for seat, verdict in envied_hands(rules, result).items()}
        own_card_wagers = [name for name, wager in rules.wagers.items() if wager.facts <= OWN_CARD_FACTS]
        if own_card_wagers:
            summary["own_card_wagers"] = " ".join(own_card_wagers)
        if section.shown_first and facts["dealer_ace_high"]:
            summary["dealer_ace_high"] = True
        if section.double is not None and not facts["dealer_qualifies"]:
            summary["dealer_qualifies"] = False
        if result.bank is not None and rules.value(section.start) == "left":
            summary["paid_first"] = rules.seat_clockwise(result.bank)
        return summary

    def wager_layout(self, rules: TableRules) -> Mapping[str, WagerPosition]:
        section = section_of(rules)
        positions = {}
        for name, wager in rules.wagers.items():
            zone = (name if name in (PLAYER, BANKER) else "tie") if not section.dice else ""
            role = "raise" if name == section.double else ROLES[wager.group]
            envy = section.envy if section.envy and section.envy.wager == name else None
            positions[name] = WagerPosition(role, zone, envy_from=rules.money(envy.least) if envy else None)
        return positions

    def edge_case_facts(self, rules: TableRules) -> FactColumns:
        return FactColumns(edge_case_facts(rules), fact.types)

    def edge_case_key(self, rules: TableRules) -> tuple[object, ...]:
        return house_way_for(rules), rules.value(section_of(rules).joker_rank)

    def terminal(self, rules: TableRules) -> FamilyTerminal:
        from croupier.families.pai_gow.poker.terminal import PaiGowPokerTerminal

        return PaiGowPokerTerminal(rules)

    par_sheet_notes = ParSheetNotes(
        lambda sheet: (
            "every deal of a seat's cards and the player-dealer's was counted, both hands set the house way; "
            "none sampled."
        )
    )

    @property
    def odds(self) -> FamilyOdds:
        from croupier.families.pai_gow.poker.odds import ODDS

        return ODDS


def _staked(bets: Sequence[Bet], seat: int, name: str, wager: str) -> int:
    return sum(bet.amount for bet in bets if (bet.seat, bet.bettor, bet.wager) == (seat, name, wager))


def _round(play: RoundInProgress[Any]) -> PaiGowRound:
    assert isinstance(play.state, PaiGowRound)
    return play.state


PAI_GOW_POKER: CompleteFamily = PaiGowPoker()
