/** Winner of a round in games with two shared hands. */
export type Side = "player" | "banker" | "tie";
/** One round in a list: the winner, the small marks at the upper and lower corner of its badge, and a description in words. */
export type RoundMark = { side: Side; upperMark: string; lowerMark: string; description: string };
