"""A rulebook may follow a document of the house's own, which is printed on its rules card."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

import croupier
from croupier.errors import BadInput

OWN = 'source = { file = "rules-2026.pdf", title = "House rules of 2026" }'


def own_rulebook(folder: Path, source: str = OWN, *, name: str = "my-baccarat") -> Path:
    """Write a copy of a shipped rulebook whose rules are the house's own; return its path."""
    text = files("croupier.rulebook").joinpath("data/co-baccarat.toml").read_text("utf-8")
    text = re.sub(r'"L\d[^"]*"', '"house rule"', text)
    text = re.sub(r"^id .*$", f'id = "{name}"', text, count=1, flags=re.MULTILINE)
    path = folder / f"{name}.toml"
    path.write_text(re.sub(r"^source .*$", source, text, count=1, flags=re.MULTILINE), "utf-8")
    return path


def test_the_rules_card_names_the_document_of_the_house(tmp_path: Path) -> None:
    card = croupier.load(own_rulebook(tmp_path)).card()
    assert card.source_text == "House rules of 2026; Colorado; rules-2026.pdf"
    assert card.source_lines == "house rule"
    listed = next(one for one in card.documents if one.number == "house-rule")
    assert listed.text == "House rules of 2026; Colorado; rules-2026.pdf"
    issued = own_rulebook(tmp_path, OWN.replace(" }", ', issuer = "The Commission" }'), name="other-baccarat")
    assert croupier.load(issued).card().source.issuer == "The Commission"


def test_the_document_is_part_of_the_digest_and_leaves_the_odds_alone(tmp_path: Path) -> None:
    own = croupier.load(own_rulebook(tmp_path))
    other = croupier.load(own_rulebook(tmp_path, OWN.replace("2026", "2027"), name="my-baccarat"))
    assert own.digest != other.digest
    assert own.odds()["tie"].house_edge == croupier.load("co-baccarat").odds()["tie"].house_edge


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (OWN.replace("title", "tittle"), ["source.title: is missing", 'did you mean "title"?']),
        ("source = 5", ["source: is 5; wanted is a text or a table"]),
        ('source = { file = "", title = "x" }', ["source.file"]),
    ],
)
def test_a_document_that_is_not_named_as_it_should_be_is_refused(source: str, says: list[str], tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refused:
        croupier.load(own_rulebook(tmp_path, source))
    for message in says:
        assert message in str(refused.value)
    assert len(refused.value.problems) <= 2


def test_lines_of_a_document_that_croupier_does_not_read_are_refused(tmp_path: Path) -> None:
    path = own_rulebook(tmp_path)
    path.write_text(path.read_text("utf-8").replace('"house rule"', '"L12"', 1), "utf-8")
    with pytest.raises(BadInput, match="a house rule has no lines"):
        croupier.load(path)
