"""Game loop: read a line, deal, decide and settle, until the player leaves or the money is spent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.cards import Shoe
from croupier.errors import BadInput
from croupier.money.bets import Bet
from croupier.money.cents import Cents, format_dollars
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.family_odds import odds_of
from croupier.odds.optional_packages import require_package
from croupier.play.round import HandToSet, Void
from croupier.terminal.bet_parser import BetError, WagerKeys, read_bets
from croupier.terminal.family_terminal import NotADecision
from croupier.terminal.hand_in_play import HandInPlay
from croupier.terminal.keyboard import ask
from croupier.terminal.screen import Screen
from croupier.terminal.session import CommittedShoe, Session
from croupier.terminal.styles import BRASS, QUIET, STRONG, signed

PROMPT = "  Your bet > "
DECIDE_PROMPT = "  Your play > "
ARRANGE_PROMPT = "  Your hands > "
COMMANDS_DURING_HAND = ("?", "help", "rules", "odds", "cards", "squeeze")
"""Commands that are also valid in the middle of a hand."""


class PlayerQuit(Exception):  # noqa: N818 - named after the event
    """Exception: the player left the game."""


class TerminalGame:
    """One player at a table of any game; `show_rules` and `show_odds` print the rules card and the odds."""

    def __init__(
        self,
        session: Session,
        screen: Screen,
        show_rules: Callable[[], None],
        show_odds: Callable[[], None] = lambda: None,
    ) -> None:
        self.session = session
        self.screen = screen
        self.titles = {wager.id: wager.title for wager in session.rules.betting_wagers.values()}
        self.keys = WagerKeys(self.titles, session.family_terminal.extra_keys)
        self._solved: Any = None
        seating, wagers = session.seating, session.rules.betting_wagers
        self._offered = {
            name: title for name, title in self.titles.items() if not seating.accompanied_wager(wagers[name])
        }
        self._last_stakes: dict[str, Cents] = {}
        self._last_amounts = {w.id: session.seating.limit(w).least for w in session.rules.betting_wagers.values()}
        self._opened: CommittedShoe | None = None
        self._commands: dict[str, Callable[[], None]] = {
            "r": self._repeat,
            "repeat": self._repeat,
            "d": self._double,
            "double": self._double,
            "x": self._clear,
            "clear": self._clear,
            "?": self._help,
            "help": self._help,
            "rules": show_rules,
            "odds": show_odds,
            "cards": self._cards,
            "squeeze": screen.toggle_squeeze,
            "q": self._leave,
            "quit": self._leave,
        }
        if session.family_terminal.has_decisions:
            self._commands["hint"] = lambda: screen.say("A hint is for a hand: bet first, then ask when you decide.")

    def run(self, *, seed: int | None) -> None:
        """Play until the player leaves (`PlayerQuit`, end of input, Ctrl-C) or cannot afford a bet."""
        self.screen.welcome(self.keys, seed=seed)
        while not self.session.is_broke:
            self.handle_line(ask(PROMPT))
        least = format_dollars(self.session.seating.least_bet)
        self.screen.say(f"The least wager here is {least}, and your balance no longer reaches it. Well played.", STRONG)

    def handle_line(self, line: str) -> None:
        """Execute a command or a bet line; an empty line repeats the last bets."""
        if command := self._commands.get(line.lower()):
            command()
        elif line:
            self._bet(line)
        elif self._last_stakes:
            self._repeat()
        else:
            self.screen.say(f"No bet yet, so no cards. Type one, such as {self.keys.example}.")

    def print_summary(self) -> None:
        """Print the final balance, and publish the card order of the last shoe in which a hand was played."""
        session = self.session
        if session.shoe != session.committed_shoe.shoe:
            self._opened = session.committed_shoe
            self.screen.open_shoe(session.committed_shoe, session.shoe)
        if self._opened is not None:
            self.screen.print_card_order(self._opened)
        hands = f"{session.hands_played} {'hand' if session.hands_played == 1 else 'hands'}"
        change = session.balance - session.bought_in
        how = f"{signed(change)} over {hands}" if change else f"even after {hands}"
        self.screen.say(f"You leave with {format_dollars(session.balance)}, {how}. Thank you for playing.", BRASS)

    def _bet(self, line: str) -> None:
        try:
            stakes = read_bets(line, self.keys, self._last_amounts)
        except BetError as error:
            self.screen.refuse_bet(str(error))
        else:
            self._place(stakes)

    def _repeat(self) -> None:
        self._place(self._last_stakes)

    def _double(self) -> None:
        self._place({wager: Cents(2 * amount) for wager, amount in self._last_stakes.items()})

    def _place(self, stakes: dict[str, Cents]) -> None:
        """Place all bets of a line and play the hand, or refuse the whole line."""
        if not stakes:
            self.screen.say(f"There is no last bet. Type one, such as {self.keys.example}.")
            return
        bets = self.session.bets_of(self.session.seating.completed(stakes))
        if reason := self.session.refusal(bets):
            self.screen.refuse_bet(reason)
            return
        self._last_stakes = stakes
        self._last_amounts |= stakes
        shoe_before = self.session.shoe
        self._play(bets)
        self._announce_shoe_events(shoe_before)
        if not self.session.is_broke:
            self.screen.offer(self.keys, self._offered, self._bets_text(stakes))

    def _play(self, bets: tuple[Bet, ...]) -> None:
        """Play a hand; if the player leaves in the middle, finish and pay it before the game ends."""
        hand = self.session.begin(bets)
        try:
            while hand.needs_player:
                self.screen.table(hand)
                if hand.setting is not None:
                    self._set_hand(hand)
                else:
                    self._decide(hand)
        except (EOFError, KeyboardInterrupt, PlayerQuit):
            hand.finish_without_player()
            self._end(hand)
            raise
        self._end(hand)

    def _end(self, hand: HandInPlay) -> None:
        """Settle a finished hand, show its cards, add it to the history and print the result.

        The hand is settled before its cards are shown, and is in the history before the result is printed.
        """
        over = self.session.finish(hand)
        self.screen.animate(hand)
        if not isinstance(over.result, Void):
            self.session.family_terminal.record_result(hand, over)
        self.screen.result(hand, over)

    def _decide(self, hand: HandInPlay) -> None:
        """Prompt the player until a valid decision is entered."""
        while (question := hand.question) is not None:
            self.screen.print_actions(hand)
            line = ask(DECIDE_PROMPT)
            if self._is_command(line.lower(), hand):
                continue
            try:
                do, cents = self.session.family_terminal.parse_decision(line, question)
            except NotADecision as reason:
                self.screen.refuse_decision(str(reason))
                continue
            if refused := hand.refusal(do, cents):
                self.screen.refuse_decision(refused)
                continue
            hand.decide(do, cents)
            return

    def _set_hand(self, hand: HandInPlay) -> None:
        """Prompt the player until the hand is set."""
        while (to_set := hand.setting) is not None:
            self.screen.print_cards_to_set(to_set)
            line = ask(ARRANGE_PROMPT)
            if self._is_command(line.lower(), hand):
                continue
            try:
                arrangement = self.session.family_terminal.parse_arrangement(line, to_set)
            except NotADecision as reason:
                self.screen.refuse_decision(str(reason))
                continue
            if wrong := hand.arrangement_problem(arrangement):
                self.screen.refuse_decision(wrong)
                continue
            hand.set_hand(arrangement)
            return

    def _is_command(self, command: str, hand: HandInPlay) -> bool:
        if command in ("q", "quit"):
            self.screen.say(self.session.family_terminal.leaving_message, BRASS)
            raise PlayerQuit
        if command == "hint":
            self._hint(hand)
        elif command in COMMANDS_DURING_HAND:
            self._commands[command]()
        else:
            return False
        return True

    def _hint(self, hand: HandInPlay) -> None:
        """Print the value of each decision, from the player's cards and the visible cards, with a full shoe."""
        try:
            if hand.setting is not None:
                self._print_arrangement_values(hand.setting)
                return
            options = self._action_values(hand)
        except BadInput as missing:
            self.screen.say(f"No hint: {missing}.")
            return
        if options:
            self.screen.print_action_values(options)
        else:
            self.screen.say("No hint: there is nothing to choose.")

    def _print_arrangement_values(self, to_set: HandToSet) -> None:
        """Print the value of each arrangement of the player's cards."""
        require_package("numba", "hint")
        coach = odds_of(self.session.rules).coach
        arrangement_values = None if coach is None else coach.arrangement_values
        options = () if arrangement_values is None else arrangement_values(self.session.rules, to_set.cards)
        if not options:
            self.screen.say("No hint here.")
            return
        kinds = self.session.rules.shoe.pack.kinds
        named = [(tuple(kinds[number] for number in front), value, by_house) for front, value, by_house in options]
        self.screen.print_arrangement_values(named)

    def _action_values(self, hand: HandInPlay) -> dict[str, float]:
        """Return the value of each available action, best first; perfect play is computed once."""
        require_package("numba", "hint")
        rules, question = self.session.rules, hand.question
        coach = odds_of(rules).coach
        if coach is None or question is None:
            return {}
        if self._solved is None:
            self.screen.say("Working it out; the first time takes a while ...", QUIET)
            try:
                self._solved = coach.solve(rules)
            except NotExactlyCountable as reason:
                raise BadInput.at("hint", f"the hand {reason}") from None
        values = coach.action_values(rules, coach.visible_state(rules, hand.play, question), question, self._solved)
        open_now = [choice.do for choice in question.choices if choice.do in values]
        return {do: values[do] for do in sorted(open_now, key=lambda do: -values[do])}

    def _announce_shoe_events(self, before: Shoe) -> None:
        """Announce the cut card and the end of the shoe. [003 L230; 000 L104-105]"""
        shoe = self.session.shoe
        if before.hands_left is None and shoe.hands_left is not None:
            if shoe.hands_left == 0:
                self.screen.say("The cut card came in place of the first card: that was the last hand.", BRASS)
            else:
                self.screen.say("The cut card is out: one more hand, then a new shoe.", BRASS)
        if not self.session.is_shoe_over:
            return
        is_a_deck = self.session.is_a_deck
        opened = self._opened = self.session.committed_shoe
        if not is_a_deck:
            self.screen.say("The shoe is over.", BRASS)
            self.screen.open_shoe(opened, shoe)
        self.session.new_shoe()
        if is_a_deck:
            self.screen.new_deck(opened, shoe, self.session.committed_shoe)
        else:
            self.screen.new_shoe(self.session.committed_shoe)

    def _clear(self) -> None:
        self._last_stakes = {}
        self.screen.say("Your last bets are cleared; Enter deals nothing.")

    def _help(self) -> None:
        self.screen.help(self.keys)

    def _cards(self) -> None:
        if self._opened is None:
            self.screen.say("No shoe has been opened yet; this one is, when it is over or when you leave.")
        else:
            self.screen.print_card_order(self._opened)

    def _leave(self) -> None:
        raise PlayerQuit

    def _bets_text(self, stakes: dict[str, Cents]) -> str:
        """Return the bets as text that the player could type."""
        return ", ".join(f"{self.keys.by_wager[wager]} {format_dollars(amount)}" for wager, amount in stakes.items())
