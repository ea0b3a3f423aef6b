let loading: Promise<void> | null = null;

/** The courts come once, beside the first card that is shown; every court of the page then draws from them. */
export function loadCourtDrawings(): void {
  loading ??= import("./courts").then(({ courtSymbols }) => {
    const place = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    place.setAttribute("width", "0");
    place.setAttribute("height", "0");
    place.setAttribute("aria-hidden", "true");
    place.style.position = "absolute";
    place.innerHTML = courtSymbols();
    document.body.append(place);
  });
  loading.catch(() => (loading = null));
}
