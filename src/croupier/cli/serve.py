"""`croupier serve`: the table server, from a configuration file or as a demonstration."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import typer

from croupier.cli.open_database import database_errors_as_bad_input
from croupier.errors import BadInput


def serve(
    config_file: Path | None, *, data: Path, host: str | None, port: int | None, accept_rules: Sequence[str]
) -> None:
    """Open the database, check it, and serve requests until the server is stopped."""
    _require_extra()
    from croupier.server.config import read_config
    from croupier.server.demonstration import demonstration_config

    if config_file is None:
        try:
            data.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput.at(str(data), f"cannot be made: {error.strerror}") from error
        config = demonstration_config(data, host=host or "127.0.0.1", port=8000 if port is None else port)
    else:
        config = read_config(config_file)
        changes = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
        config = config.model_copy(update={"server": config.server.model_copy(update=changes)})
    listening = _listen(config.server.host, config.server.port)
    try:
        _run(config, listening, accept_rules, demonstration=config_file is None)
    finally:
        listening.close()


def _require_extra() -> None:
    try:
        import fastapi  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as missing:
        raise BadInput.at("serve", f"{missing.name} is not installed: pip install 'croupier[server]'") from None


def _listen(host: str, port: int) -> socket.socket:
    """Bind the port before the database is opened, so that a second server stops with a clear message."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        message = f"cannot be listened on: {error.strerror}; is another server running? Choose one with --port"
        raise BadInput.at(f"{host}:{port}", message) from None
    return listening


def _run(config: Any, listening: socket.socket, accept_rules: Sequence[str], *, demonstration: bool) -> None:
    from croupier.evidence.software_manifest import require_unaltered
    from croupier.server.app import create_app
    from croupier.server.bots import BotPlayers
    from croupier.server.demonstration import set_up_people
    from croupier.server.http_protocol import allow_many_connections, create_server
    from croupier.server.json_logging import log_to_stderr
    from croupier.server.open_casino import open_casino
    from croupier.server.runtime import Runtime

    if config.house.manifest:  # before the database opens: the program's files must match the approved manifest [R57]
        require_unaltered(Path(config.house.manifest))
    with database_errors_as_bad_input(config.house.database):
        runtime = Runtime(config, open_casino(config, create=True, accept_rules=accept_rules))
        runtime.set_up()
        if demonstration:
            set_up_people(runtime)
        bots = BotPlayers(runtime, config.house.bots) if config.house.bots else None
        app = create_app(runtime)
        runtime.prepare_start()
    scheme = "https" if config.server.is_secure else "http"
    host, port = listening.getsockname()[:2]
    _announce(app, f"{scheme}://{host}:{port}", runtime, bots, demonstration=demonstration)
    log_to_stderr(logging.WARNING if demonstration else logging.INFO)
    allow_many_connections()
    create_server(app, config.server).run(sockets=[listening])


def _announce(app: Any, url: str, runtime: Any, bots: Any, *, demonstration: bool) -> None:
    """Print the address once the server is ready; in a demonstration, also start the provider and the bots."""
    from croupier.server.demo_provider import DemoProvider
    from croupier.server.demonstration import PROVIDER, welcome_text

    begins = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(application: Any) -> AsyncIterator[None]:
        async with begins(application):
            text = welcome_text(url) if demonstration else f"{runtime.config.house.name} is open at {url}"
            typer.echo(text)
            # The provider's account is read from the database, which must not block the event loop.
            playing = [(await asyncio.to_thread(DemoProvider, runtime, PROVIDER)).run()] if demonstration else []
            if bots is not None:
                playing.append(bots.run())
            tasks = [asyncio.create_task(one) for one in playing]
            try:
                yield
            finally:
                for task in tasks:
                    task.cancel()

    app.router.lifespan_context = lifespan
