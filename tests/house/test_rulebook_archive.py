"""Rulebook files that the house has written itself: another server writes them again from the database."""

from __future__ import annotations

from pathlib import Path

from croupier.house.house import House, HousePolicy
from croupier.house.rulebook_archive import archive_rulebook_file, write_rulebook_file
from croupier.store import HouseKeys, Store


def open_house(folder: Path, rulebooks: Path | None) -> House:
    path = folder / "keys"
    keys = HouseKeys.load(path) if path.exists() else HouseKeys.create(path)
    policy = HousePolicy("A house", demonstration=True, rulebook_folder=rulebooks)
    return House(Store.open(folder / "house.db", create=True), keys, policy)


def test_a_server_without_the_files_writes_those_of_its_own_folder_alone(tmp_path: Path) -> None:
    rulebooks = tmp_path / "rulebooks"
    inside, outside = rulebooks / "tried-7" / "mine.toml", tmp_path / "elsewhere.toml"
    above = rulebooks / ".." / "above.toml"
    house = open_house(tmp_path, rulebooks)
    for path in (inside, outside, above):
        house.writer.run(lambda uow, path=path: archive_rulebook_file(uow, path, "id = 'mine'"))  # type: ignore[misc]
    house.store.close()
    open_house(tmp_path, None).store.close()
    assert not inside.exists()
    open_house(tmp_path, rulebooks).store.close()
    assert inside.read_text() == "id = 'mine'"
    assert not outside.exists()
    assert not (tmp_path / "above.toml").exists()


def test_a_file_that_exists_is_not_written_again(tmp_path: Path) -> None:
    write_rulebook_file(tmp_path / "mine.toml", "first")
    write_rulebook_file(tmp_path / "mine.toml", "second")
    assert (tmp_path / "mine.toml").read_text() == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]
