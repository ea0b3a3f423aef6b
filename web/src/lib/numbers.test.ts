import { describe, expect, it } from "vitest";
import { formatProbability } from "./probability";
import { formatCount, formatDecimal, formatPercent, formatShare } from "./numbers";
import { formatSignedDollars, formatDollars, formatExactDollars } from "./money";

const sources = import.meta.glob<string>(["../**/*.svelte", "../**/*.ts", "!../**/*.test.ts", "!../words/**", "!../**/words/**"], {
  eager: true,
  query: "?raw",
  import: "default",
});
const NUMBER_FORMATTING = /\.toFixed\(|\.toLocaleString\(|NumberFormat\(|replace\("-"/;
/** These write an amount into an input field, where the user edits it: without dollar sign and commas. */
const INPUT_FILES = ["AmountInput.svelte", "PlayerCash.svelte"];
/** The formatting functions themselves, and the style guide's contrast ratios. */
const FORMATTING_FILES = ["/numbers.ts", "/money.ts", "ThemeColours.svelte"];

describe("number formats", () => {
  it("thousands have a comma, and the minus sign is always the same", () =>
    expect([formatCount(1_234_567), formatCount(-1234), formatDecimal(-0.5, 2)]).toEqual(["1,234,567", "−1,234", "−0.50"]));
  it("zero has no minus sign", () =>
    expect([formatDecimal(-0.001, 2), formatPercent(-0.001, 1), formatDollars(-0)]).toEqual(["0.00", "0.0%", "$0"]));
  it("exact amounts have cents", () =>
    expect([formatExactDollars(123_400), formatExactDollars(-5), formatSignedDollars(-750)]).toEqual(["$1,234.00", "−$0.05", "−$7.50"]));

  it.each([
    [0, "0%"],
    [1, "100%"],
    [0.0105, "1.050%"],
    [-0.0124, "−1.240%"],
    [0.000_046, "0.0046%"],
    [0.999_998_5, "99.99985%"],
  ])("a share of %d is shown as %s", (fraction, text) => expect(formatShare(fraction)).toBe(text));

  it.each([
    [0.4462, "44.620%"],
    [1 / 4165, "1 in 4,165"],
    [1 / 649_740, "1 in 649,740"],
    [0, "0%"],
  ])("a probability of %d is shown as %s", (probability, text) => expect(formatProbability(probability)).toBe(text));

  it("all other files format numbers with these functions", () => {
    const found = Object.entries(sources).filter(
      ([path, text]) => NUMBER_FORMATTING.test(text) && ![...INPUT_FILES, ...FORMATTING_FILES].some((name) => path.endsWith(name)),
    );
    expect(found.map(([path]) => path)).toEqual([]);
    expect(Object.keys(sources).length).toBeGreaterThan(200);
  });
});
