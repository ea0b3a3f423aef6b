"""Says so where a package is made without the screens; everything else is in pyproject.toml."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SCREENS = Path(__file__).parent / "src" / "croupier" / "server" / "web" / "index.html"


class BuildPy(build_py):
    """The usual build. Without the screens the API still stands alone, so that this is no failure."""

    def run(self) -> None:
        if not SCREENS.exists() and not self.editable_mode:
            self.warn("The screens are not built: the package will hold none. Build them first, with: make pages")
        super().run()


setup(cmdclass={"build_py": BuildPy})
