import { describe, expect, it, vi } from "vitest";
import { BANKER, BETTING, OWN, PLAYER, result, settled, table, wager } from "../games/testing/table";
import { Refusal } from "../lib/api";
import type { LiveTable } from "../lib/live.svelte";
import type { TableView } from "../lib/types";
import { lostTold } from "./lost";
import { Play } from "./play.svelte";

vi.stubGlobal("window", globalThis);
const settle = (): Promise<void> => new Promise((go) => setTimeout(go, 30));

type Sent = { command: Record<string, unknown>; answer: () => void; refuse: (code: string) => void };

/** A table on a slow line: a command is answered when the test says so. */
class SlowLive {
  connected = true;
  isSlow = false;
  sent: Sent[] = [];
  constructor(public view: TableView) {}
  now = (): number => 0;
  command = (command: Record<string, unknown>): Promise<number> =>
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
  table({ wagers: WAGERS, betting: { ...BETTING, round: ROUND }, player: { ...OWN, ...given }, ...more });
const standing = (): TableView => at({ seat: null, seats: [] });
const spots = (wagers: Record<string, number>, seat = 2) => [{ seat, bettor: "player", wagers }];

function playing(view: TableView): { live: SlowLive; play: Play } {
  const live = new SlowLive(view);
  const play = new Play(live as unknown as LiveTable);
  play.chip = 2500;
  return { live, play };
}

describe("a tap before one has a seat", () => {
  it("stakes the chip that was chosen when it was made", async () => {
    const { live, play } = playing(standing());
    play.tap(PLAYER);
    play.chip = 50_000;
    play.isMost = true;
    expect(play.shown).toEqual({ player: 2500 });
    expect(live.waiting).toEqual([{ do: "sit-down", seat: 1 }]);
    await live.answer(at());
    expect(live.waiting).toEqual([{ do: "place-wagers", seat: 2, round: ROUND, wagers: [{ wager: "player", cents: 2500 }] }]);
  });

  it("is counted with those that follow it, and one seat is taken", async () => {
    const { live, play } = playing(standing());
    play.tap(PLAYER);
    play.tap(PLAYER);
    play.chip = 1000;
    play.tap(BANKER);
    expect(live.waiting.length).toBe(1);
    await live.answer(at());
    expect(live.waiting[0]?.["wagers"]).toEqual([{ wager: "player", cents: 5000 }, { wager: "banker", cents: 1000 }]);
  });

  it("waits for a slow view of the seat instead of taking another", async () => {
    const { live, play } = playing(standing());
    play.tap(PLAYER);
    live.sent.shift()?.answer();
    await new Promise((go) => setTimeout(go, 1200));
    expect(live.waiting).toEqual([]);
    live.view = at();
    await settle();
    expect(live.waiting.map((one) => one["do"])).toEqual(["place-wagers"]);
  });

  it("is refused with a word when no seat is to be had", async () => {
    const { live, play } = playing(standing());
    play.tap(PLAYER);
    await live.refuse("network/away");
    expect([play.shown, play.note?.()]).toEqual([{}, "Reconnecting."]);
    const full = playing(table({ wagers: WAGERS, betting: { ...BETTING, round: ROUND }, player: { ...OWN, seat: null, seats: [] }, seats: [] }));
    full.play.tap(PLAYER);
    expect([full.play.shown, full.play.note?.()]).toEqual([{}, "Every seat is taken. You may watch, or choose another table."]);
  });

  it("is refused with a word when its round closes first, and is not bet in the next", async () => {
    const { live, play } = playing(standing());
    play.tap(PLAYER);
    live.view = at({}, { betting: { ...BETTING, round: "t1/2" } });
    play.closeBets();
    expect(play.note?.()).toBe("Not bet when the bets closed: Player. The chips are still in your credit.");
    live.sent.shift()?.answer();
    await settle();
    expect([live.waiting, play.shown]).toEqual([[], {}]);
  });
});

describe("chips that are on their way", () => {
  it("stay at the box they were laid at when another is chosen", async () => {
    const { live, play } = playing(at({ seat: 2, seats: [2, 5] }, { game: { ...table().game, boxes: 2 } }));
    play.tap(PLAYER);
    play.tap(PLAYER);
    play.chooseBox(5);
    play.chip = 1000;
    play.tap(BANKER);
    const after = live.view;
    await live.answer(after);
    await live.answer(after);
    await live.answer(after);
    expect([play.shownAt(2), play.shownAt(5)]).toEqual([{ player: 5000 }, { banker: 1000 }]);
    expect(play.left).toBe(OWN.balance_cents! - 6000);
  });

  it("are said when they were too small to be bet", () => {
    const { live, play } = playing(at());
    play.chip = 500;
    play.tap(PLAYER);
    live.view = at({}, { phase: "dealing" });
    play.closeBets();
    expect(play.note?.()).toContain("Not bet when the bets closed: Player.");
  });

  it("and confirmed ones are not spoken of when the bets close", async () => {
    const { live, play } = playing(at());
    play.tap(PLAYER);
    await live.answer(at({ spots: spots({ player: 2500 }) }));
    play.tap(BANKER);
    live.view = at({ spots: spots({ player: 2500 }) }, { phase: "dealing" });
    play.closeBets();
    expect(play.note).toBeNull();
    await live.refuse("table/wrong_phase");
    expect(play.note?.()).toBe("That came after “no more bets” and does not count.");
  });
});

describe("last round's chips", () => {
  it("are what was placed before the first card, after a reload too", () => {
    const ANTE = wager("ante", { title: "Ante" });
    const raise = wager("play", { title: "Play", is_placed_during_round: true, requires: [{ wagers: ["ante"], seated_only: false, cite: "" }] });
    const last = settled([result("ante", "win", 2500), result("play", "win", 2500)]);
    last.player = { ...last.player!, spots: spots({ ante: 3500 }) };
    const { live, play } = playing(at({}, { wagers: [ANTE, raise] }));
    play.remember(last);
    expect(play.repeatable).toEqual({ ante: 3500 });
    play.repeat();
    expect([play.note, live.waiting[0]?.["wagers"]]).toEqual([null, [{ wager: "ante", cents: 3500 }]]);
  });
});

describe("a house that does not answer", () => {
  it("has the balance it last told, and no wager is called safe that it has not confirmed", async () => {
    const { live, play } = playing(at());
    play.tap(PLAYER);
    expect([play.balance, play.unconfirmed, play.isPending("player")]).toEqual([OWN.balance_cents, 2500, true]);
    live.connected = false;
    expect(lostTold(play)).toBe("Reconnecting. Not confirmed yet: Player.");
    live.connected = true;
    live.isSlow = true;
    expect(lostTold(play)).toBe("The house has not answered yet. Not confirmed yet: Player.");
    live.isSlow = false;
    await live.answer(at({ spots: spots({ player: 2500 }), staked_cents: 2500, balance_cents: OWN.balance_cents! - 2500 }));
    expect([lostTold(play), play.unconfirmed, play.isPending("player")]).toEqual([null, 0, false]);
    live.connected = false;
    expect(lostTold(play)).toBe("Reconnecting. Your confirmed wagers are safe.");
    play.tap(BANKER);
    expect(lostTold(play)).toBe("Reconnecting. Not confirmed yet: Banker. Your confirmed wagers are safe.");
  });

  it("and no wagers at all is only reconnected to", () => {
    const { live, play } = playing(at());
    live.connected = false;
    expect(lostTold(play)).toBe("Reconnecting.");
  });
});
