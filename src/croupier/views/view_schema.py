"""What may be in a view, as a rule that is checked: tests hold every view to it, the pages' types are made from it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import UnionType
from typing import Any, Literal, Union, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, TypeAdapter, create_model, with_config
from typing_extensions import is_typeddict

from croupier.play import board as play_record
from croupier.play.family import histories
from croupier.table.events import AnyEvent
from croupier.views import models
from croupier.views.event_field_filters import OmittedField, Shape
from croupier.views.event_visibility import LISTINGS, EventVisibility
from croupier.views.models.lobby import LobbyTileView
from croupier.views.models.player import PrivateEventView
from croupier.views.models.rounds import RoundView, StaffRoundView
from croupier.views.models.table import TableView

VIEWS = (TableView, LobbyTileView, RoundView, StaffRoundView, PrivateEventView)
"""What a page is sent, beside events."""
CLOSED = ConfigDict(extra="forbid", use_attribute_docstrings=True)


@cache
def closed_schema(shape: Any) -> TypeAdapter[Any]:
    """A shape that refuses a key which nobody has declared."""
    _close()
    return TypeAdapter(shape)


@cache
def event_schemas() -> dict[str, type[BaseModel]]:
    """Every kind of event, as all viewers together may see it. A field may be missing: not all see all of them."""
    _close()
    facts: dict[str, type[BaseModel]] = {_kind(one): one for one in get_args(AnyEvent)}
    return {kind: _event_shape(facts[kind], listing) for kind, listing in LISTINGS.items()}


@cache
def _close() -> None:
    of_rooms = {
        module for record in histories() for shape in record.types for module in [import_module(shape.__module__)]
    }
    for module in (*models.PARTS, play_record, *of_rooms):
        for shape in vars(module).values():
            if is_typeddict(shape):
                with_config(CLOSED)(shape)


def _kind(event: type[BaseModel]) -> str:
    return str(event.model_fields["kind"].default)


def _event_shape(event: type[BaseModel], listing: EventVisibility) -> type[BaseModel]:
    """Plain fields have the type that the event gives them, shaped ones what the shape gives back."""
    plain = {name: event.model_fields[name].annotation for name in (*listing.public, *listing.staff)}
    shaped = {name: _shown(shape) for name, shape in listing.shaped.items()}
    own_kind = Literal[_kind(event)]  # type: ignore[valid-type]  # known when the program runs
    fields: dict[str, Any] = {name: (kind, None) for name, kind in (plain | shaped).items()}
    fields = {"kind": (own_kind, ...)} | fields
    return create_model(event.__name__, __config__=CLOSED, __doc__=event.__doc__, **fields)


def _shown(shape: Shape) -> Any:
    shown = get_type_hints(shape)["return"]
    kinds = get_args(shown) if isinstance(shown, UnionType) else (shown,)
    return Union[tuple(kind for kind in kinds if kind is not OmittedField)]  # noqa: UP007  # how many is not known here
