"""Traces of commands: one trace from a tap to the frames of the last screen, without secrets, and off by default."""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from croupier.client import Client, RefusedError
from croupier.errors import BadInput
from croupier.server import telemetry
from croupier.server.telemetry import CommandTraces, traces_from_environment
from tests.server_fixture import PASSWORD, TABLE, Live, live_house, refusal, serve_on_port

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TRACEPARENT = f"00-{TRACE}-{PARENT}-01"
WAIT_SECONDS = 30
PARTS = ["queue", "decide", "commit"]
FACTS = {"table", "command", "record", "repeated", "refusal", "screens"}
WHOLE = len(PARTS) + 1
"""Names of the spans of a command at a table that nobody watches."""


class Traced:
    """Running house whose spans are kept."""

    def __init__(self, live: Live, port: int) -> None:
        self.live, self.url = live, f"http://127.0.0.1:{port}"
        self._exporter = InMemorySpanExporter()
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(self._exporter))
        live.runtime.trace_commands(CommandTraces(provider))

    def spans(self, count: int) -> dict[str, ReadableSpan]:
        """Wait for this number of spans, and return them by name."""
        until = time.monotonic() + WAIT_SECONDS
        while len(self._exporter.get_finished_spans()) < count and time.monotonic() < until:
            time.sleep(0.01)
        found = self._exporter.get_finished_spans()
        self._exporter.clear()
        assert len(found) == count, [span.name for span in found]
        return {span.name: span for span in found}


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Traced]:
    folder = tmp_path_factory.mktemp("house")
    with (
        live_house(folder) as live,
        socket.create_server(("127.0.0.1", 0)) as listener,
        serve_on_port(live, listener) as port,
    ):
        yield Traced(live, port)


def facts_of(span: ReadableSpan) -> dict[str, Any]:
    return {name.removeprefix("croupier."): value for name, value in (span.attributes or {}).items()}


def trace_of(span: ReadableSpan) -> str:
    return f"{span.get_span_context().trace_id:032x}"


def test_one_trace_leads_from_a_tap_to_the_last_screen(traced: Traced) -> None:
    with Client(traced.url) as player, Client(traced.url) as anybody:
        player.log_in("player", PASSWORD)
        with player.open_table(TABLE) as table, anybody.open_table(TABLE) as wall:
            reply = table.send({"do": "sit-down", "seat": 1}, traceparent=TRACEPARENT)
            wall.wait_until(lambda view: any(seat["seat"] == 1 for seat in view["seats"]), timeout=WAIT_SECONDS)
            spans = traced.spans(WHOLE + 2)
            assert sorted(spans) == sorted(["command sit-down", *PARTS, "frames", "frames to watchers"])
            assert {trace_of(span) for span in spans.values()} == {TRACE}
            root = spans.pop("command sit-down")
            assert root.parent is not None
            assert f"{root.parent.span_id:016x}" == PARENT
            for span in spans.values():
                assert span.parent is not None
                assert span.parent.span_id == root.get_span_context().span_id
                assert facts_of(span)["record"] == reply["seq"]
                assert span.start_time is not None
                assert span.end_time is not None
                assert root.start_time is not None
                assert root.start_time <= span.start_time <= span.end_time
            assert spans["queue"].end_time == spans["decide"].start_time
            assert spans["decide"].end_time == spans["commit"].start_time
            assert facts_of(spans["frames"])["screens"] == 1
            repeated = table.send({"do": "sit-down", "seat": 1}, key=reply["key"])
            assert repeated["repeated"]
            again = traced.spans(WHOLE)
            assert facts_of(again["command sit-down"])["repeated"] is True
            assert trace_of(again["queue"]) != TRACE


def test_a_refusal_has_its_code_and_no_span_has_cards_money_names_or_tokens(traced: Traced) -> None:
    dealer, supervisor = traced.live.client_as("dealer"), traced.live.client_as("supervisor")
    with Client(traced.url) as client:
        client.log_in("player-2", PASSWORD)
        dealer.command("load-shoe")
        spans = [traced.spans(WHOLE)]
        dealer.command("read-card", card="2c")
        spans.append(traced.spans(WHOLE))
        with client.open_table(TABLE) as table, pytest.raises(RefusedError):
            table.place_wagers(seat=2, wagers=[{"wager": "player", "cents": 123_45}])
        spans.append(traced.spans(WHOLE))
    refused = facts_of(spans[-1]["command place-wagers"])
    assert refused.keys() == {"table", "command", "refusal"}
    supervisor.command("call-supervisor", note="a secret note")
    spans.append(traced.spans(WHOLE))
    told = json.dumps([[span.name, facts_of(span)] for group in spans for span in group.values()])
    assert {name for group in spans for span in group.values() for name in facts_of(span)} <= FACTS
    for secret in ("2c", "123", "player-2", "secret", client.token or "-"):
        assert secret not in told


def test_a_request_over_http_continues_the_trace_of_its_header(traced: Traced) -> None:
    dealer = traced.live.client_as("dealer")
    body = {"key": traced.live.key(), "command": {"do": "open-bets"}}
    headers = {"traceparent": TRACEPARENT}
    response = dealer.ask("POST", f"/api/tables/{TABLE}/commands", body, headers)
    assert response.status_code == 200, response.text
    assert trace_of(traced.spans(WHOLE)["command open-bets"]) == TRACE
    body = {"key": traced.live.key(), "command": {"do": "open-bets"}}
    refusal(
        dealer.ask("POST", f"/api/tables/{TABLE}/commands", body, {"traceparent": "nonsense"}), 409, "table/wrong_phase"
    )
    assert trace_of(traced.spans(WHOLE)["command open-bets"]) != TRACE


def test_records_whose_frames_never_come_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telemetry, "RECORDS_MOST", 2)
    traces = CommandTraces(TracerProvider())
    for seq in range(5):
        traces.expect_frames(TABLE, seq, traces.context_of(traces._trace.get_current_span()))
    assert list(traces._waiting) == [(TABLE, 3), (TABLE, 4)]


# The environment


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("OTEL_TRACES_EXPORTER", "OTEL_SDK_DISABLED", "OTEL_SERVICE_NAME"):
        monkeypatch.delenv(name, raising=False)
    for name in ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_nothing_is_traced_unless_the_environment_asks_for_it(environment: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert traces_from_environment() is None
    environment.setenv("OTEL_TRACES_EXPORTER", "none")
    assert traces_from_environment() is None
    environment.setenv("OTEL_TRACES_EXPORTER", "console")
    environment.setenv("OTEL_SDK_DISABLED", "true")
    assert traces_from_environment() is None


@pytest.mark.parametrize(
    ("name", "value"), [("OTEL_TRACES_EXPORTER", "console"), ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")]
)
def test_the_standard_variables_choose_the_exporter(environment: pytest.MonkeyPatch, name: str, value: str) -> None:
    environment.setenv(name, value)
    traces = traces_from_environment()
    assert traces is not None
    provider: Any = traces.provider
    assert provider.resource.attributes["service.name"] == "croupier"
    provider.shutdown()
    environment.setenv("OTEL_SERVICE_NAME", "north-room")
    again: Any = traces_from_environment()
    assert again.provider.resource.attributes["service.name"] == "north-room"
    again.provider.shutdown()


def test_an_exporter_that_is_not_known_or_not_installed_is_one_clear_line(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("OTEL_TRACES_EXPORTER", "zipkin")
    with pytest.raises(BadInput, match="'zipkin' is not known: write otlp, console or none"):
        traces_from_environment()
    environment.setenv("OTEL_TRACES_EXPORTER", "otlp")
    environment.setitem(sys.modules, "opentelemetry.sdk.trace.export", None)
    with pytest.raises(BadInput, match=r"pip install 'croupier\[telemetry\]'"):
        traces_from_environment()
