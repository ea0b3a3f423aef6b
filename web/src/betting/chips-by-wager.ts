import type { TableView } from "../lib/types";

/** What lies on a wager: everybody's chips, of how many bettors, and how much of all that lies on the lines. */
export type WagerTotal = { wager: string; title: string; cents: number; bettors: number; othersCents: number; otherBettors: number; share: number | null };

/** Every wager that has chips on it, the lines first. Chips that were put up during the round count where they lie. */
export function chipsByWager(view: Pick<TableView, "chips" | "wagers">): WagerTotal[] {
  const lines = view.wagers.filter((wager) => wager.group === "line").map((wager) => wager.id);
  const onLines = sum(view.chips.filter((chip) => lines.includes(chip.wager)));
  const found = view.wagers.flatMap((wager): WagerTotal[] => {
    const here = view.chips.filter((chip) => chip.wager === wager.id);
    if (here.length === 0) return [];
    const isLine = lines.length > 1 && lines.includes(wager.id);
    return [
      {
        wager: wager.id,
        title: wager.title,
        cents: sum(here),
        bettors: new Set(here.map((chip) => `${chip.seat} ${chip.bettor}`)).size,
        othersCents: sum(here.filter((chip) => !chip.is_own)),
        otherBettors: new Set(here.filter((chip) => !chip.is_own).map((chip) => `${chip.seat} ${chip.bettor}`)).size,
        share: isLine && onLines > 0 ? sum(here) / onLines : null,
      },
    ];
  });
  return [...found.filter((one) => one.share !== null), ...found.filter((one) => one.share === null)];
}

function sum(chips: readonly { cents: number }[]): number {
  return chips.reduce((total, chip) => total + chip.cents, 0);
}
