import { t } from "./words";

const MINUTE_MS = 60_000;

/** Return a time in words: "48 seconds", "19 minutes", "2 hours". */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 100) return t("time.seconds", { count: seconds });
  const minutes = Math.round(ms / MINUTE_MS);
  return minutes < 100 ? t("time.minutes", { count: minutes }) : t("time.hours", { count: Math.round(minutes / 60) });
}
