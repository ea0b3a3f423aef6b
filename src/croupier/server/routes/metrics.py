"""Prometheus metrics; each application has a separate registry."""

from __future__ import annotations

from collections import Counter

from prometheus_client import CollectorRegistry, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from croupier.server.runtime import Runtime
from croupier.table.state import Phase, TableState

BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Metrics of the running house: some are counted as they happen, others are read on request."""

    def __init__(self, runtime: Runtime) -> None:
        self.registry = CollectorRegistry()
        self.batch = Histogram(
            "croupier_commit_jobs", "Jobs that shared a commit.", buckets=BATCHES, registry=self.registry
        )
        self.commit = Histogram(
            "croupier_commit_seconds", "How long a commit took.", buckets=SECONDS, registry=self.registry
        )
        self.database = Gauge("croupier_database_up", "Whether the database answers.", registry=self.registry)
        self.ledger = Gauge(
            "croupier_ledger_sum_cents", "All balances together; anything but 0 is a fault.", registry=self.registry
        )
        self.registry.register(_House(runtime))
        ProcessCollector(registry=self.registry)  # processor time, memory and open files of this process
        runtime.house.writer.on_batch_timed = self._observe

    def text(self, ledger_cents: int | None) -> bytes:
        """Return the metrics as text; `ledger_cents` is the sum of all balances, or None without a database."""
        self.database.set(ledger_cents is not None)
        self.ledger.set(float("nan") if ledger_cents is None else ledger_cents)
        return generate_latest(self.registry)

    def _observe(self, jobs: int, seconds: float) -> None:
        self.batch.observe(jobs)
        self.commit.observe(seconds)


class _House(Collector):
    """Collector of the metrics that are read from the running house on request."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def collect(self) -> list[Metric]:
        runtime = self._runtime
        commands = CounterMetricFamily("croupier_commands", "Commands to tables.", labels=["outcome"])
        commands.add_metric(["accepted"], runtime.accepted)
        commands.add_metric(["refused"], runtime.refused)
        commands.add_metric(["shed"], runtime.shed)
        return [
            commands,
            CounterMetricFamily("croupier_deliveries", "Records sent to screens.", value=runtime.hub.delivered),
            GaugeMetricFamily("croupier_screens", "Screens connected.", value=runtime.hub.subscriber_count()),
            CounterMetricFamily(
                "croupier_screens_cut_off",
                "Screens disconnected because they were too slow.",
                value=runtime.hub.cut_off,
            ),
            GaugeMetricFamily(
                "croupier_writer_wait_seconds",
                "How long the oldest waiting command has waited for a commit.",
                value=runtime.house.writer.wait_seconds,
            ),
            self._tables(),
            GaugeMetricFamily(
                "croupier_tables_held", "Tables of this server that are held for a supervisor.", value=self._held()
            ),
            *self._cluster(),
        ]

    def _cluster(self) -> list[Metric]:
        """Return the servers of the house as this server knows them; only itself if it runs the house alone."""
        membership = self._runtime.house.membership
        servers, free, age = 1, 0, 0.0
        if membership is not None:
            servers, age = len(membership.state.living), membership.heartbeat_seconds
            free = sum(membership.server_of(table) is None for table in list(self._runtime.house.committed_tables))
        return [
            GaugeMetricFamily("croupier_servers", "Living servers of the house.", value=servers),
            GaugeMetricFamily("croupier_tables_without_server", "Tables that no living server runs.", value=free),
            GaugeMetricFamily("croupier_heartbeat_seconds", "Age of this server's last heartbeat.", value=age),
        ]

    def _run_here(self) -> list[TableState]:
        """Return the tables that this server runs, so that sums over all servers are right."""
        house = self._runtime.house
        return [state for name, state in list(house.tables.items()) if house.runs(name)]

    def _held(self) -> int:
        return sum(bool(state.holds) for state in self._run_here())

    def _tables(self) -> Metric:
        phases = Counter(state.phase for state in self._run_here())
        tables = GaugeMetricFamily("croupier_tables", "Tables that this server runs, by phase.", labels=["phase"])
        for phase in Phase:
            tables.add_metric([phase.value], phases[phase])
        return tables
