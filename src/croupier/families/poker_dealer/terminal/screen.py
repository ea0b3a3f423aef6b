"""What a poker player sees: his cards, the board as it is turned, the result."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from croupier.cards import Shoe
from croupier.families.poker_dealer.felt import PokerResult
from croupier.families.poker_dealer.settling import is_holdem
from croupier.families.poker_dealer.terminal.calls import choice_words, end_calls, first_call, key_of, said
from croupier.families.poker_dealer.terminal.layout import felt_view, hands_so_far, results
from croupier.families.poker_dealer.terminal.session import PokerHand, PokerPlayed, PokerSession
from croupier.money.cents import show_dollars
from croupier.play.round import Question
from croupier.terminal.asked_screen import AskedScreen
from croupier.terminal.keys import Keys
from croupier.terminal.layout import header
from croupier.terminal.look import BRASS, QUIET, STRONG
from croupier.terminal.screen import BETS_AND_DEALS
from croupier.terminal.shoe_in_play import FreshShoe, short_digest
from croupier.terminal.sitting import Sitting

CARD_SECONDS = 0.18
ROOMY_FROM = 30
"""Lines of a terminal from which the pieces of the screen have air between them."""
HOLDEM_KEYS = (
    ("4  3", "before the flop: plays four or three Antes"),
    ("c", "checks, before the flop and on it"),
    ("2", "on the flop: plays two Antes"),
    ("1  f", "at the river: plays one Ante, or folds"),
    ("p", "plays the most that is open"),
)
THREE_CARD_KEYS = (("p  f", "plays for as much as the Ante, or folds"),)
WHAT_TO_TYPE = (
    ("hint", "what each decision is worth"),
    ("Enter", "plays your last bets again; while the cards come, turns them at once"),
    ("r", "repeats your last bets"),
    ("d", "doubles them"),
    ("x", "clears them, so that Enter asks"),
    ("rules", "the rules card"),
    ("odds", "the odds of every wager"),
    ("cards", "the order of the last deck that was opened"),
    ("squeeze", "turns the cards slowly, or at once"),
    ("q", "leaves; a hand under way is given up"),
)


class PokerScreen(AskedScreen[PokerSession, PokerHand]):
    """The table, drawn on a console."""

    def table(self, session: PokerSession, hand: PokerHand) -> None:
        self.clear()
        self._come(session, hand)
        self.show(*header(session, self.width, staked=hand.put_up), *felt_view(hand.scene, self.width), *self._air)
        self.say(first_call(hand), QUIET)
        if hand.own.stake_cents > hand.money_left:
            left = show_dollars(hand.money_left)
            self.say(f"You have {left} beside it, too little for a Play wager: this hand can only be folded.", STRONG)

    @property
    def _air(self) -> tuple[str, ...]:
        return ("",) if self._console.height >= ROOMY_FROM else ()

    def _come(self, session: PokerSession, hand: PokerHand) -> None:
        """The cards that came or were turned since the last decision, one by one."""
        scenes = [felt_view(scene, self.width) for scene in hand.scenes]
        self._play_scenes(header(session, self.width, staked=hand.put_up), scenes, CARD_SECONDS)
        hand.scenes = [hand.scene]

    def _choices(self, hand: PokerHand, question: Question) -> list[Text]:
        """What the money does not reach is there, but quiet."""
        return [
            Text.assemble((key_of(choice.do), BRASS), f" {choice_words(choice)}")
            if choice.most <= hand.money_left
            else Text(f"{key_of(choice.do)} {choice_words(choice)}, over your balance", QUIET)
            for choice in question.choices
        ]

    def worth(self, ways: Mapping[str, float]) -> None:
        """A hint: each way in antes, the best first."""
        self._tell_worth({said(do): worth for do, worth in ways.items()}, "Antes, bonuses left out")

    def result(self, session: PokerSession, hand: PokerHand, played: PokerPlayed) -> None:
        """All hands, every wager, the money."""
        self.clear()
        self._come(session, hand)
        self.show(*header(session, self.width), *felt_view(hand.scene, self.width), *self._air)
        is_dealt = isinstance(played.result, PokerResult)
        self.say(" ".join(end_calls(session, played.result)), QUIET if is_dealt else STRONG)
        self.show(results(session, played))
        self.money(session, played.net, played.balance_after, played.collection)
        if self._air:
            self.show(hands_so_far(session))

    def new_shoe(self, fresh: FreshShoe) -> None:
        self.say(f"Deck {fresh.number}: shuffled, its order committed to: {short_digest(fresh)}.")

    def open_shoe(self, fresh: FreshShoe, played: Shoe) -> None:
        self._opened("Deck", fresh, played)

    def new_deck(self, opened: FreshShoe, played: Shoe, fresh: FreshShoe) -> None:
        """The deck that was played is opened, the next one committed to; a line each hand is enough."""
        holds = "holds" if opened.is_kept_by(played) else "DOES NOT HOLD"
        was = f"Deck {opened.number} opened: {short_digest(opened)} {holds}."
        self.say(f"{was} Deck {fresh.number} committed: {short_digest(fresh)}.", QUIET)

    def help(self, session: Sitting, keys: Keys) -> None:
        wagers = session.house.wagers
        bonus = next((key for name, key in keys.by_wager.items() if wagers[name].group != "line"), "")
        own = HOLDEM_KEYS if is_holdem(session.house) else THREE_CARD_KEYS
        self.what_to_type = ((f"a 25{f', {bonus} 5' if bonus else ''}", BETS_AND_DEALS), *own, *WHAT_TO_TYPE)
        super().help(session, keys)

    def offer(self, keys: Keys, titles: dict[str, str], repeat: str) -> None:
        """What may be typed now."""
        self._offer(keys, titles, repeat, self._air)
