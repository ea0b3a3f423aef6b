"""Hold'em in the terminal: one person against simple opponents, hand after hand, for play money."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.console import Console
from rich.text import Text

from croupier.cards import Card
from croupier.cards.random_source import RandomSource, shuffled
from croupier.errors import BadInput
from croupier.families.holdem.round import MUCK, SHOW, STREETS, HoldemResult, HoldemRound
from croupier.families.holdem.rules import HoldemRules, rules_of
from croupier.families.holdem.table_stakes import HoldemStakes
from croupier.hands import rank2, rank5, rank6, rank7
from croupier.money.cents import AmountError, Cents, format_dollars, parse_amount
from croupier.play.driver import deal_until_decision
from croupier.play.round import Ask, Decision, ForbiddenDecision, Question, RoundInProgress
from croupier.play.table_stakes import SeatedStack
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.family_terminal import FamilyTerminal
from croupier.terminal.hand_in_play import HandInPlay
from croupier.terminal.styles import STRONG

YOU = 1
OTHERS = 5
BIG_PAIR, GOOD_CARD = 9, 11
RANKED = {5: rank5, 6: rank6, 7: rank7}


class HoldemTerminal(FamilyTerminal):
    """Presentation of hold'em in the terminal; it has its own game loop, because there is no bank to bet against."""

    @property
    def extra_keys(self) -> Mapping[str, str]:
        return {}

    @property
    def custom_game(self) -> Callable[[Cents, RandomSource, Callable[[str], str]], None]:
        return lambda balance, chance, ask: TerminalTable(self.rules, balance, chance, ask).run()

    def result_sentences(self, hand: HandInPlay, result: HoldemResult) -> list[str]:
        return []

    def result_text(self, result: HoldemResult) -> Text:
        return Text(result_text(result), STRONG)


def result_text(result: HoldemResult) -> str:
    """Return the winners as text, for example "seat 3 wins $40"."""
    won = {one.seat: one.won for one in result.seats if one.won}
    return "; ".join(
        f"{_seat_name(seat)} {'win' if seat == YOU else 'wins'} {_money(cents)}" for seat, cents in won.items()
    )


class TerminalTable:
    """Table with six seats in the terminal; the person has the first seat."""

    def __init__(self, rules: TableRules, balance: Cents, chance: RandomSource, ask: Callable[[str], str]) -> None:
        self.table_rules, self.chance, self.ask = rules, chance, ask
        self.stakes: HoldemStakes = HoldemStakes()
        if wrong := self.stakes.problem(rules):
            raise BadInput([wrong])
        self.rules: HoldemRules = rules_of(rules)
        self.console = Console(highlight=False)
        buy_in = self.stakes.buy_in(rules)
        most = balance if buy_in.most is None else min(balance, buy_in.most)
        chips = int(most) // self.rules.chip * self.rules.chip
        if chips < buy_in.least:
            least = format_dollars(buy_in.least)
            raise BadInput.at("--balance", f"is {format_dollars(balance)}; the least buy-in here is {least}")
        self.brought = chips
        seats = rules.seats[: 1 + OTHERS]
        self.stacks = dict.fromkeys(seats, chips)
        self.button: int | None = None
        self.hands = 0

    def run(self) -> None:
        """Play until the person leaves or has no chips."""
        blinds = f"{_money(self.rules.small_blind)} and {_money(self.rules.big_blind)}"
        self.say(f"{self.table_rules.rulebook.title}, {self.rules.betting}; blinds of {blinds}. You sit in seat {YOU}.")
        self.say("fold, check, call, bet AMOUNT, raise AMOUNT (what your wager of the round comes to); q gets up.")
        try:
            while self.stacks[YOU] > 0:
                self.hand()
        except (EOFError, KeyboardInterrupt):
            self.say("")
        change = self.stacks[YOU] - self.brought
        how = "even" if not change else f"{'+' if change > 0 else '-'}{_money(abs(change))}"
        self.say(f"You leave with {_money(self.stacks[YOU])}, {how} after {self.hands} hands. Thank you for playing.")

    def say(self, line: str) -> None:
        self.console.print(line)

    def hand(self) -> None:
        for seat in self.stacks:
            self.stacks[seat] = self.stacks[seat] or (0 if seat == YOU else self.brought)
        seated = [SeatedStack(seat, cents, is_in=True) for seat, cents in self.stacks.items()]
        self.button = self.stakes.start_hand(self.table_rules, seated, self.button, moves=True).button
        deck = iter(shuffled(self.table_rules.shoe.full_shoe, self.chance))
        before = dict(self.stacks)
        play: RoundInProgress[HoldemResult] = RoundInProgress(
            lambda: HoldemRound(self.rules, before, self.button or YOU, self.table_rules.seats)  # type: ignore[arg-type,return-value]
        )
        self.hands += 1
        self.say(f"\nHand {self.hands}: the button is {_seat_name(self.button)}.")
        shown = 0
        while not play.is_over:
            deal_until_decision(play, lambda: next(deck))
            current = play.state
            assert isinstance(current, HoldemRound)
            if len(current.board) > shown:
                shown = len(current.board)
                pot = _money(current.betting.pot_cents - current.fee)
                self.say(f"{STREETS[current.stage].capitalize()}: {_cards(current.board)}   pot {pot}")
            if isinstance(play.need, Ask):
                self.decide(play, current, play.need.questions[0])
        result = play.result
        assert isinstance(result, HoldemResult)
        self.print_result(result)

    def print_result(self, result: HoldemResult) -> None:
        for seat in result.seats:
            self.stacks[seat.seat] += seat.net
            if seat.shown and seat.seat != YOU:
                self.say(f"  {_seat_name(seat.seat)} shows {_cards(list(seat.cards))}")
        self.say(f"{result_text(result)}. You have {_money(self.stacks[YOU])}.")

    def decide(self, play: RoundInProgress[HoldemResult], current: HoldemRound, question: Question) -> None:
        if question.seat == YOU:
            self.your_turn(play, current, question)
            return
        decision = opponent_decision(current, question, self.chance)
        play.answer(decision)
        if decision.do not in (SHOW, MUCK):
            to = current.betting.players[question.seat].bet
            self.say(f"  {_seat_name(question.seat)}: {decision.do}{f' to {_money(to)}' if decision.cents else ''}")

    def your_turn(self, play: RoundInProgress[HoldemResult], current: HoldemRound, question: Question) -> None:
        actions = ", ".join(_action_text(one.do, one.least, one.most) for one in question.choices)
        while True:
            typed = self.ask(f"{_cards(current.cards[YOU])}  {actions} > ").strip().lower()
            if typed in ("q", "quit"):
                raise EOFError
            try:
                action, _, amount = typed.partition(" ")
                play.answer(
                    Decision(YOU, action or question.timeout_action, int(parse_amount(amount)) if amount else None)
                )
            except (ForbiddenDecision, AmountError, ValueError) as refused:
                self.say(f"  No: {refused}.")
            else:
                return


def opponent_decision(current: HoldemRound, question: Question, chance: RandomSource) -> Decision:
    """Return the decision of a simple opponent, by the strength of the hand and a random bonus."""
    actions = {one.do: one for one in question.choices}
    if MUCK in actions:
        return Decision(question.seat, MUCK)
    score = strength(current.cards[question.seat], current.board) + chance.below(3)
    raising = actions.get("raise") or actions.get("bet")
    if raising is not None and score >= 5:
        return Decision(question.seat, raising.do, raising.least)
    if "check" in actions:
        return Decision(question.seat, "check")
    return Decision(question.seat, "call" if score >= 2 else "fold")


def strength(own: list[Card], board: list[Card]) -> int:
    """Return a simple strength of a hand, from 0 up; opponents usually raise with 4 or more."""
    if not board:
        pair = rank2(own).category.name == "PAIR"
        high = sum(int(card.rank) in (1, 13, 12, GOOD_CARD) for card in own)
        return 4 if pair and int(own[0].rank) in (1, *range(BIG_PAIR, 14)) else 2 if pair or high == 2 else high
    return 2 * int(RANKED[len(own) + len(board)]([*own, *board]).category)


def _action_text(do: str, least: int, most: int) -> str:
    if not most:
        return do
    return f"{do} {_money(least)}" if least == most else f"{do} {_money(least)}-{_money(most)}"


def _seat_name(seat: int) -> str:
    return "you" if seat == YOU else f"seat {seat}"


def _cards(cards: list[Card]) -> str:
    return " ".join(card.pretty for card in cards)


def _money(cents: int) -> str:
    return format_dollars(Cents(cents))
