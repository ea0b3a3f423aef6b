"""Schemas of all views that forbid undeclared keys; tests check every view, and the web pages' types come from them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import UnionType
from typing import Any, Literal, Union, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, TypeAdapter, create_model, with_config
from typing_extensions import is_typeddict

from croupier.play import board as play_record
from croupier.play.family import all_posted_rules, histories
from croupier.table.events import EVENTS, Event
from croupier.views import models
from croupier.views.event_view import FILTERS, OmittedField, Shape
from croupier.views.models.lobby import LobbyTileView
from croupier.views.models.player import PrivateEventView
from croupier.views.models.rounds import RoundView, StaffRoundView
from croupier.views.models.table import TableView

VIEWS = (TableView, LobbyTileView, RoundView, StaffRoundView, PrivateEventView)
"""View models of everything that the server sends to pages, except events."""
CLOSED = ConfigDict(extra="forbid", use_attribute_docstrings=True)


@cache
def closed_schema(shape: Any) -> TypeAdapter[Any]:
    """Return a validator for a view model that refuses undeclared keys."""
    _forbid_undeclared_keys()
    return TypeAdapter(shape)


@cache
def event_schemas() -> dict[str, type[BaseModel]]:
    """Return a model for each kind of event, with the fields of all access levels together.

    Fields are optional, because no access level gets all of them.
    """
    _forbid_undeclared_keys()
    return {kind: _event_shape(event) for kind, event in EVENTS.items()}


@cache
def _forbid_undeclared_keys() -> None:
    family_types = [shape for record in histories() for shape in record.types]
    family_types += [posted.view_type for posted in all_posted_rules()]
    family_modules = {import_module(shape.__module__) for shape in family_types}
    for module in (*models.PARTS, play_record, *family_modules):
        for shape in vars(module).values():
            if is_typeddict(shape):
                with_config(CLOSED)(shape)


def _event_shape(event: type[Event]) -> type[BaseModel]:
    """Return the model of one kind of event.

    A plain field has the type of the event's field, a filtered field the return type of its filter.
    """
    visibility, kind = event.visibility, event.model_fields["kind"].default
    plain = {name: event.model_fields[name].annotation for name in (*visibility.public, *visibility.staff)}
    shaped = {name: _filtered_type(FILTERS[kind, name]) for name in visibility.filtered}
    own_kind = Literal[kind]  # type: ignore[valid-type]  # The literal is computed at run time.
    fields: dict[str, Any] = {name: (shown, None) for name, shown in (plain | shaped).items()}
    fields = {"kind": (own_kind, ...)} | fields
    return create_model(event.__name__, __config__=CLOSED, __doc__=event.__doc__, **fields)


def _filtered_type(shape: Shape) -> Any:
    shown = get_type_hints(shape)["return"]
    kinds = get_args(shown) if isinstance(shown, UnionType) else (shown,)
    return Union[tuple(kind for kind in kinds if kind is not OmittedField)]  # noqa: UP007  # The number of types varies.
