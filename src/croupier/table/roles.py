"""Roles of the users of a casino."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """Role of a user in the house; an executive is an admin."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    CASHIER = "cashier"
    AUDITOR = "auditor"
    ADMIN = "admin"
    SURVEILLANCE = "surveillance"
