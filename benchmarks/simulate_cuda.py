"""Rounds per second that a CUDA device simulates, for growing numbers of shoes.

Target on one H200: above 100 billion. First the counts of a small number of shoes are compared with the processor's
kernel. It needs NumPy, Numba, numba-cuda and this package's `src` on the path, and no other package: `PYTHONPATH=src
python benchmarks/simulate_cuda.py`.

    --threads 512,384,256     threads per block to try, a shoe each; default: as many as fit in shared memory
    --blocks 1,2              blocks per multiprocessor to try
    --shared 49152            bytes of shared memory per block, instead of all that the device has
    --shoes-a-thread 64       shoes that a thread deals in one launch
    --most 28                 largest number of shoes, as a power of two
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from croupier.families.baccarat.odds import cuda as device
from croupier.families.baccarat.odds.kernels import TOTALS_CLASSES
from croupier.families.baccarat.odds.simulate_kernels import CoupSetup, coup_setup, deal_by_totals
from croupier.odds.simulation.shuffle_kernels import start_of

CHECKED_SHOES = 200_000
SEED = 1
DRAWS_ON_THIRD = ("0123456789", "0123456789", "0123456789", "012345679", "234567", "4567", "67", "", "", "")


def eight_decks() -> CoupSetup:
    """Return eight decks with the usual drawing rules.

    The first card burns as many further cards as its value; the cut card is 14 cards from the back.
    """
    player = [int(total < 6) for total in range(10)] + [0]
    banker = [
        [int(str(third) in on) for third in range(10)] + [int(total < 6)] for total, on in enumerate(DRAWS_ON_THIRD)
    ]
    return coup_setup(
        decks=8,
        burn=[11, *range(2, 11)],
        cut_from_back=14,
        ends_with_the_hand=False,
        draws=[player, *banker],
        natural_stops=True,
    )


def layouts(options: argparse.Namespace, coups: CoupSetup) -> list[device.LaunchConfig]:
    """Return the launch configurations to try."""
    processors, shared = (4, 2**20) if device.config.ENABLE_CUDASIM else _of_device()
    bins = len(device.pack_openings(coups).kinds)
    found = []
    for threads in options.threads or [None]:
        for many in options.blocks or [None]:
            blocks = many * processors if many else None
            found.append(
                device.launch_config(
                    len(coups.dealing.shoe) // 52, bins, shared_bytes=options.shared or shared, processors=processors,
                    threads=threads, blocks=blocks,
                )
            )  # fmt: skip
    return found


def _of_device() -> tuple[int, int]:
    current: Any = device.cuda.get_current_device()
    name = current.name.decode() if isinstance(current.name, bytes) else current.name
    print(f"{name}, compute capability {current.compute_capability}, {current.MULTIPROCESSOR_COUNT} multiprocessors")
    return current.MULTIPROCESSOR_COUNT, current.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN


def check(dealer: device.CudaBackend, coups: CoupSetup, shoes: int) -> None:
    """Check that the counts of the device equal those of the processor."""
    here, there = np.zeros(TOTALS_CLASSES, np.int64), np.zeros(TOTALS_CLASSES, np.int64)
    rounds = deal_by_totals(coups, start_of(SEED), 12_345, shoes, 2**62, here)
    began = time.perf_counter()
    assert dealer.deal_totals(12_345, shoes, there) == rounds
    assert (here == there).all()
    print(f"  {rounds:,} rounds of {shoes:,} shoes counted alike ({time.perf_counter() - began:.1f} s with compiling)")


def measure(dealer: device.CudaBackend, shoes: int) -> float:
    """Return billions of rounds per second, the fastest of three runs."""
    best = 0.0
    for turn in range(3):
        began = time.perf_counter()
        rounds = dealer.deal_totals(turn * shoes, shoes, np.zeros(TOTALS_CLASSES, np.int64))
        best = max(best, rounds / (time.perf_counter() - began) / 1e9)
    return best


def main() -> None:
    def numbers(text: str) -> list[int]:
        return [int(number) for number in text.split(",")]

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=numbers)
    parser.add_argument("--blocks", type=numbers)
    parser.add_argument("--shared", type=int)
    parser.add_argument("--shoes-a-thread", type=int, default=device.SHOES_PER_THREAD)
    parser.add_argument("--checked", type=int, default=CHECKED_SHOES)
    parser.add_argument("--most", type=int, default=28)
    options = parser.parse_args()
    device.require_device()
    coups = eight_decks()
    for blocks in layouts(options, coups):
        print(
            f"{blocks.blocks} blocks of {blocks.threads} threads, {blocks.shared_bytes:,} bytes of shared memory each"
        )
        dealer = device.CudaBackend(coups, SEED, blocks=blocks, shoes_a_thread=options.shoes_a_thread)
        check(dealer, coups, options.checked)
        for power in range(min(18, options.most), options.most + 1, 2):
            print(f"  2^{power} shoes: {measure(dealer, 2**power):9.2f} billion rounds a second", flush=True)


if __name__ == "__main__":
    main()
