"""File output of documents, and PDF rendering with Typst."""

from __future__ import annotations

import contextlib
import os
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any

from croupier.errors import BadInput
from croupier.rulebook.translations import LANGUAGES

CJK_FONT, CJK_PACKAGE = "Noto Sans CJK", "noto_cjk_sans_otc"
"""Font of Chinese and Korean documents, and the package that contains its file."""


def write_atomically(path: Path, content: bytes, where: str) -> None:
    """Write a document to a file completely or not at all; `where` is the command-line option for error messages."""
    try:
        if path.exists() and not path.is_file():
            raise BadInput.at(where, f"{path} is not a file that can be written")
        _write_beside(path.resolve(), content)
    except OSError as error:
        raise BadInput.at(where, f"{path} cannot be written: {error.strerror}") from None


def _write_beside(target: Path, content: bytes) -> None:
    """Write to a temporary file first, so that a full disk leaves an earlier document unchanged."""
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(target)
    except OSError:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise


def render_pdf(template: str, name: str, data: str) -> bytes:
    """Render a template of this package to PDF bytes; the template receives `data` under `name`."""
    text = files("croupier.documents").joinpath(template).read_bytes()
    pdf: bytes = typst().compile(text, format="pdf", sys_inputs={name: data}, ignore_system_fonts=True)
    return pdf


def font_options(language: str) -> dict[str, Any]:
    """Return the arguments with which Typst finds the font of a language; raise `BadInput` if it is not installed.

    System fonts are ignored, so that a document looks the same on every machine.
    """
    if not LANGUAGES[language].pdf_font.startswith(CJK_FONT):
        return {"ignore_system_fonts": True}
    try:
        folder = files(CJK_PACKAGE)
    except ModuleNotFoundError:
        missing = f'needs {CJK_FONT} to print {language}; install it with: pip install "croupier[documents]"'
        raise BadInput.at("--pdf", missing) from None
    return {"ignore_system_fonts": True, "font_paths": [str(folder)]}


def typst() -> ModuleType:
    """Import Typst, an optional dependency; raise `BadInput` if it is not installed."""
    try:
        return import_module("typst")
    except ImportError:
        raise BadInput.at("--pdf", 'needs Typst; install it with: pip install "croupier[documents]"') from None
