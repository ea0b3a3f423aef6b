"""Reading a rulebook: all that is wrong with it is told at once, with file, line, key and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from croupier.errors import BadInput, Problem, suggestion
from croupier.money.collection import SHEETS
from croupier.money.odds import Odds, OddsError, OddsKind, parse_share
from croupier.rulebook.conditions import Condition, ConditionError, Scope, parse_condition
from croupier.rulebook.options import KINDS_IN_CONDITIONS, OptionError, read_option
from croupier.rulebook.positions import Path
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.schema import FromOption, Row, RulebookFile, Section, Wager
from croupier.rulebook.sources import CitationError, parse_citation
from croupier.rulebook.toml_file import Located, read_toml, with_includes

FactTypes = Mapping[str, type]


def load_text(text: str, file: str, families: Mapping[str, FactTypes]) -> Rulebook:
    """Read and check a rulebook. `families`: each family's facts and their types."""
    return _checked(with_includes(read_toml(text, file)), file, families)


def load_edited(book: Rulebook, data: dict[str, Any], families: Mapping[str, FactTypes]) -> Rulebook:
    """Check a rulebook again after its data was changed."""
    return _checked(Located(data, {(): (f"{book.file} (edited)", 1)}), book.file, families)


def _checked(located: Located, file: str, families: Mapping[str, FactTypes]) -> Rulebook:
    written = _shaped(located)
    checker = _Checker(located, written, families)
    checker.check()
    if checker.problems:
        raise BadInput(checker.problems)
    return Rulebook(file, written, located.data, checker.scope, checker.conditions, located.place)


def _shaped(located: Located) -> RulebookFile:
    """The data as a rulebook has it, or every key that is missing, unknown or of the wrong kind."""
    try:
        written = RulebookFile.model_validate(located.data)
    except ValidationError as error:
        problems = [_shape_problem(located, dict(one)) for one in error.errors()]
        raise BadInput(_unique([*located.problems, *problems])) from None
    if located.problems:
        raise BadInput(located.problems)
    return written


def _shape_problem(located: Located, error: dict[str, Any]) -> Problem:
    path = tuple(part for part in error["loc"] if not _is_union_branch(part))
    key = ".".join(str(part) for part in path)
    return Problem(located.place(path), f"{key}: {_in_words(error, path)}")


def _is_union_branch(part: str | int) -> bool:
    """Pydantic names the branch of a union it tried; a reader of the file never wrote that name."""
    return isinstance(part, str) and (part in ("str", "int", "bool", "FromOption") or "[" in part)


def _in_words(error: dict[str, Any], path: Path) -> str:
    match error["type"]:
        case "extra_forbidden":
            known = _keys_at(path[:-1])
            return f"is not a key here{suggestion(str(path[-1]), known)}"
        case "missing":
            return "is missing"
        case "string_pattern_mismatch":
            return f'is "{error["input"]}"; write small letters, digits and hyphens, such as "dragon-7"'
        case _:
            found = repr(error["input"])
            return f"is {found if len(found) < 60 else type(error['input']).__name__}; {error['msg'].lower()}"


def _keys_at(path: Path) -> list[str]:
    """The keys that may stand where an unknown one was found."""
    from croupier.rulebook import schema  # noqa: PLC0415 - looked into only when something is wrong

    tables: dict[str | int, type[Section]] = {
        "wager": schema.Wager, "options": schema.Option, "meter": schema.Meter, "procedure": schema.Procedure,
        "shoe": schema.Shoe, "seats": schema.Seats, "drawing": schema.Drawing, "settlement": schema.SettlementSection,
        "collection": schema.CollectionSection, "refuse": schema.Refusal, "limits": schema.Limits, "pays": schema.Row,
        "paytables": schema.Row, "requires": schema.Requires, "excludes": schema.Excludes, "at_most": schema.AtMost,
    }  # fmt: skip
    named = [tables[part] for part in path if part in tables]
    return list((named[-1] if named else RulebookFile).model_fields)


def _unique(problems: list[Problem]) -> list[Problem]:
    return list(dict.fromkeys(problems))


class _Checker:
    """The checks that need more than one key at a time."""

    def __init__(self, located: Located, written: RulebookFile, families: Mapping[str, FactTypes]) -> None:
        self.located = located
        self.book = written
        self.families = families
        self.problems: list[Problem] = []
        self.conditions: dict[str, Condition] = {}
        self.scope = self._scope()

    def _scope(self) -> Scope:
        options = self.book.options
        usable = {name: KINDS_IN_CONDITIONS[o.kind] for name, o in options.items() if o.kind in KINDS_IN_CONDITIONS}
        choices = {name: option.choices for name, option in options.items() if option.kind == "choice"}
        return Scope(self.families.get(self.book.family, {}), usable, choices, self.book.define)

    def check(self) -> None:
        if self.book.family not in self.families:
            known = ", ".join(self.families)
            self._problem(("family",), f'"{self.book.family}" is not a family; there is {known}')
        self._check_options()
        self._check_terms()
        self._check_citations(self.book, ())
        for index, refusal in enumerate(self.book.refuse):
            self._condition(refusal.when, ("refuse", index, "when"), options_only=True)
        for wager in self.book.wager.values():
            self._check_wager(wager)
        self._check_settlement()
        self._check_meters()
        self._check_collection()
        self._check_cycles()

    def _problem(self, path: Path, message: str) -> None:
        key = ".".join(str(part) for part in path)
        self.problems.append(Problem(self.located.place(path), f"{key}: {message}"))

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
        if options_only and condition.facts:
            facts = ", ".join(sorted(condition.facts))
            self._problem(path, f"looks at {facts}, which is known only after the round; it may look at options")

    def _check_options(self) -> None:
        for name, option in self.book.options.items():
            path: Path = ("options", name)
            if option.kind == "choice" and not option.choices:
                self._problem(path, "is a choice without choices")
            elif name in self.scope.facts:
                self._problem(path, "has the name of a fact of this family")
            else:
                self._try((*path, "default"), lambda option=option: read_option(option, option.default))  # type: ignore[misc]
            for other in option.implies:
                if other not in self.book.options:
                    self._problem(
                        (*path, "implies"), f'"{other}" is not an option{suggestion(other, self.book.options)}'
                    )

    def _check_terms(self) -> None:
        for name, text in self.book.define.items():
            if name in self.scope.facts or name in self.scope.options:
                self._problem(("define", name), "has the name of a fact or an option")
            self._condition(text, ("define", name))

    def _check_citations(self, value: object, path: Path) -> None:
        """Every `cite` of every table, however deep."""
        if isinstance(value, Section):
            for name in type(value).model_fields:
                self._check_citations(getattr(value, name), (*path, name))
        elif isinstance(value, dict):
            for key, item in value.items():
                self._check_citations(item, (*path, key))
        elif isinstance(value, list) and path and path[-1] == "cite":
            for text in value:
                self._try(path, lambda text=text: parse_citation(text, self.book.source))  # type: ignore[misc]
        elif isinstance(value, list):
            for index, item in enumerate(value):
                self._check_citations(item, (*path, index))

    def _check_wager(self, wager: Wager) -> None:
        path: Path = ("wager", wager.id)
        if not wager.pays and not wager.paytables:
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
        for index, back in enumerate(wager.gives_back):
            self._try((*path, "gives_back", index, "share"), lambda back=back: parse_share(back.share))  # type: ignore[misc]
        if wager.vigorish and self.book.banking != "house":
            self._problem((*path, "vigorish"), "is charged by a house; this game is banked by a player-dealer")

    def _check_paytables(self, wager: Wager, path: Path) -> None:
        if not wager.paytables:
            return
        option = self.book.options.get("paytable")
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

    def _check_row(self, row: Row, path: Path, wager: Wager) -> None:
        self._condition(row.when, (*path, "when"))
        if isinstance(row.odds, FromOption):
            self._option_named(row.odds, (*path, "odds"))
            return
        try:
            odds = Odds.parse(row.odds)
        except OddsError as error:
            self._problem((*path, "odds"), str(error))
            return
        if (odds.kind is OddsKind.SHARE) != bool(row.meter):
            self._problem(path, 'pays a share of a meter: name it with "meter", and the share as odds = "100%"')
        elif row.meter and row.meter not in self.book.meter:
            self._problem((*path, "meter"), f'"{row.meter}" is not a meter{suggestion(row.meter, self.book.meter)}')
        elif row.meter and self.book.meter[row.meter].wager != wager.id:
            self._problem((*path, "meter"), f'"{row.meter}" belongs to {self.book.meter[row.meter].wager}')

    def _check_wager_conditions(self, wager: Wager, path: Path) -> None:
        if wager.push:
            self._condition(wager.push, (*path, "push"))
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
                if name not in self.book.wager:
                    self._problem((*path, key), f'"{name}" is not a wager{suggestion(name, self.book.wager)}')
        for key in ("pays_rows", "amounts", "stake"):
            self._option_named(getattr(wager, key), (*path, key))
        for end in ("min", "max"):
            self._option_named(getattr(wager.limits, end, None), (*path, "limits", end))
        for index, vigorish in enumerate(wager.vigorish):
            self._option_named(vigorish.rate, (*path, "vigorish", index, "rate"))

    def _option_named(self, value: object, path: Path) -> None:
        if isinstance(value, FromOption) and value.option not in self.book.options:
            self._problem(path, f'"{value.option}" is not an option{suggestion(value.option, self.book.options)}')

    def _check_settlement(self) -> None:
        for name in self.book.settlement.order:
            if name not in self.book.wager:
                hint = suggestion(name, self.book.wager)
                self._problem(("settlement", "order"), f'"{name}" is not a wager{hint}')

    def _check_collection(self) -> None:
        section = self.book.collection
        if section is None:
            return
        if self.book.banking != "player-dealer":
            self._problem(("collection",), "is taken in player-dealer games; this game is banked by the house")
        for sheet in [*section.sheets, *section.counts]:
            if sheet not in SHEETS:
                self._problem(("collection", "sheets"), f'"{sheet}" is not a sheet; there is {", ".join(SHEETS)}')
        for sheet, wagers in section.counts.items():
            for name in wagers:
                if name not in self.book.wager:
                    hint = suggestion(name, self.book.wager)
                    self._problem(("collection", "counts", sheet), f'"{name}" is not a wager{hint}')

    def _check_meters(self) -> None:
        for meter in self.book.meter.values():
            if meter.wager not in self.book.wager:
                hint = suggestion(meter.wager, self.book.wager)
                self._problem(("meter", meter.id, "wager"), f'"{meter.wager}" is not a wager{hint}')
            for key in ("seed", "contribution", "split"):
                self._option_named(getattr(meter, key), ("meter", meter.id, key))
        if self.book.meter and self.book.banking != "house":
            self._problem(("meter",), "is kept by a house; this game is banked by a player-dealer")

    def _check_cycles(self) -> None:
        """A wager that needs another that needs it can never be placed first."""
        needs = {wager.id: [name for r in wager.requires for name in r.any] for wager in self.book.wager.values()}
        for start in needs:
            loop = _loop_from(start, needs)
            if loop:
                self._problem(("wager", start, "requires"), f"goes round in a circle: {' -> '.join(loop)}")


def _rows(wager: Wager, path: Path) -> Iterator[tuple[Path, Row]]:
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
    """A way from a wager back to itself where every step is the only way to go on."""
    trail = [start]
    while len(needs.get(trail[-1], [])) == 1:
        after = needs[trail[-1]][0]
        if after in trail:
            return [*trail[trail.index(after) :], after]
        trail.append(after)
    return None
