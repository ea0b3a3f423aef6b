"""Compute the figures of a draft's page, part by part: a generator of events that may stop between any two.

It runs in a worker process. Sheets of rules that were counted before are kept, so that a new pay is priced from the
counts of the old one.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

from croupier.cards.card import RANK_LETTERS
from croupier.errors import BadInput, Problem
from croupier.money.pay_odds import PayOdds, PayOddsKind
from croupier.odds.compare import ROUNDS_PER_HOUR, hourly_win
from croupier.odds.counting.count_options import CountOptions
from croupier.odds.counting.count_report import study_json
from croupier.odds.design import Design, Payable, Proposal, design, filed_minimum
from croupier.odds.fact_table import EXACT, NotExactlyCountable
from croupier.odds.family_odds import SimulationSeats, count_study, exact_par_sheet, odds_of
from croupier.odds.par_sheet import ParSheet, fraction_text, options_json
from croupier.odds.played_rounds.simulate import PRICE_SEED, played_odds
from croupier.odds.repriced import repriced_sheet
from croupier.odds.shipped_sheets import count_full_sheet, load_shipped_sheet, sheet_data
from croupier.odds.wager_odds import CONFIDENCE, CombinedOdds, PayLine, WagerOdds
from croupier.play.edited_rules import with_entry, written_rows
from croupier.play.family import family_of
from croupier.play.rulebook_draft import DRAFT_FILE, read_draft, with_edits
from croupier.play.rulebook_library import load
from croupier.rulebook.conditions import CARD_NAMES, wrong_word
from croupier.rulebook.options import normalize_name
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.toml_reader import read_toml
from croupier.rulebook.wagers import OfferedWager
from croupier.server.lab.events import (
    AnyEvent,
    DeckPoint,
    EffectsOfWager,
    LabFact,
    LabFigures,
    LabJob,
    LabLine,
    LabOption,
    LabProblem,
    LabRow,
    LabWager,
    SolvedPays,
)

HOURLY_STAKE = 10_00
MOST_DECKS = 8
SHEETS_MOST = 48
BOOKS_MOST = 8
SIMULATED_STEPS = (200_000, 1_000_000, 4_000_000)
"""Rounds of the kernel for a wager that no count tells apart; each step shows a narrower interval."""
PLAYED_STEPS = (1_000, 5_000, 20_000)
ATTACK_STEPS = (512, 2_048, 8_192, 20_480)
"""Shoes of a card counting study; each step shows a narrower interval."""
NEAR_PAYS = 3
SUBJECTS = {"--edge": "The target edge ", "--row": "The row ", "--wager": "", "RULEBOOK": ""}
"""Subject of the sentence that the library's message about a parameter goes on with; elsewhere it is the wager."""


class Lab:
    """Computations of a worker; it keeps par sheets and rulebooks from one job to the next."""

    def __init__(self) -> None:
        self._sheets: OrderedDict[tuple[str, str], ParSheet] = OrderedDict()
        self._books: OrderedDict[str, Rulebook] = OrderedDict()

    def events(self, job: LabJob) -> Iterator[AnyEvent]:
        """Yield the events of one job; it may be abandoned after any of them."""
        text, draft = job.text, None
        problems: tuple[Problem, ...] = ()
        filed_book = load(job.base)
        try:
            if job.edits:
                text = with_edits(job.text, job.edits, self._paytable(job))
            book = self._book(text)
            draft = TableRules.of(book, _known_options(book, job.options))
        except BadInput as bad:
            problems = bad.problems
        if draft is not None and family_of(draft).table_stakes is not None:
            problems = (Problem(DRAFT_FILE, "seats play one another here: no wager is made against a bank"),)
            draft = None
        if draft is None:
            yield _not_usable(text, problems)
            yield {"stage": "done"}
            return
        filed = _filed_rules(filed_book, draft)
        wager = job.wager if job.wager in draft.wagers else next(iter(draft.wagers))
        if job.part == "figures":
            yield _checked(text, draft, filed, filed_book)
            yield from self._figures(draft, filed, wager)
        elif job.part == "design":
            yield from self._design(draft, wager, job)
        elif job.part == "document":
            yield {"stage": "document", "data": sheet_data(count_full_sheet(draft))}
        else:
            yield from _attack(draft, wager)
        yield {"stage": "done"}

    # Figures

    def _figures(self, draft: TableRules, filed: TableRules | None, wager: str) -> Iterator[AnyEvent]:
        yield {"stage": "progress", "part": "sheet", "share": None}
        counted_filed: ParSheet | None = None
        if filed is not None:
            counted_filed = self._known(filed)
            if counted_filed is not None:
                yield _sheet_event("filed", counted_filed, is_final=True)
        try:
            sheet = self._exact(draft)
        except NotExactlyCountable as reason:
            yield {"stage": "failed", "part": "sheet", "message": _sentence(draft, reason)}
            return
        wanted = _simulated_wagers(sheet)
        yield _sheet_event("sheet", sheet, is_final=not wanted)
        for share, more in _with_simulated(sheet, wanted):
            sheet = more
            yield {"stage": "progress", "part": "sheet", "share": share}
            yield _sheet_event("sheet", sheet, is_final=share == 1)
        if wanted:
            self._keep(sheet)
        if filed is not None and counted_filed is None:
            counted_filed = self._exact(filed)
            yield _sheet_event("filed", counted_filed, is_final=True)
        yield from self._effects(sheet, counted_filed, wager)
        yield from self._decks(draft, filed, wager)

    def _effects(self, sheet: ParSheet, filed: ParSheet | None, wager: str) -> Iterator[AnyEvent]:
        removal_effects = odds_of(sheet.rules).removal_effects
        if removal_effects is None:
            yield {"stage": "effects", "draft": None, "filed": None}
            return
        yield {"stage": "progress", "part": "effects", "share": None}
        found = [_effects_of(one, wager) for one in (sheet, filed)]
        yield {"stage": "effects", "draft": found[0], "filed": found[1]}

    def _decks(self, draft: TableRules, filed: TableRules | None, wager: str) -> Iterator[AnyEvent]:
        """Yield the edge for one deck to eight, the number in force first; nothing where no option sets it."""
        if "decks" not in draft.options:
            yield {"stage": "decks", "points": [], "is_final": True}
            return
        allowed = _allowed_decks(filed or draft)
        points: dict[int, DeckPoint] = {}
        order = sorted(range(1, MOST_DECKS + 1), key=lambda decks: (decks != draft.shoe.decks, -decks))
        for done, decks in enumerate(order, start=1):
            edges = [None if rules is None else self._edge_with(rules, decks, wager) for rules in (draft, filed)]
            points[decks] = {"decks": decks, "edge": edges[0], "filed": edges[1], "is_allowed": decks in allowed}
            yield {"stage": "progress", "part": "decks", "share": done / len(order)}
            yield {"stage": "decks", "points": [points[one] for one in sorted(points)], "is_final": done == len(order)}

    def _edge_with(self, rules: TableRules, decks: int, wager: str) -> float | None:
        try:
            odds = _measured(self._exact(_with_decks(rules, decks)), wager)
        except (BadInput, NotExactlyCountable):
            return None
        return None if odds is None else float(odds.house_edge)

    # Sheets

    def _book(self, text: str) -> Rulebook:
        """Return the rulebook of a text; recent ones are cached, because a change starts from a text that was read."""
        if text not in self._books:
            self._books[text] = read_draft(text)
            if len(self._books) > BOOKS_MOST:
                self._books.popitem(last=False)
        return self._books[text]

    def _paytable(self, job: LabJob) -> str | None:
        """Return the pay table in force, to which a changed row belongs."""
        if "paytable" in job.options:
            return str(job.options["paytable"])
        try:
            option = self._book(job.text).written.options.get("paytable")
        except BadInput:
            return None  # The change itself may repair the draft.
        return None if option is None else str(option.default)

    def _exact(self, rules: TableRules) -> ParSheet:
        """Return the par sheet of these rules: computed from a known sheet, or counted."""
        return self._known(rules) or self._keep(exact_par_sheet(rules))

    def _known(self, rules: TableRules) -> ParSheet | None:
        same = self._sheets.get(_key(rules))
        if same is not None:
            return replace(same, rules=rules)
        shipped = load_shipped_sheet(rules)
        if shipped is not None:
            return self._keep(shipped.sheet)
        for known in reversed(self._sheets.values()):
            repriced = repriced_sheet(known, rules)
            if repriced is not None:
                return self._keep(repriced)
        return None

    def _keep(self, sheet: ParSheet) -> ParSheet:
        self._sheets[_key(sheet.rules)] = sheet
        if len(self._sheets) > SHEETS_MOST:
            self._sheets.popitem(last=False)
        return sheet

    # Design

    def _design(self, rules: TableRules, wager: str, job: LabJob) -> Iterator[AnyEvent]:
        yield {"stage": "progress", "part": "design", "share": None}
        try:
            found = design(
                rules,
                wager,
                Fraction(job.edge).limit_denominator(1_000_000),
                keep_filed_minimums=False,
                most_changed=1,
                payable=Payable(job.payable),
                sheet=self._exact(rules),
            )
            tables = design(
                rules,
                wager,
                found.target,
                keep_filed_minimums=False,
                payable=Payable(job.payable),
                sheet=self._exact(rules),
            )
        except (BadInput, NotExactlyCountable) as error:
            yield {"stage": "failed", "part": "design", "message": _sentence(rules, error)}
            return
        places = {row.place: row.number for row in found.rows}
        chosen = next((one for one in found.single_rows if places[one.place] == job.row), None)
        yield {
            "stage": "design",
            "wager": wager,
            "target": float(found.target),
            "exact": None if chosen is None or chosen.exact is None else float(chosen.exact),
            "chosen": [] if chosen is None else [_solved(one, chosen.place, found) for one in chosen.proposals],
            "others": [
                _solved(closest, one.place, found)
                for one in found.single_rows
                if places[one.place] != job.row
                and (closest := next((near for near in one.proposals if near.changed), None)) is not None
            ],
            "tables": [
                {
                    "pays": {str(places[place]): pays for place, pays in enumerate(one.pays)},
                    "edge": float(one.house_edge),
                    "changed": len(one.changed),
                }
                for one in tables.proposals[:NEAR_PAYS]
            ],
        }


def _sentence(rules: TableRules, error: BadInput | NotExactlyCountable) -> str:
    """Return why something cannot be counted as a whole sentence; the messages of the library follow their subject."""
    if isinstance(error, NotExactlyCountable):
        return f"{rules.rulebook.title} {error}."
    problem = error.problems[0]
    return f"{SUBJECTS.get(problem.where, 'This wager ')}{problem.message.rstrip('.')}."


def _solved(proposal: Proposal, place: int, found: Design) -> SolvedPays:
    return {
        "row": found.rows[place].number,
        "pays": proposal.pays[place],
        "edge": float(proposal.house_edge),
        "distance": float(proposal.distance),
    }


# Rules


def _key(rules: TableRules) -> tuple[str, str]:
    return rules.rulebook.digest, repr(sorted(options_json(rules).items()))


def _known_options(book: Rulebook, given: Mapping[str, str | int | bool]) -> dict[str, str | int | bool]:
    """Return the chosen options that the draft still has."""
    names = {normalize_name(name) for name in book.written.options}
    return {name: value for name, value in given.items() if normalize_name(name) in names}


def _filed_rules(book: Rulebook, draft: TableRules) -> TableRules | None:
    """Return the rulebook that the draft began from, with its defaults; None if it has no bank."""
    try:
        return TableRules.of(book)
    except BadInput:
        return None


def _allowed_decks(rules: TableRules) -> range:
    option = rules.rulebook.written.options.get("decks")
    if option is None:
        return range(rules.shoe.decks, rules.shoe.decks + 1)
    return range(int(option.min or 1), int(option.max or MOST_DECKS) + 1)


def _with_decks(rules: TableRules, decks: int) -> TableRules:
    """Return the rules with a number of decks, also one that the rulebook does not allow."""
    if rules.shoe.decks == decks:
        return rules
    entry = {**rules.rulebook.data["options"]["decks"], "min": 1, "max": MOST_DECKS}
    given = {name: value for name, value in options_json(rules).items() if name != "decks"}
    return TableRules.of(with_entry(rules.rulebook, "options", "decks", entry), {**given, "decks": decks})


# What the page shows of the rules


def _not_usable(text: str, problems: tuple[Problem, ...]) -> AnyEvent:
    return {
        "stage": "checked",
        "text": text,
        "problems": [_problem(one, text) for one in problems],
        "title": "",
        "rulebook": "",
        "digest": "",
        "family": "",
        "decks": 0,
        "changes": 0,
        "paytable": None,
        "wagers": [],
        "options": [],
        "facts": [],
    }


def _problem(problem: Problem, text: str) -> LabProblem:
    """Return a problem with its line, its key, and the wrong word of a condition."""
    place = re.fullmatch(rf"{re.escape(DRAFT_FILE)}:(\d+)", problem.where)
    key, _, message = problem.message.partition(": ")
    if not re.fullmatch(r"[\w.-]+", key):
        key, message = "", problem.message
    start, end = -1, -1
    if key.endswith((".when", ".push")):
        start, end = wrong_word(_written_condition(text, key), problem.message)
    return {
        "line": int(place[1]) if place else 0,
        "key": key or ("" if place else problem.where),
        "message": message,
        "start": start,
        "end": end,
    }


def _written_condition(text: str, key: str) -> str:
    """Return the condition at a key of the draft's own text, or an empty text."""
    try:
        value: Any = read_toml(text, DRAFT_FILE).data
        for part in key.split("."):
            value = value[int(part) if isinstance(value, list) else part]
    except (BadInput, KeyError, IndexError, ValueError, TypeError):
        return ""
    return value if isinstance(value, str) else ""


def _checked(text: str, draft: TableRules, filed: TableRules | None, filed_book: Rulebook) -> AnyEvent:
    book = draft.rulebook
    paytable = draft.options.get("paytable")
    wagers = [_wager(wager, draft, filed) for wager in draft.wagers.values()]
    options = _options(draft)
    return {
        "stage": "checked",
        "text": text,
        "problems": [],
        "title": book.title,
        "rulebook": book.id,
        "digest": book.digest,
        "family": family_of(draft).display_name,
        "decks": draft.shoe.decks,
        "changes": _changes(draft, filed),
        "paytable": None if paytable is None else str(paytable),
        "wagers": wagers,
        "options": options,
        "facts": _facts(draft),
    }


def _changes(draft: TableRules, filed: TableRules | None) -> int:
    """Return the number of values in which wagers and options differ from the rulebook that the draft began from."""
    if filed is None:
        return 0
    before, after = (_values(rules.rulebook.data.get("wager", {})) for rules in (filed, draft))
    changed = sum(1 for key in before.keys() | after.keys() if before.get(key) != after.get(key))
    chosen = [options_json(rules) for rules in (filed, draft)]
    return changed + sum(1 for name in chosen[1] if chosen[0].get(name) != chosen[1][name])


def _values(value: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    if path and path[-1] == "cite":
        return {}
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if items is None:
        return {path: value}
    return {key: one for name, item in items for key, one in _values(item, (*path, str(name))).items()}


def _wager(wager: OfferedWager, draft: TableRules, filed: TableRules | None) -> LabWager:
    before = None if filed is None else filed.wagers.get(wager.id)
    entry = draft.rulebook.data["wager"][wager.id]
    rows = written_rows(draft, wager.id) if wager.rows else []
    largest = max((row.odds for row in wager.rows), key=lambda odds: odds.value, default=None)
    return {
        "wager": wager.id,
        "title": wager.title,
        "summary": wager.summary,
        "pays": "" if largest is None else largest.text,
        "push": str(entry.get("push", "")),
        "rows": [_row(row.number, rows[row.number], row.title, row.odds, before, filed) for row in wager.rows],
        "is_own": before is None,
    }


def _row(
    number: int,
    written: Mapping[str, Any],
    title: str,
    odds: PayOdds,
    before: OfferedWager | None,
    filed: TableRules | None,
) -> LabRow:
    filed_row = None if before is None else next((row for row in before.rows if row.number == number), None)
    least = None
    if filed is not None and before is not None and filed_row is not None:
        least = filed_minimum(filed, written_rows(filed, before.id)[number])
    return {
        "number": number,
        "title": title,
        "when": str(written["when"]),
        "pays": odds.text,
        "filed": None if filed_row is None else filed_row.odds.text,
        "least": None if least is None else least.text,
        "is_share": odds.kind is PayOddsKind.SHARE,
    }


def _options(rules: TableRules) -> list[LabOption]:
    values = options_json(rules)
    return [
        {
            "name": name,
            "title": option.title,
            "kind": option.kind,
            "value": values[name],
            "choices": list(option.choices),
            "min": option.min,
            "max": option.max,
        }
        for name, option in rules.rulebook.written.options.items()
        if name in values
    ]


def _facts(rules: TableRules) -> list[LabFact]:
    """Return the names that a condition of this draft may use."""
    scope = rules.rulebook.scope
    known = family_of(rules).facts.by_name
    facts: list[LabFact] = [
        {"name": name, "kind": "fact", "type": _type(kind), "meaning": _meaning(known[name].meaning)}
        for name, kind in scope.facts.items()
    ]
    facts += [
        {"name": name, "kind": "option", "type": _type(kind), "meaning": rules.rulebook.written.options[name].title}
        for name, kind in scope.options.items()
    ]
    facts += [{"name": name, "kind": "term", "type": "bool", "meaning": text} for name, text in scope.terms.items()]
    facts += [{"name": name, "kind": "card", "type": "int", "meaning": ""} for name in CARD_NAMES]
    return facts


def _type(kind: type) -> Literal["bool", "int", "str"]:
    return "bool" if kind is bool else "int" if kind is int else "str"


def _meaning(text: str) -> str:
    return text.partition("\n")[0]


# Figures of wagers


def _measured(sheet: ParSheet, wager: str) -> WagerOdds | None:
    """Return the odds of a wager, or of the whole game that it is a part of."""
    for odds in sheet.wagers.values():
        if isinstance(odds, CombinedOdds) and wager in odds.parts:
            return odds
    return sheet.wagers.get(wager)


def _sheet_event(stage: Literal["sheet", "filed"], sheet: ParSheet, *, is_final: bool) -> AnyEvent:
    figures = [
        _wager_figures(name, odds) for name in sheet.rules.wagers if (odds := _measured(sheet, name)) is not None
    ]
    known = {one["wager"] for one in figures}
    without = {name: reason for name, reason in sheet.not_counted.items() if name not in known}
    return {"stage": stage, "wagers": figures, "without": without, "is_final": is_final}


def _wager_figures(wager: str, odds: WagerOdds) -> LabFigures:
    total = sum(line.count for line in odds.lines)
    return {
        "wager": wager,
        "measured": odds.wager,
        "house_edge": float(odds.house_edge),
        "house_edge_exact": fraction_text(odds.house_edge) if odds.precision == EXACT else None,
        "precision": odds.precision,
        "interval": odds.interval,
        "hit": float(odds.hit),
        "push": float(odds.push),
        "loss": float(odds.loss),
        "standard_deviation": odds.standard_deviation,
        "skewness": odds.skewness,
        "largest_pay": float(odds.largest_pay),
        "win_an_hour": float(hourly_win(odds, HOURLY_STAKE, ROUNDS_PER_HOUR).mean / 100),  # type: ignore[arg-type]
        "deals": odds.total,
        "lines": [_line(line, total) for line in odds.lines],
        "bars": [
            {"net": float(net), "probability": float(probability)}
            for net, probability in odds.distribution.items()
            if probability
        ],
    }


def _line(line: PayLine, total: int) -> LabLine:
    probability = Fraction(line.count, total) if total else Fraction(0)
    return {
        "row": line.row_numbers[0] if line.row_numbers else None,
        "result": line.result,
        "pays": line.pays,
        "net": float(line.net),
        "probability": float(probability),
        "won": float(max(line.net, Fraction(0)) * probability),
    }


def _simulated_wagers(sheet: ParSheet) -> list[str]:
    """Return the wagers that no count tells apart and that can be simulated."""
    progressive = {meter.wager for meter in sheet.rules.meters}
    return [name for name in sheet.not_counted if name not in progressive]


def _with_simulated(sheet: ParSheet, wanted: list[str]) -> Iterator[tuple[float, ParSheet]]:
    """Yield the sheet with simulated odds of these wagers, from more rounds each time, and the share that is done."""
    if not wanted:
        return
    rules = sheet.rules
    for place, (kernel, played) in enumerate(zip(SIMULATED_STEPS, PLAYED_STEPS, strict=True), start=1):
        found: dict[str, WagerOdds] = {}
        try:
            simulated = odds_of(rules).simulate(rules, SimulationSeats(), rounds=kernel, seed=PRICE_SEED, threads=1)
            found |= {name: odds for name, odds in simulated.sheet.wagers.items() if name in wanted}
            if left := [name for name in wanted if name not in found]:
                found |= played_odds(rules, left, PRICE_SEED, played)
        except (BadInput, NotExactlyCountable):
            """Best play is not known: what was found so far is priced, the others keep their reasons."""
        wagers = {name: odds for name in rules.wagers if (odds := found.get(name) or sheet.wagers.get(name))}
        reasons = {name: reason for name, reason in sheet.not_counted.items() if name not in found}
        yield place / len(SIMULATED_STEPS), replace(sheet, wagers=wagers, not_counted=reasons)


def _effects_of(sheet: ParSheet | None, wager: str) -> EffectsOfWager | None:
    if sheet is None:
        return None
    removal_effects = odds_of(sheet.rules).removal_effects
    try:
        effects = None if removal_effects is None else removal_effects(sheet).get(wager)
    except (BadInput, NotExactlyCountable):
        return None
    if effects is None:
        return None
    return {
        "by_rank": {RANK_LETTERS[rank - 1]: float(effect) for rank, effect in effects.by_rank.items()},
        "spread": effects.spread,
        "can_be_counted": effects.can_be_counted,
    }


# Card counting


def _attack(rules: TableRules, wager: str) -> Iterator[AnyEvent]:
    """Yield the card counting study of one wager, over more shoes each time."""
    yield {"stage": "progress", "part": "attack", "share": 0.0}
    for place, shoes in enumerate(ATTACK_STEPS, start=1):
        try:
            study = count_study(rules, CountOptions(wagers=(wager,), shoes=shoes, threads=1))
        except (BadInput, NotExactlyCountable) as error:
            yield {"stage": "failed", "part": "attack", "message": _sentence(rules, error)}
            return
        data = study_json(study)["wagers"]
        best = study[wager].best if data else None
        result = None if best is None else best.result
        tags = None
        if best is not None:
            tags = next((one["tags"] for one in data[0].get("plans", []) if one["name"] == best.name), None)
        yield {"stage": "progress", "part": "attack", "share": place / len(ATTACK_STEPS)}
        yield {
            "stage": "attack",
            "wager": wager,
            "shoes": shoes,
            "note": study[wager].note if data else "",
            "tags": tags,
            "trigger": None if result is None else result.trigger,
            "frequency": 0.0 if result is None else result.frequency,
            "edge": 0.0 if result is None else result.edge,
            "per_shoe": 0.0 if result is None else result.per_shoe,
            "per_100_hands": 0.0 if result is None else result.per_100_hands,
            "interval": None if result is None else CONFIDENCE * result.error,
            "is_final": place == len(ATTACK_STEPS),
        }
