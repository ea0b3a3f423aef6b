"""Write the state of a table as JSON and read it back; only known classes with unchanged fields are read.

Every value that is not a JSON text, number or list carries a tag. The classes are those that the annotations of
`TableState` name, and what the families store of past rounds. `state_format` is a digest of their names and fields: a
program with other classes has another format and does not read the text.

A change of what an event does to a state, without a change of any field, needs another `MEANING`.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import Any, get_args, get_type_hints

from pydantic import BaseModel

from croupier.cards import Piece, parse_piece
from croupier.play.family import histories
from croupier.store.record import canonical
from croupier.table.state import TableState

MEANING = 1
"""Number to raise when an event changes a state in a new way, so that earlier snapshots are not used."""

PIECES = get_args(Piece)
SCALARS = (str, int, bool, type(None))
TAGS = ("tuple", "set", "map", "piece", "of")


class UnknownStateError(ValueError):
    """A state has a value that cannot be written, or a text is not the state of this program's classes."""


def state_to_json(state: TableState) -> Any:
    """Return the JSON of a state; raise `UnknownStateError` for a value of a class that is not known."""
    return _write(state, _class_names())


def state_from_json(written: Any) -> TableState:
    """Return the state that `state_to_json` wrote; raise `UnknownStateError` for anything else."""
    try:
        state = _read(written, _classes())
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise UnknownStateError(f"{type(error).__name__}: {error}") from error
    if not isinstance(state, TableState):
        raise UnknownStateError("is not the state of a table")
    return state


def state_format() -> str:
    """Return the name of the format: it changes with `MEANING` and with the fields of any class of a state."""
    return f"table-state {MEANING} {_shape_digest()}"


def _write(value: Any, names: Mapping[type, str]) -> Any:
    if isinstance(value, PIECES):
        return {"piece": str(value)}
    if (name := names.get(type(value))) is not None:
        return {"of": name, "has": _fields_of(value, names)}
    if type(value) in SCALARS:
        return value
    if isinstance(value, list):
        return [_write(each, names) for each in value]
    if type(value) is tuple:
        return {"tuple": [_write(each, names) for each in value]}
    if isinstance(value, frozenset):
        return {"set": sorted((_write(each, names) for each in value), key=canonical)}
    if isinstance(value, Mapping):
        return {"map": [[_write(key, names), _write(each, names)] for key, each in value.items()]}
    raise UnknownStateError(f"a state cannot have a {type(value).__name__}")


def _fields_of(value: Any, names: Mapping[type, str]) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if is_dataclass(value):
        return {each.name: _write(getattr(value, each.name), names) for each in fields(value)}
    return {name: _write(each, names) for name, each in value._asdict().items()}


def _read(written: Any, classes: Mapping[str, type]) -> Any:
    if isinstance(written, list):
        return [_read(each, classes) for each in written]
    if not isinstance(written, dict):
        return written
    match written:
        case {"piece": str(text)}:
            return parse_piece(text)
        case {"of": str(name), "has": has}:
            return _make(classes[name], has, classes)
        case {"tuple": [*values]}:
            return tuple(_read(each, classes) for each in values)
        case {"set": [*values]}:
            return frozenset(_read(each, classes) for each in values)
        case {"map": [*pairs]}:
            return {_read(key, classes): _read(each, classes) for key, each in pairs}
    raise UnknownStateError(f"{written!r:.80} has none of the tags {', '.join(TAGS)}")


def _make(known: type, has: Any, classes: Mapping[str, type]) -> Any:
    if issubclass(known, Enum):
        return known(has)
    if issubclass(known, BaseModel):
        return known.model_validate(has)
    return known(**{name: _read(each, classes) for name, each in has.items()})


# The classes of a state.


@cache
def _classes() -> Mapping[str, type]:
    """Return the classes that a state may contain, by module and name."""
    found: dict[str, type] = {}
    waiting: list[Any] = [TableState, *_stored_of_rounds()]
    while waiting:
        for known in _classes_in(waiting.pop()):
            name = f"{known.__module__}:{known.__qualname__}"
            if name not in found and known not in PIECES:
                found[name] = known
                waiting += [] if issubclass(known, Enum | BaseModel) else get_type_hints(known).values()
    return found


@cache
def _class_names() -> Mapping[type, str]:
    return {known: name for name, known in _classes().items()}


def _stored_of_rounds() -> Iterator[Any]:
    """Yield the types of what the families store of past rounds."""
    for history in histories():
        annotated = get_type_hints(type(history).entry)["return"]
        yield getattr(history, "entry_type", None) if isinstance(annotated, typing.TypeVar) else annotated


def _classes_in(annotation: Any) -> Iterator[type]:
    """Yield the dataclasses, named tuples, enumerations and models that an annotation names."""
    for part in get_args(annotation):
        yield from _classes_in(part)
    if isinstance(annotation, type) and not isinstance(annotation, types.GenericAlias) and _is_written(annotation):
        yield annotation


def _is_written(known: type) -> bool:
    return is_dataclass(known) or issubclass(known, Enum | BaseModel) or hasattr(known, "_fields")


@cache
def _shape_digest() -> str:
    shapes = {name: _shape(known) for name, known in _classes().items()}
    return sha256(canonical(shapes).encode()).hexdigest()[:16]


def _shape(known: type) -> dict[str, str]:
    if issubclass(known, Enum):
        return {name: str(member.value) for name, member in known.__members__.items()}
    if issubclass(known, BaseModel):
        return {name: repr(field.annotation) for name, field in known.model_fields.items()}
    parts = [base for base in reversed(known.__mro__) if base is not object]
    return {name: str(each) for part in parts for name, each in vars(part).get("__annotations__", {}).items()}
