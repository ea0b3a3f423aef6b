"""Table rules: a rulebook with its options chosen, as posted at one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

from croupier.cards import Card, CutRule, Pack, ShoeRules, parse_cards
from croupier.errors import BadInput, Problem
from croupier.money.bank_coverage import CoverageModel, CoverageRules
from croupier.money.bets import Bet
from croupier.money.cents import Cents, format_dollars, parse_amount
from croupier.money.collection import (
    Basis,
    Collection,
    CountedStake,
    FeeGap,
    NoSchedule,
    PrintedLimits,
    Schedule,
    collect,
    read_cardroom_sheet,
    schedules,
)
from croupier.money.envy import EnvyMode
from croupier.money.meters import MeterRules, MeterSplit, OtherHands
from croupier.money.pay_odds import PayOdds, parse_share
from croupier.money.settlement import AggregateMethod, SettlementRules
from croupier.money.settlement_order import BacklineOrder, OrderRules, SettlementGrouping
from croupier.rulebook.conditions import BoundCondition
from croupier.rulebook.options import OptionValue
from croupier.rulebook.rulebook import Rulebook, condition_constants
from croupier.rulebook.schema import FromOption, Notice, RowTable, Step
from croupier.rulebook.wager_binding import bind_wager
from croupier.rulebook.wagers import Limit, OfferedWager

NO_LIMIT = Cents(10**12)
PER_SPOT = ("spot", "betting circle")
"""Values of a schedule's `per` that mean a fee for each spot; the schedule's brackets then also limit the wager there.
"""
FEE_OPTION = "fee"
"""Option that names the collection schedule in force, in rulebooks where the stakes depend on the schedule."""
READ_OPTION, READ_OPENED = "cards_read", "opened"
"""Option for when face-down cards are read, and its value for reading them when they are opened.

The other value is to read them from the shoe as they are dealt.
"""


@dataclass(frozen=True)
class TableRules:
    """Rules of one table: a rulebook, its chosen options and any fee schedules of the casino."""

    rulebook: Rulebook
    options: Mapping[str, OptionValue]
    casino_schedules: tuple[Schedule, ...] = ()
    """Schedules of the casino's own fee sheet; empty if there is none."""

    @classmethod
    def of(
        cls, book: Rulebook, given: Mapping[str, Any] | None = None, fee_sheet: Mapping[str, Any] | None = None
    ) -> TableRules:
        rules = cls(book, book.choose(given), _cardroom_schedules(book, fee_sheet) if fee_sheet else ())
        if problems := [problem for wager in rules.wagers.values() if (problem := _inverted_limits(book, wager))]:
            raise BadInput(problems)
        if problems := rules._underpaid_rows():
            raise BadInput(problems)
        return rules

    @property
    def id(self) -> str:
        return self.rulebook.id

    @property
    def has_player_dealer(self) -> bool:
        return self.rulebook.written.banking == "player-dealer"

    @cached_property
    def wagers(self) -> dict[str, OfferedWager]:
        """Wagers offered at this table, by id."""
        offered = [w for w in self.rulebook.written.wager.values() if self.bind(w.offered).constant]
        return {wager.id: bind_wager(self, wager) for wager in offered}

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """Numbers of the seats on the table's layout, in order."""
        seats = self.rulebook.written.seats
        table = self.options.get("paytable")
        if isinstance(table, str) and table in seats.by_paytable:
            return tuple(seats.by_paytable[table])
        if seats.numbers:
            return tuple(seats.numbers)
        return tuple(range(1, 1 + int(self.value(seats.up_to, 7))))

    @property
    def seats_per_player(self) -> int:
        """Number of seats that one player may have at a time. [004 L1441, L1465]"""
        boxes = self.options.get("boxes")
        return boxes if isinstance(boxes, int) else 1

    def seat_clockwise(self, seat: int, places: int = 1) -> int:
        """Return the seat a number of places clockwise from a seat; negative numbers count counter-clockwise."""
        return self.seats[(self.seats.index(seat) + places) % len(self.seats)]

    @property
    def is_counter_clockwise(self) -> bool:
        """Whether cards are dealt and wagers settled counter-clockwise, by falling seat numbers. [004 L423-425]"""
        return self.rulebook.written.seats.direction == "counter-clockwise"

    @property
    def bank_direction(self) -> str | None:
        """Direction in which the bank is offered; None if the rulebook does not say."""
        return self._option_text("rotation") or None

    @property
    def must_intervene(self) -> bool:
        """Whether another player must bank a hand before the same player may bank again. [004 L858]

        The rule then applies at every table of the game, whichever rotation rules the table uses.
        """
        return bool(self.options.get("must_intervene"))

    @property
    def offers_bank_behind(self) -> bool:
        """Whether a bettor behind a seat is offered the bank next when the seat's player passes. [004 L1577]"""
        return self.rulebook.written.seats.bank_behind

    def next_seat(self, seat: int) -> int:
        """Return the seat that acts after a seat, in the game's direction."""
        return self.seat_clockwise(seat, -1 if self.is_counter_clockwise else 1)

    @cached_property
    def seat_hands(self) -> dict[int, tuple[Card, ...]]:
        """Cards that are printed on the layout beside each seat number, by seat."""
        printed = self.rulebook.written.seats.hands
        return {int(seat): parse_cards(cards) for seat, cards in printed.items() if int(seat) in self.seats}

    @cached_property
    def shoe(self) -> ShoeRules:
        shoe = self.rulebook.written.shoe
        decks = self.options.get("decks")
        decks = decks if isinstance(decks, int) else 8 if shoe.pack is Pack.CARDS else 1
        return ShoeRules(
            decks=decks if decks <= shoe.holds_at_most else decks // 2,
            burn=str(self.value(shoe.burn)),
            burn_fixed=int(self.value(shoe.burn_fixed)),
            burn_ten_value=int(self.value(shoe.burn_ten_value)),
            cut_from_back=int(self.value(shoe.cut_from_back)),
            cut_rule=_cut_rule(self.value(shoe.cut_rule)),
            pack=shoe.pack,
        )

    @cached_property
    def has_two_batches(self) -> bool:
        """Whether two batches of cards with different back colours alternate. [003 L103-108; 004 L612-614]"""
        return bool(self.bind(self.rulebook.written.shoe.two_batches).constant)

    @cached_property
    def steps(self) -> dict[str, Step]:
        """Procedure steps that apply at this table, by id, in rulebook order."""
        written = self.rulebook.written.step.values()
        return {step.id: step for step in written if self.bind(step.applies).constant}

    @cached_property
    def notices(self) -> tuple[Notice, ...]:
        """Notices that may be posted at this table, under any collection schedule."""
        return tuple(one for one in self.rulebook.written.notice.values() if self.bind(one.when).constant)

    def notices_under(self, schedule: Schedule | None) -> tuple[Notice, ...]:
        """Return the notices to post at a table that runs under this schedule."""
        is_zero = schedule is not None and schedule.is_zero_collection
        return tuple(one for one in self.notices if one.schedule == "any" or is_zero)

    @property
    def rulebook_shuffles_each_round(self) -> bool:
        """Whether the rulebook deals every round from full decks, at live and automated tables. [004 L649, L3573]"""
        return self.rulebook.written.shoe.each_round

    @property
    def shuffles_each_round(self) -> bool:
        """Whether this table deals every round from full, newly shuffled decks. [ILANI-BJ-A24; 004 L649]

        That is the case with a continuous shuffler, and at an automated table if the rulebook says so.
        """
        if self.rulebook_shuffles_each_round or self._option_text("shoe") == "continuous":
            return True
        by_mode = self._option_text("shoe") == "by-mode" or self._option_text("automated_shoe") == "fresh-each-round"
        return by_mode and self._option_text("mode") in ("automated", "")

    @cached_property
    def joint_minimums(self) -> tuple[Limit, ...]:
        """Lowest sums that all wagers of one bettor together must reach."""
        return tuple(
            Limit(self.money(minimum.min), NO_LIMIT, self.rulebook.cite(minimum.cite))
            for minimum in self.rulebook.written.together
            if self.bind(minimum.when).constant
        )

    @property
    def betting_wagers(self) -> dict[str, OfferedWager]:
        """Wagers that are placed before the cards are dealt, by id."""
        return {name: wager for name, wager in self.wagers.items() if not wager.is_placed_during_round}

    @cached_property
    def settlement(self) -> SettlementRules:
        limit = self.options.get("aggregate_limit")
        envy = self._option_text("envy_mode")
        return SettlementRules(
            order=self._order(),
            coverage=CoverageRules(
                CoverageModel(self._option_text("coverage_model") or "exchanged"),
                bool(self.options.get("partial_cover", True)),
            ),
            meters=self.meters,
            optional=frozenset(w.id for w in self.wagers.values() if w.group in ("side", "progressive")),
            aggregate_limit=Cents(limit) if isinstance(limit, int) else None,
            aggregate_method=AggregateMethod(self._option_text("aggregate_method") or "pro-rata"),
            envy=EnvyMode(envy) if envy else None,
        )

    def _order(self) -> OrderRules:
        section = self.rulebook.written.settlement
        named = [name for name in section.order if name in self.wagers]
        rest = [name for name in self.wagers if name not in named]
        return OrderRules(
            (*named, *rest),
            SettlementGrouping(self._option_text("order") or "seat"),
            BacklineOrder(self._option_text("backline_order") or "front_first"),
            from_highest_seat=section.pays_from == "highest-seat",
            counter_clockwise=self.is_counter_clockwise,
        )

    @cached_property
    def meters(self) -> tuple[MeterRules, ...]:
        return tuple(
            MeterRules(
                meter.id,
                meter.wager,
                self.money(meter.seed),
                self.share(meter.contribution),
                MeterSplit(self.value(meter.split)),
                OtherHands(self.value(meter.other_hands)),
            )
            for meter in self.rulebook.written.meter.values()
            if meter.wager in self.wagers
        )

    @property
    def fee_gap(self) -> FeeGap:
        return FeeGap(self._option_text("fee_gap") or "up")

    @property
    def fee_on_bonus_only(self) -> bool:
        """Whether the player-dealer's flat fee is due in a round that has only bonus wagers. [CA-COM-A8]"""
        return bool(self.options.get("fee_on_bonus_only"))

    def collection(self, schedule: Schedule, bets: Iterable[Bet]) -> Collection:
        """Return the fees that a schedule takes for these wagers. [004 L3060, L3464]"""
        stakes = [CountedStake(bet.payer, bet.wager, bet.amount) for bet in bets]
        counted = self.counted_wagers(schedule)
        return collect(schedule, stakes, self.fee_gap, counted, fee_on_bonus_only=self.fee_on_bonus_only)

    @cached_property
    def schedules(self) -> tuple[Schedule, ...]:
        """Collection schedules that the game may run under, in the order in which the rulebook names their sheets."""
        section = self.rulebook.written.collection
        if section is None:
            return ()
        printed = schedules().values()
        found = tuple(schedule for sheet in section.sheets for schedule in printed if schedule.sheet == sheet)
        return found + self.casino_schedules

    def schedule(self, named: int | str) -> Schedule:
        """Return a collection schedule by its id or number; raise `NoSchedule` if the game has no such schedule.

        If two fee sheets use the same number, the first sheet wins; the id is unique.
        """
        for schedule in self.schedules:
            if named in (schedule.option, schedule.id):
                return schedule
        if not self.schedules:
            raise NoSchedule(f"{self.rulebook.title} has no collection schedule")
        known = ", ".join(schedule.id for schedule in self.schedules)
        raise NoSchedule(f"is {named!r}; {self.rulebook.title} runs under {known} (or their numbers)")

    def posted_schedule(self, named: int | str) -> Schedule:
        """Return a collection schedule by its id or its number as text; raise `BadInput` if it cannot be posted."""
        try:
            schedule = self.schedule(int(named) if isinstance(named, str) and named.isdecimal() else named)
        except NoSchedule as error:
            raise BadInput.at("--schedule", str(error)) from None
        if outside := self.table_limit_problem(schedule):
            raise BadInput([outside])
        return schedule

    def limit(self, wager: OfferedWager, schedule: Schedule | None) -> Limit:
        """Return the limits of a wager, narrowed by the collection schedule in force. [004 L1106, L3060]"""
        limit = wager.limit
        section = self.rulebook.written.collection
        if schedule is None or section is None:
            return limit
        for low, high, line in _printed_limits(schedule) if wager.follows_table_limit else ():
            limit = limit.within(Limit(low, high, schedule.cite_line(line)))
        narrowed = section.side_limits.get(schedule.sheet) if wager.group == "side" else None
        if narrowed is not None:
            cite = self.rulebook.cite(narrowed.cite)
            limit = limit.within(Limit(self.money(narrowed.min), self.money(narrowed.max), cite))
        return limit

    def table_limit_problem(self, schedule: Schedule) -> Problem | None:
        """Return a problem if the fee sheet forbids the table's minimum or maximum, else None. [004 L2971, L3360]

        A minimum below the printed range, or a maximum above it, is no problem: `limit` narrows it.
        """
        least, most = self.options.get("table_min"), self.options.get("table_max")
        if isinstance(least, int) and schedule.minimum is not None and least > schedule.minimum.highest:
            return _limit_problem("table_min", Cents(least), schedule, schedule.minimum)
        if isinstance(most, int) and schedule.maximum is not None and most < schedule.maximum.lowest:
            return _limit_problem("table_max", Cents(most), schedule, schedule.maximum)
        return None

    def counted_wagers(self, schedule: Schedule) -> frozenset[str] | None:
        """Return the ids of the wagers that a schedule counts, or None if it counts all. [CA-CFB-A8]

        A fee for each betting circle counts line and tie wagers only: a bonus bet pays no fee. [004 L2945, L3302,
        L3356]
        """
        base = "lines" if schedule.basis is Basis.PLAYER_WAGER_PER_SPOT else self._option_text("fee_base") or "sheet"
        if base == "all":
            return None
        section = self.rulebook.written.collection
        counts = section.counts.get(schedule.sheet) if section else None
        if base == "lines":
            return frozenset(w.id for w in self.wagers.values() if w.group in ("line", "tie"))
        return frozenset(counts) if counts is not None else None

    def value(self, written: Any, default: Any = None) -> Any:
        """Return a value from the rulebook; if it refers to an option, the option's value at this table.

        `default` is returned for a value of None.
        """
        if isinstance(written, FromOption):
            written = self.options[written.option]
        return default if written is None else written

    def money(self, written: str | FromOption) -> Cents:
        value = self.value(written, 0)
        return parse_amount(value) if isinstance(value, str) else Cents(value)

    def share(self, written: str | FromOption) -> Fraction:
        value = self.value(written)
        return parse_share(value) if isinstance(value, str) else cast(Fraction, value)

    def odds(self, written: str | FromOption) -> PayOdds:
        value = self.value(written)
        return PayOdds.parse(value) if isinstance(value, str) else cast(PayOdds, value)

    def row_odds(self, row: RowTable) -> PayOdds:
        """Return the odds that a row pays at this table: as printed, or higher if the casino chose so. [003 L157]"""
        more = self.options.get(row.raised) if row.raised else None
        return more if isinstance(more, PayOdds) else self.odds(row.odds)

    def _underpaid_rows(self) -> list[Problem]:
        """Return a problem for each row that the chosen options would pay at less than the printed odds."""
        written = self.rulebook.written.wager.values()
        table = str(self.options.get("paytable"))
        rows = [row for wager in written for row in wager.paytables.get(table, wager.pays) if row.raised]
        return [
            Problem(f"options.{row.raised}", f"is {more.text}; {row.name} pays {printed.text} at least")
            for row in {row.raised: row for row in rows}.values()
            if (more := self.row_odds(row)) != (printed := self.odds(row.odds))
            and (more.kind is not printed.kind or more.value < printed.value)
        ]

    def _option_text(self, option: str) -> str:
        return str(self.options.get(option) or "")

    def bind(self, condition: str) -> BoundCondition:
        """Return a condition of the rulebook compiled for this table's options."""
        return self.rulebook.conditions[condition].bind(condition_constants(self.options))


def _cardroom_schedules(book: Rulebook, fee_sheet: Mapping[str, Any]) -> tuple[Schedule, ...]:
    section = book.written.collection
    if section is None or not section.room:
        raise BadInput.at("fee_sheet", f"{book.title} does not leave its fees to the room; leave the sheet out")
    return read_cardroom_sheet(dict(fee_sheet), "fee_sheet")


def rules_under_schedule(
    book: Rulebook,
    given: Mapping[str, Any],
    schedule: int | str | None,
    fee_sheet: Mapping[str, Any] | None = None,
) -> TableRules:
    """Return the table rules under a collection schedule.

    If the stakes depend on the schedule, the rulebook has the option "fee", and this function sets it. Raises
    `NoSchedule` if the game has no such schedule.
    """
    rules = TableRules.of(book, given, fee_sheet)
    if schedule is None or FEE_OPTION not in book.written.options or FEE_OPTION in given:
        return rules
    return TableRules.of(book, {**given, FEE_OPTION: rules.schedule(schedule).id}, fee_sheet)


def _cut_rule(value: str | bool) -> CutRule:
    """Convert a rule name, or a flag (True: the cut card as first card ends the shoe), to a `CutRule`."""
    if isinstance(value, bool):
        return CutRule.ENDS_WITH_THE_HAND if value else CutRule.ONE_MORE_HAND
    return CutRule(value)


def _printed_limits(schedule: Schedule) -> Iterator[PrintedLimits]:
    """Yield the limits of a betting spot that a schedule prints: its table limit, the range of its sheet, its brackets.

    A schedule has one table limit (004 L3464). Where it is a limit per spot, the first bracket begins at the table
    minimum, and a closed last bracket per spot ends at the table maximum (CA-COL-O14).
    """
    if schedule.table_limit is not None:
        yield schedule.table_limit
    if schedule.minimum is not None and schedule.maximum is not None:
        yield PrintedLimits(schedule.minimum.lowest, schedule.maximum.highest, schedule.minimum.line)
    if schedule.per in PER_SPOT:
        first, last = schedule.brackets[0], schedule.brackets[-1]
        is_closed = schedule.basis is Basis.PLAYER_WAGER_PER_SPOT and last.highest is not None
        yield PrintedLimits(Cents(first.lowest), Cents(last.highest or 0) if is_closed else NO_LIMIT, first.line)


def _limit_problem(option: str, chosen: Cents, schedule: Schedule, printed: PrintedLimits) -> Problem:
    low, high = format_dollars(printed.lowest), format_dollars(printed.highest)
    allowed = low if low == high else f"{low} to {high}"
    message = f"is {format_dollars(chosen)}; {schedule.id} allows {allowed}"
    return Problem(f"options.{option}", message, schedule.cite_line(printed.line))


def _inverted_limits(book: Rulebook, wager: OfferedWager) -> Problem | None:
    if wager.limit.least <= wager.limit.most:
        return None
    least, most = format_dollars(wager.limit.least), format_dollars(wager.limit.most)
    where = book.position_of(("wager", wager.id, "limits"))
    message = f"wager.{wager.id}: a minimum of {least} is over the maximum of {most}; change the limits or the options"
    return Problem(where, message)
