"""Parser of a bet line such as "p 25, t 5, phoenix 10", with the keys and names by which it finds a wager."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from croupier.errors import suggestion
from croupier.money.cents import AmountError, Cents, parse_amount

COMMANDS = frozenset(
    {"r", "d", "x", "q", "?", "rules", "odds", "cards", "squeeze", "help", "quit", "repeat", "double", "clear"}
)
GLUED = re.compile(r"([a-z]+)(\$?\d[\d.]*)")
LIKE_A_KEY_AND_AN_AMOUNT = re.compile(r"[a-z]\d+")


class BetError(ValueError):
    """Bet line that cannot be parsed; the message explains the valid input."""


class WagerKeys:
    """Short key of each wager, and the other names that a player may type.

    `own` gives some wagers a fixed letter.
    """

    def __init__(self, titles: Mapping[str, str], own: Mapping[str, str] = MappingProxyType({})) -> None:
        self._titles = titles
        self.by_wager = _short_keys(list(titles), own)
        self._by_key = {key: wager for wager, key in self.by_wager.items()}

    @property
    def example(self) -> str:
        """Example of a valid bet line at this table, for help texts."""
        return f"{next(iter(self.by_wager.values()))} 25"

    def find(self, name: str) -> str | None:
        """Return the wager with this key, id or title, or the only one whose name begins with this text; else None."""
        plain = _plain(name)
        for wager, title in self._titles.items():
            if plain in (self.by_wager[wager], wager, _plain(title)):
                return wager
        near = self._beginning(plain)
        return near[0] if len(near) == 1 else None

    def split_amount(self, typed: str) -> tuple[str, str] | None:
        """Split a text such as `p25` into key `p` and amount `25`; None if it does not start with a wager's key."""
        match = GLUED.fullmatch(typed.lower())
        if match is None or match[1] not in self._by_key:
            return None
        self.refuse_ambiguous(typed, self._by_key[match[1]], match[2])
        return match[1], match[2]

    def refuse_ambiguous(self, typed: str, wager: str, amount: str) -> None:
        """Refuse input that can be both a wager's name and a wager with an amount, for example `p7` or `phoenix 7`."""
        for other_wager, title in self._titles.items():
            if _plain(typed) in (other_wager, _plain(title), _initials(other_wager)):
                either = f'"{typed}" could be {amount} on {self._titles[wager]} or the wager {title}'
                raise BetError(f"{either}; write {self.by_wager[wager]} ${amount} or {self.by_wager[other_wager]}")

    def unknown(self, name: str) -> BetError:
        plain = _plain(name)
        if near := self._beginning(plain):
            choices = " or ".join(f"{self._titles[wager]} ({self.by_wager[wager]})" for wager in near)
            return BetError(f'"{name}" could be {choices}')
        hint = suggestion(plain, [*self.by_wager.values(), *self._titles])
        return BetError(f'There is no wager "{name}"{hint or "; there is " + ", ".join(self.by_wager.values())}')

    def _beginning(self, plain: str) -> list[str]:
        titles = self._titles.items()
        return [
            wager for wager, title in titles if plain and (wager.startswith(plain) or _plain(title).startswith(plain))
        ]


def _plain(name: str) -> str:
    """Return the name in lower case, with hyphens for spaces and underscores."""
    return re.sub(r"[\s_]+", "-", name.strip().lower())


def _short_keys(wagers: list[str], own: Mapping[str, str]) -> dict[str, str]:
    """Return a key for each wager: its fixed letter, or the first possible name that is free and unambiguous."""
    keys = {wager: own[wager] for wager in wagers if wager in own}
    first_words = [_first_word(wager) for wager in wagers]
    shared = {word for word in first_words if first_words.count(word) > 1}
    for wager in wagers:
        if wager not in keys:
            taken = {*COMMANDS, *keys.values(), *shared, *(other for other in wagers if other != wager)}
            names = (_first_word(wager), _initials(wager), wager, f"{wager}-bet")
            keys[wager] = next(n for n in names if n not in taken and not LIKE_A_KEY_AND_AN_AMOUNT.fullmatch(n))
    return {wager: keys[wager] for wager in wagers}


def _first_word(wager: str) -> str:
    return wager.split("-", maxsplit=1)[0]


def _initials(wager: str) -> str:
    """Return the initials of a wager: `dbp` for `dragon-bonus-player`, `tc4` for `total-cards-4`."""
    return "".join(word if word[0].isdigit() else word[0] for word in wager.split("-"))


LONGEST_LINE = 200
THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
AMOUNT_LIKE = re.compile(r"[-+$.\d].*")


def read_bets(line: str, keys: WagerKeys, default: Mapping[str, Cents]) -> dict[str, Cents]:
    """Return the stake in cents on each wager of a bet line.

    A wager without an amount gets the amount in `default`; the amounts of a wager named twice are added.
    """
    if len(line) > LONGEST_LINE:
        raise BetError(f"That line is {len(line)} characters long; {LONGEST_LINE} are plenty")
    stakes: dict[str, Cents] = {}
    for part in re.split(r"[,;]|\band\b", THOUSANDS.sub("", line)):
        for wager, amount in _read_part(part.split(), keys):
            stakes[wager] = Cents(stakes.get(wager, 0) + (default[wager] if amount is None else amount))
    if not stakes:
        raise BetError(f"Name a wager and an amount, such as {keys.example}")
    return stakes


def _read_part(words: list[str], keys: WagerKeys) -> Iterable[tuple[str, Cents | None]]:
    """Yield the bets in the words between two commas: first the longest beginning that is one bet, then the rest."""
    while words:
        for end in range(len(words), 0, -1):
            if found := _one_bet(words[:end], keys):
                yield found
                words = words[end:]
                break
        else:
            raise _unreadable(words, keys)


def _one_bet(words: list[str], keys: WagerKeys) -> tuple[str, Cents | None] | None:
    """Return the wager and the amount in these words, or None if they are not one bet.

    A number at the end is the amount if possible; without an amount, the amount is None.
    """
    *name, last = words
    if name and AMOUNT_LIKE.fullmatch(last) and (wager := keys.find(" ".join(name))):
        keys.refuse_ambiguous(" ".join(words), wager, last)
        return wager, _amount(last)
    if wager := keys.find(" ".join(words)):
        return wager, None
    if len(words) == 1 and (glued := keys.split_amount(last)):
        return _one_bet(list(glued), keys)
    return None


def _amount(typed: str) -> Cents:
    try:
        return parse_amount(typed.removeprefix("$"))
    except AmountError:
        raise BetError(f'"{typed}" is not an amount; write dollars, such as 25 or 2.50') from None


def _unreadable(words: list[str], keys: WagerKeys) -> BetError:
    first = words[0]
    if AMOUNT_LIKE.fullmatch(first):
        return BetError(f"{first} on what? Name the wager first, such as {keys.example.partition(' ')[0]} {first}")
    name = [first]
    for word in words[1:]:
        if AMOUNT_LIKE.fullmatch(word):
            break
        name.append(word)
    return keys.unknown(" ".join(name))
