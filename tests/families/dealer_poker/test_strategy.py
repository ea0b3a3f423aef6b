"""Strategies of the poker games: charts, statements about flop and river, single hands, and invalid requests."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from croupier.cards import Card, Suit
from croupier.cards.card import DECK, RANK_LETTERS, Rank
from croupier.cli.commands import app
from croupier.cli.strategy import show_strategy
from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds.pay_rules import solution_of
from croupier.families.dealer_poker.shared.odds.strategy import advise, always_or, as_percent, decision_of
from croupier.families.dealer_poker.shared.round import PokerResult
from croupier.families.dealer_poker.three_card.odds.solver import ThreeCardSolution, ranks_text
from croupier.families.dealer_poker.three_card.odds.strategy import PLACES, SOME_SUITS, hands_as_ranges, suits_text
from croupier.families.dealer_poker.ultimate.facts import UltimateSeatContext
from croupier.families.dealer_poker.ultimate.odds.board_kernels import distinct_flops
from croupier.families.dealer_poker.ultimate.odds.flop_hand_classes import FlopHandClass, flop_class_frequencies
from croupier.families.dealer_poker.ultimate.odds.flop_sums import count_hands
from croupier.families.dealer_poker.ultimate.odds.river_hand_classes import RiverHandClass, river_class_frequencies
from croupier.families.dealer_poker.ultimate.odds.solver import RIVERS, UltimateSolution
from croupier.families.dealer_poker.ultimate.rules import HandPays, UltimateRules
from croupier.hands import Category, HandRank, rank3, rank5, rank7
from croupier.play import rulebook_library
from tests.cli.test_strategy_command import Words
from tests.families.dealer_poker.test_sheet import pays_two_to_one
from tests.poker_exact import SEVEN_CARDS, THREE_CARD_SIX_CARD_BONUS, Holdem, hand_counts
from tests.soak import in_soak, or_soak
from tests.table_rules import rules_of

ULTIMATE, THREE, SIX = "ca-ultimate-texas-holdem", "ca-3-card-poker", "ca-three-card-poker-6-card-bonus"
GAMES = (ULTIMATE, THREE, SIX)
RANKS = "AKQJT98765432"
OTHER_BLIND = UltimateRules(blind=HandPays(royal_flush=100, flush=Fraction(7, 3), straight=4, three_of_a_kind=2))
"""Rules with an unusual pay table of the Blind. Statements about this table can only be computed, because they are
written nowhere."""


@cache
def solution_with_other_blind() -> UltimateSolution:
    return Holdem(OTHER_BLIND).solve()


def show(name: str, *options: str, **arguments: Any) -> None:
    nothing: dict[str, Any] = dict.fromkeys(("hand", "up", "board", "removed", "left", "html", "pdf"))
    show_strategy(name, list(options), **(nothing | {"as_json": False} | arguments))


@pytest.fixture
def strategy_text(capsys: pytest.CaptureFixture[str]) -> Any:
    def of(name: str, *options: str, **arguments: Any) -> str:
        show(name, *options, **arguments)
        return capsys.readouterr().out

    return of


def ultimate() -> UltimateSolution:
    solution = solution_of(rules_of(ULTIMATE))
    assert isinstance(solution, UltimateSolution)
    return solution


def three_card(name: str, **options: Any) -> ThreeCardSolution:
    solution = solution_of(rules_of(name, **options))
    assert isinstance(solution, ThreeCardSolution)
    return solution


# Strategy documents


@pytest.mark.parametrize("name", GAMES)
def test_every_strategy_fits_eighty_columns(name: str, strategy_text: Any) -> None:
    text = strategy_text(name)
    assert "\x1b" not in text
    assert "…" not in text, "nothing is cut off"
    assert all(len(line) <= 80 for line in text.splitlines())
    for words in ("House edge: ", "Element of risk: ", rulebook_library.load(name).title):
        assert words in text


def test_the_chart_of_first_hands_is_a_square_with_suited_hands_above(strategy_text: Any) -> None:
    lines = strategy_text(ULTIMATE).splitlines()
    head = next(place for place, line in enumerate(lines) if line.split() == list(RANKS))
    rows = {line.split()[0]: line.split()[1:] for line in lines[head + 1 : head + 14]}
    assert "".join(rows) == RANKS
    for high, low in combinations(RANKS, 2):
        suited, offsuit = rows[high][RANKS.index(low)], rows[low][RANKS.index(high)]
        assert [suited, offsuit] == [_cell(high + low + "s"), _cell(high + low + "o")]
    assert [rows[rank][place] for place, rank in enumerate(RANKS)] == [_cell(2 * rank) for rank in RANKS]


def test_holdem_states_rules_without_exception(strategy_text: Any) -> None:
    text = " ".join(strategy_text(ULTIMATE).split())
    assert "3x before the flop is never best." in text
    assert "never folds while fewer than 665 of the dealer's 990 possible hands beat it" in text
    assert "never plays when more than 789 do." in text
    assert re.search(r"a straight or better 0\.74% always", text)
    assert re.search(r"two pair, with a card that is held 20\.14% 99\.997%", text)
    assert re.search(r"4x before the flop 37\.71% 3x before the flop never 2x on the flop 21\.28%", text)


def _cell(hand: str) -> str:
    best = ultimate().chart[hand]
    return "–" if best == "check" else best


def test_holdem_as_json_has_the_exact_value_and_every_first_hand(strategy_text: Any) -> None:
    printed = json.loads(strategy_text(ULTIMATE, as_json=True))
    assert set(printed) == {
        "rulebook", "digest", "rules", "value", "value_exact", "house_edge", "house_edge_exact", "element_of_risk",
        "element_of_risk_exact", "average_wager", "average_wager_exact", "frequencies", "chart", "first_hands", "flop",
        "river",
    }  # fmt: skip
    assert printed["house_edge_exact"] == "50643648973/2317817502000"
    assert printed["value"] == -printed["house_edge"] == float(ultimate().value)
    assert printed["chart"] == dict(ultimate().chart)
    assert printed["first_hands"]["AA"].keys() == {"check", "3x", "4x"}
    assert {name: max(ways, key=ways.__getitem__) for name, ways in printed["first_hands"].items()} == printed["chart"]
    assert printed["frequencies"].keys() == {"4x", "3x", "2x", "1x", "fold"}
    assert sum(printed["frequencies"].values()) == pytest.approx(1)
    assert [round(100 * printed["frequencies"][way], 1) for way in ("4x", "2x", "1x", "fold")] == [
        37.7,
        21.3,
        21.8,
        19.2,
    ]
    assert printed["river"]["dealer_hands"] == 990


@pytest.mark.parametrize("name", [THREE, SIX])
def test_three_card_poker_as_json_has_a_line_for_each_card_shown(name: str, strategy_text: Any) -> None:
    printed, solution = json.loads(strategy_text(name, as_json=True)), three_card(name)
    assert set(printed) == {
        "rulebook", "digest", "rules", "value", "value_exact", "house_edge", "house_edge_exact", "element_of_risk",
        "element_of_risk_exact", "folds", "folds_exact", "lines",
    }  # fmt: skip
    assert printed["house_edge_exact"] == {THREE: "229314/12724075", SIX: "4372483/101792600"}[name]
    assert [line["up"] for line in printed["lines"]] == list("23456789TJQKA")
    assert sum(line["folds"] for line in printed["lines"]) / 13 == pytest.approx(float(solution.folds))


def test_without_an_exposed_card_there_is_one_line(strategy_text: Any) -> None:
    printed = json.loads(strategy_text(THREE, "pd_upcard=no", as_json=True))
    assert printed["lines"] == [
        {
            "up": None,
            "plays_from": "Q-6-4",
            "also": [],
            "by_suits": [],
            "folds": float(Fraction(printed["folds_exact"])),
        }
    ]
    assert re.search(r"nothing +Q-6-4 or better", strategy_text(THREE, "pd_upcard=no"))


def test_an_option_changes_the_strategy(strategy_text: Any) -> None:
    assert "every hand" in strategy_text(THREE)
    assert "every hand" not in strategy_text(THREE, "nonqual_ante=push")
    assert json.loads(strategy_text(SIX, "nonqual_auto_win=yes", as_json=True))["lines"][0]["plays_from"] == "5-3-2"


@pytest.mark.parametrize("name", GAMES)
def test_a_page_and_a_print_are_written_whole(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    html, pdf = tmp_path / "chart.html", tmp_path / "chart.pdf"
    show(name, html=html, pdf=pdf)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.endswith(f"Wrote {html}.\nWrote {pdf}.\n")
    page = Words(html.read_text("utf-8"))
    assert not page.addresses, "a page fetches nothing"
    assert (page.words.count("4x") > 60) is (name == ULTIMATE)
    assert ("dealer shows" in page.words) is (name != ULTIMATE)
    assert pdf.read_bytes().startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes())) == 1, "it is one sheet of paper"


def test_the_command_line_knows_the_board() -> None:
    found = CliRunner().invoke(app, ["strategy", ULTIMATE, "--hand", "Kh 5s", "--board", "Kd 7c 2s", "--json"])
    assert found.exit_code == 0, found.output
    assert json.loads(found.stdout)["best"] == "2x"


# Statements about flop and river


def test_statements_about_the_flop_sum_to_the_raises_of_best_play() -> None:
    for solution in (ultimate(), solution_with_other_blind()):
        kinds = flop_class_frequencies(solution)
        often = solution.frequencies
        checked = 1 - sum(often.before_flop.values())
        assert sum(played.share for played in kinds.values()) == 1
        assert checked * sum(played.share * played.plays for played in kinds.values()) == often.flop


def test_statements_about_the_river_sum_to_all_hands_and_all_folds() -> None:
    """Check the folds by a count over flops; a raise on the flop as small as the river bet is never better."""
    for solution in (ultimate(), solution_with_other_blind()):
        rules, kinds = solution.rules, river_class_frequencies(solution.rules).kinds
        for category in list(Category)[:10]:
            shares = [played.share for kind, played in kinds.items() if kind.category is category]
            assert sum(shares) == Fraction(hand_counts().dealt[category.name.lower()], SEVEN_CARDS)
        totals = count_hands(rules.river * rules.unit, solution.sums)
        assert totals[:, 3].sum() == 0
        folds = Fraction(int(totals[:, 4].sum()), int(totals[:, 5].sum()) * RIVERS)
        assert sum(played.share * played.plays for played in kinds.values()) == 1 - folds


def slow_flop_kind(hand: tuple[Card, ...], flop: tuple[Card, ...]) -> FlopHandClass:
    """Return the class of a hand on the flop, from the description of each class."""
    ranks = [card.rank for card in flop]
    heights = sorted({14 if rank == Rank.ACE else int(rank) for rank in ranks})
    held = {card.rank for card in hand}
    category = rank5([*hand, *flop]).category
    is_four_suited = max([card.suit for card in (*hand, *flop)].count(suit) for suit in Suit) == 4
    if category >= Category.STRAIGHT:
        return FlopHandClass.STRAIGHT_OR_BETTER
    if category is Category.THREE_OF_A_KIND:
        return FlopHandClass.THREE_ON_FLOP if len(heights) == 1 else FlopHandClass.THREE_OF_A_KIND
    if category is Category.TWO_PAIR:
        return FlopHandClass.HELD_AND_FLOP_PAIR if len(held) == 1 else FlopHandClass.TWO_PAIR
    if category is Category.PAIR and len(heights) == 2:
        return FlopHandClass.FLOP_PAIR_FOUR_SUITED if is_four_suited else FlopHandClass.FLOP_PAIR
    if category is Category.PAIR and len(held) == 1:
        return FlopHandClass.HELD_PAIR
    if category is Category.PAIR:
        paired = next(iter(held & set(ranks)))
        places = [FlopHandClass.LOWEST_PAIRED, FlopHandClass.MIDDLE_PAIRED, FlopHandClass.HIGHEST_PAIRED]
        return places[heights.index(14 if paired == Rank.ACE else int(paired))]
    return FlopHandClass.FOUR_SUITED if is_four_suited else FlopHandClass.NOTHING


def deals(cards: int, many: int, seed: int) -> Iterator[tuple[Card, ...]]:
    chance = random.Random(seed)
    for _ in range(many):
        yield tuple(chance.sample(DECK, cards))


def test_always_and_never_on_the_flop_hold_for_random_hands() -> None:
    solution = ultimate()
    kinds, met = flop_class_frequencies(solution), dict.fromkeys(FlopHandClass, 0)
    plays = dict.fromkeys(FlopHandClass, 0)
    for cards in deals(5, 12_000, seed=7):
        hand, flop = cards[:2], cards[2:]
        if solution.options(hand).best != "check":
            continue
        kind, best = slow_flop_kind(hand, flop), solution.options(hand, flop).best
        met[kind] += 1
        plays[kind] += best == "2x"
        if kinds[kind].plays in (0, 1):
            assert (best == "2x") is (kinds[kind].plays == 1), (hand, flop)
    total = sum(met.values())
    for kind, played in kinds.items():
        spread = (float(played.share * (1 - played.share)) / total) ** 0.5
        assert abs(met[kind] / total - float(played.share)) < 5 * spread + 1e-9, kind
        within = (float(played.plays * (1 - played.plays)) / max(met[kind], 1)) ** 0.5
        assert abs(plays[kind] / max(met[kind], 1) - float(played.plays)) < 5 * within + 1e-9 or not met[kind], kind


def beaten_by(hand: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    left = [card for card in DECK if card not in hand and card not in board]
    mine = rank7([*hand, *board])
    return sum(rank7([*dealer_cards, *board]) > mine for dealer_cards in combinations(left, 2))


def test_statements_about_the_river_hold_for_random_hands() -> None:
    solution = ultimate()
    river = river_class_frequencies(solution.rules)
    assert (river.fewest_folded, river.most_played) == (665, 789)
    close = 0
    for cards in deals(7, 2_000, seed=11):
        hand, board = cards[:2], cards[2:]
        mine, common = rank7(cards), rank5(board)
        is_own = mine.category > common.category or (
            mine.category == common.category and _group_ranks(mine) > _group_ranks(common)
        )
        options = solution.options(hand, board)
        assert (options.best == "1x") or river.kinds[RiverHandClass(Category(mine.category), is_own)].plays < 1
        if options.margin < Fraction(1, 10) and mine.category < Category.STRAIGHT and close < 15:
            close += 1
            beaten = beaten_by(hand, board)
            assert beaten >= river.fewest_folded if options.best == "fold" else beaten <= river.most_played
    assert close == 15


def _group_ranks(rank: HandRank) -> int:
    """Return the ranks of the groups in a hand, without kickers."""
    if rank.category is Category.FULL_HOUSE:
        return rank.strength
    return 0 if rank.category is Category.HIGH_CARD else rank.strength >> 13


BOUNDS = ("2s 2h 9d 9h As Ad Th", "2s 2h Td Tc 6c 8c 7c")
"""Two hands at the river, each as two cards and a board: the first is folded, the second is played."""


def test_two_hands_reach_the_limits_of_the_river_statement() -> None:
    """Check that both limits in the statement about the river are exact: a hand reaches each of them."""
    solution, river = ultimate(), river_class_frequencies(UltimateRules())
    folded, played = (tuple(map(Card.parse, cards.split())) for cards in BOUNDS)
    assert beaten_by(folded[:2], folded[2:]) == river.fewest_folded
    assert solution.options(folded[:2], folded[2:]).best == "fold"
    assert beaten_by(played[:2], played[2:]) == river.most_played
    assert solution.options(played[:2], played[2:]).best == "1x"


# Statements about three cards


@pytest.mark.parametrize(
    ("name", "options"),
    or_soak([(THREE, {}), (SIX, {"a23_straight": True}), (SIX, {}), (THREE, {"nonqual_ante": "push"})], 2),
)
def test_playing_by_the_lines_is_best_play(name: str, options: dict[str, Any], strategy_text: Any) -> None:
    """Check that the lines of the chart give the best decision, for random hands against every exposed card.

    A line that names suits applies only to hands with these suits.
    """
    solution = three_card(name, **options)
    given_options = [f"{option}={str(value).lower().replace('true', 'yes')}" for option, value in options.items()]
    lines = json.loads(strategy_text(name, *given_options, as_json=True))["lines"]
    wheel, chance = solution.rules.wheel, random.Random(5)
    for line in lines:
        up = Card(Rank(RANK_LETTERS.index(line["up"]) + 1), chance.choice([card.suit for card in DECK[::13]]))
        left = [card for card in DECK if card != up]
        least = next(line.plays_from for line in solution.chart if line.exposed == up.rank)
        by_suits = {entry["hand"]: entry["of_suit_shown"] for entry in line["by_suits"]}
        assert SOME_SUITS not in by_suits.values()
        for hand in [tuple(chance.sample(left, 3)) for _ in range(1_500)]:
            rank = rank3(hand, wheel=wheel)
            name_of_hand = ranks_text(rank)
            plays = rank >= least or name_of_hand in line["also"] or _has_suits(by_suits.get(name_of_hand), hand, up)
            assert solution.options(hand, [up]).best == ("play" if plays else "fold"), (hand, up)


def _has_suits(words: str | None, hand: tuple[Card, ...], up: Card) -> bool:
    """Return whether a hand has the suits that the text of the chart asks for."""
    if words is None:
        return False
    cards = sorted(hand, key=lambda card: 14 if card.rank == Rank.ACE else card.rank, reverse=True)
    held = {f"the {PLACES[place]}" for place, card in enumerate(cards) if card.suit == up.suit}
    if words in ("one card", "two cards"):
        return len(held) >= 1 + (words == "two cards")
    return any(set(phrase.split(" and ")) <= held for phrase in words.split(" or "))


def test_hands_that_depend_on_suits_are_described(strategy_text: Any) -> None:
    text = strategy_text(SIX)
    assert re.search(r"^J +two cards +J-7-6 *$", text, re.MULTILINE)
    assert re.search(r"the highest or the middle +9-8-3, 9-8-4", text)


def test_a_dependence_on_suits_without_a_rule_is_called_some_suits() -> None:
    solution = ThreeCardSolution(THREE_CARD_SIX_CARD_BONUS)
    pair = rank3("2s 2h 3d", wheel=solution.rules.wheel)
    assert suits_text(solution, Rank.ACE, pair) == SOME_SUITS
    assert suits_text(solution, None, rank3("Th 8s 2d", wheel=solution.rules.wheel)) == SOME_SUITS


# One hand


@pytest.mark.parametrize(
    ("hand", "board", "ways"),
    [
        ("Kh 5s", None, ["4x", "check", "3x"]),
        ("Kh 5s", "Kd 7c 2s", ["2x", "check"]),
        ("Kh 5s", "Qd 7c 2s 3d 9c", ["1x", "fold"]),
        ("2h 3s", "", ["check", "3x", "4x"]),
    ],
)
def test_every_allowed_decision_of_holdem_has_its_exact_value_best_first(
    hand: str, board: str | None, ways: list[str], strategy_text: Any
) -> None:
    printed = json.loads(strategy_text(ULTIMATE, hand=hand, board=board, as_json=True))
    solved = ultimate().options(hand, board or "")
    assert (printed["hand"], printed["board"], printed["best"]) == (hand, board or "", ways[0])
    assert [option["do"] for option in printed["options"]] == ways
    for option in printed["options"]:
        assert Fraction(option["value_exact"]) == solved.values[option["do"]]
        assert option["value"] == float(solved.values[option["do"]])
    assert Fraction(printed["margin_exact"]) == solved.margin


def test_a_hand_is_explained_on_the_screen_with_fraction_and_margin(strategy_text: Any) -> None:
    text = strategy_text(ULTIMATE, hand="Kh5s", board="Qd,7c,2s,3d,9c")
    assert "K♥ 5♠ on Q♦ 7♣ 2♠ 3♦ 9♣, in antes" in text
    assert re.search(r"^  1x +-1\.88181818 +-207/110$", text, re.MULTILINE)
    assert re.search(r"^  fold +-2\.00000000 +-0\.11818182 +-2$", text, re.MULTILINE)
    assert re.search(r"^  margin +0\.11818182 +13/110$", text, re.MULTILINE)


@pytest.mark.parametrize(("name", "best"), [(THREE, "play"), (SIX, "fold")])
def test_three_cards_are_explained_against_the_card_shown(name: str, best: str, strategy_text: Any) -> None:
    printed = json.loads(strategy_text(name, hand="9h 6s 2d", up="Td", as_json=True))
    solved = three_card(name).options("9h 6s 2d", "Td")
    assert (printed["hand"], printed["up"], printed["best"]) == ("9h 6s 2d", "Td", best)
    assert {option["do"]: Fraction(option["value_exact"]) for option in printed["options"]} == solved.values


def test_three_cards_are_explained_without_a_card_shown(strategy_text: Any) -> None:
    printed = json.loads(strategy_text(THREE, "pd_upcard=no", hand="Qh 6s 4d", as_json=True))
    assert "up" not in printed
    assert (printed["best"], printed["options"][0]["value_exact"]) == ("play", "-9151/9212")


# Advice with the names of decisions


@pytest.mark.parametrize(
    ("way", "decision"), [("4x", "play-4"), ("1x", "play-1"), ("check", "check"), ("play", "play")]
)
def test_strategy_and_table_use_the_same_names_for_decisions(way: str, decision: str) -> None:
    assert decision_of(way) == decision


@settings(max_examples=50, deadline=None)
@given(st.permutations(DECK), st.sampled_from([0, 3, 5]))
def test_advice_equals_the_solution_with_other_names(cards: list[Card], board_cards: int) -> None:
    printed, solved = (
        advise(rules_of(ULTIMATE), cards[:2], cards[2 : 2 + board_cards]),
        ultimate().options(cards[:2], cards[2 : 2 + board_cards]),
    )
    assert list(printed.values.values()) == list(solved.values.values())
    assert printed.best == decision_of(solved.best)
    assert printed.margin == solved.margin
    words = {0: ["check", "play-3", "play-4"], 3: ["check", "play-2"], 5: ["fold", "play-1"]}[board_cards]
    assert list(printed.values) == words


def test_advice_at_three_cards_depends_on_the_exposed_card() -> None:
    assert advise(rules_of(SIX), "Ah Kd 2s", "Qc").best == "play"
    assert advise(rules_of(SIX), "7h 4d 2s", "Ac").best == "fold"
    assert advise(rules_of(THREE, pd_upcard=False), "Qh 6s 4d").best == "play"


# Wording


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (Fraction(0), "never"),
        (Fraction(1), "always"),
        (Fraction(1, 3), "33.33%"),
        (Fraction(99_999, 100_000), "99.999%"),
    ],
)
def test_almost_always_does_not_look_like_always(share: Fraction, words: str) -> None:
    assert always_or(share) == words
    assert as_percent(Fraction(1)) == "100.00%"


def test_consecutive_hands_are_joined_to_a_range() -> None:
    below = [HandRank.of_value(value, cards=3) for value in range(1, rank3("6h 5s 2d").value + 1)]
    assert hands_as_ranges(below) == "5-3-2 to 6-5-2"
    assert hands_as_ranges([below[0], below[1], below[4]]) == f"5-3-2, 5-4-2, {ranks_text(below[4])}"


# Refusals

WHOLE_DECK = "every round of this game is dealt from a whole deck"


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        (ULTIMATE, {"hand": "Kh 5s", "up": "6c"}, "^--up: Ultimate Texas Hold'em shows no card of the player-dealer's"),
        (ULTIMATE, {"board": "Kd 7c 2s"}, "^--board: goes with --hand"),
        (ULTIMATE, {"hand": "Kh"}, "^--hand: is 1 card; a hand is two cards"),
        (ULTIMATE, {"hand": "Kh 5s 2d"}, "^--hand: is 3 cards; a hand is two cards"),
        (ULTIMATE, {"hand": "Kh Kh"}, "^--hand: the card Kh is there twice"),
        (ULTIMATE, {"hand": "Kh JK"}, "^--hand: there is no joker in this deck"),
        (ULTIMATE, {"hand": "Kh 1x"}, '^--hand: "1x" is not a card'),
        (ULTIMATE, {"hand": ""}, "^--hand: is 0 cards; a hand is two cards"),
        (ULTIMATE, {"hand": "Kh 5s", "board": "Kd 7c"}, "^--board: is 2 cards; decisions are on none, 3 or 5 cards"),
        (ULTIMATE, {"hand": "Kh 5s", "board": "Kd 7c 2s 3d"}, "^--board: is 4 cards"),
        (ULTIMATE, {"hand": "Kh 5s", "board": "Kd 7c 5s"}, "^--board: 5s is in the hand already"),
        (ULTIMATE, {"hand": "Kh 5s", "board": "Kd 7c 7c"}, "^--board: the card 7c is there twice"),
        (ULTIMATE, {"hand": "Kh 5s", "board": "Kd 7c JK"}, "^--board: there is no joker in this deck"),
        (ULTIMATE, {"removed": "Kh"}, f"^--removed: {WHOLE_DECK}"),
        (ULTIMATE, {"left": "Kh"}, f"^--left: {WHOLE_DECK}"),
        (ULTIMATE, {"hand": "Kh 5s", "html": Path("a.html")}, "^--hand: is explained here"),
        (THREE, {"hand": "Qh 9s 2d", "board": "Kd 7c 2s"}, "^--board: there is no board in 3 Card Poker"),
        (THREE, {"hand": "Qh 9s 2d"}, "^--hand: goes with --up"),
        (THREE, {"up": "Kd"}, "^--hand: goes with --up"),
        (THREE, {"hand": "Qh 9s", "up": "Kd"}, "^--hand: is 2 cards; a hand is three cards"),
        (THREE, {"hand": "Qh 9s 2d", "up": "Kd 2c"}, "^--up: is 2 cards; the player-dealer shows one"),
        (THREE, {"hand": "Qh 9s 2d", "up": ""}, "^--up: is 0 cards; the player-dealer shows one"),
        (THREE, {"hand": "Qh 9s 2d", "up": "2d"}, "^--up: 2d is in the hand already"),
        (THREE, {"hand": "Qh 9s 2d", "up": "JK"}, "^--up: there is no joker in this deck"),
        (SIX, {"removed": "Kh"}, f"^--removed: {WHOLE_DECK}"),
        ("ilani-blackjack", {"board": "Kd 7c 2s"}, "^--board: there is no board in blackjack"),
        ("co-baccarat", {"hand": "Kh 5s", "board": "Kd 7c 2s"}, "^RULEBOOK: nobody decides anything"),
    ],
)
def test_an_invalid_request_is_refused_with_its_field(name: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        show(name, **arguments)


def test_without_an_exposed_card_an_up_card_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^--up: no card of the player-dealer's is seen under these rules"):
        show(THREE, "pd_upcard=no", hand="Qh 9s 2d", up="Kd")


@pytest.mark.parametrize("arguments", [{}, {"hand": "Kh 5s"}])
def test_rules_without_a_solution_are_refused_with_a_reason(arguments: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^RULEBOOK: the Ante is of a game in which play comes to 2 with"):
        show(str(pays_two_to_one(tmp_path)), **arguments)


# Where a hand must use one of its own cards [CA-UTH-A1]


@in_soak
def test_a_hand_that_must_use_its_own_cards_has_a_strategy_of_its_own(strategy_text: Any) -> None:
    page = " ".join(strategy_text(ULTIMATE, "min_hole_cards=1").split())
    assert "1 at the river, every hand must use at least one of its own two cards, player-dealer qualifies" in page
    assert "2.067681% of the Ante, exactly 143775233527/6953452506000" in page
    assert "must use at least one" not in " ".join(strategy_text(ULTIMATE).split())
    printed = json.loads(
        strategy_text(ULTIMATE, "min_hole_cards=1", hand="Kh 5s", board="Ah Kd Qc Jd Ts", as_json=True)
    )
    played = json.loads(strategy_text(ULTIMATE, hand="Kh 5s", board="Ah Kd Qc Jd Ts", as_json=True))
    # The straight uses the own king; a dealer without a rank of the straight has less.
    assert printed["best"] == played["best"] == "1x"
    assert printed["options"] != played["options"]


def own_rank(hand: tuple[Card, ...], board: tuple[Card, ...]) -> HandRank:
    return UltimateSeatContext(PokerResult(hand, board, ()), min_hole_cards=1).dealer


@in_soak
def test_hands_said_to_be_on_the_board_are_there_and_no_hand_is_the_board_alone() -> None:
    """Check by the cards: groups of the hand may be on the board, straights and flushes may not."""
    rules = UltimateRules(min_hole_cards=1)
    river, met = river_class_frequencies(rules), Counter[tuple[Category, bool]]()
    on_board = {kind.category for kind in river.kinds if not kind.is_own}
    assert on_board == {
        Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND
    }  # fmt: skip
    for cards in deals(7, 6_000, seed=12):
        hand, board = cards[:2], cards[2:]
        mine = own_rank(hand, board)
        met[Category(mine.category), is_made_with_own(mine, board)] += 1
    for kind, played in river.kinds.items():
        spread = (float(played.share * (1 - played.share)) / 6_000) ** 0.5
        assert abs(met[kind] / 6_000 - float(played.share)) < 5 * spread + 1e-3, kind


def is_made_with_own(mine: HandRank, board: tuple[Card, ...]) -> bool:
    """Return whether the hand uses an own card.

    For a pair, three or four of a kind, the hand has more of the rank than the board; all other hands need an own card.
    """
    sizes = {Category.PAIR: 2, Category.TWO_PAIR: 2, Category.THREE_OF_A_KIND: 3, Category.FOUR_OF_A_KIND: 4}
    if mine.category not in sizes:
        return mine.category is not Category.HIGH_CARD
    many, rank_bits = Counter(card.rank for card in board), mine.strength >> 13 & (1 << 13) - 1
    ranks = [rank for rank in Rank if rank_bits >> (12 if rank == Rank.ACE else rank - 2) & 1]
    return any(many[rank] < sizes[Category(mine.category)] for rank in ranks)


@in_soak
def test_folds_at_the_river_are_complete_if_an_own_card_must_be_used() -> None:
    solution = solution_of(rules_of(ULTIMATE, min_hole_cards="1"))
    assert isinstance(solution, UltimateSolution)
    rules, kinds = solution.rules, river_class_frequencies(solution.rules).kinds
    for category in list(Category)[:10]:
        shares = [played.share for kind, played in kinds.items() if kind.category is category]
        counts = hand_counts(1)
        assert sum(shares) == Fraction(counts.dealt[category.name.lower()], counts.hands)
    totals = count_hands(rules.river * rules.unit, solution.sums)
    folds = Fraction(int(totals[:, 4].sum()), int(totals[:, 5].sum()) * RIVERS)
    assert sum(played.share * played.plays for played in kinds.values()) == 1 - folds


def test_all_first_hands_and_flops_are_counted() -> None:
    """Check 1,326 x 19,600 deals; hands that raise before the flop do not reach it."""
    assert int(distinct_flops().many.sum()) == comb(52, 3)
    share = flop_class_frequencies(ultimate())[FlopHandClass.STRAIGHT_OR_BETTER].share
    assert share == Fraction(72_180 + 30_092 + 15_912 + 1_928 + 268, 16_189_600)
