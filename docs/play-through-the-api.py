"""Play a round of dealer-assist baccarat and a round of player-dealer baccarat with `croupier.client`.

Start the demonstration house first, in another terminal: make serve. Another address: CROUPIER_URL=http://127.0.0.1:8080.
docs/play-through-the-api.md explains every step.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

from croupier.client import Client, Table, WagersRefusedError
from croupier.client.messages import EventRecordView

URL = os.environ.get("CROUPIER_URL", "http://127.0.0.1:8000")
PASSWORD = os.environ.get("CROUPIER_PASSWORD", "play-money-only")
PUBLIC_KEY = os.environ.get("CROUPIER_PUBLIC_KEY")
SHOWN = ("round", "hand", "card", "seat", "wagers", "cents", "action_cents", "cards")


def main() -> None:
    with ExitStack() as stack:
        print(f"== Dealer-assist: {URL}, table dealer-midi (ilani-midi-baccarat, the house banks)")
        step("1. Who plays, who deals, who watches over it")
        clients = {name: stack.enter_context(Client(URL)) for name in ("player", "player2", "dealer", "supervisor")}
        house = clients["dealer"].house()
        print(house["name"], house["mark"], house["help_line"])
        for name, client in clients.items():
            print(f"{name} is logged in as {client.log_in(name, PASSWORD)['role']}")
        show_credit(clients, "player")
        play_dealer_assist(clients)
        play_player_dealer(clients)


def play_dealer_assist(clients: Mapping[str, Client]) -> None:
    """Play a round that a dealer deals and the house banks."""
    name = "dealer-midi"
    with clients["dealer"].open_table(name) as dealer, clients["player"].open_table(name) as player:
        step("2. A seat, and a shoe: the first card read is burnt, with as many more as it counts")
        player.sit_down(seat=3)
        dealer.load_shoe()
        show_console(clients, name)
        read_cards(dealer, "5d")

        step("3. Bets open; one is refused by the rulebook, with the line it rests on")
        dealer.open_bets()
        called_round = player.wait_until(lambda view: view["betting"]["is_open"])["betting"]["round"]
        try:
            player.place_wagers(seat=3, wagers=[{"wager": "tie", "cents": 200_00}])
        except WagersRefusedError as refusal:
            print(refusal.status, refusal.code, refusal.message, *refusal.cites)
        else:
            raise SystemExit("the bet was accepted")

        step("4. The player bets: 50 dollars on Banker, 10 on Tie")
        reply = player.place_wagers(
            seat=3, wagers=[{"wager": "banker", "cents": 50_00}, {"wager": "tie", "cents": 10_00}]
        )
        print(f"on disk as record {reply['seq']}")
        show_credit(clients, "player")
        records = player.records()

        step("5. No more bets; the dealer reads the cards as they leave the shoe")
        dealer.close_bets()
        show_console(clients, name)
        read_cards(dealer, "4s 6h Kd Qc")
        show_console(clients, name)

        step("6. A misread card: 6 of spades was read, it is the ace. The round is worked out again")
        read_cards(dealer, "6s")
        show_console(clients, name)
        dealer.correct_card(place=5, card="As")
        show_console(clients, name)

        step("7. The result is called, and the round is settled")
        called = dealer.send({"do": "call-result"}, key=f"call-{reply['key']}")
        show_credit(clients, "player")

        step("8. The same command with the same key again: nothing is done twice")
        again = dealer.send({"do": "call-result"}, key=called["key"])
        print(f"repeated: {again['repeated']}, record {again['seq']}")

        step(f"9. What the player's screen was told since record {reply['seq']}")
        for record in records:
            if record["seq"] > reply["seq"]:
                show_record(record)
            if record["seq"] >= called["seq"]:
                break

        show_round(clients, round_number(called_round))
        player.stand_up()


def show_round(clients: Mapping[str, Client], number: int) -> None:
    """Show a round from the house's memory, and check its evidence."""
    table = "dealer-midi"
    step("10. The round from the house's memory, and as a signed bundle that anybody can check")
    kept: Any = clients["player"].round(table, number)
    print(kept["id"], kept["status"], *(f"{hand}: {' '.join(cards)}" for hand, cards in kept["cards"].items()))
    show_results(kept["player"]["results"])
    money = kept["player"]
    print("credit before", money["balance_before_cents"], "and after", money["balance_after_cents"])
    check_bundle(clients["supervisor"].request("POST", f"/rounds/{table}/{number}/bundle"))


def play_player_dealer(clients: Mapping[str, Client]) -> None:
    """Play a round that a player banks."""
    name = "dealer-cash-in"
    print("\n== Player-dealer: table dealer-cash-in (ca-cash-in-baccarat, collection schedule 1)")
    with ExitStack() as stack:
        tables = {who: stack.enter_context(client.open_table(name)) for who, client in clients.items()}
        player, player2, dealer, supervisor = tables.values()

        step("11. A new game: the supervisor closes and opens the table; the bank is offered from the first seat on")
        supervisor.close_table()
        supervisor.open_table()
        dealer.load_shoe()
        read_cards(dealer, "3c")

        step("12. The first to sit down is offered the bank, takes it and puts up 300 dollars")
        show_credit(clients, "player")
        show_credit(clients, "player2")
        player.sit_down(seat=1)
        show_console(clients, name)
        player.accept_bank(cents=300_00)
        player2.sit_down(seat=2)

        step("13. Player Two bets against him: 100 dollars on Player, 10 on Phoenix 7")
        dealer.open_bets()
        number = round_number(player2.wait_until(lambda view: view["betting"]["is_open"])["betting"]["round"])
        reply = player2.place_wagers(
            seat=2, wagers=[{"wager": "player", "cents": 100_00}, {"wager": "phoenix-7", "cents": 10_00}]
        )
        records = player2.records()

        step("14. No more bets: the collection is taken, then the cards are dealt")
        dealer.close_bets()
        read_cards(dealer, "Ts 2h 2d Kc 4c 5s")
        show_console(clients, name)
        called = dealer.call_result()

        step("15. Phoenix 7 is owed 400 dollars; the bank pays as far as what was put up reaches, and loses no more")
        for record in records:
            if record["seq"] > reply["seq"]:
                show_record(record)
            if record["seq"] >= called["seq"]:
                break
        kept: Any = clients["supervisor"].round(name, number)
        show_results(kept["results"])
        fees = sum(kept["fees"].values())
        print("bank: put up", kept["bank"]["cents"], "net", kept["bank"]["net_cents"], "collection", fees)
        show_credit(clients, "player")
        show_credit(clients, "player2")

        step("16. Both leave; the books of the house balance")
        player.stand_up()
        player2.stand_up()
        balance = clients["supervisor"].request("GET", "/trial-balance")["summary"]["total_cents"]
        print(f"trial balance: {balance} cents")


def step(title: str) -> None:
    print(f"\n{title}")


def show_credit(clients: Mapping[str, Client], name: str) -> None:
    print(f"{name} has {clients[name].me()['balance_cents']} cents")


def show_console(clients: Mapping[str, Client], table: str) -> None:
    """Print what the dealer's console says to do next."""
    view = clients["dealer"].table(table)["view"]
    assert view["staff"]["next_step"]
    print(f"the console: {view['staff']['next_step']['text']}")


def read_cards(dealer: Table, cards: str) -> None:
    """Read cards as they leave the shoe."""
    for card in cards.split():
        print(f"the dealer reads {card}: record {dealer.read_card(card=card)['seq']}")


def show_record(record: EventRecordView) -> None:
    for event in cast("list[dict[str, Any]]", record["events"]):
        told = {name: event[name] for name in SHOWN if event.get(name) not in (None, "", {}, [])}
        print(f"  #{record['seq']} {event['kind']} {told}")


def show_results(results: list[Any]) -> None:
    for result in results:
        print(result["wager"], result["cents"], result["result"], result["net_cents"], result["cite"])


def round_number(round_id: str | None) -> int:
    """Return the number in the id of a round, such as `dealer-midi/000012`."""
    assert round_id is not None
    return int(round_id.rpartition("/")[2])


def check_bundle(bundle: Any) -> None:
    """Check a bundle as an outsider would; without the house's public key the signer is not known."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "round.bundle.json"
        path.write_text(json.dumps(bundle), encoding="utf-8")
        key = ["--public-key", PUBLIC_KEY] if PUBLIC_KEY else []
        command = [sys.executable, "-m", "croupier", "audit", "bundle", str(path), *key]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own program
        print(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    main()
