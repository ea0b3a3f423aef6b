"""Parts of a rules card: table and shoe, settlement, meters and envy bonus."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from croupier.cards import CutRule
from croupier.documents.condition_wording import join_with_commas
from croupier.documents.rules_card_model import CardLine, MeterCard
from croupier.documents.rules_card_wording import RulesCardFormatter, merge_citations, percent, short_citation
from croupier.money.cents import Rounding
from croupier.money.envy import EnvyMode
from croupier.money.meters import MeterSplit
from croupier.money.settlement_order import BacklineOrder, SettlementGrouping
from croupier.rulebook.schema import FromOption, Meter
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

CUT_RULE = {
    CutRule.ONE_MORE_HAND: "when it comes out, the hand is finished and one more is dealt",
    CutRule.ENDS_WITH_THE_HAND: "when it comes out during a hand, one more is dealt; before one, that hand is the last",
}
ROUNDING = {
    Rounding.DOWN: "A fraction of a cent is not paid.",
    Rounding.NEAREST: "Paid to the cent; half a cent goes to the player.",
    Rounding.DOWN_50C: "Paid down to the next 50 cents.",
    Rounding.DOWN_1: "Paid down to the whole dollar.",
}
ENVY = {
    EnvyMode.SEAT_MATCH_ONLY: "Paid for a row better than one's own that another seat holds, once a seat.",
    EnvyMode.ONCE: "Paid once when any other bettor holds a row that has it.",
    EnvyMode.PER_OTHER_BETTOR: "Paid for every other bettor who holds a row that has it.",
}
SPLIT = {
    MeterSplit.EQUAL: "divided equally among its winners",
    MeterSplit.BY_STAKE: "divided among its winners by their stakes",
}
STARTS = {
    "left-of-bank": "From the seat next to the player-dealer, clockwise",
    "highest-seat": "From the highest-numbered seat downward",
    "lowest-seat": "From the lowest-numbered seat upward",
}
NOT_WRITTEN = "croupier's own; the rulebook has none"


def table_lines(rules: TableRules) -> tuple[CardLine, ...]:
    """Return the lines on decks, burn cards, cut card, seats and backline betting."""
    return (
        _pack(rules),
        _of_shoe(rules, "Burn", _burn(rules), "burn"),
        _of_shoe(rules, "Cut card", _cut_card(rules), "cut_from_back"),
        _seats(rules),
        _backline(rules),
    )


def _pack(rules: TableRules) -> CardLine:
    """Return the line with the number of decks, or of tiles."""
    if rules.shoe.pack.piece_noun == "tile":
        return CardLine(
            "Tiles", str(len(rules.shoe.full_shoe)), RulesCardFormatter(rules).cite(rules.rulebook.written.shoe.cite)
        )
    return CardLine("Decks", str(rules.shoe.decks), RulesCardFormatter(rules).option_cite("decks"))


def _of_shoe(rules: TableRules, label: str, text: str, key: str) -> CardLine:
    """Return a line about the shoe with its label, its text and the citation of the rulebook's shoe section.

    If that section does not have the key `key`, the line is marked as a rule of croupier itself, without citation.
    """
    written = rules.rulebook.written.shoe
    if key not in written.model_fields_set:
        return CardLine(label, f"{text} ({NOT_WRITTEN})")
    return CardLine(label, text, RulesCardFormatter(rules).cite(written.cite))


def _burn(rules: TableRules) -> str:
    shoe = rules.shoe
    match shoe.burn:
        case "none":
            return "none"
        case "fixed":
            return f"{shoe.burn_fixed} cards"
        case _:
            return f"the first card and as many more as it counts; a ten or a picture counts {shoe.burn_ten_value}"


def _cut_card(rules: TableRules) -> str:
    """Return the text of the cut card rule; decks that are shuffled for every round have no cut card."""
    shoe = rules.shoe
    if shoe.cut_from_back:
        return f"{shoe.cut_from_back} cards from the back; {CUT_RULE[shoe.cut_rule]}"
    what = "tiles are" if shoe.pack.piece_noun == "tile" else "deck is"
    return f"none; the {what} shuffled for every round" if rules.shuffles_each_round else "none"


def _seats(rules: TableRules) -> CardLine:
    cite = RulesCardFormatter(rules).cite(rules.rulebook.written.seats.cite)
    seats = f"{len(rules.seats)}, numbered {number_ranges(rules.seats)}"
    if not rules.seat_hands:
        return CardLine("Seats", seats, cite)
    printed = ", ".join(f"{seat} {' '.join(card.pretty for card in hand)}" for seat, hand in rules.seat_hands.items())
    return CardLine("Seats", f"{seats}; printed at them: {printed}", cite)


def _backline(rules: TableRules) -> CardLine:
    barred = [wager for wager in rules.wagers.values() if not wager.backline]
    if len(barred) == len(rules.wagers):
        return CardLine("Backline", "may not bet")
    procedure = rules.rulebook.written.procedure.get("Backline")
    cite = RulesCardFormatter(rules).cite(procedure.cite) if procedure else ""
    if not barred:
        return CardLine("Backline", "may bet on every wager", cite)
    titles = join_with_commas([wager.title for wager in barred])
    return CardLine(
        "Backline",
        f"may bet on every wager except {titles}",
        merge_citations(cite, *(short_citation(w.cite) for w in barred)),
    )


def settlement_lines(rules: TableRules) -> tuple[CardLine, ...]:
    """Return the lines on the order of settlement and on rounding."""
    return tuple(_settlement(rules))


def _settlement(rules: TableRules) -> Iterator[CardLine]:
    section, play_rules, words = rules.rulebook.written.settlement, rules.settlement, RulesCardFormatter(rules)
    cite = words.cite(section.cite)
    yield CardLine("Order", _order_text(rules), merge_citations(cite, words.option_cite("order")))
    wagers = [rules.wagers[name] for name in play_rules.order.wagers]
    if section.order and not _names_all(_order_text(rules), wagers):
        yield CardLine("Wagers in order", f"{join_with_commas([wager.title for wager in wagers])}.", cite)
    if rules.has_player_dealer:
        front = "before" if play_rules.order.backline is BacklineOrder.FRONT_FIRST else "after"
        text = f"The seated player is settled {front} those who bet behind the seat."
        yield CardLine("Backline", text, words.option_cite("backline_order"))
    if play_rules.aggregate_limit is not None:
        text = f"Optional wagers together are paid at most {words.money(play_rules.aggregate_limit)} in one round."
        yield CardLine("Aggregate", text, words.option_cite("aggregate_limit"))
    rounding = ROUNDING[Rounding(str(rules.options.get("rounding") or "nearest"))]
    own = "" if "rounding" in rules.options else f" ({NOT_WRITTEN})"
    yield CardLine("Rounding", f"{rounding}{own}", words.option_cite("rounding"))


def _order_text(rules: TableRules) -> str:
    """Return the sentence on the order of settlement.

    It is the rulebook's own sentence, or a generated one if the table's options change the order.
    """
    section = rules.rulebook.written.settlement
    if section.text and not ("order" in rules.options and RulesCardFormatter(rules).is_changed("order")):
        return section.text
    by_wager = rules.settlement.order.by is SettlementGrouping.WAGER
    by = "one kind of wager after the other round the table" if by_wager else "seat by seat"
    return f"{STARTS[section.pays_from]}, {by}."


def _names_all(text: str, wagers: Iterable[OfferedWager]) -> bool:
    """Return whether a text mentions every wager by its id or title."""
    text_words = _words_of(text)
    return all(text_words >= _words_of(wager.id) or text_words >= _words_of(wager.title) for wager in wagers)


def _words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", text.lower()))


def meter_cards(rules: TableRules) -> tuple[MeterCard, ...]:
    """Return the progressive meters of the offered wagers."""
    words, written = RulesCardFormatter(rules), rules.rulebook.written.meter
    return tuple(
        MeterCard(
            id=meter.id,
            title=written[meter.id].title or meter.id,
            wager=rules.wagers[meter.wager].title,
            seed=words.money(meter.seed),
            contribution=percent(meter.contribution),
            split=SPLIT[meter.split],
            cite=_meter_cite(words, written[meter.id]),
            pays_other_hands=meter.pays_other_hands,
        )
        for meter in rules.meters
    )


def _meter_cite(words: RulesCardFormatter, meter: Meter) -> str:
    values = (meter.seed, meter.contribution, meter.split, meter.other_hands)
    options = [value.option for value in values if isinstance(value, FromOption)]
    return merge_citations(words.cite(meter.cite), words.option_cite(*options))


def envy_line(rules: TableRules) -> CardLine | None:
    """Return the line on the envy bonus, or None if no pay table row has an envy bonus."""
    mode = rules.settlement.envy
    if mode is None or not any(row.envy for wager in rules.wagers.values() for row in wager.rows):
        return None
    return CardLine("Envy", ENVY[mode], RulesCardFormatter(rules).option_cite("envy_mode"))


def number_ranges(numbers: Iterable[int]) -> str:
    """Return numbers as ranges: `1 to 7, 9` for 1 2 3 4 5 6 7 9."""
    runs = groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    ends = [[number for _, number in run] for _, run in runs]
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in ends)
