import type { BlackjackGuide } from "./guide-words.en";

export const words: BlackjackGuide = {
  "hands.title": "Más cerca de 21 que el crupier",
  "hands.text": "Sus cartas contra las del crupier: las figuras valen diez, el as uno u once. Pasarse de 21 pierde.",
  "chips.title": "Elija una ficha",
  "chips.text": "La ficha en mano es la del anillo. «Más», junto a las fichas, cambia el juego de fichas.",
  "spots.title": "Apueste antes de las cartas",
  "spots.text":
    "Cada toque pone una ficha en su asiento. Las apuestas adicionales acompañan a la principal; cada casilla dice lo que paga.",
  "clock.title": "Después decide usted",
  "clock.text": "Pedir, plantarse, doblar o separar: cada botón dice lo que cuesta. La marcada se toma cuando el anillo se agota.",
  "help.title": "Aprenda jugando",
  "help.text": "«Mis rondas» muestra por qué terminó así cada mano; con dinero de juego el instructor nombra la mejor decisión.",
};
