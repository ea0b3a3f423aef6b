"""Output of the terminal game: animated on a terminal, line by line elsewhere."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.cards import Piece, Shoe
from croupier.cards.card import show_cards
from croupier.cards.commitment import VERSION
from croupier.money.cents import format_dollars
from croupier.play.round import HandToSet, Void
from croupier.terminal.bet_parser import WagerKeys
from croupier.terminal.family_terminal import void_call
from croupier.terminal.hand_in_play import FinishedHand, HandInPlay
from croupier.terminal.keyboard import ignore_input
from croupier.terminal.screen_parts import header, results_table
from croupier.terminal.session import CommittedShoe, Session, short_digest
from croupier.terminal.styles import BRASS, DANGER, MARGIN, QUIET, STRONG, IndentedText, at_margin, signed, style_of
from croupier.terminal.table_setup import METER_WITHOUT_SEED
from croupier.terminal.wager_list import wager_details, wager_table

WIDEST = 112
BETS_AND_DEALS = "bets and deals; without an amount: your last on that wager, else its minimum"
ARRANGEMENTS_SHOWN = 3
HINT = ("hint", "what each decision is worth")
BETTING_COMMANDS = (
    ("Enter", "plays your last bets again; while the cards come, turns them at once"),
    ("r", "at the bets: repeats your last ones"),
    ("d", "at the bets: doubles them"),
    ("x", "clears them, so that Enter asks"),
    ("rules", "the rules card"),
    ("odds", "the odds of every wager"),
    ("cards", "the order of the last cards that were opened"),
    ("squeeze", "turns the cards slowly, or at once"),
)


class PlainConsole(Console):
    """Console without markup and highlighting; it leaves a broken pipe to the command line."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """Output of the terminal game on a console."""

    def __init__(self, console: Console, session: Session, *, fast: bool) -> None:
        self._console, self._session, self._family_terminal = console, session, session.family_terminal
        self._can_move = console.is_terminal and not console.is_dumb_terminal
        self._squeezes = self._can_move and not fast and not os.environ.get("CROUPIER_FAST")

    @property
    def width(self) -> int:
        return min(self._console.width, WIDEST)

    @property
    def _air(self) -> tuple[str, ...]:
        return ("",) if self._console.height >= self._family_terminal.spacious_from_lines else ()

    def show(self, *pieces: RenderableType) -> None:
        for piece in pieces:
            self._console.print(piece, width=self.width)

    def say(self, words: str, style: str = "") -> None:
        self.show(at_margin(words, style))

    def clear(self) -> None:
        if self._can_move:
            self._console.clear()
        else:
            self.show("")

    # Shoe

    def welcome(self, keys: WagerKeys, *, seed: int | None) -> None:
        session = self._session
        self.clear()
        self.show(*header(session, self.width, session.balance))
        self.say(session.rules.rulebook.written.summary)
        if seed is not None:
            self.say(f"Demonstration: seed {seed} deals the same cards every time. They are not for betting.", DANGER)
        self.new_shoe(session.committed_shoe)
        if any(meter.seed == 0 for meter in session.rules.meters):
            start = format_dollars(METER_WITHOUT_SEED)
            self.say(f"The rules leave the meter's seed to the house; here it starts at {start}.", QUIET)
        self.show("", wager_table(session.seating, keys, self._family_terminal.styles), "")
        self.say(f"Play money. Type a bet, such as {keys.example} · ? explains · q leaves", QUIET)

    def new_shoe(self, fresh: CommittedShoe) -> None:
        """Print the commitment to a new shoe and the burn card."""
        if self._session.is_a_deck:
            what = self._session.deck_noun
            self.say(f"{what} {fresh.number}: shuffled, its order committed to: {short_digest(fresh)}.")
            return
        cards = len(fresh.shoe.cards)
        self.say(f"Shoe {fresh.number}: {cards} cards, shuffled, their order committed to: {short_digest(fresh)}.")
        if fresh.burnt:
            count = len(fresh.burnt)
            self.say(f"Burn card {fresh.burnt[0].pretty}: {count} {'card' if count == 1 else 'cards'} out.", QUIET)

    def open_shoe(self, fresh: CommittedShoe, played: Shoe) -> None:
        """Print whether a finished shoe matches its commitment, with the digest and nonce to check it."""
        what = self._session.deck_noun if self._session.is_a_deck else "Shoe"
        self.say(f"{what} {fresh.number} opened: its commitment {_commitment_check(fresh, played)}.", STRONG)
        self.say(f"digest {fresh.commitment.digest}", QUIET)
        self.say(f"nonce  {fresh.opening.nonce.hex()}", QUIET)

    def new_deck(self, opened: CommittedShoe, played: Shoe, fresh: CommittedShoe) -> None:
        """Print one line with the check of the played deck's commitment and the digest of the next deck."""
        what = self._session.deck_noun
        was = f"{what} {opened.number} opened: {_commitment_check(opened, played)}."
        self.say(f"{was} {what} {fresh.number} committed: {short_digest(fresh)}.", QUIET)

    def print_card_order(self, fresh: CommittedShoe) -> None:
        """Print the exact text that the digest is computed from, so that anyone can compute it again."""
        self.say(f"SHA-256 of these four lines, each with its line end, is {fresh.commitment.digest}:", QUIET)
        opening = fresh.opening
        for line in (VERSION, opening.nonce.hex(), str(opening.cut_from_back), show_cards(opening.cards)):
            self._console.print(Text(line), soft_wrap=True)

    # Hand

    def animate(self, hand: HandInPlay) -> None:
        """Animate the cards dealt or turned since the last decision, then clear the animation."""
        self.clear()
        if self._squeezes and hand.snapshots:
            top = header(self._session, self.width, hand.balance_before, staked=hand.cents_on_table)
            with ignore_input() as patience, Live(console=self._console, auto_refresh=False, transient=True) as live:
                for pieces, seconds in self._family_terminal.animation_frames(hand, self.width):
                    live.update(Group(*top, *pieces), refresh=True)
                    patience.wait(seconds)
        hand.snapshots = [hand.snapshot]

    def table(self, hand: HandInPlay) -> None:
        """Draw the hands on the table before a decision."""
        self.animate(hand)
        top = header(self._session, self.width, hand.balance_before, staked=hand.cents_on_table)
        self.show(*top, *self._family_terminal.draw_hands(hand.snapshot, self.width), *self._air)
        self.say(self._family_terminal.announcement(hand), QUIET)
        if warning := self._family_terminal.warning(hand):
            self.say(warning, STRONG)

    def print_actions(self, hand: HandInPlay) -> None:
        """Print the available actions with their keys."""
        assert hand.question is not None
        choices = [self._family_terminal.choice_text(choice, hand.money_left) for choice in hand.question.choices]
        self.show(IndentedText([*choices, Text("hint", BRASS)], "   "))

    def print_cards_to_set(self, setting: HandToSet) -> None:
        """Print the numbered cards that the player must set, and the valid inputs."""
        numbered = [f"{place} {card.pretty}" for place, card in enumerate(setting.cards, start=1)]
        self.say("   ".join(numbered), STRONG)
        typed = [
            Text.assemble((key, BRASS), f" {does}") for key, does in self._family_terminal.arrangement_prompts(setting)
        ]
        self.show(IndentedText([*typed, Text("hint", BRASS)], "   "))

    def print_action_values(self, options: Mapping[str, float]) -> None:
        """Print a hint: the value of each action, best first."""
        by_label = {self._family_terminal.choice_label(do): value for do, value in options.items()}
        values_text = ", ".join(f"{option.capitalize()} {value:+.4f}" for option, value in by_label.items())
        self.say(f"Best: {next(iter(by_label))}. In {self._family_terminal.hint_unit}: {values_text}.", STRONG)

    def print_arrangement_values(self, options: Sequence[tuple[tuple[Piece, ...], float, bool]]) -> None:
        """Print a hint: the best arrangements, and the house way."""
        shown = [*options[:ARRANGEMENTS_SHOWN], *(option for option in options[ARRANGEMENTS_SHOWN:] if option[2])]
        for front, value, is_house_way in shown:
            cards = " ".join(card.pretty for card in front)
            note = ", the house way" if is_house_way else ""
            self.say(f"{cards} {self._family_terminal.named_cards_position}: {value:+.4f}{note}", STRONG)
        self.say(f"In {self._family_terminal.hint_unit}, by your own cards alone.", QUIET)

    def result(self, hand: HandInPlay, over: FinishedHand) -> None:
        """Print all hands, the result of every wager, and the balance."""
        session, family_terminal = self._session, self._family_terminal
        self.show(
            *header(session, self.width, session.balance),
            *family_terminal.draw_hands(hand.snapshot, self.width),
            *self._air,
        )
        if isinstance(over.result, Void):
            self.say(void_call(over.result), STRONG)
        else:
            if story := " ".join(family_terminal.result_sentences(hand, over.result)):
                self.say(story, QUIET)
            if verdict := family_terminal.result_text(over.result):
                self.show(at_margin(verdict))
            self.show(
                results_table(
                    session.rules,
                    over.settlement.settled,
                    lambda one: family_terminal.bet_outcome(hand, over.result, one),
                )
            )
        self._money(over)
        if self._air and (so_far := family_terminal.history_line()):
            self.show(so_far)

    def _money(self, over: FinishedHand) -> None:
        """Print the net result of the hand and its collection fee."""
        net, balance = (signed(over.net), style_of(over.net)), (format_dollars(over.balance_after), STRONG)
        self.show(at_margin(Text.assemble("This hand ", net, ", balance ", balance)))
        schedule = self._session.seating.schedule
        if over.collection and schedule:
            fee, own = format_dollars(over.collection.player_dealer), sum(over.collection.players.values())
            from_you = f", {format_dollars(own)} from you" if own else ""
            self.say(f"Collection {fee} from the player-dealer{from_you}, schedule {schedule.id}.", QUIET)

    # Text

    def help(self, keys: WagerKeys) -> None:
        session = self._session
        for wager in session.rules.wagers.values():
            self.show(*wager_details(session.seating, keys, self._family_terminal.styles, wager))
        self.show("")
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for typed, does in self._what_to_type(keys):
            table.add_row(Text(typed, BRASS), does)
        self.show(Padding(table, (0, 0, 0, len(MARGIN)), expand=False))

    def _what_to_type(self, keys: WagerKeys) -> tuple[tuple[str, str], ...]:
        wagers = self._session.rules.wagers
        bonus = next((key for name, key in keys.by_wager.items() if wagers[name].group != "line"), "")
        bet = f"{keys.example}{f', {bonus} 5' if bonus else ''}"
        own = (*self._family_terminal.decision_help, HINT) if self._family_terminal.has_decisions else ()
        leaves = ("q", "leaves; a hand under way stands" if self._family_terminal.has_decisions else "leaves")
        return (bet, BETS_AND_DEALS), *own, *BETTING_COMMANDS, leaves

    def refuse_bet(self, reason: str) -> None:
        self.say(f"Not placed: {reason}{'' if reason.endswith('?') else '.'}", DANGER)

    def refuse_decision(self, reason: str) -> None:
        self.say(f"Not so: {reason}{'' if reason.endswith(('.', '?')) else '.'}", DANGER)

    def offer(self, keys: WagerKeys, titles: dict[str, str], repeat: str) -> None:
        """Print the wagers with their keys, and the other keys that the player may press."""
        items = [Text.assemble((keys.by_wager[wager], BRASS), f" {title}") for wager, title in titles.items()]
        self.show(*self._air, IndentedText(items, "   "))
        self.say(f"Enter plays {repeat} again · ? explains · q leaves", QUIET)

    def toggle_squeeze(self) -> None:
        """Switch between slow and immediate turning of the cards."""
        self._squeezes = self._can_move and not self._squeezes
        self.say("The cards are squeezed." if self._squeezes else "The cards are turned at once.")


def _commitment_check(fresh: CommittedShoe, played: Shoe) -> str:
    return f"{short_digest(fresh)} {'holds' if fresh.is_honoured_by(played) else 'DOES NOT HOLD'}"
