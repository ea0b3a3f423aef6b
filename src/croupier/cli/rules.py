"""`croupier rules`: the rules card of a table as text, Markdown, JSON or PDF."""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.cli.arguments import read_fees, read_options
from croupier.cli.output import print_json
from croupier.documents.rules_card import RulesCard
from croupier.documents.rules_card_translation import translate_card
from croupier.errors import BadInput
from croupier.money.collection import NoSchedule, Schedule
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules


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
    """Print the rules card in the requested format, or write it as PDF."""
    if markdown and as_json:
        raise BadInput.at("--json", "does not go with --markdown; choose one of them")
    rules = TableRules.of(rulebook_library.load(rulebook), read_options(options), read_fees(fees))
    card = translate_card(RulesCard.of(rules, _schedule(rules, schedule)), language)
    if pdf is not None:
        _write_pdf(card, pdf)
    if as_json:
        print_json(card.as_data())
    elif markdown:
        from croupier.documents.rules_card_markdown import card_markdown

        print(card_markdown(card), end="")
    elif pdf is None:
        from croupier.documents.rules_card_text import print_card

        print_card(card)


def _schedule(rules: TableRules, named: str | None) -> Schedule | None:
    """Return a collection schedule by number or id; raise `BadInput` if the game has no such schedule."""
    if named is None:
        return None
    try:
        schedule = rules.schedule(int(named) if named.isdecimal() else named)
    except NoSchedule as error:
        raise BadInput.at("--schedule", str(error)) from None
    if outside := rules.table_limit_problem(schedule):
        raise BadInput([outside])
    return schedule


def _write_pdf(card: RulesCard, path: Path) -> None:
    from croupier.documents.rules_card_pdf import write_pdf

    write_pdf(card, path)
    print(f"Wrote {path}.", file=sys.stderr)
