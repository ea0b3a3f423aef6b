"""The player-dealer's seat: who banks, how much, who is asked, and what the table is told. [004 L355-357, L1577]"""

from __future__ import annotations

from croupier.rulebook.citations import cited_rules
from croupier.table.bank_handlers import seat_to_act
from croupier.table.rotation import Rotation, RotationStage
from croupier.table.rotation_notices import RotationNotice, RotationNoticeKind, next_notices
from croupier.table.rotation_offers import BankOffers
from croupier.table.state import TableState
from croupier.views.models.bank import PlayerDealerView, RotationNoticeView
from croupier.views.viewer import AccessLevel


def player_dealer_view(state: TableState, own: str | None, sight: AccessLevel) -> PlayerDealerView | None:
    """None where the house banks, and while the table is closed."""
    offers = state.offers
    if offers is None:
        return None
    rotation = offers.rotation
    behind = rotation.asked_behind or rotation.banks_behind
    own_seat = _answers_for(state, own)
    return {
        "rules": {
            "name": offers.rules.name,
            "title": offers.rules.title,
            "cites": list(offers.rules.cites),
            "rules": cited_rules("; ".join(offers.rules.cites)),
        },
        "stage": rotation.stage.value,
        "seat": rotation.player_dealer,
        "asked": rotation.offered_seat if _sees_offer(offers, own_seat, sight) else None,
        "behind": None if behind is None else "you" if behind == own else "another",
        "answer_until": state.offer_until,
        "answer_seconds": state.settings.offer_seconds,
        "posted_cents": None if state.bank is None else state.bank.cents,
        "hands_banked": rotation.hands_banked,
        "hands_limit": rotation.hands_limit,
        "direction": rotation.direction.value,
        "must_intervene": rotation.must_intervene,
        "game_stops_at": offers.deadline,
        "notices": [_notice(one) for one in _notices(offers) if one.to_all or _concerns(one, own_seat, sight)],
    }


def _answers_for(state: TableState, own: str | None) -> int | None:
    """The seat for which somebody is asked or banks: his own unless another behind it does, or the one he is behind."""
    assert state.offers is not None
    if own is None:
        return None
    seat, held, behind = seat_to_act(state.offers.rotation)
    turn = seat if seat is not None else held
    if behind == own:
        return turn
    own_seat = state.seat_of(own)
    return None if behind is not None and own_seat == turn else own_seat


def _sees_offer(offers: BankOffers, own_seat: int | None, sight: AccessLevel) -> bool:
    """An offer goes to the seat alone, unless the rules of the room have it made in the open."""
    is_asked = own_seat is not None and own_seat == offers.rotation.offered_seat
    return offers.rules.offered_visibly or is_asked or sight >= AccessLevel.OFFICE


def _notices(offers: BankOffers) -> list[RotationNotice]:
    """What stands to be read now: the room's posted notice, and the offer that is open or the end of the game."""
    posted = offers.rules.posted_notice
    standing = next_notices(offers.rules, _before(offers.rotation), offers.rotation, offers.at)
    return [*([RotationNotice(RotationNoticeKind.POSTED, offers.at, posted)] if posted else []), *standing]


def _before(rotation: Rotation) -> Rotation:
    """The same seats before any offer: all that is different now is news."""
    return Rotation(
        rotation.seats, rotation.direction, rotation.hands_limit, rotation.must_intervene, RotationStage.WAITING
    )


def _concerns(notice: RotationNotice, own_seat: int | None, sight: AccessLevel) -> bool:
    return sight >= AccessLevel.OFFICE or (own_seat is not None and notice.seat == own_seat)


def _notice(notice: RotationNotice) -> RotationNoticeView:
    return {"kind": str(notice.kind), "text": notice.text, "seat": notice.seat}
