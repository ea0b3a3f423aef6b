"""Builder of par sheet documents from computed odds; each number is rounded once, from the exact value."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier import __version__
from croupier.cards import Rank
from croupier.cards.card import RANK_LETTERS
from croupier.documents import par_sheet_wording as say
from croupier.documents.condition_wording import condition_text
from croupier.documents.number_format import (
    chance,
    decimal,
    format_count,
    format_number,
    format_one_in,
    percent,
    signed,
    signed_percent,
)
from croupier.documents.par_sheet_model import (
    EffectsPart,
    GamePart,
    MeterPart,
    ParSheetDocument,
    ParSheetLine,
    ParSheetWager,
    ProgressivePart,
)
from croupier.documents.rules_card import RulesCard
from croupier.documents.rules_card_model import WagerCard
from croupier.documents.rules_card_table import SPLIT
from croupier.documents.rules_card_wording import RulesCardFormatter, short_citation
from croupier.money.pay_odds import PayOddsKind
from croupier.odds.par_sheet import ParSheet, fraction_text
from croupier.odds.progressive import CENTS, MeterOdds, ProgressiveOdds
from croupier.odds.wager_odds import RETURNED, CombinedOdds, PayLine, SolvedOdds, WagerOdds
from croupier.rulebook.wagers import OfferedWager, PayRow

if TYPE_CHECKING:
    from croupier.odds.removal_effects import WagerEffects

NO_PROGRESSIVES: Mapping[str, ProgressiveOdds] = {}
NO_EFFECTS: Mapping[str, WagerEffects] = {}
THOUSAND_DOLLARS = 1000 * CENTS
LONGEST_FRACTION = 60
"""Most characters of an exact fraction, slash included; a longer one is shown as a percentage."""
NOT_KNOWN = "\N{EN DASH}"


def par_sheet_document(
    sheet: ParSheet,
    progressives: Mapping[str, ProgressiveOdds] = NO_PROGRESSIVES,
    effects: Mapping[str, WagerEffects] = NO_EFFECTS,
) -> ParSheetDocument:
    """Return the document of a par sheet, in the order of printing."""
    card = RulesCard.of(sheet.rules)
    wager_parts = [
        _ParSheetWagerBuilder(sheet, wager, odds).part(progressives.get(wager.id), effects.get(wager.id))
        for wager in card.wagers
        if (odds := sheet.wagers.get(wager.id))
    ]
    titles = {one.id: one.title for one in card.wagers}
    return ParSheetDocument(
        title=card.title,
        house=card.house,
        rulebook=card.rulebook,
        digest=card.digest,
        version=__version__,
        source_text=card.source_text,
        source_lines=card.source_lines,
        shoe=say.shoe_text(sheet),
        method=say.method_text(sheet),
        options=card.options,
        wagers=tuple(wager_parts),
        not_counted=tuple((titles[name], reason) for name, reason in sheet.not_counted.items()),
        definitions=say.definitions(sheet, with_meters=bool(progressives), with_effects=bool(effects)),
        documents=card.documents,
        statement=say.STATEMENT,
    )


@dataclass(frozen=True)
class _ParSheetWagerBuilder:
    """Builder of the part of the document that is about one wager."""

    sheet: ParSheet
    card: WagerCard
    odds: WagerOdds

    @property
    def words(self) -> RulesCardFormatter:
        return RulesCardFormatter(self.sheet.rules)

    @property
    def wager(self) -> OfferedWager:
        return self.sheet.rules.wagers[self.card.id]

    def part(self, progressive: ProgressiveOdds | None, effects: WagerEffects | None) -> ParSheetWager:
        card, odds = self.card, self.odds
        return ParSheetWager(
            id=card.id,
            title=self._title(),
            paytable=card.paytable,
            summary=say.GAME_TEXT if isinstance(odds, CombinedOdds) else card.summary,
            outcome="" if isinstance(odds, CombinedOdds) else card.outcome,
            terms=tuple(term for term in card.terms if term.label in ("Vigorish", "Gives back", "Rows", "As chosen")),
            cite=card.cite,
            measured_at=self._measured_at(),
            edge=percent(odds.house_edge),
            edge_exact=_edge_exact(odds),
            hit=self._known(percent(odds.hit, 3)),
            push=self._known(percent(odds.push, 3)),
            loss=self._known(percent(odds.loss, 3)),
            deviation=self._known(decimal(odds.standard_deviation, 4)),
            skewness=self._known(decimal(odds.skewness, 3)),
            largest=self._known(format_number(odds.largest_pay)),
            expected=percent(sum((line.net * odds.probability(line) for line in odds.lines), Fraction(0))),
            deals=format_count(odds.total),
            played=say.played_text(odds),
            ends=tuple(self._end(line) for line in sorted(odds.lines, key=_in_order)),
            progressive=self._progressive(progressive) if progressive else None,
            effects=_effects(effects) if effects else None,
            game=self._game(odds) if isinstance(odds, CombinedOdds) else None,
        )

    def _title(self) -> str:
        """Return the title of the wager, as the sheet prints it.

        A hand with several wagers is named after all of them. A wager that is also measured alone, such as Blind or
        Play, gets the suffix "by itself".
        """
        if isinstance(self.odds, CombinedOdds):
            return " + ".join(self._titles(self.odds))
        game = next((odds for odds in self.sheet.wagers.values() if isinstance(odds, CombinedOdds)), None)
        return f"{self.card.title} by itself" if game and self.card.id in game.parts else self.card.title

    def _titles(self, game: CombinedOdds) -> list[str]:
        return [self.sheet.rules.wagers[name].title for name in game.parts]

    def _game(self, odds: CombinedOdds) -> GamePart:
        brought = zip(self._titles(odds), odds.parts.values(), strict=True)
        return GamePart(
            average=decimal(odds.average_wager, 4),
            risk=percent(odds.element_of_risk),
            decisions=tuple((say.decision_title(name), percent(share, 3)) for name, share in odds.decisions.items()),
            brought=tuple((title, signed_percent(part)) for title, part in brought),
        )

    def _measured_at(self) -> str:
        fixed = any(row.odds.kind in (PayOddsKind.AMOUNT, PayOddsKind.SHARE) for row in self.wager.rows)
        return self.words.money(self.odds.stake) if fixed else ""

    def _known(self, figure: str) -> str:
        """Return a figure as text, or a dash if the wager's results were not measured."""
        return figure if self.odds.lines else NOT_KNOWN

    def _end(self, line: PayLine) -> ParSheetLine:
        probability = self.odds.probability(line)
        return ParSheetLine(
            name=self._name(line),
            pays=" + ".join(self.words.pays(row.odds) for row in self._rows(line)),
            net=signed(line.net) + (" + meter" if line.meters else ""),
            result=line.result,
            deals=format_count(line.count),
            chance=chance(probability),
            one_in=format_one_in(probability),
            contribution=percent(line.net * probability),
            cite=short_citation(line.cite or self.wager.cite),
            value=float(line.net),
            probability=float(probability),
            wins_meter=bool(line.meters),
        )

    def _rows(self, line: PayLine) -> list[PayRow]:
        return [row for row in self.wager.rows if row.number in line.row_numbers]

    def _name(self, line: PayLine) -> str:
        if isinstance(self.odds, SolvedOdds | CombinedOdds) or line.row == RETURNED:
            return _capital(line.row)
        if line.result != "win":
            return {"push": "Push", "lose": "Loses"}[line.result]
        if len(self.wager.rows) == 1 and not self.wager.rows[0].name:
            return "Wins"
        return " + ".join(
            row.name or _capital(condition_text(self.sheet.rules, row.when.text)) for row in self._rows(line)
        )

    def _progressive(self, odds: ProgressiveOdds) -> ProgressivePart:
        seats = self.sheet.rules.seats[: odds.players]
        split = next(rules.split for rules in self.sheet.rules.meters if rules.wager == odds.wager)
        return ProgressivePart(
            players=odds.players,
            seats=f"seat {seats[0]}" if len(seats) == 1 else f"seats {', '.join(map(str, seats))}",
            stake=self.words.money(odds.stake),
            fixed=percent(odds.fixed),
            envy=percent(odds.envy),
            at_seeds=percent(odds.return_at_seeds),
            thousand=self.words.money(THOUSAND_DOLLARS),
            meters=tuple(self._meter(odds, meter) for meter in odds.meters),
            split=SPLIT[split],
        )

    def _meter(self, odds: ProgressiveOdds, meter: MeterOdds) -> MeterPart:
        break_even = odds.break_even(meter)
        return MeterPart(
            title=meter.title,
            seed=self.words.money(meter.seed),
            share=format_one_in(meter.share),
            per_thousand=percent(meter.share * THOUSAND_DOLLARS / odds.stake),
            break_even="never" if break_even is None else self.words.money(_whole_dollars(break_even)),
        )


def _whole_dollars(cents: Fraction) -> int:
    """Round cents up to whole dollars, in cents; for the meter amount from which a wager breaks even."""
    return math.ceil(cents / CENTS) * CENTS


def _edge_exact(odds: WagerOdds) -> str:
    """Return the edge in full precision: a fraction if deals were counted, two percentages for a solved game.

    A sampled edge has its confidence interval.
    """
    if isinstance(odds, SolvedOdds):
        return f"{percent(-odds.value, 8)} % with perfect play, {percent(-odds.chart_value, 8)} % by the chart"
    if odds.interval is not None:
        return f"{percent(odds.house_edge)} % ± {percent(odds.interval)} %"
    exact = fraction_text(odds.house_edge)
    return f"exactly {exact}" if len(exact) <= LONGEST_FRACTION else f"{percent(odds.house_edge, 12)} % to 12 places"


def _in_order(line: PayLine) -> tuple[int, tuple[int, ...]]:
    """Return the sort key of a result: winning rows in pay table order, then pushes, then losses."""
    return ("win", "push", "lose").index(line.result), line.row_numbers


def _effects(effects: WagerEffects) -> EffectsPart:
    changes = [(letter, effects.by_rank.get(Rank(place + 1))) for place, letter in enumerate(RANK_LETTERS)]
    return EffectsPart(
        ranks=tuple((letter, None if change is None else float(change * 100)) for letter, change in changes),
        sum_of_sizes=percent(effects.sum_of_sizes, 3),
        spread=percent(effects.spread, 2),
        can_be_counted=effects.can_be_counted,
        size=float(effects.sum_of_sizes),
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
