"""Rounds of blackjack unlike each other: a few thousand hands in which even the rarest occur.

Dealt from cut-down packs (aces and twos, sevens of one suit ...) to players who hit, double and split without sense.
Good for asking whether something can happen, never for how often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import cycle

from croupier.cards import Card, Rank, Suit
from croupier.cards.chance import Chance, SeededChance
from croupier.families.blackjack.facts import Seen, facts_of
from croupier.families.blackjack.round import BlackjackResult, BlackjackRound, Entrant, Table
from croupier.families.blackjack.rules import BlackjackRules
from croupier.money.outcome import SEATED
from croupier.play.facts import RoundFacts
from croupier.play.round import Ask, Called, Deal, Decision, Play, Question, Void

ROUNDS = 5_000
SUITS: tuple[tuple[Suit, ...], ...] = (tuple(Suit), (Suit.DIAMONDS,), (Suit.SPADES,), (Suit.HEARTS, Suit.CLUBS))
TENS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
LOW = (Rank.ACE, Rank.TWO, Rank.THREE)


@cache
def varied_hands(rules: BlackjackRules) -> tuple[RoundFacts[Seen], ...]:
    """The facts of the same hands every time."""
    chance = SeededChance(29)
    rounds = zip(range(ROUNDS), dealers(chance), strict=False)
    return tuple(
        facts for number, deal in rounds for facts in _facts(_deal(rules, deal, chance, eager=number % 3 == 0))
    )


def dealers(chance: Chance) -> Iterator[Callable[[], Card]]:
    """Round after round, who deals it: cards of one cut-down pack, in which any card may come again."""
    for pack in cycle(packs()):
        yield partial(_drawn, pack, chance)


def _drawn(pack: tuple[Card, ...], chance: Chance) -> Card:
    return pack[chance.below(len(pack))]


def packs() -> Iterator[tuple[Card, ...]]:
    for suits in SUITS:
        for ranks in _ranks():
            yield tuple(Card(rank, suit) for rank in ranks for suit in suits)


def _ranks() -> Iterator[tuple[Rank, ...]]:
    yield tuple(Rank)
    yield LOW
    yield (Rank.ACE,)
    yield (Rank.ACE, Rank.TWO)
    yield (Rank.ACE, *TENS)
    yield (Rank.ACE, Rank.KING)
    yield (Rank.SIX, Rank.SEVEN, Rank.EIGHT)
    yield (Rank.SEVEN, *TENS)
    yield (Rank.EIGHT, *TENS)
    yield (Rank.FIVE, Rank.SIX, Rank.TEN)
    yield (*LOW, Rank.SIX, Rank.TEN)
    for rank in Rank:
        yield (rank,)
        yield (rank, Rank(rank % 13 + 1), Rank((rank + 1) % 13 + 1))
        yield (rank, Rank((rank + 4) % 13 + 1), Rank((rank + 7) % 13 + 1))


def _deal(
    rules: BlackjackRules, deal: Callable[[], Card], chance: SeededChance, *, eager: bool
) -> BlackjackResult | None:
    table = Table((Entrant(1, 200, (SEATED,)),), dealer_completes=True)
    play: Play[BlackjackResult | Void] = Play(lambda: BlackjackRound(rules, table))
    while not play.is_over:
        match play.need:
            case Deal():
                play.answer(deal())
            case Ask(questions=(question, *_)):
                play.answer(_decision(question, chance, eager=eager))
            case _:
                play.answer(Called())
    return play.result if isinstance(play.result, BlackjackResult) else None


def _decision(question: Question, chance: SeededChance, *, eager: bool) -> Decision:
    """Any choice; an eager player takes a card whenever he may."""
    words = [choice.do for choice in question.choices]
    if eager and "hit" in words:
        return Decision(question.seat, "hit")
    return Decision(question.seat, words[chance.below(len(words))])


def _facts(result: BlackjackResult | None) -> Iterator[RoundFacts[Seen]]:
    if result is not None:
        for place in range(1, len(result.seats[0].hands) + 1):
            yield facts_of(result, 1, place)
