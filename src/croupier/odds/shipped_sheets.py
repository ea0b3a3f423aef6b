"""Par sheets that are shipped with the package, so that they can be printed before any kernel is compiled.

A sheet applies only to the rules that it was counted for: the same rulebook digest, options at their defaults, a full
shoe. `python -m croupier.odds.shipped_sheets` counts all sheets again; the tests do the same and compare.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

from croupier.errors import BadInput, suggestion
from croupier.money.cents import Cents
from croupier.odds.fact_table import EXACT, NotExactlyCountable
from croupier.odds.family_odds import exact_par_sheet, exact_progressive_odds, odds_of
from croupier.odds.optional_packages import require_package
from croupier.odds.par_sheet import ParSheet, fraction_text, paytable_of
from croupier.odds.progressive import (
    JackpotForecast,
    JackpotForecasts,
    MeterOdds,
    ProgressiveOdds,
    jackpot_forecast,
    seats_of,
)
from croupier.odds.shoe_composition import Composition
from croupier.odds.wager_odds import CombinedOdds, PayLine, SolvedOdds, WagerOdds, mean_product
from croupier.play import rulebook_library
from croupier.play.family import family_of
from croupier.rulebook.table_rules import TableRules

SHEETS = files("croupier.odds").joinpath("sheets")
OPTIONS_WITHOUT_EFFECT_ON_PAY = frozenset(
    {"mode", "decisions", "stands_on_21", "deal", "fold_first", "play_counts_to_max"}
) | {
    "cards_read",
    "other_hands_from",  # the tray pays what a meter lacks, so the winner's amount is the same for both values
}
"""Options that change only dealing and questions; no shipped rulebook pays by them, so a sheet fits all their values.
"""


@dataclass(frozen=True)
class FullSheet:
    """Par sheet with its progressive wagers, for every number of players up to the seats of the layout."""

    sheet: ParSheet
    progressives: Mapping[str, tuple[ProgressiveOdds, ...]]
    """Odds by wager; the tuple is indexed by the number of players minus one."""
    mean_products: Mapping[tuple[str, str], Fraction] = field(default_factory=dict)
    """Mean of the product of the net results of two wagers of one round, per unit staked on each.

    The keys are pairs of wagers in alphabetical order. It is empty where seats have hands of their own or decide, and
    where a player banks: there one result does not decide all wagers, or the house has no luck.
    """


def count_full_sheet(rules: TableRules, shoe: Composition | None = None) -> FullSheet:
    """Count the par sheet of these rules, and the odds of its progressive wagers for every number of players."""
    sheet = exact_par_sheet(rules, shoe)
    progressives = {name: _for_every_table(sheet, name) for name in progressive_wagers(sheet)}
    return FullSheet(sheet, progressives, _mean_products(rules, sheet))


def _mean_products(rules: TableRules, sheet: ParSheet) -> dict[tuple[str, str], Fraction]:
    """Count how the wagers of one round depend on each other, from one table that tells all their facts apart."""
    family = family_of(rules)
    if rules.has_player_dealer or family.deciding is not None or family.hand_setting is not None:
        return {}
    names = sorted(sheet.wagers)
    facts = frozenset[str]().union(*(rules.wagers[name].facts for name in names))
    try:
        table = odds_of(rules).fact_table(rules, facts, sheet.shoe or Composition.of_decks(rules.shoe.decks))
    except NotExactlyCountable:
        return {}
    pairs = combinations(names, 2)
    return {(one, other): mean_product(rules.wagers[one], rules.wagers[other], table) for one, other in pairs}


def forecast_jackpot(rules: TableRules, wager: str, players: int) -> JackpotForecast:
    """Return the growth of a progressive wager's meters with this many players on it in every round."""
    seats_of(rules, players)
    shipped = load_shipped_sheet(rules)
    if shipped is not None:
        return jackpot_forecast(rules, shipped.progressives[wager][players - 1], shipped.sheet[wager].lines)
    sheet = exact_par_sheet(rules)
    return jackpot_forecast(rules, exact_progressive_odds(sheet, wager, players), sheet[wager].lines)


def forecast_jackpots(rules: TableRules, wager: str | None = None, players: int = 1) -> JackpotForecasts:
    """Return the growth of the meters of one progressive wager, or of all; raise `BadInput` if there is none."""
    known = list(dict.fromkeys(meter.wager for meter in rules.meters))
    if not known:
        raise BadInput.at("rulebook", f"{rules.rulebook.title} has no progressive wager with these options")
    if wager is not None and wager not in known:
        named = suggestion(wager, known) or f"; there is {', '.join(known)}"
        raise BadInput.at("--wager", f'"{wager}" plays for no meter{named}')
    names = known if wager is None else [wager]
    return JackpotForecasts(rules, {name: forecast_jackpot(rules, name, players) for name in names})


def progressive_wagers(sheet: ParSheet) -> list[str]:
    """Return the wagers of a sheet that have a meter."""
    with_meters = {meter.wager for meter in sheet.rules.meters}
    return [name for name in sheet.wagers if name in with_meters]


def _for_every_table(sheet: ParSheet, name: str) -> tuple[ProgressiveOdds, ...]:
    return tuple(exact_progressive_odds(sheet, name, players) for players in range(1, len(sheet.rules.seats) + 1))


def load_shipped_sheet(rules: TableRules) -> FullSheet | None:
    """Return the shipped sheet if it was counted for exactly these rules, or None."""
    file = SHEETS.joinpath(f"{rules.id}.json")
    if _counted_by(rules.options) != _counted_by(rules.rulebook.choose()) or not file.is_file():
        return None
    data = json.loads(file.read_text("utf-8"))
    return read_sheet(rules, data) if data["digest"] == rules.rulebook.digest else None


def priced_sheet(rules: TableRules, shoe: Composition | None = None) -> ParSheet:
    """Return the par sheet of these rules: the shipped one if it applies, else counted, with simulated gaps."""
    if shoe is None and (shipped := load_shipped_sheet(rules)) is not None:
        return shipped.sheet
    require_package("numba", "odds")
    from croupier.odds.played_rounds.simulate import priced_par_sheet  # noqa: PLC0415 - needs Numba

    return priced_par_sheet(rules, shoe)


def _counted_by(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in OPTIONS_WITHOUT_EFFECT_ON_PAY}


def sheet_data(full: FullSheet) -> dict[str, Any]:
    """Return the contents of a sheet file: counts as integers, ratios as fractions."""
    sheet = full.sheet
    games = {name: _game_data(odds) for name, odds in sheet.wagers.items() if isinstance(odds, CombinedOdds)}
    return {
        "rulebook": sheet.rules.id,
        "digest": sheet.rules.rulebook.digest,
        "rounds": sheet.rounds,
        "wagers": {name: [_line_data(line) for line in odds.lines] for name, odds in sheet.wagers.items()},
        "played": {
            name: {"value": odds.value, "chart_value": odds.chart_value}
            for name, odds in sheet.wagers.items()
            if isinstance(odds, SolvedOdds)
        },
        **({"games": games} if games else {}),
        "not_counted": dict(sheet.not_counted),
        "progressives": {name: [_progressive_data(one) for one in odds] for name, odds in full.progressives.items()},
        **({"mean_products": _products_data(full)} if full.mean_products else {}),
    }


def _products_data(full: FullSheet) -> dict[str, dict[str, str]]:
    data: dict[str, dict[str, str]] = {}
    for (one, other), mean in full.mean_products.items():
        data.setdefault(one, {})[other] = fraction_text(mean)
    return data


def _game_data(odds: CombinedOdds) -> dict[str, Any]:
    return {
        "parts": {name: fraction_text(brought) for name, brought in odds.parts.items()},
        "average_wager": fraction_text(odds.average_wager),
        "decisions": {name: fraction_text(share) for name, share in odds.decisions.items()},
    }


def _line_data(line: PayLine) -> dict[str, Any]:
    return {
        "row": line.row,
        "pays": line.pays,
        "result": line.result,
        "net": fraction_text(line.net),
        "count": line.count,
        "cite": line.cite,
        "meters": {meter: fraction_text(share) for meter, share in line.meters.items()},
        "row_numbers": list(line.row_numbers),
    }


def _progressive_data(odds: ProgressiveOdds) -> dict[str, Any]:
    return {
        "players": odds.players,
        "fixed": fraction_text(odds.fixed),
        "envy": fraction_text(odds.envy),
        "shares": {meter.meter: fraction_text(meter.share) for meter in odds.meters},
    }


def read_sheet(rules: TableRules, data: dict[str, Any]) -> FullSheet:
    """Return the par sheet that the contents of a sheet file describe."""
    shoe = Composition.of_decks(rules.shoe.decks)
    wagers = {name: _read_wager(rules, name, lines, data) for name, lines in data["wagers"].items()}
    sheet = ParSheet(rules, shoe, EXACT, data["rounds"], wagers, data["not_counted"])
    progressives = {
        name: tuple(_read_progressive(rules, name, one) for one in odds) for name, odds in data["progressives"].items()
    }
    products = {
        (one, other): Fraction(mean)
        for one, means in data.get("mean_products", {}).items()
        for other, mean in means.items()
    }
    return FullSheet(sheet, progressives, products)


def _read_wager(rules: TableRules, name: str, lines: list[dict[str, Any]], data: dict[str, Any]) -> WagerOdds:
    wager = rules.wagers[name]
    read = tuple(_read_line(line) for line in lines)
    total = sum(line.count for line in read)
    plain = (name, wager.title, wager.group, paytable_of(rules, name), wager.limit.least, read, total, EXACT)
    if played := data.get("played", {}).get(name):
        return SolvedOdds(*plain, **played)
    if game := data.get("games", {}).get(name):
        return CombinedOdds(*plain, **_read_game(game))
    return WagerOdds(*plain)


def _read_game(game: dict[str, Any]) -> dict[str, Any]:
    return {
        "parts": {name: Fraction(brought) for name, brought in game["parts"].items()},
        "average_wager": Fraction(game["average_wager"]),
        "decisions": {name: Fraction(share) for name, share in game["decisions"].items()},
    }


def _read_line(line: dict[str, Any]) -> PayLine:
    meters = {meter: Fraction(share) for meter, share in line["meters"].items()}
    numbers = tuple(line["row_numbers"])
    plain = {name: line[name] for name in ("row", "pays", "result", "count", "cite")}
    return PayLine(**plain, net=Fraction(line["net"]), meters=meters, row_numbers=numbers)


def _read_progressive(rules: TableRules, name: str, data: dict[str, Any]) -> ProgressiveOdds:
    meters = tuple(
        MeterOdds.of(rules, meter, Fraction(share)) for meter, share in data["shares"].items()
    )  # fmt: skip
    stake = Cents(rules.wagers[name].limit.least)
    return ProgressiveOdds(name, data["players"], stake, Fraction(data["fixed"]), Fraction(data["envy"]), meters)


def main() -> None:
    """Count the sheets of all shipped rulebooks and write them into the package."""
    folder = Path(str(SHEETS))
    folder.mkdir(exist_ok=True)
    for name in rulebook_library.shipped_names():
        data = sheet_data(count_full_sheet(TableRules.of(rulebook_library.load(name))))
        (folder / f"{name}.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
        print(name)
    for file in folder.glob("*.json"):
        if file.stem not in rulebook_library.shipped_names():
            file.unlink()


if __name__ == "__main__":
    main()
