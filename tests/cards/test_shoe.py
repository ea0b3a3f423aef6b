"""Cards, decks, the shoe, random sources and commitments."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier.cards import Card, CardError, CutRule, Rank, Shoe, ShoeEmpty, ShoeRules, Suit, parse_cards
from croupier.cards.card import DECK
from croupier.cards.commitment import CommitmentOpening, commit
from croupier.cards.random_source import SeededRandomSource, SystemRandomSource, shuffled
from croupier.cards.shoe import build_decks


@pytest.mark.parametrize("text", ["Ts", "10S", "tS", " ts "])
def test_a_card_is_read_in_either_case_and_with_10_or_t(text: str) -> None:
    assert Card.parse(text) == Card(Rank.TEN, Suit.SPADES)


@pytest.mark.parametrize("text", ["", "s", "1x", "11s", "Tx", "TsTs", "Z9", "JK"])
def test_an_invalid_card_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(CardError, match="rank then suit"):
        Card.parse(text)


def test_a_card_prints_as_it_is_read() -> None:
    assert [Card.parse(str(card)) for card in DECK] == list(DECK)
    assert Card.parse("Th").pretty == "10♥"


@given(st.integers(0, 10**9), st.integers(1, 8))
def test_the_shoe_deals_each_card_once(seed: int, count: int) -> None:
    cards = shuffled(build_decks(count), SeededRandomSource(seed))
    shoe = Shoe.new(ShoeRules(count, burn="none"), cards)
    dealt = []
    while shoe.cards_left:
        card, shoe = shoe.deal()
        dealt.append(card)
    assert tuple(dealt) == cards
    assert Counter(dealt) == Counter(dict.fromkeys(DECK, count))
    with pytest.raises(ShoeEmpty):
        shoe.deal()


@pytest.mark.parametrize(("first", "burnt"), [("As", 2), ("7d", 8), ("9c", 10), ("Th", 11), ("Js", 11), ("Kd", 11)])
def test_the_first_card_and_as_many_more_as_it_counts_are_burnt(first: str, burnt: int) -> None:
    cards = (Card.parse(first), *build_decks(8))
    shown, shoe = Shoe.new(ShoeRules(8), cards).burn()
    assert len(shown) == burnt
    assert shoe.dealt == burnt
    assert shoe.rack == shown


def test_a_house_may_burn_a_fixed_number_or_count_tens_for_nothing() -> None:
    cards = (Card.parse("Ks"), *build_decks(1))
    assert Shoe.new(ShoeRules(1, burn="fixed", burn_fixed=4), cards).burn()[1].dealt == 4
    assert Shoe.new(ShoeRules(1, burn_ten_value=0), cards).burn()[1].dealt == 1
    assert Shoe.new(ShoeRules(1, burn="none"), cards).burn()[1].dealt == 0


def hands_dealt(rule: CutRule, cards: int, from_back: int, hand_size: int) -> list[int]:
    """Deal hands of one size until the shoe is finished; return how many cards were dealt before each hand."""
    shoe = Shoe.new(ShoeRules(1, burn="none", cut_from_back=from_back, cut_rule=rule), DECK[:cards])
    began = []
    while not shoe.is_finished:
        shoe = shoe.begin_hand()
        began.append(shoe.dealt)
        for _ in range(hand_size):
            _, shoe = shoe.deal()
        shoe = shoe.end_hand(())
    return began


def test_a_cut_card_during_a_hand_leaves_one_more_hand() -> None:
    # The cut card comes after 18 of 32 cards, between the third and fourth card of the hand that begins at 15.
    for rule in CutRule:
        assert hands_dealt(rule, 32, 14, 5) == [0, 5, 10, 15, 20]


def test_a_cut_card_in_place_of_the_first_card_makes_that_hand_the_last_by_one_rule_and_not_by_the_other() -> None:
    assert hands_dealt(CutRule.ENDS_WITH_THE_HAND, 34, 14, 5) == [0, 5, 10, 15, 20]
    assert hands_dealt(CutRule.ONE_MORE_HAND, 34, 14, 5) == [0, 5, 10, 15, 20, 25]


def test_the_last_hand_is_announced_before_it_is_dealt() -> None:
    shoe = Shoe.new(ShoeRules(1, burn="none", cut_from_back=14), DECK[:20]).begin_hand()
    for _ in range(7):
        _, shoe = shoe.deal()
    assert not shoe.is_last_hand
    shoe = shoe.end_hand(())
    assert shoe.is_last_hand
    assert shoe.begin_hand().is_last_hand


def test_the_rack_keeps_the_cards_in_the_order_they_were_picked_up() -> None:
    picked_up = parse_cards("Ts 4c 2h 5s")
    shoe = Shoe.new(ShoeRules(1, burn="none"), DECK).begin_hand().end_hand(picked_up)
    assert shoe.rack == picked_up


@given(st.integers(0, 10**9))
def test_the_same_seed_shuffles_the_same_and_every_card_stays(seed: int) -> None:
    once, again = (shuffled(DECK, SeededRandomSource(seed)) for _ in range(2))
    assert once == again
    assert Counter(once) == Counter(DECK)


def test_a_shuffle_draws_every_order_of_three_about_equally() -> None:
    chance = SeededRandomSource(7)
    counts = Counter(shuffled("abc", chance) for _ in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_the_system_generator_shuffles_and_makes_nonces() -> None:
    assert Counter(shuffled(DECK, SystemRandomSource())) == Counter(DECK)
    assert SystemRandomSource().nonce() != SystemRandomSource().nonce()


@given(st.integers(0, 10**9))
def test_a_commitment_opens_and_nothing_else_opens_it(seed: int) -> None:
    chance = SeededRandomSource(seed)
    cards = shuffled(build_decks(1), chance)
    commitment, opening = commit(cards, 14, chance)
    assert commitment.is_opened_by(opening)
    swapped = (cards[1], cards[0], *cards[2:])
    assert not commitment.is_opened_by(CommitmentOpening(opening.nonce, swapped, 14))
    assert not commitment.is_opened_by(CommitmentOpening(opening.nonce, cards, 15))
    assert not commitment.is_opened_by(CommitmentOpening(bytes(32), cards, 14))


def test_no_other_module_touches_randomness() -> None:
    root = Path(croupier.__file__).parent
    for file in root.rglob("*.py"):
        # The client is a program outside the house, which spreads its attempts to connect.
        if file.name == "random_source.py" or file == root / "client" / "async_client.py":
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.split(".")[0] for name in names} & {"random", "secrets", "uuid"}, file
