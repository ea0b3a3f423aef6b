"""Views: no viewer is shown hidden cards, the order of the shoe, or other people's accounts and names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.cards import Card, ShoeRules, show_cards
from croupier.money.pay_odds import PayOdds
from croupier.play.family import load_family
from croupier.play.round import Answer, CarriedCard, DrawnInError, FoundFaceUp
from croupier.table import commands as c
from croupier.table.command_effect import Actor, SealedShoe
from croupier.table.events import EVENT_ADAPTER, EVENTS
from croupier.table.settings import TableSettings, schedule_of
from croupier.table.state import CurrentRound, DealtCard, Phase, TableState
from croupier.table.timers import next_timer_at
from croupier.views import (
    AccessLevel,
    Viewer,
    access_level,
    event_view,
    lobby_view,
    own_view,
    public_view,
    round_view,
    table_view,
)
from croupier.views.event_view import FILTERS
from croupier.views.layout_view import house_meter, posted_wagers
from tests.soak import scaled
from tests.table_driver import (
    CREDIT,
    DEALER,
    EXECUTIVE,
    OTHER_SUPERVISOR,
    SUPERVISOR,
    Box,
    Drive,
    House,
    placed,
    player,
)

TABLES: dict[str, dict[str, Any]] = {
    "automated": {"rulebook": "ilani-midi-baccarat", "mode": "automated"},
    "by hand": {"rulebook": "ilani-midi-baccarat", "mode": "dealer-assist"},
    "mini": {"rulebook": "co-baccarat", "mode": "dealer-assist"},
    "midi": {"rulebook": "co-baccarat", "mode": "dealer-assist", "options": {"cards_turned_by": "bettor"}},
    "midi automated": {"rulebook": "co-baccarat", "mode": "automated", "options": {"cards_turned_by": "bettor"}},
    "meter": {"rulebook": "co-ez-baccarat", "mode": "automated", "options": {"seed": "1000", "contribution": "10%"}},
    "player-dealer": {"rulebook": "ca-cash-in-baccarat", "mode": "dealer-assist", "schedule": 1},
    "rotation": {"rulebook": "ca-ez-baccarat-panda-8", "mode": "automated", "rotation": "state-2026", "schedule": 1},
}
CARDS = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"]
REASON = "Mr Blond was rude"
"""Reason that a supervisor enters; the public must not be shown it."""

PUBLIC = [Viewer(), Viewer("cashier"), *(Viewer("player", f"player:{number}") for number in (1, 2, 3))]
OFFICE = [Viewer("auditor"), Viewer("admin")]
FLOOR = [Viewer("dealer"), Viewer("supervisor")]
EVERYBODY = [*PUBLIC, *OFFICE, *FLOOR]
IDENTITY = re.compile(r"(?:player|user|device|owed):\w+")


class GlassBox(Box):
    """Card source whose seal contains the order of the shoe in clear text.

    A view that leaks the seal therefore shows the order. The digests contain no information about the cards.
    """

    def fill_shoe(self, rules: ShoeRules) -> SealedShoe:
        opening = self.openings[super().fill_shoe(rules).digest]
        sealed = f"sealed: {show_cards(opening.cards)}"
        self.openings[sealed] = opening
        return SealedShoe(f"digest {len(self.openings)}", sealed)


def guest(number: int) -> Actor:
    """Return a player as an actor."""
    return Actor(f"user:{number}", f"Guest Number {number}", "player", f"player:{number}", third_party=number == 3)


def table(name: str, seed: int = 1, script: str = "") -> Drive:
    """Return an open table with two seated guests and a third who stands."""
    house = House(seed)
    house.box = GlassBox(seed)
    if script:
        house.box.script(script)
    drive = Drive(**TABLES[name], house=house)
    for number in (1, 2, 3):
        drive.fund(number)
    for meter in drive.state.rules.meters:
        house.give(f"meter:{house_meter(drive.state, meter.id)}", 12_345_67)
    drive.ok(c.OpenTable())
    for number in (1, 2):
        drive.ok(c.SitDown(seat=number), actor=guest(number))
    return drive


def meters_of(drive: Drive) -> dict[str, int]:
    """Return the amounts of the meters of a table."""
    return {name[6:]: cents for name, cents in drive.house.balances.items() if name.startswith("meter:")}


def view_for(drive: Drive, viewer: Viewer, state: TableState | None = None) -> dict[str, Any]:
    """Return the view of a table for a viewer."""
    balance = drive.house.balance(viewer.account) if viewer.account else None
    return table_view(state or drive.state, viewer, drive.at, meters_of(drive), balance)


def text(view: Any) -> str:
    """Return a view as JSON text."""
    return json.dumps(view, sort_keys=True, allow_nan=False)


def access_of(drive: Drive, viewer: Viewer) -> AccessLevel:
    """Return the access level of a viewer at a table."""
    return access_level(viewer, is_automated=drive.state.is_automated)


# A random evening at a table: mostly usual commands, sometimes unusual ones


def random_evening(drive: Drive, chance: Random, steps: int = 60) -> Iterator[list[dict[str, Any]]]:
    """Yield the events of each command of a random evening; a refused command has none."""
    for _ in range(steps):
        before = len(drive.log)
        order, actor = _unusual(drive, chance) if chance.random() < 0.25 else _usual(drive, chance)
        waits = 0.1 if drive.state.phase is Phase.BETTING else 0.5
        if next_timer_at(drive.state) is not None and chance.random() < waits:
            drive.tick()
        else:
            drive.do(order, actor=actor)
        yield drive.log[before:]


def _usual(drive: Drive, chance: Random) -> tuple[c.Command, Actor]:
    """Return a command that fits the state of the table, and the actor who gives it."""
    state = drive.state
    if state.holds:
        drive.house.bundles.add(state.holds[0].round or "")
        id_, why = state.holds[0].id, state.holds[0].why
        return (
            c.ClearHold(id=id_, reason=REASON) if why == "fault" else c.CloseDispute(id=id_, resolution=REASON)
        ), SUPERVISOR
    if state.paused_at is not None:
        return c.ResumeTable(), SUPERVISOR
    if state.phase is Phase.CLOSED:
        return c.OpenTable(), SUPERVISOR
    if state.phase is Phase.BETTING:
        number, seat = chance.choice((1, 2, 3)), chance.choice((1, 2))
        names = sorted({chance.choice(["banker", "player"]), chance.choice([*state.rules.wagers])})
        wagers = {
            name: state.rules.limit(state.rules.wagers[name], schedule_of(state.settings)).least for name in names
        }
        return (c.CloseBets(), DEALER) if chance.random() < 0.2 else (placed(seat, wagers), guest(number))
    return _dealing(state, chance) if state.phase is Phase.DEALING else _between(state, chance)


def _dealing(state: TableState, chance: Random) -> tuple[c.Command, Actor]:
    view = table_view(state, Viewer("dealer"), 0, {})
    do, turning = view["staff"]["next_step"]["command"], view["reveal"]
    if turning and turning["hand_to_reveal"]:
        by = turning["by"]
        spots = (
            [] if state.round is None or by is None else [s for s in state.round.spots.values() if s.seat == by["seat"]]
        )
        actor = DEALER if by is None else next(guest(int(s.account[7:])) for s in spots if s.bettor == by["bettor"])
        return c.RevealCards(hand=turning["hand_to_reveal"]), actor
    card = chance.choice(CARDS)
    if do == "call-result" and chance.random() < 0.3:
        return c.ReportCardInError(card=card, disclosed=chance.random() < 0.2, reason=REASON), SUPERVISOR
    return (c.CallResult() if do == "call-result" else c.ReadCard(card=card)), DEALER


def _between(state: TableState, chance: Random) -> tuple[c.Command, Actor]:
    expected = table_view(state, Viewer("dealer"), 0, {})["staff"]["next_step"]
    if "seat" in expected:
        actor = guest(int(state.seats[expected["seat"]].account[7:]))
        banks = state.offers is not None and state.offers.rotation.player_dealer is not None
        return (c.PostBank(cents=300_00) if banks else c.AcceptBank(cents=300_00)), actor
    if expected["command"] == "read-card":
        return c.ReadCard(card=chance.choice(CARDS)), DEALER
    return (c.LoadShoe() if expected["command"] == "load-shoe" else c.OpenBets()), DEALER


def _unusual(drive: Drive, chance: Random) -> tuple[c.Command, Actor]:
    """Return a command that rarely occurs, and the actor who gives it."""
    card, name = chance.choice(CARDS), f"t1/{drive.state.rounds:06d}"
    correction = next(iter(drive.state.corrections), "correction-1")
    jackpot = drive.state.jackpots[0].id if drive.state.jackpots else "none"
    paid = drive.state.paid_jackpots[-1].id if drive.state.paid_jackpots else "none"
    return chance.choice(
        [
            (c.ReportCardInError(card=card, disclosed=chance.random() < 0.3, reason=REASON), SUPERVISOR),
            (c.ReportCardFaceUp(card=card, reason=REASON), SUPERVISOR),
            (c.CorrectCard(place=chance.randint(1, 6), card=card), DEALER),
            (c.RequestRevealPass(hand="player", to_seat=chance.choice((1, 2))), guest(chance.choice((1, 2)))),
            (c.AnswerRevealPass(hand="player", agree=chance.random() < 0.5), guest(chance.choice((1, 2)))),
            (c.DeclineBank(), guest(1)),
            (c.CallSupervisor(note=REASON), DEALER),
            (c.AnswerCall(), SUPERVISOR),
            (c.ReportCutCard(), DEALER),
            (c.LoadShoe(), DEALER),
            (c.CloseTable(), SUPERVISOR),
            (c.ChangeSettings(settings=drive.state.settings), SUPERVISOR),
            (c.RejectCorrection(id=correction, reason=REASON), SUPERVISOR),
            (c.PauseTable(reason=REASON), SUPERVISOR),
            (c.VoidRound(reason=REASON), SUPERVISOR),
            (c.OrderFreeHand(reason=REASON), SUPERVISOR),
            (c.ReportDisagreement(reason=REASON), SUPERVISOR),
            (c.OpenDispute(round=name, reason=REASON), SUPERVISOR),
            (c.RequestCorrection(round=name, place=1, card=card, reason=REASON), DEALER),
            (c.ApproveCorrection(id=correction), OTHER_SUPERVISOR),
            (c.ConfirmJackpot(id=jackpot), EXECUTIVE),
            (c.RejectJackpot(id=jackpot, reason=REASON), SUPERVISOR),
            (c.RequestBackOut(id=paid, reason=REASON), SUPERVISOR),
            (c.ApproveBackOut(id=next(iter(drive.state.back_outs), "none")), EXECUTIVE),
            *((c.SitDown(seat=number), guest(number)) for number in (1, 2, 3)),
            (c.StandUp(), guest(3)),
        ]
    )


evenings = given(name=st.sampled_from(sorted(TABLES)), seed=st.integers(0, 2**32))
bounded = settings(max_examples=scaled(6, 100), deadline=None, suppress_health_check=[HealthCheck.too_slow])


# The law: a hidden card changes no view, except for viewers who may see the card


def different_card(card: Card) -> Card:
    """Return a card of another rank and another value."""
    return Card.parse(CARDS[(CARDS.index(str(card)) + 17) % 52])


def with_other_shoe(state: TableState) -> TableState:
    """Return the same table with another seal and another count of the remaining cards."""
    if state.shoe is None:
        return state
    return replace(state, shoe=state.shoe._replace(sealed="sealed: otherwise", seen=state.shoe.seen[::-1]))


def with_other_cards(state: TableState) -> TableState:
    """Return the same table with every face-down card replaced, and the carried card that no player has seen."""
    carried, current = _with_other_carried_card(state.opening.carried), state.round
    changed = replace(state, opening=replace(state.opening, carried=carried))
    if current is None:
        return changed
    is_down = state.phase is Phase.BETTING or (current.turning is not None and not current.turning.face_up("player"))
    opening = replace(current.opening, carried=carried) if is_down else current.opening
    answers, dealt = _with_other_dealt_cards(current)
    return replace(changed, round=replace(current, opening=opening, inputs=answers, dealt=dealt))


def _with_other_carried_card(carried: CarriedCard | None) -> CarriedCard | None:
    hidden = carried is not None and not carried.disclosed
    return replace(carried, card=different_card(carried.card)) if hidden and carried is not None else carried


def _with_other_dealt_cards(current: CurrentRound) -> tuple[tuple[Answer, ...], tuple[DealtCard, ...]]:
    dealt = tuple(
        replace(dealt_card, card=different_card(dealt_card.card)) if dealt_card.face_down else dealt_card
        for dealt_card in current.dealt
    )
    cards = iter(dealt_card.card for dealt_card in dealt)
    answers: list[Answer] = []
    for answer in current.inputs:
        match answer:
            case Card():
                answers.append(next(cards))
            case FoundFaceUp() | DrawnInError():
                answers.append(replace(answer, card=next(cards)))
            case _:
                answers.append(answer)
    return tuple(answers), dealt


def with_other_reasons(state: TableState) -> TableState:
    """Return the same table with other reasons, and another card in every pending correction."""
    called = None if state.supervisor_called is None else "otherwise"
    return replace(
        state,
        paused_for="otherwise",
        holds=tuple(replace(hold, reason="otherwise") for hold in state.holds),
        corrections={
            key: replace(correction, card="9c", reason="otherwise") for key, correction in state.corrections.items()
        },
        supervisor_called=called,
    )


def with_other_values(event: dict[str, Any]) -> dict[str, Any]:
    """Return the same event with every hidden value replaced."""
    match event:
        case {"kind": "shoe-loaded", "sealed": str()}:
            return {**event, "sealed": "sealed: otherwise"}
        case {"kind": "card-dealt", "face_down": True, "irregular": irregular}:
            changed = irregular and {**irregular, next(iter(irregular)): "9c"}
            return {**event, "card": "9c", "irregular": changed}
        case {"kind": "irregularity-reported"}:
            return {**event, "card": "9c"}
        case {"kind": "round-input-recorded", "answer": {"in_error": _, "disclosed": False}}:
            return {**event, "answer": {"in_error": "9c", "disclosed": False}, "card": "9c"}
        case {"kind": "round-settled", "next_opening": {"carried": _, "disclosed": False, "free_hand": free}}:
            return {**event, "next_opening": {"carried": "9c", "disclosed": False, "free_hand": free}}
    return event


def changing_parts(view: dict[str, Any]) -> str:
    """Return a view as text, without the parts that are drawn once and shared by all viewers."""
    return text({key: value for key, value in view.items() if key not in ("trends", "wagers", "game")})


@bounded
@evenings
def test_a_hidden_card_changes_no_view_of_those_who_do_not_hold_it(name: str, seed: int) -> None:
    drive = table(name, seed)
    for events in random_evening(drive, Random(seed)):
        for viewer in EVERYBODY:
            plain = changing_parts(view_for(drive, viewer))
            assert changing_parts(view_for(drive, viewer, with_other_shoe(drive.state))) == plain
            if access_of(drive, viewer) < AccessLevel.FLOOR:
                assert changing_parts(view_for(drive, viewer, with_other_cards(drive.state))) == plain
            if access_of(drive, viewer) is AccessLevel.PUBLIC:
                assert changing_parts(view_for(drive, viewer, with_other_reasons(drive.state))) == plain
        for event in events:
            for viewer in (viewer for viewer in EVERYBODY if access_of(drive, viewer) < AccessLevel.FLOOR):
                changed = event_view(with_other_values(event), viewer, drive.state)
                assert text(changed) == text(event_view(event, viewer, drive.state))


@bounded
@evenings
def test_nothing_private_is_in_any_view(name: str, seed: int) -> None:
    drive = table(name, seed)
    for events in random_evening(drive, Random(seed)):
        for viewer in EVERYBODY:
            snapshot = text(view_for(drive, viewer))
            event_texts = [text(event_view(event, viewer, drive.state)) for event in events]
            assert "password" not in snapshot
            assert not any("sealed" in each for each in (snapshot, *event_texts))
            if access_of(drive, viewer) is AccessLevel.PUBLIC:
                own = {viewer.account} if viewer.account else set()
                assert set(IDENTITY.findall(snapshot)) <= own
                assert not any(IDENTITY.search(each) for each in event_texts)
                names = {f"Guest Number {number}" for number in (1, 2, 3) if f"player:{number}" not in own}
                assert not any(hidden in each for hidden in (*names, REASON) for each in (snapshot, *event_texts))
    assert not IDENTITY.search(text(lobby_view([drive.state], drive.at, meters_of(drive))))
    for archived in drive.house.archived.values():
        for viewer in PUBLIC:
            assert not IDENTITY.search(text(round_view(archived, viewer)))


@bounded
@evenings
def test_players_are_shown_only_their_own_money(name: str, seed: int) -> None:
    drive = table(name, seed)
    for events in random_evening(drive, Random(seed)):
        for event in events:
            assert public_view(event) == event_view(event, Viewer("player", "player:1"), drive.state)
            for number in (1, 2, 3):
                own = own_view(event, f"player:{number}")
                assert not IDENTITY.search(text(own))
                assert own is None or f"player:{number}" in text(event)


def test_face_down_cards_make_no_difference_to_views_until_they_are_turned() -> None:
    drives = [table("midi automated", 3, f"As 2c {cards}") for cards in ("9s 8h 2d 3c", "Kd Qh 5s 6d")]
    alike = 0
    for _ in range(12):
        for drive in drives:
            drive.tick()
            if drive.state.phase is Phase.BETTING:
                drive.do(placed(2, {"banker": 100_00, "player": 100_00}), actor=guest(2))
        first, second = ([text(view_for(drive, viewer)) for viewer in EVERYBODY] for drive in drives)
        if "cards-revealed" in drives[0].kinds:
            assert first != second
            break
        assert first == second
        event_views = [
            [event_view(event, viewer, drive.state) for event in drive.log] for drive in drives for viewer in EVERYBODY
        ]
        assert event_views[: len(EVERYBODY)] == event_views[len(EVERYBODY) :]
        alike += 1
    assert alike >= 6
    assert "cards-revealed" in drives[0].kinds


# Cards on the table


def midi_hand() -> Drive:
    """Deal four face-down cards at a midi table; seat 2 has the largest wager on both hands."""
    drive = table("midi")
    drive.new_shoe()
    drive.ok(c.OpenBets())
    drive.ok(placed(1, {"player": 50_00}), actor=guest(1))
    drive.ok(placed(2, {"banker": 100_00, "player": 100_00}), actor=guest(2))
    drive.ok(c.CloseBets())
    drive.deal("9s 8h 2d 3c")
    return drive


def test_a_face_down_card_is_shown_only_to_users_who_may_read_it() -> None:
    drive = midi_hand()
    for viewer in EVERYBODY:
        cards = [card for hand in view_for(drive, viewer)["hands"].values() for card in hand]
        assert [card["is_face_down"] for card in cards] == [True] * 4
        assert [card.get("card") for card in cards] == (["9s", "2d", "8h", "3c"] if viewer in FLOOR else [None] * 4)
    dealt = [event for event in drive.log if event["kind"] == "card-dealt"]
    assert "card" not in (event_view(dealt[0], Viewer("auditor"), drive.state) or {})
    assert "card" not in (event_view(dealt[0], Viewer("dealer")) or {}), "without the table's mode nobody sees it"
    assert (event_view(dealt[0], Viewer("dealer"), drive.state) or {})["card"] == "9s"


def test_a_card_is_shown_to_everybody_when_it_is_turned() -> None:
    drive = midi_hand()
    holder = view_for(drive, Viewer("player", "player:2"))
    assert holder["reveal"]["by"] == {"seat": 2, "bettor": "player"}
    assert holder["reveal"]["hand_to_reveal"] == "player"
    assert view_for(drive, Viewer("dealer"))["staff"]["next_step"]["text"] == "Seat 2 turns the Player's cards"
    drive.ok(c.RevealCards(hand="player"), actor=guest(2))
    for viewer in EVERYBODY:
        hands = view_for(drive, viewer)["hands"]
        assert [card["card"] for card in hands["player"]] == ["9s", "2d"]
        assert ("card" in hands["banker"][0]) == (viewer in FLOOR)
    turned = next(event for event in drive.log if event["kind"] == "cards-revealed")
    assert (public_view(turned) or {})["cards"] == ["9s", "2d"]


def test_everybody_sees_to_whom_the_cards_may_be_passed() -> None:
    drive = midi_hand()
    assert [view_for(drive, viewer)["reveal"]["seats_to_pass_to"] for viewer in EVERYBODY] == [[1]] * len(EVERYBODY)
    drive.ok(c.RevealCards(hand="player"), actor=guest(2))
    banker = view_for(drive, Viewer())["reveal"]
    assert banker["hand_to_reveal"] == "banker"
    assert banker["seats_to_pass_to"] == [], "seat 1 has nothing on the Banker"


def test_a_request_to_pass_the_cards_on_is_shown_as_text() -> None:
    drive = midi_hand()
    drive.ok(c.RequestRevealPass(hand="player", to_seat=1), actor=guest(2))
    assert view_for(drive, Viewer())["reveal"]["seats_to_pass_to"] == [], "one request at a time, and one in a round"
    view = view_for(drive, Viewer("dealer"))
    assert view["reveal"]["pass_request"]["to"] == {"seat": 1, "bettor": "player"}
    assert view["staff"]["next_step"]["text"] == "Seat 1: agree that Seat 1 turns the Player's cards?"


def test_an_unseen_card_drawn_in_error_is_shown_when_it_is_dealt() -> None:
    drive = table("by hand")
    drive.new_shoe()
    drive.begin()
    drive.deal("9s 8h Kd Kc")
    drive.ok(c.ReportCardInError(card="7d", disclosed=False, reason=REASON))
    for viewer in (*PUBLIC, *OFFICE):
        assert view_for(drive, viewer)["next_hand"] == {"free_hand": False, "card_carried": True}
        assert '"7d"' not in text([event_view(event, viewer, drive.state) for event in drive.log])
    assert view_for(drive, Viewer("dealer"))["next_hand"]["carried"] == "7d"
    drive.ok(c.OpenBets())
    assert "7d" not in changing_parts(view_for(drive, Viewer()))
    for number, wagers in drive.default_bets().items():
        drive.bet(number, wagers)
    drive.ok(c.CloseBets())
    assert view_for(drive, Viewer())["hands"]["player"] == [
        {"position_in_hand": 1, "card_number": None, "is_face_down": False, "card": "7d"}
    ]


def test_the_dealer_is_given_the_next_instruction() -> None:
    drive = Drive("ilani-midi-baccarat", "dealer-assist")

    def instruction() -> str:
        return str(view_for(drive, Viewer("dealer"))["staff"]["next_step"]["text"])

    prompts = [instruction()]
    cards = [c.ReadCard(card=card) for card in ("2s", "3h", "2d", "2c", "4c", "5s")]
    drive.ok(c.OpenTable())
    drive.seat(1)
    prompts.append(instruction())
    chips = placed(1, {"banker": 1_000})
    for order in (c.LoadShoe(), c.ReadCard(card="3s"), c.OpenBets(), chips, c.CloseBets(), *cards):
        drive.ok(order, actor=player(1) if order is chips else None)
        prompts.append(instruction())
    assert prompts == [
        "Open the table", "New shoe", "Burn: read the first card", "Open the bets", "Nobody has bet yet: ask for bets",
        "No more bets: close the bets",
        "Deal: Player, first card", "Deal: Banker, first card", "Deal: Player, second card",
        "Deal: Banker, second card", "Deal: Player, third card", "Deal: Banker, third card", "Call the result",
    ]  # fmt: skip


@pytest.mark.parametrize("deal", ["shuffler", "shoe"])
def test_the_dealer_of_a_poker_table_is_given_the_next_card_and_decision(deal: str) -> None:
    drive = Drive("ca-ultimate-texas-holdem", options={"deal": deal}).open(1, 2, 3)
    drive.bank(1, 500_00)
    drive.ok(c.OpenBets())
    for seat in (2, 3):
        drive.bet(seat, {"ante": 10_00, "blind": 10_00})
    drive.ok(c.CloseBets())

    def expected() -> dict[str, Any]:
        expects = view_for(drive, Viewer("dealer"))["staff"]["next_step"]
        assert isinstance(expects, dict)
        return expects

    due = []
    for card in CARDS[:11]:
        due.append((expected()["hand"], expected()["position_in_hand"]))
        drive.ok(c.ReadCard(card=card))
    board = [("board", nth) for nth in range(1, 6)]
    names = ("player:2", "player:3", "dealer")
    packets = [(name, nth) for name in names for nth in (1, 2)]
    singly = [(name, nth) for nth in (1, 2) for name in names]
    assert due == ([*board, *singly] if deal == "shoe" else [*packets, *board])
    for seat, choice, choices in (
        (2, "check", ["check", "play-4", "play-3"]),
        (3, "play-4", ["check", "play-4", "play-3"]),
        (2, "check", ["check", "play-2"]),
        (2, "fold", ["fold", "play-1"]),
    ):
        prompt = expected()
        assert (prompt["command"], prompt["seat"], prompt["choices"]) == ("decide", seat, choices)
        drive.ok(c.MakeDecision(seat=seat, choice=choice))
    assert expected()["text"] == "Call the result"


# Events


def test_every_kind_of_event_and_every_field_of_it_is_listed() -> None:
    for name, kind in EVENTS.items():
        assert kind.visibility.fields == set(kind.model_fields) - {"kind"}, name
    assert set(FILTERS) == {(name, field) for name, kind in EVENTS.items() for field in kind.visibility.filtered}


@pytest.mark.parametrize("viewer", EVERYBODY, ids=lambda viewer: viewer.kind)
def test_an_event_without_a_listing_is_shown_to_nobody(viewer: Viewer) -> None:
    with pytest.raises(KeyError, match="card-peeked-at"):
        event_view({"kind": "card-peeked-at", "card": "As"}, viewer)


def test_a_field_that_is_not_listed_is_not_shown() -> None:
    event = {"kind": "table-paused", "at": 5, "reason": REASON, "peek": "As"}
    assert event_view(event, Viewer()) == {"kind": "table-paused", "at": 5}
    assert event_view(event, Viewer("supervisor")) == {"kind": "table-paused", "at": 5, "reason": REASON}


def test_an_event_of_an_older_log_is_shown_without_later_fields() -> None:
    assert public_view({"kind": "hold-lifted", "id": "fault-1"}) == {"kind": "hold-lifted", "id": "fault-1"}


def test_requests_between_staff_are_not_shown_to_players() -> None:
    event = EVENT_ADAPTER.validate_python({"kind": "supervisor-called", "note": REASON}).model_dump(mode="json")
    assert event_view(event, Viewer("player", "player:1")) is None
    assert event_view(event, Viewer("dealer")) == {"kind": "supervisor-called", "note": REASON}


# Money


def settled() -> Drive:
    """Settle a round: seat 1 wins on Banker, a bettor behind it loses on Player, seat 2 loses on Tie."""
    drive = table("mini")
    drive.new_shoe()
    drive.ok(c.OpenBets())
    drive.ok(placed(1, {"banker": 100_00}), actor=guest(1))
    drive.ok(placed(1, {"player": 20_00}), actor=guest(3))
    drive.ok(placed(2, {"tie": 10_00}), actor=guest(2))
    drive.ok(c.CloseBets())
    drive.deal("2s 9h 5d Kc")
    drive.ok(c.CallResult())
    return drive


def test_chips_and_results_are_shown_by_seat_and_own_ones_are_marked() -> None:
    drive = table("mini")
    drive.new_shoe()
    drive.ok(c.OpenBets())
    drive.ok(placed(1, {"banker": 100_00}), actor=guest(1))
    drive.ok(placed(1, {"player": 20_00}), actor=guest(3))
    chips = view_for(drive, Viewer("player", "player:3"))["chips"]
    assert chips == [
        {"seat": 1, "bettor": "player", "wager": "banker", "cents": 100_00, "is_own": False},
        {"seat": 1, "bettor": "backline-1", "wager": "player", "cents": 20_00, "is_own": True, "wins_cents": 20_00},
    ]
    assert view_for(drive, Viewer("player", "player:3"))["stakes"] == {
        "cents": 120_00,
        "promotional_cents": 0,
        "seats": [{"seat": 1, "cents": 120_00, "seated_cents": 100_00, "promotional_cents": 0}],
        "wagers": [
            stake_on("player", 20_00, line_percent=17, own=20_00),
            stake_on("banker", 100_00, line_percent=83, own=0),
        ],
        "own": [{"seat": 1, "wager": "player", "cents": 20_00}],
    }
    everything = view_for(drive, Viewer("supervisor"))["stakes"]["all"]
    assert [(one["wager"], one["cents"]) for one in everything] == [("banker", 100_00), ("player", 20_00)]
    own = view_for(drive, Viewer("player", "player:3"))["player"]
    assert (own["staked_cents"], own["balance_cents"], own["seat"]) == (20_00, 100_000_00 - 20_00, None)
    assert view_for(drive, Viewer("supervisor"))["chips"][1]["account"] == "player:3"


def stake_on(wager: str, cents: int, *, line_percent: int, own: int) -> dict[str, Any]:
    """Return the sums of one bettor's chips on an even-money wager."""
    return {
        "wager": wager,
        "cents": cents,
        "bettors": 1,
        "own_cents": own,
        "own_wins_cents": own,
        "others_cents": cents - own,
        "other_bettors": 0 if own else 1,
        "line_percent": line_percent,
    }


def test_the_last_result_stays_visible_with_bets_and_wins() -> None:
    drive = settled()
    last = view_for(drive, Viewer("player", "player:3"))["last_round"]
    assert last["cards"] == {"player": ["2s", "5d"], "banker": ["9h", "Kc"]}
    assert len(last["results"]) == 3
    assert [(one["seat"], one["staked_cents"], one["net_cents"]) for one in last["seats"]] == [
        (1, 100_00, 95_00),
        (2, 10_00, -10_00),
    ], "without the bettor behind seat 1"
    assert last["player"]["seats"] == [{"seat": 1, "staked_cents": 20_00, "net_cents": -20_00}]
    assert last["player"]["placed_cents"] == 20_00
    assert (last["player"]["staked_cents"], last["player"]["net_cents"]) == (20_00, -20_00)
    assert "player" not in view_for(drive, Viewer())["last_round"]


FEE_GAMES = (
    "ca-mah-jong-pai-gow", "ca-pai-gow-tiles", "ca-ace-up-pai-gow-poker", "ca-ultimate-war", "ca-3-card-poker",
    "ca-blackjack-x", "ca-cash-in-baccarat",
)  # fmt: skip


@pytest.mark.parametrize("rulebook", FEE_GAMES)
def test_the_result_of_a_round_is_the_change_of_credit_with_the_fee(rulebook: str) -> None:
    drive = Drive(rulebook, "automated").open(1, 2)
    drive.bank(1, 1_000_00)
    drive.run(until="bets-opened")
    wager = next(iter(drive.state.rules.betting_wagers))
    drive.bet(2, {wager: 50_00})
    drive.run(until="round-settled")
    archived = drive.last_round
    assert sum(archived["fees"].values()) == drive.balance("drop") > 0
    for number in (1, 2):
        own = round_view(archived, Viewer("player", f"player:{number}"))["player"]
        assert (
            own["result_cents"]
            == sum(part["cents"] for part in own["parts"])
            == own["balance_after_cents"] - own["balance_before_cents"]
            == drive.credit(number) - CREDIT
        )
    last = view_for(drive, Viewer("player", "player:2"))["last_round"]["player"]
    assert last["result_cents"] == drive.credit(2) - CREDIT
    assert last["result_cents"] == sum(part["cents"] for part in last["parts"])
    assert last["came_back_cents"] == drive.credit(2) - CREDIT + last["staked_cents"] + last["fee_cents"]
    assert last["fee_cents"] == archived["fees"].get("player:2", 0)
    assert last["spots"] == [{"seat": 2, "bettor": "player", "wagers": {wager: 50_00}}]
    bank = view_for(drive, Viewer("player", "player:1"))["last_round"]["player"]
    assert bank["results"] == [], "the player-dealer had no wager"
    assert bank["result_cents"] == sum(part["cents"] for part in bank["parts"]) == drive.credit(1) - CREDIT


def test_a_void_round_has_a_net_of_zero_although_its_fee_was_taken() -> None:
    drive = Drive("ca-ez-baccarat-panda-8").open(1, 2)
    drive.bank(1, 300_00)
    drive.begin({2: {"player": 50_00}})
    assert drive.balance("drop") > 0
    drive.ok(c.VoidRound(reason="a fault"))
    for number in (1, 2):
        assert round_view(drive.last_round, Viewer("player", f"player:{number}"))["player"]["result_cents"] == 0


def test_recall_shows_players_their_own_money_to_the_cent() -> None:
    drive = settled()
    archived = drive.last_round
    for number in (1, 2, 3):
        own = round_view(archived, Viewer("player", f"player:{number}"))["player"]
        assert own["balance_before_cents"] == 100_000_00
        assert own["balance_after_cents"] == drive.credit(number)
        assert own["net_cents"] == drive.credit(number) - 100_000_00
        assert own["staked_cents"] == {1: 100_00, 2: 10_00, 3: 20_00}[number]
    outsider = round_view(archived, Viewer("player", "player:9"))
    assert outsider["cards"]["banker"] == ["9h", "Kc"]
    assert not {"own", "results", "balances", "spots", "fees"} & set(outsider)
    staff = round_view(archived, Viewer("auditor"))
    assert staff["balances"] == archived["balances"]
    assert [result["account"] for result in staff["results"]] == [result["account"] for result in archived["results"]]


def test_recall_of_a_corrected_round_shows_the_old_result_and_the_own_difference() -> None:
    drive = settled()
    drive.ok(c.RequestCorrection(round="t1/000001", place=4, card="8c", reason=REASON))
    assert view_for(drive, Viewer("auditor"))["staff"]["corrections"][0]["card"] == "8c"
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    archived = drive.last_round
    view = round_view(archived, Viewer("player", "player:1"))
    assert view["status"] == "corrected"
    assert view["corrections"] == [{"at": drive.at, "place": 4, "was": "Kc", "card": "8c"}]
    assert view["player"]["corrections"][0]["difference_cents"] == archived["corrections"][0]["differences"].get(
        "player:1", 0
    )
    assert round_view(archived, Viewer("admin"))["corrections"][0]["approved_by"] == OTHER_SUPERVISOR.id


def test_recall_of_a_void_round_shows_the_returned_stakes() -> None:
    drive = midi_hand()
    drive.ok(c.VoidRound(reason=REASON))
    view = round_view(drive.last_round, Viewer("player", "player:2"))
    assert (view["status"], view["code"]) == ("void", "void-round")
    assert view["player"]["returned_cents"] == 200_00
    assert REASON not in text(round_view(drive.last_round, Viewer()))
    assert view_for(drive, Viewer("admin"))["last_round"]["reason"] == REASON


# Phases, limits, meters, jackpots, banks and the lobby


def test_every_phase_has_a_view_for_everyone() -> None:
    drive = Drive("ilani-midi-baccarat", "dealer-assist")
    phases = {}
    for order in (None, c.OpenTable(), c.LoadShoe(), c.ReadCard(card="2s"), c.OpenBets(), c.CloseBets()):
        if isinstance(order, c.CloseBets):
            drive.seat(1)
            drive.bet(1, drive.default_bets()[1])
        if order is not None:
            drive.ok(order)
        phases[drive.state.phase.value] = [json.loads(text(view_for(drive, viewer)))["phase"] for viewer in EVERYBODY]
    assert phases == {phase.value: [phase.value] * len(EVERYBODY) for phase in Phase}


def test_everybody_is_shown_the_same_countdown() -> None:
    drive = table("automated")
    drive.tick()
    drive.ok(placed(1, {"banker": 100_00}), actor=guest(1))
    countdowns = [view_for(drive, viewer)["betting"] for viewer in EVERYBODY]
    assert all(countdown == countdowns[0] for countdown in countdowns)
    assert countdowns[0]["closes_at"] == drive.at + 20_000
    assert countdowns[0]["is_open"]
    late = table_view(drive.state, Viewer(), drive.at + 20_000, {})
    assert not late["betting"]["is_open"]
    drive.ok(c.PauseTable(reason=REASON))
    paused = view_for(drive, Viewer())
    assert (paused["is_paused"], paused["betting"]["clock_stopped_at"], paused["betting"]["is_open"]) == (
        True,
        drive.at,
        False,
    )
    assert view_for(drive, Viewer("dealer"))["staff"]["pause_reason"] == REASON


def test_limits_are_those_of_the_schedule_in_force() -> None:
    drive = table("player-dealer")
    schedule = schedule_of(drive.state.settings)
    for wager in view_for(drive, Viewer())["wagers"]:
        limit = drive.state.rules.limit(drive.state.rules.wagers[wager["id"]], schedule)
        assert (wager["limit"]["least_cents"], wager["limit"]["most_cents"]) == (limit.least, limit.most)
        assert wager["rows"]
        assert wager["cite"]


def test_a_meter_is_shown_to_all_and_closes_its_wager_when_it_cannot_be_read() -> None:
    drive = table("meter")
    for viewer in EVERYBODY:
        assert [meter["cents"] for meter in view_for(drive, viewer)["progressives"]] == [12_345_67]
    meter = drive.state.rules.meters[0]
    cut_off = {wager["id"]: wager for wager in table_view(drive.state, Viewer(), 0, {})["wagers"]}
    assert cut_off[meter.wager]["is_meter_down"]
    assert not cut_off["banker"]["is_meter_down"]
    assert table_view(drive.state, Viewer(), 0, {})["progressives"][0]["cents"] is None


def test_a_jackpot_is_shown_by_seat_and_marked_for_its_winner() -> None:
    """A Dragon 7 over a total of zero, all in spades, wins the meter; its wager is locked until confirmation."""
    drive = table("meter", script="Ac 2c Ks As Qs Ts Js 6s")
    drive.tick()
    drive.ok(placed(1, {"banker": 100_00, "ez-progressive": 1_00}), actor=guest(1))
    drive.run(until="jackpot-hit")
    views = [view_for(drive, viewer) for viewer in EVERYBODY]
    assert [view["jackpots"][0]["is_own"] for view in views] == [viewer.account == "player:1" for viewer in EVERYBODY]
    assert {wager["id"] for wager in views[0]["wagers"] if wager["is_locked"]} == {"ez-progressive"}
    assert "account" not in views[0]["jackpots"][0]
    drive.ok(c.ConfirmJackpot(id=drive.state.jackpots[0].id))
    event_views = {event["kind"]: event_view(event, Viewer("player", "player:2")) for event in drive.log}
    assert event_views["jackpot-hit"] == {**(event_views["jackpot-hit"] or {}), "seat": 1, "cents": 12_345_77}
    assert event_views["jackpot-confirmed"] == {"kind": "jackpot-confirmed", "id": "t1/000001/jackpot-1", "paid": False}
    assert not IDENTITY.search(text(event_views))


def test_a_meter_that_was_hit_shows_the_jackpot_until_it_is_paid() -> None:
    drive = table("meter", script="Ac 2c Ks As Qs Ts Js 6s")
    assert lobby_view([drive.state])[0]["progressives"][0]["hit_cents"] is None
    drive.tick()
    drive.ok(placed(1, {"banker": 100_00, "ez-progressive": 1_00}), actor=guest(1))
    drive.run(until="jackpot-hit")
    (tile,) = lobby_view([drive.state])
    assert (tile["progressives"][0]["hit_cents"], tile["is_in_play"]) == (12_345_77, True)
    assert lobby_view([replace(drive.state, jackpots=())])[0]["progressives"][0]["hit_cents"] is None


def test_a_table_is_in_play_from_the_first_wager_until_nobody_bets_for_a_minute() -> None:
    drive = table("mini")

    def is_in_play(after_ms: int = 0) -> bool:
        return lobby_view([drive.state], drive.at + after_ms)[0]["is_in_play"]

    drive.new_shoe()
    drive.ok(c.OpenBets())
    assert not is_in_play()
    drive.ok(placed(1, {"banker": 100_00}), actor=guest(1))
    assert is_in_play(10 * 60_000)
    drive.ok(c.CloseBets())
    drive.deal("2s 9h 5d Kc")
    assert is_in_play()
    drive.ok(c.CallResult())
    assert is_in_play(10 * 60_000)
    drive.ok(c.OpenBets())
    assert (is_in_play(59_000), is_in_play(60_000)) == (True, False)
    drive.ok(c.VoidRound(reason=REASON))
    for number in (1, 2):
        drive.ok(c.StandUp(seat=number), actor=guest(number))
    assert not is_in_play()


def test_the_player_dealer_is_shown_with_the_bank_and_the_offered_seat() -> None:
    drive = table("player-dealer")
    offered = view_for(drive, Viewer("player", "player:1"))["player_dealer"]
    assert (offered["stage"], offered["asked"]) == ("offering", 1)
    assert "Seat 1 is offered" in text(offered["notices"])
    assert view_for(drive, Viewer("player", "player:2"))["player_dealer"]["asked"] is None
    drive.ok(c.AcceptBank(cents=300_00), actor=guest(1))
    banks = view_for(drive, Viewer())["player_dealer"]
    assert (banks["seat"], banks["posted_cents"], banks["hands_banked"]) == (1, 300_00, 0)
    assert view_for(drive, Viewer("player", "player:1"))["player"]["bank_cents"] == 300_00


def test_a_third_party_provider_is_marked_for_all_and_named_to_staff() -> None:
    drive = table("player-dealer")
    drive.ok(c.SitDown(seat=3), actor=guest(3))
    for viewer in EVERYBODY:
        seat = view_for(drive, viewer)["seats"][2]
        assert seat["is_third_party"]
        assert ("name" in seat) == (viewer.is_staff or viewer.account == "player:3")


def test_roads_are_drawn_once_and_labelled_as_history() -> None:
    drive = settled()
    views = [view_for(drive, viewer) for viewer in EVERYBODY]
    assert all(view["trends"] is views[0]["trends"] for view in views)
    assert "do not foretell" in views[0]["trends"]["note"]
    drive.play("2h 9d 5c Ks")
    assert view_for(drive, Viewer())["trends"] == drive.state.trends.to_json(drive.state.family.history)


def test_the_lobby_has_a_tile_for_each_table() -> None:
    drives = [table("automated"), settled(), table("player-dealer")]
    tiles = lobby_view([drive.state for drive in drives], 5)
    assert [tile["other_names"] for tile in tiles] == [list(drive.state.family.other_names) for drive in drives]
    assert [tile["record"]["rounds"] for tile in tiles] == [[], [{"winner": "banker"}], []]
    assert [tile["road"] for tile in tiles] == [[], [{"column": 0, "row": 0, "winner": "banker"}], []]
    assert [None if tile["last_hand"] is None else list(tile["last_hand"]["cards"]) for tile in tiles] == [
        None,
        ["player", "banker"],
        None,
    ]
    assert [tile["has_jackpot"] for tile in tiles] == [False] * 3
    assert [tile["seats_taken"] for tile in tiles] == [2, 2, 2]
    assert all(tile["demo_label"] == "PLAY MONEY" for tile in tiles)
    assert all(0 < tile["limit"]["least_cents"] <= tile["limit"]["most_cents"] for tile in tiles)
    real = replace(drives[0].state, demonstration=False)
    assert lobby_view([real])[0]["demo_label"] == table_view(real, Viewer(), 0, {})["demo_label"] == ""


def test_a_viewer_of_no_known_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="kind is 'owner'"):
        Viewer("owner")


def test_staff_see_no_credit_even_with_a_player_account() -> None:
    drive = settled()
    assert "player" not in table_view(drive.state, Viewer("cashier", "player:1"), 0, {}, 5)
    assert "player" not in table_view(drive.state, Viewer("dealer", "player:1"), 0, {}, 5)


def test_posted_settings_do_not_include_the_meters_of_the_house() -> None:
    view = public_view({"kind": "settings-changed", "version": 1, "digest": "d", "settings": _dump()}) or {}
    assert "meters" not in view["settings"]
    assert view["settings"]["betting_seconds"] == 20


def _dump() -> dict[str, Any]:
    return TableSettings(rulebook="co-ez-baccarat", meters={"ez-progressive": "shared"}).model_dump(mode="json")


# Posted rules as numbers, so that a page does not parse sentences


@pytest.mark.parametrize(
    ("rulebook", "options", "charges"),
    [
        ("co-baccarat", {}, [("win", "winnings", "5")]),
        ("co-baccarat", {"vigorish": "tie"}, [("push", "stake", "5")]),
        ("co-baccarat", {"vigorish": "tie", "commission": "12.5%"}, [("push", "stake", "12.5")]),
        ("co-baccarat", {"vigorish": "none"}, []),
        ("pa-mini-baccarat", {}, [("win", "winnings", "5")]),
        ("co-ez-baccarat", {}, []),
    ],
)
def test_vigorish_is_posted_with_the_time_when_it_is_taken(
    rulebook: str, options: dict[str, str], charges: list[tuple[str, str, str]]
) -> None:
    posted = {wager["id"]: wager for wager in posted_wagers(TableSettings(rulebook=rulebook, options=options))}
    taken = [tuple(charge[key] for key in ("taken_on", "of", "percent")) for charge in posted["banker"]["charges"]]
    assert taken == charges
    assert posted["player"]["charges"] == []
    for charge in posted["banker"]["charges"]:
        term = next(term for term in posted["banker"]["terms"] if term["title"] == "Vigorish")
        assert charge["when"] in term["text"]
        assert charge["cite"] == term["cite"]


def test_every_row_is_posted_with_its_kind_and_value() -> None:
    posted = {wager["id"]: wager for wager in posted_wagers(TableSettings(rulebook="co-99-fortunes"))}
    kinds = {row["odds"]: row["pay"] for wager in posted.values() for row in wager["rows"]}
    assert kinds["1:1"] == {"kind": "to", "numerator": 1, "denominator": 1}
    assert {pay["kind"] for pay in kinds.values()} == {"to", "amount", "share"}
    for odds, pay in kinds.items():
        assert PayOdds.parse(odds).value == Fraction(pay["numerator"], pay["denominator"])


def _posted(rulebook: str, wager: str, **options: Any) -> Any:
    posted = posted_wagers(TableSettings(rulebook=rulebook, options=options))
    return next(row for row in posted if row["id"] == wager)


def test_the_layout_has_the_wagers_that_are_placed_together() -> None:
    ante, blind, trips = (_posted("ca-ultimate-texas-holdem", wager) for wager in ("ante", "blind", "trips"))
    assert (ante["placed_with"], blind["placed_with"], trips["placed_with"]) == (["blind"], ["ante"], [])


def test_a_wager_has_short_titles() -> None:
    banker, pair = _posted("co-baccarat", "banker"), _posted("co-baccarat", "match-pair-player")
    assert (banker["title"], banker["short_title"], banker["spot_title"]) == ("Banker's Hand", "Banker", "Banker")
    assert (pair["short_title"], pair["spot_title"]) == ("Match Pair, Player", "Match Pair")
    assert (pair["spot_hint"], banker["spot_hint"]) == ("", "")


def test_a_wager_whose_title_does_not_say_what_wins_has_a_note() -> None:
    kings, pair = _posted("ilani-blackjack", "k-k"), _posted("ilani-blackjack", "pair")
    assert (kings["spot_hint"], pair["spot_hint"]) == ("king or 20", "")


def _label(rulebook: str, wager: str) -> tuple[Any, ...]:
    label = _posted(rulebook, wager)["odds_label"]
    pays = [pay and (pay["kind"], pay["numerator"], pay["denominator"]) for pay in (label["pay"], label["exception"])]
    return label["kind"], *pays, label["exception_name"]


@pytest.mark.parametrize(
    ("rulebook", "wager", "label"),
    [
        ("co-baccarat", "tie", ("ratio", ("to", 8, 1), None, "")),
        ("ca-ultimate-war", "war", ("up-to", ("to", 300, 1), None, "")),
        ("ilani-midi-baccarat", "banker", ("except", ("to", 1, 1), ("to", 1, 2), "6")),
        ("ilani-blackjack", "blackjack", ("except", ("to", 1, 1), ("to", 6, 5), "Blackjack")),
        ("co-ez-baccarat", "ez-progressive", ("meter", None, None, "")),
        ("ca-texas-holdem", "pot", ("none", None, None, "")),
    ],
)
def test_the_odds_of_a_spot_are_posted_as_data(rulebook: str, wager: str, label: tuple[Any, ...]) -> None:
    assert _label(rulebook, wager) == label


def _drawing(drive: Drive) -> Any:
    return view_for(drive, Viewer())["next_draw"]


@pytest.mark.parametrize(
    ("cards", "then", "stands"),
    [
        ("2s 5h 4d", {"hand": "banker", "position_in_hand": 2}, []),
        ("Qs 5h 5d Kc", {"hand": "player", "position_in_hand": 3}, []),
        ("Qs 5h 6d Kc", {"hand": "banker", "position_in_hand": 3}, ["player"]),
        ("Qs 5h 5d Kc 6h", {"hand": "banker", "position_in_hand": 3}, ["player"]),
        ("Qs 5h 6d 2c", None, ["player", "banker"]),
    ],
)
def test_a_view_announces_no_third_card_before_the_rule_has_decided(cards: str, then: Any, stands: list[str]) -> None:
    drive = Drive("ilani-midi-baccarat").open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, {"player": 2500})
    drive.ok(c.CloseBets())
    drive.deal(cards)
    assert _drawing(drive) == {"next": then, "standing_hands": stands}


def test_a_view_announces_no_third_card_while_a_deciding_card_is_face_down() -> None:
    drive = Drive(**TABLES["midi"]).open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, {"player": 2500})
    drive.ok(c.CloseBets())
    drive.deal("Qs 5h 6d Kc")
    assert _drawing(drive) == {"next": None, "standing_hands": []}


def test_a_seat_before_its_turn_is_shown_that_its_turn_comes() -> None:
    drive = Drive("ca-3-card-poker").open(1, 2, 3)
    drive.bank(1, 100_000)
    drive.ok(c.OpenBets())
    for number in (2, 3):
        drive.bet(number, {"ante": 1000})
    drive.ok(c.CloseBets())
    drive.deal("Ks Kh 4d 9s 9h 2d 7c 6c 2s")
    asking = view_for(drive, Viewer("player", "player:3"))["decision"]
    assert ([question["seat"] for question in asking["questions"]], asking["next_seats"]) == ([2], [3])


def test_everybody_sees_why_a_round_is_void_but_not_the_supervisors_text() -> None:
    drive = Drive("ilani-midi-baccarat").open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, {"player": 2500})
    drive.ok(c.CloseBets())
    drive.ok(c.DeclareMisdeal(reason=REASON), actor=SUPERVISOR)
    public, staff = (
        view_for(drive, viewer)["last_round"] for viewer in (Viewer("player", "player:1"), Viewer("dealer"))
    )
    assert (public["code"], public.get("reason"), staff["reason"]) == ("misdeal", None, REASON)


def test_everybody_sees_the_rule_about_a_void_round() -> None:
    drive = Drive("co-baccarat").open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, {"player": 2500})
    drive.ok(c.CloseBets())
    drive.ok(c.ReportCardFaceUp(card="7d", reason=REASON), actor=SUPERVISOR)
    last = view_for(drive, Viewer())["last_round"]
    assert (last["code"], last["reason"]) == ("rules", "the first card of the round lay face up in the shoe")


def test_an_archived_round_has_the_titles_of_its_wagers_and_documents() -> None:
    drive = Drive("ilani-midi-baccarat").open(1)
    drive.play("9s 2h Kd Kc", {1: {"player": 2500, "koi-7": 100}})
    by_wager = {result["wager"]: result for result in round_view(drive.last_round, Viewer("supervisor"))["results"]}
    own = round_view(drive.last_round, Viewer("player", "player:1"))["player"]["results"]
    assert [by_wager[wager]["title"] for wager in ("koi-7", "player")] == ["Koi 7", "Player's Hand"]
    assert {result["title"] for result in own} == {"Koi 7", "Player's Hand"}
    rules = by_wager["player"]["rules"]
    assert [rule["document"] for rule in rules] == ["ilani Midi Baccarat rules"]
    assert "txt" not in str(rules) + str(own[0]["rules"])


@pytest.mark.parametrize(("family", "name"), [("blackjack", "21"), ("holdem", "poker"), ("thirteen-card", "13")])
def test_tables_are_found_by_the_names_people_use_besides_their_titles(family: str, name: str) -> None:
    assert name in load_family(family).other_names
