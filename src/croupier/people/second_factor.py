"""Second factor at log-in: a one-time code in addition to the password, for roles that require it. [R55]

The user sets it up at the first log-in: the secret is shown once, proved with a code, and stored encrypted with the
house's key. The user also gets recovery codes, each valid once, for a lost authenticator. An admin can remove a second
factor.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select, update
from sqlalchemy.engine import Row

from croupier.cards.random_source import RandomSource, SystemRandomSource
from croupier.errors import Refused
from croupier.people.attempts import LOCK_CITES, LoginAttempt, LoginOutcome, SessionRules, refuse_wrong_code
from croupier.people.one_time_codes import (
    RECOVERY_LETTERS,
    hash_recovery_codes,
    key_groups,
    key_text,
    matching_step,
    new_recovery_codes,
    new_secret,
    normalise_code,
    otpauth_uri,
    qr_rows,
    remove_recovery_code,
    secret_of,
)
from croupier.people.passwords import digest
from croupier.people.roles import Principal
from croupier.people.session import UserSession
from croupier.people.users import Query, User, refuse_unpermitted_user, user_by_id
from croupier.store.keys import HouseKeys
from croupier.store.schema import second_factors
from croupier.store.unit_of_work import UnitOfWork

if TYPE_CHECKING:
    from croupier.people.sessions import SessionService

rows = second_factors.c


@dataclass(frozen=True)
class SubmittedCode:
    """A code as typed; `at_ms` is wall-clock time, because the authenticator uses wall-clock time too."""

    text: str = field(repr=False)
    at_ms: int


@dataclass(frozen=True)
class NewSecondFactor:
    """A new secret; this is the only time it is shown."""

    key: str = field(repr=False)
    address: str = field(repr=False)
    squares: Sequence[str] = field(repr=False)


@dataclass(frozen=True)
class SecondFactorService:
    """Service that creates, verifies and checks second factors; it decrypts the stored secrets."""

    keys: HouseKeys = field(repr=False)
    house: str = "croupier"
    chance: RandomSource = field(default_factory=SystemRandomSource)

    def begin(self, session: UserSession, rules: SessionRules) -> Callable[[UnitOfWork], NewSecondFactor | Refused]:
        """Return a job that creates a new secret; log-in requires it only after `verify` has confirmed it.

        The job refuses a user who already has a confirmed secret.
        """
        secret = new_secret(self.chance)

        def job(uow: UnitOfWork) -> NewSecondFactor | Refused:
            if refused := refuse_unpermitted_user(
                uow.query, session.by, "set-up-second-factor"
            ) or _refuse_not_required(session, rules):
                return refused
            found = factor_of(uow.query, session.user_id)
            if found is not None and found.proved_at is not None:
                return Refused(
                    "second_factor/already_set_up",
                    "Your second factor is set up; an admin takes it off if it is lost.",
                )
            sealed = self.keys.encrypt(key_text(secret), _about(session.user_id))
            uow.upsert(
                second_factors,
                user_id=session.user_id,
                sealed=sealed,
                begun_at=uow.at,
                proved_at=None,
                used_step=0,
                recovery=None,
            )
            event = {"kind": "second-factor-started", "user_id": session.user_id, "secret_digest": digest(sealed)}
            uow.append_record("house", actor=session.by.actor, command="set-up-second-factor", events=[event])
            where = otpauth_uri(secret, session.name, self.house)
            return NewSecondFactor(key_groups(secret), where, qr_rows(where))

        return job

    def verify(self, session: UserSession, code: SubmittedCode) -> Callable[[UnitOfWork], list[str] | Refused]:
        """Return a job that confirms the new secret with a first code; from then on log-in requires a code.

        The job returns the recovery codes, which are shown only once.
        """
        codes = new_recovery_codes(self.chance)

        def job(uow: UnitOfWork) -> list[str] | Refused:
            if refused := refuse_unpermitted_user(uow.query, session.by, "set-up-second-factor"):
                return refused
            user, found = user_by_id(uow.query, session.user_id), factor_of(uow.query, session.user_id)
            if user is None or found is None or found.proved_at is not None:
                return Refused("second_factor/not_set_up", "Ask for a new secret first.")
            step = matching_step(self._secret(found), code.text, code.at_ms, found.used_step)
            if step is None:
                return Refused(
                    "second_factor/wrong_code",
                    "That is not the code of this secret; try again with the next one.",
                )
            stored = hash_recovery_codes(codes, self.keys.fingerprint)
            _write(uow, user.id, proved_at=uow.at, used_step=step, recovery=stored)
            event = {"kind": "second-factor-verified", "user_id": user.id, "recovery_digest": digest(stored)}
            uow.append_record("house", actor=session.by.actor, command="set-up-second-factor", events=[event])
            uow.note_significant_event(
                "factor/set_up", f"{user.name}: a second factor was set up.", actor=session.by.actor
            )
            return codes

        return job

    def check_code(
        self, uow: UnitOfWork, rules: SessionRules, user: User, code: SubmittedCode | None, attempt: LoginAttempt
    ) -> Refused | None:
        """Return a refusal if the code of the second factor is missing or wrong, else None; each code is valid once.

        The password must have been checked before.
        """
        found = factor_of(uow.query, user.id)
        if user.role not in rules.second_factor or found is None or found.proved_at is None:
            return None
        if code is None:
            attempt.write(uow, LoginOutcome.CODE_ASKED)
            message = "Enter the code that your authenticator shows, or one of your recovery codes."
            return Refused("login/code_needed", message, LOCK_CITES)
        step = matching_step(self._secret(found), code.text, code.at_ms, found.used_step)
        if step is not None:
            _write(uow, user.id, used_step=step)
            return None
        if self._use_recovery_code(uow, user, found, code.text):
            return None
        return refuse_wrong_code(uow, rules, user, attempt)

    def _use_recovery_code(self, uow: UnitOfWork, user: User, found: Row[Any], code: str) -> bool:
        if len(normalise_code(code)) != RECOVERY_LETTERS or not found.recovery:
            return False
        left = remove_recovery_code(found.recovery, code, self.keys.fingerprint)
        if left is None:
            return False
        _write(uow, user.id, recovery=left)
        count = len(json.loads(left))
        event = {"kind": "recovery-code-used", "user_id": user.id, "left": count, "recovery_digest": digest(left)}
        uow.append_record("house", actor=f"user:{user.id}", command="log-in", events=[event])
        note = f"{user.name}: signed in with a recovery code; {count} are left."
        uow.note_significant_event("factor/recovery", note, actor=f"user:{user.id}")
        return True

    def _secret(self, found: Row[Any]) -> bytes:
        return secret_of(self.keys.decrypt(found.sealed, _about(found.user_id)))


def remove_factor(by: Principal, user_id: int, *, sessions: SessionService) -> Callable[[UnitOfWork], User | Refused]:
    """Return a job that removes a lost second factor and logs the user out everywhere.

    The user sets up a new one at the next log-in.
    """

    def job(uow: UnitOfWork) -> User | Refused:
        if refused := refuse_unpermitted_user(uow.query, by, "remove-second-factor"):
            return refused
        user = user_by_id(uow.query, user_id)
        if user is None:
            return Refused("user/not_found", f"There is no account {user_id}.")
        if user.id == by.user_id:
            return Refused("user/own_account", "Another admin takes off your second factor.")
        if factor_of(uow.query, user_id) is None:
            return Refused("second_factor/not_set_up", f"{user.name} has no second factor.")
        uow.write(delete(second_factors).where(rows.user_id == user_id))
        sessions.end_all_of(uow, user_id)
        event = {"kind": "second-factor-removed", "user_id": user_id}
        uow.append_record("house", actor=by.actor, command="remove-second-factor", events=[event])
        uow.note_significant_event("factor/taken_off", f"{user.name}: the second factor was taken off.", actor=by.actor)
        return user

    return job


def factor_of(query: Query, user_id: int) -> Row[Any] | None:
    return next(iter(query(select(second_factors).where(rows.user_id == user_id))), None)


def users_with_factor(query: Query) -> frozenset[int]:
    """Return the ids of all users who have set up and confirmed a second factor."""
    return frozenset(row.user_id for row in query(select(rows.user_id).where(rows.proved_at.is_not(None))))


def _refuse_not_required(session: UserSession, rules: SessionRules) -> Refused | None:
    if session.role in rules.second_factor:
        return None
    return Refused("second_factor/not_required", "This house asks no second factor of your role.")


def _write(uow: UnitOfWork, user_id: int, **values: Any) -> None:
    uow.write(update(second_factors).where(rows.user_id == user_id).values(**values))


def _about(user_id: int) -> str:
    return f"second factor of user {user_id}"
