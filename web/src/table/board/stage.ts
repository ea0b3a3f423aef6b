import { formatDollars } from "../../lib/money";
import type { LastRound, TableView } from "../../lib/types";
import { gameDefinition, hasFreshDeckEachRound } from "../game-loader";

/** What is happening at a table. The words file has a text for each stage and one for what comes next. */
export type TableStageName =
  | "closed"
  | "paused"
  | "dispute"
  | "fault"
  | "jackpot"
  | "betting"
  | "waiting"
  | "last_seconds"
  | "free"
  | "dealing"
  | "turning"
  | "deciding"
  | "setting"
  | "laying"
  | "checking"
  | "folding"
  | "showdown"
  | "shoe"
  | "burn"
  | "deck"
  | "offering"
  | "posting"
  | "no_bank"
  | "next";
export type TableStage = { name: TableStageName; params: Record<string, string | number> };

/** The end of the betting time, which the board shows as a stage of its own. */
export const LAST_SECONDS_MS = 5_000;

export function tableStage(view: TableView, now: number): TableStage {
  const stopped = stoppedStage(view);
  if (stopped !== null) return stopped;
  if (view.phase === "betting") return bettingStage(view, now);
  if (view.phase === "dealing") return dealingStage(view);
  return betweenRoundsStage(view);
}

function stage(name: TableStageName, params: Record<string, string | number> = {}): TableStage {
  return { name, params };
}

/** Return the stage of a jackpot that waits for confirmation, or null. The table may continue to play meanwhile. */
export function jackpotStage(view: TableView): TableStage | null {
  const [jackpot] = view.jackpots;
  return jackpot === undefined ? null : stage("jackpot", { cents: formatDollars(jackpot.cents), seat: jackpot.seat });
}

/** Return the stage of a table that is on hold, paused or closed, or null. A jackpot takes precedence over the other reasons for a hold. */
function stoppedStage(view: TableView): TableStage | null {
  if (view.hold_reasons.length > 0) return jackpotStage(view) ?? stage(view.hold_reasons.includes("dispute") ? "dispute" : "fault");
  if (view.is_paused) return stage("paused");
  return view.phase === "closed" ? stage("closed") : null;
}

function bettingStage(view: TableView, now: number): TableStage {
  const left = bettingTimeLeftMs(view, now);
  if (view.next_hand.free_hand) return stage("free");
  if (left === null) return stage("waiting", { seconds: view.betting.seconds });
  if (left <= 0) return stage("dealing");
  return stage(left <= LAST_SECONDS_MS ? "last_seconds" : "betting");
}

function dealingStage(view: TableView): TableStage {
  if (view.next_hand.free_hand) return stage("free");
  if (view.decision !== null) return stage(decisionStageName(view), { seats: seatList(view.decision.questions) });
  // In table-stakes games nobody sets a late hand for the player: a hand out of order loses.
  if (view.arrangements !== undefined)
    return stage(view.table_stakes === undefined ? "setting" : "laying", { seats: seatList(view.arrangements.requests) });
  if (gameDefinition(view.game.family).hasShowdown && isEveryCardFaceUp(view) && view.action_order?.to_open == null)
    return stage("showdown");
  const revealer = view.reveal?.hand_to_reveal != null ? view.reveal.by : null;
  return revealer === null ? stage("dealing") : stage("turning", { seat: revealer.seat });
}

const seatList = (requests: readonly { seat: number }[]): string =>
  requests
    .map((request) => request.seat)
    .sort((a, b) => a - b)
    .join(", ");

/** Return the stage name for an open decision, by the choice that is made for a seat that does not answer. */
function decisionStageName(view: TableView): TableStageName {
  const defaultChoice = view.decision?.questions[0]?.default_choice;
  return defaultChoice === "check" ? "checking" : defaultChoice === "fold" ? "folding" : "deciding";
}

const isEveryCardFaceUp = (view: TableView): boolean => {
  const cards = Object.values(view.hands).flat();
  return cards.length > 0 && cards.every((card) => !card.is_face_down);
};

function betweenRoundsStage(view: TableView): TableStage {
  const bank = view.player_dealer;
  const needsCards = view.shoe === null || view.shoe.finished;
  if (needsCards && !hasFreshDeckEachRound(view.game.family)) return stage("shoe");
  if (view.shoe?.burn_due === true) return stage("burn");
  if (bank === null || bank.posted_cents !== null) return stage(needsCards ? "deck" : view.next_hand.free_hand ? "free" : "next");
  if (bank.stage === "offering") return stage("offering");
  return bank.stage === "banking" && bank.seat !== null ? stage("posting", { seat: bank.seat }) : stage("no_bank");
}

/** Return the milliseconds until betting closes; null while no closing time is set. Does not change while the clock is stopped. */
export function bettingTimeLeftMs(view: Pick<TableView, "betting">, now: number): number | null {
  const { closes_at, clock_stopped_at: stoppedAt } = view.betting;
  return closes_at === null ? null : Math.max(0, closes_at - (stoppedAt ?? now));
}

/** Return the time a countdown shows: what is left to decide, to set hands or to bet (the full time before the first bet), or null. */
export function displayedTimeLeftMs(view: TableView, now: number): number | null {
  if (view.phase === "dealing" && view.decision?.deadline_at != null)
    return Math.max(0, view.decision.deadline_at - (view.betting.clock_stopped_at ?? now));
  if (view.phase === "dealing" && view.arrangements?.deadline_at != null)
    return Math.max(0, view.arrangements.deadline_at - (view.betting.clock_stopped_at ?? now));
  if (view.phase !== "betting" || view.next_hand.free_hand) return null;
  return bettingTimeLeftMs(view, now) ?? view.betting.seconds * 1000;
}

export type MoneyRange = { minCents: number; maxCents: number };

/** Return the lowest minimum and the highest maximum of the wagers in these groups; null if there are none. */
export function wagerGroupLimits(view: TableView, groups: readonly string[]): MoneyRange | null {
  const limits = view.wagers.filter((wager) => !wager.is_placed_during_round && groups.includes(wager.group)).map((wager) => wager.limit);
  if (limits.length === 0) return null;
  return {
    minCents: Math.min(...limits.map((limit) => limit.least_cents)),
    maxCents: Math.max(...limits.map((limit) => limit.most_cents)),
  };
}

/** Return the limits of the line wagers as text ("$5–$500"), or those of the buy-in in table-stakes games; null if there are neither. */
export function mainLimitsText(view: TableView): string | null {
  const [lineLimits, buyIn] = [wagerGroupLimits(view, ["line"]), view.table_stakes?.buy_in];
  if (buyIn === undefined) return lineLimits === null ? null : formatMoneyRange(lineLimits);
  return buyIn.most_cents === null
    ? `${formatDollars(buyIn.least_cents)}+`
    : formatMoneyRange({ minCents: buyIn.least_cents, maxCents: buyIn.most_cents });
}

export function formatMoneyRange(limits: MoneyRange): string {
  return limits.minCents === limits.maxCents
    ? formatDollars(limits.minCents)
    : `${formatDollars(limits.minCents)}–${formatDollars(limits.maxCents)}`;
}

/** Return the number of a round at its table: 131 for "ez-1/000131". */
export function roundNumber(round: string): number {
  return Number(round.slice(round.lastIndexOf("/") + 1));
}

/** Return the number of the round whose cards are shown: the last round if `isLast`, else the current one. */
export function displayedRoundNumber(
  view: Pick<TableView, "betting">,
  last: Pick<LastRound, "round"> | null,
  isLast: boolean,
): number | null {
  const round = isLast && last !== null ? last.round : view.betting.round;
  return round === null ? null : roundNumber(round);
}
