"""`croupier serve`: the table server, from a configuration file or as a demonstration."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import typer

from croupier.cli.open_database import database_errors_as_bad_input
from croupier.errors import BadInput

LOCAL = "127.0.0.1"


def serve(
    config_file: Path | None,
    *,
    data: Path,
    host: str | None,
    port: int | None,
    accept_rules: Sequence[str],
    database: str | None = None,
    server: str | None = None,
    address: str | None = None,
    servers: int | None = None,
) -> None:
    """Open the database, check it, and serve requests until the server is stopped."""
    _require_extra()
    if servers is not None:
        from croupier.cli.serve_servers import serve_several

        for name, given in (("config", config_file), ("database", database), ("server", server), ("address", address)):
            if given is not None:
                raise BadInput.at(f"--{name}", "is of one server; --servers runs the demonstration house on several")
        serve_several(servers, data, host, 8000 if port is None else port)
        return
    from croupier.server.config import read_config
    from croupier.server.demonstration import demonstration_config

    if config_file is None:
        try:
            data.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unusable_folder(data, error) from error
        config = demonstration_config(data, host=host or "127.0.0.1", port=8000 if port is None else port)
    else:
        config = read_config(config_file, os.environ)
        changes = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
        config = config.model_copy(update={"server": config.server.model_copy(update=changes)})
    if database is not None:
        config = config.model_copy(update={"house": config.house.model_copy(update={"database": database})})
    if server is not None or address is not None:
        config = config.model_copy(update={"cluster": cluster_section(config.cluster, server, address)})
    listening = _listen(config.server.host, config.server.port)
    try:
        _run(config, listening, accept_rules, demonstration=config_file is None)
    finally:
        listening.close()


def serve_lab(data: Path, port: int, *, opens_browser: bool) -> None:
    """Serve the Lab on this machine alone: a house with play money, without tables until a draft is played."""
    _require_extra()
    from croupier.server.demonstration import demonstration_config

    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unusable_folder(data, error) from error
    whole = demonstration_config(data, host=LOCAL, port=port)
    config = whole.model_copy(update={"table": [], "house": whole.house.model_copy(update={"bots": 0, "name": "Lab"})})
    listening = _listen(LOCAL, port)

    def welcome(url: str) -> str:
        if opens_browser:
            webbrowser.open(f"{url}/#/lab")
        return lab_text(url)

    try:
        _run(config, listening, (), demonstration=True, welcome=welcome)
    finally:
        listening.close()


def _unusable_folder(data: Path, error: OSError) -> BadInput:
    if data.exists():
        return BadInput.at(str(data), "is a file; --data names a folder")
    return BadInput.at(str(data), f"cannot be made: {error.strerror}; choose another folder with --data")


def lab_text(url: str) -> str:
    """Return the text that is printed when the Lab is running."""
    from croupier.server.demonstration import PASSWORD

    return (
        f"The Lab is open at {url}/#/lab, on this machine alone. PLAY MONEY ONLY.\n"
        f"Sign in as player, or as admin to approve drafts; the password is: {PASSWORD}\n\n"
        "Ctrl-C stops it; drafts are kept."
    )


def cluster_section(before: Any, server: str | None, address: str | None) -> Any:
    """Return the configuration's section `cluster` with the values of the command line."""
    from pydantic import ValidationError

    from croupier.server.config import ClusterSection

    given = {name: value for name, value in (("server", server), ("address", address)) if value is not None}
    try:
        return ClusterSection(**(before.model_dump() | given))
    except ValidationError as error:
        wrong = error.errors()[0]
        raise BadInput.at(f"--{wrong['loc'][0]}", f"{wrong['input']!r} is not right: {wrong['msg']}") from None


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
        advice = {
            errno.EADDRINUSE: "is another server running? Choose another port with --port",
            errno.EACCES: "ports below 1024 need more rights; choose another with --port",
        }.get(error.errno or 0, "choose an address of this machine with --host, such as 127.0.0.1")
        message = f"cannot be listened on: {error.strerror}; {advice}"
        raise BadInput.at(f"{host}:{port}", message) from None
    return listening


def _run(
    config: Any,
    listening: socket.socket,
    accept_rules: Sequence[str],
    *,
    demonstration: bool,
    welcome: Callable[[str], str] | None = None,
) -> None:
    from croupier.evidence.software_manifest import require_unaltered
    from croupier.server.app import create_app
    from croupier.server.bots import BotPlayers
    from croupier.server.demonstration import set_up_people
    from croupier.server.http_protocol import allow_many_connections, create_server
    from croupier.server.json_logging import log_to_stderr
    from croupier.server.open_casino import open_casino
    from croupier.server.runtime import Runtime
    from croupier.server.telemetry import traces_from_environment

    if config.house.manifest:  # before the database opens: the program's files must match the approved manifest [R57]
        require_unaltered(Path(config.house.manifest))
    with database_errors_as_bad_input(config.house.database):
        runtime = Runtime(config, open_casino(config, create=True, accept_rules=accept_rules))
        runtime.set_up()
        if demonstration:
            set_up_people(runtime)
        bots = BotPlayers(runtime, config.house.bots) if config.house.bots else None
        if (traces := traces_from_environment()) is not None:
            runtime.trace_commands(traces)
        app = create_app(runtime)
        runtime.prepare_start()
    scheme = "https" if config.server.is_secure else "http"
    host, port = listening.getsockname()[:2]
    _announce(app, f"{scheme}://{host}:{port}", runtime, bots, listening, demonstration=demonstration, welcome=welcome)
    log_to_stderr(logging.WARNING if demonstration else logging.INFO)
    allow_many_connections()
    create_server(app, config.server).run(sockets=[listening])


def _announce(
    app: Any,
    url: str,
    runtime: Any,
    bots: Any,
    listening: socket.socket,
    *,
    demonstration: bool,
    welcome: Callable[[str], str] | None,
) -> None:
    """Print the address once the server is ready; in a demonstration, also start the provider and the bots."""
    from croupier.server.demo_provider import DemoProvider
    from croupier.server.demonstration import PROVIDER, welcome_text

    begins = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(application: Any) -> AsyncIterator[None]:
        async with begins(application):
            plain = f"{runtime.config.house.name} is open at {url}"
            text = welcome(url) if welcome else welcome_text(url) if demonstration else plain
            listening.listen()  # uvicorn does so a moment later; who reads the address may connect at once.
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
