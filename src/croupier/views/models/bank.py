"""View models of the player-dealer: who banks, how the bank rotates, and the result of the bank."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from croupier.rulebook.citations import CitedRule


class PublicBankView(TypedDict):
    """Bank of the player-dealer in one round: amount posted, win or loss, and amount left, in cents."""

    seat: int
    cents: int
    net_cents: int
    left_cents: int


class BankView(PublicBankView):
    """Bank of the player-dealer in one round, with the account for staff."""

    account: NotRequired[str]


class ArchivedBankView(TypedDict):
    """Bank of the player-dealer in an archived round; a void round has no result."""

    seat: int
    cents: int
    net_cents: NotRequired[int]
    left_cents: NotRequired[int]
    account: NotRequired[str]


class RotationView(TypedDict):
    """Rules by which the bank goes from player to player at this table."""

    name: str
    title: str
    cites: list[str]
    rules: list[CitedRule]


class RotationNoticeView(TypedDict):
    """Notice to the table about the bank, such as an open offer."""

    kind: str
    text: str
    seat: int | None


class PlayerDealerView(TypedDict):
    """Position of the player-dealer: who banks, how much, and which seat is offered the bank."""

    rules: RotationView
    stage: Literal["waiting", "banking", "offering", "broken"]
    seat: int | None
    asked: int | None
    behind: Literal["you", "another"] | None
    """Who acts for the seat from the backline: the viewer or another bettor. None: the seated player acts. [004 L1577]
    """
    ask_from: int | None
    """Time from which the screens ask; until then they show the last result. None if nobody is asked."""
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
    """Account from which the player-dealer's bank was paid, for staff."""

    account: str
    cents: int
