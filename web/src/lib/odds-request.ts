import { getView } from "./api";

/** Reply while there are no odds: the server calculates them on the first request, or cannot calculate them. */
type OddsPending = { state: "counting" | "not-counted" };
export type OddsResponse<Sheet> = OddsPending | ({ state: "counted" } & Sheet);

const POLL_INTERVAL_MS = 3000;

export const fetchOdds = <Sheet>(table: string): Promise<OddsResponse<Sheet>> => getView<OddsResponse<Sheet>>(`/api/tables/${table}/odds`);

/**
 * Poll every 3 s while the server is calculating, and pass each response to `onResponse`. Returns a function that stops the polling;
 * after that neither callback is called.
 */
export function pollOdds<Sheet>(
  table: string,
  onResponse: (odds: OddsResponse<Sheet>) => void,
  onError: (error: unknown) => void,
): () => void {
  let timer = 0;
  let isStopped = false;
  async function requestOdds(): Promise<void> {
    const odds = await fetchOdds<Sheet>(table);
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
