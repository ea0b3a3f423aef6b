"""Parser of a bet line such as "p 25, t 5, phoenix 10"; either all bets of the line are valid or none is placed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from croupier.money.cents import AmountError, Cents, parse_amount
from croupier.terminal.wager_keys import BetError, WagerKeys

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
