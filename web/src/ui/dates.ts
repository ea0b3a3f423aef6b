import { preferences } from "../lib/preferences.svelte";
import { session } from "../lib/session.svelte";

/** Format a time in the casino's time zone, as on its tickets, not in the time zone of the screen. */
function formatInHouseTimeZone(at: number, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(preferences.locale, { ...parts, timeZone: session.house?.time_zone }).format(at);
}

/** Format a time of day: "19:43:02". */
export function formatTime(at: number): string {
  return formatInHouseTimeZone(at, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
}

/** Format a time of day without its seconds: "19:43". */
export function formatClock(at: number): string {
  return formatInHouseTimeZone(at, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** Format the hour of a time: "19". */
export function formatHour(at: number): string {
  return new Intl.DateTimeFormat("en", { hour: "2-digit", hourCycle: "h23", timeZone: session.house?.time_zone }).format(at);
}

/** Format a date and time: "15 Nov, 19:43:02". */
export function formatDateTime(at: number): string {
  return `${formatInHouseTimeZone(at, { day: "numeric", month: "short" })}, ${formatTime(at)}`;
}

/** Format a day with its weekday: "Tuesday 17 November". */
export function formatDay(at: number): string {
  return formatInHouseTimeZone(at, { weekday: "long", day: "numeric", month: "long" });
}

/** Format a duration: "0:48", "12:05", "1:02:33". */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
