import { t } from "../../table/words";

/** Format a play time: "12 min", "1 h 12 min". */
export function formatPlayTime(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return t("time.minutes", { minutes });
  return t("time.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
