"""Pictures of the felts for the documentation site: the terminal of a player at a table of each rulebook.

    python -m scripts.felt_pictures

They go to `build/felts`. A rulebook whose picture is newer than the built screens is not photographed again.
"""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as NeverShown

from croupier.play import rulebook_library
from croupier.server.demonstration import demonstration_config
from croupier.server.static_files import FOLDER as SCREENS
from scripts.camera import STILL_MS
from tests.browser.site import Site, open_site, require_pages
from tests.browser.visits import Visits, go, open_browser

FELTS = Path(__file__).parents[1] / "build" / "felts"
TERMINAL = (1280, 800)
SHOWN_MS = 10_000
BETTING = {"betting_seconds": 600, "offer_seconds": 1}


def tables() -> dict[str, dict[str, Any]]:
    """Return the demonstration table of each rulebook, with time to photograph it while bets are open."""
    shown = {table.name: table.model_dump(exclude={"name"}) for table in demonstration_config(Path()).table}
    return {name: shown[name] | BETTING for name in rulebook_library.shipped_names()}


def take(site: Site, page: Page, name: str) -> None:
    """Save the picture of one table, with its bets open where it has any.

    Somebody sits there, because a player-dealer banks for no empty table.
    """
    guest = site.as_("player2")
    guest.command(name, "sit-down", seat=2)
    go(page, f"/table/{name}")
    with contextlib.suppress(NeverShown):  # nobody bets where seats play one another
        page.get_by_text("Place your bets").first.wait_for(timeout=SHOWN_MS)
    page.wait_for_timeout(2 * STILL_MS)
    guest.command(name, "stand-up", seat=2)
    Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(FELTS / f"{name}.webp", quality=80, method=6)
    print(name, flush=True)


def main() -> None:
    require_pages()
    FELTS.mkdir(parents=True, exist_ok=True)
    built = (SCREENS / "index.html").stat().st_mtime
    old = [name for name in rulebook_library.shipped_names() if not _is_newer(FELTS / f"{name}.webp", built)]
    if not old:
        return
    with tempfile.TemporaryDirectory() as folder, open_site(Path(folder), tables()) as site, open_browser() as browser:
        visits = Visits(browser, site)
        page = visits("player", "/", TERMINAL)
        for name in old:
            take(site, page, name)
        visits.close()


def _is_newer(picture: Path, built: float) -> bool:
    return picture.is_file() and picture.stat().st_mtime > built


if __name__ == "__main__":
    main()
