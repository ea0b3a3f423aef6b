import { count, percent } from "../lib/figures";
import { change, dollars } from "../lib/money";
import { people } from "../ui/people.svelte";
import { tableNames } from "../ui/table-names.svelte";
import { moment } from "../ui/when";
import { columnName, t } from "./t";

export const REPORTS = ["tables", "pay-tables", "house", "cashiers", "shifts", "terminals", "redemptions", "meters", "jackpots", "vouchers", "promotional", "campaigns", "trial-balance"] as const;
export type ReportName = (typeof REPORTS)[number];
export type Row = Record<string, unknown>;
export type Report = { report: string; since: number; until: number; rows: Row[]; totals: Record<string, number | string | null>; summary: Record<string, unknown> };
export type Column = { key: string; title: string; number?: boolean; of: (row: Row) => string; tone?: (row: Row) => string };
export type Bar = { label: string; value: number; shown: string };

/** Reports of how things stand now; the others are of a period. */
export const STANDING: readonly ReportName[] = ["meters", "jackpots", "vouchers", "trial-balance"];
const HIDDEN = new Set(["last_hits", "digest", "seq"]);
const SIGNED = new Set(["revenue_with_promotional_cents", "hold_cents", "bank_cents", "revenue_cents", "house_cents", "over_short_cents", "adjusted_cents", "corrected_cents"]);
const PEOPLE = new Set(["cashier", "by", "decided_by", "executive_by", "account"]);

const isCents = (key: string): boolean => key === "cents" || key.endsWith("_cents");
const isMoment = (key: string): boolean => key === "at" || key.endsWith("_at");

/** A figure as the office reads it, by what its column is. */
export function shown(key: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (isCents(key)) return SIGNED.has(key) ? change(Number(value)) : dollars(Number(value));
  if (isMoment(key)) return moment(Number(value));
  if (key.endsWith("_percent")) return percent(Number(value), 2);
  if (COUNTED.has(key)) return count(Number(value));
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (key === "table" || key === "table_name") return tableNames.fullNameOf(String(value));
  return PEOPLE.has(key) ? people.nameOf(String(value)) : String(value);
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === "" || value === 0;
const keysOf = (rows: readonly Row[]): string[] => Object.keys(rows[0] ?? {}).filter((key) => !HIDDEN.has(key));

/** Columns of a report that have nothing in any line: they are named under it instead of taking room. */
export function emptyColumns(rows: readonly Row[]): string[] {
  return keysOf(rows).filter((key) => rows.every((row) => isNothing(row[key])));
}

export function columnsOf(rows: readonly Row[]): Column[] {
  const empty = new Set(emptyColumns(rows));
  return keysOf(rows).filter((key) => !empty.has(key)).map((key) => ({
    key,
    title: columnName(key),
    number: isCents(key) || key.endsWith("_percent") || typeof rows[0]?.[key] === "number" && !isMoment(key),
    of: (row) => shown(key, row[key]),
    tone: (row) => (SIGNED.has(key) && Number(row[key]) < 0 ? "danger" : ""),
  }));
}

/** The sums that the server tells, under their columns. */
export function totalsShown(report: Report, columns: readonly Column[]): Record<string, string> {
  const told = columns.slice(1).filter(({ key }) => key in report.totals).map(({ key }) => [key, shown(key, report.totals[key])]);
  return { [columns[0]?.key ?? ""]: t("report.total"), ...Object.fromEntries(told) };
}
const COUNTED = new Set(["gifts", "coupons", "rounds", "voided", "corrections", "tickets", "tickets_out", "tickets_in", "hand_pays", "hits"]);

const CHARTED: Partial<Record<ReportName, [string, string]>> = {
  tables: ["table", "revenue_cents"],
  "pay-tables": ["table", "return_percent"],
  cashiers: ["cashier", "cash_in_cents"],
  shifts: ["shift", "over_short_cents"],
  meters: ["title", "current_cents"],
  vouchers: ["status", "cents"],
};
const BARS_MOST = 16;

/** The one picture a report is worth, if any. */
export function barsOf(name: ReportName, report: Report): { title: string; bars: Bar[] } | null {
  const kinds = report.summary["kinds"];
  if (name === "trial-balance" && Array.isArray(kinds)) return { title: t("report.by_kind"), bars: bars(kinds as Row[], "kind", "cents") };
  if (name === "house") return { title: t("report.house_flows"), bars: ofHouse(report.rows[0] ?? {}) };
  const axes = CHARTED[name];
  if (axes === undefined) return null;
  return { title: columnName(axes[1]), bars: bars(report.rows, ...axes) };
}

function bars(rows: readonly Row[], label: string, value: string): Bar[] {
  return rows.slice(0, BARS_MOST).map((row) => ({ label: shown(label, row[label]), value: Number(row[value] ?? 0), shown: shown(value, row[value]) }));
}

function ofHouse(row: Row): Bar[] {
  const keys = Object.keys(row).filter((key) => isCents(key) && Number(row[key]) !== 0);
  return keys.map((key) => ({ label: columnName(key), value: Number(row[key]), shown: shown(key, row[key]) }));
}

/** Whether the report agrees with the books, where it can say so. */
export function agreement(name: ReportName, report: Report): { sound: boolean; words: string } | null {
  const summary = report.summary;
  if (name === "trial-balance") {
    const total = Number(summary["total_cents"] ?? 0);
    const differs = (summary["differs"] as unknown[] | undefined)?.length ?? 0;
    return { sound: total === 0 && differs === 0, words: total === 0 && differs === 0 ? t("agree.zero") : t("agree.not_zero", { amount: dollars(total) }) };
  }
  if (name === "vouchers") {
    const sound = summary["agrees"] === true;
    return { sound, words: t(sound ? "agree.vouchers" : "agree.vouchers_not", { amount: dollars(Number(summary["unpaid_cents"])), held: dollars(Number(summary["held_cents"])) }) };
  }
  if (name === "promotional" && report.rows[0] !== undefined) {
    const row = report.rows[0];
    const sound = row["agrees"] === true;
    return { sound, words: t(sound ? "agree.promotional" : "agree.promotional_not", { amount: dollars(Number(row["outstanding_cents"])) }) };
  }
  if (name !== "meters" || report.rows.length === 0) return null;
  const sound = report.rows.every((row) => row["agrees"] === true);
  return { sound, words: t(sound ? "agree.meters" : "agree.meters_not") };
}
