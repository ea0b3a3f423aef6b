"""Laws that every shipped game obeys at a live table, in both modes, whatever is dealt and decided.

`Drive` looks at everything after each command: the log read back gives the same table, every account holds what it
must, all balances sum to nothing. What a kept round says is played and settled again, and must say the same.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from croupier.play import rulebook_library
from croupier.play.family import family_of, settle_bets
from croupier.play.round import AnnounceResult, ResultAnnounced, RoundInProgress, TimedOut, replay
from croupier.table.dealing import hand_owner
from croupier.views import Viewer, cards_view, event_view, lobby_view, own_view
from croupier.views.round_view import round_view
from croupier.views.table_view import table_view
from croupier.views.viewer import KINDS, AccessLevel, access_level_at
from tests.contract.evening import BOOKS, Evening
from tests.soak import or_soak

SEEDS = (1, 2)
STAFF = tuple(Viewer(kind) for kind in KINDS if kind != "player")
"""Everybody who looks and has no seat; the players of the table are added to them."""
every_book = pytest.mark.parametrize("book", BOOKS)
every_seed = pytest.mark.parametrize("seed", SEEDS)


def viewers(evening: Evening) -> tuple[Viewer, ...]:
    return (*STAFF, *(Viewer("player", f"player:{seat}") for seat in evening.seats))


@every_book
@every_seed
@pytest.mark.parametrize("mode", ["dealer-assist", "automated"])
def test_a_round_is_played_to_its_end_and_every_cent_is_somewhere(book: str, seed: int, mode: str) -> None:
    evening = Evening(book, seed, mode)
    evening.play()
    kept = evening.drive.last_round
    assert kept["status"] == "settled"
    assert sum(evening.drive.house.balances.values()) == 0
    evening.drive.check_log()


@every_book
@every_seed
def test_a_round_over_the_same_answers_is_the_same_round(book: str, seed: int) -> None:
    """Told its answers one by one, or all at once; and settled to the same cents."""
    evening = Evening(book, seed)
    evening.bet()
    told: RoundInProgress[Any] | None = None
    for _ in evening.steps():
        state = evening.drive.state
        assert state.round
        bets, answers = state.round.bets(), state.round.inputs
        bank_seat = state.bank.seat if state.bank else None
        begin = family_of(state.rules).round_factory(
            state.rules, bets, bank_seat=bank_seat, opening=state.round.opening
        )
        told = told or RoundInProgress(begin)
        for answer in answers[len(told.answers) :]:
            told.answer(answer)
        assert told.need == replay(begin, answers).need
        if isinstance(told.need, AnnounceResult):
            break
    assert told is not None
    while not isinstance(told.need, AnnounceResult):
        told.answer(TimedOut())
    told.answer(ResultAnnounced())
    bank = state.bank.posted if state.bank else None
    settled, again = (
        settle_bets(state.rules, one.result, bets, bank=bank) for one in (told, replay(begin, told.answers))
    )
    assert settled == again
    assert sum(settled.postings.values()) == 0
    assert {one.bet.wager for one in settled.settled} >= {bet.wager for bet in bets}
    assert family_of(state.rules).final_hands(told.result)


@every_book
def test_a_misdeal_gives_everything_back(book: str) -> None:
    evening = Evening(book, 3)
    before = {seat: evening.drive.credit(seat) for seat in evening.seats}
    evening.bet()
    brought = {seat: before[seat] - evening.drive.credit(seat) for seat in evening.seats}
    for dealt in evening.steps():
        if dealt == 2:
            break
    evening.void()
    evening.drive.check_log()
    banker = evening.seats[0] if evening.drive.state.rules.has_player_dealer else None
    for seat in evening.seats:
        if seat != banker and evening.drive.state.stakes is None:
            assert evening.drive.credit(seat) == before[seat]
        elif seat != banker:
            assert evening.drive.state.stack(f"player:{seat}").cents == brought[seat]


# Hidden cards: two tables that differ in one card look alike until somebody may know it.


def told(evening: Evening, viewer: Viewer) -> str:
    """All that he sees now and was told so far."""
    state, log = evening.drive.state, evening.drive.log
    heard = [[event_view(one, viewer, state), own_view(one, viewer.own) if viewer.own else None] for one in log]
    view = table_view(state, viewer, evening.drive.at, {}, None)
    text = json.dumps([view, lobby_view([state], evening.drive.at), heard], sort_keys=True)
    return re.sub("[0-9a-f]{32,}", "a hash", text)


@every_book
@pytest.mark.parametrize("place", or_soak([1, 5, 3, 0], 2))
def test_a_card_face_down_changes_nothing_for_whoever_may_not_know_it(book: str, place: int) -> None:
    check_hidden_card(book, place)


def check_hidden_card(book: str, place: int) -> None:
    """Play two tables that differ in the card at one place; nobody who may not know it sees a difference."""
    one = Evening(book, 5)
    other = Evening(book, 5, swap=(place, 40))
    one.bet()
    other.bet()
    owner: str | None = None
    for _ in zip(one.steps(), other.steps(), strict=False):
        lies = one.drive.state.round.dealt[place] if one.drive.state.round and one.dealt > place else None
        if lies is not None and not lies.face_down:
            break
        if one.dealt > 40:
            break
        owner = owner if lies is None else whose(one, place)
        for viewer in viewers(one):
            knows = viewer.own == owner if viewer.own is not None else lies is not None and reads(one, viewer)
            if not knows:
                assert told(one, viewer) == told(other, viewer), viewer


WITH_HIDDEN_CARDS = {
    "blackjack": 5,
    "holdem": 1,
    "pai-gow-poker": 1,
    "pai-gow-tiles": 1,
    "thirteen-card": 1,
    "three-card": 1,
    "ultimate-holdem": 1,
}
"""Families in which a card lies face down, and a place at which one does."""


@pytest.mark.parametrize("family", WITH_HIDDEN_CARDS)
def test_a_view_that_leaks_a_card_is_found(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law of hidden cards is broken on purpose: every viewer is shown cards as the floor is."""
    book = next(name for name in BOOKS if rulebook_library.load(name).written.family == family)
    shown = cards_view._card
    monkeypatch.setattr(cards_view, "_card", lambda *card, **how: shown(*card, **{**how, "access": AccessLevel.FLOOR}))
    with pytest.raises(AssertionError, match="Viewer"):
        check_hidden_card(book, WITH_HIDDEN_CARDS[family])


def whose(evening: Evening, place: int) -> str | None:
    """In whose hand the card is: he knows it, also when the round is over and he has thrown it in unseen."""
    state = evening.drive.state
    assert state.round
    return hand_owner(state, state.round.dealt[place].hand)


def reads(evening: Evening, viewer: Viewer) -> bool:
    """Whether cards are read at his table that are turned in their time."""
    state = evening.drive.state
    return (
        state.round is not None
        and state.round.turning is not None
        and access_level_at(viewer, state) is AccessLevel.FLOOR
    )


@every_book
@every_seed
def test_a_kept_round_is_shown_to_everybody_who_may_ask(book: str, seed: int) -> None:
    evening = Evening(book, seed)
    evening.play()
    kept = evening.drive.last_round
    for viewer in viewers(evening):
        shown = round_view(kept, viewer)
        assert shown["id"] == kept["id"]
        json.dumps(shown)
