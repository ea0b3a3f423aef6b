"""Strategy of pai gow tiles: the best arrangements against the house way, in total and hand by hand; and the coach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from croupier import __version__
from croupier.cards import CardError, Pack, Piece
from croupier.errors import BadInput
from croupier.families.pai_gow.shared.house_way_rules import rules_in_force
from croupier.families.pai_gow.tiles.hand_values import NAMES, name_of, ranks_of
from croupier.families.pai_gow.tiles.house_way import high_first, rule_index, set_hand
from croupier.families.pai_gow.tiles.odds.best_setting import TilesSolution, hand_index, solve
from croupier.families.pai_gow.tiles.odds.exact import ARRANGEMENTS, OTHER_SETS, all_tile_hands
from croupier.families.pai_gow.tiles.round import TILES_A_HAND
from croupier.families.pai_gow.tiles.rules import section_of
from croupier.families.pai_gow.tiles.settle import house_way_for
from croupier.money.cents import Cents, format_amount, format_dollars
from croupier.money.collection import CountedStake, collect
from croupier.odds.family_odds import ArrangementValue, HandRequest
from croupier.play.round import Question, RoundInProgress
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.documents.strategy import HandExplanation, PlainTable, StrategyDocument

SHOWN = 20
HOUSE_WAY = " (house way)"


class TilesStrategy:
    """Strategy of pai gow tiles: four tiles have three arrangements."""

    def check_request(self, rules: TableRules, request: HandRequest) -> None:
        for where, value in (("--removed", request.removed), ("--left", request.left)):
            if value is not None:
                raise BadInput.at(where, "every round is dealt from all 32 tiles: leave it out")
        for where, value in (("--up", request.up), ("--board", request.board)):
            if value is not None:
                raise BadInput.at(where, f"no tile of others is seen in {rules.rulebook.title}: leave it out")

    def chart(self, rules: TableRules, request: HandRequest) -> StrategyDocument:
        return strategy_document(rules)

    def explain_hand(self, rules: TableRules, request: HandRequest) -> HandExplanation:
        from croupier.documents.strategy import HandExplanation

        tiles = _tiles(request.hand or "")
        solution = solve(house_way_for(rules))
        number = hand_index(ranks_of(tiles))
        values = {
            _arrangement_label(solution, number, split): solution.value_of_split(number, split)
            for split in _distinct_arrangements(solution, number)
        }
        best_first = dict(sorted(values.items(), key=lambda item: -item[1]))
        names = ", ".join(NAMES[rank] for rank in ranks_of(tiles))
        cards = {"hand": " ".join(map(str, tiles))}
        return HandExplanation(rules.id, f"{cards['hand']} ({names}), in units of the wager", cards, best_first)


def _tiles(text: str) -> tuple[Any, ...]:
    try:
        tiles = Pack.DOMINOES.parse_all(text)
    except CardError as error:
        raise BadInput.at("--hand", str(error)) from None
    if len(tiles) != TILES_A_HAND:
        raise BadInput.at("--hand", f"is {len(tiles)} tile{'' if len(tiles) == 1 else 's'}; a hand is four")
    for tile in tiles:
        if tiles.count(tile) > Pack.DOMINOES.copies[tile]:
            raise BadInput.at("--hand", f"{tile} stands {tiles.count(tile)} times; there are fewer")
    return tiles


def _distinct_arrangements(solution: TilesSolution, number: int) -> list[int]:
    """Return the arrangements of a hand that differ in the ranks of their tiles, the house way first.

    Two tiles of one rank make two of the three arrangements equal.
    """
    rules = int(solution.house[number])
    found: dict[frozenset[tuple[int, ...]], int] = {}
    for split in (rules, *(split for split in range(ARRANGEMENTS) if split != rules)):
        of_ranks = all_tile_hands().ranks[number]
        halves = frozenset(
            tuple(sorted(int(of_ranks[place]) for place in half)) for half in high_first(of_ranks, split)
        )
        found.setdefault(halves, split)
    return list(found.values())


def _arrangement_label(solution: TilesSolution, number: int, split: int) -> str:
    """Return the label of an arrangement: the names of the high and the low hand, and a mark for the house way."""
    of_ranks = [int(rank) for rank in all_tile_hands().ranks[number]]
    high, low = (name_of(*(of_ranks[place] for place in places)) for places in high_first(of_ranks, split))
    return f"{high} / {low}{HOUSE_WAY if split == solution.house[number] else ''}"


def strategy_document(rules: TableRules) -> StrategyDocument:
    from croupier.documents.strategy import StrategyDocument, value_json

    way = house_way_for(rules)
    player, bank = solve(way), solve(way, banks=True)
    sentences = tuple(_summary_sentences(player, bank))
    return StrategyDocument(
        rulebook=rules.id,
        title=rules.rulebook.title,
        digest=rules.rulebook.digest,
        version=__version__,
        rules=("The other side is set the house way", "the player-dealer wins copies, and zero against zero"),
        blocks=(),
        tables=(_by_rule(rules, player), _most_costly(rules, player), *_with_fees(rules)),
        meanings=(),
        tones={},
        terminal_lines=sentences,
        closing=sentences,
        json_data={
            "rulebook": rules.id,
            "digest": rules.rulebook.digest,
            "player": _values_json(player),
            "player_dealer": _values_json(bank),
            **value_json("value", player.value(player.best)),
            "after_fees": [
                {
                    "schedule": fee_result.schedule,
                    "wager": format_amount(fee_result.wager),
                    "player_fee": format_amount(fee_result.fee),
                    "player_dealer_fee": format_amount(fee_result.bank_fee),
                    "player": {
                        **value_json("house_way", fee_result.player[0]),
                        **value_json("best", fee_result.player[1]),
                    },
                    "player_dealer": {
                        **value_json("house_way", fee_result.bank[0]),
                        **value_json("best", fee_result.bank[1]),
                    },
                }
                for fee_result in after_fees(rules)
            ],
            "rules": [
                {"rule": name, "hands": hands, "set_otherwise": set_otherwise, **value_json("costs", costs)}
                for name, hands, set_otherwise, costs in _rule_costs(rules, player)
            ],
        },
    )


class ResultAfterFee(NamedTuple):
    """Expected results of both sides, in cents, for one wager under a fee schedule.

    The wager is that of one seat against the player-dealer.
    """

    schedule: str
    wager: Cents
    fee: Cents
    """Collection fee of the player, in cents."""
    bank_fee: Cents
    player: tuple[Fraction, Fraction]
    """Expected result of the player in cents: by the house way, and with the best arrangement."""
    bank: tuple[Fraction, Fraction]


def after_fees(rules: TableRules) -> Iterator[ResultAfterFee]:
    """Yield the results for each bracket of each fee schedule, at its lowest and highest wager."""
    way = house_way_for(rules)
    values = [(one.value(one.house), one.value(one.best)) for one in (solve(way), solve(way, banks=True))]
    for schedule in rules.schedules:
        for bracket in schedule.brackets:
            for wager in (bracket.lowest, bracket.highest):
                if wager is not None:
                    fees = collect(schedule, [CountedStake("1", section_of(rules).base, Cents(wager))], rules.fee_gap)
                    own = fees.players.get("1", Cents(0))
                    sides = [
                        tuple(value * wager - fee for value in both)
                        for both, fee in zip(values, (own, fees.player_dealer), strict=True)
                    ]
                    yield ResultAfterFee(schedule.id, Cents(wager), own, fees.player_dealer, *sides)  # type: ignore[arg-type]


def _with_fees(rules: TableRules) -> Iterator[PlainTable]:
    from croupier.documents.strategy import PlainTable

    rows = tuple(
        (
            result.schedule,
            format_dollars(result.wager),
            format_dollars(result.fee),
            *(f"{float(value / result.wager):+.4%}" for value in result.player),
            format_dollars(result.bank_fee),
            *(f"{float(value / result.wager):+.4%}" for value in result.bank),
        )
        for result in after_fees(rules)
    )
    heads = ("schedule", "wager", "fee", "house way", "best", "bank's fee", "bank, house way", "bank, best")
    if rows:
        title = "With the collection, one wager against the player-dealer, in parts of the wager"
        yield PlainTable(title, heads, rows, figures=len(heads) - 1)


def _values_json(solution: TilesSolution) -> dict[str, Any]:
    from croupier.documents.strategy import value_json

    return {
        **value_json("house_way", solution.value(solution.house)),
        **value_json("best", solution.value(solution.best)),
        "hands_set_otherwise": solution.hands_better_otherwise,
    }


def _summary_sentences(player: TilesSolution, bank: TilesSolution) -> Iterator[str]:
    for who, solution in (("A player", player), ("The player-dealer", bank)):
        rules, best = solution.value(solution.house), solution.value(solution.best)
        yield (
            f"{who} by the house way: {float(rules):+.4%} of the wager a hand; set in the best way {float(best):+.4%}, "
            f"exactly {best}."
        )
        otherwise = f"Of 35,960 hands {solution.hands_better_otherwise:,} are better set otherwise"
        yield f"{otherwise}; that is worth {float(best - rules):.4%}."
    yield "Fees are in the last table alone."


def _costs(solution: TilesSolution) -> Any:
    """Return how much the house way loses against the best arrangement, for each hand.

    The unit is one opposing hand: the difference of (hands won - hands lost) over all hands of the other side.
    """
    every = np.arange(len(solution.won))
    return solution.gain[every, solution.best] - solution.gain[every, solution.house]


def _rule_costs(rules: TableRules, solution: TilesSolution) -> Iterator[tuple[str, int, int, Fraction]]:
    """Yield for each rule of the house way: title, hands, hands with a better arrangement, and cost.

    The cost is a fraction of all wagers.
    """
    names, hands = rules_in_force(section_of(rules), rules.options), all_tile_hands()
    rule = np.array([rule_index(solution.way, [int(rank) for rank in one]) for one in hands.ranks])
    costs = _costs(solution)
    for number, name in enumerate(names):
        own = rule == number
        many, dear = hands.many * own, (costs > 0) & own
        lost = Fraction(int((costs * many).sum()), int(hands.many.sum()) * OTHER_SETS)
        yield section_of(rules).house_way[name].title, int(many.sum()), int(hands.many[dear].sum()), lost


def _by_rule(rules: TableRules, solution: TilesSolution) -> PlainTable:
    from croupier.documents.strategy import PlainTable

    rows = tuple(
        (name, f"{hands:,}", f"{set_otherwise:,}", f"{float(costs):.4%}")
        for name, hands, set_otherwise, costs in _rule_costs(rules, solution)
    )
    return PlainTable("The house way, rule by rule", ("rule", "hands", "better otherwise", "costs"), rows, figures=3)


def _most_costly(rules: TableRules, solution: TilesSolution) -> PlainTable:
    """Return the table of hands for which the house way loses most against the best setting, by all their deals."""
    from croupier.documents.strategy import PlainTable

    costs = _costs(solution)
    order = np.argsort(-costs * all_tile_hands().many, kind="stable")[:SHOWN]
    rows = []
    for number in (int(one) for one in order if costs[one] > 0):
        names = ", ".join(NAMES[rank] for rank in all_tile_hands().ranks[number])
        best = _arrangement_label(solution, number, int(solution.best[number]))
        set_so = _arrangement_label(solution, number, int(solution.house[number])).removesuffix(HOUSE_WAY)
        rows.append((names, set_so, best, f"{costs[number] / OTHER_SETS:.2%}"))
    title = "Hands that the house sets worst, by what that costs in all"
    return PlainTable(title, ("tiles", "house way", "best", "costs a hand"), tuple(rows), figures=1)


class TilesCoach:
    """Coach that uses only the player's own tiles; it assumes that the player-dealer follows the house way."""

    def solve(self, rules: TableRules) -> Any:
        """Compute the values of every arrangement of every hand; the result is cached."""
        return solve(house_way_for(rules))

    def visible_state(self, rules: TableRules, play: RoundInProgress[Any], question: Question) -> None:
        return None

    def action_values(
        self, rules: TableRules, visible_state: None, question: Question, solved: Any
    ) -> dict[str, float]:
        return {}

    def arrangement_values(self, rules: TableRules, cards: Sequence[Piece]) -> list[ArrangementValue]:
        """Return all arrangements, best first, as low hand, value, and whether it is the house way."""
        of_ranks, way = ranks_of(cards), house_way_for(rules)
        solution = solve(way)
        places = sorted(range(len(cards)), key=of_ranks.__getitem__)
        sorted_ranks = [of_ranks[place] for place in places]
        by_house = set_hand(way, of_ranks)[1]
        values_by_low_hand: dict[tuple[int, ...], ArrangementValue] = {}
        for split in range(ARRANGEMENTS):
            low = tuple(places[place] for place in high_first(sorted_ranks, split)[1])
            kinds = tuple(sorted(Pack.DOMINOES.piece_numbers[cards[place]] for place in low))
            is_house_way = kinds == tuple(sorted(Pack.DOMINOES.piece_numbers[cards[place]] for place in by_house))
            values_by_low_hand[kinds] = kinds, float(solution.value_of_split(hand_index(of_ranks), split)), is_house_way
        return sorted(values_by_low_hand.values(), key=lambda one: -one[1])
