"""Collection fees: every printed schedule, the fee for a hand, and what is refused."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import BadInput
from croupier.money.cents import Cents, parse_amount
from croupier.money.collection import (
    SHEETS,
    AnteFee,
    Basis,
    Collection,
    CountedStake,
    FeeGap,
    NoBracket,
    NoSchedule,
    Schedule,
    ante_fee,
    collect,
    fee_for_action,
    fee_for_spot,
    pot_fee,
    schedule,
    schedule_of_game,
    schedules,
    schedules_for,
)
from croupier.money.schedules.schedule_file import read_sheet

DOCUMENT_LINES = {"004_adc0a8156e8c1b3e.txt": 4388}
ALL = list(schedules().values())
IN_MONEY = [found for found in ALL if found.basis in (Basis.TOTAL_TABLE_ACTION, Basis.PLAYER_WAGER_PER_SPOT)]
ON_ACTION = [found for found in ALL if found.basis is Basis.TOTAL_TABLE_ACTION]
OPTIONS = {
    "lim": 11, "nl": 13, "c13": 5, "tcp6": 2, "cfb": 1, "ez": 15, "au": 19, "ci": 5,
    "bjx": 36, "lucky": 1, "tiles": 1, "3cp": 2, "six": 16, "bbb": 10, "uth": 14, "adv": 10,
}  # fmt: skip


def dollars(text: str) -> Cents:
    return parse_amount(text)


def fee(found: Schedule, amount: Cents, gap: FeeGap = FeeGap.UP) -> Cents:
    by_action = found.basis is Basis.TOTAL_TABLE_ACTION
    return fee_for_action(found, amount, gap) if by_action else fee_for_spot(found, amount, gap)


def ends(found: Schedule) -> list[Cents]:
    """Return the lowest and the highest amount of every bracket, in cents.

    For a bracket without an upper end, the highest amount is far above its lowest.
    """
    open_top = found.brackets[-1].lowest + 100_000_00
    return [
        Cents(end) for row in found.brackets for end in (row.lowest, open_top if row.highest is None else row.highest)
    ]


class TestTheSheets:
    def test_161_schedules_with_732_brackets_are_printed(self) -> None:
        assert len(ALL) == 161
        assert sum(len(found.brackets) for found in ALL) == 732

    def test_options_are_numbered_from_one_without_a_hole(self) -> None:
        numbers = {sheet: [found.option for found in ALL if found.sheet == sheet] for sheet in SHEETS}
        assert numbers == {sheet: list(range(1, OPTIONS[sheet] + 1)) for sheet in SHEETS}

    def test_every_file_is_a_sheet_and_every_sheet_has_its_file(self) -> None:
        there = {path.name for path in (files("croupier.money") / "schedules").iterdir() if path.name.endswith(".toml")}
        assert there == {f"{sheet}.toml" for sheet in SHEETS}
        assert all(found.id == f"{found.sheet}-{found.option}" == name for name, found in schedules().items())

    def test_schedules_stand_in_the_order_they_are_printed(self) -> None:
        first_lines = [found.brackets[0].line for found in ALL]
        assert first_lines == sorted(first_lines)

    @pytest.mark.parametrize("sheet", SHEETS)
    def test_every_citation_is_a_line_of_the_document(self, sheet: str) -> None:
        text = (files("croupier.money") / "schedules" / f"{sheet}.toml").read_text(encoding="utf-8")
        lines = [int(number) for number in re.findall(r"(?:line = |\bL|\bL\d+-)(\d+)", text)]
        assert lines
        assert all(1 <= line <= DOCUMENT_LINES["004_adc0a8156e8c1b3e.txt"] for line in lines)
        assert {found.document for found in ALL} == set(DOCUMENT_LINES)

    def test_no_row_is_read_twice(self) -> None:
        rows = [row.line for found in IN_MONEY for row in found.brackets]
        assert len(rows) == len(set(rows))

    def test_a_schedule_cites_its_rows(self) -> None:
        assert schedule("ci-1").cite == "004_adc0a8156e8c1b3e.txt L3067-3071"
        assert schedule("au-1").cite == "004_adc0a8156e8c1b3e.txt L2952"

    def test_no_schedule_has_more_than_five_rates(self) -> None:
        assert all(len(found.brackets) <= 5 for found in ALL)

    def test_the_first_bracket_starts_within_the_minimums_the_sheet_allows(self) -> None:
        ranged = [(found.brackets[0].lowest, found.minimum) for found in ALL if found.minimum]
        assert len(ranged) == 114
        assert all(minimum.lowest <= lowest <= minimum.highest for lowest, minimum in ranged)

    def test_only_the_panda_8_three_card_and_commission_free_sheets_print_a_limit_with_the_option(self) -> None:
        assert {found.sheet for found in ALL if found.table_limit} == {"ez", "tcp6", "cfb"}
        limit = schedule("ez-2").table_limit
        assert limit is not None
        assert (limit.lowest, limit.highest, limit.line) == (dollars("25"), dollars("1000"), 1114)

    def test_poker_schedules_carry_the_games_stakes(self) -> None:
        assert dict(schedule("nl-4").stakes) == {"small_blind": dollars("1"), "big_blind": dollars("5")}
        assert dict(schedule("c13-3").stakes)["ante"] == dollars("2")

    def test_the_play_wager_is_counted_nowhere(self) -> None:
        assert all("Play" not in found.counts for found in ALL)
        assert all("Play" in schedule(name).does_not_count for name in ("tcp6-1", "3cp-1", "uth-1"))


class TestWhichScheduleAGameRuns:
    def test_cash_in_baccarat_has_the_five_options_of_the_shared_sheet(self) -> None:
        assert [found.id for found in schedules_for("ca-cash-in-baccarat")] == [f"ci-{n}" for n in range(1, 6)]

    def test_commission_free_baccarat_has_its_own_sheet_and_then_the_shared_one(self) -> None:
        there = [found.id for found in schedules_for("ca-commission-free-baccarat")]
        assert there == ["cfb-1", *(f"ci-{n}" for n in range(1, 6))]

    def test_dragon_7_borrows_the_sheet_of_panda_8(self) -> None:
        assert schedules_for("ca-ez-baccarat-dragon-7") == schedules_for("ca-ez-baccarat-panda-8")
        assert "ca-ez-baccarat-dragon-7" not in schedule("ez-1").games

    @pytest.mark.parametrize("game", ["ca-fortune-pai-gow-poker", "ca-buster-blackjack", "pa-mini-baccarat", "no-such"])
    def test_a_game_without_a_sheet_has_no_schedule(self, game: str) -> None:
        assert schedules_for(game) == ()

    def test_every_other_california_game_has_one(self) -> None:
        served = {game for found in ALL for game in found.games + found.lent_to}
        assert len(served) == 21
        assert all(schedules_for(game) for game in served)

    def test_a_number_names_the_option_of_the_earliest_sheet_that_has_it(self) -> None:
        named = [schedule_of_game("ca-commission-free-baccarat", name).id for name in (1, 2, "5", "ci-1")]
        assert named == ["cfb-1", "ci-2", "ci-5", "ci-1"]

    def test_an_unknown_number_is_answered_with_what_there_is(self) -> None:
        with pytest.raises(NoSchedule, match='ca-3-card-poker has no schedule "3"; it has 3cp-1, 3cp-2'):
            schedule_of_game("ca-3-card-poker", 3)
        with pytest.raises(NoSchedule, match="it has none"):
            schedule_of_game("ca-fortune-pai-gow-poker", 1)

    @pytest.mark.parametrize("name", ["ci-6", "ci-01", "ci-"])
    def test_an_unknown_option_is_answered_with_the_sheets_options(self, name: str) -> None:
        with pytest.raises(NoSchedule, match=f'there is no schedule "{name}"; there is ci-1 to ci-5'):
            schedule(name)

    @pytest.mark.parametrize("name", ["", "ci", "../ci-1", "blackjack-1"])
    def test_an_unknown_sheet_is_answered_with_all_of_them(self, name: str) -> None:
        with pytest.raises(NoSchedule, match="tcp6-1 to tcp6-2, cfb-1, lim-1 to lim-11"):
            schedule(name)


class TestWorkedExamples:
    @pytest.mark.parametrize(
        ("name", "action", "due"),
        [
            ("six-8", "700", "8"),
            ("six-8", "701", "15"),
            ("six-8", "1501", "25"),
            ("ci-5", "4000", "50"),
            ("ci-5", "4001", "75"),
            ("ci-1", "380", "3"),
            ("uth-5", "55", "2"),
            ("au-17", "2001", "25"),
            ("adv-10", "30001", "250"),
            ("tcp6-2", "50", "0.50"),
        ],
    )
    def test_the_player_dealer_pays_by_the_total_on_the_table(self, name: str, action: str, due: str) -> None:
        assert fee_for_action(schedule(name), dollars(action)) == dollars(due)

    def test_ultimate_war_per_spot_takes_eleven_dollars_from_four_spots(self) -> None:
        spots = [("A", "10"), ("B", "100"), ("C", "101"), ("D", "450")]
        stakes = [CountedStake(payer, "player", dollars(amount)) for payer, amount in spots]
        taken = collect(schedule("six-1"), stakes)
        assert taken.players == {"A": 100, "B": 100, "C": 200, "D": 500}
        assert (taken.player_dealer, taken.total, taken.action) == (dollars("2"), dollars("11"), dollars("661"))

    def test_ace_up_option_1_takes_a_dollar_from_the_spot_and_a_dollar_from_the_player_dealer(self) -> None:
        taken = collect(schedule("au-1"), [CountedStake("A", "base", dollars("200"))])
        assert taken == Collection(dollars("200"), dollars("1"), {"A": dollars("1")})

    def test_ultimate_holdem_counts_what_is_down_before_the_deal(self) -> None:
        wagers = [
            ("A", "ante", "10"),
            ("A", "blind", "10"),
            ("B", "ante", "10"),
            ("B", "blind", "10"),
            ("B", "trips", "15"),
        ]
        stakes = [
            CountedStake(payer, wager, dollars(amount)) for payer, wager, amount in [*wagers, ("A", "play", "40")]
        ]
        taken = collect(schedule("uth-5"), stakes, counted={"ante", "blind", "trips", "bad-beat"})
        assert taken == Collection(dollars("55"), dollars("2"), {})

    def test_the_antes_of_four_players_cover_a_thirteen_card_fee(self) -> None:
        assert ante_fee(schedule("c13-3"), dollars("8")) == AnteFee(dollars("5"), dollars("0"))

    def test_the_action_button_makes_up_what_three_antes_lack(self) -> None:
        assert ante_fee(schedule("c13-1"), dollars("3")) == AnteFee(dollars("3"), dollars("1"))

    @pytest.mark.parametrize(("players", "due"), [(2, "3"), (4, "3"), (5, "4"), (6, "4"), (7, "5"), (10, "5")])
    def test_a_pot_pays_by_the_players_dealt_in(self, players: int, due: str) -> None:
        assert pot_fee(schedule("lim-1"), players, saw_flop=True) == dollars(due)

    def test_a_hand_that_ends_before_the_flop_pays_nothing(self) -> None:
        assert pot_fee(schedule("nl-13"), 9, saw_flop=False) == 0


class TestLawsOfEverySchedule:
    def test_each_bracket_begins_a_dollar_above_the_one_before_it(self) -> None:
        for found in ALL:
            unit = 1 if found.basis is Basis.PLAYERS_AT_TABLE else 100
            for lower, upper in pairwise(found.brackets):
                assert lower.highest is not None, found.id
                assert upper.lowest == lower.highest + unit, found.id

    def test_fees_never_fall(self) -> None:
        for found in ALL:
            fees = [row.fee for row in found.brackets]
            assert fees == sorted(fees), found.id
            assert fees[0] > 0, found.id

    def test_the_first_and_the_last_dollar_of_a_bracket_pay_its_fee(self) -> None:
        for found in IN_MONEY:
            expected = [row.fee for row in found.brackets for _ in range(2)]
            for gap in FeeGap:
                assert [fee(found, end, gap) for end in ends(found)] == expected, (found.id, gap)

    def test_only_a_schedule_per_spot_ends_closed_and_pays_the_player_dealers_flat_fee(self) -> None:
        for found in IN_MONEY:
            per_spot = found.basis is Basis.PLAYER_WAGER_PER_SPOT
            assert (found.brackets[-1].highest is not None) is per_spot, found.id
            assert (found.player_dealer_fee is not None) is per_spot, found.id

    @given(st.sampled_from(IN_MONEY), st.integers(0, 40_000))
    def test_every_dollar_from_the_first_bracket_up_lies_in_exactly_one(self, found: Schedule, above: int) -> None:
        amount = found.brackets[0].lowest + above * 100
        rows = [row for row in found.brackets if row.lowest <= amount <= (row.highest or amount)]
        if found.brackets[-1].highest is not None and amount > found.brackets[-1].highest:
            assert rows == []
        else:
            assert [row.fee for row in rows] == [fee(found, Cents(amount), FeeGap.UP)]
            assert [row.fee for row in rows] == [fee(found, Cents(amount), FeeGap.FLOOR)]

    @given(st.sampled_from(ON_ACTION), st.integers(1, 4_000_000), st.integers(0, 1_000_000), st.sampled_from(FeeGap))
    def test_more_action_never_costs_less(self, found: Schedule, action: int, more: int, gap: FeeGap) -> None:
        assert fee(found, Cents(action), gap) <= fee(found, Cents(action + more), gap)

    @given(st.sampled_from(ON_ACTION), st.lists(st.integers(0, 500_000), max_size=12), st.sampled_from(FeeGap))
    def test_total_action_is_the_player_dealers_alone_however_it_is_split(
        self, found: Schedule, amounts: list[int], gap: FeeGap
    ) -> None:
        stakes = [CountedStake(f"seat {place}", "base", Cents(amount)) for place, amount in enumerate(amounts)]
        taken = collect(found, stakes, gap)
        assert taken == Collection(Cents(sum(amounts)), fee_for_action(found, Cents(sum(amounts)), gap), {})
        assert (taken.total == 0) is (sum(amounts) == 0)


class TestBetweenAndBelowTheBrackets:
    def test_fifty_cents_over_a_bracket_belongs_to_the_next_or_to_the_whole_dollars(self) -> None:
        assert fee_for_action(schedule("ci-1"), dollars("300.50"), FeeGap.UP) == dollars("3")
        assert fee_for_action(schedule("ci-1"), dollars("300.50"), FeeGap.FLOOR) == dollars("1")

    @pytest.mark.parametrize("gap", FeeGap)
    def test_a_hand_below_the_first_bracket_pays_the_smallest_fee(self, gap: FeeGap) -> None:
        assert fee_for_action(schedule("bjx-25"), dollars("99.99"), gap) == dollars("1")
        assert fee_for_action(schedule("ci-1"), Cents(1), gap) == dollars("1")

    def test_no_action_pays_nothing(self) -> None:
        assert collect(schedule("ci-5"), []) == Collection(Cents(0), Cents(0), {})
        assert collect(schedule("six-1"), [CountedStake("A", "base", Cents(0))]).total == 0
        assert ante_fee(schedule("c13-1"), Cents(0)) == AnteFee(Cents(0), Cents(0))

    def test_a_spot_over_the_last_closed_bracket_has_no_fee(self) -> None:
        with pytest.raises(NoBracket, match=r"\$201 is over \$200, the most au-1 has a fee for .*L2952"):
            fee_for_spot(schedule("au-1"), dollars("201"))
        assert fee_for_spot(schedule("au-1"), dollars("200.50"), FeeGap.FLOOR) == dollars("1")


class TestWhatIsCounted:
    def test_wagers_that_do_not_count_pay_nothing_per_spot(self) -> None:
        stakes = [CountedStake("A", "base", dollars("50")), CountedStake("B", "lucky-bonus", dollars("500"))]
        assert collect(schedule("lucky-1"), stakes, counted={"base"}).players == {"A": dollars("1")}

    def test_a_player_on_two_spots_pays_for_each_by_its_own_size(self) -> None:
        stakes = [CountedStake("A", "base", dollars("100")), CountedStake("A", "base", dollars("150"))]
        taken = collect(schedule("lucky-1"), stakes)
        assert (taken.players, taken.player_dealer) == ({"A": dollars("3")}, dollars("2"))

    def test_commission_free_counts_bonuses_only_on_the_shared_sheet(self) -> None:
        stakes = [CountedStake("A", "banker", dollars("300")), CountedStake("A", "banker-6", dollars("5"))]
        own = collect(schedule("cfb-1"), stakes, counted={"player", "banker", "tie"})
        assert (own.action, own.player_dealer) == (dollars("300"), dollars("1"))
        assert collect(schedule("ci-1"), stakes).player_dealer == dollars("3")


class TestMisuse:
    def test_a_negative_amount_is_no_wager(self) -> None:
        with pytest.raises(ValueError, match="cannot be wagered"):
            CountedStake("A", "base", Cents(-1))
        with pytest.raises(ValueError, match="cannot be wagered"):
            fee_for_action(schedule("ci-1"), Cents(-100))

    def test_a_pot_without_players_is_refused(self) -> None:
        with pytest.raises(ValueError, match="at least one"):
            pot_fee(schedule("lim-1"), 0, saw_flop=True)

    def test_a_schedule_answers_only_by_its_own_basis(self) -> None:
        with pytest.raises(
            ValueError, match="lim-1 goes by players_at_table, not by total_table_action or player_wager"
        ):
            collect(schedule("lim-1"), [])
        with pytest.raises(ValueError, match="ci-1 goes by total_table_action, not by ante"):
            ante_fee(schedule("ci-1"), Cents(100))
        with pytest.raises(ValueError, match="not by player_wager_per_spot"):
            fee_for_spot(schedule("ci-1"), Cents(100))

    def test_the_schedules_cannot_be_changed(self) -> None:
        with pytest.raises(TypeError):
            schedules()["ci-1"] = schedule("ci-2")  # type: ignore[index]


GOOD = """
id = "xx"
title = "A sheet"
document = "004_adc0a8156e8c1b3e.txt"
games = ["ca-a-game"]

[[part]]
basis = "total_table_action"
counts = ["every base wager"]
does_not_count = []
collected = "before the deal"
prose_line = 10
minimum = { from = 5, to = 100, line = 11 }

[[part.option]]
number = 1
brackets = [
  { from = 5, to = 100, fee = "0.50", line = 12 },
  { from = 101, fee = "3", line = 13 },
]
"""


class TestReadingASheet:
    def test_a_sheet_in_order_is_read(self) -> None:
        (found,) = read_sheet(GOOD, "xx.toml")
        assert (found.id, found.games, found.brackets[0].fee) == ("xx-1", ("ca-a-game",), 50)

    @pytest.mark.parametrize(
        ("was", "becomes", "complaint"),
        [
            ('fee = "3"', "fee = 3", "xx.toml: part[1].option[1].brackets[2].fee: is 3; expected str"),
            ('fee = "3"', 'fee = "3.005"', 'brackets[2].fee: is "3.005"; write dollars'),
            ("from = 101", "from = 102", "brackets[2].from: does not follow on the bracket before it"),
            ("from = 101", "from = 100", "brackets[2].from: does not follow on the bracket before it"),
            ("from = 5, to = 100, fee", "from = 5, fee", "brackets[2].from: does not follow on the bracket before it"),
            ("from = 101", "from = 101, to = 90", "brackets[2].to: is 90, below the 101"),
            (", line = 13", "", "brackets[2].line: is missing"),
            ("number = 1", "number = true", "part[1].option[1].number: is True; expected int"),
            ("number = 1", 'number = 1\nfees = "1"', "part[1].option[1].fees: is not a key here"),
            (
                "number = 1",
                'number = 1\nplayer_dealer_fee = "1"',
                "player_dealer_fee: belongs to every option per spot",
            ),
            ("total_table_action", "total_action", 'basis: is "total_action"; expected one of total_table_action,'),
            ('title = "A sheet"', "", "xx.toml: sheet.title: is missing"),
            ('["ca-a-game"]', "[1]", "games: is [1]; expected texts"),
            (", line = 11", "", "minimum.line: is missing"),
            ("[[part.option]]", "[[part.option]", "xx.toml: "),
        ],
    )
    def test_a_fault_is_named_by_file_and_key(self, was: str, becomes: str, complaint: str) -> None:
        assert was in GOOD
        with pytest.raises(BadInput, match=re.escape(complaint)) as raised:
            read_sheet(GOOD.replace(was, becomes, 1), "xx.toml")
        assert str(raised.value).startswith("xx.toml")

    def test_a_schedule_without_brackets_or_a_part_that_is_no_table_is_refused(self) -> None:
        empty = GOOD[: GOOD.index("brackets")] + "brackets = []\n"
        with pytest.raises(BadInput, match="brackets: is empty"):
            read_sheet(empty, "xx.toml")
        with pytest.raises(BadInput, match=re.escape("part[1]: is 1; expected a table")):
            read_sheet(GOOD[: GOOD.index("[[part]]")] + "part = [1]\n", "xx.toml")
