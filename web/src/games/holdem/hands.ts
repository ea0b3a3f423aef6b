import { formatDollars } from "../../lib/money";
import type { LastRound, SeatInHand, TableView } from "../../lib/types";
import { seatNetCents, type ShownCard } from "../../ui/hands-on-table";
import { formatList } from "../../lib/format-list";
import { madeHandFrom, type MadeHand } from "../../ui/hand-names/made-hand";
import { shortMadeHandName, seatNumber, t } from "./words";

/** A seat at the table with its player's chips and cards. */
export type HoldemSeat = {
  seat: number;
  isTaken: boolean;
  isOwn: boolean;
  /** True for a bot of a demonstration table. */
  isBot: boolean;
  /** Chips that are not in the pot or bet. */
  stackCents: number;
  /** Chips bet in this betting round. */
  betCents: number;
  /** The seat's state in the current hand; null between hands and if it is not dealt in. */
  hand: SeatInHand | null;
  isSittingOut: boolean;
  cards: ShownCard[];
  madeHand: MadeHand | null;
  /** Amount won or lost in the last hand; null during a hand and if the seat was not in it. */
  netCents: number | null;
  /** The cards that form `madeHand`; null if the server does not show them. */
  bestCards: readonly string[] | null;
};
/** Cards and chips on the table. `isLast` is true if they are those of the last hand. */
export type HoldemHands = {
  round: string;
  isLast: boolean;
  board: ShownCard[];
  seats: HoldemSeat[];
  buttonSeat: number | null;
};

/** Id of the board among the hands. */
export const BOARD = "board";
/** A mucked card that was never shown. */
const HIDDEN_CARD = "??";
const shownCards = (cards: readonly string[] | undefined): ShownCard[] =>
  (cards ?? []).map((card, index) => ({ nth: index + 1, card: card === HIDDEN_CARD ? null : card }));

/** Returns the hand in progress; between hands, the last one if it is not void. */
export function handsOnTable(view: TableView, last: LastRound | null): HoldemHands {
  const isLast = view.phase !== "dealing" && last !== null && last.status !== "void";
  const cards = (name: string): ShownCard[] =>
    isLast
      ? shownCards(last.cards[name])
      : (view.hands[name] ?? []).map((dealt) => ({ nth: dealt.position_in_hand, card: dealt.card ?? null }));
  // Mucked hands disappear when the hand is over.
  const seatCards = (name: string): ShownCard[] => (isLast && cards(name).every((shown) => shown.card === null) ? [] : cards(name));
  const handValues = isLast ? (last.hand_values ?? {}) : view.hand_values;
  const seats = view.seats.map(({ seat, is_taken: isTaken, is_bot: isBot }): HoldemSeat => {
    const name = `player:${seat}`;
    const stack = view.table_stakes?.stacks.find((candidate) => candidate.seat === seat);
    const hand = isLast ? null : (view.table_stakes?.hand?.seats.find((dealtIn) => dealtIn.seat === seat) ?? null);
    return {
      seat,
      isTaken,
      isBot,
      isOwn: stack?.is_own ?? false,
      stackCents: stack?.in_front_cents ?? 0,
      betCents: hand?.bet_cents ?? 0,
      hand,
      isSittingOut: stack?.is_sitting_out ?? false,
      cards: hand?.state === "folded" && stack?.is_own !== true ? [] : seatCards(name),
      madeHand: madeHandFrom(handValues[name]),
      netCents: isLast ? seatNetCents(last, seat) : null,
      bestCards: handValues[name]?.cards.length ? handValues[name].cards : null,
    };
  });
  const buttonSeat = isLast ? (numberOrUndefined(last.facts?.["button"]) ?? null) : (view.table_stakes?.button ?? null);
  return { round: isLast ? last.round : (view.betting.round ?? ""), isLast, board: cards(BOARD), seats, buttonSeat };
}

const numberOrUndefined = (fact: unknown): number | undefined => (typeof fact === "number" ? fact : undefined);

/** The result of a hand: winning seats, pot, fee, and the winning hand; null if it was not shown or several hands won. */
export type PotResult = { seats: number[]; potCents: number; feeCents: number; winningHand: MadeHand | null };

/** The fields of a finished hand from which its result is made. */
type FinishedHand = Pick<LastRound, "facts" | "cards"> &
  Partial<Pick<LastRound, "hand_values" | "settled_hand">> & { player?: { results: readonly { seat: number }[] } };

/** Returns the result of a finished hand from its facts. */
export function potResult(last: FinishedHand): PotResult {
  const facts: Record<string, unknown> = last.facts ?? {};
  const seats = Array.isArray(facts["winners"]) ? (facts["winners"] as number[]) : [];
  const shownHands = seats.map((seat) => `player:${seat}`).filter((name) => (last.cards[name] ?? []).every((card) => card !== HIDDEN_CARD));
  const madeHands = shownHands.map((name) => madeHandFrom(last.hand_values?.[name]));
  // Side pots may go to different hands. Then no single hand won.
  const isOneHand = new Set(madeHands.map(shortMadeHandName)).size === 1;
  return {
    seats,
    potCents: numberOrUndefined(facts["pot_cents"]) ?? 0,
    feeCents: numberOrUndefined(facts["fee_cents"]) ?? 0,
    winningHand: facts["showdown"] === true && isOneHand ? (madeHands[0] ?? null) : null,
  };
}

/** Returns the result, the viewer's own win first: "You win $184 with kings and eights", "Seat 3 wins $184". */
export function resultSentence(last: FinishedHand): string {
  const result = potResult(last);
  if (result.seats.length === 0) return t("end.none");
  const ownSeat = last.player?.results[0]?.seat;
  const wonCents = last.settled_hand?.seats.find(({ seat }) => seat === ownSeat)?.won_cents ?? 0;
  if (ownSeat !== undefined && wonCents > 0) {
    const name = `player:${ownSeat}`;
    const isShown = last.facts?.["showdown"] === true && (last.cards[name] ?? []).every((card) => card !== HIDDEN_CARD);
    const won = {
      amount: formatDollars(wonCents),
      pot: formatDollars(result.potCents),
      hand: isShown ? shortMadeHandName(madeHandFrom(last.hand_values?.[name])) : "",
    };
    const key = wonCents === result.potCents ? "end.own_won" : "end.own_share";
    return won.hand === "" ? t(key, won) : t(`${key}_with`, won);
  }
  const values = {
    count: result.seats.length,
    seats: formatList(result.seats.map(String)),
    amount: formatDollars(result.potCents),
    hand: shortMadeHandName(result.winningHand),
  };
  return result.winningHand === null ? t("end.won", values) : t("end.won_with", values);
}

/** Returns why the viewer did not win the pot, or how the pot was won; "" without a result. */
export function resultReason(last: FinishedHand): string {
  const ownSeat = last.player?.results[0]?.seat;
  const own = last.settled_hand?.seats.find(({ seat }) => seat === ownSeat);
  if (last.settled_hand === undefined) return "";
  const isShowdown = last.facts?.["showdown"] === true;
  if (!isShowdown && (own === undefined || own.won_cents > 0)) return t("end.why_folds");
  if (own === undefined) return t("end.why_showdown");
  const mainWinners = last.settled_hand.pots[0]?.winners.map(({ seat }) => seat) ?? [];
  const otherWinners = formatList(mainWinners.filter((seat) => seat !== own.seat).map(String));
  if (own.won_cents > 0 && otherWinners === "") return t("end.why_showdown");
  if (own.won_cents > 0) {
    const key = mainWinners.includes(own.seat) ? "end.why_shared" : "end.why_main";
    return t(key, { seats: otherWinners });
  }
  const name = `player:${own.seat}`;
  const isShown = (last.cards[name] ?? [HIDDEN_CARD]).every((card) => card !== HIDDEN_CARD);
  return isShown ? t("end.why_lost", { hand: shortMadeHandName(madeHandFrom(last.hand_values?.[name])) }) : t("end.why_folded");
}

/** Returns the name of a pot: "Pot", "Main pot", "Side pot 2". */
export const potName = (index: number, count: number): string =>
  count === 1 ? t("pot.only") : index === 0 ? t("pot.main") : count === 2 ? t("pot.side") : t("pot.nth", { nth: index });

/** Returns the seats clockwise, starting with seat `first`, or with the first of the list if `first` is not in it. */
export function seatsClockwiseFrom<S extends { seat: number }>(seats: readonly S[], first: number | null): S[] {
  const start = Math.max(
    0,
    seats.findIndex((seat) => seat.seat === first),
  );
  return [...seats.slice(start), ...seats.slice(0, start)];
}

/** Returns the hands of the seats in a past round, without the board. */
export function seatHands(cards: Readonly<Record<string, readonly string[]>>): { seat: number; cards: ShownCard[] }[] {
  return Object.entries(cards).flatMap(([name, handCards]) => {
    const seat = seatNumber(name);
    return seat === null ? [] : [{ seat, cards: shownCards(handCards) }];
  });
}
