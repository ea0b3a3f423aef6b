"""Effects of smart shoe messages on a table: cards, faults, impossible cards, and tables that the generator deals."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from croupier.cards.shoe import build_decks
from croupier.devices.shoe_message import ShoeEvent, sign_message
from croupier.devices.shoe_response import ShoeMessageResponse
from croupier.errors import Refused
from croupier.evidence.log_rebuild import rebuild_all
from croupier.store.log_audit import verify_log
from croupier.store.record import Transfer
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from croupier.table.settings import TableSettings
from croupier.table.state import Phase, TableState
from croupier.table.timers import next_timer_at
from tests.shoe_house import ANN, DEALER, FLOOR, NAMED, Shoe, ShoeHouse

# Effects of a message


def test_the_response_gives_the_place_of_each_card_and_the_next_step(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    assert shoe.send(ShoeEvent.HELLO).due.words == "New shoe"
    shoe_house.act(c.LoadShoe())
    assert shoe.send(ShoeEvent.HELLO).due.card
    assert shoe.card("2h") == "Burned; 2 more follow it"
    shoe_house.begin_round()
    places = shoe.cards("Ks 2h 5h 4h 6d 3c")
    assert places == [
        "Player, first card",
        "Banker, first card",
        "Player, second card",
        "Banker, second card",
        "Player, third card",
        "Banker, third card",
    ]
    assert shoe.send(ShoeEvent.HELLO).due.model_dump() == {"card": False, "words": "Call the result"}
    last = next(iter(shoe_house.store.records("table/co-1", after=shoe_house.records() - 1)))
    assert last.actor == "device:shoe-1"
    assert last.key is not None
    assert last.key.startswith(shoe.id)


def test_a_tile_reader_works_like_a_shoe(shoe_house: ShoeHouse) -> None:
    """Check that a tile reader deals tiles to the right hands, and that a card from it holds the table."""
    table, bob = "tiles-1", Actor("user:2", "bob", "player", "player:2")
    shoe_house.created(
        table, TableSettings(rulebook="ca-mah-jong-pai-gow", schedule="six-2", options={"cards_read": "dealt"})
    )
    money = [Transfer("outside", "player:2", 1_000_00)]
    shoe_house.house.writer.run(lambda uow: uow.append_record("house", actor="system", command="fund", transfers=money))
    for seat, actor in ((1, ANN), (2, bob)):
        shoe_house.act(c.SitDown(seat=seat), actor, table=table)
    shoe_house.act(c.LoadShoe(), table=table)
    shoe_house.act(c.AcceptBank(cents=500_00), ANN, table=table)
    shoe_house.act(c.OpenBets(), table=table)
    shoe_house.act(c.PlaceWagers(seat=2, wagers=[c.WagerAmount(wager="win", cents=50_00)]), bob, table=table)
    shoe_house.act(c.CloseBets(), table=table)
    shoe_house.act(c.RollDice(numbers=[1]), table=table)
    reader = shoe_house.shoe("reader-1", table)
    places = [reader.send(ShoeEvent.TILE, tile).where for tile in ("3", "W", "9")]
    assert [(where.hand, where.nth) for where in places if where] == [("dealer", 1), ("dealer", 2), ("player:2", 1)]
    assert reader.refused(ShoeEvent.CARD, "Ks") == "card/unreadable"
    assert [hold.reason for hold in shoe_house.house.tables[table].holds]


def test_burned_cards_are_counted_and_one_too_many_holds_the_table(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.act(c.LoadShoe())
    first = shoe.send(ShoeEvent.CARD, "3h")
    assert first.where is not None
    assert first.where.burn == 3
    places = [shoe.send(ShoeEvent.BURN, card).where for card in ("4h", "5h", "6h")]
    assert [where.words for where in places if where] == ["Burned, 1 of 3", "Burned, 2 of 3", "Burned, 3 of 3"]
    assert not shoe_house.state.holds
    assert shoe.refused(ShoeEvent.BURN, "7h") == "card/not_due"
    assert "the table could not take" in shoe_house.reasons[0]


def load_shoe_with_shown_burn_cards(shoe_house: ShoeHouse, first: str = "3h") -> Shoe:
    """Load a shoe at a table that shows every burned card before bets open.

    The value of the first card is the number of cards to burn.
    """
    shoe_house.created("ilani", TableSettings(rulebook="ilani-midi-baccarat", required_steps=["show-burned"]))
    shoe_house.act(c.SitDown(seat=1), ANN, table="ilani")
    shoe = shoe_house.shoe("shoe-9", "ilani")
    shoe_house.act(c.LoadShoe(), table="ilani")
    shoe.card(first)
    return shoe


def test_the_table_shows_the_burned_cards_that_a_shoe_reads(shoe_house: ShoeHouse) -> None:
    """Check that bets open only after the shoe has read every burned card. [000 L94]"""
    shoe = load_shoe_with_shown_burn_cards(shoe_house)
    for card in ("4h", "5h", "6h"):
        refused = shoe_house.house.execute("ilani", c.OpenBets(), DEALER)
        assert isinstance(refused, Refused)
        assert refused.code == "shoe/burned_unseen"
        shoe.send(ShoeEvent.BURN, card)
    cards = shoe_house.house.tables["ilani"].shoe
    assert cards is not None
    assert ([str(card) for card in cards.burned], cards.burned_unseen) == (["3h", "4h", "5h", "6h"], 0)
    shoe_house.act(c.OpenBets(), table="ilani")
    shoe_house.bet_and_close("ilani")
    assert shoe.card("Ks") == "Player, first card"


def test_an_impossible_burned_card_is_not_shown_and_holds_the_table(shoe_house: ShoeHouse) -> None:
    shoe = load_shoe_with_shown_burn_cards(shoe_house, "Ts")
    for _ in range(8):
        shoe.send(ShoeEvent.BURN, "4h")
    assert shoe.refused(ShoeEvent.BURN, "4h") == "shoe/impossible_card", "a ninth from eight decks"
    state = shoe_house.house.tables["ilani"]
    assert state.shoe is not None
    assert (len(state.shoe.burned), state.shoe.burned_unseen) == (9, 2)
    assert [hold.reason for hold in state.holds] == [
        "smart shoe shoe-9: it read a card that cannot be in the shoe any more"
    ]


def test_burned_cards_that_a_shoe_does_not_read_are_shown_by_the_dealer(shoe_house: ShoeHouse) -> None:
    load_shoe_with_shown_burn_cards(shoe_house)
    for card in ("4h", "5h", "6h"):
        shoe_house.act(c.ShowBurnCard(card=card), table="ilani")
    shoe_house.act(c.OpenBets(), table="ilani")


def test_a_shoe_that_reads_burned_cards_has_to_read_them_all(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.act(c.LoadShoe())
    shoe.card("3h")
    shoe.send(ShoeEvent.BURN, "4h")
    shoe_house.begin_round()
    assert shoe.refused(ShoeEvent.CARD, "Ks") == "device/burn_short"
    assert shoe_house.reasons == ["smart shoe shoe-1: cards are missing"]
    shoe_house.clear()
    shoe_house.act(c.ReadCard(card="Ks"))
    assert shoe.card("2h") == "Banker, first card", "it is asked once"


def test_a_shoe_that_reads_no_burned_cards_is_not_waited_for(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.begin(shoe, "3h")
    assert shoe.card("Ks") == "Player, first card"


def test_the_cut_card_comes_once(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.begin(shoe)
    assert shoe.send(ShoeEvent.CUT_CARD).accepted
    assert shoe_house.state.shoe is not None
    assert shoe_house.state.shoe.hands_left == 1
    assert shoe.refused(ShoeEvent.CUT_CARD) == "shoe/cut_card_out"
    assert not shoe_house.state.holds


def test_a_misread_card_calls_a_supervisor_and_the_dealer_enters_it(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.begin(shoe)
    shoe.card("Ks")
    answer = shoe.send(ShoeEvent.MISREAD)
    assert answer.accepted
    assert answer.where is None
    assert shoe_house.dealt == "Ks"
    assert shoe_house.state.supervisor_called == "Smart shoe shoe-1 could not read a card: enter it by hand."
    assert "device/misread" in shoe_house.noted
    shoe_house.act(c.ReadCard(card="2h"))
    assert shoe.card("9d") == "Player, second card"


def test_the_dealer_corrects_a_misread_card_before_the_result(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.begin(shoe)
    shoe.cards("9s 2h 9h 5h")
    shoe_house.act(c.CorrectCard(place=3, card="Kh"))
    shoe_house.act(c.CallResult())
    assert shoe_house.state.last is not None
    assert shoe_house.state.last["facts"]["player_total"] == 9


def test_an_open_door_holds_a_round_and_is_noted_between_rounds(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.act(c.LoadShoe())
    assert shoe.send(ShoeEvent.DOOR_OPEN).accepted
    assert shoe.send(ShoeEvent.DOOR_CLOSED).accepted
    assert shoe_house.noted.count("device/door") == 2
    assert not shoe_house.state.holds
    shoe.card("As")
    shoe_house.begin_round()
    assert shoe.send(ShoeEvent.DOOR_OPEN).accepted
    assert shoe_house.reasons == ["smart shoe shoe-1: its door was opened during a round"]
    assert shoe_house.state.round is not None, "the round is not void: a supervisor decides"
    shoe_house.clear()
    assert shoe.card("Ks") == "Player, first card"


def test_an_empty_shoe_that_should_hold_cards_holds_the_table(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    assert shoe.send(ShoeEvent.EMPTY).accepted
    assert shoe_house.noted[-2:] == ["device/empty", "table/call"]
    assert not shoe_house.state.holds
    shoe_house.begin(shoe)
    shoe.send(ShoeEvent.EMPTY)
    assert shoe_house.reasons == ["smart shoe shoe-1: cards are missing"]
    assert shoe_house.state.supervisor_called == "Smart shoe shoe-1 is empty."


# Impossible cards


def test_a_ninth_king_of_spades_from_eight_decks_alarms_and_blocks_settlement(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.begin(shoe)
    shoe.cards("Ks Ks Ks Ks Ks Ks")
    shoe_house.act(c.CallResult())
    shoe_house.begin_round()
    shoe.cards("Ks Ks")
    answer = shoe.send(ShoeEvent.CARD, "Ks")
    assert answer.refused is not None
    assert answer.refused.code == "shoe/impossible_card"
    assert "All 8 Ks of 8 decks are out" in answer.refused.message
    assert {"shoe/impossible_card", "device/impossible_card", "hold/placed"} <= set(shoe_house.noted)
    assert "Ks" not in shoe_house.reasons[0]
    for order in (c.CallResult(), c.ReadCard(card="2h")):
        refused = shoe_house.house.execute("co-1", order, DEALER)
        assert isinstance(refused, Refused)
        assert refused.code == "table/fault"
    shoe_house.clear()
    shoe_house.act(c.ReadCard(card="Kh"))
    assert shoe.card("2h") == "Banker, second card"


def test_a_card_beyond_the_last_of_the_shoe_alarms(shoe_house: ShoeHouse) -> None:
    """Check that a 417th card from a shoe of 416 is refused and holds the table."""
    shoe = shoe_house.shoe()
    shoe_house.begin(shoe)
    state = shoe_house.state
    assert state.shoe is not None
    shoe_house.house.tables["co-1"] = TableState(**vars(state) | {"shoe": state.shoe._replace(dealt=state.shoe.total)})
    assert shoe.refused(ShoeEvent.CARD, "2h") == "shoe/impossible_card"
    assert len(shoe_house.state.holds) == 1


def test_a_card_too_many_holds_the_table_until_the_supervisor_has_reported_it(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.begin(shoe)
    shoe.cards("9s 2h Kh 5h")
    assert shoe.refused(ShoeEvent.CARD, "7d") == "card/not_due"
    assert isinstance(shoe_house.house.execute("co-1", c.CallResult(), DEALER), Refused)
    shoe_house.clear()
    shoe_house.act(
        c.ReportCardInError(card="7d", disclosed=False, reason="drawn although the hands were complete"), FLOOR
    )
    assert shoe_house.state.opening.carried is not None
    assert str(shoe_house.state.opening.carried.card) == "7d"


@pytest.mark.parametrize("phase", ["between", "betting", "paused", "held"])
def test_a_card_that_comes_when_none_can_be_dealt_holds_the_table(shoe_house: ShoeHouse, phase: str) -> None:
    shoe = shoe_house.shoe()
    shoe_house.act(c.LoadShoe())
    shoe.card("As")
    if phase != "between":
        shoe_house.act(c.OpenBets())
    if phase == "paused":
        shoe_house.act(c.PauseTable(reason="a break"))
    if phase == "held":
        shoe_house.act(c.ReportDisagreement(reason="the board is dark"), FLOOR)
    assert shoe.refused(ShoeEvent.CARD, "Ks") in {"card/not_due", "table/wrong_phase", "table/paused", "table/fault"}
    assert "smart shoe shoe-1: a card left it that the table could not take" in shoe_house.reasons
    assert shoe_house.dealt == ""


def test_a_card_before_the_new_shoe_is_refused_and_noted(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    assert shoe.refused(ShoeEvent.CARD, "Ks") == "shoe/not_loaded"
    assert shoe_house.noted[-1] == "device/no_shoe"
    assert not shoe_house.state.holds


def test_a_closed_table_is_not_held(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.act(c.CloseTable(), FLOOR)
    assert shoe.refused(ShoeEvent.CARD, "Ks") == "table/wrong_phase"
    shoe.seq += 1
    assert shoe.refused(ShoeEvent.HELLO) == "device/gap"
    assert not shoe_house.state.holds


# Tables that the generator deals


def auto_cards(folder: Path, traffic: int | None) -> list[Any]:
    """Return the cards that the generator deals in 120 timer steps, without shoe messages or with random ones."""
    folder.mkdir()
    shoe_house = ShoeHouse(folder, seed=77)
    shoes = [shoe_house.shoe("a", "auto-1"), shoe_house.shoe("b", "co-1"), shoe_house.shoe("c", "auto-1")]
    fuzz = random.Random(traffic)
    for _ in range(120):
        if traffic is not None:
            post_random_messages(fuzz, shoes)
        shoe_house.now = max(shoe_house.now, next_timer_at(shoe_house.house.tables["auto-1"]) or shoe_house.now)
        shoe_house.house.run_timers("auto-1")
        if shoe_house.house.tables["auto-1"].phase is Phase.BETTING:
            shoe_house.bet_and_close("auto-1")
    events = [event for record in shoe_house.store.records("table/auto-1") for event in record.events]
    shoe_house.store.close()
    kinds = {"shoe-loaded": "digest", "cards-burned": "shown", "card-dealt": "card", "round-voided": "round"}
    return [event[kinds[event["kind"]]] for event in events if event["kind"] in kinds]


def post_random_messages(fuzz: random.Random, shoes: list[Shoe]) -> None:
    """Post a random message from each shoe, with a next, old or later number and sometimes a wrong key."""
    for shoe in shoes:
        event = fuzz.choice(list(ShoeEvent))
        card = (
            str(fuzz.choice(build_decks(1)))
            if event in (ShoeEvent.CARD, ShoeEvent.BURN)
            else NAMED.get(event, (None,))[0]
        )
        seq = max(1, shoe.seq + fuzz.choice([-2, 0, 1, 1, 1, 7]))
        key = fuzz.choice([shoe.key, shoe.key, shoe.key, shoes[0].key])
        reply = shoe.post(sign_message(key, shoe.id, seq, fuzz.randrange(10**12), event, card))
        if isinstance(reply, ShoeMessageResponse):
            shoe.seq = max(shoe.seq, reply.seq)


def test_no_traffic_of_devices_changes_what_the_generator_deals(tmp_path: Path) -> None:
    """Check that random shoe messages do not change the cards of the generator. [R8]"""
    quiet = auto_cards(tmp_path / "quiet", None)
    assert len([value for value in quiet if isinstance(value, str) and len(value) == 2]) > 40
    for seed in (1, 2):
        assert auto_cards(tmp_path / f"noise-{seed}", seed) == quiet


def test_at_a_table_the_generator_deals_a_shoe_has_no_effect(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe("shoe-9", "auto-1")
    before = shoe_house.records("auto-1")
    for event in ShoeEvent:
        assert shoe.refused(event, NAMED.get(event, (None,))[0]) == "device/mode"
    shoe.seq += 4
    assert shoe.refused(ShoeEvent.CARD, "Ks") == "device/mode"
    assert isinstance(shoe.post(shoe.message(ShoeEvent.CARD, "2h")), Refused)
    assert shoe_house.records("auto-1") == before


def test_events_of_a_shoe_are_verified_with_the_rest_of_the_log(shoe_house_per_database: ShoeHouse) -> None:
    shoe_house = shoe_house_per_database
    shoe = shoe_house.shoe()
    shoe_house.begin(shoe)
    shoe.cards("9s 2h")
    shoe.send(ShoeEvent.DOOR_OPEN)
    shoe_house.clear()
    shoe.cards("Kh 5h")
    shoe_house.act(c.CallResult())
    assert not verify_log(shoe_house.store, shoe_house.keys.public_text).findings
    assert not rebuild_all(shoe_house.store).findings
    before = shoe_house.house.tables
    shoe_house.reopen()
    assert shoe_house.house.tables == before
