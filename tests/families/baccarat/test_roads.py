"""The five roads of baccarat, compared with two other ways to draw them, and the statistics beside them.

Pages that the examples come from:

- MANUAL: livedealer.org/the-baccarat-roadmap-manual (Microgaming's rules; also quoted in jconradi/baccarat-engine)
- MOVES: safecasinojapan.com, "バカラの攻略法ー大眼仔" (big eye boy by comparing the moves of two columns)
- STARTS: og-plus.oss-accelerate.aliyuncs.com/v6/rule/roadmap.html; zeanpanan.com/baccarat/scorecard/SmallRoad.htm and
  CockroachRoad.htm (where each derived road begins)
- TIES: wgm8.com, World Gaming Magazine 55 (2018/02), pages 16-17; docs.pkg333.app/en/enum/enum-roadmap
- TAILS: petax-games-rule.pages.dev/rob-scoreboard-demo--en.html (a run that has turned stays on its row)

baccarat-engine (jconradi/baccarat-engine on GitHub) is an outside program; some of its own tests are checked here too.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards.card import parse_cards
from croupier.families.baccarat.board import (
    BACCARAT_HISTORY,
    ROWS,
    CoupOutcome,
    DerivedMarks,
    Road,
    Side,
    count_results,
    derived_marks_if,
    longest_run,
    roads_of,
    run_squares,
)
from croupier.families.baccarat.round import Coup
from croupier.play.board import LAST_SHOWN, Share
from croupier.table.trends import HANDS_MOST, NOTE, SHOES_STORED, ShoeTrend, TableTrends

LETTERS = {"player": "P", "banker": "B", "tie": "T", "red": "r", "blue": "b"}
PLAYER_WINS = CoupOutcome("player", 7, 3)
BANKER_WINS = CoupOutcome("banker", 2, 6)
TIE = CoupOutcome("tie", 5, 5)
BY_LETTER = {"P": PLAYER_WINS, "B": BANKER_WINS, "T": TIE}


def outcomes_of(letters: str) -> list[CoupOutcome]:
    """Return the outcomes of a shoe that is written as letters; blanks are ignored."""
    return [BY_LETTER[letter] for letter in letters.replace(" ", "")]


def marks(road: Road) -> str:
    """Return the marks of a road in the order in which they were drawn."""
    return "".join(LETTERS[cell.mark.shows] for cell in road.cells)


def derived(letters: str) -> tuple[str, str, str]:
    roads = roads_of(outcomes_of(letters))
    return marks(roads.big_eye), marks(roads.small), marks(roads.cockroach)


def grid(road: Road, rows: int = ROWS) -> list[str]:
    """Return the road as it looks on a board, one string for each row."""
    width = 1 + max((cell.column for cell in road.cells), default=-1)
    lines = [["."] * width for _ in range(rows)]
    for cell in road.cells:
        lines[cell.row][cell.column] = LETTERS[cell.mark.shows]
    return ["".join(line) for line in lines]


# Second implementation, from other definitions.


def columns_of(letters: str) -> list[str]:
    """Return the columns of the big road, found with a text pattern."""
    return re.findall("B+|P+", letters.replace("T", ""))


def mark_by_manual(wins: str, back: int) -> str:
    """Return the colour of the last win on a derived road by the rules of MANUAL.

    The first mark of a column has the opposite colour of the mark that the other result would have received.
    """
    columns = columns_of(wins)
    if len(columns[-1]) == 1:
        if len(columns) == 1:
            return ""
        reversed_result = wins[:-1] + wins[-2]
        return {"r": "b", "b": "r", "": ""}[mark_by_manual(reversed_result, back)]
    if len(columns) <= back:
        return ""
    row, compared = len(columns[-1]), len(columns[-1 - back])
    return "r" if row <= compared else "b" if row == compared + 1 else "r"


def road_by_moves(letters: str, back: int) -> str:
    """Return the colours of a derived road by the rules of MOVES.

    Every mark is reached by a move down ("fall") or to the next column ("slide"). It is red if the move from the same
    place `back` columns earlier was the same. Past the end of that column there is no move to compare: a fall is red
    and a slide is blue.
    """
    columns = columns_of(letters)
    road = [(column, row) for column, run in enumerate(columns) for row in range(len(run))]
    moves = {here: "fall" if there[0] == here[0] else "slide" for here, there in pairwise(road)}
    colors = []
    for (column, row), move in moves.items():
        if column >= back:
            earlier = moves.get((column - back, row), "fall")
            colors.append("r" if move == earlier else "b")
    return "".join(colors)


def painted_grid(columns: list[str], rows: int) -> list[str]:
    """Return the grid, drawn run by run.

    The free rows below the start of a run are counted first; the rest of the run continues to the right.
    """
    width = sum(map(len, columns)) + 1
    canvas = [["."] * width for _ in range(rows)]
    for run in columns:
        start = canvas[0].index(".")
        free = "".join(line[start] for line in canvas)
        fall = len(free) - len(free.lstrip("."))
        for step, letter in enumerate(run):
            canvas[min(step, fall - 1)][start + max(0, step - fall + 1)] = letter
    lines = ["".join(line) for line in canvas]
    used = max((len(line.rstrip(".")) for line in lines), default=0)
    return [line[:used] for line in lines]


runs = st.builds(
    lambda letter, length, ties: letter * length + "T" * ties, st.sampled_from("PB"), *[st.integers(0, 16)] * 2
)
few_ties = st.builds(lambda letter, length: letter * length, st.sampled_from("PPBBT"), st.integers(1, 9))
shoes = st.one_of(
    st.text("PBT", max_size=90),
    st.builds(lambda ties, rest: "T" * ties + "".join(rest), st.integers(0, 4), st.lists(few_ties, max_size=14)),
    st.lists(runs, max_size=6).map("".join),
)
BACKS = {"big_eye": 1, "small": 2, "cockroach": 3}


@given(shoes)
@settings(deadline=None, max_examples=300)
def test_the_derived_roads_are_those_of_both_other_definitions(letters: str) -> None:
    roads = roads_of(outcomes_of(letters))
    wins = letters.replace("T", "")
    for name, back in BACKS.items():
        drawn = marks(getattr(roads, name))
        assert drawn == road_by_moves(letters, back)
        assert drawn == "".join(mark_by_manual(wins[: hand + 1], back) for hand in range(len(wins)))


@given(shoes, st.integers(1, 8))
@settings(deadline=None, max_examples=300)
def test_every_road_lies_on_the_grid_as_painted_run_by_run(letters: str, rows: int) -> None:
    roads = roads_of(outcomes_of(letters), rows)
    assert grid(roads.big, rows) == painted_grid(columns_of(letters), rows)
    for name in BACKS:
        road = getattr(roads, name)
        assert grid(road, rows) == painted_grid(re.findall("r+|b+", marks(road)), rows)
    for hand, cell in enumerate(roads.bead.cells):
        assert (cell.column * rows + cell.row, LETTERS[cell.mark.shows]) == (hand, letters[hand])


@given(shoes)
@settings(deadline=None, max_examples=200)
def test_nothing_is_lost_or_drawn_twice(letters: str) -> None:
    roads = roads_of(outcomes_of(letters))
    wins = len(letters.replace("T", ""))
    assert marks(roads.bead) == letters
    assert len(roads.big.cells) == wins
    assert roads.leading_ties + sum(cell.mark.ties for cell in roads.big.cells) == letters.count("T")
    assert roads.leading_ties == len(letters) - len(letters.lstrip("T"))
    for name in ("bead", "big", *BACKS):
        road = getattr(roads, name)
        assert len({(cell.column, cell.row) for cell in road.cells}) == len(road.cells)
        assert tuple(mark for column in road.columns for mark in column) == tuple(cell.mark for cell in road.cells)
        assert all(0 <= cell.row < ROWS for cell in road.cells)


@given(shoes, st.sampled_from(["player", "banker"]))
@settings(deadline=None, max_examples=200)
def test_the_predicted_marks_of_a_win_are_drawn_when_it_happens(letters: str, side: Side) -> None:
    before = outcomes_of(letters)
    after = roads_of([*before, PLAYER_WINS if side == "player" else BANKER_WINS])
    asked = derived_marks_if(before, side)
    for name in BACKS:
        cells = getattr(after, name).cells
        new = [cell.mark.shows for cell in cells if cell.mark.hand == len(before) + 1]
        assert [getattr(asked, name)] == (new or [None])


@given(shoes)
@settings(deadline=None, max_examples=100)
def test_a_new_hand_moves_nothing_already_drawn(letters: str) -> None:
    earlier, later = roads_of(outcomes_of(letters[:-1])), roads_of(outcomes_of(letters))
    for name in ("bead", *BACKS):
        drawn = getattr(earlier, name).cells
        assert getattr(later, name).cells[: len(drawn)] == drawn
    squares = [(cell.column, cell.row) for cell in earlier.big.cells]
    assert [(cell.column, cell.row) for cell in later.big.cells][: len(squares)] == squares


# Worked examples.


def test_moves_that_repeat_are_red_until_one_does_not() -> None:
    """Check the example of MOVES: nine hands in columns of 2, 2, 2 and 3.

    Hands four to eight are red, the ninth is blue.
    """
    road = roads_of(outcomes_of("BB PP BB PPP")).big_eye
    assert [(cell.mark.hand, cell.mark.shows) for cell in road.cells] == [
        *((hand, "red") for hand in range(4, 9)),
        (9, "blue"),
    ]


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("BB P", ("", "", "")),
        ("BB PP", ("r", "", "")),  # column 2, row 2
        ("BB P B", ("b", "", "")),  # none there: column 3, row 1
        ("B P BB", ("rb", "b", "")),  # column 3, row 2
        ("B P B P", ("rr", "r", "")),  # none there: column 4, row 1
        ("B P B PP", ("rrb", "rb", "b")),  # column 4, row 2
        ("B P B P B", ("rrr", "rr", "r")),  # none there: column 5, row 1
    ],
)
def test_each_derived_road_begins_at_its_own_place(letters: str, expected: tuple[str, str, str]) -> None:
    """Check which marks each derived road has after these hands, its first marks included. [STARTS]"""
    assert derived(letters) == expected


def test_a_long_run_is_blue_once_then_red() -> None:
    """Check a run against the column before it: red down to its end, blue one past it, red again below.

    [MANUAL 2.a.2]
    """
    assert derived("BB PPPPP")[0] == "rbrr"


def test_marks_beside_the_first_column_are_not_left_out() -> None:
    """Check that the five hands B PPP B give the big eye boy three marks: blue, red, blue.

    The outside program baccarat-engine expects only the last mark for these hands, because it ignores column 1.
    """
    assert derived("B PPP B")[0] == "brb"


def test_a_tie_between_two_sides_does_not_join_their_columns() -> None:
    """Check that P T B are two columns, not one.

    The twenty hands are from a test of the outside program baccarat-engine, which takes P T B for one column; that is
    wrong (pull request 7 of baccarat-engine).
    """
    road = roads_of(outcomes_of("P B PP B PPPP B PP B PT B PPPP"))
    assert road.big.depths == (1, 1, 2, 1, 4, 1, 2, 1, 1, 1, 4)
    assert marks(road.big_eye) == "rbbbb rrbbb bbrrb rr".replace(" ", "")


def test_ties_are_marked_on_the_win_before_them_and_the_first_ones_separately() -> None:
    """Check that ties are counted on the win before them, and that ties before the first win are counted apart.

    [TIES]
    """
    roads = roads_of(outcomes_of("TT B T B P TTT P"))
    assert roads.leading_ties == 2
    assert [[mark.ties for mark in column] for column in roads.big.columns] == [[1, 0], [3, 0]]
    assert [cell.mark.hand for cell in roads.big.cells] == [3, 5, 6, 10]


def test_a_shoe_of_ties_has_only_beads() -> None:
    roads = roads_of(outcomes_of("TTT"))
    assert (marks(roads.bead), roads.big.cells, roads.leading_ties) == ("TTT", (), 3)


def test_a_dragon_turns_right_at_the_bottom() -> None:
    assert grid(roads_of(outcomes_of("B" * 9 + "PP")).big) == ["BP..", "BP..", "B...", "B...", "B...", "BBBB"]


def test_a_run_that_meets_a_tail_turns_above_it_and_stays_on_its_row() -> None:
    """Check that the second dragon tail runs past the end of the first one and does not turn down again. [TAILS]"""
    assert grid(roads_of(outcomes_of("B" * 9 + "P" * 10 + "BB")).big) == [
        "BPB....",
        "BPB....",
        "BP.....",
        "BP.....",
        "BPPPPPP",
        "BBBB...",
    ]


def test_a_column_starts_past_a_tail_on_the_top_row() -> None:
    """Check that five dragon tails leave one row: the sixth runs along the top, and the seventh starts after it."""
    squares = list(run_squares([20, 20, 20, 20, 20, 3, 1]))
    assert squares[100:] == [(5, 0), (6, 0), (7, 0), (8, 0)]


def test_a_tail_makes_no_columns_for_the_derived_roads() -> None:
    """Check that twelve wins are one column: the next column is compared with its depth, not with its tail."""
    assert derived("B" * 12 + "P" * 12 + "B")[0] == "r" * 11 + "r"
    assert derived("B" * 12 + "P" * 13 + "B")[0] == "r" * 11 + "b" + "b"


def test_marks_are_predicted_on_a_new_shoe_and_during_a_shoe() -> None:
    assert derived_marks_if([], "banker") == DerivedMarks(None, None, None)
    assert derived_marks_if(outcomes_of("B P BB P"), "player") == DerivedMarks("red", "blue", "blue")
    assert derived_marks_if(outcomes_of("B P BB P"), "banker") == DerivedMarks("blue", "red", "red")


def test_an_outcome_is_read_off_the_cards() -> None:
    coup = Coup(parse_cards("Ks Kh 8d"), parse_cards("4s 4c"))
    outcome = CoupOutcome.of_coup(coup)
    assert outcome == CoupOutcome("tie", 8, 8, 3, 2, player_pair=True, banker_pair=True, banker_natural=True)
    assert outcome.natural
    assert CoupOutcome.of_coup(Coup(parse_cards("Ks Qh 3d"), parse_cards("4s 3c"))) == CoupOutcome("banker", 3, 7, 3, 2)


def test_an_outcome_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="4 to 6 is not won by player"):
        CoupOutcome("player", 4, 6)
    with pytest.raises(ValueError, match="0 rows"):
        roads_of([], 0)


def test_pairs_and_naturals_are_shown_on_their_own_hand() -> None:
    tie_with_pair = CoupOutcome("tie", 9, 9, player_pair=True, player_natural=True, banker_natural=True)
    roads = roads_of([BANKER_WINS, tie_with_pair])
    assert roads.big.to_json() == [{"column": 0, "row": 0, "mark": "banker", "hand": 1, "points": 6, "ties": 1}]
    assert roads.bead.to_json()[1] == {
        **{"column": 0, "row": 1, "mark": "tie", "hand": 2, "points": 9},
        **{"player_pair": True, "natural": True},
    }


# Statistics.

counts = st.integers(0, 9)
outcomes = st.builds(
    lambda player, banker, *flags: CoupOutcome(
        "tie" if player == banker else "player" if player > banker else "banker", player, banker, 2, 2, *flags
    ),
    *[counts] * 2,
    *[st.booleans()] * 4,
)
hands = st.lists(st.tuples(outcomes, st.frozensets(st.sampled_from(["player", "tie", "dragon"]))), max_size=40)


def recorded(played: list[tuple[CoupOutcome, frozenset[str]]]) -> ShoeTrend:
    shoe = ShoeTrend(1, ("player", "banker"))
    for outcome, wagers in played:
        shoe = shoe.after(outcome, wagers)
    return shoe


@given(hands)
@settings(deadline=None, max_examples=100)
def test_the_statistics_are_plain_counts(played: list[tuple[CoupOutcome, frozenset[str]]]) -> None:
    shoe = recorded(played)
    summary = shoe.summary
    winners = [outcome.winner for outcome, _ in played]
    shares = count_results([shoe.outcomes])
    assert [shares[winner].count for winner in ("player", "banker", "tie")] == [
        winners.count(winner) for winner in ("player", "banker", "tie")
    ]
    assert shares["either_pair"].count == len([o for o, _ in played if o.player_pair or o.banker_pair])
    assert shares["natural"].count == len([o for o, _ in played if o.player_natural or o.banker_natural])
    assert all(share.of == len(played) for share in (*shares.values(), *summary.wagers.values()))
    assert summary.wagers["banker"].count == 0
    for wager in {wager for _, won in played for wager in won}:
        assert summary.wagers[wager].count == len([1 for _, won in played if wager in won])


@given(hands)
@settings(deadline=None, max_examples=100)
def test_the_longest_run_is_the_deepest_column(played: list[tuple[CoupOutcome, frozenset[str]]]) -> None:
    shoe = recorded(played)
    letters = "".join(LETTERS[outcome.winner] for outcome, _ in played)
    sides: dict[Side, str] = {"player": "P", "banker": "B"}
    for side, letter in sides.items():
        deepest = max((len(run) for run in columns_of(letters) if run[0] == letter), default=0)
        assert longest_run(shoe.outcomes, side) == deepest
    assert longest_run(shoe.outcomes, "tie") == max(map(len, re.findall("T+", letters)), default=0)


@pytest.mark.parametrize(
    ("share", "percent"),
    [((0, 7), "0.0"), ((1, 3), "33.3"), ((2, 3), "66.7"), ((1, 2000), "0.1"), ((7, 7), "100.0"), ((0, 0), None)],
)
def test_a_share_is_shown_to_a_tenth(share: tuple[int, int], percent: str | None) -> None:
    assert Share(*share).percent == percent


def test_a_record_with_one_hand_more_leaves_the_first_as_it_was() -> None:
    shoe = ShoeTrend()
    assert shoe.after(TIE).outcomes == (TIE,)
    assert shoe.hands == ()


def test_a_misread_hand_is_corrected_in_its_shoe() -> None:
    table = TableTrends(ShoeTrend(1, ("player", "tie"))).after(TIE, {"tie"}).after(BANKER_WINS).new_shoe().after(TIE)
    corrected = table.corrected(1, 1, PLAYER_WINS, {"player"})
    shoe = corrected.shoe(1)
    assert shoe is not None
    assert shoe.outcomes == (PLAYER_WINS, BANKER_WINS)
    assert [share.count for share in shoe.summary.wagers.values()] == [1, 0]
    assert corrected.current == table.current
    assert table.corrected(7, 1, PLAYER_WINS) == table
    with pytest.raises(ValueError, match="shoe 2 has no hand 2"):
        table.corrected(2, 2, PLAYER_WINS)


def test_a_limited_number_of_shoes_is_kept_and_no_empty_ones() -> None:
    table = TableTrends(shoes_stored=3, rounds_stored=10).new_shoe()
    for hands_played in (4, 5, 6, 7):
        for _ in range(hands_played):
            table = table.after(BANKER_WINS)
        table = table.new_shoe()
    assert [(shoe.number, len(shoe.hands)) for shoe in table.previous] == [(5, 7), (4, 6), (3, 5)]
    assert table.to_json(BACCARAT_HISTORY)["hands_per_shoe"] == {"hands": 18, "shoes": 3}
    assert (table.current.number, table.shoe(2)) == (6, None)


def test_with_a_new_deck_for_every_round_as_many_rounds_are_kept_as_a_board_shows() -> None:
    table = TableTrends().new_shoe()
    for _ in range(60):
        table = table.after(BANKER_WINS).new_shoe()
    assert sum(len(shoe.hands) for shoe in table.previous) == LAST_SHOWN == 48
    view = table.to_json(BACCARAT_HISTORY)
    assert len(view["previous"]) == SHOES_STORED, "what every screen is told grows no longer for it"
    assert view["all"]["hands"] == 48


def test_a_run_ends_with_its_shoe() -> None:
    table = TableTrends().after(TIE).after(BANKER_WINS).new_shoe().after(BANKER_WINS).after(BANKER_WINS)
    shoes = [shoe.outcomes for shoe in (*table.previous, table.current)]
    assert BACCARAT_HISTORY.statistics(shoes)["longest_runs"]["banker"] == 2
    assert count_results(shoes)["banker"] == Share(3, 4)


def test_records_past_their_limits_are_refused() -> None:
    full = ShoeTrend(hands=ShoeTrend().after(TIE).hands * HANDS_MOST)
    with pytest.raises(ValueError, match="1001 hands"):
        full.after(TIE)
    with pytest.raises(ValueError, match="expected at most 1"):
        TableTrends(previous=(ShoeTrend(1), ShoeTrend(2)), shoes_stored=1, rounds_stored=1)


def test_the_view_is_plain_json_and_speaks_of_the_past_only() -> None:
    table = TableTrends(ShoeTrend(1, ("player", "tie")))
    for outcome in outcomes_of("TBBPTPPB"):
        table = table.after(outcome, {outcome.winner} & {"player", "tie"})
    view = json.loads(json.dumps(table.new_shoe().after(TIE, {"tie"}).to_json(BACCARAT_HISTORY)))
    assert view["previous"][0]["results"]["banker"] == {"count": 3, "of": 8, "percent": "37.5"}
    assert view["previous"][0]["wagers"]["tie"] == {"count": 2, "of": 8, "percent": "25.0"}
    assert view["previous"][0]["longest_runs"] == {"player": 3, "banker": 2, "tie": 1}
    assert view["hands_per_shoe"] == {"hands": 8, "shoes": 1}
    assert view["current"]["roads"]["leading_ties"] == 1
    assert view["current"]["would_be_drawn"]["banker"] == {"big_eye": None, "small": None, "cockroach": None}
    assert view["note"] == NOTE == view["current"]["note"]
    keys = set(re.findall(r'"(\w+)":', json.dumps(view)))
    assert not keys & {"due", "hot", "cold", "prediction", "forecast", "expected", "likely", "tip", "next"}


def coup(winner: str) -> CoupOutcome:
    """Return a round that this side won, or a tie."""
    player, banker = {"player": (7, 4), "banker": (2, 9), "tie": (6, 6)}[winner]
    return CoupOutcome(winner, player, banker)  # type: ignore[arg-type]


def test_the_lobby_shows_the_last_columns_of_the_big_road() -> None:
    ties_first = [coup("tie"), coup("tie")]
    assert BACCARAT_HISTORY.road([], 5) == []
    assert BACCARAT_HISTORY.road(ties_first, 5) == [{"column": 0, "row": 0, "winner": "tie", "ties": 2}]
    shoe = [*ties_first, coup("player"), coup("player"), coup("tie"), coup("banker"), coup("player")]
    assert BACCARAT_HISTORY.road(shoe, 5) == [
        {"column": 0, "row": 0, "winner": "player", "ties": 2},
        {"column": 0, "row": 1, "winner": "player", "ties": 1},
        {"column": 1, "row": 0, "winner": "banker"},
        {"column": 2, "row": 0, "winner": "player"},
    ]
    assert [square["winner"] for square in BACCARAT_HISTORY.road(shoe, 2)] == ["banker", "player"]
    assert BACCARAT_HISTORY.road(shoe, 2)[0]["column"] == 0
