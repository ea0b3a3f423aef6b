/** How a pay is written in a field: the number alone where the unit stands in the column's heading. */
export type PayForm = { number: string; unit: "to" | "for" | "amount" };

/** Take a written pay apart: "24:1" is 24 to 1, "250 for 1" and "$50" keep their unit; odds such as 3:2 stay as they are. */
export function splitPay(pays: string): PayForm {
  const to = /^([\d.,]+):1$/.exec(pays);
  if (to !== null) return { number: to[1] ?? "", unit: "to" };
  const each = /^([\d.,]+) for 1$/.exec(pays);
  if (each !== null) return { number: each[1] ?? "", unit: "for" };
  return pays.startsWith("$") ? { number: pays.slice(1), unit: "amount" } : { number: pays, unit: "to" };
}

/** Write a number that was typed in the unit of the pay that it replaces. Anything else is passed on for the server to judge. */
export function joinPay(typed: string, unit: PayForm["unit"]): string {
  const number = typed.trim();
  if (!/^[\d.,]+$/.test(number)) return number;
  if (unit === "amount") return `$${number}`;
  return unit === "for" ? `${number} for 1` : `${number}:1`;
}
