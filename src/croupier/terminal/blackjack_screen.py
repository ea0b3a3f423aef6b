"""What a blackjack player sees: the table at every decision, then the result."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group
from rich.live import Live
from rich.text import Text

from croupier.games.blackjack import BlackjackResult
from croupier.games.round import Question
from croupier.terminal.blackjack_calls import SAID, choice_words, end_calls, first_call
from croupier.terminal.blackjack_layout import felt_view, results, shoe_counts
from croupier.terminal.blackjack_session import BlackjackPlayed, BlackjackSession, Felt, HandInPlay
from croupier.terminal.keyboard import hands_off
from croupier.terminal.layout import header
from croupier.terminal.look import BRASS, DANGER, QUIET, STRONG, AtMargin
from croupier.terminal.screen import BETS_AND_DEALS, Screen

CARD_SECONDS = 0.35
WHAT_TO_TYPE = (
    ("b 25, pair 5", BETS_AND_DEALS),
    ("h  s  d  p  r", "hit, stand, double, split, give up; d 10 doubles for less"),
    ("y  n", "takes insurance (y 5: for so much), or goes on"),
    ("hint", "what each decision is worth"),
    ("Enter", "plays your last bets again; while the cards come, turns them at once"),
    ("r", "at the bets: repeats your last ones"),
    ("d", "at the bets: doubles them"),
    ("x", "clears them, so that Enter asks"),
    ("rules", "the rules card"),
    ("odds", "the odds of every wager"),
    ("cards", "the order of the last shoe that was opened"),
    ("squeeze", "turns the cards slowly, or at once"),
    ("q", "leaves; a hand under way stands"),
)


class BlackjackScreen(Screen):
    """The table, drawn on a console."""

    what_to_type = WHAT_TO_TYPE

    def table(self, session: BlackjackSession, hand: HandInPlay) -> None:
        """The layout as it is when somebody has to decide."""
        self.clear()
        self._come(session, hand)
        self.show(*header(session, self.width, staked=hand.put_up), *felt_view(hand.felt, self.width), "")
        self.say(first_call(hand.felt), QUIET)

    def _come(self, session: BlackjackSession, hand: HandInPlay) -> None:
        """The cards since the last decision, one by one, then gone: what remains is drawn where they were."""
        if not self._squeezes or not hand.scenes:
            return
        top = header(session, self.width, staked=hand.put_up)
        with hands_off() as patience, Live(console=self._console, auto_refresh=False, transient=True) as live:
            for felt in hand.scenes:
                live.update(Group(*top, *felt_view(_laid(felt), self.width)), refresh=True)
                patience.wait(CARD_SECONDS)
        hand.scenes = []

    def ask_for(self, question: Question) -> None:
        """What may be done now."""
        items = [Text.assemble((key, BRASS), f" {does}") for key, does in map(choice_words, question.choices)]
        self.show(AtMargin([*items, Text("hint", BRASS)], "   "))

    def worth(self, ways: Mapping[str, float]) -> None:
        """A hint: each way in units of the wager, the best first."""
        best, *others = ways
        said = [f"{SAID[do]} {ways[do]:+.4f}" for do in (best, *others)]
        self.say(f"Best: {SAID[best].lower()}. In units of your wager: {', '.join(said)}.", STRONG)

    def not_done(self, reason: str) -> None:
        self.say(f"Not so: {reason}{'' if reason.endswith(('.', '?')) else '.'}", DANGER)

    def result(self, session: BlackjackSession, hand: HandInPlay, played: BlackjackPlayed) -> None:
        """The dealer's hand, every wager, the money."""
        self.clear()
        self._come(session, hand)
        self.show(*header(session, self.width), *felt_view(hand.felt, self.width), "")
        self.say(" ".join(end_calls(played.result)), QUIET if isinstance(played.result, BlackjackResult) else STRONG)
        self.show(results(session, played))
        self.money(session, played.net, played.balance_after, played.collection)
        self.show(shoe_counts(session))


def _laid(felt: Felt) -> Felt:
    """While the first cards come, hands that have none yet are left out."""
    return tuple(hand for place, hand in enumerate(felt) if hand.cards or place == 0)
