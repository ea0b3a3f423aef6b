"""In-memory house and driver for tests of a live table.

`House` has balances, cards and archived rounds. `Drive.do` gives a command to one table and then checks everything: the
log, read back from its canonical text, replays to the same table; every escrow account has exactly the amount on the
table, in cents; all balances sum to zero; a refused command changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from croupier.cards import Piece, ShoeRules, parse_pieces
from croupier.cards.commitment import CommitmentOpening as ShoeOpening
from croupier.cards.commitment import commit
from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.errors import Refused
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import READ_OPTION, TableRules
from croupier.store.ledger_accounts import KINDS_PROMOTIONAL, kind_of
from croupier.store.record import canonical
from croupier.store.transaction import mixes_promotional_and_money
from croupier.table import commands as c
from croupier.table.command_effect import SYSTEM, Actor, CommandContext, CommandEffect, PromotionalPlayRules, SealedShoe
from croupier.table.dispatch import command_name, execute_command
from croupier.table.events import Event, apply_all, event_of, json_of
from croupier.table.round_archive import RoundReplay, archive_after_event
from croupier.table.sealing import read_openings, seal_events, unseal_events
from croupier.table.settings import TableSettings
from croupier.table.state import CardSeal, Phase, TableState
from croupier.table.timers import next_timer_at

CREDIT = 100_000_00
MAY_OWE = ("house", "seed", "owed", "promotions")
"""Kinds of account that may have a negative balance."""

DEALER = Actor("user:101", "dealer", "dealer")
SUPERVISOR = Actor("user:102", "supervisor", "supervisor")
OTHER_SUPERVISOR = Actor("user:103", "other supervisor", "supervisor")
EXECUTIVE = Actor("user:104", "executive", "admin")

BY_DEALER = {
    *("open-bets", "close-bets", "read-card", "correct-card", "call-result", "load-shoe", "report-cut-card"),
    *("roll-dice", "correct-dice", "show-hand"),
}


def player(number: int, *, third_party: bool = False) -> Actor:
    """Return a player as an actor."""
    return Actor(f"user:{number}", f"player {number}", "player", f"player:{number}", third_party=third_party)


class Box:
    """Card source with a seeded generator.

    A script puts given cards at the front of the next shoe that is filled.
    """

    def __init__(self, seed: int = 1) -> None:
        self.chance = SeededRandomSource(seed)
        self.openings: dict[str, ShoeOpening] = {}
        self.scripts: list[tuple[Piece, ...]] = []
        self.card_requests: list[tuple[str, int]] = []

    def script(self, cards: str) -> None:
        """Put these cards at the front of the next shoe."""
        self.scripts.append(parse_pieces(cards))

    def fill_shoe(self, rules: ShoeRules) -> SealedShoe:
        cards = shuffled(rules.full_shoe, self.chance)
        if self.scripts:
            cards = self._put_first(cards, self.scripts.pop(0))
        commitment, opening = commit(cards, rules.cut_from_back, self.chance)
        self.openings[commitment.digest] = opening
        return SealedShoe(commitment.digest, commitment.digest)

    @staticmethod
    def _put_first(cards: tuple[Piece, ...], first: tuple[Piece, ...]) -> tuple[Piece, ...]:
        rest = list(cards)
        for card in first:
            rest.remove(card)
        return (*first, *rest)

    def card_at(self, sealed: str, place: int) -> Piece:
        """Return a card of a sealed shoe, and record that it was requested."""
        self.card_requests.append((sealed, place))
        return self.openings[sealed].cards[place]

    def reveal(self, sealed: str) -> ShoeOpening:
        return self.openings[sealed]

    def random_below(self, limit: int) -> int:
        return self.chance.below(limit)


@dataclass
class House:
    """Ledger, cards and archived rounds that several tables of a test share."""

    seed: int = 1
    balances: dict[str, int] = field(default_factory=dict)
    archived: dict[str, dict[str, Any]] = field(default_factory=dict)
    meters_down: set[str] = field(default_factory=set)
    bundles: set[str] = field(default_factory=set)
    limits: dict[str, Refused] = field(default_factory=dict)
    executive_above_cents: int = 10_000_00
    promotional: PromotionalPlayRules | None = None
    gifts: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """Promotional grants by player account: (end time in milliseconds, grant account)."""

    def __post_init__(self) -> None:
        self.box = Box(self.seed)

    def balance(self, account: str) -> int:
        return self.balances.get(account, 0)

    def move(self, debit: str, credit: str, cents: int) -> None:
        """Transfer money between two accounts."""
        assert cents > 0, (debit, credit, cents)
        assert debit != credit, debit
        assert not mixes_promotional_and_money(debit, credit), (debit, credit)
        self.balances[debit] = self.balance(debit) - cents
        self.balances[credit] = self.balance(credit) + cents

    def give(self, account: str, cents: int) -> None:
        """Credit an account with money from outside the ledger."""
        self.move("seed", account, cents)

    def give_promotional(self, number: int, cents: int, ends_at: int = 10**12) -> str:
        """Give promotional chips to a player and return the account of the grant."""
        gift = f"promo:{number}/{sum(map(len, self.gifts.values())) + 1}"
        self.gifts.setdefault(f"player:{number}", []).append((ends_at, gift))
        self.move("promotions", gift, cents)
        return gift

    def context(self, at: int, actor: Actor) -> CommandContext:
        return CommandContext(
            at=at,
            actor=actor,
            balance=self.balance,
            card_source=self.box,
            meter_is_up=lambda account: account not in self.meters_down,
            check_player_limits=lambda account, _at, _extra, _staked: self.limits.get(account),
            archived_round=self.archived.get,
            has_bundle=lambda name: name in self.bundles,
            executive_above_cents=self.executive_above_cents,
            promotional=self.promotional,
            grants=lambda account: [gift for ends, gift in sorted(self.gifts.get(account, [])) if ends > at],
        )

    def check(self) -> None:
        """Check that all balances sum to zero and that only some kinds of account are negative."""
        assert sum(self.balances.values()) == 0
        assert sum(cents for account, cents in self.balances.items() if kind_of(account) in KINDS_PROMOTIONAL) == 0
        below = {account: cents for account, cents in self.balances.items() if cents < 0}
        assert not {account for account in below if account.split(":")[0] not in MAY_OWE}, below


def fake_encrypt(text: str, about: str) -> str:
    """Stand in for encryption with the house's key: return the same placeholder for every text."""
    return "locked"


def first_schedule(rulebook: str, options: Mapping[str, Any] | None = None) -> str | None:
    """Return the first collection schedule of a rulebook, or None where the game takes no collection.

    A table of a game that takes a collection does not run without a schedule.
    """
    if rulebook not in rulebook_library.names():
        return None
    schedules = TableRules.of(rulebook_library.load(rulebook), options or {}).schedules
    return schedules[0].id if schedules else None


def read_back(value: Any) -> Any:
    """Return a value as it is after a round trip through the store's canonical JSON, which sorts its keys."""
    return json.loads(canonical(value))


class Drive:
    """One table of a test house, its log and the checks after every command."""

    def __init__(
        self,
        rulebook: str = "ilani-midi-baccarat",
        mode: str = "dealer-assist",
        *,
        name: str = "t1",
        house: House | None = None,
        **settings: Any,
    ) -> None:
        self.house = house or House()
        self.name = name
        self.at = 1_000_000
        self.state = TableState(name, demonstration=True)
        self.replayed = self.state
        self.log: list[dict[str, Any]] = []
        self.written: list[dict[str, Any]] = []
        """Log as a house stores it: face-down cards are sealed."""
        self.seals: tuple[CardSeal, ...] = ()
        self.locked: dict[str, str] = {}
        """Every card that was ever sealed, by its commitment digest: the cards that the house's key could open."""
        self.last: CommandEffect | Refused | None = None
        settings.setdefault("schedule", first_schedule(rulebook, settings.get("options")))
        if rulebook in rulebook_library.names() and READ_OPTION in rulebook_library.load(rulebook).written.options:
            # Deal as with a smart shoe, unless a test chooses another option.
            settings["options"] = {READ_OPTION: "dealt", **settings.get("options", {})}
        self.ok(c.ChangeSettings(settings=TableSettings(rulebook=rulebook, mode=mode, **settings)))  # type: ignore[arg-type]

    # Commands

    def do(self, command: c.Command, at: int | None = None, actor: Actor | None = None) -> CommandEffect | Refused:
        """Give the table a command and check everything; the default time is one millisecond after the last command."""
        self.at = self.at + 1 if at is None else at
        before = self.state
        decided = execute_command(before, command, self.house.context(self.at, actor or self._usual_actor(command)))
        self.last = decided
        if isinstance(decided, Refused):
            assert decided.code
            assert decided.message.endswith((".", "!", "?")), decided
        else:
            self._carry_out(before, decided)
        self.check()
        return decided

    def ok(self, command: c.Command, at: int | None = None, actor: Actor | None = None) -> CommandEffect:
        """Give the table a command that must be accepted."""
        decided = self.do(command, at, actor)
        assert isinstance(decided, CommandEffect), decided
        return decided

    def refused(self, command: c.Command, code: str, at: int | None = None, actor: Actor | None = None) -> Refused:
        """Give the table a command that must be refused with this code."""
        decided = self.do(command, at, actor)
        assert isinstance(decided, Refused), [event.kind for event in decided.events]
        assert decided.code == code, decided
        return decided

    @staticmethod
    def _usual_actor(command: c.Command) -> Actor:
        """Return the actor who usually gives a command."""
        name = command_name(command)
        return SYSTEM if name == "tick" else DEALER if name in BY_DEALER else SUPERVISOR

    def _carry_out(self, before: TableState, decided: CommandEffect) -> None:
        for debit, credit, cents in decided.transfers:
            self.house.move(debit, credit, cents)
        event_dicts = [json_of(event) for event in decided.events]
        logged, self.seals = seal_events(event_dicts, replace(before, seals=self.seals), decided.state, fake_encrypt)
        self.written += logged
        self.locked |= {seal.digest: seal.card for seal in self.seals}
        archived: list[Any] = []
        for event in decided.events:
            self.log.append(read_back(json_of(event)))
            again = event_of(self.log[-1])
            assert again == event
            ended = archive_after_event(self.replayed, again, self.house.archived.get)
            archived += [] if ended is None else [read_back(ended)]
            self.replayed = again.apply(self.replayed)
        self.state = decided.state
        assert archived == [read_back(round_data) for round_data in decided.archived_rounds]
        for round_data in archived:
            self.house.archived[round_data["id"]] = round_data
            assert RoundReplay(round_data).differences() == []

    # Invariants after every command

    def check(self) -> None:
        """Check that the log replays to the current state and that the escrow accounts match the table."""
        assert self.replayed == self.state
        current, again = self.state.round, self.replayed.round
        if current is not None and again is not None:
            assert again.bets() == current.bets()
        self.house.check()
        staked = sum(current.staked_by(account) for account in current.accounts) if current else 0
        posted = self.state.bank.cents if self.state.bank else 0
        given = sum(current.promotional_by(account) for account in current.accounts) if current else 0
        assert self.balance("stakes") == staked
        assert self.balance("promo-stakes") == given
        assert self.balance("bank") == posted
        assert self.balance("jackpot") == sum(jackpot.cents for jackpot in self.state.jackpots)

    def check_log(self) -> None:
        """Check that the log replays to the current state, and that the sealed log unseals to the plain log.

        Seals exist exactly while the round has face-down cards.
        """
        openings = self.locked | read_openings(self.written, "log")
        assert read_back(unseal_events(self.written, openings)) == self.log
        assert (self.state.round is None or not any(dealt_card.face_down for dealt_card in self.state.round.dealt)) == (
            not self.seals
        )
        assert apply_all(TableState(self.name, demonstration=True), map(event_of, self.log)) == self.state

    def balance(self, kind: str) -> int:
        """Return the balance in cents of an account of this table by its kind, or of any account by its full name."""
        return self.house.balance(kind if ":" in kind else f"{kind}:{self.name}")

    def credit(self, number: int) -> int:
        """Return the credit of a player in cents."""
        return self.house.balance(f"player:{number}")

    @property
    def events(self) -> list[Event]:
        """Events of the last command, which must not have been refused."""
        assert isinstance(self.last, CommandEffect), self.last
        return list(self.last.events)

    @property
    def kinds(self) -> list[str]:
        """Kinds of the events that the last command caused."""
        return [event.kind for event in self.events]

    @property
    def last_round(self) -> dict[str, Any]:
        """Archived data of the last round."""
        return self.house.archived[f"{self.name}/{self.state.rounds:06d}"]

    # Steps that many tests repeat

    def seat(self, *numbers: int, third_party: bool = False) -> None:
        """Give each player credit, and seat the player at the seat with the same number."""
        for number in numbers:
            self.fund(number)
            self.ok(c.SitDown(seat=number), actor=player(number, third_party=third_party))

    def fund(self, number: int, cents: int = CREDIT) -> None:
        """Give a player credit, if the player has no account yet."""
        if f"player:{number}" not in self.house.balances:
            self.house.give(f"player:{number}", cents)

    def open(self, *numbers: int, first: str = "As") -> Drive:
        """Open the table and seat players; where the dealer deals, load a shoe and burn its first card."""
        self.ok(c.OpenTable())
        self.seat(*numbers)
        if not self.state.is_automated:
            self.new_shoe(first)
        return self

    def new_shoe(self, first: str = "As") -> None:
        """Load a shoe and burn its first card."""
        self.ok(c.LoadShoe())
        assert self.state.shoe is not None
        if self.state.shoe.burn_due:
            self.ok(c.ReadCard(card=first))

    def bet(
        self, number: int, wagers: Mapping[str, int], *, seat: int | None = None, at: int | None = None
    ) -> CommandEffect:
        """Place wagers of a player."""
        return self.ok(placed(number if seat is None else seat, wagers), at, player(number))

    def bank(self, number: int, cents: int) -> CommandEffect:
        """Accept the offered bank for a player, or post the bank for the player-dealer's next hand."""
        assert self.state.offers is not None
        banks = self.state.offers.rotation.player_dealer == self.state.seat_of(f"player:{number}")
        order = c.PostBank(cents=cents) if banks else c.AcceptBank(cents=cents)
        return self.ok(order, actor=player(number))

    def deal(self, cards: str) -> None:
        """Read cards one after the other."""
        for card in cards.split():
            self.ok(c.ReadCard(card=card))

    def play(self, cards: str, bets: Mapping[int, Mapping[str, int]] | None = None) -> None:
        """Play a dealer's round from open bets to the result; without `bets`, `default_bets` are placed."""
        self.begin(bets)
        self.deal(cards)
        self.ok(c.CallResult())

    def begin(self, bets: Mapping[int, Mapping[str, int]] | None = None) -> None:
        """Start a dealer's round: open bets, place wagers, close bets."""
        self.ok(c.OpenBets())
        for number, wagers in (self.default_bets() if bets is None else bets).items():
            self.bet(number, wagers)
        if self.state.phase is Phase.BETTING:
            self.ok(c.CloseBets())

    def default_bets(self) -> dict[int, dict[str, int]]:
        """Return a wager of ten dollars by the first seated player who does not bank.

        A round without any wager is not dealt. A free hand needs no wager.
        """
        if self.state.opening.free_hand:
            return {}
        bank = self.state.bank.account if self.state.bank else None
        accounts = [sitter.account for _, sitter in sorted(self.state.seats.items()) if sitter.account != bank]
        assert accounts, "nobody sits there who could bet"
        return {int(accounts[0].partition(":")[2]): {next(iter(self.state.rules.betting_wagers)): 1_000}}

    def tick(self) -> CommandEffect:
        """Advance the clock to the next timer and run it."""
        due = next_timer_at(self.state)
        assert due is not None, "nothing is due"
        before = len(self.log)
        decided = self.ok(c.RunTimers(), max(due, self.at))
        assert len(self.log) > before, f"a tick at {self.at} did nothing, and {due} is due"
        return decided

    def run(self, *, until: str, most: int = 60) -> None:
        """Run timers until one of them causes an event of this kind."""
        for _ in range(most):
            self.tick()
            if until in self.kinds:
                return
        raise AssertionError(f"no {until} in {most} ticks")


def placed(seat: int, wagers: Mapping[str, int]) -> c.PlaceWagers:
    """Return a command that places wagers."""
    return c.PlaceWagers(seat=seat, wagers=[c.WagerAmount(wager=name, cents=cents) for name, cents in wagers.items()])
