import { formatDollars } from "../lib/money";
import type { LastRound, LobbyTile, TableView } from "../lib/types";
import { gameDefinition, hasFreshDeckEachRound } from "../games/load";

/** What happens at a table now, what comes next and when: one line for everybody who looks. */
export type TableStageName =
  | "closed" | "paused" | "dispute" | "fault" | "jackpot" | "betting" | "waiting" | "last_seconds" | "free" | "dealing" | "turning" | "deciding" | "setting" | "laying" | "checking" | "folding" | "showdown"
  | "shoe" | "burn" | "deck" | "offering" | "posting" | "no_bank" | "next";
export type TableStage = { name: TableStageName; params: Record<string, string | number> };

/** The last seconds are said out loud. */
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

/** A jackpot that waits for confirmation, if there is one. The table may play on meanwhile. */
export function jackpotStage(view: TableView): TableStage | null {
  const [jackpot] = view.jackpots;
  return jackpot === undefined ? null : stage("jackpot", { cents: formatDollars(jackpot.cents), seat: jackpot.seat });
}

/** A jackpot explains a hold better than the hold does. */
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
  // Where seats play one another nobody else lays a hand: one that is out of order loses.
  if (view.arrangements !== undefined) return stage(view.table_stakes === undefined ? "setting" : "laying", { seats: seatList(view.arrangements.requests) });
  if (gameDefinition(view.game.family).hasShowdown && isEveryCardFaceUp(view) && view.action_order?.to_open == null) return stage("showdown");
  const by = view.reveal?.hand_to_reveal != null ? view.reveal.by : null;
  return by === null ? stage("dealing") : stage("turning", { seat: by.seat });
}

const seatList = (some: readonly { seat: number }[]): string => some.map((one) => one.seat).sort((one, other) => one - other).join(", ");

/** What is done for a seat that says nothing. */
function decisionStageName(view: TableView): TableStageName {
  const silence = view.decision?.questions[0]?.default_choice;
  return silence === "check" ? "checking" : silence === "fold" ? "folding" : "deciding";
}

const isEveryCardFaceUp = (view: TableView): boolean => {
  const cards = Object.values(view.hands).flat();
  return cards.length > 0 && cards.every((card) => !card.is_face_down);
};

function betweenRoundsStage(view: TableView): TableStage {
  const bank = view.player_dealer;
  const isOut = view.shoe === null || view.shoe.finished;
  if (isOut && !hasFreshDeckEachRound(view.game.family)) return stage("shoe");
  if (view.shoe?.burn_due === true) return stage("burn");
  if (bank === null || bank.posted_cents !== null) return stage(isOut ? "deck" : view.next_hand.free_hand ? "free" : "next");
  if (bank.stage === "offering") return stage("offering");
  return bank.stage === "banking" && bank.seat !== null ? stage("posting", { seat: bank.seat }) : stage("no_bank");
}

/** Milliseconds until the bets close, standing still while the clocks do; null while no time is set. */
export function bettingTimeLeftMs(view: Pick<TableView, "betting">, now: number): number | null {
  const { closes_at, clock_stopped_at: stands_since } = view.betting;
  return closes_at === null ? null : Math.max(0, closes_at - (stands_since ?? now));
}

/** What a clock shows: the time left, or the whole of it while it waits for the first bet; null when no bets are open. */
export function displayedTimeLeftMs(view: TableView, now: number): number | null {
  if (view.phase === "dealing" && view.decision?.deadline_at != null) return Math.max(0, view.decision.deadline_at - (view.betting.clock_stopped_at ?? now));
  if (view.phase === "dealing" && view.arrangements?.deadline_at != null) return Math.max(0, view.arrangements.deadline_at - (view.betting.clock_stopped_at ?? now));
  if (view.phase !== "betting" || view.next_hand.free_hand) return null;
  return bettingTimeLeftMs(view, now) ?? view.betting.seconds * 1000;
}

export type MoneyRange = { minCents: number; maxCents: number };

/** The limits of one kind of wager: the least anybody may bet and the most. */
export function wagerGroupLimits(view: TableView, groups: readonly string[]): MoneyRange | null {
  const limits = view.wagers.filter((wager) => !wager.is_placed_during_round && groups.includes(wager.group)).map((wager) => wager.limit);
  if (limits.length === 0) return null;
  return { minCents: Math.min(...limits.map((one) => one.least_cents)), maxCents: Math.max(...limits.map((one) => one.most_cents)) };
}

/** What one sits down with: the limits of the game's own wager, or what is brought to the table where seats play one another. */
export function mainLimitsText(view: TableView): string | null {
  const [lines, brought] = [wagerGroupLimits(view, ["line"]), view.table_stakes?.buy_in];
  if (brought === undefined) return lines === null ? null : formatMoneyRange(lines);
  return brought.most_cents === null ? `${formatDollars(brought.least_cents)}+` : formatMoneyRange({ minCents: brought.least_cents, maxCents: brought.most_cents });
}

export function formatMoneyRange(limits: MoneyRange): string {
  return limits.minCents === limits.maxCents ? formatDollars(limits.minCents) : `${formatDollars(limits.minCents)}–${formatDollars(limits.maxCents)}`;
}

/** The number of a round in its table: "ez-1/000131" is round 131. */
export function roundNumber(round: string): number {
  return Number(round.slice(round.lastIndexOf("/") + 1));
}

/** The number of the round whose cards lie there: the last one, or the one that is bet on or dealt. */
export function displayedRoundNumber(view: Pick<TableView, "betting">, last: Pick<LastRound, "round"> | null, isLast: boolean): number | null {
  const round = isLast && last !== null ? last.round : view.betting.round;
  return round === null ? null : roundNumber(round);
}

/** Tables where somebody plays come first, then those that are open, then those that stand, then those that are closed; each kind as the house numbers them. */
export function sortForWall(tiles: readonly LobbyTile[]): LobbyTile[] {
  const rank = (tile: LobbyTile): number => (tile.phase === "closed" ? 3 : !tile.is_running ? 2 : tile.seats_taken > (tile.player_dealer === null ? 0 : 1) ? 0 : 1);
  return [...tiles].sort((one, other) => rank(one) - rank(other));
}
