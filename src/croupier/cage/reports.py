"""Every report of the house in one place. Each takes a reader and gives plain values that JSON can hold."""

from croupier.cage.cage_reports import (
    cashier_report,
    house_report,
    shift_report,
    shifts_report,
)
from croupier.cage.event_search import Search, search_events
from croupier.cage.ledger_sums import Period
from croupier.cage.meter_report import jackpot_list, meter_report, meters_report
from croupier.cage.reading import Reader, Reading
from croupier.cage.table_reports import pay_table_report, table_report
from croupier.cage.ticket_reports import redemption_log, terminal_report, voucher_report
from croupier.cage.trial_balance import trial_balance

__all__ = [
    "Period",
    "Reader",
    "Reading",
    "Search",
    "cashier_report",
    "house_report",
    "jackpot_list",
    "meter_report",
    "meters_report",
    "pay_table_report",
    "redemption_log",
    "search_events",
    "shift_report",
    "shifts_report",
    "table_report",
    "terminal_report",
    "trial_balance",
    "voucher_report",
]
