const STEPS = [1, 0.94, 0.88, 0.82, 0.76, 0.7];

/**
 * The last step of fitting: what is painted in a box of fixed size gets smaller letters, by `--fit`, until all of it is
 * inside. The style decides how large it is; this is for the one name that is longer than was thought of. Where even the
 * smallest are too large the box is `data-tight`: what can be read elsewhere too steps back.
 */
export function fitted(box: HTMLElement): { destroy: () => void } {
  const isInside = (): boolean => box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
  const hasFitted = (): boolean =>
    STEPS.some((step) => {
      box.style.setProperty("--fit", String(step));
      return isInside();
    });
  const fit = (): void => {
    box.removeAttribute("data-tight");
    if (hasFitted()) return;
    box.setAttribute("data-tight", "");
    hasFitted();
  };
  const sized = new ResizeObserver(fit);
  const changed = new MutationObserver(fit);
  sized.observe(box);
  changed.observe(box, { subtree: true, childList: true, characterData: true });
  return {
    destroy: () => {
      sized.disconnect();
      changed.disconnect();
    },
  };
}
