"""Bind the wagers of a rulebook to a table's options: conditions compiled, odds parsed, limits in cents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.money.cents import Cents, Rounding, VigRounding, parse_amount
from croupier.money.pay_odds import PayOddsKind, parse_share
from croupier.rulebook.schema import FromOption, RowTable, Wager
from croupier.rulebook.wagers import Limit, OfferedWager, PartialReturn, PayRow, Prerequisite, StakeCap, VigorishCharge

if TYPE_CHECKING:
    from croupier.rulebook.table_rules import TableRules

ROWS_PAID = {"table": "first", "largest-amount": "largest", "all-rows": "all"}
"""Values of the option that decides which of several winning rows are paid, with the engine's names for them."""


def bind_wager(rules: TableRules, wager: Wager) -> OfferedWager:
    """Return a wager of the rulebook as this table offers it."""
    return _Binder(rules, wager).make()


class _Binder:
    """Builder of one wager as one table offers it."""

    def __init__(self, rules: TableRules, wager: Wager) -> None:
        self.rules = rules
        self.wager = wager

    def make(self) -> OfferedWager:
        wager, rules = self.wager, self.rules
        rows = self._rows()
        return OfferedWager(
            id=wager.id,
            title=wager.title,
            short_title=wager.short_title or wager.title,
            spot_title=wager.spot_title or wager.short_title or wager.title,
            spot_hint=wager.spot_hint,
            group=wager.group,
            summary=wager.summary,
            rows=rows,
            limit=self._limit(),
            follows_table_limit=self._follows_table_limit(),
            cite=rules.rulebook.cite(wager.cite),
            facts=self._facts(),
            returns=rules.bind(wager.returns) if wager.returns else None,
            push=rules.bind(wager.push) if wager.push else None,
            gives_back=tuple(
                PartialReturn(rules.bind(b.when), parse_share(b.share), rules.rulebook.cite(b.cite))
                for b in wager.gives_back
            ),
            charges=tuple(
                VigorishCharge(rules.bind(v.when), rules.share(v.rate), v.of == "stake") for v in wager.vigorish
            ),
            requires=tuple(
                Prerequisite(tuple(r.any), rules.rulebook.cite(r.cite), r.seated_only)
                for r in wager.requires
                if self._applies(r.when)
            ),
            excludes=tuple(
                Prerequisite(tuple(e.wagers), rules.rulebook.cite(e.cite))
                for e in wager.excludes
                if self._applies(e.when)
            ),
            caps=tuple(
                StakeCap(tuple(c.of), c.measure == "total", rules.rulebook.cite(c.cite), parse_share(c.share), c.exact)
                for c in wager.at_most
                if self._applies(c.when)
            ),
            is_placed_during_round=wager.placed == "asked",
            backline=bool(rules.value(wager.backline)) and bool(rules.options.get("over_the_shoulder", True)),
            pays_rows=ROWS_PAID.get(str(rules.value(wager.pays_rows)), str(rules.value(wager.pays_rows))),
            amount_includes_stake=rules.value(wager.amounts) == "for",
            rounding=Rounding(str(rules.options.get("rounding") or "nearest")),
            vig_rounding=VigRounding(str(rules.options.get("vig_rounding") or "exact")),
            note=wager.note,
        )

    def _applies(self, when: str) -> bool:
        return bool(self.rules.bind(when).constant)

    def _limit(self) -> Limit:
        wager, rules = self.wager, self.rules
        if wager.stake is not None:
            written = wager.stake[str(rules.options["paytable"])] if isinstance(wager.stake, dict) else wager.stake
            stake = rules.money(written)
            return Limit(stake, stake, rules.rulebook.cite(wager.cite))
        assert wager.limits is not None
        cite = rules.rulebook.cite(wager.limits.cite or wager.cite)
        return Limit(rules.money(wager.limits.min), rules.money(wager.limits.max), cite)

    def _follows_table_limit(self) -> bool:
        """Return whether the wager's limits are the table's limits, which the schedule in force narrows."""
        least = self.wager.limits.min if self.wager.limits else None
        return isinstance(least, FromOption) and least.option == "table_min"

    def _rows(self) -> tuple[PayRow, ...]:
        """Return the rows of the pay table in force, without rows that these options make impossible."""
        wager = self.wager
        written = wager.paytables[str(self.rules.options["paytable"])] if wager.paytables else wager.pays
        rows = [self._row(number, row) for number, row in enumerate(written)]
        return tuple(row for row in rows if row.when.constant is not False)

    def _row(self, number: int, row: RowTable) -> PayRow:
        rules = self.rules
        odds = rules.row_odds(row)
        envy = (
            parse_amount(row.envy.lstrip("$").replace(",", ""))
            if row.envy and self._applies(self.wager.envy_when)
            else 0
        )
        return PayRow(
            number,
            rules.bind(row.when),
            odds,
            row.name,
            rules.rulebook.cite(row.cite or self.wager.cite),
            row.short_name,
            row.meter if odds.kind is PayOddsKind.SHARE else "",
            Cents(envy),
        )

    def _facts(self) -> frozenset[str]:
        wager = self.wager
        written = [row for rows in (wager.pays, *wager.paytables.values()) for row in rows]
        texts = [row.when for row in written] + [wager.push or "True", wager.returns or "True"]
        texts += [back.when for back in wager.gives_back] + [charge.when for charge in wager.vigorish]
        conditions = self.rules.rulebook.conditions
        return frozenset().union(*(conditions[text].facts for text in texts if text in conditions))
