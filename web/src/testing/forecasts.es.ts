import type { Forecasts } from "./forecasts";

export const forecasts: Forecasts = {
  pattern:
    /\bsuerte\b|\brachas?\b|\bcalientes?\b|\bfr[ií][oa]s?\b|\bgarantiza\w*\b|\bseguro que\b|\b(debe|tiene que|va a) (salir|ganar|tocar)\b|\bpredic\w*\b|\bpronostic\w*\b|\ble toca (ganar|salir)\b|\bno puede perder\b(?! más)|\bnunca pierde\b|\ba punto de (salir|pagar)\b|\bmás probable (ahora|que)\b/i,
  examples: ["La Banca va a salir pronto", "Mesa con racha ganadora", "Un número caliente"],
  pastNote: /ya jugad[ao]s.*(nada (sobre|de)|no anuncian)/,
};
