import type { Forecasts } from "./forecasts";

export const forecasts: Forecasts = {
  pattern:
    /\b(over)?due\b|\b(un)?luck(y|ier|iest)?\b|\bstreaks?\b|\b(running |is |are )?(hot|cold)\b|\b(bound|sure|certain) to\b|\bguarantee\w*\b|\bcan(no|')?t lose\b(?! more)|\bnever loses?\b|\bpredict\w*\b|\bmust (come|hit|win)\b|\bwill (win|hit|come up)\b|\bmore likely (now|next|to)\b|\bbeat the (house|dealer)\b|\bsure thing\b|\bready to hit\b|\babout to (hit|pay)\b/i,
  examples: [
    "Banker is due.",
    "This table is hot: 7 wins in a row.",
    "Your lucky seat",
    "The jackpot must hit before $5,000",
    "Player is more likely to win next",
  ],
  pastNote: /already played.*(nothing about|not foretell) the next/,
};
