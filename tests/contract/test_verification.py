"""Verification of every family: an honest table passes, and every fault of the catalogue is found.

`croupier.odds.verification` verifies every game that has a par sheet, and hold'em. Thirteen-card poker has no verifier:
there the faults are compared with the contract's own count of points, fee and money (`game_rows.compare_thirteen`).
Each verification plays few rounds, and the faults are large enough to show in them. The soak runs complete
verifications.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import pytest

from croupier.cards import parse_cards
from croupier.errors import BadInput
from croupier.families.baccarat.odds import compare_live
from croupier.families.baccarat.odds import verify as baccarat_verify
from croupier.families.baccarat.odds.verify import BaccaratVerifier
from croupier.families.blackjack.odds import verify as blackjack_verify
from croupier.families.blackjack.odds.verify import BlackjackVerifier
from croupier.families.dealer_poker.shared.odds import verify as poker_verify
from croupier.families.dealer_poker.shared.odds.verify import DealerPokerVerifier
from croupier.families.holdem.odds import verify as holdem_verify
from croupier.families.pai_gow.poker.odds import verify as pai_gow_verify
from croupier.families.pai_gow.poker.odds.verify import PaiGowVerifier
from croupier.families.pai_gow.shared import odds as packet_verify
from croupier.families.pai_gow.shared.odds import TileGameVerifier
from croupier.families.war import odds as war_verify
from croupier.families.war.odds import WarVerifier
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents, VigRounding
from croupier.odds.verification import driver
from croupier.odds.verification.driver import verify
from croupier.odds.verification.report import VerificationRun
from croupier.play import rulebook_library
from croupier.play.driver import result_of
from croupier.play.family import FAMILIES, NO_OPENING, family_of, settle_bets
from croupier.rulebook.table_rules import TableRules
from tests.contract.game_rows import OTHER_ROWS, ROW, ROWS, SEED, GameRow, rules_of, sheet_of
from tests.contract.planted_faults import FAULTS, NO_COMMISSION, FaultKind, Plant, Planted, failures, planted, with_pay
from tests.soak import in_soak, or_soak

every_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
every_fault = pytest.mark.parametrize(
    ("family", "kind", "plant"),
    [pytest.param(*fault, id=f"{fault[0]}: {fault[1].value}") for fault in planted()],
)


@pytest.fixture(autouse=True)
def few_rounds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten every part of a verification, except in tests that only the soak runs."""
    if request.node.get_closest_marker("soak"):
        return
    for owner, name, value in (
        (driver, "LEAST_ROUNDS", 100),
        (driver, "exact_par_sheet", sheet_of),
        (baccarat_verify, "MAX_CLASSES_TO_FORCE_ALL", 0),
        (baccarat_verify, "CLASSES_PER_LINE", 20),
        (baccarat_verify, "compare_drawing_rules", lambda *_: ((), 0)),
        (compare_live, "SIMULATED_SHOES", 4),
        (BaccaratVerifier, "small_banks", 60),
        (war_verify, "FORCED_CARDS", 14),
        (war_verify, "SIMULATED_LIVE", 100),
        (war_verify, "SIMULATED_ROUNDS", 2**17),
        (WarVerifier, "small_banks", 60),
        (blackjack_verify, "SIMULATED_SHOES", 3),
        (blackjack_verify, "SIMULATED_ROUNDS", 2**18),
        (BlackjackVerifier, "random_rounds", 300),
        (poker_verify, "SIMULATED_LIVE", 60),
        (poker_verify, "SIMULATED_ROUNDS", 2**17),
        (poker_verify, "DECISIONS_COMPARED", 20),
        (DealerPokerVerifier, "random_rounds", 60),
        (DealerPokerVerifier, "small_banks", 40),
        (pai_gow_verify, "SIMULATED_ROUNDS", 2**15),
        (PaiGowVerifier, "small_banks", 20),
        (packet_verify, "SIMULATED_LIVE", 60),
        (packet_verify, "SIMULATED_ROUNDS", 2**17),
        (TileGameVerifier, "small_banks", 40),
        (holdem_verify, "SIMULATED_HANDS", 2**10),
    ):
        monkeypatch.setattr(owner, name, value)


def found_by_verification(row: GameRow, planted: Planted) -> dict[str, str]:
    """Return the failures of a table: the first message for each part that fails."""
    rules = row.rules
    if row.name == "thirteen card":
        _, differing = row.compare(rules, planted.played or rules, SEED)
        return {"settlement": differing[0]} if differing else {}
    try:
        done = verify(rules, played=planted.played, rounds=planted.rounds, seed=SEED, chance=planted.chance)
    except BadInput as refused:  # the ranking refuses a hand with the same card twice
        return {"round": str(refused)}
    return failures(VerificationRun.of([done], SEED))


@pytest.mark.parametrize("row", or_soak((*ROWS, *OTHER_ROWS), len(ROWS)), ids=lambda row: row.name)
def test_an_honest_table_passes(row: GameRow) -> None:
    assert found_by_verification(row, Planted()) == {}


@in_soak
@pytest.mark.parametrize("row", [row for row in ROWS if row.name != "thirteen card"], ids=lambda row: row.name)
def test_a_complete_verification_passes(row: GameRow) -> None:
    assert verify(row.rules, rounds=20_000, seed=3).findings == ()


RARE_PAYS = (
    ("three-card poker", "bonus-6", {"bonus-6"}),
    ("Ultimate Texas Hold'em", "bad-beat", {"bad-beat"}),
    ("Ultimate Texas Hold'em", "blind", {"ante", "blind", "round"}),
    ("6 Card Bonus", "six-card-bonus", {"six-card-bonus"}),
    ("6 Card Bonus", "pair-plus", {"pair-plus"}),
    ("ilani blackjack", "nineteen-plus", {"nineteen-plus"}),
)
"""Wagers with a first row that comes once in thousands of rounds or less, and the checks that find a fault in such a
row."""


@pytest.mark.parametrize(("name", "wager", "parts"), or_soak(RARE_PAYS, 2))
def test_a_wrong_pay_is_found_however_rare(name: str, wager: str, parts: set[str]) -> None:
    (row,) = (row for row in (*ROWS, *OTHER_ROWS) if row.name == name)
    found = found_by_verification(row, Planted(with_pay(row.rules, wager, 0, Fraction(1))))
    assert set(found) == parts
    assert "comes to" in found[wager]


@every_fault
def test_a_planted_fault_is_found(family: str, kind: FaultKind, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    row = ROW[family]
    with monkeypatch.context() as patch:
        found = found_by_verification(row, plant(row.rules, patch))
    assert found, f"{kind} is not found in {family}"


def test_every_kind_of_fault_is_planted_in_every_family_or_cannot_happen_there() -> None:
    assert set(FAULTS) == set(ROW)
    assert {family: set(kinds) for family, kinds in FAULTS.items()} == {name: set(FaultKind) for name in ROW}
    assert {rulebook_library.load(row.rulebook).written.family for row in ROWS} == set(FAMILIES)


def all_rules() -> Iterator[TableRules]:
    return (rules_of(name) for name in rulebook_library.names())


def test_families_without_commission_in_the_catalogue_charge_none() -> None:
    charged = {rules.rulebook.written.family for rules in all_rules() if any(w.charges for w in rules.wagers.values())}
    without = {
        ROW[name].rules.rulebook.written.family for name, kinds in FAULTS.items() if NO_COMMISSION in kinds.values()
    }
    assert charged
    assert not charged & without


def charge_due(rate: Fraction, amount: int, rounding: VigRounding) -> int:
    """Return the commission in cents by this rounding: nearest cent, nearest quarter, or up to a quarter."""
    step = 1 if rounding is VigRounding.EXACT else 25
    steps, remainder = divmod(rate * amount, step)
    rounds_up = remainder > 0 if rounding is VigRounding.UP_25C else 2 * remainder > step
    return int(steps + rounds_up) * step


ROUNDED = [VigRounding.EXACT, VigRounding.NEAREST_25C, VigRounding.UP_25C]


def charges(rules: TableRules, stakes: Iterable[int]) -> list[int]:
    """Return the commission on winning Banker wagers of these stakes, by the live round and its settlement."""
    begin = family_of(rules).round_factory(rules, [], bank_seat=None, opening=NO_OPENING)
    coup = result_of(begin, parse_cards("2s 9h 2h Kd 3c 3d"))
    bets = [Bet(seat, SEATED, "banker", Cents(stake)) for seat, stake in enumerate(stakes, start=1)]
    return [outcome.charge for outcome in settle_bets(rules, coup, bets).settled]


@pytest.mark.parametrize("rounding", ROUNDED)
def test_commission_is_rounded_as_the_rulebook_says(rounding: VigRounding) -> None:
    """Check the commission on stakes that need rounding, which verification does not use.

    For these stakes each kind of rounding gives a different number of cents.
    """
    stakes = (10_00, 10_05, 10_10, 12_50, 13_35, 17_15, 99_95)
    due = {way: [charge_due(Fraction(5, 100), stake, way) for stake in stakes] for way in ROUNDED}
    assert charges(rules_of("co-dragon-bonus", vig_rounding=rounding.value), stakes) == due[rounding]
    assert [way for way in ROUNDED if due[way] == due[rounding]] == [rounding]
