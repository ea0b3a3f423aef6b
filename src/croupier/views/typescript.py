"""Generator of the web pages' types of views, events, frames and commands: `python -m croupier.views.typescript`.

The generated file is under version control, so that the pages build without Python. With `--check` nothing is written;
a file that differs from the Python types is an error.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

from pydantic import TypeAdapter
from typing_extensions import is_typeddict

from croupier.people.roles import PERMISSIONS
from croupier.table.commands import COMMANDS
from croupier.table.roles import Role
from croupier.views import models
from croupier.views.error_codes import OPEN_CODES, error_codes
from croupier.views.models.frames import ClientFrame, ErrorBody, Frame
from croupier.views.view_schema import VIEWS, closed_schema, event_schemas

FILE = Path(__file__).parents[3] / "web" / "src" / "wire.ts"
COMMAND = "python -m croupier.views.typescript"
HEAD = f"""/**
 * What the server sends of a table and accepts at it: generated from src/croupier/views and src/croupier/table by
 * `{COMMAND}`; do not edit. Amounts are cents, times milliseconds of the server's clock. See docs/reference/api.md.
 */
"""
WRITTEN = {
    name: shape
    for part in models.PARTS
    for name, shape in vars(part).items()
    if getattr(shape, "__module__", "") == part.__name__
}
"""Types that are defined in the view models, without types that they import from other packages."""
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}

Schema = Mapping[str, Any]


@cache
def typescript() -> str:
    """Return the content of the generated TypeScript file."""
    events, frames, client_frames = event_schemas(), get_args(Frame), get_args(ClientFrame)
    shapes = (*VIEWS, ErrorBody, *frames, *client_frames, *events.values(), *COMMANDS.values())
    schemas = [(one.__name__, "validation", closed_schema(one)) for one in shapes]
    _, schema = TypeAdapter.json_schemas(schemas, ref_template="{model}")  # type: ignore[arg-type]  # The stubs are narrower than the function.
    found: dict[str, Schema] = schema["$defs"]
    kinds = [{one.__name__ for one in kind} for kind in (events.values(), COMMANDS.values())]
    named = sorted(found, key=lambda name: (*(name in kind for kind in kinds), _place(name), name))
    unions = [
        union("TableEvent", "Something that happened at a table.", _names(events.values())),
        union("Frame", "A frame of the server on the WebSocket of a table.", _names(frames)),
        union("ClientFrame", "A frame of a client on the WebSocket of a table.", _names(client_frames)),
        union("Command", "A command that a user gives at a table.", _names(COMMANDS.values())),
        union("CommandName", "Name of a command.", ['Command["do"]']),
        union("Permission", "A command at a table or elsewhere that a role may give.", map(json.dumps, PERMISSIONS)),
        union("ErrorCode", "Code of a refusal.", _error_codes()),
        union("Role", "Role of a user.", map(json.dumps, Role)),
    ]
    return "\n".join([HEAD, *(type_declaration(name, found[name]) for name in named), *unions])


def union(name: str, description: str, members: Iterable[str]) -> str:
    """Return the declaration of a union type, one member a line."""
    lines = "\n".join(f"  | {member}" for member in members)
    return f"/** {description} */\nexport type {name} =\n{lines};\n"


def _error_codes() -> list[str]:
    codes = [code for code in error_codes() if not code.startswith(tuple(OPEN_CODES))]
    return [*map(json.dumps, codes), *(f"`{prefix}${{{kind}}}`" for prefix, kind in OPEN_CODES.items())]


def _names(shapes: Iterable[type]) -> list[str]:
    return [typescript_name(shape.__name__) for shape in shapes]


def _place(name: str) -> int:
    """Return the position of a type in the view models; imported types come first."""
    return list(WRITTEN).index(name) if name in WRITTEN else -1


def typescript_name(model: str) -> str:
    """Return the TypeScript name of a model, without the suffix `View`; `TableView` is not changed."""
    return model if model == "TableView" else model.removesuffix("View")


def type_declaration(name: str, schema: Schema) -> str:
    """Return the TypeScript declaration of one type, with its documentation."""
    if "properties" not in schema:
        return f"{doc_comment(schema)}export type {typescript_name(name)} = {type_of(schema)};\n"
    required, before = schema.get("required", ()), _inherited_descriptions(WRITTEN.get(name))
    lines = [f"{doc_comment(schema)}export type {typescript_name(name)} = {{"]
    for key, value in schema["properties"].items():
        is_constant = "const" in value and "default" in value  # The name of a command, which selects its type.
        is_there = "" if key in required or is_constant else "?"
        lines.append(f"{doc_comment(before.get(key, {}) | value, '  ')}  {key}{is_there}: {type_of(value)};")
    return "\n".join([*lines, "};\n"])


def _inherited_descriptions(shape: Any) -> dict[str, dict[str, Any]]:
    """Return the schemas of documented keys that a view model inherits."""
    found: dict[str, dict[str, Any]] = {}
    for base in filter(is_typeddict, getattr(shape, "__orig_bases__", ())):
        own = closed_schema(base).json_schema(ref_template="{model}")["properties"]
        found |= _inherited_descriptions(base) | {key: one for key, one in own.items() if "description" in one}
    return found


def doc_comment(schema: Schema, indent: str = "") -> str:
    """Return the description of a type or key as a TypeScript comment."""
    words = " ".join(schema.get("description", "").split())
    return f"{indent}/** {words} */\n" if words else ""


def type_of(schema: Schema) -> str:
    """Return the TypeScript expression of a type."""
    match schema:
        case {"typescript": expression}:
            return str(expression)
        case {"$ref": name}:
            return typescript_name(name)
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": several}:
            return " | ".join(dict.fromkeys(type_of(one) for one in several))
        case {"type": "array", "items": items}:
            inner = type_of(items)
            return f"({inner})[]" if " " in inner and not inner.startswith("Record<") else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {type_of(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": kind}:
            return PLAIN[kind]
    return "unknown"


def main(arguments: list[str]) -> Iterator[str]:
    """Write or check the generated file and yield error messages."""
    if arguments not in ([], ["--check"]):
        yield f"write {COMMAND}, or {COMMAND} --check"
        return
    made = typescript()
    if arguments != ["--check"]:
        FILE.write_text(made, encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != made:
        yield f"{FILE} differs from the Python types; run {COMMAND}"


if __name__ == "__main__":
    sys.exit("\n".join(main(sys.argv[1:])) or None)
