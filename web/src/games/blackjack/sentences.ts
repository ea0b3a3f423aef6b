import type { DealerHand, LastRound, TableView } from "../../lib/types";
import { sentRounds, type DealerHandMark, type DealerHandsRecord, type RecordSource } from "../../records/past-rounds";
import type { TileHand, TileHands } from "../../records/tile-hands";
import type { BoardParts, PitParts } from "../../table/game-parts";
import { handsOnTable, handTotal, isNatural, type BlackjackHand } from "./hands";
import { t } from "./words";

/** Returns the result of the dealer's hand: "Dealer has 19". */
export function dealerResultSentence(cards: Record<string, string[]>): string {
  const dealer = cards["dealer"] ?? [];
  if (isNatural(dealer)) return t("end.dealer_natural");
  const { total } = handTotal(dealer);
  return t(total > 21 ? "end.dealer_broke" : "end.dealer", { total });
}

/** Returns the dealer's result: players bet against the dealer, so a round has no single winner. "" if the round has no result. */
function resultSentenceFromFacts(facts: Record<string, unknown>): string {
  if (facts["dealer_broke"] === undefined) return "";
  if (facts["dealer_natural"] === true) return t("end.dealer_natural");
  return t(facts["dealer_broke"] === true ? "end.dealer_broke" : "end.dealer", { total: Number(facts["dealer_total"]) });
}

const FINAL_TOTALS = ["broke", "natural", "21", "20", "19", "18", "17"] as const;
const finalTotalName = (total: (typeof FINAL_TOTALS)[number]): string =>
  total === "broke" ? t("record.broke") : total === "natural" ? t("record.natural") : total;

/** Returns the mark of the dealer's hand: its total, struck through after a bust, or "BJ". */
function dealerHandMark({ total = 0, natural = false }: DealerHand): DealerHandMark {
  const isBroke = total > 21;
  return {
    text: natural ? t("record.mark_natural") : String(total),
    spokenText: natural ? t("record.natural") : isBroke ? t("record.one_broke", { total }) : String(total),
    cards: [],
    board: [],
    tone: natural ? "best" : isBroke ? "bust" : "",
  };
}

/** Returns the dealer's last totals. */
export const dealerRecord = (source: RecordSource): DealerHandsRecord => ({
  kind: "dealer-hands",
  title: t("record.title"),
  hands: sentRounds(source, "dealer-hands").map(dealerHandMark),
  spokenText: (hands) => t("record.spoken", { hands }),
});

/** Returns the dealer's last totals, and how often each final total occurred. */
export const record = ({ trends }: Pick<TableView, "trends">): DealerHandsRecord => ({
  ...dealerRecord(trends),
  ends: FINAL_TOTALS.map((total) => ({
    label: finalTotalName(total),
    count: trends.all.dealer[total]?.count ?? 0,
    percent: trends.all.dealer[total]?.percent ?? null,
    isBust: total === "broke",
  })),
  note: t("record.note"),
});

/** Returns the dealer's hand and those of the seats, each with its total. */
function tileHands(view: TableView, last: LastRound | null): TileHands {
  const { dealer, seats } = handsOnTable(view, last);
  const tileHand = (hand: BlackjackHand): TileHand => ({
    name: hand.seat === null ? t("dealer") : t("seat", { seat: hand.seat }),
    cards: hand.cards.map(({ card }) => card),
    value: String(hand.total ?? ""),
    isBeaten: hand.outcome === "lose" || hand.state === "broke",
    isAsked: view.decision?.questions.some((question) => question.seat === hand.seat && question.hand === hand.handNumber) ?? false,
  });
  return { main: [tileHand(dealer)], seats: seats.flatMap((seat) => seat.hands.map(tileHand)) };
}

export const board = {
  record,
  tileHands,
  limitsLabel: null,
  lastResultText: null,
  summary: ({ trends }) => ({
    kind: "figure",
    label: t("board.bust_share"),
    value: `${trends.current.dealer?.["broke"]?.percent ?? "–"}%`,
  }),
} satisfies Partial<BoardParts>;

export const pit = {
  record: null,
  resultSentence: ({ facts }) => resultSentenceFromFacts(facts),
  handResultText: ({ facts }, hand) => String(facts[`${hand}_total`] ?? ""),
} satisfies Partial<PitParts>;
