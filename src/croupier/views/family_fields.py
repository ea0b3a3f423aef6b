"""View models with keys that game families add."""

from __future__ import annotations

from collections.abc import Iterable
from types import new_class
from typing import Any


def with_family_fields(name: str, module: str, base: Any, added: Iterable[Any]) -> Any:
    """Return the class `base` with the keys of the `TypedDict` classes in `added`, as a class of `module`.

    Every table's view has the same keys, whichever game it deals.
    """
    made: Any = new_class(name, (base, *dict.fromkeys(added)))
    made.__doc__, made.__module__ = base.__doc__, module
    return made
