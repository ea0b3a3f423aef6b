"""The sounds of the tables as files: length, loudness and pitch of each.

The style guide renders every sound at full volume. A sound that nobody hears, that clips, or that is as loud as the
winner of a jackpot when a chip is set would be noticed on the floor only.
"""

from __future__ import annotations

import wave
from typing import NamedTuple

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.site import Site
from tests.browser.visits import Visits

SILENCE_DB = -60.0
DOWNLOADS_A_PAGE = 8
"""Number of files that the test saves from one page: Chromium stops a page that saves more than ten in a row."""


class Limits(NamedTuple):
    """Limits of a sound: its longest part above silence in seconds, its loudest sample in dB, its centre in hertz."""

    seconds: tuple[float, float]
    peak_db: tuple[float, float]
    centre: tuple[float, float]


SOUNDS = {
    "card": Limits((0.05, 0.13), (-45, -15), (800, 4000)),
    "card-turn": Limits((0.05, 0.13), (-40, -12), (100, 4000)),
    "chip": Limits((0.04, 0.13), (-35, -10), (2000, 6000)),
    "chips": Limits((0.25, 0.5), (-35, -10), (2000, 6000)),
    "tick": Limits((0.03, 0.08), (-35, -12), (700, 1500)),
    "last-tick": Limits((0.03, 0.08), (-35, -12), (900, 1800)),
    "dice": Limits((0.6, 1.05), (-45, -10), (900, 4000)),
    "even": Limits((0.25, 0.5), (-35, -10), (380, 1500)),
    "good": Limits((0.5, 0.9), (-35, -8), (380, 1500)),
    "great": Limits((1.0, 2.3), (-30, -5), (250, 1500)),
    "jackpot": Limits((2.0, 5.0), (-30, -4), (250, 2500)),
}


def samples_of(page: Page, name: str) -> tuple[np.ndarray, int]:
    """Return the samples of a sound's file, between -1 and 1, and their number each second."""
    with page.expect_download() as download:
        page.locator(f"[data-sample={name}]").click()
    with wave.open(str(download.value.path())) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / 0x7FFF, file.getframerate()


@pytest.mark.site({"midi": {"rulebook": "ilani-midi-baccarat", "open": False}}, provider=False)
def test_every_sound_has_the_length_level_and_pitch_of_its_kind(site: Site, visit: Visits) -> None:
    found = []
    for index, (name, limits) in enumerate(SOUNDS.items()):
        if index % DOWNLOADS_A_PAGE == 0:
            page = visit(None, "/tokens", "laptop")
            expect(page.locator("[data-sample]")).to_have_count(len(SOUNDS))
        samples, rate = samples_of(page, name)
        audible = np.flatnonzero(np.abs(samples) > 10 ** (SILENCE_DB / 20))
        spectrum = np.abs(np.fft.rfft(samples)) ** 2
        measured = {
            "seconds": (audible[-1] - audible[0]) / rate if len(audible) else 0.0,
            "peak_db": 20 * np.log10(np.abs(samples).max() + 1e-9),
            "centre": float(np.fft.rfftfreq(len(samples), 1 / rate) @ spectrum / spectrum.sum()),
        }
        for quantity, value in measured.items():
            least, most = getattr(limits, quantity)
            if not least <= value <= most:
                found.append(f"{name}: {quantity} is {value:.2f}, not {least} to {most}")
    assert not found, "\n".join(found)
