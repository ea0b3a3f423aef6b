"""Implementation of the game family interface for mah-jong pai gow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards import Pack, Piece, parse_piece
from croupier.documents.family import ParSheetNotes
from croupier.families.pai_gow.mah_jong.board import TILE_HAND_HISTORY
from croupier.families.pai_gow.mah_jong.facts import (
    OWN_TILE_FACTS,
    MahJongSeatContext,
    all_hand_pairs,
    columns_of,
    fact,
    facts_of,
    seat_context,
    seat_result,
)
from croupier.families.pai_gow.mah_jong.hand_values import WORDS, dots_of, is_pair, name_of, value_of
from croupier.families.pai_gow.mah_jong.round import TILES_PER_HAND, MahJongResult, MahJongRound, round_of
from croupier.families.pai_gow.mah_jong.rules import KEY, MahJongSection
from croupier.families.pai_gow.shared.base_family import PaiGowFamily, dice_summary
from croupier.families.pai_gow.shared.base_round import DEALER, PaiGowHand, reads_when_opened
from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.play.facts import FactColumns, RoundFacts
from croupier.play.family import (
    CaseRound,
    DecidedBets,
    DecidedWager,
    DemoTable,
    EarlyResults,
    FamilySection,
    FinalHand,
    RoundFactory,
)
from croupier.play.hands_on_table import HandName, HandOnTable, HandValue, VisibleHands, whole_hands
from croupier.play.round import Opening, RoundInProgress
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.families.complete_family import CompleteFamily
    from croupier.odds.family_odds import FamilyOdds
    from croupier.terminal.family_terminal import FamilyTerminal


class MahJongPaiGow(PaiGowFamily):
    """Family of mah-jong pai gow: two tiles for each seat with a wager, hands opened one after the other."""

    display_name = "mah-jong pai-gow"
    other_names = ("mahjong", "majiang")
    facts = fact
    rulebook_section = FamilySection(
        KEY, MahJongSection, "is missing; it says where the document speaks of the deal", (Pack.MAH_JONG,)
    )
    demo_tables = (DemoTable("dealer-mah-jong", "ca-mah-jong-pai-gow"),)
    history = TILE_HAND_HISTORY
    deciding = None
    hand_setting = None

    def round_factory(
        self, rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening
    ) -> RoundFactory:
        return lambda: round_of(rules, _stakes(bets), bank_seat, read_opened=reads_when_opened(rules))

    def case_round(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        seats = tuple(str(HandName.of_seat(seat)) for seat in sorted(_stakes(bets)))
        return CaseRound(
            lambda: round_of(rules, _stakes(bets), bank_seat),
            dealt_to=(*seats, DEALER),
            begin_at=lambda seat: lambda: round_of(rules, _stakes(bets), bank_seat, seat),
        )

    def decide_bets(
        self, rules: TableRules, result: MahJongResult, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> DecidedBets:
        facts_by_seat = {seat: facts_of(seat_context(result, seat)) for seat in result.seats}
        return DecidedBets(
            list(bets), [rules.wagers[bet.wager].decide(facts_by_seat[bet.seat], bet.amount, meters) for bet in bets]
        )

    def hands_on_table(self, rules: TableRules, play: RoundInProgress[Any]) -> list[HandOnTable[Any]]:
        current = _round(play)
        shown = [hand for hand in current.hands if hand.pieces or current.reads_when_opened]
        return [_hand_on_table(hand, _compared(current, hand)) for hand in shown]

    def evaluate_hands(self, rules: TableRules, cards: VisibleHands) -> Mapping[str, HandValue]:
        hands = {name: [parse_piece(tile) for tile in own] for name, own in whole_hands(cards).items()}
        return {name: _hand_value(tiles) for name, tiles in hands.items() if len(tiles) == TILES_PER_HAND}

    @property
    def early_results(self) -> EarlyResults:
        return self

    def paid_early(self, rules: TableRules, play: RoundInProgress[Any], bets: Sequence[Bet]) -> tuple[()]:
        return ()

    def decided_early(self, rules: TableRules, play: RoundInProgress[Any], bets: Sequence[Bet]) -> list[DecidedWager]:
        """Return the wagers with a verdict that can no longer change.

        Wagers that depend only on the seat's own tiles are decided early, all others when the seat's hand is opened.
        """
        current = _round(play)
        return [
            wager for hand in current.hands_in_action_order() for wager in _decided_wagers(rules, current, hand, bets)
        ]

    def final_hands(self, result: MahJongResult) -> list[FinalHand[Any]]:
        return [
            FinalHand(HandName.parse(name).words, tiles, value_of(dots_of(tiles)))
            for name, tiles in _hands_of(result).items()
        ]

    def final_cards(self, result: MahJongResult) -> dict[str, list[str]]:
        return {name: [str(tile) for tile in tiles] for name, tiles in _hands_of(result).items()}

    def result_summary(self, rules: TableRules, result: MahJongResult, bets: Sequence[Bet]) -> dict[str, Any]:
        """Return the name of the player-dealer's hand, the die, the action seat, and the result of each seat."""
        summary = {"hand": name_of(dots_of(result.dealer)), **dice_summary(result)}
        return summary | {f"seat {seat}": seat_result(seat_context(result, seat)) for seat in result.seats}

    def seat_facts(self, rules: TableRules, result: MahJongResult, seat: int = 0) -> RoundFacts[MahJongSeatContext]:
        return facts_of(seat_context(result, seat))

    def deciding_seats(self, result: MahJongResult) -> Sequence[int]:
        return list(result.seats)

    def edge_case_facts(self, rules: TableRules) -> FactColumns:
        """Return the facts of all possible rounds, because there are only a few."""
        return columns_of(all_hand_pairs())

    def edge_case_key(self, rules: TableRules) -> tuple[object, ...]:
        return ()

    def terminal(self, rules: TableRules) -> FamilyTerminal:
        from croupier.families.pai_gow.mah_jong.terminal import MahJongTerminal

        return MahJongTerminal(rules)

    par_sheet_notes = ParSheetNotes(
        lambda sheet: "every deal of a seat's two tiles and the player-dealer's was counted."
    )

    @property
    def odds(self) -> FamilyOdds:
        from croupier.families.pai_gow.mah_jong.odds import ODDS

        return ODDS


def _decided_wagers(
    rules: TableRules, current: MahJongRound, hand: PaiGowHand, bets: Sequence[Bet]
) -> Iterator[DecidedWager]:
    if hand.seat is None or len(hand.pieces) < TILES_PER_HAND:
        return
    own = dots_of(hand.pieces)
    facts = facts_of(MahJongSeatContext(own, dots_of(current.dealer.pieces) if hand.is_open else own))
    for bet in bets:
        wager = rules.wagers[bet.wager]
        if bet.seat == hand.seat and (hand.is_open or wager.facts <= OWN_TILE_FACTS):
            yield DecidedWager(bet, wager.decide(facts, bet.amount), hand.is_open)


def _stakes(bets: Sequence[Bet]) -> dict[int, int]:
    """Return the sum of all stakes at each seat, in cents."""
    stakes: dict[int, int] = {}
    for bet in bets:
        stakes[bet.seat] = stakes.get(bet.seat, 0) + bet.amount
    return stakes


def _hands_of(result: MahJongResult) -> dict[str, tuple[Piece, ...]]:
    """Return every hand of the round by its name."""
    return {DEALER: result.dealer} | {str(HandName.of_seat(seat)): tiles for seat, tiles in result.seats.items()}


def _hand_value(tiles: Sequence[Piece]) -> HandValue:
    hand = dots_of(tiles)
    return {
        "total": value_of(hand),
        "is_soft": False,
        "category": "pair" if is_pair(hand) else None,
        "ranks": [WORDS[number] for number in hand],
        "cards": [str(tile) for tile in tiles],
    }


def _round(play: RoundInProgress[Any]) -> MahJongRound:
    assert isinstance(play.state, MahJongRound)
    return play.state


def _compared(current: MahJongRound, hand: PaiGowHand) -> str:
    """Return the result of a hand against the player-dealer's hand, or an empty string until both hands are open."""
    both = (hand, current.dealer)
    if hand.seat is None or not all(one.is_open and len(one.pieces) == TILES_PER_HAND for one in both):
        return ""
    return seat_result(MahJongSeatContext(dots_of(hand.pieces), dots_of(current.dealer.pieces)))


def _hand_on_table(hand: PaiGowHand, comparison: str) -> HandOnTable[Any]:
    state = "opened" if hand.is_open and len(hand.pieces) == TILES_PER_HAND else "waiting"
    pieces, places = tuple(hand.pieces), tuple(hand.places)
    return HandOnTable(
        hand.name, hand.seat, pieces, places, None, state=state, stake_cents=hand.stake, compared=comparison
    )


MAH_JONG_PAI_GOW: CompleteFamily = MahJongPaiGow()
