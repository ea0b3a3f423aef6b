import { get } from "./api";

/** Odds that were not counted beforehand are counted when somebody first asks; the house says how far it is. */
type OddsPending = { state: "counting" | "not-counted" };
export type OddsResponse<Sheet> = OddsPending | ({ state: "counted" } & Sheet);

const POLL_INTERVAL_MS = 3000;

export const fetchOdds = <Sheet>(table: string): Promise<OddsResponse<Sheet>> => get<OddsResponse<Sheet>>(`/api/tables/${table}/odds`);

/** Ask until the sheet is there or never will be, telling each answer; what comes back ends the asking. */
export function pollOdds<Sheet>(table: string, onResponse: (odds: OddsResponse<Sheet>) => void, onError: (why: unknown) => void): () => void {
  let timer = 0;
  let isStopped = false;
  async function ask(): Promise<void> {
    const odds = await fetchOdds<Sheet>(table);
    if (isStopped) return;
    onResponse(odds);
    if (odds.state === "counting") timer = window.setTimeout(poll, POLL_INTERVAL_MS);
  }
  const poll = (): void => void ask().catch((why: unknown) => isStopped || onError(why));
  poll();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
