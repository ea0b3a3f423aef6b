"""Implementation of the game family interface for pai gow tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards import Pack, parse_piece
from croupier.documents.family import ParSheetNotes
from croupier.families.pai_gow.shared.base_family import PARTS, SetHandFamily, dice_summary
from croupier.families.pai_gow.shared.base_round import DEALER, PaiGowResult, SetHand, reads_when_opened
from croupier.families.pai_gow.tiles.edge_cases import edge_case_facts
from croupier.families.pai_gow.tiles.facts import TilesSeatContext, fact, facts_of
from croupier.families.pai_gow.tiles.hand_setting import (
    arrangements,
    category_code,
    decided_early,
    hand_name,
    hand_value_of,
)
from croupier.families.pai_gow.tiles.round import TilesRound
from croupier.families.pai_gow.tiles.rules import KEY, TilesSection, section_of
from croupier.families.pai_gow.tiles.settle import compare_parts, create_round, decide_bets, house_way_for
from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.play.facts import FactColumns, RoundFacts
from croupier.play.family import (
    CaseRound,
    DecidedBets,
    DecidedWager,
    Deciding,
    DemoTable,
    EarlyResults,
    FamilySection,
    HandSetting,
    OfferedArrangement,
    RoundFactory,
)
from croupier.play.hands_on_table import HandName, HandValue, VisibleHands, whole_hands
from croupier.play.round import Decision, HandToSet, Opening, RoundInProgress
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.families.complete_family import CompleteFamily
    from croupier.odds.family_odds import FamilyOdds
    from croupier.terminal.family_terminal import FamilyTerminal


class PaiGowTiles(SetHandFamily):
    """Family of pai gow tiles: each player sets four tiles face down; all hands are shown at the end."""

    display_name = "pai gow tiles"
    other_names = ("domino", "dominoes")
    facts = fact
    rulebook_section = FamilySection(
        KEY, TilesSection, "is missing; it has the house way and who sets the player-dealer's hand", (Pack.DOMINOES,)
    )
    demo_tables = (DemoTable("dealer-tiles", "ca-pai-gow-tiles"),)

    def round_factory(
        self, rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening
    ) -> RoundFactory:
        return lambda: create_round(rules, bets, bank_seat, read_opened=reads_when_opened(rules))

    def case_round(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        return CaseRound(
            lambda: create_round(rules, bets, bank_seat),
            ("set", "house-way"),
            hands=PARTS,
            begin_at=lambda seat: lambda: create_round(rules, bets, bank_seat, seat),
        )

    def decide_bets(
        self, rules: TableRules, result: PaiGowResult, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> DecidedBets:
        return DecidedBets(list(bets), decide_bets(rules, result, bets, meters))

    def evaluate_hands(self, rules: TableRules, cards: VisibleHands) -> Mapping[str, HandValue]:
        values = {name: hand_value_of([parse_piece(tile) for tile in own]) for name, own in whole_hands(cards).items()}
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

    def decided_early(self, rules: TableRules, play: RoundInProgress[Any], bets: Sequence[Bet]) -> list[DecidedWager]:
        return decided_early(rules, _round(play), bets)

    def arrangements(self, rules: TableRules, setting: HandToSet) -> Sequence[OfferedArrangement]:
        return arrangements(house_way_for(rules), setting.cards)

    def sets_first_seat_only(self, rules: TableRules) -> bool:
        return False

    def bets_added(
        self, rules: TableRules, play: RoundInProgress[Any], decision: Decision, bets: Sequence[Bet]
    ) -> list[Bet]:
        return []

    def section_of(self, rules: TableRules) -> TilesSection:
        return section_of(rules)

    def seat_facts(self, rules: TableRules, result: PaiGowResult, seat: int = 0) -> RoundFacts[TilesSeatContext]:
        return facts_of(result, seat)

    def compare_parts(self, rules: TableRules, result: PaiGowResult, seat: int) -> Mapping[str, str]:
        return compare_parts(result, seat)

    def rank_parts(self, rules: TableRules, result: PaiGowResult, name: str, hand: SetHand) -> dict[str, Any]:
        texts = {f"{part}_rank": category_code(tiles) for part, tiles in zip(PARTS, hand.arrangement, strict=True)}
        summary: dict[str, Any] = {part: text for part, text in texts.items() if text}
        seat = HandName.parse(name).seat
        return summary if seat is None else summary | {"foul": facts_of(result, seat)["fouled"]}

    def result_summary(self, rules: TableRules, result: PaiGowResult, bets: Sequence[Bet]) -> dict[str, Any]:
        """Return the names of the player-dealer's hands, the dice, the action seat, and the result of each seat."""
        summary: dict[str, Any] = {
            "against": DEALER,
            "high": hand_name(result.dealer.high),
            "low": hand_name(result.dealer.low),
            **dice_summary(result),
        }
        if rules.is_counter_clockwise:
            summary["direction"] = "counter-clockwise"
        for seat in result.seats:
            summary |= {f"seat {seat.seat} {part}": how for part, how in compare_parts(result, seat.seat).items()}
        return summary

    def edge_case_facts(self, rules: TableRules) -> FactColumns:
        return FactColumns(edge_case_facts(house_way_for(rules)), fact.types)

    def edge_case_key(self, rules: TableRules) -> tuple[object, ...]:
        return (house_way_for(rules),)

    def terminal(self, rules: TableRules) -> FamilyTerminal:
        from croupier.families.pai_gow.tiles.terminal import TilesTerminal

        return TilesTerminal(rules)

    par_sheet_notes = ParSheetNotes(
        lambda sheet: (
            "every deal of a seat's four tiles and the player-dealer's was counted, both set the house way; "
            "none sampled."
        )
    )

    @property
    def odds(self) -> FamilyOdds:
        from croupier.families.pai_gow.tiles.odds import ODDS

        return ODDS


def _round(play: RoundInProgress[Any]) -> TilesRound:
    assert isinstance(play.state, TilesRound)
    return play.state


PAI_GOW_TILES: CompleteFamily = PaiGowTiles()
