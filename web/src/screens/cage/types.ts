export type {
  BuyInResponse,
  PlayerResponse,
  PrintCouponsResponse,
  PromotionalGrantResponse,
  PromotionalTermsResponse,
  ShiftResponse,
  TicketResponse,
  VoucherPaymentResponse,
  VoucherResponse,
} from "../../wire.http";

/** A slip that the cashier prints after a transaction or at the end of a shift. */
export type Slip = {
  at: number;
  title: string;
  cents: number;
  lines: [string, string][];
  documentUrl?: string;
  printJobId?: string | null;
};
