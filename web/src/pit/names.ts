import { namesOf, partsOf } from "../games/slots";
import { people } from "../ui/people.svelte";
import { t } from "./t";
import type { KeptRound } from "./types";

/** "Banker wins, 9 over 7"; empty for a game that names no winner. */
export function outcome(family: string, round: { cards: Record<string, string[]>; facts?: Record<string, unknown> }): string {
  return partsOf("pit", family).outcome({ facts: {}, ...round });
}

/** "Banker, card 3": where a card of a round lies, counted from 1. */
export function cardPlace(round: KeptRound, place: number): string {
  const lies = round.dealt[place - 1];
  if (lies === undefined || lies.hand === null) return t("card.place", { place });
  return t("card.lies", { hand: namesOf(round.family).hand(lies.hand), nth: lies.nth ?? 0 });
}

/** "Seat 2: Play 4x", and where nobody spoke: what was decided in a round, in order. */
export function decisionsOf(round: KeptRound): string[] {
  const named = namesOf(round.family).choice;
  return (round.answers ?? []).flatMap(({ seat, decided, mark }) => {
    if (mark === "silence") return [t("round.silence")];
    return seat === undefined || decided === undefined ? [] : [`${t("money.seat", { seat })}: ${named(decided)}`];
  });
}

/** A seat's bettor by name. */
export function who(account: string): string {
  return people.nameOf(account);
}

/** "dealer-midi/000043" as its table and its number. */
export function roundParts(round: string): [string, number] {
  const [table = "", number = "0"] = round.split("/");
  return [table, Number(number)];
}
