import { expect, it } from "vitest";
import { folded, hasWords } from "./search";

it("folds case, accents and apostrophes of every kind", () => {
  expect(["Hold'em", "HOLD’EM", "Músico", "Đánh bài"].map(folded)).toEqual(["holdem", "holdem", "musico", "danh bai"]);
});

it.each([
  ["holdem", ["Ultimate Texas Hold'em"], true],
  ["hold’em texas", ["Texas Hold'em"], true],
  ["21", ["House Blackjack", "21", "twenty-one"], true],
  ["twentyone", ["twenty-one"], true],
  ["mahjong", ["Mah-Jong Pai-Gow"], true],
  ["1", ["21"], false],
  ["13 card", ["13 Card Chinese Poker"], true],
  ["holdem war", ["Texas Hold'em"], false],
] as [string, string[], boolean][])("looks for %s in %j", (search, names, found) => expect(hasWords(search, names)).toBe(found));
