import type { LastRound, Result } from "../lib/types";

/** A kept round, as its player is shown it. */
export type KeptRound = {
  id: string;
  table: string;
  number: number;
  status: "settled" | "void" | "corrected";
  ended_at: number;
  title: string;
  /** Of the game it was a round of. */
  family: string;
  code?: string;
  dealt: { hand: string; nth: number; card: string }[];
  cards: Record<string, string[]>;
  facts?: LastRound["facts"];
  own?: {
    /** Each with its wager's title: the round may have been played at another table. */
    results: (Result & { title: string })[];
    staked_cents: number;
    net_cents: number;
    jackpot_cents: number;
    fee_cents: number;
    /** What he put up as the player-dealer, and what came of it. */
    bank: { seat: number; cents: number; net_cents: number; left_cents: number } | null;
    returned_cents: number;
    balance_before_cents: number | null;
    balance_after_cents: number | null;
    reason: string;
  };
};
export type RoundsPage = { rounds: KeptRound[]; next: string | null };
