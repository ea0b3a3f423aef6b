let asked: Promise<void> | null = null;

/** The courts come once, beside the first card that is shown; every court of the page then draws from them. */
export function fetchCourts(): void {
  asked ??= import("./courts").then(({ sheet }) => {
    const place = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    place.setAttribute("width", "0");
    place.setAttribute("height", "0");
    place.setAttribute("aria-hidden", "true");
    place.style.position = "absolute";
    place.innerHTML = sheet();
    document.body.append(place);
  });
  asked.catch(() => (asked = null));
}
