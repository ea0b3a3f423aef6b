"""What people call a table: the house's numbers and titles, and numbers for those it gave none."""

from __future__ import annotations

import pytest

from croupier.errors import BadInput
from croupier.server.config import TableSection, parse_config
from croupier.server.table_names import table_labels


def part(name: str, **given: object) -> TableSection:
    return TableSection.model_validate({"name": name, "rulebook": "co-baccarat", **given})


def numbers(*parts: TableSection, others: tuple[str, ...] = ()) -> dict[str, int]:
    return {name: sign["number"] for name, sign in table_labels(parts, others).items()}


def test_tables_without_numbers_take_those_that_are_left_in_the_files_order() -> None:
    assert numbers(part("z"), part("a", number=1), part("m")) == {"z": 2, "a": 1, "m": 3}


def test_tables_that_were_set_up_since_come_after_them() -> None:
    assert numbers(part("a", number=3), part("b"), others=("b", "late", "early")) == {
        "a": 3,
        "b": 1,
        "early": 2,
        "late": 4,
    }


def test_a_title_and_languages_are_as_the_house_wrote_them() -> None:
    sign = table_labels([part("a", title="Lotus Room", languages=["en", "vi"])])["a"]
    assert sign == {"number": 1, "display_name": "Lotus Room", "languages": ["en", "vi"]}


def test_what_people_call_a_table_is_no_part_of_how_it_is_set_up() -> None:
    dumped = part("a", number=4, title="Lotus Room", languages=["en"]).settings.model_dump()
    assert not {"number", "title", "languages", "name", "open"} & set(dumped)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("number = 4", "two tables have the number 4"),
        ("number = 0", "number"),
        ('languages = ["English"]', "languages"),
    ],
)
def test_a_sign_that_cannot_be_is_told(lines: str, said: str) -> None:
    table = '[[table]]\nname = "{}"\nrulebook = "co-baccarat"\n{}\n'
    with pytest.raises(BadInput, match=said):
        parse_config(table.format("a", lines) + table.format("b", lines), "house.toml")
