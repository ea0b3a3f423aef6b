"""Promotional chips at a table: staked before credit or next to it, won with, lost, returned, never turned into money.

After every command the driver compares the ledger with the chips on the layout, and refuses any transfer between
promotional accounts and others: promotional chips become credit only through winnings.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.money.bets import Bet, BetResult
from croupier.money.cents import Cents
from croupier.money.promotional_funding import AfterWin, split_by_funding
from croupier.money.settlement import SettledBet
from croupier.table import commands as c
from croupier.table.command_effect import CommandEffect, PromotionalPlayRules
from croupier.table.events import event_of, json_of
from croupier.table.replay_cache import current_play
from tests.soak import SOAK
from tests.table_driver import CREDIT, OTHER_SUPERVISOR, Drive, House, player

ILANI = "ilani-midi-baccarat"
BLACKJACK = "ilani-blackjack"
PLAYER_WINS, BANKER_WINS, TIE = "9s 2h Kd Kc", "2s 9h Kd Kc", "9s 9h Kd Kc"
TAKEN, KEPT = PromotionalPlayRules(), PromotionalPlayRules(after_win=AfterWin.KEPT)
LATER = 10**12


def promotional(seat: int, wagers: dict[str, int], *credit: str) -> c.PlaceWagers:
    """Return a command that places all wagers with promotional chips, except those named in `credit`."""
    on = [c.WagerAmount(wager=name, cents=cents, promotional=name not in credit) for name, cents in wagers.items()]
    return c.PlaceWagers(seat=seat, wagers=on)


def table(rules: PromotionalPlayRules | None = TAKEN, rulebook: str = ILANI, **settings: Any) -> Drive:
    return Drive(rulebook, house=House(promotional=rules), **settings).open(1, 2)


def played(
    drive: Drive, cards: str, wagers: dict[str, int] | None = None, *credit: str, result: bool = True
) -> dict[str, Any]:
    drive.ok(c.OpenBets())
    drive.ok(promotional(1, wagers or {"player": 2_000}, *credit), actor=player(1))
    drive.ok(c.CloseBets())
    drive.deal(cards)
    if result:
        drive.ok(c.CallResult())
    return drive.last_round if result else {}


@pytest.mark.parametrize(
    ("rules", "cards", "credit", "left", "house"),
    [
        (TAKEN, PLAYER_WINS, 2_000, 3_000, -2_000),
        (KEPT, PLAYER_WINS, 2_000, 5_000, -2_000),
        (TAKEN, TIE, 0, 5_000, 0),
        (TAKEN, BANKER_WINS, 0, 3_000, 0),
        (KEPT, BANKER_WINS, 0, 3_000, 0),
    ],
)
def test_promotional_chips_win_credit_come_back_on_a_push_and_are_lost(
    rules: PromotionalPlayRules, cards: str, credit: int, left: int, house: int
) -> None:
    drive = table(rules)
    gift = drive.house.give_promotional(1, 5_000)
    archived = played(drive, cards)
    assert drive.credit(1) == CREDIT + credit
    assert drive.balance(gift) == left
    assert drive.balance("house") == house
    assert drive.house.balance("promotions") == -left
    assert archived["balances"]["player:1"] == [CREDIT, CREDIT + credit]
    [result] = archived["results"]
    assert result["promotional_cents"] == 2_000
    assert result["promotional_taken_cents"] == 5_000 - left
    assert result["credit_net_cents"] == credit
    drive.check_log()


def test_the_grant_that_ends_first_is_used_first_and_chips_return_to_their_grant() -> None:
    drive = table()
    late, soon = drive.house.give_promotional(1, 1_000, LATER), drive.house.give_promotional(1, 1_500, LATER - 1)
    drive.ok(c.OpenBets())
    drive.ok(promotional(1, {"player": 2_000}), actor=player(1))
    assert (drive.balance(soon), drive.balance(late)) == (0, 500)
    drive.ok(promotional(1, {"player": 1_700}), actor=player(1))
    assert (drive.balance(soon), drive.balance(late)) == (0, 800)
    drive.ok(c.PlaceWagers(seat=1, wagers=[]), actor=player(1))
    assert (drive.balance(soon), drive.balance(late)) == (1_500, 1_000)


def test_promotional_chips_on_the_layout_stay_after_their_end_time() -> None:
    drive = table()
    gift = drive.house.give_promotional(1, 5_000, ends_at=drive.at + 100)
    drive.ok(c.OpenBets())
    drive.ok(promotional(1, {"player": 2_000}), actor=player(1))
    drive.at += 200
    drive.refused(promotional(1, {"player": 2_500}), "promotional/insufficient", actor=player(1))
    drive.ok(promotional(1, {"player": 2_000, "banker": 1_000}, "banker"), actor=player(1))
    drive.ok(promotional(1, {"player": 1_500}), actor=player(1))
    drive.ok(c.CloseBets())
    drive.deal(TIE)
    drive.ok(c.CallResult())
    assert drive.balance(gift) == 5_000, "the house takes what has ended from here"


def test_a_wager_can_change_between_credit_and_promotional_chips() -> None:
    drive = table()
    gift = drive.house.give_promotional(1, 3_000)
    drive.ok(c.OpenBets())
    drive.ok(promotional(1, {"player": 3_000}), actor=player(1))
    drive.ok(promotional(1, {"player": 3_000}, "player"), actor=player(1))
    assert (drive.balance(gift), drive.credit(1)) == (3_000, CREDIT - 3_000)
    drive.ok(promotional(1, {"player": 3_000, "banker": 2_000}, "banker"), actor=player(1))
    assert (drive.balance(gift), drive.credit(1)) == (0, CREDIT - 2_000)
    assert drive.state.has_money_in_play("player:1")


def test_all_chips_go_from_one_wager_to_another_at_once() -> None:
    drive = table()
    gift = drive.house.give_promotional(1, 3_000)
    drive.ok(c.OpenBets())
    drive.ok(promotional(1, {"player": 3_000}), actor=player(1))
    drive.ok(promotional(1, {"banker": 3_000}), actor=player(1))
    drive.ok(promotional(1, {"banker": 1_000, "player": 2_000}), actor=player(1))
    assert (drive.balance(gift), drive.balance("promo-stakes"), drive.credit(1)) == (0, 3_000, CREDIT)


def test_a_void_round_returns_credit_and_promotional_chips_as_they_were() -> None:
    drive = table()
    gift = drive.house.give_promotional(1, 3_000)
    played(drive, PLAYER_WINS, {"player": 2_000, "banker": 1_000}, "banker", result=False)
    drive.ok(c.VoidRound(reason="a fault"))
    assert (drive.balance(gift), drive.credit(1)) == (3_000, CREDIT)
    assert drive.last_round["returned"] == {"player:1": 1_000}
    drive.check_log()


def corrected(drive: Drive, place: int, card: str) -> CommandEffect:
    drive.ok(c.RequestCorrection(round="t1/000001", place=place, card=card, reason="misread"))
    return drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)


def test_a_correction_adjusts_credit_and_promotional_chips() -> None:
    drive = table()
    gift = drive.house.give_promotional(1, 3_000)
    played(drive, BANKER_WINS)
    assert (drive.balance(gift), drive.credit(1)) == (1_000, CREDIT)
    corrected(drive, 1, "9c")
    assert (drive.balance(gift), drive.credit(1)) == (3_000, CREDIT), "it was a tie: the chips come back"
    assert drive.house.balance("promotions") == -3_000


def test_a_correction_takes_no_spent_promotional_chips_and_makes_no_debt() -> None:
    drive = table()
    gift = drive.house.give_promotional(1, 2_000)
    played(drive, TIE)
    drive.house.move(gift, "promotions", 2_000)
    decided = corrected(drive, 1, "2s")
    assert (drive.balance(gift), drive.credit(1), drive.house.balance("owed:1")) == (0, CREDIT, 0)
    [event_dict] = [json_of(event) for event in decided.events if event.kind == "round-corrected"]
    assert event_dict["forgone"] == {gift: 2_000}


def test_a_blackjack_paid_at_once_takes_the_chip_and_a_void_round_brings_it_back() -> None:
    drive = table(rulebook=BLACKJACK)
    gift = drive.house.give_promotional(1, 1_000)
    drive.ok(c.OpenBets())
    drive.ok(promotional(1, {"blackjack": 1_000}), actor=player(1))
    drive.bet(2, {"blackjack": 1_000})
    drive.ok(c.CloseBets())
    drive.deal("As 9s 6d Kh 2h Td")
    assert drive.credit(1) == CREDIT + 1_200, "while the other still decides"
    assert drive.balance(gift) == 0
    drive.ok(c.VoidRound(reason="a fault"))
    assert (drive.credit(1), drive.balance(gift)) == (CREDIT, 1_000)
    drive.check_log()


@pytest.mark.parametrize(("dealer", "credit", "left"), [("5c", -1_000, 0), ("8c", 2_000, 0)])
def test_a_double_is_paid_from_credit_and_the_first_chips_stay_promotional(dealer: str, credit: int, left: int) -> None:
    drive = table(rulebook=BLACKJACK)
    gift = drive.house.give_promotional(1, 1_000)
    drive.ok(c.OpenBets())
    drive.ok(promotional(1, {"blackjack": 1_000}), actor=player(1))
    drive.ok(c.CloseBets())
    drive.deal("6s 6d 5h Td")
    drive.ok(c.MakeDecision(seat=1, choice="double-down"), actor=player(1))
    assert drive.credit(1) == CREDIT - 1_000
    drive.deal("8h")
    while drive.state.phase == "dealing" and "round-settled" not in drive.kinds:
        if (
            current_play(drive.state).need is not None
            and type(current_play(drive.state).need).__name__ == "AnnounceResult"
        ):
            drive.ok(c.CallResult())
        else:
            drive.deal(dealer)
    [result] = drive.last_round["results"]
    assert (result["cents"], result["promotional_cents"]) == (2_000, 1_000)
    assert (drive.credit(1) - CREDIT, drive.balance(gift)) == (credit, left)


def test_promotional_chips_cannot_be_added_during_a_round() -> None:
    drive = table(rulebook=BLACKJACK)
    drive.house.give_promotional(1, 5_000)
    drive.house.move("player:1", "seed", CREDIT)
    drive.ok(c.OpenBets())
    drive.ok(promotional(1, {"blackjack": 1_000}), actor=player(1))
    drive.ok(c.CloseBets())
    drive.deal("6s 6d 5h Td")
    drive.refused(c.MakeDecision(seat=1, choice="double-down"), "promotional/not_here", actor=player(1))


# Refusals


@pytest.mark.parametrize(
    ("wagers", "code"),
    [
        ({"player": 5_001}, "promotional/insufficient"),
        ({"player": 6_000}, "promotional/insufficient"),
        ({"player": 3_000, "banker": 3_000}, "promotional/insufficient"),
        ({"player": 2_000, "tie": 1_000}, "promotional/wager"),
        ({"nothing": 1_000}, "wager/not_allowed"),
    ],
)
def test_promotional_wagers_above_the_grant_or_on_other_wagers_are_refused(wagers: dict[str, int], code: str) -> None:
    drive = table()
    drive.house.give_promotional(1, 5_000)
    drive.ok(c.OpenBets())
    before = dict(drive.house.balances)
    drive.refused(promotional(1, wagers), code, actor=player(1))
    assert drive.house.balances == before


def test_the_house_configures_the_wagers_for_promotional_chips() -> None:
    drive = table(PromotionalPlayRules(groups=frozenset({"line", "tie"})))
    drive.house.give_promotional(1, 5_000)
    drive.ok(c.OpenBets())
    drive.ok(promotional(1, {"tie": 1_000, "player": 1_000}), actor=player(1))
    drive.house.promotional = None
    drive.refused(promotional(1, {"tie": 2_000, "player": 1_000}), "promotional/off", actor=player(1))
    drive.ok(promotional(1, {"player": 1_000}), actor=player(1))


def test_players_use_only_their_own_promotional_chips() -> None:
    drive = table()
    drive.house.give_promotional(1, 5_000)
    drive.ok(c.OpenBets())
    drive.refused(promotional(2, {"player": 1_000}), "promotional/insufficient", actor=player(2))
    with pytest.raises(ValueError, match="greater than or equal to 1"):
        promotional(1, {"player": -1_000})


def test_a_player_who_may_not_play_cannot_use_promotional_chips() -> None:
    drive = table()
    drive.house.give_promotional(1, 5_000)
    drive.house.limits["player:1"] = Refused("excluded", "You have excluded yourself.")
    drive.ok(c.OpenBets())
    drive.refused(promotional(1, {"player": 1_000}), "excluded", actor=player(1))


def test_promotional_chips_are_refused_in_player_dealer_games() -> None:
    drive = Drive("ca-ez-baccarat-panda-8", house=House(promotional=TAKEN), schedule=1).open(1, 2)
    drive.house.give_promotional(2, 5_000)
    drive.bank(1, 100_000)
    drive.ok(c.OpenBets())
    drive.refused(promotional(2, {"player": 1_000}), "promotional/player_banked", actor=player(2))


def test_promotional_chips_cannot_buy_table_stakes() -> None:
    drive = Drive("ca-texas-holdem", house=House(promotional=TAKEN))
    drive.ok(c.OpenTable())
    drive.seat(1)
    drive.house.give_promotional(1, 50_000)
    drive.house.move("player:1", "seed", CREDIT)
    drive.refused(c.BuyChips(cents=10_000), "promotional/not_here", actor=player(1))


def test_an_old_log_without_promotional_chips_still_replays() -> None:
    old = {"kind": "wagers-placed", "seat": 1, "bettor": "player", "account": "player:1", "wagers": {"player": 100}}
    event = event_of(dict(old))
    assert json_of(event) == old, "and is written as it was"


# Laws


@given(
    stake=st.integers(1, 10_000),
    part=st.floats(0, 1),
    net=st.integers(-1, 3),
    charge=st.integers(0, 50),
    after_win=st.sampled_from(AfterWin),
)
def test_a_split_between_credit_and_promotional_chips_loses_nothing(
    stake: int, part: float, net: int, charge: int, after_win: AfterWin
) -> None:
    promotional_cents = int(stake * part)
    won = net * stake
    settled = SettledBet(Bet(1, "player", "x", Cents(stake)), BetResult.WIN, Cents(won - charge), charge=Cents(charge))
    split = split_by_funding(settled, promotional_cents, after_win)
    assert 0 <= split.taken <= split.promotional == promotional_cents
    assert split.charge <= charge
    lost = max(0, -won)
    assert split.credit_net + split.charge == (won if won >= 0 else -(lost - split.taken))
    assert split.credit_net >= -(stake - promotional_cents) - (0 if promotional_cents else charge)


class Model:
    """Expected credit and promotional chips of a player, computed in the simplest way."""

    def __init__(self, credit: int, chips: int) -> None:
        self.credit, self.chips = credit, chips

    def settled(self, results: list[dict[str, Any]], promotional_wagers: set[str], after_win: AfterWin) -> None:
        for result in results:
            net = result["net_cents"]
            if result["wager"] not in promotional_wagers:
                self.credit += net
            elif net > 0:
                self.credit += net
                self.chips -= result["cents"] if after_win is AfterWin.TAKEN else 0
            else:
                self.chips += net


CARDS = st.sampled_from([PLAYER_WINS, BANKER_WINS, TIE, "8s 6h Kd Kc", "7s 7h Kd Kc"])
WAGERS = st.dictionaries(st.sampled_from(["player", "banker"]), st.integers(2, 30).map(lambda n: n * 500), max_size=2)
ROUND = st.tuples(WAGERS, st.sets(st.sampled_from(["player", "banker"])), CARDS, st.booleans())


@settings(max_examples=200 if SOAK else 25)
@given(after_win=st.sampled_from(AfterWin), rounds=st.lists(ROUND, min_size=1, max_size=4))
def test_credit_and_promotional_chips_agree_with_a_simple_model(after_win: AfterWin, rounds: list[Any]) -> None:
    drive = table(PromotionalPlayRules(after_win=after_win))
    purses = [drive.house.give_promotional(1, 4_000, LATER - ends) for ends in (1, 3, 2)]
    model = Model(CREDIT, 12_000)
    for wagers, on_promotional, cards, is_void in rounds:
        drive.ok(c.OpenBets())
        credit = set(wagers) - on_promotional
        placed = drive.do(promotional(1, wagers, *credit), actor=player(1))
        drive.bet(2, {"banker": 1_000})
        drive.ok(c.CloseBets())
        drive.deal(cards)
        if is_void:
            drive.ok(c.VoidRound(reason="a fault"))
        else:
            drive.ok(c.CallResult())
            own_results = [result for result in drive.last_round["results"] if result["account"] == "player:1"]
            assert bool(own_results) == (isinstance(placed, CommandEffect) and bool(wagers))
            model.settled(own_results, set(wagers) & on_promotional, after_win)
        assert drive.credit(1) == model.credit
        assert sum(drive.balance(purse) for purse in purses) == model.chips == -drive.house.balance("promotions")
    drive.check_log()
