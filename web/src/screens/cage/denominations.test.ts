import { expect, it } from "vitest";
import { COINS_CENTS, NOTES_CENTS, parseCount, cashTotalCents, denominationName } from "./denominations";

it("adds up a drawer to the cent", () => {
  expect(cashTotalCents({})).toBe(0);
  expect(cashTotalCents({ 10_000: 3, 2_000: 7, 25: 3, 1: 4 })).toBe(44_079);
  expect(cashTotalCents(Object.fromEntries([...NOTES_CENTS, ...COINS_CENTS].map((value) => [value, 1])))).toBe(18_641);
});

it("names notes in dollars and coins in cents", () =>
  expect([10_000, 100, 25, 1].map(denominationName)).toEqual(["$100", "$1", "25¢", "1¢"]));

it.each([
  ["12", 12],
  ["", 0],
  ["-3", 0],
  ["2.5", 0],
  ["x", 0],
])("parses %j as %i pieces", (text, count) => expect(parseCount(text)).toBe(count));
