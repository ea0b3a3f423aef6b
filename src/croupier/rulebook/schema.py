"""What a rulebook may say: the shape of the TOML, key by key. Unknown keys are errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from croupier.cards import Pack
from croupier.rulebook.toml_lines import Path


class Section(BaseModel):
    """A table of a rulebook."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str | dict) else value


Cite = Annotated[list[str], BeforeValidator(_as_list)]
"""One citation or several: `"L12-14"`, `["003 L200", "L5"]`."""
Words = Annotated[list[str], BeforeValidator(_as_list)]
Text = Annotated[str, Field(min_length=1, max_length=4000)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]


class FromOption(Section):
    """A value that an option of the rulebook sets: `{ option = "tie_odds" }`."""

    option: str


class OwnSection(Section):
    """The table of a rulebook that belongs to its family: how the game is played, where that may differ."""

    cites: dict[str, Cite] = {}
    """By what is decided: where the document speaks of it."""
    cite: Cite = []

    def problems(self, book: RulebookFile) -> Iterator[tuple[Path, str]]:
        """What is wrong with it, or with what it leans on."""
        yield from ()

    def most(self, key: str) -> int:
        """The largest number that a key of it may have: nothing is built for more."""
        return 100_000

    def printed(self, options: Mapping[str, Any]) -> Iterator[Procedure]:
        """What of it is printed on the rules card, behind the procedures."""
        yield from ()

    def looked_at_closely(self, book: RulebookFile) -> Iterator[tuple[Path, str]]:
        """What is wrong with it that takes too long to see each time it is loaded: lint asks."""
        yield from ()


class Option(Section):
    """A choice the documents leave to the house, or an ambiguity of theirs with its recommended reading."""

    title: Text
    kind: Literal["choice", "flag", "percent", "whole", "money", "odds"]
    default: str | int | bool | None = None
    choices: list[str] = []
    min: str | int | None = None
    max: str | int | None = None
    implies: dict[str, str | bool] = {}
    """Other options that giving this one sets, unless they are given too."""
    reading: str = ""
    """The number of the ambiguity it settles."""
    cite: Cite = []


class Refusal(Section):
    """Options that do not go together."""

    when: Text
    option: str
    message: Text
    cite: Cite = []


class JointMinimum(Section):
    """The least that all wagers of a bettor must add up to."""

    min: str | FromOption
    when: str = "True"
    cite: Cite = []


class Shoe(Section):
    """The dealing shoe, and what is in it."""

    pack: Pack = Pack.CARDS
    burn: Literal["by-first-card", "fixed", "none"] | FromOption = "by-first-card"
    burn_fixed: int | FromOption = 0
    burn_ten_value: int | FromOption = 10
    cut_from_back: int | FromOption = 14
    cut_rule: Literal["one-more-hand", "ends-with-the-hand"] | FromOption = "one-more-hand"
    each_round: bool = False
    """Every round is dealt from whole decks, shuffled again; with a dealer the decks take turns."""
    holds_at_most: int = 20
    """Decks. With more, the decks are two batches that take turns in the shoe."""
    two_batches: str = "False"
    """A condition over options: whether two batches with backs of different colours take turns."""
    cite: Cite = []


class Seats(Section):
    """The layout: which seats there are, and what is printed at each."""

    numbers: list[int] = []
    up_to: int | FromOption | None = None
    direction: Literal["clockwise", "counter-clockwise"] = "clockwise"
    """The way round the table in which packets go out and wagers are settled. Seats are numbered clockwise."""
    bank_behind: bool = False
    """Whether those who bet behind a seat are offered the bank when its own player passes, before the next seat."""
    by_paytable: dict[str, list[int]] = {}
    hands: dict[str, str] = {}
    """Cards printed at a seat, by its number."""
    cite: Cite = []


class Row(Section):
    """One line of a pay table. The first whose condition holds is paid."""

    when: Text
    odds: str | FromOption
    raised: str = ""
    """An option by which a house pays more than these odds; it never pays less."""
    name: str = ""
    meter: str = ""
    envy: str = ""
    cite: Cite = []


class Vigorish(Section):
    """A percentage charged on a wager."""

    when: Text
    rate: str | FromOption
    of: Literal["winnings", "stake"] = "winnings"
    cite: Cite = []


class PartialReturnRule(Section):
    """A wager that loses only in part."""

    when: Text
    share: Text
    cite: Cite = []


class Limits(Section):
    """The least and the most that may be staked."""

    min: str | FromOption
    max: str | FromOption
    cite: Cite = []


class Requires(Section):
    """Wagers of which the same bettor must have one down."""

    any: Words
    seated_only: bool = False
    """Asked of the seat's own player; who bets behind the seat may bet this alone."""
    when: str = "True"
    cite: Cite = []


class Excludes(Section):
    """Wagers that the same bettor may not have down at the same time."""

    wagers: Words
    when: str = "True"
    cite: Cite = []


class StakeCapRule(Section):
    """A stake capped by the same bettor's other wagers."""

    of: Words
    measure: Literal["largest", "total"] = "largest"
    share: str = "1"
    """Of what those wagers measure: `1/2`."""
    exact: bool = False
    """The stake is exactly that, and not only at most."""
    when: str = "True"
    cite: Cite = []


class Wager(Section):
    """Where chips may be placed: conditions over facts with the odds they pay, what pushes, limits, prerequisites."""

    id: Id
    title: Text
    group: Literal["line", "tie", "side", "progressive"] = "side"
    summary: str = ""
    """One sentence for the rules card: when it wins."""
    pays: list[Row] = []
    paytables: dict[str, list[Row]] = {}
    pays_rows: Literal["first", "largest", "all"] | FromOption = "first"
    amounts: Literal["for", "to"] | FromOption = "for"
    """Whether fixed amounts include the stake, or come on top of it."""
    returns: str = ""
    """When it has no action and goes back, whatever else holds."""
    push: str = ""
    push_text: str = ""
    """When it comes back, in words for the rules card; made from the condition where left out."""
    gives_back: list[PartialReturnRule] = []
    vigorish: Annotated[list[Vigorish], BeforeValidator(_as_list)] = []
    limits: Limits | None = None
    stake: Annotated[str | FromOption | dict[str, str] | None, Field(union_mode="left_to_right")] = None
    """The one stake that is taken; by pay table where it differs."""
    requires: Annotated[list[Requires], BeforeValidator(_as_list)] = []
    excludes: Annotated[list[Excludes], BeforeValidator(_as_list)] = []
    at_most: Annotated[list[StakeCapRule], BeforeValidator(_as_list)] = []
    placed: Literal["betting", "asked"] = "betting"
    """With the other wagers, or when the round asks for it."""
    backline: bool | FromOption = True
    offered: str = "True"
    """A condition over options: whether the house offers it."""
    envy_when: str = "True"
    note: str = ""
    cite: Cite = []


class Meter(Section):
    """A progressive meter."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+(/[a-z0-9-]+)?$")]
    wager: str
    title: str = ""
    seed: str | FromOption = "0"
    contribution: str | FromOption = "0%"
    split: Literal["equal", "by-stake"] | FromOption = "equal"
    other_hands: Literal["tray", "meter"] | FromOption = "tray"
    """Where hands that win no share of the meter are paid from."""
    cite: Cite = []


class SettlementSection(Section):
    """In which order wagers are settled."""

    order: list[str] = []
    """Wager ids; those not named follow in the order of the rulebook."""
    pays_from: Literal["left-of-bank", "highest-seat", "lowest-seat"] = "lowest-seat"
    surveillance_minutes: int = 0
    """Within how many minutes surveillance is told of a change at the table; 0 where the document asks for nothing."""
    text: str = ""
    cite: Cite = []


class CollectionSection(Section):
    """Which collection schedules the game may run under, and what they count."""

    sheets: list[str]
    room: bool = False
    """Whether fees are the room's to set, so that a table may run under a sheet of the room's own."""
    counts: dict[str, list[str]] = {}
    """Sheet to the wagers it counts, where not all do."""
    side_limits: dict[str, Limits] = {}
    """Sheet to the limits it sets for side wagers, where they are narrower than the game's own."""
    cite: Cite = []


class Irregularities(Section):
    """What the document says of things that go wrong at a table; where it is silent, what every table does."""

    displays_differ: Literal["supervisor", "terminal", "void"] = "supervisor"
    """A terminal and the board show different things: somebody decides; the terminal counts; the round is void."""
    exposed_in_error: Literal["as-due", "free-hand"] = "as-due"
    """A card drawn in error and seen: the Banker's if he must draw, or always the first of a hand without wagers."""
    disputes_to: str = ""
    """To whom a dispute is referred that the house cannot settle; empty where the document names nobody."""
    cite: Cite = []


class Procedure(Section):
    """A part of the dealing procedure that a player may ask for."""

    title: Text
    text: Text
    cite: Cite = []


StepWhen = Literal["day", "opening", "shoe", "hand", "dealt", "burn", "idle"]
StepAsks = Literal["cut", "batch", "seal", "inventory", "device", "choice", "burned"]


class Step(Section):
    """One thing that is done with the cards or tiles before they are dealt, prompted and recorded at the table."""

    id: Id
    title: Text
    text: Text
    """What to do, in a sentence for whoever does it."""
    when: StepWhen
    """Every gaming day; at an opening; for every shoe; before every hand; in every hand, once it is dealt and before it
    is opened; once a shoe is burned; while the table stands idle."""
    by: Literal["dealer", "supervisor"] = "dealer"
    verified_by: Literal["", "supervisor", "surveillance"] = ""
    """Who confirms that it was done."""
    asks: list[StepAsks] = []
    """What is entered along with it."""
    choices: list[str] = []
    """The ways it may be done, where `asks` has "choice"."""
    cut_from: Literal["highest-seat", "dealer"] = "highest-seat"
    """To whom a cut is offered first: the highest seat and on clockwise, or to nobody."""
    least_from_end: int = 0
    """How many pieces a cut leaves at either end at least."""
    empties_shoe: bool = False
    """Whether the pieces are out of the shoe afterwards."""
    applies: str = "True"
    """A condition over options."""
    cite: Cite = []


class Notice(Section):
    """A sentence that stands at the table for everybody to read."""

    id: Id
    text: Text
    when: str = "True"
    """A condition over options."""
    schedule: Literal["any", "zero-collection"] = "any"
    """Under which collection schedules: all, or only those by which players pay nothing."""
    cite: Cite = []


class Approval(Section):
    """An option that the regulator has to approve before a table may be run with it."""

    id: Id
    title: Text
    option: str
    value: str | bool
    """What needs the approval."""
    without: str | bool
    """What the option is until it is there."""
    cite: Cite = []


class NoticeRule(Section):
    """Options, or pays, that change only after the players were told."""

    id: Id
    options: Words = []
    wagers: Words = []
    """Wagers whose pay does."""
    change: Literal["any", "increase"] = "any"
    """Whether a lower value has to be announced too."""
    minutes: int | FromOption
    """How long before."""
    cite: Cite = []


class RulebookFile(Section):
    """A rulebook as it stands in its file, includes merged in. Its family adds a table of its own."""

    OWN: ClassVar[str] = ""
    """The key of that table."""

    id: Id
    title: Text
    family: Text
    banking: Literal["house", "player-dealer", "seats"]
    """Who pays: the house, a player-dealer, or the seats each other."""
    house: Text
    source: Text
    include: list[str] = []
    earlier: list[Text] = []
    """Digests of earlier writings of these very rules: what was played by them was played by this book."""
    modes: list[Literal["live", "dealer-assist", "automated"]] = ["live"]
    summary: str = ""
    cite: Cite = []
    options: dict[str, Option] = {}
    refuse: list[Refusal] = []
    define: dict[str, str] = {}
    together: list[JointMinimum] = []
    shoe: Shoe = Shoe()
    seats: Seats = Seats()
    wager: dict[str, Wager]
    meter: dict[str, Meter] = {}
    settlement: SettlementSection = SettlementSection()
    collection: CollectionSection | None = None
    irregularities: Irregularities = Irregularities()
    procedure: dict[str, Procedure] = {}
    step: dict[str, Step] = {}
    notice: dict[str, Notice] = {}
    approval: dict[str, Approval] = {}
    announced: dict[str, NoticeRule] = {}

    @property
    def own(self) -> OwnSection | None:
        """The family's table; None where the file leaves it out."""
        return getattr(self, self.OWN) if self.OWN else None
