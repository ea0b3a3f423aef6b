"""State of a table in five parts: seating, dealing, bank, jackpots and supervision."""

from croupier.table.state.bank import PlayerDealerBank
from croupier.table.state.dealing import AddedWager, CardSeal, CurrentRound, DealtCard, EarlyPayment, SpotBets
from croupier.table.state.jackpots import PAID_JACKPOTS_MOST, BackOutRequest, Jackpot
from croupier.table.state.seating import NO_STACK, ChipStack, SeatedPlayer, WaitingPlayer
from croupier.table.state.supervision import (
    Accommodation,
    AnnouncedChange,
    CompletedStep,
    CorrectionRequest,
    RecutOrder,
    TableHold,
    UnreadNotice,
)
from croupier.table.state.table_state import NO_GAME_YET, Phase, TableState

__all__ = [
    "NO_GAME_YET",
    "NO_STACK",
    "PAID_JACKPOTS_MOST",
    "Accommodation",
    "AddedWager",
    "AnnouncedChange",
    "BackOutRequest",
    "CardSeal",
    "ChipStack",
    "CompletedStep",
    "CorrectionRequest",
    "CurrentRound",
    "DealtCard",
    "EarlyPayment",
    "Jackpot",
    "Phase",
    "PlayerDealerBank",
    "RecutOrder",
    "SeatedPlayer",
    "SpotBets",
    "TableHold",
    "TableState",
    "UnreadNotice",
    "WaitingPlayer",
]
