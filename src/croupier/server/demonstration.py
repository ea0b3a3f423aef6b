"""The demonstration: a table for every rulebook, a user for each role, play money, and a bank provider.

It runs any game in any mode, and everything in it is labelled as a demonstration. Its database can never become a real
one.
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
from croupier.play.family import DemoTable, family_names, load_family
from croupier.play.round import Deal
from croupier.play.rulebook_library import load, names
from croupier.rulebook.table_rules import TableRules
from croupier.server.config import HouseConfig, HouseSection, PromotionalSection, ServerSection, TableSection
from croupier.server.runtime import Runtime
from croupier.store.ledger_accounts import OUTSIDE, player
from croupier.store.record import Transfer
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.settings import DealingMode, RegulatorApproval

PASSWORD = "play-money-only"  # noqa: S105 - public password of a demonstration
CREDIT_CENTS = 5_000_00
BETTING_SECONDS = 12
"""Short betting time, so that a visitor's first round ends within half a minute of opening the page."""
THINKING_SECONDS = 20
ARRANGING_SECONDS = 45
"""Time to set a hand of seven cards, in seconds."""
A_FIRST_CARD = Deal("player:1", 1)
FACE_DOWN_MS = 350
"""Short delay per card where hands are dealt face down: there is nothing to see until the player reads the hand."""
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
"""Number of bots at tables where players play against each other."""


def demonstration_config(folder: Path, *, host: str = "127.0.0.1", port: int = 8000) -> HouseConfig:
    """Return the configuration of a demonstration with its files in a folder."""
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
    """Return an automated table for each rulebook, and the extra demonstration tables of each family."""
    generated = [DemoTable(name, name, automated=True) for name in names()]
    return [
        demonstration_table(table)
        for table in (*generated, *(table for name in family_names() for table in load_family(name).demo_tables))
    ]


def demonstration_table(shown: DemoTable) -> TableSection:
    """Return the settings of a table of the demonstration."""
    written = load(shown.rulebook).written
    settings: dict[str, Any] = {
        "schedule": shown.schedule if written.collection and written.collection.sheets else None
    }
    settings["approvals"] = demonstration_approvals(shown.rulebook)
    if shown.automated:
        settings |= {"mode": DealingMode.AUTOMATED, "betting_seconds": BETTING_SECONDS}
    family = load_family(written.family)
    if family.is_dealt_face_down(A_FIRST_CARD):
        settings |= {"decision_seconds": THINKING_SECONDS} | ({"card_ms": FACE_DOWN_MS} if shown.automated else {})
    if family.table_stakes is not None:
        settings |= family.table_stakes.usual_times
    if family.hand_setting is not None and family.hand_setting.sets_first_seat_only(
        TableRules.of(load(shown.rulebook), shown.options)
    ):
        settings["decision_seconds"] = ARRANGING_SECONDS
    return TableSection(name=shown.name, rulebook=shown.rulebook, options=dict(shown.options), open=True, **settings)


def demonstration_approvals(rulebook: str) -> dict[str, RegulatorApproval]:
    """Return approvals marked as demonstration for options that a regulator would have to approve.

    Play money is not regulated, so these options can be shown.
    """
    written = load(rulebook).written
    return {
        approval.id: RegulatorApproval(reference="DEMONSTRATION", date="2026-01-01", entered_by="demonstration")
        for approval in written.approval.values()
        if written.options[approval.option].default == approval.value
    }


def set_up_people(runtime: Runtime) -> None:
    """Create a user for each role, players with play money, and publish their names and password.

    Existing users are not changed.
    """
    add_people(runtime, [*PEOPLE, (PROVIDER, "Provider", Role.PLAYER)])
    runtime.posted_accounts = tuple(name for name, _, _ in PEOPLE)


def add_people(runtime: Runtime, people: Sequence[tuple[str, str, Role]], secret: str = PASSWORD) -> None:
    """Create missing users from (name, display name, role); players get play money."""
    passwords: PasswordService = runtime.passwords
    password = passwords.hash_new(secret, name="nobody")
    assert not isinstance(password, Refused), password

    def job(uow: UnitOfWork) -> None:
        for name, display_name, role in people:
            if user_by_name(uow.query, name) is not None:
                continue
            created = create_user(
                SYSTEM,
                name=name,
                display_name=display_name,
                role=role,
                password=password,
                third_party=name == PROVIDER,
                must_change=False,
                demonstration=True,
            )(uow)
            assert not isinstance(created, Refused), created
            if role is Role.PLAYER:
                cents = CREDIT_CENTS * (1000 if name == PROVIDER else 1)
                event = {"kind": "play-money", "account": player(created.id), "cents": cents}
                uow.append_record(
                    "house",
                    actor="system",
                    command="buy-in",
                    events=[event],
                    transfers=[Transfer(OUTSIDE, player(created.id), cents)],
                )

    runtime.house.writer.run(job)


def welcome_text(url: str) -> str:
    """Return the text that is printed when the demonstration is running."""
    people = "\n".join(f"  {name:<12} {role.value}" for name, _, role in PEOPLE)
    return (
        f"The demonstration house is open at {url}\n"
        f"  API and its documentation: {url}/docs\n"
        f"  Health: {url}/health   Metrics: {url}/metrics\n\n"
        f"PLAY MONEY ONLY. Everyone's password is: {PASSWORD}\n{people}\n\n"
        "Ctrl-C stops it; what was played is kept."
    )
