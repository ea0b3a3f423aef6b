"""The FastAPI application: all routes of the server for one running house."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from croupier.server import api_reference, table_socket, tables
from croupier.server.auth import RateLimiter
from croupier.server.error_responses import add_exception_handlers
from croupier.server.live_limits import LiveLimits
from croupier.server.middleware import ApiVersionMiddleware, SecurityMiddleware
from croupier.server.routes import ROUTERS
from croupier.server.routes.metrics import Metrics
from croupier.server.runtime import Runtime
from croupier.server.static_files import add_static_routes

DESCRIPTION = "Tables, cage and evidence of one house. Amounts are whole cents, times milliseconds since 1970 in UTC."


def create_app(runtime: Runtime) -> FastAPI:
    """Create the application; the house starts and stops with it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await runtime.start()
        try:
            yield
        finally:
            await runtime.stop()

    app = FastAPI(
        title="croupier",
        description=DESCRIPTION,
        version=version("croupier"),
        lifespan=lifespan,
        openapi_url=None,  # `api_reference.py` serves these pages without network access and renders them once.
        docs_url=None,
        redoc_url=None,
    )
    app.state.runtime = runtime
    app.state.references = {}
    per_second = runtime.config.server.commands_each_second
    app.state.rate = RateLimiter(per_second, 2 * per_second)
    app.state.login_rate = RateLimiter(
        runtime.config.server.logins_each_minute / 60, runtime.config.server.logins_each_minute
    )
    app.state.live_limits = LiveLimits(runtime.config.server)
    app.state.metrics = Metrics(runtime)
    add_exception_handlers(app)
    app.add_middleware(SecurityMiddleware, runtime=runtime)
    app.add_middleware(ApiVersionMiddleware)
    if proxies := runtime.config.server.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=proxies)
    for router in (tables.router, table_socket.router, api_reference.router, *ROUTERS):
        # `include_router` would build every route again for each application: a second of work before the first answer.
        app.router.routes.extend(router.routes)
    add_static_routes(app)
    return app
