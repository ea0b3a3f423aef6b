import { hasFreshDeckEachRound, loadedParts } from "../games/load";
import type { TerminalParts } from "../games/parts";
import { formatSignedDollars, formatDollars } from "../lib/money";
import type { LastRound, Result, Card, TableView } from "../lib/types";
import { voidReason } from "../ui/void-reason";
import { isViewersBankTurn } from "./bank";
import { shortTitle } from "./spot-layout";
import { paidOddsText } from "./odds";
import { t } from "./words";

/** One line of what happened, one of what happens next. */
export type StatusLine = { main: string; next: string; tone?: "loud" | "warn" | "won" };

const gameOf = (view: TableView): TerminalParts => loadedParts("terminal", view.game.family);

/** "Banker wins, 7 over 6." */
export const resultSentence = (view: TableView, last: LastRound): string => gameOf(view).resultSentence(last, view);

/** What the table shows now. `now` is the server's time. */
export function statusLine(view: TableView, now: number): StatusLine {
  return stopped(view) ?? offered(view) ?? byPhase(view, now);
}

function stopped(view: TableView): StatusLine | null {
  if (view.phase === "closed") return { main: t("state.closed"), next: t("state.closed_next") };
  if (view.hold_reasons.length > 0) return held(view);
  if (view.is_paused) return { main: t("state.paused"), next: t("state.paused_next"), tone: "warn" };
  return null;
}

/** Why the table stands; if its last round is void, that and why comes first. */
function held(view: TableView): StatusLine {
  const why = t(view.hold_reasons.includes("dispute") ? "state.held_dispute" : "state.held_fault");
  const { last_round: last, phase } = view;
  if (last === null || last.status !== "void" || phase !== "between-rounds") return { main: t("state.held"), next: why, tone: "warn" };
  return { main: t("state.void"), next: `${voidSentence(last)} ${why}`, tone: "warn" };
}

/** "The cards were dealt wrongly. All stakes and fees went back." */
export function voidSentence(last: LastRound): string {
  return `${voidReason(last)} ${t("state.void_back")}`.trim();
}

/** A player-dealer game waits for its bank between the rounds. */
function offered(view: TableView): StatusLine | null {
  const bank = view.player_dealer;
  if (bank === null || view.phase !== "between-rounds" || bank.posted_cents !== null) return null;
  const seat = view.player?.seat ?? null;
  if (bank.stage === "offering" && isViewersBankTurn(view)) {
    return { main: t("bank.offered"), next: t("bank.offered_next"), tone: "loud" };
  }
  if (bank.stage === "banking" && isViewersBankTurn(view)) return { main: t("bank.post"), next: t("bank.post_next"), tone: "loud" };
  return view.jackpots.length > 0 ? null : whileOthersDecide(view, awaited(bank, seat));
}

/** Whoever is not asked is told first how the round ended. */
function whileOthersDecide(view: TableView, awaits: StatusLine): StatusLine {
  const { last_round: last, player_dealer: bank } = view;
  if (last === null || (bank?.stage !== "offering" && bank?.stage !== "banking")) return awaits;
  const isVoid = last.status === "void";
  const said = isVoid ? voidSentence(last) : last.status === "corrected" ? t("state.corrected") : gist(view, last);
  return {
    main: isVoid ? t("state.void") : resultSentence(view, last),
    next: said === "" ? awaits.next : `${said}${/[.。]$/.test(said) ? "" : " ·"} ${awaits.next}`,
    ...(isVoid ? { tone: "warn" as const } : {}),
  };
}

function awaited(bank: NonNullable<TableView["player_dealer"]>, seat: number | null): StatusLine {
  if (bank.stage === "offering") {
    return { main: t("bank.others"), next: bank.asked === null ? t("bank.others_next") : t(bank.behind === null ? "bank.asked" : "bank.asked_behind", { seat: bank.asked }) };
  }
  if (bank.stage === "banking") return { main: t(bank.behind === null ? "bank.posting" : "bank.posting_behind", { seat: bank.seat ?? 0 }), next: t("bank.others_next") };
  if (bank.stage === "broken") return { main: t("bank.broken"), next: t("bank.broken_next") };
  return { main: t("bank.waiting"), next: seat === null ? t("bank.waiting_sit") : t("bank.waiting_next") };
}

function byPhase(view: TableView, now: number): StatusLine {
  if (view.phase === "betting") return betting(view, now);
  if (view.phase === "dealing") return dealing(view);
  return counted(view, between(view), now);
}

/** Where the next bets open by themselves, it is said in how many seconds. */
function counted(view: TableView, told: StatusLine, now: number): StatusLine {
  const opens = view.betting.opens_at;
  if (opens === null || view.is_paused) return told;
  const seconds = Math.max(0, Math.ceil((opens - now) / 1000));
  const next = [t("result.open"), t("state.soon_next")].reduce((said, open) => said.replace(open, ""), told.next).trim();
  return { ...told, next: `${next}${/[.。]$/.test(next) || next === "" ? "" : " ·"} ${t("state.open_in", { seconds })}`.trim() };
}

function betting(view: TableView, now: number): StatusLine {
  const { closes_at: closes, is_open: open } = view.betting;
  if (view.next_hand.free_hand) return { main: t("state.free_hand"), next: t("state.free_hand_next") };
  if (closes !== null && now >= closes) return { main: t("state.no_more_bets"), next: t("state.no_more_bets_next"), tone: "loud" };
  if ((view.player?.bank_cents ?? 0) > 0) return { main: t("bank.yours"), next: t("bank.yours_next", { amount: formatDollars(view.player?.bank_cents ?? 0) }) };
  const last = view.shoe?.last_hand ? ` ${t("state.last_hand")}` : "";
  if (closes === null && open) return { main: t("state.place"), next: t("state.first_chip", { seconds: view.betting.seconds }) + last };
  if (closes !== null && closes - now <= 5000) return { main: t("state.last_seconds"), next: t("state.betting_next") + last, tone: "loud" };
  return { main: t("state.place"), next: t("state.betting_next") + last };
}

function dealing(view: TableView): StatusLine {
  if (view.next_hand.free_hand) return { main: t("state.free_hand"), next: t("state.free_hand_next") };
  return gameOf(view).dealingSentence(view);
}

/** That cards are dealt; of the newest one `says` may have more to tell. */
export function dealingStatus(view: TableView, says: (newest: Card & { hand: string }) => string | null = () => null): StatusLine {
  const cards = Object.entries(view.hands).flatMap(([hand, list]) => list.map((card) => ({ hand, ...card })));
  const newest = cards.sort((one, other) => (other.card_number ?? 0) - (one.card_number ?? 0))[0];
  if (newest === undefined) return { main: t("state.no_more_bets"), next: t("state.no_more_bets_next"), tone: "loud" };
  return { main: says(newest) ?? t("state.dealing"), next: t("state.dealing_next") };
}

function between(view: TableView): StatusLine {
  const { last_round: last, shoe } = view;
  const isFree = view.next_hand.free_hand;
  if (view.jackpots.some((one) => one.is_own)) return { main: t("state.jackpot_own"), next: t("state.jackpot_next"), tone: "won" };
  if (view.jackpots.length > 0) return { main: t("state.jackpot"), next: t("state.jackpot_next"), tone: "loud" };
  if (last !== null && last.status === "void") return { main: t("state.void"), next: `${voidSentence(last)} ${t(isFree ? "state.free_hand_soon" : "state.void_soon")}`, tone: "warn" };
  if (isFree) return { main: last === null ? t("state.free_hand") : resultSentence(view, last), next: t("state.free_hand_soon") };
  if (last !== null) return { main: resultSentence(view, last), next: viewerResultSentence(view, last) };
  if (hasFreshDeckEachRound(view.game.family)) return { main: t("state.deck"), next: t("state.deck_next") };
  if (shoe === null || shoe.finished || shoe.burn_due) return { main: t("state.shuffle"), next: promise(view) };
  return { main: t("state.soon"), next: view.mode === "automated" ? t("state.soon_next") : t("state.soon_dealer") };
}

/** The order of the shoe is promised before its first wager. */
function promise(view: TableView): string {
  const digest = view.shoe?.digest ?? null;
  return digest === null ? t("state.shuffle_next") : t("state.shuffle_promise", { digest: digest.slice(0, 12) });
}

/** What the round meant for whoever looks: paid, pushed, lost or nothing staked. */
export function viewerResultSentence(view: TableView, last: LastRound): string {
  const own = last.player;
  if (last.status === "corrected") return t("state.corrected");
  if (own === undefined) return andThen(t("result.none"));
  const { ownResultSentence } = gameOf(view);
  if (ownResultSentence !== null && paidShort(view, last) === null) return ownResultSentence(view, last);
  const told = paidOrReturned(view, last);
  if (told !== "") return told;
  if (own.result_cents === 0) return andThen(t("result.push", { amount: formatDollars(own.staked_cents) }));
  return andThen(`${t("result.lost", { amount: formatSignedDollars(own.result_cents) })}${feeSentence(own)}`);
}

/** " Collection $1 included.", where one was taken. */
export const feeSentence = (own: { fee_cents: number }): string => (own.fee_cents > 0 ? ` ${t("result.fee", { amount: formatDollars(own.fee_cents) })}` : "");

const andThen = (sentence: string): string => `${sentence} ${t("result.open")}`;

/** In a few words, beside the result. */
function gist(view: TableView, last: LastRound): string {
  const own = gameOf(view).shortResultText;
  return own !== null && paidShort(view, last) === null ? own(view, last) : paidOrReturned(view, last);
}

/** A wager that the bank could not pay, or not whole. */
function paidShort(view: TableView, last: LastRound): Result | null {
  return (last.player?.results ?? []).find((one) => isUnpaid(view, last, one) || isPaidShort(one)) ?? null;
}

/** It came back because nothing was left to pay it with; while the bank has money, the rules have sent it back. */
function isUnpaid(view: TableView, last: LastRound, one: Result): boolean {
  const isByRule = (last.bank?.left_cents ?? 0) > 0 || gameOf(view).isReturnedByRule(last, one);
  return one.result === "returned" && !isByRule;
}

/** What came of the player's wagers that is worth a sentence: the bank used up, or the best of what was paid. */
function paidOrReturned(view: TableView, last: LastRound): string {
  const results = last.player?.results ?? [];
  const returned = results.filter((one) => isUnpaid(view, last, one));
  if (returned.length > 0) return t("result.bank_used", { wagers: returned.map((one) => wagerTitle(view, one.wager)).join(", ") });
  const paid = results.filter((one) => one.result === "win").sort((one, other) => other.net_cents - one.net_cents);
  const short = paid.find(isPaidShort);
  if (short !== undefined) {
    return t("result.bank_short", { wager: wagerTitle(view, short.wager), amount: formatDollars(short.net_cents), owed: formatDollars(short.owed_cents ?? 0) });
  }
  return paid[0] === undefined ? "" : paidSentence(view, paid[0].wager, paid[0].name, paid[0].net_cents);
}

/** A bank that ran out pays what it has. */
export function isPaidShort(result: Result): boolean {
  return result.result === "win" && (result.owed_cents ?? 0) > result.net_cents;
}

function paidSentence(view: TableView, id: string, row: string, cents: number): string {
  const wager = view.wagers.find((one) => one.id === id);
  const odds = wager === undefined ? "" : paidOddsText(wager, row);
  const given = { wager: wagerTitle(view, id), odds, amount: formatDollars(cents) };
  return odds === "" ? t("result.pays_sum", given) : t("result.pays", given);
}

export function wagerTitle(view: TableView, id: string): string {
  const wager = view.wagers.find((one) => one.id === id);
  return wager === undefined ? id : shortTitle(wager);
}
