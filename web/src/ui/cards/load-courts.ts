let loading: Promise<void> | null = null;

/** Insert the drawings of the court cards into the page, once. Cards refer to them by symbol id. */
export function loadCourtDrawings(): void {
  loading ??= import("./courts").then(({ courtSymbols }) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("width", "0");
    svg.setAttribute("height", "0");
    svg.setAttribute("aria-hidden", "true");
    svg.style.position = "absolute";
    svg.innerHTML = courtSymbols();
    document.body.append(svg);
  });
  loading.catch(() => (loading = null));
}
