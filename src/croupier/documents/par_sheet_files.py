"""The par sheet as the content of a file: PDF, HTML, workbook or CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from croupier.errors import BadInput
from croupier.odds.optional_packages import require_package
from croupier.odds.priced_odds import PricedOdds


def _pdf(priced: PricedOdds) -> bytes:
    from croupier.documents.par_sheet import par_sheet_document  # noqa: PLC0415 - each kind has its own packages
    from croupier.documents.par_sheet_pdf import sheet_pdf  # noqa: PLC0415

    return sheet_pdf(par_sheet_document(priced.sheet, priced.progressives, priced.effects))


def _html(priced: PricedOdds) -> bytes:
    from croupier.documents.par_sheet import par_sheet_document  # noqa: PLC0415
    from croupier.documents.par_sheet_html import sheet_html  # noqa: PLC0415

    return sheet_html(par_sheet_document(priced.sheet, priced.progressives, priced.effects)).encode()


def _xlsx(priced: PricedOdds) -> bytes:
    from croupier.documents.par_sheet_xlsx import sheet_xlsx  # noqa: PLC0415

    return sheet_xlsx(priced.sheet, priced.progressives)


def _csv(priced: PricedOdds) -> bytes:
    from croupier.documents.par_sheet_csv import sheet_csv  # noqa: PLC0415

    return sheet_csv(priced.sheet).encode()


KINDS: Mapping[str, Callable[[PricedOdds], bytes]] = {"html": _html, "pdf": _pdf, "xlsx": _xlsx, "csv": _csv}


def require_par_sheet_packages(kind: str) -> None:
    """Check that the packages for a kind of file are installed, before a long computation."""
    if kind not in KINDS:
        raise BadInput.at("kind", f'is "{kind}"; choose {", ".join(KINDS)}')
    if kind in ("html", "pdf"):
        require_package("matplotlib", f"--{kind}")
    if kind == "pdf":
        from croupier.documents.typst_pdf import typst  # noqa: PLC0415

        typst()
    if kind == "xlsx":
        from croupier.documents.par_sheet_xlsx import xlsxwriter  # noqa: PLC0415

        xlsxwriter()


def par_sheet_file(priced: PricedOdds, kind: str) -> bytes:
    """Return the par sheet as the bytes of a file of this kind: `html`, `pdf`, `xlsx` or `csv`."""
    require_par_sheet_packages(kind)
    return KINDS[kind](priced)
