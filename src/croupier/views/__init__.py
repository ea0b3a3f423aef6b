"""What each person may see of a table: built by listing what is shown, never by taking away what is not."""

from croupier.views.events import event_view, public_view
from croupier.views.lobby import lobby_view
from croupier.views.own import own_view
from croupier.views.rounds import round_view
from croupier.views.table import PLAY_MONEY, table_view
from croupier.views.viewer import Sight, Viewer, sight_of

__all__ = [
    "PLAY_MONEY", "Sight", "Viewer", "event_view", "lobby_view", "own_view", "public_view", "round_view", "sight_of",
    "table_view",
]  # fmt: skip
