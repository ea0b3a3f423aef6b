"""House meters: created, changed only while stopped, fed by several tables, won; every cent is accounted for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert

from croupier.cage import meters
from croupier.cage.ledger_sums import trial_balance
from croupier.cage.meter_report import jackpot_list, meter_report, meters_report
from croupier.cage.meters import HouseMeter, MeterParameters, find_meter, record_hit
from croupier.money.cents import Cents
from croupier.money.meters import MeterRound
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from croupier.store import ledger_accounts, schema
from croupier.store.ledger_accounts import table_account
from croupier.store.record import Transfer
from croupier.table.command_effect import CommandContext, EffectBuilder
from croupier.table.round_settlement import post_meter
from croupier.table.state import TableState
from tests.cage_house import House, open_audited_house
from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures

POSTED = MeterParameters(seed_cents=100_000, contribution=Fraction(3, 20), ceiling_cents=150_000)
BY = {"by": "user:1"}
WHY = {**BY, "reason": "as the manager decided"}


@pytest.fixture
def house(database_url: str) -> Iterator[House]:  # noqa: F811 - a fixture
    """Open a new house, once over SQLite and once over PostgreSQL."""
    yield from open_audited_house(database_url)


def meter_in(house: House, name: str = "dragon", parameters: MeterParameters = POSTED) -> HouseMeter:
    """Create a meter in the house and return it."""
    return house.done(meters.create_meter, meter=name, title=name.title(), parameters=parameters, **BY)


def stands_at(house: House, name: str = "dragon") -> int:
    """Return the amount of a meter in cents."""
    return house.balance(ledger_accounts.meter(name))


def report(house: House, name: str = "dragon") -> dict[str, Any]:
    """Return the report of a meter."""
    with house.reading() as reading:
        found = meter_report(reading, name)
    assert found is not None
    return found


def test_a_meter_starts_at_its_seed(house: House) -> None:
    meter = meter_in(house)
    assert (meter.status, meter.base_cents, stands_at(house)) == ("running", 100_000, 100_000)
    assert house.balance(ledger_accounts.SEED) == -100_000
    with house.reading() as reading:
        assert find_meter(reading, "dragon") == meter
        assert find_meter(reading, "phoenix") is None
        assert meter_report(reading, "phoenix") is None
    facts = {"title": "Again", "parameters": POSTED, **BY}
    assert house.refused(meters.create_meter, meter="dragon", **facts).code == "meter/exists"
    # a table's own meter, which no other table may share
    house.pay("table/ez-1", [], ("house:ez-1", "meter:ez-1-dragon", 5))
    assert house.refused(meters.create_meter, meter="ez-1-dragon", **facts).code == "meter/exists"


def test_every_meter_of_a_rulebook_can_be_created_for_a_table(house: House) -> None:
    all_rules = [TableRules.of(rulebook_library.load(name), {}) for name in rulebook_library.names()]
    names = [f"{'t' * 40}-{meter.id}" for rules in all_rules for meter in rules.meters]
    assert len(names) >= 5
    for name in names:
        assert meter_in(house, name).id == name


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"meter": "Dragon 7"}, "meter/name"),
        ({"meter": ""}, "meter/name"),
        ({"title": " "}, "meter/title"),
        ({"title": "a\nb"}, "meter/title"),
        ({"title": "x" * 121}, "meter/title"),
        ({"parameters": replace(POSTED, seed_cents=-1)}, "money/amount"),
        ({"parameters": replace(POSTED, contribution=Fraction(6, 5))}, "meter/contribution"),
        ({"parameters": replace(POSTED, contribution=Fraction(-1, 5))}, "meter/contribution"),
        ({"parameters": replace(POSTED, ceiling_cents=0)}, "money/amount"),
        ({"parameters": replace(POSTED, ceiling_cents=99_999)}, "meter/ceiling"),
    ],
)
def test_an_invalid_meter_is_refused(house: House, change: dict[str, Any], code: str) -> None:
    facts = {"meter": "dragon", "title": "Dragon", "parameters": POSTED, **BY}
    assert house.refused(meters.create_meter, **{**facts, **change}).code == code
    assert house.count() == house.count(schema.meters) == 0


def test_parameters_change_only_while_the_link_is_stopped_and_no_round_is_on_it(house: House) -> None:
    meter_in(house)
    new_parameters = MeterParameters(seed_cents=50_000, contribution=Fraction(1, 10), ceiling_cents=None)
    facts = {"meter": "dragon", "parameters": new_parameters, **WHY}
    assert house.refused(meters.change_meter, **facts).code == "meter/running"
    house.done(meters.stop_meter, meter="dragon", **WHY)
    assert house.refused(meters.change_meter, **facts, in_use=["ez-1", "ez-2"]).code == "meter/in_use"
    assert house.refused(meters.change_meter, **{**facts, "reason": ""}).code == "reason/missing"
    assert house.refused(meters.change_meter, **{**facts, "meter": "phoenix"}).code == "meter/not_found"
    low = replace(POSTED, seed_cents=0, ceiling_cents=99_999)
    assert house.refused(meters.change_meter, **{**facts, "parameters": low}).code == "meter/ceiling"
    changed = house.done(meters.change_meter, **facts)
    assert changed.parameters == new_parameters
    assert (changed.base_cents, stands_at(house)) == (100_000, 100_000)
    event = list(house.store.records("house"))[-1].events[0]
    assert event["was"] == {"seed_cents": 100_000, "contribution": "3/20", "ceiling_cents": 150_000}
    assert event["now"] == {"seed_cents": 50_000, "contribution": "1/10", "ceiling_cents": None}
    with house.reading() as reading:
        assert find_meter(reading, "dragon") == changed


def test_a_ceiling_may_not_be_below_the_amount_on_the_meter(house: House) -> None:
    meter_in(house)
    house.done(meters.stop_meter, meter="dragon", **WHY)
    at = replace(POSTED, ceiling_cents=100_000)
    house.done(meters.change_meter, meter="dragon", parameters=at, **WHY)
    below = {"meter": "dragon", "parameters": replace(at, ceiling_cents=99_999, seed_cents=1), **WHY}
    assert house.refused(meters.change_meter, **below).code == "meter/ceiling"


def test_a_link_is_stopped_and_started_with_a_reason(house: House) -> None:
    meter_in(house)
    assert house.refused(meters.start_meter, meter="dragon", **WHY).code == "meter/running"
    assert house.done(meters.stop_meter, meter="dragon", **WHY).status == "stopped"
    assert house.refused(meters.stop_meter, meter="dragon", **WHY).code == "meter/stopped"
    assert house.refused(meters.start_meter, meter="dragon", **BY, reason="").code == "reason/missing"
    assert house.refused(meters.start_meter, meter="phoenix", **WHY).code == "meter/not_found"
    assert house.done(meters.start_meter, meter="dragon", **WHY).is_running
    assert stands_at(house) == 100_000
    assert house.count(schema.significant) == 3


def test_an_adjustment_goes_both_ways_and_is_explained(house: House) -> None:
    meter_in(house)
    house.done(meters.adjust_meter, meter="dragon", cents=2_500, **WHY)
    house.done(meters.adjust_meter, meter="dragon", cents=-12_500, **WHY)
    assert (stands_at(house), house.balance(ledger_accounts.ADJUST)) == (90_000, 10_000)
    for cents, code in ((0, "money/amount"), (-90_001, "meter/not_enough"), (60_001, "meter/ceiling")):
        assert house.refused(meters.adjust_meter, meter="dragon", cents=cents, **WHY).code == code
    assert house.refused(meters.adjust_meter, meter="dragon", cents=5, **BY, reason=" ").code == "reason/missing"
    event = list(house.store.records("house"))[-1].events[0]
    assert (event["before_cents"], event["after_cents"], event["cents"]) == (102_500, 90_000, -12_500)
    assert report(house)["adjusted_cents"] == -10_000
    assert report(house)["agrees"]


@pytest.mark.parametrize(
    ("stands_at", "overflow", "ceiling", "contributed", "moved"),
    [
        (100_000, 0, 150_000, 500, [("house:a", "meter:dragon", 500)]),
        (149_800, 0, 150_000, 500, [("house:a", "meter:dragon", 200), ("house:a", "overflow:dragon", 300)]),
        (150_000, 0, 150_000, 500, [("house:a", "overflow:dragon", 500)]),
        (0, 0, 150_000, 0, []),
        (200_000, 0, None, 500, [("house:a", "meter:dragon", 500)]),
    ],
)
def test_contributions_above_the_ceiling_go_to_the_overflow(
    stands_at: int, overflow: int, ceiling: int | None, contributed: int, moved: list[tuple[str, str, int]]
) -> None:
    run = MeterRound(Cents(0), Cents(contributed), {}, Cents(0))
    assert posted(run, stands_at=stands_at, overflow=overflow, ceiling=ceiling) == moved


@pytest.mark.parametrize(
    ("overflow", "ceiling", "seed", "comes_back"),
    [(800, 150_000, 100_000, 800), (80_000, 150_000, 100_000, 50_000), (7, None, 1, 7)],
)
def test_the_overflow_comes_back_at_the_next_restart_of_the_meter(
    overflow: int, ceiling: int | None, seed: int, comes_back: int
) -> None:
    run = MeterRound(Cents(0), Cents(0), {0: Cents(120_000)}, Cents(seed))
    assert posted(run, stands_at=120_000, overflow=overflow, ceiling=ceiling) == [
        ("meter:dragon", "jackpot:ez-1", 120_000),
        ("seed", "meter:dragon", seed),
        ("overflow:dragon", "meter:dragon", comes_back),
    ]


def posted(run: MeterRound, *, stands_at: int, overflow: int, ceiling: int | None) -> list[Transfer]:
    """Return the transfers that one round makes on the meter's accounts."""
    balances = {"meter:dragon": stands_at, "overflow:dragon": overflow}
    builder = EffectBuilder(
        TableState("ez-1"),
        CommandContext(0, balance=lambda name: balances.get(name, 0), meter_ceiling=lambda _: ceiling),
    )
    post_meter(builder, "meter:dragon", run, "house:a")
    return list(builder.transfers())


def hit(house: House, name: str, number: int, cents: int, *, status: str = "pending", table: str = "ez-1") -> None:
    """Write the database row of a jackpot that was won."""
    row = {
        "id": f"{table}/{name}/{number}",
        "meter": name,
        "table_name": table,
        "round_id": f"{table}/{number:06d}",
        "account": "player:1",
        "cents": cents,
        "status": status,
        "hit_at": house.now + number,
    }
    house.writer.run(lambda uow: uow.write(insert(schema.jackpots), row))


def test_the_report_shows_the_last_25_hits_of_all(house: House) -> None:
    meter_in(house)
    meter_in(house, "phoenix")
    for number in range(1, 31):
        hit(house, "dragon", number, 100 + number)
    hit(house, "dragon", 31, 5, status="rejected")
    hit(house, "phoenix", 1, 7, status="confirmed", table="ez-2")
    figures = report(house)
    assert figures["hits"] == 30
    assert [hit["cents"] for hit in figures["last_hits"]] == [5, *range(130, 106, -1)]
    with house.reading() as reading:
        assert [meter["id"] for meter in meters_report(reading)] == ["dragon", "phoenix"]
        assert len(jackpot_list(reading, status="pending")) == 30
        assert [jackpot["cents"] for jackpot in jackpot_list(reading, table="ez-2")] == [7]
        assert [jackpot["cents"] for jackpot in jackpot_list(reading, status="rejected", meter="dragon")] == [5]
        assert len(jackpot_list(reading, limit=2)) == 2


def test_a_hit_is_counted_and_a_whole_one_starts_the_meter_again(house: House) -> None:
    meter_in(house)
    house.do(record_hit, meter="dragon", restarted_at_cents=None)
    house.do(record_hit, meter="dragon", restarted_at_cents=100_800)
    house.do(record_hit, meter="phoenix", restarted_at_cents=1)
    with house.reading() as reading:
        found = find_meter(reading, "dragon")
    assert found is not None
    assert (found.hits, found.base_cents) == (2, 100_800)


MOVES = st.tuples(
    st.sampled_from(["feed", "feed", "feed", "win", "part", "reject", "confirm", "raise", "lower", "reverse"]),
    st.sampled_from(["ez-1", "ez-2", "ez-3"]),
    st.integers(1, 40_000),
)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=st.lists(MOVES, min_size=5, max_size=25), ceiling=st.sampled_from([None, 110_000, 150_000]))
def test_every_contribution_is_on_the_meter_in_the_overflow_or_paid(
    house: House, moves: list[tuple[str, str, int]], ceiling: int | None
) -> None:
    """Check that all money put in equals the amounts on the meter, in its overflow and paid out. [R48]

    Three tables feed one meter, and every kind of change happens.
    """
    name = f"meter-{house.count(schema.meters) + 1}"
    meter = meter_in(house, name, replace(POSTED, ceiling_cents=ceiling))
    expected = {"contributed_cents": 0, "seeded_cents": 100_000, "adjusted_cents": 0, "paid_cents": 0}
    for change_kind, table, cents in moves:
        change = make_change(house, meter, change_kind, table, cents)
        expected = {figure: expected[figure] + change.get(figure, 0) for figure in expected}
    figures = report(house, name)
    assert {figure: figures[figure] for figure in expected} == expected
    assert figures["agrees"]
    put_in = figures["contributed_cents"] + figures["seeded_cents"] + figures["adjusted_cents"]
    assert put_in == figures["current_cents"] + figures["overflow_cents"] + figures["paid_cents"]
    assert ceiling is None or figures["current_cents"] <= ceiling or any(move[0] == "reject" for move in moves)
    with house.reading() as reading:
        assert trial_balance(reading, recount=True)["differs"] == []


def contribution_lines(meter: HouseMeter, *, stands_at: int, source: str, cents: int) -> list[Transfer]:
    """Return the transfers of a contribution: up to the ceiling to the meter, the rest to its overflow.

    `stands_at` is the meter's amount in cents before the contribution.
    """
    ceiling = meter.parameters.ceiling_cents
    room = cents if ceiling is None else max(0, min(cents, ceiling - stands_at))
    moves = ((source, meter.account, room), (source, ledger_accounts.overflow(meter.id), cents - room))
    return [Transfer(*move) for move in moves if move[2] > 0]


def restart_lines(meter: HouseMeter, *, overflow_cents: int) -> list[Transfer]:
    """Return the transfers that restart a meter: its seed from the house, and its overflow up to the ceiling."""
    seed, ceiling = meter.parameters.seed_cents, meter.parameters.ceiling_cents
    restored = overflow_cents if ceiling is None else max(0, min(overflow_cents, ceiling - seed))
    moves = ((ledger_accounts.SEED, meter.account, seed), (ledger_accounts.overflow(meter.id), meter.account, restored))
    return [Transfer(*move) for move in moves if move[2] > 0]


def make_change(house: House, meter: HouseMeter, kind: str, table: str, cents: int) -> dict[str, int]:
    """Make one change to a meter; return by how many cents each figure of its report must change."""
    shown, over = house.balance(meter.account), house.balance(ledger_accounts.overflow(meter.id))
    stream, escrow = f"table/{table}", table_account("jackpot", table)
    match kind:
        case "feed":
            house.pay(
                stream,
                [],
                *contribution_lines(meter, stands_at=shown, source=table_account("house", table), cents=cents),
            )
            return {"contributed_cents": cents}
        case "reverse" if shown >= cents:
            house.pay(stream, [], (meter.account, table_account("house", table), cents))
            return {"contributed_cents": -cents}
        case "win" if shown:
            house.pay(stream, [], (meter.account, escrow, shown), *restart_lines(meter, overflow_cents=over))
            return {"paid_cents": shown, "seeded_cents": 100_000}
        case "part" if shown >= 10:
            house.pay(stream, [], (meter.account, escrow, shown // 10))
            return {"paid_cents": shown // 10}
        case "reject" if (back := min(cents, house.balance(escrow))) > 0:
            house.pay(stream, [], (escrow, meter.account, back))
            return {"paid_cents": -back}
        case "confirm" if (paid := min(cents, house.balance(escrow))) > 0:
            house.pay(stream, [], (escrow, ledger_accounts.player(1), paid))
        case "raise" | "lower":
            signed = cents if kind == "raise" else -cents
            answer = house.do(meters.adjust_meter, meter=meter.id, cents=signed, **WHY)
            return {"adjusted_cents": signed} if isinstance(answer, HouseMeter) else {}
    return {}
