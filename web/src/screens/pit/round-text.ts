import { gameNames, loadedParts } from "../../table/game-loader";
import { formatDollars } from "../../lib/money";
import { userDirectory } from "../../ui/users.svelte";
import type { PitRound } from "../../table/game-parts";
import { t } from "./words";
import type { RoundMoney, StaffRound, TableView } from "../../lib/types";

/** Return the result of a round: "Banker wins, 9 over 7"; empty for a game that names no winner. */
export function roundOutcome(family: string, round: Pick<PitRound, "cards"> & Partial<Pick<PitRound, "facts">>): string {
  return loadedParts("pit", family).resultSentence({ facts: {}, ...round });
}

/** Return the name of the sum of all seats: "All seats, $5,800 of it from the meter". */
export const allSeatsText = ({ jackpot_cents }: RoundMoney): string =>
  jackpot_cents > 0 ? t("money.all_meter", { amount: formatDollars(jackpot_cents) }) : t("money.all");

/** Return the position of a card of a round, counted from 1: "Banker, card 3". */
export function cardPosition(round: StaffRound, cardNumber: number): string {
  const dealt = round.dealt[cardNumber - 1];
  if (dealt === undefined || dealt.hand === null) return t("card.place", { place: cardNumber });
  return t("card.lies", { hand: gameNames(round.family).handName(dealt.hand), nth: dealt.nth ?? 0 });
}

/** Return the decisions of a round in order: "Seat 2: Play 4x", or that no answer came in time. */
export function decisionTexts(round: StaffRound): string[] {
  const choiceName = gameNames(round.family).choiceName;
  return (round.answers ?? []).flatMap(({ seat, decided, mark }) => {
    if (mark === "silence") return [t("round.silence")];
    return seat === undefined || decided === undefined ? [] : [`${t("money.seat", { seat })}: ${choiceName(decided)}`];
  });
}

/** Return the display name of an account's user. */
export function accountName(account: string): string {
  return userDirectory.nameOf(account);
}

/** Split a round id such as "dealer-midi/000043" into table and number. */
export function parseRoundId(round: string): [string, number] {
  const [table = "", number = "0"] = round.split("/");
  return [table, Number(number)];
}

/** Return the open cards on a table by hand. */
export function cardsOnTable(view: TableView): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(view.hands).map(([hand, dealt]) => [hand, dealt.flatMap((item) => (item.card === undefined ? [] : [item.card]))]),
  );
}
