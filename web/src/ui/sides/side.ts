/** Whom a round was won by, where two hands are dealt for everybody. */
export type Side = "player" | "banker" | "tie";
/** A round in a row of them: what stands over and under the corner of its side's badge, and all of it in words. */
export type RoundMark = { side: Side; upperMark: string; lowerMark: string; description: string };
