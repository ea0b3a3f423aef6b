"""What the odds need besides the package itself: the extra `croupier[odds]`, asked for by name when it is missing."""

from __future__ import annotations

from importlib.util import find_spec

from croupier.errors import BadInput

TITLES = {"numba": "Numba", "scipy": "SciPy", "matplotlib": "Matplotlib"}


def require_package(module: str, where: str) -> None:
    """Say in one line what to install, before anything is printed or written."""
    if find_spec(module) is None:
        raise BadInput.at(where, f"needs {TITLES[module]}; install it with: pip install 'croupier[odds]'")
