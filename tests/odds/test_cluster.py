"""A Dask cluster deals the same counts as one machine. The cluster is in this process, on loopback."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import distributed
import pytest

from croupier.errors import BadInput
from croupier.families.baccarat.odds.simulate import simulate
from croupier.odds.family_odds import SimulationSeats, odds_of
from croupier.odds.par_sheet import sheet_json
from croupier.odds.simulation import backends
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
    ) as cluster:
        yield cluster.scheduler_address


@pytest.mark.parametrize(("rulebook", "rounds"), [("ca-cash-in-baccarat", 1_500_000), ("pa-mini-baccarat", 200_000)])
def test_a_cluster_gives_the_same_counts_as_one_machine(
    address: str, rulebook: str, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that the counts are equal, with tasks so short that each worker gets several."""
    monkeypatch.setattr(backends, "CHUNKS_PER_TASK", 1)
    rules = TableRules.of(rulebook_library.load(rulebook))
    here, there = (simulate(rules, rounds=rounds, seed=4, cluster=where) for where in (None, address))
    assert here.rounds == there.rounds == rounds
    assert {name: odds.lines for name, odds in here.wagers.items()} == {
        name: odds.lines for name, odds in there.wagers.items()
    }


@pytest.mark.parametrize(
    ("rulebook", "rounds"),
    [
        ("house-blackjack", 40_000),
        ("ca-3-card-poker", 100_000),
        ("ca-ultimate-texas-holdem", 100_000),
        ("ca-fortune-pai-gow-poker", 40_000),
        ("ca-texas-holdem", 20_000),
        ("ca-13-card-chinese-poker", 1_500),
    ],
)
def test_games_with_decisions_have_the_same_results_on_a_cluster(
    address: str, rulebook: str, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backends, "CHUNKS_PER_TASK", 1)
    rules = TableRules.of(rulebook_library.load(rulebook))
    here, there = (
        odds_of(rules).simulate(rules, SimulationSeats(), rounds=rounds, seed=4, cluster=where)
        for where in (None, address)
    )
    assert sheet_json(there.sheet) == sheet_json(here.sheet)
    assert there.extra_json == here.extra_json
    other = odds_of(rules).simulate(rules, SimulationSeats(), rounds=rounds, seed=5)
    assert (sheet_json(other.sheet), other.extra_json) != (sheet_json(here.sheet), here.extra_json)


def test_a_time_limit_ends_a_simulation_on_a_cluster(address: str) -> None:
    sheet = simulate(TableRules.of(rulebook_library.load("ca-cash-in-baccarat")), seconds=0.2, cluster=address)
    assert sheet.rounds > 0


def test_a_scheduler_without_workers_is_named() -> None:
    with (
        distributed.LocalCluster(
            n_workers=0, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address="127.0.0.1:0"
        ) as cluster,
        pytest.raises(BadInput, match="has no workers"),
    ):
        simulate(
            TableRules.of(rulebook_library.load("ca-cash-in-baccarat")), rounds=1000, cluster=cluster.scheduler_address
        )


def test_an_unreachable_cluster_is_one_clear_line() -> None:
    command = [sys.executable, "-m", "croupier", "simulate", "ca-cash-in-baccarat", "--cluster", "tcp://127.0.0.1:9"]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr.startswith("croupier: --cluster: no Dask scheduler answers at tcp://127.0.0.1:9")
    assert refused.stderr.count("\n") == 1


def test_an_invalid_address_is_refused() -> None:
    with pytest.raises(BadInput, match="--cluster"):
        simulate(TableRules.of(rulebook_library.load("ca-cash-in-baccarat")), rounds=1000, cluster="nowhere")
