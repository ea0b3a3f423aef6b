import { expect, it } from "vitest";
import { BANKER, PLAYER, payRow, tableView, wager } from "../games/testing/table-view";
import { offeredWagers } from "./offered-wagers";

it("offers what the spots say, not the first row of a pay table", () => {
  const banker = wager("banker", { title: "Banker's Hand", group: "line", rows: [{ ...payRow("1:2"), name: "Banker wins with 6" }, payRow("1:1")] });
  const bonus = wager("bonus", { title: "Emperor Bonus Bet", rows: [payRow("4:1"), payRow("30:1")] });
  const asked = wager("raise", { is_placed_during_round: true, rows: [payRow("1:1")] });
  const unpaid = wager("nothing", { rows: [] });
  expect(offeredWagers(tableView({ wagers: [PLAYER, banker, asked, unpaid, bonus] })).map(({ title, odds }) => [title, odds])).toEqual([
    ["Player", "1 to 1"],
    ["Banker", "even money, half on 6"],
    ["Emperor", "up to 30 to 1"],
  ]);
});

it("says what the house keeps of a win", () => {
  const taxed = { ...BANKER, charges: [{ of: "winnings" as const, taken_on: "win" as const, share: "1/20" }] };
  expect(offeredWagers({ wagers: [taxed as typeof BANKER] })[0]?.odds).toBe("1 to 1 less 5%");
});
