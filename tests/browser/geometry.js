// Walks what can be seen of a page and tells in sentences what does not fit; see geometry.py.
({ needed, least }) => {
  const SLACK = 2;
  const wide = document.documentElement.clientWidth, high = window.innerHeight;
  const root = [...document.querySelectorAll("dialog[open], [data-attract]")].at(-1) ?? document.body;
  const told = new Set();
  const styles = new Map();
  const style = (one) => {
    if (!styles.has(one)) styles.set(one, getComputedStyle(one));
    return styles.get(one);
  };
  const words = (text) => { const one = text.replace(/\s+/g, " ").trim(); return one.length > 40 ? `${one.slice(0, 39)}…` : one; };
  const where = (one) => {
    const named = one.closest("[data-wager], [data-choice], [data-hand], section, header, footer, aside, nav, main, dialog");
    if (named === null) return one.tagName.toLowerCase();
    const mark = ["wager", "choice", "hand"].map((key) => named.dataset[key]).find((value) => value !== undefined);
    const kind = typeof named.className === "string" ? named.className.split(" ").filter((part) => !part.startsWith("svelte-"))[0] : "";
    return mark === undefined ? `${named.tagName.toLowerCase()}${kind ? `.${kind}` : ""}` : mark;
  };
  const area = (box) => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
  const meet = (a, b) => ({ left: Math.max(a.left, b.left), right: Math.min(a.right, b.right), top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom) });

  /** How an element and all around it cut what lies in it. */
  const cutters = new Map();
  const cuttersOf = (one) => {
    if (one === null || one === document.documentElement) return [];
    if (cutters.has(one)) return cutters.get(one);
    const how = style(one), outer = how.position === "fixed" ? [] : cuttersOf(one.parentElement);
    let found = outer;
    if (one !== document.body && how.display !== "contents" && (how.overflowX !== "visible" || how.overflowY !== "visible")) {
      const box = one.getBoundingClientRect();
      const inner = { left: box.left + one.clientLeft, top: box.top + one.clientTop, right: box.left + one.clientLeft + one.clientWidth, bottom: box.top + one.clientTop + one.clientHeight };
      found = [...outer, { one, inner, drops: one.closest("[data-drops]") !== null, scrollsX: /auto|scroll/.test(how.overflowX), scrollsY: /auto|scroll/.test(how.overflowY) }];
    }
    cutters.set(one, found);
    return found;
  };

  const seen = (one) => {
    if (!one.checkVisibility()) return false; // folded away, with its size
    for (let at = one; at !== null && at !== document.documentElement; at = at.parentElement) {
      const how = style(at);
      if (how.display === "none" || how.visibility === "hidden" || Number(how.opacity) === 0 || how.clipPath === "inset(50%)") return false;
      if (at.tagName === "svg" || at.tagName === "OPTION") return false;
    }
    return true;
  };

  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const one = node.parentElement;
    if (one === null || node.data.trim() === "" || /^(SCRIPT|STYLE|TITLE)$/.test(one.tagName) || !seen(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0.5 && box.height > 0.5);
    if (boxes.length > 0) texts.push({ node, one, boxes, says: words(node.data), passes: one.closest("[data-passes]") !== null });
  }

  // Words that are cut, or broken in the middle of one, or too small.
  const shown = [];
  for (const text of texts) {
    const cuts = cuttersOf(text.one);
    let gone = 0;
    for (const box of text.boxes) {
      let left = { left: box.left, right: box.right, top: box.top + box.height * 0.2, bottom: box.bottom - box.height * 0.2 };
      const whole = area(left);
      const dropped = cuts.some((cut) => cut.drops && area(meet(left, cut.inner)) === 0);
      if (dropped) { gone += 1; continue; }
      for (const cut of [...cuts].reverse()) { // what is scrolled away inside is not cut by what lies around it
        const before = left;
        left = meet(left, cut.inner);
        const isGone = area(left) === 0;
        const side = before.left < cut.inner.left - SLACK || before.right > cut.inner.right + SLACK;
        const end = before.top < cut.inner.top - SLACK || before.bottom > cut.inner.bottom + SLACK;
        if (side && !cut.one.hasAttribute("data-ends-in-dots") && !(cut.scrollsX && cut.one.querySelector("table") !== null)) told.add(`“${text.says}” is cut at the side, in ${where(text.one)}`);
        else if (end && !cut.scrollsY) told.add(`“${text.says}” is cut above or below, in ${where(text.one)}`);
        if (isGone) break;
      }
      if (area(left) === 0) gone += 1;
      else shown.push({ ...text, box: left, whole });
    }
    for (let at = text.one, depth = 0; at !== null && depth < 3; at = at.parentElement, depth += 1) {
      const how = style(at);
      if (how.overflowX === "hidden" && how.textOverflow === "ellipsis" && at.scrollWidth > at.clientWidth + 1 && !at.hasAttribute("data-ends-in-dots")) told.add(`“${words(at.textContent)}” ends in dots, in ${where(at)}`);
    }
    if (gone < text.boxes.length && parseFloat(style(text.one).fontSize) < least) told.add(`“${text.says}” has letters of ${style(text.one).fontSize}, in ${where(text.one)}`);
    if (text.boxes.length > 1 && gone < text.boxes.length) {
      for (const found of text.node.data.matchAll(/[^\s\-–—/·⁄\u200b\u3000-\u9fff\uff00-\uffef]{2,}/g)) {
        const range = document.createRange();
        range.setStart(text.node, found.index);
        range.setEnd(text.node, found.index + found[0].length);
        const lines = new Set([...range.getClientRects()].filter((box) => box.width > 1).map((box) => Math.round(box.top / 4)));
        if (lines.size > 1 && !found[0].includes("\u00ad")) told.add(`“${found[0]}” is broken in the middle, in ${where(text.one)}`);
      }
    }
  }

  // Words that leave the button they name, figures that read as one, cards that leave the window.
  for (const { one, box, says } of shown) {
    const control = one.closest("button, a[href]");
    if (control === null || style(control).display === "inline") continue;
    const edge = control.getBoundingClientRect();
    if (box.left < edge.left - SLACK || box.right > edge.right + SLACK || box.bottom > edge.bottom + SLACK) told.add(`“${says}” leaves its button, in ${where(one)}`);
  }
  const figures = shown.filter(({ says }) => /^[+−$]?[\d.,]+$/.test(says));
  for (const one of figures) {
    for (const other of figures) {
      const gap = other.box.left - one.box.right, both = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      const cell = style(one.one).display.startsWith("table") || one.one.closest("td, svg") !== null;
      if (one.node !== other.node && both > 4 && gap > -SLACK && gap < 0.2 * parseFloat(style(one.one).fontSize) && !cell) told.add(`“${one.says}” and “${other.says}” read as one, in ${where(one.one)}`);
    }
  }
  for (const one of root.querySelectorAll("svg[data-card]")) {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || !seen(one.parentElement)) continue;
    let left = meet(box, { left: 0, right: wide, top: box.top, bottom: box.bottom });
    for (const cut of cuttersOf(one.parentElement)) if (!cut.scrollsX) left = meet(left, { ...cut.inner, top: box.top, bottom: box.bottom });
    if (area(left) < 0.97 * area(box)) told.add(`the card ${one.getAttribute("data-card")} is cut at the side, in ${where(one)}`);
  }

  // Words on words.
  for (let a = 0; a < shown.length; a += 1) {
    for (let b = a + 1; b < shown.length; b += 1) {
      const one = shown[a], other = shown[b];
      if (one.node === other.node || one.passes !== other.passes) continue;
      const both = meet(one.box, other.box);
      if (both.right - both.left > SLACK && both.bottom - both.top > SLACK) told.add(`“${one.says}” and “${other.says}” lie on each other, in ${where(one.one)} and ${where(other.one)}`);
    }
  }

  // What passes over others for a moment leaves alone what a decision goes by.
  for (const { box, says } of shown.filter(({ passes }) => passes)) {
    for (const one of root.querySelectorAll("[data-seconds], [data-choice], [data-balance]")) {
      if (seen(one) && area(meet(box, one.getBoundingClientRect())) > 4) told.add(`“${says}” lies on ${words(one.textContent)}, in ${where(one)}`);
    }
  }

  // A spot tells its name, whatever lies on it.
  for (const one of root.querySelectorAll("button[data-wager]")) {
    const box = one.getBoundingClientRect();
    const left = cuttersOf(one.parentElement).reduce((rest, cut) => meet(rest, cut.inner), box);
    if (seen(one) && area(left) > area(box) * 0.6 && !shown.some((text) => one.contains(text.one) && text.one.closest(".title, .name") !== null)) told.add(`the spot ${one.dataset.wager} does not tell its name`);
  }

  // Words and controls under something else.
  const under = (x, y, one, isText = false) => {
    if (x < 0 || y < 0 || x >= wide || y >= high) return null;
    const hit = document.elementFromPoint(x, y);
    if (hit === null || hit === one || hit.contains(one)) return null;
    if (one.contains(hit) && !(isText && hit.closest("svg") !== null)) return null;
    // The box of a letter is higher than the letter.
    const inks = (box) => x >= box.left && x <= box.right && y >= box.top + box.height * 0.2 && y <= box.bottom - box.height * 0.2;
    if (style(hit).display === "inline" && ![...hit.getClientRects()].some(inks)) return null;
    return hit;
  };
  for (const { one, box, whole, says } of shown) {
    if (style(one).pointerEvents === "none" || area(box) < whole * 0.95) continue; // half scrolled away
    const middle = (box.top + box.bottom) / 2;
    for (const x of box.right - box.left < 48 ? [(box.left + box.right) / 2] : [box.left + 3, box.right - 3]) {
      const hit = under(x, middle, one, true);
      if (hit !== null && hit.closest("label") !== one.closest("label")) told.add(`“${says}” lies under ${hit.closest("button, section, article, footer, header")?.tagName.toLowerCase() ?? hit.tagName} in ${where(hit)}, in ${where(one)}`);
      else if (hit !== null && hit.closest("label") === null) told.add(`“${says}” lies under something of ${where(hit)}, in ${where(one)}`);
    }
  }
  for (const one of root.querySelectorAll("button, a[href], input, select, textarea, [role=radio], [role=button]")) {
    if (!seen(one)) continue;
    let box = one.getBoundingClientRect();
    const whole = area(box);
    for (const cut of cuttersOf(one.parentElement)) box = meet(box, cut.inner);
    if (area(box) < Math.max(40, whole * 0.95) || box.bottom <= 0 || box.top >= high) continue;
    const [dx, dy] = [(box.right - box.left) / 4, (box.bottom - box.top) / 4];
    for (const [x, y] of [[box.left + dx, box.top + dy], [box.right - dx, box.bottom - dy]]) {
      const hit = under(x, y, one);
      if (hit !== null && hit.closest("label") === null) { told.add(`the control “${words(one.getAttribute("aria-label") ?? one.textContent)}” lies under ${hit.tagName.toLowerCase()} of ${where(hit)}`); break; }
    }
  }

  // The window.
  const over = document.documentElement.scrollWidth - wide;
  if (over > 1) told.add(`the page is ${over} pixels wider than the window`);
  for (const { one, box, says } of shown) if (box.right > wide + SLACK || box.left < -SLACK) told.add(`“${says}” leaves the window at the side, in ${where(one)}`);
  for (const selector of needed) {
    for (const one of root.querySelectorAll(selector)) {
      if (!seen(one)) continue;
      const box = one.getBoundingClientRect();
      if (box.width === 0) continue;
      let left = meet(box, { left: 0, top: 0, right: wide, bottom: high });
      for (const cut of cuttersOf(one.parentElement)) left = meet(left, cut.inner);
      const lost = 1 - area(left) / Math.max(1, area(box));
      if (lost > 0.06) told.add(`${Math.round(lost * 100)} % of ${selector} “${words(one.getAttribute("aria-label") ?? one.textContent)}” is out of sight`);
    }
  }
  return [...told];
}
