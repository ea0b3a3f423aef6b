"""Money of a round: settle the wagers exactly to the cent, or return everything from a void round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from croupier.errors import InvariantViolation
from croupier.money.cents import Cents
from croupier.money.meters import MeterRound
from croupier.money.promotional_funding import AfterWin, FundingSplit
from croupier.money.settlement import SettledBet, Settlement
from croupier.play.family import Family, family_of, settle_bets
from croupier.play.round import CarriedCard, Opening
from croupier.play.table_stakes import HIDDEN
from croupier.rulebook.table_rules import TableRules
from croupier.store import ledger_accounts
from croupier.store.ledger_accounts import SEED, AccountName, owed_by, owner_of
from croupier.table import events as e
from croupier.table.bank_handlers import record_banked_hand, reset_bank_deadline
from croupier.table.command_effect import EffectBuilder
from croupier.table.promotional_chips import move_stake, post_promotional
from croupier.table.round_archive import amounts_put_in, fundings, results_of, seat_transfers_json
from croupier.table.state import CurrentRound, EarlyPayment, PlayerDealerBank, SpotBets


def settle_round(builder: EffectBuilder, result: Any) -> None:
    """Settle a finished round: post its money, send jackpots to confirmation, and update the bank rotation."""
    state = builder.state
    current, bank = state.round, state.bank
    assert current is not None
    meters = {meter.id: Cents(builder.balance(builder.meter(meter.id))) for meter in state.rules.meters}
    bets = current.bets()
    settlement = settle_bets(state.rules, result, bets, bank=bank.posted if bank else None, meters=meters)
    before = credit_before(builder, current, bank)
    poured = post_settlement(builder, settlement, list(current.spots.values()), bank, current.paid, to_stacks=True)
    stakes = state.family.table_stakes
    hits = jackpots_of(current.id, settlement, accounts_of(current.spots.values()), poured)
    won = state.family.winning_wagers(state.rules, result, meters)
    if settlement.exchanges is not None:
        builder.emit(e.SeatTransfersMade(exchanges=seat_transfers_json(settlement)))
    builder.emit(
        e.RoundSettled(
            round=current.id,
            at=builder.at,
            next_at=builder.at + state.settings.result_ms,
            cards=state.family.final_cards(result),
            facts=state.family.result_summary(state.rules, result, bets),
            results=results_of(settlement, list(current.spots.values())),
            order=list(settlement.order),
            bank=bank_json(bank, settlement),
            meters={
                meter: {"before": meters[meter], "after": builder.balance(builder.meter(meter))}
                for meter in settlement.meters
            },
            winning_wagers=list(won),
            winning_rows={wager: row for wager, row in won.items() if row},
            hand_in_shoe=[current.shoe, len(state.trends.current.hands) + 1],
            outcome=state.family.board_entry(result),
            next_opening=_next_opening(state.family, result),
            balances={
                account: [cents, builder.balance(_money_account(builder, account))] for account, cents in before.items()
            },
            between=settlement.exchanges is not None,
            put_in=amounts_put_in(settlement, list(current.spots.values()), stakes),
            bots=sorted({sitter.account for sitter in state.seats.values() if sitter.bot} & before.keys()),
            unseen=sorted(stakes.never_revealed(result)) if stakes is not None else [],
            settled_hand=settled_hand_json(state.rules, result),
        )
    )
    for hit in hits:
        builder.emit(hit)
    record_banked_hand(builder, current)


def settled_hand_json(rules: TableRules, result: Any) -> dict[str, Any]:
    """Return how a hand between seats was settled; empty in a game with a bank."""
    stakes = family_of(rules).table_stakes
    return {} if stakes is None else {**stakes.settled_hand(rules, result)}


def accounts_of(spots: Sequence[SpotBets] | Any) -> dict[tuple[int, str], AccountName]:
    """Return the account of each bettor, by seat and bettor name."""
    return {(spot.seat, spot.bettor): spot.account for spot in spots}


def credit_before(
    builder: EffectBuilder, current: CurrentRound, bank: PlayerDealerBank | None
) -> dict[AccountName, int]:
    """Return each account's money in cents before the wagers, bank and fees of this round. [R25]"""
    if builder.state.stakes is not None:
        stacks = {spot.account: 0 for spot in current.spots.values()}
        for spot in current.spots.values():
            stacks[spot.account] += spot.total
        return {account: cents + builder.balance(_money_account(builder, account)) for account, cents in stacks.items()}
    accounts = dict.fromkeys([*current.accounts, *([bank.account] if bank else [])])
    posted = {bank.account: bank.cents} if bank else {}
    return {
        account: builder.balance(account)
        + current.staked_by(account)
        + current.fees.get(account, 0)
        + posted.get(account, 0)
        - sum(one.net_cents for one in current.paid if one.account == account)
        for account in accounts
    }


def _money_account(builder: EffectBuilder, account: AccountName) -> AccountName:
    """Return the account of a player's money at this table: the chip stack or the credit."""
    return account if builder.state.stakes is None else builder.stack(account)


def post_settlement(
    builder: EffectBuilder,
    settlement: Settlement,
    spots: Sequence[SpotBets],
    bank: PlayerDealerBank | None,
    paid: Sequence[EarlyPayment] = (),
    *,
    to_stacks: bool = False,
) -> dict[str, int]:
    """Post a settlement: losing stakes to the bank, winnings to bettors, contributions to meters.

    `to_stacks`: where seats play against each other, pay to the players' chip stacks instead of their credit. Returns
    the cents by meter that moved from the overflow account to the meter at its restart.
    """
    if settlement.exchanges is not None:
        _post_between(builder, settlement, spots, to_stacks=to_stacks)
        return {}
    banker = builder.account("house" if bank is None else "bank")
    done = {(one.seat, one.bettor, one.wager) for one in paid}
    by_bettor = {(spot.seat, spot.bettor): spot for spot in spots}
    taken: Counter[tuple[int, str, str]] = Counter()
    for settled, funded in zip(settlement.settled, fundings(settlement.settled, spots), strict=True):
        bet = settled.bet
        taken[bet.seat, bet.bettor, bet.wager] += funded.taken
        if (bet.seat, bet.bettor, bet.wager) not in done:
            _post_wager(builder, settled, funded, by_bettor[bet.seat, bet.bettor].account, banker)
    for spot in spots:
        for wager in spot.promotional.wagers if spot.promotional else ():
            if (spot.seat, spot.bettor, wager) not in done:
                post_promotional(builder, spot, wager, taken[spot.seat, spot.bettor, wager])
    poured = {}
    for meter, run in settlement.meter_rounds.items():
        for place, cents in run.other_hands.items():
            bet = settlement.settled[place].bet
            builder.transfer(builder.meter(meter), by_bettor[bet.seat, bet.bettor].account, cents)
        poured[meter] = post_meter(builder, builder.meter(meter), run, banker)
    if bank is not None:
        builder.transfer(builder.account("bank"), bank.account, bank.cents + (settlement.bank_net or 0))
    return poured


def _post_between(
    builder: EffectBuilder, settlement: Settlement, spots: Sequence[SpotBets], *, to_stacks: bool
) -> None:
    """Post the payments between seats from the common stakes; the house receives the fees."""
    stakes = builder.account("stakes")
    nets: dict[tuple[int, str], int] = {}
    for settled_bet in settlement.settled:
        nets[settled_bet.bet.seat, settled_bet.bet.bettor] = (
            nets.get((settled_bet.bet.seat, settled_bet.bet.bettor), 0) + settled_bet.net
        )
        builder.transfer(stakes, builder.account("drop"), settled_bet.charge)
    for spot in spots:
        purse = _money_account(builder, spot.account) if to_stacks else spot.account
        builder.transfer(stakes, purse, spot.total + nets.pop((spot.seat, spot.bettor), 0))
    if nets:
        raise InvariantViolation(f"money was settled at {sorted(nets)}, where nobody brought any")


def post_meter(builder: EffectBuilder, meter: AccountName, run: MeterRound, banker: AccountName) -> int:
    """Post a meter's contributions, prizes and restart; return the cents that the restart took from the overflow.

    Contributions above the ceiling go to the overflow account, for the next restart.
    """
    overflow = ledger_accounts.overflow(owner_of(meter))
    others = sum(run.other_hands.values())  # these amounts have left the meter already
    ceiling, meter_cents = builder.context.meter_ceiling(meter), builder.balance(meter) + others
    to_meter = run.contributed if ceiling is None else max(0, min(run.contributed, ceiling - meter_cents))
    builder.transfer(banker, meter, to_meter)
    builder.transfer(banker, overflow, run.contributed - to_meter)
    prizes = sum(run.prizes.values())
    builder.transfer(overflow, meter, max(0, prizes - builder.balance(meter)))
    builder.transfer(meter, builder.account("jackpot"), prizes)
    builder.transfer(SEED, meter, run.reseeded)
    if not run.reseeded:
        return 0
    overflow_cents = builder.balance(overflow)
    poured = overflow_cents if ceiling is None else max(0, min(overflow_cents, ceiling - builder.balance(meter)))
    builder.transfer(overflow, meter, poured)
    return poured


def _post_wager(
    builder: EffectBuilder, settled: SettledBet, funded: FundingSplit, account: AccountName, banker: AccountName
) -> None:
    """Post the credit part of one wager.

    The bettor's net result has the commission deducted and includes meter payments; both are posted separately.
    """
    stakes, staked = builder.account("stakes"), settled.bet.amount - funded.promotional
    won = funded.credit_net + funded.charge - settled.prize - settled.meter_paid
    if won >= 0:
        builder.transfer(stakes, account, staked)
        builder.transfer(banker, account, won)
    else:
        builder.transfer(stakes, banker, -won)
        builder.transfer(stakes, account, staked + won)
    builder.transfer(account, builder.account("commission"), funded.charge)


def pay_early(builder: EffectBuilder, settled: Sequence[SettledBet]) -> None:
    """Pay wagers that are already decided; take back payments that a corrected card no longer supports."""
    current = builder.state.round
    assert current is not None
    spots = {(spot.seat, spot.bettor): spot for spot in current.spots.values()}
    due = tuple(
        _early_payment(settled_bet, spots[settled_bet.bet.seat, settled_bet.bet.bettor], funded)
        for settled_bet, funded in zip(settled, fundings(settled, spots.values()), strict=True)
    )
    if due == current.paid:
        return
    for payment in due:
        if payment not in current.paid:
            _post_early_payment(builder, payment, spots[payment.seat, payment.bettor])
    for payment in current.paid:
        if payment not in due:
            _post_early_payment(builder, payment, spots[payment.seat, payment.bettor], undo=True)
    builder.emit(e.WagersPaidEarly(paid=[asdict(one) for one in due]))


def _early_payment(settled: SettledBet, spot: SpotBets, funded: FundingSplit) -> EarlyPayment:
    bet = settled.bet
    return EarlyPayment(bet.seat, bet.bettor, spot.account, bet.wager, bet.amount, settled.net, funded.promotional)


def _post_early_payment(builder: EffectBuilder, paid: EarlyPayment, spot: SpotBets, *, undo: bool = False) -> None:
    """Pay stake and winnings of an early payment to the bettor; with `undo`, take them back."""
    sign = -1 if undo else 1
    builder.transfer(builder.account("stakes"), paid.account, sign * (paid.cents - paid.promotional_cents))
    builder.transfer(builder.account("house"), paid.account, sign * paid.net_cents)
    is_played = paid.net_cents > 0 and spot.after_win is AfterWin.TAKEN
    post_promotional(builder, spot, paid.wager, paid.promotional_cents if is_played else 0, undo=undo)


def record_debt(builder: EffectBuilder, accounts: Iterable[AccountName]) -> None:
    """Cover a negative credit balance from the player's `owed:` account, so that credit never stays below zero."""
    for account in accounts:
        short = -builder.balance(account)
        if short > 0:
            builder.transfer(owed_by(account), account, short)


def jackpots_of(
    round_id: str,
    settlement: Settlement,
    accounts: Mapping[tuple[int, str], AccountName],
    poured: Mapping[str, int],
    *,
    before: int = 0,
) -> list[e.JackpotHit]:
    """Return the jackpots of a round in payment order. [R50]

    `poured` has the cents by meter that came from the overflow account at the restart; `before` is the number of
    jackpots that the round had before it was corrected.
    """
    hits: list[e.JackpotHit] = []
    for meter, run in settlement.meter_rounds.items():
        for place, cents in run.prizes.items():
            bet = settlement.settled[place].bet
            hits.append(
                e.JackpotHit(
                    id=f"{round_id}/jackpot-{before + len(hits) + 1}",
                    round=round_id,
                    meter=meter,
                    wager=bet.wager,
                    seat=bet.seat,
                    account=accounts[bet.seat, bet.bettor],
                    cents=cents,
                    order=len(hits) + 1,
                    restarts_at=run.after if run.reseeded else None,
                    reseeded_cents=run.reseeded if len(run.prizes) == 1 else 0,
                    restart=_restart_json(run, poured.get(meter, 0)) if place in run.won_whole_by else None,
                )
            )
    return [hit for hit in hits if hit.cents]


def _restart_json(run: MeterRound, overflow_cents: int) -> dict[str, int] | None:
    if not run.reseeded:
        return None
    sharers = sum(1 for place in run.won_whole_by if run.prizes[place])
    return {"seed_cents": run.reseeded, "kept_cents": overflow_cents, "sharers": sharers}


def bank_json(bank: PlayerDealerBank | None, settlement: Settlement) -> dict[str, Any] | None:
    if bank is None:
        return None
    return {
        "seat": bank.seat,
        "account": bank.account,
        "cents": bank.cents,
        "net_cents": settlement.bank_net,
        "left_cents": settlement.bank_left,
    }


def _next_opening(game: Family, result: Any) -> dict[str, Any]:
    return _opening_json(game.next_opening(result))


def _opening_json(opening: Opening) -> dict[str, Any]:
    carried: CarriedCard | None = opening.carried
    if carried is None:
        action = {} if opening.action is None else {"action": opening.action}
        return ({"free_hand": True} if opening.free_hand else {}) | action
    return {"carried": str(carried.card), "disclosed": carried.disclosed, "free_hand": opening.free_hand}


def void_round(builder: EffectBuilder, code: str, reason: str, cite: str, *, opening: Opening | None = None) -> None:
    """Void the round: return stakes, fees and the bank to their owners. [R30; 003 L298-299; 000 L135]

    `opening`: how the next round begins by the rules, if a card was dealt.
    """
    pay_early(builder, ())  # take back early payments: a void round pays nothing [002 L129]
    state = builder.state
    current, bank = state.round, state.bank
    assert current is not None
    returned: dict[AccountName, int] = {}
    for spot in current.spots.values():
        builder.transfer(builder.account("stakes"), _money_account(builder, spot.account), spot.credit_cents)
        move_stake(builder, spot.promotional, None)
        returned[spot.account] = returned.get(spot.account, 0) + spot.credit_cents
    for raised in current.added_wagers:
        builder.transfer(builder.account("stakes"), raised.account, raised.cents)
        returned[raised.account] = returned.get(raised.account, 0) + raised.cents
    for account, cents in current.fees.items():
        builder.transfer(builder.account("drop"), account, cents)
        returned[account] = returned.get(account, 0) + cents
    if bank is not None:
        builder.transfer(builder.account("bank"), bank.account, bank.cents)
        returned[bank.account] = returned.get(bank.account, 0) + bank.cents
    record_debt(builder, returned)
    unseen = _never_revealed(builder)
    builder.emit(
        e.RoundVoided(
            round=current.id,
            at=builder.at,
            next_at=builder.table_time + state.settings.result_ms,
            code=code,
            reason=reason,
            cite=cite,
            cards=_cards_by_hand(builder, unseen),
            returned=returned,
            next_opening=_opening_after_void(current, opening),
            unseen=unseen,
        )
    )
    _reset_bank_after_void(builder)


def _opening_after_void(current: CurrentRound, opening: Opening | None) -> dict[str, Any]:
    """Return as JSON how the next round opens after a void one.

    If no card was dealt, it opens as this round did.
    """
    return _opening_json((opening or Opening()) if current.dealt else current.opening)


def _never_revealed(builder: EffectBuilder) -> list[int]:
    """Return the numbers of the cards that stay hidden for ever, in a game in which folded cards are not shown."""
    current, stakes = builder.state.round, builder.state.family.table_stakes
    assert current is not None
    if stakes is None or not stakes.folded_stay_hidden:
        return []
    return [place for place, card in enumerate(current.dealt, start=1) if card.face_down]


def _cards_by_hand(builder: EffectBuilder, unseen: Sequence[int] = ()) -> dict[str, list[str]]:
    current = builder.state.round
    assert current is not None
    hands: dict[str, list[str]] = {hand: [] for hand in family_of(builder.state.rules).common_hands}
    for place, card in enumerate(current.dealt, start=1):
        hands.setdefault(card.hand, []).append(HIDDEN if place in unseen else str(card.card))
    return hands


def _reset_bank_after_void(builder: EffectBuilder) -> None:
    """Reset the bank's deadline: a void round does not count as a banked hand."""
    reset_bank_deadline(builder)
