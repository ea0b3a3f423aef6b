"""`croupier strategy`: the best way to play, as a chart, or hand by hand."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cards import Card, CardError, parse_cards
from croupier.cli.odds import shoe_left
from croupier.cli.reading import read_options
from croupier.errors import BadInput
from croupier.games import library
from croupier.hands.blackjack import count, value
from croupier.odds.composition import Composition
from croupier.odds.table import NotCounted
from croupier.rulebook.house_rules import HouseRules

if TYPE_CHECKING:
    from croupier.odds.blackjack.solution import Solution


def show_strategy(
    rulebook: str,
    options: list[str],
    *,
    hand: str | None,
    up: str | None,
    removed: str | None,
    left: str | None,
    as_json: bool,
    html: Path | None,
    pdf: Path | None,
) -> None:
    """The chart, or what each way to go on with one hand is worth."""
    house = HouseRules.of(library.load(rulebook), read_options(options))
    if house.book.written.family != "blackjack":
        raise BadInput.at("RULEBOOK", f"nobody decides anything in {house.book.title}: there is no strategy to show")
    if (hand is None) != (up is None):
        raise BadInput.at("--hand", 'goes with --up, such as --hand "8s 8h" --up 6c')
    if hand is not None and (html or pdf):
        raise BadInput.at("--hand", "is explained here; --html and --pdf write the whole chart: leave one of them out")
    shoe = shoe_left(house, removed, left)
    if hand is not None and up is not None:
        _show_hand(house, _cards(hand, "--hand"), _cards(up, "--up"), shoe, as_json=as_json)
    else:
        _show_chart(house, _solved(house, shoe), as_json=as_json, html=html, pdf=pdf)


def _solved(house: HouseRules, shoe: Composition | None) -> Solution:
    from croupier.cli.compiling import compile_time_shown

    with compile_time_shown():
        from croupier.odds.blackjack_sheet.sheet import solution_of

        try:
            solution: Solution = solution_of(house, shoe)
            _ = solution.value, solution.chart_value
        except NotCounted as reason:
            raise BadInput.at("RULEBOOK", f"the main wager {reason}") from None
    return solution


def _show_chart(house: HouseRules, solution: Solution, *, as_json: bool, html: Path | None, pdf: Path | None) -> None:
    from croupier.documents.strategy import strategy_json, strategy_parts
    from croupier.documents.writing import write_whole

    parts = strategy_parts(house, solution)
    if html is not None:
        from croupier.documents.strategy_html import strategy_html

        write_whole(html, strategy_html(parts).encode(), "--html")
        print(f"Wrote {html}.", file=sys.stderr)
    if pdf is not None:
        from croupier.documents.strategy_pdf import strategy_pdf

        write_whole(pdf, strategy_pdf(parts), "--pdf")
        print(f"Wrote {pdf}.", file=sys.stderr)
    if as_json:
        print(json.dumps(strategy_json(parts), indent=2))
    elif html is None and pdf is None:
        from croupier.documents.strategy_text import print_strategy

        print_strategy(parts)


def _show_hand(
    house: HouseRules, hand: tuple[Card, ...], up: tuple[Card, ...], shoe: Composition | None, *, as_json: bool
) -> None:
    """Every open way, worked out for the very cards that are seen."""
    from croupier.documents.strategy import hand_json
    from croupier.documents.strategy_text import print_hand

    if len(up) != 1:
        raise BadInput.at("--up", f"is {len(up)} cards; the dealer shows one")
    if len(hand) < 2:
        raise BadInput.at("--hand", "is one card; a hand has two or more")
    held = count(value(card.rank) for card in hand)
    if held.is_over:
        raise BadInput.at("--hand", f"counts {held.total}: over 21 there is nothing left to decide")
    full = shoe or Composition.of_decks(house.shoe.decks)
    full.without((*hand, *up), "--hand")
    options = _solved(house, shoe).best([int(value(card.rank)) for card in hand], int(value(up[0].rank))).offered()
    if as_json:
        cards = {"hand": " ".join(map(str, hand)), "up": str(up[0])}
        print(json.dumps({"rulebook": house.id, **cards, **hand_json(options)}, indent=2))
    else:
        title = f"{' '.join(card.pretty for card in hand)} against {up[0].pretty}"
        print_hand(f"{title}, in units of the wager", options)


def _cards(text: str, where: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise BadInput.at(where, str(error)) from None
