"""Rules cards: everything in force is on the card, with its citation, in every output format."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from croupier.cli.rules import show_rules
from croupier.documents.condition_wording import condition_text
from croupier.documents.rules_card import RulesCard, option_choices
from croupier.documents.rules_card_markdown import card_markdown
from croupier.documents.rules_card_text import print_card
from croupier.documents.rules_card_wording import RulesCardFormatter, merge_citations
from croupier.errors import BadInput
from croupier.play import rulebook_library
from croupier.play.family import FAMILIES, load_family
from croupier.play.rulebook_library import load, names
from croupier.rulebook.citations import Citation, parse_citation
from croupier.rulebook.options import read_option
from croupier.rulebook.schema import Notice, Section, Step
from croupier.rulebook.table_rules import TableRules
from tests.soak import or_soak
from tests.table_rules import rules_of

RULEBOOKS = rulebook_library.names()
SIDE_BET = """
[[wager]]
id     = "lucky-six"
title  = "Lucky Six"
pays   = [{ when = "banker_wins and banker_total == 6 and banker_cards == 3", odds = "20:1" }]
limits = { min = "1", max = "25" }
cite   = "L2397-2405"
"""


def card_of(name: str, schedule: int | None = None, **options: str) -> RulesCard:
    rules = rules_of(name, **options)
    return RulesCard.of(rules, rules.schedule(schedule) if schedule else None)


@cache
def usual_card(name: str) -> RulesCard:
    """Return the rules card as a house would post it, with the first fee schedule if the game has one."""
    return card_of(name, rules_of(name).schedules[0].option if rules_of(name).schedules else None)


def text_of(card: RulesCard, width: int = 80) -> str:
    file = io.StringIO()
    print_card(card, Console(file=file, width=width, highlight=False))
    return file.getvalue()


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def plain(markdown: str) -> str:
    return re.sub(r"\\(.)", r"\1", markdown)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_card_names_every_wager_and_every_row_of_the_pay_table_in_force(name: str) -> None:
    rules, card = rules_of(name), usual_card(name)
    markdown, text = plain(card_markdown(card)), in_one_line(text_of(card))
    assert [wager.id for wager in card.wagers] == sorted(
        rules.wagers, key=lambda wager: ("line", "tie", "side", "progressive").index(rules.wagers[wager].group)
    )
    for shown in card.wagers:
        wager = rules.wagers[shown.id]
        assert f"### {wager.title} (`{wager.id}`)" in markdown
        assert f"{wager.title} {wager.id}" in text
        assert [row.odds for row in shown.rows] == [row.odds.text for row in wager.rows]
        for row in shown.rows:
            assert f"| {row.name or 'Win'} | {row.pays} |" in markdown
            assert row.pays in text


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_card_shows_every_procedure_and_every_option(name: str) -> None:
    card = usual_card(name)
    markdown = plain(card_markdown(card))
    for procedure in rules_of(name).rulebook.written.procedure.values():
        assert procedure.text in markdown
    for option, written in rules_of(name).rulebook.written.options.items():
        assert f"| {option} |" in markdown
        assert written.reading in markdown


def citations_in_force(rules: TableRules) -> Iterator[Citation]:
    """Yield every citation of the rulebook, except those of parts that the options exclude."""
    yield from (
        citation for cite in _cites(rules, rules.rulebook.written) for citation in rules.rulebook.citations(cite)
    )


def _cites(rules: TableRules, section: Section) -> Iterator[list[str]]:
    if not _is_in_force(rules, section):
        return
    for key in type(section).model_fields:
        value = getattr(section, key)
        if key == "cite":
            yield value
        elif key == "paytables" and value:
            yield from _cites_in(rules, value[str(rules.options["paytable"])])
        elif key not in ("refuse", "side_limits"):
            yield from _cites_in(rules, value)


def _cites_in(rules: TableRules, value: Any) -> Iterator[list[str]]:
    if isinstance(value, Section):
        yield from _cites(rules, value)
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _cites_in(rules, item)


def _is_in_force(rules: TableRules, section: Section) -> bool:
    if isinstance(section, Step):
        return section.id in rules.steps
    if isinstance(section, Notice):
        return section in rules.notices
    if any(rules.options[option] != value for option, value in getattr(section, "only", {}).items()):
        return False
    condition = getattr(section, "offered", getattr(section, "when", "True"))
    if (
        condition != "True" and condition not in rules.rulebook.conditions
    ):  # a condition on cards, which no option can exclude
        return True
    return rules.bind(condition).constant is not False


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_card_cites_every_line_that_the_rules_in_force_rest_on(name: str) -> None:
    rules, card = rules_of(name), usual_card(name)
    shown = {
        (citation.document.number, line)
        for cite in _strings_under(card.as_data(), "cite")
        for part in cite.split("; ")
        if " L" in part
        for citation in parse_citation(part, rules.rulebook.written.source)
        for line in range(citation.first, citation.last + 1)
    }
    shown |= {
        (citation.document.number, line)
        for citation in parse_citation(card.source_lines.replace("; ", ", "), rules.rulebook.written.source)
        for line in range(citation.first, citation.last + 1)
    }
    for cited in citations_in_force(rules):
        assert {(cited.document.number, line) for line in range(cited.first, cited.last + 1)} <= shown, str(cited)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_text_and_markdown_carry_every_citation_of_the_card(name: str) -> None:
    card = usual_card(name)
    markdown, text = plain(card_markdown(card)), text_of(card)
    for cite in _strings_under(card.as_data(), "cite"):
        assert cite in markdown
        assert all(part.rstrip(",;") in text for part in cite.split())
    for document in card.documents:
        assert document.file in markdown
        assert document.file in text


def _strings_under(data: Any, key: str) -> Iterator[str]:
    if isinstance(data, dict):
        for name, value in data.items():
            if name == key and isinstance(value, str):
                yield value
            else:
                yield from _strings_under(value, key)
    elif isinstance(data, list | tuple):
        for item in data:
            yield from _strings_under(item, key)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_piped_text_has_no_colours_keeps_to_eighty_columns_and_ends_no_line_in_blanks(name: str) -> None:
    lines = text_of(usual_card(name)).splitlines()
    assert not any("\x1b" in line or line != line.rstrip() or len(line) > 80 for line in lines)


@pytest.mark.parametrize("name", or_soak(sorted(RULEBOOKS, key=len, reverse=True), 4))
def test_a_pdf_fits_two_pages(name: str) -> None:
    pdf = pdf_of(usual_card(name))
    assert pdf.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 2


def pdf_of(card: RulesCard) -> bytes:
    from croupier.documents.rules_card_pdf import card_pdf

    return card_pdf(card)


def test_the_same_card_gives_the_same_pdf() -> None:
    assert pdf_of(usual_card(RULEBOOKS[0])) == pdf_of(usual_card(RULEBOOKS[0]))


def test_the_schedule_in_force_is_shown_bracket_by_bracket() -> None:
    collection = card_of("ca-cash-in-baccarat", 1).collection
    assert collection is not None
    assert [(bracket.range, bracket.fee, bracket.cite) for bracket in collection.brackets][::4] == [
        ("$5 to $300", "$1", "004 L3067"),
        ("$2,001 and up", "$20", "004 L3071"),
    ]


def test_without_a_schedule_the_card_names_those_there_are() -> None:
    collection = card_of("ca-cash-in-baccarat").collection
    assert collection is not None
    assert collection.text == "No schedule was chosen. There are ci-1, ci-2, ci-3, ci-4, ci-5."
    assert "No schedule was chosen." in text_of(card_of("ca-cash-in-baccarat"))


def test_a_schedule_narrows_the_limits_and_is_cited_for_it() -> None:
    own, general = (
        RulesCard.of(rules, rules.schedule(name))
        for rules in [rules_of("ca-commission-free-baccarat")]
        for name in ("cfb-1", "ci-1")
    )
    bonus = next(place for place, wager in enumerate(own.wagers) if wager.id == "banker-6")
    assert own.wagers[bonus].limits.text == "$5 to $1,000"
    assert general.wagers[bonus].limits.text == "$5 to $500"
    assert "L3060" in general.wagers[bonus].limits.cite


def test_changed_options_are_listed_and_change_the_card() -> None:
    card = card_of("ca-big-bonus-baccarat", tie_line="lose", win_4_on_ties="yes", order="wager")
    assert [option.name for option in card.changed_options] == ["order", "tie_line", "win_4_on_ties"]
    player, win_4 = card.wagers[0], card.wagers[-1]
    assert player.outcome == "Loses otherwise."
    assert win_4.terms[0].text == "With the options chosen: this wager is paid when the higher count is 4 or less."
    assert "one kind of wager after the other" in card.settlement[0].text


def test_a_row_that_the_options_rule_out_is_stated_as_not_paid() -> None:
    card = card_of("ilani-midi-baccarat", commission="4%")
    banker = card.wagers[1]
    assert [row.name for row in banker.rows] == ["Banker wins"]
    assert [term.label for term in banker.terms] == ["As chosen", "Vigorish"]
    assert banker.terms[1].text.startswith("Vigorish: 4% of the winnings when the Banker hand wins")


def test_pesos_are_not_shown_as_dollars() -> None:
    card = card_of("co-99-fortunes", paytable="P3-7-spots", currency="PHP")
    assert card.wagers[-1].rows[1].pays == "PHP 200,000"
    assert "$" not in "".join(row.pays for wager in card.wagers for row in wager.rows)


def test_envy_meters_and_the_pay_table_in_force_are_shown() -> None:
    card = card_of("co-99-fortunes", paytable="P5")
    assert card.paytable is not None
    assert card.paytable.text.startswith("P5 is in force")
    assert card.envy is not None
    assert [row.envy for row in card.wagers[-1].rows] == ["$1,000", "$500", "$50", "$25", "$5", "$1"]
    assert card.meters[0].seed == "$10,000"
    assert "P5 is in force" in card_markdown(card)


def test_statements_without_a_rule_have_no_citation() -> None:
    cut_card = next(line for line in card_of("ca-cash-in-baccarat").table if line.label == "Cut card")
    assert cut_card.cite == ""
    assert "croupier's own" in cut_card.text


@pytest.mark.parametrize("name", [name for name in RULEBOOKS if rulebook_library.load(name).written.OWN == "poker"])
def test_a_deck_that_is_shuffled_for_every_round_has_no_cut_card(name: str) -> None:
    cut_card = next(line for line in card_of(name).table if line.label == "Cut card")
    assert cut_card.text == "none; the deck is shuffled for every round"
    assert cut_card.cite


def test_limits_that_no_document_prints_cite_the_reading_that_sets_them() -> None:
    assert card_of("pa-mini-baccarat").wagers[0].limits.cite == "PA-MB-A20"


@pytest.fixture
def own_rulebook(tmp_path: Path) -> Path:
    """Write Cash-In Baccarat with a five-line side bet to a file and return its path."""
    from importlib.resources import files

    written = files("croupier.rulebook").joinpath("data/ca-cash-in-baccarat.toml").read_text("utf-8")
    path = tmp_path / "own.toml"
    path.write_text(written.replace("[settlement]", f"{SIDE_BET}\n[settlement]"), "utf-8")
    return path


def test_a_side_bet_added_in_five_lines_is_on_the_card(own_rulebook: Path) -> None:
    wager = next(wager for wager in card_of(str(own_rulebook)).wagers if wager.id == "lucky-six")
    assert wager.summary == "Wins when the Banker hand wins and has a three-card 6."
    assert (wager.rows[0].pays, wager.limits.text) == ("20 to 1", "$1 to $25")
    assert "Lucky Six" in text_of(card_of(str(own_rulebook)))
    assert pdf_of(card_of(str(own_rulebook))).startswith(b"%PDF")


def test_marks_in_a_rulebook_mean_nothing_to_markdown_or_typst(own_rulebook: Path) -> None:
    written = own_rulebook.read_text("utf-8")
    own_rulebook.write_text(written.replace('"Lucky Six"', '"Lucky *Six* | #panic() $x_1$ [b]"'), "utf-8")
    card = RulesCard.of(TableRules.of(rulebook_library.load_file(own_rulebook)))
    assert "### Lucky \\*Six\\* \\| #panic() $x\\_1$ \\[b\\] (`lucky-six`)" in card_markdown(card)
    assert "Lucky *Six* | #panic() $x_1$ [b]" in text_of(card)
    assert pdf_of(card).startswith(b"%PDF")


def show(name: str, *options: str, **overrides: Any) -> None:
    forms: dict[str, Any] = {"schedule": None, "markdown": False, "pdf": None, "as_json": False}
    show_rules(name, list(options), **(forms | overrides))


def test_json_is_the_card(capsys: pytest.CaptureFixture[str]) -> None:
    show("ca-cash-in-baccarat", schedule="ci-1", as_json=True)
    shown_json = json.loads(capsys.readouterr().out)
    assert shown_json == json.loads(json.dumps(card_of("ca-cash-in-baccarat", 1).as_data()))
    assert shown_json["wagers"][0]["limits"]["least"] == "5.00"


def test_a_pdf_is_written_over_an_earlier_one_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "card.pdf"
    path.write_text("an earlier card")
    show("co-baccarat", pdf=path)
    assert path.read_bytes().startswith(b"%PDF")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("where", ["missing/card.pdf", "file/card.pdf", "."])
def test_a_path_that_cannot_be_written_is_refused(where: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match=r"^--pdf: .* written"):
        show("co-baccarat", pdf=tmp_path / where)


def test_a_failed_write_leaves_the_earlier_card_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "card.pdf"
    path.write_text("an earlier card")

    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full_disk)
    with pytest.raises(BadInput, match="No space left on device"):
        show("co-baccarat", pdf=path)
    assert [path.read_text(), list(tmp_path.iterdir())] == ["an earlier card", [path]]


def test_without_typst_a_pdf_is_refused_with_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(BadInput, match=r'^--pdf: needs Typst; install it with: pip install "croupier\[documents\]"$'):
        show("co-baccarat", pdf=tmp_path / "card.pdf")


@pytest.mark.parametrize(
    ("name", "options", "overrides", "message"),
    [
        ("ca-cash-in-barracat", [], {}, r'^rulebook: there is no rulebook .*did you mean "ca-cash-in-baccarat"'),
        ("co-baccarat", ["deks=6"], {}, r'^options\.deks: there is no option "deks"; did you mean "decks"'),
        ("co-baccarat", ["decks=5"], {}, r"^options\.decks: is 5; it must be 6 to 20"),
        ("co-baccarat", ["decks"], {}, "^--option: "),
        ("ca-cash-in-baccarat", [], {"schedule": "9"}, "^--schedule: is 9; .* runs under ci-1"),
        ("ca-cash-in-baccarat", [], {"schedule": "bbb-1"}, "^--schedule: is 'bbb-1'"),
        ("co-baccarat", [], {"schedule": "1"}, "^--schedule: Baccarat has no collection schedule"),
        ("co-baccarat", [], {"markdown": True, "as_json": True}, "^--json: "),
    ],
)
def test_bad_input_is_refused_with_its_field(
    name: str, options: list[str], overrides: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        show(name, *options, **overrides)


def test_every_fact_has_a_wording_and_no_wording_is_unused() -> None:
    for family in FAMILIES:
        facts = load_family(family).facts
        assert {name for name, fact in facts.by_name.items() if fact.kind is bool} == set(facts.boolean_wording)
        assert {name for name, fact in facts.by_name.items() if fact.kind is int} == set(facts.number_wording)


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("tie", "the hands tie"),
        ("tie and tie_line == 'push'", "the hands tie"),
        ("tie and tie_line == 'lose'", ""),
        ("tie or banker_three_card_7", "the hands tie; or the Banker hand wins and has a three-card 7"),
        ("winning_total <= 4 and not tie", "the higher count is 4 or less and the hands do not tie"),
        ("margin in (6, 7) and player_wins", "the winning margin is 6 or 7 and the Player hand wins"),
        (
            "(player_wins or banker_wins) and total_cards > 4",
            "both hands together have 5 or more cards, and either the Player hand wins or the Banker hand wins",
        ),
        ("not (tie and banker_natural)", "it is not so that the hands tie and the Banker hand is a natural"),
        ("quads_rank == seat", "“quads_rank == seat”"),
    ],
)
def test_conditions_are_put_in_words(condition: str, words: str, own_rulebook: Path) -> None:
    written = own_rulebook.read_text("utf-8")
    own_rulebook.write_text(re.sub(r'when = "banker_wins and[^"]*"', f'when = "{condition}"', written), "utf-8")
    assert condition_text(TableRules.of(rulebook_library.load_file(own_rulebook)), condition) == words


@pytest.mark.parametrize(
    ("cites", "together"),
    [
        (["004 L5", "004 L5"], "004 L5"),
        (["004 L20, L6", "004 L5-9"], "004 L5-9, L20"),
        (["004 L5; 003 L1", "CA-COM-A7", ""], "004 L5; 003 L1; CA-COM-A7"),
    ],
)
def test_citations_taken_together_name_a_document_once(cites: list[str], together: str) -> None:
    assert merge_citations(*cites) == together


@pytest.mark.parametrize("rulebook", names())
def test_every_choice_on_a_list_can_be_chosen(rulebook: str) -> None:
    rules = TableRules.of(load(rulebook), {})
    words = RulesCardFormatter(rules)
    for name, option in rules.rulebook.written.options.items():
        choices = option_choices(option, words, rules.options[name])
        read = [
            words.value(option, read_option(option, choice.replace("$", "").replace(",", ""))) for choice in choices
        ]
        assert tuple(read) == choices, name
        assert len(set(choices)) == len(choices)
        in_force = words.value(option, rules.options[name])
        assert not choices or in_force in (*choices, "none"), name


def test_lists_keep_within_the_limits_and_go_up() -> None:
    rules = TableRules.of(load("ilani-midi-baccarat"), {})
    options, words = rules.rulebook.written.options, RulesCardFormatter(rules)
    commission = option_choices(options["commission"], words, rules.options["commission"])
    assert (commission[0], commission[-1]) == ("0%", "5%")
    assert option_choices(options["seats"], words, 7) == tuple(str(seats) for seats in range(1, 51))
    assert option_choices(options["cut_from_back"], words, 14) == (), "nobody looks through 287 numbers"
    limits = TableRules.of(load("ca-big-bonus-baccarat"), {})
    least = limits.rulebook.written.options["table_min"]
    assert option_choices(least, RulesCardFormatter(limits), 25_00)[:4] == ("$5", "$10", "$15", "$20")
    assert option_choices(least, RulesCardFormatter(limits), 25_00)[-1] == "$100"


def test_odds_are_written_by_hand() -> None:
    rules = TableRules.of(load("co-baccarat"), {})
    assert (
        option_choices(rules.rulebook.written.options["tie_odds"], RulesCardFormatter(rules), rules.options["tie_odds"])
        == ()
    )
