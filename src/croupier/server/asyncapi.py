"""AsyncAPI 3 description of the live connection, and the page of its messages: `python -m croupier.server.asyncapi`.

Both are made of the types of frames, events, commands and views. A server publishes the description at
`/asyncapi.json`; the page is `docs/reference/live-messages.md`. With `--check` nothing is written; a page that differs
from the types is an error. Run it as a process of its own: the schemas of views depend on what was imported before.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

from pydantic import TypeAdapter

from croupier.server.api_reference import API_PREFIX
from croupier.server.error_responses import status_of
from croupier.table.commands import COMMANDS
from croupier.table.events import EVENTS
from croupier.views.error_codes import OPEN_CODES, error_codes
from croupier.views.models.frames import ClientFrame, Frame
from croupier.views.models.player import PrivateEventView
from croupier.views.models.table import TableView
from croupier.views.view_schema import closed_schema, event_schemas

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "live-messages.md"
COMMAND = "python -m croupier.server.asyncapi"
ADDRESS = API_PREFIX + "/tables/{table}/live"
SCHEMAS = "#/components/schemas/"
HEAD = f"""# Messages of a live table

Every frame, command, event, key of a table's view and error code. `{COMMAND}` writes this page from the
types in the code; a test fails while it is out of date. A running server publishes the same for programs at
`/asyncapi.json`, and shows it at `/docs` with all nested shapes. [The API](api.md) explains the protocol, and what may
change.
"""

Schema = Mapping[str, Any]


@cache
def description(version: str) -> dict[str, Any]:
    """Return the AsyncAPI description: one channel, the frames in both directions, and their schemas."""
    sent, received = get_args(Frame), get_args(ClientFrame)
    messages = {one.__name__: {"$ref": f"#/components/messages/{one.__name__}"} for one in (*sent, *received)}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "croupier, the live connection",
            "version": version,
            "description": "One WebSocket connection follows one table, and carries the commands of its users.",
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "servers": {
            "house": {
                "host": "{host}",
                "protocol": "wss",
                "description": "A house; without TLS the protocol is ws.",
                "variables": {"host": {"default": "localhost:8000"}},
                "security": [{"$ref": f"#/components/securitySchemes/{name}"} for name in ("token", "cookie")],
            }
        },
        "channels": {
            "table": {
                "address": ADDRESS,
                "parameters": {"table": {"description": "Id of the table; `GET /api/v1/lobby` lists them."}},
                "messages": messages,
                "bindings": {"ws": {"query": _query(), "bindingVersion": "0.1.0"}},
            }
        },
        "operations": {
            "sendFrames": _operation("send", "What the server sends.", sent),
            "receiveFrames": _operation("receive", "What a client sends.", received),
        },
        "components": {
            "messages": {one.__name__: _message(one) for one in (*sent, *received)},
            "schemas": schemas(),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "A program's token from the log-in."},
                "cookie": {
                    "type": "httpApiKey",
                    "in": "cookie",
                    "name": "croupier_session",
                    "description": "A page's session.",
                },
            },
        },
    }


def _query() -> Schema:
    return {
        "type": "object",
        "properties": {
            "after": {"type": "integer", "description": "The last record that was received: only later ones follow."},
            "view": {"type": "boolean", "description": "Whether to send the keys of the view that changed as well."},
        },
    }


def _operation(action: str, summary: str, shapes: Iterable[type]) -> Schema:
    messages = [{"$ref": f"#/channels/table/messages/{one.__name__}"} for one in shapes]
    return {"action": action, "channel": {"$ref": "#/channels/table"}, "summary": summary, "messages": messages}


def _message(shape: type) -> Schema:
    summary = " ".join((shape.__doc__ or "").split())
    return {"name": shape.__name__, "summary": summary, "payload": {"$ref": SCHEMAS + shape.__name__}}


@cache
def schemas() -> dict[str, Any]:
    """Return the JSON schemas of frames, commands, events and views by name."""
    events = event_schemas()
    shapes = (*get_args(Frame), *get_args(ClientFrame), PrivateEventView, *events.values(), *COMMANDS.values())
    asked = [(one.__name__, "validation", closed_schema(one)) for one in shapes]
    _, found = TypeAdapter.json_schemas(asked, ref_template=SCHEMAS + "{model}")  # type: ignore[arg-type]
    closed = {
        "TableEvent": _one_of("Something that happened at a table.", "kind", events.values()),
        "Command": _one_of("A command that a user gives at a table.", "do", COMMANDS.values()),
        "ErrorCode": {"type": "string", "description": "Code of a refusal; more codes may be added."},
    }
    return {name: _resolved(schema) for name, schema in sorted((found["$defs"] | closed).items())}


def _one_of(text: str, discriminator: str, shapes: Iterable[type]) -> Schema:
    refs = [{"$ref": SCHEMAS + one.__name__} for one in shapes]
    return {"description": text, "discriminator": discriminator, "oneOf": refs}


def _resolved(node: Any) -> Any:
    """Return a schema in which the names that stand for TypeScript types are references."""
    match node:
        case {"typescript": "Partial<TableView>"}:
            return {"type": "object", "description": "Keys of TableView that changed, with their new values."}
        case {"typescript": name}:
            return {"$ref": SCHEMAS + name}
        case dict():
            return {key: _resolved(value) for key, value in node.items()}
        case list():
            return [_resolved(value) for value in node]
    return node


# The page of all messages


def messages_page() -> str:
    """Return the text of `docs/reference/live-messages.md`."""
    found = schemas()
    frames = [*get_args(Frame), *get_args(ClientFrame)]
    return "\n".join(
        [
            HEAD,
            "## Frames\n",
            *_table(("frame", "sent by", "keys", ""), (_frame_row(one, found) for one in frames)),
            "## Commands\n",
            "[Another page](table-commands.md) says who may give which command when. `?` marks what may be left out.\n",
            *_table(("command", "fields", ""), (_command_row(name, found) for name in sorted(COMMANDS))),
            "## Events\n",
            "Everybody who may watch the table sees the *public* fields; staff see those of *staff* too. Of a",
            "*filtered* field each viewer sees the part that the viewer may know.\n",
            *_table(("event", "public", "staff", "filtered", ""), (_event_row(kind) for kind in sorted(EVENTS))),
            "### Private events\n",
            "These keys come in a `private` frame, to the player whom they are about.\n",
            *_key_table(found, PrivateEventView.__name__),
            "## The view of a table\n",
            *_key_table(found, TableView.__name__),
            "## Error codes\n",
            "Each with its status over HTTP. A program treats a code that it does not know like its status.\n",
            *_table(("status", "codes"), _code_rows()),
        ]
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(heads)} |", f"| {' | '.join('---' for _ in heads)} |", *map(_line, rows), ""]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _frame_row(shape: type, found: Mapping[str, Any]) -> tuple[str, ...]:
    schema = found[shape.__name__]
    name = schema["properties"]["type"]["const"]
    sender = "client" if shape in get_args(ClientFrame) else "server"
    return f"`{name}`", sender, _fields(schema, {"type"}), _sentence(schema)


def _command_row(name: str, found: Mapping[str, Any]) -> tuple[str, ...]:
    schema = found[COMMANDS[name].__name__]
    return f"`{name}`", _fields(schema, {"do"}), _sentence(schema)


def _event_row(kind: str) -> tuple[str, ...]:
    event = EVENTS[kind]
    shown = event.visibility
    lists = (shown.public, shown.staff, shown.filtered)
    public, staff, filtered = (", ".join(f"`{name}`" for name in names) for names in lists)
    summary = " ".join((event.__doc__ or "").partition("\n\n")[0].split())
    return f"`{kind}`", public, staff, filtered, summary + (" Staff alone see it." if shown.is_staff_only else "")


def _key_table(found: Mapping[str, Any], name: str) -> list[str]:
    schema = found[name]
    required = schema.get("required", ())
    rows = (
        (
            f"`{key}`" + ("" if key in required else "?"),
            type_name(value),
            " ".join(value.get("description", "").split()),
        )
        for key, value in schema["properties"].items()
    )
    return _table(("key", "type", ""), rows)


def _code_rows() -> Iterator[tuple[str, str]]:
    by_status: dict[int, list[str]] = {}
    for code in error_codes():
        by_status.setdefault(status_of(code), []).append(f"`{code}`")
    for prefix in OPEN_CODES:
        if prefix != "http/":  # The number that follows is the status.
            by_status.setdefault(status_of(prefix), []).append(f"`{prefix}…`")
    yield from ((str(status), ", ".join(codes)) for status, codes in sorted(by_status.items()))


def _fields(schema: Schema, without: set[str]) -> str:
    required = schema.get("required", ())
    properties = schema.get("properties", {})
    return ", ".join(
        f"`{key}`{'' if key in required else '?'} {type_name(value)}"
        for key, value in properties.items()
        if key not in without
    )


def _sentence(schema: Schema) -> str:
    return " ".join(schema.get("description", "").partition("\n\n")[0].split())


def type_name(schema: Schema) -> str:
    """Return a short name of a type for the page."""
    match schema:
        case {"$ref": reference}:
            return str(reference).rpartition("/")[2]
        case {"const": value}:
            return f"`{json.dumps(value)}`"
        case {"enum": values}:
            return " or ".join(f"`{json.dumps(value)}`" for value in values)
        case {"anyOf": several} | {"oneOf": several}:
            return " or ".join(dict.fromkeys(map(type_name, several)))
        case {"type": "array", "items": items}:
            return f"list of {type_name(items)}"
        case {"type": kind}:
            return str(kind)
    return "any"


def main(arguments: list[str]) -> Iterator[str]:
    """Write or check the page and yield error messages."""
    if arguments not in ([], ["--check"]):
        yield f"write {COMMAND}, or {COMMAND} --check"
        return
    made = messages_page()
    if arguments != ["--check"]:
        PAGE.write_text(made, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != made:
        yield f"{PAGE} differs from the types; run {COMMAND}"


if __name__ == "__main__":
    sys.exit("\n".join(main(sys.argv[1:])) or None)
