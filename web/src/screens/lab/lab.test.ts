import { expect, it } from "vitest";
import { complete, completions, wordAt } from "./condition-words";
import { lineSplitter } from "./count-stream";
import { joinPay, splitPay } from "./pay-text";

const fact = (name: string) => ({ name, kind: "fact" as const, type: "bool" as const, meaning: "" });

it("reads lines that arrive in pieces", () => {
  const lines: string[] = [];
  const read = lineSplitter((line) => lines.push(line));
  for (const piece of ['{"a"', ':1}\n{"b":2}\n\n{"c"', ":3}\n"]) read(piece);
  expect(lines).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
});

it.each([
  ["24:1", "24", "to", "24:1"],
  ["250 for 1", "250", "for", "250 for 1"],
  ["$50", "50", "amount", "$50"],
  ["3:2", "3:2", "to", "3:2"],
] as const)("writes the pay %s as it was", (pays, number, unit, again) => {
  expect(splitPay(pays)).toEqual({ number, unit });
  expect(joinPay(number, unit)).toBe(again);
});

it("passes on what is no number", () => {
  expect(joinPay("lots", "to")).toBe("lots");
});

it("completes the word before the cursor", () => {
  const facts = [fact("dealer_total"), fact("total"), fact("suited")];
  expect(wordAt("not tot", 7)).toEqual({ word: "tot", start: 4 });
  expect(completions("tot", facts).map((one) => one.name)).toEqual(["total", "dealer_total"]);
  expect(completions("total", facts)).toEqual([]);
  expect(completions("and", facts)).toEqual([]);
  expect(complete("not tot and x", 7, "total")).toEqual({ text: "not total and x", cursor: 9 });
});
