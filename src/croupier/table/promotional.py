"""Promotional chips at a table: which wagers they may be put on, from which gifts they are taken, where they go.

They have accounts of their own, and move between those alone: `promo:7/3` is what is left of a gift,
`promo-stakes:TABLE` what lies on a layout, and `promotions` what the house has given less what it has back. [003 L135]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from croupier.errors import Refused
from croupier.money.cents import Cents, show_dollars
from croupier.money.funding import AfterWin
from croupier.table.draft import Draft
from croupier.table.promotional_stake import GiftPart, PromotionalStake, by_gift
from croupier.table.state import SpotBets

CITE = "003 L135"
PROMOTIONS = "promotions"
OFF = Refused("promotional/off", "This house takes no promotional chips.")


def stake_of(
    draft: Draft, before: SpotBets | None, wagers: dict[str, int], chosen: Iterable[str], account: str
) -> PromotionalStake | Refused | None:
    """What of these wagers is promotional, gift by gift; None where nothing is. Chips that lie there already stay."""
    names = sorted(chosen)
    if not names:
        return None
    there = before.promotional if before else None
    adds = any(wagers[name] > sum(part.cents for part in _lying(there, name)) for name in names)
    if adds and (refusal := _refused(draft, names)):
        return refusal
    purse = _Purse(draft, account, there)
    stakes = {name: purse.parts(_lying(there, name), wagers[name]) for name in names}
    if purse.short:
        needed, has = show_dollars(Cents(purse.short)), show_dollars(Cents(promotional_balance(draft, account)))
        return Refused("promotional/too_little", f"That takes {needed} more than your promotional chips, {has}.")
    rules = draft.context.promotional
    after_win = there.after_win if there is not None and not adds else rules.after_win if rules else AfterWin.TAKEN
    return PromotionalStake(after_win=after_win, wagers=stakes)


def _lying(stake: PromotionalStake | None, wager: str) -> Sequence[GiftPart]:
    return stake.wagers.get(wager, ()) if stake else ()


def _refused(draft: Draft, wagers: Sequence[str]) -> Refused | None:
    """Where promotional chips may not be put."""
    rules, house = draft.context.promotional, draft.state.house
    if rules is None:
        return OFF
    if house.is_player_dealt:
        said = "A player banks this table: promotional chips play against the house only."
        return Refused("promotional/player_banked", said, (CITE,))
    metered = {meter.wager for meter in house.meters}
    for name in wagers:
        wager = house.wagers.get(name)
        if wager is not None and (name in metered or wager.group not in rules.groups):
            said = f"{wager.title} is not made with promotional chips."
            return Refused("promotional/wager", said, (CITE,))
    return None


@dataclass
class _Purse:
    """A player's gifts while chips are taken from them, the one that ends first before the others."""

    draft: Draft
    account: str
    there: PromotionalStake | None
    short: int = 0

    def __post_init__(self) -> None:
        self._left = {gift: self.draft.balance(gift) for gift in self.draft.context.gifts(self.account)}

    def parts(self, lying: Sequence[GiftPart], wanted: int) -> tuple[GiftPart, ...]:
        """What a wager is made of now: what lies there, less what is taken back, and more where it rises."""
        kept: dict[str, int] = {}
        for gift, cents in lying:
            stays = min(cents, wanted)
            wanted -= stays
            if stays:
                kept[gift] = kept.get(gift, 0) + stays
        for gift in list(self._left):
            taken = min(self._left[gift], wanted)
            self._left[gift] -= taken
            wanted -= taken
            if taken:
                kept[gift] = kept.get(gift, 0) + taken
        self.short += wanted
        return tuple(GiftPart(gift, cents) for gift, cents in kept.items())


def promotional_balance(draft: Draft, account: str) -> int:
    """What a player has in promotional chips that he can still play."""
    return sum(draft.balance(gift) for gift in draft.context.gifts(account))


def not_promotional(draft: Draft, account: str, said: str) -> Refused:
    """Credit does not reach, where promotional chips cannot help: between players, and for what is put up later."""
    if promotional_balance(draft, account):
        other = "Promotional chips are for wagers against the house alone."
        return Refused("promotional/not_here", f"{said} {other}", (CITE,))
    return Refused("money/too_little", said)


def move_stake(draft: Draft, before: PromotionalStake | None, after: PromotionalStake | None) -> None:
    """Chips between the gifts and the layout."""
    was, now = by_gift(before), by_gift(after)
    for gift in {**was, **now}:
        draft.move(gift, on_layout(draft), now.get(gift, 0) - was.get(gift, 0))


def on_layout(draft: Draft) -> str:
    return draft.account("promo-stakes")


def post_promotional(draft: Draft, spot: SpotBets, wager: str, taken: int, *, undo: bool = False) -> None:
    """What becomes of a wager's promotional chips: taken by the house, or back to the gifts they came from."""
    sign = -1 if undo else 1
    for gift, cents in spot.promotional_on(wager):
        gone = min(cents, taken)
        taken -= gone
        draft.move(on_layout(draft), PROMOTIONS, sign * gone)
        draft.move(on_layout(draft), gift, sign * (cents - gone))


def forgo_missing(draft: Draft, spots: Iterable[SpotBets]) -> dict[str, int]:
    """A correction takes no promotional chips that are gone already: nobody owes them. What the house forgoes."""
    forgone = {}
    for gift in {gift: None for spot in spots for gift in by_gift(spot.promotional)}:
        short = -draft.balance(gift)
        if short > 0:
            draft.move(PROMOTIONS, gift, short)
            forgone[gift] = short
    return forgone
