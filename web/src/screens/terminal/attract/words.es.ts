import type { Words } from "./words.en";

export const words: Words = {
  touch: "Toque para jugar",
  how: "Toque la pantalla, identifíquese y tome asiento",
  seats: { one: "{count} asiento libre", other: "{count} asientos libres" },
  side_from: "apuestas adicionales desde {amount}",
  last_round: "Última ronda de esta mesa, ronda {number}, terminada a las {time}",
  replayed: "repartida de nuevo",
  result: "Resultado",
  no_round: "Aquí aún no se ha repartido ninguna ronda",
  pays: "Lo que paga",
  wins: "gana {chance}",
  wins_by: "{what}, {chance}",
  meters_here: "Premios mayores de esta mesa",
  meters_house: "Premios mayores de la casa, en otras mesas",
  table: "mesa {number}",
  bets_open: "Se aceptan apuestas.",
  bets_after: "Se apuesta cuando termine esta ronda.",
  bets_soon: "Las apuestas abren enseguida.",
};
