"""Hold'em as a game family: implementation of the `Family` protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from croupier.cards import parse_cards
from croupier.documents.family import ParSheetNotes
from croupier.errors import BadInput
from croupier.families.holdem.board import POTS
from croupier.families.holdem.facts import HEADLINE, HandSummary, columns_of, fact, round_facts
from croupier.families.holdem.round import BOARD, HoldemResult, HoldemRound
from croupier.families.holdem.rules import HoldemSection, rules_of
from croupier.families.holdem.settle import fee_shares
from croupier.families.holdem.table_stakes import POST, POT, HoldemStakes
from croupier.hands import HandRank, rank2, rank5, rank6, rank7
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.money.seat_transfers import Fee, SeatDebts, debts_from_nets
from croupier.money.settlement import PostedBank
from croupier.play.facts import FactColumns
from croupier.play.family import (
    CaseRound,
    DecidedBets,
    Deciding,
    DemoTable,
    FamilySection,
    FinalHand,
    RoundFactory,
    WagerPosition,
    wagers_without_bank,
)
from croupier.play.hands_on_table import HandName, HandOnTable, HandValue, VisibleHands, ranked_hand_value, whole_hands
from croupier.play.round import Ask, Deal, Decision, ForbiddenDecision, Opening, RoundInProgress
from croupier.play.table_stakes import HIDDEN
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.families.complete_family import CompleteFamily
    from croupier.odds.family_odds import FamilyOdds
    from croupier.terminal.family_terminal import FamilyTerminal

CITES = {
    "least": "L978", "most": "L978", "cap": "L978", "reopen": "L30", "nobody_calls": "L30", "stack": "L30",
    "check": "L8", "call": "L8", "bet": "L8", "raise": "L8", "amount": "L978", "words": "L8", "check_raise": "L8",
}  # fmt: skip
"""Lines of the source document that a refused action cites, by topic."""
RANKS = {2: rank2, 5: rank5, 6: rank6, 7: rank7}
FLOP, WHOLE_BOARD = 3, 5


class Holdem:
    """Game in which players contest pots among themselves.

    Players see their own hole cards, and the other hands at the showdown.
    """

    display_name = "hold'em between players"
    other_names = ("poker", "texas holdem")
    facts = fact
    rulebook_section = FamilySection(
        "holdem", HoldemSection, "is missing; it says what a player may bring to the table"
    )
    common_hands = (BOARD,)
    demo_tables = (
        DemoTable("limit-holdem", "ca-texas-holdem"),
        DemoTable("no-limit-holdem", "ca-texas-holdem", automated=True, schedule="nl-2"),
    )
    hand_setting = None
    early_results = None
    card_turning = None
    posted_rules = None
    history = POTS
    table_stakes = HoldemStakes()

    def round_factory(
        self, rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening
    ) -> RoundFactory:
        play_rules = rules_of(rules)
        stacks: dict[int, int] = {}
        for bet in bets:
            stacks[bet.seat] = stacks.get(bet.seat, 0) + bet.amount
        posts = {bet.seat: int(bet.amount) for bet in bets if bet.wager == POST}
        button = opening.button if opening.button in stacks else min(stacks, default=0)
        return lambda: HoldemRound(play_rules, stacks, button, rules.seats, posts)

    def case_round(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        raise BadInput.at("stacks", "is missing; hold'em is played with the chips in front of the seats")

    def decide_bets(
        self, rules: TableRules, result: HoldemResult, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> DecidedBets:
        """Return what each seat put in and won, and its share of the fee."""
        seats = sorted(result.seats, key=lambda one: one.seat)
        ended = [Bet(one.seat, SEATED, POT, Cents(one.put_in)) for one in seats]
        fees = fee_shares([one.put_in for one in seats], result.fee)
        dues = debts_from_nets([one.net + fee for one, fee in zip(seats, fees, strict=True)])
        lines = tuple(Fee(place, Cents(fee)) for place, fee in enumerate(fees) if fee)
        return DecidedBets(ended, [], between=SeatDebts(dues, lines))

    def first_seat_to_settle(self, rules: TableRules, result: Any, bank: PostedBank | None) -> int | None:
        return None

    def is_dealt_face_down(self, need: Deal) -> bool:
        """Return whether a card is dealt face down: hole cards are, the board is not. [004 L8]"""
        return need.hand != BOARD

    def face_up_cards(self, play: RoundInProgress[Any]) -> frozenset[int]:
        current = _round(play)
        shown = (place for seat in current.shown for place in current.places[seat])
        return frozenset([*current.board_places, *shown])

    def hands_on_table(self, rules: TableRules, play: RoundInProgress[Any]) -> list[HandOnTable]:
        current = _round(play)
        deciding_seats = {one.seat for one in play.need.questions} if isinstance(play.need, Ask) else set()
        hands = [HandOnTable(BOARD, None, tuple(current.board), tuple(current.board_places), None)]
        for seat, player in current.betting.players.items():
            state = "folded" if player.folded else "playing" if seat in deciding_seats else "waiting"
            name = str(HandName.of_seat(seat))
            cards, places = tuple(current.cards[seat]), tuple(current.places[seat])
            hands.append(HandOnTable(name, seat, cards, places, None, state=state, stake_cents=player.put_in))
        return hands

    def evaluate_hands(self, rules: TableRules, cards: VisibleHands) -> Mapping[str, HandValue]:
        """Return the value of each visible hand together with the community cards dealt so far."""
        visible = {
            name: [None if card == HIDDEN else card for card in hand_cards] for name, hand_cards in cards.items()
        }
        board = tuple(card for card in visible.get(BOARD, ()) if card is not None)
        own = {
            name: hand_cards
            for name, hand_cards in whole_hands(visible).items()
            if name != BOARD and len(hand_cards) == 2
        }
        return {name: hand_value(hand_cards, board) for name, hand_cards in own.items()}

    def final_hands(self, result: HoldemResult) -> list[FinalHand]:
        seats = [FinalHand(f"Seat {one.seat}", one.cards, None) for one in result.seats if one.shown]
        return [FinalHand("Board", result.board, None), *seats]

    def final_cards(self, result: HoldemResult) -> dict[str, list[str]]:
        """Return the community cards and the cards of each seat; a hand that was not shown stays hidden. [004 L8]"""
        hands = {BOARD: [str(card) for card in result.board]}
        for seat in result.seats:
            hands[str(HandName.of_seat(seat.seat))] = [str(card) if seat.shown else HIDDEN for card in seat.cards]
        return hands

    @property
    def deciding(self) -> Deciding:
        return self

    def refusal_citation(self, rules: TableRules, refusal: ForbiddenDecision) -> str:
        line = CITES.get(refusal.topic)
        return rules.rulebook.cite([line]) if line else ""

    def bettors_at_seat(self, rules: TableRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        return (SEATED,) if any(bet.seat == seat for bet in bets) else ()

    def bets_added(
        self, rules: TableRules, play: RoundInProgress[Any], decision: Decision, bets: Sequence[Bet]
    ) -> list[Bet]:
        """Return no bets: all chips of a player are in the hand from the start."""
        return []

    def result_summary(self, rules: TableRules, result: HoldemResult, bets: Sequence[Bet]) -> dict[str, Any]:
        winners = sorted({seat for pot in result.pots for seat, cents in pot.won.items() if cents})
        summary = {
            "pot_cents": sum(pot.cents for pot in result.pots),
            "fee_cents": result.fee,
            "winners": winners,
            "button": result.button,
        }
        return self.case_facts(rules, result, bets, every=False) | summary

    def case_facts(
        self, rules: TableRules, result: HoldemResult, bets: Sequence[Bet], *, every: bool
    ) -> dict[str, Any]:
        facts = round_facts(result)
        return facts.all() if every else {name: facts[name] for name in HEADLINE}

    def winning_wagers(self, rules: TableRules, result: Any, meters: Mapping[str, Cents]) -> dict[str, str]:
        return {POT: ""}

    def board_entry(self, result: HoldemResult) -> dict[str, Any]:
        return {BOARD: [str(card) for card in result.board]}

    def order_of_play(self, play: RoundInProgress[Any]) -> None:
        return None

    def next_opening(self, result: Any) -> Opening:
        return Opening()

    def wager_layout(self, rules: TableRules) -> Mapping[str, WagerPosition]:
        """Return the position of each wager on the layout: the pot in the middle, the others beside the seats."""
        return {name: WagerPosition("main" if name == POT else "beside") for name in rules.wagers}

    def card_sections(self, rules: TableRules) -> tuple[()]:
        return ()

    def edge_case_facts(self, rules: TableRules) -> FactColumns:
        """Return example facts for every number of players, streets and pots; no wager depends on them."""
        summary = [
            HandSummary(players, board, left, pots)
            for players in range(2, len(rules.seats) + 1)
            for board in (0, 3, 4, 5)
            for left in range(1, players + 1)
            for pots in range(1, left + 1)
        ]
        return columns_of(summary)

    def edge_case_key(self, rules: TableRules) -> tuple[object, ...]:
        return (len(rules.seats),)

    def unpriced_wagers(self, rules: TableRules) -> Mapping[str, str]:
        return wagers_without_bank(rules)

    def terminal(self, rules: TableRules) -> FamilyTerminal:
        from croupier.families.holdem.terminal import HoldemTerminal

        return HoldemTerminal(rules)

    par_sheet_notes = ParSheetNotes(
        lambda sheet: "players play one another: there is no wager whose odds could be counted."
    )

    @property
    def odds(self) -> FamilyOdds:
        from croupier.families.holdem.odds import ODDS

        return ODDS


@lru_cache(maxsize=4096)
def hand_value(own: tuple[str, ...], board: tuple[str, ...]) -> HandValue:
    """Return the value of two hole cards with the community cards, which count from a complete flop on."""
    shared = board if len(board) >= FLOP else ()
    cards = list(parse_cards(" ".join((*own, *shared))))
    rank: HandRank = RANKS[len(cards)](cards)
    return ranked_hand_value(rank, is_whole=len(shared) == WHOLE_BOARD)


def _round(play: RoundInProgress[Any]) -> HoldemRound:
    assert isinstance(play.state, HoldemRound)
    return play.state


HOLDEM_POKER: CompleteFamily = Holdem()
