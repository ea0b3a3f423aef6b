"""Checks of a configuration's tables and meters against rulebooks, before anything of a house is created."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from croupier.cage.meters import HouseMeter, LinkStatus, MeterParameters, refuse_new_meter
from croupier.errors import BadInput, Problem, Refused
from croupier.house.meter_increments import refuse_unposted_increment
from croupier.money.collection import NoSchedule
from croupier.server.config import HouseConfig, MeterSection, TableSection
from croupier.table.rotation_rules_file import rotation_rules
from croupier.table.settings import game_rules, refuse_settings, settings_for_setup


def require_possible_house(config: HouseConfig) -> None:
    """Raise `BadInput` with every reason why the tables and meters of a new house could not be created."""
    problems = [problem for meter in config.meter for problem in _meter_problems(config, meter)]
    if not problems:
        running = LinkStatus.RUNNING.value
        meters = [HouseMeter(m.id, m.title, meter_parameters(m), m.seed, running, 0, 0) for m in config.meter]
        problems = [problem for table in config.table for problem in _table_problems(config, table, meters)]
    if problems:
        raise BadInput(problems)


def require_possible_tables(config: HouseConfig, tables: Iterable[TableSection]) -> None:
    """Raise `BadInput` with every reason why these tables could not be created in a house that exists."""
    if problems := [problem for table in tables for problem in _table_problems(config, table)]:
        raise BadInput(problems)


def meter_parameters(meter: MeterSection) -> MeterParameters:
    return MeterParameters(meter.seed, Fraction(meter.contribution), meter.ceiling)


def _meter_problems(config: HouseConfig, meter: MeterSection) -> Iterator[Problem]:
    if refusal := refuse_new_meter(meter.id, meter.title, meter_parameters(meter)):
        yield Problem(config.position_of("meter", meter.id), f"meter {meter.id}: {refusal.message}")


def _table_problems(config: HouseConfig, table: TableSection, meters: Iterable[HouseMeter] = ()) -> Iterator[Problem]:
    settings = settings_for_setup(table.settings)
    try:
        game_rules(settings)
        rotation_rules(settings.rotation)
    except BadInput as bad:
        for problem in bad.problems:
            yield Problem(_position(config, table, problem.where), f"table {table.name}: {problem}", problem.cite)
        return
    except NoSchedule:
        pass  # `refuse_settings` says which schedules there are.
    refusal = refuse_settings(settings, demonstration=config.house.demonstration)
    if refusal := refusal or refuse_unposted_increment(meters, table.name, settings):
        yield _refusal_problem(config, table, refusal)


def _refusal_problem(config: HouseConfig, table: TableSection, refusal: Refused) -> Problem:
    where = _position(config, table, refusal.code.partition("/")[2])
    return Problem(where, f"table {table.name}: {refusal.message}", ", ".join(refusal.cites))


def _position(config: HouseConfig, table: TableSection, key: str) -> str:
    """Return the file and line of a key of a table, such as `options.decks`; of the rulebook for an unknown key."""
    index = config.table.index(table)
    first, *rest = key.split(".")
    path = (first, *rest) if first in type(table).model_fields else ("rulebook",)
    return config.position_of("table", index, *path)
