import type { TilesGuide } from "./guide-words.en";

export const words: TilesGuide = {
  "hands.title": "Dos manos de dos fichas",
  "hands.text": "Coloque sus cuatro fichas en una mano alta y una baja. La alta no puede quedar por debajo de la baja.",
  "chips.title": "Elija una ficha de apuesta",
  "chips.text": "La que está en mano lleva el anillo. «Más», junto a las fichas, cambia el surtido.",
  "spots.title": "Apueste antes de las fichas",
  "spots.text": "Cada toque pone una ficha de apuesta. A cada asiento que apuesta se le cobra la tarifa de la ronda.",
  "clock.title": "Coloque a tiempo",
  "clock.text": "Toque dos fichas para cambiarlas. «Modo de la casa» las coloca por usted, y también el reloj si serían falta.",
  "help.title": "Ganan las dos manos, o es empate",
  "help.text":
    "Si ganan las dos se le paga; si pierden las dos, pierde; la copia es del jugador-banca. «Valores» muestra el orden de las fichas.",
};
