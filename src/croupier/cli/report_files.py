"""Files of reports: a PDF, and beside it its signature with the house's key."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.errors import BadInput

if TYPE_CHECKING:
    from croupier.documents.statistics_report import StatisticsReport


def check_report_options(pdf: Path | None, sign: Path | None) -> None:
    """Check before the long run that a report can be written with these options; raise `BadInput` if not."""
    if sign is not None:
        if pdf is None:
            raise BadInput.at("--sign", "goes with --pdf: the report that is signed")
        from croupier.store.keys import HouseKeys

        HouseKeys.load(sign)
    if pdf is not None:
        from croupier.documents.typst_pdf import typst

        typst()


def write_report(report: StatisticsReport, pdf: Path, sign: Path | None) -> None:
    """Write a report as PDF and, with the house's keys, its signature beside it."""
    from croupier.documents.typst_pdf import write_atomically

    content = report.pdf()
    write_atomically(pdf, content, "--pdf")
    print(f"Wrote {pdf}.", file=sys.stderr)
    if sign is not None:
        from croupier.evidence.file_signature import SUFFIX, file_signature
        from croupier.store.keys import HouseKeys

        signature = pdf.with_name(pdf.name + SUFFIX)
        write_atomically(signature, file_signature(pdf, content, HouseKeys.load(sign)), "--sign")
        print(f"Wrote {signature}.", file=sys.stderr)
