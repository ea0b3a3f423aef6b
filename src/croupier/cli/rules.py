"""`croupier rules`: the rules card of a table, on the screen, as Markdown, as JSON or as a PDF to post."""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.cli.reading import read_fees, read_options
from croupier.cli.streams import print_json
from croupier.documents.card_language import told_in
from croupier.documents.rules_card import RulesCard
from croupier.errors import BadInput
from croupier.money.collection import NoSchedule, Schedule
from croupier.play import library
from croupier.rulebook.house_rules import HouseRules


def show_rules(
    rulebook: str,
    options: list[str],
    *,
    schedule: str | None,
    markdown: bool,
    pdf: Path | None,
    language: str = "en",
    fees: Path | None = None,
    as_json: bool,
) -> None:
    """Print the card in the form asked for; with a file named, write the PDF."""
    if markdown and as_json:
        raise BadInput.at("--json", "does not go with --markdown; choose one of them")
    house = HouseRules.of(library.load(rulebook), read_options(options), read_fees(fees))
    card = told_in(RulesCard.of(house, _schedule(house, schedule)), language)
    if pdf is not None:
        _write_pdf(card, pdf)
    if as_json:
        print_json(card.as_data())
    elif markdown:
        from croupier.documents.card_markdown import card_markdown

        print(card_markdown(card), end="")
    elif pdf is None:
        from croupier.documents.card_text import print_card

        print_card(card)


def _schedule(house: HouseRules, named: str | None) -> Schedule | None:
    """The schedule by number or id; a game that the house banks takes no collection, so it has none."""
    if named is None:
        return None
    try:
        schedule = house.schedule(int(named) if named.isdecimal() else named)
    except NoSchedule as error:
        raise BadInput.at("--schedule", str(error)) from None
    if outside := house.table_limit_outside(schedule):
        raise BadInput([outside])
    return schedule


def _write_pdf(card: RulesCard, path: Path) -> None:
    from croupier.documents.card_pdf import write_pdf

    write_pdf(card, path)
    print(f"Wrote {path}.", file=sys.stderr)
