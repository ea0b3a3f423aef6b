"""Pots by level as the table counts them, compared with a count chip by chip and with PokerKit."""

from __future__ import annotations

from random import Random

import pytest
from pokerkit import Automation, NoLimitTexasHoldem

from croupier.cards import Card
from croupier.families.holdem.round import HoldemResult, HoldemRound
from croupier.families.holdem.rules import HoldemRules
from croupier.families.holdem.settle import odd_chip_order, pots_after_fee, pots_of, split_pot, uncalled_excess
from croupier.play.driver import play_to_end
from croupier.play.round import Decision, Question, RoundInProgress
from tests.soak import SOAK

HANDS = 1_000_000 if SOAK else 3_000
BESIDE_POKERKIT = 3_000 if SOAK else 60
AUTOMATIC = (
    Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING,
)  # fmt: skip
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]


def chip_by_chip(put_in: dict[int, int], live: list[int], value: dict[int, int], order: list[int]) -> dict[int, int]:
    """Return the chips that each seat wins, counted one by one.

    The n-th chip of every seat goes to the best hand among the seats that put in an n-th chip. Chips that the same
    seats contest and win form one heap; heaps are shared equally, with odd chips in order.
    """
    heaps: dict[tuple[int, ...], int] = {}
    for level in range(1, max(put_in.values()) + 1):
        chips = sum(cents >= level for cents in put_in.values())
        can_win = tuple(seat for seat in live if put_in[seat] >= level)
        heaps[can_win] = heaps.get(can_win, 0) + chips
    won = dict.fromkeys(put_in, 0)
    for seats, chips in heaps.items():
        best = max(value[seat] for seat in seats)
        winners = [seat for seat in seats if value[seat] == best]
        each, odd = divmod(chips, len(winners))
        for seat in winners:
            won[seat] += each
        for seat in [seat_in_order for seat_in_order in order if seat_in_order in winners][:odd]:
            won[seat] += 1
    return won


def test_pots_are_the_same_counted_level_by_level_and_chip_by_chip() -> None:
    chance = Random(18)
    for _ in range(HANDS):
        seats = sorted(chance.sample(range(1, 10), chance.randint(2, 9)))
        button = chance.choice(seats)
        put_in = {seat: chance.choice((0, 1, 2, 5, 10, chance.randint(1, 30))) for seat in seats}
        live = [seat for seat in seats if put_in[seat] and chance.random() < 0.7]
        top = max(put_in.values())
        if not top or not any(put_in[seat] == top for seat in live):
            live = sorted({*live, max(put_in, key=lambda seat: put_in[seat])}) if top else []
        if not live:
            continue
        if back := uncalled_excess(put_in):
            put_in[back[0]] -= back[1]
        if not any(put_in.values()):
            continue
        value = {seat: chance.randint(1, 4) for seat in seats}
        order = odd_chip_order(seats, button, range(1, 10))
        won = dict.fromkeys(seats, 0)
        for pot in pots_of(put_in, live):
            best = max(value[seat] for seat in pot.seats)
            winners = [seat for seat in pot.seats if value[seat] == best]
            for seat, cents in split_pot(pot, winners, 1, order).won.items():
                won[seat] += cents
        assert won == chip_by_chip(put_in, live, value, order)
        assert sum(won.values()) == sum(put_in.values())


def test_a_fee_leaves_every_other_chip_where_it_was() -> None:
    pots = pots_of({1: 50, 2: 120, 3: 120, 4: 20}, [1, 2, 3])
    assert [(pot.cents, pot.seats) for pot in pots] == [(170, (1, 2, 3)), (140, (2, 3))]
    assert [pot.cents for pot in pots_after_fee(pots, 200)] == [0, 110]


@pytest.mark.parametrize(("nearest", "order"), [(False, [5, 6, 2, 4]), (True, [4, 5, 6, 2])])
def test_odd_chips_go_to_the_seat_closest_to_the_button(nearest: bool, order: list[int]) -> None:
    """Check the order clockwise with the button last, and the order by distance.

    Of two seats at the same distance, the left one comes first.
    """
    assert odd_chip_order([2, 4, 5, 6], 4, range(1, 10), nearest=nearest) == order


class BesidePokerKit:
    """One hand played here and in PokerKit with the same decisions; both must allow the same."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        players = chance.randint(2, 6)
        self.stacks = {seat: chance.choice((15, 40, 100, 300)) * 10 for seat in range(1, players + 1)}
        self.rules = HoldemRules(
            "no-limit", 0, 0, 50, 100, chip=1, min_bet=100, round_cap=0, odd_chips="first", asks_to_show=False
        )
        stacks = [self.stacks[seat] for seat in range(1, players + 1)]
        self.pokerkit = NoLimitTexasHoldem.create_state(AUTOMATIC, True, 0, (50, 100), 100, stacks, players)
        self.cards = chance.sample(DECK, 2 * players + 5)
        self.players = players
        self.short_bet_on: int | None = None
        """Street that was opened by an all-in below the smallest bet; None if there is none."""
        for place in range(players):
            self.pokerkit.deal_hole(self.cards[place] + self.cards[players + place])

    def play(self) -> HoldemResult:
        deck = iter([Card.parse(card) for card in self.cards])
        play = RoundInProgress(lambda: HoldemRound(self.rules, self.stacks, self.players, range(1, 10)))
        play_to_end(play, lambda: next(deck), self.decide)
        self.deal_to_pokerkit()
        assert isinstance(play.result, HoldemResult)
        return play.result

    def deal_to_pokerkit(self) -> None:
        """Deal the board to PokerKit as far as it asks for cards."""
        while self.pokerkit.status and self.pokerkit.actor_index is None and self.pokerkit.can_burn_card("??"):
            self.pokerkit.burn_card("??")
            at = 2 * self.players + len(list(self.pokerkit.get_board_cards(0)))
            many = 3 if at == 2 * self.players else 1
            self.pokerkit.deal_board("".join(self.cards[at : at + many]))

    def decide(self, play: RoundInProgress[HoldemResult], question: Question) -> Decision:
        self.deal_to_pokerkit()
        pokerkit, current = self.pokerkit, play.state
        assert isinstance(current, HoldemRound)
        assert pokerkit.actor_index == question.seat - 1
        choices = {choice.do: choice for choice in question.choices}
        call = choices["call"].most if "call" in choices else 0
        assert pokerkit.checking_or_calling_amount == call
        raising = choices.get("raise") or choices.get("bet")
        betting = current.betting
        # PokerKit counts an all-in below a full raise of the blind, or below the smallest bet, as a full one; the house
        # does not. [CA-THE-A6, A13]
        is_comparable = self.short_bet_on != betting.street and (
            betting.street > 0 or all(seated.stack or seated.folded for seated in betting.players.values())
        )
        assert pokerkit.can_complete_bet_or_raise_to() or raising is None
        if is_comparable:
            assert pokerkit.can_complete_bet_or_raise_to() == (raising is not None)
        if raising is not None and is_comparable:
            assert pokerkit.min_completion_betting_or_raising_to_amount == raising.least
            assert pokerkit.max_completion_betting_or_raising_to_amount == raising.most
        roll = self.chance.random()
        if raising is not None and roll < 0.35:
            to = self.chance.choice((raising.least, raising.most, self.chance.randint(raising.least, raising.most)))
            pokerkit.complete_bet_or_raise_to(to)
            if raising.do == "bet" and to < self.rules.min_bet:
                self.short_bet_on = betting.street
            return Decision(question.seat, raising.do, to)
        if "call" in choices and roll < 0.6:
            pokerkit.fold()
            return Decision(question.seat, "fold")
        pokerkit.check_or_call()
        return Decision(question.seat, "call" if "call" in choices else "check")


def test_pokerkit_asks_the_same_seats_for_the_same_amounts_and_pays_the_same() -> None:
    chance, compared = Random(7), 0
    for _ in range(BESIDE_POKERKIT):
        hand = BesidePokerKit(chance)
        result = hand.play()
        assert not hand.pokerkit.status
        nets = [result.of(seat).net for seat in sorted(hand.stacks)]
        split_evenly = all(pot.cents % max(1, len(pot.won)) == 0 for pot in result.pots)
        if split_evenly:  # PokerKit joins side pots with the same winners before it shares their odd chips
            compared += 1
            assert list(hand.pokerkit.payoffs) == nets
    assert compared > BESIDE_POKERKIT // 2
