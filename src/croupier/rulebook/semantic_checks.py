"""Checks of a rulebook that involve more than one key: names, kinds, conditions, citations and cycles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from croupier.cards import Pack, parse_cards
from croupier.errors import PROBLEMS_MOST, BadInput, Problem, suggestion
from croupier.money.bank_coverage import CoverageModel
from croupier.money.cents import AmountError, Rounding, VigRounding, parse_amount
from croupier.money.collection import SHEETS
from croupier.money.envy import EnvyMode
from croupier.money.pay_odds import OddsError, PayOdds, PayOddsKind, parse_share
from croupier.money.settlement import AggregateMethod
from croupier.money.settlement_order import BacklineOrder, SettlementGrouping
from croupier.rulebook.citations import parse_citation
from croupier.rulebook.conditions import Condition, ConditionError, Scope, parse_condition
from croupier.rulebook.options import KINDS_IN_CONDITIONS, OptionError, normalize_name, read_option
from croupier.rulebook.schema import FamilyTable, FromOption, Option, RowTable, RulebookFile, Section, Wager
from croupier.rulebook.source_documents import CitationError
from croupier.rulebook.toml_reader import Path, TomlWithPositions


@dataclass(frozen=True)
class FamilyLanguage:
    """Facts and TOML table that a game family adds to the rulebook language."""

    facts: Mapping[str, type]
    own: type[FamilyTable]
    key: str
    """Name of the family's TOML table."""
    missing: str
    """Error message for a rulebook without the family's table."""
    packs: tuple[Pack, ...] = (Pack.CARDS,)
    """Card or tile sets that the family's games may be dealt from."""


KINDS = ("choice", "flag", "percent", "whole", "money", "odds")
WELL_KNOWN: dict[str, type[StrEnum]] = {
    "rounding": Rounding,
    "vig_rounding": VigRounding,
    "coverage_model": CoverageModel,
    "order": SettlementGrouping,
    "backline_order": BacklineOrder,
    "aggregate_method": AggregateMethod,
    "envy_mode": EnvyMode,
}
"""Options that the engine reads by name, each with the enumeration of the values that it understands."""
MOST_SEATS = MOST_DECKS = 100
LINT_STEPS_MOST = 2_000_000
"""Limit on (settings of the options) times (nodes of all conditions), the work of lint.

No shipped rulebook reaches 150,000.
"""


class SemanticChecker:
    """Checker that collects all problems of a rulebook that involve more than one key."""

    def __init__(
        self, located: TomlWithPositions, written: RulebookFile, families: Mapping[str, FamilyLanguage]
    ) -> None:
        self.located = located
        self.written = written
        self.families = families
        self.problems: list[Problem] = []
        self.conditions: dict[str, Condition] = {}
        self.nodes = 0
        self.scope = self._scope()

    def _scope(self) -> Scope:
        options = self.written.options
        usable = {name: KINDS_IN_CONDITIONS[o.kind] for name, o in options.items() if o.kind in KINDS_IN_CONDITIONS}
        choices = {name: option.choices for name, option in options.items() if option.kind == "choice"}
        return Scope(self.families[self.written.family].facts, usable, choices, self.written.define)

    def check(self) -> None:
        self._check_options()
        self._check_shoe_and_seats()
        self._check_terms()
        self._check_citations(self.written, ())
        for index, refusal in enumerate(self.written.refuse):
            self._condition(refusal.when, ("refuse", index, "when"), options_only=True)
        for index, least in enumerate(self.written.together):
            self._condition(least.when, ("together", index, "when"), options_only=True)
            self._amount(least.min, ("together", index, "min"))
        for wager in self.written.wager.values():
            self._check_wager(wager)
        self._check_own()
        self._check_settlement()
        self._check_meters()
        self._check_collection()
        self._check_floor()
        self._check_cycles()
        self._check_size()

    def _check_size(self) -> None:
        """Report a rulebook that is too large for lint to try every option setting against all conditions."""
        options = self.written.options
        values = sum(len(one.choices) if one.kind == "choice" else 2 * (one.kind == "flag") for one in options.values())
        paytables = len(options["paytable"].choices) if "paytable" in options else 1
        if (tried := max(1, paytables) * (1 + values) * self.nodes) > LINT_STEPS_MOST:
            reason = (
                f"has too many options and conditions: {tried:,} steps to try them all; {LINT_STEPS_MOST:,} at most"
            )
            self._problem(("options",), reason)

    def _problem(self, path: Path, message: str) -> None:
        key = ".".join(str(part) for part in path)
        self.problems.append(Problem(self.located.position_of(path), f"{key}: {message}"))
        if len(self.problems) > PROBLEMS_MOST:
            more = Problem("", "… and perhaps more: the check ends here")
            raise BadInput([*self.problems[:PROBLEMS_MOST], more])

    def _try(self, path: Path, read: Callable[[], object]) -> None:
        try:
            read()
        except (ConditionError, CitationError, OddsError, OptionError, ValueError) as error:
            self._problem(path, str(error))

    def _condition(self, text: str, path: Path, *, options_only: bool = False) -> None:
        if text in self.conditions:
            condition = self.conditions[text]
        else:
            try:
                condition = parse_condition(text, self.scope)
            except ConditionError as error:
                self._problem(path, str(error))
                return
            self.conditions[text] = condition
            self.nodes += condition.nodes
        if options_only and condition.facts:
            facts = ", ".join(sorted(condition.facts))
            self._problem(path, f"looks at {facts}, which is known only after the round; it may look at options")

    def _check_shoe_and_seats(self) -> None:
        shoe, seats = self.written.shoe, self.written.seats
        if shoe.pack not in (packs := self.families[self.written.family].packs):
            known = " or ".join(f'"{pack}"' for pack in packs)
            self._problem(("shoe", "pack"), f'is "{shoe.pack}"; games of this family are dealt from {known}')
        self._option_named(shoe.burn, ("shoe", "burn"), "choice")
        self._option_named(shoe.cut_rule, ("shoe", "cut_rule"), "choice", "flag")
        for key in ("burn_fixed", "burn_ten_value", "cut_from_back"):
            self._option_named(getattr(shoe, key), ("shoe", key), "whole", "choice")
        self._option_named(seats.up_to, ("seats", "up_to"), "whole")
        self._at_most(seats.up_to, ("seats", "up_to"), MOST_SEATS)
        self._at_most(FromOption(option="decks"), ("options", "decks"), MOST_DECKS)
        for seat, cards in seats.hands.items():
            self._try(("seats", "hands", seat), lambda cards=cards: parse_cards(cards))  # type: ignore[misc]
            if not seat.isdigit():
                self._problem(("seats", "hands", seat), "is not the number of a seat")

    def _check_floor(self) -> None:
        """Check that steps, notices, approvals and announced changes name only options and wagers that exist."""
        self._condition(self.written.shoe.two_batches, ("shoe", "two_batches"), options_only=True)
        for step in self.written.step.values():
            self._condition(step.applies, ("step", step.id, "applies"), options_only=True)
            if ("choice" in step.asks) != bool(step.choices):
                self._problem(("step", step.id, "choices"), 'belongs to a step that asks for a "choice"')
        for notice in self.written.notice.values():
            self._condition(notice.when, ("notice", notice.id, "when"), options_only=True)
        for approval in self.written.approval.values():
            path: Path = ("approval", approval.id)
            for key in ("value", "without"):
                self._check_implied((*path, key), approval.option, getattr(approval, key))
        for announced in self.written.announced.values():
            path = ("announced", announced.id)
            self._option_named(announced.minutes, (*path, "minutes"), "whole")
            for name in announced.options:
                self._option_named(FromOption(option=name), (*path, "options"), *KINDS)
            for name in announced.wagers:
                if name not in self.written.wager:
                    self._problem((*path, "wagers"), f'"{name}" is not a wager{suggestion(name, self.written.wager)}')

    def _check_own(self) -> None:
        """Check the family's table: the options it names, its numbers, its citations, and the family's own checks."""
        own, key = self.written.own, self.written.OWN
        family = self.families[self.written.family]
        if own is None:
            self._problem((key,), family.missing)
            return
        for name in type(own).model_fields:
            self._option_named(getattr(own, name), (key, name), "choice", "flag", "whole")
            if isinstance(value := getattr(own, name), FromOption) or type(value) is int:
                self._at_most(value, (key, name), own.largest_value(name))
        for topic, cite in own.cites.items():
            for text in cite:
                self._try((key, "cites", topic), lambda text=text: parse_citation(text, self.written.source_name))  # type: ignore[misc]
        for path, message in own.problems(self.written):
            self._problem(path, message)

    def _check_options(self) -> None:
        names_used: dict[str, str] = {}
        for name, option in self.written.options.items():
            path: Path = ("options", name)
            if (other := names_used.setdefault(normalize_name(name), name)) != name:
                self._problem(path, f'counts as the same name as "{other}"')
            if option.kind in KINDS_IN_CONDITIONS and option.default is None:
                self._problem(path, "has no default; conditions may look at it, so it needs one")
            if known := WELL_KNOWN.get(name):
                self._check_well_known(path, option, known)
            if option.kind == "choice" and not option.choices:
                self._problem(path, "is a choice without choices")
            elif name in self.scope.facts:
                self._problem(path, "has the name of a fact of this family")
            else:
                self._try((*path, "default"), lambda option=option: read_option(option, option.default))  # type: ignore[misc]
            for other_name, value in option.implies.items():
                self._check_implied((*path, "implies"), other_name, value)

    def _check_implied(self, path: Path, name: str, value: str | bool) -> None:
        option = self.written.options.get(name)
        if option is None:
            self._problem(path, f'"{name}" is not an option{suggestion(name, self.written.options)}')
            return
        self._try(path, lambda: read_option(option, value))

    def _check_well_known(self, path: Path, option: Option, known: type[StrEnum]) -> None:
        """Report choices that the engine does not understand, for an option in `WELL_KNOWN`."""
        values = [member.value for member in known]
        for choice in option.choices:
            if choice not in values:
                self._problem((*path, "choices"), f'"{choice}" is not known; there is {", ".join(values)}')

    def _check_terms(self) -> None:
        for name, text in self.written.define.items():
            if name in self.scope.facts or name in self.scope.options:
                self._problem(("define", name), "has the name of a fact or an option")
            self._condition(text, ("define", name))

    def _check_citations(self, value: object, path: Path) -> None:
        """Check every `cite` key at any depth of the rulebook."""
        if isinstance(value, Section):
            for name in type(value).model_fields:
                self._check_citations(getattr(value, name), (*path, name))
        elif isinstance(value, dict):
            for key, item in value.items():
                self._check_citations(item, (*path, key))
        elif isinstance(value, list) and path and path[-1] == "cite":
            for text in value:
                self._try(path, lambda text=text: parse_citation(text, self.written.source_name))  # type: ignore[misc]
        elif isinstance(value, list):
            for index, item in enumerate(value):
                self._check_citations(item, (*path, index))

    def _check_wager(self, wager: Wager) -> None:
        path: Path = ("wager", wager.id)
        if not wager.pays and not wager.paytables and self.written.banking != "seats":
            self._problem(path, 'never pays; give it "pays" or "paytables"')
        if wager.pays and wager.paytables:
            self._problem((*path, "pays"), 'stands beside "paytables"; give one of them')
        if not wager.cite:
            self._problem(path, "cites nothing; give the lines that its rules come from")
        if wager.limits is None and wager.stake is None:
            self._problem(path, 'has no "limits" and no "stake"')
        self._check_paytables(wager, path)
        for row_path, row in _rows(wager, path):
            self._check_row(row, row_path, wager)
        self._check_wager_conditions(wager, path)
        self._check_references(wager, path)
        for index, cap in enumerate(wager.at_most):
            self._try((*path, "at_most", index, "share"), lambda cap=cap: parse_share(cap.share))  # type: ignore[misc]
        for index, back in enumerate(wager.gives_back):
            self._try((*path, "gives_back", index, "share"), lambda back=back: parse_share(back.share))  # type: ignore[misc]
        if wager.vigorish and self.written.banking != "house":
            self._problem((*path, "vigorish"), "is charged by a house; this game is banked by a player-dealer")

    def _check_paytables(self, wager: Wager, path: Path) -> None:
        if not wager.paytables:
            return
        option = self.written.options.get("paytable")
        if option is None:
            self._problem((*path, "paytables"), 'needs an option "paytable" to choose among them')
            return
        for name in wager.paytables:
            if name not in option.choices:
                known = ", ".join(option.choices)
                self._problem((*path, "paytables", name), f"is not among the choices of the option paytable: {known}")
        for name in option.choices:
            if name not in wager.paytables:
                self._problem((*path, "paytables"), f'has no table "{name}", which the option paytable offers')

    def _check_row(self, row: RowTable, path: Path, wager: Wager) -> None:
        self._condition(row.when, (*path, "when"))
        if row.raised:
            self._option_named(FromOption(option=row.raised), (*path, "raised"), "odds")
        if row.envy:
            self._amount(row.envy.lstrip("$").replace(",", ""), (*path, "envy"))
        if isinstance(row.odds, FromOption):
            self._option_named(row.odds, (*path, "odds"), "odds", "choice")
            return
        try:
            odds = PayOdds.parse(row.odds)
        except OddsError as error:
            self._problem((*path, "odds"), str(error))
            return
        if (odds.kind is PayOddsKind.SHARE) != bool(row.meter):
            self._problem(path, 'pays a share of a meter: name it with "meter", and the share as odds = "100%"')
        elif row.meter and row.meter not in self.written.meter:
            self._problem((*path, "meter"), f'"{row.meter}" is not a meter{suggestion(row.meter, self.written.meter)}')
        elif row.meter and self.written.meter[row.meter].wager != wager.id:
            self._problem((*path, "meter"), f'"{row.meter}" belongs to {self.written.meter[row.meter].wager}')

    def _check_wager_conditions(self, wager: Wager, path: Path) -> None:
        if wager.push:
            self._condition(wager.push, (*path, "push"))
        if wager.returns:
            self._condition(wager.returns, (*path, "returns"))
        for key in ("gives_back", "vigorish"):
            for index, item in enumerate(getattr(wager, key)):
                self._condition(item.when, (*path, key, index, "when"))
        for key in ("requires", "excludes", "at_most"):
            for index, item in enumerate(getattr(wager, key)):
                self._condition(item.when, (*path, key, index, "when"), options_only=True)
        self._condition(wager.offered, (*path, "offered"), options_only=True)
        self._condition(wager.envy_when, (*path, "envy_when"), options_only=True)

    def _check_references(self, wager: Wager, path: Path) -> None:
        for key, names in _wagers_named(wager):
            for name in names:
                if name not in self.written.wager:
                    self._problem((*path, key), f'"{name}" is not a wager{suggestion(name, self.written.wager)}')
        for key in ("pays_rows", "amounts"):
            self._option_named(getattr(wager, key), (*path, key), "choice")
        for end in ("min", "max"):
            self._amount(getattr(wager.limits, end, None), (*path, "limits", end))
        self._check_stake(wager, (*path, "stake"))
        for index, vigorish in enumerate(wager.vigorish):
            self._percentage(vigorish.rate, (*path, "vigorish", index, "rate"))

    def _check_stake(self, wager: Wager, path: Path) -> None:
        if not isinstance(wager.stake, dict):
            self._amount(wager.stake, path)
            return
        option = self.written.options.get("paytable")
        if option is None or set(option.choices) != set(wager.stake):
            known = ", ".join(option.choices) if option else "none, as there is no such option"
            self._problem(path, f"gives a stake for each choice of the option paytable: {known}")
        for table, amount in wager.stake.items():
            self._amount(amount, (*path, table))

    def _percentage(self, value: object, path: Path) -> None:
        self._option_named(value, path, "percent")
        if isinstance(value, str):
            self._try(path, lambda: parse_share(value))

    def _option_named(self, value: object, path: Path, *kinds: str) -> None:
        """Report a value that refers to an option which does not exist or is not of one of these kinds."""
        if not isinstance(value, FromOption):
            return
        option = self.written.options.get(value.option)
        if option is None:
            self._problem(path, f'"{value.option}" is not an option{suggestion(value.option, self.written.options)}')
        elif option.kind not in kinds:
            self._problem(path, f'the option "{value.option}" is of kind {option.kind}; wanted is {" or ".join(kinds)}')

    def _at_most(self, value: object, path: Path, most: int) -> None:
        """Report a number above `most`; for a number that an option sets, check the largest value of the option."""
        if isinstance(value, FromOption):
            option = self.written.options.get(value.option)
            if option is None or option.kind != "whole":
                return
            value = option.max if option.max is not None else "any number"
        if isinstance(value, int | str) and not (str(value).isdecimal() and int(value) <= most):
            self._problem(path, f"may be {value}; {most:,} at most")

    def _amount(self, value: object, path: Path) -> None:
        """Report an amount of money that cannot be parsed, or a reference to an option that is not money."""
        self._option_named(value, path, "money")
        if isinstance(value, str):
            try:
                parse_amount(value)
            except AmountError as error:
                self._problem(path, str(error))

    def _check_settlement(self) -> None:
        for name in self.written.settlement.order:
            if name not in self.written.wager:
                hint = suggestion(name, self.written.wager)
                self._problem(("settlement", "order"), f'"{name}" is not a wager{hint}')

    def _check_collection(self) -> None:
        section = self.written.collection
        if section is None:
            return
        if self.written.banking == "house":
            self._problem(("collection",), "is taken in player-dealer games; this game is banked by the house")
        for sheet in [*section.sheets, *section.counts, *section.side_limits]:
            if sheet not in SHEETS:
                self._problem(("collection", "sheets"), f'"{sheet}" is not a sheet; there is {", ".join(SHEETS)}')
        for sheet, wagers in section.counts.items():
            for name in wagers:
                if name not in self.written.wager:
                    hint = suggestion(name, self.written.wager)
                    self._problem(("collection", "counts", sheet), f'"{name}" is not a wager{hint}')

    def _check_meters(self) -> None:
        for meter in self.written.meter.values():
            if meter.wager not in self.written.wager:
                hint = suggestion(meter.wager, self.written.wager)
                self._problem(("meter", meter.id, "wager"), f'"{meter.wager}" is not a wager{hint}')
            self._amount(meter.seed, ("meter", meter.id, "seed"))
            self._percentage(meter.contribution, ("meter", meter.id, "contribution"))
            self._option_named(meter.split, ("meter", meter.id, "split"), "choice")
            self._option_named(meter.other_hands, ("meter", meter.id, "other_hands"), "choice")
        if self.written.meter and self.written.banking != "house":
            self._problem(("meter",), "is kept by a house; this game is banked by its players")

    def _check_cycles(self) -> None:
        """Report wagers that require each other in a cycle: none of them could be placed first."""
        needs = {wager.id: [name for r in wager.requires for name in r.any] for wager in self.written.wager.values()}
        for start in needs:
            loop = _loop_from(start, needs)
            if loop:
                self._problem(("wager", start, "requires"), f"goes round in a circle: {' -> '.join(loop)}")


def _rows(wager: Wager, path: Path) -> Iterator[tuple[Path, RowTable]]:
    for index, row in enumerate(wager.pays):
        yield (*path, "pays", index), row
    for table, rows in wager.paytables.items():
        for index, row in enumerate(rows):
            yield (*path, "paytables", table, index), row


def _wagers_named(wager: Wager) -> Iterator[tuple[str, list[str]]]:
    for requires in wager.requires:
        yield "requires", requires.any
    for excludes in wager.excludes:
        yield "excludes", excludes.wagers
    for cap in wager.at_most:
        yield "at_most", cap.of


def _loop_from(start: str, needs: Mapping[str, list[str]]) -> list[str] | None:
    """Return the cycle of wagers that is reached from `start`, or None.

    Only wagers that require exactly one other wager are followed.
    """
    trail = [start]
    while len(needs.get(trail[-1], [])) == 1:
        after = needs[trail[-1]][0]
        if after in trail:
            return [*trail[trail.index(after) :], after]
        trail.append(after)
    return None
