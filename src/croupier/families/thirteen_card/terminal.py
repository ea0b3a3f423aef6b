"""Thirteen-card poker in the terminal: one person against three opponents who set the house way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rich.console import Console

from croupier.cards import Card, Pack
from croupier.cards.pack import require_card
from croupier.cards.random_source import RandomSource, shuffled
from croupier.errors import BadInput
from croupier.families.thirteen_card.clean_sweeps import counts_of, possible_sweeps
from croupier.families.thirteen_card.hand_values import row_name, strength
from croupier.families.thirteen_card.points import HandStatus
from croupier.families.thirteen_card.round import (
    CLEAN_SWEEP,
    SURRENDER,
    SeatHand,
    ThirteenResult,
    ThirteenRound,
    best_sweep,
)
from croupier.families.thirteen_card.rules import rules_of, stakes_of
from croupier.families.thirteen_card.settle import ANTE, POINTS, debts_between_seats, point_payments
from croupier.families.thirteen_card.table_stakes import round_setup
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents, format_dollars
from croupier.money.seat_transfers import settle_between_seats
from croupier.play.driver import deal_cards, play_to_end
from croupier.play.round import Answer, Arrangement, HandToSet, Opening, RoundInProgress, Void
from croupier.terminal.family_terminal import CustomGame, FamilyTerminal

if TYPE_CHECKING:
    from croupier.rulebook.table_rules import TableRules

YOU, SEATS = 1, (1, 2, 3, 4)
KEYS = (
    "Type the three cards in front and the five in the middle by number, such as 1 2 3 4 5 6 7 8; "
    "h the house's way, c Clean Sweep, s surrender, q leave."
)


class ThirteenTerminal(FamilyTerminal):
    """Presentation of thirteen-card poker in the terminal: the game loop of a table with four seats."""

    def __init__(self, rules: TableRules) -> None:
        super().__init__(rules)
        self.console = Console(highlight=False)
        self.stakes, self.point_rules = stakes_of(rules), rules_of(rules)
        self.ask: Callable[[str], str] = input

    @property
    def custom_game(self) -> CustomGame:
        return self._play

    def _play(self, balance: Cents, chance: RandomSource, ask: Callable[[str], str]) -> None:
        self.ask = ask
        if balance < self.stakes.buy_in:
            least = format_dollars(self.stakes.buy_in)
            raise BadInput.at("--balance", f"is {format_dollars(balance)}; the buy-in is {least}, twenty points")
        chips = dict.fromkeys(SEATS, int(balance))
        opening = Opening(button=SEATS[-1])
        point = format_dollars(self.stakes.point)
        self.console.print(
            f"{self.rules.rulebook.title}: {point} a point, seats 2 to 4 lay by the house's rule. {KEYS}"
        )
        try:
            while all(chips[seat] >= self.stakes.ante + self.stakes.point for seat in SEATS):
                opening = self._hand(chips, opening, chance)
        except (EOFError, KeyboardInterrupt):
            self.console.print("")
        self.console.print(f"You leave with {format_dollars(Cents(chips[YOU]))}.")

    def _hand(self, chips: dict[int, int], opening: Opening, chance: RandomSource) -> Opening:
        """Play one hand, move the chips, and return the opening of the next hand: button and action button."""
        ante = self.stakes.ante
        bets = [Bet(seat, SEATED, ANTE, ante) for seat in SEATS]
        bets += [Bet(seat, SEATED, POINTS, Cents(chips[seat] - ante)) for seat in SEATS]
        in_play = {seat: chips[seat] - ante for seat in SEATS}
        plan = round_setup(self.rules, in_play, opening, silence="house-way")
        cards = [require_card(card) for card in shuffled(Pack.CARDS.pieces, chance)]
        play: RoundInProgress[ThirteenResult | Void] = RoundInProgress(lambda: ThirteenRound(plan))
        play_to_end(play, deal_cards(cards), lambda _, question: question.timeout_action, lay=self._ask_arrangement)
        assert isinstance(play.result, ThirteenResult)
        settled = settle_between_seats(bets, debts_between_seats(self.rules, play.result, bets)).settled
        before = chips[YOU]
        for settled_bet in settled:
            chips[settled_bet.bet.seat] += settled_bet.net
        self._print_result(play.result, chips[YOU] - before, chips[YOU])
        at = SEATS[(SEATS.index(plan.button) + 1) % len(SEATS)]
        return Opening(button=at, action=play.result.next_action)

    def _ask_arrangement(self, play: RoundInProgress[Any], setting: HandToSet) -> Answer:
        cards = tuple(require_card(card) for card in setting.cards)
        if setting.seat != YOU:
            sweep = best_sweep(possible_sweeps(*counts_of(cards)), self.point_rules)
            return Arrangement(setting.seat, None, CLEAN_SWEEP if sweep else "")
        self.console.print("  ".join(f"{place}:{card.pretty}" for place, card in enumerate(cards, start=1)))
        while True:
            answer = self._read(self.ask("> ").strip().lower(), setting)
            wrong = answer if isinstance(answer, str) else setting.problem(answer)
            if wrong is None and not isinstance(answer, str):
                return answer
            self.console.print(f"  {str(wrong)[:1].upper()}{str(wrong)[1:]}.")

    def _read(self, line: str, setting: HandToSet) -> Arrangement | str:
        words: Mapping[str, Arrangement] = {
            "h": Arrangement(setting.seat),
            "c": Arrangement(setting.seat, None, CLEAN_SWEEP),
            "s": Arrangement(setting.seat, None, SURRENDER),
        }
        if line == "q":
            raise EOFError
        if line in words:
            return words[line]
        numbers = line.replace(",", " ").split()
        if len(numbers) != 8 or not all(number.isdigit() for number in numbers):
            return f"eight numbers are three in front and five in the middle; {KEYS[:1].lower()}{KEYS[1:].rstrip('.')}"
        places = tuple(int(number) for number in numbers)
        rest = tuple(place for place in range(1, len(setting.cards) + 1) if place not in places)
        return Arrangement(setting.seat, (places[:3], places[3:], rest))

    def _print_result(self, result: ThirteenResult, net: int, left: int) -> None:
        for hand in sorted(result.hands, key=lambda one: one.seat):
            who = "You" if hand.seat == YOU else f"Seat {hand.seat}"
            self.console.print(f"  {who}: {rows_text(hand)}")
        for payment in point_payments(self.rules, result):
            if YOU in (payment.giver, payment.taker):
                text = f"you pay seat {payment.taker}" if payment.giver == YOU else f"seat {payment.giver} pays you"
                self.console.print(f"  {payment.points} points: {text} {format_dollars(payment.paid)}")
        self.console.print(
            f"  {'+' if net >= 0 else '-'}{format_dollars(Cents(abs(net)))}: {format_dollars(Cents(left))}"
        )


def rows_text(hand: SeatHand) -> str:
    """Return the rows of a hand with their cards and names as text, or the declaration."""
    if hand.end is HandStatus.REGULAR:
        return " | ".join(f"{_shown(row)} {row_name(strength(row))}" for row in hand.rows)
    if hand.end is HandStatus.SWEEP:
        return f"Clean Sweep, {hand.sweep}: {' | '.join(map(_shown, hand.rows))}"
    return "surrendered" if hand.end is HandStatus.SURRENDER else "foul"


def _shown(cards: tuple[Card, ...]) -> str:
    return " ".join(card.pretty for card in cards)
