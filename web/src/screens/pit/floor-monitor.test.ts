import { describe, expect, it } from "vitest";
import { ownResult } from "../../games/testing/table-view";
import { theoreticalHold } from "./floor-monitor.svelte";
import { eventText } from "./event-text";
import type { SignificantEventResponse } from "../../wire.http";
import type { StaffRound } from "../../lib/types";

const round = (...results: StaffRound["results"]): StaffRound => ({ results }) as never;

const bet = (wager: string, cents: number): StaffRound["results"][number] => ({
  ...ownResult(wager, "win", cents, { cents }),
  account: "player:1",
  title: wager,
  short_title: wager,
  rules: [],
  wins: "",
  ends: "",
  pays: "",
  pay: null,
});

describe("the theoretical hold", () => {
  const sheet = {
    wagers: [
      {
        wager: "ante",
        house_edge: 0.02185,
        game: { parts: { ante: 0, blind: 0, play: 0 }, average_wager: 0, element_of_risk: 0, decisions: {} },
      },
      { wager: "blind", house_edge: -0.5 },
      { wager: "play", house_edge: 0.3 },
      { wager: "trips", house_edge: 0.019 },
    ],
  };

  it("counts the edge of a hand once, on its Ante, and the stakes of all its wagers", () => {
    const played = round(bet("ante", 1000), bet("blind", 1000), bet("play", 4000));
    expect(theoreticalHold([played], sheet)).toBeCloseTo((1000 * 0.02185) / 6000);
  });

  it("counts other wagers by their own edge", () => expect(theoreticalHold([round(bet("trips", 500))], sheet)).toBeCloseTo(0.019));
});

describe("the text of an event", () => {
  const entry = (code: string, text: string): SignificantEventResponse => ({ code, text }) as never;

  it("contains no command name, case id or digest", () => {
    expect(eventText(entry("card/not_due", "read-card was refused: The hands are complete."))).toBe("Refused: The hands are complete");
    expect(eventText(entry("notice/given", "notice-1, to surveillance: The table was opened."))).toBe(
      "Surveillance was told: The table was opened",
    );
    expect(eventText(entry("software/same", `The software is as it was: 9 files, ${"ab".repeat(32)}.`))).toBe(
      "The software is as it was: 9 files",
    );
  });
});
