import { formatList } from "../../lib/format-list";
import { formatDollars } from "../../lib/money";
import { sentRounds, type PotsRecord, type RecordSource } from "../../records/past-rounds";
import { t as stakes } from "../../table/table-stakes/words";
import { t } from "./words";

/** Returns the last hands: the community cards, the winners and the pot. */
export const record = (source: RecordSource): PotsRecord => ({
  kind: "pots",
  title: stakes("past.title"),
  note: stakes("past.note"),
  hands: sentRounds(source, "pots").map(({ board, winners, pot_cents }) => ({
    board,
    text: t("end.won", { count: winners.length, seats: formatList(winners.map(String)), amount: formatDollars(pot_cents) }),
  })),
});

/** Returns the average pot of the last hands, rounded to whole dollars; null if there is none. */
export function averagePotCents(source: RecordSource): number | null {
  const pots = sentRounds(source, "pots").map((hand) => hand.pot_cents);
  return pots.length === 0 ? null : Math.round(pots.reduce((sum, cents) => sum + cents, 0) / pots.length / 100) * 100;
}
