"""What a blackjack player sees: the table at every decision, then the result."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from croupier.families.blackjack.round import BlackjackResult
from croupier.families.blackjack.terminal.calls import SAID, choice_words, end_calls, first_call
from croupier.families.blackjack.terminal.layout import felt_view, results, shoe_counts
from croupier.families.blackjack.terminal.session import BlackjackPlayed, BlackjackSession, Felt, HandInPlay
from croupier.play.round import Question
from croupier.terminal.asked_screen import AskedScreen
from croupier.terminal.layout import header
from croupier.terminal.look import BRASS, QUIET, STRONG
from croupier.terminal.screen import BETS_AND_DEALS

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


class BlackjackScreen(AskedScreen[BlackjackSession, HandInPlay]):
    """The table, drawn on a console."""

    what_to_type = WHAT_TO_TYPE

    def table(self, session: BlackjackSession, hand: HandInPlay) -> None:
        self.clear()
        self._come(session, hand)
        self.show(*header(session, self.width, staked=hand.put_up), *felt_view(hand.felt, self.width), "")
        self.say(first_call(hand.felt), QUIET)

    def _come(self, session: BlackjackSession, hand: HandInPlay) -> None:
        """The cards since the last decision, one by one."""
        scenes = [felt_view(_laid(felt), self.width) for felt in hand.scenes]
        self._play_scenes(header(session, self.width, staked=hand.put_up), scenes, CARD_SECONDS)
        hand.scenes = []

    def _choices(self, hand: HandInPlay, question: Question) -> list[Text]:
        return [Text.assemble((key, BRASS), f" {does}") for key, does in map(choice_words, question.choices)]

    def worth(self, ways: Mapping[str, float]) -> None:
        """A hint: each way in units of the wager, the best first."""
        self._tell_worth({SAID[do]: worth for do, worth in ways.items()}, "units of your wager")

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
