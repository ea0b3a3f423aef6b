"""Rulebooks: the shipped ones are valid; an invalid one is refused with its line, the fault and the correct form."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.errors import BadInput
from croupier.play import rulebook_library
from croupier.play.case import read_case, settle_case, settled_case_json
from croupier.play.reachability import find_unreachable_rows
from croupier.rulebook.citations import parse_citation
from croupier.rulebook.loader import load_text
from croupier.rulebook.source_documents import CitationError, documents
from croupier.rulebook.table_rules import TableRules
from tests.soak import or_soak

DATA = Path(rulebook_library.__file__).parents[1] / "rulebook" / "data"
CASH_IN = (DATA / "ca-cash-in-baccarat.toml").read_text("utf-8")
SIDE_BET = """
[[wager]]
id     = "panda-9"
title  = "Panda 9"
pays   = [{ when = "player_wins and player_total == 9 and player_cards == 3", odds = "20:1" }]
limits = { min = "5", max = "100" }
cite   = "L2397"
"""
WAGER = '[[wager]]\nid = "x"\ntitle = "X"\npays = [{ when = "tie", odds = "2:1" }]\ncite = "L1"\n'
WAGER_IDS = {
    "ilani-midi-baccarat": "player banker tie emperor-bonus-player emperor-bonus-banker koi-7 frog-6 super-6 "
    "any-pair-player any-pair-banker",
    "pa-mini-baccarat": "player banker tie dragon-bonus-player dragon-bonus-banker royal-9",
    "co-baccarat": "player banker tie perfect-pair match-pair-player match-pair-banker total-cards-4 total-cards-5 "
    "total-cards-6 dragon-bonus-player dragon-bonus-banker",
    "co-5-treasures": "player banker tie fortune-7 golden-8 heavenly-9 blazing-7s cover-all",
    "co-99-fortunes": "player banker tie fortunes-99",
    "co-dragon-bonus": "player banker tie dragon-bonus-player dragon-bonus-banker",
    "co-ez-baccarat": "player banker tie dragon-7 panda-8 ez-progressive",
    "ca-ez-baccarat-dragon-7": "player banker tie dragon-7",
    "ca-ez-baccarat-panda-8": "player banker tie panda-8 dragon-7",
    "ca-commission-free-baccarat": "player banker tie dragon-bonus-player dragon-bonus-banker banker-6",
    "ca-cash-in-baccarat": "player banker tie tiger-8 phoenix-7",
    "ca-advantage-baccarat": "player banker tie tiger-8 phoenix-7 bbq",
    "ca-big-bonus-baccarat": "player banker tiger-8 phoenix-7 tie-0-1 bbq cold-bbq natural-0 win-4",
    "ilani-blackjack": "blackjack insurance nineteen-plus k-k q-q j-j pair match a-2 sevens poker-3",
    "ca-buster-blackjack": "blackjack insurance buster",
    "ca-blackjack-x": "game insurance buster lucky-pair",
    "house-blackjack": "blackjack insurance",
    "ca-three-card-poker-6-card-bonus": "ante play pair-plus six-card-bonus",
    "ca-3-card-poker": "ante play pair-and-up bonus-6",
    "ca-ultimate-texas-holdem": "ante blind play trips bad-beat",
    "ca-texas-holdem": "pot post",
    "ca-ultimate-war": "player banker war ultimate-5-player ultimate-5-banker",
    "ca-pai-gow-poker-triple-bonus": "base ultimate-push happy-pai-gow double-luck",
    "ca-royal-pai-gow-poker": "base royal-tie save-the-queen",
    "ca-ultimate-pai-gow-poker": "player banker push tie",
    "ca-fortune-pai-gow-poker": "base fortune-bonus",
    "ca-lucky-pai-gow-poker": "base lucky-bonus",
    "ca-ace-up-pai-gow-poker": "base lucky-bonus ace-up",
    "ca-mini-pai-gow": "game double-down aces-bonus",
    "ca-pai-gow-tiles": "pai-gow",
    "ca-mah-jong-pai-gow": "win pair tie",
    "ca-13-card-chinese-poker": "ante points",
}
OUR_OWN = {"stands_on_21", "ca-buster-blackjack: cut_from_back"}
"""Options that cite no document: a convenience of the live table, and a number that the document leaves out."""


def problems_of(text: str) -> list[str]:
    with pytest.raises(BadInput) as refusal:
        load_text(text, "mine.toml", rulebook_library.family_rules())
    return [str(problem) for problem in refusal.value.problems]


def test_the_shipped_rulebooks_and_their_wagers_are_the_public_contract() -> None:
    assert set(rulebook_library.names()) == set(WAGER_IDS)
    for name, wagers in WAGER_IDS.items():
        assert set(TableRules.of(rulebook_library.load(name)).wagers) == set(wagers.split()), name


@pytest.mark.parametrize("name", or_soak(["ca-ultimate-war", "house-blackjack", *sorted(WAGER_IDS)], 2))
def test_no_row_of_a_shipped_rulebook_is_out_of_reach(name: str) -> None:
    assert find_unreachable_rows(rulebook_library.load(name)) == []


@pytest.mark.parametrize("name", sorted(WAGER_IDS))
def test_every_wager_row_option_and_procedure_is_cited(name: str) -> None:
    rulebook = rulebook_library.load(name)
    written = rulebook.written
    assert written.cite
    for wager in written.wager.values():
        assert wager.cite
        assert wager.summary
    assert all(procedure.cite for procedure in written.procedure.values())
    uncited = {key for key, option in written.options.items() if not option.cite and not option.reading}
    # `house-blackjack` comes from no document, so its options need no citation.
    assert name == "house-blackjack" or not uncited - OUR_OWN - {entry.removeprefix(f"{name}: ") for entry in OUR_OWN}


def test_the_same_rules_have_the_same_digest_and_an_edit_changes_it() -> None:
    rulebook = rulebook_library.load("ca-cash-in-baccarat")
    again = load_text(CASH_IN, "copy.toml", rulebook_library.family_rules())
    edited = load_text(CASH_IN.replace('"40:1"', '"45:1"'), "copy.toml", rulebook_library.family_rules())
    assert rulebook.digest == again.digest != edited.digest


def test_a_side_bet_added_in_five_lines_lints_and_settles() -> None:
    rulebook = load_text(CASH_IN + SIDE_BET, "mine.toml", rulebook_library.family_rules())
    assert find_unreachable_rows(rulebook) == []
    assert TableRules.of(rulebook).wagers["panda-9"].rows[0].odds.text == "20:1"


def test_an_own_rulebook_file_settles_a_case(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(CASH_IN + SIDE_BET, "utf-8")
    case = {
        "rulebook": str(file),
        "wagers": [{"seat": 2, "wager": "panda-9", "amount": "10"}],
        "cards": "3d 3h 2s As 4h 6c",
    }
    assert settled_case_json(settle_case(read_case(case)))["results"][0]["net"] == "200.00"


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(CASH_IN.splitlines(), 1) if text in line)


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        ('when = "banker_three_card_7"', 'when = "banker_three_crad_7"', 'when = "banker_three', "banker_three_card_7"),
        ('when = "player_wins"', 'when = "player_win"', 'when = "player_wins"', 'did you mean "player_wins"'),
        ('when = "tie"', 'when = "open(1)"', 'when = "tie"', "calls something"),
        ('odds = "8:1"', 'odds = "8/1"', 'odds = "8:1"', "is not a pay"),
        ('cite    = "L2291-2439, L3058-3094"', 'cite = "L9999"', "L2291", "past the end"),
        ('order     = ["player",', 'order = ["plaier",', "order     = [", 'did you mean "player"'),
        ("burn = ", "burm = ", "burn = ", 'did you mean "burn"'),
        ('family  = "baccarat"', 'family = "bacarat"', 'family  = "baccarat"', "is not a family"),
        ('{ option = "table_min" }, max', '{ option = "table_mim" }, max', "limits  =", 'did you mean "table_min"'),
        ('sheets = ["ci"]', 'sheets = ["cx"]', "sheets", "is not a sheet"),
        ('choices = ["push", "lose"]', 'choices = ["puhs", "lose"]', 'default = "push"', "it is one of puhs, lose"),
        ('include = ["baccarat", ', 'include = ["bacarat", ', "include", 'did you mean "baccarat"'),
        ('banking = "player-dealer"', 'banking = "nobody"', "banking", "house"),
        ("min     = 3", 'min     = 3\nmax_decks = 4', None, "is not a key here"),
    ],
)  # fmt: skip
def test_an_invalid_rulebook_is_refused_with_file_line_key_and_correct_form(
    old: str, new: str, place: str | None, says: str
) -> None:
    assert old in CASH_IN
    problems = problems_of(CASH_IN.replace(old, new, 1))
    found = [problem for problem in problems if says in problem]
    assert found, problems
    assert found[0].startswith("mine.toml:")
    if place is not None:
        assert found[0].startswith(f"mine.toml:{line_of(place)}:"), found


@pytest.mark.parametrize(
    ("addition", "says"),
    [
        (WAGER + 'limits = { min = "a", max = "9" }', "no sign"),
        (WAGER + 'stake = "-1"', "no sign"),
        (WAGER + 'stake = { P1 = "1" }', "option paytable"),
        (WAGER.replace('"2:1"', '"2:1", envy = "much"') + 'stake = "1"', "no sign"),
        (WAGER.replace('"2:1"', '{ option = "decks" }') + 'stake = "1"', "of kind whole"),
        (WAGER + 'stake = { option = "tie_line" }', "of kind choice"),
        (WAGER.replace('"tie"', '"margin % 0 == 1"') + 'stake = "1"', "divide by nothing"),
        ('[seats.hands]\n1 = "Ks 9x"', "is not a card"),
        ('[options.tieline]\ntitle = "t"\nkind = "flag"\ndefault = true', "same name"),
        ('[options.extra]\ntitle = "t"\nkind = "flag"', "no default"),
        ('[options.extra]\ntitle = "t"\nkind = "flag"\ndefault = true\nimplies = { tie_line = "win" }', "push, lose"),
        ('[options.rounding]\nchoices = ["down", "sideways"]', '"sideways" is not known'),
        ('[collection.side_limits]\nzz = { min = "1", max = "2" }', "is not a sheet"),
    ],
)  # fmt: skip
def test_rules_that_would_fail_at_the_table_are_refused_when_the_rulebook_is_read(addition: str, says: str) -> None:
    text = f"{CASH_IN}\n{addition}\n"
    assert any(says in problem for problem in problems_of(text)), problems_of(text)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('up_to = { option = "seats" }', 'up_to = { option = "chairs" }', "is not an option"),
        ('burn = "by-first-card"', 'burn = { option = "brun" }', "is not an option"),
        ('include = ["baccarat", "player-dealer"]', 'include = ["player-dealer"]', "drawing"),
    ],
)
def test_a_missing_part_is_named(old: str, new: str, says: str) -> None:
    assert old in CASH_IN
    assert any(says in problem for problem in problems_of(CASH_IN.replace(old, new)))


def test_all_problems_are_reported_at_once() -> None:
    text = (
        CASH_IN.replace('odds = "8:1"', 'odds = "8/1"')
        .replace('"player_wins"', '"player_win"')
        .replace("L3060", "L99999")
    )
    assert len(problems_of(text)) >= 4


def test_a_file_that_is_not_toml_is_refused_with_the_line() -> None:
    (problem,) = problems_of('id = "x"\ntitle = \n')
    assert problem.startswith("mine.toml:2:")


def test_terms_that_go_round_in_a_circle_are_refused() -> None:
    text = CASH_IN + '\n[define]\nup = "down"\ndown = "not up"\n'
    assert any("is defined by itself" in problem for problem in problems_of(text))


def test_wagers_that_need_each_other_are_refused() -> None:
    text = CASH_IN.replace('id      = "tiger-8"', 'id = "tiger-8"\nrequires = { any = "phoenix-7" }').replace(
        'id      = "phoenix-7"', 'id = "phoenix-7"\nrequires = { any = "tiger-8" }'
    )
    assert any("circle" in problem for problem in problems_of(text))


def test_a_wager_written_twice_is_refused() -> None:
    assert any("second time" in problem for problem in problems_of(CASH_IN + SIDE_BET + SIDE_BET))


def test_a_condition_over_facts_cannot_decide_what_is_offered() -> None:
    text = CASH_IN + SIDE_BET + 'offered = "tie"\n'
    assert any("known only after the round" in problem for problem in problems_of(text))


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ('pays = [{ when = "tie and banker_wins", odds = "9:1" }]', "is never reached"),
        (
            'pays = [{ when = "tie", odds = "9:1" }, { when = "tie and margin == 0", odds = "2:1" }]',
            "is never reached",
        ),
        ('push = "player_wins and tie"\npays = [{ when = "tie", odds = "9:1" }]', "never happens"),
    ],
)
def test_a_row_that_no_round_reaches_is_found_by_playing(row: str, says: str) -> None:
    text = f'{CASH_IN}\n[[wager]]\nid = "odd"\ntitle = "Odd"\n{row}\nlimits = {{ min = "5", max = "6" }}\ncite = "L1"\n'
    found = find_unreachable_rows(load_text(text, "mine.toml", rulebook_library.family_rules()))
    assert [says in str(problem) for problem in found] == [True]
    assert found[0].where.startswith("mine.toml:")


def test_the_register_holds_the_five_documents() -> None:
    assert {number: d.lines for number, d in documents().items()} == {
        "000": 168, "001": 104, "002": 261, "003": 641, "004": 4388,
    }  # fmt: skip
    assert all(len(document.sha256) == 64 for document in documents().values())


@pytest.mark.parametrize("text", ["L0", "L9-3", "L642", "page 3", "005 L1", "", "L1 and L2"])
def test_a_citation_that_leads_nowhere_is_refused(text: str) -> None:
    with pytest.raises(CitationError):
        parse_citation(text, "003")


@pytest.mark.parametrize(
    ("options", "field", "says"),
    [
        ({"deks": 8}, "options.deks", 'did you mean "decks"'),
        ({"decks": 2}, "options.decks", "3 to 8"),
        ({"decks": "eight"}, "options.decks", "whole number"),
        ({"decks": True}, "options.decks", "whole number"),
        ({"tie_line": "win"}, "options.tie_line", "push, lose"),
        ({"partial_cover": "perhaps"}, "options.partial_cover", "true or false"),
        ({"table_min": "-5"}, "options.table_min", "no sign"),
    ],
)
def test_an_option_that_does_not_fit_is_refused(options: dict[str, object], field: str, says: str) -> None:
    with pytest.raises(BadInput) as refusal:
        TableRules.of(rulebook_library.load("ca-cash-in-baccarat"), options)
    (problem,) = refusal.value.problems
    assert problem.where == field
    assert says in problem.message


def test_option_names_are_the_same_however_they_are_written() -> None:
    rulebook = rulebook_library.load("ca-cash-in-baccarat")
    for name in ("tie_line", "tieLine", "TIE-LINE"):
        assert TableRules.of(rulebook, {name: "lose"}).options["tie_line"] == "lose"
