import { splitPay } from "./pay-text";
import { t } from "./words";

/** Return a pay in words: "24 to 1", "250 for 1", "$50". */
export function payWords(pays: string): string {
  const { number, unit } = splitPay(pays);
  if (unit === "amount") return `$${number}`;
  if (unit === "for") return t("pay.for", { number });
  const odds = /^(\d+):(\d+)$/.exec(number);
  if (odds !== null) return t("pay.odds", { one: odds[1] ?? "", other: odds[2] ?? "" });
  return /^[\d.,]+$/.test(number) ? t("pay.to", { number }) : number;
}
