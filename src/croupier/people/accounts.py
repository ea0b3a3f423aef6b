"""User accounts: create, change, unlock and close them, and reset passwords; no event contains a secret. [R55]

Every change is written to the log. Passwords arrive as hashes (`PasswordService.hash_new`): hashing is slow, and a
writer job must be fast.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import insert, update

from croupier.errors import InvariantViolation, Refused
from croupier.people.attempts import LoginAttempt, check_password, unlock_user
from croupier.people.passwords import PasswordCheck, PasswordHash, digest
from croupier.people.roles import Principal, Role, permission_refusal
from croupier.people.session import UserSession
from croupier.people.sessions import SessionService
from croupier.people.users import (
    User,
    normalise_name,
    refuse_display_name,
    refuse_name,
    refuse_unpermitted_user,
    user_by_id,
    user_by_name,
)
from croupier.store.schema import users
from croupier.store.unit_of_work import UnitOfWork

UserJob = Callable[[UnitOfWork], User | Refused]


def create_user(
    by: Principal,
    *,
    name: str,
    display_name: str,
    role: Role,
    password: PasswordHash,
    third_party: bool = False,
    must_change: bool = True,
    demonstration: bool = False,
) -> UserJob:
    """Return a job that creates a user account; normally the user must change the password at the first log-in."""

    def job(uow: UnitOfWork) -> User | Refused:
        if refused := refuse_unpermitted_user(uow.query, by, "create-user") or refuse_name(
            name, demonstration=demonstration
        ):
            return refused
        if refused := refuse_display_name(display_name) or _refuse_third_party(role, third_party):
            return refused
        if user_by_name(uow.query, name):
            return Refused("user/name_taken", f'"{normalise_name(name)}" is somebody\'s name already.')
        row = {
            "name": normalise_name(name),
            "display_name": display_name.strip(),
            "role": role.value,
            "password": password,
            "active": True,
            "third_party": third_party,
            "created_at": uow.at,
            "failed": 0,
            "must_change": must_change,
        }
        uow.write(insert(users).values(row))
        user = user_by_name(uow.query, name)
        if user is None:
            raise InvariantViolation(f"the account of {normalise_name(name)} was written and is not there")
        shown = {"user_id": user.id, "name": user.name, "display_name": user.display_name}
        secret = {"must_change": must_change, "password_digest": digest(password)}
        event = {"kind": "user-created", **shown, "role": role.value, "third_party": third_party, **secret}
        uow.append_record("house", actor=by.actor, command="create-user", events=[event])
        return user

    return job


def change_user(
    by: Principal,
    user_id: int,
    *,
    sessions: SessionService,
    display_name: str | None = None,
    role: Role | None = None,
    active: bool | None = None,
    third_party: bool | None = None,
    unlock: bool = False,
) -> UserJob:
    """Return a job that changes the given fields of a user account.

    A supervisor may only unlock accounts. Users may not change their own role or close their own account.
    """
    requested: dict[str, Any] = {
        "display_name": display_name,
        "role": role,
        "active": active,
        "third_party": third_party,
    }
    requested = {what: value for what, value in requested.items() if value is not None}

    def job(uow: UnitOfWork) -> User | Refused:
        user = user_by_id(uow.query, user_id)
        if refused := refuse_unpermitted_user(uow.query, by, "change-user") or _refuse_more_than_unlock(by, requested):
            return refused
        if user is None:
            return _unknown_user(user_id)
        changes = {what: value for what, value in requested.items() if value != getattr(user, what)}
        if refused := _refuse_change(by, user, changes):
            return refused
        _write_changes(uow, by, user, changes, unlock=unlock)
        if changes.keys() & {"role", "active", "third_party"}:
            sessions.end_all_of(uow, user.id)
        return user_by_id(uow.query, user_id) or user

    return job


def reset_password(by: Principal, user_id: int, password: PasswordHash, *, sessions: SessionService) -> UserJob:
    """Return a job that sets a temporary password and logs the user out everywhere.

    The user must choose a new password at the next log-in.
    """

    def job(uow: UnitOfWork) -> User | Refused:
        if refused := refuse_unpermitted_user(uow.query, by, "reset-password"):
            return refused
        user = user_by_id(uow.query, user_id)
        if user is None:
            return _unknown_user(user_id)
        if user.id == by.user_id:
            return Refused("user/own_account", "Change your own password with the old one; another admin resets it.")
        _write_password(uow, user, password, must_change=True)
        sessions.end_all_of(uow, user.id)
        event = {"kind": "password-reset", "user_id": user.id, "password_digest": digest(password)}
        uow.append_record("house", actor=by.actor, command="reset-password", events=[event])
        return user_by_id(uow.query, user_id) or user

    return job


def change_password(
    session: UserSession, proof: PasswordCheck, password: PasswordHash, *, address: str, sessions: SessionService
) -> UserJob:
    """Return a job that changes the user's own password and logs the user out everywhere.

    The old password is checked first.
    """
    attempt = LoginAttempt(session.name, address, session.terminal_id)

    def job(uow: UnitOfWork) -> User | Refused:
        if refused := refuse_unpermitted_user(uow.query, session.by, "change-password"):
            return refused
        user = user_by_id(uow.query, session.user_id)
        if user is None or proof.name != session.name:
            return _unknown_user(session.user_id)
        if refused := check_password(uow, sessions.rules, user, proof, attempt):
            return refused
        _write_password(uow, user, password, must_change=False)
        sessions.end_all_of(uow, user.id)
        event = {"kind": "password-changed", "user_id": user.id, "password_digest": digest(password)}
        uow.append_record("house", actor=session.by.actor, command="change-password", events=[event])
        return user_by_id(uow.query, user.id) or user

    return job


def _refuse_more_than_unlock(by: Principal, requested: dict[str, Any]) -> Refused | None:
    if by.role is not Role.SUPERVISOR or not requested:
        return None
    message = "A supervisor may unlock an account; an admin changes it."
    return Refused("role/forbidden", message, permission_refusal(Role.SUPERVISOR, "create-user").cites)


def _refuse_change(by: Principal, user: User, changes: dict[str, Any]) -> Refused | None:
    if by.user_id == user.id and changes.keys() & {"role", "active"}:
        return Refused("user/own_account", "Another admin must change your role or close your account.")
    role = changes.get("role", user.role)
    if (role is Role.PLAYER) != (user.role is Role.PLAYER):
        return Refused("user/role", "A player's account stays a player's: staff who play have a second account for it.")
    if "display_name" in changes and (refused := refuse_display_name(changes["display_name"])):
        return refused
    return _refuse_third_party(role, changes.get("third_party", user.third_party))


def _refuse_third_party(role: Role, third_party: bool) -> Refused | None:
    if third_party and role is not Role.PLAYER:
        return Refused("user/third_party", "Only a player's account can be a third-party provider's.")
    return None


def _write_changes(uow: UnitOfWork, by: Principal, user: User, changes: dict[str, Any], *, unlock: bool) -> None:
    """Write the changed fields of a user account, and log their old and new values; nothing if no value changed."""
    unlocked = unlock and unlock_user(uow, user)
    if not changes and not unlocked:
        return
    if changes:
        uow.write(update(users).where(users.c.id == user.id).values(**_json_values(changes)))
    before = _json_values({what: getattr(user, what) for what in changes})
    event = {
        "kind": "user-changed",
        "user_id": user.id,
        "from": before,
        "to": _json_values(changes),
        "unlocked": unlocked,
    }
    uow.append_record("house", actor=by.actor, command="change-user", events=[event])


def _json_values(values: dict[str, Any]) -> dict[str, Any]:
    return {what: value.value if isinstance(value, Role) else value for what, value in values.items()}


def _write_password(uow: UnitOfWork, user: User, password: PasswordHash, *, must_change: bool) -> None:
    uow.write(update(users).where(users.c.id == user.id).values(password=password, must_change=must_change))
    unlock_user(uow, user)


def _unknown_user(user_id: int) -> Refused:
    return Refused("user/not_found", f"There is no account {user_id}.")
