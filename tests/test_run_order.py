"""The order of the tests: every test once, and the slow ones at the beginning of two processes' shares."""

from __future__ import annotations

import pytest

from tests.run_order import in_run_order

SLOW = [f"tests/browser/test_{file}.py::test_{nth}" for file in "abcde" for nth in range(3)]
QUICK = [f"tests/money/test_{file}.py::test_{nth}" for file in "fgh" for nth in range(40)]
TESTS = [*SLOW, *QUICK]


def file_of(test: str) -> str:
    return test.partition("::")[0]


def shares_of(ordered: list[str], processes: int) -> list[list[str]]:
    """Return what pytest-xdist gives to each process at the start."""
    shares, left = [], list(ordered)
    for process in range(processes):
        many = len(left) // (processes - process)
        shares.append(left[:many])
        left = left[many:]
    return shares


@pytest.mark.parametrize("processes", [1, 2, 3, 4, 7, 200])
def test_every_test_runs_once(processes: int) -> None:
    assert sorted(in_run_order(TESTS, processes, file_of)) == sorted(TESTS)


@pytest.mark.parametrize("processes", [2, 3, 4, 7])
def test_two_processes_begin_with_whole_files_of_slow_tests(processes: int) -> None:
    shares = shares_of(in_run_order(TESTS, processes, file_of), processes)
    slow = [[test for test in share if test in SLOW] for share in shares]
    assert sorted(len(own) for own in slow if own) == [6, 9]
    assert all(share[: len(own)] == own for share, own in zip(shares, slow, strict=True))
    files = [{file_of(test) for test in own} for own in slow]
    assert sum(map(len, files)) == len(set.union(*files))


def test_one_process_keeps_the_order_of_the_files() -> None:
    assert in_run_order(TESTS, 1, file_of) == TESTS
    assert in_run_order(QUICK, 4, file_of) == QUICK
