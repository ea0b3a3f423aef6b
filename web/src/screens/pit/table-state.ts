import type { FloorTableView } from "../../wire.http";
import { t } from "./words";

/** Return what happens at a table now: "Betting, 9 s", "Dealing, card 4", "Seat 4 decides", "Stopped: correction". */
export function tableStateText(table: FloorTableView, serverTime: number): string {
  if (table.phase === "closed") return t("state.closed");
  const alert = table.alerts[0];
  if (!table.is_running && alert !== undefined) return alert.kind === "paused" ? t("need.paused") : t(`stopped.${alert.kind}`);
  if (table.phase === "dealing") return dealingText(table);
  if (table.phase === "between-rounds" && alert?.kind === "jackpot") return t("need.jackpot");
  if (table.phase === "between-rounds")
    return table.banking === "player-dealer" && table.player_dealer === null ? t("state.no_bank") : t("state.between");
  if (table.closes_at === null) return t("state.open");
  const seconds = Math.ceil((table.closes_at - serverTime) / 1000);
  return seconds > 0 ? t("state.betting", { seconds }) : t("state.time_up");
}

function dealingText({ next_step: step, cards_dealt }: FloorTableView): string {
  if (step.seat !== undefined && step.choices !== undefined) return t("state.decides", { seat: step.seat });
  if (step.seat !== undefined && step.hand === undefined) return t("state.sets", { seat: step.seat });
  if (step.hand === undefined) return t("state.dealing");
  return t("state.dealing_card", { card: cards_dealt + 1 });
}
