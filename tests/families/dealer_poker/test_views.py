"""Hidden hands in random live rounds of poker: no card is in a view or event before its viewer may know it.

The test plays two tables that differ in one card. Until a viewer may know the card, everything that the viewer receives
is equal at both tables.
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
    """A round that is played at two tables; decisions depend only on the question."""

    rulebook: str
    options: dict[str, Any]
    mode: str
    decisions: str
    seed: int
    at: int
    """Position of the card that differs at the second table, counted from 0 and modulo the number of cards."""
    corrects: int
    """At a dealer's table, the step before which a card is corrected; 0 for no correction."""
    corrects_it: bool
    """Whether the corrected card is the one that differs."""

    @property
    def deck(self) -> list[str]:
        return [str(card) for card in shuffled(build_decks(1), SeededRandomSource(self.seed))]

    @property
    def bets(self) -> list[tuple[int, int, dict[str, int]]]:
        """Return (player, seat, wagers) of each bettor.

        The players of seats 2 and 3 bet, one player bets behind seat 2, and one behind seat 4, whose own player does
        not bet.
        """
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
        """Return the hand of each card in the order of the deal."""
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
    """A table, and the events that each viewer has received so far."""

    def __init__(self, plan: Plan, *, altered: bool) -> None:
        self.plan = plan
        self.cards = plan.deck
        if altered:  # swap the card with one that is not dealt
            self.cards[plan.place], self.cards[-1] = self.cards[-1], self.cards[plan.place]
        house = House()
        house.box = GlassBox()
        self.drive = Drive(plan.rulebook, plan.mode, house=house, options=plan.options | {"decisions": plan.decisions})
        self.events_read = 0
        self.events_of: dict[Viewer, list[str]] = {viewer: [] for viewer in VIEWERS}
        self._begin(house)

    def _begin(self, house: House) -> None:
        """Post the bank at seat 1, place the bets and close betting."""
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
        """Record the new events for each viewer."""
        state = self.drive.state
        for event in self.drive.log[self.events_read :]:
            for viewer in VIEWERS:
                mine = own_view(event, viewer.own) if viewer.own else None
                self.events_of[viewer].append(json.dumps([event_view(event, viewer, state), mine], sort_keys=True))
        self.events_read = len(self.drive.log)

    def shown_to(self, viewer: Viewer) -> str:
        """Return the current view, the lobby tile and all events of a viewer as one text."""
        view = table_view(self.drive.state, viewer, self.drive.at, {}, None)
        moving = {key: value for key, value in view.items() if key not in ("wagers", "game")}
        lobby = lobby_view([self.drive.state], self.drive.at)
        return json.dumps([moving, lobby, self.events_of[viewer]], sort_keys=True)

    @property
    def log_text(self) -> str:
        """Return the stored log without random values and without the order of the shoe."""
        return re.sub(r'[0-9a-f]{32,}|"sealed: [^"]*"', "", json.dumps(self.drive.written, sort_keys=True))

    # Next step

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
            self.drive.tick()  # the question times out
            return
        question = need.questions[chance.below(len(need.questions))]
        choice = question.choices[chance.below(len(question.choices))].do
        decider = {2: 52, 3: 53, 4: 58}[question.seat]
        self.drive.ok(c.MakeDecision(seat=question.seat, choice=choice), actor=player(decider))


# Cards that a viewer may know, by the rules


def public_positions(plan: Plan, table: WatchedTable) -> set[int]:
    """Return the positions of open cards, by 004 L651, L2660 for three cards and L3642-3658 for a board."""
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
    """Return the positions of a player's own cards.

    A backline bettor does not see the cards of a seat that has a player.
    """
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
