"""Ticket numbers and tickets: hard to guess, misreads are detected, readable by people and scanners."""

from __future__ import annotations

import io
import json
import random
import re
import string
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, timedelta, timezone
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
import typst
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from croupier.cage.coupons import PLAYED_NOT_CASHED
from croupier.cage.ticket_document import (
    MOMENT_MOST,
    TEXT_LENGTHS,
    Ticket,
    TicketKind,
    amount_in_words,
    format_local_time,
)
from croupier.cage.ticket_numbers import (
    DIGITS,
    DRAWN_DIGITS,
    MODULUS,
    format_number,
    is_valid,
    last_four,
    new_number,
    parse_number,
)
from croupier.cards.random_source import SeededRandomSource, SystemRandomSource
from croupier.documents.ticket_pdf import PLAY_MONEY, ticket_inputs, ticket_pdf, ticket_template
from croupier.errors import BadInput
from tests.soak import scaled

NUMBER = new_number(SeededRandomSource(20))
DAY_MS = 24 * 60 * 60 * 1000
ISSUED_AT = 1_783_224_907_000
TICKET = Ticket(
    house="The Golden Shoe",
    site="1200 Harbor Boulevard, Gardena, California",
    issuer="Terminal EZ-1 / 4",
    issued_at=ISSUED_AT,
    cents=123_45,
    number=NUMBER,
    expires_at=ISSUED_AT + 30 * DAY_MS,
    help_line="Gambling problem? Call 1-800-GAMBLER.",
    demonstration=False,
)
SAMPLE = 20_000
MISREADS_MOST = 0.001
"""Largest allowed share of misread ticket numbers that are not detected: 99.9 % must be flagged. [25 CFR
547.11(b)(5)(vii)]"""

Corruption = Callable[[random.Random, str], str]


def other_digits(dice: random.Random, number: str, places: list[int]) -> str:
    """Return the number with other random digits at these places."""
    digits = list(number)
    for place in places:
        digits[place] = dice.choice(string.digits.replace(digits[place], ""))
    return "".join(digits)


def exchanged(number: str, first: slice, second: slice) -> str:
    """Return the number with two slices exchanged."""
    digits = list(number)
    digits[first], digits[second] = digits[second], digits[first]
    return "".join(digits)


def scattered(dice: random.Random, number: str) -> str:
    """Change three or more random digits."""
    return other_digits(dice, number, dice.sample(range(DIGITS), dice.randint(3, DIGITS)))


def smudged(dice: random.Random, number: str) -> str:
    """Change four or more neighbouring digits."""
    length = dice.randint(4, DIGITS)
    start = dice.randint(0, DIGITS - length)
    return other_digits(dice, number, list(range(start, start + length)))


def shuffled(dice: random.Random, number: str) -> str:
    """Change the order of all digits."""
    return "".join(dice.sample(number, DIGITS))


def slipped(dice: random.Random, number: str) -> str:
    """Skip a digit, and add a random digit at the end."""
    skipped = dice.randrange(DIGITS)
    return number[:skipped] + number[skipped + 1 :] + dice.choice(string.digits)


def groups_exchanged(dice: random.Random, number: str) -> str:
    """Exchange two groups of four digits."""
    first, second = (4 * place for place in dice.sample(range(DIGITS // 4), 2))
    return exchanged(number, slice(first, first + 4), slice(second, second + 4))


def guessed(dice: random.Random, _number: str) -> str:
    """Return a number of random digits."""
    return "".join(dice.choices(string.digits, k=DIGITS))


@pytest.mark.parametrize("corrupt", [scattered, smudged, shuffled, slipped, groups_exchanged, guessed])
def test_of_corrupted_numbers_at_least_999_in_1000_are_rejected(corrupt: Corruption) -> None:
    dice, chance = random.Random(44), SeededRandomSource(44)
    pairs = ((number, corrupt(dice, number)) for number in (new_number(chance) for _ in range(SAMPLE)))
    corrupted = [misread for number, misread in pairs if misread != number]
    assert len(corrupted) > 0.99 * SAMPLE
    assert all(len(misread) == DIGITS for misread in corrupted)
    assert sum(map(is_valid, corrupted)) <= MISREADS_MOST * len(corrupted)


def test_two_wrong_digits_are_detected_in_any_number() -> None:
    """Check that every change of two digits is detected, whatever the number is.

    Whether a change is detected depends on the places and on how much their digits change, not on the number.
    """
    weights = [10**place % MODULUS for place in range(DIGITS)]
    changes = [(change * weight) % MODULUS for weight in weights for change in range(-9, 10) if change]
    assert all(changes)
    per_place = len(changes) // DIGITS
    for place in range(DIGITS):
        changes_here = set(changes[place * per_place : (place + 1) * per_place])
        assert not changes_here & {-change % MODULUS for change in changes[(place + 1) * per_place :]}


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 10**DRAWN_DIGITS - 1), st.integers(0, 2**32))
def test_one_wrong_digit_and_two_exchanged_digits_are_detected(drawn: int, seed: int) -> None:
    class Drawn(SeededRandomSource):
        def below(self, limit: int) -> int:
            return drawn

    number = new_number(Drawn(seed))
    assert is_valid(number)
    for place in range(DIGITS):
        for digit in string.digits.replace(number[place], ""):
            assert not is_valid(number[:place] + digit + number[place + 1 :])
        for other_place in range(place + 1, DIGITS):
            swapped = exchanged(number, slice(place, place + 1), slice(other_place, other_place + 1))
            assert not is_valid(swapped) or swapped == number


def test_two_wrong_digits_are_detected_when_all_are_tried() -> None:
    for first, second in combinations(range(DIGITS), 2):
        for digit, next_digit in product(string.digits.replace(NUMBER[first], ""), string.digits):
            assert not is_valid(NUMBER[:first] + digit + NUMBER[first + 1 : second] + next_digit + NUMBER[second + 1 :])


def test_three_wrong_digits_in_a_row_are_detected() -> None:
    for number in (new_number(SeededRandomSource(seed)) for seed in range(3)):
        for start in range(DIGITS - 2):
            wrong = {f"{run:03d}" for run in range(1000)} - {number[start : start + 3]}
            assert not any(is_valid(number[:start] + run + number[start + 3 :]) for run in wrong)


def test_many_numbers_are_all_different_and_valid() -> None:
    chance = SystemRandomSource()
    drawn = {new_number(chance) for _ in range(300_000)}
    assert len(drawn) == 300_000
    assert all(map(is_valid, list(drawn)[:SAMPLE]))


def test_a_number_uses_more_than_64_random_bits() -> None:
    class Watched(SeededRandomSource):
        def below(self, limit: int) -> int:
            limits.append(limit)
            return limit - 1

    limits: list[int] = []
    assert new_number(Watched(1)).startswith("9" * DRAWN_DIGITS)
    assert limits[0] >= 2**64
    assert new_number(SeededRandomSource(1)) == new_number(SeededRandomSource(1)) != new_number(SeededRandomSource(2))


def test_a_number_keeps_its_leading_zeros_and_is_never_all_zeros() -> None:
    class Least(SeededRandomSource):
        def below(self, limit: int) -> int:
            return 0

    assert new_number(Least(1)) == "0" * 23 + "1"
    assert not is_valid("0" * 24)


@pytest.mark.parametrize("between", ["", " ", "-", "  ", " - ", "–", "\u00a0", "\t", "\n"])
def test_a_number_is_read_with_any_separators(between: str) -> None:
    text = format_number(NUMBER)
    assert re.fullmatch(r"\d{4}( \d{4}){5}", text)
    assert parse_number(f" {text.replace(' ', between)}\r\n") == NUMBER
    assert NUMBER.endswith(last_four(NUMBER))
    assert len(last_four(NUMBER)) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "number: has no digits, a ticket number has 24"),
        ("7", "number: has 1 digit, a ticket number has 24"),
        (NUMBER[:21], "number: has 21 digits, a ticket number has 24"),
        (format_number(NUMBER + "00"), "number: has 26 digits, a ticket number has 24"),
        ("9" * 5000, "number: has 5000 digits, a ticket number has 24"),
        ("O" + NUMBER[1:], "number: has 'O' in it, a ticket number has only digits, spaces and hyphens"),
        ("²" + NUMBER[1:], "number: has '²' in it, a ticket number has only digits, spaces and hyphens"),
        ("٣" + NUMBER[1:], "number: has '٣' in it, a ticket number has only digits, spaces and hyphens"),
        ("\x00" + NUMBER, "number: has '\\x00' in it, a ticket number has only digits, spaces and hyphens"),
        (NUMBER[::-1], "number: a digit is wrong: the check digits do not agree"),
    ],
)
def test_a_wrong_number_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_number(text)
    assert str(refused.value) == message


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=60))
def test_any_other_text_is_refused_with_a_message(text: str) -> None:
    with pytest.raises(BadInput, match=r"^ticket: "):
        parse_number(text, where="ticket")
    assert not is_valid(text)


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (1, "No dollars and one cent"),
        (1_00, "One dollar and no cents"),
        (21_99, "Twenty-one dollars and ninety-nine cents"),
        (110_10, "One hundred ten dollars and ten cents"),
        (1_000_00, "One thousand dollars and no cents"),
        (40_015_20, "Forty thousand fifteen dollars and twenty cents"),
        (2_000_300_00, "Two million three hundred dollars and no cents"),
        (1_000_000_001_05, "One billion one dollars and five cents"),
    ],
)
def test_an_amount_is_written_in_words(cents: int, words: str) -> None:
    assert amount_in_words(cents) == words


def test_different_amounts_have_different_words() -> None:
    amounts = [*range(1, 20_000), *range(1_00, 10**12, 10**12 // 20_011)]
    assert len({amount_in_words(cents) for cents in amounts}) == len(set(amounts))


def test_a_time_is_shown_in_the_time_zone_of_the_house() -> None:
    assert format_local_time(ISSUED_AT + 999, UTC) == "Jul 5, 2026 04:15:07 UTC"
    assert format_local_time(ISSUED_AT, timezone(timedelta(hours=-7), "PDT")) == "Jul 4, 2026 21:15:07 PDT"
    assert format_local_time(MOMENT_MOST, timezone(timedelta(hours=14))) == "Jan 1, 9999 14:00:00 UTC+14:00"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"house": " "}, "house: is empty, a ticket cannot be printed without it"),
        ({"help_line": ""}, "help_line: is empty, a ticket cannot be printed without it"),
        ({"site": "x" * 71}, "site: has 71 letters, a ticket has room for 70"),
        ({"issuer": "Window\n2"}, "issuer: has '\\n' in it, which cannot be printed"),
        ({"cents": 0}, "cents: is 0, a ticket is for 1 cent to 999,999,999,999.99 dollars"),
        ({"cents": 10**14}, f"cents: is {10**14}, a ticket is for 1 cent to 999,999,999,999.99 dollars"),
        ({"number": NUMBER[::-1]}, "number: is not a ticket number: its check digits do not agree"),
        ({"number": format_number(NUMBER)}, "number: is not a ticket number: its check digits do not agree"),
        ({"expires_at": ISSUED_AT}, f"expires_at: is {ISSUED_AT}, it must come after issued_at, {ISSUED_AT}"),
        ({"house": "", "cents": -1}, "house: is empty, a ticket cannot be printed without it\ncents: is -1"),
    ],
)
def test_an_unprintable_ticket_is_refused_with_all_its_faults(changes: Any, message: str) -> None:
    with pytest.raises(BadInput) as refused:
        replace(TICKET, **changes)
    assert str(refused.value).startswith(message)


def test_a_tickets_number_stays_out_of_logs() -> None:
    assert NUMBER not in repr(TICKET)


def printed_on(ticket: Ticket) -> list[str]:
    """Return every text on the page, as Typst placed it."""
    found = json.loads(typst.query(ticket_template(), "<printed>", **ticket_inputs(ticket)))
    return [element["text"] if element["func"] == "text" else element["body"]["text"] for element in found]


def picture(ticket: Ticket, dots_per_inch: int = 203) -> Image.Image:
    """Return the ticket as the dots of a ticket printer."""
    png = typst.compile(ticket_template(), format="png", ppi=dots_per_inch, **ticket_inputs(ticket))
    return Image.open(io.BytesIO(png)).convert("L")


def scanned(image: Image.Image) -> list[tuple[str, str]]:
    """Return the text and the format of each barcode in the image."""
    return [(barcode.text, barcode.format.name) for barcode in zxingcpp.read_barcodes(image)]


def test_a_coupon_is_not_a_slip_and_cannot_be_cashed() -> None:
    coupon = replace(TICKET, kind=TicketKind.COUPON, note=f"Opening week. {PLAYED_NOT_CASHED}")
    assert {"PROMOTIONAL COUPON", f"Opening week. {PLAYED_NOT_CASHED}"} <= set(printed_on(coupon))
    assert not {"PAID BY", "RECEIVED BY"} & set(printed_on(coupon))
    assert scanned(picture(coupon)) == scanned(picture(TICKET))


def test_a_ticket_names_site_issuer_time_value_number_and_expiry() -> None:
    texts = printed_on(TICKET)
    assert {"The Golden Shoe", "1200 Harbor Boulevard, Gardena, California", "CASH-OUT TICKET"} <= set(texts)
    for label, expected in (
        ("ISSUED", "Jul 5, 2026 04:15:07 UTC"),
        ("ISSUED BY", "Terminal EZ-1 / 4"),
        ("VOID AFTER", "Aug 4, 2026 04:15:07 UTC"),
    ):
        assert texts[texts.index(label) + 1] == expected
    assert {"$123.45", "One hundred twenty-three dollars and forty-five cents", TICKET.help_line} <= set(texts)
    assert texts.count(format_number(NUMBER)) == 3


@pytest.mark.parametrize(
    "changes",
    [
        {"house": "The Silver Shoe"},
        {"site": "Commerce, California"},
        {"issuer": "Cashier 2"},
        {"issued_at": ISSUED_AT + 1000},
        {"cents": 123_46},
        {"number": new_number(SeededRandomSource(21))},
        {"expires_at": ISSUED_AT + 31 * DAY_MS},
        {"help_line": "Call 2-1-1."},
        {"demonstration": True},
        {"kind": TicketKind.HAND_PAY},
        {"zone": timezone(timedelta(hours=-7))},
    ],
)
def test_every_difference_between_tickets_is_visible(changes: Any) -> None:
    assert np.any(np.asarray(picture(TICKET)) != np.asarray(picture(replace(TICKET, **changes))))


@pytest.mark.parametrize("kind", TicketKind)
def test_play_money_is_marked_and_nothing_else_is(kind: TicketKind) -> None:
    real = replace(TICKET, kind=kind)
    play = replace(real, demonstration=True)
    assert PLAY_MONEY in printed_on(play)
    assert not [text for text in printed_on(real) if "PLAY" in text.upper() or "NO CASH" in text.upper()]
    assert kind.value.upper() in printed_on(play)


def test_slips_have_signature_lines_and_tickets_have_none() -> None:
    signatures = {"PAID BY", "RECEIVED BY", "APPROVED BY"}
    assert not signatures & set(printed_on(TICKET))
    for kind in (TicketKind.HAND_PAY, TicketKind.JACKPOT):
        assert signatures <= set(printed_on(replace(TICKET, kind=kind)))


@pytest.mark.parametrize("kind", TicketKind)
@pytest.mark.parametrize("cents", [1, 5_00, 123_45, 2_999_99, 1_250_000_00, 999_999_999_999_99])
def test_a_scanner_reads_the_number_back(cents: int, kind: TicketKind) -> None:
    number = new_number(SeededRandomSource(cents))
    ticket = replace(TICKET, cents=cents, kind=kind, number=number, demonstration=cents % 2 == 0)
    for dots_per_inch in (100, 203, 300):
        assert scanned(picture(ticket, dots_per_inch)) == [(number, "Code128")]
    assert scanned(picture(ticket).rotate(180)) == [(number, "Code128")]


def test_bars_fall_on_whole_dots_of_a_ticket_printer() -> None:
    """Check that no row through the bars has a grey dot, and that bars and gaps are multiples of four dots wide."""
    dots = np.asarray(picture(TICKET))
    row = dots[200, 110:810]
    assert set(row.tolist()) == {0, 255}
    edges = np.flatnonzero(np.diff(row.astype(int)))
    assert len(edges) == 2 * (3 * 14 + 4)
    assert set((np.diff(edges) % 4).tolist()) == {0}


PRINTABLE = st.characters(codec="utf-8").filter(str.isprintable)
TEXTS = {name: st.text(PRINTABLE, min_size=1, max_size=most) for name, most in TEXT_LENGTHS.items()}


@settings(deadline=None, max_examples=scaled(4, 200))
@given(st.fixed_dictionaries(TEXTS), st.sampled_from(TicketKind), st.booleans())
def test_a_ticket_with_any_house_name_is_one_page_that_scans(
    texts: dict[str, str], kind: TicketKind, demonstration: bool
) -> None:
    named = {name: text if text.strip() else "x" for name, text in texts.items()}
    ticket = replace(TICKET, **named, kind=kind, demonstration=demonstration)  # type: ignore[arg-type]
    assert set(named.values()) <= set(printed_on(ticket))
    assert len(re.findall(rb"/Type\s*/Page\b", ticket_pdf(ticket))) == 1
    assert scanned(picture(ticket)) == [(NUMBER, "Code128")]


def test_the_widest_texts_still_make_one_page_that_scans() -> None:
    longest: dict[str, Any] = {name: "W" * most for name, most in TEXT_LENGTHS.items()}
    ticket = replace(TICKET, **longest, cents=777_777_777_777_77, kind=TicketKind.JACKPOT, demonstration=True)
    assert len(re.findall(rb"/Type\s*/Page\b", ticket_pdf(ticket))) == 1
    assert scanned(picture(ticket)) == [(NUMBER, "Code128")]


def test_typst_markup_in_a_name_is_printed_as_text() -> None:
    name = '#panic("x") *b* $1$ <printed> \\ @y'
    assert name in printed_on(replace(TICKET, house=name))


def test_the_same_ticket_gives_the_same_pdf() -> None:
    assert ticket_pdf(TICKET).startswith(b"%PDF")
    assert ticket_pdf(TICKET) == ticket_pdf(replace(TICKET))


@pytest.mark.parametrize(("missing", "name"), [("barcode.codex", "python-barcode"), ("typst", "Typst")])
def test_without_its_packages_a_ticket_is_refused_with_installation_advice(
    missing: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(BadInput, match=rf'needs {name}; install it with: pip install "croupier\[documents\]"$'):
        ticket_pdf(TICKET)
