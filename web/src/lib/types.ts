export type * from "./views";

/** How a hand stands in a game in which hands are played out. */
export type HandState = "waiting" | "playing" | "stood" | "doubled" | "broke" | "natural" | "31" | "charlie" | "surrendered";
/** How a seat stands in a game with folds: not asked now, asked, with a raise up, given up. */
export type PokerState = "waiting" | "playing" | "played" | "folded";

export type DerivedRoad = "big_eye" | "small" | "cockroach";
export type RoadName = "bead" | "big" | DerivedRoad;
