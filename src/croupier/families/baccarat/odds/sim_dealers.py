"""Who deals a simulation: the cores of this machine, a CUDA device, the workers of a cluster."""

from __future__ import annotations

import os
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Protocol

import numpy as np

from croupier.errors import BadInput
from croupier.families.baccarat.odds.kernels import KINDS
from croupier.families.baccarat.odds.sim_tally import Job, Tally, cut_in_pieces, deal_piece

SHOES_A_PIECE = 2**13
SHOES_A_PIECE_ON_DEVICE = 2**25
DEVICES = ("cpu", "cuda")


class Dealer(Protocol):
    """Deals the pieces of a job. Each gives back tallies in the order of the shoes."""

    def deal(self, first: int, shoes: int) -> Generator[Tally]: ...

    def close(self) -> None: ...


class Threads:
    """Deals on the cores of this machine."""

    def __init__(self, job: Job, threads: int) -> None:
        self._job = job
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads)

    def deal(self, first: int, shoes: int) -> Generator[Tally]:
        """As many pieces are under way as keep every thread busy, and no more: memory stays small."""
        pieces = cut_in_pieces(first, shoes, SHOES_A_PIECE)
        under_way: list[Future[Tally]] = []
        try:
            while True:
                wanted = 2 * self._threads - len(under_way)
                under_way += [self._pool.submit(deal_piece, self._job, *piece) for piece in islice(pieces, wanted)]
                if not under_way:
                    return
                yield under_way.pop(0).result()
        finally:
            for future in under_way:
                future.cancel()

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class OnDevice:
    """Deals on a CUDA device, by totals."""

    def __init__(self, job: Job) -> None:
        cuda = import_module("croupier.families.baccarat.odds.cuda")
        try:
            self._device = cuda.Device(job.dealing, job.seed)
        except cuda.NoDevice as reason:
            raise BadInput.at("--device", f"no CUDA device can be used: {reason}") from None

    def deal(self, first: int, shoes: int) -> Generator[Tally]:
        for begin, many in cut_in_pieces(first, shoes, SHOES_A_PIECE_ON_DEVICE):
            totals = np.zeros(KINDS, np.int64)
            yield Tally(many, self._device.deal_totals(begin, many, totals), totals)

    def close(self) -> None:
        """The device is given back when the program ends."""


def check_where(threads: int | None, device: str, cluster: str | None) -> None:
    """Refuse what cannot be, before anything is dealt."""
    if threads is not None and threads < 1:
        raise BadInput.at("--threads", f"is {threads}; use at least one")
    if device not in DEVICES:
        raise BadInput.at("--device", f'is "{device}"; choose {" or ".join(DEVICES)}')
    if device == "cuda" and cluster is not None:
        raise BadInput.at("--cluster", "deals on the workers' processors; leave out --device cuda")
    if device == "cuda" and find_spec("numba_cuda") is None:
        raise BadInput.at("--device", "needs numba-cuda; install it with: pip install 'croupier[cuda]'")
    if cluster is not None and find_spec("distributed") is None:
        raise BadInput.at("--cluster", "needs Dask; install it with: pip install 'croupier[cluster]'")


def dealer_for(job: Job, threads: int | None, device: str, cluster: str | None) -> Dealer:
    if cluster is not None:
        dealer: Dealer = import_module("croupier.families.baccarat.odds.cluster").Cluster(job, cluster)
        return dealer
    if device == "cuda":
        return OnDevice(job)
    return Threads(job, threads or cores())


def cores() -> int:
    """As many as this program may use, where the system can tell."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
