"""Rounds through the live path: shuffled shoes, the round's own questions, every bet settled, all of it kept."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from croupier.cards import Card, Shoe, ShoeEmpty, ShoeRules
from croupier.cards.chance import Chance, shuffled
from croupier.cards.shoe import decks
from croupier.errors import BrokenPromise
from croupier.families.baccarat.odds.verification.money import money_faults
from croupier.families.baccarat.odds.verification.table import FullTable
from croupier.families.baccarat.round import BaccaratRules, Coup, play
from croupier.money.outcome import Verdict
from croupier.money.settlement import Settled
from croupier.odds.verification.report import Finding
from croupier.play.family import settle_bets
from croupier.play.round import Called, Deal, Play

MOST_CARDS_A_ROUND = 6
PLAYED_TO_THE_END = 4
"""One shoe in so many: cut card and last hand are the same for all, and their rounds are not counted."""


class Outcome(NamedTuple):
    """How a bet ended, a meter's prize left out."""

    result: str
    net: int
    verdict: Verdict

    @property
    def prizes(self) -> dict[str, Fraction]:
        return {prize.meter: prize.share for prize in self.verdict.prizes}


class DealtShoe(NamedTuple):
    """A shoe that was played: the order of its cards, and which rounds were dealt from it."""

    cards: tuple[Card, ...]
    first_round: int
    rounds: int
    is_finished: bool
    """Played to its last hand."""


@dataclass
class Rounds:
    """Rounds that were played and settled, in order."""

    table: FullTable
    coups: list[Coup] = field(default_factory=list)
    is_counted: list[bool] = field(default_factory=list)
    """Rounds for the statistics; the last of a shoe are compared but not counted."""
    endings: list[list[int]] = field(default_factory=list)
    """For every round and bet the place of its outcome."""
    outcomes: list[Outcome] = field(default_factory=list)
    shoes: list[DealtShoe] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    _places: dict[tuple[int, str, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.meters = dict(self.table.meters)

    def settle(self, coup: Coup, *, is_counted: bool) -> None:
        """Settle every bet by the live path and keep what came of it."""
        table = self.table
        try:
            done = settle_bets(table.house, coup, table.bets, bank=table.bank, meters=self.meters)
        except BrokenPromise as broken:
            self.findings.append(Finding("settlement", f"{broken}: {hands_of(coup)}"))
            return
        self.findings += [
            Finding(where, f"{fault}: {hands_of(coup)}") for where, fault in money_faults(table, self.meters, done)
        ]
        self.endings.append([self._place(one) for one in done.settled[: len(table.bets)]])
        self.coups.append(coup)
        self.is_counted.append(is_counted)
        if not table.are_meters_empty:
            self.meters |= done.meters

    def _place(self, one: Settled) -> int:
        net = (one.net if one.owed is None else one.owed) - one.prize
        # Verdicts are shared between rounds and kept alive in `outcomes`, so that their identity tells them apart.
        key = (id(one.verdict), one.result.value, net)
        if key not in self._places:
            self._places[key] = len(self.outcomes)
            self.outcomes.append(Outcome(one.result.value, net, one.verdict))
        return self._places[key]


def sure_rounds(rules: ShoeRules) -> int:
    """How many rounds every shoe gives, whatever its cards: those before the cut card can be out.

    Cards of a fairly shuffled shoe are exchangeable. Where a round begins depends only on the cards before it, so the
    next six cards are spread like the first six, and every round that is sure to be dealt has the odds of a fresh shoe.
    How many rounds come before the cut card does depend on the cards: a shoe of short rounds gives more of them. To
    count them all would lean a little towards four-card rounds (the cut-card effect), so only the sure ones are.
    Rounds of one shoe hang together: their results correlate by a few parts in a hundred thousand, which widens or
    narrows a count over a shoe by less than a thousandth, far less than the test can see.
    """
    most_burnt = max(rules.burn_fixed, 1 + max(9, rules.burn_ten_value))
    before_cut = 52 * rules.decks - rules.cut_from_back - most_burnt
    return max(1, before_cut // MOST_CARDS_A_ROUND)


def play_shoes(table: FullTable, rounds: int, chance: Chance) -> Rounds:
    """Deal shoe after shoe until enough rounds are counted. The first of every four is played to its last hand."""
    done = Rounds(table)
    rules, shoe_rules = BaccaratRules.of(table.house), table.house.shoe
    sure = sure_rounds(shoe_rules)
    left = rounds
    while left > 0 and not done.findings:
        cards = shuffled(decks(shoe_rules.decks), chance)
        to_the_end = len(done.shoes) % PLAYED_TO_THE_END == 0
        _play_shoe(done, rules, Shoe.of(shoe_rules, cards), min(sure, left), to_the_end=to_the_end)
        left -= sure
    return done


def _play_shoe(done: Rounds, rules: BaccaratRules, shoe: Shoe, counted: int, *, to_the_end: bool) -> None:
    """Burn, deal, settle every round; to the end, that is until the last hand after the cut card."""
    first = len(done.coups)
    _, shoe = shoe.burnt()
    dealt = 0
    while not shoe.is_finished and shoe.left >= MOST_CARDS_A_ROUND and (to_the_end or dealt < counted):
        coup, shoe = deal_from(rules, shoe)
        done.settle(coup, is_counted=dealt < counted)
        dealt += 1
    done.shoes.append(DealtShoe(shoe.cards, first, len(done.coups) - first, to_the_end))


def deal_from(rules: BaccaratRules, shoe: Shoe) -> tuple[Coup, Shoe]:
    """One round by the live generator, from a shoe that has the cards for it."""
    shoe = shoe.begin_hand()
    round_play = Play(lambda: play(rules))
    while isinstance(round_play.need, Deal):
        card, shoe = shoe.deal()
        round_play.answer(card)
    round_play.answer(Called())
    coup = round_play.result
    assert isinstance(coup, Coup)
    return coup, shoe.end_hand(coup.cards)


def rounds_of(rules: BaccaratRules, shoe: Shoe) -> list[Coup]:
    """Every round of a shoe by the live generator, without wagers; one that the cards run out in is void. [003 L299]"""
    _, shoe = shoe.burnt()
    coups: list[Coup] = []
    with suppress(ShoeEmpty):
        while not shoe.is_finished:
            coup, shoe = deal_from(rules, shoe)
            coups.append(coup)
    return coups


def deal_cards(rules: BaccaratRules, cards: Sequence[Card]) -> tuple[Coup, int]:
    """The live round over cards that are enough for it, and how many it took."""
    round_play = Play(lambda: play(rules))
    taken = 0
    while isinstance(round_play.need, Deal):
        round_play.answer(cards[taken])
        taken += 1
    round_play.answer(Called())
    assert isinstance(round_play.result, Coup)
    return round_play.result, taken


def hands_of(coup: Coup) -> str:
    player, banker = (" ".join(str(card) for card in hand) for hand in (coup.player, coup.banker))
    return f"Player {player}, Banker {banker}"


def in_dealing_order(coup: Coup) -> tuple[Card, ...]:
    """The cards as they left the shoe: by turns, then the Player's third, then the Banker's. [000 L96-97]"""
    by_turns = (coup.player[0], coup.banker[0], coup.player[1], coup.banker[1])
    return (*by_turns, *coup.player[2:], *coup.banker[2:])
