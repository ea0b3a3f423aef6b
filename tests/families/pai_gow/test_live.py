"""Pai gow poker at a live table, dealt by a dealer and by the generator."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from croupier.play import rulebook_library
from croupier.play.round import AnnounceResult, Arrange, Ask, Deal, OpenHand, Roll
from croupier.table import commands as c
from croupier.table.replay_cache import current_play
from croupier.table.settings import DealingMode, TableSettings, schedule_of, settings_for_setup
from croupier.views import event_view, own_view
from croupier.views.table_view import table_view
from croupier.views.viewer import Viewer
from tests.live_tables import bet_against_bank, open_and_call
from tests.live_tables import results_of as results
from tests.pai_gow_rules import RULEBOOKS
from tests.soak import or_soak
from tests.table_driver import DEALER, Drive, player

LUCKY, MINI, FORTUNE = "ca-lucky-pai-gow-poker", "ca-mini-pai-gow", "ca-fortune-pai-gow-poker"
TRIPLE, ULTIMATE, ACE_UP = "ca-pai-gow-poker-triple-bonus", "ca-ultimate-pai-gow-poker", "ca-ace-up-pai-gow-poker"
TILES, MAH_JONG = "ca-pai-gow-tiles", "ca-mah-jong-pai-gow"
SCHEDULES = {LUCKY: "lucky-1", MINI: "six-2", TRIPLE: "six-2", ULTIMATE: "six-2", ACE_UP: "au-5"}
HANDS = ("dealer", "banker", "player", "player:2", "player:3")
BANKER, TWO, THREE = (Viewer("player", f"player:{seat}") for seat in (1, 2, 3))
PUBLIC, HOUSE_DEALER = Viewer("public"), Viewer("dealer")
PACKETS = "Kd Th 8d 7c 5s 3h 2c  As Ah Kc Qd 9c 7d 4s  Ac Ad Ks Qs 9s 7h 4d"
"""Cards in dealing order: first the packet of the bank, because the dice show eight, then those of seats 2 and 3."""
ACES_BEHIND = {"high": ["As", "Ah", "9c", "7d", "4s"], "low": ["Kc", "Qd"]}
FOUL = {"high": ["Kc", "Qd", "9c", "7d", "4s"], "low": ["As", "Ah"]}
FOUL_OF_THREE = {"high": ["Ks", "Qs", "9s", "7h", "4d"], "low": ["Ac", "Ad"]}


def start_round(rulebook: str, bets: dict[int, dict[str, int]], mode: str = "dealer-assist", **options: Any) -> Drive:
    """Create a table with the bank at seat 1, and place these bets."""
    settings: dict[str, Any] = {"options": options}
    if rulebook in SCHEDULES:
        settings["schedule"] = SCHEDULES[rulebook]
    return bet_against_bank(Drive(rulebook, mode, **settings).open(1, *bets), 1, 2_000_00, bets)


def deal_to_arranging(rulebook: str = LUCKY, **wagers: int) -> Drive:
    """Deal seven cards to two seats, which are then asked to set them."""
    drive = start_round(rulebook, {2: {"base": 100_00, **wagers}, 3: {"base": 50_00}})
    drive.ok(c.RollDice(numbers=[4, 2, 2]))
    drive.deal(PACKETS)
    return drive


def view_of(drive: Drive, viewer: Viewer) -> dict[str, Any]:
    return dict(table_view(drive.state, viewer, drive.at, {}, 0))


def faces(drive: Drive, viewer: Viewer, hand: str) -> list[str | None]:
    return [card.get("card") for card in view_of(drive, viewer)["hands"][hand]]


def cards_of(drive: Drive, seat: int) -> set[str]:
    assert drive.state.round
    return {str(dealt_card.card) for dealt_card in drive.state.round.dealt if dealt_card.hand == f"player:{seat}"}


def test_a_round_that_a_dealer_deals() -> None:
    drive = start_round(LUCKY, {2: {"base": 100_00}, 3: {"base": 50_00, "lucky-bonus": 10_00}})
    assert drive.refused(c.ReadCard(card="As"), "card/not_due").message == "No card is due: the dice come first."
    drive.refused(c.RollDice(numbers=[4, 7, 2]), "dice/impossible")
    drive.ok(c.RollDice(numbers=[4, 2, 2]), actor=DEALER)
    drive.deal(PACKETS)
    drive.ok(c.ArrangeCards(seat=2, hands=ACES_BEHIND), actor=player(2))
    hands = view_of(drive, THREE)["hands"]
    assert set(hands) == {"dealer", "player:2", "player:3"}
    assert all(card.get("card") is None for card in hands["player:2"])
    drive.ok(c.ArrangeCards(seat=3), actor=player(3))
    assert faces(drive, THREE, "dealer") == ["Kd", "Th", "8d", "7c", "5s", "3h", "2c"]
    drive.ok(c.ArrangeCards(seat=1), actor=player(1))
    drive.refused(c.CallResult(), "round/not_complete")
    open_and_call(drive)
    assert results(drive) == {
        (2, "base"): ("win", 100_00),
        (3, "base"): ("win", 50_00),
        (3, "lucky-bonus"): ("lose", -10_00),
    }
    assert drive.last_round["cards"]["player:2/low"] == ["Kc", "Qd"]
    drive.check_log()


def test_hands_are_opened_from_the_action_button_and_all_others_stay_hidden() -> None:
    """Check that hands are opened from the action button on, and that views hide every other hand. [004 L1733-1734]"""
    drive = deal_to_arranging()
    order = view_of(drive, PUBLIC)["action_order"]
    assert order["rolls"] == [{"what": "dice", "numbers": [4, 2, 2]}]
    assert (order["first_seat"], order["action_button_seat"], order["seats"]) == (1, 2, [2, 3])
    for seat in (2, 3, 1):
        drive.ok(c.ArrangeCards(seat=seat), actor=player(seat))
    assert view_of(drive, PUBLIC)["action_order"]["to_open"] == "player:2"
    assert view_of(drive, HOUSE_DEALER)["staff"]["next_step"]["command"] == "show-hand"
    assert faces(drive, PUBLIC, "player:2") == [None] * 7
    drive.ok(c.ShowHand())
    assert faces(drive, PUBLIC, "player:2/low") == ["Kc", "Qd"]
    assert faces(drive, PUBLIC, "player:3") == [None] * 7
    assert view_of(drive, PUBLIC)["action_order"]["opened"] == [2]
    assert {wager["seat"] for wager in view_of(drive, PUBLIC)["decided_wagers"]} == {2}
    assert [hand["state"] for hand in view_of(drive, PUBLIC)["hand_states"] if hand["seat"] == 2] == [
        "opened",
        "opened",
    ]
    drive.ok(c.ShowHand())
    drive.refused(c.ShowHand(), "hand/not_due")
    drive.ok(c.CallResult())


def test_a_player_who_sets_a_hand_sees_every_arrangement_and_the_result_of_the_bonus() -> None:
    drive = deal_to_arranging(**{"lucky-bonus": 10_00})
    own_setting = next(setting for setting in view_of(drive, TWO)["arrangements"]["requests"] if setting["is_own"])
    assert len(own_setting["options"]) == 21
    assert [way["hands"]["low"] for way in own_setting["options"] if way["is_house_way"]] == [["Kc", "Qd"]]
    foul = next(way for way in own_setting["options"] if way["hands"]["low"] == ["As", "Ah"])
    assert foul["foul_reason"] == "the low hand may not outrank the high one"
    assert foul["hand_values"]["low"]["category"] == "pair"
    assert [(wager["wager"], wager["result"]) for wager in view_of(drive, TWO)["decided_wagers"]] == [
        ("lucky-bonus", "lose")
    ]
    for viewer in (THREE, BANKER, PUBLIC, HOUSE_DEALER):
        view = view_of(drive, viewer)
        assert "decided_wagers" not in view
        assert all("options" not in setting for setting in view["arrangements"]["requests"] if setting["seat"] == 2)


@pytest.mark.parametrize(
    ("hands", "code", "says"),
    [
        (FOUL, "arrangement/foul", "The low hand may not outrank the high one."),
        ({"high": ["As"], "low": ["Ah"]}, "arrangement/sizes", "All 7 cards are laid out: 5 high, 2 low."),
        ({"high": [*ACES_BEHIND["high"], "Kc"], "low": ["Qd"]}, "arrangement/foul", "All 7 cards are laid out"),
        ({**ACES_BEHIND, "low": ["Ks", "Qd"]}, "arrangement/cards", "Ks is not a card of seat 2."),
        ({**ACES_BEHIND, "low": ["Kc", "Kc"]}, "arrangement/cards", "Kc is laid twice."),
        ({**ACES_BEHIND, "low": ["Kc", "ZZ"]}, "card/unreadable", "ZZ"),
        ({**ACES_BEHIND, "middle": []}, "arrangement/sizes", "There is no middle hand; lay high, low."),
    ],
)
def test_an_illegal_arrangement_is_refused_with_the_citation_and_the_timer_runs_on(
    hands: dict[str, list[str]], code: str, says: str
) -> None:
    """Check that each kind of illegal arrangement is refused and the deadline stays. [004 L1569, L2508, L2512]"""
    drive = deal_to_arranging()
    until = view_of(drive, TWO)["arrangements"]["deadline_at"]
    refused = drive.refused(c.ArrangeCards(seat=2, hands=hands), code, actor=player(2))
    assert says in refused.message
    if code.endswith(("foul", "sizes")):
        assert any("L25" in cite for cite in refused.cites), refused.cites
    hidden_cards = cards_of(drive, 3) - {card for cards in hands.values() for card in cards}
    assert not any(card in refused.message for card in hidden_cards), "nothing of another's hand is said"
    assert view_of(drive, TWO)["arrangements"]["deadline_at"] == until
    assert isinstance(drive.state.replay_play.need, Arrange)


def test_a_seat_sets_its_own_hand_once_and_in_time() -> None:
    drive = deal_to_arranging()
    drive.refused(c.ArrangeCards(seat=3), "decision/not_yours", actor=player(2))
    drive.refused(c.SaveArrangementDraft(seat=3, hands={}), "decision/not_yours", actor=player(2))
    drive.refused(c.ArrangeCards(seat=5), "arrangement/not_requested", actor=player(2))
    drive.refused(c.ArrangeCards(seat=2, question=2), "decision/stale", actor=player(2))
    drive.ok(c.ArrangeCards(seat=2), actor=player(2))
    drive.refused(c.ArrangeCards(seat=2), "arrangement/already_set", actor=player(2))
    drive.tick()
    late = drive.refused(c.ArrangeCards(seat=3), "arrangement/not_requested", actor=player(3))
    assert not any(card in late.message for card in cards_of(drive, 2))


def test_a_foul_that_the_dealer_finds_on_the_felt_loses() -> None:
    """Check that the base wager loses if the dealer enters a foul hand. [004 L1569]"""
    drive = deal_to_arranging()
    drive.ok(c.ArrangeCards(seat=2, hands=FOUL), actor=DEALER)
    drive.ok(c.ArrangeCards(seat=3), actor=player(3))
    drive.ok(c.ArrangeCards(seat=1), actor=player(1))
    open_and_call(drive)
    assert results(drive)[2, "base"] == ("lose", -100_00)
    facts = drive.last_round["facts"]
    assert [facts[f"seat 2 {part}"] for part in ("high", "low")] == ["foul", "foul"], "the screens say why it lost"


def test_the_player_dealers_own_foul_is_refused_to_everybody() -> None:
    """Check that neither the player-dealer nor the dealer can set the player-dealer's hand foul. [004 L2512]"""
    drive = deal_to_arranging()
    drive.tick()
    foul = {"high": ["8d", "7c", "5s", "3h", "2c"], "low": ["Kd", "Th"]}
    for actor in (player(1), DEALER):
        drive.refused(c.ArrangeCards(seat=1, hands=foul), "arrangement/foul", actor=actor)
    six = {"high": [*foul["high"], "Kd"], "low": ["Th"]}
    drive.refused(c.ArrangeCards(seat=1, hands=six), "arrangement/sizes", actor=player(1))


@pytest.mark.parametrize("other_draft", [{"low": ["Ac", "Ad"], "high": ["Ks"]}, FOUL_OF_THREE])
def test_a_legal_draft_counts_when_the_time_runs_out(other_draft: dict[str, list[str]]) -> None:
    """Check that a legal draft counts and that any other draft becomes the house way, with one countdown for all."""
    drive = deal_to_arranging()
    legal = {"high": ["As", "Ah", "Kc", "7d", "4s"], "low": ["Qd", "9c"]}
    drive.ok(c.SaveArrangementDraft(seat=2, hands=legal, question=1), actor=player(2))
    drive.ok(c.SaveArrangementDraft(seat=3, hands=other_draft), actor=player(3))
    assert next(setting for setting in view_of(drive, TWO)["arrangements"]["requests"] if setting["is_own"])[
        "draft"
    ] == {
        "high": ["As", "Ah", "Kc", "7d", "4s"],
        "low": ["Qd", "9c"],
    }
    for viewer in (THREE, PUBLIC, HOUSE_DEALER):
        events = [event_view(event, viewer, drive.state) for event in drive.log]
        own_events = [own_view(event, viewer.own) for event in drive.log if viewer.own]
        assert '"9c"' not in json.dumps([view_of(drive, viewer), events, own_events]), (
            "the card; a digest may hold the letters"
        )
    drive.tick()
    drive.tick()
    open_and_call(drive)
    cards = drive.last_round["cards"]
    assert cards["player:2/low"] == ["Qd", "9c"], "as it lay"
    assert cards["player:3/low"] == ["Ks", "Qs"], "the house way"
    drive.check_log()


@pytest.mark.parametrize("deal", ["packets", "piles"])
def test_a_dealer_is_asked_for_cards_when_their_hand_is_opened(deal: str) -> None:
    """Check that no card is read while it is face down.

    The hand of the player-dealer is read first, then the others from the action button. [004 L1539-1540]
    """
    drive = start_round(TRIPLE, {2: {"base": 100_00}, 3: {"base": 50_00}}, cards_read="opened", deal=deal)
    if deal == "piles":
        drive.ok(c.MakeDecision(seat=1, choice="pile-2"), actor=player(1))
    drive.ok(c.RollDice(numbers=[4, 2, 3]))  # a total of nine: the first packet goes to seat 2
    hands_read = []
    for cards in re.split(r"\s{2,}", PACKETS):
        for nth, card in enumerate(cards.split(), start=1):
            expects = view_of(drive, HOUSE_DEALER)["staff"]["next_step"]
            assert (expects["command"], expects["position_in_hand"]) == ("read-card", nth)
            drive.ok(c.ReadCard(card=card))
        hands_read.append(expects["hand"])
        assert all(dealt_card.face_down is False for dealt_card in drive.state.round.dealt)  # type: ignore[union-attr]
        if expects["hand"] != "dealer":
            seat = int(expects["hand"].removeprefix("player:"))
            assert "arrangements" not in view_of(drive, TWO)
            assert not [
                wager
                for wager in view_of(drive, TWO).get("decided_wagers", [])
                if (wager["seat"], wager["wager"]) == (seat, "base")
            ]
            assert view_of(drive, TWO)["action_order"]["to_open"] == expects["hand"]
            assert view_of(drive, HOUSE_DEALER)["arrangements"]["deadline_at"] is None
            drive.refused(c.ArrangeCards(seat=seat), "arrangement/on_table", actor=player(seat))
            drive.ok(c.ArrangeCards(seat=seat, hands=ACES_BEHIND if seat == 2 else None), actor=DEALER)
    assert hands_read == ["dealer", "player:2", "player:3"]
    drive.ok(c.CallResult())
    assert results(drive) == {(2, "base"): ("win", 100_00), (3, "base"): ("win", 50_00)}
    assert drive.last_round["cards"]["player:2/low"] == ["Kc", "Qd"]
    drive.check_log()


@pytest.mark.parametrize(
    "rulebook", or_soak([*dict.fromkeys([LUCKY, MINI, ULTIMATE, ACE_UP, TILES, MAH_JONG, *RULEBOOKS])], 6)
)
def test_the_result_does_not_depend_on_when_cards_are_read(rulebook: str) -> None:
    """Check the same hands, read when they are dealt and when they are opened: the money is the same."""
    ended = [_play_with_cards_read(rulebook, read) for read in ("dealt", "opened")]
    assert ended[0] == ended[1]


def _play_with_cards_read(rulebook: str, read: str) -> dict[tuple[int, str], tuple[str, int]]:
    """Play a round with fixed hands; return its results. `read` is the option `cards_read`."""
    rules = rulebook_library.load(rulebook)
    drive = Drive(rulebook, options={"cards_read": read}).open(1, 2, 3)
    drive.bank(1, 2_000_00)
    drive.ok(c.OpenBets())
    base = next(iter(drive.state.rules.wagers))
    least = drive.state.rules.limit(drive.state.rules.wagers[base], schedule_of(drive.state.settings)).least
    for seat in (2, 3):
        drive.bet(seat, {base: int(least)})
    drive.ok(c.CloseBets())
    pieces = [str(piece) for piece in drive.state.rules.shoe.pack.pieces]
    hands = {name: iter(pieces[place::5]) for place, name in enumerate(HANDS)}
    for _ in range(80):
        if drive.state.round is None:
            break
        for viewer in (PUBLIC, TWO, HOUSE_DEALER):
            view_of(drive, viewer)
        match need := current_play(drive.state).need:
            case Roll():
                drive.ok(c.RollDice(numbers=[need.least + 1] * need.count))
            case Deal():
                drive.ok(c.ReadCard(card=next(hands[need.hand])))
            case Arrange():
                drive.ok(c.ArrangeCards(seat=need.hands_to_set[0].seat), actor=DEALER)
            case Ask():
                drive.ok(
                    c.MakeDecision(seat=need.questions[0].seat, choice=need.questions[0].timeout_action), actor=DEALER
                )
            case OpenHand():
                drive.ok(c.ShowHand())
            case AnnounceResult():
                drive.ok(c.CallResult())
    assert drive.state.round is None, rules.title
    return results(drive)


def test_a_table_that_a_dealer_deals_is_set_up_to_read_cards_when_they_are_opened() -> None:
    for mode, read in (("dealer-assist", "opened"), ("automated", None)):
        settings = settings_for_setup(TableSettings(rulebook=TRIPLE, mode=DealingMode(mode), schedule="six-2"))
        assert settings.options.get("cards_read") == read
    given = TableSettings(
        rulebook=TRIPLE, mode=DealingMode.DEALER_ASSIST, schedule="six-2", options={"cards_read": "dealt"}
    )
    assert settings_for_setup(given) == given


def test_everybody_sees_which_hands_go_the_house_way() -> None:
    """Check that all viewers see the mark of the house way on a hand until it is opened. [004 L1539]"""

    def house_way_hands(viewer: Viewer) -> list[str]:
        return [hand["hand"] for hand in view_of(drive, viewer)["hand_states"] if hand.get("is_house_way")]

    drive = deal_to_arranging(TRIPLE)
    assert [house_way_hands(viewer) for viewer in (PUBLIC, THREE)] == [[], []]
    drive.ok(c.ArrangeCards(seat=2), actor=player(2))
    for viewer in (PUBLIC, THREE, HOUSE_DEALER):
        assert house_way_hands(viewer) == ["player:2"]
    assert house_way_hands(TWO) == ["player:2/high", "player:2/low"]
    own = {"high": ["Ac", "Ad", "9s", "7h", "4d"], "low": ["Ks", "Qs"]}
    drive.ok(c.ArrangeCards(seat=3, hands=own), actor=player(3))
    assert house_way_hands(PUBLIC) == ["player:2"]
    open_and_call(drive)
    assert drive.state.round is None


@pytest.mark.parametrize("holds_both", [False, True])
def test_a_player_with_several_seats_sets_one_hand_and_the_house_sets_the_others(*, holds_both: bool) -> None:
    """Check a second seat that the player bets behind, and one that the player holds as a box. [004 L1541]"""
    drive = Drive(TRIPLE, schedule="six-2").open(*((1, 2) if holds_both else (1, 2, 3)))
    if holds_both:
        drive.ok(c.SitDown(seat=3), actor=player(2))
    drive.bank(1, 2_000_00)
    drive.ok(c.OpenBets())
    drive.bet(2, {"base": 50_00}, seat=3)
    drive.bet(2, {"base": 100_00})
    drive.ok(c.CloseBets())
    drive.ok(c.RollDice(numbers=[4, 2, 2]))
    drive.deal(PACKETS)
    need = drive.state.replay_play.need
    assert isinstance(need, Arrange)
    assert (need.done, [hand.seat for hand in need.hands_to_set]) == ((3,), [2]), "the one he sits at is his"
    drive.refused(c.ArrangeCards(seat=3), "arrangement/already_set", actor=player(2))
    assert None not in faces(drive, TWO, "player:2")
    assert faces(drive, TWO, "player:3") == [None] * 7, "he may look at the first hand only"
    assert not any(
        own["hand"] == "player:3" for event in drive.log if (own := own_view(event, "player:2")) and "hand" in own
    )
    drive.ok(c.ArrangeCards(seat=2, hands=ACES_BEHIND), actor=player(2))
    open_and_call(drive)
    assert results(drive) == {(2, "base"): ("win", 100_00), (3, "base"): ("win", 50_00)}
    drive.check_log()


def test_a_double_down_that_pushes_goes_back_before_a_hand_is_opened() -> None:
    """Check a player-dealer with less than a pair of fives.

    Then the double-down pushes for every hand of a seat. [004 L1282]
    """
    drive = start_round(MINI, {2: {"game": 50_00}, 3: {"game": 20_00}})
    drive.ok(c.RollDice(numbers=[3, 3, 3]), actor=DEALER)
    drive.deal("Ks Jd 9s 8d 6c 3h  As Ah Kd 9d 7c 4h  2s 4d 5c 7h 8c Ts")
    for seat in (2, 3):
        drive.ok(c.ArrangeCards(seat=seat), actor=player(seat))
    for seat in (2, 3):
        before = drive.credit(seat)
        drive.ok(c.MakeDecision(seat=seat, choice="double-down"), actor=player(seat))
    assert isinstance(drive.state.replay_play.need, OpenHand), "no seat's hand is open yet"
    assert drive.kinds.count("wagers-paid-early") == 1
    assert drive.credit(3) == before
    assert drive.balance("stakes") == 70_00
    assert not view_of(drive, PUBLIC)["hands"].get("player:2/high", [{}])[0].get("card")
    open_and_call(drive)
    assert results(drive)[2, "double-down"] == ("push", 0)
    assert results(drive)[3, "double-down"] == ("push", 0)
    assert drive.last_round["facts"]["dealer_qualifies"] is False
    drive.check_log()


def test_a_double_down_is_staked_when_the_seat_decides_and_against_a_qualified_hand_waits_for_the_end() -> None:
    drive = start_round(MINI, {2: {"game": 50_00}})
    drive.ok(c.RollDice(numbers=[3, 3, 3]), actor=DEALER)
    drive.deal("5s 5d Qs 8d 6c 3h  As Ah Ks 9d 7c 4h")
    drive.ok(c.ArrangeCards(seat=2), actor=player(2))
    drive.ok(c.MakeDecision(seat=2, choice="double-down"), actor=player(2))
    assert "wagers-paid-early" not in drive.kinds
    assert drive.balance("stakes") == 100_00
    open_and_call(drive)
    assert results(drive) == {(2, "game"): ("win", 50_00), (2, "double-down"): ("win", 50_00)}
    assert "dealer_qualifies" not in drive.last_round["facts"]
    drive.check_log()


def test_the_hand_of_the_player_dealer_is_shown_before_the_others_set_theirs() -> None:
    """Check that the seats see the player-dealer's cards before they set their own. [004 L2814-2816]"""
    drive = start_round(ACE_UP, {2: {"base": 100_00, "ace-up": 10_00}, 3: {"base": 50_00}})
    drive.ok(c.RollDice(numbers=[4, 2, 2]))
    drive.deal(PACKETS)
    assert faces(drive, THREE, "dealer") == ["Kd", "Th", "8d", "7c", "5s", "3h", "2c"]
    drive.ok(c.ArrangeCards(seat=1), actor=player(1))
    assert view_of(drive, TWO)["hand_values"]["dealer/high"]["ranks"][0] == "K"
    assert [(wager["wager"], wager["result"]) for wager in view_of(drive, TWO)["decided_wagers"]] == [
        ("ace-up", "lose")
    ]
    drive.ok(c.ArrangeCards(seat=2), actor=player(2))
    drive.ok(c.ArrangeCards(seat=3), actor=player(3))
    open_and_call(drive)
    assert results(drive)[2, "base"] == ("win", 100_00)
    assert "dealer_ace_high" not in drive.last_round["facts"]


def test_every_base_wager_pushes_when_the_player_dealer_is_ace_high() -> None:
    """Check that nobody sets a hand against a player-dealer with ace high, and that the facts say why. [004 L2881]"""
    drive = start_round(ACE_UP, {2: {"base": 100_00}, 3: {"base": 50_00}})
    drive.ok(c.RollDice(numbers=[4, 2, 2]))
    drive.deal("As Th 8d 7c 5s 3h 2c  Ac Ad Ks Qs 9s 7h 4d  Ah Kh Kc Qd 9c 7d 4s")
    drive.ok(c.ArrangeCards(seat=1), actor=player(1))
    open_and_call(drive)
    assert results(drive) == {(2, "base"): ("push", 0), (3, "base"): ("push", 0)}
    assert drive.last_round["facts"]["dealer_ace_high"] is True
    drive.check_log()


def test_envy_is_paid_from_the_bank_at_the_end() -> None:
    """Check that seat 3 is paid $5 of envy for the four of a kind of seat 2, which gets none. [004 L2209-2212]"""
    bets = {"base": 25_00, "fortune-bonus": 25_00}
    drive = start_round(FORTUNE, {2: bets, 3: bets})
    drive.ok(c.RollDice(numbers=[4, 2, 2]))
    drive.deal("Kd Th 7d 7c 5s 3h 2c  8s 8h 8d 8c Qd Js 3c  Ac Ad Ks Qs 9s 7h 4d")
    for seat in (2, 3, 1):
        drive.ok(c.ArrangeCards(seat=seat), actor=player(seat))
    open_and_call(drive)
    assert results(drive)[2, "fortune-bonus"] == ("win", 625_00)
    assert results(drive)[3, "envy"] == ("win", 5_00)
    assert (2, "envy") not in results(drive), "not for one's own hand"
    facts = drive.last_round["facts"]
    assert {name: value for name, value in facts.items() if name.endswith("envy")} == {"seat 2 envy": "Four of a kind"}
    assert facts["own_card_wagers"] == "fortune-bonus"
    assert "paid_first" not in facts, "payment starts at the action seat"
    drive.check_log()


def test_a_misread_card_is_corrected_and_stays_hidden() -> None:
    """Check that the arrangement keeps its positions and contains the corrected card."""
    drive = deal_to_arranging()
    drive.ok(c.ArrangeCards(seat=2, hands=ACES_BEHIND), actor=player(2))
    drive.ok(c.CorrectCard(place=10, card="Kh"), actor=DEALER)  # the third card of seat 2
    assert faces(drive, TWO, "player:2/low") == ["Kh", "Qd"]
    assert faces(drive, THREE, "player:2") == [None] * 7
    assert "Kh" not in json.dumps([event_view(event, THREE, drive.state) for event in drive.log])
    drive.ok(c.ArrangeCards(seat=3), actor=player(3))
    drive.ok(c.ArrangeCards(seat=1), actor=player(1))
    drive.ok(c.ShowHand())
    drive.ok(c.CorrectCard(place=11, card="Js"), actor=DEALER)
    assert faces(drive, PUBLIC, "player:2/low") == ["Kh", "Js"]
    open_and_call(drive)
    assert results(drive)[2, "base"] == ("win", 100_00)
    drive.check_log()
    request = c.RequestCorrection(round=drive.last_round["id"], place=1, card="Ks", reason="misread")
    drive.refused(request.model_copy(update={"card": "Ac"}), "shoe/impossible_card", actor=DEALER)


# Piles that a dealer deals by hand


def start_piles(rulebook: str, wager: str, mode: str = "dealer-assist") -> Drive:
    return start_round(rulebook, {2: {wager: 100_00}, 3: {wager: 50_00}}, mode, deal="piles")


def deal_piles(drive: Drive) -> list[str]:
    """Deal all piles and return the cards in the order in which they were read.

    The cards go out in the order of the pack.
    """
    pack = [str(card) for card in drive.state.rules.shoe.full_shoe]
    cards: list[str] = []
    while isinstance(drive.state.replay_play.need, Deal):
        cards.append(pack[len(cards)])
        drive.ok(c.ReadCard(card=cards[-1]))
    return cards


def in_pile(cards: list[str], number: int) -> list[str]:
    """Return the cards of one pile; cards are dealt to the seven piles from left to right, then from right to left."""
    return [cards[7 * nth + (7 - number if nth % 2 else number - 1)] for nth in range(7)]


def test_piles_are_dealt_forth_and_back_and_the_player_dealer_picks_one() -> None:
    """Check that cards go to piles 1 to 7, then 7 to 1, and that the dice give the picked pile to a seat.

    [004 L1692-1702]
    """
    drive = start_piles("ca-royal-pai-gow-poker", "base")
    read = deal_piles(drive)
    assert len(read) == 49
    assert drive.state.round
    assert [dealt_card.hand for dealt_card in drive.state.round.dealt[:14]] == [
        *(f"pile/{number}" for number in range(1, 8)),
        *(f"pile/{number}" for number in range(7, 0, -1)),
    ]
    assert all(card is None for viewer in (TWO, HOUSE_DEALER) for card in faces(drive, viewer, "pile/3"))
    assert isinstance(drive.state.replay_play.need, Ask)
    drive.refused(c.MakeDecision(seat=1, choice="pile-4"), "decision/not_yours", actor=player(2))
    drive.refused(c.MakeDecision(seat=1, choice="pile-8"), "decision/pile", actor=player(1))
    drive.ok(c.MakeDecision(seat=1, choice="pile-4"), actor=player(1))
    drive.ok(
        c.RollDice(numbers=[1, 1, 1])
    )  # a total of three: seat 3 gets the picked pile, seat 2 the sixth pile from there
    pile = {number: in_pile(read, number) for number in range(1, 8)}
    assert faces(drive, THREE, "player:3") == pile[4]
    assert faces(drive, TWO, "player:2") == pile[3]
    assert faces(drive, TWO, "player:3") == [None] * 7
    order = view_of(drive, PUBLIC)["action_order"]
    assert order["rolls"] == [{"what": "pile", "numbers": [4]}, {"what": "dice", "numbers": [1, 1, 1]}]
    for seat in (2, 3):
        drive.ok(c.ArrangeCards(seat=seat), actor=player(seat))
    assert set(faces(drive, PUBLIC, "dealer/high") + faces(drive, PUBLIC, "dealer/low")) == set(pile[2])
    open_and_call(drive)
    drive.check_log()


def test_the_dice_choose_the_piles_of_the_two_shared_hands() -> None:
    """Check that dice and picked pile decide which piles become the Player and the Banker hand. [004 L1892-1894]"""
    drive = start_piles(ULTIMATE, "player")
    read = deal_piles(drive)
    drive.ok(c.MakeDecision(seat=1, choice="pile-6"), actor=player(1))
    drive.ok(c.RollDice(numbers=[1, 1, 1]))  # two piles after the sixth: the first, then the second
    pile = {number: set(in_pile(read, number)) for number in (1, 2)}
    assert isinstance(drive.state.replay_play.need, AnnounceResult)
    assert set(faces(drive, PUBLIC, "player/high") + faces(drive, PUBLIC, "player/low")) == pile[1]
    assert set(faces(drive, PUBLIC, "banker/high") + faces(drive, PUBLIC, "banker/low")) == pile[2]
    drive.ok(c.CallResult())
    drive.check_log()


@pytest.mark.parametrize("rulebook", or_soak([*dict.fromkeys([LUCKY, MINI, ULTIMATE, ACE_UP, *RULEBOOKS])], 4))
def test_an_automated_table_deals_piles_and_picks_the_first_after_a_timeout(rulebook: str) -> None:
    wager = {MINI: "game", ULTIMATE: "player"}.get(rulebook, "base")
    drive = start_piles(rulebook, wager, "automated")
    drive.run(until="decision-timed-out", most=80)
    assert isinstance(drive.state.replay_play.need, Roll)
    if rulebook == LUCKY:
        drive.run(until="hand-shown", most=40)
        drive.refused(c.ShowHand(), "hand/automated_table")
    drive.run(until="round-settled", most=40)
    drive.check_log()


def test_the_comparison_of_hands_is_shown_when_both_are_open() -> None:
    """Check the comparison of hands on the felt, in the facts of the round and on the board.

    It appears when both hands are open; for a copy it names the winner.
    """
    drive = start_round(LUCKY, {2: {"base": 100_00}, 3: {"base": 50_00}})
    drive.ok(c.RollDice(numbers=[4, 2, 2]), actor=DEALER)
    drive.deal("Ac Ad Ks Qs 9s 7h 4d  As Ah Kc Qd 9c 7d 4s  Kd Th 8d 7c 5s 3h 2c")
    for seat in (2, 3, 1):
        drive.ok(c.ArrangeCards(seat=seat), actor=player(seat))
    drive.ok(c.ShowHand())
    felt = {hand["hand"]: hand.get("compared") for hand in view_of(drive, Viewer("player", "player:3"))["hand_states"]}
    assert felt["player:2/high"] == felt["player:2/low"] == "copy-lose"
    assert felt["player:3/high"] is felt["dealer/high"] is None
    drive.ok(c.ShowHand())
    drive.ok(c.CallResult())
    facts = drive.last_round["facts"]
    assert [facts[f"seat {seat} {part}"] for seat in (2, 3) for part in ("high", "low")] == [
        *("copy-lose", "copy-lose"),
        *("lose", "lose"),
    ]
    shown = view_of(drive, Viewer("player", "player:3"))["trends"]["record"]["rounds"][-1]
    assert shown["bank"] == 1
    assert shown["seats"] == [
        {"seat": 2, "outcomes": ["copy-lose", "copy-lose"]},
        {"seat": 3, "outcomes": ["lose", "lose"]},
    ]
