"""The dealer's words at a poker table, and what a person may type when asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier.cards import Card
from croupier.families.poker_dealer.felt import PLAY, PokerResult, PokerSeatResult
from croupier.families.poker_dealer.settling import facts_of, is_holdem
from croupier.families.poker_dealer.terminal.session import PokerHand, PokerSession
from croupier.hands import rank2, rank5
from croupier.hands.ranking import HandRank
from croupier.money.cents import show_dollars
from croupier.play.round import Choice, Question, Void
from croupier.rulebook.house_rules import HouseRules
from croupier.terminal.asked_game import NotADecision

WITH_ARTICLE = ("PAIR", "STRAIGHT", "FLUSH", "STRAIGHT_FLUSH", "ROYAL_FLUSH", "MINI_ROYAL")
"""Hands that people put an article before: a pair of kings, but kings full of fours."""


def times_of(do: str) -> int | None:
    """Of `play-4` the four."""
    word, _, times = do.partition("-")
    return int(times) if word == PLAY and times else None


def key_of(do: str) -> str:
    times = times_of(do)
    return do[0] if times is None else str(times)


def said(do: str) -> str:
    """A decision as people call it: `Play 4x`."""
    times = times_of(do)
    return do.capitalize() if times is None else f"Play {times}x"


def read_decision(line: str, question: Question) -> str:
    """`c`, `fold`, `4`, `4x`, `play 4`, `p` for the largest Play wager that is open."""
    typed = "-".join(line.lower().replace("-", " ").split())
    choices = [choice.do for choice in question.choices]
    plays = [do for do in choices if do.startswith(PLAY)]
    meant = {name: do for do in choices for name in _names(do)} | dict.fromkeys(("p", PLAY), plays[0] if plays else "")
    if do := meant.get(typed):
        return do
    raise NotADecision(f"Type {typed_words(question)}")


def _names(do: str) -> tuple[str, ...]:
    times = times_of(do)
    if times is None:
        return do, do[0]
    return do, str(times), f"{times}x", f"play-{times}x", f"p{times}", f"p-{times}"


def typed_words(question: Question) -> str:
    """`c, 4 or 3`."""
    *keys, last = [key_of(choice.do) for choice in question.choices]
    return f"{', '.join(keys)} or {last}" if keys else last


def choice_words(choice: Choice) -> str:
    """What a choice does, and for how much."""
    if not choice.most:
        return choice.do
    return f"{said(choice.do).lower()} ({show_dollars(choice.most)} more)"


def with_article(rank: HandRank) -> str:
    """`a pair of kings, ace kicker`, `an ace-high flush`, `three sixes, king kicker`."""
    if rank.category.name not in WITH_ARTICLE:
        return rank.name
    return f"{'an' if rank.name[0] in 'ae' else 'a'} {rank.name}"


def own_rank(house: HouseRules, cards: Sequence[Card], board: Sequence[Card]) -> HandRank:
    """What one's cards are worth with the cards of the board that are seen."""
    if is_holdem(house) and len(board) < 5:
        return rank5([*cards, *board]) if board else rank2(list(cards))
    seat = PokerSeatResult(1, 0, tuple(cards), 0, (), folded=False)
    rank: HandRank = facts_of(house, PokerResult((), tuple(board), (seat,)), 1).seen.hand
    return rank


def first_call(hand: PokerHand) -> str:
    """What is seen when it is time to decide."""
    board = hand.round.board[: hand.board_seen]
    own = f"You have {with_article(own_rank(hand.session.house, hand.own.cards, board))}"
    if board:
        turned = f"The flop is {_shown(board)}" if len(board) == 3 else f"Turn and river are {_shown(board[3:])}"
        return f"{turned}. {own}."
    return f"{own}; the dealer shows {_shown(hand.seen)}." if hand.seen else f"{own}."


def end_calls(session: PokerSession, result: PokerResult | Void) -> Iterator[str]:
    """How it ended: the dealer's hand, then one's own."""
    if isinstance(result, Void):
        yield f"Void: {result.reason}. All stakes go back."
        return
    facts = facts_of(session.house, result, session.seating.seat)
    dealer, own = with_article(facts.seen.dealer), with_article(facts.seen.hand)
    yield f"The dealer {'turns' if result.board else 'has'} {_shown(result.dealer)}: {dealer}."
    if not facts["dealer_qualifies"]:
        yield "That does not qualify."
    yield f"You {_did(session, result)} {own}."


def _did(session: PokerSession, result: PokerResult) -> str:
    """Without a qualifying dealer three cards are not always compared, and who has no Ante plays against nobody."""
    facts, own = facts_of(session.house, result, session.seating.seat), session.own_seat(result)
    if own is not None and own.folded:
        return "folded"
    if own is None or not own.stake or not (result.board or facts["dealer_qualifies"]):
        return "have"
    return "tie with" if facts["hands_tie"] else "win with" if facts["hand_wins"] else "lose with"


def _shown(cards: Sequence[Card]) -> str:
    return " ".join(card.pretty for card in cards)
