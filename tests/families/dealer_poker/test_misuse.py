"""Invalid cases and rulebooks of poker: each gets one clear sentence. Fees at the edges of every bracket."""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import main
from croupier.errors import BadInput
from croupier.play import rulebook_library
from croupier.play.case import read_case, settle_case, settled_case_json
from croupier.play.reachability import find_unreachable_rows
from croupier.rulebook.loader import load_text
from croupier.rulebook.table_rules import TableRules

SIX, THREE, ULTIMATE = "ca-three-card-poker-6-card-bonus", "ca-3-card-poker", "ca-ultimate-texas-holdem"
GAMES = (SIX, THREE, ULTIMATE)
DATA = Path(rulebook_library.__file__).parents[1] / "rulebook" / "data"


# Cases


HOLDEM: dict[str, Any] = {
    "rulebook": ULTIMATE,
    "wagers": [{"seat": 2, "wager": "ante", "amount": "10"}, {"seat": 2, "wager": "blind", "amount": "10"}],
    "dealt": {"player:2": "As Kd", "dealer": "Jc Td", "board": "Qh 9c 7d 4s 2h"},
    "decisions": [{"seat": 2, "do": "play", "times": 4}],
}
TWO_SEATS: dict[str, Any] = {
    "rulebook": THREE,
    "bank": {"seat": 4, "amount": "1000"},
    "wagers": [{"seat": 2, "wager": "ante", "amount": "20"}, {"seat": 6, "wager": "ante", "amount": "20"}],
    "dealt": {"player:2": "Qs 8d 3c", "player:6": "Ah Ad Ac", "dealer": "Jc 9h 4s"},
    "decisions": [{"seat": 6, "do": "play"}, {"seat": 2, "do": "play"}],
}
SIZES = "a Play wager is 4, 3, 2 or 1 antes"
WRONG: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    (HOLDEM, {"decisions": [{"seat": 2, "do": "play", "times": "4"}]}, "decisions[0].times", f"is '4'; {SIZES}"),
    (HOLDEM, {"decisions": [{"seat": 2, "do": "play", "times": 0}]}, "decisions[0].times", f"is 0; {SIZES}"),
    (HOLDEM, {"decisions": [{"seat": 2, "do": "play", "times": True}]}, "decisions[0].times", f"is True; {SIZES}"),
    (
        HOLDEM,
        {"decisions": [{"seat": 2, "do": "check", "times": 4}]},
        "decisions[0].times",
        "stands beside check; it goes with play alone",
    ),
    (HOLDEM, {"decisions": [{"seat": 2, "do": "play-4", "times": 4}]}, "decisions[0].times", "stands beside play-4"),
    (
        HOLDEM,
        {"decisions": [{"seat": 2, "do": "play", "size": 4}]},
        "decisions[0].size",
        "is not a key of a decision; it has seat, do, amount, times",
    ),
    (HOLDEM, {"decisions": [{"seat": 2, "do": "play", "amount": "35"}]}, "decisions[0]", "is exactly $40 (004_"),
    (
        HOLDEM,
        {"decisions": [{"seat": 2, "do": "check", "amount": "10"}]},
        "decisions[0]",
        "nothing is put up with a check",
    ),
    (
        HOLDEM,
        {"decisions": [{"seat": 3, "do": "check"}]},
        "decisions[0]",
        "check is left over: seat 3 is not asked then; asked in turn: seat 2",
    ),
    (HOLDEM, {"dealt": {**HOLDEM["dealt"], "dealer": "As Td"}}, "dealt", "As stands 2 times; one deck holds it once"),
    (
        HOLDEM,
        {"dealt": {**HOLDEM["dealt"], "board": "Qh 9c 7d 4s"}},
        "dealt.board",
        "has no card left; card 5 of the board is due",
    ),
    (HOLDEM, {"dealt": {**HOLDEM["dealt"], "player:2": "As"}}, "dealt.player:2", "card 2 of seat 2 is due"),
    (HOLDEM, {"dealt": {**HOLDEM["dealt"], "house": "2c 2d"}}, "dealt.house", '"board" where there is one'),
    (
        TWO_SEATS,
        {"decisions": TWO_SEATS["decisions"][::-1]},
        "decisions[1]",
        "play is left over: seat 6 is not asked then; asked in turn: seat 6, seat 2",
    ),
    (
        TWO_SEATS,
        {"decisions": [{"seat": 6, "do": "fold", "amount": "20"}]},
        "decisions[0]",
        "nothing is put up with a fold",
    ),
    (
        TWO_SEATS,
        {"decisions": [{"seat": 6, "do": "play", "times": 1}]},
        "decisions[0].times",
        "is not a key of a decision; it has seat, do, amount",
    ),
    (
        TWO_SEATS,
        {
            "wagers": [{"seat": 2, "wager": "bonus-6", "amount": "20"}],
            "dealt": {"player:2": "Qs 8d 3c", "dealer": "Jc 9h 4s"},
            "decisions": [{"seat": 2, "do": "play"}],
        },
        "decisions[0]",
        "seat 2 is not asked then; nobody is asked anything",
    ),
]


@pytest.mark.parametrize(("case", "changes", "field", "says"), WRONG, ids=[says for *_, says in WRONG])
def test_an_impossible_case_is_refused_with_the_correct_form(
    case: dict[str, Any], changes: dict[str, Any], field: str, says: str
) -> None:
    with pytest.raises(BadInput) as refused:
        settle_case(read_case(copy.deepcopy(case | changes)))
    problem = refused.value.problems[0]
    assert problem.where == field
    assert says in problem.message


@pytest.mark.parametrize(("amount", "net"), [("40", "40.00"), ("30", "30.00")])
def test_a_play_wager_may_be_given_by_its_amount_alone(amount: str, net: str) -> None:
    case = HOLDEM | {"decisions": [{"seat": 2, "do": "play", "amount": amount}]}
    results = settled_case_json(settle_case(read_case(case)))["results"]
    assert (results[-1]["wager"], results[-1]["amount"], results[-1]["net"]) == ("play", net, net)


def test_the_command_refuses_in_one_line_with_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "case.json"
    file.write_text(json.dumps(HOLDEM | {"decisions": [{"seat": 2, "do": "play", "times": 2}]}), "utf-8")
    monkeypatch.setattr(sys, "argv", ["croupier", "settle", str(file)])
    with pytest.raises(SystemExit) as left:
        main()
    captured = capsys.readouterr()
    assert left.value.code == 2
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.startswith(
        "croupier: decisions[0]: play-2 is not open here; it is check or play-4 or play-3 (004_"
    )


# Collection fee at both ends of every bracket


FEES: dict[str, list[str]] = {
    ULTIMATE: [
        "5 1 101 2 301 4 601 7 1001 12",
        "5 1 201 2 401 4 701 8 1001 12",
        "5 1 201 2 501 6 801 10 1501 20",
        "5 1 301 3 601 7 1001 13 1501 20",
        "5 1 51 2 101 3 201 6 301 9",
        "25 1 201 2 401 5 701 9 1501 20",
        "25 1 201 2 501 6 801 10 1501 20",
        "25 1 301 3 601 7 1001 12 1501 20",
        "25 3 201 6 401 12 601 15 801 20",
        "25 1 401 5 801 10 1201 15 1801 25",
        "100 1 201 3 501 7 1201 15 1501 20",
        "100 1 301 5 801 10 1501 15 2301 25",
        "100 2 401 6 1001 12 2001 25 3001 40",
        "100 2 501 7 1601 20 2501 35 4001 50",
    ],
    THREE: ["5 1 101 3 301 5 501 8 801 12", "5 3 301 6 601 10 1001 15 2001 22"],
    SIX: ["5 1 101 3 301 6 501 8", "5 0.50 51 1 101 3 301 6 501 8"],
}
"""Brackets of each fee schedule, as pairs of numbers: the dollars of action from which on a fee applies, and the fee in
dollars. [004 L761-769, L3341-3350, L3790-3862]"""
A_SEAT = {ULTIMATE: 1_900, THREE: 900, SIX: 480}
"""Most dollars that one seat bets in these tests; larger action is spread over several seats."""


def wagers_of(game: str, dollars: int) -> list[dict[str, Any]]:
    """Return wagers of this many dollars over the seats; a bonus keeps Ante and Blind equal."""
    down: list[dict[str, Any]] = []
    for seat in range(2, 8):
        here = min(dollars, A_SEAT[game])
        dollars -= here
        if game == ULTIMATE:
            odd = here % 2 * 5
            spots = {"ante": (here - odd) // 2, "blind": (here - odd) // 2, "trips": odd}
        elif game == THREE:
            spots = {"ante": 5, "bonus-6": here - 5}
        else:
            spots = {"ante": here - 5, "six-card-bonus": 5}
        down += [{"seat": seat, "wager": name, "amount": str(amount)} for name, amount in spots.items() if amount > 0]
        if not dollars:
            return down
    raise AssertionError(f"{dollars} dollars do not fit on the layout")


def fee(game: str, number: int, dollars: int) -> tuple[str, str]:
    wagers = wagers_of(game, dollars)
    pack = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "shdc"]
    seats = len({wager["seat"] for wager in wagers})
    cards = pack[: 2 * seats + 7 if game == ULTIMATE else 3 * seats + 3]
    plays = [{"seat": seat, "do": "play"} for seat in range(2, 2 + seats)]
    case = {"rulebook": game, "schedule": number, "bank": {"seat": 1, "amount": "50"}, "wagers": wagers}
    collection = settled_case_json(settle_case(read_case(case | {"cards": " ".join(cards), "decisions": plays})))[
        "collection"
    ]
    assert collection["players"] == {}
    return collection["action"], collection["player_dealer"]


@pytest.mark.parametrize("game", GAMES)
def test_every_schedule_charges_as_printed_at_both_edges_of_every_bracket_and_no_play_wager_counts(game: str) -> None:
    assert [f"{number}" for number in range(1, len(FEES[game]) + 1)] == [
        schedule.id.rpartition("-")[2] for schedule in TableRules.of(rulebook_library.load(game)).schedules
    ]
    for number, written in enumerate(FEES[game], start=1):
        words = written.split()
        starts, fees = [int(start) for start in words[::2]], words[1::2]
        for place, (start, due) in enumerate(zip(starts, fees, strict=True)):
            last = starts[place + 1] - 1 if place + 1 < len(starts) else start + 300
            for dollars in {max(start, 10), last}:
                assert fee(game, number, dollars) == (f"{dollars}.00", f"{float(due):.2f}"), (number, dollars)


# Own rulebooks


def text_of(game: str, old: str, new: str) -> str:
    text = (DATA / f"{game}.toml").read_text("utf-8")
    assert old in text
    return text.replace(old, new, 1)


def problems_of(text: str) -> list[str]:
    with pytest.raises(BadInput) as refused:
        load_text(text, "mine.toml", rulebook_library.family_rules())
    return [str(problem).partition(": ")[2] for problem in refused.value.problems]


HOLE_CARDS = 'min_hole_cards = { option = "min_hole_cards" }'
DEAL = 'deal           = { option = "deal" }'
ALONE: list[tuple[str, str, str, str]] = [
    (ULTIMATE, HOLE_CARDS, "min_hole_cards = 2", "poker.min_hole_cards: is 2; it is 0 or 1"),
    (
        ULTIMATE,
        HOLE_CARDS,
        'min_hole_cards = "none"',
        "poker.min_hole_cards: is 'none'; wanted is a whole number or { option = \"NAME\" }",
    ),
    (
        ULTIMATE,
        'choices = ["0", "1"]',
        'choices = ["0", "1", "2"]',
        "poker.min_hole_cards: may be 2 by its option; it is 0 or 1",
    ),
    (ULTIMATE, DEAL, 'deal = "hand"', "poker.deal: is 'hand'; wanted is 'shuffler' or 'shoe' or { option = \"NAME\" }"),
    (
        ULTIMATE,
        DEAL,
        'deal = { option = "decks" }',
        "poker.deal: may be 1 by its option; it is shuffler or shoe",
    ),
    (
        THREE,
        'upcard       = { option = "pd_upcard" }',
        'upcard = { option = "nonqual_ante" }',
        "poker.upcard: comes from an option of kind choice; wanted is flag",
    ),
    (
        THREE,
        "cites        = { play =",
        "cites        = { plays =",
        'poker.cites.plays: is nothing that is decided; did you mean "play"? it is play, fold, check',
    ),
    (
        ULTIMATE,
        'placed   = "asked"\n',
        "",
        'wager.play.placed: is "betting"; the round asks for the Play wager: placed = "asked"',
    ),
    (
        THREE,
        'id      = "bonus-6"',
        'placed  = "asked"\nid      = "bonus-6"',
        'wager.bonus-6.placed: is "asked"; the round asks for "play" alone',
    ),
    (ULTIMATE, "[poker]", '[poker]\nplay = "ante"', 'poker.play: "ante" is the Ante; the Play wager is another'),
    (
        ULTIMATE,
        '["player-dealer", "poker-deck"]',
        '["player-dealer"]',
        'options: has no "decks"; poker is dealt from one deck: include = ["poker-deck"] brings it',
    ),
    (
        ULTIMATE,
        "[options.seats]",
        "[options.decks]\nmax = 2\n\n[options.seats]",
        "options.decks: may be more than 1; poker is dealt from one deck",
    ),
    (THREE, "max     = 8", "max     = 30", "seats: may be 30; one deck has cards for 16 and the player-dealer"),
    (
        ULTIMATE,
        'up_to = { option = "seats" }',
        "up_to = 23",
        "seats: may be 23; one deck has cards for 22 and the player-dealer",
    ),
]


@pytest.mark.parametrize(("game", "old", "new", "says"), ALONE, ids=[says for *_, says in ALONE])
def test_an_unplayable_rulebook_is_refused_with_one_reason(game: str, old: str, new: str, says: str) -> None:
    assert problems_of(text_of(game, old, new)) == [says]


def test_a_poker_rulebook_without_its_section_is_refused() -> None:
    text = (DATA / f"{SIX}.toml").read_text("utf-8")
    start = text.index("[poker]")
    assert problems_of(text[:start] + text[text.index("[seats]") :]) == [
        "poker: is missing; it names the ante and the Play wager"
    ]


def test_a_misspelt_fact_is_refused_with_a_suggestion() -> None:
    (problem,) = problems_of(text_of(ULTIMATE, '"three_of_a_kind", odds', '"three_of_kind", odds'))
    assert problem.startswith("wager.trips.pays.6.when: ")
    assert problem.endswith('did you mean "three_of_a_kind"?')


def test_an_own_side_bet_over_facts_of_the_family_is_valid_and_settled() -> None:
    lucky = """[[wager]]
id     = "lucky"
title  = "Lucky Pair"
pays   = [{ when = "pair and not dealer_qualifies", odds = "5:1", cite = "L2711" }]
limits = { min = "5", max = "100", cite = "L3334" }
cite   = "L2711"

[settlement]"""
    rulebook = load_text(text_of(THREE, "[settlement]", lucky), "mine.toml", rulebook_library.family_rules())
    assert find_unreachable_rows(rulebook) == []
    wagers = [{"seat": 2, "wager": wager, "amount": "5"} for wager in ("ante", "lucky")]
    case = {"wagers": wagers, "cards": "4s 4h 2d Jc 9h 3s", "decisions": [{"seat": 2, "do": "play"}]}
    results = settled_case_json(settle_case(read_case(case, TableRules.of(rulebook))))["results"]
    assert [(result["wager"], result["net"]) for result in results] == [
        ("ante", "5.00"),
        ("lucky", "25.00"),
        ("play", "0.00"),
    ]
