/** Types of the response of /api/me/limits: the player's own limits and play totals. */
export type LimitKind = "loss-day" | "loss-week" | "loss-month" | "stake-round" | "stake-day" | "time-day" | "time-session";
export type OwnLimit = {
  kind: LimitKind;
  unit: "cents" | "minutes";
  value: number | null;
  pending: number | null;
  pending_from: number | null;
};
export type PlayTotals = { staked_cents: number; net_cents: number; ends_at: number };
export type LimitsResponse = {
  limits: OwnLimit[];
  excluded: { kind: string; ends_at: number | null; message: string } | null;
  played: { today_ms: number; sitting_ms: number; day: PlayTotals; week: PlayTotals; month: PlayTotals };
};
