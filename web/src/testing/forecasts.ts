/** What the test of the words looks for in one language. */
export type Forecasts = {
  /** Matches a text that says that a result is due, or that past results predict the next one. */
  pattern: RegExp;
  /** Texts that the pattern must match. */
  examples: readonly string[];
  /** Matches the note under every record of results: it is past, and tells nothing about the next round. */
  pastNote: RegExp;
};
