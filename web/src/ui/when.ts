import { choices } from "../lib/choices.svelte";
import { session } from "../lib/session.svelte";

function tongue(): string {
  return choices.language === "zh" ? "zh-Hans" : choices.language;
}

/** Times are the house's, as on its tickets, whatever zone the screen is set to. */
function written(at: number, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(tongue(), { ...parts, timeZone: session.house?.time_zone }).format(at);
}

/** 19:43:02 */
export function clock(at: number): string {
  return written(at, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
}

/** 19 */
export function hour(at: number): string {
  return new Intl.DateTimeFormat("en", { hour: "2-digit", hourCycle: "h23", timeZone: session.house?.time_zone }).format(at);
}

/** 15 Nov, 19:43:02 */
export function moment(at: number): string {
  return `${written(at, { day: "numeric", month: "short" })}, ${clock(at)}`;
}

/** 0:48, 12:05, 1:02:33 */
export function lasting(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, place) => (place === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
