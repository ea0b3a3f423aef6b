const STEPS = [1, 0.94, 0.88, 0.82, 0.76, 0.7];

const isInside = (box: HTMLElement): boolean => box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;

const hasNormalText = (box: HTMLElement): boolean =>
  box.style.getPropertyValue("--fit") === String(STEPS[0]) && !box.hasAttribute("data-tight");

/** Give boxes the largest text that fits into each. Every step is set in all boxes before one is measured: the browser computes one layout a step, not one a box. */
function fit(boxes: Iterable<HTMLElement>): void {
  let open = [...boxes].filter((box) => !hasNormalText(box) || !isInside(box));
  for (const tight of [null, "", "most"]) {
    for (const box of open) {
      if (tight === null) box.removeAttribute("data-tight");
      else box.setAttribute("data-tight", tight);
    }
    for (const step of STEPS) {
      for (const box of open) box.style.setProperty("--fit", String(step));
      open = open.filter((box) => !isInside(box));
      if (open.length === 0) return;
    }
  }
}

const changed = new Set<HTMLElement>();

/** Measure a box once in the next frame, with all others whose text has changed, when the browser computes the layout anyway. */
function fitSoon(box: HTMLElement): void {
  if (changed.size === 0) {
    requestAnimationFrame(() => {
      const boxes = [...changed];
      changed.clear();
      fit(boxes);
    });
  }
  changed.add(box);
}

let sized: ResizeObserver | undefined;

/**
 * Svelte action: shrink the text of a box of fixed size until it fits, by the CSS variable `--fit`. The style sets the normal
 * size; this is for names that are longer than expected. If the smallest text does not fit either, the attribute `data-tight`
 * lets the style hide what is shown elsewhere as well: first what matters least, and with the value `most` everything that
 * the box can do without.
 */
export function shrinkToFit(box: HTMLElement): { destroy: () => void } {
  sized ??= new ResizeObserver((entries) => fit(entries.map((entry) => entry.target as HTMLElement)));
  const text = new MutationObserver(() => fitSoon(box));
  sized.observe(box);
  text.observe(box, { subtree: true, childList: true, characterData: true });
  return {
    destroy: () => {
      sized?.unobserve(box);
      text.disconnect();
      changed.delete(box);
    },
  };
}
