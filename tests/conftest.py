"""Hypothesis runs without deadlines: a busy machine must not fail a law. Ctrl-C reaches what the tests start."""

import signal

import pytest
from hypothesis import HealthCheck, settings

from tests.soak import SOAK

settings.register_profile("croupier", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("croupier")

# In the background, under nohup and on some build servers all starts with SIGINT ignored, and children inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "soak: only `make soak` runs it")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if SOAK:
        return
    later = [item for item in items if item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=later)
    items[:] = [item for item in items if not item.get_closest_marker("soak")]
