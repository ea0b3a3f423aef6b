import { formatDollars, formatSignedDollars } from "../../../lib/money";
import { translateRulebookText } from "../../../lib/rulebook-translations.svelte";
import type { LastRound, OwnLast, Result, TableView } from "../../../lib/types";
import { formatList } from "../../../lib/format-list";
import { paidOddsText, wagerOddsText, winningOddsText } from "../../../table/betting/odds";
import { isPaidShort, wagerTitle } from "../../../table/betting/status-line";
import { t as terminal } from "../../../table/words";
import type { ShownCard } from "../../../ui/hands-on-table";
import { payTableRowName, rankName } from "../../../ui/hand-names/hand-names";
import { handOutcome, isWon, mainWager, type HandComparison, type HandPart, type PaiGowHand, type PaiGowHands } from "./hands";
import { PART_NAMES, partHandName, t, type PartName } from "./words";

/** One of two hands that are compared. `notes`: lines below its name. */
export type ComparedSide = { hand: string; who: string; name: string; notes: readonly string[]; cards: readonly ShownCard[] };
/** Two hands that are compared, and which one wins: the one above, the one below, or neither. `verdict`: who wins and why. */
export type Comparison = {
  id: string;
  above: ComparedSide | null;
  below: ComparedSide | null;
  winner: "above" | "below" | null;
  /** Result of the seat's hand as the server says it; null before both hands are open. */
  came: string | null;
  verdict: string;
  /** The verdict where there is no space for the whole sentence; "" if it cannot be shortened. */
  shortVerdict: string;
  /** The winner from the viewer's side; null if neither hand is the viewer's. */
  isViewersWin: boolean | null;
};

export const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Returns the name of a high or low hand; a low hand of one card has the name of its rank. */
export const handPartName = (part: PartName, hand: HandPart | undefined): string =>
  hand === undefined ? "" : partHandName(part, hand.madeHand) || (hand.ranks.length === 1 ? rankName(hand.ranks[0] ?? "") : "");

/** Returns why a hand wins: "Flush over three aces", "Pair of queens, ten over nine", "A copy", "A foul". */
export function comparisonReason(part: PartName, seat: HandPart, dealer: HandPart, comparison: HandComparison): string {
  if (comparison === "foul") return t("how.foul");
  if (comparison.startsWith("copy")) return t("how.copy");
  const [winner, loser] = isWon(comparison) ? [seat, dealer] : [dealer, seat];
  const [name, otherName] = [handPartName(part, winner), handPartName(part, loser)];
  if (name !== otherName) return t("how.over", { winner: name, loser: otherName });
  const place = winner.ranks.findIndex((rank, index) => rank !== loser.ranks[index]);
  // Hands with equal ranks that are not a copy differ by the joker alone.
  if (place < 0) return t("how.joker", { hand: name });
  return t("how.kicker", { hand: name, winner: rankName(winner.ranks[place] ?? ""), loser: rankName(loser.ranks[place] ?? "") });
}

/** Who wins a comparison, for its sentence: the viewer, the player-dealer, a shared hand, a seat or nobody. */
export type Winner = { kind: "you" | "dealer" | "player" | "banker" | "nobody" } | { kind: "seat"; seat: number };

/** Returns the sentence between two hands: "Flush over three aces: you win it". */
export const verdictText = (how: string, winner: Winner): string =>
  capitalize(t(`who.${winner.kind}`, { how, ...(winner.kind === "seat" ? { seat: winner.seat } : {}) }));

/** Returns "You win it" where the names above and below say why; "" for a copy or a foul, whose sentence is needed. */
export const shortVerdictText = (came: string, winner: Winner): string =>
  came === "win" || came === "lose" ? t(`won.${winner.kind}`, winner.kind === "seat" ? { seat: winner.seat } : {}) : "";

/** Returns who wins a seat's comparison. `viewer`: which of the two hands is the viewer's. */
export function winnerOf(comparison: string, seat: number | null, viewer: "seat" | "dealer" | null): Winner {
  if (comparison === "copy") return { kind: "nobody" };
  if (comparison === "win" || comparison === "copy-win") return viewer === "seat" ? { kind: "you" } : { kind: "seat", seat: seat ?? 0 };
  return { kind: viewer === "dealer" ? "you" : "dealer" };
}

/** Returns the viewer's hand in a finished round: at the seat where the viewer bet, or null. */
export const viewersHand = <H extends { seat: number | null }>(hands: { seats: readonly H[] }, own: OwnLast | undefined): H | null =>
  hands.seats.find((hand) => hand.seat === own?.results[0]?.seat) ?? null;

/** True if the viewer was the player-dealer of the finished round. */
export const wasViewersBank = (view: TableView, hands: { bankSeat: number | null }): boolean =>
  hands.bankSeat !== null && hands.bankSeat === view.player?.seat;

/** Returns the results of all seats in the player-dealer's words: "Seat 3 wins both · Seat 5 pushes". */
function bankHeadline(hands: PaiGowHands): string {
  const seatsWith = (outcome: string): string[] =>
    hands.seats.filter((hand) => handOutcome(hand) === outcome).map((hand) => String(hand.seat));
  const texts = (["lose", "push", "win"] as const).flatMap((outcome) => {
    const seats = seatsWith(outcome);
    return seats.length === 0 ? [] : [t(`seats.${outcome}`, { count: seats.length, seats: formatList(seats) })];
  });
  return t("head.bank", { seats: texts.join(" · ") });
}

const mainResult = (view: TableView, last: LastRound, seat: number | null): Result | undefined =>
  last.player?.results.find((result) => result.seat === seat && result.wager === mainWager(view)?.id);

/** Returns the headline of a result in the viewer's case: "Push: you won the low hand"; null for a viewer without a hand. */
export function ownHeadline(view: TableView, last: LastRound, hands: PaiGowHands): string | null {
  const hand = viewersHand(hands, last.player);
  if (hand === null) return wasViewersBank(view, hands) && hands.seats.length > 0 ? bankHeadline(hands) : null;
  const outcome = handOutcome(hand);
  if (last.facts?.["dealer_ace_high"] === true) return t("head.ace_high");
  if (outcome === null) return null;
  if (hand.parts?.high.comparison === "foul") return t("head.foul");
  if (outcome === "push") return t(isWon(hand.parts?.high.comparison ?? null) ? "head.push.high" : "head.push.low");
  return t(mainResult(view, last, hand.seat)?.result === "push" ? "head.push" : outcome === "win" ? "head.win" : "head.lose");
}

const OUTCOME_KEYS = { win: "end.both", push: "end.one", lose: "end.none" } as const;

/** Returns the line that explains the headline: "One hand each: the wager pushes."; "" if there is nothing to explain. */
export function headlineReason(hand: PaiGowHand | null): string {
  const outcome = hand === null ? null : handOutcome(hand);
  if (hand === null || outcome === null) return "";
  if (hand.parts?.high.comparison === "foul") return t("foul.main");
  const isCopyLost = PART_NAMES.some((part) => hand.parts?.[part].comparison === "copy-lose");
  return [t(OUTCOME_KEYS[outcome]), ...(isCopyLost ? [t("end.copy")] : [])].join(" ");
}

/** A part of the viewer's result: a wager, an Envy Bonus, the bank or the fee. `reason`: why, in words. */
export type SettledWager = {
  id: string;
  title: string;
  stakeCents: number;
  /** Odds that were paid, or that it would have paid: "at 5 to 1". */
  oddsText: string;
  /** Chips paid beside the stake. */
  paidCents: number;
  outcome: "win" | "lose" | "push";
  /** "+$125", "Push", "−$25". */
  resultText: string;
  reason: string;
};

/** Returns each of the viewer's wagers with its result and reason, the main wager first; then Envy, the bank and the fee. */
export function settledWagers(view: TableView, last: LastRound, reasonOf: (result: Result) => string): SettledWager[] {
  const { player: own } = last;
  if (own === undefined) return [];
  const order = view.wagers.map((wager) => wager.id);
  const place = (result: Result): number => (order.includes(result.wager) ? order.indexOf(result.wager) : order.length);
  const wagers = [...own.results]
    .sort((first, second) => place(first) - place(second))
    .map((result, index): SettledWager => {
      const wager = view.wagers.find((wager) => wager.id === result.wager);
      const isPush = result.result === "push" || result.result === "returned";
      const odds = wager === undefined ? "" : result.result === "win" ? paidOddsText(wager, result.name) : wagerOddsText(wager);
      const stake = formatDollars(result.cents);
      const why = isPaidShort(result)
        ? terminal("spot.of_owed", { amount: formatDollars(result.owed_cents ?? 0) })
        : result.result === "returned" && (last.bank?.left_cents ?? 1) === 0
          ? t("why.bank_empty")
          : reasonOf(result);
      return {
        id: `${result.wager} ${index}`,
        title: wagerTitle(view, result.wager),
        stakeCents: result.cents,
        oddsText: odds === "" ? "" : t("stake.at", { odds }),
        paidCents: result.result === "win" ? result.net_cents : 0,
        outcome: isPush ? "push" : result.result === "win" ? "win" : "lose",
        resultText: isPush ? terminal(result.result === "push" ? "spot.push" : "spot.returned") : formatSignedDollars(result.net_cents),
        reason: isPush && result.cents > 0 ? t("why.back", { why, amount: stake }) : why,
      };
    });
  const others = own.parts
    .filter(({ kind }) => kind !== "wager")
    .map(({ kind, cents }): SettledWager => ({
      id: kind,
      title: terminal(kind === "bank" ? "result.bank" : "rounds.fee"),
      stakeCents: 0,
      oddsText: "",
      paidCents: 0,
      outcome: cents > 0 ? "win" : cents < 0 ? "lose" : "push",
      resultText: formatSignedDollars(cents),
      reason: t(kind === "bank" ? "why.bank" : "why.fee"),
    }));
  return [...wagers, ...others];
}

/** Returns the rows of the hands at other seats that pay an Envy Bonus: "Four of a kind at seat 6". */
function envyReason(last: LastRound, ownSeat: number): string {
  return Object.entries(last.facts ?? {})
    .flatMap(([name, row]) => {
      const [, seat] = /^seat (\d+) envy$/.exec(name) ?? [];
      return seat === undefined || Number(seat) === ownSeat || typeof row !== "string"
        ? []
        : [t("why.envy", { row: payTableRowName(row), seat })];
    })
    .join(", ");
}

/** Returns why a wager of pai gow poker or tiles won, pushed or lost, in a few words. */
export function wagerReason(view: TableView, last: LastRound, hands: PaiGowHands, result: Result): string {
  if (result.wager === "envy") return envyReason(last, result.seat);
  const hand = hands.seats.find((hand) => hand.seat === result.seat);
  const role = view.wagers.find((wager) => wager.id === result.wager)?.role;
  if (role === "main" || role === "raise") return handsReason(last, hand, result);
  const ownCardWagers = String(last.facts?.["own_card_wagers"] ?? "").split(" ");
  const count = hand?.cards.length ?? 0;
  const row = /^[\d:]*$/.test(result.name) ? "" : payTableRowName(result.name);
  if (!ownCardWagers.includes(result.wager)) return result.result === "win" ? row : t("why.not_won");
  return result.result === "win" ? t("why.own_cards", { row, count }) : t("why.no_row", { count });
}

function handsReason(last: LastRound, hand: PaiGowHand | undefined, result: Result): string {
  const outcome = hand === undefined ? null : handOutcome(hand);
  if (hand?.parts?.high.comparison === "foul") return t("why.foul");
  if (outcome === "push") return t("why.one");
  if (result.result === "push") return t(last.facts?.["dealer_ace_high"] === true ? "why.ace_high" : "why.not_qualified");
  return outcome === null ? "" : t(outcome === "win" ? "why.both" : "why.none");
}

/** The payments of another seat: each wager of its player with stake and net result. */
export type SeatPayment = { wager: string; title: string; stakeCents: number; resultText: string; tone: "win" | "lose" | "" };

/** Returns the payments of a seat, the main wager first and each bonus apart. */
export function seatPayments(view: TableView, last: LastRound, seat: number | null): SeatPayment[] {
  const results = (last.results ?? last.player?.results ?? []).filter((result) => result.seat === seat && result.bettor === "player");
  const order = view.wagers.map((wager) => wager.id);
  return [...results]
    .sort((first, second) => ((order.indexOf(first.wager) + 100) % 100) - ((order.indexOf(second.wager) + 100) % 100))
    .map((result) => ({
      wager: result.wager,
      title: wagerTitle(view, result.wager),
      stakeCents: result.cents,
      resultText:
        result.result === "push" || result.result === "returned"
          ? terminal(result.result === "push" ? "spot.push" : "spot.returned")
          : formatSignedDollars(result.net_cents),
      tone: result.net_cents > 0 ? "win" : result.net_cents < 0 ? "lose" : "",
    }));
}

const faceDown = (cards: readonly ShownCard[]): ShownCard[] => cards.map(({ nth }) => ({ nth, card: null }));

/**
 * Compares a seat's hands with the player-dealer's: high with high, low with low. The viewer's hand is below: the seat's, or the
 * player-dealer's if the viewer banks. The viewer's set hand is face down until it is opened, as on the table.
 */
export function compareHands(
  hands: PaiGowHands,
  seatHand: PaiGowHand | null,
  isOwnBank: boolean,
  notesOf: (hand: HandPart) => readonly string[],
): Comparison[] {
  const { dealer, bankSeat } = hands;
  const sideOf = (hand: PaiGowHand | null, part: PartName, who: string): ComparedSide | null => {
    const handPart = hand?.parts?.[part];
    if (hand === null || handPart === undefined) return null;
    const isHidden = hand.seat !== null && hand.state !== "opened";
    return {
      hand: `${hand.name}/${part}`,
      who,
      name: handPartName(part, handPart),
      notes: isHidden ? [] : notesOf(handPart),
      cards: isHidden ? faceDown(handPart.cards) : handPart.cards,
    };
  };
  return PART_NAMES.map((part): Comparison => {
    const dealerName = part === "low" || bankSeat === null ? t("dealer") : t("dealer.named", { seat: bankSeat });
    const dealerSide = sideOf(dealer, part, isOwnBank ? t("dealer.you") : dealerName);
    const seatSide = sideOf(seatHand, part, isOwnBank ? t("seat", { seat: seatHand?.seat ?? 0 }) : t("yours"));
    const [above, below] = isOwnBank ? [seatSide, dealerSide] : [dealerSide, seatSide];
    const came = seatHand?.parts?.[part].comparison ?? null;
    if (came === null || seatHand?.parts == null || dealer.parts === null)
      return { id: part, above, below, winner: null, came: null, verdict: "", shortVerdict: "", isViewersWin: null };
    const winner = winnerOf(came, seatHand.seat, isOwnBank ? "dealer" : "seat");
    return {
      id: part,
      above,
      below,
      winner: winner.kind === "nobody" ? null : isWon(came) === isOwnBank ? "above" : "below",
      came,
      verdict: verdictText(comparisonReason(part, seatHand.parts[part], dealer.parts[part], came), winner),
      shortVerdict: shortVerdictText(came, winner),
      isViewersWin: winner.kind === "nobody" ? null : winner.kind === "you",
    };
  });
}

/** Compares the two shared hands, high with high and low with low: Banker's above, Player's below. */
export function compareSharedHands(banker: PaiGowHand, player: PaiGowHand): Comparison[] {
  return PART_NAMES.flatMap((part): Comparison[] => {
    const [above, below] = [banker.parts?.[part], player.parts?.[part]];
    const came = below?.comparison ?? null;
    if (above === undefined || below === undefined || came === null) return [];
    const sideOf = (hand: PaiGowHand, handPart: HandPart, who: string): ComparedSide => ({
      hand: `${hand.name}/${part}`,
      who,
      name: handPartName(part, handPart),
      notes: [],
      cards: handPart.cards,
    });
    const winner = came === "copy" ? null : isWon(came) ? ("below" as const) : ("above" as const);
    const kind = winner === null ? "nobody" : winner === "below" ? "player" : "banker";
    const verdict = verdictText(comparisonReason(part, below, above, came), { kind });
    return [
      {
        id: part,
        above: sideOf(banker, above, t("banker")),
        below: sideOf(player, below, t("player")),
        winner,
        came,
        verdict,
        shortVerdict: shortVerdictText(came, { kind }),
        isViewersWin: null,
      },
    ];
  });
}

/** Returns who won both shared hands: "Player wins both hands", "Push: nobody wins both hands". */
export function sharedHeadline(player: PaiGowHand): string {
  const comparisons = PART_NAMES.map((part) => player.parts?.[part].comparison ?? null);
  if (comparisons.every(isWon)) return t("head.player");
  return t(comparisons.every((comparison) => comparison === "lose") ? "head.banker" : "head.neither");
}

/** Returns the wagers on shared hands that the round paid and on which the viewer has no stake. */
export function unstakedWinners(view: TableView, last: LastRound): SettledWager[] {
  const staked = (last.player?.results ?? []).map((result) => result.wager);
  return view.wagers
    .filter(({ id }) => (last.winning_wagers ?? []).includes(id) && !staked.includes(id))
    .map((wager) => ({
      id: wager.id,
      title: translateRulebookText(wager.short_title),
      stakeCents: 0,
      oddsText: "",
      paidCents: 0,
      outcome: "win" as const,
      resultText: winningOddsText(last, wager) || wagerOddsText(wager),
      reason: t("why.unstaked"),
    }));
}
