"""The player-dealer's bank: who has it, how it goes round, what became of it."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from croupier.rulebook.citations import CitedRule


class PublicBankView(TypedDict):
    """What the player-dealer put up, and what became of it."""

    seat: int
    cents: int
    net_cents: int
    left_cents: int


class BankView(PublicBankView):
    """What the player-dealer put up, and what became of it. Whose it is: for staff."""

    account: NotRequired[str]


class ArchivedBankView(TypedDict):
    """The same of a kept round. Of a void one nothing became of it."""

    seat: int
    cents: int
    net_cents: NotRequired[int]
    left_cents: NotRequired[int]
    account: NotRequired[str]


class RotationView(TypedDict):
    """The rules by which the bank goes round."""

    name: str
    title: str
    cites: list[str]
    rules: list[CitedRule]


class RotationNoticeView(TypedDict):
    """Something the table is told of the bank."""

    kind: str
    text: str
    seat: int | None


class PlayerDealerView(TypedDict):
    """Who banks, how much, and who is asked."""

    rules: RotationView
    stage: Literal["waiting", "banking", "offering", "broken"]
    seat: int | None
    asked: int | None
    behind: Literal["you", "another"] | None
    """Who is asked or banks from behind the seat; None where it is the seat's own player. [004 L1577]"""
    answer_until: int | None
    answer_seconds: int
    posted_cents: int | None
    hands_banked: int
    hands_limit: int
    direction: str
    must_intervene: bool
    game_stops_at: int | None
    notices: list[RotationNoticeView]


class BankAccountView(TypedDict):
    """Whose money banks."""

    account: str
    cents: int
