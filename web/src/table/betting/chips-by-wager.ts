import { translateRulebookText } from "../../lib/rulebook-translations.svelte";
import type { TableView } from "../../lib/types";

/** Chips of all players on a wager. `share`: the part of all chips on the lines; null for other wagers. */
export type WagerTotal = {
  wager: string;
  title: string;
  cents: number;
  bettors: number;
  othersCents: number;
  otherBettors: number;
  share: number | null;
};

/** Totals of all wagers with chips, the lines first; wagers placed during the round are included. */
export function chipsByWager(view: Pick<TableView, "chips" | "wagers">): WagerTotal[] {
  const lines = view.wagers.filter((wager) => wager.group === "line").map((wager) => wager.id);
  const centsOnLines = sum(view.chips.filter((chip) => lines.includes(chip.wager)));
  const totals = view.wagers.flatMap((wager): WagerTotal[] => {
    const chips = view.chips.filter((chip) => chip.wager === wager.id);
    if (chips.length === 0) return [];
    const isLine = lines.length > 1 && lines.includes(wager.id);
    return [
      {
        wager: wager.id,
        title: translateRulebookText(wager.short_title),
        cents: sum(chips),
        bettors: new Set(chips.map((chip) => `${chip.seat} ${chip.bettor}`)).size,
        othersCents: sum(chips.filter((chip) => !chip.is_own)),
        otherBettors: new Set(chips.filter((chip) => !chip.is_own).map((chip) => `${chip.seat} ${chip.bettor}`)).size,
        share: isLine && centsOnLines > 0 ? sum(chips) / centsOnLines : null,
      },
    ];
  });
  return [...totals.filter((total) => total.share !== null), ...totals.filter((total) => total.share === null)];
}

function sum(chips: readonly { cents: number }[]): number {
  return chips.reduce((total, chip) => total + chip.cents, 0);
}
