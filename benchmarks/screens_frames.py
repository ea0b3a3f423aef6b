"""Frames while cards are dealt, by the browser's own trace, and what the page had to do for them.

A bare page that moves as many things, on the same machine in the same minute, says what the machine itself drops.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from benchmarks.screens_house import TABLE, House, opened

CARD_SECONDS = 0.3
HERTZ = 60
WAITS_MOST = 600
CATEGORIES = ["cc", "benchmark", "devtools.timeline"]
WORK = {"Layout": "layouts", "UpdateLayoutTree": "styles", "Paint": "paints"}
"""What the page's own thread does for a frame; a thing that only moves or fades needs none of it."""

MOVING = """() => { window.most = 0; (function look() {
  window.most = Math.max(window.most, document.getAnimations().length); requestAnimationFrame(look); })(); }"""
BARE = """(count) => { document.body.innerHTML = "";
  for (let nth = 0; nth < count; nth += 1) {
    const card = document.createElement("div");
    card.style.cssText = `position:fixed;left:${40 + 90 * nth}px;top:40px;width:80px;height:120px;background:#fbf7ec`;
    document.body.append(card);
    const steps = [{ transform: "translate(0,0)" }, { transform: "translate(60px,600px)" }];
    card.animate(steps, { duration: 180, iterations: Infinity, direction: "alternate", easing: "ease-out" });
  } }"""


def traced(page: Page, session: CDPSession, during: Callable[[], Any]) -> Counter[str]:
    """The browser's own word on every frame in which something moved, and on the work that was done meanwhile."""
    events: list[dict[str, Any]] = []
    done = threading.Event()
    session.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    session.on("Tracing.tracingComplete", lambda _: done.set())
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": CATEGORIES}})
    during()
    session.send("Tracing.end")
    for _ in range(WAITS_MOST):
        if done.is_set():
            break
        page.wait_for_timeout(50)
    return counted(events)


def counted(events: list[dict[str, Any]]) -> Counter[str]:
    frames = [one["args"]["frame_reporter"] for one in events if "frame_reporter" in one.get("args", {})]
    moving = [one for one in frames if one["has_compositor_animation"] or one["has_main_animation"]]
    told = Counter(one["state"].removeprefix("STATE_").split("_")[0] for one in moving)
    told["by hand"] = sum(one["has_main_animation"] for one in moving)
    for one in events:
        if one.get("name") in WORK and one.get("ph") == "X":
            told[WORK[one["name"]]] += 1
            told["busy us"] += one.get("dur", 0)
    return told


def frames(browser: Browser, home: House, rounds: int) -> None:
    """Cards dealt as a dealer deals them, against a bare page that moves as many things."""
    page, session = opened(browser, home.url, "player", f"/table/{TABLE}")
    page.evaluate(MOVING)
    home.deal_round(CARD_SECONDS)
    count = int(page.evaluate("window.most"))
    page.reload()
    page.locator("[data-wager=banker]").wait_for()
    began = time.perf_counter()
    dealt = traced(page, session, lambda: [home.deal_round(CARD_SECONDS) for _ in range(rounds)])
    seconds = time.perf_counter() - began
    page.evaluate(BARE, count)
    bare = traced(page, session, lambda: page.wait_for_timeout(seconds * 1000))
    print(f"Frames while {rounds} rounds are dealt, {count} things moving at most; limit 60 a second")
    for name, told in (("terminal", dealt), ("bare page", bare)):
        print(line(name, told, seconds))
    page.context.close()


def line(name: str, told: Counter[str], seconds: float) -> str:
    shown, dropped = told["PRESENTED"], told["DROPPED"]
    rate = HERTZ * shown / max(1, shown + dropped)
    work = ", ".join(f"{told[word] / seconds:.0f} {word}" for word in WORK.values())
    busy = told["busy us"] / 10_000 / seconds
    return (
        f"  {name:<10} {rate:5.1f} a second while anything moves: {dropped} of {shown + dropped} frames dropped, "
        f"{told['by hand']} moved by the page's own thread\n"
        f"  {'':<10} each second {work}: {busy:.1f} % of that thread"
    )
