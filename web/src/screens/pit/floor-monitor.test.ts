import { describe, expect, it } from "vitest";
import { eventText } from "./event-text";
import type { SignificantEventResponse } from "../../wire.http";

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
    const changed = `Software 0.2.0, ${"ab".repeat(32)}, runs the house in place of ${"cd".repeat(32)}.`;
    expect(eventText(entry("software/changed", changed))).toMatch(/Software 0\.2\.0, runs the house$/);
  });
});
