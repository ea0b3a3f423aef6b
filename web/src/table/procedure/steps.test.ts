import { expect, it } from "vitest";
import { enteredValuesText } from "./steps";

const [procedure = ""] = Object.values(
  import.meta.glob<string>("../../../../src/croupier/table/procedure.py", { eager: true, query: "?raw", import: "default" }),
);
const quoted = (text: string): string[] => [...text.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "");
/** The keys of all values that steps can require, read from the server's source. */
const enteredKeys = [.../^ENTERED.*?^\}/ms.exec(procedure)![0].matchAll(/: \(([^)]*)\)/g)].flatMap((match) => quoted(match[1] ?? ""));

it("has a text for every value that can be entered with a step", () => {
  expect(enteredKeys).toContain("from_end");
  for (const key of [...enteredKeys, "note"])
    expect([key, enteredValuesText({ [key]: 7 }).filter((text) => text.startsWith(`${key}:`))]).toEqual([key, []]);
  expect(enteredValuesText({ of_tomorrow: 7 })).toEqual(["of_tomorrow: 7"]);
});

it("describes a cut: who cut, who declined, and where", () => {
  expect(enteredValuesText({ seat: 2, declined: [5, 4], from_end: 40 })).toEqual([
    "Cut by seat 2",
    "Passed the cut: seats 5, 4",
    "Cards to the nearer end: 40",
  ]);
  expect(enteredValuesText({ seat: null, declined: [], from_end: 40, batch: null })).toEqual([
    "The dealer cuts",
    "Cards to the nearer end: 40",
  ]);
  expect(enteredValuesText({ device: "shoe 4", sound: true, batch: "red" })).toEqual([
    "Number of the device: shoe 4",
    "Whole, working, not tampered with",
    "Colour of the backs: Red",
  ]);
});
