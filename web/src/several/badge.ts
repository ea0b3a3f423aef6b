import { change, dollars } from "../lib/money";
import type { AtTable } from "../terminal/at-table.svelte";
import { askedClock, betsClock, clockAt } from "../terminal/table-clock";
import { t } from "../terminal/words";

/** The one thing worth knowing of a table that one does not look at. `yours`: it waits for this player. */
export type Badge = { text: string; tone: "yours" | "clock" | "good" | "danger" | "quiet" };

const seconds = (ms: number): string => t("asked.seconds", { seconds: Math.max(0, Math.ceil(ms / 1000)) });

export function badgeOf(table: AtTable): Badge {
  const { view } = table.live;
  if (view === null) return { text: "", tone: "quiet" };
  const at = clockAt(view, table.clock.now);
  if (view.decision?.questions.some((one) => one.is_own)) return { text: `${t("several.decide")} ${seconds(askedClock(view, at)?.left ?? 0)}`, tone: "yours" };
  const own = view.last_round?.player;
  if (view.phase === "between-rounds" && own !== undefined) return { text: change(own.result_cents), tone: own.result_cents > 0 ? "good" : own.result_cents < 0 ? "danger" : "quiet" };
  const clock = betsClock(view, at);
  if (clock !== null && view.betting.closes_at !== null) return { text: staked(table, seconds(clock.left)), tone: "clock" };
  return { text: staked(table, view.phase === "betting" && view.betting.is_open ? t("several.open") : ""), tone: "quiet" };
}

function staked(table: AtTable, first: string): string {
  const sum = table.play.staked > 0 ? dollars(table.play.staked) : "";
  return [first, sum].filter((part) => part !== "").join(" · ");
}
