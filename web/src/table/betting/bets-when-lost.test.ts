import { describe, expect, it } from "vitest";
import { BETTING, ownResult, settledRound, tableView } from "../../games/testing/table-view";
import type { TableView } from "../../lib/types";
import { lostBetState, type LostBet } from "./bets-when-lost.svelte";

const BET: LostBet = { round: BETTING.round ?? "", seat: 1, wager: "player", cents: 2500, above: 0 };
const withBets = (wagers: Record<string, number>): Pick<TableView, "betting" | "last_round" | "player"> => ({
  betting: BETTING,
  last_round: null,
  player: { spots: [{ seat: 1, wagers, promotional_wagers: [] }] } as never,
});

describe("a bet that lay on the felt when the connection was lost", () => {
  it("is confirmed if the server has it, else sent until an answer comes", () => {
    expect(lostBetState(withBets({ player: 2500 }), BET, true)).toBe("confirmed");
    expect(lostBetState(withBets({ player: 500 }), BET, true)).toBe("sent");
    expect(lostBetState(withBets({}), BET, false)).toBe("not-taken");
    expect(lostBetState(withBets({ player: 2500 }), { ...BET, above: 2500 }, false)).toBe("not-taken");
  });

  it("is settled if the round is over and paid or took it", () => {
    const round = settledRound([{ ...ownResult("player", "win", 2500), seat: 1 }]);
    const over = tableView({ betting: { ...BETTING, round: "t1-999" }, last_round: round });
    expect(lostBetState(over, { ...BET, round: round.round }, false)).toBe("settled");
    expect(lostBetState(over, { ...BET, round: round.round, wager: "tie" }, false)).toBe("not-taken");
  });
});
