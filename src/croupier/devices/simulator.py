"""Simulator of a smart shoe: it pairs, waits until the table needs a card, and deals one from a shuffled shoe.

It can also simulate faults: misread a card, send a message twice, lose a message, report an impossible card, deal out
of turn. It compares its cards with the table's count and waits while cards that left the shoe have not been entered,
which is the task of the dealer and the supervisor.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from croupier.cards import Card, Pack, Piece
from croupier.cards.pack import Tile
from croupier.cards.random_source import RandomSource, shuffled
from croupier.devices.shoe_client import DeviceTransport, ShoeClient
from croupier.devices.shoe_message import ShoeEvent
from croupier.errors import BadInput


class SimulatedFault(StrEnum):
    """Fault that a simulated shoe can make on purpose."""

    MISREAD = "misread"
    DUPLICATE = "duplicate"
    LOST = "lost"
    IMPOSSIBLE = "impossible"
    OUT_OF_TURN = "out-of-turn"
    DOOR = "door"


@dataclass(frozen=True)
class SimulationPlan:
    """Plan of a simulated shoe: the cards that it deals, when it stops, and the faults that it makes."""

    rounds: int = 100
    """Number of rounds after which the shoe stops."""
    cards: tuple[Card, ...] | None = None
    """Order of the only shoe to deal; None to shuffle every shoe."""
    cut_from_back: int = 14
    misread_rate: float = 0.0
    delay_seconds: float = 0.0
    wait_seconds: float = 600.0
    """Seconds without a card to deal after which the shoe stops."""
    faults: Mapping[int, SimulatedFault] = field(default_factory=dict)
    """Faults by card number, counted from 1 over all shoes.

    A fault that is impossible at its card occurs at the first possible card after it.
    """


@dataclass(frozen=True)
class SimulationResult:
    """Result of a simulated shoe: its rounds, cards and messages, and the refusals that it received."""

    rounds: int
    cards: int
    messages: int
    refused: tuple[str, ...] = ()
    """Codes of the refusals, in order."""


POLL_SECONDS = 0.2
PARTS_OF_A_MILLION = 1_000_000


class SimulatedShoe:
    """Physical shoe: cards in a fixed order, with a cut card, independent of rounds."""

    def __init__(self, number: int, cards: Sequence[Piece], cut_from_back: int) -> None:
        self.number = number
        self._cards = tuple(cards)
        self.holds = Counter(self._cards)
        """Number of copies of each card that the full shoe contains."""
        self._cut_from_back = cut_from_back
        self._gone = 0
        self._cut_is_in = cut_from_back > 0

    @property
    def size(self) -> int:
        return len(self._cards)

    @property
    def left(self) -> int:
        return len(self._cards) - self._gone

    def take_cut_card(self) -> bool:
        """Return whether the cut card comes before the next card, and remove it if so."""
        comes = self._cut_is_in and self.left <= self._cut_from_back
        self._cut_is_in = self._cut_is_in and not comes
        return comes

    def pull(self) -> Piece:
        card = self._cards[self._gone]
        self._gone += 1
        return card


def _full(shoe: dict[str, Any]) -> tuple[Piece, ...]:
    """Return all cards or tiles of a full shoe at the table; the pack is found from the number of decks and cards."""
    fits = (pack for pack in Pack if len(pack.pieces) * shoe["decks"] == shoe["cards"])
    return next(fits).pieces * int(shoe["decks"])


class ShoeExhaustedError(Exception):
    """Exception: the table needs another shoe, but the simulator was given the cards of only one."""


class ShoeSimulator:
    """Smart shoe and the dealer who draws cards from it."""

    def __init__(
        self,
        line: DeviceTransport,
        plan: SimulationPlan,
        chance: RandomSource,
        *,
        print_line: Callable[[str], None] = print,
        wait: Callable[[float], None] = time.sleep,
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self._speaker = ShoeClient(line, clock)
        self._plan, self._chance, self._print_line, self._wait = plan, chance, print_line, wait
        self._mishaps = dict(plan.faults)
        self._shoe: SimulatedShoe | None = None
        self._reported: Counter[Piece] = Counter()
        self._cards = 0
        self._refused: list[str] = []
        self._rounds_before: int | None = None
        self._rounds = 0
        self._answered_seq: int | None = None
        self._is_due = False
        self._last_message = "no card was due"

    def pair(self, code: str, table: str | None = None) -> None:
        """Pair the shoe with its table; refuse a table that the generator deals."""
        speaker = self._speaker
        speaker.pair(code, table)
        mode = speaker.fetch_table()[1]["mode"]
        if mode != "dealer-assist":
            raise BadInput.at(speaker.table, f"is {mode}: the generator deals there, and a shoe has nothing to do")
        self._print_line(f"{speaker.name} is paired for {speaker.table}.")

    def run(self) -> SimulationResult:
        """Deal until the planned rounds or the cards are used up; raise `BadInput` after a long wait for a card."""
        polls_most = max(1, round(self._plan.wait_seconds / POLL_SECONDS))
        polls = polls_most
        try:
            while polls > 0 and self._rounds < self._plan.rounds:
                polls = polls_most if self._step() else polls - 1
                if self._speaker.is_heartbeat_due():
                    self._send(ShoeEvent.HELLO)
                self._wait(POLL_SECONDS)
        except ShoeExhaustedError:
            self._print_line("The cards of the file are dealt.")
        if polls == 0:
            message = f"{self._last_message} for {self._plan.wait_seconds:g} seconds; the shoe stops"
            raise BadInput.at(self._speaker.table, message)
        return SimulationResult(self._rounds, self._cards, self._speaker.seq, tuple(self._refused))

    def _step(self) -> bool:
        """Deal the cards that are due; return whether there were any."""
        seq, view = self._speaker.fetch_table()
        if self._rounds_before is None:
            self._rounds_before = view["rounds"]
        self._rounds = view["rounds"] - self._rounds_before
        if self._rounds >= self._plan.rounds or not self._is_ours(view["shoe"]):
            return False
        assert self._shoe is not None
        if view["shoe"]["cards_left"] != self._shoe.left:
            here, there = self._shoe.left, view["shoe"]["cards_left"]
            self._report_once(f"{here} cards are left in the shoe and {there} by the table's count")
            return False
        if self._answered_seq != seq:
            self._send(ShoeEvent.HELLO)
        return self._deal_all() if self._is_due else self._deal_out_of_turn()

    def _is_ours(self, shoe: dict[str, Any] | None) -> bool:
        """Return whether the simulator deals from the table's current shoe.

        If the table has just started a new shoe, fill the simulated shoe first. A shoe that somebody else began is not
        ours.
        """
        if shoe is None or shoe["finished"]:
            self._report_once("the table waits for a new shoe")
            return False
        if self._shoe is not None and self._shoe.number == shoe["number"]:
            return True
        if shoe["cards_left"] != shoe["cards"]:
            self._report_once(f"shoe {shoe['number']} was begun without this device, which waits for the next")
            return False
        self._fill(shoe)
        return True

    def _fill(self, shoe: dict[str, Any]) -> None:
        if self._plan.cards is not None and self._shoe is not None:
            raise ShoeExhaustedError
        cards: Sequence[Piece] = self._plan.cards or shuffled(_full(shoe), self._chance)
        if len(cards) != shoe["cards"]:
            message = f"has {len(cards)} cards; the shoe of {self._speaker.table} has {shoe['cards']}"
            raise BadInput.at("--cards", message)
        self._shoe = SimulatedShoe(shoe["number"], cards, self._plan.cut_from_back)
        self._reported.clear()
        self._print_line(
            f"Shoe {shoe['number']}: {len(cards)} cards, the cut card {self._plan.cut_from_back} from the back."
        )

    def _deal_all(self) -> bool:
        """Deal cards as long as the table needs them; the loop ends at the latest when the shoe is empty."""
        while self._is_due:
            self._deal()
        return True

    def _deal(self) -> None:
        """Take one card from the shoe, and report the cut card if it comes first."""
        assert self._shoe is not None
        if self._shoe.take_cut_card():
            self._send(ShoeEvent.CUT_CARD)
            self._print_line("The cut card.")
        if not self._shoe.left:
            self._send(ShoeEvent.EMPTY)
            self._is_due = False
            return
        card = self._shoe.pull()
        self._cards += 1
        self._wait(self._plan.delay_seconds)
        self._report(card, self._mishap())

    def _report(self, card: Piece, mishap: SimulatedFault | None) -> None:
        """Report a card that left the shoe to the table; with `mishap`, simulate that fault while reporting."""
        match mishap:
            case SimulatedFault.MISREAD:
                self._send(ShoeEvent.MISREAD)
                self._is_due = False
                self._print_line(f"Not read: {card}. The dealer enters it.")
            case SimulatedFault.LOST:
                self._speaker.skip_number()
                self._print_line(f"Lost on its way: {card}.")
            case SimulatedFault.IMPOSSIBLE:
                self._send_card(self._exhausted_cards()[0], f" in place of {card}")
            case SimulatedFault.DOOR:
                self._send(ShoeEvent.DOOR_OPEN)
                self._send_card(card)
            case _:
                self._send_card(card, twice=mishap is SimulatedFault.DUPLICATE)

    def _send_card(self, card: Piece, remark: str = "", *, twice: bool = False) -> None:
        answer = self._send(ShoeEvent.TILE if isinstance(card, Tile) else ShoeEvent.CARD, card, twice=twice)
        if answer["accepted"]:
            self._reported[card] += 1
            self._print_line(f"{card}{remark}: {answer['where']['words']}")
            self._burn(answer["where"]["burn"])
        else:
            self._print_line(f"{card}{remark}: {answer['refused']['message']}")

    def _burn(self, count: int) -> None:
        """Deal the burn cards that follow the first burn card."""
        assert self._shoe is not None
        for _ in range(count):
            self._cards += 1
            self._send(ShoeEvent.BURN, self._shoe.pull())

    def _deal_out_of_turn(self) -> bool:
        """Deal a card that the table does not need, if the plan says so; return whether a card was dealt."""
        due = [
            number
            for number, kind in self._mishaps.items()
            if kind is SimulatedFault.OUT_OF_TURN and number <= self._cards
        ]
        if not due or self._shoe is None or not self._shoe.left:
            return False
        del self._mishaps[due[0]]
        self._cards += 1
        self._send_card(self._shoe.pull(), " slipped out")
        return True

    def _mishap(self) -> SimulatedFault | None:
        """Return the fault to simulate with the card just drawn, by the plan or at random; None for no fault."""
        for number, kind in sorted(self._mishaps.items()):
            can_be = kind is not SimulatedFault.OUT_OF_TURN and (
                kind is not SimulatedFault.IMPOSSIBLE or bool(self._exhausted_cards())
            )
            if number <= self._cards and can_be:
                return self._mishaps.pop(number)
        unlucky = self._chance.below(PARTS_OF_A_MILLION) < self._plan.misread_rate * PARTS_OF_A_MILLION
        return SimulatedFault.MISREAD if unlucky else None

    def _exhausted_cards(self) -> list[Piece]:
        """Return the cards of which every copy in the shoe has been reported to the table."""
        assert self._shoe is not None
        return [card for card, count in self._reported.items() if count >= self._shoe.holds[card]]

    def _send(self, event: ShoeEvent, card: Piece | None = None, *, twice: bool = False) -> dict[str, Any]:
        """Send a message, and store from the response whether the table needs a card now."""
        answer = self._speaker.send(event, card, twice=twice)
        self._answered_seq, self._is_due = answer["table_seq"], answer["due"]["card"]
        if answer["refused"]:
            self._refused.append(answer["refused"]["code"])
        return answer

    def _report_once(self, message: str) -> None:
        """Print a message unless it is the same as the last one."""
        if message != self._last_message:
            self._last_message = message
            self._print_line(f"{message[:1].upper()}{message[1:]}.")
