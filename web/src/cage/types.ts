export type CashierShift = {
  id: number;
  cashier: string;
  opened_at: number;
  closed_at: number | null;
  float_cents: number;
  counted_cents: number | null;
  over_short_cents: number | null;
  /** What the drawer should contain; null until it is counted. */
  expected_cents: number | null;
};

export type Voucher = {
  ticket: string;
  cents: number;
  status: "issued" | "redeemed" | "void";
  form: "cash-out" | "hand-pay";
  is_expired: boolean;
  issued_at: number;
  issued_by: string;
  account: string | null;
  terminal_id: string | null;
  table: string | null;
  expires_at: number | null;
  redeemed_at: number | null;
  redeemed_by: string | null;
  void_reason: string | null;
  reprints: number;
};

export type PlayerAtCage = {
  id: number;
  name: string;
  display_name: string;
  balance_cents: number;
  promotional_cents: number;
  in_play: boolean;
  excluded: boolean;
};
export type RedemptionReceipt = {
  ticket: string;
  cents: number;
  to: string;
  balance_cents: number | null;
  record: string;
  repeated: boolean;
};
export type BuyInReceipt = { account: string; cents: number; balance_cents: number; record: string; repeated: boolean };
export type CashOutTicket = {
  number: string;
  cents: number;
  form: string;
  issued_at: number;
  expires_at: number | null;
  balance_cents: number;
  ticket: string;
  print_job: string | null;
};

export type PromotionalTerms = {
  on: boolean;
  most_cents: number;
  player_day_most_cents: number;
  giver_day_most_cents: number;
  days_most: number;
  after_win: string;
  wagers: string[];
};
export type PromotionalGrant = {
  gift: number;
  account: string;
  cents: number;
  campaign: string;
  ends_at: number;
  promotional_cents: number;
  record: string;
  repeated: boolean;
};
export type CouponBatch = {
  coupons: { number: string; cents: number; campaign: string; ends_at: number }[];
  papers: string | null;
  print_job: string | null;
  repeated: boolean;
};

/** A slip that the cashier prints after a transaction or at the end of a shift. */
export type Slip = {
  at: number;
  title: string;
  cents: number;
  lines: [string, string][];
  documentUrl?: string;
  printJobId?: string | null;
};
