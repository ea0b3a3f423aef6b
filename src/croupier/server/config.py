"""Configuration of a house: one TOML file. An unknown key or an invalid value is reported with its line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from ipaddress import ip_address, ip_network
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError, field_validator, model_validator

from croupier.cage.promotional_grants import PromotionalGrantRules
from croupier.errors import BadInput, Problem, problems_of, suggestion
from croupier.files import RULES, read_text
from croupier.money.cents import parse_amount
from croupier.money.collection import read_fee_sheet_file
from croupier.money.promotional_funding import AfterWin
from croupier.people.roles import Role
from croupier.rulebook.toml_reader import TomlWithPositions, read_toml
from croupier.table.command_effect import PromotionalPlayRules
from croupier.table.settings import TableName, TableSettings

Money = Annotated[int, Field(ge=0)]
Language = Annotated[str, Field(pattern=r"^[a-z]{2,3}$")]
"""Language code of ISO 639."""


class ConfigSection(BaseModel):
    """Base class of a section of the configuration file."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _cents(value: Any) -> Any:
    """Convert an amount in dollars, written as in a rulebook ("1200" or "0.50"), to cents."""
    return int(parse_amount(value)) if isinstance(value, str) else value


class HouseSection(ConfigSection):
    """Settings of the house: its name, its files, its time zone and its texts."""

    name: Annotated[str, Field(min_length=1, max_length=48)] = "croupier"
    site: Annotated[str, Field(min_length=1, max_length=70)] = "This site"
    jurisdiction: str = "ca"
    demonstration: bool = False
    bots: Annotated[int, Field(ge=0, le=8)] = 0
    """Number of bots at each table where players play against each other; only in a demonstration."""
    database: str = "house.db"
    """File path of a SQLite database, or postgresql://user@host/name."""
    keys: str = "house.key"
    """Key file, which signs evidence and encrypts shoes; store it separately from the database."""
    time_zone: str = "UTC"
    """IANA time zone of tickets, screens and the gaming day."""
    day_starts_hour: Annotated[int, Field(ge=0, le=23)] = 0
    """Hour of the day in that time zone at which a gaming day begins, for limits, reports and promotional chips."""
    help_line: Annotated[str, Field(max_length=160)] = ""
    """Help line on every terminal, ticket and rules card; empty for the jurisdiction's line."""
    manifest: str = ""
    """Manifest of file digests from `croupier audit software --write`; empty for no comparison."""

    @property
    def rulebook_folder(self) -> Path:
        """Folder of the rulebooks that the house writes itself, beside its keys."""
        return Path(self.keys).parent / "rulebooks"

    @model_validator(mode="after")
    def _bots_play_for_nothing(self) -> Self:
        if self.bots and not self.demonstration:
            raise ValueError(f"bots is {self.bots}; bots play in a demonstration house only: leave it out")
        return self

    @field_validator("time_zone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (KeyError, ValueError, OSError):
            raise ValueError(f"there is no time zone {value!r}; America/Denver would be one") from None
        return value


class ServerSection(ConfigSection):
    """Network settings of the server."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    certificate: str = ""
    private_key: str = ""
    origins: list[str] = []
    """Origins of other sites with pages that may use this server; its own pages always may."""
    names: list[str] = []
    """Host names of the server, such as play.example; localhost and its own address are always accepted."""
    proxies: list[str] = []
    """Addresses and networks of trusted proxies, which forward the client's address and scheme."""
    commands_each_second: Annotated[int, Field(ge=1, le=10_000)] = 40
    """Most commands per second of one user; further commands are refused for a moment."""
    logins_each_minute: Annotated[int, Field(ge=1, le=10_000)] = 20
    """Most log-in attempts per minute from one address."""
    requests_each_second: Annotated[int, Field(ge=1, le=100_000)] = 100
    """Most requests per second from one address, for clients without a session."""
    person_requests_each_second: Annotated[int, Field(ge=1, le=100_000)] = 50
    """Most requests per second of one logged-in user."""
    request_seconds: Annotated[float, Field(gt=0, le=600)] = 10
    """Seconds in which a client must send a complete request, from the connection or its first byte."""
    header_bytes: Annotated[int, Field(ge=256, le=1_048_576)] = 16_384
    """Largest size of the request headers in bytes."""
    unfinished_each: Annotated[int, Field(ge=1, le=100_000)] = 32
    """Most connections from one address that have not sent a complete request; one more closes the oldest."""
    unfinished_most: Annotated[int, Field(ge=1, le=100_000)] = 512
    """Most connections in total that have not sent a complete request; one more closes the oldest."""
    watchers_each: Annotated[int, Field(ge=0, le=100_000)] = 50
    """Most WebSocket connections without a session from one address; one more is refused."""
    watchers_most: Annotated[int, Field(ge=0, le=100_000)] = 500
    """Most WebSocket connections without a session in total; one more is refused."""
    screens_each: Annotated[int, Field(ge=1, le=100_000)] = 20
    """Most WebSocket connections of one logged-in user; one more closes the oldest."""
    screens_most: Annotated[int, Field(ge=1, le=100_000)] = 2_000
    """Most WebSocket connections in total; a logged-in user then replaces a connection without a session."""

    @field_validator("names")
    @classmethod
    def _bare_names(cls, value: list[str]) -> list[str]:
        if wrong := [name for name in value if not re.fullmatch(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+", name)]:
            raise ValueError(f"{wrong[0]!r} is not a name alone; play.example would be one, without https:// or a port")
        return value

    @field_validator("proxies")
    @classmethod
    def _addresses(cls, value: list[str]) -> list[str]:
        for proxy in value:
            try:
                ip_network(proxy)
            except ValueError:
                raise ValueError(f"{proxy!r} is no address; 10.0.0.5 would be one, or 10.0.0.0/24") from None
        return value

    def is_proxy(self, address: str) -> bool:
        return any(ip_address(address) in ip_network(proxy) for proxy in self.proxies)

    @property
    def is_secure(self) -> bool:
        return bool(self.certificate)


class ClusterSection(ConfigSection):
    """Settings of one of several servers that share a PostgreSQL database."""

    server: Annotated[str, Field(pattern=r"^([a-z0-9][a-z0-9-]{0,29})?$")] = ""
    """Name of this server among those of the house; empty: this server runs the house alone."""
    address: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]+:[0-9]{1,5}$")] = "127.0.0.1:0"
    """Address at which the other servers of the house reach this one; port 0 takes a free one."""

    @field_validator("address")
    @classmethod
    def _of_one_machine(cls, value: str) -> str:
        if value.startswith("0.0.0.0:"):
            raise ValueError(f"{value} is every address of this machine; name the one the other servers reach it at")
        return value


class LimitsSection(ConfigSection):
    """Settings for amounts that need a second person, the validity of tickets, and lockout after wrong passwords."""

    hand_pay_above: Money = 120_000
    executive_above: Money = 1_000_000
    voucher_days: Annotated[int, Field(ge=1, le=3650)] = 90
    login_failures: Annotated[int, Field(ge=1, le=100)] = 3
    lock_minutes: Annotated[int, Field(ge=1, le=10_000)] = 15

    _in_dollars = field_validator("hand_pay_above", "executive_above", mode="before")(_cents)


class PromotionalSection(ConfigSection):
    """Settings for promotional chips and coupons; they are switched off by default."""

    on: bool = False
    after_win: AfterWin = AfterWin.TAKEN
    """Rule for promotional chips that win: they are taken, or stay with the player until they lose."""
    wagers: Annotated[list[Literal["line", "tie", "side"]], Field(min_length=1)] = ["line"]
    """Groups of wagers that accept promotional chips; never a wager that contributes to a meter."""
    cashier_most: Money = 100_00
    supervisor_most: Money = 500_00
    player_day_most: Money = 1_000_00
    giver_day_most: Money = 1_000_00
    """Most cents that one person may grant and print per day alone; more needs a supervisor or an admin as well."""
    days_most: Annotated[int, Field(ge=1, le=366)] = 90

    _in_dollars = field_validator(
        "cashier_most", "supervisor_most", "player_day_most", "giver_day_most", mode="before"
    )(_cents)

    @property
    def play_rules(self) -> PromotionalPlayRules | None:
        """Rules for playing promotional chips; None if they are switched off."""
        return PromotionalPlayRules(self.after_win, frozenset(self.wagers)) if self.on else None

    @property
    def grant_rules(self) -> PromotionalGrantRules:
        by_role = ((Role.CASHIER, self.cashier_most), (Role.SUPERVISOR, self.supervisor_most))
        return PromotionalGrantRules(by_role, self.player_day_most, self.days_most, self.giver_day_most)


class PeopleSection(ConfigSection):
    """Settings for the log-in of staff."""

    second_factor: list[Role] = []
    """Roles that log in with a one-time code in addition to the password."""

    @field_validator("second_factor")
    @classmethod
    def _of_staff(cls, value: list[Role]) -> list[Role]:
        if Role.PLAYER in value:
            raise ValueError("a second factor is asked of staff; leave player out")
        return value


class ChecksSection(ConfigSection):
    """Settings for the periodic checks of the running system."""

    software_hour: Annotated[int, Field(ge=0, le=23)] = 5
    """Hour of the day at which the software files are checked, in the house's time zone."""
    clock: bool = True
    """Whether an unsynchronised machine clock is reported; a demonstration never reports it."""


class CheckpointSection(ConfigSection):
    """Settings for signed checkpoints of the log, and for second copies of the checkpoints and of the log."""

    every_minutes: Annotated[int, Field(ge=1, le=1440)] = 15
    copy_to: str = ""
    """Path of a second file for checkpoints, which another administrator should control; empty for no copy."""
    log_to: str = ""
    """Path of a second copy of the whole log, which another administrator should control; empty for no copy."""


class MeterSection(ConfigSection):
    """Settings of a progressive meter that several tables share."""

    id: str
    title: str
    seed: Money = 0
    contribution: str = "0"
    ceiling: Money | None = None

    _in_dollars = field_validator("seed", "ceiling", mode="before")(_cents)

    @field_validator("contribution", mode="before")
    @classmethod
    def _validate_share(cls, value: Any) -> str:
        text = str(value)
        share = Fraction(text.removesuffix("%")) / 100 if text.endswith("%") else Fraction(text)
        if not 0 <= share <= 1:
            raise ValueError(f"is {text}; a share from 0% to 100%")
        return str(share)


class PrinterSection(ConfigSection):
    """Settings of a printer, or of a queue of a print server (CUPS)."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
    title: Annotated[str, Field(max_length=40)] = ""
    """Display name, such as Cage window 2; empty for `name`."""
    uri: str
    """Address of the printer: ipp://host:631/printers/name, or ipps:// for an encrypted connection."""
    prints: list[Literal["tickets", "slips", "pages", "coupons"]] = ["tickets", "slips", "pages", "coupons"]
    """Documents for this printer: cash-out tickets, hand-pay slips, pages (jackpots), promotional coupons."""
    terminals: list[str] = []
    """Names of the terminals that use this printer; empty: it serves every terminal without a printer of its own."""
    media: Annotated[str, Field(max_length=80)] = ""
    """Paper size, in the printer's own name for it; empty for the loaded paper."""
    answer_seconds: Annotated[float, Field(gt=0, le=60)] = 5
    job_seconds: Annotated[float, Field(gt=0, le=600)] = 20
    check_seconds: Annotated[float, Field(gt=0, le=3600)] = 30
    """Seconds between two queries of the printer's status."""

    @field_validator("uri")
    @classmethod
    def _a_printer(cls, value: str) -> str:
        place = urlsplit(value)
        if place.scheme not in ("ipp", "ipps", "http", "https") or not place.hostname:
            raise ValueError(f"{value!r} is no printer; ipp://localhost:631/printers/tickets would be one")
        return value

    @property
    def display_name(self) -> str:
        return self.title or self.name


class TableSection(TableSettings):
    """Settings of a table that is created when the server first starts with this file."""

    name: TableName
    open: bool = False
    number: Annotated[int, Field(ge=1, le=999)] | None = None
    """Table number shown to people; None: the next free number in the order of the file."""
    title: Annotated[str, Field(max_length=32)] = ""
    """Table name shown to people, such as Lotus Room; empty if the table has only a number."""
    fees: str = ""
    """File with the card room's fee schedule, relative to this file, for games with fees that the room sets."""
    languages: list[Language] = Field(default=[], max_length=8)
    """Languages spoken at the table, such as en and vi; empty if not stated."""

    @property
    def settings(self) -> TableSettings:
        chosen = self.model_fields_set & set(TableSettings.model_fields)
        return TableSettings.model_validate(self.model_dump(include=chosen))


class HouseConfig(ConfigSection):
    """The whole configuration file, section by section."""

    house: HouseSection = HouseSection()
    server: ServerSection = ServerSection()
    cluster: ClusterSection = ClusterSection()
    limits: LimitsSection = LimitsSection()
    promotional: PromotionalSection = PromotionalSection()
    people: PeopleSection = PeopleSection()
    checks: ChecksSection = ChecksSection()
    checkpoints: CheckpointSection = CheckpointSection()
    meter: list[MeterSection] = []
    printer: list[PrinterSection] = []
    table: list[TableSection] = []
    _file: TomlWithPositions | None = PrivateAttr(default=None)

    def position_of(self, *path: str | int) -> str:
        """Return `file:line` of a key; for a configuration that was not read from a file, the key itself."""
        return ".".join(str(part) for part in path) if self._file is None else self._file.position_of(path)

    @field_validator("printer")
    @classmethod
    def _one_of_a_name(cls, value: list[PrinterSection]) -> list[PrinterSection]:
        names = [printer.name for printer in value]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"two printers are called {twice[0]}")
        return value

    @field_validator("table")
    @classmethod
    def _each_once(cls, value: list[TableSection]) -> list[TableSection]:
        names = [table.name for table in value]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"{', '.join(twice)} is named twice")
        numbers = [table.number for table in value if table.number is not None]
        if shared := sorted({number for number in numbers if numbers.count(number) > 1}):
            raise ValueError(f"two tables have the number {shared[0]}")
        return value


ENVIRONMENT: Mapping[str, tuple[str, str]] = {
    "CROUPIER_DATABASE": ("house", "database"),
    "CROUPIER_KEYS": ("house", "keys"),
    "CROUPIER_SERVER": ("cluster", "server"),
    "CROUPIER_ADDRESS": ("cluster", "address"),
}
"""Environment variables that replace a key, given by its section, for values that differ between machines."""


def read_config(path: Path, environment: Mapping[str, str] = MappingProxyType({})) -> HouseConfig:
    """Read a configuration file; relative paths in it are relative to the file.

    A variable of `environment` that is set, and not empty, replaces its key of the file.
    """
    config = resolve_paths(parse_config(read_text(path, RULES.bytes_most), str(path)), path.parent)
    for name, (section, key) in ENVIRONMENT.items():
        if value := environment.get(name):
            config = config.model_copy(update={section: _with_variable(getattr(config, section), name, key, value)})
    return config


def _with_variable(section: ConfigSection, name: str, key: str, value: str) -> ConfigSection:
    """Return a section with the value of an environment variable, which is checked like one of the file."""
    try:
        return type(section).model_validate(section.model_dump(exclude_unset=True) | {key: value})
    except ValidationError as error:
        message = error.errors()[0]["msg"].removeprefix("Value error, ")
        raise BadInput.at(name, f"{value!r} is not right: {message}") from None


def parse_config(text: str, file: str) -> HouseConfig:
    located = read_toml(text, file)
    data = dict(located.data)
    if isinstance(data.get("meter"), dict):
        data["meter"] = list(data["meter"].values())  # The TOML reader for rulebooks groups meters by id.
    try:
        config = HouseConfig.model_validate(data)
    except ValidationError as error:
        raise BadInput(problems_of(error.errors(), lambda one: _problem(located.position_of, one))) from None
    config._file = located
    return config


def _problem(place: Any, one: Any) -> Problem:
    path = tuple(one["loc"])
    named = ".".join(str(key) for key in path)
    if one["type"] == "extra_forbidden":
        hint = suggestion(str(path[-1]), _known(path))
        return Problem(place(path), f'"{named}" is not known{hint or ""}')
    if one["type"] == "missing":
        return Problem(place(path), f"{named}: is missing")
    return Problem(place(path), f"{named}: {one['msg'].removeprefix('Value error, ')}")


def _known(path: tuple[Any, ...]) -> list[str]:
    parts: dict[str, type[BaseModel]] = {
        "house": HouseSection,
        "server": ServerSection,
        "cluster": ClusterSection,
        "limits": LimitsSection,
        "promotional": PromotionalSection,
        "people": PeopleSection,
        "checks": ChecksSection,
        "checkpoints": CheckpointSection,
        "meter": MeterSection,
        "printer": PrinterSection,
        "table": TableSection,
    }
    part = parts.get(str(path[0])) if len(path) > 1 else HouseConfig
    return list(part.model_fields) if part else []


def resolve_paths(config: HouseConfig, folder: Path) -> HouseConfig:
    """Return the configuration with absolute paths."""
    house = config.house
    changed = {name: _beside(getattr(house, name), folder) for name in ("database", "keys", "manifest")}
    server = {name: _beside(getattr(config.server, name), folder) for name in ("certificate", "private_key")}
    copies = {name: _beside(getattr(config.checkpoints, name), folder) for name in ("copy_to", "log_to")}
    tables = [
        table.model_copy(update={"rulebook": _resolve_rulebook(table.rulebook, folder), **_fee_sheet(table, folder)})
        for table in config.table
    ]
    return config.model_copy(
        update={
            "house": house.model_copy(update=changed),
            "server": config.server.model_copy(update=server),
            "checkpoints": config.checkpoints.model_copy(update=copies),
            "table": tables,
        }
    )


def _resolve_rulebook(rulebook: str, folder: Path) -> str:
    """Return the path of an operator's rulebook (`rules/mine.toml`); a name without .toml is a shipped rulebook."""
    return _beside(rulebook, folder) if rulebook.endswith(".toml") else rulebook


def _fee_sheet(table: TableSection, folder: Path) -> dict[str, Any]:
    """Load the card room's fee schedule from the file that the table names."""
    return {"fee_sheet": read_fee_sheet_file(Path(_beside(table.fees, folder)))} if table.fees else {}


def _beside(name: str, folder: Path) -> str:
    return name if not name or "://" in name or Path(name).is_absolute() else str(folder / name)
