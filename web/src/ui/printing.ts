export type { PrinterProblem, PrinterResponse, PrintJobResponse } from "../wire.http";

export const PRINTER_POLL_MS = 10_000;
