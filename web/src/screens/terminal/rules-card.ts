/** Types of the rules card and the odds sheet, as far as the terminal shows them. */
type Line = { label: string; text: string; cite: string };
export type RulesCardWager = {
  id: string;
  title: string;
  group: string;
  summary: string;
  outcome: string;
  rows: { name: string; pays: string; odds: string | null; envy: string }[];
  limits: Line & { least: string; most: string };
  terms: Line[];
  note: string;
};
export type TableRulesCard = {
  title: string;
  house: string;
  summary: string;
  banked_by: string;
  source: { title: string; issuer: string };
  table: Line[];
  wagers: RulesCardWager[];
  settlement: Line[];
  procedures: { title: string; text: string; cite: string }[];
  statement: string;
};
export type WagerOdds = {
  wager: string;
  house_edge: number;
  hit: number;
  push: number;
  loss: number;
  rows: { row: string; pays: string; probability: number }[];
  /** Set on the entry that covers all wagers on a hand together, in antes, with best play. */
  game?: { parts: Record<string, number>; average_wager: number; element_of_risk: number; decisions: Record<string, number> };
};
export type OddsSheet = { method: string; rounds: number; wagers: WagerOdds[] };
