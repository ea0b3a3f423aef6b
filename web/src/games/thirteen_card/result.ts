import { formatList } from "../../lib/format-list";
import { formatSignedDollars } from "../../lib/money";
import type { LastRound, PointsAgainst, PointsReason, SettledHand, SettledSeat } from "../../lib/types";
import { formatPoints } from "../../table/table-stakes/table-stakes";
import { payTableRowName } from "../../ui/hand-names/hand-names";
import { seatsAtEnd, type ThirteenRow } from "./hands";
import { handStateName, isRowName, shortMadeHandName, t, type RowName } from "./words";

/** A seat of a finished hand: its rows, how its hand ended, and its own sum against the whole table. */
export type SeatAtEnd = { seat: number; rows: ThirteenRow[]; state: string; tablePoints: number; isBest: boolean };
/** Another seat with the viewer's points against it. */
export type MetSeat = SeatAtEnd & { against: PointsAgainst };
/** The finished hand as the viewer reads it: the own rows, then every seat that met them. */
export type ThirteenResult = { own: SeatAtEnd; others: MetSeat[]; headline: string; reasons: Reason[] };
/** A sentence that says why points were won or lost. `isInRow`: the viewer's own row says it too. */
export type Reason = { text: string; isInRow: boolean };

/** Returns the finished hand of a seat; null if the seat was not in it. */
export function thirteenResult(last: LastRound, hand: SettledHand, own: SettledSeat): ThirteenResult | null {
  const best = Array.isArray(last.facts?.["best"]) ? last.facts["best"] : [];
  const seats = seatsAtEnd(last).map(({ seat, rows, state }): SeatAtEnd => ({
    seat,
    rows,
    state,
    tablePoints: hand.seats.find((settled) => settled.seat === seat)?.points ?? 0,
    isBest: best.includes(seat),
  }));
  const ownSeat = seats.find(({ seat }) => seat === own.seat);
  if (ownSeat === undefined) return null;
  const others = own.against.flatMap((against) => {
    const other = seats.find(({ seat }) => seat === against.seat);
    return other === undefined ? [] : [{ ...other, against }];
  });
  return { own: ownSeat, others, headline: headlineOf(own), reasons: reasonsOf(ownSeat, others) };
}

function headlineOf(own: SettledSeat): string {
  const amount = formatSignedDollars(own.net_cents);
  const isHomerun = own.against.some(({ reasons }) => reasons.some(({ kind, points }) => kind === "homerun" && points > 0));
  const key = own.points > 0 ? (isHomerun ? "result.homerun" : "result.win") : own.points < 0 ? "result.lose" : "result.even";
  return t(key, { count: Math.abs(own.points), amount });
}

type FoundReason = PointsReason & { seat: number };

/** Returns why points were won and lost, the most important first: declarations, shots, bonuses. */
function reasonsOf(own: SeatAtEnd, others: readonly MetSeat[]): Reason[] {
  const found = others.flatMap(({ seat, against }) => against.reasons.map((reason): FoundReason => ({ ...reason, seat })));
  const declared = [own, ...others].flatMap((seat) => declarationText(seat, seat === own));
  const shots = (["homerun", "shot"] as const).flatMap((kind) => {
    const of = (sign: number): string[] =>
      found.filter((reason) => reason.kind === kind && Math.sign(reason.points) === sign).map(({ seat }) => String(seat));
    return [
      ...(of(1).length > 0 ? [t(`why.${kind}`, { count: of(1).length, seats: formatList(of(1)) })] : []),
      ...(of(-1).length > 0 ? [t(`why.${kind}_by`, { count: of(-1).length, seats: formatList(of(-1)) })] : []),
    ];
  });
  const bonuses = found.filter(({ kind, row }) => kind === "bonus" && row !== "");
  const ownBonuses = [...new Set(bonuses.filter(({ points }) => points > 0).map(({ row }) => row))].map((row) => {
    const paid = bonuses.filter((reason) => reason.row === row && reason.points > 0);
    return t("why.bonus", {
      hand: capitalized(bonusHand(own, row, paid[0]?.name ?? "")),
      points: paid[0]?.points ?? 0,
      count: paid.length,
      seats: formatList(paid.map(({ seat }) => String(seat))),
    });
  });
  const bonusesPaid = bonuses
    .filter(({ points }) => points < 0)
    .map(({ seat, row, name, points }) => {
      const other = others.find((met) => met.seat === seat);
      const hand = other === undefined ? name : bonusHand(other, row, name);
      return t("why.bonus_paid", { hand: capitalized(hand), points: Math.abs(points), seat });
    });
  const reasons = [
    ...[...declared, ...shots].map((text) => ({ text, isInRow: false })),
    ...ownBonuses.map((text) => ({ text, isInRow: true })),
    ...bonusesPaid.map((text) => ({ text, isInRow: false })),
  ];
  return reasons.some(({ isInRow }) => !isInRow) ? reasons : [...reasons, { text: t("why.rows"), isInRow: false }];
}

function declarationText({ seat, state }: SeatAtEnd, isOwn: boolean): string[] {
  if (state === "regular" || state === "") return [];
  return [t(isOwn ? "why.declared_own" : "why.declared", { seat, state: handStateName(state) })];
}

function bonusHand(seat: SeatAtEnd, row: string, name: string): string {
  const madeHand = seat.rows.find((own) => own.row === row)?.madeHand ?? null;
  return madeHand === null ? payTableRowName(name.replaceAll("_", " ")) : shortMadeHandName(madeHand);
}

export const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Returns one line of the reasons: "Shot: 3 rows", "Rows 2 to 1", "Full house, middle". */
export function reasonText(reason: PointsReason): string {
  if (reason.kind === "rows") return t("reason.rows", { won: reason.won_rows, lost: reason.lost_rows });
  if (reason.kind === "shot" || reason.kind === "homerun") return t(`reason.${reason.kind}`);
  if (reason.kind === "bonus" && isRowName(reason.row))
    return t("reason.bonus", { hand: payTableRowName(reason.name.replaceAll("_", " ")), row: t(`row.${reason.row}`).toLocaleLowerCase() });
  if (reason.kind === "bonus") return t("reason.fixed_bonus");
  return capitalized(handStateName(reason.kind === "clean-sweep" ? reason.name : reason.kind));
}

/** Returns the points of a pair as a sum: "6 + 2", "1 + 2 − 4". */
export const reasonsSum = ({ reasons }: PointsAgainst): string =>
  reasons
    .map(({ points }, index) => (index === 0 ? formatPoints(points).replace("+", "") : formatPoints(points).replace(/^([+−])/, " $1 ")))
    .join("");

/** Returns for a row of the viewer: how many seats it beat, and the bonus that it brought from each. */
export function ownRowText(others: readonly MetSeat[], row: RowName): { won: string; bonus: number } {
  const met = others.flatMap(({ against }) => against.rows.filter((compared) => compared.row === row));
  const won = met.filter(({ result }) => result === "won");
  return {
    won: met.length === 0 ? "" : t("row.won", { won: won.length, count: met.length }),
    bonus: Math.max(0, ...won.map(({ bonus }) => bonus)),
  };
}
