"""The door of pai gow tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards import Pack, parse_piece
from croupier.families.pai_gow.packet_game import PARTS, SetUnseen, thrown_told
from croupier.families.pai_gow.packets import reads_when_opened
from croupier.families.pai_gow.result import DEALER, PaiGowResult, SetHand
from croupier.families.pai_gow.tiles.facts import Seen, fact, facts_of
from croupier.families.pai_gow.tiles.known import known_wagers, ways_to_lay
from croupier.families.pai_gow.tiles.names import hand_name, made_of, rank_word
from croupier.families.pai_gow.tiles.rare import varied_rounds
from croupier.families.pai_gow.tiles.round import TilesRound
from croupier.families.pai_gow.tiles.section import KEY, TilesSection, section_of
from croupier.families.pai_gow.tiles.settling import compared, judge, round_of, way_of_house
from croupier.money.cents import Cents
from croupier.money.outcome import Bet
from croupier.play.columns import FactColumns
from croupier.play.facts import RoundFacts
from croupier.play.family import (
    Begin,
    CaseRound,
    Ended,
    Family,
    KnownWager,
    OwnTable,
    ShownTable,
    WayToLay,
)
from croupier.play.felt import HandName, MadeHand, SeenHands, whole_hands
from croupier.play.round import Decision, Opening, Play, Setting
from croupier.rulebook.house_rules import HouseRules

if TYPE_CHECKING:
    from croupier.odds.family_odds import FamilyOdds, SheetWords
    from croupier.terminal.room import TerminalRoom


class PaiGowTiles(SetUnseen):
    """Everybody lays his four tiles unseen; all are shown at the end."""

    called = "pai gow tiles"
    also_called = ("domino", "dominoes")
    facts = fact
    section = OwnTable(
        KEY, TilesSection, "is missing; it has the house way and who sets the player-dealer's hand", (Pack.DOMINOES,)
    )
    shown_at = (ShownTable("dealer-tiles", "ca-pai-gow-tiles"),)

    def begin(self, house: HouseRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening) -> Begin:
        return lambda: round_of(house, bets, bank_seat, read_opened=reads_when_opened(house))

    def case(self, house: HouseRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        return CaseRound(
            lambda: round_of(house, bets, bank_seat),
            ("set", "house-way"),
            hands=PARTS,
            begin_at=lambda seat: lambda: round_of(house, bets, bank_seat, seat),
        )

    def ended(self, house: HouseRules, result: PaiGowResult, bets: Sequence[Bet], meters: Mapping[str, Cents]) -> Ended:
        return Ended(list(bets), judge(house, result, bets, meters))

    def made(self, house: HouseRules, cards: SeenHands) -> Mapping[str, MadeHand]:
        made = {name: made_of([parse_piece(tile) for tile in own]) for name, own in whole_hands(cards).items()}
        return {name: one for name, one in made.items() if one is not None}

    def known(self, house: HouseRules, play: Play[Any], bets: Sequence[Bet]) -> list[KnownWager]:
        return known_wagers(house, _round(play), bets)

    def ways(self, house: HouseRules, setting: Setting) -> Sequence[WayToLay]:
        return ways_to_lay(way_of_house(house), setting.cards)

    def sets_one_hand(self, house: HouseRules) -> bool:
        return False

    def raises(self, house: HouseRules, play: Play[Any], decision: Decision, bets: Sequence[Bet]) -> list[Bet]:
        return []

    def section_of(self, house: HouseRules) -> TilesSection:
        return section_of(house)

    def seen(self, house: HouseRules, result: PaiGowResult, seat: int = 0) -> RoundFacts[Seen]:
        return facts_of(result, seat)

    def compared(self, house: HouseRules, result: PaiGowResult, seat: int) -> Mapping[str, str]:
        return compared(result, seat)

    def ranked(self, house: HouseRules, result: PaiGowResult, name: str, hand: SetHand) -> dict[str, Any]:
        words = {f"{part}_rank": rank_word(tiles) for part, tiles in zip(PARTS, hand.laid, strict=True)}
        told: dict[str, Any] = {part: word for part, word in words.items() if word}
        seat = HandName.parse(name).seat
        return told if seat is None else told | {"foul": facts_of(result, seat)["fouled"]}

    def headline(self, house: HouseRules, result: PaiGowResult, bets: Sequence[Bet]) -> dict[str, Any]:
        """What the player-dealer's hands are called, the dice, the seat with the action, how each seat came out."""
        told: dict[str, Any] = {
            "against": DEALER,
            "high": hand_name(result.dealer.high),
            "low": hand_name(result.dealer.low),
            **thrown_told(result),
        }
        if house.is_counter_clockwise:
            told["direction"] = "counter-clockwise"
        for one in result.seats:
            told |= {f"seat {one.seat} {part}": how for part, how in compared(result, one.seat).items()}
        return told

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


def _round(play: Play[Any]) -> TilesRound:
    assert isinstance(play.felt, TilesRound)
    return play.felt


PAI_GOW_TILES: Family = PaiGowTiles()
