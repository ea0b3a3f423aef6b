"""Ports of the loopback interface that stay reserved for a program that a test starts later."""

from __future__ import annotations

import socket

HOST = "127.0.0.1"


def hold_port() -> socket.socket:
    """Return a socket that keeps a free port from other processes until it is closed.

    It is bound and does not listen, so that a program that sets SO_REUSEADDR, as servers do, can listen on the port.
    """
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind((HOST, 0))
    return holder


def port_of(holder: socket.socket) -> int:
    """Return the port of a bound socket."""
    port: int = holder.getsockname()[1]
    return port
