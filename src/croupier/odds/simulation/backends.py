"""Backends of a simulation: the cores of this machine, or the workers of a Dask cluster.

`Job.on_device` returns the backend for a CUDA device. Every cluster worker needs croupier with its extra `odds`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any, Generic

from croupier.errors import BadInput
from croupier.odds.simulation.job import Backend, Counts, Job, Tally, split_into_chunks

CHUNKS_PER_TASK = 8
"""Number of chunks that a cluster worker gets as one task. A thread gets one chunk at a time; tasks for a cluster are
larger because they and their counts cross the network."""
SECONDS_TO_ANSWER = 4
DEVICES = ("cpu", "cuda")
ADDRESS = re.compile(r"(?:\w+://)?[^\s/]+:\d+|inproc://\S+")


def results_in_order(
    first: int, shoes: int, size: int, submit: Callable[[int, int], Any], at_once: Callable[[], int]
) -> Generator[Any]:
    """Submit all chunks of shoes to workers, and yield the results in the order of the chunks.

    Only enough chunks to keep every worker busy are in progress at a time, so memory use stays small.
    """
    pieces = split_into_chunks(first, shoes, size)
    under_way: list[Any] = []
    try:
        while True:
            under_way += [submit(*piece) for piece in islice(pieces, at_once() - len(under_way))]
            if not under_way:
                return
            yield under_way.pop(0).result()
    finally:
        for future in under_way:
            future.cancel()


class Threads(Generic[Counts]):
    """Backend that deals shoes on threads of this machine."""

    def __init__(self, job: Job[Counts], threads: int) -> None:
        self._job = job
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads)

    def deal(self, first: int, shoes: int) -> Generator[Tally[Counts]]:
        return results_in_order(first, shoes, self._job.shoes_per_chunk, self._submit, lambda: 2 * self._threads)

    def _submit(self, begin: int, shoes: int) -> Future[Tally[Counts]]:
        return self._pool.submit(self._job.deal, begin, shoes)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class Cluster(Generic[Counts]):
    """Backend that deals shoes on the workers of a Dask scheduler."""

    def __init__(self, job: Job[Counts], address: str) -> None:
        self._client = _client(address)
        try:
            self._client.wait_for_workers(1, timeout=SECONDS_TO_ANSWER)
        except TimeoutError:
            self._client.close()
            raise BadInput.at("--cluster", f"the scheduler at {address} has no workers") from None
        self._size = CHUNKS_PER_TASK * job.shoes_per_chunk
        self._job = self._client.scatter(job, broadcast=True)

    def deal(self, first: int, shoes: int) -> Generator[Tally[Counts]]:
        try:
            yield from results_in_order(first, shoes, self._size, self._submit, self._wanted)
        except Exception as error:
            raise BadInput.at("--cluster", f"a worker could not deal: {_one_line(error)}") from error

    def _submit(self, begin: int, shoes: int) -> Any:
        return self._client.submit(_deal, self._job, begin, shoes, pure=False)

    def _wanted(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return 3 * sum(threads.values())

    def close(self) -> None:
        self._client.close()


def _deal(job: Job[Counts], first: int, shoes: int) -> Tally[Counts]:
    return job.deal(first, shoes)


def _client(address: str) -> Any:
    if not ADDRESS.fullmatch(address):
        raise BadInput.at("--cluster", f'is "{address}"; write the address of a Dask scheduler, as tcp://host:8786')
    distributed: Any = import_module("distributed")
    try:
        return distributed.Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadInput.at("--cluster", f"no Dask scheduler answers at {address}: {_one_line(error)}") from None


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def check_backend_options(threads: int | None, device: str, cluster: str | None) -> None:
    """Refuse options for threads, device and cluster that are impossible or contradict each other."""
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


def backend_for(job: Job[Counts], threads: int | None, device: str, cluster: str | None) -> Backend[Counts]:
    if cluster is not None:
        return Cluster(job, cluster)
    if device == "cuda":
        return job.on_device()
    return Threads(job, threads or cores())


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
