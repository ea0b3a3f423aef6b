"""HTML page that documents the API; it runs no script and loads nothing from other servers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

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
    """Return the API reference as HTML: every route by group, with its parameters and responses."""
    return HTMLResponse(_render_once(request, reference), headers=HEADERS)


@router.get("/openapi.json")
async def for_programs(request: Request) -> Response:
    """Return the OpenAPI description of the API as JSON, for programs."""
    return Response(_render_once(request, json.dumps), media_type="application/json")


def _render_once(request: Request, make: Callable[[Described], str]) -> str:
    """Return the API description as text; it is rendered at the first request and then cached."""
    rendered: dict[str, str] = request.app.state.references
    if make.__name__ not in rendered:
        rendered[make.__name__] = make(request.app.openapi())
    return rendered[make.__name__]


def reference(described: Described) -> str:
    """Return an OpenAPI description as an HTML page."""
    info = described["info"]
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(info["title"])} API</title>'
    return "".join(
        [
            f"{head}<style>{STYLE}</style>",
            f"<h1>{escape(info['title'])} {escape(info['version'])}</h1><p>{escape(info['description'])}</p>",
            '<p>The same for programs: <a href="/openapi.json">/openapi.json</a>.</p>',
            *_parts(described),
            "<h2>Shapes</h2>",
            *(_shape(name, shape) for name, shape in sorted(described["components"]["schemas"].items())),
            "</html>",
        ]
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
    rows += [_row("one of", ", ".join(shape["enum"]))] if "enum" in shape else []
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
