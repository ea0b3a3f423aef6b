import { describe, expect, it, vi } from "vitest";
import { BANKER, BETTING, OWN_PLAYER, PLAYER, ownResult, settledRound, tableView, wager } from "../../games/testing/table-view";
import { Refusal, type RefusalCode, type RefusedBets } from "../../lib/api";
import type { LiveTable } from "../../lib/live-table.svelte";
import type { Command, TableView, WagerProblem } from "../../lib/types";
import { connectionNotice } from "./connection-notice";
import { PlayerBets } from "./player-bets.svelte";

vi.stubGlobal("window", globalThis);
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

type Sent = { command: Command; answer: () => void; refuse: (code: RefusalCode, bets?: RefusedBets) => void };

/** Fake connection on a slow line: a command is answered when the test calls `answer` or `refuse`. */
class SlowLive {
  isConnected = true;
  isSlow = false;
  sent: Sent[] = [];
  constructor(public view: TableView) {}
  serverTime = (): number => 0;
  sendCommand = (command: Command): Promise<number> =>
    new Promise((resolve, reject) =>
      this.sent.push({ command, answer: () => resolve(1), refuse: (code, bets) => reject(new Refusal(code, code, [], 0, bets)) }),
    );

  /** Answer the oldest command and show the given view. */
  async answer(view: TableView): Promise<void> {
    this.view = view;
    this.sent.shift()?.answer();
    await settle();
  }

  async refuse(code: RefusalCode, bets?: RefusedBets): Promise<void> {
    this.sent.shift()?.refuse(code, bets);
    await settle();
  }

  get waiting(): Record<string, unknown>[] {
    return this.sent.map((sent) => sent.command);
  }
}

const WAGERS = [PLAYER, BANKER];
const ROUND = "t1/1";
const seated = (given: Partial<NonNullable<TableView["player"]>> = {}, more: Partial<TableView> = {}): TableView =>
  tableView({ wagers: WAGERS, betting: { ...BETTING, round: ROUND }, player: { ...OWN_PLAYER, ...given }, ...more });
const withoutSeat = (): TableView => seated({ seat: null, seats: [] });
const spots = (wagers: Record<string, number>, seat = 2) => [{ seat, bettor: "player", wagers }];

const BELOW_MINIMUM: WagerProblem = {
  wager: "player",
  reason: "below-minimum",
  cents: 1000,
  missing_cents: 500,
  others: [],
  share: "1",
  is_incomplete: true,
  cites: [],
};
const TOO_SMALL = { problems: [BELOW_MINIMUM], placeable: {} };

function betsFor(view: TableView): { live: SlowLive; play: PlayerBets } {
  const live = new SlowLive(view);
  const play = new PlayerBets(live as unknown as LiveTable);
  play.chipCents = 2500;
  return { live, play };
}

describe("a tap by a player without a seat", () => {
  it("bets the chip that was selected at the time of the tap", async () => {
    const { live, play } = betsFor(withoutSeat());
    play.placeChip(PLAYER);
    play.chipCents = 50_000;
    play.betsMaximum = true;
    expect(play.shownBets).toEqual({ player: 2500 });
    expect(live.waiting).toEqual([{ do: "sit-down", seat: 1 }]);
    await live.answer(seated());
    expect(live.waiting).toEqual([{ do: "place-wagers", seat: 2, round: ROUND, wagers: [{ wager: "player", cents: 2500 }] }]);
  });

  it("is added to the taps that follow, and only one seat is taken", async () => {
    const { live, play } = betsFor(withoutSeat());
    play.placeChip(PLAYER);
    play.placeChip(PLAYER);
    play.chipCents = 1000;
    play.placeChip(BANKER);
    expect(live.waiting.length).toBe(1);
    await live.answer(seated());
    expect(live.waiting[0]?.["wagers"]).toEqual([
      { wager: "player", cents: 5000 },
      { wager: "banker", cents: 1000 },
    ]);
  });

  it("waits for the view to show the seat instead of taking another", async () => {
    const { live, play } = betsFor(withoutSeat());
    play.placeChip(PLAYER);
    live.sent.shift()?.answer();
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(live.waiting).toEqual([]);
    live.view = seated();
    await settle();
    expect(live.waiting.map((command) => command["do"])).toEqual(["place-wagers"]);
  });

  it("is refused with a message if there is no seat", async () => {
    const { live, play } = betsFor(withoutSeat());
    play.placeChip(PLAYER);
    await live.refuse("network/away");
    expect([play.shownBets, play.message?.()]).toEqual([{}, "Reconnecting."]);
    const full = betsFor(
      tableView({ wagers: WAGERS, betting: { ...BETTING, round: ROUND }, player: { ...OWN_PLAYER, seat: null, seats: [] }, seats: [] }),
    );
    full.play.placeChip(PLAYER);
    expect([full.play.shownBets, full.play.message?.()]).toEqual([{}, "Every seat is taken. You may watch, or choose another table."]);
  });

  it("is refused with a message if its round closes first, and is not bet in the next round", async () => {
    const { live, play } = betsFor(withoutSeat());
    play.placeChip(PLAYER);
    live.view = seated({}, { betting: { ...BETTING, round: "t1/2" } });
    play.closeBetting();
    expect(play.message?.()).toBe("Not bet when the bets closed: Player. The chips are still in your credit.");
    live.sent.shift()?.answer();
    await settle();
    expect([live.waiting, play.shownBets]).toEqual([[], {}]);
  });
});

describe("bets in flight", () => {
  it("stay at their box if another box is chosen", async () => {
    const { live, play } = betsFor(seated({ seat: 2, seats: [2, 5] }, { game: { ...tableView().game, boxes: 2 } }));
    play.placeChip(PLAYER);
    play.placeChip(PLAYER);
    play.chooseBox(5);
    play.chipCents = 1000;
    play.placeChip(BANKER);
    const after = live.view;
    await live.answer(after);
    await live.answer(after);
    await live.answer(after);
    expect([play.betsAt(2), play.betsAt(5)]).toEqual([{ player: 5000 }, { banker: 1000 }]);
    expect(play.availableCents).toBe(OWN_PLAYER.balance_cents! - 6000);
  });

  it("are reported if they were too small to be placed", async () => {
    const { live, play } = betsFor(seated());
    play.chipCents = 500;
    play.placeChip(PLAYER);
    await live.refuse("wager/invalid_amount", TOO_SMALL);
    live.view = seated({}, { phase: "dealing" });
    play.closeBetting();
    expect(play.message?.()).toContain("Not bet when the bets closed: Player.");
  });

  it("and confirmed bets are not reported when betting closes", async () => {
    const { live, play } = betsFor(seated());
    play.placeChip(PLAYER);
    await live.answer(seated({ spots: spots({ player: 2500 }) }));
    play.placeChip(BANKER);
    live.view = seated({ spots: spots({ player: 2500 }) }, { phase: "dealing" });
    play.closeBetting();
    expect(play.message).toBeNull();
    await live.refuse("table/wrong_phase");
    expect(play.message?.()).toBe("That came after “no more bets” and does not count.");
  });
});

describe("bets that the server refuses", () => {
  it("wait on this screen if they only need more chips, and the others are placed", async () => {
    const { live, play } = betsFor(seated());
    play.placeChip(BANKER);
    await live.answer(seated({ spots: spots({ banker: 2500 }) }));
    play.chipCents = 500;
    play.placeChip(PLAYER);
    await live.refuse("wager/invalid_amount", { ...TOO_SMALL, placeable: { banker: 2500 } });
    expect([play.shownBets, live.waiting, play.message]).toEqual([{ banker: 2500, player: 500 }, [], null]);
    expect([play.waitingReason("player")?.(), play.waitingReason("banker")]).toEqual(["Minimum here is $10: $5 more", null]);
    play.placeChip(PLAYER);
    expect(play.waitingReason("player")).toBeNull();
    expect(live.waiting[0]?.["wagers"]).toEqual([
      { wager: "banker", cents: 2500 },
      { wager: "player", cents: 1000 },
    ]);
  });

  it("that can stand alone are sent without those that wait", async () => {
    const { live, play } = betsFor(seated());
    play.placeBets({ player: 500, banker: 2500 });
    await live.refuse("wager/invalid_amount", { ...TOO_SMALL, placeable: { banker: 2500 } });
    expect(live.waiting[0]?.["wagers"]).toEqual([{ wager: "banker", cents: 2500 }]);
    await live.answer(seated({ spots: spots({ banker: 2500 }) }));
    expect([play.shownBets, live.waiting, play.waitingReason("player")?.()]).toEqual([
      { player: 500, banker: 2500 },
      [],
      "Minimum here is $10: $5 more",
    ]);
  });

  it("are taken back with a message if they cannot stand, and later taps stay", async () => {
    const { live, play } = betsFor(seated());
    play.placeChip(PLAYER);
    await live.answer(seated({ spots: spots({ player: 2500 }) }));
    play.placeChip(BANKER);
    play.placeChip(PLAYER);
    const barred = { ...TOO_SMALL.problems[0]!, wager: "player", reason: "excluded" as const, others: ["banker"], is_incomplete: false };
    await live.refuse("wager/not_allowed", { problems: [barred], placeable: { banker: 2500 } });
    expect([play.shownBets, play.message?.()]).toEqual([{ player: 5000 }, "Player and Banker cannot be bet together"]);
    expect(live.waiting[0]?.["wagers"]).toEqual([{ wager: "player", cents: 5000 }]);
  });

  it("are taken back as a whole if they were placed together", async () => {
    const { live, play } = betsFor(seated());
    const over = { ...TOO_SMALL.problems[0]!, reason: "above-maximum" as const, cents: 10_000, is_incomplete: false };
    const result = play.tryPlaceAtAllBoxes({ player: 20_000, banker: 2500 }, {});
    await live.refuse("wager/invalid_amount", { problems: [over], placeable: { banker: 2500 } });
    expect([play.shownBets, live.waiting, play.canUndo]).toEqual([{}, [], false]);
    expect((await result)?.()).toBe("Maximum here is $100");
  });
});

describe("the bets of the last round", () => {
  it("are those placed before the first card, also after a reload", () => {
    const ANTE = wager("ante", { title: "Ante" });
    const raise = wager("play", {
      title: "Play",
      is_placed_during_round: true,
    });
    const last = settledRound([ownResult("ante", "win", 2500), ownResult("play", "win", 2500)]);
    last.player = { ...last.player!, spots: spots({ ante: 3500 }) };
    const { live, play } = betsFor(seated({}, { wagers: [ANTE, raise] }));
    play.rememberRound(last);
    expect(play.repeatableBets).toEqual({ ante: 3500 });
    play.repeat();
    expect([play.message, live.waiting[0]?.["wagers"]]).toEqual([null, [{ wager: "ante", cents: 3500 }]]);
  });
});

describe("a server that does not answer", () => {
  it("keeps the last reported balance, and only confirmed wagers are called safe", async () => {
    const { live, play } = betsFor(seated());
    play.placeChip(PLAYER);
    expect([play.balanceCents, play.unconfirmedCents, play.isPending("player")]).toEqual([OWN_PLAYER.balance_cents, 2500, true]);
    live.isConnected = false;
    expect(connectionNotice(play)).toBe("Reconnecting. Not confirmed yet: Player.");
    live.isConnected = true;
    live.isSlow = true;
    expect(connectionNotice(play)).toBe("The house has not answered yet. Not confirmed yet: Player.");
    live.isSlow = false;
    await live.answer(seated({ spots: spots({ player: 2500 }), staked_cents: 2500, balance_cents: OWN_PLAYER.balance_cents! - 2500 }));
    expect([connectionNotice(play), play.unconfirmedCents, play.isPending("player")]).toEqual([null, 0, false]);
    live.isConnected = false;
    expect(connectionNotice(play)).toBe("Reconnecting. Your confirmed wagers are safe.");
    play.placeChip(BANKER);
    expect(connectionNotice(play)).toBe("Reconnecting. Not confirmed yet: Banker. Your confirmed wagers are safe.");
  });

  it("without any wagers the notice says only that it reconnects", () => {
    const { live, play } = betsFor(seated());
    live.isConnected = false;
    expect(connectionNotice(play)).toBe("Reconnecting.");
  });
});
