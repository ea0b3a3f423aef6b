"""A round of pai gow poker: the deal, the questions, impossible input, and sentences not taken literally."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.cards import Pack, parse_pieces
from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.families.pai_gow.poker.family import PAI_GOW_POKER
from croupier.families.pai_gow.poker.settle import compare_parts, decide_bets, seat_facts
from croupier.families.pai_gow.shared.base_round import PaiGowResult, PaiGowSeatResult, SetHand
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.play.case import read_case, settle_case, settled_case_json
from croupier.play.driver import deal_cards, play_to_end, timeout_answer
from croupier.play.family import NO_OPENING
from croupier.play.round import (
    AnnounceResult,
    Arrange,
    Arrangement,
    Ask,
    Deal,
    Decision,
    ForbiddenDecision,
    OpenHand,
    Roll,
    Rolled,
    RoundInProgress,
    TimedOut,
)
from tests.pai_gow_rules import rules_of

LUCKY, ACE_UP, MINI = "ca-lucky-pai-gow-poker", "ca-ace-up-pai-gow-poker", "ca-mini-pai-gow"
TRIPLE, ULTIMATE = "ca-pai-gow-poker-triple-bonus", "ca-ultimate-pai-gow-poker"
PACK = Pack.CARDS_AND_JOKER
DICE = (3, 3, 4)  # a total of ten: counted from the bank as one, it ends two seats after the bank


def bets_for(rulebook: str, *seats: int) -> list[Bet]:
    wager = {MINI: "game", ULTIMATE: "player"}.get(rulebook, "base")
    return [Bet(seat, SEATED, wager, Cents(25_00)) for seat in seats]


def start_round(rulebook: str, *seats: int, bank: int | None = 1, **options: Any) -> RoundInProgress[Any]:
    rules = rules_of(rulebook, **options)
    return RoundInProgress(
        PAI_GOW_POKER.round_factory(rules, bets_for(rulebook, *seats), bank_seat=bank, opening=NO_OPENING)
    )


def dealt_to_question(
    rulebook: str, *seats: int, bank: int | None = 1, seed: int = 1, **options: Any
) -> RoundInProgress[Any]:
    """Return a round that is dealt up to the first question."""
    play, cards = (
        start_round(rulebook, *seats, bank=bank, **options),
        iter(shuffled(PACK.pieces, SeededRandomSource(seed))),
    )
    while isinstance(play.need, Deal | Roll):
        play.answer(Rolled(DICE) if isinstance(play.need, Roll) else next(cards))
    return play


def finished(play: RoundInProgress[Any]) -> PaiGowResult:
    play_to_end(play, deal_cards(()), timeout_answer)
    assert isinstance(play.result, PaiGowResult)
    return play.result


@pytest.mark.parametrize(
    ("rulebook", "dice", "first", "action"),
    [
        (TRIPLE, (1, 1, 1), 4, 4),  # a total of three: two seats after seat 2
        (TRIPLE, (2, 3, 3), 2, 3),
        (TRIPLE, (5, 5, 5), 2, 3),
        (TRIPLE, (6, 6, 6), 5, 5),
        (MINI, (3, 3, 3), 2, 3),
        (MINI, (6, 6, 5), 2, 3),
        (MINI, (3, 3, 2), 1, 1),
        (MINI, (1, 1, 1), 4, 4),
    ],
)
def test_dice_are_counted_from_the_player_dealer_who_is_one(
    rulebook: str, dice: tuple[int, ...], first: int, action: int
) -> None:
    """Check which seats get the first packet and the action button for several rolls. [004 L1218, L1537, L1701]"""
    play = start_round(rulebook, 3, 5, bank=2)
    assert play.need == Roll(3)
    play.answer(Rolled(dice))
    round_: Any = play.state
    assert (round_.first, round_.action) == (first, action)


def test_every_seat_has_its_exact_share_of_the_rolls_of_three_dice() -> None:
    """Check 31, 31, 31, 31, 31, 31 and 30 of 216 rolls over seven seats.

    Totals of 1, 8 and 15 stand for the player-dealer. [004 L1701]
    """
    counts = dict.fromkeys(range(1, 8), 0)
    for number in range(216):
        play = start_round(TRIPLE, 3, bank=1)
        play.answer(Rolled((number // 36 + 1, number // 6 % 6 + 1, number % 6 + 1)))
        counts[play.state.first] += 1  # type: ignore[union-attr]
    assert counts == {1: 31, 2: 31, 3: 31, 4: 31, 5: 31, 6: 31, 7: 30}


def test_packets_go_out_clockwise_with_the_player_dealer_in_turn() -> None:
    play, order = start_round(TRIPLE, 2, 6, bank=4), []
    play.answer(Rolled((1, 1, 1)))  # seat 6
    for card in PACK.pieces[:21]:
        assert isinstance(play.need, Deal)
        order.append(play.need.hand)
        play.answer(card)
    assert list(dict.fromkeys(order)) == ["player:6", "player:2", "dealer"]
    assert order == sorted(order, key=["player:6", "player:2", "dealer"].index), "packet after packet"


def test_without_a_bank_there_are_no_dice_and_the_packet_of_the_player_dealer_is_last() -> None:
    play, order = start_round(TRIPLE, 2, 6, bank=None), []
    for card in PACK.pieces[:21]:
        assert isinstance(play.need, Deal)
        order.append(play.need.hand)
        play.answer(card)
    assert list(dict.fromkeys(order)) == ["player:2", "player:6", "dealer"]


def test_a_seat_with_bonus_wagers_alone_is_dealt_a_hand_and_not_asked() -> None:
    """Check that only the seat with a base wager is asked to set its hand. [CA-TBB-A14]"""
    rules = rules_of(TRIPLE)
    bets = [*bets_for(TRIPLE, 2), Bet(3, SEATED, "double-luck", Cents(5_00))]
    play = RoundInProgress(PAI_GOW_POKER.round_factory(rules, bets, bank_seat=1, opening=NO_OPENING))
    cards = iter(shuffled(PACK.pieces, SeededRandomSource(2)))
    while isinstance(play.need, Deal | Roll):
        play.answer(Rolled(DICE) if isinstance(play.need, Roll) else next(cards))
    assert isinstance(play.need, Arrange)
    assert [hand.seat for hand in play.need.hands_to_set] == [2]
    assert [seat.seat for seat in finished(play).seats] == [2, 3]


def test_a_player_dealer_may_be_held_to_the_house_way() -> None:
    play = dealt_to_question(LUCKY, 2, 3, pd_setting="house-way")
    play.answer(TimedOut())
    assert isinstance(play.need, OpenHand)


def round_with_hands(
    rulebook: str, hands: dict[str, str], *seats: int, bank: int | None = None, **options: Any
) -> RoundInProgress[Any]:
    """Return a round with these hands."""
    play = start_round(rulebook, *seats, bank=bank, **options)
    queues = {name: list(parse_pieces(cards)) for name, cards in hands.items()}
    while isinstance(play.need, Deal | Roll):
        play.answer(Rolled(DICE) if isinstance(play.need, Roll) else queues[play.need.hand].pop(0))
    return play


ACE_HIGH = "Ah Kd Jc Tc 7s 5h 3d"


def test_ace_up_shows_the_player_dealer_first_and_ends_with_an_ace_high() -> None:
    """Check that an ace-high player-dealer ends the questions; otherwise the bank sets first. [004 L2814-2816]"""
    play = round_with_hands(ACE_UP, {"player:2": "9s 9d 6c 6h Ks 4d 2c", "dealer": ACE_HIGH}, 2)
    assert isinstance(play.need, OpenHand)
    play = round_with_hands(ACE_UP, {"player:2": "9s 9d 6c 6h Ks 4d 2c", "dealer": "8h 8d Jc Tc 7s 5h 3d"}, 2, bank=1)
    assert isinstance(play.need, Arrange)
    assert [hand.seat for hand in play.need.hands_to_set] == [1]
    play.answer(TimedOut())
    assert isinstance(play.need, Arrange)
    assert [hand.seat for hand in play.need.hands_to_set] == [2]
    assert PAI_GOW_POKER.face_up_cards(play) == frozenset(play.state.dealer.places)  # type: ignore[union-attr]


def test_mini_asks_for_doubles_when_hands_are_set() -> None:
    """Check that seats are asked to double after the hands are set, and that bettors behind a seat double too.

    [004 L1253, L1282; CA-MPG-A15]
    """
    play = dealt_to_question(MINI, 2, 3)
    play.answer(TimedOut())
    assert isinstance(play.need, Ask)
    assert {question.seat for question in play.need.questions} == {2, 3}
    with pytest.raises(ForbiddenDecision, match="is not open here"):
        play.answer(Decision(3, "split"))
    with pytest.raises(ForbiddenDecision, match=r"exactly \$25"):
        play.answer(Decision(3, "double-down", 10_00))
    rules, bets = rules_of(MINI), [*bets_for(MINI, 2, 3), Bet(3, "friend", "game", Cents(10_00))]
    raised = PAI_GOW_POKER.deciding.bets_added(rules, play, Decision(3, "double-down"), bets)
    assert [(bet.bettor, bet.wager, bet.amount) for bet in raised] == [
        (SEATED, "double-down", 25_00),
        ("friend", "double-down", 10_00),
    ]
    play.answer(Decision(3, "double-down"))
    result = finished(play)
    assert [seat.doubled for seat in result.seats] == [(), (SEATED,)]
    assert [bet.wager for bet, _ in decide_bets(rules, result, bets_for(MINI, 2, 3))] == ["game", "game", "double-down"]


def test_two_shared_hands_are_open_and_nobody_is_asked() -> None:
    play = start_round(ULTIMATE, 2, 3)
    for card in PACK.pieces[10:24]:
        assert isinstance(play.need, Deal)
        assert not PAI_GOW_POKER.is_dealt_face_down(play.need)
        play.answer(card)
    assert isinstance(play.need, AnnounceResult)
    assert [hand.name for hand in PAI_GOW_POKER.hands_on_table(rules_of(ULTIMATE), play)] == [
        "banker/high", "banker/low", "player/high", "player/low",
    ]  # fmt: skip


@pytest.mark.parametrize("rulebook", [MINI, LUCKY, "ca-royal-pai-gow-poker"])
def test_a_foul_may_have_to_be_set_again(rulebook: str) -> None:
    """Check that a foul is accepted by default, and refused with the option value `reset`.

    [CA-MPG-A4, CA-RPGP-A5, CA-LPGP-A6]
    """
    low = "As" if rulebook == MINI else "As Ah"
    hands = {"player:2": f"{low} Kd Qs 9h 7c 4d", "dealer": "Kc Jc 9d 8s 6h 5d 3s"[: 17 if rulebook == MINI else 20]}
    foul = Arrangement(2, ((2, 3, 4, 5, 6), (1,)) if rulebook == MINI else ((3, 4, 5, 6, 7), (1, 2)))
    round_with_hands(rulebook, hands, 2).answer(foul)
    play = round_with_hands(rulebook, hands, 2, foul_hand="reset")
    with pytest.raises(ForbiddenDecision, match="may not outrank"):
        play.answer(foul)
    play.answer(Arrangement(2))
    assert not PAI_GOW_POKER.hand_setting.arranged_hands_json(rules_of(rulebook), finished(play))["2"]["foul"]


def test_dice_that_name_the_player_dealer_may_leave_the_button_there() -> None:
    """Check that the button goes to the next seat by one reading and to the player-dealer by the other. [CA-LPGP-A1]"""
    for where, action in (("left", 3), ("bank", 2)):
        play = start_round(LUCKY, 3, 5, bank=2, dice_on_bank=where)
        play.answer(Rolled((2, 3, 3)))
        round_: Any = play.state
        assert (round_.first, round_.action) == (2, action)
        assert [hand.seat for hand in round_.hands_in_action_order()] == [3, 5]


@pytest.mark.parametrize(
    ("hands", "is_foul"),
    [
        (((1, 3, 4, 5, 6), (2, 7)), False),  # A-K before A-Q is lower
        (((1, 2, 4, 5, 6), (3, 7)), False),
        (((4, 5, 6, 7, 3), (1, 2)), True),
    ],
)
def test_a_front_equal_to_the_top_of_the_back_is_no_foul(hands: Any, is_foul: bool) -> None:
    """Check that ace-king in front of ace-king behind is no foul, and that a higher front is. [CA-PGP-A2]"""
    play = round_with_hands(TRIPLE, {"player:2": "As Ad Kd Qs 9h 7c Kh", "dealer": "Kc Jc 9d 8s 6h 5d 3s"}, 2)
    play.answer(Arrangement(2, hands))
    assert PAI_GOW_POKER.hand_setting.arranged_hands_json(rules_of(TRIPLE), finished(play))["2"]["foul"] is is_foul


def test_both_parts_of_a_fouled_hand_are_shown_as_foul() -> None:
    own, dealer = parse_pieces("As Kd Ah 9c 6s 4h 2d"), parse_pieces("Qc Jc 9d 8s 6h 5d 3s")
    fouled = SetHand(tuple(own), (tuple(parse_pieces("Ah 9c 6s 4h 2d")), tuple(parse_pieces("As Kd"))), by_house=False)
    shown = SetHand(
        tuple(dealer), (tuple(parse_pieces("Qc Jc 9d 5d 3s")), tuple(parse_pieces("8s 6h"))), by_house=False
    )
    rules = rules_of("ca-royal-pai-gow-poker")
    result = PaiGowResult(shown, (PaiGowSeatResult(2, fouled),))
    assert seat_facts(rules, result, 2)["foul"]
    assert compare_parts(rules, result, 2) == {"high": "foul", "low": "foul"}


def nets(case: dict[str, Any], **options: object) -> dict[tuple[int, str], str]:
    """Return the result of each wager of a case, by seat and wager."""
    settled = settled_case_json(settle_case(read_case({**case, "options": options})))
    return {(line["seat"], line["wager"]): line["net"] for line in settled["results"]}


def test_a_joker_completes_a_plain_flush_unless_the_house_reads_it_otherwise() -> None:
    """Check that a flush with the joker wins the bonus, and loses it under the other reading.

    [004 L2763; CA-AUPGP-A1]
    """
    case = {
        "rulebook": "ca-ace-up-pai-gow-poker",
        "wagers": [{"seat": 2, "wager": "lucky-bonus", "amount": "10"}],
        "dealt": {"player:2": "JK Kh 9h 6h 3h Qs 4c", "dealer": "Kd Th 8d 7c 5s 3d 2c"},
    }
    assert nets(case) == {(2, "lucky-bonus"): "40.00"}
    assert nets(case, joker_flush=False) == {(2, "lucky-bonus"): "-10.00"}


def test_double_luck_is_decided_by_the_best_five_of_seven_cards() -> None:
    """Check four aces that the house way splits: they are four of a kind. [004 L1627; CA-TBB-A6]"""
    case = {
        "rulebook": "ca-pai-gow-poker-triple-bonus",
        "wagers": [{"seat": 2, "wager": "double-luck", "amount": "10"}],
        "dealt": {"player:2": "As Ah Ad Ac Kh 7s 2d", "dealer": "Kd Td 7d 5d 3d 2h 6d"},
    }
    assert nets(case) == {(2, "double-luck"): "200.00"}


@pytest.mark.parametrize(("start", "paid_first"), [("button", 6), ("left", 3)])
def test_settling_starts_at_the_button_or_left_of_the_player_dealer(start: str, paid_first: int) -> None:
    """Check a bank of $50 that pays one of two winning seats. [004 L1573, L1586, L1608; CA-TBB-A2]"""
    case = {
        "rulebook": "ca-pai-gow-poker-triple-bonus",
        "bank": {"seat": 2, "amount": "50"},
        **({"action_seat": 6} if start == "button" else {}),
        "wagers": [{"seat": seat, "wager": "base", "amount": "50"} for seat in (3, 6)],
        "dealt": {
            "player:3": "Ks Kc 9s 9h 7c 6s 5h",
            "player:6": "As Ad Kd Qd 9d 4c 2d",
            "dealer": "Qs Jh Th 8d 7d 4d 3h",
        },
    }
    other_seat = 9 - paid_first
    assert nets(case, start=start) == {(paid_first, "base"): "50.00", (other_seat, "base"): "0.00"}
