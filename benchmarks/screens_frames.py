"""Dropped frames while cards are dealt, from the browser's trace, and the work of the page for them.

A bare page that moves as many objects shows how many frames the machine itself drops.
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
"""Work of the page's main thread for a frame; an object that only moves or fades needs none of it."""

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
    """Trace the browser during an action; count moving frames by state, and the work of the main thread."""
    events: list[dict[str, Any]] = []
    done = threading.Event()
    session.on("Tracing.dataCollected", lambda event: events.extend(event["value"]))
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
    frames = [event["args"]["frame_reporter"] for event in events if "frame_reporter" in event.get("args", {})]
    moving = [frame for frame in frames if frame["has_compositor_animation"] or frame["has_main_animation"]]
    counts = Counter(frame["state"].removeprefix("STATE_").split("_")[0] for frame in moving)
    counts["by hand"] = sum(frame["has_main_animation"] for frame in moving)
    for event in events:
        if event.get("name") in WORK and event.get("ph") == "X":
            counts[WORK[event["name"]]] += 1
            counts["busy us"] += event.get("dur", 0)
    return counts


def frames(browser: Browser, home: House, rounds: int) -> None:
    """Compare the frames of a terminal during dealing with those of a bare page that moves as many objects."""
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
    for name, counts in (("terminal", dealt), ("bare page", bare)):
        print(line(name, counts, seconds))
    page.context.close()


def line(name: str, counts: Counter[str], seconds: float) -> str:
    shown, dropped = counts["PRESENTED"], counts["DROPPED"]
    rate = HERTZ * shown / max(1, shown + dropped)
    work = ", ".join(f"{counts[word] / seconds:.0f} {word}" for word in WORK.values())
    busy = counts["busy us"] / 10_000 / seconds
    return (
        f"  {name:<10} {rate:5.1f} a second while anything moves: {dropped} of {shown + dropped} frames dropped, "
        f"{counts['by hand']} moved by the page's own thread\n"
        f"  {'':<10} each second {work}: {busy:.1f} % of that thread"
    )
