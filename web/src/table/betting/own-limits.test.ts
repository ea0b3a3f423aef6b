import { describe, expect, it } from "vitest";
import type { LimitKind, LimitsResponse } from "./limits-response";
import { remainingLimits, earliestTimeLimit, lowestMoneyLimit, ownLimitProblem, type LimitsSnapshot } from "./own-limits";

const SPAN = { staked_cents: 10_000, net_cents: -4000, ends_at: 0 };

/** Limits loaded while $20 was on the table; $100 staked and $40 lost today. */
function snapshot(limits: Partial<Record<LimitKind, number>>, given: Partial<LimitsResponse> = {}): LimitsSnapshot {
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

describe("remaining amount of the player's own limits", () => {
  const remaining = (kind: LimitKind, value: number, staked: number, now = 0): number =>
    remainingLimits(snapshot({ [kind]: value }), staked, now)[0]?.remaining ?? NaN;

  it("stake per round: the limit minus the chips on the table", () => expect(remaining("stake-round", 5000, 3000)).toBe(2000));
  it("stake per day: counts only chips placed since the limits were loaded", () =>
    expect([remaining("stake-day", 15_000, 2000), remaining("stake-day", 15_000, 3000)]).toEqual([5000, 4000]));
  it("loss per day: counts open stakes as lost", () => expect(remaining("loss-day", 10_000, 2000)).toBe(4000));
  it("time: counts the time since the limits were loaded", () => expect(remaining("time-day", 60, 0, 5 * 60_000)).toBe(25 * 60_000));
  it("leaves out limits that are not set", () =>
    expect(
      remainingLimits(
        {
          ...snapshot({}),
          response: {
            ...snapshot({}).response,
            limits: [{ kind: "loss-day", unit: "cents", value: null, pending: null, pending_from: null }],
          },
        },
        0,
        0,
      ),
    ).toEqual([]));

  it("finds the limits with the least money and time remaining", () => {
    const all = remainingLimits(snapshot({ "stake-round": 5000, "loss-day": 10_000, "time-session": 15, "time-day": 60 }), 2000, 0);
    expect(lowestMoneyLimit(all)?.kind).toBe("stake-round");
    expect(earliestTimeLimit(all)?.kind).toBe("time-session");
    expect(lowestMoneyLimit([])).toBeNull();
  });
});

describe("a bet and the player's own limits", () => {
  const problem = (limits: LimitsSnapshot, extra: number, now = 0): string | undefined =>
    ownLimitProblem(limits, remainingLimits(limits, limits.stakedCents, now), extra)?.();

  it("is refused with a reason if it exceeds a limit", () =>
    expect(problem(snapshot({ "stake-round": 3000 }), 2500)).toBe("Your own limit, Stake a round: $30. $10 of it is left."));
  it("is allowed while the limit is not reached", () => expect(problem(snapshot({ "stake-round": 3000 }), 1000)).toBeUndefined());
  it("can always be removed", () =>
    expect(
      problem(snapshot({ "stake-round": 100 }, { excluded: { kind: "break", starts_at: 0, ends_at: null, message: "" } }), -500),
    ).toBeUndefined());
  it("is refused during a break or exclusion", () =>
    expect(problem(snapshot({}, { excluded: { kind: "break", starts_at: 0, ends_at: null, message: "" } }), 500)).toContain(
      "You asked not to play",
    ));
  it("is refused when the time limit is reached", () =>
    expect(problem(snapshot({ "time-session": 10 }), 500)).toContain("Minutes a sitting: 10 min"));
});
