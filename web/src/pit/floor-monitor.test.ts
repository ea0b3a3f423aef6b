import { describe, expect, it } from "vitest";
import { ownResult } from "../games/testing/table-view";
import { theoreticalHold } from "./floor-monitor.svelte";
import { eventText } from "./event-text";
import type { EventEntry, ArchivedStaffRound } from "./types";

const round = (...results: ArchivedStaffRound["results"]): ArchivedStaffRound => ({ results }) as never;

const bet = (wager: string, cents: number): ArchivedStaffRound["results"][number] => ({ ...ownResult(wager, "win", cents, { cents }), account: "player:1", title: wager, rules: [], wins: "", ends: "", pays: "" });

describe("what the par sheet expects to be held", () => {
  const sheet = {
    wagers: [
      { wager: "ante", house_edge: 0.02185, game: { parts: { ante: 0, blind: 0, play: 0 } } },
      { wager: "blind", house_edge: -0.5 },
      { wager: "play", house_edge: 0.3 },
      { wager: "trips", house_edge: 0.019 },
    ],
  };

  it("counts a hand's edge once, on its Ante, and all that was put down", () => {
    const played = round(bet("ante", 1000), bet("blind", 1000), bet("play", 4000));
    expect(theoreticalHold([played], sheet)).toBeCloseTo((1000 * 0.02185) / 6000);
  });

  it("counts every other wager by its own", () => expect(theoreticalHold([round(bet("trips", 500))], sheet)).toBeCloseTo(0.019));
});

describe("what was noted lately", () => {
  const noted = (code: string, text: string): EventEntry => ({ code, text }) as never;

  it("names no command, no case and no digest", () => {
    expect(eventText(noted("card/not_due", "read-card was refused: The hands are complete."))).toBe("Refused: The hands are complete");
    expect(eventText(noted("notice/given", "notice-1, to surveillance: The table was opened."))).toBe("Surveillance was told: The table was opened");
    expect(eventText(noted("software/same", `The software is as it was: 9 files, ${"ab".repeat(32)}.`))).toBe("The software is as it was: 9 files");
  });
});
