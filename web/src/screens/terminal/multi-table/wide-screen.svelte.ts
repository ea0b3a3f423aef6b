/** Whether the screen is wide enough for tables side by side (reactive). */
class WideScreen {
  matches = $state(false);

  constructor() {
    const query = matchMedia("(min-width: 1600px)");
    this.matches = query.matches;
    query.addEventListener("change", () => (this.matches = query.matches));
  }
}

export const wideScreen = new WideScreen();
