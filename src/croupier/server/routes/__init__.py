"""Everything but the tables: people, cage, office, evidence, the house's own state."""

from __future__ import annotations

from fastapi import APIRouter

from croupier.server.routes import (
    buy_ins,
    cage,
    cash_outs,
    coach,
    copies,
    corrections,
    coupon_papers,
    devices,
    health,
    jackpots,
    limits,
    meters,
    office,
    people,
    prints,
    promotional,
    rounds,
    rulebooks,
    second_factors,
    sessions,
    vouchers,
)

PARTS = (
    *(sessions, second_factors, people, limits),
    *(cage, buy_ins, cash_outs, vouchers, promotional, coupon_papers, prints, meters, jackpots),
    *(office, copies, rulebooks, coach, rounds, corrections, health),
    devices,
)
ROUTERS: list[APIRouter] = [part.router for part in PARTS]
