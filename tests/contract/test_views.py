"""Contract of the views: every key that is sent is declared, for every game, every viewer and every event.

The TypeScript types of the pages agree with the declarations.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from croupier.play import rulebook_library
from croupier.play.family import FAMILIES, family_of
from croupier.play.round import Arrange, Ask
from croupier.rulebook.table_rules import TableRules
from croupier.table import commands as c
from croupier.table.settings import TableSettings, schedule_of
from croupier.table.state import Phase
from croupier.views import event_view, lobby_view, models, own_view, round_view
from croupier.views.layout_view import posted_wagers
from croupier.views.models.lobby import LobbyTileView
from croupier.views.models.player import PrivateEventBody
from croupier.views.models.rounds import RoundView, StaffRoundView
from croupier.views.models.table import TableBodyView, TableView
from croupier.views.private_events import OWN_PARTS
from croupier.views.typescript import FILE, main, typescript
from croupier.views.view_schema import closed_schema, event_schemas
from tests.contract.random_table import as_dealt
from tests.table_driver import Drive, House, first_schedule, placed, player
from tests.views import test_views as evenings
from tests.views.test_views import EVERYBODY, meters_of, view_for

AT_ONCE = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def check_views(drive: Drive, events: list[dict[str, Any]]) -> None:
    """Check the keys of all views and events that any viewer receives now."""
    for viewer in EVERYBODY:
        view = view_for(drive, viewer)
        closed_schema(TableBodyView).validate_python(view)
        check_chips_in_front(view.get("table_stakes"))
        for event in events:
            if (shown := event_view(event, viewer, drive.state)) is not None:
                event_schemas()[shown["kind"]].model_validate(shown)
            if viewer.account and (own := own_view(event, viewer.account)) is not None:
                assert event["kind"] in OWN_PARTS
                closed_schema(PrivateEventBody).validate_python(own)
    for tile in lobby_view([drive.state], drive.at, meters_of(drive)):
        closed_schema(LobbyTileView).validate_python(tile)


def check_chips_in_front(stakes: dict[str, Any] | None) -> None:
    """Check that the chips in front of a player in a hand equal what the hand has left of the player's stack."""
    if stakes is not None and stakes.get("hand") is not None:
        left = {seat["seat"]: seat["stack_cents"] for seat in stakes["hand"]["seats"]}
        shown = {stack["seat"]: stack["in_front_cents"] for stack in stakes["stacks"]}
        assert {seat: shown.get(seat) for seat in left} == left


def check_archived_rounds(drive: Drive) -> None:
    for archived in drive.house.archived.values():
        for viewer in EVERYBODY:
            shown = round_view(archived, viewer)
            closed_schema(StaffRoundView if viewer.is_staff else RoundView).validate_python(shown)
            assert shown["family"] == drive.state.rules.rulebook.written.family


# Every game


def seated_table(rulebook: str, seed: int) -> Drive:
    """Create an automated table with three players; one of them is the bank where a player banks."""
    drive = Drive(rulebook=rulebook, mode="automated", house=House(seed), schedule=first_schedule(rulebook))
    for number in (1, 2, 3):
        drive.fund(number)
    drive.ok(c.OpenTable())
    for number in (1, 2, 3):
        drive.ok(c.SitDown(seat=number), actor=player(number))
        if (random_stakes := drive.state.stakes) is not None:
            drive.ok(c.BuyChips(cents=2 * random_stakes.buy_in(drive.state.rules).least), actor=player(number))
    return drive


def step(drive: Drive, chance: Random) -> None:
    """Take the next step of a game: post the bank, place bets, make a decision, or let the table deal."""
    state = drive.state
    if state.phase is Phase.BETWEEN and state.offers is not None and state.bank is None:
        rotation = state.offers.rotation
        banks = rotation.offered_seat or rotation.player_dealer
        assert banks is not None
        order = c.AcceptBank(cents=9000_00) if rotation.offered_seat else c.PostBank(cents=9000_00)
        drive.ok(order, actor=player(banks))
    elif state.phase is Phase.BETTING and state.round is not None and not state.round.spots:
        for number in (1, 2, 3):
            if state.bank is None or state.bank.seat != number:
                drive.do(placed(number, random_stakes(drive.state.rules, chance, drive)), actor=player(number))
        assert drive.state.round is not None
        assert drive.state.round.spots
    elif state.phase is Phase.DEALING and isinstance(state.replay_play.need, Ask) and chance.random() < 0.8:
        question = chance.choice(state.replay_play.need.questions)
        choice = chance.choice(question.choices)
        drive.do(c.MakeDecision(seat=question.seat, choice=choice.do), actor=player(question.seat))
    elif state.phase is Phase.DEALING and isinstance(state.replay_play.need, Arrange) and chance.random() < 0.7:
        setting = chance.choice(state.replay_play.need.hands_to_set)
        hands = as_dealt(setting) if chance.random() < 0.5 else None
        drive.do(c.ArrangeCards(seat=setting.seat, hands=hands), actor=player(setting.seat))
    else:
        drive.tick()


def random_stakes(rules: TableRules, chance: Random, drive: Drive) -> dict[str, int]:
    """Return minimum stakes: on all line wagers that must be placed together, otherwise on one of them."""
    schedule = schedule_of(drive.state.settings)
    lines = [wager for wager in rules.betting_wagers.values() if wager.group == "line"]
    chosen = lines if any(cap.exact for wager in lines for cap in wager.caps) else [chance.choice(lines)]
    least = max((int(minimum.least) for minimum in rules.joint_minimums), default=0)
    return {wager.id: max(least, int(rules.limit(wager, schedule).least)) for wager in chosen}


@pytest.mark.parametrize("rulebook", rulebook_library.names())
def test_every_key_of_every_view_is_declared(rulebook: str) -> None:
    drive, chance = seated_table(rulebook, 7), Random(rulebook)
    check_views(drive, drive.log)
    while len(drive.house.archived) < 2:
        before = len(drive.log)
        step(drive, chance)
        check_views(drive, drive.log[before:])
    check_archived_rounds(drive)


def test_every_family_has_a_rulebook_here() -> None:
    """Check that every family has a rulebook in this file; the views of a missing family would not be checked."""
    assert {rulebook_library.load(name).written.family for name in rulebook_library.names()} == set(FAMILIES)


def test_every_view_model_file_is_listed_in_parts() -> None:
    """Check that every file of view models is listed; models of a missing file would accept undeclared keys."""
    files = {file.stem for file in Path(models.__path__[0]).glob("*.py")} - {"__init__"}
    assert {part.__name__.rpartition(".")[2] for part in models.PARTS} == files


@AT_ONCE
@given(name=st.sampled_from(sorted(evenings.TABLES)), seed=st.integers(0, 2**32))
def test_random_play_shows_only_declared_keys(name: str, seed: int) -> None:
    drive = evenings.table(name, seed)
    for events in evenings.random_evening(drive, Random(seed), steps=30):
        check_views(drive, events)
    check_archived_rounds(drive)


def test_an_undeclared_key_is_found() -> None:
    shown = {**view_for(seated_table("ilani-midi-baccarat", 1), EVERYBODY[0]), "order_of_the_shoe": ["As"]}
    with pytest.raises(ValidationError, match="order_of_the_shoe"):
        closed_schema(TableBodyView).validate_python(shown)


def test_private_events_have_declared_kinds() -> None:
    kinds = closed_schema(PrivateEventBody).json_schema()["properties"]
    assert "is_own" in kinds
    assert set(OWN_PARTS) <= set(event_schemas())


# The pages' types


def test_the_types_of_the_pages_are_current() -> None:
    assert not list(main(["--check"]))


def test_outdated_types_are_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stale = tmp_path / "wire.ts"
    stale.write_text(FILE.read_text(encoding="utf-8").replace("help_line: string", "help_line: number"), "utf-8")
    monkeypatch.setattr("croupier.views.typescript.FILE", stale)
    assert "run python -m croupier.views.typescript" in next(main(["--check"]))
    assert not list(main([]))
    assert stale.read_text(encoding="utf-8") == typescript()


def test_the_page_types_contain_every_command() -> None:
    types = typescript()
    for name, command in c.COMMANDS.items():
        assert f'export type {command.__name__} = {{\n  do: "{name}";\n' in types
        assert f"  | {command.__name__}" in types


def test_the_page_types_contain_every_key_of_a_table() -> None:
    types = typescript()
    body = types[types.index("export type TableView = {") :]
    body = body[: body.index("\n};")]
    for key in closed_schema(TableView).json_schema()["properties"]:
        assert f"  {key}: " in body or f"  {key}?: " in body


# Data that pages receive and do not compute


def wagers_by_id(rulebook: str, **options: Any) -> dict[str, Any]:
    return {wager["id"]: wager for wager in posted_wagers(TableSettings(rulebook=rulebook, options=options))}


def all_rules() -> Iterator[TableRules]:
    return (TableRules.of(rulebook_library.load(name), {}) for name in rulebook_library.names())


def test_every_wager_has_a_role_that_fits_its_group() -> None:
    for rules in all_rules():
        positions = family_of(rules).wager_layout(rules)
        assert set(positions) == set(rules.wagers)
        assert "main" in {position.role for position in positions.values()}
        if family_of(rules).table_stakes is not None:
            continue  # these chips are not placed on a spot: they are part of the stack
        for name, wager in rules.wagers.items():
            assert (positions[name].role in ("raise", "insurance")) == wager.is_placed_during_round
            assert (positions[name].role in ("main", "beside", "raise")) == (wager.group == "line")


TREASURES = {"player": "player", "banker": "banker", "tie": "tie", "golden-8": "player", "blazing-7s": ""}
BIG_BONUS = {"tie-0-1": "tie", "natural-0": "", "win-4": "", "bbq": ""}
ULTIMATE_WAR = {"player": "player", "banker": "banker", "war": "tie", "ultimate-5-banker": "banker"}
PAIRS = {"match-pair-player": "player", "perfect-pair": "", "total-cards-4": "", "dragon-bonus-banker": "banker"}


@pytest.mark.parametrize(
    ("rulebook", "zones"),
    [
        ("co-5-treasures", TREASURES),
        ("ca-big-bonus-baccarat", BIG_BONUS),
        ("co-baccarat", PAIRS),
        ("ca-ultimate-war", ULTIMATE_WAR),
    ],
)
def test_a_wager_belongs_to_the_hand_that_decides_it(rulebook: str, zones: dict[str, str]) -> None:
    wagers = wagers_by_id(rulebook)
    assert {name: wagers[name]["zone"] for name in zones} == zones


@pytest.mark.parametrize(
    ("rulebook", "cards", "expected"),
    [
        ("ilani-midi-baccarat", "player 7h 6s Kd", "3"),
        ("ilani-midi-baccarat", "banker 4c 5h", "9 natural"),
        ("ilani-midi-baccarat", "player 7h ??", ""),
        ("ilani-blackjack", "player:1 Ah 6s", "17 soft"),
        ("ilani-blackjack", "player:1 Ah Ks", "21 soft natural"),
        ("ilani-blackjack", "player:1/2 Ah Ks", "21 soft"),
        ("ilani-blackjack", "dealer Ah ??", ""),
        ("ilani-blackjack", "dealer 9h 8d 7s", "24 broke"),
        ("ca-pai-gow-poker-triple-bonus", "player:2/high Ks Kd Kh 4c 4d", "full-house K 4"),
        ("ca-pai-gow-poker-triple-bonus", "player:2/low As JK", "pair A"),
        ("ca-pai-gow-poker-triple-bonus", "player:3 As ??", ""),
        ("ca-mini-pai-gow", "player:2/high As 2d 3c 4c 5h", "straight 5"),
        ("ca-mini-pai-gow", "player:2/low JK", "A"),
        ("ca-3-card-poker", "player:1 2h Ah 3h", "straight-flush 3"),
        ("ca-3-card-poker", "player:2 9s 4c 9d", "pair 9 4"),
        ("ca-3-card-poker", "dealer Kh Kd ??", ""),
        ("ca-ultimate-texas-holdem", "player:1 Kh Kd", "pair K"),
        ("ca-ultimate-texas-holdem", "player:1 Kh Kd, board 4s 4h Ks ?? ??", "full-house K 4"),
        ("ca-ultimate-texas-holdem", "player:1 Kh 2d, board 4s 4h Ks 9d 8c", "two-pair K 4 9"),
        ("ca-ultimate-texas-holdem", "dealer Ah 2d, board 3s 4h 5s 9d Kc", "straight 5"),
    ],
)
def test_hands_are_evaluated_from_visible_cards(rulebook: str, cards: str, expected: str) -> None:
    """Check the value of each hand; a hand with a face-down card has no value."""
    rules = TableRules.of(rulebook_library.load(rulebook), {})
    hands = [part.split() for part in cards.split(", ")]
    visible = {name: [None if card == "??" else card for card in hand] for name, *hand in hands}
    value = family_of(rules).evaluate_hands(rules, visible).get(hands[0][0])
    assert value is not None or expected == ""
    if value is not None:
        soft = "soft" if value["is_soft"] else None
        parts = [value["total"], soft, value["category"], *value["ranks"]]
        assert " ".join(str(part) for part in parts if part is not None) == expected
