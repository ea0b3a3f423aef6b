import { get } from "./api";

/** Odds that were not counted beforehand are counted when somebody first asks; the house says how far it is. */
type Waiting = { state: "counting" | "not-counted" };
export type Told<Sheet> = Waiting | ({ state: "counted" } & Sheet);

const AGAIN_MS = 3000;

export const askOdds = <Sheet>(table: string): Promise<Told<Sheet>> => get<Told<Sheet>>(`/api/tables/${table}/odds`);

/** Ask until the sheet is there or never will be, telling each answer; what comes back ends the asking. */
export function followOdds<Sheet>(table: string, told: (odds: Told<Sheet>) => void, refused: (why: unknown) => void): () => void {
  let timer = 0;
  let over = false;
  async function ask(): Promise<void> {
    const odds = await askOdds<Sheet>(table);
    if (over) return;
    told(odds);
    if (odds.state === "counting") timer = window.setTimeout(tried, AGAIN_MS);
  }
  const tried = (): void => void ask().catch((why: unknown) => over || refused(why));
  tried();
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
