import type { HoldemGuide } from "./guide-words.en";

export const words: HoldemGuide = {
  "hands.title": "Dos cartas suyas, cinco de todos",
  "hands.text": "Cuentan las mejores cinco entre sus dos y las cinco de la mesa. Juega contra los otros asientos, nunca contra la casa.",
  "chips.title": "Fichas ante usted",
  "chips.text": "Cómprelas con su crédito. Solo esas juegan; puede añadir entre manos y vuelven cuando se va.",
  "spots.title": "Cuatro rondas de apuestas",
  "spots.text":
    "Antes del flop, en el flop, el turn y el river: retirarse, pasar, igualar, apostar o subir. Cada botón dice lo que cuesta.",
  "clock.title": "Su tiempo y su banco de tiempo",
  "clock.text": "Cuando el anillo se acaba sigue su banco de tiempo. Después pasa si puede, y se retira si no.",
  "help.title": "Botes y la cuota",
  "help.text": "Quien está all-in juega por los botes a los que pagó. La casa cobra su cuota publicada cuando hay flop, nada más.",
};
