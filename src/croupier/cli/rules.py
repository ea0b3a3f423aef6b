"""`croupier rules`: the rules card of a table as text, Markdown, JSON or PDF."""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.cli.arguments import read_fees, read_options
from croupier.cli.output import print_json
from croupier.documents.rules_card import RulesCard
from croupier.documents.rules_card_translation import translate_card
from croupier.errors import BadInput
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
    as_toml: bool = False,
    as_json: bool,
) -> None:
    """Print the rules card in the requested format, or write it as PDF; or print the rulebook itself."""
    formats = {"--markdown": markdown, "--json": as_json, "--toml": as_toml}
    chosen = [name for name, is_chosen in formats.items() if is_chosen]
    if len(chosen) > 1:
        raise BadInput.at(chosen[1], f"does not go with {chosen[0]}; choose one of them")
    if as_toml:
        print(rulebook_library.rulebook_text(rulebook), end="")
        return
    rules = TableRules.of(rulebook_library.load(rulebook), read_options(options), read_fees(fees))
    card = translate_card(RulesCard.of(rules, None if schedule is None else rules.posted_schedule(schedule)), language)
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


def _write_pdf(card: RulesCard, path: Path) -> None:
    from croupier.documents.rules_card_pdf import write_pdf

    write_pdf(card, path)
    print(f"Wrote {path}.", file=sys.stderr)
