import { describe, expect, it } from "vitest";
import { Refusal } from "./api";
import { cardFace, cardName } from "./cards";
import { preferences } from "./preferences.svelte";
import { formatSignedDollars, formatDollars, parseDollars } from "./money";
import { errorText } from "./errors";

describe("money", () => {
  it.each([
    [0, "$0"],
    [13_500, "$135"],
    [750, "$7.50"],
    [123_456_789, "$1,234,567.89"],
    [-5000, "−$50"],
  ])("%i cents are %s", (cents, words) => expect(formatDollars(cents)).toBe(words));

  it("a signed amount has a sign, zero has none", () =>
    expect([formatSignedDollars(60_500), formatSignedDollars(-5000), formatSignedDollars(0)]).toEqual(["+$605", "−$50", "$0"]));

  it.each([
    ["100", 10_000],
    ["$37.5", 3750],
    [" 1,250.05 ", 125_005],
    ["", null],
    ["-5", null],
    ["1.234", null],
    ["ten", null],
  ])("%j is %j cents", (text, cents) => expect(parseDollars(text)).toBe(cents));

  it("a formatted amount parses back to the same cents", () => {
    for (const cents of [0, 1, 99, 100, 12_345, 99_999_999]) expect(parseDollars(formatDollars(cents))).toBe(cents);
  });
});

describe("cards", () => {
  it("a ten is shown as 10 with its suit", () => expect(cardFace("Ts")).toEqual({ rank: "10", suit: "s", isRed: false, symbol: "♠" }));
  it("hearts and diamonds are red", () => expect(["9h", "9d", "9c"].map((card) => cardFace(card).isRed)).toEqual([true, true, false]));
  it("a card has a name in words", () =>
    expect([cardName("Ks"), cardName("Td"), cardName("2c")]).toEqual(["king of spades", "10 of diamonds", "2 of clubs"]));
});

describe("refusals", () => {
  const invalidAmount = new Refusal("wager/invalid_amount", "$200 on Tie is over the $100 maximum.");

  it("in English the server's message is shown", () => expect(errorText(invalidAmount)).toBe("$200 on Tie is over the $100 maximum."));
  it("a refusal without a message gets the text of its code", async () => {
    errorText(new Refusal("session/over", ""));
    await import("./errors/words.en");
    await Promise.resolve();
    expect(errorText(new Refusal("session/over", ""))).toBe("Please sign in: this session is over.");
  });
  it("an error that is no refusal is shown unchanged", () => expect([errorText(new Error("no")), errorText("no")]).toEqual(["no", "no"]));

  it("in another language the code is translated; an unknown code keeps the server's message", async () => {
    preferences.update({ language: "es" });
    errorText(invalidAmount);
    await import("./errors/words.es");
    await Promise.resolve();
    expect(errorText(invalidAmount)).toBe("El monto está fuera de los límites de esta apuesta.");
    for (const code of ["decision/odd", "toString"] as const)
      expect(errorText(new Refusal(code as "decision/not_due", "Its own words."))).toBe("Its own words.");
    preferences.update({ language: "en" });
  });
});
