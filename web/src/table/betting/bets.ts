import type { TableView, Wager } from "../../lib/types";

/** Bets in cents, by wager id. */
export type BetsByWager = Readonly<Record<string, number>>;
/** A text that is translated when it is shown, so that it follows a change of language. */
export type LazyText = () => string;

export function totalCents(bets: BetsByWager): number {
  return Object.values(bets).reduce((sum, cents) => sum + cents, 0);
}

export function addBets(left: BetsByWager, right: BetsByWager): BetsByWager {
  return Object.entries(right).reduce<BetsByWager>((sum, [id, cents]) => ({ ...sum, [id]: (sum[id] ?? 0) + cents }), left);
}

export function isSameBets(left: BetsByWager, right: BetsByWager): boolean {
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key]);
}

/** The bets with `cents` on this wager and on those that are placed with it; 0 removes them. */
export function withStake(bets: BetsByWager, wager: Wager, cents: number): BetsByWager {
  const ids = [wager.id, ...wager.placed_with];
  const rest = Object.entries(bets).filter(([id]) => !ids.includes(id));
  return Object.fromEntries([...rest, ...(cents > 0 ? ids.map((id): [string, number] => [id, cents]) : [])]);
}

/** The bets without the change from `before` to `after`; changes that were made since stay. */
export function withoutChange(bets: BetsByWager, before: BetsByWager, after: BetsByWager): BetsByWager {
  const ids = Object.keys({ ...bets, ...before });
  const reverted = ids.map((id): [string, number] => [id, (bets[id] ?? 0) + (before[id] ?? 0) - (after[id] ?? 0)]);
  return Object.fromEntries(reverted.filter(([, cents]) => cents > 0));
}

export type OwnStake = { wager: string; cents: number; isPromotional: boolean };

/** The viewer's chips that the server has, by wager, in the order of the felt; those at several seats are one sum. */
export function ownStakes(view: Pick<TableView, "chips" | "stakes" | "wagers">): OwnStake[] {
  return view.wagers.flatMap(({ id }): OwnStake[] => {
    const cents = view.stakes.wagers.find((stake) => stake.wager === id)?.own_cents ?? 0;
    const isPromotional = view.chips.some((chip) => chip.is_own && chip.wager === id && chip.is_promotional === true);
    return cents === 0 ? [] : [{ wager: id, cents, isPromotional }];
  });
}
