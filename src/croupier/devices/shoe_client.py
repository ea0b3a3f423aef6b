"""Client side of a smart shoe: pairing, numbered and signed messages, and their responses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.cards import Piece
from croupier.devices.http_transport import DeviceTransport
from croupier.devices.shoe_message import ShoeEvent, sign_message
from croupier.errors import BadInput


class ShoeClient:
    """Paired shoe that sends its messages over a transport."""

    def __init__(self, line: DeviceTransport, clock: Callable[[], int]) -> None:
        self._line, self._clock = line, clock
        self._device, self._key = "", b""
        self.name, self.table = "", ""
        self.seq = 0
        """Number of the last message that was sent."""

    def pair(self, code: str, table: str | None) -> None:
        """Exchange the pairing code for a key; raise `BadInput` if the code is for another table."""
        reply = self._line.request("POST", "/api/devices/pair", {"code": code})
        if not reply.is_ok:
            raise BadInput.at("--pair", reply.refusal_message)
        paired = reply.body
        self._device, self._key, self.name = paired["device"], bytes.fromhex(paired["key"]), paired["name"]
        if paired["table"] is None:
            raise BadInput.at("--pair", "this code is for no table; ask for one with the table the shoe stands at")
        if table is not None and paired["table"] != table:
            raise BadInput.at("--table", f"is {table}; the code is for {paired['table']}")
        self.table = paired["table"]

    def fetch_table(self) -> tuple[int, dict[str, Any]]:
        """Return the number of the table's last record, and the public view of the table."""
        reply = self._line.request("GET", f"/api/tables/{self.table}")
        if not reply.is_ok:
            raise BadInput.at(self.table, reply.refusal_message)
        return reply.body["seq"], reply.body["view"]

    def send(self, event: ShoeEvent, card: Piece | None = None, *, twice: bool = False) -> dict[str, Any]:
        """Send one message and return the response; with `twice`, send it again and require the same response."""
        self.seq += 1
        text = None if card is None else str(card)
        message = sign_message(self._key, self._device, self.seq, self._clock(), event, text)
        body = message.model_dump(mode="json", exclude_none=True)
        answer = self._answer(body)
        if twice and self._answer(body) != answer | {"repeated": True}:
            raise BadInput.at(self.table, f"answered message {self.seq} differently the second time")
        return answer

    def skip_number(self) -> None:
        """Use up a number, as if its message had been lost."""
        self.seq += 1

    def _answer(self, body: dict[str, Any]) -> dict[str, Any]:
        reply = self._line.request("POST", "/api/devices/messages", body)
        if not reply.is_ok:
            raise BadInput.at(self.table, f"did not take message {self.seq}: {reply.refusal_message}")
        answer: dict[str, Any] = reply.body
        return answer
