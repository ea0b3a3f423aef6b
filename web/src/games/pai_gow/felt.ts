import type { LastRound, HandValue, TableView } from "../../lib/types";
import type { AnyFelt, LyingCard } from "../../ui/felt";
import { PARTS, readMade, writtenMade, type HandMade, type Part } from "./words";

/** How one of a seat's two hands came out against the player-dealer's. */
export type Came = "win" | "lose" | "copy-win" | "copy-lose" | "copy";
/** One of the two hands that somebody's cards are laid into. */
export type LaidPart = { cards: LyingCard[]; made: HandMade | null; came: Came | null };
/** Somebody's cards: as they were dealt, and once whoever looks may see how, as they are laid. */
export type Hand = {
  name: string;
  seat: number | null;
  cards: LyingCard[];
  laid: Record<Part, LaidPart> | null;
  state: "waiting" | "set" | "opened";
  /** The house sets it for its player, and its button lies on it. */
  houseWay: boolean;
};
export type PaiGowFelt = AnyFelt<Hand> & {
  /** The player-dealer's hand; where two lie for all, the Banker's. */
  dealer: Hand;
  /** The Player's hand, where two lie for all. */
  common: Hand | null;
  dice: readonly number[];
  action: number | null;
  bank: number | null;
};

const nobody = (name: string): Hand => ({ name, seat: null, cards: [], laid: null, state: "waiting", houseWay: false });

/** Two hands for everybody, on which the bets are: nobody has cards of his own. */
export const isForAll = (view: Pick<TableView, "wagers">): boolean => view.wagers.some((wager) => wager.zone === "banker");

/** The wager that hands are set for. */
export const baseOf = (view: Pick<TableView, "wagers">): TableView["wagers"][number] | undefined => view.wagers.find((wager) => wager.role === "main");

export function feltOf(view: TableView, last: LastRound | null): PaiGowFelt {
  if (view.phase === "dealing") return dealtFelt(view);
  if (last !== null && last.status !== "void" && last.facts?.["against"] !== undefined) return lastFelt(last);
  const common = isForAll(view) ? nobody("player") : null;
  return { round: view.betting.round ?? "", isLast: false, dealer: nobody(common === null ? "dealer" : "banker"), common, seats: [], dice: [], action: null, bank: view.player_dealer?.seat ?? null };
}

function dealtFelt(view: TableView): PaiGowFelt {
  const wholes = new Map<string, Hand>();
  for (const one of view.hand_states) {
    const [whole = "", part] = one.hand.split("/");
    const lying = (view.hands[one.hand] ?? []).map(({ position_in_hand: nth, card }): LyingCard => ({ nth, card: card ?? null }));
    const hand = wholes.get(whole) ?? { ...nobody(whole), seat: one.seat };
    const state = one.state === "set" || one.state === "opened" ? one.state : "waiting";
    const laid = part === undefined ? hand.laid : { ...(hand.laid ?? empty()), [part]: { cards: lying, made: readMade(view.hand_values[one.hand]), came: (one.compared ?? null) as Came | null } };
    wholes.set(whole, { ...hand, cards: [...hand.cards, ...lying], laid, state, houseWay: one.is_house_way ?? false });
  }
  const seats = [...wholes.values()].filter((hand) => hand.seat !== null);
  const common = isForAll(view) ? (wholes.get("player") ?? nobody("player")) : null;
  const { action_order: order } = view;
  return {
    round: view.betting.round ?? "",
    isLast: false,
    dealer: wholes.get(common === null ? "dealer" : "banker") ?? nobody(common === null ? "dealer" : "banker"),
    common,
    seats: order === undefined ? seats : order.seats.flatMap((seat) => seats.filter((one) => one.seat === seat)),
    dice: order?.rolls.find((one) => one.what === "dice")?.numbers ?? [],
    action: order?.action_button_seat ?? null,
    bank: view.player_dealer?.seat ?? null,
  };
}

const empty = (): Record<Part, LaidPart> => ({ high: { cards: [], made: null, came: null }, low: { cards: [], made: null, came: null } });

type Over = Pick<LastRound, "round" | "cards"> & { facts?: Record<string, unknown>; hand_values?: Record<string, HandValue> };

/** A round that is over, as it lay at the end. */
export function lastFelt(last: Over): PaiGowFelt {
  const facts = last.facts ?? {};
  const against = facts["against"] === "banker" ? "banker" : "dealer";
  const wholes = [...new Set(Object.keys(last.cards).map((name) => name.split("/")[0] ?? ""))];
  const hands = wholes.map((name): Hand => {
    const seat = Number(name.split(":")[1] ?? 0) || null;
    const laid = Object.fromEntries(PARTS.map((part) => [part, laidAtEnd(last, name, part, seat)])) as Record<Part, LaidPart>;
    return { name, seat, laid, cards: PARTS.flatMap((part) => laid[part].cards), state: "opened", houseWay: false };
  });
  const common = hands.find((hand) => hand.name === "player") ?? null;
  const dice = Array.isArray(facts["dice"]) ? (facts["dice"] as number[]) : [];
  const action = typeof facts["action"] === "number" ? facts["action"] : null;
  const way = facts["direction"] === "counter-clockwise" ? -1 : 1;
  const seats = hands.filter((hand) => hand.seat !== null).sort((one, other) => turnOf(one, action, way) - turnOf(other, action, way));
  return { round: last.round, isLast: true, dealer: hands.find((hand) => hand.name === against) ?? nobody(against), common, seats, dice, action, bank: typeof facts["bank"] === "number" ? facts["bank"] : null };
}

/** From the action button on, clockwise or the other way round. */
const turnOf = (hand: Hand, action: number | null, way: 1 | -1): number => (way * ((hand.seat ?? 0) - (action ?? 1)) + 100) % 100;

function laidAtEnd(last: Over, name: string, part: Part, seat: number | null): LaidPart {
  const facts = last.facts ?? {};
  const cards = (last.cards[`${name}/${part}`] ?? []).map((card, place) => ({ nth: place + 1, card }));
  const called = name === facts["against"] ? facts[part] : undefined;
  const made = readMade(last.hand_values?.[`${name}/${part}`]) ?? (typeof called === "string" ? writtenMade(called) : null);
  const came = facts[seat === null ? `${name} ${part}` : `seat ${seat} ${part}`];
  return { cards, made, came: typeof came === "string" ? (came as Came) : null };
}

/** Whether whoever has the hand took it. */
export const isTaken = (came: Came | null): boolean => came === "win" || came === "copy-win";

/** What both hands together came to; null before both are known. */
export function outcomeOf(hand: Pick<Hand, "laid">): "win" | "push" | "lose" | null {
  const came = PARTS.map((part) => hand.laid?.[part].came ?? null);
  if (came.includes(null)) return null;
  const taken = came.filter(isTaken).length;
  return taken === 2 ? "win" : taken === 1 ? "push" : "lose";
}
