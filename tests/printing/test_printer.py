"""One printer over IPP: printed pages, failures with their reasons, and malformed responses."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

from croupier.errors import BadInput
from croupier.printing.ipp_message import IppOperation, IppTag, decode_response, request
from croupier.printing.printer import Printer, PrinterError, PrinterProblem
from tests import printer_simulator as simulator
from tests.printer_simulator import SimulatedPrinter, simulated_printer

PDF = b"%PDF-1.7 a page"


@pytest.fixture(scope="module")
def machine() -> Iterator[SimulatedPrinter]:
    with simulated_printer() as printer:
        yield printer


@pytest.fixture
def simulated(machine: SimulatedPrinter) -> SimulatedPrinter:
    """Reset the simulated printer to its initial state."""
    fresh = SimulatedPrinter(port=machine.port)
    machine.__dict__.update(fresh.__dict__)
    return machine


def printer(simulated: SimulatedPrinter, **changes: float) -> Printer:
    return Printer(simulated.uri, **{"answer_seconds": 1.0, "job_seconds": 0.5, **changes})


def failure(line: Printer) -> PrinterError:
    with pytest.raises(PrinterError) as caught:
        line.print_document(PDF, "a page")
    return caught.value


def test_a_page_is_printed(simulated: SimulatedPrinter) -> None:
    Printer(simulated.uri, media="ticket-stock").print_document(PDF, "Ticket ending in 1234")
    (paper,) = simulated.papers
    assert (paper.name, paper.document) == ("Ticket ending in 1234", PDF)
    assert simulated.operations == [simulator.GET_PRINTER, simulator.PRINT_JOB, simulator.GET_JOB]


@pytest.mark.parametrize(
    ("reason", "trouble"),
    [
        ("media-empty-error", PrinterProblem.PAPER),
        ("media-needed", PrinterProblem.PAPER),
        ("offline-report", PrinterProblem.OFFLINE),
        ("media-jam-error", PrinterProblem.FAULT),
        ("cover-open", PrinterProblem.FAULT),
        ("paused", PrinterProblem.FAULT),
    ],
)
def test_a_page_is_not_sent_to_a_printer_that_reports_a_fault(
    simulated: SimulatedPrinter, reason: str, trouble: PrinterProblem
) -> None:
    simulated.reasons = ("marker-supply-low-warning", reason)
    failed = failure(printer(simulated))
    assert (failed.problem, failed.sent) == (trouble, False)
    assert reason in failed.text
    assert simulated.papers == []


def test_a_warning_does_not_stop_printing(simulated: SimulatedPrinter) -> None:
    simulated.reasons = ("media-low-warning", "media-empty-warning")
    printer(simulated).print_document(PDF, "a page")


def test_a_page_that_runs_out_of_paper_is_cancelled(
    simulated: SimulatedPrinter,
) -> None:
    simulated.job_ends_as, simulated.stops_while_printing = simulator.JOB_STOPPED, "media-empty-error"
    failed = failure(printer(simulated))
    assert (failed.problem, failed.sent) == (PrinterProblem.PAPER, True)
    assert simulated.papers[0].state == simulator.CANCELED


def test_a_page_that_never_finishes_is_cancelled(simulated: SimulatedPrinter) -> None:
    simulated.job_ends_as = simulator.PROCESSING
    failed = failure(printer(simulated, job_seconds=0.2))
    assert "not out after" in failed.text
    assert simulator.CANCEL_JOB in simulated.operations


def test_a_refused_or_aborted_job_is_a_fault(simulated: SimulatedPrinter) -> None:
    simulated.job_ends_as = simulator.ABORTED
    assert "aborted-by-system" in failure(printer(simulated)).text
    simulated.state = simulator.STOPPED
    assert failure(printer(simulated)).text == "The printer has stopped."
    simulated.state, simulated.accepting = simulator.IDLE, False
    assert failure(printer(simulated)).text == "The printer takes no pages now."
    simulated.status = 0x0406
    assert failure(printer(simulated)).text == "The printer refused: no."
    simulated.http_status = 404
    assert "404" in failure(printer(simulated)).text


def test_an_unreachable_or_slow_printer_is_offline(simulated: SimulatedPrinter) -> None:
    unreachable = failure(Printer("ipp://127.0.0.1:9/printers/none", answer_seconds=0.5))
    assert (unreachable.problem, unreachable.sent) == (PrinterProblem.OFFLINE, False)
    simulated.drip_seconds = 0.05
    started = time.monotonic()
    slow = printer(simulated, answer_seconds=0.4).problem()
    assert slow is not None
    assert slow.problem is PrinterProblem.OFFLINE
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("answer", [b"", b"hello", b"\x02\x00\x00\x00", b"\x00" * 4096, b"\xff" * 300_000])
def test_a_malformed_response_is_a_fault(simulated: SimulatedPrinter, answer: bytes) -> None:
    simulated.garbage = answer
    found = printer(simulated).problem()
    assert found is not None
    assert found.problem is PrinterProblem.FAULT


def test_a_damaged_response_is_read_or_refused() -> None:
    """Check that any damaged response is decoded or refused with `BadInput`.

    A printer is not trusted: no response may cause another exception.
    """
    sound = SimulatedPrinter(reasons=("media-empty-error", "offline"))
    whole = sound.answer(request(IppOperation.GET_PRINTER_ATTRIBUTES, 7, sound.uri, [(IppTag.KEYWORD, "x", "y")]))
    assert decode_response(whole, 7).texts("printer-state-reasons") == ("media-empty-error", "offline")
    chance = random.Random(5)
    for _ in range(400):
        place = chance.randrange(len(whole))
        for damaged in (whole[:place], whole[:place] + bytes([chance.randrange(256)]) + whole[place + 1 :]):
            try:
                decode_response(damaged, 7)
            except BadInput:
                continue
