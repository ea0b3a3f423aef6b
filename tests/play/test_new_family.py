"""Packs, dice, hands that players set and settlement between seats, tested with a toy family.

The toy family goes through the round, the live table, the log and the views.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import JOKER, Card, CardError, Pack, Piece, parse_piece, parse_pieces, show_cards
from croupier.cards.commitment import commit
from croupier.cards.pack import Domino, MahJongTile, pack_of
from croupier.cards.random_source import SeededRandomSource
from croupier.cards.rng_health import MonitoredRandomSource
from croupier.errors import BadInput, InvariantViolation
from croupier.money.bets import SEATED, Bet, BetResult
from croupier.money.cents import Cents
from croupier.money.seat_transfers import Fee, SeatDebt, SeatDebts, debts_from_nets, settle_between_seats
from croupier.play import rulebook_library
from croupier.play.family import replay_round
from croupier.play.hands_on_table import HandName
from croupier.play.round import (
    AnnounceResult,
    Arrange,
    Arrangement,
    Deal,
    ForbiddenDecision,
    ResultAnnounced,
    Roll,
    Rolled,
    TimedOut,
    UnexpectedAnswer,
)
from croupier.rulebook.table_rules import TableRules
from croupier.table import commands as c
from croupier.table import round_input_json
from croupier.table.events import json_of
from croupier.table.state import Phase
from croupier.views.event_view import event_view
from croupier.views.private_events import own_view
from croupier.views.table_view import table_view
from croupier.views.viewer import Viewer
from tests.table_driver import DEALER, OTHER_SUPERVISOR, Drive, player
from tests.toy_family import POINT, RULEBOOK, registered

CARDS = "Ks 5h JK 9c 9d 2s"
BETS = {1: {"stake": 20_00}, 2: {"stake": 20_00}}


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[str]:
    with registered(tmp_path) as rulebook:
        yield rulebook


# Packs


@pytest.mark.parametrize(
    ("pack", "size", "kinds"),
    [(Pack.CARDS, 52, 52), (Pack.CARDS_AND_JOKER, 53, 53), (Pack.DOMINOES, 32, 21), (Pack.MAH_JONG, 20, 10)],
)
def test_a_pack_writes_and_reads_all_its_pieces(pack: Pack, size: int, kinds: int) -> None:
    assert (len(pack.pieces), len(pack.piece_numbers)) == (size, kinds)
    assert sorted(pack.piece_numbers.values()) == list(range(kinds))
    assert parse_pieces(show_cards(pack.pieces)) == pack.pieces == pack.parse_all(show_cards(pack.pieces))
    assert pack_of(pack.pieces * 3) == (pack, 3)
    assert pack_of(pack.pieces[1:]) is None
    for other_pack in set(Pack) - {pack, Pack.CARDS_AND_JOKER}:
        if pack is not Pack.CARDS_AND_JOKER:
            assert not set(other_pack.copies) & set(pack.copies), "pieces of two packs are written alike"


def test_a_piece_may_be_written_in_the_ways_people_do() -> None:
    assert parse_piece("6-5") == parse_piece("5-6") == Domino(5, 6)
    assert parse_piece("w") == parse_piece("10") == MahJongTile(10)
    assert parse_piece("jk") is JOKER
    assert parse_piece("10s") == Card.parse("Ts")
    assert Pack.DOMINOES.copies[Domino(6, 6)] == 2
    assert Pack.DOMINOES.copies[Domino(2, 4)] == 1


@pytest.mark.parametrize(
    ("pack", "text", "message"),
    [
        (Pack.CARDS, "JK", '"JK" is not a card'),
        (Pack.CARDS_AND_JOKER, "1-3", "JK for the joker"),
        (Pack.DOMINOES, "0-6", '"0-6" is not a tile; write its two numbers'),
        (Pack.DOMINOES, "As", "is not a tile"),
        (Pack.MAH_JONG, "11", "write 1 to 9, or W for the window"),
    ],
)
def test_a_piece_of_another_pack_is_refused_with_how_to_write_one(pack: Pack, text: str, message: str) -> None:
    with pytest.raises(CardError, match=message.replace("(", r"\(")):
        pack.parse(text)


@pytest.mark.parametrize("pack", list(Pack))
def test_every_pack_is_shuffled_under_watch_and_committed_to(pack: Pack) -> None:
    chance = MonitoredRandomSource(SeededRandomSource(5))
    for _ in range(40):
        shoe = chance.shuffled_shoe(pack.pieces * 2)
        assert Counter(shoe) == Counter(pack.pieces * 2)
        commitment, opening = commit(shoe, 7, chance)
        assert commitment.is_opened_by(opening)
    assert chance.health.is_sound


def test_a_rulebook_names_its_pack_and_its_family_must_know_it(toy: str, tmp_path: Path) -> None:
    rules = TableRules.of(rulebook_library.load(toy))
    assert (rules.shoe.pack, rules.shoe.decks, len(rules.shoe.full_shoe)) == (Pack.CARDS_AND_JOKER, 1, 53)
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(RULEBOOK.replace("cards-and-joker", "dominoes"))
    with pytest.raises(BadInput, match=r'shoe.pack: is "dominoes"; games of this family are dealt from "cards-and-'):
        rulebook_library.load(str(wrong))
    wrong.write_text(RULEBOOK.replace("cards-and-joker", "tarot"))
    with pytest.raises(BadInput, match=r"shoe.pack: is 'tarot'; wanted is 'cards', 'cards-and-joker'"):
        rulebook_library.load_file(wrong)


def test_a_hand_is_named_in_one_way() -> None:
    for text in ("dealer", "board", "player", "player:2", "player:2/1", "player:12/high"):
        assert str(HandName.parse(text)) == text
    assert HandName.parse("player:2/high") == HandName("player", 2, "high")
    assert HandName.parse("player:2/1").words == "Seat 2, hand 1"
    assert HandName.parse("player:2/high").words == "Seat 2, high"
    assert HandName.parse("dealer").words == "Dealer"


# The round


def bets() -> list[Bet]:
    return [Bet(seat, SEATED, "stake", Cents(20_00)) for seat in (1, 2)]


def dealt(toy: str, dice: tuple[int, ...] = (1, 1, 2)) -> Any:
    """Return a round with its dice rolled and its cards dealt."""
    return replay_round(TableRules.of(rulebook_library.load(toy)), [Rolled(dice), *parse_pieces(CARDS)], bets())


def test_a_round_asks_for_dice_cards_and_hands(toy: str) -> None:
    play = replay_round(TableRules.of(rulebook_library.load(toy)), (), bets())
    assert play.need == Roll(count=3)
    for wrong in ((1, 2), (1, 2, 7), (0, 1, 1)):
        with pytest.raises(UnexpectedAnswer, match="the dice show 3 of 1 to 6"):
            play.answer(Rolled(wrong))
    with pytest.raises(UnexpectedAnswer, match="no card is due"):
        play.answer(JOKER)
    play = dealt(toy, (1, 1, 1))
    assert isinstance(play.need, Arrange)
    assert [hand.seat for hand in play.need.hands_to_set] == [1, 2]
    # The total of the dice is odd, so seat 2 receives the first packet.
    assert play.need.hand_to_set(2).cards == parse_pieces("Ks 5h JK")
    with pytest.raises(UnexpectedAnswer, match="no dice are due"):
        play.answer(Rolled((1, 1, 1)))


def test_an_arrangement_has_the_own_cards_in_hands_of_the_right_sizes(toy: str) -> None:
    play = dealt(toy)
    setting = play.need.hand_to_set(1)
    assert setting.arrangement({"back": parse_pieces("JK 5h"), "front": parse_pieces("Ks")}) == Arrangement(
        1, ((3, 2), (1,))
    )
    for hands, topic, message in (
        ({"back": "Ks 9c", "front": "5h"}, "cards", "9c is not a card of seat 1"),
        ({"back": "Ks Ks", "front": "5h"}, "cards", "Ks is laid twice"),
        ({"high": "Ks 5h", "front": "JK"}, "sizes", "there is no high hand; lay back, front"),
    ):
        with pytest.raises(ForbiddenDecision, match=message) as refused:
            setting.arrangement({name: parse_pieces(cards) for name, cards in hands.items()})
        assert refused.value.topic == topic
    for groups, topic, message in (
        (((1,), (2, 3)), "sizes", "all 3 cards are laid out: 2 back, 1 front"),
        (((1, 2), ()), "sizes", "all 3 cards"),
        (((1, 2, 3),), "sizes", "all 3 cards"),
        (((1, 1), (2,)), "cards", "a card is laid once"),
        (((1, 4), (2,)), "cards", "only one's own"),
        (((1, 2), (3,)), "foul", "the front hand may not outrank the back"),
    ):
        with pytest.raises(ForbiddenDecision, match=message) as refused:
            play.answer(Arrangement(1, groups))
        assert refused.value.topic == topic
    play.answer(Arrangement(1, ((3, 2), (1,))))
    with pytest.raises(UnexpectedAnswer, match="seat 1 has set its hand already"):
        play.answer(Arrangement(1))
    with pytest.raises(UnexpectedAnswer, match="seat 4 is not asked to set a hand now"):
        play.answer(Arrangement(4))
    play.answer(Arrangement(2))
    assert isinstance(play.need, AnnounceResult)
    with pytest.raises(UnexpectedAnswer, match="nobody is asked to set a hand now"):
        play.answer(Arrangement(2))
    play.answer(ResultAnnounced())
    assert [seat.hands for seat in play.result.seats] == [
        (parse_pieces("JK 5h"), parse_pieces("Ks")),
        (parse_pieces("9c 9d"), parse_pieces("2s")),
    ]


def test_a_timeout_sets_the_house_way(toy: str) -> None:
    play, answered = dealt(toy), dealt(toy)
    play.answer(TimedOut())
    for seat in (2, 1):
        answered.answer(Arrangement(seat))
    for round_ in (play, answered):
        round_.answer(ResultAnnounced())
    assert play.result == answered.result
    assert play.result.seats[0].hands == (parse_pieces("JK Ks"), parse_pieces("5h"))


def test_a_misread_card_keeps_its_place_in_the_hands(toy: str) -> None:
    play = dealt(toy)
    play.answer(Arrangement(1, ((3, 2), (1,))))
    again = play.with_corrected_card(2, parse_piece("8h"))
    again.answer(TimedOut())
    again.answer(ResultAnnounced())
    assert again.result.seats[0].hands == (parse_pieces("JK 8h"), parse_pieces("Ks"))


@pytest.mark.parametrize(
    "answer", [Rolled((1, 5, 6)), Arrangement(3, ((1, 2), (3,))), Arrangement(2), JOKER, Domino(1, 3)]
)
def test_inputs_of_a_round_are_read_back_from_the_log(answer: Any) -> None:
    assert round_input_json.round_input_from_json(round_input_json.round_input_to_json(answer)) == answer


# The live table


def drive_to_hands(toy: str, mode: str = "dealer-assist") -> Drive:
    """Return a table where the cards are dealt and seats 1 and 2 must set their hands."""
    drive = Drive("toy", mode)
    drive.open(1, 2)
    if mode == "automated":
        drive.house.box.script(CARDS)
        drive.run(until="bets-opened")
        for number, wagers in BETS.items():
            drive.bet(number, wagers)
        drive.run(until="arrangements-requested")
    else:
        drive.begin(BETS)
        drive.ok(c.RollDice(numbers=[1, 1, 2]), actor=DEALER)
        drive.deal(CARDS)
    return drive


ARRANGED = {"back": ["JK", "5h"], "front": ["Ks"]}


def test_a_round_is_played_through_the_live_table(toy: str) -> None:
    drive = drive_to_hands(toy)
    assert drive.kinds[-1] == "arrangements-requested"
    drive.ok(c.ArrangeCards(seat=1, hands=ARRANGED, question=1), actor=player(1))
    until = drive.state.round.ask_until  # type: ignore[union-attr]
    drive.ok(c.ArrangeCards(seat=2), actor=player(2))
    assert until is not None
    assert "hole-cards-revealed" in drive.kinds
    drive.ok(c.CallResult())
    assert drive.kinds == ["round-input-recorded", "seat-transfers-made", "round-settled"]
    # Back hands 19 to 18 and front hands 13 to 2: seat 1 wins two points. The house takes a dollar of each stake.
    assert (drive.credit(1), drive.credit(2)) == (100_000_00 + 9_00, 100_000_00 - 11_00)
    assert (drive.balance("drop"), drive.balance("stakes")) == (2_00, 0)
    archived = drive.last_round
    assert archived["exchanges"] == [
        {"from": 2, "to": 1, "wager": "stake", "points": 2, "cents": 10_00, "owed_cents": None}
    ]
    assert [(result["result"], result["net_cents"], result["commission_cents"]) for result in archived["results"]] == [
        ("win", 9_00, 1_00),
        ("lose", -11_00, 1_00),
    ]
    assert archived["cards"]["player:1/back"] == ["JK", "5h"]
    drive.check_log()


def test_the_log_contains_no_face_down_hand(toy: str) -> None:
    drive = drive_to_hands(toy)
    drive.ok(c.ArrangeCards(seat=1, hands=ARRANGED), actor=player(1))
    lines = [line for line in drive.written if line["kind"] in ("card-dealt", "arrangement-made")]
    assert len(lines) == 7
    assert lines[-1]["answer"] == {"seat": 1, "laid": [[3, 2], [1]]}
    assert all(line["card"].startswith("sealed-card:") for line in lines[:-1])
    drive.check_log()


def test_an_automated_table_rolls_deals_and_waits(toy: str) -> None:
    drive = drive_to_hands(toy, "automated")
    rolled = next(event for event in drive.log if event["kind"] == "dice-rolled")
    assert rolled["source"] == "generator"
    assert all(1 <= number <= 6 for number in rolled["numbers"])
    assert drive.state.shoe is not None
    assert drive.state.shoe.total == 53
    drive.refused(c.RollDice(numbers=[1, 1, 1]), "dice/not_due", actor=DEALER)
    drive.tick()
    assert drive.kinds[0] == "decision-timed-out"
    drive.run(until="round-settled")
    opening = drive.house.box.openings[drive.state.shoe.digest or ""]
    assert JOKER in opening.cards
    drive.run(until="bets-opened")
    assert drive.state.shoes == 2, "a fresh pack for every round"
    drive.check_log()


@pytest.mark.parametrize("mode", ["dealer-assist", "automated"])
def test_time_runs_for_all_at_once(toy: str, mode: str) -> None:
    drive = drive_to_hands(toy, mode)
    assert drive.state.round is not None
    until = drive.state.round.ask_until
    drive.ok(c.ArrangeCards(seat=2), actor=player(2))
    assert drive.state.round.ask_until == until
    drive.tick()
    assert drive.at == until
    assert drive.events[0].seats == [1]  # type: ignore[union-attr]
    drive.refused(c.ArrangeCards(seat=1, hands=ARRANGED), "arrangement/not_requested", actor=player(1))


def test_impossible_commands_are_refused_with_a_reason(toy: str) -> None:
    drive = Drive("toy")
    drive.open(1, 2, 3)
    drive.begin(BETS)
    drive.refused(c.ReadCard(card="5s"), "card/not_due")
    drive.refused(c.RollDice(numbers=[1, 7, 1]), "dice/impossible", actor=DEALER)
    drive.refused(c.ArrangeCards(seat=1), "arrangement/not_requested", actor=player(1))
    drive.ok(c.RollDice(), actor=DEALER)
    drive.refused(c.RollDice(numbers=[1, 1, 1]), "dice/not_due", actor=DEALER)
    drive.refused(c.ReadCard(card="1-3"), "card/unreadable")
    drive.deal("JK")
    assert "All 1 JK" in drive.refused(c.ReadCard(card="JK"), "shoe/impossible_card").message
    drive.deal("5h Ks 9c 9d 2s")
    drive.refused(c.ReadCard(card="7s"), "card/not_due")
    drive.refused(c.CallResult(), "round/not_complete")
    need = drive.state.replay_play.need
    assert isinstance(need, Arrange)
    seat = next(hand.seat for hand in need.hands_to_set if JOKER in hand.cards)
    own_player, other_player = player(seat), player(3 - seat)
    for hands, code, message in (
        ({"back": ["Ks", "9c"], "front": ["5h"]}, "arrangement/cards", f"9c is not a card of seat {seat}."),
        ({"back": ["Ks"], "front": ["5h", "JK"]}, "arrangement/sizes", "All 3 cards are laid out: 2 back, 1 front."),
        ({"back": ["Ks", "5h"], "front": ["JK"]}, "arrangement/foul", "The front hand may not outrank the back."),
        ({"back": ["Ks", "xx"], "front": ["JK"]}, "card/unreadable", '"xx" is not a card'),
    ):
        order = c.ArrangeCards(seat=seat, hands=hands)
        assert drive.refused(order, code, actor=own_player).message.startswith(message)
    right = c.ArrangeCards(seat=seat, hands=ARRANGED)
    drive.refused(right, "decision/not_yours", actor=other_player)
    drive.refused(right.model_copy(update={"question": 2}), "decision/stale", actor=own_player)
    drive.refused(c.ArrangeCards(seat=3), "arrangement/not_requested", actor=player(3))
    drive.ok(right, actor=own_player)
    drive.refused(right, "arrangement/already_set", actor=own_player)
    drive.ok(c.VoidRound(reason="a test"))
    assert (drive.credit(1), drive.credit(2)) == (100_000_00, 100_000_00)


def test_a_settled_round_is_corrected_between_the_seats(toy: str) -> None:
    drive = drive_to_hands(toy)
    drive.ok(c.ArrangeCards(seat=1, hands=ARRANGED), actor=player(1))
    drive.ok(c.ArrangeCards(seat=2), actor=player(2))
    drive.ok(c.CallResult())
    name = drive.last_round["id"]
    drive.ok(c.RequestCorrection(round=name, place=2, card="3h", reason="misread"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    # Back hands are now 17 to 18 and front hands 13 to 2: one point each, so each seat pays only the fee.
    assert drive.house.archived[name]["exchanges"] == []
    assert (drive.credit(1), drive.credit(2)) == (100_000_00 - 1_00, 100_000_00 - 1_00)
    drive.check_log()


# Views


def cards_in(view: dict[str, Any]) -> dict[str, list[str | None]]:
    return {hand: [card.get("card") for card in cards] for hand, cards in view["hands"].items()}


def test_no_seat_sees_the_hands_of_another_before_they_are_shown(toy: str) -> None:
    drive = drive_to_hands(toy)
    drive.ok(c.ArrangeCards(seat=1, hands=ARRANGED), actor=player(1))
    event_json = next(json_of(event) for event in drive.events if event.kind == "arrangement-made")
    own = table_view(drive.state, Viewer("player", "player:1"), drive.at, {}, 0)
    assert cards_in(own) == {
        "player:1/back": ["JK", "5h"],
        "player:1/front": ["Ks"],
        "player:2": [None, None, None],
    }
    assert own["arrangements"]["requests"] == [
        {
            "seat": 2,
            "hands": [{"name": "back", "cards": 2}, {"name": "front", "cards": 1}],
            "question_number": 1,
            "is_own": False,
            "default_choice": "house-way",
        }
    ]
    assert own["arrangements"]["done_seats"] == [1]
    assert own_view(event_json, "player:1") == {"is_own": True, "arrangement": [[3, 2], [1]]}
    for viewer in (Viewer(), Viewer("player", "player:2"), Viewer("dealer"), Viewer("supervisor"), Viewer("auditor")):
        view = table_view(drive.state, viewer, drive.at, {}, 0)
        assert set(view["hands"]) == {"player:1", "player:2"}, viewer
        assert [card["card_number"] for card in view["hands"]["player:1"]] == [1, 2, 3], viewer
        assert cards_in(view)["player:1"] == [None, None, None], viewer
        assert [hand["hand"] for hand in view["hand_states"]] == ["player:1", "player:2"]
        shown_event = event_view(event_json, viewer, drive.state)
        assert shown_event is not None
        assert "answer" not in shown_event
    assert table_view(drive.state, Viewer("player", "player:2"), drive.at, {}, 0)["arrangements"]["requests"][0][
        "is_own"
    ]
    drive.ok(c.ArrangeCards(seat=2), actor=player(2))
    shown = cards_in(table_view(drive.state, Viewer(), drive.at, {}, 0))
    assert shown["player:1/back"] == ["JK", "5h"]
    assert shown["player:2/front"] == ["2s"]


def test_the_dealer_sees_what_the_table_waits_for(toy: str) -> None:
    drive = Drive("toy")
    drive.open(1, 2)
    drive.begin(BETS)

    def expected() -> tuple[str, str | None]:
        expects = table_view(drive.state, Viewer("dealer"), drive.at, {}, 0)["staff"]["next_step"]
        return expects["text"], expects["command"]

    assert expected() == ("Throw the dice", "roll-dice")
    drive.ok(c.RollDice(numbers=[1, 1, 2]), actor=DEALER)
    assert expected() == ("Deal: Seat 1, first card", "read-card")
    drive.deal(CARDS)
    assert expected() == ("Seats 1, 2 set their hands", "arrange-cards")
    drive.ok(c.ArrangeCards(seat=1), actor=DEALER)
    assert expected() == ("Seat 2 sets its hand", "arrange-cards")
    assert drive.state.phase is Phase.DEALING


# Settlement between seats


def stake(seat: int, cents: int) -> Bet:
    return Bet(seat, SEATED, "stake", Cents(cents))


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Bet], SeatDebts]:
    brought = draw(st.lists(st.integers(100, 50_000), min_size=2, max_size=6))
    places = st.integers(0, len(brought) - 1)
    pairs = st.tuples(places, places, st.integers(0, 60_000)).filter(lambda due: due[0] != due[1])
    dues = tuple(SeatDebt(giver, taker, Cents(cents)) for giver, taker, cents in draw(st.lists(pairs, max_size=12)))
    fees = tuple(Fee(place, Cents(draw(st.integers(0, 100)))) for place in range(len(brought)))
    bets = [stake(seat, cents) for seat, cents in enumerate(brought, start=1)]
    return bets, SeatDebts(dues, fees, each_dollar_once=draw(st.booleans()))


@given(tables())
def test_losses_equal_wins_and_no_seat_loses_more_than_its_stake(table: tuple[list[Bet], SeatDebts]) -> None:
    bets, between = table
    done = settle_between_seats(bets, between)
    assert done.exchanges is not None
    assert sum(done.postings.values()) == 0
    assert sum(outcome.net + outcome.charge for outcome in done.settled) == 0
    assert sum(outcome.charge for outcome in done.settled) == sum(fee.cents for fee in between.fees)
    for place, outcome in enumerate(done.settled):
        won = sum(each.paid for each in done.exchanges if each.taker is bets[place])
        lost = sum(each.paid for each in done.exchanges if each.giver is bets[place])
        assert outcome.net == won - lost - outcome.charge
        assert outcome.net >= -outcome.bet.amount
        assert not between.each_dollar_once or won + lost + outcome.charge <= outcome.bet.amount
        assert outcome.result is (
            BetResult.WIN if outcome.net > 0 else BetResult.LOSE if outcome.net < 0 else BetResult.PUSH
        )
    for due, each in zip(between.debts, done.exchanges, strict=True):
        assert each.paid <= due.cents
        assert each.owed == (due.cents if each.paid < due.cents else None)


@given(st.lists(st.integers(-10_000, 10_000), min_size=1, max_size=8))
def test_wins_and_losses_determine_who_pays_whom(some: list[int]) -> None:
    nets = [*some, -sum(some)]
    bets = [stake(seat, max(-net, 0)) for seat, net in enumerate(nets, start=1)]
    done = settle_between_seats(bets, SeatDebts(debts_from_nets(nets)))
    assert [outcome.net for outcome in done.settled] == nets


def test_impossible_debts_are_broken_invariants() -> None:
    bets = [stake(1, 5_00), stake(2, 5_00)]
    for between in (
        SeatDebts((SeatDebt(0, 0, Cents(1)),)),
        SeatDebts((SeatDebt(0, 1, Cents(-1)),)),
        SeatDebts((), (Fee(0, Cents(5_01)),)),
    ):
        with pytest.raises(InvariantViolation):
            settle_between_seats(bets, between)
    with pytest.raises(InvariantViolation):
        debts_from_nets([1, 1])


def test_each_dollar_plays_once_or_is_lost_again() -> None:
    bets = [stake(1, 10_00), stake(2, 100_00), stake(3, 100_00)]
    dues = (SeatDebt(1, 0, Cents(30_00)), SeatDebt(0, 2, Cents(30_00)))
    once = settle_between_seats(bets, SeatDebts(dues, each_dollar_once=True))
    assert [outcome.net for outcome in once.settled] == [10_00, -10_00, 0]
    again = settle_between_seats(bets, SeatDebts(dues))
    assert [outcome.net for outcome in again.settled] == [0, -30_00, 30_00]


@given(st.permutations(Pack.CARDS_AND_JOKER.pieces), st.lists(st.integers(5, 100), min_size=2, max_size=4))
def test_every_round_of_the_toy_conserves_money(order: list[Piece], dollars: list[int]) -> None:
    from croupier.play.round import RoundInProgress
    from tests.toy_family import TOY, ToyRound

    bets = [stake(seat, 100 * many) for seat, many in enumerate(dollars, start=1)]
    play = RoundInProgress(lambda: ToyRound({bet.seat: bet.amount for bet in bets}))
    play.answer(Rolled((1, 2, 3)))
    while isinstance(play.need, Deal):
        play.answer(order[len(play.answers) - 1])
    play.answer(TimedOut())
    play.answer(ResultAnnounced())
    ended = TOY.decide_bets(None, play.result, bets, {})  # type: ignore[arg-type]
    assert ended.between is not None
    done = settle_between_seats(ended.bets, ended.between)
    assert sum(outcome.net for outcome in done.settled) == -1_00 * len(bets)
    assert all(each.paid % POINT == 0 or each.owed for each in done.exchanges or ())
