import { getContext, setContext } from "svelte";

/** A size in rem: a viewer with larger letters gets the layout of a smaller screen. */
type SizeRem = { width: number; height: number };

const PHONE_WIDTH = 44;
const LOW_HEIGHT = 36;
const SHORT_HEIGHT = 46;
const FULL_PHONE_HEIGHT = 50;
const SPOT_WIDTH = 6.5;
const TWO_SIDE_BETS_WIDTH = 69;
const SIDE_PANEL = { width: 28, share: 0.3 };

/** Size class of a table: of the window, or of the table's part of it if several tables are side by side. */
export class LayoutSize {
  private size = $state<SizeRem>({ width: 80, height: 50 });

  /** Narrow or low: spots in a plain grid, cards with one large index. */
  readonly isPhone = $derived(this.size.width < PHONE_WIDTH || this.size.height < LOW_HEIGHT);
  /** So low that the spots or the question stand beside the cards. */
  readonly isLow = $derived(this.size.height < LOW_HEIGHT && this.size.width >= 1.25 * this.size.height);
  /** A phone that is held upright: the felt shows what the moment needs, bets, hands or the result. */
  readonly isUprightPhone = $derived(this.isPhone && !this.isLow);
  /** An upright phone without space for all spots below the hands. */
  readonly isShortPhone = $derived(this.isUprightPhone && this.size.height < FULL_PHONE_HEIGHT);
  /** Too small for seats round a table: they stand in rows. */
  readonly isSmall = $derived(this.isLow || (this.size.width < PHONE_WIDTH && this.size.height < SHORT_HEIGHT));
  /** True if there is space for the side panel, beside or above the felt; else its content is in a dialog. */
  readonly hasSidePanel = $derived(
    this.size.width > this.size.height
      ? this.size.width >= 62 && this.size.height >= LOW_HEIGHT
      : this.size.width >= 56 && this.size.height >= 88,
  );
  readonly isTall = $derived(this.size.height >= this.size.width);
  private readonly feltWidth = $derived(
    this.hasSidePanel && !this.isTall ? this.size.width - Math.min(SIDE_PANEL.width, SIDE_PANEL.share * this.size.width) : this.size.width,
  );
  /** Too narrow for two side bets beside a line. */
  readonly isNarrow = $derived(this.feltWidth < TWO_SIDE_BETS_WIDTH);

  /** Number of spots in a row of the plain grid; on a low screen the grid has about half of the width. */
  readonly spotsPerRow = $derived(Math.max(3, Math.floor((this.isLow ? this.size.width * 0.56 : this.size.width) / SPOT_WIDTH)));

  /** Set the size from pixels. */
  setSize(widthPx: number, heightPx: number): void {
    if (widthPx === 0 || heightPx === 0) return;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.size = { width: widthPx / rem, height: heightPx / rem };
  }
}

const KEY = Symbol("layout size");
const DEFAULT_SIZE = new LayoutSize();

/** Put the size class of a table into the component context. */
export const provideLayoutSize = (size: LayoutSize): LayoutSize => setContext(KEY, size);

/** Return the size class of the surrounding table; outside a table, that of a laptop. */
export const useLayoutSize = (): LayoutSize => getContext<LayoutSize | undefined>(KEY) ?? DEFAULT_SIZE;
