"""Strategy of thirteen-card poker on the command line: the best arrangement of a hand, and how often sweeps occur."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.cards import Card
from croupier.cards.pack import require_card
from croupier.errors import BadInput
from croupier.families.thirteen_card.clean_sweeps import counts_of, possible_sweeps
from croupier.families.thirteen_card.hand_values import HAND_CARDS
from croupier.families.thirteen_card.round import best_sweep
from croupier.families.thirteen_card.rules import rules_of, section_of
from croupier.hands.card_parsing import read_distinct
from croupier.odds.family_odds import HandRequest
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.documents.strategy import HandExplanation, StrategyDocument
    from croupier.families.thirteen_card.odds.arrangement_values import ArrangementPoints
    from croupier.families.thirteen_card.odds.exact import SweepCount

OPPONENTS, SHOWN = 3, 12
RULE = (
    "Opponents lay by the house's rule: of all ways the one that promises most, each row taken to win as often as a "
    "row of its strength does against rows laid by this rule. They declare every Clean Sweep and never surrender."
)
ONE_HAND_HINT = (
    'One hand, every legal way to lay it: croupier strategy RULEBOOK --hand "As Kd Qc Jh Ts 9s 8d 7c 6h 5h 4d 3c 2s".'
)


class ThirteenStrategy:
    """Answers to strategy requests: sampled points of arrangements against three opponents, exact counts of sweeps."""

    def check_request(self, rules: TableRules, request: HandRequest) -> None:
        named = (
            ("--removed", request.removed),
            ("--left", request.left),
            ("--board", request.board),
            ("--up", request.up),
        )
        for where, value in named:
            if value is not None:
                raise BadInput.at(where, "every hand is dealt from a whole deck, face down: leave it out")

    def explain_hand(self, rules: TableRules, request: HandRequest) -> HandExplanation:
        from croupier.documents.strategy import HandExplanation
        from croupier.families.thirteen_card.odds.arrangement_values import arrangement_points

        cards = _cards(request.hand or "")
        arrangements = arrangement_points(rules, cards, opponents=OPPONENTS)
        play_rules = rules_of(rules)
        sweep = best_sweep(possible_sweeps(*counts_of(cards)), play_rules)
        best = arrangements[0]
        figures = {
            "hand": " ".join(map(str, cards)),
            "opponents": str(OPPONENTS),
            "ways": str(len(arrangements)),
            "deals": str(best.deals),
            "interval": f"{best.interval:.4f}",
            "surrender": str(-OPPONENTS * play_rules.surrender),
            "clean_sweep": f"{sweep} {OPPONENTS * play_rules.sweeps[sweep].points}" if sweep else "",
        }
        hand_text = " ".join(card.pretty for card in cards)
        title = f"{len(arrangements):,} ways to lay {hand_text}: points won of three, ± {best.interval:.2f}"
        return HandExplanation(rules.id, title, figures, {_line(way): way.points for way in arrangements}, SHOWN)

    def chart(self, rules: TableRules, request: HandRequest) -> StrategyDocument:
        from croupier import __version__
        from croupier.documents.strategy import PlainTable, StrategyDocument
        from croupier.families.thirteen_card.odds.exact import ALL_HANDS, count_sweeps

        sweeps = count_sweeps(rules_of(rules))
        heading = ("Clean Sweep", "Points", "Hands", "As the best", "Chance as the best")
        rows = tuple(_row(rules, one, ALL_HANDS) for one in sweeps)
        return StrategyDocument(
            rulebook=rules.id,
            title=rules.rulebook.title,
            digest=rules.rulebook.digest,
            version=__version__,
            rules=(RULE,),
            blocks=(),
            tables=(PlainTable(f"Clean Sweeps among all {ALL_HANDS:,} hands, counted exactly", heading, rows),),
            meanings=(),
            tones={},
            terminal_lines=(ONE_HAND_HINT,),
            closing=(ONE_HAND_HINT,),
            json_data={
                "rulebook": rules.id,
                "digest": rules.rulebook.digest,
                "opponents": RULE,
                "hands": ALL_HANDS,
                "clean_sweeps": [_sweep_json(rules, one, ALL_HANDS) for one in sweeps],
            },
        )


def _row(rules: TableRules, one: SweepCount, all_hands: int) -> tuple[str, ...]:
    """Return one table row about a sweep: its points, how many hands form it, and for how many it is the best."""
    line = section_of(rules).sweeps[one.kind]
    return line.title, f"{line.points}", f"{one.hands:,}", f"{one.best:,}", f"1 in {all_hands / one.best:,.1f}"


def _sweep_json(rules: TableRules, one: SweepCount, all_hands: int) -> dict[str, Any]:
    return {
        "sweep": one.kind,
        "points": section_of(rules).sweeps[one.kind].points,
        "hands": one.hands,
        "best": one.best,
        "chance": float(Fraction(one.best, all_hands)),
    }


def _cards(text: str) -> list[Card]:
    cards = [require_card(card) for card in read_distinct(text, "--hand")]
    if len(cards) != HAND_CARDS:
        raise BadInput.at("--hand", f"is {len(cards)} card{'' if len(cards) == 1 else 's'}; a hand has {HAND_CARDS}")
    return cards


def _line(way: ArrangementPoints) -> str:
    rows = " / ".join(" ".join(map(str, row)) for row in way.rows)
    return f"{rows}, house's rule" if way.is_house_way else rows
