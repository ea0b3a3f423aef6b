"""`docs/explanation/evidence.md` is complete: a checker written only from that page finds every alteration."""

from __future__ import annotations

import ast
import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import parse_cards
from croupier.cards.commitment import CommitmentOpening, digest_of
from croupier.evidence.bundle import FORMAT, SIGNED_AS
from croupier.evidence.file_signature import file_signature
from croupier.store import checkpoint as checkpoints
from croupier.store.log_copy import LogCopy
from croupier.table import commands as c
from croupier.table.settings import DealingMode
from tests.evidence import outside_checker as outside
from tests.evidence_house import FLOOR, MIDI, Evening

PAGE = (Path(__file__).parents[2] / "docs" / "explanation" / "evidence.md").read_text(encoding="utf-8")
CHECKER = Path(__file__).parents[2] / "examples" / "checker" / "check_bundle.py"
Body = dict[str, Any]


class Files:
    """Files that an outsider receives: bundles, the log, the checkpoints and the house's public key."""

    def __init__(self, house: Evening, folder: Path) -> None:
        self.house = house
        house.open_midi()
        house.play_midi(2)
        checkpoints.checkpoint(house.store, house.keys, house.now, folder / "checkpoints.jsonl")
        house.play_midi(1)
        house.act(
            "midi-1", c.ChangeSettings(settings=MIDI.model_copy(update={"mode": DealingMode.DEALER_ASSIST})), FLOOR
        )
        banked = house.play_cash_in()
        checkpoints.checkpoint(house.store, house.keys, house.now, folder / "checkpoints.jsonl")
        heads = {stream: head.seq for stream, head in house.store.heads().items()}
        LogCopy(folder / "log.jsonl").append_missing(house.store, heads)
        self.log = (folder / "log.jsonl").read_text()
        self.checkpoints = (folder / "checkpoints.jsonl").read_text()
        self.bundles = {name: house.bundle(name).decode() for name in ("midi-1/000001", "midi-1/000003", banked)}
        self.key, self.id = house.keys.public_text, house.store.house


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Files]:
    folder = tmp_path_factory.mktemp("house")
    house = Evening(f"sqlite:///{folder}/house.db", folder)
    yield Files(house, folder)
    house.close()


def test_the_checker_imports_nothing_from_croupier() -> None:
    tree = ast.parse(Path(str(outside.__file__)).read_text(encoding="utf-8"))
    named = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    named |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    tops = {name.partition(".")[0] for name in named}
    assert tops - set(sys.stdlib_module_names) == {"cryptography"}


def test_every_constant_of_the_checker_is_on_the_page() -> None:
    for text in (outside.BUNDLE, outside.CHECKPOINT, outside.LOG, outside.SHOE, outside.FORMAT):
        assert text.replace("\n", "\\n") in PAGE
    for constant in (
        *outside.ENDS,
        "sealed-card:PLACE:DIGEST:SEALED",
        "cards-unsealed",
        "bets-opened",
        "settings-changed",
    ):
        assert constant in PAGE
    assert (FORMAT, SIGNED_AS.decode(), checkpoints.SIGNED_AS.decode()) == (
        outside.FORMAT, outside.BUNDLE, outside.CHECKPOINT,
    )  # fmt: skip


def test_the_checker_finds_no_fault_in_a_sound_house(files: Files) -> None:
    found, hashes = outside.check_log(files.log, files.id)
    assert found == []
    assert outside.check_checkpoints(files.checkpoints, files.key, files.id, hashes) == []
    for text in files.bundles.values():
        assert outside.check_bundle(text, files.key, hashes) == []


def test_the_key_of_another_house_is_reported(files: Files) -> None:
    found = outside.check_bundle(files.bundles["midi-1/000001"], "ab" * 32)
    assert found == ["1: the signature is not the house's", "4: the checkpoint is not the house's"]


def test_a_character_beyond_ascii_is_signed_as_the_page_says() -> None:
    text = 'é😀"\\/\x7f\n'
    assert outside.canonical(text) == '"\\u00e9\\ud83d\\ude00\\"\\\\/\\u007f\\n"'


def altered(body: Body, change: Callable[[Body], None]) -> Body:
    forged = copy.deepcopy(body)
    change(forged)
    return forged


def reseal(entry: Body) -> None:
    entry["hash"] = outside.hashed(f"{entry['before']}\n{outside.canonical(entry['record'])}")


def one_cent_more(body: Body) -> None:
    entry = next(entry for entry in body["records"] if entry["record"]["transfers"])
    entry["record"]["transfers"][0][2] += 1


def one_cent_more_resealed(body: Body) -> None:
    entry = next(entry for entry in body["records"] if entry["record"]["transfers"])
    entry["record"]["transfers"][0][2] += 1
    reseal(entry)


def one_record_less(body: Body) -> None:
    del body["records"][1]


def other_rules(body: Body) -> None:
    body["rulebook"]["data"]["title"] += "!"


def foreign_checkpoint(body: Body) -> None:
    body["checkpoint"]["signature"] = "00" * 64


def exchanged_cards(body: Body) -> None:
    opened = next(event for event in body["shoe"]["opened"]["record"]["events"] if event["kind"] == "shoe-revealed")
    first, second, *others = opened["cards"].split(" ")
    opened["cards"] = " ".join([second, first, *others])
    reseal(body["shoe"]["opened"])


def wrong_place_in_the_shoe(body: Body) -> None:
    body["shoe"]["place"] += 3


def wrong_last_hash(body: Body) -> None:
    body["chain"]["after"] = "00" * 32


FORGERIES = {
    one_cent_more: "2: the hash of",
    one_cent_more_resealed: "3: ",
    one_record_less: "3: ",
    other_rules: "5: ",
    exchanged_cards: "6: the shoe is not the one",
    wrong_place_in_the_shoe: "6: card",
    foreign_checkpoint: "4: ",
    wrong_last_hash: "3: ",
}


@pytest.mark.parametrize("change", FORGERIES)
def test_a_bundle_altered_and_signed_by_the_house_is_found(change: Callable[[Body], None], files: Files) -> None:
    """Check that a bundle that is altered and then signed with the house's key is still refused, for another reason."""
    body = altered(json.loads(files.bundles["midi-1/000001"])["body"], change)
    signature = files.house.keys.sign((outside.BUNDLE + outside.canonical(body)).encode())
    found = outside.check_bundle(json.dumps({"body": body, "signature": signature}), files.key)
    assert any(finding.startswith(FORGERIES[change]) for finding in found), found
    assert not any(finding.startswith("1:") for finding in found)
    unsigned = json.dumps({"body": body, "signature": json.loads(files.bundles["midi-1/000001"])["signature"]})
    assert "1: the signature is not the house's" in outside.check_bundle(unsigned, files.key)


def short_checker_says(bundle: Body, key: str, folder: Path) -> tuple[int, list[str]]:
    """Run the shipped checker as an outsider does; return its exit status and its lines."""
    file = folder / "round.bundle.json"
    file.write_text(json.dumps(bundle), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-I", str(CHECKER), str(file), key], capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.stderr == ""
    return ran.returncode, ran.stdout.splitlines()


def test_the_shipped_checker_finds_no_fault_in_sound_bundles(files: Files, tmp_path: Path) -> None:
    for text in files.bundles.values():
        assert short_checker_says(json.loads(text), files.key, tmp_path) == (0, ["nothing is wrong with it"])
    assert short_checker_says(json.loads(files.bundles["midi-1/000001"]), "ab" * 32, tmp_path)[0] == 1


@pytest.mark.parametrize("change", FORGERIES)
def test_the_shipped_checker_finds_every_alteration(
    change: Callable[[Body], None], files: Files, tmp_path: Path
) -> None:
    bundle = json.loads(files.bundles["midi-1/000001"])
    body = altered(bundle["body"], change)
    signature = files.house.keys.sign((outside.BUNDLE + outside.canonical(body)).encode())
    status, found = short_checker_says({"body": body, "signature": signature}, files.key, tmp_path)
    assert status == 1
    assert any(line.startswith(FORGERIES[change][:2]) for line in found), found
    assert not any(line.startswith("1:") for line in found)
    status, found = short_checker_says({**bundle, "body": body}, files.key, tmp_path)
    assert "1: the signature is not the house's" in found


def test_the_shipped_checker_checks_the_signature_of_a_report(files: Files, tmp_path: Path) -> None:
    report = tmp_path / "report.pdf"
    report.write_bytes(b"%PDF any report")
    signed = json.loads(file_signature(report, report.read_bytes(), files.house.keys))
    assert short_checker_says(signed, files.key, tmp_path) == (0, ["nothing is wrong with it"])
    assert short_checker_says(signed, "ab" * 32, tmp_path) == (1, ["the signature is not the house's"])
    changed = {**signed, "body": {**signed["body"], "software": "9"}}
    assert short_checker_says(changed, files.key, tmp_path) == (1, ["the signature is not the house's"])
    report.write_bytes(b"%PDF another report")
    assert short_checker_says(signed, files.key, tmp_path) == (1, ["report.pdf is not the file that was signed"])
    report.unlink()
    assert short_checker_says(signed, files.key, tmp_path)[0] == 1


def test_the_shipped_checker_refuses_what_is_no_bundle(files: Files, tmp_path: Path) -> None:
    whole = json.loads(files.bundles["midi-1/000001"])
    without_chain = {name: value for name, value in whole["body"].items() if name != "chain"}
    for other in ({}, {"body": {}, "signature": ""}, {**whole, "body": without_chain}):
        status, found = short_checker_says(other, files.key, tmp_path)
        assert status == 1
        assert found[0].startswith("this is no bundle or signature, or a part is missing")


def test_the_shipped_checker_is_short_and_imports_nothing_from_croupier() -> None:
    tree = ast.parse(CHECKER.read_text(encoding="utf-8"))
    named = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    named |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert {name.partition(".")[0] for name in named} - set(sys.stdlib_module_names) == {"cryptography"}
    assert len(CHECKER.read_text(encoding="utf-8").splitlines()) < 130


def test_the_example_of_a_commitment_on_the_page_is_true() -> None:
    example = outside.hashed(f"{outside.SHOE}{'00' * 32}\n1\nAs Kd\n")
    assert example == digest_of(CommitmentOpening(bytes(32), parse_cards("As Kd"), 1))
    assert f"`{example}`" in PAGE


def test_an_altered_log_is_found(files: Files) -> None:
    lines = files.log.splitlines()
    place = next(n for n, line in enumerate(lines) if '\\"transfers\\":[[' in line and "table/" in line)
    entry = json.loads(lines[place])
    record = json.loads(entry["body"])
    record["transfers"][0][2] += 1
    entry["body"] = outside.canonical(record)
    name = f"{entry['stream']}#{entry['seq']}"
    forged = [*lines[:place], outside.canonical(entry), *lines[place + 1 :]]
    assert outside.check_log("\n".join(forged), files.id)[0] == [f"{name}: its hash is wrong"]
    entry["hash"] = outside.hashed(f"{entry['before']}\n{entry['body']}")
    forged[place] = outside.canonical(entry)
    found, _ = outside.check_log("\n".join(forged), files.id)
    assert [finding for finding in found if "does not follow" in finding]
    found, _ = outside.check_log("\n".join([*lines[:place], *lines[place + 1 :]]), files.id)
    assert [finding for finding in found if "does not follow" in finding]
    assert outside.check_checkpoints(files.checkpoints, files.key, files.id, {}) != []


def test_a_truncated_log_is_found_by_the_checkpoints_and_the_bundle(files: Files) -> None:
    found, hashes = outside.check_log("\n".join(files.log.splitlines()[:8]), files.id)
    assert found == []
    assert outside.check_checkpoints(files.checkpoints, files.key, files.id, hashes) != []
    assert any(
        finding.startswith("9: ") for finding in outside.check_bundle(files.bundles["midi-1/000003"], files.key, hashes)
    )
