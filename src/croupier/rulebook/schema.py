"""Pydantic models of the rulebook TOML, key by key; unknown keys are errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from croupier.cards import Pack
from croupier.rulebook.source_documents import HOUSE_RULE
from croupier.rulebook.toml_reader import Path


class Section(BaseModel):
    """Base model of every TOML table in a rulebook."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str | dict) else value


Cite = Annotated[list[str], BeforeValidator(_as_list)]
"""One citation or several: `"L12-14"`, `["003 L200", "L5"]`."""
StringList = Annotated[list[str], BeforeValidator(_as_list)]
Text = Annotated[str, Field(min_length=1, max_length=4000)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]


class FromOption(Section):
    """Reference to an option of the rulebook that sets a value: `{ option = "tie_odds" }`."""

    option: str


class FamilyTable(Section):
    """Base model of a family's own TOML table: the rules of play that may differ between its games."""

    cites: dict[str, Cite] = {}
    """Citations of the family's rules, by the topic that the family names."""
    cite: Cite = []

    def problems(self, book: RulebookFile) -> Iterator[tuple[Path, str]]:
        """Yield the key and message of each problem in this table or in other tables that it depends on."""
        yield from ()

    def largest_value(self, key: str) -> int:
        """Return the largest number that a key may have; the engine is not built for larger ones."""
        return 100_000

    def rules_card_procedures(self, options: Mapping[str, Any]) -> Iterator[Procedure]:
        """Yield the rules of the family's table that the rules card prints, after the rulebook's own procedures."""
        yield from ()

    def slow_problems(self, book: RulebookFile) -> Iterator[tuple[Path, str]]:
        """Yield problems that take too long to find at each load; only `croupier lint` runs this check."""
        yield from ()


class Option(Section):
    """Choice that the source documents leave to the casino, or an ambiguity in them with its recommended reading."""

    title: Text
    kind: Literal["choice", "flag", "percent", "whole", "money", "odds"]
    default: str | int | bool | None = None
    choices: list[str] = []
    min: str | int | None = None
    max: str | int | None = None
    implies: dict[str, str | bool] = {}
    """Values that other options get, by name, when this option is chosen; options that are chosen too keep their own.
    """
    reading: str = ""
    """Number of the open question in the documents that the option answers, such as CA-COM-A1; empty if none."""
    cite: Cite = []


class Refusal(Section):
    """Combination of option values that is not allowed."""

    when: Text
    option: str
    message: Text
    cite: Cite = []


class JointMinimum(Section):
    """Lowest sum that all wagers of one bettor together must reach."""

    min: str | FromOption
    when: str = "True"
    cite: Cite = []


class ShoeTable(Section):
    """Dealing shoe and the cards or tiles in it."""

    pack: Pack = Pack.CARDS
    burn: Literal["by-first-card", "fixed", "none"] | FromOption = "by-first-card"
    burn_fixed: int | FromOption = 0
    burn_ten_value: int | FromOption = 10
    cut_from_back: int | FromOption = 14
    cut_rule: Literal["one-more-hand", "ends-with-the-hand"] | FromOption = "one-more-hand"
    each_round: bool = False
    """Whether every round is dealt from full, newly shuffled decks; with a live dealer, decks alternate."""
    holds_at_most: int = 20
    """Most decks in the shoe; more decks are split into two batches that alternate."""
    two_batches: str = "False"
    """Condition over options: whether two batches with backs of different colours alternate."""
    cite: Cite = []


class Seats(Section):
    """Layout of the table: the seats and the cards printed at each."""

    numbers: list[int] = []
    up_to: int | FromOption | None = None
    direction: Literal["clockwise", "counter-clockwise"] = "clockwise"
    """Direction in which cards are dealt and wagers settled. Seats are numbered clockwise."""
    bank_behind: bool = False
    """Whether bettors behind a seat are offered the bank when the seat's player passes, before the next seat."""
    by_paytable: dict[str, list[int]] = {}
    hands: dict[str, str] = {}
    """Cards printed at a seat, by seat number."""
    cite: Cite = []


class RowTable(Section):
    """One row of a pay table. By default the first row with a true condition is paid."""

    when: Text
    odds: str | FromOption
    raised: str = ""
    """Name of an option that may raise the odds of this row; a value below the row's own odds is refused."""
    name: str = ""
    short_name: str = ""
    """Name of the row on a spot, next to other odds; if empty, `name`."""
    meter: str = ""
    envy: str = ""
    cite: Cite = []


class Vigorish(Section):
    """Percentage that the house charges on a wager, with the condition under which it is due."""

    when: Text
    rate: str | FromOption
    of: Literal["winnings", "stake"] = "winnings"
    cite: Cite = []


class PartialReturnRule(Section):
    """Condition under which a losing wager loses only part of its stake."""

    when: Text
    share: Text
    cite: Cite = []


class LimitsTable(Section):
    """Minimum and maximum stake of a wager, with the citation."""

    min: str | FromOption
    max: str | FromOption
    cite: Cite = []


class Requires(Section):
    """Wagers that this wager requires: the same bettor must have placed at least one of them."""

    any: StringList
    seated_only: bool = False
    """Whether the rule is only for the seat's own player; a bettor behind the seat may place this wager alone."""
    when: str = "True"
    cite: Cite = []


class Excludes(Section):
    """Wagers that the same bettor may not place together with this one."""

    wagers: StringList
    when: str = "True"
    cite: Cite = []


class StakeCapRule(Section):
    """Upper limit of the stake on this wager, computed from the same bettor's stakes on the wagers `of`."""

    of: StringList
    measure: Literal["largest", "total"] = "largest"
    share: str = "1"
    """Upper limit as a fraction of the largest stake on these wagers, or of their total (see `measure`): `1/2`."""
    exact: bool = False
    """Whether the stake must be equal to the upper limit."""
    when: str = "True"
    cite: Cite = []


class Wager(Section):
    """Wager: conditions over facts with the odds they pay, pushes, limits and prerequisites."""

    id: Id
    title: Text
    short_title: str = ""
    """Title where there is little space; if empty, `title`."""
    spot_title: str = ""
    """Title on a spot that stands beside its hand; if empty, the short title."""
    spot_hint: str = ""
    """Winning result in about three words, for a spot whose title does not say it; empty if the title does."""
    group: Literal["line", "tie", "side", "progressive"] = "side"
    summary: str = ""
    """Sentence for the rules card that says when the wager wins."""
    pays: list[RowTable] = []
    paytables: dict[str, list[RowTable]] = {}
    pays_rows: Literal["first", "largest", "all"] | FromOption = "first"
    amounts: Literal["for", "to"] | FromOption = "for"
    """Whether a fixed amount includes the stake ("for") or is paid in addition to it ("to")."""
    returns: str = ""
    """Condition under which the wager has no action and the stake is returned; tested before all others."""
    push: str = ""
    push_text: str = ""
    """Text for the rules card that says when the wager pushes; if empty, the text is generated from the condition."""
    gives_back: list[PartialReturnRule] = []
    vigorish: Annotated[list[Vigorish], BeforeValidator(_as_list)] = []
    limits: LimitsTable | None = None
    stake: Annotated[str | FromOption | dict[str, str] | None, Field(union_mode="left_to_right")] = None
    """The only stake that is allowed, as one amount or by pay table; None if any stake within the limits is allowed."""
    requires: Annotated[list[Requires], BeforeValidator(_as_list)] = []
    excludes: Annotated[list[Excludes], BeforeValidator(_as_list)] = []
    at_most: Annotated[list[StakeCapRule], BeforeValidator(_as_list)] = []
    placed: Literal["betting", "asked"] = "betting"
    """Whether the wager is placed during betting, or later when the round asks the player for it ("asked")."""
    backline: bool | FromOption = True
    offered: str = "True"
    """Condition over options: whether the casino offers the wager."""
    envy_when: str = "True"
    note: str = ""
    cite: Cite = []


class Meter(Section):
    """Progressive jackpot meter as the rulebook defines it: seed, contribution, and how winners share it."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+(/[a-z0-9-]+)?$")]
    wager: str
    title: str = ""
    short_title: str = ""
    """Title beside the amount of the meter on a screen; if empty, `title`."""
    seed: str | FromOption = "0"
    contribution: str | FromOption = "0%"
    split: Literal["equal", "by-stake"] | FromOption = "equal"
    other_hands: Literal["tray", "meter"] | FromOption = "tray"
    """Whether winning hands without a share of the meter are paid from the chip tray or from the meter."""
    cite: Cite = []


class SettlementSection(Section):
    """Rules for the order in which wagers are settled: the first wagers, and the seat where it starts."""

    order: list[str] = []
    """Ids of the wagers that are settled first, in this order; all others follow in rulebook order."""
    pays_from: Literal["left-of-bank", "highest-seat", "lowest-seat"] = "lowest-seat"
    surveillance_minutes: int = 0
    """Minutes within which surveillance must be informed of a change at the table; 0 if the document does not say."""
    text: str = ""
    cite: Cite = []


class CollectionSection(Section):
    """Collection schedules that the game may run under, and the wagers that they count."""

    sheets: list[str]
    room: bool = False
    """Whether the casino sets the fees itself, so that a table may run under the casino's own fee sheet."""
    counts: dict[str, list[str]] = {}
    """Ids of the wagers that determine the fee, by id of the fee sheet; a sheet that is not listed counts all wagers.
    """
    side_limits: dict[str, LimitsTable] = {}
    """Limits of side wagers that are narrower than the wager's own, by id of the fee sheet."""
    cite: Cite = []


class Irregularities(Section):
    """Rules for errors at a table; the defaults apply if the source document is silent."""

    displays_differ: Literal["supervisor", "terminal", "void"] = "supervisor"
    """Result if a terminal and the board differ: a supervisor decides, the terminal is right, or the round is void."""
    exposed_in_error: Literal["as-due", "free-hand"] = "as-due"
    """Use of a card drawn and exposed by mistake.

    "as-due": the Banker takes the card if the Banker must draw. "free-hand": the card is always the first card of a
    hand without wagers.
    """
    disputes_to: str = ""
    """Authority that settles a dispute the casino cannot settle; empty if the document names none."""
    cite: Cite = []


class Procedure(Section):
    """Part of the dealing procedure that a player may ask to read."""

    title: Text
    text: Text
    cite: Cite = []


StepWhen = Literal["day", "opening", "shoe", "hand", "dealt", "burn", "idle"]
StepAsks = Literal["cut", "batch", "seal", "inventory", "device", "choice", "burned"]


class Step(Section):
    """One step of preparing the cards or tiles for dealing, prompted and recorded at the table."""

    id: Id
    title: Text
    text: Text
    """Instruction for the person who does the step, as one sentence."""
    when: StepWhen
    """Occasion of the step: every gaming day, table opening, shoe, hand, dealt hand, burn, or while the table is idle.

    "hand" is before each hand, "dealt" is after a hand is dealt and before it is opened, "burn" is after a shoe is
    burned.
    """
    by: Literal["dealer", "supervisor"] = "dealer"
    verified_by: Literal["", "supervisor", "surveillance"] = ""
    """Role that confirms that the step was done; empty if nobody has to."""
    asks: list[StepAsks] = []
    """Kinds of data that the person enters when the step is done."""
    choices: list[str] = []
    """Possible methods of the step, if `asks` contains "choice"; empty otherwise."""
    cut_from: Literal["highest-seat", "dealer"] = "highest-seat"
    """First person who is offered the cut: the highest seat, then clockwise; with "dealer" no player is offered it."""
    least_from_end: int = 0
    """Least number of cards or tiles that a cut leaves at each end."""
    empties_shoe: bool = False
    """Whether the cards or tiles are out of the shoe after the step."""
    applies: str = "True"
    """Condition over options: whether the step applies."""
    cite: Cite = []


class Notice(Section):
    """Sentence posted at the table for everybody to read."""

    id: Id
    text: Text
    when: str = "True"
    """Condition over options: whether the notice is posted."""
    schedule: Literal["any", "zero-collection"] = "any"
    """Collection schedules that the notice applies to: all, or only those without fees for players."""
    cite: Cite = []


class Approval(Section):
    """Option value that the regulator must approve before a table may use it."""

    id: Id
    title: Text
    option: str
    value: str | bool
    """Value of the option that needs the approval."""
    without: str | bool
    """Value that the option has instead until the approval is recorded."""
    cite: Cite = []


class NoticeRule(Section):
    """Options and pays that the casino may change only after the players have been notified."""

    id: Id
    options: StringList = []
    wagers: StringList = []
    """Ids of the wagers whose pays change only after a notice."""
    change: Literal["any", "increase"] = "any"
    """Whether every change must be announced, or only an increase."""
    minutes: int | FromOption
    """Minutes between the announcement and the change."""
    cite: Cite = []


class HouseDocument(Section):
    """Document of the house's own that a rulebook follows; croupier does not read it."""

    file: Text
    title: Text
    issuer: str = ""
    """Issuer of the document; the house of the rulebook if it is left out."""


class RulebookFile(Section):
    """Contents of a rulebook file, with includes merged in. A family's model adds the family's own table."""

    OWN: ClassVar[str] = ""
    """TOML key of the family's own table."""

    id: Id
    title: Text
    short_title: Annotated[str, Field(max_length=20)] = ""
    """Title where there is little space, such as in a list of tables; if empty, `title`."""
    family: Text
    banking: Literal["house", "player-dealer", "seats"]
    """Party that pays winning wagers: the casino, a player-dealer, or the seats each other."""
    house: Text
    source: Text | HouseDocument
    include: list[str] = []
    earlier: list[Text] = []
    """Digests of earlier editions of the same rules; rounds played under them count as played under this rulebook."""
    modes: list[Literal["live", "dealer-assist", "automated"]] = ["live"]
    summary: str = ""
    cite: Cite = []
    options: dict[str, Option] = {}
    refuse: list[Refusal] = []
    define: dict[str, str] = {}
    together: list[JointMinimum] = []
    shoe: ShoeTable = ShoeTable()
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
    def source_name(self) -> str:
        """Name of the document that citations without a document refer to; a document of the house has no lines."""
        return self.source if isinstance(self.source, str) else HOUSE_RULE.file

    @property
    def own(self) -> FamilyTable | None:
        """The family's table; None if the file omits it."""
        return getattr(self, self.OWN) if self.OWN else None
