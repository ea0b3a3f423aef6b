"""Labels of tables: configured numbers and titles, and automatic numbers for the others."""

from __future__ import annotations

import pytest

from croupier.errors import BadInput
from croupier.server.config import TableSection, parse_config
from croupier.server.table_names import table_labels


def table_section(name: str, **given: object) -> TableSection:
    """Return the configuration of a table."""
    return TableSection.model_validate({"name": name, "rulebook": "co-baccarat", **given})


def numbers(*sections: TableSection, others: tuple[str, ...] = ()) -> dict[str, int]:
    """Return the number of each table, by its name."""
    return {name: label["number"] for name, label in table_labels(sections, others).items()}


def test_tables_without_numbers_get_the_free_numbers_in_the_order_of_the_file() -> None:
    assert numbers(table_section("z"), table_section("a", number=1), table_section("m")) == {"z": 2, "a": 1, "m": 3}


def test_tables_created_later_get_the_next_numbers() -> None:
    assert numbers(table_section("a", number=3), table_section("b"), others=("b", "late", "early")) == {
        "a": 3,
        "b": 1,
        "early": 2,
        "late": 4,
    }


def test_title_and_languages_come_from_the_configuration() -> None:
    label = table_labels([table_section("a", title="Lotus Room", languages=["en", "vi"])])["a"]
    assert label == {"number": 1, "display_name": "Lotus Room", "languages": ["en", "vi"]}


def test_number_title_and_languages_are_not_table_settings() -> None:
    dumped = table_section("a", number=4, title="Lotus Room", languages=["en"]).settings.model_dump()
    assert not {"number", "title", "languages", "name", "open"} & set(dumped)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("number = 4", "two tables have the number 4"),
        ("number = 0", "number"),
        ('languages = ["English"]', "languages"),
    ],
)
def test_an_invalid_number_or_language_is_reported(lines: str, message: str) -> None:
    table = '[[table]]\nname = "{}"\nrulebook = "co-baccarat"\n{}\n'
    with pytest.raises(BadInput, match=message):
        parse_config(table.format("a", lines) + table.format("b", lines), "house.toml")
