"""Rounds: a round requests what it needs, independent of where a card or a decision comes from.

One program serves every mode: the generator deals, a smart shoe deals, a dealer types, a log replays, a test gives the
script. A round is restored by a replay of its recorded answers; no other state is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from croupier.cards import Piece

FOUL = "foul"
"""Topic of the problem that an arrangement is foul; where the game accepts a foul hand, it loses. Also the name of the
declaration that a hand is foul."""
HOUSE_WAY, AS_DEALT = "house-way", "as_dealt"
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


@dataclass(frozen=True)
class Deal:
    """Need: the next card of a hand. `place`: number of the card in the hand, from 1."""

    hand: str
    place: int
    seat: int | None = None
    """Seat that may view the card, for a hand name without a seat number: the seat of the player-dealer."""
    burns: int = 0
    """Number of cards to burn face down before this card."""
    opens: bool = field(default=False, compare=False)
    """Whether the card opens its hand: it was dealt face down without being read, and is read now."""


@dataclass(frozen=True)
class AnnounceResult:
    """Need: every hand is complete, and the dealer announces the result, unless a card was drawn in error."""


@dataclass(frozen=True)
class Choice:
    """Action that a seat may choose now. `least` and `most`: lowest and highest price in cents; 0 if it is free."""

    do: str
    least: int = 0
    most: int = 0


@dataclass(frozen=True)
class Question:
    """Question to a seat about one of its hands."""

    seat: int
    hand: int
    """Number of the seat's hand from left to right, from 1."""
    choices: tuple[Choice, ...]
    timeout_action: str
    """Action that is carried out if the player does not answer in time."""
    nth: int
    """Number of this question among all questions to the seat in this round, from 1."""

    def choice(self, do: str) -> Choice | None:
        return next((choice for choice in self.choices if choice.do == do), None)


@dataclass(frozen=True)
class Ask:
    """Need: decisions of one seat, or of all seats that play at the same time, in any order."""

    questions: tuple[Question, ...]
    later: tuple[int, ...] = field(default=(), compare=False)
    """Seats that get the same question later."""
    seconds: int | None = field(default=None, compare=False)
    """Time limit of a minor question in seconds, shorter than the decision time; None: the decision time of the table.
    """

    def question(self, seat: int) -> Question | None:
        return next((question for question in self.questions if question.seat == seat), None)


ArrangedHands = tuple[tuple[Piece, ...], ...]
"""A seat's cards set into hands, in the game's order of hands."""


@dataclass(frozen=True)
class HandToSet:
    """Request to one seat to set its cards into hands: five and two, two and two, or three, five and five."""

    seat: int
    cards: tuple[Piece, ...]
    """All cards of the seat in dealing order."""
    sizes: tuple[tuple[str, int], ...]
    """Name and number of cards of each hand that the seat has to set."""
    nth: int
    """Number of this request among the seat's questions in this round, from 1."""
    foul: Callable[[ArrangedHands], str | None] = field(default=lambda _: None, compare=False, repr=False)
    """Function that returns why hands are foul, or None if they are not."""
    foul_loses: bool = False
    """Whether a foul, wrong hand sizes included, is accepted and loses; if False, it is refused."""
    declarations: tuple[str, ...] = field(default=(), compare=False)
    """Declarations that the seat may make, with its hand or instead of it."""
    declaration_problem: Callable[[Arrangement], ForbiddenDecision | None] = field(
        default=lambda arrangement: None, compare=False, repr=False
    )
    """Function that returns why a declaration is refused, or None. A problem with the topic `foul` is accepted, but the
    hand loses."""
    is_on_table: bool = field(default=False, compare=False)
    """Whether the hand is open on the table: only the dealer enters its arrangement, without a time limit."""
    timeout_action: str = field(default=HOUSE_WAY, compare=False)
    """Treatment of cards that are not set in time: `house-way`, `foul` or `as_dealt`."""

    def arrangement(self, hands: Mapping[str, Iterable[Piece]]) -> Arrangement:
        """Return the arrangement for cards by hand name; raise `ForbiddenDecision` for cards of another seat.

        If one hand is not named, it gets all remaining cards.
        """
        named = [name for name, _ in self.sizes]
        if unknown := [name for name in hands if name not in named]:
            raise ForbiddenDecision(f"there is no {unknown[0]} hand; lay {_join(named)}", "sizes")
        free = dict(enumerate(self.cards, start=1))
        card_numbers = []
        for name in named:
            places = []
            for card in hands.get(name, ()):
                place = next((at for at, free_card in free.items() if free_card == card), None)
                if place is None:
                    twice = "is laid twice" if card in self.cards else f"is not a card of seat {self.seat}"
                    raise ForbiddenDecision(f"{card} {twice}", "cards")
                del free[place]
                places.append(place)
            card_numbers.append(tuple(places))
        left_out = [place for place, name in enumerate(named) if name not in hands]
        if len(left_out) == 1:
            card_numbers[left_out[0]] = tuple(free)
        return Arrangement(self.seat, tuple(card_numbers))

    def hands(self, arrangement: Arrangement) -> ArrangedHands:
        """Return the hands for an arrangement of this seat's cards."""
        assert arrangement.card_numbers is not None
        return tuple(tuple(self.cards[place - 1] for place in places) for places in arrangement.card_numbers)

    def refusal(self, arrangement: Arrangement) -> ForbiddenDecision | None:
        """Return why the arrangement is refused, or None; a foul that may be used and loses is not refused."""
        wrong = self.problem(arrangement)
        return None if wrong is None or (self.foul_loses and wrong.topic == "foul") else wrong

    def problem(self, arrangement: Arrangement) -> ForbiddenDecision | None:
        """Return what is wrong with the arrangement, a foul included, or None."""
        if arrangement.declaration and arrangement.declaration not in self.declarations:
            allowed = _join(self.declarations) or "nothing"
            return ForbiddenDecision(f"{arrangement.declaration} may not be declared here; {allowed} may", "declare")
        if arrangement.card_numbers is None:
            return self.declaration_problem(arrangement) if arrangement.declaration else None
        every = [place for places in arrangement.card_numbers for place in places]
        if len(set(every)) != len(every) or not set(every) <= set(range(1, len(self.cards) + 1)):
            return ForbiddenDecision("a card is laid once, and only one's own", "cards")
        if arrangement.declaration:
            return self.declaration_problem(arrangement)
        sizes = [len(places) for places in arrangement.card_numbers]
        if sizes != [many for _, many in self.sizes]:
            all_lie = len(sizes) == len(self.sizes) and len(every) == len(self.cards)
            wanted = _join(f"{many} {name}" for name, many in self.sizes)
            topic = "foul" if self.foul_loses and all_lie else "sizes"
            return ForbiddenDecision(f"all {len(self.cards)} cards are laid out: {wanted}", topic)
        why = self.foul(self.hands(arrangement))
        return None if why is None else ForbiddenDecision(why, "foul")


@dataclass(frozen=True)
class Arrange:
    """Need: arrangements of several seats at the same time, hidden from each other until the game shows them."""

    hands_to_set: tuple[HandToSet, ...]
    done: tuple[int, ...] = field(default=(), compare=False)
    """Seats that have set their hands."""

    def hand_to_set(self, seat: int) -> HandToSet | None:
        return next((setting for setting in self.hands_to_set if setting.seat == seat), None)


@dataclass(frozen=True)
class Roll:
    """Need: dice or drawn numbers: `many` numbers, each from `least` to `most`."""

    count: int = 1
    most: int = 6
    least: int = 1
    what: str = "dice"

    def problem(self, numbers: tuple[int, ...]) -> str | None:
        """Return why dice cannot show these numbers, or None."""
        if len(numbers) == self.count and all(self.least <= number <= self.most for number in numbers):
            return None
        return f"the {self.what} show {self.count} of {self.least} to {self.most}"


@dataclass(frozen=True)
class OpenHand:
    """Need: the dealer opens a face-down hand and compares it with the bank's hand."""

    hand: str
    seat: int | None = None
    later: tuple[int, ...] = field(default=(), compare=False)
    """Seats with hands that are opened afterwards, in order."""


Need = Deal | AnnounceResult | Ask | Arrange | Roll | OpenHand


@dataclass(frozen=True)
class ResultAnnounced:
    """Answer: the dealer announced the result, the regular answer to `AnnounceResult`."""


@dataclass(frozen=True)
class HandOpened:
    """Answer: the dealer opened the hand, the regular answer to `OpenHand`."""


@dataclass(frozen=True)
class DrawnInError:
    """Answer: a card left the shoe that the rules did not require."""

    card: Piece
    disclosed: bool


@dataclass(frozen=True)
class FoundFaceUp:
    """Answer: the next card is face up in the shoe."""

    card: Piece


@dataclass(frozen=True)
class NoCardsLeft:
    """Answer to a round that needs a card: the shoe is empty."""


@dataclass(frozen=True)
class VoidedBySupervisor:
    """Answer to any need of a round: a supervisor voids the round."""

    reason: str


@dataclass(frozen=True)
class Decision:
    """Answer: a seat's decision about its question.

    `cents`: amount put up, where the player chooses it; None: the highest. `followers`: bettors behind the seat who
    follow with their own money; None: all of them.
    """

    seat: int
    do: str
    cents: int | None = None
    followers: tuple[str, ...] | None = None


@dataclass(frozen=True)
class TimedOut:
    """Answer: the time is over, and every open question gets the game's default answer."""


@dataclass(frozen=True)
class Arrangement:
    """Answer: a seat's arrangement of its cards into hands.

    `card_numbers` lists the cards of each hand by number, from 1 in dealing order; None: the house way. Numbers instead
    of cards disclose no face-down cards in the log, and stay valid when a misread card is corrected.
    """

    seat: int
    card_numbers: tuple[tuple[int, ...], ...] | None = None
    declaration: str = ""
    """Declaration about the hand, in a game with declarations; it is public."""
    declared_at_ms: int | None = None
    """Arrival time of a terminal's declaration, in table milliseconds; None: declarations count in recorded order."""


@dataclass(frozen=True)
class Rolled:
    """Answer: the numbers that the dice show."""

    numbers: tuple[int, ...]


Answer = (
    Piece
    | ResultAnnounced
    | DrawnInError
    | FoundFaceUp
    | NoCardsLeft
    | VoidedBySupervisor
    | Decision
    | TimedOut
    | Arrangement
    | Rolled
    | HandOpened
)
Round = Generator[Need, Answer, R]


def _join(words: Iterable[str]) -> str:
    return ", ".join(words)


class UnexpectedAnswer(ValueError):  # noqa: N818
    """Exception: an answer that the round did not request."""


class ForbiddenDecision(ValueError):  # noqa: N818
    """Exception: a decision that the rules forbid. `topic`: the part of the rules that forbids it."""

    def __init__(self, message: str, topic: str) -> None:
        super().__init__(message)
        self.topic = topic


class StatefulRound(Protocol[R_co]):
    """Round with readable state: `steps` is its generator, `refusal` checks a decision."""

    def steps(self) -> Generator[Need, Answer, R_co]: ...

    def refusal(self, decision: Decision) -> ForbiddenDecision | None:
        """Return why a seat may not make this decision, or None."""


@dataclass(frozen=True)
class CarriedCard:
    """Card drawn in error that is dealt first in the next round. [003 L296-297]

    If players have seen the card (`disclosed`), the next round is a free hand.
    """

    card: Piece
    disclosed: bool


@dataclass(frozen=True)
class Void:
    """Result of a round that was voided: nobody wins, and every stake is returned."""

    reason: str
    cite: str
    free_hand_next: bool = False
    carried: CarriedCard | None = None
    """Card that opens the next round, so that the order of the shoe is kept; None if no card is carried over."""


@dataclass(frozen=True)
class Opening:
    """Start of a round: a card carried over from the previous round, and whether wagers are allowed."""

    carried: CarriedCard | None = None
    free_hand: bool = False
    """Whether the round has no wagers and is dealt only to keep the order of the shoe. [003 L53, L297]"""
    button: int | None = None
    """Seat of the dealer button; None in a game without one."""
    action: int | None = None
    """Seat of the action button, if the previous hand determines it; else None."""


class RoundVoidedError(Exception):
    """Exception that ends a round from inside its generator without a result."""

    def __init__(self, void: Void) -> None:
        super().__init__(void.reason)
        self.void = void


class RoundInProgress(Generic[R]):
    """Round in progress: the current need, the answers given until now, and the result."""

    def __init__(self, begin: Callable[[], Round[R] | StatefulRound[R]]) -> None:
        self._begin = begin
        started = begin()
        self.state: StatefulRound[R] | None = None if isinstance(started, Generator) else started
        self._round: Round[R] = started if isinstance(started, Generator) else started.steps()
        self.answers: list[Answer] = []
        self.need: Need | None = None
        self.result: R | None = None
        self._advance(lambda: next(self._round))

    def _advance(self, step: Callable[[], Need]) -> None:
        try:
            self.need = step()
        except StopIteration as end:
            self.need = None
            self.result = end.value

    @property
    def is_over(self) -> bool:
        return self.need is None

    def answer(self, answer: Answer) -> None:
        """Give the round the answer to its current need, or an irregularity that happened instead, and play on.

        Raise `UnexpectedAnswer` or `ForbiddenDecision` if the round does not accept this answer now.
        """
        self.require(answer)
        self.answers.append(answer)
        self._advance(lambda: self._round.send(answer))

    def require(self, answer: Answer) -> None:
        """Raise `UnexpectedAnswer` or `ForbiddenDecision` unless the round accepts this answer now."""
        if self.is_over:
            raise UnexpectedAnswer(f"the round is over; {answer} is not wanted")
        if isinstance(answer, Piece) and not isinstance(self.need, Deal):
            raise UnexpectedAnswer(f"no card is due; {answer} is not wanted")
        if isinstance(answer, ResultAnnounced) and not isinstance(self.need, AnnounceResult):
            raise UnexpectedAnswer("the hands are not complete; a card is due")
        if isinstance(answer, HandOpened) and not isinstance(self.need, OpenHand):
            raise UnexpectedAnswer("no hand is to be opened now")
        match answer:
            case TimedOut():
                if not isinstance(self.need, Ask | Arrange):
                    raise UnexpectedAnswer("nobody is asked to decide anything now")
            case Decision():
                self._require_question(answer)
            case Arrangement():
                self._require_fitting(answer)
            case Rolled(numbers):
                if not isinstance(self.need, Roll):
                    raise UnexpectedAnswer("no dice are due")
                if wrong := self.need.problem(numbers):
                    raise UnexpectedAnswer(wrong)

    def _require_question(self, answer: Decision) -> None:
        if not isinstance(self.need, Ask):
            raise UnexpectedAnswer("nobody is asked to decide anything now")
        question = self.need.question(answer.seat)
        if question is None:
            seats = ", ".join(str(one.seat) for one in self.need.questions)
            raise UnexpectedAnswer(f"seat {answer.seat} is not asked now; seat {seats} is")
        # Check for a refusal before sending the answer: an exception inside the generator would end the round.
        if self.state is not None and (refusal := self.state.refusal(answer)):
            raise refusal

    def _require_fitting(self, answer: Arrangement) -> None:
        """Raise an exception unless the seat was asked to set its hand and this arrangement is allowed."""
        if not isinstance(self.need, Arrange):
            raise UnexpectedAnswer("nobody is asked to set a hand now")
        setting = self.need.hand_to_set(answer.seat)
        if setting is None:
            has = "has set its hand already" if answer.seat in self.need.done else "is not asked to set a hand now"
            raise UnexpectedAnswer(f"seat {answer.seat} {has}")
        if refusal := setting.refusal(answer):
            raise refusal

    def with_corrected_card(self, place: int, card: Piece) -> RoundInProgress[R]:
        """Return the round with `card` in place of the card at answer `place`, counted from 0.

        A misread card is corrected by hand and play continues. [000 L136] Cards that the corrected hands would not have
        drawn count as drawn in error and seen by the players. [003 L296-297]
        """
        if place >= len(self.answers) or not isinstance(self.answers[place], Piece):
            raise UnexpectedAnswer(f"answer {place} is not a card that was read")
        answers = list(self.answers)
        answers[place] = card
        replay = RoundInProgress(self._begin)
        for answer in answers:
            if replay.is_over:
                raise UnexpectedAnswer("the corrected round ended before the cards already dealt: call a supervisor")
            replay.answer(_in_error_unless_due(answer, replay.need))
        return replay

    def with_corrected_dice(self, place: int, numbers: tuple[int, ...]) -> RoundInProgress[R]:
        """Return the round with `numbers` in place of the dice at answer `place`, counted from 0.

        Every card is dealt as before; hands that were set must be set again.
        """
        if place >= len(self.answers) or not isinstance(self.answers[place], Rolled):
            raise UnexpectedAnswer(f"answer {place} is no throw")
        play = replay(self._begin, self.answers[:place])
        play.answer(Rolled(numbers))
        for answer in self.answers[place + 1 :]:
            if isinstance(answer, Piece) and isinstance(play.need, Deal) and not play.need.opens:
                play.answer(answer)
            elif not (isinstance(answer, Arrangement | TimedOut) and isinstance(play.need, Arrange)):
                raise UnexpectedAnswer(
                    "a hand was opened or something decided since the throw: a supervisor voids the round"
                )
        return play


def _in_error_unless_due(answer: Answer, need: Need | None) -> Answer:
    if isinstance(answer, Piece) and isinstance(need, AnnounceResult):
        return DrawnInError(answer, disclosed=True)
    return answer


def replay(begin: Callable[[], Round[R] | StatefulRound[R]], answers: Iterable[Answer]) -> RoundInProgress[R]:
    """Return the round after these answers, played again from its first card."""
    play = RoundInProgress(begin)
    for answer in answers:
        play.answer(answer)
    return play
