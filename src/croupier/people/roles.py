"""Permissions: the roles that may give each command. A table command declares its roles at its handler. [R55]

An actor without a role is the system itself (`system`): timers, restores and set-up. A request from outside can never
act as the system.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from croupier.errors import InvariantViolation, Refused, suggestion
from croupier.table.dispatch import DECLARED
from croupier.table.roles import Role

__all__ = [
    "ACCESS_CITES",
    "PERMISSIONS",
    "SECOND_PERSON_CITES",
    "SYSTEM",
    "Principal",
    "Role",
    "is_permitted",
    "permission_refusal",
    "refuse_unpermitted",
]

ACCESS_CITES = ("9 NYCRR 5317.40(c)(3)",)
SECOND_PERSON_CITES = ("9 NYCRR 5317.40(c)(4),(8)",)


COLUMNS = {
    "P": Role.PLAYER,
    "D": Role.DEALER,
    "S": Role.SUPERVISOR,
    "C": Role.CASHIER,
    "U": Role.AUDITOR,
    "A": Role.ADMIN,
    "V": Role.SURVEILLANCE,
}

HOUSE_COMMANDS = """
    buy-in                - - - C - - -
    take-play-money       P - - - - - -
    cash-out              P - - C - - -
    redeem-voucher        P - - C - - -
    void-voucher          - - S - - - -
    reprint-voucher       - - S C - - -
    pay-hand-pay          - - - C - - -
    give-promotional      - - S C - - -
    print-coupons         - - S C - - -
    redeem-coupon         P - - C - - -
    void-coupon           - - S - - - -
    open-shift            - - - C - - -
    close-shift           - - - C - - -
    fill-drawer           - - S C - - -
    create-table          - - - - - A -
    confirm-large-jackpot - - - - - A -
    create-meter          - - - - - A -
    adjust-meter          - - S - - A -
    change-meter          - - - - - A -
    stop-meter            - - S - - A -
    start-meter           - - S - - A -
    create-user           - - - - - A -
    change-user           - - S - - A -
    reset-password        - - - - - A -
    change-password       P D S C U A V
    set-up-second-factor  - D S C U A V
    remove-second-factor    - - - - - A -
    pair-terminal         - - S - - A -
    retire-terminal       - - S - - A -
    set-limit             P - - - - - -
    take-break            P - - - - - -
    self-exclude        P - - - - - -
    lift-exclusion        - - S - - A -
    use-coach             P - - - - - -
    use-lab               P - S - U A -
    approve-draft         - - - - - A -
    recall                P D S - U A V
    export                - - - - U A -
    verify-log            - - - - U A V
    search-events         - - S - U A V
    mark-events-seen      - - - - - - V
    make-bundle           - - S - U A -
    view-reports           - - S - U A V
    view-users             - - S - U A V
    backup                - - - - - A -
"""
"""Roles that may give each command outside a table.

A cashier works only in the cage, and only a cashier handles cash. An auditor sees everything and changes only their own
password and second factor. Surveillance sees everything and changes only these, its own verifications and notices, and
its marks of seen events.
An admin configures, and neither deals nor handles cash. Players use the Lab only in a demonstration house. A supervisor
changes a user only to unlock the account.
"""


def _matrix(text: str) -> dict[str, frozenset[Role]]:
    """Parse a permission table; a letter in the wrong column is a programming error."""
    matrix: dict[str, frozenset[Role]] = {}
    for line in text.strip().splitlines():
        command, *marks = line.split()
        if command in matrix or len(marks) != len(COLUMNS):
            raise InvariantViolation(f"the line of {command} in the table of commands")
        if any(mark not in ("-", column) for mark, column in zip(marks, COLUMNS, strict=True)):
            raise InvariantViolation(f"a mark in the wrong column for {command}")
        matrix[command] = frozenset(COLUMNS[mark] for mark in marks if mark != "-")
    return matrix


PERMISSIONS: Mapping[str, frozenset[Role]] = MappingProxyType(
    {name: command.roles for name, command in DECLARED.items()} | _matrix(HOUSE_COMMANDS)
)
"""Roles that may give each command."""


@dataclass(frozen=True)
class Principal:
    """The user who gives a command (`user:7` and a role), or the system (no role)."""

    actor: str
    role: Role | None

    @classmethod
    def user(cls, user_id: int, role: Role) -> Principal:
        return cls(f"user:{user_id}", role)

    @property
    def user_id(self) -> int | None:
        kind, _, number = self.actor.partition(":")
        return int(number) if kind == "user" else None


SYSTEM = Principal("system", None)


def is_permitted(role: Role, command: str) -> bool:
    """Return whether the role may give the command; False for an unknown command."""
    return role in PERMISSIONS.get(command, frozenset())


def permission_refusal(role: Role, command: str) -> Refused:
    """Build the refusal for a role that may not give this command, or for a command that does not exist.

    The function does not check the permission: see `is_permitted`.
    """
    if command not in PERMISSIONS:
        return Refused("command/unknown", f'There is no command "{command}"{suggestion(command, PERMISSIONS)}.')
    allowed = [known for known in Role if known in PERMISSIONS[command]]
    whose = f"that is for {_listed(allowed)}" if allowed else "the house's own clock does that"
    return Refused("role/forbidden", f"{_a(role).capitalize()} may not {command}; {whose}.", ACCESS_CITES)


def refuse_unpermitted(by: Principal, command: str) -> Refused | None:
    """Return a refusal if this actor may not give the command, else None."""
    if by.role is None or is_permitted(by.role, command):
        return None
    return permission_refusal(by.role, command)


def _a(role: Role) -> str:
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"


def _listed(roles: list[Role]) -> str:
    words = [_a(role) for role in roles]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
