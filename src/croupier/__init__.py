"""croupier runs casino table games: deals them, takes the wagers, settles them to the cent.

>>> import croupier
>>> croupier.load("ca-cash-in-baccarat").title
'Cash-In Baccarat'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.game import Game, load, rulebooks

__version__ = "0.1.0"
__all__ = ["Game", "load", "rulebooks"]


def __getattr__(name: str) -> Any:
    """`croupier.load` and its kind import what they need when they are first asked for."""
    if name in __all__:
        from croupier import game  # noqa: PLC0415

        return getattr(game, name)
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What `dir` and `help` show: with what is imported only when it is asked for."""
    return sorted({*globals(), *__all__})
