export type * from "../wire";

/** State of a hand in blackjack games; "31" and "charlie" are special hands of some rulebooks. */
export type HandState = "waiting" | "playing" | "stood" | "doubled" | "broke" | "natural" | "31" | "charlie" | "surrendered";
/** State of a seat in poker against the dealer: not its turn, to decide, has raised, has folded. */
export type PokerState = "waiting" | "playing" | "played" | "folded";

export type DerivedRoad = "big_eye" | "small" | "cockroach";
export type RoadName = "bead" | "big" | DerivedRoad;
