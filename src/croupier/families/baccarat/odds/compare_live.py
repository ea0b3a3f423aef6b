"""Comparison of rounds dealt by the live code and by kernels: equal cards must give equal hands and equal facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, CutRule, Rank, Shoe, ShoeRules, Suit
from croupier.families.baccarat.facts import TableContext, columns_of, fact
from croupier.families.baccarat.hand_values import points
from croupier.families.baccarat.odds.exact import FIRST_FOUR_FACTS, SUIT_FACTS, CoupClasses, ExactBaccarat
from croupier.families.baccarat.odds.kernels import NO_CARD, CoupCards, coup_classes, deal_each, deal_shoe
from croupier.families.baccarat.odds.simulate import simulated_shoe
from croupier.families.baccarat.round import BaccaratRules, Coup, play
from croupier.odds.shoe_composition import Composition, card_number, card_of
from croupier.odds.verification.driver import cards_text
from croupier.odds.verification.report import Finding
from croupier.play.driver import ShoeDealer, deal_cards, play_to_end, timeout_answer
from croupier.play.facts import FactColumns
from croupier.play.round import RoundInProgress
from croupier.rulebook.table_rules import TableRules

DRAWING, SHOE = "drawing", "shoe"
SIMULATED_SHOES = 50
TENS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
DrawingComparison = tuple[tuple[Finding, ...], int]
"""Differences found between the drawing rules, and the number of card sequences compared."""


class DealtShoe(NamedTuple):
    """Shoe that was played by the live code: the order of its cards, and the rounds dealt from it."""

    cards: tuple[Card, ...]
    coups: Sequence[Coup]
    is_finished: bool
    """Whether the shoe was played to its last round."""


class RoundColumns:
    """Facts of many rounds as columns: those that are equal for all seats, and those of each seat."""

    def __init__(self, coups: Sequence[Coup], layout: TableContext) -> None:
        self.coups = coups
        self.layout = layout
        self._seats = {0: columns_of(coups, (0,), layout)}

    def of_seat(self, seat: int) -> FactColumns:
        if seat not in self._seats:
            own = columns_of(self.coups, (seat,), self.layout)
            self._seats[seat] = own.with_shared(self._seats[0], fact.spot_facts)
        return self._seats[seat]


def hands_text(coup: Coup) -> str:
    return f"Player {cards_text(coup.player)}, Banker {cards_text(coup.banker)}"


def deal_live_coup(rules: BaccaratRules, shoe: Shoe) -> tuple[Coup | None, Shoe]:
    """Deal one round with the live code; the coup is None if the cards run out."""
    dealer, live = ShoeDealer(shoe.begin_hand()), RoundInProgress(lambda: play(rules))
    play_to_end(live, dealer, timeout_answer)
    coup = live.result
    return (coup, dealer.shoe.end_hand(coup.cards)) if isinstance(coup, Coup) else (None, dealer.shoe)


def deal_live_shoe(rules: BaccaratRules, shoe: Shoe) -> list[Coup]:
    """Return every round of a shoe, dealt by the live code without wagers.

    A round in which the cards run out is void and ends the list. [003 L299]
    """
    _, shoe = shoe.burn()
    coups: list[Coup] = []
    while not shoe.is_finished:
        coup, shoe = deal_live_coup(rules, shoe)
        if coup is None:
            break
        coups.append(coup)
    return coups


def deal_live_round(rules: BaccaratRules, cards: Sequence[Card]) -> tuple[Coup, int]:
    """Deal one round from `cards` with the live code; return the coup and the number of cards taken.

    `cards` must be enough for the round.
    """
    live = RoundInProgress(lambda: play(rules))
    taken = play_to_end(live, deal_cards(cards), timeout_answer)
    assert isinstance(live.result, Coup)
    return live.result, taken


def hands_array(coups: Iterable[Coup]) -> CoupCards:
    """Return coups as an array of shape (n, 6), in the format of the kernels."""
    lines = [(*_three(coup.player), *_three(coup.banker)) for coup in coups]
    return np.array(lines, dtype=np.int64).reshape(-1, 6)


def _three(hand: tuple[Card, ...]) -> tuple[int, ...]:
    numbers = tuple(card_number(card) for card in hand)
    return numbers if len(numbers) == 3 else (*numbers, NO_CARD)


def _draws(rules: BaccaratRules) -> NDArray[np.int64]:
    return np.array(rules.draw_table, dtype=np.int64)


def _coup(hand: NDArray[np.int64]) -> Coup:
    cards = [card_of(int(number)) if number != NO_CARD else None for number in hand]
    player, banker = (tuple(card for card in part if card is not None) for part in (cards[:3], cards[3:]))
    return Coup(player, banker)


@cache
def compare_drawing_rules(printed: BaccaratRules, played: BaccaratRules) -> DrawingComparison:
    """Compare the live round with the compiled drawing rules for every possible sequence of card points.

    Return the differences and the number of card sequences compared. The result is cached for all rulebooks with the
    same drawing rules. The order of a hand's first two cards is ignored; tens, pictures and the four suits take turns.
    """
    sequences, coups = [], []
    for first_four in _first_fours():
        for cards, coup in _continued(played, first_four):
            sequences.append([card_number(card) for card in cards])
            coups.append(coup)
    compiled = deal_each(np.array(sequences, dtype=np.int64), _draws(printed), printed.natural_stops)
    live = hands_array(coups)
    differing = np.nonzero((compiled != live).any(axis=1))[0]
    found = dict.fromkeys(dealing_finding(coups[place], _coup(compiled[place])) for place in differing)
    return tuple(found), len(coups)


def _first_fours() -> Iterator[tuple[Card, ...]]:
    pairs = list(combinations_with_replacement(range(10), 2))
    for place, ((a, b), (c, d)) in enumerate(product(pairs, pairs)):
        yield tuple(_card(value, place + shift) for shift, value in enumerate((a, c, b, d)))


def _card(value: int, turn: int) -> Card:
    return Card(Rank(value) if value else TENS[turn // 4 % 4], Suit(turn % 4))


def _continued(rules: BaccaratRules, first_four: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], Coup]]:
    """Yield every round that can follow from four first cards: one for each possible fifth and sixth card."""
    for fifth in range(10):
        for sixth in range(10):
            cards = (*first_four, _card(fifth, fifth + sixth), _card(sixth, sixth))
            coup, taken = deal_live_round(rules, cards)
            yield cards, coup
            if taken < 6:
                break
        if taken < 5:
            break


def dealing_finding(live: Coup, counted: Coup) -> Finding:
    """Return a finding that describes where the live round and the counted round, dealt the same cards, differ."""
    first_two = Coup(live.player[:2], live.banker[:2])
    if first_two != Coup(counted.player[:2], counted.banker[:2]):
        return Finding(SHOE, f"dealt {hands_text(live)} live and {hands_text(counted)} in the odds")
    if len(live.player) != len(counted.player):
        who, own, other = f"Player on {first_two.player_total}", live.player, counted.player
    else:
        who, own, other = f"Banker on {first_two.banker_total} against {_third(live)}", live.banker, counted.banker
    return Finding(DRAWING, f"{who} {_drew(own)} live and {_drew(other)} in the odds")


def _third(coup: Coup) -> str:
    return f"a third card of {points(coup.player[2].rank)}" if coup.player[2:] else "a Player who stood"


def _drew(hand: tuple[Card, ...]) -> str:
    return "draws" if len(hand) == 3 else "stands"


def compare_shoes(shoes: Iterable[DealtShoe], printed: BaccaratRules, rules: ShoeRules) -> Iterator[Finding]:
    """Deal every played shoe again with the kernel; yield a finding for each shoe with different rounds."""
    draws = _draws(printed)
    for number, shoe in enumerate(shoes, 1):
        order = np.array([card_number(card) for card in shoe.cards], dtype=np.int64)
        one_more = rules.cut_rule is CutRule.ONE_MORE_HAND
        burn = _burn(shoe.cards, rules)
        dealt = deal_shoe(order, burn, rules.cut_from_back, one_more, draws, printed.natural_stops)
        yield from _differences(number, shoe.coups, dealt if shoe.is_finished else dealt[: len(shoe.coups)])


def compare_simulated_shoes(printed: TableRules, played: TableRules, seed: int) -> tuple[list[Finding], int]:
    """Deal simulated shoes again at the live table; return the findings and the number of rounds compared."""
    findings: list[Finding] = []
    compared = 0
    for number in range(SIMULATED_SHOES):
        cards, simulated = simulated_shoe(printed, seed, number)
        live = deal_live_shoe(BaccaratRules.of(played), Shoe.new(played.shoe, tuple(cards)))
        findings += _differences(number + 1, live, hands_array(simulated))
        compared += len(simulated)
    return findings, compared


def _burn(cards: Sequence[Card], rules: ShoeRules) -> int:
    """Return the number of cards that are burned before the first round. [003 L200; 004 L2305-2310]

    It is none, a fixed number, or the first card and as many more as its value.
    """
    if rules.burn in ("none", "fixed"):
        return rules.burn_fixed if rules.burn == "fixed" else 0
    return 1 + (int(cards[0].rank) if cards[0].rank < 10 else rules.burn_ten_value)


def _differences(number: int, live: Sequence[Coup], dealt: CoupCards) -> Iterator[Finding]:
    played = hands_array(live)
    common = min(len(played), len(dealt))
    differing = np.nonzero((played[:common] != dealt[:common]).any(axis=1))[0]
    if len(differing):
        # Later rounds of this shoe start at other cards, so comparing them gives no information.
        yield dealing_finding(live[differing[0]], _coup(dealt[differing[0]]))
    elif len(played) != len(dealt):
        yield Finding(SHOE, f"shoe {number} gave {len(played)} rounds live and {len(dealt)} compiled")


@dataclass(frozen=True)
class _Group:
    """Facts that depend on the same part of the cards, and the classes of rounds that the exact count uses for them."""

    facts: frozenset[str]
    kinds: CoupClasses
    columns: tuple[int, ...]
    """Columns of `coup_classes` that identify the class of a round."""

    @cached_property
    def places(self) -> dict[int, int]:
        return {int(key): place for place, key in enumerate(self.keys(hands_array(self.kinds.coups)))}

    def keys(self, hands: CoupCards) -> NDArray[np.int64]:
        kinds = coup_classes(hands)
        key = np.zeros(len(hands), np.int64)
        for column in self.columns:
            key = key * 100_000_000 + kinds[:, column]
        return key


def _groups(printed: BaccaratRules, shoe: Composition, wanted: frozenset[str]) -> Iterator[_Group]:
    exact = ExactBaccarat(printed.draw_table, printed.natural_stops)
    totals = frozenset(fact.by_name) - FIRST_FOUR_FACTS - SUIT_FACTS
    for facts, columns in ((totals, (0,)), (FIRST_FOUR_FACTS, (1,)), (SUIT_FACTS, (0, 2))):
        if selected := facts & wanted:
            yield _Group(selected, exact.table(shoe, [min(selected)]).classes, columns)


def compare_facts(
    columns: RoundColumns, printed: BaccaratRules, shoe: Composition, wanted: frozenset[str], seats: Sequence[int]
) -> tuple[list[Finding], int]:
    """Compare the facts of each live round with those of the example round of its class in the exact count.

    Return the findings and the number of facts compared.
    """
    hands = hands_array(columns.coups)
    findings: list[Finding] = []
    compared = 0
    for group in _groups(printed, shoe, wanted):
        places = np.array([group.places.get(int(key), -1) for key in group.keys(hands)], dtype=np.int64)
        if (places < 0).any():
            lost = columns.coups[int(np.argmin(places))]
            findings.append(Finding(DRAWING, f"a live round that the exact count does not know: {hands_text(lost)}"))
            continue
        for name in sorted(group.facts):
            fact_seats = seats if fact.by_name[name].is_of_seat else seats[:1]
            findings += _fact_differences(name, columns, group.kinds, places, fact_seats)
            compared += len(columns.coups) * len(fact_seats)
    return findings, compared


def _fact_differences(
    name: str, columns: RoundColumns, kinds: CoupClasses, places: NDArray[np.int64], seats: Sequence[int]
) -> Iterator[Finding]:
    layout: TableContext = columns.layout
    for seat in seats:
        live, counted = columns.of_seat(seat)[name], kinds.columns(seat, layout)[name][places]
        for round_place in np.nonzero(live != counted)[0][:1]:
            coup = columns.coups[int(round_place)]
            difference = f"is {live[round_place]} live and {counted[round_place]} in the odds"
            yield Finding(name, f"{difference}, seat {seat}: {hands_text(coup)}")
