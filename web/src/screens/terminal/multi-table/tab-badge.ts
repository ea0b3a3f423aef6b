import { formatSignedDollars, formatDollars } from "../../../lib/money";
import type { TableSession } from "../table-session.svelte";
import { decisionCountdown, bettingCountdown, clockTime } from "../../../table/betting/countdowns";
import { t } from "../../../table/words";

/** Short state of a table for its tab. Tone `yours`: the table waits for a decision of this player. */
export type TabBadge = { text: string; tone: "yours" | "clock" | "good" | "danger" | "quiet" };

const secondsText = (ms: number): string => t("decision.seconds", { seconds: Math.max(0, Math.ceil(ms / 1000)) });

export function tabBadge(table: TableSession): TabBadge {
  const { view } = table.live;
  if (view === null) return { text: "", tone: "quiet" };
  const time = clockTime(view, table.clock.now);
  if (view.decision?.questions.some((question) => question.is_own))
    return { text: `${t("several.decide")} ${secondsText(decisionCountdown(view, time)?.leftMs ?? 0)}`, tone: "yours" };
  const own = view.last_round?.player;
  if (view.phase === "between-rounds" && own !== undefined)
    return { text: formatSignedDollars(own.result_cents), tone: own.result_cents > 0 ? "good" : own.result_cents < 0 ? "danger" : "quiet" };
  const countdown = bettingCountdown(view, time);
  if (countdown !== null && view.betting.closes_at !== null)
    return { text: withStake(table, secondsText(countdown.leftMs)), tone: "clock" };
  return { text: withStake(table, view.phase === "betting" && view.betting.is_open ? t("several.open") : ""), tone: "quiet" };
}

function withStake(table: TableSession, first: string): string {
  const sum = table.play.stakedCents > 0 ? formatDollars(table.play.stakedCents) : "";
  return [first, sum].filter((part) => part !== "").join(" · ");
}
