import type { PaiGowGuide } from "./guide-words.en";

export const words: PaiGowGuide = {
  "hands.title": "Dos manos de sus cartas",
  "hands.text": "Reparta sus cartas en una mano alta detrás y una baja delante. La alta debe superar a la baja.",
  "chips.title": "Elija una ficha",
  "chips.text": "La ficha en mano es la del anillo. «Más», junto a las fichas, cambia el juego de fichas.",
  "spots.title": "Apueste antes de las cartas",
  "spots.text": "Cada toque pone una ficha. Las casillas de bono pagan por sus propias cartas, salgan como salgan las manos.",
  "clock.title": "Coloque sus manos a tiempo",
  "clock.text": "Toque dos cartas para cambiarlas. «Modo de la casa» las coloca por usted, y también el reloj si serían falta.",
  "help.title": "Ganan las dos, o es empate",
  "help.text":
    "Si gana las dos, cobra; si pierde las dos, pierde; las iguales son de la banca. «Mis rondas» muestra cada ronda, «Reglas» la hoja y las probabilidades.",
};
