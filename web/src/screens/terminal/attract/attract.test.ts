import { describe, expect, it } from "vitest";
import { BANKER, PLAYER, oddsLabel, payout, payRow, tableView, wager } from "../../../games/testing/table-view";
import type { OddsResponse } from "../../../lib/odds-request";
import { cardWidth, loopMs, loopStep } from "./loop";
import { payList, reasonText } from "./pays";

describe("the pays of an idle cabinet", () => {
  it("are the sentences of the spots, not the first row of a pay table", () => {
    const banker = {
      ...BANKER,
      rows: [payRow("1:2"), payRow("1:1")],
      odds_label: oddsLabel("1:1", { kind: "except", exception: payout("1:2"), exception_name: "6" }),
    };
    const bonus = wager("bonus", {
      title: "Emperor Bonus Bet",
      short_title: "Emperor",
      spot_hint: "a natural or a win by 4",
      rows: [payRow("4:1"), payRow("30:1")],
      odds_label: oddsLabel("30:1", { kind: "up-to" }),
    });
    const raise = wager("raise", { is_placed_during_round: true, rows: [payRow("1:1")] });
    const withoutPayTable = wager("nothing", { rows: [] });
    const view = tableView({ wagers: [PLAYER, banker, raise, withoutPayTable, bonus] });
    expect(payList(view, null)).toEqual([
      { id: PLAYER.id, title: "Player", pays: "1 to 1", wins: "", chance: "", side: "player" },
      { id: BANKER.id, title: "Banker", pays: "1 to 1, half on 6", wins: "", chance: "", side: "banker" },
      { id: "bonus", title: "Emperor", pays: "up to 30 to 1", wins: "a natural or a win by 4", chance: "", side: null },
    ]);
  });

  it("have the commission on a win", () => {
    const withCommission = {
      ...BANKER,
      charges: [{ of: "winnings" as const, taken_on: "win" as const, percent: "5", when: "", cite: "" }],
    };
    expect(payList({ wagers: [withCommission] }, null)[0]?.pays).toBe("1 to 1 less 5%");
  });

  it("have a chance only from the par sheet", () => {
    const counted = {
      state: "counted",
      wagers: [
        { wager: BANKER.id, hit: 0.458597 },
        { wager: "koi", hit: 0.0225 },
      ],
    } as unknown as OddsResponse;
    expect(payList({ wagers: [BANKER, PLAYER, { ...PLAYER, id: "koi" }] }, counted).map((pay) => pay.chance)).toEqual([
      "45.9%",
      "",
      "1 in 44",
    ]);
    expect(payList({ wagers: [BANKER] }, { state: "counting" } as OddsResponse)[0]?.chance).toBe("");
  });
});

it("gives the rulebook's condition of the main wager that won as the reason", () => {
  const tie = wager("tie", { group: "tie", summary: "Wins when both hands have the same count." });
  const line = wager("line", { group: "line", summary: "Wins when the Banker's hand is nearer to nine." });
  const side = wager("side", { group: "side", summary: "Wins with a pair." });
  expect(reasonText({ wagers: [side, line, tie] }, ["side", "line"])).toBe("Wins when the Banker's hand is nearer to nine.");
  expect(reasonText({ wagers: [side, line, tie] }, ["tie", "side"])).toBe("Wins when both hands have the same count.");
  expect(reasonText({ wagers: [side] }, ["side"])).toBe("");
});

describe("the loop", () => {
  it("deals card by card, shows the result for eight seconds, reads the pays, and begins again", () => {
    expect(loopStep(0, 4, 3)).toEqual({ phase: "dealing", shown: 1, row: null });
    expect(loopStep(2_700, 4, 3)).toEqual({ phase: "dealing", shown: 4, row: null });
    expect(loopStep(3_600, 4, 3)).toEqual({ phase: "result", shown: 4, row: null });
    expect(loopStep(11_599, 4, 3).phase).toBe("result");
    expect(loopStep(11_600, 4, 3)).toEqual({ phase: "pays", shown: 4, row: 0 });
    expect(loopStep(14_600, 4, 3).row).toBe(2);
    expect(loopStep(loopMs(4, 3), 4, 3)).toEqual(loopStep(0, 4, 3));
  });

  it("deals a round of many cards faster", () => {
    expect(loopStep(13_999, 49, 0)).toEqual({ phase: "dealing", shown: 49, row: null });
    expect(loopStep(14_001, 49, 0).phase).toBe("result");
  });
});

it("draws the cards as large as all hands fit", () => {
  const space = { width: 1060, height: 420, gap: 40, headHeight: 60, minWidth: 0 };
  expect(cardWidth([3, 2], space, 1.4, 224)).toBe(188);
  expect(cardWidth([2, 2], space, 1.4, 224)).toBe(224);
  const seven = cardWidth([7, 7, 7, 7, 7, 7, 7], space, 1.4, 224);
  expect(seven).toBeGreaterThan(30);
  expect(seven).toBeLessThan(60);
  expect(cardWidth([2, 2], { ...space, minWidth: 1100 }, 1.4, 224)).toBe(0);
});
