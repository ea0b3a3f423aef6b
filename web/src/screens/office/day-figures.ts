import { formatPercent } from "../../lib/numbers";
import type { components } from "../../wire.http";
import { t } from "./words";

export type DayReport = components["schemas"]["DayReportResponse"];
export type DayFigures = DayReport["figures"];
export type HourFigures = DayFigures["hours"][number];
export type TableLuck = DayFigures["tables"][number];
export type Luck = DayFigures["house"];
/** Rounds behind a figure: those that ended in a period, at one table or at all. */
export type RoundScope = { title: string; since: number; until: number; table?: string; bankedBy?: "house" | "players" };

const DAY_MS = 86_400_000;

/** Format a percentage that the server sent as text; a dash if it sent none. */
export const percentText = (percent: string | null): string => (percent === null ? "–" : formatPercent(Number(percent), 2));

/** Return in words how far a win is from its expectation. */
export function luckText(luck: Luck): string {
  if (luck.rounds_without_sheet > 0) return t("luck.no_sheet", { count: luck.rounds_without_sheet });
  if (luck.deviations === null) return t("luck.no_rounds");
  const bound = luck.is_deviation_bound ? "_bound" : "";
  return t(luck.is_within_luck === true ? `luck.within${bound}` : `luck.outside${bound}`, { deviations: luck.deviations });
}

/** Return the hours from the first to the last with a round; the running hour is the last. */
export function playedHours(hours: readonly HourFigures[], isRunning: boolean): HourFigures[] {
  const played = hours.flatMap((hour, index) => (hour.rounds > 0 ? [index] : []));
  const last = isRunning ? hours.length - 1 : played.at(-1);
  return played[0] === undefined ? [] : hours.slice(played[0], (last ?? 0) + 1);
}

/** Return the date some days after an ISO date: "2026-11-17". */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
