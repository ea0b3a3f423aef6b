"""Cards at a live table: cards that no rule called for, the shoe, the generator. [R7, R8, R11]"""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier.cards import Card, Shoe
from croupier.play.round import Deal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.state import Phase
from tests.live_tables import BANKER_WINS, PANDA, PLAYER_WINS, WAGER, in_phase, play_hands
from tests.table_driver import Drive, House, placed, player

# Cards that the rules did not call for [003 L296-299]


def test_the_first_card_face_up_voids_the_round_and_a_free_hand_follows() -> None:
    drive = Drive().open(1)
    credit = drive.credit(1)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.CloseBets())
    drive.ok(c.ReportCardFaceUp(card="9s", reason="it lay face up"))
    assert drive.credit(1) == credit
    assert drive.last_round["status"] == "void"
    drive.ok(c.OpenBets())
    drive.refused(placed(1, WAGER), "wager/no_more_bets", drive.at, player(1))
    drive.tick()
    drive.deal("8h Kd Kc")
    drive.ok(c.CallResult())
    assert drive.last_round["opening"]["free_hand"]
    assert drive.last_round["cards"]["player"] == ["9s", "Kd"]
    assert not drive.state.opening.free_hand


def test_a_later_card_found_face_up_counts_for_the_hand_that_is_due() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.CloseBets())
    drive.deal("2s")
    drive.ok(c.ReportCardFaceUp(card="9h", reason="it lay face up"))
    drive.deal("Kd Kc")
    drive.ok(c.CallResult())
    assert drive.last_round["facts"]["winner"] == "banker"


@pytest.mark.parametrize("disclosed", [False, True])
def test_a_card_too_many_opens_the_next_hand_which_is_free_if_it_was_seen(disclosed: bool) -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.CloseBets())
    drive.deal(BANKER_WINS)
    drive.ok(c.ReportCardInError(card="8c", disclosed=disclosed, reason="the dealer drew on"))
    assert drive.last_round["facts"]["winner"] == "banker"
    assert drive.state.opening.free_hand is disclosed
    drive.refused(c.LoadShoe(), "shoe/carried_hand_due")
    drive.ok(c.OpenBets())
    if not disclosed:
        drive.bet(1, {"player": 1_000})
        drive.ok(c.CloseBets())
    else:
        drive.tick()
    drive.deal("2h Kd 3c")
    drive.ok(c.CallResult())
    assert drive.last_round["cards"] == {"player": ["8c", "Kd"], "banker": ["2h", "3c"]}


def test_in_pennsylvania_a_card_seen_in_error_starts_a_hand_without_wagers() -> None:
    drive = Drive("pa-mini-baccarat").open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.CloseBets())
    drive.deal("7s 2h Kd 3c")  # the Player stands on 7, the Banker draws on 5
    drive.ok(c.ReportCardInError(card="8c", disclosed=True, reason="dealt to the Player"))
    reported = next(event for event in drive.events if event.kind == "irregularity-reported")
    assert reported.cite.endswith(" L45")
    drive.refused(c.CallResult(), "round/not_complete")
    drive.refused(c.CorrectCard(place=5, card="9c"), "card/not_found")
    drive.ok(c.ReadCard(card="4h"))
    drive.ok(c.CorrectCard(place=5, card="4d"))
    drive.ok(c.CallResult())
    assert drive.last_round["cards"] == {"player": ["7s", "Kd"], "banker": ["2h", "3c", "4d"]}
    assert drive.state.opening.free_hand
    drive.ok(c.OpenBets())
    drive.refused(placed(1, WAGER), "wager/no_more_bets", actor=player(1))
    drive.tick()
    drive.deal("2h Kd 3c")
    drive.ok(c.CallResult())
    assert drive.last_round["cards"] == {"player": ["8c", "Kd"], "banker": ["2h", "3c"]}


def test_an_unseen_card_drawn_in_error_goes_to_the_banker_in_both_states() -> None:
    drive = Drive("pa-mini-baccarat").open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.CloseBets())
    drive.deal("7s 2h Kd 3c")
    drive.ok(c.ReportCardInError(card="8c", disclosed=False, reason="dealt to the Player"))
    drive.ok(c.CallResult())
    assert drive.last_round["cards"]["banker"] == ["2h", "3c", "8c"]
    assert not drive.state.opening.free_hand


def test_a_round_voided_before_its_first_card_leaves_its_opening_to_the_next() -> None:
    drive = Drive().open(1)
    drive.play(BANKER_WINS)
    drive.ok(c.OrderFreeHand(reason="to keep the order of the shoe"))
    drive.ok(c.OpenBets())
    drive.ok(c.VoidRound(reason="not yet"))
    assert drive.state.opening.free_hand
    drive.ok(c.OpenBets())
    drive.tick()
    drive.deal(PLAYER_WINS)
    drive.ok(c.ReportCardInError(card="8c", disclosed=False, reason="the dealer drew on"))
    assert drive.state.opening.carried is not None
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.VoidRound(reason="a fault"))
    assert drive.state.opening.carried is not None
    assert str(drive.state.opening.carried.card) == "8c"


def test_a_card_too_many_in_the_last_hand_of_a_shoe_does_not_stop_the_table() -> None:
    """Check that such a card does not start the next hand, because that hand comes from another shoe."""
    drive = Drive().open(1)
    drive.ok(c.ReportCutCard())
    drive.begin()
    drive.deal(BANKER_WINS)
    drive.ok(c.ReportCardInError(card="8c", disclosed=False, reason="the dealer drew on"))
    drive.refused(c.OpenBets(), "shoe/finished")
    drive.new_shoe()
    assert drive.state.opening.carried is None
    drive.play(PLAYER_WINS)


def test_a_misdeal_and_a_disagreement_void_the_round_and_the_disagreement_holds_the_table() -> None:
    drive = Drive().open(1)
    credit = drive.credit(1)
    for order in (c.DeclareMisdeal(reason="dealt wrongly"), c.ReportDisagreement(reason="the board shows 5")):
        drive.ok(c.OpenBets())
        drive.bet(1, WAGER)
        drive.ok(c.CloseBets())
        drive.deal("2s 9h")
        drive.ok(order)
        assert drive.credit(1) == credit
        assert drive.last_round["status"] == "void"
        assert drive.last_round["cards"] == {"player": ["2s"], "banker": ["9h"]}
    drive.refused(c.OpenBets(), "table/fault")
    drive.refused(c.ClearHold(id="fault-9", reason="seen to"), "hold/not_found")
    drive.refused(c.CloseDispute(id="fault-1", resolution="explained"), "hold/not_found")
    drive.ok(c.ClearHold(id="fault-1", reason="seen to"))
    drive.play(PLAYER_WINS)


@pytest.mark.parametrize("rulebook", ["co-baccarat", "pa-mini-baccarat"])
def test_a_disagreement_voids_nothing_where_no_document_says_so(rulebook: str) -> None:
    drive = Drive(rulebook).open(1)
    drive.begin({1: WAGER})
    drive.deal("2s 9h")
    drive.ok(c.ReportDisagreement(reason="the board shows 5"))
    drive.refused(c.ReadCard(card="Kd"), "table/fault")
    drive.ok(c.ClearHold(id="fault-1", reason="the board was put right"))
    drive.deal("Kd Kc")
    drive.ok(c.CallResult())
    assert drive.last_round["status"] == "settled"


# The shoe [003 L200, L230; 000 L104-105]


@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_a_generated_shoe_follows_the_rules_of_the_shoe(ends: bool, seed: int) -> None:
    """Check burn, cut card and last hand against a `Shoe`, hand by hand, until the shoe is revealed."""
    options = {"first_card_cut_ends_shoe": ends, "cut_from_back": 14 + seed}
    drive = Drive("co-baccarat", "automated", house=House(seed), options=options).open(1)
    drive.run(until="bets-opened")
    digest = drive.state.shoe.digest if drive.state.shoe else None
    assert digest is not None
    _, model = Shoe.new(drive.state.rules.shoe, drive.house.box.reveal(digest).cards).burn()
    for _ in range(120):
        model = _generated_hand(drive, model)
        if model.is_finished:
            break
    assert model.is_finished
    drive.tick()
    assert "shoe-revealed" in [event["kind"] for event in drive.log[-6:]]
    assert drive.state.shoe is not None
    assert drive.state.shoe.number == 2


def _generated_hand(drive: Drive, model: Shoe) -> Shoe:
    if drive.state.phase is not Phase.BETTING:
        drive.run(until="bets-opened")
    for number, wagers in drive.default_bets().items():
        drive.bet(number, wagers)
    drive.ok(c.CloseBets())
    model = model.begin_hand()
    for _ in range(12):
        if drive.state.phase is not Phase.DEALING:
            break
        if isinstance(drive.state.replay_play.need, Deal):
            _, model = model.deal()
        drive.tick()
    model = model.end_hand(())
    shoe = drive.state.shoe
    assert shoe is not None
    for name in ("dealt", "hands_left", "is_last_hand", "is_finished"):
        assert getattr(shoe, name) == getattr(model, name), name
    assert shoe.left == model.cards_left
    return model


@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.parametrize("during", [0, 1, 3])
def test_the_cut_card_of_a_dealers_shoe_follows_the_rules_of_the_shoe(ends: bool, during: int) -> None:
    """A cut card in place of a hand's first card can make that hand the last; during a hand, one more hand follows."""
    drive = Drive("co-baccarat", options={"first_card_cut_ends_shoe": ends}).open(1)
    drive.begin()
    cards = BANKER_WINS.split()
    drive.deal(" ".join(cards[:during]))
    drive.ok(c.ReportCutCard())
    last = ends and during == 0
    assert drive.events == [e.CutCardReached(last_hand=last)]
    drive.refused(c.ReportCutCard(), "shoe/cut_card_out")
    drive.deal(" ".join(cards[during:]))
    drive.ok(c.CallResult())
    if not last:
        drive.play(PLAYER_WINS)
    drive.refused(c.OpenBets(), "shoe/finished")
    drive.new_shoe()
    drive.play(PLAYER_WINS)


@pytest.mark.parametrize(("ends", "hands"), [(False, 2), (True, 1)])
def test_between_hands_the_cut_card_comes_in_place_of_the_next_hands_first_card(ends: bool, hands: int) -> None:
    drive = Drive("co-baccarat", options={"first_card_cut_ends_shoe": ends}).open(1)
    drive.ok(c.ReportCutCard())
    assert drive.events == [e.CutCardReached(last_hand=ends)]
    for _ in range(hands):
        drive.play(PLAYER_WINS)
    drive.refused(c.OpenBets(), "shoe/finished")


@pytest.mark.parametrize(("first", "burnt"), [("As", 2), ("9h", 10), ("Kd", 11), ("Td", 11)])
def test_the_first_card_of_a_dealers_shoe_gives_the_number_of_burned_cards(first: str, burnt: int) -> None:
    drive = Drive().open(first=first)
    assert drive.state.shoe is not None
    assert drive.state.shoe.dealt == burnt


def test_a_shoe_is_burnt_before_bets_open_and_cards_between_rounds_are_refused() -> None:
    drive = Drive()
    drive.ok(c.OpenTable())
    drive.refused(c.OpenBets(), "shoe/finished")
    drive.refused(c.ReadCard(card="5s"), "shoe/not_loaded")
    drive.ok(c.LoadShoe())
    drive.refused(c.OpenBets(), "shoe/burn")
    drive.ok(c.ReadCard(card="5s"))
    drive.refused(c.ReadCard(card="5s"), "card/not_due")
    drive.ok(c.OpenBets())
    drive.refused(c.LoadShoe(), "shoe/carried_hand_due")


# Impossible cards [R11]


def test_a_ninth_king_of_spades_from_eight_decks_is_refused() -> None:
    drive = Drive().open(1, first="Ks")
    play_hands(drive, iter(["Ks"] * 7), 7)
    refusal = drive.refused(c.ReadCard(card="Ks"), "shoe/impossible_card")
    assert "Ks" in refusal.message
    drive.refused(c.ReportCardFaceUp(card="Ks", reason="it lay so"), "shoe/impossible_card")
    drive.refused(c.ReportCardInError(card="Ks", disclosed=True, reason="not due"), "shoe/impossible_card")
    drive.deal("Kh")
    drive.refused(c.CorrectCard(place=2, card="Ks"), "shoe/impossible_card")


def test_a_new_shoe_has_all_its_kings_again() -> None:
    drive = Drive().open(1, first="Ks")
    play_hands(drive, iter(["Ks"] * 6), 6)
    drive.new_shoe("Ks")
    play_hands(drive, iter(["Ks"] * 7), 7)


def test_the_417th_card_of_eight_decks_is_refused() -> None:
    drive = Drive(PANDA).open(1, 2)
    cards = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"] * 8
    shoe = drive.state.shoe
    assert shoe is not None
    for card in cards[:-1]:
        shoe = shoe.after_card(Card.parse(card))
    assert shoe.left == 1
    drive.state = drive.replayed = replace(drive.state, shoe=shoe)
    drive.bank(1, 10_000)
    drive.begin()
    drive.refused(c.ReadCard(card="As"), "shoe/impossible_card")
    drive.deal("Kc")
    refusal = drive.refused(c.ReadCard(card="Kc"), "shoe/impossible_card")
    assert "416" in refusal.message
    drive.ok(c.VoidRound(reason="too few cards were left"))
    drive.refused(c.OpenBets(), "shoe/finished")
    drive.ok(c.LoadShoe())


def test_a_text_that_is_not_a_card_is_refused() -> None:
    drive = in_phase(Phase.DEALING, "house")
    drive.refused(c.ReadCard(card="1x"), "card/unreadable")
    drive.deal("2s")
    drive.refused(c.CorrectCard(place=1, card="1x"), "card/unreadable")


# Cards from the generator [R7, R8]


def test_the_order_of_a_generated_shoe_is_independent_of_players() -> None:
    quiet, noisy = (Drive(mode="automated", house=House(5)).open(1, 2) for _ in range(2))
    for drive in (quiet, noisy):
        for number in range(3):
            drive.run(until="bets-opened")
            drive.bet(1, WAGER)
            if drive is noisy:
                drive.bet(2, {"tie": 100 * (number + 1)})
                drive.do(c.ReadCard(card="9s"))
                drive.do(c.LoadShoe())
                drive.do(c.CorrectCard(place=1, card="9s"))
                drive.do(c.ReportCardInError(card="9s", disclosed=True, reason="not due"))
            drive.run(until="round-settled")
    assert [quiet.house.archived[name]["cards"] for name in quiet.house.archived] == [
        noisy.house.archived[name]["cards"] for name in noisy.house.archived
    ]
    for archived in noisy.house.archived.values():
        sealed = next(iter(noisy.house.box.openings))
        order = [str(card) for card in noisy.house.box.reveal(sealed).cards]
        dealt = [answer["card"] for answer in archived["answers"] if "card" in answer]
        assert " ".join(dealt) in " ".join(order)


def test_a_generators_cards_are_neither_read_nor_corrected() -> None:
    drive = Drive(mode="automated").open(1)
    drive.run(until="bets-opened")
    drive.bet(1, WAGER)
    drive.run(until="card-dealt")
    drive.refused(c.CorrectCard(place=1, card="9s"), "card/automated_table")
    drive.refused(c.ReadCard(card="9s"), "card/automated_table")
    drive.run(until="round-settled")
    request = c.RequestCorrection(round="t1/000001", place=1, card="9s", reason="misread")
    drive.refused(request, "card/automated_table")


def test_a_shoe_that_is_new_for_each_round_is_revealed_after_it() -> None:
    drive = Drive(mode="automated", options={"automated_shoe": "fresh-each-round"}).open(1)
    for number in range(1, 4):
        drive.run(until="bets-opened")
        drive.bet(1, WAGER)
        drive.run(until="round-settled")
        assert drive.last_round["shoe"] == number
    opened = [event for event in drive.log if event["kind"] == "shoe-revealed"]
    assert [event["number"] for event in opened] == [1, 2]
