"""A wager on the bank's hand, planted in a game of each family: its odds are those of the live round."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import numpy as np
import pytest

import croupier
from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.errors import BadInput
from croupier.families.blackjack.odds.simulated_sheet import SimulatedPlayers, simulate_table, simulated_sheet
from croupier.families.dealer_poker.shared.odds.exact import poker_odds
from croupier.families.dealer_poker.shared.odds.round_outcomes import ULTIMATE_SHAPE, ULTIMATE_TIMES, PokerCounts
from croupier.families.dealer_poker.ultimate.facts import UltimateSeatContext
from croupier.money.bets import SEATED, Bet, BetResult
from croupier.odds.fact_table import EXACT
from croupier.odds.family_odds import exact_par_sheet
from croupier.play import rulebook_library
from croupier.play.driver import deal_pieces, play_to_end, random_decisions, random_dice
from croupier.play.family import NO_OPENING, family_of
from croupier.play.reachability import find_unreachable_rows
from croupier.play.round import RoundInProgress, Void
from croupier.rulebook.loader import load_text
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.table_rules import TableRules

DATA = Path(rulebook_library.__file__).parents[1] / "rulebook" / "data"
ROUNDS = 1_500
LIKELY = 4.5
"""Standard deviations by which live rounds may differ from the odds by chance; the seed is fixed as well."""
PLANTED = {
    "baccarat": ("co-baccarat", "banker_total == 6"),
    "three-card": ("ca-3-card-poker", "not dealer_qualifies"),
    "war": ("ca-ultimate-war", "banker_card >= 13"),
    "pai-gow-poker": ("ca-mini-pai-gow", "dealer_ace_high"),
    "pai-gow-tiles": ("ca-pai-gow-tiles", "dealer_high_points == 9"),
    "mah-jong-pai-gow": ("ca-mah-jong-pai-gow", "dealer_pair"),
}
BUST_IT = """[[wager]]
id     = "bust-it"
title  = "Bust It"
pays   = [
    { when = "dealer_broke and dealer_cards == 3", odds = "1:1",   cite = "L105" },
    { when = "dealer_broke and dealer_cards == 4", odds = "2:1",   cite = "L105" },
    { when = "dealer_broke and dealer_cards == 5", odds = "9:1",   cite = "L105" },
    { when = "dealer_broke and dealer_cards == 6", odds = "50:1",  cite = "L105" },
    { when = "dealer_broke and dealer_cards == 7", odds = "100:1", cite = "L105" },
    { when = "dealer_broke",                       odds = "250:1", cite = "L105" },
]
limits = { min = "5", max = "100", cite = "L105" }
cite   = "L105"

[[wager]]"""


def bust_it(completes: str) -> Rulebook:
    text = (DATA / "house-blackjack.toml").read_text("utf-8").replace("[[wager]]", BUST_IT, 1)
    return load_text(
        text.replace("[blackjack]", f"[blackjack]\n{completes}", 1), "mine.toml", rulebook_library.family_rules()
    )


def live_rounds(rules: TableRules, planted: str, rounds: int = ROUNDS) -> list[tuple[object, bool]]:
    """Return rounds of the live table with random decisions: the result, and whether it pays the planted wager."""
    family, chance = family_of(rules), SeededRandomSource(24)
    lines = [wager.id for wager in rules.betting_wagers.values() if wager.group == "line"]
    bets = [Bet(rules.seats[0], SEATED, name, rules.wagers[name].limit.least) for name in (*lines, planted)]
    bank = rules.seats[-1] if rules.has_player_dealer else None
    begin = family.round_factory(rules, bets, bank_seat=bank, opening=NO_OPENING)
    ended = []
    for _ in range(rounds):
        play = RoundInProgress(begin)
        deal = deal_pieces(shuffled(rules.shoe.full_shoe, chance))
        play_to_end(play, deal, random_decisions(chance), throw=random_dice(chance))
        assert not isinstance(play.result, Void)
        done = family.decide_bets(rules, play.result, bets, {})
        verdict = next(
            bet_verdict for bet, bet_verdict in zip(done.bets, done.verdicts, strict=True) if bet.wager == planted
        )
        ended.append((play.result, verdict.result is BetResult.WIN))
    return ended


def require_as_played(rules: TableRules, planted: str, hit: float) -> None:
    rounds = live_rounds(rules, planted)
    share = sum(won for _, won in rounds) / len(rounds)
    assert abs(share - hit) < LIKELY * sqrt(hit * (1 - hit) / len(rounds)), (share, hit)


@pytest.mark.parametrize("family", PLANTED)
def test_a_wager_on_the_banks_hand_has_the_odds_of_the_live_round(family: str) -> None:
    rulebook, when = PLANTED[family]
    game = croupier.load(rulebook).with_wager("planted", when, "1:1")
    assert game.rulebook.written.family == family
    assert find_unreachable_rows(game.rulebook) == []
    require_as_played(game.rules(), "planted", float(exact_par_sheet(game.rules())["planted"].hit))


def test_ultimate_holdem_decides_a_wager_on_the_dealers_hand_as_the_live_round_does() -> None:
    """Check, with folds and without, that the odds compute the number of wins that live rounds had."""
    game = croupier.load("ca-ultimate-texas-holdem").with_wager("planted", "not dealer_qualifies", "1:1")
    assert find_unreachable_rows(game.rulebook) == []
    rules, ends = game.rules(), np.zeros(ULTIMATE_SHAPE, np.int64)
    rounds = live_rounds(rules, "planted", 300)
    for result, _ in rounds:
        context = UltimateSeatContext(result, rules.seats[0])  # type: ignore[arg-type]
        own = context.own
        compared = 1 + (context.hand.value > context.dealer.value) - (context.hand.value < context.dealer.value)
        times = ULTIMATE_TIMES.index(own.played // own.stake)
        ends[times, context.hand.category, context.dealer.category, compared] += 1
    assert 0 < ends[0].sum() < len(rounds)
    odds = poker_odds(rules, rules.wagers["planted"], PokerCounts(ULTIMATE_TIMES, ends, None, EXACT))
    assert odds.hit * len(rounds) == sum(won for _, won in rounds)


def test_blackjack_refuses_a_wager_on_a_hand_that_the_dealer_need_not_finish() -> None:
    rulebook = bust_it("")
    (problem,) = find_unreachable_rows(rulebook)
    assert "wager.bust-it: cannot be priced as it is played" in str(problem)
    assert 'blackjack.completes_for = ["bust-it"]' in str(problem)
    rules = TableRules.of(rulebook)
    for sheet in (
        exact_par_sheet(rules),
        simulated_sheet(rules, simulate_table(rules, SimulatedPlayers(), rounds=100)),
    ):
        assert "bust-it" not in sheet.wagers
        assert sheet.not_counted["bust-it"].startswith("looks at dealer_broke, dealer_cards, and the dealer need not")


def test_blackjack_prices_a_wager_for_which_the_dealer_completes_the_hand() -> None:
    rulebook = bust_it('completes_for = ["bust-it"]')
    assert find_unreachable_rows(rulebook) == []
    rules = TableRules.of(rulebook)
    exact = exact_par_sheet(rules)["bust-it"]
    assert round(float(100 * exact.house_edge), 2) == 6.33
    require_as_played(rules, "bust-it", float(exact.hit))
    simulated = simulated_sheet(rules, simulate_table(rules, SimulatedPlayers(), rounds=200_000))["bust-it"]
    assert simulated.interval is not None
    assert abs(float(simulated.house_edge - exact.house_edge)) < 3 * simulated.interval


@pytest.mark.parametrize(
    ("rulebook", "when"), [("ca-texas-holdem", "saw_flop"), ("ca-13-card-chinese-poker", "fouls > 0")]
)
def test_a_wager_in_a_game_without_a_bank_is_refused(rulebook: str, when: str) -> None:
    game = croupier.load(rulebook).with_wager("planted", when, "1:1")
    assert [str(problem) for problem in find_unreachable_rows(game.rulebook) if "cannot be priced" in str(problem)]
    with pytest.raises(BadInput, match="par sheet"):
        exact_par_sheet(game.rules())
