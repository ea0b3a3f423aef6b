/** Wide enough for tables beside each other. */
class Wide {
  is = $state(false);

  constructor() {
    const wide = matchMedia("(min-width: 1600px)");
    this.is = wide.matches;
    wide.addEventListener("change", () => (this.is = wide.matches));
  }
}

export const wide = new Wide();
