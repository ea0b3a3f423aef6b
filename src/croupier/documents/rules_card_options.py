"""List of values to choose from for an option: all values, or common ones within its limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.documents.rules_card_wording import RulesCardFormatter
from croupier.rulebook.options import OptionError, OptionValue, read_option
from croupier.rulebook.schema import Option

USUAL_DOLLARS = (1, 2, 3, 5, 10, 15, 20, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 750, 1000, 1500, 2000)
LARGE_DOLLARS = (2500, 3000, 5000, 7500, 10_000, 15_000, 20_000, 25_000, 50_000, 100_000)
USUAL_PERCENTS = (*(f"{halves / 2}%" for halves in range(11)), "10%", "15%", "20%", "25%")
WHOLE_MOST = 60
"""Most numbers that a list of choices offers; nobody would search a longer list."""


def option_choices(option: Option, words: RulesCardFormatter, value: OptionValue) -> tuple[str, ...]:
    """Return the values that a person may choose for an option, in order; empty for an option whose value is odds.

    The value in force and the default are always among them.
    """
    if option.kind == "odds":
        return ()
    allowed = [one for one in (_read(option, written) for written in _written(option)) if one is not None]
    if not allowed:
        return ()
    own = [one for one in (value, read_option(option, option.default)) if one is not None and one not in allowed]
    return tuple(words.value(option, one) for one in _in_order(option, [*allowed, *own]))


def _written(option: Option) -> Iterable[str]:
    match option.kind:
        case "choice":
            return option.choices
        case "flag":
            return ("yes", "no")
        case "whole":
            return _wholes(option)
        case "percent":
            return (*USUAL_PERCENTS, *_ends(option))
        case _:
            return (*(str(dollars) for dollars in (*USUAL_DOLLARS, *LARGE_DOLLARS)), *_ends(option))


def _ends(option: Option) -> Iterator[str]:
    return (str(end) for end in (option.min, option.max) if end is not None)


def _wholes(option: Option) -> Iterable[str]:
    least, most = int(option.min or 0), option.max
    return () if most is None or int(most) - least > WHOLE_MOST else map(str, range(least, int(most) + 1))


def _read(option: Option, written: str) -> OptionValue:
    try:
        return read_option(option, written)
    except OptionError:
        return None


def _in_order(option: Option, values: list[OptionValue]) -> list[OptionValue]:
    each_once = list(dict.fromkeys(values))
    is_number = option.kind in ("whole", "money", "percent")
    return sorted(each_once, key=lambda one: one) if is_number else each_once  # type: ignore[arg-type, return-value]
