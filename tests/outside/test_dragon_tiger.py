"""Dragon Tiger, a game from a package outside croupier, through every command and at a live table."""

from __future__ import annotations

import hashlib
import json
import tomllib
from fractions import Fraction
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from croupier.documents.rules_card import RulesCard
from croupier.documents.rules_card_translation import translate_card
from croupier.play import rulebook_library
from croupier.play.rulebook_translations import translations_of, untranslated_texts
from croupier.rulebook.table_rules import TableRules
from croupier.server.demonstration import demonstration_config
from croupier.table.settings import DealingMode
from croupier.views.models.lobby import LobbyTileView
from croupier.views.models.table import TableView
from croupier.views.view_schema import closed_schema
from tests.outside.packages import EXAMPLE, REGISTER, ROOT, croupier, installed
from tests.server_fixture import Client, Live, live_house

EDGES = {
    "dragon": (Fraction(31, 830), 3.7349),
    "tiger": (Fraction(31, 830), 3.7349),
    "tie": (Fraction(136, 415), 32.7711),
    "suited-tie": (Fraction(58, 415), 13.9759),
}
"""Exact edge of each wager with eight decks, and the published percentage."""
TABLE = "dragon-1"


def json_of(*arguments: str, packages: Path, typed: str = "") -> Any:
    done = croupier(*arguments, packages=packages, typed=typed)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_package_is_small_and_croupier_does_not_name_it() -> None:
    lines = [line for path in EXAMPLE.rglob("src/**/*.py") for line in path.read_text("utf-8").splitlines()]
    assert 0 < len(lines) < 250
    sources = [path for folder in ("src", "web/src") for path in (ROOT / folder).rglob("*.*") if path.is_file()]
    named = [path for path in sources if b"dragon_tiger" in path.read_bytes() or b"dragon-tiger" in path.read_bytes()]
    assert [path for path in named if path.suffix in (".py", ".ts", ".svelte", ".toml", ".json")] == []


def test_the_register_has_the_document_as_it_is() -> None:
    ((name, entry),) = tomllib.loads(REGISTER.read_text("utf-8")).items()
    document = REGISTER.with_name(f"{name}.txt").read_bytes()
    assert (entry["lines"], entry["sha256"]) == (document.count(b"\n"), hashlib.sha256(document).hexdigest())


def test_it_is_listed_with_the_games_of_croupier(example: Path) -> None:
    games = json_of("games", "--json", packages=example)
    assert {"co-baccarat", "dragon-tiger"} <= {game["rulebook"] for game in games}
    assert "Example house, Dragon Tiger" in croupier("games", packages=example).stdout


def test_the_manifest_of_the_software_has_its_files(example: Path, tmp_path: Path) -> None:
    """Check that a changed byte of an outside game is found, as one of croupier's own files is."""
    packages, written = tmp_path / "packages", tmp_path / "manifest.json"
    copytree(example, packages)
    assert croupier("audit", "software", "--write", str(written), packages=packages).returncode == 0
    assert croupier("audit", "software", "--check", str(written), packages=packages).returncode == 0
    rulebook = next(packages.glob("dragon_tiger/**/*.toml"))
    rulebook.write_text(rulebook.read_text("utf-8") + "# changed\n", "utf-8")
    checked = croupier("audit", "software", "--check", str(written), packages=packages)
    name = rulebook.relative_to(packages).as_posix()
    assert checked.returncode == 1
    assert f"outside/dragon-tiger/{name}" in checked.stdout + checked.stderr
    assert "was altered" in checked.stdout + checked.stderr


def test_its_odds_are_exact_and_as_published(example: Path) -> None:
    sheet = json_of("odds", "dragon-tiger", "--json", packages=example)
    assert (sheet["method"], sheet["rounds"]) == ("exact", 416 * 415)
    edges = {wager["wager"]: Fraction(wager["house_edge_exact"]) for wager in sheet["wagers"]}
    assert edges == {name: edge for name, (edge, _) in EDGES.items()}
    assert {name: round(float(100 * edge), 4) for name, edge in edges.items()} == {
        name: published for name, (_, published) in EDGES.items()
    }
    printed = croupier("odds", "dragon-tiger", packages=example).stdout
    assert "Exact: every deal of a round was played by the live round" in printed
    removed = json_of("odds", "dragon-tiger", "--removed", "Ks Kd", "--json", packages=example)
    assert removed["rounds"] == 414 * 413


def test_a_simulation_agrees_with_the_odds(example: Path) -> None:
    sheet = json_of("simulate", "dragon-tiger", "--rounds", "40000", "--seats", "3", "--json", packages=example)
    assert (sheet["method"], sheet["rounds"]) == ("simulated", 40_000)
    for wager in sheet["wagers"]:
        exact, _ = EDGES[wager["wager"]]
        assert abs(wager["house_edge"] - exact) < 2 * wager["interval"], wager["wager"]


def test_its_table_passes_verification(example: Path) -> None:
    (verified,) = json_of("verify", "dragon-tiger", "--rounds", "20000", "--json", packages=example)["rulebooks"]
    assert verified["passed"], verified


def test_its_rules_card_cites_its_own_document(example: Path) -> None:
    card = croupier("rules", "dragon-tiger", packages=example).stdout
    assert "Pays" in card
    assert "dragon-tiger-rules L19" in card
    assert "50% of the stake comes back when the two cards are of" in card
    assert "dragon-tiger-rules.txt, 23 lines" in card


def test_its_texts_stay_english_where_another_game_has_the_same_words(example: Path) -> None:
    """Check that a layout is in one language: mah-jong has a Dragon in Spanish, and no game has a Tiger."""
    with installed(example):
        shipped, own = (translations_of(name, "es") for name in ("ca-mah-jong-pai-gow", "dragon-tiger"))
        assert (shipped.translate("Dragon"), shipped.translate("Tiger")) == ("Dragón", None)
        assert [own.translate(text) for text in ("Dragon", "Tie", "Tiger")] == ["Dragon", "Tie", "Tiger"]
        assert own.translate("Not together with Dragon, Tie.") == "No junto con Dragon, Tie."
        card = translate_card(RulesCard.of(TableRules.of(rulebook_library.load("dragon-tiger"))), "es")
        assert [wager.title for wager in card.wagers] == ["Dragon", "Tiger", "Tie", "Suited Tie"]
        assert (card.wagers[2].rows[0].pays, card.banked_by) == ("8 a 1", "La casa banca el juego.")
        assert set(untranslated_texts()) == {"dragon-tiger"}
        assert {"Dragon Tiger", "Dragon", "equal ranks", "Void round"} <= set(untranslated_texts()["dragon-tiger"])


@pytest.mark.parametrize(
    ("cards", "nets"),
    [
        ("Kh 3d", {"dragon": "50", "tiger": "-50", "tie": "-5", "suited-tie": "-5"}),
        ("As 2s", {"dragon": "-50", "tiger": "50", "tie": "-5", "suited-tie": "-5"}),
        ("9s 9d", {"dragon": "-25", "tiger": "-25", "tie": "40", "suited-tie": "-5"}),
        ("9s 9s", {"dragon": "-25", "tiger": "-25", "tie": "40", "suited-tie": "250"}),
    ],
)
def test_rounds_are_settled(example: Path, cards: str, nets: dict[str, str]) -> None:
    amounts = {"dragon": "50", "tiger": "50", "tie": "5", "suited-tie": "5"}
    wagers = [{"seat": 1, "wager": name, "amount": amount} for name, amount in amounts.items()]
    case = {"rulebook": "dragon-tiger", "wagers": wagers, "cards": cards}
    settled = json_of("settle", "-", "--json", packages=example, typed=json.dumps(case))
    assert {one["wager"]: one["net"] for one in settled["results"]} == {name: f"{net}.00" for name, net in nets.items()}


def test_it_passes_lint_and_is_played_in_the_terminal(example: Path) -> None:
    assert croupier("lint", "dragon-tiger", packages=example).stdout == "dragon-tiger: in order\n"
    played = croupier("play", "dragon-tiger", "--seed", "4", "--fast", packages=example, typed="dragon 50\nq\n")
    assert "Dragon wins, queen over seven." in played.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("strategy", "dragon-tiger"), "there is no strategy to show"),
        (("odds", "dragon-tiger", "--effects"), "--effects: Dragon Tiger is priced by playing rounds"),
        (("simulate", "dragon-tiger", "--device", "cuda"), "--device: needs a kernel"),
        (("simulate", "dragon-tiger", "--seats", "9"), "--seats: is 9; Dragon Tiger has 7 seats"),
        (("simulate", "dragon-tiger", "--count", "hi-lo"), "by a count; Dragon Tiger is simulated without them"),
        (("simulate", "dragon-tiger", "--rounds", "0"), "--rounds: is 0; deal from 1 to"),
    ],
)
def test_what_it_does_not_have_is_refused(example: Path, arguments: tuple[str, ...], message: str) -> None:
    done = croupier(*arguments, packages=example)
    assert done.returncode == 2
    assert message in done.stderr


def test_the_demonstration_has_a_table_of_it(example: Path, tmp_path: Path) -> None:
    with installed(example):
        tables = demonstration_config(tmp_path).table
    assert [table.mode for table in tables if table.rulebook == "dragon-tiger"] == [DealingMode.AUTOMATED]


def test_a_tie_at_a_live_table_shows_all_that_a_screen_needs(example: Path, tmp_path: Path) -> None:
    with installed(example), live_house(tmp_path) as live:
        dealer, player = _open_table(live)
        assert player.get("/api/untranslated") == untranslated_texts()
        view = player.get(f"/api/tables/{TABLE}")["view"]
        assert view["game"]["hands"] == ["dragon", "tiger"]
        wagers = {wager["id"]: wager for wager in view["wagers"]}
        assert {name: wager["zone"] for name, wager in wagers.items()} == {
            "dragon": "dragon",
            "tiger": "tiger",
            "tie": "tie",
            "suited-tie": "tie",
        }
        assert wagers["tie"]["summary"] == "Wins when both cards are of one rank."
        assert wagers["tie"]["rows"][0]["pays"] == "8 to 1"
        assert wagers["tie"]["limit"]["most_cents"] == 50_00
        assert _play(dealer, player, "9s", "4d")["last_round"]["facts"]["winner"] == "dragon"
        view = _play(dealer, player, "9s", "9d")
        closed_schema(TableView).validate_python(view)
        last = view["last_round"]
        assert {hand: value["text"] for hand, value in last["hand_values"].items()} == {
            "dragon": "Nine",
            "tiger": "Nine",
        }
        assert (last["facts"]["winner"], last["facts"]["outcome"]) == ("", "Tie, nine against nine")
        assert last["winning_wagers"] == ["tie"]
        results = {one["wager"]: (one["result"], one["net_cents"]) for one in last["player"]["results"]}
        assert results == {"dragon": ("lose", -25_00), "tie": ("win", 40_00)}
        assert [(past["winner"], past["outcome"], past["cards"]) for past in view["trends"]["record"]["rounds"]] == [
            ("dragon", "Dragon wins, nine over four", {"dragon": ["9s"], "tiger": ["4d"]}),
            ("", "Tie, nine against nine", {"dragon": ["9s"], "tiger": ["9d"]}),
        ]
        half = {"count": 1, "of": 2, "percent": "50.0"}
        assert view["trends"]["all"]["wagers"]["dragon"] == half
        assert view["trends"]["all"]["winners"] == {"dragon": half, "": half}
        (tile,) = [one for one in player.get("/api/lobby") if one["table"] == TABLE]
        closed_schema(LobbyTileView).validate_python(tile)
        assert [past["winner"] for past in tile["record"]["rounds"]] == ["dragon", ""]


def _open_table(live: Live) -> tuple[Client, Client]:
    """Open a table of Dragon Tiger with a shoe, and seat a player at it."""
    admin, dealer, player = (live.client_as(name) for name in ("admin", "dealer", "player"))
    settings = {"rulebook": "dragon-tiger", "mode": "dealer-assist"}
    admin.post("/api/tables", name=TABLE, settings=settings, key=live.key())
    admin.command("open-table", TABLE)
    player.post("/api/me/buy-in", cents=500_00, key=live.key())
    player.command("sit-down", TABLE, seat=1)
    dealer.command("load-shoe", TABLE)
    dealer.command("read-card", TABLE, card="As")
    return dealer, player


def _play(dealer: Client, player: Client, *cards: str) -> Any:
    """Play a round with these cards and return the player's view of the table."""
    dealer.command("open-bets", TABLE)
    wagers = [{"wager": "dragon", "cents": 50_00}, {"wager": "tie", "cents": 5_00}]
    player.command("place-wagers", TABLE, seat=1, wagers=wagers)
    dealer.command("close-bets", TABLE)
    for card in cards:
        dealer.command("read-card", TABLE, card=card)
    dealer.command("call-result", TABLE)
    return player.get(f"/api/tables/{TABLE}")["view"]
