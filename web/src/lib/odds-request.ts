import { get } from "./api";
import type { CountedOddsResponse, OddsStatusResponse } from "../wire.http";

/** Odds of a table; their status while there are none: the server calculates them on the first request, or cannot calculate them. */
export type OddsResponse = CountedOddsResponse | OddsStatusResponse;

const POLL_INTERVAL_MS = 3000;

export const fetchOdds = (table: string): Promise<OddsResponse> => get(`/api/tables/${table}/odds`);

/**
 * Poll every 3 s while the server is calculating, and pass each response to `onResponse`. Returns a function that stops the polling;
 * after that neither callback is called.
 */
export function pollOdds(table: string, onResponse: (odds: OddsResponse) => void, onError: (error: unknown) => void): () => void {
  let timer = 0;
  let isStopped = false;
  async function requestOdds(): Promise<void> {
    const odds = await fetchOdds(table);
    if (isStopped) return;
    onResponse(odds);
    if (odds.state === "counting") timer = window.setTimeout(poll, POLL_INTERVAL_MS);
  }
  const poll = (): void => void requestOdds().catch((error: unknown) => isStopped || onError(error));
  poll();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
