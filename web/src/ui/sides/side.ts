/** Whom a round was won by, where two hands are dealt for everybody. */
export type Side = "player" | "banker" | "tie";
