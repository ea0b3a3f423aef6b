"""Presentation of poker against a player-dealer in the terminal: drawing of hands, announcements, and keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rich.text import Text

from croupier.cards import Card
from croupier.families.dealer_poker.shared.odds.strategy import cards_view
from croupier.families.dealer_poker.shared.round import BOARD, FOLD, PLAY, PokerResult, PokerSeatResult
from croupier.families.dealer_poker.shared.rules import section_of
from croupier.families.dealer_poker.shared.settle import facts_of, game_of
from croupier.hands import rank2, rank5
from croupier.hands.rank_hand import HandRank
from croupier.money.bets import BetResult
from croupier.money.cents import format_dollars
from croupier.money.settlement import SettledBet
from croupier.play.hands_on_table import HandOnTable
from croupier.play.round import Question
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.family_terminal import FamilyTerminal
from croupier.terminal.hand_in_play import FinishedHand, HandInPlay, TableSnapshot
from croupier.terminal.styles import BRASS, MARGIN, QUIET, STRONG

WON, LOST, EVEN, FOLDED = "won", "lost", "even", "folded"
WITH_ARTICLE = ("PAIR", "STRAIGHT", "FLUSH", "STRAIGHT_FLUSH", "ROYAL_FLUSH", "MINI_ROYAL")
"""Hand categories whose name needs an article: a pair of kings, but kings full of fours."""


class DealerPokerTerminal(FamilyTerminal):
    """Presentation of three-card poker or hold'em against the player-dealer in the terminal."""

    has_decisions = True
    leaving_message = "Your hand stands for the least it can; then you leave."
    hint_unit = "Antes, bonuses left out"
    card_seconds = 0.18
    spacious_from_lines = 30
    extra_keys: Mapping[str, str] = {"ante": "a"}

    def __init__(self, rules: TableRules) -> None:
        super().__init__(rules)
        self.game = game_of(rules)
        self.decision_help = self.game.decision_help
        self.record = Counter[str]()
        """Number of the player's hands by result, over all decks."""

    # Drawing

    def draw_hands(self, moment: TableSnapshot, width: int) -> list[Text]:
        """Draw the hands, with an empty place for the community cards before they are dealt."""
        hands = moment.hands
        if self.game.has_board and all(hand.name != BOARD for hand in hands):
            hands = (*hands[:1], HandOnTable(BOARD, None, (), (), None), *hands[1:])
        return super().draw_hands(TableSnapshot(hands, moment.face_up), width)

    def hand_title(self, hand: HandOnTable) -> Text:
        head = Text("YOU" if hand.seat else hand.name.upper(), BRASS)
        return head.append("  folded", STRONG) if hand.state == "folded" else head

    def hand_width(self, hand: HandOnTable) -> int:
        return 5 if hand.name == BOARD else self.game.own_cards

    # Announcements

    def announcement(self, hand: HandInPlay) -> str:
        own, visible = cards_view(self.rules, hand.play, hand.session.seating.seat)
        board = visible if self.game.has_board else []
        have = f"You have {with_article(self._own_rank(own, board))}"
        if board:
            turned = f"The flop is {_shown(board)}" if len(board) == 3 else f"Turn and river are {_shown(board[3:])}"
            return f"{turned}. {have}."
        return f"{have}; the dealer shows {_shown(visible)}." if visible else f"{have}."

    def _own_rank(self, cards: Sequence[Card], board: Sequence[Card]) -> HandRank:
        """Return the rank of the player's cards with the community cards turned up so far."""
        if self.game.has_board and len(board) < 5:
            return rank5([*cards, *board]) if board else rank2(list(cards))
        seat = PokerSeatResult(1, 0, tuple(cards), 0, (), folded=False)
        rank: HandRank = facts_of(self.rules, PokerResult((), tuple(board), (seat,)), 1).view.hand
        return rank

    def warning(self, hand: HandInPlay) -> str:
        if hand.snapshot.hands[-1].stake_cents <= hand.money_left:
            return ""
        left = format_dollars(hand.money_left)
        return f"You have {left} beside it, too little for a Play wager: this hand can only be folded."

    def result_sentences(self, hand: HandInPlay, result: PokerResult) -> list[str]:
        """Return the sentences on the dealer's hand, then on the player's."""
        facts = facts_of(self.rules, result, hand.session.seating.seat)
        dealer, own = with_article(facts.view.dealer), with_article(facts.view.hand)
        sentences = [f"The dealer {'turns' if result.board else 'has'} {_shown(result.dealer)}: {dealer}."]
        sentences += [] if facts["dealer_qualifies"] else ["That does not qualify."]
        return [*sentences, f"You {self._result_verb(hand, result)} {own}."]

    def _result_verb(self, hand: HandInPlay, result: PokerResult) -> str:
        """Return the verb that tells the player's result, such as wins or loses.

        In three-card poker, hands are not always compared if the dealer does not qualify. A player without an Ante is
        not compared either.
        """
        facts, own = facts_of(self.rules, result, hand.session.seating.seat), result.seat(hand.session.seating.seat)
        if own is not None and own.folded:
            return "folded"
        if own is None or not own.stake or not (result.board or facts["dealer_qualifies"]):
            return "have"
        return "tie with" if facts["hands_tie"] else "win with" if facts["hand_wins"] else "lose with"

    def bet_outcome(self, hand: HandInPlay, result: PokerResult, one: SettledBet) -> str | None:
        """Return why a stake was returned or forfeited, or None for the usual text."""
        facts = facts_of(self.rules, result, one.bet.seat)
        if one.owed is None and one.verdict.result is BetResult.RETURNED:
            return "comes back: the dealer does not qualify"
        if one.result is BetResult.PUSH and facts["hands_tie"]:
            return "push: the hands are equal"
        if one.result is BetResult.PUSH and one.bet.wager == section_of(self.rules).ante:
            return "push: the dealer does not qualify"
        if one.result is BetResult.LOSE and one.owed is None and self._is_given_up(result, one):
            return "given up with the hand"
        return None

    def _is_given_up(self, result: PokerResult, one: SettledBet) -> bool:
        """Return whether a wager was lost because the player folded, and not because of the cards."""
        own = result.seat(one.bet.seat)
        if own is None or not own.folded:
            return False
        wager = self.rules.wagers[one.bet.wager]
        played_on = replace(result, seats=(replace(own, folded=False),))
        facts = facts_of(self.rules, played_on, own.seat)
        return wager.group == "line" or wager.decide(facts, one.bet.amount).result is not BetResult.LOSE

    def record_result(self, hand: HandInPlay, over: FinishedHand) -> None:
        own = over.result.seat(hand.session.seating.seat)
        if own is not None and own.stake:
            settled = over.settlement.settled
            line_net = sum(one.net for one in settled if self.rules.wagers[one.bet.wager].group == "line")
            self.record[FOLDED if own.folded else WON if line_net > 0 else LOST if line_net < 0 else EVEN] += 1

    def history_line(self) -> Text:
        """Return the line that shows how many hands the player has won, lost, tied and folded."""
        counts = ", ".join(f"{result} {self.record[result]}" for result in (WON, LOST, EVEN, FOLDED))
        return Text(f"{MARGIN}Hands {counts}", QUIET)

    # Decisions

    def choice_key(self, do: str) -> str:
        return _times_of(do) or do[0]

    def choice_label(self, do: str) -> str:
        times = _times_of(do)
        return f"play {times}x" if times else do

    def choice_meanings(self, question: Question) -> Mapping[str, str]:
        """Return the action for each input, such as `c`, `fold`, `4`, `4x`; `p` is the largest legal Play wager."""
        choices = [choice.do for choice in question.choices]
        plays = [do for do in choices if do.startswith(PLAY)]
        most = dict.fromkeys(("p", PLAY), plays[0]) if plays else {}
        return {name: do for do in choices for name in _names(do)} | most

    def decision_for_absent_player(self, hand: HandInPlay) -> str:
        """Return the cheapest action that stays in the round, or a fold if the money is short.

        The cheapest action is a check; if a check is not legal, it is the smallest Play wager.
        """
        assert hand.question is not None
        stays = [one for one in hand.question.choices if one.do != FOLD and hand.refusal(one.do) is None]
        return min(stays, key=lambda one: one.most).do if stays else FOLD


def _times_of(do: str) -> str:
    """Return the multiple in a decision code: `4` for `play-4`."""
    return do.removeprefix(f"{PLAY}-") if do.startswith(f"{PLAY}-") else ""


def _names(do: str) -> tuple[str, ...]:
    times = _times_of(do)
    return (do, times, f"{times}x", f"play-{times}x", f"p{times}", f"p-{times}") if times else (do, do[0])


def with_article(rank: HandRank) -> str:
    """Return the name of a hand with its article: `a pair of kings, ace kicker`, `three sixes, king kicker`."""
    if rank.category.name not in WITH_ARTICLE:
        return rank.name
    return f"{'an' if rank.name[0] in 'ae' else 'a'} {rank.name}"


def _shown(cards: Sequence[Card]) -> str:
    return " ".join(card.pretty for card in cards)
