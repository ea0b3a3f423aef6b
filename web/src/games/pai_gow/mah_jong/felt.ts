import { circlesOf } from "../../../lib/tiles";
import type { LastRound, HandValue, TableView } from "../../../lib/types";
import type { AnyFelt, LyingCard } from "../../../ui/felt";
import { t } from "./words";

/** What two tiles have come to. `top`: the circles of the higher one; the window counts ten. */
export type Two = { isPair: boolean; points: number; top: number };
/** How a hand came out against the player-dealer's; `same`: the same two tiles, which are his. */
export type Came = "win" | "lose" | "same";
export type Hand = { name: string; seat: number | null; cards: LyingCard[]; made: Two | null; came: Came | null; state: "waiting" | "opened" };
export type TwoFelt = AnyFelt<Hand> & { dealer: Hand; dice: readonly number[]; action: number | null; bank: number | null };

const WORDS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "window"];
const cameOf = (said: unknown): Came | null => (said === "win" || said === "lose" || said === "same" ? said : null);
const nobody = (): Hand => ({ name: "dealer", seat: null, cards: [], made: null, came: null, state: "waiting" });

/** As the server tells it. */
export function twoOf(hand: HandValue | undefined): Two | null {
  const top = WORDS.indexOf(hand?.ranks[0] ?? "?");
  return hand === undefined || top < 1 ? null : { isPair: hand.category === "pair", points: hand.total ?? 0, top };
}

export const isTaken = (came: Came | null): boolean => came === "win";

/** "pair of windows", "9, window on top", as a kept round has it. */
export function readTwo(name: string): Two | null {
  const [, pair, points, on] = /^(?:pair of (\w+?)(?:e?s)?|(\d), (\w+) on top)$/.exec(name) ?? [];
  const top = WORDS.findIndex((word) => word !== "" && (word === (on ?? pair) || (on === undefined && word.startsWith(pair ?? "?"))));
  return top < 1 ? null : { isPair: pair !== undefined, points: points === undefined ? (2 * top) % 10 : Number(points), top };
}

const tileWord = (top: number): string => (top === 10 ? t("tile.window") : String(top));
/** "Pair of windows", "9". */
export const twoShort = (two: Two | null): string => (two === null ? "" : two.isPair ? t("made.pair", { tile: tileWord(two.top) }) : String(two.points));
/** "9, window high". */
export const twoName = (two: Two | null): string => (two === null || two.isPair ? twoShort(two) : t("made.points", { points: two.points, tile: tileWord(two.top) }));
/** "10 and 9 make 19". */
export function twoNote(cards: readonly string[], two: Two | null): string {
  if (two === null || cards.length !== 2) return "";
  const [one = 0, other = 0] = cards.map(circlesOf);
  return two.isPair ? t("note.pair") : t("note.counts", { one, other, sum: one + other, points: two.points });
}

export function feltOf(view: TableView, last: LastRound | null): TwoFelt {
  if (view.phase === "dealing") return dealtFelt(view);
  if (last !== null && last.status !== "void" && last.facts?.["hand"] !== undefined) return lastFelt(last);
  return { round: view.betting.round ?? "", isLast: false, dealer: nobody(), seats: [], dice: [], action: null, bank: view.player_dealer?.seat ?? null };
}

function dealtFelt(view: TableView): TwoFelt {
  const hands = view.hand_states.map((one): Hand => ({
    name: one.hand,
    seat: one.seat,
    cards: (view.hands[one.hand] ?? []).map(({ position_in_hand: nth, card }) => ({ nth, card: card ?? null })),
    made: twoOf(view.hand_values[one.hand]),
    came: cameOf(one.compared),
    state: one.state === "opened" ? "opened" : "waiting",
  }));
  const { action_order: order } = view;
  const seats = hands.filter((hand) => hand.seat !== null);
  return {
    round: view.betting.round ?? "",
    isLast: false,
    dealer: hands.find((hand) => hand.name === "dealer") ?? nobody(),
    seats: order === undefined ? seats : order.seats.flatMap((seat) => seats.filter((one) => one.seat === seat)),
    dice: order?.rolls[0]?.numbers ?? [],
    action: order?.action_button_seat ?? null,
    bank: view.player_dealer?.seat ?? null,
  };
}

type Over = Pick<LastRound, "round" | "cards"> & { facts?: Record<string, unknown>; hand_values?: Record<string, HandValue> };

/** A round that is over. */
export function lastFelt(last: Over): TwoFelt {
  const facts = last.facts ?? {};
  const action = typeof facts["action"] === "number" ? facts["action"] : null;
  const hands = Object.entries(last.cards).map(([name, cards]): Hand => {
    const seat = Number(name.split(":")[1] ?? 0) || null;
    const called = seat === null && typeof facts["hand"] === "string" ? readTwo(facts["hand"]) : null;
    return { name, seat, cards: cards.map((card, place) => ({ nth: place + 1, card })), made: twoOf(last.hand_values?.[name]) ?? called, came: seat === null ? null : cameOf(facts[`seat ${seat}`]), state: "opened" };
  });
  const turn = (hand: Hand): number => ((hand.seat ?? 0) - (action ?? 1) + 100) % 100;
  return {
    round: last.round,
    isLast: true,
    dealer: hands.find((hand) => hand.seat === null) ?? nobody(),
    seats: hands.filter((hand) => hand.seat !== null).sort((one, other) => turn(one) - turn(other)),
    dice: Array.isArray(facts["dice"]) ? (facts["dice"] as number[]) : [],
    action,
    bank: typeof facts["bank"] === "number" ? facts["bank"] : null,
  };
}

export const cameSaid = (came: Came | null): string => (came === null ? "" : t(`came.${came}`));
