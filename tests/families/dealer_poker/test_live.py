"""Poker against a player-dealer at a live table: order of the questions, money, and hidden cards."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from croupier.play.round import Ask
from croupier.server.hub import accounts_in_event
from croupier.table import commands as c
from croupier.table.settings import TableSettings
from croupier.table.state import Phase, TableState
from croupier.table.timers import next_timer_at
from croupier.views import Viewer, event_view, own_view
from croupier.views.layout_view import posted_wagers
from croupier.views.table_view import table_view
from tests.table_driver import CREDIT, Drive, player

SIX, THREE, ULTIMATE = "ca-three-card-poker-6-card-bonus", "ca-3-card-poker", "ca-ultimate-texas-holdem"
GAMES = (SIX, THREE, ULTIMATE)
BANK = 1_000_00
ANTE = 20_00
PAIR_BEATS_QUEEN = "Ks Kh 4d 9s 8h 3d Qc 7h 2s"
"""Deal in which seat 2 has kings, seat 3 nine high, and the player-dealer queen high."""
ACES_BEAT_QUEENS = "Ac Ad 8s 6d Kd Qc Qs 9s 7h 4d 2h"
"""Deal in which seat 2 has aces, seat 3 eight and six, and the player-dealer king and queen, with a queen on the board.
"""
CARDS = {SIX: PAIR_BEATS_QUEEN, THREE: PAIR_BEATS_QUEEN, ULTIMATE: ACES_BEAT_QUEENS}


def base(game: str) -> dict[str, int]:
    return {"ante": ANTE, "blind": ANTE} if game == ULTIMATE else {"ante": ANTE}


def open_bets(game: str, mode: str = "automated", bank: int = BANK, **settings: Any) -> Drive:
    """Create a table where seat 1 banks and bets are open."""
    drive = Drive(game, mode, **settings).open(1, 2, 3)
    if mode == "automated":
        drive.house.box.script(CARDS[game])
    drive.bank(1, bank)
    if mode == "automated":
        drive.tick()
    else:
        drive.ok(c.OpenBets())
    assert drive.state.phase is Phase.BETTING
    return drive


def deal_to_question(
    game: str,
    mode: str = "automated",
    bets: Mapping[int, Mapping[str, int]] | None = None,
    cards: str | None = None,
    **settings: Any,
) -> Drive:
    """Deal all cards up to the first question; seats 2 and 3 bet, unless `bets` is given."""
    drive = open_bets(game, mode, **settings)
    for number, wagers in (bets or {2: base(game), 3: base(game)}).items():
        drive.bet(number, wagers)
    if mode == "automated":
        drive.run(until="decisions-requested")
    else:
        drive.ok(c.CloseBets())
        drive.deal(cards or CARDS[game])
    return drive


def seats_asked(drive: Drive) -> list[int]:
    need = drive.state.replay_play.need if drive.state.round else None
    return [question.seat for question in need.questions] if isinstance(need, Ask) else []


def decide(drive: Drive, seat: int, choice: str) -> None:
    drive.ok(c.MakeDecision(seat=seat, choice=choice), actor=player(seat))


def results(drive: Drive) -> dict[tuple[int, str, str], tuple[str, int]]:
    return {
        (result["seat"], result["bettor"], result["wager"]): (result["result"], result["net_cents"])
        for result in drive.last_round["results"]
    }


def finish(drive: Drive) -> None:
    """Let all questions time out until the round is settled."""
    if drive.state.is_automated:
        drive.run(until="round-settled")
        return
    for _ in range(10):
        if not seats_asked(drive):
            break
        drive.tick()
    drive.ok(c.CallResult())


# Order of the questions


@pytest.mark.parametrize("game", GAMES)
def test_an_automated_table_asks_all_seats_at_once_and_any_seat_may_answer_first(game: str) -> None:
    drive = deal_to_question(game)
    assert seats_asked(drive) == [2, 3]
    until = next_timer_at(drive.state)
    decide(drive, 3, "play-4" if game == ULTIMATE else "play")
    assert seats_asked(drive) == [2]
    assert next_timer_at(drive.state) == until, "another's answer gives nobody more time"


@pytest.mark.parametrize("game", GAMES)
def test_a_dealer_asks_one_seat_after_the_other(game: str) -> None:
    drive = deal_to_question(game, "dealer-assist")
    play = "play-4" if game == ULTIMATE else "play"
    assert seats_asked(drive) == [2]
    drive.refused(c.MakeDecision(seat=3, choice=play), "decision/not_requested", actor=player(3))
    drive.refused(c.MakeDecision(seat=2, choice=play), "decision/not_yours", actor=player(3))
    decide(drive, 2, play)
    assert seats_asked(drive) == [3]


def test_a_dealer_asks_round_the_table_on_every_street() -> None:
    drive = deal_to_question(ULTIMATE, "dealer-assist")
    order = []
    for choice in ("check", "check", "play-2", "check", "play-1"):
        order += [(seats_asked(drive)[0], choice)]
        decide(drive, seats_asked(drive)[0], choice)
    assert order == [(2, "check"), (3, "check"), (2, "play-2"), (3, "check"), (3, "play-1")]
    assert not seats_asked(drive)
    drive.ok(c.CallResult())
    assert results(drive)[2, "player", "play"] == ("win", 2 * ANTE)
    assert results(drive)[3, "player", "play"] == ("lose", -ANTE)


def test_the_deck_changes_after_every_round_of_a_dealers() -> None:
    drive = deal_to_question(THREE, "dealer-assist")
    finish(drive)
    first = drive.state.shoes
    drive.bank(1, BANK)
    drive.ok(c.OpenBets())
    assert drive.state.shoes == first + 1
    drive.bet(2, base(THREE))
    drive.ok(c.CloseBets())
    drive.deal("Ks Kh 4d Qc 7h 2s")
    assert seats_asked(drive) == [2]


# Money


@pytest.mark.parametrize("game", GAMES)
def test_a_play_wager_is_paid_for_when_it_is_made(game: str) -> None:
    drive = deal_to_question(game)
    play, times = ("play-4", 4) if game == ULTIMATE else ("play", 1)
    before, stakes = drive.credit(2), drive.balance("stakes")
    decide(drive, 2, play)
    assert drive.credit(2) == before - times * ANTE
    assert drive.balance("stakes") == stakes + times * ANTE
    finish(drive)
    won = results(drive)
    assert won[2, "player", "ante"] == ("win", ANTE)
    assert won[2, "player", "play"] == ("win", times * ANTE)
    assert won[3, "player", "ante"] == ("lose", -ANTE), "silence folds"
    assert (3, "player", "play") not in won
    assert drive.credit(2) == CREDIT + (times + 1) * ANTE


@pytest.mark.parametrize(("game", "play"), [(THREE, "play"), (ULTIMATE, "play-4")])
def test_a_player_without_enough_credit_is_refused_and_may_decide_for_less(game: str, play: str) -> None:
    drive = open_bets(game)
    drive.house.move("player:2", "seed", drive.credit(2) - 3 * ANTE)
    drive.bet(2, base(game))
    drive.bet(3, base(game))
    drive.run(until="decisions-requested")
    if game == THREE:
        drive.house.move("player:2", "seed", drive.credit(2) - ANTE + 1)
    refusal = drive.refused(c.MakeDecision(seat=2, choice=play), "money/insufficient", actor=player(2))
    left = "$19.99" if game == THREE else "$20"
    assert refusal.message == f"That takes ${80 if game == ULTIMATE else 20} more, and your credit is {left}."
    decide(drive, 2, "fold" if game == THREE else "check")


def test_forbidden_decisions_are_refused_with_the_citation() -> None:
    drive = deal_to_question(ULTIMATE)
    refused = drive.refused(c.MakeDecision(seat=2, choice="play-2"), "decision/play", actor=player(2))
    assert [cite.partition(" ")[2] for cite in refused.cites] == ["L3562-3564, L3642-3649"]
    for choice, cents, says_why in (
        ("fold", None, "is not open here"),
        ("check", 1, "Nothing is put up with a check."),
        ("play-4", ANTE, "is exactly $80."),
    ):
        order = c.MakeDecision(seat=2, choice=choice, cents=cents)
        assert says_why in drive.refused(order, "decision/play", actor=player(2)).message
    decide(drive, 2, "play-3")
    drive.refused(c.MakeDecision(seat=2, choice="play-4"), "decision/not_requested", actor=player(2))


def test_bettors_behind_a_seat_follow_with_their_own_ante() -> None:
    drive = open_bets(SIX)
    drive.fund(7)
    drive.bet(2, {"ante": ANTE})
    drive.bet(7, {"ante": 3 * ANTE, "pair-plus": 500}, seat=2)
    drive.bet(3, {"ante": ANTE})
    drive.run(until="decisions-requested")
    drive.refused(c.MakeDecision(seat=2, choice="fold"), "decision/not_yours", actor=player(7))
    decide(drive, 2, "play")
    assert drive.credit(7) == CREDIT - 6 * ANTE - 500
    finish(drive)
    assert results(drive)[2, "backline-1", "play"] == ("win", 3 * ANTE)
    assert results(drive)[2, "backline-1", "pair-plus"] == ("win", 500)


def test_a_backline_bettor_without_enough_credit_forfeits_the_ante() -> None:
    drive = open_bets(THREE)
    drive.fund(7, ANTE)
    drive.bet(2, {"ante": ANTE})
    drive.bet(7, {"ante": ANTE}, seat=2)
    drive.run(until="decisions-requested")
    decide(drive, 2, "play")
    finish(drive)
    assert results(drive)[2, "player", "ante"] == ("win", ANTE)
    assert results(drive)[2, "backline-1", "ante"] == ("lose", -ANTE)
    assert (2, "backline-1", "play") not in results(drive)


def test_behind_a_seat_of_ultimate_there_are_bonuses_only() -> None:
    drive = open_bets(ULTIMATE)
    drive.fund(7)
    drive.bet(2, base(ULTIMATE))
    for wagers in ({"ante": ANTE, "blind": ANTE}, {"blind": ANTE}):
        order = c.PlaceWagers(seat=2, wagers=[c.WagerAmount(wager=name, cents=cents) for name, cents in wagers.items()])
        drive.refused(order, "wager/backline", actor=player(7))
    drive.bet(7, {"trips": 500, "bad-beat": 500}, seat=2)
    drive.run(until="decisions-requested")
    assert seats_asked(drive) == [2]
    finish(drive)
    assert results(drive)[2, "backline-1", "trips"] == ("lose", -500)


def test_a_bonus_behind_a_seat_that_gets_no_hand_goes_back() -> None:
    drive = open_bets(ULTIMATE)
    drive.fund(7)
    drive.bet(2, base(ULTIMATE))
    drive.bet(7, {"trips": 500}, seat=3)
    finish(drive)
    assert results(drive)[3, "backline-1", "trips"] == ("returned", 0)
    assert drive.credit(7) == CREDIT


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["automated", "dealer-assist"])
def test_timeouts_check_and_fold(game: str, mode: str) -> None:
    drive = deal_to_question(game, mode)
    finish(drive)
    assert {net for _, net in results(drive).values()} == {-ANTE}
    assert not [key for key in results(drive) if key[2] == "play"]
    assert drive.credit(1) == CREDIT + sum(-net for _, net in results(drive).values()) - drive.balance("drop")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["automated", "dealer-assist"])
def test_a_void_round_returns_the_raises_too(game: str, mode: str) -> None:
    drive = deal_to_question(game, mode)
    decide(drive, 2, "play-4" if game == ULTIMATE else "play")
    drive.ok(c.VoidRound(reason="a card fell off the table"))
    assert drive.credit(2) == drive.credit(3) == CREDIT
    assert drive.balance("stakes") == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_bank_that_runs_out_pays_in_order_and_returns_the_rest(game: str) -> None:
    drive = deal_to_question(game, bank=30_00)
    play, first = ("play-4", "play") if game == ULTIMATE else ("play", "ante")
    decide(drive, 2, play)
    decide(drive, 3, play)
    finish(drive)
    assert results(drive)[2, "player", first][0] == "win"
    assert sum(net for _, net in results(drive).values()) == 30_00
    assert {net for (seat, _, _), (_, net) in results(drive).items() if seat == 3} == {0}
    assert drive.credit(1) == CREDIT - 30_00 - drive.balance("drop")
    assert drive.credit(3) == CREDIT


def test_a_seat_that_plays_for_a_bonus_alone_is_dealt_to_and_not_asked() -> None:
    drive = deal_to_question(THREE, bets={2: {"pair-and-up": 500}, 3: {"ante": ANTE}})
    assert seats_asked(drive) == [3]
    assert own_cards(drive, 2) == ["Ks", "Kh", "4d"]
    finish(drive)
    assert results(drive)[2, "player", "pair-and-up"] == ("win", 500)


# Hidden cards

STAFF = tuple(Viewer(kind) for kind in ("public", "dealer", "supervisor", "auditor", "admin", "cashier"))


def as_player(number: int) -> Viewer:
    return Viewer("player", f"player:{number}")


def view(state: TableState, viewer: Viewer) -> dict[str, Any]:
    return table_view(state, viewer, 0, {}, None)


def card_texts(value: Any) -> Iterator[str]:
    """Yield every text in a view that could be a card."""
    if isinstance(value, Mapping):
        for item in value.values():
            yield from card_texts(item)
    elif isinstance(value, list | tuple):
        for element in value:
            yield from card_texts(element)
    elif isinstance(value, str):
        yield from value.split()


def own_cards(drive: Drive, number: int) -> list[str]:
    """Return the own cards that a player received, event by event."""
    parts = [own_view(event, f"player:{number}") for event in drive.log if event["kind"] == "card-dealt"]
    return [part["card"] for part in parts if part]


def everything_shown_to(drive: Drive, viewer: Viewer) -> list[Any]:
    """Return all events that a viewer has received so far, and the current view."""
    events: list[Any] = [event_view(event, viewer, drive.state) for event in drive.log]
    if viewer.own is not None:
        events += [own_view(event, viewer.own) for event in drive.log]
    return [*events, view(drive.state, viewer)]


def hands(game: str) -> dict[str, list[str]]:
    cards = CARDS[game].split()
    size = 2 if game == ULTIMATE else 3
    return {
        "2": cards[:size],
        "3": cards[size : 2 * size],
        "dealer": cards[2 * size : 3 * size],
        "board": cards[3 * size :],
    }


def hidden_from(game: str, viewer: Viewer, *, board_seen: int = 0) -> set[str]:
    """Return the cards that this viewer may not know while seats decide."""
    dealt_hands = hands(game)
    hidden = [*dealt_hands["dealer"], *dealt_hands["board"][board_seen:]]
    if game != ULTIMATE:
        hidden.remove(dealt_hands["dealer"][2])
    return {*hidden, *(card for seat in ("2", "3") if viewer.own != f"player:{seat}" for card in dealt_hands[seat])}


VIEWERS = (*STAFF, *(as_player(number) for number in (1, 2, 3, 7)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["automated", "dealer-assist"])
def test_every_player_sees_the_own_cards_and_no_hidden_card(game: str, mode: str) -> None:
    drive = deal_to_question(game, mode)
    dealt_hands = hands(game)
    for viewer in VIEWERS:
        assert not hidden_from(game, viewer) & set(card_texts(everything_shown_to(drive, viewer))), viewer
    for number in (2, 3):
        assert own_cards(drive, number) == dealt_hands[str(number)]
        shown = view(drive.state, as_player(number))["hands"][f"player:{number}"]
        assert [card["card"] for card in shown] == dealt_hands[str(number)]
    up = [card.get("card") for card in view(drive.state, Viewer())["hands"]["dealer"]]
    assert up == ([None, None] if game == ULTIMATE else [None, None, dealt_hands["dealer"][2]])


@pytest.mark.parametrize("mode", ["automated", "dealer-assist"])
def test_the_board_is_turned_street_by_street(mode: str) -> None:
    drive = deal_to_question(ULTIMATE, mode)
    for shown in (0, 3, 5):
        board = view(drive.state, Viewer())["hands"]["board"]
        assert [card.get("card") for card in board if "card" in card] == hands(ULTIMATE)["board"][:shown]
        for viewer in VIEWERS:
            assert not hidden_from(ULTIMATE, viewer, board_seen=shown) & set(
                card_texts(everything_shown_to(drive, viewer))
            ), (shown, viewer)
        for _ in seats_asked(drive) if mode == "automated" else (2, 3):
            decide(drive, seats_asked(drive)[0], "check" if shown < 5 else "play-1")
    if mode == "dealer-assist":
        drive.ok(c.CallResult())
    else:
        drive.run(until="round-settled")
    for viewer in VIEWERS:
        assert set(CARDS[ULTIMATE].split()) <= set(card_texts(everything_shown_to(drive, viewer))), (
            "at the showdown all cards are turned"
        )


@pytest.mark.parametrize("game", GAMES)
def test_the_result_says_how_each_hand_compares_and_which_cards_count(game: str) -> None:
    drive = deal_to_question(game, "dealer-assist")
    asked = view(drive.state, as_player(2))["hand_values"]
    assert all("compared" not in value for value in asked.values()), "the player-dealer's hand is closed"
    finish(drive)
    values = view(drive.state, Viewer())["last_round"]["hand_values"]
    compared = {hand: value.get("compared") for hand, value in values.items()}
    assert compared == {"dealer": None, "player:2": "win", "player:3": "lose"}
    best = {"dealer": "Qc Qs Kd 9s 7h", "player:2": "Ac Ad Qs 9s 7h", "player:3": "Qs 9s 8s 7h 6d"}
    assert game != ULTIMATE or {hand: " ".join(value["cards"]) for hand, value in values.items()} == best


def test_equal_hands_tie() -> None:
    drive = deal_to_question(ULTIMATE, "dealer-assist", {2: base(ULTIMATE)}, "2c 3c 2d 3d As Ks Qs Js 9h")
    finish(drive)
    assert view(drive.state, Viewer())["last_round"]["hand_values"]["player:2"]["compared"] == "tie"


def test_without_an_exposed_card_all_cards_of_the_player_dealer_are_hidden() -> None:
    drive = deal_to_question(THREE, options={"pd_upcard": False})
    assert not any("card" in card for card in view(drive.state, Viewer())["hands"]["dealer"])
    decide(drive, 2, "play")
    decide(drive, 3, "fold")
    assert all("card" in card for card in view(drive.state, Viewer())["hands"]["dealer"])


@pytest.mark.parametrize("game", GAMES)
def test_a_corrected_hidden_card_stays_hidden(game: str) -> None:
    drive = deal_to_question(game, "dealer-assist")
    drive.ok(c.CorrectCard(place=1, card="Jd"))
    for viewer in VIEWERS:
        known = set(card_texts(everything_shown_to(drive, viewer)))
        assert ("Jd" in known) is (viewer.own == "player:2"), viewer
        assert not hidden_from(game, viewer) & known, viewer
    corrected = next(event for event in drive.log if event["kind"] == "card-corrected")
    part = own_view(corrected, "player:2")
    assert part is not None
    assert (part["place"], part["card"]) == (1, "Jd")
    assert view(drive.state, as_player(2))["hands"]["player:2"][0]["card"] == "Jd"


def test_the_correction_of_an_open_card_is_public() -> None:
    drive = deal_to_question(THREE, "dealer-assist")
    drive.ok(c.CorrectCard(place=9, card="Jd"))
    event = event_view(next(event for event in drive.log if event["kind"] == "card-corrected"), Viewer(), drive.state)
    assert event is not None
    assert (event["was"], event["card"]) == ("2s", "Jd")
    assert [answer.get("card") for answer in event["answers"]] == [None] * 8 + ["Jd"]


def test_only_the_server_knows_the_owner_of_a_card_event() -> None:
    drive = deal_to_question(THREE)
    event = next(event for event in drive.log if event["kind"] == "card-dealt")
    assert accounts_in_event(event) == {"player:2"}
    for viewer in VIEWERS:
        assert "owner" not in json.dumps(event_view(event, viewer, drive.state))
    assert own_view(event, "player:3") is None


def test_views_name_the_owner_of_a_hand_only_by_seat() -> None:
    """Check that no view shows the account of a hand's owner: player 52 sits in seat 2, player 57 bets behind it."""
    drive = Drive(SIX).open(1)
    for number in (52, 57):
        drive.fund(number)
    drive.ok(c.SitDown(seat=2), actor=player(52))
    drive.bank(1, BANK)
    drive.ok(c.OpenBets())
    for number in (52, 57):
        drive.bet(number, {"ante": ANTE}, seat=2)
    drive.ok(c.CloseBets())
    drive.deal("Ks Kh 4d Qc 7h 2s")
    drive.ok(c.MakeDecision(seat=2, choice="play"), actor=player(52))
    for viewer in (Viewer(), Viewer("cashier"), *map(as_player, (1, 52, 57))):
        names = re.findall(r"(?:player|user)[: ]5\d", json.dumps(everything_shown_to(drive, viewer)))
        assert {name.replace(" ", ":") for name in names} <= {viewer.own}, viewer


def test_a_bettor_behind_a_seat_does_not_see_its_cards() -> None:
    drive = open_bets(SIX)
    drive.fund(7)
    drive.bet(2, {"ante": ANTE})
    drive.bet(7, {"ante": ANTE}, seat=2)
    drive.run(until="decisions-requested")
    assert own_cards(drive, 7) == []
    assert own_cards(drive, 2) == ["Ks", "Kh", "4d"]


@pytest.mark.parametrize(
    ("rulebook", "options", "stay"),
    [
        (ULTIMATE, {}, {"trips", "bad-beat"}),
        (SIX, {}, {"six-card-bonus"}),
        (THREE, {}, {"pair-and-up", "bonus-6"}),
        (THREE, {"pair_and_up_after_fold": "forfeited"}, {"bonus-6"}),
    ],
)
def test_the_layout_says_which_wagers_stay_in_play_after_a_fold(
    rulebook: str, options: dict[str, Any], stay: set[str]
) -> None:
    posted = posted_wagers(TableSettings(rulebook=rulebook, options=options))
    assert {wager["id"] for wager in posted if wager["after_fold"] == "stays"} == stay
    assert {wager["after_fold"] for wager in posted} == {"stays", "given-up"}
