"""Coach of a play-money house: its answers, the cards that it uses, and where it is not available."""

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
from croupier.families.blackjack.odds.exact import solution_of
from croupier.families.blackjack.odds.strategy import value_given_no_natural
from croupier.families.dealer_poker.shared.odds import strategy
from croupier.families.dealer_poker.shared.odds.strategy import advise, cards_view
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.family_odds import odds_of
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from croupier.server import coach_process
from croupier.server.coach_process import BUSY, CoachJob, CoachService, compute_values
from croupier.server.routes import coach
from croupier.table.settings import DealingMode, TableSettings
from croupier.views import Viewer
from croupier.views.table_view import table_view
from tests.families.dealer_poker.test_live import base, deal_to_question, seats_asked
from tests.families.dealer_poker.test_live import decide as poker_decide
from tests.server_fixture import TABLE, Client, Live, live_house, refusal
from tests.soak import in_soak

BLACKJACK = "bj-1"
RULEBOOK = "house-blackjack"
SEAT = 3


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """Open a house with a blackjack table that a dealer deals; its clock is stopped, so that no decision times out."""
    with live_house(tmp_path_factory.mktemp("house")) as live:
        live.runtime.coach.compute = partial(asyncio.to_thread, compute_values)
        set_up(live, RULEBOOK)
        yield live


@pytest.fixture(scope="module")
def player(live: Live) -> Client:
    client = live.client_as("player")
    client.post("/api/me/buy-in", cents=1_000_00, key=live.key())
    client.command("sit-down", BLACKJACK, seat=SEAT)
    return client


@pytest.fixture(scope="module")
def dealer(live: Live) -> Client:
    client = live.client_as("dealer")
    client.command("load-shoe", BLACKJACK)
    client.command("read-card", BLACKJACK, card="Ks")
    return client


def set_up(live: Live, rulebook: str) -> None:
    settings = {"rulebook": rulebook, "mode": "dealer-assist"}
    live.client_as("admin").post("/api/tables", name=BLACKJACK, settings=settings, key=live.key())
    live.client_as("supervisor").command("open-table", BLACKJACK)


def deal_round(player: Client, dealer: Client, cards: str, cents: int = 25_00) -> None:
    """Place one wager and deal these cards: seat, up card, seat, hole card."""
    dealer.command("open-bets", BLACKJACK)
    player.command("place-wagers", BLACKJACK, seat=SEAT, wagers=[{"wager": "blackjack", "cents": cents}])
    dealer.command("close-bets", BLACKJACK)
    for card in cards.split():
        dealer.command("read-card", BLACKJACK, card=card)


def void_round(live: Live) -> None:
    live.client_as("supervisor").command("void-round", BLACKJACK, reason="the test has seen enough")


def ask_coach(player: Client) -> dict[str, Any]:
    """Return the answer of the coach, with its values by decision."""
    answer: dict[str, Any] = player.get(f"/api/tables/{BLACKJACK}/coach")
    return answer | {"options": {option["do"]: option["value"] for option in answer["options"]}}


def best(cards: list[int], up: int, **options: Any) -> dict[str, float]:
    """Return the exact value of each decision for these cards, by the name of the decision."""
    solution = solution_of(TableRules.of(rulebook_library.load(RULEBOOK)))
    values: dict[str, float] = solution.best(cards, up, **options).legal()
    return {{"double": "double-down"}.get(name, name): worth for name, worth in values.items()}


def test_the_coach_gives_the_value_of_every_decision_the_best_first(live: Live, player: Client, dealer: Client) -> None:
    deal_round(player, dealer, "8s 6c 8h Td")
    answer = ask_coach(player)
    assert (answer["seat"], answer["hand"], answer["question"], answer["best"]) == (SEAT, 1, 1, "split")
    assert answer["options"] == best([8, 8], 6)
    assert list(answer["options"]) == sorted(answer["options"], key=lambda do: -answer["options"][do])
    player.command("decide", BLACKJACK, seat=SEAT, choice="split")
    dealer.command("read-card", BLACKJACK, card="3d")
    after = ask_coach(player)
    assert (after["hand"], after["question"], after["best"]) == (1, 2, "double-down")
    assert after["options"] == best([8, 3], 6, hands=2)
    void_round(live)


def test_the_coach_uses_no_card_that_the_player_cannot_see(live: Live, player: Client, dealer: Client) -> None:
    answers = []
    for hole in ("5d", "Td"):
        deal_round(player, dealer, f"9s 7c 7h {hole}")
        answers.append(ask_coach(player))
        void_round(live)
    assert answers[0] == answers[1]


def test_the_coach_values_insurance_as_a_separate_wager(live: Live, player: Client, dealer: Client) -> None:
    deal_round(player, dealer, "Ts Ac 9h 6d", cents=20_00)
    answer = ask_coach(player)
    hand_value = max(best([10, 9], 1).values())
    solution = solution_of(TableRules.of(rulebook_library.load(RULEBOOK)))
    assert answer["best"] == "decline"
    assert answer["options"] == {
        "decline": hand_value,
        "insure": pytest.approx(hand_value + 0.5 * float(solution.insurance.against([10, 9]))),
    }
    void_round(live)


def test_the_coach_answers_only_the_player_who_has_a_question(live: Live, player: Client, dealer: Client) -> None:
    assert player.get(f"/api/tables/{BLACKJACK}/coach") is None
    deal_round(player, dealer, "9s 7c 7h 5s")
    other_player = live.client_as("player-2")
    assert other_player.get(f"/api/tables/{BLACKJACK}/coach") is None
    refusal(dealer.ask("GET", f"/api/tables/{BLACKJACK}/coach"), 403, "role/forbidden")
    void_round(live)


def test_a_game_without_decisions_has_no_coach(live: Live, player: Client) -> None:
    refusal(player.ask("GET", f"/api/tables/{TABLE}/coach"), 404, "coach/not_available")
    refusal(player.ask("GET", "/api/tables/no-such-table/coach"), 404, "table/not_found")


def test_without_the_odds_packages_the_coach_names_what_to_install(
    live: Live, player: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "find_spec", lambda name: None)
    message = refusal(player.ask("GET", f"/api/tables/{BLACKJACK}/coach"), 503, "coach/no_odds")
    assert "croupier[odds]" in message


def test_a_house_that_plays_for_money_has_no_coach(tmp_path: Path) -> None:
    with live_house(tmp_path, demonstration=False) as real:
        set_up(real, RULEBOOK)
        player = real.client_as("player")
        refusal(player.ask("GET", f"/api/tables/{BLACKJACK}/coach"), 403, "role/play_money_only")


def test_after_the_peek_values_assume_that_the_dealer_has_no_natural() -> None:
    """Check that the coach's values after the peek are those of rounds without a dealer's natural. [CA-BJX-A4]

    Early surrender is possible only before the peek.
    """
    values = best_of("ca-blackjack-x", [10, 6], 10)
    natural = 24 / (6 * 52 - 3)
    shoe = solution_of(TableRules.of(rulebook_library.load("ca-blackjack-x"))).shoe
    value = value_given_no_natural(shoe, values["stand"], [10, 6], 10)
    assert value == pytest.approx((values["stand"] + natural) / (1 - natural))
    assert value_given_no_natural(shoe, values["stand"], [10, 6], 7) == values["stand"]


def best_of(rulebook: str, cards: list[int], up: int) -> dict[str, float]:
    values: dict[str, float] = solution_of(TableRules.of(rulebook_library.load(rulebook))).best(cards, up).legal()
    return values


# The process that computes the answers

PAI_GOW = "ca-pai-gow-tiles"
TILES = "5-6 5-6 3-3 2-2"


def job(cards: str = TILES) -> CoachJob:
    settings = TableSettings(rulebook=PAI_GOW, mode=DealingMode.DEALER_ASSIST)
    digest = rulebook_library.load(PAI_GOW).digest
    return CoachJob.for_settings(settings, digest, cards=tuple(Pack.DOMINOES.parse_all(cards)))


def test_the_coach_process_gives_the_same_answer_and_ends_with_the_server() -> None:
    """Check that the coach's process answers like the function in this process, and ends with the server.

    The job names a rulebook that has changed, because solving a whole game takes too long for a test.
    """
    stale = replace(job(), digest="of another rulebook")

    async def ask_coach() -> tuple[Any, Any]:
        service = CoachService()
        try:
            answer = await service.ask(stale)
            assert service._child is not None
            return answer, service._child
        finally:
            await service.stop()

    answer, child = asyncio.run(ask_coach())
    assert answer == compute_values(stale) == coach_process.CHANGED
    assert child.returncode is not None


def test_a_question_is_computed_once_however_often_it_is_asked() -> None:
    async def ask_coach() -> tuple[list[Any], list[CoachJob]]:
        service, computed = CoachService(), []

        async def compute(coach_job: CoachJob) -> str:
            computed.append(coach_job)
            await asyncio.sleep(0.01)
            return "answer"

        service.compute = compute
        answers = await asyncio.gather(*(service.ask(job()) for _ in range(100)))
        return [*answers, await service.ask(job())], computed

    answers, computed = asyncio.run(ask_coach())
    assert answers == ["answer"] * 101
    assert computed == [job()]


def test_a_coach_that_fails_or_is_overloaded_answers_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach_process, "WAITING_MOST", 1)

    async def ask_coach() -> list[Any]:
        service = CoachService()

        async def compute(coach_job: CoachJob) -> Any:
            await asyncio.sleep(0)
            raise EOFError

        service.compute = compute
        answers = await asyncio.gather(service.ask(job()), service.ask(job("3-3 2-2 5-6 5-6")))
        return [*answers, await service.ask(job())]

    assert asyncio.run(ask_coach()) == [BUSY, BUSY, BUSY]


# The poker games

ULTIMATE, THREE, SIX = "ca-ultimate-texas-holdem", "ca-3-card-poker", "ca-three-card-poker-6-card-bonus"
ANTE = 20_00


class PokerTable:
    """Table that a dealer deals, with a player-dealer at seat 1 and a player at seat 2."""

    def __init__(self, live: Live, name: str, rulebook: str, **options: Any) -> None:
        self.name = name
        settings = {"rulebook": rulebook, "mode": "dealer-assist", "options": options, "schedule": 1}
        live.client_as("admin").post("/api/tables", name=name, settings=settings, key=live.key())
        live.client_as("supervisor").command("open-table", name)
        self.bank_client, self.player_client, self.dealer_client = (
            live.client_as(name) for name in ("player-2", "player", "dealer")
        )
        for seat, client in ((1, self.bank_client), (2, self.player_client)):
            client.post("/api/me/buy-in", cents=2_000_00, key=live.key())
            client.command("sit-down", name, seat=seat)
        self.wagers = ("ante", "blind") if rulebook == ULTIMATE else ("ante",)

    def deal(self, cards: str, cents: int = ANTE) -> PokerTable:
        """Play a round up to the first question."""
        self.dealer_client.command("load-shoe", self.name)
        self.bank_client.command("accept-bank", self.name, cents=1_000_00)
        self.dealer_client.command("open-bets", self.name)
        wagers = [{"wager": wager, "cents": cents} for wager in self.wagers]
        self.player_client.command("place-wagers", self.name, seat=2, wagers=wagers)
        self.dealer_client.command("close-bets", self.name)
        for card in cards.split():
            self.dealer_client.command("read-card", self.name, card=card)
        return self

    def decide(self, choice: str) -> None:
        self.player_client.command("decide", self.name, seat=2, choice=choice)

    def coach_answer(self) -> Any:
        """Return the coach's answer to the player."""
        return self.player_client.get(f"/api/tables/{self.name}/coach")


def advice_at(table: PokerTable) -> tuple[int, str, dict[str, float]]:
    """Return the question number, the best decision and the values of the coach's answer."""
    answer = table.coach_answer()
    assert (answer["seat"], answer["hand"]) == (2, 1)
    return answer["question"], answer["best"], {option["do"]: option["value"] for option in answer["options"]}


def exact_values(rulebook: str, hand: str, board: str = "") -> dict[str, float]:
    """Return the exact value of each decision for a hand and the visible cards."""
    options = advise(TableRules.of(rulebook_library.load(rulebook)), hand, board)
    return {decision: float(value) for decision, value in options.values.items()}


def test_at_holdem_the_coach_gives_exact_values_at_each_of_three_decisions(live: Live) -> None:
    table = PokerTable(live, "uth-1", ULTIMATE).deal("8s 6d Kd Qc Qs 9h 7s 4d 2h")
    question, best_choice, values = advice_at(table)
    assert (question, best_choice) == (1, "check")
    assert values == exact_values(ULTIMATE, "8s 6d")
    assert list(values) == sorted(values, key=lambda do: -values[do])
    assert set(values) == {"check", "play-3", "play-4"}
    table.decide("check")
    question, best_choice, values = advice_at(table)
    assert (question, best_choice) == (2, "check")
    assert values == exact_values(ULTIMATE, "8s 6d", "Qs 9h 7s")
    table.decide("check")
    question, best_choice, values = advice_at(table)
    assert (question, values) == (3, exact_values(ULTIMATE, "8s 6d", "Qs 9h 7s 4d 2h"))
    assert values["fold"] == -2
    table.decide("fold")
    assert table.coach_answer() is None


@pytest.mark.parametrize(("rulebook", "name"), [(THREE, "3cp-1"), (SIX, "tcp-1")])
def test_at_three_card_poker_the_coach_uses_the_exposed_card(live: Live, rulebook: str, name: str) -> None:
    table = PokerTable(live, name, rulebook).deal("Qh 8s 2d 9c 7h Kd")
    question, best_choice, values = advice_at(table)
    assert (question, best_choice) == (1, "fold")
    assert values == exact_values(rulebook, "Qh 8s 2d", "Kd")
    assert table.bank_client.get(f"/api/tables/{name}/coach") is None, "the player-dealer decides nothing"


def test_without_an_exposed_card_the_coach_uses_only_the_players_cards(live: Live) -> None:
    table = PokerTable(live, "3cp-2", THREE, pd_upcard=False).deal("Qh 6s 4d 9c 7h Kd")
    rules = TableRules.of(rulebook_library.load(THREE), {"pd_upcard": False})
    expected = {way: float(worth) for way, worth in advise(rules, "Qh 6s 4d").values.items()}
    assert advice_at(table)[1:] == ("play", expected)


@in_soak
def test_the_coach_values_a_hand_that_must_use_its_own_cards(live: Live) -> None:
    """Check eight high against queen high, where the community cards alone are no hand. [CA-UTH-A1]"""
    table = PokerTable(live, "uth-2", ULTIMATE, min_hole_cards="1").deal("8s 6d Kd Qc Ts Jh Qs Ks As")
    table_rules = TableRules.of(rulebook_library.load(ULTIMATE), {"min_hole_cards": "1"})
    for board in ("", "Ts Jh Qs", "Ts Jh Qs Ks As"):
        expected = {way: float(worth) for way, worth in advise(table_rules, "8s 6d", board).values.items()}
        assert advice_at(table)[2] == expected
        assert expected != exact_values(ULTIMATE, "8s 6d", board)
        if len(board) < 14:
            table.decide("check")


def test_rules_without_exact_odds_have_no_coach(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(table_rules: TableRules) -> None:
        raise NotExactlyCountable("is of a game that nobody has counted")

    monkeypatch.setattr(strategy, "solution_of", refuse)
    table = PokerTable(live, "uth-4", ULTIMATE, bad_beat_player="exactly-three").deal("8s 6d Kd Qc Qs 9h 7s 4d 2h")
    message = refusal(table.player_client.ask("GET", "/api/tables/uth-4/coach"), 404, "coach/not_available")
    assert message == "A wager of this table is of a game that nobody has counted."


def test_the_coach_is_silent_where_a_limit_leaves_one_decision(live: Live) -> None:
    """Check that the coach gives no values if a limit leaves only one decision. [CA-UTH-A11]

    Where Play counts towards the maximum, an Ante of half the maximum cannot be raised before the flop.
    """
    table = PokerTable(live, "uth-3", ULTIMATE, play_counts_to_max=True)
    table.deal("As Ad Kd Qc Qs 9h 7s 4d 2h", cents=500_00)
    assert table.coach_answer() is None
    table.decide("check")
    assert set(advice_at(table)[2]) == {"check", "play-2"}


HIDDEN = {
    ULTIMATE: [
        ("check check", "8s 6d {} {} Qs 9h 7s 4d 2h", "Kd Qc", "Ac Ad"),
        ("check", "8s 6d {} {} Qs 9h 7s {} {}", "Kd Qc 4d 2h", "2c 2d 8h 8d"),
        ("", "8s 6d {} {} {} {} {} {} {}", "Kd Qc Qs 9h 7s 4d 2h", "Ac Ad 8h 8d 6h 6c 6s"),
    ],
    THREE: [("", "Qh 9s 2d {} {} Kd", "9c 7h", "Kh Ks")],
    SIX: [("", "9h 8s 3c {} {} 2d", "9c 7h", "2h 2s")],
}
"""By game: the decisions, the deal with gaps for hidden cards, and two ways to fill the gaps."""


@pytest.mark.parametrize(("game", "row"), [(game, row) for game, rows in HIDDEN.items() for row in rows])
def test_the_coach_uses_no_poker_card_that_the_player_cannot_see(game: str, row: tuple[str, str, str, str]) -> None:
    decisions, deal, *fillings = row
    answers = []
    for hidden in fillings:
        drive = deal_to_question(game, "dealer-assist", {2: base(game)}, deal.format(*hidden.split()))
        for choice in decisions.split():
            poker_decide(drive, 2, choice)
        family_coach = odds_of(drive.state.rules).coach
        assert family_coach is not None
        question = coach._question(drive.state, "player:2")
        assert question is not None
        answers.append(
            coach.coach_response(drive.state.rules, question, compute_values(coach._job(drive.state, question)))
        )
    assert answers[0] is not None
    assert answers[0] == answers[1]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_coach_uses_exactly_the_cards_in_the_players_own_view(data: st.DataObject) -> None:
    """Compare the cards with the open cards in the player's view, for any deal, either seat and any street."""
    game = data.draw(st.sampled_from([ULTIMATE, THREE, SIX]))
    cards = data.draw(st.permutations(DECK))[: 11 if game == ULTIMATE else 9]
    drive = deal_to_question(game, "dealer-assist", None, " ".join(map(str, cards)))
    for _ in range(data.draw(st.integers(0, 4)) if game == ULTIMATE else 0):
        poker_decide(drive, seats_asked(drive)[0], "check")
    seat = seats_asked(drive)[0]
    view = table_view(drive.state, Viewer("player", f"player:{seat}"), 0, {}, None)
    shown = {
        hand: [card["card"] for card in cards_in_hand if "card" in card]
        for hand, cards_in_hand in view["hands"].items()
    }
    own, other_cards = cards_view(drive.state.rules, drive.state.replay_play, seat)
    assert [str(card) for card in own] == shown[f"player:{seat}"]
    assert [str(card) for card in other_cards] == [*shown["dealer"], *shown.get("board", [])]
