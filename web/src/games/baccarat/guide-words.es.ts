import type { BaccaratGuide } from "./guide-words.en";

export const words: BaccaratGuide = {
  "hands.title": "Dos manos, un resultado",
  "hands.text":
    "Jugador y Banca son dos manos de la mesa, de nadie en particular. Gana la más cercana a nueve; dieces y figuras no cuentan.",
  "chips.title": "Elija una ficha",
  "chips.text": "La ficha en mano es la del anillo. «Más», junto a las fichas, cambia el juego de fichas.",
  "spots.title": "Apueste a una mano o al empate",
  "spots.text": "Cada toque pone una ficha. Cada casilla dice lo que paga y sus límites; las pequeñas son apuestas adicionales.",
  "clock.title": "Las cartas siguen la regla",
  "clock.text": "A cero ya no se admiten apuestas. Las terceras cartas se reparten por reglas fijas; nadie decide nada.",
  "help.title": "El resultado y su porqué",
  "help.text": "Los premios se pagan al momento. «Mis rondas» muestra por qué terminó así cada apuesta; «Reglas» tiene la hoja completa.",
};
