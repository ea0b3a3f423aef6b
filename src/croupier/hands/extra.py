"""What arrays of hands and equities need besides the package itself: the extra `croupier[odds]`."""

from __future__ import annotations

from importlib.util import find_spec

from croupier.errors import BadInput


def require_numba(where: str) -> None:
    """Say in one line what to install. One hand at a time needs nothing."""
    if find_spec("numba") is None:
        raise BadInput.at(where, "needs Numba; install it with: pip install 'croupier[odds]'")
