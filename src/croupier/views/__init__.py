"""View models of tables and events for each viewer; a view lists what its viewer may see, all else is left out."""

from croupier.views.event_view import event_view, public_view
from croupier.views.lobby_view import lobby_view
from croupier.views.private_events import own_view
from croupier.views.round_view import round_view
from croupier.views.table_view import PLAY_MONEY, table_view
from croupier.views.viewer import AccessLevel, Viewer, access_level

__all__ = [
    "PLAY_MONEY",
    "AccessLevel",
    "Viewer",
    "access_level",
    "event_view",
    "lobby_view",
    "own_view",
    "public_view",
    "round_view",
    "table_view",
]  # fmt: skip
