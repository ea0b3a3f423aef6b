"""HTTP routes outside the tables: users, cage, reports, evidence and health."""

from __future__ import annotations

from fastapi import APIRouter

from croupier.server.routes import (
    buy_ins,
    cash_outs,
    coach,
    corrections,
    coupon_printing,
    devices,
    exports,
    floor,
    health,
    jackpot_documents,
    lab,
    meters,
    player_limits,
    print_jobs,
    promotional,
    reports,
    rounds,
    rulebooks,
    second_factors,
    sessions,
    shifts,
    surveillance,
    users,
    vouchers,
)

PARTS = (
    *(sessions, second_factors, users, player_limits),
    *(shifts, buy_ins, cash_outs, vouchers, promotional, coupon_printing, print_jobs, meters, jackpot_documents),
    *(reports, exports, rulebooks, coach, lab, rounds, corrections, surveillance, floor, health),
    devices,
)
ROUTERS: list[APIRouter] = [part.router for part in PARTS]
