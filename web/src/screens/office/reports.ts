import { formatCount, formatPercent } from "../../lib/numbers";
import { formatSignedDollars, formatDollars } from "../../lib/money";
import { userDirectory } from "../../ui/users.svelte";
import { tableNames } from "../../ui/table-names.svelte";
import { formatDateTime } from "../../ui/dates";
import { columnName, t } from "./words";
import type { ReportResponse } from "../../wire.http";

export const REPORTS = [
  "tables",
  "pay-tables",
  "house",
  "cashiers",
  "shifts",
  "terminals",
  "redemptions",
  "meters",
  "jackpots",
  "vouchers",
  "promotional",
  "campaigns",
  "trial-balance",
] as const;
export type ReportName = (typeof REPORTS)[number];
export type Report = ReportResponse;
export type ReportRow = Report["rows"][number];
export type ReportColumn = {
  key: string;
  title: string;
  number?: boolean;
  text: (row: ReportRow) => string;
  tone?: (row: ReportRow) => string;
};
export type ChartBar = { label: string; value: number; valueText: string };

/** Reports of the current state; the others cover a period. */
export const SNAPSHOT_REPORTS: readonly ReportName[] = ["meters", "jackpots", "vouchers", "trial-balance"];
const HIDDEN_COLUMNS = new Set(["last_hits", "digest", "seq"]);
const SIGNED_COLUMNS = new Set([
  "revenue_with_promotional_cents",
  "hold_cents",
  "bank_cents",
  "revenue_cents",
  "house_cents",
  "over_short_cents",
  "adjusted_cents",
  "corrected_cents",
]);
const PERSON_COLUMNS = new Set(["cashier", "by", "decided_by", "executive_by", "account"]);

const isCents = (key: string): boolean => key === "cents" || key.endsWith("_cents");
const isTimestamp = (key: string): boolean => key === "at" || key.endsWith("_at");

/** Format a value by the kind of its column. */
export function formatValue(key: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (isCents(key)) return SIGNED_COLUMNS.has(key) ? formatSignedDollars(Number(value)) : formatDollars(Number(value));
  if (isTimestamp(key)) return formatDateTime(Number(value));
  if (key.endsWith("_percent")) return formatPercent(Number(value), 2);
  if (COUNT_COLUMNS.has(key)) return formatCount(Number(value));
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (key === "table" || key === "table_name") return tableNames.fullNameOf(String(value));
  return PERSON_COLUMNS.has(key) ? userDirectory.nameOf(String(value)) : String(value);
}

const isEmptyValue = (value: unknown): boolean => value === null || value === undefined || value === "" || value === 0;
const visibleKeys = (rows: readonly ReportRow[]): string[] => Object.keys(rows[0] ?? {}).filter((key) => !HIDDEN_COLUMNS.has(key));

/** Return the columns without a value in any row; the page lists them below the table instead of showing them. */
export function emptyColumns(rows: readonly ReportRow[]): string[] {
  return visibleKeys(rows).filter((key) => rows.every((row) => isEmptyValue(row[key])));
}

export function reportColumns(rows: readonly ReportRow[]): ReportColumn[] {
  const empty = new Set(emptyColumns(rows));
  return visibleKeys(rows)
    .filter((key) => !empty.has(key))
    .map((key) => ({
      key,
      title: columnName(key),
      number: isCents(key) || key.endsWith("_percent") || (typeof rows[0]?.[key] === "number" && !isTimestamp(key)),
      text: (row) => formatValue(key, row[key]),
      tone: (row) => (SIGNED_COLUMNS.has(key) && Number(row[key]) < 0 ? "danger" : ""),
    }));
}

/** Return the server's totals by column, formatted, with a heading in the first column. */
export function formattedTotals(report: Report, columns: readonly ReportColumn[]): Record<string, string> {
  const totals = columns
    .slice(1)
    .filter(({ key }) => key in report.totals)
    .map(({ key }): [string, string] => [key, formatValue(key, report.totals[key])]);
  return { [columns[0]?.key ?? ""]: t("report.total"), ...Object.fromEntries(totals) };
}
const COUNT_COLUMNS = new Set([
  "gifts",
  "coupons",
  "rounds",
  "voided",
  "corrections",
  "tickets",
  "tickets_out",
  "tickets_in",
  "hand_pays",
  "hits",
]);

const CHART_AXES: Partial<Record<ReportName, [string, string]>> = {
  tables: ["table", "revenue_cents"],
  "pay-tables": ["table", "return_percent"],
  cashiers: ["cashier", "cash_in_cents"],
  shifts: ["shift", "over_short_cents"],
  meters: ["title", "current_cents"],
  vouchers: ["status", "cents"],
};
const MAX_BARS = 16;

/** Return the bar chart of a report; null if it has none. */
export function reportChart(name: ReportName, report: Report): { title: string; bars: ChartBar[] } | null {
  const kinds = report.summary["kinds"];
  if (name === "trial-balance" && Array.isArray(kinds))
    return { title: t("report.by_kind"), bars: barsFrom(kinds as ReportRow[], "kind", "cents") };
  if (name === "house") return { title: t("report.house_flows"), bars: houseBars(report.rows[0] ?? {}) };
  const axes = CHART_AXES[name];
  if (axes === undefined) return null;
  return { title: columnName(axes[1]), bars: barsFrom(report.rows, ...axes) };
}

function barsFrom(rows: readonly ReportRow[], label: string, value: string): ChartBar[] {
  return rows
    .slice(0, MAX_BARS)
    .map((row) => ({ label: formatValue(label, row[label]), value: Number(row[value] ?? 0), valueText: formatValue(value, row[value]) }));
}

function houseBars(row: ReportRow): ChartBar[] {
  const keys = Object.keys(row).filter((key) => isCents(key) && Number(row[key]) !== 0);
  return keys.map((key) => ({ label: columnName(key), value: Number(row[key]), valueText: formatValue(key, row[key]) }));
}

/** Return whether the report agrees with the ledger, as a sentence; null if the report has no such check. */
export function reconciliation(name: ReportName, report: Report): { isSound: boolean; text: string } | null {
  const summary = report.summary;
  if (name === "trial-balance") {
    const total = Number(summary["total_cents"] ?? 0);
    const differs = (summary["differs"] as unknown[] | undefined)?.length ?? 0;
    return {
      isSound: total === 0 && differs === 0,
      text: total === 0 && differs === 0 ? t("agree.zero") : t("agree.not_zero", { amount: formatDollars(total) }),
    };
  }
  if (name === "vouchers") {
    const isSound = summary["agrees"] === true;
    return {
      isSound,
      text: t(isSound ? "agree.vouchers" : "agree.vouchers_not", {
        amount: formatDollars(Number(summary["unpaid_cents"])),
        held: formatDollars(Number(summary["held_cents"])),
      }),
    };
  }
  if (name === "promotional" && report.rows[0] !== undefined) {
    const row = report.rows[0];
    const isSound = row["agrees"] === true;
    return {
      isSound,
      text: t(isSound ? "agree.promotional" : "agree.promotional_not", { amount: formatDollars(Number(row["outstanding_cents"])) }),
    };
  }
  if (name !== "meters" || report.rows.length === 0) return null;
  const isSound = report.rows.every((row) => row["agrees"] === true);
  return { isSound, text: t(isSound ? "agree.meters" : "agree.meters_not") };
}
