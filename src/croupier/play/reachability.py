"""Lint a rulebook by playing: find pay rows, pushes and returns that no round reaches, and wagers without odds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.errors import BadInput, Problem
from croupier.money.bets import SEATED, Bet, BetResult, Verdict
from croupier.play.driver import deal_pieces, play_to_end, random_decisions, random_dice
from croupier.play.facts import FactColumns
from croupier.play.family import NO_OPENING, family_of
from croupier.play.round import RoundInProgress, Void
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.schema import Option
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.toml_reader import Path
from croupier.rulebook.wagers import OfferedWager

LIVE_ROUNDS = 2_000
"""Total number of live rounds, over all settings, before a row counts as unreachable."""
KEYS = {BetResult.PUSH: "push", BetResult.RETURNED: "returns"}


def find_unreachable_rows(book: Rulebook) -> list[Problem]:
    """Return a problem for every pay row, push and return that no round reaches.

    Problems that the family finds in its own section, and wagers without odds, are included.
    """
    open_paths = dict(_paths(book))
    columns_by_key: dict[tuple[object, ...], FactColumns] = {}
    for options in _settings(book):
        rules = TableRules.of(book, options)
        family = family_of(rules)
        key = family.edge_case_key(rules)
        if key not in columns_by_key:
            columns_by_key[key] = family.edge_case_facts(rules)
        columns = columns_by_key[key]
        for wager in rules.wagers.values():
            for path in _reached(rules, wager, columns):
                open_paths.pop(path, None)
        if not open_paths:
            break
    if open_paths and book.written.banking != "seats":
        for path in _reached_live(book):
            open_paths.pop(path, None)
    own = book.written.own
    found = [*open_paths.items(), *_unpriced(book), *(own.slow_problems(book.written) if own is not None else ())]
    return [Problem(book.position_of(path), f"{_key(path)}: {message}") for path, message in found]


def _paths(book: Rulebook) -> Iterator[tuple[Path, str]]:
    """Yield every pay row, push and return of the rulebook, with the text of the problem if no round reaches it.

    Each is named by its path of keys in the TOML file.
    """
    for wager in book.written.wager.values():
        tables = {("pays",): wager.pays} | {("paytables", name): rows for name, rows in wager.paytables.items()}
        for where, rows in tables.items():
            for number, row in enumerate(rows):
                problem = (
                    f'is never reached: no round tried fits "{row.when}" that an earlier row or a push does not take'
                )
                yield ("wager", wager.id, *where, number), problem
        if wager.push:
            yield ("wager", wager.id, "push"), f'never happens: no round tried fits "{wager.push}"'
        if wager.returns:
            yield ("wager", wager.id, "returns"), f'never happens: no round tried fits "{wager.returns}"'


def _reached_live(book: Rulebook) -> Iterator[Path]:
    """Yield the path of every pay row, push and return that live rounds with random decisions reach, from full shoes.

    These rounds are needed because edge-case rounds are few and miss common results.
    """
    settings, chance = list(_settings(book)), SeededRandomSource(1)
    for options in settings:
        rules = TableRules.of(book, options)
        family, bank_seat = family_of(rules), rules.seats[-1] if rules.has_player_dealer else None
        bets = [Bet(rules.seats[0], SEATED, wager.id, wager.limit.least) for wager in rules.betting_wagers.values()]
        begin = family.round_factory(rules, bets, bank_seat=bank_seat, opening=NO_OPENING)
        for _ in range(-(-LIVE_ROUNDS // len(settings))):
            play: RoundInProgress[Any] = RoundInProgress(begin)
            deal = deal_pieces(shuffled(rules.shoe.full_shoe, chance))
            play_to_end(play, deal, random_decisions(chance), throw=random_dice(chance))
            if not isinstance(play.result, Void):
                ended = family.decide_bets(rules, play.result, bets, {})
                yield from _decided(rules, zip(ended.bets, ended.verdicts, strict=True))


def _decided(rules: TableRules, decided: Iterable[tuple[Bet, Verdict]]) -> Iterator[Path]:
    """Yield the path of the pay row, push or return in which each decided wager ended."""
    for bet, verdict in decided:
        if verdict.row_number is not None:
            yield ("wager", bet.wager, *_rows_key(rules, bet.wager), verdict.row_number)
        elif verdict.result in KEYS:
            yield ("wager", bet.wager, KEYS[verdict.result])


def _rows_key(rules: TableRules, wager: str) -> Path:
    """Return the key of the pay rows in use within a wager's TOML table: its chosen pay table, or `pays`."""
    has_tables = rules.rulebook.written.wager[wager].paytables
    return ("paytables", str(rules.options["paytable"])) if has_tables else ("pays",)


def _unpriced(book: Rulebook) -> Iterator[tuple[Path, str]]:
    """Yield every wager that the odds cannot price as the live table plays it, under the default options."""
    rules = TableRules.of(book, {})
    for wager, reason in family_of(rules).unpriced_wagers(rules).items():
        yield ("wager", wager), f"cannot be priced as it is played: it {reason}"


def _settings(book: Rulebook) -> Iterator[dict[str, Any]]:
    """Yield the default options under each pay table, then each value of each other option, one at a time."""
    tables: list[str] = book.paytables or [""]
    for table in tables:
        chosen = {"paytable": table} if table else {}
        candidates = [chosen] + [
            {**chosen, name: value}
            for name, option in _named_options_first(book)
            if name != "paytable"
            for value in _values(option)
        ]
        for candidate in candidates:
            yield from _valid_options(book, candidate)


def _named_options_first(book: Rulebook) -> list[tuple[str, Option]]:
    """Return the options, with those named in a condition first.

    These options most often decide whether a row is reached.
    """
    written = book.written
    rows = [row.when for wager in written.wager.values() for row in wager.pays]
    words = set(re.findall(r"\w+", " ".join([*rows, *map(str, written.define.values())])))
    return sorted(written.options.items(), key=lambda item: item[0] not in words)


def _values(option: Option) -> list[Any]:
    if option.kind == "choice":
        return list(option.choices)
    return [True, False] if option.kind == "flag" else []


def _valid_options(book: Rulebook, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield these options if they are a valid choice; if not, yield them with one more option that makes them valid.

    Yield nothing if no single option makes them valid.
    """
    try:
        book.choose(options)
    except BadInput:
        for name, option in book.written.options.items():
            for value in _values(option):
                try:
                    book.choose({**options, name: value})
                except BadInput:
                    continue
                yield {**options, name: value}
                return
    else:
        yield options


def _reached(rules: TableRules, wager: OfferedWager, columns: FactColumns) -> Iterator[Path]:
    free = np.ones(columns.rounds, dtype=bool)
    for key, condition in (("returns", wager.returns), ("push", wager.push)):
        if condition is None:
            continue
        holds = np.broadcast_to(condition.holds_in_rounds(columns), free.shape)
        if np.any(holds & free):
            yield ("wager", wager.id, key)
        free = free & ~holds
    where = _rows_key(rules, wager.id)
    for row in wager.rows:
        holds = np.broadcast_to(row.when.holds_in_rounds(columns), free.shape)
        if np.any(holds & free):
            yield ("wager", wager.id, *where, row.number)
        if wager.pays_rows == "first":
            free = free & ~holds


def _key(path: Path) -> str:
    return ".".join(str(part) for part in path)
