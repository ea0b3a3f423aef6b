"""Check for the optional packages of the extra `croupier[odds]`."""

from __future__ import annotations

from importlib.util import find_spec

from croupier.errors import BadInput

TITLES = {"numba": "Numba", "scipy": "SciPy", "matplotlib": "Matplotlib"}


def has_package(module: str) -> bool:
    return find_spec(module) is not None


def require_package(module: str, where: str) -> None:
    """Refuse with an installation hint if the package is missing, before anything is printed or written."""
    if not has_package(module):
        raise BadInput.at(where, f"needs {TITLES[module]}; install it with: pip install 'croupier[odds]'")
