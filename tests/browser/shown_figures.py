"""Compare the figures that a page shows with those in the API's answers.

A page shows what the server says; it computes no money and remembers none. Two checks follow from this:

- A figure that a page marks (`data-figure="balance"`) is the one value of the API with this meaning.
- Any other amount of money on the page is somewhere in the answers that the page is made from.

Not compared are texts that depend on what the player is typing (`data-typed`) and the scale of a chart (`data-scale`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from playwright.sync_api import Page

COLLECT = """() => {
    const found = [];
    const apart = "script, style, option, [data-figure], [data-typed], [data-scale]";
    const placeOf = (element) => {
        const place = [];
        for (let one = element; one !== null && place.length < 4; one = one.parentElement)
            place.unshift(one.tagName.toLowerCase() + (one.classList.length ? "." + one.classList[0] : ""));
        return place.join(" ");
    };
    for (const element of document.querySelectorAll("[data-figure]"))
        found.push([element.dataset.figure, element.textContent.trim(), placeOf(element)]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (node.data.includes("$") && parent.closest(apart) === null)
            found.push(["", node.data.trim(), placeOf(parent)]);
    }
    return found;
}"""
"""Script that returns each marked figure, and each other text with a dollar sign, also where they are only spoken."""
AMOUNT = re.compile(r"([-+−]?)\u2060?\$([\d,]+(?:\.\d\d)?)")

Value = int | str | tuple[int, ...]
"""Value of a figure: an amount in cents, several amounts, or a text."""


@dataclass(frozen=True)
class ShownFigure:
    """Text on a page that has a figure. `figure` is the name that the page gives it; empty without a mark."""

    figure: str
    text: str
    place: str

    @property
    def kind(self) -> str:
        """The name of the figure without what it belongs to: `stake` for `stake:player`."""
        return self.figure.partition(":")[0]


@dataclass(frozen=True)
class Truth:
    """Figures of the API: the value of each by its name, and the answers from which a page is made."""

    figures: Mapping[str, Value]
    answers: Sequence[Any]

    def faults(self, shown: Sequence[ShownFigure]) -> list[str]:
        """Return a text for each figure of a page that is not the API's."""
        known = amounts_of(list(self.answers))
        return [fault for one in shown if (fault := self._fault(one, known)) is not None]

    def _fault(self, one: ShownFigure, known: set[int]) -> str | None:
        if one.figure == "":
            strange = [cents for cents in amounts_in(one.text) if abs(cents) not in known]
            return f"“{one.text}” ({one.place}): in no answer of the API" if strange else None
        value = self.figures.get(one.figure)
        if value is None:
            return f"{one.figure} “{one.text}” ({one.place}): the API has no such figure"
        return None if _is_same(value, one.text) else f"{one.figure} “{one.text}” ({one.place}): the API says {value}"


def _is_same(value: Value, text: str) -> bool:
    """Return whether a text shows a value; a text without an amount, such as "Push", shows none."""
    if isinstance(value, str):
        return text == value
    amounts = set(amounts_in(text))
    values = {value} if isinstance(value, int) else set(value)
    return not amounts or amounts == values


def shown_on(page: Page) -> list[ShownFigure]:
    """Return every marked figure and every amount of money of a page."""
    return [ShownFigure(*one) for one in page.evaluate(COLLECT)]


def amounts_in(text: str) -> Iterator[int]:
    """Yield every amount of money in a text, in cents."""
    for sign, digits in AMOUNT.findall(text):
        dollars, _, cents = digits.replace(",", "").partition(".")
        yield (-1 if sign in ("-", "−") else 1) * (int(dollars) * 100 + int(cents or 0))


def amounts_of(answer: Any) -> set[int]:
    """Return every number of an answer of the API and every amount in its texts, without their signs."""
    match answer:
        case bool() | None:
            return set()
        case int():
            return {abs(answer)}
        case str():
            return {abs(cents) for cents in amounts_in(answer)}
        case Mapping():
            return set().union(*map(amounts_of, answer.values()))
        case list():
            return set().union(*map(amounts_of, answer))
        case _:
            return set()


def percent(text: str | None) -> str:
    """Return a percentage of the API as the pages show it: with two decimals and a real minus sign."""
    if text is None:
        return "–"
    return f"{Decimal(text).quantize(Decimal('0.01'), ROUND_HALF_UP):,}%".replace("-", "−")


def table_figures(view: Mapping[str, Any]) -> dict[str, Value]:
    """Return the figures of a table's view by the names that the pages use."""
    own, last = view.get("player"), view["last_round"] or {}
    figures: dict[str, Value] = {}
    for wager in view["wagers"]:
        name, limit = wager["id"], wager["limit"]
        figures[f"limits:{name}"] = tuple({limit["least_cents"], limit["most_cents"]})
    for stake in view["stakes"]["wagers"]:
        figures[f"others:{stake['wager']}"] = stake["others_cents"]
        figures[f"line-percent:{stake['wager']}"] = f"{stake['line_percent']}%"
    for meter in view["progressives"]:
        figures[f"meter:{meter['linked']}"] = meter["cents"] or 0
        figures[f"spot-meter:{meter['wager']}"] = max(
            one["cents"] or 0 for one in view["progressives"] if one["wager"] == meter["wager"]
        )
    figures["action"] = view["betting"]["action_cents"] or view["stakes"]["cents"]
    if (bank := view["player_dealer"]) is not None:
        figures["bank"] = bank["posted_cents"] or 0
    if own is not None:
        figures |= _own_figures(view, own, last.get("player"))
    if (stakes := view.get("table_stakes")) is not None:
        figures |= _stacks(stakes, last)
    for shoe in view["trends"].get("shoes", [])[-1:]:
        figures |= {f"count:{side}": str(one["count"]) for side, one in shoe["results"].items()}
    return figures


def _own_figures(view: Mapping[str, Any], own: Mapping[str, Any], result: Mapping[str, Any] | None) -> dict[str, Value]:
    figures: dict[str, Value] = {
        "balance": own["balance_cents"],
        "staked": own["staked_cents"],
        "fee": own["fee_cents"],
        "last-result": result["result_cents"] if result else "–",
    }
    for stake in view["stakes"]["wagers"]:
        figures[f"stake:{stake['wager']}"] = stake["own_cents"]
        figures[f"win:{stake['wager']}"] = stake["own_wins_cents"]
    if result is None:
        return figures
    figures |= {"result": result["result_cents"], "result-fee": result["fee_cents"]}
    figures |= {f"part:{part.get('wager', part['kind'])}": part["cents"] for part in result["parts"]}
    for wager in {one["wager"] for one in result["results"]}:
        of_wager = [one for one in result["results"] if one["wager"] == wager]
        figures[f"result:{wager}"] = sum(one["net_cents"] for one in of_wager)
        figures[f"settled-stake:{wager}"] = sum(one["cents"] for one in of_wager)
    return figures


def _stacks(stakes: Mapping[str, Any], last: Mapping[str, Any]) -> dict[str, Value]:
    figures: dict[str, Value] = {f"stack:{one['seat']}": one["in_front_cents"] for one in stakes["stacks"]}
    for own in (one for one in stakes["stacks"] if one["is_own"]):
        figures["stack"] = own["in_front_cents"]
    hand = stakes["hand"]
    settled = last.get("settled_hand") or {}
    pots = (settled.get("pots") or []) if hand is None else [pot for pot in hand["pots"] if pot["cents"]]
    figures |= {f"pot:{place}": pot["cents"] for place, pot in enumerate(pots)}
    return figures | {f"bet:{one['seat']}": one["bet_cents"] for one in (hand or {}).get("seats", [])}


def rounds_figures(rounds: Sequence[Mapping[str, Any]]) -> dict[str, Value]:
    """Return the result of each round in the player's list of rounds."""
    return {f"result:{one['id']}": one["player"]["result_cents"] for one in rounds if "player" in one}


def pit_figures(rows: Sequence[Mapping[str, Any]], table: str, day: Mapping[str, Any]) -> dict[str, Value]:
    """Return the figures of one table's day, from the report of the tables and the report of the day."""
    row = next((one for one in rows if one["table"] == table), {})
    names = {
        "wagered": "wagered_cents",
        "win": "revenue_cents",
        "bank": "bank_cents",
        "drop": "drop_cents",
        "collection": "collection_cents",
        "commission": "commission_cents",
    }
    figures: dict[str, Value] = {name: row.get(key, 0) for name, key in names.items()}
    figures |= {"rounds": str(row.get("rounds", 0)), "hold": percent(row.get("hold_percent"))}
    return figures | {"expected-hold": percent(day["figures"]["expected_percent"])}


def day_figures(figures: Mapping[str, Any]) -> dict[str, Value]:
    """Return the figures of the office's day, of the house and of each table that it banked."""
    found: dict[str, Value] = {
        "collection": figures["collection_cents"],
        "earned": figures["earned_cents"],
        "drop": figures["drop"]["drop_cents"],
    }
    for row, suffix in [(figures["house"], ""), *((row, f":{row['table']}") for row in figures["tables"])]:
        found[f"wagered{suffix}"] = row["wagered_cents"]
        found[f"win{suffix}"] = row["win_cents"]
        found[f"hold{suffix}"] = percent(row["hold_percent"])
        found[f"expected{suffix}"] = "–" if row["expected_cents"] is None else row["expected_cents"]
    return found


def lobby_figures(tiles: Sequence[Mapping[str, Any]], balance: int | None = None) -> dict[str, Value]:
    """Return the limits and meters of all tables, and the player's balance."""
    figures: dict[str, Value] = {} if balance is None else {"balance": balance}
    for tile in tiles:
        limit = tile["limit"]
        figures[f"limit:{tile['table']}"] = tuple({limit["least_cents"], limit["most_cents"]})
        figures |= {f"meter:{one['linked']}": one["hit_cents"] or one["cents"] or 0 for one in tile["progressives"]}
    return figures
