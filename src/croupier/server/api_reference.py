"""Descriptions of the API for programs, and as an HTML page that runs no script and loads nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, Response

API_PREFIX = "/api/v1"
"""Prefix of the public API; the server's own pages use the same routes under `/api`."""
router = APIRouter(include_in_schema=False)

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { border-bottom: 1px solid; } code { font-size: 1rem; } details { margin: .4rem 0; } td, th { text-align: left;
padding: .1rem 1rem .1rem 0; vertical-align: top; } pre { overflow-x: auto; }
"""
HEADERS = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}
Described = Mapping[str, Any]


@router.get("/docs", response_class=HTMLResponse)
async def page(request: Request) -> HTMLResponse:
    """Return the API reference as HTML: every route and every message of the live connection."""
    return HTMLResponse(_render_once(request, "page", _page), headers=HEADERS)


@router.get("/openapi.json")
async def for_programs(request: Request) -> Response:
    """Return the OpenAPI description of the HTTP routes as JSON."""
    made = _render_once(request, "openapi", lambda app: json.dumps(published(app.openapi())))
    return Response(made, media_type="application/json")


@router.get("/asyncapi.json")
async def of_live_connection(request: Request) -> Response:
    """Return the AsyncAPI description of the live connection as JSON."""
    made = _render_once(request, "asyncapi", lambda app: json.dumps(live_description(app)))
    return Response(made, media_type="application/json")


def _render_once(request: Request, name: str, make: Callable[[FastAPI], str]) -> str:
    """Return a description as text; it is rendered at the first request and then cached."""
    rendered: dict[str, str] = request.app.state.references
    if name not in rendered:
        rendered[name] = make(request.app)
    return rendered[name]


def published(described: Described) -> dict[str, Any]:
    """Return the OpenAPI description with the paths of the public API, for which compatibility is promised."""
    return {**described, "paths": {_public(path): route for path, route in described["paths"].items()}}


def _public(path: str) -> str:
    return API_PREFIX + path.removeprefix("/api") if path.startswith("/api/") else path


def live_description(app: FastAPI) -> Described:
    from croupier.server.asyncapi import description  # noqa: PLC0415 - only who reads it needs all schemas

    return description(app.version)


def _page(app: FastAPI) -> str:
    return reference(published(app.openapi()), live_description(app))


def reference(described: Described, live: Described) -> str:
    """Return an OpenAPI and an AsyncAPI description as one HTML page."""
    info = described["info"]
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(info["title"])} API</title>'
    shapes = {**live["components"]["schemas"], **described["components"]["schemas"]}
    return "".join(
        [
            f"{head}<style>{STYLE}</style>",
            f"<h1>{escape(info['title'])} {escape(info['version'])}</h1><p>{escape(info['description'])}</p>",
            '<p>The same for programs: <a href="/openapi.json">/openapi.json</a> for HTTP, '
            '<a href="/asyncapi.json">/asyncapi.json</a> for the live connection.</p>',
            *_parts(described),
            *_live(live),
            "<h2>Shapes</h2>",
            *(_shape(name, shape) for name, shape in sorted(shapes.items())),
            "</html>",
        ]
    )


def _live(live: Described) -> Iterator[str]:
    """Yield the part about the live connection: its address, and the frames of each side."""
    channel, messages = live["channels"]["table"], live["components"]["messages"]
    yield f"<h2>live connection</h2><p>{escape(live['info']['description'])}</p>"
    query = channel["bindings"]["ws"]["query"]["properties"]
    rows = [_row(name, f"query, {_type(one)}: {escape(one['description'])}") for name, one in query.items()]
    yield f"<p><code>WebSocket {escape(channel['address'])}</code></p><table>{''.join(rows)}</table>"
    for operation in live["operations"].values():
        yield f"<h3>{escape(operation['summary'])}</h3>"
        names = [one["$ref"].rpartition("/")[2] for one in operation["messages"]]
        yield from (
            f'<p><a href="#{name}"><code>{name}</code></a> {escape(messages[name]["summary"])}</p>' for name in names
        )


def _parts(described: Described) -> Iterator[str]:
    parts: dict[str, list[str]] = {}
    for path, methods in described["paths"].items():
        for method, route in methods.items():
            parts.setdefault(route.get("tags", ["other"])[0], []).append(_route(method, path, route))
    for part, routes in parts.items():
        yield f"<h2>{escape(part)}</h2>{''.join(routes)}"


def _route(method: str, path: str, route: Described) -> str:
    rows = [_row(one["name"], f"{one['in']}, {_type(one['schema'])}") for one in route.get("parameters", [])]
    if "requestBody" in route:
        rows.append(_row("body", _content(route["requestBody"])))
    rows += [_row(f"answer {status}", _content(answer)) for status, answer in route["responses"].items()]
    description_html = escape(route.get("description", ""))
    what = f"<summary><code>{method.upper()} {escape(path)}</code></summary>"
    return f"<details>{what}<p>{description_html}</p><table>{''.join(rows)}</table></details>"


def _shape(name: str, shape: Described) -> str:
    required = set(shape.get("required", ()))
    rows = [
        _row(field, _type(property_schema) + (", must be given" if field in required else ""))
        for field, property_schema in shape.get("properties", {}).items()
    ]
    rows += [_row("one of", escape(", ".join(map(str, shape["enum"]))))] if "enum" in shape else []
    rows += [_row("one of", _type(shape))] if "oneOf" in shape or "anyOf" in shape else []
    what = f'<details id="{escape(name)}"><summary><code>{escape(name)}</code></summary>'
    return f"{what}<p>{escape(shape.get('description', ''))}</p><table>{''.join(rows)}</table></details>"


def _row(name: str, description_html: str) -> str:
    return f"<tr><th><code>{escape(name)}</code></th><td>{description_html}</td></tr>"


def _content(one: Described) -> str:
    types = [_type(body["schema"]) for body in one.get("content", {}).values() if "schema" in body]
    return " or ".join(types) or escape(one.get("description", ""))


def _type(schema: Described) -> str:
    """Return a type as short HTML text, with a link to the schema that it names."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return " or ".join(_type(one) for one in schema[several])
    if "const" in schema:
        return escape(repr(schema["const"]))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))
