"""Generator of the types of `croupier.client`: `python -m croupier.server.client_types`.

They are made of the same schemas as the descriptions of the API, and written as plain Python types, so that the client
imports nothing of the server. With `--check` nothing is written; a file that differs is an error. Run it as a process
of its own: the schemas of views depend on what was imported before.
"""

from __future__ import annotations

import json
import keyword
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any, get_args

from croupier.server.asyncapi import schemas
from croupier.server.error_responses import status_of
from croupier.server.openapi import description
from croupier.table.commands import COMMANDS
from croupier.views.error_codes import error_codes
from croupier.views.models.frames import ClientFrame, Frame

FILE = Path(__file__).parents[1] / "client" / "messages.py"
COMMAND = "python -m croupier.server.client_types"
ROUTES = (
    "/api/login",
    "/api/me",
    "/api/house",
    "/api/lobby",
    "/api/tables/{table}",
    "/api/tables/{table}/commands",
    "/api/tables/{table}/last-round",
    "/api/rounds/{table}/{number}",
)
"""Routes whose responses the client returns."""
WIDTH = 120
PLAIN = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}
HEAD = f'''"""What a house sends and accepts: frames, events, views, responses and commands.

`{COMMAND}` writes this file from the types in the code. Amounts are cents, times
milliseconds since 1970 in UTC. A later release may add keys, kinds of events and frames.
"""

from __future__ import annotations

from typing import Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar

Reply = TypeVar("Reply")
'''

Schema = Mapping[str, Any]


def client_types() -> str:
    """Return the content of the generated module."""
    found = _all_schemas()
    aliases = {name: type_text(schema) for name, schema in found.items() if "properties" not in schema}
    aliases["Frame"] = " | ".join(one.__name__ for one in get_args(Frame))
    aliases["ClientFrame"] = " | ".join(one.__name__ for one in get_args(ClientFrame))
    return formatted(
        [
            HEAD,
            *(_typed_dict(name, schema) for name, schema in found.items() if "properties" in schema),
            "\n".join(f"{name}: TypeAlias = {text}" for name, text in sorted(aliases.items(), key=_alias_order)),
            _commands(found),
            _statuses(),
        ]
    )


def _alias_order(alias: tuple[str, str]) -> tuple[bool, str]:
    """Return the place of an alias: those that name no other type come first."""
    return not alias[1].startswith(("Literal[", "str")), alias[0]


def formatted(parts: Sequence[str]) -> str:
    """Return Python code as `ruff format` writes it in this repository."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(FILE), "-"]
    done = subprocess.run(command, input="\n\n".join(parts), capture_output=True, text=True, check=True)  # noqa: S603 - our own code
    return done.stdout


def _all_schemas() -> dict[str, Schema]:
    """Return the schemas of the live connection and of the responses of `ROUTES`, by name."""
    found: dict[str, Schema] = dict(schemas())
    described = description()
    answers = described["components"]["schemas"]
    for route in ROUTES:
        for method in described["paths"][route].values():
            _add_named(method["responses"]["200"], answers, found)
    return dict(sorted(found.items()))


def _add_named(node: Any, answers: Mapping[str, Schema], found: dict[str, Schema]) -> None:
    """Add every schema that a node names, and those that these name."""
    if isinstance(node, list):
        for child in node:
            _add_named(child, answers, found)
    elif isinstance(node, dict):
        name = str(node.get("$ref", "")).rpartition("/")[2]
        if name and name not in found:
            found[name] = answers[name]
            _add_named(answers[name], answers, found)
        for child in node.values():
            _add_named(child, answers, found)


def type_text(schema: Schema) -> str:
    """Return a type as Python writes it."""
    match schema:
        case {"$ref": reference}:
            return str(reference).rpartition("/")[2]
        case {"const": value}:
            return f"Literal[{_constant(value)}]"
        case {"enum": values}:
            return f"Literal[{', '.join(map(_constant, values))}]"
        case {"anyOf": several} | {"oneOf": several}:
            return " | ".join(dict.fromkeys(map(type_text, several)))
        case {"type": "array", "prefixItems": _}:
            return "list[Any]"
        case {"type": "array", "items": items}:
            return f"list[{type_text(items)}]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"dict[str, {type_text(values)}]"
        case {"type": "object"}:
            return "dict[str, Any]"
        case {"type": kind}:
            return PLAIN[kind]
    return "Any"


def _constant(value: Any) -> str:
    return json.dumps(value) if isinstance(value, str) else repr(value)


def _typed_dict(name: str, schema: Schema) -> str:
    required = schema.get("required", ())
    keys = {}
    for key, value in schema["properties"].items():
        is_there = key in required or "const" in value
        keys[key] = type_text(value) if is_there else f"NotRequired[{type_text(value)}]"
    if any(keyword.iskeyword(key) for key in keys):
        return f"{name} = TypedDict({name!r}, {{{', '.join(f'{key!r}: {text!r}' for key, text in keys.items())}}})"
    lines = [f"class {name}(TypedDict):", _docstring(schema, "    "), "    pass" if not keys else ""]
    for key, text in keys.items():
        lines += [f"    {key}: {text}", _docstring(schema["properties"][key], "    ")]
    return "\n".join(filter(None, lines))


def _docstring(schema: Schema, indent: str) -> str:
    text = " ".join(schema.get("description", "").split()).replace("\\", "\\\\")
    if not text:
        return ""
    if len(text) + len(indent) + 6 <= WIDTH:
        return f'{indent}"""{text}"""'
    lines = wrap(text, WIDTH - len(indent) - 6)
    return "\n".join([f'{indent}"""{lines[0]}', *(f"{indent}{line}" for line in lines[1:]), f'{indent}"""'])


def _commands(found: Mapping[str, Schema]) -> str:
    lines = [
        "class Commands(Generic[Reply]):",
        '    """Every command of a table as a method; a field that is None is left out."""',
        "",
        "    def _give(self, do: str, **fields: Any) -> Reply:",
        '        """Send a command and return what its sender gets."""',
        "        raise NotImplementedError",
    ]
    for name in sorted(COMMANDS):
        lines += ["", *_method(name, found[COMMANDS[name].__name__])]
    return "\n".join(lines)


def _method(name: str, schema: Schema) -> Iterator[str]:
    required = schema.get("required", ())
    fields = {key: value for key, value in schema["properties"].items() if key != "do"}
    parameters = [f"{key}: {type_text(fields[key])}" for key in fields if key in required]
    for key, value in fields.items():
        if key not in required:
            text = type_text(value)
            parameters.append(f"{key}: {text}{'' if text.endswith('None') else ' | None'} = None")
    given = ", ".join(["self", *(["*", *parameters] if parameters else [])])
    yield f"    def {name.replace('-', '_')}({given}) -> Reply:"
    yield _docstring(schema, "        ")
    yield f"        return self._give({', '.join([repr(name), *(f'{key}={key}' for key in fields)])})"


def _statuses() -> str:
    """Return the status of each error code whose status is not 409, which replies of the live connection leave out."""
    rows = "".join(f'    "{code}": {status_of(code)},\n' for code in error_codes() if status_of(code) != 409)
    text = '"""HTTP status of each error code; 409 where the code is not listed."""'
    return f"STATUS_OF_CODE = {{\n{rows}}}\n{text}\n"


def main(arguments: list[str]) -> Iterator[str]:
    """Write or check the generated module and yield error messages."""
    if arguments not in ([], ["--check"]):
        yield f"write {COMMAND}, or {COMMAND} --check"
        return
    made = client_types()
    if arguments != ["--check"]:
        FILE.write_text(made, encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != made:
        yield f"{FILE} differs from the types; run {COMMAND}"


if __name__ == "__main__":
    sys.exit("\n".join(main(sys.argv[1:])) or None)
