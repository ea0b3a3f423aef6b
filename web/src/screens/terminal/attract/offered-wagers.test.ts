import { expect, it } from "vitest";
import { BANKER, PLAYER, payRow, tableView, wager } from "../../../games/testing/table-view";
import { offeredWagers } from "./offered-wagers";

it("shows the odds printed on the spots, not the first row of a pay table", () => {
  const banker = wager("banker", {
    title: "Banker's Hand",
    group: "line",
    rows: [{ ...payRow("1:2"), name: "Banker wins with 6" }, payRow("1:1")],
  });
  const bonus = wager("bonus", { title: "Emperor Bonus Bet", rows: [payRow("4:1"), payRow("30:1")] });
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
  const withCommission = { ...BANKER, charges: [{ of: "winnings" as const, taken_on: "win" as const, share: "1/20" }] };
  expect(offeredWagers({ wagers: [withCommission as typeof BANKER] })[0]?.odds).toBe("1 to 1 less 5%");
});
