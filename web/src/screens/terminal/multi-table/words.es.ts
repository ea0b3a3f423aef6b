import type { Words } from "./words.en";

export const words: Words = {
  title: { one: "Una mesa", "=2": "Dos mesas", "=3": "Tres mesas", "=4": "Cuatro mesas", other: "{count} mesas" },
  swap: "Cambiar de lugar",
  add: "Añadir una mesa",
  touch: "La ficha va donde toque.",
  waits: { one: "La mesa {number} le espera: 1 segundo.", other: "La mesa {number} le espera: {count} segundos." },
  turn: "Su turno",
  betting: "Apuestas",
  at_zero: "al llegar a cero se hace esto",
  more: "{amount} más",
  staked: "Apostado aquí",
  staked_all: { one: "Apostado, 1 mesa", other: "Apostado, {count} mesas" },
  last_all: "Últimas rondas",
};
