"""Laws that every shipped game obeys at a live table, in both modes, for any cards and decisions.

`Drive` checks everything after each command: the log gives the same table when it is read back, every account has the
right balance, and all balances sum to zero. Each archived round is played and settled again and must give the same
result.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from croupier.play import rulebook_library
from croupier.play.family import family_of, settle_bets
from croupier.play.round import (
    AnnounceResult,
    Answer,
    Deal,
    NoCardsLeft,
    ResultAnnounced,
    RoundInProgress,
    TimedOut,
    Void,
    VoidedBySupervisor,
    replay,
)
from croupier.table.dealing import hand_owner
from croupier.views import Viewer, cards_view, event_view, lobby_view, own_view
from croupier.views.round_view import round_view
from croupier.views.table_view import table_view
from croupier.views.viewer import KINDS, AccessLevel, access_level_at
from tests.contract.random_table import RULEBOOKS, RandomTable
from tests.soak import or_soak

SEEDS = (1, 2)
STAFF = tuple(Viewer(kind) for kind in KINDS if kind != "player")
"""All viewers without a seat; the tests add the players of the table."""
every_rulebook = pytest.mark.parametrize("rulebook", RULEBOOKS)
every_seed = pytest.mark.parametrize("seed", SEEDS)


def viewers(table: RandomTable) -> tuple[Viewer, ...]:
    return (*STAFF, *(Viewer("player", f"player:{seat}") for seat in table.seats))


@every_rulebook
@every_seed
@pytest.mark.parametrize("mode", ["dealer-assist", "automated"])
def test_a_round_ends_and_all_balances_sum_to_zero(rulebook: str, seed: int, mode: str) -> None:
    table = RandomTable(rulebook, seed, mode)
    table.play()
    archived = table.drive.last_round
    assert archived["status"] == "settled"
    assert sum(table.drive.house.balances.values()) == 0
    table.drive.check_log()


@every_rulebook
@every_seed
def test_the_same_answers_give_the_same_round(rulebook: str, seed: int) -> None:
    """Check that answers one by one and all answers at once give the same round and the same settlement."""
    table = RandomTable(rulebook, seed)
    table.bet()
    play: RoundInProgress[Any] | None = None
    for _ in table.steps():
        state = table.drive.state
        assert state.round
        bets, answers = state.round.bets(), state.round.inputs
        bank_seat = state.bank.seat if state.bank else None
        begin = family_of(state.rules).round_factory(
            state.rules, bets, bank_seat=bank_seat, opening=state.round.opening
        )
        play = play or RoundInProgress(begin)
        for answer in answers[len(play.answers) :]:
            play.answer(answer)
        assert play.need == replay(begin, answers).need
        if isinstance(play.need, AnnounceResult):
            break
    assert play is not None
    while not isinstance(play.need, AnnounceResult):
        play.answer(TimedOut())
    play.answer(ResultAnnounced())
    bank = state.bank.posted if state.bank else None
    settled, again = (
        settle_bets(state.rules, played.result, bets, bank=bank) for played in (play, replay(begin, play.answers))
    )
    assert settled == again
    assert sum(settled.postings.values()) == 0
    assert {outcome.bet.wager for outcome in settled.settled} >= {bet.wager for bet in bets}
    assert family_of(state.rules).final_hands(play.result)


@every_rulebook
def test_a_misdeal_gives_everything_back(rulebook: str) -> None:
    table = RandomTable(rulebook, 3)
    before = {seat: table.drive.credit(seat) for seat in table.seats}
    table.bet()
    bought = {seat: before[seat] - table.drive.credit(seat) for seat in table.seats}
    for dealt in table.steps():
        if dealt == 2:
            break
    table.void()
    table.drive.check_log()
    banker = table.seats[0] if table.drive.state.rules.has_player_dealer else None
    for seat in table.seats:
        if seat != banker and table.drive.state.stakes is None:
            assert table.drive.credit(seat) == before[seat]
        elif seat != banker:
            assert table.drive.state.stack(f"player:{seat}").cents == bought[seat]


@every_rulebook
def test_a_supervisor_can_void_a_round_at_any_moment_and_a_pack_without_cards_voids_it(rulebook: str) -> None:
    table = RandomTable(rulebook, 4)
    table.bet()
    is_first_card = True
    for _ in table.steps():
        state = table.drive.state
        if state.round is None:
            break
        begin = family_of(state.rules).round_factory(
            state.rules,
            state.round.bets(),
            bank_seat=state.bank.seat if state.bank else None,
            opening=state.round.opening,
        )
        play: RoundInProgress[Any] = replay(begin, state.round.inputs)
        stops: list[tuple[Answer, str]] = [(VoidedBySupervisor("the light went out"), "the light went out")]
        if is_first_card and isinstance(play.need, Deal):
            is_first_card = False
            stops.append((NoCardsLeft(), "too few cards"))
        for stop, reason in stops:
            stopped: RoundInProgress[Any] = replay(begin, [*state.round.inputs, stop])
            assert isinstance(stopped.result, Void)
            assert reason in stopped.result.reason
    assert not is_first_card


# Hidden cards: two tables that differ in one card look the same to every viewer who may not know the card.


def everything_shown_to(table: RandomTable, viewer: Viewer) -> str:
    """Return the views that a viewer has now, and all events that the viewer has received, as one text."""
    state, log = table.drive.state, table.drive.log
    events = [[event_view(event, viewer, state), own_view(event, viewer.own) if viewer.own else None] for event in log]
    view = table_view(state, viewer, table.drive.at, {}, None)
    text = json.dumps([view, lobby_view([state], table.drive.at), events], sort_keys=True)
    return re.sub("[0-9a-f]{32,}", "a hash", text)


@every_rulebook
@pytest.mark.parametrize("place", or_soak([1, 5, 3, 0], 2))
def test_a_hidden_card_changes_nothing_for_viewers_who_may_not_know_it(rulebook: str, place: int) -> None:
    check_hidden_card(rulebook, place)


OTHER_DEALS = (
    ("ilani-blackjack", 7, "dealer-assist", {}),
    ("ilani-blackjack", 7, "automated", {"hole_check": "none"}),
    ("ca-3-card-poker", 8, "automated", {"pd_upcard": False}),
    ("ca-ultimate-texas-holdem", 2, "dealer-assist", {"deal": "shoe"}),
    ("ca-ultimate-texas-holdem", 4, "automated", {"decisions": "in-turn"}),
)
"""Tables and positions of hidden cards that the cases above do not cover: the hole card, a card that an option hides,
and cards of a generator."""


@pytest.mark.parametrize(("rulebook", "place", "mode", "options"), OTHER_DEALS)
def test_a_hidden_card_changes_nothing_in_other_modes_and_under_other_options(
    rulebook: str, place: int, mode: str, options: dict[str, Any]
) -> None:
    assert check_hidden_card(rulebook, place, mode, {"options": options}) > 0, "the card is face down for a while"


def check_hidden_card(
    rulebook: str, place: int, mode: str = "dealer-assist", settings: dict[str, Any] | None = None
) -> int:
    """Play two tables that differ in one card, and check that viewers who may not know the card see no difference.

    Return the number of steps during which the card lies face down.
    """
    table = RandomTable(rulebook, 5, mode, settings=settings or {})
    altered = RandomTable(rulebook, 5, mode, (place, 40), settings or {})
    hidden_steps = 0
    table.bet()
    altered.bet()
    owner: str | None = None
    for _ in zip(table.steps(), altered.steps(), strict=False):
        dealt_card = table.drive.state.round.dealt[place] if table.drive.state.round and table.dealt > place else None
        if dealt_card is not None and not dealt_card.face_down:
            break
        if table.dealt > 40:
            break
        hidden_steps += dealt_card is not None
        owner = owner if dealt_card is None else card_owner(table, place)
        for viewer in viewers(table):
            if viewer.own is not None:
                knows = viewer.own == owner
            else:
                knows = dealt_card is not None and is_staff_at_turning_table(table, viewer)
            if not knows:
                assert everything_shown_to(table, viewer) == everything_shown_to(altered, viewer), viewer
    return hidden_steps


WITH_HIDDEN_CARDS = {
    "blackjack": 5,
    "holdem": 1,
    "pai-gow-poker": 1,
    "pai-gow-tiles": 1,
    "thirteen-card": 1,
    "three-card": 1,
    "ultimate-holdem": 1,
}
"""Families that deal a card face down, each with the position of such a card."""


@pytest.mark.parametrize("family", WITH_HIDDEN_CARDS)
def test_a_view_that_leaks_a_card_is_found(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that `check_hidden_card` fails if every viewer sees cards as the floor staff does."""
    rulebook = next(name for name in RULEBOOKS if rulebook_library.load(name).written.family == family)
    shown = cards_view._card
    monkeypatch.setattr(cards_view, "_card", lambda *card, **how: shown(*card, **{**how, "access": AccessLevel.FLOOR}))
    with pytest.raises(AssertionError, match="Viewer"):
        check_hidden_card(rulebook, WITH_HIDDEN_CARDS[family])


def card_owner(table: RandomTable, place: int) -> str | None:
    """Return the account of the player in whose hand the card is, or None.

    The owner knows the card, even after a fold.
    """
    state = table.drive.state
    assert state.round
    return hand_owner(state, state.round.dealt[place].hand)


def is_staff_at_turning_table(table: RandomTable, viewer: Viewer) -> bool:
    """Return whether the viewer is floor staff at a table where dealt cards are read first and turned later."""
    state = table.drive.state
    return (
        state.round is not None
        and state.round.turning is not None
        and access_level_at(viewer, state) is AccessLevel.FLOOR
    )


@every_rulebook
@every_seed
def test_every_viewer_can_open_an_archived_round(rulebook: str, seed: int) -> None:
    table = RandomTable(rulebook, seed)
    table.play()
    archived = table.drive.last_round
    for viewer in viewers(table):
        shown = round_view(archived, viewer)
        assert shown["id"] == archived["id"]
        json.dumps(shown)
