const STEPS = [1, 0.94, 0.88, 0.82, 0.76, 0.7];

/**
 * The last step of fitting: what is painted in a box of fixed size gets smaller letters, by `--fit`, until all of it is
 * inside. The style decides how large it is; this is for the one name that is longer than was thought of. If the smallest
 * letters are too large still, `data-tight` lets the style leave out what is told elsewhere too.
 */
export function shrinkToFit(box: HTMLElement): { destroy: () => void } {
  const isInside = (): boolean => box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
  let isWaiting = false;
  const fit = (): void => {
    isWaiting = false;
    if (box.style.getPropertyValue("--fit") === String(STEPS[0]) && !box.hasAttribute("data-tight") && isInside()) return;
    for (const isTight of [false, true]) {
      box.toggleAttribute("data-tight", isTight);
      for (const step of STEPS) {
        box.style.setProperty("--fit", String(step));
        if (isInside()) return;
      }
    }
  };
  /* What is written on it is looked at once a frame, when the browser lays the screen out anyway. */
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
