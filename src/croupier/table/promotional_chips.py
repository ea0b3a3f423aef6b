"""Promotional chips at a table: allowed wagers, grants that pay for them, and their transfers.

Promotional chips have separate accounts and move only between these: `promo:7/3` is the rest of a grant,
`promo-stakes:TABLE` is on a layout, and `promotions` is the amount granted by the house less the amount it has back.
[003 L135]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from croupier.errors import Refused
from croupier.money.cents import Cents, format_dollars
from croupier.money.promotional_funding import AfterWin
from croupier.store.ledger_accounts import PROMOTIONS, AccountName
from croupier.table.command_effect import EffectBuilder
from croupier.table.state import SpotBets
from croupier.table.state.dealing import GrantPart, PromotionalStake, chips_by_grant

CITE = "003 L135"
OFF = Refused("promotional/off", "This house takes no promotional chips.")


def promotional_stake(
    builder: EffectBuilder,
    before: SpotBets | None,
    wagers: Mapping[str, int],
    chosen: Iterable[str],
    account: AccountName,
) -> PromotionalStake | Refused | None:
    """Return the promotional part of these wagers by grant, None if there is none, or the refusal.

    Chips that are already on a wager stay there.
    """
    names = sorted(chosen)
    if not names:
        return None
    there = before.promotional if before else None
    stays = {name: _take_up_to(there.wagers.get(name, ()) if there else (), wagers[name]) for name in names}
    wanted = {name: wagers[name] - sum(stays[name].values()) for name in names}
    if any(wanted.values()) and (refusal := _refuse_wagers(builder, names)):
        return refusal
    left = _available_by_grant(builder, account, there, stays.values())
    short = sum(_fill_from_grants(stays[name], wanted[name], left) for name in names)
    if short:
        needed, has = format_dollars(Cents(short)), format_dollars(Cents(promotional_balance(builder, account)))
        return Refused("promotional/insufficient", f"That takes {needed} more than your promotional chips, {has}.")
    parts = {name: tuple(GrantPart(gift, cents) for gift, cents in stays[name].items()) for name in names}
    rules = builder.context.promotional
    is_rule_unchanged = there is not None and not any(wanted.values())
    after_win = there.after_win if there and is_rule_unchanged else rules.after_win if rules else AfterWin.TAKEN
    return PromotionalStake(after_win=after_win, wagers=parts)


def _take_up_to(placed: Sequence[GrantPart], cents: int) -> dict[AccountName, int]:
    """Return how many cents of these chips stay on a wager of `cents`, by grant.

    The grants come in their order, so chips that the player takes back come from the last grant.
    """
    stays: dict[AccountName, int] = {}
    for gift, there in placed:
        if part := min(there, cents - sum(stays.values())):
            stays[gift] = part
    return stays


def _available_by_grant(
    builder: EffectBuilder,
    account: AccountName,
    there: PromotionalStake | None,
    stays: Iterable[Mapping[AccountName, int]],
) -> dict[AccountName, int]:
    """Return the cents that each grant can pay for wagers.

    That is the balance of the grant, and the chips that this command takes off the layout.
    """
    freed = Counter(chips_by_grant(there))
    for parts in stays:
        freed.subtract(parts)
    return {gift: builder.balance(gift) + freed[gift] for gift in builder.context.grants(account)}


def _fill_from_grants(parts: dict[AccountName, int], wanted: int, left: dict[AccountName, int]) -> int:
    """Put up to `wanted` cents on a wager, starting with the grant that expires first; return the missing cents."""
    for gift, has in left.items():
        taken = min(has, wanted)
        if taken:
            parts[gift] = parts.get(gift, 0) + taken
            left[gift] = has - taken
            wanted -= taken
    return wanted


def _refuse_wagers(builder: EffectBuilder, wagers: Sequence[str]) -> Refused | None:
    """Refuse promotional chips on wagers that do not accept them."""
    rules, table_rules = builder.context.promotional, builder.state.rules
    if rules is None:
        return OFF
    if table_rules.has_player_dealer:
        message = "A player banks this table: promotional chips play against the house only."
        return Refused("promotional/player_banked", message, (CITE,))
    metered = {meter.wager for meter in table_rules.meters}
    for name in wagers:
        wager = table_rules.wagers.get(name)
        if wager is not None and (name in metered or wager.group not in rules.groups):
            message = f"{wager.title} is not made with promotional chips."
            return Refused("promotional/wager", message, (CITE,))
    return None


def promotional_balance(builder: EffectBuilder, account: AccountName) -> int:
    """Return the player's usable promotional chips, in cents."""
    return sum(builder.balance(gift) for gift in builder.context.grants(account))


def refuse_promotional(builder: EffectBuilder, account: AccountName, message: str) -> Refused:
    """Return the refusal for too little credit, with a note if the player has promotional chips.

    Promotional chips cannot be used between players, or for wagers added during a round.
    """
    if promotional_balance(builder, account):
        other = "Promotional chips are for wagers against the house alone."
        return Refused("promotional/not_here", f"{message} {other}", (CITE,))
    return Refused("money/insufficient", message)


def move_stake(builder: EffectBuilder, before: PromotionalStake | None, after: PromotionalStake | None) -> None:
    """Transfer chips between the grants and the layout, for the difference of two stakes."""
    was, now = chips_by_grant(before), chips_by_grant(after)
    for gift in {**was, **now}:
        builder.transfer(gift, on_layout(builder), now.get(gift, 0) - was.get(gift, 0))


def on_layout(builder: EffectBuilder) -> AccountName:
    return builder.account("promo-stakes")


def post_promotional(builder: EffectBuilder, spot: SpotBets, wager: str, taken: int, *, undo: bool = False) -> None:
    """Transfer a wager's promotional chips after the round: `taken` cents to the house, the rest to the grants."""
    sign = -1 if undo else 1
    for gift, cents in spot.promotional_on(wager):
        gone = min(cents, taken)
        taken -= gone
        builder.transfer(on_layout(builder), PROMOTIONS, sign * gone)
        builder.transfer(on_layout(builder), gift, sign * (cents - gone))


def waive_missing_chips(builder: EffectBuilder, spots: Iterable[SpotBets]) -> dict[AccountName, int]:
    """Cover negative grants after a correction; return the cents by grant that the house gives up.

    Nobody owes promotional chips: a correction takes only the chips that a grant still has.
    """
    forgone = {}
    for gift in {gift: None for spot in spots for gift in chips_by_grant(spot.promotional)}:
        short = -builder.balance(gift)
        if short > 0:
            builder.transfer(PROMOTIONS, gift, short)
            forgone[gift] = short
    return forgone
