"""The collection schedule on a rules card, which a player-dealer table posts before play. [004 L3464-3468]"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.documents.condition_wording import join_with_commas
from croupier.documents.rules_card_model import BracketCard, CardLine, CollectionCard
from croupier.documents.rules_card_wording import RulesCardFormatter, merge_citations, short_citation
from croupier.money.cents import format_dollars
from croupier.money.collection import Basis, Bracket, FeeGap, PrintedLimits, Schedule
from croupier.rulebook.table_rules import TableRules

BASIS = {
    Basis.TOTAL_TABLE_ACTION: "the counted wagers of the whole table together",
    Basis.PLAYER_WAGER_PER_SPOT: "each counted wager by itself",
    Basis.PLAYERS_AT_TABLE: "the players at the table",
    Basis.ANTE: "the antes",
}
FEE_GAP = {
    FeeGap.UP: "An amount between two brackets pays the upper one's fee.",
    FeeGap.FLOOR: "An amount between two brackets pays the fee of its whole dollars.",
}

BONUS_ALONE = {
    False: "A hand with bonus wagers alone takes no fee.",
    True: "For a hand with bonus wagers alone the player-dealer pays his fee too.",
}


def collection_card(rules: TableRules, schedule: Schedule | None) -> CollectionCard | None:
    """Return the collection schedule in force, or the list of schedules if no schedule is chosen.

    None if the game has no collection schedules.
    """
    section = rules.rulebook.written.collection
    if section is None or not rules.schedules:
        return None
    available = tuple(one.id for one in rules.schedules)
    cite = RulesCardFormatter(rules).cite(section.cite)
    if schedule is None:
        return CollectionCard("", "", available, "", (), (), cite)
    return CollectionCard(
        schedule=schedule.id,
        title=schedule.title,
        available=available,
        basis=BASIS[schedule.basis],
        brackets=tuple(_bracket(schedule, bracket) for bracket in schedule.brackets),
        terms=tuple(_terms(rules, schedule)),
        cite=merge_citations(short_citation(schedule.cite), cite),
    )


def _bracket(schedule: Schedule, bracket: Bracket) -> BracketCard:
    shown = str if schedule.basis is Basis.PLAYERS_AT_TABLE else format_dollars
    top = f"to {shown(bracket.highest)}" if bracket.highest is not None else "and up"
    return BracketCard(f"{shown(bracket.lowest)} {top}", format_dollars(bracket.fee), _line(schedule, bracket.line))


def _terms(rules: TableRules, schedule: Schedule) -> Iterator[CardLine]:
    words, prose = RulesCardFormatter(rules), _line(schedule, schedule.prose_line)
    yield CardLine("Taken", f"Taken {schedule.collected}.", prose)
    counted = rules.counted_wagers(schedule)
    every = "Every wager counts." if counted is None else ""
    titles = [wager.title for wager in rules.wagers.values() if wager.id in (counted or ())]
    yield CardLine(
        "Counts",
        every or f"Counted: {join_with_commas(titles)}.",
        merge_citations(prose, words.option_cite("fee_base")),
    )
    if schedule.player_dealer_fee is not None:
        yield CardLine(
            "Player-dealer", f"The player-dealer pays {words.money(schedule.player_dealer_fee)} a hand.", prose
        )
    if schedule.basis is Basis.PLAYER_WAGER_PER_SPOT and "fee_on_bonus_only" in rules.options:
        cite = words.option_cite("fee_on_bonus_only")
        yield CardLine("Bonus alone", BONUS_ALONE[rules.fee_on_bonus_only], cite)
    yield from _ranges(schedule, words)
    yield CardLine("Between", FEE_GAP[rules.fee_gap], words.option_cite("fee_gap"))


def _ranges(schedule: Schedule, words: RulesCardFormatter) -> Iterator[CardLine]:
    """Yield the limits that the schedule's sheet prints: the table limits, or the ranges to choose them from."""
    if schedule.table_limit is not None:
        yield _range(schedule, words, "Table limits", schedule.table_limit)
    if schedule.minimum is not None:
        yield _range(schedule, words, "Table minimum", schedule.minimum)
    if schedule.maximum is not None:
        yield _range(schedule, words, "Table maximum", schedule.maximum)


def _range(schedule: Schedule, words: RulesCardFormatter, label: str, limits: PrintedLimits) -> CardLine:
    low, high = words.money(limits.lowest), words.money(limits.highest)
    span = low if low == high else f"{low} to {high}"
    return CardLine(label, f"{label} on this sheet: {span}.", _line(schedule, limits.line))


def _line(schedule: Schedule, line: int) -> str:
    return short_citation(schedule.cite_line(line))
