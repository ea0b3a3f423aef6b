import { gameNames, loadedParts } from "../games/load";
import { userDirectory } from "../ui/users.svelte";
import { t } from "./words";
import type { ArchivedStaffRound } from "./types";

/** "Banker wins, 9 over 7"; empty for a game that names no winner. */
export function roundOutcome(family: string, round: { cards: Record<string, string[]>; facts?: Record<string, unknown> }): string {
  return loadedParts("pit", family).resultSentence({ facts: {}, ...round });
}

/** "Banker, card 3": where a card of a round lies, counted from 1. */
export function cardPosition(round: ArchivedStaffRound, place: number): string {
  const lies = round.dealt[place - 1];
  if (lies === undefined || lies.hand === null) return t("card.place", { place });
  return t("card.lies", { hand: gameNames(round.family).handName(lies.hand), nth: lies.nth ?? 0 });
}

/** "Seat 2: Play 4x", and where nobody spoke: what was decided in a round, in order. */
export function decisionTexts(round: ArchivedStaffRound): string[] {
  const named = gameNames(round.family).choiceName;
  return (round.answers ?? []).flatMap(({ seat, decided, mark }) => {
    if (mark === "silence") return [t("round.silence")];
    return seat === undefined || decided === undefined ? [] : [`${t("money.seat", { seat })}: ${named(decided)}`];
  });
}

/** A seat's bettor by name. */
export function accountName(account: string): string {
  return userDirectory.nameOf(account);
}

/** "dealer-midi/000043" as its table and its number. */
export function parseRoundId(round: string): [string, number] {
  const [table = "", number = "0"] = round.split("/");
  return [table, Number(number)];
}
