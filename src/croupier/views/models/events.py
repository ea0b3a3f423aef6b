"""View models of event fields that are shown only in part."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict


class PublicAddedWagerView(TypedDict):
    """Wager added during the round, as everybody may see it."""

    seat: int
    bettor: str
    wager: str
    cents: int


class AddedWagerView(PublicAddedWagerView):
    """Wager added during the round, with the account for staff."""

    account: NotRequired[str]


class PublicEarlyPaymentView(PublicAddedWagerView):
    """Wager paid during the round, as everybody may see it."""

    net_cents: int


class EarlyPaymentView(PublicEarlyPaymentView):
    """Wager paid during the round, with the account for staff."""

    account: NotRequired[str]


class RotationInputView(TypedDict):
    """Input to the bank's rotation, such as a seat that accepted or declined the bank."""

    do: str
    seat: NotRequired[int]


class PublicRoundInputView(TypedDict, total=False):
    """Input to a round (a card, a decision, dice) in which nothing is hidden: it may be shown to everybody."""

    card: str | None
    face_up: str
    mark: str
    rolled: list[int]


class RoundInputView(PublicRoundInputView, total=False):
    """Input to a round (a card, a decision, dice), as players or staff may see it.

    A card drawn in error stays hidden if no player has seen it. The reason of a round that was called off is for staff.
    """

    in_error: str | None
    disclosed: bool
    called_off: str | None
