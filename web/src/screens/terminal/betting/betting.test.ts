import { beforeEach, describe, expect, it, vi } from "vitest";
import { BANKER, BETTING, OWN_PLAYER, PLAYER, TIE, ownResult, settledRound, tableView } from "../../../games/testing/table-view";
import type { LiveTable } from "../../../lib/live-table.svelte";
import type { Command, TableView } from "../../../lib/types";
import { chipsAtTable } from "../../../table/betting/chips";
import { PlayerBets } from "../../../table/betting/player-bets.svelte";
import { AutoRepeat } from "./auto-repeat.svelte";
import { chipDenominations } from "../../../table/betting/chip-denominations.svelte";

vi.stubGlobal("window", globalThis);
/** Wait until sent commands are answered and the code that awaits them has run. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Fake connection that accepts every command and shows the given view. */
class FakeLive {
  sent: Record<string, unknown>[] = [];
  constructor(public view: TableView) {}
  serverTime = (): number => 0;
  sendCommand = (command: Command): Promise<number> => {
    this.sent.push(command);
    return Promise.resolve(1);
  };
}

const LAST = { player: 2500 };
function atRound(number: number, given: Partial<TableView> = {}): TableView {
  return tableView({ betting: { ...BETTING, round: `t1/${number}` }, player: OWN_PLAYER, ...given });
}

function repeating(rounds: number): {
  live: FakeLive;
  play: PlayerBets;
  auto: AutoRepeat;
  next: (number: number, given?: Partial<TableView>) => Promise<void>;
} {
  const live = new FakeLive(atRound(1));
  const play = new PlayerBets(live as unknown as LiveTable);
  const auto = new AutoRepeat(play);
  play.rememberRound({
    round: "t1/0",
    status: "settled",
    family: "",
    cards: {},
    hand_values: {},
    player: { ...settledRound([ownResult("player", "push", 0)]).player!, spots: [{ seat: 2, bettor: "player", wagers: LAST }] },
  });
  expect(play.lastBets).toEqual(LAST);
  const next = async (number: number, given: Partial<TableView> = {}): Promise<void> => {
    live.view = atRound(number, given);
    play.discardLocalBets();
    await auto.placeIfDue();
    await settle();
  };
  auto.start(rounds);
  return { live, play, auto, next };
}

describe("automatic repetition", () => {
  it("places the bets once a round for the chosen number of rounds", async () => {
    const { live, play, auto, next } = repeating(3);
    await settle();
    await next(2);
    await next(2);
    expect([live.sent.filter((command) => command["do"] === "place-wagers").length, auto.roundsLeft]).toEqual([2, 1]);
    await next(3);
    expect([auto.isOn, play.message?.()]).toEqual([false, "Rounds repeated: 3."]);
    await next(4);
    expect(live.sent.filter((command) => command["do"] === "place-wagers").length).toBe(3);
  });

  it("stops if the balance is too small", async () => {
    const { live, play, auto, next } = repeating(5);
    await settle();
    await next(2, { player: { ...OWN_PLAYER, balance_cents: 1000 } });
    expect([auto.isOn, live.sent.length, play.message?.()]).toEqual([false, 1, "Repeating has stopped: Your credit reaches to $10"]);
  });

  it("stops at a limit of the player's own", async () => {
    const { play, auto, next } = repeating(5);
    await settle();
    const span = { staked_cents: 0, net_cents: 0, ends_at: 0 };
    const limit = { kind: "stake-round" as const, unit: "cents" as const, value: 2000, pending: null, pending_from: null };
    play.limits = {
      response: { limits: [limit], excluded: null, played: { today_ms: 0, sitting_ms: 0, day: span, week: span, month: span } },
      stakedCents: 0,
      receivedAt: 0,
    };
    await next(2);
    expect([auto.isOn, play.message?.()]).toEqual([false, "Repeating has stopped: Your own limit, Stake a round: $20. $20 of it is left."]);
  });

  it("stops when the table closes, when the player bets by hand, and by a tap", async () => {
    const closed = repeating(5);
    await closed.next(2, { phase: "closed" });
    expect(closed.auto.isOn).toBe(false);
    const byHand = repeating(5);
    await settle();
    await byHand.next(2, { player: { ...OWN_PLAYER, spots: [{ seat: 2, bettor: "own", wagers: { player: 1000 } }] } });
    expect([byHand.auto.isOn, byHand.play.message?.()]).toEqual([false, "Repeating has stopped: you laid chips by hand."]);
    const stopped = repeating(5);
    stopped.auto.stop();
    await stopped.next(2);
    expect(stopped.auto.isOn).toBe(false);
  });
});

describe("chip values", () => {
  const view = tableView({ wagers: [PLAYER, BANKER, TIE] });
  beforeEach(() => chipDenominations.save([]));

  it("are the default ones until the player chooses others, at most five", () => {
    expect(chipsAtTable(view)).toEqual([500, 2500, 10_000, 50_000]);
    chipDenominations.save([20_000, 1500, 500, 500, 2500, 700, 800]);
    expect(chipsAtTable(view)).toEqual([500, 700, 800, 1500, 2500]);
  });

  it("leave out values that no spot takes", () => {
    chipDenominations.save([1500, 9_000_000]);
    expect(chipsAtTable(view)).toEqual([1500]);
    chipDenominations.save([9_000_000]);
    expect(chipsAtTable(view)).toEqual([500, 2500, 10_000, 50_000]);
  });
});

describe("a player with several boxes", () => {
  const two = (round: number, given: Partial<NonNullable<TableView["player"]>> = {}): TableView => {
    const seen = atRound(round);
    const seats = [1, 2, 3, 5].map((seat) => ({
      seat,
      is_taken: true,
      is_third_party: false,
      is_bot: false,
      is_own: seat === 2 || seat === 5,
    }));
    return { ...seen, seats, game: { ...seen.game, boxes: 3 }, player: { ...OWN_PLAYER, seat: 5, seats: [5, 2], ...given } };
  };
  const spots = [
    { seat: 2, bettor: "player", wagers: { player: 1000 } },
    { seat: 5, bettor: "player", wagers: { player: 2000 } },
  ];
  const last = {
    round: "t1/0",
    status: "settled",
    family: "",
    cards: {},
    hand_values: {},
    player: { ...settledRound([ownResult("player", "push", 0)]).player!, spots },
  } as const;

  it("bets at the box taken first until another is chosen", () => {
    const play = new PlayerBets(new FakeLive(two(1)) as unknown as LiveTable);
    expect([play.boxes, play.bettingSeat, play.behindSeat]).toEqual([[2, 5], 5, null]);
    play.chooseBox(2);
    expect([play.bettingSeat, play.behindSeat]).toEqual([2, null]);
  });

  it("repeats the bets of all boxes, except at boxes with chips", async () => {
    const live = new FakeLive(two(1));
    const play = new PlayerBets(live as unknown as LiveTable);
    play.rememberRound(last);
    expect(play.repeatableBets).toEqual({ player: 3000 });
    play.repeat();
    await settle();
    await settle();
    const sent = live.sent.map((command) => [command["seat"], command["wagers"]]);
    expect(sent).toContainEqual([5, [{ wager: "player", cents: 2000 }]]);
    expect(sent).toContainEqual([2, [{ wager: "player", cents: 1000 }]]);
    live.view = two(2, { spots: [spots[0] as never] });
    live.sent = [];
    play.discardLocalBets();
    play.repeat();
    await settle();
    await settle();
    expect(live.sent.map((command) => command["seat"])).toEqual([5]);
  });

  it("repeats only as far as the balance allows", async () => {
    const live = new FakeLive(two(1, { balance_cents: 2500 }));
    const play = new PlayerBets(live as unknown as LiveTable);
    play.rememberRound(last);
    play.repeat();
    await settle();
    await settle();
    expect(live.sent.map((command) => command["seat"])).toEqual([5]);
    expect(play.message?.()).toBe("Your credit reaches to $5");
  });

  it("repeats automatically at every box", async () => {
    const live = new FakeLive(two(1));
    const play = new PlayerBets(live as unknown as LiveTable);
    const auto = new AutoRepeat(play);
    play.rememberRound(last);
    auto.start(2);
    await settle();
    await settle();
    live.view = two(2);
    play.discardLocalBets();
    await auto.placeIfDue();
    await settle();
    expect(live.sent.map((command) => command["seat"]).sort()).toEqual([2, 2, 5, 5]);
    expect(auto.isOn).toBe(false);
  });

  it("can take another box if the table allows it and a seat is free", () => {
    const full = two(1);
    expect(new PlayerBets(new FakeLive(full) as unknown as LiveTable).canTakeBox).toBe(false);
    const free = { ...full, seats: full.seats.map((seat) => (seat.seat === 3 ? { ...seat, is_taken: false } : seat)) };
    expect(new PlayerBets(new FakeLive(free) as unknown as LiveTable).canTakeBox).toBe(true);
    const three = { ...free, game: { ...free.game, boxes: 2 } };
    expect(new PlayerBets(new FakeLive(three) as unknown as LiveTable).canTakeBox).toBe(false);
  });
});

it("bets the maximum that the spot and the balance allow", () => {
  const live = new FakeLive(atRound(1, { wagers: [PLAYER, BANKER] }));
  const play = new PlayerBets(live as unknown as LiveTable);
  play.chipCents = 2500;
  play.betsMaximum = true;
  play.placeChip(PLAYER);
  expect(play.shownBets).toEqual({ player: PLAYER.limit.most_cents });
  live.view = atRound(2, { wagers: [PLAYER, BANKER], player: { ...OWN_PLAYER, balance_cents: 4250 } });
  play.discardLocalBets();
  play.placeChip(PLAYER);
  expect(play.shownBets).toEqual({ player: 4200 });
});
