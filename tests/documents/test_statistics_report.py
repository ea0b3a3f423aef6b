"""Reports of the generator's tests and of a verification: every test is on them, and the house's key signs them."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

import croupier
from croupier.cards.random_source import SeededRandomSource
from croupier.cli.generator import show_generator
from croupier.cli.verify import show_verification
from croupier.documents.statistics_report import fairness_statistics, verification_statistics
from croupier.errors import BadInput
from croupier.odds.fairness import SuiteSize, run_suite
from croupier.store.keys import HouseKeys, verify_signature
from croupier.store.record import canonical


def test_every_test_of_the_generator_is_on_its_report() -> None:
    tested = run_suite(SeededRandomSource(5), SuiteSize(100_000, 500))
    report = fairness_statistics(tested, "a seeded generator")
    rows = [row for table in report.tables for row in table.rows]
    assert [row[0] for row in rows] == [one.test.name for one in tested.rows]
    assert {row[3].endswith("*") for row in rows} == {True, False}
    assert report.verdict == "PASS: 35 tests"
    assert report.pdf().startswith(b"%PDF")


def test_a_verification_that_fails_says_so_on_its_report() -> None:
    run = croupier.load("co-baccarat").verify(2_000)
    passed = verification_statistics(run)
    assert passed.verdict.startswith("PASS")
    assert len(passed.tables[0].rows) == len(run.verified[0].wagers)
    worse = dict.fromkeys(run.adjusted, 0.0)
    failed = verification_statistics(type(run)(run.verified, run.seed, worse))
    assert failed.verdict == "FAIL: co-baccarat"
    assert any("does not come as often as the odds say" in note for note in failed.notes)
    assert failed.tables[0].rows[0][-1] == "FAIL"


def test_a_report_is_signed_with_the_key_of_the_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys = HouseKeys.create(tmp_path / "house.key")
    file = tmp_path / "report.pdf"
    given = {"draws": 100_000, "shoes": 500, "decks": 8, "seed": 5, "file": None, "as_json": True}
    show_generator(**given, pdf=file, sign=tmp_path / "house.key")  # type: ignore[arg-type]
    assert re.search(r"report\.pdf\.$.*report\.pdf\.signature\.json\.$", capsys.readouterr().err, re.M | re.S)
    signed = json.loads((tmp_path / "report.pdf.signature.json").read_text())
    assert signed["body"]["sha256"] == sha256(file.read_bytes()).hexdigest()
    message = b"croupier file\n" + canonical(signed["body"]).encode()
    assert verify_signature(keys.public_text, message, signed["signature"])
    assert not verify_signature(keys.public_text, message + b" ", signed["signature"])


def test_a_signature_without_a_report_or_without_keys_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^--sign: goes with --pdf"):
        show_verification("co-baccarat", every=False, options=[], rounds=2_000, seed=1, as_json=True, sign=tmp_path)
    with pytest.raises(BadInput, match="the house's keys cannot be read"):
        show_verification(
            "co-baccarat", every=False, options=[], rounds=2_000, seed=1, as_json=True,
            pdf=tmp_path / "a.pdf", sign=tmp_path / "none.key",
        )  # fmt: skip
    assert list(tmp_path.iterdir()) == []
