import type { LastRound, TableView } from "../../../lib/types";
import type { HandsOnTable, ShownCard } from "../../../ui/hands-on-table";
import { PART_NAMES, paiGowHandFrom, paiGowHandFromName, type PaiGowMadeHand, type PartName } from "./words";

/** Result of a high or low hand against the player-dealer's; `copy-…`: equal hands, and who wins them; `foul` hands lose. */
export type HandComparison = "win" | "lose" | "copy-win" | "copy-lose" | "copy" | "foul";
/** A high or low hand. `ranks`: the ranks by which the server compares it, the most important first. */
export type HandPart = {
  cards: ShownCard[];
  madeHand: PaiGowMadeHand | null;
  ranks: readonly string[];
  comparison: HandComparison | null;
};
/** The cards of a seat, of the player-dealer, or of a shared hand. `parts` is null while the viewer may not see how they are set. */
export type PaiGowHand = {
  name: string;
  seat: number | null;
  cards: ShownCard[];
  parts: Record<PartName, HandPart> | null;
  state: "waiting" | "set" | "opened";
  /** The hand is set the house way for its player. */
  isHouseWay: boolean;
};
export type PaiGowHands = HandsOnTable<PaiGowHand> & {
  /** The player-dealer's hand; at a table with shared hands, the Banker's. */
  dealer: PaiGowHand;
  /** The Player's hand at a table with shared hands, else null. */
  sharedPlayerHand: PaiGowHand | null;
  dice: readonly number[];
  actionSeat: number | null;
  bankSeat: number | null;
};

const emptyHand = (name: string): PaiGowHand => ({ name, seat: null, cards: [], parts: null, state: "waiting", isHouseWay: false });

/** True if all players bet on two shared hands, Player and Banker, and no seat has its own cards. */
export const hasSharedHands = (view: Pick<TableView, "wagers">): boolean => view.wagers.some((wager) => wager.zone === "banker");

/** Returns the main wager, which the two hands decide. */
export const mainWager = (view: Pick<TableView, "wagers">): TableView["wagers"][number] | undefined =>
  view.wagers.find((wager) => wager.role === "main");

export function handsOnTable(view: TableView, last: LastRound | null): PaiGowHands {
  if (view.phase === "dealing") return handsInPlay(view);
  if (last !== null && last.status !== "void" && last.facts?.["against"] !== undefined) return handsOfFinishedRound(last);
  const sharedPlayerHand = hasSharedHands(view) ? emptyHand("player") : null;
  return {
    round: view.betting.round ?? "",
    isLast: false,
    dealer: emptyHand(sharedPlayerHand === null ? "dealer" : "banker"),
    sharedPlayerHand,
    seats: [],
    dice: [],
    actionSeat: null,
    bankSeat: view.player_dealer?.seat ?? null,
  };
}

function handsInPlay(view: TableView): PaiGowHands {
  const handsById = new Map<string, PaiGowHand>();
  for (const handState of view.hand_states) {
    const [handId = "", part] = handState.hand.split("/");
    const cards = (view.hands[handState.hand] ?? []).map(({ position_in_hand: nth, card }): ShownCard => ({ nth, card: card ?? null }));
    const hand = handsById.get(handId) ?? { ...emptyHand(handId), seat: handState.seat };
    const state = handState.state === "set" || handState.state === "opened" ? handState.state : "waiting";
    const parts =
      part === undefined
        ? hand.parts
        : {
            ...(hand.parts ?? emptyParts()),
            [part]: {
              cards,
              madeHand: paiGowHandFrom(view.hand_values[handState.hand]),
              ranks: view.hand_values[handState.hand]?.ranks ?? [],
              comparison: (handState.compared ?? null) as HandComparison | null,
            },
          };
    handsById.set(handId, { ...hand, cards: [...hand.cards, ...cards], parts, state, isHouseWay: handState.is_house_way ?? false });
  }
  const seats = [...handsById.values()].filter((hand) => hand.seat !== null);
  const sharedPlayerHand = hasSharedHands(view) ? (handsById.get("player") ?? emptyHand("player")) : null;
  const { action_order: order } = view;
  return {
    round: view.betting.round ?? "",
    isLast: false,
    dealer: handsById.get(sharedPlayerHand === null ? "dealer" : "banker") ?? emptyHand(sharedPlayerHand === null ? "dealer" : "banker"),
    sharedPlayerHand,
    seats: order === undefined ? seats : order.seats.flatMap((seat) => seats.filter((hand) => hand.seat === seat)),
    dice: order?.rolls.find((roll) => roll.what === "dice")?.numbers ?? [],
    actionSeat: order?.action_button_seat ?? null,
    bankSeat: view.player_dealer?.seat ?? null,
  };
}

const emptyParts = (): Record<PartName, HandPart> => ({
  high: { cards: [], madeHand: null, ranks: [], comparison: null },
  low: { cards: [], madeHand: null, ranks: [], comparison: null },
});

type PlayedRound = Pick<LastRound, "round" | "cards"> & Partial<Pick<LastRound, "facts" | "hand_values">>;

/** Returns the hands of a finished round, the seats in the order of payment. */
export function handsOfFinishedRound(last: PlayedRound): PaiGowHands {
  const facts = last.facts ?? {};
  const against = facts["against"] === "banker" ? "banker" : "dealer";
  const handIds = [...new Set(Object.keys(last.cards).map((name) => name.split("/")[0] ?? ""))];
  const hands = handIds.map((name): PaiGowHand => {
    const seat = Number(name.split(":")[1] ?? 0) || null;
    const parts = Object.fromEntries(PART_NAMES.map((part) => [part, partAtEnd(last, name, part, seat)])) as Record<PartName, HandPart>;
    return { name, seat, parts, cards: PART_NAMES.flatMap((part) => parts[part].cards), state: "opened", isHouseWay: false };
  });
  const sharedPlayerHand = hands.find((hand) => hand.name === "player") ?? null;
  const dice = Array.isArray(facts["dice"]) ? facts["dice"] : [];
  const actionSeat = typeof facts["action"] === "number" ? facts["action"] : null;
  const direction = facts["direction"] === "counter-clockwise" ? -1 : 1;
  const paidFirst = typeof facts["paid_first"] === "number" ? facts["paid_first"] : actionSeat;
  const seats = hands
    .filter((hand) => hand.seat !== null)
    .sort((first, second) => distanceFrom(first, paidFirst, direction) - distanceFrom(second, paidFirst, direction));
  return {
    round: last.round,
    isLast: true,
    dealer: hands.find((hand) => hand.name === against) ?? emptyHand(against),
    sharedPlayerHand,
    seats,
    dice,
    actionSeat,
    bankSeat: typeof facts["bank"] === "number" ? facts["bank"] : null,
  };
}

/** Returns how many seats a hand is from the first seat, in the direction of the action. */
const distanceFrom = (hand: PaiGowHand, firstSeat: number | null, direction: 1 | -1): number =>
  (direction * ((hand.seat ?? 0) - (firstSeat ?? 1)) + 100) % 100;

function partAtEnd(last: PlayedRound, name: string, part: PartName, seat: number | null): HandPart {
  const facts = last.facts ?? {};
  const cards = (last.cards[`${name}/${part}`] ?? []).map((card, place) => ({ nth: place + 1, card }));
  const factName = name === facts["against"] ? facts[part] : undefined;
  const madeHand =
    paiGowHandFrom(last.hand_values?.[`${name}/${part}`]) ?? (typeof factName === "string" ? paiGowHandFromName(factName) : null);
  const comparison = facts[seat === null ? `${name} ${part}` : `seat ${seat} ${part}`];
  const ranks = last.hand_values?.[`${name}/${part}`]?.ranks ?? [];
  return { cards, madeHand, ranks, comparison: typeof comparison === "string" ? (comparison as HandComparison) : null };
}

/** True if the holder of the hand won it. */
export const isWon = (comparison: HandComparison | null): boolean => comparison === "win" || comparison === "copy-win";

/** Returns the outcome of both hands together; null before both are compared. */
export function handOutcome(hand: Pick<PaiGowHand, "parts">): "win" | "push" | "lose" | null {
  const comparisons = PART_NAMES.map((part) => hand.parts?.[part].comparison ?? null);
  if (comparisons.includes(null)) return null;
  const wonCount = comparisons.filter(isWon).length;
  return wonCount === 2 ? "win" : wonCount === 1 ? "push" : "lose";
}
