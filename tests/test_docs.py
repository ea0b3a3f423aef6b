"""Documentation agrees with the program: statements on the pages are checked against the code."""

from __future__ import annotations

import ast
import dataclasses
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

from croupier.cli.commands import app
from croupier.documents import rules_card_model
from croupier.documents.rules_card import RulesCard
from croupier.families.baccarat.facts import fact
from croupier.money.cents import Cents
from croupier.play import rulebook_library
from croupier.play.case import KEYS, WAGER_KEYS, read_case, settle_case, settled_case_json
from croupier.play.facts import FactList
from croupier.play.family import FAMILIES, CaseRound, load_family
from croupier.play.reachability import find_unreachable_rows
from croupier.play.rulebook_list import listed_rulebooks
from croupier.play.table_stakes import CaseHandStart
from croupier.rulebook import schema
from croupier.rulebook.conditions import ConditionError, Scope, parse_condition
from croupier.rulebook.loader import load_text
from croupier.rulebook.source_documents import documents
from croupier.rulebook.table_rules import TableRules
from croupier.server import config as house_config
from croupier.server.demonstration import PEOPLE, demonstration_config
from croupier.server.error_responses import BY_CODE, BY_KIND
from croupier.server.hub import FRAMES_BEHIND_MOST
from croupier.server.middleware import BODY_BYTES_MOST
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.server.table_socket import FRAME_BYTES_MOST, MISSED_MOST
from croupier.table.commands import COMMANDS
from croupier.table.rotation_rules_file import shipped_rotation_rules
from croupier.table.settings import DealingMode, refuse_settings, without_unapproved_options
from croupier.table.state import Phase
from scripts.evening import Evening
from tests.soak import in_soak, or_soak

ROOT = Path(__file__).parents[1]
DATA = ROOT / "src" / "croupier" / "rulebook" / "data"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)
FACT_PAGES = {
    "baccarat": "facts-baccarat.md",
    "blackjack": "facts-blackjack.md",
    "holdem": "facts-holdem.md",
    "mah-jong-pai-gow": "facts-mah-jong.md",
    "pai-gow-poker": "facts-pai-gow.md",
    "pai-gow-tiles": "facts-tiles.md",
    "thirteen-card": "facts-thirteen-card.md",
    "three-card": "facts-poker.md",
    "ultimate-holdem": "facts-poker.md",
    "war": "facts-war.md",
}
HEADINGS = {
    "RulebookFile": "The top of the file",
    "Option": "Options",
    "FromOption": "A value from an option",
    "Refusal": "Refused combinations",
    "DrawingSection": "Third cards",
    "BlackjackSection": "Blackjack hands",
    "PokerSection": "Poker hands",
    "PaiGowSection": "Hands that are set",
    "ThirteenCardSection": "Thirteen cards",
    "HoldemSection": "Hold'em",
    "WarSection": "War",
    "TilesSection": "Tiles",
    "MahJongSection": "Mah-jong tiles",
    "JointMinimum": "Least together",
    "ShoeTable": "The shoe",
    "Seats": "Seats",
    "Wager": "Wagers",
    "RowTable": "Rows",
    "LimitsTable": "Limits",
    "Requires": "requires",
    "Excludes": "excludes",
    "StakeCapRule": "at_most",
    "Vigorish": "vigorish",
    "PartialReturnRule": "gives_back",
    "Meter": "Meters",
    "SettlementSection": "Settlement",
    "CollectionSection": "Collection",
    "Irregularities": "Irregularities",
    "Procedure": "Procedures",
    "Step": "Steps",
    "Notice": "Notices",
    "Approval": "Approvals",
    "NoticeRule": "Announced changes",
    "HouseDocument": "A document of the house's own",
}


def page(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a page in one language."""
    return [body for tag, body in FENCE.findall(text) if tag == language]


def section(text: str, heading: str) -> str:
    """Return the text under a heading, up to the next heading of any level; `#` lines in code are no headings."""
    plain = FENCE.sub(lambda block: re.sub(r"^#", " ", block[0], flags=re.MULTILINE), text)
    match = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", plain, re.MULTILINE | re.DOTALL)
    assert match is not None, f'no heading "{heading}"'
    return match[1]


def first_table(text: str) -> str:
    return text[text.index("| --- |") :].split("\n\n", maxsplit=1)[0]


# Facts


def facts_table(facts: FactList[Any]) -> str:
    rows = ["| fact | kind | meaning | whose |", "| --- | --- | --- | --- |"]
    for entry in facts.by_name.values():
        kind, whose = ("condition" if entry.kind is bool else "number"), ("its seat" if entry.is_of_seat else "all")
        rows.append(f"| `{entry.name}` | {kind} | {entry.meaning} | {whose} |")
    return "\n".join(rows)


@pytest.mark.parametrize("family", sorted(FACT_PAGES))
def test_the_list_of_facts_is_that_of_the_code(family: str) -> None:
    name, table = f"docs/reference/{FACT_PAGES[family]}", facts_table(load_family(family).facts)
    assert f"\n{table}\n\n" in page(name), f"put this table into {name}:\n{table}"


def test_every_family_has_its_page_of_facts() -> None:
    assert set(FACT_PAGES) == set(FAMILIES)
    assert {path.name for path in (ROOT / "docs" / "reference").glob("facts-*.md")} == set(FACT_PAGES.values())


# Rulebook format


def sections_of_the_schema() -> dict[str, type[schema.Section]]:
    """Return the sections of every rulebook and the family sections, by class name."""
    kinds = [kind for kind in vars(schema).values() if isinstance(kind, type) and issubclass(kind, schema.Section)]
    kinds += [family.own for family in rulebook_library.family_rules().values()]
    return {kind.__name__: kind for kind in kinds if kind not in (schema.Section, schema.FamilyTable)}


def keys_of(kind: str) -> set[str]:
    own = {family.key for family in rulebook_library.family_rules().values()} if kind == "RulebookFile" else set()
    return own | set(sections_of_the_schema()[kind].model_fields)


def test_every_table_of_a_rulebook_has_its_place_in_the_format() -> None:
    assert set(sections_of_the_schema()) == set(HEADINGS)


@pytest.mark.parametrize("kind", sorted(HEADINGS))
def test_every_key_of_a_rulebook_is_in_the_format_and_no_other(kind: str) -> None:
    written = section(page("docs/reference/rulebook-format.md"), HEADINGS[kind])
    assert set(ROW.findall(first_table(written))) == keys_of(kind)


def test_every_kind_of_option_is_in_the_format() -> None:
    kinds = set(schema.Option.model_fields["kind"].annotation.__args__)  # type: ignore[union-attr]
    tables = section(page("docs/reference/rulebook-format.md"), "Options").split("| kind | what may be given |")
    assert set(ROW.findall(tables[1])) == kinds


def test_the_option_names_that_the_engine_reads_are_in_the_format() -> None:
    read = re.compile(r"""\boptions(?:\.get\(|\[)"(\w+)"|_option_text\("(\w+)"|\.option == "(\w+)\"""")
    sources = [path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")]
    names = {next(filter(None, found)) for source in sources for found in read.findall(source)}
    assert len(names) > 10
    written = section(page("docs/reference/rulebook-format.md"), "Option names the engine knows")
    assert names <= set(ROW.findall(written))


def test_the_whole_small_rulebook_is_in_order() -> None:
    text = blocks(page("docs/reference/rulebook-format.md"), "toml")[0]
    assert find_unreachable_rows(load_text(text, "small.toml", rulebook_library.family_rules())) == []


def test_the_pieces_shown_for_blackjack_make_a_rulebook_that_is_in_order() -> None:
    text = page("docs/reference/rulebook-format.md")
    pieces = blocks(text[text.index("### Blackjack hands") : text.index("\n### Poker hands\n")], "toml")
    top = ('id = "small"', 'title = "Small"', 'family = "blackjack"', 'banking = "house"', 'house = "Nowhere"')
    option = 'title = "Soft 17"\nkind = "choice"\nchoices = ["hit", "stand"]\ndefault = "hit"\n'
    whole = "\n".join([*top, 'source = "002"', "[options.dealer_soft_17]", option, *pieces])
    assert find_unreachable_rows(load_text(whole, "small.toml", rulebook_library.family_rules())) == []


def test_the_pieces_shown_for_poker_make_a_rulebook_that_is_in_order() -> None:
    text = page("docs/reference/rulebook-format.md")
    pieces = blocks(text[text.index("### Poker hands") : text.index("\n## Seats\n")], "toml")
    top = ('id = "small"', 'title = "Small"', 'family = "ultimate-holdem"', 'banking = "player-dealer"')
    whole = "\n".join(
        [*top, 'house = "Nowhere"', 'source = "004"', 'include = ["player-dealer", "poker-deck"]', *pieces]
    )
    assert find_unreachable_rows(load_text(whole, "small.toml", rulebook_library.family_rules())) == []


@pytest.mark.parametrize("name", ["docs/reference/rulebook-format.md", "docs/tutorials/add-a-game.md"])
def test_every_piece_of_toml_can_be_read(name: str) -> None:
    for text in blocks(page(name), "toml"):
        assert tomllib.loads(text)


def test_the_conditions_shown_as_examples_are_read_or_refused_as_the_page_says() -> None:
    scope = Scope(fact.types, {"tie_line": str}, {"tie_line": ["push", "lose"]})
    for text in ("6 <= banker_total <= 7", "margin in (6, 7)", "margin in (6,)", "not tie", "tie_line == 'push'"):
        assert parse_condition(text, scope)
    for text in ("tie == 1", "tie_line == 'pusch'", "banker_total", "banker_total in (6)", "tie and " * 200 + "tie"):
        with pytest.raises(ConditionError):
            parse_condition(text, scope)


def test_the_register_of_documents_is_in_the_format() -> None:
    written = section(page("docs/reference/rulebook-format.md"), "Citations")
    for document in documents().values():
        assert (
            f"| {document.number} | `{document.file}` | {document.title} | {document.issuer} | {document.lines} |"
            in written
        )


# Cases


def case_pairs() -> list[tuple[Any, Any]]:
    """Return pairs of case and answer; the page shows each case followed by its answer."""
    shown = [json.loads(text) for text in blocks(page("docs/reference/case-format.md"), "json")]
    return list(zip(shown[::2], shown[1::2], strict=True))


@pytest.mark.parametrize(("case", "expected"), case_pairs())
def test_a_case_on_the_page_has_the_answer_printed_there(case: Any, expected: Any) -> None:
    found = settled_case_json(settle_case(read_case(case)))
    assert found == expected
    assert list(found) == list(expected)


def test_every_key_of_a_case_and_of_an_answer_is_on_the_page() -> None:
    text = page("docs/reference/case-format.md")
    in_the_case = ROW.findall(first_table(section(text, "The case")))
    assert in_the_case == list(KEYS)
    assert all(f"| `{key}` |" in section(text, "The case") for key in WAGER_KEYS)
    for _, expected in case_pairs():
        assert all(f"`{key}`" in section(text, "The answer") for key in (*expected, *expected["results"][0]))


def decision_names() -> dict[str, tuple[str, ...]]:
    """Return the names of the decisions that a case may contain, by family."""
    blackjack = load_family("blackjack").case_round(TableRules.of(rulebook_library.load("house-blackjack")), (), None)
    three_card = load_family("three-card").case_round(TableRules.of(rulebook_library.load("ca-3-card-poker")), (), 1)
    ultimate = load_family("ultimate-holdem").case_round(
        TableRules.of(rulebook_library.load("ca-ultimate-texas-holdem")), (), 1
    )
    return {
        "blackjack": (*blackjack.decision_names, *blackjack.decision_aliases),
        "three-card": three_card.decision_names,
        "ultimate-holdem": ultimate.decision_names,
        **{name: _between_seats(name).decision_names for name in ("ca-texas-holdem", "ca-13-card-chinese-poker")},
    }


def _between_seats(name: str) -> CaseRound:
    rules = TableRules.of(rulebook_library.load(name))
    stakes = load_family(rules.rulebook.written.family).table_stakes
    assert stakes is not None
    return stakes.case(rules, CaseHandStart({1: Cents(100_00), 2: Cents(100_00)}, 2, (), None))[0]


@pytest.mark.parametrize(("family", "decisions"), decision_names().items())
def test_everything_that_may_be_decided_in_a_case_is_on_the_page(family: str, decisions: tuple[str, ...]) -> None:
    written = section(page("docs/reference/case-format.md"), "Decisions")
    missing = [decision for decision in decisions if f"`{decision}`" not in written]
    assert not missing, family


def test_the_families_of_the_code_are_those_of_the_pages() -> None:
    """Check the families in the rulebook format, in the architecture page and in the links to pages of facts."""
    lines = page("docs/reference/rulebook-format.md").splitlines()
    (line,) = [line for line in lines if line.startswith("| `family` |")]
    assert re.findall(r'`"([a-z-]+)"`', line) == list(FAMILIES)
    packages = sorted({entry_point.split(".")[0] for entry_point in FAMILIES.values()})
    assert f"families/   {' · '.join(packages)} " in page("docs/explanation/architecture.md")
    facts = {path.name for path in (ROOT / "docs" / "reference").glob("facts-*.md")}
    for name in ("reference/rulebook-format.md", "tutorials/invent-a-side-bet.md", "reference/case-format.md"):
        assert facts <= set(re.findall(r"facts-[a-z-]+\.md", page(f"docs/{name}"))), name


def test_the_refusal_shown_is_the_one_that_is_given() -> None:
    case = case_pairs()[0][0]
    wrong = {**case, "wagers": [case["wagers"][0], {"seat": 2, "wager": "tie", "amount": "2000"}]}
    done = run("croupier settle -\n", stdin=json.dumps(wrong))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr in blocks(page("docs/reference/case-format.md"), "text")
    by_line = run("croupier settle --lines -\n", stdin=json.dumps(wrong))
    assert by_line.returncode == 1
    assert by_line.stdout in blocks(page("docs/reference/case-format.md"), "text")


# Commands


def every_command(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each command with its full name, such as `risk` or `audit verify`."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from every_command(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


@cache
def program() -> Any:
    """Return the program with all its commands, which takes a third of a second to put together."""
    return typer.main.get_command(app)


def commands() -> Iterator[tuple[str, str]]:
    """Yield each command with each spelling of its options."""
    for name, command in every_command(program()):
        options = [
            spelling for option in command.params if option.param_type_name == "option" for spelling in option.opts
        ]
        yield from ((name, option) for option in options)


@pytest.mark.parametrize("command", [name for name, _ in every_command(program())])
def test_every_command_and_option_is_on_the_page_and_no_other(command: str) -> None:
    written = section(page("docs/reference/commands.md"), f"croupier {command}")
    assert written.strip()
    cells = re.findall(r"^\| (`-[^|]*)\|", written, re.MULTILINE)
    named = {option for cell in cells for option in re.findall(r"`([^`]+)`", cell)}
    assert named == {option for name, option in commands() if name == command}


def command_lines(text: str) -> Iterator[list[str]]:
    """Yield the arguments of every `croupier` call on a page, without pipes and redirections."""
    shown = re.findall(r"`(croupier [^`\n]+)`", FENCE.sub("", text))
    for body in blocks(text, "sh"):
        shown += [line.strip() for line in re.sub(r"\\\n\s*", " ", body).splitlines() if line.startswith("croupier ")]
    for line in shown:
        yield re.split(r"\s(?:[|>;#]|&&|2>)", line)[0].replace("[", "").replace("]", "").split()[1:]


def wrong_in(arguments: list[str], command: Any) -> str:
    """Return the first command or option in a call that the program does not have; an empty string if it has all."""
    for place, part in enumerate(arguments):
        if not hasattr(command, "commands") or part.startswith("-") or not part.islower():
            options = {spelling for option in command.params for spelling in (*option.opts, *option.secondary_opts)}
            options_used = [argument.partition("=")[0] for argument in arguments[place:] if re.match(r"--\w", argument)]
            return next((option for option in options_used if option not in options | {"--help"}), "")
        if part not in command.commands:
            return part
        command = command.commands[part]
    return ""


@pytest.mark.parametrize("path", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=lambda path: path.name)
def test_every_call_that_a_page_shows_has_commands_and_options_of_the_program(path: Path) -> None:
    wrong = {" ".join(words): wrong_in(words, program()) for words in command_lines(path.read_text("utf-8"))}
    assert {call: unknown for call, unknown in wrong.items() if unknown} == {}


@pytest.mark.parametrize(
    ("call", "wrong"),
    [("odds x --jsn", "--jsn"), ("audit verfy", "verfy"), ("audit verify --help", ""), ("odds x --json", "")],
)
def test_a_call_that_the_program_does_not_have_is_found(call: str, wrong: str) -> None:
    assert wrong_in(call.split(), program()) == wrong


def test_the_json_of_games_and_rules_is_on_the_page() -> None:
    text = page("docs/reference/commands.md")
    games = section(text, "croupier games")
    assert all(f"`{key}`" in games for key in listed_rulebooks()[0].json())
    rules = section(text, "croupier rules")
    parts = [RulesCard, *(part for part in vars(rules_card_model).values() if dataclasses.is_dataclass(part))]
    names = {field.name for part in parts for field in dataclasses.fields(part)}
    assert not [name for name in names if f"`{name}`" not in rules]


# Readings


def reading_rows() -> list[list[str]]:
    lines = page("docs/explanation/rules-and-readings.md").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| C")] + [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if re.match(r"\| (PA|ILANI)-", line)
    ]


def as_shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("name", rulebook_library.names())
def test_every_reading_that_an_option_settles_is_listed_with_its_default(name: str) -> None:
    by_house = {"ca": "CA-", "co": "CO-", "pa": "PA-", "ilani": "ILANI-", "house": "no document"}
    prefix = by_house[name.split("-", maxsplit=1)[0]]
    rows = [row for row in reading_rows() if len(row) == 6 and row[0].startswith(prefix)]
    for key, option in rulebook_library.load(name).written.options.items():
        matching = [
            row
            for row in rows
            if option.reading in row[0].split(", ") and row[4] == f"`{key}`" and is_about(row[1], name)
        ]
        if option.reading:
            assert len(matching) == 1, f"{option.reading} of {name}, option {key}: {matching}"
            assert f"`{as_shown(option.default)}`" in matching[0][3], matching[0]
            assert all(
                choice in matching[0][3] + matching[0][5] or matching[0][5] == "the other" for choice in option.choices
            )


def is_about(games: str, name: str) -> bool:
    if games.startswith("all"):
        return f"`{name}`" not in games
    return f"`{name}`" in games


def test_every_number_that_a_rulebook_names_is_listed() -> None:
    number = re.compile(r"\b(?:CA|CO|PA|ILANI)-[A-Z0-9]+-A\d+\b")
    in_rulebooks = {found for file in DATA.rglob("*.toml") for found in number.findall(file.read_text("utf-8"))}
    listed = {found for row in reading_rows() for found in number.findall(row[0])}
    assert in_rulebooks == listed


# Live house

PARTS = {
    "house": house_config.HouseSection,
    "server": house_config.ServerSection,
    "cluster": house_config.ClusterSection,
    "limits": house_config.LimitsSection,
    "promotional": house_config.PromotionalSection,
    "people": house_config.PeopleSection,
    "checks": house_config.ChecksSection,
    "checkpoints": house_config.CheckpointSection,
    "Meters": house_config.MeterSection,
    "Printers": house_config.PrinterSection,
    "Tables": house_config.TableSection,
}


def test_every_part_of_a_houses_file_has_its_place() -> None:
    keys = {heading.lower().removesuffix("s") for heading in PARTS}
    assert keys == {key.removesuffix("s") for key in house_config.HouseConfig.model_fields}


@pytest.mark.parametrize("heading", PARTS)
def test_every_key_of_a_houses_file_is_on_the_page_and_no_other(heading: str) -> None:
    written = section(page("docs/reference/house-configuration.md"), heading)
    assert set(ROW.findall(first_table(written))) == set(PARTS[heading].model_fields)


def test_the_default_of_every_key_is_on_the_page() -> None:
    for heading, part in PARTS.items():
        rows = section(page("docs/reference/house-configuration.md"), heading)
        for key, field in part.model_fields.items():
            row = re.search(rf"^\| `{key}` \|.*\| ([^|]*) \|$", rows, re.MULTILINE)
            assert row is not None
            if field.is_required():
                assert row[1] == "must be given", key
            elif isinstance(field.default, int) and not isinstance(field.default, bool) and field.default < 100_000:
                assert str(field.default) in row[1], key


@pytest.mark.parametrize(
    "text", [page("examples/house.toml"), *blocks(page("docs/reference/house-configuration.md"), "toml")]
)
def test_the_houses_that_are_shown_could_be_opened(text: str) -> None:
    config = house_config.parse_config(text, "house.toml")
    assert config.table
    for table in config.table:
        assert (
            refuse_settings(without_unapproved_options(table.settings), demonstration=config.house.demonstration)
            is None
        )


def test_the_house_of_the_example_opens_with_its_tables_and_its_meter(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(page("examples/house.toml"))
    config = house_config.read_config(tmp_path / "house.toml")
    house = open_casino(config, create=True)
    try:
        Runtime(config, house).set_up()
        assert set(house.tables) == {table.name for table in config.table}
        assert house.ledger.balances["meter:wall"] == config.meter[0].seed
    finally:
        house.store.close()


def test_the_page_of_the_live_table_knows_its_phases_modes_packs_and_roles() -> None:
    text = page("docs/explanation/live-table.md")
    assert ROW.findall(section(text, "Player-dealer tables")) == list(shipped_rotation_rules())
    shown = set(re.findall(r"^\| ([a-z-]+) \|", text, re.MULTILINE))
    assert {phase.value for phase in Phase} | {mode.value for mode in DealingMode} <= shown
    assert {role.value for _, _, role in PEOPLE} <= shown


def test_commands_that_pages_name_exist() -> None:
    for name in ("docs/explanation/live-table.md", "docs/reference/api.md", "docs/play-through-the-api.py"):
        orders = re.findall(r'"do": "([a-z-]+)"(?!, "least_cents")', page(name))
        assert set(orders) <= set(COMMANDS), name
    when_wrong = section(page("docs/explanation/live-table.md"), "When something goes wrong")
    irregular = re.findall(r"^\| [^|]+\| `([a-z-]+)`", when_wrong, re.MULTILINE)
    assert set(irregular) <= set(COMMANDS)
    assert len(irregular) >= 8


def test_the_limits_and_the_statuses_of_the_api_are_those_of_the_server() -> None:
    text = page("docs/reference/api.md")
    for most in (BODY_BYTES_MOST, FRAME_BYTES_MOST, FRAMES_BEHIND_MOST):
        assert f"{most:,}" in section(text, "Limits")
    assert f"{MISSED_MOST} records" in section(text, "The live connection")
    statuses = {int(status) for status in re.findall(r"^\| (\d{3}) \|", section(text, "Refusals"), re.MULTILINE)}
    assert {*BY_CODE.values(), *BY_KIND.values(), 404, 409} == statuses


# Requirements


def requirement_rows() -> list[tuple[int, str]]:
    return [
        (int(number), row)
        for number, row in re.findall(r"^\| R(\d+) \|(.*)$", page("docs/reference/requirements.md"), re.MULTILINE)
    ]


def test_all_sixty_requirements_are_listed_in_order() -> None:
    assert [number for number, _ in requirement_rows()] == list(range(1, 61))


def test_every_requirement_names_a_test_or_says_what_is_missing() -> None:
    for number, row in requirement_rows():
        cells = [cell.strip() for cell in row.strip("| ").split(" | ")]
        assert len(cells) == 4, f"R{number}"
        assert re.search(r"\d", cells[1]) or "clause not found" in cells[1], f"R{number} names no clause: {cells[1]}"
        assert cells[2] in ("shown", "in part", "missing"), f"R{number}: {cells[2]}"
        assert ("::" in row) or cells[2] == "missing", f"R{number}"


def test_every_test_that_the_requirements_name_exists() -> None:
    named = re.findall(r"`([\w/]+)::(\w+)`", page("docs/reference/requirements.md"))
    assert len(named) > 100
    for file, test in named:
        text = page(f"tests/{file}.py")
        assert re.search(rf"^\s*(?:async )?def {test}\(|^{test} =", text, re.MULTILINE), f"{file}::{test}"


@cache
def soak_only(text: str) -> set[str]:
    """Return the names of the tests in a file that only `make soak` runs."""
    tree = ast.parse(text)
    whole = any(isinstance(node, ast.Assign) and ast.unparse(node) == "pytestmark = in_soak" for node in tree.body)
    tests = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return {test.name for test in tests if whole or "in_soak" in map(ast.unparse, test.decorator_list)}


def test_the_requirements_say_of_every_proof_whether_the_soak_runs_it() -> None:
    for number, row in requirement_rows():
        proofs = re.findall(r"`([\w/]+)::(\w+)`( \(soak\))?", row)
        for file, test, mark in proofs:
            is_soaked = test in soak_only(page(f"tests/{file}.py"))
            assert bool(mark) == is_soaked, f"R{number}: {test} is run by {'the soak alone' if is_soaked else 'CI'}"
        assert " shown " not in row or not all(mark for _, _, mark in proofs), f"R{number} has no proof in CI"


def test_a_test_that_only_the_soak_runs_is_found() -> None:
    written = "@in_soak\n@given(x)\ndef test_one(): ...\n\ndef test_other(): ...\n"
    assert soak_only(written) == {"test_one"}
    assert soak_only(f"pytestmark = in_soak\n{written}") == {"test_one", "test_other"}


# Statements of the documents


def statement_rows() -> list[list[str]]:
    rows = re.findall(r"^\| (L\d.*) \|$", page("docs/reference/statements.md"), re.MULTILINE)
    return [[cell.strip() for cell in row.split(" | ")] for row in rows]


def test_every_statement_names_a_test_or_says_what_is_open() -> None:
    assert len(statement_rows()) >= 71
    for cells in statement_rows():
        assert len(cells) == 4, cells
        assert cells[2] in ("shown", "in part", "open"), cells
        assert ("::" in cells[3]) or cells[2] == "open", cells
        assert cells[3], cells


def test_every_test_that_the_statements_name_exists() -> None:
    named = re.findall(r"`([\w/]+)::(\w+)`", page("docs/reference/statements.md"))
    assert len(named) > 40
    for file, test in named:
        text = page(f"tests/{file}.py")
        assert re.search(rf"^\s*(?:async )?def {test}\(|^{test} =", text, re.MULTILINE), f"{file}::{test}"


# Links and shell lines


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", path.read_text("utf-8"))):
        if target.startswith(("http://", "https://")):
            continue
        file, _, anchor = target.partition("#")
        there = (path.parent / file).resolve() if file else path
        assert there.exists(), target
        if anchor:
            assert anchor in anchors(there.read_text("utf-8")), target


def test_the_pages_that_code_names_exist() -> None:
    """Check the pages named in docstrings, comments and messages: links on pages have a test of their own."""
    found = subprocess.run(
        [
            "git",
            "grep",
            "-hoE",
            r"docs/[a-z0-9/_-]+\.md",
            "--",
            "src",
            "web/src",
            "tests",
            "scripts",
            "benchmarks",
            "examples",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    named = set(found.split())
    assert len(named) > 20
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_every_picture_of_the_guides_is_shown_and_every_one_shown_is_there() -> None:
    """Check that every picture is shown on a page; other pictures are unused or outdated."""
    folder = ROOT / "docs" / "guides" / "pictures"
    shown = {name for path in PAGES for name in re.findall(r"pictures/([\w-]+)\.png", path.read_text("utf-8"))}
    there = {path.stem for path in folder.glob("*.png")}
    assert shown - there == set(), "shown, and not there: make pictures"
    assert there - shown == set(), "there, and shown on no page"


def anchors(text: str) -> set[str]:
    """Return the link targets of the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def run(script: str, folder: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a shell script with a `croupier` command on a wide terminal; `pip` installs into the folder, from files."""
    packages = (folder or Path()) / "installed"
    how = f'--quiet --no-deps --no-build-isolation --no-index --disable-pip-version-check --target "{packages}"'
    commands = (
        f'croupier() {{ "{sys.executable}" -m croupier "$@"; }}\npip() {{ "{sys.executable}" -m pip "$@" {how}; }}'
    )
    with_command = f"{commands}\n{script}"
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", with_command],
        cwd=folder,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={
            **os.environ,
            "COLUMNS": "140",
            "PYTHONIOENCODING": "utf-8",
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(packages)]),
        },
    )


def shell_steps(text: str) -> Iterator[tuple[str, str]]:
    """Yield each shell block with the output shown after it, except blocks that set up, play, serve or export."""
    shown = FENCE.findall(text)
    for place, (tag, script) in enumerate(shown):
        follows = shown[place + 1] if place + 1 < len(shown) else ("", "")
        if tag == "sh" and not re.search(r"^(make|export|croupier play|croupier serve) ?", script, re.MULTILINE):
            yield script, follows[1] if follows[0] == "text" else ""


def files_on_page(name: str) -> dict[str, str]:
    """Return the files that a page prints under their paths in bold; a file may be in several blocks."""
    files: dict[str, list[str]] = {}
    named = re.compile(r"^\*\*`([^`]+)`\*\*[^\n]*\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    for path, body in named.findall(page(name)):
        files.setdefault(path, []).append(body)
    return {path: "\n".join(bodies) for path, bodies in files.items()}


def without_blank_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


ADD_A_GAME = "docs/tutorials/add-a-game.md"
PAGES_WITH_OUTPUT = (
    "docs/reference/commands.md",
    "docs/how-to/print.md",
    *(path.relative_to(ROOT).as_posix() for path in PAGES if path.parent.name == "tutorials"),
)
"""Pages with shell lines that are run, and whose output is compared with what the page shows."""


def play_an_evening(folder: Path) -> None:
    """Play some rounds at two tables of a demonstration house in this folder, as a reader does on its screens."""
    folder.mkdir()
    config = demonstration_config(folder)
    played = [table for table in config.table if table.name in ("dealer-midi", "ca-ultimate-texas-holdem")]
    Evening(config.model_copy(update={"table": played})).play()


@in_soak
@pytest.mark.parametrize(
    "name",
    or_soak(["README.md", *PAGES_WITH_OUTPUT], 1),
)
def test_the_shell_lines_of_a_page_work_and_print_what_it_shows(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "dragon-tiger" if name == ADD_A_GAME else tmp_path
    for path, text in files_on_page(name).items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    if "house/house.db" in page(name):
        play_an_evening(tmp_path / "house")
    steps = list(shell_steps(page(name)))
    assert steps
    for script, expected in steps:
        done = run(script, tmp_path)
        assert done.returncode == 0, f"{script}\n{done.stderr}"
        lines = iter([" ".join(line.split()) for line in (done.stdout + done.stderr).splitlines()])
        for line in expected.splitlines():
            wanted = " ".join(line.split())
            assert wanted in ("", "...") or wanted in lines, f"{script}\nprints no line\n{line}"


def test_adding_a_game_prints_every_file_of_the_example_in_full() -> None:
    """Check that the blocks of the page are the files of the example; blank lines are compared in one file only."""
    example = ROOT / "examples" / "dragon-tiger"
    tracked = subprocess.run(["git", "ls-files"], cwd=example, capture_output=True, text=True, check=True).stdout
    written = {name: (example / name).read_text("utf-8") for name in tracked.splitlines()}
    shown = files_on_page("docs/tutorials/add-a-game.md")
    assert shown.keys() == written.keys()
    for name, text in written.items():
        assert without_blank_lines(shown[name]) == without_blank_lines(text), name
    document = "src/dragon_tiger/rulebooks/dragon-tiger-rules.txt"
    assert shown[document] == written[document], "the digest counts blank lines too"


def test_every_command_line_of_the_readme_is_tried() -> None:
    text = page("README.md")
    lines = [line for body in blocks(text, "sh") for line in body.splitlines() if line.startswith("croupier ")]
    tried = [line for script, _ in shell_steps(text) for line in script.splitlines() if line.startswith("croupier ")]
    assert tried == [line for line in lines if not line.startswith("croupier play")]
    assert len(tried) >= 5


def test_python_lines_are_only_on_pages_that_are_run() -> None:
    """Check that Python lines are only on two pages, which other tests run.

    These tests are `tests/hands/test_hands.py` and `tests/cli/test_library.py`.
    """
    shown = {path.relative_to(ROOT).as_posix() for path in PAGES if ">>> " in path.read_text("utf-8")}
    assert shown == {"docs/reference/hands.md", "docs/reference/library.md"}


def test_the_targets_of_make_that_pages_name_exist() -> None:
    targets = set(re.findall(r"^(\w+):", page("Makefile"), re.MULTILINE))
    for path in PAGES:
        assert set(re.findall(r"`?make (\w+)\b", "\n".join(code(path)))) <= targets


def code(path: Path) -> list[str]:
    """Return the code on a page: inline code and shell blocks."""
    text = path.read_text("utf-8")
    return re.findall(r"`([^`\n]+)`", FENCE.sub("", text)) + blocks(text, "sh")


def layer_of(module: str, layers: list[str]) -> str:
    """Return the layer of a module: the module itself if it is a layer, else its folder."""
    own = "/".join(module.split(".")[1:3])
    return own if own in layers else module.split(".")[1]


LOOKS_DOWN = {"documents/ticket_pdf.py"}
"""Files that still use a layer below their own; a file that no longer does must leave the list."""


def used_by(file: Path, layers: list[str]) -> set[str]:
    """Return the layers that a file imports at run time, without imports for type checking."""
    text = re.sub(r"^if TYPE_CHECKING:\n(?:    [^\n]*\n|\n)+", "", file.read_text("utf-8"), flags=re.MULTILINE)
    return {layer_of(module, layers) for module in re.findall(r"^\s*from (croupier\.[\w.]+)", text, re.MULTILINE)}


def test_the_two_lists_of_pages_name_every_page() -> None:
    docs = ROOT / "docs"
    named = {
        (index.parent / link).resolve().relative_to(docs).as_posix()
        for index in (docs / "README.md", docs / "decisions" / "README.md")
        for link in re.findall(r"\]\(([\w/-]+\.md)\)", index.read_text("utf-8"))
    }
    pages = {path.relative_to(docs).as_posix() for path in docs.rglob("*.md")}
    assert pages - named == {"README.md"}


def layers_of_the_architecture() -> list[str]:
    written = section(page("docs/explanation/architecture.md"), "Layers")
    return [name.removesuffix(".py") for name in ROW.findall(written)]


def test_the_architecture_lists_every_layer_and_each_uses_only_those_above_it() -> None:
    package = ROOT / "src" / "croupier"
    layers = layers_of_the_architecture()
    folders = {path.name for path in package.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(layers)
    for place, layer in enumerate(layers):
        files = (package / layer).rglob("*.py") if layer in folders else [package / f"{layer}.py"]
        alone = {package / f"{name}.py" for name in layers if name.startswith(f"{layer}/")}
        for file in set(files) - alone:
            is_in_order = used_by(file, layers) <= {"errors", *layers[: place + 1]}
            assert is_in_order == (str(file.relative_to(package)) not in LOOKS_DOWN), file.relative_to(ROOT)


def test_the_layers_that_lint_holds_are_those_of_the_architecture() -> None:
    layers = layers_of_the_architecture()
    (contract,) = tomllib.loads(page("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    assert contract["layers"] == [*reversed([layer for layer in layers if "/" not in layer]), "errors"]


def test_the_changelog_begins_with_the_version_of_the_package() -> None:
    version = tomllib.loads(page("pyproject.toml"))["project"]["version"]
    first = re.search(r"^## \[([^\]]+)\]", page("CHANGELOG.md"), re.MULTILINE)
    assert first is not None
    assert first[1] == version


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads(page("pyproject.toml"))["project"]
    wanted = [
        *project["dependencies"],
        *(requirement for extra in project["optional-dependencies"].values() for requirement in extra),
    ]
    text = page("docs/reference/dependencies.md")
    for requirement in wanted:
        name = re.split(r"[>=<\[;]", requirement)[0]
        assert re.search(rf"^\|.*\| {name} \||^\| {name} \|", text, re.MULTILINE) or name == "croupier", name
