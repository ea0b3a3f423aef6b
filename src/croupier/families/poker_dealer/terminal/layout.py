"""The pieces of the poker screen: the dealer's hand, the board, one's own; results; how the hands have fared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.families.poker_dealer.felt import BOARD, DEALER, PokerResult
from croupier.families.poker_dealer.section import section_of
from croupier.families.poker_dealer.settling import facts_of
from croupier.families.poker_dealer.terminal.session import (
    EVEN,
    FOLDED,
    LOST,
    WON,
    PokerPlayed,
    PokerScene,
    PokerSession,
)
from croupier.money.cents import show_dollars
from croupier.money.outcome import Result
from croupier.money.settlement import Settled
from croupier.play.felt import FeltHand
from croupier.terminal.card_face import card_columns, draw_card
from croupier.terminal.layout import GAP, outcome_words
from croupier.terminal.look import BRASS, MARGIN, QUIET, STRONG, side_by_side, signed, style_of
from croupier.terminal.scenes import FACE_DOWN, FACE_UP, LyingCard

Block = tuple[int, list[Text]]
TITLES = {DEALER: "DEALER", BOARD: "BOARD"}


def felt_view(scene: PokerScene, width: int) -> list[Text]:
    """Dealer, board and one's own hand: side by side where there is room, else the board under the two hands."""
    felt = scene.felt
    hands, board = [hand for hand in felt if hand.name != BOARD], [hand for hand in felt if hand.name == BOARD]
    for padding in (1, 0):
        if _fits(scene, felt, padding, width):
            return side_by_side([_block(scene, hand, padding) for hand in felt], GAP)
    lines: list[Text] = []
    for row in (hands, board):
        lines += _row(scene, row, width)
    return lines


def _row(scene: PokerScene, hands: Sequence[FeltHand], width: int) -> list[Text]:
    """Cards where they have room, else their names."""
    if _fits(scene, hands, 0, width):
        return side_by_side([_block(scene, hand, 0) for hand in hands], GAP)
    return [Text.assemble(MARGIN, _head(hand), f"  {_names(scene, hand)}") for hand in hands]


def _columns(scene: PokerScene, hand: FeltHand, padding: int) -> int:
    return scene.room_for(hand) * (card_columns(padding) + 1) - 1


def _fits(scene: PokerScene, hands: Sequence[FeltHand], padding: int, width: int) -> bool:
    taken = sum(_columns(scene, hand, padding) + GAP for hand in hands) - GAP
    return taken + len(MARGIN) <= width


def _block(scene: PokerScene, hand: FeltHand, padding: int) -> Block:
    cards = [(card_columns(padding), draw_card(lying, padding)) for lying in _lying(scene, hand)]
    return _columns(scene, hand, padding), [_head(hand), *side_by_side(cards, 1, margin="")]


def _head(hand: FeltHand) -> Text:
    head = Text(TITLES.get(hand.name, "YOU"), BRASS)
    return head.append("  folded", STRONG) if hand.state == "folded" else head


def _lying(scene: PokerScene, hand: FeltHand) -> list[LyingCard]:
    return [
        LyingCard(card, FACE_UP if scene.is_up(place) else FACE_DOWN)
        for card, place in zip(hand.cards, hand.places, strict=True)
    ]


def _names(scene: PokerScene, hand: FeltHand) -> str:
    return " ".join(lying.card.pretty if lying.turned == FACE_UP else "??" for lying in _lying(scene, hand))


def results(session: PokerSession, played: PokerPlayed) -> RenderableType:
    """What became of each wager."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for justify in ("left", "right", "left", "right"):
        table.add_column(justify=justify)
    on_the_felt = list(session.house.wagers)
    for one in sorted(played.settlement.settled, key=lambda one: on_the_felt.index(one.bet.wager)):
        assert isinstance(played.result, PokerResult)
        net = Text(signed(one.net), style_of(one.net))
        words = ", ".join(_outcome(session, played.result, one))
        table.add_row(session.house.wagers[one.bet.wager].title, show_dollars(one.bet.amount), words, net)
    return Padding(table, (0, 0, 0, len(MARGIN)), expand=False)


def _outcome(session: PokerSession, result: PokerResult, one: Settled) -> Iterator[str]:
    """Why a stake came back or was given up is said; the rest as in every game."""
    facts = facts_of(session.house, result, one.bet.seat)
    if one.owed is None and one.verdict.result is Result.RETURNED:
        yield "comes back: the dealer does not qualify"
    elif one.result is Result.PUSH and facts["hands_tie"]:
        yield "push: the hands are equal"
    elif one.result is Result.PUSH and one.bet.wager == section_of(session.house).ante:
        yield "push: the dealer does not qualify"
    elif one.result is Result.LOSE and one.owed is None and _is_given_up(session, result, one):
        yield "given up with the hand"
    else:
        yield from outcome_words(one)


def _is_given_up(session: PokerSession, result: PokerResult, one: Settled) -> bool:
    """Whether it was the fold that lost the wager, and not the cards."""
    own = result.seat(one.bet.seat)
    if own is None or not own.folded:
        return False
    wager = session.house.wagers[one.bet.wager]
    played_on = replace(result, seats=(replace(own, folded=False),))
    facts = facts_of(session.house, played_on, own.seat)
    return wager.group == "line" or wager.decide(facts, one.bet.amount).result is not Result.LOSE


def hands_so_far(session: PokerSession) -> Text:
    """How one's hands have fared."""
    said = ", ".join(f"{word} {session.record[word]}" for word in (WON, LOST, EVEN, FOLDED))
    return Text(f"{MARGIN}Hands {said}", QUIET)
