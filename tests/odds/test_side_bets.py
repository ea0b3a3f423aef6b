"""The side bets of `examples/side-bets`, each appended to a shipped rulebook, have the house edges that are published.

Where a figure was not found in print, a small count of this file's own stands in for it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import croupier
from croupier.cards import Card, Rank, Suit
from croupier.errors import BadInput
from croupier.families.baccarat.odds.exact import exact_table
from croupier.families.blackjack.odds.exact import bonus_table, unpriced
from croupier.families.dealer_poker.shared.odds.exact import unpriced as unpriced_poker
from croupier.families.dealer_poker.shared.odds.fact_tables import outcome_classes, table_of
from croupier.families.dealer_poker.shared.odds.verify import one_round_per_outcome
from croupier.odds.fact_table import SIMULATED
from croupier.odds.family_odds import exact_par_sheet
from croupier.odds.played_rounds.simulate import played_odds
from croupier.odds.shoe_composition import Composition
from croupier.odds.wager_odds import measure_wager
from croupier.play.reachability import find_unreachable_rows
from croupier.play.rulebook_library import family_rules
from croupier.rulebook.loader import load_text
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.table_rules import TableRules

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "side-bets"
DATA = ROOT / "src" / "croupier" / "rulebook" / "data"


@cache
def book_with(example: str, base: str = "house-blackjack") -> Rulebook:
    """Return a copy of a shipped rulebook with an example appended, as its first comment says."""
    text = (DATA / f"{base}.toml").read_text("utf-8").replace(f'"{base}"', '"my-game"', 1)
    if example == "bust-it":
        text = text.replace("[blackjack]\n", '[blackjack]\ncompletes_for = ["bust-it"]\n', 1)
    return load_text(f"{text}\n{(EXAMPLES / example).with_suffix('.toml').read_text('utf-8')}", example, family_rules())


def blackjack_edge(example: str, decks: int) -> Fraction:
    rules = TableRules.of(book_with(example), {"decks": decks})
    wager = rules.wagers[example]
    return measure_wager(wager, bonus_table(rules, wager, Composition.of_decks(decks))).house_edge


@pytest.mark.parametrize(
    ("example", "decks", "percent"),
    [
        ("21-plus-3", 6, 3.2386),  # Eliot Jacobson, Beating the 21+3 blackjack side bet
        ("royal-match", 1, 10.86),  # Wizard of Odds, blackjack side bets
        ("royal-match", 2, 8.33),
        ("royal-match", 4, 7.08),
        ("royal-match", 6, 6.67),
        ("royal-match", 8, 6.46),
        ("lucky-ladies", 1, 38.16),  # Wizard of Odds, Lucky Ladies, pay table A
        ("lucky-ladies", 6, 24.71),
        ("lucky-ladies", 8, 24.05),
        ("bust-it", 2, 7.568),  # Eliot Jacobson, card counting the Bust It blackjack side bet
        ("bust-it", 6, 6.912),
    ],
)
def test_a_side_bet_of_blackjack_has_the_published_edge(example: str, decks: int, percent: float) -> None:
    digits = len(str(percent).partition(".")[2])
    assert round(100 * float(blackjack_edge(example, decks)), digits) == percent


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_perfect_pairs_is_counted_by_its_closed_form(decks: int) -> None:
    others, perfect = 52 * decks - 1, decks - 1
    won = 25 * perfect + 12 * decks + 6 * 2 * decks
    assert blackjack_edge("perfect-pairs", decks) == 1 - Fraction(won + perfect + 3 * decks, others)


@pytest.mark.parametrize("name", ["perfect-pairs", "21-plus-3", "royal-match", "lucky-ladies", "bust-it"])
def test_a_side_bet_of_blackjack_has_exact_odds(name: str) -> None:
    assert not unpriced(TableRules.of(book_with(name)))


@pytest.mark.parametrize(
    ("example", "wager", "decks", "percent"),
    [
        ("tiger", "big-tiger", 8, 15.2533),  # Eliot Jacobson, card counting the Big Tiger baccarat side bet
        ("tie-on-7", "tie-on-7", 8, 6.3899),  # Wizard of Odds, Egalite bets in baccarat
        ("3-giving-8", "3-giving-8", 8, 8.682),  # Eliot Jacobson, baccarat side bets
        ("small-big", "small", 6, 5.27),  # Wizard of Odds, baccarat side bets, 4-5-6: from a chance of 0.378925
        ("small-big", "small", 8, 5.283),
        ("small-big", "big", 8, 4.35),  # Vegas Freedom, what is Big and Small in baccarat
    ],
)
def test_a_side_bet_of_baccarat_has_the_published_edge(example: str, wager: str, decks: int, percent: float) -> None:
    rules = TableRules.of(book_with(example, "co-baccarat"))
    one = rules.wagers[wager]
    edge = measure_wager(one, exact_table(rules, one.facts, Composition.of_decks(decks))).house_edge
    digits = len(str(percent).partition(".")[2])
    assert round(100 * float(edge), digits) == percent


def test_the_mini_royal_bonus_of_three_card_poker_has_the_published_edge() -> None:
    """Casino City, a rare Pair Plus payout: 50-40-30-6-3-1 has an edge of 7.10 percent."""
    rules = TableRules.of(book_with("mini-royal", "ca-3-card-poker"))
    assert not unpriced_poker(rules)
    assert round(100 * float(exact_par_sheet(rules)["mini-royal"].house_edge), 2) == 7.10


def test_lucky_ladies_is_counted_card_by_card() -> None:
    """A second count, over the two cards and the dealer's two, agrees with the table's."""
    pack = [Card(rank, suit) for rank in Rank for suit in Suit]
    left = dict.fromkeys(pack, 2)
    queens = Card(Rank.QUEEN, Suit.HEARTS)
    ordered = returned = 0
    for one, two in product(pack, repeat=2):
        ways = left[one] * (left[two] - (one == two))
        totals_20 = {min(one.rank, 10), min(two.rank, 10)} in ({10}, {1, 9})
        pays = 0 if not totals_20 else 19 if one == two else 9 if one.suit == two.suit else 4
        naturals = Fraction(0)
        if one == two == queens:
            pays, naturals = 125, Fraction(2 * 8 * 30, 102 * 101)
        ordered += ways
        returned += ways * ((pays + 1 if pays else 0) + naturals * 875)
    assert blackjack_edge("lucky-ladies", 2) == 1 - Fraction(returned) / ordered


def test_a_house_rule_is_cited_without_lines() -> None:
    book = book_with("perfect-pairs")
    assert book.cite(book.written.wager["perfect-pairs"].cite) == "house rule"
    text = (EXAMPLES / "21-plus-3.toml").read_text("utf-8").replace("house rule", "house rule L5")
    base = (DATA / "house-blackjack.toml").read_text("utf-8")
    with pytest.raises(BadInput, match=r"house rule L5.* is not a citation"):
        load_text(f"{base}\n{text}", "mine.toml", family_rules())


def test_a_wager_that_nothing_counts_is_priced_by_playing_rounds() -> None:
    game = croupier.load("ca-3-card-poker").with_wager("both", "pair and (six_full_house or hand_wins)", "1:1")
    played = played_odds(game.rules(), ["both", "pair-and-up"], seed=1, rounds=2_000)
    assert {odds.precision for odds in played.values()} == {SIMULATED}
    counted, known = exact_par_sheet(game.rules())["pair-and-up"], played["pair-and-up"]
    assert known.total == 2_000
    assert known.interval is not None
    assert abs(float(known.house_edge - counted.house_edge)) < 2 * known.interval


def test_a_bet_on_the_board_of_ultimate_is_counted_over_all_boards() -> None:
    """The frequencies of five-card hands are those that every book on poker prints."""
    rules = TableRules.of(book_with("board-bonus", "ca-ultimate-texas-holdem"))
    assert not unpriced_poker(rules)
    assert not find_unreachable_rows(rules.rulebook)
    wager = rules.wagers["board-bonus"]
    odds = measure_wager(wager, table_of(wager, one_round_per_outcome(rules), outcome_classes(rules)))
    won = 101 * 40 + 41 * (624 + 3_744) + 21 * (5_108 + 10_200) + 13 * 54_912 + 7 * 123_552
    assert odds.house_edge == 1 - Fraction(won, 2_598_960)
