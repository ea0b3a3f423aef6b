import { describe, expect, it } from "vitest";
import type { LimitKind, LimitsResponse } from "./limits-response";
import { remainingLimits, earliestTimeLimit, lowestMoneyLimit, ownLimitProblem, type LimitsSnapshot } from "./own-limits";

const SPAN = { staked_cents: 10_000, net_cents: -4000, ends_at: 0 };

/** Told while $20 lay on the table; $100 staked today, $40 lost. */
function told(limits: Partial<Record<LimitKind, number>>, given: Partial<LimitsResponse> = {}): LimitsSnapshot {
  const isTime = (kind: string): boolean => kind.startsWith("time");
  const rows = Object.entries(limits).map(([kind, value]) => ({
    kind: kind as LimitKind,
    unit: isTime(kind) ? ("minutes" as const) : ("cents" as const),
    value,
    pending: null,
    pending_from: null,
  }));
  const played = { today_ms: 30 * 60_000, sitting_ms: 10 * 60_000, day: SPAN, week: SPAN, month: SPAN };
  return { response: { limits: rows, excluded: null, played, ...given }, stakedCents: 2000, receivedAt: 0 };
}

describe("what is left of one's own limits", () => {
  const left = (kind: LimitKind, value: number, staked: number, now = 0): number => remainingLimits(told({ [kind]: value }), staked, now)[0]?.remaining ?? NaN;

  it("of a round's stake: what does not lie there yet", () => expect(left("stake-round", 5000, 3000)).toBe(2000));
  it("of a day's stake: chips put down since are counted, those before are already", () => expect([left("stake-day", 15_000, 2000), left("stake-day", 15_000, 3000)]).toEqual([5000, 4000]));
  it("of a day's loss: what lies open may be lost", () => expect(left("loss-day", 10_000, 2000)).toBe(4000));
  it("of time: the clock goes on", () => expect(left("time-day", 60, 0, 5 * 60_000)).toBe(25 * 60_000));
  it("a limit that is not set is none", () => expect(remainingLimits({ ...told({}), response: { ...told({}).response, limits: [{ kind: "loss-day", unit: "cents", value: null, pending: null, pending_from: null }] } }, 0, 0)).toEqual([]));

  it("the tightest is the one to mind", () => {
    const all = remainingLimits(told({ "stake-round": 5000, "loss-day": 10_000, "time-session": 15, "time-day": 60 }), 2000, 0);
    expect(lowestMoneyLimit(all)?.kind).toBe("stake-round");
    expect(earliestTimeLimit(all)?.kind).toBe("time-session");
    expect(lowestMoneyLimit([])).toBeNull();
  });
});

describe("a chip against one's own limit", () => {
  const why = (limits: LimitsSnapshot, extra: number, now = 0): string | undefined => ownLimitProblem(limits, remainingLimits(limits, limits.stakedCents, now), extra)?.();

  it("is told before it is sent", () => expect(why(told({ "stake-round": 3000 }), 2500)).toBe("Your own limit, Stake a round: $30. $10 of it is left."));
  it("may lie while there is room", () => expect(why(told({ "stake-round": 3000 }), 1000)).toBeUndefined());
  it("may always be taken back", () => expect(why(told({ "stake-round": 100 }, { excluded: { kind: "break", ends_at: null, message: "" } }), -500)).toBeUndefined());
  it("waits while one is excluded", () => expect(why(told({}, { excluded: { kind: "break", ends_at: null, message: "" } }), 500)).toContain("You asked not to play"));
  it("waits when the time is over", () => expect(why(told({ "time-session": 10 }), 500)).toContain("Minutes a sitting: 10 min"));
});
