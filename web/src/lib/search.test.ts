import { expect, it } from "vitest";
import { normalizeForSearch, matchesSearch } from "./search";

it("ignores case, accents and all kinds of apostrophes", () => {
  expect(["Lion's", "LION’S", "Músico", "Đánh bài"].map(normalizeForSearch)).toEqual(["lions", "lions", "musico", "danh bai"]);
});

it.each([
  ["lions", ["Grand Lion's Den"], true],
  ["lion’s den", ["Lion's Den"], true],
  ["21", ["A House Game", "21", "twenty-one"], true],
  ["twentyone", ["twenty-one"], true],
  ["tictac", ["Tic-Tac Stars"], true],
  ["hold em", ["Hold'em"], true],
  ["holdem", ["Texas Hold 'em"], true],
  ["mah jong", ["Mah-Jong"], true],
  ["xi dach", ["Xì dách"], true],
  ["百家", ["百家乐"], true],
  ["2 1", ["21"], false],
  ["1", ["21"], false],
  ["13 stars", ["13 Stars"], true],
  ["lions moon", ["Lion's Den"], false],
] as [string, string[], boolean][])("a search for %s in %j matches: %s", (search, names, isMatch) =>
  expect(matchesSearch(search, names)).toBe(isMatch),
);
