const STEPS = [1, 0.94, 0.88, 0.82, 0.76, 0.7];

/**
 * Svelte action: shrink the text of a box of fixed size until it fits, by the CSS variable `--fit`. The style sets the normal
 * size; this is for names that are longer than expected. If the smallest text does not fit either, the attribute `data-tight`
 * lets the style hide what is shown elsewhere as well: first what matters least, and with the value `most` everything that
 * the box can do without.
 */
export function shrinkToFit(box: HTMLElement): { destroy: () => void } {
  const isInside = (): boolean => box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
  let isWaiting = false;
  const fit = (): void => {
    isWaiting = false;
    if (box.style.getPropertyValue("--fit") === String(STEPS[0]) && !box.hasAttribute("data-tight") && isInside()) return;
    for (const tight of [null, "", "most"]) {
      if (tight === null) box.removeAttribute("data-tight");
      else box.setAttribute("data-tight", tight);
      for (const step of STEPS) {
        box.style.setProperty("--fit", String(step));
        if (isInside()) return;
      }
    }
  };
  /* After a change of text, measure once in the next frame, when the browser computes the layout anyway. */
  const fitSoon = (): void => {
    if (!isWaiting) requestAnimationFrame(fit);
    isWaiting = true;
  };
  const sized = new ResizeObserver(fit);
  const changed = new MutationObserver(fitSoon);
  sized.observe(box);
  changed.observe(box, { subtree: true, childList: true, characterData: true });
  return {
    destroy: () => {
      sized.disconnect();
      changed.disconnect();
    },
  };
}
