"""The wagers of a rules card: pays, limits, prerequisites and charges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from croupier.documents.condition_wording import condition_text, join_with_commas
from croupier.documents.rules_card_model import CardLine, LimitsCard, RowCard, WagerCard
from croupier.documents.rules_card_wording import RulesCardFormatter, merge_citations, percent, short_citation
from croupier.money.cents import VigRounding, format_amount
from croupier.money.collection import Schedule
from croupier.money.pay_odds import PayOddsKind
from croupier.rulebook.schema import Excludes, FromOption, Requires, RowTable, StakeCapRule, Wager
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager, PayRow, VigorishCharge

GROUPS = ("line", "tie", "side", "progressive")
VIG_ROUNDING = {
    VigRounding.EXACT: "to the cent, half a cent staying with the player",
    VigRounding.NEAREST_25C: "to the nearest 25 cents",
    VigRounding.UP_25C: "up to the next 25 cents",
}
ROWS_PAID = {
    "first": "Only the first row that applies is paid.",
    "largest": "Only the row that pays most is paid.",
    "all": "Every row that applies is paid.",
}


def wager_cards(rules: TableRules, schedule: Schedule | None) -> tuple[WagerCard, ...]:
    """Return the cards of all offered wagers: line, tie, side and progressive wagers, in this order."""
    wagers = sorted(rules.wagers.values(), key=lambda wager: GROUPS.index(wager.group))
    return tuple(_WagerCardBuilder(rules, wager, schedule).card() for wager in wagers)


@dataclass(frozen=True)
class ChargeTaken:
    """Vigorish in force: taken from a win, or from a stake that is returned on a push."""

    taken_on: Literal["win", "push"]
    of: Literal["winnings", "stake"]
    rate: Fraction
    when: str
    cite: str
    charge: VigorishCharge


def charges_taken(rules: TableRules, wager: OfferedWager) -> tuple[ChargeTaken, ...]:
    """Return the charges of a wager that are possible under the table's options."""
    written = rules.rulebook.written.wager[wager.id]
    push = condition_text(rules, wager.push.text) if wager.push else ""
    taken = []
    for charge, written_charge in zip(wager.charges, written.vigorish, strict=True):
        if when := condition_text(rules, charge.when.text):
            cite = RulesCardFormatter(rules).cite(written_charge.cite or written.cite)
            of: Literal["winnings", "stake"] = "stake" if charge.of_stake else "winnings"
            taken.append(ChargeTaken("push" if when == push else "win", of, charge.rate, when, cite, charge))
    return tuple(taken)


def paytable_line(rules: TableRules) -> CardLine | None:
    """Return which of the printed pay tables is in force, or None if the rulebook has only one."""
    option = rules.rulebook.written.options.get("paytable")
    if option is None:
        return None
    others = [choice for choice in option.choices if choice != rules.options["paytable"]]
    printed = f"; the rulebook also has {join_with_commas(others)}" if others else ""
    return CardLine(
        "Pay table", f"{rules.options['paytable']} is in force{printed}", RulesCardFormatter(rules).cite(option.cite)
    )


@dataclass(frozen=True)
class _WagerCardBuilder:
    """Builder of the part of a rules card that is about one wager."""

    rules: TableRules
    wager: OfferedWager
    schedule: Schedule | None

    @property
    def written(self) -> Wager:
        return self.rules.rulebook.written.wager[self.wager.id]

    @property
    def words(self) -> RulesCardFormatter:
        return RulesCardFormatter(self.rules)

    def card(self) -> WagerCard:
        wager = self.wager
        return WagerCard(
            id=wager.id,
            title=wager.title,
            group=wager.group,
            summary=wager.summary or self._summary(),
            outcome=self._outcome(),
            paytable=str(self.rules.options["paytable"]) if self.written.paytables else "",
            rows=tuple(self._row(row) for row in wager.rows),
            limits=self._limits(),
            backline=wager.backline,
            terms=tuple(self._terms()),
            note=wager.note,
            cite=short_citation(wager.cite),
        )

    def _summary(self) -> str:
        """Return a summary made from the conditions of the wager; it replaces a missing summary in the rulebook."""
        conditions = dict.fromkeys(condition_text(self.rules, row.when.text) for row in self.wager.rows)
        return f"Wins when {'; or '.join(conditions)}." if conditions else ""

    def _row(self, row: PayRow) -> RowCard:
        name = row.name or ("" if len(self.wager.rows) == 1 else _capital(condition_text(self.rules, row.when.text)))
        meter = self.rules.rulebook.written.meter.get(row.meter)
        return RowCard(
            name=name,
            pays=self.words.pays(row.odds),
            odds=row.odds.text,
            meter=(meter.title or meter.id) if meter else "",
            envy=self.words.money(row.envy) if row.envy else "",
            cite=short_citation(row.cite),
        )

    def _limits(self) -> LimitsCard:
        limit, money = self.rules.limit(self.wager, self.schedule), self.words.money
        narrowed = short_citation(limit.cite) if limit.cite != self.wager.limit.cite else ""
        cite = merge_citations(self._own_limits_cite(), narrowed)
        if limit.least == limit.most:
            return LimitsCard("Stake", format_amount(limit.least), format_amount(limit.most), money(limit.least), cite)
        span = f"{money(limit.least)} to {money(limit.most)}"
        return LimitsCard("Limits", format_amount(limit.least), format_amount(limit.most), span, cite)

    def _own_limits_cite(self) -> str:
        """Return the citation of the wager's limits, or of the options that set them if the limits have no citation."""
        limits = self.written.limits
        written = [self.written.stake] if limits is None else [limits.min, limits.max]
        options = [value.option for value in written if isinstance(value, FromOption)]
        if options and not (limits and limits.cite):
            return self.words.option_cite(*options)
        return short_citation(self.wager.limit.cite)

    def _terms(self) -> Iterator[CardLine]:
        if self.written.paytables:
            text = f"Pay table {self.rules.options['paytable']} is in force."
            yield CardLine("Pay table", text, self.words.option_cite("paytable"))
        yield from self._as_chosen()
        yield from self._gives_back()
        yield from self._vigorish()
        yield from self._beside_others()
        yield from self._reading_of_rows()
        if not self.wager.backline and any(wager.backline for wager in self.rules.wagers.values()):
            yield CardLine("Backline", "No backline bets.", short_citation(self.wager.cite))

    def _as_chosen(self) -> Iterator[CardLine]:
        """Yield the conditions of rows that depend on changed options; the rulebook's summary assumes the defaults."""
        for row in self._written_rows():
            changed = [name for name in self.words.options_in(row.when) if self.words.is_changed(name)]
            if changed and self.wager.summary:
                when = condition_text(self.rules, row.when)
                who = f"“{row.name}”" if row.name else "this wager"
                text = f"{who} is paid when {when}." if when else f"{who} is not paid."
                yield CardLine("As chosen", f"With the options chosen: {text}", self.words.option_cite(*changed))

    def _written_rows(self) -> list[RowTable]:
        """Return all rows of the pay table in force, also those that the options make impossible."""
        tables = self.written.paytables
        return tables[str(self.rules.options["paytable"])] if tables else self.written.pays

    def _outcome(self) -> str:
        push = self.written.push_text or (condition_text(self.rules, self.wager.push.text) if self.wager.push else "")
        pushes = f"Pushes when {push}. " if push else ""
        return f"{self._returned()}{pushes}Loses otherwise."

    def _returned(self) -> str:
        when = condition_text(self.rules, self.wager.returns.text) if self.wager.returns else ""
        return f"Goes back without action when {when}. " if when else ""

    def _gives_back(self) -> Iterator[CardLine]:
        for back in self.wager.gives_back:
            if when := condition_text(self.rules, back.when.text):
                text = f"{percent(back.share)} of the stake comes back when {when}."
                yield CardLine("Gives back", text, short_citation(back.cite or self.wager.cite))

    def _vigorish(self) -> Iterator[CardLine]:
        rounding = VIG_ROUNDING[self.wager.vig_rounding]
        taken = charges_taken(self.rules, self.wager)
        for charge in taken:
            text = f"Vigorish: {percent(charge.rate)} of the {charge.of} when {charge.when}, {rounding}."
            yield CardLine("Vigorish", text, charge.cite)
        if self.written.vigorish and not taken:
            names = [name for written in self.written.vigorish for name in self.words.options_in(written.when)]
            yield CardLine("Vigorish", "No vigorish is taken.", self.words.option_cite(*names))

    def _beside_others(self) -> Iterator[CardLine]:
        for needed in self.written.requires:
            if self._applies(needed):
                alone = " Behind a seat it may stand alone." if needed.seated_only else ""
                yield self._line("Needs", f"Only with a wager on {self._titles(needed.any, 'or')}.{alone}", needed)
        for names, barred in self._barred():
            yield self._line("Not with", f"Not together with {self._titles(names, 'or')}.", barred)
        for cap in self.written.at_most:
            if self._applies(cap):
                yield self._line("At most", self._cap(cap), cap)

    def _barred(self) -> Iterator[tuple[list[str], Excludes]]:
        """Yield the wagers that cannot be placed together with this one, each list with the rule that excludes them."""
        listed: set[str] = set()
        for barred in filter(self._applies, self.written.excludes):
            if names := [name for name in barred.wagers if name in self.rules.wagers]:
                listed |= set(names)
                yield names, barred
        for other_wager in [name for name in self.rules.wagers if name not in listed]:
            for barred in filter(self._applies, self.rules.rulebook.written.wager[other_wager].excludes):
                if self.wager.id in barred.wagers:
                    yield [other_wager], barred

    def _cap(self, cap: StakeCapRule) -> str:
        if cap.exact:
            return f"Exactly as much as on {self._titles(cap.of, 'and')}."
        if cap.share != "1":
            return f"At most {cap.share} of what is on {self._titles(cap.of, 'and')}."
        if len(cap.of) == 1:
            return f"At most as much as on {self._titles(cap.of, 'and')}."
        measure = "the total" if cap.measure == "total" else "the largest"
        return f"At most {measure} of one's wagers on {self._titles(cap.of, 'and')}."

    def _applies(self, rule: Requires | Excludes | StakeCapRule) -> bool:
        return bool(self.rules.bind(rule.when).constant)

    def _line(self, label: str, text: str, rule: Requires | Excludes | StakeCapRule) -> CardLine:
        options = self.words.option_cite(*self.words.options_in(rule.when))
        return CardLine(label, text, self.words.cite(rule.cite) or options or short_citation(self.wager.cite))

    def _titles(self, wagers: list[str], conjunction: str) -> str:
        return join_with_commas([self.rules.rulebook.written.wager[name].title for name in wagers], conjunction)

    def _reading_of_rows(self) -> Iterator[CardLine]:
        kinds = {row.odds.kind for row in self.wager.rows}
        if len(self.wager.rows) > 1:
            yield CardLine("Rows", ROWS_PAID[self.wager.pays_rows], self._option_behind(self.written.pays_rows))
        if PayOddsKind.FOR in kinds:
            yield CardLine("For", "“For 1” includes the stake, which does not come back besides.")
        if PayOddsKind.AMOUNT in kinds:
            included = "include the stake" if self.wager.amount_includes_stake else "come on top of the stake"
            yield CardLine("Amounts", f"Amounts of money {included}.", self._option_behind(self.written.amounts))

    def _option_behind(self, written: object) -> str:
        return self.words.option_cite(written.option) if isinstance(written, FromOption) else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
