"""Traces of commands for OpenTelemetry: one trace from a tap to the frames of the last screen.

Off unless the extra `telemetry` is installed and an exporter is named by the standard variables (`OTEL_…`). Spans have
the table, the command, the record's number and the code of a refusal: never cards, amounts, names or tokens.
"""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from croupier.errors import BadInput, Refused

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.trace import Span, TracerProvider

    from croupier.house.house import Accepted
    from croupier.store.unit_of_work import Job, UnitOfWork

SERVICE_NAME = "croupier"
RECORDS_MOST = 1_000
"""Most records whose frames are still waited for; the oldest is forgotten first."""


class CommandTraces:
    """Spans of the commands that this server carries out."""

    def __init__(self, provider: TracerProvider) -> None:
        from opentelemetry import trace  # noqa: PLC0415 - only who traces has the package
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator  # noqa: PLC0415

        self.provider = provider
        self._trace = trace
        self._tracer = provider.get_tracer("croupier")
        self._propagator = TraceContextTextMapPropagator()
        self._waiting: OrderedDict[tuple[str, int], Context] = OrderedDict()
        """The traces of records whose frames were not sent yet, by table and record."""

    @contextmanager
    def command(self, table: str, name: str, traceparent: str | None) -> Iterator[None]:
        """Trace a command from its arrival to its reply; `traceparent` continues the trace of the sender."""
        sender = self._propagator.extract({"traceparent": traceparent}) if traceparent else None
        facts = {"croupier.table": table, "croupier.command": name}
        kind = self._trace.SpanKind.SERVER
        with self._tracer.start_as_current_span(f"command {name}", context=sender, kind=kind, attributes=facts):
            yield

    def job(self, table: str, job: Job) -> TracedJob | None:
        """Return a writer job that is timed, or None outside of a command that is recorded."""
        span = self._trace.get_current_span()
        return TracedJob(self, table, job, span) if span.is_recording() else None

    def span(self, name: str, context: Context, began: int, ended: int, facts: Mapping[str, Any]) -> None:
        """Record a span that is over."""
        self._tracer.start_span(name, context=context, start_time=began, attributes=dict(facts)).end(ended)

    def context_of(self, span: Span) -> Context:
        return self._trace.set_span_in_context(span)

    def expect_frames(self, table: str, seq: int, context: Context) -> None:
        """Remember a record until its frames are sent; the writer thread calls this before the commit."""
        self._waiting[table, seq] = context
        while len(self._waiting) > RECORDS_MOST:
            self._waiting.popitem(last=False)

    def frames_sent(self, audience: tuple[str, bool], seqs: Sequence[int], seconds: float, screens: int) -> None:
        """Record that the last connection of an audience has just received the frames with these records.

        The audience is a table, and whether it is of watchers without a log-in.
        """
        (table, are_watchers), ended = audience, time.time_ns()
        began = ended - int(seconds * 1e9)
        for seq in seqs:
            if (context := self._waiting.get((table, seq))) is not None:
                facts = {"croupier.table": table, "croupier.record": seq, "croupier.screens": screens}
                name = "frames to watchers" if are_watchers else "frames"
                self.span(name, context, began, ended, facts)


class TracedJob:
    """Writer job of a command, with the times at which it waited, was decided and was committed."""

    def __init__(self, traces: CommandTraces, table: str, job: Job, span: Span) -> None:
        self._traces, self._table, self._job, self._span = traces, table, job, span
        self._queued = time.time_ns()
        self._began = self._decided = 0

    def __call__(self, uow: UnitOfWork) -> Any:
        self._began = time.time_ns()
        reply = self._job(uow)
        self._decided = time.time_ns()
        if (seq := getattr(reply, "seq", None)) is not None and not reply.repeated:
            self._traces.expect_frames(self._table, seq, self._traces.context_of(self._span))
        return reply

    def finish(self, reply: Accepted | Refused) -> None:
        """Record the spans of the job, once its batch is committed."""
        ended, context = time.time_ns(), self._traces.context_of(self._span)
        facts: dict[str, Any] = {"croupier.table": self._table}
        if isinstance(reply, Refused):
            self._span.set_attribute("croupier.refusal", reply.code)
        else:
            facts |= {"croupier.record": reply.seq, "croupier.repeated": reply.repeated}
            self._span.set_attributes(facts)
        if self._began:
            self._traces.span("queue", context, self._queued, self._began, facts)
            self._traces.span("decide", context, self._began, self._decided, facts)
            self._traces.span("commit", context, self._decided, ended, facts)


def traces_from_environment() -> CommandTraces | None:
    """Return the traces that the `OTEL_…` variables ask for, or None.

    The SDK itself reads the variables for the service, the sampler, the batches and the address of the collector.
    """
    exporters = [name.strip() for name in os.environ.get("OTEL_TRACES_EXPORTER", "").split(",") if name.strip()]
    if not exporters and _names_collector():
        exporters = ["otlp"]
    if os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true" or exporters in ([], ["none"]):
        return None
    if unknown := set(exporters) - {"otlp", "console"}:
        raise BadInput.at("OTEL_TRACES_EXPORTER", f"{min(unknown)!r} is not known: write otlp, console or none")
    try:
        from opentelemetry.sdk.resources import SERVICE_NAME as SERVICE  # noqa: PLC0415 - an extra
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider as SdkTracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter  # noqa: PLC0415

        named = Resource.create()  # with OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES
        if str(named.attributes[SERVICE]).startswith("unknown_service"):
            named = named.merge(Resource({SERVICE: SERVICE_NAME}))
        provider = SdkTracerProvider(resource=named)
        for name in exporters:
            if name == "otlp":
                from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415

                provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
            else:
                provider.add_span_processor(BatchSpanProcessor(ConsoleSpanExporter()))
    except ModuleNotFoundError as missing:
        message = f"asks for traces, which need {missing.name}; install it with: pip install 'croupier[telemetry]'"
        raise BadInput.at("OTEL_TRACES_EXPORTER", message) from None
    return CommandTraces(provider)


def _names_collector() -> bool:
    return any(os.environ.get(f"OTEL_EXPORTER_OTLP_{name}ENDPOINT") for name in ("", "TRACES_"))
