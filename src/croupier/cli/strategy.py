"""`croupier strategy`: the best strategy as a chart, or explained for one hand."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.arguments import read_options
from croupier.cli.output import show_work
from croupier.errors import BadInput
from croupier.odds.family_odds import HandRequest, strategy_of
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.documents.strategy import HandExplanation, StrategyDocument


def show_strategy(
    rulebook: str,
    options: list[str],
    *,
    hand: str | None,
    up: str | None,
    board: str | None = None,
    removed: str | None,
    left: str | None,
    as_json: bool,
    html: Path | None,
    pdf: Path | None,
) -> None:
    """Print or write the strategy chart, or print the value of each action for one hand."""
    rules = TableRules.of(rulebook_library.load(rulebook), read_options(options))
    request = HandRequest(hand, up, board, removed, left)
    strategy_odds = strategy_of(rules, request)
    if request.hand is not None and (html or pdf):
        raise BadInput.at("--hand", "is explained here; --html and --pdf write the whole chart: leave one of them out")
    if request.hand is None:
        with show_work(f"Solving {rules.rulebook.title}"):
            parts = strategy_odds.chart(rules, request)
        _show_chart(parts, as_json=as_json, html=html, pdf=pdf)
    else:
        with show_work(f"Solving {rules.rulebook.title}"):
            explanation = strategy_odds.explain_hand(rules, request)
        _show_hand(explanation, as_json=as_json)


def _show_chart(parts: StrategyDocument, *, as_json: bool, html: Path | None, pdf: Path | None) -> None:
    from croupier.documents.strategy import strategy_json
    from croupier.documents.typst_pdf import write_atomically

    if html is not None:
        from croupier.documents.strategy_html import strategy_html

        write_atomically(html, strategy_html(parts).encode(), "--html")
        print(f"Wrote {html}.", file=sys.stderr)
    if pdf is not None:
        from croupier.documents.strategy import strategy_pdf

        write_atomically(pdf, strategy_pdf(parts), "--pdf")
        print(f"Wrote {pdf}.", file=sys.stderr)
    if as_json:
        print(json.dumps(strategy_json(parts), indent=2))
    elif html is None and pdf is None:
        from croupier.documents.strategy_text import print_strategy

        print_strategy(parts)


def _show_hand(explanation: HandExplanation, *, as_json: bool) -> None:
    """Print the values of all legal actions for exactly these cards."""
    if as_json:
        from croupier.documents.strategy import hand_json

        print(json.dumps(hand_json(explanation), indent=2))
    else:
        from croupier.documents.strategy_text import print_hand

        print_hand(explanation)
