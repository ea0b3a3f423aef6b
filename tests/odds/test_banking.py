"""The seat of the player-dealer: its expected result, the bank that covers it, and where it breaks even."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib.resources import files
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cli.bank import show_bank
from croupier.errors import BadInput
from croupier.families.baccarat.odds.exact import ExactBaccarat
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.money.collection import CountedStake, FeeGap, Schedule, collect, fee_for_action
from croupier.money.settlement import PostedBank
from croupier.odds.family_odds import exact_par_sheet
from croupier.odds.joint_wagers import joint_outcomes, read_stakes
from croupier.odds.player_dealer import (
    PlayerDealerRound,
    ResultUnderSchedule,
    _covering,
    player_dealer_round,
    require_player_dealer,
    schedules_of,
    seat_fee,
)
from croupier.odds.round_gains import round_gains, with_required_stakes
from croupier.odds.shipped_sheets import priced_sheet
from croupier.odds.shoe_composition import Composition
from croupier.play import rulebook_library
from croupier.play.family import settle_bets
from croupier.rulebook.table_rules import TableRules
from tests.soak import in_soak, or_soak
from tests.strategies import BACCARAT
from tests.table_rules import rules_of

PLAYER_DEALT = [name for name in BACCARAT if rulebook_library.load(name).written.banking == "player-dealer"]
BREAK_EVEN_GAMES = ["ca-cash-in-baccarat", "ca-big-bonus-baccarat"]


def banked(name: str, action: str, schedule: str | None = None, **options: str) -> PlayerDealerRound:
    rules = rules_of(name, **options)
    return player_dealer_round(rules, read_stakes(rules, action, "--action"), schedules_of(rules, schedule))


def every_wager(rules: TableRules) -> dict[str, Cents]:
    return {name: Cents(wager.limit.least * (3 + place)) for place, (name, wager) in enumerate(rules.wagers.items())}


@pytest.mark.parametrize("name", or_soak(BACCARAT, 3))
def test_the_bank_expects_the_sum_of_the_edges_times_the_action(name: str) -> None:
    rules = rules_of(name)
    action = every_wager(rules)
    sheet = exact_par_sheet(rules)
    joint = joint_outcomes(rules, action, to_the_cent=False, where="--action")
    assert joint.bank.mean == sum(sheet[wager].house_edge * amount for wager, amount in action.items())
    assert joint.bettors.mean + joint.bank.mean == 0
    assert joint.bettors.variance == joint.bank.variance
    assert joint.total == sum(joint.bank.counts.values()) == sheet.rounds


@in_soak
@pytest.mark.parametrize("name", BACCARAT)
def test_one_wager_alone_deviates_as_the_par_sheet_says(name: str) -> None:
    rules = rules_of(name)
    sheet = exact_par_sheet(rules)
    for wager in rules.wagers.values():
        stake = Cents(wager.limit.least * 2)
        joint = joint_outcomes(rules, {wager.id: stake}, to_the_cent=False, where="--action")
        assert joint.bettors.variance == sheet[wager.id].variance * stake**2
        assert joint.bank.behind == sheet[wager.id].hit or sheet[wager.id].meter_shares


def test_equal_bets_on_both_lines_leave_the_bank_only_the_three_card_seven() -> None:
    found = banked("ca-cash-in-baccarat", "player=100,banker=100")
    seven = exact_par_sheet(found.rules)["phoenix-7"].hit
    assert found.gains.counts == {0: found.gains.total * (1 - seven), 10_000: found.gains.total * seven}
    assert found.gains.mean == 10_000 * seven
    assert found.gains.variance == 10_000**2 * seven * (1 - seven)
    assert (found.gains.ahead, found.gains.even, found.gains.behind) == (seven, 1 - seven, 0)
    assert found.gains.largest_loss == 0
    assert found.post_to_cover == 20_000


def test_the_largest_loss_is_of_one_round_and_not_of_every_wager_at_its_worst() -> None:
    found = banked("ca-cash-in-baccarat", "player=300,banker=200,phoenix-7=20")
    # A three-card 7: Phoenix 7 wins $800, the Player line loses $300, the Banker line pushes.
    assert found.gains.largest_loss == 50_000
    assert found.post_to_cover == 110_000


@pytest.mark.parametrize("name", PLAYER_DEALT)
def test_whole_dollars_are_paid_alike_by_the_live_settlement(name: str) -> None:
    rules = rules_of(name)
    action = every_wager(rules)
    live = joint_outcomes(rules, action, to_the_cent=True, where="--stakes")
    assert live.bettors.counts == joint_outcomes(rules, action, to_the_cent=False, where="--stakes").bettors.counts


@pytest.mark.parametrize("model", ["exchanged", "net_running"])
def test_the_posted_bank_covers_every_round_in_any_order_and_a_cent_less_does_not(model: str) -> None:
    found = banked("ca-cash-in-baccarat", "player=40,tie=10,phoenix-7=5", coverage_model=model)
    rules, post = found.rules, found.post_to_cover
    facts = frozenset[str]().union(*(rules.wagers[name].facts for name in found.action))
    coups = ExactBaccarat.of(rules).table(Composition.of_decks(8), facts).classes.coups[::7]
    short = 0
    for order in permutations(found.action.items()):
        bets = [Bet(2 + place, SEATED, name, amount) for place, (name, amount) in enumerate(order)]
        for coup in coups:
            full = settle_bets(rules, coup, bets).settled
            assert [outcome.net for outcome in settle_bets(rules, coup, bets, bank=PostedBank(1, post)).settled] == [
                outcome.net for outcome in full
            ]
            less = settle_bets(rules, coup, bets, bank=PostedBank(1, Cents(post - 1))).settled
            short += [outcome.net for outcome in less] != [outcome.net for outcome in full]
    assert short


@pytest.mark.parametrize("name", PLAYER_DEALT)
def test_the_fee_is_the_one_the_table_collects(name: str) -> None:
    rules = rules_of(name)
    for dollars in (5, 60, 100, 101, 400, 3_000):
        action = {wager: Cents(dollars * 100) for wager in rules.wagers}
        stakes = [CountedStake("2", wager, amount) for wager, amount in action.items()]
        for schedule in rules.schedules:
            taken = collect(schedule, stakes, rules.fee_gap, rules.counted_wagers(schedule))
            assert seat_fee(rules, schedule, action) == taken.player_dealer


def covers_fee(found: PlayerDealerRound, under: ResultUnderSchedule, total: int) -> bool:
    """Return whether action of this many cents covers its fee, by the fee table itself."""
    counted = Fraction(total * under.counted, found.total)
    gap = found.rules.fee_gap
    # One reading rounds a fraction of a cent up, the other drops it.
    cents = -(-counted // 1) if gap is FeeGap.UP else counted // 1
    return total * found.gains.mean / found.total >= fee_for_action(under.schedule, Cents(int(cents)), gap)


def is_in_covering_range(under: ResultUnderSchedule, total: int, gap: FeeGap) -> bool:
    ends = [(span.start, span.end) for span in under.covering_ranges]
    return any(s <= total and (e is None or total < e or (total == e and gap is FeeGap.UP)) for s, e in ends)


@pytest.mark.parametrize("name", BREAK_EVEN_GAMES)
@pytest.mark.parametrize("action", ["player=300,banker=200,phoenix-7=20", "banker=50", "player=7,tiger-8=93"])
def test_break_even_holds_on_both_sides_of_it_under_every_schedule(name: str, action: str) -> None:
    found = banked(name, action)
    assert len(found.by_schedule) == len(found.rules.schedules) > 0
    for under in found.by_schedule:
        assert under.break_even is not None
        assert under.covers_from is not None
        first, last = -(-under.break_even // 1), -(-under.covers_from // 1)
        assert covers_fee(found, under, first)
        assert not any(covers_fee(found, under, total) for total in {*range(first - 1, 0, -97), first - 1})
        assert not covers_fee(found, under, last - 1)
        assert all(covers_fee(found, under, total) for total in range(last, last + 3_000_000, 4_999))


@pytest.mark.parametrize("gap", ["up", "floor"])
@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("ca-cash-in-baccarat", "player=300,banker=200,phoenix-7=20"),
        ("ca-big-bonus-baccarat", "player=100"),
        ("ca-ez-baccarat-dragon-7", "player=90,dragon-7=10"),
        ("ca-commission-free-baccarat", "banker=30,banker-6=60"),
    ],
)
def test_an_action_is_in_a_covering_range_exactly_when_it_covers_its_fee(name: str, action: str, gap: str) -> None:
    found = banked(name, action, fee_gap=gap)
    for under in found.by_schedule[:8]:
        edges = [
            int(end) + off
            for span in under.covering_ranges
            for end in (span.start, span.end or 0)
            for off in (-1, 0, 1)
        ]
        for total in {*range(50, 600_000, 5_050), *(edge for edge in edges if edge > 1)}:
            assert covers_fee(found, under, total) == is_in_covering_range(under, total, found.rules.fee_gap), (
                under.schedule.id,
                total,
            )


@settings(max_examples=40)
@given(st.sampled_from(PLAYER_DEALT), st.data())
def test_covering_ranges_ascend_and_do_not_overlap(name: str, data: st.DataObject) -> None:
    rules = rules_of(name)
    amounts = st.integers(100, 10_000_000).map(Cents)
    action = data.draw(st.dictionaries(st.sampled_from(sorted(rules.wagers)), amounts, min_size=1, max_size=4))
    found = player_dealer_round(rules, action, rules.schedules)
    for under in found.by_schedule:
        ends = [end for span in under.covering_ranges for end in (span.start, span.end) if end is not None]
        assert ends == sorted(ends)
        assert under.expected is None or (under.expected >= 0) == is_in_covering_range(
            under, found.total, rules.fee_gap
        )


def test_a_seat_that_loses_on_average_never_breaks_even() -> None:
    brackets: list[tuple[int | None, int]] = [(10_000, 100), (None, 200)]
    assert _covering(brackets, Fraction(-1, 100), Fraction(1), FeeGap.UP) == ()
    assert _covering(brackets, Fraction(0), Fraction(1), FeeGap.UP) == ()


def test_action_that_no_schedule_counts_has_no_fee() -> None:
    found = banked("ca-ez-baccarat-dragon-7", "dragon-7=100", "1")
    assert (found.by_schedule[0].counted, found.by_schedule[0].fee, found.by_schedule[0].break_even) == (0, 0, 0)


def test_action_over_a_closed_schedule_has_no_fee_at_all() -> None:
    rules = rules_of("ca-cash-in-baccarat")
    printed = rules.schedules[0]
    fields = {name: getattr(printed, name) for name in Schedule.__dataclass_fields__}
    closed = Schedule(**{**fields, "brackets": printed.brackets[:2]})
    found = player_dealer_round(rules, {"player": Cents(100_000)}, (closed,))
    assert found.by_schedule[0].fee is None
    assert found.by_schedule[0].expected is None
    assert found.by_schedule[0].covers_from is None
    assert found.by_schedule[0].covering_ranges[-1].end == 60_000


def printed_by(capsys: pytest.CaptureFixture[str], name: str, action: str, **more: Any) -> str:
    show_bank(
        name, more.get("options", []), action=action, schedule=more.get("schedule"), as_json=more.get("json", False)
    )
    return capsys.readouterr().out


def test_the_command_prints_a_table_eighty_columns_wide(capsys: pytest.CaptureFixture[str]) -> None:
    for name in PLAYER_DEALT:
        rules = rules_of(name)
        shown = printed_by(capsys, name, ",".join(f"{wager}=12345.67" for wager in rules.wagers))
        assert all(len(line) <= 80 for line in shown.splitlines())
        assert all(schedule.id in shown for schedule in rules.schedules)


def test_json_has_the_documented_shape(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(printed_by(capsys, "ca-cash-in-baccarat", "player=300,phoenix-7=20", schedule="2", json=True))
    assert list(answer) == [
        *(
            "rulebook",
            "digest",
            "options",
            "action",
            "wagers",
            "seats",
            "round",
            "coverage_model",
            "meters_left_out",
            "schedules",
        ),
    ]
    assert answer["action"] == "320.00"
    assert [wager["wager"] for wager in answer["wagers"]] == ["player", "phoenix-7"]
    assert answer["round"]["largest_loss"] == "500.00"
    (schedule,) = answer["schedules"]
    assert (schedule["schedule"], schedule["fee"], schedule["full_table"]) == ("ci-2", "5.00", "9600.00")
    assert Fraction(schedule["expected_gain_exact"]) == Fraction(answer["round"]["expected_gain_exact"]) - 5
    assert schedule["covered"][0]["from"] == schedule["break_even"]


@pytest.mark.parametrize(
    ("name", "action", "schedule", "where", "message"),
    [
        ("co-baccarat", "player=100", None, "rulebook", "banked by the house"),
        ("ca-cash-in-baccarat", "playr=100", None, "--action", "did you mean"),
        ("ca-cash-in-baccarat", "player=0", None, "--action", "zero"),
        ("ca-cash-in-baccarat", "player=-3", None, "--action", "no sign"),
        ("ca-cash-in-baccarat", "player", None, "--action", "WAGER=DOLLARS"),
        ("ca-cash-in-baccarat", "", None, "--action", "WAGER=DOLLARS"),
        ("ca-cash-in-baccarat", "player=1e5", None, "--action", "write dollars"),
        ("ca-cash-in-baccarat", "player=5,player=6", None, "--action", "twice"),
        ("ca-cash-in-baccarat", "player=1000000001", None, "--action", "over $1,000,000,000"),
        ("ca-cash-in-baccarat", "player=100", "9", "--schedule", "ci-1"),
    ],
)
def test_bad_input_names_its_field_and_prints_nothing(
    capsys: pytest.CaptureFixture[str], name: str, action: str, schedule: str | None, where: str, message: str
) -> None:
    with pytest.raises(BadInput) as refused:
        printed_by(capsys, name, action, schedule=schedule)
    assert refused.value.problems[0].where == where
    assert message in refused.value.problems[0].message
    assert capsys.readouterr().out == ""


@in_soak
def test_wagers_that_cannot_be_counted_together_are_named(tmp_path: Path) -> None:
    written = files("croupier.rulebook").joinpath("data", "co-ez-baccarat.toml").read_text("utf-8")
    pair = """
[[wager]]
id     = "lucky-pair"
title  = "Lucky Pair"
group  = "side"
pays   = [{ when = "player_pair", odds = "11:1" }]
limits = { min = "5", max = "25", cite = "L593" }
cite   = "L593"
"""
    file = tmp_path / "mixed.toml"
    file.write_text(written + pair, "utf-8")
    rules = TableRules.of(rulebook_library.load_file(file))
    action = {"lucky-pair": Cents(500), "ez-progressive": Cents(100), "player": Cents(1000)}
    with pytest.raises(BadInput, match=r"--action: lucky-pair .* and ez-progressive .* cannot be counted together"):
        joint_outcomes(rules, action, to_the_cent=False, where="--action")
    assert joint_outcomes(
        rules, {"lucky-pair": Cents(500), "player": Cents(1000)}, to_the_cent=False, where=""
    ).bank.mean


@pytest.mark.parametrize(
    "name",
    [name for name in rulebook_library.names() if rulebook_library.load(name).written.banking != "player-dealer"],
)
def test_a_game_without_a_player_dealer_names_only_commands_that_answer_for_it(name: str) -> None:
    rules = TableRules.of(rulebook_library.load(name))
    with pytest.raises(BadInput) as refused:
        require_player_dealer(rules)
    message = str(refused.value)
    if rules.rulebook.written.banking == "seats":
        assert message == f"rulebook: nobody banks {rules.rulebook.title}: the players play one another"
        return
    assert "croupier odds" in message
    stakes = {next(iter(rules.betting_wagers)): Cents(100_00)}
    assert round_gains(rules, stakes, to_the_cent=False, where="--stakes").bank.total


def test_the_bank_of_a_game_with_decisions_has_the_mean_of_the_par_sheet_and_a_counted_spread() -> None:
    rules = rules_of("ca-3-card-poker")
    sheet = priced_sheet(rules)
    alone = player_dealer_round(rules, {"ante": Cents(30_000)}, rules.schedules)
    assert alone.expected == alone.gains.mean == 30_000 * sheet["ante"].house_edge
    assert alone.gains.variance == 30_000**2 * sheet["ante"].variance
    assert (alone.round.method, alone.post_to_cover) == ("exact", None)
    for under in alone.by_schedule:
        assert under.fee is None or under.expected == alone.expected - under.fee


def test_simulated_rounds_of_several_bettors_agree_with_the_par_sheet() -> None:
    rules = rules_of("ca-3-card-poker")
    action = {"ante": Cents(30_000), "pair-and-up": Cents(3_000)}
    several = player_dealer_round(rules, action, (), seats=3, rounds=1_500)
    assert several.expected == sum(several.edges[name] * amount for name, amount in action.items())
    assert several.gains.total == 1_500
    error = several.gains.deviation / several.gains.total**0.5
    assert abs(float(several.gains.mean - several.expected)) < 4 * error
    alone = player_dealer_round(rules, {"ante": Cents(30_000)}, ())
    assert several.gains.deviation < 0.9 * alone.gains.deviation, "equal shares at three seats spread the risk"


def test_the_blind_goes_with_its_ante() -> None:
    rules = rules_of("ca-ultimate-texas-holdem")
    assert with_required_stakes(rules, {"trips": Cents(500), "ante": Cents(1_000)}, "") == {
        "ante": 1_000,
        "blind": 1_000,
        "trips": 500,
    }
    for stakes, message in (
        ({"ante": 1_000, "blind": 500}, "ante equals blind"),
        ({"play": 1_000}, "put up during the round"),
    ):
        with pytest.raises(BadInput, match=message):
            with_required_stakes(rules, {name: Cents(amount) for name, amount in stakes.items()}, "--action")
    banked = player_dealer_round(rules, {"ante": Cents(10_000)}, rules.schedules)
    assert banked.total == 20_000
    assert all(under.counted == 20_000 for under in banked.by_schedule)
    for seats, message in ((0, "has 1 to"), (100, "has 1 to")):
        with pytest.raises(BadInput, match=message):
            player_dealer_round(rules, {"ante": Cents(10_000)}, (), seats=seats)


@pytest.mark.parametrize(
    "name",
    [name for name in rulebook_library.names() if rulebook_library.load(name).written.banking == "player-dealer"],
)
def test_every_player_dealer_game_says_what_the_seat_is_worth(name: str) -> None:
    rules = TableRules.of(rulebook_library.load(name))
    main = next(iter(rules.betting_wagers))
    banked = player_dealer_round(rules, {main: Cents(10_000)}, rules.schedules)
    assert banked.expected == sum(priced_sheet(rules)[name].house_edge * 10_000 for name in banked.edges)
    assert abs(float(banked.gains.mean - banked.expected)) < 0.005 * banked.total
