import { describe, expect, it } from "vitest";
import { BETTING, ownResult, settledRound, tableView } from "../../games/testing/table-view";
import { momentOf, wagersPaidByLastRound } from "./moment";

const NOW = 1_000;
const between = { phase: "between-rounds" as const, betting: { ...BETTING, is_open: false, closes_at: null } };

describe("the moment of the table", () => {
  it("is betting until the countdown is over, then dealing", () => {
    const view = tableView({ betting: { ...BETTING, closes_at: NOW + 100 } });
    expect([momentOf(view, NOW), momentOf(view, NOW + 100), momentOf(tableView({ phase: "dealing" }), NOW)]).toEqual([
      "betting",
      "dealing",
      "dealing",
    ]);
  });

  it("is the result until bets open again, but not for a void round or a table on hold", () => {
    const last = settledRound([ownResult("player", "win", 2500)]);
    expect(momentOf(tableView({ ...between, last_round: last }), NOW)).toBe("result");
    expect(momentOf(tableView({ ...between, last_round: { ...last, status: "void" } }), NOW)).toBe("betting");
    expect(momentOf(tableView({ ...between, last_round: last, hold_reasons: ["dispute"] }), NOW)).toBe("betting");
    expect(momentOf(tableView({ ...between, last_round: null }), NOW)).toBe("betting");
  });

  it("shows the wagers that the round paid, placed or not", () => {
    const last = { ...settledRound([]), winning_wagers: ["banker", "super-6"] };
    expect(wagersPaidByLastRound(tableView({ ...between, last_round: last }))).toEqual(["banker", "super-6"]);
    expect(wagersPaidByLastRound(tableView({ last_round: last }))).toEqual([]);
  });
});
