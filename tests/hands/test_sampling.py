"""Equities of hold'em hands: published figures, samples compared with exact counts, and impossible hands."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from croupier.errors import BadInput
from croupier.hands import best_equities, card_of, equities, rank7, sampled_equities
from croupier.hands.hand_ranges import read_range


def test_aces_against_kings_before_the_flop() -> None:
    """Check the published equities: aces 81.95 %, kings 18.05 %; aces win alone 81.71 %, kings 17.82 %."""
    found = best_equities(["AA", "KK"])
    assert found.method == "exact"
    aces, kings = found.hands
    assert (f"{float(aces.share):.2%}", f"{float(aces.win):.2%}", f"{float(kings.win):.2%}") == (
        "81.95%",
        "81.71%",
        "17.82%",
    )
    assert aces.share + kings.share == 1


@pytest.mark.parametrize(("hand", "published"), [("AsAh", 0.852), ("AsKs", 0.6704), ("7s2h", 0.3458)])
def test_a_hand_against_one_dealt_at_random(hand: str, published: float) -> None:
    """Check published equities: aces 85.2 %, ace-king suited 67.0 %, seven-deuce 34.6 %.

    The source is Sklansky and Malmuth, and all later tables.
    """
    found = best_equities([hand, "any"])
    assert found.method == "sampled"
    first = found.hands[0]
    assert first.interval is not None
    assert abs(float(first.share) - published) < 3 * first.interval + 0.0003


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (["QQ+, AKs", "TT-77, A5s-A2s, 76o"], "Ah 9h 2c", "Ks"),
        (["AhKh", "QsQd", "any"], "Qh 7h 2h 3d", ""),
        (["AA", "KK", "QQ", "JJ"], "Ts 9s 2d", "Ad"),
    ],
)
def test_samples_agree_with_exact_counts(hands: list[str], board: str, dead: str) -> None:
    exact = equities(*hands, board=board, dead=dead)
    found = sampled_equities(hands, board=board, dead=dead, samples=200_000)
    for sampled, counted in zip(found.hands, exact, strict=True):
        assert sampled.interval is not None
        assert abs(sampled.share - counted.share) < 2.5 * sampled.interval
        assert abs(sampled.win - counted.win) < 0.006
        assert sampled.win + sampled.tie + sampled.lose == 1
    assert found == sampled_equities(hands, board=board, dead=dead, samples=200_000)
    assert found != sampled_equities(hands, board=board, dead=dead, samples=200_000, seed=2)


def test_a_turn_counted_card_by_card() -> None:
    """Check the equity on the turn against a ranking of every possible river card."""
    board, ranges = "Ah 9h 2c 7d", ["AsKs, 9s9d", "QhJh, 5c5d"]
    down = read_range(board[:5])[0] + read_range(board[6:])[0]
    parts, deals = [Fraction(0), Fraction(0)], 0
    for first_hand in read_range(ranges[0]):
        for second_hand in read_range(ranges[1]):
            for river in set(range(52)) - {*first_hand, *second_hand, *down}:
                cards = [card_of(card) for card in (*down, river)]
                first_rank, second_rank = (
                    rank7([*(card_of(card) for card in hand), *cards]) for hand in (first_hand, second_hand)
                )
                parts[0] += 1 if first_rank > second_rank else Fraction(first_rank == second_rank, 2)
                deals += 1
    found = best_equities(ranges, board=board)
    assert found.method == "exact"
    assert found.hands[0].share == parts[0] / deals


def test_nine_players_share_one_pot() -> None:
    found = best_equities(["any"] * 9)
    assert sum(hand.share for hand in found.hands) == 1
    for hand in found.hands:
        assert hand.interval is not None
        assert abs(float(hand.share) - 1 / 9) < 2 * hand.interval


@pytest.mark.parametrize(
    ("hands", "options", "message"),
    [
        (["AA"], {}, "compares 2 to 10 hands, not 1"),
        (["AA", "AA", "AA"], {"samples": 10_000}, "the hands hold the same cards"),
        (["AhKh", "any"], {"board": "Ah 2c 3d"}, "Ah Kh holds a card that is on the board or dead"),
        (["AhKh", "QQ+x"], {}, '"QQ+x" is not a hand or a range'),
        (["AhKh", "QQ"], {"samples": 10}, "draw 1,000 to"),
    ],
)
def test_impossible_hands_are_refused(hands: list[str], options: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        best_equities(hands, **options)  # type: ignore[arg-type]
    assert message in str(refused.value)


def test_every_pair_of_hole_cards_is_a_range_of_its_own() -> None:
    assert len(read_range("any")) == len(list(combinations(range(52), 2)))
