import { expect, it } from "vitest";
import { COINS, NOTES, pieces, totalOf, valueName } from "./denominations";

it("adds a drawer up to the cent", () => {
  expect(totalOf({})).toBe(0);
  expect(totalOf({ 10_000: 3, 2_000: 7, 25: 3, 1: 4 })).toBe(44_079);
  expect(totalOf(Object.fromEntries([...NOTES, ...COINS].map((value) => [value, 1])))).toBe(18_641);
});

it("names notes and coins as they are called", () => expect([10_000, 100, 25, 1].map(valueName)).toEqual(["$100", "$1", "25¢", "1¢"]));

it.each([["12", 12], ["", 0], ["-3", 0], ["2.5", 0], ["x", 0]])("reads %j as %i pieces", (text, read) => expect(pieces(text)).toBe(read));
