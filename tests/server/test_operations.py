"""The files of `examples/operations`: their commands, metrics and rights work with this program."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from typer.core import TyperGroup
from typer.main import get_command

from croupier.cli.commands import app
from croupier.errors import BadInput
from croupier.people.users import user_by_name
from croupier.server.config import ENVIRONMENT, HouseConfig, HouseSection, TableSection, read_config
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.store import Store
from croupier.store.schema import APPEND_ONLY
from croupier.table.settings import DealingMode
from tests.command_line import croupier
from tests.database import PostgresServer, identity, postgres_server  # noqa: F401 - fixtures
from tests.server_fixture import live_house

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "operations"
METRIC = re.compile(r"\b(?:croupier|process)_[a-z_]+")
START_SECONDS = 20


def read(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


# Commands


def command_lines() -> Iterator[tuple[str, list[str]]]:
    """Yield each `croupier` command line of the examples and of the operator's page, with the file it stands in."""
    for unit in sorted((FOLDER / "systemd").glob("*.service")):
        for line in re.findall(r"/opt/croupier/bin/croupier ([^;\n]+)", unit.read_text("utf-8")):
            yield unit.name, shlex.split(line.replace("\\", ""))
    compose = yaml.safe_load(read("compose.yaml"))
    container = read("Containerfile")
    start = re.search(r"^CMD (.*)$", container, re.MULTILINE)
    assert start is not None
    yield "Containerfile", json.loads(start[1])
    comment = re.sub(r"\\\n#", "", read("compose.yaml"))
    for line in re.findall(r"run --rm house (.*)", comment):
        yield "compose.yaml", shlex.split(line)
    for service in compose["services"].values():
        if service["image"] == "croupier" and "command" in service:
            yield "compose.yaml", service["command"]
    pages = [f"docs/how-to/{name}.md" for name in ("operate", "back-up", "upgrade", "print")]
    shown_in = (*pages, "examples/operations/README.md", "examples/operations/postgresql/grants.sql")
    for name in shown_in:
        text = (ROOT / name).read_text("utf-8")
        for block in re.findall(r"```(?:sh|text)\n(.*?)```", text, re.DOTALL):
            for line in re.sub(r"\\\n\s*", " ", block).splitlines():
                if found := re.match(r"(?:sudo -u \S+ )?(?:/opt/croupier/bin/)?croupier (.*)", line.strip()):
                    yield name, shlex.split(found[1], comments=True)


def parse(arguments: list[str]) -> str:
    """Parse a command line as the program does, without running it; return the path of its command."""
    command: Any = get_command(app)
    context: Any = None
    rest = arguments
    while True:
        context = command.make_context(command.name, list(rest), parent=context)
        if not isinstance(command, TyperGroup):
            return context.command_path
        name, found, rest = command.resolve_command(context, [*context._protected_args, *context.args])
        assert found is not None, name
        command = found


@pytest.mark.parametrize(
    ("file", "arguments"), [pytest.param(*one, id=" ".join(one[1][:3])) for one in command_lines()]
)
def test_every_command_line_for_operators_is_understood(file: str, arguments: list[str]) -> None:
    assert parse(arguments), file


def test_a_command_line_that_does_not_exist_is_found() -> None:
    wrong = {
        "No such option": ["serve", "--configuration", "x"],
        "Missing parameter": ["store", "backup", "house.db"],
        "No such command": ["store", "rescue"],
    }
    for message, arguments in wrong.items():
        with pytest.raises(Exception, match=message):
            parse(arguments)


def test_the_files_name_every_kind_of_command_that_an_operator_needs() -> None:
    named = {tuple(arguments[:2]) if arguments[0] != "serve" else ("serve",) for _, arguments in command_lines()}
    assert {("serve",), ("store", "create"), ("store", "admin"), ("store", "backup"), ("store", "check")} <= named
    assert {("store", "restore"), ("store", "upgrade"), ("audit", "verify")} <= named


# Configuration, secrets, the first administrator


def test_the_house_of_the_examples_can_be_read_and_trusts_its_proxy() -> None:
    config = read_config(FOLDER / "house.toml")
    compose = yaml.safe_load(read("compose.yaml"))
    subnet = compose["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert subnet in config.server.proxies
    assert config.server.names == re.findall(r"server_name (.*);", read("nginx.conf"))[:1]
    variables = compose["services"]["house"]["environment"]
    of_house = {name for name, (section, _) in ENVIRONMENT.items() if section == "house"}
    assert of_house <= set(variables)
    assert set(ENVIRONMENT) <= {
        line.lstrip("# ").partition("=")[0] for line in read("systemd/environment").splitlines()
    }


def test_the_compose_file_names_files_secrets_and_volumes_that_exist() -> None:
    compose = yaml.safe_load(read("compose.yaml"))
    for name, service in compose["services"].items():
        assert set(service.get("secrets", ())) <= set(compose["secrets"]), name
        assert set(service.get("depends_on", ())) <= set(compose["services"]), name
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            is_local = source.startswith("./")
            assert source in compose["volumes"] or (is_local and (source == "./tls" or (FOLDER / source).exists())), (
                volume
            )
    assert (FOLDER / compose["services"]["house"]["build"]["context"] / "pyproject.toml").exists()


def test_the_container_runs_as_a_user_that_is_not_root() -> None:
    users = re.findall(r"^USER (.*)$", read("Containerfile"), re.MULTILINE)
    assert users
    assert not users[-1].startswith(("0", "root"))


def test_the_environment_replaces_the_database_and_the_keys_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('[house]\ndatabase = "a.db"\n')
    environment = {"CROUPIER_DATABASE": "postgresql://croupier@db/house", "CROUPIER_KEYS": ""}
    house = read_config(tmp_path / "house.toml", environment).house
    assert house.database == "postgresql://croupier@db/house"
    assert house.keys == str(tmp_path / "house.key")
    assert read_config(tmp_path / "house.toml").house.database == str(tmp_path / "a.db")
    names = {"CROUPIER_SERVER": "table-1", "CROUPIER_ADDRESS": "10.0.0.11:8100"}
    cluster = read_config(tmp_path / "house.toml", names).cluster
    assert (cluster.server, cluster.address) == ("table-1", "10.0.0.11:8100")
    with pytest.raises(BadInput, match=r"CROUPIER_ADDRESS: '0\.0\.0\.0:8100' is not right: .* every address"):
        read_config(tmp_path / "house.toml", {"CROUPIER_ADDRESS": "0.0.0.0:8100"})


def test_the_first_administrator_is_made_without_a_terminal(tmp_path: Path) -> None:
    database, password = str(tmp_path / "house.db"), tmp_path / "password"
    password.write_text("a long enough word\nand a second line\n")
    run = ["store"]
    names = ["--name", "jo.miller", "--display-name", "Jo Miller", "--password-file"]
    program(*run, "create", database, "--keys", str(tmp_path / "house.key"))
    program(*run, "admin", database, *names, str(password))
    with Store.open(database) as store, store.read() as connection:
        user = user_by_name(lambda query: connection.execute(query).all(), "jo.miller")
    assert user is not None
    assert user.must_change
    (tmp_path / "empty").write_text("\n")
    for wrong, message in ((tmp_path / "empty", "is empty"), (tmp_path / "missing", "there is no such file")):
        assert message in program(*run, "admin", database, *names, str(wrong), status=2)
    assert "has an administrator" in program(*run, "admin", database, *names, "-", status=2, text="another long word\n")


def program(*arguments: str, status: int = 0, text: str = "") -> str:
    """Run a command without a terminal; return what it printed."""
    done = croupier(*arguments, stdin=text)
    assert done.status == status, done.err
    return done.out + done.err


# Metrics


def test_every_metric_of_the_dashboard_and_the_alerts_is_exported(tmp_path: Path) -> None:
    panels = json.loads(read("monitoring/dashboard.json"))["panels"]
    rules = [rule for group in yaml.safe_load(read("monitoring/alerts.yml"))["groups"] for rule in group["rules"]]
    expressions = [target["expr"] for panel in panels for target in panel["targets"]] + [rule["expr"] for rule in rules]
    with live_house(tmp_path) as live:
        client = live.client_as("dealer")
        client.command("load-shoe")
        samples = [
            sample
            for family in text_string_to_metric_families(client.send("GET", "/metrics").text)
            for sample in family.samples
        ]
    exported = {sample.name for sample in samples}
    named = {name for expression in expressions for name in METRIC.findall(expression)}
    assert len(named) >= 10
    assert named <= exported
    values = {(key, value) for sample in samples for key, value in sample.labels.items()}
    for expression in expressions:
        for key, value in re.findall(r'(\w+)="([^"]*)"', expression):
            assert (key, value) in values or (key, value) == ("job", "croupier"), expression
    jobs = yaml.safe_load(read("monitoring/prometheus.yml"))["scrape_configs"]
    assert [job["job_name"] for job in jobs] == ["croupier"]
    assert all({"summary", "action"} == set(rule["annotations"]) for rule in rules)


# Rights in the database


def test_the_rights_run_a_house_and_keep_its_log(postgres_server: PostgresServer, tmp_path: Path) -> None:  # noqa: F811
    grants = read("postgresql/grants.sql")
    revoked = re.search(r"REVOKE UPDATE ON (.*) FROM croupier;", grants)
    assert revoked is not None
    assert revoked[1].split(", ") == [table.name for table in APPEND_ONLY]
    with psycopg.connect(postgres_server.url("postgres"), autocommit=True) as superuser:
        superuser.execute("CREATE DATABASE rights")
        superuser.execute("CREATE ROLE croupier_owner LOGIN")
    urls = {
        name: postgres_server.url("rights").replace("croupier@", f"{name}@")
        for name in ("croupier_owner", "runs", "looks")
    }
    with psycopg.connect(postgres_server.url("rights"), autocommit=True) as superuser:
        superuser.execute("GRANT ALL ON SCHEMA public TO croupier_owner")
    keys = str(tmp_path / "house.key")
    program("store", "create", urls["croupier_owner"], "--keys", keys)
    # The server of the tests has a superuser called croupier: the same rights go to a role of another name.
    renamed = re.sub(r"\bcroupier\b(?!`)", "runs", grants.replace("croupier_auditor", "looks"))
    with psycopg.connect(postgres_server.url("rights"), autocommit=True) as superuser:
        for _ in range(2):  # It may be run again.
            superuser.execute(renamed.encode())
    section = HouseSection(database=urls["runs"], keys=keys, demonstration=False)
    table = TableSection(name="t1", rulebook="ilani-midi-baccarat", mode=DealingMode.AUTOMATED, open=True)
    config = HouseConfig(house=section, table=[table])
    house = open_casino(config, create=True)
    Runtime(config, house).set_up()
    house.store.close()
    with psycopg.connect(urls["runs"]) as connection:
        for statement in (
            "UPDATE records SET actor = 'x'",
            "DELETE FROM records",
            "TRUNCATE accounts",
            "DROP TABLE records",
            "CREATE TABLE mine (a int)",
            "ALTER TABLE records DISABLE TRIGGER ALL",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement.encode())
            connection.rollback()
    program("audit", "verify", urls["looks"], "--keys", keys)
    program("store", "backup", urls["looks"], str(tmp_path / "copy.db"))
    program("store", "check", str(tmp_path / "copy.db"))
    with psycopg.connect(urls["looks"]) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("INSERT INTO settings VALUES ('a', 'b')")
    with pytest.raises(BadInput):
        Store.open(urls["looks"].replace("rights", "nothing"))


# Recovery to a point in time


def test_a_house_is_recovered_to_the_moment_before_the_mistake(tmp_path: Path) -> None:
    server = PostgresServer(("-c", "fsync=off"))
    copies, base = server.folder / "wal", server.folder / "base"
    keys = str(tmp_path / "house.key")
    try:
        place_settings(server, "archive.conf", copies)
        server.start()
        url = server.url("postgres")
        program("store", "create", url, "--keys", keys)
        as_postgres(server, "pg_basebackup", "-h", str(server.folder), "-U", "croupier", "-D", str(base), "-X", "none")
        make = ["store", "admin", url, "--display-name", "Jo Miller", "--password-file", "-"]
        program(*make, "--name", "jo.miller", text="a long enough word\n")
        with psycopg.connect(url, autocommit=True) as connection:
            moment = connection.execute("SELECT clock_timestamp()").fetchone()
            time.sleep(0.1)
            connection.execute("ALTER TABLE records RENAME TO mislaid")
            connection.execute("SELECT pg_switch_wal()")
        program("audit", "verify", url, status=2)
        server.stop()
        as_postgres(server, "rm", "-r", str(server.data))
        as_postgres(server, "cp", "-r", str(base), str(server.data))
        assert moment is not None
        place_settings(server, "recovery.conf", copies, ("2026-04-01 12:30:00+00", str(moment[0])))
        as_postgres(server, "touch", str(server.data / "recovery.signal"))
        server.start()
        wait_until_promoted(url)
        program("audit", "verify", url, "--keys", keys)
        assert "has an administrator" in program(*make, "--name", "al.moss", text="a long enough word\n", status=2)
    finally:
        server.remove()


def place_settings(server: PostgresServer, name: str, copies: Path, *changes: tuple[str, str]) -> None:
    """Add the settings of an example to a server, with the folder of its write-ahead log."""
    text = read(f"postgresql/{name}")
    for before, after in (("/var/backups/wal", str(copies)), *changes):
        assert before in text
        text = text.replace(before, after)
    as_postgres(server, "mkdir", "-p", str(copies))
    with (server.data / "postgresql.conf").open("a") as file:
        file.write(text)


def as_postgres(server: PostgresServer, program_name: str, *arguments: str) -> None:
    path = server.programs / program_name
    command = [str(path) if path.exists() else program_name, *arguments]
    subprocess.run(command, check=True, capture_output=True, cwd=server.folder, **identity(server.user))


def wait_until_promoted(url: str) -> None:
    give_up = time.monotonic() + START_SECONDS
    while time.monotonic() < give_up:
        with psycopg.connect(url) as connection:
            if connection.execute("SELECT pg_is_in_recovery()").fetchone() == (False,):
                return
        time.sleep(0.1)
    raise AssertionError("the database is in recovery still")
