import { tCommon } from "./common-words";

/** Join names to a list: "Trips, Bad Beat and Ante". */
export function formatList(names: readonly string[]): string {
  const [last, ...before] = [...names].reverse();
  if (last === undefined) return "";
  return before.length === 0 ? last : `${before.reverse().join(", ")}${tCommon("list.and")}${last}`;
}
