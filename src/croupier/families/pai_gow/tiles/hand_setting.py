"""What is known while a round of tiles is played: wagers that are decided, and ways to lay one's tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from croupier.cards import Piece
from croupier.families.pai_gow.packet_round import PaiGowHand
from croupier.families.pai_gow.result import HIGH, LOW, PaiGowResult, SeatResult, SetHand
from croupier.families.pai_gow.tiles.facts import OF_BOTH_ONES_TILES, OF_ONES_OWN_TILES, facts_of
from croupier.families.pai_gow.tiles.hand_names import made_of
from croupier.families.pai_gow.tiles.hand_values import ranks_of
from croupier.families.pai_gow.tiles.house_way import HouseWay, set_hand
from croupier.families.pai_gow.tiles.round import TILES_A_HAND, TilesRound, foul_in_words
from croupier.money.bets import Bet
from croupier.play.family import DecidedWager, OfferedArrangement
from croupier.rulebook.table_rules import TableRules


def decided_early(rules: TableRules, current: TilesRound, bets: Sequence[Bet]) -> list[DecidedWager]:
    """All of a seat's when its hand is opened; before that what its tiles alone decide."""
    return [one for hand in current.by_action() for one in _of_seat(rules, current, hand, bets)]


def _of_seat(rules: TableRules, current: TilesRound, hand: PaiGowHand, bets: Sequence[Bet]) -> Iterator[DecidedWager]:
    if hand.seat is None or len(hand.pieces) < TILES_A_HAND:
        return
    own = _as_set(current, hand)
    dealer = _as_set(current, current.dealer) if current.dealer.is_open else own
    seen = facts_of(PaiGowResult(dealer, (SeatResult(hand.seat, own),)), hand.seat)
    told = OF_BOTH_ONES_TILES if current.dealer.is_open else OF_ONES_OWN_TILES
    # A hand that is read when it is opened lies open before the dealer has entered how it is set.
    is_shown = hand.is_open and hand.laid is not None
    for bet in bets:
        wager = rules.wagers[bet.wager]
        if bet.seat == hand.seat and (is_shown or wager.facts <= told):
            yield DecidedWager(bet, wager.decide(seen, bet.amount), hand.is_open)


def _as_set(current: TilesRound, hand: PaiGowHand) -> SetHand:
    """As it lies; before it does, the house way, which no fact of the tiles alone looks at."""
    return SetHand(tuple(hand.pieces), hand.laid or current.the_house_way(hand.pieces), hand.by_house)


def arrangements(way: HouseWay, tiles: tuple[Piece, ...]) -> tuple[OfferedArrangement, ...]:
    """Every choice of two tiles for the low hand: six."""
    _, house_low = set_hand(way, ranks_of(tiles))
    as_house = _alike(tiles[place] for place in house_low)
    ways = []
    for low in combinations(range(len(tiles)), 2):
        high = tuple(place for place in range(len(tiles)) if place not in low)
        hands = tuple(tuple(tiles[place] for place in places) for places in (high, low))
        made = {name: made_of(part) for name, part in zip((HIGH, LOW), hands, strict=True)}
        named = {name: one for name, one in made.items() if one is not None}
        ways.append(OfferedArrangement(hands, named, foul_in_words(hands), _alike(hands[1]) == as_house))
    return tuple(ways)


def _alike(tiles: Iterable[Piece]) -> list[str]:
    """Of two tiles alike either may lie in a hand: it is the same way to lay them."""
    return sorted(map(str, tiles))
