"""`croupier settle`: settle one case, or a file with one case per line; a case is shown as a table or as JSON."""

from __future__ import annotations

import json
import sys

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.cards import Card, Piece
from croupier.errors import BadInput
from croupier.files import CASE, read_lines, read_text
from croupier.money.bets import SEATED, BetResult
from croupier.money.cents import format_dollars
from croupier.money.settlement import SettledBet
from croupier.play.case import SettledCase, read_case, read_json, settle_case, settled_case_json
from croupier.play.family import family_of


def settle_file(name: str, *, as_json: bool, all_facts: bool) -> None:
    """Settle the case in a file and print every result."""
    done = _settle_text(read_text(name, CASE.bytes_most), "standard input" if name == "-" else name)
    if as_json:
        print(json.dumps(settled_case_json(done, all_facts=all_facts), indent=2))
    else:
        from croupier.cli.settle import print_settled

        print_settled(done, all_facts=all_facts)


def settle_lines(name: str, *, all_facts: bool) -> None:
    """Settle one case per line and print one JSON answer per line; a refused case prints its first problem.

    The remaining cases are settled too; the exit status is 1 if any case was refused.
    """
    refused = 0
    for line in read_lines(name, CASE.bytes_most):
        if not line.strip():
            continue
        try:
            print(json.dumps(settled_case_json(_settle_text(line), all_facts=all_facts)))
        except BadInput as error:
            refused += 1
            first = error.problems[0]
            print(json.dumps({"error": {"field": first.where, "message": first.text}}))
    if refused:
        sys.exit(1)


def _settle_text(text: str, file: str = "") -> SettledCase:
    """Settle a case; raise `BadInput` with only the first problem of a bad one."""
    try:
        return settle_case(read_case(read_json(text, file)))
    except BadInput as error:
        raise BadInput(error.problems[:1]) from None


COLOURS = {BetResult.WIN: "green", BetResult.LOSE: "red", BetResult.PUSH: "yellow", BetResult.RETURNED: "cyan"}


def print_settled(done: SettledCase, *, all_facts: bool) -> None:
    console = Console(highlight=False)
    rules = done.case.rules
    game = family_of(rules)
    console.print(f"[bold]{rules.rulebook.title}[/bold]  {rules.id}")
    for hand in game.final_hands(done.case.result):
        console.print(_hand(hand.title, hand.cards, hand.total))
    console.print(_results(done))
    _print_bank(console, done)
    for meter, amount in done.settlement.meters.items():
        console.print(f"Meter {meter} now {format_dollars(amount)}")
    if all_facts:
        for name, value in game.case_facts(rules, done.case.result, done.case.bets, every=True).items():
            if isinstance(value, dict):  # the facts of one seat
                console.print(f"  Seat {name}")
                for own_name, own in value.items():
                    console.print(f"    {own_name} = {own}")
            else:
                console.print(f"  {name} = {value}")


def _hand(name: str, cards: tuple[Piece, ...], total: int | None) -> Text:
    text = Text(f"{name}  ")
    for card in cards:
        text.append(f"{card.pretty} ", style="red" if isinstance(card, Card) and card.suit.is_red else "")
    return text if total is None else text.append(f" {total}", style="bold")


def _results(done: SettledCase) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("Seat", "Wager", "Stake", "Result", "Net", "By"):
        table.add_column(heading, justify="right" if heading in ("Stake", "Net") else "left", overflow="fold")
    for settled in done.settlement.settled:
        table.add_row(*_cells(done, settled))
    return table


def _cells(done: SettledCase, settled: SettledBet) -> tuple[str | Text, ...]:
    bet = settled.bet
    seat = str(bet.seat) if bet.bettor == SEATED else f"{bet.seat} {bet.bettor}"
    wager = done.case.rules.wagers.get(bet.wager)
    result = Text(settled.result.value, style=COLOURS[settled.result])
    return (
        seat,
        (wager.title if wager else "Envy") + (f", hand {bet.hand}" if bet.hand else ""),
        format_dollars(bet.amount),
        result,
        f"{'+' if settled.net > 0 else ''}{format_dollars(settled.net)}",
        _reason(settled),
    )


def _reason(settled: SettledBet) -> str:
    parts = [settled.verdict.name] if settled.result is BetResult.WIN else []
    if settled.owed is not None:
        parts.append(f"owed {format_dollars(settled.owed)}")
    if settled.charge:
        parts.append(f"vigorish {format_dollars(settled.charge)}")
    return ", ".join([*parts, settled.verdict.cite])


def _print_bank(console: Console, done: SettledCase) -> None:
    bank, money = done.case.bank, done.settlement
    if bank is not None and money.bank_net is not None and money.bank_left is not None:
        posted, net, left = (format_dollars(amount) for amount in (bank.amount, money.bank_net, money.bank_left))
        console.print(f"Bank, seat {bank.seat}: put up {posted}, net {net}, without action {left}")
    if done.collection is not None and done.case.schedule is not None:
        fee, action = format_dollars(done.collection.player_dealer), format_dollars(done.collection.action)
        console.print(
            f"Collection, schedule {done.case.schedule.id}: {fee} from the player-dealer on {action} of action"
        )
        for payer, amount in done.collection.players.items():
            console.print(f"  seat {payer} pays {format_dollars(amount)}")
