"""Par sheets in every output format (screen, JSON, CSV, HTML, PDF), and the shipped sheets."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from rich.console import Console

import croupier
from croupier.cards import parse_cards
from croupier.cli.odds import show_odds
from croupier.documents.number_format import chance, decimal, format_number, format_one_in, percent, signed
from croupier.documents.par_sheet import par_sheet_document
from croupier.documents.par_sheet_csv import HEADINGS
from croupier.documents.par_sheet_model import ParSheetDocument
from croupier.documents.par_sheet_text import print_sheet
from croupier.documents.par_sheet_xlsx import FIRST_ROW, sheet_xlsx
from croupier.errors import BadInput
from croupier.families.baccarat.odds.removal_effects import removal_effects
from croupier.odds.family_odds import exact_par_sheet
from croupier.odds.par_sheet import fraction_text, sheet_json
from croupier.odds.par_sheet_schema import FILE, par_sheet_schema
from croupier.odds.priced_odds import priced_odds, priced_odds_json
from croupier.odds.shipped_sheets import OPTIONS_WITHOUT_EFFECT_ON_PAY, load_shipped_sheet
from croupier.odds.shoe_composition import Composition
from croupier.play import rulebook_library
from croupier.play.family import load_family
from croupier.rulebook.table_rules import TableRules
from tests.soak import in_soak, or_soak
from tests.table_rules import rules_of

RULEBOOKS = [
    name
    for name in rulebook_library.names()
    if load_family(rulebook_library.load(name).written.family).table_stakes is None
]
"""Rulebooks that have a par sheet; games in which seats play against each other have none."""
SCHEMA_VALIDATOR = jsonschema.Draft202012Validator(par_sheet_schema())
MIXED_BET = """
[[wager]]
id     = "suited-pair-of-suits"
title  = "Pair and <Suit> & *more* #panic()"
pays   = [{ when = "player_pair and banker_suited", odds = "20:1" }]
limits = { min = "1", max = "25" }
cite   = "L2397-2405"

[[wager]]
id     = "marked"
title  = "<b>Tie</b> & $x_1$ *#panic()* [b]"
pays   = [{ when = "tie", odds = "7:1" }]
limits = { min = "1", max = "25" }
cite   = "L2397-2405"
"""


@cache
def shipped_parts(name: str) -> ParSheetDocument:
    shipped = load_shipped_sheet(rules_of(name))
    assert shipped is not None
    return par_sheet_document(shipped.sheet, {wager: odds[0] for wager, odds in shipped.progressives.items()})


def text_of(parts: ParSheetDocument) -> str:
    file = io.StringIO()
    print_sheet(parts, Console(file=file, width=80, highlight=False))
    return file.getvalue()


def show(name: str, *options: str, **arguments: Any) -> None:
    forms: dict[str, Any] = {
        **{"removed": None, "left": None, "effects": False, "players": 1},
        **{"as_json": False, "as_csv": False, "html": None, "pdf": None},
    }
    show_odds(name, list(options), **(forms | arguments))


@pytest.fixture
def own_rulebook(tmp_path: Path) -> Path:
    """Write Cash-In Baccarat with two more wagers, one of which no exact count can decide; return its path."""
    written = files("croupier.rulebook").joinpath("data/ca-cash-in-baccarat.toml").read_text("utf-8")
    path = tmp_path / "own.toml"
    path.write_text(written.replace("[settlement]", f"{MIXED_BET}\n[settlement]"), "utf-8")
    return path


# Shipped sheets.
def test_every_shipped_sheet_has_a_shipped_rulebook() -> None:
    folder = files("croupier.odds").joinpath("sheets")
    assert sorted(entry.name for entry in folder.iterdir()) == sorted(f"{name}.json" for name in RULEBOOKS)


def test_a_shipped_sheet_is_used_only_for_its_rules(tmp_path: Path) -> None:
    assert load_shipped_sheet(rules_of("co-baccarat")) is not None
    assert load_shipped_sheet(rules_of("co-baccarat", decks="8")) is not None
    assert load_shipped_sheet(rules_of("co-baccarat", decks="6")) is None
    written = files("croupier.rulebook").joinpath("data/ca-cash-in-baccarat.toml").read_text("utf-8")
    edited = tmp_path / "edited.toml"
    edited.write_text(written.replace('"40:1"', '"41:1"'), "utf-8")
    assert load_shipped_sheet(TableRules.of(rulebook_library.load_file(edited))) is None
    edited.write_text(written + "\n# a comment is no rule\n", "utf-8")
    assert load_shipped_sheet(TableRules.of(rulebook_library.load_file(edited))) is not None


def test_shipped_sheets_are_printed_without_importing_kernels_or_plots() -> None:
    code = (
        "import sys\nfrom croupier.cli import main\n"
        f"for name in {or_soak(RULEBOOKS[::4], 4)!r}:\n"
        "    for form in ([], ['--json'], ['--csv'], ['--players', '3']):\n"
        "        sys.argv = ['croupier', 'odds', name, *form]\n"
        "        try:\n            main()\n"
        "        except SystemExit as end:\n            assert not end.code, end.code\n"
        "heavy = {'numba', 'scipy', 'matplotlib', 'typst', 'dask', 'distributed'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_edited_rulebook_is_computed(own_rulebook: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own_rulebook.write_text(own_rulebook.read_text("utf-8").replace('"7:1"', '"6:1"'), "utf-8")
    show(str(own_rulebook), as_json=True)
    printed = json.loads(capsys.readouterr().out)
    tie = next(wager for wager in printed["wagers"] if wager["wager"] == "marked")
    assert Fraction(tie["house_edge_exact"]) == 1 - 7 * Fraction(475_627_426_473_216, 4_998_398_275_503_360)


@in_soak
def test_compile_time_is_shown_when_kernels_are_compiled_and_not_again(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "croupier", "odds", "co-dragon-bonus", "-o", "decks=6"]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    first, second = (
        subprocess.run(command, capture_output=True, text=True, timeout=120, check=True, env=environment)
        for _ in range(2)
    )
    assert re.fullmatch(r"croupier: compiled kernels in \d+\.\d s, kept for next time\n", first.stderr)
    assert second.stderr == ""
    assert first.stdout == second.stdout


# JSON.
@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_shipped_sheet_validates_against_the_published_schema(name: str) -> None:
    sheet = json.loads(json.dumps(priced_odds_json(priced_odds(rules_of(name)))))
    SCHEMA_VALIDATOR.validate(sheet)


def test_simulated_sheets_and_effects_validate_too() -> None:
    game = croupier.load("co-baccarat")
    SCHEMA_VALIDATOR.validate(json.loads(json.dumps(sheet_json(game.simulate(10_000).sheet))))
    with_effects = priced_odds_json(priced_odds(game.rules(), game.shoe(removed="8h"), with_effects=True))
    SCHEMA_VALIDATOR.validate(json.loads(json.dumps(with_effects)))


@pytest.mark.parametrize(
    "change",
    [
        {"digest": "abc"},
        {"method": "guessed"},
        {"wagers": [{"wager": "tie"}]},
        {"seed": 1},
        {"rounds": "many"},
    ],
)
def test_what_is_no_par_sheet_does_not_validate(change: dict[str, Any]) -> None:
    sheet = json.loads(json.dumps(priced_odds_json(priced_odds(rules_of("co-baccarat")))))
    assert SCHEMA_VALIDATOR.is_valid(sheet)
    assert not SCHEMA_VALIDATOR.is_valid(sheet | change)


def test_the_published_schema_is_the_one_of_the_program() -> None:
    assert json.loads(FILE.read_text("utf-8")) == par_sheet_schema()
    described = par_sheet_schema()["$defs"]["WagerOddsJson"]["properties"]
    assert all("description" in one for one in described.values())


# Workbooks.
SPREADSHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def cells_of(content: bytes, number: int) -> dict[str, tuple[str, str]]:
    """Return formula and value of every cell of a worksheet, by place."""
    book = zipfile.ZipFile(io.BytesIO(content))
    strings = ["".join(one.itertext()) for one in ElementTree.fromstring(book.read("xl/sharedStrings.xml"))]
    cells = {}
    for cell in ElementTree.fromstring(book.read(f"xl/worksheets/sheet{number}.xml")).iter(f"{SPREADSHEET}c"):
        value = cell.findtext(f"{SPREADSHEET}v", "")
        text = strings[int(value)] if cell.get("t") == "s" else value
        cells[cell.attrib["r"]] = cell.findtext(f"{SPREADSHEET}f", ""), text
    return cells


@pytest.mark.parametrize("name", ["co-99-fortunes", "ca-ultimate-texas-holdem", "ilani-blackjack"])
def test_a_workbook_has_formulas_over_the_lines_with_the_values_of_the_sheet(name: str) -> None:
    priced = priced_odds(rules_of(name))
    content = sheet_xlsx(priced.sheet, priced.progressives)
    assert content == sheet_xlsx(priced.sheet, priced.progressives)
    summary, lines = cells_of(content, 1), cells_of(content, 2)
    for row, odds in enumerate(priced.sheet.wagers.values(), start=FIRST_ROW + 1):
        formula, value = summary[f"C{row}"]
        found = re.fullmatch(r"-SUMPRODUCT\(Lines!\$E\$(\d+):\$E\$(\d+),Lines!\$G\$\1:\$G\$\2\)", formula)
        assert found, formula
        places = range(int(found[1]), int(found[2]) + 1)
        assert [lines[f"A{place}"][1] for place in places] == [odds.wager] * len(odds.lines)
        counts = [float(lines[f"F{place}"][1]) for place in places]
        nets = [float(lines[f"E{place}"][1]) for place in places]
        edge = -sum(net * count for net, count in zip(nets, counts, strict=True)) / sum(counts)
        assert edge == pytest.approx(float(value), abs=1e-12)
        assert edge == pytest.approx(-float(odds.mean_of_lines), abs=1e-12)
        assert float(summary[f"F{row}"][1]) == pytest.approx(float(odds.hit))
        assert float(summary[f"I{row}"][1]) == pytest.approx(odds.standard_deviation)
        assert summary[f"D{row}"][1] == (fraction_text(odds.house_edge) if odds.precision == "exact" else "")
    if priced.progressives:
        meters = cells_of(content, 3)
        odds_of_meter = priced.progressives["fortunes-99"]
        assert meters["F2"][0] == "D2+SUMPRODUCT(C$2:C$2,E$2:E$2)"
        assert float(meters["F2"][1]) == pytest.approx(float(odds_of_meter.return_at_seeds))
        assert float(meters["G2"][1]) == pytest.approx(float(odds_of_meter.break_even(odds_of_meter.meters[0])) / 100)


def test_text_of_a_rulebook_is_no_formula_in_a_workbook() -> None:
    odd = croupier.load("co-baccarat").with_wager("odd", "player_pair", "20:1", title="=1+1")
    cells = cells_of(sheet_xlsx(odd.odds(), {}), 1)
    assert ("", "=1+1") in cells.values()
    assert not any(formula == "1+1" for formula, _ in cells.values())


def test_a_workbook_is_written_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sheet.xlsx"
    show("co-baccarat", xlsx=file)
    assert capsys.readouterr().out == ""
    assert cells_of(file.read_bytes(), 1)["A1"][1] == "Baccarat"
    with pytest.raises(BadInput, match="--xlsx: goes with a par sheet"):
        show("ca-texas-holdem", xlsx=file)


# Text on a screen.
@pytest.mark.parametrize("name", RULEBOOKS)
def test_piped_text_has_no_colours_keeps_to_eighty_columns_and_ends_no_line_in_blanks(name: str) -> None:
    lines = text_of(shipped_parts(name)).splitlines()
    assert not any("\x1b" in line or line != line.rstrip() or len(line) > 80 for line in lines)


def test_the_table_shows_its_counts_and_every_figure() -> None:
    text = text_of(shipped_parts("co-ez-baccarat"))
    assert "Shoe: 8 decks, all 416 cards." in text
    assert "Exact: all 4,998,398,275,503,360 deals" in text
    assert re.search(r"Dragon 7 +7\.6113 +2\.253 +0\.000 +97\.747 +6\.0849 +6\.434 +40\n", text)
    assert re.search(r"Banker two-card 7 over 0 +60 for 1 +0\.7738 +1 in 129\.2\n", text)
    assert "Returns 71.0975 % of the stake without the meter" in text
    assert re.search(r"EZ Baccarat Progressive +\$0 +0\.2665 % +\$108,453\n", text)


def test_effects_are_shown_for_every_rank_within_eighty_columns(capsys: pytest.CaptureFixture[str]) -> None:
    show("ca-ez-baccarat-dragon-7", effects=True)
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert re.search(r"Dragon 7 \* +edge 7\.6113, sum 2\.823, spread 9\.51\n-\.050 \+\.090 ", text)
    assert "Player line  edge 1.2351" in text


def test_a_wager_that_cannot_be_counted_is_simulated_from_a_full_shoe(
    own_rulebook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    show(str(own_rulebook), as_json=True)
    printed = json.loads(capsys.readouterr().out)
    (simulated,) = [wager for wager in printed["wagers"] if wager["precision"] == "simulated"]
    assert simulated["wager"] == "suited-pair-of-suits"
    assert simulated["interval"] > 0
    assert "not_counted" not in printed


def test_a_wager_that_cannot_be_counted_is_listed_with_the_reason(
    own_rulebook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    show(str(own_rulebook), removed="As")
    text = capsys.readouterr().out
    assert "Pair and <Suit> & *more* #panic() is not counted exactly: it looks at the" in text
    assert "croupier simulate" in text


def test_chosen_options_and_removed_cards_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    show("co-baccarat", "decks=6", removed="8h 8h Ks")
    text = capsys.readouterr().out
    assert "Chosen: decks 6 (not 8)" in text
    assert "Shoe: 309 cards left of 6 decks. Out: 2x8h Ks." in text
    show("co-baccarat", left="As 2s 3s 4s 5s 6s 7s 7s")
    assert "Shoe: 8 cards left of 8 decks: As 2s 3s 4s 5s 6s 2x7s." in capsys.readouterr().out


# JSON and CSV.
def test_json_is_the_documented_shape(capsys: pytest.CaptureFixture[str]) -> None:
    show("co-99-fortunes", as_json=True, players=2)
    printed = json.loads(capsys.readouterr().out)
    assert printed["digest"] == rulebook_library.load("co-99-fortunes").digest
    assert (printed["method"], printed["rounds"]) == ("exact", 4_998_398_275_503_360)
    assert printed["options"]["seed"] == "10000.00"
    banker, fortunes = printed["wagers"][1], printed["wagers"][3]
    assert {key: banker[key] for key in ("wager", "paytable", "interval")} == {
        "wager": "banker", "paytable": None, "interval": None,
    }  # fmt: skip
    assert banker["house_edge"] == pytest.approx(0.0105790578, abs=5e-11)
    assert float(Fraction(banker["house_edge_exact"])) == banker["house_edge"]
    assert banker["hit"] + banker["push"] + banker["loss"] == pytest.approx(1)
    assert fortunes["rows"][0]["row"] == "Suited quads of one's own seat"
    assert set(fortunes["rows"][0]) == {"row", "pays", "probability"}
    assert fortunes["paytable"] == "P1"
    meters = fortunes["meters"]
    assert meters["players"] == 2
    assert meters["return_without_meter"] == pytest.approx(1 - fortunes["house_edge"])
    (meter,) = meters["each"]
    assert meters["return_without_meter"] + meters["envy"] + meter["return_per_dollar"] * meter["break_even"] == (
        pytest.approx(1)
    )


def test_json_says_what_is_left_and_what_was_not_counted(
    own_rulebook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    show(str(own_rulebook), as_json=True, left="As 2s 3s 4s 5s 7s 7s")
    printed = json.loads(capsys.readouterr().out)
    assert printed["left"] == {"As": 1, "2s": 1, "3s": 1, "4s": 1, "5s": 1, "7s": 2}
    assert printed["not_counted"]["suited-pair-of-suits"].startswith("looks at the first four cards and at the suits")
    assert printed["rounds"] == 7 * 6 * 5 * 4 * 3 * 2


def test_json_has_the_effects_when_they_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    show("ca-ez-baccarat-dragon-7", as_json=True, effects=True)
    dragon = json.loads(capsys.readouterr().out)["wagers"][3]
    assert list(dragon["effects"]["by_rank"]) == list("A23456789TJQK")
    assert dragon["effects"]["by_rank"]["8"] == pytest.approx(-0.00538, abs=5e-6)
    assert dragon["effects"]["can_be_counted"] is True


def is_played(rules: TableRules, wager: str) -> bool:
    """Return whether the edge of the wager is that of perfect play, and not a counted one."""
    section = rules.rulebook.written.own
    return getattr(section, "wager", None) == wager


@pytest.mark.parametrize("name", RULEBOOKS)
def test_csv_has_a_line_for_each_way_each_wager_can_end(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    show(name, as_csv=True)
    lines = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert tuple(lines[0]) == HEADINGS
    rules = rules_of(name)
    assert list(dict.fromkeys(line["wager"] for line in lines)) == list(rules.wagers)
    for wager in rules.wagers:
        ends = [line for line in lines if line["wager"] == wager]
        assert sum(int(line["deals"]) for line in ends) == int(ends[0]["of"])
        expected = sum(Fraction(line["net"]) * Fraction(int(line["deals"]), int(line["of"])) for line in ends)
        # Results of a blackjack round are simulated and its edge is exact: they differ by at most four standard errors.
        slack = 4 * float(ends[0]["standard_deviation"]) / int(ends[0]["of"]) ** 0.5 if is_played(rules, wager) else 0
        assert abs(float(-expected) - float(ends[0]["house_edge"])) <= slack


# Documents.
class Page(HTMLParser):
    """HTML parser that collects external references and checks that every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def with_effects(name: str) -> ParSheetDocument:
    sheet = exact_par_sheet(rules_of(name))
    return par_sheet_document(sheet, {}, removal_effects(sheet))


def html_of(parts: ParSheetDocument) -> str:
    from croupier.documents.par_sheet_html import sheet_html

    return sheet_html(parts)


def pdf_of(parts: ParSheetDocument) -> bytes:
    from croupier.documents.par_sheet_pdf import sheet_pdf

    return sheet_pdf(parts)


DOCUMENTS = {
    "with a progressive": lambda: shipped_parts("co-99-fortunes"),
    "with effects": lambda: with_effects("ca-ez-baccarat-dragon-7"),
}


@pytest.mark.parametrize("which", DOCUMENTS)
def test_a_page_needs_nothing_from_the_network_and_names_its_sources(which: str) -> None:
    parts = DOCUMENTS[which]()
    page = Page(html_of(parts))
    assert not page.open
    assert all(address.startswith(("data:image/svg+xml;base64,", "#")) for address in page.addresses)
    assert len([address for address in page.addresses if address.startswith("data:")]) == len(parts.wagers) + bool(
        parts.has_effects
    )
    words = " ".join(page.words)
    for wager in parts.wagers:
        assert wager.edge_exact in words
        assert all(end.deals in words and end.cite in words for end in wager.ends)
    assert parts.digest in words
    assert "no claim of certification" in words


@pytest.mark.parametrize("which", or_soak(tuple(DOCUMENTS), 1))
def test_the_same_sheet_gives_the_same_documents(which: str) -> None:
    parts = DOCUMENTS[which]()
    pdf = pdf_of(parts)
    assert pdf.startswith(b"%PDF")
    assert pdf == pdf_of(parts)
    assert html_of(parts) == html_of(parts)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_end_of_every_wager_is_cited_and_contributions_add_up(name: str) -> None:
    for wager in shipped_parts(name).wagers:
        assert wager.cite
        assert all(re.search(r"\bL\d", end.cite) for end in wager.ends)
        total = sum(Fraction(end.contribution.replace("−", "-").replace(",", "")) for end in wager.ends)
        assert abs(total - Fraction(wager.expected.replace("−", "-"))) <= Fraction(len(wager.ends) + 1, 20_000)


def test_markup_in_a_rulebook_is_plain_text_on_a_page_or_in_a_pdf(own_rulebook: Path) -> None:
    sheet = exact_par_sheet(TableRules.of(rulebook_library.load_file(own_rulebook)))
    parts = par_sheet_document(sheet)
    assert "<b>Tie</b> & $x_1$ *#panic()* [b]" in " ".join(Page(html_of(parts)).words)
    assert pdf_of(parts).startswith(b"%PDF")


def test_documents_are_written_beside_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    show("ca-ez-baccarat-dragon-7", as_json=True, html=tmp_path / "a.html", pdf=tmp_path / "a.pdf")
    printed = capsys.readouterr()
    assert json.loads(printed.out)["rulebook"] == "ca-ez-baccarat-dragon-7"
    assert printed.err == f"Wrote {tmp_path / 'a.html'}.\nWrote {tmp_path / 'a.pdf'}.\n"
    assert (tmp_path / "a.html").read_text("utf-8").startswith("<!doctype html>")
    show("ca-ez-baccarat-dragon-7", pdf=tmp_path / "a.pdf")
    assert capsys.readouterr().out == ""


# Bad input.
@pytest.mark.parametrize(
    ("options", "arguments", "message"),
    [
        ([], {"removed": "9x"}, '^--removed: "9x" is not a card'),
        ([], {"left": "As ?"}, '^--left: "\\?" is not a card'),
        ([], {"removed": "As " * 9}, "^--removed: As leaves the shoe 9 times; it holds 8$"),
        ([], {"left": "As " * 9}, "^--left: As is named 9 times; a shoe of 416 cards holds 8$"),
        ([], {"left": "As 2s 3s 4s 5s"}, "^--left: 5 cards are left; a round needs 6$"),
        ([], {"left": ""}, "^--left: 0 cards are left"),
        ([], {"left": "As 2s 3s 4s 5s 6s", "removed": "8h"}, "^--left: does not go with --removed"),
        ([], {"left": "As 2s 3s 4s 5s 6s", "effects": True}, "^--effects: 6 cards are left"),
        ([], {"players": 0}, "^--players: is 0; the table has seats for 1 to 9$"),
        ([], {"as_json": True, "as_csv": True}, "^--csv: does not go with --json"),
        (["decks=9"], {}, r"^options\.decks: "),
        (["decks=none"], {}, r"^options\.decks: "),
        ([], {"html": Path("/no/such/folder/a.html")}, "^--html: .* cannot be written: No such file"),
        ([], {"pdf": Path("/")}, "^--pdf: / is not a file"),
    ],
)
def test_bad_input_is_refused_with_its_field_and_prints_nothing(
    options: list[str], arguments: dict[str, Any], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadInput, match=message):
        show("co-99-fortunes", *options, **arguments)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("module", "arguments", "message"),
    [
        ("numba", {"removed": "8h"}, r"^odds: needs Numba; install it with: pip install 'croupier\[odds\]'$"),
        ("matplotlib", {"html": Path("a.html")}, r"^--html: needs Matplotlib; .*'croupier\[odds\]'$"),
        ("matplotlib", {"pdf": Path("a.pdf")}, "^--pdf: needs Matplotlib"),
        ("typst", {"pdf": Path("a.pdf")}, "^--pdf: needs Typst"),
    ],
)
def test_a_missing_extra_is_named(
    module: str, arguments: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(BadInput, match=message):
        show("co-baccarat", **arguments)


def test_without_numba_a_shipped_sheet_is_still_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    show("co-baccarat")
    assert "1.0579" in capsys.readouterr().out


def test_figures_are_rounded_from_exact_values() -> None:
    assert decimal(Fraction(-1, 3), 4) == "−0.3333"
    assert decimal(Fraction(-1, 10**9), 4) == "0.0000"
    assert decimal(Fraction(16595470571428, 10**7), 2) == "1,659,547.06"
    assert percent(Fraction(10579, 10**6)) == "1.0579"
    assert [chance(Fraction(p)) for p in ("1/2", "1/10000", "1/4392609", "0")] == [
        *("50.0000", "0.0100", "0.0000228", "0.0000"),
    ]
    assert [format_one_in(Fraction(p)) for p in ("1/2", "10/444", "1/4392609", "0")] == [
        *("1 in 2.00", "1 in 44.4", "1 in 4,392,609", "never"),
    ]
    assert [format_number(Fraction(p)) for p in ("40", "0.95", "1000", "1/3")] == ["40", "0.95", "1,000", "0.3333"]
    assert [signed(Fraction(p)) for p in ("40", "0", "-1/2")] == ["+40", "0", "−0.5"]


def test_a_shoe_without_its_removed_cards_is_another_shoe() -> None:
    full = Composition.of_decks(8)
    assert full.without(parse_cards("8h 8h")).cards == full.cards - 2


@pytest.mark.parametrize("option", sorted(OPTIONS_WITHOUT_EFFECT_ON_PAY))
def test_a_sheet_applies_to_every_way_of_dealing(option: str) -> None:
    """Check that dealing options do not change the odds: no condition of a wager uses them."""
    for name in (name for name in RULEBOOKS if option in rulebook_library.load(name).written.options):
        written = rulebook_library.load(name).written
        spoken = [row.when for wager in written.wager.values() for row in wager.pays]
        spoken += [text for wager in written.wager.values() for text in (wager.push or "", wager.offered or "")]
        assert not any(re.search(rf"\b{option}\b", str(text)) for text in (*spoken, *written.define.values()))
        for value in written.options[option].choices or [True, False]:
            shipped = load_shipped_sheet(TableRules.of(rulebook_library.load(name), {option: value}))
            assert shipped is not None
            assert shipped.sheet.wagers == load_shipped_sheet(rules_of(name)).sheet.wagers  # type: ignore[union-attr]
