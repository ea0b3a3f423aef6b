import type { PokerGuide } from "./guide.en";

export const words: PokerGuide = {
  "hands.title": "Su mano contra la del jugador-banca",
  "hands.text": "Juega por su cuenta contra la mano que banca; los demás asientos no le afectan.",
  "chips.title": "Elija una ficha",
  "chips.text": "La ficha en mano es la del anillo. «Más», junto a las fichas, cambia el juego de fichas.",
  "spots.title": "Primero el Ante",
  "spots.text": "Un toque en el Ante pone también lo que lo acompaña. Las casillas de bono pagan solo por sus cartas.",
  "clock.title": "Mire y decida",
  "clock.text": "Con sus cartas a la vista, siga o retírese; cada botón dice lo que cuesta y a cero se toma el marcado.",
  "help.title": "Vea por qué",
  "help.text": "«Mis rondas» muestra otra vez las manos y la regla de cada apuesta; «Reglas» tiene todas las tablas de pagos.",
};
