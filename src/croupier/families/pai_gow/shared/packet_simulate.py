"""Shuffle setup for tile games: only the first few pieces of a pack are drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from croupier.cards import Pack, Piece
from croupier.odds.simulation.shuffle_kernels import GOLDEN, ShoeSetup, shuffle, shuffle_workspace, start_of


def pack_setup(pack: Pack, ranks: Sequence[int], dealt: int) -> ShoeSetup:
    """Return the shuffle setup of one pack from which `dealt` pieces are dealt; `ranks` has the rank of each piece."""
    assert dealt % 4 == 0
    fours = np.arange(dealt // 4, dtype=np.int64)
    left = len(pack.pieces) - 4 * fours
    left_by_twos = np.stack((left, left - 2), axis=1).ravel()
    return ShoeSetup(
        shoe=np.array(ranks, np.uint8),
        points=np.array(ranks, np.uint8),
        steps=fours.astype(np.uint64) * GOLDEN,
        left=left.astype(np.uint32),
        too_low=(2**32 % (left_by_twos * (left_by_twos - 1))).astype(np.uint32),
        burn=np.zeros(1, np.int64),
        cut=len(pack.pieces),
        ends_with_the_hand=False,
    )


def dealt_pieces(pack: Pack, dealing: ShoeSetup, seed: int, shoe: int) -> list[Piece]:
    """Return the first pieces of one shuffled pack, for comparison with the live table."""
    workspace = shuffle_workspace(dealing, 1)
    places = np.arange(len(pack.pieces), dtype=np.uint8)
    shuffle(dealing, workspace, places, start_of(seed), shoe, 1)
    return [pack.pieces[int(place)] for place in workspace.shuffled.view(np.uint8)[: 4 * len(dealing.left)]]
