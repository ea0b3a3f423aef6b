"""Fields of events that are shown in part."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict


class PublicAddedWagerView(TypedDict):
    """Chips that were put up while the round goes on: anybody at the table sees them."""

    seat: int
    bettor: str
    wager: str
    cents: int


class AddedWagerView(PublicAddedWagerView):
    """Chips that were put up while the round goes on; whose they are: for staff."""

    account: NotRequired[str]


class PublicEarlyPaymentView(PublicAddedWagerView):
    """A wager that was paid while the round goes on."""

    net_cents: int


class EarlyPaymentView(PublicEarlyPaymentView):
    """A wager that was paid while the round goes on; whose it is: for staff."""

    account: NotRequired[str]


class RotationInputView(TypedDict):
    """What was put to the rotation of the bank."""

    do: str
    seat: NotRequired[int]


class PublicRoundInputView(TypedDict, total=False):
    """What a round was told, where that hides nothing."""

    card: str | None
    face_up: str
    mark: str
    rolled: list[int]


class RoundInputView(PublicRoundInputView, total=False):
    """What a round was told. A card drawn in error that no player saw stays unseen; a reason is for staff."""

    in_error: str | None
    disclosed: bool
    called_off: str | None
