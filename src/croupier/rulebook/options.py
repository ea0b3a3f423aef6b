"""Options of a rulebook: the choices left to the casino, and the parser for chosen values."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeVar

from croupier.errors import Problem, suggestion
from croupier.money.cents import AmountError, format_dollars, parse_amount
from croupier.money.pay_odds import OddsError, PayOdds, PayOddsKind
from croupier.rulebook.schema import Option

OptionValue = str | int | bool | Fraction | PayOdds | None
"""Value of an option: string, flag, whole number, cents, fraction, odds, or None."""
KINDS_IN_CONDITIONS: dict[str, type] = {"choice": str, "flag": bool, "whole": int}
N = TypeVar("N", int, Fraction)
PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*%")


class OptionError(ValueError):
    """Exception: an option value of the wrong kind or out of range."""


def normalize_name(name: str) -> str:
    """Return a name without capitals, hyphens, underscores and spaces, so that `bankerMode` equals `banker_mode`."""
    return re.sub(r"[-_\s]", "", name).lower()


def choose_options(
    options: Mapping[str, Option], given: Mapping[str, Any]
) -> tuple[dict[str, OptionValue], list[Problem]]:
    """Return the value of every option, given or default, and the problems of the given values.

    A given option also sets the options that it implies, unless these are given too.
    """
    chosen = {name: read_option(option, option.default) for name, option in options.items()}
    by_plain_name = {normalize_name(name): name for name in options}
    problems: list[Problem] = []
    named: dict[str, Any] = {}
    for written, value in given.items():
        name = by_plain_name.get(normalize_name(written))
        if name is None:
            hint = suggestion(written, options) or ";"
            quoted = json.dumps(written, ensure_ascii=False)
            message = f"there is no option {quoted}{hint} this rulebook has {', '.join(options)}"
            problems.append(Problem(f"options.{written}", message))
        else:
            named[name] = value
    for name, value in named.items():
        try:
            if value is None and options[name].default is not None:
                raise OptionError(f"is null; leave it out for {options[name].default}")  # noqa: TRY301
            chosen[name] = read_option(options[name], value)
        except OptionError as error:
            problems.append(Problem(f"options.{name}", str(error)))
        for other_name, implied in options[name].implies.items():
            if other_name not in named:
                chosen[other_name] = implied
    return chosen, problems


def read_option(option: Option, value: Any) -> OptionValue:
    """Parse a value as the option's kind; raise `OptionError` if it is of another kind or out of range."""
    if value is None:
        return None
    match option.kind:
        case "choice":
            return _choice(option, value)
        case "flag":
            return _flag(value)
        case "whole":
            return _whole(option, value)
        case "money":
            return _money(option, value)
        case "percent":
            return _percent(option, value)
        case "odds":
            return _odds(option, value)


def _choice(option: Option, value: Any) -> str:
    for choice in option.choices:
        if normalize_name(str(value)) == normalize_name(choice):
            return choice
    raise OptionError(f'is "{value}"; it is one of {", ".join(option.choices)}{suggestion(str(value), option.choices)}')


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("true", "false", "yes", "no"):
        return value.lower() in ("true", "yes")
    raise OptionError(f"is {value!r}; it is true or false")


def _whole(option: Option, value: Any) -> int:
    text = str(value)
    if isinstance(value, bool) or not re.fullmatch(r"\d{1,9}", text):
        raise OptionError(f"is {value!r}; it must be{_range(option, 'a whole number')}")
    return _in_range(option, int(text), int(option.min or 0), int(option.max or 10**9), text)


def _money(option: Option, value: Any) -> int:
    try:
        amount = parse_amount(str(value) if isinstance(value, int) and not isinstance(value, bool) else value)
        low, high = parse_amount(str(option.min or "0")), parse_amount(str(option.max or "999999999"))
    except AmountError as error:
        raise OptionError(str(error)) from None
    return _in_range(option, amount, low, high, format_dollars(amount))


def _percent(option: Option, value: Any) -> Fraction:
    """Parse `"5%"`, 5 or 0.05 as a fraction; a number below one without a percent sign is already a fraction."""
    text = str(value).strip()
    if isinstance(value, bool) or not re.fullmatch(r"\d{1,9}(\.\d{1,9})?\s*%?", text):
        raise OptionError(f"is {value!r}; it must be{_range(option, 'a percentage such as 5%')}")
    number = Fraction(text.rstrip("% "))
    share = number if number < 1 and not text.endswith("%") else number / 100
    low, high = (_bound(bound) for bound in (option.min or "0%", option.max or "100%"))
    return _in_range(option, share, low, high, text)


def _bound(text: str | int) -> Fraction:
    match = PERCENT.fullmatch(str(text))
    return Fraction(match[1]) / 100 if match else Fraction(str(text))


def _odds(option: Option, value: Any) -> PayOdds:
    text = str(value)
    try:
        odds = PayOdds.parse(f"{text}:1" if text.isdigit() else text)
    except OddsError as error:
        raise OptionError(str(error)) from None
    if option.min is not None:
        if odds.kind is not PayOddsKind.TO:
            raise OptionError(f'is "{text}"; write odds to one, such as "{option.min}:1"')
        _in_range(option, odds.value, PayOdds.parse(f"{option.min}:1").value, Fraction(10**6), text)
    return odds


def _in_range(option: Option, value: N, low: Fraction | int, high: Fraction | int, text: str) -> N:
    if not low <= value <= high:
        raise OptionError(f"is {text}; it must be{_range(option)}")
    return value


def _range(option: Option, kind: str = "") -> str:
    """Return the values that an option may have, such as ` a whole number, 6 to 8`; ` 8` if there is only one."""
    if option.min is not None and option.min == option.max:
        return f" {option.min}"
    text = f" {kind}," if kind else ""
    if option.min is not None and option.max is not None:
        return f"{text} {option.min} to {option.max}"
    if option.min is not None:
        return f"{text} at least {option.min}"
    return f"{text} at most {option.max}" if option.max is not None else text.rstrip(",")
