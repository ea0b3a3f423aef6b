"""House of 46 tables with a day of play from a fixed seed, for pictures of the pages that show a whole floor.

The tables are those of the demonstration, and their rounds are really played: guests bet, decide and set their hands, a
provider takes the bank, and one dealer enters cards at three tables. In the last two minutes
something begins to wait for somebody.
"""

from __future__ import annotations

import itertools
import math
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from croupier.cage.buy_in import with_play_money
from croupier.cards.random_source import SeededRandomSource
from croupier.errors import Refused
from croupier.people.roles import Role
from croupier.people.users import user_by_name
from croupier.play.round import Arrange, Ask
from croupier.server.bots import COMMAND
from croupier.server.config import MeterSection
from croupier.server.demo_provider import DemoProvider
from croupier.server.demonstration import PROVIDER, add_people, demonstration_config
from croupier.table import commands as c
from croupier.table.bank_handlers import unanswered_seat
from croupier.table.command_effect import Actor
from croupier.table.rotation import RotationStage
from croupier.table.state import CurrentRound, Phase, TableState
from croupier.views import Viewer
from croupier.views.layout_view import posted_wagers
from croupier.views.next_step_view import next_step
from tests.browser.site import Site, require_pages

SEED = 9
OPENED_AT = int(datetime(2026, 11, 17, 10, tzinfo=UTC).timestamp() * 1000)
NOW = int(datetime(2026, 11, 17, 20, 41, 7, tzinfo=UTC).timestamp() * 1000)
"""Time at which the clock of the house stands still."""
MINUTE_MS = 60_000
BUSY_MS, LAST_MS = 14 * MINUTE_MS, 2 * MINUTE_MS + 20_000
"""Time at the end of the day in which rounds follow each other, and the last part of it, which the server plays."""
BEAT_MS = 5 * MINUTE_MS
"""Time from one round to the next at a table, earlier in the day."""
SEATED = {
    "ca-big-bonus-baccarat": 5,
    "ca-blackjack-x": 3,
    "ca-ez-baccarat-panda-8": 9,
    "ca-fortune-pai-gow-poker": 4,
    "ca-pai-gow-tiles": 5,
    "ca-ultimate-texas-holdem": 3,
    "ca-ultimate-war": 3,
    "co-99-fortunes": 6,
    "ilani-midi-baccarat": 5,
    "pa-mini-baccarat": 5,
    "dealer-midi": 3,
    "dealer-cash-in": 5,
    "no-limit-holdem": 7,
}
"""Tables in play, and the number of guests at each."""
QUIET = {
    "ca-3-card-poker": 1,
    "ca-advantage-baccarat": 1,
    "co-dragon-bonus": 2,
    "house-blackjack": 1,
    "midi-squeeze": 1,
    "limit-holdem": 2,
}
"""Open tables at which guests sit and nobody plays now."""
EARLIER = {
    "ilani-midi-baccarat": 0.75,
    "co-99-fortunes": 0.9,
    "pa-mini-baccarat": 0.8,
    "house-blackjack": 0.6,
    "dealer-midi": 0.6,
    "co-dragon-bonus": 0.5,
    "co-5-treasures": 0.3,
    "co-ez-baccarat": 0.3,
    "ilani-blackjack": 0.2,
    "midi-squeeze": 0.1,
    "ca-ez-baccarat-panda-8": 0.3,
    "ca-big-bonus-baccarat": 0.3,
    "ca-pai-gow-tiles": 0.15,
    "dealer-cash-in": 0.2,
    "ca-blackjack-x": 0.2,
    "ca-ultimate-texas-holdem": 0.15,
    "ca-fortune-pai-gow-poker": 0.1,
    "ca-ultimate-war": 0.2,
    "ca-3-card-poker": 0.05,
    "ca-advantage-baccarat": 0.05,
}
"""Share of the beats in which a round is played at a table, earlier in the day."""
CLOSED = ("dealer-blackjack", "dealer-mah-jong", "dealer-tiles", "dealer-thirteen", "dealer-war")
HAND_DEALT = ("pa-mini-baccarat", "dealer-midi", "dealer-cash-in")
JACKPOT, CORRECTED, SILENT = HAND_DEALT
DISPUTED, INSPECTED, ANNOUNCED = "ca-ez-baccarat-panda-8", "co-baccarat", "midi-squeeze"
THINKING = ("ca-blackjack-x", "ca-fortune-pai-gow-poker", "ca-pai-gow-tiles", "ca-ultimate-texas-holdem")
"""Tables at which the guests are still thinking when the clock stops."""
GUESTS = 40
BUY_IN_CENTS = 500_00
CHIPS = (10_00, 25_00, 25_00, 50_00, 100_00, 100_00, 200_00)
SIDE_CHIP = 5_00
ROYAL_9_CENTS = 5_00
SIDE_SHARE = 0.35
BANK_CENTS = 4_000_00
BANKS_SHARE = 0.3
"""Share of the offers of the bank that a guest takes."""
ATTENDED_MOST = 24
CUT_LEFT = 60
"""Cards behind the cut card of a shoe that is dealt by hand."""
DEALER_MS = {"read-card": 2_000, "open-bets": 4_000, "close-bets": 14_000, "call-result": 3_000, "load-shoe": 20_000}
"""Time that the dealer takes for a step."""
METERS = (
    MeterSection(id="royal-9-both", title="Both hands", seed=48_000_00),
    MeterSection(id="royal-9-banker", title="Banker", seed=6_000_00),
    MeterSection(id="royal-9-player", title="Player", seed=5_800_00),
    MeterSection(id="fortunes", title="99 Fortunes", seed=25_000_00),
    MeterSection(id="ez", title="EZ Progressive", seed=9_300_00),
)
LINKED = {
    "pa-mini-baccarat": {f"royal-9/{hand}": f"royal-9-{hand}" for hand in ("both", "banker", "player")},
    "co-99-fortunes": {"fortunes-99": "fortunes"},
    "co-ez-baccarat": {"ez-progressive": "ez"},
}
"""Meters of the house at each table with a progressive wager."""
SECONDS = {"offer_seconds": 4}


class FloorClock:
    """Clock of the house; it moves only when it is set."""

    now = OPENED_AT

    def __call__(self) -> int:
        return self.now


def tables() -> dict[str, dict[str, Any]]:
    """Return the settings of the 46 tables, three of them dealt by hand."""
    shown: dict[str, dict[str, Any]] = {}
    for table in demonstration_config(Path()).table:
        shown[table.name] = table.model_dump(exclude={"name"}) | SECONDS
        shown[table.name]["open"] = table.name not in CLOSED
        if table.name in HAND_DEALT:
            shown[table.name]["mode"] = "dealer-assist"
    for name, meters in LINKED.items():
        shown[name]["meters"] = meters
    shown[INSPECTED] |= {"mode": "dealer-assist", "required_steps": ["all"]}
    return shown


class FloorEvening:
    """Guests, a provider and a dealer at the tables of a served house, from ten o'clock on."""

    def __init__(self, site: Site, clock: FloorClock) -> None:
        self.site, self.clock = site, clock
        self.chance = random.Random(SEED)  # noqa: S311 - chips and cards in a picture
        self.source = SeededRandomSource(SEED)
        people = [(f"guest{nth}", f"Guest {nth}", Role.PLAYER) for nth in range(1, GUESTS + 1)]
        add_people(site.runtime, people)
        self.guests = [self._actor(name) for name, _, _ in people]
        self.dealer, self.supervisor = self._actor("dealer"), self._actor("supervisor")
        self.provider = DemoProvider(site.runtime, PROVIDER)
        self.wanted: Counter[str] = Counter()
        """Rounds that guests still want to play, by table."""
        self.is_ending = False
        self.shoes: dict[str, list[str]] = {}
        self.dealt_at: dict[str, int] = {}
        """Time of the dealer's next step, by table."""
        self.silent: set[str] = set()
        self.undecided: set[str] = set()
        """Ids of the people who do not answer when they are asked."""
        self.planned: list[str] = []
        """Cards of the round in which the jackpot is won; the next round takes them."""
        self.winner = 0
        """Seat that wins the jackpot."""
        self.seated = self._places()

    def _places(self) -> dict[str, list[Actor]]:
        """Return the guests of each table; a guest plays at one or two tables."""
        guests, place = {}, 0
        for name in dict.fromkeys([*SEATED, *QUIET, *EARLIER]):
            count = SEATED.get(name) or QUIET.get(name) or 3
            guests[name] = [self.guests[(place + nth) % GUESTS] for nth in range(count)]
            place += count
        return guests

    def play_the_day(self) -> None:
        """Play until two minutes before the clock stops."""
        while self.clock.now < NOW - BUSY_MS:
            for name, share in EARLIER.items():
                self.wanted[name] = int(self.chance.random() < share)
            self._play_until(min(self.clock.now + BEAT_MS, NOW - BUSY_MS))
        for name in self.seated:
            self.wanted[name] = 0 if name not in SEATED else 10_000
        self._play_until(NOW - LAST_MS)
        for name in self.seated:
            if name not in SEATED and name not in QUIET:
                self._all_leave(name)

    def play_the_last_minutes(self) -> None:
        """Play on while a jackpot is won, a card is doubted, a dispute begins and a dealer falls silent."""
        for name in SEATED:
            self.wanted[name] = 10_000
        self._read_all()
        self._announce()
        self._win_the_jackpot()
        self._play_until(NOW - 75_000)
        self._doubt_a_card()
        self._fall_silent()
        self._play_until(NOW - 33_000)
        name = self._ended_round(DISPUTED)
        self._do(DISPUTED, c.OpenDispute(round=name, reason="Seat 2: the wager was put down in time"))
        self.is_ending = True
        self._play_until(NOW)

    def join(self, person: str, names: Sequence[str]) -> None:
        """Let one more person play at tables, with bets like a guest's but without decisions."""
        self.undecided.add(self._actor(person).id)
        self.is_ending = False
        for name in names:
            self.seated[name].append(self._actor(person))

    def pass_time(self, ms: int) -> None:
        self._play_until(self.clock.now + ms)

    def asks(self, person: str, name: str) -> bool:
        """Return whether the table asks this person for a decision."""
        state = self._state(name)
        seat = state.seat_of(str(self._actor(person).account))
        need = state.replay_play.need if state.phase is Phase.DEALING else None
        return seat is not None and isinstance(need, Ask) and need.question(seat) is not None

    def takes_bets(self, person: str, name: str) -> bool:
        """Return whether the table takes bets and this person has one there."""
        current = self._state(name).round
        is_betting = self._state(name).phase is Phase.BETTING and current is not None
        return is_betting and current is not None and bool(current.staked_by(str(self._actor(person).account)))

    def _play_until(self, until_at: int) -> None:
        """Run timers and the dealer's steps in the order of their times, and attend to each table after its own."""
        house, tables = self.site.house, [*self.seated]
        for name in tables:
            self._attend(name)
        due = house.next_timers()
        while True:
            first = min({*due} | {*self.dealt_at}, key=lambda name: self._next_at(name, due), default=None)
            if first is None or (at := self._next_at(first, due)) > until_at:
                break
            self.clock.now = max(self.clock.now, at)
            if self.dealt_at.get(first, math.inf) <= due.get(first, math.inf):
                del self.dealt_at[first]
                self._deal_by_hand(first)
            else:
                house.run_timers(first)
            self._attend(first)
            next_at = house.next_timer_of(first)
            due.pop(first, None)
            if next_at is not None:
                due[first] = next_at
        self.clock.now = until_at

    def _next_at(self, name: str, due: dict[str, int]) -> float:
        return min(due.get(name, math.inf), self.dealt_at.get(name, math.inf))

    def _attend(self, name: str) -> None:
        """Let guests and provider act at a table until nobody has anything to do; the dealer acts a while later."""
        for _ in range(ATTENDED_MOST):
            state = self._state(name)
            order = self.provider._next_command(state)
            if order is not None:
                self.site.house.execute(name, order, self.provider._actor)
            elif not self._guests_act(state):
                break
        step = self._dealers_step(name)
        if step is not None and name not in self.dealt_at:
            self.dealt_at[name] = self.clock.now + DEALER_MS[step]

    def _guests_act(self, state: TableState) -> bool:
        """Give one command of a guest; return whether there was one."""
        for guest in self.seated.get(state.name, ()):
            order = self._order_of(state, guest)
            if order is not None and not isinstance(self.site.house.execute(state.name, order, guest), Refused):
                return True
        return False

    def _order_of(self, state: TableState, guest: Actor) -> c.Command | None:
        account = guest.account or ""
        seat = state.seat_of(account)
        if state.phase is Phase.CLOSED or not state.is_running:
            return None
        if seat is None:
            free = [one for one in state.rules.seats if one not in state.seats]
            others = [one for one in free[:-1] if (one + len(state.name)) % 3 or len(free) < len(state.rules.seats) / 2]
            return c.SitDown(seat=self.chance.choice(others or free)) if free else None
        if state.stakes is not None:
            return self._chips_order(state, guest, seat)
        if state.phase is Phase.BETWEEN and state.offers is not None:
            return self._bank_order(state, seat)
        if state.phase is Phase.BETTING and state.round is not None and not state.round.staked_by(account):
            return self._bet(state, guest, seat)
        return self._decision(state, guest, seat)

    def _bank_order(self, state: TableState, seat: int) -> c.Command | None:
        """Return a guest's answer to the offer of the bank: some take it, and most pass."""
        assert state.offers is not None
        stage = state.offers.rotation.stage
        if stage is RotationStage.BROKEN and self.wanted[state.name] > 0:
            return c.OfferBank()
        if seat != unanswered_seat(state):
            return None
        if stage is not RotationStage.OFFERING:
            return c.PostBank(cents=BANK_CENTS)
        return (
            c.AcceptBank(cents=BANK_CENTS)
            if len(state.seats) > 3 and self.chance.random() < BANKS_SHARE
            else c.DeclineBank()
        )

    def _bet(self, state: TableState, guest: Actor, seat: int) -> c.Command | None:
        """Return the wagers of a guest in a round that the table plays, or None."""
        assert state.round is not None
        if (self.wanted[state.name] <= 0 and not state.round.spots) or (state.bank and state.bank.seat == seat):
            return None
        if not state.round.spots:
            self.wanted[state.name] -= 1
        wagers = self._chips(state)
        if state.name == JACKPOT and self.planned and seat == self.winner:
            wagers = [c.WagerAmount(wager="player", cents=100_00), c.WagerAmount(wager="royal-9", cents=ROYAL_9_CENTS)]
        if self.site.house.committed_balances.get(str(guest.account), 0) < sum(one.cents for one in wagers):
            self._buy_in(guest, state.name, BUY_IN_CENTS)
        return c.PlaceWagers(seat=seat, wagers=wagers)

    def _chips(self, state: TableState) -> list[c.WagerAmount]:
        """Return one line wager and sometimes a side bet; where lines belong together, the same amount on each."""
        cents = self.chance.choice(CHIPS)
        posted = [one for one in posted_wagers(state.settings) if not one["is_placed_during_round"]]
        lines = [one for one in posted if one["group"] == "line"]
        if not any(one["id"] in ("player", "banker") for one in lines):
            chosen = lines
        else:
            chosen = [self.chance.choice([one for one in lines if one["id"] in ("player", "banker", "banker")])]
        wagers = [c.WagerAmount(wager=one["id"], cents=_within(one["limit"], cents)) for one in chosen]
        sides = [one for one in posted if one["group"] == "side" and one["id"] not in {line["id"] for line in chosen}]
        if sides and self.chance.random() < SIDE_SHARE:
            side = self.chance.choice(sides)
            wagers.append(c.WagerAmount(wager=side["id"], cents=_within(side["limit"], SIDE_CHIP)))
        return wagers

    def _chips_order(self, state: TableState, guest: Actor, seat: int) -> c.Command | None:
        """Return the next command of a guest where seats play against each other."""
        assert state.stakes is not None
        account = guest.account or ""
        if state.stack(account).cents == 0 and (state.round is None or not state.round.staked_by(account)):
            if self.wanted[state.name] <= 0:
                return None
            buy_in = state.stakes.buy_in(state.rules)
            return c.BuyChips(cents=buy_in.least * 3 if buy_in.most is None else min(buy_in.most, buy_in.least * 4))
        need = state.replay_play.need if state.phase is Phase.DEALING else None
        if not isinstance(need, Ask) or need.question(seat) is None:
            return None
        if self.is_ending and state.round is not None and len(state.round.dealt) > 2 * len(state.seats) + 3:
            return None  # the clock stops at the turn
        view = self.site.runtime.view_of(state, Viewer("player", account))
        move = state.stakes.bot(state.rules, view, self.source)
        return None if move is None else COMMAND.validate_python(move)

    def _decision(self, state: TableState, guest: Actor, seat: int) -> c.Command | None:
        """Return a guest's answer to an open question; at the end some guests still think."""
        if state.phase is not Phase.DEALING:
            return None
        if guest.id in self.undecided:
            return None
        is_thinking = self.is_ending and state.name in THINKING and seat != min(state.seats)
        need = state.replay_play.need
        if isinstance(need, Arrange):
            return None if is_thinking or need.hand_to_set(seat) is None else c.ArrangeCards(seat=seat)
        question = need.question(seat) if isinstance(need, Ask) else None
        if question is None or is_thinking:
            return None
        choices = [choice.do for choice in question.choices if choice.do not in ("surrender", "insurance")]
        usual = [do for do in choices if do in ("stand", "check", "play", "hit", "call")]
        return c.MakeDecision(seat=seat, choice=self.chance.choice(usual or choices))

    def _all_leave(self, name: str) -> None:
        for guest in self.seated[name]:
            if self._state(name).seat_of(guest.account or "") is not None:
                self.site.house.execute(name, c.StandUp(), guest)

    def _dealers_step(self, name: str) -> str | None:
        """Return the next step of the dealer at a table that is dealt by hand, or None."""
        state = self._state(name)
        step = next_step(state, self.clock.now)["command"] if name in HAND_DEALT else None
        is_idle = (step == "open-bets" and self.wanted[name] <= 0) or (
            step == "close-bets" and (state.round is None or not state.round.spots)
        )
        return None if is_idle or step not in DEALER_MS or name in self.silent else step

    def _deal_by_hand(self, name: str) -> None:
        """Do the dealer's next step at a table."""
        step = self._dealers_step(name)
        if step is None:
            return
        if step == "load-shoe":
            self.shoes[name] = []
        current = self._state(name).round
        is_first = step == "read-card" and current is not None and not current.dealt
        if is_first and self.planned and name == JACKPOT and self._has_royal_9(current):
            self._card(name)
            if all(self._can_come(card) for card in self.planned):
                self.shoes[name] += reversed(self.planned)
                self.planned = []
            else:
                self._win_the_jackpot()
        fields = {"card": self._card(name)} if step == "read-card" else {}
        self.site.house.execute(name, COMMAND.validate_python({"do": step, **fields}), self.dealer)
        shoe = self._state(name).shoe
        if step == "read-card" and shoe is not None and shoe.left == CUT_LEFT:
            self.site.house.execute(name, c.ReportCutCard(), self.dealer)
        if step == "call-result" and self._state(name).jackpots:
            self.silent.add(name)

    def _has_royal_9(self, current: CurrentRound | None) -> bool:
        """Return whether the seat that wins the jackpot has the progressive wager."""
        spots = [] if current is None else list(current.spots.values())
        return any(spot.seat == self.winner and "royal-9" in spot.wagers for spot in spots)

    def _card(self, name: str) -> str:
        """Return the next card of a shoe that is dealt by hand; what has left the shoe does not come again."""
        shoe = self._state(name).shoe
        assert shoe is not None
        if not self.shoes.get(name):
            cards = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"] * 8
            self.chance.shuffle(cards)
            self.shoes[name] = cards
        while shoe.impossible_reason(shoe.rules.pack.parse(self.shoes[name][-1])) is not None:
            self.shoes[name].pop()
        return self.shoes[name].pop()

    def _win_the_jackpot(self) -> None:
        """Deal the king and nine that are printed at a seat to the Player; that seat has the progressive wager."""
        state = self._state(JACKPOT)
        low = next(card for card in ("3s", "3d", "3h", "3c", "2s", "2d") if self._can_come(card))
        for seat in sorted(state.seats):
            king, nine = map(str, state.rules.seat_hands[seat])
            if self._can_come(king) and self._can_come(nine):
                self.winner, self.planned = seat, [king, low, nine, low]
                return
        raise AssertionError("no seat's king and nine are left in the shoe")

    def _can_come(self, card: str) -> bool:
        """Return whether a card is left in the shoe of the table with the jackpot."""
        shoe = self._state(JACKPOT).shoe
        assert shoe is not None
        return shoe.impossible_reason(shoe.rules.pack.parse(card)) is None

    def _ended_round(self, name: str) -> str:
        """Play on until the table is between two rounds, and return the id of the last one."""
        while self.clock.now < NOW - 1_000:
            last = self._state(name).last
            if last is not None and self._state(name).phase is Phase.BETWEEN:
                return str(last["round"])
            self._play_until(self.clock.now + 500)
        raise AssertionError(f"no round ended at {name}")

    def _doubt_a_card(self) -> None:
        """Let the dealer ask for a correction of a card of the last round, and stop the table."""
        name = self._ended_round(CORRECTED)
        self._do(CORRECTED, c.PauseTable(reason="A card was misread"), self.dealer)
        for rank, place in itertools.product(
            "4592368A7TJQK", (3, 2, 4, 1)
        ):  # a card that leaves the round as long as it was
            asked = c.RequestCorrection(round=name, place=place, card=f"{rank}h", reason="The dealer saw another card")
            if not isinstance(self.site.house.execute(CORRECTED, asked, self.dealer), Refused):
                return
        raise AssertionError("no card of the last round can be corrected")

    def _fall_silent(self) -> None:
        """Stop in the middle of a round that is dealt by hand, 35 to 55 seconds before the end."""
        while self.clock.now < NOW - 35_000:
            self._play_until(self.clock.now + 1_000)
            current = self._state(SILENT).round
            if current is not None and 2 <= len(current.dealt) <= 3:
                break
        self.silent.add(SILENT)

    def _announce(self) -> None:
        """Announce a new vigorish at a table, and inspect the cards of another; both wait for surveillance."""
        settings = self._state(ANNOUNCED).settings
        changed = settings.model_copy(update={"options": {**settings.options, "commission": "20%"}})
        self._do(ANNOUNCED, c.AnnounceChange(settings=changed))
        for step, entered in (("inspect-shoe", {"device": "shoe 4", "sound": True}), ("inspect", {})):
            self._do(INSPECTED, COMMAND.validate_python({"do": "complete-step", "step": step, **entered}), self.dealer)

    def _read_all(self) -> None:
        """Let surveillance read the notices of the morning and mark everything until now as seen."""
        watcher = self._actor("surveillance")
        for name, state in self.site.house.tables.items():
            for notice in state.notices:
                if notice.to == "surveillance":
                    self._do(name, c.AcknowledgeNotice(id=notice.id), watcher)
        desk = self.site.as_("surveillance")
        unseen = desk.get("/api/surveillance/unseen")
        ids = [event["id"] for group in unseen["groups"] for event in group["events"]]
        if ids:
            desk.post("/api/surveillance/seen", ids=ids, key=self.site.key())

    def _buy_in(self, guest: Actor, table: str, cents: int) -> None:
        """Add play money to a guest's credit at a table's terminal, which counts as drop."""
        fields: dict[str, Any] = {"account": guest.account, "by": guest.id, "demonstration": True, "table": table}
        self.site.house.writer.run(lambda uow: with_play_money(uow, cents=cents, **fields))

    def _do(self, table: str, order: c.Command, who: Actor | None = None) -> None:
        reply = self.site.house.execute(table, order, who or self.supervisor)
        assert not isinstance(reply, Refused), reply

    def _state(self, name: str) -> TableState:
        return self.site.house.tables[name]

    def _actor(self, name: str) -> Actor:
        user = self.site.runtime.run_query(lambda query: user_by_name(query, name))
        assert user is not None
        account = f"player:{user.id}" if user.role is Role.PLAYER else None
        return Actor(f"user:{user.id}", user.display_name, user.role.value, account)


def _within(limit: Any, cents: int) -> int:
    return int(min(max(cents, limit["least_cents"]), limit["most_cents"]))


@contextmanager
def open_evening(folder: Path) -> Iterator[FloorEvening]:
    """Serve the house at the end of its day, with a clock that stands still.

    The day is played once in a folder, which takes minutes; its last minutes are played each time, on a copy.
    """
    require_pages()
    day = folder / "day"
    if not (day / "played").exists():
        shutil.rmtree(day, ignore_errors=True)
        day.mkdir(parents=True)
        with served(day, OPENED_AT) as evening:
            evening.play_the_day()
        (day / "played").touch()
    with tempfile.TemporaryDirectory() as copy:
        for name in ("house.db", "house.key"):
            shutil.copy(day / name, copy)
        with served(Path(copy), NOW - LAST_MS) as evening:
            evening.play_the_last_minutes()
            yield evening


@contextmanager
def served(folder: Path, at: int) -> Iterator[FloorEvening]:
    """Serve the house of a folder from this time on."""
    clock = FloorClock()
    clock.now = at
    site = Site(folder, tables(), clock=clock, provider=False, meters=METERS)
    try:
        site.start()
        yield FloorEvening(site, clock)
    finally:
        site.close()
