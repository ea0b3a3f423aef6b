"""Hands of one's own: in random live rounds of poker no card is in anybody's view or event before its time.

The law is tried on two tables at once that differ in one card alone. Until the card is one that somebody may know, what
he is told and what he sees is the same at both, to the letter.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.cards.shoe import build_decks
from croupier.play.round import AnnounceResult, Ask, Deal, Question
from croupier.table import commands as c
from croupier.table.command_effect import CommandEffect
from croupier.table.state import Phase
from croupier.views import Viewer, event_view, lobby_view, own_view
from croupier.views.table_view import table_view
from tests.soak import in_soak
from tests.table_driver import Drive, House, player
from tests.views.test_views import GlassBox

ULTIMATE = "ca-ultimate-texas-holdem"
TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ca-3-card-poker", {}),
    ("ca-3-card-poker", {"pd_upcard": False}),
    ("ca-three-card-poker-6-card-bonus", {}),
    (ULTIMATE, {}),
    (ULTIMATE, {"deal": "shoe"}),
)
STAFF = tuple(Viewer(kind) for kind in ("public", "cashier", "dealer", "supervisor", "auditor", "admin"))
PLAYERS = tuple(Viewer("player", f"player:{number}") for number in (51, 52, 53, 54, 57, 58))
"""Players 51 to 54 sit in seats 1 to 4; 57 and 58 stand behind one. Hands are called by their seats: `player:2`."""
IDENTITY = re.compile(r"\b(?:player|user):5\d|\bplayer 5\d")
VIEWERS = (*STAFF, *PLAYERS)
STEPS_MOST = 80


@dataclass(frozen=True)
class Plan:
    """A round to be played at two tables: whoever decides looks at his question and at nothing else."""

    rulebook: str
    options: dict[str, Any]
    mode: str
    decisions: str
    seed: int
    at: int
    """Which card of the round is another one at the second table, counted round and round from 0."""
    corrects: int
    """Where a dealer deals: before which step a card is put right; 0 when none is."""
    corrects_it: bool
    """It is the very card in which the tables differ."""

    @property
    def deck(self) -> list[str]:
        return [str(card) for card in shuffled(build_decks(1), SeededRandomSource(self.seed))]

    @property
    def bets(self) -> list[tuple[int, int, dict[str, int]]]:
        """Who bets at which seat: those of seats 2 and 3; one behind seat 2, one behind seat 4, whose own does not."""
        if self.rulebook == ULTIMATE:
            base = {"ante": 10_00, "blind": 10_00}
            return [(52, 2, base | {"trips": 5_00}), (53, 3, base), (57, 2, {"bad-beat": 5_00})]
        ante = {"ante": 10_00}
        return [(52, 2, ante), (57, 2, {"ante": 20_00}), (53, 3, ante), (58, 4, ante)]

    @property
    def seats(self) -> list[int]:
        return sorted({seat for _, seat, _ in self.bets})

    @property
    def hands(self) -> list[str]:
        """Whose each card is, in the order of dealing."""
        names = [*(f"player:{seat}" for seat in self.seats), "dealer"]
        if self.rulebook != ULTIMATE:
            return [name for name in names for _ in range(3)]
        if self.options.get("deal") == "shoe":
            return [*["board"] * 5, *names, *names]
        return [*(name for name in names for _ in range(2)), *["board"] * 5]

    @property
    def place(self) -> int:
        return self.at % len(self.hands)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    rulebook, options = draw(st.sampled_from(TABLES))
    return Plan(
        rulebook,
        options,
        draw(st.sampled_from(["automated", "dealer-assist"])),
        draw(st.sampled_from(["by-mode", "together", "in-turn"])),
        draw(st.integers(0, 2**32)),
        draw(st.integers(0, 12)),
        draw(st.integers(0, 25)),
        draw(st.booleans()),
    )


class WatchedTable:
    """A table, and what each viewer was told so far."""

    def __init__(self, plan: Plan, *, altered: bool) -> None:
        self.plan = plan
        self.cards = plan.deck
        if altered:  # the card changes places with one that is not dealt
            self.cards[plan.place], self.cards[-1] = self.cards[-1], self.cards[plan.place]
        house = House()
        house.box = GlassBox()
        self.drive = Drive(plan.rulebook, plan.mode, house=house, options=plan.options | {"decisions": plan.decisions})
        self.events_read = 0
        self.events_of: dict[Viewer, list[str]] = {viewer: [] for viewer in VIEWERS}
        self._begin(house)

    def _begin(self, house: House) -> None:
        """Seat 1 banks, the others bet, and bets are closed."""
        drive = self.drive
        drive.open()
        for seat in (1, 2, 3, 4):
            drive.fund(50 + seat)
            drive.ok(c.SitDown(seat=seat), actor=player(50 + seat))
        if drive.state.is_automated:
            house.box.script(" ".join(self.cards[:-1]))
        drive.bank(51, 500_00)
        if drive.state.is_automated:
            drive.tick()
        else:
            drive.ok(c.OpenBets())
        for number, seat, wagers in self.plan.bets:
            drive.fund(number)
            drive.bet(number, wagers, seat=seat)
        drive.ok(c.CloseBets())

    def record_events(self) -> None:
        """What is new since the last time."""
        state = self.drive.state
        for event in self.drive.log[self.events_read :]:
            for viewer in VIEWERS:
                mine = own_view(event, viewer.own) if viewer.own else None
                self.events_of[viewer].append(json.dumps([event_view(event, viewer, state), mine], sort_keys=True))
        self.events_read = len(self.drive.log)

    def shown_to(self, viewer: Viewer) -> str:
        """His view now, the lobby's tile, and all that he was told."""
        view = table_view(self.drive.state, viewer, self.drive.at, {}, None)
        moving = {key: value for key, value in view.items() if key not in ("wagers", "game")}
        lobby = lobby_view([self.drive.state], self.drive.at)
        return json.dumps([moving, lobby, self.events_of[viewer]], sort_keys=True)

    @property
    def log_text(self) -> str:
        """The log as a house keeps it, without what chance made of it and without the shoe, which is of glass here."""
        return re.sub(r'[0-9a-f]{32,}|"sealed: [^"]*"', "", json.dumps(self.drive.written, sort_keys=True))

    # What happens next

    def step(self, number: int) -> None:
        drive, need = self.drive, self.drive.state.replay_play.need
        if number == self.plan.corrects and self._correct_card():
            return
        if isinstance(need, Ask):
            self._decide(need, number)
        elif drive.state.is_automated:
            drive.tick()
        elif isinstance(need, Deal):
            drive.ok(c.ReadCard(card=self.cards[self.dealt]))

    @property
    def dealt(self) -> int:
        return len(self.drive.state.round.dealt) if self.drive.state.round else 0

    def _correct_card(self) -> bool:
        if self.drive.state.is_automated or not self.dealt:
            return False
        it_lies_there = self.plan.corrects_it and self.plan.place < self.dealt
        place = 1 + (self.plan.place if it_lies_there else self.plan.seed % self.dealt)
        return isinstance(self.drive.do(c.CorrectCard(place=place, card=self.cards[-2])), CommandEffect)

    def _decide(self, need: Ask, number: int) -> None:
        chance = SeededRandomSource(self.plan.seed + number)
        if chance.below(6) == 0:
            self.drive.tick()  # nobody says anything
            return
        question = need.questions[chance.below(len(need.questions))]
        choice = question.choices[chance.below(len(question.choices))].do
        decider = {2: 52, 3: 53, 4: 58}[question.seat]
        self.drive.ok(c.MakeDecision(seat=question.seat, choice=choice), actor=player(decider))


# Who may know which card when, by the rules alone


def public_positions(plan: Plan, table: WatchedTable) -> set[int]:
    """The places of cards that lie open: 004 L651, L2660 for three cards; L3642-3658 for a board."""
    need = table.drive.state.replay_play.need
    if isinstance(need, AnnounceResult) or table.drive.state.phase is not Phase.DEALING:
        return set(range(len(plan.hands)))
    of_dealer, of_board = ([at for at, hand in enumerate(plan.hands) if hand == name] for name in ("dealer", "board"))
    if table.dealt < len(plan.hands):
        return set()
    if plan.rulebook != ULTIMATE:
        return {of_dealer[2]} if plan.options.get("pd_upcard", True) else set()
    assert isinstance(need, Ask)
    return set(of_board[: {1: 0, 2: 3, 3: 5}[_street(need.questions)]])


def _street(questions: tuple[Question, ...]) -> int:
    (street,) = {question.nth for question in questions}
    return street


def own_positions(plan: Plan, viewer: Viewer) -> set[int]:
    """A player's own hand; who bets behind a seat with a player of its own does not see its cards."""
    seat = {"player:52": 2, "player:53": 3, "player:58": 4}.get(viewer.own or "")
    return {at for at, hand in enumerate(plan.hands) if hand == f"player:{seat}"}


@in_soak
@given(plans())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_card_changes_nothing_for_viewers_who_may_not_know_it_yet(plan: Plan) -> None:
    tables = [WatchedTable(plan, altered=altered) for altered in (False, True)]
    for number in range(1, STEPS_MOST):
        for table in tables:
            table.record_events()
        here, there = tables
        assert here.drive.state.replay_play.need == there.drive.state.replay_play.need
        known = public_positions(plan, here)
        for viewer in VIEWERS:
            if plan.place not in known | own_positions(plan, viewer):
                assert here.shown_to(viewer) == there.shown_to(viewer), viewer
        if plan.place not in known:
            assert here.log_text == there.log_text
        if len(known) == len(plan.hands):
            break
        for table in tables:
            table.step(number)
    else:
        raise AssertionError(f"the round is not over after {STEPS_MOST} steps")
    for table in tables:
        table.drive.check_log()
        dealt = [str(card.card) for card in table.drive.state.round.dealt] if table.drive.state.round else []
        assert dealt, "the cards lie on the table until the result is called"
        assert all(f'"{dealt[plan.place]}"' in table.shown_to(viewer) for viewer in VIEWERS), "then everybody knows it"


@given(plans())
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_player_sees_the_own_cards_as_soon_as_they_are_dealt(plan: Plan) -> None:
    table = WatchedTable(plan, altered=False)
    for number in range(1, STEPS_MOST):
        table.record_events()
        if isinstance(table.drive.state.replay_play.need, AnnounceResult):
            break
        assert table.drive.state.round is not None
        dealt = table.drive.state.round.dealt
        for viewer in PLAYERS:
            own_cards = [str(dealt[at].card) for at in sorted(own_positions(plan, viewer)) if at < len(dealt)]
            hands = table_view(table.drive.state, viewer, 0, {}, None)["hands"]
            seats = {2: "player:52", 3: "player:53", 4: "player:58"}
            shown = {
                account: [card.get("card") for card in hands.get(f"player:{seat}", [])]
                for seat, account in seats.items()
            }
            assert shown.pop(viewer.own or "", []) == own_cards
            assert not any(card for cards in shown.values() for card in cards)
            events = " ".join(table.events_of[viewer])
            assert all(f'"{card}"' in events for card in own_cards)
        table.step(number)


@given(plans())
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_views_name_the_owner_of_a_hand_only_by_seat(plan: Plan) -> None:
    table = WatchedTable(plan, altered=False)
    for number in range(1, STEPS_MOST):
        table.record_events()
        for viewer in (*STAFF[:2], *PLAYERS):
            shown = table.shown_to(viewer)
            own_names = {name for name in (viewer.own, (viewer.own or "").replace(":", " ")) if name}
            assert set(IDENTITY.findall(shown)) <= own_names
        if isinstance(table.drive.state.replay_play.need, AnnounceResult):
            break
        table.step(number)
