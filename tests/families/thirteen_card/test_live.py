"""Thirteen-card poker at a live table: stacks, declarations in the order of time, hidden cards, and money."""

from __future__ import annotations

import re
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.play.round import AnnounceResult
from croupier.table import commands as c
from croupier.table.events import RoundSettled
from croupier.table.replay_cache import current_play
from croupier.table.state import Phase
from croupier.views import Viewer
from croupier.views.table_view import table_view
from tests.table_driver import DEALER, Drive, player

RULEBOOK = "ca-13-card-chinese-poker"
MOMENT = 500
"""Milliseconds in which declarations count as simultaneous."""
MINOR = ["2s", "2d", "3s", "3c", "4d", "4h", "5s", "6c", "7d", "7h", "8s", "9c", "9d"]
OTHERS = {
    1: ["Th", "Jd", "8h", "Ac", "Ad", "6s", "5c", "Ts", "Ks", "Kc", "Kd", "7c", "2c"],
    2: ["Qh", "Jc", "3d", "Ah", "9s", "7s", "6h", "2h", "Tc", "Td", "4c", "5d", "8d"],
    3: ["Kh", "Qs", "Qd", "Js", "Jh", "5h", "8c", "6d", "As", "4s", "9h", "3h", "Qc"],
}
STACKS = {**OTHERS, 4: MINOR}
ROWS = {1: ("Th Jd 8h", "Ac Ad 6s 5c Ts", "Ks Kc Kd 7c 2c"), 3: ("Kh Qs 5h", "Js Jh Qd 8c 6d", "As 4s 9h 3h Qc")}


def table(*seats: int, mode: str = "dealer-assist", dollars: int = 100, **more: Any) -> Drive:
    drive = Drive(RULEBOOK, schedule=2, mode=mode, **more).open(*seats)
    for seat in seats:
        drive.ok(c.BuyChips(cents=dollars * 100), actor=player(seat))
    return drive


def order_of(drive: Drive) -> list[int]:
    """Return the seats that are dealt in, from the action button on."""
    stakes = table_view(drive.state, Viewer("dealer"), drive.at, {}, 0)["table_stakes"]
    assert stakes is not None
    assert stakes["hand"] is not None
    return stakes["hand"]["order"]


def deal_stacks(drive: Drive, stacks: dict[int, list[str]]) -> None:
    """Deal the stacks in their order, from the action button on."""
    drive.ok(c.DealHand())
    for seat in order_of(drive):
        for card in stacks[seat]:
            drive.ok(c.ReadCard(card=card))


def rows(seat: int) -> dict[str, list[str]]:
    return dict(zip(("front", "middle", "back"), (row.split() for row in ROWS[seat]), strict=True))


def own_hand_to_set(drive: Drive, seat: int) -> dict[str, Any]:
    """Return the view of the hand that a player has to set."""
    arranging = table_view(drive.state, Viewer("player", f"player:{seat}"), drive.at, {}, 0)["arrangements"]
    assert arranging is not None
    return next(dict(setting) for setting in arranging["requests"] if setting["seat"] == seat)


def own_stack(drive: Drive, seat: int) -> dict[str, Any]:
    stakes = table_view(drive.state, Viewer("player", f"player:{seat}"), drive.at, {}, 0)["table_stakes"]
    assert stakes is not None
    return next(dict(stack) for stack in stakes["stacks"] if stack["seat"] == seat)


def finish(drive: Drive) -> None:
    """Open the hands and call the result."""
    for _ in range(5):
        if drive.state.phase is Phase.DEALING:
            is_open = isinstance(current_play(drive.state).need, AnnounceResult)
            drive.ok(c.CallResult() if is_open else c.ShowHand(), actor=DEALER)
    assert drive.state.round is None


def stacks_of(drive: Drive) -> list[int]:
    return [stack.cents for _, stack in sorted(drive.state.stacks.items())]


def visible_cards(drive: Drive, viewer: Viewer) -> dict[str, list[str | None]]:
    view = table_view(drive.state, viewer, drive.at, {}, 0)
    return {hand: [card.get("card") for card in cards] for hand, cards in view["hands"].items()}


@pytest.fixture
def four() -> Drive:
    drive = table(1, 2, 3, 4)
    drive.ok(c.DrawButton(cards={1: "2s", 2: "3s", 3: "4s", 4: "Ks"}))
    deal_stacks(drive, STACKS)
    return drive


def test_a_hand_with_a_sweep_and_a_surrender_pays_points_and_the_missing_part_of_the_fee(four: Drive) -> None:
    assert four.state.button == 4
    four.ok(c.ArrangeCards(seat=4, declares="clean-sweep"), actor=player(4))
    four.refused(c.ArrangeCards(seat=3, declares="clean-sweep"), "arrangement/foul", actor=player(3))
    four.ok(c.ArrangeCards(seat=2, declares="surrender"), four.at + MOMENT, actor=player(2))
    refused = four.refused(
        c.ArrangeCards(seat=1, declares="surrender"), "arrangement/surrender", four.at + MOMENT, actor=player(1)
    )
    assert "seat 2 has surrendered" in refused.message.lower()
    assert refused.cites
    four.refused(
        c.ArrangeCards(seat=1, hands=rows(1) | {"front": ["Ks", "Kc", "Kd"]}), "arrangement/cards", actor=player(1)
    )
    four.ok(c.ArrangeCards(seat=1, hands=rows(1)), actor=player(1))
    before = stacks_of(four)
    four.ok(c.ArrangeCards(seat=3, hands=rows(3)), actor=DEALER)  # foul: the pair in the middle ranks above the back
    while four.state.phase is Phase.DEALING:
        expects = table_view(four.state, Viewer("dealer"), four.at, {}, 0)["staff"]["next_step"]
        four.ok(c.ShowHand() if expects["command"] == "show-hand" else c.CallResult(), actor=DEALER)
    assert before == [0, 0, 0, 0]
    # The sweep takes 6 from each seat, the surrender pays 3 to seats 1 and 3, the foul pays 6 to seat 1.
    # The fee is the antes and one more dollar.
    assert stacks_of(four) == [
        100_00 - 1_00 - 1_00 - 30_00 + 15_00 + 30_00,
        100_00 - 1_00 - 30_00 - 30_00,
        100_00 - 1_00 - 30_00 + 15_00 - 30_00,
        100_00 - 1_00 + 90_00,
    ]
    assert four.balance("drop") == 5_00
    settled = next(event for event in reversed(four.events) if isinstance(event, RoundSettled))
    # The result is the points against each other seat, the ante and the missing dollar of the fee, not the whole stack.
    assert settled.put_in == {"player:1": 77_00, "player:2": 61_00, "player:3": 76_00, "player:4": 91_00}
    assert four.last_round["cards"].get("player:4/front")
    assert not any(name.startswith("player:2") for name in four.last_round["cards"])


def test_a_player_sees_the_own_rows_and_declarations_and_no_rows_of_another(four: Drive) -> None:
    four.ok(c.ArrangeCards(seat=1, hands=rows(1)), actor=player(1))
    shown = visible_cards(four, Viewer("player", "player:3"))
    assert {card for cards in shown.values() for card in cards if card is not None} == set(STACKS[3])
    assert "player:1/front" not in visible_cards(four, Viewer("player", "player:3"))
    assert visible_cards(four, Viewer("player", "player:1"))["player:1/front"] == ["Th", "Jd", "8h"]
    own = table_view(four.state, Viewer("player", "player:4"), four.at, {}, 0)["arrangements"]
    mine = next(setting for setting in own["requests"] if setting["seat"] == 4)
    assert [declaration["name"] for declaration in mine["declarations"]] == ["clean-sweep", "surrender"]
    assert mine["declarations"][0]["refusal"] == ""
    assert mine["options"][0]["is_house_way"]
    assert all(way["foul_reason"] is None for way in mine["options"])
    assert not any("ways" in setting for setting in own["requests"] if setting["seat"] != 4)


def test_a_hand_that_is_not_set_is_foul_and_a_surrendered_hand_stays_hidden(four: Drive) -> None:
    setting = own_hand_to_set(four, 1)
    assert (setting["default_choice"], setting["at_zero"]) == ("foul", "foul")
    four.ok(c.ArrangeCards(seat=2, declares="surrender"), actor=player(2))
    four.tick()
    for _ in range(3):
        four.ok(c.ShowHand(), actor=DEALER)
    felt = visible_cards(four, Viewer("player", "player:1"))
    assert {card for name, cards in felt.items() if name.startswith("player:2") for card in cards} == {None}
    assert all(None not in cards for name, cards in felt.items() if not name.startswith("player:2"))
    four.ok(c.CallResult(), actor=DEALER)
    assert [four.last_round["facts"][f"seat {seat} end"] for seat in (1, 3, 4)] == ["foul"] * 3
    assert sum(stacks_of(four)) == 400_00 - 5_00
    archived_cards = re.findall(r"'([2-9TJQKA][shdc])'", str(four.last_round))
    assert set(archived_cards) == {card for seat in (1, 3, 4) for card in STACKS[seat]}


def test_the_house_sets_an_unset_hand_if_the_option_says_so() -> None:
    drive = table(1, 2, options={"time_out": "house-way"})
    drive.ok(c.DrawButton(cards={1: "2s", 2: "3s"}))
    deal_stacks(drive, STACKS)
    drive.tick()
    finish(drive)
    assert {drive.last_round["facts"][f"seat {seat} end"] for seat in (1, 2)} == {"regular"}


def test_a_false_sweep_from_a_terminal_is_a_foul_once_its_player_has_confirmed_it(four: Drive) -> None:
    """Check that a false Clean Sweep is refused until its player confirms it, and then is a foul. [004 L219]"""
    declaration = {declaration["name"]: declaration for declaration in own_hand_to_set(four, 3)["declarations"]}[
        "clean-sweep"
    ]
    assert declaration["refusal"] == ""
    assert "no Clean Sweep" in declaration["foul_reason"]
    false = c.ArrangeCards(seat=3, declares="clean-sweep")
    four.refused(false, "arrangement/foul", actor=player(3))
    four.ok(false.model_copy(update={"confirms_foul": True}), actor=player(3))
    own_foul = c.ArrangeCards(seat=1, declares="foul", confirms_foul=True)
    four.refused(own_foul, "arrangement/foul", actor=player(1))
    for seat in (1, 2, 4):
        four.ok(c.ArrangeCards(seat=seat), actor=player(seat))
    finish(four)
    assert four.last_round["facts"]["seat 3 end"] == "foul"


def test_a_foul_draft_is_shown_with_a_swap_that_corrects_it_and_set_only_when_confirmed(four: Drive) -> None:
    hopeless = {
        "front": ["Ks", "Kc", "Kd"],
        "middle": ["Ac", "Ad", "6s", "5c", "Ts"],
        "back": ["Th", "Jd", "8h", "7c", "2c"],
    }
    four.ok(c.SaveArrangementDraft(seat=1, hands=hopeless), actor=player(1))
    assert own_hand_to_set(four, 1)["at_zero"] == "foul"
    assert "mend" not in own_hand_to_set(four, 1)  # with three kings in front, no swap of two cards corrects the foul
    worse = rows(1) | {"front": ["Th", "Jd", "Kd"], "back": ["Ks", "Kc", "8h", "7c", "2c"]}
    four.ok(c.SaveArrangementDraft(seat=1, hands=worse), actor=player(1))
    setting = own_hand_to_set(four, 1)
    assert setting["at_zero"] == "foul"
    first, second = setting["mend"]
    swap = {first: second, second: first}
    mended = {row: [swap.get(card, card) for card in cards] for row, cards in worse.items()}
    four.refused(c.ArrangeCards(seat=1, hands=worse), "arrangement/foul", actor=player(1))
    four.ok(c.SaveArrangementDraft(seat=1, hands=mended), actor=player(1))
    assert own_hand_to_set(four, 1)["at_zero"] == "stands"
    four.ok(c.ArrangeCards(seat=1, hands=worse, confirms_foul=True), actor=player(1))
    four.tick()
    finish(four)
    assert four.last_round["facts"]["seat 1 end"] == "foul"


@pytest.mark.parametrize(("between", "first"), [(MOMENT - 1, 1), (MOMENT, 2)])
def test_of_surrenders_at_the_same_moment_the_one_closest_to_the_button_counts(
    four: Drive, between: int, first: int
) -> None:
    """Check that seat 1 surrenders and seat 2 is asked again, if both surrender at the same moment. [004 L188]

    The button is at seat 4, so seat 1 is the next seat clockwise. If the second surrender comes later, it is refused.
    """
    four.ok(c.ArrangeCards(seat=2, declares="surrender"), actor=player(2))
    second = four.do(c.ArrangeCards(seat=1, declares="surrender"), four.at + between, actor=player(1))
    assert isinstance(second, Refused) == (first == 2)
    if first == 1:
        assert own_hand_to_set(four, 2)["question_number"] == 2  # the seat is asked again
        four.refused(c.ArrangeCards(seat=2, declares="surrender"), "arrangement/surrender", actor=player(2))
    four.tick()
    finish(four)
    assert [four.last_round["facts"][f"seat {seat} end"] for seat in (1, 2)] == (
        ["surrender", "foul"] if first == 1 else ["foul", "surrender"]
    )
    four.check_log()


@pytest.mark.parametrize(("between", "points"), [(MOMENT - 1, 3), (MOMENT, 6)])
def test_a_sweep_and_a_surrender_at_the_same_moment_count_by_position(four: Drive, between: int, points: int) -> None:
    """Check that the surrender of seat 2 counts before the sweep of seat 4 at the same moment.

    Seat 2 is nearer to the button. [004 L220]
    """
    four.ok(c.ArrangeCards(seat=4, declares="clean-sweep"), actor=player(4))
    four.ok(c.ArrangeCards(seat=2, declares="surrender"), four.at + between, actor=player(2))
    four.ok(c.ArrangeCards(seat=1), actor=player(1))
    four.ok(c.ArrangeCards(seat=3), actor=player(3))
    finish(four)
    paid = {(exchange["from"], exchange["to"]): exchange["points"] for exchange in four.last_round["exchanges"]}
    assert paid[2, 4] == points


def test_declarations_count_in_the_order_in_which_the_dealer_enters_them(four: Drive) -> None:
    four.ok(c.ArrangeCards(seat=4, declares="clean-sweep"), actor=DEALER)
    four.ok(c.ArrangeCards(seat=2, declares="surrender"), actor=DEALER)
    four.refused(c.ArrangeCards(seat=1, declares="surrender"), "arrangement/surrender", actor=DEALER)


def test_chips_declared_and_added_before_the_showdown_play(four: Drive) -> None:
    """Check that chips bought before the showdown are at stake, and that none can be bought after it. [004 L210]"""
    assert own_stack(four, 2)["may_add"]
    four.refused(c.BuyChips(cents=50), "chips/amount", actor=player(2))
    four.ok(c.BuyChips(cents=50_00), actor=player(2))
    four.ok(c.ArrangeCards(seat=2, declares="surrender"), actor=player(2))
    in_hand = table_view(four.state, Viewer("dealer"), four.at, {}, 0)["table_stakes"]
    assert in_hand is not None
    assert in_hand["hand"] is not None
    # $100 less the ante and, in whole points of $5, with the $50 that were added.
    assert next(seat["stack_cents"] for seat in in_hand["hand"]["seats"] if seat["seat"] == 2) == 145_00
    for seat in (1, 3, 4):
        four.ok(c.ArrangeCards(seat=seat), actor=player(seat))
    assert not own_stack(four, 2)["may_add"]
    refused = four.refused(c.BuyChips(cents=50_00), "chips/in_hand", actor=player(2))
    assert "showdown" in refused.message
    finish(four)
    assert sum(stacks_of(four)) == 450_00 - 5_00
    four.check_log()


def test_five_players_the_buttons_seat_sits_out_and_the_action_goes_to_the_best_back() -> None:
    drive = table(1, 2, 3, 4, 5, mode="automated", dollars=2000)
    best = None
    for _ in range(3):
        while drive.state.round is None:
            drive.tick()
        order = order_of(drive)
        assert drive.state.button not in order
        assert len(order) == 4
        if best is not None and best in order:
            assert order[0] == best
        while drive.state.round is not None:
            drive.tick()
        best = drive.last_round["facts"]["next_action"]
        assert {f"seat {seat} end" for seat in order} <= drive.last_round["facts"].keys()
        for seat in (1, 2, 3, 4, 5):
            if drive.state.stack(f"player:{seat}").is_out:
                drive.ok(c.SitIn(), actor=player(seat))
    assert sum(stacks_of(drive)) == 10_000_00 - 3 * 5_00
    drive.check_log()
