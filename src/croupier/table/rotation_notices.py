"""Notices about the player-dealer's bank, for the table and for the log."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from croupier.table.rotation import (
    BankAccepted,
    BankDeclined,
    GameStarted,
    HandBanked,
    Rotation,
    RotationInput,
    RotationStage,
)
from croupier.table.rotation_rules_file import MINUTE_MS, RotationRules, RotationWindow


class RotationNoticeKind(StrEnum):
    """What a notice about the bank reports, such as an offer or a decline."""

    POSTED = "posted"
    OFFERED = "offered"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    GIVEN_UP = "given-up"
    BANKED = "banked"
    BROKEN = "broken"
    STOPPED = "stopped"


@dataclass(frozen=True)
class RotationNotice:
    """Notice to the whole table, or to one seat only."""

    kind: RotationNoticeKind
    at: int
    text: str
    seat: int | None = None
    to_all: bool = True


def answer_notices(pack: RotationRules, before: Rotation, what: RotationInput, at: int) -> tuple[RotationNotice, ...]:
    """Return the notices to send after a player's input, such as taking or declining the bank."""
    match what:
        case GameStarted() if pack.posted_notice:
            return (RotationNotice(RotationNoticeKind.POSTED, at, pack.posted_notice),)
        case BankAccepted(seat):
            message = f"{who_at(seat, before.asked_behind)} takes the player-dealer's seat."
            return (RotationNotice(RotationNoticeKind.ACCEPTED, at, message, seat),)
        case BankDeclined(seat) if seat == before.offered_seat:
            return (
                RotationNotice(RotationNoticeKind.DECLINED, at, f"{who_at(seat, before.asked_behind)} passes.", seat),
            )
        case BankDeclined(seat):
            message = f"{who_at(seat, before.banks_behind)} gives the player-dealer's seat up."
            return (RotationNotice(RotationNoticeKind.GIVEN_UP, at, message, seat),)
        case HandBanked() if before.player_dealer is not None:
            message = f"{who_at(before.player_dealer, before.banks_behind)} has banked a hand."
            return (RotationNotice(RotationNoticeKind.BANKED, at, message, before.player_dealer),)
    return ()


def who_at(seat: int, behind: str | None) -> str:
    """Return the text for a seated player, or for a bettor behind the seat; it contains no names. [004 L1577]"""
    return f"Seat {seat}" if behind is None else f"The player behind seat {seat}"


def next_notices(pack: RotationRules, before: Rotation, after: Rotation, at: int) -> tuple[RotationNotice, ...]:
    """Return the notices about a new offer or the end of the game.

    An offer is public where the rotation rules require it.
    """
    is_news = (after.offered_seat, after.asked_behind) != (before.offered_seat, before.asked_behind)
    if after.offered_seat is not None and is_news:
        message = (
            f"{who_at(after.offered_seat, after.asked_behind)} is offered the player-dealer's seat, to take or to pass."
        )
        return (
            RotationNotice(RotationNoticeKind.OFFERED, at, message, after.offered_seat, to_all=pack.offered_visibly),
        )
    if after.stage is RotationStage.BROKEN and before.stage is not RotationStage.BROKEN:
        return (
            RotationNotice(RotationNoticeKind.BROKEN, at, "Nobody takes the player-dealer's seat; the game is broken."),
        )
    return ()


def stop_notice(window: RotationWindow, at: int) -> RotationNotice:
    """Return the notice that the time limit has ended the game."""
    done = "was offered to" if window.counts == "offered" else "was banked by"
    message = f"in {window.ms // MINUTE_MS} minutes the seat {done} fewer than {window.others} players"
    return RotationNotice(RotationNoticeKind.STOPPED, at, f"The game ends: {message} other than third-party providers.")
