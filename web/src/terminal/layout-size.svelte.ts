import { getContext, setContext } from "svelte";

/** A box in rem, so that a reader who wants larger letters gets the screen for them. */
type Box = { wide: number; high: number };

const PHONE_WIDE = 44;
const LOW = 36;
const SHORT = 46;
const SPOT_WIDE = 6.5;
const SPOTS_ABREAST = 69;
const PANEL = { wide: 28, share: 0.3 };

/** How much room a table has: the window's, or its own part of it where several tables stand beside each other. */
export class LayoutSize {
  private box = $state<Box>({ wide: 80, high: 50 });

  /** Narrow or low, and worked with a thumb: spots in a plain grid, cards with one large index. */
  readonly isPhone = $derived(this.box.wide < PHONE_WIDE || this.box.high < LOW);
  /** So low that the spots, or what is asked, stand beside the cards. */
  readonly isLow = $derived(this.box.high < LOW && this.box.wide >= 1.25 * this.box.high);
  /** No room for seats round a table: they stand in rows. */
  readonly isSmall = $derived(this.isLow || (this.box.wide < PHONE_WIDE && this.box.high < SHORT));
  /** Whether what the game records stands beside the felt, or above it; else it slides over the felt when it is asked for. */
  readonly hasSidePanel = $derived(this.box.wide > this.box.high ? this.box.wide >= 62 && this.box.high >= LOW : this.box.wide >= 56 && this.box.high >= 88);
  readonly isTall = $derived(this.box.high >= this.box.wide);
  private readonly feltWide = $derived(this.hasSidePanel && !this.isTall ? this.box.wide - Math.min(PANEL.wide, PANEL.share * this.box.wide) : this.box.wide);
  /** Too narrow for two spots beside a line. */
  readonly isNarrow = $derived(this.feltWide < SPOTS_ABREAST);

  /** How many spots stand abreast in a plain grid, which on a low screen has the right half of the felt. */
  readonly spotsPerRow = $derived(Math.max(3, Math.floor((this.isLow ? this.box.wide * 0.56 : this.box.wide) / SPOT_WIDE)));

  /** `wide` and `high` in pixels. */
  setSize(wide: number, high: number): void {
    if (wide === 0 || high === 0) return;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.box = { wide: wide / rem, high: high / rem };
  }
}

const KEY = Symbol("room");
const ELSEWHERE = new LayoutSize();

/** Said by the screen of a table, for all that lies on it. */
export const provideLayoutSize = (room: LayoutSize): LayoutSize => setContext(KEY, room);

/** The room of the table that this lies on; what lies on none has a laptop's. */
export const useLayoutSize = (): LayoutSize => getContext<LayoutSize | undefined>(KEY) ?? ELSEWHERE;
