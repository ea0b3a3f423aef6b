"""The betting of a hand: who is asked, what he may do and for how much, and what has been put in. [004 L8, L30, L978]

Legality is written once: `ways` lists what may be done, with the exact amounts; `refusal` says why anything else may
not. Amounts of a bet or a raise are what the player's wager of the round comes to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from croupier.families.holdem.pots import Pot, pots_of, uncalled
from croupier.families.holdem.rules import HoldemRules
from croupier.money.cents import Cents, format_dollars
from croupier.play.round import Choice, Decision, ForbiddenDecision

FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise"
WORDS = (FOLD, CHECK, CALL, BET, RAISE)


@dataclass
class PlayerState:
    """A seat in the hand, its chips and what it did."""

    seat: int
    stack: int
    """Behind."""
    bet: int = 0
    """Live, in this round."""
    live: int = 0
    """Put in for good and to be matched: antes, and the wagers of all rounds."""
    dead: int = 0
    """A post that nobody has to match: it is in the main pot."""
    folded: bool = False
    acted: bool = False
    last: str = ""

    @property
    def put_in(self) -> int:
        return self.live + self.dead

    def pay(self, cents: int, *, in_round: bool = True) -> int:
        """Chips forward, as far as they go."""
        paid = min(cents, self.stack)
        self.stack -= paid
        self.live += paid
        self.bet += paid if in_round else 0
        return paid


@dataclass(frozen=True)
class Act:
    """What a seat did: in which round, and what its wager of the round came to with it."""

    street: int
    seat: int
    do: str
    to_cents: int


@dataclass(frozen=True)
class BetRange:
    """How far a bet or a raise may go; `why` says why there is none."""

    least: int
    most: int
    why: str = ""
    topic: str = ""


class Betting:
    """All betting rounds of one hand. `order`: the seats dealt in, from the button's left on, the button last."""

    def __init__(
        self, rules: HoldemRules, order: Sequence[int], stacks: Mapping[int, int], posts: Mapping[int, int]
    ) -> None:
        self.rules = rules
        self.players = {seat: PlayerState(seat, stacks[seat]) for seat in order}
        self.order = tuple(order)
        self.street = 0
        self.level = 0
        """The largest wager of the round: what has to be matched."""
        self.full = 0
        """How far the last full bet or raise went."""
        self.raises = 0
        """Full bets and raises of the round, a blind counting as the bet; a short all-in does not. [CA-THE-A6, A13]"""
        self.capped = False
        self.returned: dict[int, int] = {}
        self.acts: list[Act] = []
        self.small, self.big = self._blind_seats()
        self._put_up(posts)
        self._begin_round(self._first_to_act())

    # Before the cards

    @property
    def button(self) -> int:
        return self.order[-1]

    def _blind_seats(self) -> tuple[int, int]:
        """First and second of the button's left; two players: the button and the other. [004 L6; CA-THE-A11]"""
        if len(self.order) == 2 and self.rules.hu_button_is_sb:
            return self.order[1], self.order[0]
        return self.order[0], self.order[1]

    def _put_up(self, posts: Mapping[int, int]) -> None:
        """Antes, blinds, posts: each as far as the stack goes. [004 L6, L32, L51]"""
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
        """The big blind is live, a small blind beside it or alone is dead. [CA-THE-A5]"""
        big = self.rules.big_blind if cents >= self.rules.big_blind else 0
        player.pay(big)
        rest = min(cents - big, player.stack)
        if self.rules.post_sb_dead:
            player.stack -= rest
            player.dead += rest
        else:
            player.pay(rest)

    def _first_to_act(self) -> int:
        """The big blind's left; with no blinds the button's left."""
        if not self.rules.big_blind and not self.rules.small_blind:
            return 0
        return (self.order.index(self.big) + 1) % len(self.order)

    # A round

    def _begin_round(self, first: int) -> None:
        self.turn = first

    def next_street(self) -> None:
        """The round is over: chips to the pot, the first active seat of the button's left begins. [004 L6]"""
        self.take_in()
        self.street += 1
        self.level = self.raises = 0
        self.capped = False
        self.full = self.rules.bet_size(self.street) if self.rules.is_limit else self.rules.min_bet
        for player in self.players.values():
            player.bet, player.acted, player.last = 0, False, ""
        self._begin_round(0)

    def take_in(self) -> None:
        """What nobody called goes back to its owner. [004 L30]"""
        back = uncalled({seat: player.live for seat, player in self.players.items()})
        if back is None:
            return
        seat, cents = back
        player = self.players[seat]
        player.live -= cents
        player.bet = max(0, player.bet - cents)
        player.stack += cents
        self.returned[seat] = self.returned.get(seat, 0) + cents

    @property
    def live(self) -> list[PlayerState]:
        return [player for player in self.players.values() if not player.folded]

    @property
    def is_over(self) -> bool:
        """Everybody but one has folded."""
        return len(self.live) == 1

    @property
    def is_settled(self) -> bool:
        """No more betting can come: at most one player who is left has chips."""
        return sum(player.stack > 0 for player in self.live) <= 1

    def asked(self) -> PlayerState | None:
        """Whose turn it is; None when the round is over."""
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
        others = [one for one in self.live if one is not player]
        return any(one.stack > 0 for one in others) or any(one.bet > player.bet for one in others)

    def to_call(self, player: PlayerState) -> int:
        return min(self.level - player.bet, player.stack)

    # What may be done

    def reach(self, player: PlayerState) -> BetRange:
        """How far this player may bet or raise now."""
        if player.acted and self.level - player.bet < self._reopens_at:
            said = "the last raise was no full one, so it opens the betting again for nobody who has acted"
            return BetRange(0, 0, said, "reopen")
        if not self.rules.check_raise and player.last == CHECK:
            return BetRange(0, 0, "who has checked may not raise at this table", "check_raise")
        if self.capped:
            return BetRange(0, 0, f"there were {self.rules.raise_cap} raises in this round, which is the cap", "cap")
        others = [one for one in self.live if one is not player]
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
        """What somebody who has acted needs to have to call before he may raise again."""
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
        """How far a bet or raise has to go: the last full one, where the table does not take any of the spread."""
        if self.level == 0 or self.rules.min_raise == "spread":
            return self.rules.min_bet
        return self.full

    def ways(self, player: PlayerState) -> tuple[Choice, ...]:
        """What he may do: a call costs what it adds, a bet or raise is told by what the wager comes to."""
        facing = self.level > player.bet
        ways = [Choice(FOLD)]
        ways.append(Choice(CALL, self.to_call(player), self.to_call(player)) if facing else Choice(CHECK))
        reach = self.reach(player)
        if reach.most:
            ways.append(Choice(RAISE if self.level else BET, reach.least, reach.most))
        return tuple(ways)

    def silence(self, player: PlayerState) -> str:
        return FOLD if self.level > player.bet else CHECK

    def refusal(self, player: PlayerState, decision: Decision) -> ForbiddenDecision | None:
        """Why he may not do that now, with what would be right."""
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
        return ForbiddenDecision(f'"{decision.do}" is nothing to do here; it is {", ".join(WORDS)}', "words")

    def _wrong_size(self, player: PlayerState, decision: Decision) -> ForbiddenDecision | None:
        right = RAISE if self.level else BET
        if decision.do != right:
            if right == RAISE:
                said = f"there is a bet of {_money(self.level)} already: that is a raise"
            else:
                said = "nobody has bet yet: that is a bet"
            return ForbiddenDecision(said, right)
        reach = self.reach(player)
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

    # What is done

    def act(self, player: PlayerState, decision: Decision) -> None:
        """The decision, which is allowed."""
        match decision.do:
            case "fold":
                player.folded = True
            case "call":
                player.pay(self.level - player.bet)
            case "bet" | "raise":
                to = self.reach(player).most if decision.cents is None else decision.cents
                self._raise(player, to)
        player.acted, player.last = True, decision.do
        self.acts.append(Act(self.street, player.seat, decision.do, player.bet))
        self.turn = (self.order.index(player.seat) + 1) % len(self.order)

    def _raise(self, player: PlayerState, to: int) -> None:
        """A full bet or raise counts for the cap and sets the next one's size; a short all-in only what is called."""
        size = to - self.level
        player.pay(to - player.bet)
        if size >= (self.rules.bet_size(self.street) if self.rules.is_limit else self._least_size()):
            self.full = size
            self.raises += 1
            cap, crowd = self.rules.raise_cap, len(self.live) > 2 or self.rules.headsup_cap
            self.capped = self.capped or bool(self.rules.is_limit and cap and self.raises > cap and crowd)
        self.level = to

    # Pots

    @property
    def dead(self) -> int:
        return sum(player.dead for player in self.players.values())

    def pots(self) -> list[Pot]:
        """As they stand, before any fee."""
        live = [player.seat for player in self.live]
        return pots_of({seat: player.live for seat, player in self.players.items()}, live, self.dead)

    @property
    def pot_cents(self) -> int:
        return sum(player.put_in for player in self.players.values())


def _money(cents: int) -> str:
    return format_dollars(Cents(cents))
