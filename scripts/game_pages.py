"""Pages of the games for the documentation site, made from the rulebooks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from croupier import __version__
from croupier.documents.fee_sheet import FeeSheetSource
from croupier.documents.par_sheet import par_sheet_document
from croupier.documents.par_sheet_model import ParSheetDocument, ParSheetWager
from croupier.documents.rules_card import RulesCard
from croupier.documents.rules_card_markdown import card_markdown
from croupier.errors import BadInput
from croupier.odds.family_odds import HandRequest, odds_of
from croupier.odds.shipped_sheets import load_shipped_sheet
from croupier.play import rulebook_library
from croupier.play.family import family_of
from croupier.rulebook.table_rules import TableRules

ROOT = Path(__file__).parents[1]
READINGS = ROOT / "docs" / "explanation" / "rules-and-readings.md"
SPECIAL = re.compile(r"([\\`*_\[\]<>|])")
TONES = {"hit": "", "stand": "stand", "double": "double", "split": "split", "give": "give"}


def write_game_pages(folder: Path, cache: Path, *, quick: bool) -> None:
    """Write a page for each rulebook, and a list of them; `quick` leaves felts and strategies out."""
    folder.mkdir(parents=True, exist_ok=True)
    games = [TableRules.of(rulebook_library.load(name)) for name in rulebook_library.shipped_names()]
    for rules in games:
        computed = None if quick else computed_parts(rules, cache / "strategies")
        felt = cache / "felts" / f"{rules.id}.webp"
        has_felt = not quick and felt.is_file()
        if has_felt:
            (folder / "felts").mkdir(exist_ok=True)
            (folder / "felts" / felt.name).write_bytes(felt.read_bytes())
        (folder / f"{rules.id}.md").write_text(game_page(rules, computed, has_felt=has_felt), "utf-8")
    (folder / "README.md").write_text(index_page(games), "utf-8")


def index_page(games: Sequence[TableRules]) -> str:
    """Return the list of all games, by house and family as `croupier games` prints it."""
    lines = [
        "# The games",
        "",
        "A page for each rulebook, and made from it: felt, odds, strategy, readings and rules card.",
    ]
    named = sorted(games, key=_group)
    for (house, family), members in groupby(named, key=_group):
        lines += ["", f"## {house}, {family}", ""]
        lines += [f"- [{rules.rulebook.title}]({rules.id}.md) `{rules.id}`" for rules in members]
    return "\n".join(lines) + "\n"


def _group(rules: TableRules) -> tuple[str, str]:
    return rules.rulebook.written.house, family_of(rules).display_name


def computed_parts(rules: TableRules, cache: Path) -> dict[str, Any]:
    """Return what takes time to compute, the strategy or the fee sheet; kept in a file for each digest and version."""
    kept = cache / f"{rules.id}-{rules.rulebook.digest[:16]}-{__version__}.json"
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(_compute(rules)), "utf-8")
    parts: dict[str, Any] = json.loads(kept.read_text("utf-8"))
    return parts


def _compute(rules: TableRules) -> dict[str, Any]:
    odds = odds_of(rules)
    parts: dict[str, Any] = {}
    if odds.strategy is not None:
        with suppress(BadInput):  # no way to play is best where seats play one another for chips of their own
            chart = odds.strategy.chart(rules, HandRequest(None, None, None, None, None))
            parts["strategy"] = asdict(replace(chart, json_data={}))
    if family_of(rules).table_stakes is not None and isinstance(odds, FeeSheetSource):
        sheet = odds.fee_sheet(rules)
        parts["fees"] = {"sentences": sheet.sentences, "tables": [asdict(table) for table in sheet.tables]}
    return parts


def game_page(rules: TableRules, computed: dict[str, Any] | None, *, has_felt: bool) -> str:
    """Return the page of one game as Markdown."""
    card = RulesCard.of(rules)
    blocks = [f"# {card.title}", f"{_plain(card.house)}. {_plain(card.summary)} {_plain(card.banked_by)}"]
    if has_felt:
        blocks.append(f"![The felt of {card.title} on a player's terminal](felts/{rules.id}.webp)")
    blocks.append(f"```sh\ncroupier play {rules.id}\ncroupier rules {rules.id}\ncroupier odds {rules.id}\n```")
    shipped = load_shipped_sheet(rules)
    if shipped is not None:
        progressives = {name: odds[0] for name, odds in shipped.progressives.items()}
        blocks += _par_sheet(par_sheet_document(shipped.sheet, progressives, {}))
    if computed is not None:
        blocks += _fees(computed.get("fees"))
        blocks += _strategy(computed.get("strategy"))
    blocks += _readings(rules)
    body = card_markdown(card).split("\n\n", 1)[1]
    blocks += ["## Rules card", re.sub(r"^#", "##", body, flags=re.MULTILINE)]
    return "\n\n".join(blocks) + "\n"


def _par_sheet(sheet: ParSheetDocument) -> Iterator[str]:
    yield "## Odds"
    yield f"{_plain(sheet.method)} Shoe: {_plain(sheet.shoe)}"
    yield _table(
        ("Wager", "Edge %", "Hit %", "Push %", "Loss %", "Deviation", "Skew", "Largest pay"),
        [
            (
                f"{one.title}, pay table {one.paytable}" if one.paytable else one.title,
                *(one.edge, one.hit, one.push, one.loss, one.deviation, one.skewness, one.largest),
            )
            for one in sheet.wagers
        ],
        figures=7,
    )
    for wager in sheet.wagers:
        yield from _ways_to_win(wager)
    for title, reason in sheet.not_counted:
        yield f"{_plain(title)} is not counted exactly: it {_plain(reason)}."


def _ways_to_win(wager: ParSheetWager) -> Iterator[str]:
    """Yield the rows of a wager with more than one, and what its meters add."""
    if len(wager.ways_to_win) > 1:
        yield f"**{_plain(wager.title)}{f', pay table {wager.paytable}' if wager.paytable else ''}**"
        rows = [(end.name, end.pays, end.chance, end.one_in) for end in wager.ways_to_win]
        yield _table(("Result", "Pays", "Chance %", ""), rows, figures=3)
    if wager.progressive:
        odds = wager.progressive
        yield f"Returns {odds.fixed} % of the stake of {odds.stake} without the meter; envy adds {odds.envy} %."
        meters = [(one.title, one.seed, f"{one.per_thousand} %", one.break_even) for one in odds.meters]
        yield _table(("Meter", "Seed", f"{odds.thousand} adds", "Breaks even at"), meters, figures=3)


def _fees(fees: dict[str, Any] | None) -> Iterator[str]:
    if fees is None:
        return
    yield "## What the fee costs"
    yield " ".join(map(_plain, fees["sentences"]))
    for table in fees["tables"]:
        yield from _plain_table(table)


def _strategy(strategy: dict[str, Any] | None) -> Iterator[str]:
    if strategy is None:
        return
    yield "## Strategy"
    yield f"{_plain(', '.join(strategy['rules']))}."
    for block in strategy["blocks"]:
        yield _chart(block, strategy["tones"])
    if strategy["meanings"]:
        yield ", ".join(f"**{_plain(letter)}** {_plain(meaning)}" for letter, meaning in strategy["meanings"]) + "."
    for table in strategy["tables"]:
        yield from _plain_table(table)
    yield " ".join(map(_plain, strategy["closing"]))


def _chart(block: dict[str, Any], tones: dict[str, str]) -> str:
    """Return a chart as an HTML table, because Markdown has no colours."""
    heads = "".join(f"<th>{head}</th>" for head in block["heads"])
    rows = "".join(
        f"<tr><th>{row['held']}</th>"
        + "".join(f'<td class="{tones[cell]}">{cell}</td>' for cell in row["cells"])
        + "</tr>"
        for row in block["rows"]
    )
    return f'**{_plain(block["title"])}**\n\n<table class="chart"><tr><th></th>{heads}</tr>{rows}</table>'


def _plain_table(table: dict[str, Any]) -> Iterator[str]:
    if table["title"]:
        yield f"**{_plain(table['title'])}**"
    yield _table(table["heads"], table["rows"], figures=table["figures"])


def _readings(rules: TableRules) -> Iterator[str]:
    """Yield the options that settle an open question of the document, with their numbers."""
    options = [option for option in RulesCard.of(rules).options if option.reading]
    if not options:
        return
    yield "## Readings"
    yield (
        "Where the document leaves a question open, an option decides it. "
        "[Rules and readings](../explanation/rules-and-readings.md) has the questions."
    )
    rows = [(one.reading, one.title, one.value, ", ".join(one.choices), one.name) for one in options]
    yield _table(("Number", "Question", "Reading taken", "Choices", "Option"), rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], figures: int = 0) -> str:
    """Return a Markdown table; the last `figures` columns are aligned to the right."""
    words = len(heads) - figures
    rule = ["---" if place < words else "---:" for place in range(len(heads))]
    lines = [[_plain(cell) for cell in heads], rule, *([_plain(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _plain(text: str) -> str:
    return SPECIAL.sub(r"\\\1", text)
