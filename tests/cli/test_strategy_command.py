"""Command `croupier strategy`: the chart in every format, one hand explained, and the refusals."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from croupier.cards.card import DECK
from croupier.cli.strategy import show_strategy
from croupier.errors import BadInput
from croupier.families.blackjack.odds.exact import solution_of
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from tests.strategies import BLACKJACK

ILANI, X, OWN = "ilani-blackjack", "ca-blackjack-x", "house-blackjack"
UPS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]


def show(name: str, *options: str, **overrides: Any) -> None:
    defaults: dict[str, Any] = dict.fromkeys(("hand", "up", "removed", "left", "html", "pdf"))
    show_strategy(name, list(options), **(defaults | {"as_json": False} | overrides))


@pytest.fixture
def printed_by(capsys: pytest.CaptureFixture[str]) -> Any:
    def of(name: str, *options: str, **overrides: Any) -> str:
        show(name, *options, **overrides)
        return capsys.readouterr().out

    return of


@pytest.mark.parametrize("name", BLACKJACK)
def test_every_blackjack_has_a_chart_in_eighty_columns(name: str, printed_by: Any) -> None:
    text = printed_by(name)
    assert "\x1b" not in text
    assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith(("6 decks", "H hit")))
    for heading in ("Hard hands", "Soft hands", "Pairs", "House edge, perfect play", "House edge, this chart"):
        assert heading in text


def test_the_chart_is_the_one_everybody_knows(printed_by: Any) -> None:
    """Check the chart against the published one for six decks, dealer stands on soft 17, double after split."""
    shown = json.loads(printed_by(OWN, as_json=True))
    chart = shown["chart"]
    assert shown["up"] == UPS
    assert "".join(chart["hard_hands"]["16"]) == "SSSSSHHHHH"
    assert "".join(chart["hard_hands"]["12"]) == "HHSSSHHHHH"
    assert "".join(chart["hard_hands"]["11"]) == "DDDDDDDDDH"
    assert "".join(chart["hard_hands"]["9"]) == "HDDDDHHHHH"
    assert chart["soft_hands"]["A,7"] == ["S", "Ds", "Ds", "Ds", "Ds", "S", "S", "H", "H", "H"]
    assert "".join(chart["pairs"]["8,8"]) == "".join(chart["pairs"]["A,A"]) == "PPPPPPPPPP"
    assert "".join(chart["pairs"]["10,10"]) == "SSSSSSSSSS"
    assert "".join(chart["pairs"]["9,9"]) == "PPPPPSPPSS"


def test_json_has_the_documented_keys_and_the_exact_value(printed_by: Any) -> None:
    shown = json.loads(printed_by(ILANI, as_json=True))
    assert set(shown) == {
        "rulebook", "digest", "rules", "value", "house_edge", "chart_value", "chart_cost", "insurance", "up", "chart",
        "meanings",
    }  # fmt: skip
    assert shown["value"] == pytest.approx(-0.01886881178428, abs=1e-6)
    assert shown["house_edge"] == -shown["value"]
    assert 0 <= shown["chart_cost"] == shown["value"] - shown["chart_value"] < 1e-3
    assert {cell for block in shown["chart"].values() for row in block.values() for cell in row} == set(
        shown["meanings"]
    )
    assert shown["digest"] == rulebook_library.load(ILANI).digest


def test_an_option_changes_the_chart(printed_by: Any) -> None:
    early = json.loads(printed_by(OWN, "surrender=early", as_json=True))
    assert early["house_edge"] < json.loads(printed_by(OWN, as_json=True))["house_edge"]
    assert "R" in early["meanings"]


def test_a_game_that_plays_to_31_has_lines_for_21(printed_by: Any) -> None:
    chart = json.loads(printed_by(X, as_json=True))["chart"]
    assert "21" in chart["hard_hands"]
    assert "A,10" in chart["soft_hands"]
    assert "21" not in json.loads(printed_by(ILANI, as_json=True))["chart"]["hard_hands"]


class Words(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.addresses: list[str] = []
        self.feed(text)

    def handle_data(self, data: str) -> None:
        self.words.append(data.strip())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for key, value in attrs if key in ("src", "href")]


def test_a_page_and_a_print_are_written_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    html, pdf = tmp_path / "chart.html", tmp_path / "chart.pdf"
    show(ILANI, html=html, pdf=pdf)
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"Wrote {html}.\nWrote {pdf}.\n")
    page = Words(html.read_text("utf-8"))
    assert not page.addresses, "a page fetches nothing"
    assert {"A,7", "8,8", "Ds", "Rs"} <= set(page.words)
    assert pdf.read_bytes().startswith(b"%PDF")


def test_json_goes_with_a_page(tmp_path: Path, printed_by: Any) -> None:
    assert json.loads(printed_by(OWN, as_json=True, html=tmp_path / "a.html"))["rulebook"] == OWN
    assert (tmp_path / "a.html").exists()


# One hand


def test_a_hand_is_explained_with_the_value_of_every_decision_best_first(printed_by: Any) -> None:
    shown = json.loads(printed_by(ILANI, hand="8s 8h", up="6c", as_json=True))
    values = [option["value"] for option in shown["options"]]
    assert (shown["hand"], shown["up"], shown["best"]) == ("8s 8h", "6c", "split")
    assert values == sorted(values, reverse=True)
    assert {option["do"] for option in shown["options"]} == {"split", "stand", "hit", "double", "surrender"}
    solved = solution_of(TableRules.of(rulebook_library.load(ILANI), {})).best([8, 8], 6)
    assert values[0] == solved.split
    text = printed_by(ILANI, hand="8s 8h", up="6c")
    assert "8♠ 8♥ against 6♣" in text
    assert re.search(r"split +\+0\.37\d+\n", text)


def test_three_cards_may_only_hit_or_stand(printed_by: Any) -> None:
    shown = json.loads(printed_by(ILANI, hand="5s 4h 2d", up="6c", as_json=True))
    assert {option["do"] for option in shown["options"]} == {"hit", "stand"}


def test_cards_out_of_the_shoe_change_what_is_best(printed_by: Any) -> None:
    """Check sixteen against a ten: hit from a full shoe, stand after the low cards have left the shoe."""
    overrides = {"hand": "Ts 6h", "up": "Td", "as_json": True}
    small = " ".join(f"{rank}{suit}" for rank in "2345" for suit in "shdc" for _ in range(3))
    full, rich = (json.loads(printed_by(OWN, removed=out, **overrides)) for out in (None, small))
    assert (full["best"], rich["best"]) == ("hit", "stand")


def test_insurance_is_worth_it_from_a_shoe_full_of_tens(printed_by: Any) -> None:
    small = " ".join(f"{rank}{suit}" for rank in "2345678" for suit in "shdc" for _ in range(5))
    assert json.loads(printed_by(OWN, as_json=True))["insurance"].startswith("Never insure: from a full shoe")
    rich = json.loads(printed_by(OWN, as_json=True, removed=small))
    assert re.fullmatch(r"Insure: from these cards insurance wins \d+\.\d+% of what is put on it\.", rich["insurance"])


def test_remaining_cards_and_removed_cards_give_the_same_strategy(printed_by: Any) -> None:
    out = "As Kd 5c"
    left = " ".join(str(card) for card in DECK for _ in range(6 - out.split().count(str(card))))
    by_removed, by_left = (
        json.loads(printed_by(OWN, as_json=True, **arguments)) for arguments in ({"removed": out}, {"left": left})
    )
    assert by_removed["value"] == by_left["value"]
    assert by_removed["chart"] == by_left["chart"]


# Refusals


@pytest.mark.parametrize(
    ("name", "overrides", "message"),
    [
        ("co-baccarat", {}, "^RULEBOOK: nobody decides anything in Baccarat"),
        ("no-such-game", {}, "there is no rulebook"),
        (ILANI, {"hand": "8s 8h"}, "^--hand: goes with --up"),
        (ILANI, {"up": "6c"}, "^--hand: goes with --up"),
        (ILANI, {"hand": "8s", "up": "6c"}, "^--hand: is one card; a hand has two or more"),
        (ILANI, {"hand": "8s 8h", "up": "6c 7c"}, "^--up: is 2 cards; the dealer shows one"),
        (ILANI, {"hand": "8s 1x", "up": "6c"}, '^--hand: "1x" is not a card'),
        (ILANI, {"hand": "8s 8h", "up": "JK"}, "^--up: "),
        (ILANI, {"hand": "Ks 6h Kd", "up": "6c"}, "^--hand: counts 26: over 21 there is nothing left to decide"),
        (ILANI, {"hand": "8s 8h", "up": "6c", "html": Path("a.html")}, "^--hand: is explained here"),
        (ILANI, {"hand": "6c 6c 6c 2h", "up": "6c", "removed": "6c 6c 6c"}, "^--hand: 6c leaves the shoe 4 times"),
        (ILANI, {"removed": "8s " * 7}, "^--removed: 8s leaves the shoe 7 times; it holds 6"),
        (ILANI, {"removed": "8s", "left": "8h"}, "^--left: does not go with --removed"),
        (ILANI, {"left": "8s 8h"}, "^--left: 2 cards are left"),
        (ILANI, {"left": "As Ks Qs Js Ts 9s 8s 7s"}, "^shoe: 8 cards with 65 pips are left"),
    ],
)
def test_an_invalid_request_is_refused_with_its_field(name: str, overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        show(name, **overrides)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(BadInput, match='there is no option "soft_17"'):
        show(ILANI, "soft_17=hit")


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^--html: "):
        show(OWN, html=tmp_path / "nowhere" / "a.html")


def test_a_game_without_a_solver_is_refused_with_a_reason(tmp_path: Path) -> None:
    written = (Path(rulebook_library.__file__).parents[1] / "rulebook" / "data" / f"{OWN}.toml").read_text("utf-8")
    mine = tmp_path / "mine.toml"
    win = 'when = "in_play and (beats_dealer or (charlie and not dealer_natural))"'
    assert win in written
    mine.write_text(written.replace(win, 'when = "in_play and beats_dealer and hand_cards == 2"'), "utf-8")
    with pytest.raises(BadInput, match=r"^RULEBOOK: the main wager pays by hand_cards"):
        show(str(mine))
