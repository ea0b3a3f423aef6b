"""Contract of placed wagers: what the server says of a layout is what placing it says, and what settling it pays."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from croupier.errors import Refused
from croupier.families.baccarat.settle import SPOT_FACTS
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.money.pay_odds import PayOdds
from croupier.money.settlement import settle
from croupier.play import rulebook_library
from croupier.play.facts import FactColumns
from croupier.play.family import family_of
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wager_checks import WagerProblemReason
from croupier.rulebook.wagers import OfferedWager
from croupier.table.betting import WagersRefused
from croupier.table.settings import schedule_of
from croupier.table.state import Phase
from croupier.views import Viewer
from croupier.views.possible_wins import highest_win
from tests.contract.random_table import RandomTable
from tests.table_driver import Drive, placed, player
from tests.views.test_views import view_for

BETTING = [name for name in rulebook_library.names() if rulebook_library.load(name).written.banking != "seats"]
LAYOUTS = 60
ROUNDS = 12
METER_CENTS = Cents(1_234_567)
SHARED_HANDS = ("baccarat", "war")
"""Families in which no wager depends on a seat's own hand, except by the `SPOT_FACTS` of baccarat."""


def seat_to_bet(table: RandomTable) -> int:
    bank = table.drive.state.bank
    return next(seat for seat in table.seats if bank is None or bank.account != f"player:{seat}")


def random_layout(drive: Drive, chance: Random) -> dict[str, int]:
    """Return stakes on some wagers: too small, at the limits, too large, or in between."""
    rules, schedule = drive.state.rules, schedule_of(drive.state.settings)
    names = chance.sample(sorted(rules.wagers), chance.randint(1, min(4, len(rules.wagers))))
    stakes = {}
    for name in names:
        limit = rules.limit(rules.wagers[name], schedule)
        sizes = [limit.least - 100, limit.least, limit.least + 500, min(limit.most, 100_00), limit.most + 100]
        stakes[name] = max(100, int(chance.choice(sizes)))
    return stakes


@pytest.mark.parametrize("rulebook", BETTING)
def test_of_refused_wagers_the_placeable_ones_are_accepted_and_the_others_are_not(rulebook: str) -> None:
    table, chance, refused = RandomTable(rulebook, 3), Random(rulebook), 0
    drive = table.drive
    table.bet()
    seat = seat_to_bet(table)
    drive.fund(seat)
    for _ in range(LAYOUTS):
        layout = random_layout(drive, chance)
        reply = drive.do(placed(seat, layout), actor=player(seat))
        if not isinstance(reply, WagersRefused):
            continue
        refused += 1
        problems = {problem.wager: problem for problem in reply.problems}
        assert set(problems) | set(reply.placeable) == set(layout)
        assert not set(problems) & set(reply.placeable)
        alone = drive.do(placed(seat, reply.placeable), actor=player(seat))
        assert not isinstance(alone, WagersRefused), alone
        for wager, problem in problems.items():
            # A wager may be refused beside one that is refused as well; then it could stand without that one.
            if problem.reason is not WagerProblemReason.EXCLUDED:
                more = {**reply.placeable, wager: layout[wager]}
                assert isinstance(drive.do(placed(seat, more), actor=player(seat)), WagersRefused), (problem, more)
    assert refused, "no layout was refused"


@pytest.mark.parametrize("rulebook", BETTING)
def test_betting_says_that_it_is_closed_exactly_when_wagers_are_refused(rulebook: str) -> None:
    table = RandomTable(rulebook, 5)
    drive, seat = table.drive, seat_to_bet(table)

    def check() -> None:
        closed = view_for(drive, Viewer())["betting"]["closed_reason"]
        reply = drive.do(placed(seat, {}), actor=player(seat), at=drive.at)
        is_refused = isinstance(reply, Refused) and reply.code.startswith(("table/", "wager/no_more_bets"))
        assert is_refused == (closed is not None), (closed, reply)

    check()
    table.bet()
    assert drive.state.phase is Phase.BETTING
    check()
    for _ in table.steps():
        check()


@pytest.mark.parametrize("rulebook", BETTING)
def test_a_settled_wager_wins_no_more_than_its_chips_showed(rulebook: str) -> None:
    """Check rounds of the live table; a wager with one pay row wins exactly what its chips showed."""
    exact = 0
    for seed in range(ROUNDS):
        table = RandomTable(rulebook, seed)
        table.bet()
        seat = seat_to_bet(table)
        chips = view_for(table.drive, Viewer("player", f"player:{seat}"))["chips"]
        shown = {(chip["wager"], chip["cents"]): chip["wins_cents"] for chip in chips if chip["is_own"]}
        for _ in table.steps():
            pass
        last = view_for(table.drive, Viewer("player", f"player:{seat}"))["last_round"]
        for result in last.get("player", {"results": []})["results"]:
            key = result["wager"], result["cents"]
            if result["result"] == "win" and result["owed_cents"] is None and key in shown:
                assert result["net_cents"] <= shown[key], result
                if len(table.drive.state.rules.wagers[result["wager"]].rows) == 1:
                    assert result["net_cents"] == shown[key], result
                    exact += 1
    one_row = [wager for wager in table.drive.state.rules.betting_wagers.values() if len(wager.rows) == 1]
    assert exact or not one_row


def rows_won(wager: OfferedWager, columns: FactColumns) -> list[dict[str, Any]]:
    """Return the facts of one round for each pay row by which the wager wins."""
    free = np.ones(columns.rounds, dtype=bool)
    for condition in (wager.returns, wager.push):
        if condition is not None:
            free &= ~np.broadcast_to(condition.holds_in_rounds(columns), free.shape)
    found = []
    for row in wager.rows:
        holds = np.broadcast_to(row.when.holds_in_rounds(columns), free.shape) & free
        if holds.any():
            place = int(np.flatnonzero(holds)[0])
            found.append({name: np.broadcast_to(columns[name], free.shape)[place] for name in wager.facts})
        free &= ~holds
    return found


@pytest.mark.parametrize("rulebook", BETTING)
def test_the_win_that_is_shown_is_settled_for_the_best_row(rulebook: str) -> None:
    """Check every wager with rare rounds of its family, also at stakes that make rounded pays and charges."""
    rules = TableRules.of(rulebook_library.load(rulebook))
    columns = family_of(rules).edge_case_facts(rules)
    meters = dict.fromkeys((meter.id for meter in rules.meters), METER_CENTS)
    compared = 0
    for wager in rules.wagers.values():
        rounds = rows_won(wager, columns)
        for stake in (wager.limit.least, Cents(wager.limit.least + 33)):
            bet = Bet(rules.seats[0], SEATED, wager.id, stake)
            verdicts = [wager.decide(facts, stake, meters) for facts in rounds]
            wins = [settle([bet], [verdict], rules.settlement, meters=meters).settled[0].net for verdict in verdicts]
            shown = highest_win(rules, wager, stake, meters)
            assert all(win <= (shown or 0) for win in wins)
            if rounds and len(rounds) == len(wager.rows):
                compared += 1
                assert max(wins) == shown
    assert compared


@pytest.mark.parametrize(
    ("rulebook", "wager", "stake", "meters", "win"),
    [
        # 9 to 10 on $12.55 is $11.295, which this game rounds down
        ("ca-fortune-pai-gow-poker", "base", 12_55, {}, 11_29),
        # even money less 5 %: $10.05 wins $10.05 and is charged 50.25 cents
        ("co-baccarat", "banker", 10_05, {}, 9_55),
        # 250 for 1 is the best row where the meter cannot be read: the stake does not come back besides
        ("co-ez-baccarat", "ez-progressive", 5_00, {}, 249 * 5_00),
        # the whole meter, which the stake has fed, takes the stake
        ("pa-mini-baccarat", "royal-9", 5_00, {"royal-9/both": 10_000_00}, None),
    ],
)
def test_pays_that_floats_got_wrong(
    rulebook: str, wager: str, stake: int, meters: dict[str, int], win: int | None
) -> None:
    rules = TableRules.of(rulebook_library.load(rulebook))
    known = {name: Cents(cents) for name, cents in meters.items()}
    shown = highest_win(rules, rules.wagers[wager], Cents(stake), known)
    if win is None:
        (meter,) = [meter for meter in rules.meters if meter.id in meters]
        win = meters[meter.id] + int(stake * meter.contribution) - stake
    assert shown == win


def test_the_stakes_of_other_bettors_feed_the_meter_that_is_shown() -> None:
    rules = TableRules.of(rulebook_library.load("pa-mini-baccarat"))
    wager, meters = rules.wagers["royal-9"], dict.fromkeys((meter.id for meter in rules.meters), METER_CENTS)
    alone = highest_win(rules, wager, Cents(5_00), meters)
    beside = highest_win(rules, wager, Cents(5_00), meters, [Cents(5_00)] * 4)
    assert alone is not None
    assert beside is not None
    assert beside - alone == 4 * int(5_00 * max(meter.contribution for meter in rules.meters))


# What a settled round says of every winning wager, placed or not.


@pytest.mark.parametrize("rulebook", BETTING)
def test_a_settled_round_names_the_pay_of_every_winning_wager(rulebook: str) -> None:
    """Check the named pays with the settled wagers; where no wager depends on a seat's hand, every winner has one."""
    for seed in range(ROUNDS):
        table = RandomTable(rulebook, seed)
        table.play()
        rules = table.drive.state.rules
        last = view_for(table.drive, Viewer())["last_round"]
        pays, won = last["winning_pays"], last["winning_wagers"]
        assert set(pays) <= set(won)
        for result in last["results"]:
            if result["result"] == "win" and result["wager"] in pays:
                paid = [row.odds for row in rules.wagers[result["wager"]].rows if row.odds.text == result["row"]]
                assert pays[result["wager"]] in [pay_view(odds) for odds in paid], result
        if rules.rulebook.written.family in SHARED_HANDS:
            of_all_seats = [name for name in won if rules.wagers[name].facts.isdisjoint(SPOT_FACTS)]
            assert set(of_all_seats) <= set(pays), set(of_all_seats) - set(pays)


def pay_view(odds: PayOdds) -> dict[str, Any]:
    return {"kind": odds.kind, "numerator": odds.value.numerator, "denominator": odds.value.denominator}


def test_a_wager_that_nobody_placed_is_named_with_what_its_row_pays() -> None:
    """Check a Banker win with a six, which pays half; only the Player has a bet."""
    drive = Drive("ilani-midi-baccarat", options={"banker_mode": "half-on-6"}).open(1)
    drive.play("Kc 4s 2d 2h Td", {1: {"player": 25_00}})
    last = view_for(drive, Viewer())["last_round"]
    assert last["winning_pays"]["banker"] == {"kind": "to", "numerator": 1, "denominator": 2}
    assert [result["wager"] for result in last["results"]] == ["player"]
