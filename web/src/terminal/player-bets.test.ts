import { describe, expect, it, vi } from "vitest";
import { BANKER, BETTING, OWN_PLAYER, PLAYER, ownResult, settledRound, tableView, wager } from "../games/testing/table-view";
import { Refusal } from "../lib/api";
import type { LiveTable } from "../lib/live-table.svelte";
import type { TableView } from "../lib/types";
import { connectionNotice } from "./connection-notice";
import { PlayerBets } from "./player-bets.svelte";

vi.stubGlobal("window", globalThis);
const settle = (): Promise<void> => new Promise((go) => setTimeout(go, 30));

type Sent = { command: Record<string, unknown>; answer: () => void; refuse: (code: string) => void };

/** A table on a slow line: a command is answered when the test says so. */
class SlowLive {
  isConnected = true;
  isSlow = false;
  sent: Sent[] = [];
  constructor(public view: TableView) {}
  serverTime = (): number => 0;
  sendCommand = (command: Record<string, unknown>): Promise<number> =>
    new Promise((go, refuse) => this.sent.push({ command, answer: () => go(1), refuse: (code) => refuse(new Refusal(code, code)) }));

  /** Answer the oldest command, and show what it did. */
  async answer(view: TableView): Promise<void> {
    this.view = view;
    this.sent.shift()?.answer();
    await settle();
  }

  async refuse(code: string): Promise<void> {
    this.sent.shift()?.refuse(code);
    await settle();
  }

  get waiting(): Record<string, unknown>[] {
    return this.sent.map((one) => one.command);
  }
}

const WAGERS = [PLAYER, BANKER];
const ROUND = "t1/1";
const at = (given: Partial<NonNullable<TableView["player"]>> = {}, more: Partial<TableView> = {}): TableView =>
  tableView({ wagers: WAGERS, betting: { ...BETTING, round: ROUND }, player: { ...OWN_PLAYER, ...given }, ...more });
const standing = (): TableView => at({ seat: null, seats: [] });
const spots = (wagers: Record<string, number>, seat = 2) => [{ seat, bettor: "player", wagers }];

function playing(view: TableView): { live: SlowLive; play: PlayerBets } {
  const live = new SlowLive(view);
  const play = new PlayerBets(live as unknown as LiveTable);
  play.chipCents = 2500;
  return { live, play };
}

describe("a tap before one has a seat", () => {
  it("stakes the chip that was chosen when it was made", async () => {
    const { live, play } = playing(standing());
    play.placeChip(PLAYER);
    play.chipCents = 50_000;
    play.betsMaximum = true;
    expect(play.shownBets).toEqual({ player: 2500 });
    expect(live.waiting).toEqual([{ do: "sit-down", seat: 1 }]);
    await live.answer(at());
    expect(live.waiting).toEqual([{ do: "place-wagers", seat: 2, round: ROUND, wagers: [{ wager: "player", cents: 2500 }] }]);
  });

  it("is counted with those that follow it, and one seat is taken", async () => {
    const { live, play } = playing(standing());
    play.placeChip(PLAYER);
    play.placeChip(PLAYER);
    play.chipCents = 1000;
    play.placeChip(BANKER);
    expect(live.waiting.length).toBe(1);
    await live.answer(at());
    expect(live.waiting[0]?.["wagers"]).toEqual([{ wager: "player", cents: 5000 }, { wager: "banker", cents: 1000 }]);
  });

  it("waits for a slow view of the seat instead of taking another", async () => {
    const { live, play } = playing(standing());
    play.placeChip(PLAYER);
    live.sent.shift()?.answer();
    await new Promise((go) => setTimeout(go, 1200));
    expect(live.waiting).toEqual([]);
    live.view = at();
    await settle();
    expect(live.waiting.map((one) => one["do"])).toEqual(["place-wagers"]);
  });

  it("is refused with a word when no seat is to be had", async () => {
    const { live, play } = playing(standing());
    play.placeChip(PLAYER);
    await live.refuse("network/away");
    expect([play.shownBets, play.message?.()]).toEqual([{}, "Reconnecting."]);
    const full = playing(tableView({ wagers: WAGERS, betting: { ...BETTING, round: ROUND }, player: { ...OWN_PLAYER, seat: null, seats: [] }, seats: [] }));
    full.play.placeChip(PLAYER);
    expect([full.play.shownBets, full.play.message?.()]).toEqual([{}, "Every seat is taken. You may watch, or choose another table."]);
  });

  it("is refused with a word when its round closes first, and is not bet in the next", async () => {
    const { live, play } = playing(standing());
    play.placeChip(PLAYER);
    live.view = at({}, { betting: { ...BETTING, round: "t1/2" } });
    play.closeBetting();
    expect(play.message?.()).toBe("Not bet when the bets closed: Player. The chips are still in your credit.");
    live.sent.shift()?.answer();
    await settle();
    expect([live.waiting, play.shownBets]).toEqual([[], {}]);
  });
});

describe("chips that are on their way", () => {
  it("stay at the box they were laid at when another is chosen", async () => {
    const { live, play } = playing(at({ seat: 2, seats: [2, 5] }, { game: { ...tableView().game, boxes: 2 } }));
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

  it("are said when they were too small to be bet", () => {
    const { live, play } = playing(at());
    play.chipCents = 500;
    play.placeChip(PLAYER);
    live.view = at({}, { phase: "dealing" });
    play.closeBetting();
    expect(play.message?.()).toContain("Not bet when the bets closed: Player.");
  });

  it("and confirmed ones are not spoken of when the bets close", async () => {
    const { live, play } = playing(at());
    play.placeChip(PLAYER);
    await live.answer(at({ spots: spots({ player: 2500 }) }));
    play.placeChip(BANKER);
    live.view = at({ spots: spots({ player: 2500 }) }, { phase: "dealing" });
    play.closeBetting();
    expect(play.message).toBeNull();
    await live.refuse("table/wrong_phase");
    expect(play.message?.()).toBe("That came after “no more bets” and does not count.");
  });
});

describe("last round's chips", () => {
  it("are what was placed before the first card, after a reload too", () => {
    const ANTE = wager("ante", { title: "Ante" });
    const raise = wager("play", { title: "Play", is_placed_during_round: true, requires: [{ wagers: ["ante"], seated_only: false, cite: "" }] });
    const last = settledRound([ownResult("ante", "win", 2500), ownResult("play", "win", 2500)]);
    last.player = { ...last.player!, spots: spots({ ante: 3500 }) };
    const { live, play } = playing(at({}, { wagers: [ANTE, raise] }));
    play.rememberRound(last);
    expect(play.repeatableBets).toEqual({ ante: 3500 });
    play.repeat();
    expect([play.message, live.waiting[0]?.["wagers"]]).toEqual([null, [{ wager: "ante", cents: 3500 }]]);
  });
});

describe("a house that does not answer", () => {
  it("has the balance it last told, and no wager is called safe that it has not confirmed", async () => {
    const { live, play } = playing(at());
    play.placeChip(PLAYER);
    expect([play.balanceCents, play.unconfirmedCents, play.isPending("player")]).toEqual([OWN_PLAYER.balance_cents, 2500, true]);
    live.isConnected = false;
    expect(connectionNotice(play)).toBe("Reconnecting. Not confirmed yet: Player.");
    live.isConnected = true;
    live.isSlow = true;
    expect(connectionNotice(play)).toBe("The house has not answered yet. Not confirmed yet: Player.");
    live.isSlow = false;
    await live.answer(at({ spots: spots({ player: 2500 }), staked_cents: 2500, balance_cents: OWN_PLAYER.balance_cents! - 2500 }));
    expect([connectionNotice(play), play.unconfirmedCents, play.isPending("player")]).toEqual([null, 0, false]);
    live.isConnected = false;
    expect(connectionNotice(play)).toBe("Reconnecting. Your confirmed wagers are safe.");
    play.placeChip(BANKER);
    expect(connectionNotice(play)).toBe("Reconnecting. Not confirmed yet: Banker. Your confirmed wagers are safe.");
  });

  it("and no wagers at all is only reconnected to", () => {
    const { live, play } = playing(at());
    live.isConnected = false;
    expect(connectionNotice(play)).toBe("Reconnecting.");
  });
});
