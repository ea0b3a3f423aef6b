"""What a table is told about the player-dealer's seat, and what its log keeps of every offer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from croupier.table.rotation import Accept, Decline, Input, NewGame, Rotation, RoundSettled, Stage
from croupier.table.rotation_pack_file import MINUTE_MS, RotationPack, Window


class NoticeKind(StrEnum):
    """What a notice is about."""

    POSTED = "posted"
    OFFERED = "offered"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    GIVEN_UP = "given-up"
    BANKED = "banked"
    BROKEN = "broken"
    STOPPED = "stopped"


@dataclass(frozen=True)
class Notice:
    """Something to tell: to the whole table, or to the seat alone."""

    kind: NoticeKind
    at: int
    text: str
    seat: int | None = None
    to_all: bool = True


def answer_notices(pack: RotationPack, before: Rotation, what: Input, at: int) -> tuple[Notice, ...]:
    """What somebody just did."""
    match what:
        case NewGame() if pack.posted_notice:
            return (Notice(NoticeKind.POSTED, at, pack.posted_notice),)
        case Accept(seat):
            said = f"{who_at(seat, before.asked_behind)} takes the player-dealer's seat."
            return (Notice(NoticeKind.ACCEPTED, at, said, seat),)
        case Decline(seat) if seat == before.asked:
            return (Notice(NoticeKind.DECLINED, at, f"{who_at(seat, before.asked_behind)} passes.", seat),)
        case Decline(seat):
            said = f"{who_at(seat, before.banks_behind)} gives the player-dealer's seat up."
            return (Notice(NoticeKind.GIVEN_UP, at, said, seat),)
        case RoundSettled() if before.player_dealer is not None:
            said = f"{who_at(before.player_dealer, before.banks_behind)} has banked a hand."
            return (Notice(NoticeKind.BANKED, at, said, before.player_dealer),)
    return ()


def who_at(seat: int, behind: str | None) -> str:
    """A seat's own player by its number, or that it is one who stands behind it: nobody's name. [004 L1577]"""
    return f"Seat {seat}" if behind is None else f"The player behind seat {seat}"


def next_notices(pack: RotationPack, before: Rotation, after: Rotation, at: int) -> tuple[Notice, ...]:
    """What happens now that did not before: an offer, shown to all where the pack says so, or the end of the game."""
    is_news = (after.asked, after.asked_behind) != (before.asked, before.asked_behind)
    if after.asked is not None and is_news:
        said = f"{who_at(after.asked, after.asked_behind)} is offered the player-dealer's seat, to take or to pass."
        return (Notice(NoticeKind.OFFERED, at, said, after.asked, to_all=pack.offered_visibly),)
    if after.stage is Stage.BROKEN and before.stage is not Stage.BROKEN:
        return (Notice(NoticeKind.BROKEN, at, "Nobody takes the player-dealer's seat; the game is broken."),)
    return ()


def stop_notice(window: Window, at: int) -> Notice:
    """The clock has ended the game."""
    done = "was offered to" if window.counts == "offered" else "was banked by"
    said = f"in {window.ms // MINUTE_MS} minutes the seat {done} fewer than {window.others} players"
    return Notice(NoticeKind.STOPPED, at, f"The game ends: {said} other than third-party providers.")
