import { formatList } from "../../../lib/format-list";
import { translateRulebookText } from "../../../lib/rulebook-translations.svelte";
import type { LastRound, Result, TableView } from "../../../lib/types";
import { verdictText, viewersHand, wasViewersBank, winnerOf, type ComparedSide, type Comparison } from "../shared/result";
import { t as paiGow } from "../shared/words";
import { isWon, twoTileName, twoTileNote, twoTileShortName, type MahJongHand, type MahJongHands, type TileComparison } from "./hands";
import { t } from "./words";

/** Returns why a hand wins: "Pair of sevens over 9, window high", "The same tiles", "0 against 0". */
function comparisonReason(seat: MahJongHand, dealer: MahJongHand, comparison: TileComparison): string {
  if (comparison === "same" || comparison === "zero") return t(`how.${comparison}`);
  const [winner, loser] = isWon(comparison) ? [seat, dealer] : [dealer, seat];
  return paiGow("how.over", { winner: twoTileName(winner.madeHand), loser: lowerCase(twoTileName(loser.madeHand)) });
}

const lowerCase = (text: string): string => text.charAt(0).toLocaleLowerCase() + text.slice(1);

/** Returns the headline in the viewer's case: "You win: pair of sevens over 9, window high"; null for a viewer without a hand. */
export function ownHeadline(view: TableView, last: LastRound, hands: MahJongHands): string | null {
  const hand = viewersHand(hands, last.player);
  if (hand !== null && hand.comparison !== null) {
    if (hand.comparison === "same" || hand.comparison === "zero") return t(`head.${hand.comparison}`);
    return t(`head.${hand.comparison}`, { how: lowerCase(comparisonReason(hand, hands.dealer, hand.comparison)) });
  }
  if (!wasViewersBank(view, hands) || hands.seats.length === 0) return null;
  const seats = (hasWon: boolean): string[] =>
    hands.seats.filter((seat) => isWon(seat.comparison) === hasWon).map(({ seat }) => String(seat));
  const texts = [
    ...(seats(false).length > 0 ? [t("seats.lose", { count: seats(false).length, seats: formatList(seats(false)) })] : []),
    ...(seats(true).length > 0 ? [t("seats.win", { count: seats(true).length, seats: formatList(seats(true)) })] : []),
  ];
  return t("head.bank", { seats: texts.join(" · ") });
}

/** Compares a seat's two tiles with the player-dealer's; the viewer's are below. */
export function compareTiles(hands: MahJongHands, seatHand: MahJongHand | null, isOwnBank: boolean): Comparison {
  const { dealer, bankSeat } = hands;
  const sideOf = (hand: MahJongHand, who: string): ComparedSide => ({
    hand: hand.name,
    who,
    name: twoTileShortName(hand.madeHand),
    notes: [
      twoTileNote(
        hand.cards.flatMap((card) => card.card ?? []),
        hand.madeHand,
      ),
    ],
    cards: hand.cards,
  });
  const dealerName = bankSeat === null ? paiGow("dealer") : paiGow("dealer.named", { seat: bankSeat });
  const dealerSide = sideOf(dealer, isOwnBank ? paiGow("dealer.you") : dealerName);
  const seatSide = seatHand === null ? null : sideOf(seatHand, paiGow(isOwnBank ? "seat" : "seat.you", { seat: seatHand.seat ?? 0 }));
  const [above, below] = isOwnBank ? [seatSide, dealerSide] : [dealerSide, seatSide];
  const came = seatHand?.comparison ?? null;
  if (came === null || seatHand === null)
    return { id: "tiles", above, below, winner: null, came: null, verdict: "", shortVerdict: "", isViewersWin: null };
  const winner = winnerOf(came, seatHand.seat, isOwnBank ? "dealer" : "seat");
  return {
    id: "tiles",
    above,
    below,
    winner: isWon(came) === isOwnBank ? "above" : "below",
    came,
    verdict: verdictText(comparisonReason(seatHand, dealer, came), winner),
    shortVerdict: "",
    isViewersWin: winner.kind === "you",
  };
}

/**
 * Returns why a wager won or lost: the main wager by the comparison, Pair by the seat's tiles, Tie by both; for any other wager the
 * rulebook's sentence about what wins.
 */
export function wagerReason(view: TableView, hands: MahJongHands, result: Result): string {
  const hand = hands.seats.find(({ seat }) => seat === result.seat);
  const wager = view.wagers.find(({ id }) => id === result.wager);
  if (wager?.role === "main") return hand?.comparison == null ? "" : t(`why.${hand.comparison}`);
  if (wager?.id === "pair") return t(hand?.madeHand?.isPair === true ? "why.pair" : "why.no_pair");
  if (wager?.id === "tie") return t(hand?.comparison === "same" ? "why.tie" : "why.no_tie");
  return translateRulebookText(wager?.summary ?? "");
}
