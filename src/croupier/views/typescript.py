"""The pages' types, made from the shapes of the views: `python -m croupier.views.typescript` writes them anew.

The file is kept with the pages, so that they build without Python; with `--check` nothing is written, and a file that
is not what the shapes say is an error.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from typing_extensions import is_typeddict

from croupier.views import models
from croupier.views.view_schema import VIEWS, closed_schema, event_schemas

FILE = Path(__file__).parents[3] / "web" / "src" / "lib" / "views.ts"
AGAIN = "python -m croupier.views.typescript"
HEAD = f"""/**
 * What the server shows of a table: made from the shapes in src/croupier/views by `{AGAIN}`.
 * Amounts are cents, times milliseconds of the server's clock. See docs/api.md.
 */
"""
WRITTEN = {
    name: shape
    for part in models.PARTS
    for name, shape in vars(part).items()
    if getattr(shape, "__module__", "") == part.__name__
}
"""Every shape of the views; what they borrow from elsewhere is not among them."""
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}

Schema = Mapping[str, Any]


def typescript() -> str:
    """The whole file."""
    events = event_schemas()
    asked = [(one.__name__, "validation", closed_schema(one)) for one in (*VIEWS, *events.values())]
    _, schema = TypeAdapter.json_schemas(asked, ref_template="{model}")  # type: ignore[arg-type]  # its own words
    found: dict[str, Schema] = schema["$defs"]
    kinds = {one.__name__ for one in events.values()}
    named = sorted(found, key=lambda name: (name in kinds, _place(name), name))
    union = "\n".join(f"  | {typescript_name(one.__name__)}" for one in events.values())
    parts = [type_declaration(name, found[name]) for name in named]
    told = f"/** Something that happened at a table. */\nexport type TableEvent =\n{union};\n"
    return "\n".join([HEAD, *parts, told])


def _place(name: str) -> int:
    """As the shapes are written down; what they borrow comes first."""
    return list(WRITTEN).index(name) if name in WRITTEN else -1


def typescript_name(model: str) -> str:
    """Return the name of a model on the pages: `Result` for `ResultView`; `TableView` keeps its own."""
    return model if model == "TableView" else model.removesuffix("View")


def type_declaration(name: str, schema: Schema) -> str:
    """One type, with what is said of it."""
    if "properties" not in schema:
        return f"{doc_comment(schema)}export type {typescript_name(name)} = {type_of(schema)};\n"
    required, before = schema.get("required", ()), _said_before(WRITTEN.get(name))
    lines = [f"{doc_comment(schema)}export type {typescript_name(name)} = {{"]
    for key, value in schema["properties"].items():
        is_there = "" if key in required else "?"
        lines.append(f"{doc_comment(before.get(key, {}) | value, '  ')}  {key}{is_there}: {type_of(value)};")
    return "\n".join([*lines, "};\n"])


def _said_before(shape: Any) -> dict[str, dict[str, Any]]:
    """What is said of the keys that a shape has from another."""
    told: dict[str, dict[str, Any]] = {}
    for base in filter(is_typeddict, getattr(shape, "__orig_bases__", ())):
        own = closed_schema(base).json_schema(ref_template="{model}")["properties"]
        told |= _said_before(base) | {key: one for key, one in own.items() if "description" in one}
    return told


def doc_comment(schema: Schema, indent: str = "") -> str:
    """What the docstring says, above the line it is about."""
    words = " ".join(schema.get("description", "").split())
    return f"{indent}/** {words} */\n" if words else ""


def type_of(schema: Schema) -> str:
    """A type where it is used."""
    match schema:
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
    """What is wrong; nothing when all is well."""
    if arguments not in ([], ["--check"]):
        yield f"write {AGAIN}, or {AGAIN} --check"
        return
    made = typescript()
    if arguments != ["--check"]:
        FILE.write_text(made, encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != made:
        yield f"{FILE} is not what the shapes of the views say; run {AGAIN}"


if __name__ == "__main__":
    sys.exit("\n".join(main(sys.argv[1:])) or None)
