"""Simulated IPP printer on the loopback interface.

It can print, run out of paper, jam, send malformed responses, respond slowly or not at all.
"""

from __future__ import annotations

import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PRINT_JOB, CANCEL_JOB, GET_JOB, GET_PRINTER = 0x02, 0x08, 0x09, 0x0B
IDLE, STOPPED = 3, 5
PROCESSING, JOB_STOPPED, CANCELED, ABORTED, COMPLETED = 5, 6, 7, 8, 9
INTEGER, BOOLEAN, ENUM, TEXT, KEYWORD = 0x21, 0x22, 0x23, 0x41, 0x44


@dataclass
class Paper:
    """Document that the simulated printer has received."""

    name: str
    document: bytes
    state: int


def set_event() -> threading.Event:
    """Return an event that has happened."""
    event = threading.Event()
    event.set()
    return event


@dataclass
class SimulatedPrinter:
    """Behaviour of the printer, which a test can change."""

    reasons: tuple[str, ...] = ("none",)
    state: int = IDLE
    job_ends_as: int = COMPLETED
    stops_while_printing: str = ""
    """Reason that the printer reports only after it has received a page."""
    status: int = 0
    accepting: bool = True
    garbage: bytes | None = None
    drip_seconds: float = 0.0
    may_answer: threading.Event = field(default_factory=set_event)
    """While a test has cleared it, requests wait for their response."""
    http_status: int = 200
    papers: list[Paper] = field(default_factory=list)
    operations: list[int] = field(default_factory=list)
    port: int = 0

    @property
    def uri(self) -> str:
        """IPP address of the printer."""
        return f"ipp://127.0.0.1:{self.port}/printers/tickets"

    def answer(self, body: bytes) -> bytes:
        """Return the IPP response to a request, and record its operation."""
        operation, number = struct.unpack_from(">HI", body, 2)
        self.operations.append(operation)
        head = b"\x02\x00" + struct.pack(">HI", self.status, number)
        head_attributes = (
            b"\x01" + attribute(0x47, "attributes-charset", b"utf-8") + attribute(TEXT, "status-message", b"no")
        )
        if self.status:
            return head + head_attributes + b"\x03"
        return head + head_attributes + self._attributes(operation, body) + b"\x03"

    def _attributes(self, operation: int, body: bytes) -> bytes:
        if operation == GET_PRINTER:
            first, *more = self.reasons
            return (
                b"\x04"
                + attribute(ENUM, "printer-state", struct.pack(">i", self.state))
                + attribute(KEYWORD, "printer-state-reasons", first.encode())
                + b"".join(attribute(KEYWORD, "", reason.encode()) for reason in more)
                + attribute(BOOLEAN, "printer-is-accepting-jobs", bytes([self.accepting]))
            )
        if operation == PRINT_JOB:
            at = body.index(b"%PDF")
            name = body[:at].split(b"job-name")[1]
            (length,) = struct.unpack_from(">H", name)
            self.papers.append(Paper(name[2 : 2 + length].decode(), body[at:], self.job_ends_as))
            if self.stops_while_printing:
                self.reasons = (self.stops_while_printing,)
            return self._job(PROCESSING)
        if operation == CANCEL_JOB:
            self.papers[-1].state = CANCELED
        return self._job(self.papers[-1].state)

    def _job(self, state: int) -> bytes:
        return (
            b"\x02"
            + attribute(INTEGER, "job-id", struct.pack(">i", len(self.papers)))
            + attribute(ENUM, "job-state", struct.pack(">i", state))
            + attribute(KEYWORD, "job-state-reasons", b"aborted-by-system")
        )


def attribute(tag: int, name: str, value: bytes) -> bytes:
    return struct.pack(">BH", tag, len(name)) + name.encode() + struct.pack(">H", len(value)) + value


@contextmanager
def simulated_printer() -> Iterator[SimulatedPrinter]:
    """Serve a simulated printer until the test is over."""
    printer = SimulatedPrinter()

    class IppHandler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            printer.may_answer.wait()
            answer = printer.answer(body) if printer.garbage is None else printer.garbage
            self.send_response(printer.http_status)
            self.send_header("Content-Type", "application/ipp")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            try:
                self._drip(answer) if printer.drip_seconds else self.wfile.write(answer)
            except OSError:
                return

        def _drip(self, answer: bytes) -> None:
            for byte in answer:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(printer.drip_seconds)

        def log_message(self, format: str, *args: object) -> None:
            return

    class Machine(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            return  # the client has disconnected, which is what the test checks

    server = Machine(("127.0.0.1", 0), IppHandler)
    printer.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, name="printer")
    thread.start()
    try:
        yield printer
    finally:
        printer.may_answer.set()
        server.shutdown()
        thread.join()
        server.server_close()
