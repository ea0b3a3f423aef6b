"""croupier runs casino table games: it deals them, takes wagers and settles them to the cent.

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
    """Import `Game`, `load` and `rulebooks` on first use, because they load large dependencies."""
    if name in __all__:
        from croupier import game  # noqa: PLC0415

        return getattr(game, name)
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the module's names, including those that are imported on first use."""
    return sorted({*globals(), *__all__})
