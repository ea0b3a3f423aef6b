"""A round asks for what it needs, and never knows where a card or a decision came from.

One program serves every mode: the generator deals it, a smart shoe deals it, a dealer types it, a log replays it, a
test scripts it. A round is rebuilt by running it again over its recorded answers: nothing else needs saving.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from croupier.cards import Piece

FOUL = "foul"
"""The topic of what is wrong and may be done all the same, and loses. The floor declares it of a hand."""
HOUSE_WAY, AS_DEALT = "house-way", "as_dealt"
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


@dataclass(frozen=True)
class Deal:
    """A card is wanted for a hand: its first, second or third."""

    hand: str
    place: int
    seat: int | None = None
    """Whose it is to look at, where the hand's name does not say: the player-dealer's own."""
    burns: int = 0
    """How many cards go to the rack before it, unseen."""
    opens: bool = field(default=False, compare=False)
    """Whether its hand is being opened: the card lay face down, read by nobody, and is read face up now."""


@dataclass(frozen=True)
class AnnounceResult:
    """Every hand has its cards. The dealer calls the result, unless a card was drawn that nobody asked for."""


@dataclass(frozen=True)
class Choice:
    """One thing a seat may do now. `most`: what it may cost at most, in cents; 0 where it costs nothing."""

    do: str
    least: int = 0
    most: int = 0


@dataclass(frozen=True)
class Question:
    """A seat has to decide about one of its hands."""

    seat: int
    hand: int
    """1, 2 ... from left to right, as the seat's hands lie now."""
    choices: tuple[Choice, ...]
    silence: str
    """What is done for a seat that says nothing."""
    nth: int
    """How many times this seat has been asked in this round, this one included."""

    def choice(self, do: str) -> Choice | None:
        return next((choice for choice in self.choices if choice.do == do), None)


@dataclass(frozen=True)
class Ask:
    """Decisions are wanted: one seat's, or those of all who play at the same time. Any of them may answer first."""

    questions: tuple[Question, ...]
    later: tuple[int, ...] = field(default=(), compare=False)
    """The seats that are asked the same after these."""
    seconds: int | None = field(default=None, compare=False)
    """How long a question of little weight stays open, where that is less than a decision's time."""

    def question(self, seat: int) -> Question | None:
        return next((question for question in self.questions if question.seat == seat), None)


ArrangedHands = tuple[tuple[Piece, ...], ...]
"""A seat's cards as they are laid into hands, in the order the game names those."""


@dataclass(frozen=True)
class HandToSet:
    """A seat has to lay its cards into hands: five and two, two and two, three, five and five."""

    seat: int
    cards: tuple[Piece, ...]
    """All of them, as they were dealt."""
    sizes: tuple[tuple[str, int], ...]
    """Each hand's name and how many cards it takes."""
    nth: int
    """How many times this seat has been asked in this round, this one included."""
    foul: Callable[[ArrangedHands], str | None] = field(default=lambda _: None, compare=False, repr=False)
    """Why hands that lie so are foul; None when they are not."""
    foul_loses: bool = False
    """Whether a foul is taken, hands of other sizes among them, and loses; otherwise it is refused."""
    declarations: tuple[str, ...] = field(default=(), compare=False)
    """What the seat may declare instead of showing its hand, or with it."""
    undeclared: Callable[[Arrangement], ForbiddenDecision | None] = field(
        default=lambda arrangement: None, compare=False, repr=False
    )
    """Why it may not declare that; a topic of `foul`: it may, and loses."""
    on_felt: bool = field(default=False, compare=False)
    """Whether the hand lies open on the felt: the dealer enters how it was laid, without a clock, and nobody else."""
    silence: str = field(default=HOUSE_WAY, compare=False)
    """What becomes of cards that are not laid in time: `house-way`, `foul` or `as_dealt`."""

    def arrangement(self, hands: Mapping[str, Iterable[Piece]]) -> Arrangement:
        """The cards laid out, by where each stands among those dealt; raises `ForbiddenDecision` for others' cards.

        A single hand that is not named has all that the others leave: who finds two cards in front says no more.
        """
        named = [name for name, _ in self.sizes]
        if unknown := [name for name in hands if name not in named]:
            raise ForbiddenDecision(f"there is no {unknown[0]} hand; lay {_listed(named)}", "sizes")
        free = dict(enumerate(self.cards, start=1))
        laid = []
        for name in named:
            places = []
            for card in hands.get(name, ()):
                place = next((at for at, one in free.items() if one == card), None)
                if place is None:
                    twice = "is laid twice" if card in self.cards else f"is not a card of seat {self.seat}"
                    raise ForbiddenDecision(f"{card} {twice}", "cards")
                del free[place]
                places.append(place)
            laid.append(tuple(places))
        left_out = [place for place, name in enumerate(named) if name not in hands]
        if len(left_out) == 1:
            laid[left_out[0]] = tuple(free)
        return Arrangement(self.seat, tuple(laid))

    def hands(self, arrangement: Arrangement) -> ArrangedHands:
        """The hands that an arrangement makes of the cards."""
        assert arrangement.laid is not None
        return tuple(tuple(self.cards[place - 1] for place in places) for places in arrangement.laid)

    def refusal(self, arrangement: Arrangement) -> ForbiddenDecision | None:
        """Why the cards may not lie so; None when they may, if only to lose."""
        wrong = self.wrong(arrangement)
        return None if wrong is None or (self.foul_loses and wrong.topic == "foul") else wrong

    def wrong(self, arrangement: Arrangement) -> ForbiddenDecision | None:
        """What is wrong with cards that lie so, a foul included; None when nothing is."""
        if arrangement.declares and arrangement.declares not in self.declarations:
            said = _listed(self.declarations) or "nothing"
            return ForbiddenDecision(f"{arrangement.declares} may not be declared here; {said} may", "declare")
        if arrangement.laid is None:
            return self.undeclared(arrangement) if arrangement.declares else None
        every = [place for places in arrangement.laid for place in places]
        if len(set(every)) != len(every) or not set(every) <= set(range(1, len(self.cards) + 1)):
            return ForbiddenDecision("a card is laid once, and only one's own", "cards")
        if arrangement.declares:
            return self.undeclared(arrangement)
        sizes = [len(places) for places in arrangement.laid]
        if sizes != [many for _, many in self.sizes]:
            all_lie = len(sizes) == len(self.sizes) and len(every) == len(self.cards)
            wanted = _listed(f"{many} {name}" for name, many in self.sizes)
            topic = "foul" if self.foul_loses and all_lie else "sizes"
            return ForbiddenDecision(f"all {len(self.cards)} cards are laid out: {wanted}", topic)
        why = self.foul(self.hands(arrangement))
        return None if why is None else ForbiddenDecision(why, "foul")


@dataclass(frozen=True)
class Arrange:
    """Seats lay their cards into hands, all at the same time; no one sees another's until the game shows them."""

    settings: tuple[HandToSet, ...]
    done: tuple[int, ...] = field(default=(), compare=False)
    """The seats that have laid theirs."""

    def setting(self, seat: int) -> HandToSet | None:
        return next((setting for setting in self.settings if setting.seat == seat), None)


@dataclass(frozen=True)
class Roll:
    """Dice are thrown, or a number is drawn: so many, each of them from `least` up to `most`."""

    many: int = 1
    most: int = 6
    least: int = 1
    what: str = "dice"

    def wrong(self, numbers: tuple[int, ...]) -> str | None:
        """Why these cannot have been thrown; None when they can."""
        if len(numbers) == self.many and all(self.least <= number <= self.most for number in numbers):
            return None
        return f"the {self.what} show {self.many} of {self.least} to {self.most}"


@dataclass(frozen=True)
class OpenHand:
    """A hand that lay face down is opened, and what it is worth is seen."""

    hand: str
    seat: int | None = None
    later: tuple[int, ...] = field(default=(), compare=False)
    """The seats whose hands are opened after it, in their order."""


Need = Deal | AnnounceResult | Ask | Arrange | Roll | OpenHand


@dataclass(frozen=True)
class ResultAnnounced:
    """The result was called: the regular answer to `AnnounceResult`."""


@dataclass(frozen=True)
class HandOpened:
    """The hand was opened."""


@dataclass(frozen=True)
class DrawnInError:
    """A card left the shoe that the rules did not call for."""

    card: Piece
    disclosed: bool


@dataclass(frozen=True)
class FoundFaceUp:
    """The next card lies face up in the shoe."""

    card: Piece


@dataclass(frozen=True)
class NoCardsLeft:
    """The shoe ran out."""


@dataclass(frozen=True)
class VoidedBySupervisor:
    """A supervisor voids the round."""

    reason: str


@dataclass(frozen=True)
class Decision:
    """What a seat decides. `cents`: what is put up for it, where that is the player's to say; otherwise the most.

    `with_them`: the bettors behind the seat who follow with their own money; None when all do.
    """

    seat: int
    do: str
    cents: int | None = None
    with_them: tuple[str, ...] | None = None


@dataclass(frozen=True)
class TimedOut:
    """Time is up: every question that stands open gets the game's own answer."""


@dataclass(frozen=True)
class Arrangement:
    """How a seat lays its cards: for each hand, which of those dealt to it, counted from 1. None: the house way.

    Cards are named by where they stand, so that a log that keeps this gives away nothing of what lies face down, and
    a card that was misread is put right without the hands being laid anew.
    """

    seat: int
    laid: tuple[tuple[int, ...], ...] | None = None
    declares: str = ""
    """What is declared of the hand, where the game knows declarations; everybody hears it."""
    declared_at_ms: int | None = None
    """When a declaration from a player's terminal arrived, by the table's clock; None: in the order it is told."""


@dataclass(frozen=True)
class Rolled:
    """What the dice show."""

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


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


class UnexpectedAnswer(ValueError):  # noqa: N818
    """An answer to something the round did not ask."""


class ForbiddenDecision(ValueError):  # noqa: N818
    """A decision that the rules forbid. `topic`: the part of the rules that says so."""

    def __init__(self, message: str, topic: str) -> None:
        super().__init__(message)
        self.topic = topic


class StatefulRound(Protocol[R_co]):
    """A round that can be looked at while it is played: what lies on the felt, hand by hand."""

    def steps(self) -> Generator[Need, Answer, R_co]: ...

    def refusal(self, decision: Decision) -> ForbiddenDecision | None:
        """Why a seat that is asked may not decide so; None when it may."""


@dataclass(frozen=True)
class CarriedCard:
    """A card drawn in error that opens the next hand; seen by the players, that hand is a free one. [003 L296-297]"""

    card: Piece
    disclosed: bool


@dataclass(frozen=True)
class Void:
    """A round without result: every stake goes back."""

    reason: str
    cite: str
    free_hand_next: bool = False
    carried: CarriedCard | None = None
    """A card that opens the next round: the shoe keeps its order."""


@dataclass(frozen=True)
class Opening:
    """How a round begins: with a card carried over from the last one, and with or without wagers."""

    carried: CarriedCard | None = None
    free_hand: bool = False
    """No wagers; dealt to keep the order of the shoe. [003 L53, L297]"""
    button: int | None = None
    """The seat of the dealer button, in a game that has one."""
    action: int | None = None
    """The seat of the action button, in a game in which the last hand says whose it is."""


class VoidRound(Exception):  # noqa: N818
    """Ends a round from inside: there will be no result."""

    def __init__(self, void: Void) -> None:
        super().__init__(void.reason)
        self.void = void


class RoundInProgress(Generic[R]):
    """A round under way: what it needs now, what it was told so far, and how it ended."""

    def __init__(self, begin: Callable[[], Round[R] | StatefulRound[R]]) -> None:
        self._begin = begin
        begun = begin()
        self.felt: StatefulRound[R] | None = None if isinstance(begun, Generator) else begun
        self._round: Round[R] = begun if isinstance(begun, Generator) else begun.steps()
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
        """Give the round what it asked for, or tell it of an irregularity."""
        self.require(answer)
        self.answers.append(answer)
        self._advance(lambda: self._round.send(answer))

    def require(self, answer: Answer) -> None:
        """Raise `UnexpectedAnswer` or `ForbiddenDecision` unless the round would take this answer now."""
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
                self._require_asked(answer)
            case Arrangement():
                self._require_fitting(answer)
            case Rolled(numbers):
                if not isinstance(self.need, Roll):
                    raise UnexpectedAnswer("no dice are due")
                if wrong := self.need.wrong(numbers):
                    raise UnexpectedAnswer(wrong)

    def _require_asked(self, answer: Decision) -> None:
        if not isinstance(self.need, Ask):
            raise UnexpectedAnswer("nobody is asked to decide anything now")
        question = self.need.question(answer.seat)
        if question is None:
            asked = ", ".join(str(one.seat) for one in self.need.questions)
            raise UnexpectedAnswer(f"seat {answer.seat} is not asked now; seat {asked} is")
        # A round that refused from inside would be over; what it would refuse is asked of it first.
        if self.felt is not None and (refusal := self.felt.refusal(answer)):
            raise refusal

    def _require_fitting(self, answer: Arrangement) -> None:
        """Whether the seat is asked to lay its cards, and may lay them so."""
        if not isinstance(self.need, Arrange):
            raise UnexpectedAnswer("nobody is asked to set a hand now")
        setting = self.need.setting(answer.seat)
        if setting is None:
            has = "has set its hand already" if answer.seat in self.need.done else "is not asked to set a hand now"
            raise UnexpectedAnswer(f"seat {answer.seat} {has}")
        if refusal := setting.refusal(answer):
            raise refusal

    def corrected(self, place: int, card: Piece) -> RoundInProgress[R]:
        """The round as it is when the card read at `place` was really `card`.

        A reader that misidentified a card is put right by hand and play goes on. [000 L136] Cards that the corrected
        hands would not have drawn count as drawn in error and seen. [003 L296-297]
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

    def thrown_again(self, place: int, numbers: tuple[int, ...]) -> RoundInProgress[R]:
        """The round as it is when the dice at `place` really showed `numbers`: every card came as it came, hands that
        were set are not set yet."""
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
    """Rebuild a round from what it was told."""
    play = RoundInProgress(begin)
    for answer in answers:
        play.answer(answer)
    return play
