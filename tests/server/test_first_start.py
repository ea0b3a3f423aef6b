"""A start that is refused creates nothing and names the file and the line; a house keeps its kind and its rulebooks."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.errors import BadInput
from croupier.play.rulebook_library import load
from croupier.server.config import read_config
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.table.settings import _rules
from tests.command_line import croupier

SOUND = """[house]
name = "Ours"

[server]
port = 0

[[table]]
name = "a"
rulebook = "co-baccarat"
"""
METER = '\n[[meter]]\nid = "wall"\ntitle = "Wall"\nseed = "100"\nceiling = "50"\n'


def house_file(folder: Path, text: str) -> Path:
    file = folder / "house.toml"
    file.write_text(text)
    return file


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (SOUND.replace("co-baccarat", "nonsense"), 9, 'table a: rulebook: there is no rulebook "nonsense"'),
        (SOUND.replace("co-baccarat", "mine.toml"), 9, "mine.toml: there is no such file"),
        (SOUND + 'mode = "automated"\n', 10, "table a: Baccarat is not dealt automated"),
        (
            SOUND + '\n[table.options]\ndecks = "many"\n',
            12,
            "table a: options.decks: is 'many'; it must be a whole number, 6 to 20",
        ),
        (SOUND + 'rotation = "nonsense"\n', 10, 'table a: rotation: there are no rotation rules "nonsense"'),
        (SOUND + METER, 11, "meter wall: The ceiling of $50 would be below"),
    ],
)
def test_a_refused_first_start_leaves_no_house_and_names_the_line(
    tmp_path: Path, text: str, line: int, says: str
) -> None:
    file = house_file(tmp_path, text)
    printed = croupier("serve", "--config", file)
    assert printed.is_refusal(f"{file}:{line}: ", says), printed.err
    assert [one.name for one in tmp_path.iterdir()] == ["house.toml"]


def test_a_table_that_is_added_later_is_refused_with_its_line_and_nothing_is_set_up(tmp_path: Path) -> None:
    open_casino(read_config(house_file(tmp_path, "[house]\n")), create=True).store.close()
    config = read_config(house_file(tmp_path, f'{SOUND}[[table]]\nname = "b"\nrulebook = "nonsense"\n'))
    house = open_casino(config)
    with pytest.raises(BadInput, match=r"house\.toml:12: table b: .*nonsense"):
        Runtime(config, house).set_up()
    assert not house.tables
    house.store.close()


def test_the_other_kind_of_house_is_refused_with_what_to_do(tmp_path: Path) -> None:
    open_casino(read_config(house_file(tmp_path, SOUND)), create=True).store.close()
    file = house_file(tmp_path, SOUND.replace("[house]", "[house]\ndemonstration = true"))
    with pytest.raises(BadInput) as refused:
        open_casino(read_config(file))
    assert str(refused.value).startswith(f"{file}:2: {tmp_path / 'house.db'} was begun as a house and stays one")
    assert "set house.demonstration = false, or name other files in house.database and house.keys" in str(refused.value)


def test_a_changed_rulebook_and_an_unknown_table_are_refused_with_the_words_to_add(tmp_path: Path) -> None:
    rulebook = tmp_path / "mine.toml"
    rulebook.write_text(croupier("rules", "co-baccarat", "--toml").out)
    config = read_config(house_file(tmp_path, SOUND.replace("co-baccarat", "mine.toml")))
    house = open_casino(config, create=True)
    Runtime(config, house).set_up()
    house.store.close()
    with pytest.raises(BadInput, match='there is no table "b"; the tables are: a'):
        open_casino(config, accept_rules=["b"])
    rulebook.write_text(rulebook.read_text().replace('= "Baccarat"', '= "Our Baccarat"'))
    load.cache_clear()
    _rules.cache_clear()
    with pytest.raises(BadInput, match=r"by adding to the command: --accept-rules a$"):
        open_casino(config)
    open_casino(config, accept_rules=["a"]).store.close()
