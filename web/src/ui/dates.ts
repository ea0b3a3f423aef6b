import { preferences } from "../lib/preferences.svelte";
import { session } from "../lib/session.svelte";

function locale(): string {
  return preferences.language === "zh" ? "zh-Hans" : preferences.language;
}

/** Times are the house's, as on its tickets, whatever zone the screen is set to. */
function formatInHouseTimeZone(at: number, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), { ...parts, timeZone: session.house?.time_zone }).format(at);
}

/** 19:43:02 */
export function formatTime(at: number): string {
  return formatInHouseTimeZone(at, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
}

/** 19 */
export function formatHour(at: number): string {
  return new Intl.DateTimeFormat("en", { hour: "2-digit", hourCycle: "h23", timeZone: session.house?.time_zone }).format(at);
}

/** 15 Nov, 19:43:02 */
export function formatDateTime(at: number): string {
  return `${formatInHouseTimeZone(at, { day: "numeric", month: "short" })}, ${formatTime(at)}`;
}

/** 0:48, 12:05, 1:02:33 */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, place) => (place === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
