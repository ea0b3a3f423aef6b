"""A house's configuration: one TOML file. A key that is not known, or a value that cannot be, is told by its line."""

from __future__ import annotations

import re
from fractions import Fraction
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from croupier.cage.promotional_grants import PromotionalGrantRules
from croupier.errors import BadInput, Problem, problems_of, suggestion
from croupier.files import RULES, read_text
from croupier.money.cents import parse_amount
from croupier.money.collection import room_sheet_data
from croupier.money.promotional_funding import AfterWin
from croupier.people.roles import Role
from croupier.rulebook.toml_reader import read_toml
from croupier.table.command_effect import PromotionalPlayRules
from croupier.table.settings import TableName, TableSettings

Money = Annotated[int, Field(ge=0)]
Language = Annotated[str, Field(pattern=r"^[a-z]{2,3}$")]
"""As ISO 639 has it."""


class ConfigSection(BaseModel):
    """A table of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _cents(value: Any) -> Any:
    """An amount is written in dollars, as in a rulebook: "1200" or "0.50"."""
    return int(parse_amount(value)) if isinstance(value, str) else value


class HouseSection(ConfigSection):
    """Who the house is."""

    name: Annotated[str, Field(min_length=1, max_length=48)] = "croupier"
    site: Annotated[str, Field(min_length=1, max_length=70)] = "This site"
    jurisdiction: str = "ca"
    demonstration: bool = False
    bots: Annotated[int, Field(ge=0, le=8)] = 0
    """In a demonstration house: how many keep a player company at a table where seats play one another."""
    database: str = "house.db"
    """A file, or postgresql://user@host/name."""
    keys: str = "house.key"
    """The key file: signs evidence, seals shoes. Keep it apart from the database."""
    time_zone: str = "UTC"
    """An IANA name: of the times on tickets and screens, and of the gaming day."""
    day_starts_hour: Annotated[int, Field(ge=0, le=23)] = 0
    """The hour of that zone at which a gaming day begins: days of limits, of reports and of promotional chips."""
    help_line: Annotated[str, Field(max_length=160)] = ""
    """Shown on every terminal, ticket and rules card; empty: the jurisdiction's."""
    manifest: str = ""
    """A file of fingerprints made by `croupier audit software --write`; empty: not compared."""

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
    """Where it answers."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    certificate: str = ""
    private_key: str = ""
    origins: list[str] = []
    """Other addresses whose pages may talk to this server; its own always may."""
    names: list[str] = []
    """What it is called from outside, such as play.example: it answers to these, to localhost and to its address."""
    proxies: list[str] = []
    """Addresses and networks of proxies before it: theirs is the word for who asks, and whether by HTTPS."""
    commands_each_second: Annotated[int, Field(ge=1, le=10_000)] = 40
    """From one connection; more are refused for a moment."""
    logins_each_minute: Annotated[int, Field(ge=1, le=10_000)] = 20
    """From one address."""
    requests_each_second: Annotated[int, Field(ge=1, le=100_000)] = 100
    """From one address, by those who are not logged in."""
    person_requests_each_second: Annotated[int, Field(ge=1, le=100_000)] = 50
    """Requests of one person who is logged in."""
    request_seconds: Annotated[float, Field(gt=0, le=600)] = 10
    """For a request to come in whole, from the connection or its first byte; a slower one is cut off."""
    header_bytes: Annotated[int, Field(ge=256, le=1_048_576)] = 16_384
    """What comes before a request's body."""
    unfinished_each: Annotated[int, Field(ge=1, le=100_000)] = 32
    """Connections of one address whose request is not in yet; one more cuts the oldest off."""
    unfinished_most: Annotated[int, Field(ge=1, le=100_000)] = 512
    """The same of all addresses."""
    watchers_each: Annotated[int, Field(ge=0, le=100_000)] = 50
    """Live connections of one address by those who are not logged in; one more is refused."""
    watchers_most: Annotated[int, Field(ge=0, le=100_000)] = 500
    """The same of all addresses."""
    screens_each: Annotated[int, Field(ge=1, le=100_000)] = 20
    """Live connections of one person who is logged in."""
    screens_most: Annotated[int, Field(ge=1, le=100_000)] = 2_000
    """Live connections in all; a watcher makes room for whoever is logged in."""

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


class LimitsSection(ConfigSection):
    """What takes more than one person, and what is kept how long."""

    hand_pay_above: Money = 120_000
    executive_above: Money = 1_000_000
    voucher_days: Annotated[int, Field(ge=1, le=3650)] = 90
    login_failures: Annotated[int, Field(ge=1, le=100)] = 3
    lock_minutes: Annotated[int, Field(ge=1, le=10_000)] = 15

    _in_dollars = field_validator("hand_pay_above", "executive_above", mode="before")(_cents)


class PromotionalSection(ConfigSection):
    """Promotional chips and coupons: none before the house says so."""

    on: bool = False
    after_win: AfterWin = AfterWin.TAKEN
    """Whether chips that won are taken, or kept to be played until they lose."""
    wagers: Annotated[list[Literal["line", "tie", "side"]], Field(min_length=1)] = ["line"]
    """The groups of wagers they may be put on; never one that feeds a meter."""
    cashier_most: Money = 100_00
    supervisor_most: Money = 500_00
    player_day_most: Money = 1_000_00
    giver_day_most: Money = 1_000_00
    """What one person gives and prints in a day alone; more takes a supervisor or an admin beside him."""
    days_most: Annotated[int, Field(ge=1, le=366)] = 90

    _in_dollars = field_validator(
        "cashier_most", "supervisor_most", "player_day_most", "giver_day_most", mode="before"
    )(_cents)

    @property
    def played(self) -> PromotionalPlayRules | None:
        """How they are played; None: not at all."""
        return PromotionalPlayRules(self.after_win, frozenset(self.wagers)) if self.on else None

    @property
    def given(self) -> PromotionalGrantRules:
        by_role = ((Role.CASHIER, self.cashier_most), (Role.SUPERVISOR, self.supervisor_most))
        return PromotionalGrantRules(by_role, self.player_day_most, self.days_most, self.giver_day_most)


class PeopleSection(ConfigSection):
    """How the house's own people prove who they are."""

    second_factor: list[Role] = []
    """Roles that sign in with a code of an authenticator as well."""

    @field_validator("second_factor")
    @classmethod
    def _of_staff(cls, value: list[Role]) -> list[Role]:
        if Role.PLAYER in value:
            raise ValueError("a second factor is asked of staff; leave player out")
        return value


class ChecksSection(ConfigSection):
    """What the house looks over by itself while it runs."""

    software_hour: Annotated[int, Field(ge=0, le=23)] = 5
    """When the software is fingerprinted every day, by the house's time zone."""
    clock: bool = True
    """Whether a machine whose clock nothing synchronises is noted; never in a demonstration."""


class CheckpointSection(ConfigSection):
    """Signed marks of how far the log has come."""

    every_minutes: Annotated[int, Field(ge=1, le=1440)] = 15
    copy_to: str = ""
    """A second file, under another administrator."""
    log_to: str = ""
    """A second copy of the whole log, under another administrator."""


class MeterSection(ConfigSection):
    """A progressive meter that tables share."""

    id: str
    title: str
    seed: Money = 0
    contribution: str = "0"
    ceiling: Money | None = None

    _in_dollars = field_validator("seed", "ceiling", mode="before")(_cents)

    @field_validator("contribution", mode="before")
    @classmethod
    def _a_share(cls, value: Any) -> str:
        text = str(value)
        share = Fraction(text.removesuffix("%")) / 100 if text.endswith("%") else Fraction(text)
        if not 0 <= share <= 1:
            raise ValueError(f"is {text}; a share from 0% to 100%")
        return str(share)


class PrinterSection(ConfigSection):
    """A printer, or a queue of a print server (CUPS), that paper comes out of."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
    title: Annotated[str, Field(max_length=40)] = ""
    """What people call it, such as Cage window 2; empty: its name."""
    uri: str
    """ipp://host:631/printers/name, or ipps:// where the line is secured."""
    prints: list[Literal["tickets", "slips", "pages", "coupons"]] = ["tickets", "slips", "pages", "coupons"]
    """Cash-out tickets, slips that are paid by hand, pages such as that of a win, promotional coupons."""
    terminals: list[str] = []
    """The terminals it stands beside, by their names; empty: it prints for every other."""
    media: Annotated[str, Field(max_length=80)] = ""
    """The paper, in the printer's own word for it; empty: what lies in it."""
    answer_seconds: Annotated[float, Field(gt=0, le=60)] = 5
    job_seconds: Annotated[float, Field(gt=0, le=600)] = 20
    check_seconds: Annotated[float, Field(gt=0, le=3600)] = 30
    """How often it is asked how it is."""

    @field_validator("uri")
    @classmethod
    def _a_printer(cls, value: str) -> str:
        place = urlsplit(value)
        if place.scheme not in ("ipp", "ipps", "http", "https") or not place.hostname:
            raise ValueError(f"{value!r} is no printer; ipp://localhost:631/printers/tickets would be one")
        return value

    @property
    def shown(self) -> str:
        return self.title or self.name


class TableSection(TableSettings):
    """A table that is set up when the house first starts with this file."""

    name: TableName
    open: bool = False
    number: Annotated[int, Field(ge=1, le=999)] | None = None
    """What people call it by; none: its place in this file, among the numbers that are not given."""
    title: Annotated[str, Field(max_length=32)] = ""
    """A name of the house's own, such as Lotus Room; empty: the table goes by its number."""
    fees: str = ""
    """A file with the room's own fee sheet, beside this one, for a game whose fees are the room's to set."""
    languages: list[Language] = Field(default=[], max_length=8)
    """What is spoken there, such as en and vi; empty: the house does not say."""

    @property
    def settings(self) -> TableSettings:
        return TableSettings.model_validate(self.model_dump(include=set(TableSettings.model_fields)))


class HouseConfig(ConfigSection):
    """The whole file."""

    house: HouseSection = HouseSection()
    server: ServerSection = ServerSection()
    limits: LimitsSection = LimitsSection()
    promotional: PromotionalSection = PromotionalSection()
    people: PeopleSection = PeopleSection()
    checks: ChecksSection = ChecksSection()
    checkpoints: CheckpointSection = CheckpointSection()
    meter: list[MeterSection] = []
    printer: list[PrinterSection] = []
    table: list[TableSection] = []

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


def read_config(path: Path) -> HouseConfig:
    """Read a house's file; files it names stand beside it."""
    return resolve_paths(parse_config(read_text(path, RULES.bytes_most), str(path)), path.parent)


def parse_config(text: str, file: str) -> HouseConfig:
    located = read_toml(text, file)
    data = dict(located.data)
    if isinstance(data.get("meter"), dict):
        data["meter"] = list(data["meter"].values())  # the reader of rulebooks files them by id
    try:
        return HouseConfig.model_validate(data)
    except ValidationError as error:
        raise BadInput(problems_of(error.errors(), lambda one: _problem(located.place, one))) from None


def _problem(place: Any, one: Any) -> Problem:
    path = tuple(one["loc"])
    named = ".".join(str(key) for key in path)
    if one["type"] == "extra_forbidden":
        hint = suggestion(str(path[-1]), _known(path))
        return Problem(place(path), f'"{named}" is not known{hint or ""}')
    return Problem(place(path), f"{named}: {one['msg'].removeprefix('Value error, ')}")


def _known(path: tuple[Any, ...]) -> list[str]:
    parts: dict[str, type[BaseModel]] = {
        "house": HouseSection,
        "server": ServerSection,
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
    """The same house with the files it names made complete."""
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
    """A rulebook of the house's own is a file, `rules/mine.toml`; one that came with the program is a name."""
    return _beside(rulebook, folder) if rulebook.endswith(".toml") else rulebook


def _fee_sheet(table: TableSection, folder: Path) -> dict[str, Any]:
    """The room's own fee sheet from the file that a table names."""
    return {"fee_sheet": room_sheet_data(Path(_beside(table.fees, folder)))} if table.fees else {}


def _beside(name: str, folder: Path) -> str:
    return name if not name or "://" in name or Path(name).is_absolute() else str(folder / name)
