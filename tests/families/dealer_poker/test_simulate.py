"""Simulated poker: every deal is equally likely, decisions equal the solver, and outcomes the exact count."""

from __future__ import annotations

import random
import re
from functools import cache
from math import comb, perm
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.cards import Card, parse_cards
from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds import kernels as dealing
from croupier.families.dealer_poker.shared.odds.action_values import CHECK, FOLD, raise_name
from croupier.families.dealer_poker.shared.odds.exact import poker_sheet
from croupier.families.dealer_poker.shared.odds.round_outcomes import PokerCounts, dealer_class
from croupier.families.dealer_poker.shared.odds.simulate import (
    play_sizes,
    simulate_poker,
    three_card_game,
    ultimate_game,
)
from croupier.families.dealer_poker.shared.round import PokerResult
from croupier.families.dealer_poker.three_card.odds import kernels as three_card_kernels
from croupier.families.dealer_poker.three_card.odds.solver import PLAY, ThreeCardSolution
from croupier.families.dealer_poker.three_card.rules import NotQualified, ThreeCardPays, ThreeCardRules
from croupier.families.dealer_poker.ultimate.facts import UltimateSeatContext
from croupier.families.dealer_poker.ultimate.odds import simulate_kernels as ultimate_kernels
from croupier.families.dealer_poker.ultimate.odds.board_kernels import layout
from croupier.families.dealer_poker.ultimate.odds.hand_values import library_card_number, local_card_index
from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution
from croupier.families.dealer_poker.ultimate.odds.strategy_bits import StrategyBits, board_row, flops, strategy_bits_of
from croupier.families.dealer_poker.ultimate.rules import HandPays, UltimateRules
from croupier.hands import card_of, rank3, rank5, rank6
from croupier.hands.card_parsing import index_of
from croupier.hands.hand_strength import Category, ThreeCardCategory, Wheel
from croupier.hands.rank_hand import HandRank
from croupier.odds.simulation.shuffle_kernels import GOLDEN, start_of
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from tests.command_line import croupier
from tests.families.dealer_poker.test_sheet import pays_two_to_one
from tests.poker_exact import THREE_CARD, THREE_CARD_SIX_CARD_BONUS, Holdem, ThreeCard
from tests.soak import in_soak

pytestmark = in_soak

ULTIMATE, THREE, SIX = "ca-ultimate-texas-holdem", "ca-3-card-poker", "ca-three-card-poker-6-card-bonus"
ALL = 2**64 - 1

TIGHT = UltimateRules(
    before_flop=(2, 3), flop=1, river=2, qualifies=Category.TWO_PAIR,
    blind=HandPays(royal_flush=100, straight_flush=20, four_of_a_kind=8, full_house=4, flush=2, straight=1, pair=1),
)  # fmt: skip
"""Rules with other sizes of wagers, another qualifying hand and another pay table of the Blind."""
OWN = UltimateRules(min_hole_cards=1)
"""Rules by which a hand must use one of its own two cards. [CA-UTH-A1]"""
BY_NAME = {"printed": UltimateRules(), "tight": TIGHT, "own": OWN}
THREE_CARD_RULES = {
    "3 Card Poker": THREE_CARD,
    "6 Card Bonus": THREE_CARD_SIX_CARD_BONUS,
    "nothing shown": ThreeCardRules(is_exposed=False),
    "all qualify": ThreeCardRules(qualifies=None, wheel=Wheel.NONE),
    "with a bonus": ThreeCardRules(not_qualified=NotQualified.COMPARED, ante_bonus=ThreeCardPays(straight=1)),
}


@cache
def ultimate(rules: UltimateRules = UltimateRules()) -> UltimateSolution:  # noqa: B008 - it is frozen
    return Holdem(rules).solve()


@cache
def three_card(name: str) -> ThreeCardSolution:
    return ThreeCard(THREE_CARD_RULES[name]).solve()


def rules_of(rulebook: str = ULTIMATE, **options: object) -> TableRules:
    return TableRules.of(rulebook_library.load(rulebook), options)


# The deal


def random_word(number: int) -> int:
    """Return the random word for a counter: the output function of SplitMix64, in Python integers."""
    number &= ALL
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & ALL
    number = (number ^ number >> 27) * 0x94D049BB133111EB & ALL
    return number ^ number >> 31


def slow_deal(seed: int, number: int, cards: int) -> tuple[list[int], int]:
    """Return the first cards of a deck by a Fisher-Yates shuffle from one random word, and the number of words used."""
    position, draws = int(start_of(seed)) + number * int(GOLDEN), 0
    while True:
        rest, pile, dealt, draws = random_word(position) >> 6, list(range(52)), [], draws + 1
        for card in range(cards):
            place, rest = divmod(rest * (52 - card), 2**58)
            dealt.append(pile[place])
            pile[place] = pile[51 - card]
        if rest >= 2**58 % perm(52, cards):
            return dealt, draws
        position += 2**60 * int(GOLDEN)


@pytest.mark.parametrize("seed", [1, 2**63 + 5])
def test_the_kernels_deal_the_cards_of_the_slow_shuffle(seed: int) -> None:
    felt = ultimate_kernels.record_rounds(ultimate_game(ultimate()), start_of(seed), 10**12, 3000)
    by_hand = [slow_deal(seed, 10**12 + row, 9) for row in range(3000)]
    assert felt.cards.reshape(-1, 9).tolist() == [cards for cards, _ in by_hand]
    assert max(words for _, words in by_hand) > 1, "some deals are drawn again"
    threes = three_card_kernels.record_rounds(three_card_game(three_card("3 Card Poker")), start_of(seed), 7, 1000)
    assert threes.cards.reshape(-1, 6).tolist() == [slow_deal(seed, 7 + row, 6)[0] for row in range(1000)]


@pytest.mark.parametrize("cards", [6, 9])
def test_rejection_leaves_equally_many_random_words_for_every_deal(cards: int) -> None:
    """Check that every deal has equally many random words after the rejection.

    The words that give a deal are consecutive; those with the smallest remainders are rejected.
    """
    assert (2**58 - int(dealing.min_remainder(cards))) % perm(52, cards) == 0
    assert int(dealing.min_remainder(cards)) < perm(52, cards)


# Decisions


def cards_of(numbers: list[int]) -> list[Card]:
    cards = [card_of(number) for number in numbers]
    return [card for card in cards if isinstance(card, Card)]


def holdem_cards(places: list[int]) -> list[Card]:
    return cards_of([library_card_number(place) for place in places])


def bit(row: NDArray[np.uint64], number: int) -> bool:
    return bool(int(row[number // 64]) >> number % 64 & 1)


def pair_number(hand: list[int]) -> int:
    return comb(max(hand), 2) + min(hand)


def first_choice(choices: StrategyBits, hand: list[int]) -> str:
    times = int(choices.first[pair_number(hand)])
    return raise_name(times) if times else CHECK


def flop_choice(choices: StrategyBits, hand: list[int], flop: list[int], bet: int) -> str:
    low, middle, high = sorted(flop)
    number = comb(high, 3) + comb(middle, 2) + low
    assert flops()[number].tolist() == [low, middle, high]
    return raise_name(bet) if bit(choices.flop[number], pair_number(hand)) else CHECK


def river_choice(choices: StrategyBits, hand: list[int], board: list[int], bet: int) -> str:
    """Return the decision at the river from the strategy bits.

    It is looked up by the suit that has three or more board cards, or by ranks alone.
    """
    spots = layout()
    suits = [suit for suit in range(4) if sum(card % 4 == suit for card in board) >= 3]
    if not suits:
        value = _value_of_ranks([card // 4 for card in board])
        folds = bit(choices.by_ranks[value], int(spots.rank_pair[hand[0] // 4, hand[1] // 4]))
    else:
        in_suit = sum(1 << card // 4 for card in board if card % 4 == suits[0])
        held = np.bincount([card // 4 for card in board], minlength=13)
        types = [card // 4 + 13 * (card % 4 == suits[0]) for card in hand]
        row = choices.by_types[board_row(held, in_suit, choices.suited, spots)]
        folds = bit(row, int(spots.type_pair[types[0], types[1]]))
    return FOLD if folds else raise_name(bet)


def _value_of_ranks(ranks: list[int]) -> int:
    """Return the value of five cards that are no flush."""
    return rank5(holdem_cards([4 * rank + place % 4 for place, rank in enumerate(sorted(ranks))])).value


BOARDS = {
    "any": range(52),
    "two suits": [card for card in range(52) if card % 4 in (1, 2)],
    "few ranks": range(20, 44),
}
"""Groups of cards from which random boards are drawn: two suits give flushes, few ranks give pairs."""


@pytest.mark.parametrize("kind", BOARDS)
@pytest.mark.parametrize("rules", BY_NAME.values(), ids=BY_NAME)
def test_every_bit_is_the_best_decision_of_the_solver(rules: UltimateRules, kind: str) -> None:
    solution, draw = ultimate(rules), random.Random(kind)
    choices, folded = strategy_bits_of(solution), 0
    for _ in range(600):
        board = draw.sample(BOARDS[kind], 5)
        hand = draw.sample([card for card in range(52) if card not in board], 2)
        flop, own = board[:3], holdem_cards(hand)
        assert first_choice(choices, hand) == solution.options(own).best
        assert flop_choice(choices, hand, flop, rules.flop) == solution.options(own, holdem_cards(flop)).best
        best = solution.options(own, holdem_cards(board)).best
        assert river_choice(choices, hand, board, rules.river) == best
        folded += best == FOLD
    assert 30 < folded < 570


def read(cards: str) -> list[int]:
    return [local_card_index(index_of(card)) for card in parse_cards(cards)]


def test_of_equal_decisions_the_smaller_wager_is_chosen() -> None:
    solution = ultimate()
    choices = strategy_bits_of(solution)
    flop, board = "5s 5h Ts", "7s 7h 8c Td Ts"
    assert solution.options("4s 4c", flop).margin == 0
    assert flop_choice(choices, read("4s 4c"), read(flop), 2) == CHECK
    for low in "2345":
        hand = f"9h {low}c"
        assert solution.options(hand, board).margin == 0
        assert river_choice(choices, read(hand), read(board), 1) == FOLD
    assert river_choice(choices, read("9h 6c"), read(board), 1) == raise_name(1)


def best_play(solution: UltimateSolution, cards: list[int]) -> int:
    """Return the Play wager of best play in Antes, going through the decisions in turn."""
    own, board = holdem_cards(cards[:2]), holdem_cards(cards[4:])
    for board_cards in (0, 3, 5):
        best = solution.options(own, board[:board_cards]).best
        if best not in (CHECK, FOLD):
            return int(best.removesuffix("x"))
    return 0


@pytest.mark.parametrize("rules", BY_NAME.values(), ids=BY_NAME)
def test_the_kernel_plays_and_compares_hands_as_solver_and_live_table_do(rules: UltimateRules) -> None:
    solution, rounds = ultimate(rules), 1200
    felt = ultimate_kernels.record_rounds(ultimate_game(solution), start_of(11), 5, rounds)
    times, sizes = play_sizes(solution), set()
    for cards, played, ended in zip(
        felt.cards.reshape(-1, 9).tolist(), felt.played.tolist(), felt.ended.tolist(), strict=True
    ):
        assert times[played] == best_play(solution, cards)
        board = holdem_cards(cards[4:])
        own, dealers = (live_rank(rules, holdem_cards(hole), board) for hole in (cards[:2], cards[2:4]))
        result = (own.value >= dealers.value) + (own.value > dealers.value)
        assert ended == (own.category * 10 + dealers.category) * 3 + result
        sizes.add(times[played])
    assert sizes == {0, rules.flop, rules.river, max(rules.before_flop)}


def live_rank(rules: UltimateRules, hole: list[Card], board: list[Card]) -> HandRank:
    """Return the rank of a hand as the live table ranks it."""
    return UltimateSeatContext(PokerResult(tuple(hole), tuple(board), ()), min_hole_cards=rules.min_hole_cards).dealer


@pytest.mark.parametrize("kind", ["one suit", "two suits", "few ranks"])
def test_boards_that_are_better_than_the_hands_on_them_are_compared_as_at_the_live_table(kind: str) -> None:
    """Check boards that nobody may play: a straight, a flush or a full house on the board. [CA-UTH-A1]"""
    game, draw, rounds = ultimate_game(ultimate(OWN)), random.Random(kind), 1000
    felt, lower = ultimate_kernels.new_round_arrays(rounds), 0
    for row in range(rounds):
        common = draw.sample(range(0, 52, 4) if kind == "one suit" else BOARDS[kind], 5)
        holes = draw.sample([card for card in range(52) if card not in common], 4)
        felt.cards[9 * row : 9 * row + 9] = [*holes, *common]
    ultimate_kernels.show_hands(game, felt, rounds)
    for cards, ended in zip(felt.cards.reshape(-1, 9).tolist(), felt.ended.tolist(), strict=True):
        board = holdem_cards(cards[4:])
        own, dealers = (live_rank(OWN, holdem_cards(hole), board) for hole in (cards[:2], cards[2:4]))
        result = (own.value >= dealers.value) + (own.value > dealers.value)
        assert ended == (own.category * 10 + dealers.category) * 3 + result
        lower += own.value < rank5(board).value
    assert lower > 20


@pytest.mark.parametrize("name", THREE_CARD_RULES)
def test_three_card_hands_are_played_and_compared_as_solver_and_live_table_do(name: str) -> None:
    solution, rules = three_card(name), THREE_CARD_RULES[name]
    felt = three_card_kernels.record_rounds(three_card_game(solution), start_of(4), 10**9, 2500)
    ranks_shown: set[int] = set()
    ways: set[str | bool] = set()
    for cards, ended, six in zip(
        felt.cards.reshape(-1, 6).tolist(), felt.ended.tolist(), felt.six.tolist(), strict=True
    ):
        own, dealers = cards_of(cards[:3]), cards_of(cards[3:])
        best = solution.options(own, dealers[2:] if rules.is_exposed else ()).best
        own_rank, dealer_rank = rank3(own, wheel=rules.wheel), rank3(dealers, wheel=rules.wheel)
        high = rules.qualifies is None or any(card.rank == 1 or card.rank >= rules.qualifies for card in dealers)
        place = dealer_class(dealer_rank.category, qualifies=high or dealer_rank.category > ThreeCardCategory.HIGH_CARD)
        result = (own_rank.value >= dealer_rank.value) + (own_rank.value > dealer_rank.value)
        assert ended == (((best == PLAY) * 7 + own_rank.category) * 8 + place) * 3 + result
        assert six == rank6([*own, *dealers]).category
        ranks_shown.add(dealers[2].rank)
        ways |= {best, place == 0}
    assert len(ranks_shown) == 13
    assert ways == {FOLD, PLAY, False, *([True] if rules.qualifies else [])}


def test_three_card_hands_of_equal_value_are_folded() -> None:
    solution = three_card("6 Card Bonus")
    game = three_card_game(solution)
    hand, shown = parse_cards("3s 7s Th"), parse_cards("4s")
    assert solution.options(hand, shown).margin == 0
    low, middle, high = sorted(index_of(card) for card in hand)
    number = comb(high, 3) + comb(middle, 2) + low
    assert not bit(game.plays[index_of(shown[0])], number)


# Counts


def same(first: PokerCounts, second: PokerCounts) -> bool:
    sixes = first.six is None or second.six is None or bool((first.six == second.six).all())
    return bool((first.ends == second.ends).all()) and sixes


@pytest.mark.parametrize(("rulebook", "wager"), [(ULTIMATE, "ante"), (SIX, "six-card-bonus")])
def test_a_narrow_interval_ends_a_simulation(rulebook: str, wager: str) -> None:
    table = rules_of(rulebook)
    width = 0.0045
    counts = simulate_poker(table, within=f"{wager}={width}", rounds=10**8)
    interval = poker_sheet(table, counts)[wager].interval
    assert interval is not None
    assert interval < width
    assert counts.rounds < 10**8


@pytest.mark.parametrize(
    ("where", "arguments"),
    [
        ("--rounds", {"rounds": 0}),
        ("--seconds", {"seconds": -1.0}),
        ("--within", {"within": "ante"}),
        ("--within", {"within": "dragon=0.1"}),
        ("--threads", {"threads": 0}),
    ],
)
def test_invalid_arguments_are_refused_by_name(where: str, arguments: dict[str, object]) -> None:
    with pytest.raises(BadInput) as refused:
        simulate_poker(rules_of(), **arguments)  # type: ignore[arg-type]
    assert refused.value.problems[0].where == where


def test_rules_without_a_solution_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that a rulebook in which the Play wager pays two to one is refused."""
    path = pays_two_to_one(tmp_path)
    with pytest.raises(BadInput, match=r"RULEBOOK: the Ante is of a game in which play comes to 2 "):
        simulate_poker(TableRules.of(rulebook_library.load(str(path)), {}), rounds=1)
    assert croupier("simulate", str(path), "--rounds", "100").is_refusal("RULEBOOK: the Ante ")


# The command


@pytest.mark.parametrize("rulebook", [ULTIMATE, THREE, SIX])
def test_the_command_prints_every_wager_with_its_interval(rulebook: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = rules_of(rulebook)
    out = croupier("simulate", rulebook, "--rounds", "200000", "--seed", "3").out
    assert "200,000 rounds dealt, seed 3" in out
    assert all(wager.title in out for wager in table.wagers.values())
    text = " ".join(out.split())
    assert "One seat by best play, every round from a whole deck:" in text
    assert re.search(EXPECTED_TEXT[rulebook], text)


EXPECTED_TEXT = {
    ULTIMATE: r"4x 37\.\d+%, 2x 2\d\.\d+%, 1x 2\d\.\d+%, fold 19\.\d+%\. .* for Ante, Blind and Play .*: 4\.1\d+ are",
    THREE: r"play 88\.\d+%, fold 11\.\d+%\. .* for Ante and Play together, in antes: 1\.88\d are put down",
    SIX: r"play 74\.\d+%, fold 25\.\d+%\. .* for Ante and Play together, in antes: 1\.74\d are put down",
}


def test_json_is_the_sheet_with_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    printed = croupier("simulate", ULTIMATE, "--rounds", "200000", "--seed", "3", "--json").data
    assert (printed["method"], printed["rounds"], printed["seed"]) == ("simulated", 200_000, 3)
    counts = simulate_poker(rules_of(), rounds=200_000, seed=3)
    sheet = poker_sheet(rules_of(), counts)
    assert {wager["wager"]: wager["house_edge"] for wager in printed["wagers"]} == {
        wager: float(odds.house_edge) for wager, odds in sheet.wagers.items()
    }
    assert printed["wagers"][0]["game"]["decisions"]["fold"] == int(counts.ends[0].sum()) / 200_000


BAD_SIMULATIONS: dict[tuple[str, ...], str] = {
    (ULTIMATE, "--seats", "2"): "--seats: is for games in which seats decide by a count; in Ultimate",
    (ULTIMATE, "--count", "hi-lo"): "--count: is for games in which seats decide by a count",
    (THREE, "--spread", "1:1"): "--spread: is for games in which seats decide by a count",
    (SIX, "--insure", "never"): "--insure: is for games in which seats decide by a count",
    (SIX, "--strategy", "chart"): "--strategy: is for games in which seats decide by a count",
    (ULTIMATE, "--device", "cuda"): "--device: deals games in which nobody decides; poker is simulated on processors",
    (THREE, "--cluster", "tcp://127.0.0.1:1"): "--cluster: no Dask scheduler answers at tcp://127.0.0.1:1",
    (ULTIMATE, "--threads", "0"): "--threads: is 0",
}


@pytest.mark.parametrize("words", BAD_SIMULATIONS)
def test_a_simulation_that_is_not_possible_is_refused_in_one_line(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert croupier("simulate", *words, "--rounds", "100").is_refusal(BAD_SIMULATIONS[words])
