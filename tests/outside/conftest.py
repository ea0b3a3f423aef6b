"""Fixture with the example package of an outside game, installed once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.outside.packages import install_example


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_example(tmp_path_factory.mktemp("dragon-tiger"))
