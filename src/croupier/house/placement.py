"""Which server runs which table: a pure function of the servers and claims in the database.

Every server computes the plan for itself, from the same rows. Two servers that see different rows for a moment may both
want a free table; the claim in the database then decides.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.store.claims import HOUSE, ClusterState


@dataclass
class Plan:
    """The free streams that a server should claim, and those of its own that it should give up."""

    claim: list[str] = field(default_factory=list)
    give_up: list[str] = field(default_factory=list)


def plan(state: ClusterState, me: str) -> Plan:
    """Return what server `me` should do now, so that the tables are spread evenly over the servers that take tables."""
    takers = [server.id for server in state.servers.values() if server.takes_tables]
    own = state.held_by(me)
    if me not in takers:
        return Plan(give_up=own if takers else [])
    loads = {taker: len([stream for stream in state.held_by(taker) if stream != HOUSE]) for taker in takers}
    planned, free = Plan(), [claim for claim in state.claims.values() if not claim.server]
    for claim in free:
        taker = claim.wanted if claim.wanted in takers else min(takers, key=lambda one: (loads[one], one))
        if claim.stream == HOUSE:
            taker = takers[0]
        else:
            loads[taker] += 1
        if taker == me:
            planned.claim.append(claim.stream)
    moving = [stream for stream in own if state.claims[stream].wanted in {*takers} - {me}]
    planned.give_up = moving or ([] if free else _surplus(own, loads, me))
    return planned


def _surplus(own: list[str], loads: dict[str, int], me: str) -> list[str]:
    """Return the tables that the server with the most tables gives to one without any, such as a new server.

    Servers that run tables keep them, so that a table stays where it was moved on request.
    """
    most = max(loads, key=lambda one: (loads[one], one))
    if most != me or min(loads.values()):
        return []
    tables = sorted(stream for stream in own if stream != HOUSE)
    return tables[len(tables) - len(tables) // 2 :]
