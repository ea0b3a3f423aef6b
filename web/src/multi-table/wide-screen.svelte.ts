/** Wide enough for tables beside each other. */
class WideScreen {
  matches = $state(false);

  constructor() {
    const query = matchMedia("(min-width: 1600px)");
    this.matches = query.matches;
    query.addEventListener("change", () => (this.matches = query.matches));
  }
}

export const wideScreen = new WideScreen();
