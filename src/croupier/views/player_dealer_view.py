"""View of the player-dealer: who banks, how much, which seat is offered the bank, and notices. [004 L355-357, L1577]"""

from __future__ import annotations

from croupier.rulebook.citations import cited_rules
from croupier.table.bank_handlers import result_shown_until, seat_to_act
from croupier.table.rotation import Rotation, RotationStage
from croupier.table.rotation_offers import BankOffers, RotationNotice, RotationNoticeKind, next_notices
from croupier.table.state import TableState
from croupier.views.models.bank import PlayerDealerView, RotationNoticeView
from croupier.views.viewer import AccessLevel


def player_dealer_view(state: TableState, own: str | None, access: AccessLevel) -> PlayerDealerView | None:
    """Return the player-dealer view, or None if the house banks or the table is closed."""
    offers = state.offers
    if offers is None:
        return None
    rotation = offers.rotation
    behind = rotation.offered_behind or rotation.banks_behind
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
        "asked": rotation.offered_seat if _sees_offer(offers, own_seat, access) else None,
        "behind": None if behind is None else "you" if behind == own else "another",
        "ask_from": result_shown_until(state),
        "answer_until": state.offer_until,
        "answer_seconds": state.settings.offer_seconds,
        "posted_cents": None if state.bank is None else state.bank.cents,
        "hands_banked": rotation.hands_banked,
        "hands_limit": rotation.hands_limit,
        "direction": rotation.direction.value,
        "must_intervene": rotation.must_intervene,
        "game_stops_at": offers.deadline,
        "notices": [_notice(one) for one in _notices(offers) if one.to_all or _concerns(one, own_seat, access)],
    }


def _answers_for(state: TableState, own: str | None) -> int | None:
    """Return the seat for which the viewer may answer an offer or bank; None if there is none.

    This is the seat that the viewer acts for from the backline, or the viewer's own seat unless a backline bettor acts
    for it.
    """
    assert state.offers is not None
    if own is None:
        return None
    seat, held, behind = seat_to_act(state.offers.rotation)
    turn = seat if seat is not None else held
    if behind == own:
        return turn
    own_seat = state.seat_of(own)
    return None if behind is not None and own_seat == turn else own_seat


def _sees_offer(offers: BankOffers, own_seat: int | None, access: AccessLevel) -> bool:
    """Return whether the viewer may see the open offer of the bank.

    The player at the seat and staff may; everybody may if the rotation rules say so.
    """
    is_offered_seat = own_seat is not None and own_seat == offers.rotation.offered_seat
    return offers.rules.offered_visibly or is_offered_seat or access >= AccessLevel.OFFICE


def _notices(offers: BankOffers) -> list[RotationNotice]:
    """Return the current notices: the posted notice of the card room, then the open offer or the end of the game."""
    posted = offers.rules.posted_notice
    standing = next_notices(offers.rules, _before_any_offer(offers.rotation), offers.rotation, offers.at)
    return [*([RotationNotice(RotationNoticeKind.POSTED, offers.at, posted)] if posted else []), *standing]


def _before_any_offer(rotation: Rotation) -> Rotation:
    """Return the rotation with its seats but before any offer.

    Compared with it, the current offer is new, so that its notice is included.
    """
    return Rotation(
        rotation.seats, rotation.direction, rotation.hands_limit, rotation.must_intervene, RotationStage.WAITING
    )


def _concerns(notice: RotationNotice, own_seat: int | None, access: AccessLevel) -> bool:
    return access >= AccessLevel.OFFICE or (own_seat is not None and notice.seat == own_seat)


def _notice(notice: RotationNotice) -> RotationNoticeView:
    return {"kind": str(notice.kind), "text": notice.text, "seat": notice.seat}
