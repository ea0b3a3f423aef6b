"""Shoes of one shuffling machine, read from the log, with their cards in dealing order. [R12]

A machine is identified by the name of the smart shoe that reads its cards. Cards burned face down are left out; misread
cards are replaced by their corrections.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from croupier.evidence.log_search import TABLE
from croupier.evidence.shoe_check import cards_out
from croupier.store.store import Store
from croupier.table.sealing import RecordUnsealer

DEVICE = "device:"


@dataclass
class ShufflerShoe:
    """Cards that were dealt from one shoe of a shuffling machine."""

    machine: str
    table: str
    number: int
    cards: list[str] = field(default_factory=list)

    def take(self, event: Mapping[str, Any]) -> None:
        if event["kind"] == "card-corrected":
            self._correct_card(event["was"], event["card"])
        self.cards += [card for card in cards_out([event]) if card is not None]

    def _correct_card(self, was: str, card: str) -> None:
        """Correct the last card that was read as `was`."""
        for place in range(len(self.cards) - 1, -1, -1):
            if self.cards[place] == was:
                self.cards[place] = card
                return


def machine_shoes(store: Store, machine: str | None = None) -> Iterator[ShufflerShoe]:
    """Yield all shoes of shuffling machines, table by table; with `machine`, only those of one machine."""
    for stream in sorted(name for name in store.heads() if name.startswith(TABLE)):
        for shoe in _shoes_of(store, stream):
            if machine in (None, shoe.machine):
                yield shoe


def _shoes_of(store: Store, stream: str) -> Iterator[ShufflerShoe]:
    shoe: ShufflerShoe | None = None
    for record in RecordUnsealer().records(store.records(stream)):
        for event in record.events:
            if event["kind"] == "shoe-loaded":
                if shoe is not None:
                    yield shoe
                shoe = _new_shoe(record.actor, stream.removeprefix(TABLE), event)
            elif shoe is not None:
                shoe.take(event)
    if shoe is not None:
        yield shoe


def _new_shoe(actor: str, table: str, event: Mapping[str, Any]) -> ShufflerShoe | None:
    """Return a new shoe for the event that loads it; None if the generator or a dealer is the source of its cards."""
    if not actor.startswith(DEVICE):
        return None
    return ShufflerShoe(actor.removeprefix(DEVICE), table, event["number"])


def shoes_by_machine(shoes: Iterable[ShufflerShoe]) -> dict[str, int]:
    """Return the number of shoes by machine."""
    counted: dict[str, int] = {}
    for shoe in shoes:
        counted[shoe.machine] = counted.get(shoe.machine, 0) + 1
    return counted
