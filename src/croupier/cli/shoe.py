"""`croupier shoe`: a simulated smart shoe, to try out a table server without the device."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from croupier.cards import Card, CardError
from croupier.cards.card import parse_cards
from croupier.devices.simulator import SimulatedFault, SimulationPlan
from croupier.errors import BadInput
from croupier.files import CASE, read_text


def deal_from_shoe(
    server: str,
    code: str,
    *,
    table: str | None,
    cards: str | None,
    seed: int | None,
    rounds: int,
    cut: int,
    misread_rate: float,
    delay_ms: int,
    wait_seconds: int,
    faults: Sequence[str],
) -> None:
    """Pair the simulated shoe with the table server, deal the rounds, and print the dealt cards."""
    from croupier.cards.random_source import SeededRandomSource, SystemRandomSource
    from croupier.devices.shoe_client import HttpTransport
    from croupier.devices.simulator import ShoeSimulator

    plan = SimulationPlan(
        rounds=rounds,
        cards=None if cards is None else read_shoe(cards),
        cut_from_back=cut,
        misread_rate=misread_rate,
        delay_seconds=delay_ms / 1000,
        wait_seconds=wait_seconds,
        faults=read_faults(faults),
    )
    chance = SystemRandomSource() if seed is None else SeededRandomSource(seed)
    simulator = ShoeSimulator(HttpTransport(server), plan, chance, print_line=typer.echo)
    simulator.pair(code, table)
    dealt = simulator.run()
    refused = f", {len(dealt.refused)} refused" if dealt.refused else ""
    typer.echo(f"{dealt.rounds} rounds, {dealt.cards} cards, {dealt.messages} messages{refused}.")


def read_shoe(name: str) -> tuple[Card, ...]:
    """Read a whole shoe in dealing order from a file or standard input."""
    try:
        cards = parse_cards(read_text(name, CASE.bytes_most))
    except CardError as error:
        raise BadInput.at("--cards", str(error)) from None
    if not cards:
        raise BadInput.at("--cards", f"{name} holds no cards")
    return cards


def read_faults(written: Sequence[str]) -> dict[int, SimulatedFault]:
    """Parse faults such as `["misread=12", "lost=40"]`; return the fault at each card number."""
    faults: dict[int, SimulatedFault] = {}
    for text in written:
        kind, _, number = text.partition("=")
        if kind not in set(SimulatedFault) or not number.isdecimal() or int(number) < 1:
            kinds = ", ".join(SimulatedFault)
            raise BadInput.at("--fault", f'is "{text}"; write KIND=CARD, such as lost=12, KIND one of {kinds}')
        if int(number) in faults:
            raise BadInput.at("--fault", f"card {number} has two; give each a card of its own")
        faults[int(number)] = SimulatedFault(kind)
    return faults
