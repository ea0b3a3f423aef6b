import { expect, it } from "vitest";
import { BANKER, PLAYER, oddsLabel, payout, payRow, tableView, wager } from "../../../games/testing/table-view";
import { offeredWagers } from "./offered-wagers";

it("shows the odds printed on the spots, not the first row of a pay table", () => {
  const banker = {
    ...BANKER,
    rows: [payRow("1:2"), payRow("1:1")],
    odds_label: oddsLabel("1:1", { kind: "except", exception: payout("1:2"), exception_name: "6" }),
  };
  const bonus = wager("bonus", {
    title: "Emperor Bonus Bet",
    short_title: "Emperor",
    rows: [payRow("4:1"), payRow("30:1")],
    odds_label: oddsLabel("30:1", { kind: "up-to" }),
  });
  const raise = wager("raise", { is_placed_during_round: true, rows: [payRow("1:1")] });
  const withoutPayTable = wager("nothing", { rows: [] });
  expect(
    offeredWagers(tableView({ wagers: [PLAYER, banker, raise, withoutPayTable, bonus] })).map(({ title, odds }) => [title, odds]),
  ).toEqual([
    ["Player", "1 to 1"],
    ["Banker", "even money, half on 6"],
    ["Emperor", "up to 30 to 1"],
  ]);
});

it("shows the commission on a win", () => {
  const withCommission = { ...BANKER, charges: [{ of: "winnings" as const, taken_on: "win" as const, percent: "5", when: "", cite: "" }] };
  expect(offeredWagers({ wagers: [withCommission] })[0]?.odds).toBe("1 to 1 less 5%");
});
