"""Odds by playing the live round: exact counts, samples with their interval, and verification that can fail."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import croupier
from croupier.cards import parse_cards
from croupier.documents.par_sheet import par_sheet_document
from croupier.documents.par_sheet_text import sheet_text
from croupier.families.war.odds import cards_left_by_rank, exact_table
from croupier.odds.fact_table import EXACT, SIMULATED, NotExactlyCountable
from croupier.odds.played_rounds.exact import count_rounds, shoe_pieces
from croupier.odds.played_rounds.facts import fact_table
from croupier.odds.played_rounds.simulate import PlayedJob
from croupier.odds.shoe_composition import Composition
from croupier.odds.verification.driver import verify
from croupier.odds.verification.report import VerificationRun
from croupier.odds.verification.statistics import compare_samples
from croupier.odds.wager_odds import measure_wager
from croupier.play.family import family_of
from tests.outside.packages import REGISTER, RULEBOOK, installed, write_package
from tests.table_rules import rules_of

SAMPLED = """
from croupier.odds.played_rounds import PlayedRoundOdds
from croupier.play.round import Ask, Choice, Decision, Question
from dragon_tiger.facts import fact
from dragon_tiger.family import DragonTiger
from dragon_tiger.round import Result, dragon_tiger_round

class ManyDeals(DragonTiger):
    odds = PlayedRoundOdds(fact, most_deals=100, sampled_rounds=20_000)

def asking_round():
    answer = yield Ask((Question(1, 1, (Choice("keep"), Choice("swap")), "keep", 1),))
    result = yield from dragon_tiger_round()
    swaps = isinstance(answer, Decision) and answer.do == "swap"
    return Result(result.tiger, result.dragon) if swaps else result

class Asking(ManyDeals):
    def round_factory(self, rules, bets, *, bank_seat, opening):
        return asking_round

MANY_DEALS, ASKING = ManyDeals(), Asking()
"""


@pytest.fixture
def packages(example: Path, tmp_path: Path) -> Iterator[None]:
    """Install two families whose odds are sampled: one has too many deals to count, in the other a player decides."""
    files = {"sampled/__init__.py": SAMPLED}
    register = REGISTER.read_text("utf-8").replace("dragon-tiger-rules", "sampled-rules")
    for name in ("many-deals", "asking"):
        book = RULEBOOK.read_text("utf-8").replace('"dragon-tiger"', f'"{name}"')
        files[f"sampled/{name}.toml"] = book.replace("dragon-tiger-rules", "sampled-rules")
    families = "many-deals = sampled:MANY_DEALS\nasking = sampled:ASKING"
    folder = write_package(
        tmp_path,
        "sampled",
        family=families,
        rulebooks="sampled = sampled",
        files=files | {"sampled/sources.toml": register},
    )
    with installed(example), installed(folder):
        yield


@pytest.mark.parametrize("left", ["2s 2h 2d 3s 3h 4c 4d", "5s 4s 5h 4h 9d 9c 9s", "As Ah Ad Ac"])
def test_played_deals_are_weighted_as_a_family_counts_them(left: str) -> None:
    """Check the count by playing against the exact count of war, whose rounds have different lengths."""
    rules, shoe = rules_of("ca-ultimate-war"), Composition.of_cards(parse_cards(left))
    played = fact_table(rules, count_rounds(rules, shoe_pieces(rules, shoe), 10_000), EXACT)
    counted = exact_table(cards_left_by_rank(shoe))
    for wager in rules.wagers.values():
        one, other = measure_wager(wager, played), measure_wager(wager, counted)
        assert (one.house_edge, one.hit, one.push, one.variance) == (
            other.house_edge,
            other.hit,
            other.push,
            other.variance,
        )


@pytest.mark.parametrize(
    ("name", "reason"), [("many-deals", "more than 100 different deals"), ("asking", "depends on decisions of players")]
)
@pytest.mark.usefixtures("packages")
def test_odds_that_cannot_be_counted_are_sampled_and_say_so(name: str, reason: str) -> None:
    rules = rules_of(name)
    with pytest.raises(NotExactlyCountable, match=reason):
        family_of(rules).odds.fact_table(rules, (), Composition.of_decks(8))
    sheet = croupier.load(name).odds()
    assert (sheet.method, sheet.rounds) == (SIMULATED, 20_000)
    for wager, edge in (("dragon", Fraction(31, 830)), ("tie", Fraction(136, 415)), ("suited-tie", Fraction(58, 415))):
        interval = sheet[wager].interval
        assert interval is not None
        assert abs(sheet[wager].house_edge - edge) < 2 * interval
    document = par_sheet_document(sheet)
    assert document.method.startswith("Simulated: 20,000 rounds. Live rounds were played, each from all")
    assert all("±" in wager.edge_exact and "95 % confidence" in wager.played for wager in document.wagers)
    assert sheet_text(document)


@pytest.mark.parametrize("name", ["dragon-tiger", "many-deals", "asking"])
@pytest.mark.usefixtures("packages")
def test_a_right_table_passes_and_a_wrong_pay_is_found(name: str) -> None:
    printed = rules_of(name)
    right = verify(printed, rounds=2_000, seed=5)
    assert VerificationRun.of([right], 5).passed, VerificationRun.of([right], 5).failures(right)
    assert all(check.verified == check.possible > 1 for check in right.wagers)
    played = croupier.load(name).with_pays("suited-tie", "49:1").rules()
    wrong = verify(printed, rounds=1_000, seed=5, played=played)
    assert "suited-tie" in {finding.where for finding in wrong.findings}


@pytest.mark.usefixtures("packages")
def test_a_shoe_with_other_cards_than_the_sheet_fails_the_test_of_frequencies() -> None:
    """Check that a table with one deck fails against the sheet for eight: it has no suited tie and fewer ties."""
    for name in ("dragon-tiger", "many-deals"):
        verified = verify(rules_of(name), rounds=20_000, seed=5, played=rules_of(name, decks=1))
        failures = VerificationRun.of([verified], 5).failures(verified)
        assert "suited-tie" in {failure.where for failure in failures}


@pytest.mark.usefixtures("packages")
def test_the_same_rounds_are_played_however_they_are_divided() -> None:
    rules = rules_of("dragon-tiger")
    job = PlayedJob(rules, shoe_pieces(rules, None), seed=9, seats=2)
    whole, parts = job.deal(0, 3), job.deal(0, 1).plus(job.deal(1, 2))
    assert (whole.shoes, whole.rounds, whole.counts) == (parts.shoes, parts.rounds, parts.counts)
    assert job.deal(0, 3, 100).rounds == 100
    assert job.deal(7, 1).counts != job.deal(8, 1).counts


def test_two_samples_are_compared_by_the_error_of_both() -> None:
    alike = compare_samples([520, 480], [5_000, 5_000])
    assert alike is not None
    assert alike.p == pytest.approx(0.2278, abs=1e-3)  # 2 x 2 table without correction: chi-square 1.454
    far = compare_samples([600, 400], [5_000, 5_000])
    assert far is not None
    assert far.p < 1e-6
    assert compare_samples([10, 0], [20, 0]) is None
    assert compare_samples([], []) is None
