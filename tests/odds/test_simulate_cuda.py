"""CUDA kernels, run by Numba's simulator of a device: their counts equal those of the processor."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.soak import in_soak

COMPARE = """
import sys, warnings
warnings.simplefilter("ignore")  # Numbers that wrap are meant to.
import numpy as np
from croupier.families.baccarat.odds import cuda
from croupier.families.baccarat.odds.kernels import TOTALS_CLASSES
from croupier.families.baccarat.odds.simulate_kernels import coup_setup, deal_by_totals
from croupier.odds.simulation.shuffle_kernels import start_of

assert not any(module in sys.modules for module in ("pydantic", "typer", "rich"))
on_third = {3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}
draws = [[int(total < 6) for total in range(10)] + [0]]
for banker in range(10):
    on = on_third.get(banker, "0123456789" if banker < 3 else "")
    draws.append([int(str(third) in on) for third in range(10)] + [int(banker < 6)])

def compare(decks, burn, cut, ends, first, shoes, natural_stops=True):
    coups = coup_setup(
        decks=decks, burn=burn, cut_from_back=cut, ends_with_the_hand=ends, draws=draws, natural_stops=natural_stops
    )
    expected, counted = np.zeros(TOTALS_CLASSES, np.int64), np.zeros(TOTALS_CLASSES, np.int64)
    rounds = deal_by_totals(coups, start_of(1), first, shoes, 10**9, expected)
    assert rounds > 0
    assert cuda.CudaBackend(coups, 1).deal_totals(first, shoes, counted) == rounds
    assert (expected == counted).all()
"""


def on_simulator(code: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    command = [sys.executable, "-c", COMPARE + code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


@in_soak
def test_a_device_gives_the_counts_of_the_processor() -> None:
    """Check equal counts for three kinds of burn, both cut rules, void rounds, and naturals that draw."""
    code = """
compare(1, [11, *range(2, 11)], 14, False, 0, 5)
compare(1, [0] * 10, 0, True, 40, 5, natural_stops=False)
compare(2, [4] * 10, 20, True, 7, 3)
compare(3, [0] * 10, 100, False, 7, 3)
"""
    done = on_simulator(code)
    assert done.returncode == 0, done.stderr


@in_soak
def test_an_unfair_shoe_is_drawn_again_on_a_device_too() -> None:
    """Check two shoes of seed 1: the first that is examined for bias, and the first whose positions are drawn again."""
    code = """
from croupier.odds.simulation.shuffle_kernels import draw_places, draw_unbiased
dealing = coup_setup(
    decks=8, burn=[0] * 10, cut_from_back=14, ends_with_the_hand=False, draws=draws, natural_stops=True
).dealing
picked, careful, fair = np.zeros(len(dealing.left), np.uint64), np.zeros(len(dealing.left), np.uint64), np.ones(1, bool)
shoes = []
for shoe in range(10_000):
    draw_places(dealing.steps, dealing.left, start_of(1), shoe, picked, fair)
    draw_unbiased(dealing.steps, dealing.left, dealing.too_low, start_of(1), shoe, careful, 0)
    if not fair[0] and (not shoes or (picked != careful).any()):
        shoes.append(shoe)
    if len(shoes) == 2:
        break
for shoe in shoes:
    compare(8, [0] * 10, 14, False, shoe, 1)
assert len(shoes) == 2
"""
    done = on_simulator(code)
    assert done.returncode == 0, done.stderr


def test_blocks_fit_the_shared_memory() -> None:
    from croupier.families.baccarat.odds.cuda import launch_config
    from croupier.odds.simulation.shuffle_cuda import DEFAULT_SHARED_BYTES

    h200 = launch_config(8, 3394, shared_bytes=232_448, processors=132)
    assert (h200.blocks, h200.threads) == (132, 512)
    assert h200.shared_bytes <= 232_448
    small = launch_config(8, 3394, shared_bytes=DEFAULT_SHARED_BYTES, processors=10)
    assert small.threads == 64
    assert not small.exceeds_default_shared_memory
    with pytest.raises(ValueError, match="shared memory"):
        launch_config(8, 3394, shared_bytes=DEFAULT_SHARED_BYTES, processors=10, threads=1024)


def simulate(*arguments: str, simulator: bool = False) -> subprocess.CompletedProcess[str]:
    """Run `croupier simulate` with all GPUs hidden; `simulator` turns on Numba's simulator of a CUDA device."""
    simulated = {"NUMBA_ENABLE_CUDASIM": str(int(simulator)), "PYTHONWARNINGS": "ignore"}
    environment = {**os.environ, **simulated, "CUDA_VISIBLE_DEVICES": ""}
    environment["CUDA_VISIBLE_DEVICES"] = ""  # hide any device of the machine
    command = [sys.executable, "-m", "croupier", "simulate", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


def test_without_a_device_the_command_says_so_in_one_line() -> None:
    refused = simulate("ca-cash-in-baccarat", "--device", "cuda", "--rounds", "1000")
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr.startswith("croupier: --device: no CUDA device can be used: ")
    assert refused.stderr.count("\n") == 1


@in_soak
def test_the_command_deals_on_a_device_and_omits_wagers_that_depend_on_cards() -> None:
    done = simulate("pa-mini-baccarat", "--device", "cuda", "--rounds", "500", simulator=True)
    assert done.returncode == 0, done.stderr
    assert "500 rounds dealt" in done.stdout
    assert "which are not dealt on a CUDA device" in done.stdout
    refused = simulate("pa-mini-baccarat", "--device", "cuda", "--within", "royal-9=0.1", simulator=True)
    assert refused.returncode == 2
    assert "--within" in refused.stderr
