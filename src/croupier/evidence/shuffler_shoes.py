"""The shoes that one shuffling machine brought to the tables, taken out of the log: in the order they came out. [R12]

A machine is known by the smart shoe that reads its cards, and by its name. A card that nobody saw, burned face down, is
left out; one that was misread stands as it was put right.
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
    """One shoe of a machine's, as far as it was dealt."""

    machine: str
    table: str
    number: int
    cards: list[str] = field(default_factory=list)

    def take(self, event: Mapping[str, Any]) -> None:
        if event["kind"] == "card-corrected":
            self._put_right(event["was"], event["card"])
        self.cards += [card for card in cards_out([event]) if card is not None]

    def _put_right(self, was: str, card: str) -> None:
        """The last one that was read so."""
        for place in range(len(self.cards) - 1, -1, -1):
            if self.cards[place] == was:
                self.cards[place] = card
                return


def machine_shoes(store: Store, machine: str | None = None) -> Iterator[ShufflerShoe]:
    """Every shoe that a machine brought in, table by table; of one machine, if it is named."""
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
                shoe = _begun(record.actor, stream.removeprefix(TABLE), event)
            elif shoe is not None:
                shoe.take(event)
    if shoe is not None:
        yield shoe


def _begun(actor: str, table: str, event: Mapping[str, Any]) -> ShufflerShoe | None:
    """None for a shoe that the generator filled, or a dealer by hand."""
    if not actor.startswith(DEVICE):
        return None
    return ShufflerShoe(actor.removeprefix(DEVICE), table, event["number"])


def machines(shoes: Iterable[ShufflerShoe]) -> dict[str, int]:
    """How many shoes each machine brought in."""
    counted: dict[str, int] = {}
    for shoe in shoes:
        counted[shoe.machine] = counted.get(shoe.machine, 0) + 1
    return counted
