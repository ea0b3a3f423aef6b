"""The door of pai gow tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards import Pack, Piece, parse_piece
from croupier.families.pai_gow.packets import Packet
from croupier.families.pai_gow.record import SETTINGS_SEEN
from croupier.families.pai_gow.result import DEALER, HIGH, LOW, PaiGowResult, SeatResult, SetHand
from croupier.families.pai_gow.settling import entrant_of
from croupier.families.pai_gow.tiles.facts import fact, facts_of
from croupier.families.pai_gow.tiles.known import known_wagers, ways_to_lay
from croupier.families.pai_gow.tiles.names import hand_name, made_of, rank_word
from croupier.families.pai_gow.tiles.rare import varied_rounds
from croupier.families.pai_gow.tiles.round import TilesRound, ended
from croupier.families.pai_gow.tiles.section import KEY, TilesSection, section_of
from croupier.families.pai_gow.tiles.settling import compared, judge, round_of, way_of_house
from croupier.money.cents import Cents
from croupier.money.outcome import SEATED, Bet, Result
from croupier.money.settlement import PostedBank, Settled
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
    Thrown,
    WayToLay,
)
from croupier.play.felt import FeltHand, HandName, MadeHand, SeenHands, whole_hands
from croupier.play.round import Deal, Decision, NotAllowed, Opening, Play, Roll, Setting
from croupier.rulebook.house_rules import HouseRules

if TYPE_CHECKING:
    from croupier.odds.family_odds import FamilyOdds, SheetWords
    from croupier.terminal.room import TerminalRoom

PARTS = (HIGH, LOW)
DICE_CUP = "dice"


class PaiGowTiles:
    """Everybody lays his four tiles unseen; all are shown at the end."""

    called = "pai gow tiles"
    facts = fact
    section = OwnTable(
        KEY, TilesSection, "is missing; it has the house way and who sets the player-dealer's hand", (Pack.DOMINOES,)
    )
    hands = (DEALER,)
    shown_at = (ShownTable("dealer-tiles", "ca-pai-gow-tiles"),)
    turning = None
    table_stakes = None
    record = SETTINGS_SEEN

    def begin(self, house: HouseRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening) -> Begin:
        return lambda: round_of(house, bets, bank_seat)

    def case(self, house: HouseRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        return CaseRound(
            lambda: round_of(house, bets, bank_seat),
            ("set", "house-way"),
            hands=PARTS,
            begin_at=lambda seat: lambda: round_of(house, bets, bank_seat, seat),
        )

    def ended(self, house: HouseRules, result: PaiGowResult, bets: Sequence[Bet], meters: Mapping[str, Cents]) -> Ended:
        return Ended(list(bets), judge(house, result, bets, meters))

    def start_seat(self, house: HouseRules, result: PaiGowResult, bank: PostedBank | None) -> int | None:
        """At the action button. [004 L423]"""
        if result.action is not None:
            return result.action
        return None if bank is None else house.next_to(bank.seat)

    def lies_face_down(self, need: Deal) -> bool:
        """All tiles. [004 L425]"""
        return True

    def open_places(self, play: Play[Any]) -> frozenset[int]:
        return frozenset(place for hand in _round(play).hands if hand.is_open for place in hand.places)

    def felt(self, house: HouseRules, play: Play[Any]) -> list[FeltHand[Any]]:
        current = _round(play)
        return [one for hand in current.hands if hand.pieces for one in _lying(hand, _compared(current, hand))]

    def made(self, house: HouseRules, cards: SeenHands) -> Mapping[str, MadeHand]:
        made = {name: made_of([parse_piece(tile) for tile in own]) for name, own in whole_hands(cards).items()}
        return {name: one for name, one in made.items() if one is not None}

    def paid_at_once(self, house: HouseRules, play: Play[Any], bets: Sequence[Bet]) -> Sequence[Settled]:
        return ()

    def order_of_play(self, play: Play[Any]) -> OrderOfPlay | None:
        """From the throw on."""
        current = _round(play)
        if current.action is None and isinstance(play.need, Roll):
            return None
        seats = tuple(hand.seat for hand in current.by_action() if hand.seat is not None)
        thrown = (Thrown(DICE_CUP, current.dice),) if current.dice else ()
        return OrderOfPlay(thrown, current.first, current.action, seats)

    def known(self, house: HouseRules, play: Play[Any], bets: Sequence[Bet]) -> list[KnownWager]:
        return known_wagers(house, _round(play), bets)

    def ways(self, house: HouseRules, setting: Setting) -> Sequence[WayToLay]:
        return ways_to_lay(way_of_house(house), setting.cards)

    def sets_one_hand(self, house: HouseRules) -> bool:
        return False

    def laid(self, result: PaiGowResult) -> list[LaidHand[Any]]:
        return [
            LaidHand(HandName.parse(f"{name}/{part}").words, tiles, None)
            for name, hand in _hands_of(result).items()
            for part, tiles in zip(PARTS, hand.laid, strict=True)
        ]

    def cards_of(self, result: PaiGowResult) -> dict[str, list[str]]:
        return {
            f"{name}/{part}": [str(tile) for tile in tiles]
            for name, hand in _hands_of(result).items()
            for part, tiles in zip(PARTS, hand.laid, strict=True)
        }

    def why_not(self, house: HouseRules, refusal: NotAllowed) -> str:
        cites = section_of(house).cites
        return house.book.cite(cites.get(refusal.topic) or cites.get("set", []))

    def deciders(self, house: HouseRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        """Who has a wager at the seat, and the player-dealer at his own."""
        return entrant_of(seat, bets, section_of(house).base).bettors or (SEATED,)

    def raises(self, house: HouseRules, play: Play[Any], decision: Decision, bets: Sequence[Bet]) -> list[Bet]:
        return []

    def set_hands(self, house: HouseRules, result: PaiGowResult) -> dict[str, Any]:
        """How hands lie: by seat, and the player-dealer's."""
        shown: dict[str, Any] = {}
        for name, hand in _hands_of(result).items():
            seat = HandName.parse(name).seat
            told: dict[str, Any] = {part: _written(tiles) for part, tiles in zip(PARTS, hand.laid, strict=True)}
            for part, tiles in zip(PARTS, hand.laid, strict=True):
                if word := rank_word(tiles):
                    told[f"{part}_rank"] = word
            if seat is not None:
                told["foul"] = facts_of(result, seat)["fouled"]
            shown[name if seat is None else str(seat)] = told
        return shown

    def headline(self, house: HouseRules, result: PaiGowResult, bets: Sequence[Bet]) -> dict[str, Any]:
        """What the player-dealer's hands are called, the dice, the seat with the action, how each seat came out."""
        told: dict[str, Any] = {
            "against": DEALER,
            "high": hand_name(result.dealer.high),
            "low": hand_name(result.dealer.low),
        }
        if result.action is not None:
            told |= {"dice": list(result.dice), "action": result.action}
        if result.bank is not None:
            told["bank"] = result.bank
        if house.is_counter_clockwise:
            told["direction"] = "counter-clockwise"
        for one in result.seats:
            told |= {f"seat {one.seat} {part}": how for part, how in compared(result, one.seat).items()}
        return told

    def case_facts(
        self, house: HouseRules, result: PaiGowResult, bets: Sequence[Bet], *, every: bool
    ) -> dict[str, Any]:
        """The player-dealer's; every fact is told seat by seat."""
        shared = facts_of(result)
        told: dict[str, Any] = {name: shared[name] for name, one in fact.by_name.items() if not one.of_spot}
        if every:
            for seat in sorted({bet.seat for bet in bets}):
                told[str(seat)] = facts_of(result, seat).all()
        return told

    def winning_wagers(self, house: HouseRules, result: PaiGowResult, meters: Mapping[str, Cents]) -> tuple[str, ...]:
        seen = [facts_of(result, seat.seat) for seat in result.seats]
        return tuple(
            name
            for name, wager in house.wagers.items()
            if any(wager.decide(facts, wager.limit.least, meters).result is Result.WIN for facts in seen)
        )

    def remembered(self, result: PaiGowResult) -> dict[str, Any]:
        return self.cards_of(result)

    def next_opening(self, result: Any) -> Opening:
        return Opening()

    def posted(self, house: HouseRules) -> PostedRules:
        return {}

    def painted(self, house: HouseRules) -> Mapping[str, Painted]:
        return {name: Painted(ROLES[wager.group]) for name, wager in house.wagers.items()}

    def drawing(self, house: HouseRules) -> None:
        return None

    def rare(self, house: HouseRules) -> FactColumns:
        return FactColumns(varied_rounds(way_of_house(house)), fact.types)

    def rare_by(self, house: HouseRules) -> tuple[object, ...]:
        return (way_of_house(house),)

    def at_terminal(self, house: HouseRules) -> TerminalRoom:
        from croupier.families.pai_gow.tiles.terminal import TilesRoom

        return TilesRoom(house)

    @property
    def sheet_said(self) -> SheetWords:
        from croupier.odds.family_odds import SheetWords

        return SheetWords(
            lambda sheet: (
                "every deal of a seat's four tiles and the player-dealer's was counted, both set the house way; "
                "none sampled."
            )
        )

    @property
    def odds(self) -> FamilyOdds:
        from croupier.families.pai_gow.tiles.odds.door import ODDS

        return ODDS


def _hands_of(result: PaiGowResult) -> dict[str, SetHand]:
    """Every hand by its name."""
    return {DEALER: result.dealer} | {str(HandName.of_seat(seat.seat)): seat.hand for seat in result.seats}


def _written(tiles: Sequence[Piece]) -> str:
    return " ".join(str(tile) for tile in tiles)


def _round(play: Play[Any]) -> TilesRound:
    assert isinstance(play.felt, TilesRound)
    return play.felt


def _compared(current: TilesRound, hand: Packet) -> Mapping[str, str]:
    """How the parts of a hand came out against the player-dealer's, once both are open."""
    dealer = current.dealer
    if hand.seat is None or not (hand.is_open and dealer.is_open and dealer.laid):
        return {}
    return compared(PaiGowResult(ended(dealer), (SeatResult(hand.seat, ended(hand)),)), hand.seat)


def _lying(hand: Packet, came_out: Mapping[str, str]) -> list[FeltHand[Any]]:
    """A hand as it was dealt; once it is laid, its two parts, which nobody else sees before the showdown."""
    if hand.laid is None:
        return [FeltHand(hand.name, hand.seat, tuple(hand.pieces), tuple(hand.places), None, stake_cents=hand.stake)]
    free = list(zip(hand.pieces, hand.places, strict=True))
    return [
        FeltHand(
            f"{hand.name}/{part}",
            hand.seat,
            tiles,
            tuple(_taken(free, tile) for tile in tiles),
            None,
            state="opened" if hand.is_open else "set",
            stake_cents=hand.stake,
            compared=came_out.get(part, ""),
            laid_unseen=not hand.is_open,
        )
        for part, tiles in zip(PARTS, hand.laid, strict=True)
    ]


def _taken(free: list[tuple[Piece, int]], tile: Piece) -> int:
    """The number in the round of a tile that lies; of two alike each once."""
    found = next(one for one in free if one[0] == tile)
    free.remove(found)
    return found[1]


PAI_GOW_TILES: Family = PaiGowTiles()
