import type { WarGuide } from "./guide-words.en";

export const words: WarGuide = {
  "hands.title": "Una carta cada uno, gana la mayor",
  "hands.text": "Jugador y Banca reciben una carta; el as es la más alta. Los palos no cuentan.",
  "chips.title": "Elija una ficha",
  "chips.text": "La ficha en mano es la del anillo. «Más», junto a las fichas, cambia el juego de fichas.",
  "spots.title": "Apueste a cualquiera de los lados",
  "spots.text": "Cada toque pone una ficha. Las demás casillas pagan si hay guerra, o por la carta que gana.",
  "clock.title": "Cartas iguales son guerra",
  "clock.text": "Entonces ambas manos reciben otra carta, hasta que una sea mayor. Nadie decide nada.",
  "help.title": "El resultado y su porqué",
  "help.text": "«Mis rondas» muestra cada ronda con la regla de cada apuesta; «Reglas» tiene la hoja y las probabilidades.",
};
