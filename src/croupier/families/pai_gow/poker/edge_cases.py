"""Edge-case rounds of pai gow poker: different deals in which rare hands are as frequent as common ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from croupier.cards import Piece, Rank
from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.families.pai_gow.poker.facts import PaiGowSeatContext, card_number_of, split_house_way
from croupier.families.pai_gow.poker.house_way import PokerHouseWay
from croupier.families.pai_gow.poker.settle import house_way_for, seat_facts
from croupier.families.pai_gow.shared.base_round import PaiGowResult, PaiGowSeatResult, SetHand
from croupier.hands.card_parsing import card_of, read_cards
from croupier.play.facts import RoundFacts
from croupier.rulebook.table_rules import TableRules

ROUNDS_OF_EACH = 4
SEVEN_CARD_DEALS = (
    "4s 5s 6s 7s 8s 9s Ts | Ah Kd 9c 7h 5d 4c 2h",  # seven in a row of one suit
    "4s 5s JK 7s 8s 9s Ts | Ah Kd 9c 7h 5d 4c 2h",
    "As Ks Qs Js Ts Kh Qh | Ad Kd 9c 7h 5d 4c 2h",  # royal match
    "As Ks Qs Js Ts 4h 4d | Ad Kd 9c 7h 5d 4c 2h",
    "As Ks Qs Js Ts 9s 2d | Ad Kd 9c 7h 5d 4c 2h",
    "As Ah Ad Ac JK 5h 5d | Kd Kh 9c 7h 5c 4c 2h",
    "As Ah Ad Ac JK 7h 5d | Kd Kh 9c 7h 5c 4c 2h",
    "5s 6s 7s 8s 9s Kd Kh | Ad Qd 9c 7h 5d 4c 2h",
    "5s 6s 7s 8s 9s Kd 2h | Ad Qd 9c 7h 5d 4c 2c",
    "8s 8h 8d 8c Kd Kh 2d | Ad Qd 9c 7h 5d 4c 2c",
    "8s 8h 8d 8c Kd Qh 2d | Ad Qd 9c 7h 5d 4c 2c",
    "8s 8h 8d Kc Kd 5h 5d | Ad Qd 9c 7h 6d 4c 2c",
    "8s 8h 8d Kc Kd 5h 4d | Ad Qd 9c 7h 6d 4c 2c",
    "As JK 9s 6s 3s Kd Kh | Ad Qd 9c 7h 6d 4c 2c",
    "Ks 9s 6s 4s 3s Ad Qh | Ac Qd 9c 7h 6d 4c 2c",
    "Js JK 9d 8c 7s Ad Ah | Kc Qd 9c 7h 6d 4c 2c",
    "Js Td 9d 8c 7s Ad 2h | Kc Qd 9c 7h 6d 4c 2d",
    "9s 9h 9d 8c 7c 6h 5d | Kc Qd Tc 7h 6d 4c 2d",
    "9s 9h 9d Kc Jc 6h 5d | Kd Qd Tc 7h 6s 4c 2d",
    "9s 8s 7s 5c 4c 3c 2s | Kd Qd Tc 7h 6s 4d 2d",  # nine high, all cards of one colour
    "9s 8d 7s 5c 4c 3c 2s | Kd Qd Tc 7h 6s 4d 2d",
    "Ts 8d 7s 5c 4c 3c 2s | Kd Qd Tc 7h 6s 4d 2d",
    "Js 9d 8s 6c 4c 3c 2s | Kd Qd Tc 7h 6s 4d 2d",
    "Qs Jh 9d 8c 6s 4h 2d | Js Th 8d 7c 5s 3h 2c",
    "Qs Jh 9d 8c 6s 4h 2d | Qc Th 9s 8d 6c 4s 2h",
    "Ks Jh 9d 8c 6s 4h 2d | Qc Th 9s 8d 6c 4s 2h",
    "As Jh 9d 8c 6s 4h 2d | Ac Kh 9s 8d 6c 4s 2h",
    "As Jh 9d 8c 6s 4h 2d | JK Kh 9s 8d 6c 4s 2h",
    "Ks Kh 9d 8c 6s 4h 2d | JK Qh 9s 8d 6c 4s 2h",
    "JK Js 9h 7d 6c 4s 2h | Ks Th 8d 7c 5s 3h 2c",
    "JK Qs 9h 7d 6c 4s 2h | Ks Th 8d 7c 5s 3h 2c",
    "JK Js 9h 7d 6c 4s 2h | Qs Th 8d 6h 4h 3h 2c",
    "JK Js 9h 7d 6c 4s 2h | Qs Jh 9d 7c 6d 4h 2c",
    "As Kd 9c 9h 7s 5d 2c | Ah Kc 8s 8d Jh 6c 3d",
    "As Kd 6c 6h 9s 4d 2c | Ah Kc 6s 6d 9h 4c 2s",
    "As Kd 6c 6h 9s 4d 2c | Ah Qc 6s 6d 9h 4c 2s",
    "As Qd 6c 6h 9s 4d 2c | Ah Kc 6s 6d 9h 4c 2s",
    "As Kd 6c 6h 9s 4d 2c | Ah Kc Ts Td 8h 5s 3d",
    "Qs Qd 4c 4h 9s 7d 2c | Ah As Kd Jc 9h 8c 3s",
    "As Qd 5c 5h Js 8d 4c | 9s 9d Kc Jh 7d 6s 2h",
    "Ks Kd 9c 9h As 6d 3c | Ah Qs Td 8c 7s 5h 2d",
    "Ah Qs Td 8c 7s 5h 2d | Ks Kd 9c 9h As 6d 3c",
    "2s 2d 9c 9h As 6d 3c | Kh Qs Td 8c 7s 5h 2c",
    "Kh Qs Td 8c 7s 5h 2c | 3s 3d 2h 2d Js 6d Tc",
    "Kh Qs Td 8c 7s 5h 2c | As Kd Th 8d Js 6d Tc",
)
"""Deals with results that shuffled cards hardly ever give: a seat's cards and the player-dealer's."""
SIX_CARD_DEALS = (
    "As Ah Ad Ac JK Kd | Qs Qh 9d 8c 6s 4h",
    "As Ks Qs Js Ts 4d | Qd Qh 9d 8c 6s 4h",
    "As Ks Qs Js JK 4d | Qd Qh 9d 8c 6s 4h",
    "5s 6s 7s 8s 9s 4d | Qd Qh 9d 8c 6c 4h",
    "8s 8h 8d 8c Kd Qh | 4d 4h 9d 7c 6c Jh",
    "8s 8h 8d Kc Kd Qh | 4d 4h 9d 7c 6c Jh",
    "Ks 9s 6s 4s 3s Qh | 4d 4h 9d 7c 6c Jh",
    "Ks Kd 6s 6d 3s 3h | 4d 4h 9d 7c 6c Jh",
    "Ks Qd Js Td 9s 3h | 4d 4h 9d 7c 6c Jh",
    "Ks Kd Kh Td 9s 3h | 4d 4h 9d 7c 6c Jh",
    "Ks Kd Ah Td Ts 3h | 4d 4h 9d 7c 6c Jh",
    "8s 7d 6h 4d 3s 2h | Ad 4h 9d 7c 6c Jh",
    "8s 7d 6h 4d 3s 2h | Ad Ah 9d 7c 6c Jh",
    "As Kd 9h 8d 6s 5h | Kc Qh 9d 7c 6c 2d",
    "As Ac Kh 8d 6s 5h | Kc Jh Jd 7c 6c 2d",
    "As Ac 7h 8d 6s 5h | Kc Jh Jd 7c 6c 2d",
)


def edge_case_facts(rules: TableRules) -> tuple[RoundFacts[PaiGowSeatContext], ...]:
    """Return the facts of the edge-case rounds; hands are set the house way, and every seventh shuffled one is foul.

    The deals are the same in every run, because the random source has a fixed seed.
    """
    way = house_way_for(rules)
    return tuple(seat_facts(rules, result, 1) for result in _results(way))


@cache
def _results(way: PokerHouseWay) -> tuple[PaiGowResult, ...]:
    many = 5 + way.low_cards
    given = SEVEN_CARD_DEALS if way.low_cards == 2 else SIX_CARD_DEALS
    deals = [tuple(_hand(part) for part in deal.split("|")) for deal in given]
    chance = SeededRandomSource(16)
    for pack in _packs():
        for _ in range(ROUNDS_OF_EACH):
            cards = shuffled(pack, chance)
            deals.append((tuple(cards[:many]), tuple(cards[many : 2 * many])))
    return tuple(
        _round(way, own, dealer, foul=number > 0 and number % 7 == 0)
        for number, (own, dealer) in enumerate(deals, -len(given))
    )


def _round(way: PokerHouseWay, own: Sequence[Piece], dealer: Sequence[Piece], *, foul: bool) -> PaiGowResult:
    seat = SetHand(tuple(own), (tuple(own[:2]), tuple(own[2:])), by_house=False) if foul else _set(way, own)
    return PaiGowResult(_set(way, dealer), (PaiGowSeatResult(1, seat),))


def _set(way: PokerHouseWay, cards: Sequence[Piece]) -> SetHand:
    high, low = split_house_way(way, tuple(card_number_of(card) for card in cards))
    return SetHand(tuple(cards), (tuple(map(card_of, high)), tuple(map(card_of, low))))


def _hand(text: str) -> tuple[Piece, ...]:
    return read_cards(text, "rare")


def _packs() -> Iterator[tuple[Piece, ...]]:
    """Yield packs of at least fourteen cards: the whole deck, five neighbouring ranks, or one suit with the joker."""
    everything = [card_of(card) for card in range(53)]
    yield tuple(everything)
    for low in range(1, 10):
        ranks = {Rank((low + step - 1) % 13 + 1) for step in range(5)}
        yield tuple(card for card in everything if getattr(card, "rank", None) in ranks)
    for suit in range(4):
        yield tuple(card_of(card) for card in range(53) if card % 4 == suit or card == 52)
