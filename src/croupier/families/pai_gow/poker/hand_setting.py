"""State of a round of pai gow poker for views: dealing order, wagers decided early, possible arrangements.

Also the names and values of hands that screens show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from croupier.cards import Piece
from croupier.families.pai_gow.poker.facts import (
    BOTH_HANDS_CARD_FACTS,
    HIGH_CARDS,
    OWN_CARD_FACTS,
    PaiGowSeatContext,
    card_number_of,
    fact,
    split_house_way,
)
from croupier.families.pai_gow.poker.hand_values import (
    CATEGORY_SHIFT,
    LOW_RANKS,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    HandRules,
    best_of,
    low_strength,
)
from croupier.families.pai_gow.poker.house_way import PokerHouseWay
from croupier.families.pai_gow.poker.round import PILE, PaiGowRound, PokerHand, foul_reason
from croupier.families.pai_gow.poker.rules import section_of
from croupier.families.pai_gow.poker.settle import doubles, seat_facts
from croupier.families.pai_gow.shared.base_round import HIGH, LOW, PaiGowResult, PaiGowSeatResult, SetHand
from croupier.hands.card_parsing import card_of
from croupier.hands.hand_names import RANK_NAMES, name_of, ranks_in
from croupier.hands.hand_strength import ACE_BIT, RANK_BITS, Category, Wheel, wheel_position
from croupier.money.bets import Bet
from croupier.money.settlement import SettledBet
from croupier.play.facts import RoundFacts
from croupier.play.family import DecidedWager, DiceResult, OfferedArrangement, OrderOfPlay, settle_bets
from croupier.play.hands_on_table import HandValue
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

LETTERS = "23456789TJQKA"
FIVE_PLACE = 3
JOKER_ALONE = "joker"


def category_code(strength: int) -> str:
    """Return the code of a hand category, for example `full_house`; four aces and the joker are `five_aces`."""
    category = Category(strength >> CATEGORY_SHIFT)
    return "five_aces" if category is Category.FIVE_OF_A_KIND else category.name.lower()


def high_name(strength: int, rules: HandRules) -> str:
    """Return the name of a high hand, for example "kings full of fours"."""
    wheel = next(one for one in (Wheel.LOW, Wheel.SECOND) if wheel_position(HIGH_CARDS, one) == rules.wheel)
    return name_of(HIGH_CARDS, strength, wheel)


def low_name(cards: Sequence[Piece], rules: HandRules) -> str:
    """Return the name of a low hand, such as "pair of nines" or "ace high, queen kicker"; for one card, its rank."""
    numbers = [card_number_of(card) for card in cards]
    strength = low_strength(numbers, rules)
    if len(numbers) > 1:
        return name_of(2, strength, Wheel.LOW)
    return JOKER_ALONE if strength > len(RANK_NAMES) + 1 else RANK_NAMES[strength - 2]


def hand_value_of(cards: Sequence[Piece], rules: HandRules) -> HandValue | None:
    """Return the value of a low hand or of five or more cards; None for any other number of cards."""
    numbers = [card_number_of(card) for card in cards]
    if len(numbers) == 1:
        return _hand_value(None, [LETTERS[min(low_strength(numbers, rules), len(LETTERS) + 1) - 2]], cards)
    if len(numbers) == 2:
        strength = low_strength(numbers, rules)
    elif len(numbers) >= HIGH_CARDS:
        strength = best_of(numbers, rules)
    else:
        return None
    code = category_code(strength).replace("_", "-")
    return _hand_value(code, ranks_of(strength), cards if len(numbers) <= HIGH_CARDS else ())


def ranks_of(strength: int) -> list[str]:
    """Return the ranks that appear in a hand's name, most important first; for a straight only the highest."""
    category = strength >> CATEGORY_SHIFT
    main_ranks, kickers = strength >> RANK_BITS & LOW_RANKS, strength & LOW_RANKS
    if category in (STRAIGHT, STRAIGHT_FLUSH, ROYAL):
        return [LETTERS[FIVE_PLACE if main_ranks % 2 else main_ranks // 2]]
    # All rank bits mark a flush with two aces, one of which is the joker. [CA-PGP-A3]
    makers = (ACE_BIT, ACE_BIT) if main_ranks == LOW_RANKS else ranks_in(main_ranks)
    return [LETTERS[rank] for rank in (*makers, *ranks_in(kickers))]


def _hand_value(category: str | None, ranks: list[str], cards: Sequence[Piece]) -> HandValue:
    return {
        "total": None,
        "is_soft": False,
        "category": category,
        "ranks": ranks,
        "cards": [str(card) for card in cards],
    }


DICE_CUP = "dice"


def dealing_order(current: PaiGowRound) -> OrderOfPlay | None:
    """Return the dice and the order in which hands are opened; None before a pile is picked or dice are thrown.

    With two common hands, there is an order only if dice were thrown.
    """
    has_started = current.pile is not None or current.action is not None or current.plan.bank is None
    if not has_started or (current.plan.has_common_hands and not current.dice):
        return None
    picked = (DiceResult(PILE, (current.pile,)),) if current.pile is not None else ()
    dice = (DiceResult(DICE_CUP, current.dice),) if current.dice else ()
    seats = tuple(hand.seat for hand in current.hands_in_action_order() if hand.seat is not None)
    return OrderOfPlay((*picked, *dice), current.first, current.action, seats)


def decided_early(rules: TableRules, current: PaiGowRound, bets: Sequence[Bet]) -> list[DecidedWager]:
    """Return the wagers with a verdict that can no longer change.

    A bonus wager is decided when the cards that it depends on are dealt. All other wagers of a seat are decided when
    its hand is opened.
    """
    if current.common is not None:
        return list(_of_all(rules, current, bets))
    return [wager for hand in current.hands_in_action_order() for wager in _of_seat(rules, current, hand, bets)]


def _of_all(rules: TableRules, current: PaiGowRound, bets: Sequence[Bet]) -> Iterator[DecidedWager]:
    """Yield every bet with its verdict in a game with two common hands, once both hands are set."""
    if current.common is None or current.common.arrangement is None or current.dealer.arrangement is None:
        return
    facts = seat_facts(rules, PaiGowResult(current.dealer.as_set_hand, (), current.common.as_set_hand))
    for bet in bets:
        yield DecidedWager(bet, rules.wagers[bet.wager].decide(facts, bet.amount), is_open=True)


def _of_seat(rules: TableRules, current: PaiGowRound, hand: PokerHand, bets: Sequence[Bet]) -> Iterator[DecidedWager]:
    if hand.seat is None or len(hand.pieces) < current.plan.cards:
        return
    own = _as_set(current, hand)
    dealer = _as_set(current, current.dealer) if current.dealer.is_open else own
    result = PaiGowResult(dealer, (PaiGowSeatResult(hand.seat, own, hand.doubled),))
    facts = seat_facts(rules, result, hand.seat)
    final_facts = BOTH_HANDS_CARD_FACTS if current.dealer.is_open else OWN_CARD_FACTS
    seat_bets = [bet for bet in bets if bet.seat == hand.seat]
    # A hand that is read when it is opened is face up before the dealer has entered its arrangement.
    is_shown = hand.is_open and hand.arrangement is not None
    for bet in (*seat_bets, *(doubles(rules, result, bets) if is_shown else ())):
        wager = rules.wagers[bet.wager]
        if is_shown or wager.facts <= final_facts:
            yield DecidedWager(bet, wager.decide(facts, bet.amount), hand.is_open)


def returned_doubles(rules: TableRules, current: PaiGowRound, bets: Sequence[Bet]) -> list[SettledBet]:
    """Return the double-downs that push whatever cards the seats have.

    They are returned to their bettors after the player-dealer's hand is set and open, before a seat's hand is opened.
    [004 L1282]
    """
    name = section_of(rules).double
    if name is None or not current.dealer.is_open or current.dealer.arrangement is None:
        return []
    dealer = current.dealer.as_set_hand
    # If cards are read when hands are opened, the seats' cards are still unread. These pushes do not depend on them, so
    # the player-dealer's hand is used instead.
    hands = [(hand, hand.as_set_hand if hand.arrangement is not None else dealer) for hand in current.seats]
    doubled = tuple(PaiGowSeatResult(hand.seat, held, hand.doubled) for hand, held in hands if hand.seat is not None)
    result = PaiGowResult(dealer, doubled)
    wager = rules.wagers[name]
    if not always_pushes(wager, seat_facts(rules, result)):
        return []
    settled = settle_bets(rules, result, bets).settled
    return [one for one in settled if one.bet.wager == name]


def always_pushes(wager: OfferedWager, facts: RoundFacts[PaiGowSeatContext]) -> bool:
    """Return whether the player-dealer's hand alone makes a wager push, whatever the seat's hand is."""
    if wager.push is None or wager.returns is not None:
        return False
    of_seat = [name for name in wager.facts if fact.by_name[name].is_of_seat]
    if any(fact.types[name] is not bool for name in of_seat):
        return False
    dealer_facts = {name: facts[name] for name in wager.facts if name not in of_seat}
    return all(
        wager.push.holds({**dealer_facts, **dict(zip(of_seat, held, strict=True))})
        for held in product((False, True), repeat=len(of_seat))
    )


def _as_set(current: PaiGowRound, hand: PokerHand) -> SetHand:
    """Return the hand as the player set it; if it is not set yet, as the house way sets it.

    A wager that is decided before the hand is set does not depend on how it is set.
    """
    return SetHand(tuple(hand.pieces), hand.arrangement or current.set_house_way(hand.pieces), hand.by_house)


def arrangements(way: PokerHouseWay, cards: tuple[Piece, ...]) -> tuple[OfferedArrangement, ...]:
    """Return all possible arrangements, one per choice of low cards: 21 for seven cards, six for six cards."""
    return _offered_arrangements(way, tuple(card_number_of(card) for card in cards))


@lru_cache(maxsize=256)
def _offered_arrangements(way: PokerHouseWay, numbers: tuple[int, ...]) -> tuple[OfferedArrangement, ...]:
    _, house_low = split_house_way(way, numbers)
    offered = []
    for low in combinations(numbers, way.low_cards):
        high = tuple(card for card in numbers if card not in low)
        hands = tuple(map(card_of, high)), tuple(map(card_of, low))
        values = {name: hand_value_of(part, way.rules) for name, part in zip((HIGH, LOW), hands, strict=True)}
        hand_values = {name: one for name, one in values.items() if one is not None}
        offered.append(OfferedArrangement(hands, hand_values, foul_reason(way, hands), set(low) == set(house_low)))
    return tuple(offered)
