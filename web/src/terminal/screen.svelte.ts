/** Whether this is a phone's screen: narrow, and worked with a thumb. */
class Screen {
  isPhone = $state(false);
  /** Too narrow for two spots beside a line. */
  isNarrow = $state(false);

  constructor() {
    const narrow = matchMedia("(max-width: 700px)");
    this.isPhone = narrow.matches;
    narrow.addEventListener("change", () => (this.isPhone = narrow.matches));
    const middling = matchMedia("(max-width: 1550px)");
    this.isNarrow = middling.matches;
    middling.addEventListener("change", () => (this.isNarrow = middling.matches));
  }
}

export const screen = new Screen();
