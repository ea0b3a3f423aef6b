import type { LastRound, HandValue, TableView } from "../../lib/types";
import type { HandsOnTable, ShownCard } from "../../ui/hands-on-table";
import { PART_NAMES, paiGowHandFrom, paiGowHandFromName, type PaiGowMadeHand, type PartName } from "./words";

/** How one of a seat's two hands came out against the player-dealer's. */
export type HandComparison = "win" | "lose" | "copy-win" | "copy-lose" | "copy";
/** One of the two hands that somebody's cards are laid into. */
export type HandPart = { cards: ShownCard[]; madeHand: PaiGowMadeHand | null; comparison: HandComparison | null };
/** Somebody's cards: as they were dealt, and once whoever looks may see how, as they are laid. */
export type PaiGowHand = {
  name: string;
  seat: number | null;
  cards: ShownCard[];
  parts: Record<PartName, HandPart> | null;
  state: "waiting" | "set" | "opened";
  /** The house sets it for its player, and its button lies on it. */
  isHouseWay: boolean;
};
export type PaiGowHands = HandsOnTable<PaiGowHand> & {
  /** The player-dealer's hand; where two lie for all, the Banker's. */
  dealer: PaiGowHand;
  /** The Player's hand, where two lie for all. */
  sharedPlayerHand: PaiGowHand | null;
  dice: readonly number[];
  actionSeat: number | null;
  bankSeat: number | null;
};

const emptyHand = (name: string): PaiGowHand => ({ name, seat: null, cards: [], parts: null, state: "waiting", isHouseWay: false });

/** Two hands for everybody, on which the bets are: nobody has cards of his own. */
export const hasSharedHands = (view: Pick<TableView, "wagers">): boolean => view.wagers.some((wager) => wager.zone === "banker");

/** The wager that hands are set for. */
export const mainWager = (view: Pick<TableView, "wagers">): TableView["wagers"][number] | undefined => view.wagers.find((wager) => wager.role === "main");

export function handsOnTable(view: TableView, last: LastRound | null): PaiGowHands {
  if (view.phase === "dealing") return handsInPlay(view);
  if (last !== null && last.status !== "void" && last.facts?.["against"] !== undefined) return handsOfFinishedRound(last);
  const sharedPlayerHand = hasSharedHands(view) ? emptyHand("player") : null;
  return { round: view.betting.round ?? "", isLast: false, dealer: emptyHand(sharedPlayerHand === null ? "dealer" : "banker"), sharedPlayerHand, seats: [], dice: [], actionSeat: null, bankSeat: view.player_dealer?.seat ?? null };
}

function handsInPlay(view: TableView): PaiGowHands {
  const wholes = new Map<string, PaiGowHand>();
  for (const one of view.hand_states) {
    const [whole = "", part] = one.hand.split("/");
    const lying = (view.hands[one.hand] ?? []).map(({ position_in_hand: nth, card }): ShownCard => ({ nth, card: card ?? null }));
    const hand = wholes.get(whole) ?? { ...emptyHand(whole), seat: one.seat };
    const state = one.state === "set" || one.state === "opened" ? one.state : "waiting";
    const parts = part === undefined ? hand.parts : { ...(hand.parts ?? emptyParts()), [part]: { cards: lying, madeHand: paiGowHandFrom(view.hand_values[one.hand]), comparison: (one.compared ?? null) as HandComparison | null } };
    wholes.set(whole, { ...hand, cards: [...hand.cards, ...lying], parts, state, isHouseWay: one.is_house_way ?? false });
  }
  const seats = [...wholes.values()].filter((hand) => hand.seat !== null);
  const sharedPlayerHand = hasSharedHands(view) ? (wholes.get("player") ?? emptyHand("player")) : null;
  const { action_order: order } = view;
  return {
    round: view.betting.round ?? "",
    isLast: false,
    dealer: wholes.get(sharedPlayerHand === null ? "dealer" : "banker") ?? emptyHand(sharedPlayerHand === null ? "dealer" : "banker"),
    sharedPlayerHand,
    seats: order === undefined ? seats : order.seats.flatMap((seat) => seats.filter((one) => one.seat === seat)),
    dice: order?.rolls.find((one) => one.what === "dice")?.numbers ?? [],
    actionSeat: order?.action_button_seat ?? null,
    bankSeat: view.player_dealer?.seat ?? null,
  };
}

const emptyParts = (): Record<PartName, HandPart> => ({ high: { cards: [], madeHand: null, comparison: null }, low: { cards: [], madeHand: null, comparison: null } });

type PlayedRound = Pick<LastRound, "round" | "cards"> & { facts?: Record<string, unknown>; hand_values?: Record<string, HandValue> };

/** A round that is over, as it lay at the end. */
export function handsOfFinishedRound(last: PlayedRound): PaiGowHands {
  const facts = last.facts ?? {};
  const against = facts["against"] === "banker" ? "banker" : "dealer";
  const wholes = [...new Set(Object.keys(last.cards).map((name) => name.split("/")[0] ?? ""))];
  const hands = wholes.map((name): PaiGowHand => {
    const seat = Number(name.split(":")[1] ?? 0) || null;
    const parts = Object.fromEntries(PART_NAMES.map((part) => [part, partAtEnd(last, name, part, seat)])) as Record<PartName, HandPart>;
    return { name, seat, parts, cards: PART_NAMES.flatMap((part) => parts[part].cards), state: "opened", isHouseWay: false };
  });
  const sharedPlayerHand = hands.find((hand) => hand.name === "player") ?? null;
  const dice = Array.isArray(facts["dice"]) ? (facts["dice"] as number[]) : [];
  const actionSeat = typeof facts["action"] === "number" ? facts["action"] : null;
  const direction = facts["direction"] === "counter-clockwise" ? -1 : 1;
  const seats = hands.filter((hand) => hand.seat !== null).sort((one, other) => distanceFromAction(one, actionSeat, direction) - distanceFromAction(other, actionSeat, direction));
  return { round: last.round, isLast: true, dealer: hands.find((hand) => hand.name === against) ?? emptyHand(against), sharedPlayerHand, seats, dice, actionSeat, bankSeat: typeof facts["bank"] === "number" ? facts["bank"] : null };
}

/** From the action button on, clockwise or the other way round. */
const distanceFromAction = (hand: PaiGowHand, actionSeat: number | null, direction: 1 | -1): number => (direction * ((hand.seat ?? 0) - (actionSeat ?? 1)) + 100) % 100;

function partAtEnd(last: PlayedRound, name: string, part: PartName, seat: number | null): HandPart {
  const facts = last.facts ?? {};
  const cards = (last.cards[`${name}/${part}`] ?? []).map((card, place) => ({ nth: place + 1, card }));
  const called = name === facts["against"] ? facts[part] : undefined;
  const madeHand = paiGowHandFrom(last.hand_values?.[`${name}/${part}`]) ?? (typeof called === "string" ? paiGowHandFromName(called) : null);
  const comparison = facts[seat === null ? `${name} ${part}` : `seat ${seat} ${part}`];
  return { cards, madeHand, comparison: typeof comparison === "string" ? (comparison as HandComparison) : null };
}

/** Whether whoever has the hand took it. */
export const isWon = (comparison: HandComparison | null): boolean => comparison === "win" || comparison === "copy-win";

/** What both hands together came to; null before both are known. */
export function handOutcome(hand: Pick<PaiGowHand, "parts">): "win" | "push" | "lose" | null {
  const comparisons = PART_NAMES.map((part) => hand.parts?.[part].comparison ?? null);
  if (comparisons.includes(null)) return null;
  const taken = comparisons.filter(isWon).length;
  return taken === 2 ? "win" : taken === 1 ? "push" : "lose";
}
