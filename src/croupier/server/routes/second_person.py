"""Approval of a change by a second person with their own password. [R55]"""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request

from croupier.errors import Refused
from croupier.people.attempts import LoginAttempt, check_password
from croupier.people.passwords import PasswordCheck
from croupier.people.session import UserSession
from croupier.people.users import user_by_name
from croupier.server.auth import address_of
from croupier.server.routes.sessions import check_user_password
from croupier.server.runtime import Runtime
from croupier.store.unit_of_work import UnitOfWork


@dataclass(frozen=True)
class SecondPersonApproval:
    """Password check of a second person; the transaction accepts or refuses it and finds the user."""

    proof: PasswordCheck
    attempt: LoginAttempt
    runtime: Runtime

    def approved_by(self, uow: UnitOfWork) -> str | Refused:
        """Return the second person as named in the log, or a refusal; a wrong password counts as a failed log-in."""
        user = user_by_name(uow.query, self.proof.name)
        if refused := check_password(uow, self.runtime.sessions.rules, user, self.proof, self.attempt):
            return refused
        assert user is not None
        if user.must_change:
            return Refused("password/must_change", "This password was given out by the house; choose your own first.")
        return f"user:{user.id}"


async def check_second_person(
    runtime: Runtime, session: UserSession, request: Request, name: str, password: str
) -> SecondPersonApproval:
    """Check the password in a reader thread, before the job is queued."""
    proof = await runtime.run_in_thread(check_user_password, runtime, name, password)
    return SecondPersonApproval(proof, LoginAttempt(name, address_of(request), session.terminal_id), runtime)
