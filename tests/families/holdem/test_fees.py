"""Fees of hold'em, and the answers of simulation and verification for a game without a bank."""

from __future__ import annotations

import json

import pytest

from croupier.cards.random_source import SeededRandomSource
from croupier.errors import BadInput
from croupier.families.holdem.betting import Betting
from croupier.families.holdem.odds import fee_sheet
from croupier.families.holdem.odds.simulate import betting_rules_of
from croupier.families.holdem.odds.verify import HoldemVerifier
from croupier.families.holdem.rules import rules_of
from croupier.odds.family_odds import SimulationSeats, odds_of
from croupier.play import rulebook_library
from croupier.play.round import Decision
from croupier.rulebook.table_rules import TableRules
from tests.soak import in_soak

RULEBOOK = "ca-texas-holdem"


def table_rules(**options: str) -> TableRules:
    return TableRules.of(rulebook_library.load(RULEBOOK), options)


@in_soak
def test_every_option_has_its_printed_fee() -> None:
    sheet = fee_sheet.fee_sheet(table_rules()).json_data
    json.dumps(sheet)
    assert sheet["house_edge"] is None
    assert len(sheet["fees"]) == 24 * len(fee_sheet.FEW_PLAYERS)
    by_option = {(fee["schedule"], fee["players"]): fee for fee in sheet["fees"]}
    assert by_option["lim-3", 9]["fee_cents"] == 5_00
    assert by_option["lim-7", 6]["fee_cents"] == 5_00
    assert by_option["nl-9", 4]["fee_cents"] == 4_00
    assert by_option["nl-6", 9]["big_blind_cents"] == 5_00
    for fee in sheet["fees"]:
        assert 0 < fee["flop_share"] <= 1
        assert 0 < fee["cents_a_hand"] <= fee["fee_cents"] * fee["flop_share"] + 1e-6
        hundred = 100 * fee["cents_a_hand"] / fee["players"] / fee["big_blind_cents"]
        assert fee["big_blinds_per_100_hands"] == pytest.approx(hundred)
        assert fee["big_blinds_an_hour"] == pytest.approx(hundred * fee_sheet.HANDS_AN_HOUR / 100)


@in_soak
def test_one_option_is_listed_for_every_number_of_players() -> None:
    sheet = fee_sheet.fee_sheet(table_rules(fee="lim-3"))
    assert [line["players"] for line in sheet.json_data["fees"]] == list(range(2, 10))
    assert "no house edge" in sheet.sentences[0]
    assert len(sheet.tables[0].rows) == 8


def played_again(hands: int, seed: int, **options: str) -> HoldemVerifier:
    rules = table_rules(**options)
    table = HoldemVerifier(rules, rules, SeededRandomSource(seed), seed)
    table.replay_live(hands)
    return table


@pytest.mark.parametrize("option", rulebook_library.load(RULEBOOK).written.options["fee"].choices)
def test_a_few_hands_of_every_schedule_end_live_as_they_do_simulated(option: str) -> None:
    assert not played_again(90, 8, fee=option).findings


def test_a_short_all_in_that_opens_the_betting_leaves_room_for_a_bet_and_three_raises() -> None:
    """Check that four full wagers may follow an all-in of $2 where a bet is $3.

    The all-in does not count towards the cap on raises. [CA-THE-A6, CA-THE-A13]
    """
    rules = rules_of(table_rules(fee="lim-3"))
    betting = Betting(rules, [1, 2, 3, 4, 5], {1: 500, 2: 10_000, 3: 10_000, 4: 10_000, 5: 10_000}, {})
    for seat, choice in ((3, "call"), (4, "call"), (5, "call"), (1, "call"), (2, "check")):
        betting.act(betting.players[seat], Decision(seat, choice))
    betting.next_street()
    betting.act(betting.players[1], Decision(1, "bet"))
    assert betting.level == 200
    for seat, to in ((2, 500), (3, 800), (4, 1_100), (5, 1_400)):
        assert betting.refusal(betting.players[seat], Decision(seat, "raise", cents=to)) is None
        betting.act(betting.players[seat], Decision(seat, "raise", cents=to))
    refused = betting.refusal(betting.players[2], Decision(2, "raise"))
    assert refused is not None
    assert "there were 3 raises in this round, which is the cap" in str(refused)


def test_hands_without_blinds_end_live_as_they_do_simulated() -> None:
    assert not played_again(300, 1, fee="lim-3", small_blind="0", big_blind="0", ante="1").findings


def test_impossible_simulations_are_refused() -> None:
    odds = odds_of(table_rules())
    done = odds.simulate(table_rules(fee="lim-3"), SimulationSeats(seats=6), rounds=2_000)
    assert done.extra_json["players"] == 6
    assert done.extra_json["house_edge"] is None
    assert not done.sheet.wagers
    for arguments, seating, message in (
        ({"rounds": 10, "within": "pot=1"}, SimulationSeats(), "players contest the pot"),
        ({"rounds": 10}, SimulationSeats(seats=10), "2 to 9 are dealt in"),
        ({"rounds": 10}, SimulationSeats(count="hi-lo"), "by the strength of his hand"),
    ):
        with pytest.raises(BadInput, match=message):
            odds.simulate(table_rules(), seating, **arguments)
    with pytest.raises(BadInput, match="hands are simulated with clockwise alone"):
        betting_rules_of(rules_of(table_rules(odd_chip_dir="nearest")))
