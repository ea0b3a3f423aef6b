export type { LimitKind, LimitResponse, LimitsResponse, PlayPeriodResponse } from "../../wire.http";
