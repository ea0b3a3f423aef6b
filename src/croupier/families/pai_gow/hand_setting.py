"""State of a round of pai gow poker for views: dealing order, wagers decided early, and possible arrangements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from croupier.cards import Piece
from croupier.families.pai_gow.facts import (
    OF_BOTH_ONES_CARDS,
    OF_ONES_OWN_CARDS,
    Seen,
    fact,
    number_of,
    split_house_way,
)
from croupier.families.pai_gow.hand_names import made_of
from croupier.families.pai_gow.house_way import HouseWay
from croupier.families.pai_gow.result import HIGH, LOW, PaiGowResult, SeatResult, SetHand
from croupier.families.pai_gow.round import PILE, PaiGowRound, PokerHand, foul_words
from croupier.families.pai_gow.rulebook_schema import section_of
from croupier.families.pai_gow.settle import doubles, seen_by
from croupier.hands.card_parsing import card_of
from croupier.money.bets import Bet
from croupier.money.settlement import SettledBet
from croupier.play.facts import RoundFacts
from croupier.play.family import DecidedWager, DiceResult, OfferedArrangement, OrderOfPlay, settle_bets
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

DICE_CUP = "dice"


def order_of(current: PaiGowRound) -> OrderOfPlay | None:
    """Return the dealing order, or None before a pile is picked or the dice are thrown.

    With two common hands, there is an order only if dice were thrown.
    """
    has_begun = current.pile is not None or current.action is not None or current.plan.bank is None
    if not has_begun or (current.plan.for_all and not current.dice):
        return None
    picked = (DiceResult(PILE, (current.pile,)),) if current.pile is not None else ()
    dice = (DiceResult(DICE_CUP, current.dice),) if current.dice else ()
    seats = tuple(hand.seat for hand in current.by_action() if hand.seat is not None)
    return OrderOfPlay((*picked, *dice), current.first, current.action, seats)


def decided_early(rules: TableRules, current: PaiGowRound, bets: Sequence[Bet]) -> list[DecidedWager]:
    """Return the wagers with a verdict that can no longer change.

    A bonus wager is decided when the cards that it depends on are dealt; all wagers of a seat are decided when its hand
    is opened.
    """
    if current.common is not None:
        return list(_of_all(rules, current, bets))
    return [one for hand in current.by_action() for one in _of_seat(rules, current, hand, bets)]


def _of_all(rules: TableRules, current: PaiGowRound, bets: Sequence[Bet]) -> Iterator[DecidedWager]:
    """Yield the verdicts of all bets on the two common hands, as soon as both hands are set."""
    if current.common is None or current.common.laid is None or current.dealer.laid is None:
        return
    seen = seen_by(rules, PaiGowResult(current.dealer.ended, (), current.common.ended))
    for bet in bets:
        yield DecidedWager(bet, rules.wagers[bet.wager].decide(seen, bet.amount), is_open=True)


def _of_seat(rules: TableRules, current: PaiGowRound, hand: PokerHand, bets: Sequence[Bet]) -> Iterator[DecidedWager]:
    if hand.seat is None or len(hand.pieces) < current.plan.cards:
        return
    own = _as_set(current, hand)
    dealer = _as_set(current, current.dealer) if current.dealer.is_open else own
    result = PaiGowResult(dealer, (SeatResult(hand.seat, own, hand.doubled),))
    seen = seen_by(rules, result, hand.seat)
    final_facts = OF_BOTH_ONES_CARDS if current.dealer.is_open else OF_ONES_OWN_CARDS
    seat_bets = [bet for bet in bets if bet.seat == hand.seat]
    # A hand that is read when it is opened is face up before the dealer has entered its arrangement.
    is_shown = hand.is_open and hand.laid is not None
    for bet in (*seat_bets, *(doubles(rules, result, bets) if is_shown else ())):
        wager = rules.wagers[bet.wager]
        if is_shown or wager.facts <= final_facts:
            yield DecidedWager(bet, wager.decide(seen, bet.amount), hand.is_open)


def doubles_back(rules: TableRules, current: PaiGowRound, bets: Sequence[Bet]) -> list[SettledBet]:
    """Return the double-downs that push with any cards of the seats, once the player-dealer's hand is set and open.

    They are returned to their bettors before a seat's hand is opened. [004 L1282]
    """
    name = section_of(rules).double
    if name is None or not current.dealer.is_open or current.dealer.laid is None:
        return []
    dealer = current.dealer.ended
    # If cards are read when hands are opened, the seats' cards are still unread. These pushes do not depend on them, so
    # the player-dealer's hand is used instead.
    hands = [(hand, hand.ended if hand.laid is not None else dealer) for hand in current.seats]
    doubled = tuple(SeatResult(hand.seat, held, hand.doubled) for hand, held in hands if hand.seat is not None)
    result = PaiGowResult(dealer, doubled)
    wager = rules.wagers[name]
    if not pushes_anyway(wager, seen_by(rules, result)):
        return []
    settled = settle_bets(rules, result, bets).settled
    return [one for one in settled if one.bet.wager == name]


def pushes_anyway(wager: OfferedWager, seen: RoundFacts[Seen]) -> bool:
    """Return whether a wager pushes by the facts of the player-dealer's hand, for all facts of the seat's hand."""
    if wager.push is None or wager.returns is not None:
        return False
    of_seat = [name for name in wager.facts if fact.by_name[name].of_spot]
    if any(fact.types[name] is not bool for name in of_seat):
        return False
    dealer_facts = {name: seen[name] for name in wager.facts if name not in of_seat}
    return all(
        wager.push.holds({**dealer_facts, **dict(zip(of_seat, held, strict=True))})
        for held in product((False, True), repeat=len(of_seat))
    )


def _as_set(current: PaiGowRound, hand: PokerHand) -> SetHand:
    """Return the hand as set, or set the house way if it is not set yet.

    Wagers that are decided that early do not depend on the arrangement.
    """
    return SetHand(tuple(hand.pieces), hand.laid or current.the_house_way(hand.pieces), hand.by_house)


def arrangements(way: HouseWay, cards: tuple[Piece, ...]) -> tuple[OfferedArrangement, ...]:
    """Return every choice of cards for the low hand: 21 arrangements of seven cards, six of six cards."""
    return _offered_arrangements(way, tuple(number_of(card) for card in cards))


@lru_cache(maxsize=256)
def _offered_arrangements(way: HouseWay, numbers: tuple[int, ...]) -> tuple[OfferedArrangement, ...]:
    _, house_low = split_house_way(way, numbers)
    offered = []
    for low in combinations(numbers, way.low_cards):
        high = tuple(card for card in numbers if card not in low)
        hands = tuple(map(card_of, high)), tuple(map(card_of, low))
        values = {name: made_of(part, way.rules) for name, part in zip((HIGH, LOW), hands, strict=True)}
        hand_values = {name: one for name, one in values.items() if one is not None}
        offered.append(OfferedArrangement(hands, hand_values, foul_words(way, hands), set(low) == set(house_low)))
    return tuple(offered)
