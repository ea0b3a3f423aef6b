"""Compare the posted increment of a meter with the increment of each table. [R48, R49; 9 NYCRR 5320.8(b),
5321.18(b)(4)]

They may differ only while the link is stopped. To change an increment, change the meter first, then each table; the
link starts again when all agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from croupier.cage.meters import HouseMeter
from croupier.errors import Refused
from croupier.table.settings import TableSettings, game_rules
from croupier.table.state import TableState

CITES = ("9 NYCRR 5320.8(b)", "9 NYCRR 5321.18(b)(4)")


def refuse_unposted_increment(meters: Iterable[HouseMeter], table: str, settings: TableSettings) -> Refused | None:
    """Refuse table settings whose increment for a running meter differs from the meter's posted increment.

    An increment is the fraction of each stake that goes to the meter.
    """
    put_on = increments(table, settings)
    for meter in meters:
        if meter.is_running and (refused := _refuse_difference(meter, table, put_on)):
            return refused
    return None


def refuse_start(meter: HouseMeter, tables: Iterable[TableState]) -> Refused | None:
    """Refuse to start a stopped meter while the increment of a table differs from the meter's posted increment."""
    found = (
        _refuse_difference(meter, state.name, increments(state.name, state.settings))
        for state in tables
        if state.version
    )
    return next((one for one in found if one is not None), None)


def increments(table: str, settings: TableSettings) -> dict[str, Fraction]:
    """Return the fraction of each stake that a table contributes to each house meter."""
    return {settings.house_meter(table, one.id): one.contribution for one in game_rules(settings).meters}


def _refuse_difference(meter: HouseMeter, table: str, put_on: dict[str, Fraction]) -> Refused | None:
    share, posted = put_on.get(meter.id), meter.parameters.contribution
    if share is None or share == posted:
        return None
    message = f"{meter.title} is posted to rise by {posted} of each stake, and {table} would put {share} on it."
    return Refused("meter/increment", message, CITES)
