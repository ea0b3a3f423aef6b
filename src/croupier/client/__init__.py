"""Client of a house: logs in, follows tables live, places wagers and decides; needs the extra `client`.

    from croupier.client import Client

    with Client("http://127.0.0.1:8000") as client:
        client.log_in("player", "play-money-only")
        with client.open_table("ilani-midi-baccarat") as table:
            table.sit_down(seat=3)

`AsyncClient` is the same for asyncio. A connection that is cut comes back by itself and goes on after the last record;
a command without a reply is sent again under its key, so that it counts once.
"""

from __future__ import annotations

from croupier.client.errors import (
    ClientError,
    ConnectionLostError,
    HouseUnavailableError,
    InvalidRequestError,
    NotAllowedError,
    NotFoundError,
    NotLoggedInError,
    RecordsMissedError,
    RefusedError,
    TooOftenError,
    WagersRefusedError,
)

try:
    from croupier.client.async_client import AsyncClient, AsyncTable
    from croupier.client.sync_client import Client, Table
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] not in ("anyio", "httpx", "websockets"):
        raise
    message = f"croupier.client needs {missing.name}; install it with: pip install 'croupier[client]'"
    raise ModuleNotFoundError(message, name=missing.name) from None

__all__ = [
    "AsyncClient",
    "AsyncTable",
    "Client",
    "ClientError",
    "ConnectionLostError",
    "HouseUnavailableError",
    "InvalidRequestError",
    "NotAllowedError",
    "NotFoundError",
    "NotLoggedInError",
    "RecordsMissedError",
    "RefusedError",
    "Table",
    "TooOftenError",
    "WagersRefusedError",
]
