"""The coach of a play-money house: what it says of one's own question, what it knows, and where it is not to be had."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards.card import DECK
from croupier.cards.pack import Pack
from croupier.families.blackjack.coach import value_given_no_natural
from croupier.families.blackjack.sheet.exact import solution_of
from croupier.families.poker_dealer.coach import cards_view
from croupier.families.poker_dealer.sheet import rules
from croupier.families.poker_dealer.sheet.advice import advise
from croupier.odds.fact_table import NotExactlyCountable
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from croupier.server import coach_process
from croupier.server.coach_process import BUSY, CoachJob, CoachService, compute_values
from croupier.server.routes import coach
from croupier.table.settings import DealingMode, TableSettings
from croupier.views import Viewer
from croupier.views.table_view import table_view
from tests.families.poker_dealer.test_live import asked as poker_asked
from tests.families.poker_dealer.test_live import base
from tests.families.poker_dealer.test_live import dealt as poker_dealt
from tests.families.poker_dealer.test_live import decide as poker_decide
from tests.server_fixture import TABLE, Client, Live, live_house, refusal
from tests.soak import in_soak

BLACKJACK = "bj-1"
RULEBOOK = "house-blackjack"
SEAT = 3


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A house with a blackjack table that a dealer deals; its clock stands, so that nobody's time runs out."""
    with live_house(tmp_path_factory.mktemp("house")) as made:
        made.runtime.coach.compute = partial(asyncio.to_thread, compute_values)
        set_up(made, RULEBOOK)
        yield made


@pytest.fixture(scope="module")
def player(live: Live) -> Client:
    sits = live.client_as("player")
    sits.post("/api/me/buy-in", cents=1_000_00, key=live.key())
    sits.command("sit-down", BLACKJACK, seat=SEAT)
    return sits


@pytest.fixture(scope="module")
def dealer(live: Live) -> Client:
    deals = live.client_as("dealer")
    deals.command("load-shoe", BLACKJACK)
    deals.command("read-card", BLACKJACK, card="Ks")
    return deals


def set_up(live: Live, rulebook: str) -> None:
    settings = {"rulebook": rulebook, "mode": "dealer-assist"}
    live.client_as("admin").post("/api/tables", name=BLACKJACK, settings=settings, key=live.key())
    live.client_as("supervisor").command("open-table", BLACKJACK)


def dealt(player: Client, dealer: Client, cards: str, cents: int = 25_00) -> None:
    """A round with one wager, dealt as far as these cards: the hand's, the up card, the hand's, the hole card."""
    dealer.command("open-bets", BLACKJACK)
    player.command("place-wagers", BLACKJACK, seat=SEAT, wagers=[{"wager": "blackjack", "cents": cents}])
    dealer.command("close-bets", BLACKJACK)
    for card in cards.split():
        dealer.command("read-card", BLACKJACK, card=card)


def broken_off(live: Live) -> None:
    live.client_as("supervisor").command("void-round", BLACKJACK, reason="the test has seen enough")


def asked(player: Client) -> dict[str, Any]:
    """What the coach says, its values by what is done."""
    told: dict[str, Any] = player.get(f"/api/tables/{BLACKJACK}/coach")
    return told | {"options": {one["do"]: one["value"] for one in told["options"]}}


def best(cards: list[int], up: int, **how: Any) -> dict[str, float]:
    solved = solution_of(TableRules.of(rulebook_library.load(RULEBOOK)))
    ways: dict[str, float] = solved.best(cards, up, **how).legal()
    return {{"double": "double-down"}.get(name, name): worth for name, worth in ways.items()}


def test_it_tells_what_every_open_way_is_worth_the_best_first(live: Live, player: Client, dealer: Client) -> None:
    dealt(player, dealer, "8s 6c 8h Td")
    told = asked(player)
    assert (told["seat"], told["hand"], told["question"], told["best"]) == (SEAT, 1, 1, "split")
    assert told["options"] == best([8, 8], 6)
    assert list(told["options"]) == sorted(told["options"], key=lambda do: -told["options"][do])
    player.command("decide", BLACKJACK, seat=SEAT, choice="split")
    dealer.command("read-card", BLACKJACK, card="3d")
    after = asked(player)
    assert (after["hand"], after["question"], after["best"]) == (1, 2, "double-down")
    assert after["options"] == best([8, 3], 6, hands=2)
    broken_off(live)


def test_it_knows_no_card_that_the_player_cannot_see(live: Live, player: Client, dealer: Client) -> None:
    told = []
    for hole in ("5d", "Td"):
        dealt(player, dealer, f"9s 7c 7h {hole}")
        told.append(asked(player))
        broken_off(live)
    assert told[0] == told[1]


def test_insurance_is_a_wager_of_its_own_beside_the_hand(live: Live, player: Client, dealer: Client) -> None:
    dealt(player, dealer, "Ts Ac 9h 6d", cents=20_00)
    told = asked(player)
    goes_on = max(best([10, 9], 1).values())
    solved = solution_of(TableRules.of(rulebook_library.load(RULEBOOK)))
    assert told["best"] == "decline"
    assert told["options"] == {
        "decline": goes_on,
        "insure": pytest.approx(goes_on + 0.5 * float(solved.insurance.against([10, 9]))),
    }
    broken_off(live)


def test_it_says_nothing_to_whoever_is_not_asked(live: Live, player: Client, dealer: Client) -> None:
    assert player.get(f"/api/tables/{BLACKJACK}/coach") is None
    dealt(player, dealer, "9s 7c 7h 5s")
    other = live.client_as("player-2")
    assert other.get(f"/api/tables/{BLACKJACK}/coach") is None
    refusal(dealer.ask("GET", f"/api/tables/{BLACKJACK}/coach"), 403, "role/forbidden")
    broken_off(live)


def test_there_is_none_for_a_game_without_decisions(live: Live, player: Client) -> None:
    refusal(player.ask("GET", f"/api/tables/{TABLE}/coach"), 404, "coach/not_available")
    refusal(player.ask("GET", "/api/tables/no-such-table/coach"), 404, "table/not_found")


def test_without_the_odds_it_says_what_to_install(live: Live, player: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "find_spec", lambda name: None)
    said = refusal(player.ask("GET", f"/api/tables/{BLACKJACK}/coach"), 503, "coach/no_odds")
    assert "croupier[odds]" in said


def test_a_house_that_plays_for_money_has_none(tmp_path: Path) -> None:
    with live_house(tmp_path, demonstration=False) as real:
        set_up(real, RULEBOOK)
        player = real.client_as("player")
        refusal(player.ask("GET", f"/api/tables/{BLACKJACK}/coach"), 403, "role/play_money_only")


def test_after_the_look_an_early_surrender_is_over_and_no_natural_is_feared() -> None:
    """Where a hand could be given up before the look, its worth after it is that without a natural. [CA-BJX-A4]"""
    values = best_of("ca-blackjack-x", [10, 6], 10)
    natural = 24 / (6 * 52 - 3)
    shoe = solution_of(TableRules.of(rulebook_library.load("ca-blackjack-x"))).shoe
    told = value_given_no_natural(shoe, values["stand"], [10, 6], 10)
    assert told == pytest.approx((values["stand"] + natural) / (1 - natural))
    assert value_given_no_natural(shoe, values["stand"], [10, 6], 7) == values["stand"]


def best_of(rulebook: str, cards: list[int], up: int) -> dict[str, float]:
    ways: dict[str, float] = solution_of(TableRules.of(rulebook_library.load(rulebook))).best(cards, up).legal()
    return ways


# Who works it out

PAI_GOW = "ca-pai-gow-tiles"
TILES = "5-6 5-6 3-3 2-2"


def job(cards: str = TILES) -> CoachJob:
    settings = TableSettings(rulebook=PAI_GOW, mode=DealingMode.DEALER_ASSIST)
    digest = rulebook_library.load(PAI_GOW).digest
    return CoachJob.for_settings(settings, digest, cards=tuple(Pack.DOMINOES.parse_all(cards)))


def test_a_process_of_its_own_answers_what_the_server_would_have_and_ends_with_it() -> None:
    """Of a rulebook that has changed since: working a game out takes longer than a test should."""
    stale = replace(job(), digest="of another rulebook")

    async def asked() -> tuple[Any, Any]:
        uow = CoachService()
        try:
            answer = await uow.ask(stale)
            assert uow._child is not None
            return answer, uow._child
        finally:
            await uow.stop()

    answer, child = asyncio.run(asked())
    assert answer == compute_values(stale) == coach_process.CHANGED
    assert child.returncode is not None


def test_a_question_is_worked_out_once_however_often_it_is_asked() -> None:
    async def asked() -> tuple[list[Any], list[CoachJob]]:
        uow, worked_out = CoachService(), []

        async def compute(one: CoachJob) -> str:
            worked_out.append(one)
            await asyncio.sleep(0.01)
            return "answer"

        uow.compute = compute
        answers = await asyncio.gather(*(uow.ask(job()) for _ in range(100)))
        return [*answers, await uow.ask(job())], worked_out

    answers, worked_out = asyncio.run(asked())
    assert answers == ["answer"] * 101
    assert worked_out == [job()]


def test_a_coach_that_dies_or_is_asked_too_much_says_so_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach_process, "WAITING_MOST", 1)

    async def asked() -> list[Any]:
        uow = CoachService()

        async def compute(one: CoachJob) -> Any:
            await asyncio.sleep(0)
            raise EOFError

        uow.compute = compute
        together = await asyncio.gather(uow.ask(job()), uow.ask(job("3-3 2-2 5-6 5-6")))
        return [*together, await uow.ask(job())]

    assert asyncio.run(asked()) == [BUSY, BUSY, BUSY]


# The poker games

ULTIMATE, THREE, SIX = "ca-ultimate-texas-holdem", "ca-3-card-poker", "ca-three-card-poker-6-card-bonus"
ANTE = 20_00


class PokerTable:
    """A table that a dealer deals, with one player-dealer in seat 1 and one player in seat 2."""

    def __init__(self, live: Live, name: str, rulebook: str, **options: Any) -> None:
        self.name = name
        settings = {"rulebook": rulebook, "mode": "dealer-assist", "options": options, "schedule": 1}
        live.client_as("admin").post("/api/tables", name=name, settings=settings, key=live.key())
        live.client_as("supervisor").command("open-table", name)
        self.banks, self.plays, self.deals = (live.client_as(who) for who in ("player-2", "player", "dealer"))
        for seat, sits in ((1, self.banks), (2, self.plays)):
            sits.post("/api/me/buy-in", cents=2_000_00, key=live.key())
            sits.command("sit-down", name, seat=seat)
        self.wagers = ("ante", "blind") if rulebook == ULTIMATE else ("ante",)

    def dealt(self, cards: str, cents: int = ANTE) -> PokerTable:
        """A round as far as the first question."""
        self.deals.command("load-shoe", self.name)
        self.banks.command("accept-bank", self.name, cents=1_000_00)
        self.deals.command("open-bets", self.name)
        wagers = [{"wager": wager, "cents": cents} for wager in self.wagers]
        self.plays.command("place-wagers", self.name, seat=2, wagers=wagers)
        self.deals.command("close-bets", self.name)
        for card in cards.split():
            self.deals.command("read-card", self.name, card=card)
        return self

    def decide(self, choice: str) -> None:
        self.plays.command("decide", self.name, seat=2, choice=choice)

    def told(self) -> Any:
        return self.plays.get(f"/api/tables/{self.name}/coach")


def said(table: PokerTable) -> tuple[int, str, dict[str, float]]:
    told = table.told()
    assert (told["seat"], told["hand"]) == (2, 1)
    return told["question"], told["best"], {one["do"]: one["value"] for one in told["options"]}


def exactly(rulebook: str, hand: str, seen: str = "") -> dict[str, float]:
    options = advise(TableRules.of(rulebook_library.load(rulebook)), hand, seen)
    return {way: float(worth) for way, worth in options.values.items()}


def test_at_holdem_it_tells_the_exact_worth_at_each_of_three_decisions(live: Live) -> None:
    table = PokerTable(live, "uth-1", ULTIMATE).dealt("8s 6d Kd Qc Qs 9h 7s 4d 2h")
    question, best_way, worth = said(table)
    assert (question, best_way) == (1, "check")
    assert worth == exactly(ULTIMATE, "8s 6d")
    assert list(worth) == sorted(worth, key=lambda do: -worth[do])
    assert set(worth) == {"check", "play-3", "play-4"}
    table.decide("check")
    question, best_way, worth = said(table)
    assert (question, best_way) == (2, "check")
    assert worth == exactly(ULTIMATE, "8s 6d", "Qs 9h 7s")
    table.decide("check")
    question, best_way, worth = said(table)
    assert (question, worth) == (3, exactly(ULTIMATE, "8s 6d", "Qs 9h 7s 4d 2h"))
    assert worth["fold"] == -2
    table.decide("fold")
    assert table.told() is None


@pytest.mark.parametrize(("rulebook", "name"), [(THREE, "3cp-1"), (SIX, "tcp-1")])
def test_at_three_cards_it_goes_by_the_card_that_is_shown(live: Live, rulebook: str, name: str) -> None:
    table = PokerTable(live, name, rulebook).dealt("Qh 8s 2d 9c 7h Kd")
    question, best_way, worth = said(table)
    assert (question, best_way) == (1, "fold")
    assert worth == exactly(rulebook, "Qh 8s 2d", "Kd")
    assert table.banks.get(f"/api/tables/{name}/coach") is None, "the player-dealer decides nothing"


def test_where_no_card_is_shown_it_goes_by_none(live: Live) -> None:
    table = PokerTable(live, "3cp-2", THREE, pd_upcard=False).dealt("Qh 6s 4d 9c 7h Kd")
    house = TableRules.of(rulebook_library.load(THREE), {"pd_upcard": False})
    expected = {way: float(worth) for way, worth in advise(house, "Qh 6s 4d").values.items()}
    assert said(table)[1:] == ("play", expected)


@in_soak
def test_a_hand_that_must_use_its_own_cards_is_told_what_it_is_worth_so(live: Live) -> None:
    """Eight high on queen high: what the board has is of no use. [CA-UTH-A1]"""
    table = PokerTable(live, "uth-2", ULTIMATE, min_hole_cards="1").dealt("8s 6d Kd Qc Ts Jh Qs Ks As")
    house = TableRules.of(rulebook_library.load(ULTIMATE), {"min_hole_cards": "1"})
    for seen in ("", "Ts Jh Qs", "Ts Jh Qs Ks As"):
        expected = {way: float(worth) for way, worth in advise(house, "8s 6d", seen).values.items()}
        assert said(table)[2] == expected
        assert expected != exactly(ULTIMATE, "8s 6d", seen)
        if len(seen) < 14:
            table.decide("check")


def test_rules_that_are_not_counted_have_no_coach(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(house: TableRules) -> None:
        raise NotExactlyCountable("is of a game that nobody has counted")

    monkeypatch.setattr(rules, "solution_of", refused)
    table = PokerTable(live, "uth-4", ULTIMATE, bad_beat_player="exactly-three").dealt("8s 6d Kd Qc Qs 9h 7s 4d 2h")
    told = refusal(table.plays.ask("GET", "/api/tables/uth-4/coach"), 404, "coach/not_available")
    assert told == "A wager of this table is of a game that nobody has counted."


def test_a_limit_that_leaves_one_way_leaves_nothing_to_say(live: Live) -> None:
    """With the maximum on Play an Ante of half of it cannot be raised before the flop. [CA-UTH-A11]"""
    table = PokerTable(live, "uth-3", ULTIMATE, play_counts_to_max=True)
    table.dealt("As Ad Kd Qc Qs 9h 7s 4d 2h", cents=500_00)
    assert table.told() is None
    table.decide("check")
    assert set(said(table)[2]) == {"check", "play-2"}


HIDDEN = {
    ULTIMATE: [
        ("check check", "8s 6d {} {} Qs 9h 7s 4d 2h", "Kd Qc", "Ac Ad"),
        ("check", "8s 6d {} {} Qs 9h 7s {} {}", "Kd Qc 4d 2h", "2c 2d 8h 8d"),
        ("", "8s 6d {} {} {} {} {} {} {}", "Kd Qc Qs 9h 7s 4d 2h", "Ac Ad 8h 8d 6h 6c 6s"),
    ],
    THREE: [("", "Qh 9s 2d {} {} Kd", "9c 7h", "Kh Ks")],
    SIX: [("", "9h 8s 3c {} {} 2d", "9c 7h", "2h 2s")],
}
"""By game: decisions, the deal as seat 2 sees it, and two ways to fill what lies face down before him."""


@pytest.mark.parametrize(("game", "row"), [(game, row) for game, rows in HIDDEN.items() for row in rows])
def test_it_knows_no_card_of_poker_that_the_player_cannot_see(game: str, row: tuple[str, str, str, str]) -> None:
    decisions, seen, *fillings = row
    found = []
    for hidden in fillings:
        drive = poker_dealt(game, "dealer-assist", {2: base(game)}, seen.format(*hidden.split()))
        for choice in decisions.split():
            poker_decide(drive, 2, choice)
        own = drive.state.family.odds.coach
        assert own is not None
        question = coach._question(drive.state, "player:2")
        assert question is not None
        found.append(
            coach.coach_response(drive.state.rules, question, compute_values(coach._job(drive.state, question)))
        )
    assert found[0] is not None
    assert found[0] == found[1]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_the_coach_goes_by_is_what_the_players_own_view_shows(data: st.DataObject) -> None:
    """Any deal, either seat, any moment: its cards are those that lie open in that player's view, and no others."""
    game = data.draw(st.sampled_from([ULTIMATE, THREE, SIX]))
    cards = data.draw(st.permutations(DECK))[: 11 if game == ULTIMATE else 9]
    drive = poker_dealt(game, "dealer-assist", None, " ".join(map(str, cards)))
    for _ in range(data.draw(st.integers(0, 4)) if game == ULTIMATE else 0):
        poker_decide(drive, poker_asked(drive)[0], "check")
    seat = poker_asked(drive)[0]
    view = table_view(drive.state, Viewer("player", f"player:{seat}"), 0, {}, None)
    shown = {hand: [card["card"] for card in lying if "card" in card] for hand, lying in view["hands"].items()}
    own, seen = cards_view(drive.state.rules, drive.state.replay_play, seat)
    assert [str(card) for card in own] == shown[f"player:{seat}"]
    assert [str(card) for card in seen] == [*shown["dealer"], *shown.get("board", [])]
