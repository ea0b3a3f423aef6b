import type { GenericWords } from "./words.en";

export const words: GenericWords = {
  "record.title": "Rondas pasadas",
  "record.short": "Registro",
  "record.count": "últimas {count}, solo historial",
  "record.note": "Un registro de rondas ya jugadas. No dice nada de la siguiente.",
  "record.cards": "Últimas cartas",
  "winner.none": "Sin ganador",
  seat: "Asiento {seat}",
  "seat.hand": "Asiento {seat}, mano {hand}",
  ask: "Asiento {seat}: usted decide",
  "console.card": "Una carta para {hand}",
  "console.decides": "Decide el asiento {seat}",
  "console.silence": "Sin respuesta: {choice}.",
  "guide.hands.title": "Las manos",
  "guide.hands.text": "Cada mano tiene su nombre, sus cartas y lo que valen. La insignia de una mano es la misma en todas partes.",
  "guide.chips.title": "Elija una ficha",
  "guide.chips.text": "La ficha elegida es la del anillo. «Más», junto a las fichas, cambia el surtido.",
  "guide.spots.title": "Póngala en una casilla",
  "guide.spots.text": "Cada toque pone una ficha. Una casilla dice qué gana, cuánto paga y sus límites.",
  "guide.clock.title": "El reloj",
  "guide.clock.text": "Cuando llega a cero no se aceptan más apuestas y se reparten las cartas.",
  "guide.help.title": "El resultado y lo que lo decidió",
  "guide.help.text":
    "«Mis rondas» muestra otra vez cada ronda con la regla de cada apuesta; «Reglas» tiene la tarjeta y las probabilidades.",
  "record.round": "Ronda {number}",
};
