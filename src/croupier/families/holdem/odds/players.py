"""Strategy of simulated players: the strategy of the demonstration bots, compiled for kernels."""

from __future__ import annotations

from croupier.compiled import allow_in_kernels
from croupier.families.holdem.bot_strategy import choose_after_flop, choose_before_flop, opening_strengths, raise_to

__all__ = ["choose_after_flop", "choose_before_flop", "opening_strengths", "raise_to"]

allow_in_kernels(choose_before_flop, choose_after_flop, raise_to)
