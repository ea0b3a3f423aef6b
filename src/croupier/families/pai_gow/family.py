"""Pai gow poker's door."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards import Pack, Piece, parse_piece
from croupier.families.pai_gow.facts import fact
from croupier.families.pai_gow.known import known_wagers, order_of, ways_to_lay
from croupier.families.pai_gow.names import high_name, low_name, made_of, rank_word
from croupier.families.pai_gow.rare import varied_rounds
from croupier.families.pai_gow.record import SETTINGS_SEEN
from croupier.families.pai_gow.result import BANKER, DEALER, HIGH, LOW, PLAYER, PaiGowResult, SeatResult, SetHand
from croupier.families.pai_gow.round import DOUBLE, STAY, LyingHand, PaiGowRound
from croupier.families.pai_gow.section import KEY, PaiGowSection, section_of
from croupier.families.pai_gow.settling import compared, entrant_of, judge, round_of, seen_by, way_of_house
from croupier.money.cents import Cents
from croupier.money.outcome import SEATED, Bet, Result
from croupier.money.settlement import PostedBank, Settled
from croupier.play.asking import with_followers
from croupier.play.columns import FactColumns
from croupier.play.family import (
    ROLES,
    Begin,
    CaseRound,
    Ended,
    Family,
    KnownWager,
    LaidHand,
    OrderOfPlay,
    OwnTable,
    Painted,
    PostedRules,
    ShownTable,
    WayToLay,
    left_of_bank,
)
from croupier.play.felt import FeltHand, HandName, MadeHand, SeenHands, whole_hands
from croupier.play.round import Deal, Decision, NotAllowed, Opening, Play, Setting, Void
from croupier.rulebook.house_rules import HouseRules

if TYPE_CHECKING:
    from croupier.odds.family_odds import FamilyOdds, SheetWords
    from croupier.terminal.room import TerminalRoom

PARTS = (HIGH, LOW)


class PaiGowPoker:
    """Everybody lays his own cards unseen; all are shown at the end."""

    called = "pai gow poker"
    facts = fact
    section = OwnTable(
        KEY, PaiGowSection, "is missing; it has the house way and how hands are dealt", (Pack.CARDS_AND_JOKER,)
    )
    hands = (DEALER,)
    shown_at = (
        ShownTable("dealer-pai-gow", "ca-fortune-pai-gow-poker"),
        ShownTable("dealer-pai-gow-piles", "ca-royal-pai-gow-poker", {"deal": "piles"}),
    )
    turning = None
    table_stakes = None
    record = SETTINGS_SEEN

    def begin(self, house: HouseRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening) -> Begin:
        by_hand = house.value(section_of(house).deal) == "piles"
        return lambda: round_of(house, bets, bank_seat, by_hand=by_hand)

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
        return need.hand not in (PLAYER, BANKER)

    def open_places(self, play: Play[Any]) -> frozenset[int]:
        return frozenset(place for hand in _round(play).hands if hand.is_open for place in hand.places)

    def felt(self, house: HouseRules, play: Play[Any]) -> list[FeltHand[Any]]:
        current = _round(play)
        return [one for hand in current.hands if hand.cards for one in _lying(hand, _compared(house, current, hand))]

    def made(self, house: HouseRules, cards: SeenHands) -> Mapping[str, MadeHand]:
        rules = way_of_house(house).rules
        made = {name: made_of([parse_piece(card) for card in own], rules) for name, own in whole_hands(cards).items()}
        return {name: one for name, one in made.items() if one is not None}

    def paid_at_once(self, house: HouseRules, play: Play[Any], bets: Sequence[Bet]) -> Sequence[Settled]:
        return ()

    def order_of_play(self, play: Play[Any]) -> OrderOfPlay | None:
        return order_of(_round(play))

    def known(self, house: HouseRules, play: Play[Any], bets: Sequence[Bet]) -> list[KnownWager]:
        return known_wagers(house, _round(play), bets)

    def ways(self, house: HouseRules, setting: Setting) -> Sequence[WayToLay]:
        return ways_to_lay(way_of_house(house), setting.cards)

    def sets_one_hand(self, house: HouseRules) -> bool:
        """[004 L1541]"""
        return section_of(house).dice > 0

    def laid(self, result: PaiGowResult) -> list[LaidHand[Any]]:
        return [
            LaidHand(HandName.parse(f"{name}/{part}").words, cards, None)
            for name, hand in _hands_of(result).items()
            for part, cards in zip(PARTS, hand.laid, strict=True)
        ]

    def cards_of(self, result: PaiGowResult) -> dict[str, list[str]]:
        return {
            f"{name}/{part}": [str(card) for card in cards]
            for name, hand in _hands_of(result).items()
            for part, cards in zip(PARTS, hand.laid, strict=True)
        }

    def why_not(self, house: HouseRules, refusal: NotAllowed) -> str:
        cites = section_of(house).cites
        return house.book.cite(cites.get(refusal.topic) or cites.get("set", []))

    def deciders(self, house: HouseRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        """Who has a base wager at the seat, and the player-dealer at his own."""
        return entrant_of(seat, bets, section_of(house).base).bettors or (SEATED,)

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

    def set_hands(self, house: HouseRules, result: PaiGowResult) -> dict[str, Any]:
        """How hands lie: by seat, the player-dealer's, or the two for all."""
        shown: dict[str, Any] = {}
        for name, hand in _hands_of(result).items():
            seat = HandName.parse(name).seat
            seen = seen_by(house, result, seat or 0).seen
            ranked = seen.set_own if seat is not None or name == PLAYER else seen.set_dealer
            told: dict[str, Any] = {part: _written(cards) for part, cards in zip(PARTS, hand.laid, strict=True)}
            if len(hand.high) == 5:
                told["high_rank"] = rank_word(ranked.high)
                if len(hand.low) > 1:
                    told["low_rank"] = rank_word(ranked.low)
            if seat is not None:
                told["foul"] = ranked.foul
            shown[name if seat is None else str(seat)] = told
        return shown

    def headline(self, house: HouseRules, result: PaiGowResult, bets: Sequence[Bet]) -> dict[str, Any]:
        """What the player-dealer's hands are called, the dice, and the seat with the action."""
        seen, rules = seen_by(house, result).seen, way_of_house(house).rules
        told: dict[str, Any] = {
            "against": BANKER if result.common else DEALER,
            "high": high_name(seen.set_dealer.high, rules),
            "low": low_name(result.dealer.low, rules),
        }
        if result.action is not None:
            told |= {"dice": list(result.dice), "action": result.action}
        if result.bank is not None:
            told["bank"] = result.bank
        seats = {"player": 0} if result.common else {f"seat {one.seat}": one.seat for one in result.seats}
        for whose, seat in seats.items():
            told |= {f"{whose} {part}": how for part, how in compared(house, result, seat).items()}
        return told

    def case_facts(
        self, house: HouseRules, result: PaiGowResult, bets: Sequence[Bet], *, every: bool
    ) -> dict[str, Any]:
        """The player-dealer's; every fact is told seat by seat."""
        shared = seen_by(house, result)
        told: dict[str, Any] = {name: shared[name] for name, one in fact.by_name.items() if not one.of_spot}
        if every:
            for seat in sorted({bet.seat for bet in bets}):
                told[str(seat)] = seen_by(house, result, seat).all()
        return told

    def winning_wagers(self, house: HouseRules, result: PaiGowResult, meters: Mapping[str, Cents]) -> tuple[str, ...]:
        won: set[str] = set()
        for seat in [one.seat for one in result.seats] or [0]:
            facts = seen_by(house, result, seat)
            for name, wager in house.wagers.items():
                if wager.decide(facts, wager.limit.least, meters).result is Result.WIN:
                    won.add(name)
        return tuple(name for name in house.wagers if name in won)

    def remembered(self, result: PaiGowResult) -> dict[str, Any]:
        return self.cards_of(result)

    def next_opening(self, result: PaiGowResult | Void) -> Opening:
        return Opening()

    def posted(self, house: HouseRules) -> PostedRules:
        return {}

    def painted(self, house: HouseRules) -> Mapping[str, Painted]:
        section = section_of(house)
        painted = {}
        for name, wager in house.wagers.items():
            zone = (name if name in (PLAYER, BANKER) else "tie") if not section.dice else ""
            role = "raise" if name == section.double else ROLES[wager.group]
            envy = section.envy if section.envy and section.envy.wager == name else None
            painted[name] = Painted(role, zone, envy_from=house.money(envy.least) if envy else None)
        return painted

    def drawing(self, house: HouseRules) -> None:
        return None

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


def _hands_of(result: PaiGowResult) -> dict[str, SetHand]:
    """Every hand by its name."""
    if result.common:
        return {PLAYER: result.common, BANKER: result.dealer}
    return {DEALER: result.dealer} | {str(HandName.of_seat(seat.seat)): seat.hand for seat in result.seats}


def _written(cards: Sequence[Piece]) -> str:
    return " ".join(str(card) for card in cards)


def _staked(bets: Sequence[Bet], seat: int, name: str, wager: str) -> int:
    return sum(bet.amount for bet in bets if (bet.seat, bet.bettor, bet.wager) == (seat, name, wager))


def _round(play: Play[Any]) -> PaiGowRound:
    assert isinstance(play.felt, PaiGowRound)
    return play.felt


def _compared(house: HouseRules, current: PaiGowRound, hand: LyingHand) -> Mapping[str, str]:
    """How the parts of a hand came out against the player-dealer's, once both are open."""
    dealer = current.dealer
    if hand is dealer or not (hand.is_open and hand.laid and dealer.is_open and dealer.laid):
        return {}
    seats = () if hand.seat is None else (SeatResult(hand.seat, hand.ended),)
    common = hand.ended if hand is current.common else None
    return compared(house, PaiGowResult(dealer.ended, seats, common), hand.seat or 0)


def _lying(hand: LyingHand, came_out: Mapping[str, str]) -> list[FeltHand[Any]]:
    """A hand as it was dealt; once it is laid, its two parts, which nobody else sees before the showdown."""
    stake = hand.entrant.stake if hand.entrant else 0
    if hand.laid is None:
        cards = tuple(hand.cards)
        return [FeltHand(hand.name, hand.seat, cards, tuple(hand.places), None, stake_cents=stake)]
    return [
        FeltHand(
            f"{hand.name}/{part}",
            hand.seat,
            cards,
            tuple(hand.places[hand.cards.index(card)] for card in cards),
            None,
            state="opened" if hand.is_open else "set",
            stake_cents=stake,
            compared=came_out.get(part, ""),
            laid_unseen=not hand.is_open,
        )
        for part, cards in zip(PARTS, hand.laid, strict=True)
    ]


PAI_GOW_POKER: Family = PaiGowPoker()
