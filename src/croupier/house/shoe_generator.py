"""Card generator: shuffle shoes, commit to their order, and encrypt the order until it is revealed.

The order of a shoe leaves this module one card at a time, when the round needs the card. The log contains it encrypted
with the house's key, so that readers of the database cannot read future cards. [R3, R7, R8]
"""

from __future__ import annotations

import json
from collections import OrderedDict

from croupier.cards import Piece, ShoeRules, parse_pieces, show_cards
from croupier.cards.commitment import CommitmentOpening, commit
from croupier.cards.rng_health import MonitoredRandomSource
from croupier.store.keys import HouseKeys
from croupier.table.command_effect import SealedShoe

OPEN_AT_ONCE_MOST = 256
"""Most shoes whose decrypted order is kept in memory; the order of any other shoe is decrypted again when needed."""


class ShoeGenerator:
    """Generator of encrypted random shoes; only the writer thread uses it."""

    def __init__(self, keys: HouseKeys, chance: MonitoredRandomSource) -> None:
        self.chance = chance
        self._keys = keys
        self._open: OrderedDict[str, CommitmentOpening] = OrderedDict()

    def fill_shoe(self, rules: ShoeRules) -> SealedShoe:
        """Shuffle a shoe, commit to it and encrypt it; raise `GeneratorFault` if the source fails its tests. [R9]"""
        cards = self.chance.shuffled_shoe(rules.full_shoe)
        commitment, opening = commit(cards, rules.cut_from_back, self.chance)
        order = {
            "nonce": opening.nonce.hex(),
            "cards": show_cards(opening.cards),
            "cut_from_back": opening.cut_from_back,
        }
        sealed = self._keys.encrypt(json.dumps(order))
        self._remember(sealed, opening)
        return SealedShoe(commitment.digest, sealed)

    def random_below(self, limit: int) -> int:
        """Return a random number from 0 to `limit` - 1, for dice, from the same tested source as the cards."""
        return self.chance.below(limit)

    def card_at(self, sealed: str, place: int) -> Piece:
        return self.reveal(sealed).cards[place]

    def reveal(self, sealed: str) -> CommitmentOpening:
        """Return the order of a shoe and the nonce of its commitment."""
        if sealed not in self._open:
            order = json.loads(self._keys.decrypt(sealed))
            opening = CommitmentOpening(
                bytes.fromhex(order["nonce"]), parse_pieces(order["cards"]), order["cut_from_back"]
            )
            self._remember(sealed, opening)
        return self._open[sealed]

    def _remember(self, sealed: str, opening: CommitmentOpening) -> None:
        self._open[sealed] = opening
        if len(self._open) > OPEN_AT_ONCE_MOST:
            self._open.popitem(last=False)
