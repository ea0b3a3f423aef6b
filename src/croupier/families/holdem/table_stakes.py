"""Table stakes of hold'em: buy-ins, players dealt in, missed blinds, and the public view of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.cards import Card, Piece
from croupier.cards.random_source import RandomSource
from croupier.errors import BadInput, Problem
from croupier.families.holdem.betting import ACTIONS, Betting, PlayerState
from croupier.families.holdem.hand_history import to_phh
from croupier.families.holdem.round import STREETS, HoldemResult, HoldemRound
from croupier.families.holdem.rules import HoldemRules, HoldemSection, option_problems, rules_of, stakes_of
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents, format_amount, format_dollars
from croupier.play.family import CaseRound
from croupier.play.round import RoundInProgress
from croupier.play.table_stakes import (
    AmountPosted,
    BetShown,
    BotMove,
    BuyInLimits,
    CaseHandStart,
    HandBetweenSeats,
    HandStart,
    PointsPosted,
    PossibleOutcome,
    PresetShown,
    SeatedStack,
    SeatInHand,
    SettledHand,
    pot_shares,
)
from croupier.rulebook.table_rules import TableRules

POT, POST = "pot", "post"
SMALL, BIG = "small-blind", "big-blind"
SUITS = "cdhs"
"""Suits in the order that breaks ties when cards are drawn for the button, lowest first. [CA-THE-A1]"""
ACE_HIGH = 14
RESULT_MS = 9000
"""Usual time to read the result of a hand, in milliseconds."""


class HoldemStakes:
    """Implementation of table stakes for hold'em."""

    least_players = 2
    folded_stay_hidden = True
    stack_wagers: frozenset[str] = frozenset()
    usual_times: Mapping[str, int] = {"result_ms": RESULT_MS}

    def time_bank_seconds(self, rules: TableRules) -> int:
        return int(rules.value(_section(rules).time_bank, 0))

    def buy_in(self, rules: TableRules) -> BuyInLimits:
        """Return the buy-in limits in big bets, big blinds, or the larger stake without a big blind. [004 L30, L32]"""
        play_rules, section = rules_of(rules), _section(rules)
        stakes = stakes_of(rules, play_rules.betting)
        unit = play_rules.big_bet if play_rules.is_limit else play_rules.big_blind or stakes[1]
        least, most = (int(rules.value(one)) * unit for one in (section.buy_in_least, section.buy_in_most))
        top = Cents(most) if most else None
        return BuyInLimits(
            Cents(least), top, rules.rulebook.cite(section.cite), Cents(play_rules.chip), play_rules.betting, stakes
        )

    def points(self, rules: TableRules) -> list[PointsPosted]:
        return []

    def most_players(self, rules: TableRules) -> int:
        return len(rules.seats)

    def outcomes(self, rules: TableRules, opponents: int) -> list[PossibleOutcome]:
        return []

    def problem(self, rules: TableRules) -> Problem | None:
        return option_problems(rules)

    def first_button(self, rules: TableRules, cards: Mapping[int, Piece]) -> int:
        """Return the seat that drew the highest card; suits break ties. [004 L6; CA-THE-A1]"""
        return max(cards, key=lambda seat: _height(cards[seat]))

    def posted(self, rules: TableRules) -> list[AmountPosted]:
        """Return the blinds, antes and bet sizes as text for display. [004 L32, L978]"""
        play_rules = rules_of(rules)
        amounts = {
            "small-blind": play_rules.small_blind,
            "big-blind": play_rules.big_blind,
            "ante": play_rules.ante,
            "small-bet": play_rules.small_bet,
            "big-bet": play_rules.big_bet,
            "round-cap": play_rules.round_cap,
        }
        return [{"name": name, "cents": int(cents)} for name, cents in amounts.items() if cents]

    def is_ready(self, rules: TableRules, one: SeatedStack) -> bool:
        return one.cents >= rules_of(rules).chip

    def start_hand(
        self, rules: TableRules, seated: Sequence[SeatedStack], button: int | None, *, moves: bool
    ) -> HandStart:
        """Return the start of the next hand: where the button is, and who is dealt in. [004 L51]

        Players are dealt in if they owe no blind, post the missed blind, or have the big blind now.
        """
        play_rules, by_seat = rules_of(rules), {one.seat: one for one in seated}
        ready = [one for one in seated if one.is_in and self.is_ready(rules, one)]
        dealt = [one.seat for one in ready if not one.owes or one.posts]
        waiting = [one.seat for one in ready if one.seat not in dealt]
        if len(dealt) < self.least_players:
            dealt, waiting = sorted(dealt + waiting), []
        at = _button(rules.seats, dealt, button, moves=moves)
        for seat in waiting:
            if _order(rules.seats, sorted([*dealt, seat]), at)[1] == seat:
                dealt = sorted([*dealt, seat])
                break
        order = _order(rules.seats, dealt, at)
        small, big = _blinds(play_rules, order)
        wagers = {seat: _wagers(play_rules, by_seat[seat], is_blind=seat in (small, big)) for seat in order}
        return HandStart(at, wagers, _owing(rules.seats, seated, dealt, at, small, big))

    def never_revealed(self, result: HoldemResult) -> frozenset[int]:
        """Return the numbers, from 1 in dealing order, of the cards that were never shown."""
        seats = [one.seat for one in result.seats]
        hidden = [place for place, one in enumerate(result.seats, start=1) if not one.shown]
        return frozenset(place + turn * len(seats) for place in hidden for turn in range(2))

    def in_hand(self, rules: TableRules, play: RoundInProgress[Any]) -> HandBetweenSeats:
        current = play.state
        assert isinstance(current, HoldemRound)
        return hand_view(current)

    def settled_hand(self, rules: TableRules, result: HoldemResult) -> SettledHand:
        return settled_hand(result)

    # Cases: rounds described in a file

    def case(self, rules: TableRules, given: CaseHandStart) -> tuple[CaseRound, list[Bet]]:
        from dataclasses import replace

        play_rules = rules_of(rules)
        _require_hand(rules, play_rules, given)
        posts = {bet.seat: int(bet.amount) for bet in given.wagers}
        stacks = {seat: int(cents) for seat, cents in given.stacks.items()}
        case_rules = replace(play_rules, asks_to_show=False)
        brought = [
            Bet(seat, SEATED, wager, Cents(cents))
            for seat, cents in stacks.items()
            for wager, cents in ((POT, cents - posts.get(seat, 0)), (POST, posts.get(seat, 0)))
            if cents
        ]
        form = CaseRound(
            lambda: HoldemRound(case_rules, stacks, given.button, rules.seats, posts), tuple(ACTIONS), by_seat=True
        )
        return form, brought

    def history(self, rules: TableRules, result: HoldemResult, archived: Mapping[str, Any]) -> str | None:
        return to_phh(rules, result, archived)

    def bot(self, rules: TableRules, view: Mapping[str, Any], chance: RandomSource) -> BotMove | None:
        from croupier.families.holdem.bot import holdem_bot

        return holdem_bot(rules, view, chance)

    def case_json(self, rules: TableRules, result: HoldemResult) -> dict[str, Any]:
        pots = [
            {
                "amount": format_amount(Cents(pot.cents)),
                "seats": sorted(pot.seats),
                "won": {str(seat): format_amount(Cents(won)) for seat, won in sorted(pot.won.items())},
            }
            for pot in result.pots
        ]
        if rules_of(rules).fee is None:
            return {"pots": pots}
        taken = {
            "action": format_amount(Cents(result.fee_pot or 0)),
            "player_dealer": format_amount(Cents(0)),
            "players": {},
        }
        return {"pots": pots, "collection": taken | {"pot": format_amount(Cents(result.fee))}}


def settled_hand(result: HoldemResult) -> SettledHand:
    """Return who won each pot with which odd chips, and the money of each seat, without any card. [004 L8, L30]"""
    pots = [pot for pot in result.pots if pot.won]
    return {
        "pots": [
            {
                "cents": pot.cents,
                "seats": sorted(pot.seats),
                "winners": pot_shares(pot.won),
            }
            for pot in pots
        ],
        "put_in_cents": sum(one.put_in for one in result.seats),
        "fee_cents": result.fee,
        "seats": [
            {
                "seat": one.seat,
                "put_in_cents": one.put_in,
                "won_cents": one.won,
                "returned_cents": result.returned.get(one.seat, 0),
                "points": 0,
                "points_owed_cents": 0,
                "points_cents": 0,
                "fee_cents": 0,
                "net_cents": one.net,
                "against": [],
            }
            for one in sorted(result.seats, key=lambda seat: seat.seat)
        ],
    }


def _section(rules: TableRules) -> HoldemSection:
    section = rules.rulebook.written.own
    assert isinstance(section, HoldemSection)
    return section


def _height(card: Piece) -> tuple[int, int]:
    assert isinstance(card, Card)
    rank = int(card.rank)
    return (ACE_HIGH if rank == 1 else rank), SUITS.index(str(card)[-1])


def _button(every: Sequence[int], dealt: Sequence[int], button: int | None, *, moves: bool) -> int:
    """Return the seat of the button: its present seat if `moves` is false, else the next player who is dealt in."""
    if button is None:
        return dealt[0]
    if not moves and button in dealt:
        return button
    at = every.index(button)
    return next(seat for seat in (*every[at + 1 :], *every[: at + 1]) if seat in dealt)


def _order(every: Sequence[int], dealt: Sequence[int], button: int) -> list[int]:
    at = every.index(button)
    return [seat for seat in (*every[at + 1 :], *every[: at + 1]) if seat in dealt]


def _blinds(rules: HoldemRules, order: Sequence[int]) -> tuple[int, int]:
    if len(order) == 2 and rules.hu_button_is_sb:
        return order[1], order[0]
    return order[0], order[1]


def _wagers(rules: HoldemRules, one: SeatedStack, *, is_blind: bool) -> dict[str, int]:
    """Return the wagers of a seat: all its chips, split into a post for missed blinds and the rest."""
    owed = rules.big_blind * (BIG in one.owes) + rules.small_blind * (SMALL in one.owes)
    post = min(owed, one.cents) if one.posts and not is_blind else 0
    return {POT: one.cents - post, POST: post}


def _owing(
    every: Sequence[int], seated: Sequence[SeatedStack], dealt: Sequence[int], button: int, small: int, big: int
) -> dict[int, tuple[str, ...]]:
    """Return which blinds each seat owes that is not dealt in.

    A seat that the small blind has passed owes the small blind. A seat between the small and the big blind owes the big
    blind.
    """
    at = every.index(button)
    ring = [*every[at + 1 :], *every[: at + 1]]
    passed = {
        seat: SMALL if ring.index(seat) < ring.index(small) else BIG
        for seat in ring[: ring.index(big)]
        if seat not in dealt and len(dealt) > 2
    }
    owing = {}
    for player in seated:
        if player.seat not in dealt:
            words = {*player.owes, *([passed[player.seat]] if player.seat in passed else [])}
            owing[player.seat] = tuple(sorted(words))
    return owing


def _require_hand(table_rules: TableRules, rules: HoldemRules, given: CaseHandStart) -> None:
    """Refuse a case that has fewer than two players, broken chips, a button without cards, or a wrong post."""
    if len(given.stacks) < 2:
        raise BadInput.at("stacks", f"has {len(given.stacks)} players; a hand needs two")
    for seat, cents in given.stacks.items():
        if cents % rules.chip:
            chip = format_dollars(Cents(rules.chip))
            raise BadInput.at(f"stacks.{seat}", f"is {format_dollars(cents)}; chips here are whole {chip}")
    if given.button not in given.stacks:
        there = ", ".join(map(str, given.stacks))
        raise BadInput.at("button", f"seat {given.button} is not dealt in; the button is with one of {there}")
    if given.action_seat is not None:
        raise BadInput.at("action_seat", "hold'em has no action button; leave it out")
    order = _order(table_rules.seats, sorted(given.stacks), given.button)
    for place, bet in enumerate(given.wagers):
        _require_post(rules, bet, order, given, f"wagers[{place}]")
    if len({bet.seat for bet in given.wagers}) != len(given.wagers):
        raise BadInput.at("wagers", "holds two posts of one seat; give them as one amount")


def _require_post(rules: HoldemRules, bet: Bet, order: Sequence[int], given: CaseHandStart, where: str) -> None:
    if bet.wager != POST:
        raise BadInput.at(
            f"{where}.wager", f"is {bet.wager}; before the cards only a post is given (the blinds follow)"
        )
    if bet.seat not in given.stacks:
        raise BadInput.at(f"{where}.seat", f"seat {bet.seat} is not dealt in")
    if bet.seat in _blinds(rules, order):
        raise BadInput.at(f"{where}.seat", f"seat {bet.seat} has a blind in this hand; it posts nothing")
    big, small = rules.big_blind, rules.small_blind
    allowed = sorted({small, big, small + big} - {0})
    if bet.amount not in allowed:
        right = ", ".join(format_dollars(Cents(cents)) for cents in allowed)
        raise BadInput.at(f"{where}.amount", f"is {format_dollars(bet.amount)}; a post is {right}")
    if bet.amount > given.stacks[bet.seat]:
        raise BadInput.at(
            f"{where}.amount", f"is more than the {format_dollars(given.stacks[bet.seat])} in front of the seat"
        )


# Public view


def hand_view(current: HoldemRound) -> HandBetweenSeats:
    """Return the public view of a hand in progress: chips and turns, without any card."""
    betting = current.betting
    in_front = sum(player.bet for player in betting.players.values())
    pot_total = betting.pot_cents - current.fee
    fee_due = 0
    if current.fee_pot is None and current.rules.fee is not None:
        fee_due = current.rules.fee_of(len(betting.order), betting.pot_cents)
    return {
        "stage": STREETS[current.stage],
        "seats": [_seat(current, player) for player in betting.players.values()],
        "pots": _pots(current) if pot_total > in_front else [],
        "pot_cents": pot_total,
        "fee_cents": current.fee,
        "fee_due_cents": fee_due,
        "betting": None if current.deciding_player is None else _bet_shown(betting, current.deciding_player, pot_total),
        "order": list(betting.order),
    }


def _pots(current: HoldemRound) -> list[Any]:
    """Return the pots in the middle, without the wagers of the current betting round."""
    from croupier.families.holdem.settle import pots_after_fee, pots_of

    betting = current.betting
    if current.won:
        return [{"cents": pot.cents, "seats": sorted(pot.seats)} for pot in current.won]
    live = [player.seat for player in betting.live_players]
    put_in = {seat: player.live - player.bet for seat, player in betting.players.items()}
    pots = pots_after_fee(pots_of(put_in, live, betting.dead), current.fee)
    return [{"cents": pot.cents, "seats": sorted(pot.seats)} for pot in pots]


def _seat(current: HoldemRound, player: PlayerState) -> SeatInHand:
    betting = current.betting
    places = {betting.button: "button", betting.small: "small-blind", betting.big: "big-blind"}
    return {
        "seat": player.seat,
        "stack_cents": player.stack,
        "bet_cents": player.bet,
        "put_in_cents": player.put_in,
        "state": "folded" if player.folded else "all-in" if player.stack == 0 else "in",
        "last": player.last,
        "position": places.get(player.seat, ""),
    }


def _bet_shown(betting: Betting, player: PlayerState, pot: int) -> BetShown:
    reach = betting.bet_range(player)
    return {
        "seat": player.seat,
        "to_call_cents": betting.to_call(player),
        "stack_after_call_cents": player.stack - betting.to_call(player),
        "pot_after_call_cents": pot + betting.to_call(player),
        "least_to_cents": reach.least,
        "most_to_cents": reach.most,
        "all_in_to_cents": player.bet + player.stack,
        "chip_cents": betting.rules.chip,
        "presets": _presets(betting, player, pot) if reach.most > reach.least else [],
        "why_not": reach.why,
    }


def _presets(betting: Betting, player: PlayerState, pot: int) -> list[PresetShown]:
    """Return suggested raises: the minimum, parts of the pot after a call, and the maximum."""
    reach, call, chip = betting.bet_range(player), betting.to_call(player), betting.rules.chip
    shares = {"third-pot": (1, 3), "half-pot": (1, 2), "two-thirds-pot": (2, 3), "pot": (1, 1)}
    named: dict[str, int] = {"least": reach.least}
    for name, (over, under) in shares.items():
        to = betting.level + (pot + call) * over // under // chip * chip
        if reach.least < to < reach.most:
            named[name] = to
    named["most"] = reach.most
    return [{"name": name, "to_cents": to} for name, to in named.items()]
