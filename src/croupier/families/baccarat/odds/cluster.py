"""The same shoes, dealt by the workers of a Dask cluster. Every worker needs croupier with its extra `odds`."""

from __future__ import annotations

import re
from collections.abc import Generator
from importlib import import_module
from itertools import islice
from typing import Any

from croupier.errors import BadInput
from croupier.families.baccarat.odds.sim_tally import Job, Tally, cut_in_pieces, deal_piece

SHOES_A_PIECE = 2**16
"""More than a thread takes at once: a piece travels to a worker, and its counts travel back."""
SECONDS_TO_ANSWER = 4
PIECES_A_THREAD = 3
ADDRESS = re.compile(r"(?:\w+://)?[^\s/]+:\d+|inproc://\S+")


class Cluster:
    """Deals on the workers of the scheduler at an address."""

    def __init__(self, job: Job, address: str) -> None:
        self._client = _client(address)
        try:
            self._client.wait_for_workers(1, timeout=SECONDS_TO_ANSWER)
        except TimeoutError:
            self._client.close()
            raise BadInput.at("--cluster", f"the scheduler at {address} has no workers") from None
        self._job = self._client.scatter(job, broadcast=True)

    def deal(self, first: int, shoes: int) -> Generator[Tally]:
        """As many pieces are under way as keep every worker busy; they are added up in order."""
        pieces = cut_in_pieces(first, shoes, SHOES_A_PIECE)
        under_way: list[Any] = []
        try:
            while True:
                wanted = PIECES_A_THREAD * sum(self._client.nthreads().values()) - len(under_way)
                under_way += [
                    self._client.submit(deal_piece, self._job, *piece, pure=False) for piece in islice(pieces, wanted)
                ]
                if not under_way:
                    return
                yield self._result(under_way.pop(0))
        finally:
            self._client.cancel(under_way)

    @staticmethod
    def _result(piece: Any) -> Tally:
        try:
            tally: Tally = piece.result()
        except Exception as error:
            raise BadInput.at("--cluster", f"a worker could not deal: {_one_line(error)}") from error
        return tally

    def close(self) -> None:
        self._client.close()


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
