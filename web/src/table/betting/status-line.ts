import { hasFreshDeckEachRound, loadedParts } from "../game-loader";
import type { TerminalParts } from "../game-parts";
import { tCommon } from "../../lib/common-words";
import { formatSignedDollars, formatDollars } from "../../lib/money";
import type { LastRound, Result, Card, TableView, OwnLast } from "../../lib/types";
import { preferences } from "../../lib/preferences.svelte";
import { translateRulebookText, type OfGame } from "../../lib/rulebook-translations.svelte";
import { hasResult, voidReason } from "../../ui/void-reason";
import { isResultShownFirst, isViewersBankTurn } from "./bank";
import { momentOf } from "./moment";
import { paidOddsText, wagerOddsText, winningOddsText } from "./odds";
import { t } from "../words";

/** Name of the Envy Bonus in results. */
const ENVY = "envy";

/** The status of the table in two lines: what happened, and what happens next. */
export type StatusLine = { main: string; next: string; tone?: "loud" | "warn" | "won" };

const gameOf = (view: TableView): TerminalParts => loadedParts("terminal", view.game.family);

/** Result of a round, "Banker wins, 7 over 6". */
export const resultSentence = (view: TableView, last: LastRound): string => gameOf(view).resultSentence(last, view);

/** Return the status line for the current view. `now`: server time in milliseconds. */
export function statusLine(view: TableView, now: number): StatusLine {
  return stoppedStatus(view) ?? bankOfferStatus(view, now) ?? phaseStatus(view, now);
}

function stoppedStatus(view: TableView): StatusLine | null {
  if (view.phase === "closed") return { main: t("state.closed"), next: t("state.closed_next") };
  if (view.hold_reasons.length > 0) return holdStatus(view);
  if (view.is_paused) return { main: t("state.paused"), next: t("state.paused_next"), tone: "warn" };
  return null;
}

/** Why the table is on hold. If the last round is void, that and its reason come first. */
function holdStatus(view: TableView): StatusLine {
  const why = t(view.hold_reasons.includes("dispute") ? "state.held_dispute" : "state.held_fault");
  const { last_round: last, phase } = view;
  if (last === null || last.status !== "void" || phase !== "between-rounds") return { main: t("state.held"), next: why, tone: "warn" };
  return { main: t("state.void"), next: `${voidSentence(last)} ${why}`, tone: "warn" };
}

/** Why a round is void, "The cards were dealt wrongly. All stakes and fees went back." */
export function voidSentence(last: LastRound): string {
  return `${voidReason(last)} ${t("state.void_back")}`.trim();
}

/** Status while a player-dealer game waits for a bank between rounds, or null. */
function bankOfferStatus(view: TableView, now: number): StatusLine | null {
  const bank = view.player_dealer;
  if (bank === null || view.phase !== "between-rounds" || bank.posted_cents !== null) return null;
  const seat = view.player?.seat ?? null;
  if (isViewersBankTurn(view) && (isResultShownFirst(view, now) || momentOf(view, now) === "result")) return null;
  if (bank.stage === "offering" && isViewersBankTurn(view)) {
    return { main: t("bank.offered"), next: t("bank.offered_next"), tone: "loud" };
  }
  if (bank.stage === "banking" && isViewersBankTurn(view)) return { main: t("bank.post"), next: t("bank.post_next"), tone: "loud" };
  return view.jackpots.length > 0 ? null : whileOthersDecide(view, bankStatus(bank, seat));
}

/** Status for a viewer who is not offered the bank: the result of the last round first, then who is offered it. */
function whileOthersDecide(view: TableView, awaits: StatusLine): StatusLine {
  const { last_round: last, player_dealer: bank } = view;
  if (last === null || (bank?.stage !== "offering" && bank?.stage !== "banking")) return awaits;
  const isVoid = last.status === "void";
  const resultText = isVoid ? voidSentence(last) : last.status === "corrected" ? t("state.corrected") : shortResult(view, last);
  // The bar below the table says who is asked for the bank, beside the sum.
  if (!isVoid && last.status !== "corrected" && last.player !== undefined) return { main: resultSentence(view, last), next: resultText };
  return {
    main: isVoid ? t("state.void") : resultSentence(view, last),
    next: resultText === "" ? awaits.next : `${resultText}${/[.。]$/.test(resultText) ? "" : " ·"} ${awaits.next}`,
    ...(isVoid ? { tone: "warn" as const } : {}),
  };
}

function bankStatus(bank: NonNullable<TableView["player_dealer"]>, seat: number | null): StatusLine {
  if (bank.stage === "offering") {
    return {
      main: t("bank.others"),
      next:
        bank.asked === null ? t("bank.others_next") : t(bank.behind === null ? "bank.asked" : "bank.asked_behind", { seat: bank.asked }),
    };
  }
  if (bank.stage === "banking")
    return {
      main: t(bank.behind === null ? "bank.posting" : "bank.posting_behind", { seat: bank.seat ?? 0 }),
      next: t("bank.others_next"),
    };
  if (bank.stage === "broken") return { main: t("bank.broken"), next: t("bank.broken_next") };
  return { main: t("bank.waiting"), next: seat === null ? t("bank.waiting_sit") : t("bank.waiting_next") };
}

function phaseStatus(view: TableView, now: number): StatusLine {
  if (view.phase === "betting") return bettingStatus(view, now);
  if (view.phase === "dealing") return dealingPhaseStatus(view);
  return withOpeningTime(view, betweenRoundsStatus(view), now);
}

/** True if the bar below the table shows the viewer's sum and when bets open: the status line need not say it again. */
const isSummedUp = (view: TableView): boolean =>
  gameOf(view).resultReason !== undefined && view.last_round?.player !== undefined && hasResult(view, view.last_round);

/** Append the seconds until betting opens, after removing the two sentences that say the same without a number. */
function withOpeningTime(view: TableView, line: StatusLine, now: number): StatusLine {
  const opens = view.betting.opens_at;
  if (opens === null || view.is_paused || isSummedUp(view)) return line;
  const seconds = Math.max(0, Math.ceil((opens - now) / 1000));
  const next = [t("result.open"), t("state.soon_next")].reduce((text, sentence) => text.replace(sentence, ""), line.next).trim();
  return { ...line, next: `${next}${/[.。]$/.test(next) || next === "" ? "" : " ·"} ${t("state.open_in", { seconds })}`.trim() };
}

function bettingStatus(view: TableView, now: number): StatusLine {
  const { closes_at: closes, is_open: open } = view.betting;
  if (view.next_hand.free_hand) return { main: t("state.free_hand"), next: t("state.free_hand_next") };
  if (closes !== null && now >= closes) return { main: t("state.no_more_bets"), next: t("state.no_more_bets_next"), tone: "loud" };
  if ((view.player?.bank_cents ?? 0) > 0)
    return { main: t("bank.yours"), next: t("bank.yours_next", { amount: formatDollars(view.player?.bank_cents ?? 0) }) };
  const last = view.shoe?.last_hand ? ` ${t("state.last_hand")}` : "";
  if (closes === null && open) return { main: t("state.place"), next: t("state.first_chip", { count: view.betting.seconds }) + last };
  if (closes !== null && closes - now <= 5000) return { main: t("state.last_seconds"), next: t("state.betting_next") + last, tone: "loud" };
  return { main: t("state.place"), next: t("state.betting_next") + last };
}

function dealingPhaseStatus(view: TableView): StatusLine {
  if (view.next_hand.free_hand) return { main: t("state.free_hand"), next: t("state.free_hand_next") };
  return gameOf(view).dealingSentence(view);
}

/** Status while cards are dealt. `newestCardText`: optional text of a game about the newest card. */
export function dealingStatus(
  view: TableView,
  newestCardText: (newest: Card & { hand: string }) => string | null = () => null,
): StatusLine {
  const cards = Object.entries(view.hands).flatMap(([hand, list]) => list.map((card) => ({ hand, ...card })));
  const newest = cards.sort((left, right) => (right.card_number ?? 0) - (left.card_number ?? 0))[0];
  if (newest === undefined) return { main: t("state.no_more_bets"), next: t("state.no_more_bets_next"), tone: "loud" };
  return { main: newestCardText(newest) ?? t("state.dealing"), next: t("state.dealing_next") };
}

function betweenRoundsStatus(view: TableView): StatusLine {
  const { last_round: last, shoe } = view;
  const isFree = view.next_hand.free_hand;
  if (view.jackpots.some((jackpot) => jackpot.is_own)) return { main: t("state.jackpot_own"), next: t("state.jackpot_next"), tone: "won" };
  if (view.jackpots.length > 0) return { main: t("state.jackpot"), next: t("state.jackpot_next"), tone: "loud" };
  if (last !== null && last.status === "void")
    return { main: t("state.void"), next: `${voidSentence(last)} ${t(isFree ? "state.free_hand_soon" : "state.void_soon")}`, tone: "warn" };
  if (isFree) return { main: last === null ? t("state.free_hand") : resultSentence(view, last), next: t("state.free_hand_soon") };
  if (last !== null) return { main: resultSentence(view, last), next: viewerResultSentence(view, last) };
  if (hasFreshDeckEachRound(view.game.family)) return { main: t("state.deck"), next: t("state.deck_next") };
  if (shoe === null || shoe.finished || shoe.burn_due) return { main: t("state.shuffle"), next: shuffleText(view) };
  return { main: t("state.soon"), next: view.mode === "automated" ? t("state.soon_next") : t("state.soon_dealer") };
}

/** Text during the shuffle: the digest of the shoe is published before its first wager. */
function shuffleText(view: TableView): string {
  const digest = view.shoe?.digest ?? null;
  return digest === null ? t("state.shuffle_next") : t("state.shuffle_promise", { digest: digest.slice(0, 12) });
}

/** Result of a round for the viewer: paid, pushed, lost or nothing staked. */
export function viewerResultSentence(view: TableView, last: LastRound): string {
  const own = last.player;
  if (last.status === "corrected") return t("state.corrected");
  const { resultReason } = gameOf(view);
  if (resultReason !== undefined && wagerPaidShort(view, last) === null)
    return own === undefined ? withOpenSentence(resultReason(last, view)) : resultReason(last, view);
  if (own === undefined) return withOpenSentence(t("result.none"));
  const { ownResultSentence } = gameOf(view);
  if (ownResultSentence !== null && wagerPaidShort(view, last) === null) return ownResultSentence(view, last);
  const paidText = paidOrReturnedText(view, last);
  if (paidText !== "") return paidText;
  if (own.result_cents === 0) return withOpenSentence(t("result.push", { amount: formatDollars(own.staked_cents) }));
  return withOpenSentence(`${t("result.lost", { amount: formatSignedDollars(own.result_cents) })}${feeSentence(own)}`);
}

/** " Collection $1 included."; "" if there was no fee. */
export const feeSentence = (own: Pick<OwnLast, "fee_cents">): string =>
  own.fee_cents > 0 ? ` ${t("result.fee", { amount: formatDollars(own.fee_cents) })}` : "";

const withOpenSentence = (sentence: string): string =>
  sentence === "" ? t("result.open") : `${sentence}${/[.。]$/.test(sentence) ? "" : "."} ${t("result.open")}`;

/** Names of the side bets that a round paid, placed or not, in the viewer's language. */
export function paidSideBets(view: TableView, last: LastRound): string[] {
  const paid = view.wagers.filter((wager) => wager.group !== "line" && wager.group !== "tie" && last.winning_wagers?.includes(wager.id));
  return [...new Set(paid.map((wager) => translateRulebookText(wager.spot_title, view.game)))];
}

/** "Super 6 wins", "Super 6 and Any Pair win"; "" if no side bet was paid. */
export function paidSideBetsText(view: TableView, last: LastRound): string {
  const names = paidSideBets(view, last);
  return names.length === 0 ? "" : t("result.side_bets", { count: names.length, wagers: listed(names) });
}

/** "Tie pays 8 to 1, Suited Tie pays 50 to 1": every wager that a round paid, placed or not. */
export function paidWagersText(view: TableView, last: LastRound): string {
  const paid = view.wagers.filter((wager) => last.winning_wagers?.includes(wager.id) && wager.odds_label.pay !== null);
  return paid
    .map((wager) =>
      t("result.pays_odds", {
        wager: translateRulebookText(wager.short_title, view.game),
        odds: winningOddsText(last, wager) || wagerOddsText(wager, view.game),
      }),
    )
    .join(", ");
}

/** "A, B and C" in the viewer's language. */
const listed = (names: readonly string[]): string => new Intl.ListFormat(preferences.language, { type: "conjunction" }).format(names);

/** Short result for the viewer, shown beside the result of the round. */
function shortResult(view: TableView, last: LastRound): string {
  const { shortResultText } = gameOf(view);
  return shortResultText !== null && wagerPaidShort(view, last) === null ? shortResultText(view, last) : paidOrReturnedText(view, last);
}

/** A wager that the bank could not pay in full, or null. */
function wagerPaidShort(view: TableView, last: LastRound): Result | null {
  return (last.player?.results ?? []).find((result) => isUnpaid(view, last, result) || isPaidShort(result)) ?? null;
}

/** True if a wager was returned because the bank was empty. While the bank has money, a return is by rule. */
function isUnpaid(view: TableView, last: LastRound, result: Result): boolean {
  const isByRule = (last.bank?.left_cents ?? 0) > 0 || gameOf(view).isReturnedByRule(last, result);
  return result.result === "returned" && !isByRule;
}

/** Sentence about the player's wagers: the bank used up, or else the highest win; "" if there is neither. */
function paidOrReturnedText(view: TableView, last: LastRound): string {
  const results = last.player?.results ?? [];
  const returned = results.filter((result) => isUnpaid(view, last, result));
  if (returned.length > 0) return t("result.bank_used", { wagers: returned.map((result) => wagerTitle(view, result.wager)).join(", ") });
  const paid = results.filter((result) => result.result === "win").sort((left, right) => right.net_cents - left.net_cents);
  const short = paid.find(isPaidShort);
  if (short !== undefined) {
    return t("result.bank_short", {
      wager: wagerTitle(view, short.wager),
      amount: formatDollars(short.net_cents),
      owed: formatDollars(short.owed_cents ?? 0),
    });
  }
  return paid[0] === undefined ? "" : paidSentence(view, paid[0].wager, paid[0].name, paid[0].net_cents);
}

/** True if the bank ran out and paid this win in part. */
export function isPaidShort(result: Result): boolean {
  return result.result === "win" && (result.owed_cents ?? 0) > result.net_cents;
}

function paidSentence(view: TableView, id: string, row: string, cents: number): string {
  const wager = view.wagers.find((candidate) => candidate.id === id);
  const odds = wager === undefined ? "" : paidOddsText(wager, row);
  const params = { wager: wagerTitle(view, id), odds, amount: formatDollars(cents) };
  return odds === "" ? t("result.pays_sum", params) : t("result.pays", params);
}

/** Title of a wager, or of the Envy Bonus, which is paid without a wager of its own. */
export function wagerTitle(view: Pick<TableView, "wagers"> & { game?: OfGame }, id: string): string {
  if (id === ENVY) return tCommon("wager.envy");
  const wager = view.wagers.find((candidate) => candidate.id === id);
  if (wager === undefined) return id === "envy" ? t("result.envy") : id;
  return translateRulebookText(wager.short_title, view.game);
}
