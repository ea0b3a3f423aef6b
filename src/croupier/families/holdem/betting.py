"""Betting of one hand: whose turn it is, which actions and amounts are legal, and the chips put in. [004 L8, L30, L978]

Legality is defined once: `choices` lists the legal actions with their exact amounts; `refusal` explains why any other
action is not allowed. The amount of a bet or raise is the player's total wager of the betting round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from croupier.families.holdem.rules import HoldemRules
from croupier.families.holdem.settle import Pot, pots_of, uncalled_excess
from croupier.money.cents import Cents, format_dollars
from croupier.play.round import Choice, Decision, ForbiddenDecision

FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise"
ACTIONS = (FOLD, CHECK, CALL, BET, RAISE)


@dataclass
class PlayerState:
    """State of one seat during a hand: its chips and its last action."""

    seat: int
    stack: int
    """Cents that the seat has not wagered yet."""
    bet: int = 0
    """Cents that the seat has wagered in this betting round."""
    live: int = 0
    """Cents that the seat has put in and that others must match: antes, and the wagers of all betting rounds."""
    dead: int = 0
    """Cents of a post that nobody has to match (dead money); they belong to the main pot."""
    folded: bool = False
    acted: bool = False
    last: str = ""

    @property
    def put_in(self) -> int:
        return self.live + self.dead

    def pay(self, cents: int, *, in_round: bool = True) -> int:
        """Move up to this many cents from the stack into the bet; return the amount moved."""
        paid = min(cents, self.stack)
        self.stack -= paid
        self.live += paid
        self.bet += paid if in_round else 0
        return paid


@dataclass(frozen=True)
class BettingAction:
    """Action of a seat in a betting round, with the seat's total wager of that round after the action."""

    street: int
    seat: int
    do: str
    to_cents: int


@dataclass(frozen=True)
class BetRange:
    """Legal range of a bet or raise in cents; if no bet is legal, `why` is the reason."""

    least: int
    most: int
    why: str = ""
    topic: str = ""


class Betting:
    """State of all betting rounds of one hand.

    `order` lists the seats dealt in, clockwise from the left of the button, the button last.
    """

    def __init__(
        self, rules: HoldemRules, order: Sequence[int], stacks: Mapping[int, int], posts: Mapping[int, int]
    ) -> None:
        self.rules = rules
        self.players = {seat: PlayerState(seat, stacks[seat]) for seat in order}
        self.order = tuple(order)
        self.street = 0
        self.level = 0
        """Largest wager of the betting round in cents, which the others must match."""
        self.full = 0
        """Size in cents of the last full bet or raise of the betting round."""
        self.raises = 0
        """Number of full bets and raises in the round; a blind counts, a short all-in does not. [CA-THE-A6, A13]"""
        self.capped = False
        self.returned: dict[int, int] = {}
        self.acts: list[BettingAction] = []
        self.small, self.big = self._blind_seats()
        self._put_up(posts)
        self._begin_round(self._first_to_act())

    # Before the cards

    @property
    def button(self) -> int:
        return self.order[-1]

    def _blind_seats(self) -> tuple[int, int]:
        """Return the seats that put up the small and the big blind.

        They are the first two seats left of the button. With two players, they are the button and the other seat. [004
        L6; CA-THE-A11]
        """
        if len(self.order) == 2 and self.rules.hu_button_is_sb:
            return self.order[1], self.order[0]
        return self.order[0], self.order[1]

    def _put_up(self, posts: Mapping[int, int]) -> None:
        """Put up antes, blinds and posts; none is larger than the seat's stack. [004 L6, L32, L51]"""
        rules = self.rules
        for player in self.players.values():
            player.pay(rules.ante, in_round=False)
        self.players[self.small].pay(rules.small_blind)
        self.players[self.big].pay(rules.big_blind)
        for seat, cents in posts.items():
            self._post(self.players[seat], cents)
        posted = max(player.bet for player in self.players.values())
        self.level = max(rules.big_blind, posted) if rules.short_blind == "full" else posted  # [CA-THE-A15]
        self.full = rules.big_blind or (rules.small_bet if rules.is_limit else rules.min_bet)
        self.raises = int(self.level > 0)

    def _post(self, player: PlayerState, cents: int) -> None:
        """Post missed blinds: the big blind is live, a small blind is dead. [CA-THE-A5]"""
        big = self.rules.big_blind if cents >= self.rules.big_blind else 0
        player.pay(big)
        rest = min(cents - big, player.stack)
        if self.rules.post_sb_dead:
            player.stack -= rest
            player.dead += rest
        else:
            player.pay(rest)

    def _first_to_act(self) -> int:
        """Return the index of the first seat to act: left of the big blind, or left of the button without blinds."""
        if not self.rules.big_blind and not self.rules.small_blind:
            return 0
        return (self.order.index(self.big) + 1) % len(self.order)

    # Betting round

    def _begin_round(self, first: int) -> None:
        self.turn = first

    def next_street(self) -> None:
        """Begin the next betting round; the first active seat left of the button acts first. [004 L6]"""
        self.return_uncalled()
        self.street += 1
        self.level = self.raises = 0
        self.capped = False
        self.full = self.rules.bet_size(self.street) if self.rules.is_limit else self.rules.min_bet
        for player in self.players.values():
            player.bet, player.acted, player.last = 0, False, ""
        self._begin_round(0)

    def return_uncalled(self) -> None:
        """Give the part of a wager that nobody called back to its owner. [004 L30]"""
        back = uncalled_excess({seat: player.live for seat, player in self.players.items()})
        if back is None:
            return
        seat, cents = back
        player = self.players[seat]
        player.live -= cents
        player.bet = max(0, player.bet - cents)
        player.stack += cents
        self.returned[seat] = self.returned.get(seat, 0) + cents

    @property
    def live_players(self) -> list[PlayerState]:
        return [player for player in self.players.values() if not player.folded]

    @property
    def is_over(self) -> bool:
        """Whether all players except one have folded."""
        return len(self.live_players) == 1

    @property
    def is_settled(self) -> bool:
        """Whether no more betting is possible: at most one remaining player has chips."""
        return sum(player.stack > 0 for player in self.live_players) <= 1

    def next_player(self) -> PlayerState | None:
        """Return the player who must act next, or None if the betting round is over."""
        if self.is_over:
            return None
        for step in range(len(self.order)):
            player = self.players[self.order[(self.turn + step) % len(self.order)]]
            if self._has_to_act(player):
                return player
        return None

    def _has_to_act(self, player: PlayerState) -> bool:
        if player.folded or player.stack == 0 or (player.acted and player.bet >= self.level):
            return False
        others = [one for one in self.live_players if one is not player]
        return any(one.stack > 0 for one in others) or any(one.bet > player.bet for one in others)

    def to_call(self, player: PlayerState) -> int:
        return min(self.level - player.bet, player.stack)

    # Legal actions

    def bet_range(self, player: PlayerState) -> BetRange:
        """Return the legal range of a bet or raise for this player."""
        if player.acted and self.level - player.bet < self._reopens_at:
            message = "the last raise was no full one, so it opens the betting again for nobody who has acted"
            return BetRange(0, 0, message, "reopen")
        if not self.rules.check_raise and player.last == CHECK:
            return BetRange(0, 0, "who has checked may not raise at this table", "check_raise")
        if self.capped:
            return BetRange(0, 0, f"there were {self.rules.raise_cap} raises in this round, which is the cap", "cap")
        others = [one for one in self.live_players if one is not player]
        if not any(one.stack > 0 and one.bet + one.stack > self.level for one in others):
            return BetRange(0, 0, "no other player has chips left to call more with", "nobody_calls")
        reach = self._limit_reach(player) if self.rules.is_limit else self._spread_reach(player)
        if reach.most <= self.level:
            if reach.most < player.bet + player.stack:
                return BetRange(
                    0, 0, f"the round's wagers stand at {_money(self.rules.round_cap)}, the most there is", "cap"
                )
            return BetRange(0, 0, f"{_money(player.stack)} is not more than the call", "stack")
        return reach

    @property
    def _reopens_at(self) -> int:
        """Amount to call from which a player who has already acted may raise again, in cents."""
        return {"full": self.full, "half": (self.full + 1) // 2, "any": 1}[self.rules.reopen]

    def _limit_reach(self, player: PlayerState) -> BetRange:
        to = min(self.level + self.rules.bet_size(self.street), player.bet + player.stack)
        return BetRange(to, to)

    def _spread_reach(self, player: PlayerState) -> BetRange:
        rules, most = self.rules, player.bet + player.stack
        if rules.round_cap:
            cap = rules.round_cap if rules.round_cap_of == "round" else self.level + rules.round_cap
            most = min(most, cap)
        return BetRange(min(self.level + self._least_size(), most), most)

    def _least_size(self) -> int:
        """Return the smallest legal bet or raise: the minimum bet, or the last full raise if the rules require it."""
        if self.level == 0 or self.rules.min_raise == "spread":
            return self.rules.min_bet
        return self.full

    def choices(self, player: PlayerState) -> tuple[Choice, ...]:
        """Return the actions that a player may take now, with their amounts.

        The amount of a call is the number of cents to add; the amount of a bet or raise is the total wager of the
        round.
        """
        facing = self.level > player.bet
        choices = [Choice(FOLD)]
        choices.append(Choice(CALL, self.to_call(player), self.to_call(player)) if facing else Choice(CHECK))
        reach = self.bet_range(player)
        if reach.most:
            choices.append(Choice(RAISE if self.level else BET, reach.least, reach.most))
        return tuple(choices)

    def timeout_action(self, player: PlayerState) -> str:
        return FOLD if self.level > player.bet else CHECK

    def refusal(self, player: PlayerState, decision: Decision) -> ForbiddenDecision | None:
        """Return why an action is not allowed, with the legal alternative, or None."""
        facing = self.level > player.bet
        match decision.do:
            case "fold":
                return None
            case "check":
                if not facing:
                    return None
                call = _money(self.to_call(player))
                return ForbiddenDecision(f"there is a bet to face: call {call}, raise or fold", "check")
            case "call":
                return None if facing else ForbiddenDecision("there is nothing to call: check, bet or fold", "call")
            case "bet" | "raise":
                return self._wrong_size(player, decision)
        return ForbiddenDecision(f'"{decision.do}" is nothing to do here; it is {", ".join(ACTIONS)}', "words")

    def _wrong_size(self, player: PlayerState, decision: Decision) -> ForbiddenDecision | None:
        right = RAISE if self.level else BET
        if decision.do != right:
            if right == RAISE:
                message = f"there is a bet of {_money(self.level)} already: that is a raise"
            else:
                message = "nobody has bet yet: that is a bet"
            return ForbiddenDecision(message, right)
        reach = self.bet_range(player)
        if not reach.most:
            return ForbiddenDecision(f"no {right}: {reach.why}", reach.topic)
        to = decision.cents
        if to is None:
            if self.rules.is_limit:
                return None
            return ForbiddenDecision(f"say how far: {self._range(reach, right)}", "amount")
        if to % self.rules.chip and to != reach.most:
            chip = _money(self.rules.chip)
            return ForbiddenDecision(
                f"{_money(to)} is not in whole chips of {chip}; {self._range(reach, right)}", "amount"
            )
        if to > reach.most:
            return ForbiddenDecision(f"{_money(to)} is too much; {self._range(reach, right)}", "most")
        if to < reach.least:
            return ForbiddenDecision(f"{_money(to)} is too little; {self._range(reach, right)}", "least")
        return None

    def _range(self, reach: BetRange, right: str) -> str:
        word = "a raise goes to" if right == RAISE else "a bet is"
        if reach.least == reach.most:
            return f"{word} {_money(reach.least)}"
        return f"{word} {_money(reach.least)} at the least and {_money(reach.most)} at the most"

    # Execution of actions

    def act(self, player: PlayerState, decision: Decision) -> None:
        """Carry out a legal decision of a player."""
        match decision.do:
            case "fold":
                player.folded = True
            case "call":
                player.pay(self.level - player.bet)
            case "bet" | "raise":
                to = self.bet_range(player).most if decision.cents is None else decision.cents
                self._raise(player, to)
        player.acted, player.last = True, decision.do
        self.acts.append(BettingAction(self.street, player.seat, decision.do, player.bet))
        self.turn = (self.order.index(player.seat) + 1) % len(self.order)

    def _raise(self, player: PlayerState, to: int) -> None:
        """Raise the wager that all players must match to `to` cents.

        A full bet or raise counts towards the cap and sets the size of the next one; a short all-in does not.
        """
        size = to - self.level
        player.pay(to - player.bet)
        if size >= (self.rules.bet_size(self.street) if self.rules.is_limit else self._least_size()):
            self.full = size
            self.raises += 1
            cap, crowd = self.rules.raise_cap, len(self.live_players) > 2 or self.rules.headsup_cap
            self.capped = self.capped or bool(self.rules.is_limit and cap and self.raises > cap and crowd)
        self.level = to

    # Pots

    @property
    def dead(self) -> int:
        return sum(player.dead for player in self.players.values())

    def pots(self) -> list[Pot]:
        """Return the current pots before any fee."""
        live = [player.seat for player in self.live_players]
        return pots_of({seat: player.live for seat, player in self.players.items()}, live, self.dead)

    @property
    def pot_cents(self) -> int:
        return sum(player.put_in for player in self.players.values())


def _money(cents: int) -> str:
    return format_dollars(Cents(cents))
