import type { ThirteenGuide } from "./guide-words.en";

export const words: ThirteenGuide = {
  "hands.title": "Tres filas de trece cartas",
  "hands.text": "Tres delante, cinco en medio, cinco atrás. Cada fila debe valer al menos como la anterior.",
  "chips.title": "Fichas ante usted",
  "chips.text": "Cómprelas con su crédito: veinte puntos al menos. No puede perder más de lo que hay ahí.",
  "spots.title": "Juega contra todos los asientos",
  "spots.text": "Fila contra fila, un punto cada una. Ganar las tres cuenta doble, y algunas manos traen premio.",
  "clock.title": "Un tiempo para todos",
  "clock.text": "Ponga sus cartas y pulse Poner. A cero quedan las filas que haya puesto, si pueden; una mano sin poner es falta.",
  "help.title": "Clean Sweep y rendirse",
  "help.text": "Algunas trece cartas ganan al declararlas. Con malas puede rendirse por 3 puntos a cada uno.",
};
