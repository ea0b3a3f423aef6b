"""JSON of a settled case, the output of `croupier settle`. Format: docs/case-format.md."""

from __future__ import annotations

from typing import Any

from croupier.money.cents import format_amount
from croupier.money.collection import Collection
from croupier.money.settlement import SettledBet
from croupier.play.case import SettledCase
from croupier.play.family import family_of


def settled_case_json(done: SettledCase, *, all_facts: bool = False) -> dict[str, Any]:
    """Return the JSON of a settled case. `all_facts`: include every fact of the family, not only the main ones."""
    case = done.case
    family = family_of(case.rules)
    hands = {} if family.hand_setting is None else family.hand_setting.arranged_hands_json(case.rules, case.result)
    between = {} if family.table_stakes is None else family.table_stakes.case_json(case.rules, case.result)
    return {
        "rulebook": case.rules.id,
        "facts": family_of(case.rules).case_facts(case.rules, case.result, case.bets, every=all_facts),
        "results": [_result(settled) for settled in done.settlement.settled],
        **({"hands": hands} if hands else {}),
        "bank": _bank_answer(done),
        "collection": _collection_answer(done.collection),
        **between,
        "meters": {meter: format_amount(amount) for meter, amount in done.settlement.meters.items()},
    }


def _result(settled: SettledBet) -> dict[str, Any]:
    bet = settled.bet
    result: dict[str, Any] = {
        "seat": bet.seat,
        "bettor": bet.bettor,
        "wager": bet.wager,
        "amount": format_amount(bet.amount),
        "result": settled.result.value,
        "net": format_amount(settled.net),
    }
    if bet.hand:
        result["hand"] = bet.hand
    if settled.owed is not None:
        result["owed"] = format_amount(settled.owed)
    row = settled.verdict.row if settled.result == "win" else None
    return {**result, "row": row, "cite": settled.verdict.cite}


def _bank_answer(done: SettledCase) -> dict[str, Any] | None:
    bank, money = done.case.bank, done.settlement
    if bank is None or money.bank_net is None or money.bank_left is None:
        return None
    return {
        "seat": bank.seat,
        "amount": format_amount(bank.amount),
        "net": format_amount(money.bank_net),
        "left": format_amount(money.bank_left),
    }


def _collection_answer(collection: Collection | None) -> dict[str, Any] | None:
    if collection is None:
        return None
    return {
        "action": format_amount(collection.action),
        "player_dealer": format_amount(collection.player_dealer),
        "players": {payer: format_amount(fee) for payer, fee in collection.players.items()},
    }
