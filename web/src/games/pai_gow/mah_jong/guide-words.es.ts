import type { TwoTilesGuide } from "./guide-words.en";

export const words: TwoTilesGuide = {
  "hands.title": "Dos fichas contra las del jugador-banca",
  "hands.text": "Un par es lo mejor, luego la última cifra de la suma; la ventana cuenta diez.",
  "chips.title": "Elija una ficha de apuesta",
  "chips.text": "La que está en mano lleva el anillo. «Más», junto a las fichas, cambia el surtido.",
  "spots.title": "Victoria, Pareja y empate",
  "spots.text": "Victoria paga si su mano es más alta, Pareja por un par, Empate si tiene las mismas dos fichas que el jugador-banca.",
  "clock.title": "Nada que decidir",
  "clock.text": "El dado dice adónde van primero los montones; luego se abren las manos una tras otra.",
  "help.title": "Lo igual es del jugador-banca",
  "help.text": "Las mismas dos fichas pierden Victoria. «Mis rondas» muestra cada ronda, «Reglas» la tarjeta y las probabilidades.",
};
