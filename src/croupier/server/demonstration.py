"""The demonstration house: every rulebook at a table, an account for each role, play money, and a provider who banks.

It runs any game in any mode, and says so: everything in it is marked, and its database can never be a real house's.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from croupier.errors import Refused
from croupier.people.accounts import create_user
from croupier.people.passwords import PasswordService
from croupier.people.roles import SYSTEM, Role
from croupier.people.users import user_by_name
from croupier.play.family import FAMILIES, DemoTable, load_family
from croupier.play.round import Deal
from croupier.play.rulebook_library import load, names
from croupier.rulebook.table_rules import TableRules
from croupier.server.config import HouseConfig, HouseSection, PromotionalSection, ServerSection, TableSection
from croupier.server.runtime import Runtime
from croupier.store.record import Transfer
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.settings import DealingMode, RegulatorApproval

PASSWORD = "play-money-only"  # noqa: S105 - printed at every start; it opens play money
CREDIT_CENTS = 5_000_00
BETTING_SECONDS = 12
"""Short enough that a newcomer's first round is over half a minute after the page opened."""
THINKING_SECONDS = 20
LAYING_SECONDS = 45
"""To look at seven cards, try this and that, and set them."""
A_FIRST_CARD = Deal("player:1", 1)
FACE_DOWN_MS = 350
"""Where hands are dealt face down a newcomer reads his cards before he answers; there is nothing to see before."""
PEOPLE: tuple[tuple[str, str, Role], ...] = (
    ("player", "Player One", Role.PLAYER),
    ("player2", "Player Two", Role.PLAYER),
    ("dealer", "Dealer", Role.DEALER),
    ("supervisor", "Supervisor", Role.SUPERVISOR),
    ("supervisor2", "Second Supervisor", Role.SUPERVISOR),
    ("cashier", "Cashier", Role.CASHIER),
    ("auditor", "Auditor", Role.AUDITOR),
    ("admin", "Administrator", Role.ADMIN),
    ("surveillance", "Surveillance", Role.SURVEILLANCE),
)
PROVIDER = "provider"
BOTS = 3
"""Company at tables where seats play one another."""


def demonstration_config(folder: Path, *, host: str = "127.0.0.1", port: int = 8000) -> HouseConfig:
    """A house in a folder of its own."""
    house = HouseSection(
        name="Demonstration House",
        site="Play money only",
        jurisdiction="co",
        demonstration=True,
        bots=BOTS,
        database=str(folder / "house.db"),
        keys=str(folder / "house.key"),
    )
    server, promotional = ServerSection(host=host, port=port), PromotionalSection(on=True)
    return HouseConfig(house=house, server=server, promotional=promotional, table=_tables())


def _tables() -> list[TableSection]:
    """Each game dealt by the generator, and whatever tables a family is shown at besides."""
    generated = [DemoTable(name, name, automated=True) for name in names()]
    return [_table(one) for one in (*generated, *(one for name in FAMILIES for one in load_family(name).demo_tables))]


def _table(shown: DemoTable) -> TableSection:
    written = load(shown.rulebook).written
    settings: dict[str, Any] = {
        "schedule": shown.schedule if written.collection and written.collection.sheets else None
    }
    settings["approvals"] = shown_as_approved(shown.rulebook)
    if shown.automated:
        settings |= {"mode": DealingMode.AUTOMATED, "betting_seconds": BETTING_SECONDS}
    if load_family(written.family).is_dealt_face_down(A_FIRST_CARD):
        settings |= {"decision_seconds": THINKING_SECONDS} | ({"card_ms": FACE_DOWN_MS} if shown.automated else {})
    if load_family(written.family).sets_first_seat_only(TableRules.of(load(shown.rulebook), shown.options)):
        settings["decision_seconds"] = LAYING_SECONDS
    return TableSection(name=shown.name, rulebook=shown.rulebook, options=dict(shown.options), open=True, **settings)


def shown_as_approved(rulebook: str) -> dict[str, RegulatorApproval]:
    """Nobody regulates play money: what a regulator would have to approve is shown, and marked so."""
    written = load(rulebook).written
    return {
        one.id: RegulatorApproval(reference="DEMONSTRATION", date="2026-01-01", entered_by="demonstration")
        for one in written.approval.values()
        if written.options[one.option].default == one.value
    }


def set_up_people(runtime: Runtime) -> None:
    """Create an account for each role, with play money for those who play, and post their names and password.

    Accounts that are there are not changed.
    """
    add_people(runtime, [*PEOPLE, (PROVIDER, "Provider", Role.PLAYER)])
    runtime.posted_accounts = tuple(name for name, _, _ in PEOPLE)


def add_people(runtime: Runtime, people: Sequence[tuple[str, str, Role]], secret: str = PASSWORD) -> None:
    """Those who are not there yet, by name, name shown and role; players with play money."""
    passwords: PasswordService = runtime.passwords
    password = passwords.hash_new(secret, name="nobody")
    assert not isinstance(password, Refused), password

    def job(uow: UnitOfWork) -> None:
        for name, display_name, role in people:
            if user_by_name(uow.query, name) is not None:
                continue
            made = create_user(
                SYSTEM,
                name=name,
                display_name=display_name,
                role=role,
                password=password,
                third_party=name == PROVIDER,
                must_change=False,
                demonstration=True,
            )(uow)
            assert not isinstance(made, Refused), made
            if role is Role.PLAYER:
                cents = CREDIT_CENTS * (1000 if name == PROVIDER else 1)
                event = {"kind": "play-money", "account": f"player:{made.id}", "cents": cents}
                uow.append_record(
                    "house",
                    actor="system",
                    command="buy-in",
                    events=[event],
                    transfers=[Transfer("outside", f"player:{made.id}", cents)],
                )

    runtime.house.writer.run(job)


def welcome(url: str) -> str:
    """What is printed when the demonstration house is up."""
    people = "\n".join(f"  {name:<12} {role.value}" for name, _, role in PEOPLE)
    return (
        f"The demonstration house is open at {url}\n"
        f"  API and its documentation: {url}/docs\n"
        f"  Health: {url}/health   Metrics: {url}/metrics\n\n"
        f"PLAY MONEY ONLY. Everyone's password is: {PASSWORD}\n{people}\n\n"
        "Ctrl-C stops it; what was played is kept."
    )
