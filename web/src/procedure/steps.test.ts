import { expect, it } from "vitest";
import { enteredValuesText } from "./steps";

const [procedure = ""] = Object.values(import.meta.glob<string>("../../../src/croupier/table/procedure.py", { eager: true, query: "?raw", import: "default" }));
const quoted = (text: string): string[] => [...text.matchAll(/"([^"]+)"/g)].map((found) => found[1] ?? "");
/** As the house writes down what a step asks for. */
const asked = [.../^ENTERED.*?^\}/ms.exec(procedure)![0].matchAll(/: \(([^)]*)\)/g)].flatMap((found) => quoted(found[1] ?? ""));

it("everything that is entered with a step is told in words", () => {
  expect(asked).toContain("from_end");
  for (const key of [...asked, "note"]) expect([key, enteredValuesText({ [key]: 7 }).filter((said) => said.startsWith(`${key}:`))]).toEqual([key, []]);
  expect(enteredValuesText({ of_tomorrow: 7 })).toEqual(["of_tomorrow: 7"]);
});

it("a cut is told as it went round", () => {
  expect(enteredValuesText({ seat: 2, declined: [5, 4], from_end: 40 })).toEqual(["Cut by seat 2", "Passed the cut: seats 5, 4", "Cards to the nearer end: 40"]);
  expect(enteredValuesText({ seat: null, declined: [], from_end: 40, batch: null })).toEqual(["The dealer cuts", "Cards to the nearer end: 40"]);
  expect(enteredValuesText({ device: "shoe 4", sound: true, batch: "red" })).toEqual(["Number of the device: shoe 4", "Whole, working, not tampered with", "Colour of the backs: Red"]);
});
