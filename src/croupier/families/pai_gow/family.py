"""Pai gow poker's door."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards import Pack, parse_piece
from croupier.families.pai_gow.facts import Seen, fact
from croupier.families.pai_gow.known import doubles_back, known_wagers, order_of, ways_to_lay
from croupier.families.pai_gow.names import high_name, low_name, made_of, rank_word
from croupier.families.pai_gow.packet_game import PARTS, SetUnseen, thrown_told
from croupier.families.pai_gow.packets import reads_when_opened
from croupier.families.pai_gow.rare import varied_rounds
from croupier.families.pai_gow.result import BANKER, DEALER, PLAYER, PaiGowResult, SetHand
from croupier.families.pai_gow.round import DOUBLE, STAY, PaiGowRound
from croupier.families.pai_gow.section import KEY, PaiGowSection, section_of
from croupier.families.pai_gow.settling import compared, entrant_of, judge, round_of, seen_by, way_of_house
from croupier.money.cents import Cents
from croupier.money.outcome import Bet
from croupier.money.settlement import PostedBank, Settled
from croupier.play.asking import with_followers
from croupier.play.columns import FactColumns
from croupier.play.facts import RoundFacts
from croupier.play.family import (
    ROLES,
    Begin,
    CaseRound,
    Ended,
    Family,
    KnownWager,
    OrderOfPlay,
    OwnTable,
    Painted,
    ShownTable,
    WayToLay,
    left_of_bank,
)
from croupier.play.felt import HandName, MadeHand, SeenHands, whole_hands
from croupier.play.round import Deal, Decision, Opening, Play, Setting
from croupier.rulebook.house_rules import HouseRules

if TYPE_CHECKING:
    from croupier.odds.family_odds import FamilyOdds, SheetWords
    from croupier.terminal.room import TerminalRoom


class PaiGowPoker(SetUnseen):
    """Everybody lays his own cards unseen; all are shown at the end."""

    called = "pai gow poker"
    also_called = ("double-hand poker", "poker")
    facts = fact
    section = OwnTable(
        KEY, PaiGowSection, "is missing; it has the house way and how hands are dealt", (Pack.CARDS_AND_JOKER,)
    )
    shown_at = (
        ShownTable("dealer-pai-gow", "ca-fortune-pai-gow-poker"),
        ShownTable("dealer-pai-gow-piles", "ca-royal-pai-gow-poker", {"deal": "piles"}),
    )

    def begin(self, house: HouseRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening) -> Begin:
        by_hand = house.value(section_of(house).deal) == "piles"
        return lambda: round_of(house, bets, bank_seat, by_hand=by_hand, read_opened=reads_when_opened(house))

    def case(self, house: HouseRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        """Packets, however they came about: which pile was whose changes nothing."""
        section = section_of(house)
        if not section.dice:
            return CaseRound(lambda: round_of(house, bets, bank_seat), dealt_to=(PLAYER, BANKER))
        words = ("set", "house-way", *((DOUBLE, STAY) if section.double else ()))
        return CaseRound(
            lambda: round_of(house, bets, bank_seat),
            words,
            hands=PARTS,
            begin_at=lambda seat: lambda: round_of(house, bets, bank_seat, seat),
        )

    def ended(self, house: HouseRules, result: PaiGowResult, bets: Sequence[Bet], meters: Mapping[str, Cents]) -> Ended:
        judged = judge(house, result, bets, meters)
        return Ended([bet for bet, _ in judged], [verdict for _, verdict in judged])

    def start_seat(self, house: HouseRules, result: PaiGowResult, bank: PostedBank | None) -> int | None:
        """At the action button; where two hands lie for all, left of the bank. [004 L1701, L1903; CA-TBB-A2]"""
        if result.common is not None or result.action is None or house.value(section_of(house).start) == "left":
            return left_of_bank(house, bank)
        return result.action

    def lies_face_down(self, need: Deal) -> bool:
        """All cards, piles too; two hands for all are opened as they are dealt. [004 L1538-1540, L1905]"""
        return not need.opens and need.hand not in (PLAYER, BANKER)

    def made(self, house: HouseRules, cards: SeenHands) -> Mapping[str, MadeHand]:
        rules = way_of_house(house).rules
        made = {name: made_of([parse_piece(card) for card in own], rules) for name, own in whole_hands(cards).items()}
        return {name: one for name, one in made.items() if one is not None}

    def order_of_play(self, play: Play[Any]) -> OrderOfPlay | None:
        return order_of(_round(play))

    def paid_at_once(self, house: HouseRules, play: Play[Any], bets: Sequence[Bet]) -> Sequence[Settled]:
        """Double-downs that push because the player-dealer does not qualify. [004 L1282]"""
        return doubles_back(house, _round(play), bets)

    def known(self, house: HouseRules, play: Play[Any], bets: Sequence[Bet]) -> list[KnownWager]:
        return known_wagers(house, _round(play), bets)

    def ways(self, house: HouseRules, setting: Setting) -> Sequence[WayToLay]:
        return ways_to_lay(way_of_house(house), setting.cards)

    def sets_one_hand(self, house: HouseRules) -> bool:
        """[004 L1541]"""
        return section_of(house).dice > 0

    def raises(self, house: HouseRules, play: Play[Any], decision: Decision, bets: Sequence[Bet]) -> list[Bet]:
        """A double-down: bettors behind the seat as much as their own wager. [CA-MPG-A15]"""
        section = section_of(house)
        if decision.do != DOUBLE or section.double is None:
            return []
        entrant = entrant_of(decision.seat, bets, section.base)
        return [
            Bet(decision.seat, name, section.double, Cents(_staked(bets, decision.seat, name, section.base)))
            for name in with_followers(decision, entrant.bettors)
        ]

    def section_of(self, house: HouseRules) -> PaiGowSection:
        return section_of(house)

    def seen(self, house: HouseRules, result: PaiGowResult, seat: int = 0) -> RoundFacts[Seen]:
        return seen_by(house, result, seat)

    def compared(self, house: HouseRules, result: PaiGowResult, seat: int) -> Mapping[str, str]:
        return compared(house, result, seat)

    def ranked(self, house: HouseRules, result: PaiGowResult, name: str, hand: SetHand) -> dict[str, Any]:
        seat = HandName.parse(name).seat
        seen = seen_by(house, result, seat or 0).seen
        ranked = seen.set_own if seat is not None or name == PLAYER else seen.set_dealer
        told: dict[str, Any] = {}
        if len(hand.high) == 5:
            told["high_rank"] = rank_word(ranked.high)
            if len(hand.low) > 1:
                told["low_rank"] = rank_word(ranked.low)
        return told if seat is None else told | {"foul": ranked.foul}

    def headline(self, house: HouseRules, result: PaiGowResult, bets: Sequence[Bet]) -> dict[str, Any]:
        """What the player-dealer's hands are called, the dice, and the seat with the action."""
        seen, rules = seen_by(house, result).seen, way_of_house(house).rules
        told: dict[str, Any] = {
            "against": BANKER if result.common else DEALER,
            "high": high_name(seen.set_dealer.high, rules),
            "low": low_name(result.dealer.low, rules),
            **thrown_told(result),
        }
        seats = {"player": 0} if result.common else {f"seat {one.seat}": one.seat for one in result.seats}
        for whose, seat in seats.items():
            told |= {f"{whose} {part}": how for part, how in compared(house, result, seat).items()}
        return told

    def painted(self, house: HouseRules) -> Mapping[str, Painted]:
        section = section_of(house)
        painted = {}
        for name, wager in house.wagers.items():
            zone = (name if name in (PLAYER, BANKER) else "tie") if not section.dice else ""
            role = "raise" if name == section.double else ROLES[wager.group]
            envy = section.envy if section.envy and section.envy.wager == name else None
            painted[name] = Painted(role, zone, envy_from=house.money(envy.least) if envy else None)
        return painted

    def rare(self, house: HouseRules) -> FactColumns:
        return FactColumns(varied_rounds(house), fact.types)

    def rare_by(self, house: HouseRules) -> tuple[object, ...]:
        return way_of_house(house), house.value(section_of(house).joker_rank)

    def at_terminal(self, house: HouseRules) -> TerminalRoom:
        from croupier.families.pai_gow.terminal import PaiGowRoom

        return PaiGowRoom(house)

    @property
    def sheet_said(self) -> SheetWords:
        from croupier.odds.family_odds import SheetWords

        return SheetWords(
            lambda sheet: (
                "every deal of a seat's cards and the player-dealer's was counted, both hands set the house way; "
                "none sampled."
            )
        )

    @property
    def odds(self) -> FamilyOdds:
        from croupier.families.pai_gow.odds.door import ODDS

        return ODDS


def _staked(bets: Sequence[Bet], seat: int, name: str, wager: str) -> int:
    return sum(bet.amount for bet in bets if (bet.seat, bet.bettor, bet.wager) == (seat, name, wager))


def _round(play: Play[Any]) -> PaiGowRound:
    assert isinstance(play.felt, PaiGowRound)
    return play.felt


PAI_GOW_POKER: Family = PaiGowPoker()
