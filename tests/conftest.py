"""Pytest configuration: Hypothesis settings, SIGINT for child processes, and guards around every test.

Hypothesis has no deadlines, because a busy machine must not fail a test.
"""

import os
import shutil
import signal
import tempfile
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests import loop_guard
from tests.run_order import in_run_order
from tests.significant_kinds import codes_claimed_by, record_codes
from tests.soak import SEED, SOAK

# In CI Hypothesis makes the same examples every time; in the soak those of the seed that tests/soak.py passes on.
settings.register_profile(
    "croupier",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not SEED,
    database=None,
    print_blob=True,
)
settings.load_profile("croupier")

# Background jobs, nohup and some build servers start programs with SIGINT ignored, and child processes inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Databases that are killed and not unplugged need no disk: in memory a commit takes microseconds, not milliseconds.
MEMORY, MEMORY_BYTES_LEAST = "/dev/shm", 4 * 2**30
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > MEMORY_BYTES_LEAST:
    os.environ["TMPDIR"] = tempfile.tempdir = MEMORY


loop_guard.install()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "soak: only `make soak` runs it")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not SOAK:
        later = [item for item in items if item.get_closest_marker("soak")]
        config.hook.pytest_deselected(items=later)
        items[:] = [item for item in items if not item.get_closest_marker("soak")]
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if processes > 1:
        items[:] = in_run_order(items, processes, lambda item: item.nodeid.partition("::")[0])


@pytest.fixture(autouse=True)
def no_database_call_in_an_event_loop() -> Iterator[None]:
    """Fail a test in which an event loop called the database, even if the exception was only logged."""
    yield
    assert not loop_guard.take_calls()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a test that must raise certain kinds of significant events and does not. [R52]"""
    claimed = codes_claimed_by(item.nodeid)
    if not claimed:
        return (yield)
    with record_codes() as raised:
        result = yield
    assert claimed <= raised, f"never noted: {', '.join(sorted(claimed - raised))}; see tests/significant_kinds.py"
    return result
