"""The increment posted for a meter, held against what tables put on it. [R48, R49; 9 NYCRR 5320.8(b), 5321.18(b)(4)]

They may differ only while the link is stopped: the meter's parameters are changed first, then each table's, and the
link starts again when all agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from croupier.cage.meter import HouseMeter
from croupier.errors import Refused
from croupier.table.settings import TableSettings, game_rules
from croupier.table.state import TableState

CITES = ("9 NYCRR 5320.8(b)", "9 NYCRR 5321.18(b)(4)")


def unposted_increment(meters: Iterable[HouseMeter], table: str, settings: TableSettings) -> Refused | None:
    """Why a table cannot be set up so: it would put another share of a stake on a running meter than is posted."""
    put_on = increments(table, settings)
    for meter in meters:
        if meter.is_running and (refused := _differs(meter, table, put_on)):
            return refused
    return None


def cannot_start(meter: HouseMeter, tables: Iterable[TableState]) -> Refused | None:
    """Why a meter's link cannot start: a table puts another share of a stake on it than is posted."""
    found = (_differs(meter, state.name, increments(state.name, state.settings)) for state in tables if state.version)
    return next((one for one in found if one is not None), None)


def increments(table: str, settings: TableSettings) -> dict[str, Fraction]:
    """What share of each stake a table puts on which house meter."""
    return {settings.house_meter(table, one.id): one.contribution for one in game_rules(settings).meters}


def _differs(meter: HouseMeter, table: str, put_on: dict[str, Fraction]) -> Refused | None:
    share, posted = put_on.get(meter.id), meter.parameters.contribution
    if share is None or share == posted:
        return None
    said = f"{meter.title} is posted to rise by {posted} of each stake, and {table} would put {share} on it."
    return Refused("meter/increment", said, CITES)
