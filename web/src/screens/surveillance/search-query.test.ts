import { expect, it } from "vitest";
import { parseSearch } from "./search-query";

const SPANISH = { table: "mesa", round: "ronda", seat: "asiento" };
const ENGLISH = { table: "table", round: "round", seat: "seat" };
const NOTHING = { table: null, round: null, seat: null, time: null, card: null, text: "" };

it("understands table, round and seat in any order", () => {
  expect(parseSearch("seat 5 table 5 round 40", ENGLISH)).toEqual({ ...NOTHING, seat: 5, table: 5, round: 40 });
  expect(parseSearch("ronda 40 mesa 5", SPANISH)).toEqual({ ...NOTHING, table: 5, round: 40 });
});

it("takes a number alone as a table", () => {
  expect(parseSearch("33", ENGLISH)).toEqual({ ...NOTHING, table: 33 });
  expect(parseSearch("33 round 20", ENGLISH)).toEqual({ ...NOTHING, table: 33, round: 20 });
});

it("understands a card, a time and a name", () => {
  expect(parseSearch("10♥", ENGLISH)).toEqual({ ...NOTHING, card: "Th" });
  expect(parseSearch("9h table 3", ENGLISH)).toEqual({ ...NOTHING, card: "9h", table: 3 });
  expect(parseSearch("20:38:12", ENGLISH)).toEqual({ ...NOTHING, time: "20:38" });
  expect(parseSearch("Ana Maria", ENGLISH)).toEqual({ ...NOTHING, text: "ana maria" });
});
