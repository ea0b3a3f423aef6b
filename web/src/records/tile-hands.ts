import type { Badge, Side } from "./side";

/** A hand on a tile of the wall. `name` is its name for screen readers; `value` its total or its name: "8", "Pair of nines". */
export type TileHand = {
  name: string;
  cards: readonly (string | null)[];
  value: string;
  badge?: Side | Badge;
  /** The hand lost: it is drawn darker. */
  isBeaten?: boolean;
  /** The hand is being decided. */
  isAsked?: boolean;
  /** Number of places to draw, dealt or not. */
  places?: number;
};

/** How many seats are doing or have done something. The wall has a word for each. */
export type SeatCounts = Partial<Record<"deciding" | "played" | "folded" | "setting" | "set" | "won" | "pushed" | "lost", number>>;

/**
 * What a tile of the wall shows of the current round or, until the first card of the next one, of the last round: `main` are the hands that all
 * players share and the dealer's, `seats` those of the seats.
 */
export type TileHands = {
  main: readonly TileHand[];
  seats: readonly TileHand[];
  counts?: SeatCounts;
  pot?: { label: string; cents: number };
};
