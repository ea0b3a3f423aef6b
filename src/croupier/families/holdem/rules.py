"""Rules of hold'em: the rulebook section, the options, and the fee schedule that fixes the stakes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from croupier.errors import Problem
from croupier.money.cents import Cents, format_dollars
from croupier.money.collection import Schedule, pot_fee, schedules
from croupier.rulebook.schema import FamilyTable, FromOption
from croupier.rulebook.table_rules import FEE_OPTION, TableRules

LIMIT, NO_LIMIT = "limit", "no-limit"
SHEETS = {"lim": LIMIT, "nl": NO_LIMIT}
DOLLAR = 100
NO_FEE, BY_SCHEDULE = "none", "by-schedule"


class HoldemSection(FamilyTable):
    """Rulebook section of hold'em; its values can refer to options."""

    buy_in_least: str | FromOption
    """Minimum buy-in in big bets, or in big blinds for no-limit."""
    buy_in_most: str | FromOption
    time_bank: int | FromOption = 0


@dataclass(frozen=True)
class HoldemRules:
    """Hold'em rules of one table; amounts are in cents."""

    betting: Literal["limit", "no-limit"]
    small_bet: int
    big_bet: int
    small_blind: int
    big_blind: int
    ante: int = 0
    chip: int = DOLLAR
    raise_cap: int = 3
    headsup_cap: bool = False
    min_bet: int = DOLLAR
    min_raise: Literal["last", "spread"] = "last"
    round_cap: int = 1000_00
    round_cap_of: Literal["round", "raise"] = "round"
    hu_button_is_sb: bool = True
    odd_chip_dir: Literal["clockwise", "nearest"] = "clockwise"
    odd_chips: Literal["one-each", "first"] = "one-each"
    reopen: Literal["full", "half", "any"] = "full"
    """Part of a full raise that lets players raise again who have already acted. [CA-THE-A13]"""
    short_blind: Literal["full", "posted"] = "full"
    fee_time: Literal["flop", "end"] = "flop"
    post_sb_dead: bool = True
    check_raise: bool = True
    fee: Schedule | None = None
    fee_count: Literal["dealt", "flop"] = "dealt"
    fee_short_pot: Literal["min", "waive"] = "min"
    asks_to_show: bool = True
    """Whether a winner whom nobody called is asked to show the cards; off in cases, which list all cards."""

    @property
    def is_limit(self) -> bool:
        return self.betting == LIMIT

    def bet_size(self, street: int) -> int:
        """Return the bet of a limit game: small in the first two betting rounds, big in the last two. [CA-THE-A6]"""
        return self.small_bet if street < 2 else self.big_bet

    def fee_of(self, players: int, pot: int) -> int:
        """Return the fee in cents that is taken from a pot after the flop. [004 L971-976; CA-THE-A4]"""
        if self.fee is None:
            return 0
        fee = int(pot_fee(self.fee, players, saw_flop=True))
        return 0 if fee > pot and self.fee_short_pot == "waive" else min(fee, pot)


@lru_cache(maxsize=64)
def _schedule(name: str) -> Schedule:
    return schedules()[name]


def schedule_of(rules: TableRules) -> Schedule | None:
    name = rules.options[FEE_OPTION]
    return None if name == NO_FEE else _schedule(str(name))


_CACHE: dict[int, tuple[TableRules, HoldemRules]] = {}
MAX_CACHED_RULES = 256
"""Most tables of which the rules are cached.

The cache compares tables by identity, because a table reads its rules at every card.
"""


def rules_of(rules: TableRules) -> HoldemRules:
    """Return the hold'em rules of a table, cached."""
    cached = _CACHE.get(id(rules))
    if cached is None or cached[0] is not rules:
        if len(_CACHE) >= MAX_CACHED_RULES:
            _CACHE.clear()
        cached = _CACHE[id(rules)] = rules, _read(rules)
    return cached[1]


def _read(rules: TableRules) -> HoldemRules:
    options, schedule = rules.options, schedule_of(rules)
    betting = betting_of(rules)
    first, second = stakes_of(rules, betting)
    small_blind, big_blind = blinds_of(rules, betting, first, second)

    def cents(name: str) -> int:
        value = options[name]
        assert isinstance(value, int)
        return value

    return HoldemRules(
        betting=betting,  # type: ignore[arg-type]
        small_bet=first if betting == LIMIT else 0,
        big_bet=second if betting == LIMIT else 0,
        small_blind=small_blind,
        big_blind=big_blind,
        ante=cents("ante"),
        chip=cents("chip"),
        raise_cap=cents("raise_cap"),
        headsup_cap=bool(options["headsup_cap"]),
        min_bet=cents("min_bet"),
        min_raise=str(options["min_raise"]),  # type: ignore[arg-type]
        round_cap=cents("round_cap") if betting == NO_LIMIT else 0,
        round_cap_of=str(options["round_cap_of"]),  # type: ignore[arg-type]
        hu_button_is_sb=bool(options["hu_button_is_sb"]),
        odd_chip_dir=str(options["odd_chip_dir"]),  # type: ignore[arg-type]
        odd_chips=str(options["odd_chips"]),  # type: ignore[arg-type]
        reopen=str(options["reopen"]),  # type: ignore[arg-type]
        short_blind=str(options["short_blind"]),  # type: ignore[arg-type]
        fee_time=str(options["fee_time"]),  # type: ignore[arg-type]
        post_sb_dead=bool(options["post_sb_dead"]),
        check_raise=bool(options["check_raise"]),
        fee=schedule,
        fee_count=str(options["fee_count"]),  # type: ignore[arg-type]
        fee_short_pot=str(options["fee_short_pot"]),  # type: ignore[arg-type]
    )


def betting_of(rules: TableRules) -> str:
    """Return the betting structure, such as limit: the chosen option, or the one that the fee schedule is for."""
    chosen, schedule = rules.options["betting"], schedule_of(rules)
    if chosen != BY_SCHEDULE:
        return str(chosen)
    return LIMIT if schedule is None else SHEETS[schedule.sheet]


def printed_stakes(betting: str) -> list[tuple[int, int]]:
    """Return the printed stakes in order. [004 L927-937, L942-954]"""
    sheet = next(name for name, kind in SHEETS.items() if kind == betting)
    return [_stakes(one) for one in schedules().values() if one.sheet == sheet]


def _stakes(schedule: Schedule) -> tuple[int, int]:
    first, second = (int(cents) for _, cents in schedule.stakes)
    return first, second


def stakes_of(rules: TableRules, betting: str) -> tuple[int, int]:
    """Return the small and big bet, or the blinds, in cents.

    They come from the option, the schedule, or the first printed stakes.
    """
    chosen, schedule = rules.options["stakes"], schedule_of(rules)
    if chosen != BY_SCHEDULE:
        first, _, second = str(chosen).partition("/")
        return int(first) * DOLLAR, int(second) * DOLLAR
    return printed_stakes(betting)[0] if schedule is None else _stakes(schedule)


def blinds_of(rules: TableRules, betting: str, first: int, second: int) -> tuple[int, int]:
    """Return the blinds from the options, or else those that belong to the stakes. [004 L32]

    In no-limit they are the stakes themselves. In limit they are half the small bet in whole dollars, at least one
    dollar, and the small bet.
    """
    small, big = rules.options.get("small_blind"), rules.options.get("big_blind")
    usual = first, second
    if betting == LIMIT:
        usual = max(DOLLAR, first // 2 // DOLLAR * DOLLAR), first
    return usual[0] if small is None else int(str(small)), usual[1] if big is None else int(str(big))


def option_problems(rules: TableRules) -> Problem | None:
    """Return the first conflict between options or with the selected schedule, or None."""
    schedule, betting = schedule_of(rules), betting_of(rules)
    if schedule is not None and SHEETS[schedule.sheet] != betting:
        message = f"is {betting}, and the schedule {schedule.id} is for {SHEETS[schedule.sheet]}"
        return Problem("options.betting", message, schedule.cite)
    stakes, printed = stakes_of(rules, betting), printed_stakes(betting)
    if stakes not in printed:
        printed_text = ", ".join(_words(one) for one in printed)
        return Problem(
            "options.stakes", f"is {_words(stakes)}; the {betting} stakes are {printed_text}", "004 L926-954"
        )
    if schedule is not None and stakes != _stakes(schedule):
        message = f"is {_words(stakes)}, and the schedule {schedule.id} is for {_words(_stakes(schedule))}"
        return Problem("options.stakes", message, schedule.cite)
    if wrong := _option_problem(rules, schedule):
        return wrong
    return _chip_problem(rules_of(rules))


def _words(stakes: tuple[int, int]) -> str:
    return "/".join(str(cents // DOLLAR) for cents in stakes)


def _option_problem(rules: TableRules, schedule: Schedule | None) -> Problem | None:
    enabled = rules.options["nl_options_enabled"]
    assert isinstance(enabled, int)
    if schedule is None or SHEETS[schedule.sheet] == LIMIT or schedule.option <= enabled:
        return None
    return Problem("schedule", f"is {schedule.id}; this house uses no-limit options 1 to {enabled}", "004 L969")


def _chip_problem(rules: HoldemRules) -> Problem | None:
    """Return why these amounts cannot be used, or None.

    Amounts must be whole chips, and the blinds must fit each other.
    """
    if rules.chip <= 0:
        return Problem("options.chip", "is nothing; the smallest chip is worth something")
    amounts = {
        "small_blind": rules.small_blind, "big_blind": rules.big_blind, "ante": rules.ante, "stakes": rules.small_bet,
        "min_bet": 0 if rules.is_limit else rules.min_bet, "round_cap": rules.round_cap,
    }  # fmt: skip
    for name, cents in amounts.items():
        if cents % rules.chip:
            message = f"is {format_dollars(Cents(cents))}; chips here are whole {format_dollars(Cents(rules.chip))}"
            return Problem(f"options.{name}", message)
    if rules.small_blind > rules.big_blind > 0:
        return Problem("options.small_blind", "is above the big blind")
    if 0 < rules.round_cap < rules.big_blind:
        cap = format_dollars(Cents(rules.round_cap))
        return Problem("options.big_blind", f"is above the {cap} that a player wagers in a round at most", "004 L978")
    return None
